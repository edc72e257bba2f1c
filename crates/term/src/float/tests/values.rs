//! Operands worth trying: special values, and random ones that are likely to reach the corners of each circuit.

use crate::float::format::Format;

/// Zeros, ends of the ranges, neighbours of 1 and of powers of two, infinities, NaNs of both kinds, each with both
/// signs.
pub(super) fn special(format: Format) -> Vec<u128> {
    let one = u128::from(format.bias()) << format.fraction();
    let smallest_normal = 1u128 << format.fraction();
    let infinity = format.infinity();
    let quiet = format.quiet_bit();
    let power =
        |exponent: i64| ((i64::from(format.bias()) + exponent) as u128) << format.fraction();
    let precision = i64::from(format.significand);
    let mut list = vec![0, 1, 2, 3, smallest_normal / 2, smallest_normal / 2 + 1];
    for centre in [smallest_normal, one, infinity] {
        list.extend([centre - 2, centre - 1, centre, centre + 1, centre + 2]);
    }
    list.extend([smallest_normal * 2, smallest_normal * 2 - 1, smallest_normal * 2 + 1]);
    list.extend([infinity - smallest_normal, infinity - smallest_normal - 1]);
    list.extend([infinity | quiet, infinity | quiet | 5, infinity | (quiet - 1), infinity * 2 + 1]);
    // Around the precision: what is added there is half a unit in the last place, or a little more or less.
    for exponent in [
        -precision - 1,
        -precision,
        1 - precision,
        -2,
        -1,
        1,
        2,
        31,
        32,
        63,
        64,
        precision - 1,
        precision,
        precision + 1,
    ] {
        list.extend([power(exponent), power(exponent) + 1, power(exponent) - 1]);
    }
    // 1.5, 3, 1/3, 0.1 and the like; a significand with one half of its bits set.
    list.extend([one + quiet, power(1) + quiet, one | (quiet - 1), one + quiet + 1]);
    list.extend([power(-2) | (0x5555_5555_5555 & (smallest_normal - 1))]);
    list.extend([power(-4) | (0x9_9999_9999_999A & (smallest_normal - 1))]);
    list.iter_mut().for_each(|bits| *bits &= format.sign_bit() - 1);
    list.sort_unstable();
    list.dedup();
    let negative: Vec<u128> = list.iter().map(|bits| bits | format.sign_bit()).collect();
    list.extend(negative);
    list
}

/// A small generator of pseudo-random numbers (SplitMix64), the same in every run.
#[derive(Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Between two bounds, both included.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// Random bits, or only a few of them set, or only a few not, or a run of ones.
    pub(super) fn bits(&mut self, width: u32) -> u128 {
        let mask = u128::MAX >> (128 - width);
        let sparse = |random: &mut Random| {
            (0..random.below(4)).fold(0, |bits, _| bits | 1 << random.below(width.into()))
        };
        let bits = match self.below(8) {
            0 => sparse(self),
            1 => !sparse(self),
            2 => (mask >> self.below(width.into())) << self.below(width.into()),
            _ => u128::from(self.next()) << 64 | u128::from(self.next()),
        };
        bits & mask
    }

    /// A number whose biased exponent is the given one or, where there is no such exponent, the next.
    fn with_exponent(&mut self, format: Format, exponent: i64) -> u128 {
        let exponent = exponent.clamp(0, format.special_exponent().into()) as u128;
        let sign = u128::from(self.below(2)) << (format.width() - 1);
        sign | exponent << format.fraction() | self.bits(format.fraction())
    }

    /// A number with an exponent between the bounds, which may lie outside the format's range.
    pub(super) fn number(&mut self, format: Format, low: i64, high: i64) -> u128 {
        let exponent = self.between(low, high);
        self.with_exponent(format, exponent)
    }

    fn any_exponent(&mut self, format: Format) -> i64 {
        self.between(0, format.special_exponent().into())
    }

    /// Two operands that stand in one of the relations that matter to some operation.
    pub(super) fn pair(&mut self, format: Format) -> (u128, u128) {
        let precision = i64::from(format.significand);
        let bias = i64::from(format.bias());
        let largest = i64::from(format.special_exponent()) - 1;
        let exponent = self.any_exponent(format);
        let near = self.between(-precision - 3, precision + 3);
        let (a, b) = match self.below(8) {
            // Nothing in common.
            0 => (exponent, self.any_exponent(format)),
            // Exponents so close that significands overlap, or just do not.
            1 | 2 => (exponent, exponent + near),
            // Almost equal.
            3 => {
                let a = self.with_exponent(format, exponent);
                let flips = self.bits(format.width()) >> self.below(format.width().into());
                return (a, a ^ flips);
            }
            // Both at one end of the range.
            4 => {
                let end = if self.below(2) == 0 { 0 } else { largest };
                (end + self.between(-4, 4), end + self.between(-4, 4))
            }
            // A subnormal product.
            5 => (exponent, bias - exponent + self.between(-precision - 2, 2)),
            // A subnormal quotient, or the dividend is itself subnormal.
            6 => {
                let dividend = self.between(0, bias);
                (dividend, dividend + bias - self.between(-precision - 2, 2))
            }
            // A product or quotient close to overflow.
            _ => {
                let over = self.between(-2, 2);
                let b =
                    if self.below(2) == 0 { bias + largest - exponent } else { exponent - bias };
                (exponent, b + over)
            }
        };
        let (a, b) = (self.with_exponent(format, a), self.with_exponent(format, b));
        if self.below(2) == 0 { (a, b) } else { (b, a) }
    }

    /// An integer whose length in bits is random, so that its exponent is.
    pub(super) fn integer(&mut self, width: u32) -> u128 {
        let length = 1 + self.below(width.into()) as u32;
        let bits = self.bits(length);
        let mask = u128::MAX >> (128 - width);
        if self.below(2) == 0 { bits } else { bits.wrapping_neg() & mask }
    }
}
