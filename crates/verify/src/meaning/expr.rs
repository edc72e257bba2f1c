//! Expressions and conditions.

use whydunit_program::{Expr, ExprKind, Place, PlaceBase, Type, UnaryOp};
use whydunit_term::{Sort, Term};

use super::place::Found;
use super::walk::{Evaluated, Scope, Stop, Walk, gap};

impl Walk<'_> {
    /// The value of a scalar expression, as wide as its type.
    pub(super) fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Term> {
        let class = self.class(expr.ty);
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.bits(class.width, *value as u128)),
            ExprKind::Float(value) if class.width == 32 => {
                Ok(self.bits(32, (*value as f32).to_bits()))
            }
            ExprKind::Float(value) => Ok(self.bits(64, value.to_bits())),
            ExprKind::Load(place) => match bound(place, scope) {
                Some(value) => Ok(self.bits(class.width, value as u128)),
                None => self.load(place, scope),
            },
            ExprKind::AddrOf(place) => self.address_of(place, scope, true),
            ExprKind::Decay(place) => self.decay(place, scope),
            ExprKind::FunctionAddr(function) => {
                Ok(self.address(self.trace.function_address(*function)))
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                let value = self.expr(operand, scope)?;
                self.negate(class, value)
            }
            ExprKind::Unary(UnaryOp::BitNot, operand) => {
                let value = self.expr(operand, scope)?;
                Ok(self.terms.bit_not(value))
            }
            ExprKind::Binary(op, left, right) => {
                let operands = (self.expr(left, scope)?, self.expr(right, scope)?);
                let classes = (self.class(left.ty), self.class(right.ty));
                self.binary(*op, operands, classes, class.width)
            }
            ExprKind::Cond(cond, then, otherwise) => {
                let cond = self.condition(cond, scope)?;
                let opposite = self.terms.not(cond);
                let sort = Sort::Bits(class.width);
                let a = self.lazily(cond, sort, |walk| walk.expr(then, scope))?;
                let b = self.lazily(opposite, sort, |walk| walk.expr(otherwise, scope))?;
                Ok(self.terms.ite(cond, a, b))
            }
            ExprKind::Cast(operand) => {
                let value = self.expr(operand, scope)?;
                self.convert(value, operand.ty, expr.ty)
            }
            ExprKind::PtrAdd(pointer, index) => {
                let size = self.pointee_size(pointer.ty);
                let pointer = self.expr(pointer, scope)?;
                let index = self.index(index, scope)?;
                self.step_pointer(pointer, index, size)
            }
            ExprKind::PtrDiff(left, right) => {
                let (a, b) = (self.expr(left, scope)?, self.expr(right, scope)?);
                let (a, b) = self.comparable(a, b)?;
                let bytes = self.terms.sub(a, b);
                let size = self.address(self.pointee_size(left.ty).max(1));
                let elements = self.terms.sdiv(bytes, size);
                Ok(self.terms.resize(elements, class.width, true))
            }
            ExprKind::Old { slot, expr } => self.old(*slot, expr, scope),
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quantifier { .. }
            | ExprKind::Valid { .. } => {
                let condition = self.condition(expr, scope)?;
                Ok(self.number(condition, class.width))
            }
        }
    }

    /// The truth of a scalar expression.
    pub(super) fn condition(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Term> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let value = self.condition(operand, scope)?;
                Ok(self.terms.not(value))
            }
            ExprKind::And(left, right) => {
                let a = self.condition(left, scope)?;
                let b = self.lazily(a, Sort::Bool, |walk| walk.condition(right, scope))?;
                Ok(self.terms.and(&[a, b]))
            }
            ExprKind::Or(left, right) => {
                let a = self.condition(left, scope)?;
                let opposite = self.terms.not(a);
                let b = self.lazily(opposite, Sort::Bool, |walk| walk.condition(right, scope))?;
                Ok(self.terms.or(&[a, b]))
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let (a, b) = (self.expr(left, scope)?, self.expr(right, scope)?);
                self.compare(*op, self.class(left.ty), a, b)
            }
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                self.quantifier((*forall, *var), (lo, hi), body, scope)
            }
            ExprKind::Valid { pointer, lo, hi } => self.valid(pointer, (lo, hi), scope),
            _ => {
                let value = self.expr(expr, scope)?;
                Ok(self.is_nonzero(value, self.class(expr.ty)))
            }
        }
    }

    /// An operand that is evaluated only when a condition holds. One that the run did not evaluate, and that cannot be evaluated in the
    /// run's state, is unknown.
    pub(super) fn lazily(
        &mut self,
        when: Term,
        sort: Sort,
        operand: impl FnOnce(&mut Self) -> Evaluated<Term>,
    ) -> Evaluated<Term> {
        match when {
            Term::TRUE => return operand(self),
            Term::FALSE => return Ok(self.terms.constant(sort, 0)),
            _ => {}
        }
        self.under.push(when);
        let is_speculative = self.is_speculative();
        let result = operand(self);
        self.under.pop();
        match result {
            Err(Stop::Fails | Stop::Gap(_)) if is_speculative => {
                Ok(self.unknown("unevaluated", sort))
            }
            result => result,
        }
    }

    /// An index as a signed number as wide as a pointer.
    pub(super) fn index(&mut self, index: &Expr, scope: &mut Scope) -> Evaluated<Term> {
        let value = self.expr(index, scope)?;
        let (width, word) = (self.terms.width(value), self.word());
        let small = self.terms.resize(value, word, self.class(index.ty).is_signed());
        if width <= word {
            return Ok(small);
        }
        // One that does not fit is too far for every object, on the same side.
        let back = self.terms.sign_extend(small, width);
        let fits = self.terms.eq(back, value);
        let zero = self.bits(width, 0_u32);
        let is_negative = self.terms.slt(value, zero);
        let lowest = self.bits(word, 1_u64 << (word - 1));
        let highest = self.bits(word, (1_u64 << (word - 1)) - 1);
        let farthest = self.terms.ite(is_negative, lowest, highest);
        Ok(self.terms.ite(fits, small, farthest))
    }

    fn address_of(
        &mut self,
        place: &Place,
        scope: &mut Scope,
        may_be_end: bool,
    ) -> Evaluated<Term> {
        match self.find(place, scope, may_be_end)? {
            Found::Memory(found) if found.field.is_none() => Ok(found.address),
            _ => gap("the address of something that has none"),
        }
    }

    /// An array as a pointer to its first element. An array that is part of something gives a pointer that is good for this array only;
    /// which one, the run has shown.
    fn decay(&mut self, place: &Place, scope: &mut Scope) -> Evaluated<Term> {
        let address = self.address_of(place, scope, false)?;
        let is_variable = place.path.is_empty() && !matches!(place.base, PlaceBase::Deref(_));
        let has_length =
            matches!(self.program.types.get(place.ty), Type::Array { len: Some(_), .. });
        if is_variable || !has_length || scope.at.is_some() || self.is_specification() {
            return Ok(address);
        }
        let known = self.known(address)? as u64;
        let root = self.root_of(known);
        let Some(view) = self.trace.view_at(root, self.size_of(place.ty)) else {
            return Ok(address);
        };
        if view == known {
            return Ok(address);
        }
        let same = self.unchanged(address)?;
        let view = self.address(view);
        Ok(self.only_when(same, view, "part"))
    }
}

/// The value of a quantifier's variable.
fn bound(place: &Place, scope: &Scope) -> Option<i128> {
    let PlaceBase::Local(local) = place.base else { return None };
    let found = scope.bound.iter().rev().find(|(bound, _)| *bound == local);
    found.map(|&(_, value)| value)
}
