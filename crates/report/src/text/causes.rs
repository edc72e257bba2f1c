//! The lines that may be to blame, each with its evidence, before the run is told.

use std::fmt::Write;

use super::style::Style;
use crate::limits::{MOST_EVIDENCE_LINES, NARROWEST_EXCERPT};
use crate::words::{shorten, without_comment, wrap};
use crate::{CauseReport, FailureReport, TextOptions};

/// What stands before the text: the line number and a bar.
const MARGIN: usize = 9;

/// What stands before the evidence: it is further in than the text.
const INNER_MARGIN: usize = 11;

/// As many as are wanted, best first; nothing if there are none.
pub(super) fn causes(failure: &FailureReport, options: &TextOptions, out: &mut String) {
    let shown = &failure.causes[..failure.causes.len().min(options.causes)];
    if shown.is_empty() {
        return;
    }
    let width = options.width.max(NARROWEST_EXCERPT);
    // A ranking by experiments, no probability.
    let _ = writeln!(out, "\n  {}", Style::Strong.paint("Where to look first:", options.colour));
    for cause in shown {
        row(cause, &failure.property.place.file, width, out);
    }
}

fn row(cause: &CauseReport, main_file: &str, width: usize, out: &mut String) {
    let file = match cause.place.file == main_file {
        true => String::new(),
        false => format!("{}: ", cause.place.file),
    };
    let text = without_comment(&cause.place.line_text);
    let text = shorten(&format!("{file}{text}"), width.saturating_sub(MARGIN));
    let _ = writeln!(out, "  {:>4} | {text}", cause.place.line);
    for line in wrap(&cause.why, width - INNER_MARGIN, MOST_EVIDENCE_LINES) {
        let _ = writeln!(out, "       |   {line}");
    }
}
