//! Is there really no other value that leads away from the failure?
//!
//! With `E(I)` the failing executions and `F(I, v)` what follows an assignment of `v`: irrelevant means that no `I` and `v` with `E(I)` exist for which
//! `F` is false whatever later inputs are. Where leaving the later inputs as they are already keeps `F` true, plain satisfiability decides;
//! otherwise see `answers.rs`.

use whydunit_claim::{Counting, Grounds, Judged, Storage, Verdict};
use whydunit_interp::{Cell, CellObject};
use whydunit_program::Type;
use whydunit_solver::Answer;
use whydunit_term::{Model, Term, Terms};
use whydunit_trace::TraceObject;

use super::domain::Size;
use super::functions::{Open, Rest, input_of};
use super::{Checker, NOT_SHOWN};
use crate::limits::{MOST_POINTED, MOST_TRIED, RUN_AGAIN};
use crate::verdict::Complaint;
use whydunit_counterfactual::Course;

impl Checker<'_> {
    pub(super) fn check_irrelevant(&mut self, terms: &mut Terms, judged: &Judged) {
        if let Verdict::Irrelevant(Grounds::Skipped(branch)) = judged.verdict {
            let step = judged.step.index();
            return self.complain(Complaint::NotInside { step, branch: branch.index() });
        }
        if !self.try_values(judged) {
            return;
        }
        match self.around.is_empty() {
            true => self.ask(terms, judged),
            false => self.enumerate(judged),
        }
    }

    /// Some other values in the run itself, where no later input could make up for them: none comes before the run leads away. Tells whether there is nothing to complain about.
    fn try_values(&mut self, judged: &Judged) -> bool {
        let horizon = self.horizon(judged);
        let first_later = self.later(horizon).into_iter().map(|(record, _)| record).min();
        for bits in self.plain_values(judged) {
            if self.tried > MOST_TRIED {
                return true;
            }
            let fitted: Vec<(Cell, u64)> = judged
                .target
                .iter()
                .filter(|cell| cell.size <= 8)
                .map(|&cell| (cell, fitting(cell, bits)))
                .collect();
            self.tried += self.replay.len();
            let course = self.replaced_course(judged, &fitted, &[], &[]);
            let is_sure =
                |at: usize| first_later.is_none_or(|later| self.horizon_after(at) <= later);
            if matches!(course, Course::Blocks(at, how) if self.judgement.counting.counts(how) && is_sure(at))
            {
                self.complain(Complaint::Relevant { step: judged.step.index() });
                return false;
            }
        }
        true
    }

    /// Values that are run in place of an assigned one: small numbers, which are indices and lengths; of pointers the objects that there are.
    pub(super) fn plain_values(&self, judged: &Judged) -> Vec<u64> {
        let ty = self.type_of(judged).map(|ty| self.program.types.get(ty));
        match ty {
            Some(Type::Bool) => vec![0, 1],
            Some(Type::Pointer(_)) => {
                let exist = |object: &&TraceObject| object.created as usize <= judged.step.index();
                let objects = self.trace.objects.iter().filter(exist).rev().take(MOST_POINTED);
                std::iter::once(0).chain(objects.map(|object| object.info.address)).collect()
            }
            _ => RUN_AGAIN.to_vec(),
        }
    }

    fn ask(&mut self, terms: &mut Terms, judged: &Judged) {
        let Some(open) = self.functions.open(terms, self.trace, judged) else {
            return self.unclear(judged.step.index(), NOT_SHOWN);
        };
        let rest = self.functions.rest(terms, std::slice::from_ref(&open));
        let own = judged.step.index();
        let mut goes_on: Vec<Term> = rest
            .obligations
            .iter()
            .filter(|&(&step, _)| step > own || input_of(self.trace, judged).is_some())
            .map(|(_, &obligation)| obligation)
            .collect();
        let check = rest.check.unwrap_or(self.functions.check());
        if check != self.functions.check() {
            goes_on.push(terms.not(check));
        }
        let goes_on = terms.and(&goes_on);
        if goes_on == Term::TRUE {
            return;
        }
        let is_value = self.is_value(terms, judged, &open);
        let counts = self.leads_as_counted(terms, judged, &rest);
        let is_value = terms.and(&[is_value, counts]);
        let leaves = terms.not(goes_on);
        let mut conditions = vec![is_value, leaves];
        self.keep_small(terms, self.horizon(judged), &mut conditions);
        self.make_executions(terms);
        let Some(solver) = &mut self.executions else { return };
        match self.purse.check(solver.as_mut(), terms, &conditions) {
            Answer::Unsat(_) => {}
            Answer::Unknown(reason) => self.give_up(reason),
            Answer::Sat(model) => {
                let later = self.later(self.horizon(judged));
                match later.is_empty() {
                    true => self.confirm(terms, judged, &open, &model),
                    false => self.ask_whatever_comes(terms, judged, &open, is_value),
                }
            }
        }
    }

    /// That what is broken first is something that counts. What has not changed holds in every failing execution.
    fn leads_as_counted(&self, terms: &mut Terms, judged: &Judged, rest: &Rest) -> Term {
        if self.judgement.counting == Counting::OtherChecks {
            return Term::TRUE;
        }
        let own = judged.step.index();
        let is_input = input_of(self.trace, judged).is_some();
        let mut leads = rest.check.unwrap_or(self.functions.check());
        for (&step, &obligation) in rest.obligations.iter().rev() {
            if step < own || step == own && !is_input {
                continue;
            }
            let stays = terms.not(obligation);
            let elsewhere = terms.and(&[rest.checks[&step], stays]);
            let later = terms.and(&[obligation, leads]);
            leads = terms.or(&[elsewhere, later]);
        }
        leads
    }

    /// A solver that knows the failing executions.
    fn make_executions(&mut self, terms: &mut Terms) {
        if self.executions.is_none() {
            let mut solver = (self.options.solver)();
            let fails = self.functions.fails(terms);
            solver.assert(terms, fails);
            self.executions = Some(solver);
        }
    }

    /// Inputs before a position are of the size of what is chosen.
    pub(super) fn keep_small(&self, terms: &mut Terms, horizon: u32, conditions: &mut Vec<Term>) {
        let inputs: Vec<_> = self.functions.inputs().copied().collect();
        for input in inputs {
            let ty = self.trace.inputs[input.record as usize].ty;
            let size = if input.record < horizon { Size::Small } else { Size::Large };
            conditions.push(self.is_of_type(terms, input.variable, ty, size));
        }
    }

    /// Does the interpreter agree with a model in which another value leads away?
    pub(super) fn confirm(&mut self, terms: &Terms, judged: &Judged, open: &Open, model: &Model) {
        let step = judged.step.index();
        let inputs = self.inputs_of(terms, model);
        let seen = self.replay.run(&inputs, &[], Some(step));
        let replaced = replaced_by(terms, judged, open, model, &seen.written);
        let course = self.replaced_course(judged, &replaced, &inputs, &[]);
        match (seen.course, course) {
            (Course::Fails, Course::Blocks(_, how)) if self.judgement.counting.counts(how) => {
                self.complain(Complaint::Relevant { step });
            }
            _ => self.unclear(step, "the interpreter does not confirm a model of the solver"),
        }
    }

    /// The values of open inputs in a model.
    pub(super) fn inputs_of(&self, terms: &Terms, model: &Model) -> Vec<(u32, u64)> {
        let value = |variable: Term| terms.symbol(variable).filter(|&s| model.contains(s));
        self.functions
            .inputs()
            .filter_map(|input| Some((input.record, model.get(value(input.variable)?) as u64)))
            .collect()
    }
}

