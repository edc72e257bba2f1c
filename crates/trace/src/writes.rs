//! What each statement of a run sets, as a person would say it: `u = {.name = "bob", .id = 3}`, `buf[2] = 97 'a'`.
//!
//! All that one statement writes to an object is put together and shown as few parts, with the values that they have when it is done. A part
//! is called by its object; storage without a name (from the heap, behind an input pointer) as the statement calls it, where that says which it is,
//! or by a variable that leads to it.

use rustc_hash::FxHashMap;
use whydunit_interp::{Cell, CellObject, ObjectId, ObjectKind};
use whydunit_program::{IntKind, PlaceBase, Program, StmtKind, Type, TypeId};

use crate::contents::Contents;
use crate::holders::Holders;
use crate::names::{as_operand, local_name, object_name, object_path, with_arrows};
use crate::parts::{BitSet, Parts, sign_extended};
use crate::shown::Shown;
use crate::source_steps::user_frame;
use crate::{Access, ErrorTrace, SourceStep, Step, StepIndex, StepKind, TraceObject, cell_name};

/// Something that a statement has set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedWrite {
    /// The place, as C names it.
    pub name: String,
    /// What was written, as C writes it.
    pub value: String,
    /// The depth ([`crate::Frame::depth`]) of the call whose variable it is; `None` for what is no local variable.
    pub depth: Option<u32>,
    /// The cell, whatever it is called.
    pub cell: CellIdentity,
}

/// In place of a value that was never given, in some of its bits.
const NO_VALUE: &str = "(no value)";

/// Which storage something is, however it is called: two list nodes are never one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellIdentity {
    /// No other storage of the run has this name.
    pub object: String,
    /// Fields and elements on the way from the object to the cell.
    pub path: String,
}

impl CellIdentity {
    /// Of a cell; the path is empty where the cell is the whole, or its type is not known.
    pub fn of(program: &Program, trace: &ErrorTrace, cell: Cell) -> Option<CellIdentity> {
        match cell.object {
            CellObject::Register { frame, local } => {
                let function = trace.frames.get(frame as usize)?.function;
                let name = local_name(program, function, local)?;
                let function = &program.function(function).name;
                let object = format!("{function}#{frame}:{name}");
                Some(CellIdentity { object, path: String::new() })
            }
            CellObject::Memory(id) => {
                let object = trace.object(id)?;
                let path = object_path(program, object, cell);
                Some(CellIdentity { object: identity_of(program, object), path })
            }
        }
    }
}

fn identity_of(program: &Program, object: &TraceObject) -> String {
    format!("{}:{}", object.id.0, object_name(program, object))
}

/// Tells the writes of a run, from its beginning to its end.
#[derive(Debug)]
pub struct Writes<'t> {
    program: &'t Program,
    trace: &'t ErrorTrace,
    contents: Contents<'t>,
    holders: Holders,
    /// Steps before this one have been applied.
    next: usize,
}

/// What a statement has set, before it has words; in the order in which it came up.
enum Target {
    Register(Access),
    /// Parts of an object.
    Object(ObjectId, BitSet),
    /// A place as the statement calls it.
    Place {
        name: String,
        ty: TypeId,
        object: ObjectId,
        offset: u64,
    },
}

