//! What an explanation is.

use std::collections::BTreeSet;

use whydunit_term::Term;
use whydunit_trace::StepIndex;

use crate::{Declaration, Range};

/// What is given at the start of a run (`ψ`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inputs {
    /// Every input has the value of this run.
    Fixed,
    /// The contract, else nothing; addresses stay what they are.
    Free,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    ErrorInvariants,
    FlowSensitive,
    /// The recursive reference algorithm of flow-sensitive fault localization; same question as [`Method::FlowSensitive`].
    RecursiveFlowSensitive,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::ErrorInvariants => "error-invariants",
            Method::FlowSensitive => "flow-sensitive",
            Method::RecursiveFlowSensitive => "flow-sensitive-recursive",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Complete,
    /// A budget ran out: everything said is true, but less might have been enough.
    Partial,
}

/// An abstract error trace: invariants that cover all positions of the trace, and the steps between them.
///
/// Position `p` is the moment before step `p`; the last position is the one before the failing step.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub method: Method,
    pub inputs: Inputs,
    pub status: Status,
    /// The steps between the intervals, ascending, but for those before the start of the run.
    pub relevant: Vec<Relevant>,
    /// What the failing check is about was declared here.
    pub declaration: Option<Declaration>,
    /// Ascending, each beginning at the position after the end of the one before; together they cover all positions. Neighbours differ, unless the
    /// step between them is a frame, a call or a branch.
    pub intervals: Vec<Interval>,
    /// What invariants are made of; see [`Explanation::invariant`].
    pub conjuncts: Vec<Conjunct>,
    /// What the variables of the conjuncts stand for.
    pub state: Vec<StateVariable>,
}

/// What a variable in an invariant stands for at the invariant's position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateVariable {
    pub variable: Term,
    pub held: Held,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Held {
    /// A value the program does not determine, received then or later: index in `ErrorTrace::inputs`.
    Input(u32),
    /// The contents of storage at the position.
    Range(Range),
    /// The contents of storage at an earlier position: `\old(x)`.
    Past { range: Range, position: u32 },
}

/// The positions that one error invariant holds at. The invariant is that of the interval before, changed: a long trace
/// may have thousands of intervals whose invariants have thousands of conjuncts, nearly all of them in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    pub from: usize,
    /// Inclusive.
    pub to: usize,
    /// Conjuncts (indices) that the interval before did not have; ascending.
    pub gained: Vec<u32>,
    /// Conjuncts that the interval before had.
    pub lost: Vec<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conjunct {
    /// Over [`Explanation::state`].
    pub term: Term,
    /// A C expression over the program's names; sums and differences in it are meant not to overflow.
    pub text: String,
    /// Nothing small was found: the exact condition, or a value of the run.
    pub is_exact: bool,
    /// It says that this storage has no value. That is no condition over values: the term says nothing then.
    pub unset: Option<Range>,
}

impl Explanation {
    /// The conjuncts of the invariant of each interval, one after the other.
    pub fn invariants(&self) -> impl Iterator<Item = (&Interval, BTreeSet<u32>)> {
        let mut current = BTreeSet::new();
        self.intervals.iter().map(move |interval| {
            interval.apply(&mut current);
            (interval, current.clone())
        })
    }

    /// The conjuncts of the invariant of one interval.
    pub fn invariant(&self, index: usize) -> BTreeSet<u32> {
        let mut current = BTreeSet::new();
        for interval in &self.intervals[..=index] {
            interval.apply(&mut current);
        }
        current
    }
}

impl Interval {
    /// From the conjuncts of the interval before to those of this one.
    pub fn apply(&self, conjuncts: &mut BTreeSet<u32>) {
        for lost in &self.lost {
            conjuncts.remove(lost);
        }
        conjuncts.extend(&self.gained);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    Assign,
    Input,
    /// A branch or assumption that had to go this way.
    Condition,
    /// A branch whose other side would have set something that then mattered; a store that went elsewhere; a jump over what would have set it.
    Frame,
    /// A check that was passed.
    Check,
    /// A call of something that did its part; what it passes does not matter.
    Call,
}

/// A step that matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relevant {
    pub step: StepIndex,
    pub role: Role,
    pub why: Why,
}

/// The reason in its parts; the words are the renderer's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Why {
    /// Conjuncts (indices) of the invariant after the step that were not in the one before: what the step brings about.
    pub establishes: Vec<u32>,
    /// Conjuncts of the invariant before the step that are not in the one after it: what the step makes use of.
    pub uses: Vec<u32>,
    /// Of a frame: names of what the other side would have set.
    pub left_alone: Vec<String>,
    /// Of a branch with an arm that does not come to its join.
    pub otherwise: Option<Otherwise>,
}

/// What would have happened had a branch gone another way; it was run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// The program would have ended there.
    Ends,
    NeverEnds,
}
