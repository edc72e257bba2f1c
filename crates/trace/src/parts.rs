//! From bytes to values by their types: what a part of an object holds, and which parts a statement has set.
//!
//! What was set is a set of bits, so that bit-fields, padding and copies of bytes need no rules of their own: a record is set as a
//! whole when every member is, an array when every element is; otherwise its parts are listed, neighbouring elements together.

use std::ops::Range;

use whydunit_interp::ObjectId;
use whydunit_program::{Arithmetic, Field, Program, RecordId, Type, TypeId};

use crate::contents::Contents;
use crate::holders::Holders;
use crate::shown::{ByteKind, Shown};
use crate::values::is_character;
use crate::{ErrorTrace, TraceObject, pointers, value_text};

/// Sets of bits of one object, as ranges.
#[derive(Clone, Default, Debug)]
pub(crate) struct BitSet {
    ranges: Vec<Range<u64>>,
}

impl BitSet {
    pub(crate) fn insert(&mut self, range: Range<u64>) {
        match self.ranges.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.ranges.push(range),
        }
    }

    /// To be called once all ranges are there.
    pub(crate) fn normalise(&mut self) {
        self.ranges.sort_unstable_by_key(|range| (range.start, range.end));
        let mut merged: Vec<Range<u64>> = Vec::new();
        for range in self.ranges.drain(..) {
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        self.ranges = merged;
    }

    /// The ranges that overlap another.
    fn overlapping(&self, with: &Range<u64>) -> &[Range<u64>] {
        let first = self.ranges.partition_point(|range| range.end <= with.start);
        let end = self.ranges.partition_point(|range| range.start < with.end);
        &self.ranges[first..end.max(first)]
    }

    fn contains(&self, range: &Range<u64>) -> bool {
        let found = self.overlapping(range);
        matches!(found, [one] if one.start <= range.start && range.end <= one.end)
    }
}

/// Reads values out of storage at one moment of a run.
pub(crate) struct Parts<'a, 't> {
    pub(crate) program: &'t Program,
    pub(crate) trace: &'t ErrorTrace,
    pub(crate) contents: &'a Contents<'t>,
    pub(crate) holders: &'a Holders,
    /// What was released when there were at most this many steps no longer exists.
    pub(crate) moment: u32,
    /// The call of a user's function from which all of this is seen.
    pub(crate) frame: u32,
}

impl Parts<'_, '_> {
    /// A scalar that is not in memory, or is known anyway.
    pub(crate) fn scalar(&self, ty: TypeId, bits: u64) -> String {
        match self.program.types.pointee(ty) {
            Some(pointee) => {
                let (program, trace) = (self.program, Some(self.trace));
                let block_name = |object: &TraceObject| self.block_name(object);
                let seen = pointers::Seen { moment: self.moment, block_name: &block_name };
                pointers::pointer_text(program, trace, pointee, bits, Some(&seen))
            }
            None => value_text(self.program, Some(self.trace), ty, bits),
        }
    }

    /// The name of a variable that leads to a block.
    pub(crate) fn block_name(&self, object: &TraceObject) -> Option<String> {
        self.holders.name(self.program, self.contents, self.trace, object, self.frame)
    }

