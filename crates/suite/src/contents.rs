//! Which values does memory hold at the end of a run, and are they the expected ones?
//!
//! [`Contents::difference`] is led by what is expected: it looks at the parts that are mentioned and follows the pointers that
//! something is expected behind. [`Contents::read`] follows all pointers, up to a budget and never around a circle; what it leaves
//! out, and what was never initialised, is [`Expected::ANYTHING`].

use whydunit_interp::{FinalState, InputValue, Storage};
use whydunit_program::{BitField, Field, Program, Record, Type, TypeId};

use crate::Expected;
use crate::limits::MOST_READ;
use crate::number::{is_same, number, number_text};
use crate::value_text::{string_text, value_text};

pub(crate) struct Contents<'a> {
    pub(crate) program: &'a Program,
    pub(crate) state: &'a FinalState<'a>,
}

/// The first part that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    pub(crate) part: String,
    pub(crate) actual: String,
    pub(crate) expected: String,
}

fn anything() -> InputValue {
    InputValue::Name(Expected::ANYTHING.to_owned())
}

fn is_anything(value: &InputValue) -> bool {
    matches!(value, InputValue::Name(name) if name == Expected::ANYTHING)
}

/// The bits of a scalar, if they have a value. Of a `long double`, those of the binary64 that it is computed as.
fn bits(storage: Storage<'_>, size: u64) -> Option<u64> {
    let part = storage.part(0, size.min(8)).filter(|part| part.is_initialised())?;
    let mut bytes = [0; 8];
    bytes[..part.bytes().len()].copy_from_slice(part.bytes());
    Some(u64::from_le_bytes(bytes))
}

/// A bit-field of a record, zero-extended, or sign-extended as its type has it.
fn field_bits(record: Storage<'_>, field: BitField, signed: bool) -> Option<u64> {
    let first = field.bit_offset / 8;
    let shift = field.bit_offset % 8;
    let part = record.part(first, (shift + u64::from(field.width)).div_ceil(8))?;
    if !part.has_bits(u32::try_from(shift).ok()?, u32::from(field.width)) {
        return None;
    }
    let whole = part.bytes().iter().rev().fold(0u128, |sum, &byte| sum << 8 | u128::from(byte));
    let width = u32::from(field.width.clamp(1, 64));
    let value = (whole >> shift) as u64 & (u64::MAX >> (64 - width));
    let is_negative = signed && value >> (width - 1) != 0;
    Some(if is_negative { value | u64::MAX.checked_shl(width).unwrap_or(0) } else { value })
}

impl<'a> Contents<'a> {
    pub(crate) fn read(&self, storage: Storage<'a>, ty: TypeId) -> InputValue {
        self.read_part(storage, ty, &mut Vec::new(), &mut { MOST_READ })
    }

    /// All elements, as a list.
    pub(crate) fn read_elements(&self, storage: Storage<'a>, elem: TypeId) -> InputValue {
        self.elements(storage, elem, &mut Vec::new(), &mut { MOST_READ })
    }

    pub(crate) fn read_scalar(&self, ty: TypeId, bits: u64) -> InputValue {
        self.scalar(ty, bits, &mut Vec::new(), &mut { MOST_READ })
    }

