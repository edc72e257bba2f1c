//! Which integers can a value be, if only its least and its greatest possible value are remembered?
//!
//! An [`Interval`] stands for mathematical integers, not for the values of a machine type: its arithmetic never wraps,
//! and [`Interval::wrap`] says what a machine type makes of the result. `i128::MIN` as the lower end and `i128::MAX` as
//! the upper end mean that there is no bound; an end that leaves the range of `i128` becomes open.
//!
//! Invariants: `low <= high`, `low < i128::MAX` and `high > i128::MIN`; so a lower end is never mistaken for "unbounded
//! above". Every operation is sound: the result contains what the operation makes of every choice of operands.

use super::bits;

/// Integers between two ends, both inside; `i128::MIN` / `i128::MAX` mean open ends. Never empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Interval {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

/// No bound below, as a lower end.
const OPEN_LOW: i128 = i128::MIN;
/// No bound above, as an upper end.
const OPEN_HIGH: i128 = i128::MAX;

impl Interval {
    pub(crate) const TOP: Interval = Interval { low: OPEN_LOW, high: OPEN_HIGH };

    /// The integers from `low` to `high`, of which there is at least one.
    pub(crate) fn new(low: i128, high: i128) -> Interval {
        debug_assert!(low <= high, "an interval should not be empty: {low} > {high}");
        Interval { low: low.min(OPEN_HIGH - 1), high: high.max(OPEN_LOW + 1) }
    }

    pub(crate) fn point(value: i128) -> Interval {
        Interval::new(value, value)
    }

    /// The integers from `low` to `high`; `None` when there are none.
    pub(crate) fn checked(low: i128, high: i128) -> Option<Interval> {
        (low <= high).then(|| Interval::new(low, high))
    }

