//! Reads and writes: which slots they concern, what they demand, and what is known afterwards.

mod forget;
mod hit;
mod reach;
mod read;
mod write;
mod zeros;

use whydunit_program::{BitField, CheckKind, Expr, ExprKind, Place, PlaceBase, Projection, Type};

use crate::eval::{Pointer, within};
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::{Number, common};
use crate::numeric::Interval;
use crate::objects::{SlotId, bytes_of_bits};
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
}
