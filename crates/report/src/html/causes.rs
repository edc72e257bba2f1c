//! The lines that may be to blame, on top of the page, each with its evidence.

use std::fmt::Write;

use super::escape::escaped;
use crate::FailureReport;
use crate::limits::MOST_CAUSES;

/// Nothing if there are none.
pub(super) fn causes(failure: &FailureReport, index: usize, out: &mut String) {
    if failure.causes.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<section class=\"causes\" aria-labelledby=\"causes-{index}\"><h2 id=\"causes-{index}\">Most likely causes</h2>\n<ol>"
    );
    for cause in failure.causes.iter().take(MOST_CAUSES) {
        let _ = write!(
            out,
            "<li><span class=\"where\">{}:{}</span> <code>{}</code><ul>",
            escaped(&cause.place.file),
            cause.place.line,
            escaped(cause.place.line_text.trim()),
        );
        for evidence in &cause.evidence {
            let _ = write!(out, "<li>{}</li>", escaped(&evidence.text));
        }
        out.push_str("</ul></li>\n");
    }
    out.push_str("</ol></section>\n");
}
