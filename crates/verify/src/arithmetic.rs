//! Proofs by linear arithmetic over the integers.
//!
//! Bits are bad at sums: that `5 * i + s >= 9` and `s' = s + i` give `4 * i + s' >= 9` is a hard question for a solver of circuits, and long
//! traces ask it thousands of times. Here a term is read as the integer that its bits mean, with or without a sign: a sum of *atoms* (terms that are
//! not taken apart) with coefficients. A sum or product is taken apart where it cannot have overflowed, because of the atoms' bounds or
//! because a check says so. A comparison then is a linear form that is at least zero, and one follows from two others when what is left after
//! subtracting them is not negative within the bounds of the atoms.
//!
//! Only `true` means something. All arithmetic is checked; what does not fit in 128 bits proves nothing.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_term::{Op, Sort, Term, Terms};

use crate::limits::{DEEPEST, MOST_PAIRED, WIDEST};

/// A term read as an integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Atom {
    term: Term,
    signed: bool,
}

/// `constant + Σ coefficient · atom`. No coefficient is zero.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Linear {
    coefficients: BTreeMap<Atom, i128>,
    constant: i128,
}

impl Linear {
    fn constant(constant: i128) -> Linear {
        Linear { constant, ..Linear::default() }
    }

    fn atom(atom: Atom) -> Linear {
        Linear { coefficients: BTreeMap::from([(atom, 1)]), constant: 0 }
    }

    /// `self + factor · other`.
    fn plus(&self, factor: i128, other: &Linear) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(factor.checked_mul(other.constant)?)?;
        for (&atom, &coefficient) in &other.coefficients {
            let entry = sum.coefficients.entry(atom).or_insert(0);
            *entry = entry.checked_add(factor.checked_mul(coefficient)?)?;
            if *entry == 0 {
                sum.coefficients.remove(&atom);
            }
        }
        Some(sum)
    }
}

/// Does a conjunction of comparisons follow from others?
pub(crate) fn implies(terms: &Terms, known: &[Term], wanted: Term) -> bool {
    let mut facts = Facts::default();
    let known = conjuncts(terms, known);
    // Bounds that are found first help to take apart what comes later.
    for _ in 0..2 {
        for &term in &known {
            facts.learn(terms, term);
        }
    }
    let known: Vec<Linear> =
        known.iter().filter_map(|&term| facts.inequalities(terms, term)).flatten().collect();
    conjuncts(terms, &[wanted]).into_iter().all(|term| {
        facts
            .inequalities(terms, term)
            .is_some_and(|wanted| wanted.iter().all(|form| facts.follows(terms, form, &known)))
    })
}

/// The operands of nested conjunctions.
fn conjuncts(terms: &Terms, all: &[Term]) -> Vec<Term> {
    let mut pending: Vec<Term> = all.iter().rev().copied().collect();
    let mut list = Vec::new();
    while let Some(term) = pending.pop() {
        match terms.op(term) {
            Op::And => pending.extend(terms.children(term).iter().rev()),
            _ => list.push(term),
        }
    }
    list
}

fn range(sort: Sort, signed: bool) -> (i128, i128) {
    let ones = sort.mask() as i128;
    if signed { (-(ones >> 1) - 1, ones >> 1) } else { (0, ones) }
}

#[derive(Debug, Default)]
struct Facts {
    bounds: FxHashMap<Atom, (i128, i128)>,
    /// Operations of two operands whose overflow is excluded.
    exact: FxHashSet<(Op, Term, Term)>,
}

impl Facts {
    fn learn(&mut self, terms: &Terms, term: Term) {
        let node = terms.node(term);
        if let (Op::Not, &[inner]) = (node.op, node.children) {
            match (terms.op(inner), terms.children(inner)) {
                (op, &[a, b]) if is_overflow(op) => drop(self.exact.insert((op, a, b))),
                (Op::Eq, &[a, b]) => self.exclude(terms, a, b),
                _ => {}
            }
        }
        for inequality in self.inequalities(terms, term).into_iter().flatten() {
            self.tighten(terms, &inequality);
        }
    }

    /// `a != b` moves a bound that it meets.
    fn exclude(&mut self, terms: &Terms, a: Term, b: Term) {
        for signed in [true, false] {
            for (variable, constant) in [(a, b), (b, a)] {
                let readable = terms.value(constant).is_some() && !terms.sort(a).is_bool();
                if !readable || terms.width(a) > WIDEST {
                    continue;
                }
                let atom = Atom { term: variable, signed };
                let value = self.read(terms, constant, signed, 0).constant;
                let (low, high) = self.bounds_of(terms, atom);
                let moved = (low + i128::from(value == low), high - i128::from(value == high));
                self.bounds.insert(atom, moved);
            }
        }
    }

    /// `c · x + rest >= 0` bounds `x`, by the greatest value of the rest.
    fn tighten(&mut self, terms: &Terms, inequality: &Linear) {
        for (&atom, &coefficient) in &inequality.coefficients {
            let mut rest = inequality.clone();
            rest.coefficients.remove(&atom);
            let Some((_, greatest)) = self.interval(terms, &rest) else { continue };
            let (mut low, mut high) = self.bounds_of(terms, atom);
            let bound = greatest.div_euclid(coefficient.saturating_abs());
            match coefficient > 0 {
                true => low = low.max(bound.saturating_neg()),
                false => high = high.min(bound),
            }
            self.bounds.insert(atom, (low, high));
        }
    }

