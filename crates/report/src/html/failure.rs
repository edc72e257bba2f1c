//! What is said of a failure apart from the source: the headline, the methods to choose from, the remarks; and the whole explanation as a list for
//! readers without a script.

use std::fmt::Write;

use super::causes::causes;
use super::escape::escaped;
use super::prose::prose;
use super::views::{Note, Rank, View, ViewRow};
use crate::text::mark;
use crate::words::{Remark, inputs_text, security_remarks};
use crate::{FailureReport, FurtherRun, Report};

/// Where there are several: a list to choose from.
pub(super) fn failure_list(report: &Report, out: &mut String) {
    out.push_str("<nav class=\"failure-list\" aria-label=\"Failures\"><ol role=\"list\">\n");
    for (index, failure) in report.failures.iter().enumerate() {
        let property = &failure.property;
        let cause = match same_cause(report, index) {
            Some(first) => {
                format!("<span class=\"cause\">same cause as {}</span>", first + 1)
            }
            None => String::new(),
        };
        let current = if index == 0 { " aria-current=\"true\"" } else { "" };
        let _ = writeln!(
            out,
            "<li><a href=\"#failure-{index}\" data-pick=\"{index}\"{current}>\
             <span class=\"number\">{}</span><span class=\"message\">{}</span>\
             <span class=\"where\"><span class=\"kind\">{}</span> {}:{}</span>{cause}</a></li>",
            index + 1,
            escaped(&property.message),
            escaped(property.kind),
            escaped(&property.place.file),
            property.place.line,
        );
    }
    out.push_str("</ol></nav>\n");
}

/// The first failure before this one that has the same cause.
fn same_cause(report: &Report, index: usize) -> Option<usize> {
    let group = report.failures[index].group?;
    report.failures[..index].iter().position(|other| other.group == Some(group))
}

/// What failed, when, and how to see it again.
pub(super) fn failure_head(
    (report, index): (&Report, usize),
    views: &[View<'_>],
    out: &mut String,
) {
    let failure = &report.failures[index];
    let property = &failure.property;
    let heading = if index == 0 { "h1" } else { "h2" };
    let _ = writeln!(
        out,
        "<section class=\"failure\" id=\"failure-{index}\" data-failure=\"{index}\" aria-labelledby=\"failure-{index}-title\">\n\
         <div class=\"head\"><div class=\"what-failed\"><p class=\"kicker\"><span class=\"kind\">{}</span> <span class=\"where\">{}:{}</span></p>\n\
         <{heading} class=\"title\" id=\"failure-{index}-title\">{}</{heading}>",
        escaped(property.kind),
        escaped(&property.place.file),
        property.place.line,
        escaped(&property.message),
    );
    if let Some(inferred) = &property.inferred {
        let _ = writeln!(out, "<p class=\"inferred\">inferred: {}</p>", escaped(inferred));
    }
    circumstances(failure, index, views, out);
    causes(failure, index, out);
    if views.len() > 1 {
        methods(index, views, out);
    }
    for (number, view) in views.iter().enumerate().filter(|(_, view)| !view.question.is_empty()) {
        let name = if views.len() > 1 { "" } else { view.name };
        let name = if name.is_empty() { String::new() } else { format!("<b>{name}</b>: ") };
        let _ = writeln!(
            out,
            "<p class=\"question\" data-view=\"{index}-{number}\"{}>{name}{}</p>",
            hidden_unless_first(number),
            escaped(&view.question)
        );
    }
    out.push_str("</div>\n<div class=\"beside\">");
    remark_lists((report, index), views, out);
    commands(failure, out);
    repairs_link(index, failure, out);
    out.push_str("</div></div>\n");
    out.push_str("</section>\n");
}

fn hidden_unless_first(view: usize) -> &'static str {
    if view == 0 { "" } else { " hidden" }
}

