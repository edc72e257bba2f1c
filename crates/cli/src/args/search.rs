//! What can be asked of a search for failing runs.

use std::path::PathBuf;

use clap::Args;

use super::CommonArgs;

pub(super) const CHECK_EXAMPLES: &str = "Examples:
  whydunit check prog.c                   every failure, each with an input
  whydunit check max.c --function max     ... of a function, for all arguments
  whydunit check prog.c --input n=3       ... of the runs with this input
  whydunit check prog.c --checks assert   ... of these checks only
  whydunit check prog.c --unwind 20       20 iterations of every loop, no more
  whydunit check prog.c --emit-test t.c   a C test of what was found";

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Failing runs wanted of each failure
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_count)]
    pub(crate) traces: usize,

    /// Write a C file that shows the failure without whydunit; further failures go to FILE-2, ...
    #[arg(long, value_name = "FILE")]
    pub(crate) emit_test: Option<PathBuf>,

    /// Write the failing run as a violation witness: GraphML (`.graphml`) or YAML (`.yml`)
    #[arg(long, value_name = "FILE")]
    pub(crate) write_witness: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// Bounds and shortcuts of a search.
#[derive(Args, Debug)]
#[command(next_help_heading = "The search")]
pub(crate) struct SearchArgs {
    /// Iterations of every loop and depth of every recursion [default: more and more]
    #[arg(long, value_name = "N")]
    pub(crate) unwind: Option<u32>,

    /// Contracts of called functions stand in for their bodies
    #[arg(long)]
    pub(crate) modular: bool,

    /// Instead of searching, follow a witness of another tool: GraphML, YAML or CBMC's JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "stdin", "args"])]
    pub(crate) witness: Option<PathBuf>,
}

fn parse_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1".to_owned()),
        Ok(count) => Ok(count),
        Err(_) => Err("not a number".to_owned()),
    }
}
