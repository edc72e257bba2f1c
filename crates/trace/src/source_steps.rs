//! The trace as users see it: several atomic steps of one source statement are one.
//!
//! Steps belong together when they follow each other, come from the same statement of the same call in the
//! same loop iteration, and no decision lies between them. What a library function does inside belongs to the
//! statement that called it.

use rustc_hash::FxHashMap;
use whydunit_interp::{BulkSource, Cell, CellObject, ObjectId};
use whydunit_program::{Program, SourceStmtId, TypeId, bit_field_path, range_path};
use whydunit_source::Span;

use crate::names::object_name;
use crate::values::bytes_text;
use crate::{Access, ErrorTrace, Frame, Step, StepIndex, StepKind, cell_name};

/// A source statement as it was executed once.
#[derive(Clone, Debug)]
pub struct SourceStep {
    /// The atomic steps, in order.
    pub steps: Vec<StepIndex>,
    pub kind: StepKind,
    pub span: Span,
    pub source: SourceStmtId,
    /// The *user* frame it belongs to.
    pub frame: u32,
}

/// Groups all steps but scope ends and the set-up of `argv`, which are nothing a user executes.
pub fn source_steps(program: &Program, trace: &ErrorTrace) -> Vec<SourceStep> {
    let mut grouped: Vec<SourceStep> = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let sets_the_scene = index < trace.first_executed() && step.kind == StepKind::Assign;
        if matches!(step.kind, StepKind::ScopeEnd(_)) || sets_the_scene {
            continue;
        }
        let frame = user_frame(trace, step);
        let in_library = trace.frames.get(step.frame as usize).is_some_and(|f| f.is_library);
        let joins = grouped.last().is_some_and(|last| {
            last.source == step.source
                && last.frame == frame
                && last.span.file == step.span.file
                && !matches!(last.kind, StepKind::Return)
                && (in_library || !decides(last, trace))
                && (!is_start_input(last, trace) || last.span == step.span)
                && same_iteration(trace, last, step, in_library)
        });
        if joins {
            let last = grouped.last_mut().expect("a step to join was just seen");
            last.steps.push(StepIndex(index as u32));
            if !in_library {
                last.kind = stronger(last.kind, step.kind);
            }
        } else {
            let kind = if in_library { StepKind::Other } else { step.kind };
            // The whole statement, not the part that this atomic step came from.
            let is_start_input = index < trace.first_executed();
            let span =
                if is_start_input { step.span } else { program.source_stmt(step.source).span };
            let steps = vec![StepIndex(index as u32)];
            grouped.push(SourceStep { steps, kind, span, source: step.source, frame });
        }
    }
    grouped
}

impl SourceStep {
    /// Runs of bytes that the statement set at once, each with its name and its value as text.
    pub fn named_bulk_writes(
        &self,
        program: &Program,
        trace: &ErrorTrace,
    ) -> Vec<(String, String)> {
        let writes = self.steps.iter().flat_map(|&index| {
            trace.bulk_writes(trace.step(index)).iter().map(move |bulk| (index, bulk))
        });
        writes
            .filter_map(|(index, bulk)| {
                // An initialiser clears the object, then sets its members: the members tell.
                let clears = bulk.source == BulkSource::Fill(0);
                if clears && self.writes_after(trace, index, bulk.object) {
                    return None;
                }
                let cell = Cell::memory(bulk.object, bulk.offset as u32, bulk.size as u32);
                if is_inside_library(program, trace, &Access { cell, bits: 0 }) {
                    return None;
                }
                let object = trace.object(bulk.object)?;
                let name = object_name(program, object);
                let ty = object.info.ty;
                let part = ty.and_then(|ty| range_path(&program.types, ty, bulk.offset, bulk.size));
                Some(match part {
                    Some((path, part)) => {
                        let value = bytes_text(program, trace, part, bulk);
                        (format!("{name}{path}"), value)
                    }
                    None => (cell_name(program, trace, cell)?, format!("{} bytes", bulk.size)),
                })
            })
            .collect()
    }

    fn writes_after(&self, trace: &ErrorTrace, index: StepIndex, object: ObjectId) -> bool {
        let later = self.steps.iter().filter(|&&later| later > index).map(|&i| trace.step(i));
        later.into_iter().any(|step| {
            let is_it = |cell: CellObject| cell == CellObject::Memory(object);
            trace.writes(step).iter().any(|access| is_it(access.cell.object))
                || trace.bulk_writes(step).iter().any(|bulk| bulk.object == object)
        })
    }

