//! The run behind a trace: what every cell held before every step, and which cell a place is.
//!
//! Values come from the writes that the trace recorded. A cell is known by exactly the bytes that were written
//! at once; one that is read in other pieces has no value here, and what needs it is left out.

use rustc_hash::FxHashMap;
use whydunit_interp::{BulkSource, Cell, CellObject, ObjectId, ObjectKind};
use whydunit_program::{
    FloatKind, FunctionId, GlobalId, InitValue, LocalId, LocalRole, Program, SourceKind, Type,
    TypeId,
};
use whydunit_trace::{ErrorTrace, cell_name, cell_type};

use crate::limits::{LONGEST_COPY_CHAIN, LONGEST_EXPRESSION};

/// A number of the run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    Int(i128),
    Real(f64),
}

impl Number {
    pub(crate) fn as_int(self) -> Option<i128> {
        match self {
            Number::Int(value) => Some(value),
            Number::Real(_) => None,
        }
    }

    pub(crate) fn as_real(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Real(value) => value,
        }
    }
}

/// A run of bytes that was set at once.
#[derive(Clone, Copy, Debug)]
struct Bulk {
    step: u32,
    offset: u64,
    size: u64,
    source: BulkSource,
}

#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) program: &'a Program,
    pub(crate) trace: &'a ErrorTrace,
    writes: FxHashMap<Cell, Vec<(u32, u64)>>,
    /// The cells of each object that were written, by offset.
    cells: FxHashMap<ObjectId, Vec<Cell>>,
    bulks: FxHashMap<ObjectId, Vec<Bulk>>,
    locals: FxHashMap<(u32, LocalId), Vec<(u32, ObjectId)>>,
    globals: FxHashMap<GlobalId, ObjectId>,
}

/// Registers hold no more.
const REGISTER_BYTES: u32 = 8;

/// Bytes of the largest scalar, a `long double`: no cell is larger.
const SCALAR_BYTES: u32 = 16;

