//! The `whydunit` command: flags, files, exit codes, progress. The only crate that prints, exits or
//! reads the environment.

mod args;
mod check;
mod compare;
mod compile_commands;
mod completions;
mod destination;
mod error_document;
mod explain;
mod formula;
mod given_files;
mod help;
mod input;
mod input_names;
mod input_text;
mod interrupt;
mod language;
mod limits;
mod manual;
mod mistaken;
mod outcome;
mod output;
mod outside;
mod present;
mod progress;
mod readable_run;
mod repair;
mod reproduce;
mod run;
mod search;
mod start;
mod stdin_program;
mod steps;
mod taken_run;
mod terminal;
mod tests_option;
mod trace;
mod utc;
mod values;
mod version;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use outcome::{Outcome, Problem};
use whydunit_report::MessageKind;

fn main() -> ExitCode {
    let spelled = args::with_compiler_spelling(std::env::args_os());
    let mut cli = match Cli::try_parse_from(&spelled.words) {
        Ok(cli) => cli,
        Err(error) => return mistaken::answer(&error, &spelled.words),
    };
    terminal::set(cli.terminal);
    cli.settle();
    if !spelled.ignored.is_empty() {
        let flags = spelled.ignored.join(" ");
        outcome::print_message(MessageKind::Note, format!("{flags} ignored: no effect here"));
    }
    if let Some(common) = cli.command.common() {
        interrupt::watch(&common.output);
    }
    match command(&cli.command) {
        Ok(outcome) => outcome.exit_code(),
        Err(problem) => {
            outcome::print_problem(&problem);
            if let Some(common) = cli.command.common() {
                error_document::of_problem(&problem, &common.output, &common.budget);
            }
            problem.outcome().exit_code()
        }
    }
}

fn command(command: &Command) -> Result<Outcome, Problem> {
    match command {
        Command::Run(args) => run::run(args),
        Command::Check(args) => check::check(args),
        Command::Trace(args) => trace::trace(args),
        Command::Explain(args) => explain::explain(args),
        Command::Repair(args) => repair::repair(args),
        Command::Help { topic } => {
            help::show(topic.as_deref());
            Ok(Outcome::NoFailure)
        }
        Command::Completions { shell } => {
            completions::print(*shell);
            Ok(Outcome::NoFailure)
        }
        Command::Man { command } => {
            manual::print(command.as_deref())?;
            Ok(Outcome::NoFailure)
        }
        Command::Schema => {
            let schema = serde_json::to_string_pretty(&whydunit_report::json_schema())?;
            destination::to_stdout(&format!("{schema}\n"));
            Ok(Outcome::NoFailure)
        }
    }
}
