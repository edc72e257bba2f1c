//! How much the command reads and shows, and why not more?

use std::time::Duration;

/// Bytes of a program on standard input: as many as a source file may have.
pub(crate) const MOST_BYTES_OF_A_PROGRAM: u64 = 256 << 20;

/// Bytes of standard input that are read at once: the budgets of the run are looked at between two pieces.
pub(crate) const BYTES_AT_ONCE: usize = 1 << 16;

/// For a pipe that is silent, before the next look at whether the user still waits.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// Functions that are listed where none is named: nobody reads a longer list.
pub(crate) const MOST_LISTED: usize = 12;

/// Characters of a prototype in that list: it must fit on a line.
pub(crate) const LONGEST_PROTOTYPE: usize = 60;

/// Diagnostics of one program: a user who made one mistake rarely profits from a hundred messages.
pub(crate) const SHOWN_DIAGNOSTICS: usize = 20;

/// Columns that a help is wrapped to at least: narrower text cannot be read.
pub(crate) const NARROWEST: i64 = 40;

/// Before progress is shown: work that takes less time is not worth a flicker.
pub(crate) const FIRST_PROGRESS: Duration = Duration::from_millis(500);

/// Bytes of a file that are looked at for a sign that it is ours.
pub(crate) const LONGEST_BEGINNING: u64 = 1 << 13;

/// Between two pictures of the progress: people see no more of them.
pub(crate) const REDRAW: Duration = Duration::from_millis(100);

/// Bytes of each stream of the program that are kept for a report: it is held in memory, and a document with more is not opened.
pub(crate) const KEPT_OUTPUT: usize = 16 << 20;

/// Bytes of standard output that are passed on at once: programs print a few bytes at a time.
pub(crate) const OUTPUT_AT_ONCE: usize = 1 << 16;

/// Between two looks of the watchdog: memory grows by some ten MiB in that time.
pub(crate) const LOOK: Duration = Duration::from_millis(10);

/// For a phase to end by itself after its time: most need some milliseconds.
pub(crate) const LATE: Duration = Duration::from_millis(200);

/// ... and this part of the time: what is put together at the end grows with it.
pub(crate) const MORE_TIME: f64 = 0.04;

/// Bytes beyond `--memory` and a tenth of it: the code of the command itself, and what phases that count their memory do not count.
pub(crate) const MORE_MEMORY: u64 = 40 << 20;

/// After Ctrl-C, for a phase to end by itself: people wait a second, and most phases end at once.
pub(crate) const GRACE: Duration = Duration::from_millis(800);

/// Bytes of a file whose contents are an input, unless the option says more: what decides how a file is read mostly stands at its beginning, and each byte costs the search.
pub(crate) const DEFAULT_FILE_INPUT: u64 = 16;

/// The most it may say: a search follows no longer files.
pub(crate) const LARGEST_FILE_INPUT: u64 = 4096;
