//! Reasons in words: what is said beside a step that matters.
//!
//! Every sentence holds of the run that is explained; *had … been* speaks of one that might have been. What another side of a branch assigns is known from the
//! program's text only, hence *could have set*.

use super::facts::{fact_in_words, is_sentence, numbers_in_words};
use super::fit::shorten;
use super::headline::mentions;
use crate::limits::LONGEST_FACT;
use crate::{
    DeclarationReport, EndingReport, Reason, RelevantReport, Replaced, Role, StatedReport,
    StepReport, WriteReport,
};

/// How a reason is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wording {
    /// More facts than this are counted, not listed.
    pub(crate) most_facts: usize,
    /// What the step brings about is needed from there to the failure.
    pub(crate) lasts: bool,
}

impl Wording {
    pub(crate) const FULL: Wording = Wording { most_facts: 3, lasts: false };

    /// From the most that is said to the least.
    pub(crate) fn shorter_and_shorter(lasts: bool) -> impl Iterator<Item = Wording> {
        (1..=Wording::FULL.most_facts).rev().map(move |most_facts| Wording { most_facts, lasts })
    }
}

/// Why this step matters.
pub fn reason_in_words(role: Role, reason: &Reason, step: &StepReport) -> String {
    reason_worded(role, reason, step, Wording::FULL)
}

pub(crate) fn reason_worded(
    role: Role,
    reason: &Reason,
    step: &StepReport,
    wording: Wording,
) -> String {
    let most = wording.most_facts;
    if let Some(replaced) = &reason.replaced {
        return might_have_been(replaced, " here");
    }
    match role {
        Role::Assign => match makes(reason, &step.writes, wording) {
            // One variable handed on to another of the same name, by a call or return.
            Some(effect) if reason.establishes == reason.uses => effect,
            Some(effect) => format!("{effect}{}", because(&reason.uses, most)),
            None if reason.uses.is_empty() => "matters".to_owned(),
            None => format!("needs {}", list(&reason.uses, most)),
        },
        Role::Input => match effect(reason, &step.writes, wording) {
            Some(effect) => format!("an input: {effect}"),
            None => "an input".to_owned(),
        },
        Role::Frame if skips(step) => {
            let facts = because(&reason.uses, most);
            format!("skips what could have set {}{facts}", list(&reason.left_alone, most))
        }
        Role::Frame if step.taken.is_none() => {
            format!("{}{}", elsewhere(&reason.left_alone, most), because(&reason.uses, most))
        }
        Role::Condition | Role::Frame => {
            let outcome = step.taken.as_deref().unwrap_or("holds");
            let basis =
                if is_its_own_reason(reason, step) { String::new() } else { basis(reason, most) };
            let missing = missing(&reason.left_alone, most);
            format!("{outcome}{basis}{missing}{}", otherwise(reason.otherwise))
        }
        Role::Check => format!("passes{}", basis(reason, most)),
        Role::Call => format!("{}{}", called(step), because(&reason.uses, most)),
        Role::Declaration => stated(reason),
    }
}

/// What a declaration states.
fn stated(reason: &Reason) -> String {
    let Some(DeclarationReport { what, states, .. }) = &reason.declaration else {
        return "matters".to_owned();
    };
    match states {
        StatedReport::Elements(1) => format!("{what} has 1 element"),
        StatedReport::Elements(count) => format!("{what} has {count} elements"),
        StatedReport::Bytes(1) => format!("{what} has 1 byte"),
        StatedReport::Bytes(count) => format!("{what} has {count} bytes"),
        StatedReport::NoValue => format!("gives {what} no value"),
    }
}

/// A jump, or a `return` before the end.
fn skips(step: &StepReport) -> bool {
    matches!(step.kind, "jump" | "return")
}

/// Of a call that matters by what is done in it.
fn called(step: &StepReport) -> String {
    match &step.call {
        Some(call) => format!("what {} does matters", call.function),
        None => "matters".to_owned(),
    }
}