/// `with input = -1`, `fails whenever input <= -1`.
fn circumstances(failure: &FailureReport, index: usize, views: &[View<'_>], out: &mut String) {
    let inputs = inputs_text(&failure.inputs);
    if inputs.is_empty() && views.iter().all(|view| view.condition.is_none()) {
        return;
    }
    out.push_str("<p class=\"circumstances\">");
    if !inputs.is_empty() {
        let _ = write!(out, "<span class=\"inputs\">with <code>{}</code></span>", escaped(&inputs));
    }
    for (number, view) in views.iter().enumerate() {
        let Some(condition) = &view.condition else { continue };
        let _ = write!(
            out,
            " <span class=\"condition\" data-view=\"{index}-{number}\"{}>{}</span>",
            hidden_unless_first(number),
            condition_html(view, condition)
        );
    }
    out.push_str("</p>\n");
}

fn condition_html(view: &View<'_>, condition: &str) -> String {
    let mut facts: Vec<&str> = Vec::new();
    if let Some(explanation) = view.explanation {
        // `1` is not something that the sentence quotes.
        facts.extend(explanation.general.as_deref().filter(|&general| general != "1"));
        let first = explanation.invariants.first();
        facts.extend(first.iter().flat_map(|first| first.parts.iter().map(String::as_str)));
    }
    prose(condition, &facts)
}

fn remark_lists((report, index): (&Report, usize), views: &[View<'_>], out: &mut String) {
    let failure = &report.failures[index];
    for (number, view) in views.iter().enumerate().filter(|(_, view)| !view.remarks.is_empty()) {
        let _ = write!(
            out,
            "<ul class=\"remarks\" data-view=\"{index}-{number}\"{}>",
            hidden_unless_first(number)
        );
        remark_items(&view.remarks, out);
        out.push_str("</ul>\n");
    }
    let mut further: Vec<Remark> =
        failure.security.as_ref().map(security_remarks).unwrap_or_default();
    if let Some(first) = same_cause(report, index) {
        let message = &report.failures[first].property.message;
        further.push(Remark::Plain(format!("Same cause as failure {}: {message}.", first + 1)));
    }
    for FurtherRun { inputs, .. } in &failure.further_runs {
        further.push(Remark::Plain(format!("Also with {}.", inputs_text(inputs))));
    }
    further.extend(failure.contrast.as_ref().map(|contrast| Remark::Plain(contrast.words())));
    further.extend(failure.hint.clone().map(Remark::Plain));
    if !further.is_empty() {
        out.push_str("<ul class=\"remarks further\">");
        remark_items(&further, out);
        out.push_str("</ul>\n");
    }
}

fn remark_items(remarks: &[Remark], out: &mut String) {
    for remark in remarks {
        let _ = match remark {
            Remark::Plain(text) | Remark::Aside(text) => write!(out, "<li>{}</li>", escaped(text)),
            Remark::Warning(text) => write!(
                out,
                "<li class=\"warning\"><strong>Warning:</strong> {}</li>",
                escaped(text)
            ),
        };
    }
}

/// Commands to copy.
fn commands(failure: &FailureReport, out: &mut String) {
    let mut commands: Vec<(&str, &str)> = Vec::new();
    commands.extend(failure.reproduce.iter().map(|command| ("reproduce", command.as_str())));
    if let Some(test) = &failure.test {
        commands.push(("test", &test.command));
    }
    for (name, command) in commands {
        let _ = writeln!(
            out,
            "<p class=\"command\"><span class=\"name\">{name}</span> <code>{}</code> \
             <button type=\"button\" class=\"plain copy\" hidden>copy</button></p>",
            escaped(command)
        );
    }
    // Filled by clicks on values and on lines that did not run.
    out.push_str(
        "<p class=\"command asked\" hidden><span class=\"said\"></span> <code></code> \
         <button type=\"button\" class=\"plain copy\" hidden>copy</button></p>\n",
    );
    if let Some(file) = &failure.witness {
        let _ = writeln!(
            out,
            "<p class=\"command\"><span class=\"name\">witness</span> <code>{}</code></p>",
            escaped(file)
        );
    }
}

/// Repairs stand below the source, which they are about.
fn repairs_link(index: usize, failure: &FailureReport, out: &mut String) {
    let _ = match failure.repairs.len() {
        0 => Ok(()),
        1 => writeln!(out, "<p class=\"to-repairs\"><a href=\"#repairs-{index}\">1 repair</a></p>"),
        count => writeln!(
            out,
            "<p class=\"to-repairs\"><a href=\"#repairs-{index}\">{count} repairs</a></p>"
        ),
    };
}

fn methods(index: usize, views: &[View<'_>], out: &mut String) {
    let _ = write!(out, "<fieldset class=\"methods\" hidden><legend>Ask another way</legend>");
    for (number, view) in views.iter().enumerate() {
        let checked = if number == 0 { " checked" } else { "" };
        let _ = write!(
            out,
            "<label title=\"{}\"><input type=\"radio\" name=\"method-{index}\" value=\"{number}\"{checked}>\
             <span>{}</span></label>",
            escaped(&view.question),
            escaped(view.name)
        );
    }
    out.push_str("</fieldset>\n");
}

/// All that the source does not show without a script: the other views of a failure.
pub(super) fn stories((report, index): (&Report, usize), views: &[View<'_>], out: &mut String) {
    let others = views.iter().enumerate().filter(|&(number, _)| (index, number) != (0, 0));
    let message = match report.failures.len() {
        1 => String::new(),
        _ => format!("{}: ", escaped(&report.failures[index].property.message)),
    };
    for (number, view) in others {
        let _ = writeln!(
            out,
            "<section class=\"story\" aria-labelledby=\"story-{index}-{number}\">\n\
             <h2 id=\"story-{index}-{number}\">{message}{}</h2>",
            escaped(view.name)
        );
        if !view.question.is_empty() {
            let _ = writeln!(out, "<p>{}</p>", escaped(&view.question));
        }
        if let Some(condition) = &view.condition {
            let _ = writeln!(out, "<p>{}</p>", condition_html(view, condition));
        }
        out.push_str("<ol role=\"list\">\n");
        for row in &view.rows {
            match row {
                ViewRow::Note(note) => story_note(note, out),
                ViewRow::Fact(text) => {
                    let _ = writeln!(out, "<li class=\"fact\"><code>{}</code></li>", escaped(text));
                }
            }
        }
        out.push_str("</ol>\n");
        if !view.remarks.is_empty() {
            out.push_str("<ul>");
            remark_items(&view.remarks, out);
            out.push_str("</ul>\n");
        }
        out.push_str("</section>\n");
    }
}

fn story_note(note: &Note<'_>, out: &mut String) {
    let is_failing = note.rank == Rank::Failing;
    let fails = if is_failing { "<strong>fails here</strong> " } else { "" };
    let _ = writeln!(
        out,
        "<li><span class=\"where\">{}:{}{}</span> <code>{}</code> {fails}{}</li>",
        escaped(note.file),
        note.line,
        note.label.map_or("", mark),
        escaped(note.text),
        prose(&note.reason, &note.facts)
    );
}
