//! What storage is called: the words of messages and of input records.

use whydunit_program::{Arithmetic, Place, PlaceBase, Projection, Type, TypeId};
use whydunit_source::Span;

use super::{Machine, range};
use crate::memory::Located;
use crate::{ObjectKind, Observer};

impl<O: Observer> Machine<'_, '_, O> {
    /// The C name of an object, if it has one.
    pub(super) fn object_name(&self, kind: &ObjectKind) -> Option<String> {
        let name = match kind {
            ObjectKind::Global(global) => self.program.global(*global).name.clone(),
            ObjectKind::Local { function, local, .. } | ObjectKind::Vla { function, local, .. } => {
                self.program.function(*function).local(*local).name.clone()
            }
            ObjectKind::Argument(index) => format!("argv[{index}]"),
            ObjectKind::ArgumentVector => "argv".into(),
            ObjectKind::Environment => "envp".into(),
            ObjectKind::Pointee { name, .. } => format!("*{name}"),
            ObjectKind::Stdin => "stdin".into(),
            ObjectKind::Heap { .. } | ObjectKind::Alloca { .. } => return None,
        };
        (!name.is_empty()).then_some(name)
    }

    /// An object in words: `buf[8]`, `x`, `a 32-byte block from malloc (line 12)`.
    pub(super) fn describe_object(&self, index: usize) -> String {
        let Some(object) = self.memory.object(index) else { return "an object".into() };
        let size = object.size;
        match &object.kind {
            ObjectKind::Heap { function, span } => {
                let article = article(size);
                format!("{article} {size}-byte block from {function} ({})", self.line(*span))
            }
            ObjectKind::Alloca { span } => {
                let article = article(size);
                format!("{article} {size}-byte block from alloca ({})", self.line(*span))
            }
            ObjectKind::Argument(_) | ObjectKind::Stdin => {
                format!("{} ({size} bytes)", self.object_name(&object.kind).unwrap_or_default())
            }
            ObjectKind::Pointee { name, .. } => format!("what {name} points to ({size} bytes)"),
            ObjectKind::Vla { .. } => {
                let name = self.object_name(&object.kind).unwrap_or_default();
                format!("the variable-length array {name} ({size} bytes)")
            }
            kind => match (self.object_name(kind), object.ty) {
                (Some(name), Some(ty)) => self.with_length(name, ty),
                (Some(name), None) => name,
                // Locals without a name hold what `(type){ … }` makes.
                (None, _) if matches!(kind, ObjectKind::Local { .. }) => {
                    "a compound literal".into()
                }
                (None, _) => "a string literal".into(),
            },
        }
    }

    /// The name with the lengths of all dimensions.
    fn with_length(&self, name: String, ty: TypeId) -> String {
        match self.program.types.get(ty) {
            Type::Array { elem, len: Some(len) } => {
                self.with_length(format!("{name}[{len}]"), *elem)
            }
            _ => name,
        }
    }

    pub(super) fn line(&self, span: Span) -> String {
        format!("line {}", self.program.sources.line_column(span).line)
    }

    /// The part of an object that is exactly `low..high`, in words; the object if there is none.
    pub(super) fn describe_part(&self, index: usize, low: i64, high: i64) -> String {
        let whole = || self.describe_object(index);
        let Some(object) = self.memory.object(index) else { return whole() };
        let (Some(ty), Some(name)) = (object.ty, self.object_name(&object.kind)) else {
            if low == 0 && high as u64 == object.size {
                return whole();
            }
            return format!("bytes {low} to {} of {}", high - 1, whole());
        };
        if low == 0 && high as u64 == object.size {
            return whole();
        }
        match self.find_part(ty, name, low as u64, (high - low) as u64) {
            Some((name, ty)) => self.with_length(name, ty),
            None => whole(),
        }
    }

