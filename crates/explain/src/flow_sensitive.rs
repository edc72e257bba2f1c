//! Flow-sensitive error invariants. With relevance, this is what `whydunit explain` shows by default.
//!
//! # Question
//!
//! Which statements made the check fail, and why were they executed?
//!
//! # Definition
//!
//! Error invariants over the flow-sensitive trace formula (Christ, Ermis, Schäf, Wies: *Flow-Sensitive Fault Localization*, 2013): what lies in the scopes of conditions
//! `c_1 … c_k` holds only under them, and where a branch left a variable alone that another side may set, *unchanged* too holds only under its condition.
//!
//! Read by positions: at a position inside a scope, the scope has been entered; before the branch, the invariant has to imply its condition if anything inside matters. So
//! branches are steps of the abstract error trace like any other: a *condition* where the invariant changes (`true, because …`), a *frame* where the other side would have set something that
//! mattered (`the other side could have set …`). An end of the program keeps everything behind it from happening, wherever scopes end: a branch with an arm that would have ended the program, or would never have ended, is a *condition* of all that follows
//! (`otherwise the program would have ended here`). A condition of an `if` or `switch` around something that matters is reported even where it follows from what is needed anyway, and changes nothing; so is that of a loop, the last time that it went on.
//!
//! # Guarantees
//!
//! Those of error invariants, for the flow-sensitive formula. In addition, for every reported statement the invariants before it imply the conditions under which it is reached (Definition 4 of the
//! paper). `--verify` checks all of it. The steps are sufficient; it is not claimed that no smaller choice would do.
//!
//! With fixed inputs, the default, every claim is about this run, except the general failure condition (*fails whenever …*), which is proved for all inputs. With `--inputs free` all claims are about all inputs along the path.
//!
//! # Cost
//!
//! One walk back along the run: linear in its length. Up to 32 searches with the solver for wide intervals; when `--timeout` ends, facts become as narrow as the run's values, and the answer is marked `partial`.
//!
//! The recursive algorithm of the paper is in `recursive.rs` and names the same lines on all programs of the test suite; it is there for that comparison.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/zeroed_by_branch.c --function xZero --input input=41 --method flow-sensitive
//! ```
//!
//! The subtraction is there because its result decides the branch, and the branch because `x = 0` lies inside of it. [`error-invariants`](error-invariants.md) names the last of the three only.

use rustc_hash::FxHashSet;

use crate::frames::Frames;
use crate::walk::{Flow, Left, Walk};

/// What a branch encloses holds only because the branch went this way: when a step inside matters, when another side would have set something that matters after the join, or when another side would have
/// ended the program, the branch's condition becomes a fact before it. Address guards act the same way on the step they belong to.
#[derive(Default)]
pub(crate) struct Sensitive {
    frames: Frames,
    /// Branches whose scope holds something that matters.
    needed: FxHashSet<usize>,
    /// That checks pass which the run passed is not taken for granted.
    is_careful: bool,
    /// ... nor that steps used the addresses that they used.
    pins_addresses: bool,
}

impl Sensitive {
    pub(crate) fn careful(pins_addresses: bool) -> Sensitive {
        Sensitive { is_careful: true, pins_addresses, ..Sensitive::default() }
    }
}

impl Flow for Sensitive {
    fn frames(&mut self) -> Option<&mut Frames> {
        Some(&mut self.frames)
    }

    fn reached(walk: &mut Walk<'_, '_, Sensitive>, index: usize, is_goal: bool) {
        walk.require(walk.subject.formula.guards(index), index);
        if is_goal && walk.flow.is_careful {
            // The failing step has checks before the one that fails.
            walk.imply(walk.subject.formula.facts(index));
        }
        Sensitive::enclosed(walk, index);
    }

    fn enclosed(walk: &mut Walk<'_, '_, Sensitive>, index: usize) {
        let scope = walk.subject.trace.steps[index].scope;
        walk.flow.needed.extend(scope.map(|branch| branch.index()));
    }

    fn branch(walk: &mut Walk<'_, '_, Sensitive>, index: usize) -> Vec<Left> {
        let left = walk.left_alone(index);
        if walk.subject.kept_alive.contains_key(&index) {
            walk.flow.needed.insert(index);
        }
        if left.is_empty() && !walk.flow.needed.contains(&index) {
            return left;
        }
        Sensitive::reached(walk, index, true);
        if let Some(condition) = walk.subject.formula.condition(index) {
            walk.require(condition, index);
        }
        left
    }

    fn encloses(walk: &Walk<'_, '_, Sensitive>, index: usize) -> bool {
        walk.flow.needed.contains(&index)
    }

    fn assumed(walk: &mut Walk<'_, '_, Sensitive>, index: usize) {
        walk.discharge(index);
    }

    fn passed(walk: &mut Walk<'_, '_, Sensitive>, index: usize) {
        let scope = walk.subject.trace.steps[index].scope;
        let is_reached = scope.is_none_or(|branch| walk.flow.needed.contains(&branch.index()));
        if walk.flow.is_careful && is_reached {
            if walk.flow.pins_addresses {
                walk.imply(walk.subject.formula.guards(index));
            }
            walk.imply(walk.subject.formula.facts(index));
        }
    }
}
