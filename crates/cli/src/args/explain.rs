//! What can be asked of an explanation.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use whydunit_encode::Inputs;
use whydunit_explain::{Criterion, Method};

use super::{CommonArgs, InputReading, SearchArgs};

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// What to ask, separated by commas [default: flow-sensitive and relevance, as one answer]
    ///
    /// Questions that are asked explicitly are answered one by one. More: whydunit help methods
    #[arg(long = "method", value_enum, value_name = "LIST", value_delimiter = ',')]
    methods: Vec<Question>,

    /// What is known of the inputs [default: it depends on the method]
    ///
    /// They are fixed for flow-sensitive, error-invariants and minimal-set, else free.
    #[arg(long = "inputs", id = "reading", value_enum, value_name = "READING")]
    reading: Option<InputReading>,

    /// What is looked at: the failing run, or also what the program would do elsewhere
    #[arg(long, value_enum, value_name = "SCOPE", default_value = "trace")]
    pub(crate) scope: ProgramScope,

    /// Of relevance: values that only break another check of the machine's count, too
    ///
    /// Without it a value matters where another one lets the failed check pass, or sends a condition of the program another way. An overflow or an
    /// access out of bounds that the run did not have is no such way.
    #[arg(long)]
    pub(crate) count_other_checks: bool,

    /// Explain every failure that a search finds, not only the first
    #[arg(long)]
    pub(crate) all: bool,

    /// Have every claim checked independently before it is shown
    #[arg(long)]
    pub(crate) verify: bool,

    /// Solver of `--verify`: embedded, or a program that speaks SMT-LIB, such as z3
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
    const ALL: [Question; 11] = [
        Question::Invariants(Method::FlowSensitive),
        Question::Judgement(Criterion::Relevance),
        Question::Invariants(Method::ErrorInvariants),
        Question::Judgement(Criterion::BranchRelevance),
        Question::Judgement(Criterion::MinimalSet),
        Question::Judgement(Criterion::Coreachable),
        Question::Judgement(Criterion::Restrictive),
        Question::Judgement(Criterion::BecomingRestrictive),
        Question::Judgement(Criterion::MoreBlocking),
        Question::Judgement(Criterion::UnsatCore),
        Question::Invariants(Method::RecursiveFlowSensitive),
    ];

    /// What it asks, in a line.
    fn summary(self) -> &'static str {
        match self {
            Question::Invariants(Method::FlowSensitive) => {
                "which statements and branches lead to it"
            }
            Question::Invariants(Method::ErrorInvariants) => {
                "which statements, the path being given"
            }
            Question::Invariants(Method::RecursiveFlowSensitive) => {
                "as flow-sensitive, by the reference algorithm"
            }
            Question::Judgement(criterion) => match criterion {
                Criterion::Relevance => "which assigned values decide that it fails",
                Criterion::BranchRelevance => "as relevance, whole conditionals first",
                Criterion::MinimalSet => "which few assignments to change",
                Criterion::Coreachable => "relevance from any state, for comparison",
                Criterion::Restrictive
                | Criterion::BecomingRestrictive
                | Criterion::MoreBlocking => "an older definition, for comparison",
                Criterion::UnsatCore => "what a solver's core names, for comparison",
            },
        }
    }

    /// Does it ask where another value would have led away from the failure?
    pub(crate) fn is_about_values(self) -> bool {
        use Criterion::{BranchRelevance, Relevance};
        matches!(self, Question::Judgement(Relevance | BranchRelevance))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Question::Invariants(method) => method.name(),
            Question::Judgement(criterion) => criterion.name(),
        }
    }
}

impl ValueEnum for Question {
    fn value_variants<'a>() -> &'a [Question] {
        &Question::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        // The recursive algorithm is the reference for tests: the same answer, more slowly.
        let is_hidden = *self == Question::Invariants(Method::RecursiveFlowSensitive);
        Some(PossibleValue::new(self.name()).help(self.summary()).hide(is_hidden))
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
