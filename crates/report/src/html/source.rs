//! The source with everything that is said beside it: each file a list of lines, below each line that matters its notes.
//!
//! The notes of all views are there; a script shows those of the view that is chosen. Without one the page is that of the first view of the first
//! failure. States of lines: `lit` (matters), `failing`, `ran` (executed, does not matter), none (never executed); `far` ones are so far
//! away from any that matters that they can be left out on paper.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::escape::escaped;
use super::highlight::{self, Class, Language};
use super::labels::{label_in_words, role_in_words};
use super::prose::prose;
use super::sources::{SourceFile, Sources};
use super::views::{Note, Occurrence, Rank, View};
use crate::limits::{LISTED_LAST, LISTED_OCCURRENCES, MOST_VALUES, PAGE_CONTEXT};
use crate::text::mark;
use crate::{FailureReport, Report, WriteReport};

/// All notes at one line: the number of the failure, that of the view, and the note.
type LineNotes<'v, 'r> = Vec<(usize, usize, &'v Note<'r>)>;

pub(super) fn source_listing(
    report: &Report,
    views: &[Vec<View<'_>>],
    sources: &Sources<'_>,
    out: &mut String,
) {
    let mut notes: BTreeMap<(u32, u32), LineNotes<'_, '_>> = BTreeMap::new();
    for (failure, views) in views.iter().enumerate() {
        for (number, view) in views.iter().enumerate() {
            for note in view.notes() {
                let place = (sources.number(note.file), note.line);
                notes.entry(place).or_default().push((failure, number, note));
            }
        }
    }
    let executed = report.failures.first().map(|failure| executed_lines(failure, sources));
    let executed = executed.unwrap_or_default();
    if sources.files.len() > 1 {
        file_list(sources, out);
    }
    for (number, file) in sources.files.iter().enumerate() {
        let listing = Listing { number: number as u32, notes: &notes, executed: &executed };
        listing.write(file, out);
    }
}

fn executed_lines(failure: &FailureReport, sources: &Sources<'_>) -> BTreeSet<(u32, u32)> {
    let steps = failure.trace.iter().flat_map(|trace| &trace.steps);
    steps
        .flat_map(|step| {
            let file = sources.number(&step.file);
            (step.line..=step.end_line.max(step.line)).map(move |line| (file, line))
        })
        .collect()
}

fn file_list(sources: &Sources<'_>, out: &mut String) {
    out.push_str("<nav class=\"files\" aria-label=\"Files\"><ul>");
    for (number, file) in sources.files.iter().enumerate() {
        let name = escaped(file.name);
        let _ = write!(out, "<li><a href=\"#file-{number}\">{name}</a></li>");
    }
    out.push_str("</ul></nav>\n");
}

/// One file.
struct Listing<'n> {
    number: u32,
    notes: &'n BTreeMap<(u32, u32), LineNotes<'n, 'n>>,
    executed: &'n BTreeSet<(u32, u32)>,
}

impl Listing<'_> {
    fn write(&self, file: &SourceFile<'_>, out: &mut String) {
        let (number, name) = (self.number, escaped(file.name));
        let _ = writeln!(
            out,
            "<section class=\"file\" id=\"file-{number}\" data-file=\"{number}\" aria-labelledby=\"file-{number}-name\">\n\
             <div class=\"file-head\"><h3 id=\"file-{number}-name\">{name}</h3>\
             <button type=\"button\" class=\"plain fold-lines\" aria-pressed=\"false\" hidden>only near what matters</button></div>\n\
             <ol class=\"lines\" role=\"list\">"
        );
        let shown_near = self.lines_near_notes(file.length());
        let text = match file.text {
            Some(text) => highlight::lines(text, Language::of_file(file.name)),
            None => Vec::new(),
        };
        for (line, pieces) in (1..).zip(&text) {
            self.line(line, pieces, shown_near.contains(&line), out);
        }
        for (&line, text) in &file.quoted {
            let pieces = highlight::lines(text, Language::of_file(file.name)).concat();
            self.line(line, &pieces, true, out);
        }
        out.push_str("</ol>\n</section>\n");
    }

    /// Lines that the first view of the first failure needs.
    fn lines_near_notes(&self, length: u32) -> BTreeSet<u32> {
        let of_file = self.notes.range((self.number, 0)..=(self.number, u32::MAX));
        of_file
            .filter(|(_, notes)| notes.iter().any(|&(failure, view, _)| (failure, view) == (0, 0)))
            .flat_map(|(&(_, line), _)| {
                line.saturating_sub(PAGE_CONTEXT)..=(line + PAGE_CONTEXT).min(length)
            })
            .collect()
    }

    fn line(&self, line: u32, pieces: &[(Class, &str)], is_near: bool, out: &mut String) {
        let nothing = Vec::new();
        let notes = self.notes.get(&(self.number, line)).unwrap_or(&nothing);
        let first = || notes.iter().filter(|&&(failure, view, _)| (failure, view) == (0, 0));
        let mut classes = vec!["line"];
        if first().any(|(_, _, note)| note.rank == Rank::Failing) {
            classes.extend(["lit", "failing"]);
        } else if first().any(|(_, _, note)| note.rank == Rank::Told) {
            classes.push("lit");
        } else if first().next().is_some() {
            classes.extend(["lit", "aside"]);
        }
        if self.executed.contains(&(self.number, line)) {
            classes.push("ran");
        }
        if !is_near {
            classes.push("far");
        }
        let label = first().find_map(|(_, _, note)| note.label).map_or("", mark);
        let _ = write!(
            out,
            "<li class=\"{}\" id=\"L{}-{line}\" data-line=\"{line}\"><span class=\"no\">{line}</span>\
             <span class=\"mark\">{label}</span><code class=\"text\">",
            classes.join(" "),
            self.number
        );
        pieces_html(pieces, out);
        out.push_str("</code>");
        for &(failure, view, note) in notes {
            note_html((failure, view), note, out);
        }
        out.push_str("</li>\n");
    }
}

