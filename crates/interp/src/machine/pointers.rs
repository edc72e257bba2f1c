//! Pointer arithmetic, indexes, and the checks that statements make.

use std::rc::Rc;

use whydunit_program::address::{FARTHEST_INDEX, Reach};
use whydunit_program::{CheckKind, InputOrigin, LocalId, StmtKind, Target};

use super::{Machine, Snapshot};
use crate::code::{Node, Slot};
use crate::memory::Access;
use crate::stop::Stop;
use crate::translate::scalar_of;
use crate::{Cell, Detail, Observer};

impl<O: Observer> Machine<'_, '_, O> {
    fn is_wide(&self) -> bool {
        self.program.types.target() == Target::Lp64
    }

    pub(super) fn wrap_address(&self, address: u64) -> u64 {
        if self.is_wide() { address } else { address & 0xffff_ffff }
    }

    /// `address + index * scale`, which must stay in the reach of its object.
    pub(super) fn sum(&mut self, address: u64, index: i64, scale: i64) -> Result<u64, Stop> {
        if !self.is_wide() {
            return self.narrow_sum(address, index, scale);
        }
        let sum = address.wrapping_add_signed(index.wrapping_mul(scale));
        if (sum ^ address) >> 32 == 0 && index.unsigned_abs() < FARTHEST_INDEX {
            return Ok(sum);
        }
        self.far_pointer(address, index, scale)
    }

    /// A sum of 32-bit addresses.
    pub(super) fn narrow_sum(&mut self, address: u64, index: i64, scale: i64) -> Result<u64, Stop> {
        let (entry, offset) = self.memory.locate(address);
        let delta = index.saturating_mul(scale);
        let moved = offset.saturating_add(delta);
        let sum = address.wrapping_add_signed(delta) & 0xffff_ffff;
        let reach = Reach::of(Target::Ilp32, self.memory.size_of_entry(entry));
        // Null and what is wild already may come to anywhere.
        if entry == 0 || reach.contains(moved) || !self.checks.contains(CheckKind::Bounds) {
            return Ok(sum);
        }
        Err(Stop::fault(
            CheckKind::Bounds,
            format!("pointer arithmetic by {index} elements leads far away from its object"),
        ))
    }

    /// The 32-bit address of a member. Where there is none for lack of room, it stops at the edge of what the pointer can reach.
    pub(super) fn narrow_member(&self, address: u64, offset: u64) -> u64 {
        let (entry, from) = self.memory.locate(address);
        let reach = Reach::of(Target::Ilp32, self.memory.size_of_entry(entry));
        let offset = match entry {
            0 => offset as i64,
            _ => (offset as i64).min(reach.high - from),
        };
        address.wrapping_add_signed(offset) & 0xffff_ffff
    }

    /// Pointer arithmetic that leaves the four gigabytes around an object's middle. Only there can a
    /// pointer lose its object, so only there arithmetic itself is checked.
    #[cold]
    pub(super) fn far_pointer(
        &mut self,
        address: u64,
        index: i64,
        scale: i64,
    ) -> Result<u64, Stop> {
        let sum = address.wrapping_add_signed(index.wrapping_mul(scale));
        let (entry, _) = self.memory.locate(address);
        let has_object = self.memory.entry(entry).is_some() && !self.memory.is_null(address);
        if has_object && self.checks.contains(CheckKind::Bounds) {
            return Err(Stop::fault(
                CheckKind::Bounds,
                format!("pointer arithmetic by {index} elements leaves the address space"),
            ));
        }
        Ok(sum)
    }

    /// An index too large for any object.
    #[cold]
    pub(super) fn far_index(&mut self, index: i64) -> Result<(), Stop> {
        let message = match self.here().node {
            Node::Place(place) => self.index_message(place, i128::from(index)),
            _ => None,
        };
        let message = message.unwrap_or_else(|| format!("index {index} is beyond every object"));
        Err(Stop::fault(CheckKind::Bounds, message))
    }

