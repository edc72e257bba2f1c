//! What the checker says.

use whydunit_claim::{Blocked, Role};
use whydunit_solver::{Budget, Reason, Solve};

/// With what an explanation is checked.
pub struct Options<'a> {
    /// Makes a solver. The checker makes several, one after the other.
    pub solver: &'a dyn Fn() -> Box<dyn Solve>,
    pub proofs: Proofs,
    /// For all checks together.
    pub budget: Budget,
}

/// How it is shown that invariants are error invariants.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Proofs {
    /// Step by step, at all positions; by the definition where that does not succeed.
    #[default]
    Induction,
    /// By the definition, at both ends of every interval: slow, and simple.
    Definition,
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("proofs", &self.proofs)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every claim was proved.
    Holds,
    /// Claims that are wrong, in the order in which they were found.
    Refuted(Vec<Complaint>),
    /// No claim was found wrong, but not every claim was proved.
    Unknown(Reason),
}

/// A claim that does not hold. Steps and positions are those of the trace, conjuncts and intervals those of the explanation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Complaint {
    #[error("there are no intervals")]
    NoIntervals,
    #[error("interval {interval} ends before it begins")]
    Backwards { interval: usize },
    #[error("interval {interval} should begin at position {expected}, not {found}")]
    Gap { interval: usize, expected: usize, found: usize },
    #[error("the intervals should end at position {expected}, not {found}")]
    WrongEnd { expected: usize, found: usize },
    #[error(
        "interval {interval} gains conjunct {conjunct} out of order, twice or without its being there"
    )]
    BadGain { interval: usize, conjunct: u32 },
    #[error("interval {interval} loses conjunct {conjunct}, which the one before does not have")]
    BadLoss { interval: usize, conjunct: u32 },
    #[error("step {step} lies between two intervals with the same invariant")]
    SameInvariant { step: usize },
    #[error(
        "step {step} is called relevant, but lies between no two intervals, or is out of order"
    )]
    NotBetween { step: usize },
    #[error("step {step} lies between two intervals, but is not called relevant")]
    Unlisted { step: usize },
    #[error("the role {role:?} does not fit step {step}")]
    WrongRole { step: usize, role: Role },
    #[error("conjunct {conjunct} is no reason for step {step}")]
    WrongReason { step: usize, conjunct: u32 },
    #[error("the declaration is no reason: {why}")]
    WrongDeclaration { why: &'static str },
    #[error("conjunct {conjunct} is about storage that step {step} has given a value")]
    HasValue { conjunct: u32, step: usize },
    #[error("conjunct {conjunct} has no text, or a formula that says nothing")]
    EmptyText { conjunct: u32 },
    #[error("conjunct {conjunct} is no condition on the state of the program")]
    NoCondition { conjunct: u32 },
    #[error("conjunct {conjunct} speaks of something that has no contents at position {position}")]
    NoContents { conjunct: u32, position: usize },
    /// The first half of the definition of an error invariant: the steps before the position imply it.
    #[error("conjunct {conjunct} need not hold at position {position}")]
    NotReached { conjunct: u32, position: usize },
    /// The second half: with the steps after the position it excludes that the check is passed.
    #[error(
        "the invariant of interval {interval} does not make the run fail from position {position} on"
    )]
    NotSufficient { interval: usize, position: usize },
    /// Flow-sensitive explanations only (Definition 4 of flow-sensitive fault localization).
    #[error("nothing says why the branch at step {branch} is taken, on which step {step} depends")]
    Unexplained { branch: usize, step: usize },
    // Of calls that standard input was too short for.
    #[error("with the other standard input the call at step {step} receives no more than it did")]
    NoMoreInput { step: usize },
    #[error("with the other standard input for the call at step {step} the run still fails")]
    MoreInputFails { step: usize },
    // Of judgements.
    #[error("step {step} is judged out of order, or twice")]
    Disordered { step: usize },
    #[error("step {step} does not assign what is judged")]
    NotAssigned { step: usize },
    #[error("an assignment of step {step} is not judged")]
    NotJudged { step: usize },
    #[error("the status does not fit the verdicts")]
    WrongStatus,
    #[error("the label does not fit step {step}")]
    WrongLabel { step: usize },
    #[error("the execution in which step {step} is judged does not fail as the run did")]
    NoExecution { step: usize },
    #[error("what is said to be replaced is not what step {step} sets")]
    WrongReplacement { step: usize },
    #[error("with another value at step {step} the run still fails")]
    StillFails { step: usize },
    #[error(
        "with another value at step {step} the run leaves the trace at step {found}, not {claimed}"
    )]
    BlocksElsewhere { step: usize, claimed: usize, found: usize },
    #[error(
        "with another value at step {step} the run leaves the trace at step {at} otherwise: {how:?}"
    )]
    BlocksOtherwise { step: usize, at: usize, how: Blocked },
    #[error("with another value at step {step}, later inputs may still lead to the failure")]
    NotSure { step: usize },
    #[error("step {step} is called irrelevant, but another value leads away from the failure")]
    Relevant { step: usize },
    #[error("step {step} does not lie in an irrelevant conditional at step {branch}")]
    NotInside { step: usize, branch: usize },
    #[error(
        "conditional {branch} is called irrelevant, but another outcome leads away from the failure"
    )]
    RelevantConditional { branch: usize },
    #[error("conditional {branch} is none, or out of order")]
    NoConditional { branch: usize },
    #[error("set {set} has no members, members that are not judged, or is out of order")]
    BadSet { set: usize },
    #[error("replacing set {set} does not let the check pass")]
    NotEnough { set: usize },
    #[error("set {set} is larger than it need be")]
    NotMinimal { set: usize },
    #[error("a set of few assignments that lets the check pass is missing")]
    MissingSet,
    #[error("whether step {step} is called relevant does not fit the sets")]
    NotAMember { step: usize },
}
