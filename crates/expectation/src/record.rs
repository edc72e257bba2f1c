//! One run, and where each byte of its output comes from.

use rustc_hash::FxHashMap;
use whydunit_interp::{
    BulkSource, Cell, Compiled, Config, FinalState, ObjectId, Observer, Piece, RunResult, RunSpec,
    Stream,
};
use whydunit_program::{FunctionId, Point, Program};

use crate::limits::KEPT_DECISIONS;
use crate::provenance::{Provenance, Stretch};

/// One execution of a statement, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Execution {
    pub(crate) point: Point,
    pub(crate) occurrence: u64,
}

/// A call that wrote to standard output: of the `printf` family, or of a function of the library that puts characters (`puts`, `putchar`).
#[derive(Clone, Debug)]
pub(crate) struct Emission {
    /// The call itself; of a function of the library that puts characters it is the program's call of that one.
    pub(crate) call: Execution,
    /// The call that led to the function with it.
    pub(crate) caller: Option<Execution>,
    /// Where its text begins in the output.
    pub(crate) start: usize,
    pub(crate) length: usize,
    pub(crate) pieces: Vec<Piece>,
    /// How many decisions of the program came before.
    pub(crate) decisions: usize,
}

/// A branch or switch of the program's own functions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision {
    pub(crate) execution: Execution,
    pub(crate) taken: u32,
}

pub(crate) struct Recording {
    pub(crate) result: RunResult,
    /// What went to the stream that is looked at.
    pub(crate) stdout: Vec<u8>,
    pub(crate) emissions: Vec<Emission>,
    /// The latest ones; see [`Recording::dropped`].
    pub(crate) decisions: Vec<Decision>,
    /// Decisions that came before those that are kept.
    pub(crate) dropped: usize,
    /// How often each statement was executed.
    pub(crate) counts: FxHashMap<Point, u64>,
    /// The last statement of a function of the program.
    pub(crate) last_of_user: Option<Execution>,
    pub(crate) returned: Option<u64>,
    /// Of the statement that is watched: how many decisions came before each execution of it, and how many executions of the statement that is counted.
    pub(crate) watched: Vec<(usize, u64)>,
}

struct Recorder<'p> {
    program: &'p Program,
    counts: FxHashMap<Point, u64>,
    /// The statement that each function on the stack is at.
    stack: Vec<(FunctionId, Option<Point>)>,
    written: usize,
    emissions: Vec<Emission>,
    decisions: Vec<Decision>,
    dropped: usize,
    last_of_user: Option<Point>,
    returned: Option<u64>,
    watch: Option<Point>,
    counted: Option<Point>,
    watched: Vec<(usize, u64)>,
    /// The stream that is looked at.
    stream: Stream,
    provenance: Provenance,
}

impl Recorder<'_> {
    fn execution(&self, point: Point) -> Execution {
        Execution { point, occurrence: self.counts.get(&point).copied().unwrap_or(1) }
    }

    fn at(&self, depth: usize) -> Option<Execution> {
        let index = self.stack.len().checked_sub(depth + 1)?;
        self.stack[index].1.map(|point| self.execution(point))
    }
}

impl Recorder<'_> {
    /// Characters that a function of the library puts, one by one: they are written by the program's call of that function, whose first argument they come from.
    fn put_by_library(&mut self, text: &[u8], pieces: &[Piece]) -> bool {
        let is_library = |(function, _): &(FunctionId, Option<Point>)| {
            self.program.function(*function).is_library
        };
        let depth = self.stack.iter().rev().take_while(|frame| is_library(frame)).count();
        let (Some(user), true) = (self.at(depth), depth > 0) else { return false };
        let called = self.program.function(self.stack[self.stack.len() - depth].0);
        let name = called.name.strip_suffix("_unlocked").unwrap_or(&called.name);
        let (conversion, behind) = match name {
            "puts" => (b's', 1),
            "fputs" => (b's', 0),
            "putchar" | "putc" | "fputc" => (b'c', 0),
            _ => return false,
        };
        if conversion == b's' && !self.provenance.stretches(text, pieces).is_empty() {
            self.printed(user, None, text, pieces);
            return true;
        }
        let is_next = |it: &&mut Emission| it.call == user && it.start + it.length == self.written;
        let decisions = self.dropped + self.decisions.len();
        let start = self.written;
        if let Some(last) = self.emissions.last_mut().filter(is_next) {
            last.length += text.len();
            last.pieces[0].end = last.length - behind;
            return true;
        }
        let end = text.len() - behind;
        let pieces = vec![Piece { start: 0, end, argument: 0, conversion }];
        let length = text.len();
        self.emissions.push(Emission {
            call: user,
            caller: None,
            start,
            length,
            pieces,
            decisions,
        });
        true
    }
}

