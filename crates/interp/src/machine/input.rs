//! Inputs: values that the program does not determine, taken from what was given or zero.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use whydunit_program::{
    Arithmetic, Function, FunctionId, InputOrigin, IntKind, LocalId, Place, PlaceBase, Stmt,
    StmtKind, Type, TypeId,
};
use whydunit_source::Span;

use super::Machine;
use crate::code::{Node, Scalar, Slot};
use crate::limits::MOST_ELEMENTS;
use crate::memory::{Access, Content, Located};
use crate::stdlib::Random;
use crate::stop::Stop;
use crate::translate::{Class, class_of, scalar_of};
use crate::{Cell, Detail, InputRecord, InputValue, InputValues, ObjectKind, Observer};

#[derive(Debug)]
pub(super) struct InputState<'r> {
    values: &'r InputValues,
    used: BTreeSet<&'r str>,
    /// Is any part of a larger input given by a name of its own?
    has_parts: bool,
    /// How many inputs of a name there were (`nondet`, an undefined function).
    counts: FxHashMap<String, u64>,
    /// How many answers of undefined functions there were.
    answers: u64,
    /// What generators of random numbers answer where nothing is given.
    pub(super) random: Random,
    /// How many elements of a given list were used one by one.
    cursors: FxHashMap<String, usize>,
    pub(super) records: Vec<InputRecord>,
    /// The run has taken a value from outside that was not given: it was 0.
    pub(super) is_lacking: bool,
    /// Given values that the types of their inputs cannot hold, in words.
    pub(super) misfits: Vec<String>,
}

impl<'r> InputState<'r> {
    pub(super) fn new(values: &'r InputValues) -> InputState<'r> {
        InputState {
            values,
            used: BTreeSet::new(),
            has_parts: values.names().any(|name| name.contains(['.', '['])),
            counts: FxHashMap::default(),
            answers: 0,
            random: Random::new(),
            cursors: FxHashMap::default(),
            records: Vec::new(),
            is_lacking: false,
            misfits: Vec::new(),
        }
    }

    pub(super) fn unused(&self) -> Vec<String> {
        self.values.names().filter(|&name| !self.used.contains(name)).map(str::to_owned).collect()
    }

    /// Is there any?
    pub(super) fn has_values(&self) -> bool {
        !self.values.is_empty()
    }

    /// The value given for a name.
    pub(super) fn given(&mut self, name: &str) -> Option<&'r InputValue> {
        let (name, value) = self.values.get_named(name)?;
        self.used.insert(name);
        Some(value)
    }

    /// The value given for one more scalar of that name: of a list, the next element.
    fn next_given(&mut self, name: &str, scalar: bool) -> Option<&'r InputValue> {
        match self.given(name)? {
            InputValue::List(values) if scalar => {
                let cursor = self.cursors.entry(name.to_owned()).or_default();
                *cursor += 1;
                values.get(*cursor - 1)
            }
            value => Some(value),
        }
    }

    /// How many elements behind the pointer `name` are given one by one; at least 1.
    fn elements_given(&self, name: &str) -> usize {
        let index = |given: &str| -> Option<usize> {
            let rest = given.strip_prefix(name)?.strip_prefix('[')?;
            rest.split_once(']')?.0.parse().ok()
        };
        let last = self.values.names().filter_map(index).max();
        last.map_or(1, |last| last.saturating_add(1).min(MOST_ELEMENTS))
    }

    fn count(&mut self, name: &str) -> u64 {
        let count = self.counts.entry(name.to_owned()).or_default();
        *count += 1;
        *count
    }
}

/// What all scalars of one input have in common.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) origin: InputOrigin,
    pub(super) span: Span,
    pub(super) variable: Option<String>,
}

impl Source {
    /// The same for a part of the variable: `.x`, `[3]`.
    fn part(&self, path: &str) -> Source {
        let variable = self.variable.as_ref().map(|variable| format!("{variable}{path}"));
        Source { variable, ..self.clone() }
    }
}

