//! How long is looked for facts and witnesses, and how large may they be?
//!
//! What lies beyond a limit is said more narrowly (the values of the run), or answered with *unknown*; nothing is left out without that. Counts of conflicts rather than times
//! bound the single questions, so that answers do not depend on the machine; the time is the user's (`--timeout`).

// Facts along the walk.

/// Steps between two looks at the clock: a step costs less than a look.
pub(crate) const LOOK_AT_THE_CLOCK: usize = 64;

/// A variable that is compared with more others than this is given bounds of its own; one that more conditions than this
/// speak of, the value of the run. Otherwise facts about each other grow with every iteration of a loop.
pub(crate) const MOST_ENTANGLED: usize = 6;

/// Variables that one frame is about: it needs one to matter, and readers a few names.
pub(crate) const MOST_FRAMED: usize = 8;

/// Variables in one fact: more is nothing that people read.
pub(crate) const MOST_VARIABLES: usize = 3;

/// Characters of a condition: longer ones are cut down to the values of the run.
pub(crate) const LONGEST_TEXT: usize = 40;

/// Bits of a number whose own bounds are looked at. Specifications compute in more bits than any sum of the program's numbers needs; no result comes near their limits.
pub(crate) const WIDEST: u32 = 120;

/// Searches for wide intervals in one explanation: each costs milliseconds, and a long trace may ask for one at every step.
pub(crate) const MOST_SEARCHES: u32 = 32;

/// Conflicts that one of these searches may cost.
pub(crate) const SEARCH_CONFLICTS: u64 = 500;

/// Variables of a condition that are tried, one by one, for being left out of what fixes it: each costs a substitution.
pub(crate) const MOST_LEFT_OUT: usize = 12;

// Questions about single assignments, conditionals and inputs.

/// Conflicts that one of them may cost.
pub(crate) const QUESTION_CONFLICTS: u64 = 100_000;

/// The run's own inputs and contents are preferred in a witness where there are not more than this: each is an assumption of a query.
pub(crate) const MOST_PINNED: usize = 64;

/// Values of a witness that are made plain ones, where that is possible: more than a few are not read one by one.
pub(crate) const MOST_POLISHED: usize = 4;

/// Later inputs that are tried as the one that makes up for another value: each is a query.
pub(crate) const MOST_COMPENSATING: usize = 4;

/// Conditions that are looked at for one that later inputs can break, the latest first: each is a query.
pub(crate) const MOST_SPOILING: usize = 16;

/// With a reason in hand, steps that are followed in search of a better one.
pub(crate) const PATIENCE: usize = 100;

/// And terms that are built for that.
pub(crate) const MOST_GROWTH: usize = 1000;

/// Conflicts that one step backwards may cost: there are as many as steps.
pub(crate) const STEP_CONFLICTS: u64 = 2000;

/// Things that a conditional has set, the last ones, which are tried first: trying is evaluation only.
pub(crate) const MOST_TRIED: usize = 64;

/// And those of them that a solver is asked about.
pub(crate) const MOST_ASKED: usize = 3;

/// Bits of the values that mathematical integers are judged with. Those that are chosen are small, so that those that answer them, which may be
/// large, are not stopped by the edge of what is followed.
pub(crate) const CHOSEN_BITS: u32 = 20;

/// See [`CHOSEN_BITS`].
pub(crate) const ANSWERING_BITS: u32 = 40;

// Sets of assignments.

/// Sets that are listed: nobody reads more, and there may be exponentially many.
pub(crate) const MOST_SETS: usize = 64;

/// Members of a set: what needs more changes at once is no explanation.
pub(crate) const MOST_MEMBERS: usize = 3;

/// Terms that the run may need in which every assigned value is open, where accesses cost the cells of their objects.
pub(crate) const MOST_TERMS: usize = 2_000_000;

/// Steps of a run in which a branch is sent to another arm, beside twice those of the trace: arms that end the program do so soon.
pub(crate) const ARM_STEPS: u64 = 50_000;

/// Steps of all such runs together: a branch in a long loop would be sent elsewhere in every iteration.
pub(crate) const MOST_ARM_STEPS: u64 = 5_000_000;

/// Steps of a run with another value, beside twice those of the trace: what leaves the trace is known when it does, and the rest only has to end.
pub(crate) const REPLAYED_STEPS: u64 = 10_000;

/// Steps of all such runs together: about a tenth of a second.
pub(crate) const MOST_REPLAYED_STEPS: u64 = 3_000_000;

/// So many times of a branch in a loop are sent to an arm that may end the program; what the earliest of these does is taken for what all before it do.
pub(crate) const TRIED_TIMES: u32 = 4;
