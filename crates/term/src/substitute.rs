//! Replacing terms by terms.
//!
//! A [`Substitution`] replaces all its terms at once: what is put in is not looked at again. Users of replaced terms
//! are rebuilt through the simplifying constructors; a term in which nothing is replaced stays the very same
//! term. The walk keeps its own stack and remembers its results, so that one substitution applied to many terms costs
//! as much as their parts together.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{Term, Terms};

/// A simultaneous replacement of terms of one store by terms of the same sorts.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    replacements: FxHashMap<Term, Term>,
    /// Results for terms that have operands and are not replaced themselves.
    results: FxHashMap<Term, Term>,
}

impl Substitution {
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Replaces `from` by `to` from now on, instead of whatever it was replaced by before.
    ///
    /// # Panics
    /// When the sorts differ.
    pub fn insert(&mut self, terms: &Terms, from: Term, to: Term) {
        assert_eq!(terms.sort(from), terms.sort(to), "a replacement should keep the sort");
        self.replacements.insert(from, to);
        self.results.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.replacements.is_empty()
    }

    /// `term` with everything replaced.
    pub fn apply(&mut self, terms: &mut Terms, term: Term) -> Term {
        if self.replacements.is_empty() {
            return term;
        }
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known(terms, top).is_some() {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            let mut operands = SmallVec::<[Term; 4]>::new();
            for &operand in terms.children(top) {
                match self.known(terms, operand) {
                    Some(result) => operands.push(result),
                    None => stack.push(operand),
                }
            }
            if stack.len() > pending {
                continue;
            }
            let result = if operands[..] == *terms.children(top) {
                top
            } else {
                terms.apply(terms.op(top), &operands)
            };
            self.results.insert(top, result);
            stack.pop();
        }
        self.known(terms, term).expect("the walk should have reached its root")
    }

    fn known(&self, terms: &Terms, term: Term) -> Option<Term> {
        if let Some(&replacement) = self.replacements.get(&term) {
            return Some(replacement);
        }
        if terms.children(term).is_empty() {
            return Some(term);
        }
        self.results.get(&term).copied()
    }
}

impl Terms {
    /// `term` with each of the pairs' first terms replaced by the second, all at once. For many terms, use a
    /// [`Substitution`].
    pub fn substitute(&mut self, term: Term, replacements: &[(Term, Term)]) -> Term {
        let mut substitution = Substitution::new();
        for &(from, to) in replacements {
            substitution.insert(self, from, to);
        }
        substitution.apply(self, term)
    }
}
