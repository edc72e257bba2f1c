//! A compact record of a run: enough to tell whether another run did the same.

use whydunit_program::{BlockId, FunctionId, Point};

use crate::observer::BulkSource;
use crate::{Cell, Detail, InputRecord, ObjectId, Observer};

/// Steps in one chunk; growing the log never moves what it holds.
const CHUNK: usize = 1 << 16;

/// 24 bytes a step. Invariant: all chunks but the last are full.
#[derive(Default, Debug)]
pub struct CompactLog {
    chunks: Vec<Vec<Entry>>,
    len: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    function: u32,
    block: u32,
    index: u32,
    frame: u32,
    written: u64,
}

/// One step as the log remembers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogStep {
    pub point: Point,
    pub frame: u32,
    /// A digest of the values the step wrote; of a single scalar, its bits. Steps of a callee come
    /// between a call and the write of its result, which counts for the callee's last step.
    pub written: u64,
}

impl CompactLog {
    pub fn new() -> CompactLog {
        CompactLog::default()
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn get(&self, step: u64) -> Option<LogStep> {
        let chunk = self.chunks.get(step as usize / CHUNK)?;
        chunk.get(step as usize % CHUNK).map(Entry::step)
    }

    pub fn steps(&self) -> impl Iterator<Item = LogStep> {
        self.chunks.iter().flatten().map(Entry::step)
    }

    #[inline]
    fn last(&mut self) -> Option<&mut Entry> {
        self.chunks.last_mut()?.last_mut()
    }

    #[inline]
    fn add(&mut self, bits: u64) {
        if let Some(entry) = self.last() {
            // Order matters, and one value stays itself.
            entry.written = entry.written.rotate_left(5) ^ bits;
        }
    }
}

impl Entry {
    fn step(&self) -> LogStep {
        let point = Point {
            function: FunctionId(self.function),
            block: BlockId(self.block),
            index: self.index,
        };
        LogStep { point, frame: self.frame, written: self.written }
    }
}

impl Observer for CompactLog {
    const DETAIL: Detail = Detail::Steps;

    #[inline]
    fn step(&mut self, point: Point, frame: u32) {
        let entry = Entry {
            function: point.function.0,
            block: point.block.0,
            index: point.index,
            frame,
            written: 0,
        };
        self.len += 1;
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push(entry),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(entry);
                self.chunks.push(chunk);
            }
        }
    }

    #[inline]
    fn write(&mut self, _cell: Cell, bits: u64) {
        self.add(bits);
    }

    fn bulk_write(&mut self, _object: ObjectId, offset: u64, size: u64, _source: BulkSource) {
        self.add(offset);
        self.add(size);
    }

    fn input(&mut self, record: &InputRecord) {
        self.add(record.bits);
    }

    fn memory(&self) -> u64 {
        (self.chunks.len() * CHUNK * size_of::<Entry>()) as u64
    }
}
