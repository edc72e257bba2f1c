//! The program that is meant: which files, read how, started where, given what, within which budgets?
//!
//! [`Options`] are plain data with the defaults of the command line. [`compile`] makes a [`Subject`] of them, [`run_spec`] a run of it, and [`config`]
//! says what is checked and how long. Nothing here prints, reads the environment or ends the process: what users are to be told on
//! the way goes to an [`Observer`].

mod compile_commands;
mod error;
mod given_files;
mod input;
mod input_text;
mod language;
mod limits;
mod observer;
mod options;
mod outside;
mod reproduce;
mod start;
pub mod stdin_program;
mod undefined;
mod world;

pub use compile_commands::{Applied, apply as apply_compile_commands};
pub use error::{Error, Outcome, UnclearStart};
pub use given_files::examine as examine_files;
pub use input::{
    Subject, c_options, compile, config, input_files, input_values, recompile, run_spec,
};
pub use input_text::assignment;
pub use language::Language;
pub use observer::{Monitor, Observer, Progress};
pub use options::{
    BudgetOptions, CompilerOptions, NativeOptions, Options, SearchOptions, StartOptions,
    TestsOptions, WorldOptions,
};
pub use outside::{has_inputs, may_name_input, reads_standard_input};
pub use reproduce::{InputSource, check_command, quoted, run_command, text_in_quotes};
pub use start::unclear as unclear_start;
pub use undefined::{Undefined, refused as refused_functions};
pub use whydunit_front_c::Asked;
pub use whydunit_host::{Cancel, Why};
pub use world::files;
