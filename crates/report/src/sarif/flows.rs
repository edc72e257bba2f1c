//! Code flows: each explanation as the steps that matter with their reasons, and at last the run as a whole.
//!
//! Viewers that show one flow show the first, and that should be the shortest way to understand the failure. Every flow ends at the check that fails.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use serde_sarif::sarif::{
    CodeFlow, Location, MultiformatMessageString, PropertyBag, ThreadFlow, ThreadFlowLocation,
};

use super::message::{message, multiformat};
use super::places::{Places, Spot};
use super::selection::selected;
use crate::brief::{BriefRow, Pins, brief_rows};
use crate::limits::{
    FEWEST_FLOW_STEPS, LONGEST_FLOW_STATEMENT, LONGEST_FLOW_VALUE, MOST_BRIEF_STEPS,
    MOST_EXPLANATIONS, MOST_FLOW_STEPS, MOST_STEPS_OF_ALL, SHOWN_WRITES,
};
use crate::words::{invariant_text, shorten};
use crate::{
    DeclarationReport, ExplanationReport, FailureReport, InvariantReport, Label, RelevantReport,
    Role, StepReport, TraceReport, WriteReport,
};

/// A run that failed, with what it takes to tell of its steps.
struct Telling<'r> {
    failure: &'r FailureReport,
    steps: &'r [StepReport],
    places: &'r Places<'r>,
    room: usize,
}

/// Steps that a flow may have in a report of this many failures: files of more than 10 MB are rejected, too.
pub(super) fn room(failures: usize) -> usize {
    (MOST_STEPS_OF_ALL / failures.max(1)).clamp(FEWEST_FLOW_STEPS, MOST_FLOW_STEPS)
}

/// `room` is the number of steps that one flow may have.
pub(super) fn code_flows(
    failure: &FailureReport,
    places: &Places<'_>,
    room: usize,
) -> Vec<CodeFlow> {
    let Some(TraceReport { steps, .. }) = &failure.trace else { return Vec::new() };
    if steps.is_empty() {
        return Vec::new();
    }
    let telling = Telling { failure, steps, places, room };
    let explanations = failure.explanations.iter().take(MOST_EXPLANATIONS);
    let mut flows: Vec<CodeFlow> =
        explanations.map(|explanation| telling.explanation(explanation)).collect();
    flows.push(telling.run());
    flows
}

impl<'r> Telling<'r> {
    fn failing(&self) -> usize {
        self.steps.len() - 1
    }

    /// The chain in brief, as on a terminal: a viewer shows it step by step.
    fn explanation(&self, explanation: &'r ExplanationReport) -> CodeFlow {
        let most = MOST_BRIEF_STEPS.min(self.room.saturating_sub(1));
        let mut rows = brief_rows(self.steps, explanation, &Pins::new(), most);
        // Rows of a loop are in the order of the source; viewers step through the run.
        rows.sort_by_key(|row| row.position);
        let mut locations: Vec<ThreadFlowLocation> = Vec::new();
        for BriefRow { position, line, reasons, .. } in rows {
            let reason = reasons.into_iter().next().unwrap_or_default();
            let of_row = |entry: &&RelevantReport| entry.position == position && entry.line == line;
            let entry = explanation.relevant.iter().find(of_row);
            let location =
                match entry.and_then(|entry| Some((entry, entry.reason.declaration.as_ref()?))) {
                    Some((entry, declaration)) => self.declaration(entry, declaration),
                    None => {
                        let step = &self.steps[position];
                        let text = match reason.as_str() {
                            "" => statement(step),
                            reason => format!("{}: {reason}", statement(step)),
                        };
                        self.step(step, true, &text)
                    }
                };
            let properties = entry.map(|entry| relevance(explanation, entry));
            locations.push(ThreadFlowLocation { properties, ..location });
        }
        locations.push(self.failure());
        let title = match explanation.question {
            "" => format!("The steps that matter ({})", explanation.method),
            question => format!("The steps that matter ({}): {question}", explanation.method),
        };
        code_flow(&title, locations)
    }

    fn run(&self) -> CodeFlow {
        let mut reasons: BTreeMap<usize, &str> = BTreeMap::new();
        for entry in self.failure.explanations.iter().flat_map(|one| &one.relevant) {
            if let Some(step) = entry.step {
                reasons.entry(step).or_insert(&entry.why);
            }
        }
        let matters: BTreeSet<usize> = reasons.keys().copied().collect();
        let shown = selected(self.steps, &matters, self.room);
        let mut before = 0;
        let mut locations: Vec<ThreadFlowLocation> = Vec::new();
        for &index in shown.iter().filter(|&&index| index < self.failing()) {
            let step = &self.steps[index];
            let reason = reasons.get(&index);
            let text = match reason {
                Some(why) => format!("{}: {why}", statement(step)),
                None => told(step),
            };
            let text = match index - before {
                0 => text,
                1 => format!("(1 step left out) {text}"),
                left_out => format!("({left_out} steps left out) {text}"),
            };
            before = index + 1;
            locations.push(self.step(step, reason.is_some(), &text));
        }
        locations.push(self.failure());
        let steps = self.steps.len();
        let title = match shown.len() == steps {
            true => format!("The whole run: {steps} steps"),
            false => format!("The run: {} of {steps} steps", shown.len()),
        };
        code_flow(&title, locations)
    }

