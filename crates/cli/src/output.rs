//! Results in the forms that are asked for, each to its file or to standard output.

use std::io::IsTerminal;
use std::path::PathBuf;

use whydunit::WrittenFile;
use whydunit_report::{
    MessageKind, Origin, Report, TextOptions, to_html, to_json, to_sarif, to_text, without_controls,
};

use crate::args::{Format, OutputArgs};
use crate::destination::{self, to_stdout};
use crate::outcome::{
    Problem, file_options, print_message, stderr_options, stdout_options, to_stderr,
};
use crate::{error_document, interrupt, progress, version};

/// The reports asked for, each with the file it goes to, if any.
#[derive(Debug)]
pub(crate) struct Outputs {
    reports: Vec<(Format, Option<PathBuf>)>,
    is_redacted: bool,
}

/// Where text goes that has no file, and how much of it there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    /// A result goes to standard output; what is said beside the program's own output does not.
    pub(crate) is_result: bool,
    pub(crate) unfold: bool,
    /// How many causes of a failure are shown.
    pub(crate) causes: usize,
}

impl Outputs {
    /// Of a command that has no formula to show.
    pub(crate) fn of(args: &OutputArgs) -> Result<Outputs, Problem> {
        let outputs = Outputs::with_formula(args)?;
        if outputs.wants(Format::Smt2) {
            return Err(anyhow::anyhow!("--format smt2 is for `whydunit trace`").into());
        }
        Ok(outputs)
    }

    pub(crate) fn with_formula(args: &OutputArgs) -> Result<Outputs, Problem> {
        let wants_formula = args.reports()?.iter().any(|(format, _)| *format == Format::Smt2);
        if args.redact && wants_formula {
            return Err(
                anyhow::anyhow!("--redact: a formula has nothing that could be left out").into()
            );
        }
        let mut reports = Vec::new();
        for (format, file) in args.reports()? {
            let file = match (format, file) {
                (_, Some(file)) => Some(destination::examined(file, format)?),
                // Nobody wants to see the text of a page.
                (Format::Html, None) if std::io::stdout().is_terminal() => {
                    Some(destination::page(args.page_name())?)
                }
                (_, None) => None,
            };
            reports.push((format, file));
        }
        Ok(Outputs { reports, is_redacted: args.redact })
    }

    pub(crate) fn wants(&self, format: Format) -> bool {
        self.reports.iter().any(|(asked, _)| *asked == format)
    }

    /// Does a report go to standard output that a program is to read? Then nothing else may.
    pub(crate) fn takes_standard_output(&self) -> bool {
        self.reports.iter().any(|(format, file)| *format != Format::Text && file.is_none())
    }

    /// Is there a form that stands alone and has room for more than a screen?
    pub(crate) fn wants_page(&self) -> bool {
        self.wants(Format::Html)
    }

    /// Is there a form that shows the way to each failure?
    pub(crate) fn wants_steps(&self) -> bool {
        self.wants(Format::Html) || self.wants(Format::Sarif)
    }

    /// Writes the report in all forms, with what was asked; `formula` is what `smt2` stands for.
    pub(crate) fn write(
        &self,
        report: &mut Report,
        text: Text,
        formula: Option<&str>,
    ) -> Result<(), Problem> {
        self.write_with(report, text, formula, Vec::new())
    }

    /// ... together with other files: all of them, or none.
    pub(crate) fn write_with(
        &self,
        report: &mut Report,
        text: Text,
        formula: Option<&str>,
        others: Vec<WrittenFile>,
    ) -> Result<(), Problem> {
        stamp(report);
        let mut is_written = interrupt::writer();
        *is_written = true;
        self.write_held(report, text, formula, others)
    }

    /// For who holds [`interrupt::writer`].
    pub(crate) fn write_held(
        &self,
        report: &Report,
        text: Text,
        formula: Option<&str>,
        others: Vec<WrittenFile>,
    ) -> Result<(), Problem> {
        progress::clear();
        let redacted = self.is_redacted.then(|| report.redacted());
        let report = redacted.as_ref().unwrap_or(report);
        let mut files = others;
        let mut shown: Vec<Box<dyn Fn()>> = Vec::new();
        for (format, file) in &self.reports {
            let rendered = match (format, formula) {
                (Format::Json, _) => to_json(report),
                (Format::Sarif, _) => to_sarif(report),
                (Format::Html, _) => to_html(report),
                (Format::Smt2, Some(formula)) => without_controls(formula),
                (Format::Text | Format::Smt2, _) => text_of(report, text, file.is_some()),
            };
            // Where there is no formula, that is said in words.
            let is_in_words = matches!((format, formula), (Format::Text, _) | (Format::Smt2, None));
            let is_aside = is_in_words && !text.is_result;
            match file {
                Some(file) => files.push(destination::file(file, rendered)),
                None if is_aside => shown.push(Box::new(move || to_stderr(&rendered))),
                None => shown.push(Box::new(move || to_stdout(&rendered))),
            }
        }
        // What says that a file was written comes after it.
        destination::write("--output", &files)?;
        shown.iter().for_each(|show| show());
        for (format, file) in &self.reports {
            if *format != Format::Text {
                error_document::note_written(file.as_deref());
            }
        }
        self.confirm(report);
        Ok(())
    }

    /// Says which files were written; and what they say, if nothing else does.
    fn confirm(&self, report: &Report) {
        let files: Vec<_> = self
            .reports
            .iter()
            .filter_map(|(format, file)| Some((format, file.as_ref()?)))
            .collect();
        if files.len() == self.reports.len() {
            print_message(MessageKind::Note, destination::in_short(report));
        }
        for (format, file) in files {
            let file = file.display();
            let next = if *format == Format::Html { "; open it in a browser" } else { "" };
            print_message(MessageKind::Note, format!("{file} written{next}"));
        }
    }
}

fn text_of(report: &Report, text: Text, is_file: bool) -> String {
    let options = match is_file {
        true => file_options(),
        false if text.is_result => stdout_options(),
        false => stderr_options(),
    };
    let mut rendered =
        to_text(report, &TextOptions { unfold: text.unfold, causes: text.causes, ..options });
    if is_file {
        rendered.push_str(&destination::signature());
    }
    rendered
}

/// Notes in a report what was asked.
pub(crate) fn stamp(report: &mut Report) {
    report.origin.command = command_line();
    report.origin.directory = working_directory();
}

/// What was asked.
pub(crate) fn asked() -> Origin {
    Origin {
        command: command_line(),
        directory: working_directory(),
        version: env!("CARGO_PKG_VERSION"),
        solver: version::solver(),
        sources: Vec::new(),
    }
}

fn working_directory() -> String {
    let directory = std::env::current_dir().unwrap_or_default();
    directory.to_str().unwrap_or_default().to_owned()
}

/// As typed, up to quotes.
fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| whydunit::quoted(&word.to_string_lossy()));
    std::iter::once("whydunit".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
