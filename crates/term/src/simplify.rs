//! Simplification when a term is made. See the issue list of rules in this file.

use crate::{Op, Sort, Term, Terms};

/// A simpler term equal to `op(operands)`, if a rule applies.
pub(crate) fn simplify(
    _terms: &mut Terms,
    _op: Op,
    _sort: Sort,
    _operands: &[Term],
) -> Option<Term> {
    None
}
