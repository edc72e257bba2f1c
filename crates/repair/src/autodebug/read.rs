//! Expressions along the run as linear combinations of cells.

use whydunit_interp::Cell;
use whydunit_program::{Expr, ExprKind, Syntax, UnaryOp, Use};

use super::linear::{Key, Linear};
use super::place::{At, bound};
use super::predicate::Predicate;
use super::run::{Number, Run};
use super::value::{binary, operator};

/// A value that the program receives: the step at which it does, and the value.
pub(crate) const INPUT: &str = "input";

impl Run<'_> {
    /// An expression as a linear combination that has its value in the run; pointers count in elements.
    pub(crate) fn linear(&self, expr: &Expr, at: &At) -> Option<Linear> {
        let linear = self.linear_parts(expr, at)?;
        let is_pointer = self.program.types.pointee(expr.ty).is_some();
        if let (false, Some(Number::Int(known))) = (is_pointer, self.value(expr, at))
            && self.evaluate(&linear, at.time, at.snapshot)? != Number::Int(known)
        {
            return None;
        }
        Some(linear)
    }

    /// The result of an operation before it is fitted into its type.
    pub(crate) fn exactly(&self, expr: &Expr, at: &At) -> Option<Linear> {
        self.linear_parts(expr, at)
    }

    fn linear_parts(&self, expr: &Expr, at: &At) -> Option<Linear> {
        if let Some((left, right)) = expr.infix()
            && let Syntax::Infix(symbol @ ("+" | "-"), _) = expr.syntax()
        {
            let (left, right) = (self.linear(left, at)?, self.linear(right, at)?);
            return Some(if symbol == "+" { left.plus(&right) } else { left.minus(&right) });
        }
        if let Some((place, Use::Address)) = expr.place() {
            let (object, offset) = self.address(place, at)?;
            let size = self.element_size(expr.ty)?;
            let mut linear = Linear::of(Key::Address(object, size as u64), None);
            linear.constant = i128::from(offset) / size;
            return Some(linear);
        }
        Some(match &expr.kind {
            ExprKind::Int(value) => {
                let is_pointer = self.program.types.pointee(expr.ty).is_some();
                (!is_pointer || *value == 0).then(|| Linear::constant(*value))?
            }
            ExprKind::Float(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
                Linear::constant(*value as i128)
            }
            ExprKind::Float(value) => Linear::of(Key::Real(value.to_bits()), None),
            ExprKind::Load(place) => match bound(place, at) {
                Some(value) => Linear::constant(value),
                None => {
                    let (cell, via) = self.cell(place, at)?;
                    match at.entry.filter(|&entry| self.is_written(cell, entry, at.time)) {
                        Some(_) => Linear::of(Key::Entry(cell), via),
                        None => Linear::of(Key::Cell(cell), via),
                    }
                }
            },
            ExprKind::Unary(UnaryOp::Neg, operand) => self.linear(operand, at)?.times(-1),
            ExprKind::Binary(op, left, right) if !op.is_comparison() => Linear::operation(
                op.symbol(),
                vec![self.linear(left, at)?, self.linear(right, at)?],
            ),
            ExprKind::Cond(cond, then, otherwise) => match self.truth(cond, at)? {
                true => self.linear(then, at)?,
                false => self.linear(otherwise, at)?,
            },
            ExprKind::Cast(operand) => {
                // Pointers count in elements: of another size, they count otherwise.
                let (from, to) = (self.element_size(operand.ty), self.element_size(expr.ty));
                let linear = self.linear(operand, at)?;
                (from == to || linear.as_constant() == Some(0)).then_some(linear)?
            }
            ExprKind::Old { expr, .. } => self.linear(expr, &at.at_entry())?,
            // Truth values as numbers: what they are in the run.
            _ => Linear::constant(self.value(expr, at)?.as_int()?),
        })
    }

    /// What a combination amounts to before the step `time`.
    pub(crate) fn evaluate(&self, linear: &Linear, time: usize, entry: usize) -> Option<Number> {
        let mut exact = linear.constant;
        let mut real: Option<f64> = None;
        for term in &linear.terms {
            let value = match &term.key {
                Key::Cell(cell) => self.cell_value(*cell, time)?,
                Key::Entry(cell) => self.cell_value(*cell, entry)?,
                Key::Address(object, size) => {
                    Number::Int(i128::from(self.trace.object(*object)?.info.address / size))
                }
                Key::Real(bits) => Number::Real(f64::from_bits(*bits)),
                Key::Op(INPUT, operands) => Number::Int(operands.last()?.as_constant()?),
                Key::Op(op, operands) => {
                    let values: Option<Vec<Number>> =
                        operands.iter().map(|part| self.evaluate(part, time, entry)).collect();
                    match (values?.as_slice(), *op) {
                        ([a, b], op) => binary(operator(op)?, *a, *b)?,
                        _ => return None,
                    }
                }
            };
            match value {
                Number::Int(value) => {
                    exact = exact.checked_add(value.checked_mul(term.coefficient)?)?;
                }
                Number::Real(value) => {
                    *real.get_or_insert(0.0) += value * term.coefficient as f64;
                }
            }
        }
        Some(match real {
            Some(real) => Number::Real(real + exact as f64),
            None => Number::Int(exact),
        })
    }

    /// A cell as a number of its type; pointers count in elements.
    pub(crate) fn cell_value(&self, cell: Cell, time: usize) -> Option<Number> {
        let ty = self.type_of(cell)?;
        let value = self.cell_number(cell, ty, time)?;
        match (self.element_size(ty), value) {
            (Some(size), Number::Int(address)) => {
                // A pointer that is confined to a part of an object stands for the same place in the object.
                let found = u64::try_from(address).ok().and_then(|own| self.trace.locate(own));
                let address = found.map_or(address, |(object, offset)| {
                    i128::from(object.info.address) + i128::from(offset)
                });
                Some(Number::Int(address.div_euclid(size)))
            }
            _ => Some(value),
        }
    }

    pub(crate) fn holds(&self, predicate: &Predicate, time: usize, entry: usize) -> Option<bool> {
        Some(match self.evaluate(&predicate.full(), time, entry)? {
            Number::Int(value) => predicate.relop.holds(value, 0),
            Number::Real(value) => predicate.relop.holds(value, 0.0),
        })
    }
}
