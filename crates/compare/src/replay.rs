//! Do the two programs really behave differently on an input? Each is run by itself, as it was written.

use std::time::Instant;

use whydunit_interp::{
    Budget, CheckSet, Compiled, Config, Ending, InputValue, InputValues, RunResult, RunSpec,
    Stream, prepare,
};
use whydunit_program::{FunctionId, Program};

use super::globals::visible;
use super::inputs::PROGRAM_NAME;
use super::merge::Part;
use super::plan::{NONDET, Plan, Run};
use super::storage::{Storage, number, signed};
use crate::limits::{
    MANY_TIMES, MOST_SHOWN_OUTPUT, MOST_STEPS_OF_A_REPLAY, SHOWN_BEFORE_DIFFERENCE,
};

/// Both programs, ready to run.
#[derive(Debug)]
pub(super) struct Pair<'a> {
    ours: Side<'a>,
    theirs: Side<'a>,
    plan: &'a Plan,
    checks: CheckSet,
    deadline: Option<Instant>,
}

#[derive(Debug)]
struct Side<'a> {
    program: &'a Program,
    start: FunctionId,
    compiled: Compiled<'a>,
}

/// What is seen of one run.
struct Seen<'p> {
    result: RunResult,
    output: Vec<u8>,
    storage: Storage<'p>,
}

/// How a run ended.
struct End {
    is_failure: bool,
    /// By itself, in the middle.
    is_abort: bool,
    words: String,
    noun: String,
}

