//! Command lines that clap does not understand, and what was probably meant.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use whydunit::quoted;
use whydunit_report::{MessageKind, without_controls};

use crate::args::OutputArgs;
use crate::error_document;
use crate::outcome::{print_message, to_stderr};

/// Prints the error, or the help that was asked for.
pub(crate) fn answer(error: &clap::Error, words: &[OsString]) -> ExitCode {
    let forgotten = forgotten_command(error);
    match &forgotten {
        Some(message) => print_message(MessageKind::Error, message.clone()),
        None => {
            let plain = error.render().to_string();
            match without_controls(&plain) == plain {
                true => drop(error.print()),
                // What was typed has something in it that a terminal would obey.
                false => to_stderr(&without_controls(&plain)),
            }
        }
    }
    if error.use_stderr() {
        let message = forgotten.unwrap_or_else(|| in_a_line(error));
        error_document::of_command_line(message, &OutputArgs::guessed(words));
    }
    // Help and version are answers (0); everything else is bad input (2).
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

/// What is wrong, without the help that people are given besides.
fn in_a_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `whydunit prog.c`, with or without options; or options before the command.
fn forgotten_command(error: &clap::Error) -> Option<String> {
    let mut words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let file = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => word.clone(),
        // An option stands where the command should.
        (ErrorKind::UnknownArgument, _) if words.first()?.starts_with('-') => {
            words.iter().find(|word| is_program(word))?.clone()
        }
        _ => return None,
    };
    let is_command =
        |word: &String| matches!(word.as_str(), "explain" | "check" | "trace" | "run" | "repair");
    let is_option_first = words.first()?.starts_with('-');
    let (problem, command) = match words.iter().position(is_command) {
        Some(at) if is_option_first => {
            ("options come after the command".to_owned(), words.remove(at))
        }
        _ if is_program(&file) => (format!("`{file}` is not a command"), "explain".to_owned()),
        _ => return None,
    };
    let typed: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    Some(format!("{problem}; did you mean `whydunit {command} {}`?", typed.join(" ")))
}

fn is_program(word: &str) -> bool {
    let path = Path::new(word);
    let extension = path.extension().is_some_and(|it| it == "c" || it == "bpl" || it == "i");
    word == "-" || extension || (path.is_file() && !word.starts_with('-'))
}
