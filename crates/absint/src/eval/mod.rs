//! What expressions compute. Arithmetic is that of the machine: a signed result that does not fit ends the run (or wraps, where that is
//! not checked), an unsigned one wraps. A form over dimensions is kept as long as it is exact.

mod arithmetic;
mod domain;
mod pointers;

use whydunit_program::{Class, Expr, IntKind, TypeId};

use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};
use crate::state::Targets;

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

impl Value {
    /// A pointer; of what is none, nothing is known.
    pub(crate) fn into_pointer(self) -> Pointer {
        match self {
            Value::Pointer(pointer) => pointer,
            Value::Int(_) | Value::Other => Pointer::unknown(),
        }
    }
}

impl Machine<'_, '_> {
    pub(crate) fn eval(&mut self, expr: &Expr) -> Reached<Value> {
        whydunit_semantics::expr(self, expr, &mut ())
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
        self.eval(expr).map(Value::into_pointer)
    }

    /// Any value of the type.
    pub(crate) fn anything(&self, ty: TypeId) -> Value {
        self.any(Class::of(&self.program.types, ty))
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
    fn truth_value_of(&mut self, condition: &Expr) -> Reached<Value> {
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
