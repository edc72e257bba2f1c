//! What the failing check is about, where it is a check of bounds or of a missing value.

use whydunit_claim::Range;
use whydunit_interp::ObjectId;
use whydunit_program::TypeId;
use whydunit_term::Term;

use super::walk::{Evaluated, Walk};

/// Storage that a check is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Concern {
    /// An access has to lie in these bytes; of an index also: there are so many elements.
    Bounds { object: ObjectId, low: u64, high: u64, length: Option<u64> },
    /// These bytes have to have a value.
    Unset(Range),
    /// Something that a library function was handed the address of; which of these, is not followed.
    OneOf(Vec<ObjectId>),
}

impl Walk<'_> {
    /// As [`Walk::require`], of a check of which it is known what it is about.
    pub(super) fn require_of(
        &mut self,
        condition: Term,
        concern: Option<Concern>,
    ) -> Evaluated<()> {
        let is_open = self.failing.is_none();
        let done = self.require(condition);
        if is_open && self.failing.is_some() {
            self.concern = concern;
        }
        done
    }

    /// The array at an address, which an index of the failing step goes into.
    pub(super) fn indexed(&mut self, address: Term, elem: TypeId, length: u64) -> Option<Concern> {
        if !self.is_last() {
            return None;
        }
        let address = u64::try_from(self.in_run(address)?).ok()?;
        let entry = self.entry(address)?;
        let low = address.wrapping_sub(entry.start).wrapping_add(entry.offset);
        let high = self.size_of(elem).checked_mul(length)?.checked_add(low)?;
        Some(Concern::Bounds { object: entry.object.id, low, high, length: Some(length) })
    }

    /// What a library function is handed in the failing step.
    pub(super) fn note_handed(&mut self, args: &[Term]) {
        if !self.is_last() {
            return;
        }
        // Also through lists of arguments.
        let read = self.trace.reads(self.current()).iter().map(|access| access.bits);
        let mut addresses: Vec<u64> = read.collect();
        for &arg in args {
            addresses.extend(self.in_run(arg).and_then(|address| u64::try_from(address).ok()));
        }
        let entries = addresses.into_iter().filter_map(|address| self.entry(address));
        let objects = entries.map(|entry| entry.object.id).collect();
        self.concern = Some(Concern::OneOf(objects));
    }
}
