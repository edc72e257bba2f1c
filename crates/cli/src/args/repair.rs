//! What can be asked of a repair.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use whydunit::{Level, RepairOptions};

use super::{CommonArgs, SearchArgs, TestsArgs};

#[derive(Args, Debug)]
pub(crate) struct RepairArgs {
    /// How repairs are found
    #[arg(
        long = "method",
        id = "repair_method",
        value_enum,
        value_name = "LIST",
        value_delimiter = ','
    )]
    methods: Vec<RepairMethod>,

    /// How much of the diagnosis with proofs is used [default: all; less where that finds nothing]
    #[arg(long, value_enum, value_name = "LEVEL")]
    ped_level: Option<PedLevel>,

    /// Further entries for the library of likely mistakes, or other weights
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) annotations: Vec<PathBuf>,

    /// How many edits may be made together, where fewer do not help
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=3))]
    max_edits: u32,

    /// How many repairs to show
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    max_repairs: u32,

    /// Show what was compared along the failing runs, and why a change was tried
    #[arg(long)]
    show_evidence: bool,

    /// First change only statements that a failing test executes and a passing one does not
    #[arg(long)]
    dice: bool,

    /// Write the best repair into the files
    #[arg(long)]
    pub(crate) apply: bool,

    /// Compile repaired files with the C compiler and run the tests there as well
    #[arg(long)]
    pub(crate) verify: bool,

    /// The program may be compiled and run on this machine, in a sandbox; nothing does so without it
    #[arg(long)]
    pub(crate) native: bool,

    #[command(flatten)]
    pub(crate) tests: TestsArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

impl RepairArgs {
    pub(crate) fn options(&self) -> RepairOptions {
        let methods = self.methods.iter().map(|method| match method {
            RepairMethod::Autodebug => whydunit::RepairMethod::Autodebug,
            RepairMethod::Ped => whydunit::RepairMethod::Ped,
        });
        RepairOptions {
            methods: methods.collect(),
            ped_level: self.ped_level.map(|level| match level {
                PedLevel::Default => Level::Default,
                PedLevel::NoInv => Level::NoInv,
                PedLevel::WithInv => Level::WithInv,
                PedLevel::Relevant => Level::Relevant,
            }),
            annotations: self.annotations.clone(),
            max_edits: self.max_edits,
            max_repairs: self.max_repairs,
            show_evidence: self.show_evidence,
            dice: self.dice,
            verify: self.verify,
            search: self.search.options(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RepairMethod {
    /// Evidence along failing runs, small changes, tests
    Autodebug,
    /// Diagnosis of failing runs with a library of likely mistakes and what proofs say
    Ped,
}

/// The columns of the experiment in the paper on PED.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PedLevel {
    /// Each step for itself
    Default,
    /// Each statement for itself, few changes, several runs
    NoInv,
    /// With bounds on what statements may compute, from proofs
    WithInv,
    /// Without changes to statements that proofs rest on
    Relevant,
}
