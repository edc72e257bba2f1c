//! From a run to a trace: watches a run in full detail and keeps what happened.
//!
//! Scopes: a branch's scope reaches to its immediate post-dominator in its function, so an early
//! `return`, `break` or `goto` keeps later statements inside it. A scope that ends only with the function
//! closes when the frame is left. Scopes still open at the failure stay open.
//!
//! Cost: linear in the number of events; a step costs no allocation of its own.

use rustc_hash::FxHashMap;
use whydunit_interp::{
    BulkSource, Cell, CheckSet, CompactLog, Compiled, Config, Ending, Failure, InputRecord,
    ObjectId, ObjectInfo, ObjectKind, Observer, Release, RunResult, RunSpec,
};
use whydunit_program::{
    BlockId, CheckKind, FunctionId, LoopId, Point, Program, SourceKind, SourceStmtId, StmtKind,
    TerminatorKind,
};
use whydunit_source::{FileId, Span};

use crate::guards::{Setting, Variables, address_guards};
use crate::limits::KEPT_BYTES;
use crate::model::{AddressTarget, Part};
use crate::names::is_file;
use crate::targets::Targets;
use crate::{
    Access, ArmEffects, BulkWrite, Carried, ErrorTrace, Frame, LoopContext, MayAssign, ScopeEnd,
    Step, StepIndex, StepKind, TraceObject,
};

/// Why there is no trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// The run did not fail (or did not get that far within its budgets).
    NoFailure(Box<Ending>),
    /// The second run differed from the first: a defect of ours, with what differed.
    Replay(String),
}

/// Replays a recorded run and builds its trace.
///
/// `recorded` and `log` are what the first run left; every step of the second must agree with them.
pub fn build(
    program: &Program,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
    recorded: &RunResult,
    log: &CompactLog,
) -> Result<ErrorTrace, BuildError> {
    let mut builder = Builder::new(program, spec.function, config.checks);
    let result = compiled.run(spec, config, &mut |_, _| {}, &mut builder);
    if let Ending::OutOfBudget { .. } = result.ending {
        return Err(BuildError::NoFailure(Box::new(result.ending)));
    }
    if result.ending != recorded.ending {
        let message = format!("ended as {:?}, then as {:?}", recorded.ending, result.ending);
        return Err(BuildError::Replay(message));
    }
    let Ending::Failed(failure) = result.ending else {
        return Err(BuildError::NoFailure(Box::new(result.ending)));
    };
    builder.compare(log)?;
    let mut trace = builder.finish(compiled, spec, config, failure);
    trace.parts = parts_of(&trace);
    crate::heap_types::infer(program, &mut trace);
    trace.targets = crate::targets::find(program, &trace);
    Ok(trace)
}

/// The parts of objects that pointers are confined to.
fn parts_of(trace: &ErrorTrace) -> FxHashMap<ObjectId, Vec<Part>> {
    let mut parts: FxHashMap<ObjectId, Vec<Part>> = FxHashMap::default();
    for (&(root, size), &address) in &trace.views {
        if let Some((object, offset)) = trace.locate(root)
            && let Ok(offset) = u64::try_from(offset)
        {
            parts.entry(object.id).or_default().push(Part { offset, size, address });
        }
    }
    parts.values_mut().for_each(|list| list.sort_unstable_by_key(|part| part.address));
    parts
}

/// What the builder knows about an active call.
struct Activation {
    frame: u32,
    function: FunctionId,
    block: BlockId,
    /// Index of the statement executed last in `block`; -1 right after entering it.
    last: i64,
    /// Open branches of this frame with the blocks that close them.
    scopes: Vec<(StepIndex, Option<BlockId>)>,
    loops: Vec<(LoopId, u32)>,
    context: u32,
    /// Set in library functions: where users see what happens here.
    shown: Option<(Span, SourceStmtId)>,
}

