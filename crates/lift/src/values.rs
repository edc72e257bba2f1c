//! What a run was given and what its failing step looked at, as a person would say it.

mod input_tree;

use whydunit_interp::{Cell, CellObject, InputRecord, ObjectKind};
use whydunit_program::{CheckKind, Expr, ExprKind, Program, Type};
use whydunit_report::{CellReport, InputReport, WriteReport};
use whydunit_trace::{
    CellIdentity, ErrorTrace, SourceStep, StepIndex, Writes, cell_name, cell_type, value_text,
    with_arrows,
};

pub(crate) use input_tree::{Group, grouped};

/// The inputs of a run; strings, arrays and records as one.
pub fn inputs(
    program: &Program,
    records: &[InputRecord],
    trace: Option<&ErrorTrace>,
) -> Vec<InputReport> {
    let records: Vec<&InputRecord> = records.iter().collect();
    let report = |Group { name, value, first, .. }: Group<'_>| InputReport {
        name,
        value,
        origin: first.origin.name(),
        external: first.origin.is_external(),
        file: program.sources.file(first.span.file).name().to_string(),
        line: program.sources.line_column(first.span).line,
    };
    grouped(program, trace, &records).into_iter().map(report).collect()
}

/// Inputs go by the variable that received them, where there is one.
pub(crate) fn input_name(record: &InputRecord) -> String {
    with_arrows(record.variable.as_ref().unwrap_or(&record.name))
}

/// What the statement set, as a person would say it: inputs first.
pub(crate) fn step_writes(
    program: &Program,
    trace: &ErrorTrace,
    writes: &mut Writes<'_>,
    step: &SourceStep,
) -> Vec<WriteReport> {
    let records = step.steps.iter().flat_map(|&index| trace.inputs_of(trace.step(index)));
    let records: Vec<&InputRecord> = records.collect();
    let received = grouped(program, Some(trace), &records);
    let ends: Vec<&String> = received.iter().filter_map(|group| group.next.as_ref()).collect();
    let mut set = writes.of(step);
    // That a text has an end goes without saying.
    set.retain(|set| set.value != "0" || !ends.contains(&&set.name));
    let received = received.into_iter().map(|group| {
        let frame = depth_of(trace, group.first.cell.object);
        let cell = CellIdentity::of(program, trace, group.first.cell).map(cell_report);
        WriteReport { name: group.name, value: group.value, cell, frame }
    });
    let set = set.into_iter();
    let set = set.map(|set| WriteReport {
        name: set.name,
        value: set.value,
        cell: Some(cell_report(set.cell)),
        frame: set.depth,
    });
    received.chain(set).collect()
}

fn cell_report(cell: CellIdentity) -> CellReport {
    CellReport { object: cell.object, path: cell.path }
}

/// The depth of the call that a variable belongs to.
fn depth_of(trace: &ErrorTrace, object: CellObject) -> Option<u32> {
    let frame = match object {
        CellObject::Register { frame, .. } => frame,
        CellObject::Memory(id) => match trace.object(id)?.info.kind {
            ObjectKind::Local { frame, .. } | ObjectKind::Vla { frame, .. } => frame,
            _ => return None,
        },
    };
    trace.frames.get(frame as usize).map(|frame| frame.depth)
}

/// A number that a value is compared with, as its type would have it written: `RED`, `'a'`.
pub(crate) fn case_label(program: &Program, value: &Expr, number: i128) -> String {
    let mut value = value;
    while let ExprKind::Cast(inner) = &value.kind {
        value = inner;
    }
    let has_names = match program.types.get(value.ty) {
        Type::Enum(_) => true,
        Type::Int(kind) => kind.bits == 8,
        _ => false,
    };
    if !has_names {
        return number.to_string();
    }
    let text = value_text(program, None, value.ty, number as u64);
    // A character without its number.
    text.split_once(" '").map_or(text.clone(), |(_, character)| format!("'{character}"))
}

/// Values that the failing step read, by the names that the user knows; what a library function reads is not among them.
pub fn read_by_failing_step(program: &Program, trace: &ErrorTrace) -> Vec<WriteReport> {
    let Some(step) = trace.steps.last() else { return Vec::new() };
    if trace.frames.get(step.frame as usize).is_none_or(|frame| frame.is_library) {
        return Vec::new();
    }
    let last = StepIndex(trace.steps.len() as u32 - 1);
    let mut writes = Writes::new(program, trace);
    writes.go_to(last);
    let mut values: Vec<WriteReport> = Vec::new();
    // What was found there says nothing where no value was ever given.
    let subject = trace.failure.subject.filter(|_| trace.failure.kind == CheckKind::Uninit);
    let is_unset = |cell: Cell| {
        subject.is_some_and(|subject| {
            let (start, end) = (subject.offset, subject.offset + subject.size);
            let (first, last) = (u64::from(cell.offset), u64::from(cell.offset + cell.size));
            subject.object == cell.object && start < last && first < end
        })
    };
    for access in trace.reads(step) {
        if is_unset(access.cell) {
            continue;
        }
        let Some(ty) = cell_type(program, trace, access.cell) else { continue };
        let Some(name) = cell_name(program, trace, access.cell) else { continue };
        // The characters of a literal are there to be seen.
        if !name.starts_with('"') && values.iter().all(|known| known.name != name) {
            let value = writes.cell_text(last, access.cell, ty, access.bits);
            let frame = depth_of(trace, access.cell.object);
            // What an input pointer points to is called by the pointer.
            if name != value {
                let cell = CellIdentity::of(program, trace, access.cell).map(cell_report);
                values.push(WriteReport { name, value, cell, frame });
            }
        }
    }
    values
}
