//! The command line: what can be asked, and with which words.

mod explain;
mod search;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use whydunit_encode::Inputs;

pub(crate) use explain::{ExplainArgs, ProgramScope, Question};
pub(crate) use search::{CheckArgs, SearchArgs};

/// Says why a C or Boogie program fails.
#[derive(Parser, Debug)]
#[command(
    name = "whydunit",
    version,
    max_term_width = 100,
    before_help = EXAMPLES,
    after_help = EXIT_CODES,
    help_template = COMMANDS
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Examples come first: they answer most questions.
const COMMANDS: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

const EXAMPLES: &str = "Examples:
  whydunit explain prog.c                 find inputs that fail, and say why
  whydunit explain prog.c --input x=-1    why the run on this input fails
  whydunit check prog.c                   every failure, or that there is none
  whydunit check max.c --function max     ... of a function, for all arguments
  whydunit trace prog.c                   a failing run, step by step
  whydunit trace prog.c --format json --output trace.json
  whydunit run prog.c -- 3 hello          run it under checks, with arguments";

const EXIT_CODES: &str = "\
Exit codes: 0 no failure, 1 a failure was found, 2 the input cannot be used, 3 a budget ran out.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Run the program under checks and say how it ended
    #[command(before_help = RUN_EXAMPLES, help_template = COMMANDS)]
    Run(RunArgs),
    /// Look for inputs that make a check fail; list every failure, or say what was looked at
    #[command(before_help = search::CHECK_EXAMPLES, help_template = COMMANDS)]
    Check(CheckArgs),
    /// Show a failing run step by step, with values
    #[command(before_help = TRACE_EXAMPLES, help_template = COMMANDS)]
    Trace(TraceArgs),
    /// Say why a run fails: the statements that matter, and what holds between them
    #[command(before_help = explain::EXPLAIN_EXAMPLES, help_template = COMMANDS)]
    Explain(ExplainArgs),
}

const RUN_EXAMPLES: &str = "Examples:
  whydunit run prog.c                     run it under checks
  whydunit run prog.c -- 3 hello          ... with arguments
  whydunit run prog.c --stdin input.txt   ... with standard input
  whydunit run max.c --function max --input 'a=[3,1,2]' --input n=3";

const TRACE_EXAMPLES: &str = "Examples:
  whydunit trace prog.c                   find a failing run and show it
  whydunit trace prog.c --input x=-1      the run on this input
  whydunit trace prog.c --format json --output trace.json
  whydunit trace prog.c --format smt2     as a formula, for any SMT solver";

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// Show every iteration of every loop
    #[arg(long)]
    pub(crate) unfold: bool,

    /// Inputs in the formula of `--format smt2`
    #[arg(
        long = "inputs",
        id = "reading",
        value_enum,
        value_name = "READING",
        default_value = "fixed"
    )]
    pub(crate) reading: InputReading,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Args, Debug)]
pub(crate) struct CommonArgs {
    /// C files, or Boogie files (.bpl); several are one program
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS", allow_hyphen_values = true)]
    pub(crate) args: Vec<std::ffi::OsString>,

    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) compiler: CompilerArgs,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "The run")]
pub(crate) struct StartArgs {
    /// Start here instead of `main`; its parameters become inputs
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,

    /// Value of an input: a parameter, a global, a nondeterministic call (`nondet#2` or its
    /// variable); arrays as `a=[1,2,3]`, strings as `s="abc"`, structs as `p={.x=1}`
    #[arg(long = "input", value_name = "NAME=VALUE")]
    pub(crate) inputs: Vec<String>,

    /// Standard input of the run (`-` or a pipe: whydunit's own)
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin: Option<PathBuf>,

    /// Precondition of the start function, in the language of `//@ requires`
    #[arg(long, value_name = "EXPR")]
    pub(crate) requires: Vec<String>,

    /// Postcondition of the start function, in the language of `//@ ensures`
    #[arg(long, value_name = "EXPR")]
    pub(crate) ensures: Vec<String>,

    /// Which checks: a list of assert, bounds, null, lifetime, div, overflow, shift, uninit, unreach,
    /// contract, abort; also `all`, `none`, `-overflow`, `+abort` [default: all but abort]
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) checks: Option<String>,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct BudgetArgs {
    /// At most this many steps
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,

    /// At most this long [default: 60]
    #[arg(long = "timeout", value_name = "SECONDS", value_parser = parse_seconds)]
    given_timeout: Option<Duration>,

    /// At most this much memory, for the program's data, the recording and the search
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub(crate) memory: u64,
}

impl BudgetArgs {
    pub(crate) fn timeout(&self) -> Duration {
        self.given_timeout.unwrap_or(Duration::from_secs(60))
    }

    /// A search whose time is given uses it; otherwise it stops when it has looked for long enough.
    pub(crate) fn patience(&self) -> Option<Duration> {
        self.given_timeout
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "not a usable number of seconds".to_string())
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Form of the report; may be given several times [default: text]
    #[arg(long = "format", value_enum, value_name = "FORMAT")]
    formats: Vec<Format>,

    /// Write the report to this file; the k-th one belongs to the k-th `--format`
    #[arg(long = "output", value_name = "FILE")]
    outputs: Vec<PathBuf>,
}

impl OutputArgs {
    /// The reports asked for, each with the file it goes to, if any.
    pub(crate) fn reports(&self) -> anyhow::Result<Vec<(Format, Option<&Path>)>> {
        let formats = if self.formats.is_empty() { &[Format::Text][..] } else { &self.formats };
        if self.outputs.len() > formats.len() {
            anyhow::bail!("more --output than --format");
        }
        let files = self.outputs.iter().map(|path| Some(path.as_path()));
        Ok(formats.iter().copied().zip(files.chain(std::iter::repeat(None))).collect())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people, in a terminal
    Text,
    /// For scripts: everything that is known
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
    /// A page that shows the run step by step, for a browser
    Html,
    /// Of `trace`: the trace formula, with one named assertion per step
    Smt2,
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

#[derive(Args, Debug)]
#[command(next_help_heading = "As for the C compiler")]
pub(crate) struct CompilerArgs {
    /// Directory to search for headers
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include_dirs: Vec<String>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) defines: Vec<String>,

    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub(crate) undefines: Vec<String>,

    /// Language standard, also written `-std=c99`
    #[arg(long, value_name = "STANDARD")]
    pub(crate) std: Option<String>,

    /// 32-bit `long` and pointers, also written `-m32`
    #[arg(long)]
    pub(crate) m32: bool,
}

/// C compilers write some long options with one dash; so may our users.
pub(crate) fn with_compiler_spelling(
    args: impl Iterator<Item = std::ffi::OsString>,
) -> Vec<std::ffi::OsString> {
    let mut after_dashes = false;
    args.map(|arg| {
        after_dashes |= arg == "--";
        let spelled = match arg.to_str() {
            Some(text) if !after_dashes && (text == "-m32" || text.starts_with("-std=")) => {
                Some(format!("-{text}"))
            }
            _ => None,
        };
        spelled.map_or(arg, Into::into)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn compiler_spellings_are_understood_before_the_dashes_only() {
        let words = ["whydunit", "run", "-m32", "-std=c99", "--", "-m32"].map(Into::into);
        let spelled = with_compiler_spelling(words.into_iter());
        assert_eq!(spelled, ["whydunit", "run", "--m32", "--std=c99", "--", "-m32"]);
    }
}
