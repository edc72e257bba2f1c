//! Error invariants (the baseline of flow-sensitive fault localization).
//!
//! **Question.** Which statements of this run are enough to make the check fail, whatever the others do?
//!
//! **Definition.** `I` is an error invariant at position `i` when the trace before `i` implies it, and together with the trace from `i` on it excludes that the check holds. The answer is a
//! sequence of invariants that covers all positions, and the steps between them. Branch conditions are assumptions of the trace, like `assume` statements.
//!
//! **Guarantees.** Every invariant is one at each position of its interval. The steps between are sufficient; it is not claimed that no other
//! choice would do, nor that the smallest number is found.
//!
//! **Cost.** One walk; linear in the length of the trace.
//!
//! **Example.** `x = 1; y = input - 42; if (y < 0) x = 0; assert(x != 0)`: only `x = 0`, with `x == 0` after it. Why it was executed is not asked.

use crate::walk::{Flow, Goal, Walk, Walked};

pub(crate) fn walk(walk: Walk<'_, '_>, position: usize, goal: &Goal) -> Walked {
    walk.run(Flow::Plain, position, goal)
}
