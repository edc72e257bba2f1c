//! `scanf` with a plain format: what it may store, and that it has stored as many values as it says.

use whydunit_program::{CheckKind, Expr, Place, Target};
use whydunit_source::Span;

use crate::access::{Access, Hit, Location};
use crate::eval::{Pointer, Value, range_of};
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::objects::SlotId;

/// Bytes that each conversion of a format stores, in order; `None` if there is one that is not a number or a character.
pub(crate) fn conversions(format: &[u8], target: Target) -> Option<Vec<u64>> {
    let long = match target {
        Target::Lp64 => 8,
        Target::Ilp32 => 4,
    };
    let mut sizes = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        rest = &rest[at + 1..];
        let modifiers = rest.iter().take_while(|byte| b"hl".contains(byte)).count();
        let conversion = *rest.get(modifiers)?;
        let is_float = b"fge".contains(&conversion);
        sizes.push(match (&rest[..modifiers], conversion) {
            (b"", b'%') => {
                rest = &rest[1..];
                continue;
            }
            (b"", b'c') | (b"hh", b'd' | b'i' | b'u' | b'x' | b'o') => 1,
            (b"h", b'd' | b'i' | b'u' | b'x' | b'o') => 2,
            (b"", b'd' | b'i' | b'u' | b'x' | b'o') => 4,
            (b"l", b'd' | b'i' | b'u' | b'x' | b'o') => long,
            (b"ll", b'd' | b'i' | b'u' | b'x' | b'o') => 8,
            (b"", _) if is_float => 4,
            (b"l", _) if is_float => 8,
            _ => return None,
        });
        rest = &rest[modifiers + 1..];
    }
    Some(sizes)
}

impl Machine<'_, '_> {
    /// Stores what may be read; the number of values that were is the result.
    pub(crate) fn scan(
        &mut self,
        sizes: &[u64],
        pointers: &[Expr],
        dest: Option<&Place>,
        span: Span,
    ) -> Reached<()> {
        let mut stored: Vec<Option<SlotId>> = Vec::new();
        for (size, pointer) in sizes.iter().zip(pointers) {
            let Pointer { targets, offset } = self.eval_pointer(pointer)?;
            let location = Location::pointed_to(targets, offset);
            // A run in which nothing is read does not look at the pointer: nothing follows from its being used.
            let before = self.state.clone();
            let reached =
                self.reach(&location, &Number::point(i128::from(*size)), Access::Write, span);
            self.state = before;
            if reached.is_err() {
                self.require_that(CheckKind::Null, span, false);
            }
            stored.push(self.may_store(&location, *size));
        }
        let Some(dest) = dest else { return Ok(()) };
        let most = sizes.len() as i128;
        self.store(dest, &Value::Int(Number::range(Interval::new(-1, most))))?;
        if let Some(count) = self.quietly(|machine| machine.scalar_slot(dest))? {
            for (number, slot) in stored.into_iter().enumerate() {
                if let Some(slot) = slot.filter(|slot| *slot != count) {
                    self.state.pending.insert(slot, (count, number as i128 + 1));
                }
            }
        }
        Ok(())
    }

    /// Something may be stored; the slot, if there is only one that it can be.
    fn may_store(&mut self, location: &Location, size: u64) -> Option<SlotId> {
        if location.targets.is_unknown {
            self.forget_memory();
            return None;
        }
        for target in location.targets.known.clone() {
            match self.hit(target, location, size) {
                Hit::Scalar(slot) => {
                    let value = match self.objects.slot(slot).content {
                        crate::objects::Content::Int(kind) => {
                            Value::Int(Number::range(range_of(kind)))
                        }
                        _ => Value::Other,
                    };
                    self.store_scalar(slot, &value, false);
                }
                Hit::Element(slot, _) => self.spoil(slot),
                Hit::Parts(slots) => slots.into_iter().for_each(|slot| self.spoil(slot)),
            }
        }
        let target = location.targets.single_or_null()?;
        match self.hit(target, location, size) {
            Hit::Scalar(slot) if !self.is_several(target.object) => Some(slot),
            _ => None,
        }
    }
}
