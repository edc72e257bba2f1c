//! Which few rows tell a chain, from the first thing that matters to the check that fails?
//!
//! Everything that matters is an [`Item`], one for each statement of a repetition. Items are folded until no more are left than were asked for: loops that ended
//! are told by what they achieved, a call that returned by what it brought back, set-up that every run shares in one row. Conditions that merely let
//! the run through go next, then neighbours are told together. A pinned line keeps a row of its own, whatever is folded around it; so does the failing check. Nothing is cut
//! out of the middle: every part of the chain has a row, if only together with others.

mod fold;
mod items;
mod spans;

use std::collections::BTreeSet;

pub(crate) use items::{BriefRow, RowText};

use crate::{ExplanationReport, StepReport};

/// Lines that are to have rows of their own: file and line.
pub(crate) type Pins<'p> = BTreeSet<(&'p str, u32)>;

/// At most `most` rows before that of the failing check.
pub(crate) fn brief_rows(
    steps: &[StepReport],
    explanation: &ExplanationReport,
    pins: &Pins<'_>,
    most: usize,
) -> Vec<BriefRow> {
    let mut chain = items::Chain::of(steps, explanation, pins);
    chain.fold_to(most);
    chain.into_rows()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CallReport, ExplanationStatus, Reason, RelevantReport, Role, StatementCount};

    fn step(index: usize, line: u32, depth: u32, kind: &'static str, loops: &[u32]) -> StepReport {
        let call = CallReport { function: "f".into(), at: "a.c:10".into() };
        StepReport {
            index,
            kind,
            file: "a.c".into(),
            line,
            column: 1,
            end_line: line,
            end_column: 2,
            text: format!("s{line}"),
            function: if depth == 0 { "main".into() } else { "f".into() },
            writes: Vec::new(),
            call: (kind == "call").then_some(call),
            taken: None,
            depth,
            scope: 0,
            iterations: loops.to_vec(),
            loop_lines: loops.iter().map(|_| 20).collect(),
            guards: Vec::new(),
        }
    }

    /// All steps but the last matter, each by a fact of its own.
    fn explained(steps: &[StepReport]) -> ExplanationReport {
        let relevant = steps[..steps.len() - 1].iter().map(|step| RelevantReport {
            step: Some(step.index),
            file: step.file.clone(),
            line: step.line,
            column: 1,
            text: step.text.clone(),
            role: if step.kind == "call" { Role::Call } else { Role::Assign },
            label: None,
            why: String::new(),
            ending: None,
            reason: Reason { establishes: vec![format!("x{}", step.line)], ..Reason::default() },
            position: step.index,
            line_text: step.text.clone(),
        });
        ExplanationReport {
            method: "flow-sensitive",
            inputs: "fixed",
            status: ExplanationStatus::Complete,
            relevant: relevant.collect(),
            lines: Vec::new(),
            invariants: Vec::new(),
            general: None,
            general_scope: "program",
            statements: StatementCount::default(),
            verified: None,
            judged: None,
            counterexample: None,
            question: "",
            verification: None,
        }
    }

    fn lines(steps: &[StepReport], pins: &[u32], most: usize) -> Vec<u32> {
        let pins: Pins<'_> = pins.iter().map(|&line| ("a.c", line)).collect();
        let rows = brief_rows(steps, &explained(steps), &pins, most);
        rows.iter().map(|row| row.line).collect()
    }

    fn a_call() -> Vec<StepReport> {
        vec![
            step(0, 1, 0, "assign", &[]),
            step(1, 2, 0, "call", &[]),
            step(2, 10, 1, "assign", &[]),
            step(3, 11, 1, "assign", &[]),
            step(4, 12, 1, "return", &[]),
            step(5, 3, 0, "check", &[]),
        ]
    }

    #[test]
    fn a_call_that_did_its_part_is_one_row_where_there_is_little_room() {
        assert_eq!(lines(&a_call(), &[], 9), [1, 2, 10, 11, 12]);
        assert_eq!(lines(&a_call(), &[], 2), [1, 2]);
    }

    #[test]
    fn a_pinned_line_keeps_its_row() {
        assert_eq!(lines(&a_call(), &[11], 3), [1, 2, 11]);
        assert_eq!(lines(&a_call(), &[11], 1).iter().filter(|&&line| line == 11).count(), 1);
    }

    #[test]
    fn of_a_loop_that_ended_only_the_last_that_was_set_is_told() {
        let mut steps = vec![step(0, 1, 0, "assign", &[])];
        for iteration in 1..=3 {
            for line in [21, 22] {
                steps.push(step(steps.len(), line, 0, "assign", &[iteration]));
            }
        }
        steps.push(step(steps.len(), 30, 0, "check", &[]));
        assert_eq!(lines(&steps, &[], 9), [1, 22]);
        assert_eq!(lines(&steps, &[21], 9), [1, 21, 22]);
    }

    #[test]
    fn a_long_chain_has_no_gap() {
        let mut steps: Vec<StepReport> =
            (1_u32..).zip(0..40).map(|(line, at)| step(at, line, 0, "assign", &[])).collect();
        steps.push(step(40, 50, 0, "check", &[]));
        let rows = brief_rows(&steps, &explained(&steps), &Pins::new(), 5);
        let told: usize = rows
            .iter()
            .map(|row| match &row.text {
                RowText::Words(words) => {
                    let count = words.rsplit(": ").next().and_then(|it| it.split(' ').next());
                    count.and_then(|count| count.parse().ok()).unwrap_or(0)
                }
                RowText::Source { .. } => 1,
            })
            .sum();
        assert_eq!((rows.len(), told), (5, 40), "{rows:?}");
    }
}
