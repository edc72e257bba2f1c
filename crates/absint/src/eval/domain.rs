//! Abstract values as an instance of the semantics: integers are ranges and forms, truth is known or not.
//!
//! What is not followed is any value of its class, so no expression is unsupported.

use whydunit_program::obligation::{Condition, Exact, Obligation, Operand};
use whydunit_program::{
    BinaryOp, CheckKind, Class, Expr, FunctionId, GlobalId, LocalId, Place, Projection, TypeId,
    TypeTable, UnaryOp,
};
use whydunit_semantics::{
    Base, Domain, Element, Guard, Located, Operands, Quantifier, Scalars, Site,
};
use whydunit_source::Span;

use super::{Pointer, Value, range_of, within};
use crate::access::Spot;
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::state::{Target, Targets};

impl Machine<'_, '_> {
    /// Any value of a class.
    pub(crate) fn any(&self, class: Class) -> Value {
        match class {
            Class::Bool => Value::Int(Number::range(Interval::new(0, 1))),
            Class::Int { .. } => Value::Int(Number::range(range_of(class.int_kind()))),
            Class::Pointer { .. } => Value::Pointer(Pointer::unknown()),
            Class::Float { .. } | Class::Other => Value::Other,
        }
    }

    /// The number that a value of a class is.
    pub(crate) fn number(&self, value: &Value, class: Class) -> Number {
        match value {
            Value::Int(number) => number.clone(),
            Value::Pointer(_) | Value::Other => match self.any(class) {
                Value::Int(number) => number,
                Value::Pointer(_) | Value::Other => Number::unknown(),
            },
        }
    }

    /// A number lies within a range from here on.
    fn require_within(
        &mut self,
        kind: CheckKind,
        span: Span,
        number: &mut Number,
        allowed: Interval,
    ) -> Reached<()> {
        let range = self.state.numbers.range(number);
        match &number.linear {
            Some(linear) => self.require(kind, span, &within(linear, allowed))?,
            None => self.require_that(kind, span, range.is_subset_of(allowed)),
        }
        number.range = range.meet(allowed).ok_or(Unreachable)?;
        Ok(())
    }
}

impl Scalars for Machine<'_, '_> {
    type Value = Value;
    type Truth = Option<bool>;

    fn constant(&mut self, class: Class, bits: u128) -> Value {
        match class {
            Class::Pointer { .. } if bits == 0 => Value::Pointer(Pointer::null()),
            Class::Bool | Class::Int { .. } => {
                Value::Int(Number::point(class.int_kind().wrap(bits as i128)))
            }
            _ => self.any(class),
        }
    }

    fn unary(&mut self, op: UnaryOp, class: Class, a: Value, fits: bool) -> Value {
        if !matches!(class, Class::Int { .. } | Class::Bool) {
            return self.any(class);
        }
        let operand = self.number(&a, class);
        let negated = operand.linear.as_ref().and_then(|linear| linear.scale(-1));
        let exact = match op {
            UnaryOp::Neg => Number::new(negated, operand.range.neg()),
            UnaryOp::BitNot => {
                Number::new(negated.and_then(|form| form.shift(-1)), operand.range.bit_not())
            }
            UnaryOp::Not => return self.any(Class::Bool),
        };
        Value::Int(if fits { self.fitting(exact, class) } else { exact })
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        class: Class,
        a: Value,
        b: Value,
        fits: bool,
    ) -> Option<Value> {
        if !matches!(class, Class::Int { .. } | Class::Bool) {
            return Some(self.any(class));
        }
        let (a, b) = (self.number(&a, class), self.number(&b, class));
        let exact = self.arithmetic(op, &a, &b, class.int_kind());
        Some(Value::Int(if fits { self.fitting(exact, class) } else { exact }))
    }

    fn compare(&mut self, op: BinaryOp, _: Class, a: Value, b: Value) -> Option<bool> {
        self.compare_values(op, &a, &b)
    }

    fn cast(&mut self, value: Value, from: Class, to: Class) -> Value {
        match (value, to) {
            // Reduced where that matters.
            (Value::Int(number), Class::Int { .. } | Class::Bool) if !from.is_float() => {
                Value::Int(number)
            }
            (Value::Int(number), Class::Pointer { .. })
                if self.state.numbers.range(&number) == Interval::point(0) =>
            {
                Value::Pointer(Pointer::null())
            }
            _ => self.any(to),
        }
    }

    fn is_nonzero(&mut self, value: Value, _: Class) -> Option<bool> {
        self.truth_of(&value)
    }

    fn truth_value(&mut self, truth: Option<bool>, _: Class) -> Value {
        Value::Int(match truth {
            Some(truth) => Number::point(i128::from(truth)),
            None => Number::range(Interval::new(0, 1)),
        })
    }

    fn truth(&mut self, truth: bool) -> Option<bool> {
        Some(truth)
    }

    fn not(&mut self, truth: Option<bool>) -> Option<bool> {
        truth.map(|truth| !truth)
    }

