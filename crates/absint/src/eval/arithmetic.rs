//! Arithmetic of the machine: what operators do to numbers.

use whydunit_program::obligation::Exact;
use whydunit_program::{BinaryOp, CheckKind, Class, IntKind};
use whydunit_semantics::Operands;
use whydunit_source::Span;

use super::{Value, range_of, within, wrapped};
use crate::limits::MOST_PIECES;
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};

impl Machine<'_, '_> {
    /// What an obligation speaks of.
    pub(super) fn exact(&self, number: Exact, operands: &Operands<Value>) -> Number {
        let of = |index: usize| self.number(&operands[index].0, operands[index].1);
        let kind = operands[0].1.int_kind();
        match number {
            Exact::Negation => {
                let operand = of(0);
                let linear = operand.linear.as_ref().and_then(|linear| linear.scale(-1));
                Number::new(linear, operand.range.neg())
            }
            Exact::Sum => self.arithmetic(BinaryOp::Add, &of(0), &of(1), kind),
            Exact::Difference => self.arithmetic(BinaryOp::Sub, &of(0), &of(1), kind),
            Exact::Product => self.arithmetic(BinaryOp::Mul, &of(0), &of(1), kind),
            Exact::Shifted => {
                let (a, count) = (of(0), of(1));
                Number::range(a.range.shl(count.range))
            }
            Exact::Operand(_) | Exact::Quotient | Exact::Truncated => Number::unknown(),
        }
    }

    /// A number that has been demanded to be one of the class.
    pub(super) fn fitting(&self, exact: Number, class: Class) -> Number {
        let range = self.state.numbers.range(&exact);
        let limits = range_of(class.int_kind());
        Number { range: range.meet(limits).unwrap_or(limits), ..exact }
    }

    /// The result of an operator; sums, differences and products are exact.
    pub(super) fn arithmetic(&self, op: BinaryOp, a: &Number, b: &Number, kind: IntKind) -> Number {
        let (x, y) = (self.state.numbers.range(a), self.state.numbers.range(b));
        let forms = || a.linear.as_ref().zip(b.linear.as_ref());
        let scaled =
            |linear: &Option<Linear>, by: i128| linear.as_ref().and_then(|linear| linear.scale(by));
        match op {
            BinaryOp::Add => Number {
                least: a.lower().zip(b.lower()).and_then(|(a, b)| a.add(&b)),
                most: a.upper().zip(b.upper()).and_then(|(a, b)| a.add(&b)),
                ..Number::new(forms().and_then(|(a, b)| a.add(b)), x.add(y))
            },
            BinaryOp::Sub => Number {
                least: a.lower().zip(b.upper()).and_then(|(a, b)| a.sub(&b)),
                most: a.upper().zip(b.lower()).and_then(|(a, b)| a.sub(&b)),
                ..Number::new(forms().and_then(|(a, b)| a.sub(b)), x.sub(y))
            },
            BinaryOp::Mul => {
                let linear = match (x.as_point(), y.as_point()) {
                    (_, Some(factor)) => scaled(&a.linear, factor),
                    (Some(factor), _) => scaled(&b.linear, factor),
                    _ => None,
                };
                Number::new(linear, x.mul(y))
            }
            BinaryOp::Div | BinaryOp::Rem => {
                let quotient = match op {
                    BinaryOp::Div => x.div(y),
                    _ => x.rem(y),
                };
                let range = quotient.unwrap_or(range_of(kind));
                let range = range.meet(range_of(kind)).unwrap_or(range_of(kind));
                not_above(range, a, x)
            }
            BinaryOp::Shr => not_above(x.shr(y), a, x),
            BinaryOp::Shl => {
                let linear = y
                    .as_point()
                    .filter(|count| (0..64).contains(count))
                    .and_then(|count| a.linear.as_ref()?.scale(1 << count));
                // Bits that are shifted out are lost without a failure.
                wrapped(Number::new(linear, x.shl(y)), kind)
            }
            BinaryOp::BitAnd if x.low >= 0 => not_above(x.bit_and(y), a, x),
            BinaryOp::BitAnd => not_above(x.bit_and(y), b, y),
            BinaryOp::BitOr => Number::range(x.bit_or(y)),
            BinaryOp::BitXor => Number::range(x.bit_xor(y)),
            _ => Number::range(Interval::new(0, 1)),
        }
    }

    /// A divisor is not zero from here on.
    pub(super) fn require_nonzero(
        &mut self,
        kind: CheckKind,
        divisor: &Number,
        span: Span,
    ) -> Reached<()> {
        let range = self.state.numbers.range(divisor);
        let is_proved = !range.contains(0);
        let form = match (&divisor.linear, range.low >= 0, range.high <= 0) {
            // At least 1, or at most -1.
            (Some(linear), true, _) => linear.scale(-1).and_then(|form| form.shift(1)),
            (Some(linear), _, true) => linear.shift(1),
            _ => None,
        };
        match form {
            Some(form) => self.require(kind, span, &[form]),
            None => {
                self.require_that(kind, span, is_proved);
                if range == Interval::point(0) { Err(Unreachable) } else { Ok(()) }
            }
        }
    }

    /// The value reduced to the type; where that tears its range apart, piece by piece.
    pub(super) fn wrap(&mut self, number: Number, kind: IntKind) -> Reached<Number> {
        let torn = wrapped(number.clone(), kind);
        let (Some(linear), None) = (&number.linear, &torn.linear) else { return Ok(torn) };
        let Some(pieces) = number.range.pieces(kind.bits, kind.signed, MOST_PIECES) else {
            return Ok(torn);
        };
        let Some(case) = self.choices.pick(pieces.len() as u8) else { return Ok(torn) };
        let range = pieces[usize::from(case)];
        self.constrain_all(&within(linear, range))?;
        Ok(wrapped(Number { range, ..number }, kind))
    }
}

/// A number of a range that is not above another, if that is not negative: a part of it.
fn not_above(range: Interval, whole: &Number, of: Interval) -> Number {
    let mut part = Number::range(range);
    if of.low >= 0 && part.linear.is_none() {
        part.most = whole.upper();
    }
    part
}
