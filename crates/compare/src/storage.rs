//! What is left in storage when a run is over: the globals, and what the pointers among the inputs point to.

use std::collections::BTreeMap;

use whydunit_interp::{
    BulkSource, Cell, CellObject, InputRecord, ObjectId, ObjectInfo, ObjectKind, Observer,
};
use whydunit_program::{FloatKind, GlobalId, InitValue, Program, Type, TypeId, TypeTable};

/// Keeps the contents of named objects up to date while a run goes on.
#[derive(Debug)]
pub(super) struct Storage<'p> {
    program: &'p Program,
    objects: BTreeMap<ObjectId, Vec<u8>>,
    globals: BTreeMap<GlobalId, ObjectId>,
    /// By the name of the pointer, with the type of an element.
    pointees: BTreeMap<String, (ObjectId, TypeId)>,
}

impl<'p> Storage<'p> {
    pub(super) fn new(program: &'p Program) -> Storage<'p> {
        Storage {
            program,
            objects: BTreeMap::new(),
            globals: BTreeMap::new(),
            pointees: BTreeMap::new(),
        }
    }

    pub(super) fn global(&self, id: GlobalId) -> Option<Contents<'_>> {
        let bytes = self.objects.get(self.globals.get(&id)?)?;
        let program = self.program;
        Some(Contents { types: &program.types, ty: program.global(id).ty, bytes, is_list: false })
    }

    pub(super) fn pointee(&self, name: &str) -> Option<Contents<'_>> {
        let (object, ty) = self.pointees.get(name)?;
        let bytes = self.objects.get(object)?;
        Some(Contents { types: &self.program.types, ty: *ty, bytes, is_list: true })
    }

    fn put(&mut self, cell: Cell, bits: u64) {
        let CellObject::Memory(object) = cell.object else { return };
        let Some(bytes) = self.objects.get_mut(&object) else { return };
        let start = cell.offset as usize;
        let Some(bytes) = bytes.get_mut(start..start + cell.size as usize) else { return };
        let Some((first, width)) = cell.bits else {
            let new = bits.to_le_bytes();
            let count = bytes.len().min(8);
            bytes[..count].copy_from_slice(&new[..count]);
            return;
        };
        for bit in 0..u32::from(width) {
            let at = u32::from(first) + bit;
            let Some(byte) = bytes.get_mut((at / 8) as usize) else { return };
            let mask = 1 << (at % 8);
            *byte = if bits >> bit & 1 == 1 { *byte | mask } else { *byte & !mask };
        }
    }

    fn initial(&self, id: GlobalId, size: usize) -> Vec<u8> {
        let mut bytes = vec![0; size];
        for part in &self.program.global(id).init {
            let start = part.offset as usize;
            if let InitValue::Bytes(value) = &part.value
                && let Some(at) = bytes.get_mut(start..start + value.len())
            {
                at.copy_from_slice(value);
            }
        }
        bytes
    }
}

impl Observer for Storage<'_> {
    fn allocate(&mut self, object: ObjectId, info: &ObjectInfo) {
        let size = info.size as usize;
        let bytes = match &info.kind {
            ObjectKind::Global(id) => {
                self.globals.insert(*id, object);
                self.initial(*id, size)
            }
            ObjectKind::Pointee { name, elem } => {
                self.pointees.insert(name.clone(), (object, *elem));
                vec![0; size]
            }
            _ => return,
        };
        self.objects.insert(object, bytes);
    }

    fn input(&mut self, record: &InputRecord) {
        self.put(record.cell, record.bits);
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        self.put(cell, bits);
    }

    fn bulk_write(&mut self, object: ObjectId, offset: u64, bytes: &[u8], _: BulkSource) {
        let start = offset as usize;
        if let Some(held) = self.objects.get_mut(&object)
            && let Some(at) = held.get_mut(start..start + bytes.len())
        {
            at.copy_from_slice(bytes);
        }
    }
}

/// Bytes, and what they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents<'a> {
    types: &'a TypeTable,
    ty: TypeId,
    bytes: &'a [u8],
    /// Any number of things of that type.
    is_list: bool,
}

impl Contents<'_> {
    /// The first part that differs: its path, its value here and there.
    pub(super) fn first_difference(self, other: Contents<'_>) -> Option<(String, String, String)> {
        let (ours, theirs) = (self.parts(), other.parts());
        let differing = ours.iter().zip(&theirs).find(|(a, b)| a.1 != b.1);
        differing.map(|((path, a), (_, b))| (path.clone(), a.clone(), b.clone()))
    }

    /// All scalars: path and value.
    fn parts(self) -> Vec<(String, String)> {
        let mut parts = Vec::new();
        if !self.is_list {
            self.within(self.ty, 0, String::new(), &mut parts);
            return parts;
        }
        let size = self.types.size_of(self.ty).unwrap_or(1).max(1) as usize;
        for at in 0..self.bytes.len() / size {
            self.within(self.ty, at * size, format!("[{at}]"), &mut parts);
        }
        parts
    }

    fn within(self, ty: TypeId, offset: usize, path: String, parts: &mut Vec<(String, String)>) {
        match self.types.get(ty) {
            Type::Array { elem, len } => {
                let size = self.types.size_of(*elem).unwrap_or(1) as usize;
                for at in 0..len.unwrap_or(0) as usize {
                    self.within(*elem, offset + at * size, format!("{path}[{at}]"), parts);
                }
            }
            Type::Record(id) => {
                for field in &self.types.record(*id).fields {
                    let path = match field.name.as_str() {
                        "" => path.clone(),
                        name => format!("{path}.{name}"),
                    };
                    match field.bits {
                        Some(bits) => {
                            let start = offset as u64 * 8 + bits.bit_offset;
                            let raw = self.bits(start, bits.width.into());
                            parts.push((path, number(self.types, field.ty, raw, bits.width)));
                        }
                        None => self.within(field.ty, offset + field.offset as usize, path, parts),
                    }
                }
            }
            _ => {
                let width = (self.types.size_of(ty).unwrap_or(0) * 8).min(64) as u8;
                let raw = self.bits(offset as u64 * 8, width.into());
                parts.push((path, number(self.types, ty, raw, width)));
            }
        }
    }

    fn bits(self, start: u64, width: u64) -> u64 {
        (0..width).fold(0, |bits, bit| {
            let at = start + bit;
            let byte = self.bytes.get((at / 8) as usize).copied().unwrap_or(0);
            bits | u64::from(byte >> (at % 8) & 1) << bit
        })
    }
}

/// A scalar as people write it.
pub(super) fn number(types: &TypeTable, ty: TypeId, bits: u64, width: u8) -> String {
    match types.get(ty) {
        Type::Float(FloatKind::F32) => f32::from_bits(bits as u32).to_string(),
        Type::Float(_) => f64::from_bits(bits).to_string(),
        _ if types.int_kind(ty).is_some_and(|kind| kind.signed) => signed(bits, width).to_string(),
        _ => bits.to_string(),
    }
}

/// The number that the lowest `width` bits are in two's complement.
pub(super) fn signed(bits: u64, width: u8) -> i64 {
    let unused = 64 - u32::from(width.clamp(1, 64));
    ((bits << unused) as i64) >> unused
}
