//! A compact record of a run: enough to tell whether another run did the same.
//!
//! Most steps follow their predecessor in the same block and write a small value, so a step is a
//! byte that says what is new about it, followed by just that. At most 25 bytes, mostly 2 to 6.

use whydunit_program::{BlockId, FunctionId, Point};

use crate::{Cell, Detail, Observer};

/// Bytes in one chunk; growing the log never moves what it holds.
const CHUNK: usize = 1 << 20;
/// More than the longest step takes.
const SLACK: usize = 40;

/// How the place of a step is given, in the low half of its first byte.
const NEXT: u8 = 0;
/// Same function and frame; 16 bits of block, 8 of index.
const NEAR: u8 = 1;
/// 64 bits of place, 64 of activation.
const ANYWHERE: u8 = 2;

/// Invariant: `pending` is the last step, if there is any, and not in a chunk yet.
#[derive(Debug)]
pub struct CompactLog {
    full: Vec<Chunk>,
    current: Chunk,
    pending: Packed,
    pending_written: u64,
    /// The step before `pending`.
    previous: Packed,
    len: u64,
}

/// Where a step is, in two words: the log is on the hot path of recorded runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Packed {
    /// Function and frame.
    activation: u64,
    /// Block and index.
    place: u64,
}

impl Packed {
    /// What the first step of a log is compared with.
    const NOWHERE: Packed = Packed { activation: u64::MAX, place: 0 };

    #[inline]
    fn new(point: Point, frame: u32) -> Packed {
        Packed {
            activation: u64::from(point.function.0) << 32 | u64::from(frame),
            place: u64::from(point.block.0) << 32 | u64::from(point.index),
        }
    }

    fn step(self, written: u64) -> LogStep {
        let point = Point {
            function: FunctionId((self.activation >> 32) as u32),
            block: BlockId((self.place >> 32) as u32),
            index: self.place as u32,
        };
        LogStep { point, frame: self.activation as u32, written }
    }
}

#[derive(Debug)]
struct Chunk {
    bytes: Box<[u8]>,
    used: usize,
    /// Number of the first step in it, and the step before that one.
    first: u64,
    before: Packed,
}

/// One step as the log remembers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogStep {
    pub point: Point,
    pub frame: u32,
    /// The last scalar that the step wrote, 0 if none. Steps of a callee come between a call and the
    /// write of its result, which counts for the callee's last step.
    pub written: u64,
}

impl Default for CompactLog {
    fn default() -> CompactLog {
        CompactLog::new()
    }
}

impl CompactLog {
    pub fn new() -> CompactLog {
        CompactLog {
            full: Vec::new(),
            current: Chunk::new(0, Packed::NOWHERE),
            pending: Packed::NOWHERE,
            pending_written: 0,
            previous: Packed::NOWHERE,
            len: 0,
        }
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The step of that number, from 0. Reads the chunk from its beginning.
    pub fn get(&self, step: u64) -> Option<LogStep> {
        if step + 1 == self.len {
            return Some(self.pending.step(self.pending_written));
        }
        let after = self.full.partition_point(|chunk| chunk.first <= step);
        let chunk = if step >= self.current.first {
            &self.current
        } else {
            self.full.get(after.checked_sub(1)?)?
        };
        chunk.steps().nth((step - chunk.first) as usize)
    }

    pub fn steps(&self) -> impl Iterator<Item = LogStep> {
        let last = (self.len > 0).then(|| self.pending.step(self.pending_written));
        self.full.iter().chain([&self.current]).flat_map(Chunk::steps).chain(last)
    }

    #[cold]
    fn new_chunk(&mut self) {
        // The pending step will be the first of the chunk.
        let chunk = Chunk::new(self.len - 1, self.previous);
        self.full.push(std::mem::replace(&mut self.current, chunk));
    }
}

impl Chunk {
    fn new(first: u64, before: Packed) -> Chunk {
        Chunk { bytes: vec![0; CHUNK].into_boxed_slice(), used: 0, first, before }
    }

