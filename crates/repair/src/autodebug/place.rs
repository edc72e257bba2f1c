//! Places along the run: which cell they are, and how the program reached it.

use std::rc::Rc;

use whydunit_interp::{Cell, CellObject, ObjectId};
use whydunit_program::{
    Expr, ExprKind, LocalId, Place, PlaceBase, Projection, Type, TypeId, expr_to_c,
};

use super::linear::{Linear, Piece, Via};
use super::run::Run;

/// Where in the run an expression is read.
#[derive(Clone, Debug)]
pub(crate) struct At {
    /// Before this step.
    pub(crate) time: usize,
    pub(crate) frame: u32,
    /// Variables of quantifiers.
    pub(crate) bound: Vec<(LocalId, i128)>,
    /// Contents are those of the entry of the function, before this step.
    pub(crate) entry: Option<usize>,
    /// What `\old` goes back to.
    pub(crate) snapshot: usize,
}

impl At {
    pub(crate) fn step(time: usize, frame: u32) -> At {
        At { time, frame, bound: Vec::new(), entry: None, snapshot: 0 }
    }

    /// The moment whose contents are read.
    pub(crate) fn contents(&self) -> usize {
        self.entry.unwrap_or(self.time)
    }
}

impl At {
    pub(crate) fn at_entry(&self) -> At {
        At { entry: Some(self.snapshot), ..self.clone() }
    }
}

