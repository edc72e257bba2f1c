//! The layout of a floating-point number: where its sign, exponent and fraction lie.
//!
//! From the highest bit down: the sign, the biased exponent, the fraction. An exponent of all zeros marks zeros and
//! subnormal numbers, one of all ones infinities (fraction 0) and NaNs; the highest bit of a NaN's fraction
//! is set in quiet ones. Every number with another exponent has a hidden one before its fraction.

/// An IEEE 754 binary interchange format. The code is generic in it so that small formats can be tested
/// exhaustively.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Format {
    /// Bits of the biased exponent.
    pub(crate) exponent: u32,
    /// Bits of the significand, the hidden one included.
    pub(crate) significand: u32,
}

impl Format {
    pub(crate) const BINARY32: Format = Format { exponent: 8, significand: 24 };
    pub(crate) const BINARY64: Format = Format { exponent: 11, significand: 53 };

    /// The format of the terms of that width; their sorts say that it is 32 or 64.
    pub(crate) fn of_width(width: u32) -> Format {
        match width {
            32 => Format::BINARY32,
            64 => Format::BINARY64,
            _ => unreachable!("numbers of {width} bits should not pass the sort check"),
        }
    }

    pub(crate) fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// Bits of the fraction, the hidden one excluded.
    pub(crate) fn fraction(self) -> u32 {
        self.significand - 1
    }

    /// What is added to an exponent to make it non-negative: the biased exponent of 1.0.
    pub(crate) fn bias(self) -> u32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The biased exponent of infinities and NaNs, all ones.
    pub(crate) fn special_exponent(self) -> u32 {
        (1 << self.exponent) - 1
    }

    pub(crate) fn infinity(self) -> u128 {
        u128::from(self.special_exponent()) << self.fraction()
    }

    pub(crate) fn sign_bit(self) -> u128 {
        1 << (self.width() - 1)
    }

    /// The bit that is set in quiet NaNs.
    pub(crate) fn quiet_bit(self) -> u128 {
        1 << (self.fraction() - 1)
    }

    /// The result of an invalid operation on numbers.
    pub(crate) fn default_nan(self) -> u128 {
        self.sign_bit() | self.infinity() | self.quiet_bit()
    }

    pub(crate) fn is_nan(self, bits: u128) -> bool {
        bits & (self.sign_bit() - 1) > self.infinity()
    }
}
