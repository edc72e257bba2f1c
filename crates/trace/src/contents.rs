//! What storage holds while a run goes on: the writes of a trace, applied one after the other.
//!
//! Kept in pages of 64 bytes, so that large blocks cost what is used of them; each byte is known or not (never set). Blocks that no
//! longer exist are forgotten. Applying all steps of a trace costs the bytes that they set.

use std::ops::Range;

use rustc_hash::FxHashMap;
use whydunit_interp::{BulkSource, Cell, CellObject, ObjectId, ObjectKind};
use whydunit_program::{GlobalId, InitValue, Program};

use crate::unions::UnionMembers;
use crate::{BulkWrite, ErrorTrace, StepIndex, TraceObject};

const PAGE: u64 = 64;

#[derive(Clone, Debug)]
struct Page {
    bytes: [u8; PAGE as usize],
    /// One bit for each byte.
    known: u64,
}

#[derive(Debug)]
struct Image {
    pages: FxHashMap<u64, Page>,
    /// Does storage that nothing was written to hold zeros? Else it has no value.
    starts_zero: bool,
}

impl Image {
    fn byte(&self, offset: u64) -> Option<u8> {
        match self.pages.get(&(offset / PAGE)) {
            Some(page) => {
                let at = offset % PAGE;
                (page.known >> at & 1 == 1).then(|| page.bytes[at as usize])
            }
            None => self.starts_zero.then_some(0),
        }
    }

    /// The same for many, with one look at each page.
    fn bytes(&self, range: Range<u64>) -> Vec<Option<u8>> {
        let mut bytes = Vec::with_capacity((range.end - range.start) as usize);
        let mut at = range.start;
        while at < range.end {
            let end = ((at / PAGE + 1) * PAGE).min(range.end);
            match self.pages.get(&(at / PAGE)) {
                Some(page) => bytes.extend((at..end).map(|at| {
                    let at = at % PAGE;
                    (page.known >> at & 1 == 1).then(|| page.bytes[at as usize])
                })),
                None => bytes.extend((at..end).map(|_| self.starts_zero.then_some(0))),
            }
            at = end;
        }
        bytes
    }

    fn set(&mut self, offset: u64, byte: Option<u8>) {
        let known = if self.starts_zero { u64::MAX } else { 0 };
        let page = self.pages.entry(offset / PAGE);
        let page = page.or_insert(Page { bytes: [0; PAGE as usize], known });
        let at = offset % PAGE;
        match byte {
            Some(byte) => {
                page.bytes[at as usize] = byte;
                page.known |= 1 << at;
            }
            None => page.known &= !(1 << at),
        }
    }
}

/// Storage between two steps.
#[derive(Debug)]
pub(crate) struct Contents<'t> {
    program: &'t Program,
    trace: &'t ErrorTrace,
    images: FxHashMap<ObjectId, Image>,
    globals: FxHashMap<GlobalId, u64>,
    pub(crate) unions: UnionMembers,
    /// Steps before this one have been applied.
    next: usize,
    /// Objects by the moment at which they are released; those from `kept` on have not been forgotten.
    releases: Vec<(u32, ObjectId)>,
    kept: usize,
}

