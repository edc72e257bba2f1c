//! Relational operators.

use whydunit_program::BinaryOp;

/// A relational operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Relop {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Relop {
    pub(crate) fn of(op: BinaryOp) -> Option<Relop> {
        Some(match op {
            BinaryOp::Lt => Relop::Lt,
            BinaryOp::Le => Relop::Le,
            BinaryOp::Gt => Relop::Gt,
            BinaryOp::Ge => Relop::Ge,
            BinaryOp::Eq => Relop::Eq,
            BinaryOp::Ne => Relop::Ne,
            _ => return None,
        })
    }

    /// What holds where this does not.
    pub(crate) fn negated(self) -> Relop {
        match self {
            Relop::Lt => Relop::Ge,
            Relop::Le => Relop::Gt,
            Relop::Gt => Relop::Le,
            Relop::Ge => Relop::Lt,
            Relop::Eq => Relop::Ne,
            Relop::Ne => Relop::Eq,
        }
    }

    /// The same with the sides exchanged.
    pub(crate) fn flipped(self) -> Relop {
        match self {
            Relop::Lt => Relop::Gt,
            Relop::Le => Relop::Ge,
            Relop::Gt => Relop::Lt,
            Relop::Ge => Relop::Le,
            Relop::Eq | Relop::Ne => self,
        }
    }

    /// The neighbour that differs in equality only.
    pub(crate) fn neighbour(self) -> Option<Relop> {
        Some(match self {
            Relop::Lt => Relop::Le,
            Relop::Le => Relop::Lt,
            Relop::Gt => Relop::Ge,
            Relop::Ge => Relop::Gt,
            Relop::Eq | Relop::Ne => return None,
        })
    }

    pub(crate) fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Relop::Lt => left < right,
            Relop::Le => left <= right,
            Relop::Gt => left > right,
            Relop::Ge => left >= right,
            Relop::Eq => left == right,
            Relop::Ne => left != right,
        }
    }

    /// As C writes it.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Relop::Eq => "==",
            other => other.shown(),
        }
    }

    /// As the paper writes it.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Relop::Lt => "<",
            Relop::Le => "<=",
            Relop::Gt => ">",
            Relop::Ge => ">=",
            Relop::Eq => "=",
            Relop::Ne => "!=",
        }
    }
}
