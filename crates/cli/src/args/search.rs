//! What can be asked of a search for failing runs.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use whydunit::{CheckOptions, SearchOptions};

use super::CommonArgs;

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// How many failing runs to show of each failure
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_count)]
    pub(crate) traces: usize,

    /// Write a C file that shows the failure without whydunit; further ones go to FILE-2, ...
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) emit_test: Option<PathBuf>,

    /// Write the failing run for other tools: a witness in GraphML (.graphml) or YAML (.yml)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) write_witness: Option<PathBuf>,

    /// Show which conditions of checks hold in all runs, why, and what that rests on
    #[arg(long)]
    pub(crate) proofs: bool,

    /// Instead, say how the program behaves differently from this version of it
    ///
    /// It takes the place of the file of the same name, or of the whole program. Inputs on which a check of the reference fails
    /// do not count.
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["emit_test", "write_witness", "witness", "modular", "stdin"]
    )]
    pub(crate) reference: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// Bounds and shortcuts of a search.
#[derive(Args, Debug)]
#[command(next_help_heading = "The search")]
pub(crate) struct SearchArgs {
    /// Look at so many iterations of every loop, and calls of recursion [default: more and more]
    #[arg(long, value_name = "N")]
    pub(crate) unwind: Option<u32>,

    /// Use the contracts of called functions in place of their bodies
    #[arg(long)]
    pub(crate) modular: bool,

    /// Instead of searching, follow a witness of another tool: GraphML, YAML or CBMC's JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["inputs", "stdin", "args"])]
    pub(crate) witness: Option<PathBuf>,
}

impl SearchArgs {
    pub(crate) fn options(&self) -> SearchOptions {
        SearchOptions { unwind: self.unwind, modular: self.modular, witness: self.witness.clone() }
    }
}

impl CheckArgs {
    /// `with_steps`: a form of the report shows the way to each failure.
    pub(crate) fn options(&self, with_steps: bool) -> CheckOptions {
        CheckOptions {
            traces: self.traces,
            emit_test: self.emit_test.clone(),
            write_witness: self.write_witness.clone(),
            proofs: self.proofs,
            with_steps,
            search: self.search.options(),
        }
    }
}

fn parse_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1".to_owned()),
        Ok(count) => Ok(count),
        Err(_) => Err("not a number".to_owned()),
    }
}
