//! The other criteria, by their definitions.
//!
//! With `π'` the trace in which an assignment is open, and an execution that *blocks* at a step when all steps before it go on along
//! the trace and it does not (of the failing step: its check passes, or something else fails there):
//! - *restrictive* (responsibility of assigning statements, Def. 4 and 5): from an initial state from which the trace may fail, some
//!   execution of `π'` blocks after the assignment;
//! - *becoming restrictive*: it does so at a step at which no execution of the trace itself blocks;
//! - *more blocking* (Def. 6 to 8): some execution of `π'` with another value than the assigned one blocks after the assignment, from any state;
//! - *co-reachable*: relevance, where the state before the step need not be reachable;
//! - *unsatisfiable core*: what a solver says. An assignment that is relevant is in every core.

use std::collections::BTreeMap;

use whydunit_claim::{Criterion, Judged, Verdict, Witness};
use whydunit_interp::Cell;
use whydunit_program::CheckKind;
use whydunit_solver::{Solve, Verdict as Answer};
use whydunit_term::{Substitution, Term, Terms};

use super::functions::{Open, Rest};
use super::{Checker, NOT_SHOWN};
use crate::verdict::Complaint;
use whydunit_counterfactual::Course;

impl Checker<'_> {
    pub(super) fn check_criterion(&mut self, terms: &mut Terms) {
        let mut questions = Questions::new(self, terms);
        for judged in &self.judgement.judged {
            if self.is_exhausted() {
                return;
            }
            match (&judged.verdict, self.judgement.criterion) {
                (Verdict::Unknown(_), _) => {}
                (Verdict::Relevant(witness), Criterion::Coreachable) => {
                    self.check_witness(terms, judged, witness);
                }
                (Verdict::Relevant(witness), Criterion::UnsatCore) => {
                    self.check_core_witness(judged, witness);
                }
                (Verdict::Relevant(witness), criterion) => {
                    self.check_blocking(terms, &mut questions, judged, witness, criterion);
                }
                // What is relevant is in every core; of the rest a core may have what it likes.
                (Verdict::Irrelevant(_), Criterion::UnsatCore) => {
                    self.check_irrelevant(terms, judged);
                }
                (Verdict::Irrelevant(_), Criterion::Coreachable) => {
                    self.check_irrelevant(terms, judged);
                    self.unclear(judged.step.index(), "only states that are reached are looked at");
                }
                (Verdict::Irrelevant(_), criterion) => {
                    self.check_never_blocking(terms, &mut questions, judged, criterion);
                }
            }
        }
    }

    /// A solver chooses cores; what it shows of an assignment has to be true nevertheless.
    fn check_core_witness(&mut self, judged: &Judged, witness: &Witness) {
        let step = judged.step.index();
        match self.replay.run(&witness.execution, &[], Some(step)).course {
            Course::Fails => {}
            Course::Lost(step) => self.lose(step),
            Course::Blocks(..) => self.complain(Complaint::NoExecution { step }),
        }
    }

    fn check_blocking(
        &mut self,
        terms: &mut Terms,
        questions: &mut Questions,
        judged: &Judged,
        witness: &Witness,
        criterion: Criterion,
    ) {
        let step = judged.step.index();
        self.check_block(judged, witness, &witness.continuation, &[]);
        if witness.blocked_at.index() <= step {
            self.complain(Complaint::BlocksElsewhere {
                step,
                claimed: witness.blocked_at.index(),
                found: step,
            });
        }
        if criterion == Criterion::MoreBlocking {
            let seen = self.replay.run(&witness.continuation, &[], Some(step));
            let is_same = |replaced: &(Cell, u64)| seen.written.contains(replaced);
            // What has no value differs from every value.
            let has_value = self.trace.failure.kind != CheckKind::Uninit;
            if has_value && witness.replaced.iter().all(is_same) {
                self.complain(Complaint::WrongReplacement { step });
            }
            return;
        }
        match self.replay.run(&witness.execution, &[], None).course {
            Course::Fails => {}
            Course::Lost(step) => self.lose(step),
            Course::Blocks(..) => self.complain(Complaint::NoExecution { step }),
        }
        if !self.starts_alike(&witness.execution, &witness.continuation) {
            self.complain(Complaint::NoExecution { step });
        }
        if criterion == Criterion::BecomingRestrictive {
            match questions.blocks_at(self, terms, witness.blocked_at.index()) {
                Answer::Unsat(_) => {}
                Answer::Sat => self.complain(Complaint::NotSure { step }),
                Answer::Unknown(reason) => self.give_up(reason),
            }
        }
    }

    /// Do two executions agree on the inputs that the run starts with?
    fn starts_alike(&self, one: &[(u32, u64)], other: &[(u32, u64)]) -> bool {
        let first = self.trace.first_executed();
        let is_start = |entry: &&(u32, u64)| {
            self.functions.input(entry.0).is_some_and(|input| input.step < first)
        };
        one.iter().filter(is_start).all(|entry| other.contains(entry))
            && other.iter().filter(is_start).all(|entry| one.contains(entry))
    }

    fn check_never_blocking(
        &mut self,
        terms: &mut Terms,
        questions: &mut Questions,
        judged: &Judged,
        criterion: Criterion,
    ) {
        let step = judged.step.index();
        let Some(open) = self.functions.open(terms, self.trace, judged) else {
            return self.unclear(step, NOT_SHOWN);
        };
        let is_value = self.is_value(terms, judged, &open);
        let rest = self.functions.rest(terms, std::slice::from_ref(&open));
        let answer = match criterion {
            Criterion::MoreBlocking => {
                let differs = self.functions.differs(terms, &open);
                let leaves = self.leaves_after(terms, &rest, step);
                let reaches = questions.reaches(self, terms, step + 1);
                let mut solver = (self.options.solver)();
                let are_values = self.inputs_are_values(terms);
                let all = terms.and(&[are_values, reaches, is_value, differs, leaves]);
                solver.assert(terms, all);
                self.purse.decide(solver.as_mut(), terms, &[])
            }
            Criterion::Restrictive => {
                let leaves = self.leaves_after(terms, &rest, step);
                let reaches = questions.reaches(self, terms, step + 1);
                questions.ask(self, terms, &[reaches, is_value, leaves])
            }
            _ => self.becomes(terms, questions, (&open, &rest), is_value),
        };
        match answer {
            Answer::Unsat(_) => {}
            Answer::Sat => self.complain(Complaint::Relevant { step }),
            Answer::Unknown(reason) => self.give_up(reason),
        }
    }

    /// Some step after an open assignment blocks.
    fn leaves_after(&self, terms: &mut Terms, rest: &Rest, step: usize) -> Term {
        let all: Vec<Term> = (step + 1..self.functions.steps())
            .map(|at| goes_on(self, terms, Some(rest), at))
            .collect();
        let all = terms.and(&all);
        terms.not(all)
    }

    /// Does some step become restrictive?
    fn becomes(
        &mut self,
        terms: &mut Terms,
        questions: &mut Questions,
        (open, rest): (&Open, &Rest),
        is_value: Term,
    ) -> Answer {
        let mut path = vec![questions.reaches(self, terms, open.step + 1), is_value];
        for at in open.step + 1..self.functions.steps() {
            let goes_on = goes_on(self, terms, Some(rest), at);
            if goes_on == Term::TRUE {
                continue;
            }
            let leaves = terms.not(goes_on);
            let mut all = path.clone();
            all.push(leaves);
            path.push(goes_on);
            match questions.ask(self, terms, &all) {
                Answer::Unsat(_) => continue,
                Answer::Unknown(reason) => return Answer::Unknown(reason),
                Answer::Sat => {}
            }
            match questions.blocks_at(self, terms, at) {
                Answer::Sat => {}
                Answer::Unsat(_) => return Answer::Sat,
                Answer::Unknown(reason) => return Answer::Unknown(reason),
            }
        }
        Answer::Unsat(whydunit_solver::Core::default())
    }
}