    /// Cells with names that the statement set, each once, with its last value. Inputs are not among
    /// them: see [`ErrorTrace::inputs_of`].
    pub fn named_writes(&self, program: &Program, trace: &ErrorTrace) -> Vec<(String, Access)> {
        let mut writes: Vec<(String, Access)> = Vec::new();
        let mut position: FxHashMap<String, usize> = FxHashMap::default();
        for &index in &self.steps {
            let step = trace.step(index);
            for access in trace.writes(step).iter().copied() {
                if is_inside_library(program, trace, &access) {
                    continue;
                }
                let Some(name) = cell_name(program, trace, access.cell) else { continue };
                match position.get(&name) {
                    Some(&known) => writes[known].1 = access,
                    None => {
                        position.insert(name.clone(), writes.len());
                        writes.push((name, access));
                    }
                }
            }
        }
        writes
    }
}

/// Variables of library functions are nobody's business.
fn is_inside_library(program: &Program, trace: &ErrorTrace, access: &Access) -> bool {
    let library = |frame: u32| trace.frames.get(frame as usize).is_some_and(|f| f.is_library);
    match access.cell.object {
        CellObject::Register { frame, .. } => library(frame),
        CellObject::Memory(id) => match trace.object(id).map(|object| &object.info.kind) {
            Some(whydunit_interp::ObjectKind::Local { frame, .. }) => library(*frame),
            Some(whydunit_interp::ObjectKind::Global(id)) => {
                let span = program.global(*id).span;
                !program.sources.file(span.file).is_user()
            }
            _ => false,
        },
    }
}

/// The type a cell has, where it is known: of a variable or of a part of a typed object.
pub fn cell_type(program: &Program, trace: &ErrorTrace, access: &Access) -> Option<TypeId> {
    let (ty, offset) = match access.cell.object {
        CellObject::Register { frame, local } => {
            let frame: &Frame = trace.frames.get(frame as usize)?;
            let local = program.function(frame.function).locals.get(local.index())?;
            (local.ty, 0)
        }
        CellObject::Memory(id) => (trace.object(id)?.info.ty?, u64::from(access.cell.offset)),
    };
    if let Some((first, width)) = access.cell.bits {
        let bit = offset * 8 + u64::from(first);
        return bit_field_path(&program.types, ty, bit, width).map(|(_, ty)| ty);
    }
    program.types.part_at(ty, offset, u64::from(access.cell.size))
}

fn user_frame(trace: &ErrorTrace, step: &Step) -> u32 {
    let mut frame = step.frame;
    while let Some(info) = trace.frames.get(frame as usize).filter(|info| info.is_library) {
        match info.caller {
            Some(caller) => frame = caller,
            None => break,
        }
    }
    frame
}

fn decides(last: &SourceStep, trace: &ErrorTrace) -> bool {
    matches!(last.kind, StepKind::Branch { .. }) || calls_user_code(last.kind, trace)
}

fn calls_user_code(kind: StepKind, trace: &ErrorTrace) -> bool {
    match kind {
        StepKind::Call { callee } => {
            trace.frames.get(callee as usize).is_some_and(|frame| !frame.is_library)
        }
        _ => false,
    }
}

fn is_start_input(last: &SourceStep, trace: &ErrorTrace) -> bool {
    last.steps.last().is_some_and(|index| index.index() < trace.first_executed())
}

fn same_iteration(trace: &ErrorTrace, last: &SourceStep, step: &Step, in_library: bool) -> bool {
    let own = |index: &&StepIndex| trace.step(**index).frame == last.frame;
    let before = last.steps.iter().rev().find(own);
    in_library || before.is_none_or(|&index| trace.step(index).context == step.context)
}

/// What a group is called: the most telling of its steps.
fn stronger(left: StepKind, right: StepKind) -> StepKind {
    let rank = |kind: StepKind| match kind {
        StepKind::Other | StepKind::ScopeEnd(_) => 0,
        StepKind::Assume => 1,
        StepKind::Assign => 2,
        StepKind::Call { .. } => 3,
        StepKind::Input => 4,
        StepKind::Return => 5,
        StepKind::Branch { .. } => 6,
        StepKind::Check(_) => 7,
    };
    if rank(right) >= rank(left) { right } else { left }
}
