//! From findings to the report.

use whydunit_lift::{self as present, listed_steps, trace_report};
use whydunit_program::About;
use whydunit_program::Program;
use whydunit_repair::autodebug::transcript;
use whydunit_repair::{Edit, Findings, Grade, Repair, Searched};
use whydunit_report::{
    BoundedAnswer, EditReport, FailureReport, Property, RepairGrade, RepairReport, RepairingReport,
    Report, TestCount, Verdict,
};
use whydunit_suite::{Outcome, Reason};
use whydunit_validate::{Agreement, Target};

use super::diagnosis;
use crate::{RepairMethod, RepairOptions};

pub(crate) fn report(
    args: &RepairOptions,
    target: &Target,
    findings: &Findings,
    agreements: &[Agreement],
) -> Report {
    let program = &target.subject.program;
    let mut report = Report::new(Verdict::Fails);
    let mut failure = failure(target);
    let repairs = findings.repairs.iter().zip(agreements).enumerate();
    let repair_report = |(index, (repair, agreement)): (usize, (&Repair, &Agreement))| {
        repair_report(args, target, findings, index, (repair, agreement))
    };
    failure.repairs = repairs.map(repair_report).collect();
    report.failures.push(failure);
    report.repairing = Some(RepairingReport {
        tests: judged(findings),
        failing: findings.before.iter().filter(|one| one.verdict.is_failed()).count(),
        generated: target.is_made,
        counterexamples: findings.counterexamples.len(),
        changes: findings.tried.changes,
        runs: findings.tried.runs,
        compiled: findings.tried.builds,
        searched: findings.tried.judged,
        complete: !findings.is_cut_short,
        evidence: args.show_evidence.then(|| evidence(findings)),
        diagnosis: findings
            .diagnosed
            .as_ref()
            .map(|diagnosed| diagnosis::report(program, diagnosed, args.show_evidence)),
    });
    if findings.is_cut_short {
        report.limits.push(present::time_limit(&target.common.budget));
    }
    report.origin = present::origin(program);
    report
}

/// Before any change was tried.
pub(crate) fn without_repairs(args: &RepairOptions, target: &Target) -> Report {
    report(args, target, &Findings { is_cut_short: true, ..Findings::default() }, &[])
}

/// Tests of the suite that say something.
fn judged(findings: &Findings) -> usize {
    let is_judged = |one: &&Outcome| one.verdict.is_passed() || one.verdict.is_failed();
    findings.before.iter().filter(is_judged).count()
}

/// What was compared along the failing runs.
fn evidence(findings: &Findings) -> String {
    let transcripts: Vec<String> = findings.debugged.iter().map(transcript).collect();
    match transcripts.is_empty() {
        true => "no failing run with a condition that could be followed back\n".to_owned(),
        false => transcripts.join("\n"),
    }
}

/// The failing run that is spoken of.
fn failure(target: &Target) -> FailureReport {
    let program = &target.subject.program;
    let shown = &target.shown;
    match (&shown.trace, &shown.reason) {
        (Some(trace), _) => {
            let steps = trace_report(program, trace, &listed_steps(program, trace));
            let mut failure = present::failure_with_trace(program, trace, steps);
            failure.property.values = present::read_by_failing_step(program, trace);
            failure
        }
        (None, Reason::Check(failure)) => present::failure_report(program, failure, &[], None),
        (None, reason) => {
            let about = match reason {
                Reason::Different(about, _) => *about,
                Reason::DoesNotEnd(_) => About::Termination,
                Reason::Check(_) | Reason::Died(_) => About::ExitCode,
            };
            let function = program.function(target.subject.start);
            let property = Property {
                kind: about.name(),
                place: present::place(program, function.span),
                text: shown.test.name.clone(),
                message: format!("{}: {}", shown.test.name, shown.words),
                values: Vec::new(),
                expected: None,
                actual: None,
                inferred: None,
            };
            FailureReport::new(property, Vec::new(), Vec::new())
        }
    }
}

fn repair_report(
    args: &RepairOptions,
    target: &Target,
    findings: &Findings,
    index: usize,
    (repair, agreement): (&Repair, &Agreement),
) -> RepairReport {
    let program = &target.subject.program;
    let given = if target.is_made { 0 } else { judged(findings) };
    let evidence = match &repair.evidence {
        Some(_) if !args.show_evidence => {
            Some("suggested by what a failing run shows (--show-evidence)".to_owned())
        }
        evidence => evidence.clone(),
    };
    let bounded = repair.searched.map(|searched| match searched {
        Searched::Complete | Searched::WithinBounds => BoundedAnswer::Holds,
        Searched::Undecided => BoundedAnswer::Unknown,
        Searched::Refuted => BoundedAnswer::Fails,
    });
    let (passed, total) = repair.tests;
    RepairReport {
        rank: index as u32 + 1,
        method: match (args.methods.as_slice(), repair.is_diagnosed) {
            ([RepairMethod::Ped], _) => "ped",
            (_, true) => "autodebug+ped",
            (_, false) => "autodebug",
        },
        edits: repair.edits.iter().map(|edit| edit_report(program, edit)).collect(),
        tests: Some(TestCount { passed, total, generated: total.saturating_sub(given) }),
        bounded,
        grade: grade(repair.grade),
        against: repair.against.clone(),
        exhaustive: repair.searched == Some(Searched::Complete),
        remaining: repair.remaining.clone(),
        remarks: evidence
            .into_iter()
            .chain(repair.remark.clone())
            .chain(agreement.remarks.iter().cloned())
            .collect(),
        verified: agreement.verified,
        patch: repair.patch.clone(),
    }
}

fn grade(grade: Grade) -> RepairGrade {
    match grade {
        Grade::Proved => RepairGrade::Proved,
        Grade::Bounded => RepairGrade::Bounded,
        Grade::Tests => RepairGrade::Tests,
        Grade::Checks => RepairGrade::Checks,
        Grade::ThisRun => RepairGrade::ThisRun,
        Grade::Refuted => RepairGrade::Refuted,
    }
}

fn edit_report(program: &Program, edit: &Edit) -> EditReport {
    let sources = &program.sources;
    let start = sources.line_column(edit.span);
    let end = sources.end_line_column(edit.span);
    EditReport {
        file: sources.file(edit.span.file).name().to_owned(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        old: sources.text(edit.span).to_owned(),
        new: edit.new.clone(),
    }
}
