//! Pointers: which object they belong to, and whether they may be used.
//!
//! A pointer's bits tell its object. The formula keeps to the object of the run: what an access through a pointer to another one would do is
//! not followed, and a guard (or a demand that may or may not hold) says that it is this one.

use whydunit_claim::{Range, Storage};
use whydunit_interp::{ObjectId, ObjectKind};
use whydunit_program::CheckKind;
use whydunit_term::{Sort, Term};
use whydunit_trace::{PointerEntry, TraceObject};

use super::Addresses;
use super::walk::{Evaluated, Walk, gap};

/// Addresses nearer to zero than this are null with an offset, as the machine has it.
const NULL_REACH: u64 = 4096;
/// Steps of a pointer by fewer elements are not looked at for leaving the address space, as the machine has it.
const FAR: u64 = 1 << 40;

/// Storage that a checked address leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Located {
    pub(super) object: ObjectId,
    /// Of the first byte in the object; as wide as a pointer.
    pub(super) offset: Term,
    /// Offsets that the pointer is good for.
    pub(super) low: u64,
    pub(super) high: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

impl<'a> Walk<'a> {
    pub(super) fn entry(&self, address: u64) -> Option<PointerEntry<'a>> {
        self.trace.pointer_entry(self.program.types.target(), address)
    }

    /// Has the object been released before this step?
    pub(super) fn is_gone(&self, object: &TraceObject) -> bool {
        object.released.is_some_and(|steps| self.step as u32 >= steps)
    }

    /// Does the pointer belong to the object (or part of one) that it belonged to in the run? With 32 bits addresses of different
    /// objects lie side by side, and only the bounds tell.
    pub(super) fn same_entry(&mut self, pointer: Term) -> Evaluated<Term> {
        if !self.is_wide() {
            return Ok(Term::TRUE);
        }
        let entry = self.terms.extract(pointer, 63, 32);
        self.unchanged(entry)
    }

    /// The address in the whole object of an address in a part of it.
    pub(super) fn root_of(&self, address: u64) -> u64 {
        match self.entry(address).filter(|_| self.trace.has_views()) {
            Some(entry) => {
                let root = entry.object.info.address.wrapping_add(entry.offset);
                address.wrapping_add(root.wrapping_sub(entry.start))
            }
            None => address,
        }
    }

    /// What comparisons, differences and conversions see of a pointer: its address in the whole object.
    pub(super) fn canonical(&mut self, pointer: Term) -> Evaluated<Term> {
        if !self.trace.has_views() {
            return Ok(pointer);
        }
        let known = self.known(pointer)? as u64;
        let delta = self.address(self.root_of(known).wrapping_sub(known));
        let moved = self.terms.add(pointer, delta);
        if self.is_constant(pointer) {
            return Ok(moved);
        }
        let same = self.same_entry(pointer)?;
        Ok(self.only_when(same, moved, "root"))
    }

    /// Two pointers as comparisons see them. Null is no part of anything.
    pub(super) fn comparable(&mut self, a: Term, b: Term) -> Evaluated<(Term, Term)> {
        if self.terms.value(a) == Some(0) || self.terms.value(b) == Some(0) {
            return Ok((a, b));
        }
        Ok((self.canonical(a)?, self.canonical(b)?))
    }

    /// Size of what a pointer of that type points to; 1 where it has none.
    pub(super) fn pointee_size(&self, pointer: whydunit_program::TypeId) -> u64 {
        let types = &self.program.types;
        types.pointee(pointer).and_then(|ty| types.size_of(ty)).unwrap_or(1)
    }

    /// `pointer + index * size`. Only far steps are checked by themselves: any other pointer still knows its object.
    pub(super) fn step_pointer(
        &mut self,
        pointer: Term,
        index: Term,
        size: u64,
    ) -> Evaluated<Term> {
        let size = self.address(size);
        let delta = self.terms.mul(index, size);
        let sum = self.terms.add(pointer, delta);
        if !self.is_wide() || !self.is_checked(CheckKind::Bounds) || sum == pointer {
            return Ok(sum);
        }
        let known = self.known(pointer)? as u64;
        if self.entry(known).is_some() {
            let changed = self.terms.bit_xor(pointer, sum);
            let changed = self.terms.extract(changed, 63, 32);
            let changes = self.terms.is_nonzero(changed);
            let keeps = self.terms.not(changes);
            let reach = self.bits(64, FAR - 1);
            let shifted = self.terms.add(index, reach);
            let span = self.bits(64, 2 * FAR - 1);
            let near = self.terms.ult(shifted, span);
            let stays = self.terms.and(&[keeps, near]);
            self.check(CheckKind::Bounds, stays)?;
        }
        Ok(sum)
    }

    /// Checks that `size` bytes (64 bits) at an address may be accessed, and finds them.
    pub(super) fn locate(
        &mut self,
        address: Term,
        size: Term,
        access: Access,
    ) -> Evaluated<Located> {
        let known = self.known(address)? as u64;
        let Some(entry) = self.entry(known) else {
            let same = self.unchanged(address)?;
            let other = self.terms.not(same);
            self.require(other)?;
            return gap(format!("no object at {known:#x}"));
        };
        let object = entry.object;
        let same = self.same_entry(address)?;
        if self.is_gone(object) {
            let alive = match object.info.kind {
                ObjectKind::Heap { .. } => self.is_alive(object.id)?,
                // Everything else ends with its scope.
                _ => Term::FALSE,
            };
            let usable = self.terms.implies(same, alive);
            self.require(usable)?;
            return gap("the object is gone");
        }
        let offset = self.offset_in(&entry, address);
        let inside = self.is_inside(&entry, offset, size)?;
        if !self.holds(inside) {
            let usable = self.terms.implies(same, inside);
            self.require(usable)?;
            return gap("the access lies outside of its object");
        }
        if access == Access::Write && self.is_constant_object(object) {
            let same = self.unchanged(address)?;
            let other = self.terms.not(same);
            self.require(other)?;
        }
        let goes_on = match self.addresses {
            Addresses::Exact => self.goes_on_inside(address, same, inside),
            // Guards pin the address down; how large the object is still depends on its allocation.
            Addresses::Guarded => {
                let here = self.known(offset)? as u64;
                let here = self.address(here);
                self.is_inside(&entry, here, size)?
            }
        };
        self.require(goes_on)?;
        let (low, high) = (entry.offset, entry.offset + entry.size);
        Ok(Located { object: object.id, offset, low, high })
    }

    /// An access goes on inside of its object. Null ends the run for certain; what another object would make of the access is not followed.
    fn goes_on_inside(&mut self, address: Term, same: Term, inside: Term) -> Term {
        // With 32 bits, beside an object lies the next.
        let (here, within) = if self.is_wide() { (same, inside) } else { (inside, Term::TRUE) };
        if here == Term::TRUE {
            return within;
        }
        let width = self.word();
        let reach = self.bits(width, NULL_REACH - 1);
        let shifted = self.terms.add(address, reach);
        let span = self.bits(width, 2 * NULL_REACH - 1);
        let is_null = self.terms.ult(shifted, span);
        let unknown = self.unknown("another object", Sort::Bool);
        let elsewhere = self.terms.ite(is_null, Term::FALSE, unknown);
        self.terms.ite(here, within, elsewhere)
    }

    /// Is a block of the heap not freed?
    pub(super) fn is_alive(&mut self, object: ObjectId) -> Evaluated<Term> {
        let (alive, _) = self.read(Range::new(Storage::Alive(object), 0, 1), None)?;
        let one = self.bits(8, 1_u32);
        Ok(self.terms.eq(alive, one))
    }

    /// Offset in the whole object.
    pub(super) fn offset_in(&mut self, entry: &PointerEntry<'_>, address: Term) -> Term {
        let delta = self.address(entry.offset.wrapping_sub(entry.start));
        self.terms.add(address, delta)
    }

    /// Do `size` bytes from `offset` on lie in what the pointer is good for?
    fn is_inside(&mut self, entry: &PointerEntry<'_>, offset: Term, size: Term) -> Evaluated<Term> {
        let offset = self.terms.resize(offset, 64, true);
        let end = self.terms.add(offset, size);
        let first = self.bits(64, entry.offset);
        let past = self.end_of(entry)?;
        let above = self.terms.sle(first, offset);
        // Sums of an offset and a size wrap at most once.
        let ascends = self.terms.sle(offset, end);
        let below = self.terms.sle(end, past);
        Ok(self.terms.and(&[above, ascends, below]))
    }

    /// The end of what a pointer is good for: for a whole block what its allocation made it.
    pub(super) fn end_of(&mut self, entry: &PointerEntry<'_>) -> Evaluated<Term> {
        let info = &entry.object.info;
        let is_block = matches!(
            info.kind,
            ObjectKind::Heap { .. } | ObjectKind::Vla { .. } | ObjectKind::Alloca { .. }
        );
        if is_block && entry.offset == 0 && entry.size == info.size {
            let (size, _) = self.read(Range::new(Storage::Extent(entry.object.id), 0, 8), None)?;
            if self.in_run(size) == Some(info.size.into()) {
                return Ok(size);
            }
        }
        Ok(self.bits(64, entry.offset + entry.size))
    }

    fn is_constant_object(&self, object: &TraceObject) -> bool {
        match object.info.kind {
            ObjectKind::Global(id) => {
                let global = self.program.global(id);
                global.is_const || global.is_literal
            }
            _ => false,
        }
    }
}
