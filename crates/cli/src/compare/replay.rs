//! Do the two programs really behave differently on an input? Each is run by itself, as it was written.

use std::time::Instant;

use whydunit_interp::{CheckSet, Config, Ending, RunResult, RunSpec, Stream, prepare};
use whydunit_program::{FunctionId, Program};

use super::globals::visible;
use super::inputs::PROGRAM_NAME;
use super::merge::Part;
use super::plan::Run;
use super::storage::{Storage, number};

/// Steps of one run.
const STEPS: u64 = 20_000_000;

/// What is seen of one run.
struct Seen<'p> {
    result: RunResult,
    output: Vec<u8>,
    storage: Storage<'p>,
}

/// One of the programs, where it starts, and the run by its names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<'a> {
    pub(super) program: &'a Program,
    pub(super) start: FunctionId,
    pub(super) run: &'a Run,
}

impl<'a> Side<'a> {
    fn seen(self, checks: CheckSet, deadline: Option<Instant>) -> Seen<'a> {
        let spec = RunSpec {
            function: self.start,
            args: self.run.args.clone(),
            program_name: PROGRAM_NAME.to_owned(),
            stdin: Vec::new(),
            inputs: self.run.inputs.clone(),
        };
        let config = Config { checks, max_steps: Some(STEPS), deadline, ..Config::default() };
        let mut output = Vec::new();
        let mut sink = |stream: Stream, bytes: &[u8]| {
            if stream == Stream::Out {
                output.extend_from_slice(bytes);
            }
        };
        let mut storage = Storage::new(self.program);
        let result = prepare(self.program).run(&spec, &config, &mut sink, &mut storage);
        Seen { result, output, storage }
    }
}

/// How the program differs from the reference on this input, in words. `None` if it does not, or if the input is not
/// one that the reference handles.
pub(super) fn difference(
    ours: Side<'_>,
    theirs: Side<'_>,
    pointers: &[(String, String)],
    checks: CheckSet,
    deadline: Option<Instant>,
) -> Option<String> {
    let expected = theirs.seen(checks, deadline);
    let their_end = ending(theirs.program, &expected.result.ending)?;
    if their_end.is_failure {
        return None;
    }
    let actual = ours.seen(checks, deadline);
    let our_end = ending(ours.program, &actual.result.ending)?;
    if our_end.is_failure {
        return Some(our_end.words);
    }
    if actual.output != expected.output {
        let [ours, theirs] = [&actual.output, &expected.output].map(|bytes| shown(bytes));
        return Some(format!("prints {ours} instead of {theirs}"));
    }
    let is_main = ours.program.is_main(ours.start);
    if our_end.words != their_end.words {
        return Some(match is_main || our_end.is_exit || their_end.is_exit {
            true => format!("{} instead of {}", our_end.words, their_end.noun),
            false => our_end.words,
        });
    }
    if is_main || our_end.is_exit {
        return None;
    }
    let ty = ours.program.function(ours.start).signature.result;
    let types = &ours.program.types;
    if types.pointee(ty).is_none()
        && let (Some(a), Some(b)) = (actual.result.returned, expected.result.returned)
        && a != b
    {
        let width = (types.size_of(ty).unwrap_or(8) * 8).min(64) as u8;
        let [a, b] = [a, b].map(|bits| number(types, ty, bits, width));
        return Some(format!("returns {a} instead of {b}"));
    }
    storage_difference(&actual, &expected, (ours.program, theirs.program), pointers)
}

fn storage_difference(
    actual: &Seen<'_>,
    expected: &Seen<'_>,
    (ours, theirs): (&Program, &Program),
    pointers: &[(String, String)],
) -> Option<String> {
    for (name, reference_name) in pointers {
        if let (Some(a), Some(b)) =
            (actual.storage.pointee(name), expected.storage.pointee(reference_name))
            && let Some((path, a, b)) = a.first_difference(b)
        {
            return Some(format!("leaves {a} in `{name}{path}` instead of {b}"));
        }
    }
    let reference_globals = visible(theirs, &Part::whole(theirs));
    for id in visible(ours, &Part::whole(ours)) {
        let name = &ours.global(id).name;
        let other = reference_globals.iter().find(|&&id| theirs.global(id).name == *name);
        if let Some(&other) = other
            && let (Some(a), Some(b)) = (actual.storage.global(id), expected.storage.global(other))
            && let Some((path, a, b)) = a.first_difference(b)
        {
            return Some(format!("leaves {a} in `{name}{path}` instead of {b}"));
        }
    }
    None
}

struct End {
    is_failure: bool,
    is_exit: bool,
    words: String,
    noun: String,
}

/// How a run ended; `None` if nothing can be said.
fn ending(program: &Program, ending: &Ending) -> Option<End> {
    let end = |is_exit, words: &str, noun: &str| {
        Some(End { is_failure: false, is_exit, words: words.to_owned(), noun: noun.to_owned() })
    };
    match ending {
        Ending::Finished { exit_code } => {
            let code = exit_code & 0xff;
            end(false, &format!("exits with {code}"), &code.to_string())
        }
        Ending::Aborted { .. } => end(true, "aborts", "an abort"),
        Ending::Failed(failure) => {
            let place = program.sources.describe(failure.span);
            let words = format!("fails: {} ({place})", failure.message);
            Some(End { is_failure: true, is_exit: false, noun: words.clone(), words })
        }
        Ending::Trapped { message, .. } => {
            let words = format!("fails: {message}");
            Some(End { is_failure: true, is_exit: false, noun: words.clone(), words })
        }
        Ending::AssumptionFailed { .. }
        | Ending::Limit { .. }
        | Ending::OutOfRange { .. }
        | Ending::OutOfBudget { .. } => None,
    }
}

/// Nobody reads more of an output.
const MOST_SHOWN: usize = 60;

fn shown(bytes: &[u8]) -> String {
    let text = bytes[..bytes.len().min(MOST_SHOWN)].escape_ascii();
    let more = if bytes.len() > MOST_SHOWN { "..." } else { "" };
    format!("\"{text}{more}\"")
}
