//! Minimum-size replacement sets (fault localization and relevance analysis, section 3.1).
//!
//! # Question
//!
//! Which fewest assignments have to be others so that some execution along the path passes the check?
//!
//! # Definition
//!
//! Conditions, assumptions and passed checks are kept as they are, assigned values may be anything: the sets are minimal correction sets with the conditions hard, as in Jose and Majumdar's *Cause Clue Clauses* (2011). With fixed inputs,
//! the default, an input counts as an assignment of its value; with free ones it needs no replacement.
//!
//! Because conditions are kept, an assignment that only decides about a branch is in no set.
//!
//! # Guarantees
//!
//! Sets are listed with the smallest first, up to 64 of them with up to 3 members; no part of a set is enough. Where formulas do not follow what other values would do (a store to another object, a copy of another length), single assignments are listed
//! that need none of that, and the rest is *not decided*. Each set comes with the values that let the check pass, and `--verify` puts them in place and runs the rest. The lines that are shown are those of the smallest size.
//!
//! # Cost
//!
//! MaxSAT over the run with every assigned value open, once for each set. Where that takes more than two million terms, single assignments are taken from [`relevance`](relevance.md), and the rest is *not decided*.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/zeroed_when_two.c --method minimal-set
//! ```
//!
//! Line 6, `y = 2`, would have avoided the failure as well, but by another path.

use whydunit_claim::{Blocked, Grounds, Judged, MinimalSet, Verdict, Witness};
use whydunit_encode::{Inputs, Relaxable, SymbolicRun, assigned_type, type_at};
use whydunit_solver::{Embedded, MaxSat, Soft, Solve, Verdict as Decided, maxsat};
use whydunit_term::{Evaluator, Model, Term, Terms};
use whydunit_trace::StepIndex;

use crate::limits::{MOST_MEMBERS, MOST_SETS, MOST_TERMS};
use crate::responsibility::ground::{Ground, Side};
use crate::responsibility::question::settle_address;
use crate::responsibility::relevance::{self, replaced_cells};
use crate::responsibility::replayed::Replayed;

/// Why the rest is not decided where another value would do something that the formula does not show.
const NOT_FOLLOWED: &str = "with other values, what the run does is not followed";

pub(super) struct Found {
    pub(super) judged: Vec<Judged>,
    pub(super) sets: Vec<MinimalSet>,
}

pub(super) fn judge(ground: &mut Ground<'_>, inputs: Inputs) -> Found {
    let before = ground.terms.len();
    let budget = ground.budget;
    let is_enough =
        |terms: &Terms| terms.len() > before + MOST_TERMS || budget.exceeded().is_some();
    let relaxable = SymbolicRun::encode_relaxable(
        ground.program,
        ground.trace,
        ground.terms,
        inputs,
        &is_enough,
    );
    match relaxable {
        Ok((run, list)) => {
            ground.take(run);
            search(ground, &list)
        }
        Err(gap) => singles(ground, inputs, &gap.message),
    }
}

/// Where sets are too costly: single assignments whose replacement relevance has seen to lead to the check, and to pass it. Of the others nothing
/// is known.
fn singles(ground: &mut Ground<'_>, inputs: Inputs, why: &str) -> Found {
    let judged = relevance::judge(ground);
    let assignments = ground.assignments.iter();
    let kept: Vec<Judged> = judged
        .into_iter()
        .zip(assignments)
        .filter(|(_, assignment)| inputs == Inputs::Fixed || assignment.input.is_none())
        .map(|(judged, _)| judged)
        .collect();
    let mut found = Found { judged: Vec::new(), sets: Vec::new() };
    for (index, judged) in kept.into_iter().enumerate() {
        let verdict = match judged.verdict {
            Verdict::Relevant(mut witness)
                if witness.blocked == Blocked::CheckPasses && found.sets.len() < MOST_SETS =>
            {
                found.sets.push(MinimalSet {
                    members: vec![index],
                    replaced: witness.replaced.clone(),
                    execution: witness.execution.clone(),
                });
                witness.label = None;
                witness.is_sure = false;
                Verdict::Relevant(witness)
            }
            _ => Verdict::Unknown(why.to_owned()),
        };
        found.judged.push(Judged { verdict, ..judged });
    }
    found
}

