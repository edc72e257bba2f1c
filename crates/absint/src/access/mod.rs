//! Reads and writes: which slots they concern, what they demand, and what is known afterwards.

mod forget;
mod hit;
mod reach;
mod read;
mod write;
mod zeros;

use whydunit_program::{BitField, CheckKind, ExprKind, Place, PlaceBase, obligation};
use whydunit_semantics::Located;

use crate::eval::Pointer;
use crate::limits::MOST_TARGETS;
use crate::machine::{Machine, Reached};
use crate::numbers::{Number, common};
use crate::objects::{ObjectId, SlotId, bytes_of_bits};
use crate::state::{Target, Targets};

/// Why a place is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read,
    Write,
    /// Its address only: one past the end is fine.
    Address,
}

impl From<obligation::Access> for Access {
    fn from(access: obligation::Access) -> Access {
        match access {
            obligation::Access::Read => Access::Read,
            obligation::Access::Write => Access::Write,
        }
    }
}

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

/// An address while its place is looked up.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) targets: Targets,
    pub(crate) offset: Number,
    pub(crate) is_named: bool,
}

impl Spot {
    /// The start of a variable.
    pub(crate) fn named(object: ObjectId) -> Spot {
        let targets = Targets::one(Target::whole(object));
        Spot { targets, offset: Number::point(0), is_named: true }
    }

    fn unknown() -> Spot {
        Spot { targets: Targets::unknown(), offset: Number::unknown(), is_named: false }
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

    pub(crate) fn offset_plus(&self, offset: &Number, more: &Number) -> Number {
        let forms = offset.linear.as_ref().zip(more.linear.as_ref());
        Number {
            factor: common(offset.divisor(), more.divisor()).max(1),
            ..Number::new(forms.and_then(|(a, b)| a.add(b)), offset.range.add(more.range))
        }
    }

    pub(crate) fn locate(&mut self, place: &Place, access: Access) -> Reached<Location> {
        let may_be_end = access == Access::Address;
        let located = whydunit_semantics::locate(self, place, may_be_end, &mut ())?;
        Ok(self.location_of(located))
    }

    pub(crate) fn location_of(&self, located: Located<Spot>) -> Location {
        let (spot, bits) = match located {
            Located::Memory(spot) => (spot, None),
            Located::Bits(spot, bits, _) => {
                let first = bits.bit_offset / 8;
                let by = Number::point(i128::from(first));
                let offset = self.offset_plus(&spot.offset, &by);
                (Spot { offset, ..spot }, Some(bytes_of_bits(bits, first).1))
            }
            // All variables are objects here.
            Located::Register(_) => (Spot::unknown(), None),
        };
        let Spot { targets, offset, is_named } = spot;
        let is_followed = targets.known.len() <= MOST_TARGETS;
        let targets = if is_followed { targets } else { Targets::unknown() };
        Location { targets, offset, bits, is_named }
    }

    /// A pointer to the first element of an array of that many bytes: an array that is part of something larger is all that it is good for.
    pub(crate) fn confined(&self, pointer: Pointer, size: u64) -> Pointer {
        if !self.checks.contains(CheckKind::Bounds) {
            return pointer;
        }
        let Pointer { targets, offset } = pointer;
        let mut confined = Targets { known: Default::default(), ..targets.clone() };
        let at = self.state.numbers.range(&offset).as_point();
        let mut is_moved = false;
        for target in &targets.known {
            let whole = match target.len {
                Some(len) => Some(len),
                None => self.objects.get(target.object).size,
            };
            let is_all = at == Some(0) && whole == Some(size);
            confined.known.insert(match (is_all, at) {
                (true, _) => *target,
                (_, Some(at)) if at >= 0 && targets.known.len() == 1 => {
                    is_moved = true;
                    let start = target.start + at as u64;
                    Target { start, len: Some(size), ..*target }
                }
                _ => Target { is_vague: true, ..*target },
            });
        }
        let offset = if is_moved { Number::point(0) } else { offset };
        Pointer { targets: confined, offset }
    }

    /// The same place, for a pointer that is good for the whole of its object.
    pub(crate) fn whole_object(&self, pointer: Pointer) -> Pointer {
        let Pointer { targets, offset } = pointer;
        if targets.known.iter().all(|target| target.len.is_none()) {
            return Pointer { targets, offset };
        }
        let mut whole = Targets { known: Default::default(), ..targets.clone() };
        let mut from = offset.clone();
        for target in &targets.known {
            let is_vague = target.is_vague || targets.known.len() > 1;
            if !is_vague {
                from = self.offset_plus(&offset, &Number::point(i128::from(target.start)));
            }
            whole.known.insert(Target { is_vague, ..Target::whole(target.object) });
        }
        Pointer { targets: whole, offset: from }
    }
}
