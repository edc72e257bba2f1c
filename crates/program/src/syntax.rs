//! How are the parts of an expression joined in C's syntax, and how tightly do they bind?
//!
//! Which kind of expression is written in which way is said with what it consists of (`visit.rs`); whoever writes expressions (texts for people, C tests,
//! repairs) asks for it here.

use crate::BinaryOp;

/// Binding strengths, as in the C grammar; larger binds tighter. Those of binary operators lie between: see [`BinaryOp::strength`].
pub mod strength {
    /// `c ? a : b`.
    pub const CONDITIONAL: u8 = 1;
    /// `a || b`.
    pub const OR: u8 = 2;
    /// `a && b`.
    pub const AND: u8 = 3;
    /// `a + b`.
    pub const SUM: u8 = crate::BinaryOp::Add.strength();
    /// `-a`, `*a`, `(int)a`.
    pub const UNARY: u8 = 13;
    /// `a[i]`, `a.b`, `f(a)`.
    pub const POSTFIX: u8 = 14;
    /// `a`, `1`, `(a)`.
    pub const PRIMARY: u8 = 15;
}

/// The form of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// A constant or the name of a function.
    Leaf,
    /// A place: what it holds, or an array that becomes a pointer.
    Place,
    /// `&place`
    Address,
    /// Before one operand.
    Prefix(&'static str),
    /// Between two operands, with how tightly it binds.
    Infix(&'static str, u8),
    /// `a ? b : c`
    Conditional,
    /// `(type)a`
    Cast,
    /// Has words of its own: quantifiers, `\valid`, `\old`.
    Specification,
}

impl Syntax {
    pub(crate) fn binary(op: BinaryOp) -> Syntax {
        Syntax::Infix(op.symbol(), op.strength())
    }

    /// How tightly it binds; a place that is not a dereference.
    pub fn strength(self) -> u8 {
        match self {
            Syntax::Leaf | Syntax::Place | Syntax::Specification => strength::PRIMARY,
            Syntax::Address | Syntax::Prefix(_) | Syntax::Cast => strength::UNARY,
            Syntax::Infix(_, strength) => strength,
            Syntax::Conditional => strength::CONDITIONAL,
        }
    }
}