/// `x > 0` is true because `x > 0`: nobody needs to be told.
fn is_its_own_reason(reason: &Reason, step: &StepReport) -> bool {
    let is_same = |fact: &String| fact.split_whitespace().eq(step.text.split_whitespace());
    step.taken.as_deref() == Some("true")
        && matches!(reason.uses.as_slice(), [only] if is_same(only))
}

/// What kind of sentence a step that matters gets. Steps of one statement that get the same kind can be told together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// It sets something.
    Sets,
    /// It goes one way.
    Decides,
    /// It sets something else, or skips what could have set something.
    LeavesAlone,
    Passes,
    Calls,
    /// It says what there is.
    Declares,
}

impl Tone {
    pub(crate) fn of(entry: &RelevantReport, step: &StepReport) -> Tone {
        match entry.role {
            Role::Assign | Role::Input => Tone::Sets,
            Role::Frame if step.taken.is_none() => Tone::LeavesAlone,
            Role::Condition | Role::Frame => Tone::Decides,
            Role::Check => Tone::Passes,
            Role::Call => Tone::Calls,
            Role::Declaration => Tone::Declares,
        }
    }
}

/// Why a statement matters that was executed several times; `times` says when. All of them have the same tone.
pub(crate) fn repeated_reason(
    occurrences: &[(&RelevantReport, &StepReport)],
    times: &str,
    most: usize,
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
                let makes = brings_about(&established);
                return format!("{what}{times}; {makes} {}", list(&established, most));
            }
            match values(&last_step.writes, most) {
                Some(values) => format!("{what}{times}; {values} then"),
                None => format!("{what}{times}"),
            }
        }
        Role::Condition | Role::Frame => {
            let is_plain = is_its_own_reason(&last.reason, last_step);
            let uses = if is_plain { Vec::new() } else { common(|reason| &reason.uses) };
            let because = because(&uses, most);
            let mut left_alone: Vec<String> = Vec::new();
            for name in occurrences.iter().flat_map(|(entry, _)| &entry.reason.left_alone) {
                if !left_alone.contains(name) {
                    left_alone.push(name.clone());
                }
            }
            if last.role == Role::Frame && skips(last_step) {
                return format!(
                    "{times}; skips what could have set {}{because}",
                    list(&left_alone, most)
                );
            }
            if last.role == Role::Frame && last_step.taken.is_none() {
                return format!(
                    "{times}; {}{because}",
                    left_each_time(occurrences, &left_alone, most)
                );
            }
            let otherwise = otherwise(last.reason.otherwise);
            let missing = missing(&left_alone, most);
            format!("{} {times}{because}{missing}{otherwise}", outcomes(occurrences))
        }
        Role::Check => format!("passes {times}"),
        Role::Call => format!("{times}; {}", called(last_step)),
        Role::Declaration => stated(&last.reason),
    }
}

/// `with x = 3, had y been 0 here, line 4 would not have been taken`; of what was not run no value is named.
fn might_have_been(replaced: &Replaced, when: &str) -> String {
    if replaced.ending.is_none() {
        return format!("another value{when} may lead elsewhere (not tried)");
    }
    let Replaced { with, had, then, .. } = replaced;
    let with = match with.as_slice() {
        [] => String::new(),
        with => format!("with {}, ", list(with, Wording::FULL.most_facts)),
    };
    numbers_in_words(&format!("{with}had {had}{when}, {then}"))
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
fn makes(reason: &Reason, writes: &[WriteReport], wording: Wording) -> Option<String> {
    let most = wording.most_facts;
    if reason.establishes.is_empty() {
        return values(writes, most).map(|values| format!("{values} then"));
    }
    let made = made(reason, writes);
    let facts = list(&made, most);
    Some(if wording.lasts {
        format!("{facts} from here on")
    } else {
        format!("{} {facts}", brings_about(&made))
    })
}

/// The word before what a step brings about: a sentence is not made.
pub(crate) fn brings_about(facts: &[String]) -> &'static str {
    if facts.iter().any(|fact| is_sentence(fact)) { "so that" } else { "makes" }
}