    fn and(&mut self, a: Option<bool>, b: Option<bool>) -> Option<bool> {
        match (a, b) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), truth) | (truth, Some(true)) => truth,
            (None, None) => None,
        }
    }

    fn or(&mut self, a: Option<bool>, b: Option<bool>) -> Option<bool> {
        match (a, b) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), truth) | (truth, Some(false)) => truth,
            (None, None) => None,
        }
    }

    fn select(&mut self, when: Option<bool>, a: Value, b: Value) -> Value {
        match when {
            Some(true) => a,
            Some(false) => b,
            None => super::joined(a, b),
        }
    }

    fn holds(&mut self, condition: &Condition, operands: &Operands<Value>) -> Option<bool> {
        let Condition::Within { number: Exact::Operand(operand), low, high } = *condition else {
            return None;
        };
        let (value, class) = &operands[position(operand)];
        let range = self.state.numbers.range(&self.number(value, *class));
        let allowed = Interval::checked(low, high)?;
        match (range.is_subset_of(allowed), range.meet(allowed)) {
            (true, _) => Some(true),
            (_, None) => Some(false),
            _ => None,
        }
    }
}

fn position(operand: Operand) -> usize {
    match operand {
        Operand::First => 0,
        Operand::Second => 1,
    }
}

impl<'p> Domain<'p> for Machine<'_, 'p> {
    type Scope = ();
    type Address = Spot;
    type Stop = Unreachable;

