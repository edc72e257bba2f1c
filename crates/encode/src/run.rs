//! The run as functions of its inputs, and what becomes of it when one value is another.
//!
//! Every value is a term over the inputs; each step has the condition under which it goes on along the trace (the branch goes the
//! same way, checks pass, addresses stay in their objects). Relevance asks what a replaced value would have changed:
//! [`SymbolicRun::replace`] evaluates again only the steps that read something that changed, and shares everything else. A step costs work only
//! for its own reads, so the cost of one replacement is that of the steps it touches.
//!
//! An answer is the program's own or unknown. At the failing step the question is that step's condition; should another value break
//! another check of the same step, the run counts as leaving the trace there.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_interp::ObjectId;
use whydunit_program::Program;
use whydunit_term::{Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::encoder::{
    Addresses, Contribution, EncodeError, Encoder, Halt, InputVariable, LocalObjects, Snapshots,
    Style, Unset,
};
use crate::formula::Inputs;
use crate::initial::Initial;
use crate::memory::{Memory, Time};
use crate::storage::{Range, Storage, Value};

/// Reads are found by the word they touch.
const WORD: u32 = 8;
/// Longer reads (copies) are kept as ranges.
const LONGEST_READ: u32 = 16;

/// A write of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    pub range: Range,
    pub term: Term,
    /// What it was in the run.
    pub known: Term,
}

#[derive(Clone, Debug)]
pub struct SymbolicRun {
    pub inputs: Vec<InputVariable>,
    pub unset: Vec<Unset>,
    /// `φ`.
    pub check: Term,
    conditions: Vec<Term>,
    memory: Rc<Memory>,
    times: Vec<Time>,
    /// Steps that read a word of storage, ascending.
    readers: FxHashMap<(Storage, u32), Vec<u32>>,
    long_readers: FxHashMap<Storage, Vec<(u32, Range)>>,
    /// Reads of earlier contents (`\\old`), with the moments they look back to.
    old_readers: FxHashMap<Storage, Vec<(u32, Range, Time)>>,
    locals: Rc<LocalObjects>,
    snapshots: Rc<Snapshots>,
    pushed_back: Rc<Vec<(u32, u32)>>,
    created: Rc<FxHashMap<ObjectId, Time>>,
    given_inputs: Rc<FxHashMap<u32, Term>>,
    initial: Initial,
}

/// The rest of a run with one value replaced. What is not mentioned is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// Steps whose conditions differ, ascending, with the new ones.
    pub conditions: Vec<(u32, Term)>,
    /// `φ` with the replaced value.
    pub check: Term,
    /// Steps that were evaluated again.
    pub evaluated: usize,
}

impl SymbolicRun {
    pub fn encode(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        inputs: Inputs,
    ) -> Result<SymbolicRun, EncodeError> {
        let mut encoder = Encoder::new(program, trace, terms, Style::Functions, Addresses::Exact);
        encoder.constant_inputs = inputs == Inputs::Fixed;
        encoder.walk()?;
        let Encoder {
            contributions,
            memory,
            times,
            inputs,
            unset,
            violated,
            read_log,
            locals,
            snapshots,
            pushed_back,
            created,
            initial,
            terms,
            ..
        } = encoder;
        let conditions = contributions.iter().map(|part| condition_of(terms, part)).collect();
        let given_inputs =
            Rc::new(inputs.iter().map(|input| (input.record, input.variable)).collect());
        let mut run = SymbolicRun {
            inputs,
            unset,
            check: violated.unwrap_or(Term::FALSE),
            conditions,
            memory: Rc::new(memory),
            times,
            readers: FxHashMap::default(),
            long_readers: FxHashMap::default(),
            old_readers: FxHashMap::default(),
            locals,
            snapshots,
            pushed_back,
            created,
            given_inputs,
            initial,
        };
        for (step, range, at) in read_log {
            match at {
                None => run.note_reader(step, range),
                Some(time) => {
                    run.old_readers.entry(range.storage).or_default().push((step, range, time));
                }
            }
        }
        Ok(run)
    }

    fn note_reader(&mut self, step: u32, range: Range) {
        if range.size > LONGEST_READ {
            self.long_readers.entry(range.storage).or_default().push((step, range));
            return;
        }
        for word in words(range) {
            let readers = self.readers.entry((range.storage, word)).or_default();
            if readers.last() != Some(&step) {
                readers.push(step);
            }
        }
    }

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.conditions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// When does a step go on along the trace?
    pub fn condition(&self, step: usize) -> Term {
        self.conditions[step]
    }

    /// The scalars that a step wrote, in order.
    pub fn writes(&self, step: usize) -> Vec<Written> {
        let written = self.memory.written(self.times[step], self.times[step + 1]);
        let described = written.map(|piece| Written {
            range: piece.range,
            term: piece.value.term,
            known: piece.value.known,
        });
        described.collect()
    }

    /// The runs of bytes that a step set at once.
    pub fn filled(&self, step: usize) -> Vec<Range> {
        let filled = self.memory.filled_between(self.times[step], self.times[step + 1]);
        filled.map(|filled| filled.range).collect()
    }

    /// What a range holds before a step.
    pub fn contents(&self, terms: &mut Terms, range: Range, step: usize) -> Option<Term> {
        self.memory.read(terms, range, self.times[step]).ok().map(|(value, _)| value.term)
    }

