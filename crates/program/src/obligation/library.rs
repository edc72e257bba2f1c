//! What library functions demand of their arguments.
//!
//! Only those that the interpreter performs itself: the others are written in C, and demand what their statements demand.

use super::access::{self, Access};
use crate::{CheckKind, Intrinsic};

/// Something that an argument must be; arguments by their position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LibraryObligation {
    /// So many bytes can be accessed there; nothing is demanded of none.
    /// So many bytes from a pointer on, read or written.
    Bytes {
        /// Which argument is the pointer.
        at: usize,
        /// How many bytes.
        count: Count,
        /// What is done to them.
        access: Access,
    },
    /// A text ends there: its characters can be read, and have values, up to the zero.
    Text(usize),
    /// As many characters as the text has that is made can be written there.
    Room(usize),
    /// The further arguments are what the text there asks for.
    Conversions(usize),
    /// Null, or the start of a block of the heap that is alive.
    Block(usize),
    /// The function may not be called.
    Never(CheckKind),
}

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// As an argument has it.
    Argument(usize),
    /// Of the number of a stream, at the start of a `FILE`.
    Stream,
    /// Of a pointer, where the argument is not null.
    PointerIfAny,
    /// Of a `va_list`.
    List,
}

/// What a call demands, in the order in which it is checked.
pub fn of_intrinsic(intrinsic: Intrinsic) -> &'static [LibraryObligation] {
    use LibraryObligation::{Block, Bytes, Conversions, Never, Room, Text};
    const fn read(at: usize, count: Count) -> LibraryObligation {
        Bytes { at, count, access: Access::Read }
    }
    const fn written(at: usize, count: Count) -> LibraryObligation {
        Bytes { at, count, access: Access::Write }
    }
    match intrinsic {
        Intrinsic::Malloc | Intrinsic::Calloc | Intrinsic::Alloca => &[],
        Intrinsic::Realloc | Intrinsic::Free => &[Block(0)],
        Intrinsic::Memcpy | Intrinsic::Memmove => {
            &const { [read(1, Count::Argument(2)), written(0, Count::Argument(2))] }
        }
        Intrinsic::Memset => &const { [written(0, Count::Argument(2))] },
        Intrinsic::Exit | Intrinsic::QuickExit => &[],
        Intrinsic::Abort => &[Never(CheckKind::Abort)],
        Intrinsic::VaStart => &const { [written(0, Count::List)] },
        Intrinsic::VaEnd => &[],
        Intrinsic::Printf | Intrinsic::Vprintf => &[Text(0), Conversions(0)],
        Intrinsic::Fprintf | Intrinsic::Vfprintf => {
            &const { [read(0, Count::Stream), Text(1), Conversions(1)] }
        }
        Intrinsic::Sprintf | Intrinsic::Vsprintf => &[Text(1), Conversions(1), Room(0)],
        Intrinsic::Snprintf | Intrinsic::Vsnprintf => &[Text(2), Conversions(2), Room(0)],
        Intrinsic::Fputc => &const { [read(1, Count::Stream)] },
        Intrinsic::Feof | Intrinsic::Clearerr => &const { [read(0, Count::Stream)] },
        Intrinsic::Ungetc => &const { [read(1, Count::Stream)] },
        Intrinsic::Fflush | Intrinsic::Getchar => &[],
        Intrinsic::Scanf | Intrinsic::Vscanf => &[Text(0), Conversions(0)],
        Intrinsic::Fscanf | Intrinsic::Vfscanf => {
            &const { [read(0, Count::Stream), Text(1), Conversions(1)] }
        }
        Intrinsic::Sscanf | Intrinsic::Vsscanf => &[Text(0), Text(1), Conversions(1)],
        Intrinsic::Strtod => &const { [Text(0), written(1, Count::PointerIfAny)] },
        Intrinsic::FileFind => &[Text(0)],
        Intrinsic::FileBytes | Intrinsic::FileEntry => &const { [written(0, Count::Argument(3))] },
        Intrinsic::ScanFile => &[Text(2), Conversions(2)],
        Intrinsic::ScanText => &[Text(0), Text(2), Conversions(2)],
        Intrinsic::FileFact | Intrinsic::Seed | Intrinsic::Math(_) => &[],
    }
}

impl LibraryObligation {
    /// The checks that may report it.
    pub fn kinds(self) -> Vec<CheckKind> {
        let of_access = |access| access::of_access(access).iter().map(|obligation| obligation.kind);
        match self {
            LibraryObligation::Bytes { access, .. } => of_access(access).collect(),
            LibraryObligation::Room(_) => of_access(Access::Write).collect(),
            LibraryObligation::Text(_) => of_access(Access::Read).chain([access::OF_USE]).collect(),
            LibraryObligation::Conversions(_) => {
                of_access(Access::Write).chain([access::OF_VARIADIC, access::OF_USE]).collect()
            }
            LibraryObligation::Block(_) => vec![access::OF_RELEASE],
            LibraryObligation::Never(kind) => vec![kind],
        }
    }
}
