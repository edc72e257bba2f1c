//! What can be asked of an explanation.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use whydunit::{Criterion, ExplainOptions, Method, Question, SolverChoice};
use whydunit_report::CAUSES;

use super::{CommonArgs, ExpectArgs, InputReading, SearchArgs};

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// What to ask, separated by commas [default: flow-sensitive and relevance, as one answer]
    ///
    /// Questions that are asked explicitly are answered one by one. More: whydunit help methods
    #[arg(long = "method", value_enum, value_name = "LIST", value_delimiter = ',')]
    methods: Vec<Named>,

    /// What is known of the inputs [default: it depends on the method]
    ///
    /// They are fixed for flow-sensitive, error-invariants and minimal-set, else free.
    #[arg(long = "inputs", id = "reading", value_enum, value_name = "READING")]
    reading: Option<InputReading>,

    /// What is looked at: the failing run, or also what the program would do elsewhere
    #[arg(long, value_enum, value_name = "SCOPE", default_value = "trace")]
    scope: ProgramScope,

    /// Of relevance: values that only break another check of the machine's count, too
    ///
    /// Without it a value matters where another one lets the failed check pass, or sends a condition of the program another way. An overflow or an
    /// access out of bounds that the run did not have is no such way.
    #[arg(long)]
    count_other_checks: bool,

    /// Explain every failure that a search finds, not only the first
    #[arg(long)]
    all: bool,

    /// Have every claim checked independently before it is shown
    #[arg(long)]
    verify: bool,

    /// Solver of `--verify`: embedded, or a program that speaks SMT-LIB, such as z3
    #[arg(long, value_name = "NAME", default_value = "embedded")]
    solver: String,

    /// Show the whole chain: every step that matters, however often it repeats
    #[arg(long = "chain", visible_alias = "unfold")]
    pub(crate) unfold: bool,

    /// How many of the lines that are most likely to blame are shown; 0: none are looked for [default: 3, and 0 with --method]
    #[arg(long, value_name = "N")]
    causes: Option<usize>,

    #[command(flatten)]
    pub(crate) expect: ExpectArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ProgramScope {
    /// The steps of the run
    Trace,
    /// Branches, too, whose other side leads away from the failure
    Program,
}

/// What a name after `--method` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Named(Question);

impl Named {
    const ALL: [Named; 11] = [
        Named(Question::Invariants(Method::FlowSensitive)),
        Named(Question::Judgement(Criterion::Relevance)),
        Named(Question::Invariants(Method::ErrorInvariants)),
        Named(Question::Judgement(Criterion::BranchRelevance)),
        Named(Question::Judgement(Criterion::MinimalSet)),
        Named(Question::Judgement(Criterion::Coreachable)),
        Named(Question::Judgement(Criterion::Restrictive)),
        Named(Question::Judgement(Criterion::BecomingRestrictive)),
        Named(Question::Judgement(Criterion::MoreBlocking)),
        Named(Question::Judgement(Criterion::UnsatCore)),
        Named(Question::Invariants(Method::RecursiveFlowSensitive)),
    ];

    pub(super) fn question(self) -> Question {
        self.0
    }

    /// What it asks, in a line.
    fn summary(self) -> &'static str {
        match self.0 {
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
}

impl ValueEnum for Named {
    fn value_variants<'a>() -> &'a [Named] {
        &Named::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let value = PossibleValue::new(self.0.name()).help(self.summary());
        Some(match self.0 {
            Question::Invariants(Method::RecursiveFlowSensitive) => value.alias("fsei"),
            _ => value,
        })
    }
}

impl ExplainArgs {
    /// Who asks a question in particular gets the answer to that.
    pub(crate) fn causes(&self) -> usize {
        let usual = if self.methods.is_empty() { CAUSES } else { 0 };
        self.causes.unwrap_or(usual)
    }

    /// `with_further`: a form of the report has room for what was not asked.
    pub(crate) fn options(&self, with_further: bool) -> ExplainOptions {
        let search_path = std::env::var_os("PATH");
        let search_path =
            search_path.map_or(Vec::new(), |path| std::env::split_paths(&path).collect());
        ExplainOptions {
            questions: self.methods.iter().map(|Named(question)| *question).collect(),
            inputs: self.reading.map(Into::into),
            scope: match self.scope {
                ProgramScope::Trace => whydunit::ProgramScope::Trace,
                ProgramScope::Program => whydunit::ProgramScope::Program,
            },
            count_other_checks: self.count_other_checks,
            all: self.all,
            verify: self.verify,
            solver: SolverChoice { name: self.solver.clone(), search_path },
            with_further,
            causes: self.causes() > 0,
            expect: self.expect.options(),
            search: self.search.options(),
        }
    }
}
