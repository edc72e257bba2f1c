//! What becomes of a run when something that a step assigns is another value.
//!
//! The assigned value is havocked: a variable stands for it, and the steps that read something that changed are evaluated again; everything else is
//! shared with the run. A step costs work only for its own reads, so the cost of one replacement is that of the steps it touches;
//! whoever asks is told of each of them and may end the evaluation.
//!
//! An answer is the program's own or unknown. At the failing step the question is that step's condition; should another value break
//! another check of the same step, the run counts as leaving the trace there.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use whydunit_interp::Cell;
use whydunit_program::Program;
use whydunit_term::{Op, Sort, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::arms::Choice;
use crate::assignment::Assignment;
use crate::encoder::{EncodeError, Encoder, Evaluated, Halt};
use crate::generated::Unset;
use crate::memory::{Filled, Filling, Time};
use crate::number::of_position;
use crate::replay::Instead;
use crate::run::{StepObligation, SymbolicRun};
use crate::step::{range_of, value_range};
use crate::storage::{Range, Storage, Value};

/// A variable in place of contents that the run had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Havocked {
    /// The bytes that it fills; a bit-field fills some of their bits only.
    pub range: Range,
    pub variable: Term,
    /// What the bytes (or bits) were in the run.
    pub known: Term,
    /// What the step gives them, as a function of the inputs.
    pub assigned: Term,
}

/// A step that was evaluated again.
#[derive(Clone, Copy, Debug)]
pub struct Visited<'v> {
    pub step: u32,
    /// What is open so far.
    pub havocked: &'v [Havocked],
    /// What unions have received from outside so far.
    pub choices: &'v [Choice],
    pub obligation: StepObligation,
    /// Does it differ from what the step demanded in the run?
    pub is_changed: bool,
    /// It looked only where it looked in the run, whatever the values are: at no open address, at no operand that is evaluated sometimes.
    pub is_straight: bool,
    /// All that the replacement still changes from here on is this cell, which the step wrote, and its new value.
    pub sole_output: Option<(Range, Term)>,
}

/// The rest of a run with something replaced. What is not mentioned is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// Variables that stand for what is assigned. Of a long run of bytes only what was read has any.
    pub havocked: Vec<Havocked>,
    /// Steps whose demands differ, ascending, with the new ones.
    pub obligations: Vec<(u32, StepObligation)>,
    /// `φ` with the replaced value.
    pub check: Term,
    /// Where an address that is no constant decides what the step sets: the cells it may be, and what they hold.
    pub stored: Vec<(Range, Term)>,
    /// Contents that the run began with and that only the replaced value makes it read: see [`SymbolicRun::encode_suffix`].
    pub state: Vec<Unset>,
    /// What unions receive from outside when they are evaluated again.
    pub choices: Vec<Choice>,
    /// Steps that were evaluated again.
    pub evaluated: usize,
    /// Did some of them demand anything, changed or not?
    pub is_observed: bool,
    /// Was the failing step one of them?
    pub reaches_check: bool,
    /// The evaluation was ended before the rest was done.
    pub is_cut: bool,
}

impl Replaced {
    /// What is open at the end of the evaluation.
    fn take_open(&mut self, mut encoder: Encoder<'_>) {
        if let Some(replay) = encoder.mode.replay_mut() {
            self.havocked = std::mem::take(&mut replay.havocked);
        }
        if let Some(suffix) = encoder.suffix {
            self.state = suffix.state;
        }
    }
}

/// Is told of a step that was evaluated again; may end the evaluation.
type Visit<'a> = dyn FnMut(&mut Terms, &Visited<'_>) -> ControlFlow<()> + 'a;

impl SymbolicRun {
    /// The rest of the run when `range`, which `step` wrote, holds `value` after it instead.
    pub fn replace(
        &self,
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        step: usize,
        range: Range,
        value: Term,
    ) -> Result<Replaced, EncodeError> {
        let start = self.times[step + 1];
        let mut encoder = self.encoder(program, trace, terms);
        let mut queue = BTreeSet::new();
        self.put(&mut encoder, step, range, start, value)?;
        self.queue_readers(&mut queue, range, start, of_position(step));
        let mut replaced = self.nothing_replaced();
        self.follow(&mut encoder, queue, &mut replaced, &mut |_, _| ControlFlow::Continue(()))?;
        Ok(replaced)
    }