struct Builder<'p> {
    program: &'p Program,
    start: FunctionId,
    arms: ArmEffects<'p>,
    side_table: FxHashMap<Vec<MayAssign>, u32>,
    trace: TraceParts,
    stack: Vec<Activation>,
    /// The step being watched.
    pending: Pending,
    /// Steps before this one are inputs that exist when the run starts.
    first_executed: usize,
    has_started: bool,
    /// How many blocks were allocated in each line.
    made_at: FxHashMap<(FileId, u32), u32>,
    /// Likewise of streams that were opened.
    opened_at: FxHashMap<(FileId, u32), u32>,
    views: FxHashMap<u64, AddressTarget>,
    checks: CheckSet,
    variables: Variables,
    /// Scopes (with their frames) that a return closed, to be written down when its step is complete.
    ended_by_return: Vec<(StepIndex, u32)>,
}

#[derive(Default)]
struct TraceParts {
    steps: Vec<Step>,
    accesses: Vec<Access>,
    carried: Vec<(StepIndex, Carried)>,
    bulk_writes: Vec<BulkWrite>,
    bulk_bytes: Vec<u8>,
    guards: Vec<crate::AddressGuard>,
    inputs: Vec<InputRecord>,
    frames: Vec<Frame>,
    objects: Vec<TraceObject>,
    contexts: Vec<LoopContext>,
    arm_sets: Vec<Vec<MayAssign>>,
    skips: FxHashMap<StepIndex, u32>,
}