    /// The rest of the run when `range`, which `step` wrote, holds `value` after it instead.
    pub fn replace(
        &self,
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        step: usize,
        range: Range,
        value: Term,
    ) -> Result<Replaced, EncodeError> {
        let start = self.times[step + 1];
        let gap = |message: &str| EncodeError { step, message: message.into() };
        let (old, _) = self
            .memory
            .read(terms, range, start)
            .map_err(|_| gap("the replaced cell has no contents"))?;
        let mut encoder = Encoder::new(program, trace, terms, Style::Functions, Addresses::Exact);
        encoder.memory = Memory::over(Rc::clone(&self.memory));
        encoder.locals = Rc::clone(&self.locals);
        encoder.snapshots = Rc::clone(&self.snapshots);
        encoder.pushed_back = Rc::clone(&self.pushed_back);
        encoder.created = Rc::clone(&self.created);
        encoder.initial = self.initial.clone();
        encoder.is_replay = true;
        encoder.constant_inputs = self.inputs.is_empty();
        encoder.given_inputs = Rc::clone(&self.given_inputs);
        let held = Value { term: value, known: old.known };
        encoder.memory.insert(range, held, start, Value::constant(Term::TRUE));
        let mut replaced = Replaced { conditions: Vec::new(), check: self.check, evaluated: 0 };
        let mut queue = BTreeSet::new();
        self.queue_readers(&mut queue, range, start, step as u32);
        while let Some(step) = queue.pop_first() {
            self.evaluate_again(&mut encoder, step, &mut queue, &mut replaced)?;
        }
        Ok(replaced)
    }

    fn evaluate_again(
        &self,
        encoder: &mut Encoder<'_>,
        step: u32,
        queue: &mut BTreeSet<u32>,
        replaced: &mut Replaced,
    ) -> Result<(), EncodeError> {
        replaced.evaluated += 1;
        let index = step as usize;
        let (from, to) = (self.times[index], self.times[index + 1]);
        encoder.step = step;
        encoder.first = step;
        encoder.contributions = vec![Contribution::default()];
        encoder.violated = None;
        encoder.read_log.clear();
        encoder.memory.rewind(from, to);
        let pieces = encoder.memory.pieces().len();
        let fillings = encoder.memory.fillings().len();
        match encoder.evaluate_step() {
            Ok(()) => {}
            Err(Halt::Violated) if encoder.is_last() => {}
            Err(Halt::Gap(_)) if encoder.is_last() => {}
            Err(Halt::Violated) => return Err(encoder.gap("a check fails that the run passed")),
            Err(Halt::Gap(message)) => return Err(encoder.gap(message)),
        }
        if encoder.is_last() {
            replaced.check = match encoder.violated {
                Some(term) => term,
                None => encoder.unlike_run()?,
            };
        }
        let contribution = std::mem::take(&mut encoder.contributions[0]);
        let condition = condition_of(encoder.terms, &contribution);
        if condition != self.conditions[index] {
            replaced.conditions.push((step, condition));
        }
        let written: Vec<(Range, Value, Time)> = encoder.memory.pieces()[pieces..]
            .iter()
            .map(|piece| (piece.range, piece.value, piece.since))
            .collect();
        for (range, value, since) in written {
            // What was made only to be read is not a change.
            if since <= from {
                continue;
            }
            let before = self.memory.read(encoder.terms, range, to);
            if !matches!(before, Ok((old, _)) if old.term == value.term) {
                self.queue_readers(queue, range, to, step);
            }
        }
        let filled: Vec<Range> =
            encoder.memory.fillings()[fillings..].iter().map(|filled| filled.range).collect();
        for range in filled {
            self.queue_readers(queue, range, to, step);
        }
        Ok(())
    }

    /// Steps after `step` that read what a range holds from a moment on, until it is overwritten.
    fn queue_readers(&self, queue: &mut BTreeSet<u32>, range: Range, since: Time, step: u32) {
        let end = self.overwritten(range, since);
        let is_in_time = |reader: u32| end.is_none_or(|end| self.times[reader as usize] < end);
        for word in words(range) {
            let Some(readers) = self.readers.get(&(range.storage, word)) else { continue };
            let first = readers.partition_point(|&reader| reader <= step);
            queue.extend(readers[first..].iter().take_while(|&&reader| is_in_time(reader)));
        }
        if let Some(readers) = self.old_readers.get(&range.storage) {
            let sees = |read: Range, time: Time| {
                let touches = read.offset < range.end() && range.offset < read.end();
                touches && since <= time && end.is_none_or(|end| time < end)
            };
            let found =
                readers.iter().filter(|&&(reader, read, time)| reader > step && sees(read, time));
            queue.extend(found.map(|&(reader, ..)| reader));
        }
        if let Some(readers) = self.long_readers.get(&range.storage) {
            let first = readers.partition_point(|&(reader, _)| reader <= step);
            let touches = |read: Range| read.offset < range.end() && range.offset < read.end();
            let found = readers[first..].iter().filter(|(_, read)| touches(*read));
            queue.extend(found.map(|&(reader, _)| reader).filter(|&reader| is_in_time(reader)));
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

fn condition_of(terms: &mut Terms, contribution: &Contribution) -> Term {
    let mut all = contribution.facts.clone();
    all.extend(contribution.condition);
    terms.and(&all)
}
