//! The contents of storage over time, as terms.
//!
//! Every write is kept, with the moment of it, so the contents at any earlier moment can be read: `\old`, prefixes and suffixes, and
//! re-evaluation of later steps need that. The unit of a write is a *piece*, a range of bytes with
//! one term; bytes point to the pieces that defined them. Reading a range that one piece fills gives that
//! piece's term; anything else is cut and joined byte-wise (unions, `memcpy`, partial overwrites).
//!
//! Long runs of bytes set at once are kept as intervals and become pieces only when they are read, so a step that
//! clears a megabyte costs nothing until something of it is used.
//!
//! A memory can be laid over another: it then shows the contents of the other with some pieces exchanged. That is
//! how a later part of a run is evaluated again with one value replaced, without copying anything.
//!
//! Cost: linear in the bytes of scalar writes; a read looks at each of its bytes once.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_term::{Op, Term, Terms};

use crate::limits::{BLOCK, MOST_LISTED_BLOCKS};
use crate::number::{bit, of_position};
use crate::storage::{Range, Storage, Value, apply, resize};

/// A moment: the number of writes before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Time(pub(crate) u32);

impl Time {
    pub(crate) const START: Time = Time(0);
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) range: Range,
    pub(crate) value: Value,
    /// The first moment at which it is there.
    pub(crate) since: Time,
    /// Was it given a value? Where it was not, the term stands for whatever the bytes are.
    pub(crate) validity: Value,
}

/// What a run of bytes was set to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Filling {
    /// The bytes of another place as they were at `time`.
    Copy { from: Storage, offset: u32, time: Time },
    /// One byte, repeated.
    Repeat(Value),
    /// What is there anyway: only of runs that are open.
    Kept,
}

/// A run of bytes set at once by a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filled {
    pub(crate) range: Range,
    pub(crate) filling: Filling,
    pub(crate) since: Time,
    pub(crate) step: u32,
    /// Its contents are replaced by something open.
    pub(crate) is_open: bool,
}

/// Why a read cannot be answered from what is known: this run of bytes has to be made a piece first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Missing {
    /// Set at once by this filling.
    Filled { range: Range, filled: Filled },
    /// Nothing was ever written there.
    Initial { range: Range },
}

/// Something of this memory or of the one below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layered {
    Own(u32),
    Below(u32),
}

/// The pieces that a byte has been part of, with the moments since which.
type History = smallvec::SmallVec<[(Time, u32); 2]>;

#[derive(Clone, Copy, Debug)]
enum Source {
    Piece(u32),
    Filled(u32),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    below: Option<Rc<Memory>>,
    pieces: Vec<Piece>,
    /// For each byte its pieces, by time. Registers have one entry, at 0, for all their bytes.
    bytes: FxHashMap<(Storage, u32), History>,
    /// Pieces that are writes, by time; others were made to be read.
    writes: Vec<(Time, u32)>,
    filled: Vec<Filled>,
    filled_in_block: FxHashMap<(Storage, u32), Vec<u32>>,
    filled_large: FxHashMap<Storage, Vec<u32>>,
    clock: u32,
    /// The clock stops here: all that a step writes happens before the next one.
    limit: Option<u32>,
}

impl Memory {
    /// A memory without contents whose first moment is not the start.
    pub(crate) fn starting(time: Time) -> Memory {
        Memory { clock: time.0, ..Memory::default() }
    }

    fn tick(&mut self) -> Time {
        self.clock = self.limit.map_or(self.clock + 1, |limit| limit.min(self.clock + 1));
        Time(self.clock)
    }

    /// Goes to an earlier moment, to write what happens between it and `limit` anew.
    pub(crate) fn rewind(&mut self, time: Time, limit: Time) {
        self.clock = time.0;
        self.limit = Some(limit.0);
    }

    pub(crate) fn now(&self) -> Time {
        Time(self.clock)
    }

    /// Bytes of a container that are looked up one by one.
    fn bytes_of(range: Range) -> std::ops::Range<u32> {
        match range.storage {
            Storage::Object(_) => range.offset..range.end(),
            _ => 0..1,
        }
    }

