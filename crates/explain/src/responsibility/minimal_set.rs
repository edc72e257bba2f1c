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
//! Sets are listed with the smallest first, up to 64 of them with up to 3 members; no part of a set is enough. Each comes with the values that let the check pass, and `--verify` puts them in place and runs the rest. The lines that are shown are those of the smallest size.
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
use whydunit_solver::{Embedded, MaxSat, Soft, Solve, maxsat};
use whydunit_term::{Evaluator, Model, Term, Terms};
use whydunit_trace::StepIndex;

use crate::limits::{MOST_MEMBERS, MOST_SETS, MOST_TERMS};
use crate::responsibility::ground::{Ground, Side};
use crate::responsibility::question::settle_address;
use crate::responsibility::relevance::{self, replaced_cells};

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
    for entry in list {
        let ty = assigned_type(ground.program, ground.trace, &entry.assignment);
        for havocked in &entry.havocked {
            let ty = ty.or_else(|| type_at(ground.program, ground.trace, havocked.range));
            hard.push(ground.domain(havocked.variable, ty, Side::Chosen));
        }
    }
    hard.retain(|&term| term != Term::TRUE);
    hard
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
