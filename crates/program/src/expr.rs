//! Expressions and places: what is computed, and where it is stored. Neither has side effects.

use whydunit_source::Span;

use crate::{FunctionId, GlobalId, LocalId, TypeId};

/// A computation without side effects, and its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What is computed.
    pub kind: ExprKind,
    /// Its type.
    pub ty: TypeId,
    /// Where it stands in the source.
    pub span: Span,
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-e`.
    Neg,
    /// `~e`.
    BitNot,
    /// `!e`: `int` 0 or 1; the operand is any scalar.
    Not,
}

/// Operators with two operands that are both evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`, towards zero.
    Div,
    /// `%`, with the sign of the left operand.
    Rem,
    /// The right operand of a shift has its own (promoted) type.
    Shl,
    /// `>>`; of signed numbers with copies of the sign.
    Shr,
    /// `&`.
    BitAnd,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
}

/// What an expression computes.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An integer or pointer constant, sign- or zero-extended from its type to 128 bits.
    Int(i128),
    /// A floating constant, already rounded to its type.
    Float(f64),
    /// The value stored at a place. Of record type only where the crate's conventions allow.
    Load(Place),
    /// `&place`. Does not access it. Of a bit-field: never.
    AddrOf(Place),
    /// An array place as a pointer to its first element. Differs from `AddrOf` in that the pointer is
    /// good for *this* array only, even when the array is part of a larger object.
    Decay(Place),
    /// The address of a function.
    FunctionAddr(FunctionId),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Lazy `&&`; operands are any scalars.
    And(Box<Expr>, Box<Expr>),
    /// Lazy `||`.
    Or(Box<Expr>, Box<Expr>),
    /// Lazy `c ? a : b`, scalar.
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Conversion to `ty`; the two types say which one.
    Cast(Box<Expr>),
    /// `pointer + index` scaled by the pointee's size (`pointer - index` has a negated index).
    PtrAdd(Box<Expr>, Box<Expr>),
    /// `left - right` in elements.
    PtrDiff(Box<Expr>, Box<Expr>),

    // Specifications only (conditions of checks and assumptions).
    /// Bounded quantifier: `var` (a local of the function) runs over `lo ..= hi`.
    Quantifier {
        /// For all values, rather than for one.
        forall: bool,
        /// The variable.
        var: LocalId,
        /// The first value of the range.
        lo: Box<Expr>,
        /// The last value of the range.
        hi: Box<Expr>,
        /// What is said of each value.
        body: Box<Expr>,
    },
    /// `\valid(pointer + (lo .. hi))`, true when the range is empty.
    Valid {
        /// What the range is counted from.
        pointer: Box<Expr>,
        /// The first value of the range.
        lo: Box<Expr>,
        /// The last value of the range.
        hi: Box<Expr>,
    },
    /// The operand in the memory that `Snapshot(slot)` kept.
    Old {
        /// The number of the snapshot.
        slot: u32,
        /// The operand.
        expr: Box<Expr>,
    },
}

/// A storage location: a base and a path into it.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Where the path starts.
    pub base: PlaceBase,
    /// Members and elements, outermost first.
    pub path: Vec<Projection>,
    /// Type of the whole place, after the path.
    pub ty: TypeId,
    /// Where it stands in the source.
    pub span: Span,
}

/// Where a path into storage starts.
#[derive(Clone, PartialEq, Debug)]
pub enum PlaceBase {
    /// A variable of the function.
    Local(LocalId),
    /// A variable of static storage.
    Global(GlobalId),
    /// What the pointer points to; its pointee type is the type the path starts from.
    Deref(Box<Expr>),
}

/// One step into a place.
#[derive(Clone, PartialEq, Debug)]
pub enum Projection {
    /// Index into the record's fields.
    Field(u32),
    /// Element of an array place. When the array's length is known, the index must lie below it.
    Index(Box<Expr>),
}

impl Expr {
    /// Of its parts.
    pub fn new(kind: ExprKind, ty: TypeId, span: Span) -> Expr {
        Expr { kind, ty, span }
    }

    /// An integer constant.
    pub fn int(value: i128, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Int(value), ty, span }
    }

    /// The value that is stored at a place.
    pub fn load(place: Place) -> Expr {
        let (ty, span) = (place.ty, place.span);
        Expr { kind: ExprKind::Load(place), ty, span }
    }

    /// The number, of an integer constant.
    pub fn as_int(&self) -> Option<i128> {
        match self.kind {
            ExprKind::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Without the conversions around it.
    pub fn without_casts(&self) -> &Expr {
        match &self.kind {
            ExprKind::Cast(inner) => inner.without_casts(),
            _ => self,
        }
    }
}

impl Place {
    /// A whole variable of the function.
    pub fn local(local: LocalId, ty: TypeId, span: Span) -> Place {
        Place { base: PlaceBase::Local(local), path: Vec::new(), ty, span }
    }

    /// A whole variable of static storage.
    pub fn global(global: GlobalId, ty: TypeId, span: Span) -> Place {
        Place { base: PlaceBase::Global(global), path: Vec::new(), ty, span }
    }

    /// What a pointer points to, as a type.
    pub fn deref(pointer: Expr, ty: TypeId, span: Span) -> Place {
        Place { base: PlaceBase::Deref(Box::new(pointer)), path: Vec::new(), ty, span }
    }
}

impl BinaryOp {
    /// As C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        }
    }

    /// The comparison that holds just where this one does not; other operators stay as they are.
    pub fn opposite(self) -> BinaryOp {
        match self {
            BinaryOp::Lt => BinaryOp::Ge,
            BinaryOp::Le => BinaryOp::Gt,
            BinaryOp::Gt => BinaryOp::Le,
            BinaryOp::Ge => BinaryOp::Lt,
            BinaryOp::Eq => BinaryOp::Ne,
            BinaryOp::Ne => BinaryOp::Eq,
            other => other,
        }
    }

    /// How tightly it binds, as in the C grammar: between `&&` (3) and the unary operators (13).
    pub const fn strength(self) -> u8 {
        match self {
            BinaryOp::BitOr => 4,
            BinaryOp::BitXor => 5,
            BinaryOp::BitAnd => 6,
            BinaryOp::Eq | BinaryOp::Ne => 7,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 8,
            BinaryOp::Shl | BinaryOp::Shr => 9,
            BinaryOp::Add | BinaryOp::Sub => 10,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 11,
        }
    }

    /// Is the result a truth value?
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

impl UnaryOp {
    /// As C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
        }
    }
}
