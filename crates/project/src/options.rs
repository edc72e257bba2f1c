//! What can be said about a program and its runs, as plain data. The defaults are those of the command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use whydunit_host::{Budget, Cancel};
use whydunit_interp::Files;

use crate::limits::{DEFAULT_MEMORY, DEFAULT_TIMEOUT, SHORTEST_READING};
use crate::undefined::Undefined;
use crate::{Observer, stdin_program};

/// A program, where its runs start, what they are given, and the budgets.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// C files, or Boogie files (`.bpl`); several are one program.
    pub files: Vec<PathBuf>,
    /// Texts of files that are not to be read from the file system.
    pub texts: Vec<(PathBuf, Vec<u8>)>,
    /// Arguments of the program, `argv[1]` and up.
    pub args: Vec<OsString>,
    /// Where runs start and what they are given.
    pub start: StartOptions,
    /// What runs find outside of the program.
    pub world: WorldOptions,
    /// Time, memory and steps.
    pub budget: BudgetOptions,
    /// How the C compiler reads the files.
    pub compiler: CompilerOptions,
    /// Suites of tests for the program.
    pub tests: TestsOptions,
    /// Whether programs may run as machine code.
    pub native: NativeOptions,
    /// Who is told what happens on the way.
    pub observer: Observer,
}

impl Options {
    /// The program that consists of these files, and defaults for the rest.
    pub fn of<F: Into<PathBuf>>(files: impl IntoIterator<Item = F>) -> Options {
        Options { files: files.into_iter().map(Into::into).collect(), ..Options::default() }
    }

    /// A program that consists of one text, as if it stood in a file of this name.
    pub fn of_text(name: impl Into<PathBuf>, text: impl Into<Vec<u8>>) -> Options {
        let name = name.into();
        Options {
            files: vec![name.clone()],
            texts: vec![(name, text.into())],
            ..Options::default()
        }
    }

    /// Is this file none that is read from the file system?
    #[must_use]
    pub(crate) fn is_given_text(&self, file: &Path) -> bool {
        self.text_of(file).is_some() || stdin_program::is_name(file)
    }

    /// The text of a file that is not to be read from the file system.
    #[must_use]
    pub fn text_of(&self, file: &Path) -> Option<&[u8]> {
        let known = self.texts.iter().find(|(name, _)| name == file);
        known.map(|(_, text)| text.as_slice())
    }
}

/// Where runs start and what they are given.
#[derive(Clone, Default, Debug)]
pub struct StartOptions {
    /// Start here instead of in `main`; its parameters become inputs.
    pub function: Option<String>,
    /// Values of inputs: `x=-1`, `a=[1,2,3]`, `s="abc"`.
    pub inputs: Vec<String>,
    /// A file with the standard input of the run.
    pub stdin: Option<PathBuf>,
    /// Standard input that is in no file.
    pub piped: Vec<u8>,
    /// Preconditions of the start function, as after `//@ requires`.
    pub requires: Vec<String>,
    /// Postconditions of the start function, as after `//@ ensures`.
    pub ensures: Vec<String>,
    /// Which checks, such as `assert,bounds` or `-overflow`; all but `abort` if `None`.
    pub checks: Option<String>,
    /// An assertion that does not stand in the text.
    pub asked: Option<whydunit_front_c::Asked>,
    /// A run goes on after a failure that has a meaning on the machine.
    pub keep_going: bool,
    /// The start function that was found out, where `function` does not name it.
    pub found: Option<String>,
}

impl StartOptions {
    /// The function that has to be named to start in the same one again.
    #[must_use]
    pub fn named(&self) -> Option<&str> {
        self.function.as_deref().or(self.found.as_deref())
    }
}

/// What runs find outside of the program.
#[derive(Clone, Default, Debug)]
pub struct WorldOptions {
    /// The folder whose files runs find when they open some; none if `None`. Nothing is ever written there.
    pub root: Option<PathBuf>,
    /// Files that runs find in any case: under which name, and where their content is.
    pub files: Vec<(String, PathBuf)>,
    /// Functions without a body that are meant to be so: their answers are inputs.
    pub outside: Vec<String>,
    /// Files whose contents are inputs, of at most so many bytes.
    pub file_inputs: Vec<(String, u64)>,
    /// Functions that the program calls and nothing defines.
    pub(crate) undefined: Vec<Undefined>,
    /// What was opened for the two: every run finds the same.
    pub(crate) opened: OnceLock<Files>,
}

impl WorldOptions {
    /// A folder, files that are given by name, and functions that are meant to be outside.
    #[must_use]
    pub fn of(
        root: Option<PathBuf>,
        files: Vec<(String, PathBuf)>,
        outside: Vec<String>,
    ) -> WorldOptions {
        WorldOptions { root, files, outside, ..WorldOptions::default() }
    }
}

/// Time, memory and steps.
#[derive(Clone, Debug)]
pub struct BudgetOptions {
    /// Stop a run after this many steps.
    pub max_steps: Option<u64>,
    /// Stop after this time and say what is known; 60 seconds if `None`.
    pub timeout: Option<Duration>,
    /// The end of the time, once work has begun that reads and starts several things: they share it.
    pub end: Option<Instant>,
    /// Use at most this much memory, in MiB.
    pub memory: u64,
    /// Ends the work from another thread.
    pub cancel: Cancel,
}

