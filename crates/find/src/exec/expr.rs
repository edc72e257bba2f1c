//! Expressions.

use whydunit_program::{Expr, ExprKind, Place, PlaceBase, Type, TypeId, UnaryOp};
use whydunit_term::{Op, Term};

use super::place::Located;
use super::state::State;
use super::{Exec, Run, Stop};
use whydunit_encode::{Algebra, Class};

impl Exec<'_> {
    /// The value of a scalar expression, as wide as its type.
    pub(crate) fn expr(&mut self, state: &mut State, expr: &Expr) -> Run<Term> {
        let class = self.class(expr.ty);
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.terms.bits(class.width(), *value as u128)),
            ExprKind::Float(value) => Ok(match class {
                Class::Float { width: 32 } => {
                    self.terms.bits(32, u128::from((*value as f32).to_bits()))
                }
                _ => self.terms.bits(64, value.to_bits().into()),
            }),
            ExprKind::Load(place) => self.load_place(state, place),
            ExprKind::AddrOf(place) => self.address_of(state, place, true),
            ExprKind::Decay(place) => self.decay(state, place),
            ExprKind::FunctionAddr(function) => {
                let entry = self.functions[function.index()];
                Ok(self.address(entry))
            }
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quantifier { .. }
            | ExprKind::Valid { .. } => {
                let condition = self.condition(state, expr)?;
                Ok(self.truth_value(condition, class.width()))
            }
            ExprKind::Unary(op, operand) => {
                let value = self.expr(state, operand)?;
                match op {
                    UnaryOp::Neg => self.negate(state, class, value, span),
                    _ => Ok(self.terms.apply(Op::BitNot, &[value])),
                }
            }
            ExprKind::Binary(op, left, right) => {
                if op.is_comparison() {
                    let condition = self.condition(state, expr)?;
                    return Ok(self.truth_value(condition, class.width()));
                }
                let a = self.expr(state, left)?;
                let b = self.expr(state, right)?;
                let (left, right) = (self.class(left.ty), self.class(right.ty));
                self.binary(state, *op, (a, left), (b, right), span)
            }
            ExprKind::Cond(cond, then, otherwise) => {
                let cond = self.condition(state, cond)?;
                let denied = self.terms.not(cond);
                let width = class.width();
                let a = self.lazily(state, cond, |this, state| this.expr(state, then))?;
                let b = self.lazily(state, denied, |this, state| this.expr(state, otherwise))?;
                let unused = self.terms.bits(width, 0);
                Ok(self.terms.ite(cond, a.unwrap_or(unused), b.unwrap_or(unused)))
            }
            ExprKind::Cast(operand) => {
                let value = self.expr(state, operand)?;
                self.convert(state, value, operand.ty, expr.ty, span)
            }
            ExprKind::PtrAdd(pointer, index) => {
                let size = self.pointee_size(pointer.ty);
                let pointer = self.expr(state, pointer)?;
                let index = self.index(state, index)?;
                self.step_pointer(state, pointer, index, size, span)
            }
            ExprKind::PtrDiff(left, right) => {
                let size = self.pointee_size(left.ty).max(1);
                let a = self.expr(state, left)?;
                let b = self.expr(state, right)?;
                let bytes = self.distance(a, b);
                let size = self.pointer_bits(size);
                let elements = self.terms.apply(Op::SDiv, &[bytes, size]);
                Ok(self.terms.resize(elements, class.width(), true))
            }
            ExprKind::Old { slot, expr } => self.old(state, *slot, expr),
        }
    }

    pub(crate) fn pointee_size(&self, pointer: TypeId) -> u64 {
        let types = &self.program.types;
        types.pointee(pointer).and_then(|ty| types.size_of(ty)).unwrap_or(1)
    }

    /// An index, as wide as a pointer.
    pub(crate) fn index(&mut self, state: &mut State, index: &Expr) -> Run<Term> {
        let class = self.class(index.ty);
        let value = self.expr(state, index)?;
        let width = self.pointer_width();
        if class.width() > width {
            return Ok(self.narrowed(value, width));
        }
        Ok(self.terms.resize(value, width, class.signed()))
    }

    /// The difference of two pointers in bytes: of their offsets where they point into the same object, so that no
    /// address is left in it.
    fn distance(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.canonical(a), self.canonical(b));
        let (from, to) = (self.targets(b), self.targets(a));
        let is_known = from.wild.is_none() && to.wild.is_none();
        let is_one = is_known && from.known.len() == 1 && to.known.len() == 1;
        let mut bytes = self.terms.sub(a, b);
        for x in &to.known {
            for y in from.known.iter().filter(|y| y.entry == x.entry) {
                let difference = self.terms.sub(x.offset, y.offset);
                if is_one {
                    return difference;
                }
                let both = self.terms.and(&[x.when, y.when]);
                bytes = self.terms.ite(both, difference, bytes);
            }
        }
        bytes
    }

    /// The truth of a scalar expression.
    pub(crate) fn condition(&mut self, state: &mut State, expr: &Expr) -> Run<Term> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let value = self.condition(state, operand)?;
                Ok(self.terms.not(value))
            }
            ExprKind::And(left, right) => {
                let a = self.condition(state, left)?;
                let b = self.lazily(state, a, |this, state| this.condition(state, right))?;
                Ok(self.terms.and(&[a, b.unwrap_or(Term::FALSE)]))
            }
            ExprKind::Or(left, right) => {
                let a = self.condition(state, left)?;
                let denied = self.terms.not(a);
                let b = self.lazily(state, denied, |this, state| this.condition(state, right))?;
                Ok(self.terms.or(&[a, b.unwrap_or(Term::FALSE)]))
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let a = self.expr(state, left)?;
                let b = self.expr(state, right)?;
                let class = self.class(left.ty);
                Ok(self.compare(*op, (a, class), b))
            }
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                self.quantifier(state, *forall, *var, (lo, hi), body)
            }
            ExprKind::Valid { pointer, lo, hi } => self.valid(state, pointer, lo, hi),
            _ => {
                let value = self.expr(state, expr)?;
                let class = self.class(expr.ty);
                Ok(self.is_nonzero(value, class))
            }
        }
    }

    /// An operand that is only evaluated when a condition holds; `None` when it never is.
    pub(crate) fn lazily<T>(
        &mut self,
        state: &mut State,
        when: Term,
        operand: impl FnOnce(&mut Self, &mut State) -> Run<T>,
    ) -> Run<Option<T>> {
        if when == Term::FALSE {
            return Ok(None);
        }
        if when == Term::TRUE {
            return operand(self, state).map(Some);
        }
        let before = state.path.clone();
        state.path = before.with(self.terms, when);
        if state.path.is_impossible() {
            state.path = before;
            return Ok(None);
        }
        let entered = state.path.clone();
        match operand(self, state) {
            Ok(value) => {
                if state.path.is(&entered) {
                    state.path = before;
                } else {
                    // Something was ruled out on the way, for this side only.
                    self.leave_condition(state, before, when, Ok(()))?;
                }
                Ok(Some(value))
            }
            Err(Stop::Path) => {
                state.path = before;
                let denied = self.terms.not(when);
                self.assume(state, denied)?;
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    pub(crate) fn address_of(
        &mut self,
        state: &mut State,
        place: &Place,
        may_be_end: bool,
    ) -> Run<Term> {
        match self.locate_place(state, place, may_be_end)? {
            Located::Memory(address) => Ok(address),
            _ => self.gap(state, "the address of something that has none", place.span),
        }
    }

    /// An array as a pointer to its first element, confined to the array.
    fn decay(&mut self, state: &mut State, place: &Place) -> Run<Term> {
        let address = self.address_of(state, place, false)?;
        let whole = place.path.is_empty() && !matches!(place.base, PlaceBase::Deref(_));
        match self.program.types.get(place.ty) {
            Type::Array { len: Some(_), .. } if !whole && !self.in_specification() => {
                let size = self.size_of(place.ty);
                Ok(self.view(address, size.into()))
            }
            _ => Ok(address),
        }
    }
}
