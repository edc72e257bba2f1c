//! How large do formulas and texts become before something else is done, and how often are budgets looked at?

use std::time::Duration;

// Budgets.

/// Gates between two looks at the budget: a look costs more than a gate.
pub(crate) const GATES_BETWEEN_LOOKS: u32 = 4096;

/// Terms between two looks at the budget: fewer, as a term may become thousands of gates.
pub(crate) const TERMS_BETWEEN_LOOKS: u32 = 256;

/// Between two looks at the interrupt flag while another program works: nobody notices that much.
pub(crate) const POLL: Duration = Duration::from_millis(20);

/// Conflicts that a round counts for beside its own: many rounds are without any, and each makes the formula longer.
pub(crate) const ROUND_COST: u64 = 500;

/// Operations between a comparison and a variable that it is solved for: sums of C expressions are this deep, and every level makes the term longer.
pub(crate) const DEEPEST_INVERSION: u32 = 12;

/// Solutions of one variable that are tried in an instance: each is an evaluation of the formula. Comparisons nearest to the variable come first.
pub(crate) const MOST_BOUNDARIES: usize = 24;

/// Terms of a formula in which comparisons are solved: trying solutions evaluates it as a whole.
pub(crate) const MOST_SOLVED_TERMS: usize = 20_000;

/// Literals of a learnt clause, for the memory budget, where none have been counted.
pub(crate) const TYPICAL_LEARNT: u64 = 20;

// Formulas.

/// Literals of a guard that is copied into many clauses; a longer one gets a variable, which is cheaper then.
pub(crate) const LONGEST_GUARD: usize = 3;

// Texts.

/// Levels of an answer: it is read by recursion, and answers nest a few levels.
pub(crate) const DEEPEST: usize = 200;

/// Bytes of the program's complaints that are repeated: the first lines say what is wrong.
pub(crate) const LONGEST_COMPLAINT: usize = 500;

/// Characters of a term that is not given a name: what is used twice would be written twice.
pub(crate) const LONGEST_INLINE: usize = 100;

/// Variables asked for in one command: command and answer are texts that are held as a whole.
pub(crate) const VALUES_AT_ONCE: usize = 500;
