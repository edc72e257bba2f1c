//! Do the listed sets let the check pass, and does nothing smaller?

use std::collections::BTreeSet;

use whydunit_claim::{Blocked, Inputs, Judged, MinimalSet, Status, Verdict};
use whydunit_interp::Cell;
use whydunit_solver::{Reason, Verdict as Answer};
use whydunit_term::{Term, Terms};

use super::functions::{Open, input_of};
use super::irrelevant::fitting;
use super::{Checker, NOT_SHOWN};
use crate::limits::{LONGEST_RUN_AGAIN, MOST_JUDGED, MOST_MEMBERS};
use crate::verdict::Complaint;
use whydunit_counterfactual::{Change, Course, Moment};

impl Checker<'_> {
    pub(super) fn check_sets(&mut self, terms: &mut Terms) {
        let sets = &self.judgement.sets;
        for (number, set) in sets.iter().enumerate() {
            if self.is_exhausted() {
                return;
            }
            if !self.is_well_formed(number, set) {
                self.complain(Complaint::BadSet { set: number });
                continue;
            }
            match self.course_of(set) {
                Course::Blocks(_, Blocked::CheckPasses) => {}
                Course::Blocks(at, how) if self.is_passed(at, how, Blocked::CheckPasses) => {}
                Course::Lost(step) => self.lose(step),
                _ => self.complain(Complaint::NotEnough { set: number }),
            }
            self.check_minimal(terms, number, set);
        }
        self.check_verdicts();
        if self.judgement.status == Status::Complete {
            self.check_all_found(terms);
        }
    }

    /// Relevant is what belongs to a set.
    fn check_verdicts(&mut self) {
        for (position, judged) in self.judgement.judged.iter().enumerate() {
            let is_member = self.judgement.sets.iter().any(|set| set.members.contains(&position));
            let fits = match judged.verdict {
                Verdict::Relevant(_) => is_member,
                Verdict::Irrelevant(_) | Verdict::Unknown(_) => !is_member,
            };
            if !fits {
                self.complain(Complaint::NotAMember { step: judged.step.index() });
            }
        }
    }

    fn is_well_formed(&self, number: usize, set: &MinimalSet) -> bool {
        let sets = &self.judgement.sets;
        let ascends = set.members.windows(2).all(|pair| pair[0] < pair[1]);
        let exist = set.members.iter().all(|&member| member < self.judgement.judged.len());
        let before = &sets[..number];
        let is_subset =
            |other: &MinimalSet| other.members.iter().all(|member| set.members.contains(member));
        let is_larger = |other: &MinimalSet| other.members.len() > set.members.len();
        let fits = !before.iter().any(|other| is_subset(other) || is_larger(other));
        // Other inputs may pass the check without anything being replaced.
        let may_be_empty = self.judgement.inputs == Inputs::Free && sets.len() == 1;
        (may_be_empty || !set.members.is_empty()) && ascends && exist && fits
    }

    /// What the run does with all members replaced.
    fn course_of(&self, set: &MinimalSet) -> Course {
        let mut inputs = set.execution.clone();
        let mut changes = Vec::new();
        let mut moved = Vec::new();
        let mut replaced = set.replaced.iter().peekable();
        for &member in &set.members {
            let judged = &self.judgement.judged[member];
            let mut taken = BTreeSet::new();
            while let Some(&(cell, bits)) = replaced.next_if(|(cell, _)| {
                let is_target = judged.target.iter().any(|&target| is_part(target, *cell));
                (is_target || taken.is_empty()) && !taken.contains(cell)
            }) {
                taken.insert(cell);
                if !judged.target.iter().any(|&target| is_part(target, cell)) {
                    moved.push((judged.step.index(), cell));
                }
                match input_of(self.trace, judged) {
                    Some(record) => inputs.push((record, bits)),
                    None => {
                        let moment = Moment::After(judged.step.index());
                        changes.push(Change { moment, cell, bits });
                    }
                }
            }
        }
        // With other members replaced, an address may lead elsewhere: there the step has to write.
        let is_written = |&(step, cell): &(usize, Cell)| {
            let seen = self.replay.run(&inputs, &changes, Some(step));
            seen.written.iter().any(|&(written, _)| is_part(written, cell))
        };
        if replaced.next().is_some() || !moved.iter().all(is_written) {
            // Something is replaced that no member sets.
            return Course::Fails;
        }
        self.replay.run(&inputs, &changes, None).course
    }

    /// Without any one of its members, a set does not let the check pass.
    fn check_minimal(&mut self, terms: &mut Terms, number: usize, set: &MinimalSet) {
        for left_out in 0..set.members.len() {
            let mut members = set.members.clone();
            members.remove(left_out);
            match self.may_pass(terms, &members) {
                Answer::Unsat(_) => {}
                Answer::Sat => return self.complain(Complaint::NotMinimal { set: number }),
                Answer::Unknown(reason) => return self.give_up(reason),
            }
        }
    }

    /// Is there an execution that passes the check with these assignments open?
    fn may_pass(&mut self, terms: &mut Terms, members: &[usize]) -> Answer {
        let mut havocked: Vec<Open> = Vec::new();
        let mut all = vec![self.inputs_are_values(terms)];
        for &member in members {
            let judged = &self.judgement.judged[member];
            let Some(open) = self.functions.open(terms, self.trace, judged) else {
                return Answer::Unknown(Reason::External(NOT_SHOWN.into()));
            };
            all.push(self.is_value(terms, judged, &open));
            havocked.push(open);
        }
        self.passes(terms, &havocked, &mut all);
        self.ask_anew(terms, &all)
    }

    /// No other set of up to [`MOST_MEMBERS`] assignments lets the check pass, unless it contains a listed one.
    fn check_all_found(&mut self, terms: &mut Terms) {
        let judged = &self.judgement.judged;
        if judged.iter().any(|judged| self.may_pass_alone(judged)) {
            return self.complain(Complaint::MissingSet);
        }
        if judged.len() > MOST_JUDGED {
            return self.unclear(judged.len(), "there are too many sets of assignments");
        }
        let mut havocked = Vec::with_capacity(judged.len());
        let mut all = vec![self.inputs_are_values(terms)];
        let width = u32::BITS - (judged.len() as u32).leading_zeros() + 1;
        let mut count = terms.bits(width, 0);
        for judged in judged {
            let Some(mut open) = self.functions.open(terms, self.trace, judged) else {
                return self.unclear(judged.step.index(), NOT_SHOWN);
            };
            open.selector = terms.fresh("replaced", whydunit_term::Sort::Bool);
            all.push(self.is_value(terms, judged, &open));
            let one = terms.from_bool(open.selector);
            let one = terms.resize(one, width, false);
            count = terms.add(count, one);
            havocked.push(open);
        }
        let most = terms.bits(width, MOST_MEMBERS);
        all.push(terms.ule(count, most));
        for set in &self.judgement.sets {
            let members = set.members.iter().map(|&member| havocked[member].selector);
            let members: Vec<Term> = members.collect();
            let contains = terms.and(&members);
            all.push(terms.not(contains));
        }
        self.passes(terms, &havocked, &mut all);
        match self.ask_anew(terms, &all) {
            Answer::Unsat(_) => {}
            Answer::Sat => self.complain(Complaint::MissingSet),
            Answer::Unknown(reason) => self.give_up(reason),
        }
    }

    /// Does some other value of one assignment, of which it is said that it is in no set, let the check pass? Values are run, so this sees what formulas do not show.
    fn may_pass_alone(&self, judged: &Judged) -> bool {
        let Verdict::Irrelevant(_) = judged.verdict else { return false };
        // Where other inputs pass, nothing has to be replaced.
        if self.judgement.sets.iter().any(|set| set.members.is_empty()) {
            return false;
        }
        let &[cell] = judged.target.as_slice() else { return false };
        if cell.size > 8 || self.replay.len() > LONGEST_RUN_AGAIN {
            return false;
        }
        self.plain_values(judged).into_iter().any(|bits| {
            let replaced = [(cell, fitting(cell, bits))];
            let course = self.replaced_course(judged, &replaced, &[], &[]);
            matches!(course, Course::Blocks(_, Blocked::CheckPasses))
        })
    }

    /// With these assignments open, the trace goes on to its end and passes the check.
    fn passes(&self, terms: &mut Terms, havocked: &[Open], all: &mut Vec<Term>) {
        let rest = self.functions.rest(terms, havocked);
        for step in 0..self.functions.steps() {
            let changed = rest.obligations.get(&step).copied();
            all.push(changed.unwrap_or_else(|| self.functions.obligation(step)));
        }
        all.push(rest.check.unwrap_or(self.functions.check()));
    }

    fn ask_anew(&mut self, terms: &mut Terms, all: &[Term]) -> Answer {
        let question = terms.and(all);
        if question == Term::FALSE {
            return Answer::Unsat(whydunit_solver::Core::default());
        }
        let mut solver = (self.options.solver)();
        solver.assert(terms, question);
        self.purse.decide(solver.as_mut(), terms, &[])
    }
}

fn is_part(target: Cell, cell: Cell) -> bool {
    target == cell
        || target.object == cell.object
            && target.offset <= cell.offset
            && cell.offset + cell.size <= target.offset + target.size
}
