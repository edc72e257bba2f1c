//! Does a witness of relevance show what it claims?

use whydunit_claim::{Blocked, Judged, Storage, Verdict, Witness};
use whydunit_interp::Cell;
use whydunit_solver::Verdict as Answer;
use whydunit_term::{Substitution, Terms};

use super::functions::{Open, input_of};
use super::{Checker, NOT_SHOWN};
use crate::limits::MOST_CONTINUATIONS;
use crate::verdict::Complaint;
use whydunit_counterfactual::{Change, Course, Moment, Seen};

impl Checker<'_> {
    pub(super) fn check_relevance(&mut self, terms: &mut Terms, judged: &Judged) {
        match &judged.verdict {
            Verdict::Relevant(witness) => self.check_witness(terms, judged, witness),
            Verdict::Irrelevant(_) => self.check_irrelevant(terms, judged),
            Verdict::Unknown(_) => {}
        }
    }

    pub(super) fn check_witness(&mut self, terms: &mut Terms, judged: &Judged, witness: &Witness) {
        let step = judged.step.index();
        let state = changed_state(step, witness);
        let seen = self.seen_execution(witness, &state, step);
        if seen.course != Course::Fails {
            return match seen.course {
                Course::Lost(step) => self.lose(step),
                _ => self.complain(Complaint::NoExecution { step }),
            };
        }
        let is_input = input_of(self.trace, judged).is_some();
        let is_set = |cell: Cell| {
            is_input && judged.target.contains(&cell)
                || seen.written.iter().any(|&(written, _)| contains(written, cell))
        };
        if witness.replaced.iter().any(|&(cell, _)| !is_set(cell)) {
            return self.complain(Complaint::WrongReplacement { step });
        }
        let horizon = self.horizon(judged);
        let mut inputs: Vec<(u32, u64)> =
            witness.execution.iter().filter(|(record, _)| *record < horizon).copied().collect();
        inputs.extend(&witness.continuation);
        self.check_block(judged, witness, &inputs, &state);
        if witness.is_sure {
            self.check_sure(terms, judged, witness, &state);
        }
    }

    /// The execution that a witness is about; the run of the trace itself need not be repeated.
    fn seen_execution(&self, witness: &Witness, state: &[Change], step: usize) -> Seen {
        if !witness.execution.is_empty() || !state.is_empty() {
            let interest = Some(step);
            return self.replay.run_around(&witness.execution, state, interest, &self.around);
        }
        let found = &self.trace.steps[step];
        let scalars = self.trace.writes(found).iter().map(|access| (access.cell, access.bits));
        let runs = self
            .trace
            .bulk_writes(found)
            .iter()
            .map(|bulk| (Cell::memory(bulk.object, bulk.offset as u32, bulk.size as u32), 0));
        Seen { course: Course::Fails, written: scalars.chain(runs).collect() }
    }

    /// With these inputs and the replaced value, the run blocks as the witness says.
    pub(super) fn check_block(
        &mut self,
        judged: &Judged,
        witness: &Witness,
        inputs: &[(u32, u64)],
        state: &[Change],
    ) {
        let step = judged.step.index();
        match self.replaced_course(judged, &witness.replaced, inputs, state) {
            Course::Fails => self.complain(Complaint::StillFails { step }),
            Course::Lost(step) => self.lose(step),
            Course::Blocks(found, how) => {
                let claimed = witness.blocked_at.index();
                if found != claimed {
                    self.complain(Complaint::BlocksElsewhere { step, claimed, found });
                } else if how != witness.blocked && !self.is_passed(found, how, witness.blocked)
                    || !self.judgement.counting.counts(witness.blocked)
                {
                    self.complain(Complaint::BlocksOtherwise { step, at: found, how });
                }
            }
        }
    }

    /// The failing step may have several checks: one that is passed may be followed by another that is not. And a conditional that is taken as a whole blocks
    /// in whichever way it does so inside.
    pub(super) fn is_passed(&self, step: usize, how: Blocked, claimed: Blocked) -> bool {
        let is_last = step + 1 == self.trace.steps.len();
        is_last && (how, claimed) == (Blocked::OtherFailure, Blocked::CheckPasses)
            || self.around.iter().any(|skipped| skipped.branch == step)
    }

    /// What becomes of the run with other values assigned.
    pub(super) fn replaced_course(
        &self,
        judged: &Judged,
        replaced: &[(Cell, u64)],
        inputs: &[(u32, u64)],
        state: &[Change],
    ) -> Course {
        let mut inputs = inputs.to_vec();
        let mut changes = state.to_vec();
        match (input_of(self.trace, judged), replaced) {
            (Some(record), &[(_, bits)]) => {
                inputs.retain(|&(other, _)| other != record);
                inputs.push((record, bits));
            }
            _ => {
                let moment = Moment::After(judged.step.index());
                changes.extend(replaced.iter().map(|&(cell, bits)| Change { moment, cell, bits }));
            }
        }
        self.replay.run_around(&inputs, &changes, None, &self.around).course
    }

    /// No inputs after the step lead to the failure.
    fn check_sure(
        &mut self,
        terms: &mut Terms,
        judged: &Judged,
        witness: &Witness,
        state: &[Change],
    ) {
        let step = judged.step.index();
        let horizon = self.horizon(judged);
        let later = self.later(horizon);
        if later.is_empty() {
            return;
        }
        let earlier: Vec<(u32, u64)> =
            witness.execution.iter().filter(|(record, _)| *record < horizon).copied().collect();
        let records: Vec<u32> = later.iter().map(|&(record, _)| record).collect();
        if let Some(all) = self.all_values(&records) {
            for continuation in all {
                let inputs: Vec<(u32, u64)> = earlier.iter().copied().chain(continuation).collect();
                let course = self.replaced_course(judged, &witness.replaced, &inputs, state);
                match course {
                    Course::Fails => return self.complain(Complaint::NotSure { step }),
                    Course::Lost(step) => return self.lose(step),
                    Course::Blocks(..) => {}
                }
            }
            return;
        }
        if !self.around.is_empty() {
            return self.unclear(step, "later inputs are too many to be tried around conditionals");
        }
        if !witness.state.is_empty() {
            return self.unclear(step, "later inputs are too many to be tried from another state");
        }
        let Some(open) = self.functions.open(terms, self.trace, judged) else {
            return self.unclear(step, NOT_SHOWN);
        };
        let fails = self.fails_with(terms, &open, step);
        let mut known = Substitution::new();
        for input in self.functions.inputs().filter(|input| input.record < horizon) {
            let given = earlier.iter().find(|(record, _)| *record == input.record);
            let value = match given {
                Some(&(_, bits)) => terms.constant(terms.sort(input.variable), bits.into()),
                None => input.known,
            };
            known.insert(terms, input.variable, value);
        }
        for (place, variable) in open.variables() {
            let value = byte_of(&witness.replaced, place, terms.width(variable));
            let Some(value) = value else { continue };
            let value = terms.constant(terms.sort(variable), value);
            known.insert(terms, variable, value);
        }
        let question = known.apply(terms, fails);
        let mut solver = (self.options.solver)();
        solver.assert(terms, question);
        match self.purse.decide(solver.as_mut(), terms, &[]) {
            Answer::Unsat(_) => {}
            Answer::Sat => self.complain(Complaint::NotSure { step }),
            Answer::Unknown(reason) => self.give_up(reason),
        }
    }

    /// The steps from an open assignment on go along the trace, and the check fails.
    pub(super) fn fails_with(
        &self,
        terms: &mut Terms,
        open: &Open,
        step: usize,
    ) -> whydunit_term::Term {
        let rest = self.functions.rest(terms, std::slice::from_ref(open));
        let mut all = Vec::new();
        for index in step..self.functions.steps() {
            let obligation = rest.obligations.get(&index).copied();
            all.push(obligation.unwrap_or_else(|| self.functions.obligation(index)));
        }
        all.push(terms.not(rest.check.unwrap_or(self.functions.check())));
        terms.and(&all)
    }

    /// Every choice of values for these inputs, if there are few.
    pub(super) fn all_values(&self, records: &[u32]) -> Option<Vec<Vec<(u32, u64)>>> {
        let mut all = vec![Vec::new()];
        for &record in records {
            let values = self.value_count(record)?;
            if all.len() as u64 * values > MOST_CONTINUATIONS {
                return None;
            }
            all = all
                .into_iter()
                .flat_map(|prefix: Vec<(u32, u64)>| {
                    (0..values).map(move |value| {
                        let mut longer = prefix.clone();
                        longer.push((record, value));
                        longer
                    })
                })
                .collect();
        }
        Some(all)
    }

    fn value_count(&self, record: u32) -> Option<u64> {
        let ty = self.trace.inputs[record as usize].ty;
        match self.program.types.get(ty) {
            whydunit_program::Type::Bool => Some(2),
            _ if self.program.types.size_of(ty) == Some(1) => Some(256),
            _ => None,
        }
    }
}

