//! Is the failing check about what a declaration states?
//!
//! Of an array (or of anything that was too small): the check that fails has exactly those bounds, and the type of the object has what is declared, of that length, at exactly those bytes. Of a missing value: the
//! bytes that are read hold what the declared bytes held from the beginning, followed forwards through copies, and nothing was stored in them.

use rustc_hash::FxHashSet;
use whydunit_claim::{Declaration, Explanation, Range, Stated, Storage};
use whydunit_interp::{BulkSource, Cell, ObjectKind};
use whydunit_program::{CheckKind, Declared, Program, RecordId, Type, TypeId};
use whydunit_solver::Reason;
use whydunit_trace::{ErrorTrace, StepIndex, TraceObject};

use crate::meaning::{Concern, Formula};
use crate::verdict::Complaint;

/// The complaint about the declaration that an explanation names, or why there is no answer.
pub(crate) fn check_declaration(
    program: &Program,
    trace: &ErrorTrace,
    formula: &Formula,
    explanation: &Explanation,
) -> (Option<Complaint>, Option<Reason>) {
    let Some(claim) = &explanation.declaration else { return (None, None) };
    let checker = formula.concern.as_ref();
    let checker = checker.map(|concern| Checker { program, trace, concern, claim });
    let why = match (claim.states, trace.failure.kind, &checker) {
        _ if program.declaration(claim.declared).is_none() => Some("nobody has written it"),
        (Stated::NoValue, CheckKind::Uninit, Some(checker)) => checker.value(),
        (Stated::Length { .. } | Stated::Size { .. }, CheckKind::Bounds, Some(checker)) => {
            checker.bounds()
        }
        // What the check is about is not followed.
        (_, CheckKind::Uninit | CheckKind::Bounds, None) => {
            return (None, Some(Reason::Abstracted));
        }
        _ => Some("the check is about something else"),
    };
    (why.map(|why| Complaint::WrongDeclaration { why }), None)
}

struct Checker<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    concern: &'a Concern,
    claim: &'a Declaration,
}

/// What is wrong.
type Wrong = Option<&'static str>;

