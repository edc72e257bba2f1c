//! What is written when there is no result: in the forms that a program reads, every ending is a document.
//!
//! For people there is the message on standard error, which is printed in any case.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use whydunit::{Diagnostic, Error, Severity};
use whydunit_report::{ErrorReport, LimitReport, Report, Verdict, to_json, to_sarif};

use crate::args::{BudgetArgs, Format, OutputArgs};
use crate::destination::{self, to_stdout};
use crate::outcome::{Problem, print_problem};
use crate::{interrupt, output};

/// Where documents went already; standard output is `None`.
static WRITTEN: Mutex<Vec<Option<PathBuf>>> = Mutex::new(Vec::new());

/// Notes that a document is complete: an error that comes after it must not be put behind it.
pub(crate) fn note_written(file: Option<&Path>) {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    written.push(file.map(Path::to_path_buf));
}

fn is_written(file: Option<&Path>) -> bool {
    let written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    written.iter().any(|known| known.as_deref() == file)
}

/// Of a command that ended with a problem.
pub(crate) fn of_problem(problem: &Problem, asked: &OutputArgs, budget: &BudgetArgs) {
    let report = match (problem, problem.diagnostics()) {
        (_, Some(diagnostics)) => Report::of_error(of_diagnostics(&diagnostics)),
        (Problem::Library(Error::OutOfBudget(why)), None) => {
            let mut report = Report::new(Verdict::Unknown);
            let seconds = budget.timeout().as_secs_f64().to_string();
            let memory = format!("{} MiB", budget.memory);
            report.limits.push(match interrupt::cancel().why() {
                Some(why) => interrupt::limit(why),
                None if why.contains("(--memory)") => LimitReport::new("memory", memory, true),
                None => LimitReport::new("timeout", seconds, true),
            });
            report
        }
        (problem, None) => Report::of_error(ErrorReport::new(problem.to_string())),
    };
    write(report, asked);
}

/// Of a command line that is not understood.
pub(crate) fn of_command_line(message: String, asked: &OutputArgs) {
    write(Report::of_error(ErrorReport::new(message)), asked);
}

fn write(mut report: Report, asked: &OutputArgs) {
    report.origin = output::asked();
    if asked.redact {
        report = report.redacted();
    }
    *interrupt::writer() = true;
    // What is wrong with the files themselves was said; the others get their documents.
    for (format, file) in asked.reports().unwrap_or_default() {
        let text = match format {
            Format::Json => to_json(&report),
            Format::Sarif => to_sarif(&report),
            Format::Text | Format::Html | Format::Smt2 => continue,
        };
        if is_written(file) {
            continue;
        }
        match file {
            None => to_stdout(&text),
            Some(file) => write_file(file, format, &text),
        }
    }
}

/// Where the file itself is what is wrong, that was said.
fn write_file(file: &Path, format: Format, text: &str) {
    let Ok(file) = destination::examined(file, format) else { return };
    if let Err(problem) =
        destination::write("--output", &[destination::file(&file, text.to_owned())])
    {
        print_problem(&problem);
    }
}

/// The first mistake, and the others.
fn of_diagnostics(diagnostics: &[Diagnostic]) -> ErrorReport {
    let of = |diagnostic: &Diagnostic| match &diagnostic.place {
        Some(place) => ErrorReport::at(
            diagnostic.message.clone(),
            place.file.clone(),
            place.line,
            place.column,
        ),
        None => ErrorReport::new(diagnostic.message.clone()),
    };
    let is_error = |diagnostic: &&Diagnostic| matches!(diagnostic.severity, Severity::Error);
    let mut errors: Vec<ErrorReport> = diagnostics.iter().filter(is_error).map(of).collect();
    // A mistake in a contract is found at each place where the contract is checked.
    errors.dedup();
    let mut errors = errors.into_iter();
    let first = errors.next();
    let mut first = first.unwrap_or_else(|| ErrorReport::new("the input cannot be used".into()));
    first.further = errors.collect();
    first
}
