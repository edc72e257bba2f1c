//! Candidates that PED proposes for the failing tests, and what becomes of its solutions once they were tried.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_absint::{Mined, analyse};
use whydunit_host::stretched;
use whydunit_interp::Config;
use whydunit_program::{CheckKind, SourceStmtId};
use whydunit_suite::{Reason, Runner, Suite, Verdict};
use whydunit_trace::ErrorTrace;

use crate::Edit;
use crate::annotations;
use crate::changes::{Change, Variant};
use crate::engine::{Candidate, Engine};
use crate::evidence::{effect, trace_of};
use crate::free_values;
use crate::limits::{
    MOST_GUARDS, MOST_OF_A_STATEMENT, MOST_SHOWN_ALONE, MOST_SHOWN_BESIDE, MOST_STEPS, MOST_TRACES,
    MOST_TRACES_BESIDE, TIME_BESIDE, TIME_FOR_PROOFS,
};
use crate::model::Diagnosed;
use crate::ped::{self, Choice, Fix, Level, PedOptions, Solution};
use crate::proofs::Proved;
use crate::trial;

/// As much as the change of a token, and more the later it comes.
const COST: u32 = 8;

/// What a fix outside of loops, one in the failing statement itself, and one that skips half of the run, are worth in weights of the library.
const OUTSIDE_OF_LOOPS: i64 = 8;
const SYMPTOM: i64 = 20;
const SKIPPED_HALF: i64 = 12;

/// What a diagnosis may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Nothing else proposes repairs: where one diagnosis has none, others are asked for.
    Alone,
    /// Other methods find most.
    Beside,
}

impl Effort {
    fn traces(self) -> usize {
        match self {
            Effort::Alone => MOST_TRACES,
            Effort::Beside => MOST_TRACES_BESIDE,
        }
    }

    fn time(self, engine: &Engine<'_>) -> Duration {
        match self {
            Effort::Alone => third_of_the_rest(engine),
            Effort::Beside => stretched(TIME_BESIDE),
        }
    }
}

/// What PED proposes on a level (the last one where none is given), best first.
pub(crate) fn candidates(
    engine: &mut Engine<'_>,
    wanted: &dyn Fn(SourceStmtId) -> bool,
    level: Option<Level>,
    effort: Effort,
) -> Vec<Candidate> {
    let Some(proofs) = &engine.request.options.by_proofs else { return Vec::new() };
    let level = level.or(proofs.level).unwrap_or(Level::Relevant);
    (engine.progress)("looking for what proofs say");
    let traces = traces(engine, effort.traces());
    if traces.is_empty() {
        return Vec::new();
    }
    let (mined, proved) = mined(engine, level);
    (engine.progress)("diagnosing failing runs");
    let files = &engine.request.options.files;
    let library =
        annotations::alternatives(&proofs.library, engine.program, engine.int, files, wanted);
    let alternatives: Vec<ped::Alternative> = library
        .into_iter()
        .map(|one| ped::Alternative { change: one.change, weight: one.weight, entry: one.entry })
        .collect();
    let options = PedOptions {
        level,
        max_changes: engine.request.options.max_edits,
        deadline: deadline(engine, effort.time(engine)),
        interrupt: engine.config.interrupt.clone(),
        ..PedOptions::default()
    };
    let mut diagnosis =
        ped::diagnose(engine.program, &traces, &alternatives, &mined, files, &options);
    // One place where the library has nothing that would do, but some value would, is worth more than two places.
    if diagnosis.solutions.iter().all(|solution| solution.fixes.len() > 1)
        && effort == Effort::Alone
    {
        let single = PedOptions { max_changes: 1, ..options.clone() };
        let open = ped::diagnose(engine.program, &traces, &[], &mined, files, &single);
        diagnosis.solutions.extend(open.solutions.into_iter().filter(|one| one.fixes.len() == 1));
    }
    diagnosis.solutions.retain(|solution| !solution.fixes.is_empty());
    let steps = diagnosis.steps.max(1);
    let failing: Vec<SourceStmtId> =
        traces.iter().filter_map(|trace| Some(trace.steps.last()?.source)).collect();
    let is_guard = |fix: &Fix| match fix.what {
        Choice::Alternative(index) => {
            matches!(alternatives[index].change.variant, Variant::Guard { .. })
        }
        Choice::Free(_) => false,
    };
    let is_hopeful = try_on_the_tests(engine, &mut diagnosis.solutions, &alternatives);
    if !is_hopeful && effort == Effort::Alone && options.max_changes > 1 && !engine.is_late() {
        // What is enough for the runs that were looked at is not for the other tests.
        let more = PedOptions { wants_sets: true, ..options.clone() };
        let sets = ped::diagnose(engine.program, &traces, &alternatives, &mined, files, &more);
        let sets = sets.solutions.into_iter().filter(|solution| solution.fixes.len() > 1);
        diagnosis.solutions.extend(sets);
    }
    diagnosis.solutions.sort_by_key(|solution| preference(solution, steps, &failing, &is_guard));
    keep_the_best_of_each_statement(&mut diagnosis.solutions, &is_guard);
    let pool = proposed(engine, &diagnosis.solutions, &alternatives);
    let alternatives = alternatives.into_iter().map(|one| (one.change.edit, one.weight)).collect();
    engine.findings.diagnosed = Some(Diagnosed { level, diagnosis, alternatives, proved });
    pool
}

