//! Where else might a store through a pointer have gone?
//!
//! `*p = 1` wrote a known object; that it was *this* one depended on `p`. Where `p` was *chosen* along the run, the store might have gone to any other object that `p` may point to, and what
//! did not happen there may matter. A pointer is chosen if its value came
//! - out of `c ? a : b`, or out of an array by an index that was computed, or through a pointer that was chosen or moved inside of its object (`q = &d[i]; *q`);
//! - from a function that a pointer called;
//! - from a statement inside of a branch whose arms have joined since: another arm may have set it to something else, or left it alone;
//! - past a join of arms of which another one may have set it.
//!
//! A pointer that leads to the store in one way only (`p = &y; *p = 1`, `set(&y)`) is none: which variable is written there stands in the text, as it does in `y = 1`.
//! What a chosen pointer may point to is said by the program as a whole ([`crate::pointees`]).
//!
//! Cost: linear in the trace.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::{BulkSource, Cell, CellObject, ObjectId, ObjectKind};
use whydunit_program::{
    Callee, ExprKind, GlobalId, LocalId, Point, Program, Projection, StmtKind, TerminatorKind,
};

use crate::pointees::{Pointees, Site, Sites};
use crate::{
    Access, ErrorTrace, GuardKind, MayAssign, Scalar, Step, StepIndex, StepKind, TraceObject,
};

/// Which steps might have written other objects, and which objects those are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    /// Index in `sets`, by step.
    by_step: FxHashMap<u32, u32>,
    sets: Vec<Sites>,
}

impl ErrorTrace {
    /// Did the step store through a pointer that was chosen? Then it might have written another object.
    pub fn is_aimed(&self, step: usize) -> bool {
        self.targets.by_step.contains_key(&(step as u32))
    }

    /// Might the step have written this object, had a pointer been chosen otherwise? Only what existed then.
    pub fn may_hit(&self, step: usize, object: &TraceObject) -> bool {
        let Some(&set) = self.targets.by_step.get(&(step as u32)) else { return false };
        let number = step as u32;
        let exists = object.created <= number && object.released.is_none_or(|steps| number < steps);
        exists && self.targets.sets[set as usize].contains(&self.site_of(object))
    }

    fn site_of(&self, object: &TraceObject) -> Site {
        match object.info.kind {
            ObjectKind::Global(id) => Site::Global(id),
            ObjectKind::Local { function, local, .. } => Site::Local(function, local),
            ObjectKind::Heap { .. } | ObjectKind::Vla { .. } | ObjectKind::Alloca { .. } => {
                let maker = object.created.checked_sub(1);
                let maker = maker.and_then(|step| self.steps.get(step as usize));
                maker.map_or(Site::Outside, |step| Site::Block(step.point))
            }
            _ => Site::Outside,
        }
    }
}

/// Finds the targets of all stores of a trace.
pub(crate) fn find(program: &Program, trace: &ErrorTrace) -> Targets {
    let aimed = Choices::new(program, trace).aimed();
    let mut targets = Targets::default();
    if aimed.is_empty() {
        return targets;
    }
    let pointees = Pointees::new(program);
    let mut known: FxHashMap<Point, u32> = FxHashMap::default();
    for step in aimed {
        let point = trace.steps[step].point;
        let set = *known.entry(point).or_insert_with(|| {
            targets.sets.push(pointees.written_at(point));
            targets.sets.len() as u32 - 1
        });
        targets.by_step.insert(step as u32, set);
    }
    targets
}

/// How a pointer got into a cell.
#[derive(Clone, Copy, Debug)]
struct Origin {
    step: u32,
    scope: Option<StepIndex>,
    is_chosen: bool,
    /// Where it points to in its object was computed: what object that is, is as before, but not what is found there.
    is_moved: bool,
}

/// Storage that a arm of a branch may assign as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Class {
    Local(u32, LocalId),
    Global(GlobalId),
    /// Pointers that pointers reach.
    Memory,
}

/// A walk along the trace that knows of every pointer whether it was chosen.
struct Choices<'t> {
    program: &'t Program,
    trace: &'t ErrorTrace,
    registers: FxHashMap<(u32, LocalId), Origin>,
    memory: FxHashMap<ObjectId, BTreeMap<u32, Origin>>,
    /// Branches whose arms have joined.
    joined: FxHashSet<StepIndex>,
    /// The latest of these whose other arms may assign a class.
    latest: FxHashMap<Class, u32>,
    /// Is there a choice in the statement itself, and does it move pointers?
    chooses: FxHashMap<Point, (bool, bool)>,
}

