//! Stores at computed addresses, or of computed sizes: what they would have set elsewhere.
//!
//! With guarded addresses a store goes to the cell of the run. Had its address been another one, another cell of the object would have been set: that has to be known not to be so wherever
//! something is claimed of such a cell. So each store sets all cells of its object that claims speak of: to what it stores where its offset is theirs, to what they held elsewhere.
//! Had a pointer been chosen otherwise, another object would have been written; which those are the trace knows. Their cells are set in the same way, by their addresses.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_claim::{Range, Storage};
use whydunit_interp::ObjectId;
use whydunit_term::Term;

use super::pointer::Located;
use super::walk::{Evaluated, Walk};

/// What claims speak of: ranges of objects, and branches that are said to have left something alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched {
    by_object: FxHashMap<ObjectId, Vec<Range>>,
    pub(super) frames: FxHashSet<usize>,
}

impl Watched {
    pub(crate) fn new(
        ranges: impl Iterator<Item = Range>,
        frames: impl Iterator<Item = usize>,
    ) -> Watched {
        let mut watched = Watched { frames: frames.collect(), ..Watched::default() };
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

    fn is_used(&self) -> bool {
        !self.by_object.is_empty()
    }
}

/// A store: where it goes by what has been computed, and what it stores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) located: Located,
    pub(super) address: Term,
    /// What was loaded on the way to the address came from where the run loaded it.
    pub(super) given: Term,
    /// Number of bytes, in 64 bits.
    pub(super) bytes: Term,
    /// `None` where that is not one scalar.
    pub(super) value: Option<Term>,
}

impl Walk<'_> {
    /// After a store: what it means for other cells of its object, and of objects that a pointer which was chosen may lead to.
    pub(super) fn store_elsewhere(&mut self, aim: &Aim) -> Evaluated<()> {
        self.store_beside(aim)?;
        if self.trace.is_aimed(self.step) && self.watched.is_used() {
            self.store_in_others(aim)?;
        }
        Ok(())
    }

    fn store_beside(&mut self, aim: &Aim) -> Evaluated<()> {
        let &Aim { located, given, bytes, value, .. } = aim;
        if self.is_constant(located.offset) && self.is_constant(bytes) && given == Term::TRUE {
            return Ok(());
        }
        if !self.watched.by_object.contains_key(&located.object) {
            return Ok(());
        }
        let size = self.known(bytes)? as u32;
        let here = self.here(&located, size)?;
        let is_apart = |range: &&Range| range.end() <= here.offset || here.end() <= range.offset;
        let ranges = self.watched.by_object[&located.object].iter().filter(is_apart);
        for range in ranges.copied().collect::<Vec<_>>() {
            let width = self.terms.width(located.offset);
            let offset = self.terms.bits(width, range.offset.into());
            let distance = here.offset.abs_diff(range.offset);
            let is_element = range.size == size && distance.is_multiple_of(size);
            match value.filter(|_| is_element && self.is_constant(bytes)) {
                Some(value) => {
                    let is_hit = self.terms.eq(located.offset, offset);
                    self.store_there(range, (aim.given, is_hit), Some(value))?;
                }
                None => {
                    let is_hit = self.overlaps((located.offset, bytes), offset, range.size);
                    self.store_there(range, (aim.given, is_hit), None)?;
                }
            }
        }
        Ok(())
    }

    fn store_in_others(&mut self, aim: &Aim) -> Evaluated<()> {
        let trace = self.trace;
        let is_other = |id: &ObjectId| {
            let object = trace.object(*id).filter(|object| object.id != aim.located.object);
            object.is_some_and(|object| trace.may_hit(self.step, object))
        };
        let mut others: Vec<ObjectId> =
            self.watched.by_object.keys().copied().filter(is_other).collect();
        others.sort_unstable();
        for id in others {
            let Some(object) = trace.object(id) else { continue };
            for range in self.watched.by_object[&id].clone() {
                let is_cell = self.terms.value(aim.bytes) == Some(range.size.into());
                let mut hits = Vec::new();
                for address in trace.addresses_of(object, range.offset.into()) {
                    let address = self.address(address);
                    hits.push(match is_cell {
                        true => self.terms.eq(aim.address, address),
                        false => self.overlaps((aim.address, aim.bytes), address, range.size),
                    });
                }
                let is_hit = self.terms.or(&hits);
                self.store_there(range, (aim.given, is_hit), aim.value.filter(|_| is_cell))?;
            }
        }
        Ok(())
    }

    /// Do so many bytes from an address on share one with a cell?
    fn overlaps(&mut self, (start, bytes): (Term, Term), cell: Term, size: u32) -> Term {
        let width = self.terms.width(start);
        let bytes = self.terms.resize(bytes, width, false);
        let size = self.terms.bits(width, size.into());
        let into = self.terms.sub(start, cell);
        let begins_in_it = self.terms.ult(into, size);
        let up_to = self.terms.sub(cell, start);
        let reaches_it = self.terms.ult(up_to, bytes);
        self.terms.or(&[begins_in_it, reaches_it])
    }

    /// A cell gets a value where it is hit, and stays what it was elsewhere. Without a value, what comes of a hit is not followed; nor is anything where the address is made of something else.
    fn store_there(
        &mut self,
        range: Range,
        (followed, is_hit): (Term, Term),
        value: Option<Term>,
    ) -> Evaluated<()> {
        let Ok((old, given)) = self.read(range, None) else { return Ok(()) };
        let stored = match value {
            Some(value) => value,
            None => self.anything_like(old)?,
        };
        let mut value = self.terms.ite(is_hit, stored, old);
        if followed != Term::TRUE {
            let anything = self.anything_like(old)?;
            value = self.terms.ite(followed, value, anything);
        }
        let given = self.terms.or(&[is_hit, given]);
        if let Some(joins) = &mut self.joins {
            joins.keep(range);
        }
        self.write_exactly(range, value, given)
    }

    /// A value of which nothing is known but what it would be in the run.
    fn anything_like(&mut self, old: Term) -> Evaluated<Term> {
        let sort = self.terms.sort(old);
        let anything = self.terms.fresh("stored", sort);
        let known = self.known(old)?;
        self.set_in_run(anything, known);
        Ok(anything)
    }
}
