//! The `whydunit` command: flags, files, exit codes, progress. The only crate that prints, exits or
//! reads the environment.

mod args;
mod check;
mod explain;
mod formula;
mod input;
mod input_text;
mod interrupt;
mod language;
mod outcome;
mod output;
mod outside;
mod present;
mod progress;
mod readable_run;
mod reproduce;
mod run;
mod search;
mod steps;
mod taken_run;
mod trace;
mod utc;
mod values;
mod version;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(args::with_compiler_spelling(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers (0); everything else is bad input (2).
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let outcome = match &cli.command {
        Command::Run(args) => run::run(args),
        Command::Check(args) => check::check(args),
        Command::Trace(args) => trace::trace(args),
        Command::Explain(args) => explain::explain(args),
    };
    match outcome {
        Ok(outcome) => outcome.exit_code(),
        Err(problem) => {
            outcome::print_problem(&problem);
            problem.outcome().exit_code()
        }
    }
}