    /// The only value, if there is only one.
    pub(crate) fn as_point(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub(crate) fn is_top(self) -> bool {
        self == Interval::TOP
    }

    pub(crate) fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub(crate) fn is_subset_of(self, other: Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The smallest interval around both.
    pub(crate) fn join(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The values that are in both; `None` when there are none.
    pub(crate) fn meet(self, other: Interval) -> Option<Interval> {
        Interval::checked(self.low.max(other.low), self.high.min(other.high))
    }

    /// An end that `next` moves goes on to the next of the ascending `thresholds`, or is opened if none is left.
    pub(crate) fn widen(self, next: Interval, thresholds: &[i128]) -> Interval {
        let low = if next.low >= self.low {
            self.low
        } else {
            let below = thresholds.partition_point(|&t| t <= next.low);
            below.checked_sub(1).map_or(OPEN_LOW, |at| thresholds[at])
        };
        let high = if next.high <= self.high {
            self.high
        } else {
            let below = thresholds.partition_point(|&t| t < next.high);
            thresholds.get(below).copied().unwrap_or(OPEN_HIGH)
        };
        Interval::new(low, high)
    }

    /// Open ends become those of `next`; other ends stay.
    pub(crate) fn narrow(self, next: Interval) -> Interval {
        let low = if self.low == OPEN_LOW { next.low } else { self.low };
        let high = if self.high == OPEN_HIGH { next.high } else { self.high };
        Interval::checked(low, high).unwrap_or(self)
    }

    /// Whether every value here is less than every value there (`Some(true)`), or none than any (`Some(false)`).
    pub(crate) fn lt(self, other: Interval) -> Option<bool> {
        if self.high < other.low {
            Some(true)
        } else if self.low >= other.high {
            Some(false)
        } else {
            None
        }
    }

    /// Like [`Interval::lt`], for "at most".
    pub(crate) fn le(self, other: Interval) -> Option<bool> {
        other.lt(self).map(|greater| !greater)
    }

    /// Like [`Interval::lt`], for equality.
    pub(crate) fn eq(self, other: Interval) -> Option<bool> {
        if self.meet(other).is_none() {
            Some(false)
        } else if self.as_point().is_some() && self == other {
            Some(true)
        } else {
            None
        }
    }

    /// The values of an integer type; of `bits` beyond 127, what `i128` can say about them.
    pub(crate) fn of_type(bits: u8, signed: bool) -> Interval {
        match (bits, signed) {
            (0, _) => Interval::point(0),
            (1..=127, true) => {
                let half = 1i128 << (bits - 1);
                Interval::new(-half, half - 1)
            }
            (1..=126, false) => Interval::new(0, (1i128 << bits) - 1),
            (_, true) => Interval::TOP,
            (_, false) => Interval::new(0, OPEN_HIGH),
        }
    }

    /// The values reduced modulo `2^bits` to the range of the type; the whole range where that tears the interval apart.
    pub(crate) fn wrap(self, bits: u8, signed: bool) -> Interval {
        let range = Interval::of_type(bits, signed);
        if self.is_subset_of(range) {
            return self;
        }
        if bits >= 127 || self.low == OPEN_LOW || self.high == OPEN_HIGH {
            return range;
        }
        let modulus = 1i128 << bits;
        let reduced = self.low.rem_euclid(modulus);
        let low = if range.contains(reduced) { reduced } else { reduced - modulus };
        let high = self.high.checked_sub(self.low).and_then(|width| low.checked_add(width));
        match high {
            Some(high) if high <= range.high => Interval::new(low, high),
            _ => range,
        }
    }

    /// By how much reducing modulo `2^bits` moves all values, if by the same.
    pub(crate) fn wrapped_by(self, bits: u8, signed: bool) -> Option<i128> {
        let wrapped = self.wrap(bits, signed);
        if bits >= 127 || !self.is_bounded() || !wrapped.is_bounded() {
            return None;
        }
        let by = wrapped.low.checked_sub(self.low)?;
        // The whole range of a type is as wide as the other type's.
        let is_multiple = by % (1i128 << bits) == 0;
        (is_multiple && self.high.checked_add(by)? == wrapped.high).then_some(by)
    }

    /// The parts that are each moved as a whole when reduced modulo `2^bits`, if there are several and not too many.
    pub(crate) fn pieces(self, bits: u8, signed: bool, most: usize) -> Option<Vec<Interval>> {
        let range = Interval::of_type(bits, signed);
        if bits >= 100 || !self.is_bounded() || self.low < -(1 << 120) || self.high > 1 << 120 {
            return None;
        }
        let modulus = 1i128 << bits;
        let turn = |end: i128| (end - range.low).div_euclid(modulus);
        let (first, last) = (turn(self.low), turn(self.high));
        if first == last || last - first >= most as i128 {
            return None;
        }
        let of_turn = |turn: i128| {
            let by = turn * modulus;
            self.meet(Interval::new(range.low + by, range.high + by))
        };
        (first..=last).map(of_turn).collect()
    }

    pub(crate) fn neg(self) -> Interval {
        Interval::new(opposite(self.high), opposite(self.low))
    }

    pub(crate) fn add(self, other: Interval) -> Interval {
        Interval::new(plus(self.low, other.low, OPEN_LOW), plus(self.high, other.high, OPEN_HIGH))
    }

    pub(crate) fn sub(self, other: Interval) -> Interval {
        self.add(other.neg())
    }

    pub(crate) fn mul(self, other: Interval) -> Interval {
        let corners = [
            times(self.low, other.low),
            times(self.low, other.high),
            times(self.high, other.low),
            times(self.high, other.high),
        ];
        let low = corners.into_iter().min().unwrap_or(OPEN_LOW);
        let high = corners.into_iter().max().unwrap_or(OPEN_HIGH);
        Interval::new(low, high)
    }

    /// Quotients as C truncates them, for the divisors that are not 0; `None` when there is none.
    pub(crate) fn div(self, divisor: Interval) -> Option<Interval> {
        let positive = divisor.meet(Interval::new(1, OPEN_HIGH)).map(|d| self.div_positive(d));
        let negative =
            divisor.meet(Interval::new(OPEN_LOW, -1)).map(|d| self.div_positive(d.neg()).neg());
        join_options(positive, negative)
    }

    fn div_positive(self, divisor: Interval) -> Interval {
        let quotient = |end: i128, by: i128| match (end, by) {
            (OPEN_LOW | OPEN_HIGH, _) => end,
            (_, OPEN_HIGH) => 0,
            _ => end / by,
        };
        let low = quotient(self.low, if self.low < 0 { divisor.low } else { divisor.high });
        let high = quotient(self.high, if self.high > 0 { divisor.low } else { divisor.high });
        Interval::new(low, high)
    }

    /// Remainders with C's signs (that of the dividend), for the divisors that are not 0; `None` when there is none.
    pub(crate) fn rem(self, divisor: Interval) -> Option<Interval> {
        let positive = divisor.meet(Interval::new(1, OPEN_HIGH));
        let negative = divisor.meet(Interval::new(OPEN_LOW, -1)).map(Interval::neg);
        let magnitude = join_options(positive, negative)?;
        if let Some(by) = magnitude.as_point()
            && self.low > OPEN_LOW
            && self.high < OPEN_HIGH
            && (self.low >= 0 || self.high <= 0)
            && self.low / by == self.high / by
        {
            return Some(Interval::new(self.low % by, self.high % by));
        }
        if self.low > -magnitude.low && self.high < magnitude.low {
            return Some(self);
        }
        let most = if magnitude.high == OPEN_HIGH { OPEN_HIGH } else { magnitude.high - 1 };
        let low = if self.low >= 0 { 0 } else { self.low.max(opposite(most)) };
        let high = if self.high <= 0 { 0 } else { self.high.min(most) };
        Some(Interval::new(low, high))
    }

    /// Products with powers of two: `x * 2^by`, with `by` brought into `0..=127`.
    pub(crate) fn shl(self, by: Interval) -> Interval {
        let (least, most) = shift_counts(by);
        let low = shifted_left(self.low, if self.low < 0 { most } else { least });
        let high = shifted_left(self.high, if self.high < 0 { least } else { most });
        Interval::new(low, high)
    }

    /// Quotients by powers of two, rounded down: `floor(x / 2^by)`, with `by` brought into `0..=127`.
    pub(crate) fn shr(self, by: Interval) -> Interval {
        let (least, most) = shift_counts(by);
        let low = shifted_right(self.low, if self.low < 0 { least } else { most });
        let high = shifted_right(self.high, if self.high < 0 { most } else { least });
        Interval::new(low, high)
    }

    /// Bitwise "and" of two's complement numbers with as many digits as it takes.
    pub(crate) fn bit_and(self, other: Interval) -> Interval {
        bits::and(self, other)
    }

    pub(crate) fn bit_or(self, other: Interval) -> Interval {
        bits::and(self.bit_not(), other.bit_not()).bit_not()
    }

    pub(crate) fn bit_xor(self, other: Interval) -> Interval {
        bits::xor(self, other)
    }

    /// `-x - 1`.
    pub(crate) fn bit_not(self) -> Interval {
        let flip = |end: i128| !end; // exchanges the two open ends
        Interval::new(flip(self.high), flip(self.low))
    }

    /// The negative values and the others.
    pub(super) fn by_sign(self) -> (Option<Interval>, Option<Interval>) {
        (self.meet(Interval::new(OPEN_LOW, -1)), self.meet(Interval::new(0, OPEN_HIGH)))
    }

    /// Whether both ends are bounds.
    pub(super) fn is_bounded(self) -> bool {
        self.low != OPEN_LOW && self.high != OPEN_HIGH
    }
}

/// Around both, where they are.
pub(super) fn join_options(one: Option<Interval>, two: Option<Interval>) -> Option<Interval> {
    match (one, two) {
        (Some(one), Some(two)) => Some(one.join(two)),
        (one, two) => one.or(two),
    }
}

fn opposite(end: i128) -> i128 {
    match end {
        OPEN_HIGH => OPEN_LOW,
        OPEN_LOW => OPEN_HIGH,
        _ => -end,
    }
}

fn plus(a: i128, b: i128, open: i128) -> i128 {
    if a == open || b == open { open } else { a.saturating_add(b) }
}

/// A product of ends: nothing is left of "open" times zero, because the other factor is a number that only has no bound.
fn times(a: i128, b: i128) -> i128 {
    let open = |end: i128| end == OPEN_LOW || end == OPEN_HIGH;
    if a == 0 || b == 0 {
        0
    } else if open(a) || open(b) {
        if (a < 0) == (b < 0) { OPEN_HIGH } else { OPEN_LOW }
    } else {
        a.saturating_mul(b)
    }
}

fn shift_counts(by: Interval) -> (u32, u32) {
    let count = |end: i128| u32::try_from(end.clamp(0, 127)).unwrap_or(127);
    (count(by.low), count(by.high))
}

fn shifted_left(end: i128, by: u32) -> i128 {
    let shifted = end << by;
    if shifted >> by == end {
        shifted
    } else if end < 0 {
        OPEN_LOW
    } else {
        OPEN_HIGH
    }
}

fn shifted_right(end: i128, by: u32) -> i128 {
    if end == OPEN_LOW || end == OPEN_HIGH { end } else { end >> by }
}
