//! Unset bits through arithmetic, and the checks that depend on them.

use whydunit_program::obligation::{Condition, Exact, Operand};
use whydunit_program::shadow::{self, Partial};
use whydunit_program::{BinaryOp, CheckKind, Class};

use super::{Machine, Made};
use crate::Observer;
use crate::code::{Arith, Slot};
use crate::stop::Stop;

impl<O: Observer> Machine<'_, '_, O> {
    pub(super) fn jump(
        &mut self,
        op: BinaryOp,
        class: Class,
        (a, b): (Slot, Slot),
        registers: &[u64],
    ) -> Result<Made, Stop> {
        let (left, right) = (self.partial(a, registers), self.partial(b, registers));
        self.used_if(shadow::binary(op, class, left, right) != 0, &[a, b])?;
        Ok(Made::Set(None))
    }

    pub(super) fn compared(
        &self,
        op: BinaryOp,
        class: Class,
        (dst, a, b): (Slot, Slot, Slot),
        registers: &[u64],
    ) -> Made {
        let (left, right) = (self.partial(a, registers), self.partial(b, registers));
        let unset = shadow::binary(op, class, left, right);
        self.result(dst, &[a, b], unset, 64)
    }

    pub(super) fn bitwise(
        &self,
        op: BinaryOp,
        (dst, a, b): (Slot, Slot, Slot),
        registers: &[u64],
    ) -> Made {
        let class = Class::Int { width: 64, signed: false };
        let (left, right) = (self.partial(a, registers), self.partial(b, registers));
        let unset = shadow::binary(op, class, left, right);
        let distinct = [left, right].iter().filter(|it| !it.is_set()).map(|it| it.distinct).max();
        self.result(dst, &[a, b], unset, distinct.unwrap_or(64))
    }

    /// Arithmetic whose operands decide what it is checked for fails.
    pub(super) fn integer(
        &mut self,
        op: BinaryOp,
        class: Class,
        (dst, a, b): (Slot, Slot, Slot),
        registers: &[u64],
    ) -> Result<Made, Stop> {
        let (left, right) = (self.partial(a, registers), self.partial(b, registers));
        if left.is_set() && right.is_set() {
            return Ok(Made::Set(Some(dst)));
        }
        let is_open = |condition: Condition| shadow::decides(&condition, class, left, right);
        let fits = |number| Condition::within_type(number, class.int_kind());
        let is_checked = |kind| self.checks.contains(kind);
        let overflows = class.signed() && is_checked(CheckKind::Overflow);
        let is_used = match op {
            BinaryOp::Add => overflows && is_open(fits(Exact::Sum)),
            BinaryOp::Sub => overflows && is_open(fits(Exact::Difference)),
            BinaryOp::Mul => overflows && is_open(fits(Exact::Product)),
            // The machine's division traps, checked or not.
            BinaryOp::Div | BinaryOp::Rem => {
                is_open(Condition::NotZero(Operand::Second))
                    || class.signed() && is_open(fits(Exact::Quotient))
            }
            _ => {
                let number = Exact::Operand(Operand::Second);
                let high = i128::from(class.width()) - 1;
                is_checked(CheckKind::Shift) && is_open(Condition::Within { number, low: 0, high })
            }
        };
        self.used_if(is_used, &[a, b])?;
        let unset = shadow::binary(op, class, left, right);
        let distinct = shadow::distinct(op, class, left, right);
        Ok(self.result(dst, &[a, b], widened(class, unset), distinct))
    }

    /// A pointer that is moved by a number of elements.
    pub(super) fn moved(
        &mut self,
        (dst, a, index): (Slot, Slot, Slot),
        scale: u64,
        registers: &[u64],
    ) -> Result<Made, Stop> {
        let class = Class::Int { width: 64, signed: true };
        let (pointer, by) = (self.partial(a, registers), self.partial(index, registers));
        let product = shadow::binary(BinaryOp::Mul, class, by, Partial::set(scale));
        let bits = by.bits.wrapping_mul(scale);
        let distance = Partial { bits, unset: product, distinct: 64 };
        let unset = shadow::binary(BinaryOp::Add, class, pointer, distance);
        // How far it may be moved depends on nothing but the number.
        let (low, high) = by.range(class);
        let reach = i128::from(whydunit_program::address::FARTHEST_INDEX);
        let is_far = low <= -reach || high >= reach;
        let is_checked = pointer.is_set() && self.checks.contains(CheckKind::Bounds);
        self.used_if(is_checked && is_far && !by.is_set(), &[index])?;
        Ok(self.result(dst, &[a, index], unset, 64))
    }
}

/// The bits of a class as those of the canonical value.
pub(super) fn widened(class: Class, unset: u64) -> u64 {
    let width = class.width().min(64);
    let is_copied = class.signed() && unset >> (width - 1) & 1 == 1;
    if is_copied { unset | !shadow::low_bits(width) } else { unset }
}

pub(super) fn operator(op: Arith) -> BinaryOp {
    match op {
        Arith::Add => BinaryOp::Add,
        Arith::Sub => BinaryOp::Sub,
        Arith::Mul => BinaryOp::Mul,
        Arith::Div => BinaryOp::Div,
        Arith::Rem => BinaryOp::Rem,
        Arith::Shl => BinaryOp::Shl,
        Arith::Shr => BinaryOp::Shr,
    }
}
