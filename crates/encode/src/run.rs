//! The run as functions of its inputs, and what becomes of it when one value is another.
//!
//! Every value is a term over the inputs; each step has the condition under which it goes on along the trace (the branch goes the
//! same way, checks pass, addresses stay in their objects). What a replaced value would have changed is asked in [`crate::replace`].

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_claim::Inputs;
use whydunit_program::{FunctionId, Program};
use whydunit_term::{Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::arms::{Arms, Choice};
use crate::encoder::{EncodeError, Encoder, IsEnough};
use crate::generated::{Contribution, Generated, InputVariable, Unset};
use crate::history::History;
use crate::initial::Initial;
use crate::memory::{Memory, Time};
use crate::readers::Readers;
use crate::storage::Range;
use crate::suffix::{Before, Suffix};

/// A write of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    pub range: Range,
    pub term: Term,
    /// What it was in the run.
    pub known: Term,
}

#[derive(Clone, Debug)]
pub struct SymbolicRun {
    pub inputs: Vec<InputVariable>,
    pub unset: Vec<Unset>,
    /// Contents that the steps began with, where these are open: see [`SymbolicRun::encode_suffix`].
    pub state: Vec<Unset>,
    /// `φ`.
    pub check: Term,
    /// See [`crate::ending::Ending`].
    pub(crate) is_guessed: bool,
    pub(crate) obligations: Vec<StepObligation>,
    pub(crate) memory: Rc<Memory>,
    pub(crate) times: Vec<Time>,
    pub(crate) readers: Readers,
    pub(crate) history: History,
    /// The variables of inputs by their records.
    pub(crate) given_inputs: Rc<FxHashMap<u32, Term>>,
    pub(crate) initial: Initial,
    /// How its inputs were taken.
    pub(crate) given: Inputs,
    /// What unions receive from outside; the trace has no records of it.
    pub choices: Vec<Choice>,
    pub(crate) virtual_frames: Vec<FunctionId>,
    pub(crate) unions: Rc<Unions>,
    pub(crate) before: Option<Before>,
}

/// Conditionals that are taken with all their arms: the step of each branch, and the step that closes its scope. They do not overlap.
pub type Unions = std::collections::BTreeMap<u32, u32>;

/// What a step demands to go on along the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepObligation {
    /// The checks that it passed, the objects that its addresses stayed in.
    pub facts: Term,
    /// The arm that its branch took, the assumption that held.
    pub decision: Term,
    /// What is followed at all (see [`whydunit_program::Arithmetic`]): where it does not hold, nothing is known.
    pub limits: Term,
    /// What the step leaves is followed: where it does not hold, the facts are unknown, and so is what comes after.
    pub followed: Term,
    /// Of the facts that do not hold, the first is the program's own: an assertion, a contract, an arm that comes to its join.
    pub own: Term,
}

impl StepObligation {
    pub const NOTHING: StepObligation = StepObligation {
        facts: Term::TRUE,
        decision: Term::TRUE,
        limits: Term::TRUE,
        followed: Term::TRUE,
        own: Term::FALSE,
    };

    pub(crate) fn of(terms: &mut Terms, contribution: &Contribution) -> StepObligation {
        StepObligation {
            facts: terms.and(&contribution.facts),
            decision: contribution.condition.unwrap_or(Term::TRUE),
            limits: terms.and(&contribution.limits),
            followed: terms.and(&contribution.followed),
            own: breaks_own(terms, contribution),
        }
    }

    /// Both halves: the step goes on along the trace.
    pub fn goes_on(self, terms: &mut Terms) -> Term {
        terms.and(&[self.facts, self.decision])
    }
}

/// That the first fact that does not hold is one that the program states.
fn breaks_own(terms: &mut Terms, contribution: &Contribution) -> Term {
    let mut any = Vec::new();
    for &position in &contribution.written {
        let before = terms.and(&contribution.facts[..position]);
        let broken = terms.not(contribution.facts[position]);
        any.push(terms.and(&[before, broken]));
    }
    terms.or(&any)
}

impl SymbolicRun {
    pub fn encode(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        inputs: Inputs,
    ) -> Result<SymbolicRun, EncodeError> {
        SymbolicRun::encode_with(program, trace, terms, inputs, Unions::default(), &|_| false)
    }

    /// As [`SymbolicRun::encode`], with some conditionals taken as the union of all their arms, and until it is enough: an access whose address is not a
    /// constant costs the cells of its object.
    pub fn encode_with(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        inputs: Inputs,
        unions: Unions,
        is_enough: IsEnough<'_>,
    ) -> Result<SymbolicRun, EncodeError> {
        let history = History::of(trace);
        let mut encoder = Encoder::functions(program, trace, terms, inputs, history);
        encoder.arms = Arms::of(&Rc::new(unions), &[]);
        encoder.is_enough = Some(is_enough);
        encoder.walk()?;
        Ok(SymbolicRun::of(encoder))
    }

    /// What a walk has found.
    pub(crate) fn of(encoder: Encoder<'_>) -> SymbolicRun {
        let Encoder {
            terms,
            memory,
            initial,
            inputs: given,
            generated,
            history,
            ending,
            arms,
            suffix,
            read_log,
            ..
        } = encoder;
        let Generated { first, contributions, times, inputs, unset, .. } = generated;
        let mut obligations = vec![StepObligation::NOTHING; first as usize];
        obligations.extend(contributions.iter().map(|part| StepObligation::of(terms, part)));
        let given_inputs = inputs.iter().map(|input| (input.record, input.variable)).collect();
        let (before, state) = match suffix {
            Some(Suffix { before, state }) => (Some(before), state),
            None => (None, Vec::new()),
        };
        let mut readers = Readers::default();
        for read in read_log {
            readers.note(read);
        }
        SymbolicRun {
            inputs,
            unset,
            state,
            check: ending.violated.unwrap_or(Term::FALSE),
            is_guessed: ending.is_guessed,
            obligations,
            memory: Rc::new(memory),
            times,
            readers,
            history,
            given_inputs: Rc::new(given_inputs),
            initial,
            given,
            choices: arms.choices,
            virtual_frames: arms.virtual_frames,
            unions: arms.unions,
            before,
        }
    }

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.obligations.len()
    }

    pub fn is_empty(&self) -> bool {
        self.obligations.is_empty()
    }

    /// When does a step go on along the trace?
    pub fn obligation(&self, step: usize) -> StepObligation {
        self.obligations[step]
    }

    /// The scalars that a step wrote, in order.
    pub fn writes(&self, step: usize) -> Vec<Written> {
        let written = self.memory.written(self.times[step], self.times[step + 1]);
        let described = written.map(|piece| Written {
            range: piece.range,
            term: piece.value.term,
            known: piece.value.known,
        });
        described.collect()
    }

    /// The runs of bytes that a step set at once.
    pub fn filled(&self, step: usize) -> Vec<Range> {
        let filled = self.memory.filled_between(self.times[step], self.times[step + 1]);
        filled.map(|filled| filled.range).collect()
    }

    /// What a range holds before a step.
    pub fn contents(&self, terms: &mut Terms, range: Range, step: usize) -> Option<Term> {
        self.memory.read(terms, range, self.times[step]).ok().map(|(value, _)| value.term)
    }
}
