//! Pointers: which object they belong to, and whether they may be used.
//!
//! A pointer's bits tell its object (see the interpreter's memory). A formula keeps to the object of the run: a pointer
//! to another one leaves the trace (exact addresses) or breaks a guard (guarded ones).

use whydunit_interp::{ObjectId, ObjectKind};
use whydunit_program::{CheckKind, LocalId, Target};
use whydunit_term::{Op, Term};
use whydunit_trace::{PointerEntry, TraceObject};

use crate::encoder::{Addresses, Encoder, Evaluated, Halt, Style};
use crate::storage::{Range, Storage, Value};

/// How far from zero an address still counts as null.
const NULL_REACH: u128 = 4096;

/// Objects that an address where nothing is could have meant.
const MOST_OBJECTS: usize = 64;

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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read,
    Write,
}

impl<'a> Encoder<'a> {
    pub(crate) fn entry(&self, address: u64) -> Option<PointerEntry<'a>> {
        let trace = self.trace;
        trace.pointer_entry(self.target(), address)
    }

    /// Do pointers belong to the same object (or part of one)?
    pub(crate) fn same_entry(&mut self, pointer: Value) -> Value {
        if self.target() == Target::Ilp32 {
            // Addresses of different objects lie side by side: only the bounds tell.
            return self.truth(true);
        }
        let high = self.apply(Op::Extract { high: 63, low: 32 }, &[pointer]);
        self.unchanged(high)
    }

    /// What comparisons, differences and conversions see: the address in the whole object.
    pub(crate) fn canonical(&mut self, pointer: Value) -> Value {
        if !self.trace.has_views() {
            return pointer;
        }
        let address = self.known(pointer) as u64;
        let Some(entry) = self.entry(address) else { return pointer };
        let root = entry.object.info.address.wrapping_add(entry.offset);
        let delta = self.bits(64, root.wrapping_sub(entry.start).into());
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
        let known = self.known(address) as u64;
        let Some(entry) = self.entry(known) else {
            self.no_object(address, size)?;
            return Err(Halt::Gap(format!("no object at {known:#x}")));
        };
        let is_alive = entry.object.released.is_none_or(|steps| self.step < steps);
        let same = self.same_entry(address);
        if !is_alive {
            let alive = self.is_alive(&entry)?;
            let condition = self.implied(same, alive);
            self.require(condition)?;
            return Err(Halt::Gap("the object is gone".into()));
        }
        let offset = self.offset_in(&entry, address);
        let (low, high) = (entry.offset, entry.offset + entry.size);
        let inside = self.is_inside(&entry, offset, size);
        if self.is_hypothetical && !inside.is_true() {
            // Where the side would have gone wrong: some place of the object stands for it.
            let condition = self.stays_inside(address, same, inside);
            self.require(condition)?;
            if u128::from(entry.size) < self.known(size) {
                return Err(Halt::Gap("no place of the object is large enough".into()));
            }
            let start = self.terms.bits(self.terms.width(offset.known), low.into());
            let offset = Value { term: offset.term, known: start };
            return Ok(Located { object: entry.object.id, offset, low, high });
        }
        if !inside.is_true() {
            let condition = self.implied(same, inside);
            self.require(condition)?;
            return Err(Halt::Gap("the access lies outside of its object".into()));
        }
        if access == Access::Write && self.is_const(&entry) {
            let same = self.unchanged(address);
            let other = self.not(same);
            self.require(other)?;
        }
        // In the guarded form the address is pinned down by guards; how large the object is still depends on its
        // allocation.
        let condition = match self.addresses {
            Addresses::Exact => self.stays_inside(address, same, inside),
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
    fn stays_inside(&mut self, address: Value, same: Value, inside: Value) -> Value {
        let within = match self.target() {
            Target::Lp64 => inside,
            // Beside an object lies the next.
            Target::Ilp32 => self.truth(true),
        };
        let here = match self.target() {
            Target::Lp64 => same,
            Target::Ilp32 => inside,
        };
        if here.term == Term::TRUE {
            return within;
        }
        let is_null = self.is_nearly_null(address);
        let elsewhere = self.unknown("another object", whydunit_term::Sort::Bool);
        let elsewhere = self.terms.ite(is_null.term, Term::FALSE, elsewhere);
        let term = self.terms.ite(here.term, within.term, elsewhere);
        Value { term, known: self.terms.bool(here.is_true() && within.is_true()) }
    }

    fn is_nearly_null(&mut self, address: Value) -> Value {
        let width = self.terms.width(address.known);
        let reach = self.bits(width, NULL_REACH - 1);
        let shifted = self.apply(Op::Add, &[address, reach]);
        let span = self.bits(width, 2 * NULL_REACH - 1);
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
    fn no_object(&mut self, address: Value, size: Value) -> Evaluated<()> {
        if self.style == Style::Equations {
            let same = self.unchanged(address);
            let other = self.not(same);
            return self.require(other);
        }
        let trace = self.trace;
        let size = self.known(size) as u64;
        let is_alive = |object: &&TraceObject| {
            object.created <= self.step && object.released.is_none_or(|steps| self.step < steps)
        };
        let fits = |object: &&TraceObject| object.info.size >= size.max(1);
        let objects: Vec<&TraceObject> =
            trace.objects.iter().rev().filter(is_alive).filter(fits).take(MOST_OBJECTS).collect();
        let width = self.pointer_width();
        let mut usable = self.truth(false);
        for object in objects {
            let start = self.bits(width, object.info.address.into());
            let offset = self.apply(Op::Sub, &[address, start]);
            let span = self.bits(width, u128::from(object.info.size - size + 1));
            let inside = self.apply(Op::ULt, &[offset, span]);
            usable = self.either(usable, inside);
        }
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
        let low = self.bits(64, entry.offset.into());
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
        let whole = entry.offset == 0 && entry.size == info.size;
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
        self.bits(64, (entry.offset + entry.size).into())
    }

    fn is_const(&self, entry: &PointerEntry<'_>) -> bool {
        match entry.object.info.kind {
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
        let width = self.pointer_width();
        let scale = self.bits(width, size.into());
        let delta = self.apply(Op::Mul, &[index, scale]);
        let sum = self.apply(Op::Add, &[pointer, delta]);
        if width == 64 && self.checks(CheckKind::Bounds) && sum.term != pointer.term {
            let changed = self.apply(Op::BitXor, &[pointer, sum]);
            let high = self.apply(Op::Extract { high: 63, low: 32 }, &[changed]);
            let zero = self.bits(32, 0);
            let near = self.equal(high, zero);
            let limit = self.bits(64, (1 << 40) - 1);
            let shifted = self.apply(Op::Add, &[index, limit]);
            let span = self.bits(64, (1 << 41) - 1);
            let small = self.apply(Op::ULt, &[shifted, span]);
            let stays = self.both(near, small);
            let stays = self.sum_stays(pointer, stays);
            let has_object = self.entry(self.known(pointer) as u64).is_some();
            // Where nothing is, other values may point to something: what their sums do is not followed.
            let is_followed = has_object || self.style == Style::Equations;
            if is_followed && (has_object || stays.is_true()) {
                self.require(stays)?;
            }
        }
        Ok(sum)
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

    /// The object behind a local of a frame: the one alive, or one that comes to life in this very step.
    pub(crate) fn local_object(&self, frame: u32, local: LocalId) -> Option<ObjectId> {
        let objects = self.locals.get(&(frame, local))?;
        let before = objects.partition_point(|&(created, _)| created <= self.step);
        let known = before.checked_sub(1).map(|index| objects[index].1);
        let is_alive = |id: &ObjectId| {
            let object = self.trace.object(*id);
            object.is_some_and(|object| object.released.is_none_or(|steps| self.step < steps))
        };
        let made = objects.get(before);
        let made = made.filter(|&&(created, _)| self.is_hypothetical || created == self.step + 1);
        known.filter(is_alive).or(made.map(|&(_, id)| id)).or(known)
    }
}
