//! What only specifications have.

use whydunit_program::{Class, Expr};

use crate::domain::Domain;

const MATHEMATICAL: Class = Class::Int { width: 128, signed: true };

/// An integer of a specification: mathematical, 128 bits wide.
pub(crate) fn integer<'p, D: Domain<'p>>(
    domain: &mut D,
    expr: &Expr,
    scope: &mut D::Scope,
) -> Result<D::Value, D::Stop> {
    let class = Class::of(domain.types(), expr.ty);
    let value = domain.expr(expr, scope)?;
    Ok(domain.cast(value, class, MATHEMATICAL))
}
