//! Who watches a run, without its type: the machine is compiled once for each level of detail, here, and not for each observer in the crate
//! that has it.
//!
//! Two dozen observers made two dozen machines: a seventh of the binary and of the time it took to build. What is called through a table
//! instead is little: at [`Detail::Nothing`] output and ends, at [`Detail::Steps`] nothing, since a [`CompactLog`] is told by its own type;
//! at [`Detail::Everything`] an observer looks up or stores something whenever it is called.

use std::marker::PhantomData;

use whydunit_program::{FunctionId, Point};

use crate::{
    BulkSource, Cell, CompactLog, Detail, FinalState, Heap, InputRecord, ObjectId, ObjectInfo,
    Observer, Piece, Release, Stream,
};

/// What an observer wants to know, at compile time.
pub(crate) trait Level {
    const DETAIL: Detail;
    const INPUTS: bool;
}

/// Only the end.
pub(crate) struct End;

impl Level for End {
    const DETAIL: Detail = Detail::Nothing;
    const INPUTS: bool = false;
}

/// The end, with the inputs of the run.
pub(crate) struct EndAndInputs;

impl Level for EndAndInputs {
    const DETAIL: Detail = Detail::Nothing;
    const INPUTS: bool = true;
}

pub(crate) struct Everything;

impl Level for Everything {
    const DETAIL: Detail = Detail::Everything;
    const INPUTS: bool = true;
}

macro_rules! erase {
    ($(fn $name:ident($($argument:ident: $ty:ty),*) $(-> $result:ty)?;)*) => {
        /// The methods of [`Observer`], callable through a table.
        pub(crate) trait Watching {
            $(fn $name(&mut self, $($argument: $ty),*) $(-> $result)?;)*
            fn memory(&self) -> u64;
        }

        impl<O: Observer> Watching for O {
            $(fn $name(&mut self, $($argument: $ty),*) $(-> $result)? {
                Observer::$name(self, $($argument),*)
            })*
            fn memory(&self) -> u64 {
                Observer::memory(self)
            }
        }

        impl<L: Level> Observer for Erased<'_, L> {
            const DETAIL: Detail = L::DETAIL;
            const INPUTS: bool = L::INPUTS;

            $(#[inline]
            fn $name(&mut self, $($argument: $ty),*) $(-> $result)? {
                Watching::$name(self.watching, $($argument),*)
            })*
            fn memory(&self) -> u64 {
                Watching::memory(self.watching)
            }
        }
    };
}

/// An observer of that level.
pub(crate) struct Erased<'o, L> {
    watching: &'o mut dyn Watching,
    level: PhantomData<L>,
}

impl<'o, L> Erased<'o, L> {
    pub(crate) fn new(watching: &'o mut dyn Watching) -> Erased<'o, L> {
        Erased { watching, level: PhantomData }
    }
}

erase! {
    fn step(point: Point, frame: u32);
    fn idle(point: Point, frame: u32);
    fn read(cell: Cell, bits: u64);
    fn write(cell: Cell, bits: u64);
    fn bulk_write(object: ObjectId, offset: u64, bytes: &[u8], source: BulkSource);
    fn carried(from: Cell, to: Cell);
    fn branch(point: Point, successor: u32);
    fn redirect(point: Point, successor: u32) -> u32;
    fn enter(frame: u32, function: FunctionId, call: Option<Point>, caller: Option<u32>);
    fn leave(frame: u32);
    fn input(record: &InputRecord);
    fn allocate(object: ObjectId, info: &ObjectInfo);
    fn view(address: u64, size: u64, root: u64);
    fn release(object: ObjectId, release: Release);
    fn intervene() -> Option<(Cell, u64)>;
    fn output(stream: Stream, text: &[u8], pieces: &[Piece]);
    fn composed(text: &[u8], pieces: &[Piece]);
    fn stdin(position: usize, put_back: &[u8], at_end: bool);
    fn wants_heap() -> bool;
    fn heap(heap: &Heap<'_>);
    fn log() -> Option<&mut CompactLog>;
    fn finished(state: &FinalState<'_>);
}

#[cfg(test)]
mod tests {
    /// A method with a body of its own is not missed by the compiler: what is not listed here would never be called.
    #[test]
    fn every_method_of_an_observer_is_handed_on() {
        let (observer, erased) = (include_str!("observer.rs"), include_str!("erased.rs"));
        let (_, methods) = observer.split_once("pub trait Observer {").expect("it is there");
        let (methods, _) = methods.split_once("\n}\n").expect("it has an end");
        let (_, listed) = erased.split_once("\nerase! {").expect("the list is there");
        let names = methods.lines().filter_map(|line| line.trim().strip_prefix("fn "));
        let names: Vec<&str> = names.filter_map(|rest| rest.split('(').next()).collect();
        assert!(names.len() > 15, "{names:?}");
        for name in names {
            let is_handed_on = name == "memory" || listed.contains(&format!("fn {name}("));
            assert!(is_handed_on, "`erase!` leaves out `{name}`");
        }
    }
}
