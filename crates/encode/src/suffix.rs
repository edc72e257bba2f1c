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

use crate::encoder::{Addresses, EncodeError, Encoder, Evaluated, Style, Unset};
use crate::memory::{Memory, Time};
use crate::names::cell_type;
use crate::run::SymbolicRun;
use crate::storage::{Range, Storage, Value};

/// The run up to a moment: what lies behind a rest that begins there.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    memory: Rc<Memory>,
    pub(crate) until: Time,
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
        let mut encoder = Encoder::new(program, trace, terms, Style::Functions, Addresses::Exact);
        encoder.constant_inputs = inputs == Inputs::Fixed;
        let until = self.times[first];
        encoder.before = Some(Before { memory: Rc::clone(&self.memory), until });
        encoder.memory = Memory::starting(until);
        encoder.initial = self.initial.clone();
        encoder.locals = Rc::clone(&self.locals);
        encoder.created = Rc::clone(&self.created);
        encoder.activated =
            trace.objects.partition_point(|object| (object.created as usize) < first);
        let number = first as u32;
        let mut snapshots = (*self.snapshots).clone();
        for kept in snapshots.values_mut() {
            kept.retain(|&(step, _)| step < number);
        }
        encoder.snapshots = Rc::new(snapshots);
        let pushed_back = self.pushed_back.iter().filter(|&&(step, _)| step < number);
        encoder.pushed_back = Rc::new(pushed_back.copied().collect());
        encoder.times = self.times[..first].to_vec();
        encoder.first = number;
        encoder.walk_from(first)?;
        Ok(SymbolicRun::of(encoder))
    }
}

impl Encoder<'_> {
    /// What the run had in a range at a moment, and whether it was given a value.
    pub(crate) fn read_before(
        &mut self,
        before: &Before,
        range: Range,
        time: Time,
    ) -> Evaluated<(Value, Value)> {
        let own = std::mem::replace(&mut self.memory, Memory::over(Rc::clone(&before.memory)));
        let behind = self.before.take();
        let unset = self.unset.len();
        let found = self.read_at(range, time);
        self.unset.truncate(unset);
        self.before = behind;
        self.memory = own;
        let (value, validity) = found?;
        Ok((Value::constant(value.known), Value::constant(validity.known)))
    }

    /// Makes contents that are older than the first step a variable.
    pub(crate) fn make_state(&mut self, before: &Before, range: Range) -> Evaluated<()> {
        let (found, validity) = self.read_before(before, range, before.until)?;
        let value = if self.is_kept(range, found) {
            found
        } else {
            let variable = self.terms.fresh("state", Sort::Bits(8 * range.size));
            self.state.push(Unset { variable, known: found.known, range });
            Value { term: variable, known: found.known }
        };
        self.memory.insert(range, value, before.until, validity);
        Ok(())
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