    fn types(&self) -> &'p TypeTable {
        &self.program.types
    }

    fn is_checked(&self, kind: CheckKind) -> bool {
        self.checks.contains(kind)
    }

    fn oblige(
        &mut self,
        obligation: &Obligation,
        operands: &mut Operands<Value>,
        site: Site<'_>,
        (): &mut (),
    ) -> Reached<()> {
        let kind = obligation.kind;
        let span = match site {
            Site::Expr(expr) => expr.span,
            Site::Index(place, position) => match &place.path[position] {
                Projection::Index(index) => index.span,
                Projection::Field(_) => place.span,
            },
        };
        match obligation.condition {
            Condition::NotZero(operand) => {
                let (value, class) = &operands[position(operand)];
                let number = self.number(value, *class);
                self.require_nonzero(kind, &number, span)
            }
            Condition::Within { number: Exact::Operand(operand), low, high } => {
                let (value, class) = &operands[position(operand)];
                let mut number = self.number(value, *class);
                // No index is allowed in an array without elements; ranges are not empty.
                let allowed = Interval::checked(low, high).unwrap_or(Interval::point(0));
                self.require_within(kind, span, &mut number, allowed)?;
                operands[position(operand)].0 = Value::Int(number);
                Ok(())
            }
            Condition::Within { number: Exact::Truncated, .. } => {
                self.require_that(kind, span, false);
                Ok(())
            }
            Condition::Within { number: Exact::Quotient, low, .. } => {
                // The one quotient that does not fit.
                let (a, b) = (&operands[0], &operands[1]);
                let (a, b) = (self.number(&a.0, a.1), self.number(&b.0, b.1));
                let numbers = &self.state.numbers;
                let may_overflow =
                    numbers.range(&a).contains(low) && numbers.range(&b).contains(-1);
                self.require_that(kind, span, !may_overflow);
                Ok(())
            }
            Condition::Within { number, low, high } => {
                let mut exact = self.exact(number, operands);
                let allowed = Interval::checked(low, high).unwrap_or(Interval::TOP);
                self.require_within(kind, span, &mut exact, allowed)
            }
        }
    }

    /// Never asked for: whatever is not followed has any value, on a run that goes on.
    /// Expressions all have some value; statements may be none that anything is known of.
    fn unsupported(&mut self, _: &str, _: Span, (): &mut ()) -> Unreachable {
        if let Some(obligations) = &mut self.obligations {
            obligations.is_partial = true;
        }
        Unreachable
    }

    fn condition(&mut self, expr: &Expr, (): &mut ()) -> Reached<Option<bool>> {
        self.decide(expr)
    }

    fn decided(&mut self, condition: &Expr, _: Class, (): &mut ()) -> Reached<Value> {
        self.truth_value_of(condition)
    }

    fn reduce(&mut self, value: Value, class: Class) -> Reached<Value> {
        match (value, class) {
            (Value::Int(number), Class::Int { .. }) => {
                let range = self.state.numbers.range(&number);
                self.wrap(Number { range, ..number }, class.int_kind()).map(Value::Int)
            }
            (value, _) => Ok(value),
        }
    }

    /// Indexes are not reduced: an unsigned one is what it is.
    fn widen_index(&mut self, value: Value, from: Class) -> Value {
        Value::Int(self.number(&value, from))
    }

    fn choose(
        &mut self,
        condition: &Expr,
        (then, otherwise): (&Expr, &Expr),
        _: Class,
        (): &mut (),
    ) -> Reached<Value> {
        self.conditional(condition, then, otherwise)
    }

    fn lazy_value(
        &mut self,
        guard: Guard<'_, Option<bool>>,
        _: Class,
        (): &mut (),
        operand: &Expr,
    ) -> Reached<Option<Value>> {
        let before = self.state.clone();
        let value = self.assume(guard.expr, guard.is).and_then(|()| self.eval(operand));
        self.state = before;
        Ok(value.ok())
    }

    fn lazy_truth(
        &mut self,
        guard: Guard<'_, Option<bool>>,
        (): &mut (),
        operand: &Expr,
    ) -> Reached<Option<Option<bool>>> {
        if guard.truth == Some(false) {
            return Ok(None);
        }
        let before = self.state.clone();
        let is_entered = self.assume(guard.expr, guard.is).is_ok();
        let truth = if is_entered { self.decide(operand) } else { Ok(Some(!guard.is)) };
        self.state = before;
        match (guard.truth, truth) {
            (_, Ok(truth)) => Ok(Some(truth)),
            // Where the operand is reached it always ends the run.
            (Some(_), Err(Unreachable)) => Err(Unreachable),
            (None, Err(Unreachable)) => Ok(Some(Some(!guard.is))),
        }
    }

    fn canonical(&mut self, pointer: Value) -> Value {
        match pointer {
            Value::Pointer(pointer) => Value::Pointer(self.whole_object(pointer)),
            other => other,
        }
    }

    fn comparable(&mut self, a: Value, b: Value) -> (Value, Value) {
        (a, b)
    }

    fn advance(
        &mut self,
        pointer: Value,
        index: Value,
        size: u64,
        span: Span,
        (): &mut (),
    ) -> Reached<Value> {
        let index = self.number(&index, Class::index(self.program.types.target()));
        Ok(self.moved(pointer.into_pointer(), &index, size, span))
    }

    fn distance(&mut self, a: Value, b: Value, size: u64, class: Class) -> Value {
        self.elements_between(&a.into_pointer(), &b.into_pointer(), size, class)
    }

    fn function(&mut self, function: FunctionId) -> Reached<Value> {
        let target = Target::whole(self.objects.function(function));
        let (targets, offset) = (Targets::one(target), Number::point(0));
        Ok(Value::Pointer(Pointer { targets, offset }))
    }

    fn local(&mut self, local: LocalId, (): &mut ()) -> Reached<(Base<Spot>, TypeId)> {
        let object = self.objects.local(self.context, self.function, local);
        let ty = self.program.function(self.function).local(local).ty;
        Ok((Base::Address(Spot::named(object)), ty))
    }

    fn global(&mut self, global: GlobalId, (): &mut ()) -> Reached<(Spot, TypeId)> {
        let object = self.objects.global(global);
        Ok((Spot::named(object), self.program.global(global).ty))
    }

    fn pointee(&mut self, pointer: &Expr, _: bool, (): &mut ()) -> Reached<Spot> {
        let Pointer { targets, offset } = self.eval_pointer(pointer)?;
        Ok(Spot { targets, offset, is_named: false })
    }

    fn field(&mut self, spot: Spot, offset: u64) -> Spot {
        let by = Number::point(i128::from(offset));
        Spot { offset: self.offset_plus(&spot.offset, &by), ..spot }
    }

    fn element(
        &mut self,
        spot: Spot,
        index: Value,
        element: Element,
        (): &mut (),
    ) -> Reached<Spot> {
        let index = self.number(&index, Class::index(self.program.types.target()));
        let size = i128::from(element.size);
        let range = self.state.numbers.range(&index).mul(Interval::point(size));
        let linear = index.linear.as_ref().and_then(|linear| linear.scale(size));
        let by = Number { factor: size.max(1), ..Number::new(linear, range) };
        Ok(Spot { offset: self.offset_plus(&spot.offset, &by), ..spot })
    }

    fn load(&mut self, place: &Place, located: Located<Spot>, (): &mut ()) -> Reached<Value> {
        let location = self.location_of(located);
        self.load_from(place, &location)
    }

    fn address_of(&mut self, _: &Place, located: Located<Spot>, (): &mut ()) -> Reached<Value> {
        let location = self.location_of(located);
        let (targets, offset) = (location.targets, location.offset);
        Ok(Value::Pointer(Pointer { targets, offset }))
    }

    fn confine(&mut self, pointer: Value, bytes: u64, (): &mut ()) -> Reached<Value> {
        Ok(Value::Pointer(self.confined(pointer.into_pointer(), bytes)))
    }

    /// Not looked at: what a quantifier says of all elements is no form over dimensions.
    fn quantifier(&mut self, _: Quantifier<'_, Value>, (): &mut ()) -> Reached<Option<bool>> {
        Ok(None)
    }

    fn valid(
        &mut self,
        pointer: Value,
        size: u64,
        (low, high): (Value, Value),
        (): &mut (),
    ) -> Reached<Option<bool>> {
        let class = Class::Int { width: 128, signed: true };
        let (low, high) = (self.number(&low, class), self.number(&high, class));
        Ok(self.decide_valid(pointer.into_pointer(), size, &low, &high))
    }

    /// What was before is not kept.
    fn old(&mut self, _: u32, expr: &Expr, (): &mut ()) -> Reached<Value> {
        Ok(self.anything(expr.ty))
    }
}
