//! Why execution cannot go on, before it is known where it stands: [`crate::Ending`] adds the place.

use whydunit_program::CheckKind;

use crate::memory::{MemoryFault, Reason};
use crate::{Budget, Subject};

#[derive(Debug)]
pub(crate) enum Stop {
    /// The program did something undefined, or a check of its own failed.
    Fault(Box<Fault>),
    /// An access that memory refuses.
    Memory(Box<MemoryFault>),
    /// The program ends; `handlers` if what `atexit` registered still has to run.
    Exit {
        code: i32,
        handlers: bool,
    },
    Abort,
    /// `Assume`; the flag marks a precondition of the start function.
    Assumption {
        is_precondition: bool,
    },
    Limit(String),
    Budget(Budget),
    /// Nothing ends: the loop that follows unset values takes over, or gives back.
    Shadow(bool),
}

#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) kind: CheckKind,
    pub(crate) message: String,
    /// The call of the current function is to blame.
    pub(crate) at_call: bool,
    pub(crate) subject: Option<Subject>,
}

impl Stop {
    /// Is it a read of something that has no value?
    pub(crate) fn is_unset_read(&self) -> bool {
        matches!(self, Stop::Memory(fault) if matches!(fault.reason, Reason::Uninitialised { .. }))
    }

    #[cold]
    pub(crate) fn fault(kind: CheckKind, message: impl Into<String>) -> Stop {
        Stop::fault_about(kind, message, None)
    }

    /// A fault of which the storage is known that it is about.
    #[cold]
    pub(crate) fn fault_about(
        kind: CheckKind,
        message: impl Into<String>,
        subject: Option<Subject>,
    ) -> Stop {
        Stop::Fault(Box::new(Fault { kind, message: message.into(), at_call: false, subject }))
    }

    /// A fault that is the caller's: its place is the call.
    #[cold]
    pub(crate) fn fault_of_caller(kind: CheckKind, message: impl Into<String>) -> Stop {
        let message = message.into();
        Stop::Fault(Box::new(Fault { kind, message, at_call: true, subject: None }))
    }
}
