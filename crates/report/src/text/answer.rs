//! The default answer: what fails and when, and in few rows why. At most [`MOST_ANSWER_LINES`] lines, whatever the program.
//!
//! Head and foot take what they need within limits of their own; the chain gets the rest, and is folded until it fits. What is not shown here is in
//! `--chain`, in the page and in JSON.

use super::causes::causes;
use super::chain::Excerpt;
use super::explained::{condition_lines, section, title};
use super::style::Style;
use super::verdict::verdict_text;
use crate::brief::{Pins, brief_rows};
use crate::limits::{
    ANSWER_LADDER, FEWEST_SECTION_LINES, MOST_ANSWER_LINES, MOST_CAUSE_LINES, MOST_COMMAND_LINES,
    MOST_REMARK_LINES, NARROWEST_EXCERPT,
};
use crate::words::{Marks, Remark, columns, joined_remarks, remarks, security_remarks, wrap};
use crate::{ExplanationReport, FailureReport, Report, TextOptions, TraceReport};

/// What else could be asked for.
const MORE: &str = "more: --chain (all that matters), --output report.html, --method relevance";

/// All explained failures of a report, and the verdict.
pub(super) fn answer(report: &Report, options: &TextOptions, out: &mut String) {
    let width = options.width.max(NARROWEST_EXCERPT);
    let mut verdict: Vec<String> = Vec::new();
    if let Some(coverage) = &report.coverage {
        verdict.push(String::new());
        verdict.extend(verdict_text(report, coverage, options).lines().map(str::to_owned));
    }
    if report.failures.iter().any(|failure| failure.is_joined) {
        verdict.push(format!("  {}", wrap(MORE, width - 2, 1).concat()));
    }
    let explained: Vec<&FailureReport> =
        report.failures.iter().filter(|failure| !failure.explanations.is_empty()).collect();
    // Of several failures each has an answer of its own.
    let most = MOST_ANSWER_LINES.saturating_sub(verdict.len());
    for (index, failure) in explained.into_iter().enumerate() {
        let Some(trace) = &failure.trace else { continue };
        if index > 0 {
            out.push('\n');
        }
        let answer = Answer { failure, trace, options, width };
        for line in answer.lines(most) {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    for line in verdict {
        out.push_str(&line);
        out.push('\n');
    }
}

struct Answer<'r> {
    failure: &'r FailureReport,
    trace: &'r TraceReport,
    options: &'r TextOptions,
    width: usize,
}

impl Answer<'_> {
    fn lines(&self, most: usize) -> Vec<String> {
        let mut lines = Vec::new();
        title(self.failure, self.width, self.options.colour, &mut lines);
        match self.failure.explanations.as_slice() {
            [only] => self.one(only, None, most, &mut lines),
            [told, judged, ..] if self.failure.is_joined => {
                self.one(told, Some(judged), most, &mut lines);
            }
            several => self.several(several, most, &mut lines),
        }
        lines
    }

    /// The causes, between what fails and the chain. They are told by who ranks them.
    fn causes(&self) -> Vec<String> {
        let mut text = String::new();
        causes(self.failure, self.options, &mut text);
        text.trim_start_matches('\n').lines().map(str::to_owned).collect()
    }

    /// Lines of causes: each keeps a row of its own in the chain.
    fn pins(&self) -> Pins<'_> {
        let shown = self.failure.causes.iter().take(self.options.causes);
        shown.map(|cause| (cause.place.file.as_str(), cause.place.line)).collect()
    }

    fn one(
        &self,
        told: &ExplanationReport,
        judged: Option<&ExplanationReport>,
        most: usize,
        lines: &mut Vec<String>,
    ) {
        lines.extend(condition_lines(self.failure, Some(told), self.width));
        let mut causes = self.causes();
        causes.truncate(MOST_CAUSE_LINES);
        if !causes.is_empty() {
            lines.push(String::new());
            lines.extend(causes);
        }
        let room = most.saturating_sub(lines.len() + 2);
        let (chain, foot) = self.arranged((told, judged), room);
        lines.push(String::new());
        chain.write(lines);
        lines.push(String::new());
        lines.extend(foot);
    }

    /// The chain and what is said below it, together in this many lines: what is aside goes before rows do.
    fn arranged(
        &self,
        (told, judged): (&ExplanationReport, Option<&ExplanationReport>),
        room: usize,
    ) -> (Excerpt, Vec<String>) {
        // Where even the rows that are to stay do not fit, fewer lines come before them.
        for pins in [self.pins(), Pins::new()] {
            for &(rows, reason_lines) in ANSWER_LADDER {
                let rows = brief_rows(&self.trace.steps, told, &pins, rows);
                let chain = Excerpt::new(self.failure, told, rows, reason_lines, self.options);
                for with_asides in [true, false] {
                    let foot = self.foot(told, judged, Marks::of(chain.marks()), with_asides);
                    if chain.height() + foot.len() <= room {
                        return (chain, foot);
                    }
                }
            }
        }
        let chain = self.chain(told, room);
        let mut foot = self.foot(told, judged, Marks::default(), false);
        foot.truncate(room.saturating_sub(chain.height()));
        (chain, foot)
    }

    fn several(&self, several: &[ExplanationReport], most: usize, lines: &mut Vec<String>) {
        lines.extend(condition_lines(self.failure, None, self.width));
        let foot = self.closing(self.failure.security.iter().flat_map(security_remarks).collect());
        let used = lines.len() + foot.len();
        // Who asks for several is told of each as much as of one in a narrow place.
        let each = (most.saturating_sub(used) / several.len()).max(FEWEST_SECTION_LINES);
        for one in several {
            let mut own = vec![String::new()];
            section(one, self.width, self.options.colour, &mut own);
            own.extend(condition_lines_of(self.failure, one, self.width));
            own.push(String::new());
            let kept = 1 + remarks(one, Marks::default()).len().min(2);
            let chain = self.chain(one, each.saturating_sub(own.len() + kept));
            let marks = Marks::of(chain.marks());
            chain.write(&mut own);
            own.push(String::new());
            own.extend(self.worded(&remarks(one, marks), MOST_REMARK_LINES));
            lines.extend(own);
        }
        lines.extend(foot);
    }

    /// The chain in at most this many lines, as far as that is possible.
    fn chain(&self, explanation: &ExplanationReport, room: usize) -> Excerpt {
        let made = |most: usize, reason_lines: usize| {
            let rows = brief_rows(&self.trace.steps, explanation, &Pins::new(), most);
            Excerpt::new(self.failure, explanation, rows, reason_lines, self.options)
        };
        let mut last = None;
        for &(rows, reason_lines) in ANSWER_LADDER {
            let excerpt = made(rows, reason_lines);
            if excerpt.height() <= room {
                return excerpt;
            }
            last = Some(excerpt);
        }
        last.unwrap_or_else(|| made(1, 1))
    }

    fn foot(
        &self,
        told: &ExplanationReport,
        judged: Option<&ExplanationReport>,
        marks: Marks,
        with_asides: bool,
    ) -> Vec<String> {
        let security = self.failure.security.as_ref();
        let mut said = match judged {
            Some(judged) => joined_remarks(told, judged, security, marks),
            None => {
                let mut said = remarks(told, marks);
                said.extend(security.iter().flat_map(|security| security_remarks(security)));
                said
            }
        };
        said.retain(|remark| with_asides || !matches!(remark, Remark::Aside(_)));
        self.closing(said)
    }

    /// Remarks, and what to do next.
    fn closing(&self, said: Vec<Remark>) -> Vec<String> {
        let mut lines = self.worded(&said, MOST_REMARK_LINES);
        // A run that was made is for forms that have room.
        if let Some(contrast) = self.failure.contrast.as_ref().filter(|it| it.inputs.is_none()) {
            lines.extend(self.worded(&[Remark::Plain(contrast.words())], MOST_REMARK_LINES));
        }
        if let Some(command) = &self.failure.reproduce {
            lines.extend(command_lines(command, self.width));
        }
        if let Some(hint) = &self.failure.hint {
            let hint = wrap(hint, self.width - 2, MOST_REMARK_LINES);
            lines.extend(hint.into_iter().map(|line| format!("  {line}")));
        }
        lines
    }

    fn worded(&self, remarks: &[Remark], most: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for remark in remarks {
            let (text, style) = match remark {
                Remark::Plain(text) | Remark::Aside(text) => (text.as_str(), None),
                Remark::Warning(text) => (*text, Some(Style::Warning)),
            };
            for line in wrap(text, self.width - 2, most) {
                let line = match style {
                    Some(style) => style.paint(&line, self.options.colour),
                    None => line,
                };
                lines.push(format!("  {line}"));
            }
        }
        lines
    }
}

