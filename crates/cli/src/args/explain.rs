//! What can be asked of an explanation.

use clap::{Args, ValueEnum};
use whydunit_encode::Inputs;
use whydunit_explain::{Criterion, Method};

use super::{CommonArgs, InputReading, SearchArgs};

pub(super) const EXPLAIN_EXAMPLES: &str = "Examples:
  whydunit explain prog.c                 find a failing run and explain it
  whydunit explain prog.c --input x=-1    explain the run on this input
  whydunit explain prog.c -- 3 hello      ... with these arguments
  whydunit explain prog.c --method relevance  what other values would do
  whydunit explain prog.c --verify        check every claim independently
  whydunit explain prog.c --witness w.yml explain what another tool has found";

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// Questions to be answered one by one, separated by commas: `flow-sensitive` (which statements
    /// and branches lead to the failure), `error-invariants` (which statements, the path being given),
    /// `relevance` (which assigned values matter), `branch-relevance` (... conditionals taken as a whole),
    /// `minimal-set` (which few assignments to change); for comparison `coreachable`, `restrictive`,
    /// `becoming-restrictive`, `more-blocking`, `unsat-core` [default: flow-sensitive and relevance, as one]
    #[arg(
        long = "method",
        value_name = "LIST",
        value_delimiter = ',',
        value_parser = parse_question,
        hide_default_value = true
    )]
    methods: Vec<Question>,

    /// What is known of the inputs [default: fixed for flow-sensitive, error-invariants and minimal-set,
    /// else free]
    #[arg(long = "inputs", id = "reading", value_enum, value_name = "READING")]
    reading: Option<InputReading>,

    /// What is looked at: the failing run, or also what the program would do elsewhere
    #[arg(long, value_enum, value_name = "SCOPE", default_value = "trace")]
    pub(crate) scope: ProgramScope,

    /// Check the explanation independently before it is shown
    #[arg(long)]
    pub(crate) verify: bool,

    /// Solver of `--verify`: `embedded`, or a program that speaks SMT-LIB, such as z3
    #[arg(long, value_name = "NAME", default_value = "embedded")]
    pub(crate) solver: String,

    /// Show every step that matters, however often it repeats
    #[arg(long)]
    pub(crate) unfold: bool,

    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProgramScope {
    /// The steps of the run
    Trace,
    /// Branches, too, whose other side leads away from the failure
    Program,
}

/// What a name after `--method` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// What holds between the few steps that lead to the failure.
    Invariants(Method),
    /// Whether each assignment matters.
    Judgement(Criterion),
}

impl Question {
    // The recursive algorithm is the reference for tests: the same answer, more slowly.
    const HIDDEN: Question = Question::Invariants(Method::RecursiveFlowSensitive);

    fn all() -> impl Iterator<Item = Question> {
        [Method::FlowSensitive, Method::ErrorInvariants]
            .map(Question::Invariants)
            .into_iter()
            .chain(Criterion::ALL.map(Question::Judgement))
    }

    /// Does it ask where another value would have led away from the failure?
    pub(crate) fn is_about_values(self) -> bool {
        use Criterion::{BranchRelevance, Relevance};
        matches!(self, Question::Judgement(Relevance | BranchRelevance))
    }

    fn name(self) -> &'static str {
        match self {
            Question::Invariants(method) => method.name(),
            Question::Judgement(criterion) => criterion.name(),
        }
    }
}

impl ExplainArgs {
    /// The questions asked, each once, in the order given; `None` if the user has none in particular.
    pub(crate) fn questions(&self) -> Option<Vec<Question>> {
        let mut questions = Vec::new();
        for &question in &self.methods {
            if !questions.contains(&question) {
                questions.push(question);
            }
        }
        (!questions.is_empty()).then_some(questions)
    }

    /// What is known of the inputs when this is asked.
    pub(crate) fn inputs_of(&self, question: Question) -> Inputs {
        match (self.reading, question) {
            (Some(reading), _) => reading.into(),
            (None, Question::Invariants(_)) => Inputs::Fixed,
            (None, Question::Judgement(criterion)) => criterion.default_inputs(),
        }
    }
}

fn parse_question(name: &str) -> Result<Question, String> {
    let mut known = Question::all().chain([Question::HIDDEN]);
    known.find(|question| question.name() == name).ok_or_else(|| {
        let names: Vec<&str> = Question::all().map(Question::name).collect();
        format!("no such method; available: {}", names.join(", "))
    })
}
