//! Reads and writes: which slots they concern, what they demand, and what is known afterwards.

use whydunit_program::{
    BitField, CheckKind, Expr, ExprKind, Place, PlaceBase, Projection, Type, TypeId,
};

use crate::eval::{Pointer, Value, divided, range_of, within, wrapped};
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::{Number, common};
use crate::numeric::{Interval, Linear};
use crate::objects::{Content, ObjectId, Origin, Quantity, Slot, SlotId, bytes_of_bits};
use crate::state::{Target, Targets};

/// Why a place is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read,
    Write,
    /// Its address only: one past the end is fine.
    Address,
}

/// Most objects that a pointer is followed to.
const MOST_TARGETS: usize = 16;

/// Most single elements that are known to have values.
const MOST_ELEMENTS: usize = 32;

/// Where a place lies: offsets count from the start of the targets.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub(crate) targets: Targets,
    pub(crate) offset: Number,
    /// Only these bits of the bytes there.
    bits: Option<BitField>,
    /// Lies in a local or global that the program names: its address is what its indexes say.
    is_named: bool,
}

impl Location {
    pub(crate) fn pointed_to(targets: Targets, offset: Number) -> Location {
        Location { targets, offset, bits: None, is_named: false }
    }
}

impl Location {
    /// The bytes that an access to what has so many bytes touches.
    fn touched(&self, size: u64) -> u64 {
        let of_bits = |bits: BitField| (bits.bit_offset + u64::from(bits.width)).div_ceil(8);
        self.bits.map_or(size, of_bits)
    }
}

/// What an access concerns in one object.
pub(crate) enum Hit {
    Scalar(SlotId),
    Element(SlotId, Number),
    /// Parts of slots, or several, or nothing that is known.
    Parts(Vec<SlotId>),
}

impl Machine<'_, '_> {
    /// The pointer that an access went through was not null: the run went on.
    fn note_used_pointer(&mut self, place: &Place) -> Reached<()> {
        let PlaceBase::Deref(pointer) = &place.base else { return Ok(()) };
        let ExprKind::Load(from) = &pointer.kind else { return Ok(()) };
        if !self.checks.contains(CheckKind::Null) {
            return Ok(());
        }
        if let Some(slot) = self.quietly(|machine| machine.scalar_slot(from))?
            && let Some(targets) = self.state.pointers.get_mut(&slot)
        {
            targets.may_be_null = false;
        }
        Ok(())
    }

    fn offset_plus(&self, offset: &Number, more: &Number) -> Number {
        let forms = offset.linear.as_ref().zip(more.linear.as_ref());
        Number {
            factor: common(offset.divisor(), more.divisor()).max(1),
            ..Number::new(forms.and_then(|(a, b)| a.add(b)), offset.range.add(more.range))
        }
    }

    pub(crate) fn locate(&mut self, place: &Place, access: Access) -> Reached<Location> {
        let types = &self.program.types;
        let (mut targets, mut offset, is_named, mut ty) = match &place.base {
            PlaceBase::Local(local) => {
                let object = self.objects.local(self.context, self.function, *local);
                let ty = self.program.function(self.function).local(*local).ty;
                (Targets::one(Target::whole(object)), Number::point(0), true, ty)
            }
            PlaceBase::Global(global) => {
                let object = self.objects.global(*global);
                let ty = self.program.global(*global).ty;
                (Targets::one(Target::whole(object)), Number::point(0), true, ty)
            }
            PlaceBase::Deref(pointer) => {
                let ty = types.pointee(pointer.ty).unwrap_or(place.ty);
                let Pointer { targets, offset } = self.eval_pointer(pointer)?;
                (targets, offset, false, ty)
            }
        };
        let last = place.path.len().saturating_sub(1);
        let mut bits = None;
        for (position, step) in place.path.iter().enumerate() {
            match step {
                Projection::Field(number) => {
                    let types = &self.program.types;
                    let Type::Record(id) = types.get(ty) else { continue };
                    let record = types.record(*id);
                    let Some(field) = record.fields.get(*number as usize) else { continue };
                    ty = field.ty;
                    bits = field.bits.map(|bits| bytes_of_bits(bits, field.offset).1);
                    let by = Number::point(i128::from(field.offset));
                    offset = self.offset_plus(&offset, &by);
                }
                Projection::Index(index) => {
                    let types = &self.program.types;
                    let Type::Array { elem, len } = *types.get(ty) else { continue };
                    ty = elem;
                    let size = i128::from(types.size_of(elem).unwrap_or(1));
                    let is_last = access == Access::Address && position == last;
                    let number = self.index(index, len, is_last)?;
                    let range = self.state.numbers.range(&number);
                    let linear = number.linear.as_ref().and_then(|linear| linear.scale(size));
                    let range = range.mul(Interval::point(size));
                    let by = Number { factor: size.max(1), ..Number::new(linear, range) };
                    offset = self.offset_plus(&offset, &by);
                }
            }
        }
        if targets.known.len() > MOST_TARGETS {
            targets = Targets::unknown();
        }
        Ok(Location { targets, offset, bits, is_named })
    }

