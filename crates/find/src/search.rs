//! The search: execute to a bound, ask which checks can fail, replay what is found, go deeper.
//!
//! One solver serves all rounds: terms that come again are not translated again, and what was learnt stays. A failure that was
//! found is taken as excluded from then on, so that the next model is another one; when nothing is left to fail, the question
//! is whether anything lies beyond the bounds.

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use whydunit_interp::{
    Compiled, Config, Ending, Failure, InputValue, NoObserver, RunSpec, prepare,
};
use whydunit_program::{CheckKind, InputOrigin, Program, StmtKind};
use whydunit_solver::{Answer, Budget, Embedded, Reason, Solve};
use whydunit_term::{Model, Term, Terms};

use crate::exec::{Bounds, CutReason, Exec, Executed, Setting, Site};
use crate::inputs::Reader;
use crate::{
    Coverage, FoundFailure, Gap, LoopCoverage, Progress, RecursionCoverage, Request, Search,
    Stopped, Verdict, deterministic, shrink, typical,
};

/// Symbolic execution follows calls by recursion.
const STACK: usize = 1 << 30;
/// Unless there is less time, a search that finds nothing goes deeper for this long.
const PATIENCE: Duration = Duration::from_secs(10);
/// After a failure was found, deeper rounds are for others.
const PATIENCE_AFTER_FAILURE: Duration = Duration::from_secs(1);
const DEEPEST: u32 = 1 << 10;
/// Models of one check that are no runs.
const MOST_SPURIOUS: u32 = 8;
const TYPICAL_TIME: Duration = Duration::from_secs(3);
/// Steps of a replay when the request sets no limit: a failing run of a bounded search is short.
const REPLAY_STEPS: u64 = 50_000_000;

/// Steps of the run with the plainest inputs.
const PLAIN_STEPS: u64 = 1_000_000;

/// Looks for runs that fail. `progress` is called now and then.
pub fn search(request: &Request<'_>, progress: &mut (dyn FnMut(&Progress) + Send)) -> Search {
    if !request.modular
        && deterministic::is_deterministic(request)
        && let Some(search) = Rounds::new(request, progress).single_run()
    {
        return search;
    }
    search_symbolically(request, progress)
}

/// As [`search`], but also executes programs symbolically that have just one run. Tests compare the two.
#[doc(hidden)]
pub fn search_symbolically(
    request: &Request<'_>,
    progress: &mut (dyn FnMut(&Progress) + Send),
) -> Search {
    std::thread::scope(|scope| {
        let work = move || Rounds::new(request, progress).run();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match thread.map(|thread| thread.join()) {
            Ok(Ok(search)) => search,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => unknown("no memory for the search"),
        }
    })
}

fn unknown(message: &str) -> Search {
    let gap = Gap { message: message.to_owned(), place: None };
    let coverage = Coverage { gaps: vec![gap], ..Coverage::default() };
    Search { verdict: Verdict::Unknown, failures: Vec::new(), coverage }
}

struct Rounds<'a> {
    request: &'a Request<'a>,
    program: &'a Program,
    compiled: Compiled<'a>,
    progress: &'a mut (dyn FnMut(&Progress) + Send),
    terms: Terms,
    solver: Embedded,
    failures: Vec<FoundFailure>,
    /// Sites whose failure was found, or given up.
    settled: FxHashSet<Site>,
    coverage: Coverage,
    statements: u64,
    started: Instant,
}

/// How a round ended.
enum Round {
    /// Everything within the bounds is decided; did anything lie beyond?
    Complete {
        is_exhausted: bool,
    },
    Stopped,
}

