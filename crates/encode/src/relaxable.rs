//! The run in which every assignment may be replaced: each assigned value is the program's own, or, where its selector holds, something open.
//!
//! Sets of assignments whose replacement lets the check pass are then questions about selectors alone. Every address that depends on an assigned value is open in this form, so accesses to large
//! objects are costly; whoever asks should keep an eye on the size of the store.

use whydunit_claim::Inputs;
use whydunit_interp::Cell;
use whydunit_program::{Place, PlaceBase, Program};
use whydunit_term::{Sort, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::assignment::Assignment;
use crate::encoder::{EncodeError, Encoder, Halt, IsEnough, Scope};
use crate::history::History;
use crate::mode::Mode;
use crate::replace::Havocked;
use crate::run::SymbolicRun;
use crate::step::{range_of, value_range};
use crate::storage::{Range, Storage, Value};

/// An assignment with its selector.
#[derive(Clone, Debug)]
pub struct Relaxable {
    pub assignment: Assignment,
    /// A Boolean variable: where it holds, the value is open.
    pub selector: Term,
    pub havocked: Vec<Havocked>,
    /// Where an address decides what is set: the cells it may be, and what they hold.
    pub stored: Vec<(Range, Term)>,
}

/// The selectors of the step at hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// Of what it assigns.
    assigned: Option<Selected>,
    /// Of its inputs, by record.
    inputs: Vec<(u32, Selected)>,
}

/// What the step at hand assigns or receives where its selector holds.
#[derive(Clone, Copy, Debug)]
struct Selected {
    selector: Term,
    /// What is open, once something was stored or received.
    havocked: Option<Havocked>,
}

impl Selected {
    fn by(selector: Term) -> Selected {
        Selected { selector, havocked: None }
    }
}

impl Mode<'_> {
    fn selection_mut(&mut self) -> Option<&mut Selection> {
        match self {
            Mode::Relaxable(selection) => Some(selection),
            _ => None,
        }
    }
}

impl SymbolicRun {
    /// The run with selectors for all its assignments. With fixed inputs, inputs are assignments of the values of the run; free ones are no
    /// assignments. Gives up when `is_enough` says so, which is asked before every step.
    pub fn encode_relaxable(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        inputs: Inputs,
        is_enough: IsEnough<'_>,
    ) -> Result<(SymbolicRun, Vec<Relaxable>), EncodeError> {
        let history = History::of(trace);
        let mut encoder = Encoder::functions(program, trace, terms, inputs, history);
        encoder.mode = Mode::Relaxable(Selection::default());
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
        encoder.end()?;
        Ok((SymbolicRun::of(encoder), list))
    }
}

impl Encoder<'_> {
    fn select_step(
        &mut self,
        step: usize,
        assignments: Vec<Assignment>,
        list: &mut Vec<Relaxable>,
    ) -> Result<(), EncodeError> {
        let (received, assigned): (Vec<_>, Vec<_>) =
            assignments.into_iter().partition(|assignment| assignment.input.is_some());
        let name = |kind: &str| format!("{kind}@{step}");
        let mut selection = Selection::default();
        for assignment in received {
            let Some(record) = assignment.input else { continue };
            let selector = self.terms.fresh(&name("select"), Sort::Bool);
            selection.inputs.push((record, Selected::by(selector)));
            list.push(Relaxable { assignment, selector, havocked: Vec::new(), stored: Vec::new() });
        }
        if !assigned.is_empty() {
            let selector = self.terms.fresh(&name("select"), Sort::Bool);
            selection.assigned = Some(Selected::by(selector));
        }
        self.mode = Mode::Relaxable(selection);
        self.run_step()?;
        let Some(selection) = self.mode.selection_mut().map(std::mem::take) else {
            return Ok(());
        };
        for (record, selected) in selection.inputs {
            let own = |entry: &&mut Relaxable| entry.assignment.input == Some(record);
            if let Some(entry) = list.iter_mut().rev().find(own) {
                entry.havocked.extend(selected.havocked);
            }
        }
        let Some(selected) = selection.assigned else { return Ok(()) };
        if let (Some(havocked), [assignment]) = (selected.havocked, assigned.as_slice()) {
            let written = self.memory.written(self.generated.times[step], self.memory.now());
            let cells = written.map(|piece| (piece.range, piece.value.term)).collect();
            list.push(Relaxable {
                assignment: assignment.clone(),
                selector: selected.selector,
                havocked: vec![havocked],
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
            let mut havocked = Vec::new();
            for &cell in &assignment.cells {
                if cell.bits.is_none() {
                    let range = value_range(range_of(cell), cell);
                    self.select_range(range, selector, &mut havocked)?;
                }
            }
            list.push(Relaxable { assignment, selector, havocked, stored: Vec::new() });
        }
        Ok(())
    }

    /// Opens what a range holds now, where the selector holds; long ranges word by word.
    pub(crate) fn select_range(
        &mut self,
        range: Range,
        selector: Term,
        havocked: &mut Vec<Havocked>,
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
            let value = self.choose(selector, found.0, part, havocked);
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
        havocked: &mut Vec<Havocked>,
    ) -> Value {
        let variable = self.terms.fresh("other", self.terms.sort(value.known));
        havocked.push(Havocked { range, variable, known: value.known, assigned: value.term });
        Value { term: self.terms.ite(selector, variable, value.term), known: value.known }
    }

    /// A store through an address has to choose where it stores: elsewhere the cell itself is chosen afterwards.
    pub(crate) fn selected_store(&mut self, place: &Place, value: Value, scope: &Scope) -> Value {
        let Some(selected) = self.mode.selection_mut().and_then(|selection| selection.assigned)
        else {
            return value;
        };
        let is_variable = place.path.is_empty() && !matches!(place.base, PlaceBase::Deref(_));
        if is_variable {
            return value;
        }
        let size = self.terms.width(value.known).div_ceil(8);
        let storage = Storage::Register { frame: scope.frame, local: Cell::RESULT };
        let range = match self.trace.writes(self.current()).last() {
            Some(access) => range_of(access.cell),
            None => Range::new(storage, 0, size),
        };
        let mut havocked = Vec::new();
        let chosen = self.choose(selected.selector, value, range, &mut havocked);
        if let Some(selection) = self.mode.selection_mut() {
            selection.assigned = Some(Selected { havocked: havocked.pop(), ..selected });
        }
        chosen
    }

    /// What is received, where the input has a selector.
    pub(crate) fn selected_input(&mut self, record: u32, value: Value, range: Range) -> Value {
        let own = |&mut (own, selected): &mut (u32, Selected)| (own == record).then_some(selected);
        let selection = self.mode.selection_mut();
        let Some(selected) = selection.and_then(|found| found.inputs.iter_mut().find_map(own))
        else {
            return value;
        };
        let mut havocked = Vec::new();
        let chosen = self.choose(selected.selector, value, range, &mut havocked);
        if let Some(selection) = self.mode.selection_mut() {
            let mut inputs = selection.inputs.iter_mut();
            if let Some((_, selected)) = inputs.find(|(own, _)| *own == record) {
                selected.havocked = havocked.pop();
            }
        }
        chosen
    }
}
