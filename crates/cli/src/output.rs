//! Results in the forms that are asked for, each to its file or to standard output.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use whydunit_program::Program;
use whydunit_report::{
    Origin, Report, SourceText, TextOptions, to_html, to_json, to_sarif, to_text,
};

use crate::args::{Format, OutputArgs};
use crate::outcome::{Problem, stderr_options, stdout_options, to_stderr};
use crate::version;

/// The reports asked for, each with the file it goes to, if any.
#[derive(Debug)]
pub(crate) struct Outputs<'a>(Vec<(Format, Option<&'a Path>)>);

/// Where text goes that has no file, and how much of it there is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    /// A result goes to standard output; what is said beside the program's own output does not.
    pub(crate) is_result: bool,
    pub(crate) unfold: bool,
}

impl<'a> Outputs<'a> {
    /// Of a command that has no formula to show.
    pub(crate) fn of(args: &'a OutputArgs) -> Result<Outputs<'a>, Problem> {
        let outputs = Outputs::with_formula(args)?;
        if outputs.wants(Format::Smt2) {
            return Err(anyhow::anyhow!("--format smt2 is for `whydunit trace`").into());
        }
        Ok(outputs)
    }

    pub(crate) fn with_formula(args: &'a OutputArgs) -> Result<Outputs<'a>, Problem> {
        Ok(Outputs(args.reports()?))
    }

    pub(crate) fn wants(&self, format: Format) -> bool {
        self.0.iter().any(|(asked, _)| *asked == format)
    }

    /// Is there a form that stands alone and has room for more than a screen?
    pub(crate) fn wants_page(&self) -> bool {
        self.wants(Format::Html)
    }

    /// Is there a form that shows the way to each failure?
    pub(crate) fn wants_steps(&self) -> bool {
        self.wants(Format::Html) || self.wants(Format::Sarif)
    }

    /// Writes the report in all forms; `formula` is what `smt2` stands for.
    pub(crate) fn write(
        &self,
        report: &Report,
        text: Text,
        formula: Option<&str>,
    ) -> Result<(), Problem> {
        for &(format, file) in &self.0 {
            match (format, formula) {
                (Format::Json, _) => emit(file, &to_json(report))?,
                (Format::Sarif, _) => emit(file, &to_sarif(report))?,
                (Format::Html, _) => emit(file, &to_html(report))?,
                (Format::Smt2, Some(formula)) => emit(file, formula)?,
                (Format::Text | Format::Smt2, _) => write_text(report, text, file)?,
            }
        }
        Ok(())
    }
}

fn write_text(report: &Report, text: Text, file: Option<&Path>) -> Result<(), Problem> {
    let options = match file {
        Some(_) => TextOptions::default(),
        None if text.is_result => stdout_options(),
        None => stderr_options(),
    };
    let rendered = to_text(report, &TextOptions { unfold: text.unfold, ..options });
    if file.is_none() && !text.is_result {
        to_stderr(&rendered);
        return Ok(());
    }
    emit(file, &rendered)
}

/// Writes a result to the file of `--output`, else to standard output.
fn emit(file: Option<&Path>, text: &str) -> Result<(), Problem> {
    match file {
        Some(path) => std::fs::write(path, text)
            .with_context(|| format!("cannot write {}", path.display()))?,
        // A reader that has gone away (`| head`) is no error.
        None => drop(std::io::stdout().lock().write_all(text.as_bytes())),
    }
    Ok(())
}

/// What was asked, and the files that it was asked of.
pub(crate) fn origin(program: &Program) -> Origin {
    let sources = program.sources.files().filter(|(_, file)| file.is_user());
    Origin {
        command: command_line(),
        version: env!("CARGO_PKG_VERSION"),
        solver: version::solver(),
        sources: sources
            .map(|(_, file)| SourceText {
                name: file.name().to_owned(),
                text: file.text().to_owned(),
            })
            .collect(),
    }
}

/// As typed, up to quotes.
fn command_line() -> String {
    let words =
        std::env::args_os().skip(1).map(|word| crate::reproduce::quoted(&word.to_string_lossy()));
    std::iter::once("whydunit".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
