//! Floating-point numbers as bit-vectors: what each operation gives, and circuits that compute it.
//!
//! [`evaluate()`] answers for constants. [`FloatLowering`] replaces operations by circuits of bit-vector operations:
//! - `lower` finds the operations in a term and sends each to its circuit;
//! - `number` takes a number apart: sign, exponent, significand, what kind of number it is;
//! - `add`, `multiply`, `divide`, `compare`, `convert`, `integer` hold the circuits;
//! - `round` and `pack` make a number from a significand of any length, an exponent and a sign;
//! - `exponent` and `shift` are the parts that circuits are made of.
//!
//! Circuits are built for a solver that turns them into gates, so their size in gates counts: shifters have the
//! stages they need and no more, exponents the width that their range asks for, and what two operations on the same
//! operands have in common is built from the same terms, hence once.

mod add;
mod compare;
mod convert;
mod divide;
mod evaluate;
mod exponent;
mod format;
mod integer;
mod lower;
mod multiply;
mod number;
mod pack;
mod round;
mod shift;
#[cfg(test)]
mod tests;

pub(crate) use evaluate::evaluate;
pub use lower::FloatLowering;
