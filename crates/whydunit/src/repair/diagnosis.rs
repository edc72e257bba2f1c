//! What the diagnosis with proofs says, for the report.

use std::collections::BTreeSet;

use whydunit_program::Program;
use whydunit_repair::Diagnosed;
use whydunit_repair::ped::{Choice, Fix, Solution, Values};
use whydunit_report::{DiagnosisReport, FixReport, SolutionReport};

pub(super) fn report(
    program: &Program,
    diagnosed: &Diagnosed,
    shows_program: bool,
) -> DiagnosisReport {
    let diagnosis = &diagnosed.diagnosis;
    let solution = |(index, solution): (usize, &Solution)| SolutionReport {
        rank: index as u32 + 1,
        fixes: solution.fixes.iter().map(|fix| fix_report(program, diagnosed, fix)).collect(),
        cuts_short: solution.only_cuts,
    };
    let line = |stmt: &whydunit_program::SourceStmtId| {
        program.sources.line_column(program.source_stmt(*stmt).span).line
    };
    let trusted: BTreeSet<u32> = diagnosis.trusted.iter().map(line).collect();
    DiagnosisReport {
        level: diagnosed.level.name(),
        steps: diagnosis.steps,
        solutions: diagnosis.solutions.iter().enumerate().map(solution).collect(),
        trusted: trusted.into_iter().collect(),
        proved: diagnosed.proved.0,
        conditions: diagnosed.proved.1,
        complete: !diagnosis.is_cut_short,
        notes: diagnosis.notes.clone(),
        program: shows_program.then(|| diagnosis.program_text.clone()),
    }
}

fn fix_report(program: &Program, diagnosed: &Diagnosed, fix: &Fix) -> FixReport {
    let sources = &program.sources;
    let known = diagnosed.edit(fix);
    // An edit is more to the point than the statement that it is in.
    let place = sources.line_column(known.map_or(fix.span, |(edit, _)| edit.span));
    let change = known.map(|(edit, _)| match sources.text(edit.span) {
        "" => format!("insert `{}`", edit.new.trim()),
        old => format!("`{old}` becomes `{}`", edit.new),
    });
    let values = match &fix.what {
        Choice::Free(values) => said(values),
        Choice::Alternative(_) => None,
    };
    FixReport {
        file: sources.file(fix.span.file).name().to_owned(),
        line: place.line,
        column: place.column,
        text: sources.text(fix.span).to_owned(),
        change,
        values,
        weight: known.map(|(_, weight)| *weight),
    }
}

/// `3 would do`, `0 .. 9 would do`, `1, then 2, then 3 would do`.
fn said(values: &Values) -> Option<String> {
    match (values.range, values.common, values.each.as_slice()) {
        (Some((low, high)), ..) if high - low >= i128::from(u32::MAX) => None,
        (Some((low, high)), ..) if low < high => Some(format!("{low} .. {high} would do")),
        (_, Some(value), _) => Some(format!("{value} would do")),
        (_, None, []) => None,
        (_, None, each) => {
            let shown: Vec<String> =
                each.iter().take(4).map(|(_, value)| value.to_string()).collect();
            let rest = if each.len() > 4 { ", ..." } else { "" };
            Some(format!("{}{rest} would do", shown.join(", then ")))
        }
    }
}