    pub(crate) fn write(&mut self, range: Range, value: Value) {
        let since = self.tick();
        self.writes.push((since, of_position(self.pieces.len())));
        self.insert(range, value, since, Value::constant(Term::TRUE));
    }

    pub(crate) fn write_valid(&mut self, range: Range, value: Value, validity: Value) {
        let since = self.tick();
        self.writes.push((since, of_position(self.pieces.len())));
        self.insert(range, value, since, validity);
    }

    /// Adds a piece that was there from an earlier moment on.
    pub(crate) fn insert(&mut self, range: Range, value: Value, since: Time, validity: Value) {
        let id = of_position(self.pieces.len());
        self.pieces.push(Piece { range, value, since, validity });
        for byte in Memory::bytes_of(range) {
            let history = self.bytes.entry((range.storage, byte)).or_default();
            let position = history.partition_point(|&(time, _)| time <= since);
            history.insert(position, (since, id));
        }
    }

    pub(crate) fn fill(&mut self, range: Range, filling: Filling, step: u32) {
        let since = self.tick();
        let id = of_position(self.filled.len());
        self.filled.push(Filled { range, filling, since, step, is_open: false });
        self.note_filled(id);
    }

    /// Lays a run of bytes with open contents over one that was set below.
    pub(crate) fn open(&mut self, filled: Filled) {
        let id = of_position(self.filled.len());
        self.filled.push(Filled { is_open: true, ..filled });
        self.note_filled(id);
    }

    fn note_filled(&mut self, id: u32) {
        let range = self.filled[id as usize].range;
        let (first, last) = (range.offset / BLOCK, (range.end().max(1) - 1) / BLOCK);
        if last - first < MOST_LISTED_BLOCKS {
            for block in first..=last {
                self.filled_in_block.entry((range.storage, block)).or_default().push(id);
            }
        } else {
            self.filled_large.entry(range.storage).or_default().push(id);
        }
    }

    /// What the memory below holds.
    pub(crate) fn read_below(&self, terms: &mut Terms, range: Range, time: Time) -> Option<Value> {
        let found = self.below.as_ref()?.read(terms, range, time);
        found.ok().map(|(value, _)| value)
    }

    /// A memory over `below`: what is written to it counts at the moment of the write and later.
    pub(crate) fn over(below: Rc<Memory>) -> Memory {
        let clock = below.clock;
        Memory { below: Some(below), clock, ..Memory::default() }
    }

    /// The latest filling of a byte at a moment.
    fn filled_at(&self, storage: Storage, byte: u32, time: Time) -> Option<u32> {
        // Lists are in order of time.
        let latest = |list: &Vec<u32>| {
            let after = list.partition_point(|&id| self.filled[id as usize].since <= time);
            list[..after].iter().rev().copied().find(|&id| {
                let range = self.filled[id as usize].range;
                range.offset <= byte && byte < range.end()
            })
        };
        let near = self.filled_in_block.get(&(storage, byte / BLOCK)).and_then(latest);
        near.max(self.filled_large.get(&storage).and_then(latest))
    }

    fn piece_at(&self, storage: Storage, byte: u32, time: Time) -> Option<u32> {
        let history = self.bytes.get(&(storage, byte))?;
        let after = history.partition_point(|&(since, _)| since <= time);
        Some(history[after.checked_sub(1)?].1)
    }

    fn piece(&self, id: Layered) -> &Piece {
        match (id, &self.below) {
            (Layered::Below(id), Some(below)) => &below.pieces[id as usize],
            (Layered::Own(id) | Layered::Below(id), _) => &self.pieces[id as usize],
        }
    }

    fn filled(&self, id: Layered) -> &Filled {
        match (id, &self.below) {
            (Layered::Below(id), Some(below)) => &below.filled[id as usize],
            (Layered::Own(id) | Layered::Below(id), _) => &self.filled[id as usize],
        }
    }