    /// What the part of an object at an offset (in bytes) holds.
    pub(crate) fn part(&self, object: ObjectId, ty: TypeId, offset: u64) -> Shown {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Array { elem, len } => self.elements(object, *elem, offset, len.unwrap_or(0)),
            Type::Record(id) => {
                let mut members = Vec::new();
                self.members(object, *id, offset, &mut members);
                Shown::Record { members, is_whole: true }
            }
            _ => {
                let size = types.size_of(ty).unwrap_or(0);
                match self.contents.bits(object, offset, size) {
                    Some(bits) => Shown::Scalar(self.scalar(ty, bits)),
                    None => Shown::Unknown,
                }
            }
        }
    }

    /// `count` elements from an offset on.
    pub(crate) fn elements(
        &self,
        object: ObjectId,
        elem: TypeId,
        offset: u64,
        count: u64,
    ) -> Shown {
        let types = &self.program.types;
        if is_character(self.program, elem) {
            let signed = types.int_kind(elem).is_some_and(|kind| kind.signed);
            let kind = if signed { ByteKind::Signed } else { ByteKind::Unsigned };
            return Shown::Bytes(self.contents.bytes(object, offset, count), kind);
        }
        let each = types.size_of(elem).unwrap_or(0);
        let element = |index: u64| self.part(object, elem, offset + index * each);
        let elements = (0..count).map(element).collect();
        match self.program.arithmetic {
            Arithmetic::Machine => Shown::List(elements),
            Arithmetic::Mathematical => Shown::Map(elements),
        }
    }

    /// Members of anonymous members are members.
    fn members(
        &self,
        object: ObjectId,
        id: RecordId,
        offset: u64,
        members: &mut Vec<(String, Shown)>,
    ) {
        for field in self.shown_fields(object, id, offset) {
            let at = offset + field.offset;
            match (self.program.types.get(field.ty), field.bits) {
                (_, Some(_)) => {
                    members.push((field.name.clone(), self.bit_field(object, field, offset)));
                }
                (Type::Record(inner), None) if field.name.is_empty() => {
                    self.members(object, *inner, at, members);
                }
                _ => members.push((field.name.clone(), self.part(object, field.ty, at))),
            }
        }
    }

    /// The fields that are worth looking at: of a union the one that was written last.
    fn shown_fields(&self, object: ObjectId, id: RecordId, offset: u64) -> Vec<&Field> {
        let record = self.program.types.record(id);
        if record.is_union {
            let member = self.contents.unions.member(object, offset);
            return record.fields.get(member).or(record.fields.first()).into_iter().collect();
        }
        let has_name = |field: &&Field| field.bits.is_none() || !field.name.is_empty();
        let has_end = |field: &&Field| {
            !matches!(self.program.types.get(field.ty), Type::Array { len: None, .. })
        };
        record.fields.iter().filter(has_name).filter(has_end).collect()
    }

    fn bit_field(&self, object: ObjectId, field: &Field, offset: u64) -> Shown {
        let Some(place) = field.bits else { return Shown::Unknown };
        let first = offset * 8 + place.bit_offset;
        let (byte, shift) = (first / 8, first % 8);
        let size = (shift + u64::from(place.width)).div_ceil(8);
        let Some(bits) = self.contents.bits(object, byte, size) else { return Shown::Unknown };
        let bits = sign_extended(self.program, field.ty, bits >> shift, place.width);
        Shown::Scalar(self.scalar(field.ty, bits))
    }

    /// Adds the parts that were set, with their paths: `.name`, `[2..5]`.
    pub(crate) fn set_parts(
        &self,
        object: ObjectId,
        (ty, offset): (TypeId, u64),
        path: &str,
        set: &BitSet,
        parts: &mut Vec<(String, Shown)>,
    ) {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Array { elem, len } => {
                let count = len.unwrap_or(u64::MAX);
                self.set_elements(object, (*elem, offset), count, path, set, parts);
            }
            Type::Record(id) => {
                let fields = self.shown_fields(object, *id, offset);
                if fields.len() > 1 && self.is_whole(object, ty, offset, set) {
                    parts.push((path.to_owned(), self.part(object, ty, offset)));
                    return;
                }
                for field in fields {
                    let dot = if field.name.is_empty() { "" } else { "." };
                    let path = format!("{path}{dot}{}", field.name);
                    match field.bits {
                        None => {
                            let at = (field.ty, offset + field.offset);
                            self.set_parts(object, at, &path, set, parts);
                        }
                        Some(_) if self.is_field_whole(object, field, offset, set) => {
                            parts.push((path, self.bit_field(object, field, offset)));
                        }
                        Some(_) => {}
                    }
                }
            }
            _ => {
                let Some(range) = self.bits_of(ty, offset) else { return };
                if set.contains(&range) {
                    let size = (range.end - range.start) / 8;
                    let value = match self.contents.bits(object, offset, size) {
                        Some(bits) => Shown::Scalar(self.variable(ty, bits)),
                        None => Shown::Unknown,
                    };
                    parts.push((path.to_owned(), value));
                } else {
                    for bits in set.overlapping(&range) {
                        let start = bits.start.max(range.start) / 8 - offset;
                        let end = bits.end.min(range.end).div_ceil(8) - offset;
                        parts.push(self.raw_bytes(object, path, offset, start..end));
                    }
                }
            }
        }
    }

    /// Some bytes of a scalar, as if it were an array of them.
    fn raw_bytes(
        &self,
        object: ObjectId,
        path: &str,
        offset: u64,
        range: Range<u64>,
    ) -> (String, Shown) {
        let bytes = self.contents.bytes(object, offset + range.start, range.end - range.start);
        let number = |byte: &Option<u8>| match byte {
            Some(byte) => Shown::Scalar(byte.to_string()),
            None => Shown::Unknown,
        };
        let bytes: Vec<Shown> = bytes.iter().map(number).collect();
        match bytes.as_slice() {
            [only] => (format!("((char *)&{path})[{}]", range.start), only.clone()),
            _ => {
                let name = format!("((char *)&{path})[{}..{}]", range.start, range.end - 1);
                (name, Shown::List(bytes))
            }
        }
    }

    pub(crate) fn set_elements(
        &self,
        object: ObjectId,
        (elem, offset): (TypeId, u64),
        count: u64,
        path: &str,
        set: &BitSet,
        parts: &mut Vec<(String, Shown)>,
    ) {
        let Some(each) = self.program.types.size_of(elem).filter(|&size| size > 0) else { return };
        let end = count.checked_mul(each).and_then(|size| size.checked_add(offset));
        let all = offset * 8..end.and_then(|end| end.checked_mul(8)).unwrap_or(u64::MAX);
        // Whole elements that follow each other, and the first element that was not looked at yet.
        let mut run: Range<u64> = 0..0;
        let mut next = 0;
        for bits in set.overlapping(&all) {
            let first = (bits.start.max(all.start) / 8 - offset) / each;
            let last = ((bits.end.min(all.end) - 1) / 8 - offset) / each;
            for index in first.max(next)..=last {
                next = index + 1;
                let at = offset + index * each;
                if self.is_whole(object, elem, at, set) {
                    if run.end != index {
                        self.flush(object, (elem, offset), &run, count, path, set, parts);
                        run = index..index;
                    }
                    run.end = index + 1;
                } else {
                    self.flush(object, (elem, offset), &run, count, path, set, parts);
                    run = 0..0;
                    self.set_parts(object, (elem, at), &format!("{path}[{index}]"), set, parts);
                }
            }
        }
        self.flush(object, (elem, offset), &run, count, path, set, parts);
    }

    #[expect(clippy::too_many_arguments, reason = "one step of a loop that carries all of this")]
    fn flush(
        &self,
        object: ObjectId,
        (elem, offset): (TypeId, u64),
        run: &Range<u64>,
        count: u64,
        path: &str,
        set: &BitSet,
        parts: &mut Vec<(String, Shown)>,
    ) {
        let Some(each) = self.program.types.size_of(elem).filter(|_| !run.is_empty()) else {
            return;
        };
        let at = offset + run.start * each;
        let len = run.end - run.start;
        if len == 1 {
            let path = format!("{path}[{}]", run.start);
            self.set_parts(object, (elem, at), &path, set, parts);
            return;
        }
        let value = self.elements(object, elem, at, len);
        // A string is the array's as soon as it has an end.
        let is_string = run.start == 0
            && matches!(&value, Shown::Bytes(bytes, _) if bytes.last() == Some(&Some(0)));
        let path = if len == count || is_string {
            path.to_owned()
        } else {
            format!("{path}[{}..{}]", run.start, run.end - 1)
        };
        parts.push((path, value));
    }

    /// Was everything set that a value of this type consists of? Padding does not count.
    fn is_whole(&self, object: ObjectId, ty: TypeId, offset: u64, set: &BitSet) -> bool {
        let types = &self.program.types;
        let Some(range) = self.bits_of(ty, offset) else { return false };
        if set.contains(&range) {
            return true;
        }
        match types.get(ty) {
            Type::Array { elem, len } => {
                let (each, count) = (types.size_of(*elem).unwrap_or(0), len.unwrap_or(0));
                // Without gaps between them the elements would lie in one range.
                let element = |index| self.is_whole(object, *elem, offset + index * each, set);
                !types.is_scalar(*elem) && (0..count).all(element)
            }
            Type::Record(id) => {
                let fields = self.shown_fields(object, *id, offset);
                let is_set = |field: &&Field| self.is_field_whole(object, field, offset, set);
                !fields.is_empty() && fields.iter().all(is_set)
            }
            _ => false,
        }
    }

    fn is_field_whole(&self, object: ObjectId, field: &Field, offset: u64, set: &BitSet) -> bool {
        match field.bits {
            Some(place) => {
                let first = offset * 8 + place.bit_offset;
                set.contains(&(first..first + u64::from(place.width)))
            }
            None => self.is_whole(object, field.ty, offset + field.offset, set),
        }
    }

    fn bits_of(&self, ty: TypeId, offset: u64) -> Option<Range<u64>> {
        let size = self.program.types.size_of(ty).filter(|&size| size > 0)?;
        Some(offset * 8..(offset + size) * 8)
    }
}

/// The bits of a bit-field as a value of its type.
pub fn sign_extended(program: &Program, ty: TypeId, bits: u64, width: u8) -> u64 {
    let unused = 64 - u32::from(width.clamp(1, 64));
    if program.types.int_kind(ty).is_some_and(|kind| kind.signed) {
        ((bits << unused) as i64 >> unused) as u64
    } else {
        bits << unused >> unused
    }
}
