//! What invariants say at each position, over the variables of the trace formula.
//!
//! A conjunct speaks of storage; at a position, storage holds terms of the formula, and with those in place of its variables the conjunct becomes
//! an *instance*. Going on by one step changes few instances: those of conjuncts that are gained and lost, and those of what the step
//! wrote. Only these changes are kept, so the cost does not grow with the product of positions and conjuncts.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use whydunit_claim::{Explanation, Held, Range, Storage};
use whydunit_term::{Substitution, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::meaning::Formula;
use crate::verdict::Complaint;

/// A conjunct at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Instance {
    pub(crate) conjunct: u32,
    pub(crate) term: Term,
}

/// How instances change over a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    pub(crate) step: usize,
    pub(crate) removed: Vec<Instance>,
    pub(crate) added: Vec<Instance>,
}

#[derive(Debug)]
pub(crate) struct Timeline {
    /// At position 0.
    pub(crate) start: Vec<Instance>,
    /// By step, ascending.
    pub(crate) changes: Vec<Change>,
    /// At the last position.
    pub(crate) end: BTreeMap<u32, Term>,
}

impl Timeline {
    /// Also gives complaints about conjuncts that cannot be read; they have no instances.
    pub(crate) fn new(
        trace: &ErrorTrace,
        formula: &Formula,
        explanation: &Explanation,
        terms: &mut Terms,
    ) -> (Timeline, Vec<Complaint>) {
        let mut reader = Reader::new(formula, explanation, terms);
        let mut instances = Instances::new(explanation.state.len());
        let mut complaints = reader.complaints(explanation);
        let mut intervals = explanation.intervals.iter();
        let mut start = Vec::new();
        if let Some(first) = intervals.next() {
            for &conjunct in &first.gained {
                let read = reader.instance(terms, conjunct, 0);
                start.extend(instances.put(&reader, conjunct, 0, read, &mut complaints));
            }
        }
        let mut changes = Vec::new();
        let mut next = intervals.next();
        for step in 0..trace.steps.len().saturating_sub(1) {
            let position = step + 1;
            let mut outdated = instances.speaking_of(reader.written(trace, step));
            let mut change = Change { step, removed: Vec::new(), added: Vec::new() };
            if let Some(interval) = next.filter(|interval| interval.from == position) {
                for &conjunct in &interval.lost {
                    outdated.remove(&conjunct);
                    change.removed.extend(instances.take(&reader, conjunct));
                }
                for &conjunct in &interval.gained {
                    let read = reader.instance(terms, conjunct, position);
                    let put = instances.put(&reader, conjunct, position, read, &mut complaints);
                    change.added.extend(put);
                }
                next = intervals.next();
            }
            for conjunct in outdated {
                let read = reader.instance(terms, conjunct, position);
                if read.is_some() && read == instances.current.get(&conjunct).copied() {
                    continue;
                }
                change.removed.extend(instances.take(&reader, conjunct));
                let put = instances.put(&reader, conjunct, position, read, &mut complaints);
                change.added.extend(put);
            }
            if !(change.removed.is_empty() && change.added.is_empty()) {
                changes.push(change);
            }
        }
        (Timeline { start, changes, end: instances.current }, complaints)
    }
}

/// The instances at one position, and which of them speak of which part of the state.
struct Instances {
    current: BTreeMap<u32, Term>,
    /// By the number of the state variable.
    speaking: Vec<BTreeSet<u32>>,
}

impl Instances {
    fn new(variables: usize) -> Instances {
        Instances { current: BTreeMap::new(), speaking: vec![BTreeSet::new(); variables] }
    }

    fn speaking_of(&self, variables: Vec<usize>) -> BTreeSet<u32> {
        variables.into_iter().flat_map(|variable| self.speaking[variable].iter().copied()).collect()
    }

    fn take(&mut self, reader: &Reader<'_>, conjunct: u32) -> Option<Instance> {
        let term = self.current.remove(&conjunct)?;
        for &variable in reader.variables(conjunct) {
            self.speaking[variable].remove(&conjunct);
        }
        Some(Instance { conjunct, term })
    }

    fn put(
        &mut self,
        reader: &Reader<'_>,
        conjunct: u32,
        position: usize,
        read: Option<Term>,
        complaints: &mut Vec<Complaint>,
    ) -> Option<Instance> {
        let variables = reader.conjuncts[conjunct as usize].as_ref()?;
        let Some(term) = read else {
            complaints.push(Complaint::NoContents { conjunct, position });
            return None;
        };
        self.current.insert(conjunct, term);
        for &variable in variables {
            self.speaking[variable].insert(conjunct);
        }
        Some(Instance { conjunct, term })
    }
}

