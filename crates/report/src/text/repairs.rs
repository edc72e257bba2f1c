//! Repairs for a terminal: the failure, then each repair with what speaks for it and its diff.

use super::style::Style;
use super::{failure_message, push_inputs, push_stack};
use crate::limits::MOST_PLACES;
use crate::words::{standing, wrap};
use crate::{
    DiagnosisReport, FixReport, RepairReport, RepairingReport, Report, SolutionReport, TextOptions,
    render_message,
};

pub(crate) fn repairs_text(
    report: &Report,
    repairing: &RepairingReport,
    options: &TextOptions,
    out: &mut String,
) {
    if let Some(evidence) = &repairing.evidence {
        out.push_str(evidence);
        out.push('\n');
    }
    for failure in &report.failures {
        let mut notes = Vec::new();
        push_inputs(&failure.inputs, &mut notes);
        push_stack(&failure.stack, &mut notes);
        if repairing.tests > 1 {
            let plural = if repairing.failing == 1 { "fails" } else { "fail" };
            let tests = if repairing.generated { "generated tests" } else { "tests" };
            notes.push(format!("{} of {} {tests} {plural}", repairing.failing, repairing.tests));
        }
        out.push_str(&render_message(&failure_message(failure, notes), options));
        for repair in &failure.repairs {
            out.push('\n');
            repair_text(repair, failure.repairs.len(), options, out);
        }
    }
    if let Some(diagnosis) = &repairing.diagnosis {
        diagnosis_text(report, diagnosis, options, out);
    }
    if report.failures.iter().all(|failure| failure.repairs.is_empty()) {
        out.push_str(&format!(
            "\n{}\n",
            Style::Strong.paint("no repair was found", options.colour)
        ));
    }
    out.push('\n');
    for line in wrap(&effort(report, repairing), options.width, usize::MAX) {
        out.push_str(&line);
        out.push('\n');
    }
}

fn diagnosis_text(
    report: &Report,
    diagnosis: &DiagnosisReport,
    options: &TextOptions,
    out: &mut String,
) {
    if let Some(program) = &diagnosis.program {
        let heading = format!("the failing run as a repair program ({} steps):", diagnosis.steps);
        out.push_str(&format!("\n{}\n", Style::Strong.paint(&heading, options.colour)));
        for line in program {
            out.push_str(&format!("  {line}\n"));
        }
    }
    let repaired: Vec<u32> = report
        .failures
        .iter()
        .flat_map(|failure| &failure.repairs)
        .flat_map(|repair| repair.edits.iter().map(|edit| edit.line))
        .collect();
    let is_said =
        |solution: &&SolutionReport| solution.fixes.iter().all(|fix| repaired.contains(&fix.line));
    let further: Vec<&SolutionReport> =
        diagnosis.solutions.iter().filter(|solution| !is_said(solution)).collect();
    // Who asked for repairs and has one need not be told where else one could be made.
    let is_asked =
        report.failures.iter().flat_map(|failure| &failure.repairs).all(|one| one.method == "ped");
    if further.is_empty() || !is_asked {
        return;
    }
    let heading = match repaired.is_empty() {
        true => "places where a change would keep the run from failing:",
        false => "other places where a change would keep the run from failing:",
    };
    out.push_str(&format!("\n{}\n", Style::Strong.paint(heading, options.colour)));
    for solution in further.iter().take(MOST_PLACES) {
        let fixes: Vec<String> = solution.fixes.iter().map(place_text).collect();
        for line in wrap(&fixes.join(", and "), options.width.saturating_sub(4), usize::MAX) {
            out.push_str(&format!("    {line}\n"));
        }
    }
    if further.len() > MOST_PLACES {
        out.push_str(&format!("    and {} more (--format json)\n", further.len() - MOST_PLACES));
    }
    if !diagnosis.trusted.is_empty() {
        let lines: Vec<String> = diagnosis.trusted.iter().map(u32::to_string).collect();
        let plural = if lines.len() == 1 { "line" } else { "lines" };
        let said = format!(
            "not changed, because proofs of other checks rest on it: {plural} {}",
            lines.join(", ")
        );
        for line in wrap(&said, options.width.saturating_sub(2), usize::MAX) {
            out.push_str(&format!("  {}\n", Style::Fact.paint(&line, options.colour)));
        }
    }
}

