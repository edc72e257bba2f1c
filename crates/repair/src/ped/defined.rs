//! When does a term have a value? What an encoder does not follow is opaque, and a repair must not rest on it.

use rustc_hash::FxHashMap;
use whydunit_term::{Op, Term, Terms};

/// The conditions under which terms have a value, remembered.
#[derive(Debug, Default)]
pub(super) struct Definedness {
    known: FxHashMap<Term, Term>,
}

impl Definedness {
    /// The term, and that it has a value.
    pub(super) fn surely(&mut self, terms: &mut Terms, term: Term) -> Term {
        let defined = self.of(terms, term);
        terms.and(&[defined, term])
    }

    /// The negation of the term, and that it has a value.
    pub(super) fn surely_not(&mut self, terms: &mut Terms, term: Term) -> Term {
        let defined = self.of(terms, term);
        let not = terms.not(term);
        terms.and(&[defined, not])
    }

    fn of(&mut self, terms: &mut Terms, term: Term) -> Term {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let missing: Vec<Term> = terms
                .children(top)
                .iter()
                .copied()
                .filter(|child| !self.known.contains_key(child))
                .collect();
            if missing.is_empty() {
                let defined = self.by_operands(terms, top);
                self.known.insert(top, defined);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        self.known[&term]
    }

    fn by_operands(&self, terms: &mut Terms, term: Term) -> Term {
        let op = terms.op(term);
        if matches!(op, Op::Opaque(_)) {
            return Term::FALSE;
        }
        let children = terms.children(term).to_vec();
        let defined: Vec<Term> = children.iter().map(|child| self.known[child]).collect();
        if defined.iter().all(|&defined| defined == Term::TRUE) {
            return Term::TRUE;
        }
        let all = terms.and(&defined);
        match op {
            Op::Ite => {
                let chosen = terms.ite(children[0], defined[1], defined[2]);
                terms.and(&[defined[0], chosen])
            }
            Op::And | Op::Or => {
                // One operand may decide, whatever the others are.
                let mut ways = vec![all];
                for (&child, &defined) in children.iter().zip(&defined) {
                    let decides = if op == Op::Or { child } else { terms.not(child) };
                    ways.push(terms.and(&[defined, decides]));
                }
                terms.or(&ways)
            }
            _ => all,
        }
    }
}