#[derive(Default)]
struct Pending {
    open: Option<StepIndex>,
    reads: Vec<Access>,
    writes: Vec<Access>,
    bulk_start: u32,
    input_start: u32,
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program, start: FunctionId, checks: CheckSet) -> Builder<'p> {
        let mut parts = TraceParts::default();
        parts.contexts.push(LoopContext::default());
        Builder {
            program,
            start,
            arms: ArmEffects::new(program),
            side_table: FxHashMap::default(),
            trace: parts,
            stack: Vec::new(),
            pending: Pending::default(),
            first_executed: 0,
            has_started: false,
            made_at: FxHashMap::default(),
            opened_at: FxHashMap::default(),
            views: FxHashMap::default(),
            checks,
            variables: Variables::default(),
            ended_by_return: Vec::new(),
        }
    }

    /// Every step that the first run logged must have happened again, with the same value written.
    fn compare(&mut self, log: &CompactLog) -> Result<(), BuildError> {
        self.close_step();
        let parts = &self.trace;
        let mut replayed =
            parts.steps[self.first_executed..].iter().filter(|step| step.kind.is_executed());
        let differs = |count: usize, what: String| {
            Err(BuildError::Replay(format!("step {count} of {}: {what}", log.len())))
        };
        for (count, logged) in log.steps().enumerate() {
            let Some(step) = replayed.next() else {
                return differs(count, "the second run had ended".into());
            };
            if (step.point, step.frame) != (logged.point, logged.frame) {
                return differs(count, format!("{logged:?}, then {:?}", step.point));
            }
            let writes = &parts.accesses[step.writes.start as usize..step.writes.end as usize];
            if let Some(written) = writes.last().filter(|written| written.bits != logged.written) {
                return differs(count, format!("{logged:?}, then {}", written.bits));
            }
        }
        match replayed.next() {
            None => Ok(()),
            Some(step) => differs(log.len() as usize, format!("the second ran on: {step:?}")),
        }
    }

    fn finish(
        mut self,
        compiled: &Compiled<'_>,
        spec: &RunSpec,
        config: &Config,
        failure: Failure,
    ) -> ErrorTrace {
        self.close_step();
        if failure.kind == CheckKind::Expectation
            && let Some(last) = self.trace.steps.last_mut()
        {
            last.kind = StepKind::Check(failure.kind);
        }
        let parts = self.trace;
        let objects = parts.objects.iter().enumerate();
        let mut by_address: Vec<(u64, AddressTarget)> = objects
            .map(|(index, object)| (object.info.address, AddressTarget::Object(index as u32)))
            .collect();
        let views = self.views.iter().filter_map(|(&address, &target)| match target {
            AddressTarget::View { root, size } => Some(((root, size), address)),
            AddressTarget::Object(_) => None,
        });
        let views = views.collect();
        by_address.extend(self.views);
        by_address.sort_unstable();
        by_address.dedup_by_key(|(address, _)| *address);
        let functions = 0..self.program.functions.len() as u32;
        let function_addresses =
            functions.map(|id| compiled.function_address(FunctionId(id))).collect();
        ErrorTrace {
            by_address,
            views,
            parts: FxHashMap::default(),
            function_addresses,
            first_executed: self.first_executed,
            targets: Targets::default(),
            skips: parts.skips,
            steps: parts.steps,
            failure,
            spec: spec.clone(),
            checks: config.checks,
            inputs: parts.inputs,
            frames: parts.frames,
            objects: parts.objects,
            contexts: parts.contexts,
            arms: parts.arm_sets,
            accesses: parts.accesses,
            carried: parts.carried,
            bulk_writes: parts.bulk_writes,
            bulk_bytes: parts.bulk_bytes,
            guards: parts.guards,
        }
    }

    /// What the start function finds in place (`argv`, pointers to input arrays) is set by one step.
    fn start_run(&mut self, frame: u32) {
        if !self.pending.writes.is_empty() {
            let entry = Point { function: self.start, block: BlockId(0), index: 0 };
            let index = self.push_step(StepKind::Assign, entry, frame);
            let step = &mut self.trace.steps[index.index()];
            step.span = self.program.function(self.start).span;
            let start = self.trace.accesses.len() as u32;
            self.trace.accesses.append(&mut self.pending.writes);
            step.writes = start..self.trace.accesses.len() as u32;
        }
        self.pending.reads.clear();
        self.first_executed = self.trace.steps.len();
    }

    fn next_index(&self) -> StepIndex {
        StepIndex(self.trace.steps.len() as u32)
    }

    /// Moves what was collected for the open step into the arenas.
    fn close_step(&mut self) {
        let Some(index) = self.pending.open.take() else { return };
        let parts = &mut self.trace;
        let step = &mut parts.steps[index.index()];
        let arena = |accesses: &mut Vec<Access>, list: &mut Vec<Access>| {
            let start = accesses.len() as u32;
            accesses.append(list);
            start..accesses.len() as u32
        };
        let guard_start = parts.guards.len() as u32;
        let (program, checks, frame) = (self.program, self.checks, step.frame);
        let setting = Setting { program, checks, variables: &self.variables, frame };
        address_guards(setting, step.point, &self.pending.reads, &mut parts.guards);
        step.guards = guard_start..parts.guards.len() as u32;
        step.reads = arena(&mut parts.accesses, &mut self.pending.reads);
        step.writes = arena(&mut parts.accesses, &mut self.pending.writes);
        step.bulk = self.pending.bulk_start..parts.bulk_writes.len() as u32;
        step.inputs = self.pending.input_start..parts.inputs.len() as u32;
        if !step.inputs.is_empty() {
            step.kind = StepKind::Input;
        } else if step.kind == StepKind::Other && !(step.writes.is_empty() && step.bulk.is_empty())
        {
            step.kind = StepKind::Assign;
        }
    }

    fn push_step(&mut self, kind: StepKind, point: Point, frame: u32) -> StepIndex {
        let index = self.next_index();
        let activation = self.stack.iter().rev().find(|active| active.frame == frame);
        let shown = activation.and_then(|active| active.shown);
        let (span, source) = shown.unwrap_or_else(|| self.program.origin_of(point));
        let scope = self.stack.iter().rev().find_map(|active| active.scopes.last());
        let nesting = self.arms.cfg(point.function).nesting(point.block);
        self.trace.steps.push(Step {
            kind,
            point,
            frame,
            span,
            source,
            scope: scope.map(|(branch, _)| *branch),
            nesting,
            context: activation.map_or(0, |active| active.context),
            reads: 0..0,
            writes: 0..0,
            bulk: 0..0,
            inputs: 0..0,
            guards: 0..0,
        });
        index
    }

    fn open_step(&mut self, kind: StepKind, point: Point, frame: u32) -> StepIndex {
        self.close_step();
        for (branch, frame) in std::mem::take(&mut self.ended_by_return) {
            let point = self.trace.steps[branch.index()].point;
            self.push_step(StepKind::ScopeEnd(ScopeEnd { branch }), point, frame);
        }
        let index = self.push_step(kind, point, frame);
        self.pending.open = Some(index);
        self.pending.bulk_start = self.trace.bulk_writes.len() as u32;
        self.pending.input_start = self.trace.inputs.len() as u32;
        index
    }

    /// Control of the innermost frame passes to `block`: scopes that join there close, loops advance.
    fn enter_block(&mut self, block: BlockId) {
        let Some(active) = self.stack.last_mut() else { return };
        active.block = block;
        active.last = -1;
        let function = active.function;
        let mut closed = Vec::new();
        while active.scopes.last().is_some_and(|(_, join)| *join == Some(block)) {
            closed.extend(active.scopes.pop());
        }
        let frame = active.frame;
        self.close_scopes(closed, frame);
        self.advance_loops(function, block);
    }

    fn close_scopes(&mut self, closed: Vec<(StepIndex, Option<BlockId>)>, frame: u32) {
        if closed.is_empty() {
            return;
        }
        self.close_step();
        for (branch, _) in closed {
            let point = self.trace.steps[branch.index()].point;
            self.push_step(StepKind::ScopeEnd(ScopeEnd { branch }), point, frame);
        }
    }

    fn advance_loops(&mut self, function: FunctionId, block: BlockId) {
        let cfg = self.arms.cfg(function);
        let headed = cfg.loop_headed_by(block);
        let active = self.stack.last_mut().expect("a block is entered in an active frame");
        let before = active.loops.len();
        while let Some(&(id, _)) = active.loops.last() {
            if cfg.loop_info(id).contains(block) {
                break;
            }
            active.loops.pop();
        }
        let mut changed = active.loops.len() != before;
        if let Some(id) = headed {
            changed = true;
            match active.loops.last_mut() {
                Some((top, iteration)) if *top == id => *iteration += 1,
                _ => active.loops.push((id, 1)),
            }
        }
        if changed {
            self.trace.contexts.push(LoopContext { loops: active.loops.clone() });
            active.context = self.trace.contexts.len() as u32 - 1;
        }
    }

    /// Follows jumps without a step of their own until the block of `point` is reached.
    fn move_to(&mut self, point: Point) {
        loop {
            let Some(active) = self.stack.last() else { return };
            if active.block == point.block && active.last < i64::from(point.index) {
                break;
            }
            let block = &self.program.function(active.function).blocks()[active.block.index()];
            let TerminatorKind::Goto(next) = block.terminator.kind else {
                // Only jumps pass silently; anything else announced its successor.
                break;
            };
            let index = block.stmts.len() as u32;
            let jump = Point { function: active.function, block: active.block, index };
            let frame = active.frame;
            self.pass_jump(jump, frame);
            self.enter_block(next);
        }
        if let Some(active) = self.stack.last_mut() {
            active.block = point.block;
            active.last = i64::from(point.index);
        }
    }

    /// A jump that the user wrote is a step, though the machine has none for it.
    fn pass_jump(&mut self, point: Point, frame: u32) {
        let source = self.program.terminator_at(point).source;
        let is_written = self.program.source_stmt(source).kind == SourceKind::Jump;
        if !is_written || self.program.function(point.function).is_library {
            return;
        }
        self.close_step();
        let index = self.push_step(StepKind::Jump, point, frame);
        self.note_skips(index, point);
    }

    /// Notes what a jump or an early return keeps from happening.
    fn note_skips(&mut self, index: StepIndex, point: Point) {
        let places = self.arms.skipped(point.function, point.block);
        if places.is_empty() {
            return;
        }
        let places = places.to_vec();
        let set = self.set_number(places);
        self.trace.skips.insert(index, set);
    }

    fn kind_at(&self, point: Point) -> StepKind {
        match self.program.stmt_at(point).map(|stmt| &stmt.kind) {
            Some(StmtKind::Assume { .. }) => StepKind::Assume,
            // Until it is asked, which is at the end.
            Some(StmtKind::Check { kind: CheckKind::Expectation, .. }) => StepKind::Other,
            Some(StmtKind::Check { kind, .. }) => StepKind::Check(*kind),
            Some(StmtKind::Input { .. }) => StepKind::Input,
            Some(_) => StepKind::Other,
            None => match self.program.terminator_at(point).kind {
                TerminatorKind::Return(_) => StepKind::Return,
                _ => StepKind::Other,
            },
        }
    }

    /// Number of the block, among those of the same line.
    fn count_block(&mut self, span: Span) -> u32 {
        let line = self.program.sources.line_column(span).line;
        let count = self.made_at.entry((span.file, line)).or_insert(0);
        *count += 1;
        *count
    }

    fn count_file(&mut self, span: Span) -> u32 {
        let line = self.program.sources.line_column(span).line;
        let count = self.opened_at.entry((span.file, line)).or_insert(0);
        *count += 1;
        *count
    }

    fn side_set(&mut self, point: Point, taken: u32) -> u32 {
        let places = self.arms.other_arms(point.function, point.block, taken);
        if let Some(&known) = self.side_table.get(places) {
            return known;
        }
        let places = places.to_vec();
        self.set_number(places)
    }

    fn set_number(&mut self, places: Vec<MayAssign>) -> u32 {
        if let Some(&known) = self.side_table.get(&places) {
            return known;
        }
        let id = self.trace.arm_sets.len() as u32;
        self.side_table.insert(places.clone(), id);
        self.trace.arm_sets.push(places);
        id
    }
}

