//! The machine: state of a run and what its instructions do.

mod access;
mod arith;
mod calls;
mod ending;
mod entry;
mod exec;
mod files;
mod host;
mod input;
mod intrinsics;
mod locals;
mod messages;
mod names;
mod pointers;
mod range;
mod shadow;
mod spec;
mod subject;
mod variadic;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_program::{CheckKind, FunctionId, Point, Program, TypeId};
use whydunit_source::Span;

use crate::code::{Code, Info, Node, Slot};
use crate::heap::HeapFrame;
use crate::limits::{INPUT_COST, POLL_STEPS};
use crate::memory::{Memory, MemorySnapshot, OutOfMemory};
use crate::stop::Stop;
use crate::translate::Layout;
use crate::{
    BorrowedSpec, Budget, CheckSet, Config, Ending, FileTable, FinalState, Heap, Observer,
    RunResult, Storage, Stream,
};
use input::InputState;
use shadow::Shadows;

/// Call instruction of the start function's frame.
const NO_CALL: u32 = u32::MAX;

#[derive(Debug)]
struct Frame {
    function: FunctionId,
    /// First slot in the stack.
    base: usize,
    /// The call instruction; the frame returns to the one after it.
    call: u32,
    dst: Slot,
    flag: Slot,
    serial: u32,
    extra: Option<Box<Extra>>,
}

/// What few frames have.
#[derive(Default, Debug)]
struct Extra {
    variadic: Vec<(u64, TypeId)>,
    /// Entries of variable-length arrays and `alloca` blocks.
    blocks: Vec<usize>,
    snapshots: Vec<(u32, Rc<Snapshot>)>,
}

/// The state that `\old` refers to.
#[derive(Clone, Debug)]
struct Snapshot {
    memory: MemorySnapshot,
    registers: Vec<u64>,
}

/// A record on its way from `return` to the caller.
#[derive(Default, Debug)]
struct RecordResult {
    bytes: Vec<u8>,
    init: Vec<u8>,
    source: Option<(crate::ObjectId, u64)>,
}

pub(crate) struct Machine<'r, 'p, O> {
    program: &'p Program,
    code: &'r Code<'p>,
    layout: &'r Layout,
    spec: BorrowedSpec<'r>,
    checks: CheckSet,
    memory: Memory,
    frames: Vec<Frame>,
    next_serial: u32,
    /// Index of the current instruction plus one; kept where something may look at it.
    pc: usize,
    steps: u64,
    /// Passages through blocks without steps.
    idle: u64,
    /// Value of `steps` at which to look at the budgets again.
    poll_at: u64,
    max_steps: u64,
    config: &'r Config,
    memory_limit: u64,
    max_call_depth: usize,
    stack_bytes: u64,
    record: RecordResult,
    /// Set while the handlers of `atexit` run.
    exit_code: Option<i32>,
    /// The part of the current instruction that a fault is about, where it has several.
    focus: Option<Node<'p>>,
    /// For types with padding: mask of an object whose padding counts as initialised.
    padding: FxHashMap<TypeId, Option<Rc<[u8]>>>,
    inputs: InputState<'r>,
    stdin: StdinState,
    files: FileTable,
    /// How often the check of the program's expectation was met.
    expected: u64,
    output: &'r mut dyn FnMut(Stream, &[u8]),
    typed: &'r mut dyn FnMut() -> Vec<u8>,
    /// Registers that hold what was never given a value.
    shadows: Shadows,
    observer: &'r mut O,
}

#[derive(Default, Debug)]
struct StdinState {
    position: usize,
    /// Where the value that is being converted began.
    mark: usize,
    pushed_back: Vec<u8>,
    at_end: bool,
    /// What was typed while the run went on: it stands behind what is given.
    typed: Vec<u8>,
    /// Entry of the object that stands for standard input.
    entry: usize,
}

/// Where a run's output goes, and where more input comes from.
pub(crate) struct Streams<'r> {
    pub(crate) output: &'r mut dyn FnMut(Stream, &[u8]),
    pub(crate) typed: &'r mut dyn FnMut() -> Vec<u8>,
}

pub(crate) fn run<'p, O: Observer>(
    program: &'p Program,
    code: &Code<'p>,
    layout: &Layout,
    spec: BorrowedSpec<'_>,
    config: &Config,
    streams: Streams<'_>,
    observer: &mut O,
) -> RunResult {
    let target = program.types.target();
    let checks = config.checks.in_force(program.arithmetic);
    let confine = checks.contains(CheckKind::Bounds);
    let machine = Machine {
        program,
        code,
        layout,
        spec,
        checks,
        memory: Memory::new(target, confine, config.memory_limit),
        frames: Vec::new(),
        next_serial: 0,
        pc: 0,
        steps: 0,
        idle: 0,
        poll_at: 0,
        max_steps: config.max_steps.unwrap_or(u64::MAX),
        config,
        memory_limit: config.memory_limit.unwrap_or(u64::MAX),
        max_call_depth: config.max_call_depth as usize,
        stack_bytes: 0,
        record: RecordResult::default(),
        exit_code: None,
        focus: None,
        padding: FxHashMap::default(),
        inputs: InputState::new(spec.inputs),
        stdin: StdinState::default(),
        files: FileTable::default(),
        expected: 0,
        output: streams.output,
        typed: streams.typed,
        shadows: Shadows::default(),
        observer,
    };
    machine.run()
}

