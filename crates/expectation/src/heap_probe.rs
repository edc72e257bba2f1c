//! Looks at the heap of a run before some of its steps, or at its end.
//!
//! Which locals count is found out here: one whose scope has ended has no value, and a temporary counts only where it is still read.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::{
    Cell, CellObject, Counts, Detail, FinalState, Heap, ObjectId, ObjectInfo, Observer,
};
use whydunit_program::{FunctionId, LocalId, LocalRole, Point, Program, Stmt, StmtKind};

use crate::live::Live;
use crate::record::Execution;

/// What a look at the heap is told: the heap, before which step, which registers count.
type Look<'l> = dyn FnMut(&Heap<'_>, u64, Counts<'_>) + 'l;

/// Looks at the heap before some steps, or at the end.
pub(crate) struct Probe<'p, F> {
    program: &'p Program,
    /// Ascending; none: at the end.
    wanted: Vec<u64>,
    look: F,
    pub(crate) seen: RefCell<Seen>,
    live: RefCell<FxHashMap<FunctionId, Live<'p>>>,
    is_over: bool,
    pub(crate) watched: Option<ObjectId>,
    /// Of the block that is watched: the number of the step that allocated it, and the call.
    pub(crate) allocated: Option<(u64, Execution)>,
}

#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) steps: u64,
    pub(crate) counts: FxHashMap<Point, u64>,
    /// The frames: number, function, the statement that it is at.
    stack: Vec<(u32, FunctionId, Option<Execution>)>,
    /// As it was at the last look.
    pub(crate) shown_stack: Vec<(Execution, FunctionId, u32)>,
    /// Locals without a value: out of scope, or not set yet.
    unset: FxHashSet<(u32, LocalId)>,
}

impl<'p, F: FnMut(&Heap<'_>, u64, Counts<'_>)> Probe<'p, F> {
    pub(crate) fn new(program: &'p Program, wanted: Vec<u64>, look: F) -> Probe<'p, F> {
        Probe {
            program,
            wanted,
            look,
            seen: RefCell::default(),
            live: RefCell::default(),
            is_over: false,
            watched: None,
            allocated: None,
        }
    }
}

impl<F: FnMut(&Heap<'_>, u64, Counts<'_>)> Observer for Probe<'_, F> {
    const DETAIL: Detail = Detail::Everything;

    fn step(&mut self, point: Point, frame: u32) {
        let seen = self.seen.get_mut();
        seen.steps += 1;
        let count = seen.counts.entry(point).or_insert(0);
        *count += 1;
        let execution = Execution { point, occurrence: *count };
        if let Some((_, _, at)) = seen.stack.last_mut() {
            *at = Some(execution);
        }
        if let Some(Stmt { kind: StmtKind::Live { local } | StmtKind::Dead { local }, .. }) =
            self.program.stmt_at(point)
        {
            // Its value is there until the step is done, and nothing asks in between.
            seen.unset.insert((frame, *local));
        }
    }

    fn write(&mut self, cell: Cell, _: u64) {
        if let CellObject::Register { frame, local } = cell.object {
            self.seen.get_mut().unset.remove(&(frame, local));
        }
    }

    fn enter(&mut self, frame: u32, function: FunctionId, _: Option<Point>, _: Option<u32>) {
        self.seen.get_mut().stack.push((frame, function, None));
    }

    fn leave(&mut self, frame: u32) {
        let seen = self.seen.get_mut();
        seen.stack.pop();
        seen.unset.retain(|(of, _)| *of != frame);
    }

    fn allocate(&mut self, object: ObjectId, _: &ObjectInfo) {
        if self.watched == Some(object) {
            let seen = self.seen.get_mut();
            let call = seen.stack.last().and_then(|(_, _, at)| *at);
            self.allocated = call.map(|call| (seen.steps.saturating_sub(1), call));
        }
    }

    fn finished(&mut self, _: &FinalState<'_>) {
        self.is_over = true;
    }

    fn wants_heap(&mut self) -> bool {
        if self.is_over {
            return self.wanted.is_empty();
        }
        let step = self.seen.get_mut().steps - 1;
        self.wanted.binary_search(&step).is_ok()
    }

    fn heap(&mut self, heap: &Heap<'_>) {
        let is_over = self.is_over;
        {
            let seen = self.seen.get_mut();
            seen.shown_stack = seen
                .stack
                .iter()
                .rev()
                .filter_map(|(frame, function, at)| Some(((*at)?, *function, *frame)))
                .collect();
        }
        let (seen, live, program) = (&self.seen, &self.live, self.program);
        let counts = |frame: u32, function: FunctionId, local: LocalId| {
            let seen = seen.borrow();
            let body = program.function(function);
            if body.local(local).role != LocalRole::Temporary {
                return !seen.unset.contains(&(frame, local))
                    || is_ending(program, &seen, frame, local);
            }
            let Some(depth) = seen.stack.iter().position(|(of, ..)| *of == frame) else {
                return false;
            };
            let Some(at) = seen.stack[depth].2 else { return true };
            let mut live = live.borrow_mut();
            let live = live.entry(function).or_insert_with(|| Live::of(body));
            match depth + 1 == seen.stack.len() && !is_over {
                true => live.is_read_from(local, at.point),
                false => live.is_read_behind(local, at.point),
            }
        };
        let step = self.seen.borrow().steps.saturating_sub(1);
        let look: &mut Look<'_> = &mut self.look;
        look(heap, if is_over { step + 1 } else { step }, &counts);
    }
}

/// Is the step that comes now the one that ends the local? Before it the local still has its value.
fn is_ending(program: &Program, seen: &Seen, frame: u32, local: LocalId) -> bool {
    let Some((at, _, Some(execution))) = seen.stack.last() else { return false };
    let stmt = program.stmt_at(execution.point);
    *at == frame
        && matches!(stmt.map(|stmt| &stmt.kind), Some(StmtKind::Dead { local: ended }) if *ended == local)
}
