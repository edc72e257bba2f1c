//! The declaration that the failing check is about: of the array that was too small, of the variable that was given no value.
//!
//! A declaration is no step, so no fact of the walk speaks of it. The run tells which storage the check is about ([`whydunit_interp::Subject`]); the type of the object it belongs to leads to what
//! declares that part: the variable, or the member that the part lies in. Blocks of the heap and arrays of variable length have no declaration that states their size: what allocates them is a step.

use whydunit_claim::{Declaration, Range, Relevant, Stated, Storage};
use whydunit_interp::{Cell, CellObject, ObjectId, ObjectKind, Subject};
use whydunit_program::{Arithmetic, CheckKind, Declared, LocalRole, Program, Type, TypeId};
use whydunit_trace::{ErrorTrace, StepIndex, TraceObject};

/// The declaration that matters, unless it is among the steps that do.
pub(crate) fn declaration(
    program: &Program,
    trace: &ErrorTrace,
    relevant: &[Relevant],
) -> Option<Declaration> {
    // A bound that a mathematical program exceeds is one of ours.
    if program.arithmetic == Arithmetic::Mathematical {
        return None;
    }
    let subject = trace.subject()?;
    let found = match trace.failure.kind {
        CheckKind::Bounds => exceeded(program, trace, subject),
        CheckKind::Uninit => unset(program, trace, subject),
        _ => None,
    }?;
    let span = program.declaration(found.declared)?;
    let is_step = relevant.iter().any(|it| trace.step(it.step).span == span);
    (!is_step).then_some(found)
}

/// Whose bounds were exceeded.
fn exceeded(program: &Program, trace: &ErrorTrace, subject: Subject) -> Option<Declaration> {
    let CellObject::Memory(id) = subject.object else { return None };
    let object = trace.object(id)?;
    let (declared, ty, offset) = match (declared_as(object), object.info.ty) {
        (Some(declared), Some(ty)) => (Some(declared), ty, subject.offset),
        // A block: of its elements each has the same members.
        _ => {
            let elem = object.element_type()?;
            let each = program.types.size_of(elem).filter(|&each| each > 0)?;
            (None, elem, subject.offset % each)
        }
    };
    let mut search = Search { program, subject, array: None, whole: None };
    search.descend(ty, offset, declared.map(|declared| (declared, 0)));
    let (declared, states) = search.array.or(search.whole)?;
    Some(Declaration { declared, states, part: part(Storage::Object(id), subject)? })
}

fn declared_as(object: &TraceObject) -> Option<Declared> {
    match object.info.kind {
        ObjectKind::Global(id) => Some(Declared::Global(id)),
        ObjectKind::Local { function, local, .. } => Some(Declared::Local { function, local }),
        _ => None,
    }
}

fn part(storage: Storage, Subject { offset, size, .. }: Subject) -> Option<Range> {
    Some(Range::new(storage, u32::try_from(offset).ok()?, u32::try_from(size).ok()?))
}

/// Looks in a type for what takes up exactly the bytes in question.
struct Search<'a> {
    program: &'a Program,
    subject: Subject,
    /// An array: the innermost, where several take up the same bytes and the check does not tell. (`int m[1][3]`: a pointer to the only row is good for 3 numbers.)
    array: Option<(Declared, Stated)>,
    /// Something else.
    whole: Option<(Declared, Stated)>,
}

impl Search<'_> {
    /// `declared` is what declares this part of the object, and in how many dimensions of it the part lies.
    fn descend(&mut self, ty: TypeId, offset: u64, declared: Option<(Declared, u32)>) {
        let types = &self.program.types;
        let size = self.subject.size;
        let is_whole = offset == 0 && types.size_of(ty) == Some(size);
        match types.get(ty) {
            &Type::Array { elem, len } => {
                let is_checked = self.subject.array.is_none_or(|array| array == ty);
                if let (Some((declared, dimension)), Some(length)) = (declared, len)
                    && is_whole
                    && is_checked
                {
                    self.array = Some((declared, Stated::Length { dimension, length }));
                }
                let each = types.size_of(elem).unwrap_or(0);
                if each > 0 && offset % each + size <= each {
                    let declared = declared.map(|(declared, dimension)| (declared, dimension + 1));
                    self.descend(elem, offset % each, declared);
                }
            }
            Type::Record(record) => {
                self.note_whole(is_whole, declared);
                for (field, info) in (0..).zip(&types.record(*record).fields) {
                    let end = types.size_of(info.ty).map(|size| info.offset + size);
                    let is_around = info.offset <= offset
                        && end.is_none_or(|end| offset + size <= end)
                        && info.bits.is_none();
                    if is_around {
                        let declared = Declared::Field { record: *record, field };
                        self.descend(info.ty, offset - info.offset, Some((declared, 0)));
                    }
                }
            }
            _ => self.note_whole(is_whole, declared),
        }
    }

    fn note_whole(&mut self, is_whole: bool, declared: Option<(Declared, u32)>) {
        if let Some((declared, 0)) = declared.filter(|_| is_whole && self.subject.array.is_none()) {
            let bytes = self.subject.size;
            self.whole.get_or_insert((declared, Stated::Size { bytes }));
        }
    }
}

/// What was declared without a value, and given none since.
fn unset(program: &Program, trace: &ErrorTrace, subject: Subject) -> Option<Declaration> {
    let failing = StepIndex(u32::try_from(trace.steps.len().checked_sub(1)?).ok()?);
    let (offset, size) = (u32::try_from(subject.offset).ok()?, u32::try_from(subject.size).ok()?);
    let read = Cell { object: subject.object, offset, size, bits: None };
    let mut bytes = offset..offset + size;
    let origin = bytes.find_map(|byte| trace.unset_origin(program, read, byte, failing))?;
    let subject =
        Subject { offset: origin.cell.offset.into(), size: origin.cell.size.into(), ..subject };
    match origin.cell.object {
        CellObject::Register { frame, local } => {
            let function = trace.frames.get(frame as usize)?.function;
            let info = program.function(function).locals.get(local.index())?;
            let since = trace.lives_since(program, frame, local);
            let place = (frame, local);
            if info.role != LocalRole::Variable
                || trace.is_assigned_between(program, place, since, origin.until)
            {
                return None;
            }
            let part = part(Storage::Register { frame, local }, subject)?;
            let declared = Declared::Local { function, local };
            Some(Declaration { declared, states: Stated::NoValue, part })
        }
        CellObject::Memory(id) => unset_in(program, trace, id, subject),
    }
}

fn unset_in(
    program: &Program,
    trace: &ErrorTrace,
    id: ObjectId,
    subject: Subject,
) -> Option<Declaration> {
    let (frame, function, local) = match trace.object(id)?.info.kind {
        ObjectKind::Local { frame, function, local }
        | ObjectKind::Vla { frame, function, local } => (frame, function, local),
        _ => return None,
    };
    let is_variable = program.function(function).local(local).role == LocalRole::Variable;
    if !is_variable || trace.lacks_result(program, frame, local) {
        return None;
    }
    let declared = Declared::Local { function, local };
    let part = part(Storage::Object(id), subject)?;
    Some(Declaration { declared, states: Stated::NoValue, part })
}
