//! How much a query or a search may cost.
//!
//! A [`Budget`] belongs to one call, however many queries the call asks. Limits are watched during the search of the SAT
//! solver and while formulas are translated, so that they are overrun by a moment only.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::{Reason, Solve};

/// Limits for one call; the default has none.
#[derive(Clone, Default, Debug)]
pub struct Budget {
    /// Conflicts of the SAT solver. External solvers do not count them.
    pub conflicts: Option<u64>,
    pub deadline: Option<Instant>,
    /// Bytes that the solver and its encoder may hold, by their own estimate.
    pub memory: Option<u64>,
    /// Stops the call soon after it becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Budget {
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    pub fn with_conflicts(mut self, conflicts: u64) -> Budget {
        self.conflicts = Some(conflicts);
        self
    }

    pub fn with_deadline(mut self, deadline: Instant) -> Budget {
        self.deadline = Some(deadline);
        self
    }

    pub fn with_memory(mut self, bytes: u64) -> Budget {
        self.memory = Some(bytes);
        self
    }

    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.interrupt = Some(flag);
        self
    }

    /// The limit that the clock or the interrupt flag have reached.
    pub fn exceeded(&self) -> Option<Reason> {
        self.exceeded_by(0)
    }

    /// The limit that the clock, the interrupt flag or these bytes have reached.
    pub(crate) fn exceeded_by(&self, held: u64) -> Option<Reason> {
        if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Reason::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Reason::Time)
        } else if self.memory.is_some_and(|limit| held > limit) {
            Some(Reason::Memory)
        } else {
            None
        }
    }

    /// What is left after `conflicts` of them; `Err` when that is nothing.
    pub fn after(&self, conflicts: u64) -> Result<Budget, Reason> {
        let mut rest = self.clone();
        if let Some(limit) = self.conflicts {
            if conflicts >= limit && conflicts > 0 {
                return Err(Reason::Conflicts);
            }
            rest.conflicts = Some(limit - conflicts);
        }
        Ok(rest)
    }
}

/// Deals out the budget of a search that asks many queries.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    budget: Budget,
    /// Conflicts of the solver when the search began.
    before: u64,
}

impl Meter {
    pub(crate) fn start(budget: &Budget, solver: &dyn Solve) -> Meter {
        Meter { budget: budget.clone(), before: solver.statistics().conflicts }
    }

    /// The budget of the next query; `Err` when nothing is left.
    pub(crate) fn rest(&self, solver: &dyn Solve) -> Result<Budget, Reason> {
        if let Some(reason) = self.budget.exceeded() {
            return Err(reason);
        }
        self.budget.after(solver.statistics().conflicts - self.before)
    }
}
