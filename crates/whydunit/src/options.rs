//! What can be asked, as plain data. The defaults are those of the command line.

use std::path::PathBuf;

use whydunit_encode::{Flow as Encoding, Inputs};
use whydunit_explain::{Criterion, Method};
use whydunit_project::{Error, SearchOptions};
use whydunit_repair::ped::Level;
use whydunit_solver::{SolverChoice, find_external};

use crate::ExpectOptions;

/// What can be asked of an explanation.
#[derive(Clone, Debug)]
pub struct ExplainOptions {
    /// Answered one by one, each once. If empty, flow-sensitive error invariants and relevance are one answer.
    pub questions: Vec<Question>,
    /// What is known of the inputs; it depends on the question if `None`.
    pub inputs: Option<Inputs>,
    /// What is looked at besides the failing run.
    pub scope: ProgramScope,
    /// Of relevance: values that only break another check of the machine's count, too.
    pub count_other_checks: bool,
    /// Every failure that a search finds, not only the first.
    pub all: bool,
    /// Have every claim checked independently.
    pub verify: bool,
    /// Who checks: the embedded solver, or a program that speaks SMT-LIB.
    pub solver: SolverChoice,
    /// Where no question is asked: answer those, too, that only a page has room for.
    pub with_further: bool,
    /// Look for the lines that are to blame.
    pub causes: bool,
    /// What the run, or the tests, should have done.
    pub expect: ExpectOptions,
    /// Bounds of the search for a failing run.
    pub search: SearchOptions,
}

impl Default for ExplainOptions {
    fn default() -> ExplainOptions {
        ExplainOptions {
            questions: Vec::new(),
            inputs: None,
            scope: ProgramScope::Trace,
            count_other_checks: false,
            all: false,
            verify: false,
            solver: SolverChoice { name: "embedded".to_owned(), search_path: Vec::new() },
            with_further: false,
            causes: true,
            expect: ExpectOptions::default(),
            search: SearchOptions::default(),
        }
    }
}

impl ExplainOptions {
    /// Is everything there that the answer needs?
    ///
    /// # Errors
    /// The solver is not.
    pub fn examine(&self) -> Result<(), Error> {
        if self.verify && self.solver.name != "embedded" {
            find_external(&self.solver)
                .map_err(|error| Error::Unusable(format!("--solver: {error}")))?;
        }
        Ok(())
    }

    /// The questions asked, each once, in the order given; `None` if there are none in particular.
    pub(crate) fn questions(&self) -> Option<Vec<Question>> {
        let mut questions = Vec::new();
        for &question in &self.questions {
            if !questions.contains(&question) {
                questions.push(question);
            }
        }
        (!questions.is_empty()).then_some(questions)
    }

    /// What is known of the inputs when this is asked.
    pub(crate) fn inputs_of(&self, question: Question) -> Inputs {
        match (self.inputs, question) {
            (Some(inputs), _) => inputs,
            (None, Question::Invariants(_)) => Inputs::Fixed,
            (None, Question::Judgement(criterion)) => criterion.default_inputs(),
        }
    }
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ProgramScope {
    /// The steps of the run.
    #[default]
    Trace,
    /// Branches, too, whose other side leads away from the failure.
    Program,
}

/// What can be asked about a failing run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// What holds between the few steps that lead to the failure.
    Invariants(Method),
    /// Whether each assignment matters.
    Judgement(Criterion),
}

impl Question {
    /// Does it ask where another value would have led away from the failure?
    #[must_use]
    pub fn is_about_values(self) -> bool {
        use Criterion::{BranchRelevance, Relevance};
        matches!(self, Question::Judgement(Relevance | BranchRelevance))
    }

    /// `flow-sensitive`, `relevance`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Question::Invariants(method) => method.name(),
            Question::Judgement(criterion) => criterion.name(),
        }
    }
}

/// What can be asked of a search for all failures.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// How many failing runs to report of each failure.
    pub traces: usize,
    /// A C file that shows the failure without whydunit; further ones are `FILE-2`, ...
    pub emit_test: Option<PathBuf>,
    /// The failing run for other tools: a witness in GraphML (`.graphml`) or YAML (`.yml`).
    pub write_witness: Option<PathBuf>,
    /// Report which conditions of checks hold in all runs.
    pub proofs: bool,
    /// Report the steps to each failure.
    pub with_steps: bool,
    /// Bounds of the search.
    pub search: SearchOptions,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            traces: 1,
            emit_test: None,
            write_witness: None,
            proofs: false,
            with_steps: false,
            search: SearchOptions::default(),
        }
    }
}

impl CheckOptions {
    /// Do these options go together, and with a program in these files?
    ///
    /// # Errors
    /// What does not.
    pub fn examine(&self, files: &[PathBuf]) -> Result<(), Error> {
        crate::check::examine(files, self)
    }
}

/// Which formula of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunFormula {
    /// Whether inputs keep the values of the run.
    pub inputs: Inputs,
    /// Whether conditions are steps of their own, or guard what stands inside of their arms.
    pub encoding: Encoding,
}

/// What can be asked of a failing run.
#[derive(Clone, Default, Debug)]
pub struct TraceOptions {
    /// The formula of the run, for SMT solvers.
    pub formula: Option<RunFormula>,
    /// Bounds of the search for a failing run.
    pub search: SearchOptions,
}

/// What can be asked of a repair.
#[derive(Clone, Debug)]
pub struct RepairOptions {
    /// How repairs are found; in all ways if empty.
    pub methods: Vec<RepairMethod>,
    /// How much of the diagnosis with proofs is used; all, and less where that finds nothing, if `None`.
    pub ped_level: Option<Level>,
    /// Further entries for the library of likely mistakes, or other weights.
    pub annotations: Vec<PathBuf>,
    /// How many edits may be made together, where fewer do not help.
    pub max_edits: u32,
    /// How many repairs to report.
    pub max_repairs: u32,
    /// Report what was compared along the failing runs.
    pub show_evidence: bool,
    /// First change only statements that a failing test executes and a passing one does not.
    pub dice: bool,
    /// Compile repaired files with the C compiler and run the tests there as well.
    pub verify: bool,
    /// Bounds of the search for failing runs.
    pub search: SearchOptions,
}

impl Default for RepairOptions {
    fn default() -> RepairOptions {
        RepairOptions {
            methods: Vec::new(),
            ped_level: None,
            annotations: Vec::new(),
            max_edits: 2,
            max_repairs: 3,
            show_evidence: false,
            dice: false,
            verify: false,
            search: SearchOptions::default(),
        }
    }
}

/// How repairs are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepairMethod {
    /// Evidence along failing runs, small changes, tests.
    Autodebug,
    /// Diagnosis of failing runs with a library of likely mistakes and what proofs say.
    Ped,
}
