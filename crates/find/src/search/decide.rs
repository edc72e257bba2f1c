//! Which checks can fail within the bounds, and by which runs?

use std::time::Instant;

use whydunit_interp::{Ending, Failure, NoObserver, RunSpec};
use whydunit_solver::{Answer, Budget, Reason};
use whydunit_term::{Model, Term};

use super::{Rounds, is_same};
use crate::exec::{Executed, Site};
use crate::inputs::Reader;
use crate::limits::{MOST_SPURIOUS, TYPICAL_TIME};
use crate::{FoundFailure, Gap, Progress, shrink, typical};

/// What became of a model.
enum Followed {
    /// A failure of this site was found.
    Failure(usize),
    /// The model is no run. Excludes its inputs.
    Spurious(Term),
}

impl Rounds<'_> {
    /// For every site when the first check to fail is there, by the times that it is reached. Behind a limit of ours nothing
    /// is looked at: it counts as a check here.
    pub(super) fn first_failures(&mut self, executed: &Executed) -> Vec<Vec<Term>> {
        let mut none_before = Term::TRUE;
        let mut by_site = vec![Vec::new(); executed.sites.len()];
        for violation in &executed.violations {
            let is_first = self.terms.and(&[none_before, violation.condition]);
            by_site[violation.site].push(is_first);
            let passes = self.terms.not(violation.condition);
            none_before = self.terms.and(&[none_before, passes]);
        }
        by_site
    }

    /// A model in which the site fails early, and the condition that says so: few iterations are typical.
    fn early(
        &mut self,
        assumptions: &[Term],
        times: &[Term],
        (all, model): (Term, Model),
    ) -> (Term, Model) {
        let budget = self.typical_budget();
        let mut question = assumptions.to_vec();
        let mut some = 1;
        while some < times.len() {
            let early = self.terms.or(&times[..some]);
            question.push(early);
            if let Answer::Sat(model) = self.ask(&question, &budget) {
                return (early, model);
            }
            question.pop();
            some *= 4;
        }
        (all, model)
    }

    /// Finds all failures within the bounds.
    pub(super) fn decide(&mut self, executed: &Executed, unwind: u32) -> Result<(), Reason> {
        let budget = self.request.budget.clone();
        let mut assumptions = executed.assumptions.clone();
        let times = self.first_failures(executed);
        let by_site: Vec<Term> = times.iter().map(|conditions| self.terms.or(conditions)).collect();
        let mut open: Vec<usize> = Vec::new();
        for (index, site) in executed.sites.iter().enumerate() {
            if self.settled.contains(site) {
                assumptions.push(self.terms.not(by_site[index]));
            } else if by_site[index] != Term::FALSE && !self.is_limit(site) {
                open.push(index);
            }
        }
        let mut spurious = vec![0_u32; executed.sites.len()];
        while !open.is_empty() {
            let any = if open.len() == executed.sites.len() {
                // Some check fails: which one is first does not matter yet.
                self.any_violation(executed)
            } else {
                let conditions: Vec<Term> = open.iter().map(|&site| by_site[site]).collect();
                self.terms.or(&conditions)
            };
            let mut question = assumptions.clone();
            question.push(any);
            let statements = self.statements;
            let failures = self.failures.len();
            let queries = self.coverage.queries;
            (self.progress)(&Progress { unwind, statements, queries, failures });
            let model = match self.ask(&question, &budget) {
                Answer::Unsat(_) => return Ok(()),
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(model) => model,
            };
            let Some(first) = self.first_violation(executed, &model) else {
                // The model rests on operations that have no values: nothing can be said.
                self.give_up(executed, &mut open, &mut assumptions, &by_site, None);
                continue;
            };
            let (violated, model) =
                self.early(&assumptions, &times[first], (by_site[first], model));
            let found = self.follow(executed, first, (&assumptions, violated), model, &open);
            match found {
                Followed::Failure(settled) => {
                    open.retain(|&site| site != settled);
                    self.settled.insert(executed.sites[settled]);
                    assumptions.push(self.terms.not(by_site[settled]));
                    if self.request.first_only {
                        return Ok(());
                    }
                }
                Followed::Spurious(excluded) => {
                    spurious[first] += 1;
                    // By contracts alone more can happen than in the program, and what cannot be given cannot be
                    // excluded either.
                    let is_open = self.request.modular || executed.has_unnamed_inputs;
                    let most = if is_open || excluded == Term::FALSE { 1 } else { MOST_SPURIOUS };
                    if spurious[first] >= most {
                        let keep = Some(first);
                        self.give_up(executed, &mut open, &mut assumptions, &by_site, keep);
                    } else {
                        assumptions.push(excluded);
                    }
                }
            }
            if let Some(reason) = budget.exceeded() {
                return Err(reason);
            }
        }
        Ok(())
    }

    pub(super) fn any_violation(&mut self, executed: &Executed) -> Term {
        let conditions: Vec<Term> =
            executed.violations.iter().map(|violation| violation.condition).collect();
        self.terms.or(&conditions)
    }

    /// Leaves a site (or all) undecided.
    fn give_up(
        &mut self,
        executed: &Executed,
        open: &mut Vec<usize>,
        assumptions: &mut Vec<Term>,
        by_site: &[Term],
        site: Option<usize>,
    ) {
        let given_up: Vec<usize> = match site {
            Some(site) => vec![site],
            None => open.clone(),
        };
        for site in given_up {
            open.retain(|&other| other != site);
            assumptions.push(self.terms.not(by_site[site]));
            let Site { kind, span } = executed.sites[site];
            self.settled.insert(executed.sites[site]);
            let check = kind.name();
            let message = match self.request.modular {
                true => {
                    format!("by the contracts of called functions the {check} check here may fail")
                }
                false => format!("whether the {check} check here can fail"),
            };
            self.add_gap(message, Some(span));
        }
    }

    pub(super) fn add_gap(&mut self, message: String, place: Option<whydunit_source::Span>) {
        let gap = Gap { message, place };
        if !self.coverage.gaps.contains(&gap) {
            self.coverage.gaps.push(gap);
        }
    }

    /// The site of the first check that fails in a model.
    pub(super) fn first_violation(&mut self, executed: &Executed, model: &Model) -> Option<usize> {
        let mut reader = Reader::new(self.program, &self.terms, model);
        let failing =
            executed.violations.iter().find(|violation| reader.holds(violation.condition));
        failing.map(|violation| violation.site)
    }

    /// From a model to a failing run of the interpreter.
    fn follow(
        &mut self,
        executed: &Executed,
        site: usize,
        (assumptions, violated): (&[Term], Term),
        model: Model,
        open: &[usize],
    ) -> Followed {
        let mut question = assumptions.to_vec();
        question.push(violated);
        let budget = self.typical_budget();
        let plain = typical::typical(
            self.program,
            &mut self.solver,
            &mut self.terms,
            executed,
            &question,
            model.clone(),
            &budget,
        );
        for model in [&plain, &model] {
            let spec =
                Reader::new(self.program, &self.terms, model).run(executed, self.request.spec);
            if let Ending::Failed(failure) = self.replay(&spec) {
                let spec = self.shrink(spec, &failure);
                let found = executed
                    .sites
                    .iter()
                    .position(|known| known.kind == failure.kind && known.span == failure.span);
                let kind = failure.kind;
                let number = self.add_failure(failure, spec);
                let found = match found {
                    Some(found) if open.contains(&found) => found,
                    // A site that we give another place than the interpreter does.
                    None if kind == executed.sites[site].kind => site,
                    // It fails elsewhere, and that was known: nothing is said about this site.
                    _ => continue,
                };
                if self.request.runs_per_failure > 1 {
                    self.more_runs(executed, question, plain.clone(), number);
                }
                return Followed::Failure(found);
            }
        }
        Followed::Spurious(self.other_inputs(executed, &model))
    }

    /// Does the check guard a limit of ours?
    fn is_limit(&self, site: &Site) -> bool {
        self.program.arithmetic.is_limit(site.kind)
    }

    pub(super) fn typical_budget(&self) -> Budget {
        let mut budget = self.request.budget.clone();
        let end = Instant::now() + TYPICAL_TIME;
        budget.deadline = Some(budget.deadline.map_or(end, |deadline| deadline.min(end)));
        budget.conflicts = Some(20_000);
        budget
    }

    fn shrink(&mut self, spec: RunSpec, failure: &Failure) -> RunSpec {
        let config = self.config();
        let compiled = &self.compiled;
        let mut runs = 0;
        let spec = shrink::shrink(spec, &mut |spec| {
            runs += 1;
            let result = compiled.run(spec, &config, &mut |_, _| {}, &mut NoObserver);
            matches!(result.ending, Ending::Failed(found) if is_same(&found, failure))
        });
        self.coverage.runs += runs;
        spec
    }

    /// Adds a run to its failure; returns the failure's index.
    pub(super) fn add_failure(&mut self, failure: Failure, spec: RunSpec) -> usize {
        match self.failures.iter().position(|known| is_same(&known.failure, &failure)) {
            None => {
                self.failures.push(FoundFailure { failure, runs: vec![spec] });
                self.failures.len() - 1
            }
            Some(index) => {
                let known = &mut self.failures[index];
                let is_new = !known.runs.iter().any(|run| same_inputs(run, &spec));
                if is_new && known.runs.len() < self.request.runs_per_failure {
                    known.runs.push(spec);
                }
                index
            }
        }
    }

    /// Looks for other runs with the same failure: first on other ways to it, then with other inputs. What is true of one way need not be of another.
    fn more_runs(
        &mut self,
        executed: &Executed,
        mut question: Vec<Term>,
        mut model: Model,
        number: usize,
    ) {
        let budget = self.typical_budget();
        self.runs_on_other_ways(executed, &mut question, &mut model, number);
        if self.failures[number].runs.len() >= self.request.runs_per_failure {
            return;
        }
        for _ in 1..2 * self.request.runs_per_failure {
            let other = self.other_inputs(executed, &model);
            question.push(other);
            model = match self.ask(&question, &budget) {
                Answer::Sat(model) => model,
                Answer::Unsat(_) | Answer::Unknown(_) => return,
            };
            let plain = typical::typical(
                self.program,
                &mut self.solver,
                &mut self.terms,
                executed,
                &question,
                model.clone(),
                &budget,
            );
            let spec =
                Reader::new(self.program, &self.terms, &plain).run(executed, self.request.spec);
            if let Ending::Failed(failure) = self.replay(&spec) {
                self.add_failure(failure, spec);
                model = plain;
            }
            let enough = self.request.runs_per_failure;
            if self.failures[number].runs.len() >= enough {
                return;
            }
        }
    }

    /// Runs with the same failure that come to places which no run before has come to. `model` is the last run in the end, and `question` excludes the inputs of the others.
    fn runs_on_other_ways(
        &mut self,
        executed: &Executed,
        question: &mut Vec<Term>,
        model: &mut Model,
        number: usize,
    ) {
        let budget = self.typical_budget();
        // What a branch leads to begins with the first statement of a block.
        let mut unseen: Vec<Vec<Term>> = executed
            .reached
            .iter()
            .filter(|(point, _)| point.index == 0)
            .map(|(_, visits)| visits.iter().map(|(when, _)| *when).collect())
            .collect();
        unseen.sort_unstable();
        loop {
            let mut reader = Reader::new(self.program, &self.terms, model);
            unseen.retain(|visits| !visits.iter().any(|when| reader.holds(*when)));
            if self.failures[number].runs.len() >= self.request.runs_per_failure {
                return;
            }
            let all: Vec<Term> = unseen.iter().flatten().copied().collect();
            let elsewhere = self.terms.or(&all);
            if elsewhere == Term::FALSE {
                return;
            }
            let mut asked = question.clone();
            asked.push(elsewhere);
            let Answer::Sat(other) = self.ask(&asked, &budget) else { return };
            let plain = typical::typical(
                self.program,
                &mut self.solver,
                &mut self.terms,
                executed,
                &asked,
                other,
                &budget,
            );
            let excluded = self.other_inputs(executed, model);
            question.push(excluded);
            *model = plain;
            let spec =
                Reader::new(self.program, &self.terms, model).run(executed, self.request.spec);
            match self.replay(&spec) {
                Ending::Failed(failure) => drop(self.add_failure(failure, spec)),
                // What is not modelled exactly: the place is not asked for again.
                _ => continue,
            };
        }
    }

    /// The inputs are not those of the model.
    fn other_inputs(&mut self, executed: &Executed, model: &Model) -> Term {
        let mut differences = Vec::new();
        for (when, term) in executed.open_terms() {
            let mut reader = Reader::new(self.program, &self.terms, model);
            if !reader.holds(when) {
                continue;
            }
            let value = reader.bits(term);
            let sort = self.terms.sort(term);
            let constant = self.terms.constant(sort, value);
            differences.push(self.terms.ne(term, constant));
        }
        self.terms.or(&differences)
    }
}

fn same_inputs(a: &RunSpec, b: &RunSpec) -> bool {
    a.inputs == b.inputs && a.args == b.args && a.stdin == b.stdin
}
