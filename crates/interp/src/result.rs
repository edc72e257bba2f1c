//! How a run ended. The three vocabularies are kept apart: the program's bug ([`Failure`]), our limit
//! ([`Ending::Limit`], [`Ending::OutOfRange`]), an exhausted budget ([`Ending::OutOfBudget`]).

use whydunit_program::{CheckKind, FunctionId, Point, TypeId};
use whydunit_source::Span;

use crate::{CellObject, InputRecord};

#[derive(Clone, Debug)]
pub struct RunResult {
    pub ending: Ending,
    /// Statements and branch, switch and return terminators that were executed.
    pub steps: u64,
    pub inputs: Vec<InputRecord>,
    /// Files that were looked for and not found or refused, by canonical paths, with the error of the system.
    pub missing_files: Vec<(String, crate::Refusal)>,
    /// What the run has made of the files that it found, by their names; whatever its ending.
    pub written_files: Vec<crate::FileChange>,
    /// What the start function returned, zero-extended from its type; scalars only.
    pub returned: Option<u64>,
    /// Names in the given inputs that nothing asked for.
    pub unused_inputs: Vec<String>,
    /// It has taken values from outside that were not given.
    pub is_lacking_inputs: bool,
    /// Given values that were changed to fit their types, in words.
    pub misfit_inputs: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stream {
    Out,
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    Steps,
    Time,
    Memory,
    CallDepth,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    Finished {
        exit_code: i32,
    },
    Failed(Failure),
    /// `abort()` while its check is off.
    Aborted {
        place: Span,
        point: Point,
    },
    AssumptionFailed {
        place: Span,
        point: Point,
        is_precondition: bool,
        text: String,
    },
    /// An access or a division that cannot be carried out, while its check is switched off.
    Trapped {
        /// The check that is off.
        kind: CheckKind,
        message: String,
        place: Span,
        point: Point,
    },
    /// Something we do not support, or storage whose size we had to assume.
    Limit {
        message: String,
        place: Span,
        point: Point,
    },
    /// A value beyond the range in which a program over mathematical integers is followed
    /// ([`whydunit_program::Arithmetic::is_limit`]): nothing the program did wrong.
    OutOfRange {
        /// The check that guards the range.
        kind: CheckKind,
        message: String,
        place: Span,
        point: Point,
    },
    OutOfBudget {
        budget: Budget,
        place: Span,
        point: Point,
        stack: Vec<StackEntry>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Never `Requires`: a precondition that a caller broke is `Contract`.
    pub kind: CheckKind,
    pub message: String,
    /// The exact subexpression, in user code: for a failure inside a library function the call that
    /// led there.
    pub span: Span,
    /// Source text of the condition or of the expression under `span`.
    pub text: String,
    /// The statement that failed, be it in a library function.
    pub point: Point,
    /// Outermost first; the last entry is the function of `point`.
    pub stack: Vec<StackEntry>,
    /// Of checks of bounds and of missing values.
    pub subject: Option<Subject>,
}

/// The storage that a failed check is about: what was too small for an access, or bytes that have no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject {
    pub object: CellObject,
    /// Of the first byte in the object.
    pub offset: u64,
    pub size: u64,
    /// Of an index: the type of the array that it is too large for, or negative.
    pub array: Option<TypeId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackEntry {
    pub function: FunctionId,
    pub name: String,
    /// The call that created the frame; `None` for the start function.
    pub call_span: Option<Span>,
}
