//! One run under checks, and how it ended.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Instant;

use whydunit_interp::{
    Budget, Compiled, Config, Ending, Failure, FileChange, InputRecord, NO_ENTRY, NOT_A_FOLDER,
    NoObserver, Refusal, RunResult, RunSpec, Stream, prepare,
};
use whydunit_lift as present;
use whydunit_program::{
    Block, Body, CheckKind, InputOrigin, Program, SourceStmtId, Stmt, StmtKind, Terminator,
    TerminatorKind,
};
use whydunit_project::{Error, Options, Outcome, refused_functions, run_spec};
use whydunit_report::{LimitReport, Verdict};

use crate::limits::{KEPT_PART, MOST_KEPT, MOST_MISSING_FILES, MOST_PASSED};
use crate::{Answer, Session, endless, input_names, leaks};

/// `EFBIG`.
const TOO_LARGE: Refusal = 27;

/// Takes what the program prints. Closures of a stream and bytes do.
pub trait Streams {
    /// The program prints these bytes.
    fn write(&mut self, stream: Stream, bytes: &[u8]);

    /// The run is over.
    fn end(&mut self) {}

    /// Does somebody type standard input while the run goes on?
    fn is_typed(&self) -> bool {
        false
    }

    /// The next line that is typed; empty at the end.
    fn read(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// What the run has made of files; none of it was written anywhere.
    fn files(&mut self, _changes: &[FileChange]) {}
}

impl<F: FnMut(Stream, &[u8])> Streams for F {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        self(stream, bytes);
    }
}

/// The program in which calls of functions that nothing defines are not supported; `None` if there are none. They are told, with who calls
/// them, as a linker does.
fn linked(program: &Program, options: &Options) -> Option<Program> {
    let refused = refused_functions(options, &options.start.inputs);
    if refused.is_empty() {
        return None;
    }
    let mut linked = program.clone();
    for function in refused {
        let name = &function.name;
        let callers = function.callers.iter().map(|(caller, span)| {
            let line = program.sources.line_column(*span).line;
            format!("{caller} ({}:{line})", program.sources.file(span.file).name())
        });
        let callers: Vec<String> = callers.collect::<BTreeSet<_>>().into_iter().collect();
        options
            .observer
            .warn(format!("`{name}` is defined nowhere; called in {}", callers.join(", ")));
        let Some(id) = program.find_function(name) else { continue };
        let entry = &mut linked.functions[id.index()];
        let (span, source) = (entry.span, SourceStmtId(0));
        let what = format!(
            "a call of `{name}`, which is defined nowhere (--outside {name} makes its answer an input)"
        );
        let stmt = Stmt { kind: StmtKind::Unsupported { what }, span, source };
        let terminator = Terminator { kind: TerminatorKind::Unreachable, span, source };
        entry.body = Body::Blocks(vec![Block { stmts: vec![stmt], terminator }]);
        entry.is_library = true;
        entry.param_count = 0;
        entry.signature.params.clear();
        entry.signature.variadic = true;
    }
    Some(linked)
}

/// Runs it; what is typed is read when the run asks for it.
fn performed(
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    mut config: Config,
    streams: &mut dyn Streams,
) -> RunResult {
    if !streams.is_typed() {
        let mut sink = |stream: Stream, bytes: &[u8]| streams.write(stream, bytes);
        return compiled.run(spec, &config, &mut sink, &mut NoObserver);
    }
    // People take their time.
    config.deadline = None;
    let streams = RefCell::new(streams);
    let mut sink = |stream: Stream, bytes: &[u8]| streams.borrow_mut().write(stream, bytes);
    let mut typed = || streams.borrow_mut().read();
    compiled.run_typed(spec.borrowed(), &config, &mut sink, &mut typed, &mut NoObserver)
}

/// A failure after which the run went on.
struct Passed {
    failure: Failure,
    inputs: Vec<InputRecord>,
}

/// Runs it to the first failure after which nothing is known, or to its end. Each further failure takes a run from the beginning, of which only what is new is shown;
/// what was typed is given again.
fn going_on(
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    mut config: Config,
    streams: &mut dyn Streams,
) -> (Vec<Passed>, RunResult) {
    let mut passed: Vec<Passed> = Vec::new();
    let is_typed = streams.is_typed();
    if is_typed {
        config.deadline = None;
    }
    let streams = RefCell::new(streams);
    let (mut shown, mut typed) = ([0_usize; 2], Vec::<Vec<u8>>::new());
    loop {
        let mut written = [0_usize; 2];
        let mut sink = |stream: Stream, bytes: &[u8]| {
            let of = usize::from(stream == Stream::Error);
            let known = shown[of].saturating_sub(written[of]).min(bytes.len());
            written[of] += bytes.len();
            if known < bytes.len() {
                streams.borrow_mut().write(stream, &bytes[known..]);
            }
        };
        let mut next = 0;
        let mut read = || {
            if next == typed.len() {
                let line = if is_typed { streams.borrow_mut().read() } else { Vec::new() };
                typed.push(line);
            }
            next += 1;
            typed[next - 1].clone()
        };
        let result =
            compiled.run_typed(spec.borrowed(), &config, &mut sink, &mut read, &mut NoObserver);
        for (shown, written) in shown.iter_mut().zip(written) {
            *shown = written.max(*shown);
        }
        let Ending::Failed(failure) = &result.ending else { return (passed, result) };
        let place = (failure.kind, failure.span);
        let is_new = !config.tolerated.contains(&place);
        if !is_new {
            passed.retain(|passed| (passed.failure.kind, passed.failure.span) != place);
        }
        if !is_new || !has_meaning(failure.kind) || passed.len() == MOST_PASSED {
            return (passed, result);
        }
        config.tolerated.push(place);
        passed.push(Passed { failure: failure.clone(), inputs: result.inputs.clone() });
    }
}