impl Observer for Builder<'_> {
    fn step(&mut self, point: Point, frame: u32) {
        if !std::mem::replace(&mut self.has_started, true) {
            self.start_run(frame);
        }
        self.move_to(point);
        let kind = self.kind_at(point);
        let index = self.open_step(kind, point, frame);
        if kind == StepKind::Return && !self.program.function(point.function).is_library {
            self.note_skips(index, point);
        }
    }

    fn read(&mut self, cell: Cell, bits: u64) {
        self.pending.reads.push(Access { cell, bits });
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        self.pending.writes.push(Access { cell, bits });
    }

    fn carried(&mut self, from: Cell, to: Cell) {
        if let Some(step) = self.pending.open {
            self.trace.carried.push((step, Carried { from, to }));
        }
    }

    fn bulk_write(&mut self, object: ObjectId, offset: u64, bytes: &[u8], source: BulkSource) {
        let start = self.trace.bulk_bytes.len() as u32;
        self.trace.bulk_bytes.extend_from_slice(&bytes[..bytes.len().min(KEPT_BYTES)]);
        let kept = start..self.trace.bulk_bytes.len() as u32;
        let size = bytes.len() as u64;
        self.trace.bulk_writes.push(BulkWrite { object, offset, size, source, kept });
    }

    fn branch(&mut self, point: Point, successor: u32) {
        let others = self.side_set(point, successor);
        let Some(index) = self.pending.open else { return };
        self.trace.steps[index.index()].kind = StepKind::Branch { taken: successor, others };
        self.close_step();
        let join = self.arms.cfg(point.function).post_dominator(point.block);
        let next = self.program.terminator_at(point).kind.successors()[successor as usize];
        if let Some(active) = self.stack.last_mut() {
            active.scopes.push((index, join));
        }
        self.enter_block(next);
    }

    fn enter(
        &mut self,
        frame: u32,
        function: FunctionId,
        call: Option<Point>,
        caller: Option<u32>,
    ) {
        let is_library = self.program.function(function).is_library;
        let caller_frame = caller.and_then(|caller| self.trace.frames.get(caller as usize));
        let depth = caller_frame.map_or(0, |caller| caller.depth + u32::from(!is_library));
        let call_step = self.pending.open.filter(|_| call.is_some());
        if let Some(step) = call_step {
            self.trace.steps[step.index()].kind = StepKind::Call { callee: frame };
        }
        let shown = if is_library {
            let caller = self.stack.last().and_then(|caller| caller.shown);
            caller.or_else(|| call.map(|call| self.program.origin_of(call)))
        } else {
            None
        };
        let info = Frame { function, caller, call: call_step, depth, is_library };
        let slot = frame as usize;
        while self.trace.frames.len() < slot {
            // Frame numbers are handed out in order; a gap would be filled with its successor's data.
            self.trace.frames.push(info.clone());
        }
        self.trace.frames.push(info);
        self.stack.push(Activation {
            frame,
            function,
            block: BlockId(0),
            last: -1,
            scopes: Vec::new(),
            loops: Vec::new(),
            context: 0,
            shown,
        });
        if self.arms.cfg(function).loop_headed_by(BlockId(0)).is_some() {
            self.advance_loops(function, BlockId(0));
        }
    }

    fn leave(&mut self, frame: u32) {
        let Some(position) = self.stack.iter().rposition(|active| active.frame == frame) else {
            return;
        };
        // The caller's destination is written after this, still by the return: the scopes end then.
        let closed = std::mem::take(&mut self.stack[position].scopes);
        self.ended_by_return.extend(closed.into_iter().rev().map(|(branch, _)| (branch, frame)));
        self.stack.truncate(position);
    }

    fn input(&mut self, record: &InputRecord) {
        self.trace.inputs.push(record.clone());
        if self.has_started {
            return;
        }
        // Parameters, arguments and globals arrive before the first statement: a step each.
        let end = self.trace.inputs.len() as u32;
        let entry = Point { function: self.start, block: BlockId(0), index: 0 };
        let index = self.push_step(StepKind::Input, entry, 0);
        let step = &mut self.trace.steps[index.index()];
        step.span = record.span;
        step.inputs = end - 1..end;
    }

    fn allocate(&mut self, object: ObjectId, info: &ObjectInfo) {
        let created = self.trace.steps.len() as u32;
        let ordinal = match info.kind {
            // Beside the blocks that the library makes for itself there.
            ObjectKind::Heap { span, function } if is_file(function) => self.count_file(span),
            ObjectKind::Heap { span, .. } | ObjectKind::Alloca { span } => self.count_block(span),
            _ => 1,
        };
        match info.kind {
            ObjectKind::Local { frame, local, .. } => {
                self.variables.locals.insert((frame, local), info.address);
            }
            ObjectKind::Global(global) => {
                self.variables.globals.insert(global, info.address);
            }
            _ => {}
        }
        self.trace.objects.push(TraceObject {
            id: object,
            info: info.clone(),
            created,
            released: None,
            ordinal,
            elem: None,
        });
    }

    fn view(&mut self, address: u64, size: u64, root: u64) {
        if address != root {
            self.views.insert(address, AddressTarget::View { root, size });
        }
    }

    fn release(&mut self, object: ObjectId, _release: Release) {
        let steps = self.trace.steps.len() as u32;
        let found = self.trace.objects.binary_search_by_key(&object, |object| object.id);
        if let Ok(index) = found {
            self.trace.objects[index].released = Some(steps);
        }
    }

    fn memory(&self) -> u64 {
        let parts = &self.trace;
        (parts.bulk_bytes.capacity()
            + parts.steps.capacity() * size_of::<Step>()
            + parts.accesses.capacity() * size_of::<Access>()
            + parts.guards.capacity() * size_of::<crate::AddressGuard>()
            + parts.contexts.capacity() * 2 * size_of::<LoopContext>()) as u64
    }
}
