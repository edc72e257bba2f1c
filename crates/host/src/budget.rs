//! How much a piece of work may take of the machine.

use std::time::{Duration, Instant};

use crate::{Cancel, Why};

/// Until when, with how much memory, unless cancelled. The default has no end.
#[derive(Clone, Default, Debug)]
pub struct Budget {
    /// The end of the work.
    pub deadline: Option<Instant>,
    /// Bytes that may be held.
    pub memory: Option<u64>,
    /// Says when the end is asked for.
    pub cancel: Option<Cancel>,
}

/// What ended a piece of work before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    Time,
    Memory,
    Cancelled(Why),
}

impl std::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Exhausted::Time => f.write_str("time ran out (--timeout)"),
            Exhausted::Memory => f.write_str("memory ran out (--memory)"),
            Exhausted::Cancelled(why) => why.fmt(f),
        }
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
        if let Some(why) = self.cancel.as_ref().and_then(Cancel::why) {
            Some(Exhausted::Cancelled(why))
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