/// Finds what state variables hold.
struct Reader<'a> {
    formula: &'a Formula,
    explanation: &'a Explanation,
    /// The state variables of each conjunct; `None` if it is no condition over them.
    conjuncts: Vec<Option<Vec<usize>>>,
    /// The state variables in a container.
    by_storage: FxHashMap<Storage, Vec<usize>>,
    /// What steps set, by step.
    written: Vec<(usize, Range)>,
    inputs: FxHashMap<u32, Term>,
    /// What nothing has set is what the run found there.
    unset: Substitution,
}

impl<'a> Reader<'a> {
    fn new(formula: &'a Formula, explanation: &'a Explanation, terms: &mut Terms) -> Reader<'a> {
        let mut numbers = FxHashMap::default();
        let mut by_storage: FxHashMap<Storage, Vec<usize>> = FxHashMap::default();
        for (number, variable) in explanation.state.iter().enumerate() {
            numbers.insert(variable.variable, number);
            if let Held::Range(range) = variable.held {
                by_storage.entry(range.storage).or_default().push(number);
            }
        }
        let conjuncts = explanation.conjuncts.iter().map(|conjunct| {
            let variables = terms.variables(&[conjunct.term]);
            let known = variables.iter().map(|variable| numbers.get(variable).copied());
            known.collect::<Option<Vec<_>>>().filter(|_| terms.sort(conjunct.term).is_bool())
        });
        let conjuncts = conjuncts.collect();
        let definitions = formula.definitions.iter();
        let mut written: Vec<_> =
            definitions.map(|definition| (definition.step, definition.range)).collect();
        written.sort_unstable();
        let inputs = formula.inputs.iter().map(|input| (input.record, input.variable)).collect();
        let mut unset = Substitution::new();
        for contents in &formula.unset {
            unset.insert(terms, contents.variable, contents.known);
        }
        Reader { formula, explanation, conjuncts, by_storage, written, inputs, unset }
    }

    fn complaints(&self, explanation: &Explanation) -> Vec<Complaint> {
        let all = 0..explanation.conjuncts.len() as u32;
        all.filter(|&conjunct| self.conjuncts[conjunct as usize].is_none())
            .map(|conjunct| Complaint::NoCondition { conjunct })
            .collect()
    }

    fn variables(&self, conjunct: u32) -> &[usize] {
        self.conjuncts[conjunct as usize].as_deref().unwrap_or_default()
    }

    /// The state variables that a step may have changed.
    fn written(&self, trace: &ErrorTrace, step: usize) -> Vec<usize> {
        let from = self.written.partition_point(|&(at, _)| at < step);
        let to = self.written.partition_point(|&(at, _)| at <= step);
        let mut found = Vec::new();
        let mut add = |storage: Storage, begin: u64, end: u64| {
            let candidates = self.by_storage.get(&storage).into_iter().flatten();
            found.extend(candidates.filter(|&&number| match self.explanation.state[number].held {
                Held::Range(range) => {
                    let (offset, size) = (u64::from(range.offset), u64::from(range.size));
                    // Registers are written as a whole.
                    !matches!(storage, Storage::Object(_)) || offset < end && begin < offset + size
                }
                _ => false,
            }));
        };
        for &(_, range) in &self.written[from..to] {
            let begin = u64::from(range.offset);
            add(range.storage, begin, begin + u64::from(range.size));
        }
        for bulk in trace.bulk_writes(&trace.steps[step]) {
            add(Storage::Object(bulk.object), bulk.offset, bulk.offset + bulk.size);
        }
        found
    }

    fn instance(&mut self, terms: &mut Terms, conjunct: u32, position: usize) -> Option<Term> {
        let mut replacements = Substitution::new();
        let variables = self.conjuncts[conjunct as usize].as_ref()?;
        for &number in variables {
            let state = self.explanation.state[number];
            let term = match state.held {
                Held::Range(range) => self.formula.contents(terms, range, position)?,
                Held::Past { range, position: then } if then as usize <= position => {
                    self.formula.contents(terms, range, then as usize)?
                }
                Held::Past { .. } => return None,
                Held::Input(record) => *self.inputs.get(&record)?,
            };
            if terms.sort(term) != terms.sort(state.variable) {
                return None;
            }
            let term = self.unset.apply(terms, term);
            replacements.insert(terms, state.variable, term);
        }
        Some(replacements.apply(terms, self.explanation.conjuncts[conjunct as usize].term))
    }
}
