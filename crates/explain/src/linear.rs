//! Linear facts over the integers: `Σ a·x ⋈ c`.
//!
//! Variables are machine numbers, read as signed or unsigned as their C type says; sums are those of mathematics. What people write in
//! invariants (`i < n`, `x - y <= 3`, `abs <= -1`) has this form, it is cheap to compare, and it moves back over assignments by substitution.
//! Whoever turns machine arithmetic into a sum has to make sure that nothing wraps around (see [`crate::normalise`]).

use smallvec::SmallVec;
use whydunit_term::Term;

/// `Σ a·x`; variables ascending, the first coefficient positive, no common divisor.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Vector(pub(crate) SmallVec<[(Term, i128); 2]>);

impl Vector {
    pub(crate) fn variables(&self) -> impl Iterator<Item = Term> + '_ {
        self.0.iter().map(|&(variable, _)| variable)
    }

    /// The variable, if there is just one.
    pub(crate) fn single(&self) -> Option<Term> {
        match self.0.as_slice() {
            &[(variable, _)] => Some(variable),
            _ => None,
        }
    }

    pub(crate) fn sum(&self) -> Sum {
        Sum { parts: self.0.clone(), constant: 0 }
    }
}

/// `Σ a·x + c`; variables ascending, no coefficient zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) parts: SmallVec<[(Term, i128); 2]>,
    pub(crate) constant: i128,
}

impl Sum {
    pub(crate) fn constant(constant: i128) -> Sum {
        Sum { parts: SmallVec::new(), constant }
    }

    pub(crate) fn variable(variable: Term) -> Sum {
        Sum { parts: smallvec::smallvec![(variable, 1)], constant: 0 }
    }

    /// `self + factor · other`; `None` when numbers become absurdly large.
    pub(crate) fn plus(&self, other: &Sum, factor: i128) -> Option<Sum> {
        let mut parts = SmallVec::new();
        let (mut a, mut b) = (self.parts.iter().peekable(), other.parts.iter().peekable());
        loop {
            let (variable, coefficient) = match (a.peek(), b.peek()) {
                (Some(&&(x, _)), Some(&&(y, q))) if y < x => {
                    b.next();
                    (y, small(q.checked_mul(factor)?)?)
                }
                (Some(&&(x, p)), Some(&&(y, q))) if x == y => {
                    a.next();
                    b.next();
                    (x, small(p.checked_add(q.checked_mul(factor)?)?)?)
                }
                (Some(&&part), _) => {
                    a.next();
                    part
                }
                (None, Some(&&(y, q))) => {
                    b.next();
                    (y, small(q.checked_mul(factor)?)?)
                }
                (None, None) => break,
            };
            if coefficient != 0 {
                parts.push((variable, coefficient));
            }
        }
        let constant = bounded(self.constant.checked_add(other.constant.checked_mul(factor)?)?)?;
        Some(Sum { parts, constant })
    }

    pub(crate) fn times(&self, factor: i128) -> Option<Sum> {
        Sum::default().plus(self, factor)
    }

    /// The sum with a variable replaced.
    pub(crate) fn replace(&self, variable: Term, by: &Sum) -> Option<Sum> {
        let Some(&(_, factor)) = self.parts.iter().find(|&&(known, _)| known == variable) else {
            return Some(self.clone());
        };
        let mut rest = self.clone();
        rest.parts.retain(|&mut (known, _)| known != variable);
        rest.plus(by, factor)
    }
}

/// Coefficients and constants stay far from the limits of the type, so that products with 64-bit values fit.
fn bounded(value: i128) -> Option<i128> {
    (value.unsigned_abs() < 1 << 66).then_some(value)
}

/// As [`bounded`], for coefficients.
fn small(value: i128) -> Option<i128> {
    (value.unsigned_abs() < 1 << 40).then_some(value)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    AtMost,
    Equal,
    Unequal,
}

/// What one vector may be.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Bounds {
    pub(crate) low: Option<i128>,
    pub(crate) high: Option<i128>,
    /// Values it is not, ascending, strictly between the limits.
    pub(crate) holes: SmallVec<[i128; 1]>,
}