/// Does the machine do something definite where such a check fails? A read outside of an array does while it stays in the object: a run that goes on finds out.
fn has_meaning(kind: CheckKind) -> bool {
    matches!(kind, CheckKind::Overflow | CheckKind::Shift | CheckKind::Uninit | CheckKind::Bounds)
}

/// What the world answered a run that fails and another option would change: files that were not found or refused. That may be the reason.
pub(crate) fn tell_answers(options: &Options, result: &RunResult) {
    if !matches!(result.ending, Ending::Failed(_)) {
        return;
    }
    let is_made = |path: &str| result.written_files.iter().any(|file| file.path == path);
    let missing = result.missing_files.iter().filter(|(path, _)| !is_made(path));
    for (path, refusal) in missing.take(MOST_MISSING_FILES) {
        let name = path.trim_start_matches('/');
        let what = match *refusal {
            NO_ENTRY | NOT_A_FOLDER => {
                format!("there was no file `{name}`: --root DIR is where files are found,")
            }
            TOO_LARGE => format!("the file `{name}` is too large and was refused:"),
            _ => format!(
                "the file `{name}` was refused (it leads out of the folder, is a device, or cannot be read):"
            ),
        };
        options.observer.note(format!("{what} --file {name}=PATH gives this one"));
    }
    for record in &result.inputs {
        // Where nothing is given what is there opens, so this was asked for.
        if let InputOrigin::Library { function, otherwise: Some(1) } = &record.origin
            && record.bits == 0
        {
            options.observer.note(format!(
                "{function} failed, as {} = 0 says: --input {}=1 lets it succeed",
                record.name, record.name
            ));
        }
    }
}

pub(crate) fn run(session: &Session, streams: &mut dyn Streams) -> Result<Answer, Error> {
    let (program, options) = (session.program(), session.options());
    let config = session.config()?;
    let spec = run_spec(options, session.subject())?;
    let linked = linked(program, options);
    let program = linked.as_ref().unwrap_or(program);
    let compiled = prepare(program);
    // What is typed is not known again, and people take their time.
    let is_typed = streams.is_typed();
    let (passed, result) = if options.start.keep_going {
        going_on(&compiled, &spec, before_the_end(&config), streams)
    } else {
        (Vec::new(), performed(&compiled, &spec, before_the_end(&config), streams))
    };
    streams.end();
    streams.files(&result.written_files);
    tell_answers(options, &result);
    let mut report = present::run_report(program, &options.budget, &result);
    let mut outcome = present::outcome(&result.ending);
    if !passed.is_empty() {
        let reports = passed
            .iter()
            .map(|passed| present::failure_report(program, &passed.failure, &passed.inputs, None));
        let last = std::mem::take(&mut report.failures);
        report.failures = reports.chain(last).collect();
        report.verdict = Verdict::Fails;
        outcome = Outcome::Failure;
    }
    input_names::warn_about_run(&options.observer, &result);
    // With time to spare: was it only cut off, or does it never end?
    if let Ending::OutOfBudget { budget, .. } = result.ending
        && budget != Budget::Memory
        && !is_typed
        && let Some(stated) = endless::stated(program, &compiled, &spec, &config)
        && let Some(failure) = endless::failure(&stated)
    {
        report.verdict = Verdict::Fails;
        report.failures.push(failure);
        outcome = Outcome::Failure;
    }
    if let Ending::Finished { .. } = result.ending
        && config.checks.contains(CheckKind::Leak)
    {
        if is_typed {
            report.limits.push(LimitReport::new("leak", "what was typed is not known again", true));
        }
        let lost =
            if is_typed { Vec::new() } else { leaks::stated(program, &compiled, &spec, &config) };
        for failure in lost.iter().filter_map(endless::failure) {
            report.verdict = Verdict::Fails;
            report.failures.push(failure);
            outcome = Outcome::Failure;
        }
    }
    report.origin = present::origin(program);
    Ok(Answer { report, outcome, hint: None })
}

/// With a part of the time kept.
fn before_the_end(config: &Config) -> Config {
    let now = Instant::now();
    let before = |end: Instant| {
        let kept = (end.saturating_duration_since(now) / KEPT_PART).min(MOST_KEPT);
        end.checked_sub(kept).unwrap_or(end)
    };
    Config { deadline: config.deadline.map(before), ..config.clone() }
}
