//! What a walk is for, where that changes what happens at a step.
//!
//! The walk itself asks the questions below; each mode answers them in its own file. Modes exclude one another. What a walk can have beside any of them (an open state that it begins with,
//! conditionals that are taken with all their arms, joins) are parts of their own.

use whydunit_program::Place;
use whydunit_term::{Sort, Term};

use crate::changeable::OpenHoles;
use crate::encoder::{Encoder, Scope};
use crate::generated::Unset;
use crate::relaxable::Selection;
use crate::replay::Replay;
use crate::storage::{Range, Value};

#[derive(Clone, Debug)]
pub(crate) enum Mode<'a> {
    /// The run as it was.
    Run,
    /// Steps are evaluated again with other values (`replay.rs`).
    Replay(Replay),
    /// Assigned values have selectors (`relaxable.rs`).
    Relaxable(Selection),
    /// Other expressions may stand in place of the program's (`changeable.rs`, `guarded.rs`).
    Changeable(OpenHoles<'a>),
}

impl Encoder<'_> {
    /// Which variable is this input? `range` is where the run put it.
    pub(crate) fn input_value(
        &mut self,
        record: u32,
        known: Term,
        is_address: bool,
        range: Range,
    ) -> Value {
        match &self.mode {
            Mode::Replay(replay) => replay.input(record, known),
            Mode::Relaxable(_) => {
                let value = self.own_input(record, known, is_address);
                self.selected_input(record, value, range)
            }
            Mode::Run | Mode::Changeable(_) => self.own_input(record, known, is_address),
        }
    }

    /// What is stored at a scalar place for which the step computed a value?
    pub(crate) fn stored_value(&mut self, place: &Place, value: Value, scope: &Scope) -> Value {
        match &mut self.mode {
            Mode::Run => value,
            Mode::Replay(replay) => replay.stored(self.terms, value),
            Mode::Relaxable(_) => self.selected_store(place, value, scope),
            Mode::Changeable(open_holes) => {
                open_holes.note_stored(value);
                value
            }
        }
    }

    /// What are contents that no step has set and the program does not determine? `is_recorded`: the step at hand read them as such.
    pub(crate) fn unset_value(&mut self, range: Range, known: Term, is_recorded: bool) -> Value {
        if let Mode::Changeable(_) = self.mode {
            return self.seen_or_unknown(range, known, is_recorded);
        }
        let variable = self.terms.fresh("unset", Sort::Bits(8 * range.size));
        self.generated.unset.push(Unset { variable, known, range });
        Value { term: variable, known }
    }

    /// Has something been put in place of the contents of a range that were without a value?
    pub(crate) fn is_given_instead(&mut self, range: Range) -> bool {
        match self.mode {
            Mode::Replay(_) => self.memory.is_given(self.terms, range),
            Mode::Run | Mode::Relaxable(_) | Mode::Changeable(_) => false,
        }
    }
}