/// The smallest sets first: each is found by MaxSAT, and what contains it is excluded.
fn search(ground: &mut Ground<'_>, list: &[Relaxable]) -> Found {
    let mut solver = Embedded::new();
    for term in passing(ground, list) {
        solver.assert(ground.terms, term);
    }
    let unfollowed = unfollowed(ground);
    let followed = ground.terms.not(unfollowed);
    solver.assert(ground.terms, followed);
    let mut softs = Vec::with_capacity(list.len());
    for entry in list {
        softs.push(Soft { term: ground.terms.not(entry.selector), weight: 1 });
    }
    let mut sets: Vec<MinimalSet> = Vec::new();
    let mut ending = Ending::Many;
    while sets.len() < MOST_SETS {
        match maxsat(&mut solver, ground.terms, &softs, &[], ground.budget) {
            MaxSat::Infeasible(_) => {
                ending = Ending::Complete;
                break;
            }
            MaxSat::Unknown { reason, .. } => {
                ending = Ending::Unknown(reason.to_string());
                break;
            }
            MaxSat::Optimal(solution) => {
                let is_empty = solution.violated.is_empty();
                // A part of a larger set may be enough where nothing is followed.
                if unfollowed != Term::FALSE && solution.violated.len() > 1 {
                    ending = Ending::Unknown(NOT_FOLLOWED.into());
                    break;
                }
                if solution.violated.len() > MOST_MEMBERS {
                    ending = Ending::Larger;
                    break;
                }
                sets.push(set_of(ground, list, &solution.violated, &solution.model));
                if is_empty {
                    // Other inputs pass: nothing has to be replaced.
                    ending = Ending::Complete;
                    break;
                }
                let kept: Vec<Term> =
                    solution.violated.iter().map(|&index| softs[index].term).collect();
                let other = ground.terms.or(&kept);
                solver.assert(ground.terms, other);
            }
        }
    }
    if matches!(ending, Ending::Complete) && may_leave(ground, list, &sets, unfollowed) {
        ending = Ending::Unknown(NOT_FOLLOWED.into());
    }
    if matches!(ending, Ending::Unknown(_)) {
        run_alone(ground, list, &mut sets);
    }
    let judged = list
        .iter()
        .enumerate()
        .map(|(index, entry)| Judged {
            step: StepIndex(entry.assignment.step),
            target: entry.assignment.cells.clone(),
            verdict: verdict(ground, &sets, index, &ending),
        })
        .collect();
    Found { judged, sets }
}

/// That some step on the way leaves something that is not followed.
fn unfollowed(ground: &mut Ground<'_>) -> Term {
    let steps = 0..ground.run.len();
    let followed: Vec<Term> = steps.map(|step| ground.run.obligation(step).followed).collect();
    let followed = ground.terms.and(&followed);
    ground.terms.not(followed)
}

/// May replacing assignments that are no listed set lead, along the trace, to something that is not followed?
fn may_leave(
    ground: &mut Ground<'_>,
    list: &[Relaxable],
    sets: &[MinimalSet],
    unfollowed: Term,
) -> bool {
    if unfollowed == Term::FALSE || sets.iter().any(|set| set.members.is_empty()) {
        return false;
    }
    let mut solver = Embedded::new();
    let mut conditions = ground.conditions_on_inputs(Side::Chosen);
    conditions.extend(domains(ground, list));
    let mut leaves = Term::FALSE;
    for step in (0..ground.run.len()).rev() {
        let obligation = ground.run.obligation(step);
        let goes_on = obligation.goes_on(ground.terms);
        let later = ground.terms.and(&[goes_on, leaves]);
        let here = ground.terms.not(obligation.followed);
        leaves = ground.terms.or(&[here, later]);
    }
    conditions.push(leaves);
    for set in sets {
        let members: Vec<Term> = set.members.iter().map(|&member| list[member].selector).collect();
        let contains = ground.terms.and(&members);
        conditions.push(ground.terms.not(contains));
    }
    let all = ground.terms.and(&conditions);
    solver.assert(ground.terms, all);
    !matches!(solver.decide(ground.terms, &[], ground.budget), Decided::Unsat(_))
}