impl Run<'_> {
    /// The cell a place is, and how it was reached.
    pub(crate) fn cell(&self, place: &Place, at: &At) -> Option<(Cell, Option<Rc<Via>>)> {
        let types = &self.program.types;
        let function = self.program.function(self.function_of(at.frame)?);
        let mut via = Via { frame: at.frame, pieces: Vec::new(), pointers: Vec::new() };
        let mut text = String::new();
        let mut path = place.path.as_slice();
        let (object, offset, ty) = match &place.base {
            PlaceBase::Local(id) => {
                let local = function.locals.get(id.index())?;
                text.push_str(&local.name);
                match self.local_object(at.frame, *id, at.time) {
                    Some(object) => (CellObject::Memory(object), 0, local.ty),
                    None => {
                        let cell = self.local_cell(at.frame, *id, at.time)?;
                        return path.is_empty().then_some((cell, None));
                    }
                }
            }
            PlaceBase::Global(id) => {
                let global = self.program.global(*id);
                text.push_str(&global.name);
                (CellObject::Memory(self.global_object(*id)?), 0, global.ty)
            }
            PlaceBase::Deref(pointer) => {
                let address = self.value(pointer, at)?.as_int()?;
                let (object, offset) = self.trace.locate(u64::try_from(address).ok()?)?;
                let pointee = types.pointee(pointer.ty)?;
                self.pointers_in(pointer, at, &mut via.pointers);
                match (&pointer.kind, path) {
                    (ExprKind::PtrAdd(base, index), _) => {
                        text.push_str(&expr_to_c(self.program, function, base));
                        text.push('[');
                        via.pieces.push(Piece::Text(std::mem::take(&mut text)));
                        via.pieces.push(self.index_piece(index, at)?);
                        text.push(']');
                    }
                    (_, [Projection::Field(field), rest @ ..]) if types.is_record(pointee) => {
                        let pointer = expr_to_c(self.program, function, pointer);
                        let (name, inside, ty) = self.field(pointee, *field)?;
                        if inside.1.is_some() {
                            return None;
                        }
                        text.push_str(&format!("{pointer}->{name}"));
                        path = rest;
                        let offset = u64::try_from(offset).ok()? + inside.0;
                        return self.finish(
                            (CellObject::Memory(object.id), offset, ty),
                            path,
                            (via, text),
                            at,
                        );
                    }
                    _ => {
                        let pointer = expr_to_c(self.program, function, pointer);
                        text.push_str(&format!("*{pointer}"));
                    }
                }
                (CellObject::Memory(object.id), u64::try_from(offset).ok()?, pointee)
            }
        };
        if let (false, Type::Void) = (path.is_empty(), types.get(ty)) {
            return None;
        }
        if text.starts_with('*') && !path.is_empty() {
            text = format!("({text})");
        }
        let ty = if path.is_empty() { place.ty } else { ty };
        self.finish((object, offset, ty), path, (via, text), at)
    }

    fn finish(
        &self,
        (object, mut offset, mut ty): (CellObject, u64, TypeId),
        path: &[Projection],
        (mut via, mut text): (Via, String),
        at: &At,
    ) -> Option<(Cell, Option<Rc<Via>>)> {
        let types = &self.program.types;
        let mut bits = None;
        for projection in path {
            match projection {
                Projection::Field(field) => {
                    let (name, (inside, field_bits), field_ty) = self.field(ty, *field)?;
                    offset += inside;
                    bits = field_bits;
                    ty = field_ty;
                    if !name.is_empty() {
                        text.push_str(&format!(".{name}"));
                    }
                }
                Projection::Index(index) => {
                    let Type::Array { elem, .. } = types.get(ty) else { return None };
                    ty = *elem;
                    text.push('[');
                    via.pieces.push(Piece::Text(std::mem::take(&mut text)));
                    let piece = self.index_piece(index, at)?;
                    if let Piece::Index(_, value) = &piece {
                        let value = u64::try_from(*value).ok()?;
                        offset += value.checked_mul(types.size_of(ty)?)?;
                    }
                    via.pieces.push(piece);
                    text.push(']');
                }
            }
        }
        via.pieces.push(Piece::Text(text));
        let cell = match bits {
            Some((first, width)) => {
                let size = (u32::from(first) + u32::from(width)).div_ceil(8);
                let offset = u32::try_from(offset).ok()?;
                Cell { object, offset, size, bits: Some((first, width)) }
            }
            None => {
                let size = u32::try_from(types.size_of(ty)?).ok()?;
                Cell { object, offset: u32::try_from(offset).ok()?, size, bits: None }
            }
        };
        Some((cell, Some(Rc::new(via))))
    }

    /// Name, offset with the bits of a bit-field, and type of a field.
    #[allow(clippy::type_complexity, reason = "three facts about a field, used right away")]
    fn field(
        &self,
        record: TypeId,
        field: u32,
    ) -> Option<(String, (u64, Option<(u8, u8)>), TypeId)> {
        let Type::Record(id) = self.program.types.get(record) else { return None };
        let field = self.program.types.record(*id).fields.get(field as usize)?;
        let place = match field.bits {
            Some(bits) => (bits.bit_offset / 8, Some(((bits.bit_offset % 8) as u8, bits.width))),
            None => (field.offset, None),
        };
        Some((field.name.clone(), place, field.ty))
    }

    fn index_piece(&self, index: &Expr, at: &At) -> Option<Piece> {
        let value = self.value(index, at)?.as_int()?;
        let linear = self.linear(index, at).unwrap_or_else(|| Linear::constant(value));
        Some(Piece::Index(linear, value))
    }

    fn pointers_in(&self, pointer: &Expr, at: &At, found: &mut Vec<(Cell, u64)>) {
        match &pointer.kind {
            ExprKind::Load(place) => {
                if let Some((cell, _)) = self.cell(place, at)
                    && let Some(bits) = self.bits(cell, at.contents())
                {
                    found.push((cell, bits));
                }
                if let PlaceBase::Deref(inner) = &place.base {
                    self.pointers_in(inner, at, found);
                }
            }
            ExprKind::PtrAdd(base, _) | ExprKind::Cast(base) => self.pointers_in(base, at, found),
            _ => {}
        }
    }

    pub(crate) fn address(&self, place: &Place, at: &At) -> Option<(ObjectId, u64)> {
        let (cell, _) = self.cell(place, at)?;
        match cell.object {
            CellObject::Memory(object) => Some((object, cell.offset.into())),
            CellObject::Register { .. } => None,
        }
    }

    pub(crate) fn element_size(&self, pointer: TypeId) -> Option<i128> {
        let to = self.program.types.pointee(pointer)?;
        self.program.types.size_of(to).filter(|&size| size > 0).map(i128::from)
    }
}

/// The value of a quantifier's variable.
pub(crate) fn bound(place: &Place, at: &At) -> Option<i128> {
    let PlaceBase::Local(local) = place.base else { return None };
    at.bound.iter().rev().find(|(bound, _)| *bound == local).map(|(_, value)| *value)
}
