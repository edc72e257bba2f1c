//! The search for repairs: evidence first, then all small changes, cheapest first; what passes the tests is compiled from
//! its text, run again, and searched for failures; an input that fails becomes a test and the search goes on.

mod by_evidence;
mod by_proofs;
mod candidate;
mod confirm;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use whydunit_interp::Config;
use whydunit_program::{IntKind, Program, SourceStmtId, Type, TypeId};
use whydunit_solver::Budget;
use whydunit_source::FileId;
use whydunit_suite::{Outcome, Runner, Suite, Test};

use self::by_evidence::ByEvidence;
use self::by_proofs::ByProofs;
pub(crate) use self::candidate::Candidate;
use crate::changes::Change;
use crate::coverage::{Executed, Lines, executed, lines};
use crate::grade::{Known, Searched};
use crate::limits::{
    LEAST_STEPS, MANY_STEPS, MOST_COUNTEREXAMPLES, MOST_CURIOUS, MOST_WATCHED, STEPS_FACTOR,
};
use crate::model::{Built, Findings, Repair, Request};
use crate::proofs::Proved;
use crate::trial::{self, Setting};
use crate::{Edit, apply_bytes, diagnosed};

/// What evidence is worth, in costs.
const EVIDENCE_BONUS: u32 = 2;

/// Looks for repairs. `progress` is told what is being done.
pub fn repair(request: &Request<'_>, progress: &mut dyn FnMut(&str)) -> Findings {
    Engine::new(request, progress).run()
}

/// The type `int`, which every C program has.
pub(crate) fn int_of(program: &Program) -> TypeId {
    let int = Type::Int(IntKind { bits: 32, signed: true });
    program.types.lookup(&int).unwrap_or(TypeId(0))
}

/// What a search starts from.
struct Scene<'a> {
    /// What each failing test executes, and each passing one that was watched.
    fails: &'a [Executed],
    passes: &'a [Executed],
    /// What all failing tests execute.
    everywhere: Executed,
}

impl Scene<'_> {
    fn is_everywhere(&self, stmt: SourceStmtId) -> bool {
        self.everywhere.contains(&stmt)
    }
}

/// Which candidates there are, in which order, and what is asked of them.
trait Mode {
    fn search(&self, engine: &mut Engine<'_>, scene: &Scene<'_>);

    /// The runs whose lines a repair should still execute.
    fn kept_runs<'r>(&self, all: &'r [Executed], passing: &'r [Executed]) -> &'r [Executed];

    /// Of so many lines, how many may be executed no more.
    fn tolerated(&self, lines: u32) -> u32;

    /// How long others are looked for when there is a repair that leaves no failure.
    fn patience(&self) -> Duration;

    /// What the answer of a search counts for in the order of repairs.
    fn answer_that_counts(&self, searched: Searched) -> Searched;

    /// What speaks against a repair that a search found no failure of.
    fn remark(&self, engine: &Engine<'_>, edits: &[Edit], built: &Built) -> Option<String>;
}

pub(crate) struct Engine<'a> {
    pub(crate) request: &'a Request<'a>,
    mode: &'static dyn Mode,
    pub(crate) program: &'a Program,
    pub(crate) int: TypeId,
    /// The tests that can be judged, failing ones first.
    pub(crate) suite: Suite,
    /// How many of them fail now.
    pub(crate) failing: usize,
    pub(crate) config: Config,
    pub(crate) findings: Findings,
    pub(crate) progress: &'a mut dyn FnMut(&str),
    /// Texts that were compiled or found wanting.
    done: FxHashSet<Vec<Edit>>,
    /// Shown where there is nothing better.
    refuted: Vec<Repair>,
    /// Lines that the tests execute, and how many tests were watched for that.
    executed_lines: Lines,
    measured: usize,
    /// Passing, but lines that were executed are not any more: perhaps these only cut the run short.
    deferred: Vec<Candidate>,
    /// What a diagnosis knows to hold.
    pub(crate) proved: Proved,
    /// When the first repair that leaves no failure was found.
    found_at: Option<Instant>,
    /// The programs of the repairs that were accepted, in their order.
    accepted: Vec<Built>,
    /// Texts that were compiled although there is a repair already.
    curious: usize,
    /// A repair was found that nothing speaks against.
    is_satisfied: bool,
    /// What PED proposes, by what the text becomes.
    pub(crate) diagnosed: FxHashSet<String>,
    /// Edits that were tried and do not do.
    pub(crate) rejected: FxHashSet<Vec<Edit>>,
    /// Statements that a repair puts a check in front of: other ways to write it are no other repairs.
    pub(crate) guarded: FxHashSet<SourceStmtId>,
}

