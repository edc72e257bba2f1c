//! Trying values by running the program: where formulas do not follow what another value would do.
//!
//! Another length of a copy, other arguments of formatted output, an address in another object: the encoding keeps to what the run did there, the interpreter does not. A run with another value that leaves the trace
//! is a witness, if nothing comes from outside between the assignment and there: no later input can make up for it then. Runs that go on to fail prove nothing.

use whydunit_claim::{Blocked, Verdict, Witness};
use whydunit_counterfactual::{Change, Course, Different, Moment, Replay};
use whydunit_encode::Assignment;
use whydunit_interp::Cell;
use whydunit_program::Program;
use whydunit_trace::{ErrorTrace, StepIndex};

use crate::limits::{LENGTHS, MOST_REPLAYED_STEPS, REPLAYED_STEPS};
use crate::responsibility::candidates;
use crate::responsibility::ground::Ground;
use crate::responsibility::relevance::label;

/// Runs of one judgement: the steps that they may take together are limited, as every assignment of a long trace may ask.
pub(super) struct Replayed<'p> {
    program: &'p Program,
    trace: &'p ErrorTrace,
    replay: Option<Replay<'p>>,
    steps: u64,
}

impl<'p> Replayed<'p> {
    pub(super) fn new(program: &'p Program, trace: &'p ErrorTrace) -> Replayed<'p> {
        Replayed { program, trace, replay: None, steps: MOST_REPLAYED_STEPS }
    }

    /// A value of an assignment's single number with which the run leaves the trace in a way that is wanted; the check that is passed and conditions that go another way before assumptions that exclude it.
    pub(super) fn witness(
        &mut self,
        ground: &Ground<'_>,
        assignment: &Assignment,
        is_wanted: impl Fn(Blocked) -> bool,
    ) -> Option<Witness> {
        let &[cell] = assignment.cells.as_slice() else { return None };
        if cell.size > 8 || cell.bits.is_some() {
            return None;
        }
        let known = self.known(ground, assignment, cell)?;
        let (program, trace) = (self.program, self.trace);
        let ty = ground.type_of(assignment);
        let mut fallback = None;
        let plain = (0..candidates::COUNT).map(|number| {
            candidates::value((program, trace), ty, 8 * cell.size, known.into(), number) as u64
        });
        let is_number = ty.is_none_or(|ty| program.types.int_kind(ty).is_some());
        let lengths = LENGTHS.iter().copied().filter(|_| is_number);
        let mut tried = vec![known];
        for value in plain.chain(lengths) {
            if tried.contains(&value) {
                continue;
            }
            tried.push(value);
            let longest = 2 * trace.steps.len() as u64 + REPLAYED_STEPS;
            if self.steps < longest || ground.budget.exceeded().is_some() {
                break;
            }
            let replay = self.replay.get_or_insert_with(|| Replay::new(program, trace));
            let change =
                [Change { moment: Moment::After(assignment.step as usize), cell, bits: value }];
            let input = assignment.input.map(|record| [(record, value)]);
            let different = match &input {
                Some(input) => Different { inputs: input, ..Different::default() },
                None => Different { changes: &change, ..Different::default() },
            };
            let seen = replay.follow(&different, longest, ground.budget);
            self.steps = self.steps.saturating_sub(seen.steps);
            let Course::Blocks(at, how) = seen.course else { continue };
            let between = ground.horizon(assignment)..ground.dependence.horizon(at as u32);
            let is_open = ground.run.inputs.iter().any(|input| between.contains(&input.record));
            if is_open || !is_wanted(how) {
                continue;
            }
            let witness = Witness {
                label: Some(label(assignment)),
                execution: Vec::new(),
                state: Vec::new(),
                replaced: vec![(cell, value)],
                continuation: Vec::new(),
                is_sure: true,
                blocked_at: StepIndex(at as u32),
                blocked: how,
            };
            match how {
                Blocked::OtherFailure | Blocked::Assumption => {
                    fallback.get_or_insert(witness);
                }
                _ => return Some(witness),
            }
        }
        fallback
    }

    /// What the run had there.
    fn known(&self, ground: &Ground<'_>, assignment: &Assignment, cell: Cell) -> Option<u64> {
        match assignment.input {
            Some(record) => Some(ground.trace.inputs[record as usize].bits),
            None => {
                let step = ground.trace.step(StepIndex(assignment.step));
                let mut writes = ground.trace.writes(step).iter();
                writes.find(|access| access.cell == cell).map(|access| access.bits)
            }
        }
    }
}

/// What formulas leave open, a run may tell.
pub(super) fn or_replayed(
    verdict: Verdict,
    replayed: &mut Replayed<'_>,
    ground: &Ground<'_>,
    assignment: &Assignment,
) -> Verdict {
    match verdict {
        Verdict::Unknown(reason) => {
            match replayed.witness(ground, assignment, |how| ground.counting.counts(how)) {
                Some(witness) => Verdict::Relevant(Box::new(witness)),
                None => Verdict::Unknown(reason),
            }
        }
        decided => decided,
    }
}
