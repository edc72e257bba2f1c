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
use crate::limits::LOG_CHUNK;
use crate::{Cell, Detail, Observer};

type Chunk = Box<[u32; LOG_CHUNK]>;

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

    /// Several words with one look at the room that is left.
    #[inline(always)]
    fn push_all<const N: usize>(&mut self, words: [u32; N]) {
        if let Some(room) = self.current.get_mut(self.used..self.used + N) {
            room.copy_from_slice(&words);
            self.used += N;
        } else {
            self.push_across_chunks(&words);
        }
    }

    #[cold]
    #[inline(never)]
    fn push_across_chunks(&mut self, words: &[u32]) {
        for &word in words {
            self.push(word);
        }
    }

    fn word(&self, at: usize) -> u32 {
        let chunk = self.full.get(at / LOG_CHUNK).unwrap_or(&self.current);
        chunk[at % LOG_CHUNK]
    }

    // What the machine tells.

    /// A stretch of steps begins with that instruction.
    #[inline(always)]
    pub(crate) fn stretch(&mut self, instruction: u32, frame: u32) {
        if self.is_open {
            self.is_open = false;
            let [low, high] = halves(self.last_written);
            self.push_all([low, high, frame, instruction]);
        } else {
            self.push(instruction);
        }
    }

    /// A known write of at most 4 bytes; what is above them does not matter.
    #[inline(always)]
    pub(crate) fn narrow(&mut self, bits: u32) {
        self.push(bits);
    }

    /// A known write of more than 4 bytes.
    #[inline(always)]
    pub(crate) fn wide(&mut self, bits: u64) {
        self.push_all(halves(bits));
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
        let end = self.full.len() * LOG_CHUNK + self.used;
        self.parts.push(Part { map: Arc::clone(map), end, steps });
        self.open();
    }
}

fn halves(bits: u64) -> [u32; 2] {
    [bits as u32, (bits >> 32) as u32]
}

fn new_chunk() -> Chunk {
    let words = vec![0; LOG_CHUNK].into_boxed_slice();
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
        ((self.full.len() + 1) * size_of::<[u32; LOG_CHUNK]>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use whydunit_program::{
        BinaryOp, BlockId, Callee, Expr, ExprKind, Intrinsic, PlaceBase, StmtKind, TerminatorKind,
        TypeId,
    };

    use super::*;
    use crate::testing::{Builder, span};
    use crate::{Config, Ending, RunSpec, prepare};

    /// What the log must come to, from a run in full detail.
    #[derive(Default)]
    struct Expected(Vec<LogStep>);

    impl Observer for Expected {
        fn step(&mut self, point: Point, frame: u32) {
            self.0.push(LogStep { point, frame, written: 0 });
        }

        fn write(&mut self, _: Cell, bits: u64) {
            if let Some(step) = self.0.last_mut() {
                step.written = bits;
            }
        }
    }

    fn cast(value: Expr, ty: TypeId) -> Expr {
        Expr::new(ExprKind::Cast(Box::new(value)), ty, span())
    }

    /// Registers of all widths, memory, calls and an intrinsic in a loop; fails after that within a
    /// stretch.
    ///
    /// ```c
    /// int f(int p, long q) { g = p; return p - 3; }
    /// int main() {
    ///     int i = 0, r;
    ///     while (i < n) { long w = i * -5; char c = i; r = f(i, w); char *m = malloc(i); f(r, w); i = i + 1; }
    ///     r = 7; r = 1 / (i - n); r = 8;
    ///     return r;
    /// }
    /// ```
    fn program(n: i128) -> (Builder, FunctionId) {
        let mut b = Builder::new();
        let int = b.int();
        let types = &mut b.program.types;
        let (long, size, char) = (types.int(64, true), types.int(64, false), types.int(8, true));
        let pointer = types.pointer(char);
        let malloc = b.intrinsic(Intrinsic::Malloc, vec![size], pointer);
        let array = b.program.types.array(int, Some(2));
        let g = PlaceBase::Global(b.global("g", array));

        let p = b.param("p", int);
        b.param("q", long);
        let one = b.num(1);
        let element = b.index(g, int, one);
        b.assign(element, b.load(p));
        let (value, three) = (b.load(p), b.num(3));
        let value = b.binary(BinaryOp::Sub, value, three);
        b.end(TerminatorKind::Return(Some(value)));
        let f = b.function("f", int);

        let [i, r, w, c, m] = [("i", int), ("r", int), ("w", long), ("c", char), ("m", pointer)]
            .map(|(name, ty)| b.local(name, ty));
        let zero = b.num(0);
        b.assign(b.place(i), zero);
        b.end(TerminatorKind::Goto(BlockId(1)));
        b.block();
        let (left, right) = (b.load(i), b.num(n));
        let cond = b.binary(BinaryOp::Lt, left, right);
        b.end(TerminatorKind::Branch { cond, then: BlockId(2), otherwise: BlockId(3) });
        b.block();
        let (left, right) = (b.load(i), b.num(-5));
        let product = cast(b.binary(BinaryOp::Mul, left, right), long);
        b.assign(b.place(w), product);
        b.assign(b.place(c), cast(b.load(i), char));
        let call = |b: &mut Builder, dest, callee, args| {
            b.push(StmtKind::Call { dest, callee: Callee::Direct(callee), args });
        };
        let (dest, args) = (Some(b.place(r)), vec![b.load(i), b.load(w)]);
        call(&mut b, dest, f, args);
        let (dest, args) = (Some(b.place(m)), vec![cast(b.load(i), size)]);
        call(&mut b, dest, malloc, args);
        let args = vec![b.load(r), b.load(w)];
        call(&mut b, None, f, args);
        let (left, right) = (b.load(i), b.num(1));
        let next = b.binary(BinaryOp::Add, left, right);
        b.assign(b.place(i), next);
        b.end(TerminatorKind::Goto(BlockId(1)));
        b.block();
        let (seven, eight) = (b.num(7), b.num(8));
        b.assign(b.place(r), seven);
        let (one, left, right) = (b.num(1), b.load(i), b.num(n));
        let difference = b.binary(BinaryOp::Sub, left, right);
        let quotient = b.binary(BinaryOp::Div, one, difference);
        b.assign(b.place(r), quotient);
        b.assign(b.place(r), eight);
        let result = b.load(r);
        b.end(TerminatorKind::Return(Some(result)));
        let main = b.function("main", int);
        (b, main)
    }

    #[test]
    fn the_log_has_what_a_run_in_full_detail_sees() {
        // Enough for several chunks.
        let (b, main) = program(30_000);
        let compiled = prepare(&b.program);
        let spec = RunSpec::new(main);
        for max_steps in [None, Some(1), Some(100_001), Some(100_002), Some(100_003)] {
            let config = Config { max_steps, ..Config::default() };
            let mut expected = Expected::default();
            compiled.run(&spec, &config, &mut |_, _| {}, &mut expected);
            let mut log = CompactLog::new();
            let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
            assert_eq!(matches!(result.ending, Ending::Failed(_)), max_steps.is_none());
            assert_eq!(log.len(), result.steps);
            assert!(log.steps().eq(expected.0.iter().copied()));
            assert_eq!(log.get(log.len()), None);
            if max_steps.is_none() {
                assert!(log.full.len() > 1 && log.memory() < 32 * log.len());
                assert_eq!(log.get(1234), Some(expected.0[1234]));
            }
        }
    }
}
