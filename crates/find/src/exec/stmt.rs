//! Statements.

use std::rc::Rc;

use whydunit_program::obligation::Access;
use whydunit_program::{CheckKind, Class, Expr, InputOrigin, LocalId, LocalRole, Place, Stmt};
use whydunit_semantics::{Block, Call, Execution};
use whydunit_source::Span;
use whydunit_term::{Sort, Term};

use super::memory::{Cell, Fill, Object};
use super::pointer::{Assumed, ObjectInfo, Storage};
use super::state::{Register, Snapshot, State};
use super::{CutReason, Exec, Run};
use crate::limits::MOST_BYTES;

impl<'a> Exec<'a> {
    pub(super) fn statement(&mut self, state: &mut State, stmt: &'a Stmt) -> Run<()> {
        whydunit_semantics::statement(self, stmt, state)
    }
}

impl<'a> Execution<'a> for Exec<'a> {
    /// An expectation is of one run. Searches are about all of them.
    fn is_expected(&self, _: &State) -> bool {
        false
    }

    fn is_start(&self, _: &State) -> bool {
        self.stack.len() == 1
    }

    fn assigned(&mut self, value: &Expr, state: &mut State) -> Run<Term> {
        let (value, is_set) = self.carried(state, value)?;
        self.stored_set = Some(is_set);
        Ok(value)
    }

    fn store(&mut self, place: &Place, value: Term, state: &mut State) -> Run<()> {
        self.store_place(state, place, value)
    }

    fn copy(&mut self, to: &Place, from: &Place, bytes: u64, state: &mut State) -> Run<()> {
        let span = to.span;
        let from = self.address_of(state, from, false)?;
        let to = self.address_of(state, to, false)?;
        Exec::copy(self, state, to, from, bytes as u32, span)
    }

    fn zero(&mut self, place: &Place, bytes: u64, state: &mut State) -> Run<()> {
        let to = self.address_of(state, place, false)?;
        self.zero_bytes(state, to, bytes as u32, place.span)
    }

    fn input(
        &mut self,
        place: &Place,
        origin: &InputOrigin,
        span: Span,
        state: &mut State,
    ) -> Run<()> {
        self.input_statement(state, place, origin, span)
    }

    fn call(&mut self, call: Call<'a>, state: &mut State) -> Run<()> {
        Exec::call(self, state, &call)
    }

    fn next_argument(
        &mut self,
        place: &Place,
        list: Term,
        span: Span,
        state: &mut State,
    ) -> Run<()> {
        let value = self.va_arg(state, list, place.ty, span)?;
        if self.class(place.ty) == Class::Other {
            let size = self.size_of(place.ty);
            let to = self.address_of(state, place, false)?;
            return Exec::copy(self, state, to, value, size, span);
        }
        self.store_place(state, place, value)
    }

    fn assume(&mut self, condition: &Expr, state: &mut State) -> Run<()> {
        let condition = self.stated(state, condition)?;
        Exec::assume(self, state, condition)
    }

    fn state(&mut self, kind: CheckKind, condition: &Expr, state: &mut State) -> Run<()> {
        let holds = self.stated(state, condition)?;
        if !self.checks.contains(kind) {
            return Ok(());
        }
        // A broken precondition is the caller's failure.
        let call = self.calls.last().filter(|_| kind == CheckKind::Requires);
        let span = call.copied().unwrap_or(condition.span);
        self.check(state, kind, holds, span)
    }

    fn begin(&mut self, local: LocalId, state: &mut State) -> Run<()> {
        self.live(state, local)
    }

    fn end(&mut self, local: LocalId, state: &mut State) -> Run<()> {
        self.dead(state, local);
        Ok(())
    }

    fn array(&mut self, local: LocalId, block: Block<Term, Term>, state: &mut State) -> Run<()> {
        let value = self.frame_block(state, block)?;
        state.registers[local.index()] = Register { value, is_set: Term::TRUE };
        Ok(())
    }

    fn keep(&mut self, slot: u32, state: &mut State) -> Run<()> {
        let snapshot =
            Snapshot { memory: state.memory.clone(), registers: state.registers.clone() };
        state.snapshots.retain(|(known, _)| *known != slot);
        state.snapshots.push((slot, Rc::new(snapshot)));
        Ok(())
    }
}

