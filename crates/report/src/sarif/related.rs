//! Places that belong to a failure: lines that matter with their reasons, where inputs enter, and the calls on the stack.
//!
//! They are numbered from 1; links in the message of a result name these numbers.

use std::collections::BTreeSet;

use serde_sarif::sarif::Location;

use super::places::{Places, Spot};
use crate::limits::{LONGEST_RELATED_VALUE, MOST_CAUSES, MOST_RELATED};
use crate::text::{Detail, Row, rows_before_failure};
use crate::words::shorten;
use crate::{ExplanationReport, FailureReport, InputReport};

/// A line that matters.
pub(super) struct Told {
    /// Of its related location.
    pub(super) id: i64,
    /// How the line is called.
    pub(super) name: String,
    pub(super) reason: String,
}

pub(super) struct Related {
    pub(super) locations: Vec<Location>,
    /// In the order of the run, each statement once.
    pub(super) told: Vec<Told>,
}

pub(super) fn related(failure: &FailureReport, places: &Places<'_>) -> Related {
    let mut related = Related { locations: Vec::new(), told: Vec::new() };
    // In rank order, before anything else.
    for cause in failure.causes.iter().take(MOST_CAUSES) {
        let text = format!("cause {}: {}", cause.rank, cause.why);
        related.add(places.location(Spot::from(&cause.place), &text));
    }
    let explanations = match failure.explanations.as_slice() {
        [told, ..] if failure.is_joined => std::slice::from_ref(told),
        several => several,
    };
    // Steps, and `None` for the declaration: all explanations of a failure name the same.
    let mut seen: BTreeSet<Option<usize>> = BTreeSet::new();
    for explanation in explanations {
        related.lines_that_matter(failure, explanation, &mut seen, places);
    }
    related.inputs(&failure.inputs, places);
    for (frame, called_at) in
        failure.stack.iter().filter_map(|it| Some((it, it.called_at.as_ref()?)))
    {
        let text = format!("{} is called here", frame.function);
        related.add(places.location(Spot::from(called_at), &text));
    }
    related
}

impl Related {
    /// The number of the place, unless there are too many.
    fn add(&mut self, location: Location) -> Option<i64> {
        if self.locations.len() >= MOST_RELATED {
            return None;
        }
        let id = self.locations.len() as i64 + 1;
        self.locations.push(Location { id: Some(id), ..location });
        Some(id)
    }

    fn lines_that_matter(
        &mut self,
        failure: &FailureReport,
        explanation: &ExplanationReport,
        seen: &mut BTreeSet<Option<usize>>,
        places: &Places<'_>,
    ) {
        let Some(trace) = failure.trace.as_ref().filter(|trace| !trace.steps.is_empty()) else {
            return;
        };
        let detail = Detail { unfold: false, is_brief: true };
        let (rows, _) = rows_before_failure(&trace.steps, explanation, detail);
        for row in rows {
            let (position, reason, declaration) = match row {
                Row::Statement { step, reasons, .. } => {
                    (step, reasons.into_iter().next().unwrap_or_default(), None)
                }
                Row::Declaration { position, declaration, reason } => {
                    (position, reason, Some(declaration))
                }
                Row::Invariant(_) => continue,
            };
            let key = declaration.is_none().then_some(position);
            let Some(step) = trace.steps.get(position).filter(|_| seen.insert(key)) else {
                continue;
            };
            let spot = match &declaration {
                Some(declaration) => Spot::from(&declaration.place),
                None => Spot::from(step),
            };
            let reason = if reason.is_empty() { "matters".to_owned() } else { reason };
            let location = match declaration.as_ref().is_some_and(|it| !it.is_local) {
                true => places.location(spot, &reason),
                false => places.location_in(spot, &step.function, &reason),
            };
            if let Some(id) = self.add(location) {
                self.told.push(Told { id, name: places.name(spot), reason });
            }
        }
    }

    /// Inputs that enter at the same place are one.
    fn inputs(&mut self, inputs: &[InputReport], places: &Places<'_>) {
        let mut seen: BTreeSet<(&str, u32)> = BTreeSet::new();
        for input in inputs {
            let spot = Spot::line(&input.file, input.line);
            if !seen.insert(spot.key()) {
                continue;
            }
            let here = inputs.iter().filter(|other| (&*other.file, other.line) == spot.key());
            let values: Vec<String> =
                here.take(MOST_RELATED).map(|it| format!("{} = {}", it.name, it.value)).collect();
            let text = format!("input: {}", shorten(&values.join(", "), LONGEST_RELATED_VALUE));
            self.add(places.location(spot, &text));
        }
    }
}