/// Fewer fixes before more, then by what speaks for them, in weights of the library.
///
/// The paper's first criterion, the number of steps, is taken in halves of the run: a loop that ends a round earlier skips nothing to speak of. It is set against how
/// likely the mistake is: a wrong size is mended where it is computed, far before the run fails. The last criterion, fixes outside of loops first, adds to the weight, as what is done once disturbs
/// less than what is done in every round; and another subscript or operand in the very statement that fails mends the symptom, so that it comes after other changes.
fn preference(
    solution: &Solution,
    steps: usize,
    failing: &[SourceStmtId],
    is_guard: &dyn Fn(&Fix) -> bool,
) -> (bool, usize, Reverse<i64>) {
    let fixes = solution.fixes.len();
    let skipped = steps.saturating_sub(solution.steps_executed) * 2 / steps;
    let mut score = i64::from(solution.weight);
    for fix in &solution.fixes {
        let is_symptom = failing.contains(&fix.source) && !is_guard(fix);
        score += i64::from(!fix.is_in_loop) * OUTSIDE_OF_LOOPS - i64::from(is_symptom) * SYMPTOM;
    }
    let score = score / fixes.max(1) as i64 - skipped as i64 * SKIPPED_HALF;
    (solution.only_cuts, fixes, Reverse(score))
}

fn keep_the_best_of_each_statement(solutions: &mut Vec<Solution>, is_guard: &dyn Fn(&Fix) -> bool) {
    let mut count: FxHashMap<(SourceStmtId, bool), usize> = FxHashMap::default();
    solutions.retain(|solution| {
        let [fix] = solution.fixes.as_slice() else { return true };
        let is_guard = is_guard(fix);
        let seen = count.entry((fix.source, is_guard)).or_insert(0);
        *seen += 1;
        *seen <= if is_guard { MOST_GUARDS } else { MOST_OF_A_STATEMENT }
    });
}

/// The change that a solution is, if it is a single one that the library can write down.
fn single<'a>(solution: &Solution, alternatives: &'a [ped::Alternative]) -> Option<&'a Change> {
    match solution.fixes.as_slice() {
        [Fix { what: Choice::Alternative(index), .. }] => Some(&alternatives.get(*index)?.change),
        _ => None,
    }
}

/// Single changes that some test fails with are left out, unless there is nothing else; those with which runs that were in order are cut short are
/// no better than those that cut the failing run short. Is there any that may do?
fn try_on_the_tests(
    engine: &mut Engine<'_>,
    solutions: &mut Vec<Solution>,
    alternatives: &[ped::Alternative],
) -> bool {
    let (indices, changes): (Vec<usize>, Vec<Change>) = solutions
        .iter()
        .enumerate()
        .filter_map(|(index, solution)| Some((index, single(solution, alternatives)?.clone())))
        .unzip();
    let tried = trial::passing(&engine.setting(), &changes, &engine.suite);
    engine.findings.tried.changes += changes.len();
    engine.findings.tried.runs += tried.runs;
    if !tried.is_complete {
        return true;
    }
    let passing = &engine.suite.tests[engine.failing_now().min(engine.suite.tests.len())..];
    let passing = Suite { tests: passing.to_vec() };
    let shortens = trial::shortening(&engine.setting(), &changes, &passing);
    let mut fails = vec![false; solutions.len()];
    for (position, change) in changes.iter().enumerate() {
        let index = indices[position];
        solutions[index].only_cuts |= shortens[position];
        let is_text = matches!(change.variant, Variant::Text);
        if !is_text && tried.passing.binary_search(&position).is_err() {
            fails[index] = true;
            engine.rejected.insert(vec![change.edit.clone()]);
        }
    }
    let is_hopeful = fails.contains(&false);
    if is_hopeful {
        let mut fails = fails.into_iter();
        solutions.retain(|_| fails.next() == Some(false));
    }
    is_hopeful
}

