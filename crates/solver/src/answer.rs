//! What a solver says to a query.

use whydunit_term::{Model, Term};

/// The answer to one query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Satisfiable; the model gives a value to every variable of the asserted and assumed terms.
    Sat(Model),
    /// Unsatisfiable already with these assumptions.
    Unsat(Core),
    Unknown(Reason),
}

impl Answer {
    pub fn verdict(self) -> Verdict {
        match self {
            Answer::Sat(_) => Verdict::Sat,
            Answer::Unsat(core) => Verdict::Unsat(core),
            Answer::Unknown(reason) => Verdict::Unknown(reason),
        }
    }
}

/// An [`Answer`] without the model, for searches that ask often and never look at one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Sat,
    Unsat(Core),
    Unknown(Reason),
}

/// Assumptions that cannot hold together with what is asserted: a subset of those given, in the order in which they
/// were given. Empty when what is asserted contradicts itself. Not minimal unless whoever made it says so.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Core(pub Vec<Term>);

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    #[error("the limit on conflicts was reached")]
    Conflicts,
    #[error("the time limit was reached")]
    Time,
    #[error("the memory limit was reached")]
    Memory,
    #[error("interrupted")]
    Interrupted,
    /// A model exists, but it rests on values of uninterpreted functions.
    #[error("the answer depends on abstracted operations")]
    Abstracted,
    /// Words of a solver program.
    #[error("{0}")]
    External(String),
}