impl<O: Observer> Machine<'_, '_, O> {
    /// Records a scalar input of that name; returns its canonical bits.
    pub(super) fn take_input(
        &mut self,
        name: &str,
        variable: Option<String>,
        ty: TypeId,
        origin: &InputOrigin,
        span: Span,
        cell: Cell,
    ) -> u64 {
        // Of the functions of the library all answers may be given by the name of the function.
        let library = match origin {
            InputOrigin::Library { function, .. } | InputOrigin::Random(function) => Some(function),
            _ => None,
        };
        let names = [Some(name), variable.as_deref(), library.map(String::as_str)];
        let given = names.into_iter().flatten().find_map(|name| self.inputs.next_given(name, true));
        let bits = match (origin, given) {
            (InputOrigin::Random(function), _) => {
                // A number that is given takes the place of one of the sequence: those behind it stay.
                let next = InputValue::Int(self.inputs.random.next(function).into());
                let bits = self.scalar_bits(ty, given.unwrap_or(&next));
                Random::within(function, bits)
            }
            (_, Some(value)) => self.scalar_bits(ty, value),
            (_, None) => self.not_given(ty, origin),
        };
        let source = Source { origin: origin.clone(), span, variable };
        self.record_input(name, ty, &source, cell, bits);
        bits
    }

    /// What an input is that nothing is given for.
    fn not_given(&mut self, ty: TypeId, origin: &InputOrigin) -> u64 {
        let answer = match origin {
            InputOrigin::Library { otherwise: Some(otherwise), .. } => *otherwise,
            _ => {
                self.inputs.is_lacking = true;
                return 0;
            }
        };
        self.scalar_bits(ty, &InputValue::Int(answer.into()))
    }

    pub(super) fn record_input(
        &mut self,
        name: &str,
        ty: TypeId,
        source: &Source,
        cell: Cell,
        bits: u64,
    ) {
        if !O::INPUTS {
            return;
        }
        let raw = scalar_of(&self.program.types, ty).map_or(bits, |kind| kind.raw(bits));
        self.inputs.records.push(InputRecord {
            name: name.to_owned(),
            variable: source.variable.clone(),
            bits: raw,
            ty,
            origin: source.origin.clone(),
            span: source.span,
            cell,
            step: self.step_number(),
        });
    }

    /// Tells the observer about the last recorded input.
    pub(super) fn announce_input(&mut self) {
        if O::DETAIL >= Detail::Steps
            && let Some(record) = self.inputs.records.last()
        {
            self.observer.input(record);
        }
    }

    /// A given value as canonical bits of a scalar type.
    pub(super) fn scalar_bits(&mut self, ty: TypeId, value: &InputValue) -> u64 {
        let bits = self.given_bits(ty, value);
        if let Some(problem) = self.misfit(ty, value, bits)
            && !self.inputs.misfits.contains(&problem)
        {
            self.inputs.misfits.push(problem);
        }
        bits
    }

    /// What a given value lost by becoming `bits`.
    fn misfit(&self, ty: TypeId, value: &InputValue, bits: u64) -> Option<String> {
        let kind = self.program.types.int_kind(ty)?;
        let became = if kind.signed { i128::from(bits as i64) } else { i128::from(bits) };
        let width = u32::from(kind.bits.clamp(1, 64));
        let fits = |value: i128| match self.program.arithmetic {
            // `-1` and `255` are both what users write for the same byte.
            Arithmetic::Machine => (-(1 << (width - 1))..1 << width).contains(&value),
            Arithmetic::Mathematical => value == became,
        };
        let given = match value {
            InputValue::Int(value) if !fits(*value) => value.to_string(),
            InputValue::Float(value) if *value != became as f64 => value.to_string(),
            _ => return None,
        };
        let ty = match self.program.arithmetic {
            Arithmetic::Machine => self.program.types.display(ty),
            Arithmetic::Mathematical => format!("{width} bits"),
        };
        Some(format!("the value {given} does not fit in {ty}: {became} is used"))
    }

