//! Which steps of a run read what some range of storage holds?
//!
//! Short reads are found by the words they touch, so that a question costs the readers of a word and not those of the run.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::encoder::{Encoder, Style};
use crate::limits::{LONGEST_READ, WORD};
use crate::memory::Time;
use crate::run::SymbolicRun;
use crate::storage::{Range, Storage};

/// A read: the step, what it read, and the moment that it looked back to, if any (`\old`).
pub(crate) type Read = (u32, Range, Option<Time>);

#[derive(Clone, Debug, Default)]
pub(crate) struct Readers {
    /// Steps that read a word of storage, ascending.
    words: FxHashMap<(Storage, u32), Vec<u32>>,
    long: FxHashMap<Storage, Vec<(u32, Range)>>,
    /// Reads of earlier contents, with the moments they look back to.
    old: FxHashMap<Storage, Vec<(u32, Range, Time)>>,
}

impl Readers {
    pub(crate) fn note(&mut self, (step, range, at): Read) {
        if let Some(time) = at {
            self.old.entry(range.storage).or_default().push((step, range, time));
            return;
        }
        if range.size > LONGEST_READ {
            let readers = self.long.entry(range.storage).or_default();
            let position = readers.partition_point(|&(reader, _)| reader <= step);
            readers.insert(position, (step, range));
            return;
        }
        for word in words(range) {
            let readers = self.words.entry((range.storage, word)).or_default();
            // Nearly always the last; unions are made later.
            let position = readers.partition_point(|&reader| reader < step);
            if readers.get(position) != Some(&step) {
                readers.insert(position, step);
            }
        }
    }

    /// Has the step made short reads of all these words?
    fn has_read(&self, step: u32, range: Range) -> bool {
        words(range).all(|word| {
            let readers = self.words.get(&(range.storage, word));
            readers.is_some_and(|readers| readers.binary_search(&step).is_ok())
        })
    }

    /// Steps after `step` that read a range as it is from `since` on and up to `end`. `times` are the moments before the steps.
    fn between(
        &self,
        range: Range,
        (since, end): (Time, Option<Time>),
        step: u32,
        times: &[Time],
        add: &mut dyn FnMut(u32),
    ) {
        let is_in_time = |reader: u32| end.is_none_or(|end| times[reader as usize] < end);
        let touches = |read: Range| read.offset < range.end() && range.offset < read.end();
        for word in words(range) {
            let Some(readers) = self.words.get(&(range.storage, word)) else { continue };
            let first = readers.partition_point(|&reader| reader <= step);
            let found = readers[first..].iter().copied();
            found.take_while(|&reader| is_in_time(reader)).for_each(&mut *add);
        }
        if let Some(readers) = self.old.get(&range.storage) {
            let sees = |read: Range, time: Time| {
                touches(read) && since <= time && end.is_none_or(|end| time < end)
            };
            let found =
                readers.iter().filter(|&&(reader, read, time)| reader > step && sees(read, time));
            found.map(|&(reader, ..)| reader).for_each(&mut *add);
        }
        if let Some(readers) = self.long.get(&range.storage) {
            let first = readers.partition_point(|&(reader, _)| reader <= step);
            let found = readers[first..].iter().filter(|(_, read)| touches(*read));
            found.map(|&(reader, _)| reader).filter(|&reader| is_in_time(reader)).for_each(add);
        }
    }
}

impl Encoder<'_> {
    /// The step at hand reads a range, now or as it was then. Formulas of equations are not evaluated again.
    pub(crate) fn note_read(&mut self, range: Range, at: Option<Time>) {
        if self.style == Style::Functions {
            self.read_log.push((self.step, range, at));
        }
    }
}

impl SymbolicRun {
    /// Steps after `step` that read what a range holds from a moment on, until it is overwritten.
    pub(crate) fn queue_readers(
        &self,
        queue: &mut BTreeSet<u32>,
        range: Range,
        since: Time,
        step: u32,
    ) {
        let end = self.overwritten(range, since);
        let mut add = |reader: u32| {
            let reader = self.as_one(reader);
            if reader > step {
                queue.insert(reader);
            }
        };
        self.readers.between(range, (since, end), step, &self.times, &mut add);
    }

    /// Has the step read all this in the run as well?
    pub(crate) fn reads_as_before(&self, step: u32, reads: &[Read]) -> bool {
        !self.unions.contains_key(&step)
            && reads.iter().all(|&(_, range, at)| {
                at.is_none() && range.size <= LONGEST_READ && self.readers.has_read(step, range)
            })
    }

    /// A step inside of a union is part of its one step.
    pub(crate) fn as_one(&self, step: u32) -> u32 {
        match self.unions.range(..=step).next_back() {
            Some((&branch, &end)) if step <= end => branch,
            _ => step,
        }
    }

    /// The moment at which nothing of a range is left.
    fn overwritten(&self, range: Range, since: Time) -> Option<Time> {
        if range.size > LONGEST_READ {
            return None;
        }
        let bytes = match range.storage {
            Storage::Object(_) => range.offset..range.end(),
            _ => 0..1,
        };
        let mut latest = Time::START;
        for byte in bytes {
            latest = latest.max(self.memory.next_write(range.storage, byte, since)?);
        }
        Some(latest)
    }
}

fn words(range: Range) -> std::ops::RangeInclusive<u32> {
    match range.storage {
        Storage::Object(_) => range.offset / WORD..=(range.end().max(1) - 1) / WORD,
        _ => 0..=0,
    }
}
