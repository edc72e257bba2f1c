//! Which of several explained failures have one cause: those that the same lines lead to.

use whydunit_report::{ExplanationStatus, FailureReport};

use crate::check::{Lines, groups};

/// Numbers the failures by their causes; a single one needs no number.
pub(super) fn number(failures: &mut [FailureReport]) {
    if failures.len() < 2 {
        return;
    }
    let lines: Vec<Option<Lines>> = failures.iter().map(lines_before).collect();
    for (failure, group) in failures.iter_mut().zip(groups(&lines)) {
        failure.group = Some(group);
    }
}

/// The lines that the first explanation names, the failing one left out; `None` if that is not all of them.
fn lines_before(failure: &FailureReport) -> Option<Lines> {
    let explanation = failure.explanations.first()?;
    let place = &failure.property.place;
    let is_before = |line: &(String, u32)| (line.0.as_str(), line.1) != (&*place.file, place.line);
    // What is declared where differs between failures that one mistake leads to.
    let steps = explanation.relevant.iter().filter(|entry| entry.step.is_some());
    let lines = steps.map(|entry| (entry.file.clone(), entry.line));
    (explanation.status == ExplanationStatus::Complete).then(|| lines.filter(is_before).collect())
}
