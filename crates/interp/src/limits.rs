//! How much may a run ask for, and how often is it looked at?
//!
//! What users can set stands in [`Config`](crate::Config). These keep the machine itself fast and its memory bounded.

// Inputs.

/// Elements that a pointer is given by naming one of them: a number in a name must not allocate any amount.
pub(crate) const MOST_ELEMENTS: usize = 1 << 16;

/// Elements of a list by repetition: a few characters of text must not allocate any amount.
pub(crate) const MOST_REPETITIONS: usize = 1 << 20;

// Budgets.

/// Steps between two looks at the clock and the memory budget: a look costs as much as many steps, and so many are over in an instant.
pub(crate) const POLL_STEPS: u64 = 1 << 14;

/// Bytes that one recorded input takes, roughly, for the memory budget: its record and its name.
pub(crate) const INPUT_COST: u64 = 160;

/// Bytes of output that are charged and passed on at once: `printf` with a width may make any number.
pub(crate) const OUTPUT_AT_ONCE: usize = 1 << 16;

// Storage that is kept.

/// Dead entries that are kept before the oldest is reused: a pointer that dangles for longer may go unnoticed, and entries take memory for
/// ever otherwise.
pub(crate) const QUARANTINE: usize = 1 << 18;

/// Regions that ILP32 addresses are looked up in first; a power of two. A run works with few objects at a time.
pub(crate) const RECENT_REGIONS: usize = 256;

/// Buffers of objects that are gone and are used again: enough for the locals of calls that come and go.
pub(crate) const MOST_POOLED: usize = 64;

/// Bytes of such a buffer: clearing a larger one costs more than allocating it.
pub(crate) const LARGEST_POOLED: usize = 4096;

/// Keys that a jump table may span; sparser switches are searched. A table takes four bytes for each.
pub(crate) const MOST_KEYS: u64 = 1024;

/// Words in one chunk of the log: growing it never moves what it holds, and a short run does not pay for a long one.
pub(crate) const LOG_CHUNK: usize = 1 << 18;

/// No place in a file is behind this one: numbers that only an intervention can put there stay where sums of them fit.
pub(crate) const FARTHEST: usize = 1 << 40;