/// The lowest bits, as many as a cell has.
pub(super) fn fitting(cell: Cell, bits: u64) -> u64 {
    let width = cell.bits.map_or(8 * cell.size.min(8), |(_, width)| u32::from(width));
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// What cells hold instead, by a model. `written` is what the step set in this execution.
pub(super) fn replaced_by(
    terms: &Terms,
    judged: &Judged,
    open: &Open,
    model: &Model,
    written: &[(Cell, u64)],
) -> Vec<(Cell, u64)> {
    let value = |variable: Term| terms.symbol(variable).map_or(0, |symbol| model.get(symbol));
    let variables = open.variables();
    if let [(None, variable)] = variables.as_slice() {
        let bits = value(*variable) as u64;
        return judged.target.iter().map(|&cell| (cell, bits)).collect();
    }
    if open.is_by_address() {
        let bytes =
            variables.iter().filter(|(place, _)| matches!(place, Some((Storage::Object(_), _))));
        let bits = bytes.enumerate().fold(0, |bits: u128, (number, (_, variable))| {
            bits | value(*variable) << (8 * number.min(8))
        });
        let is_memory = |(cell, _): &&(Cell, u64)| matches!(cell.object, CellObject::Memory(_));
        let set = written.iter().rfind(is_memory);
        return set.map(|&(cell, _)| (cell, bits as u64)).into_iter().collect();
    }
    let byte = |cell: Cell, bits: u128| (cell, bits as u64);
    let mut list = Vec::new();
    for &(place, variable) in &variables {
        let Some((storage, offset)) = place else { continue };
        let covers = |cell: &&Cell| {
            Storage::from(cell.object) == storage
                && (cell.offset..cell.offset + cell.size).contains(&offset)
        };
        let Some(&cell) = judged.target.iter().find(covers) else { continue };
        match cell.object {
            // Registers and bit-fields are set as a whole.
            _ if cell.bits.is_some() || matches!(cell.object, CellObject::Register { .. }) => {
                let shift = 8 * (offset - cell.offset);
                let at = list.iter().position(|&(other, _)| other == cell);
                let at = at.unwrap_or_else(|| {
                    list.push((cell, 0));
                    list.len() - 1
                });
                if shift < 64 {
                    list[at].1 |= (value(variable) as u64) << shift;
                }
            }
            _ => list.push(byte(Cell { offset, size: 1, ..cell }, value(variable))),
        }
    }
    for (cell, bits) in &mut list {
        if let Some((shift, _)) = cell.bits {
            *bits = fitting(*cell, *bits >> shift);
        }
    }
    list
}
