//! Sorts and operations.
//!
//! Bit-vector operations mean what SMT-LIB's `QF_BV` says, for every operand: `x / 0` is all ones, `x % 0` is `x`, a
//! shift by the width or more gives zeros (copies of the sign). Floating-point numbers are bit-vectors of 32 or 64
//! bits; operations on them round to nearest even. Where the result is not a number its bits are those of x86
//! SSE: the first operand that is a NaN, made quiet; without one, the negative quiet NaN with no payload.

use crate::Term;

/// A width or a position as operations keep it.
pub(crate) fn byte(bits: u32) -> u8 {
    u8::try_from(bits).expect("there should be no more than 128 bits")
}

/// What a term stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    Bool,
    /// A bit-vector of 1 to [`Sort::MAX_WIDTH`] bits.
    Bits(u32),
}

impl Sort {
    pub const MAX_WIDTH: u32 = 128;

    /// Bits that a value of the sort takes: 1 for a Boolean.
    pub fn width(self) -> u32 {
        match self {
            Sort::Bool => 1,
            Sort::Bits(width) => width,
        }
    }

    pub fn is_bool(self) -> bool {
        self == Sort::Bool
    }

    /// The largest value, all ones.
    pub fn mask(self) -> u128 {
        u128::MAX >> (128 - self.width())
    }
}

/// A free variable or an uninterpreted function; its name and sort are kept by the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub(crate) u32);

impl Symbol {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Index into the store's pool of constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstantId(pub(crate) u32);

/// The function at a node; operands are the node's children, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    // Leaves.
    Constant(ConstantId),
    Variable(Symbol),

    /// An uninterpreted function of its operands: what an encoder abstracts. Equal operands give equal
    /// values, nothing else is known.
    Opaque(Symbol),

    // Booleans. `And` and `Or` have two or more operands.
    Not,
    And,
    Or,
    Xor,

    // Any sort.
    Eq,
    /// `if c then a else b`; `c` is Boolean, `a` and `b` have the same sort.
    Ite,

    // Bit-vectors of one width.
    BitNot,
    BitAnd,
    BitOr,
    BitXor,
    Neg,
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    /// The sign follows the dividend.
    SRem,
    Shl,
    LShr,
    AShr,
    /// By a constant below the width.
    RotateLeft(u8),
    RotateRight(u8),

    // Comparisons.
    ULt,
    ULe,
    SLt,
    SLe,

    // Does the exact result lie outside the range of the width?
    UAddOverflow,
    SAddOverflow,
    USubOverflow,
    SSubOverflow,
    UMulOverflow,
    SMulOverflow,
    SDivOverflow,
    NegOverflow,

    // Widths.
    /// To that width, at least the operand's.
    ZeroExtend(u8),
    SignExtend(u8),
    /// Bits `high` down to `low`, both included.
    Extract {
        high: u8,
        low: u8,
    },
    /// The first operand holds the high bits.
    Concat,
    /// 1 bit: 1 for true.
    FromBool,

    // IEEE 754 binary32 and binary64, as bits.
    FAdd,
    FSub,
    FMul,
    FDiv,
    FEq,
    FLt,
    FLe,
    /// Between binary32 and binary64; to that width.
    FConvert(u8),
    /// From an integer of any width to a number of that width.
    FFromUnsigned(u8),
    FFromSigned(u8),
    /// Truncates to an integer of that width. Where the truncated value does not fit (or is not a number): the
    /// integer with only the highest bit set, as x86 has it.
    FToUnsigned(u8),
    FToSigned(u8),
}

impl Op {
    /// May two operands change places?
    pub fn is_commutative(self) -> bool {
        use Op::{
            Add, And, BitAnd, BitOr, BitXor, Eq, FEq, Mul, Or, SAddOverflow, SMulOverflow,
            UAddOverflow, UMulOverflow, Xor,
        };
        matches!(
            self,
            And | Or
                | Xor
                | Eq
                | BitAnd
                | BitOr
                | BitXor
                | Add
                | Mul
                | UAddOverflow
                | SAddOverflow
                | UMulOverflow
                | SMulOverflow
                | FEq
        )
    }
}

/// An operation with operands that do not fit it: a mistake in the calling code.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{op:?} cannot be applied to {operands:?}")]
pub struct SortError {
    pub op: Op,
    pub operands: Vec<Sort>,
}

/// The sort of `op` applied to operands of these sorts. Symbols and constants have theirs from the store.
#[inline]
pub(crate) fn result_sort(op: Op, operands: &[Sort]) -> Result<Sort, SortError> {
    use Op::*;
    use Sort::{Bits, Bool};
    let error = || SortError { op, operands: operands.to_vec() };
    let float = |width: u32| width == 32 || width == 64;
    Ok(match (op, operands) {
        (Not, [Bool]) | (Xor, [Bool, Bool]) => Bool,
        (And | Or, list) if list.len() >= 2 && list.iter().all(|sort| sort.is_bool()) => Bool,
        (Eq, [a, b]) if a == b => Bool,
        (Ite, [Bool, a, b]) if a == b => *a,
        (BitNot | Neg, [Bits(width)]) => Bits(*width),
        (NegOverflow, [Bits(_)]) => Bool,
        (
            BitAnd | BitOr | BitXor | Add | Sub | Mul | UDiv | URem | SDiv | SRem | Shl | LShr
            | AShr,
            [Bits(a), Bits(b)],
        ) if a == b => Bits(*a),
        (RotateLeft(by) | RotateRight(by), [Bits(width)]) if u32::from(by) < *width => Bits(*width),
        (
            ULt | ULe | SLt | SLe | UAddOverflow | SAddOverflow | USubOverflow | SSubOverflow
            | UMulOverflow | SMulOverflow | SDivOverflow,
            [Bits(a), Bits(b)],
        ) if a == b => Bool,
        (ZeroExtend(to) | SignExtend(to), [Bits(width)])
            if u32::from(to) >= *width && u32::from(to) <= Sort::MAX_WIDTH =>
        {
            Bits(to.into())
        }
        (Extract { high, low }, [Bits(width)]) if low <= high && u32::from(high) < *width => {
            Bits(u32::from(high - low) + 1)
        }
        (Concat, [Bits(a), Bits(b)]) if a + b <= Sort::MAX_WIDTH => Bits(a + b),
        (FromBool, [Bool]) => Bits(1),
        (FAdd | FSub | FMul | FDiv, [Bits(a), Bits(b)]) if a == b && float(*a) => Bits(*a),
        (FEq | FLt | FLe, [Bits(a), Bits(b)]) if a == b && float(*a) => Bool,
        (FConvert(to), [Bits(from)]) if float(*from) && float(to.into()) => Bits(to.into()),
        (FFromUnsigned(to) | FFromSigned(to), [Bits(_)]) if float(to.into()) => Bits(to.into()),
        (FToUnsigned(to) | FToSigned(to), [Bits(from)])
            if float(*from) && (1..=Sort::MAX_WIDTH).contains(&to.into()) =>
        {
            Bits(to.into())
        }
        _ => return Err(error()),
    })
}

/// A node as the store shows it.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub op: Op,
    pub sort: Sort,
    pub children: &'a [Term],
}