impl Bounds {
    pub(crate) fn exactly(value: i128) -> Bounds {
        Bounds { low: Some(value), high: Some(value), holes: SmallVec::new() }
    }

    pub(crate) fn at_least(value: i128) -> Bounds {
        Bounds { low: Some(value), ..Bounds::default() }
    }

    pub(crate) fn at_most(value: i128) -> Bounds {
        Bounds { high: Some(value), ..Bounds::default() }
    }

    pub(crate) fn other_than(value: i128) -> Bounds {
        Bounds { holes: smallvec::smallvec![value], ..Bounds::default() }
    }

    pub(crate) fn value(&self) -> Option<i128> {
        self.low.filter(|_| self.low == self.high)
    }

    pub(crate) fn contains(&self, value: i128) -> bool {
        self.low.is_none_or(|low| low <= value)
            && self.high.is_none_or(|high| value <= high)
            && !self.holes.contains(&value)
    }

    pub(crate) fn is_free(&self) -> bool {
        self.low.is_none() && self.high.is_none() && self.holes.is_empty()
    }

    /// Every value allowed here is allowed there.
    pub(crate) fn implies(&self, other: &Bounds) -> bool {
        let above = other.low.is_none_or(|limit| self.low.is_some_and(|low| limit <= low));
        let below = other.high.is_none_or(|limit| self.high.is_some_and(|high| high <= limit));
        above && below && other.holes.iter().all(|&hole| !self.contains(hole))
    }

    pub(crate) fn meet(&self, other: &Bounds) -> Bounds {
        let low = self.low.into_iter().chain(other.low).max();
        let high = self.high.into_iter().chain(other.high).min();
        let mut holes = self.holes.clone();
        holes.extend(other.holes.iter().copied());
        Bounds { low, high, holes }.tidy()
    }

    fn tidy(mut self) -> Bounds {
        self.holes.sort_unstable();
        self.holes.dedup();
        while let (Some(low), Some(&hole)) = (self.low, self.holes.first())
            && hole <= low
        {
            self.holes.remove(0);
            self.low = Some(if hole == low { low + 1 } else { low });
        }
        while let (Some(high), Some(&hole)) = (self.high, self.holes.last())
            && hole >= high
        {
            self.holes.pop();
            self.high = Some(if hole == high { high - 1 } else { high });
        }
        self
    }

    /// Limits that the type implies anyway say nothing.
    pub(crate) fn within(mut self, type_low: i128, type_high: i128) -> Bounds {
        let typed = Bounds { low: Some(type_low), high: Some(type_high), ..Bounds::default() };
        let met = self.meet(&typed);
        self = met;
        self.low = self.low.filter(|&low| low > type_low || self.high == Some(low));
        self.high = self.high.filter(|&high| high < type_high || self.low == Some(high));
        self
    }
}

/// `sum ⋈ 0` as bounds of a vector. `Err` tells the truth value when there is no variable.
pub(crate) fn relate(sum: &Sum, relation: Relation) -> Result<(Vector, Bounds), bool> {
    let Some(&(_, first)) = sum.parts.first() else {
        return Err(match relation {
            Relation::AtMost => sum.constant <= 0,
            Relation::Equal => sum.constant == 0,
            Relation::Unequal => sum.constant != 0,
        });
    };
    let divisor = sum.parts.iter().fold(0, |divisor, &(_, a)| gcd(divisor, a.abs()));
    let sign = first.signum();
    let parts = sum.parts.iter().map(|&(x, a)| (x, a / divisor * sign)).collect();
    // divisor · sign · vector ⋈ -constant
    let limit = -sum.constant;
    let bounds = match relation {
        Relation::AtMost if sign > 0 => Bounds::at_most(limit.div_euclid(divisor)),
        Relation::AtMost => Bounds::at_least(-limit.div_euclid(divisor)),
        Relation::Equal if limit % divisor != 0 => return Err(false),
        Relation::Unequal if limit % divisor != 0 => return Err(true),
        Relation::Equal => Bounds::exactly(sign * (limit / divisor)),
        Relation::Unequal => Bounds::other_than(sign * (limit / divisor)),
    };
    Ok((Vector(parts), bounds))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
