//! The search: execute to a bound, ask which checks can fail, replay what is found, go deeper.
//!
//! One solver serves all rounds: terms that come again are not translated again, and what was learnt stays. A failure that was
//! found is taken as excluded from then on, so that the next model is another one; when nothing is left to fail, the question
//! is whether anything lies beyond the bounds.

mod beyond;
mod dead;
mod decide;
mod verdict;

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use whydunit_host::stretched;
use whydunit_interp::{
    Compiled, Config, Ending, Failure, InputValue, NoObserver, RunSpec, prepare,
};
use whydunit_program::{CheckKind, InputOrigin, Program, StmtKind, Type, TypeId, TypeTable};
use whydunit_solver::{Answer, Budget, Embedded, Reason, Solve};
use whydunit_term::{Term, Terms};

use self::beyond::range_words;
use self::verdict::Looked;
use crate::exec::{Bounds, Exec, Setting, Site};
use crate::limits::{
    DEEPEST_UNWINDING, MOST_ASSUMED, MOST_UNENDED, PATIENCE, PLAIN_MEMORY, PLAIN_STEPS,
    REPLAY_STEPS, STACK,
};
use crate::{
    Assumption, AssumptionKind, Coverage, DeadArm, FoundFailure, Gap, Progress, Request, Search,
    Stopped, Verdict, deterministic, outside,
};

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

/// Do the preconditions and assumptions exclude every run, as far as one shallow round can say? `None`: there was no answer in time.
pub fn is_vacuous(request: &Request<'_>) -> Option<bool> {
    let request = &Request { unwind: Some(1), budget: request.budget.clone(), ..*request };
    let work = move || {
        let mut ignored = |_: &Progress| {};
        let mut rounds = Rounds::new(request, &mut ignored);
        loop {
            match rounds.round(1) {
                Round::Larger => {}
                Round::Complete => break Some(rounds.looked.is_vacuous),
                Round::Stopped => break None,
            }
        }
    };
    std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()?;
        thread.join().ok().flatten()
    })
}

/// Arms of branches that no run takes, whatever the inputs. Nothing where runs go on beyond what the search can look at.
pub fn dead_arms(request: &Request<'_>) -> Vec<DeadArm> {
    let work = move || {
        let mut ignored = |_: &Progress| {};
        let mut rounds = Rounds::new(request, &mut ignored);
        rounds.wants_dead_arms = true;
        rounds.run().coverage.dead
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
    })
}

fn unknown(message: &str) -> Search {
    let gap = Gap { message: message.to_owned(), place: None };
    let coverage = Coverage { gaps: vec![gap], ..Coverage::default() };
    Search { verdict: Verdict::Unknown, failures: Vec::new(), unended: Vec::new(), coverage }
}

struct Rounds<'a> {
    request: &'a Request<'a>,
    program: &'a Program,
    compiled: Compiled<'a>,
    progress: &'a mut (dyn FnMut(&Progress) + Send),
    terms: Terms,
    solver: Embedded,
    failures: Vec<FoundFailure>,
    unended: Vec<RunSpec>,
    /// Sites whose failure was found, or given up.
    settled: FxHashSet<Site>,
    coverage: Coverage,
    /// What the last complete round looked at, or the one at hand.
    looked: Looked,
    /// The last round that was a verdict.
    definite: Option<Looked>,
    /// Elements behind pointers that a precondition asks for.
    elements: u32,
    /// Look for arms that no run takes?
    wants_dead_arms: bool,
    statements: u64,
    started: Instant,
}

