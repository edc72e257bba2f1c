//! Places: finding the storage that an expression or statement speaks of, loading and storing scalars.

use whydunit_claim::{Range, Storage};
use whydunit_program::{CheckKind, Expr, ExprKind, Place, PlaceBase, Projection, Type, TypeId};
use whydunit_term::Term;

use super::Addresses;
use super::elsewhere::Aim;
use super::pointer::{Access, Located, Origin};
use super::walk::{Evaluated, Scope, Walk, gap};
use crate::limits::MOST_CELLS;

/// A bit-field: the bit it starts at, counted from the located byte, and its width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) shift: u32,
    pub(super) width: u32,
    pub(super) signed: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Found {
    Register(Range),
    Memory(Unchecked),
}

/// An address that nothing has checked yet.
#[derive(Clone, Debug)]
pub(super) struct Unchecked {
    pub(super) address: Term,
    /// The pointer that it is looked for from; `None` for variables.
    pub(super) origin: Option<Origin>,
    /// Pointers and indices that decide it.
    pub(super) steering: Vec<Term>,
    pub(super) size: u32,
    pub(super) field: Option<Field>,
    /// What was loaded to find it came from where the run loaded it.
    pub(super) given: Term,
}

impl Unchecked {
    /// What it is looked for from.
    fn pointer(&self) -> Term {
        self.origin.map_or(self.address, |origin| origin.pointer)
    }
}

/// Where a store to a place goes; what it stores is not one scalar.
pub(super) fn aim_of(found: &Unchecked, located: Located, bytes: Term) -> Aim {
    Aim { located, address: found.address, given: found.given, bytes, value: None }
}

