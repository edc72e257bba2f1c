//! Another value in the middle of a trace: what the formula says happens then, and what the interpreter does.

use whydunit_encode::{Replaced, SymbolicRun, cell_of};
use whydunit_interp::{Cell, Config, Ending, Observer, prepare};
use whydunit_program::{Point, StmtKind, Type};
use whydunit_term::{Evaluator, Model, Term, Terms};

use crate::common::Failing;

/// What happens after a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The step is reached, and the run does not go on as it did.
    Leaves(usize),
    Fails,
    /// The last step is reached, and does not fail as it did.
    Passes,
}

/// Watches which steps are executed, and changes a cell before one of them.
struct Changed {
    at: usize,
    cell: Cell,
    bits: u64,
    is_done: bool,
    steps: Vec<(Point, u32)>,
}

impl Observer for Changed {
    fn step(&mut self, point: Point, frame: u32) {
        self.steps.push((point, frame));
    }

    fn intervene(&mut self) -> Option<(Cell, u64)> {
        let is_due = self.steps.len() == self.at + 1 && !std::mem::replace(&mut self.is_done, true);
        is_due.then_some((self.cell, self.bits))
    }
}

/// The interpreter's word on it; steps are counted as the interpreter counts them. `None` where the run meets a limit of ours, such as a block of gigabytes.
fn by_running(failing: &Failing, at: usize, cell: Cell, bits: u64) -> Option<Outcome> {
    let trace = &failing.trace;
    let compiled = prepare(&failing.program);
    let executed: Vec<(Point, u32)> = trace.steps[trace.first_executed()..]
        .iter()
        .filter(|step| step.kind.is_executed())
        .map(|step| (step.point, step.frame))
        .collect();
    let mut observer = Changed { at, cell, bits, is_done: false, steps: Vec::new() };
    let config = Config {
        checks: trace.checks,
        max_steps: Some(20 * executed.len() as u64 + 100_000),
        ..Config::default()
    };
    let result = compiled.run(&trace.spec, &config, &mut |_, _| {}, &mut observer);
    if matches!(result.ending, Ending::Limit { .. }) {
        return None;
    }
    let same = observer.steps.iter().zip(&executed).take_while(|(a, b)| a == b).count();
    if same < executed.len() {
        return Some(Outcome::Leaves(same - 1));
    }
    Some(match result.ending {
        Ending::Failed(failure)
            if observer.steps.len() == executed.len()
                && (failure.kind, failure.span) == (trace.failure.kind, trace.failure.span) =>
        {
            Outcome::Fails
        }
        _ => Outcome::Passes,
    })
}

/// A number that a step wrote is another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) step: usize,
    /// The step's position among the executed ones.
    pub(crate) executed: usize,
    pub(crate) cell: Cell,
    pub(crate) bits: u64,
}

impl Change {
    /// What the formula says (`None`: unknown), and what the interpreter does.
    pub(crate) fn outcomes(
        &self,
        failing: &Failing,
        run: &SymbolicRun,
        terms: &mut Terms,
    ) -> (Option<Outcome>, Outcome) {
        let written = run.writes(self.step).pop().expect("the step should write something");
        let value = terms.bits(8 * written.range.size, self.bits.into());
        let replaced = run
            .replace(&failing.program, &failing.trace, terms, self.step, written.range, value)
            .unwrap_or_else(|error| panic!("{}, {self:?}: {error}", failing.name));
        let predicted = predicted(failing, terms, &replaced);
        let bits = self.bits & (u64::MAX >> (64 - 8 * self.cell.size.min(8)));
        match by_running(failing, self.executed + 1, self.cell, bits) {
            Some(seen) => (predicted, seen),
            // There is nothing to hold the formula against.
            None => (None, Outcome::Passes),
        }
    }
}

/// Steps that assign a number, with their positions among the executed steps and the cells they write.
pub(crate) fn candidates(failing: &Failing, run: &SymbolicRun) -> Vec<(usize, usize, Cell)> {
    let trace = &failing.trace;
    let mut executed = 0;
    let mut list = Vec::new();
    for (index, step) in trace.steps.iter().enumerate().skip(trace.first_executed()) {
        if !step.kind.is_executed() {
            continue;
        }
        executed += 1;
        let Some(StmtKind::Assign { place, .. }) =
            failing.program.stmt_at(step.point).map(|stmt| &stmt.kind)
        else {
            continue;
        };
        let is_number = matches!(
            failing.program.types.get(place.ty),
            Type::Int(_) | Type::Enum(_) | Type::Float(_)
        );
        let [access] = trace.writes(step) else { continue };
        let writes = run.writes(index);
        let [written] = writes.as_slice() else { continue };
        if is_number
            && access.cell.bits.is_none()
            && access.cell.size <= 8
            && let Some(cell) = cell_of(written.range)
        {
            list.push((index, executed - 1, cell));
        }
    }
    list
}

fn executed_index(failing: &Failing, step: usize) -> usize {
    let trace = &failing.trace;
    trace.steps[trace.first_executed()..step].iter().filter(|step| step.kind.is_executed()).count()
}

/// The formula's word on it; `None` where it does not know.
fn predicted(failing: &Failing, terms: &Terms, replaced: &Replaced) -> Option<Outcome> {
    let model = Model::new();
    let mut evaluator = Evaluator::new(&model);
    let mut value = |term: Term| evaluator.value(terms, term);
    for &(step, obligation) in &replaced.obligations {
        if value(obligation.facts)? == 0 || value(obligation.decision)? == 0 {
            let is_last = step as usize + 1 == failing.trace.steps.len();
            return Some(match is_last {
                true => Outcome::Passes,
                false => Outcome::Leaves(executed_index(failing, step as usize)),
            });
        }
    }
    Some(if value(replaced.check)? == 0 { Outcome::Fails } else { Outcome::Passes })
}
