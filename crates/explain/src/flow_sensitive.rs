//! Flow-sensitive error invariants: the default method.
//!
//! **Question.** Which statements made the check fail, and why were they executed?
//!
//! **Definition.** Error invariants over the flow-sensitive trace formula: what lies in the scopes of conditions `c_1 … c_k` holds only under them, and where a branch left
//! a variable alone that another side may set, *unchanged* too holds only under its condition. Read by positions: at a position inside a scope, the scope has been entered; before the
//! branch, the invariant has to imply its condition if anything inside matters. So branches are steps of the abstract error trace like any other: a *condition* where the invariant
//! changes, a *frame* where the other side would have set something that mattered. A condition that follows from what is needed anyway changes nothing and
//! is not reported.
//!
//! **Guarantees.** Those of error invariants, for the flow-sensitive formula; and for every reported statement the invariants before it imply the
//! conditions under which it is reached (Definition 4 of the paper).
//!
//! **Cost.** One walk; linear in the length of the trace. The recursive algorithm ([`crate::recursive`]) gives the same lines.
//!
//! **Example.** As for error invariants: also the subtraction (`y <= -1` after it, `input <= 41` before) and the branch.

use crate::walk::{Flow, Goal, Walk, Walked};

pub(crate) fn walk(walk: Walk<'_, '_>, position: usize, goal: &Goal) -> Walked {
    walk.run(Flow::Sensitive, position, goal)
}
