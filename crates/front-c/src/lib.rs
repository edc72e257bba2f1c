//! C text to whydunit programs.
//!
//! The way of a file: preprocessed by the machine's own C compiler and normalised into what the parser
//! accepts (`text`), parsed by `lang-c`, typed and lowered (`sema`, `lower`), linked with the other files and
//! with the parts of the C library it uses (`link`, `library`). Contracts in comments are read by `acsl`.
//! Every place in the result is a place in a file as the user wrote it.

mod acsl;
mod input_file;
mod library;
mod limits;
mod link;
mod lower;
mod prune;
mod reconcile;
mod sema;
mod start;
mod text;
mod unify;

use std::path::PathBuf;

use whydunit_host::Budget;
use whydunit_program::{FunctionId, Program, Target};
use whydunit_source::on_deep_stack;

pub use input_file::InputFile;
pub use library::FileInput;
pub use start::Candidate;
pub use whydunit_source::{Diagnostic, Severity, SourcePlace};

/// How the files are to be read.
#[derive(Clone, Debug)]
pub struct Options {
    pub include_dirs: Vec<String>,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    pub undefines: Vec<String>,
    /// Further arguments of the preprocessor.
    pub flags: Vec<String>,
    /// Language standard, as the compiler's `-std=` takes it.
    pub std: Option<String>,
    pub target: Target,
    /// The C compiler whose preprocessor is used; `cc` when absent.
    pub compiler: Option<String>,
    /// Where our headers are kept from one run to the next; when absent they are written anew for each file. Nothing but a directory of this
    /// user is used, and a directory that cannot be used is no error.
    pub header_cache: Option<PathBuf>,
    /// Only the system's headers are used, none of ours.
    pub system_headers: bool,
    /// The function the analysis starts in; when absent `main`, or the only one that can be meant.
    pub function: Option<String>,
    /// Further contract clauses of the start function.
    pub requires: Vec<String>,
    pub ensures: Vec<String>,
    /// An assertion that does not stand in the text: somebody asks about it.
    pub asked: Option<Asked>,
    /// Whether there is memory is an input of each `malloc`, `calloc` and `realloc`.
    pub memory_ends: bool,
    /// Files whose contents are inputs.
    pub file_inputs: Vec<FileInput>,
    /// How long reading may take, with how much memory.
    pub budget: Budget,
}

/// `//@ assert` in front of the statement with which a line begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// As the source map calls it.
    pub file: String,
    pub line: u32,
    pub condition: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            include_dirs: Vec::new(),
            defines: Vec::new(),
            undefines: Vec::new(),
            flags: Vec::new(),
            std: None,
            target: Target::Lp64,
            compiler: None,
            header_cache: None,
            system_headers: false,
            function: None,
            requires: Vec::new(),
            ensures: Vec::new(),
            asked: None,
            memory_ends: false,
            file_inputs: Vec::new(),
            budget: Budget::unlimited(),
        }
    }
}

/// A program, and what was odd about its source.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
    pub start: Start,
}

/// Where runs start.
#[derive(Clone, Debug)]
pub enum Start {
    Function(FunctionId),
    /// Nothing was asked for, and it is not clear what is meant: there is no `main`, and none of these functions
    /// stands out. Or a function was asked for that nothing defines; then these are all there are.
    Unclear(Vec<Candidate>),
}

/// Reads the files as one C program.
///
/// # Errors
/// What is wrong with the source, each with its place. Constructs we do not support are no errors:
/// they are part of the program, where they stand.
pub fn compile(files: &[PathBuf], options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    let files: Vec<InputFile> = files.iter().map(InputFile::new).collect();
    compile_each(&files, options)
}

/// Reads the files, each in its own way, as one C program. Where our headers and the system's do not go together, or ours lack what is
/// needed, the system's are taken for all.
///
/// # Errors
/// As for [`compile`].
pub fn compile_each(files: &[InputFile], options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    on_deep_stack(|| {
        let errors = match link::compile(files, options) {
            Ok(compiled) => return Ok(compiled),
            Err(errors) => errors,
        };
        if options.system_headers
            || errors.iter().any(|error| error.severity == Severity::OutOfBudget)
        {
            return Err(errors);
        }
        let options = Options { system_headers: true, ..options.clone() };
        link::compile(files, &options).map_err(|_| errors)
    })
}

/// Reads one text that needs no preprocessor (any more) as a C program; places are places in it.
///
/// # Errors
/// As for [`compile`].
pub fn compile_preprocessed(
    name: &str,
    text: &str,
    options: &Options,
) -> Result<Compiled, Vec<Diagnostic>> {
    on_deep_stack(|| link::compile_preprocessed(name, text, options))
}
