//! Pointers: which object they belong to, and whether they may be used.
//!
//! A pointer's bits tell its object. The formula keeps to the object of the run: what an access through a pointer to another one would do is
//! not followed, and a guard (or a demand that may or may not hold) says that it is this one.

use whydunit_claim::{Range, Storage};
use whydunit_interp::{ObjectId, ObjectKind};
use whydunit_program::CheckKind;
use whydunit_program::address::{FARTHEST_INDEX, NARROW_REACH, NULL_REACH, NarrowRegion};
use whydunit_term::{Sort, Term};
use whydunit_trace::{PointerEntry, TraceObject};

use super::Addresses;
use super::concern::Concern;
use super::walk::{Evaluated, Walk, gap};
use crate::limits::MOST_OTHER_OBJECTS;

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

/// Where the address of a place is looked for from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) pointer: Term,
    /// The address is that of a part of what the pointer points to; else the access fails, whatever the bits say.
    pub(super) named: Term,
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

    /// Does the pointer belong to the object (or part of one) that it belonged to in the run?
    pub(super) fn same_entry(&mut self, pointer: Term) -> Evaluated<Term> {
        if self.is_wide() {
            let entry = self.terms.extract(pointer, 63, 32);
            return self.unchanged(entry);
        }
        let known = self.known(pointer)? as u64;
        let Some(entry) = self.entry(known) else { return self.unchanged(pointer) };
        let region = NarrowRegion::around(entry.start, entry.size);
        let low = self.address(region.low);
        let distance = self.terms.sub(pointer, low);
        let span = self.address(region.span());
        Ok(self.terms.ult(distance, span))
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
        let sum = self.sum(pointer, index, size);
        let stays = self.stays_near(pointer, index, sum, size)?;
        if stays != Term::TRUE {
            self.check(CheckKind::Bounds, stays)?;
        }
        Ok(sum)
    }

    fn sum(&mut self, pointer: Term, index: Term, size: u64) -> Term {
        let size = self.address(size);
        let delta = self.terms.mul(index, size);
        self.terms.add(pointer, delta)
    }

    /// Is a sum in the reach of its pointer's object? Where that is not checked, or nothing is there, nothing is asked.
    fn stays_near(&mut self, pointer: Term, index: Term, sum: Term, size: u64) -> Evaluated<Term> {
        if !self.is_checked(CheckKind::Bounds) || sum == pointer {
            return Ok(Term::TRUE);
        }
        let known = self.known(pointer)? as u64;
        let Some(entry) = self.entry(known) else { return Ok(Term::TRUE) };
        if self.is_wide() {
            let changed = self.terms.bit_xor(pointer, sum);
            let changed = self.terms.extract(changed, 63, 32);
            let changes = self.terms.is_nonzero(changed);
            let keeps = self.terms.not(changes);
            let reach = self.bits(64, FARTHEST_INDEX - 1);
            let shifted = self.terms.add(index, reach);
            let span = self.bits(64, 2 * FARTHEST_INDEX - 1);
            let near = self.terms.ult(shifted, span);
            return Ok(self.terms.and(&[keeps, near]));
        }
        // In 64 bits nothing wraps around that 32 bits can hold.
        let offset = self.offset_in(&entry, pointer);
        let offset = self.terms.sign_extend(offset, 64);
        let index = self.terms.sign_extend(index, 64);
        let size = self.bits(64, size);
        let delta = self.terms.mul(index, size);
        let moved = self.terms.add(offset, delta);
        let reach = self.bits(64, NARROW_REACH);
        let first = self.bits(64, entry.offset);
        let low = self.terms.sub(first, reach);
        let end = self.end_of(&entry)?;
        let high = self.terms.add(end, reach);
        let above = self.terms.sle(low, moved);
        let below = self.terms.sle(moved, high);
        Ok(self.terms.and(&[above, below]))
    }

    /// The element that `p[i]` names: it is looked for from the pointer, so one that is too far is out of the bounds of the access.
    pub(super) fn element(
        &mut self,
        pointer: Term,
        index: Term,
        size: u64,
    ) -> Evaluated<(Term, Origin)> {
        let sum = self.sum(pointer, index, size);
        let named = self.stays_near(pointer, index, sum, size)?;
        if !self.is_wide() || !self.holds(named) {
            return Ok((sum, Origin { pointer, named }));
        }
        let sum = self.step_pointer(pointer, index, size)?;
        Ok((sum, Origin { pointer: sum, named: Term::TRUE }))
    }

    /// Checks that `size` bytes (64 bits) at an address may be accessed, and finds them.
    pub(super) fn locate(
        &mut self,
        address: Term,
        size: Term,
        access: Access,
    ) -> Evaluated<Located> {
        self.locate_from(Origin { pointer: address, named: Term::TRUE }, address, size, access)
    }

    /// The same of an address that is looked for from a pointer.
    pub(super) fn locate_from(
        &mut self,
        origin: Origin,
        address: Term,
        size: Term,
        access: Access,
    ) -> Evaluated<Located> {
        let known = self.known(origin.pointer)? as u64;
        let Some(entry) = self.entry(known) else {
            let same = self.unchanged(address)?;
            let other = match self.addresses {
                Addresses::Exact => {
                    let usable = self.lies_in_some_object(address, size, access)?;
                    let elsewhere = self.goes_on_inside(address, same, Term::FALSE);
                    self.terms.or(&[usable, elsewhere])
                }
                Addresses::Guarded => self.terms.not(same),
            };
            self.require(other)?;
            return gap(format!("no object at {known:#x}"));
        };
        let object = entry.object;
        let same = self.same_entry(origin.pointer)?;
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
        let inside = self.terms.and(&[origin.named, inside]);
        if !self.holds(inside) {
            let usable = self.terms.implies(same, inside);
            let (low, high) = self.good_for(&entry);
            let concern = Concern::Bounds { object: object.id, low, high, length: None };
            self.require_of(usable, Some(concern))?;
            return gap("the access lies outside of its object");
        }
        if access == Access::Write && self.is_constant_object(object) {
            let same = self.unchanged(address)?;
            let other = self.terms.not(same);
            self.require(other)?;
        }
        let goes_on = match self.addresses {
            Addresses::Exact => self.goes_on_inside(origin.pointer, same, inside),
            // Guards pin the address down; how large the object is still depends on its allocation.
            Addresses::Guarded => {
                let here = self.known(offset)? as u64;
                let here = self.address(here);
                self.is_inside(&entry, here, size)?
            }
        };
        self.require(goes_on)?;
        let (low, high) = self.good_for(&entry);
        Ok(Located { object: object.id, offset, low, high })
    }

    /// There is an object that is alive where so many bytes may be accessed. Of other addresses, but for null, nothing is known.
    fn lies_in_some_object(
        &mut self,
        address: Term,
        size: Term,
        access: Access,
    ) -> Evaluated<Term> {
        let size = (self.known(size)? as u64).max(1);
        let trace = self.trace;
        let created = |object: &&TraceObject| object.created <= self.step as u32;
        let objects: Vec<&TraceObject> = trace
            .objects
            .iter()
            .filter(created)
            .filter(|object| !self.is_gone(object) && object.info.size >= size)
            .filter(|object| access == Access::Read || !self.is_constant_object(object))
            .take(MOST_OTHER_OBJECTS)
            .collect();
        let width = self.word();
        let mut inside = Vec::new();
        for object in objects {
            let start = self.bits(width, object.info.address);
            let offset = self.terms.sub(address, start);
            let span = self.bits(width, object.info.size - size + 1);
            inside.push(self.terms.ult(offset, span));
        }
        Ok(self.terms.or(&inside))
    }

    /// An access goes on inside of its object. Null ends the run for certain; what another object would make of the access is not followed.
    fn goes_on_inside(&mut self, address: Term, same: Term, inside: Term) -> Term {
        if same == Term::TRUE {
            return inside;
        }
        let width = self.word();
        let reach = self.bits(width, NULL_REACH - 1);
        let shifted = self.terms.add(address, reach);
        let span = self.bits(width, 2 * NULL_REACH - 1);
        let is_null = self.terms.ult(shifted, span);
        let unknown = self.unknown("another object", Sort::Bool);
        let elsewhere = self.terms.ite(is_null, Term::FALSE, unknown);
        self.terms.ite(same, inside, elsewhere)
    }

    /// Offsets in the object that a pointer is good for: it is confined to a part only while bounds are checked.
    fn good_for(&self, entry: &PointerEntry<'_>) -> (u64, u64) {
        match self.is_checked(CheckKind::Bounds) {
            true => (entry.offset, entry.offset + entry.size),
            false => (0, entry.object.info.size),
        }
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
        let first = self.bits(64, self.good_for(entry).0);
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
        let (low, high) = self.good_for(entry);
        if is_block && low == 0 && high == info.size {
            let (size, _) = self.read(Range::new(Storage::Extent(entry.object.id), 0, 8), None)?;
            if self.in_run(size) == Some(info.size.into()) {
                return Ok(size);
            }
        }
        Ok(self.bits(64, high))
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