    /// An index into an array: within its length, where that is known.
    fn index(&mut self, index: &Expr, len: Option<u64>, may_be_end: bool) -> Reached<Number> {
        let number = self.eval_int(index)?;
        let Some(len) = len else { return Ok(number) };
        if !self.checks.contains(CheckKind::Bounds) {
            return Ok(number);
        }
        let last = i128::from(len) - i128::from(!may_be_end);
        let allowed = Interval::checked(0, last).unwrap_or(Interval::point(0));
        let range = self.state.numbers.range(&number);
        match &number.linear {
            Some(linear) => self.demand(CheckKind::Bounds, index.span, &within(linear, allowed))?,
            None => {
                self.demand_that(CheckKind::Bounds, index.span, range.is_subset_of(allowed));
            }
        }
        let range = range.meet(allowed).ok_or(Unreachable)?;
        Ok(Number { range, ..number })
    }

    /// `&place`, or an array as a pointer to its first element.
    pub(crate) fn address(&mut self, place: &Place, decays: bool) -> Reached<Pointer> {
        let location = self.locate(place, Access::Address)?;
        let Location { targets, offset, .. } = location;
        let types = &self.program.types;
        let size = types.size_of(place.ty);
        if !decays || !self.checks.contains(CheckKind::Bounds) {
            return Ok(Pointer { targets, offset });
        }
        // An array that is part of something larger is all that the pointer is good for.
        let mut confined = Targets { known: Default::default(), ..targets.clone() };
        let at = self.state.numbers.range(&offset).as_point();
        let mut is_moved = false;
        for target in &targets.known {
            let whole = match target.len {
                Some(len) => Some(len),
                None => self.objects.get(target.object).size,
            };
            let is_all = at == Some(0) && whole.is_some() && whole == size;
            confined.known.insert(match (is_all, at, size) {
                (true, ..) => *target,
                (_, Some(at), Some(size)) if at >= 0 && targets.known.len() == 1 => {
                    is_moved = true;
                    let start = target.start + at as u64;
                    Target { start, len: Some(size), ..*target }
                }
                // Flexible arrays reach to the end of their object.
                (_, _, None) => *target,
                _ => Target { is_vague: true, ..*target },
            });
        }
        let offset = if is_moved { Number::point(0) } else { offset };
        Ok(Pointer { targets: confined, offset })
    }

