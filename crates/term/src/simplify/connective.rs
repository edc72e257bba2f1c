//! Conjunctions and disjunctions: lists of two or more operands, ascending, without repetitions, constants and
//! complements.
//!
//! Nested lists are merged into one as long as the result has at most [`MAX_MERGED`] operands. A conjunction of thousands that
//! grows one by one so becomes a chain of lists, and each step costs a constant; a list given at once may have any
//! length. Rules that compare operands with each other also look at lists of up to [`MAX_MERGED`] operands only.
//!
//! The rules are written for `And`; reading every word as its dual gives those for `Or`.

use smallvec::SmallVec;

use crate::limits::MAX_MERGED;
use crate::simplify::bounds;
use crate::{Op, Sort, Term, Terms};

type List = SmallVec<[Term; MAX_MERGED]>;

pub(super) fn connective(terms: &mut Terms, op: Op, operands: &[Term]) -> Option<Term> {
    let (absorbing, neutral) = match op {
        Op::And => (Term::FALSE, Term::TRUE),
        _ => (Term::TRUE, Term::FALSE),
    };
    let mut list: List = operands.into();
    loop {
        list.retain(|operand| *operand != neutral);
        list.sort_unstable();
        list.dedup();
        if list.first() == Some(&absorbing) || has_complements(terms, &list) {
            return Some(absorbing);
        }
        match list[..] {
            [] => return Some(neutral),
            [only] => return Some(only),
            _ => {}
        }
        if splice(terms, op, &mut list) {
            continue;
        }
        if list.len() > MAX_MERGED {
            break;
        }
        if bounds::contradict(terms, op, &list) {
            return Some(absorbing);
        }
        if !absorb(terms, op, &mut list)
            && !bounds::drop_implied(terms, op, &mut list)
            && !merge_pair(terms, op, &mut list)
        {
            break;
        }
    }
    (list[..] != *operands).then(|| terms.intern(op, Sort::Bool, &list))
}

fn dual(op: Op) -> Op {
    if op == Op::And { Op::Or } else { Op::And }
}

fn contains(list: &[Term], term: Term) -> bool {
    list.binary_search(&term).is_ok()
}

fn contains_complement(terms: &Terms, list: &[Term], term: Term) -> bool {
    terms.find_complement(term).is_some_and(|complement| contains(list, complement))
}

fn has_complements(terms: &Terms, list: &[Term]) -> bool {
    // Of two complements, one is a negation or a strict comparison.
    let is_candidate = |term: Term| matches!(terms.op(term), Op::Not | Op::ULt | Op::SLt);
    list.iter().any(|&term| is_candidate(term) && contains_complement(terms, list, term))
}

/// Replaces operands of the same operation by their operands.
fn splice(terms: &Terms, op: Op, list: &mut List) -> bool {
    let nested = |term: Term| terms.op(term) == op;
    let length = |term: Term| if nested(term) { terms.children(term).len() } else { 1 };
    let total: usize = list.iter().map(|&term| length(term)).sum();
    if total == list.len() || total > MAX_MERGED {
        return false;
    }
    let flat = list.iter().flat_map(|term| match nested(*term) {
        true => terms.children(*term),
        false => std::slice::from_ref(term),
    });
    *list = flat.copied().collect();
    true
}

/// Uses what the other operands say in an operand that is a disjunction or the negation of a conjunction:
/// `a ∧ (a ∨ b)` is `a`, `a ∧ (¬a ∨ b)` is `a ∧ b`, `a ∧ ¬(a ∧ b)` is `a ∧ ¬b`.
fn absorb(terms: &mut Terms, op: Op, list: &mut List) -> bool {
    for position in 0..list.len() {
        let operand = list[position];
        let denied = terms.match_unary(Op::Not, operand);
        let inner = denied.unwrap_or(operand);
        let inner_op = if denied.is_some() { op } else { dual(op) };
        if terms.op(inner) != inner_op || terms.children(inner).len() > MAX_MERGED {
            continue;
        }
        // Under the negation, what the list holds counts as its complement.
        let holds = |part: Term| match denied {
            None => contains(list, part),
            Some(_) => contains_complement(terms, list, part),
        };
        let fails = |part: Term| match denied {
            None => contains_complement(terms, list, part),
            Some(_) => contains(list, part),
        };
        let parts = terms.children(inner);
        if parts.iter().any(|&part| holds(part)) {
            list.remove(position);
            return true;
        }
        let rest: List = parts.iter().copied().filter(|&part| !fails(part)).collect();
        if rest.len() < parts.len() {
            let shorter = if inner_op == Op::And { terms.and(&rest) } else { terms.or(&rest) };
            list[position] = if denied.is_some() { terms.not(shorter) } else { shorter };
            return true;
        }
    }
    false
}

/// Merges two operands that are disjunctions: `(a ∨ b) ∧ (a ∨ b ∨ c)` is `a ∨ b`, `(a ∨ b) ∧ (a ∨ ¬b)` is `a`. The dual of the
/// latter joins the conditions of two paths that part and meet again.
fn merge_pair(terms: &mut Terms, op: Op, list: &mut List) -> bool {
    let is_candidate =
        |term: Term| terms.op(term) == dual(op) && terms.children(term).len() <= MAX_MERGED;
    let candidates: List = list.iter().copied().filter(|&term| is_candidate(term)).collect();
    for (index, &first) in candidates.iter().enumerate() {
        for &second in &candidates[index + 1..] {
            let (a, b) = (terms.children(first), terms.children(second));
            let only_a: List = a.iter().copied().filter(|part| !b.contains(part)).collect();
            let only_b: List = b.iter().copied().filter(|part| !a.contains(part)).collect();
            match (&only_a[..], &only_b[..]) {
                ([], _) => list.retain(|operand| *operand != second),
                (_, []) => list.retain(|operand| *operand != first),
                (&[x], &[y]) if terms.find_complement(x) == Some(y) => {
                    let common: List = a.iter().copied().filter(|&part| part != x).collect();
                    let merged = if op == Op::And { terms.or(&common) } else { terms.and(&common) };
                    list.retain(|operand| *operand != first && *operand != second);
                    list.push(merged);
                }
                _ => continue,
            }
            return true;
        }
    }
    false
}
