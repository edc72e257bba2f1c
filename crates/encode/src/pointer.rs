//! Pointers: which object they belong to, and whether they may be used.
//!
//! A pointer's bits tell its object (`whydunit_program::address`). A formula keeps to the object of the run: a pointer
//! to another one leaves the trace (exact addresses) or breaks a guard (guarded ones).

use whydunit_interp::{ObjectId, ObjectKind};
use whydunit_program::address::{FARTHEST_INDEX, NARROW_REACH, NULL_REACH, NarrowRegion};
use whydunit_program::obligation::Access;
use whydunit_program::{CheckKind, Place, Projection, Target};
use whydunit_term::{Op, Term};
use whydunit_trace::{PointerEntry, TraceObject};

use crate::encoder::{Addresses, Encoder, Evaluated, Halt, Style};
use crate::limits::MOST_OBJECTS;
use crate::number::low_word;
use crate::storage::{Range, Storage, Value};

/// Storage that a checked address leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located {
    pub(crate) object: ObjectId,
    /// Of the first byte in the object; as wide as a pointer.
    pub(crate) offset: Value,
    /// Offsets that the pointer is good for.
    pub(crate) low: u64,
    pub(crate) high: u64,
}

/// Where the address of a place comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// It is looked for from here: the entry of this pointer is that of the place.
    pub(crate) pointer: Value,
    /// The address is that of a part of what the pointer points to. Else the access fails, whatever the bits say.
    pub(crate) named: Value,
}

