//! Traces of CBMC (`--json-ui --trace`): a list of messages, one with the results of all properties; each that fails has the steps of a run.
//!
//! CBMC tells every assignment, not only inputs: what a call without a body returned appears as an assignment to the
//! variable that receives it, or to `return_value_f`.

use serde::Deserialize;
use serde_json::Value as Json;
use whydunit_interp::InputValue;
use whydunit_program::UnaryOp;

use super::{
    Fact, Location, Property, Relation, Subject, Waypoint, Witness, WitnessError, WitnessFormat,
    WitnessPath, expression, literal,
};

pub(super) fn read(text: &str) -> Result<Witness, WitnessError> {
    let trimmed = text.trim_start();
    let parsed = if trimmed.starts_with('{') {
        serde_json::from_str(text).map(|message: Message| vec![message])
    } else {
        serde_json::from_str(text)
    };
    let messages: Vec<Message> = parsed.map_err(|problem| {
        WitnessError::new(problem.to_string(), problem.line(), problem.column())
    })?;
    let producer = messages.iter().find_map(|message| message.program.clone());
    let mut is_cbmc = producer.is_some();
    let mut paths = Vec::new();
    for message in messages {
        for result in message.result.into_iter().flatten() {
            is_cbmc = true;
            if let Some(trace) = result.trace {
                paths.push(path(&trace, result.property));
            }
        }
        if let Some(trace) = message.counterexample {
            paths.push(path(&trace, None));
        }
    }
    if paths.is_empty() {
        let message = if is_cbmc {
            "no property fails with a trace (was CBMC run with --trace?)"
        } else {
            "not a witness: expected GraphML, YAML entries or CBMC's JSON"
        };
        return Err(WitnessError::new(message, 1, 1));
    }
    let (program_hashes, pointer_bits) = (Vec::new(), None);
    Ok(Witness { format: WitnessFormat::CbmcJson, producer, program_hashes, pointer_bits, paths })
}

#[derive(Deserialize)]
struct Message {
    program: Option<String>,
    #[serde(alias = "results")]
    result: Option<Vec<PropertyResult>>,
    /// With `--stop-on-fail`.
    counterexample: Option<Vec<Step>>,
}

#[derive(Deserialize)]
struct PropertyResult {
    property: Option<String>,
    trace: Option<Vec<Step>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    step_type: Option<String>,
    source_location: Option<SourceLocation>,
    lhs: Option<String>,
    value: Option<Value>,
    #[serde(rename = "inputID")]
    input_id: Option<String>,
    values: Option<Vec<Value>>,
    property: Option<String>,
}

/// CBMC writes numbers as strings.
#[derive(Deserialize)]
struct SourceLocation {
    file: Option<String>,
    line: Option<Json>,
    column: Option<Json>,
    function: Option<String>,
}

#[derive(Deserialize)]
struct Value {
    name: Option<String>,
    data: Option<Json>,
    binary: Option<String>,
    members: Option<Vec<Member>>,
    elements: Option<Vec<Element>>,
}

#[derive(Deserialize)]
struct Member {
    name: String,
    value: Value,
}

#[derive(Deserialize)]
struct Element {
    value: Value,
}

fn path(steps: &[Step], property: Option<String>) -> WitnessPath {
    let mut path = WitnessPath { waypoints: Vec::new(), target: None, property: None };
    let mut property = property;
    for step in steps {
        let location = step.source_location.as_ref().and_then(location);
        let mut waypoint = Waypoint {
            scope: step.source_location.as_ref().and_then(|place| place.function.clone()),
            location,
            ..Waypoint::default()
        };
        match step.step_type.as_deref() {
            Some("assignment") => {
                let (Some(left), Some(value)) = (&step.lhs, &step.value) else { continue };
                let Some(value) = given(value) else { continue };
                let Some(subject) = subject(left, &mut waypoint.result_function) else { continue };
                waypoint.facts.push(Fact { subject, relation: Relation::Equal, value });
            }
            Some("input") => {
                let value = step.values.iter().flatten().next().and_then(given);
                let (Some(name), Some(value)) = (&step.input_id, value) else { continue };
                let Some(subject) = subject(name, &mut waypoint.result_function) else { continue };
                // Inputs of CBMC are those of the start function, wherever it says they are taken.
                waypoint = Waypoint {
                    facts: vec![Fact { subject, relation: Relation::Equal, value }],
                    ..Waypoint::default()
                };
            }
            Some("failure") => {
                path.target = waypoint.location;
                property = property.or_else(|| step.property.clone());
                continue;
            }
            _ => {}
        }
        path.waypoints.push(waypoint);
    }
    path.property = property.map(|property| Property::of_cbmc(&property));
    path
}

