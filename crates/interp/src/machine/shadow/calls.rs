//! Unset arguments and results.

use whydunit_program::Intrinsic;

use super::{Machine, Made, Poison, ReadFrom};
use crate::Observer;
use crate::code::{NO_SLOT, Slot};
use crate::stop::Stop;

impl<O: Observer> Machine<'_, '_, O> {
    /// Scalars are handed on as they are; records are read through their addresses.
    pub(super) fn pass(&mut self, site: u32) -> Result<(), Stop> {
        let code = self.code;
        let site = &code.calls[site as usize];
        self.shadows.passing.clear();
        for (index, (&slot, &ty)) in site.args.iter().zip(&site.arg_types).enumerate() {
            let Some(poison) = self.poison(slot) else { continue };
            if !self.program.types.is_scalar(ty) {
                self.used(slot)?;
            }
            self.shadows.passing.push((index, poison));
        }
        Ok(())
    }

    /// The frame that was just entered takes over its arguments.
    pub(in crate::machine) fn arrive(&mut self) {
        let (base, serial) = (self.frame().base, self.frame().serial);
        let params = self.code.functions[self.frame().function.index()].param_count as usize;
        for (index, poison) in std::mem::take(&mut self.shadows.passing) {
            match index.checked_sub(params) {
                None => self.shadows.slots.set(base + index, Some(poison)),
                Some(index) => {
                    self.shadows.variadic.insert((serial, index), poison);
                }
            }
        }
    }

    /// A call of something that is not made of instructions.
    pub(super) fn called(&mut self, intrinsic: Option<Intrinsic>, site: u32) -> Result<Made, Stop> {
        let code = self.code;
        let site = &code.calls[site as usize];
        let dst = (site.dst != NO_SLOT).then_some(site.dst);
        if let Some(Intrinsic::Math(_)) = intrinsic {
            let single = site.result.and_then(|ty| self.program.types.size_of(ty)) == Some(4);
            let all = if single { u32::MAX.into() } else { u64::MAX };
            return Ok(match dst {
                Some(dst) => self.result(dst, &site.args, all, 64),
                None => Made::Set(None),
            });
        }
        site.args.iter().try_for_each(|&slot| self.used(slot))?;
        Ok(Made::Set(dst))
    }

    /// The current frame is left, with a result.
    pub(super) fn leave(&mut self, result: Option<Poison>) {
        let frame = self.frame();
        let (base, serial, dst) = (frame.base, frame.serial, frame.dst);
        self.shadows.slots.retain(|position| position < base);
        self.shadows.variadic.retain(|&(frame, _), _| frame != serial);
        let Some(caller) = self.frames.len().checked_sub(2).map(|index| &self.frames[index]) else {
            return;
        };
        if dst != NO_SLOT {
            let position = caller.base + dst as usize;
            self.shadows.slots.set(position, result);
        }
    }

    /// A variadic argument is taken: where it is used as it is, it has to have a value.
    pub(in crate::machine) fn taken_variadic(&mut self, frame: u32, index: usize) {
        let found = self.shadows.variadic.get(&(frame, index)).copied();
        self.shadows.carried = found.map(|it| Poison { read: ReadFrom::Passed, ..it });
    }

    /// What `va_arg` has just read goes into a register.
    pub(in crate::machine) fn keep_variadic_poison(&mut self, dst: Slot) {
        let poison = self.shadows.carried.take();
        self.set_poison(dst, poison);
    }

    /// What was just taken from a list is used.
    pub(in crate::machine) fn use_variadic(&mut self) -> Result<(), Stop> {
        match self.shadows.carried.take() {
            Some(poison) => self.decides(poison),
            None => Ok(()),
        }
    }
}
