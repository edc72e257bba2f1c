//! Expressions.

use whydunit_program::{Expr, ExprKind, Place, PlaceBase, Type, UnaryOp};
use whydunit_term::Op;

use crate::algebra::{Algebra, Class};
use crate::encoder::{Encoder, Evaluated, Halt, Scope};
use crate::place::Target;
use crate::storage::Value;

impl Encoder<'_> {
    /// The value of a scalar expression, as wide as its type.
    pub(crate) fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Value> {
        match self.offers_at(expr) {
            Some(offers) => self.offered_value(&offers, expr, scope),
            None => self.own_expr(expr, scope),
        }
    }

    /// The value of the expression itself, whatever may stand in its place.
    pub(crate) fn own_expr(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Value> {
        let class = self.class(expr.ty);
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.bits(class.width(), *value as u128)),
            ExprKind::Float(value) => Ok(match class {
                Class::Float { width: 32 } => self.bits(32, (*value as f32).to_bits().into()),
                _ => self.bits(64, value.to_bits().into()),
            }),
            ExprKind::Load(place) => match self.bound_variable(place, scope) {
                Some(value) => Ok(self.bits(class.width(), value as u128)),
                None => self.load(place, scope),
            },
            ExprKind::AddrOf(place) => self.address_of(place, scope, true),
            ExprKind::Decay(place) => self.decay(place, scope),
            ExprKind::FunctionAddr(function) => {
                let address = self.trace.function_address(*function);
                Ok(self.bits(class.width(), address.into()))
            }
            ExprKind::Unary(op, operand) => {
                if *op == UnaryOp::Not {
                    let condition = self.condition(operand, scope)?;
                    let condition = self.not(condition);
                    return Ok(self.truth_value(condition, class.width()));
                }
                let value = self.expr(operand, scope)?;
                match op {
                    UnaryOp::Neg => self.negate(class, value),
                    _ => Ok(self.apply(Op::BitNot, &[value])),
                }
            }
            ExprKind::Binary(op, left, right) => {
                let a = self.expr(left, scope)?;
                let b = self.expr(right, scope)?;
                let (left, right) = (self.class(left.ty), self.class(right.ty));
                self.binary(*op, (a, left), (b, right), class)
            }
            ExprKind::And(..) | ExprKind::Or(..) => {
                let condition = self.own_condition(expr, scope)?;
                Ok(self.truth_value(condition, class.width()))
            }
            ExprKind::Cond(cond, then, otherwise) => {
                let cond = self.condition(cond, scope)?;
                let not_cond = self.not(cond);
                let a = self.lazily(cond, class, |this| this.expr(then, scope))?;
                let b = self.lazily(not_cond, class, |this| this.expr(otherwise, scope))?;
                Ok(self.apply(Op::Ite, &[cond, a, b]))
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
                let size = self.pointee_size(left.ty).max(1);
                let a = self.expr(left, scope)?;
                let b = self.expr(right, scope)?;
                let (a, b) = (self.canonical_beside(a, b), self.canonical_beside(b, a));
                let bytes = self.apply(Op::Sub, &[a, b]);
                let width = self.pointer_width();
                let size = self.bits(width, size.into());
                let elements = self.apply(Op::SDiv, &[bytes, size]);
                Ok(self.resize(elements, class.width(), true))
            }
            ExprKind::Quantifier { .. } | ExprKind::Valid { .. } => {
                let condition = self.own_condition(expr, scope)?;
                Ok(self.truth_value(condition, class.width()))
            }
            ExprKind::Old { slot, expr } => self.old(*slot, expr, scope),
        }
    }

    fn bound_variable(&self, place: &Place, scope: &Scope) -> Option<i128> {
        let PlaceBase::Local(local) = place.base else { return None };
        let found = scope.bound.iter().rev().find(|(bound, _)| *bound == local);
        found.map(|(_, value)| *value)
    }

    /// The truth of a scalar expression.
    pub(crate) fn condition(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Value> {
        match self.offers_at(expr) {
            Some(offers) => self.offered_condition(&offers, expr, scope),
            None => self.own_condition(expr, scope),
        }
    }

    /// The truth of the expression itself, whatever may stand in its place.
    pub(crate) fn own_condition(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Value> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let value = self.condition(operand, scope)?;
                Ok(self.not(value))
            }
            ExprKind::And(left, right) => {
                let a = self.condition(left, scope)?;
                let b = self.lazy_condition(a, right, scope)?;
                Ok(self.both(a, b))
            }
            ExprKind::Or(left, right) => {
                let a = self.condition(left, scope)?;
                let not_a = self.not(a);
                let b = self.lazy_condition(not_a, right, scope)?;
                Ok(self.either(a, b))
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let a = self.expr(left, scope)?;
                let b = self.expr(right, scope)?;
                let class = self.class(left.ty);
                Ok(self.compare(*op, (a, class), b))
            }
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                self.quantifier(*forall, *var, (lo, hi), body, scope)
            }
            ExprKind::Valid { pointer, lo, hi } => self.valid(pointer, lo, hi, scope),
            _ => {
                let value = self.own_expr(expr, scope)?;
                let class = self.class(expr.ty);
                Ok(self.is_nonzero(value, class))
            }
        }
    }

    fn lazy_condition(
        &mut self,
        when: Value,
        operand: &Expr,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        self.lazily(when, Class::Other, |this| this.condition(operand, scope))
    }

    /// An operand that is only evaluated when a condition holds. Where the run did not evaluate it and it cannot
    /// be evaluated in the run's state, it is unknown.
    ///
    /// `class` is that of a scalar operand; `Other` stands for a condition.
    pub(crate) fn lazily(
        &mut self,
        when: Value,
        class: Class,
        operand: impl FnOnce(&mut Self) -> Evaluated<Value>,
    ) -> Evaluated<Value> {
        if when.is_constant() && !when.is_true() {
            return Ok(self.placeholder(class));
        }
        if when.is_constant() {
            return operand(self);
        }
        self.under.push(when);
        let speculative = self.is_speculative();
        let result = operand(self);
        self.under.pop();
        match result {
            Err(Halt::Violated | Halt::Gap(_)) if speculative => {
                let known = self.placeholder(class).known;
                let sort = self.terms.sort(known);
                let term = self.unknown("unevaluated", sort);
                Ok(Value { term, known })
            }
            result => result,
        }
    }

    fn placeholder(&mut self, class: Class) -> Value {
        match class {
            Class::Other => self.truth(false),
            _ => self.bits(class.width(), 0),
        }
    }

    pub(crate) fn address_of(
        &mut self,
        place: &Place,
        scope: &mut Scope,
        may_be_end: bool,
    ) -> Evaluated<Value> {
        match self.find(place, scope, may_be_end)? {
            Target::Memory(found) if found.bits.is_none() => Ok(found.address),
            _ => Err(Halt::Gap("the address of something that has none".into())),
        }
    }

    /// An array as a pointer to its first element, confined to the array.
    fn decay(&mut self, place: &Place, scope: &mut Scope) -> Evaluated<Value> {
        let address = self.address_of(place, scope, false)?;
        let whole = place.path.is_empty() && !matches!(place.base, PlaceBase::Deref(_));
        let size = match self.program.types.get(place.ty) {
            Type::Array { len: Some(_), .. } if !whole && scope.at.is_none() => {
                self.size_of(place.ty)
            }
            _ => return Ok(address),
        };
        let known = self.known(address) as u64;
        let root = self.canonical(Value::constant(address.known));
        let root = self.known(root) as u64;
        let Some(view) = self.trace.view_at(root, size).filter(|_| !self.in_specification()) else {
            return Ok(address);
        };
        if view == known {
            return Ok(address);
        }
        let width = self.pointer_width();
        let view = self.bits(width, view.into());
        if address.is_constant() {
            return Ok(view);
        }
        let same = self.unchanged(address);
        Ok(self.only_when(same, view, "part"))
    }

    /// Specifications are evaluated on whole objects: the interpreter makes no confined pointers there.
    pub(crate) fn in_specification(&self) -> bool {
        use whydunit_program::StmtKind;
        match self.program.stmt_at(self.point()).map(|stmt| &stmt.kind) {
            Some(StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) => {
                cond.is_specification(&self.program.types)
            }
            _ => false,
        }
    }
}
