//! What can be seen of a run while it goes on.
//!
//! How much an [`Observer`] is told is known when the machine is compiled ([`Detail`]): with [`NoObserver`] nothing of this costs
//! anything. Who it is, is not (`erased.rs`). Events of one step come between its `step` and the next one, in this order: reads in
//! evaluation order, then allocations, inputs and writes.
//!
//! Invariant: two runs of the same program on the same [`crate::RunSpec`] produce the same events.

use whydunit_program::{FunctionId, GlobalId, InputOrigin, LocalId, Point, TypeId};
use whydunit_source::Span;

use crate::{CompactLog, FinalState, Heap, Stream};

/// A memory object, numbered in order of creation; never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CellObject {
    Memory(ObjectId),
    /// A local that no pointer reaches. Numbers from the function's number of locals upwards are
    /// the variadic arguments of the frame, in order; [`Cell::RESULT`] is the result of a call that
    /// does not go straight into a local.
    Register {
        frame: u32,
        local: LocalId,
    },
}

/// A piece of storage that is read or written as one value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub object: CellObject,
    /// In bytes; for a bit-field, of the byte in which it starts.
    pub offset: u32,
    /// In bytes; for a bit-field, of the bytes it touches.
    pub size: u32,
    /// First bit (counted from `offset`) and width of a bit-field.
    pub bits: Option<(u8, u8)>,
}

impl Cell {
    pub const RESULT: LocalId = LocalId(u32::MAX);

    pub fn register(frame: u32, local: LocalId, size: u32) -> Cell {
        Cell { object: CellObject::Register { frame, local }, offset: 0, size, bits: None }
    }

    pub fn memory(object: ObjectId, offset: u32, size: u32) -> Cell {
        Cell { object: CellObject::Memory(object), offset, size, bits: None }
    }
}

/// What an object is, for messages and for naming its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Global(GlobalId),
    Local {
        frame: u32,
        function: FunctionId,
        local: LocalId,
    },
    /// From `malloc`, `calloc` or `realloc` (`function`) called at `span` in user code.
    Heap {
        function: &'static str,
        span: Span,
    },
    /// A variable-length array, known by the name of the local that holds its address.
    Vla {
        frame: u32,
        function: FunctionId,
        local: LocalId,
    },
    Alloca {
        span: Span,
    },
    /// The string `argv[index]`.
    Argument(u32),
    /// The array `argv` itself.
    ArgumentVector,
    Environment,
    /// What a pointer in the inputs points to; the name is that of the pointer.
    Pointee {
        name: String,
        /// Type of one of the elements it consists of.
        elem: TypeId,
    },
    /// The bytes of standard input, each a cell that a reading call reads.
    Stdin,
}

#[derive(Clone, Debug)]
pub struct ObjectInfo {
    pub kind: ObjectKind,
    /// Type of the whole object where it has one.
    pub ty: Option<TypeId>,
    pub size: u64,
    /// Address of its first byte as pointers to it hold it.
    pub address: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    Freed,
    OutOfScope,
}

/// Where the bytes of a [`Observer::bulk_write`] come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BulkSource {
    /// The same number of bytes of another (or the same) object.
    Copy { object: ObjectId, offset: u64 },
    /// Every byte becomes this value.
    Fill(u8),
}

/// A part of what a call of the `printf` family writes: the result of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Bytes of the text of the call.
    pub start: usize,
    pub end: usize,
    /// The argument that was converted: 0 is the first one behind the format.
    pub argument: usize,
    /// The letter of the conversion.
    pub conversion: u8,
}

/// A value that the program did not determine.
#[derive(Clone, PartialEq, Debug)]
pub struct InputRecord {
    /// `x`, `a[2]`, `p.f`, `nondet#3`, `stdin[4]`, `argv[1][0]`.
    pub name: String,
    /// The variable that received it, where there is one and it is not the name already.
    pub variable: Option<String>,
    /// The value, zero-extended from the size of its type.
    pub bits: u64,
    pub ty: TypeId,
    pub origin: InputOrigin,
    pub span: Span,
    pub cell: Cell,
    /// Number of steps before the one that took this input; 0 for what exists at the start.
    pub step: u64,
}

/// How much an observer wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    Nothing,
    /// For observers that keep a [`CompactLog`] (see [`Observer::log`]), which learns of the steps;
    /// besides writes that the log does not take, frames, inputs, allocations.
    Steps,
    Everything,
}