impl<'a> Side<'a> {
    fn new((program, start): (&'a Program, FunctionId)) -> Side<'a> {
        Side { program, start, compiled: prepare(program) }
    }
}

impl<'a> Pair<'a> {
    pub(super) fn new(
        ours: (&'a Program, FunctionId),
        theirs: (&'a Program, FunctionId),
        plan: &'a Plan,
        checks: CheckSet,
        deadline: Option<Instant>,
    ) -> Pair<'a> {
        Pair { ours: Side::new(ours), theirs: Side::new(theirs), plan, checks, deadline }
    }

    pub(super) fn is_out_of_time(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn seen(&self, side: &Side<'a>, run: &Run, steps: u64) -> Seen<'a> {
        let spec = RunSpec {
            function: side.start,
            args: run.args.clone(),
            program_name: PROGRAM_NAME.to_owned(),
            stdin: run.stdin.clone(),
            files: Default::default(),
            inputs: run.inputs.clone(),
        };
        let config = Config {
            checks: self.checks,
            max_steps: Some(steps),
            deadline: self.deadline,
            ..Config::default()
        };
        let mut output = Vec::new();
        let mut sink = |stream: Stream, bytes: &[u8]| {
            if stream == Stream::Out {
                output.extend_from_slice(bytes);
            }
        };
        let mut storage = Storage::new(side.program);
        let result = side.compiled.run(&spec, &config, &mut sink, &mut storage);
        Seen { result, output, storage }
    }

    /// How the program differs from the reference on this input, in words. `None` if it does not, or if the input is not
    /// one that the reference handles.
    pub(super) fn difference(&self, run: &Run) -> Option<String> {
        self.difference_within(run, MOST_STEPS_OF_A_REPLAY)
    }

    /// As [`Pair::difference`], on small inputs: it is a difference if the program does not come to an end within so many
    /// steps and the reference comes to one soon.
    pub(super) fn difference_on_small(&self, run: &Run, steps: u64) -> Option<String> {
        let expected = self.seen(&self.theirs, &self.plan.renamed(run), steps / MANY_TIMES);
        ending(self.theirs.program, &expected.result.ending).filter(|end| !end.is_failure)?;
        let actual = self.seen(&self.ours, run, steps);
        match actual.result.ending {
            Ending::OutOfBudget { budget: Budget::Steps, .. } => {
                Some(format!("does not end within {steps} steps"))
            }
            _ => self.difference_of(&actual, &expected),
        }
    }

    fn difference_within(&self, run: &Run, steps: u64) -> Option<String> {
        let expected = self.seen(&self.theirs, &self.plan.renamed(run), steps);
        ending(self.theirs.program, &expected.result.ending).filter(|end| !end.is_failure)?;
        let actual = self.seen(&self.ours, run, steps);
        self.difference_of(&actual, &expected)
    }

    fn difference_of(&self, actual: &Seen<'_>, expected: &Seen<'_>) -> Option<String> {
        let their_end = ending(self.theirs.program, &expected.result.ending)?;
        let our_end = ending(self.ours.program, &actual.result.ending)?;
        if our_end.is_failure {
            return Some(our_end.words);
        }
        if actual.output != expected.output {
            let [ours, theirs] = shown(&actual.output, &expected.output);
            return Some(format!("prints {ours} instead of {theirs}"));
        }
        if our_end.words != their_end.words {
            return Some(format!("{} instead of {}", our_end.words, their_end.noun));
        }
        if self.ours.program.is_main(self.ours.start) || our_end.is_abort {
            return None;
        }
        let ty = self.ours.program.function(self.ours.start).signature.result;
        let types = &self.ours.program.types;
        if types.pointee(ty).is_none()
            && let (Some(a), Some(b)) = (actual.result.returned, expected.result.returned)
            && a != b
        {
            let width = (types.size_of(ty).unwrap_or(8) * 8).min(64) as u8;
            let [a, b] = [a, b].map(|bits| number(types, ty, bits, width));
            return Some(format!("returns {a} instead of {b}"));
        }
        self.difference_in_storage(&actual.storage, &expected.storage)
    }

    fn difference_in_storage(
        &self,
        actual: &Storage<'_>,
        expected: &Storage<'_>,
    ) -> Option<String> {
        let words = |name: &str, (path, ours, theirs): (String, String, String)| {
            format!("leaves {ours} in `{name}{path}` instead of {theirs}")
        };
        for (name, reference_name) in &self.plan.parameters {
            if let (Some(a), Some(b)) = (actual.pointee(name), expected.pointee(reference_name))
                && let Some(difference) = a.first_difference(b)
            {
                return Some(words(name, difference));
            }
        }
        let (ours, theirs) = (self.ours.program, self.theirs.program);
        let reference_globals = visible(theirs, &Part::whole(theirs));
        for id in visible(ours, &Part::whole(ours)) {
            let name = &ours.global(id).name;
            let other = reference_globals.iter().find(|&&id| theirs.global(id).name == *name);
            if let Some(&other) = other
                && let (Some(a), Some(b)) = (actual.global(id), expected.global(other))
                && let Some(difference) = a.first_difference(b)
            {
                return Some(words(name, difference));
            }
        }
        None
    }

    /// The same run with those nondeterministic values that are asked for, as the programs get them.
    pub(super) fn tidy(&self, run: Run) -> Run {
        if !run.inputs.names().any(|name| name.starts_with(NONDET)) {
            return run;
        }
        let mut inputs = InputValues::new();
        for (name, value) in run.inputs.iter().filter(|(name, _)| !name.starts_with(NONDET)) {
            inputs.set(name, value.clone());
        }
        let expected = self.seen(&self.theirs, &self.plan.renamed(&run), MOST_STEPS_OF_A_REPLAY);
        let actual = self.seen(&self.ours, &run, MOST_STEPS_OF_A_REPLAY);
        let sides = [(self.theirs.program, expected), (self.ours.program, actual)];
        for (program, seen) in sides {
            for record in seen.result.inputs.iter().filter(|it| it.name.starts_with(NONDET)) {
                let kind = program.types.int_kind(record.ty);
                let value = match kind {
                    Some(kind) if kind.signed => i128::from(signed(record.bits, kind.bits)),
                    _ => i128::from(record.bits),
                };
                inputs.set(&record.name, InputValue::Int(value));
            }
        }
        Run { inputs, ..run }
    }
}

/// How a run ended; `None` if nothing can be said.
fn ending(program: &Program, ending: &Ending) -> Option<End> {
    let failed =
        |words: String| End { is_failure: true, is_abort: false, noun: words.clone(), words };
    match ending {
        Ending::Finished { exit_code } => {
            let code = exit_code & 0xff;
            let (words, noun) = (format!("exits with {code}"), code.to_string());
            Some(End { is_failure: false, is_abort: false, words, noun })
        }
        Ending::Aborted { .. } => Some(End {
            is_failure: false,
            is_abort: true,
            words: "aborts".to_owned(),
            noun: "aborting".to_owned(),
        }),
        Ending::Failed(failure) => {
            let place = program.sources.describe(failure.span);
            Some(failed(format!("fails: {} ({place})", failure.message)))
        }
        Ending::Trapped { message, place, .. } => {
            let place = program.sources.describe(*place);
            Some(failed(format!("fails: {message} ({place})")))
        }
        Ending::AssumptionFailed { .. }
        | Ending::Limit { .. }
        | Ending::OutOfRange { .. }
        | Ending::OutOfBudget { .. } => None,
    }
}

/// Two outputs, from a little before the first difference on if they are long.
fn shown(ours: &[u8], theirs: &[u8]) -> [String; 2] {
    let common = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
    let is_long = ours.len().max(theirs.len()) > MOST_SHOWN_OUTPUT;
    let start = if is_long { common.saturating_sub(SHOWN_BEFORE_DIFFERENCE) } else { 0 };
    [ours, theirs].map(|bytes| {
        let rest = &bytes[start..];
        let text = rest[..rest.len().min(MOST_SHOWN_OUTPUT)].escape_ascii();
        let dots = |is_cut| if is_cut { "..." } else { "" };
        format!("\"{}{text}{}\"", dots(start > 0), dots(rest.len() > MOST_SHOWN_OUTPUT))
    })
}
