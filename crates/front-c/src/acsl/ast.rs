//! The syntax tree of contracts.

use whydunit_program::{BinaryOp, UnaryOp};

/// One clause of an annotation.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Clause {
    pub(crate) kind: ClauseKind,
    /// The condition; absent for ignored clauses.
    pub(crate) expr: Option<SpecExpr>,
    /// The condition (or what is ignored) as written, white space collapsed.
    pub(crate) text: String,
    /// Byte range in the annotation's text, from the keyword to the end of the condition.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ClauseKind {
    /// `assert` and `check`.
    Assert,
    Requires,
    Ensures,
    LoopInvariant,
    /// Read over: it says nothing that is checked.
    Ignored {
        keyword: String,
    },
}

/// A term or predicate.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SpecExpr {
    pub(crate) kind: SpecKind,
    /// Byte range in the annotation's text.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum SpecKind {
    /// Literals are kept as written, for the reader of C literals.
    Int(String),
    Float(String),
    Char(String),
    Str(String),
    Name(String),
    Bool(bool),
    /// `\null`
    Null,
    /// `\result`
    Result,
    /// `\old(e)`, `\at(e, Pre)`: the value in the state before the call.
    Old(Box<SpecExpr>),
    Unary(UnaryOp, Box<SpecExpr>),
    Deref(Box<SpecExpr>),
    AddrOf(Box<SpecExpr>),
    Binary(BinaryOp, Box<SpecExpr>, Box<SpecExpr>),
    And(Box<SpecExpr>, Box<SpecExpr>),
    Or(Box<SpecExpr>, Box<SpecExpr>),
    /// `^^`
    Xor(Box<SpecExpr>, Box<SpecExpr>),
    Implies(Box<SpecExpr>, Box<SpecExpr>),
    Iff(Box<SpecExpr>, Box<SpecExpr>),
    Cond(Box<SpecExpr>, Box<SpecExpr>, Box<SpecExpr>),
    Index(Box<SpecExpr>, Box<SpecExpr>),
    /// `e.name`
    Member(Box<SpecExpr>, String),
    /// `e->name`
    Arrow(Box<SpecExpr>, String),
    Cast(SpecType, Box<SpecExpr>),
    SizeofType(SpecType),
    SizeofExpr(Box<SpecExpr>),
    /// `\abs`, `\min`, `\max`, with the right number of arguments.
    Builtin(Builtin, Vec<SpecExpr>),
    /// A call of a function or predicate by name.
    Call(String, Vec<SpecExpr>),
    /// `var` runs over `lo ..= hi`; `hi < lo` makes the range empty.
    Quantifier {
        forall: bool,
        var: String,
        lo: Box<SpecExpr>,
        hi: Box<SpecExpr>,
        body: Box<SpecExpr>,
    },
    /// `\valid(pointer + (lo .. hi))`; both bounds belong to the range.
    Valid {
        pointer: Box<SpecExpr>,
        lo: Box<SpecExpr>,
        hi: Box<SpecExpr>,
        read_only: bool,
    },
    /// `lo .. hi`. Only inside the parser: no tree that leaves it contains one.
    Range(Box<SpecExpr>, Box<SpecExpr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    Abs,
    Min,
    Max,
}

/// A type name: words, then stars. `integer`, `real` and `boolean` are the types of mathematics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SpecType {
    pub(crate) words: Vec<String>,
    pub(crate) pointers: usize,
}

impl SpecExpr {
    pub(super) fn new(kind: SpecKind, start: usize, end: usize) -> SpecExpr {
        SpecExpr { kind, start, end }
    }

    /// The direct parts of this expression.
    pub(crate) fn children(&self) -> Vec<&SpecExpr> {
        use SpecKind::*;
        match &self.kind {
            Int(_) | Float(_) | Char(_) | Str(_) | Name(_) | Bool(_) | Null | Result
            | SizeofType(_) => Vec::new(),
            Old(a)
            | Unary(_, a)
            | Deref(a)
            | AddrOf(a)
            | Member(a, _)
            | Arrow(a, _)
            | Cast(_, a)
            | SizeofExpr(a) => vec![a],
            Binary(_, a, b)
            | And(a, b)
            | Or(a, b)
            | Xor(a, b)
            | Implies(a, b)
            | Iff(a, b)
            | Index(a, b)
            | Range(a, b) => vec![a, b],
            Cond(a, b, c) => vec![a, b, c],
            Builtin(_, list) | Call(_, list) => list.iter().collect(),
            Quantifier { lo, hi, body, .. } => vec![lo, hi, body],
            Valid { pointer, lo, hi, .. } => vec![pointer, lo, hi],
        }
    }

    /// Does `name` occur in it? (Not counting what an inner quantifier binds would be more precise,
    /// but names of nested quantifiers that coincide are not worth it.)
    pub(crate) fn mentions(&self, name: &str) -> bool {
        matches!(&self.kind, SpecKind::Name(found) if found == name)
            || self.children().into_iter().any(|child| child.mentions(name))
    }
}
