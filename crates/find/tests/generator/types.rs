//! The integer types of generated programs.

use super::rng::Rng;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    Bool,
    Char,
    UChar,
    Short,
    UShort,
    Int,
    Unsigned,
    Long,
    ULong,
}

impl Ty {
    pub(crate) fn any(rng: &mut Rng) -> Ty {
        use Ty::{Bool, Char, Int, Long, Short, UChar, ULong, UShort, Unsigned};
        [Int, Char, UChar, Short, UShort, Unsigned, Long, ULong, Bool]
            [rng.weighted(&[40, 10, 12, 8, 8, 16, 5, 4, 4])]
    }

    /// As the text of a declaration.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Ty::Bool => "_Bool",
            Ty::Char => "signed char",
            Ty::UChar => "unsigned char",
            Ty::Short => "short",
            Ty::UShort => "unsigned short",
            Ty::Int => "int",
            Ty::Unsigned => "unsigned",
            Ty::Long => "long",
            Ty::ULong => "unsigned long",
        }
    }

    /// The function that gives an input of this type.
    pub(crate) fn source(self) -> &'static str {
        match self {
            Ty::Bool => "__VERIFIER_nondet_bool",
            Ty::Char => "__VERIFIER_nondet_schar",
            Ty::UChar => "__VERIFIER_nondet_uchar",
            Ty::Short => "__VERIFIER_nondet_short",
            Ty::UShort => "__VERIFIER_nondet_ushort",
            Ty::Int => "__VERIFIER_nondet_int",
            Ty::Unsigned => "__VERIFIER_nondet_uint",
            Ty::Long => "__VERIFIER_nondet_long",
            Ty::ULong => "__VERIFIER_nondet_ulong",
        }
    }

    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Ty::Char | Ty::Short | Ty::Int | Ty::Long)
    }
}
