//! What the criteria of responsibility say: step by step, does the assigned value matter?
//!
//! The papers' trace is the run with its failing check as one more assumption: an execution of it *fails as the run
//! did* when every step goes on along the trace (same branches, assumptions hold, checks are passed) and the failing step's condition is
//! false at the end. An execution *blocks* at the first step that does not go on. A step is judged by what becomes of the
//! rest when the value that it assigns is replaced; every judgement carries what is needed to check it without whoever made it.

use whydunit_interp::Cell;
use whydunit_trace::StepIndex;

use crate::{Inputs, Status};

/// A definition of when an assignment is responsible for a failure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Criterion {
    /// Some failing execution surely blocks when the value is another.
    Relevance,
    /// Relevance, where whole conditionals are judged first, with all their sides.
    BranchRelevance,
    /// Relevance from any state that leads to the failure, be it reachable or not.
    Coreachable,
    /// With the value open, some later assumption is restrictive.
    Restrictive,
    /// With the value open, some later assumption becomes restrictive that was not.
    BecomingRestrictive,
    /// With the value open, there are strictly more blocking executions.
    MoreBlocking,
    /// The step belongs to the unsatisfiable core of its triple, as the solver gives it.
    UnsatCore,
    /// Smallest sets of assignments whose replacement lets the check pass.
    MinimalSet,
}

impl Criterion {
    pub const ALL: [Criterion; 8] = [
        Criterion::Relevance,
        Criterion::BranchRelevance,
        Criterion::Coreachable,
        Criterion::Restrictive,
        Criterion::BecomingRestrictive,
        Criterion::MoreBlocking,
        Criterion::UnsatCore,
        Criterion::MinimalSet,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Criterion::Relevance => "relevance",
            Criterion::BranchRelevance => "branch-relevance",
            Criterion::Coreachable => "coreachable",
            Criterion::Restrictive => "restrictive",
            Criterion::BecomingRestrictive => "becoming-restrictive",
            Criterion::MoreBlocking => "more-blocking",
            Criterion::UnsatCore => "unsat-core",
            Criterion::MinimalSet => "minimal-set",
        }
    }

    /// What relevance counts is for whoever asks to say; the papers' other definitions know blocking only.
    pub fn counting(self, asked: Counting) -> Counting {
        match self {
            Criterion::Relevance | Criterion::BranchRelevance => asked,
            _ => Counting::OtherChecks,
        }
    }

    /// Relevance asks about all executions along the path, minimal sets about this one.
    pub fn default_inputs(self) -> Inputs {
        match self {
            Criterion::MinimalSet => Inputs::Fixed,
            _ => Inputs::Free,
        }
    }
}

/// Which ways of leaving the trace lead away from its failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// The failing check is passed, or a condition that the program states goes another way. Another check of the machine's that fails instead leads nowhere.
    #[default]
    Own,
    /// Whatever blocks.
    OtherChecks,
}

impl Counting {
    pub fn counts(self, how: Blocked) -> bool {
        self == Counting::OtherChecks || how != Blocked::OtherFailure
    }
}

/// The result of one criterion.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    pub criterion: Criterion,
    pub inputs: Inputs,
    pub counting: Counting,
    /// Partial when some verdict is [`Verdict::Unknown`], or not all sets were found.
    pub status: Status,
    /// Ascending by step; one for each assignment that a step makes (passing three arguments is three assignments, setting a record is one).
    /// Every assignment that the criterion judges is here: [`Criterion::Restrictive`] and its kin do not judge inputs.
    pub judged: Vec<Judged>,
    /// Of [`Criterion::BranchRelevance`]: what it said of whole conditionals, ascending by branch. Those inside of an
    /// irrelevant one are not judged.
    pub conditionals: Vec<JudgedConditional>,
    /// Of [`Criterion::MinimalSet`]: positions in `judged`, smallest sets first.
    pub sets: Vec<MinimalSet>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    pub step: StepIndex,
    /// What the step assigns, as one.
    pub target: Vec<Cell>,
    pub verdict: Verdict,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    Relevant(Box<Witness>),
    Irrelevant(Grounds),
    /// A budget ran out, or something lies beyond what is encoded.
    Unknown(String),
}

