//! Which branches have to be explained?
//!
//! Definition 4 of flow-sensitive fault localization: for every statement of the abstract error trace, a prefix of that trace says why the
//! conditions hold under which the statement is reached. The invariant at a branch sums up the prefix, so it has to imply the
//! branch's condition, for every branch around a relevant step or around the failing one; and for every branch that is called
//! relevant itself.

use std::collections::BTreeMap;

use whydunit_claim::{Explanation, Method};

use crate::structure::Structure;

/// The branches, each with a step that depends on it.
pub(crate) fn branches_to_explain(
    structure: &Structure,
    explanation: &Explanation,
) -> BTreeMap<usize, usize> {
    let mut wanted = BTreeMap::new();
    if explanation.method == Method::ErrorInvariants {
        return wanted;
    }
    let relevant = explanation.relevant.iter().map(|relevant| relevant.step.index());
    let last = structure.len().checked_sub(1);
    for step in relevant.clone() {
        wanted.extend(structure.calls_around(step).map(|call| (call, step)));
    }
    for step in relevant.chain(last) {
        if structure.is_branch(step) {
            wanted.entry(step).or_insert(step);
        }
        for branch in structure.around(step) {
            if wanted.contains_key(&branch) {
                // With it, what is around it has been looked at.
                break;
            }
            wanted.insert(branch, step);
        }
    }
    wanted
}
