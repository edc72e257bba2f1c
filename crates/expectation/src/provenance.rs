//! Text that was composed in storage before it was printed: which call of the `sprintf` family wrote each byte, through copies.
//!
//! A byte keeps its origin while it is copied alone or with others (`strcpy`, `memcpy`, assignments of records, a loop of the program's own); whatever else is stored there has none.

use rustc_hash::FxHashMap;
use whydunit_interp::{BulkSource, Cell, CellObject, ObjectId, Piece};

use crate::record::Execution;

/// A byte of the text that a call composed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Origin {
    /// Among the calls.
    call: usize,
    at: usize,
}

/// A call that composed text.
#[derive(Clone, Debug)]
struct Composed {
    call: Execution,
    caller: Option<Execution>,
    pieces: Vec<Piece>,
}

/// A stretch of printed text with the call that it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stretch {
    pub(crate) call: Execution,
    pub(crate) caller: Option<Execution>,
    /// In the text that is printed.
    pub(crate) start: usize,
    pub(crate) length: usize,
    /// Counted from the start of the stretch.
    pub(crate) pieces: Vec<Piece>,
}

#[derive(Default)]
pub(crate) struct Provenance {
    calls: Vec<Composed>,
    /// Of bytes in storage, and of registers that hold one.
    origins: FxHashMap<(CellObject, u64), Origin>,
    /// Bytes that the step at hand has read from storage.
    reads: Vec<(ObjectId, u64, u8)>,
    /// What the step at hand writes next, byte by byte.
    writes: std::vec::IntoIter<Option<Origin>>,
    /// What the step at hand read last, a byte in storage or a register.
    last: Option<(u64, Option<Origin>)>,
}

impl Provenance {
    pub(crate) fn step(&mut self) {
        self.reads.clear();
        self.writes = Vec::new().into_iter();
        self.last = None;
    }

    pub(crate) fn read(&mut self, cell: Cell, bits: u64) {
        if cell.bits.is_some() {
            return;
        }
        match (cell.object, u8::try_from(bits)) {
            (CellObject::Memory(object), Ok(byte)) if cell.size == 1 => {
                self.reads.push((object, u64::from(cell.offset), byte));
            }
            (CellObject::Register { .. }, Ok(_)) => {}
            _ => return,
        }
        let origin = self.origins.get(&(cell.object, u64::from(cell.offset))).copied();
        self.last = Some((bits, origin));
    }

    pub(crate) fn write(&mut self, cell: Cell, bits: u64) {
        let start = u64::from(cell.offset);
        let origin = match self.writes.next() {
            Some(origin) => origin,
            // A byte in, the same byte out: it was copied.
            None => self.last.filter(|(read, _)| *read == bits).and_then(|(_, origin)| origin),
        };
        let is_register = matches!(cell.object, CellObject::Register { .. });
        self.set(cell.object, start, origin.filter(|_| cell.size == 1 || is_register));
        if !is_register {
            for offset in start + 1..start + u64::from(cell.size) {
                self.set(cell.object, offset, None);
            }
        }
    }

    fn set(&mut self, object: CellObject, offset: u64, origin: Option<Origin>) {
        match origin {
            Some(origin) => drop(self.origins.insert((object, offset), origin)),
            None if self.origins.is_empty() => {}
            None => drop(self.origins.remove(&(object, offset))),
        }
    }

    pub(crate) fn bulk_write(
        &mut self,
        object: ObjectId,
        offset: u64,
        bytes: &[u8],
        source: BulkSource,
    ) {
        if self.origins.is_empty() {
            return;
        }
        let count = bytes.len() as u64;
        let from = |index: u64| match source {
            BulkSource::Copy { object, offset } => {
                self.origins.get(&(CellObject::Memory(object), offset + index)).copied()
            }
            BulkSource::Fill(_) => None,
        };
        let found: Vec<Option<Origin>> = (0..count).map(from).collect();
        for (index, origin) in (0..count).zip(found) {
            self.set(CellObject::Memory(object), offset + index, origin);
        }
    }

    /// The step at hand composes this text, and writes it next.
    pub(crate) fn composed(
        &mut self,
        call: Execution,
        caller: Option<Execution>,
        text: &[u8],
        pieces: &[Piece],
    ) {
        let number = self.calls.len();
        let mut origins: Vec<Option<Origin>> =
            (0..text.len()).map(|at| Some(Origin { call: number, at })).collect();
        for piece in pieces {
            for (at, origin) in (piece.start..piece.end).zip(self.of_piece(text, *piece)) {
                origins[at] = Some(origin);
            }
        }
        self.calls.push(Composed { call, caller, pieces: pieces.to_vec() });
        self.writes = origins.into_iter();
    }

    /// The origins of a string that was converted; none if it has none throughout.
    fn of_piece(&self, text: &[u8], piece: Piece) -> Vec<Origin> {
        let wanted = &text[piece.start..piece.end];
        if piece.conversion != b's' || wanted.is_empty() || self.origins.is_empty() {
            return Vec::new();
        }
        let is_it = |window: &&[(ObjectId, u64, u8)]| {
            let (object, first, _) = window[0];
            window.iter().zip(first..).zip(wanted).all(|((read, offset), byte)| {
                read.0 == object && read.1 == offset && read.2 == *byte
            })
        };
        let origins = |window: &[(ObjectId, u64, u8)]| -> Option<Vec<Origin>> {
            let of = |read: &(ObjectId, u64, u8)| {
                self.origins.get(&(CellObject::Memory(read.0), read.1)).copied()
            };
            window.iter().map(of).collect()
        };
        let windows = self.reads.windows(wanted.len()).filter(is_it);
        windows.into_iter().find_map(origins).unwrap_or_default()
    }

    /// The parts of a text that is printed which were composed before, in their order.
    pub(crate) fn stretches(&self, text: &[u8], pieces: &[Piece]) -> Vec<Stretch> {
        let mut found = Vec::new();
        for piece in pieces {
            let origins = self.of_piece(text, *piece);
            let mut start = 0;
            while start < origins.len() {
                let end = (start + 1..origins.len())
                    .find(|&at| {
                        let (before, here) = (origins[at - 1], origins[at]);
                        (before.call, before.at + 1) != (here.call, here.at)
                    })
                    .unwrap_or(origins.len());
                found.push(self.stretch(origins[start], piece.start + start, end - start));
                start = end;
            }
        }
        found
    }

    fn stretch(&self, origin: Origin, start: usize, length: usize) -> Stretch {
        let Composed { call, caller, pieces } = &self.calls[origin.call];
        let (from, to) = (origin.at, origin.at + length);
        // The end of a number says nothing of its value; of a word the beginning is one.
        let is_whole = |piece: &&Piece| from <= piece.start && piece.end <= to;
        let is_begun =
            |piece: &&Piece| piece.conversion == b's' && from <= piece.start && piece.start < to;
        let within = pieces.iter().filter(|piece| is_whole(piece) || is_begun(piece));
        let pieces = within
            .map(|piece| Piece {
                start: piece.start.max(from) - from,
                end: piece.end.min(to) - from,
                ..*piece
            })
            .collect();
        Stretch { call: *call, caller: *caller, start, length, pieces }
    }
}
