//! From how a run ended to what that means for a test.

use whydunit_interp::{
    Budget, Change, Detail, Ending, FileChange, FinalState, InputValue, Observer, RunResult,
};
use whydunit_program::{About, FunctionId, GlobalId, Program, Type, TypeId};

use crate::contents::{Contents, Difference};
use crate::output_difference::{output_difference, output_difference_at};
use crate::output_mode::{OutputMode, first_difference};
use crate::{Expected, Reason, Verdict};

/// What shells report of a program that called `abort()`.
const ABORTED: i32 = 134;

/// What a name in [`Expected::after`] stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watched {
    Global(GlobalId, TypeId),
    /// What a pointer parameter points to; the type is that of an element.
    Pointee(TypeId),
}

/// Parameters hide globals.
pub(crate) fn watched(program: &Program, start: FunctionId, name: &str) -> Option<Watched> {
    let function = program.function(start);
    let mut params = function.params().map(|id| function.local(id));
    if let Some(param) = params.find(|param| param.name == name && !program.is_main(start)) {
        return program.types.pointee(param.ty).map(Watched::Pointee);
    }
    let mut globals = program.globals.iter().zip(0..);
    let is_it = |global: &whydunit_program::Global| {
        global.name == name && !global.is_literal && global.owner.is_none()
    };
    let (global, id) = globals.find(|(global, _)| is_it(global))?;
    Some(Watched::Global(GlobalId(id), global.ty))
}

/// Compares the state that a run leaves behind with what is expected of it.
pub(crate) struct Comparison<'e> {
    pub(crate) program: &'e Program,
    pub(crate) start: FunctionId,
    pub(crate) expected: &'e Expected,
    pub(crate) difference: Option<(About, String)>,
}

impl Observer for Comparison<'_> {
    const DETAIL: Detail = Detail::Nothing;
    const INPUTS: bool = false;

    fn finished(&mut self, state: &FinalState<'_>) {
        let contents = Contents { program: self.program, state };
        let result = self.result_difference(&contents);
        self.difference = result.map(|words| (About::Result, words)).or_else(|| {
            let after = self.expected.after.iter();
            let mut after =
                after.filter_map(|(name, value)| self.difference_after(&contents, name, value));
            after.next().map(|Difference { part, actual, expected }| {
                let words = format!("after the run {part} is {actual}, expected {expected}");
                (About::Contents, words)
            })
        });
    }
}

impl Comparison<'_> {
    fn result_difference(&self, contents: &Contents<'_>) -> Option<String> {
        let expected = self.expected.result.as_ref()?;
        let ty = self.program.function(self.start).signature.result;
        let difference = match self.program.types.get(ty) {
            Type::Record(_) => {
                let size = self.program.types.size_of(ty)?;
                match contents.state.returned_record().part(0, size) {
                    Some(storage) => contents.difference("result", expected, storage, ty),
                    None => return Some(without_result(expected)),
                }
            }
            _ => match contents.state.returned() {
                Some(bits) => contents.scalar_difference("result", expected, ty, bits),
                None => return Some(without_result(expected)),
            },
        };
        let Difference { part, actual, expected } = difference?;
        Some(match part.as_str() {
            "result" => format!("returned {actual}, expected {expected}"),
            part => format!("returned something else: {part} is {actual}, expected {expected}"),
        })
    }

    fn difference_after(
        &self,
        contents: &Contents<'_>,
        name: &str,
        expected: &InputValue,
    ) -> Option<Difference> {
        let gone = || Difference {
            part: name.to_owned(),
            actual: "gone".to_owned(),
            expected: crate::value_text(expected),
        };
        match watched(self.program, self.start, name) {
            Some(Watched::Global(id, ty)) => match contents.state.global(id) {
                Some(storage) => contents.difference(name, expected, storage, ty),
                None => Some(gone()),
            },
            Some(Watched::Pointee(_)) => match contents.state.pointee(name) {
                Some((storage, elem)) => {
                    contents.elements_difference(name, expected, storage, elem)
                }
                None => Some(gone()),
            },
            None => Some(gone()),
        }
    }
}

