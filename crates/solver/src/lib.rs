//! Satisfiability of terms: models, cores, minimal sets, optima.
//!
//! [`Solve`] is the interface of all solvers. [`Embedded`] translates terms to clauses for the SAT solver that is linked in;
//! [`External`] asks a program. Everything that may take long takes a [`Budget`], and says what it knows when that ends.

mod answer;
mod blast;
mod budget;
mod choice;
mod embedded;
mod external;
mod float;
mod gates;
mod model_values;
mod sat;
mod smtlib;
mod solve;

pub use answer::{Answer, Core, Reason, Verdict};
pub use budget::Budget;
pub use choice::{SolverChoice, UnknownSolver, build, find_external};
pub use embedded::Embedded;
pub use external::External;
pub use smtlib::{NamedAssertion, QueryOptions, write_query};
pub use solve::{Solve, Statistics};