fn condition_lines_of(
    failure: &FailureReport,
    explanation: &ExplanationReport,
    width: usize,
) -> Vec<String> {
    let without_inputs = FailureReport { inputs: Vec::new(), ..failure.clone() };
    condition_lines(&without_inputs, Some(explanation), width)
}

/// A command that can be copied: lines are continued as a shell reads them. One that is too long is left to those who ask for it.
fn command_lines(command: &str, width: usize) -> Vec<String> {
    const LABEL: &str = "  reproduce: ";
    const CONTINUED: &str = "    ";
    let mut lines = vec![LABEL.to_owned()];
    for word in words(command) {
        let Some(last) = lines.last_mut() else { break };
        let is_first = last == LABEL || last == CONTINUED;
        // A line that goes on ends in a space and a backslash.
        if columns(last) + columns(word) + 3 <= width || is_first {
            if !is_first {
                last.push(' ');
            }
            last.push_str(word);
        } else {
            last.push_str(" \\");
            lines.push(format!("{CONTINUED}{word}"));
        }
    }
    let fits = lines.iter().all(|line| columns(line) <= width);
    match lines.len() <= MOST_COMMAND_LINES && fits {
        true => lines,
        false => vec![format!("{LABEL}a long command, see --chain")],
    }
}

/// The words of a command; what is quoted stays together.
fn words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, c) in command.char_indices() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => {
                words.push(&command[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    words.push(&command[start..]);
    words.retain(|word| !word.is_empty());
    words
}
