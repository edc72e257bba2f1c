//! How long things are waited for, and how much is taken at once?

use std::time::Duration;

/// Bytes that are read at once: between two pieces the budget is looked at.
pub(crate) const PIECE: usize = 1 << 16;

/// For a stream or a child that is silent, before the next look at the budget.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// Before the first look at whether a child has ended: most preprocessors need a few milliseconds.
pub(crate) const FIRST_LOOK: Duration = Duration::from_micros(200);

/// For what a child that has ended leaves in its pipes: what it has started may keep them open.
pub(crate) const LAST_WORDS: Duration = Duration::from_millis(500);

/// Bytes of a journal: it names a few files. A larger one is not ours.
pub(crate) const MOST_OF_A_JOURNAL: u64 = 1 << 20;

/// Names that are tried for a temporary file or a journal: names of dead processes may be taken.
pub(crate) const MOST_NAMES: u32 = 10_000;

/// Bytes of a file's name that the name of the temporary file beside it repeats: file systems take 255 in all.
pub(crate) const LONGEST_NAME: usize = 150;

/// Age of a temporary folder before it may be called stale: its owner may be about to lock it.
pub(crate) const YOUNG: Duration = Duration::from_secs(60);

/// CPU time of a child beyond its share of the wall clock, in seconds: limits of the system count whole ones.
pub(crate) const CPU_ROUNDING: u64 = 2;

#[cfg(target_os = "linux")]
/// Bytes of a file that a confined program writes: tests write little.
pub(crate) const MOST_OF_A_FILE: u64 = 64 << 20;

#[cfg(target_os = "linux")]
/// Processes and threads of a confined program: sanitizers have one or two of their own.
pub(crate) const MOST_PROCESSES: u64 = 64;

/// Times as long as on a machine with nothing else to do, at most, for work that has a time of its own: users wait as well.
pub(crate) const MOST_STRETCHED: u32 = 8;

/// Nanoseconds that a thread has run or waited before what it has met says anything: the system switches between threads every few milliseconds.
pub(crate) const LEAST_SEEN: u64 = 20_000_000;