/// How a round ended.
enum Round {
    /// Everything within the bounds is decided.
    Complete,
    /// No input met the precondition with so few elements behind pointers.
    Larger,
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
            unended: Vec::new(),
            settled: FxHashSet::default(),
            coverage: Coverage::default(),
            looked: Looked::default(),
            definite: None,
            elements: 0,
            wants_dead_arms: false,
            statements: 0,
            started: Instant::now(),
        }
    }

    fn run(mut self) -> Search {
        self.plainest_run();
        if self.request.first_only && !self.failures.is_empty() {
            return self.finish();
        }
        let mut unwind = self.request.unwind.unwrap_or(1);
        let mut before = Duration::ZERO;
        loop {
            let round_started = Instant::now();
            match self.round(unwind) {
                Round::Complete => {}
                Round::Larger => continue,
                Round::Stopped => break,
            }
            if self.coverage.gaps.is_empty() && self.looked.doubts.is_empty() {
                self.definite = Some(self.looked.clone());
            }
            let is_enough = self.looked.is_exhausted
                || self.request.unwind.is_some()
                || unwind >= DEEPEST_UNWINDING
                || self.all_settled()
                || (self.request.first_only && !self.failures.is_empty())
                || !self.may_go_deeper(before, round_started.elapsed());
            if is_enough {
                break;
            }
            before = round_started.elapsed();
            unwind *= 2;
        }
        self.finish()
    }

    /// A round costs at least twice the one before; more, if that one did.
    fn may_go_deeper(&self, before: Duration, last: Duration) -> bool {
        let growth = last.as_secs_f64() / before.as_secs_f64().max(0.001);
        let expected = last.mul_f64(growth.clamp(2.0, 4.0));
        let patience = stretched(self.request.patience.unwrap_or(PATIENCE));
        // After a failure was found, deeper rounds are for others.
        let patience = if self.failures.is_empty() { patience } else { patience / 10 };
        let elapsed = self.started.elapsed();
        let in_time = match self.request.budget.deadline {
            Some(deadline) => Instant::now() + expected < deadline,
            None => true,
        };
        in_time && elapsed + expected < 2 * patience && elapsed < patience
    }

    /// Every check that could fail has been seen failing. Only known where the checks are written out.
    fn all_settled(&self) -> bool {
        const WRITTEN: [CheckKind; 3] =
            [CheckKind::Assert, CheckKind::Unreach, CheckKind::Contract];
        let checks = self.request.checks;
        let arithmetic = self.program.arithmetic;
        let is_written_only = CheckKind::ALL.into_iter().all(|kind| {
            WRITTEN.contains(&kind) || !checks.contains(kind) || arithmetic.is_limit(kind)
        });
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
            interrupt: self.request.budget.interrupt.clone(),
            memory_limit: self.request.budget.memory,
            ..Config::default()
        }
    }

    fn replay(&mut self, spec: &RunSpec) -> Ending {
        self.coverage.runs += 1;
        self.compiled.run(spec, &self.config(), &mut |_, _| {}, &mut NoObserver).ending
    }

    /// The inputs that exist from the start have no pointers behind pointers: what those point to when nothing is given
    /// is nothing, which is not plain at all.
    fn has_plain_inputs(&self) -> bool {
        let types = &self.program.types;
        let start = self.program.function(self.request.spec.function);
        let is_main = self.program.is_main(self.request.spec.function);
        let is_plain = |ty: TypeId| match types.get(ty) {
            Type::Pointer(to) => match types.get(*to) {
                Type::Void | Type::Function(_) => false,
                _ => !holds_pointers(types, *to),
            },
            _ => !holds_pointers(types, ty),
        };
        let parameters = start.params().map(|local| start.local(local).ty);
        let globals = self.program.globals.iter().filter(|global| global.is_undefined);
        (is_main || parameters.into_iter().all(is_plain))
            && globals.into_iter().all(|global| !holds_pointers(types, global.ty))
    }

    /// Notes a run that goes beyond the bounds if it is cut off, too, when it is run.
    fn note_unended(&mut self, spec: RunSpec) {
        if self.unended.len() == MOST_UNENDED || self.unended.contains(&spec) {
            return;
        }
        let mut config = self.config();
        config.max_steps = Some(PLAIN_STEPS.min(self.request.max_steps.unwrap_or(PLAIN_STEPS)));
        self.coverage.runs += 1;
        let result = self.compiled.run(&spec, &config, &mut |_, _| {}, &mut NoObserver);
        if let Ending::OutOfBudget { .. } = result.ending {
            self.unended.push(spec);
        }
    }

    /// All inputs zero, nothing else given: if that fails, no input is more typical.
    fn plainest_run(&mut self) {
        if !self.has_plain_inputs() {
            return;
        }
        let mut config = self.config();
        config.max_steps = Some(PLAIN_STEPS.min(self.request.max_steps.unwrap_or(PLAIN_STEPS)));
        config.memory_limit =
            Some(config.memory_limit.map_or(PLAIN_MEMORY, |limit| limit.min(PLAIN_MEMORY)));
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
                    // Most are zero; the system may answer something else.
                    let value = self.number(record);
                    spec.inputs.set(&record.name, InputValue::Int(value));
                }
            }
            self.add_failure(failure, spec);
        }
    }

    /// The number that an input was; 0 of what is no integer.
    fn number(&self, record: &whydunit_interp::InputRecord) -> i128 {
        let Some(kind) = self.program.types.int_kind(record.ty) else { return 0 };
        let unused = 64 - u32::from(kind.bits.clamp(1, 64));
        match kind.signed {
            true => i128::from((record.bits << unused).cast_signed() >> unused),
            false => i128::from(record.bits),
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
        let checks = self.request.checks.in_force(self.program.arithmetic);
        if !result.inputs.is_empty() && !checks.contains(CheckKind::Uninit) {
            return None;
        }
        let start = spec.function;
        let has_ended = matches!(result.ending, Ending::Finished { .. } | Ending::Aborted { .. });
        if has_ended && outside::has_other_answers(self.program, start) {
            return None;
        }
        let mut off = None;
        let mut doubts = Vec::new();
        let mut gap = |message: String, place| {
            doubts.push(Gap { message, place: Some(place) });
            Verdict::Unknown
        };
        let verdict = match result.ending {
            Ending::Failed(failure) => {
                self.failures.push(FoundFailure { failure, runs: vec![spec] });
                Verdict::Fails
            }
            Ending::Finished { .. } | Ending::Aborted { .. } => Verdict::Holds,
            Ending::AssumptionFailed { place, .. } => {
                let message = "no run meets all assumptions of the program: nothing was explored";
                gap(message.to_owned(), place)
            }
            Ending::Trapped { kind, message, place, .. } if kind.is_memory() => {
                let message = off_check_words(kind, &message);
                off = Some(Assumption {
                    kind: AssumptionKind::CheckOff,
                    what: message.clone(),
                    place: Some(place),
                });
                gap(message, place)
            }
            // The machine's division ends the run.
            Ending::Trapped { .. } => Verdict::Holds,
            Ending::Limit { message, place, .. } => {
                self.coverage.gaps.push(Gap { message, place: Some(place) });
                Verdict::Unknown
            }
            Ending::OutOfRange { kind, place, .. } => {
                let words = range_words(self.program, kind, None);
                gap(format!("the run ends here: it needs more than {words}"), place)
            }
            Ending::OutOfBudget { budget, place, .. } => {
                let (stopped, what) = match budget {
                    whydunit_interp::Budget::Time => match self.request.budget.exceeded() {
                        Some(Reason::Interrupted) => (Some(Stopped::Interrupted), "time"),
                        _ => (Some(Stopped::Time), "time"),
                    },
                    whydunit_interp::Budget::Memory => (Some(Stopped::Memory), "memory"),
                    whydunit_interp::Budget::Steps => (None, "steps"),
                    whydunit_interp::Budget::CallDepth => (None, "nested calls"),
                };
                let verdict = gap(format!("the run ends here for lack of {what}"), place);
                self.coverage.stopped = stopped;
                verdict
            }
        };
        self.coverage.doubts = doubts;
        if verdict != Verdict::Fails {
            self.coverage.assumptions = outside::taken_for_granted(self.program, start);
            self.coverage.assumptions.extend(off);
        }
        Some(Search {
            verdict,
            failures: self.failures,
            unended: Vec::new(),
            coverage: self.coverage,
        })
    }

    fn round(&mut self, unwind: u32) -> Round {
        let bounds = Bounds {
            unwind,
            strict: self.request.unwind.is_some(),
            elements: (2 * unwind).clamp(4, MOST_ASSUMED).max(self.elements),
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
            state_is_open: self.request.state_is_open,
            budget: &self.request.budget,
            progress: &mut tell,
        });
        let outcome = exec.run();
        let executed = exec.done;
        self.statements += executed.statements;
        self.coverage.has_inputs |= !executed.open_terms().is_empty();
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
            return Round::Complete;
        }
        match self.look_beyond(&executed, bounds) {
            Ok(round) => round,
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

    fn finish(mut self) -> Search {
        // Beyond what a deeper round left in doubt, an earlier one still says what it says.
        if self.coverage.gaps.is_empty()
            && !self.looked.doubts.is_empty()
            && let Some(definite) = self.definite.take()
        {
            self.looked = definite;
        }
        let verdict = match self.failures.is_empty() {
            true => self.looked.verdict(&self.coverage),
            false => Verdict::Fails,
        };
        self.coverage.unwind = self.looked.unwind;
        if verdict != Verdict::Fails {
            self.coverage.assumptions = self.looked.all_assumptions();
            self.coverage.doubts = std::mem::take(&mut self.looked.doubts);
            self.looked.inputs.append(&mut self.looked.ranges);
        }
        self.coverage.loops = self.looked.loops;
        self.coverage.recursions = self.looked.recursions;
        self.coverage.inputs = self.looked.inputs;
        // What plain inputs trigger comes first.
        self.failures.sort_by_key(|found| {
            let is_extreme =
                found.runs.first().is_some_and(|run| run.inputs.iter().any(|(_, v)| is_extreme(v)));
            (is_extreme, found.failure.span, found.failure.kind)
        });
        let (failures, unended) = (self.failures, self.unended);
        Search { verdict, failures, unended, coverage: self.coverage }
    }
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

fn holds_pointers(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array { elem, .. } => holds_pointers(types, *elem),
        Type::Record(id) => {
            types.record(*id).fields.iter().any(|field| holds_pointers(types, field.ty))
        }
        _ => false,
    }
}

/// A run met something that a check would have reported which is off.
fn off_check_words(kind: CheckKind, message: &str) -> String {
    format!("the run ends here: {message} (the check {} is off)", kind.name())
}