    fn given_bits(&self, ty: TypeId, value: &InputValue) -> u64 {
        let class = class_of(&self.program.types, ty);
        let (kind, _) = class.kind(self.program.types.target());
        let number = match value {
            InputValue::Int(value) => match class {
                Class::Double => return (*value as f64).to_bits(),
                Class::Single => return u64::from((*value as f32).to_bits()),
                Class::Bool => return u64::from(*value != 0),
                _ => *value as u64,
            },
            InputValue::Float(value) => match class {
                Class::Double => return value.to_bits(),
                Class::Single => return u64::from((*value as f32).to_bits()),
                Class::Bool => return u64::from(*value != 0.0),
                _ => *value as i128 as u64,
            },
            InputValue::Bytes(bytes) => {
                // Where a name has to be written as a string.
                let is_enum = matches!(self.program.types.get(ty), Type::Enum(_));
                let name = std::str::from_utf8(bytes).ok().filter(|_| is_enum);
                match name.and_then(|name| self.program.types.enum_constant(name)) {
                    Some(value) => return self.given_bits(ty, &InputValue::Int(value.into())),
                    None => u64::from(bytes.first().copied().unwrap_or(0)),
                }
            }
            InputValue::List(values) => {
                return values.first().map_or(0, |value| self.given_bits(ty, value));
            }
            InputValue::Name(name) => match self.program.types.enum_constant(name) {
                Some(value) => return self.given_bits(ty, &InputValue::Int(value.into())),
                None => self
                    .program
                    .find_function(name)
                    .map_or(0, |function| self.layout.function(function)),
            },
            InputValue::Fields(_) | InputValue::Null => 0,
        };
        kind.canonical(number)
    }

    /// An address that is given as a number or as the name of a function.
    fn given_address(&self, value: &InputValue) -> u64 {
        match value {
            InputValue::Name(name) => {
                let function = self.program.find_function(name);
                function.map_or(0, |function| self.layout.function(function))
            }
            InputValue::Int(value) => self.wrap_address(*value as u64),
            _ => 0,
        }
    }

    /// Name, source and place of the input statement (or call of an undefined function) at hand.
    fn current_input(&mut self) -> (String, Source, TypeId) {
        let Node::Stmt(stmt) = self.here().node else {
            let ty = self.integer_type(8);
            let source = Source {
                origin: InputOrigin::Uninitialised,
                span: self.user_span(),
                variable: None,
            };
            return (String::new(), source, ty);
        };
        let (place, origin) = match &stmt.kind {
            StmtKind::Input { place, origin } => (Some(place), origin.clone()),
            StmtKind::Call { dest, callee, .. } => {
                let name = match callee {
                    whydunit_program::Callee::Direct(id) => self.program.function(*id).name.clone(),
                    whydunit_program::Callee::Pointer(_) => String::new(),
                };
                (dest.as_ref(), InputOrigin::Undefined(name))
            }
            _ => (None, InputOrigin::Uninitialised),
        };
        let ty = place.map_or_else(|| self.integer_type(8), |place| place.ty);
        let variable = match origin {
            InputOrigin::Library { .. } | InputOrigin::Random(_) => self.variable_of_answer(ty),
            _ => place.and_then(|place| self.variable_of(place, self.frame().function)),
        };
        let name = self.numbered(&origin);
        let span = if self.user_call().is_some() { self.user_span() } else { stmt.span };
        (name, Source { origin, span, variable }, ty)
    }

    /// `nondet#3`, `f#1`.
    fn numbered(&mut self, origin: &InputOrigin) -> String {
        let base = origin.answered_by().unwrap_or("nondet");
        let count = self.inputs.count(base);
        format!("{base}#{count}")
    }

    /// The user's variable that receives what a function of the library answers, where it is the very answer.
    fn variable_of_answer(&self, ty: TypeId) -> Option<String> {
        let point = self.user_call_point()?;
        let StmtKind::Call { dest: Some(place), .. } = &self.program.stmt_at(point)?.kind else {
            return None;
        };
        let types = &self.program.types;
        // Whether it goes well is no number that the function returns.
        let is_truth = |ty| matches!(types.get(ty), Type::Bool);
        let kind = |ty| (types.pointee(ty).is_some(), types.int_kind(ty).is_some(), is_truth(ty));
        let is_same = kind(ty) == kind(place.ty);
        self.variable_of(place, point.function).filter(|_| is_same)
    }

    fn variable_of(&self, place: &Place, function: FunctionId) -> Option<String> {
        let name = match &place.base {
            PlaceBase::Local(local) => {
                let local = self.program.function(function).local(*local);
                local.name.clone()
            }
            PlaceBase::Global(global) => self.program.global(*global).name.clone(),
            PlaceBase::Deref(_) => return None,
        };
        (place.path.is_empty() && !name.is_empty()).then_some(name)
    }