impl<'t> Writes<'t> {
    /// Nothing is known before the first step.
    pub fn new(program: &'t Program, trace: &'t ErrorTrace) -> Writes<'t> {
        let contents = Contents::new(program, trace);
        Writes { program, trace, contents, holders: Holders::default(), next: 0 }
    }

    /// Goes to a moment after all those that were asked for before. Inputs are not among the writes: see [`ErrorTrace::inputs_of`].
    pub fn of(&mut self, step: &SourceStep) -> Vec<NamedWrite> {
        let Some(&last) = step.steps.last() else { return Vec::new() };
        self.go_to(last);
        let mut result = Vec::new();
        for target in self.targets(step) {
            let is_unset =
                matches!(&target, Target::Register(access) if self.is_unset(step, access));
            let told = result.len();
            self.tell(last, step.frame, target, &mut result);
            if let Some(write) = result.get_mut(told).filter(|_| is_unset) {
                NO_VALUE.clone_into(&mut write.value);
            }
        }
        // Of a block and a pointer to it that are set at once, the pointer tells both.
        let names: Vec<String> =
            result.iter().map(|write: &NamedWrite| write.name.clone()).collect();
        let mut names = names.iter();
        result.retain(|write| {
            names.next();
            write.depth.is_some() || !names.clone().any(|later| *later == write.name)
        });
        // A declared array of variable length is where it is.
        result.retain(|write| write.value != format!("&{}[0]", write.name));
        result
    }

    /// Was what a statement wrote to a register never given a value?
    fn is_unset(&self, step: &SourceStep, access: &Access) -> bool {
        let writes = |&&index: &&StepIndex| {
            let writes = self.trace.writes(self.trace.step(index));
            writes.iter().any(|write| write.cell.object == access.cell.object)
        };
        let last = step.steps.iter().rev().find(writes);
        last.is_some_and(|&last| {
            self.trace.carried(last).any(|carried| carried.to.object == access.cell.object)
        })
    }

    /// Goes to the moment after a step.
    pub fn go_to(&mut self, step: StepIndex) {
        self.contents.apply_up_to(step);
        while self.next <= step.index() && self.next < self.trace.steps.len() {
            self.holders.apply(self.program, self.trace, &self.trace.steps[self.next]);
            self.next += 1;
        }
    }

    /// What a cell of that type holds, at the moment gone to; a pointer to a text comes with the text.
    pub fn cell_text(&self, at: StepIndex, cell: Cell, ty: TypeId, bits: u64) -> String {
        let bits = match cell.bits {
            Some((_, width)) => sign_extended(self.program, ty, bits, width),
            None => bits,
        };
        let frame = user_frame(self.trace, self.trace.step(at));
        self.parts(at, frame).variable(ty, bits)
    }

    fn parts(&self, at: StepIndex, frame: u32) -> Parts<'_, 't> {
        let Writes { program, trace, contents, holders, .. } = self;
        // What a call returns is looked at when its variables are gone; otherwise what ends with a block ends behind the statement.
        let moment = at.0 + u32::from(trace.step(at).kind == StepKind::Return);
        Parts { program, trace, contents, holders, moment, frame }
    }

    fn targets(&self, step: &SourceStep) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        let mut known: FxHashMap<CellObject, usize> = FxHashMap::default();
        for &index in &step.steps {
            let step = self.trace.step(index);
            let bulk = self.trace.bulk_writes(step).iter();
            let bulk = bulk.map(|bulk| (bulk.object, bulk.offset, bulk.size, None));
            for (object, offset, size, bits) in bulk {
                self.add_memory(step, object, (offset, size, bits), &mut targets, &mut known);
            }
            for access in self.trace.writes(step) {
                match access.cell.object {
                    CellObject::Memory(object) => {
                        let cell = access.cell;
                        let place = (u64::from(cell.offset), u64::from(cell.size), cell.bits);
                        self.add_memory(step, object, place, &mut targets, &mut known);
                    }
                    register @ CellObject::Register { frame, .. } => {
                        if self.is_library_frame(frame) {
                            continue;
                        }
                        match known.get(&register) {
                            Some(&at) => targets[at] = Target::Register(*access),
                            None => {
                                known.insert(register, targets.len());
                                targets.push(Target::Register(*access));
                            }
                        }
                    }
                }
            }
        }
        targets
    }

    fn add_memory(
        &self,
        step: &Step,
        id: ObjectId,
        (offset, size, bits): (u64, u64, Option<(u8, u8)>),
        targets: &mut Vec<Target>,
        known: &mut FxHashMap<CellObject, usize>,
    ) {
        let Some(object) = self.trace.object(id) else { return };
        if self.is_nobodys_business(object) {
            return;
        }
        if object.info.ty.is_none()
            && let Some((name, ty)) = assigned_place(self.program, self.trace, step, size)
        {
            let is_same = |target: &Target| matches!(target, Target::Place { name: known, .. } if *known == name);
            if !targets.iter().rev().take(8).any(is_same) {
                targets.push(Target::Place { name, ty, object: id, offset });
            }
            return;
        }
        let range = match bits {
            Some((first, width)) => {
                let first = offset * 8 + u64::from(first);
                first..first + u64::from(width)
            }
            None => offset * 8..(offset + size) * 8,
        };
        let at = *known.entry(CellObject::Memory(id)).or_insert_with(|| {
            targets.push(Target::Object(id, BitSet::default()));
            targets.len() - 1
        });
        if let Target::Object(_, set) = &mut targets[at] {
            set.insert(range);
        }
    }

    fn tell(&self, at: StepIndex, frame: u32, target: Target, result: &mut Vec<NamedWrite>) {
        let parts = self.parts(at, frame);
        match target {
            Target::Register(access) => {
                let Some(name) = cell_name(self.program, self.trace, access.cell) else { return };
                let CellObject::Register { frame, local } = access.cell.object else { return };
                let Some(frame) = self.trace.frames.get(frame as usize) else { return };
                let value = match self.program.function(frame.function).locals.get(local.index()) {
                    Some(local) => parts.variable(local.ty, access.bits),
                    None => access.bits.to_string(),
                };
                let Some(cell) = CellIdentity::of(self.program, self.trace, access.cell) else {
                    return;
                };
                result.push(NamedWrite { name, value, depth: Some(frame.depth), cell });
            }
            Target::Place { name, ty, object, offset } => {
                let size = self.program.types.size_of(ty).unwrap_or(0);
                let is_pointer = self.program.types.pointee(ty).is_some();
                let value = match self.contents.bits(object, offset, size).filter(|_| is_pointer) {
                    Some(bits) => parts.variable(ty, bits),
                    None => parts.part(object, ty, offset).text(),
                };
                let cell = Cell::memory(object, offset as u32, size as u32);
                let Some(cell) = CellIdentity::of(self.program, self.trace, cell) else { return };
                result.push(NamedWrite { name, value, depth: None, cell });
            }
            Target::Object(id, mut set) => {
                set.normalise();
                let Some(object) = self.trace.object(id) else { return };
                let depth = owner(&object.info.kind)
                    .and_then(|frame| self.trace.frames.get(frame as usize))
                    .map(|frame| frame.depth);
                let found = self.object_parts(&parts, object, &set);
                result.extend(found.into_iter().map(|(name, path, value)| {
                    let value = value.text();
                    let object = identity_of(self.program, object);
                    NamedWrite { name, value, depth, cell: CellIdentity { object, path } }
                }));
            }
        }
    }

    /// Names, paths and values of the parts of an object that were set.
    fn object_parts(
        &self,
        parts: &Parts<'_, '_>,
        object: &TraceObject,
        set: &BitSet,
    ) -> Vec<(String, String, Shown)> {
        let types = &self.program.types;
        let mut found: Vec<(String, Shown)> = Vec::new();
        let name = match &object.info.kind {
            ObjectKind::Pointee { name, .. } => with_arrows(name),
            _ => {
                let holder = parts.block_name(object);
                holder.unwrap_or_else(|| as_operand(object_name(self.program, object)))
            }
        };
        let is_one = match (object.element_type(), object.info.ty) {
            (None, Some(ty)) => {
                parts.set_parts(object.id, (ty, 0), "", set, &mut found);
                false
            }
            (Some(elem), _) if types.size_of(elem) == Some(object.info.size) => {
                parts.set_parts(object.id, (elem, 0), "", set, &mut found);
                true
            }
            (elem, _) => {
                let Some(elem) = elem.or_else(|| byte_type(self.program)) else {
                    return Vec::new();
                };
                let each = types.size_of(elem).unwrap_or(1).max(1);
                let count = object.info.size / each;
                parts.set_elements(object.id, (elem, 0), count, "", set, &mut found);
                false
            }
        };
        let named = |path: &str| match (is_one, path.strip_prefix('.')) {
            (false, _) => format!("{name}{path}"),
            (true, Some(member)) => format!("{name}->{member}"),
            (true, None) if path.is_empty() => format!("*{name}"),
            (true, None) => format!("(*{name}){path}"),
        };
        // Single bytes of a part: the name stands inside.
        const BYTES: &str = "((char *)&";
        let whole = |path: &str| match path.strip_prefix(BYTES) {
            Some(inner) => format!("{BYTES}{}", named(inner)),
            None => named(path),
        };
        found.into_iter().map(|(path, value)| (whole(&path), path, value)).collect()
    }

    fn is_library_frame(&self, frame: u32) -> bool {
        self.trace.frames.get(frame as usize).is_some_and(|frame| frame.is_library)
    }

    /// Variables of library functions, and what has no name.
    fn is_nobodys_business(&self, object: &TraceObject) -> bool {
        match object.info.kind {
            ObjectKind::Local { frame, function, local } => {
                self.is_library_frame(frame)
                    || local_name(self.program, function, local).is_none_or(|name| name.is_empty())
            }
            ObjectKind::Vla { frame, .. } => self.is_library_frame(frame),
            ObjectKind::Global(id) => {
                let span = self.program.global(id).span;
                !self.program.sources.file(span.file).is_user()
            }
            _ => false,
        }
    }
}

