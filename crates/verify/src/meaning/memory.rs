//! The contents of storage at every moment, as terms.
//!
//! A *piece* is a range of bytes with one term and the moment since which it is there; every byte knows its pieces. Long runs of bytes that a
//! step sets at once (*fills*) become pieces when they are read. Registers, and facts about storage, are read as they were
//! written: they have one piece at a time.

use rustc_hash::FxHashMap;
use whydunit_claim::{Range, Storage};
use whydunit_term::{Term, Terms};

use crate::limits::LARGEST_NOTED;

/// A moment: the number of writes before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct Time(u32);

impl Time {
    pub(super) const START: Time = Time(0);
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    range: Range,
    value: Term,
    /// Was it given a value? Where it was not, the term stands for whatever the bytes are.
    given: Term,
    since: Time,
}

/// What a run of bytes is set to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Filling {
    /// The bytes of another place, as they were at a moment.
    Copy { from: Storage, offset: u32, at: Time },
    /// One byte, repeated.
    Repeat(Term),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Fill {
    pub(super) range: Range,
    pub(super) filling: Filling,
    pub(super) since: Time,
    pub(super) step: usize,
}

/// A run of bytes that has to become a piece before it can be read: part of a fill, or of what was never written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Missing {
    pub(super) range: Range,
    pub(super) fill: Option<Fill>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Piece(u32),
    Fill(u32),
    Nothing,
}

#[derive(Debug, Default)]
pub(super) struct Memory {
    pieces: Vec<Piece>,
    /// For each byte what has decided it, by time.
    bytes: FxHashMap<(Storage, u32), Vec<(Time, Source)>>,
    fills: Vec<Fill>,
    /// For each container its large fills, by time: a step that clears a megabyte should cost nothing until something of it is read.
    large: FxHashMap<Storage, Vec<u32>>,
    clock: u32,
}

impl Memory {
    pub(super) fn now(&self) -> Time {
        Time(self.clock)
    }

    fn tick(&mut self) -> Time {
        self.clock += 1;
        self.now()
    }

    /// The keys under which a range is looked up.
    fn keys(range: Range) -> std::ops::Range<u32> {
        match range.storage {
            Storage::Object(_) => range.offset..range.end(),
            _ => 0..1,
        }
    }

    pub(super) fn write(&mut self, range: Range, value: Term, given: Term) {
        let since = self.tick();
        self.insert(range, value, given, since);
    }

    pub(super) fn fill(&mut self, range: Range, filling: Filling, step: usize) {
        let since = self.tick();
        let id = self.fills.len() as u32;
        self.fills.push(Fill { range, filling, since, step });
        if range.size > LARGEST_NOTED {
            self.large.entry(range.storage).or_default().push(id);
        } else {
            self.note(range, since, Source::Fill(id));
        }
    }

    /// Adds a piece that has been there since an earlier moment.
    pub(super) fn insert(&mut self, range: Range, value: Term, given: Term, since: Time) {
        let id = self.pieces.len() as u32;
        self.pieces.push(Piece { range, value, given, since });
        self.note(range, since, Source::Piece(id));
    }

    /// What is noted later for the same moment counts: a piece is made from a fill.
    fn note(&mut self, range: Range, since: Time, source: Source) {
        for byte in Memory::keys(range) {
            let history = self.bytes.entry((range.storage, byte)).or_default();
            let position = history.partition_point(|&(time, _)| time <= since);
            history.insert(position, (since, source));
        }
    }

    /// What decides a byte at a moment.
    fn source(&self, storage: Storage, byte: u32, time: Time) -> Source {
        let noted = self.bytes.get(&(storage, byte)).and_then(|history| {
            let after = history.partition_point(|&(since, _)| since <= time);
            Some(history[after.checked_sub(1)?])
        });
        let large = self.large.get(&storage).and_then(|fills| {
            let after = fills.partition_point(|&id| self.fills[id as usize].since <= time);
            fills[..after].iter().rev().copied().find(|&id| {
                let range = self.fills[id as usize].range;
                (range.offset..range.end()).contains(&byte)
            })
        });
        match (noted, large) {
            (Some((since, _)), Some(id)) if since < self.fills[id as usize].since => {
                Source::Fill(id)
            }
            (Some((_, source)), _) => source,
            (None, Some(id)) => Source::Fill(id),
            (None, None) => Source::Nothing,
        }
    }

    /// The moment since which a range is what it is.
    pub(super) fn since(&self, range: Range, time: Time) -> Time {
        let moments =
            Memory::keys(range).map(|byte| match self.source(range.storage, byte, time) {
                Source::Piece(id) => self.pieces[id as usize].since,
                Source::Fill(id) => self.fills[id as usize].since,
                Source::Nothing => Time::START,
            });
        moments.max().unwrap_or(Time::START)
    }

    /// What a range holds at a moment, and whether it was given a value.
    pub(super) fn read(
        &self,
        terms: &mut Terms,
        range: Range,
        time: Time,
    ) -> Result<(Term, Term), Missing> {
        if !matches!(range.storage, Storage::Object(_)) {
            let Source::Piece(id) = self.source(range.storage, 0, time) else {
                return Err(Missing { range, fill: None });
            };
            let Piece { value, given, .. } = self.pieces[id as usize];
            return Ok((terms.resize(value, 8 * range.size, false), given));
        }
        let mut joined: Option<Term> = None;
        let mut all_given = Vec::new();
        let mut byte = range.offset;
        while byte < range.end() {
            let source = self.source(range.storage, byte, time);
            let mut end = byte + 1;
            while end < range.end() && self.source(range.storage, end, time) == source {
                end += 1;
            }
            let Source::Piece(id) = source else {
                let fill = match source {
                    Source::Fill(id) => Some(self.fills[id as usize]),
                    _ => None,
                };
                return Err(Missing { range: Range::new(range.storage, byte, end - byte), fill });
            };
            let Piece { range: whole, value, given, .. } = self.pieces[id as usize];
            let (low, high) = (8 * (byte - whole.offset), 8 * (end - whole.offset));
            let part = match (low, high == terms.width(value)) {
                (0, true) => value,
                _ => terms.extract(value, high - 1, low),
            };
            joined = Some(joined.map_or(part, |lower| terms.concat(part, lower)));
            if given != Term::TRUE {
                all_given.push(given);
            }
            byte = end;
        }
        Ok((joined.unwrap_or(Term::FALSE), terms.and(&all_given)))
    }
}
