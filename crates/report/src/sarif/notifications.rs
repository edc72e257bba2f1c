//! What is to be said about the work as a whole: the verdict when nothing fails, and limits that held something back.

use serde_sarif::sarif::{Notification, ReportingDescriptor, ReportingDescriptorReference};

use super::message::{message, multiformat, sentence};
use super::places::{Places, Spot};
use crate::{ErrorReport, LimitReport, Report, Verdict};

/// The kinds of notifications; the index is part of what refers to them.
const VERDICT: (&str, i64) = ("whydunit/verdict", 0);
const LIMIT: (&str, i64) = ("whydunit/limit", 1);
const ERROR: (&str, i64) = ("whydunit/error", 2);

pub(super) fn descriptors() -> Vec<ReportingDescriptor> {
    let descriptor = |(id, _): (&str, i64), name: &str, text: &str| {
        ReportingDescriptor::builder()
            .id(id)
            .name(name)
            .short_description(multiformat(text))
            .build()
    };
    vec![
        descriptor(
            VERDICT,
            "Verdict",
            "What is known about a program in which no failure was found",
        ),
        descriptor(LIMIT, "Limit", "A bound or budget that held something back"),
        descriptor(ERROR, "Error", "Input that cannot be used"),
    ]
}

pub(super) fn notifications(report: &Report, places: &Places<'_>) -> Vec<Notification> {
    let mut all: Vec<Notification> = Vec::new();
    if let Some(error) = &report.error {
        let errors = std::iter::once(error).chain(&error.further);
        all.extend(errors.map(|error| error_notification(error, places)));
    }
    if report.only_error().is_none() {
        all.extend(verdict(report, places));
    }
    let reached = report.limits.iter().filter(|limit| limit.reached);
    all.extend(reached.map(|limit| limit_notification(limit, places)));
    all
}

fn verdict(report: &Report, places: &Places<'_>) -> Option<Notification> {
    let (level, words) = match report.verdict {
        Verdict::Fails if !report.failures.is_empty() => return None,
        Verdict::Fails => ("warning", "fails"),
        Verdict::Holds => ("note", "holds: no run makes a check fail"),
        Verdict::HoldsWithinBound => ("note", "holds within what was looked at"),
        Verdict::Unknown => {
            ("warning", "unknown: no failure found, but not everything could be looked at")
        }
    };
    let run = report.run.as_ref().filter(|run| !run.message.is_empty());
    let text = run.map_or(words.to_owned(), |run| format!("{words}: {}", run.message));
    let mut notification = notification(VERDICT, level, &text);
    let place = run.and_then(|run| run.place.as_ref());
    let location = place.map(|place| places.location(Spot::from(place), &text));
    notification.locations = location.map(|location| vec![location]);
    Some(notification)
}

fn error_notification(error: &ErrorReport, places: &Places<'_>) -> Notification {
    let mut notification = notification(ERROR, "error", &error.message);
    let (line, column) = (error.line.unwrap_or(1), error.column.unwrap_or(1));
    let spot = error.file.as_ref().map(|file| Spot::at(file, line, column));
    let location = spot.map(|spot| places.location(spot, &error.message));
    notification.locations = location.map(|location| vec![location]);
    notification
}

fn limit_notification(limit: &LimitReport, places: &Places<'_>) -> Notification {
    let LimitReport { what, value, .. } = limit;
    // What bounds a search by its nature is no cause for concern; what ended it is.
    let (level, text) = match what.as_str() {
        "unwind" => ("note", format!("loops and recursions were followed {value} times")),
        "loop" => ("note", format!("this loop was followed for {value} iterations")),
        "recursion" => ("note", format!("this recursion was followed to depth {value}")),
        "input" => ("note", format!("inputs that were looked at: {value}")),
        "gap" => ("warning", format!("not followed: {value}")),
        "timeout" => ("warning", format!("stopped after {value} s (--timeout)")),
        "cpu-time" => {
            ("warning", format!("stopped after {value} s of the processors (--cpu-time)"))
        }
        "memory" => ("warning", format!("stopped at {value} MiB (--memory)")),
        "max-steps" => ("warning", format!("stopped after {value} steps (--max-steps)")),
        "interrupt" => ("warning", format!("stopped by {value}")),
        "aside" if *value == *"causes" => {
            ("warning", "causes had little time: not everything was tried".to_owned())
        }
        "aside" => {
            ("warning", format!("{value} had little time: it is partial (--method {value})"))
        }
        "undecided" => ("warning", format!("{value} steps could not be judged")),
        _ => ("warning", format!("limit reached: {what} ({value})")),
    };
    let mut notification = notification(LIMIT, level, &text);
    let spot = limit.file.as_ref().map(|file| Spot::line(file, limit.line.unwrap_or(1)));
    let location = spot.map(|spot| places.location(spot, &text));
    notification.locations = location.map(|location| vec![location]);
    notification
}

fn notification((id, index): (&str, i64), level: &str, text: &str) -> Notification {
    let descriptor = ReportingDescriptorReference {
        id: Some(id.to_owned()),
        index: Some(index),
        ..ReportingDescriptorReference::default()
    };
    Notification::builder()
        .descriptor(descriptor)
        .level(level)
        .message(message(&sentence(text)))
        .build()
}
