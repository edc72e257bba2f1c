//! What the steps of a trace assign, each thing as one: the unit that relevance judges.

use whydunit_interp::{Cell, CellObject};
use whydunit_program::{Body, Callee, Program, StmtKind, Type, TypeId};
use whydunit_trace::{ErrorTrace, StepKind};

use crate::number::{in_object, of_position};
use crate::run::SymbolicRun;
use crate::storage::Range;

/// Something that a step assigns as one: a variable, a parameter, a record, an input.
#[derive(Clone, PartialEq, Debug)]
pub struct Assignment {
    pub step: u32,
    pub cells: Vec<Cell>,
    /// The value is not the program's: position in [`ErrorTrace::inputs`].
    pub input: Option<u32>,
}

impl SymbolicRun {
    /// What a step assigns; see [`Assignment`].
    pub fn assignments(program: &Program, trace: &ErrorTrace, step: usize) -> Vec<Assignment> {
        let found = &trace.steps[step];
        let number = of_position(step);
        let mut list = Vec::new();
        for position in trace.input_positions(found) {
            let record = &trace.inputs[position];
            let is_address = matches!(program.types.get(record.ty), Type::Pointer(_));
            if !is_address {
                let input = Some(of_position(position));
                list.push(Assignment { step: number, cells: vec![record.cell], input });
            }
        }
        if step < trace.first_executed() || receives_input(program, trace, step) {
            return list;
        }
        let scalars = trace.writes(found).iter().map(|access| access.cell);
        let bulk = trace.bulk_writes(found).iter().filter(|bulk| bulk.size > 0);
        let runs = bulk
            .map(|bulk| Cell::memory(bulk.object, in_object(bulk.offset), in_object(bulk.size)));
        let cells: Vec<Cell> = scalars.chain(runs).collect();
        if let StepKind::Call { .. } = found.kind {
            let single = |cell| Assignment { step: number, cells: vec![cell], input: None };
            list.extend(cells.into_iter().map(single));
        } else if !cells.is_empty() {
            list.push(Assignment { step: number, cells, input: None });
        }
        list
    }
}

/// Is what the step writes the input that it takes?
fn receives_input(program: &Program, trace: &ErrorTrace, step: usize) -> bool {
    let found = &trace.steps[step];
    if trace.inputs_of(found).is_empty() {
        return false;
    }
    match program.stmt_at(found.point).map(|stmt| &stmt.kind) {
        Some(StmtKind::Input { .. }) => true,
        Some(StmtKind::Call { callee: Callee::Direct(callee), .. }) => {
            !matches!(program.function(*callee).body, Body::Blocks(_))
        }
        Some(StmtKind::Call { callee: Callee::Pointer(_), .. }) => {
            !matches!(found.kind, StepKind::Call { .. })
        }
        _ => false,
    }
}

/// The type of what lies in a range, where it is one scalar.
pub fn type_at(program: &Program, trace: &ErrorTrace, range: Range) -> Option<TypeId> {
    let ty = crate::names::cell_type(program, trace, range)?;
    program.types.is_scalar(ty).then_some(ty)
}

/// The type of what an assignment sets, where it is one scalar.
pub fn assigned_type(
    program: &Program,
    trace: &ErrorTrace,
    assignment: &Assignment,
) -> Option<TypeId> {
    if let Some(record) = assignment.input {
        return Some(trace.inputs[record as usize].ty);
    }
    let &[cell] = assignment.cells.as_slice() else { return None };
    let step = &trace.steps[assignment.step as usize];
    let parameter = |frame: u32, local: whydunit_program::LocalId| {
        let function = program.function(trace.frames[frame as usize].function);
        function.locals.get(local.index()).map(|local| local.ty)
    };
    match (step.kind, cell.object) {
        (StepKind::Call { .. }, CellObject::Register { frame, local }) => parameter(frame, local),
        (StepKind::Call { .. }, CellObject::Memory(id)) => match trace.object(id)?.info.kind {
            whydunit_interp::ObjectKind::Local { frame, local, .. } => parameter(frame, local),
            _ => None,
        },
        (StepKind::Return, _) => {
            let call = trace.frames[step.frame as usize].call?;
            match &program.stmt_at(trace.step(call).point)?.kind {
                StmtKind::Call { dest: Some(dest), .. } => Some(dest.ty),
                _ => None,
            }
        }
        _ => match &program.stmt_at(step.point)?.kind {
            StmtKind::Assign { place, .. }
            | StmtKind::Zero { place }
            | StmtKind::Input { place, .. }
            | StmtKind::VaArg { place, .. } => Some(place.ty),
            StmtKind::Call { dest: Some(dest), .. } => Some(dest.ty),
            _ => None,
        },
    }
    .filter(|&ty| program.types.is_scalar(ty))
}
