//! The command line: what can be asked, and with which words.
//!
//! The first line of each comment on an option is what `-h` and shell completions show; `--help` and the manual show all
//! of it. Some fields are not given but settled before the work begins ([`Cli::settle`]) or found out on the way.

mod checks;
mod common;
mod examples;
mod expect;
mod explain;
mod output;
mod repair;
mod search;
mod spelling;
mod suite;
mod terminal;
mod why;
mod world;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use whydunit::{Encoding, Inputs};

pub(crate) use common::{BudgetArgs, CommonArgs};
pub(crate) use expect::ExpectArgs;
pub(crate) use explain::ExplainArgs;
pub(crate) use output::{Format, OutputArgs};
pub(crate) use repair::RepairArgs;
pub(crate) use search::{CheckArgs, SearchArgs};
pub(crate) use spelling::with_compiler_spelling;
pub(crate) use suite::TestsArgs;
pub(crate) use terminal::{Colour, TerminalArgs};
pub(crate) use why::WhyArgs;
use world::WorldArgs;

use crate::version;

/// Says why a C or Boogie program fails.
///
/// whydunit looks for inputs that make the program fail, and names the few statements that lead to
/// the failure: what each contributes, what holds in between, and which inputs can trigger it.
/// The program is run by an interpreter that checks every step (array bounds, pointers, overflow,
/// assertions, contracts, ...) and changes nothing on the machine.
/// No answer is a guess: failures are replayed, and `--verify` has each claim checked independently.
#[derive(Parser, Debug)]
#[command(
    name = "whydunit",
    version,
    long_version = version::long(),
    max_term_width = 100,
    disable_help_subcommand = true,
    before_help = examples::COMMAND,
    after_help = examples::MORE,
    after_long_help = examples::MORE_LONG,
    help_template = examples::TEMPLATE
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) terminal: TerminalArgs,
}

impl Command {
    /// The options that all commands have which answer questions about a program.
    pub(crate) fn common(&self) -> Option<&CommonArgs> {
        match self {
            Command::Explain(args) => Some(&args.common),
            Command::Why(args) => Some(&args.common),
            Command::Check(args) => Some(&args.common),
            Command::Trace(args) => Some(&args.common),
            Command::Repair(args) => Some(&args.common),
            Command::Run(args) => Some(&args.common),
            _ => None,
        }
    }
}

impl Command {
    /// The files that are read, as far as the command line names them.
    pub(crate) fn inputs(&self) -> Vec<PathBuf> {
        let mut inputs = self.common().map(CommonArgs::inputs).unwrap_or_default();
        match self {
            Command::Explain(args) => inputs.extend(args.search.witness.clone()),
            Command::Trace(args) => inputs.extend(args.search.witness.clone()),
            Command::Check(args) => {
                inputs.extend(args.search.witness.clone());
                inputs.extend(args.reference.clone());
            }
            Command::Repair(args) => {
                inputs.extend(args.search.witness.clone());
                inputs.extend(args.tests.inputs());
                inputs.extend(args.annotations.clone());
            }
            Command::Run(args) => inputs.extend(args.tests.inputs()),
            _ => {}
        }
        inputs
    }
}

