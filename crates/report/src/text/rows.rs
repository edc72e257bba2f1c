//! Which lines an explanation has as text, in which order, and what is said in each.
//!
//! Steps that matter are told in the order of the run, with the invariant that holds between two of them where it adds to what
//! was just said. What repeats is folded: inside the outermost loop or recursion, each statement has one line for all the times
//! that it mattered, in the order of the source, and iterations that share an invariant share a line. A brief listing leaves out
//! invariants that consist of facts that were told before. The few rows of the default answer are chosen in [`crate::brief`].
//!
//! What is said in a row comes in several lengths: how much room there is, is known to who arranges the rows.

use std::collections::{BTreeMap, BTreeSet};

use super::repetition::{Repetitions, iteration_ranges};
use crate::limits::{MOST_CONJUNCTS, MOST_RUNS};
use crate::words::{Tone, Wording, invariant_worded, reason_worded, repeated_reason};
use crate::{
    DeclarationReport, ExplanationReport, InvariantReport, Label, RelevantReport, StepReport,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// A step, by its number, or several of the same statement, by the number of the first.
    Statement {
        step: usize,
        line_text: String,
        label: Option<Label>,
        /// From long to short.
        reasons: Vec<String>,
    },
    /// `position` is the step that follows it.
    Declaration { position: usize, declaration: DeclarationReport, reason: String },
    /// From long to short.
    Invariant(Vec<String>),
}

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Detail {
    /// Every step has a row of its own.
    pub(crate) unfold: bool,
    /// Invariants are left out that the reader can put together.
    pub(crate) is_brief: bool,
}

/// One time that a statement mattered.
#[derive(Clone, Copy)]
pub(crate) struct Occurrence<'r> {
    pub(crate) entry: &'r RelevantReport,
    /// Of a declaration: the step after it.
    pub(crate) step: &'r StepReport,
}

impl<'r> Occurrence<'r> {
    /// The statement that is told of: its function and its place.
    fn statement(&self) -> ((&'r str, &'r str), u32, u32) {
        let function = (self.step.function.as_str(), self.step.file.as_str());
        (function, self.entry.line, self.entry.column)
    }
}

/// `failing_line` is the text of the failing line, `failing_values` what was read there.
pub(crate) fn rows(
    steps: &[StepReport],
    explanation: &ExplanationReport,
    (failing_line, failing_values): (&str, &str),
    detail: Detail,
) -> Vec<Row> {
    let failing = steps.len().saturating_sub(1);
    let (mut rows, repetitions) = rows_before_failure(steps, explanation, detail);
    let when = repetitions.when(&[failing]);
    let separator = if when.is_empty() || failing_values.is_empty() { "" } else { ": " };
    let reasons = vec![format!("{when}{separator}{failing_values}")];
    let line_text = failing_line.to_owned();
    rows.push(Row::Statement { step: failing, line_text, label: None, reasons });
    rows
}

/// Without the failing step, and however many there are.
pub(crate) fn rows_before_failure(
    steps: &[StepReport],
    explanation: &ExplanationReport,
    detail: Detail,
) -> (Vec<Row>, Repetitions) {
    let failing = steps.len().saturating_sub(1);
    let occurrences = occurrences(steps, explanation);
    let wanted: BTreeSet<usize> =
        occurrences.iter().map(|it| it.entry.position).chain([failing]).collect();
    let repetitions = Repetitions::of(steps, wanted.into_iter());
    let mut listing = Listing {
        explanation,
        repetitions: &repetitions,
        rows: Vec::new(),
        // The reader has been told the general condition.
        told: invariant_at(explanation, 0).map_or(Vec::new(), |first| first.parts.clone()),
        said: BTreeSet::new(),
        lasting: lasting(explanation),
        is_brief: detail.is_brief,
    };
    listing.say_told();
    let blocks = blocks(&occurrences, &repetitions, detail.unfold);
    for (index, block) in blocks.iter().enumerate() {
        let following = blocks.get(index + 1);
        let next = following.map_or(failing, |block| block.occurrences[0].entry.position);
        if block.is_folded {
            listing.folded(block);
        } else {
            for (index, &occurrence) in block.occurrences.iter().enumerate() {
                listing.statement(occurrence);
                if let Some(next) = block.occurrences.get(index + 1) {
                    listing.invariant_before(
                        next.entry.position,
                        &occurrence.entry.reason.establishes,
                    );
                }
            }
        }
        // The invariants of its iterations are told with a loop.
        if following.is_none_or(|block| block.iterations(&repetitions).is_empty()) {
            let just_told = match block.occurrences.last() {
                Some(last) if !block.is_folded => last.entry.reason.establishes.as_slice(),
                _ => &[],
            };
            listing.invariant_before(next, just_told);
        }
    }
    let rows = listing.rows;
    (rows, repetitions)
}