    /// The rest of the run with an assignment havocked. `visit` is told of every step that is evaluated again.
    pub fn open(
        &self,
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        assignment: &Assignment,
        visit: &mut Visit<'_>,
    ) -> Result<Replaced, EncodeError> {
        let step = assignment.step as usize;
        let start = self.times[step + 1];
        let mut replaced = self.nothing_replaced();
        let mut queue = BTreeSet::new();
        let mut encoder = self.encoder(program, trace, terms);
        let by_evaluation = match assignment.input {
            Some(_) => true,
            None => self.is_stored_by_address(&assignment.cells, step),
        };
        if by_evaluation {
            let Some(&cell) = assignment.cells.last() else { return Ok(replaced) };
            let range = value_range(range_of(cell), cell);
            let width = match (assignment.input, cell.bits) {
                (Some(record), _) => encoder.class(trace.inputs[record as usize].ty).width(),
                (None, Some((_, width))) => u32::from(width),
                (None, None) => 8 * range.size,
            };
            let variable = encoder.terms.fresh("other", Sort::Bits(width));
            let written = access_bits(trace, step, cell);
            let known = encoder.terms.bits(width, written.into());
            let assigned = match assignment.input {
                Some(record) => self.given_inputs.get(&record).copied().unwrap_or(known),
                None => known,
            };
            if let Some(replay) = encoder.mode.replay_mut() {
                replay.havocked.push(Havocked { range, variable, known, assigned });
                replay.instead = match assignment.input {
                    Some(record) => Instead::Input { record, with: variable },
                    None => Instead::Stored { with: variable, own: None },
                };
            }
            let mut unseen = |_: &mut Terms, _: &Visited<'_>| ControlFlow::Continue(());
            // What the step demanded, it demanded of what it computed: another value has demands only as an input.
            let visitor: &mut Visit<'_> =
                if assignment.input.is_some() { &mut *visit } else { &mut unseen };
            let step = assignment.step;
            let flow =
                self.evaluate_again(&mut encoder, step, &mut queue, &mut replaced, visitor)?;
            if assignment.input.is_none() {
                replaced.obligations.clear();
                replaced.is_observed = false;
                let pieces = encoder.memory.pieces().iter();
                let written = pieces.filter(|piece| piece.since > self.times[step as usize]);
                replaced.stored = written.map(|piece| (piece.range, piece.value.term)).collect();
            }
            if let Some(replay) = encoder.mode.replay_mut() {
                let instead = std::mem::replace(&mut replay.instead, Instead::Nothing);
                if let Instead::Stored { own: Some(own), .. } = instead {
                    replay.havocked[0].assigned = encoder.terms.resize(own, width, false);
                }
            }
            if flow.is_break() {
                replaced.is_cut = true;
                replaced.take_open(encoder);
                return Ok(replaced);
            }
        } else {
            for &cell in &assignment.cells {
                self.open_cell(&mut encoder, step, cell, start)?;
                self.queue_readers(&mut queue, range_of(cell), start, of_position(step));
            }
        }
        self.follow(&mut encoder, queue, &mut replaced, visit)?;
        replaced.take_open(encoder);
        Ok(replaced)
    }

    fn nothing_replaced(&self) -> Replaced {
        Replaced {
            havocked: Vec::new(),
            obligations: Vec::new(),
            check: self.check,
            stored: Vec::new(),
            state: Vec::new(),
            choices: Vec::new(),
            evaluated: 0,
            is_observed: false,
            reaches_check: false,
            is_cut: false,
        }
    }

    /// Did an address that is no constant decide where the step wrote?
    fn is_stored_by_address(&self, cells: &[Cell], step: usize) -> bool {
        let written = self.memory.written(self.times[step], self.times[step + 1]);
        let is_known = |range: Range| {
            cells.iter().any(|&cell| {
                let own = range_of(cell);
                own.storage == range.storage
                    && own.offset <= range.offset
                    && range.end() <= own.end()
            })
        };
        let elsewhere = |range: Range| match range.storage {
            Storage::Object(_) => !is_known(range),
            _ => false,
        };
        written.into_iter().any(|piece| elsewhere(piece.range))
    }

