//! The run as functions of its inputs, and what becomes of it when one value is another.
//!
//! Every value is a term over the inputs; each step has the condition under which it goes on along the trace (the branch goes the
//! same way, checks pass, addresses stay in their objects). What a replaced value would have changed is asked in [`crate::replace`].

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_claim::Inputs;
use whydunit_interp::ObjectId;
use whydunit_program::Program;
use whydunit_term::{Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::encoder::{
    Addresses, Contribution, EncodeError, Encoder, InputVariable, LocalObjects, Snapshots, Style,
    Unset,
};
use crate::initial::Initial;
use crate::memory::{Memory, Time};
use crate::sides::Choice;
use crate::storage::{Range, Storage};

/// Reads are found by the word they touch.
const WORD: u32 = 8;
/// Longer reads (copies) are kept as ranges.
pub(crate) const LONGEST_READ: u32 = 16;

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
    /// See [`Encoder::is_guessed`].
    pub(crate) is_guessed: bool,
    pub(crate) demands: Vec<Demand>,
    pub(crate) memory: Rc<Memory>,
    pub(crate) times: Vec<Time>,
    /// Steps that read a word of storage, ascending.
    pub(crate) readers: FxHashMap<(Storage, u32), Vec<u32>>,
    pub(crate) long_readers: FxHashMap<Storage, Vec<(u32, Range)>>,
    /// Reads of earlier contents (`\\old`), with the moments they look back to.
    pub(crate) old_readers: FxHashMap<Storage, Vec<(u32, Range, Time)>>,
    pub(crate) locals: Rc<LocalObjects>,
    pub(crate) snapshots: Rc<Snapshots>,
    pub(crate) pushed_back: Rc<Vec<(u32, u32)>>,
    pub(crate) created: Rc<FxHashMap<ObjectId, Time>>,
    pub(crate) given_inputs: Rc<FxHashMap<u32, Term>>,
    pub(crate) initial: Initial,
    pub(crate) has_constant_inputs: bool,
    /// What unions receive from outside; the trace has no records of it.
    pub choices: Vec<Choice>,
    pub(crate) virtual_frames: Vec<whydunit_program::FunctionId>,
    pub(crate) unions: Rc<Unions>,
    pub(crate) before: Option<crate::suffix::Before>,
}

/// Conditionals that are taken with all their sides: the step of each branch, and the step that closes its scope. They do not overlap.
pub type Unions = std::collections::BTreeMap<u32, u32>;

/// What a step demands to go on along the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Demand {
    /// The checks that it passed, the objects that its addresses stayed in.
    pub facts: Term,
    /// The side that its branch took, the assumption that held.
    pub decision: Term,
    /// What is followed at all (see [`whydunit_program::Arithmetic`]): where it does not hold, nothing is known.
    pub limits: Term,
}

impl Demand {
    pub const NOTHING: Demand =
        Demand { facts: Term::TRUE, decision: Term::TRUE, limits: Term::TRUE };

    pub(crate) fn of(terms: &mut Terms, contribution: &Contribution) -> Demand {
        Demand {
            facts: terms.and(&contribution.facts),
            decision: contribution.condition.unwrap_or(Term::TRUE),
            limits: terms.and(&contribution.limits),
        }
    }

    /// Both halves: the step goes on along the trace.
    pub fn goes_on(self, terms: &mut Terms) -> Term {
        terms.and(&[self.facts, self.decision])
    }
}

impl SymbolicRun {
    pub fn encode(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        inputs: Inputs,
    ) -> Result<SymbolicRun, EncodeError> {
        SymbolicRun::encode_with(program, trace, terms, inputs, Unions::default())
    }

    /// As [`SymbolicRun::encode`], with some conditionals taken as the union of all their sides.
    pub fn encode_with(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        inputs: Inputs,
        unions: Unions,
    ) -> Result<SymbolicRun, EncodeError> {
        let mut encoder = Encoder::new(program, trace, terms, Style::Functions, Addresses::Exact);
        encoder.constant_inputs = inputs == Inputs::Fixed;
        encoder.unions = Rc::new(unions);
        encoder.walk()?;
        Ok(SymbolicRun::of(encoder))
    }

    /// What a walk has found.
    pub(crate) fn of(encoder: Encoder<'_>) -> SymbolicRun {
        let Encoder {
            contributions,
            memory,
            times,
            inputs,
            unset,
            violated,
            is_guessed,
            read_log,
            locals,
            snapshots,
            pushed_back,
            created,
            initial,
            choices,
            virtual_frames,
            constant_inputs,
            unions,
            before,
            state,
            first,
            terms,
            ..
        } = encoder;
        let mut demands = vec![Demand::NOTHING; first as usize];
        demands.extend(contributions.iter().map(|part| Demand::of(terms, part)));
        let has_constant_inputs = constant_inputs;
        let given_inputs =
            Rc::new(inputs.iter().map(|input| (input.record, input.variable)).collect());
        let mut run = SymbolicRun {
            inputs,
            unset,
            check: violated.unwrap_or(Term::FALSE),
            is_guessed,
            demands,
            memory: Rc::new(memory),
            times,
            readers: FxHashMap::default(),
            long_readers: FxHashMap::default(),
            old_readers: FxHashMap::default(),
            locals,
            snapshots,
            pushed_back,
            created,
            given_inputs,
            initial,
            has_constant_inputs,
            choices,
            virtual_frames,
            unions,
            state,
            before,
        };
        for (step, range, at) in read_log {
            match at {
                None => run.note_reader(step, range),
                Some(time) => {
                    run.old_readers.entry(range.storage).or_default().push((step, range, time));
                }
            }
        }
        run
    }

    pub(crate) fn note_reader(&mut self, step: u32, range: Range) {
        if range.size > LONGEST_READ {
            let readers = self.long_readers.entry(range.storage).or_default();
            let position = readers.partition_point(|&(reader, _)| reader <= step);
            readers.insert(position, (step, range));
            return;
        }
        for word in words(range) {
            let readers = self.readers.entry((range.storage, word)).or_default();
            // Nearly always the last; unions are made later.
            let position = readers.partition_point(|&reader| reader < step);
            if readers.get(position) != Some(&step) {
                readers.insert(position, step);
            }
        }
    }

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.demands.len()
    }

    pub fn is_empty(&self) -> bool {
        self.demands.is_empty()
    }

    /// When does a step go on along the trace?
    pub fn demand(&self, step: usize) -> Demand {
        self.demands[step]
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

pub(crate) fn words(range: Range) -> std::ops::RangeInclusive<u32> {
    match range.storage {
        Storage::Object(_) => range.offset / WORD..=(range.end().max(1) - 1) / WORD,
        _ => 0..=0,
    }
}