impl Walk<'_> {
    /// What guards of the step say that were there are so many of.
    pub(super) fn guarded_since(&mut self, before: usize) -> Term {
        let guards = self.said[self.step].guards[before..].to_vec();
        self.terms.and(&guards)
    }

    pub(super) fn size_of(&self, ty: TypeId) -> u64 {
        self.program.types.size_of(ty).unwrap_or(0)
    }

    /// Finds a place. With `may_be_end` the last index may lie just past the end of its array.
    pub(super) fn find(
        &mut self,
        place: &Place,
        scope: &mut Scope,
        may_be_end: bool,
    ) -> Evaluated<Found> {
        let said_before = self.said[self.step].guards.len();
        let mut steering = Vec::new();
        let mut origin = None;
        let (mut address, mut ty) = match &place.base {
            PlaceBase::Local(local) => {
                let function = self.program.function(self.function_of(scope.frame));
                let info = function.local(*local);
                if !info.in_memory {
                    let storage = Storage::Register { frame: scope.frame, local: *local };
                    let size = self.program.types.size_of(info.ty).unwrap_or(8);
                    return Ok(Found::Register(Range::new(storage, 0, size as u32)));
                }
                let object = self.local_object(scope.frame, *local);
                let Some(object) = object.and_then(|id| self.trace.object(id)) else {
                    return gap(format!("{} has no storage", info.name));
                };
                (self.address(object.info.address), info.ty)
            }
            PlaceBase::Global(global) => {
                // Globals are the first objects of every run, in order.
                let Some(object) = self.trace.objects.get(global.index()) else {
                    return gap("a global has no storage");
                };
                (self.address(object.info.address), self.program.global(*global).ty)
            }
            PlaceBase::Deref(pointer) => {
                let is_scalar = place.path.is_empty() && self.program.types.is_scalar(place.ty);
                let is_element = is_scalar && !may_be_end;
                let (address, from) = self.pointer((pointer, is_element), &mut steering, scope)?;
                origin = Some(from);
                (address, self.program.types.pointee(pointer.ty).unwrap_or(place.ty))
            }
        };
        let last = place.path.len().wrapping_sub(1);
        for (position, projection) in place.path.iter().enumerate() {
            match (projection, self.program.types.get(ty)) {
                (Projection::Field(index), Type::Record(record)) => {
                    let field = &self.program.types.record(*record).fields[*index as usize];
                    let Some(bits) = field.bits else {
                        address = self.plus(address, field.offset);
                        ty = field.ty;
                        continue;
                    };
                    let kind = self.program.types.int_kind(field.ty);
                    let signed = kind.is_some_and(|kind| kind.signed);
                    let shift = (bits.bit_offset % 8) as u32;
                    let field = Field { shift, width: bits.width.into(), signed };
                    let size = (shift + field.width).div_ceil(8).max(1);
                    let address = self.plus(address, bits.bit_offset / 8);
                    let field = Some(field);
                    let given = self.guarded_since(said_before);
                    let found = Unchecked { address, origin, steering, size, field, given };
                    return Ok(Found::Memory(found));
                }
                (Projection::Index(index), &Type::Array { elem, len }) => {
                    let index = self.index(index, scope)?;
                    if let Some(len) = len {
                        let concern = self.indexed(address, elem, len);
                        let len = len + u64::from(may_be_end && position == last);
                        let len = self.address(len);
                        let inside = self.terms.ult(index, len);
                        self.check_of(CheckKind::Bounds, inside, concern)?;
                    }
                    steering.push(index);
                    let size = self.address(self.size_of(elem));
                    let delta = self.terms.mul(index, size);
                    address = self.terms.add(address, delta);
                    ty = elem;
                }
                _ => return gap("a path does not fit its type"),
            }
        }
        let size = self.size_of(place.ty) as u32;
        let given = self.guarded_since(said_before);
        let field = None;
        Ok(Found::Memory(Unchecked { address, origin, steering, size, field, given }))
    }

    /// The pointer of a dereference; of `p[i]` both decide. An element is looked for from the pointer.
    fn pointer(
        &mut self,
        (pointer, is_element): (&Expr, bool),
        steering: &mut Vec<Term>,
        scope: &mut Scope,
    ) -> Evaluated<(Term, Origin)> {
        let ExprKind::PtrAdd(base, index) = &pointer.kind else {
            let value = self.expr(pointer, scope)?;
            steering.push(value);
            return Ok((value, Origin { pointer: value, named: Term::TRUE }));
        };
        let base = self.expr(base, scope)?;
        let index = self.index(index, scope)?;
        steering.extend([base, index]);
        let size = self.pointee_size(pointer.ty);
        if is_element {
            return self.element(base, index, size);
        }
        let sum = self.step_pointer(base, index, size)?;
        Ok((sum, Origin { pointer: sum, named: Term::TRUE }))
    }

    fn plus(&mut self, address: Term, offset: u64) -> Term {
        let offset = self.address(offset);
        self.terms.add(address, offset)
    }

    /// Checks an address for `size` bytes.
    pub(super) fn settle(
        &mut self,
        found: &Unchecked,
        size: u64,
        access: Access,
    ) -> Evaluated<Located> {
        let located = self.located(found, size, access)?;
        self.pinned(located, &found.steering)
    }

    pub(super) fn located(
        &mut self,
        found: &Unchecked,
        size: u64,
        access: Access,
    ) -> Evaluated<Located> {
        let size = self.bits(64, size);
        match found.origin {
            Some(origin) => self.locate_from(origin, found.address, size, access),
            None => self.locate(found.address, size, access),
        }
    }

    /// With guarded addresses, storage is that of the run from here on, and guards say so.
    pub(super) fn pinned(&mut self, located: Located, steering: &[Term]) -> Evaluated<Located> {
        if self.addresses == Addresses::Exact {
            return Ok(located);
        }
        for &term in steering {
            self.guard(term)?;
        }
        let offset = self.known(located.offset)? as u64;
        Ok(Located { offset: self.address(offset), ..located })
    }

    /// A place of which only the bytes are read.
    pub(super) fn bytes_of(
        &mut self,
        place: &Place,
        size: u64,
        scope: &mut Scope,
    ) -> Evaluated<Located> {
        match self.find(place, scope, false)? {
            Found::Memory(found) if found.field.is_none() => {
                let located = self.settle(&found, size, Access::Read)?;
                self.known_in_object(found.pointer())?;
                Ok(located)
            }
            _ => gap("a register where bytes are wanted"),
        }
    }

    /// A place whose bytes are written, and where that might have been elsewhere.
    pub(super) fn written_bytes_of(
        &mut self,
        place: &Place,
        size: u64,
        scope: &mut Scope,
    ) -> Evaluated<(Located, Aim)> {
        match self.find(place, scope, false)? {
            Found::Memory(found) if found.field.is_none() => {
                let computed = self.located(&found, size, Access::Write)?;
                let bytes = self.bits(64, size);
                let aim = aim_of(&found, computed, bytes);
                self.known_in_object(found.pointer())?;
                Ok((self.pinned(computed, &found.steering)?, aim))
            }
            _ => gap("a register where bytes are wanted"),
        }
    }

    /// The bytes of the run at a checked place.
    pub(super) fn here(&mut self, located: &Located, size: u32) -> Evaluated<Range> {
        let offset = self.known(located.offset)? as u32;
        Ok(Range::new(Storage::Object(located.object), offset, size))
    }

    // Loads.

    /// The value at a scalar place.
    pub(super) fn load(&mut self, place: &Place, scope: &mut Scope) -> Evaluated<Term> {
        let found = self.find(place, scope, false)?;
        self.reads_named = place.span == self.trace.failure.span;
        let width = self.class(place.ty).width;
        let found = match found {
            Found::Register(range) => {
                let value = self.load_range(range, scope)?;
                return Ok(self.terms.resize(value, width, false));
            }
            Found::Memory(found) => found,
        };
        let located = self.settle(&found, found.size.into(), Access::Read)?;
        // A `long double` has its value in the first eight bytes.
        let size = if found.field.is_none() { found.size.min(8) } else { found.size };
        let mut value = self.load_located(&located, size, scope)?;
        if self.addresses == Addresses::Exact && !self.is_constant(found.pointer()) {
            // Another object holds what it holds.
            let same = self.same_entry(found.pointer())?;
            value = self.only_when(same, value, "in another object");
        }
        Ok(match found.field {
            Some(Field { shift, width: bits, signed }) => {
                let field = self.terms.extract(value, shift + bits - 1, shift);
                self.terms.resize(field, width, signed)
            }
            None => self.terms.resize(value, width, false),
        })
    }

    fn load_range(&mut self, range: Range, scope: &Scope) -> Evaluated<Term> {
        let (value, given) = self.read(range, scope.at)?;
        if scope.at.is_none() {
            self.check_given(range, given)?;
        }
        Ok(value)
    }

    fn load_located(&mut self, located: &Located, size: u32, scope: &Scope) -> Evaluated<Term> {
        let here = self.here(located, size)?;
        if self.is_constant(located.offset) {
            return self.load_range(here, scope);
        }
        let Some((first, count)) = cells(located, here) else {
            let value = self.load_range(here, scope)?;
            let same = self.unchanged(located.offset)?;
            return Ok(self.only_when(same, value, "read"));
        };
        let index = self.cell_index(located, first, size)?;
        let mut values = Vec::with_capacity(count as usize);
        let mut all_given = Vec::new();
        for number in 0..count {
            let offset = first + number as u32 * size;
            let range = Range::new(here.storage, offset, size);
            let (value, given) = self.read(range, scope.at)?;
            values.push(value);
            if given != Term::TRUE {
                let is_this = self.is_number(index, number);
                all_given.push(self.terms.implies(is_this, given));
            }
        }
        if scope.at.is_none() {
            let given = self.terms.and(&all_given);
            self.check_given(here, given)?;
        }
        Ok(self.select(index, &values))
    }

    /// Which of the cells an address means. Between them there may be others of another size: they are not followed.
    fn cell_index(&mut self, located: &Located, first: u32, size: u32) -> Evaluated<Term> {
        let first = self.address(first.into());
        let distance = self.terms.sub(located.offset, first);
        if size == 1 {
            return Ok(distance);
        }
        let size = self.address(size.into());
        let rest = self.terms.urem(distance, size);
        let is_between = self.terms.is_nonzero(rest);
        let is_aligned = self.terms.not(is_between);
        let goes_on = self.only_when(is_aligned, Term::TRUE, "between");
        self.require(goes_on)?;
        self.known_after_if(is_aligned);
        Ok(self.terms.udiv(distance, size))
    }

    fn is_number(&mut self, index: Term, number: u64) -> Term {
        let width = self.terms.width(index);
        let number = self.bits(width, number);
        self.terms.eq(index, number)
    }

    /// The element of a list at an index, by the bits of the index from the highest down.
    fn select(&mut self, index: Term, list: &[Term]) -> Term {
        if let &[only] = list {
            return only;
        }
        let bit = (list.len() - 1).ilog2();
        let (low, high) = list.split_at(1 << bit);
        let (low, high) = (self.select(index, low), self.select(index, high));
        let is_high = self.terms.extract(index, bit, bit);
        let is_high = self.terms.is_nonzero(is_high);
        self.terms.ite(is_high, high, low)
    }

    // Stores.

    /// Sets a scalar place.
    pub(super) fn store(&mut self, place: &Place, value: Term, scope: &mut Scope) -> Evaluated<()> {
        let found = match self.find(place, scope, false)? {
            Found::Register(range) => {
                let value = self.terms.resize(value, 8 * range.size, false);
                return self.write(range, value, Term::TRUE);
            }
            Found::Memory(found) => found,
        };
        let computed = self.located(&found, found.size.into(), Access::Write)?;
        let located = self.pinned(computed, &found.steering)?;
        self.known_beside(found.pointer(), computed.object)?;
        let bytes = self.bits(64, found.size);
        let aim = aim_of(&found, computed, bytes);
        if let Some(field) = found.field {
            self.store_field(&located, found.size, field, value)?;
            return self.store_elsewhere(&aim);
        }
        if found.size <= 8 {
            let value = self.terms.resize(value, 8 * found.size, false);
            self.store_located(&located, found.size, value)?;
            return self.store_elsewhere(&Aim { value: Some(value), ..aim });
        }
        // The rest of a `long double` is cleared.
        let value = self.terms.resize(value, 64, false);
        self.store_located(&located, 8, value)?;
        let rest = Located { offset: self.plus(located.offset, 8), ..located };
        let zero = self.bits(8 * (found.size - 8), 0_u32);
        self.store_located(&rest, found.size - 8, zero)?;
        self.store_elsewhere(&aim)
    }

    /// Sets bits of the bytes at a place; those around them stay.
    pub(super) fn store_field(
        &mut self,
        located: &Located,
        size: u32,
        Field { shift, width, .. }: Field,
        value: Term,
    ) -> Evaluated<()> {
        let range = self.here(located, size)?;
        self.stays_in_memory(located.offset)?;
        let (old, _) = self.read(range, None)?;
        let mut joined = self.terms.resize(value, width, false);
        if shift > 0 {
            let low = self.terms.extract(old, shift - 1, 0);
            joined = self.terms.concat(joined, low);
        }
        if shift + width < 8 * size {
            let high = self.terms.extract(old, 8 * size - 1, shift + width);
            joined = self.terms.concat(high, joined);
        }
        self.write(range, joined, Term::TRUE)
    }

    fn store_located(&mut self, located: &Located, size: u32, value: Term) -> Evaluated<()> {
        let here = self.here(located, size)?;
        if self.is_constant(located.offset) {
            return self.write(here, value, Term::TRUE);
        }
        let Some((first, count)) = cells(located, here) else {
            self.stays(located.offset)?;
            return self.write(here, value, Term::TRUE);
        };
        let index = self.cell_index(located, first, size)?;
        let mut changed = Vec::with_capacity(count as usize);
        for number in 0..count {
            let range = Range::new(here.storage, first + number as u32 * size, size);
            let (old, given) = self.read(range, None)?;
            let is_this = self.is_number(index, number);
            let value = self.terms.ite(is_this, value, old);
            let given = self.terms.or(&[is_this, given]);
            changed.push((range, value, given));
        }
        for (range, value, given) in changed {
            self.write(range, value, given)?;
        }
        Ok(())
    }
}

/// First offset and number of the cells of a width that an access to `here` may mean.
fn cells(located: &Located, here: Range) -> Option<(u32, u64)> {
    let size = u64::from(here.size);
    let known = u64::from(here.offset);
    let first = known - known.checked_sub(located.low)? / size * size;
    let count = located.high.checked_sub(first)? / size;
    (count <= MOST_CELLS).then_some((first as u32, count))
}
