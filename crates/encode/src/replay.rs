//! Evaluating a step of a run again: what it takes from the run, and what stands in place of something of it.
//!
//! Contents come from a memory over that of the run, in which some are exchanged; which steps are evaluated again, and what that says, is asked in
//! [`crate::replace`]. What a step leaves then need not be what the run left.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_program::Program;
use whydunit_term::{Sort, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::arms::Arms;
use crate::encoder::Encoder;
use crate::memory::Memory;
use crate::mode::Mode;
use crate::replace::Havocked;
use crate::run::SymbolicRun;
use crate::storage::{Range, Value};
use crate::suffix::Suffix;

#[derive(Clone, Debug)]
pub(crate) struct Replay {
    /// The variables of inputs by their records.
    given_inputs: Rc<FxHashMap<u32, Term>>,
    pub(crate) instead: Instead,
    /// Contents that are open.
    pub(crate) havocked: Vec<Havocked>,
}

/// What the step at hand has that the run did not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instead {
    Nothing,
    /// An input, by its record.
    Input {
        record: u32,
        with: Term,
    },
    /// What it stores; `own` is what it would have stored, once that is known.
    Stored {
        with: Term,
        own: Option<Term>,
    },
}

impl Replay {
    /// The input as the run has it, or what stands in its place.
    pub(crate) fn input(&self, record: u32, known: Term) -> Value {
        let given = match self.instead {
            Instead::Input { record: own, with } if own == record => Some(with),
            _ => self.given_inputs.get(&record).copied(),
        };
        Value { term: given.unwrap_or(known), known }
    }

    /// The value, or what is stored in place of it.
    pub(crate) fn stored(&mut self, terms: &mut Terms, value: Value) -> Value {
        let Instead::Stored { with, own } = &mut self.instead else { return value };
        *own = Some(value.term);
        let width = terms.width(value.known);
        Value { term: terms.resize(*with, width, false), known: value.known }
    }
}

impl Mode<'_> {
    pub(crate) fn havocked(&self) -> &[Havocked] {
        match self {
            Mode::Replay(replay) => &replay.havocked,
            _ => &[],
        }
    }

    pub(crate) fn replay_mut(&mut self) -> Option<&mut Replay> {
        match self {
            Mode::Replay(replay) => Some(replay),
            _ => None,
        }
    }
}

impl Encoder<'_> {
    pub(crate) fn note_havocked(&mut self, havocked: Havocked) {
        if let Some(replay) = self.mode.replay_mut() {
            replay.havocked.push(havocked);
        }
    }

    /// A part of a long run of bytes whose contents are open.
    pub(crate) fn open_part(&mut self, range: Range, value: Value) -> Value {
        let variable = self.terms.fresh("open", Sort::Bits(8 * range.size));
        let Value { term: assigned, known } = value;
        self.note_havocked(Havocked { range, variable, known, assigned });
        Value { term: variable, known }
    }
}

impl SymbolicRun {
    /// For evaluating steps of the run again, from its contents.
    pub(crate) fn encoder<'a>(
        &self,
        program: &'a Program,
        trace: &'a ErrorTrace,
        terms: &'a mut Terms,
    ) -> Encoder<'a> {
        let replay = Replay {
            given_inputs: Rc::clone(&self.given_inputs),
            instead: Instead::Nothing,
            havocked: Vec::new(),
        };
        let history = self.history.clone();
        let mut encoder = Encoder::functions(program, trace, terms, self.given, history);
        encoder.mode = Mode::Replay(replay);
        encoder.memory = Memory::over(Rc::clone(&self.memory));
        encoder.initial = self.initial.clone();
        encoder.arms = Arms::of(&self.unions, &self.virtual_frames);
        encoder.suffix = self.before.clone().map(Suffix::from);
        encoder
    }
}