    /// Demands that `size` bytes at the location can be used.
    pub(crate) fn reach(
        &mut self,
        location: &Location,
        size: &Number,
        access: Access,
        span: whydunit_source::Span,
    ) -> Reached<()> {
        let targets = &location.targets;
        let is_data = |target: &Target| self.objects.as_function(target.object).is_none();
        let is_data = targets.known.iter().all(is_data);
        let is_alive =
            is_data && targets.known.iter().all(|target| !self.state.dead.contains(&target.object));
        self.demand_that(CheckKind::Lifetime, span, is_alive && !targets.is_unknown);
        if access == Access::Write {
            let writes_const =
                targets.known.iter().any(|target| self.objects.get(target.object).is_const);
            if writes_const {
                self.demand_that(CheckKind::Bounds, span, false);
            }
        }
        if location.is_named {
            return Ok(());
        }
        let is_single = targets.single_or_null().is_some();
        let mut is_there = !targets.is_unknown && !targets.may_be_null && is_data;
        let mut known = Vec::new();
        for target in targets.known.clone() {
            let limit = self.limit(target);
            let end = self.offset_plus(&location.offset, size);
            let low = location.offset.linear.as_ref().and_then(|linear| linear.scale(-1));
            let high =
                end.linear.as_ref().zip(limit.as_ref()).and_then(|(end, limit)| end.sub(limit));
            let fits = match (low, high, target.is_vague) {
                (Some(low), Some(high), false) => {
                    let mut fits = true;
                    for (side, form) in [&low, &high].into_iter().enumerate() {
                        let holds = self.state.numbers.bounds_of(form).high <= 0;
                        self.write_down(CheckKind::Bounds, span, side as u8, holds, Some(form));
                        fits &= holds;
                    }
                    if is_single && self.is_confined_by(target) {
                        known.extend([low, high]);
                    }
                    fits
                }
                (low, _, is_vague) => {
                    let range = self.state.numbers.range(&location.offset);
                    let ends = range.add(self.state.numbers.range(size)).high;
                    let room = limit.map(|limit| self.state.numbers.bounds_of(&limit).low);
                    let starts = range.low >= 0 && !is_vague;
                    let fits = !is_vague && room.is_some_and(|room| ends <= room);
                    self.write_down(CheckKind::Bounds, span, 0, starts, low.as_ref());
                    self.write_down(CheckKind::Bounds, span, 1, fits, None);
                    starts && fits
                }
            };
            // Nothing fits in what is not there.
            is_there &= !self.may_be_absent(target) || fits;
        }
        self.demand_that(CheckKind::Null, span, is_there);
        if targets.is_unknown {
            self.demand_that(CheckKind::Bounds, span, false);
        }
        if targets.known.is_empty() && !targets.is_unknown {
            return Err(Unreachable);
        }
        self.constrain_all(&known)
    }

    /// Does an access beyond what the target offers end the run? What lies in a larger object is only kept apart while that is checked.
    fn is_confined_by(&self, target: Target) -> bool {
        target.len.is_none() || self.checks.contains(CheckKind::Bounds)
    }

    /// How many bytes a target offers from its start on.
    pub(crate) fn limit(&mut self, target: Target) -> Option<Linear> {
        if let Some(len) = target.len {
            return Some(Linear::constant(i128::from(len)));
        }
        match self.objects.get(target.object).size {
            Some(size) => Some(Linear::constant(i128::from(size) - i128::from(target.start))),
            None => {
                let dim = self.objects.dim(Quantity::Size(target.object));
                let unit = i128::from(self.objects.get(target.object).unit);
                Linear::dim(dim).scale(unit)?.shift(-i128::from(target.start))
            }
        }
    }

    /// Which slots of the target `size` bytes at the location concern.
    pub(crate) fn hit(&self, target: Target, location: &Location, size: u64) -> Hit {
        let (offset, size) = (&location.offset, location.touched(size));
        let object = self.objects.get(target.object);
        let start = i128::from(target.start);
        let range = self.state.numbers.range(offset).add(Interval::point(start));
        let end = range.high.saturating_add(i128::from(size));
        let touched: Vec<SlotId> = object
            .slots
            .iter()
            .copied()
            .filter(|slot| {
                let slot = self.objects.slot(*slot);
                i128::from(slot.offset) < end && range.low < i128::from(slot.end())
            })
            .collect();
        let linear = match range.as_point() {
            Some(at) => Some(Linear::constant(at)),
            None => offset.linear.as_ref().and_then(|linear| linear.shift(start)),
        };
        if location.bits.is_some() {
            let is_it = |id: &&SlotId| {
                let slot = self.objects.slot(**id);
                slot.bits == location.bits && range.as_point() == Some(i128::from(slot.offset))
            };
            let found = touched.iter().find(is_it);
            return found.map_or(Hit::Parts(touched.clone()), |id| Hit::Scalar(*id));
        }
        let Some(linear) = linear else {
            let element =
                touched.iter().find_map(|id| self.element(*id, range, start, offset, size));
            return element.unwrap_or(Hit::Parts(touched));
        };
        for &id in &touched {
            let slot = *self.objects.slot(id);
            if slot.size != size || slot.bits.is_some() {
                continue;
            }
            let Some(at) = linear.shift(-i128::from(slot.offset)) else { continue };
            match at.as_constant() {
                Some(0) if !slot.is_array() => return Hit::Scalar(id),
                _ if !slot.is_array() => {}
                _ => {
                    if let Some(index) = divided(&at, i128::from(slot.stride)) {
                        let range = self.state.numbers.bounds_of(&index);
                        let all = Interval::new(0, i128::from(slot.count) - 1);
                        if range.is_subset_of(all) {
                            return Hit::Element(id, Number::new(Some(index), range));
                        }
                    }
                }
            }
        }
        Hit::Parts(touched)
    }

