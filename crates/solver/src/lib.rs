//! Satisfiability of terms: models, cores, minimal sets, optima.
//!
//! [`Solve`] is the interface of all solvers. [`Embedded`] translates terms to clauses for the SAT solver that is linked in;
//! [`External`] asks a program. Everything that may take long takes a [`Budget`], and says what it knows when that ends.

// A silent truncation would be a wrong answer.
#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod answer;
mod blast;
mod budget;
mod choice;
mod cross_check;
mod embedded;
mod exists_forall;
mod external;
mod float;
mod gates;
mod invert;
mod limits;
mod maxsat;
mod minimal_core;
mod minimal_sets;
mod optimum;
mod sat;
mod smtlib;
mod solve;

pub use answer::{Answer, Core, Reason, Verdict};
pub use budget::Budget;
pub use choice::{SolverChoice, UnknownSolver, build, find_external};
pub use cross_check::{CrossCheck, Disagreement};
pub use embedded::Embedded;
pub use exists_forall::{ExistsForall, exists_forall};
pub use external::External;
pub use maxsat::{MaxSat, Soft, Solution, maxsat};
pub use minimal_core::{MinimalCore, minimise_core};
pub use minimal_sets::{Enumeration, MinimalSet, minimal_sets};
pub use optimum::{Goal, Optimum, Signedness, optimum};
pub use sat::embedded_version;
pub use smtlib::{NamedAssertion, QueryOptions, write_query};
pub use solve::{Solve, Statistics};
