//! Failing inputs: bounded, bit-precise search over the whole program, and witnesses of other tools.
//!
//! Whatever finds a failure here, the result is a [`RunSpec`](whydunit_interp::RunSpec) that the interpreter has run to that
//! failure: nothing is reported that was not replayed.

mod behind;
mod deterministic;
mod exec;
mod inputs;
mod limits;
mod model;
mod outside;
mod search;
mod shrink;
mod strings;
mod syntax;
mod typical;
mod witness;

pub use model::{
    Assumption, AssumptionKind, Coverage, DeadArm, FoundFailure, Gap, Given, LoopCoverage,
    Progress, RecursionCoverage, Request, Search, Stopped, Verdict,
};
pub use outside::{fixed_answers, has_other_answers, taken_for_granted};
pub use search::{dead_arms, is_vacuous, search, search_symbolically};
pub use witness::{
    Agreement, Fact, FailingRun, Location, Property, Relation, Replay, Subject, Waypoint, Witness,
    WitnessError, WitnessFormat, WitnessPath, read_witness, replay_witness, witness_differences,
    write_graphml, write_yaml,
};
