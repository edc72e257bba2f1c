//! Pointers that are moved, and how far they lie apart.

use whydunit_program::{CheckKind, Class};
use whydunit_source::Span;

use super::{FAR, Pointer, Value, divided, wrapped};
use crate::machine::Machine;
use crate::numbers::{Number, common};
use crate::numeric::Interval;

impl Machine<'_, '_> {
    /// A pointer moved by so many elements.
    pub(super) fn moved(&mut self, base: Pointer, index: &Number, size: u64, span: Span) -> Value {
        let size = i128::from(size);
        let range = self.state.numbers.range(index).mul(Interval::point(size));
        let linear = index.linear.as_ref().and_then(|linear| linear.scale(size));
        let by = Number { factor: size.max(1), ..Number::new(linear, range) };
        let near = Interval::new(-FAR, FAR);
        let range = self.state.numbers.range(&base.offset).add(range);
        let has_object = !base.targets.known.is_empty() || base.targets.is_unknown;
        if has_object {
            self.require_that(CheckKind::Bounds, span, range.is_subset_of(near));
        }
        let forms = base.offset.linear.as_ref().zip(by.linear.as_ref());
        let factor = common(base.offset.divisor(), by.divisor()).max(1);
        let linear = forms.and_then(|(a, b)| a.add(b));
        let offset = Number { factor, ..Number::new(linear, range) };
        // What lies far away from its object has left it.
        let offset = match range.meet(near) {
            Some(range) if self.checks.contains(CheckKind::Bounds) => Number { range, ..offset },
            _ if range.is_subset_of(near) => offset,
            _ => return Value::Pointer(Pointer::unknown()),
        };
        Value::Pointer(Pointer { targets: base.targets, offset })
    }

    /// How many elements lie between two pointers.
    pub(super) fn elements_between(
        &self,
        a: &Pointer,
        b: &Pointer,
        size: u64,
        class: Class,
    ) -> Value {
        let Some(bytes) = self.distance(a, b) else { return self.any(class) };
        let size = i128::from(size);
        let linear = bytes.linear.as_ref().and_then(|linear| divided(linear, size));
        let range = self.state.numbers.range(&bytes);
        let range = range.div(Interval::point(size)).unwrap_or(Interval::TOP);
        Value::Int(wrapped(Number::new(linear, range), class.int_kind()))
    }

    /// How many bytes lie between two pointers into the same object.
    pub(crate) fn distance(&self, a: &Pointer, b: &Pointer) -> Option<Number> {
        let (x, y) = (a.targets.single()?, b.targets.single()?);
        if x.object != y.object || x.is_vague || y.is_vague || self.is_several(x.object) {
            return None;
        }
        let starts = i128::from(x.start) - i128::from(y.start);
        let forms = a.offset.linear.as_ref().zip(b.offset.linear.as_ref());
        let linear = forms.and_then(|(a, b)| a.sub(b)?.shift(starts));
        let range = self.state.numbers.range(&a.offset).sub(self.state.numbers.range(&b.offset));
        Some(Number::new(linear, range.add(Interval::point(starts))))
    }
}
