//! What is asked for, and what is found.

use std::collections::BTreeSet;
use std::time::Instant;

use whydunit_interp::Config;
use whydunit_program::{FunctionId, Program};
use whydunit_repair::Built;
use whydunit_source::{FileId, Span};
use whydunit_suite::{OutputMode, Suite};

use crate::Signals;

/// A program that fails, and how that is known.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    pub program: &'a Program,
    pub start: FunctionId,
    /// Checks, and budgets of one run.
    pub config: Config,
    /// What counts as the same output.
    pub mode: OutputMode,
    /// Failing tests, and passing ones if there are any.
    pub suite: &'a Suite,
    /// Files that can be to blame.
    pub files: Vec<FileId>,
    /// Lines that an explanation of the failure names.
    pub relevant: BTreeSet<(FileId, u32)>,
    pub deadline: Option<Instant>,
    /// Makes programs of changed texts; without it only what can be tried in one program is.
    pub builder: Option<&'a dyn Builder>,
}

/// Makes programs from changed texts: front ends are not known here.
pub trait Builder: Sync + std::fmt::Debug {
    /// The program with other texts of some of its files, unless that is no program.
    fn build(&self, texts: &[(FileId, Vec<u8>)]) -> Option<Built>;
}

/// A line that may be to blame.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The part of it that the strongest evidence is about.
    pub span: Span,
    /// One sentence: the strongest evidence.
    pub why: String,
    /// Strongest first.
    pub evidence: Vec<Evidence>,
    /// What it was ranked by.
    pub signals: Signals,
    pub score: f64,
}

/// Something that was run, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    pub kind: EvidenceKind,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EvidenceKind {
    /// Another outcome of a branch.
    Switch,
    /// Another value.
    Value,
    /// A small edit of the source.
    Edit,
    /// Failing and passing tests differ.
    Tests,
    /// Failing and passing runs nearby differ.
    Contrast,
}

impl EvidenceKind {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EvidenceKind::Switch => "switch",
            EvidenceKind::Value => "value",
            EvidenceKind::Edit => "edit",
            EvidenceKind::Tests => "tests",
            EvidenceKind::Contrast => "contrast",
        }
    }
}

/// What came of the experiments.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Best first, each line once.
    pub causes: Vec<Cause>,
    pub failing: usize,
    pub passing: usize,
    /// Of these, runs near the failing one that were made here.
    pub generated: usize,
    pub runs: u64,
    /// Time ran out before everything was tried.
    pub is_cut_short: bool,
}
