//! What should a test expect that does not say it all? What a correct version of the program does on the same input.

use rayon::prelude::*;
use whydunit_interp::{Detail, Ending, FinalState, InputValue, Observer, Stream};
use whydunit_program::{FunctionId, Program, Type};

use crate::contents::Contents;
use crate::judge::{Watched, watched};
use crate::limits::MOST_REFERENCE_OUTPUT;
use crate::{Expected, Runner, Suite, Test, Verdict};

/// A test that the reference says nothing about.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// In the suite as it was.
    pub index: usize,
    pub test: Test,
    /// In words.
    pub why: String,
    /// Time ran out before the reference had run.
    pub is_not_run: bool,
}

/// Fills in what tests leave open: the result, standard output, the exit code, and the contents after the run of arrays behind
/// pointer parameters and of globals, as far as the program under test (`subject`) has the same of the same type.
///
/// Tests that the reference itself does not pass are taken out of the suite and returned.
pub fn expect_from(
    reference: &Runner<'_>,
    subject: &Runner<'_>,
    suite: &mut Suite,
) -> Vec<LeftOut> {
    let names = common_names(reference, subject);
    let tests = std::mem::take(&mut suite.tests);
    let answers: Vec<_> = tests.par_iter().map(|test| completed(reference, test, &names)).collect();
    let mut left_out = Vec::new();
    for (index, (test, answer)) in tests.into_iter().zip(answers).enumerate() {
        match answer {
            Ok(expected) => suite.tests.push(Test { expected, ..test }),
            Err((why, is_not_run)) => left_out.push(LeftOut { index, test, why, is_not_run }),
        }
    }
    left_out
}

/// Variables to look at after a run.
fn common_names(reference: &Runner<'_>, subject: &Runner<'_>) -> Vec<String> {
    let program = reference.program();
    // A whole program is known by its output and its exit code; what it leaves in its variables nobody sees.
    if program.is_main(reference.start()) {
        return Vec::new();
    }
    let start = program.function(reference.start());
    let params = start.params().map(|id| start.local(id).name.clone());
    let is_changeable = |global: &&whydunit_program::Global| {
        // The library keeps its own state in globals, too.
        let is_user = program.sources.file(global.span.file).is_user();
        is_user && !global.is_const && !global.name.is_empty()
    };
    let globals = program.globals.iter().filter(is_changeable).map(|global| global.name.clone());
    let mut names: Vec<String> = params.collect();
    for name in globals {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.retain(|name| {
        let type_of = |runner: &Runner<'_>| {
            let types = &runner.program().types;
            watched(runner.program(), runner.start(), name).map(|watched| match watched {
                Watched::Global(_, ty) => (true, types.display(ty), types.size_of(ty)),
                Watched::Pointee(ty) => (false, types.display(ty), types.size_of(ty)),
            })
        };
        let theirs = type_of(reference);
        theirs.is_some() && theirs == type_of(subject)
    });
    names
}

/// What to expect, or why nothing is known and whether that is for lack of time.
fn completed(
    reference: &Runner<'_>,
    test: &Test,
    names: &[String],
) -> Result<Expected, (String, bool)> {
    if reference.config().is_over() {
        return Err((reference.in_words(&Verdict::NotRun), true));
    }
    let verdict = reference.run(test).verdict;
    if !verdict.is_passed() {
        let why = reference.in_words(&verdict);
        return Err(match verdict {
            Verdict::NotRun => (why, true),
            Verdict::Failed(_) => (format!("the reference itself fails: {why}"), false),
            _ => (format!("the reference says nothing: {why}"), false),
        });
    }
    let mut stdout = Vec::new();
    let mut sink = |stream: Stream, bytes: &[u8]| {
        if stream == Stream::Out && stdout.len() <= MOST_REFERENCE_OUTPUT {
            stdout.extend_from_slice(bytes);
        }
    };
    let mut recorder = Recorder {
        program: reference.program(),
        start: reference.start(),
        names,
        result: None,
        after: Vec::new(),
    };
    let run = reference.execute(test, &mut sink, &mut recorder);
    let mut expected = test.expected.clone();
    if let Ending::Finished { exit_code } = run.ending {
        expected.exit_code.get_or_insert(exit_code);
        expected.result = expected.result.or(recorder.result);
        for (name, value) in recorder.after {
            if !expected.after.iter().any(|(known, _)| *known == name) {
                expected.after.push((name, value));
            }
        }
    }
    if stdout.len() > MOST_REFERENCE_OUTPUT {
        let why = format!("the reference prints more than {} MiB", MOST_REFERENCE_OUTPUT >> 20);
        return Err((why, false));
    }
    expected.stdout.get_or_insert(stdout);
    Ok(expected)
}

/// Keeps what a run leaves behind.
struct Recorder<'r> {
    program: &'r Program,
    start: FunctionId,
    names: &'r [String],
    result: Option<InputValue>,
    after: Vec<(String, InputValue)>,
}

impl Observer for Recorder<'_> {
    const DETAIL: Detail = Detail::Nothing;
    const INPUTS: bool = false;

    fn finished(&mut self, state: &FinalState<'_>) {
        let contents = Contents { program: self.program, state };
        let result = self.program.function(self.start).signature.result;
        let types = &self.program.types;
        self.result = match types.get(result) {
            // The exit code says it all.
            _ if self.program.is_main(self.start) => None,
            Type::Record(_) => {
                let size = types.size_of(result).unwrap_or(0);
                let record = state.returned_record().part(0, size);
                record.map(|record| contents.read(record, result))
            }
            _ => state.returned().map(|bits| contents.read_scalar(result, bits)),
        };
        for name in self.names {
            let value = match watched(self.program, self.start, name) {
                Some(Watched::Global(id, ty)) => {
                    state.global(id).map(|storage| contents.read(storage, ty))
                }
                Some(Watched::Pointee(_)) => {
                    state.pointee(name).map(|(storage, elem)| contents.read_elements(storage, elem))
                }
                None => None,
            };
            self.after.extend(value.map(|value| (name.clone(), value)));
        }
    }
}
