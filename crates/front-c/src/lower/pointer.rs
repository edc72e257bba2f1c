//! Pointers and arrays: arithmetic, indexing, dereference, addresses, sizes at run time.

use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;
use whydunit_program::{
    BinaryOp, Expr, ExprKind, Place, PlaceBase, Projection, Type, TypeId, UnaryOp,
};
use whydunit_source::Span;

use super::operand::{Operand, OperandKind, Val};
use super::{Res, Unit};
use crate::sema::ctype::{ArrayLen, Kind, Ty};

impl Unit<'_> {
    /// `pointer + index` (or `-`), scaled by what the pointer points to.
    pub(crate) fn pointer_add(
        &mut self,
        pointer: Val,
        index: Val,
        negate: bool,
        span: Span,
    ) -> Res<Val> {
        let ty = pointer.ty;
        let elem = self.types().pointee(ty).unwrap_or(ty);
        self.check_pointee(elem, pointer.span())?;
        let mut index = index;
        if negate {
            let ptrdiff = self.types().ptrdiff();
            let converted = self.convert(index, ptrdiff);
            index = self.negate(converted);
        }
        if self.types().is_variable(elem) {
            index = self.scale_by_variable(index, elem, span);
        }
        let ir = pointer.expr.ty;
        let kind = ExprKind::PtrAdd(Box::new(pointer.expr), Box::new(index.expr));
        Ok(Val::new(Expr::new(kind, ir, span), ty.unqualified()))
    }

    fn negate(&mut self, val: Val) -> Val {
        let kind = match val.expr.kind {
            ExprKind::Int(value) => ExprKind::Int(-value),
            _ => ExprKind::Unary(UnaryOp::Neg, Box::new(val.expr.clone())),
        };
        Val::new(Expr::new(kind, val.expr.ty, val.expr.span), val.ty)
    }

    /// Elements of an incomplete type have no size to scale with.
    pub(crate) fn check_pointee(&mut self, elem: Ty, span: Span) -> Res<()> {
        let types = self.types();
        if types.is_complete(elem) || types.is_void(elem) || types.is_function(elem) {
            return Ok(());
        }
        let message =
            format!("arithmetic on a pointer to the incomplete type `{}`", self.display(elem));
        Err(self.error(span, message))
    }

    fn scale_by_variable(&mut self, index: Val, elem: Ty, span: Span) -> Val {
        let ptrdiff = self.types().ptrdiff();
        let count = self.variable_count(elem, ptrdiff, span);
        let index = self.convert(index, ptrdiff);
        self.multiply(index, count, span)
    }

    fn multiply(&mut self, a: Val, b: Val, span: Span) -> Val {
        let (ty, ir) = (a.ty, a.expr.ty);
        if let (Some(x), Some(y)) = (a.expr.as_int(), b.expr.as_int())
            && let Some(product) = x.checked_mul(y)
        {
            return Val::new(Expr::int(product, ir, span), ty);
        }
        if a.expr.as_int() == Some(1) {
            return b;
        }
        let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(a.expr), Box::new(b.expr));
        Val::new(Expr::new(kind, ir, span), ty)
    }

    /// Number of constant-size elements in a type, some of whose dimensions are variable.
    pub(crate) fn variable_count(&mut self, ty: Ty, as_type: Ty, span: Span) -> Val {
        if !self.types().is_variable(ty) {
            return self.int_val(1, as_type, span);
        }
        let Kind::Array { elem, len } = *self.types().kind(ty) else {
            return self.int_val(1, as_type, span);
        };
        let inner = self.variable_count(elem, as_type, span);
        let len = match len {
            ArrayLen::Known(len) => self.int_val(i128::from(len), as_type, span),
            ArrayLen::Unknown => self.int_val(0, as_type, span),
            ArrayLen::Variable(id) => match self.func.variable_lengths.get(&id).copied() {
                Some(local) => {
                    let size = self.types().size();
                    let ir = self.types().ir(size);
                    let load = Val::new(Expr::load(Place::local(local, ir, span)), size);
                    self.convert(load, as_type)
                }
                None => self.int_val(0, as_type, span),
            },
        };
        if inner.expr.as_int() == Some(1) {
            return len;
        }
        self.multiply(len, inner, span)
    }

    /// `sizeof` as an expression of type `size_t`.
    pub(crate) fn size_value(&mut self, ty: Ty, span: Span) -> Res<Val> {
        let size_t = self.types().size();
        if self.types().is_variable(ty) {
            let count = self.variable_count(ty, size_t, span);
            let elem = self.types().constant_element(ty);
            let size = self.types().size_of(elem).unwrap_or(1);
            let size = self.int_val(i128::from(size), size_t, span);
            return Ok(self.multiply(count, size, span));
        }
        match self.types().size_of(ty) {
            Some(size) => Ok(self.int_val(i128::from(size), size_t, span)),
            None => {
                let message =
                    format!("the size of the incomplete type `{}` is unknown", self.display(ty));
                Err(self.error(span, message))
            }
        }
    }

    /// What a pointer points to.
    pub(crate) fn dereference(&mut self, pointer: Val, span: Span) -> Res<Operand> {
        let Some(to) = self.types().pointee(pointer.ty) else {
            let message =
                format!("`*` needs a pointer, but this is `{}`", self.display(pointer.ty));
            return Err(self.error(span, message));
        };
        if self.types().is_function(to) {
            return Ok(Operand {
                kind: OperandKind::Function(pointer.expr),
                ty: to,
                bits: None,
                span,
            });
        }
        if self.types().is_variable(to) {
            let kind = OperandKind::VariableArray(pointer.expr);
            return Ok(Operand { kind, ty: to, bits: None, span });
        }
        let ir = self.types().ir(to);
        Ok(Operand::place(Place::deref(pointer.expr, ir, span), to))
    }

    /// `a[b]`, with either operand being the pointer.
    pub(crate) fn index(
        &mut self,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        span: Span,
    ) -> Res<Operand> {
        let mut base = self.operand(lhs)?;
        let mark = self.mark();
        let second = self.operand(rhs)?;
        self.protect_operand(mark, &mut base);
        let is_base =
            |unit: &mut Self, ty: Ty| unit.types().is_array(ty) || unit.types().is_pointer(ty);
        let (base, index) = if is_base(self, base.ty) {
            (base, second)
        } else if is_base(self, second.ty) {
            (second, base)
        } else if let Some(what) = self.types().opaque(base.ty) {
            return self.unsupported_value(what, span).map(Operand::value);
        } else {
            let message =
                format!("subscripted value of type `{}` is not an array", self.display(base.ty));
            return Err(self.error(span, message));
        };
        let index = self.value_of(index)?;
        if !self.types().is_integer(index.ty) {
            let message =
                format!("array subscript is not an integer but `{}`", self.display(index.ty));
            return Err(self.error(index.span(), message));
        }
        self.index_operand(base, index, span)
    }

    pub(crate) fn index_operand(&mut self, base: Operand, index: Val, span: Span) -> Res<Operand> {
        if let OperandKind::Place(place) = &base.kind
            && self.types().is_array(base.ty)
            && !self.is_flexible(place)
        {
            let elem = self.types().element(base.ty).unwrap_or(base.ty);
            self.check_pointee(elem, span)?;
            let mut place = place.clone();
            place.path.push(Projection::Index(Box::new(index.expr)));
            place.ty = self.types().ir(elem);
            place.span = span;
            return Ok(Operand::place(place, elem));
        }
        let pointer = self.value_of(base)?;
        let pointer = self.pointer_add(pointer, index, false, span)?;
        self.dereference(pointer, span)
    }

    /// A trailing array member that may extend beyond its declared length.
    pub(crate) fn is_flexible(&self, place: &Place) -> bool {
        matches!(place.path.last(), Some(Projection::Field(_)))
            && matches!(self.world.types.table.get(place.ty), Type::Array { len: None, .. })
    }

    /// `&operand`.
    pub(crate) fn address_of(&mut self, operand: &Node<Expression>, span: Span) -> Res<Val> {
        match &operand.node {
            Expression::UnaryOperator(unary)
                if unary.node.operator.node == UnaryOperator::Indirection =>
            {
                // `&*p` is `p`, without an access.
                let val = self.value(&unary.node.operand)?;
                if self.types().is_pointer(val.ty) {
                    return Ok(val);
                }
                let message =
                    format!("`*` needs a pointer, but this is `{}`", self.display(val.ty));
                Err(self.error(span, message))
            }
            Expression::BinaryOperator(binary)
                if binary.node.operator.node == BinaryOperator::Index =>
            {
                let inner = self.operand(operand)?;
                self.address_of_element(inner, span)
            }
            _ => {
                let inner = self.operand(operand)?;
                self.address_of_operand(inner, span)
            }
        }
    }

    /// `&a[i]` may be one past the end, and `&a[0][0]` commonly starts a walk over all of `a`: the
    /// pointer is computed from the outermost array instead of naming the element.
    fn address_of_element(&mut self, operand: Operand, span: Span) -> Res<Val> {
        let OperandKind::Place(place) = &operand.kind else {
            return self.address_of_operand(operand, span);
        };
        let elem = operand.ty;
        let pointer_ty = self.types().pointer(elem);
        let ir = self.types().ir(pointer_ty);
        let indices =
            place.path.iter().rev().take_while(|step| matches!(step, Projection::Index(_))).count();
        if indices == 0 {
            // The element was reached through a pointer: `&p[i]` is `p + i`.
            return match &place.base {
                PlaceBase::Deref(pointer) if place.path.is_empty() => {
                    let mut expr = (**pointer).clone();
                    expr.span = span;
                    if expr.ty != ir {
                        expr = Expr::new(ExprKind::Cast(Box::new(expr)), ir, span);
                    }
                    Ok(Val::new(expr, pointer_ty))
                }
                _ => self.address_of_operand(operand, span),
            };
        }
        let mut outer = place.clone();
        let steps = outer.path.split_off(outer.path.len() - indices);
        let Some(outer_ty) = self.place_type(&outer) else {
            return self.address_of_operand(operand, span);
        };
        outer.ty = outer_ty;
        let ptrdiff = self.types().ptrdiff();
        let ptrdiff = self.types().ir(ptrdiff);
        let mut level = outer_ty;
        let mut total: Option<Expr> = None;
        for step in steps {
            let Projection::Index(step) = step else { continue };
            let Type::Array { elem, len } = *self.types().table.get(level) else {
                return self.address_of_operand(operand, span);
            };
            total = Some(match total {
                None => *step,
                Some(total) => {
                    let Some(len) = len else { return self.address_of_operand(operand, span) };
                    let len = Expr::int(i128::from(len), ptrdiff, span);
                    let rows = fold(BinaryOp::Mul, widen(total, ptrdiff), len, span);
                    fold(BinaryOp::Add, rows, widen(*step, ptrdiff), span)
                }
            });
            level = elem;
        }
        let first = match *self.types().table.get(outer_ty) {
            Type::Array { elem, .. } => self.types().table.pointer(elem),
            _ => ir,
        };
        outer.span = span;
        let mut expr = Expr::new(ExprKind::Decay(outer), first, span);
        if expr.ty != ir {
            expr = Expr::new(ExprKind::Cast(Box::new(expr)), ir, span);
        }
        if let Some(total) = total
            && total.as_int() != Some(0)
        {
            expr = Expr::new(ExprKind::PtrAdd(Box::new(expr), Box::new(total)), ir, span);
        }
        Ok(Val::new(expr, pointer_ty))
    }

    /// The program type of a place, found by walking its path.
    fn place_type(&mut self, place: &Place) -> Option<TypeId> {
        let table = &self.world.types.table;
        let mut ty = match &place.base {
            PlaceBase::Local(local) => self.func.locals[local.index()].ty,
            PlaceBase::Global(global) => self.world.globals[global.index()].ty,
            PlaceBase::Deref(pointer) => table.pointee(pointer.ty)?,
        };
        for step in &place.path {
            ty = match (step, table.get(ty)) {
                (Projection::Field(index), Type::Record(record)) => {
                    table.record(*record).fields.get(*index as usize)?.ty
                }
                (Projection::Index(_), Type::Array { elem, .. }) => *elem,
                _ => return None,
            };
        }
        Some(ty)
    }

    pub(crate) fn address_of_operand(&mut self, operand: Operand, span: Span) -> Res<Val> {
        if operand.bits.is_some() {
            return Err(self.error(span, "cannot take the address of a bit-field"));
        }
        match operand.kind {
            OperandKind::Place(place) => {
                let ty = self.types().pointer(operand.ty);
                let ir = self.types().ir(ty);
                // `&*e` in disguise, as in `&(e->first)` without any path: no access happens.
                if place.path.is_empty()
                    && let PlaceBase::Deref(pointer) = place.base
                {
                    let mut expr = *pointer;
                    if expr.ty != ir {
                        expr = Expr::new(ExprKind::Cast(Box::new(expr)), ir, span);
                    }
                    return Ok(Val::new(expr, ty));
                }
                Ok(Val::new(Expr::new(ExprKind::AddrOf(place), ir, span), ty))
            }
            OperandKind::VariableArray(expr) | OperandKind::Function(expr) => {
                let ty = self.types().pointer(operand.ty);
                Ok(Val::new(expr, ty))
            }
            OperandKind::Value(_) => {
                Err(self.error(span, "cannot take the address of a value that is not stored"))
            }
        }
    }
}

fn widen(expr: Expr, to: TypeId) -> Expr {
    if expr.ty == to {
        return expr;
    }
    let span = expr.span;
    match expr.kind {
        ExprKind::Int(value) => Expr::int(value, to, span),
        _ => Expr::new(ExprKind::Cast(Box::new(expr)), to, span),
    }
}

/// A product or sum of indices, computed if both are constants.
fn fold(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    let ty = a.ty;
    let value = match (a.as_int(), b.as_int(), op) {
        (Some(a), Some(b), BinaryOp::Mul) => a.checked_mul(b),
        (Some(a), Some(b), _) => a.checked_add(b),
        _ => None,
    };
    match value {
        Some(value) => Expr::int(value, ty, span),
        None => Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span),
    }
}
