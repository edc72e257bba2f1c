//! The lines that may be to blame, on top of the page, each with its evidence.

use std::fmt::Write;

use super::escape::escaped;
use crate::limits::{FIRST_CAUSES, MOST_CAUSES};
use crate::words::without_comment;
use crate::{CauseReport, FailureReport};

/// Nothing if there are none.
pub(super) fn causes(failure: &FailureReport, index: usize, out: &mut String) {
    if failure.causes.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<section class=\"causes\" aria-labelledby=\"causes-{index}\"><h2 id=\"causes-{index}\">Where to look first</h2>\n<ol>"
    );
    let all = &failure.causes[..failure.causes.len().min(MOST_CAUSES)];
    let (first, others) = all.split_at(all.len().min(FIRST_CAUSES));
    items(first, out);
    out.push_str("</ol>");
    if !others.is_empty() {
        let _ = writeln!(
            out,
            "<details><summary>{} more</summary><ol start=\"{}\">",
            others.len(),
            first.len() + 1
        );
        items(others, out);
        out.push_str("</ol></details>");
    }
    out.push_str("</section>\n");
}

fn items(causes: &[CauseReport], out: &mut String) {
    for cause in causes {
        let _ = write!(
            out,
            "<li><span class=\"where\">{}:{}</span> <code>{}</code><ul>",
            escaped(&cause.place.file),
            cause.place.line,
            escaped(without_comment(&cause.place.line_text)),
        );
        for evidence in &cause.evidence {
            let _ = write!(out, "<li>{}</li>", escaped(&evidence.text));
        }
        out.push_str("</ul></li>\n");
    }
}
