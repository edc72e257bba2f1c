//! Arithmetic of the machine: what fits, what wraps, what is demanded.

use whydunit_program::{BinaryOp, CheckKind, Expr, IntKind, TypeId, UnaryOp};
use whydunit_source::Span;

use super::{MOST_PIECES, Value, range_of, within, wrapped};
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};

impl Machine<'_, '_> {
    pub(super) fn unary(
        &mut self,
        op: UnaryOp,
        inner: &Expr,
        ty: TypeId,
        span: Span,
    ) -> Reached<Value> {
        let Some(kind) = self.program.types.int_kind(ty) else {
            self.eval(inner)?;
            return Ok(Value::Other);
        };
        let operand = self.eval_int(inner)?;
        let result = match op {
            UnaryOp::Neg => Number::new(
                operand.linear.as_ref().and_then(|linear| linear.scale(-1)),
                operand.range.neg(),
            ),
            _ => {
                let negated = operand.linear.as_ref().and_then(|linear| linear.scale(-1));
                Number::new(negated.and_then(|linear| linear.shift(-1)), operand.range.bit_not())
            }
        };
        Ok(Value::Int(self.fit(result, kind, span)?))
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        ty: TypeId,
        span: Span,
    ) -> Reached<Value> {
        let Some(kind) = self.program.types.int_kind(ty) else {
            self.eval(left)?;
            self.eval(right)?;
            return Ok(Value::Other);
        };
        let a = self.eval_int(left)?;
        let b = self.eval_int(right)?;
        self.arithmetic(op, a, b, kind, span).map(Value::Int)
    }

    fn arithmetic(
        &mut self,
        op: BinaryOp,
        a: Number,
        b: Number,
        kind: IntKind,
        span: Span,
    ) -> Reached<Number> {
        let (x, y) = (self.state.numbers.range(&a), self.state.numbers.range(&b));
        let forms = || a.linear.as_ref().zip(b.linear.as_ref());
        let scaled =
            |linear: &Option<Linear>, by: i128| linear.as_ref().and_then(|linear| linear.scale(by));
        let exact = match op {
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
                self.nonzero(&b, y, span)?;
                let quotient = match op {
                    BinaryOp::Div => x.div(y),
                    _ => x.rem(y),
                };
                // The one quotient that does not fit.
                let least = range_of(kind).low;
                let overflows = kind.signed && x.contains(least) && y.contains(-1);
                if kind.signed && self.checks.contains(CheckKind::Overflow) {
                    self.demand_that(CheckKind::Overflow, span, !overflows);
                }
                let range = quotient.unwrap_or(range_of(kind));
                let range = range.meet(range_of(kind)).unwrap_or(range_of(kind));
                return Ok(not_above(range, &a, x));
            }
            BinaryOp::Shl | BinaryOp::Shr => return self.shift(op, &a, x, &b, y, kind, span),
            BinaryOp::BitAnd if x.low >= 0 => not_above(x.bit_and(y), &a, x),
            BinaryOp::BitAnd => not_above(x.bit_and(y), &b, y),
            BinaryOp::BitOr => Number::range(x.bit_or(y)),
            BinaryOp::BitXor => Number::range(x.bit_xor(y)),
            _ => Number::range(Interval::new(0, 1)),
        };
        self.fit(exact, kind, span)
    }

    fn nonzero(&mut self, divisor: &Number, range: Interval, span: Span) -> Reached<()> {
        let is_proved = !range.contains(0);
        let form = match (&divisor.linear, range.low >= 0, range.high <= 0) {
            // At least 1, or at most -1.
            (Some(linear), true, _) => linear.scale(-1).and_then(|form| form.shift(1)),
            (Some(linear), _, true) => linear.shift(1),
            _ => None,
        };
        match form {
            Some(form) => self.demand(CheckKind::Div, span, &[form]),
            None => {
                self.demand_that(CheckKind::Div, span, is_proved);
                if range == Interval::point(0) { Err(Unreachable) } else { Ok(()) }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "both operands come with their ranges")]
    fn shift(
        &mut self,
        op: BinaryOp,
        a: &Number,
        x: Interval,
        by: &Number,
        count: Interval,
        kind: IntKind,
        span: Span,
    ) -> Reached<Number> {
        let allowed = Interval::new(0, i128::from(kind.bits) - 1);
        let is_checked = self.checks.contains(CheckKind::Shift);
        match &by.linear {
            Some(linear) if is_checked => {
                let forms = within(linear, allowed);
                self.demand(CheckKind::Shift, span, &forms)?;
            }
            _ => self.demand_that(CheckKind::Shift, span, count.is_subset_of(allowed)),
        }
        let count = match (is_checked, count.meet(allowed)) {
            (true, Some(count)) => count,
            (true, None) => return Err(Unreachable),
            (false, _) if count.is_subset_of(allowed) => count,
            (false, _) => return Ok(Number::range(range_of(kind))),
        };
        if op == BinaryOp::Shr {
            return Ok(not_above(x.shr(count), a, x));
        }
        let linear = count
            .as_point()
            .filter(|count| *count < 64)
            .and_then(|count| a.linear.as_ref()?.scale(1 << count));
        let exact = Number::new(linear, x.shl(count));
        // Bits that are shifted out are lost without a failure.
        Ok(wrapped(exact, kind))
    }

    /// The machine's result of an exact one.
    fn fit(&mut self, exact: Number, kind: IntKind, span: Span) -> Reached<Number> {
        let range = self.state.numbers.range(&exact);
        if !kind.signed || !self.checks.contains(CheckKind::Overflow) {
            return self.wrap(Number { range, ..exact }, kind);
        }
        let limits = range_of(kind);
        match &exact.linear {
            Some(linear) => self.demand(CheckKind::Overflow, span, &within(linear, limits))?,
            None => self.demand_that(CheckKind::Overflow, span, range.is_subset_of(limits)),
        }
        let range = range.meet(limits).ok_or(Unreachable)?;
        Ok(Number { range, ..exact })
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
