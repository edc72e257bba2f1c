//! The invariants of an explanation as C expressions, for the steps that users see.
//!
//! An invariant is shown where it holds right before a listed step; what holds only in the middle of one is left out, and neighbours that
//! read the same are one. Long traces have thousands of invariants with thousands of conjuncts: intervals say what changes, and only what
//! is shown is written out. Formulas beyond a length that falls with their number are left out, so that a report grows with
//! the trace and not faster.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_explain::{Explanation, Interval};
use whydunit_report::InvariantReport;

/// Longer formulas help nobody.
const LONGEST_FORMULA: usize = 2000;
/// All formulas of a report together have about this many bytes at most.
const ALL_FORMULAS: usize = 4 << 20;
/// However many formulas there are, those up to this length are kept.
const SHORTEST_LIMIT: usize = 200;

/// The invariant at the start of the run; `None` if it is too long.
pub(super) fn general_condition(explanation: &Explanation) -> Option<String> {
    let mut current = Current::new(explanation);
    current.advance(0);
    current.formula(LONGEST_FORMULA).map(|(formula, _)| formula)
}

/// What holds right before each listed step; `positions` are their first raw steps, ascending.
pub(super) fn invariants_before(
    explanation: &Explanation,
    positions: &[usize],
) -> Vec<InvariantReport> {
    // The beginning of the run, whatever is listed first.
    let position = |step: usize| if step == 0 { 0 } else { positions[step] };
    let mut current = Current::new(explanation);
    let changes: Vec<usize> =
        (0..positions.len()).filter(|&step| current.advance(position(step))).collect();
    let limit = (ALL_FORMULAS / changes.len().max(1)).clamp(SHORTEST_LIMIT, LONGEST_FORMULA);

    let mut current = Current::new(explanation);
    let mut reports: Vec<InvariantReport> = Vec::new();
    for (index, &from) in changes.iter().enumerate() {
        current.advance(position(from));
        let to = changes.get(index + 1).map_or(positions.len(), |&next| next) - 1;
        let (formula, parts) = current.formula(limit).unzip();
        let exact = current.exact > 0;
        match reports.last_mut() {
            Some(last) if last.exact == exact && formula.is_some() && last.formula == formula => {
                last.to = to;
            }
            _ => reports.push(InvariantReport {
                from,
                to,
                formula,
                conjuncts: current.conjuncts.len(),
                exact,
                parts: parts.unwrap_or_default(),
            }),
        }
    }
    reports
}

/// The texts of these conjuncts, each once.
pub(super) fn distinct_texts(
    explanation: &Explanation,
    conjuncts: impl Iterator<Item = u32>,
) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for conjunct in conjuncts {
        let text = &explanation.conjuncts[conjunct as usize].text;
        if !texts.contains(text) {
            texts.push(text.clone());
        }
    }
    texts
}

/// The invariant at one position of a walk along the trace.
struct Current<'e> {
    explanation: &'e Explanation,
    /// Index of the interval after the one that the position lies in.
    next: usize,
    conjuncts: BTreeSet<u32>,
    /// Length of their texts together.
    length: usize,
    /// How many of them are exact.
    exact: usize,
}

impl<'e> Current<'e> {
    fn new(explanation: &'e Explanation) -> Current<'e> {
        Current { explanation, next: 0, conjuncts: BTreeSet::new(), length: 0, exact: 0 }
    }

    /// Goes on to a later position. Is the invariant there another one, or the first?
    fn advance(&mut self, position: usize) -> bool {
        let explanation = self.explanation;
        let is_first = self.next == 0;
        let mut had: BTreeMap<u32, bool> = BTreeMap::new();
        while let Some(interval) = explanation.intervals.get(self.next)
            && interval.from <= position
        {
            self.apply(interval, &mut had);
            self.next += 1;
        }
        is_first || had.iter().any(|(conjunct, &had)| self.conjuncts.contains(conjunct) != had)
    }

    /// Notes in `had` whether what the interval changes was there before.
    fn apply(&mut self, interval: &Interval, had: &mut BTreeMap<u32, bool>) {
        let changes = interval.lost.iter().map(|lost| (*lost, false));
        let changes = changes.chain(interval.gained.iter().map(|gained| (*gained, true)));
        for (conjunct, is_gained) in changes {
            had.entry(conjunct).or_insert_with(|| self.conjuncts.contains(&conjunct));
            let data = &self.explanation.conjuncts[conjunct as usize];
            if is_gained && self.conjuncts.insert(conjunct) {
                self.length += data.text.len();
                self.exact += usize::from(data.is_exact);
            } else if !is_gained && self.conjuncts.remove(&conjunct) {
                self.length -= data.text.len();
                self.exact -= usize::from(data.is_exact);
            }
        }
    }

    /// As one C expression, `1` if it is empty, and its conjuncts; `None` beyond the limit.
    fn formula(&self, limit: usize) -> Option<(String, Vec<String>)> {
        const AND: &str = " && ";
        if self.length + self.conjuncts.len() * AND.len() > limit + AND.len() {
            return None;
        }
        let texts = distinct_texts(self.explanation, self.conjuncts.iter().copied());
        let formula = match texts.as_slice() {
            [] => "1".to_owned(),
            [only] => only.clone(),
            several => several.iter().map(|text| operand(text)).collect::<Vec<_>>().join(AND),
        };
        Some((formula, texts))
    }
}

/// A conjunct as an operand of `&&`.
fn operand(conjunct: &str) -> String {
    if conjunct.contains("||") || conjunct.contains('?') {
        format!("({conjunct})")
    } else {
        conjunct.to_owned()
    }
}