    pub(super) fn input_register(&mut self, dst: Slot) -> Result<u64, Stop> {
        let (name, source, ty) = self.current_input();
        let locals = self.program.function(self.frame().function).locals.len() as u32;
        let local = if dst < locals { LocalId(dst) } else { Cell::RESULT };
        let size = scalar_of(&self.program.types, ty).map_or(8, Scalar::size);
        let cell = Cell::register(self.frame().serial, local, size);
        if let Some(pointee) = self.program.types.pointee(ty) {
            let given = match self.inputs.next_given(&name, false) {
                Some(value) => Some(value),
                None => {
                    let names = [source.variable.as_deref(), source.origin.answered_by()];
                    let mut names = names.into_iter().flatten();
                    names.find_map(|name| self.inputs.next_given(name, false))
                }
            };
            let bits = self.pointer_input(&source, &name, pointee, given, false)?;
            self.record_input(&name, ty, &source, cell, bits);
            self.announce_input();
            return Ok(bits);
        }
        let is_named = |name: &String| self.inputs.values.get_named(name).is_some();
        let is_known = is_named(&name) || source.variable.as_ref().is_some_and(is_named);
        let answer = self.numbered_answer(&source.origin).filter(|_| !is_known);
        let bits = match answer.and_then(|answer| self.inputs.next_given(&answer, true)) {
            Some(value) => {
                let bits = self.scalar_bits(ty, value);
                self.record_input(&name, ty, &source, cell, bits);
                bits
            }
            None => {
                let Source { origin, span, variable } = source;
                self.take_input(&name, variable, ty, &origin, span, cell)
            }
        };
        self.announce_input();
        Ok(bits)
    }

    pub(super) fn input_memory(&mut self, address: u64) -> Result<(), Stop> {
        let (name, source, ty) = self.current_input();
        let size = self.program.types.size_of(ty).unwrap_or(0);
        if size == 0 {
            return Ok(());
        }
        let at = self.memory.range(address, 0, size, Access::Write)?;
        let scalar = self.program.types.is_scalar(ty);
        let given = match self.inputs.next_given(&name, scalar) {
            Some(value) => Some(value),
            None => {
                let variable = source.variable.clone();
                variable.and_then(|variable| self.inputs.next_given(&variable, scalar))
            }
        };
        self.input_storage(&source, at, ty, &name, given)
    }

    /// `nondet#3` for the third answer of undefined functions, where no function of the program has that name for its own: what is not defined is as
    /// nondeterministic as what says so.
    fn numbered_answer(&mut self, origin: &InputOrigin) -> Option<String> {
        if !matches!(origin, InputOrigin::Undefined(_)) {
            return None;
        }
        self.inputs.answers += 1;
        let name = format!("nondet#{}", self.inputs.answers);
        self.inputs.values.get_named(&name)?;
        let is_nondet = |stmt: &Stmt| {
            matches!(stmt.kind, StmtKind::Input { origin: InputOrigin::Nondet(_), .. })
        };
        let mut blocks = self.program.functions.iter().flat_map(Function::blocks);
        let is_taken = blocks.any(|block| block.stmts.iter().any(is_nondet));
        (!is_taken).then_some(name)
    }

    /// A call's result that comes from outside, by number, by the variable that receives it or by
    /// the name of the function.
    pub(super) fn named_input(&mut self, origin: InputOrigin, ty: TypeId, cell: Cell) -> u64 {
        let name = self.numbered(&origin);
        let span = self.user_span();
        let function = match &origin {
            InputOrigin::Undefined(name) => Some(name.clone()),
            _ => None,
        };
        let variable = match self.here().node {
            Node::Stmt(stmt) => match &stmt.kind {
                StmtKind::Call { dest: Some(place), .. } => {
                    self.variable_of(place, self.frame().function)
                }
                _ => None,
            },
            _ => None,
        };
        let answer = self.numbered_answer(&origin);
        let candidates = [Some(&name), variable.as_ref(), function.as_ref(), answer.as_ref()];
        let given =
            candidates.into_iter().flatten().find_map(|name| self.inputs.next_given(name, true));
        self.inputs.is_lacking |= given.is_none();
        let bits = given.map_or(0, |value| self.scalar_bits(ty, value));
        let source = Source { origin, span, variable };
        self.record_input(&name, ty, &source, cell, bits);
        self.announce_input();
        bits
    }