    fn bounds_of(&self, terms: &Terms, atom: Atom) -> (i128, i128) {
        let known = self.bounds.get(&atom).copied();
        known.unwrap_or_else(|| range(terms.sort(atom.term), atom.signed))
    }

    /// The least and the greatest value.
    fn interval(&self, terms: &Terms, linear: &Linear) -> Option<(i128, i128)> {
        let (mut low, mut high) = (linear.constant, linear.constant);
        for (&atom, &coefficient) in &linear.coefficients {
            let (least, greatest) = self.bounds_of(terms, atom);
            let ends = [coefficient.checked_mul(least)?, coefficient.checked_mul(greatest)?];
            low = low.checked_add(ends[0].min(ends[1]))?;
            high = high.checked_add(ends[0].max(ends[1]))?;
        }
        Some((low, high))
    }

    /// The integer that a term's bits mean.
    fn read(&self, terms: &Terms, term: Term, signed: bool, depth: u32) -> Linear {
        let whole = Linear::atom(Atom { term, signed });
        if let Some(bits) = terms.value(term) {
            let unused = 128 - terms.width(term);
            let value = if signed { ((bits << unused) as i128) >> unused } else { bits as i128 };
            return Linear::constant(value);
        }
        let node = terms.node(term);
        match (node.op, node.children) {
            _ if depth == DEEPEST => whole,
            (Op::SignExtend(_), &[inner]) if signed => self.read(terms, inner, true, depth + 1),
            // Bits that are not negative mean the same with a sign and without.
            (Op::ZeroExtend(_), &[inner]) => self.read(terms, inner, false, depth + 1),
            (op @ (Op::Add | Op::Sub | Op::Mul), &[a, b]) => {
                let [left, right] = [a, b].map(|side| self.read(terms, side, signed, depth + 1));
                let sum = combined(op, &left, &right);
                let fits = |sum: &Linear| {
                    self.is_exact(op, (a, b), signed)
                        || self.interval(terms, sum).is_some_and(|(low, high)| {
                            let (least, greatest) = range(node.sort, signed);
                            least <= low && high <= greatest
                        })
                };
                sum.filter(fits).unwrap_or(whole)
            }
            _ => whole,
        }
    }

    fn is_exact(&self, op: Op, (a, b): (Term, Term), signed: bool) -> bool {
        let overflow = match (op, signed) {
            (Op::Add, true) => Op::SAddOverflow,
            (Op::Add, false) => Op::UAddOverflow,
            (Op::Sub, true) => Op::SSubOverflow,
            (Op::Sub, false) => Op::USubOverflow,
            (_, true) => Op::SMulOverflow,
            (_, false) => Op::UMulOverflow,
        };
        self.exact.contains(&(overflow, a, b))
            || overflow.is_commutative() && self.exact.contains(&(overflow, b, a))
    }

    /// The term as linear forms that are all at least zero; `None` if it is nothing like that.
    fn inequalities(&self, terms: &Terms, term: Term) -> Option<Vec<Linear>> {
        let node = terms.node(term);
        let (negated, node) = match (node.op, node.children) {
            (Op::Not, &[inner]) => (true, terms.node(inner)),
            _ => (false, node),
        };
        let &[a, b] = node.children else {
            return (term == Term::TRUE).then(Vec::new);
        };
        if terms.sort(a).is_bool() || terms.width(a) > WIDEST {
            return None;
        }
        let signed = matches!(node.op, Op::SLt | Op::SLe | Op::Eq);
        // b - a >= least.
        let least = match node.op {
            Op::SLe | Op::ULe => 0,
            Op::SLt | Op::ULt => 1,
            Op::Eq if !negated => 0,
            _ => return None,
        };
        let [a, b] = [a, b].map(|side| self.read(terms, side, signed, 0));
        let difference = b.plus(-1, &a)?;
        let reversed = a.plus(-1, &b)?;
        Some(match (node.op, negated) {
            (Op::Eq, _) => vec![difference, reversed],
            (_, false) => vec![difference.plus(-least, &Linear::constant(1))?],
            (_, true) => vec![reversed.plus(least - 1, &Linear::constant(1))?],
        })
    }

    /// Is a form at least zero, given others that are?
    fn follows(&self, terms: &Terms, wanted: &Linear, known: &[Linear]) -> bool {
        let is_enough =
            |rest: &Linear| self.interval(terms, rest).is_some_and(|(least, _)| least >= 0);
        if is_enough(wanted) {
            return true;
        }
        let without: Vec<Linear> =
            known.iter().filter_map(|known| wanted.plus(-1, known)).collect();
        without.iter().any(is_enough)
            || known.len() <= MOST_PAIRED
                && without.iter().any(|rest| {
                    let mut pairs = known.iter().filter_map(|known| rest.plus(-1, known));
                    pairs.any(|rest| is_enough(&rest))
                })
    }
}

/// Sum, difference or product as if there were no overflow.
fn combined(op: Op, a: &Linear, b: &Linear) -> Option<Linear> {
    match op {
        Op::Add => a.plus(1, b),
        Op::Sub => a.plus(-1, b),
        _ if b.coefficients.is_empty() => Linear::default().plus(b.constant, a),
        _ if a.coefficients.is_empty() => Linear::default().plus(a.constant, b),
        _ => None,
    }
}

fn is_overflow(op: Op) -> bool {
    matches!(
        op,
        Op::UAddOverflow
            | Op::SAddOverflow
            | Op::USubOverflow
            | Op::SSubOverflow
            | Op::UMulOverflow
            | Op::SMulOverflow
    )
}

#[cfg(test)]
mod tests;
