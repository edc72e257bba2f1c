//! The text that a pointer to characters leads to: `&buf[0] "abc"`.

use whydunit_program::TypeId;

use crate::limits::LONGEST_TEXT;
use crate::parts::Parts;
use crate::pointers::{Pointed, Position};
use crate::shown::{ByteKind, Shown};
use crate::values::is_character;

impl Parts<'_, '_> {
    /// The value of a variable. A pointer to a text comes with the text.
    pub(crate) fn variable(&self, ty: TypeId, bits: u64) -> String {
        let value = self.scalar(ty, bits);
        match self.target_text(ty, bits) {
            Some(text) if !value.starts_with('"') => format!("{value} {text}"),
            _ => value,
        }
    }

    fn target_text(&self, ty: TypeId, bits: u64) -> Option<String> {
        let (program, types) = (self.program, &self.program.types);
        let pointee = types.pointee(ty).filter(|&pointee| is_character(program, pointee))?;
        let pointed = Pointed::new(self.trace, types.target(), bits).filter(|_| bits != 0)?;
        let is_there = pointed.end_of_life(self.moment).is_none();
        if pointed.position() != Position::Inside || !is_there {
            return None;
        }
        let distance = pointed.distance as u64;
        let (object, offset) = (pointed.entry.object, pointed.entry.offset + distance);
        // What is declared as something else is no text, whatever pointers go through it.
        let declared = object.info.ty.and_then(|ty| types.part_at(ty, offset, 1));
        let has_characters = declared.map(|ty| is_character(program, ty));
        if !has_characters.unwrap_or(object.info.ty.is_none()) {
            return None;
        }
        let size = (pointed.entry.size - distance).min(LONGEST_TEXT);
        let mut bytes = self.contents.bytes(object.id, offset, size);
        bytes.truncate(bytes.iter().position(|&byte| byte == Some(0))? + 1);
        let signed = types.int_kind(pointee).is_some_and(|kind| kind.signed);
        let kind = if signed { ByteKind::Signed } else { ByteKind::Unsigned };
        let is_empty = bytes.len() == 1;
        let text = Shown::Bytes(bytes, kind).text();
        text.starts_with('"').then_some(text).filter(|_| !is_empty)
    }
}
