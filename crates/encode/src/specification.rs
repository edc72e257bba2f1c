//! What only specifications have: quantifiers, `\valid`, `\old`.

use whydunit_interp::ObjectKind;
use whydunit_program::{Class, Expr};
use whydunit_semantics::Quantifier;
use whydunit_term::Op;

use crate::encoder::{Encoder, Evaluated, Halt, Scope};
use crate::limits::MOST_INSTANCES;
use crate::number::low_word;
use crate::storage::Value;

impl Encoder<'_> {
    /// Written out over the range that it had in the run; another range gives something unknown.
    pub(crate) fn written_out(
        &mut self,
        quantifier: Quantifier<'_, Value>,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        let Quantifier { forall, var, low, high, body } = quantifier;
        let (first, last) = (low.known_signed(self.terms), high.known_signed(self.terms));
        if last - first >= MOST_INSTANCES {
            return Err(Halt::Gap(format!("a quantifier over {} values", last - first + 1)));
        }
        let mut result = self.truth(forall);
        let mut value = first;
        while value <= last {
            scope.bound.push((var, value));
            // Instances after the deciding one were not evaluated by the run.
            let needed = if forall { result } else { self.not(result) };
            let instance = self.lazily(needed, Class::Other, |this| this.condition(body, scope));
            scope.bound.pop();
            let instance = instance?;
            result = match forall {
                true => self.both(result, instance),
                false => self.either(result, instance),
            };
            value += 1;
        }
        let same_lo = self.unchanged(low);
        let same_hi = self.unchanged(high);
        let same = self.both(same_lo, same_hi);
        Ok(self.only_when(same, result, "range"))
    }

    pub(crate) fn is_valid(
        &mut self,
        address: Value,
        size: u64,
        (lo, hi): (Value, Value),
    ) -> Evaluated<Value> {
        let is_empty = self.apply(Op::SLt, &[hi, lo]);
        let Some(entry) = self.entry(low_word(self.known(address))) else {
            let same = self.unchanged(address);
            let falsehood = self.truth(false);
            let nothing = self.only_when(same, falsehood, "valid");
            return Ok(self.either(is_empty, nothing));
        };
        let is_released = entry.object.released.is_some_and(|steps| self.step >= steps);
        let is_heap = matches!(entry.object.info.kind, ObjectKind::Heap { .. });
        let offset = self.offset_in(&entry, address);
        let offset = self.resize(offset, 128, true);
        let scale = self.bits(128, size.into());
        let start = self.apply(Op::Mul, &[lo, scale]);
        let start = self.apply(Op::Add, &[offset, start]);
        let one = self.bits(128, 1);
        let count = self.apply(Op::Add, &[hi, one]);
        let end = self.apply(Op::Mul, &[count, scale]);
        let end = self.apply(Op::Add, &[offset, end]);
        let low = self.bits(128, entry.offset.into());
        let high = self.extent_of(&entry);
        let high = self.resize(high, 128, true);
        let above = self.apply(Op::SLe, &[low, start]);
        let below = self.apply(Op::SLe, &[end, high]);
        let inside = self.both(above, below);
        let alive = match is_heap {
            true => self.is_alive(&entry)?,
            false => self.truth(!is_released),
        };
        let inside = self.both(inside, alive);
        let same = self.same_entry(address);
        let inside = self.only_when(same, inside, "valid");
        Ok(self.either(is_empty, inside))
    }

    /// An expression in the memory that was kept.
    pub(crate) fn in_snapshot(
        &mut self,
        slot: u32,
        expr: &Expr,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        let Some(time) = self.history.snapshot(scope.frame, slot, self.step) else {
            return Err(Halt::Gap("\\old before anything was kept".into()));
        };
        let outer = scope.at.replace(time);
        let result = self.expr(expr, scope);
        scope.at = outer;
        result
    }
}
