//! What steps store, as a person would say it: names and values of cells, and which of them differ from the run.

use whydunit_interp::{Cell, CellObject, ObjectKind};
use whydunit_program::FunctionId;
use whydunit_trace::{ErrorTrace, StepIndex, cell_name, cell_value};

use super::source_level::SourceLevel;

impl SourceLevel<'_> {
    /// The values that differ from those of the run.
    pub(super) fn changed(&self, step: StepIndex, replaced: &[(Cell, u64)]) -> Vec<(Cell, u64)> {
        let differs =
            |&(cell, bits): &(Cell, u64)| value_in_run(self.trace, step, cell) != Some(bits);
        let parts = replaced.iter().flat_map(|&(cell, bits)| self.scalars(cell, bits));
        parts.filter(differs).collect()
    }

    /// The values that a cell consists of: structures and arrays are set in pieces that are none of the program's.
    fn scalars(&self, cell: Cell, bits: u64) -> Vec<(Cell, u64)> {
        let types = &self.program.types;
        let object = match cell.object {
            CellObject::Memory(id) if cell.bits.is_none() => self.trace.object(id),
            _ => None,
        };
        let Some(ty) = object.and_then(|object| object.info.ty) else { return vec![(cell, bits)] };
        let is_scalar = |offset: u32, size: u32| {
            let part = types.part_at(ty, u64::from(cell.offset + offset), u64::from(size));
            part.is_some_and(|part| types.is_scalar(part))
        };
        if is_scalar(0, cell.size) {
            return vec![(cell, bits)];
        }
        let mut parts = Vec::new();
        let mut offset = 0;
        while offset < cell.size.min(8) {
            let fits = |size: &u32| offset + size <= cell.size && is_scalar(offset, *size);
            let Some(size) = [8, 4, 2, 1].into_iter().find(fits) else {
                // Nothing of the program's own lies here.
                offset += 1;
                continue;
            };
            let part = Cell { offset: cell.offset + offset, size, ..cell };
            let mask = if size == 8 { u64::MAX } else { (1 << (8 * size)) - 1 };
            parts.push((part, (bits >> (8 * offset)) & mask));
            offset += size;
        }
        if parts.is_empty() { vec![(cell, bits)] } else { parts }
    }

    /// Name and value of a cell, as a person would say it.
    pub(super) fn cell_words(
        &self,
        step: StepIndex,
        cell: Cell,
        bits: u64,
    ) -> Option<(String, String)> {
        let (program, trace) = (self.program, self.trace);
        let records = trace.inputs_of(trace.step(step));
        if let Some(record) = records.iter().find(|record| record.cell == cell) {
            return Some(self.input_words(record, bits));
        }
        if self.is_library_cell(cell) {
            return None;
        }
        let name = cell_name(program, trace, cell)?;
        let value = self.cell_value(cell, bits);
        let function = self.function_of(cell);
        let here = self.shown_as(step).map(|step| self.reports[step].function.as_str());
        let name = match function.map(|id| program.function(id).name.as_str()) {
            Some(function) if here.is_some_and(|here| here != function) => {
                format!("{name} in {function}()")
            }
            _ => name,
        };
        Some((name, value))
    }

    pub(super) fn cell_value(&self, cell: Cell, bits: u64) -> String {
        let Some(text) = cell_value(self.program, self.trace, cell, bits) else {
            return bits.to_string();
        };
        // The number of an address that belongs to nothing tells nobody anything.
        let is_nowhere = text.starts_with("0x");
        if is_nowhere { "another address".to_owned() } else { text }
    }

    /// The function that a local variable belongs to.
    fn function_of(&self, cell: Cell) -> Option<FunctionId> {
        match cell.object {
            CellObject::Register { frame, .. } => {
                self.trace.frames.get(frame as usize).map(|frame| frame.function)
            }
            CellObject::Memory(id) => match self.trace.object(id)?.info.kind {
                ObjectKind::Local { function, .. } => Some(function),
                _ => None,
            },
        }
    }

    fn is_library_cell(&self, cell: Cell) -> bool {
        self.function_of(cell).is_some_and(|id| self.program.function(id).is_library)
            || self.private.is_private(self.trace, cell.object)
    }

    pub(super) fn is_in_library(&self, step: StepIndex) -> bool {
        let frame = self.trace.frames.get(self.trace.step(step).frame as usize);
        frame.is_some_and(|frame| frame.is_library)
    }
}

/// What the run stored in a cell at a step, if it is all known.
fn value_in_run(trace: &ErrorTrace, index: StepIndex, cell: Cell) -> Option<u64> {
    let step = trace.step(index);
    let written = trace.writes(step).iter().map(|access| (access.cell, access.bits));
    let received = trace.inputs_of(step).iter().map(|record| (record.cell, record.bits));
    let stored: Vec<(Cell, u64)> = written.chain(received).collect();
    if let Some((_, bits)) = stored.iter().rev().find(|(known, _)| *known == cell) {
        return Some(*bits);
    }
    let byte = |offset: u32| {
        let covers = |(known, _): &&(Cell, u64)| {
            known.object == cell.object
                && known.bits.is_none()
                && (known.offset..known.offset + known.size).contains(&offset)
        };
        if let Some((known, bits)) = stored.iter().rev().find(covers) {
            return bits.checked_shr(8 * (offset - known.offset)).map(|bits| bits & 0xff);
        }
        let CellObject::Memory(object) = cell.object else { return None };
        let at = u64::from(offset);
        let bulk = trace.bulk_writes(step).iter().rev().find(|bulk| {
            bulk.object == object && (bulk.offset..bulk.offset + bulk.size).contains(&at)
        })?;
        let start = usize::try_from(at - bulk.offset).ok()?;
        trace.bytes_of(bulk).get(start).map(|&byte| u64::from(byte))
    };
    let size = cell.size.min(8);
    (0..size).try_fold(0, |bits, at| Some(bits | byte(cell.offset + at)? << (8 * at)))
}