    /// The sub-object of `ty` with that offset and size.
    fn find_part(
        &self,
        ty: TypeId,
        name: String,
        offset: u64,
        size: u64,
    ) -> Option<(String, TypeId)> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Array { elem, len } => {
                let elem_size = types.size_of(*elem)?.max(1);
                if offset == 0 && Some(size) == len.and_then(|len| len.checked_mul(elem_size)) {
                    return Some((name, ty));
                }
                let index = offset / elem_size;
                let name = format!("{name}[{index}]");
                self.find_part(*elem, name, offset % elem_size, size)
            }
            Type::Record(id) => {
                let record = types.record(*id);
                if offset == 0 && size == record.size {
                    return Some((name, ty));
                }
                record.fields.iter().find_map(|field| {
                    let field_size = types.size_of(field.ty)?;
                    let inside = offset >= field.offset
                        && offset + size <= field.offset + field_size
                        && field.bits.is_none();
                    let name = if field.name.is_empty() {
                        name.clone()
                    } else {
                        format!("{name}.{}", field.name)
                    };
                    if inside {
                        self.find_part(field.ty, name, offset - field.offset, size)
                    } else {
                        None
                    }
                })
            }
            _ => (offset == 0 && types.size_of(ty) == Some(size)).then_some((name, ty)),
        }
    }

    /// `a[3]`, `s.x`, `buf`: the name of `size` bytes of storage.
    pub(super) fn name_of_storage(&self, at: Located, size: u64) -> String {
        let Some(object) = self.memory.object(at.index) else { return String::new() };
        let Some(name) = self.object_name(&object.kind) else {
            return format!("byte {} of {}", at.start, self.describe_object(at.index));
        };
        let part = object
            .ty
            .and_then(|ty| self.find_part(ty, name.clone(), at.start as u64, size))
            .map(|(part, _)| part);
        part.unwrap_or(name)
    }

    /// Declared type of `size` bytes of storage.
    pub(super) fn type_of_storage(&self, at: Located, size: u64) -> Option<TypeId> {
        let ty = self.memory.object(at.index)?.ty?;
        let (_, ty) = self.find_part(ty, String::new(), at.start as u64, size)?;
        self.program.types.is_scalar(ty).then_some(ty)
    }

    /// A place as source text, up to `depth` projections of its path.
    pub(super) fn place_text(&self, place: &Place, depth: usize) -> String {
        let text = |span| self.program.sources.text(span).to_owned();
        let types = &self.program.types;
        let (mut name, mut ty, mut arrow) = match &place.base {
            PlaceBase::Local(local) => {
                let local = self.program.function(self.frame().function).local(*local);
                (local.name.clone(), local.ty, false)
            }
            PlaceBase::Global(global) => {
                let global = self.program.global(*global);
                let name = if global.is_literal { text(place.span) } else { global.name.clone() };
                (name, global.ty, false)
            }
            PlaceBase::Deref(pointer) => {
                let ty = types.pointee(pointer.ty).unwrap_or(place.ty);
                (text(pointer.span), ty, true)
            }
        };
        if name.is_empty() {
            // A temporary (the record that a call returned): as much of the text as is meant.
            return self.beginning_of(place, depth);
        }
        for projection in place.path.iter().take(depth) {
            match (projection, types.get(ty)) {
                (Projection::Field(index), Type::Record(record)) => {
                    let field = &types.record(*record).fields[*index as usize];
                    if !field.name.is_empty() {
                        name.push_str(if arrow { "->" } else { "." });
                        name.push_str(&field.name);
                        arrow = false;
                    }
                    ty = field.ty;
                }
                (Projection::Index(index), Type::Array { elem, .. }) => {
                    if arrow {
                        name = format!("(*{name})");
                        arrow = false;
                    }
                    name = format!("{name}[{}]", text(index.span));
                    ty = *elem;
                }
                _ => break,
            }
        }
        if arrow {
            name = format!("*{name}");
        }
        name
    }

    /// The text of a place without what follows the first `depth` projections: `f().a` of `f().a[i]`.
    fn beginning_of(&self, place: &Place, depth: usize) -> String {
        let whole = self.program.sources.text(place.span);
        let index = place.path.get(depth).and_then(|projection| match projection {
            Projection::Index(index) => Some(self.program.sources.text(index.span)),
            Projection::Field(_) => None,
        });
        let beginning = index
            .and_then(|index| whole.strip_suffix(']')?.trim_end().strip_suffix(index))
            .and_then(|rest| rest.trim_end().strip_suffix('['));
        beginning.map_or_else(|| "a temporary array".into(), |text| text.trim_end().to_owned())
    }

    /// `index 8 is out of bounds of buf[8]` for the last index of the place whose array has a known length.
    pub(super) fn index_message(&self, place: &Place, index: i128) -> Option<String> {
        let position =
            place.path.iter().rposition(|projection| matches!(projection, Projection::Index(_)))?;
        self.index_message_at(place, position, index)
    }

    /// The same for the index at that position of the path.
    pub(super) fn index_message_at(
        &self,
        place: &Place,
        position: usize,
        index: i128,
    ) -> Option<String> {
        let (len, name) = self.array_before(place, position)?;
        Some(self.index_text(index, &name, len))
    }

    /// An index that an array of this name and length does not have, in words.
    pub(super) fn index_text(&self, index: i128, name: &str, len: u64) -> String {
        match self.program.arithmetic {
            Arithmetic::Machine => format!("index {index} is out of bounds of {name}[{len}]"),
            Arithmetic::Mathematical => range::outside_window(index, name, len),
        }
    }

    /// Length and name of the array that a projection indexes.
    fn array_before(&self, place: &Place, position: usize) -> Option<(u64, String)> {
        let types = &self.program.types;
        let mut ty = match &place.base {
            PlaceBase::Local(local) => {
                self.program.function(self.frame().function).local(*local).ty
            }
            PlaceBase::Global(global) => self.program.global(*global).ty,
            PlaceBase::Deref(pointer) => types.pointee(pointer.ty)?,
        };
        for projection in place.path.iter().take(position) {
            ty = match (projection, types.get(ty)) {
                (Projection::Field(index), Type::Record(record)) => {
                    types.record(*record).fields[*index as usize].ty
                }
                (Projection::Index(_), Type::Array { elem, .. }) => *elem,
                _ => return None,
            };
        }
        match types.get(ty) {
            Type::Array { len: Some(len), .. } => Some((*len, self.place_text(place, position))),
            _ => None,
        }
    }
}

/// `an` before 8, 11, 18, 80, 11000 and their like.
fn article(number: u64) -> &'static str {
    let digits = number.to_string();
    let first_group = &digits[..(digits.len() - 1) % 3 + 1];
    if digits.starts_with('8') || matches!(first_group, "11" | "18") { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::article;

    #[test]
    fn articles() {
        for number in [8, 11, 18, 80, 800, 8000, 11_000, 18_500, 11_000_000] {
            assert_eq!(article(number), "an", "{number}");
        }
        for number in [0, 1, 4, 10, 12, 16, 17, 28, 110, 180, 1100, 1800, 110_000] {
            assert_eq!(article(number), "a", "{number}");
        }
    }
}
