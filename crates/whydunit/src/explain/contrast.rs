//! The passing test beside the failing one: how the two differ, for people to compare.

use rustc_hash::FxHashSet;
use whydunit_expectation::{Contrast, Differing, Parting, contrast};
use whydunit_interp::{RunSpec, prepare};
use whydunit_lift::place;
use whydunit_program::Program;
use whydunit_report::{ContrastReport, DifferingReport, FailureReport, PartingReport};
use whydunit_trace::value_text;

use crate::Session;
use crate::expected::Stated;

/// `None` where no test passes.
pub(super) fn beside(
    session: &Session,
    stated: &Stated,
    failure: &FailureReport,
) -> Option<ContrastReport> {
    let program = session.program();
    let specs: Vec<&RunSpec> = stated.passing.iter().map(|(_, spec)| spec).collect();
    let relevant = failure.explanations.iter().flat_map(|explanation| &explanation.relevant);
    let named: FxHashSet<(&str, u32)> = relevant.map(|row| (row.file.as_str(), row.line)).collect();
    let files = program.sources.files();
    let lines = files.flat_map(|(id, file)| {
        named.iter().filter(move |(name, _)| *name == file.name()).map(move |(_, line)| (id, *line))
    });
    let lines = lines.collect();
    let compiled = prepare(program);
    let found = contrast(program, &compiled, &stated.config, &stated.spec, &specs, &lines)?;
    let (test, _) = stated.passing.get(found.index)?;
    let report = report(program, test, &found);
    (report.parts.is_some() || report.value.is_some()).then_some(report)
}

fn report(program: &Program, test: &str, found: &Contrast) -> ContrastReport {
    let text = |span| program.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = found.parting.map(|Parting { condition, holds_here }| {
        let at = place(program, condition);
        let (file, line, column) = (at.file, at.line, at.column);
        PartingReport { file, line, column, text: text(condition), holds: holds_here }
    });
    let value = found.value.clone().map(|Differing { name, span, ty, here, there }| {
        let at = place(program, span);
        let value = |bits| value_text(program, None, ty, bits);
        let (failing, passing) = (value(here), value(there));
        let (file, line, column) = (at.file, at.line, at.column);
        DifferingReport { file, line, column, name, failing, passing }
    });
    ContrastReport { test: test.to_owned(), parts, value }
}
