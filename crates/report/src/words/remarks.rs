//! What the reader should know about an explanation as a whole: sentences below the annotated lines.

use super::reasons::list;
use crate::limits::LISTED_REMARKS;
use crate::{
    Avoided, Classification, DecidingInput, ExplanationReport, ExplanationStatus, InputKind,
    JudgedReport, Label, SecurityReport, UndecidedReport,
};

pub(crate) enum Remark {
    Plain(String),
    /// What is not known, or follows from the rest: where there is little room it can go.
    Aside(String),
    Warning(&'static str),
}

/// The marks that are to be seen beside lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks {
    has_value: bool,
    has_input: bool,
}

impl Marks {
    pub(crate) fn of(labels: impl Iterator<Item = Label>) -> Marks {
        let mut marks = Marks::default();
        for label in labels {
            match label {
                Label::Enforcing => marks.has_value = true,
                Label::Admitting => marks.has_input = true,
            }
        }
        marks
    }
}

/// About an explanation that stands for itself.
pub(crate) fn remarks(explanation: &ExplanationReport, marks: Marks) -> Vec<Remark> {
    let mut remarks = Vec::new();
    match &explanation.judged {
        None => {
            if explanation.status == ExplanationStatus::Partial {
                let text = "partial: the budget ran out; all of this is true, but less might be \
                            enough";
                remarks.push(Remark::Warning(text));
            }
            remarks.extend(counted(explanation));
        }
        Some(judged) => {
            if explanation.status == ExplanationStatus::Partial {
                remarks.push(Remark::Warning("partial: not everything could be decided"));
            }
            remarks.extend(counted_judged(explanation, judged));
            remarks.extend(legend(marks));
            remarks.extend(inputs_with_reasons(judged));
            remarks.extend(sets(judged));
            remarks.extend(conditionals(judged));
            remarks.extend(undecided(&judged.unknown));
        }
    }
    remarks.extend(explanation.verification.clone().map(Remark::Plain));
    remarks
}

/// About an explanation that is marked with what another one says, and who can trigger the failure.
pub(crate) fn joined_remarks(
    told: &ExplanationReport,
    judged: &ExplanationReport,
    security: Option<&SecurityReport>,
    marks: Marks,
) -> Vec<Remark> {
    let mut remarks = remarks(told, marks);
    // What the arguments or the input as a whole decide, no statement need show.
    let is_by_shape = security
        .is_some_and(|security| security.inputs.iter().any(|it| it.kind != InputKind::Value));
    let says_nothing = told.statements.relevant == 0 && told.statements.executed > 0;
    if says_nothing && told.counterexample.is_none() && is_by_shape {
        let counted = remarks.iter_mut().find(|remark| matches!(remark, Remark::Plain(_)));
        if let Some(Remark::Plain(counted)) = counted {
            *counted = "No value that a statement sets matters: how much input there is decides."
                .to_owned();
        }
    }
    if let Some(Remark::Plain(legend)) = legend(marks) {
        // What the marks mean is said in one breath with how many lines there are.
        match remarks.iter_mut().find(|remark| matches!(remark, Remark::Plain(_))) {
            Some(Remark::Plain(counted)) => *counted = format!("{counted} {legend}"),
            _ => remarks.push(Remark::Plain(legend)),
        }
    }
    // A mark that is missing may be missing for lack of time.
    if let Some(unknown) = judged.judged.as_ref().map(|judged| &judged.unknown) {
        remarks.extend(undecided(unknown));
    }
    let deciding = security.iter().flat_map(|security| &security.inputs);
    let mut names: Vec<String> = deciding.map(|input| input.name.clone()).collect();
    let told = names.len();
    // Of the arguments as a whole their number is a part.
    let has_arguments = security
        .is_some_and(|security| security.inputs.iter().any(|it| it.kind == InputKind::Arguments));
    for name in judged.judged.iter().flat_map(names_of_inputs) {
        let is_part = has_arguments && name == "argc";
        if !is_part && !names.contains(&name) {
            names.push(name);
        }
    }
    // That an input decides is said below, and that it matters follows from it.
    if names.len() > told {
        remarks
            .push(Remark::Aside(format!("Inputs that matter: {}.", list(&names, LISTED_REMARKS))));
    }
    remarks.extend(security.and_then(security_remark));
    if let Some(problem) = judged.verification.as_ref().filter(|_| judged.verified.is_none()) {
        remarks.push(Remark::Aside(format!("Marks: {problem}")));
    }
    remarks
}

fn names_of_inputs(judged: &JudgedReport) -> impl Iterator<Item = String> {
    judged.inputs_that_matter.iter().map(|input| input.name.clone())
}

