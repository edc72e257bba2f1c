//! Branch-aware relevance (fault localization and relevance analysis, section 3.3).
//!
//! # Question
//!
//! Could another value here have kept the run from failing, when it does not matter which way irrelevant conditionals go?
//!
//! # Definition
//!
//! Going back from the failure, a whole conditional is judged first, from its condition to the point where its arms meet, as one assignment to everything that its arms may set. If no value of that makes a
//! difference, everything inside of it is skipped, and what comes before is judged with the union of all its arms in its place (the Markhor formula of Mansur's report is the case of an empty other arm). If it is relevant,
//! the arm that was taken is judged in the same way. A conditional with an arm that never comes to the join (it ends the program, stays in a loop, fails elsewhere) is relevant, too: the program is run with
//! the branch sent there. Every iteration of a loop has its own conditional.
//!
//! # Guarantees
//!
//! As for [`relevance`](relevance.md), with the arms that were not taken read from the program. Arms that cannot be followed (new objects, functions of the outside, loops without a bound) make a conditional *unknown*;
//! it is then judged along the arm that was taken. Which conditionals are irrelevant as a whole is said, unless a arm may end the program or never end: then it matters which way they go, though nothing that they set does.
//!
//! # Cost
//!
//! Conditionals that some value shows to be relevant, and those that nobody reads afterwards, cost a look at what they set. Others are asked about with all their arms in place; where that changes values of the rest of
//! the run, it is encoded anew: linear in the trace for each of those.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/inner_branch.c --method branch-relevance
//! ```
//!
//! Relevance names line 4, `int z = 0`, too: with another value the inner `if` would have gone the other way. Here that is no difference, because the failure follows either way.

use rustc_hash::FxHashMap;
use whydunit_claim::{Blocked, Grounds, Judged, JudgedConditional, Verdict, Witness};
use whydunit_encode::{Assignment, Inputs, Range, SymbolicRun, cell_of};
use whydunit_solver::Embedded;
use whydunit_term::{Evaluator, Model};
use whydunit_trace::{ArmEffects, StepIndex};

use crate::arms::{Arms, Ends};
use crate::limits::{MOST_ASKED, MOST_TRIED};
use crate::responsibility::ground::Ground;
use crate::responsibility::relevance::{evaluate_run, verdict, witness_of_run};
use crate::responsibility::replayed::{Replayed, or_replayed};
use crate::responsibility::trial::{Known, Memory, Outcome, try_values};

pub(super) struct Judgements {
    pub(super) judged: Vec<Judged>,
    pub(super) conditionals: Vec<JudgedConditional>,
}

/// What is kept from one question to the next, as long as the run is read in the same way.
struct Reading<'m> {
    base: Evaluator<'m>,
    memory: Memory,
    solver: Option<Embedded>,
    /// By the step after which scopes close: something of which another value leads away.
    shown: FxHashMap<usize, (Range, Witness)>,
}

impl<'m> Reading<'m> {
    fn new(ground: &mut Ground<'_>, known: &'m Model) -> Reading<'m> {
        let mut base = Evaluator::new(known);
        evaluate_run(ground, &mut base);
        Reading { base, memory: FxHashMap::default(), solver: None, shown: FxHashMap::default() }
    }

    fn ask(&mut self, ground: &mut Ground<'_>, assignment: &Assignment) -> Verdict {
        verdict(ground, &self.base, &mut self.memory, &mut self.solver, assignment)
    }
}