    /// The latest source of a byte in this layer; a piece counts more than the filling it was made from.
    fn own_source(&self, storage: Storage, byte: u32, time: Time) -> Option<(Time, Source)> {
        let piece = self.piece_at(storage, byte, time);
        let filled = match storage {
            Storage::Object(_) => self.filled_at(storage, byte, time),
            _ => None,
        };
        let piece = piece.map(|id| (self.pieces[id as usize].since, Source::Piece(id)));
        let filled = filled.map(|id| (self.filled[id as usize].since, Source::Filled(id)));
        match (piece, filled) {
            (Some(piece), Some(filled)) if piece.0 < filled.0 => Some(filled),
            (piece, filled) => piece.or(filled),
        }
    }

    /// The piece that decides a byte at a moment, or what it has to be made of. Of what is equally old, what
    /// lies above counts.
    fn source_of(
        &self,
        storage: Storage,
        byte: u32,
        time: Time,
    ) -> Result<Layered, Option<Layered>> {
        let byte = if matches!(storage, Storage::Object(_)) { byte } else { 0 };
        let own = self.own_source(storage, byte, time);
        let lower = self.below.as_ref().and_then(|below| below.own_source(storage, byte, time));
        let is_own = match (own, lower) {
            (Some(own), Some(lower)) => own.0 >= lower.0,
            (own, _) => own.is_some(),
        };
        match if is_own { own } else { lower } {
            Some((_, Source::Piece(id))) if is_own => Ok(Layered::Own(id)),
            Some((_, Source::Piece(id))) => Ok(Layered::Below(id)),
            Some((_, Source::Filled(id))) if is_own => Err(Some(Layered::Own(id))),
            Some((_, Source::Filled(id))) => Err(Some(Layered::Below(id))),
            None => Err(None),
        }
    }

    /// Has a range been given a value here that it does not have in the memory below?
    pub(crate) fn is_given(&self, terms: &mut Terms, range: Range) -> bool {
        let is_own = matches!(
            self.source_of(range.storage, range.offset, self.now()),
            Ok(Layered::Own(_)) | Err(Some(Layered::Own(_)))
        );
        let below = self.below.as_ref().map(|below| below.read(terms, range, self.now()));
        is_own && !matches!(below, Some(Ok((_, validity))) if validity.is_true())
    }

    /// What a range holds at a moment. `Err` names bytes that must become a piece first.
    pub(crate) fn read(
        &self,
        terms: &mut Terms,
        range: Range,
        time: Time,
    ) -> Result<(Value, Value), Missing> {
        let first = self.source_of(range.storage, range.offset, time);
        let id = match first {
            Ok(id) => id,
            Err(filled) => return Err(self.missing(range, range.offset, filled, time)),
        };
        let piece = self.piece(id);
        if !matches!(range.storage, Storage::Object(_)) {
            // Registers are read in the size in which they were written, padding aside.
            let value = resize(terms, piece.value, 8 * range.size, false);
            return Ok((value, piece.validity));
        }
        let mut rest = range.offset + 1..range.end();
        let same = |byte| self.source_of(range.storage, byte, time) == Ok(id);
        if piece.range == range && rest.all(same) {
            return Ok((piece.value, piece.validity));
        }
        self.assemble(terms, range, time)
    }

    /// Bytes beside a range, before it and after it, that are now parts of pieces which reach into it.
    pub(crate) fn cut_off_by(&self, range: Range) -> [Option<Range>; 2] {
        let Storage::Object(_) = range.storage else { return [None, None] };
        if range.size == 0 {
            return [None, None];
        }
        let source = |byte: u32| self.source_of(range.storage, byte, self.now()).ok();
        let before = source(range.offset).and_then(|id| {
            let mut start = range.offset;
            while start > self.piece(id).range.offset && source(start - 1) == Some(id) {
                start -= 1;
            }
            (start < range.offset).then(|| Range::new(range.storage, start, range.offset - start))
        });
        let after = source(range.end() - 1).and_then(|id| {
            let mut end = range.end();
            while end < self.piece(id).range.end() && source(end) == Some(id) {
                end += 1;
            }
            (end > range.end()).then(|| Range::new(range.storage, range.end(), end - range.end()))
        });
        [before, after]
    }

