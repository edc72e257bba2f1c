//! Places: where a value lies, and what it is.

use whydunit_program::{BitField, CheckKind, Class, FloatKind, LocalId, Place, Type, TypeId};
use whydunit_semantics::{Domain, Located};
use whydunit_source::Span;
use whydunit_term::Term;

use super::domain::Spot;
use super::input::{Event, EventKind};
use super::memory::{Cell, Fill};
use super::pointer::Storage;
use super::state::{Register, State};
use super::{Exec, Run};

impl Exec<'_> {
    pub(crate) fn local_info(&self, local: LocalId) -> &whydunit_program::Local {
        let (function, _) = self.stack.last().expect("a function should be executed");
        self.program.function(*function).local(local)
    }

    /// The address of a local that is an object; it begins to live when it is first met.
    pub(crate) fn local_address(&mut self, state: &mut State, local: LocalId) -> Term {
        let register = state.registers[local.index()];
        if register.is_set == Term::TRUE {
            return register.value;
        }
        let fresh = self.new_variable(state, local);
        let value = match register.is_set {
            Term::FALSE => fresh,
            is_set => self.terms.ite(is_set, register.value, fresh),
        };
        state.registers[local.index()] = Register { value, is_set: Term::TRUE };
        value
    }

    /// A new local that the program has a name for.
    pub(crate) fn new_variable(&mut self, state: &mut State, local: LocalId) -> Term {
        let info = self.local_info(local);
        let (ty, name) = (info.ty, info.name.clone());
        let address = self.new_local(state, ty);
        if !self.checks.contains(CheckKind::Uninit) && !name.is_empty() {
            let targets = self.targets(address);
            let entry = targets.known[0].entry;
            self.open_storage(state, (entry, 0), ty, name);
        }
        address
    }

    pub(crate) fn new_local(&mut self, state: &mut State, ty: TypeId) -> Term {
        let size = self.size_of(ty);
        let entry = self.new_sized(state, size.into(), Storage::Local, Fill::Unset);
        if !self.program.types.is_scalar(ty) {
            self.set_padding(state, entry, ty, size);
        }
        self.address(entry)
    }

    /// Padding holds no value that anyone could mean: bytes of it may be copied around.
    pub(crate) fn set_padding(&mut self, state: &mut State, entry: u32, ty: TypeId, size: u32) {
        let Type::Record(id) = self.program.types.get(ty) else { return };
        let record = self.program.types.record(*id);
        if record.is_union || size > 4096 {
            return;
        }
        let mut covered = vec![false; size as usize];
        for field in &record.fields {
            let (start, end) = match field.bits {
                Some(bits) => {
                    let end = (bits.bit_offset + u64::from(bits.width)).div_ceil(8);
                    (bits.bit_offset / 8, end)
                }
                None => {
                    let len = self.program.types.size_of(field.ty).unwrap_or(0);
                    (field.offset, field.offset + len)
                }
            };
            for byte in start..end.min(size.into()) {
                covered[byte as usize] = true;
            }
        }
        let zero = self.terms.bits(8, 0);
        for (offset, _) in covered.iter().enumerate().filter(|(_, covered)| !**covered) {
            if let Some(object) = state.memory.get_mut(entry) {
                let cell = Cell { size: 1, value: zero, is_set: Term::TRUE };
                object.write(self.terms, offset as u32, cell);
            }
        }
    }

    /// Where a place is; its address with all offsets.
    pub(crate) fn locate_place(
        &mut self,
        state: &mut State,
        place: &Place,
        may_be_end: bool,
    ) -> Run<Located<Term>> {
        Ok(match whydunit_semantics::locate(self, place, may_be_end, state)? {
            Located::Register(local) => Located::Register(local),
            Located::Memory(spot) => Located::Memory(self.member(spot.base, spot.offset)),
            Located::Bits(spot, bits, signed) => {
                Located::Bits(self.member(spot.base, spot.offset), bits, signed)
            }
        })
    }

    /// The address of a place that has one.
    pub(crate) fn address_of(
        &mut self,
        state: &mut State,
        place: &Place,
        may_be_end: bool,
    ) -> Run<Term> {
        let located = whydunit_semantics::locate(self, place, may_be_end, state)?;
        Domain::address_of(self, place, located, state)
    }

    /// Bytes of a scalar that carry its value (`long double` is larger than that).
    pub(crate) fn value_size(&self, ty: TypeId) -> u32 {
        match self.program.types.get(ty) {
            Type::Float(FloatKind::Long) => 8,
            _ => self.size_of(ty),
        }
    }

    /// The value stored at a scalar place.
    pub(crate) fn load_located(
        &mut self,
        state: &mut State,
        place: &Place,
        located: Located<Spot>,
    ) -> Run<Term> {
        match located {
            Located::Register(local) => {
                let bound = self.bound_variables.iter().rev().find(|(var, _)| *var == local);
                if let Some(&(_, value)) = bound {
                    return Ok(value);
                }
                let register = state.registers[local.index()];
                let width = self.class(place.ty).width();
                if self.carry.is_some() {
                    let read = (register.value, register.is_set);
                    return self.read_as(state, read, width, place.span);
                }
                self.check_set(state, register.is_set, place.span)?;
                self.settle(state, local)
            }
            Located::Memory(spot) => {
                if self.class(place.ty) == Class::Other {
                    return self.gap(state, "a record as a value", place.span);
                }
                let address = self.member(spot.base, spot.offset);
                let size = self.value_size(place.ty);
                self.load(state, address, size, place.span)
            }
            Located::Bits(spot, bits, signed) => {
                let address = self.member(spot.base, spot.offset);
                let width = self.class(place.ty).width();
                self.load_bits(state, address, (bits, signed), width, place.span)
            }
        }
    }

    /// The value of a register. With the check off, one that has none gets any, and keeps it.
    fn settle(&mut self, state: &mut State, local: LocalId) -> Run<Term> {
        let register = state.registers[local.index()];
        if register.is_set == Term::TRUE || self.checks.contains(CheckKind::Uninit) {
            return Ok(register.value);
        }
        let (ty, name) = {
            let info = self.local_info(local);
            (info.ty, info.name.clone())
        };
        let given = self.spec.inputs.get(&name).cloned();
        let open = self.input_value(ty, given.as_ref());
        if given.is_none() {
            let denied = self.terms.not(register.is_set);
            let when = self.terms.and(&[state.path.condition(), denied]);
            let kind = EventKind::Unset { name, ty, value: open };
            self.done.events.push(Event { when, kind });
        }
        let value = match register.value {
            Term::FALSE => open,
            known => self.terms.ite(register.is_set, known, open),
        };
        state.registers[local.index()] = Register { value, is_set: Term::TRUE };
        Ok(value)
    }

    pub(crate) fn store_place(&mut self, state: &mut State, place: &Place, value: Term) -> Run<()> {
        let is_set = self.stored_set.take().unwrap_or(Term::TRUE);
        match self.locate_place(state, place, false)? {
            Located::Register(local) => {
                state.registers[local.index()] = Register { value, is_set };
                Ok(())
            }
            Located::Memory(address) => {
                self.store_when_set(state, address, place.ty, (value, is_set), place.span)
            }
            Located::Bits(address, bits, _) => {
                let width = self.class(place.ty).width();
                let value = self.beside_field(value, is_set, width);
                self.store_bits(state, address, bits, value, place.span)
            }
        }
    }

    /// Stores a scalar of a type at an address.
    pub(crate) fn store_scalar(
        &mut self,
        state: &mut State,
        address: Term,
        ty: TypeId,
        value: Term,
        span: Span,
    ) -> Run<()> {
        self.store_when_set(state, address, ty, (value, Term::TRUE), span)
    }

    /// As [`Exec::store_scalar`], of what has a value under a condition.
    pub(crate) fn store_when_set(
        &mut self,
        state: &mut State,
        address: Term,
        ty: TypeId,
        (value, is_set): (Term, Term),
        span: Span,
    ) -> Run<()> {
        let (size, whole) = (self.value_size(ty), self.size_of(ty));
        self.store(state, address, Cell { size, value, is_set }, span)?;
        if whole > size {
            let rest = self.member(address, size.into());
            let zero = self.terms.bits(8 * (whole - size), 0);
            self.store(
                state,
                rest,
                Cell { size: whole - size, value: zero, is_set: Term::TRUE },
                span,
            )?;
        }
        Ok(())
    }

    /// The bytes that a bit-field lies in: the address of the first, their number, and the field's position in them.
    fn bits_bytes(&mut self, address: Term, bits: BitField) -> (Term, u32, u32) {
        let shift = (bits.bit_offset % 8) as u32;
        let size = (shift + u32::from(bits.width)).div_ceil(8).max(1);
        (self.member(address, bits.bit_offset / 8), size, shift)
    }

    pub(crate) fn load_bits(
        &mut self,
        state: &mut State,
        address: Term,
        (bits, signed): (BitField, bool),
        width: u32,
        span: Span,
    ) -> Run<Term> {
        let (address, size, shift) = self.bits_bytes(address, bits);
        let value = self.load(state, address, size, span)?;
        let field = self.terms.extract(value, shift + u32::from(bits.width) - 1, shift);
        let is_set = self.is_field_set(field);
        let field = self.read_as(state, (field, is_set), bits.width.into(), span)?;
        Ok(self.terms.resize(field, width, signed))
    }

    pub(crate) fn store_bits(
        &mut self,
        state: &mut State,
        address: Term,
        bits: BitField,
        value: Term,
        span: Span,
    ) -> Run<()> {
        let (address, size, shift) = self.bits_bytes(address, bits);
        let old = self.read(state, address, size, span)?;
        let old = self.beside_field(old.value, old.is_set, 8 * size);
        let field_end = shift + u32::from(bits.width);
        let mut whole = self.terms.resize(value, u32::from(bits.width), false);
        if shift > 0 {
            let low = self.terms.extract(old, shift - 1, 0);
            whole = self.terms.concat(whole, low);
        }
        if field_end < 8 * size {
            let high = self.terms.extract(old, 8 * size - 1, field_end);
            whole = self.terms.concat(high, whole);
        }
        self.store(state, address, Cell { size, value: whole, is_set: Term::TRUE }, span)
    }
}