/// What holds behind a step and did not before, of what it sets. A fact that compared something else with what is set falls apart there, too: the rest of it was not made here.
fn made(reason: &Reason, writes: &[WriteReport]) -> Vec<String> {
    let is_own = |fact: &&String| writes.iter().any(|write| mentions(fact, &write.name));
    let own: Vec<String> = reason.establishes.iter().filter(is_own).cloned().collect();
    // Where names do not tell, as of what a pointer points to, everything is shown.
    if own.is_empty() { reason.establishes.clone() } else { own }
}

fn effect(reason: &Reason, writes: &[WriteReport], wording: Wording) -> Option<String> {
    if reason.establishes.is_empty() {
        return values(writes, wording.most_facts);
    }
    let facts = list(&made(reason, writes), wording.most_facts);
    Some(if wording.lasts { format!("{facts} from here on") } else { facts })
}

/// `x is 1 and y is 2`.
pub(crate) fn values(writes: &[WriteReport], most: usize) -> Option<String> {
    let values: Vec<String> =
        writes.iter().map(|write| format!("{} is {}", write.name, write.value)).collect();
    (!values.is_empty()).then(|| list(&values, most))
}

fn because(facts: &[String], most: usize) -> String {
    if facts.is_empty() { String::new() } else { format!(", because {}", list(facts, most)) }
}

/// Why a condition holds; if that is not known, what it tells.
fn basis(reason: &Reason, most: usize) -> String {
    match (reason.uses.as_slice(), reason.establishes.as_slice()) {
        ([], []) => String::new(),
        ([], told) => format!(", so {}", list(told, most)),
        (uses, _) => because(uses, most),
    }
}

/// Of an assignment whose address decides what it sets.
fn elsewhere(names: &[String], most: usize) -> String {
    format!("does not set {}", list(names, most))
}

/// Of several times: what it did not set in any of them. Where that is something else each time, one example.
fn left_each_time(
    occurrences: &[(&RelevantReport, &StepReport)],
    names: &[String],
    most: usize,
) -> String {
    let always = |name: &&String| {
        occurrences.iter().all(|(entry, _)| entry.reason.left_alone.contains(name))
    };
    let common: Vec<String> = names.iter().filter(always).cloned().collect();
    match (common.is_empty(), names.first()) {
        (true, Some(name)) => format!("does not set what matters then, such as {name}"),
        _ => elsewhere(&common, most),
    }
}

fn missing(names: &[String], most: usize) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!("; the other side could have set {}", list(names, most))
}

/// Of an arm that does not come back.
fn otherwise(ending: Option<EndingReport>) -> &'static str {
    match ending {
        Some(EndingReport::NeverEnds) => "; otherwise the program would never have ended",
        Some(EndingReport::Ends) => "; otherwise the program would have ended here",
        _ => "",
    }
}

/// `user == &user`, of a pointer that is called like what it was made to point to.
fn is_of_one_name(fact: &str) -> bool {
    fact.split_once(" == &").is_some_and(|(pointer, object)| {
        object == pointer || object.strip_suffix("[0]") == Some(pointer)
    })
}

/// Twelve digits and more: no number that somebody wrote, mostly.
fn has_long_number(text: &str) -> bool {
    const LONG: usize = 12;
    let runs = text.split(|c: char| !c.is_ascii_digit());
    runs.into_iter().any(|digits| digits.len() >= LONG)
}

/// `a, b and c`; of more than `most`, those that are left out are counted.
pub(crate) fn list(items: &[String], most: usize) -> String {
    // Bounds that only keep a product from overflowing tell the least.
    let is_far = |item: &&String| has_long_number(item);
    let near = items.iter().filter(|item| !is_far(item));
    let items: Vec<&String> = near.chain(items.iter().filter(is_far)).collect();
    let shown = if items.len() <= most { items.len() } else { most.max(2) - 1 };
    let text = |item: &&String| match is_of_one_name(item) {
        true => format!("{item} (the caller's)"),
        false => shorten(&fact_in_words(item), LONGEST_FACT),
    };
    let mut texts: Vec<String> = items[..shown].iter().map(text).collect();
    if shown < items.len() {
        texts.push(format!("{} more", items.len() - shown));
    }
    match texts.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => texts.concat(),
    }
}