    /// The longest run from `first` on that has to be made from the same source.
    fn missing(&self, range: Range, first: u32, filled: Option<Layered>, time: Time) -> Missing {
        let mut end = range.end();
        if matches!(range.storage, Storage::Object(_)) {
            end = first + 1;
            while end < range.end() && self.source_of(range.storage, end, time) == Err(filled) {
                end += 1;
            }
        }
        let run = Range::new(range.storage, first, end - first);
        match filled {
            Some(filled) => Missing::Filled { range: run, filled: *self.filled(filled) },
            None => Missing::Initial { range: run },
        }
    }

    fn assemble(
        &self,
        terms: &mut Terms,
        range: Range,
        time: Time,
    ) -> Result<(Value, Value), Missing> {
        let mut joined: Option<Value> = None;
        let mut validity = Value::constant(Term::TRUE);
        let mut byte = range.offset;
        while byte < range.end() {
            let id = match self.source_of(range.storage, byte, time) {
                Ok(id) => id,
                Err(filled) => return Err(self.missing(range, byte, filled, time)),
            };
            let piece = *self.piece(id);
            let mut end = byte + 1;
            let limit = range.end().min(piece.range.end());
            while end < limit && self.source_of(range.storage, end, time) == Ok(id) {
                end += 1;
            }
            let low = 8 * (byte - piece.range.offset);
            let high = 8 * (end - piece.range.offset) - 1;
            let part = if low == 0 && high + 1 == terms.width(piece.value.known) {
                piece.value
            } else {
                let op = Op::Extract { high: bit(high), low: bit(low) };
                apply(terms, op, &[piece.value])
            };
            validity = apply(terms, Op::And, &[validity, piece.validity]);
            joined = Some(match joined {
                None => part,
                Some(lower) => apply(terms, Op::Concat, &[part, lower]),
            });
            byte = end;
        }
        let value = joined.unwrap_or_else(|| Value::constant(Term::FALSE));
        Ok((value, validity))
    }

    /// The moment since which a range is what it is: that of its latest piece or filling.
    pub(crate) fn since(&self, range: Range, time: Time) -> Time {
        let moments =
            Memory::bytes_of(range).map(|byte| match self.source_of(range.storage, byte, time) {
                Ok(piece) => self.piece(piece).since,
                Err(Some(filled)) => self.filled(filled).since,
                Err(None) => Time::START,
            });
        moments.max().unwrap_or(Time::START)
    }

    /// The moment after which a byte is overwritten for the first time after `time`; `None` if never.
    pub(crate) fn next_write(&self, storage: Storage, byte: u32, time: Time) -> Option<Time> {
        let piece = self.bytes.get(&(storage, byte)).and_then(|history| {
            let after = history.partition_point(|&(since, _)| since <= time);
            history.get(after).map(|&(since, _)| since)
        });
        let first = |list: &Vec<u32>| {
            let after = list.partition_point(|&id| self.filled[id as usize].since <= time);
            list[after..].iter().copied().find(|&id| {
                let range = self.filled[id as usize].range;
                range.offset <= byte && byte < range.end()
            })
        };
        let near = self.filled_in_block.get(&(storage, byte / BLOCK)).and_then(first);
        let large = self.filled_large.get(&storage).and_then(first);
        let filled = [near, large].into_iter().flatten().map(|id| self.filled[id as usize].since);
        filled.chain(piece).min()
    }

    /// What was written after one moment and up to another, in order.
    pub(crate) fn written(&self, from: Time, to: Time) -> impl Iterator<Item = &Piece> {
        let start = self.writes.partition_point(|&(time, _)| time <= from);
        let writes = self.writes[start..].iter().take_while(move |&&(time, _)| time <= to);
        writes.map(|&(_, id)| &self.pieces[id as usize])
    }

    /// Runs of bytes that were set after one moment and up to another.
    pub(crate) fn filled_between(&self, from: Time, to: Time) -> impl Iterator<Item = &Filled> {
        let start = self.filled.partition_point(|filled| filled.since <= from);
        self.filled[start..].iter().take_while(move |filled| filled.since <= to)
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    pub(crate) fn fillings(&self) -> &[Filled] {
        &self.filled
    }
}
