//! How much is read, and what holds where nothing else is said?

use std::time::Duration;

/// Time of a question: people wait for a minute.
pub(crate) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

/// For reading, even if there is no time at all: what is known then at least is which program it is. A command may be so much late.
pub(crate) const SHORTEST_READING: Duration = Duration::from_millis(150);

/// Memory of a question, in MiB: what machines that compile have to spare.
pub(crate) const DEFAULT_MEMORY: u64 = 4096;

/// Bytes of a program that comes through a pipe: as many as a source file may have.
pub(crate) const MOST_BYTES_OF_A_FILE: u64 = 256 << 20;

/// Bytes of a compilation database: those of large projects have tens of MiB.
pub(crate) const MOST_BYTES_OF_A_DATABASE: u64 = 512 << 20;

/// Names in a folder that a program under analysis lists: each becomes steps of its run.
pub(crate) const MOST_NAMES_IN_A_FOLDER: usize = 10_000;