/// Why an assignment is irrelevant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grounds {
    /// The value flows into no later condition.
    NotObserved,
    /// The solver has excluded every witness.
    Excluded,
    /// Of [`Criterion::MinimalSet`]: every set that contains it has more members than is looked at.
    NoSmallSet,
    /// It lies in a conditional that is irrelevant as a whole; its branch.
    Skipped(StepIndex),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// The step brings every state that matters to the failure (the papers' `*`, `UC`).
    Enforcing,
    /// The step could also have led elsewhere (`@`, golden frame): an input.
    Admitting,
}

/// Why an assignment is relevant: an execution, other values in place of the assigned ones, and the step that then blocks.
#[derive(Clone, PartialEq, Debug)]
pub struct Witness {
    /// Of relevance and what is asked in its way ([`Criterion::BranchRelevance`], [`Criterion::Coreachable`], [`Criterion::UnsatCore`]); the other criteria have
    /// no labels.
    pub label: Option<Label>,
    /// The execution that the state is taken from: inputs (positions in `ErrorTrace::inputs`) that differ from the run, with their values.
    /// With them the program fails as the run did.
    pub execution: Vec<(u32, u64)>,
    /// Of [`Criterion::Coreachable`], whose states need not be reachable: contents of storage before the step that differ from the run.
    pub state: Vec<(Cell, u64)>,
    /// What the target holds after the step instead, zero-extended from the size of each cell. Empty where nothing needs to be replaced: an execution of the trace as it is
    /// blocks ([`Criterion::Restrictive`]), or the step is in the core for no other reason ([`Criterion::UnsatCore`]; then nothing blocks).
    pub replaced: Vec<(Cell, u64)>,
    /// Inputs received after the step (of restrictive and more-blocking: at any time) that differ from the run, in the execution that blocks.
    pub continuation: Vec<(u32, u64)>,
    /// Does it block whatever inputs come after the step? Always of relevance; `continuation` is then one example.
    pub is_sure: bool,
    /// The first step that does not go on.
    pub blocked_at: StepIndex,
    pub blocked: Blocked,
}

/// In which way a step does not go on along the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocked {
    /// The branch goes another way.
    OtherArm,
    /// The assumption does not hold.
    Assumption,
    /// An assertion or a contract of the program fails there, or an arm of a conditional that is taken as a whole never comes to the join.
    OwnCheck,
    /// Some other check of the machine's fails there: an overflow, an address outside of its object.
    OtherFailure,
    /// The failing check is passed.
    CheckPasses,
}

/// A conditional from its branch to the join of its sides, judged as one assignment to all that its sides may set.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedConditional {
    pub branch: StepIndex,
    /// The step that closes its scope.
    pub end: StepIndex,
    pub target: Vec<Cell>,
    pub verdict: Verdict,
    /// Some arm may end the program, or never end, before the arms join: which way it goes then matters even where nothing that it sets does.
    pub may_end: bool,
    /// With this arm (of the terminator's successors) in place of the one taken, the run never comes to the join, and does not fail as it did. The conditional is relevant for
    /// that, and its witness replaces nothing.
    pub stays_away: Option<u32>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MinimalSet {
    /// Positions in [`Judgement::judged`], ascending.
    pub members: Vec<usize>,
    /// What the members assign instead, for an execution that passes the check.
    pub replaced: Vec<(Cell, u64)>,
    /// Inputs of that execution that differ from the run.
    pub execution: Vec<(u32, u64)>,
}

impl Judgement {
    /// The assignments that matter.
    pub fn relevant(&self) -> impl Iterator<Item = (&Judged, &Witness)> {
        self.judged.iter().filter_map(|judged| match &judged.verdict {
            Verdict::Relevant(witness) => Some((judged, witness.as_ref())),
            Verdict::Irrelevant(_) | Verdict::Unknown(_) => None,
        })
    }
}

impl Verdict {
    pub fn unknown(reason: &impl ToString) -> Verdict {
        Verdict::Unknown(reason.to_string())
    }
}

/// What an external input has to do with the failure, along the path of the run.
#[derive(Clone, PartialEq, Debug)]
pub struct InputPower {
    /// Position in `ErrorTrace::inputs`.
    pub record: u32,
    pub power: Power,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Power {
    /// Some value surely leads to the failure, whatever later inputs are, and another avoids it.
    Decides {
        /// Inputs (positions) that differ from the run, for both values.
        before: Vec<(u32, u64)>,
        failing: u64,
        passing: u64,
        /// Later inputs that differ from the run, with which the passing value avoids the failure.
        after: Vec<(u32, u64)>,
    },
    /// No such pair of values exists.
    DoesNotDecide,
    Unknown(String),
}
