//! Path conditions: the decisions behind a state, as a chain that states share.
//!
//! Two states that parted at a branch have the chain up to the branch in common. Where they meet again the parts behind it
//! are joined, and `c` with `¬c` cancels, so that the chain is as long as the source is nested and not as the run is long.

use std::rc::Rc;

use whydunit_term::{Term, Terms};

#[derive(Clone, Debug, Default)]
pub(crate) struct Path(Option<Rc<Decision>>);

#[derive(Debug)]
struct Decision {
    before: Path,
    condition: Term,
    /// All conditions up to here.
    all: Term,
    depth: u32,
}

impl Path {
    pub(crate) fn root() -> Path {
        Path(None)
    }

    /// The conjunction of all decisions.
    pub(crate) fn condition(&self) -> Term {
        self.0.as_ref().map_or(Term::TRUE, |decision| decision.all)
    }

    pub(crate) fn is_impossible(&self) -> bool {
        self.condition() == Term::FALSE
    }

    fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |decision| decision.depth)
    }

    pub(crate) fn with(&self, terms: &mut Terms, condition: Term) -> Path {
        if condition == Term::TRUE {
            return self.clone();
        }
        let all = terms.and(&[self.condition(), condition]);
        let depth = self.depth() + 1;
        Path(Some(Rc::new(Decision { before: self.clone(), condition, all, depth })))
    }

    /// Are both the same chain?
    pub(crate) fn is(&self, other: &Path) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// The part that two chains share, and what each adds to it.
    fn part(terms: &mut Terms, a: &Path, b: &Path) -> (Path, Term, Term) {
        let (mut left, mut right) = (a.clone(), b.clone());
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        while !left.is(&right) {
            let (longer, conditions) = if left.depth() >= right.depth() {
                (&mut left, &mut of_a)
            } else {
                (&mut right, &mut of_b)
            };
            let Some(decision) = longer.0.take() else { break };
            conditions.push(decision.condition);
            *longer = decision.before.clone();
        }
        (left, terms.and(&of_a), terms.and(&of_b))
    }

    /// The path of a state that came along either of two; with the condition that tells the first from the second.
    pub(crate) fn join(terms: &mut Terms, a: &Path, b: &Path) -> (Path, Term) {
        let (shared, of_a, of_b) = Path::part(terms, a, b);
        let either = terms.or(&[of_a, of_b]);
        (shared.with(terms, either), of_a)
    }
}

impl Drop for Decision {
    /// Without recursion: chains may be long.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(decision) = next {
            match Rc::try_unwrap(decision) {
                Ok(mut last) => next = last.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_a_branch_cancel() {
        let mut terms = Terms::new();
        let (c, d) = (terms.variable_bool("c"), terms.variable_bool("d"));
        let not_c = terms.not(c);
        let before = Path::root().with(&mut terms, d);
        let (then, otherwise) = (before.with(&mut terms, c), before.with(&mut terms, not_c));
        let (joined, first) = Path::join(&mut terms, &then, &otherwise);
        assert!(joined.is(&before));
        assert_eq!(first, c);
    }

    #[test]
    fn a_side_that_ended_leaves_the_other() {
        let mut terms = Terms::new();
        let (c, e) = (terms.variable_bool("c"), terms.variable_bool("e"));
        let not_c = terms.not(c);
        let then = Path::root().with(&mut terms, c).with(&mut terms, e);
        let otherwise = Path::root().with(&mut terms, not_c);
        let (joined, _) = Path::join(&mut terms, &then, &otherwise);
        let expected = terms.or(&[not_c, e]);
        assert_eq!(joined.condition(), expected);
    }
}
