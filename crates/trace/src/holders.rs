//! Which variable leads to a block that has no name of its own, at one moment of a run: `list->next` for what `malloc` returned.
//!
//! A block is called by a variable of the function at work, or a global one, that holds the address of its beginning, or by a member of a block that
//! is called so. What was stored last comes first.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use whydunit_interp::{Cell, CellObject, ObjectId, ObjectKind};
use whydunit_program::{LocalId, Program, cell_path};

use crate::contents::Contents;
use crate::limits::{LONGEST_WAY, REMEMBERED_HOLDERS};
use crate::names::{local_name, object_name};
use crate::{Access, ErrorTrace, Step, TraceObject};

#[derive(Default, Debug)]
pub(crate) struct Holders {
    of_block: FxHashMap<ObjectId, VecDeque<Cell>>,
    registers: FxHashMap<(u32, LocalId), u64>,
}

impl Holders {
    pub(crate) fn apply(&mut self, program: &Program, trace: &ErrorTrace, step: &Step) {
        let size = program.types.target().pointer_bytes();
        let inputs = trace.inputs_of(step).iter();
        let inputs = inputs.map(|record| Access { cell: record.cell, bits: record.bits });
        let writes = trace.writes(step).iter().copied();
        for Access { cell, bits } in inputs.chain(writes) {
            if u64::from(cell.size) != size || cell.bits.is_some() {
                continue;
            }
            if let CellObject::Register { frame, local } = cell.object {
                self.registers.insert((frame, local), bits);
            }
            let Some((object, 0)) = trace.locate(bits).filter(|_| bits != 0) else { continue };
            if !is_block(object) {
                continue;
            }
            let holders = self.of_block.entry(object.id).or_default();
            holders.retain(|&known| known != cell);
            holders.push_front(cell);
            holders.truncate(REMEMBERED_HOLDERS);
        }
    }

    /// The name of a pointer to a block, seen from a call of a user's function.
    pub(crate) fn name(
        &self,
        program: &Program,
        contents: &Contents<'_>,
        trace: &ErrorTrace,
        object: &TraceObject,
        frame: u32,
    ) -> Option<String> {
        self.name_within(LONGEST_WAY, program, contents, trace, object, frame)
    }

    fn name_within(
        &self,
        way: usize,
        program: &Program,
        contents: &Contents<'_>,
        trace: &ErrorTrace,
        object: &TraceObject,
        frame: u32,
    ) -> Option<String> {
        let address = object.info.address;
        let variable = |cell: &Cell| match cell.object {
            CellObject::Register { frame: owner, local } => {
                let holds = self.registers.get(&(owner, local)) == Some(&address);
                let function = trace.frames.get(owner as usize)?.function;
                let name = || local_name(program, function, local);
                (holds && owner == frame).then(name).flatten().filter(|name| !name.is_empty())
            }
            CellObject::Memory(id) => {
                let (offset, size) = (u64::from(cell.offset), u64::from(cell.size));
                let holder = trace.object(id)?;
                let ty = holder.info.ty?;
                let is_near = match holder.info.kind {
                    ObjectKind::Local { frame: owner, function, local } => {
                        owner == frame && local_name(program, function, local).is_some()
                    }
                    ObjectKind::Global(id) => !program.global(id).is_literal,
                    _ => false,
                };
                let holds = is_near && contents.bits(id, offset, size) == Some(address);
                let path = || cell_path(&program.types, ty, offset, size);
                holds.then(|| format!("{}{}", object_name(program, holder), path()))
            }
        };
        let holders = self.of_block.get(&object.id)?;
        let found = holders.iter().find_map(variable);
        if found.is_some() || way == 0 {
            return found;
        }
        let member = |cell: &Cell| {
            let CellObject::Memory(id) = cell.object else { return None };
            let holder =
                trace.object(id).filter(|holder| is_block(holder) && holder.id != object.id)?;
            let (offset, size) = (u64::from(cell.offset), u64::from(cell.size));
            if contents.bits(id, offset, size) != Some(address) {
                return None;
            }
            let elem = holder.element_type()?;
            let each = program.types.size_of(elem).filter(|&each| each > 0)?;
            let base = self.name_within(way - 1, program, contents, trace, holder, frame)?;
            let path = cell_path(&program.types, elem, offset % each, size);
            Some(match path.strip_prefix('.') {
                Some(member) if holder.info.size == each => format!("{base}->{member}"),
                _ if holder.info.size == each => format!("(*{base}){path}"),
                _ => format!("{base}[{}]{path}", offset / each),
            })
        };
        holders.iter().find_map(member)
    }
}

/// Storage that is known by pointers to it only.
fn is_block(object: &TraceObject) -> bool {
    matches!(object.info.kind, ObjectKind::Heap { .. } | ObjectKind::Alloca { .. })
}