impl Default for BudgetOptions {
    fn default() -> BudgetOptions {
        BudgetOptions {
            max_steps: None,
            timeout: None,
            end: None,
            memory: DEFAULT_MEMORY,
            cancel: Cancel::default(),
        }
    }
}

impl BudgetOptions {
    /// The time that a question may take.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout.unwrap_or(DEFAULT_TIMEOUT)
    }

    /// A search whose time is given uses it; otherwise it stops when it has looked for long enough.
    #[must_use]
    pub fn patience(&self) -> Option<Duration> {
        self.timeout
    }

    /// For what is read and started from now on.
    #[must_use]
    pub fn host(&self) -> Budget {
        let alone = || Instant::now().checked_add(self.timeout().max(SHORTEST_READING));
        Budget {
            deadline: self.end.or_else(alone),
            memory: Some(self.bytes()),
            cancel: Some(self.cancel.clone()),
        }
    }

    /// The memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.memory.saturating_mul(1 << 20)
    }
}

/// Whether the program may be compiled and run on this machine. Nothing does so unless it is allowed.
#[derive(Clone, Default, Debug)]
pub struct NativeOptions {
    /// It may, in a sandbox.
    pub is_allowed: bool,
    /// The words of a command that confines itself and becomes the program that is named behind it; without one there is no sandbox.
    /// Behind these words stand the directory that the program may write to, the program, what it is to be called, and its arguments;
    /// without a program the command prints what the sandbox lacks on this machine, one thing a line.
    pub launcher: Vec<OsString>,
}

/// How the C compiler reads the files.
#[derive(Clone, Default, Debug)]
pub struct CompilerOptions {
    /// The C compiler, with arguments if need be; `cc` if `None`.
    pub compiler: Option<String>,
    /// Where whydunit's headers are kept from one run to the next, which makes every start shorter; nowhere if `None`.
    pub header_cache: Option<PathBuf>,
    /// Directories to search for headers.
    pub include_dirs: Vec<String>,
    /// Macros to define: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Macros to undefine.
    pub undefines: Vec<String>,
    /// Language standard: `c99`.
    pub std: Option<String>,
    /// 32-bit `long` and pointers.
    pub m32: bool,
    /// Headers that are included first.
    pub included: Vec<String>,
    /// Directories to search for system headers.
    pub system_dirs: Vec<String>,
    /// Directories to search for headers in quotes.
    pub quote_dirs: Vec<String>,
    /// Take each file's flags from this `compile_commands.json`, or the one in this directory.
    pub compile_commands: Option<PathBuf>,
    /// Do not look for a `compile_commands.json`.
    pub no_compile_commands: bool,
    /// What was taken from there for any of the files.
    pub found: Vec<String>,
}

impl CompilerOptions {
    /// The C compiler.
    #[must_use]
    pub fn command(&self) -> String {
        self.compiler.clone().unwrap_or_else(|| "cc".to_owned())
    }

    /// What a C compiler has to be told to see the program as we do.
    #[must_use]
    pub fn flags(&self) -> Vec<String> {
        let with = |flag: &'static str, values: &[String]| -> Vec<String> {
            values.iter().map(|value| format!("{flag}{value}")).collect()
        };
        let mut flags = with("-I", &self.include_dirs);
        flags.extend(self.further());
        flags.extend(self.found.iter().cloned());
        flags.extend(with("-D", &self.defines));
        flags.extend(with("-U", &self.undefines));
        flags.extend(self.std.iter().map(|standard| format!("-std={standard}")));
        flags.extend(self.m32.then(|| "-m32".to_owned()));
        flags
    }

    /// Arguments of the preprocessor that have no name of their own in the front end.
    #[must_use]
    pub fn further(&self) -> Vec<String> {
        let options = [
            ("-iquote", &self.quote_dirs),
            ("-isystem", &self.system_dirs),
            ("-include", &self.included),
        ];
        options
            .iter()
            .flat_map(|(name, values)| {
                values.iter().flat_map(|value| [(*name).to_owned(), value.clone()])
            })
            .collect()
    }
}

/// Suites of tests.
#[derive(Clone, Default, Debug)]
pub struct TestsOptions {
    /// TOML files, or directories of `NAME.in` and `NAME.out`.
    pub tests: Vec<PathBuf>,
    /// A correct version of the program; what it does is expected where a test does not say.
    pub reference: Vec<PathBuf>,
}

impl TestsOptions {
    /// Are there tests?
    #[must_use]
    pub fn is_given(&self) -> bool {
        !self.tests.is_empty()
    }
}

/// Bounds and shortcuts of a search.
#[derive(Clone, Default, Debug)]
pub struct SearchOptions {
    /// Look at so many iterations of every loop, and calls of recursion; more and more if `None`.
    pub unwind: Option<u32>,
    /// Use the contracts of called functions in place of their bodies.
    pub modular: bool,
    /// Instead of searching, follow a witness of another tool: GraphML, YAML or CBMC's JSON.
    pub witness: Option<PathBuf>,
}
