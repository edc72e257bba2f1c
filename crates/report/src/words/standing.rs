//! What speaks for a repair, in the same words in every form: what its tests say, and what its grade means.

use crate::{BoundedAnswer, RepairGrade, RepairReport, TestCount};

/// One thing that is known about a repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    /// It speaks for the repair.
    pub(crate) is_good: bool,
    pub(crate) text: String,
}

/// All that is known, the tests first.
pub(crate) fn standing(repair: &RepairReport) -> Vec<Standing> {
    let said = |is_good: bool, text: String| Standing { is_good, text };
    let mut all = Vec::new();
    // Of the only run there is its grade says the same.
    if let Some(tests) = repair.tests.filter(|_| repair.grade != RepairGrade::ThisRun) {
        all.push(said(tests.passed == tests.total, tests_in_words(tests)));
    }
    let is_decided = repair.bounded == Some(BoundedAnswer::Holds);
    let is_good = is_decided || repair.grade == RepairGrade::ThisRun;
    all.push(said(is_good, grade_in_words(repair)));
    match repair.verified {
        Some(true) => all.push(said(true, "the C compiler agrees".to_owned())),
        Some(false) => {
            all.push(said(false, "compiled by the C compiler it does not pass".to_owned()));
        }
        None => {}
    }
    all
}

fn tests_in_words(tests: TestCount) -> String {
    let TestCount { passed, total, generated } = tests;
    match (passed == total, total, generated) {
        (true, 1, 1) => "the run that failed no longer does".to_owned(),
        (true, 1, _) => "the failing test passes".to_owned(),
        (true, _, 0) => format!("all {total} tests pass"),
        (true, _, _) if generated == total => format!("all {total} generated tests pass"),
        (true, _, _) => format!("all {total} tests pass, {generated} of them generated"),
        (false, _, _) => format!("{passed} of {total} tests pass"),
    }
}

fn grade_in_words(repair: &RepairReport) -> String {
    let against = &repair.against;
    let within = if repair.exhaustive { "" } else { " within the bound" };
    let is_partial = repair.remaining.is_some();
    match (repair.grade, repair.bounded) {
        (RepairGrade::Proved, _) => format!("proved against {against}: no input makes it fail"),
        (RepairGrade::Bounded | RepairGrade::Checks, _) if is_partial => {
            "not this failure again within the bound".to_owned()
        }
        (RepairGrade::Bounded, _) => format!("no failure within the bound, against {against}"),
        (RepairGrade::Checks, _) => {
            format!("no check fails any more{within}, but nothing says what is right")
        }
        (RepairGrade::ThisRun, Some(BoundedAnswer::Holds)) => {
            "this run, the only one there is, no longer fails".to_owned()
        }
        (RepairGrade::ThisRun, _) => {
            "this run no longer fails; not known whether other inputs fail".to_owned()
        }
        (RepairGrade::Refuted, _) => "other inputs still fail".to_owned(),
        (RepairGrade::Tests, Some(BoundedAnswer::Holds)) if is_partial => {
            "not this failure again within the bound".to_owned()
        }
        (RepairGrade::Tests, Some(BoundedAnswer::Holds)) => {
            format!("no check fails any more{within}")
        }
        (RepairGrade::Tests, Some(_)) => "not known whether other inputs fail".to_owned(),
        (RepairGrade::Tests, None) => "judged by the tests alone".to_owned(),
    }
}
