//! Inputs of any type: arrays, records, and what pointers among the inputs point to.

use std::rc::Rc;

use whydunit_interp::InputValue;
use whydunit_program::{Field, Type, TypeId};
use whydunit_source::Span;
use whydunit_term::{Sort, Term};

use super::input::{EventKind, Shape};
use super::memory::{Cell, EntryId, Fill};
use super::pointer::{Assumed, Entry, ObjectInfo, Storage};
use super::state::State;
use super::{Exec, Run};
use crate::limits::{DEEPEST_POINTERS, MOST_OPEN};
use whydunit_program::Class;

/// What is known about how much lies behind a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Room {
    /// Nothing: a number of elements is assumed.
    Assumed,
    /// A contract states it.
    Stated,
    /// A string, with room behind it or without.
    Text,
    /// Any number of elements, also none.
    Any,
}

/// What is known about a pointer because of where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PointerFacts {
    pub(super) room: Room,
    pub(super) may_be_null: bool,
}

impl Exec<'_> {
    /// Makes the scalars of a new local inputs: with the check off, storage without a value has any.
    pub(super) fn open_storage(
        &mut self,
        state: &mut State,
        (entry, offset): (EntryId, u32),
        ty: TypeId,
        name: String,
    ) {
        match *self.program.types.get(ty) {
            Type::Array { elem, len } => {
                let size = self.size_of(elem);
                for index in 0..len.unwrap_or(0).min(MOST_OPEN) as u32 {
                    let at = (entry, offset + index * size);
                    self.open_storage(state, at, elem, format!("{name}[{index}]"));
                }
            }
            Type::Record(id) => {
                let record = self.program.types.record(id);
                let count = if record.is_union { 1 } else { record.fields.len() };
                for field in record.fields.iter().take(count).filter(|f| f.bits.is_none()) {
                    let name = match field.name.as_str() {
                        "" => name.clone(),
                        field => format!("{name}.{field}"),
                    };
                    self.open_storage(state, (entry, offset + field.offset as u32), field.ty, name);
                }
            }
            _ if matches!(self.class(ty), Class::Other | Class::Pointer { .. }) => {}
            _ => {
                let given = self.spec.inputs.get(&name).cloned();
                let value = self.input_value(ty, given.as_ref());
                if given.is_none() {
                    self.note_event(state, EventKind::Unset { name, ty, value });
                }
                self.write_cell(state, (entry, offset), ty, value);
            }
        }
    }

    fn write_cell(&mut self, state: &mut State, at: (EntryId, u32), ty: TypeId, value: Term) {
        let (entry, offset) = at;
        let (size, whole) = (self.value_size(ty), self.size_of(ty));
        if let Some(object) = state.memory.get_mut(entry) {
            object.write(self.terms, offset, Cell { size, value, is_set: Term::TRUE });
            if whole > size {
                let zero = self.terms.bits(8 * (whole - size), 0);
                let rest = Cell { size: whole - size, value: zero, is_set: Term::TRUE };
                object.write(self.terms, offset + size, rest);
            }
        }
    }

    /// Makes a piece of an object an input.
    pub(super) fn shape(
        &mut self,
        state: &mut State,
        (entry, offset): (EntryId, u32),
        ty: TypeId,
        name: &str,
        depth: u32,
        given: Option<&InputValue>,
    ) -> Run<Shape> {
        match *self.program.types.get(ty) {
            Type::Array { elem, len } => {
                let size = self.size_of(elem);
                let mut elements = Vec::new();
                for index in 0..len.unwrap_or(0).min(1 << 16) as u32 {
                    let given = given.map(|given| element(given, index as usize));
                    let at = (entry, offset + index * size);
                    elements.push(self.shape(state, at, elem, name, depth, given.as_ref())?);
                }
                Ok(Shape::List(elements))
            }
            Type::Record(id) => {
                let record = self.program.types.record(id);
                let mut fields = Vec::new();
                let size = |field: &Field| self.program.types.size_of(field.ty).unwrap_or(0);
                let largest = record.fields.iter().map(size).max().unwrap_or(0);
                let chosen = record.fields.iter().position(|field| size(field) == largest);
                for (position, field) in record.fields.iter().enumerate() {
                    // Of a union the largest member is open: it covers all others.
                    if record.is_union && Some(position) != chosen {
                        continue;
                    }
                    let given = match given {
                        Some(given) if field.name.is_empty() => Some(given.clone()),
                        Some(given) => Some(member(given, position, &field.name)),
                        None => None,
                    };
                    if let Some(bits) = field.bits {
                        if field.name.is_empty() || bits.width == 0 {
                            continue;
                        }
                        let value = match &given {
                            Some(given) => self.given_scalar(self.class(field.ty), given),
                            None => {
                                let raw = self.variable("input", Sort::Bits(bits.width.into()));
                                let class = self.class(field.ty);
                                self.terms.resize(raw, class.width(), class.signed())
                            }
                        };
                        let address = self.address(entry);
                        let delta = self.pointer_bits(offset.into());
                        let address = self.terms.add(address, delta);
                        self.store_bits(state, address, bits, value, self.start_span())?;
                        fields.push((field.name.clone(), Shape::Scalar { ty: field.ty, value }));
                        continue;
                    }
                    let at = (entry, offset + field.offset as u32);
                    let inner = format!("{name}.{}", field.name);
                    let shape = self.shape(state, at, field.ty, &inner, depth, given.as_ref())?;
                    match shape {
                        Shape::Fields(inner) if field.name.is_empty() => fields.extend(inner),
                        // A record around one thing without a name is that thing.
                        shape if field.name.is_empty() && record.fields.len() == 1 => {
                            return Ok(shape);
                        }
                        shape => fields.push((field.name.clone(), shape)),
                    }
                }
                Ok(Shape::Fields(fields))
            }
            Type::Pointer(pointee) => {
                let span = self.start_span();
                let (value, shape) =
                    self.pointer_shape(state, pointee, name, depth + 1, None, given, span)?;
                self.write_cell(state, (entry, offset), ty, value);
                Ok(shape)
            }
            _ if self.class(ty) == Class::Other => Ok(Shape::Null),
            _ => {
                let value = self.input_value(ty, given);
                self.write_cell(state, (entry, offset), ty, value);
                Ok(match given {
                    Some(given) => Shape::Given(given.clone()),
                    None => Shape::Scalar { ty, value },
                })
            }
        }
    }

    /// A pointer among the inputs, with what it points to. `stated` says that a contract speaks of the size.
    #[expect(clippy::too_many_arguments, reason = "each is a property of the one pointer")]
    pub(super) fn pointer_shape(
        &mut self,
        state: &mut State,
        pointee: TypeId,
        name: &str,
        depth: u32,
        parameter: Option<PointerFacts>,
        given: Option<&InputValue>,
        span: Span,
    ) -> Run<(Term, Shape)> {
        let null = self.pointer_bits(0);
        let types = &self.program.types;
        if let Type::Function(signature) = types.get(pointee) {
            if let Some(given) = given {
                let value =
                    self.given_scalar(Class::Pointer { width: self.pointer_width() }, given);
                return Ok((value, Shape::Given(given.clone())));
            }
            let signature = signature.clone();
            return self.function_shape(state, &signature, name, span);
        }
        let known = !matches!(types.get(pointee), Type::Void);
        let (elem, size) = match types.size_of(pointee).filter(|_| known) {
            Some(size) => (Some(pointee), size as u32),
            None => (None, 1),
        };
        match given {
            Some(InputValue::Null | InputValue::Int(0)) => {
                return Ok((null, Shape::Given(InputValue::Null)));
            }
            Some(given) => {
                let elements = match given {
                    InputValue::List(values) => values.clone(),
                    InputValue::Bytes(bytes) => {
                        let byte = |&byte: &u8| InputValue::Int(byte.into());
                        bytes.iter().chain(&[0]).map(byte).collect()
                    }
                    single => vec![single.clone()],
                };
                let bytes = u64::from(size) * elements.len() as u64;
                let entry = self.new_sized(state, bytes, Storage::Input, Fill::Zero);
                for (index, value) in elements.iter().enumerate() {
                    let at = (entry, index as u32 * size);
                    match elem {
                        Some(elem) => {
                            self.shape(state, at, elem, name, depth, Some(value))?;
                        }
                        None => {
                            let value = self.given_scalar(Class::Bool, value);
                            let cell = Cell { size: 1, value, is_set: Term::TRUE };
                            if let Some(object) = state.memory.get_mut(entry) {
                                object.write(self.terms, at.1, cell);
                            }
                        }
                    }
                }
                return Ok((self.address(entry), Shape::Given(given.clone())));
            }
            None => {}
        }
        if depth > DEEPEST_POINTERS.max(self.bounds.elements / 4) {
            self.input_bound(format!("linked inputs of up to {} levels", depth - 1));
            return Ok((null, Shape::Null));
        }
        let is_record = elem.is_some_and(|elem| !self.program.types.is_scalar(elem));
        let room = parameter.map_or(Room::Assumed, |parameter| parameter.room);
        let most = match (is_record, depth) {
            (true, 2..) => 1,
            (true, _) => (self.bounds.elements / 4).max(1),
            (false, _) => self.bounds.elements,
        };
        let may_be_null = match parameter {
            Some(parameter) => parameter.may_be_null,
            // Lists and trees end somewhere; other pointers in inputs point to something.
            None => self.is_linked(pointee),
        };
        let most_term = self.pointer_bits(most.into());
        let count = match room {
            Room::Assumed => most_term,
            Room::Stated | Room::Text | Room::Any => {
                let count = self.variable("count", Sort::Bits(self.pointer_width()));
                let small = self.terms.ule(count, most_term);
                self.done.assumptions.push(small);
                count
            }
        };
        let assumed: Rc<str> = match most {
            1 => format!("the one element that `{name}` is assumed to point to").into(),
            _ => format!("the {most} elements that `{name}` is assumed to point to").into(),
        };
        let bytes = self.pointer_bits(size.into());
        let info = ObjectInfo {
            size: self.terms.mul(count, bytes),
            largest: u64::from(most) * u64::from(size),
            storage: Storage::Input,
            is_const: false,
            assumed: match room {
                Room::Assumed => Assumed::Size(assumed),
                Room::Stated => Assumed::Most(Rc::from(name)),
                Room::Text => Assumed::Text(assumed),
                Room::Any => Assumed::Nothing,
            },
        };
        let entry = self.new_object(state, info, Fill::Zero);
        let mut elements = Vec::new();
        for index in 0..most {
            let at = (entry, index * size);
            match elem {
                Some(elem) => elements.push(self.shape(state, at, elem, name, depth, None)?),
                None => {
                    let value = self.variable("input", Sort::Bits(8));
                    if let Some(object) = state.memory.get_mut(entry) {
                        let cell = Cell { size: 1, value, is_set: Term::TRUE };
                        object.write(self.terms, at.1, cell);
                    }
                    elements.push(Shape::Scalar { ty: self.byte_type(), value });
                }
            }
        }
        match room {
            Room::Text => {
                self.end_text(count, &elements);
                let most = most - 1;
                self.input_bound(format!("strings of up to {most} characters behind `{name}`"));
            }
            Room::Any => self.input_bound(format!("up to {most} elements behind `{name}`")),
            Room::Assumed | Room::Stated => {}
        }
        let address = self.address(entry);
        if !may_be_null {
            return Ok((address, Shape::Pointer { is_null: Term::FALSE, count, elements }));
        }
        let is_null = self.variable("null", Sort::Bool);
        let value = self.terms.ite(is_null, null, address);
        Ok((value, Shape::Pointer { is_null, count, elements }))
    }

    /// The last element is the zero that ends a string, the first one or not.
    fn end_text(&mut self, count: Term, elements: &[Shape]) {
        let none = self.pointer_bits(0);
        let some = self.terms.ne(count, none);
        self.done.assumptions.push(some);
        for (length, element) in (1..).zip(elements) {
            let Shape::Scalar { value, .. } = *element else { continue };
            let length = self.pointer_bits(length);
            let is_last = self.terms.eq(count, length);
            let zero = self.terms.bits(self.terms.width(value), 0);
            let ends = self.terms.eq(value, zero);
            let ends = self.terms.implies(is_last, ends);
            self.done.assumptions.push(ends);
        }
    }

    /// A record that leads to another of its kind.
    fn is_linked(&self, ty: TypeId) -> bool {
        let Type::Record(id) = self.program.types.get(ty) else { return false };
        let mut seen = vec![*id];
        let mut next = 0;
        while let Some(&record) = seen.get(next) {
            next += 1;
            for field in &self.program.types.record(record).fields {
                let mut ty = field.ty;
                while let Type::Array { elem: inner, .. } | Type::Pointer(inner) =
                    *self.program.types.get(ty)
                {
                    ty = inner;
                }
                match self.program.types.get(ty) {
                    Type::Record(inner) if inner == id => return true,
                    Type::Record(inner) if !seen.contains(inner) => seen.push(*inner),
                    _ => {}
                }
            }
        }
        false
    }

    fn function_shape(
        &mut self,
        state: &mut State,
        signature: &whydunit_program::Signature,
        name: &str,
        span: Span,
    ) -> Run<(Term, Shape)> {
        let candidates: Vec<EntryId> = self
            .program
            .functions
            .iter()
            .zip(&self.functions)
            .filter(|(function, _)| {
                let same = function.signature == *signature;
                same && !function.is_library && !function.blocks().is_empty()
            })
            .map(|(_, &entry)| entry)
            .collect();
        let Some((&first, rest)) = candidates.split_first() else {
            let message = format!("`{name}` is to be a function, and there is none of its type");
            return self.gap(state, message, span);
        };
        let mut value = self.address(first);
        for &entry in rest {
            let choice = self.variable("function", Sort::Bool);
            let other = self.address(entry);
            value = self.terms.ite(choice, other, value);
        }
        self.input_bound(format!("functions of this program for `{name}`"));
        let names = candidates
            .iter()
            .map(|&entry| {
                let name = match self.entries[entry as usize] {
                    Entry::Function(function) => self.program.function(function).name.clone(),
                    _ => String::new(),
                };
                (self.address_number(entry), name)
            })
            .collect();
        Ok((value, Shape::Function { address: value, names }))
    }

    pub(super) fn byte_type(&self) -> TypeId {
        let int = |signed| Type::Int(whydunit_program::IntKind { bits: 8, signed });
        let types = &self.program.types;
        types.lookup(&int(false)).or_else(|| types.lookup(&int(true))).unwrap_or(TypeId(0))
    }
}

fn element(value: &InputValue, index: usize) -> InputValue {
    match value {
        InputValue::List(values) => values.get(index).cloned().unwrap_or(InputValue::Int(0)),
        InputValue::Bytes(bytes) => InputValue::Int(bytes.get(index).copied().unwrap_or(0).into()),
        _ => InputValue::Int(0),
    }
}

fn member(value: &InputValue, position: usize, name: &str) -> InputValue {
    let found = match value {
        InputValue::Fields(fields) => {
            fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
        }
        InputValue::List(values) => values.get(position),
        _ => None,
    };
    found.cloned().unwrap_or(InputValue::Int(0))
}