impl<'a> Engine<'a> {
    fn new(request: &'a Request<'a>, progress: &'a mut dyn FnMut(&str)) -> Engine<'a> {
        let program = request.program;
        Engine {
            request,
            mode: if request.options.by_evidence { &ByEvidence } else { &ByProofs },
            program,
            int: int_of(program),
            suite: Suite::default(),
            failing: 0,
            config: request.config.clone(),
            findings: Findings::default(),
            progress,
            done: FxHashSet::default(),
            refuted: Vec::new(),
            executed_lines: Lines::default(),
            measured: 0,
            deferred: Vec::new(),
            proved: Proved::default(),
            found_at: None,
            accepted: Vec::new(),
            curious: 0,
            is_satisfied: false,
            diagnosed: FxHashSet::default(),
            rejected: FxHashSet::default(),
            guarded: FxHashSet::default(),
        }
    }

    fn run(mut self) -> Findings {
        (self.progress)("running the tests");
        let runner = Runner::new(self.program, self.request.start, self.config.clone());
        let before = runner.run_all(&self.request.suite);
        self.arrange(&before);
        self.findings.before = before;
        if self.failing == 0 {
            // A test that was to fail and did not get its turn.
            self.findings.is_cut_short = self.is_late();
            return self.findings;
        }
        let most = (self.failing + MOST_WATCHED).min(self.suite.tests.len());
        let chosen: Vec<usize> = (0..most).collect();
        let covered =
            executed(self.program, self.request.start, &self.config, &self.suite, &chosen);
        let (fails, passes) = covered.split_at(self.failing.min(covered.len()));
        let mode = self.mode;
        self.executed_lines = lines(self.program, mode.kept_runs(&covered, passes));
        self.measured = covered.len();
        let mut everywhere = fails[0].clone();
        for one in fails {
            everywhere.retain(|stmt| one.contains(stmt));
        }
        mode.search(&mut self, &Scene { fails, passes, everywhere });
        self.finish()
    }

    /// Candidates that were put off are taken after all.
    fn consider_deferred(&mut self) {
        let mut deferred = std::mem::take(&mut self.deferred);
        self.consider(&mut deferred);
    }

    fn has_none(&self) -> bool {
        self.findings.repairs.is_empty()
    }

    fn finish(mut self) -> Findings {
        self.findings.is_cut_short = self.is_late();
        self.run_again();
        let mode = self.mode;
        let key = |repair: &Repair| {
            (
                mode.answer_that_counts(repair.searched.unwrap_or(Searched::Undecided)),
                repair.remaining.is_some(),
                repair.edits.len(),
                repair.cost,
                !repair.is_relevant,
                !repair.is_diagnosed,
                repair.edits.clone(),
            )
        };
        self.findings.repairs.sort_by_key(key);
        self.refuted.sort_by_key(key);
        diagnosed::settle(&mut self);
        if self.findings.repairs.is_empty() {
            self.findings.repairs = std::mem::take(&mut self.refuted);
        }
        self.findings.repairs.truncate(self.request.options.most);
        self.findings
    }

    /// Tests that were learnt after a repair was accepted speak about it too.
    fn run_again(&mut self) {
        let total = self.suite.tests.len();
        let accepted = std::mem::take(&mut self.accepted);
        let repairs = std::mem::take(&mut self.findings.repairs);
        for (mut repair, built) in repairs.into_iter().zip(accepted) {
            let runner = Runner::new(&built.program, built.start, self.config.clone());
            let learnt = total - repair.tests.1;
            if learnt > 0 && self.is_interrupted() {
                self.findings.repairs.push(repair);
                continue;
            }
            let passes = |test: &Test| runner.run(test).verdict.is_passed();
            if self.suite.tests[..learnt].iter().all(passes) {
                repair.tests = (total, total);
                let known = Known {
                    searched: repair.searched.unwrap_or(Searched::Undecided),
                    standard: &repair.standard,
                    tests_by: self.request.tests_by,
                    tests: total,
                    is_partial: repair.remaining.is_some(),
                };
                (repair.grade, repair.against) = known.grade();
                self.findings.repairs.push(repair);
            }
        }
    }

    /// Failing tests first, the short ones before the long; what cannot be judged is left out.
    fn arrange(&mut self, before: &[Outcome]) {
        let all = || self.request.suite.tests.iter().zip(before);
        let mut fails: Vec<(&Test, &Outcome)> =
            all().filter(|(_, outcome)| outcome.verdict.is_failed()).collect();
        fails.sort_by_key(|(_, outcome)| outcome.steps);
        let passes: Vec<(&Test, &Outcome)> =
            all().filter(|(_, outcome)| outcome.verdict.is_passed()).collect();
        self.failing = fails.len();
        let longest = passes.iter().map(|(_, outcome)| outcome.steps).max().unwrap_or(LEAST_STEPS);
        // Of long runs a few times their length is enough to tell that one does not end.
        let limit = longest
            .saturating_mul(STEPS_FACTOR)
            .min(longest.saturating_mul(3).saturating_add(MANY_STEPS))
            .max(LEAST_STEPS);
        self.config.max_steps = Some(self.config.max_steps.map_or(limit, |steps| steps.min(limit)));
        let tests = fails.iter().chain(&passes).map(|(test, _)| (*test).clone());
        self.suite.tests = tests.collect();
    }

    pub(crate) fn is_satisfied(&self) -> bool {
        self.is_satisfied
    }

    /// The tests to mend: counterexamples, which come first, and what failed from the beginning.
    pub(crate) fn failing_now(&self) -> usize {
        self.findings.counterexamples.len() + self.failing
    }

    pub(crate) fn is_late(&self) -> bool {
        let is_late = self.request.options.deadline.is_some_and(|end| Instant::now() >= end);
        is_late || self.is_interrupted()
    }

    /// Nobody waits for an answer any longer.
    fn is_interrupted(&self) -> bool {
        let flag = self.config.interrupt.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// For one question to a solver.
    pub(crate) fn budget(&self, deadline: Option<Instant>) -> Budget {
        let interrupt = self.config.interrupt.clone();
        Budget { deadline, interrupt, ..Budget::unlimited() }
    }

    pub(crate) fn setting(&self) -> Setting<'a> {
        Setting {
            program: self.program,
            start: self.request.start,
            int: self.int,
            config: self.config.clone(),
            deadline: self.request.options.deadline,
        }
    }

    fn rank(&self, candidate: &Candidate) -> (u32, bool, Vec<Edit>) {
        let bonus = if candidate.evidence.is_some() { EVIDENCE_BONUS } else { 0 };
        let is_relevant =
            candidate.source.is_some_and(|source| self.request.options.relevant.contains(&source));
        (candidate.cost.saturating_sub(bonus), !is_relevant, candidate.edits.clone())
    }

    /// Repairs that leave another failure are worth less than those that leave none: for these it looks a little further.
    fn has_enough(&self) -> bool {
        let most = self.request.options.most;
        let repairs = &self.findings.repairs;
        let whole = repairs.iter().filter(|repair| repair.remaining.is_none()).count();
        let waited = self.found_at.map(|at| at.elapsed());
        let is_patient = waited.is_none_or(|waited| waited < self.mode.patience());
        whole >= most || repairs.len() >= most.saturating_mul(2) || !is_patient
    }

    /// Takes candidates, best first, until there are enough repairs.
    pub(crate) fn consider(&mut self, pool: &mut Vec<Candidate>) {
        pool.sort_by_cached_key(|candidate| self.rank(candidate));
        pool.reverse();
        while let Some(candidate) = pool.pop() {
            if self.has_enough() || self.is_late() {
                return;
            }
            if candidate.guarded().is_some_and(|source| self.guarded.contains(&source)) {
                continue;
            }
            if self.is_satisfied && candidate.tried_change().is_none() {
                // With a repair at hand, few more are compiled just to see whether they work.
                self.curious += 1;
                if self.curious > MOST_CURIOUS {
                    continue;
                }
            }
            (self.progress)("checking a repair");
            if let Some(counterexample) = self.confirm(candidate) {
                self.learn(counterexample, pool);
            }
        }
    }

    /// A failing input becomes a test that all candidates must pass.
    fn learn(&mut self, test: Test, pool: &mut Vec<Candidate>) {
        let only = Suite { tests: vec![test.clone()] };
        let changes: Vec<Change> =
            pool.iter().filter_map(Candidate::tried_change).cloned().collect();
        let tried = trial::passing(&self.setting(), &changes, &only);
        self.findings.tried.runs += tried.runs;
        if tried.is_complete {
            let passing: FxHashSet<usize> = tried.passing.into_iter().collect();
            let mut indices = 0..;
            pool.retain(|candidate| {
                let index = candidate.tried_change().and_then(|_| indices.next());
                index.is_none_or(|index| passing.contains(&index))
            });
        }
        if self.findings.counterexamples.len() < MOST_COUNTEREXAMPLES {
            // In front: what has failed a repair is good at failing others.
            self.suite.tests.insert(0, test.clone());
            self.findings.counterexamples.push(test);
        }
    }

    pub(crate) fn texts(&self, edits: &[Edit]) -> Vec<(FileId, Vec<u8>)> {
        let mut files: Vec<FileId> = edits.iter().map(|edit| edit.span.file).collect();
        files.sort_unstable();
        files.dedup();
        let text = |file: FileId| (file, apply_bytes(&self.program.sources, file, edits));
        files.into_iter().map(text).collect()
    }

    pub(crate) fn build(&mut self, edits: &[Edit]) -> Option<Built> {
        self.findings.tried.builds += 1;
        self.request.oracle.build(&self.texts(edits)).ok()
    }
}
