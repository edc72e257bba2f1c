//! Values some bits of which were never given one, on their way through registers.
//!
//! The machine's loop knows nothing of them. Where a read meets storage that is not wholly initialised, the run goes on in a second copy of the loop, which asks
//! [`Machine::shadow`] before each instruction: what would its result be unset in, and does what has no value decide something? It goes back to the
//! first loop as soon as no register holds such a value any more. In memory the mask of each byte says which bits are set; where an unset value that was
//! stored comes from is kept beside it.

mod arithmetic;
mod calls;
mod reads;
mod stores;
mod table;
mod told;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whydunit_program::LocalId;
use whydunit_program::shadow::Partial;

use super::Machine;
use crate::code::Slot;
use crate::memory::Located;
use crate::stop::Stop;
use crate::{ObjectId, Observer};

/// What is known of a value some bits of which are unset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Poison {
    /// The unset bits of the canonical value.
    unset: u64,
    /// See [`Partial::distinct`].
    distinct: u32,
    /// Where the value is missing: index into [`Shadows::origins`].
    origin: u32,
    /// The storage that was read for it last, by the instruction at `pc`.
    read: ReadFrom,
    pc: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReadFrom {
    Register {
        frame: u32,
        slot: Slot,
    },
    Memory(Located, u8),
    /// A list of variadic arguments.
    Passed,
}

/// Storage that was never given a value.
#[derive(Clone, Debug)]
struct Origin {
    cell: OriginCell,
    /// As messages call it, and where it was declared or allocated.
    name: String,
    line: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum OriginCell {
    Register { frame: u32, slot: Slot },
    Memory { object: ObjectId, offset: u32, size: u8 },
}

/// What is known of registers, by their position in the stack.
#[derive(Default, Debug)]
struct Slots {
    poisons: FxHashMap<usize, Poison>,
    /// Bits of positions, modulo 64, that may be among them: most registers are not, and each instruction asks about several.
    filter: u64,
}

impl Slots {
    fn get(&self, position: usize) -> Option<Poison> {
        match self.filter >> (position % 64) & 1 {
            0 => None,
            _ => self.poisons.get(&position).copied(),
        }
    }

    fn set(&mut self, position: usize, poison: Option<Poison>) {
        match poison {
            Some(poison) => {
                self.filter |= 1 << (position % 64);
                self.poisons.insert(position, poison);
            }
            None if self.filter >> (position % 64) & 1 == 1 => {
                self.poisons.remove(&position);
            }
            None => {}
        }
    }

    fn retain(&mut self, stays: impl Fn(usize) -> bool) {
        self.poisons.retain(|&position, _| stays(position));
        self.filter = self.poisons.keys().fold(0, |filter, position| filter | 1 << (position % 64));
    }
}

/// Registers that hold unset values, and where such values come from.
#[derive(Default, Debug)]
pub(super) struct Shadows {
    slots: Slots,
    /// Variadic arguments, by the frame's number and their index.
    variadic: FxHashMap<(u32, usize), Poison>,
    origins: Vec<Origin>,
    known: FxHashMap<OriginCell, u32>,
    /// Bytes in memory that hold (parts of) unset values which came from elsewhere.
    stored: BTreeMap<(ObjectId, u32), u32>,
    /// Arguments of the call that is being made.
    passing: Vec<(usize, Poison)>,
    /// What the instruction stores, or what it has read in a way of its own.
    carried: Option<Poison>,
}

impl Shadows {
    fn is_clean(&self) -> bool {
        self.slots.poisons.is_empty() && self.variadic.is_empty()
    }
}

/// What an instruction makes of its operands.
enum Made {
    /// The result has all its bits, or there is none.
    Set(Option<Slot>),
    Unset(Slot, Poison),
}

impl<O: Observer> Machine<'_, '_, O> {
    fn local_count(&self) -> usize {
        self.program.function(self.frame().function).locals.len()
    }

    /// What is known of an operand, read by the current instruction.
    fn poison(&self, slot: Slot) -> Option<Poison> {
        let position = self.frame().base + slot as usize;
        let poison = self.shadows.slots.get(position)?;
        let is_local = (slot as usize) < self.local_count();
        Some(match is_local {
            true => Poison {
                read: ReadFrom::Register { frame: self.frame().serial, slot },
                pc: self.pc,
                ..poison
            },
            false => poison,
        })
    }

    fn partial(&self, slot: Slot, registers: &[u64]) -> Partial {
        let bits = registers[slot as usize];
        match self.poison(slot) {
            Some(poison) => Partial { bits, unset: poison.unset, distinct: poison.distinct },
            None => Partial::set(bits),
        }
    }

    fn set_poison(&mut self, slot: Slot, poison: Option<Poison>) {
        let position = self.frame().base + slot as usize;
        self.shadows.slots.set(position, poison.filter(|poison| poison.unset != 0));
    }

    pub(super) fn take_poison(&mut self, slot: Slot) -> Option<Poison> {
        let position = self.frame().base + slot as usize;
        let poison = self.shadows.slots.get(position);
        self.shadows.slots.set(position, None);
        poison
    }

    /// A register is given a value from outside of the program.
    pub(super) fn forget_poison(&mut self, position: usize) {
        self.shadows.slots.set(position, None);
    }

    /// Is the register's value unset in part? For those who look at registers without instructions.
    pub(super) fn unset_register(&mut self, local: LocalId) -> Option<Stop> {
        if self.shadows.slots.poisons.is_empty() {
            return None;
        }
        self.poison(local.0).and_then(|poison| self.decides(poison).err())
    }

    /// Between statements temporaries are used up. At the beginning of a block, what has no value at all is known by its flag, too: whoever reads it asks
    /// again. Can the run go on without shadows?
    pub(super) fn is_clean(&mut self, registers: &[u64]) -> bool {
        let (base, locals) = (self.frame().base, self.local_count());
        let flags = &self.code.functions[self.frame().function.index()].flags;
        let is_block = self.code.infos[self.pc - 1].point.index == 0;
        self.shadows.slots.retain(|position| {
            let Some(slot) = position.checked_sub(base) else { return true };
            let is_flagged = || {
                let flag = u32::try_from(slot).ok().and_then(|slot| flags.get(&slot));
                flag.is_some_and(|&flag| registers[flag as usize] == 0)
            };
            slot < locals && !(is_block && is_flagged())
        });
        self.shadows.is_clean()
    }
}
