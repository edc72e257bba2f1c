//! Which member of each union was written last: the one that its bytes are shown as.
//!
//! A write tells by the type of the place that the statement assigns to, a copy takes over what was known of its source. Where nothing
//! is known, the first member counts.

use std::collections::BTreeMap;

use whydunit_interp::{BulkSource, Cell, CellObject, ObjectId};
use whydunit_program::{Field, Program, RecordId, StmtKind, Type, TypeId};

use crate::{BulkWrite, ErrorTrace, Step};

#[derive(Debug)]
pub(crate) struct UnionMembers {
    /// By the object and the offset that the union starts at.
    members: BTreeMap<(ObjectId, u64), usize>,
    exist: bool,
}

impl UnionMembers {
    pub(crate) fn new(program: &Program) -> UnionMembers {
        let mut records = (0..program.types.record_count()).map(|id| RecordId(id as u32));
        let exist = records.any(|id| program.types.record(id).is_union);
        UnionMembers { members: BTreeMap::new(), exist }
    }

    /// Are there unions at all?
    pub(crate) fn exist(&self) -> bool {
        self.exist
    }

    /// Index of the member of the union at an offset.
    pub(crate) fn member(&self, object: ObjectId, offset: u64) -> usize {
        self.members.get(&(object, offset)).copied().unwrap_or(0)
    }

    pub(crate) fn apply(&mut self, program: &Program, trace: &ErrorTrace, step: &Step) {
        for record in trace.inputs_of(step) {
            self.note(program, trace, record.cell, Some(record.ty));
        }
        for bulk in trace.bulk_writes(step) {
            self.take_over(bulk);
        }
        let ty = assigned_type(program, step);
        for access in trace.writes(step) {
            self.note(program, trace, access.cell, ty);
        }
    }

    fn take_over(&mut self, bulk: &BulkWrite) {
        let range = |object, offset: u64| (object, offset)..(object, offset + bulk.size);
        let taken: Vec<(u64, usize)> = match bulk.source {
            BulkSource::Fill(_) => Vec::new(),
            BulkSource::Copy { object, offset } => {
                let known = self.members.range(range(object, offset));
                known.map(|(&(_, at), &member)| (at - offset, member)).collect()
            }
        };
        let old: Vec<(ObjectId, u64)> =
            self.members.range(range(bulk.object, bulk.offset)).map(|(&key, _)| key).collect();
        for key in old {
            self.members.remove(&key);
        }
        self.members.extend(
            taken.into_iter().map(|(at, member)| ((bulk.object, bulk.offset + at), member)),
        );
    }

    fn note(&mut self, program: &Program, trace: &ErrorTrace, cell: Cell, ty: Option<TypeId>) {
        let CellObject::Memory(id) = cell.object else { return };
        let Some(object) = trace.object(id) else { return };
        let types = &program.types;
        let (mut part, mut start) = match (object.element_type(), object.info.ty) {
            (Some(elem), _) => {
                let each = types.size_of(elem).unwrap_or(0).max(1);
                (elem, u64::from(cell.offset) / each * each)
            }
            (None, Some(ty)) => (ty, 0),
            (None, None) => return,
        };
        let size = u64::from(cell.size);
        loop {
            let inside = u64::from(cell.offset) - start;
            match types.get(part) {
                Type::Array { elem, .. } => {
                    let Some(each) = types.size_of(*elem).filter(|&size| size > 0) else { return };
                    start += inside / each * each;
                    part = *elem;
                }
                Type::Record(record) => {
                    let record = types.record(*record);
                    let holds = |field: &Field| {
                        field.offset <= inside
                            && types
                                .size_of(field.ty)
                                .is_none_or(|all| inside + size <= field.offset + all)
                    };
                    let is_meant = |field: &Field| {
                        holds(field)
                            && ty.is_some()
                            && types.part_at(field.ty, inside - field.offset, size) == ty
                    };
                    let mut fields = record.fields.iter();
                    let meant = fields.clone().position(is_meant).filter(|_| record.is_union);
                    let Some(found) = meant.or_else(|| fields.position(holds)) else { return };
                    if record.is_union {
                        self.members.insert((id, start), found);
                    }
                    start += record.fields[found].offset;
                    part = record.fields[found].ty;
                }
                _ => return,
            }
        }
    }
}

/// The type of the place that a statement assigns to.
fn assigned_type(program: &Program, step: &Step) -> Option<TypeId> {
    match &program.stmt_at(step.point)?.kind {
        StmtKind::Assign { place, .. }
        | StmtKind::VaArg { place, .. }
        | StmtKind::Input { place, .. }
        | StmtKind::Call { dest: Some(place), .. } => Some(place.ty),
        _ => None,
    }
}