impl<'a> Rounds<'a> {
    fn new(
        request: &'a Request<'a>,
        progress: &'a mut (dyn FnMut(&Progress) + Send),
    ) -> Rounds<'a> {
        Rounds {
            request,
            program: request.program,
            compiled: prepare(request.program),
            progress,
            terms: Terms::new(),
            solver: Embedded::new(),
            failures: Vec::new(),
            settled: FxHashSet::default(),
            coverage: Coverage::default(),
            statements: 0,
            started: Instant::now(),
        }
    }

    fn run(mut self) -> Search {
        self.plainest_run();
        if self.request.first_only && !self.failures.is_empty() {
            return self.finish(false);
        }
        let mut unwind = self.request.unwind.unwrap_or(1);
        let mut exhausted = false;
        let mut before = Duration::ZERO;
        loop {
            let round_started = Instant::now();
            match self.round(unwind) {
                Round::Complete { is_exhausted } => {
                    self.coverage.unwind = unwind;
                    exhausted = is_exhausted;
                }
                Round::Stopped => break,
            }
            let is_enough = exhausted
                || self.request.unwind.is_some()
                || unwind >= DEEPEST
                || self.all_settled()
                || (self.request.first_only && !self.failures.is_empty())
                || !self.may_go_deeper(before, round_started.elapsed());
            if is_enough {
                break;
            }
            before = round_started.elapsed();
            unwind *= 2;
        }
        self.finish(exhausted)
    }

    /// A round costs at least twice the one before; more, if that one did.
    fn may_go_deeper(&self, before: Duration, last: Duration) -> bool {
        let growth = last.as_secs_f64() / before.as_secs_f64().max(0.001);
        let expected = last.mul_f64(growth.clamp(2.0, 4.0));
        let patience = if self.failures.is_empty() { PATIENCE } else { PATIENCE_AFTER_FAILURE };
        let elapsed = self.started.elapsed();
        let in_time = match self.request.budget.deadline {
            Some(deadline) => Instant::now() + expected < deadline,
            None => true,
        };
        in_time && elapsed + expected < 3 * patience && elapsed < patience
    }

    /// Every check that could fail has been seen failing. Only known where the checks are written out.
    fn all_settled(&self) -> bool {
        const WRITTEN: [CheckKind; 3] =
            [CheckKind::Assert, CheckKind::Unreach, CheckKind::Contract];
        let checks = self.request.checks;
        let is_written_only = CheckKind::ALL
            .into_iter()
            .all(|kind| WRITTEN.contains(&kind) || !checks.contains(kind));
        let is_settled = |kind: CheckKind, span| {
            let kind = if kind == CheckKind::Requires { CheckKind::Contract } else { kind };
            !checks.contains(kind) || self.settled.contains(&Site { kind, span })
        };
        let blocks = self.program.functions.iter().flat_map(|function| function.blocks());
        is_written_only
            && !self.settled.is_empty()
            && blocks.flat_map(|block| &block.stmts).all(|stmt| match &stmt.kind {
                StmtKind::Check { kind, cond, .. } => is_settled(*kind, cond.span),
                _ => true,
            })
    }

    fn config(&self) -> Config {
        Config {
            checks: self.request.checks,
            max_steps: Some(self.request.max_steps.unwrap_or(REPLAY_STEPS)),
            deadline: self.request.budget.deadline,
            memory_limit: self.request.budget.memory,
            ..Config::default()
        }
    }

    fn replay(&mut self, spec: &RunSpec) -> Ending {
        self.coverage.runs += 1;
        self.compiled.run(spec, &self.config(), &mut |_, _| {}, &mut NoObserver).ending
    }

    /// All inputs zero, nothing else given: if that fails, no input is more typical.
    fn plainest_run(&mut self) {
        let mut config = self.config();
        config.max_steps = Some(PLAIN_STEPS.min(self.request.max_steps.unwrap_or(PLAIN_STEPS)));
        self.coverage.runs += 1;
        let spec = self.request.spec;
        let result = self.compiled.run(spec, &config, &mut |_, _| {}, &mut NoObserver);
        if let Ending::Failed(failure) = result.ending {
            if self.request.runs_per_failure == 1 {
                self.settled.insert(Site { kind: failure.kind, span: failure.span });
            }
            let mut spec = spec.clone();
            for record in &result.inputs {
                let is_plain = record.name.chars().all(|c| c.is_alphanumeric() || "_#".contains(c));
                let is_number = self.program.types.pointee(record.ty).is_none()
                    && !matches!(record.origin, InputOrigin::Argv | InputOrigin::Stdin);
                if is_plain && is_number && spec.inputs.get(&record.name).is_none() {
                    spec.inputs.set(&record.name, InputValue::Int(0));
                }
            }
            self.add_failure(failure, spec);
        }
    }

    /// A program without inputs has one run. `None` if it has inputs after all: storage without a value, while that is
    /// not checked.
    fn single_run(mut self) -> Option<Search> {
        let mut config = self.config();
        config.max_steps = self.request.max_steps;
        self.coverage.runs = 1;
        let spec = self.request.spec.clone();
        let result = self.compiled.run(&spec, &config, &mut |_, _| {}, &mut NoObserver);
        if !result.inputs.is_empty() && !self.request.checks.contains(CheckKind::Uninit) {
            return None;
        }
        let mut gap = |message: String, place| {
            self.coverage.gaps.push(Gap { message, place: Some(place) });
            Verdict::Unknown
        };
        let verdict = match result.ending {
            Ending::Failed(failure) => {
                self.failures.push(FoundFailure { failure, runs: vec![spec] });
                Verdict::Fails
            }
            Ending::Finished { .. }
            | Ending::Aborted { .. }
            | Ending::AssumptionFailed { .. }
            | Ending::Trapped { .. } => Verdict::Holds,
            Ending::Limit { message, place, .. } => gap(message, place),
            Ending::OutOfBudget { budget, place, .. } => {
                let (stopped, what) = match budget {
                    whydunit_interp::Budget::Time => (Some(Stopped::Time), "time"),
                    whydunit_interp::Budget::Memory => (Some(Stopped::Memory), "memory"),
                    whydunit_interp::Budget::Steps => (None, "steps"),
                    whydunit_interp::Budget::CallDepth => (None, "nested calls"),
                };
                let verdict = gap(format!("the run ends here for lack of {what}"), place);
                self.coverage.stopped = stopped;
                verdict
            }
        };
        Some(Search { verdict, failures: self.failures, coverage: self.coverage })
    }

    fn round(&mut self, unwind: u32) -> Round {
        let bounds = Bounds {
            unwind,
            strict: self.request.unwind.is_some(),
            elements: (2 * unwind).clamp(4, 32),
            characters: (2 * unwind).clamp(4, 32),
        };
        let (failures, queries) = (self.failures.len(), self.coverage.queries);
        let before = self.statements;
        let progress = &mut *self.progress;
        let mut tell = |statements: u64| {
            let statements = before + statements;
            progress(&Progress { unwind, statements, queries, failures });
        };
        let mut exec = Exec::new(Setting {
            program: self.program,
            terms: &mut self.terms,
            solver: &mut self.solver,
            spec: self.request.spec,
            given: self.request.given,
            checks: self.request.checks,
            bounds,
            modular: self.request.modular,
            budget: &self.request.budget,
            progress: &mut tell,
        });
        let outcome = exec.run();
        let executed = exec.done;
        self.statements += executed.statements;
        // What was executed before a budget ended is still good for failures.
        let decided = self.decide(&executed, unwind);
        if let Err(reason) = outcome {
            self.stop(&reason);
            return Round::Stopped;
        }
        if let Err(reason) = decided {
            self.stop(&reason);
            return Round::Stopped;
        }
        if self.request.first_only && !self.failures.is_empty() {
            return Round::Complete { is_exhausted: false };
        }
        match self.look_beyond(&executed, unwind) {
            Ok(is_exhausted) => Round::Complete { is_exhausted },
            Err(reason) => {
                self.stop(&reason);
                Round::Stopped
            }
        }
    }

    fn stop(&mut self, reason: &Reason) {
        self.coverage.stopped = Some(match reason {
            Reason::Memory => Stopped::Memory,
            Reason::Interrupted => Stopped::Interrupted,
            _ => Stopped::Time,
        });
    }

    fn ask(&mut self, assumptions: &[Term], budget: &Budget) -> Answer {
        self.coverage.queries += 1;
        self.solver.check(&mut self.terms, assumptions, budget)
    }

    /// For every site when the first check to fail is there.
    fn first_failures(&mut self, executed: &Executed) -> Vec<Term> {
        let mut none_before = Term::TRUE;
        let mut by_site = vec![Vec::new(); executed.sites.len()];
        for violation in &executed.violations {
            let is_first = self.terms.and(&[none_before, violation.condition]);
            by_site[violation.site].push(is_first);
            let passes = self.terms.not(violation.condition);
            none_before = self.terms.and(&[none_before, passes]);
        }
        by_site.iter().map(|conditions| self.terms.or(conditions)).collect()
    }

    /// Finds all failures within the bounds.
    fn decide(&mut self, executed: &Executed, unwind: u32) -> Result<(), Reason> {
        let budget = self.request.budget.clone();
        let mut assumptions = executed.assumptions.clone();
        let by_site = self.first_failures(executed);
        let mut open: Vec<usize> = Vec::new();
        for (index, site) in executed.sites.iter().enumerate() {
            if self.settled.contains(site) {
                assumptions.push(self.terms.not(by_site[index]));
            } else if by_site[index] != Term::FALSE {
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
            let found = self.follow(executed, first, (&assumptions, by_site[first]), model, &open);
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
                    assumptions.push(excluded);
                    // By contracts alone more can happen than in the program.
                    let most = if self.request.modular { 1 } else { MOST_SPURIOUS };
                    if spurious[first] >= most {
                        let keep = Some(first);
                        self.give_up(executed, &mut open, &mut assumptions, &by_site, keep);
                    }
                }
            }
            if let Some(reason) = budget.exceeded() {
                return Err(reason);
            }
        }
        Ok(())
    }

    fn any_violation(&mut self, executed: &Executed) -> Term {
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

    fn add_gap(&mut self, message: String, place: Option<whydunit_source::Span>) {
        let gap = Gap { message, place };
        if !self.coverage.gaps.contains(&gap) {
            self.coverage.gaps.push(gap);
        }
    }

    /// The site of the first check that fails in a model.
    fn first_violation(&mut self, executed: &Executed, model: &Model) -> Option<usize> {
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
                self.add_failure(failure, spec);
                let found = match found {
                    Some(found) if open.contains(&found) => found,
                    // A site that we give another place than the interpreter does.
                    None if kind == executed.sites[site].kind => site,
                    // It fails elsewhere, and that was known: nothing is said about this site.
                    _ => continue,
                };
                if self.request.runs_per_failure > 1 {
                    self.more_runs(executed, question, plain.clone());
                }
                return Followed::Failure(found);
            }
        }
        Followed::Spurious(self.other_inputs(executed, &model))
    }

    fn typical_budget(&self) -> Budget {
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

    fn add_failure(&mut self, failure: Failure, spec: RunSpec) {
        let known = self.failures.iter_mut().find(|known| is_same(&known.failure, &failure));
        match known {
            None => self.failures.push(FoundFailure { failure, runs: vec![spec] }),
            Some(known) => {
                let is_new = !known.runs.iter().any(|run| same_inputs(run, &spec));
                if is_new && known.runs.len() < self.request.runs_per_failure {
                    known.runs.push(spec);
                }
            }
        }
    }

    /// Looks for other runs with the same failure.
    fn more_runs(&mut self, executed: &Executed, mut question: Vec<Term>, mut model: Model) {
        let budget = self.typical_budget();
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
            if self.failures.last().is_some_and(|found| found.runs.len() >= enough) {
                return;
            }
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

    /// What lies beyond the bounds? True when nothing does.
    fn look_beyond(&mut self, executed: &Executed, unwind: u32) -> Result<bool, Reason> {
        let mut assumptions = executed.assumptions.clone();
        let any = self.any_violation(executed);
        assumptions.push(self.terms.not(any));
        self.coverage.loops.clear();
        self.coverage.recursions.clear();
        self.coverage.inputs.clear();
        let kept = self.coverage.gaps.len();
        let mut reasons: Vec<(CutReason, Vec<Term>)> = Vec::new();
        for cut in &executed.cuts {
            match reasons.iter_mut().find(|(reason, _)| *reason == cut.reason) {
                Some((_, conditions)) => conditions.push(cut.condition),
                None => reasons.push((cut.reason.clone(), vec![cut.condition])),
            }
        }
        let all: Vec<Term> = executed.cuts.iter().map(|cut| cut.condition).collect();
        let all = self.terms.or(&all);
        if all == Term::FALSE {
            return Ok(kept == 0);
        }
        let budget = self.request.budget.clone();
        let mut question = assumptions.clone();
        question.push(all);
        if all != Term::TRUE {
            match self.ask(&question, &budget) {
                Answer::Unsat(_) => return Ok(kept == 0),
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(_) => {}
            }
        }
        let mut can_grow = false;
        for (reason, conditions) in reasons {
            let condition = self.terms.or(&conditions);
            question.truncate(assumptions.len());
            question.push(condition);
            match self.ask(&question, &budget) {
                Answer::Unsat(_) => continue,
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(_) => {}
            }
            can_grow |= !matches!(reason, CutReason::Gap(..));
            self.cover(reason, unwind);
        }
        Ok(!can_grow)
    }

    fn cover(&mut self, reason: CutReason, unwind: u32) {
        match reason {
            CutReason::Loop(function, id) => {
                let place = loop_place(self.program, function, id);
                let covered = LoopCoverage { place, iterations: unwind };
                if !self.coverage.loops.contains(&covered) {
                    self.coverage.loops.push(covered);
                }
            }
            CutReason::Recursion(function) => {
                let function = self.program.function(function);
                self.coverage.recursions.push(RecursionCoverage {
                    function: function.name.clone(),
                    place: function.span,
                    depth: unwind,
                });
            }
            CutReason::AssumedSize(name) => {
                let elements = (2 * unwind).clamp(4, 32);
                let words = format!("the {elements} elements that `{name}` is assumed to point to");
                self.coverage.inputs.push(words);
            }
            CutReason::Input(words) => self.coverage.inputs.push(words),
            CutReason::Gap(message, place) => self.add_gap(message, place),
        }
    }

    fn finish(mut self, exhausted: bool) -> Search {
        let coverage = &self.coverage;
        let verdict = if !self.failures.is_empty() {
            Verdict::Fails
        } else if !coverage.gaps.is_empty() || coverage.unwind == 0 {
            Verdict::Unknown
        } else if exhausted {
            Verdict::Holds
        } else {
            Verdict::HoldsWithinBound
        };
        // What plain inputs trigger comes first.
        self.failures.sort_by_key(|found| {
            let is_extreme =
                found.runs.first().is_some_and(|run| run.inputs.iter().any(|(_, v)| is_extreme(v)));
            (is_extreme, found.failure.span, found.failure.kind)
        });
        Search { verdict, failures: self.failures, coverage: self.coverage }
    }
}

enum Followed {
    /// A failure of this site was found.
    Failure(usize),
    /// The model is no run. Excludes its inputs.
    Spurious(Term),
}

/// One finding: the same check at the same place.
fn is_same(a: &Failure, b: &Failure) -> bool {
    a.kind == b.kind && a.span == b.span
}

/// A value that nobody would try by hand.
fn is_extreme(value: &InputValue) -> bool {
    match value {
        InputValue::Int(value) => value.unsigned_abs() >= 1 << 24,
        InputValue::Float(value) => value.is_nan() || value.abs() >= 1e9,
        InputValue::List(values) => values.iter().any(is_extreme),
        InputValue::Fields(fields) => fields.iter().any(|(_, value)| is_extreme(value)),
        InputValue::Bytes(_) | InputValue::Null | InputValue::Name(_) => false,
    }
}

fn same_inputs(a: &RunSpec, b: &RunSpec) -> bool {
    a.inputs == b.inputs && a.args == b.args && a.stdin == b.stdin
}

/// The condition of a loop, or the first statement in it.
fn loop_place(
    program: &Program,
    function: whydunit_program::FunctionId,
    id: whydunit_program::LoopId,
) -> whydunit_source::Span {
    let function = program.function(function);
    let blocks = function.blocks();
    let cfg = whydunit_program::Cfg::new(blocks);
    let info = cfg.loop_info(id);
    let mut statements = Vec::new();
    for &block in std::iter::once(&info.header).chain(&info.blocks) {
        let block = &blocks[block.index()];
        statements.extend(block.stmts.iter().map(|stmt| stmt.source));
        statements.push(block.terminator.source);
    }
    let is_condition = |source: &&whydunit_program::SourceStmtId| {
        program.source_stmt(**source).kind == whydunit_program::SourceKind::Condition
    };
    let found = statements.iter().find(is_condition).or(statements.first());
    found.map_or(function.span, |source| program.source_stmt(*source).span)
}
