//! What is asked for, what is found, and what is needed from outside.

use std::time::Instant;

use rustc_hash::FxHashSet;
use whydunit_interp::Config;
use whydunit_program::{FunctionId, Program, SourceStmtId};
use whydunit_source::FileId;
use whydunit_suite::{Outcome, Suite, Test};

use crate::autodebug::Debugging;
use crate::grade::{Grade, Searched, Standard, TestsBy};
use crate::ped::{Diagnosis, Fix, Level};
use crate::{Edit, Library};

/// A repair that is asked for.
pub struct Request<'a> {
    pub program: &'a Program,
    pub start: FunctionId,
    pub suite: Suite,
    pub tests_by: TestsBy,
    /// Checks, and budgets of one run.
    pub config: Config,
    pub oracle: &'a dyn Oracle,
    pub options: Options,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request").field("start", &self.start).finish_non_exhaustive()
    }
}

#[derive(Clone, Debug)]
pub struct Options {
    /// Edits that are made together where fewer do not help.
    pub max_edits: usize,
    /// Repairs that are enough.
    pub most: usize,
    pub deadline: Option<Instant>,
    /// First only statements that a failing test executes and a passing one does not.
    pub dice: bool,
    /// Files that may be changed.
    pub files: Vec<FileId>,
    /// Statements that the explanation of the failure names.
    pub relevant: FxHashSet<SourceStmtId>,
    /// Evidence along failing runs, and all small changes.
    pub by_evidence: bool,
    /// Diagnosis with what proofs say.
    pub by_proofs: Option<Proofs>,
}

/// How PED is used.
#[derive(Clone, Debug)]
pub struct Proofs {
    /// The last one, and where it finds nothing those before it, unless one is given.
    pub level: Option<Level>,
    pub library: Library,
}

/// What a diagnosis says, with the changes that it speaks of.
#[derive(Clone, Debug)]
pub struct Diagnosed {
    pub level: Level,
    pub diagnosis: Diagnosis,
    /// The edit of each alternative of the library, and its weight.
    pub alternatives: Vec<(Edit, u32)>,
    /// Demands that were proved, and all.
    pub proved: (usize, usize),
}

impl Diagnosed {
    /// The edit that a fix is, and its weight, if the library has it.
    pub fn edit(&self, fix: &Fix) -> Option<&(Edit, u32)> {
        match fix.what {
            crate::ped::Choice::Alternative(index) => self.alternatives.get(index),
            crate::ped::Choice::Free(_) => None,
        }
    }
}

/// Makes programs from changed texts, and judges them. Front ends and searches are not known here.
pub trait Oracle: Sync {
    /// The program with other texts of some of its files.
    ///
    /// # Errors
    /// Why the text is no program.
    fn build(&self, texts: &[(FileId, Vec<u8>)]) -> Result<Built, String>;

    /// What a bounded search finds in a changed program.
    fn judge(&self, built: &Built, edits: &[Edit], texts: &[(FileId, Vec<u8>)]) -> Judged;
}

#[derive(Debug)]
pub struct Built {
    pub program: Program,
    pub start: FunctionId,
}

/// What was found, and what it was held against.
#[derive(Clone, Debug)]
pub struct Judged {
    pub judgement: Judgement,
    pub standard: Standard,
}

#[derive(Clone, Debug)]
pub enum Judgement {
    /// No input makes it fail.
    Proved,
    /// No input within the bounds does.
    Bounded,
    /// No input within the bounds does in the way that was to be repaired, but there is another failure, in words.
    BoundedBut(String),
    /// This one does.
    Counterexample(Box<Test>),
    /// This one does, but the program fails on it anyway for another reason: it says nothing about other repairs.
    OwnCounterexample(Box<Test>),
    /// Not everything could be looked at.
    Unknown(String),
    /// There is nothing to judge by.
    NotAsked(String),
}

/// A change with which all tests pass.
#[derive(Clone, Debug)]
pub struct Repair {
    /// Ascending, without overlap.
    pub edits: Vec<Edit>,
    pub grade: Grade,
    /// What the grade is given against, in a few words.
    pub against: String,
    /// What it was held against.
    pub standard: Standard,
    /// What a search for failing inputs says; `None` if there was none.
    pub searched: Option<Searched>,
    /// Tests that pass, and all.
    pub tests: (usize, usize),
    pub cost: u32,
    /// The explanation of the failure names the statement.
    pub is_relevant: bool,
    /// The evidence that led to it, if any did: a line for people.
    pub evidence: Option<String>,
    /// The diagnosis with proofs names it too.
    pub is_diagnosed: bool,
    /// Why it is not better founded.
    pub remark: Option<String>,
    /// A failure elsewhere that is still there, in words.
    pub remaining: Option<String>,
    /// Unified diff.
    pub patch: String,
}

/// What came of a repair.
#[derive(Debug, Default)]
pub struct Findings {
    /// Best first.
    pub repairs: Vec<Repair>,
    /// How the program itself does on the suite that was given.
    pub before: Vec<Outcome>,
    /// Failing inputs that were found on the way and became tests.
    pub counterexamples: Vec<Test>,
    pub debugged: Vec<Debugging>,
    /// What PED found on the level that was used last.
    pub diagnosed: Option<Diagnosed>,
    pub tried: Tried,
    /// Time ran out.
    pub is_cut_short: bool,
}

#[derive(Clone, Copy, Default, Debug)]
pub struct Tried {
    pub changes: usize,
    pub runs: u64,
    /// Changed texts that were compiled.
    pub builds: usize,
    /// Changed programs that were searched for failures.
    pub judged: usize,
}
