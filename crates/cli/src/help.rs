//! `whydunit help`: commands and topics.

use clap::CommandFactory;
use clap::builder::PossibleValue;

use crate::args::Cli;
use crate::destination::to_stdout;

/// Pages that fit on a screen, each with what it is about.
const TOPICS: [(&str, &str, &str); 9] = [
    ("methods", "what can be asked about a failure", include_str!("topics/methods.txt")),
    ("checks", "what counts as a failure", include_str!("topics/checks.txt")),
    ("inputs", "how to write down inputs", include_str!("topics/inputs.txt")),
    ("files", "files of a run, undefined functions", include_str!("topics/files.txt")),
    ("contracts", "//@ requires, ensures, assert", include_str!("topics/contracts.txt")),
    ("tests", "suites of tests, and repairs by them", include_str!("topics/tests.txt")),
    ("formats", "reports for people, scripts, editors", include_str!("topics/formats.txt")),
    ("flags", "-I, -D, compile_commands.json", include_str!("topics/flags.txt")),
    ("limits", "when nothing is found, or time is up", include_str!("topics/limits.txt")),
];

const COMMANDS: [(&str, &str); 5] = [
    ("explain", "find a failing run and say why it fails"),
    ("repair", "find changes that mend the failure, and try them"),
    ("check", "list every failure"),
    ("trace", "show a failing run step by step"),
    ("run", "run the program under checks"),
];

pub(crate) fn command_names() -> Vec<PossibleValue> {
    COMMANDS.iter().map(|(name, about)| PossibleValue::new(*name).help(*about)).collect()
}

/// Everything that there is help on.
pub(crate) fn names() -> Vec<PossibleValue> {
    let topics = TOPICS.iter().map(|(name, about, _)| PossibleValue::new(*name).help(*about));
    command_names().into_iter().chain(topics).collect()
}

pub(crate) fn show(topic: Option<&str>) {
    let Some(topic) = topic else {
        return print(&mut Cli::command());
    };
    if let Some((_, _, text)) = TOPICS.iter().find(|(name, _, _)| *name == topic) {
        return to_stdout(text);
    }
    let mut command = Cli::command();
    // Options of all commands, and names with `whydunit` in them, are known after this.
    command.build();
    if let Some(command) = command.find_subcommand_mut(topic) {
        print(command);
    }
}

fn print(command: &mut clap::Command) {
    // A reader that has gone away is no error.
    let _ = command.print_long_help();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_fit_on_a_screen() {
        for (name, _, text) in TOPICS {
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(widest <= 80, "{name} has a line of {widest} columns");
            assert!(text.lines().count() <= 40, "{name} is long");
        }
    }
}
