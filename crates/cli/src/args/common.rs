//! What all commands that look at a program have in common: its files, where it starts, budgets, and how it is compiled.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{Resettable, Str};
use clap::{Args, ValueEnum, ValueHint};
use whydunit::{BudgetOptions, CompilerOptions, Observer, Options, StartOptions, stdin_program};

use super::{OutputArgs, WorldArgs, checks};
use crate::outcome::Problem;
use crate::progress::OnTerminal;
use crate::{interrupt, stdin};

/// Not the heading of the options before.
const ARGUMENTS: Resettable<Str> = Resettable::Reset;

#[derive(Clone, Args, Debug)]
pub(crate) struct CommonArgs {
    /// C files, or Boogie files (.bpl); several are one program; `-` is standard input
    #[arg(
        required = true,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        help_heading = ARGUMENTS
    )]
    pub(crate) files: Vec<PathBuf>,

    /// Language of a program from standard input
    #[arg(
        short = 'x',
        long,
        value_enum,
        value_name = "LANGUAGE",
        default_value = "c",
        help_heading = "The run"
    )]
    language: LanguageName,

    /// Arguments of the program
    #[arg(
        last = true,
        value_name = "ARGS",
        allow_hyphen_values = true,
        help_heading = ARGUMENTS
    )]
    pub(crate) args: Vec<OsString>,

    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) world: WorldArgs,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) compiler: CompilerArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LanguageName {
    C,
    Boogie,
}

impl CommonArgs {
    pub(super) fn settle(&mut self) {
        for file in &mut self.files {
            if file.as_os_str() == "-" {
                *file = PathBuf::from(match self.language {
                    LanguageName::C => stdin_program::NAME,
                    LanguageName::Boogie => stdin_program::BOOGIE_NAME,
                });
            }
        }
        self.output.settle(&self.files);
    }

    /// The files that are read.
    pub(super) fn inputs(&self) -> Vec<PathBuf> {
        let files = self.files.iter().chain(&self.start.stdin);
        let compiler = self.compiler.included.iter().map(PathBuf::from);
        let given = self.world.given();
        files.chain(&self.compiler.compile_commands).cloned().chain(compiler).chain(given).collect()
    }

    /// What the library is told; a program on standard input is read.
    pub(crate) fn options(&self) -> Result<Options, Problem> {
        let options = Options {
            files: self.files.clone(),
            args: self.args.clone(),
            start: self.start.options(),
            world: self.world.options(),
            budget: self.budget.options(),
            compiler: self.compiler.options(),
            observer: Observer::new(OnTerminal),
            ..Options::default()
        };
        stdin::with_program(options)
    }
}

#[derive(Clone, Args, Debug)]
#[command(next_help_heading = "The run")]
pub(crate) struct StartArgs {
    /// Start here instead of in `main`; its parameters become inputs
    ///
    /// Arrays behind pointers are inputs, too. Without a `main` the function that no other one calls is the start, if there
    /// is only one.
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,

    /// Value of an input, such as x=-1, a=[1,2,3], s="abc"
    ///
    /// An input is a parameter, a global, or a nondeterministic call (`nondet#2`, or the variable it is assigned to).
    /// Structs as p={.x=1}. More: whydunit help inputs
    #[arg(long = "input", value_name = "NAME=VALUE")]
    pub(crate) inputs: Vec<String>,

    /// File with the standard input of the run; `-` is whydunit's own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) stdin: Option<PathBuf>,

    /// Precondition of the start function, as after //@ requires
    ///
    /// Only inputs that meet it count. More: whydunit help contracts
    #[arg(long, value_name = "EXPR")]
    pub(crate) requires: Vec<String>,

    /// Postcondition of the start function, as after //@ ensures
    ///
    /// A run that returns without it fails.
    #[arg(long, value_name = "EXPR")]
    pub(crate) ensures: Vec<String>,

    /// Which checks, such as assert,bounds or -overflow [default: all but abort]
    ///
    /// A list with signs changes the default, as -overflow or +abort do. More: whydunit help checks
    #[arg(
        long,
        value_name = "LIST",
        allow_hyphen_values = true,
        value_parser = checks::parser(),
    )]
    pub(crate) checks: Option<String>,
}

