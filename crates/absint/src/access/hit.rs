//! Which slots an access concerns.

use whydunit_program::Place;

use super::{Access, Hit, Location};
use crate::eval::divided;
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::numeric::{Interval, Linear};
use crate::objects::SlotId;
use crate::state::Target;

impl Machine<'_, '_> {
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
}
