//! Reasons in words: what is said beside a step that matters.
//!
//! Every sentence holds of the run that is explained; *had … been* speaks of one that might have been. What another side of a branch assigns is known from the
//! program's text only, hence *could have set*.

use super::fit::shorten;
use crate::{Reason, RelevantReport, Replaced, Role, StepReport, WriteReport};

/// More facts than this are counted, not listed.
const LISTED: usize = 3;
/// Longer ones lose their middle.
const LONGEST_FACT: usize = 120;

/// Why this step matters.
pub fn reason_in_words(role: Role, reason: &Reason, step: &StepReport) -> String {
    if let Some(replaced) = &reason.replaced {
        return might_have_been(replaced, " here");
    }
    match role {
        Role::Assign => match makes(reason, &step.writes) {
            // One variable handed on to another of the same name, by a call or return.
            Some(effect) if reason.establishes == reason.uses => effect,
            Some(effect) => format!("{effect}{}", because(&reason.uses)),
            None if reason.uses.is_empty() => "matters".to_owned(),
            None => format!("needs {}", list(&reason.uses)),
        },
        Role::Input => match effect(reason, &step.writes) {
            Some(effect) => format!("an input: {effect}"),
            None => "an input".to_owned(),
        },
        Role::Frame if step.taken.is_none() => {
            format!("{}{}", elsewhere(&reason.left_alone), because(&reason.uses))
        }
        Role::Condition | Role::Frame => {
            let outcome = step.taken.as_deref().unwrap_or("holds");
            format!("{outcome}{}{}", basis(reason), missing(&reason.left_alone))
        }
        Role::Check => format!("passes{}", basis(reason)),
    }
}

/// Why a statement matters that was executed several times; `times` says when.
pub(crate) fn repeated_reason(
    occurrences: &[(&RelevantReport, &StepReport)],
    times: &str,
) -> String {
    let Some(&(last, last_step)) = occurrences.last() else { return String::new() };
    if let Some(replaced) = &last.reason.replaced {
        return format!("{times}; {}", might_have_been(replaced, " the last time"));
    }
    let common = |parts: fn(&Reason) -> &Vec<String>| {
        let shared =
            occurrences.iter().all(|(entry, _)| parts(&entry.reason) == parts(&last.reason));
        if shared { parts(&last.reason).clone() } else { Vec::new() }
    };
    match last.role {
        Role::Assign | Role::Input => {
            let what = if last.role == Role::Input { "an input " } else { "" };
            let established = common(|reason| &reason.establishes);
            if !established.is_empty() {
                return format!("{what}{times}; makes {}", list(&established));
            }
            match values(&last_step.writes) {
                Some(values) => format!("{what}{times}; {values} then"),
                None => format!("{what}{times}"),
            }
        }
        Role::Condition | Role::Frame => {
            let because = because(&common(|reason| &reason.uses));
            let mut left_alone: Vec<String> = Vec::new();
            for name in occurrences.iter().flat_map(|(entry, _)| &entry.reason.left_alone) {
                if !left_alone.contains(name) {
                    left_alone.push(name.clone());
                }
            }
            if last.role == Role::Frame && last_step.taken.is_none() {
                return format!("{times}; {}{because}", elsewhere(&left_alone));
            }
            format!("{} {times}{because}", outcomes(occurrences)) + &missing(&left_alone)
        }
        Role::Check => format!("passes {times}"),
    }
}

/// `with x = 3, had y been 0 here, line 4 would not have been taken`.
fn might_have_been(replaced: &Replaced, when: &str) -> String {
    let Replaced { with, had, then, .. } = replaced;
    let with = if with.is_empty() { String::new() } else { format!("with {}, ", list(with)) };
    format!("{with}had {had}{when}, {then}")
}

/// Why an input matters that no statement receives.
pub fn input_in_words(replaced: &Replaced) -> String {
    might_have_been(replaced, "")
}

/// Which ways a condition went: `true, then false`.
fn outcomes(occurrences: &[(&RelevantReport, &StepReport)]) -> String {
    let mut all: Vec<&str> =
        occurrences.iter().map(|(_, step)| step.taken.as_deref().unwrap_or("holds")).collect();
    all.dedup();
    if all.len() <= 2 {
        return all.join(", then ");
    }
    all.sort_unstable();
    all.dedup();
    all.join(" or ")
}

/// `makes x == 0`, or the values that were written.
fn makes(reason: &Reason, writes: &[WriteReport]) -> Option<String> {
    if reason.establishes.is_empty() {
        return values(writes).map(|values| format!("{values} then"));
    }
    Some(format!("makes {}", list(&reason.establishes)))
}

fn effect(reason: &Reason, writes: &[WriteReport]) -> Option<String> {
    if reason.establishes.is_empty() {
        return values(writes);
    }
    Some(list(&reason.establishes))
}

/// `x is 1 and y is 2`.
pub(crate) fn values(writes: &[WriteReport]) -> Option<String> {
    let values: Vec<String> =
        writes.iter().map(|write| format!("{} is {}", write.name, write.value)).collect();
    (!values.is_empty()).then(|| list(&values))
}

fn because(facts: &[String]) -> String {
    if facts.is_empty() { String::new() } else { format!(", because {}", list(facts)) }
}

/// Why a condition holds; if that is not known, what it tells.
fn basis(reason: &Reason) -> String {
    match (reason.uses.as_slice(), reason.establishes.as_slice()) {
        ([], []) => String::new(),
        ([], told) => format!(", so {}", list(told)),
        (uses, _) => because(uses),
    }
}

/// Of an assignment whose address decides what it sets.
fn elsewhere(names: &[String]) -> String {
    format!("does not set {}", list(names))
}

fn missing(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!("; the other side could have set {}", list(names))
}

/// `a, b and c`.
pub(crate) fn list(items: &[String]) -> String {
    let shown = if items.len() <= LISTED { items.len() } else { LISTED - 1 };
    let mut texts: Vec<String> =
        items[..shown].iter().map(|item| shorten(item, LONGEST_FACT)).collect();
    if shown < items.len() {
        texts.push(format!("{} more", items.len() - shown));
    }
    match texts.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => texts.concat(),
    }
}