impl<'t> Contents<'t> {
    pub(crate) fn new(program: &'t Program, trace: &'t ErrorTrace) -> Contents<'t> {
        let releases = trace.objects.iter();
        let mut releases: Vec<(u32, ObjectId)> =
            releases.filter_map(|object| Some((object.released?, object.id))).collect();
        releases.sort_unstable();
        let globals = trace.objects.iter().filter_map(|object| match object.info.kind {
            ObjectKind::Global(id) => Some((id, object.info.address)),
            _ => None,
        });
        let globals = globals.collect();
        let images = FxHashMap::default();
        let unions = UnionMembers::new(program);
        Contents { program, trace, images, globals, unions, next: 0, releases, kept: 0 }
    }

    /// Applies all steps up to this one. What a step releases can be looked at until the next is applied.
    pub(crate) fn apply_up_to(&mut self, last: StepIndex) {
        while self.next <= last.index() && self.next < self.trace.steps.len() {
            self.forget_released();
            self.apply(self.next);
            self.next += 1;
        }
    }

    fn forget_released(&mut self) {
        while let Some(&(moment, object)) = self.releases.get(self.kept)
            && (moment as usize) < self.next
        {
            self.images.remove(&object);
            self.kept += 1;
        }
    }

    fn apply(&mut self, index: usize) {
        let trace = self.trace;
        let step = &trace.steps[index];
        if self.unions.exist() {
            self.unions.apply(self.program, trace, step);
        }
        for record in trace.inputs_of(step) {
            self.store(record.cell, record.bits);
        }
        for bulk in trace.bulk_writes(step) {
            self.store_many(bulk);
        }
        for access in trace.writes(step) {
            self.store(access.cell, access.bits);
        }
    }

    fn store(&mut self, cell: Cell, bits: u64) {
        let CellObject::Memory(id) = cell.object else { return };
        let Some(image) = self.image(id) else { return };
        let offset = u64::from(cell.offset);
        match cell.bits {
            None => {
                for at in 0..u64::from(cell.size) {
                    // Behind the value of a `long double` nothing follows that anyone could see.
                    let byte = bits.checked_shr(8 * at as u32).unwrap_or(0) as u8;
                    image.set(offset + at, Some(byte));
                }
            }
            Some((first, width)) => {
                for bit in 0..u64::from(width) {
                    let position = u64::from(first) + bit;
                    let (at, mask) = (offset + position / 8, 1 << (position % 8));
                    let old = image.byte(at).unwrap_or(0) & !mask;
                    let set = if bits >> bit & 1 == 1 { mask } else { 0 };
                    image.set(at, Some(old | set));
                }
            }
        }
    }

    fn store_many(&mut self, bulk: &BulkWrite) {
        let bytes = self.trace.bytes_of(bulk);
        let source: Vec<Option<u8>> = match bulk.source {
            BulkSource::Fill(byte) => vec![Some(byte); bulk.size as usize],
            BulkSource::Copy { object, offset } => {
                let mut copied = self.bytes(object, offset, bulk.size);
                for (byte, &seen) in copied.iter_mut().zip(bytes) {
                    *byte = byte.map(|_| seen);
                }
                copied
            }
        };
        let Some(image) = self.image(bulk.object) else { return };
        for (at, byte) in source.into_iter().enumerate() {
            image.set(bulk.offset + at as u64, byte);
        }
    }

    fn image(&mut self, id: ObjectId) -> Option<&mut Image> {
        if !self.images.contains_key(&id) {
            let image = self.first_image(self.trace.object(id)?);
            self.images.insert(id, image);
        }
        self.images.get_mut(&id)
    }

    /// What an object holds when it comes into being.
    fn first_image(&self, object: &TraceObject) -> Image {
        let starts_zero = starts_zero(&object.info.kind);
        let mut image = Image { pages: FxHashMap::default(), starts_zero };
        let mut put = |offset: u64, bytes: &[u8]| {
            for (at, &byte) in bytes.iter().enumerate() {
                image.set(offset + at as u64, Some(byte));
            }
        };
        match object.info.kind {
            ObjectKind::Global(id) => {
                let pointer = self.program.types.target().pointer_bytes() as usize;
                for part in &self.program.global(id).init {
                    let address = match &part.value {
                        InitValue::Bytes(bytes) => {
                            put(part.offset, bytes);
                            continue;
                        }
                        InitValue::GlobalAddr(id, addend) => {
                            let start = self.globals.get(id).copied().unwrap_or(0);
                            start.wrapping_add_signed(*addend)
                        }
                        InitValue::FunctionAddr(function) => self.trace.function_address(*function),
                    };
                    put(part.offset, &address.to_le_bytes()[..pointer]);
                }
            }
            ObjectKind::Argument(0) => put(0, self.trace.spec.program_name.as_bytes()),
            _ => {}
        }
        image
    }

    /// What `size` bytes of an object hold; `None` for those that nothing was stored in.
    pub(crate) fn bytes(&self, id: ObjectId, offset: u64, size: u64) -> Vec<Option<u8>> {
        let first;
        let image = match (self.images.get(&id), self.trace.object(id)) {
            (Some(image), _) => image,
            (None, Some(object)) => {
                first = self.first_image(object);
                &first
            }
            (None, None) => return vec![None; size as usize],
        };
        image.bytes(offset..offset + size)
    }

    /// The value of up to eight bytes, if all of them are known.
    pub(crate) fn bits(&self, id: ObjectId, offset: u64, size: u64) -> Option<u64> {
        let bytes = self.bytes(id, offset, size.min(8));
        bytes.iter().rev().try_fold(0, |bits, byte| Some(bits << 8 | u64::from((*byte)?)))
    }
}

fn starts_zero(kind: &ObjectKind) -> bool {
    match kind {
        ObjectKind::Heap { function, .. } => *function == "calloc",
        ObjectKind::Local { .. } | ObjectKind::Vla { .. } | ObjectKind::Alloca { .. } => false,
        ObjectKind::Global(_)
        | ObjectKind::Argument(_)
        | ObjectKind::ArgumentVector
        | ObjectKind::Environment
        | ObjectKind::Pointee { .. }
        | ObjectKind::Stdin => true,
    }
}
