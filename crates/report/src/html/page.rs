//! The page as a whole: head, landmarks, and what there is to say when nothing failed.

use std::fmt::Write;

use super::assets::{EARLY_SCRIPT, SCRIPT, STYLE, security_policy};
use super::data::data;
use super::escape::{escaped, json_in_script};
use super::failure::{failure_head, failure_list, stories};
use super::repairs::repairs_html;
use super::source::source_listing;
use super::sources::Sources;
use super::views::View;
use crate::{LimitReport, Report, TextOptions, to_text};

pub(super) fn page(report: &Report, views: &[Vec<View<'_>>], sources: &Sources<'_>) -> String {
    let mut out = String::new();
    let text = to_text(report, &TextOptions::default());
    let title = match report.failures.first() {
        Some(failure) => failure.property.message.clone(),
        None => headline(report, &text),
    };
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"whydunit {}\">\n\
         <title>{} – whydunit</title>\n<style>{STYLE}</style>\n<script>{EARLY_SCRIPT}</script>\n</head>\n<body>\n",
        escaped(&security_policy()),
        escaped(report.origin.version),
        escaped(&title),
    );
    top_bar(report, &mut out);
    out.push_str("<main>\n");
    if report.failures.len() > 1 {
        failure_list(report, &mut out);
    }
    for (index, views) in views.iter().enumerate() {
        failure_head((report, index), views, &mut out);
    }
    if report.failures.is_empty() {
        no_failure(report, &title, &text, &mut out);
    }
    explorer(report, views, sources, &mut out);
    for (index, failure) in report.failures.iter().enumerate() {
        repairs_html(index, &failure.repairs, &mut out);
    }
    for (index, views) in views.iter().enumerate() {
        stories((report, index), views, &mut out);
    }
    program_output(report, &mut out);
    if !report.failures.is_empty() {
        let _ = writeln!(
            out,
            "<details class=\"as-text\"><summary>The report as text</summary><pre tabindex=\"0\">{}</pre></details>",
            escaped(&text)
        );
    }
    out.push_str("</main>\n");
    footer(report, &mut out);
    out.push_str(HELP);
    let _ = write!(
        out,
        "<script type=\"application/json\" id=\"data\">{}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        json_in_script(&data(report, views, sources))
    );
    out
}

fn top_bar(report: &Report, out: &mut String) {
    let command = if report.origin.command.is_empty() {
        String::new()
    } else {
        format!("<code class=\"asked\">{}</code>", escaped(&report.origin.command))
    };
    let _ = writeln!(
        out,
        "<a class=\"skip\" href=\"#source\">Skip to the source</a>\n\
         <header class=\"bar\"><span class=\"brand\">whydunit</span>{command}\
         <span class=\"tools\"><button type=\"button\" class=\"plain\" id=\"theme\" hidden></button>\
         <button type=\"button\" class=\"plain\" id=\"show-help\" aria-haspopup=\"dialog\" hidden>keys <kbd>?</kbd></button></span></header>"
    );
}

