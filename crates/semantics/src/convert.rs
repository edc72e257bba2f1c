//! Conversions between scalar types.

use whydunit_program::address::leaves_view;
use whydunit_program::obligation;
use whydunit_program::{BinaryOp, Class, Expr};

use crate::domain::{Domain, Scalars, Site};

/// The value of an operand, converted to the type of the expression.
pub(crate) fn convert<'p, D: Domain<'p>>(
    domain: &mut D,
    value: D::Value,
    (operand, expr): (&Expr, &Expr),
    scope: &mut D::Scope,
) -> Result<D::Value, D::Stop> {
    let types = domain.types();
    let (source, target) = (operand.ty, expr.ty);
    let (from, to) = (Class::of(types, source), Class::of(types, target));
    Ok(match (from, to) {
        (_, Class::Other) => value,
        (_, Class::Bool) => {
            let truth = domain.is_nonzero(value, from);
            domain.truth_value(truth, to)
        }
        (Class::Float { .. }, Class::Float { .. }) => domain.cast(value, from, to),
        (Class::Float { .. }, _) => return truncate(domain, (value, from), to, expr, scope),
        (Class::Pointer { .. }, Class::Pointer { .. }) => {
            match leaves_view(types, source, target) {
                true => domain.canonical(value),
                false => value,
            }
        }
        (Class::Pointer { .. }, _) => {
            let address = domain.canonical(value);
            domain.cast(address, from, to)
        }
        _ => {
            let cast = domain.cast(value, from, to);
            domain.reduce(cast, to)?
        }
    })
}

/// A floating number as an integer, rounded towards zero. What does not fit is checked, else as x86 has it: it converts to 32 or 64 bits
/// and gives the smallest number for what does not fit there.
fn truncate<'p, D: Domain<'p>>(
    domain: &mut D,
    (value, from): (D::Value, Class),
    to: Class,
    expr: &Expr,
    scope: &mut D::Scope,
) -> Result<D::Value, D::Stop> {
    let Some(obligation) = obligation::of_conversion(from, to) else {
        return Ok(domain.mathematical(value, from, to));
    };
    if domain.is_checked(obligation.kind) {
        let mut operands = [(value, from)];
        domain.oblige(&obligation, &mut operands, Site::Expr(expr), scope)?;
        let [(value, _)] = operands;
        return Ok(domain.cast(value, from, to));
    }
    let fits = domain.holds(&obligation.condition, &[(value.clone(), from)]);
    let converted = domain.cast(value.clone(), from, to);
    let is_wide = to.width() == 64 || (to.width() == 32 && !to.signed());
    let machine = Class::Int { width: if is_wide { 64 } else { 32 }, signed: true };
    let otherwise = domain.cast(value.clone(), from, machine);
    let mut otherwise = domain.cast(otherwise, machine, to);
    if to.width() == 64 && !to.signed() {
        // The half above 2^63 is converted less 2^63, which gives 0 for what is too large.
        let limit = two_to_64(domain, from);
        let is_large = domain.compare(BinaryOp::Ge, from, value, limit);
        let zero = domain.constant(to, 0);
        otherwise = domain.select(is_large, zero, otherwise);
    }
    Ok(domain.select(fits, converted, otherwise))
}

/// A floating number of the class.
fn two_to_64<S: Scalars>(scalars: &mut S, class: Class) -> S::Value {
    let bits = match class.width() {
        32 => 2_f32.powi(64).to_bits().into(),
        _ => 2_f64.powi(64).to_bits().into(),
    };
    scalars.constant(class, bits)
}