impl<'p, O: Observer> Machine<'_, 'p, O> {
    fn run(mut self) -> RunResult {
        let mut returned = None;
        let mut stack = Vec::new();
        let stop = match self.begin() {
            Ok(begun) => {
                stack = begun;
                loop {
                    match self.execute(&mut stack, &mut returned) {
                        Stop::Exit { code, handlers: true }
                            if self.begin_exit(code, &mut stack) => {}
                        stop => break stop,
                    }
                }
            }
            Err(stop) => stop,
        };
        let ending = self.ending(stop);
        let current = self.code.infos.get(self.pc.wrapping_sub(1));
        let remaining = current.map_or(0, |info| info.remaining);
        let result_type = self.program.function(self.spec.function).signature.result;
        let kind = crate::translate::scalar_of(&self.program.types, result_type);
        let returned = returned.map(|bits| kind.map_or(bits, |kind| kind.raw(bits)));
        if let Ending::Finished { .. } = ending {
            let record = Storage::new(&self.record.bytes, &self.record.init);
            let state = FinalState::new(&self.memory, self.layout, returned, record);
            self.observer.finished(&state);
            if self.observer.wants_heap() {
                self.show_heap(&stack);
            }
        }
        RunResult {
            ending,
            steps: self.steps - u64::from(remaining),
            unused_inputs: self.inputs.unused(),
            is_lacking_inputs: self.inputs.is_lacking,
            misfit_inputs: std::mem::take(&mut self.inputs.misfits),
            missing_files: self.files.missing().to_vec(),
            written_files: self.written_files(),
            inputs: self.inputs.records,
            returned,
        }
    }

    #[cold]
    fn show_heap(&mut self, stack: &[u64]) {
        let frames = self.frames.iter().map(|frame| HeapFrame {
            serial: frame.serial,
            function: frame.function,
            slots: stack.get(frame.base..).unwrap_or_default(),
            variadic: frame.extra.as_ref().map_or(&[], |extra| extra.variadic.as_slice()),
        });
        let heap = Heap::new(&self.memory, self.program, frames.collect());
        self.observer.heap(&heap);
    }

    /// Is this checked where the run is now?
    fn demands(&self, kind: CheckKind) -> bool {
        self.checks.contains(kind) && !self.tolerates(kind)
    }

    fn tolerates(&self, kind: CheckKind) -> bool {
        !self.config.tolerated.is_empty()
            && self.config.tolerated.contains(&(kind, self.user_span()))
    }

    /// The current instruction's origin.
    fn here(&self) -> Info<'p> {
        let info = self.code.infos[self.pc - 1];
        Info { node: self.focus.unwrap_or(info.node), ..info }
    }

    /// Number of steps before the current one.
    fn step_number(&self) -> u64 {
        match self.code.infos.get(self.pc.wrapping_sub(1)) {
            Some(info) => (self.steps - u64::from(info.remaining)).saturating_sub(1),
            None => 0,
        }
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("a running machine should have a frame")
    }

    fn extra(&mut self) -> &mut Extra {
        let frame = self.frames.last_mut().expect("a running machine should have a frame");
        frame.extra.get_or_insert_default()
    }

    /// Looks at all budgets.
    #[cold]
    fn poll(&mut self) -> Result<(), Stop> {
        let used = self.steps + self.idle;
        if used > self.max_steps {
            return Err(Stop::Budget(Budget::Steps));
        }
        self.poll_at =
            (self.steps + POLL_STEPS).min((self.max_steps - self.idle).saturating_add(1));
        if self.config.is_over() {
            return Err(Stop::Budget(Budget::Time));
        }
        let memory = self.memory.used()
            + self.stack_bytes
            + (self.frames.capacity() * size_of::<Frame>()) as u64
            + self.inputs.records.len() as u64 * INPUT_COST
            + self.shadow_memory()
            + self.observer.memory();
        if memory > self.memory_limit {
            return Err(Stop::Budget(Budget::Memory));
        }
        Ok(())
    }

    /// A place in user code for the current instruction: the instruction's own, or the call that led
    /// into the library.
    fn user_span(&self) -> Span {
        let inner = match self.code.infos.get(self.pc.wrapping_sub(1)) {
            Some(info) => self.span_of(info),
            None => self.program.function(self.spec.function).span,
        };
        self.user_call().unwrap_or(inner)
    }

    /// The call in user code that led into the library, if the current function belongs to it.
    fn user_call(&self) -> Option<Span> {
        self.user_call_point().map(|point| self.program.origin_of(point).0)
    }

    fn user_call_point(&self) -> Option<Point> {
        let is_library = |frame: &&Frame| self.program.function(frame.function).is_library;
        let outermost = self.frames.iter().rev().take_while(is_library).last()?;
        if outermost.call == NO_CALL {
            return None;
        }
        Some(self.code.infos[outermost.call as usize].point)
    }
}

impl From<OutOfMemory> for Stop {
    fn from(_: OutOfMemory) -> Stop {
        Stop::Budget(Budget::Memory)
    }
}