/// Who can trigger the failure, and who is to blame for how much of it.
pub(crate) fn security_remarks(security: &SecurityReport) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = security_remark(security).into_iter().collect();
    let share = security.enforcing_share.filter(|share| share.relevant > 1);
    if let (Some(share), Some(last)) = (share, &security.last_admitting_input) {
        let verb = if share.enforcing == 1 { "is" } else { "are" };
        remarks.push(Remark::Plain(format!(
            "{} of {} relevant steps {verb} the program's own; last input: {} (line {}).",
            share.enforcing, share.relevant, last.name, last.line
        )));
    }
    remarks
}

/// Who can trigger the failure.
fn security_remark(security: &SecurityReport) -> Option<Remark> {
    if !security.has_external_inputs {
        return None;
    }
    let text = match security.classification {
        Classification::Security => {
            let deciding: Vec<String> =
                security.inputs.iter().take(2).map(deciding_input).collect();
            format!("Attacker-controlled: {}.", deciding.join("; "))
        }
        Classification::NotSecurity => {
            "Not attacker-controlled: no input alone decides whether it fails.".to_owned()
        }
        Classification::Unknown => {
            let reason = security.reason.iter().map(|reason| format!(" ({reason})"));
            let reason: String = reason.collect();
            let text = format!("Not known whether an attacker can trigger it{reason}.");
            return Some(Remark::Aside(text));
        }
    };
    Some(Remark::Plain(text))
}

/// `x = 2 fails, x = 0 does not`; `without arguments it fails, with arguments "a" it does not`.
pub(crate) fn deciding_input(input: &DecidingInput) -> String {
    let DecidingInput {
        name, kind, failing_value, passing_value, avoided, avoided_line, with, ..
    } = input;
    let with = if with.is_empty() {
        String::new()
    } else {
        format!("with {}, ", list(with, LISTED_REMARKS))
    };
    let given = |value: &str| match (kind, value) {
        (InputKind::Value, _) => format!("{name} = {value}"),
        (InputKind::Arguments, "") => "without arguments".to_owned(),
        (InputKind::Arguments, _) if value.contains("\" \"") => format!("with arguments {value}"),
        (InputKind::Arguments, _) => format!("with the argument {value}"),
        (InputKind::StandardInput, "\"\"") => "without standard input".to_owned(),
        (InputKind::StandardInput, _) => format!("with standard input {value}"),
    };
    let (failing, passing) = (given(failing_value), given(passing_value));
    let elsewhere = match avoided_line {
        Some(line) => format!("fails at line {line} instead"),
        None => "fails in another way".to_owned(),
    };
    match (kind, avoided) {
        (InputKind::Value, Avoided::Ends) => format!("{with}{failing} fails, {passing} does not"),
        (InputKind::Value, Avoided::FailsElsewhere) => {
            format!("{with}{failing} fails, {passing} {elsewhere}")
        }
        (InputKind::Value, Avoided::NeverEnds) => {
            format!("{with}{failing} fails, with {passing} it never ends")
        }
        (_, Avoided::Ends) => format!("{failing} it fails, {passing} it does not"),
        (_, Avoided::FailsElsewhere) => format!("{failing} it fails, {passing} it {elsewhere}"),
        (_, Avoided::NeverEnds) => format!("{failing} it fails, {passing} it never ends"),
    }
}

/// How many statements an abstract error trace needs.
fn counted(explanation: &ExplanationReport) -> Option<Remark> {
    let count = explanation.statements;
    if let Some(with) = &explanation.counterexample {
        let text = format!("More matters than is shown: {with}.");
        return Some(Remark::Plain(text));
    }
    let text = match (count.relevant, count.executed) {
        (_, 0) => return None,
        (0, executed) => {
            let (which, they_do) = match executed {
                1 => ("The statement executed before it does not matter".to_owned(), "it does"),
                _ => (format!("None of the {executed} statements before it matters"), "they do"),
            };
            let why = match explanation.general.as_deref() {
                None | Some("1") => format!("the check fails whatever {they_do}"),
                Some(_) => "the inputs alone decide".to_owned(),
            };
            format!("{which}: {why}.")
        }
        (relevant, executed) => matter(relevant, executed),
    };
    Some(Remark::Plain(text))
}

fn matter(relevant: usize, executed: usize) -> String {
    match (relevant, executed) {
        (1, 1) => "The one statement executed before it matters.".to_owned(),
        (1, executed) => format!("1 of {executed} executed statements matters."),
        (relevant, executed) => format!("{relevant} of {executed} executed statements matter."),
    }
}