impl<'t> Choices<'t> {
    fn new(program: &'t Program, trace: &'t ErrorTrace) -> Choices<'t> {
        Choices {
            program,
            trace,
            registers: FxHashMap::default(),
            memory: FxHashMap::default(),
            joined: FxHashSet::default(),
            latest: FxHashMap::default(),
            chooses: FxHashMap::default(),
        }
    }

    /// The steps that store through a chosen pointer.
    fn aimed(mut self) -> Vec<usize> {
        let trace = self.trace;
        let mut aimed = Vec::new();
        for (index, step) in trace.steps.iter().enumerate() {
            if let StepKind::ScopeEnd(end) = step.kind {
                self.join(end.branch);
                continue;
            }
            let chosen: Vec<&Access> =
                trace.reads(step).iter().filter(|read| self.is_chosen_here(step, read)).collect();
            if self.writes_through(step, &chosen) {
                aimed.push(index);
            }
            let (chooses, moves) = self.chooses(step.point);
            let is_chosen = !chosen.is_empty() || chooses || self.is_called_by_pointer(step.frame);
            let is_moved = moves || trace.reads(step).iter().any(|read| self.is_moved(read));
            self.keep_writes(index, step, (is_chosen, is_moved));
        }
        aimed
    }

    fn join(&mut self, branch: StepIndex) {
        let step = self.trace.step(branch);
        self.joined.insert(branch);
        let StepKind::Branch { others, .. } = step.kind else { return };
        for place in &self.trace.arms[others as usize] {
            let class = match *place {
                MayAssign::Local { local, .. } => Class::Local(step.frame, local),
                MayAssign::Global { global, .. } => Class::Global(global),
                MayAssign::Pointee(Scalar::Pointer) | MayAssign::Memory => Class::Memory,
                MayAssign::Pointee(_) => continue,
            };
            let latest = self.latest.entry(class).or_default();
            *latest = branch.0.max(*latest);
        }
    }

    /// The object that an access was given the address of.
    fn pointed(&self, access: &Access) -> Option<&'t TraceObject> {
        let width = self.program.types.target().pointer_bytes();
        if u64::from(access.cell.size) != width || access.bits == 0 {
            return None;
        }
        self.trace.locate(access.bits).map(|(object, _)| object)
    }

    /// Is what the step read there a pointer that was chosen?
    fn is_chosen_here(&self, step: &Step, read: &Access) -> bool {
        if self.pointed(read).is_none() {
            return false;
        }
        let is_indexed = matches!(read.cell.object, CellObject::Memory(_))
            && self.trace.guards(step).iter().any(|guard| guard.kind == GuardKind::Index);
        is_indexed || self.is_chosen(read.cell) || self.is_found_by_choice(step, read.cell)
    }

    /// Was the cell found through a pointer that was chosen, or moved inside of the object?
    fn is_found_by_choice(&self, step: &Step, cell: Cell) -> bool {
        let CellObject::Memory(id) = cell.object else { return false };
        let leads_there = |read: &&Access| self.pointed(read).is_some_and(|found| found.id == id);
        let mut ways = self.trace.reads(step).iter().filter(leads_there);
        ways.any(|way| way.cell != cell && (self.is_moved(way) || self.is_chosen(way.cell)))
    }

    fn is_moved(&self, read: &Access) -> bool {
        self.pointed(read).is_some() && self.origin(read.cell).is_some_and(|origin| origin.is_moved)
    }

    fn origin(&self, cell: Cell) -> Option<&Origin> {
        match cell.object {
            CellObject::Register { frame, local } => self.registers.get(&(frame, local)),
            CellObject::Memory(id) => {
                self.memory.get(&id).and_then(|cells| cells.get(&cell.offset))
            }
        }
    }

    /// Did a pointer decide which function this is?
    fn is_called_by_pointer(&self, frame: u32) -> bool {
        let call = self.trace.frames.get(frame as usize).and_then(|frame| frame.call);
        let point = call.map(|call| self.trace.step(call).point);
        let stmt = point.and_then(|point| self.program.stmt_at(point)).map(|stmt| &stmt.kind);
        matches!(stmt, Some(StmtKind::Call { callee: Callee::Pointer(_), .. }))
    }

    fn is_chosen(&self, cell: Cell) -> bool {
        let origin = self.origin(cell);
        let classes = match cell.object {
            CellObject::Register { frame, local } => [Some(Class::Local(frame, local)), None],
            CellObject::Memory(id) => {
                let kind = self.trace.object(id).map(|object| &object.info.kind);
                let variable = match kind {
                    Some(ObjectKind::Local { frame, local, .. }) => {
                        Some(Class::Local(*frame, *local))
                    }
                    Some(ObjectKind::Global(global)) => Some(Class::Global(*global)),
                    _ => None,
                };
                [variable, Some(Class::Memory)]
            }
        };
        let since = origin.map_or(0, |origin| origin.step);
        let passes_join = |class: &Class| self.latest.get(class).is_some_and(|&at| at >= since);
        let is_of_side = origin.is_some_and(|origin| {
            origin.is_chosen || origin.scope.is_some_and(|scope| self.joined.contains(&scope))
        });
        is_of_side || classes.iter().flatten().any(passes_join)
    }

    /// Does the step write what one of these pointers points to, or choose in its own text where to write?
    fn writes_through(&mut self, step: &Step, chosen: &[&Access]) -> bool {
        let trace = self.trace;
        let scalars = trace.writes(step).iter().filter_map(|access| match access.cell.object {
            CellObject::Memory(id) => Some(id),
            CellObject::Register { .. } => None,
        });
        let runs = trace.bulk_writes(step).iter().map(|bulk| bulk.object);
        let written: Vec<ObjectId> = scalars.chain(runs).collect();
        if written.is_empty() {
            return false;
        }
        let mut pointed = chosen.iter().filter_map(|read| self.pointed(read));
        pointed.any(|object| written.contains(&object.id)) || self.chooses_target(step.point)
    }

    /// Does the statement choose by `? :` where it stores?
    fn chooses_target(&self, point: Point) -> bool {
        let kind = self.program.stmt_at(point).map(|stmt| &stmt.kind);
        let place = kind.and_then(StmtKind::destination);
        let is_choice = |place: &whydunit_program::Place| {
            place.operands().any(|part| part.any(&mut |part| self.is_choice(part)))
        };
        match kind {
            Some(StmtKind::Call { args, .. }) if self.is_intrinsic(point) => {
                args.iter().any(|arg| arg.any(&mut |part| self.is_choice(part)))
                    || place.is_some_and(is_choice)
            }
            _ => place.is_some_and(is_choice),
        }
    }

    fn is_intrinsic(&self, point: Point) -> bool {
        match self.program.stmt_at(point).map(|stmt| &stmt.kind) {
            Some(StmtKind::Call { callee: Callee::Direct(id), .. }) => {
                matches!(self.program.function(*id).body, whydunit_program::Body::Intrinsic(_))
            }
            _ => false,
        }
    }

    fn is_choice(&self, expr: &whydunit_program::Expr) -> bool {
        let is_pointer = self.program.types.pointee(expr.ty).is_some();
        is_pointer && matches!(expr.kind, ExprKind::Cond(..))
    }

    /// Does an expression compute where in an object its value points to?
    fn is_move(&self, expr: &whydunit_program::Expr) -> bool {
        match &expr.kind {
            ExprKind::PtrAdd(..) => true,
            ExprKind::AddrOf(place) => place.path.iter().any(|projection| match projection {
                Projection::Index(index) => index.as_int().is_none(),
                Projection::Field(_) => false,
            }),
            _ => false,
        }
    }

    /// Is there a choice among pointers in the step's own text? Does it move a pointer?
    fn chooses(&mut self, point: Point) -> (bool, bool) {
        if let Some(&known) = self.chooses.get(&point) {
            return known;
        }
        let any = |wanted: &mut dyn FnMut(&whydunit_program::Expr) -> bool| match self
            .program
            .stmt_at(point)
        {
            Some(stmt) => stmt.kind.operands().any(|part| part.any(&mut *wanted)),
            None => match &self.program.terminator_at(point).kind {
                TerminatorKind::Return(Some(value)) => value.any(&mut *wanted),
                _ => false,
            },
        };
        let found = (any(&mut |part| self.is_choice(part)), any(&mut |part| self.is_move(part)));
        self.chooses.insert(point, found);
        found
    }

    fn keep_writes(&mut self, index: usize, step: &Step, (is_chosen, is_moved): (bool, bool)) {
        let trace = self.trace;
        let origin = Origin { step: index as u32, scope: step.scope, is_chosen, is_moved };
        for access in trace.writes(step) {
            let is_pointer = self.pointed(access).is_some();
            self.set(access.cell, is_pointer.then_some(origin));
        }
        for bulk in trace.bulk_writes(step) {
            let BulkSource::Copy { object, offset } = bulk.source else { continue };
            let range = offset as u32..(offset + bulk.size) as u32;
            let cells =
                self.memory.get(&object).into_iter().flat_map(|cells| cells.range(range.clone()));
            let copied: Vec<(u32, Origin)> = cells.map(|(&at, &from)| (at, from)).collect();
            for (at, from) in copied {
                let source = Cell::memory(object, at, 8);
                let is_chosen = from.is_chosen || is_chosen || self.is_chosen(source);
                let at = at - offset as u32 + bulk.offset as u32;
                let is_moved = from.is_moved || is_moved;
                let origin = Origin { is_chosen, is_moved, ..origin };
                self.memory.entry(bulk.object).or_default().insert(at, origin);
            }
        }
    }

    fn set(&mut self, cell: Cell, origin: Option<Origin>) {
        match (cell.object, origin) {
            (CellObject::Register { frame, local }, Some(origin)) => {
                self.registers.insert((frame, local), origin);
            }
            (CellObject::Register { frame, local }, None) => {
                self.registers.remove(&(frame, local));
            }
            (CellObject::Memory(id), Some(origin)) => {
                self.memory.entry(id).or_default().insert(cell.offset, origin);
            }
            (CellObject::Memory(id), None) => {
                if let Some(cells) = self.memory.get_mut(&id) {
                    cells.remove(&cell.offset);
                }
            }
        }
    }
}