fn location(place: &SourceLocation) -> Option<Location> {
    let number = |value: &Json| match value {
        Json::String(text) => text.parse().ok(),
        other => other.as_u64().and_then(|number| u32::try_from(number).ok()),
    };
    Some(Location {
        file: place.file.clone(),
        line: place.line.as_ref().and_then(number).filter(|line| *line > 0)?,
        column: place.column.as_ref().and_then(number),
        function: place.function.clone(),
    })
}

/// `x`, `main::1::x`, `x!0@1`, `a[2l]`; or the result of a call.
fn subject(left: &str, result_function: &mut Option<String>) -> Option<Subject> {
    let left = left.rsplit("::").next().unwrap_or(left);
    let left = left.split(['!', '@', '#']).next().unwrap_or(left);
    if let Some((_, function)) = left.split_once("return_value_") {
        let function = function.split("$$").next().unwrap_or(function);
        let function = function.rsplit_once('$').map_or(function, |(name, number)| {
            if number.parse::<u32>().is_ok() { name } else { function }
        });
        *result_function = Some(function.to_owned());
        return Some(Subject::Result);
    }
    if left.starts_with("__CPROVER") {
        return None;
    }
    expression::variable(left).map(Subject::Variable)
}

fn given(value: &Value) -> Option<InputValue> {
    if let Some(members) = &value.members {
        let field = |member: &Member| Some((member.name.clone(), given(&member.value)?));
        return members.iter().map(field).collect::<Option<_>>().map(InputValue::Fields);
    }
    if let Some(elements) = &value.elements {
        let elements = elements.iter().map(|element| given(&element.value));
        return elements.collect::<Option<_>>().map(InputValue::List);
    }
    let bits = value.binary.as_deref().and_then(|digits| u128::from_str_radix(digits, 2).ok());
    let width = value.binary.as_deref().map_or(0, str::len);
    match (value.name.as_deref(), &value.data) {
        (Some("float"), _) if width == 32 => {
            bits.map(|bits| InputValue::Float(f64::from(f32::from_bits(bits as u32))))
        }
        (Some("float"), _) if width == 64 => {
            bits.map(|bits| InputValue::Float(f64::from_bits(bits as u64)))
        }
        (Some("pointer"), data) => {
            let is_null = matches!(data, Some(Json::String(text)) if text.ends_with("NULL"));
            (is_null || bits == Some(0)).then_some(InputValue::Null)
        }
        (_, Some(Json::Bool(value))) => Some(InputValue::Int(i128::from(*value))),
        (_, Some(Json::Number(value))) => value.as_i64().map(|value| InputValue::Int(value.into())),
        (_, Some(Json::String(text))) => {
            constant(text).or_else(|| bits.map(|bits| InputValue::Int(bits as i128)))
        }
        _ => bits.map(|bits| InputValue::Int(bits as i128)),
    }
}

/// `-3`, `5u`, `'a'`, `TRUE`
fn constant(text: &str) -> Option<InputValue> {
    let text = text.trim();
    match text {
        "TRUE" | "true" => return Some(InputValue::Int(1)),
        "FALSE" | "false" => return Some(InputValue::Int(0)),
        _ => {}
    }
    if let Some((value, length)) = literal::character(text) {
        return (length == text.len()).then_some(InputValue::Int(value));
    }
    let number = match text.strip_prefix('-') {
        Some(digits) => literal::number(digits)?.unary(UnaryOp::Neg)?,
        None => literal::number(text)?,
    };
    Some(number.value())
}