/// Single assignments that formulas do not follow, and of which a run shows that another value lets the check pass.
fn run_alone(ground: &mut Ground<'_>, list: &[Relaxable], sets: &mut Vec<MinimalSet>) {
    let mut replayed = Replayed::new(ground.program, ground.trace);
    for (index, entry) in list.iter().enumerate() {
        if sets.len() >= MOST_SETS || sets.iter().any(|set| set.members == [index]) {
            continue;
        }
        let passes = |how: Blocked| how == Blocked::CheckPasses;
        let Some(witness) = replayed.witness(ground, &entry.assignment, passes) else { continue };
        let (members, replaced) = (vec![index], witness.replaced);
        sets.push(MinimalSet { members, replaced, execution: Vec::new() });
    }
}

/// Why no further sets are listed.
enum Ending {
    Complete,
    /// All others have more members than is looked at.
    Larger,
    /// There may be more than are listed.
    Many,
    Unknown(String),
}

/// Executions that reach the check and pass it.
fn passing(ground: &mut Ground<'_>, list: &[Relaxable]) -> Vec<Term> {
    let mut hard = ground.conditions_on_inputs(Side::Chosen);
    for step in 0..ground.run.len() {
        let obligation = ground.run.obligation(step);
        hard.extend([obligation.facts, obligation.decision, obligation.limits]);
    }
    hard.push(ground.run.check);
    hard.extend(domains(ground, list));
    hard.retain(|&term| term != Term::TRUE);
    hard
}

/// What replaced values can be.
fn domains(ground: &mut Ground<'_>, list: &[Relaxable]) -> Vec<Term> {
    let mut domains = Vec::new();
    for entry in list {
        let ty = assigned_type(ground.program, ground.trace, &entry.assignment);
        for havocked in &entry.havocked {
            let ty = ty.or_else(|| type_at(ground.program, ground.trace, havocked.range));
            domains.push(ground.domain(havocked.variable, ty, Side::Chosen));
        }
    }
    domains
}

fn set_of(ground: &Ground<'_>, list: &[Relaxable], members: &[usize], model: &Model) -> MinimalSet {
    let mut evaluator = Evaluator::new(model);
    let mut replaced = Vec::new();
    for &index in members {
        let entry = &list[index];
        let mut values: Vec<_> = entry
            .havocked
            .iter()
            .map(|havocked| {
                (*havocked, evaluator.value(ground.terms, havocked.variable).unwrap_or(0))
            })
            .collect();
        if let [(havocked, value)] = values.as_mut_slice() {
            settle_address(ground, &entry.stored, model, havocked, *value);
        }
        replaced.extend(replaced_cells(&entry.assignment, &values));
    }
    MinimalSet { members: members.to_vec(), replaced, execution: ground.differences(model) }
}

fn verdict(ground: &Ground<'_>, sets: &[MinimalSet], index: usize, ending: &Ending) -> Verdict {
    let containing = sets.iter().find(|set| set.members.contains(&index));
    match (containing, ending) {
        (Some(set), _) => Verdict::Relevant(Box::new(Witness {
            label: None,
            execution: set.execution.clone(),
            state: Vec::new(),
            replaced: set.replaced.clone(),
            continuation: set.execution.clone(),
            is_sure: false,
            blocked_at: StepIndex(ground.trace.steps.len() as u32 - 1),
            blocked: Blocked::CheckPasses,
        })),
        (None, Ending::Complete) => Verdict::Irrelevant(Grounds::Excluded),
        (None, Ending::Larger) => Verdict::Irrelevant(Grounds::NoSmallSet),
        (None, Ending::Many) => Verdict::Unknown(format!("only {MOST_SETS} sets are listed")),
        (None, Ending::Unknown(reason)) => Verdict::Unknown(reason.clone()),
    }
}
