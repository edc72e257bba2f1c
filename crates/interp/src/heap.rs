//! Which blocks of the heap can the program still reach, and through what?
//!
//! A block is reached where storage that is reached holds an address of its region: in it, before or behind it, as any pointer that was made from one
//! to the block. Storage that is reached from the start: objects of static storage, locals that are alive, and of the registers those that the caller counts.
//! Bytes are looked at wherever they lie, whatever their type, so what is called unreachable is.

use rustc_hash::FxHashSet;
use whydunit_program::{FunctionId, LocalId, Program};
use whydunit_source::Span;

use crate::memory::{Memory, State, What};
use crate::{ObjectId, ObjectKind};

/// A frame as it is looked at: its number, its function, its registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeapFrame<'m> {
    pub(crate) serial: u32,
    pub(crate) function: FunctionId,
    pub(crate) slots: &'m [u64],
    pub(crate) variadic: &'m [(u64, whydunit_program::TypeId)],
}

/// The heap of a run at one moment.
#[derive(Debug)]
pub struct Heap<'m> {
    memory: &'m Memory,
    program: &'m Program,
    frames: Vec<HeapFrame<'m>>,
}

/// A block that was allocated and not freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub object: ObjectId,
    /// The function of the library that made it.
    pub function: &'static str,
    /// Its call in user code.
    pub span: Span,
    pub size: u64,
}

/// Storage that holds an address of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holder {
    Register {
        /// The number of the frame.
        frame: u32,
        local: LocalId,
    },
    Memory {
        object: ObjectId,
        offset: u64,
    },
}

/// A local whose value counts: the number of its frame, its function, and itself.
pub type Counts<'c> = &'c dyn Fn(u32, FunctionId, LocalId) -> bool;

impl<'m> Heap<'m> {
    pub(crate) fn new(
        memory: &'m Memory,
        program: &'m Program,
        frames: Vec<HeapFrame<'m>>,
    ) -> Heap<'m> {
        Heap { memory, program, frames }
    }

    /// All blocks, in the order in which they were allocated.
    pub fn blocks(&self) -> Vec<Block> {
        let mut found: Vec<Block> =
            self.memory.indices().filter_map(|index| self.block(index)).collect();
        found.sort_by_key(|block| block.object);
        found
    }

    fn block(&self, index: usize) -> Option<Block> {
        let object = self.memory.object(index).filter(|it| it.state == State::Live)?;
        let ObjectKind::Heap { function, span } = object.kind else { return None };
        let id = self.memory.id_of(index)?;
        Some(Block { object: id, function, span, size: object.size })
    }

    /// What an object that is alive stands for.
    pub fn kind_of(&self, object: ObjectId) -> Option<&ObjectKind> {
        let index = self.memory.entry_of(object)?;
        self.memory.object(index).map(|it| &it.kind)
    }

    /// The blocks that the program can reach.
    pub fn reached(&self, counts: Counts<'_>) -> FxHashSet<ObjectId> {
        let mut reached = FxHashSet::default();
        let mut open = Vec::new();
        for value in self.roots(counts) {
            self.reach(value, &mut reached, &mut open);
        }
        while let Some(index) = open.pop() {
            for (_, value) in self.words(index) {
                self.reach(value, &mut reached, &mut open);
            }
        }
        reached
    }

    /// The blocks that other blocks lead to.
    pub fn reached_from(&self, block: ObjectId) -> FxHashSet<ObjectId> {
        let mut reached = FxHashSet::default();
        let mut open: Vec<usize> = self.memory.entry_of(block).into_iter().collect();
        while let Some(index) = open.pop() {
            for (_, value) in self.words(index) {
                self.reach(value, &mut reached, &mut open);
            }
        }
        reached
    }

    fn reach(&self, value: u64, reached: &mut FxHashSet<ObjectId>, open: &mut Vec<usize>) {
        if let Some((index, object)) = self.heap_object(value)
            && reached.insert(object)
        {
            open.push(index);
        }
    }

    /// What holds an address of the block: registers that count, and bytes of objects that are alive.
    pub fn holders(&self, block: ObjectId, counts: Counts<'_>) -> Vec<Holder> {
        let leads_there = |value| self.heap_object(value).is_some_and(|(_, it)| it == block);
        let mut found: Vec<Holder> = self
            .registers(counts)
            .filter(|&(_, value)| leads_there(value))
            .map(|(holder, _)| holder)
            .collect();
        for index in self.memory.indices() {
            let is_live = self.memory.object(index).is_some_and(|it| it.state == State::Live);
            let Some(object) = self.memory.id_of(index).filter(|_| is_live) else { continue };
            let words = self.words(index).filter(|&(_, value)| leads_there(value));
            found.extend(words.map(|(offset, _)| Holder::Memory { object, offset }));
        }
        found
    }

    /// The block of the heap that an address belongs to.
    fn heap_object(&self, value: u64) -> Option<(usize, ObjectId)> {
        if value == 0 || self.memory.is_null(value) {
            return None;
        }
        let (mut index, _) = self.memory.locate(value);
        if let What::View(view) = self.memory.entry(index)?.what {
            index = view.root as usize;
        }
        self.block(index).map(|block| (index, block.object))
    }

    fn roots(&self, counts: Counts<'_>) -> Vec<u64> {
        let registers = self.registers(counts).map(|(_, value)| value);
        let variadic = self.frames.iter().flat_map(|frame| frame.variadic).map(|(bits, _)| *bits);
        let objects = self.memory.indices().filter(|&index| {
            let object = self.memory.object(index);
            object.is_some_and(|it| {
                it.state == State::Live && !matches!(it.kind, ObjectKind::Heap { .. })
            })
        });
        let words = objects.flat_map(|index| self.words(index)).map(|(_, value)| value);
        registers.chain(variadic).chain(words).collect()
    }

    fn registers<'h>(&'h self, counts: Counts<'h>) -> impl Iterator<Item = (Holder, u64)> + 'h {
        self.frames.iter().flat_map(move |frame| {
            let locals = &self.program.function(frame.function).locals;
            let numbered = (0..).map(LocalId).zip(locals).zip(frame.slots);
            let (serial, function) = (frame.serial, frame.function);
            numbered.filter_map(move |((local, info), &value)| {
                let is_held = !info.in_memory && counts(serial, function, local);
                is_held.then_some((Holder::Register { frame: serial, local }, value))
            })
        })
    }

    /// What the bytes of an entry are as pointers, wherever one may begin.
    fn words(&self, index: usize) -> impl Iterator<Item = (u64, u64)> {
        let size = match self.program.types.target() {
            whydunit_program::Target::Lp64 => 8,
            whydunit_program::Target::Ilp32 => 4,
        };
        let bytes = self.memory.storage(index).bytes();
        (0..).zip(bytes.windows(size)).filter_map(move |(offset, word)| {
            let mut value = [0; 8];
            value[..size].copy_from_slice(word);
            let value = u64::from_le_bytes(value);
            (value != 0).then_some((offset, value))
        })
    }
}