    /// Opens what a cell holds after a step.
    fn open_cell(
        &self,
        encoder: &mut Encoder<'_>,
        step: usize,
        cell: Cell,
        start: Time,
    ) -> Result<(), EncodeError> {
        let range = value_range(range_of(cell), cell);
        if let Some((shift, width)) = cell.bits {
            let variable = encoder.terms.fresh("other", Sort::Bits(width.into()));
            let whole = self.with_bits(encoder, step, range, start, (shift, width, variable))?;
            let old = self.put(encoder, step, range, start, whole)?;
            let (high, low) = (u32::from(shift + width) - 1, shift.into());
            let known = encoder.terms.extract(old.known, high, low);
            let assigned = encoder.terms.extract(old.term, high, low);
            encoder.note_havocked(Havocked { range, variable, known, assigned });
            return Ok(());
        }
        let whole = range_of(cell);
        let mut fillings = self.memory.filled_between(self.times[step], start);
        let filled = fillings.find(|filled| filled.range == whole).copied();
        let is_scalar = whole.size <= 8
            || encoder.trace.writes(&encoder.trace.steps[step]).iter().any(|own| own.cell == cell);
        match filled {
            Some(filled) => encoder.memory.open(filled),
            None if !is_scalar => {
                let (since, step, filling) = (start, of_position(step), Filling::Kept);
                encoder.memory.open(Filled { range: whole, filling, since, step, is_open: true });
            }
            None => {
                let variable = encoder.terms.fresh("other", Sort::Bits(8 * range.size));
                let old = self.put(encoder, step, range, start, variable)?;
                let (known, assigned) = (old.known, old.term);
                encoder.note_havocked(Havocked { range, variable, known, assigned });
            }
        }
        Ok(())
    }

    /// The bytes of a bit-field with other bits in it.
    fn with_bits(
        &self,
        encoder: &mut Encoder<'_>,
        step: usize,
        range: Range,
        start: Time,
        (shift, width, field): (u8, u8, Term),
    ) -> Result<Term, EncodeError> {
        let (old, _) = encoder.read_at(range, start).map_err(|_| no_contents(step))?;
        let (shift, used) = (u32::from(shift), u32::from(shift + width));
        let mut whole = field;
        if shift > 0 {
            let low = encoder.terms.extract(old.term, shift - 1, 0);
            whole = encoder.terms.apply(Op::Concat, &[whole, low]);
        }
        if used < 8 * range.size {
            let high = encoder.terms.extract(old.term, 8 * range.size - 1, used);
            whole = encoder.terms.apply(Op::Concat, &[high, whole]);
        }
        Ok(whole)
    }

    /// Puts a value in place of what a range holds; gives what that was.
    fn put(
        &self,
        encoder: &mut Encoder<'_>,
        step: usize,
        range: Range,
        start: Time,
        value: Term,
    ) -> Result<Value, EncodeError> {
        let (old, _) = encoder.read_at(range, start).map_err(|_| no_contents(step))?;
        let held = Value { term: value, known: old.known };
        encoder.memory.insert(range, held, start, Value::constant(Term::TRUE));
        Ok(old)
    }

    /// Evaluates steps again until nothing that has changed is read any more.
    fn follow(
        &self,
        encoder: &mut Encoder<'_>,
        mut queue: BTreeSet<u32>,
        replaced: &mut Replaced,
        visit: &mut Visit<'_>,
    ) -> Result<(), EncodeError> {
        while let Some(step) = queue.pop_first() {
            if self.evaluate_again(encoder, step, &mut queue, replaced, visit)?.is_break() {
                replaced.is_cut = true;
                return Ok(());
            }
        }
        Ok(())
    }

