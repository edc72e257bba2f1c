//! Ways to mend the program: each as a diff, with what is known about it.

use std::fmt::Write;

use super::escape::escaped;
use crate::RepairReport;
use crate::words::{Standing, standing};

pub(super) fn repairs_html(failure: usize, repairs: &[RepairReport], out: &mut String) {
    if repairs.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<section class=\"repairs\" data-failure=\"{failure}\" aria-labelledby=\"repairs-{failure}\">\n<h2 id=\"repairs-{failure}\">Repairs</h2>"
    );
    for repair in repairs {
        let _ = writeln!(
            out,
            "<article class=\"repair\"><h3>Repair {} <span class=\"by\">{}</span></h3><ul class=\"grade\">",
            repair.rank,
            escaped(repair.method)
        );
        for Standing { is_good, text } in standing(repair) {
            let (class, sign) = if is_good { ("good", "✓") } else { ("open", "–") };
            let _ = write!(
                out,
                "<li class=\"{class}\"><span aria-hidden=\"true\">{sign}</span> {}</li>",
                escaped(&text)
            );
        }
        out.push_str("</ul>\n");
        diff_html(&repair.patch, out);
        out.push_str("<p><button type=\"button\" class=\"plain copy\" hidden>copy the patch</button></p></article>\n");
    }
    out.push_str("</section>\n");
}

/// A unified diff, line by line; the signs at the beginning of lines say the same as the colours.
fn diff_html(patch: &str, out: &mut String) {
    out.push_str("<pre class=\"diff\" tabindex=\"0\" aria-label=\"Patch\">");
    for line in patch.lines() {
        let (tag, class) = match line.as_bytes().first() {
            Some(b'+') if line.starts_with("+++ ") => ("span", "name"),
            Some(b'-') if line.starts_with("--- ") => ("span", "name"),
            Some(b'+') => ("ins", "added"),
            Some(b'-') => ("del", "removed"),
            Some(b'@') => ("span", "place"),
            _ => ("span", "same"),
        };
        let _ = writeln!(out, "<{tag} class=\"{class}\">{}</{tag}>", escaped(line));
    }
    out.push_str("</pre>\n");
}
