//! The trace as users see it: several atomic steps of one source statement are one.
//!
//! Steps belong together when they follow each other, come from the same statement of the same call in the
//! same loop iteration, and no decision lies between them. What a library function does inside belongs to the
//! statement that called it.

use rustc_hash::FxHashMap;
use whydunit_interp::{BulkSource, Cell, CellObject, ObjectId};
use whydunit_program::{
    IntKind, PlaceBase, Program, SourceStmtId, StmtKind, Type, TypeId, bit_field_path, range_path,
};
use whydunit_source::Span;

use crate::names::object_name;
use crate::values::bytes_text;
use crate::{
    Access, BulkWrite, ErrorTrace, Frame, Step, StepIndex, StepKind, TraceObject, cell_name,
};

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
                if ty.is_none() {
                    let step = trace.step(index);
                    return Some(match assigned_place(program, trace, step, bulk.size) {
                        Some((name, ty)) => (name, bytes_text(program, trace, ty, bulk)),
                        None => {
                            let whole = bulk.offset == 0 || bulk.size == object.info.size;
                            let part =
                                format!("[{}..{}]", bulk.offset, bulk.offset + bulk.size - 1);
                            let name = if whole { name } else { format!("{name}{part}") };
                            (name, untyped_text(program, trace, bulk))
                        }
                    });
                }
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
    pub fn named_writes(&self, program: &Program, trace: &ErrorTrace) -> Vec<NamedWrite> {
        let mut writes: Vec<NamedWrite> = Vec::new();
        let mut position: FxHashMap<String, usize> = FxHashMap::default();
        for &index in &self.steps {
            let step = trace.step(index);
            for access in trace.writes(step).iter().copied() {
                if is_inside_library(program, trace, &access) {
                    continue;
                }
                let Some(write) = named_write(program, trace, step, access) else { continue };
                match position.get(&write.name) {
                    Some(&known) => writes[known] = write,
                    None => {
                        position.insert(write.name.clone(), writes.len());
                        writes.push(write);
                    }
                }
            }
        }
        writes
    }
}

/// A cell that a statement set, as users name it.
#[derive(Clone, Debug)]
pub struct NamedWrite {
    pub name: String,
    /// How to read the bits, where that is known.
    pub ty: Option<TypeId>,
    pub access: Access,
}

fn named_write(
    program: &Program,
    trace: &ErrorTrace,
    step: &Step,
    access: Access,
) -> Option<NamedWrite> {
    if let Some(object) = untyped_object(trace, access.cell.object) {
        if let Some((name, ty)) = assigned_place(program, trace, step, u64::from(access.cell.size))
        {
            return Some(NamedWrite { name, ty: Some(ty), access });
        }
        if access.cell.size == 1 {
            let name = format!("{}[{}]", object_name(program, object), access.cell.offset);
            return Some(NamedWrite { name, ty: byte_type(program), access });
        }
    }
    let name = cell_name(program, trace, access.cell)?;
    Some(NamedWrite { name, ty: cell_type(program, trace, &access), access })
}

/// The object of a cell if it has no declared type: it came from the heap.
fn untyped_object(trace: &ErrorTrace, object: CellObject) -> Option<&TraceObject> {
    let CellObject::Memory(id) = object else { return None };
    trace.object(id).filter(|object| object.info.ty.is_none())
}

/// Text and type of the place of `size` bytes that a user's statement assigns to. What has no
/// declared name is best called what the statement calls it.
fn assigned_place(
    program: &Program,
    trace: &ErrorTrace,
    step: &Step,
    size: u64,
) -> Option<(String, TypeId)> {
    if trace.frames.get(step.frame as usize).is_none_or(|frame| frame.is_library) {
        return None;
    }
    let place = match &program.stmt_at(step.point)?.kind {
        StmtKind::Assign { place, .. }
        | StmtKind::Zero { place }
        | StmtKind::Copy { to: place, .. }
        | StmtKind::VaArg { place, .. }
        | StmtKind::Call { dest: Some(place), .. } => place,
        _ => return None,
    };
    let text = program.sources.text(place.span);
    let is_readable = matches!(place.base, PlaceBase::Deref(_))
        && program.types.size_of(place.ty) == Some(size)
        && place.span != step.span
        && !text.is_empty()
        && !text.contains('\n');
    is_readable.then(|| (text.to_owned(), place.ty))
}

/// The type to show the bytes of a string in.
fn byte_type(program: &Program) -> Option<TypeId> {
    let of = |signed| program.types.lookup(&Type::Int(IntKind { bits: 8, signed }));
    of(true).or_else(|| of(false))
}

/// Bytes of an object without a type.
fn untyped_text(program: &Program, trace: &ErrorTrace, bulk: &BulkWrite) -> String {
    let bytes = trace.bytes_of(bulk);
    let whole = bytes.len() as u64 == bulk.size;
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r');
    match byte_type(program) {
        _ if whole && end == 0 => "all bytes 0".into(),
        Some(ty) if end > 0 && bytes[..end].iter().all(is_text) => {
            bytes_text(program, trace, ty, bulk)
        }
        _ if bulk.size == 1 => "1 byte".into(),
        _ => format!("{} bytes", bulk.size),
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
fn cell_type(program: &Program, trace: &ErrorTrace, access: &Access) -> Option<TypeId> {
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
