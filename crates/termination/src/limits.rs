//! How far is a run followed to find that it goes round, and why not further?

/// Steps that a run takes before anything is proved of it: a run that ends by itself is the commonest, and these take a few milliseconds.
pub(crate) const LONGEST_ENDING: u64 = 1_000_000;

/// Steps in which a state has to come back. Every step of the search for it costs memory for what it has set.
pub(crate) const LASSO_STEPS: u64 = 1_000_000;

/// Steps in which rounds have to become alike: their steps are kept, and those of the stem become a trace.
pub(crate) const SCOUTED_STEPS: u64 = 30_000;

/// Rounds that take the same path before a proof is tried: the last rounds of a loop that ends are alike, too.
pub(crate) const FEWEST_ROUNDS: usize = 2;

/// Rounds that are taken together as one: a path that alternates repeats every other time.
pub(crate) const MOST_JOINED: usize = 4;

/// Numbers of rounds that are tried as one, of each loop: of more the conditions grow, and they seldom say more.
pub(crate) const WAYS_TO_JOIN: usize = 2;

/// Kinds of rounds that are tried, the shortest first: the loop that does not end may be around others.
pub(crate) const MOST_TRIED: usize = 12;

/// Steps of one round: its path becomes a condition.
pub(crate) const LONGEST_ROUND: usize = 4_000;

/// Facts about what a round changes that are tried: each costs a question to the solver, and few variables decide when a loop ends.
pub(crate) const MOST_FACTS: usize = 60;

/// Variables that are compared with one another for such facts: pairs grow with the square.
pub(crate) const MOST_COMPARED: usize = 6;

/// Conflicts for one question: an induction that holds is found with few, multiplications aside.
pub(crate) const MOST_CONFLICTS: u64 = 20_000;
