//! Why memory refuses an access; turned into words by `messages`.

use whydunit_program::{FunctionId, Target, address};

use super::{Located, Memory, State};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read,
    Write,
}

#[derive(Debug)]
pub(crate) struct MemoryFault {
    pub(crate) access: Access,
    /// The pointer, and what the place adds to it.
    pub(crate) address: u64,
    pub(crate) offset: i64,
    pub(crate) size: u64,
    pub(crate) reason: Reason,
}

#[derive(Debug)]
pub(crate) enum Reason {
    Null,
    /// No object was ever there.
    Wild,
    Function(FunctionId),
    /// Outside `low..high` of the object (all of it, or the sub-object the pointer is confined to).
    Bounds {
        index: usize,
        start: i64,
        low: i64,
        high: i64,
    },
    PastAssumedSize {
        index: usize,
    },
    Const {
        index: usize,
    },
    Dead {
        index: usize,
        state: State,
    },
    /// Its object has been gone for so long that nothing is known of it.
    Gone,
    Uninitialised {
        at: Located,
    },
}

impl Memory {
    pub(crate) fn is_null(&self, address: u64) -> bool {
        address::is_null(if self.wide { Target::Lp64 } else { Target::Ilp32 }, address)
    }

    pub(super) fn wild(&self, address: u64) -> Reason {
        if self.is_null(address) { Reason::Null } else { Reason::Wild }
    }
}
