//! The `whydunit` command: flags, files, exit codes, progress. The only crate that prints, exits or
//! reads the environment; what is asked is answered by the library.

mod args;
mod commands;
mod completions;
mod destination;
mod error_document;
mod help;
mod interrupt;
mod limits;
mod manual;
mod mistaken;
mod outcome;
mod output;
mod progress;
mod start;
mod state;
mod stdin;
mod terminal;
mod version;
mod watchdog;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use outcome::{Problem, exit_code};
use whydunit::Outcome;
use whydunit_report::MessageKind;

fn main() -> ExitCode {
    let spelled = args::with_compiler_spelling(std::env::args_os());
    let mut cli = match Cli::try_parse_from(&spelled.words) {
        Ok(cli) => cli,
        Err(error) => return mistaken::answer(&error, &spelled.words),
    };
    terminal::set(cli.terminal);
    cli.settle();
    if let Command::Confined(args) = &cli.command {
        return commands::confined(args);
    }
    if !spelled.ignored.is_empty() {
        let flags = spelled.ignored.join(" ");
        outcome::print_message(MessageKind::Note, format!("{flags} ignored: no effect here"));
    }
    if let Some(common) = cli.command.common() {
        destination::protect(cli.command.inputs(), common.output.force);
        destination::clean_up();
        interrupt::watch(&common.output);
        watchdog::watch(common);
    }
    match command(&cli.command) {
        Ok(outcome) => exit_code(outcome),
        Err(problem) => {
            outcome::print_problem(&problem);
            if let Some(common) = cli.command.common() {
                error_document::of_problem(&problem, &common.output, &common.budget);
            }
            exit_code(problem.outcome())
        }
    }
}

fn command(command: &Command) -> Result<Outcome, Problem> {
    match command {
        Command::Run(args) => commands::run(args),
        Command::Check(args) => commands::check(args),
        Command::Trace(args) => commands::trace(args),
        Command::Explain(args) => commands::explain(args),
        Command::Why(args) => commands::why(args),
        Command::Repair(args) => commands::repair(args),
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
        Command::Confined(_) => Ok(Outcome::NoFailure),
        Command::Schema => {
            let schema = serde_json::to_string_pretty(&whydunit_report::json_schema())?;
            destination::to_stdout(&format!("{schema}\n"));
            Ok(Outcome::NoFailure)
        }
    }
}
