//! Constructors: one short method per operation, so that building formulas reads like formulas.

use crate::op::byte;
use crate::{Op, Sort, Term, Terms};

macro_rules! unary {
    ($($name:ident: $op:expr;)*) => { impl Terms { $(
        pub fn $name(&mut self, a: Term) -> Term { self.apply($op, &[a]) }
    )* } };
}

macro_rules! binary {
    ($($name:ident: $op:expr;)*) => { impl Terms { $(
        pub fn $name(&mut self, a: Term, b: Term) -> Term { self.apply($op, &[a, b]) }
    )* } };
}

unary! {
    not: Op::Not;
    bit_not: Op::BitNot;
    neg: Op::Neg;
    neg_overflow: Op::NegOverflow;
    from_bool: Op::FromBool;
}

binary! {
    xor: Op::Xor;
    eq: Op::Eq;
    bit_and: Op::BitAnd;
    bit_or: Op::BitOr;
    bit_xor: Op::BitXor;
    add: Op::Add;
    sub: Op::Sub;
    mul: Op::Mul;
    udiv: Op::UDiv;
    urem: Op::URem;
    sdiv: Op::SDiv;
    srem: Op::SRem;
    shl: Op::Shl;
    lshr: Op::LShr;
    ashr: Op::AShr;
    ult: Op::ULt;
    ule: Op::ULe;
    slt: Op::SLt;
    sle: Op::SLe;
    uadd_overflow: Op::UAddOverflow;
    sadd_overflow: Op::SAddOverflow;
    usub_overflow: Op::USubOverflow;
    ssub_overflow: Op::SSubOverflow;
    umul_overflow: Op::UMulOverflow;
    smul_overflow: Op::SMulOverflow;
    sdiv_overflow: Op::SDivOverflow;
    concat: Op::Concat;
    fadd: Op::FAdd;
    fsub: Op::FSub;
    fmul: Op::FMul;
    fdiv: Op::FDiv;
    feq: Op::FEq;
    flt: Op::FLt;
    fle: Op::FLe;
}

impl Terms {
    /// The conjunction of any number of Booleans.
    pub fn and(&mut self, operands: &[Term]) -> Term {
        match operands {
            [] => Term::TRUE,
            [only] => *only,
            _ => self.apply(Op::And, operands),
        }
    }

    /// The disjunction of any number of Booleans.
    pub fn or(&mut self, operands: &[Term]) -> Term {
        match operands {
            [] => Term::FALSE,
            [only] => *only,
            _ => self.apply(Op::Or, operands),
        }
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(&[not_a, b])
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn ite(&mut self, cond: Term, then: Term, otherwise: Term) -> Term {
        self.apply(Op::Ite, &[cond, then, otherwise])
    }

    pub fn rotate_left(&mut self, a: Term, by: u32) -> Term {
        self.apply(Op::RotateLeft(byte(by % self.width(a))), &[a])
    }

    pub fn rotate_right(&mut self, a: Term, by: u32) -> Term {
        self.apply(Op::RotateRight(byte(by % self.width(a))), &[a])
    }

    /// To a width of at least the operand's.
    pub fn zero_extend(&mut self, a: Term, to: u32) -> Term {
        self.apply(Op::ZeroExtend(byte(to)), &[a])
    }

    pub fn sign_extend(&mut self, a: Term, to: u32) -> Term {
        self.apply(Op::SignExtend(byte(to)), &[a])
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        self.apply(Op::Extract { high: byte(high), low: byte(low) }, &[a])
    }

    /// Drops or adds high bits; the added ones are zeros or, when `signed`, copies of the sign.
    pub fn resize(&mut self, a: Term, to: u32, signed: bool) -> Term {
        let width = self.width(a);
        if to < width {
            self.extract(a, to - 1, 0)
        } else if signed {
            self.sign_extend(a, to)
        } else {
            self.zero_extend(a, to)
        }
    }

    pub fn fconvert(&mut self, a: Term, to: u32) -> Term {
        self.apply(Op::FConvert(byte(to)), &[a])
    }

    pub fn float_from_int(&mut self, a: Term, signed: bool, to: u32) -> Term {
        let op = if signed { Op::FFromSigned(byte(to)) } else { Op::FFromUnsigned(byte(to)) };
        self.apply(op, &[a])
    }

    pub fn float_to_int(&mut self, a: Term, signed: bool, to: u32) -> Term {
        let op = if signed { Op::FToSigned(byte(to)) } else { Op::FToUnsigned(byte(to)) };
        self.apply(op, &[a])
    }

    /// Is the bit-vector different from zero?
    pub fn is_nonzero(&mut self, a: Term) -> Term {
        let zero = self.constant(self.sort(a), 0);
        self.ne(a, zero)
    }

    pub fn variable_bits(&mut self, name: &str, width: u32) -> Term {
        self.variable(name, Sort::Bits(width))
    }

    pub fn variable_bool(&mut self, name: &str) -> Term {
        self.variable(name, Sort::Bool)
    }
}
