//! What comes from outside: the inputs of a step, and where the run put them.

use whydunit_claim::Inputs;
use whydunit_program::obligation::Access;
use whydunit_program::{Class, Place};
use whydunit_term::Term;

use crate::encoder::{Encoder, Evaluated, Scope};
use crate::generated::InputVariable;
use crate::number::of_position;
use crate::place::Target;
use crate::step::range_of;
use crate::storage::{Range, Value};

impl Encoder<'_> {
    /// The inputs of the step become variables and are where the run put them.
    pub(crate) fn take_inputs(&mut self) {
        let trace = self.trace;
        let step = self.current();
        for position in trace.input_positions(step) {
            let record = &trace.inputs[position];
            let class = self.class(record.ty);
            let known = self.terms.bits(class.width(), record.bits.into());
            let is_address = matches!(class, Class::Pointer { .. });
            let range = range_of(record.cell);
            let value = self.input_value(of_position(position), known, is_address, range);
            if range.size > 8 {
                let low = Range::new(range.storage, range.offset, 8);
                let value = self.resize(value, 64, false);
                self.write(low, value);
                let rest = Range::new(range.storage, range.offset + 8, range.size - 8);
                let zero = self.bits(8 * rest.size, 0);
                self.write(rest, zero);
            } else {
                let value = self.resize(value, 8 * range.size, false);
                self.write(range, value);
            }
        }
    }

    /// An input of the run: a variable with its name, unless it is given.
    pub(crate) fn own_input(&mut self, position: u32, known: Term, is_address: bool) -> Value {
        if is_address || self.inputs == Inputs::Fixed {
            return Value::constant(known);
        }
        let name = format!("input {}", self.trace.inputs[position as usize].name);
        let sort = self.terms.sort(known);
        let variable = match self.terms.find_symbol(&name) {
            Some(_) => self.terms.fresh(&name, sort),
            None => self.terms.variable(&name, sort),
        };
        let (step, record) = (self.step, position);
        let input = InputVariable { variable, known, is_address, step, record };
        self.generated.inputs.push(input);
        Value { term: variable, known }
    }

    /// The value of the step's last input.
    pub(crate) fn last_input(&mut self) -> Option<Value> {
        let record = self.trace.inputs_of(self.current()).last()?;
        let range = range_of(record.cell);
        self.read_at(range, self.memory.now()).ok().map(|(value, _)| value)
    }

    /// The place of an input has its value already.
    pub(crate) fn settle_input(&mut self, place: &Place, scope: &mut Scope) -> Evaluated<()> {
        match self.find(place, scope)? {
            Target::Register(_) => Ok(()),
            Target::Memory(found) => {
                let located = self.settle(&found, Access::Write)?;
                self.follow_store(found.pointer(), located.object)?;
                if found.bits.is_some() {
                    let Some(value) = self.last_input() else { return Ok(()) };
                    return self.store(place, value, scope);
                }
                self.stays(located.offset)
            }
        }
    }
}
