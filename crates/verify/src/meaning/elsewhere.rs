//! Stores at computed addresses: what they would have set elsewhere.
//!
//! With guarded addresses a store goes to the cell of the run. Had its address been another one, another cell of the object would have been set: that has to be known not to be so wherever
//! something is claimed of such a cell. So each store sets all cells of its object that claims speak of: to what it stores where its offset is theirs, to what they held elsewhere.

use rustc_hash::FxHashMap;
use whydunit_claim::{Range, Storage};
use whydunit_interp::ObjectId;
use whydunit_term::Term;

use super::pointer::Located;
use super::walk::{Evaluated, Walk};

/// The ranges of objects that claims speak of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched {
    by_object: FxHashMap<ObjectId, Vec<Range>>,
}

impl Watched {
    pub(crate) fn new(ranges: impl Iterator<Item = Range>) -> Watched {
        let mut watched = Watched::default();
        for range in ranges {
            if let Storage::Object(object) = range.storage {
                let list = watched.by_object.entry(object).or_default();
                if !list.contains(&range) {
                    list.push(range);
                }
            }
        }
        watched
    }
}

impl Walk<'_> {
    /// After a store of `size` bytes whose offset was computed: what it means for other cells of its object.
    pub(super) fn store_elsewhere(
        &mut self,
        located: &Located,
        size: u32,
        value: Term,
    ) -> Evaluated<()> {
        if self.is_constant(located.offset) {
            return Ok(());
        }
        if !self.watched.by_object.contains_key(&located.object) {
            return Ok(());
        }
        let here = self.here(located, size)?;
        let is_apart = |range: &&Range| range.end() <= here.offset || here.end() <= range.offset;
        let ranges = self.watched.by_object[&located.object].iter().filter(is_apart);
        for range in ranges.copied().collect::<Vec<_>>() {
            let Ok((old, given)) = self.read(range, None) else { continue };
            let width = self.terms.width(located.offset);
            let distance = here.offset.abs_diff(range.offset);
            let (is_hit, stored) = if range.size == size && distance.is_multiple_of(size) {
                let offset = self.terms.bits(width, range.offset.into());
                (self.terms.eq(located.offset, offset), value)
            } else {
                // Any byte in common: what comes of that is not followed.
                let first = i64::from(range.offset) - i64::from(size) + 1;
                let first = self.terms.bits(width, first as u128);
                let distance = self.terms.sub(located.offset, first);
                let reach = self.terms.bits(width, u128::from(range.size + size - 1));
                let sort = self.terms.sort(old);
                let anything = self.terms.fresh("stored", sort);
                let known = self.known(old)?;
                self.set_in_run(anything, known);
                (self.terms.ult(distance, reach), anything)
            };
            let value = self.terms.ite(is_hit, stored, old);
            let given = self.terms.or(&[is_hit, given]);
            self.write_exactly(range, value, given)?;
        }
        Ok(())
    }
}