impl<'a> Encoder<'a> {
    pub(crate) fn entry(&self, address: u64) -> Option<PointerEntry<'a>> {
        let trace = self.trace;
        trace.pointer_entry(self.target(), address)
    }

    /// Does the pointer belong to the object (or part of one) that it belonged to in the run?
    pub(crate) fn same_entry(&mut self, pointer: Value) -> Value {
        if self.target() == Target::Lp64 {
            let high = self.apply(Op::Extract { high: 63, low: 32 }, &[pointer]);
            return self.unchanged(high);
        }
        let Some(entry) = self.entry(low_word(self.known(pointer))) else {
            return self.unchanged(pointer);
        };
        let region = NarrowRegion::around(entry.start, entry.size);
        let low = self.bits(32, region.low.into());
        let distance = self.apply(Op::Sub, &[pointer, low]);
        let len = self.bits(32, region.span().into());
        self.apply(Op::ULt, &[distance, len])
    }

    /// What comparisons, differences and conversions see: the address in the whole object.
    pub(crate) fn canonical(&mut self, pointer: Value) -> Value {
        if !self.trace.has_views() {
            return pointer;
        }
        let address = low_word(self.known(pointer));
        let Some(entry) = self.entry(address) else { return pointer };
        let root = entry.object.info.address.wrapping_add(entry.offset);
        let width = self.pointer_width();
        let delta = self.bits(width, root.wrapping_sub(entry.start).into());
        let moved = self.apply(Op::Add, &[pointer, delta]);
        if pointer.is_constant() {
            return moved;
        }
        let same = self.same_entry(pointer);
        self.only_when(same, moved, "canonical")
    }

    /// As [`Encoder::canonical`], beside another pointer: null is what it is.
    pub(crate) fn canonical_beside(&mut self, pointer: Value, other: Value) -> Value {
        let null = |value: Value| value.is_constant() && self.known(value) == 0;
        if null(pointer) || null(other) { pointer } else { self.canonical(pointer) }
    }

    /// Checks that `size` bytes at `address` may be accessed; finds them.
    pub(crate) fn locate(
        &mut self,
        address: Value,
        size: Value,
        access: Access,
    ) -> Evaluated<Located> {
        let named = self.truth(true);
        self.locate_from(Origin { pointer: address, named }, address, size, access)
    }

    /// As [`Encoder::locate`], for an address that is looked for from a pointer.
    pub(crate) fn locate_from(
        &mut self,
        origin: Origin,
        address: Value,
        size: Value,
        access: Access,
    ) -> Evaluated<Located> {
        let known = low_word(self.known(origin.pointer));
        let Some(entry) = self.entry(known) else {
            self.no_object(address, size, access)?;
            return Err(Halt::Gap(format!("no object at {known:#x}")));
        };
        let is_alive = entry.object.released.is_none_or(|steps| self.step < steps);
        let same = self.same_entry(origin.pointer);
        let accessed = (address, size, access);
        if !is_alive {
            let alive = self.is_alive(&entry)?;
            self.fails_unless(origin.pointer, same, alive, accessed)?;
            return Err(Halt::Gap("the object is gone".into()));
        }
        let offset = self.offset_in(&entry, address);
        let (low, high) = self.good_for(&entry);
        let inside = self.is_inside(&entry, offset, size);
        let inside = self.both(origin.named, inside);
        if !inside.is_true() && self.follows_outside() {
            // Where the arm would have gone wrong: some place of the object stands for it.
            let condition = self.stays_inside(origin.pointer, same, inside);
            self.require(condition)?;
            if u128::from(entry.size) < self.known(size) {
                return Err(Halt::Gap("no place of the object is large enough".into()));
            }
            let start = self.terms.bits(self.terms.width(offset.known), low.into());
            let offset = Value { term: offset.term, known: start };
            return Ok(Located { object: entry.object.id, offset, low, high });
        }
        if !inside.is_true() {
            self.fails_unless(origin.pointer, same, inside, accessed)?;
            return Err(Halt::Gap("the access lies outside of its object".into()));
        }
        if access == Access::Write && self.is_const(&entry) {
            let unchanged = match self.style {
                Style::Equations => self.unchanged(address),
                Style::Functions => same,
            };
            let never = self.truth(false);
            self.fails_unless(origin.pointer, unchanged, never, accessed)?;
        }
        // In the guarded form the address is pinned down by guards; how large the object is still depends on its
        // allocation.
        let condition = match self.addresses {
            Addresses::Exact => self.stays_inside(origin.pointer, same, inside),
            Addresses::Guarded => {
                let offset = Value::constant(offset.known);
                self.is_inside(&entry, offset, size)
            }
        };
        self.require(condition)?;
        Ok(Located { object: entry.object.id, offset, low, high })
    }

    /// The condition under which an access goes on: inside of its object. Null leaves the trace for certain; what another object
    /// would make of the access is not followed.
    fn stays_inside(&mut self, pointer: Value, same: Value, inside: Value) -> Value {
        if same.term == Term::TRUE {
            return inside;
        }
        let is_null = self.is_nearly_null(pointer);
        let elsewhere = self.unknown("another object", whydunit_term::Sort::Bool);
        let elsewhere = self.terms.ite(is_null.term, Term::FALSE, elsewhere);
        let term = self.terms.ite(same.term, inside.term, elsewhere);
        Value { term, known: self.terms.bool(same.is_true() && inside.is_true()) }
    }

    /// The failing access. It would not have failed as it did where what is said of its object holds, or where the pointer leads to another object that would have done.
    ///
    /// That there is an object at all is demanded before anything is demanded of it: null would have failed another check, which is no way to pass this one. Of pointers
    /// to anything else nothing is known, neither that they lead to an object nor what becomes of the access there.
    fn fails_unless(
        &mut self,
        pointer: Value,
        same: Value,
        here: Value,
        (address, size, access): (Value, Value, Access),
    ) -> Evaluated<()> {
        if self.style == Style::Equations {
            let condition = self.implied(same, here);
            return self.require(condition);
        }
        if same.term == Term::TRUE {
            return self.require(here);
        }
        let usable = self.is_usable(pointer, address, size, access).term;
        let null = self.is_nearly_null(pointer).term;
        let led = self.unknown("an object", whydunit_term::Sort::Bool);
        let led = self.terms.or(&[usable, led]);
        let led = self.terms.ite(null, Term::FALSE, led);
        let has_object = self.terms.or(&[same.term, led]);
        self.require(Value { term: has_object, known: Term::TRUE })?;
        let elsewhere = self.unknown("another object", whydunit_term::Sort::Bool);
        let elsewhere = self.terms.or(&[usable, elsewhere]);
        let term = self.terms.ite(same.term, here.term, elsewhere);
        self.require(Value { term, known: here.known })
    }

    /// Do the bytes lie in an object that is alive, and that the pointer leads to?
    fn is_usable(&mut self, pointer: Value, address: Value, size: Value, access: Access) -> Value {
        let trace = self.trace;
        let bytes = low_word(self.known(size));
        let is_alive = |object: &&TraceObject| {
            object.created <= self.step && object.released.is_none_or(|steps| self.step < steps)
        };
        let fits = |object: &&TraceObject| {
            object.info.size >= bytes.max(1)
                && (access == Access::Read || !self.is_const_object(object))
        };
        let objects: Vec<&TraceObject> =
            trace.objects.iter().rev().filter(is_alive).filter(fits).take(MOST_OBJECTS).collect();
        let width = self.pointer_width();
        let mut usable = self.truth(false);
        for object in objects {
            let start = self.bits(width, object.info.address.into());
            let offset = self.apply(Op::Sub, &[address, start]);
            let span = self.bits(width, u128::from(object.info.size - bytes + 1));
            let mut inside = self.apply(Op::ULt, &[offset, span]);
            if pointer != address {
                let from = self.apply(Op::Sub, &[pointer, start]);
                let end = self.bits(width, object.info.size.into());
                let leads = self.apply(Op::ULe, &[from, end]);
                inside = self.both(leads, inside);
            }
            usable = self.either(usable, inside);
        }
        let same_size = self.unchanged(size);
        self.both(usable, same_size)
    }

    pub(crate) fn is_nearly_null(&mut self, address: Value) -> Value {
        let width = self.terms.width(address.known);
        let reach = self.bits(width, u128::from(NULL_REACH) - 1);
        let shifted = self.apply(Op::Add, &[address, reach]);
        let span = self.bits(width, 2 * u128::from(NULL_REACH) - 1);
        self.apply(Op::ULt, &[shifted, span])
    }

    /// Blocks of the heap die by a step; everything else dies with its scope.
    pub(crate) fn is_alive(&mut self, entry: &PointerEntry<'_>) -> Evaluated<Value> {
        if !matches!(entry.object.info.kind, ObjectKind::Heap { .. }) {
            return Ok(self.truth(false));
        }
        let alive = self.read(Range::new(Storage::Alive(entry.object.id), 0, 1), None)?;
        let one = self.bits(8, 1);
        Ok(self.equal(alive, one))
    }

    /// An address where nothing is: null, or null with an offset, or wild. One of an object that is alive would do.
    fn no_object(&mut self, address: Value, size: Value, access: Access) -> Evaluated<()> {
        if self.style == Style::Equations {
            let same = self.unchanged(address);
            let other = self.not(same);
            return self.require(other);
        }
        let usable = self.is_usable(address, address, size, access);
        // Null is as bad as this one; of others nothing is known.
        let same = self.unchanged(address);
        let null = self.is_nearly_null(address);
        let bad = self.either(same, null);
        let elsewhere = self.unknown("another address", whydunit_term::Sort::Bool);
        let otherwise = self.terms.ite(bad.term, Term::FALSE, elsewhere);
        let term = self.terms.ite(usable.term, Term::TRUE, otherwise);
        self.require(Value { term, known: Term::FALSE })
    }

    /// Offset in the object.
    pub(crate) fn offset_in(&mut self, entry: &PointerEntry<'_>, address: Value) -> Value {
        let width = self.pointer_width();
        let delta = entry.offset.wrapping_sub(entry.start);
        let delta = self.bits(width, delta.into());
        self.apply(Op::Add, &[address, delta])
    }

    /// Do `size` bytes from `offset` on lie in what the pointer is good for?
    pub(crate) fn is_inside(
        &mut self,
        entry: &PointerEntry<'_>,
        offset: Value,
        size: Value,
    ) -> Value {
        // 64 bits hold every sum of an offset and a size that can occur without wrapping into range again.
        let offset = self.resize(offset, 64, true);
        let size = self.resize(size, 64, false);
        let (low, _) = self.good_for(entry);
        let low = self.bits(64, low.into());
        let above = self.apply(Op::SLe, &[low, offset]);
        let end = self.apply(Op::Add, &[offset, size]);
        let no_wrap = self.apply(Op::SLe, &[offset, end]);
        let high = self.extent_of(entry);
        let below = self.apply(Op::SLe, &[end, high]);
        let ends = self.both(no_wrap, below);
        self.both(above, ends)
    }

    /// The end of what a pointer is good for: for a whole block of the heap, what its allocation made it.
    pub(crate) fn extent_of(&mut self, entry: &PointerEntry<'_>) -> Value {
        let info = &entry.object.info;
        let (low, high) = self.good_for(entry);
        let whole = low == 0 && high == info.size;
        let sized = matches!(
            info.kind,
            ObjectKind::Heap { .. } | ObjectKind::Vla { .. } | ObjectKind::Alloca { .. }
        );
        if whole && sized {
            let range = Range::new(Storage::Extent(entry.object.id), 0, 8);
            if let Ok(value) = self.read(range, None)
                && self.known(value) == u128::from(info.size)
            {
                return value;
            }
        }
        self.bits(64, high.into())
    }

    /// Offsets in the object that a pointer is good for. It is confined to a part only while bounds are checked.
    fn good_for(&self, entry: &PointerEntry<'_>) -> (u64, u64) {
        match self.checks(CheckKind::Bounds) {
            true => (entry.offset, entry.offset + entry.size),
            false => (0, entry.object.info.size),
        }
    }

    fn is_const(&self, entry: &PointerEntry<'_>) -> bool {
        self.is_const_object(entry.object)
    }

    fn is_const_object(&self, object: &TraceObject) -> bool {
        match object.info.kind {
            ObjectKind::Global(id) => {
                let global = self.program.global(id);
                global.is_const || global.is_literal
            }
            _ => false,
        }
    }

    /// `pointer + index * size`.
    pub(crate) fn step_pointer(
        &mut self,
        pointer: Value,
        index: Value,
        size: u64,
    ) -> Evaluated<Value> {
        let sum = self.sum(pointer, index, size);
        if self.checks(CheckKind::Bounds)
            && sum.term != pointer.term
            && let Some(stays) = self.sum_is_near(pointer, index, sum, size)
        {
            let stays = self.sum_stays(pointer, stays);
            let has_object = self.entry(low_word(self.known(pointer))).is_some();
            // Where nothing is, other values may point to something: what their sums do is not followed.
            let is_followed = has_object || self.style == Style::Equations;
            if is_followed && (has_object || stays.is_true()) {
                self.require(stays)?;
            }
        }
        Ok(sum)
    }

    fn sum(&mut self, pointer: Value, index: Value, size: u64) -> Value {
        let width = self.pointer_width();
        let scale = self.bits(width, size.into());
        let delta = self.apply(Op::Mul, &[index, scale]);
        self.apply(Op::Add, &[pointer, delta])
    }

    /// Does a sum stay in the reach of its pointer's entry?
    fn sum_is_near(
        &mut self,
        pointer: Value,
        index: Value,
        sum: Value,
        size: u64,
    ) -> Option<Value> {
        if self.target() == Target::Lp64 {
            let changed = self.apply(Op::BitXor, &[pointer, sum]);
            let high = self.apply(Op::Extract { high: 63, low: 32 }, &[changed]);
            let zero = self.bits(32, 0);
            let near = self.equal(high, zero);
            let limit = self.bits(64, u128::from(FARTHEST_INDEX) - 1);
            let shifted = self.apply(Op::Add, &[index, limit]);
            let span = self.bits(64, 2 * u128::from(FARTHEST_INDEX) - 1);
            let small = self.apply(Op::ULt, &[shifted, span]);
            return Some(self.both(near, small));
        }
        let entry = self.entry(low_word(self.known(pointer)))?;
        // In 64 bits neither the product nor the sum wraps around.
        let offset = self.offset_in(&entry, pointer);
        let offset = self.resize(offset, 64, true);
        let index = self.resize(index, 64, true);
        let scale = self.bits(64, size.into());
        let delta = self.apply(Op::Mul, &[index, scale]);
        let moved = self.apply(Op::Add, &[offset, delta]);
        let reach = u128::from(NARROW_REACH);
        let low = self.bits(64, u128::from(entry.offset).wrapping_sub(reach));
        let above = self.apply(Op::SLe, &[low, moved]);
        let end = self.extent_of(&entry);
        let reach = self.bits(64, reach);
        let high = self.apply(Op::Add, &[end, reach]);
        let below = self.apply(Op::SLe, &[moved, high]);
        Some(self.both(above, below))
    }

    /// The element that `p[i]` names. Whether there is one is for the access to say: it is looked for from the pointer, so a
    /// distance that is too far is out of the bounds of the access.
    pub(crate) fn element(
        &mut self,
        pointer: Value,
        index: Value,
        size: u64,
    ) -> Evaluated<(Value, Origin)> {
        let sum = self.sum(pointer, index, size);
        let near = match self.checks(CheckKind::Bounds) && sum.term != pointer.term {
            true => self.sum_is_near(pointer, index, sum, size),
            false => None,
        };
        let near = near.unwrap_or(self.truth(true));
        let has_object = self.entry(low_word(self.known(pointer))).is_some();
        if self.target() == Target::Ilp32 || (has_object && !near.is_true()) {
            return Ok((sum, Origin { pointer, named: near }));
        }
        let pointer = self.step_pointer(pointer, index, size)?;
        Ok((pointer, Origin { pointer, named: self.truth(true) }))
    }

    /// The check of an index against its array. Where the access of the same place is what fails, or would be the next to
    /// fail, both are one check: which of them it was does not tell one failure from the other.
    ///
    /// `rest` is what follows the index: what the run did not evaluate any more is not evaluated here either.
    pub(crate) fn check_index(
        &mut self,
        (place, rest): (&Place, &[Projection]),
        inside: Value,
        origin: Option<&mut Origin>,
    ) -> Evaluated<()> {
        let failure = &self.trace.failure;
        let is_this = failure.kind == CheckKind::Bounds && failure.span == place.span;
        let is_open = |projection: &Projection| match projection {
            Projection::Index(index) => index.as_int().is_none(),
            Projection::Field(_) => false,
        };
        let goes_on = inside.is_true() || !rest.iter().any(is_open);
        // In equations the first check that fails stands for both: what implies it implies the failure.
        let is_joined = self.style == Style::Functions && is_this && goes_on;
        match origin.filter(|_| is_joined && self.may_fail_here()) {
            Some(origin) if self.checks(CheckKind::Bounds) => {
                origin.named = self.both(origin.named, inside);
                Ok(())
            }
            _ => self.check(CheckKind::Bounds, inside),
        }
    }

    /// Whether the sum of a pointer and an index is allowed: of a pointer to another object nothing is known, and where nothing is, sums are not looked at.
    fn sum_stays(&mut self, pointer: Value, stays: Value) -> Value {
        if self.style == Style::Equations || pointer.is_constant() {
            return stays;
        }
        let same = self.same_entry(pointer);
        let null = self.is_nearly_null(pointer);
        let elsewhere = self.unknown("sum", whydunit_term::Sort::Bool);
        let otherwise = self.terms.ite(null.term, Term::TRUE, elsewhere);
        let term = self.terms.ite(same.term, stays.term, otherwise);
        Value { term, known: stays.known }
    }
}
