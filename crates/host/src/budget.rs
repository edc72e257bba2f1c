//! How much a piece of work may take of the machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Until when, with how much memory, unless cancelled. The default has no end.
#[derive(Clone, Default, Debug)]
pub struct Budget {
    /// The end of the work.
    pub deadline: Option<Instant>,
    /// Bytes that may be held.
    pub memory: Option<u64>,
    /// Becomes true when the end is asked for.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// What ended a piece of work before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    Time,
    Memory,
    Cancelled,
}

impl std::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Exhausted::Time => "time ran out (--timeout)",
            Exhausted::Memory => "memory ran out (--memory)",
            Exhausted::Cancelled => "interrupted",
        })
    }
}

impl Budget {
    /// Without an end.
    #[must_use]
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// Is the time over, or the end asked for?
    #[must_use]
    pub fn exceeded(&self) -> Option<Exhausted> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Exhausted::Cancelled)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Some(Exhausted::Time)
        } else {
            None
        }
    }

    /// ... or is this more than may be held?
    #[must_use]
    pub fn exceeded_with(&self, bytes: u64) -> Option<Exhausted> {
        let is_too_much = self.memory.is_some_and(|most| bytes > most);
        self.exceeded().or(is_too_much.then_some(Exhausted::Memory))
    }

    /// The time that is left; `None` if there is no end.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }
}