fn without_result(expected: &InputValue) -> String {
    format!("ended without returning, expected {}", crate::value_text(expected))
}

/// `difference` is what [`Comparison`] found.
pub(crate) fn verdict(
    result: RunResult,
    expected: &Expected,
    (stdout, stderr, mode): (&[u8], &[u8], OutputMode),
    difference: Option<(About, String)>,
) -> Verdict {
    let mode = expected.compare.unwrap_or(mode);
    let died = |message: String| Verdict::Failed(Reason::Died(message));
    match result.ending {
        Ending::Finished { exit_code } => {
            let about = |about| move |words| (about, words);
            let exit_code = exit_code_difference(exit_code, expected);
            let printed = || printed_difference(stdout, mode, expected.stdout.as_deref());
            let complained = || printed_difference(stderr, mode, expected.stderr.as_deref());
            let changes = &result.written_files;
            let files = || file_difference(changes, &expected.files);
            let difference = difference
                .or_else(|| exit_code.map(about(About::ExitCode)))
                .or_else(|| printed().map(about(About::Output)))
                .or_else(|| {
                    let words = complained()?;
                    Some((About::StandardError, format!("standard error: {words}")))
                })
                .or_else(|| files().map(about(About::Files)));
            match difference {
                Some((about, words)) => Verdict::Failed(Reason::Different(about, words)),
                None => Verdict::Passed,
            }
        }
        Ending::Failed(failure) => Verdict::Failed(Reason::Check(Box::new(failure))),
        Ending::OutOfBudget { budget: Budget::Time, .. } => Verdict::NotRun,
        Ending::OutOfBudget { .. } => Verdict::Failed(Reason::DoesNotEnd(Box::new(result))),
        Ending::AssumptionFailed { is_precondition: true, text, .. } => {
            Verdict::Unjudged(format!("the inputs do not meet the precondition {text}"))
        }
        Ending::AssumptionFailed { text, .. } => {
            Verdict::Unjudged(format!("the assumption {text} does not hold"))
        }
        Ending::Aborted { .. } if expected.exit_code == Some(ABORTED) => {
            match printed_difference(stdout, mode, expected.stdout.as_deref()) {
                Some(words) => Verdict::Failed(Reason::Different(About::Output, words)),
                None => Verdict::Passed,
            }
        }
        Ending::Aborted { .. } => died("abort was called".to_owned()),
        Ending::Trapped { message, .. } => died(message),
        Ending::Limit { message, .. } | Ending::OutOfRange { message, .. } => {
            Verdict::Unjudged(message)
        }
    }
}

fn printed_difference(actual: &[u8], mode: OutputMode, expected: Option<&[u8]>) -> Option<String> {
    let expected = expected?;
    let apart = first_difference(actual, expected, mode)?;
    match mode {
        OutputMode::Exact => output_difference(actual, expected),
        // What is before it differs perhaps, and does not count.
        _ => Some(output_difference_at(actual, expected, apart)),
    }
}

/// The first file that is other than expected after the run.
fn file_difference(
    changes: &[FileChange],
    expected: &[(String, Option<Vec<u8>>)],
) -> Option<String> {
    expected.iter().find_map(|(name, content)| {
        let path = format!("/{}", name.trim_start_matches('/'));
        let change = changes.iter().rev().find(|change| change.path == path);
        match (change.map(|change| &change.change), content) {
            (Some(Change::Written(actual)), Some(content)) => {
                let words = output_difference(actual, content)?;
                Some(format!("the file {name}: {words}"))
            }
            (Some(Change::Written(_)), None) => Some(format!("there is a file {name}")),
            (Some(Change::Removed) | None, Some(_)) => Some(format!("no file {name} was written")),
            (Some(Change::NewFolder), Some(_)) => Some(format!("{name} is a folder")),
            (_, None) => None,
        }
    })
}

fn exit_code_difference(actual: i32, expected: &Expected) -> Option<String> {
    let expected = expected.exit_code.filter(|&expected| expected != actual)?;
    Some(format!("exit code {actual}, expected {expected}"))
}
