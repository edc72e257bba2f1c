//! Where runs start when the command line does not say, and what to say when that is not clear.

use std::path::PathBuf;

use whydunit_front_c::Candidate;
use whydunit_program::{FunctionId, Program};
use whydunit_report::MessageKind;
use whydunit_source::{Diagnostic, similar};

use crate::args::CommonArgs;
use crate::limits::{LONGEST_PROTOTYPE, MOST_LISTED};
use crate::outcome::{Problem, print_message};
use crate::reproduce::quoted;

/// Notes in which function runs start if that was found out, for the user and for commands that are shown.
pub(crate) fn tell(args: &CommonArgs, program: &Program, start: FunctionId) {
    let name = &program.function(start).name;
    if args.start.function.is_some() || name == "main" {
        return;
    }
    if args.start.found.set(name.clone()).is_ok() {
        let message = format!("no main: starting in `{name}` (--function chooses another)");
        print_message(MessageKind::Note, message);
    }
}

/// Nothing to start in, or too much.
pub(crate) fn unclear(args: &CommonArgs, candidates: &[Candidate]) -> Problem {
    let wanted = args.start.function.as_deref();
    let mut notes: Vec<String> = Vec::new();
    let title = match wanted {
        _ if candidates.is_empty() => {
            let is_header = |file: &PathBuf| file.extension().is_some_and(|it| it == "h");
            notes.push(match args.files.iter().all(is_header) {
                true => {
                    "a header defines no function: give the .c file that includes it".to_owned()
                }
                false => "the program defines no function".to_owned(),
            });
            format!("there is no function `{}` to start in", wanted.unwrap_or("main"))
        }
        Some(name) => {
            let title = format!("there is no function `{name}` to start in");
            match similar(name, candidates.iter().map(|it| it.name.as_str())) {
                Some(meant) => format!("{title}; did you mean `{meant}`?"),
                None => title,
            }
        }
        None => "there is no function `main` to start in; which one is meant?".to_owned(),
    };
    let commands: Vec<String> = candidates
        .iter()
        .take(MOST_LISTED)
        .map(|candidate| command_with(&candidate.name))
        .collect();
    let width = commands.iter().map(|command| command.chars().count()).max().unwrap_or(0);
    for (candidate, command) in candidates.iter().zip(commands) {
        notes.push(format!("{command:width$}  {}", shortened(&candidate.prototype)));
    }
    if candidates.len() > MOST_LISTED {
        notes.push(format!("... and {} more", candidates.len() - MOST_LISTED));
    }
    Problem::Diagnostics(vec![notes.into_iter().fold(Diagnostic::error(title), Diagnostic::note)])
}

/// The command as it was typed, with this start function.
fn command_with(function: &str) -> String {
    let mut typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut words = vec!["whydunit".to_owned()];
    let mut is_named = false;
    while let Some(word) = typed.next() {
        if is_named {
            words.push(quoted(&word));
        } else if word == "--function" {
            typed.next();
        } else if word == "--" {
            words.extend(["--function".to_owned(), quoted(function), word]);
            is_named = true;
        } else if !word.starts_with("--function=") {
            words.push(quoted(&word));
        }
    }
    if !is_named {
        words.extend(["--function".to_owned(), quoted(function)]);
    }
    words.join(" ")
}

/// A prototype that fits on a line.
fn shortened(prototype: &str) -> String {
    if prototype.chars().count() <= LONGEST_PROTOTYPE {
        return prototype.to_owned();
    }
    let beginning: String = prototype.chars().take(LONGEST_PROTOTYPE - 3).collect();
    format!("{beginning}...")
}
