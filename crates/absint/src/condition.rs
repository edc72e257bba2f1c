//! Conditions: what they decide, and what is known once one holds or does not.

use whydunit_program::{BinaryOp, CheckKind, Expr, ExprKind, Place, Type, UnaryOp};

use crate::eval::{Pointer, Value};
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};
use crate::objects::{Origin, Quantity};
use crate::state::{State, Target, Targets};

impl Machine<'_, '_> {
    /// Does the condition hold in all runs, in none, or is that not known? What it demands on the way is demanded.
    pub(crate) fn decide(&mut self, condition: &Expr) -> Reached<Option<bool>> {
        self.in_one_case(|machine| machine.decide_kind(condition))
    }

    fn decide_kind(&mut self, condition: &Expr) -> Reached<Option<bool>> {
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => Ok(self.decide(inner)?.map(|truth| !truth)),
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                self.compare(*op, left, right)
            }
            ExprKind::And(left, right) => self.decide_lazily(left, right, true),
            ExprKind::Or(left, right) => self.decide_lazily(left, right, false),
            _ => {
                let value = self.eval(condition)?;
                Ok(self.truth_of(&value))
            }
        }
    }

    /// `left && right`, where the right side is looked at if the left one is `going_on`; else `left || right`.
    fn decide_lazily(
        &mut self,
        left: &Expr,
        right: &Expr,
        going_on: bool,
    ) -> Reached<Option<bool>> {
        let first = self.decide(left)?;
        if first == Some(!going_on) {
            return Ok(first);
        }
        let before = self.state.clone();
        let second = match self.assume(left, going_on) {
            Ok(()) => self.decide(right),
            Err(Unreachable) => {
                self.state = before;
                return Ok(Some(!going_on));
            }
        };
        self.state = before;
        Ok(match (first, second) {
            // Where the right side is reached it always ends the run.
            (Some(_), Err(Unreachable)) => return Err(Unreachable),
            (None, Err(Unreachable)) => Some(!going_on),
            (_, Ok(Some(truth))) if truth != going_on => Some(truth),
            (Some(_), Ok(second)) => second,
            _ => None,
        })
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

    pub(crate) fn compare(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Reached<Option<bool>> {
        let a = self.eval(left)?;
        let b = self.eval(right)?;
        let difference = match (&a, &b) {
            (Value::Int(a), Value::Int(b)) => self.subtract(a, b),
            (Value::Pointer(a), Value::Pointer(b)) => match self.distance(a, b) {
                Some(distance) => self.state.numbers.range(&distance),
                None => return Ok(self.compare_targets(op, &a.targets, &b.targets)),
            },
            _ => return Ok(None),
        };
        let zero = Interval::point(0);
        Ok(match op {
            BinaryOp::Lt => difference.lt(zero),
            BinaryOp::Le => difference.le(zero),
            BinaryOp::Gt => zero.lt(difference),
            BinaryOp::Ge => zero.le(difference),
            BinaryOp::Eq => difference.eq(zero),
            _ => difference.eq(zero).map(|is_equal| !is_equal),
        })
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

    fn subtract(&self, a: &Number, b: &Number) -> Interval {
        let numbers = &self.state.numbers;
        let plain = numbers.range(a).sub(numbers.range(b));
        let least = a.lower().zip(b.upper()).and_then(|(a, b)| a.sub(&b));
        let most = a.upper().zip(b.lower()).and_then(|(a, b)| a.sub(&b));
        let low = least.map_or(i128::MIN, |form| numbers.bounds_of(&form).low);
        let high = most.map_or(i128::MAX, |form| numbers.bounds_of(&form).high);
        Interval::checked(low, high).and_then(|forms| forms.meet(plain)).unwrap_or(plain)
    }

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
                let op = if truth { *op } else { negated(*op) };
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

    /// Evaluates something once more; its demands have been met.
    pub(crate) fn quietly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let obligations = self.obligations.take();
        let result = self.in_one_case(work);
        self.obligations = obligations;
        result
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

    /// `\valid(pointer + (lo .. hi))`: the forms that are at most 0 if it holds. `None` where nothing can be said.
    fn valid(&mut self, pointer: &Expr, lo: &Expr, hi: &Expr) -> Reached<Option<Valid>> {
        let types = &self.program.types;
        let size = types.pointee(pointer.ty).and_then(|to| types.size_of(to)).unwrap_or(1);
        let size = i128::from(size);
        let pointer = self.eval_pointer(pointer)?;
        let (low, high) = (self.eval_int(lo)?, self.eval_int(hi)?);
        let count = self.subtract(&high, &low);
        let Some(target) = pointer.targets.single_or_null() else { return Ok(None) };
        if target.is_vague {
            return Ok(None);
        }
        let (at, from, to) = match (pointer.offset.linear, low.linear, high.linear) {
            (Some(at), Some(from), Some(to)) => (at, from, to),
            _ => return Ok(None),
        };
        let Some(limit) = self.limit(target) else { return Ok(None) };
        let start = from.scale(size).and_then(|by| at.add(&by));
        let end = to.shift(1).and_then(|to| to.scale(size)).and_then(|by| at.add(&by));
        let Some((start, end)) = start.zip(end) else { return Ok(None) };
        let forms = start.scale(-1).zip(end.sub(&limit));
        // With nothing in the range, the end is not above the start.
        let starts_low = self.state.numbers.bounds_of(&start).high <= 0;
        Ok(forms.map(|(below, above)| Valid {
            below,
            above,
            is_empty: count.high < 0,
            is_full: count.low >= 0,
            starts_low,
            may_be_null: pointer.targets.may_be_null,
            is_alive: !self.state.dead.contains(&target.object),
        }))
    }

    pub(crate) fn decide_valid(
        &mut self,
        pointer: &Expr,
        lo: &Expr,
        hi: &Expr,
    ) -> Reached<Option<bool>> {
        let Some(valid) = self.valid(pointer, lo, hi)? else { return Ok(None) };
        let numbers = &self.state.numbers;
        let holds = numbers.bounds_of(&valid.below).high <= 0
            && numbers.bounds_of(&valid.above).high <= 0
            && !valid.may_be_null
            && valid.is_alive;
        Ok((holds || valid.is_empty).then_some(true))
    }

    fn assume_valid(&mut self, pointer: &Expr, lo: &Expr, hi: &Expr) -> Reached<()> {
        let Some(valid) = self.valid(pointer, lo, hi)? else { return Ok(()) };
        if valid.is_full {
            self.constrain(&valid.below)?;
        }
        if valid.is_full || valid.starts_low {
            self.constrain(&valid.above)?;
        }
        Ok(())
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
        let op = if truth { op } else { negated(op) };
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

/// A demand for storage: neither form is positive, unless the range is empty.
struct Valid {
    below: Linear,
    above: Linear,
    is_empty: bool,
    is_full: bool,
    starts_low: bool,
    may_be_null: bool,
    is_alive: bool,
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

pub(crate) fn negated(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Eq => BinaryOp::Ne,
        _ => BinaryOp::Eq,
    }
}
