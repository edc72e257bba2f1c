//! Inputs: what is left open, under which name, and when it is asked for.
//!
//! Inputs that exist from the start have a [`Shape`]. Those that the run asks for are [`Event`]s: the path condition says whether a
//! run gets there, and since events are noted in the order of execution, those of one run in their order are its inputs.

use std::rc::Rc;

use whydunit_interp::InputValue;
use whydunit_program::{InputOrigin, Place, Stmt, Type, TypeId};
use whydunit_source::Span;
use whydunit_term::{Sort, Term};

use super::arith::Class;
use super::memory::{Cell, EntryId, Fill};
use super::place::Located;
use super::pointer::{Assumed, Entry, ObjectInfo, Storage};
use super::state::{Register, State};
use super::{CutReason, Exec, Run};

/// A value among the inputs, of any type.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Scalar {
        ty: TypeId,
        value: Term,
    },
    List(Vec<Shape>),
    Fields(Vec<(String, Shape)>),
    /// A pointer to the first of `count` elements, or null.
    Pointer {
        is_null: Term,
        count: Term,
        elements: Vec<Shape>,
    },
    /// One of the program's functions: the address, and the names of those that it may be.
    Function {
        address: Term,
        names: Vec<(u64, String)>,
    },
    Given(InputValue),
    Null,
}

/// A value asked for by number: `nondet#3`, `f#1`.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) base: String,
    pub(crate) shape: Shape,
}

#[derive(Clone, Debug)]
pub(crate) enum EventKind {
    Number(Number),
    /// Storage that is read before it is written, while that is not checked.
    Unset {
        name: String,
        ty: TypeId,
        value: Term,
    },
    /// The next byte of standard input.
    Byte(Term),
    /// A number in standard input, between blanks.
    Integer {
        value: Term,
        signed: bool,
        radix: u32,
    },
    Float(Term),
    /// A word in standard input, between blanks: bytes, and how many of them.
    Word {
        length: Term,
        bytes: Vec<Term>,
    },
    /// A character that the format asks for.
    Literal(u8),
}

#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) when: Term,
    pub(crate) kind: EventKind,
}

/// `argc` and the strings behind `argv`, the program's name not included.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    pub(crate) count: Term,
    pub(crate) strings: Vec<(Term, Vec<Term>)>,
}

/// Pointers inside what a pointer points to are followed this deep.
const DEPTH: u32 = 3;
/// Elements of an array without values that become inputs.
const MOST_OPEN: u64 = 4096;