    /// An index outside its array, although perhaps inside the object.
    #[cold]
    pub(super) fn bad_index(&mut self, index: u64, position: u16, base: u64) -> Result<(), Stop> {
        if !self.demands(CheckKind::Bounds) {
            return Ok(());
        }
        let index = i128::from(index as i64);
        let position = usize::from(position);
        let (message, subject) = match self.here().node {
            Node::Place(place) => (
                self.index_message_at(place, position, index),
                self.indexed_array(place, position, base),
            ),
            _ => (None, None),
        };
        let message = message.unwrap_or_else(|| format!("index {index} outside its array"));
        Err(Stop::fault_about(CheckKind::Bounds, message, subject))
    }

    pub(super) fn pointer_difference(&self, a: u64, b: u64) -> u64 {
        if (a ^ b) >> 32 == 0 && self.is_wide() {
            return a.wrapping_sub(b);
        }
        let difference = self.memory.canonical(a).wrapping_sub(self.memory.canonical(b));
        if self.is_wide() { difference } else { difference as i32 as u64 }
    }

    /// A register that is read before it has a value, where that is not checked.
    #[cold]
    pub(super) fn uninitialised_local(&mut self, slot: Slot) -> Result<u64, Stop> {
        let function = self.program.function(self.frame().function);
        let local = function.local(LocalId(slot));
        let size = scalar_of(&self.program.types, local.ty).map_or(8, |kind| kind.size());
        let cell = Cell::register(self.frame().serial, LocalId(slot), size);
        let span = self.node_span();
        let origin = InputOrigin::Uninitialised;
        let bits = self.take_input(&local.name, None, local.ty, &origin, span, cell);
        self.announce_input();
        Ok(bits)
    }

    /// The destination of a call whose callee returned nothing.
    #[cold]
    pub(super) fn result_missing(&mut self, address: u64, size: u32) -> Result<(), Stop> {
        let at = self.memory.range(address, 0, u64::from(size), Access::Write)?;
        self.uninitialise(at, size.into());
        Ok(())
    }

    /// A check or assumption that does not hold.
    #[cold]
    pub(super) fn check_failed(&mut self) -> Result<(), Stop> {
        let Node::Stmt(stmt) = self.here().node else { return Ok(()) };
        let (kind, text) = match &stmt.kind {
            StmtKind::Assume { .. } => return Err(Stop::Assumption { is_precondition: false }),
            StmtKind::Check { kind, text, .. } => (*kind, text),
            _ => return Ok(()),
        };
        if kind == CheckKind::Requires && self.frames.len() == 1 {
            return Err(Stop::Assumption { is_precondition: true });
        }
        if !self.checks.contains(kind) {
            return Ok(());
        }
        let name = &self.program.function(self.frame().function).name;
        Err(match kind {
            CheckKind::Requires => Stop::fault_of_caller(
                CheckKind::Contract,
                format!("precondition of {name} is broken: {text}"),
            ),
            CheckKind::Contract => Stop::fault(kind, format!("{text} does not hold")),
            CheckKind::Expectation => Stop::fault(kind, text.clone()),
            CheckKind::Unreach => Stop::fault(kind, unreach_message(text)),
            _ => Stop::fault(kind, format!("assertion failed: {text}")),
        })
    }

    pub(super) fn take_snapshot(&mut self, slot: u32, registers: &[u64]) {
        let snapshot = Rc::new(Snapshot {
            memory: self.memory.take_snapshot(),
            registers: registers.to_vec(),
        });
        let snapshots = &mut self.extra().snapshots;
        let previous = match snapshots.iter_mut().find(|(number, _)| *number == slot) {
            Some((_, kept)) => Some(std::mem::replace(kept, snapshot)),
            None => {
                snapshots.push((slot, snapshot));
                None
            }
        };
        if let Some(previous) = previous {
            self.memory.drop_snapshot(previous.memory);
        }
    }

    pub(super) fn note_register_read(&mut self, local: LocalId, bits: u64) {
        if O::DETAIL == Detail::Everything {
            let frame = self.frame();
            let ty = self.program.function(frame.function).local(local).ty;
            let kind = scalar_of(&self.program.types, ty);
            let size = kind.map_or(8, |kind| kind.size());
            let cell = Cell::register(frame.serial, local, size);
            self.observer.read(cell, crate::code::raw(size, bits));
        }
    }
}

fn unreach_message(text: &str) -> String {
    if text.is_empty() {
        "a place that must not be reached was reached".into()
    } else {
        format!("{text} was reached")
    }
}
