//! Statements.

use std::rc::Rc;

use whydunit_program::address::MAX_OBJECT;
use whydunit_program::{
    CheckKind, ExprKind, FunctionId, LocalId, LocalRole, Place, Stmt, StmtKind,
};
use whydunit_source::Span;
use whydunit_term::{Sort, Term};

use super::memory::{Cell, Fill, Object};
use super::pointer::{Assumed, ObjectInfo, Storage};
use super::state::{Register, Snapshot, State};
use super::{CutReason, Exec, Run};
use crate::limits::MOST_BYTES;
use whydunit_program::Class;

impl Exec<'_> {
    pub(super) fn statement(
        &mut self,
        state: &mut State,
        function: FunctionId,
        stmt: &Stmt,
    ) -> Run<()> {
        match &stmt.kind {
            StmtKind::Assign { place, value } => {
                if self.class(place.ty) == Class::Other {
                    let ExprKind::Load(from) = &value.kind else {
                        return self.gap(state, "a record as a value", value.span);
                    };
                    let size = self.size_of(place.ty);
                    let from = self.address_of(state, from, false)?;
                    let to = self.address_of(state, place, false)?;
                    return self.copy(state, to, from, size, place.span);
                }
                let value = self.expr(state, value)?;
                self.store_place(state, place, value)
            }
            StmtKind::Zero { place } => {
                if let Class::Other = self.class(place.ty) {
                    let size = self.size_of(place.ty);
                    let to = self.address_of(state, place, false)?;
                    return self.zero(state, to, size, place.span);
                }
                let width = self.class(place.ty).width();
                let zero = self.terms.bits(width, 0);
                self.store_place(state, place, zero)
            }
            StmtKind::Copy { to, from, bytes } => {
                let from = self.address_of(state, from, false)?;
                let to = self.address_of(state, to, false)?;
                self.copy(state, to, from, *bytes as u32, stmt.span)
            }
            StmtKind::Input { place, origin } => self.input_statement(state, place, origin, stmt),
            StmtKind::Call { dest, callee, args } => {
                self.call(state, dest.as_ref(), callee, args, stmt)
            }
            StmtKind::VaArg { place, list } => {
                let list = self.expr(state, list)?;
                let value = self.va_arg(state, list, place.ty, stmt.span)?;
                if self.class(place.ty) == Class::Other {
                    let size = self.size_of(place.ty);
                    let to = self.address_of(state, place, false)?;
                    return self.copy(state, to, value, size, stmt.span);
                }
                self.store_place(state, place, value)
            }
            StmtKind::Assume { cond } => {
                let condition = self.stated(state, cond)?;
                self.assume(state, condition)
            }
            StmtKind::Check { kind, cond, .. } => {
                let holds = self.stated(state, cond)?;
                if *kind == CheckKind::Requires && self.stack.len() == 1 {
                    return self.assume(state, holds);
                }
                if self.checks.contains(*kind) {
                    // A broken precondition is the caller's failure.
                    let call = self.calls.last().filter(|_| *kind == CheckKind::Requires);
                    let span = call.copied().unwrap_or(cond.span);
                    self.check(state, *kind, holds, span)?;
                }
                Ok(())
            }
            StmtKind::Live { local } => self.live(state, function, *local),
            StmtKind::Dead { local } => self.dead(state, function, *local),
            StmtKind::AllocVla { local, count } => {
                let scale = {
                    let types = &self.program.types;
                    let ty = self.program.function(function).local(*local).ty;
                    types.pointee(ty).and_then(|elem| types.size_of(elem)).unwrap_or(1)
                };
                let span = count.span;
                let count = self.index(state, count)?;
                let one = self.pointer_bits(1);
                let positive = self.terms.sle(one, count);
                self.check(state, CheckKind::Bounds, positive, span)?;
                let scale = self.pointer_bits(scale);
                let overflow = self.terms.apply(whydunit_term::Op::UMulOverflow, &[count, scale]);
                self.cut_when(state, overflow, too_large())?;
                let size = self.terms.mul(count, scale);
                let limit = self.pointer_bits(MAX_OBJECT);
                let huge = self.terms.ule(limit, size);
                self.cut_when(state, huge, too_large())?;
                let entry = self.new_block(state, size, Storage::Local, Fill::Unset)?;
                state.blocks.push(entry);
                let value = self.address(entry);
                state.registers[local.index()] = Register { value, is_set: Term::TRUE };
                Ok(())
            }
            StmtKind::Snapshot { slot } => {
                let snapshot =
                    Snapshot { memory: state.memory.clone(), registers: state.registers.clone() };
                state.snapshots.retain(|(known, _)| known != slot);
                state.snapshots.push((*slot, Rc::new(snapshot)));
                Ok(())
            }
            StmtKind::Unsupported { what } => {
                self.gap(state, format!("not supported: {what}"), stmt.span)
            }
        }
    }

    pub(super) fn zero(&mut self, state: &mut State, to: Term, size: u32, span: Span) -> Run<()> {
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
        let zero = self.terms.bits(8, 0);
        let count = self.pointer_bits(size.into());
        self.fill_bytes(state, to, zero, count, span)
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
                let extent = self.extent(size);
                if extent.low >= 0 && extent.high <= i128::from(MOST_BYTES) {
                    extent.high as u64
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

    fn live(&mut self, state: &mut State, function: FunctionId, local: LocalId) -> Run<()> {
        let info = self.program.function(function).local(local);
        let register = state.registers[local.index()];
        if !info.in_memory {
            state.registers[local.index()] = Register { is_set: Term::FALSE, ..register };
            return Ok(());
        }
        let ty = info.ty;
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
        let span = self.program.function(function).local(local).span;
        let spots = self.resolve(state, address, bytes, super::access::Access::Write, span)?;
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

    fn dead(&mut self, state: &mut State, function: FunctionId, local: LocalId) -> Run<()> {
        let info = self.program.function(function).local(local);
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
        Ok(())
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