/// A step goes on along the trace; of the last one, its check fails.
fn goes_on(checker: &Checker<'_>, terms: &mut Terms, rest: Option<&Rest>, step: usize) -> Term {
    let functions = &checker.functions;
    let changed = rest.and_then(|rest| rest.obligations.get(&step).copied());
    let obligation = changed.unwrap_or_else(|| functions.obligation(step));
    if step + 1 < functions.steps() {
        return obligation;
    }
    let check = rest.and_then(|rest| rest.check).unwrap_or(functions.check());
    let fails = terms.not(check);
    terms.and(&[obligation, fails])
}

/// Questions about executions from initial states from which the trace may fail.
struct Questions {
    solver: Box<dyn Solve>,
    /// Does the trace itself block at a step?
    blocking: BTreeMap<usize, Answer>,
}

impl Questions {
    fn new(checker: &Checker<'_>, terms: &mut Terms) -> Questions {
        let first = checker.trace.first_executed();
        let (fails, are_values) =
            (checker.functions.fails(terms), checker.inputs_are_values(terms));
        let fails = terms.and(&[fails, are_values]);
        let mut renaming = Substitution::new();
        for input in checker.functions.inputs().filter(|input| input.step >= first) {
            let copy = terms.fresh("elsewhere", terms.sort(input.variable));
            renaming.insert(terms, input.variable, copy);
        }
        let may_fail = renaming.apply(terms, fails);
        let mut solver = (checker.options.solver)();
        solver.assert(terms, may_fail);
        solver.assert(terms, are_values);
        Questions { solver, blocking: BTreeMap::new() }
    }

    fn ask(&mut self, checker: &mut Checker<'_>, terms: &mut Terms, all: &[Term]) -> Answer {
        checker.purse.decide(self.solver.as_mut(), terms, all)
    }

    /// The steps before this one go on along the trace.
    fn reaches(&self, checker: &Checker<'_>, terms: &mut Terms, step: usize) -> Term {
        let all: Vec<Term> = (0..step).map(|at| checker.functions.obligation(at)).collect();
        terms.and(&all)
    }

    fn blocks_at(&mut self, checker: &mut Checker<'_>, terms: &mut Terms, step: usize) -> Answer {
        if let Some(known) = self.blocking.get(&step) {
            return known.clone();
        }
        let reaches = self.reaches(checker, terms, step);
        let goes_on = goes_on(checker, terms, None, step);
        let leaves = terms.not(goes_on);
        let answer = self.ask(checker, terms, &[reaches, leaves]);
        self.blocking.insert(step, answer.clone());
        answer
    }
}
