//! Error invariants, the baseline of flow-sensitive fault localization.
//!
//! # Question
//!
//! Which statements of this run are enough to make the check fail, whatever the others do?
//!
//! # Definition
//!
//! `I` is an error invariant at position `i` when the trace before `i` implies it, and together with the trace from `i` on it excludes that the check holds (Ermis, Schäf, Wies: *Error
//! Invariants*, 2012). The answer is a sequence of invariants that covers all positions, and the steps between them. Branch conditions are assumptions of the trace, like `assume` statements: that the run takes this path is
//! given, and why it does is not asked.
//!
//! # Guarantees
//!
//! Every invariant is one at each position of its interval; `--verify` checks both implications at every position. The steps between are sufficient; it is not claimed that no other choice would do, nor that the smallest number is found.
//!
//! Of storage without a value (`uninit`) this method names the declaration only: what might have set it lies on other paths.
//!
//! # Cost
//!
//! One walk back along the run: linear in its length.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/zeroed_by_branch.c --function xZero --input input=41 --method error-invariants
//! ```
//!
//! Only `x = 0`, with `x == 0` after it. Why it was executed is not asked; [`flow-sensitive`](flow-sensitive.md) asks it.

use crate::frames::Frames;
use crate::walk::{Flow, Left, Walk};

/// That the run takes its path is given: conditions of the trace may discharge facts.
pub(crate) struct Plain;

impl Flow for Plain {
    fn frames(&mut self) -> Option<&mut Frames> {
        None
    }

    fn reached(_: &mut Walk<'_, '_, Plain>, _: usize, _: bool) {}

    fn enclosed(_: &mut Walk<'_, '_, Plain>, _: usize) {}

    fn branch(walk: &mut Walk<'_, '_, Plain>, index: usize) -> Vec<Left> {
        walk.discharge(index);
        Vec::new()
    }

    fn assumed(walk: &mut Walk<'_, '_, Plain>, index: usize) {
        walk.discharge(index);
    }
}
