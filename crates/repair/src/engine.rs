//! The search for repairs: evidence first, then all small changes, cheapest first; what passes the tests is compiled from
//! its text, run again, and searched for failures; an input that fails becomes a test and the search goes on.

use std::time::Instant;

use rustc_hash::FxHashSet;
use whydunit_interp::Config;
use whydunit_program::{IntKind, Program, SourceStmtId, Type, TypeId};
use whydunit_source::FileId;
use whydunit_suite::{Outcome, Runner, Suite, Test};

use crate::changes::{self, Change, Variant};
use crate::coverage::{Lines, before_edits, executed, largest_dice, lines};
use crate::evidence::{self, Suggestions, effect};
use crate::limits::{
    LEAST_STEPS, MANY_STEPS, MORE_REPAIRS, MOST_COUNTEREXAMPLES, MOST_CURIOUS, MOST_TEXTS,
    MOST_WATCHED, STEPS_FACTOR, TOLERATED_SHARE,
};
use crate::model::{Built, Findings, Grade, Judgement, Repair, Request};
use crate::numbers::numbers_in;
use crate::ped::Level;
use crate::proofs::Proved;
use crate::trial::{self, Setting};
use crate::{Edit, angelic, apply, diagnosed, diff, output, pairs};

/// Changes are tried in portions of rising cost; a portion that holds a repair is the last.
const TIERS: [u32; 6] = [11, 15, 19, 23, 29, u32::MAX];
/// What a line costs that is not executed any more.
const LOST_LINE: u32 = 3;
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

/// A change that passes all tests so far.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) edits: Vec<Edit>,
    pub(crate) cost: u32,
    pub(crate) source: Option<SourceStmtId>,
    pub(crate) evidence: Option<String>,
    /// How it is tried without compiling it.
    pub(crate) change: Option<Change>,
    /// Was put off in favour of others.
    pub(crate) is_deferred: bool,
}

impl Candidate {
    /// What it means, where that was tried on the tests; others have to be compiled for that.
    fn tried_change(&self) -> Option<&Change> {
        self.change.as_ref().filter(|change| !matches!(change.variant, Variant::Text))
    }

    /// The statement in front of which it puts a check.
    fn guarded(&self) -> Option<SourceStmtId> {
        let change = self.change.as_ref()?;
        matches!(change.variant, Variant::Guard { .. }).then_some(change.source)
    }
}

