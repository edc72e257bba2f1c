//! How long is a run followed, and why not longer?

/// Steps in which a state has to come back for a run to be one without end: every write is looked at, and short rounds show themselves early.
pub(crate) const LASSO_STEPS: u64 = 200_000;

/// Steps that a run may need for other ways through conditionals, beside twice those of the trace: one that takes more is another run.
pub(crate) const STEPS_AROUND: usize = 1000;

/// Steps of a run with more standard input, beside twice those of the trace: it goes on where the run has failed, and there may be a loop over what it reads.
pub(crate) const STEPS_WITH_MORE: u64 = 100_000;

/// Places at which standard input is cut off before something else is appended: words that do not fit are seldom followed by many others.
pub(crate) const MOST_CUTS: usize = 6;
