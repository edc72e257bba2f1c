//! Does a run end? Proofs that it does not, and what could have ended it.
//!
//! [`prove`] is asked about runs that a budget has cut off. It answers only with a proof; that a run took long is none.

mod counted;
mod exit;
mod induction;
mod limits;
mod round;
mod scout;
mod state;
mod suspects;

use whydunit_counterfactual::comes_back;
use whydunit_interp::{Budget, Compiled, Config, Ending, NoObserver, RunSpec};
use whydunit_program::{FunctionId, Point, Program};
use whydunit_source::Span;

pub use counted::is_counted;
pub use suspects::suspects;

use crate::limits::{LASSO_STEPS, LONGEST_ENDING, SCOUTED_STEPS};

/// One execution of a statement, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Execution {
    /// The statement.
    pub point: Point,
    /// Which execution of it.
    pub occurrence: u64,
}

/// A run that does not end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endless {
    /// Why that is known.
    pub proof: Proof,
    /// The function that calls itself; `None` of a loop.
    pub recursion: Option<FunctionId>,
    /// A decision of the last round that could have ended it, and the successor that it took.
    pub exit: Option<(Execution, u32)>,
    /// A statement of the program's own in the last round, or the last one before it.
    pub last: Execution,
}

/// Why a run is known not to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It is in the same state again, after so many steps.
    StateComesBack(u64),
    /// Every state that a round can begin with leads to another round.
    NoRoundLeaves,
    /// The same, but for an overflow: of the computation there, if a round has only one that could.
    OnlyOverflowLeaves(Option<Span>),
}

impl Proof {
    /// Where the overflow is that alone could end it.
    #[must_use]
    pub fn overflow(self) -> Option<Span> {
        match self {
            Proof::OnlyOverflowLeaves(span) => span,
            Proof::StateComesBack(_) | Proof::NoRoundLeaves => None,
        }
    }
}

/// A proof that a run does not end, if there is one within the limits.
pub fn prove(
    program: &Program,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
) -> Option<Endless> {
    if !goes_on(compiled, spec, config) {
        return None;
    }
    // Few steps first: most states that come back do so soon, and every step of the search for them costs memory.
    for steps in [SCOUTED_STEPS, LASSO_STEPS] {
        if let Some(back) = comes_back(program, compiled, spec, config, steps) {
            let config = Config { max_steps: None, ..config.clone() };
            let scouted = scout::scout(program, compiled, spec, &config, back.from..back.to + 1);
            let round = scouted.from(back.from, Some(back.frame));
            let proof = Proof::StateComesBack(back.to);
            return exit::endless(program, &scouted, &round, proof);
        }
        if steps == SCOUTED_STEPS
            && let Some(found) = induction::prove(program, compiled, spec, config)
        {
            return Some(found);
        }
    }
    None
}

/// Does it take many steps, or calls within calls? What ends by itself soon, or needs ever more memory, is not looked at.
fn goes_on(compiled: &Compiled<'_>, spec: &RunSpec, config: &Config) -> bool {
    let most = config.max_steps.map_or(LONGEST_ENDING, |steps| steps.min(LONGEST_ENDING));
    let config = Config { max_steps: Some(most), ..config.clone() };
    let result = compiled.run(spec, &config, &mut |_, _| {}, &mut NoObserver);
    matches!(result.ending, Ending::OutOfBudget { budget: Budget::Steps | Budget::CallDepth, .. })
}