fn pieces_html(pieces: &[(Class, &str)], out: &mut String) {
    for (class, text) in pieces {
        match class.name() {
            Some(name) => {
                let _ = write!(out, "<span class=\"{name}\">{}</span>", escaped(text));
            }
            None => out.push_str(&escaped(text)),
        }
    }
}

fn note_html((failure, view): (usize, usize), note: &Note<'_>, out: &mut String) {
    let rank = match note.rank {
        Rank::Told => "told",
        Rank::Aside => "aside",
        Rank::Undecided => "aside undecided",
        Rank::Failing => "failing",
    };
    let mark = note.label.map_or("", mark);
    let hidden = if (failure, view) == (0, 0) { "" } else { " hidden" };
    let statement = match note.statement {
        Some(text) => format!("<code class=\"statement\">{}</code> ", escaped(text)),
        None => String::new(),
    };
    let reason = prose(&note.reason, &note.facts);
    let summary = match note.message {
        Some(message) => {
            let values = match reason.is_empty() {
                true => reason,
                false => format!(" <span class=\"values\">{reason}</span>"),
            };
            format!("<strong>fails here: {}</strong>{values}", escaped(message))
        }
        None => format!("{statement}{reason}"),
    };
    let attributes = format!(
        "class=\"note {rank}\" data-view=\"{failure}-{view}\" data-mark=\"{mark}\"{hidden}"
    );
    if note.occurrences.is_empty() {
        let _ = write!(out, "<p {attributes}><span class=\"summary\">{summary}</span></p>");
        return;
    }
    let _ = write!(out, "<details {attributes}><summary>{summary}</summary><div class=\"more\">");
    note_details(note, out);
    out.push_str("</div></details>");
}

/// Role, label, and every time that it mattered.
fn note_details(note: &Note<'_>, out: &mut String) {
    if let Some(role) = note.role {
        let _ = write!(out, "<p class=\"role\">{}</p>", escaped(role_in_words(role)));
    }
    if let Some(label) = note.label {
        let _ = write!(out, "<p class=\"label\">{}</p>", escaped(label_in_words(label)));
    }
    let count = note.occurrences.len();
    let left_out = if count > LISTED_OCCURRENCES {
        LISTED_OCCURRENCES - LISTED_LAST..count - LISTED_LAST
    } else {
        0..0
    };
    out.push_str("<ol class=\"times\" role=\"list\">");
    for (index, occurrence) in note.occurrences.iter().enumerate() {
        if left_out.contains(&index) {
            if index == left_out.start {
                let _ = write!(out, "<li>… {} more times …</li>", left_out.len());
            }
            continue;
        }
        occurrence_html(note, occurrence, out);
    }
    out.push_str("</ol>");
}

fn occurrence_html(note: &Note<'_>, occurrence: &Occurrence<'_>, out: &mut String) {
    let Occurrence { step, when, why, writes } = occurrence;
    let when = if when.is_empty() { String::new() } else { format!(" {}", escaped(when)) };
    let why = match note.rank {
        Rank::Failing => String::new(),
        _ => format!(": {}", prose(why, &note.facts)),
    };
    let _ = write!(
        out,
        "<li><button type=\"button\" class=\"goto\" data-step=\"{step}\">step {}</button>{when}{why}{}</li>",
        step + 1,
        values_html(writes)
    );
}

fn values_html(writes: &[WriteReport]) -> String {
    if writes.is_empty() {
        return String::new();
    }
    let mut values: Vec<String> = writes
        .iter()
        .take(MOST_VALUES)
        .map(|write| format!("<code>{} = {}</code>", escaped(&write.name), escaped(&write.value)))
        .collect();
    if writes.len() > MOST_VALUES {
        values.push(format!("{} more", writes.len() - MOST_VALUES));
    }
    format!(" <span class=\"values\">{}</span>", values.join(", "))
}
