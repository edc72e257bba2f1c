//! Operators with their demands, and what they do where these are not checked.

use whydunit_program::obligation::{self, Obligation, Otherwise};
use whydunit_program::{BinaryOp, Class, Expr, SwitchCase, UnaryOp};

use crate::domain::{Domain, Operands, Scalars, Site};

/// Demands what is in force; says whether it is.
fn meets<'p, D: Domain<'p>>(
    domain: &mut D,
    obligation: &Obligation,
    operands: &mut Operands<D::Value>,
    site: Site<'_>,
    scope: &mut D::Scope,
) -> Result<bool, D::Stop> {
    let is_off = obligation.otherwise == Otherwise::Machine && !domain.is_checked(obligation.kind);
    if is_off {
        return Ok(false);
    }
    domain.oblige(obligation, operands, site, scope)?;
    Ok(true)
}

/// `op a`, for an operator other than `!`.
pub(crate) fn unary<'p, D: Domain<'p>>(
    domain: &mut D,
    op: UnaryOp,
    (value, class): (D::Value, Class),
    expr: &Expr,
    scope: &mut D::Scope,
) -> Result<D::Value, D::Stop> {
    let mut operands = [(value, class)];
    let mut fits = false;
    for obligation in obligation::of_unary(op, class) {
        fits = meets(domain, &obligation, &mut operands, Site::Expr(expr), scope)?;
    }
    let [(value, _)] = operands;
    let result = domain.unary(op, class, value, fits);
    if fits { Ok(result) } else { domain.reduce(result, class) }
}

/// `a op b`, for an operator that is no comparison; the right operand of a shift has a class of its own.
pub(crate) fn binary<'p, D: Domain<'p>>(
    domain: &mut D,
    op: BinaryOp,
    left: (D::Value, Class),
    right: (D::Value, Class),
    expr: &Expr,
    scope: &mut D::Scope,
) -> Result<D::Value, D::Stop> {
    let class = left.1;
    let mut operands = [left, right];
    let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
    // The last obligation of an operator other than a shift is that its result fits, if that is demanded at all.
    let (mut fits, mut is_defined) = (false, true);
    for obligation in obligation::of_binary(op, class) {
        let is_met = meets(domain, &obligation, &mut operands, Site::Expr(expr), scope)?;
        fits = is_met && obligation.is_about_result();
        is_defined &= is_met;
    }
    let [(a, _), (b, right)] = operands;
    let result = match (is_shift, is_defined) {
        (true, false) => masked_shift(domain, op, (a, class), (b, right))?,
        // The count lies below the width, in any class.
        (true, true) => {
            let count = Class::Int { width: right.width(), signed: false };
            let b = domain.cast(b, count, class);
            domain.binary(op, class, a, b, fits)
        }
        (false, _) => domain.binary(op, class, a, b, fits),
    };
    match result {
        Some(result) if fits => Ok(result),
        Some(result) => domain.reduce(result, class),
        None => Err(domain.unsupported("bits of a floating value", expr.span, scope)),
    }
}

/// A shift by any count, as the machine does it: x86 looks at five or six bits of the count, and counts up to 31 reach beyond a
/// narrow operand.
fn masked_shift<'p, D: Domain<'p>>(
    domain: &mut D,
    op: BinaryOp,
    (a, class): (D::Value, Class),
    (count, right): (D::Value, Class),
) -> Result<Option<D::Value>, D::Stop> {
    let width = class.width();
    let wide = Class::Int { width: width.max(32), signed: class.signed() };
    let unsigned = Class::Int { width: right.width(), signed: false };
    let mask = domain.constant(unsigned, if width == 64 { 63 } else { 31 });
    let count = domain.cast(count, right, unsigned);
    let Some(count) = domain.binary(BinaryOp::BitAnd, unsigned, count, mask, true) else {
        return Ok(None);
    };
    let a = domain.cast(a, class, wide);
    let count = domain.cast(count, unsigned, wide);
    let Some(shifted) = domain.binary(op, wide, a, count, false) else { return Ok(None) };
    let shifted = domain.reduce(shifted, wide)?;
    Ok(Some(domain.cast(shifted, wide, class)))
}

/// Does a value belong to a case of a switch?
pub fn in_case<S: Scalars>(
    scalars: &mut S,
    case: &SwitchCase,
    class: Class,
    value: S::Value,
) -> S::Truth {
    let low = scalars.constant(class, case.low.cast_unsigned());
    if case.low == case.high {
        return scalars.compare(BinaryOp::Eq, class, value, low);
    }
    let high = scalars.constant(class, case.high.cast_unsigned());
    let above = scalars.compare(BinaryOp::Le, class, low, value.clone());
    let below = scalars.compare(BinaryOp::Le, class, value, high);
    scalars.and(above, below)
}
