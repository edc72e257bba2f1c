//! The run in which every assignment may be replaced: each assigned value is the program's own, or, where its selector holds, something open.
//!
//! Sets of assignments whose replacement lets the check pass are then questions about selectors alone. Every address that depends on an assigned value is open in this form, so accesses to large
//! objects are costly; whoever asks should keep an eye on the size of the store.

use std::rc::Rc;

use whydunit_claim::Inputs;
use whydunit_program::Program;
use whydunit_term::{Sort, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::assignment::Assignment;
use crate::encoder::{Addresses, EncodeError, Encoder, Halt, Style};
use crate::replace::Opened;
use crate::run::SymbolicRun;
use crate::step::{range_of, value_range};
use crate::storage::{Range, Value};

/// An assignment with its selector.
#[derive(Clone, Debug)]
pub struct Selectable {
    pub assignment: Assignment,
    /// A Boolean variable: where it holds, the value is open.
    pub selector: Term,
    pub opened: Vec<Opened>,
    /// Where an address decides what is set: the cells it may be, and what they hold.
    pub stored: Vec<(Range, Term)>,
}

/// What the step at hand assigns where its selector holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selected {
    pub(crate) selector: Term,
    /// The variable that was stored, once something was.
    pub(crate) stored: Option<Opened>,
}

impl SymbolicRun {
    /// The run with selectors for all its assignments. With fixed inputs, inputs are assignments of the values of the run; free ones are no
    /// assignments. Gives up when `is_enough` says so, which is asked before every step.
    pub fn encode_selectable(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        inputs: Inputs,
        is_enough: &dyn Fn(&Terms) -> bool,
    ) -> Result<(SymbolicRun, Vec<Selectable>), EncodeError> {
        let mut encoder = Encoder::new(program, trace, terms, Style::Functions, Addresses::Exact);
        encoder.constant_inputs = inputs == Inputs::Fixed;
        encoder.locals = Rc::new(crate::encoder::local_objects(trace));
        let mut list = Vec::new();
        for step in 0..trace.steps.len() {
            encoder.begin_step(step);
            if is_enough(encoder.terms) {
                return Err(encoder.gap("too many values depend on each other"));
            }
            let is_last = encoder.is_last();
            let mut assignments = SymbolicRun::assignments(program, trace, step);
            assignments.retain(|assignment| match assignment.input {
                Some(_) => inputs == Inputs::Fixed,
                None => !is_last,
            });
            encoder.select_step(step, assignments, &mut list)?;
        }
        encoder.times.push(encoder.memory.now());
        if encoder.violated.is_none() {
            return Err(encoder.gap("the failing condition was not found"));
        }
        Ok((SymbolicRun::of(encoder), list))
    }
}

impl Encoder<'_> {
    fn select_step(
        &mut self,
        step: usize,
        assignments: Vec<Assignment>,
        list: &mut Vec<Selectable>,
    ) -> Result<(), EncodeError> {
        let (received, assigned): (Vec<_>, Vec<_>) =
            assignments.into_iter().partition(|assignment| assignment.input.is_some());
        let name = |kind: &str| format!("{kind}@{step}");
        for assignment in received {
            let Some(record) = assignment.input else { continue };
            let selector = self.terms.fresh(&name("select"), Sort::Bool);
            self.selected_inputs.push((record, selector, None));
            list.push(Selectable { assignment, selector, opened: Vec::new(), stored: Vec::new() });
        }
        let selector = match assigned.as_slice() {
            [] => None,
            _ => Some(self.terms.fresh(&name("select"), Sort::Bool)),
        };
        self.selected = selector.map(|selector| Selected { selector, stored: None });
        self.run_step()?;
        for (record, _, opened) in std::mem::take(&mut self.selected_inputs) {
            let own = |entry: &&mut Selectable| entry.assignment.input == Some(record);
            if let Some(entry) = list.iter_mut().rev().find(own) {
                entry.opened.extend(opened);
            }
        }
        let Some(selected) = self.selected.take() else { return Ok(()) };
        if let (Some(stored), [assignment]) = (selected.stored, assigned.as_slice()) {
            let written = self.memory.written(self.times[step], self.memory.now());
            let cells = written.map(|piece| (piece.range, piece.value.term)).collect();
            list.push(Selectable {
                assignment: assignment.clone(),
                selector: selected.selector,
                opened: vec![stored],
                stored: cells,
            });
            return Ok(());
        }
        for (number, assignment) in assigned.into_iter().enumerate() {
            // Arguments are assigned one by one.
            let selector = match number {
                0 => selected.selector,
                _ => self.terms.fresh(&name("select"), Sort::Bool),
            };
            let mut opened = Vec::new();
            for &cell in &assignment.cells {
                if cell.bits.is_none() {
                    let range = value_range(range_of(cell), cell);
                    self.select_range(range, selector, &mut opened)?;
                }
            }
            list.push(Selectable { assignment, selector, opened, stored: Vec::new() });
        }
        Ok(())
    }

    /// Opens what a range holds now, where the selector holds; long ranges word by word.
    pub(crate) fn select_range(
        &mut self,
        range: Range,
        selector: Term,
        opened: &mut Vec<Opened>,
    ) -> Result<(), EncodeError> {
        let mut at = range.offset;
        while at < range.end() {
            let end =
                if range.size <= 16 { range.end() } else { (at / 8 * 8 + 8).min(range.end()) };
            let part = Range { offset: at, size: end - at, ..range };
            let found = match self.read_at(part, self.memory.now()) {
                Ok(found) => found,
                Err(Halt::Violated | Halt::Gap(_)) => {
                    return Err(self.gap("an assigned cell has no contents"));
                }
            };
            let value = self.choose(selector, found.0, part, opened);
            let validity =
                Value { term: self.terms.or(&[selector, found.1.term]), known: found.1.known };
            self.memory.insert(part, value, self.memory.now(), validity);
            at = end;
        }
        Ok(())
    }

    fn choose(
        &mut self,
        selector: Term,
        value: Value,
        range: Range,
        opened: &mut Vec<Opened>,
    ) -> Value {
        let variable = self.terms.fresh("other", self.terms.sort(value.known));
        opened.push(Opened { range, variable, known: value.known, assigned: value.term });
        Value { term: self.terms.ite(selector, variable, value.term), known: value.known }
    }

    /// What is stored, where the step at hand has a selector.
    pub(crate) fn selected_value(&mut self, value: Value, range: Range) -> Value {
        let Some(selected) = self.selected else { return value };
        let mut opened = Vec::new();
        let chosen = self.choose(selected.selector, value, range, &mut opened);
        self.selected = Some(Selected { stored: opened.pop(), ..selected });
        chosen
    }

    /// What is received, where the input has a selector.
    pub(crate) fn selected_input(&mut self, record: u32, value: Value, range: Range) -> Value {
        let position = self.selected_inputs.iter().position(|(own, ..)| *own == record);
        let Some(position) = position else { return value };
        let selector = self.selected_inputs[position].1;
        let mut opened = Vec::new();
        let chosen = self.choose(selector, value, range, &mut opened);
        self.selected_inputs[position].2 = opened.pop();
        chosen
    }
}