fn explorer(report: &Report, views: &[Vec<View<'_>>], sources: &Sources<'_>, out: &mut String) {
    if sources.files.is_empty() {
        return;
    }
    let has_steps = report
        .failures
        .iter()
        .any(|failure| failure.trace.as_ref().is_some_and(|trace| !trace.steps.is_empty()));
    let class = if has_steps { "explorer" } else { "explorer no-steps" };
    let _ = writeln!(
        out,
        "<div class=\"{class}\">\n<section class=\"source\" id=\"source\" tabindex=\"-1\" aria-labelledby=\"source-title\">\n\
         <h2 id=\"source-title\" class=\"unseen\">Source</h2>"
    );
    if has_steps {
        out.push_str(LEGEND);
    }
    source_listing(report, views, sources, out);
    out.push_str("</section>\n");
    if has_steps {
        out.push_str(RUN);
    }
    out.push_str("</div>\n");
    if has_steps {
        out.push_str(PICTURES);
    }
}

/// Filled by the script: what the run printed, what flowed where, and storage at a step.
const PICTURES: &str = "<section class=\"printed\" id=\"printed\" aria-labelledby=\"printed-title\" hidden>\
<h2 id=\"printed-title\">What it printed</h2><p class=\"quiet\">Click a character: which step wrote it?</p><pre id=\"printed-text\" tabindex=\"0\"></pre></section>\n\
<section class=\"flow\" id=\"flow\" aria-labelledby=\"flow-title\" hidden>\
<h2 id=\"flow-title\">What flowed where</h2><p class=\"quiet\">The statements that matter, and which value each took from which; by the names that they are written with.</p><div class=\"drawn\" id=\"flow-drawn\" tabindex=\"0\" role=\"region\" aria-labelledby=\"flow-title\"></div></section>\n\
<section class=\"memory\" id=\"memory\" aria-labelledby=\"memory-title\" hidden>\
<h2 id=\"memory-title\">Storage at this step</h2><div class=\"drawn\" id=\"memory-drawn\" tabindex=\"0\" role=\"region\" aria-labelledby=\"memory-title\"></div></section>\n";

/// What the looks of lines mean.
const LEGEND: &str = "<p class=\"legend\"><span class=\"key lit\">matters</span> \
    <span class=\"key ran\">executed</span> \
    <span class=\"key never\">not executed</span></p>\n";

/// Filled by the script, and shown only if there is one.
const RUN: &str = "<aside class=\"run\" id=\"run\" aria-labelledby=\"run-title\" hidden>\n\
<div class=\"run-head\"><h2 id=\"run-title\">Run</h2><span class=\"position\" id=\"position\"></span>\
<span class=\"steppers\">\
<button type=\"button\" class=\"plain\" id=\"previous-relevant\" title=\"previous step that matters (p)\" aria-label=\"Previous step that matters\">«</button>\
<button type=\"button\" class=\"plain\" id=\"previous\" title=\"previous step (k)\" aria-label=\"Previous step\">‹</button>\
<button type=\"button\" class=\"plain\" id=\"next\" title=\"next step (j)\" aria-label=\"Next step\">›</button>\
<button type=\"button\" class=\"plain\" id=\"next-relevant\" title=\"next step that matters (n)\" aria-label=\"Next step that matters\">»</button>\
</span>\
<input type=\"search\" class=\"search\" id=\"search\" placeholder=\"search\" aria-label=\"Search the steps: a variable, a value, a piece of code; Enter goes to the next one\">\
<button type=\"button\" class=\"plain\" id=\"only-relevant\" aria-pressed=\"false\" title=\"list only steps that matter (m)\">only what matters</button>\
<button type=\"button\" class=\"plain\" id=\"run-toggle\" aria-expanded=\"true\" aria-controls=\"run-body\">hide</button></div>\n\
<div id=\"run-body\"><div class=\"timeline\" id=\"timeline\" role=\"listbox\" tabindex=\"0\" aria-label=\"Steps of the run\"><div class=\"space\" id=\"timeline-space\" role=\"presentation\"></div></div>\n\
<div class=\"state\" id=\"state\" tabindex=\"0\" role=\"region\" aria-label=\"State at this step\"></div></div>\n\
<p class=\"unseen\" id=\"now\" aria-live=\"polite\"></p>\n</aside>\n\
<div class=\"card\" id=\"card\" role=\"tooltip\" hidden></div>\n\
<noscript><p class=\"no-script\">With JavaScript, the run can be stepped through here.</p></noscript>\n";

/// The keys, for people.
const HELP: &str = "<dialog id=\"help\" aria-labelledby=\"help-title\"><h2 id=\"help-title\">Keys</h2><dl>\
<div><dt><kbd>j</kbd> <kbd>k</kbd> or <kbd>↓</kbd> <kbd>↑</kbd></dt><dd>next, previous step</dd></div>\
<div><dt><kbd>n</kbd> <kbd>p</kbd></dt><dd>next, previous step that matters</dd></div>\
<div><dt><kbd>→</kbd> <kbd>←</kbd> or <kbd>]</kbd> <kbd>[</kbd></dt><dd>open, fold a loop or call</dd></div>\
<div><dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>first step, the failure</dd></div>\
<div><dt><kbd>PgUp</kbd> <kbd>PgDn</kbd></dt><dd>a screen of steps</dd></div>\
<div><dt><kbd>m</kbd></dt><dd>list only steps that matter</dd></div>\
<div><dt><kbd>t</kbd></dt><dd>light, dark, or as the system has it</dd></div>\
<div><dt><kbd>?</kbd></dt><dd>this help</dd></div></dl>\
<p>Arrows, Home, End and the page keys work in the list of steps; letters and brackets everywhere. Click an executed line to go to its next step.</p>\
<form method=\"dialog\"><button class=\"plain\">close</button></form></dialog>\n";

/// The verdict of a report without failures.
fn headline(report: &Report, text: &str) -> String {
    let first = text.lines().next().unwrap_or_default().trim();
    match first.is_empty() {
        true => report.run.as_ref().map_or("no failure", |run| &run.message).to_owned(),
        false => first.to_owned(),
    }
}

fn no_failure(report: &Report, title: &str, text: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "<section class=\"failure verdict\" aria-labelledby=\"verdict\">\n<h1 class=\"title\" id=\"verdict\">{}</h1>",
        escaped(title)
    );
    let rest: Vec<&str> = text.lines().skip(1).collect();
    let rest = rest.join("\n");
    if !rest.trim().is_empty() {
        let _ = writeln!(out, "<pre class=\"words\" tabindex=\"0\">{}</pre>", escaped(&rest));
    }
    let reached: Vec<&LimitReport> = report.limits.iter().filter(|limit| limit.reached).collect();
    if !reached.is_empty() {
        out.push_str("<h2>Limits</h2>\n<ul class=\"remarks\">");
        for LimitReport { what, value, file, line, .. } in reached {
            let place = match (file, line) {
                (Some(file), Some(line)) => format!(" at {}:{line}", escaped(file)),
                _ => String::new(),
            };
            let _ = write!(out, "<li>{} {}{place}</li>", escaped(what), escaped(value));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</section>\n");
}

fn program_output(report: &Report, out: &mut String) {
    let streams = [("standard output", &report.stdout), ("standard error", &report.stderr)];
    for (name, text) in streams {
        let Some(text) = text.as_ref().filter(|text| !text.is_empty()) else { continue };
        let _ = writeln!(
            out,
            "<details class=\"as-text\"><summary>The program’s {name}</summary><pre tabindex=\"0\">{}</pre></details>",
            escaped(text)
        );
    }
}

fn footer(report: &Report, out: &mut String) {
    let origin = &report.origin;
    let solver = if origin.solver.is_empty() {
        String::new()
    } else {
        format!(" with {}", escaped(&origin.solver))
    };
    let _ = writeln!(out, "<footer>whydunit {}{solver}</footer>", escaped(origin.version));
}
