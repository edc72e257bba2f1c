//! The lines that are to blame, from tests or from the failing run: from the session to what the search for causes needs, and from what it finds to the report.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use whydunit_causes::{Builder, Cause, Findings, Request, causes};
use whydunit_interp::{Config, RunSpec};
use whydunit_lift as present;
use whydunit_program::Program;
use whydunit_project::{Error, recompile, stdin_program};
use whydunit_repair::Built;
use whydunit_report::{CauseReport, EvidenceReport, ExplanationReport};
use whydunit_source::FileId;
use whydunit_suite::{DEFAULT_STEPS, OutputMode, Suite, Test};

use crate::expected::{Judged, judged};
use crate::taken_run::{HowMany, Taking, take_runs};
use crate::{ExplainOptions, Session};

/// Times the steps of a run until it is known never to end, after which another one counts as endless, too: what ends does so in a few more rounds.
const LONGER_THAN_ENDLESS: u64 = 8;

/// Steps that a run may always take.
const STEPS_OF_AN_END: u64 = 5_000;

/// What decides whether a run is in order.
pub(crate) struct Standard {
    suite: Suite,
    config: Config,
    mode: OutputMode,
}

impl Standard {
    /// Of tests.
    pub(crate) fn of_tests(judged: &Judged) -> Standard {
        let Judged { suite, config, mode } = judged.clone();
        Standard { suite, config, mode }
    }

    /// Of one run that does not end, of so many steps until that was known.
    pub(crate) fn of_endless(
        session: &Session,
        spec: &RunSpec,
        steps: u64,
    ) -> Result<Standard, Error> {
        let mut standard = Standard::of_run(session, spec)?;
        let most = steps.saturating_mul(LONGER_THAN_ENDLESS).saturating_add(STEPS_OF_AN_END);
        standard.config.max_steps = standard.config.max_steps.map(|steps| steps.min(most));
        Ok(standard)
    }

    /// Of one failing run, of which nothing is expected but that no check fails.
    pub(crate) fn of_run(session: &Session, spec: &RunSpec) -> Result<Standard, Error> {
        let config = session.config()?;
        let max_steps = config.max_steps.or(Some(DEFAULT_STEPS));
        let test = Test {
            args: spec.args.clone(),
            stdin: spec.stdin.clone(),
            inputs: spec.inputs.clone(),
            ..Test::default()
        };
        let suite = Suite { tests: vec![test] };
        Ok(Standard { suite, config: Config { max_steps, ..config }, mode: OutputMode::Exact })
    }
}

/// Compiles changed texts with the options of the session.
#[derive(Debug)]
struct Rebuilt<'a> {
    session: &'a Session,
}

impl Builder for Rebuilt<'_> {
    fn build(&self, texts: &[(FileId, Vec<u8>)]) -> Option<Built> {
        let subject = self.session.subject();
        let sources = &subject.program.sources;
        let mut common = self.session.options().clone();
        common.start.function = Some(subject.program.function(subject.start).name.clone());
        let name_of = |path: &PathBuf| match stdin_program::is_name(path) {
            true => stdin_program::NAME.to_owned(),
            false => path.to_string_lossy().into_owned(),
        };
        let text_of = |path: &PathBuf| {
            let id = sources.find(&name_of(path))?;
            let changed = texts.iter().find(|(file, _)| *file == id);
            let text =
                changed.map_or_else(|| sources.file(id).all_bytes(), |(_, text)| text.clone());
            Some((path.clone(), text))
        };
        let files: Vec<(PathBuf, Vec<u8>)> = common.files.iter().filter_map(text_of).collect();
        let subject = recompile(&common, &files).ok()?;
        Some(Built { program: subject.program, start: subject.start })
    }
}

/// Looks for them. `explanations` of the failing run say what is on its way.
pub(crate) fn find(
    session: &Session,
    standard: &Standard,
    explanations: &[ExplanationReport],
    deadline: Option<Instant>,
) -> Findings {
    let (common, subject) = (session.options(), session.subject());
    common.observer.phase("looking for causes");
    let program = &subject.program;
    let request = Request {
        program,
        start: subject.start,
        config: standard.config.clone(),
        mode: standard.mode,
        suite: &standard.suite,
        files: files(session),
        relevant: relevant(program, explanations),
        deadline,
        builder: Some(&Rebuilt { session }),
    };
    let found = causes(&request);
    common.observer.clear();
    found
}

/// Without an explanation.
pub(crate) fn causes_alone(session: &Session, args: &ExplainOptions) -> Result<Findings, Error> {
    args.examine()?;
    let standard = match judged(session, args)? {
        Some(judged) => Standard::of_tests(&judged),
        None => {
            let Taking::Taken(taken) = take_runs(session, &args.search, HowMany::One)? else {
                return Ok(Findings::default());
            };
            let Some(run) = taken.runs.first() else { return Ok(Findings::default()) };
            Standard::of_run(session, &run.spec)?
        }
    };
    let deadline = standard.config.deadline;
    Ok(find(session, &standard, &[], deadline))
}

/// The coefficient of Ochiai of each line that the tests execute.
pub(crate) fn ochiai_of_lines(
    session: &Session,
    args: &ExplainOptions,
) -> Result<Vec<(String, u32, f64)>, Error> {
    let Some(judged) = judged(session, args)? else { return Ok(Vec::new()) };
    let subject = session.subject();
    let request = Request {
        program: &subject.program,
        start: subject.start,
        config: judged.config.clone(),
        mode: judged.mode,
        suite: &judged.suite,
        files: files(session),
        relevant: BTreeSet::default(),
        deadline: None,
        builder: None,
    };
    let sources = &subject.program.sources;
    let lines = whydunit_causes::ochiai_lines(&request).into_iter();
    Ok(lines.map(|(file, line, it)| (sources.file(file).name().to_owned(), line, it)).collect())
}

/// Files that can be to blame: those that were named.
fn files(session: &Session) -> Vec<FileId> {
    let common = session.options();
    let is_named = |name: &str| {
        name == stdin_program::NAME
            || common.files.iter().any(|file| file.to_string_lossy() == name)
    };
    let all = session.program().sources.files();
    all.filter(|(_, file)| is_named(file.name())).map(|(id, _)| id).collect()
}

fn relevant(program: &Program, explanations: &[ExplanationReport]) -> BTreeSet<(FileId, u32)> {
    let named = explanations.iter().flat_map(|it| &it.relevant);
    named.filter_map(|it| Some((program.sources.find(&it.file)?, it.line))).collect()
}

pub(crate) fn report(program: &Program, causes: &[Cause]) -> Vec<CauseReport> {
    let one = |(index, cause): (usize, &Cause)| CauseReport {
        rank: index + 1,
        place: present::place(program, cause.span),
        text: program.sources.text(cause.span).trim().to_owned(),
        why: cause.why.clone(),
        evidence: cause
            .evidence
            .iter()
            .map(|it| EvidenceReport { kind: it.kind.name(), text: it.text.clone() })
            .collect(),
    };
    causes.iter().enumerate().map(one).collect()
}
