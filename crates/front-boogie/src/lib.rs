//! Boogie text to whydunit programs.
//!
//! The way of a file: tokens (`lexer`), the tree as written (`parser`, `syntax`), the tree with
//! names and types known (`check`, `module`), the program (`lower`). Boogie's integers are
//! mathematical and its maps infinite; the program has 64-bit integers and maps over windows of
//! their keys, and is marked as [`whydunit_program::Arithmetic::Mathematical`]: where it would
//! leave these, the run ends with a limit of ours.

mod check;
mod compile;
mod lexer;
mod limits;
mod lower;
mod module;
mod parser;
mod problem;
mod start;
mod syntax;

use std::path::PathBuf;

use whydunit_host::Budget;
use whydunit_program::{FunctionId, Program};
use whydunit_source::{Diagnostic, on_deep_stack};

/// How the files are to be read.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// The procedure the analysis starts in; when absent `main`, or the only one with a body that no
    /// other one calls.
    pub function: Option<String>,
    /// Further clauses of the start procedure's contract, as Boogie expressions.
    pub requires: Vec<String>,
    pub ensures: Vec<String>,
    /// How long reading the files may take, with how much memory.
    pub budget: Budget,
}

/// A program, where it starts, and what was odd about its source.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
    pub start: FunctionId,
}

/// Reads the files as one Boogie program.
///
/// # Errors
/// What is wrong with the source, each with its place. Constructs we do not support are no errors:
/// they are part of the program, where they stand.
pub fn compile(files: &[PathBuf], options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    on_deep_stack(|| compile::compile_files(files, options))
}

/// Reads one text as a Boogie program; places are places in it.
///
/// # Errors
/// As for [`compile`].
pub fn compile_text(
    name: &str,
    text: &str,
    options: &Options,
) -> Result<Compiled, Vec<Diagnostic>> {
    on_deep_stack(|| compile::compile_texts(vec![(name.to_owned(), text.to_owned())], options))
}
