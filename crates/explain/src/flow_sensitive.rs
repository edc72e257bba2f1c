//! Flow-sensitive error invariants. With relevance, this is what `whydunit explain` shows without further wishes.
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
//! mattered (`the other side could have set …`). A condition that follows from what is needed anyway changes nothing and is not reported.
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

use crate::walk::{Flow, Goal, Walk, Walked};

pub(crate) fn walk(walk: Walk<'_, '_>, position: usize, goal: &Goal) -> Walked {
    walk.run(Flow::Sensitive, position, goal)
}
