//! C text to whydunit programs.
//!
//! The way of a file: preprocessed by the machine's own C compiler and mended into what the parser
//! accepts (`text`), parsed by `lang-c`, typed and lowered (`sema`, `lower`), linked with the other files and
//! with the parts of the C library it uses (`link`, `library`). Contracts in comments are read by `acsl`.
//! Every place in the result is a place in a file as the user wrote it.

mod acsl;
mod library;
mod link;
mod lower;
mod prune;
mod reconcile;
mod sema;
mod text;
mod unify;
mod walk;

use std::path::PathBuf;

use whydunit_program::{Program, Target};

use whydunit_source::on_deep_stack;
pub use whydunit_source::{Diagnostic, Severity, SourcePlace};

/// How the files are to be read.
#[derive(Clone, Debug)]
pub struct Options {
    pub include_dirs: Vec<String>,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    pub undefines: Vec<String>,
    /// Language standard, as the compiler's `-std=` takes it.
    pub std: Option<String>,
    pub target: Target,
    /// The C compiler whose preprocessor is used; `cc` when absent.
    pub compiler: Option<String>,
    /// The function the analysis starts in; `main` when absent.
    pub function: Option<String>,
    /// Further contract clauses of the start function.
    pub requires: Vec<String>,
    pub ensures: Vec<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            include_dirs: Vec::new(),
            defines: Vec::new(),
            undefines: Vec::new(),
            std: None,
            target: Target::Lp64,
            compiler: None,
            function: None,
            requires: Vec::new(),
            ensures: Vec::new(),
        }
    }
}

/// A program, and what was odd about its source.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
}

/// Reads the files as one C program.
///
/// # Errors
/// What is wrong with the source, each with its place. Constructs we do not support are no errors:
/// they are part of the program, where they stand.
pub fn compile(files: &[PathBuf], options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    on_deep_stack(|| link::compile(files, options))
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
