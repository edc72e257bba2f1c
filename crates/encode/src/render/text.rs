//! Pieces of C text, with what C makes of them.

use whydunit_term::{Op, Term, Terms};

/// Binding strength of C's operators.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

impl Level {
    /// What the right operand of a left-associative operator must bind like.
    pub(super) fn next(self) -> Level {
        match self {
            Level::Conditional => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::BitOr,
            Level::BitOr => Level::BitXor,
            Level::BitXor => Level::BitAnd,
            Level::BitAnd => Level::Equality,
            Level::Equality => Level::Relation,
            Level::Relation => Level::Shift,
            Level::Shift => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Unary,
            Level::Unary | Level::Primary => Level::Primary,
        }
    }
}

/// What a text is in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Truth,
    Number { signed: bool },
    Pointer,
    Float,
}

impl Kind {
    pub(super) fn signed(self) -> Option<bool> {
        match self {
            Kind::Number { signed } => Some(signed),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) level: Level,
    pub(super) kind: Kind,
}

impl Text {
    pub(super) fn new(text: String, level: Level, kind: Kind) -> Text {
        Text { text, level, kind }
    }

    /// The text, in parentheses where it binds less than it must.
    pub(super) fn at(self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text }
    }

    pub(super) fn cast(self, ty: &str, signed: bool) -> Text {
        let text = format!("({ty}){}", self.at(Level::Unary));
        Text { text, level: Level::Unary, kind: Kind::Number { signed } }
    }
}

/// A product with a power of two, which terms spell as moved bits: the factor that is not a constant, and the
/// constant.
pub(super) fn multiple(terms: &Terms, high: Term, low: Term) -> Option<(Term, u128)> {
    let zeros = terms.width(low);
    if terms.value(low) != Some(0) {
        return None;
    }
    let Op::Extract { low: 0, .. } = terms.op(high) else { return None };
    let whole = terms.children(high)[0];
    (terms.width(whole) == terms.width(high) + zeros).then_some((whole, 1 << zeros))
}
