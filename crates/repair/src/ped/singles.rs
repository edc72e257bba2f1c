//! Repair solutions of one change (sections 4.2 to 4.4).
//!
//! With one alternative chosen for all executions of its statement nothing is left to choose: the walk along the trace is an execution of the changed program, which ends where it
//! leaves the trace. So alternatives are simply tried, the preferred ones first, and weighted MaxSAT would find the same. Statements that may compute anything are each a question to
//! the solver, in which nothing else is open. On the first level a change is made at one step only, and everything else is the same.

use whydunit_encode::Selecting;
use whydunit_solver::{Answer, Embedded};
use whydunit_term::{Model, Term, Terms};

use super::formula::{Exit, RepairProgram};
use super::question::Question;
use super::sites::{Subject, Ways};
use super::{Found, Level, Localised, PedOptions};
use crate::limits::{MOST_CONFLICTS_OF_A_CHANGE, MOST_TERMS_OF_A_CHANGE};

pub(super) fn search(
    subject: &Subject<'_>,
    programs: &[RepairProgram<'_>],
    ways: &Ways,
    options: &PedOptions,
) -> Localised {
    let mut localised = Localised::default();
    let mut left_out = 0;
    for change in changes(subject, programs, ways, options.level) {
        if localised.found.len() >= options.most || options.is_late() {
            localised.is_cut_short = true;
            break;
        }
        let is_free = ways.list[change.0 as usize].alternative.is_none();
        let tried = match is_free {
            false => tried(subject, programs, change, options),
            true => asked(subject, programs, change, options),
        };
        match tried {
            Tried::Repairs(found) => localised.found.push(found),
            Tried::No => {}
            Tried::Unknown => left_out += 1,
        }
    }
    if left_out > 0 {
        localised.notes.push(format!("{left_out} changes could not be followed"));
    }
    localised
}

/// The number of a way, and on the first level the step that is changed.
type Single = (u32, Option<u32>);

/// What is tried, in order: the alternatives that the library prefers, then what may be anything; late steps before early ones.
fn changes(
    subject: &Subject<'_>,
    programs: &[RepairProgram<'_>],
    ways: &Ways,
    level: Level,
) -> Vec<Single> {
    let mut list: Vec<Single> = match (level, programs.first()) {
        (Level::Default, Some(program)) => {
            let steps = program.steps.list.iter().rev().flat_map(|step| step.atomic.iter().rev());
            let at = |&step: &u32| {
                let numbers = program.trace_holes.at(program.trace, step);
                numbers.into_iter().map(move |number| (number, Some(step)))
            };
            steps.flat_map(at).collect()
        }
        _ => (0..ways.list.len() as u32).map(|number| (number, None)).collect(),
    };
    list.sort_by_cached_key(|&(number, _)| {
        let alternative = ways.list[number as usize].alternative;
        let weight = alternative.map_or(0, |index| subject.alternatives[index].weight);
        (alternative.is_none(), std::cmp::Reverse(weight))
    });
    list
}

enum Tried {
    Repairs(Found),
    No,
    Unknown,
}

/// The traces with an alternative.
fn tried(
    subject: &Subject<'_>,
    programs: &[RepairProgram<'_>],
    change: Single,
    options: &PedOptions,
) -> Tried {
    let mut ends = Vec::with_capacity(programs.len());
    for program in programs {
        let mut terms = Terms::new();
        let only = Selecting::Only(change.0, change.1);
        let formula =
            match program.formula(subject, &mut terms, only, options, MOST_TERMS_OF_A_CHANGE) {
                Ok(Some(formula)) => formula,
                Ok(None) | Err(_) => return Tried::Unknown,
            };
        match formula.exits.iter().find(|exit| exit.taken == Term::TRUE) {
            Some(exit) => ends.push(*exit),
            None => return Tried::No,
        }
    }
    Tried::Repairs(Found { chosen: vec![change], ends, values: vec![None] })
}

/// The traces with a statement that may compute anything.
fn asked(
    subject: &Subject<'_>,
    programs: &[RepairProgram<'_>],
    change: Single,
    options: &PedOptions,
) -> Tried {
    let mut terms = Terms::new();
    let mut formulas = Vec::with_capacity(programs.len());
    for program in programs {
        let only = Selecting::Only(change.0, change.1);
        match program.formula(subject, &mut terms, only, options, MOST_TERMS_OF_A_CHANGE) {
            Ok(Some(formula)) if formula.is_avoided() == Term::FALSE => return Tried::No,
            Ok(Some(formula)) => formulas.push(formula),
            Ok(None) | Err(_) => return Tried::Unknown,
        }
    }
    let budget = options.budget();
    let mut question = Question {
        programs,
        formulas,
        terms,
        solver: Embedded::new(),
        budget: budget.with_conflicts(MOST_CONFLICTS_OF_A_CHANGE),
        target: subject.program.types.target(),
        is_cut_short: false,
    };
    let avoided = question.is_avoided();
    let model = match question.ask(&[avoided]) {
        Answer::Sat(model) => model,
        Answer::Unsat(_) => return Tried::No,
        Answer::Unknown(_) => return Tried::Unknown,
    };
    let mut settled = vec![avoided];
    let (ends, model): (Vec<Exit>, Model) = question.latest(&mut settled, model);
    let values = question.values(change.0, Term::TRUE, &ends, &settled, &model);
    Tried::Repairs(Found { chosen: vec![change], ends, values: vec![Some(values)] })
}
