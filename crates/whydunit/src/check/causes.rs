//! Which failures have one cause: those that the same lines lead to.
//!
//! Each failure is explained (flow-sensitive, see [`whydunit_explain`]). Failures whose explanations name the same lines, the failing one
//! left out, are one group. A failure of which nothing but its own line matters, or whose explanation did not get done, is a
//! group of its own.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_encode::Inputs;
use whydunit_explain::{Method, Options, Status, explain};
use whydunit_interp::RunSpec;
use whydunit_lift::relevant_places;
use whydunit_solver::Budget;
use whydunit_term::Terms;

use super::ways::error_trace;
use crate::limits::MOST_CONFLICTS_OF_A_CAUSE;
use crate::search::Scope;

/// Names of files and lines in them.
pub(crate) type Lines = BTreeSet<(String, u32)>;

/// The lines that lead to the failure of a run; `None` if that is not known in time.
pub(super) fn relevant_lines(scope: Scope<'_>, run: &RunSpec) -> Option<Lines> {
    let Scope { program, config, .. } = scope;
    let trace = error_trace(scope, config, run)?;
    let budget = Budget {
        deadline: config.deadline,
        memory: config.memory_limit,
        interrupt: config.interrupt.clone(),
        ..Budget::unlimited().with_conflicts(MOST_CONFLICTS_OF_A_CAUSE)
    };
    let options = Options { method: Method::FlowSensitive, inputs: Inputs::Fixed, budget };
    let explanation = explain(program, &trace, &mut Terms::new(), &options).ok()?;
    let mut lines = relevant_places(program, &trace, &explanation);
    let failing = program.sources.line_column(trace.failure.span).line;
    let file = program.sources.file(trace.failure.span.file).name();
    lines.retain(|(name, line)| (name.as_str(), *line) != (file, failing));
    (explanation.status == Status::Complete).then_some(lines)
}

/// A number for each failure, from 1 in the order of first appearance; equal where the lines are.
pub(crate) fn groups(lines: &[Option<Lines>]) -> Vec<u32> {
    let mut numbers: BTreeMap<&Lines, u32> = BTreeMap::new();
    let mut next = 1;
    let mut fresh = || {
        next += 1;
        next - 1
    };
    lines
        .iter()
        .map(|lines| match lines {
            Some(lines) if !lines.is_empty() => *numbers.entry(lines).or_insert_with(&mut fresh),
            _ => fresh(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lines_are_one_group() {
        let lines = |numbers: &[u32]| -> Option<Lines> {
            Some(numbers.iter().map(|&line| ("a.c".to_owned(), line)).collect())
        };
        let all = [lines(&[1, 2]), lines(&[1]), None, lines(&[2, 1]), lines(&[]), lines(&[]), None];
        assert_eq!(groups(&all), [1, 2, 3, 1, 4, 5, 6]);
        assert_eq!(groups(&[]), Vec::<u32>::new());
    }
}
