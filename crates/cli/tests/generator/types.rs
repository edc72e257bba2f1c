//! The arithmetic types and the conversions between them, as far as a generator must know them to stay clear of
//! undefined behaviour.

use super::rng::Rng;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    Bool,
    Char,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Float,
    Double,
}

use Ty::*;

pub(crate) const INTEGERS: [Ty; 12] =
    [Bool, Char, I8, U8, I16, U16, I32, U32, Long, ULong, LongLong, ULongLong];

impl Ty {
    pub(crate) fn any_integer(rng: &mut Rng) -> Ty {
        // `int` is what programs are made of.
        if rng.percent(25) { I32 } else { *rng.pick(&INTEGERS) }
    }

    pub(crate) fn any(rng: &mut Rng) -> Ty {
        if rng.percent(18) { *rng.pick(&[Float, Double]) } else { Ty::any_integer(rng) }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Bool => "_Bool",
            Char => "char",
            I8 => "signed char",
            U8 => "unsigned char",
            I16 => "short",
            U16 => "unsigned short",
            I32 => "int",
            U32 => "unsigned",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Float => "float",
            Double => "double",
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Float | Double)
    }

    pub(crate) fn is_unsigned(self) -> bool {
        matches!(self, Bool | U8 | U16 | U32 | ULong | ULongLong)
    }

    /// Bits, on the LP64 target.
    pub(crate) fn width(self) -> u32 {
        match self {
            Bool => 1,
            Char | I8 | U8 => 8,
            I16 | U16 => 16,
            I32 | U32 | Float => 32,
            Long | ULong | LongLong | ULongLong | Double => 64,
        }
    }

    fn rank(self) -> u32 {
        match self {
            Bool => 0,
            Char | I8 | U8 => 1,
            I16 | U16 => 2,
            I32 | U32 => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Float => 6,
            Double => 7,
        }
    }

    pub(crate) fn promoted(self) -> Ty {
        if self.rank() < I32.rank() { I32 } else { self }
    }

    pub(crate) fn unsigned(self) -> Ty {
        match self.promoted() {
            I32 => U32,
            Long => ULong,
            LongLong => ULongLong,
            other => other,
        }
    }

    /// The usual arithmetic conversions.
    pub(crate) fn common(self, other: Ty) -> Ty {
        let (a, b) = (self.promoted(), other.promoted());
        if a == b {
            return a;
        }
        if a.is_float() || b.is_float() || a.is_unsigned() == b.is_unsigned() {
            return if a.rank() > b.rank() { a } else { b };
        }
        let (unsigned, signed) = if a.is_unsigned() { (a, b) } else { (b, a) };
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if signed.width() > unsigned.width() {
            signed
        } else {
            signed.unsigned()
        }
    }

    /// The prelude's conversion function for a floating value that may be out of range.
    pub(crate) fn float_conversion(self) -> &'static str {
        match self {
            Bool => "f2b",
            Char => "f2c",
            I8 => "f2i8",
            U8 => "f2u8",
            I16 => "f2i16",
            U16 => "f2u16",
            I32 => "f2i32",
            U32 => "f2u32",
            Long => "f2l",
            ULong => "f2ul",
            LongLong => "f2ll",
            ULongLong => "f2ull",
            Float | Double => "",
        }
    }
}