    fn evaluate_again(
        &self,
        encoder: &mut Encoder<'_>,
        step: u32,
        queue: &mut BTreeSet<u32>,
        replaced: &mut Replaced,
        visit: &mut Visit<'_>,
    ) -> Result<ControlFlow<()>, EncodeError> {
        replaced.evaluated += 1;
        let index = step as usize;
        let union_end = self.unions.get(&step).copied();
        let last = union_end.map_or(index, |end| end as usize);
        let (from, to) = (self.times[index], self.times[last + 1]);
        encoder.step = step;
        encoder.generated.only(step);
        encoder.ending.violated = None;
        encoder.read_log.clear();
        let outcome = match union_end {
            None => {
                encoder.memory.rewind(from, to);
                None
            }
            Some(_) => Some(sides_again(encoder, from, to)),
        };
        let pieces = outcome.as_ref().map_or(encoder.memory.pieces().len(), |&(pieces, _)| pieces);
        let fillings = encoder.memory.fillings().len();
        let mut is_passed = false;
        match outcome.map_or_else(|| encoder.evaluate_step(), |(_, outcome)| outcome) {
            Ok(()) => is_passed = !self.is_guessed,
            Err(Halt::Violated) if encoder.is_last() => {}
            Err(Halt::Gap(_)) if encoder.is_last() => {}
            Err(Halt::Violated) => return Err(encoder.gap("a check fails that the run passed")),
            Err(Halt::Gap(message)) => return Err(encoder.gap(message)),
        }
        if encoder.is_last() {
            replaced.reaches_check = true;
            replaced.check = match encoder.ending.violated {
                Some(term) => term,
                // Nothing of what is put in place of the run's values fails here.
                None if is_passed => Term::TRUE,
                None => encoder.unlike_run()?,
            };
        }
        replaced.choices.append(&mut encoder.arms.choices);
        let contribution = encoder.generated.take_only();
        let obligation = StepObligation::of(encoder.terms, &contribution);
        let is_changed = obligation != self.obligation(index);
        replaced.is_observed |= obligation != StepObligation::NOTHING || encoder.is_last();
        if is_changed {
            replaced.obligations.push((step, obligation));
        }
        let was_idle = queue.is_empty();
        let written: Vec<(Range, Value, Time)> = encoder.memory.pieces()[pieces..]
            .iter()
            .map(|piece| (piece.range, piece.value, piece.since))
            .collect();
        let mut changed = Vec::new();
        for (range, value, since) in written {
            // What was made only to be read is not a change. All that arms leave is written at once.
            if union_end.is_none() && since <= from {
                continue;
            }
            let before = self.memory.read(encoder.terms, range, to);
            if !matches!(before, Ok((old, _)) if old.term == value.term) {
                self.queue_readers(queue, range, to, step);
                changed.push((range, value.term));
            }
        }
        let filled: Vec<Range> =
            encoder.memory.fillings()[fillings..].iter().map(|filled| filled.range).collect();
        for &range in &filled {
            self.queue_readers(queue, range, to, step);
        }
        let sole_output = match changed.as_slice() {
            &[output] if was_idle && filled.is_empty() => Some(output),
            _ => None,
        };
        let havocked = encoder.mode.havocked();
        let is_straight = self.reads_as_before(step, &encoder.read_log);
        let choices = &replaced.choices;
        let visited =
            Visited { step, havocked, choices, obligation, is_changed, is_straight, sole_output };
        Ok(visit(encoder.terms, &visited))
    }
}

/// What the step left in a cell.
fn access_bits(trace: &ErrorTrace, step: usize, cell: Cell) -> u64 {
    let found = &trace.steps[step];
    let record = trace.inputs_of(found).iter().find(|record| record.cell == cell);
    let written = trace.writes(found).iter().rfind(|access| access.cell == cell);
    record.map(|record| record.bits).or(written.map(|access| access.bits)).unwrap_or(0)
}

/// Executes all arms of a conditional again. While they run the clock stands still, so that nothing that the run did in the conditional is seen; what they
/// leave is written between the two moments. Gives the number of pieces before that.
fn sides_again(encoder: &mut Encoder<'_>, from: Time, to: Time) -> (usize, Evaluated<()>) {
    let before = encoder.memory.clone();
    encoder.memory.rewind(from, from);
    let left = encoder.left_by_arms();
    encoder.memory = before;
    // Later than anything that the run wrote inside.
    encoder.memory.rewind(to, to);
    let pieces = encoder.memory.pieces().len();
    let outcome = left.map(|left| {
        for (range, value, validity) in left {
            encoder.memory.write_valid(range, value, validity);
        }
    });
    (pieces, outcome)
}

fn no_contents(step: usize) -> EncodeError {
    EncodeError { step, message: "the replaced cell has no contents".into(), is_given_up: false }
}
