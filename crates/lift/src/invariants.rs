//! The invariants of an explanation as C expressions, for the steps that users see.
//!
//! An invariant is shown where it holds right before a listed step; what holds only in the middle of one is left out, and neighbours that
//! read the same are one. Long traces have thousands of invariants with thousands of conjuncts: intervals say what changes, and only what
//! is shown is written out. Formulas beyond a length that falls with their number are left out, so that a report grows with
//! the trace and not faster.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_explain::{Explanation, Interval};
use whydunit_report::InvariantReport;
use whydunit_term::Term;

use crate::limits::{ALWAYS_KEPT_FORMULA, LONGEST_FORMULA, MOST_BYTES_OF_FORMULAS};

/// What the invariant at the start of the run says of the inputs; `None` if it is too long.
///
/// `on_inputs` are the conjuncts that are conditions on them at all.
pub(super) fn general_condition(
    explanation: &Explanation,
    on_inputs: &BTreeSet<u32>,
) -> Option<String> {
    let mut current = Current::new(explanation);
    current.advance(0);
    // What is true of every state, such as that a variable has no value yet, is no condition on inputs.
    current.conjuncts.retain(|conjunct| {
        on_inputs.contains(conjunct) && explanation.conjuncts[*conjunct as usize].term != Term::TRUE
    });
    current.formula(LONGEST_FORMULA).map(|(formula, _)| formula)
}

/// What holds right before each listed step; `positions` are their first raw steps, ascending. Conjuncts that are `untold` are in the formulas only.
pub(super) fn invariants_before(
    explanation: &Explanation,
    untold: &BTreeSet<u32>,
    positions: &[usize],
) -> Vec<InvariantReport> {
    // The beginning of the run, whatever is listed first.
    let position = |step: usize| if step == 0 { 0 } else { positions[step] };
    let mut current = Current::new(explanation);
    let changes: Vec<usize> =
        (0..positions.len()).filter(|&step| current.advance(position(step))).collect();
    let limit =
        (MOST_BYTES_OF_FORMULAS / changes.len().max(1)).clamp(ALWAYS_KEPT_FORMULA, LONGEST_FORMULA);

    let mut current = Current::new(explanation);
    let mut reports: Vec<InvariantReport> = Vec::new();
    for (index, &from) in changes.iter().enumerate() {
        current.advance(position(from));
        let to = changes.get(index + 1).map_or(positions.len(), |&next| next) - 1;
        let formula = current.formula(limit).map(|(formula, _)| formula);
        let parts = formula.as_ref().map(|_| {
            let told = current.conjuncts.difference(untold).copied();
            distinct_texts(explanation, told)
        });
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
    let mut seen = BTreeSet::new();
    conjuncts
        .map(|conjunct| explanation.conjuncts[conjunct as usize].text.as_str())
        .filter(|text| seen.insert(*text))
        .map(str::to_owned)
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use whydunit_encode::Inputs;
    use whydunit_explain::{Conjunct, Method, Status};

    /// Conjuncts with these texts, and intervals that begin at a position, gain some and lose some.
    fn explanation(texts: &[&str], intervals: &[(usize, &[u32], &[u32])]) -> Explanation {
        let conjunct = |text: &&str| {
            let text = (*text).to_owned();
            Conjunct { term: Term::FALSE, text, is_exact: false, unset: None }
        };
        let interval = |&(from, gained, lost): &(usize, &[u32], &[u32])| Interval {
            from,
            to: from,
            gained: gained.to_vec(),
            lost: lost.to_vec(),
        };
        Explanation {
            method: Method::FlowSensitive,
            inputs: Inputs::Fixed,
            status: Status::Complete,
            relevant: Vec::new(),
            declaration: None,
            intervals: intervals.iter().map(interval).collect(),
            conjuncts: texts.iter().map(conjunct).collect(),
            state: Vec::new(),
        }
    }

    fn formulas(
        explanation: &Explanation,
        positions: &[usize],
    ) -> Vec<(usize, usize, Option<String>)> {
        let reports = invariants_before(explanation, &BTreeSet::new(), positions);
        reports.into_iter().map(|report| (report.from, report.to, report.formula)).collect()
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn only_what_holds_between_listed_steps_is_shown() {
        let texts = ["x == 1", "t", "y == 2 || z", "x == 1"];
        let intervals: &[(usize, &[u32], &[u32])] = &[
            (0, &[], &[]),
            (1, &[0], &[]),
            (3, &[1], &[]),
            (4, &[], &[1]),
            (6, &[3], &[0]),
            (8, &[2], &[]),
        ];
        let explanation = explanation(&texts, intervals);
        // Position 3 lies in the middle of a listed step; at 6 another conjunct reads the same.
        let both = some("(y == 2 || z) && x == 1");
        assert_eq!(
            formulas(&explanation, &[0, 1, 2, 5, 7, 9]),
            [(0, 0, some("1")), (1, 4, some("x == 1")), (5, 5, both)]
        );
    }

    #[test]
    fn the_first_invariant_is_that_of_the_beginning() {
        let explanation = explanation(&["input", "x"], &[(0, &[0], &[]), (1, &[1], &[0])]);
        assert_eq!(formulas(&explanation, &[1, 2]), [(0, 0, some("input")), (1, 1, some("x"))]);
        assert_eq!(general_condition(&explanation, &BTreeSet::from([0, 1])), some("input"));
    }

    #[test]
    fn facts_about_every_state_are_no_condition() {
        let mut explanation = explanation(&["!\\initialized(&x)", "n"], &[(0, &[0, 1], &[])]);
        explanation.conjuncts[0].term = Term::TRUE;
        assert_eq!(general_condition(&explanation, &BTreeSet::from([0, 1])), some("n"));
    }

    #[test]
    fn long_formulas_are_counted_only() {
        let texts: Vec<String> = (0..500).map(|index| format!("a[{index}] == 0")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let all: Vec<u32> = (0..500).collect();
        let explanation =
            explanation(&texts, &[(0, &[], &[]), (1, &all, &[]), (2, &[], &all[1..])]);
        let reports = invariants_before(&explanation, &BTreeSet::new(), &[0, 1, 2]);
        let shown: Vec<_> =
            reports.iter().map(|report| (report.formula.as_deref(), report.conjuncts)).collect();
        assert_eq!(shown, [(Some("1"), 0), (None, 500), (Some("a[0] == 0"), 1)]);
    }
}