    /// Makes all scalars of a piece of storage inputs.
    pub(super) fn input_storage(
        &mut self,
        source: &Source,
        at: Located,
        ty: TypeId,
        name: &str,
        value: Option<&InputValue>,
    ) -> Result<(), Stop> {
        // A part may be given by its own name, or by that of the variable.
        let is_part = name.contains(['.', '[']);
        let names = [Some(name), source.variable.as_deref()].into_iter().flatten();
        let own = names.filter(|_| is_part).find_map(|name| self.inputs.given(name));
        let value = own.or(value);
        match *self.program.types.get(ty) {
            Type::Array { elem, len } => {
                let len = len.unwrap_or(0);
                let size = self.program.types.size_of(elem).unwrap_or(0);
                let plain = self.without_name(elem);
                for index in 0..len {
                    let at = Located { start: at.start + (index * size) as usize, ..at };
                    if let Some(kind) = plain {
                        let given = value.and_then(|value| element(value, index as usize));
                        self.set_plain(at, elem, kind, given.as_ref());
                        continue;
                    }
                    let part = format!("[{index}]");
                    let given = value.and_then(|value| element(value, index as usize));
                    let source = source.part(&part);
                    let name = format!("{name}{part}");
                    self.input_storage(&source, at, elem, &name, given.as_ref())?;
                }
            }
            Type::Record(record) => {
                let record = self.program.types.record(record);
                if record.is_union {
                    // The member that is an input need not cover all of it.
                    for byte in 0..record.size as usize {
                        self.memory.poke(Located { start: at.start + byte, ..at }, 1, 0);
                    }
                }
                for (position, field) in record.fields.iter().enumerate() {
                    if record.is_union
                        && position > 0
                        && field_value(value, position, &field.name).is_none()
                    {
                        continue;
                    }
                    if field.bits.is_some() {
                        self.input_bits(
                            source,
                            at,
                            field,
                            name,
                            field_value(value, position, &field.name),
                        )?;
                        continue;
                    }
                    let part = Located { start: at.start + field.offset as usize, ..at };
                    if field.name.is_empty() {
                        self.input_storage(source, part, field.ty, name, value)?;
                        continue;
                    }
                    let inner = format!(".{}", field.name);
                    let given = field_value(value, position, &field.name);
                    let source = source.part(&inner);
                    self.input_storage(&source, part, field.ty, &format!("{name}{inner}"), given)?;
                }
            }
            _ => {
                let Some(kind) = scalar_of(&self.program.types, ty) else { return Ok(()) };
                let bits = match self.program.types.pointee(ty) {
                    Some(pointee) => self.pointer_input(source, name, pointee, value, false)?,
                    None => value.map_or(0, |value| self.scalar_bits(ty, value)),
                };
                self.memory.poke(at, kind.value_size() as usize, bits);
                if kind.size() > 8 {
                    let rest = Located { start: at.start + 8, ..at };
                    self.memory.poke(rest, kind.size() as usize - 8, 0);
                }
                let cell = self.cell(at, kind.size());
                self.record_input(name, ty, source, cell, bits);
                self.announce_input();
            }
        }
        Ok(())
    }

    /// How elements lie in memory whose names nobody will ask for: numbers that are not recorded, and not given one by one.
    fn without_name(&self, elem: TypeId) -> Option<Scalar> {
        let is_pointer = self.program.types.pointee(elem).is_some();
        if O::INPUTS || self.inputs.has_parts || is_pointer {
            return None;
        }
        scalar_of(&self.program.types, elem).filter(|kind| kind.size() <= 8)
    }

    fn set_plain(&mut self, at: Located, ty: TypeId, kind: Scalar, value: Option<&InputValue>) {
        let bits = value.map_or(0, |value| self.scalar_bits(ty, value));
        self.memory.poke(at, kind.value_size() as usize, bits);
    }