    /// Invariant: there is room for [`SLACK`] bytes.
    #[inline]
    fn push(&mut self, step: Packed, previous: Packed, written: u64) {
        let width = (64 - written.leading_zeros()).div_ceil(8);
        let tag = u64::from(width << 4);
        let mut at = self.used;
        let (block, index) = (step.place >> 32, step.place & 0xffff_ffff);
        if step.activation != previous.activation || block > 0xffff || index > 0xff {
            self.put(at, tag | u64::from(ANYWHERE));
            self.put(at + 1, step.place);
            self.put(at + 9, step.activation);
            at += 17;
        } else if step.place == previous.place + 1 {
            self.put(at, tag | u64::from(NEXT));
            at += 1;
        } else {
            self.put(at, tag | u64::from(NEAR) | block << 8 | index << 24);
            at += 4;
        }
        self.put(at, written);
        self.used = at + width as usize;
    }

    #[inline]
    fn put(&mut self, at: usize, word: u64) {
        if let Some(room) = self.bytes.get_mut(at..at + 8) {
            room.copy_from_slice(&word.to_le_bytes());
        }
    }

    fn steps(&self) -> Steps<'_> {
        Steps { bytes: &self.bytes[..self.used], at: 0, previous: self.before }
    }
}

struct Steps<'c> {
    bytes: &'c [u8],
    at: usize,
    previous: Packed,
}

impl Steps<'_> {
    /// The next `size` bytes as a number.
    fn take(&mut self, size: usize) -> u64 {
        let bytes = self.bytes.get(self.at..self.at + size).unwrap_or_default();
        self.at += size;
        bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
    }
}

impl Iterator for Steps<'_> {
    type Item = LogStep;

    fn next(&mut self) -> Option<LogStep> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let tag = self.take(1) as u8;
        let mut step = self.previous;
        match tag & 0xf {
            NEXT => step.place += 1,
            NEAR => step.place = self.take(2) << 32 | self.take(1),
            _ => {
                step.place = self.take(8);
                step.activation = self.take(8);
            }
        }
        self.previous = step;
        Some(step.step(self.take(usize::from(tag >> 4))))
    }
}

impl Observer for CompactLog {
    const DETAIL: Detail = Detail::Steps;

    #[inline]
    fn step(&mut self, point: Point, frame: u32) {
        if self.len > 0 {
            if self.current.used + SLACK > CHUNK {
                self.new_chunk();
            }
            self.current.push(self.pending, self.previous, self.pending_written);
            self.previous = self.pending;
        }
        self.pending = Packed::new(point, frame);
        self.pending_written = 0;
        self.len += 1;
    }

    #[inline]
    fn write(&mut self, _cell: Cell, bits: u64) {
        self.pending_written = bits;
    }

    fn memory(&self) -> u64 {
        ((self.full.len() + 1) * CHUNK) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        let mut log = CompactLog::new();
        let mut expected = Vec::new();
        let mut state: u64 = 1;
        for number in 0..300_000_u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let random = (state >> 33) as u32;
            let point = if random.is_multiple_of(3) {
                Point {
                    function: FunctionId(random % 300),
                    block: BlockId(random % 70_000),
                    index: random % 5,
                }
            } else {
                Point { function: FunctionId(7), block: BlockId(3), index: number % 1000 }
            };
            let frame = if random.is_multiple_of(5) { random } else { 9 };
            let written = if random.is_multiple_of(2) { state } else { u64::from(random % 2000) };
            log.step(point, frame);
            log.write(Cell::register(0, Cell::RESULT, 8), written);
            expected.push(LogStep { point, frame, written });
        }
        assert_eq!(log.len(), 300_000);
        assert!(log.memory() < 32 * log.len());
        assert!(log.steps().eq(expected.iter().copied()));
        for step in [0, 1, 99_999, 299_998, 299_999] {
            assert_eq!(log.get(step), Some(expected[step as usize]));
        }
        assert_eq!(log.get(300_000), None);
    }
}