impl<'a> Run<'a> {
    pub(crate) fn new(program: &'a Program, trace: &'a ErrorTrace) -> Run<'a> {
        let mut run = Run {
            program,
            trace,
            writes: FxHashMap::default(),
            cells: FxHashMap::default(),
            bulks: FxHashMap::default(),
            locals: FxHashMap::default(),
            globals: FxHashMap::default(),
        };
        for object in &trace.objects {
            match object.info.kind {
                ObjectKind::Local { frame, local, .. } => {
                    run.locals.entry((frame, local)).or_default().push((object.created, object.id));
                }
                ObjectKind::Global(id) => {
                    run.globals.insert(id, object.id);
                }
                _ => {}
            }
        }
        for (index, step) in trace.steps.iter().enumerate() {
            let index = index as u32;
            for input in trace.inputs_of(step) {
                run.writes.entry(input.cell).or_default().push((index, input.bits));
            }
            for access in trace.writes(step) {
                run.writes.entry(access.cell).or_default().push((index, access.bits));
            }
            for bulk in trace.bulk_writes(step) {
                let (offset, size, source) = (bulk.offset, bulk.size, bulk.source);
                let bulks = run.bulks.entry(bulk.object).or_default();
                bulks.push(Bulk { step: index, offset, size, source });
            }
        }
        for cell in run.writes.keys() {
            if let CellObject::Memory(object) = cell.object {
                run.cells.entry(object).or_default().push(*cell);
            }
        }
        for cells in run.cells.values_mut() {
            cells.sort_unstable_by_key(|cell| (cell.offset, cell.size));
        }
        run
    }

    /// The last write to a cell before a moment.
    fn last_write(&self, cell: Cell, time: usize) -> Option<(u32, u64)> {
        let writes = self.writes.get(&cell)?;
        let after = writes.partition_point(|&(step, _)| (step as usize) < time);
        after.checked_sub(1).map(|last| writes[last])
    }

    /// Was a part of the cell written by itself (or together with more) after a step?
    fn is_torn(&self, cell: Cell, object: ObjectId, since: Option<u32>, time: usize) -> bool {
        let Some(cells) = self.cells.get(&object) else { return false };
        let first = cells.partition_point(|other| {
            u64::from(other.offset) + u64::from(SCALAR_BYTES) <= u64::from(cell.offset)
        });
        let end = cell.offset + cell.size;
        let beside = cells[first..].iter().take_while(|other| other.offset < end);
        beside
            .filter(|&&other| {
                // Bit-fields share bytes; a write keeps the others.
                other != cell
                    && other.offset + other.size > cell.offset
                    && (other.bits.is_none() || cell.bits.is_none())
            })
            .filter_map(|&other| self.last_write(other, time))
            .any(|(step, _)| since.is_none_or(|since| step > since))
    }

    /// What the cell held before the step `time`.
    pub(crate) fn bits(&self, cell: Cell, time: usize) -> Option<u64> {
        self.bits_through(cell, time, LONGEST_COPY_CHAIN)
    }

    fn bits_through(&self, cell: Cell, time: usize, depth: u32) -> Option<u64> {
        let written = self.last_write(cell, time);
        let CellObject::Memory(object) = cell.object else {
            return written.map(|(_, bits)| bits);
        };
        if self.is_torn(cell, object, written.map(|(step, _)| step), time) {
            return None;
        }
        let (start, end) = (u64::from(cell.offset), u64::from(cell.offset) + u64::from(cell.size));
        let bulk = self.bulks.get(&object).and_then(|bulks| {
            bulks.iter().rev().find(|bulk| {
                (bulk.step as usize) < time && bulk.offset < end && start < bulk.offset + bulk.size
            })
        });
        match (written, bulk) {
            (Some((step, bits)), bulk) if bulk.is_none_or(|bulk| bulk.step < step) => Some(bits),
            (_, Some(bulk)) => {
                let inside = bulk.offset <= start && end <= bulk.offset + bulk.size;
                match bulk.source {
                    _ if !inside || depth == 0 => None,
                    BulkSource::Fill(byte) => {
                        let bytes = cell.size.min(8);
                        Some((0..bytes).fold(0, |bits, _| bits << 8 | u64::from(byte)))
                    }
                    BulkSource::Copy { object, offset } => {
                        let from = u32::try_from(offset + (start - bulk.offset)).ok()?;
                        let from =
                            Cell { object: CellObject::Memory(object), offset: from, ..cell };
                        self.bits_through(from, bulk.step as usize, depth - 1)
                    }
                }
            }
            _ => self.initial(object, cell),
        }
    }

    /// Was the cell written between two moments?
    pub(crate) fn is_written(&self, cell: Cell, from: usize, to: usize) -> bool {
        let within = |step: u32| (from..to).contains(&(step as usize));
        let written = self.writes.get(&cell).is_some_and(|all| all.iter().any(|w| within(w.0)));
        let CellObject::Memory(object) = cell.object else { return written };
        let bulks = self.bulks.get(&object);
        written || bulks.is_some_and(|bulks| bulks.iter().any(|bulk| within(bulk.step)))
    }

    /// Does the program change the cell? What only keeps contents of the start for a contract does not count.
    pub(crate) fn is_changed(&self, cell: Cell) -> bool {
        let by_program = |step: u32| {
            let kind = self.program.source_stmt(self.trace.steps[step as usize].source).kind;
            step as usize >= self.trace.first_executed()
                && !matches!(kind, SourceKind::Implicit | SourceKind::Annotation)
        };
        let written = self.writes.get(&cell).is_some_and(|all| all.iter().any(|w| by_program(w.0)));
        let CellObject::Memory(object) = cell.object else { return written };
        let bulks = self.bulks.get(&object);
        written || bulks.is_some_and(|bulks| bulks.iter().any(|bulk| by_program(bulk.step)))
    }

    /// The type of a cell.
    pub(crate) fn type_of(&self, cell: Cell) -> Option<TypeId> {
        if let CellObject::Register { frame, local } = cell.object {
            let function = self.program.function(self.function_of(frame)?);
            return function.locals.get(local.index()).map(|local| local.ty);
        }
        cell_type(self.program, self.trace, cell)
    }

    /// What a global held before anything was written to it.
    fn initial(&self, object: ObjectId, cell: Cell) -> Option<u64> {
        let info = &self.trace.object(object)?.info;
        let ObjectKind::Global(id) = info.kind else { return None };
        let global = self.program.global(id);
        let (start, end) = (u64::from(cell.offset), u64::from(cell.offset) + u64::from(cell.size));
        if global.is_undefined || end > info.size || cell.size > 8 || cell.bits.is_some() {
            return None;
        }
        let mut bytes = [0u8; 8];
        for part in &global.init {
            let length = match &part.value {
                InitValue::Bytes(bytes) => bytes.len() as u64,
                _ => self.program.types.target().pointer_bytes(),
            };
            let (from, to) = (part.offset.max(start), (part.offset + length).min(end));
            if from >= to {
                continue;
            }
            let value: Vec<u8> = match &part.value {
                InitValue::Bytes(bytes) => bytes.clone(),
                InitValue::GlobalAddr(id, addend) => {
                    let base = self.trace.object(*self.globals.get(id)?)?.info.address;
                    base.wrapping_add_signed(*addend).to_le_bytes().to_vec()
                }
                InitValue::FunctionAddr(id) => {
                    self.trace.function_address(*id).to_le_bytes().to_vec()
                }
            };
            for at in from..to {
                bytes[(at - start) as usize] = value[(at - part.offset) as usize];
            }
        }
        Some(u64::from_le_bytes(bytes))
    }

    /// The number that bits of a type stand for.
    pub(crate) fn number(&self, ty: TypeId, bits: u64) -> Option<Number> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Float(FloatKind::F32) => Some(Number::Real(f32::from_bits(bits as u32).into())),
            Type::Float(_) => Some(Number::Real(f64::from_bits(bits))),
            Type::Pointer(_) => Some(Number::Int(bits.into())),
            _ => {
                let kind = types.int_kind(ty)?;
                // Wider integers of specifications are kept in 64 bits.
                Some(Number::Int(wrapped(bits.into(), kind.bits.min(64), kind.signed)))
            }
        }
    }

    pub(crate) fn cell_number(&self, cell: Cell, ty: TypeId, time: usize) -> Option<Number> {
        let bits = self.bits(cell, time)?;
        match cell.bits {
            Some((_, width)) => {
                let signed = self.program.types.int_kind(ty)?.signed;
                Some(Number::Int(wrapped(bits.into(), width, signed)))
            }
            None => self.number(ty, bits),
        }
    }

    pub(crate) fn function_of(&self, frame: u32) -> Option<FunctionId> {
        self.trace.frames.get(frame as usize).map(|frame| frame.function)
    }

    /// The storage of a local in a call, as it is before the step `time`.
    pub(crate) fn local_object(&self, frame: u32, local: LocalId, time: usize) -> Option<ObjectId> {
        let objects = self.locals.get(&(frame, local))?;
        let after = objects.partition_point(|&(created, _)| created as usize <= time);
        after.checked_sub(1).map(|last| objects[last].1)
    }

    pub(crate) fn global_object(&self, id: GlobalId) -> Option<ObjectId> {
        self.globals.get(&id).copied()
    }

    /// The cell that is the whole of a scalar local.
    pub(crate) fn local_cell(&self, frame: u32, local: LocalId, time: usize) -> Option<Cell> {
        let function = self.program.function(self.function_of(frame)?);
        let size = self.program.types.size_of(function.locals.get(local.index())?.ty)? as u32;
        Some(match self.local_object(frame, local, time) {
            Some(object) => Cell::memory(object, 0, size),
            None => Cell::register(frame, local, size.min(REGISTER_BYTES)),
        })
    }

    pub(crate) fn name(&self, cell: Cell) -> String {
        if let (CellObject::Memory(object), 0) = (cell.object, cell.size) {
            let object = self.trace.object(object);
            return object.map_or("?".into(), |o| whydunit_trace::object_name(self.program, o));
        }
        cell_name(self.program, self.trace, cell).unwrap_or_else(|| match cell.object {
            CellObject::Register { frame, local } => {
                self.expression_of(frame, local).unwrap_or_else(|| format!("t{}", local.0))
            }
            CellObject::Memory(_) => "t".into(),
        })
    }

    /// The expression whose value a temporary holds, as it is written.
    fn expression_of(&self, frame: u32, local: LocalId) -> Option<String> {
        let local = self.program.function(self.function_of(frame)?).locals.get(local.index())?;
        let words: Vec<&str> = self.program.sources.text(local.span).split_whitespace().collect();
        let text = words.join(" ");
        if text.is_empty() || text.len() > LONGEST_EXPRESSION {
            return None;
        }
        let file = self.program.sources.file(local.span.file).text();
        let before = file.get(..local.span.start as usize)?.trim_end();
        Some(if before.ends_with("\\old(") { format!("\\old({text})") } else { text })
    }

    /// Does a user know the local by name?
    pub(crate) fn is_named(&self, function: FunctionId, local: LocalId) -> bool {
        let local = self.program.function(function).locals.get(local.index());
        local.is_some_and(|local| {
            matches!(local.role, LocalRole::Parameter | LocalRole::Variable)
                && !local.name.is_empty()
        })
    }
}

/// The low bits of a number, read as a type has them.
pub(crate) fn wrapped(value: i128, bits: u8, signed: bool) -> i128 {
    if bits >= 128 {
        return value;
    }
    let low = value & ((1i128 << bits) - 1);
    if signed && low >> (bits - 1) & 1 == 1 { low - (1i128 << bits) } else { low }
}
