//! The failure in a few words: the inputs, the condition under which it is certain, the values that were read.

use std::fmt::Write;
use std::ops::Range;

use super::facts::numbers_in_words;
use super::reasons::{Wording, values};
use crate::limits::{MOST_CONJUNCTS, SHOWN_INPUTS};
use crate::{ExplanationReport, FailureReport, InputReport, InvariantReport, WriteReport};

/// `x = 1, y = 2`; what one variable received one after another as `x = 1, then 2`.
pub(crate) fn inputs_text(inputs: &[InputReport]) -> String {
    let mut text = String::new();
    for (index, input) in inputs.iter().take(SHOWN_INPUTS).enumerate() {
        let before = index.checked_sub(1).map(|before| &inputs[before].name);
        let _ = match before {
            None => write!(text, "{} = {}", input.name, input.value),
            Some(name) if *name == input.name => write!(text, ", then {}", input.value),
            Some(_) => write!(text, ", {} = {}", input.name, input.value),
        };
    }
    if inputs.len() > SHOWN_INPUTS {
        let _ = write!(text, ", and {} more", inputs.len() - SHOWN_INPUTS);
    }
    text
}

/// Under which inputs the failure is certain. How many there are and how long is taken for granted.
pub(crate) fn condition(
    failure: &FailureReport,
    explanation: &ExplanationReport,
) -> Option<String> {
    condition_worded(failure, explanation, MOST_CONJUNCTS)
}

/// With this many conjuncts.
pub(crate) fn condition_worded(
    failure: &FailureReport,
    explanation: &ExplanationReport,
    most: usize,
) -> Option<String> {
    let condition = explanation.general.as_deref()?;
    let shape = Shape::of(&failure.inputs);
    if condition == "1" {
        let on_path =
            if explanation.general_scope == "path" { " that takes this path" } else { "" };
        let of_this = match shape {
            Shape::Fixed => "",
            Shape::Lengths => " of this length",
            Shape::Values => " from which the same number of values is read",
        };
        return Some(format!("fails for every input{of_this}{on_path}"));
    }
    let first = explanation.invariants.first();
    let first = first.filter(|first| first.formula.as_deref() == Some(condition));
    let condition = first
        .and_then(|first| invariant_worded(first, most))
        .unwrap_or_else(|| condition.to_owned());
    let on_path = if explanation.general_scope == "path" { "on this path, " } else { "" };
    let shape = match shape {
        Shape::Fixed => "",
        Shape::Lengths => " (lengths as here)",
        Shape::Values => " (as many values read as here)",
    };
    let condition = numbers_in_words(&condition);
    Some(format!("{on_path}fails whenever {condition}{shape}"))
}

/// What is taken for granted of the inputs: claims are about values, not about how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// There is nothing but values.
    Fixed,
    /// How long it is was chosen, too: texts, arrays behind pointers, arguments.
    Lengths,
    /// Values that formatted input has read: in another text of the same length there may be fewer.
    Values,
}

impl Shape {
    fn of(inputs: &[InputReport]) -> Shape {
        if inputs.iter().any(is_formatted) {
            Shape::Values
        } else if inputs.iter().any(has_length) {
            Shape::Lengths
        } else {
            Shape::Fixed
        }
    }
}

/// A value that was read from standard input; its characters have the name of the stream.
fn is_formatted(input: &InputReport) -> bool {
    input.origin == "stdin" && !input.name.starts_with("stdin")
}

fn has_length(input: &InputReport) -> bool {
    let is_record = input.value.starts_with("{.");
    let is_list = input.value.starts_with(['{', '"', '&']) && !is_record;
    input.origin == "stdin" || input.name.contains('[') || is_list
}

/// The formula, if there is one; of many conjuncts those at both ends.
pub(crate) fn invariant_text(invariant: &InvariantReport) -> Option<String> {
    invariant_worded(invariant, MOST_CONJUNCTS)
}

pub(crate) fn invariant_worded(invariant: &InvariantReport, most: usize) -> Option<String> {
    let parts = invariant.parts.as_slice();
    let formula = invariant.formula.as_ref()?;
    let text = if parts.len() <= most {
        formula.clone()
    } else {
        let shown_at_end = (most / 3).max(1);
        let left_out = (most - shown_at_end).max(2) - 1..parts.len() - shown_at_end;
        let (first, last) = (&parts[..left_out.start], &parts[left_out.end..]);
        let (first, last) = (first.join(" && "), last.join(" && "));
        format!("{first} && … {} more … && {last}", left_out.len())
    };
    let text = numbers_in_words(&text);
    Some(if invariant.exact { format!("exactly: {text}") } else { text })
}

/// What the failing step read: what the last invariant speaks of, rather numbers than pointers.
pub(crate) fn failing_values(failure: &FailureReport, explanation: &ExplanationReport) -> String {
    let parts = explanation.invariants.last().map_or(&[][..], |last| &last.parts);
    let is_address = |value: &WriteReport| value.value.starts_with('&');
    let is_in_question = |value: &WriteReport| parts.iter().any(|part| mentions(part, &value.name));
    let select = |wanted: &dyn Fn(&WriteReport) -> bool| -> Vec<WriteReport> {
        failure.property.values.iter().filter(|&value| wanted(value)).cloned().collect()
    };
    let choices = [
        select(&|value| is_in_question(value) && !is_address(value)),
        select(&|value| is_in_question(value)),
        select(&|value| !is_address(value)),
    ];
    let shown = choices.iter().find(|choice| !choice.is_empty());
    shown.and_then(|shown| values(shown, Wording::FULL.most_facts)).unwrap_or_default()
}

/// Does a name occur in an expression, not merely as a part of another name?
pub fn mentions(expression: &str, name: &str) -> bool {
    mentions_at(expression, name).is_some()
}

/// Where it occurs first, in bytes.
pub(crate) fn mentions_at(expression: &str, name: &str) -> Option<Range<usize>> {
    if name.is_empty() {
        return None;
    }
    let continues = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let found = expression.match_indices(name).find(|(start, _)| {
        let before = expression[..*start].chars().next_back();
        let after = expression[start + name.len()..].chars().next();
        !continues(before) && !continues(after)
    });
    found.map(|(start, _)| start..start + name.len())
}
