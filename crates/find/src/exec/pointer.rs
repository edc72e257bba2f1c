//! What a pointer may point to.
//!
//! Addresses are numbers as `whydunit_program::address` lays them out. A pointer that depends on inputs is a choice between such numbers plus a symbolic distance; [`Exec::targets`] takes it apart again.

use std::rc::Rc;

use whydunit_program::address::{self, NARROW_FIRST, NarrowRegion};
use whydunit_program::{FunctionId, Target as DataModel};
use whydunit_term::{Op, Term};

use super::memory::EntryId;
use super::{Cut, CutReason, Exec};

/// What an address can belong to.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Null,
    Function(FunctionId),
    Object(ObjectInfo),
    /// A part of an object that pointers are confined to.
    View {
        root: EntryId,
        start: Term,
        len: u64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    Static,
    Local,
    Heap,
    Input,
}

/// What never changes about an object.
#[derive(Clone, Debug)]
pub(crate) struct ObjectInfo {
    /// In bytes, as wide as a pointer.
    pub(crate) size: Term,
    /// No size is larger.
    pub(crate) largest: u64,
    pub(crate) storage: Storage,
    pub(crate) is_const: bool,
    pub(crate) assumed: Assumed,
}

/// What we had to assume about the size of an object.
#[derive(Clone, Debug)]
pub(crate) enum Assumed {
    Nothing,
    /// It has this size, in words: running past it says nothing about the program.
    Size(Rc<str>),
    /// It is a string: reading past its end is a failure. Its storage may be larger, so writing past it says nothing; what lies behind a
    /// write is assumed, in words.
    Text(Rc<str>),
    /// A contract states the size behind the pointer of this name; we only look at sizes up to the largest.
    Most(Rc<str>),
}

/// One object (or function, or nothing) that a pointer may point to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) when: Term,
    pub(crate) entry: EntryId,
    /// From the start of the entry, as wide as a pointer.
    pub(crate) offset: Term,
}

#[derive(Debug, Default)]
pub(crate) struct Targets {
    pub(crate) known: Vec<Target>,
    /// When it points to nothing known.
    pub(crate) wild: Option<Term>,
}

