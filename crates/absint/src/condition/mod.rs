//! Conditions: what they decide, and what is known once one holds or does not.

mod assume;
mod valid;

use whydunit_program::{BinaryOp, CheckKind, Expr, ExprKind, Place, Type, UnaryOp};

use crate::eval::Value;
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};
use crate::state::Targets;

impl Machine<'_, '_> {
    /// Does the condition hold in all runs, in none, or is that not known? What it demands on the way is demanded.
    pub(crate) fn decide(&mut self, condition: &Expr) -> Reached<Option<bool>> {
        self.in_one_case(|machine| whydunit_semantics::condition(machine, condition, &mut ()))
    }

    pub(crate) fn truth_of(&self, value: &Value) -> Option<bool> {
        match value {
            Value::Int(number) => {
                let range = self.state.numbers.range(number);
                match (range.as_point(), range.contains(0)) {
                    (Some(0), _) => Some(false),
                    (_, false) => Some(true),
                    _ => None,
                }
            }
            Value::Pointer(pointer) if pointer.targets.is_null() => Some(false),
            Value::Pointer(pointer) if !self.may_be_null(&pointer.targets) => Some(true),
            _ => None,
        }
    }

    pub(crate) fn compare_values(&self, op: BinaryOp, a: &Value, b: &Value) -> Option<bool> {
        let difference = match (a, b) {
            (Value::Int(a), Value::Int(b)) => self.subtract(a, b),
            (Value::Pointer(a), Value::Pointer(b)) => match self.distance(a, b) {
                Some(distance) => self.state.numbers.range(&distance),
                None => return self.compare_targets(op, &a.targets, &b.targets),
            },
            _ => return None,
        };
        let zero = Interval::point(0);
        match op {
            BinaryOp::Lt => difference.lt(zero),
            BinaryOp::Le => difference.le(zero),
            BinaryOp::Gt => zero.lt(difference),
            BinaryOp::Ge => zero.le(difference),
            BinaryOp::Eq => difference.eq(zero),
            _ => difference.eq(zero).map(|is_equal| !is_equal),
        }
    }

    fn compare_targets(&self, op: BinaryOp, a: &Targets, b: &Targets) -> Option<bool> {
        let differs =
            (a.is_null() && !self.may_be_null(b)) || (b.is_null() && !self.may_be_null(a));
        let is_same = a.is_null() && b.is_null();
        match op {
            BinaryOp::Eq if differs => Some(false),
            BinaryOp::Ne if differs => Some(true),
            BinaryOp::Eq if is_same => Some(true),
            BinaryOp::Ne if is_same => Some(false),
            _ => None,
        }
    }

    pub(super) fn subtract(&self, a: &Number, b: &Number) -> Interval {
        let numbers = &self.state.numbers;
        let plain = numbers.range(a).sub(numbers.range(b));
        let least = a.lower().zip(b.upper()).and_then(|(a, b)| a.sub(&b));
        let most = a.upper().zip(b.lower()).and_then(|(a, b)| a.sub(&b));
        let low = least.map_or(i128::MIN, |form| numbers.bounds_of(&form).low);
        let high = most.map_or(i128::MAX, |form| numbers.bounds_of(&form).high);
        Interval::checked(low, high).and_then(|forms| forms.meet(plain)).unwrap_or(plain)
    }

    /// A conversion that makes zero of zero only.
    fn keeps_truth(&self, inner: &Expr, outer: &Expr) -> bool {
        let types = &self.program.types;
        if matches!(types.get(outer.ty), Type::Bool) {
            return types.is_scalar(inner.ty) && !matches!(types.get(inner.ty), Type::Float(_));
        }
        match (types.int_kind(inner.ty), types.int_kind(outer.ty)) {
            (Some(from), Some(to)) => to.bits >= from.bits,
            _ => types.pointee(inner.ty).is_some() && types.pointee(outer.ty).is_some(),
        }
    }

    /// Evaluates something once more; its obligations have been met.
    pub(crate) fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let obligations = self.obligations.take();
        let result = self.in_one_case(work);
        self.obligations = obligations;
        result
    }

    /// A check that the program states.
    pub(crate) fn check(&mut self, kind: CheckKind, condition: &Expr) -> Reached<()> {
        if !self.checks.contains(kind) {
            // Not looked at, but its operands are computed.
            self.decide(condition)?;
            return Ok(());
        }
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        for (side, part) in parts.iter().enumerate() {
            let decided = self.decide(part)?;
            let form = self.quietly(|machine| machine.form_of(part, true))?;
            let is_proved = decided == Some(true);
            self.write_down(kind, condition.span, side as u8, is_proved, form.as_ref());
            self.quietly(|machine| machine.assume(part, true))?;
        }
        Ok(())
    }

    /// The place that an expression reads, conversions aside that leave zero alone.
    fn loaded<'e>(&self, expr: &'e Expr) -> Option<&'e Place> {
        match &expr.kind {
            ExprKind::Load(place) => Some(place),
            ExprKind::Cast(inner) if self.keeps_truth(inner, expr) => self.loaded(inner),
            _ => None,
        }
    }

    /// A condition as a form that is at most 0 where the condition is `truth`.
    fn form_of(&mut self, condition: &Expr, truth: bool) -> Reached<Option<Linear>> {
        let (op, left, right) = match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => return self.form_of(inner, !truth),
            ExprKind::Cast(inner) if self.keeps_truth(inner, condition) => {
                return self.form_of(inner, truth);
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => (*op, left, right),
            _ => return Ok(None),
        };
        let is_zero = right.as_int() == Some(0);
        match op {
            BinaryOp::Ne if is_zero && is_condition(left) => return self.form_of(left, truth),
            BinaryOp::Eq if is_zero && is_condition(left) => return self.form_of(left, !truth),
            _ => {}
        }
        let op = if truth { op } else { op.opposite() };
        let (Value::Int(a), Value::Int(b)) = (self.eval(left)?, self.eval(right)?) else {
            return Ok(None);
        };
        let Some((a, b)) = a.linear.zip(b.linear) else { return Ok(None) };
        Ok(match op {
            BinaryOp::Lt => a.sub(&b).and_then(|form| form.shift(1)),
            BinaryOp::Le => a.sub(&b),
            BinaryOp::Gt => b.sub(&a).and_then(|form| form.shift(1)),
            BinaryOp::Ge => b.sub(&a),
            _ => None,
        })
    }
}

/// Its value is 0 or 1, by what it compares.
fn is_condition(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Cast(inner) => is_condition(inner),
        _ => false,
    }
}

fn conjuncts<'e>(condition: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &condition.kind {
        ExprKind::And(left, right) => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        _ => parts.push(condition),
    }
}