/// What matters before the failing step, which has a row of its own.
pub(crate) fn occurrences<'r>(
    steps: &'r [StepReport],
    explanation: &'r ExplanationReport,
) -> Vec<Occurrence<'r>> {
    let failing = steps.len().saturating_sub(1);
    let before =
        explanation.relevant.iter().filter(|entry| entry.step.is_none_or(|step| step < failing));
    before
        .filter_map(|entry| Some(Occurrence { entry, step: steps.get(entry.position)? }))
        .collect()
}

/// Neighbours that are told together: a step, or all that matters in one loop or recursion.
pub(crate) struct Block<'o, 'r> {
    pub(crate) occurrences: &'o [Occurrence<'r>],
    /// First step of the loop or recursion.
    pub(crate) region: Option<usize>,
    /// Some statement occurs more than once.
    pub(crate) is_folded: bool,
}

impl Block<'_, '_> {
    /// The iterations that are told of.
    fn iterations<'n>(&self, repetitions: &'n Repetitions) -> &'n [(u32, usize)] {
        match self.region.filter(|_| self.is_folded) {
            Some(start) => repetitions.iterations(start),
            None => &[],
        }
    }
}

pub(crate) fn blocks<'o, 'r>(
    occurrences: &'o [Occurrence<'r>],
    repetitions: &Repetitions,
    unfold: bool,
) -> Vec<Block<'o, 'r>> {
    let region = |it: &Occurrence<'_>| {
        let is_outside = it.entry.reason.declaration.as_ref().is_some_and(|it| !it.is_local);
        if unfold || is_outside { None } else { repetitions.outermost(it.entry.position) }
    };
    occurrences
        .chunk_by(|left, right| region(left).is_some() && region(left) == region(right))
        .map(|occurrences| Block {
            occurrences,
            region: region(&occurrences[0]),
            is_folded: statements(occurrences).len() < occurrences.len(),
        })
        .collect()
}

/// Occurrences of the same statement that are told in the same way together. Functions come in the order in which they first occur, their
/// statements in the order of the source: what sets something in one iteration and leaves it alone in the next has a row for each.
pub(crate) fn statements<'r>(block: &[Occurrence<'r>]) -> Vec<Vec<Occurrence<'r>>> {
    let mut functions: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut groups: BTreeMap<(usize, u32, u32), Vec<Occurrence<'r>>> = BTreeMap::new();
    for occurrence in block {
        let known = functions.len();
        let (function, line, column) = occurrence.statement();
        let number = *functions.entry(function).or_insert(known);
        let key = (number, line, column);
        groups.entry(key).or_default().push(*occurrence);
    }
    let mut told: Vec<Vec<Occurrence<'r>>> = Vec::new();
    for group in groups.into_values() {
        let first = told.len();
        for occurrence in group {
            let tone = |it: &Occurrence<'_>| Tone::of(it.entry, it.step);
            let same = told[first..].iter_mut().find(|it| tone(&it[0]) == tone(&occurrence));
            match same {
                Some(same) => same.push(occurrence),
                None => told.push(vec![occurrence]),
            }
        }
    }
    told
}

struct Listing<'r> {
    explanation: &'r ExplanationReport,
    repetitions: &'r Repetitions,
    rows: Vec<Row>,
    /// The invariant that the reader was told last.
    told: Vec<String>,
    /// Of a brief listing: all facts that the reader was told.
    said: BTreeSet<String>,
    lasting: BTreeMap<&'r str, usize>,
    is_brief: bool,
}

