//! A failure as a result: what happened and where, how it comes about, and what may be done about it.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_sarif::sarif::{
    Location, PhysicalLocation, PropertyBag, Result as SarifResult, ResultKind, ResultLevel, Stack,
    StackFrame,
};

use super::fingerprint::fingerprints;
use super::fixes::fixes;
use super::flows::code_flows;
use super::message::{link, linked_message, message, plain, sentence};
use super::places::{Places, Spot, in_function};
use super::related::{Related, related};
use super::rules::{Rules, short_description};
use crate::limits::{LINES_IN_MESSAGE, LONGEST_INPUTS, LONGEST_RESULT_VALUE};
use crate::words::{Remark, condition, deciding_input, inputs_text, security_remarks, shorten};
use crate::{Classification, FailureReport};

/// `room` is the number of steps that one flow may have.
pub(super) fn result(
    failure: &FailureReport,
    places: &Places<'_>,
    rules: &mut Rules,
    room: usize,
) -> SarifResult {
    let property = &failure.property;
    let spot = Spot::from(&property.place);
    let related = related(failure, places);
    let (rule_id, rule_index) = rules.of(property.kind);
    let text = places.text(&property.place.file);
    let prints = fingerprints(failure, text, places.line_text(spot));
    let mut result = SarifResult::builder()
        .rule_id(rule_id)
        .rule_index(rule_index)
        .kind(ResultKind::Fail)
        .level(ResultLevel::Error)
        .message(linked_message(message_text(failure, &related)))
        .locations(vec![primary_location(failure, places)])
        .partial_fingerprints(prints)
        .properties(properties(failure))
        .build();
    result.related_locations = some(related.locations);
    result.code_flows = some(code_flows(failure, places, room));
    result.stacks = stack(failure, places).map(|stack| vec![stack]);
    result.fixes = some(fixes(failure, places));
    result
}

fn some<T>(items: Vec<T>) -> Option<Vec<T>> {
    (!items.is_empty()).then_some(items)
}

fn primary_location(failure: &FailureReport, places: &Places<'_>) -> Location {
    let spot = Spot::from(&failure.property.place);
    let function = failure.stack.first().map_or("", |frame| frame.function.as_str());
    let location = places.location_in(spot, function, &failure.property.message);
    let physical =
        PhysicalLocation { context_region: places.context(spot), ..places.physical(spot) };
    Location { physical_location: Some(physical), ..location }
}

/// The first sentence is what viewers show as the title.
fn message_text(failure: &FailureReport, related: &Related) -> String {
    let property = &failure.property;
    let title = match property.message.trim() {
        "" => short_description(property.kind),
        text => text,
    };
    let mut sentences = vec![sentence(title)];
    let explanation = failure.explanations.first();
    let condition = explanation.and_then(|explanation| condition(failure, explanation));
    let inputs = shorten(&inputs_text(&failure.inputs), LONGEST_INPUTS);
    if !inputs.is_empty() {
        sentences.push(sentence(&format!("with {inputs}")));
    }
    sentences.extend(condition.map(|condition| sentence(&condition)));
    for told in related.told.iter().take(LINES_IN_MESSAGE) {
        sentences.push(format!("{}: {}.", link(&told.name, told.id), plain(&told.reason)));
    }
    match related.told.len().saturating_sub(LINES_IN_MESSAGE) {
        0 => {}
        1 => sentences.push("1 more line matters.".to_owned()),
        more => sentences.push(format!("{more} more lines matter.")),
    }
    if let Some(security) = &failure.security {
        let remarks = security_remarks(security);
        sentences.extend(remarks.iter().take(1).map(|remark| match remark {
            Remark::Plain(text) | Remark::Aside(text) => sentence(text),
            Remark::Warning(text) => sentence(text),
        }));
    }
    sentences.join(" ")
}

/// The calls that were active, innermost first.
fn stack(failure: &FailureReport, places: &Places<'_>) -> Option<Stack> {
    let mut spot = Some(Spot::from(&failure.property.place));
    let mut frames: Vec<StackFrame> = Vec::new();
    for (index, frame) in failure.stack.iter().enumerate() {
        let text = if index == 0 { "fails in" } else { "called in" };
        let location = match spot {
            Some(spot) => places.location_in(spot, &frame.function, text),
            None => in_function(&frame.function, text),
        };
        frames.push(StackFrame { location: Some(location), ..StackFrame::default() });
        spot = frame.called_at.as_ref().map(Spot::from);
    }
    let stack = Stack::builder().message(message("Calls where it fails, innermost first"));
    (!frames.is_empty()).then(|| stack.frames(frames).build())
}

/// What else is known, in a form that viewers show as it is: texts and lists of texts.
fn properties(failure: &FailureReport) -> PropertyBag {
    let mut properties: BTreeMap<String, Value> = BTreeMap::new();
    let mut add = |name: &str, value: Option<Value>| {
        properties.extend(value.map(|value| (name.to_owned(), value)));
    };
    let inputs: Vec<String> = failure
        .inputs
        .iter()
        .map(|input| format!("{} = {}", input.name, shorten(&input.value, LONGEST_RESULT_VALUE)))
        .collect();
    add("inputs", (!inputs.is_empty()).then(|| inputs.into()));
    let general = failure.explanations.iter().find_map(|explanation| explanation.general.clone());
    add("failsWhenever", general.map(Value::from));
    if let Some(security) = &failure.security {
        let classification = match security.classification {
            Classification::Security => "security",
            Classification::NotSecurity => "not-security",
            Classification::Unknown => "unknown",
        };
        add("security", Some(classification.into()));
        let deciding: Vec<String> = security.inputs.iter().map(deciding_input).collect();
        add("decidingInputs", (!deciding.is_empty()).then(|| deciding.into()));
    }
    add("reproduce", failure.reproduce.clone().map(Value::from));
    add("cause", failure.group.map(Value::from));
    let verified = failure.explanations.iter().find_map(|explanation| explanation.verified);
    add("verified", verified.map(Value::from));
    add("test", failure.test.as_ref().map(|test| test.file.clone().into()));
    add("witness", failure.witness.clone().map(Value::from));
    PropertyBag { additional_properties: properties, ..PropertyBag::default() }
}