    /// `path` holds the addresses that led here.
    fn read_part(
        &self,
        storage: Storage<'a>,
        ty: TypeId,
        path: &mut Vec<u64>,
        budget: &mut usize,
    ) -> InputValue {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Array { elem, .. } => self.elements(storage, *elem, path, budget),
            Type::Record(id) => {
                let mut fields = Vec::new();
                self.fields(storage, types.record(*id), &mut fields, path, budget);
                InputValue::Fields(fields)
            }
            _ => match bits(storage, types.size_of(ty).unwrap_or(0)) {
                Some(bits) => self.scalar(ty, bits, path, budget),
                None => anything(),
            },
        }
    }

    fn elements(
        &self,
        storage: Storage<'a>,
        elem: TypeId,
        path: &mut Vec<u64>,
        budget: &mut usize,
    ) -> InputValue {
        let size = self.element_size(elem);
        let mut values = Vec::new();
        while *budget > 0
            && let Some(part) = storage.part(values.len() as u64 * size, size)
        {
            *budget -= 1;
            values.push(self.read_part(part, elem, path, budget));
        }
        InputValue::List(values)
    }

    /// Which member of a union holds a value is not known here.
    fn fields(
        &self,
        storage: Storage<'a>,
        record: &Record,
        into: &mut Vec<(String, InputValue)>,
        path: &mut Vec<u64>,
        budget: &mut usize,
    ) {
        for field in record.fields.iter().filter(|_| !record.is_union) {
            match (self.field(storage, field), self.program.types.get(field.ty)) {
                (Some(part), Type::Record(inner)) if field.name.is_empty() => {
                    self.fields(part, self.program.types.record(*inner), into, path, budget);
                }
                _ if field.name.is_empty() => {}
                (Some(part), _) => {
                    into.push((field.name.clone(), self.read_part(part, field.ty, path, budget)));
                }
                (None, _) => {
                    let value = self.bit_field(storage, field);
                    let value = value.map(|bits| number(self.program, field.ty, bits));
                    into.push((field.name.clone(), value.unwrap_or_else(anything)));
                }
            }
        }
    }

    fn scalar(&self, ty: TypeId, bits: u64, path: &mut Vec<u64>, budget: &mut usize) -> InputValue {
        let Some(pointee) = self.program.types.pointee(ty) else {
            return number(self.program, ty, bits);
        };
        if bits == 0 {
            return InputValue::Null;
        }
        if let Some(function) = self.state.function_at(bits) {
            return InputValue::Name(self.program.function(function).name.clone());
        }
        match self.state.at(bits) {
            Some(storage) if *budget > 0 && !path.contains(&bits) => {
                path.push(bits);
                let value = self.elements(storage, pointee, path, budget);
                path.pop();
                value
            }
            _ => anything(),
        }
    }

    /// A member that is no bit-field.
    fn field(&self, record: Storage<'a>, field: &Field) -> Option<Storage<'a>> {
        let size = self.program.types.size_of(field.ty)?;
        if field.bits.is_some() { None } else { record.part(field.offset, size) }
    }

    fn bit_field(&self, record: Storage<'_>, field: &Field) -> Option<u64> {
        let signed = self.program.types.int_kind(field.ty).is_some_and(|kind| kind.signed);
        field_bits(record, field.bits?, signed)
    }

    /// What `void *` points to are bytes.
    fn element_size(&self, elem: TypeId) -> u64 {
        self.program.types.size_of(elem).unwrap_or(1).max(1)
    }

    /// `part` is what the storage is called.
    pub(crate) fn difference(
        &self,
        part: &str,
        expected: &InputValue,
        storage: Storage<'a>,
        ty: TypeId,
    ) -> Option<Difference> {
        if is_anything(expected) {
            return None;
        }
        let types = &self.program.types;
        match types.get(ty) {
            Type::Array { elem, .. } => self.elements_difference(part, expected, storage, *elem),
            Type::Record(id) => {
                self.record_difference(&format!("{part}."), expected, storage, types.record(*id))
            }
            _ => match bits(storage, types.size_of(ty).unwrap_or(0)) {
                Some(bits) => self.scalar_difference(part, expected, ty, bits),
                None => Some(Difference {
                    part: part.to_owned(),
                    actual: "not initialised".to_owned(),
                    expected: value_text(expected),
                }),
            },
        }
    }

    /// Of elements one after the other: a list or a string, or the value of the first.
    pub(crate) fn elements_difference(
        &self,
        part: &str,
        expected: &InputValue,
        storage: Storage<'a>,
        elem: TypeId,
    ) -> Option<Difference> {
        let size = self.element_size(elem);
        let is_record = self.program.types.get(elem);
        match expected {
            InputValue::Bytes(bytes) if size == 1 => self.text_difference(part, bytes, storage),
            InputValue::Bytes(bytes) => {
                let values = bytes.iter().chain(&[0]).map(|&byte| InputValue::Int(byte.into()));
                let values = InputValue::List(values.collect());
                self.elements_difference(part, &values, storage, elem)
            }
            InputValue::List(values) => values.iter().enumerate().find_map(|(index, value)| {
                let name = format!("{part}[{index}]");
                match storage.part(index as u64 * size, size) {
                    Some(element) => self.difference(&name, value, element, elem),
                    None if is_anything(value) => None,
                    None => Some(Difference {
                        part: name,
                        actual: "not there".to_owned(),
                        expected: value_text(value),
                    }),
                }
            }),
            single => match (storage.part(0, size), is_record) {
                (Some(first), Type::Record(id)) => {
                    let record = self.program.types.record(*id);
                    self.record_difference(&format!("{part}->"), single, first, record)
                }
                (Some(first), _) => self.difference(&format!("*{part}"), single, first, elem),
                (None, _) => Some(Difference {
                    part: format!("*{part}"),
                    actual: "not there".to_owned(),
                    expected: value_text(single),
                }),
            },
        }
    }

    fn text_difference(
        &self,
        part: &str,
        expected: &[u8],
        storage: Storage<'a>,
    ) -> Option<Difference> {
        let bytes = storage.bytes();
        let end = bytes.iter().position(|&byte| byte == 0);
        let text = end.and_then(|end| storage.part(0, end as u64 + 1));
        let actual = match text.filter(|text| text.is_initialised()) {
            Some(text) if &text.bytes()[..text.bytes().len() - 1] == expected => return None,
            Some(text) => string_text(&text.bytes()[..text.bytes().len() - 1]),
            None => "not a string".to_owned(),
        };
        Some(Difference { part: part.to_owned(), actual, expected: string_text(expected) })
    }

    /// `prefix` is the name of the record with the dot or arrow before its members.
    fn record_difference(
        &self,
        prefix: &str,
        expected: &InputValue,
        storage: Storage<'a>,
        record: &Record,
    ) -> Option<Difference> {
        let wrong = || Difference {
            part: prefix.trim_end_matches(['.', '-', '>']).to_owned(),
            actual: "a struct".to_owned(),
            expected: value_text(expected),
        };
        let one = |field: &Field, value: &InputValue| {
            let name = format!("{prefix}{}", field.name);
            match self.field(storage, field) {
                Some(part) => self.difference(&name, value, part, field.ty),
                None => match self.bit_field(storage, field) {
                    Some(bits) => self.scalar_difference(&name, value, field.ty, bits),
                    None => Some(Difference {
                        part: name,
                        actual: "not initialised".to_owned(),
                        expected: value_text(value),
                    }),
                },
            }
        };
        match expected {
            InputValue::Fields(fields) => fields.iter().find_map(|(name, value)| {
                if is_anything(value) {
                    return None;
                }
                match record.fields.iter().find(|field| field.name == *name) {
                    Some(field) => one(field, value),
                    None => self.anonymous_difference(prefix, (name, value), storage, record),
                }
            }),
            InputValue::List(values) if values.len() <= record.fields.len() => {
                record.fields.iter().zip(values).find_map(|(field, value)| {
                    if is_anything(value) { None } else { one(field, value) }
                })
            }
            _ => Some(wrong()),
        }
    }

    /// Of a member of an anonymous member.
    fn anonymous_difference(
        &self,
        prefix: &str,
        (name, value): (&String, &InputValue),
        storage: Storage<'a>,
        record: &Record,
    ) -> Option<Difference> {
        let anonymous = record.fields.iter().filter(|field| field.name.is_empty());
        for field in anonymous {
            let Type::Record(id) = self.program.types.get(field.ty) else { continue };
            let inner = self.program.types.record(*id);
            let has_it = inner.fields.iter().any(|field| field.name == *name);
            if let (true, Some(part)) = (has_it, self.field(storage, field)) {
                let only = InputValue::Fields(vec![(name.clone(), value.clone())]);
                return self.record_difference(prefix, &only, part, inner);
            }
        }
        Some(Difference {
            part: format!("{prefix}{name}"),
            actual: "not there".to_owned(),
            expected: value_text(value),
        })
    }

    pub(crate) fn scalar_difference(
        &self,
        part: &str,
        expected: &InputValue,
        ty: TypeId,
        bits: u64,
    ) -> Option<Difference> {
        let program = self.program;
        let different = |actual: String| {
            let expected = number_text(program, ty, expected);
            Some(Difference { part: part.to_owned(), actual, expected })
        };
        if is_anything(expected) {
            return None;
        }
        let Some(pointee) = program.types.pointee(ty) else {
            return match is_same(program, ty, bits, expected) {
                Some(true) => None,
                _ => different(number_text(program, ty, &number(program, ty, bits))),
            };
        };
        let function = self.state.function_at(bits).map(|id| &program.function(id).name);
        match (expected, self.state.at(bits)) {
            (InputValue::Null | InputValue::Int(0), _) if bits == 0 => None,
            (InputValue::Null | InputValue::Int(0), _) => match function {
                Some(name) => different(name.clone()),
                None => different("a pointer".to_owned()),
            },
            (InputValue::Name(name), _) if function == Some(name) => None,
            (_, Some(storage)) => self.elements_difference(part, expected, storage, pointee),
            _ => different(match function {
                Some(name) => name.clone(),
                None if bits == 0 => "NULL".to_owned(),
                None => "a pointer to nothing".to_owned(),
            }),
        }
    }
}