/// The candidates of solutions that the library can write down.
fn proposed(
    engine: &mut Engine<'_>,
    solutions: &[Solution],
    alternatives: &[ped::Alternative],
) -> Vec<Candidate> {
    let mut pool = Vec::new();
    for (rank, solution) in solutions.iter().enumerate() {
        let Some(edits) = solution.edits(alternatives) else {
            propose_values(engine, solution, rank, &mut pool);
            continue;
        };
        if engine.rejected.contains(&edits) {
            continue;
        }
        engine.diagnosed.insert(effect(&engine.program.sources, &edits));
        let change = single(solution, alternatives).cloned();
        pool.push(Candidate {
            edits,
            // Edits that only cut the run short come last.
            cost: COST + rank as u32 + if solution.only_cuts { 100 } else { 0 },
            source: solution.fixes.first().map(|fix| fix.source),
            evidence: Some(reason(solution)),
            change,
            is_deferred: false,
        });
    }
    pool
}

/// Where some value would do that the library does not know, the numbers that are such values.
fn propose_values(
    engine: &mut Engine<'_>,
    solution: &Solution,
    rank: usize,
    pool: &mut Vec<Candidate>,
) {
    for change in free_values::changes(engine.program, solution) {
        let edits = vec![change.edit.clone()];
        if engine.rejected.contains(&edits) {
            continue;
        }
        engine.findings.tried.changes += 1;
        pool.push(Candidate {
            edits,
            cost: COST + rank as u32 + change.cost,
            source: Some(change.source),
            evidence: Some(reason(solution)),
            change: Some(change),
            is_deferred: false,
        });
    }
}

fn reason(solution: &Solution) -> String {
    let lines: Vec<String> = solution.fixes.iter().map(|fix| fix.line.to_string()).collect();
    let plural = if lines.len() == 1 { "line" } else { "lines" };
    let passes = match solution.leaves_at {
        Some(step) => format!("leaves its way at step {step}"),
        None => "passes the check".to_owned(),
    };
    let cuts = if solution.only_cuts { ", but runs are cut short" } else { "" };
    format!("the failing run, with {plural} {} changed like this, {passes}{cuts}", lines.join(", "))
}

/// Error traces of failing tests: of different checks first, the shortest of each.
fn traces(engine: &Engine<'_>, most: usize) -> Vec<ErrorTrace> {
    let runner = Runner::new(engine.program, engine.request.start, engine.config.clone());
    let steps = engine.config.max_steps.map_or(MOST_STEPS, |steps| steps.min(MOST_STEPS));
    let config = Config { max_steps: Some(steps), ..engine.config.clone() };
    let mut places = Vec::new();
    let mut first = Vec::new();
    let mut further = Vec::new();
    for test in engine.suite.tests.iter().take(engine.failing) {
        let Verdict::Failed(Reason::Check(failure)) = runner.run(test).verdict else { continue };
        let place = (failure.kind, failure.span);
        match places.contains(&place) {
            false => {
                places.push(place);
                first.push(test);
            }
            true => further.push(test),
        }
    }
    let chosen = first.into_iter().chain(further).take(most);
    chosen.filter_map(|test| trace_of(engine.program, &runner.spec(test), &config)).collect()
}

