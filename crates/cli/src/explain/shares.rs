//! The budget of a command, dealt out to its pieces of work.
//!
//! Each piece has an equal share of the time that is left when its turn comes: what one does not use goes to the others.

use std::time::{Duration, Instant};

use whydunit_solver::Budget;

use crate::args::BudgetArgs;
use crate::interrupt;
use crate::limits::{ASIDE, ASIDE_PART};

pub(super) struct Shares<'a> {
    given: &'a BudgetArgs,
    deadline: Option<Instant>,
    /// Pieces of work that have no share yet.
    left: u32,
}

impl<'a> Shares<'a> {
    pub(super) fn new(given: &'a BudgetArgs, deadline: Option<Instant>, pieces: u32) -> Shares<'a> {
        Shares { given, deadline, left: pieces }
    }

    /// The share of the next piece of work, and all the memory.
    pub(super) fn next(&mut self) -> Budget {
        let now = Instant::now();
        let deadline = self.deadline.map(|end| {
            let share: Duration = end.saturating_duration_since(now) / self.left.max(1);
            now.checked_add(share).unwrap_or(end)
        });
        self.left = self.left.saturating_sub(1);
        let memory = self.given.memory.saturating_mul(1 << 20);
        let budget = Budget::unlimited().with_memory(memory).with_interrupt(interrupt::flag());
        Budget { deadline, ..budget }
    }

    /// The share of work that was not asked for.
    pub(super) fn next_aside(&mut self) -> Budget {
        let budget = self.next();
        let given = self.given.patience().map_or(ASIDE, |time| (time / ASIDE_PART).max(ASIDE));
        let end = Instant::now().checked_add(given);
        Budget { deadline: [budget.deadline, end].into_iter().flatten().min(), ..budget }
    }
}