    /// Some element of a slot, if an offset of which only a range and a divisor are known leads to one.
    fn element(
        &self,
        id: SlotId,
        range: Interval,
        start: i128,
        offset: &Number,
        size: u64,
    ) -> Option<Hit> {
        let slot = self.objects.slot(id);
        let (stride, first) = (i128::from(slot.stride), i128::from(slot.offset));
        let is_aligned = offset.divisor() % stride == 0 && (start - first) % stride == 0;
        if slot.size != size || !slot.is_array() || !is_aligned {
            return None;
        }
        let index = range.sub(Interval::point(first)).div(Interval::point(stride))?;
        let is_inside =
            range.low >= first && index.is_subset_of(Interval::new(0, i128::from(slot.count) - 1));
        is_inside.then(|| Hit::Element(id, Number::range(index)))
    }

    /// The scalar slot that a place is, if it is one for sure.
    pub(crate) fn scalar_slot(&mut self, place: &Place) -> Reached<Option<SlotId>> {
        let location = self.locate(place, Access::Address)?;
        let Some(target) = location.targets.single() else { return Ok(None) };
        let Some(size) = self.program.types.size_of(place.ty) else { return Ok(None) };
        let is_one = !self.is_several(target.object);
        Ok(match self.hit(target, &location, size) {
            Hit::Scalar(slot) if is_one => Some(slot),
            _ => None,
        })
    }

    pub(crate) fn load(&mut self, place: &Place) -> Reached<Value> {
        let ty = place.ty;
        let Some(size) = self.program.types.size_of(ty) else { return Ok(Value::Other) };
        let location = self.locate(place, Access::Read)?;
        let touched = Number::point(i128::from(location.touched(size)));
        self.reach(&location, &touched, Access::Read, place.span)?;
        self.note_used_pointer(place)?;
        if !self.program.types.is_scalar(ty) {
            return Ok(Value::Other);
        }
        let mut value: Option<Value> = None;
        let mut is_set = !location.targets.is_unknown;
        for target in location.targets.known.clone() {
            let (read, read_is_set) = self.read(target, &location, size, ty);
            is_set &= read_is_set;
            value = Some(match value {
                Some(known) => crate::eval::joined(known, read),
                None => read,
            });
        }
        self.demand_that(CheckKind::Uninit, place.span, is_set);
        let is_any =
            location.targets.is_unknown || (!is_set && !self.checks.contains(CheckKind::Uninit));
        Ok(match value {
            Some(value) if !is_any => value,
            _ => self.anything(ty),
        })
    }

    /// What a target holds at an offset, and whether that is known to have been set.
    fn read(
        &mut self,
        target: Target,
        location: &Location,
        size: u64,
        ty: TypeId,
    ) -> (Value, bool) {
        let is_many = self.is_several(target.object);
        match self.hit(target, location, size) {
            Hit::Scalar(id) => {
                let slot = *self.objects.slot(id);
                let is_set = self.state.set.contains(&id) || self.has_come_in(id);
                let value = self.slot_value(id, &slot, ty, !is_many);
                (value, is_set)
            }
            Hit::Element(id, index) => {
                let slot = *self.objects.slot(id);
                let is_set = self.state.set.contains(&id) || self.is_filled(id, &index);
                (self.slot_value(id, &slot, ty, false), is_set)
            }
            Hit::Parts(slots) => {
                let covered: u64 = slots
                    .iter()
                    .map(|id| *self.objects.slot(*id))
                    .filter(|slot| slot.stride == slot.size && slot.bits.is_none())
                    .map(|slot| slot.end() - slot.offset)
                    .sum();
                // All bytes belong to slots, and these have been set.
                let is_whole = self.objects.get(target.object).size == Some(covered);
                let is_set = is_whole && slots.iter().all(|slot| self.state.set.contains(slot));
                (self.anything(ty), is_set)
            }
        }
    }