pub(super) fn judge(ground: &mut Ground<'_>, inputs: Inputs) -> Judgements {
    let mut judged: Vec<Judged> = Vec::with_capacity(ground.assignments.len());
    let mut conditionals = Vec::new();
    let mut remaining = ground.assignments.len();
    let mut step = ground.trace.steps.len();
    let mut memory = Memory::default();
    let mut effects = ArmEffects::new(ground.program);
    let ends = Ends::new(ground.program);
    let mut arms = Arms::new(ground.program, ground.trace);
    let mut replayed = Replayed::new(ground.program, ground.trace);
    // Each round reads the run in one way, until a conditional changes it.
    while step > 0 {
        let known = ground.known.clone();
        let mut reading = Reading::new(ground, &known);
        reading.memory = std::mem::take(&mut memory);
        let mut other_reading = None;
        while step > 0 && other_reading.is_none() {
            step -= 1;
            if let Some(branch) = SymbolicRun::closed_by(ground.trace, step) {
                let end = StepIndex(step as u32);
                let point = ground.trace.step(branch).point;
                let may_end = ends.may_end(&mut effects, point.function, point.block);
                let stays_away = match may_end {
                    true => arms.stays_away(ground.budget, branch, end),
                    false => None,
                };
                let (verdict, change) = match stays_away {
                    Some(_) => (Verdict::Relevant(Box::new(switched(branch))), None),
                    None => conditional(ground, &mut reading, &mut effects, inputs, branch, end),
                };
                let target = target_of(&verdict);
                let found = JudgedConditional { branch, end, target, verdict, may_end, stays_away };
                conditionals.push(found);
                let Some(change) = change else { continue };
                while remaining > 0 && ground.assignments[remaining - 1].step >= branch.0 {
                    remaining -= 1;
                    let assignment = &ground.assignments[remaining];
                    judged.push(Judged {
                        step: StepIndex(assignment.step),
                        target: assignment.cells.clone(),
                        verdict: Verdict::Irrelevant(Grounds::Skipped(branch)),
                    });
                }
                step = branch.index();
                match change {
                    Change::Obligation => {
                        forget(&mut reading.memory);
                        reading.solver = None;
                    }
                    Change::Values(run) => other_reading = Some(run),
                }
                continue;
            }
            while remaining > 0 && ground.assignments[remaining - 1].step as usize == step {
                remaining -= 1;
                let assignment = ground.assignments[remaining].clone();
                let verdict = match ground.budget.exceeded() {
                    Some(reason) => Verdict::unknown(&reason),
                    None => reading.ask(ground, &assignment),
                };
                // Along the trace itself, runs tell; they do not know of conditionals that are taken whole.
                let verdict = match ground.run.unions().is_empty() {
                    true => or_replayed(verdict, &mut replayed, ground, &assignment),
                    false => verdict,
                };
                let step = StepIndex(assignment.step);
                judged.push(Judged { step, target: assignment.cells, verdict });
            }
        }
        memory = reading.memory;
        if let Some(run) = other_reading {
            forget(&mut memory);
            ground.take(*run);
        }
    }
    judged.reverse();
    conditionals.sort_by_key(|judged: &JudgedConditional| judged.branch);
    Judgements { judged, conditionals }
}

/// The branch goes another way, and nothing else is needed.
fn switched(branch: StepIndex) -> Witness {
    Witness {
        label: None,
        execution: Vec::new(),
        state: Vec::new(),
        replaced: Vec::new(),
        continuation: Vec::new(),
        is_sure: true,
        blocked_at: branch,
        blocked: Blocked::OtherArm,
    }
}

/// With a conditional as a union more executions come to what lies behind it. What was shown in the run itself remains true, and so does what nobody observes.
fn forget(memory: &mut Memory) {
    memory.retain(|_, known| !matches!(known, Known::Harmless { is_observed: true }));
}

/// What becomes of the reading of the run when a conditional is irrelevant.
enum Change {
    /// Only what it demands.
    Obligation,
    Values(Box<SymbolicRun>),
}

fn conditional(
    ground: &mut Ground<'_>,
    reading: &mut Reading<'_>,
    effects: &mut ArmEffects<'_>,
    inputs: Inputs,
    branch: StepIndex,
    end: StepIndex,
) -> (Verdict, Option<Change>) {
    if let Some(reason) = ground.budget.exceeded() {
        return (Verdict::unknown(&reason), None);
    }
    if let Some(witness) = shown_by_run(ground, reading, effects, branch, end) {
        return (Verdict::Relevant(Box::new(witness)), None);
    }
    let whole = ground.run.summarised(ground.program, ground.trace, ground.terms, branch, end);
    let whole = match whole {
        Ok(whole) => whole,
        Err(gap) => return (Verdict::Unknown(gap.message), None),
    };
    let mut sets = whole.sets.clone();
    sets.extend(ground.run.may_set(ground.program, ground.trace, effects, branch));
    sets.sort_unstable();
    sets.dedup();
    if ground.run.read_after(&sets, end).is_empty() {
        ground.run.adopt(whole);
        ground.dependence.note_choices(&ground.run.choices);
        return (Verdict::Irrelevant(Grounds::NotObserved), Some(Change::Obligation));
    }
    if whole.changes_values {
        return judge_union(ground, inputs, branch, end, &sets);
    }
    let read = ground.run.read_after(&sets, end);
    let before = ground.run.adopt(whole);
    ground.dependence.note_choices(&ground.run.choices);
    forget(&mut reading.memory);
    reading.solver = None;
    let verdict = match assignment(&read, end) {
        None => Verdict::Irrelevant(Grounds::NotObserved),
        Some(assignment) => reading.ask(ground, &assignment),
    };
    reading.solver = None;
    let change = match verdict {
        Verdict::Irrelevant(_) => Some(Change::Obligation),
        Verdict::Relevant(_) | Verdict::Unknown(_) => {
            ground.run.give_back(before);
            None
        }
    };
    (unlabelled(verdict), change)
}