impl Cli {
    /// Fills in what follows from the rest.
    pub(crate) fn settle(&mut self) {
        let common = match &mut self.command {
            Command::Explain(args) => &mut args.common,
            Command::Why(args) => &mut args.common,
            Command::Check(args) => &mut args.common,
            Command::Trace(args) => &mut args.common,
            Command::Repair(args) => &mut args.common,
            Command::Run(args) => &mut args.common,
            _ => return,
        };
        common.settle();
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find a failing run and say why it fails
    ///
    /// The answer names the statements that matter, what each contributes, and what holds between them.
    #[command(before_help = examples::EXPLAIN, help_template = examples::TEMPLATE)]
    Explain(ExplainArgs),
    /// Ask why anything in a run is as it is
    ///
    /// The answer has the same form as that of `explain`: the statements that matter, and what each contributes.
    #[command(before_help = examples::WHY, help_template = examples::TEMPLATE)]
    Why(Box<WhyArgs>),
    /// Find changes of the program that mend the failure, and try them out
    ///
    /// Every change that is shown was compiled and passes all tests; most were also searched for failing inputs.
    #[command(before_help = examples::REPAIR, help_template = examples::TEMPLATE)]
    Repair(RepairArgs),
    /// List every failure that inputs can cause, or say what was looked at
    #[command(before_help = examples::CHECK, help_template = examples::TEMPLATE)]
    Check(CheckArgs),
    /// Show a failing run step by step, with values
    #[command(before_help = examples::TRACE, help_template = examples::TEMPLATE)]
    Trace(TraceArgs),
    /// Run the program under checks and say how it ended
    #[command(before_help = examples::RUN, help_template = examples::TEMPLATE)]
    Run(RunArgs),
    /// Explain a command or a topic
    #[command(
        after_help = "Topics: methods, checks, inputs, contracts, tests, formats, flags, limits."
    )]
    Help {
        /// A command, or one of: methods, checks, inputs, contracts, formats, flags, limits
        #[arg(value_name = "TOPIC", value_parser = crate::help::names())]
        topic: Option<String>,
    },
    /// Print completions for a shell
    #[command(before_help = examples::COMPLETIONS, help_template = examples::TEMPLATE)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of whydunit or of one of its commands
    #[command(before_help = examples::MAN, help_template = examples::TEMPLATE)]
    Man {
        /// A command
        #[arg(value_name = "COMMAND", value_parser = crate::help::command_names())]
        command: Option<String>,
    },
    /// Print the JSON Schema of `--format json`
    Schema,
    /// Start a program in a sandbox
    #[command(hide = true)]
    Confined(ConfinedArgs),
}

#[derive(Args, Debug)]
pub(crate) struct ConfinedArgs {
    /// The directory that it may write to
    pub(crate) directory: PathBuf,

    /// The program, what it is to be called, and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) tests: TestsArgs,

    /// List the tests that pass, too
    #[arg(long, requires = "tests", help_heading = "Tests")]
    pub(crate) all_tests: bool,

    /// Go on after a failure that has a meaning on the machine: a value that was never set, an overflow, a shift, a read outside of an array inside of its object
    #[arg(long, conflicts_with = "tests")]
    pub(crate) keep_going: bool,

    /// On a terminal, let escape sequences through that the program prints
    #[arg(long, help_heading = "Output")]
    pub(crate) raw_output: bool,

    /// Keep the files that the program writes, in this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "tests", help_heading = "Output")]
    pub(crate) write_files: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// Show every iteration of every loop
    #[arg(long)]
    pub(crate) unfold: bool,

    /// Whether inputs keep their values in the formula of `--format smt2`
    #[arg(
        long = "inputs",
        id = "reading",
        value_enum,
        value_name = "READING",
        default_value = "fixed"
    )]
    pub(crate) reading: InputReading,

    /// Which formula `--format smt2` writes
    #[arg(long, value_enum, value_name = "ENCODING", default_value = "plain")]
    pub(crate) encoding: EncodingName,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum EncodingName {
    /// Conditions are assumptions: that the run takes this path is given
    Plain,
    /// Conditions guard what stands in their arms, and what another arm sets is unchanged
    FlowSensitive,
}

impl From<EncodingName> for Encoding {
    fn from(name: EncodingName) -> Encoding {
        match name {
            EncodingName::Plain => Encoding::Plain,
            EncodingName::FlowSensitive => Encoding::Sensitive,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum InputReading {
    /// Inputs have the values of this run
    Fixed,
    /// Inputs are what the contract allows
    Free,
}

impl From<InputReading> for Inputs {
    fn from(reading: InputReading) -> Inputs {
        match reading {
            InputReading::Fixed => Inputs::Fixed,
            InputReading::Free => Inputs::Free,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
