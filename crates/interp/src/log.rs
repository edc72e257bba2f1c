//! A compact record of a run: enough to tell whether another run did the same.
//!
//! Recording is on the hot path, so the log only holds what the code does not tell: for each stretch
//! of steps its first instruction, followed by the values its steps wrote, each in one or two words
//! of 32 bits. Which steps these are and how large their values, [`StepMap`] knows when the log is
//! read. Mostly 4 to 10 bytes a step.
//!
//! Where the number of writes is not known beforehand (calls, intrinsics), the log is *open*: only
//! the last write counts, and it follows when the log is closed. At the end of a stretch the next
//! one does that and adds its frame, for only there the frame can change.

use std::sync::Arc;

use whydunit_program::{FunctionId, Point};

use crate::code::{StepMap, StepShape, raw};
use crate::{Cell, Detail, Observer};

/// Words in one chunk; growing the log never moves what it holds.
const CHUNK: usize = 1 << 18;

type Chunk = Box<[u32; CHUNK]>;

/// The log of one run. Its steps can be read when the run has stopped.
#[derive(Debug)]
pub struct CompactLog {
    full: Vec<Chunk>,
    current: Chunk,
    /// Words in the current chunk.
    used: usize,
    is_open: bool,
    /// The last write since the log was opened.
    last_written: u64,
    parts: Vec<Part>,
}

/// A run stops and goes on when `exit` runs handlers: a stretch before that may be incomplete.
/// Invariant: the log is open where a part begins.
#[derive(Debug)]
struct Part {
    map: Arc<StepMap>,
    /// Number of words, and of steps, up to the end of the part.
    end: usize,
    steps: u64,
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
            current: new_chunk(),
            used: 0,
            is_open: true,
            last_written: 0,
            parts: Vec::new(),
        }
    }

    pub fn len(&self) -> u64 {
        self.parts.last().map_or(0, |part| part.steps)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The step of that number, from 0. Reads the log from its beginning.
    pub fn get(&self, step: u64) -> Option<LogStep> {
        self.steps().nth(usize::try_from(step).ok()?)
    }

    pub fn steps(&self) -> impl Iterator<Item = LogStep> {
        Steps { log: self, part: 0, at: 0, count: 0, stretch: None, frame: 0 }
    }

    #[inline(always)]
    fn push(&mut self, word: u32) {
        if let Some(room) = self.current.get_mut(self.used) {
            *room = word;
            self.used += 1;
        } else {
            self.push_to_new_chunk(word);
        }
    }

    #[cold]
    #[inline(never)]
    fn push_to_new_chunk(&mut self, word: u32) {
        self.full.push(std::mem::replace(&mut self.current, new_chunk()));
        self.current[0] = word;
        self.used = 1;
    }

    fn word(&self, at: usize) -> u32 {
        let chunk = self.full.get(at / CHUNK).unwrap_or(&self.current);
        chunk[at % CHUNK]
    }

    // What the machine tells.

    /// A stretch of steps begins with that instruction.
    #[inline(always)]
    pub(crate) fn stretch(&mut self, instruction: u32, frame: u32) {
        if self.is_open {
            self.close();
            self.push(frame);
        }
        self.push(instruction);
    }

    /// A known write of at most 4 bytes; what is above them does not matter.
    #[inline(always)]
    pub(crate) fn narrow(&mut self, bits: u32) {
        self.push(bits);
    }

    /// A known write of more than 4 bytes.
    #[inline(always)]
    pub(crate) fn wide(&mut self, bits: u64) {
        self.push(bits as u32);
        self.push((bits >> 32) as u32);
    }

    #[inline]
    pub(crate) fn open(&mut self) {
        self.is_open = true;
        self.last_written = 0;
    }

    #[inline]
    pub(crate) fn close(&mut self) {
        self.is_open = false;
        self.wide(self.last_written);
    }

    /// The run stopped after that many steps, counting the one that did it.
    pub(crate) fn stopped(&mut self, map: &Arc<StepMap>, steps: u64) {
        if self.is_open {
            self.close();
        }
        let end = self.full.len() * CHUNK + self.used;
        self.parts.push(Part { map: Arc::clone(map), end, steps });
        self.open();
    }
}

fn new_chunk() -> Chunk {
    let words = vec![0; CHUNK].into_boxed_slice();
    words.try_into().expect("a chunk should have its size")
}

struct Steps<'l> {
    log: &'l CompactLog,
    part: usize,
    /// The next word.
    at: usize,
    /// Steps before the next one.
    count: u64,
    /// Rest of the current stretch; none where a part begins.
    stretch: Option<&'l [StepShape]>,
    frame: u32,
}

impl Steps<'_> {
    /// The next word of a part that ends there. A step that failed may lack its last ones.
    fn word(&mut self, end: usize) -> u64 {
        let at = self.at;
        self.at += 1;
        if at < end { u64::from(self.log.word(at)) } else { 0 }
    }

    fn value(&mut self, size: u8, end: usize) -> u64 {
        match StepShape::words(size) {
            0 => 0,
            1 => raw(u32::from(size), self.word(end)),
            _ => self.word(end) | self.word(end) << 32,
        }
    }
}

impl Iterator for Steps<'_> {
    type Item = LogStep;

    fn next(&mut self) -> Option<LogStep> {
        let mut part = self.log.parts.get(self.part)?;
        while self.count >= part.steps {
            self.at = part.end;
            self.part += 1;
            self.stretch = None;
            part = self.log.parts.get(self.part)?;
        }
        let end = part.end;
        let mut rest = self.stretch.unwrap_or_else(|| {
            self.value(8, end);
            self.frame = self.word(end) as u32;
            &[]
        });
        if rest.is_empty() {
            rest = part.map.stretch(self.word(end) as u32);
        }
        let (shape, rest) = rest.split_first()?;
        self.stretch = Some(rest);
        self.count += 1;
        self.at += usize::from(shape.skip);
        let mut step =
            LogStep { point: shape.point, frame: self.frame, written: self.value(shape.size, end) };
        if shape.open {
            step.written = self.value(8, end);
            if rest.is_empty() {
                self.frame = self.word(end) as u32;
            }
        }
        Some(step)
    }
}

impl Observer for CompactLog {
    const DETAIL: Detail = Detail::Steps;

    #[inline(always)]
    fn write(&mut self, cell: Cell, bits: u64) {
        if self.is_open {
            self.last_written = bits;
        } else if cell.size <= 4 {
            self.narrow(bits as u32);
        } else {
            self.wide(bits);
        }
    }

    #[inline]
    fn enter(&mut self, _: u32, _: FunctionId, _: Option<Point>, _: Option<u32>) {
        self.open();
    }

    #[inline]
    fn leave(&mut self, _: u32) {
        self.open();
    }

    #[inline(always)]
    fn log(&mut self) -> Option<&mut CompactLog> {
        Some(self)
    }

    fn memory(&self) -> u64 {
        ((self.full.len() + 1) * size_of::<[u32; CHUNK]>()) as u64
    }
}