/// In the state of the run the arm that was taken belongs to the union: when another value of something that the conditional may set leads away, it
/// is relevant.
fn shown_by_run(
    ground: &mut Ground<'_>,
    reading: &mut Reading<'_>,
    effects: &mut ArmEffects<'_>,
    branch: StepIndex,
    end: StepIndex,
) -> Option<Witness> {
    let mut written = ground.run.written_inside(branch, end, MOST_TRIED);
    written.extend(ground.run.may_set(ground.program, ground.trace, effects, branch));
    let moment = last_real_step(ground, end);
    if let Some(&(range, ref witness)) = reading.shown.get(&moment)
        && written.contains(&range)
    {
        return Some(witness.clone());
    }
    let read = ground.run.read_after(&written, end);
    let mut found = None;
    for &range in &read {
        let Some(assignment) = assignment(&[range], end) else { continue };
        let tried = try_values(ground, &reading.base, &reading.memory, &assignment);
        if let Ok(Outcome::Leads { found: values, .. }) = tried {
            found = Some((range, witness_of_run(&assignment, &values)));
            break;
        }
    }
    for &range in read.iter().take(MOST_ASKED) {
        if found.is_some() {
            break;
        }
        let Some(assignment) = assignment(&[range], end) else { continue };
        if let Verdict::Relevant(witness) = reading.ask(ground, &assignment)
            && witness.execution.is_empty()
        {
            found = Some((range, *witness));
        }
    }
    found.map(|(range, mut witness)| {
        witness.label = None;
        reading.shown.insert(moment, (range, witness.clone()));
        witness
    })
}

/// Scopes that close at the same moment do so in steps of their own.
fn last_real_step(ground: &Ground<'_>, end: StepIndex) -> usize {
    let mut step = end.index();
    while step > 0 && SymbolicRun::closed_by(ground.trace, step).is_some() {
        step -= 1;
    }
    step
}

/// The question itself: with all arms in its place, does it matter what the conditional sets?
fn judge_union(
    ground: &mut Ground<'_>,
    inputs: Inputs,
    branch: StepIndex,
    end: StepIndex,
    sets: &[Range],
) -> (Verdict, Option<Change>) {
    let mut unions = ground.run.unions().clone();
    unions.retain(|&inner, _| !(branch.0..=end.0).contains(&inner));
    unions.insert(branch.0, end.0);
    let budget = ground.budget;
    let run = SymbolicRun::encode_with(
        ground.program,
        ground.trace,
        ground.terms,
        inputs,
        unions,
        &|_| budget.exceeded().is_some(),
    );
    let run = match run {
        Ok(run) => run,
        Err(gap) => return (Verdict::Unknown(gap.message), None),
    };
    let before = std::mem::replace(&mut ground.run, run.clone());
    ground.take(run);
    let read = ground.run.read_after(sets, end);
    let verdict = match assignment(&read, end) {
        None => Verdict::Irrelevant(Grounds::NotObserved),
        Some(assignment) => {
            let known = ground.known.clone();
            Reading::new(ground, &known).ask(ground, &assignment)
        }
    };
    let union = ground.run.clone();
    ground.take(before);
    let change = matches!(verdict, Verdict::Irrelevant(_)).then(|| Change::Values(Box::new(union)));
    (unlabelled(verdict), change)
}

/// Everything that a conditional sets, as one assignment at its end.
fn assignment(ranges: &[Range], end: StepIndex) -> Option<Assignment> {
    let cells: Vec<_> = ranges.iter().filter_map(|&range| cell_of(range)).collect();
    (!cells.is_empty()).then_some(Assignment { step: end.0, cells, input: None })
}

/// Conditionals have no label: they are no single assignment of the program.
fn unlabelled(mut verdict: Verdict) -> Verdict {
    if let Verdict::Relevant(witness) = &mut verdict {
        witness.label = None;
    }
    verdict
}

fn target_of(verdict: &Verdict) -> Vec<whydunit_interp::Cell> {
    match verdict {
        Verdict::Relevant(witness) => witness.replaced.iter().map(|&(cell, _)| cell).collect(),
        Verdict::Irrelevant(_) | Verdict::Unknown(_) => Vec::new(),
    }
}