    fn input_bits(
        &mut self,
        source: &Source,
        at: Located,
        field: &whydunit_program::Field,
        name: &str,
        value: Option<&InputValue>,
    ) -> Result<(), Stop> {
        let Some(bits) = field.bits else { return Ok(()) };
        if field.name.is_empty() || bits.width == 0 {
            return Ok(());
        }
        let given = value.map_or(0, |value| self.scalar_bits(field.ty, value));
        let address = self.memory.address_of(at.index).wrapping_add(at.start as u64);
        let site = crate::code::BitSite { field: bits, signed: false };
        self.store_bits(address, site, given)?;
        let shift = (bits.bit_offset % 8) as u8;
        let start = Located { start: at.start + (bits.bit_offset / 8) as usize, ..at };
        let size = u32::from((u16::from(shift) + u16::from(bits.width)).div_ceil(8));
        let cell = Cell { bits: Some((shift, bits.width)), ..self.cell(start, size) };
        let width_mask = if bits.width >= 64 { u64::MAX } else { (1 << bits.width) - 1 };
        let part = format!(".{}", field.name);
        let name = format!("{name}{part}");
        self.record_input(&name, field.ty, &source.part(&part), cell, given & width_mask);
        self.announce_input();
        Ok(())
    }

    /// A pointer among the inputs, with what it points to. Where nothing is given: one element of
    /// assumed size if `assume`, else null.
    pub(super) fn pointer_input(
        &mut self,
        source: &Source,
        name: &str,
        pointee: TypeId,
        value: Option<&InputValue>,
        assume: bool,
    ) -> Result<u64, Stop> {
        let types = &self.program.types;
        let known = !matches!(types.get(pointee), Type::Void | Type::Function(_));
        let elem_size = types.size_of(pointee).filter(|_| known);
        let (elem, elem_size) = match (elem_size, value) {
            (Some(size), _) => (pointee, size),
            // Bytes behind a `void *`.
            (None, Some(InputValue::Bytes(_) | InputValue::List(_))) => (self.integer_type(1), 1),
            (None, Some(value @ (InputValue::Name(_) | InputValue::Int(_)))) => {
                return Ok(self.given_address(value));
            }
            (None, _) => return Ok(0),
        };
        let elements: Vec<Option<InputValue>> = match value {
            None if !assume => return Ok(0),
            None => vec![None; self.inputs.elements_given(name)],
            Some(InputValue::Null | InputValue::Int(0)) => return Ok(0),
            Some(InputValue::List(values)) => values.iter().cloned().map(Some).collect(),
            Some(InputValue::Bytes(bytes)) => bytes
                .iter()
                .chain(&[0])
                .map(|&byte| Some(InputValue::Int(i128::from(byte))))
                .collect(),
            Some(single) => vec![Some(single.clone())],
        };
        let size = elem_size.saturating_mul(elements.len() as u64);
        let kind = ObjectKind::Pointee { name: name.to_owned(), elem };
        let index = self.new_object(size, Content::Zero, kind, None)?;
        let is_record = self.program.types.is_record(elem);
        let single = elements.len() == 1;
        let plain = self.without_name(elem);
        for (position, value) in elements.iter().enumerate() {
            let at = Located { index, start: position * elem_size as usize };
            if let Some(kind) = plain {
                self.set_plain(at, elem, kind, value.as_ref());
                continue;
            }
            let part = |name: &str| match single && is_record {
                // The dot of the first field makes `(*p).x` of it.
                true => format!("(*{name})"),
                false => format!("{name}[{position}]"),
            };
            let variable = source.variable.as_deref().map(part);
            let source = Source { variable, ..source.clone() };
            self.input_storage(&source, at, elem, &part(name), value.as_ref())?;
        }
        if value.is_none() {
            self.memory.set_assumed_size(index);
        }
        Ok(self.memory.address_of(index))
    }

    /// Some integer type of that many bytes.
    pub(super) fn integer_type(&self, size: u8) -> TypeId {
        let types = &self.program.types;
        let of =
            |signed| types.lookup(&Type::Int(IntKind { bits: size.saturating_mul(8), signed }));
        of(true).or_else(|| of(false)).unwrap_or(TypeId(0))
    }
}

/// Element of a given array.
fn element(value: &InputValue, index: usize) -> Option<InputValue> {
    match value {
        InputValue::List(values) => values.get(index).cloned(),
        InputValue::Bytes(bytes) => bytes.get(index).map(|&byte| InputValue::Int(i128::from(byte))),
        _ => None,
    }
}

/// Field of a given record, by name or by position.
fn field_value<'v>(
    value: Option<&'v InputValue>,
    position: usize,
    name: &str,
) -> Option<&'v InputValue> {
    match value? {
        InputValue::Fields(fields) => {
            fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
        }
        InputValue::List(values) => values.get(position),
        _ => None,
    }
}