impl Exec<'_> {
    /// A block that goes when the function returns.
    pub(super) fn frame_block(&mut self, state: &mut State, block: Block<Term, Term>) -> Run<Term> {
        let impossible = self.terms.not(block.is_possible);
        self.cut_when(state, impossible, too_large())?;
        let entry = self.new_block(state, block.bytes, Storage::Local, Fill::Unset)?;
        state.blocks.push(entry);
        Ok(self.address(entry))
    }

    fn zero_bytes(&mut self, state: &mut State, to: Term, size: u32, span: Span) -> Run<()> {
        let targets = self.targets(to);
        // A whole object is replaced, which costs nothing however large it is.
        if let [target] = &targets.known[..]
            && targets.wild.is_none()
            && self.terms.value(target.offset) == Some(0)
            && let super::pointer::Entry::Object(info) = &self.entries[target.entry as usize]
            && self.terms.value(info.size) == Some(size.into())
            && state.memory.get(target.entry).is_some_and(|object| object.is_alive == Term::TRUE)
        {
            state.memory.insert(target.entry, Object::new(Fill::Zero));
            return Ok(());
        }
        if size == 0 {
            return Ok(());
        }
        let zero = self.terms.bits(8, 0);
        let count = self.pointer_bits(size.into());
        let spots = self.resolve(state, to, count, Access::Write, span)?;
        self.fill_spots(state, &spots, zero, count, span)
    }

    /// A block whose size may depend on inputs.
    pub(super) fn new_block(
        &mut self,
        state: &mut State,
        size: Term,
        storage: Storage,
        fill: Fill,
    ) -> Run<u32> {
        let largest = match self.terms.value(size) {
            Some(size) => size as u64,
            None => {
                let interval = self.interval(size);
                if interval.low >= 0 && interval.high <= i128::from(MOST_BYTES) {
                    interval.high as u64
                } else {
                    let limit = self.pointer_bits(MOST_BYTES);
                    let over = self.terms.ult(limit, size);
                    self.cut_when(state, over, too_large())?;
                    MOST_BYTES
                }
            }
        };
        let info =
            ObjectInfo { size, largest, storage, is_const: false, assumed: Assumed::Nothing };
        Ok(self.new_object(state, info, fill))
    }

    fn live(&mut self, state: &mut State, local: LocalId) -> Run<()> {
        let info = self.local_info(local);
        let register = state.registers[local.index()];
        if !info.in_memory {
            state.registers[local.index()] = Register { is_set: Term::FALSE, ..register };
            return Ok(());
        }
        let (ty, span) = (info.ty, info.span);
        if register.is_set == Term::FALSE {
            let value = self.new_variable(state, local);
            state.registers[local.index()] = Register { value, is_set: Term::TRUE };
            return Ok(());
        }
        // Alive already: a jump went back without leaving its block. The object stays, its value goes.
        let address = self.local_address(state, local);
        let size = self.size_of(ty);
        if size == 0 {
            return Ok(());
        }
        let bytes = self.pointer_bits(size.into());
        let spots = self.resolve(state, address, bytes, Access::Write, span)?;
        for spot in spots {
            let zero = self.terms.bits(8, 0);
            for at in 0..size {
                let delta = self.pointer_bits(at.into());
                let offset = self.terms.add(spot.offset, delta);
                let cell = Cell { size: 1, value: zero, is_set: Term::FALSE };
                let spot = super::access::Spot { offset, ..spot };
                self.write_spot(state, &spot, cell, span)?;
            }
            self.set_padding(state, spot.object, ty, size);
        }
        Ok(())
    }

    fn dead(&mut self, state: &mut State, local: LocalId) {
        let info = self.local_info(local);
        let register = state.registers[local.index()];
        let has_storage = info.in_memory || info.is_vla;
        if has_storage && register.is_set != Term::FALSE && register.value != Term::FALSE {
            let held = state.memory.clone();
            self.end_pointee(state, register.value);
            if register.is_set != Term::TRUE {
                let ended = state.memory.clone();
                state.memory =
                    super::memory::Memory::join(self.terms, register.is_set, &ended, &held);
            }
        }
        state.registers[local.index()] = Register { value: Term::FALSE, is_set: Term::FALSE };
    }

    /// The name of the variable that a place is.
    pub(super) fn variable_name(&self, place: &Place) -> Option<String> {
        use whydunit_program::PlaceBase;
        let name = match &place.base {
            PlaceBase::Local(local) => {
                let (function, _) = self.stack.last()?;
                let local = self.program.function(*function).local(*local);
                if local.role == LocalRole::Temporary {
                    return None;
                }
                local.name.clone()
            }
            PlaceBase::Global(global) => self.program.global(*global).name.clone(),
            PlaceBase::Deref(_) => return None,
        };
        (place.path.is_empty() && !name.is_empty()).then_some(name)
    }

    /// A value that the program determines in a way we do not follow.
    pub(super) fn unknown_bits(&mut self, width: u32, stem: &str) -> Term {
        self.variable(stem, Sort::Bits(width))
    }
}

fn too_large() -> CutReason {
    CutReason::Input(format!("blocks of up to {MOST_BYTES} bytes where the size is an input"))
}
