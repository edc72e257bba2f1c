//! What expressions compute. Arithmetic is that of the machine: a signed result that does not fit ends the run (or wraps, where that is
//! not checked), an unsigned one wraps. A form over dimensions is kept as long as it is exact.

use whydunit_program::{BinaryOp, CheckKind, Expr, ExprKind, IntKind, Type, TypeId, UnaryOp};
use whydunit_source::Span;

use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::{Number, common};
use crate::numeric::{Interval, Linear};
use crate::state::{Target, Targets};

/// A pointer: where it points, and how many bytes beyond the start of that.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pointer {
    pub(crate) targets: Targets,
    pub(crate) offset: Number,
}

impl Pointer {
    pub(crate) fn unknown() -> Pointer {
        Pointer { targets: Targets::unknown(), offset: Number::unknown() }
    }

    pub(crate) fn null() -> Pointer {
        Pointer { targets: Targets::null(), offset: Number::point(0) }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Int(Number),
    Pointer(Pointer),
    /// Floating-point numbers, records, functions.
    Other,
}

/// Pointer arithmetic further than this away from an object loses it.
const FAR: i128 = 1 << 31;

/// Ranges that wrapping tears into more pieces are not looked at piece by piece.
const MOST_PIECES: usize = 3;

impl Machine<'_, '_> {
    pub(crate) fn eval(&mut self, expr: &Expr) -> Reached<Value> {
        let ty = expr.ty;
        Ok(match &expr.kind {
            ExprKind::Int(value) => match self.program.types.get(ty) {
                Type::Pointer(_) if *value == 0 => Value::Pointer(Pointer::null()),
                Type::Pointer(_) => Value::Pointer(Pointer::unknown()),
                _ => Value::Int(Number::point(*value)),
            },
            ExprKind::Float(_) => Value::Other,
            ExprKind::FunctionAddr(id) => {
                let target = Target::whole(self.objects.function(*id));
                let (targets, offset) = (Targets::one(target), Number::point(0));
                Value::Pointer(Pointer { targets, offset })
            }
            ExprKind::Load(place) => self.load(place)?,
            ExprKind::AddrOf(place) => Value::Pointer(self.address(place, false)?),
            ExprKind::Decay(place) => Value::Pointer(self.address(place, true)?),
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) => {
                self.truth_value(expr)?
            }
            ExprKind::Binary(op, ..) if op.is_comparison() => self.truth_value(expr)?,
            ExprKind::Unary(op, inner) => self.unary(*op, inner, ty, expr.span)?,
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, ty, expr.span)?,
            ExprKind::Cond(condition, yes, no) => self.conditional(condition, yes, no)?,
            ExprKind::Cast(inner) => self.cast(inner, ty, expr.span)?,
            ExprKind::PtrAdd(pointer, index) => self.advance(pointer, index, expr.span)?,
            ExprKind::PtrDiff(left, right) => self.difference(left, right, ty)?,
            ExprKind::Quantifier { .. } => Value::Int(Number::range(Interval::new(0, 1))),
            ExprKind::Valid { pointer, lo, hi } => {
                Value::Int(match self.decide_valid(pointer, lo, hi)? {
                    Some(truth) => Number::point(i128::from(truth)),
                    None => Number::range(Interval::new(0, 1)),
                })
            }
            ExprKind::Old { .. } => self.anything(ty),
        })
    }

    pub(crate) fn eval_int(&mut self, expr: &Expr) -> Reached<Number> {
        Ok(match self.eval(expr)? {
            Value::Int(number) => number,
            _ => match self.anything(expr.ty) {
                Value::Int(number) => number,
                _ => Number::unknown(),
            },
        })
    }

    pub(crate) fn eval_pointer(&mut self, expr: &Expr) -> Reached<Pointer> {
        Ok(match self.eval(expr)? {
            Value::Pointer(pointer) => pointer,
            _ => Pointer::unknown(),
        })
    }

    /// Any value of the type.
    pub(crate) fn anything(&self, ty: TypeId) -> Value {
        if let Some(kind) = self.program.types.int_kind(ty) {
            let is_bool = matches!(self.program.types.get(ty), Type::Bool);
            let range = if is_bool { Interval::new(0, 1) } else { range_of(kind) };
            return Value::Int(Number::range(range));
        }
        match self.program.types.get(ty) {
            Type::Pointer(_) => Value::Pointer(Pointer::unknown()),
            _ => Value::Other,
        }
    }

    fn unary(&mut self, op: UnaryOp, inner: &Expr, ty: TypeId, span: Span) -> Reached<Value> {
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

    fn binary(
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
    fn wrap(&mut self, number: Number, kind: IntKind) -> Reached<Number> {
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

    fn cast(&mut self, inner: &Expr, ty: TypeId, span: Span) -> Reached<Value> {
        let types = &self.program.types;
        if matches!(types.get(ty), Type::Bool) {
            return self.truth_value(inner);
        }
        let is_float = matches!(types.get(inner.ty), Type::Float(_));
        let value = self.eval(inner)?;
        let types = &self.program.types;
        Ok(match (types.int_kind(ty), value) {
            (Some(kind), Value::Int(number)) => {
                let range = self.state.numbers.range(&number);
                Value::Int(self.wrap(Number { range, ..number }, kind)?)
            }
            (Some(_), _) => {
                if is_float {
                    self.demand_that(CheckKind::Overflow, span, false);
                }
                self.anything(ty)
            }
            (None, Value::Pointer(pointer)) if types.pointee(ty).is_some() => {
                Value::Pointer(pointer)
            }
            (None, Value::Int(number)) if types.pointee(ty).is_some() => {
                match self.state.numbers.range(&number).as_point() {
                    Some(0) => Value::Pointer(Pointer::null()),
                    _ => Value::Pointer(Pointer::unknown()),
                }
            }
            _ => self.anything(ty),
        })
    }

    fn advance(&mut self, pointer: &Expr, index: &Expr, span: Span) -> Reached<Value> {
        let types = &self.program.types;
        let size = types.pointee(pointer.ty).and_then(|to| types.size_of(to)).unwrap_or(1);
        let base = self.eval_pointer(pointer)?;
        let index = self.eval_int(index)?;
        let size = i128::from(size);
        let range = self.state.numbers.range(&index).mul(Interval::point(size));
        let linear = index.linear.as_ref().and_then(|linear| linear.scale(size));
        let by = Number { factor: size.max(1), ..Number::new(linear, range) };
        let near = Interval::new(-FAR, FAR);
        let range = self.state.numbers.range(&base.offset).add(range);
        let has_object = !base.targets.known.is_empty() || base.targets.is_unknown;
        if has_object {
            self.demand_that(CheckKind::Bounds, span, range.is_subset_of(near));
        }
        let forms = base.offset.linear.as_ref().zip(by.linear.as_ref());
        let factor = common(base.offset.divisor(), by.divisor()).max(1);
        let linear = forms.and_then(|(a, b)| a.add(b));
        let offset = Number { factor, ..Number::new(linear, range) };
        // What lies far away from its object has left it.
        let offset = match range.meet(near) {
            Some(range) if self.checks.contains(CheckKind::Bounds) => Number { range, ..offset },
            _ if range.is_subset_of(near) => offset,
            _ => return Ok(Value::Pointer(Pointer::unknown())),
        };
        Ok(Value::Pointer(Pointer { targets: base.targets, offset }))
    }

    fn difference(&mut self, left: &Expr, right: &Expr, ty: TypeId) -> Reached<Value> {
        let types = &self.program.types;
        let size = types.pointee(left.ty).and_then(|to| types.size_of(to)).unwrap_or(1).max(1);
        let a = self.eval_pointer(left)?;
        let b = self.eval_pointer(right)?;
        let Some(bytes) = self.distance(&a, &b) else { return Ok(self.anything(ty)) };
        let size = i128::from(size);
        let linear = bytes.linear.as_ref().and_then(|linear| divided(linear, size));
        let range = self.state.numbers.range(&bytes);
        let range = range.div(Interval::point(size)).unwrap_or(Interval::TOP);
        let Some(kind) = self.program.types.int_kind(ty) else { return Ok(self.anything(ty)) };
        Ok(Value::Int(wrapped(Number::new(linear, range), kind)))
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

    fn conditional(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Reached<Value> {
        if let Some(case) = self.choices.pick(2) {
            self.assume(condition, case == 0)?;
            return self.eval(if case == 0 { yes } else { no });
        }
        let before = self.state.clone();
        let then = self.assume(condition, true).and_then(|()| self.eval(yes));
        let after = std::mem::replace(&mut self.state, before.clone());
        let otherwise = self.assume(condition, false).and_then(|()| self.eval(no));
        match (then, otherwise) {
            (Ok(value), Err(Unreachable)) => {
                self.state = after;
                Ok(value)
            }
            (Err(Unreachable), other) => other,
            (Ok(a), Ok(b)) => {
                let (a, b) = match (a, b) {
                    // Forms of the two sides hold on their sides only: what is joined are ranges.
                    (Value::Int(a), Value::Int(b)) => {
                        let x = after.numbers.range(&a);
                        let y = self.state.numbers.range(&b);
                        (Value::Int(Number { range: x, ..a }), Value::Int(Number { range: y, ..b }))
                    }
                    other => other,
                };
                self.state = before;
                Ok(joined(a, b))
            }
        }
    }

    /// The value of a condition: 0 or 1.
    fn truth_value(&mut self, condition: &Expr) -> Reached<Value> {
        let truth = match self.decide(condition)? {
            Some(truth) => truth,
            None => match self.choices.pick(2) {
                Some(case) => {
                    self.quietly(|machine| machine.assume(condition, case == 0))?;
                    case == 0
                }
                None => return Ok(Value::Int(Number::range(Interval::new(0, 1)))),
            },
        };
        Ok(Value::Int(Number::point(i128::from(truth))))
    }
}

pub(crate) fn joined(a: Value, b: Value) -> Value {
    let number = |a: Number, b: Number| {
        Number::new(if a.linear == b.linear { a.linear } else { None }, a.range.join(b.range))
    };
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Value::Int(number(a, b)),
        (Value::Pointer(a), Value::Pointer(b)) => {
            let offset = match (a.targets.is_null(), b.targets.is_null()) {
                (true, _) => b.offset,
                (_, true) => a.offset,
                _ => number(a.offset, b.offset),
            };
            Value::Pointer(Pointer { targets: a.targets.join(&b.targets), offset })
        }
        _ => Value::Other,
    }
}

pub(crate) fn range_of(kind: IntKind) -> Interval {
    Interval::of_type(kind.bits, kind.signed)
}

/// A number of a range that is not above another, if that is not negative: a part of it.
fn not_above(range: Interval, whole: &Number, of: Interval) -> Number {
    let mut part = Number::range(range);
    if of.low >= 0 && part.linear.is_none() {
        part.most = whole.upper();
    }
    part
}

/// The value reduced to the type; a form stays where all values are reduced by the same.
pub(crate) fn wrapped(number: Number, kind: IntKind) -> Number {
    if number.range.is_subset_of(range_of(kind)) {
        return number;
    }
    let range = number.range.wrap(kind.bits, kind.signed);
    match number.range.wrapped_by(kind.bits, kind.signed) {
        Some(by) => {
            let moved = |form: Option<Linear>| form.and_then(|form| form.shift(by));
            let (least, most) = (moved(number.least), moved(number.most));
            Number { least, most, ..Number::new(moved(number.linear), range) }
        }
        None => Number::range(range),
    }
}

/// `linear` lies within the range, as forms that are at most 0: the lower end first.
pub(crate) fn within(linear: &Linear, range: Interval) -> Vec<Linear> {
    let low = linear.scale(-1).and_then(|form| form.shift(range.low));
    let high = linear.shift(-range.high);
    low.into_iter().chain(high).collect()
}

/// The form divided by a number, where every part of it can be.
pub(crate) fn divided(linear: &Linear, by: i128) -> Option<Linear> {
    if by == 1 {
        return Some(linear.clone());
    }
    let is_whole = linear.constant % by == 0 && linear.terms.iter().all(|(_, f)| f % by == 0);
    is_whole.then(|| Linear {
        terms: linear.terms.iter().map(|(dim, factor)| (*dim, factor / by)).collect(),
        constant: linear.constant / by,
    })
}