/// `line 4: s = a[i] (should be 0 .. 9)`.
fn place_text(fix: &FixReport) -> String {
    let text = one_line(&fix.text);
    match (&fix.change, &fix.values) {
        (Some(change), _) => format!("line {}: {change}", fix.line),
        (None, Some(values)) => format!("line {}: `{text}` ({values})", fix.line),
        (None, None) => format!("line {}: `{text}`", fix.line),
    }
}

fn repair_text(repair: &RepairReport, count: usize, options: &TextOptions, out: &mut String) {
    let number = if count == 1 { String::new() } else { format!(" {} of {count}", repair.rank) };
    let heading = format!("repair{number}: {}", summary(repair));
    out.push_str(&Style::Success.paint(&heading, options.colour));
    out.push('\n');
    let known = standing(repair).into_iter().map(|one| one.text);
    let speaks = known.collect::<Vec<_>>().join("; ");
    for said in std::iter::once(&speaks).chain(&repair.remaining).chain(&repair.remarks) {
        for line in wrap(said, options.width.saturating_sub(2), usize::MAX) {
            out.push_str(&format!("  {}\n", Style::Fact.paint(&line, options.colour)));
        }
    }
    // Not `lines`: a carriage return belongs to the line.
    for line in repair.patch.trim_end_matches('\n').split('\n') {
        let style = match line.as_bytes().first() {
            _ if line.starts_with("---") || line.starts_with("+++") => Some(Style::Strong),
            Some(b'+') => Some(Style::Success),
            Some(b'-') => Some(Style::Error),
            Some(b'@') => Some(Style::Margin),
            _ => None,
        };
        let line = style.map_or(line.to_owned(), |style| style.paint(line, options.colour));
        out.push_str(&line);
        out.push('\n');
    }
}

/// `line 4: "s >= a[i]" becomes "s < a[i]"`.
fn summary(repair: &RepairReport) -> String {
    let edits: Vec<String> = repair
        .edits
        .iter()
        .map(|edit| match (one_line(&edit.old).as_str(), one_line(&edit.new).as_str()) {
            ("", new) => format!("line {}: insert `{new}`", edit.line),
            (old, "") => format!("line {}: remove `{old}`", edit.line),
            (old, new) => format!("line {}: `{old}` becomes `{new}`", edit.line),
        })
        .collect();
    edits.join(", ")
}

/// Spaces at the ends stay: they belong to what is inserted.
fn one_line(text: &str) -> String {
    match text.contains(['\n', '\r']) {
        true => text.split_whitespace().collect::<Vec<_>>().join(" "),
        false => text.to_owned(),
    }
}

/// What it took, and whether that was all there is.
fn effort(report: &Report, repairing: &RepairingReport) -> String {
    let mut text = format!(
        "{} changes tried in {} runs; {} compiled",
        repairing.changes, repairing.runs, repairing.compiled
    );
    if repairing.searched > 0 {
        text.push_str(&format!(", {} searched for failing inputs", repairing.searched));
    }
    match repairing.counterexamples {
        0 => {}
        1 => text.push_str("; a failing input found on the way became a test"),
        count => {
            text.push_str(&format!("; {count} failing inputs found on the way became tests"));
        }
    }
    if !repairing.complete {
        let is_reached = |what: &str| report.limits.iter().any(|it| it.what == what && it.reached);
        text.push_str(if is_reached("interrupt") {
            "; stopped by Ctrl-C before all were tried"
        } else if is_reached("cpu-time") {
            "; time of the processors ran out before all were tried (--cpu-time)"
        } else if is_reached("memory") {
            "; memory ran out before all were tried (--memory)"
        } else {
            "; time ran out before all were tried (--timeout)"
        });
    }
    text
}
