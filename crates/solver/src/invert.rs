//! For which values of a variable does a comparison change its answer?
//!
//! `s + z < 0` changes at `z = -s` and `z = -1 - s`: terms over the other variables. An instance with such a term says of all values of the others what an instance with a number says of one. (Niemetz et al., *Solving
//! Quantified Bit-Vectors Using Invertibility Conditions*, CAV 2018.) Nothing depends on the terms being right: whoever uses one tries it on the values at hand.

use rustc_hash::FxHashSet;
use whydunit_term::{Op, Sort, Term, Terms};

use crate::limits::{DEEPEST_INVERSION, MOST_BOUNDARIES};

/// Terms without `variable` at which comparisons inside of `formula` change their answers, each once.
pub(crate) fn boundaries(terms: &mut Terms, formula: Term, variable: Term) -> Vec<Term> {
    let Sort::Bits(_) = terms.sort(variable) else { return Vec::new() };
    let mut inversion = Inversion::new(terms, formula, variable);
    for atom in std::mem::take(&mut inversion.order) {
        if inversion.found.len() >= MOST_BOUNDARIES {
            break;
        }
        let &[a, b] = terms.children(atom) else { continue };
        if terms.sort(a) == Sort::Bool {
            continue;
        }
        match terms.op(atom) {
            Op::Eq | Op::ULt | Op::ULe | Op::SLt | Op::SLe => {
                inversion.solve(terms, a, b, 0);
                inversion.solve(terms, b, a, 0);
            }
            op @ (Op::SAddOverflow | Op::SSubOverflow) => {
                // The exact result lies at an end of the range.
                let exact = if op == Op::SAddOverflow { Op::Add } else { Op::Sub };
                let width = terms.width(a);
                let least = 1u128 << (width - 1);
                for end in [least, least - 1] {
                    let end = terms.bits(width, end);
                    inversion.peel(terms, exact, &[a, b], end, 0);
                }
            }
            _ => {}
        }
    }
    let one = terms.constant(terms.sort(variable), 1);
    let mut list = Vec::new();
    for term in inversion.found {
        // Where `<` changes is beside where `==` does.
        let (before, after) = (terms.sub(term, one), terms.add(term, one));
        for near in [term, before, after] {
            if !list.contains(&near) {
                list.push(near);
            }
        }
    }
    list
}

struct Inversion {
    variable: Term,
    /// What the variable occurs in, operands before their users.
    order: Vec<Term>,
    depending: FxHashSet<Term>,
    found: Vec<Term>,
}

impl Inversion {
    fn new(terms: &Terms, formula: Term, variable: Term) -> Inversion {
        let mut depending = FxHashSet::default();
        depending.insert(variable);
        let mut order = terms.post_order(&[formula]);
        order.retain(|&term| {
            let depends = terms.children(term).iter().any(|child| depending.contains(child));
            depends && depending.insert(term)
        });
        Inversion { variable, order, depending, found: Vec::new() }
    }

    /// Solves `left == right` where only the left side has the variable.
    fn solve(&mut self, terms: &mut Terms, left: Term, right: Term, depth: u32) {
        if !self.depending.contains(&left) || self.depending.contains(&right) {
            return;
        }
        if left == self.variable {
            self.found.push(right);
        } else if depth < DEEPEST_INVERSION {
            let operands = terms.children(left).to_vec();
            self.peel(terms, terms.op(left), &operands, right, depth + 1);
        }
    }

    /// Solves `op(operands) == result` for the operand that has the variable. What has no inverse is left out.
    fn peel(&mut self, terms: &mut Terms, op: Op, operands: &[Term], result: Term, depth: u32) {
        match (op, operands) {
            (Op::Add, &[a, b]) => {
                for (own, other) in [(a, b), (b, a)] {
                    let rest = terms.sub(result, other);
                    self.solve(terms, own, rest, depth);
                }
            }
            (Op::Sub, &[a, b]) => {
                let minuend = terms.add(result, b);
                self.solve(terms, a, minuend, depth);
                let subtrahend = terms.sub(a, result);
                self.solve(terms, b, subtrahend, depth);
            }
            (Op::BitXor, &[a, b]) => {
                for (own, other) in [(a, b), (b, a)] {
                    let rest = terms.apply(Op::BitXor, &[result, other]);
                    self.solve(terms, own, rest, depth);
                }
            }
            (Op::Neg | Op::BitNot, &[a]) => {
                let rest = terms.apply(op, &[result]);
                self.solve(terms, a, rest, depth);
            }
            (Op::SignExtend(_) | Op::ZeroExtend(_), &[a]) => {
                let width = terms.width(a);
                let rest = terms.resize(result, width, false);
                self.solve(terms, a, rest, depth);
            }
            (Op::Extract { low: 0, .. }, &[a]) => {
                let width = terms.width(a);
                let rest = terms.resize(result, width, true);
                self.solve(terms, a, rest, depth);
            }
            (Op::Ite, &[_, then, otherwise]) => {
                self.solve(terms, then, result, depth);
                self.solve(terms, otherwise, result, depth);
            }
            // Either factor is one that divides; truncated as the program would.
            (Op::Mul, &[a, b]) => {
                for (own, other) in [(a, b), (b, a)] {
                    if terms.value(other).is_some_and(|value| value > 0) {
                        let rest = terms.apply(Op::SDiv, &[result, other]);
                        self.solve(terms, own, rest, depth);
                    }
                }
            }
            _ => {}
        }
    }
}