fn counted_judged(explanation: &ExplanationReport, judged: &JudgedReport) -> Option<Remark> {
    let count = explanation.statements;
    let is_complete = explanation.status == ExplanationStatus::Complete;
    match count.relevant {
        0 if is_complete && judged.inputs_that_matter.is_empty() => {
            Some(Remark::Plain(match judged.redirecting_inputs.as_slice() {
                [] => judged.nothing.to_owned(),
                _ => "No value that was tried avoids the failure.".to_owned(),
            }))
        }
        0 if is_complete && count.executed > 0 => {
            Some(Remark::Plain("No statement matters, only inputs do.".to_owned()))
        }
        0 => None,
        // The sets say it all.
        _ if judged.sets.is_some() => None,
        relevant => Some(Remark::Plain(matter(relevant, count.executed))),
    }
}

/// What the marks mean that are there.
fn legend(marks: Marks) -> Option<Remark> {
    let text = match (marks.has_value, marks.has_input) {
        (false, false) => return None,
        (true, false) => "* another value here would have led elsewhere.",
        (false, true) => "@ another input here would have led elsewhere.",
        (true, true) => "* another value here, @ another input here would have led elsewhere.",
    };
    Some(Remark::Plain(text.to_owned()))
}

fn inputs_with_reasons(judged: &JudgedReport) -> Vec<Remark> {
    let inputs = &judged.inputs_that_matter;
    let told = inputs.iter().take(LISTED_REMARKS);
    let redirecting = judged.redirecting_inputs.iter().take(LISTED_REMARKS);
    let sentences = told.chain(redirecting).map(|input| Remark::Plain(sentence(&input.why)));
    let mut remarks: Vec<Remark> = sentences.collect();
    if inputs.len() > LISTED_REMARKS {
        let rest: Vec<String> =
            inputs[LISTED_REMARKS..].iter().map(|input| input.name.clone()).collect();
        remarks.push(Remark::Plain(format!(
            "Further inputs that matter: {}.",
            list(&rest, LISTED_REMARKS)
        )));
    }
    remarks
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut rest = text.chars();
    let first: String = rest.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", rest.as_str())
}

fn sets(judged: &JudgedReport) -> Vec<Remark> {
    let texts = &judged.set_texts;
    let mut remarks: Vec<Remark> =
        texts.iter().take(LISTED_REMARKS).map(|text| Remark::Plain(sentence(text))).collect();
    if texts.len() > LISTED_REMARKS {
        let more = texts.len() - LISTED_REMARKS;
        let sets = if more == 1 { "set" } else { "sets" };
        remarks.push(Remark::Plain(format!("… and {more} more {sets} of statements.")));
    }
    remarks
}

fn conditionals(judged: &JudgedReport) -> Option<Remark> {
    let conditionals = judged.irrelevant_conditionals.as_ref()?;
    let places: Vec<(&str, u32)> =
        conditionals.iter().map(|conditional| (&*conditional.file, conditional.line)).collect();
    let lines = lines_text(&places)?;
    let goes = if lines.starts_with("lines") { "go" } else { "goes" };
    Some(Remark::Plain(format!("Which way {lines} {goes} does not matter.")))
}

/// `not decided: lines 3 and 7 (time limit)`, a line for each reason.
fn undecided(unknown: &[UndecidedReport]) -> Vec<Remark> {
    let mut reasons: Vec<&str> = Vec::new();
    for entry in unknown {
        if !reasons.contains(&entry.why.as_str()) {
            reasons.push(&entry.why);
        }
    }
    let text = |reason: &&str| {
        let same = unknown.iter().filter(|entry| entry.why == *reason);
        let places: Vec<(&str, u32)> = same.map(|entry| (&*entry.file, entry.line)).collect();
        Some(Remark::Aside(format!("not decided: {} ({reason})", lines_text(&places)?)))
    };
    reasons.iter().filter_map(text).collect()
}

/// `lines 3, 7 and 9`, each once; with their files if there are several.
fn lines_text(places: &[(&str, u32)]) -> Option<String> {
    let mut places = places.to_vec();
    places.sort_unstable();
    places.dedup();
    let first = places.first()?.0;
    let one_file = places.iter().all(|(file, _)| *file == first);
    let text = |(file, line): &(&str, u32)| {
        if one_file { line.to_string() } else { format!("{file}:{line}") }
    };
    let mut texts: Vec<String> = places.iter().take(2 * LISTED_REMARKS).map(text).collect();
    if places.len() > texts.len() {
        texts.push(format!("{} more", places.len() - texts.len()));
    }
    let word = if places.len() == 1 { "line" } else { "lines" };
    let joined = match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => texts.concat(),
    };
    Some(format!("{word} {joined}"))
}
