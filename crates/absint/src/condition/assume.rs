//! What is known once a condition holds, or does not.

use whydunit_program::{BinaryOp, Expr, ExprKind, UnaryOp};

use crate::eval::{Pointer, Value};
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};
use crate::objects::{Origin, Quantity};
use crate::state::{State, Target, Targets};

impl Machine<'_, '_> {
    /// Goes on with the runs in which the condition is true, or false.
    pub(crate) fn assume(&mut self, condition: &Expr, truth: bool) -> Reached<()> {
        self.in_one_case(|machine| machine.assume_kind(condition, truth))
    }

    fn assume_kind(&mut self, condition: &Expr, truth: bool) -> Reached<()> {
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.assume(inner, !truth),
            ExprKind::And(left, right) if truth => {
                self.assume(left, true)?;
                self.assume(right, true)
            }
            ExprKind::Or(left, right) if !truth => {
                self.assume(left, false)?;
                self.assume(right, false)
            }
            ExprKind::And(left, right) => self.assume_either(left, right, false),
            ExprKind::Or(left, right) => self.assume_either(left, right, true),
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let op = if truth { *op } else { op.opposite() };
                self.assume_comparison(op, left, right)
            }
            ExprKind::Cast(inner) if self.keeps_truth(inner, condition) => {
                self.assume(inner, truth)
            }
            ExprKind::Valid { pointer, lo, hi } if truth => self.assume_valid(pointer, lo, hi),
            ExprKind::Load(place) => {
                let value = self.eval(condition)?;
                self.assume_element(place, !truth)?;
                self.assume_value(&value, truth, condition)
            }
            _ => {
                let value = self.eval(condition)?;
                self.assume_value(&value, truth, condition)
            }
        }
    }

    /// `left` is `truth`, or else `right` is.
    fn assume_either(&mut self, left: &Expr, right: &Expr, truth: bool) -> Reached<()> {
        let before = self.state.clone();
        let first = self.assume(left, truth);
        let on_left = std::mem::replace(&mut self.state, before);
        let second = self.assume(left, !truth).and_then(|()| self.assume(right, truth));
        match (first, second) {
            (Err(Unreachable), second) => second,
            (Ok(()), Err(Unreachable)) => {
                self.state = on_left;
                Ok(())
            }
            (Ok(()), Ok(())) => {
                self.join_with(&on_left);
                Ok(())
            }
        }
    }

    /// Also the runs of another state that came from the same one; what was recorded since they parted is not kept.
    pub(crate) fn join_with(&mut self, other: &State) {
        let joined = self.state.join(other, self.objects);
        let shared = self.state.numbers.common_log(&other.numbers);
        self.state = joined;
        self.state.numbers.set_log(shared);
    }

    fn assume_value(&mut self, value: &Value, truth: bool, expr: &Expr) -> Reached<()> {
        match value {
            Value::Int(number) => {
                let op = if truth { BinaryOp::Ne } else { BinaryOp::Eq };
                self.relate(op, number, &Number::point(0))
            }
            Value::Pointer(pointer) => self.assume_null(expr, pointer, !truth),
            Value::Other => Ok(()),
        }
    }

    fn assume_comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Reached<()> {
        let a = self.eval(left)?;
        let b = self.eval(right)?;
        match (&a, &b) {
            (Value::Int(a), Value::Int(b)) => {
                let (x, y) = (self.state.numbers.range(a), self.state.numbers.range(b));
                if y == Interval::point(0)
                    && matches!(op, BinaryOp::Eq | BinaryOp::Ne)
                    && let Some(place) = self.loaded(left)
                {
                    self.assume_element(place, op == BinaryOp::Eq)?;
                }
                // An index compared as an unsigned number: what is below a small bound was not negative.
                let (mut a, mut b) = (a.clone(), b.clone());
                if matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Eq)
                    && let Some(signed) = self.unsigned_of(left, y)?
                {
                    a = signed;
                }
                if matches!(op, BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq)
                    && let Some(signed) = self.unsigned_of(right, x)?
                {
                    b = signed;
                }
                self.relate(op, &a, &b)
            }
            (Value::Pointer(a), Value::Pointer(b)) => {
                let is_equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                if is_equality && b.targets.is_null() {
                    return self.assume_null(left, a, op == BinaryOp::Eq);
                }
                if is_equality && a.targets.is_null() {
                    return self.assume_null(right, b, op == BinaryOp::Eq);
                }
                match self.distance(a, b) {
                    Some(distance) => self.relate(op, &distance, &Number::point(0)),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// The signed number under a conversion to an unsigned type, where a comparison with `other` says that it is not negative.
    fn unsigned_of(&mut self, expr: &Expr, other: Interval) -> Reached<Option<Number>> {
        let ExprKind::Cast(inner) = &expr.kind else { return Ok(None) };
        let types = &self.program.types;
        let kinds = types.int_kind(inner.ty).zip(types.int_kind(expr.ty));
        let Some((from, to)) = kinds else { return Ok(None) };
        let half = 1_i128 << (to.bits - 1);
        if !from.signed || to.signed || to.bits < from.bits || other.high > half {
            return Ok(None);
        }
        let number = self.quietly(|machine| machine.eval_int(inner))?;
        if self.state.numbers.range(&number).low >= 0 {
            return Ok(None);
        }
        self.relate(BinaryOp::Ge, &number, &Number::point(0))?;
        Ok(Some(number))
    }

    /// Goes on with the runs in which the two numbers compare like this.
    pub(crate) fn relate(&mut self, op: BinaryOp, a: &Number, b: &Number) -> Reached<()> {
        let difference = self.subtract(a, b);
        let zero = Interval::point(0);
        let is_possible = match op {
            BinaryOp::Lt => difference.low < 0,
            BinaryOp::Le => difference.low <= 0,
            BinaryOp::Gt => difference.high > 0,
            BinaryOp::Ge => difference.high >= 0,
            BinaryOp::Eq => difference.contains(0),
            _ => difference != zero,
        };
        if !is_possible {
            return Err(Unreachable);
        }
        match op {
            BinaryOp::Lt => self.at_most(a, b, -1),
            BinaryOp::Le => self.at_most(a, b, 0),
            BinaryOp::Gt => self.at_most(b, a, -1),
            BinaryOp::Ge => self.at_most(b, a, 0),
            BinaryOp::Eq => {
                self.at_most(a, b, 0)?;
                self.at_most(b, a, 0)
            }
            _ if difference.low == 0 => self.at_most(b, a, -1),
            _ if difference.high == 0 => self.at_most(a, b, -1),
            _ => Ok(()),
        }
    }

    /// `a <= b + by`
    fn at_most(&mut self, a: &Number, b: &Number, by: i128) -> Reached<()> {
        let numbers = &self.state.numbers;
        let a = Number { range: numbers.range(a), ..a.clone() };
        let b = Number { range: numbers.range(b), ..b.clone() };
        let form = a.lower().zip(b.upper()).and_then(|(a, b)| a.sub(&b)?.shift(-by));
        match form {
            Some(form) if !form.terms.is_empty() => self.constrain(&form),
            _ => Ok(()),
        }
    }

    /// The pointer that was read is null, or is not.
    fn assume_null(&mut self, expr: &Expr, pointer: &Pointer, is_null: bool) -> Reached<()> {
        let targets = &pointer.targets;
        let is_possible = if is_null { self.may_be_null(targets) } else { !targets.is_null() };
        if !is_possible {
            return Err(Unreachable);
        }
        if let Some(target) = targets.single()
            && self.state.numbers.range(&pointer.offset) == Interval::point(0)
        {
            self.assume_absent(target, is_null)?;
        }
        let Some(place) = self.loaded(expr) else { return Ok(()) };
        let Some(slot) = self.quietly(|machine| machine.scalar_slot(place))? else {
            return Ok(());
        };
        let refined = match is_null {
            true => Targets::null(),
            false => Targets { may_be_null: false, ..targets.clone() },
        };
        self.state.pointers.insert(slot, refined);
        Ok(())
    }

    /// An input is null, so that there is nothing behind it; or it is not, then there is something unless a contract says how much.
    fn assume_absent(&mut self, target: Target, is_null: bool) -> Reached<()> {
        let object = self.objects.get(target.object);
        let is_stated = object.is_stated;
        if !matches!(object.origin, Origin::Input(_)) || target.len.is_some() {
            return Ok(());
        }
        let size = Linear::dim(self.objects.dim(Quantity::Size(target.object)));
        match is_null {
            true => self.constrain(&size),
            false if is_stated => Ok(()),
            false => match size.scale(-1).and_then(|form| form.shift(1)) {
                Some(form) => self.constrain(&form),
                None => Ok(()),
            },
        }
    }
}
