//! What a search has looked at, as plain data for reports.

use whydunit_find::{Assumption, AssumptionKind, Coverage, Gap, Search, Stopped, Verdict};
use whydunit_program::Program;
use whydunit_report::{AssumptionKind as ReportedKind, Verdict as ReportedVerdict};
use whydunit_report::{
    AssumptionReport, BoundedLoop, BoundedRecursion, CoverageReport, Report, SearchGap, SearchStop,
};

use whydunit_source::Span;

use crate::present::place;
use whydunit_project::{BudgetOptions, Why};

/// The verdict of a search and its limits, without failures.
pub fn verdict_report(program: &Program, budget: &BudgetOptions, search: &Search) -> Report {
    let mut report = Report::new(match search.verdict {
        Verdict::Fails => ReportedVerdict::Fails,
        Verdict::Holds => ReportedVerdict::Holds,
        Verdict::HoldsWithinBound => ReportedVerdict::HoldsWithinBound,
        Verdict::Unknown => ReportedVerdict::Unknown,
    });
    report.assumptions =
        search.coverage.assumptions.iter().map(|it| assumption(program, it)).collect();
    let coverage = coverage_report(program, budget, &search.coverage);
    report.limits = coverage.limits();
    report.coverage = Some(coverage);
    report
}

/// What is taken for granted, with its place if that is in a file of the user's.
#[must_use]
pub fn assumption(program: &Program, assumption: &Assumption) -> AssumptionReport {
    let is_user = |span: &Span| program.sources.file(span.file).is_user();
    let place = assumption.place.filter(is_user).map(|span| place(program, span));
    let kind = match assumption.kind {
        AssumptionKind::Bound => ReportedKind::Bound,
        AssumptionKind::Size => ReportedKind::Size,
        AssumptionKind::State => ReportedKind::State,
        AssumptionKind::Outside => ReportedKind::Outside,
        AssumptionKind::CheckOff => ReportedKind::CheckOff,
        AssumptionKind::Alloc => ReportedKind::Alloc,
        AssumptionKind::Termination => ReportedKind::Termination,
    };
    AssumptionReport::new(kind, &assumption.what, place.as_ref())
}

fn coverage_report(
    program: &Program,
    budget: &BudgetOptions,
    coverage: &Coverage,
) -> CoverageReport {
    let is_user = |span: Span| program.sources.file(span.file).is_user();
    let user_files = program.sources.files().filter(|(_, file)| file.is_user()).count();
    let gap = |it: &Gap| SearchGap {
        message: it.message.clone(),
        place: it.place.filter(|span| is_user(*span)).map(|span| place(program, span)),
    };
    CoverageReport {
        loops: coverage
            .loops
            .iter()
            .map(|it| BoundedLoop {
                place: place(program, it.place),
                is_library: !is_user(it.place),
                iterations: it.iterations,
            })
            .collect(),
        recursions: coverage
            .recursions
            .iter()
            .map(|it| BoundedRecursion {
                function: it.function.clone(),
                place: place(program, it.place),
                depth: it.depth,
            })
            .collect(),
        inputs: coverage.inputs.clone(),
        gaps: coverage.gaps.iter().map(gap).collect(),
        doubts: coverage.doubts.iter().map(gap).collect(),
        stopped: coverage.stopped.map(|stopped| match stopped {
            Stopped::Time => SearchStop::Time,
            Stopped::Memory => SearchStop::Memory,
            Stopped::Interrupted => match budget.cancel.why() {
                Some(Why::CpuTime(_)) => SearchStop::CpuTime,
                Some(Why::Memory(_)) => SearchStop::Memory,
                Some(Why::User) | None => SearchStop::Interrupted,
            },
        }),
        unwind: coverage.unwind,
        timeout: budget.timeout().as_secs_f64().to_string(),
        memory: budget.memory,
        cpu_time: match budget.cancel.why() {
            Some(Why::CpuTime(most)) => Some(most.as_secs_f64().to_string()),
            _ => None,
        },
        names_files: user_files > 1,
    }
}