/// The call that a variable belongs to.
pub(crate) fn owner(kind: &ObjectKind) -> Option<u32> {
    match kind {
        ObjectKind::Local { frame, .. } | ObjectKind::Vla { frame, .. } => Some(*frame),
        _ => None,
    }
}

/// Text and type of the place of `size` bytes that a user's statement assigns to. What has no
/// declared name is best called what the statement calls it.
fn assigned_place(
    program: &Program,
    trace: &ErrorTrace,
    step: &Step,
    size: u64,
) -> Option<(String, TypeId)> {
    if trace.frames.get(step.frame as usize).is_none_or(|frame| frame.is_library) {
        return None;
    }
    let place = match &program.stmt_at(step.point)?.kind {
        StmtKind::Assign { place, .. }
        | StmtKind::Zero { place }
        | StmtKind::Copy { to: place, .. }
        | StmtKind::VaArg { place, .. }
        | StmtKind::Call { dest: Some(place), .. } => place,
        _ => return None,
    };
    let text = program.sources.text(place.span);
    let is_readable = matches!(place.base, PlaceBase::Deref(_))
        && program.types.size_of(place.ty) == Some(size)
        && place.span != step.span
        && is_definite(text);
    is_readable.then(|| (text.to_owned(), place.ty))
}

/// Does the text of a place say which it is, whatever the values of indices?
fn is_definite(text: &str) -> bool {
    let plain = text.replace("->", ".");
    let indices = plain.split('[').skip(1).map(|rest| rest.split(']').next().unwrap_or(rest));
    let are_numbers = |index: &str| index.bytes().all(|byte| byte.is_ascii_digit());
    !plain.is_empty()
        && plain.chars().all(|c| c.is_alphanumeric() || "_.*() []".contains(c))
        && indices.into_iter().all(are_numbers)
}

/// The type to show the bytes of a block in that nothing is known of.
fn byte_type(program: &Program) -> Option<TypeId> {
    let of = |signed| program.types.lookup(&Type::Int(IntKind { bits: 8, signed }));
    of(true).or_else(|| of(false))
}

#[cfg(test)]
mod tests {
    use super::is_definite;

    #[test]
    fn places_whose_text_is_enough() {
        for text in ["*p", "n->next->value", "(*p).x", "a[2]", "t->a[0].b", "*(int *)p"] {
            assert!(is_definite(text), "{text}");
        }
        for text in ["a[i]", "*p++", "a[i + 1]", "*(p + 1)", "f(x, y)->z", "a[2][i]", ""] {
            assert!(!is_definite(text), "{text}");
        }
    }
}