impl StartArgs {
    fn options(&self) -> StartOptions {
        StartOptions {
            function: self.function.clone(),
            inputs: self.inputs.clone(),
            stdin: self.stdin.clone(),
            requires: self.requires.clone(),
            ensures: self.ensures.clone(),
            checks: self.checks.clone(),
            ..StartOptions::default()
        }
    }
}

#[derive(Clone, Args, Debug)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct BudgetArgs {
    /// Stop a run after this many steps
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,

    /// Stop after this many seconds and say what is known [default: 60]
    #[arg(long = "timeout", value_name = "SECONDS", value_parser = parse_seconds)]
    given_timeout: Option<Duration>,

    /// Stop after this much time of the processors, in seconds, all threads and child processes together, and say what is known
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) cpu_time: Option<Duration>,

    /// Use at most this much memory, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    pub(crate) memory: u64,
}

impl BudgetArgs {
    pub(crate) fn timeout(&self) -> Duration {
        self.options().timeout()
    }

    fn options(&self) -> BudgetOptions {
        BudgetOptions {
            max_steps: self.max_steps,
            timeout: self.given_timeout,
            end: None,
            memory: self.memory,
            cancel: interrupt::cancel(),
        }
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "not a usable number of seconds".to_string())
}

#[derive(Clone, Args, Debug)]
#[command(next_help_heading = "As for the C compiler")]
pub(crate) struct CompilerArgs {
    /// Directory to search for headers
    #[arg(short = 'I', value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) include_dirs: Vec<String>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) defines: Vec<String>,

    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME")]
    pub(crate) undefines: Vec<String>,

    /// Language standard, also written -std=c99
    #[arg(long, value_name = "STANDARD")]
    pub(crate) std: Option<String>,

    /// 32-bit `long` and pointers, also written -m32
    #[arg(long)]
    pub(crate) m32: bool,

    /// Header that is included first, also written -include FILE
    #[arg(long = "include", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) included: Vec<String>,

    /// Directory to search for system headers, also written -isystem DIR
    #[arg(long = "isystem", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) system_dirs: Vec<String>,

    /// Directory to search for headers in quotes, also written -iquote DIR
    #[arg(long = "iquote", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) quote_dirs: Vec<String>,

    /// Take each file's flags from this compile_commands.json, or the one in this directory
    ///
    /// By default one is looked for in the directory of the file, in those above it, and in their `build`.
    #[arg(
        short = 'p',
        long = "compile-commands",
        value_name = "PATH",
        value_hint = ValueHint::AnyPath,
        conflicts_with = "no_compile_commands"
    )]
    pub(crate) compile_commands: Option<PathBuf>,

    /// Do not look for a compile_commands.json
    #[arg(long)]
    pub(crate) no_compile_commands: bool,
}

impl CompilerArgs {
    fn options(&self) -> CompilerOptions {
        CompilerOptions {
            compiler: c_compiler(),
            header_cache: header_cache(),
            include_dirs: self.include_dirs.clone(),
            defines: self.defines.clone(),
            undefines: self.undefines.clone(),
            std: self.std.clone(),
            m32: self.m32,
            included: self.included.clone(),
            system_dirs: self.system_dirs.clone(),
            quote_dirs: self.quote_dirs.clone(),
            compile_commands: self.compile_commands.clone(),
            no_compile_commands: self.no_compile_commands,
            ..CompilerOptions::default()
        }
    }
}

/// Where the user's programs keep what they can make again, as the XDG base directories are defined.
fn header_cache() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let of_the_home = || std::env::home_dir().map(|home| home.join(".cache"));
    let caches = named.filter(|path| path.is_absolute()).or_else(of_the_home);
    caches.map(|caches| caches.join("whydunit"))
}

/// The C compiler that the user prefers.
fn c_compiler() -> Option<String> {
    std::env::var("CC").ok().filter(|compiler| !compiler.trim().is_empty())
}