    fn slot_value(&mut self, id: SlotId, slot: &Slot, ty: TypeId, is_exact: bool) -> Value {
        let dim = self.objects.value_dim(id);
        let range = self.state.numbers.bounds(dim);
        let linear = is_exact.then(|| Linear::dim(dim));
        match (slot.content, self.program.types.int_kind(ty)) {
            (Content::Int(own), Some(kind)) => {
                let range = range.meet(range_of(own)).unwrap_or(range_of(own));
                Value::Int(wrapped(Number::new(linear, range), kind))
            }
            (Content::Pointer { unit }, None) if self.program.types.pointee(ty).is_some() => {
                let targets = self.state.targets(id);
                let offset = Number::new(
                    linear.and_then(|linear| linear.scale(unit)),
                    range.mul(Interval::point(unit)),
                );
                Value::Pointer(Pointer { targets, offset })
            }
            _ => self.anything(ty),
        }
    }

    /// Has what may have been stored there been stored?
    fn has_come_in(&mut self, id: SlotId) -> bool {
        let Some(&(on, least)) = self.state.pending.get(&id) else { return false };
        let dim = self.objects.value_dim(on);
        self.state.numbers.bounds(dim).low >= least
    }

    /// Is the element among those that have been set, one by one or from the first on?
    fn is_filled(&mut self, id: SlotId, index: &Number) -> bool {
        if let Some(at) = self.state.numbers.range(index).as_point()
            && self.state.elements.contains(&(id, at))
        {
            return true;
        }
        let Some(dim) = self.objects.known_dim(Quantity::Filled(id)) else { return false };
        let filled = Linear::dim(dim);
        let form = index.linear.as_ref().and_then(|index| index.sub(&filled));
        form.is_some_and(|form| self.state.numbers.bounds_of(&form).high < 0)
            || index.range.high < self.state.numbers.bounds(dim).low
    }

    pub(crate) fn store(&mut self, place: &Place, value: &Value) -> Reached<()> {
        let Some(size) = self.program.types.size_of(place.ty) else { return Ok(()) };
        let location = self.locate(place, Access::Write)?;
        let touched = Number::point(i128::from(location.touched(size)));
        self.reach(&location, &touched, Access::Write, place.span)?;
        self.note_used_pointer(place)?;
        self.store_at(&location, size, value);
        Ok(())
    }

    pub(crate) fn store_at(&mut self, location: &Location, size: u64, value: &Value) {
        if location.targets.is_unknown {
            self.forget_memory();
            return;
        }
        let is_only = location.targets.known.len() == 1;
        for target in location.targets.known.clone() {
            let is_sure = is_only && !self.is_several(target.object);
            match self.hit(target, location, size) {
                Hit::Scalar(slot) => self.store_scalar(slot, value, is_sure),
                Hit::Element(slot, index) => self.store_element(slot, &index, value, is_sure),
                Hit::Parts(slots) => slots.into_iter().for_each(|slot| self.spoil(slot)),
            }
        }
    }

    pub(crate) fn store_scalar(&mut self, id: SlotId, value: &Value, is_sure: bool) {
        self.state.change(id);
        let slot = *self.objects.slot(id);
        let dim = self.objects.value_dim(id);
        let known = match (slot.content, value) {
            (Content::Int(kind), Value::Int(number)) => {
                let range = self.state.numbers.range(number);
                Some(wrapped(Number { range, ..number.clone() }, kind))
            }
            (Content::Pointer { unit }, Value::Pointer(pointer)) => {
                let targets = match is_sure {
                    true => pointer.targets.clone(),
                    false => pointer.targets.join(&self.state.targets(id)),
                };
                if targets.is_unknown {
                    self.state.pointers.remove(&id);
                } else {
                    self.state.pointers.insert(id, targets);
                }
                let offset = &pointer.offset;
                let range = self.state.numbers.range(offset);
                // Variables of other units may hold it, but a number is a number.
                let known = range.as_point().map(Linear::constant);
                let linear = known.or_else(|| offset.linear.clone());
                let linear = linear.and_then(|linear| divided(&linear, unit));
                // An offset between two units has no number.
                (unit == 1 || linear.is_some()).then(|| {
                    let range = range.div(Interval::point(unit)).unwrap_or(Interval::TOP);
                    Number::new(linear, range)
                })
            }
            (Content::Pointer { .. }, _) => {
                self.state.pointers.remove(&id);
                None
            }
            _ => None,
        };
        match (known, is_sure) {
            (Some(number), true) => self.state.numbers.assign(dim, &number),
            (Some(number), false) => {
                let range = self.state.numbers.range(&number);
                self.state.numbers.assign_also(dim, range);
            }
            (None, _) => self.state.numbers.forget(dim),
        }
        if is_sure {
            self.state.set.insert(id);
        }
    }

