//! The whole way from files to a program.

use std::path::PathBuf;

use whydunit_host::{ReadError, read_text};
use whydunit_source::{Diagnostic, SourceMap};

use crate::limits::{LARGEST_FILE, MOST_ERRORS, MOST_WARNINGS};
use crate::problem::Problem;
use crate::{Compiled, Options, check, lower, parser, start};

pub(crate) fn compile_files(
    files: &[PathBuf],
    options: &Options,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut texts = Vec::new();
    let mut problems = Vec::new();
    for file in files {
        let name = file.display().to_string();
        problems.push(match read_text(file, LARGEST_FILE, &options.budget) {
            Ok(text) => {
                texts.push((name, text));
                continue;
            }
            Err(ReadError::NotUtf8) => Diagnostic::error(format!("{name} is not text in UTF-8")),
            Err(ReadError::TooLarge(_)) => Diagnostic::error(format!("{name} is too large")),
            Err(ReadError::Exhausted(what)) => {
                Diagnostic::out_of_budget(format!("{name} was not read to its end: {what}"))
            }
            Err(error) => Diagnostic::error(format!("cannot read {name}: {error}")),
        });
    }
    if problems.is_empty() { compile_texts(texts, options) } else { Err(problems) }
}

pub(crate) fn compile_texts(
    texts: Vec<(String, String)>,
    options: &Options,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut sources = SourceMap::new();
    let mut decls = Vec::new();
    let mut problems = Vec::new();
    for (name, text) in texts {
        let file = sources.add(name, text);
        match parser::parse_file(file, sources.file(file).text()) {
            Ok(mut found) => decls.append(&mut found),
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        return Err(errors(problems, &sources));
    }
    let mut module = match check::check(&decls) {
        Ok(module) => module,
        Err(problems) => return Err(errors(problems, &sources)),
    };
    let start = start::procedure(&module, options.function.as_deref())
        .map_err(|diagnostic| vec![*diagnostic])?;
    let clauses = [("--requires", &options.requires), ("--ensures", &options.ensures)];
    for (option, texts) in clauses {
        let is_postcondition = option == "--ensures";
        for text in texts {
            let file = sources.add_internal(option, text.clone());
            let parsed = parser::parse_expression(file, text).map_err(|problem| vec![problem]);
            let checked = parsed.and_then(|condition| {
                check::check_clause(&mut module, &decls, start, condition, is_postcondition)
            });
            match checked {
                Ok(clause) if is_postcondition => module.procedures[start].ensures.push(clause),
                Ok(clause) => module.procedures[start].requires.push(clause),
                Err(mut found) => problems.append(&mut found),
            }
        }
    }
    if !problems.is_empty() {
        return Err(errors(problems, &sources));
    }
    let mut lowered = lower::lower(&module, sources, start);
    lowered.warnings.sort_by_key(|problem| (problem.span.file, problem.span.start));
    let sources = &lowered.program.sources;
    let more = lowered.warnings.len().saturating_sub(MOST_WARNINGS);
    let mut warnings: Vec<Diagnostic> = lowered
        .warnings
        .into_iter()
        .take(MOST_WARNINGS)
        .map(|problem| problem.warning(sources))
        .collect();
    if more > 0 {
        warnings.push(Diagnostic::warning(format!("{more} more warnings like these")));
    }
    Ok(Compiled { start: lowered.start, warnings, program: lowered.program })
}

fn errors(mut problems: Vec<Problem>, sources: &SourceMap) -> Vec<Diagnostic> {
    // Within a line the order of discovery stays: inner mistakes come first.
    problems.sort_by_key(|problem| (problem.span.file, sources.line_column(problem.span).line));
    let more = problems.len().saturating_sub(MOST_ERRORS);
    let mut errors: Vec<Diagnostic> =
        problems.into_iter().take(MOST_ERRORS).map(|problem| problem.error(sources)).collect();
    if more > 0 {
        errors.push(Diagnostic::error(format!("{more} more errors")));
    }
    errors
}
