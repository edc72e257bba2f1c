//! What does an expression say about numbers, if it only adds them, subtracts them and multiplies them with constants?
//!
//! [`Linear`] is the common language of the numeric domains: what is assigned, what is required to be at most zero, and
//! what is asked for. Arithmetic that leaves the range of `i128` gives `None`.

/// Something that has a number in every state: a variable, the size of an object, the offset of a pointer. Which one it
/// is, its owner knows. `Dim(u32::MAX)` is reserved for the domains' own use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Dim(pub(crate) u32);

/// constant + sum of coefficient * dimension; terms ascending by dimension, no zero coefficients.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Linear {
    pub(crate) terms: Vec<(Dim, i128)>,
    pub(crate) constant: i128,
}

impl Linear {
    pub(crate) fn constant(value: i128) -> Linear {
        Linear { terms: Vec::new(), constant: value }
    }

    pub(crate) fn dim(dim: Dim) -> Linear {
        Linear { terms: vec![(dim, 1)], constant: 0 }
    }

    pub(crate) fn add(&self, other: &Linear) -> Option<Linear> {
        self.combine(other, 1)
    }

    pub(crate) fn sub(&self, other: &Linear) -> Option<Linear> {
        self.combine(other, -1)
    }

    /// `self + factor * other`.
    fn combine(&self, other: &Linear, factor: i128) -> Option<Linear> {
        let constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut ours, mut theirs) = (&self.terms[..], &other.terms[..]);
        while let Some(dim) = ours.first().into_iter().chain(theirs.first()).map(|t| t.0).min() {
            let coefficient =
                take(&mut ours, dim).checked_add(take(&mut theirs, dim).checked_mul(factor)?)?;
            if coefficient != 0 {
                terms.push((dim, coefficient));
            }
        }
        Some(Linear { terms, constant })
    }

    pub(crate) fn scale(&self, factor: i128) -> Option<Linear> {
        Linear::default().combine(self, factor)
    }

    /// `self + by`.
    pub(crate) fn shift(&self, by: i128) -> Option<Linear> {
        let constant = self.constant.checked_add(by)?;
        Some(Linear { terms: self.terms.clone(), constant })
    }

    pub(crate) fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `(d, negated, c)` if this is `d + c` or, negated, `-d + c`.
    pub(crate) fn as_dim_plus(&self) -> Option<(Dim, bool, i128)> {
        match self.terms[..] {
            [(dim, 1)] => Some((dim, false, self.constant)),
            [(dim, -1)] => Some((dim, true, self.constant)),
            _ => None,
        }
    }

    /// The factor of `dim`, 0 if it does not occur.
    pub(crate) fn coefficient(&self, dim: Dim) -> i128 {
        self.terms.binary_search_by_key(&dim, |term| term.0).map_or(0, |at| self.terms[at].1)
    }

    pub(crate) fn mentions(&self, dim: Dim) -> bool {
        self.coefficient(dim) != 0
    }

    /// This with `by` in place of `dim`.
    #[cfg(test)]
    pub(crate) fn substitute(&self, dim: Dim, by: &Linear) -> Option<Linear> {
        let factor = self.coefficient(dim);
        let mut rest = self.clone();
        rest.terms.retain(|term| term.0 != dim);
        rest.combine(by, factor)
    }
}

/// The coefficient of `dim` if that comes first in `terms`, which then go on behind it; else 0.
fn take(terms: &mut &[(Dim, i128)], dim: Dim) -> i128 {
    match *terms {
        [(first, coefficient), rest @ ..] if *first == dim => {
            *terms = rest;
            *coefficient
        }
        _ => 0,
    }
}