impl Recorder<'_> {
    fn emit(&mut self, stretch: Stretch, start: usize) {
        let Stretch { call, caller, length, pieces, .. } = stretch;
        let decisions = self.dropped + self.decisions.len();
        self.emissions.push(Emission { call, caller, start, length, pieces, decisions });
    }

    /// What one call printed, with those parts apart that other calls composed.
    fn printed(
        &mut self,
        call: Execution,
        caller: Option<Execution>,
        text: &[u8],
        pieces: &[Piece],
    ) {
        let composed = self.provenance.stretches(text, pieces);
        let mut own = Vec::new();
        let mut from = 0;
        for end in composed.iter().map(|it| it.start).chain([text.len()]) {
            if from < end || composed.is_empty() {
                own.push((from, end));
            }
            let behind = composed.iter().find(|it| it.start == end);
            from = behind.map_or(end, |it| it.start + it.length);
        }
        let mut parts: Vec<Stretch> = own
            .into_iter()
            .map(|(start, end)| {
                let within = pieces.iter().filter(|it| start <= it.start && it.end <= end);
                let pieces = within
                    .map(|it| Piece { start: it.start - start, end: it.end - start, ..*it })
                    .collect();
                Stretch { call, caller, start, length: end - start, pieces }
            })
            .collect();
        parts.extend(composed);
        parts.sort_by_key(|part| part.start);
        for part in parts {
            let start = self.written + part.start;
            self.emit(part, start);
        }
    }
}

impl Observer for Recorder<'_> {
    fn step(&mut self, point: Point, _: u32) {
        self.provenance.step();
        *self.counts.entry(point).or_insert(0) += 1;
        if self.watch == Some(point) {
            let counted = self.counted.and_then(|it| self.counts.get(&it)).copied().unwrap_or(0);
            self.watched.push((self.dropped + self.decisions.len(), counted));
        }
        if let Some((function, at)) = self.stack.last_mut() {
            *at = Some(point);
            if !self.program.function(*function).is_library {
                self.last_of_user = Some(point);
            }
        }
    }

    fn branch(&mut self, point: Point, taken: u32) {
        if self.program.function(point.function).is_library {
            return;
        }
        if self.decisions.len() == 2 * KEPT_DECISIONS {
            self.decisions.drain(..KEPT_DECISIONS);
            self.dropped += KEPT_DECISIONS;
        }
        self.decisions.push(Decision { execution: self.execution(point), taken });
    }

    fn enter(&mut self, _: u32, function: FunctionId, _: Option<Point>, _: Option<u32>) {
        self.stack.push((function, None));
    }

    fn leave(&mut self, _: u32) {
        self.stack.pop();
    }

    fn output(&mut self, stream: Stream, text: &[u8], pieces: &[Piece]) {
        if stream != self.stream || text.is_empty() {
            return;
        }
        if !self.put_by_library(text, pieces)
            && let Some(call) = self.at(0)
        {
            self.printed(call, self.at(1), text, pieces);
        }
        self.written += text.len();
    }

    fn composed(&mut self, text: &[u8], pieces: &[Piece]) {
        if let Some(call) = self.at(0) {
            self.provenance.composed(call, self.at(1), text, pieces);
        }
    }

    fn read(&mut self, cell: Cell, bits: u64) {
        self.provenance.read(cell, bits);
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        self.provenance.write(cell, bits);
    }

    fn bulk_write(&mut self, object: ObjectId, offset: u64, bytes: &[u8], source: BulkSource) {
        self.provenance.bulk_write(object, offset, bytes, source);
    }

    fn finished(&mut self, state: &FinalState<'_>) {
        self.returned = state.returned();
    }
}

pub(crate) fn record(
    compiled: &Compiled<'_>,
    program: &Program,
    spec: &RunSpec,
    config: &Config,
) -> Recording {
    recorded(compiled, program, spec, config, (None, None), Stream::Out)
}

/// The same of what goes to this stream.
pub(crate) fn record_stream(
    compiled: &Compiled<'_>,
    program: &Program,
    spec: &RunSpec,
    config: &Config,
    stream: Stream,
) -> Recording {
    recorded(compiled, program, spec, config, (None, None), stream)
}

/// The same, with the moments at which a statement is executed, and how often another one was by then.
pub(crate) fn watch(
    compiled: &Compiled<'_>,
    program: &Program,
    spec: &RunSpec,
    config: &Config,
    watch: Option<Point>,
    counted: Point,
) -> Recording {
    recorded(compiled, program, spec, config, (watch, Some(counted)), Stream::Out)
}

fn recorded(
    compiled: &Compiled<'_>,
    program: &Program,
    spec: &RunSpec,
    config: &Config,
    (watch, counted): (Option<Point>, Option<Point>),
    stream: Stream,
) -> Recording {
    let mut recorder = Recorder {
        program,
        counts: FxHashMap::default(),
        stack: Vec::new(),
        written: 0,
        emissions: Vec::new(),
        decisions: Vec::new(),
        dropped: 0,
        last_of_user: None,
        returned: None,
        watch,
        counted,
        watched: Vec::new(),
        stream,
        provenance: Provenance::default(),
    };
    let mut stdout = Vec::new();
    let mut sink = |to: Stream, bytes: &[u8]| {
        if to == stream {
            stdout.extend_from_slice(bytes);
        }
    };
    let result = compiled.run(spec, config, &mut sink, &mut recorder);
    let last_of_user = recorder.last_of_user.map(|point| recorder.execution(point));
    Recording {
        result,
        stdout,
        emissions: recorder.emissions,
        decisions: recorder.decisions,
        dropped: recorder.dropped,
        counts: recorder.counts,
        last_of_user,
        returned: recorder.returned,
        watched: recorder.watched,
    }
}