impl Checker<'_> {
    /// Of an array that was too small.
    fn bounds(&self) -> Wrong {
        let part = self.claim.part;
        let Storage::Object(id) = part.storage else { return Some("it has no bounds") };
        let Some(object) = self.trace.object(id) else { return Some("there is no such object") };
        let is_meant = match self.concern {
            &Concern::Bounds { object, low, high, length } => {
                let is_length = match (self.claim.states, length) {
                    (_, None) => true,
                    (Stated::Length { length: claimed, .. }, Some(length)) => claimed == length,
                    (_, Some(_)) => false,
                };
                let (start, end) = (u64::from(part.offset), u64::from(part.end()));
                object == id && (low, high) == (start, end) && is_length
            }
            Concern::OneOf(objects) => objects.contains(&id),
            Concern::Unset(_) => false,
        };
        if !is_meant {
            return Some("the check has other bounds");
        }
        let states_this = self.instances(object).iter().any(|&(ty, at)| self.fits(ty, at));
        (!states_this).then_some("the object is declared otherwise")
    }

    /// Where in an object the bytes in question may be part of what is declared: its type, and where it begins.
    fn instances(&self, object: &TraceObject) -> Vec<(TypeId, u64)> {
        let types = &self.program.types;
        let kind = &object.info.kind;
        let (whole, begin) = match (object.info.ty, object.element_type()) {
            (Some(ty), None) => (ty, 0),
            (_, Some(elem)) => {
                let each = types.size_of(elem).unwrap_or(1).max(1);
                (elem, u64::from(self.claim.part.offset) / each * each)
            }
            (None, None) => return Vec::new(),
        };
        match self.claim.declared {
            Declared::Global(id) if *kind == ObjectKind::Global(id) => vec![(whole, begin)],
            Declared::Local { function, local } => match *kind {
                ObjectKind::Local { function: of, local: is, .. }
                    if (of, is) == (function, local) =>
                {
                    vec![(whole, begin)]
                }
                _ => Vec::new(),
            },
            Declared::Global(_) => Vec::new(),
            Declared::Field { record, field } => {
                let mut found = Vec::new();
                self.records(whole, begin, record, &mut found);
                let fields = &types.record(record).fields;
                let info = usize::try_from(field).ok().and_then(|field| fields.get(field));
                let member = |at: u64| info.map(|info| (info.ty, at + info.offset));
                found.into_iter().filter_map(member).collect()
            }
        }
    }

    /// Where records of a kind begin around the bytes in question.
    fn records(&self, ty: TypeId, begin: u64, wanted: RecordId, found: &mut Vec<u64>) {
        let types = &self.program.types;
        let part = self.claim.part;
        let Some(distance) = u64::from(part.offset).checked_sub(begin) else { return };
        match types.get(ty) {
            Type::Array { elem, .. } => {
                if let Some(each) = types.size_of(*elem).filter(|&each| each > 0) {
                    self.records(*elem, begin + distance / each * each, wanted, found);
                }
            }
            Type::Record(record) => {
                if *record == wanted {
                    found.push(begin);
                }
                for field in &types.record(*record).fields {
                    self.records(field.ty, begin + field.offset, wanted, found);
                }
            }
            _ => {}
        }
    }

    /// Does something of a type that begins there take up the bytes in question, with the length that is stated?
    fn fits(&self, ty: TypeId, begin: u64) -> bool {
        let types = &self.program.types;
        let part = self.claim.part;
        let (mut ty, mut begin) = (ty, begin);
        let dimension = match self.claim.states {
            Stated::Length { dimension, .. } => dimension,
            _ => 0,
        };
        for _ in 0..dimension {
            let &Type::Array { elem, .. } = types.get(ty) else { return false };
            let each = types.size_of(elem).filter(|&each| each > 0);
            let distance = u64::from(part.offset).checked_sub(begin);
            let (Some(each), Some(distance)) = (each, distance) else { return false };
            (ty, begin) = (elem, begin + distance / each * each);
        }
        let is_stated = match (self.claim.states, types.get(ty)) {
            (Stated::Length { length, .. }, Type::Array { len, .. }) => *len == Some(length),
            (Stated::Size { .. }, Type::Array { .. }) => false,
            (Stated::Size { bytes }, _) => types.size_of(ty) == Some(bytes),
            _ => false,
        };
        is_stated && begin == part.offset.into() && types.size_of(ty) == Some(part.size.into())
    }

    /// Of something that has no value.
    fn value(&self) -> Wrong {
        let Declared::Local { function, local } = self.claim.declared else {
            return Some("it has a value from the start");
        };
        let part = self.claim.part;
        let (frame, is_this) = match part.storage {
            Storage::Register { frame, local: register } => {
                let of = self.trace.frames.get(frame as usize).map(|frame| frame.function);
                (frame, register == local && of == Some(function))
            }
            Storage::Object(id) => match self.trace.object(id).map(|object| &object.info.kind) {
                Some(
                    &ObjectKind::Local { frame, function: of, local: is }
                    | &ObjectKind::Vla { frame, function: of, local: is },
                ) => (frame, (of, is) == (function, local)),
                _ => return Some("it is no variable"),
            },
            _ => return Some("it is no variable"),
        };
        if !is_this {
            return Some("what has no value is declared elsewhere");
        }
        if self.trace.lacks_result(self.program, frame, local) {
            return Some("a call has left it without a value");
        }
        let is_read = self.reads_unset(frame, part);
        (!is_read).then_some("what is read has a value, or lies elsewhere")
    }

    /// Does the failing check read bytes that still are what those of the part were at first, or that were computed from them?
    fn reads_unset(&self, frame: u32, part: Range) -> bool {
        let since = match part.storage {
            Storage::Register { local, .. } => self.trace.lives_since(self.program, frame, local),
            _ => StepIndex(0),
        };
        let mut unset: FxHashSet<(Storage, u64)> = bytes_of(part).collect();
        let last = self.trace.steps.len().saturating_sub(1);
        for (index, step) in self.trace.steps[..last].iter().enumerate().skip(since.index()) {
            let number = StepIndex(u32::try_from(index).unwrap_or(u32::MAX));
            let is_from = |cell: Cell| bytes_of_cell(cell).any(|byte| unset.contains(&byte));
            let carried = self.trace.carried(number).filter(|it| is_from(it.from));
            let carried: Vec<_> = carried.flat_map(|it| bytes_of_cell(it.to)).collect();
            for write in self.trace.writes(step) {
                for byte in bytes_of_cell(write.cell) {
                    unset.remove(&byte);
                }
            }
            unset.extend(carried);
            for bulk in self.trace.bulk_writes(step) {
                let copied: Vec<u64> = match bulk.source {
                    BulkSource::Copy { object, offset } => unset
                        .iter()
                        .filter(|(from, _)| *from == Storage::Object(object))
                        .filter_map(|(_, byte)| byte.checked_sub(offset))
                        .filter(|&distance| distance < bulk.size)
                        .collect(),
                    BulkSource::Fill(_) => Vec::new(),
                };
                let (to, end) = (Storage::Object(bulk.object), bulk.offset + bulk.size);
                unset
                    .retain(|(storage, byte)| *storage != to || !(bulk.offset..end).contains(byte));
                unset.extend(copied.into_iter().map(|at| (to, bulk.offset + at)));
            }
        }
        match self.concern {
            Concern::Unset(read) => bytes_of(*read).any(|byte| unset.contains(&byte)),
            Concern::OneOf(objects) => {
                unset.iter().any(|(from, _)| objects.iter().any(|&of| *from == Storage::Object(of)))
            }
            Concern::Bounds { .. } => false,
        }
    }
}

fn bytes_of(range: Range) -> impl Iterator<Item = (Storage, u64)> {
    (range.offset..range.end()).map(move |byte| (range.storage, byte.into()))
}

fn bytes_of_cell(cell: Cell) -> impl Iterator<Item = (Storage, u64)> {
    bytes_of(Range::new(Storage::from(cell.object), cell.offset, cell.size))
}
