//! Expressions and conditions.

use whydunit_program::{Class, Expr, ExprKind, PlaceBase, Type, UnaryOp};

use crate::domain::{Domain, Guard, Quantifier};
use crate::place::locate;
use crate::specification::integer;
use crate::{arithmetic, convert};

/// The value of a scalar expression, as wide as its type.
pub fn expr<'p, D: Domain<'p>>(
    domain: &mut D,
    expr: &Expr,
    scope: &mut D::Scope,
) -> Result<D::Value, D::Stop> {
    let types = domain.types();
    let class = Class::of(types, expr.ty);
    match &expr.kind {
        ExprKind::Int(value) => Ok(domain.constant(class, value.cast_unsigned())),
        ExprKind::Float(value) => Ok(match class {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "constants are rounded to their type"
            )]
            Class::Float { width: 32 } => domain.constant(class, (*value as f32).to_bits().into()),
            _ => domain.constant(class, value.to_bits().into()),
        }),
        ExprKind::Load(place) => {
            let located = locate(domain, place, false, scope)?;
            domain.load(place, located, scope)
        }
        ExprKind::AddrOf(place) => {
            let located = locate(domain, place, true, scope)?;
            domain.address_of(place, located, scope)
        }
        ExprKind::Decay(place) => {
            let located = locate(domain, place, false, scope)?;
            let pointer = domain.address_of(place, located, scope)?;
            let is_whole = place.path.is_empty() && !matches!(place.base, PlaceBase::Deref(_));
            match (types.get(place.ty), types.size_of(place.ty)) {
                (Type::Array { len: Some(_), .. }, Some(bytes)) if !is_whole => {
                    domain.confine(pointer, bytes, scope)
                }
                _ => Ok(pointer),
            }
        }
        ExprKind::FunctionAddr(function) => domain.function(*function),
        ExprKind::Unary(UnaryOp::Not, _)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Quantifier { .. }
        | ExprKind::Valid { .. } => domain.decided(expr, class, scope),
        ExprKind::Binary(op, ..) if op.is_comparison() => domain.decided(expr, class, scope),
        ExprKind::Unary(op, operand) => {
            let value = domain.expr(operand, scope)?;
            arithmetic::unary(domain, *op, (value, class), expr, scope)
        }
        ExprKind::Binary(op, left, right) => {
            let a = domain.expr(left, scope)?;
            let b = domain.expr(right, scope)?;
            let (left, right) = (Class::of(types, left.ty), Class::of(types, right.ty));
            arithmetic::binary(domain, *op, (a, left), (b, right), expr, scope)
        }
        ExprKind::Cond(condition, then, otherwise) => {
            domain.choose(condition, (then, otherwise), class, scope)
        }
        ExprKind::Cast(operand) => {
            let value = domain.expr(operand, scope)?;
            convert::convert(domain, value, (operand, expr), scope)
        }
        ExprKind::PtrAdd(pointer, by) => {
            let size = types.pointee_size(pointer.ty);
            let pointer = domain.expr(pointer, scope)?;
            let by = index(domain, by, scope)?;
            domain.advance(pointer, by, size, expr.span, scope)
        }
        ExprKind::PtrDiff(left, right) => {
            let size = types.pointee_size(left.ty).max(1);
            let a = domain.expr(left, scope)?;
            let b = domain.expr(right, scope)?;
            let distance = domain.distance(a, b, size, class);
            domain.reduce(distance, class)
        }
        ExprKind::Old { slot, expr } => domain.old(*slot, expr, scope),
    }
}

/// An index as a signed number as wide as a pointer.
pub fn index<'p, D: Domain<'p>>(
    domain: &mut D,
    index: &Expr,
    scope: &mut D::Scope,
) -> Result<D::Value, D::Stop> {
    let types = domain.types();
    let value = domain.expr(index, scope)?;
    Ok(domain.widen_index(value, Class::of(types, index.ty)))
}

/// The truth of a scalar expression.
pub fn condition<'p, D: Domain<'p>>(
    domain: &mut D,
    expr: &Expr,
    scope: &mut D::Scope,
) -> Result<D::Truth, D::Stop> {
    let types = domain.types();
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Not, operand) => {
            let truth = domain.condition(operand, scope)?;
            Ok(domain.not(truth))
        }
        ExprKind::And(left, right) => {
            let a = domain.condition(left, scope)?;
            let guard = Guard { truth: a.clone(), expr: left, is: true };
            match domain.lazy_truth(guard, scope, right)? {
                Some(b) => Ok(domain.and(a, b)),
                None => Ok(domain.truth(false)),
            }
        }
        ExprKind::Or(left, right) => {
            let a = domain.condition(left, scope)?;
            let truth = domain.not(a.clone());
            let guard = Guard { truth, expr: left, is: false };
            match domain.lazy_truth(guard, scope, right)? {
                Some(b) => Ok(domain.or(a, b)),
                None => Ok(a),
            }
        }
        ExprKind::Binary(op, left, right) if op.is_comparison() => {
            let a = domain.expr(left, scope)?;
            let b = domain.expr(right, scope)?;
            let class = Class::of(types, left.ty);
            let (a, b) = if class.is_pointer() { domain.comparable(a, b) } else { (a, b) };
            Ok(domain.compare(*op, class, a, b))
        }
        ExprKind::Quantifier { forall, var, lo, hi, body } => {
            let low = integer(domain, lo, scope)?;
            let high = integer(domain, hi, scope)?;
            let quantifier = Quantifier { forall: *forall, var: *var, low, high, body };
            domain.quantifier(quantifier, scope)
        }
        ExprKind::Valid { pointer, lo, hi } => {
            let size = types.pointee_size(pointer.ty);
            let pointer = domain.expr(pointer, scope)?;
            let low = integer(domain, lo, scope)?;
            let high = integer(domain, hi, scope)?;
            domain.valid(pointer, size, (low, high), scope)
        }
        _ => {
            let value = crate::expr(domain, expr, scope)?;
            Ok(domain.is_nonzero(value, Class::of(types, expr.ty)))
        }
    }
}

/// `condition ? then : otherwise`: only the arm that is taken is evaluated.
pub fn choose<'p, D: Domain<'p>>(
    domain: &mut D,
    condition: &Expr,
    (then, otherwise): (&Expr, &Expr),
    class: Class,
    scope: &mut D::Scope,
) -> Result<D::Value, D::Stop> {
    let when = domain.condition(condition, scope)?;
    let denied = domain.not(when.clone());
    let guard = Guard { truth: when.clone(), expr: condition, is: true };
    let a = domain.lazy_value(guard, class, scope, then)?;
    let guard = Guard { truth: denied, expr: condition, is: false };
    let b = domain.lazy_value(guard, class, scope, otherwise)?;
    // An arm that is never taken has any value.
    let a = a.unwrap_or_else(|| domain.constant(class, 0));
    let b = b.unwrap_or_else(|| domain.constant(class, 0));
    Ok(domain.select(when, a, b))
}