pub(crate) struct Engine<'a> {
    pub(crate) request: &'a Request<'a>,
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
    /// When a diagnosis had its first repair that leaves no failure.
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
            return self.findings;
        }
        let most = (self.failing + MOST_WATCHED).min(self.suite.tests.len());
        let chosen: Vec<usize> = (0..most).collect();
        let covered =
            executed(self.program, self.request.start, &self.config, &self.suite, &chosen);
        let (fails, passes) = covered.split_at(self.failing.min(covered.len()));
        let mut everywhere = fails[0].clone();
        for one in fails {
            everywhere.retain(|stmt| one.contains(stmt));
        }
        // A diagnosis is about where failing runs should leave their way: what only they execute, they need not.
        let is_by_proofs = !self.request.options.by_evidence;
        self.executed_lines = lines(self.program, if is_by_proofs { passes } else { &covered });
        self.measured = covered.len();
        let dice = if self.request.options.dice { largest_dice(fails, passes) } else { None };

        let everywhere = everywhere;
        let mut by_proofs =
            diagnosed::candidates(&mut self, &|stmt| everywhere.contains(&stmt), None);
        if !self.request.options.by_evidence {
            self.search_by_proofs(by_proofs, &|stmt| everywhere.contains(&stmt));
            return self.finish();
        }
        (self.progress)("looking for evidence");
        let evidence = evidence::gather(&mut self, dice.as_ref());
        if let Some(dice) = dice {
            self.search(&|stmt| everywhere.contains(&stmt) && dice.contains(&stmt), &evidence);
        }
        if self.findings.repairs.is_empty() {
            self.search(&|stmt| everywhere.contains(&stmt), &evidence);
        }
        if self.findings.repairs.is_empty() {
            let mut deferred = std::mem::take(&mut self.deferred);
            self.consider(&mut deferred);
        }
        if self.findings.repairs.is_empty() && !self.is_late() {
            self.consider(&mut by_proofs);
        }
        if self.findings.repairs.is_empty() && !self.is_late() {
            self.search_by_values(&|stmt| everywhere.contains(&stmt));
        }
        if self.findings.repairs.is_empty() && self.request.options.max_edits > 1 {
            pairs::search(&mut self, fails);
        }
        if self.findings.repairs.is_empty() {
            let mut deferred = std::mem::take(&mut self.deferred);
            self.consider(&mut deferred);
        }
        self.finish()
    }

    /// What the diagnosis proposes, level by level: the last has the fewest proposals, and may trust too much.
    fn search_by_proofs(
        &mut self,
        mut pool: Vec<Candidate>,
        wanted: &dyn Fn(SourceStmtId) -> bool,
    ) {
        let mut next = Level::ALL.into_iter().rev().skip(1);
        loop {
            self.consider(&mut pool);
            if self.findings.repairs.is_empty() {
                let mut deferred = std::mem::take(&mut self.deferred);
                self.consider(&mut deferred);
            }
            let is_given =
                self.request.options.by_proofs.as_ref().is_none_or(|one| one.level.is_some());
            if !self.findings.repairs.is_empty() || is_given || self.is_late() {
                return;
            }
            match next.next() {
                Some(Level::Default) | None => return,
                level => pool = diagnosed::candidates(self, wanted, level),
            }
        }
    }

    fn finish(mut self) -> Findings {
        self.findings.is_cut_short = self.is_late();
        self.run_again();
        // A diagnosis has an order of its own: what is accepted, is accepted.
        let is_by_proofs = !self.request.options.by_evidence;
        let key = |repair: &Repair| {
            (
                if is_by_proofs { repair.grade.max(Grade::Bounded) } else { repair.grade },
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
            let passes = |test: &Test| runner.run(test).verdict.is_passed();
            if self.suite.tests[..learnt].iter().all(passes) {
                repair.tests = (total, total);
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
        self.request.options.deadline.is_some_and(|end| Instant::now() >= end)
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

    /// All single changes of the statements that `wanted` lets through.
    fn search(&mut self, wanted: &dyn Fn(SourceStmtId) -> bool, evidence: &Suggestions) {
        let files = &self.request.options.files;
        let numbers = numbers_in(&self.suite);
        let mut all = changes::changes(self.program, self.int, files, &numbers, wanted);
        let strings = output::changes(self);
        let place =
            all.partition_point(|change| change.cost < strings.first().map_or(0, |one| one.cost));
        all.splice(place..place, strings);
        let mut pool: Vec<Candidate> = Vec::new();
        let mut rest = all.as_slice();
        let sources = &self.program.sources;
        let effect_of = |edit: &Edit| effect(sources, std::slice::from_ref(edit));
        let known: FxHashSet<String> = all.iter().map(|one| effect_of(&one.edit)).collect();
        for limit in TIERS {
            let (portion, further) = rest.split_at(rest.partition_point(|one| one.cost <= limit));
            rest = further;
            if limit == TIERS[0] {
                (self.progress)("trying what the evidence suggests");
                let is_new = |one: &&Candidate| !known.contains(&effect(sources, &one.edits));
                pool.extend(evidence.candidates.iter().filter(is_new).cloned());
            }
            (self.progress)("trying small changes");
            let tried = trial::passing(&self.setting(), portion, &self.suite);
            self.findings.tried.changes += portion.len();
            self.findings.tried.runs += tried.runs;
            // What only its text defines has not been tried yet: compiling shows.
            let unknown = (0..portion.len())
                .filter(|&index| matches!(portion[index].variant, Variant::Text))
                .take(MOST_TEXTS);
            for index in tried.passing.into_iter().chain(unknown) {
                let change = portion[index].clone();
                let edits = vec![change.edit.clone()];
                pool.push(Candidate {
                    evidence: evidence.reason(sources, &edits),
                    edits,
                    cost: change.cost,
                    source: Some(change.source),
                    change: Some(change),
                    is_deferred: false,
                });
            }
            self.consider(&mut pool);
            if self.is_satisfied || self.is_late() {
                return;
            }
        }
    }

    /// Expressions that give values which a solver found.
    fn search_by_values(&mut self, wanted: &dyn Fn(SourceStmtId) -> bool) {
        (self.progress)("asking which values would do");
        let files = &self.request.options.files;
        let mut sites = changes::sites(self.program, self.int, files, wanted);
        angelic::order(&mut sites, &|stmt| self.request.options.relevant.contains(&stmt));
        let found = angelic::candidates(self, &sites);
        let tried = trial::passing(&self.setting(), &found, &self.suite);
        self.findings.tried.changes += found.len();
        self.findings.tried.runs += tried.runs;
        let mut pool: Vec<Candidate> = Vec::new();
        for index in tried.passing {
            let change = found[index].clone();
            pool.push(Candidate {
                edits: vec![change.edit.clone()],
                cost: change.cost,
                source: Some(change.source),
                evidence: Some("from values with which the failing tests pass".to_owned()),
                change: Some(change),
                is_deferred: false,
            });
        }
        self.consider(&mut pool);
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
        let is_patient = whole == 0 || self.found_at.is_none_or(|at| at.elapsed() < MORE_REPAIRS);
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

    /// Lines that were executed, other than the changed ones, and are executed by no test any more.
    fn lost_lines(&self, built: &Built, edits: &[Edit]) -> usize {
        let learnt = self.findings.counterexamples.len();
        let chosen: Vec<usize> =
            (learnt..(learnt + self.measured).min(self.suite.tests.len())).collect();
        let now = executed(&built.program, built.start, &self.config, &self.suite, &chosen);
        let sources = &self.program.sources;
        let now = before_edits(&lines(&built.program, &now), sources, edits);
        // A line that is left out is not executed any more.
        let changed: Lines = edits
            .iter()
            .filter(|edit| !edit.new.is_empty() || !sources.text(edit.span).ends_with('\n'))
            .map(|edit| {
                let line = sources.line_column(edit.span).line;
                (sources.file(edit.span.file).name().to_owned(), line)
            })
            .collect();
        let is_lost = |line: &&(String, u32)| !now.contains(*line) && !changed.contains(*line);
        self.executed_lines.iter().filter(is_lost).count()
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

    pub(crate) fn texts(&self, edits: &[Edit]) -> Vec<(FileId, String)> {
        let mut files: Vec<FileId> = edits.iter().map(|edit| edit.span.file).collect();
        files.sort_unstable();
        files.dedup();
        let text = |file: FileId| (file, apply(&self.program.sources, file, edits));
        files.into_iter().map(text).collect()
    }

    pub(crate) fn build(&mut self, edits: &[Edit]) -> Option<Built> {
        self.findings.tried.builds += 1;
        self.request.workshop.build(&self.texts(edits)).ok()
    }

    /// Compiles the text, runs the tests, looks for failures. A failing input is returned.
    fn confirm(&mut self, candidate: Candidate) -> Option<Test> {
        let mut edits = candidate.edits.clone();
        edits.sort();
        if !self.done.insert(edits.clone()) {
            return None;
        }
        let built = self.build(&edits)?;
        let runner = Runner::new(&built.program, built.start, self.config.clone());
        let passes = self.suite.tests.iter().all(|test| {
            self.findings.tried.runs += 1;
            runner.run(test).verdict.is_passed()
        });
        if !passes {
            self.rejected.insert(edits);
            return None;
        }
        if !candidate.is_deferred {
            let lost = self.lost_lines(&built, &edits) as u32;
            // A diagnosis asks by itself whether good runs are cut short: a line or two do not matter to it.
            let tolerated = match self.request.options.by_evidence {
                true => 0,
                false => self.executed_lines.len() as u32 / TOLERATED_SHARE,
            };
            if lost > tolerated {
                self.done.remove(&edits);
                let cost = candidate.cost + lost * LOST_LINE;
                self.deferred.push(Candidate { is_deferred: true, cost, ..candidate });
                return None;
            }
        }
        let judgement = self.request.workshop.judge(&built, &edits, &self.texts(&edits));
        let is_searched = !matches!(judgement, Judgement::NotAsked(_));
        self.findings.tried.judged += usize::from(is_searched);
        let mut counterexample = None;
        let mut remaining = None;
        let (grade, mut remark) = match judgement {
            Judgement::Proved => (Grade::Proved, None),
            Judgement::Bounded => (Grade::Bounded, None),
            Judgement::BoundedBut(what) => {
                remaining = Some(what);
                (Grade::Bounded, None)
            }
            Judgement::Counterexample(test) => {
                let words = test.name.clone();
                counterexample = Some(*test);
                (Grade::Refuted, Some(words))
            }
            Judgement::OwnCounterexample(test) => (Grade::Refuted, Some(test.name)),
            Judgement::Unknown(why) | Judgement::NotAsked(why) => (Grade::Tests, Some(why)),
        };
        if grade == Grade::Bounded && !self.request.options.by_evidence {
            let lost = self.proved.lost(&self.program.sources, &edits, &built);
            remark = lost.map(|(kind, line)| {
                format!("line {line} ({}) was proved before, and is not any more", kind.name())
            });
        }
        let total = self.suite.tests.len();
        let guarded = candidate.guarded();
        let (cost, is_irrelevant, _) = self.rank(&candidate);
        let is_diagnosed = self.diagnosed.contains(&effect(&self.program.sources, &edits));
        if grade == Grade::Refuted {
            self.rejected.insert(edits.clone());
        }
        let repair = Repair {
            is_diagnosed,
            patch: diff::unified(&self.program.sources, &edits),
            edits,
            grade,
            tests: (total, total),
            cost,
            is_relevant: !is_irrelevant,
            evidence: candidate.evidence,
            is_searched,
            remark,
            remaining,
        };
        match grade {
            Grade::Refuted => self.refuted.push(repair),
            _ => {
                self.guarded.extend(guarded);
                self.is_satisfied = true;
                if !self.request.options.by_evidence && repair.remaining.is_none() {
                    self.found_at.get_or_insert_with(Instant::now);
                }
                self.findings.repairs.push(repair);
                self.accepted.push(built);
            }
        }
        counterexample
    }
}