    fn store_element(&mut self, id: SlotId, index: &Number, value: &Value, is_sure: bool) {
        if is_sure && self.state.empty.remove(&id) {
            let was_set = self.state.set.contains(&id);
            self.store_scalar(id, value, true);
            if !was_set {
                self.state.set.remove(&id);
            }
        } else {
            self.store_scalar(id, value, false);
        }
        if !is_sure {
            self.state.terminated.remove(&id);
            return;
        }
        self.fill(id, index);
        self.move_zero(id, index, value);
    }

    /// One more element from the first on may have been set.
    fn fill(&mut self, id: SlotId, index: &Number) {
        if self.state.set.contains(&id) {
            return;
        }
        let count = i128::from(self.objects.slot(id).count);
        if let Some(at) = self.state.numbers.range(index).as_point()
            && self.state.elements.len() < MOST_ELEMENTS
        {
            self.state.elements.insert((id, at));
        }
        let dim = self.objects.dim(Quantity::Filled(id));
        let Some(linear) = &index.linear else { return };
        let Some(ahead) = linear.sub(&Linear::dim(dim)) else { return };
        if self.state.numbers.bounds_of(&ahead) == Interval::point(0)
            && let Some(next) = linear.shift(1)
        {
            let range = index.range.add(Interval::point(1));
            self.state.numbers.assign(dim, &Number::new(Some(next), range));
        }
        if self.state.numbers.bounds(dim).low >= count {
            self.state.set.insert(id);
        }
    }

    /// Where the first zero lies after an element was set.
    fn move_zero(&mut self, id: SlotId, index: &Number, value: &Value) {
        let range = match value {
            Value::Int(number) => self.state.numbers.range(number),
            _ => Interval::TOP,
        };
        let dim = self.objects.dim(Quantity::FirstZero(id));
        let is_terminated = self.state.terminated.contains(&id);
        let ahead = index.linear.as_ref().and_then(|index| index.sub(&Linear::dim(dim)));
        let ahead = match ahead {
            Some(form) if is_terminated => self.state.numbers.bounds_of(&form),
            _ => Interval::TOP,
        };
        let sets_zero = range == Interval::point(0);
        let may_set_zero = range.contains(0);
        match (is_terminated, sets_zero) {
            (true, _) if ahead.low > 0 => {}
            (true, true) if ahead.high <= 0 => self.state.numbers.assign(dim, index),
            (true, false) if !may_set_zero && !ahead.contains(0) => {}
            (_, true) => {
                // It lies here or before, wherever it was.
                let earliest = match is_terminated {
                    true => self.state.numbers.bounds(dim).low.min(index.range.low),
                    false => 0,
                };
                self.state.terminated.insert(id);
                let range = Interval::new(earliest.max(0), index.range.high.max(0));
                self.state.numbers.assign(dim, &Number::new(None, range));
                if let Some(form) = index.linear.as_ref().and_then(|i| Linear::dim(dim).sub(i)) {
                    // The index is in range, so this cannot be contradictory.
                    let _ = self.state.numbers.constrain(&form);
                }
            }
            _ => {
                self.state.terminated.remove(&id);
            }
        }
    }

    /// The element that a place reads is zero, or is not: what that says about the first zero.
    pub(crate) fn assume_element(&mut self, place: &Place, is_zero: bool) -> Reached<()> {
        let Some(size) = self.program.types.size_of(place.ty) else { return Ok(()) };
        let location = self.quietly(|machine| machine.locate(place, Access::Address))?;
        let Some(target) = location.targets.single_or_null() else { return Ok(()) };
        if self.is_several(target.object) || self.state.dead.contains(&target.object) {
            return Ok(());
        }
        let Hit::Element(id, index) = self.hit(target, &location, size) else {
            return Ok(());
        };
        let dim = self.objects.dim(Quantity::FirstZero(id));
        let Some(linear) = &index.linear else { return Ok(()) };
        let zero = Linear::dim(dim);
        if is_zero && !self.state.terminated.contains(&id) {
            self.state.terminated.insert(id);
            let range = Interval::new(0, index.range.high.max(0));
            self.state.numbers.assign(dim, &Number::new(None, range));
        }
        if !self.state.terminated.contains(&id) {
            return Ok(());
        }
        let form = match is_zero {
            // The first zero is here or before.
            true => zero.sub(linear),
            // It is not here; if it cannot lie before, it lies behind.
            false => {
                let ahead = linear.sub(&zero);
                let is_before =
                    ahead.is_some_and(|form| self.state.numbers.bounds_of(&form).high <= 0);
                if is_before { linear.sub(&zero).and_then(|form| form.shift(1)) } else { None }
            }
        };
        match form {
            Some(form) => self.constrain(&form),
            None => Ok(()),
        }
    }

