//! Random terms for tests: of this crate, and of those that must agree with it.
//!
//! Everything is determined by a seed. [`RandomTerms`] makes terms over given variables that cover all operations,
//! either through the simplifying constructors or as they stand ([`Options::raw`]); [`simplified`] rebuilds one of the latter
//! through the constructors, so that the two can be compared.

mod generate;
mod random;

pub use generate::{Options, RandomTerms};
pub use random::Random;

use rustc_hash::FxHashMap;

use crate::op::result_sort;
use crate::{Op, Sort, SortError, Term, Terms};

/// `op` applied to `operands`, not simplified. The operation is not a leaf or an opaque application: those are never
/// simplified.
pub fn raw(terms: &mut Terms, op: Op, operands: &[Term]) -> Result<Term, SortError> {
    let sorts: Vec<Sort> = operands.iter().map(|&operand| terms.sort(operand)).collect();
    let sort = result_sort(op, &sorts)?;
    Ok(terms.intern(op, sort, operands))
}

/// The term rebuilt from its leaves through the simplifying constructors.
pub fn simplified(terms: &mut Terms, term: Term) -> Term {
    let mut results: FxHashMap<Term, Term> = FxHashMap::default();
    for below in terms.post_order(&[term]) {
        let node = terms.node(below);
        let operands: Vec<Term> = node.children.iter().map(|operand| results[operand]).collect();
        let result = match node.op {
            Op::Constant(_) | Op::Variable(_) => below,
            op => terms.apply(op, &operands),
        };
        results.insert(below, result);
    }
    results[&term]
}