impl Exec<'_> {
    pub(crate) fn is_wide(&self) -> bool {
        self.program.types.target() == DataModel::Lp64
    }

    pub(crate) fn pointer_width(&self) -> u32 {
        8 * self.program.types.target().pointer_bytes() as u32
    }

    /// A new entry; objects keep their distance from each other.
    pub(crate) fn push_entry(&mut self, entry: Entry, size: u64) -> EntryId {
        let id = self.entries.len() as EntryId;
        self.entries.push(entry);
        if !self.is_wide() {
            let region = match id {
                0 => NarrowRegion { low: 0, end: NARROW_FIRST },
                _ => self.new_region(size),
            };
            self.regions.push(region);
        }
        id
    }

    fn new_region(&mut self, size: u64) -> NarrowRegion {
        if let Some(region) = self.space.take(size) {
            return region;
        }
        let message = "more storage than 32-bit addresses reach here".to_owned();
        let reason = CutReason::Gap(message, None);
        let at = self.here();
        self.done.cuts.push(Cut { reason, condition: Term::TRUE, at });
        // Nothing is claimed any more, so any region will do.
        NarrowRegion::at(NARROW_FIRST, size)
    }

    /// Number of the address of an entry's first byte.
    pub(crate) fn address_number(&self, entry: EntryId) -> u64 {
        match self.regions.get(entry as usize) {
            Some(region) => region.first_byte(),
            None => address::wide_address(entry.into()),
        }
    }

    pub(crate) fn address(&mut self, entry: EntryId) -> Term {
        let number = self.address_number(entry);
        let width = self.pointer_width();
        self.terms.bits(width, number.into())
    }

    pub(crate) fn pointer_bits(&mut self, value: u64) -> Term {
        let width = self.pointer_width();
        self.terms.bits(width, value.into())
    }

    /// The entry that an address belongs to, with the offset.
    fn locate(&self, address: u64) -> Option<(EntryId, u64)> {
        if address::is_null(self.program.types.target(), address) {
            return Some((0, address));
        }
        let entry = if self.is_wide() {
            let (entry, _) = address::wide_parts(address);
            ((entry as usize) < self.entries.len()).then_some(entry as EntryId)?
        } else {
            let after = self.regions.partition_point(|region| region.low <= address);
            let entry = after.checked_sub(1)?;
            self.regions[entry].contains(address).then_some(entry as EntryId)?
        };
        Some((entry, address.wrapping_sub(self.address_number(entry))))
    }

    pub(crate) fn targets(&mut self, pointer: Term) -> Rc<Targets> {
        if let Some(known) = self.targets.get(&pointer) {
            return Rc::clone(known);
        }
        let targets = Rc::new(self.find_targets(pointer));
        self.targets.insert(pointer, Rc::clone(&targets));
        targets
    }

    fn find_targets(&mut self, pointer: Term) -> Targets {
        if let Some(value) = self.terms.value(pointer) {
            return match self.locate(value as u64) {
                Some((entry, offset)) => {
                    let offset = self.pointer_bits(offset);
                    Targets { known: vec![Target { when: Term::TRUE, entry, offset }], wild: None }
                }
                None => Targets { known: Vec::new(), wild: Some(Term::TRUE) },
            };
        }
        let children = self.terms.children(pointer).to_vec();
        match self.terms.op(pointer) {
            Op::Ite => self.choice(children[0], children[1], children[2]),
            Op::Add => match (self.is_base(children[0], 32), self.is_base(children[1], 32)) {
                (false, true) => self.moved(children[1], children[0], false),
                (true, _) => self.moved(children[0], children[1], false),
                (false, false) => Targets { known: Vec::new(), wild: Some(Term::TRUE) },
            },
            Op::Sub if self.is_base(children[0], 32) => self.moved(children[0], children[1], true),
            _ => Targets { known: Vec::new(), wild: Some(Term::TRUE) },
        }
    }

    /// Does the term carry the address that a sum starts from?
    fn is_base(&self, term: Term, depth: u32) -> bool {
        if let Some(value) = self.terms.value(term) {
            return matches!(self.locate(value as u64), Some((entry, _)) if entry > 0);
        }
        if depth == 0 {
            return false;
        }
        let children = self.terms.children(term);
        match self.terms.op(term) {
            Op::Ite => self.is_base(children[1], depth - 1) || self.is_base(children[2], depth - 1),
            Op::Add => self.is_base(children[0], depth - 1) || self.is_base(children[1], depth - 1),
            Op::Sub => self.is_base(children[0], depth - 1),
            _ => false,
        }
    }

    fn choice(&mut self, condition: Term, then: Term, otherwise: Term) -> Targets {
        let denied = self.terms.not(condition);
        let mut result = Targets::default();
        for (when, branch) in [(condition, then), (denied, otherwise)] {
            let targets = self.targets(branch);
            for target in &targets.known {
                let when = self.terms.and(&[when, target.when]);
                self.add_target(&mut result, Target { when, ..*target });
            }
            if let Some(wild) = targets.wild {
                let wild = self.terms.and(&[when, wild]);
                let so_far = result.wild.unwrap_or(Term::FALSE);
                result.wild = Some(self.terms.or(&[so_far, wild]));
            }
        }
        result
    }

    /// One target for each entry, whatever the offset.
    fn add_target(&mut self, targets: &mut Targets, new: Target) {
        match targets.known.iter_mut().find(|known| known.entry == new.entry) {
            Some(known) => {
                known.offset = self.terms.ite(new.when, new.offset, known.offset);
                known.when = self.terms.or(&[known.when, new.when]);
            }
            None => targets.known.push(new),
        }
    }

    fn moved(&mut self, base: Term, by: Term, back: bool) -> Targets {
        let targets = self.targets(base);
        let known = targets
            .known
            .iter()
            .map(|target| {
                let offset = match back {
                    false => self.terms.add(target.offset, by),
                    true => self.terms.sub(target.offset, by),
                };
                Target { offset, ..*target }
            })
            .collect();
        Targets { known, wild: targets.wild }
    }

    /// The address in the whole object that a pointer stands for: what comparisons, differences and conversions see.
    pub(crate) fn canonical(&mut self, pointer: Term) -> Term {
        if self.views.is_empty() {
            return pointer;
        }
        let targets = self.targets(pointer);
        let is_view = |target: &Target| {
            matches!(self.entries.get(target.entry as usize), Some(Entry::View { .. }))
        };
        if !targets.known.iter().any(is_view) {
            return pointer;
        }
        let mut result = pointer;
        for target in &targets.known {
            if let Entry::View { root, start, .. } = self.entries[target.entry as usize] {
                let base = self.address(root);
                let inside = self.terms.add(start, target.offset);
                let address = self.terms.add(base, inside);
                result = self.terms.ite(target.when, address, result);
            }
        }
        result
    }

    /// A pointer to the array of `len` bytes at `pointer`, confined to it when it is a part of a larger object.
    pub(crate) fn view(&mut self, pointer: Term, len: u64) -> Term {
        if !self.checks.contains(whydunit_program::CheckKind::Bounds) {
            return pointer;
        }
        let targets = self.targets(pointer);
        let mut result = pointer;
        let single = targets.known.len() == 1 && targets.wild.is_none();
        for target in &targets.known {
            let (root, start) = match &self.entries[target.entry as usize] {
                Entry::Object(info) => {
                    let is_whole = self.terms.value(target.offset) == Some(0)
                        && self.terms.value(info.size) == Some(len.into());
                    if is_whole {
                        continue;
                    }
                    (target.entry, target.offset)
                }
                Entry::View { root, start, len: known } => {
                    if self.terms.value(target.offset) == Some(0) && *known == len {
                        continue;
                    }
                    let (root, start) = (*root, *start);
                    (root, self.terms.add(start, target.offset))
                }
                Entry::Null | Entry::Function(_) => continue,
            };
            let view = match self.views.get(&(root, start, len)) {
                Some(&view) => view,
                None => {
                    let view = self.push_entry(Entry::View { root, start, len }, len);
                    self.views.insert((root, start, len), view);
                    view
                }
            };
            let address = self.address(view);
            result = if single { address } else { self.terms.ite(target.when, address, result) };
        }
        result
    }
}