impl Listing<'_> {
    fn statement(&mut self, occurrence: Occurrence<'_>) {
        let Occurrence { entry, step } = occurrence;
        if let Some(declaration) = entry.reason.declaration.clone() {
            let (position, reason) = (entry.position, entry.why.clone());
            self.rows.push(Row::Declaration { position, declaration, reason });
            return;
        }
        let when = self.repetitions.when(&[entry.position]);
        let when = if when.is_empty() { when } else { format!("{when}: ") };
        let lasts = self.is_brief && self.lasts(entry);
        let reasons = Wording::shorter_and_shorter(lasts).map(|wording| {
            format!("{when}{}", reason_worded(entry.role, &entry.reason, step, wording))
        });
        let (line_text, label, reasons) =
            (entry.line_text.clone(), entry.mark(), without_repetition(reasons));
        let step = entry.position;
        self.rows.push(Row::Statement { step, line_text, label, reasons });
        self.say(&entry.reason.establishes);
        self.say(&entry.reason.uses);
    }

    /// Is what the step brings about needed from there to the failure?
    fn lasts(&self, entry: &RelevantReport) -> bool {
        let facts = &entry.reason.establishes;
        let is_needed = |fact: &String| {
            self.lasting.get(fact.as_str()).is_some_and(|&from| from <= entry.position + 1)
        };
        !facts.is_empty() && facts.iter().all(is_needed)
    }

    fn say(&mut self, facts: &[String]) {
        if self.is_brief {
            self.said.extend(facts.iter().cloned());
        }
    }

    fn say_told(&mut self) {
        let told = std::mem::take(&mut self.told);
        self.say(&told);
        self.told = told;
    }

    /// One row for each statement; then the invariants of the iterations.
    fn folded(&mut self, block: &Block<'_, '_>) {
        for group in statements(block.occurrences) {
            let [first, _, ..] = group.as_slice() else {
                group.iter().for_each(|only| self.statement(*only));
                continue;
            };
            let numbers: Vec<usize> = group.iter().map(|it| it.entry.position).collect();
            let times = self.repetitions.when(&numbers);
            let pairs: Vec<_> = group.iter().map(|it| (it.entry, it.step)).collect();
            let reasons = Wording::shorter_and_shorter(false)
                .map(|wording| repeated_reason(&pairs, &times, wording.most_facts));
            let reasons = without_repetition(reasons);
            let line_text = first.entry.line_text.clone();
            let label = group.iter().find_map(|it| it.entry.mark());
            let step = first.entry.position;
            self.rows.push(Row::Statement { step, line_text, label, reasons });
        }
        self.iterations(block.iterations(self.repetitions));
    }

    /// What holds at the beginning of the iterations of a loop, equal neighbours together.
    fn iterations(&mut self, iterations: &[(u32, usize)]) {
        let mut runs: Vec<(Vec<u32>, &InvariantReport)> = Vec::new();
        for &(iteration, step) in iterations {
            let Some(invariant) = invariant_at(self.explanation, step) else { continue };
            match runs.last_mut() {
                Some((numbers, known)) if known.formula == invariant.formula => {
                    numbers.push(iteration);
                }
                _ => runs.push((vec![iteration], invariant)),
            }
        }
        runs.retain(|(_, invariant)| invariant.conjuncts > 0);
        let left_out = if runs.len() > MOST_RUNS { 2..runs.len() - 1 } else { 0..0 };
        for (index, (numbers, invariant)) in runs.iter().enumerate() {
            if left_out.contains(&index) {
                if index == left_out.start {
                    self.rows.push(Row::Invariant(vec!["…".to_owned()]));
                }
                continue;
            }
            let numbers = iteration_ranges(numbers);
            let texts = invariant_texts(invariant)
                .unwrap_or_else(|| vec!["too long to be shown".to_owned()]);
            let texts = texts.iter().map(|text| format!("{numbers}: {text}"));
            self.rows.push(Row::Invariant(texts.collect()));
            self.told.clone_from(&invariant.parts);
            self.say_told();
        }
    }

    /// The invariant before a step, unless it says nothing that the reader does not know.
    fn invariant_before(&mut self, step: usize, just_told: &[String]) {
        let Some(invariant) = invariant_at(self.explanation, step) else { return };
        let is_told = |list: &[String]| invariant.parts.iter().all(|part| list.contains(part));
        let is_known = is_told(&self.told)
            || is_told(just_told)
            || invariant.parts.iter().all(|part| self.said.contains(part));
        if let Some(texts) = invariant_texts(invariant).filter(|_| !is_known) {
            self.rows.push(Row::Invariant(texts));
        }
        self.told.clone_from(&invariant.parts);
        self.say_told();
    }
}

pub(crate) fn invariant_at(
    explanation: &ExplanationReport,
    step: usize,
) -> Option<&InvariantReport> {
    let after = explanation.invariants.partition_point(|invariant| invariant.from <= step);
    explanation.invariants.get(after.checked_sub(1)?)
}

/// The invariant with fewer and fewer of its conjuncts.
fn invariant_texts(invariant: &InvariantReport) -> Option<Vec<String>> {
    let texts: Option<Vec<String>> =
        (2..=MOST_CONJUNCTS).rev().map(|most| invariant_worded(invariant, most)).collect();
    texts.map(|texts| without_repetition(texts.into_iter()))
}

fn without_repetition(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.dedup();
    texts
}

/// Facts of the last invariant, each with the first step from which on all invariants have it.
fn lasting(explanation: &ExplanationReport) -> BTreeMap<&str, usize> {
    let Some((last, earlier)) = explanation.invariants.split_last() else { return BTreeMap::new() };
    let mut lasting: BTreeMap<&str, usize> =
        last.parts.iter().map(|part| (part.as_str(), last.from)).collect();
    let mut followed: BTreeSet<&str> = lasting.keys().copied().collect();
    for invariant in earlier.iter().rev() {
        let parts: BTreeSet<&str> = invariant.parts.iter().map(String::as_str).collect();
        followed.retain(|part| parts.contains(part));
        if followed.is_empty() {
            break;
        }
        for part in &followed {
            lasting.insert(part, invariant.from);
        }
    }
    lasting
}