    fn step(&self, step: &StepReport, matters: bool, text: &str) -> ThreadFlowLocation {
        let importance = if matters { "essential" } else { "unimportant" };
        let location = self.places.location_in(Spot::from(step), &step.function, text);
        ThreadFlowLocation {
            kinds: kinds(step),
            importance: Some(importance.into()),
            ..at(step, location, &step.writes)
        }
    }

    /// A place that is no step: it was not executed, and has no place in the order of the run.
    fn declaration(
        &self,
        entry: &RelevantReport,
        declaration: &DeclarationReport,
    ) -> ThreadFlowLocation {
        let shown = shorten(&declaration.text, LONGEST_FLOW_STATEMENT);
        let text = format!("{shown}: {}", entry.why);
        let spot = Spot::from(&declaration.place);
        let step = self.steps.get(entry.position).filter(|_| declaration.is_local);
        let location = match step {
            Some(step) => self.places.location_in(spot, &step.function, &text),
            None => self.places.location(spot, &text),
        };
        ThreadFlowLocation {
            location: Some(location),
            nesting_level: Some(step.map_or(1, |step| i64::from(step.depth) + 1)),
            importance: Some("essential".into()),
            ..ThreadFlowLocation::default()
        }
    }

    /// The end of every flow.
    fn failure(&self) -> ThreadFlowLocation {
        let step = &self.steps[self.failing()];
        let property = &self.failure.property;
        let spot = Spot::from(&property.place);
        let location = self.places.location_in(spot, &step.function, &property.message);
        ThreadFlowLocation {
            kinds: Some(vec!["danger".to_owned()]),
            importance: Some("essential".into()),
            ..at(step, location, &property.values)
        }
    }
}

fn code_flow(title: &str, locations: Vec<ThreadFlowLocation>) -> CodeFlow {
    let thread_flow = ThreadFlow::builder().locations(locations).build();
    CodeFlow::builder().message(message(title)).thread_flows(vec![thread_flow]).build()
}

fn at(step: &StepReport, location: Location, values: &[WriteReport]) -> ThreadFlowLocation {
    ThreadFlowLocation {
        location: Some(location),
        // VS Code's viewer takes 1 for no indentation.
        nesting_level: Some(i64::from(step.depth) + 1),
        execution_order: Some(step.index as i64 + 1),
        state: state(values),
        ..ThreadFlowLocation::default()
    }
}

fn state(values: &[WriteReport]) -> Option<BTreeMap<String, MultiformatMessageString>> {
    let value = |write: &WriteReport| {
        (write.name.clone(), multiformat(&shorten(&write.value, LONGEST_FLOW_VALUE)))
    };
    (!values.is_empty()).then(|| values.iter().map(value).collect())
}

/// The standard's words for what a step does.
fn kinds(step: &StepReport) -> Option<Vec<String>> {
    let words: &[&str] = match (step.kind, step.taken.as_deref()) {
        ("branch", Some("true")) => &["branch", "true"],
        ("branch", Some("false")) => &["branch", "false"],
        ("branch", _) => &["branch"],
        ("call", _) => &["call", "function"],
        ("return", _) => &["return", "function"],
        ("assign" | "input", _) => &["value"],
        _ => return None,
    };
    Some(words.iter().map(|&word| word.to_owned()).collect())
}

fn statement(step: &StepReport) -> String {
    shorten(&step.text, LONGEST_FLOW_STATEMENT)
}

/// What a step does, when there is no reason to give: `i < n: true`, `i++: i = 5`.
fn told(step: &StepReport) -> String {
    let mut outcomes: Vec<String> = step.taken.iter().cloned().collect();
    let writes = step.writes.iter().take(SHOWN_WRITES);
    outcomes.extend(writes.map(|write| {
        format!("{} = {}", write.name, shorten(&write.value, LONGEST_FLOW_STATEMENT))
    }));
    if step.writes.len() > SHOWN_WRITES {
        outcomes.push("…".to_owned());
    }
    if outcomes.is_empty() {
        return statement(step);
    }
    // A parameter that receives its value.
    if step.writes.iter().any(|write| write.name == step.text) {
        return outcomes.join(", ");
    }
    format!("{}: {}", statement(step), outcomes.join(", "))
}

/// What an explanation says of a step beside its reason.
fn relevance(explanation: &ExplanationReport, entry: &RelevantReport) -> PropertyBag {
    let role = match entry.role {
        Role::Assign => "assign",
        Role::Input => "input",
        Role::Condition => "condition",
        Role::Frame => "frame",
        Role::Check => "check",
        Role::Call => "call",
        Role::Declaration => "declaration",
    };
    let mut properties: BTreeMap<String, Value> =
        BTreeMap::from([("role".to_owned(), role.into())]);
    let label = entry.label.map(|label| match label {
        Label::Enforcing => "enforcing",
        Label::Admitting => "admitting",
    });
    properties.extend(label.map(|label| ("label".to_owned(), label.into())));
    let after = entry.step.map(|step| step + 1);
    let holds = |it: &&InvariantReport| after.is_some_and(|at| it.from <= at && at <= it.to);
    let invariant = explanation.invariants.iter().find(holds);
    let formula = invariant.and_then(invariant_text).filter(|formula| formula != "1");
    properties.extend(formula.map(|formula| ("holdsAfter".to_owned(), formula.into())));
    PropertyBag { additional_properties: properties, ..PropertyBag::default() }
}
