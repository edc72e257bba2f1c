//! What accesses to storage demand, and what is demanded of pointers to blocks, to functions and of lengths.

use super::{Condition, Exact, Obligation, Operand, Otherwise};
use crate::CheckKind;

/// What is done to storage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Its value is used.
    Read,
    /// It gets a value.
    Write,
}

/// A condition over what a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointed {
    /// There is an object: the pointer is not null, no function's address and no address of nothing.
    Object,
    /// The object's life has begun and has not ended.
    Alive,
    /// The bytes lie in what the pointer is good for: its object, or the part of it that it is confined to.
    Inside,
    /// The object may be written.
    Writable,
}

/// Something that storage must be for an access to be defined. With the check off the run ends where it is not: what would be read or written is
/// somebody else's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessObligation {
    /// The check that reports it.
    pub kind: CheckKind,
    /// What has to hold.
    pub condition: Pointed,
}

impl AccessObligation {
    /// There has to be an object at all.
    pub const OBJECT: AccessObligation =
        AccessObligation { kind: CheckKind::Null, condition: Pointed::Object };
    const ALIVE: AccessObligation =
        AccessObligation { kind: CheckKind::Lifetime, condition: Pointed::Alive };
    const INSIDE: AccessObligation =
        AccessObligation { kind: CheckKind::Bounds, condition: Pointed::Inside };
    const WRITABLE: AccessObligation =
        AccessObligation { kind: CheckKind::Bounds, condition: Pointed::Writable };
}

/// What an access demands, in the order in which it is checked.
pub fn of_access(access: Access) -> &'static [AccessObligation] {
    match access {
        Access::Read => {
            &[AccessObligation::OBJECT, AccessObligation::ALIVE, AccessObligation::INSIDE]
        }
        Access::Write => &[
            AccessObligation::OBJECT,
            AccessObligation::ALIVE,
            AccessObligation::INSIDE,
            AccessObligation::WRITABLE,
        ],
    }
}

/// The check that what decides something has got a value; what is merely moved or computed with need not (see [`crate::shadow`]).
pub const OF_USE: CheckKind = CheckKind::Uninit;

/// The check that what is given back is null or the start of a block of the heap that is alive.
pub const OF_RELEASE: CheckKind = CheckKind::Lifetime;

/// The check that what is called is a function, and one that takes so many arguments.
pub const OF_CALLEE: CheckKind = CheckKind::Null;

/// The check that there is a variadic argument of the type that is asked for.
pub const OF_VARIADIC: CheckKind = CheckKind::Uninit;

/// What the number of elements of a variable-length array demands. None at all is room for nothing where that is not checked.
pub fn of_length() -> Obligation {
    let number = Exact::Operand(Operand::First);
    Obligation {
        kind: CheckKind::Bounds,
        condition: Condition::Within { number, low: 1, high: i64::MAX.into() },
        otherwise: Otherwise::Machine,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_is_told_before_lives_and_lives_before_ends() {
        let kinds =
            |access| of_access(access).iter().map(|obligation| obligation.kind).collect::<Vec<_>>();
        let read = [CheckKind::Null, CheckKind::Lifetime, CheckKind::Bounds];
        assert_eq!(kinds(Access::Read), read);
        assert_eq!(kinds(Access::Write)[..3], read);
    }
}