/// What the proofs of other checks say; nothing on the levels that do not ask.
fn mined(engine: &mut Engine<'_>, level: Level) -> (Mined, (usize, usize)) {
    if level < Level::WithInv {
        return (Mined::default(), (0, 0));
    }
    let checks = engine.config.checks;
    let options = whydunit_absint::Options {
        checks: CheckKind::ALL.into_iter().filter(|kind| checks.contains(*kind)).collect(),
        deadline: deadline(engine, stretched(TIME_FOR_PROOFS)),
        mines: true,
    };
    let analysis = analyse(engine.program, engine.request.start, &options);
    let all = analysis.properties();
    let proved = all.iter().filter(|property| property.is_proved).count();
    engine.proved = Proved::of(&analysis, engine.program, &options.checks);
    let mut mined = analysis.mine();
    // A condition that is enough for one check need not be enough for all: only who asks for it has conditions trusted.
    if engine.request.options.by_proofs.as_ref().is_some_and(|proofs| proofs.level.is_none()) {
        mined.trusted.retain(|point| engine.program.stmt_at(*point).is_some());
    }
    (mined, (proved, all.len()))
}

/// Solutions have to be tried, too.
fn third_of_the_rest(engine: &Engine<'_>) -> Duration {
    let end = engine.request.options.deadline;
    end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()) / 3)
}

fn deadline(engine: &Engine<'_>, most: Duration) -> Option<Instant> {
    let own = Instant::now().checked_add(most);
    match (engine.request.options.deadline, own) {
        (Some(end), Some(own)) => Some(end.min(own)),
        (end, own) => end.or(own),
    }
}

/// Solutions whose edits were tried in vain are taken back; those that became repairs come first, those that only cut the run short last.
pub(crate) fn settle(engine: &mut Engine<'_>) {
    let Some(mut diagnosed) = engine.findings.diagnosed.take() else { return };
    let edits_of = |solution: &Solution| -> Option<Vec<Edit>> {
        let edits = solution.fixes.iter().map(|fix| Some(diagnosed.edit(fix)?.0.clone()));
        let mut edits: Vec<Edit> = edits.collect::<Option<_>>()?;
        edits.sort();
        edits.dedup();
        Some(edits)
    };
    let accepted: Vec<Vec<Edit>> =
        engine.findings.repairs.iter().map(|repair| repair.edits.clone()).collect();
    let mut kept: Vec<(usize, Solution)> = Vec::new();
    let mut checked: FxHashSet<SourceStmtId> = FxHashSet::default();
    for solution in &diagnosed.diagnosis.solutions {
        let edits = edits_of(solution);
        if edits.as_ref().is_some_and(|edits| engine.rejected.contains(edits)) {
            continue;
        }
        let is_accepted = |edits: &Vec<Edit>| accepted.iter().position(|known| known == edits);
        let place = edits.as_ref().and_then(is_accepted);
        // Of a check that is missing, one way to write it is enough.
        if let (Some([edit]), [fix]) = (edits.as_deref(), solution.fixes.as_slice())
            && edit.span.is_empty()
        {
            let is_beaten = place.is_none() && engine.guarded.contains(&fix.source);
            if is_beaten || !checked.insert(fix.source) {
                continue;
            }
        }
        let place = match (place, solution.only_cuts) {
            (Some(place), false) => place,
            (None, false) => accepted.len(),
            (Some(place), true) => accepted.len() + 1 + place,
            (None, true) => usize::MAX,
        };
        kept.push((place, solution.clone()));
    }
    kept.sort_by_key(|(place, _)| *place);
    // What only cuts the run short is for those who have nothing else; of a statement that has a repair already, one more way is enough.
    let most = if accepted.is_empty() { MOST_SHOWN_ALONE } else { MOST_SHOWN_BESIDE };
    let has_better = kept.iter().any(|(_, solution)| !solution.only_cuts);
    let mut ways: FxHashMap<Vec<SourceStmtId>, usize> = FxHashMap::default();
    kept.retain(|(place, solution)| {
        let sources: Vec<SourceStmtId> = solution.fixes.iter().map(|fix| fix.source).collect();
        let seen = ways.entry(sources).or_insert(0);
        *seen += 1;
        let is_accepted = *place != accepted.len() && *place != usize::MAX;
        is_accepted || *seen <= most && !(solution.only_cuts && has_better)
    });
    // Where nothing does for all tests, the places still say where to look.
    if !kept.is_empty() {
        diagnosed.diagnosis.solutions = kept.into_iter().map(|(_, solution)| solution).collect();
    }
    engine.findings.diagnosed = Some(diagnosed);
}
