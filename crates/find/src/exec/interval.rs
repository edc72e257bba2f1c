//! Cheap facts about values: between which numbers they lie, and in which steps they go.
//!
//! Neither needs to be exact. They keep symbolic indexes from being compared with elements that they cannot reach.

use whydunit_term::{Op, Sort, Term};

use super::Exec;

/// Bounds on a value read as a signed number of its width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Interval {
    fn of_width(width: u32) -> Interval {
        let half = 1_i128 << (width.min(127) - 1);
        Interval { low: -half, high: half - 1 }
    }

    /// Nothing is known of a value that wraps around.
    fn within(self, width: u32) -> Interval {
        if self.fits(width) { self } else { Interval::of_width(width) }
    }

    pub(crate) fn fits(self, width: u32) -> bool {
        let whole = Interval::of_width(width);
        self.low >= whole.low && self.high <= whole.high
    }

    pub(crate) fn clamp(self, low: i128, high: i128) -> Interval {
        Interval { low: self.low.clamp(low, high), high: self.high.clamp(low, high) }
    }

    fn hull(values: [i128; 4]) -> Interval {
        let [first, rest @ ..] = values;
        let low = rest.into_iter().fold(first, i128::min);
        Interval { low, high: rest.into_iter().fold(first, i128::max) }
    }

    /// Exact results, before anything wraps around; `None` for operations that have none.
    pub(crate) fn of_operation(op: Op, operands: &[Interval]) -> Option<Interval> {
        Some(match (op, operands) {
            (Op::Add, [a, b]) => {
                Interval { low: a.low.saturating_add(b.low), high: a.high.saturating_add(b.high) }
            }
            (Op::Sub, [a, b]) => {
                Interval { low: a.low.saturating_sub(b.high), high: a.high.saturating_sub(b.low) }
            }
            (Op::Mul, [a, b]) => Interval::hull([
                a.low.saturating_mul(b.low),
                a.low.saturating_mul(b.high),
                a.high.saturating_mul(b.low),
                a.high.saturating_mul(b.high),
            ]),
            (Op::Neg, [a]) => {
                Interval { low: a.high.saturating_neg(), high: a.low.saturating_neg() }
            }
            _ => return None,
        })
    }
}

fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

