//! Reading and writing through pointers, with the checks that go with it.

use whydunit_program::obligation::{self, Access, AccessObligation, OF_USE, Pointed};
use whydunit_program::{CheckKind, TypeId};
use whydunit_source::Span;
use whydunit_term::Term;

use super::memory::{Cell, EntryId, Fill, Object, choose};
use super::pointer::{Assumed, Entry, ObjectInfo, Storage, Target};
use super::state::State;
use super::{CutReason, Exec, Run, Stop};
use crate::AssumptionKind;
use crate::limits::{FEW_CHOICES, MOST_OFFSETS};
use crate::outside::ALLOCATION;

/// A place in an object that may be accessed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) when: Term,
    pub(crate) object: EntryId,
    /// From the start of the object, as wide as a pointer.
    pub(crate) offset: Term,
}

impl Exec<'_> {
    /// A new object; returns its entry.
    pub(crate) fn new_object(
        &mut self,
        state: &mut State,
        info: ObjectInfo,
        fill: Fill,
    ) -> EntryId {
        let size = info.largest;
        if info.storage == Storage::Heap {
            let place = self.points.last().map(|&point| self.program.origin_of(point).0);
            let place = place.map(|place| self.user_span(place));
            self.grant(AssumptionKind::Alloc, ALLOCATION.to_owned(), place);
        }
        let entry = self.push_entry(Entry::Object(info), size);
        state.memory.insert(entry, Object::new(fill));
        entry
    }

    pub(crate) fn new_sized(
        &mut self,
        state: &mut State,
        size: u64,
        storage: Storage,
        fill: Fill,
    ) -> EntryId {
        let info = ObjectInfo {
            size: self.pointer_bits(size),
            largest: size,
            storage,
            is_const: false,
            assumed: Assumed::Nothing,
        };
        self.new_object(state, info, fill)
    }

    /// Ends the life of an object.
    pub(crate) fn end_object(&mut self, state: &mut State, entry: EntryId) {
        if state.memory.get(entry).is_some_and(|object| object.is_alive != Term::FALSE) {
            let mut gone = Object::new(Fill::Unset);
            gone.is_alive = Term::FALSE;
            state.memory.insert(entry, gone);
        }
    }

    /// Ends what an address points to, whatever that is on the paths that are joined here.
    pub(crate) fn end_pointee(&mut self, state: &mut State, address: Term) {
        let targets = self.targets(address);
        for target in &targets.known {
            if !matches!(self.entries[target.entry as usize], Entry::Object(_)) {
                continue;
            }
            if target.when == Term::TRUE {
                self.end_object(state, target.entry);
            } else if let Some(object) = state.memory.get_mut(target.entry) {
                let stays = self.terms.not(target.when);
                object.is_alive = self.terms.and(&[object.is_alive, stays]);
            }
        }
    }

    /// The places that `size` bytes at a pointer may lie at. Where they do not, that is a failure (or the end of our
    /// assumptions).
    pub(crate) fn resolve(
        &mut self,
        state: &mut State,
        pointer: Term,
        size: Term,
        access: Access,
        span: Span,
    ) -> Run<Vec<Spot>> {
        let targets = self.targets(pointer);
        if let Some(wild) = targets.wild {
            let kind = AccessObligation::OBJECT.kind;
            if self.checks.contains(kind) {
                let fine = self.terms.not(wild);
                self.check(state, kind, fine, span)?;
            } else {
                // It need not be wild in the program: we only do not know where it points.
                let place = self.user_span(span);
                let message = "a pointer of unknown origin".to_owned();
                self.cut_when(state, wild, CutReason::Gap(message, Some(place)))?;
            }
        }
        let mut spots = Vec::with_capacity(targets.known.len());
        for target in &targets.known {
            let possible = self.terms.and(&[state.path.condition(), target.when]);
            if possible == Term::FALSE {
                continue;
            }
            spots.extend(self.resolve_target(state, target, size, access, span)?);
        }
        match &mut spots[..] {
            [] => return Err(Stop::Path),
            // Every other target has failed.
            [only] => only.when = Term::TRUE,
            _ => {}
        }
        Ok(spots)
    }

    /// The place in one of the objects that a pointer may point to; `None` where every access to it fails.
    fn resolve_target(
        &mut self,
        state: &mut State,
        target: &Target,
        size: Term,
        access: Access,
        span: Span,
    ) -> Run<Option<Spot>> {
        let when = target.when;
        let found = match &self.entries[target.entry as usize] {
            Entry::Null | Entry::Function(_) => None,
            Entry::Object(info) => Some((target.entry, None, info.size)),
            Entry::View { root, start, len } => {
                let (root, start, len) = (*root, *start, *len);
                Some((root, Some(start), self.pointer_bits(len)))
            }
        };
        for obligation in obligation::of_access(access) {
            let Some((root, start, limit)) = found else {
                self.check_unless(state, when, obligation.kind, Term::FALSE, span)?;
                return Ok(None);
            };
            let Entry::Object(info) = &self.entries[root as usize] else { return Ok(None) };
            let holds = match obligation.condition {
                Pointed::Object => Term::TRUE,
                Pointed::Alive => {
                    state.memory.get(root).map_or(Term::FALSE, |object| object.is_alive)
                }
                Pointed::Inside => {
                    let assumed = match (&info.assumed, start) {
                        (Assumed::Size(words), None) => Some(words.to_string()),
                        (Assumed::Text(words), None) if access == Access::Write => {
                            Some(words.to_string())
                        }
                        _ => None,
                    };
                    let fits = self.fits(target.offset, size, limit);
                    match assumed {
                        Some(words) => {
                            self.inside_assumed(state, target, fits, words, obligation.kind, span)?
                        }
                        None => fits,
                    }
                }
                Pointed::Writable => self.terms.bool(!info.is_const),
            };
            self.check_unless(state, when, obligation.kind, holds, span)?;
            if holds == Term::FALSE {
                return Ok(None);
            }
        }
        let Some((root, start, _)) = found else { return Ok(None) };
        let offset = match start {
            Some(start) => self.terms.add(start, target.offset),
            None => target.offset,
        };
        // An offset that no size of the object reaches has failed, whatever the term says.
        let largest = match &self.entries[root as usize] {
            Entry::Object(info) => info.largest,
            _ => 0,
        };
        let is_outside = self.terms.value(offset).is_some_and(|at| at > largest.into());
        Ok((!is_outside).then_some(Spot { when, object: root, offset }))
    }

    /// Of an object whose size is assumed only its start is the program's; beyond its end our assumption ends.
    fn inside_assumed(
        &mut self,
        state: &mut State,
        target: &Target,
        fits: Term,
        words: String,
        kind: CheckKind,
        span: Span,
    ) -> Run<Term> {
        let zero = self.pointer_bits(0);
        let before = self.terms.slt(target.offset, zero);
        let not_before = self.terms.not(before);
        self.check_unless(state, target.when, kind, not_before, span)?;
        let beyond = self.terms.not(fits);
        let beyond = self.terms.and(&[target.when, not_before, beyond]);
        let reason = CutReason::Size(words, Some(self.user_span(span)));
        self.cut_when(state, beyond, reason)?;
        Ok(if fits == Term::FALSE { Term::FALSE } else { Term::TRUE })
    }

    /// `check(when ⇒ holds)`.
    fn check_unless(
        &mut self,
        state: &mut State,
        when: Term,
        kind: CheckKind,
        holds: Term,
        span: Span,
    ) -> Run<()> {
        let holds = self.terms.implies(when, holds);
        self.check(state, kind, holds, span)
    }

    /// Do `size` bytes at an offset end at or before the limit?
    fn fits(&mut self, offset: Term, size: Term, limit: Term) -> Term {
        let room = self.terms.sub(limit, size);
        let starts = self.terms.ule(offset, room);
        let possible = self.terms.ule(size, limit);
        self.terms.and(&[starts, possible])
    }

    /// The offsets that a symbolic offset may be; the rest is cut off.
    fn offsets(&mut self, state: &mut State, spot: &Spot, size: u64, span: Span) -> Run<Vec<u32>> {
        let largest = match &self.entries[spot.object as usize] {
            Entry::Object(info) => info.largest,
            _ => 0,
        };
        if let Some(few) = self.leaves(spot.offset) {
            let fitting = few.into_iter().filter(|&leaf| leaf + size as u128 <= largest.into());
            return Ok(fitting.map(|leaf| leaf as u32).collect());
        }
        let (step, rest) = self.stride(spot.offset);
        let step = step.clamp(1, 1 << 31) as u64;
        let interval = self.interval(spot.offset);
        let first = rest as u64 % step;
        let low = interval.low.clamp(0, i128::from(u32::MAX)) as u64;
        let high = interval.high.clamp(-1, i128::from(largest) - size as i128);
        let mut offsets = Vec::new();
        let mut at = first + (low.saturating_sub(first)).div_ceil(step) * step;
        while i128::from(at) <= high && offsets.len() < MOST_OFFSETS {
            offsets.push(at as u32);
            at += step;
        }
        if i128::from(at) <= high {
            let limit = self.pointer_bits(at);
            let inside = self.terms.ult(spot.offset, limit);
            let outside = self.terms.not(inside);
            let beyond = self.terms.and(&[spot.when, outside]);
            let message =
                format!("an index beyond the first {MOST_OFFSETS} elements of a large array");
            let place = self.user_span(span);
            self.cut_when(state, beyond, CutReason::Gap(message, Some(place)))?;
        }
        Ok(offsets)
    }

    /// The values of a choice between a few numbers.
    fn leaves(&self, term: Term) -> Option<Vec<u128>> {
        let mut leaves = Vec::new();
        let mut stack = vec![term];
        let mut visited = 0;
        while let Some(term) = stack.pop() {
            visited += 1;
            if visited > 4 * FEW_CHOICES {
                return None;
            }
            match self.terms.value(term) {
                Some(value) => leaves.push(value),
                None if self.terms.op(term) == whydunit_term::Op::Ite => {
                    stack.extend_from_slice(&self.terms.children(term)[1..]);
                }
                None => return None,
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        (leaves.len() <= FEW_CHOICES).then_some(leaves)
    }

    /// What `size` bytes at a place hold.
    pub(crate) fn read_spot(
        &mut self,
        state: &mut State,
        spot: &Spot,
        size: u32,
        span: Span,
    ) -> Run<Cell> {
        if let Some(offset) = self.terms.value(spot.offset) {
            let offset = offset as u32;
            let object = state.memory.get(spot.object).ok_or(Stop::Path)?;
            return Ok(object.read(self.terms, offset, size));
        }
        let offsets = self.offsets(state, spot, size.into(), span)?;
        let object = state.memory.get(spot.object).ok_or(Stop::Path)?;
        let cells: Vec<(u32, Cell)> =
            offsets.iter().map(|&offset| (offset, object.read(self.terms, offset, size))).collect();
        // What most elements hold needs no comparison.
        let Some(common) = most_common(&cells) else { return Err(Stop::Path) };
        let mut result = common;
        for &(offset, cell) in cells.iter().rev().filter(|(_, cell)| *cell != common) {
            let here = self.pointer_bits(offset.into());
            let is_here = self.terms.eq(spot.offset, here);
            result = choose(self.terms, is_here, cell, result);
        }
        Ok(result)
    }

    pub(crate) fn write_spot(
        &mut self,
        state: &mut State,
        spot: &Spot,
        cell: Cell,
        span: Span,
    ) -> Run<()> {
        if let Some(offset) = self.terms.value(spot.offset) {
            let Some(object) = state.memory.get_mut(spot.object) else { return Err(Stop::Path) };
            if spot.when == Term::TRUE {
                object.write(self.terms, offset as u32, cell);
            } else {
                object.write_when(self.terms, spot.when, offset as u32, cell);
            }
            return Ok(());
        }
        let offsets = self.offsets(state, spot, cell.size.into(), span)?;
        for offset in offsets {
            let here = self.pointer_bits(offset.into());
            let is_here = self.terms.eq(spot.offset, here);
            let when = self.terms.and(&[spot.when, is_here]);
            let Some(object) = state.memory.get_mut(spot.object) else { return Err(Stop::Path) };
            object.write_when(self.terms, when, offset, cell);
        }
        Ok(())
    }

    /// Reads through a pointer; whether there is a value is for the caller to check.
    pub(crate) fn read(
        &mut self,
        state: &mut State,
        pointer: Term,
        size: u32,
        span: Span,
    ) -> Run<Cell> {
        let bytes = self.pointer_bits(size.into());
        let spots = self.resolve(state, pointer, bytes, Access::Read, span)?;
        let mut result: Option<Cell> = None;
        for spot in spots.iter().rev() {
            let cell = self.read_spot(state, spot, size, span)?;
            result = Some(match result {
                None => cell,
                Some(other) => choose(self.terms, spot.when, cell, other),
            });
        }
        result.ok_or(Stop::Path)
    }

    /// Reads a value through a pointer.
    pub(crate) fn load(
        &mut self,
        state: &mut State,
        pointer: Term,
        size: u32,
        span: Span,
    ) -> Run<Term> {
        let cell = self.read(state, pointer, size, span)?;
        if self.carry.is_some() {
            return self.read_as(state, (cell.value, cell.is_set), 8 * size, span);
        }
        self.check_set(state, cell.is_set, span)?;
        if cell.is_set == Term::TRUE || self.checks.contains(OF_USE) {
            return Ok(cell.value);
        }
        self.done.has_unnamed_inputs = true;
        let open = self.unknown_bits(8 * size, "unset");
        Ok(self.terms.ite(cell.is_set, cell.value, open))
    }

    /// Something without a value is used. With the check off it is some value.
    pub(crate) fn check_set(&mut self, state: &mut State, is_set: Term, span: Span) -> Run<()> {
        if self.checks.contains(OF_USE) { self.check(state, OF_USE, is_set, span) } else { Ok(()) }
    }

    pub(crate) fn store(
        &mut self,
        state: &mut State,
        pointer: Term,
        cell: Cell,
        span: Span,
    ) -> Run<()> {
        let bytes = self.pointer_bits(cell.size.into());
        let spots = self.resolve(state, pointer, bytes, Access::Write, span)?;
        for spot in &spots {
            self.write_spot(state, spot, cell, span)?;
        }
        Ok(())
    }

    pub(crate) fn size_of(&self, ty: TypeId) -> u32 {
        self.program.types.size_of(ty).unwrap_or(0).min(u64::from(u32::MAX)) as u32
    }

    /// After something that happened only under a condition: what it has ruled out is ruled out under that condition.
    pub(crate) fn leave_condition(
        &mut self,
        state: &mut State,
        before: super::path::Path,
        condition: Term,
        result: Run<()>,
    ) -> Run<()> {
        match result {
            Ok(()) => {
                let inside = state.path.clone();
                let denied = self.terms.not(condition);
                let outside = before.with(self.terms, denied);
                state.path = super::path::Path::join(self.terms, &inside, &outside).0;
                Ok(())
            }
            Err(Stop::Path) => {
                state.path = before;
                let denied = self.terms.not(condition);
                self.assume(state, denied)
            }
            Err(stop) => Err(stop),
        }
    }
}

fn most_common(cells: &[(u32, Cell)]) -> Option<Cell> {
    let mut counts: Vec<(Cell, usize)> = Vec::new();
    for &(_, cell) in cells {
        match counts.iter().position(|(known, _)| *known == cell) {
            Some(index) => counts[index].1 += 1,
            // More kinds than this: any will do.
            None if counts.len() < 32 => counts.push((cell, 1)),
            None => {}
        }
    }
    counts.into_iter().rev().max_by_key(|&(_, count)| count).map(|(cell, _)| cell)
}
