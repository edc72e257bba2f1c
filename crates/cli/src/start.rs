//! What to say when it is not clear where runs start: the command as it was typed, with each function that may be meant.

use whydunit::{Diagnostic, UnclearStart, quoted};

use crate::limits::{LONGEST_PROTOTYPE, MOST_LISTED};

/// The error, with the commands that name a start.
pub(crate) fn diagnostic(unclear: &UnclearStart) -> Diagnostic {
    let UnclearStart { title, notes, candidates } = unclear;
    let mut notes = notes.clone();
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
    notes.into_iter().fold(Diagnostic::error(title), Diagnostic::note)
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