/// What a witness changes of the state before the step.
fn changed_state(step: usize, witness: &Witness) -> Vec<Change> {
    let moment = Moment::Before(step);
    witness.state.iter().map(|&(cell, bits)| Change { moment, cell, bits }).collect()
}

/// Is a cell a part of what was written?
fn contains(written: Cell, cell: Cell) -> bool {
    written == cell
        || written.object == cell.object
            && cell.bits.is_none()
            && written.offset <= cell.offset
            && cell.offset + cell.size <= written.offset + written.size
}

/// What a variable of an open value is by a list of replaced cells.
fn byte_of(replaced: &[(Cell, u64)], place: Option<(Storage, u32)>, width: u32) -> Option<u128> {
    let Some((storage, offset)) = place else {
        return replaced.first().map(|&(_, bits)| u128::from(bits) & ((1 << width) - 1));
    };
    // An assignment through an address may have gone elsewhere in this execution: its value is the same.
    let exact = replaced.iter().find(|(cell, _)| {
        Storage::from(cell.object) == storage
            && (cell.offset..cell.offset + cell.size).contains(&offset)
    });
    let &(cell, bits) = exact?;
    let shift = cell.bits.map_or(0, |(shift, _)| u32::from(shift));
    let value = u128::from(bits) << shift;
    Some(value >> (8 * (offset - cell.offset)) & 0xff)
}