impl Exec<'_> {
    pub(super) fn note_event(&mut self, state: &State, kind: EventKind) {
        let when = state.path.condition();
        self.done.events.push(Event { when, kind });
    }

    /// `nondet` or the name of the function that is asked.
    fn base_name(origin: &InputOrigin) -> String {
        match origin {
            InputOrigin::Undefined(name) | InputOrigin::Library(name) => name.clone(),
            _ => "nondet".into(),
        }
    }

    pub(super) fn note_number(
        &mut self,
        state: &State,
        origin: &InputOrigin,
        ty: TypeId,
        value: Term,
        given: Option<&InputValue>,
    ) {
        let shape = match given {
            Some(given) => Shape::Given(given.clone()),
            None => Shape::Scalar { ty, value },
        };
        let number = Number { base: Self::base_name(origin), shape };
        self.note_event(state, EventKind::Number(number));
    }

    /// The place receives a value that the program does not determine.
    pub(super) fn input_statement(
        &mut self,
        state: &mut State,
        place: &Place,
        origin: &InputOrigin,
        stmt: &Stmt,
    ) -> Run<()> {
        let given = self.variable_name(place).and_then(|name| self.spec.inputs.get(&name)).cloned();
        if let Some(InputValue::List(_)) = given
            && self.class(place.ty) != Class::Other
        {
            return self.gap(state, "a list of values for one variable", stmt.span);
        }
        if let Class::Other = self.class(place.ty) {
            let to = self.address_of(state, place, false)?;
            let size = self.size_of(place.ty);
            let fresh = self.new_sized(state, size.into(), Storage::Input, Fill::Zero);
            let shape = self.shape(state, (fresh, 0), place.ty, "nondet", 0, given.as_ref())?;
            let from = self.address(fresh);
            self.copy(state, to, from, size, stmt.span)?;
            self.end_object(state, fresh);
            let number = Number { base: Self::base_name(origin), shape };
            self.note_event(state, EventKind::Number(number));
            return Ok(());
        }
        if let Some(pointee) = self.program.types.pointee(place.ty) {
            let base = Self::base_name(origin);
            let about = ParameterPointer { size_is_stated: false, may_be_null: true };
            let (value, shape) = self.pointer_shape(
                state,
                pointee,
                &base,
                1,
                Some(about),
                given.as_ref(),
                stmt.span,
            )?;
            self.note_event(state, EventKind::Number(Number { base, shape }));
            return self.store_place(state, place, value);
        }
        let located = self.locate_place(state, place, false)?;
        let value = self.input_value(place.ty, given.as_ref());
        self.note_number(state, origin, place.ty, value, given.as_ref());
        match located {
            Located::Register(local) => {
                state.registers[local.index()] = Register { value, is_set: Term::TRUE };
                Ok(())
            }
            Located::Memory(address) => {
                self.store_scalar(state, address, place.ty, value, stmt.span)
            }
            Located::Bits(address, bits, _) => {
                self.store_bits(state, address, bits, value, stmt.span)
            }
        }
    }

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

    /// A scalar that is not a pointer: given, or any.
    pub(super) fn input_value(&mut self, ty: TypeId, given: Option<&InputValue>) -> Term {
        let class = self.class(ty);
        let width = class.width();
        if let Some(given) = given {
            return self.given_scalar(class, given);
        }
        let variable = self.variable("input", Sort::Bits(width));
        if class == Class::Bool {
            let bit = self.terms.extract(variable, 0, 0);
            return self.terms.zero_extend(bit, 8);
        }
        variable
    }

    fn given_scalar(&mut self, class: Class, given: &InputValue) -> Term {
        let width = class.width();
        let float = |value: f64| match width {
            32 => u128::from((value as f32).to_bits()),
            _ => u128::from(value.to_bits()),
        };
        let bits = match (given, class) {
            (InputValue::Int(value), Class::Float { .. }) => float(*value as f64),
            (InputValue::Int(value), Class::Bool) => u128::from(*value != 0),
            (InputValue::Int(value), _) => *value as u128,
            (InputValue::Float(value), Class::Float { .. }) => float(*value),
            (InputValue::Float(value), Class::Bool) => u128::from(*value != 0.0),
            (InputValue::Float(value), _) => *value as i128 as u128,
            (InputValue::Bytes(bytes), _) => bytes.first().copied().unwrap_or(0).into(),
            (InputValue::List(values), _) => {
                let first = values.first().cloned().unwrap_or(InputValue::Int(0));
                return self.given_scalar(class, &first);
            }
            (InputValue::Name(name), _) => match self.program.types.enum_constant(name) {
                Some(value) => value as u128,
                None => {
                    let function = self.program.find_function(name);
                    let entry = function.map(|function| self.functions[function.index()]);
                    entry.map_or(0, |entry| self.address_number(entry).into())
                }
            },
            (InputValue::Fields(_) | InputValue::Null, _) => 0,
        };
        self.terms.bits(width, bits)
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
                for (position, field) in record.fields.iter().enumerate() {
                    if record.is_union && position > 0 {
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
        parameter: Option<ParameterPointer>,
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
        if depth > DEPTH.max(self.bounds.elements / 4) {
            self.input_bound(format!("linked inputs of up to {} levels", depth - 1));
            return Ok((null, Shape::Null));
        }
        let is_record = elem.is_some_and(|elem| !self.program.types.is_scalar(elem));
        let is_stated = parameter.is_some_and(|parameter| parameter.size_is_stated);
        let most = match (is_record, depth) {
            (true, 2..) => 1,
            (true, _) => (self.bounds.elements / 4).max(1),
            (false, _) => self.bounds.elements,
        };
        let may_be_null = match parameter {
            Some(parameter) => parameter.may_be_null,
            None => depth > 1,
        };
        let most_term = self.pointer_bits(most.into());
        let count = if is_stated {
            let count = self.variable("count", Sort::Bits(self.pointer_width()));
            let small = self.terms.ule(count, most_term);
            self.done.assumptions.push(small);
            count
        } else {
            most_term
        };
        let bytes = self.pointer_bits(size.into());
        let info = ObjectInfo {
            size: self.terms.mul(count, bytes),
            largest: u64::from(most) * u64::from(size),
            storage: Storage::Input,
            is_const: false,
            assumed: if is_stated {
                Assumed::Most(Rc::from(name))
            } else {
                Assumed::Size(Rc::from(name))
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
        let address = self.address(entry);
        if !may_be_null {
            return Ok((address, Shape::Pointer { is_null: Term::FALSE, count, elements }));
        }
        let is_null = self.variable("null", Sort::Bool);
        let value = self.terms.ite(is_null, null, address);
        Ok((value, Shape::Pointer { is_null, count, elements }))
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

    /// A bound on the inputs that holds for the whole search.
    pub(super) fn input_bound(&mut self, words: String) {
        let reason = CutReason::Input(words);
        if !self.done.cuts.iter().any(|cut| cut.reason == reason) {
            self.done.cuts.push(super::Cut { reason, condition: Term::TRUE });
        }
    }

    // Standard input.

    /// The next character of standard input, -1 at its end.
    pub(super) fn next_character(&mut self, state: &mut State, span: Span) -> Run<Term> {
        if let Some(byte) = state.stdin.pushed_back.pop() {
            return Ok(self.terms.zero_extend(byte, 32));
        }
        let minus_one = self.terms.bits(32, u128::from(u32::MAX));
        if self.given.stdin {
            return self.gap(state, "given standard input together with a search", span);
        }
        let ends = self.variable("end", Sort::Bool);
        let is_over = self.terms.or(&[state.stdin.is_over, ends]);
        let byte = self.variable("stdin", Sort::Bits(8));
        let goes_on = self.terms.not(is_over);
        let when = self.terms.and(&[state.path.condition(), goes_on]);
        self.done.events.push(Event { when, kind: EventKind::Byte(byte) });
        state.stdin.is_over = is_over;
        state.stdin.at_end = self.terms.or(&[state.stdin.at_end, is_over]);
        let wide = self.terms.zero_extend(byte, 32);
        Ok(self.terms.ite(is_over, minus_one, wide))
    }

    pub(super) fn push_back(
        &mut self,
        state: &mut State,
        character: Term,
        span: Span,
    ) -> Run<Term> {
        let minus_one = self.terms.bits(32, u128::from(u32::MAX));
        let character = self.terms.resize(character, 32, true);
        let is_end = self.terms.eq(character, minus_one);
        self.either_way(state, is_end, span, &mut |_, _| Ok(minus_one), &mut |this, state| {
            let byte = this.terms.extract(character, 7, 0);
            state.stdin.pushed_back.push(byte);
            state.stdin.at_end = Term::FALSE;
            Ok(this.terms.zero_extend(byte, 32))
        })
    }

    /// Where the start function is declared: the place of everything that exists before it begins.
    pub(super) fn start_span(&self) -> Span {
        self.program.function(self.spec.function).span
    }
}

/// What is known about a pointer because it is a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ParameterPointer {
    pub(super) size_is_stated: bool,
    pub(super) may_be_null: bool,
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