/// Bits of reads and writes are zero-extended from the size of the cell (`long double`: the value as
/// binary64).
pub trait Observer {
    const DETAIL: Detail = Detail::Everything;
    /// Is [`crate::RunResult::inputs`] wanted? Naming each byte of an input takes longer than many a run. What is told of inputs
    /// comes from there: only with [`Detail::Nothing`] can one do without.
    const INPUTS: bool = true;

    fn step(&mut self, _point: Point, _frame: u32) {}
    /// The run passes through a block without steps (only with [`Detail::Everything`]): a loop may consist of such blocks alone. It uses up the budget of steps as a step does.
    fn idle(&mut self, _point: Point, _frame: u32) {}
    fn read(&mut self, _cell: Cell, _bits: u64) {}
    fn write(&mut self, _cell: Cell, _bits: u64) {}
    /// What is written next to `to` has no value in some of its bits, and what was read for it last lies in `from` (only with [`Detail::Everything`]).
    fn carried(&mut self, _from: Cell, _to: Cell) {}
    /// `size` bytes of an object at once: record assignment, `memcpy`, `memset`, initialisation.
    /// `bytes` is what they are now; what was never initialised reads as something, too.
    fn bulk_write(&mut self, _object: ObjectId, _offset: u64, _bytes: &[u8], _source: BulkSource) {}
    /// A branch or switch at `point` goes to that index of [`whydunit_program::TerminatorKind::successors`].
    fn branch(&mut self, _point: Point, _successor: u32) {}
    /// Asked before `branch` (only with [`Detail::Everything`]): the successor to go to in place of the one that the condition
    /// says. This is how one asks what would have happened on another side.
    fn redirect(&mut self, _point: Point, successor: u32) -> u32 {
        successor
    }
    /// A call begins; its parameters are written next. The start function has no call and no caller.
    fn enter(
        &mut self,
        _frame: u32,
        _function: FunctionId,
        _call: Option<Point>,
        _caller: Option<u32>,
    ) {
    }
    fn leave(&mut self, _frame: u32) {}
    /// Followed by nothing: the record's cell holds the record's bits from here on.
    fn input(&mut self, _record: &InputRecord) {}
    fn allocate(&mut self, _object: ObjectId, _info: &ObjectInfo) {}
    /// From now on addresses from `address` on, up to `size` bytes further, also stand for the part
    /// of an object that starts at `root` (see the memory model: a pointer confined to one array).
    fn view(&mut self, _address: u64, _size: u64, _root: u64) {}
    fn release(&mut self, _object: ObjectId, _release: Release) {}
    /// Asked right after `step`, before anything of the step happens (only with [`Detail::Everything`]): a cell and what it
    /// shall hold from here on; asked again until there are no more. This is how one asks what would have happened with another value.
    fn intervene(&mut self) -> Option<(Cell, u64)> {
        None
    }
    /// A call of the `printf` family or of `fputc`, at the latest step, writes this to a stream. Told at every level of detail.
    fn output(&mut self, _stream: Stream, _text: &[u8], _pieces: &[Piece]) {}
    /// A call of the `sprintf` family, at the latest step, has composed this text and writes it next, byte by byte (only with [`Detail::Everything`]).
    fn composed(&mut self, _text: &[u8], _pieces: &[Piece]) {}
    /// A call has looked at standard input, or put something back: how far it is read, what is put back (the last one is read next), and whether its end was seen.
    fn stdin(&mut self, _position: usize, _put_back: &[u8], _at_end: bool) {}
    /// Asked right after `step` (only with [`Detail::Everything`]), and at the end of a run that has ended by itself: is the heap to be shown as it is now?
    fn wants_heap(&mut self) -> bool {
        false
    }
    fn heap(&mut self, _heap: &Heap<'_>) {}
    /// Where [`Detail::Steps`] records what other levels tell by [`Observer::step`]. At that level only the log is told of anything.
    fn log(&mut self) -> Option<&mut CompactLog> {
        None
    }
    /// The run has ended by itself: no check failed, no budget ran out. Told at every level of detail.
    fn finished(&mut self, _state: &FinalState<'_>) {}
    /// Bytes the observer holds; they count towards the memory budget.
    fn memory(&self) -> u64 {
        0
    }
}

#[derive(Clone, Copy, Default, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {
    const DETAIL: Detail = Detail::Nothing;
}