    /// Something was written to a part of the slot.
    pub(crate) fn spoil(&mut self, id: SlotId) {
        self.state.change(id);
        let dim = self.objects.value_dim(id);
        self.state.numbers.forget(dim);
        self.state.pointers.remove(&id);
        self.state.terminated.remove(&id);
        self.state.empty.remove(&id);
    }

    /// Something was written somewhere.
    pub(crate) fn forget_memory(&mut self) {
        for id in self.objects.ids() {
            let object = self.objects.get(id);
            if object.is_in_memory && !object.is_const {
                for slot in object.slots.clone() {
                    self.spoil(slot);
                }
            }
        }
    }

    /// Something unknown was done to everything that pointers and names reach.
    pub(crate) fn forget_everything(&mut self) {
        self.forget_memory();
        for id in self.objects.ids() {
            let object = self.objects.get(id);
            if matches!(object.origin, Origin::Heap(..)) && self.state.allocated.contains(&id) {
                self.state.dead.insert(id);
            }
        }
        self.forget_all_values_given();
    }

    /// What was written may have been nothing.
    pub(crate) fn forget_all_values_given(&mut self) {
        for id in self.objects.ids() {
            let object = self.objects.get(id);
            if object.is_in_memory && !object.is_const {
                for slot in object.slots.clone() {
                    self.forget_values_given(slot);
                }
            }
        }
    }

    /// The slot may have no value any more.
    pub(crate) fn forget_values_given(&mut self, slot: SlotId) {
        self.state.remove_values(slot);
        if let Some(dim) = self.objects.known_dim(Quantity::Filled(slot)) {
            self.state.numbers.assign(dim, &Number::point(0));
        }
    }

    /// Does a read of something without a value end the run?
    pub(crate) fn reads_need_values(&self) -> bool {
        self.checks.contains(CheckKind::Uninit)
    }

    /// All slots of an object have no value.
    pub(crate) fn unset(&mut self, object: ObjectId) {
        for id in self.objects.get(object).slots.clone() {
            let slot = *self.objects.slot(id);
            let dim = self.objects.value_dim(id);
            self.state.numbers.forget(dim);
            self.state.remove_values(id);
            self.state.change(id);
            self.state.terminated.remove(&id);
            let is_checked = self.checks.contains(CheckKind::Uninit);
            if matches!(slot.content, Content::Pointer { .. }) && is_checked {
                self.state.pointers.insert(id, Targets::default());
            } else {
                self.state.pointers.remove(&id);
            }
            if slot.is_array() {
                if is_checked {
                    self.state.empty.insert(id);
                } else {
                    self.state.empty.remove(&id);
                }
                let filled = self.objects.dim(Quantity::Filled(id));
                self.state.numbers.assign(filled, &Number::point(0));
            }
        }
    }

    /// Every slot of an object gets any value of its type.
    pub(crate) fn set_to_anything(&mut self, object: ObjectId) {
        for id in self.objects.get(object).slots.clone() {
            let slot = *self.objects.slot(id);
            let dim = self.objects.value_dim(id);
            match slot.content {
                Content::Int(kind) => {
                    self.state.numbers.assign(dim, &Number::range(range_of(kind)));
                }
                _ => self.state.numbers.forget(dim),
            }
            self.state.pointers.remove(&id);
            self.state.terminated.remove(&id);
            self.state.empty.remove(&id);
            self.state.set.insert(id);
        }
    }

    /// An object that is not needed any more: nothing is said about it.
    pub(crate) fn drop_object(&mut self, object: ObjectId) {
        for id in self.objects.get(object).slots.clone() {
            for quantity in [Quantity::Value(id), Quantity::Filled(id), Quantity::FirstZero(id)] {
                if let Some(dim) = self.objects.known_dim(quantity) {
                    self.state.numbers.forget(dim);
                }
            }
            self.state.pointers.remove(&id);
            self.state.remove_values(id);
            self.state.change(id);
            self.state.empty.remove(&id);
            self.state.terminated.remove(&id);
        }
    }
}
