//! Storage that a contract speaks of: `\valid`.

use whydunit_program::Expr;

use crate::eval::Pointer;
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::numeric::Linear;

impl Machine<'_, '_> {
    /// `\valid(pointer + (lo .. hi))`: the forms that are at most 0 if it holds. `None` where nothing can be said.
    fn valid_forms(
        &mut self,
        pointer: Pointer,
        size: u64,
        low: &Number,
        high: &Number,
    ) -> Option<Valid> {
        let size = i128::from(size);
        let count = self.subtract(high, low);
        let target = pointer.targets.single_or_null().filter(|target| !target.is_vague)?;
        let (at, from, to) = match (pointer.offset.linear, &low.linear, &high.linear) {
            (Some(at), Some(from), Some(to)) => (at, from, to),
            _ => return None,
        };
        let limit = self.limit(target)?;
        let start = from.scale(size).and_then(|by| at.add(&by));
        let end = to.shift(1).and_then(|to| to.scale(size)).and_then(|by| at.add(&by));
        let (start, end) = start.zip(end)?;
        let forms = start.scale(-1).zip(end.sub(&limit));
        // With nothing in the range, the end is not above the start.
        let starts_low = self.state.numbers.bounds_of(&start).high <= 0;
        forms.map(|(below, above)| Valid {
            below,
            above,
            is_empty: count.high < 0,
            is_full: count.low >= 0,
            starts_low,
            may_be_null: pointer.targets.may_be_null,
            is_alive: !self.state.dead.contains(&target.object),
        })
    }

    pub(crate) fn decide_valid(
        &mut self,
        pointer: Pointer,
        size: u64,
        low: &Number,
        high: &Number,
    ) -> Option<bool> {
        let valid = self.valid_forms(pointer, size, low, high)?;
        let numbers = &self.state.numbers;
        let holds = numbers.bounds_of(&valid.below).high <= 0
            && numbers.bounds_of(&valid.above).high <= 0
            && !valid.may_be_null
            && valid.is_alive;
        (holds || valid.is_empty).then_some(true)
    }

    pub(super) fn assume_valid(&mut self, pointer: &Expr, lo: &Expr, hi: &Expr) -> Reached<()> {
        let size = self.program.types.pointee_size(pointer.ty);
        let pointer = self.eval_pointer(pointer)?;
        let (low, high) = (self.eval_int(lo)?, self.eval_int(hi)?);
        let Some(valid) = self.valid_forms(pointer, size, &low, &high) else { return Ok(()) };
        if valid.is_full {
            self.constrain(&valid.below)?;
        }
        if valid.is_full || valid.starts_low {
            self.constrain(&valid.above)?;
        }
        Ok(())
    }
}

/// An obligation for storage: neither form is positive, unless the range is empty.
struct Valid {
    below: Linear,
    above: Linear,
    is_empty: bool,
    is_full: bool,
    starts_low: bool,
    may_be_null: bool,
    is_alive: bool,
}
