//! The rest of a run from a step on, begun with any contents of storage.
//!
//! What no step of the rest has written when it is read is a variable, with the value that the run had there. Only the values are open: addresses
//! that the run held stay (another one would name no object of the run), and so do the facts about storage that formulas speak of (which objects exist and how large
//! they are, what was given a value) and what `\old` looks back to from before. Steps before the first demand nothing.

use std::rc::Rc;

use whydunit_claim::Inputs;
use whydunit_program::{Program, Type};
use whydunit_term::{Sort, Terms};
use whydunit_trace::ErrorTrace;

use crate::encoder::{EncodeError, Encoder, Evaluated};
use crate::generated::{Generated, Unset};
use crate::memory::{Memory, Time};
use crate::names::cell_type;
use crate::run::SymbolicRun;
use crate::storage::{Range, Storage, Value};

/// The run up to a moment: what lies behind a rest that begins there.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    memory: Rc<Memory>,
    until: Time,
}

/// A walk that begins in the middle.
#[derive(Clone, Debug)]
pub(crate) struct Suffix {
    pub(crate) before: Before,
    /// Contents that the walk began with.
    pub(crate) state: Vec<Unset>,
}

impl From<Before> for Suffix {
    fn from(before: Before) -> Suffix {
        Suffix { before, state: Vec::new() }
    }
}

impl SymbolicRun {
    /// The steps from `first` on, from any state. `self` is the whole run.
    pub fn encode_suffix(
        &self,
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        inputs: Inputs,
        first: usize,
    ) -> Result<SymbolicRun, EncodeError> {
        let history = self.history.before(trace, first);
        let mut encoder = Encoder::functions(program, trace, terms, inputs, history);
        let until = self.times[first];
        encoder.suffix = Some(Before { memory: Rc::clone(&self.memory), until }.into());
        encoder.memory = Memory::starting(until);
        encoder.initial = self.initial.clone();
        encoder.generated = Generated::after(&self.times[..first]);
        encoder.walk_from(first)?;
        Ok(SymbolicRun::of(encoder))
    }
}

impl Encoder<'_> {
    /// What the run had in a range at a moment before the first step, and whether it was given a value. `None` where the walk has come to the moment itself.
    pub(crate) fn read_before(
        &mut self,
        range: Range,
        time: Time,
    ) -> Option<Evaluated<(Value, Value)>> {
        let before = &self.suffix.as_ref()?.before;
        (time < before.until).then(|| self.read_behind(range, time))
    }

    fn read_behind(&mut self, range: Range, time: Time) -> Evaluated<(Value, Value)> {
        let suffix = self.suffix.take();
        let below = suffix.as_ref().map(|suffix| Memory::over(Rc::clone(&suffix.before.memory)));
        let own = std::mem::replace(&mut self.memory, below.unwrap_or_default());
        let unset = self.generated.unset.len();
        let found = self.read_at(range, time);
        self.generated.unset.truncate(unset);
        self.suffix = suffix;
        self.memory = own;
        let (value, validity) = found?;
        Ok((Value::constant(value.known), Value::constant(validity.known)))
    }

    /// Makes contents that are older than the first step a variable. `false` where the walk begins at the start: nothing is older.
    pub(crate) fn make_state(&mut self, range: Range) -> Evaluated<bool> {
        let Some(until) = self.suffix.as_ref().map(|suffix| suffix.before.until) else {
            return Ok(false);
        };
        let (found, validity) = self.read_behind(range, until)?;
        let mut value = found;
        if !self.is_kept(range, found)
            && let Some(suffix) = &mut self.suffix
        {
            let variable = self.terms.fresh("state", Sort::Bits(8 * range.size));
            suffix.state.push(Unset { variable, known: found.known, range });
            value = Value { term: variable, known: found.known };
        }
        self.memory.insert(range, value, until, validity);
        Ok(true)
    }

    fn is_kept(&self, range: Range, found: Value) -> bool {
        if !matches!(range.storage, Storage::Object(_) | Storage::Register { .. }) {
            return true;
        }
        let ty = cell_type(self.program, self.trace, range);
        if ty.is_some_and(|ty| matches!(self.program.types.get(ty), Type::Pointer(_))) {
            return true;
        }
        let known = self.known(found);
        let is_inside = |object: &whydunit_trace::TraceObject| {
            let address = u128::from(object.info.address);
            address <= known && known < address + u128::from(object.info.size)
        };
        8 * range.size == self.target().pointer_width() && self.trace.objects.iter().any(is_inside)
    }
}