impl Exec<'_> {
    pub(crate) fn interval(&mut self, term: Term) -> Interval {
        if let Some(&known) = self.intervals.get(&term) {
            return known;
        }
        // Operands first, without recursion: terms may be deep.
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            let missing: Vec<Term> = self
                .relevant_operands(top)
                .into_iter()
                .filter(|operand| !self.intervals.contains_key(operand))
                .collect();
            if missing.is_empty() {
                let interval = self.interval_of(top);
                self.intervals.insert(top, interval);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        self.intervals[&term]
    }

    fn relevant_operands(&self, term: Term) -> Vec<Term> {
        let children = self.terms.children(term);
        match self.terms.op(term) {
            Op::Ite => children[1..].to_vec(),
            Op::Add | Op::Sub | Op::Mul | Op::Neg | Op::BitAnd => children.to_vec(),
            Op::URem | Op::UDiv | Op::SRem | Op::SDiv => children.to_vec(),
            Op::SignExtend(_) | Op::ZeroExtend(_) => children.to_vec(),
            _ => Vec::new(),
        }
    }

    fn interval_of(&self, term: Term) -> Interval {
        let Sort::Bits(width) = self.terms.sort(term) else { return Interval { low: 0, high: 1 } };
        let whole = Interval::of_width(width);
        if let Some(value) = self.terms.value(term) {
            let value = signed(value, width);
            return Interval { low: value, high: value };
        }
        let children = self.terms.children(term);
        let of = |index: usize| self.intervals.get(&children[index]).copied().unwrap_or(whole);
        match self.terms.op(term) {
            Op::Ite => {
                let (a, b) = (of(1), of(2));
                Interval { low: a.low.min(b.low), high: a.high.max(b.high) }
            }
            Op::SignExtend(_) => of(0),
            Op::ZeroExtend(_) => {
                let inner = of(0);
                if inner.low >= 0 {
                    return inner;
                }
                let width = self.terms.width(children[0]);
                Interval { low: 0, high: (1_i128 << width.min(126)) - 1 }
            }
            op @ (Op::Add | Op::Sub | Op::Mul | Op::Neg) => {
                let operands: Vec<Interval> = (0..children.len()).map(of).collect();
                Interval::of_operation(op, &operands).map_or(whole, |exact| exact.within(width))
            }
            Op::BitAnd => {
                let limits = [of(0), of(1)];
                let high = limits.iter().filter(|interval| interval.low >= 0).map(|e| e.high).min();
                high.map_or(whole, |high| Interval { low: 0, high })
            }
            Op::URem => {
                let divisor = of(1);
                if divisor.low > 0 { Interval { low: 0, high: divisor.high - 1 } } else { whole }
            }
            Op::UDiv => {
                let (a, b) = (of(0), of(1));
                if a.low >= 0 && b.low > 0 { Interval { low: 0, high: a.high } } else { whole }
            }
            // Towards zero.
            Op::SDiv if of(1).low > 0 => {
                let (a, b) = (of(0), of(1));
                Interval::hull([a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high])
            }
            Op::SRem if of(1).low > 0 => {
                let (a, most) = (of(0), of(1).high - 1);
                let low = if a.low >= 0 { 0 } else { a.low.max(-most) };
                Interval { low, high: if a.high <= 0 { 0 } else { a.high.min(most) } }
            }
            _ => whole,
        }
    }

    /// Step and remainder: the value is always `remainder` modulo `step` (0: it is just that number).
    pub(crate) fn stride(&self, term: Term) -> (u128, u128) {
        self.stride_within(term, 24)
    }

    fn stride_within(&self, term: Term, depth: u32) -> (u128, u128) {
        if let Some(value) = self.terms.value(term) {
            return (0, value);
        }
        let free = (1, 0);
        if depth == 0 {
            return free;
        }
        let children = self.terms.children(term);
        let (step, rest) = match self.terms.op(term) {
            Op::Add => {
                let (a, b) = (
                    self.stride_within(children[0], depth - 1),
                    self.stride_within(children[1], depth - 1),
                );
                (gcd(a.0, b.0), a.1.wrapping_add(b.1))
            }
            Op::Mul => match (self.terms.value(children[0]), self.terms.value(children[1])) {
                (Some(factor), _) => scale(self.stride_within(children[1], depth - 1), factor),
                (_, Some(factor)) => scale(self.stride_within(children[0], depth - 1), factor),
                _ => free,
            },
            Op::Shl => match self.terms.value(children[1]) {
                Some(by) if by < 64 => scale(self.stride_within(children[0], depth - 1), 1 << by),
                _ => free,
            },
            Op::Ite => {
                let (a, b) = (
                    self.stride_within(children[1], depth - 1),
                    self.stride_within(children[2], depth - 1),
                );
                (gcd(gcd(a.0, b.0), a.1.abs_diff(b.1)), a.1)
            }
            // Widening keeps multiples where nothing wraps; a power of two divides the modulus anyway.
            Op::Concat => {
                let low = children[1];
                match self.terms.value(low) {
                    Some(value) => (1 << self.terms.width(low).min(64), value),
                    None => free,
                }
            }
            _ => free,
        };
        // Arithmetic is modulo a power of two, so only powers of two survive it.
        let power = if step == 0 { 0 } else { 1 << step.trailing_zeros() };
        if power == 0 { (0, rest) } else { (power, rest % power) }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn scale((step, rest): (u128, u128), factor: u128) -> (u128, u128) {
    (step.wrapping_mul(factor), rest.wrapping_mul(factor))
}
