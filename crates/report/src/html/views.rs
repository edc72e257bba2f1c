//! What there is to look at in a failure: one view for each explanation, and for each view what is said beside which line.
//!
//! The words are those of the terminal: rows come from the same place, so that no form says what another does not. A note belongs to one statement and
//! tells of all the times that it mattered; the steps behind it come with it as occurrences.

use std::collections::BTreeMap;

use crate::text::{Detail, Repetitions, Row, only_judged, rows_before_failure};
use crate::words::{Marks, Remark, condition, failing_values, joined_remarks, remarks};
use crate::{
    DeclarationReport, ExplanationReport, FailureReport, Label, RelevantReport, Role, StepReport,
    WriteReport,
};

/// One way to see why it fails.
pub(super) struct View<'r> {
    /// What it is called where one can choose.
    pub(super) name: &'static str,
    /// The question that it answers.
    pub(super) question: String,
    pub(super) condition: Option<String>,
    pub(super) remarks: Vec<Remark>,
    /// In the order in which a terminal would tell them, the failing statement last.
    pub(super) rows: Vec<ViewRow<'r>>,
    /// Whose invariants hold between the steps.
    pub(super) explanation: Option<&'r ExplanationReport>,
    /// All steps that matter, ascending.
    pub(super) relevant: Vec<Relevant>,
}

pub(super) enum ViewRow<'r> {
    Note(Note<'r>),
    /// What holds between the notes before and after.
    Fact(String),
}

/// A step that matters, for the list of steps.
pub(super) struct Relevant {
    pub(super) step: usize,
    pub(super) role: Role,
    pub(super) label: Option<Label>,
    pub(super) why: String,
    pub(super) is_aside: bool,
}

/// What is said beside a statement.
pub(super) struct Note<'r> {
    pub(super) file: &'r str,
    pub(super) line: u32,
    /// The statement, where its line has others, too.
    pub(super) statement: Option<&'r str>,
    pub(super) text: &'r str,
    /// What failed, if it is the failing statement.
    pub(super) message: Option<&'r str>,
    pub(super) rank: Rank,
    pub(super) role: Option<Role>,
    pub(super) label: Option<Label>,
    /// Of the failing statement: the values that it read.
    pub(super) reason: String,
    /// C expressions that the reason speaks of.
    pub(super) facts: Vec<&'r str>,
    pub(super) occurrences: Vec<Occurrence<'r>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rank {
    /// It is part of the explanation.
    Told,
    /// Not part of the explanation, but another value would have led elsewhere.
    Aside,
    /// Whether it matters is not known.
    Undecided,
    Failing,
}

/// One time that a statement mattered.
pub(super) struct Occurrence<'r> {
    pub(super) step: usize,
    /// `in iteration 3`; empty when there is nothing to tell apart.
    pub(super) when: String,
    pub(super) why: &'r str,
    pub(super) writes: &'r [WriteReport],
}

/// All views of a failure, the one to begin with first. There is at least one.
pub(super) fn views(failure: &FailureReport) -> Vec<View<'_>> {
    let mut views: Vec<View<'_>> = Vec::new();
    if let ([told, judged, ..], true) = (failure.explanations.as_slice(), failure.is_joined) {
        let mut view = explained(failure, told);
        view.name = "why";
        add_asides(failure, told, judged, &mut view);
        view.remarks = joined_remarks(told, judged, None, marks(&view.rows));
        views.push(view);
    }
    views.extend(failure.explanations.iter().map(|explanation| explained(failure, explanation)));
    if views.is_empty() {
        views.push(View {
            name: "run",
            question: String::new(),
            condition: None,
            remarks: Vec::new(),
            rows: vec![ViewRow::Note(failing_note(failure, String::new()))],
            explanation: None,
            relevant: Vec::new(),
        });
    }
    views
}

impl<'r> View<'r> {
    pub(super) fn notes(&self) -> impl Iterator<Item = &Note<'r>> {
        self.rows.iter().filter_map(|row| match row {
            ViewRow::Note(note) => Some(note),
            ViewRow::Fact(_) => None,
        })
    }
}

fn steps_of(failure: &FailureReport) -> &[StepReport] {
    failure.trace.as_ref().map_or(&[], |trace| &trace.steps)
}

fn explained<'r>(failure: &'r FailureReport, explanation: &'r ExplanationReport) -> View<'r> {
    let entries: Vec<&RelevantReport> = explanation.relevant.iter().collect();
    let (mut rows, repetitions) = noted(failure, explanation, &entries, Rank::Told);
    rows.extend(undecided(failure, explanation).into_iter().map(ViewRow::Note));
    let when = match steps_of(failure).len().checked_sub(1) {
        Some(failing) => repetitions.when(&[failing]),
        None => String::new(),
    };
    let values = failing_values(failure, explanation);
    let separator = if when.is_empty() || values.is_empty() { "" } else { ": " };
    rows.push(ViewRow::Note(failing_note(failure, format!("{when}{separator}{values}"))));
    View {
        name: explanation.method,
        question: explanation.question.to_owned(),
        condition: condition(failure, explanation),
        remarks: remarks(explanation, marks(&rows)),
        rows,
        explanation: Some(explanation),
        relevant: entries.iter().filter_map(|entry| relevant(entry, false)).collect(),
    }
}

/// `None` of a declaration.
fn relevant(entry: &RelevantReport, is_aside: bool) -> Option<Relevant> {
    let RelevantReport { step, role, why, .. } = entry;
    let (step, why) = ((*step)?, why.clone());
    Some(Relevant { step, role: *role, label: entry.mark(), why, is_aside })
}

/// The marks beside the lines of a view.
fn marks(rows: &[ViewRow<'_>]) -> Marks {
    Marks::of(rows.iter().filter_map(|row| match row {
        ViewRow::Note(note) => note.label,
        ViewRow::Fact(_) => None,
    }))
}

/// What the second explanation names and the first does not.
fn add_asides<'r>(
    failure: &'r FailureReport,
    told: &'r ExplanationReport,
    judged: &'r ExplanationReport,
    view: &mut View<'r>,
) {
    let added = only_judged(told, judged);
    let steps: Vec<usize> = added.relevant.iter().filter_map(|entry| entry.step).collect();
    let is_added =
        |entry: &&RelevantReport| entry.step.is_some_and(|step| steps.binary_search(&step).is_ok());
    let entries: Vec<&RelevantReport> = judged.relevant.iter().filter(is_added).collect();
    let (rows, _) = noted(failure, &added, &entries, Rank::Aside);
    let failing = view.rows.pop();
    // Facts belong to the explanation that is told.
    view.rows.extend(rows.into_iter().filter(|row| matches!(row, ViewRow::Note(_))));
    view.rows.extend(failing);
    let known: Vec<usize> = view.relevant.iter().map(|entry| entry.step).collect();
    let added = entries.iter().filter_map(|entry| relevant(entry, true));
    view.relevant.extend(added.filter(|entry| known.binary_search(&entry.step).is_err()));
    view.relevant.sort_by_key(|entry| entry.step);
}

/// The rows of an explanation without the failing one. `entries` are its relevant steps, as long-lived as the failure.
fn noted<'r>(
    failure: &'r FailureReport,
    explanation: &ExplanationReport,
    entries: &[&'r RelevantReport],
    rank: Rank,
) -> (Vec<ViewRow<'r>>, Repetitions) {
    let steps = steps_of(failure);
    if steps.is_empty() {
        return (Vec::new(), Repetitions::default());
    }
    let detail = Detail { unfold: false, is_brief: failure.is_joined };
    let (rows, repetitions) = rows_before_failure(steps, explanation, detail);
    let mut by_statement: BTreeMap<(&str, u32, u32), Vec<&'r RelevantReport>> = BTreeMap::new();
    for entry in entries {
        by_statement.entry((&entry.file, entry.line, entry.column)).or_default().push(entry);
    }
    // A statement may have several rows; each tells of the steps up to the next one.
    let mut firsts: BTreeMap<(&str, u32, u32), Vec<usize>> = BTreeMap::new();
    for row in &rows {
        if let Row::Statement { step, .. } = row {
            let step = &steps[*step];
            firsts.entry((&step.file, step.line, step.column)).or_default().push(step.index);
        }
    }
    let noted = |row: Row| match row {
        Row::Statement { step, label, reasons, .. } => {
            let place = (steps[step].file.as_str(), steps[step].line, steps[step].column);
            let next = firsts[&place].iter().copied().filter(|&first| first > step).min();
            let covered = by_statement.get(&place).into_iter().flatten().copied().filter(|entry| {
                entry.step.is_some_and(|it| it >= step && next.is_none_or(|next| it < next))
            });
            let covered: Vec<&'r RelevantReport> = covered.collect();
            let occurrence = |entry: &&'r RelevantReport| Occurrence {
                step: entry.position,
                when: repetitions.when(&[entry.position]),
                why: &entry.why,
                writes: &steps[entry.position].writes,
            };
            Some(ViewRow::Note(Note {
                file: &steps[step].file,
                line: steps[step].line,
                statement: statement_in_line(steps, &steps[step]),
                text: &steps[step].text,
                message: None,
                rank,
                role: covered.first().map(|entry| entry.role),
                label,
                reason: reasons.into_iter().next().unwrap_or_default(),
                facts: covered.iter().flat_map(|entry| facts(entry)).collect(),
                occurrences: covered.iter().map(occurrence).collect(),
            }))
        }
        Row::Declaration { reason, .. } => {
            let mut declared = entries.iter().filter_map(|it| it.reason.declaration.as_ref());
            declared.next().map(|it| ViewRow::Note(declaration_note(steps, it, reason)))
        }
        Row::Invariant(texts) => texts.into_iter().next().map(ViewRow::Fact),
    };
    let rows = rows.into_iter().filter_map(noted).collect();
    (rows, repetitions)
}

/// A declaration is no step: it is shown, and there is nothing to step to.
fn declaration_note<'r>(
    steps: &[StepReport],
    declaration: &'r DeclarationReport,
    reason: String,
) -> Note<'r> {
    let place = &declaration.place;
    let is_beside = |step: &StepReport| {
        step.line == place.line && step.column != place.column && step.file == place.file
    };
    Note {
        file: &place.file,
        line: place.line,
        statement: steps.iter().any(is_beside).then_some(declaration.text.as_str()),
        text: &declaration.text,
        message: None,
        rank: Rank::Told,
        role: Some(Role::Declaration),
        label: None,
        reason,
        facts: Vec::new(),
        occurrences: Vec::new(),
    }
}

/// Statements about which there is no answer, in the words of the remarks: they must not look as if they did not matter.
fn undecided<'r>(failure: &'r FailureReport, explanation: &'r ExplanationReport) -> Vec<Note<'r>> {
    let steps = steps_of(failure);
    let unknown = explanation.judged.iter().flat_map(|judged| &judged.unknown);
    let mut notes: BTreeMap<(&str, u32, u32), Note<'r>> = BTreeMap::new();
    for entry in unknown {
        let Some(step) = steps.get(entry.step) else { continue };
        let place = (entry.file.as_str(), entry.line, entry.column);
        let note = notes.entry(place).or_insert_with(|| Note {
            file: &entry.file,
            line: entry.line,
            statement: statement_in_line(steps, step),
            text: &entry.text,
            message: None,
            rank: Rank::Undecided,
            role: None,
            label: None,
            reason: format!("not decided: {}", entry.why),
            facts: Vec::new(),
            occurrences: Vec::new(),
        });
        note.occurrences.push(Occurrence {
            step: entry.step,
            when: String::new(),
            why: &entry.why,
            writes: &step.writes,
        });
    }
    notes.into_values().collect()
}

fn facts(entry: &RelevantReport) -> impl Iterator<Item = &str> {
    let reason = &entry.reason;
    let told = reason.establishes.iter().chain(&reason.uses).chain(&reason.left_alone);
    let with = reason.replaced.iter().flat_map(|replaced| &replaced.with);
    told.chain(with).map(String::as_str)
}

/// The text of a statement whose line has several that were executed.
fn statement_in_line<'r>(steps: &'r [StepReport], step: &'r StepReport) -> Option<&'r str> {
    let is_beside = |other: &StepReport| {
        other.line == step.line && other.column != step.column && other.file == step.file
    };
    steps.iter().any(is_beside).then_some(step.text.as_str())
}

fn failing_note(failure: &FailureReport, values: String) -> Note<'_> {
    let property = &failure.property;
    let step = steps_of(failure).last();
    let occurrence = |step: &StepReport| Occurrence {
        step: step.index,
        when: String::new(),
        why: &property.message,
        writes: &property.values,
    };
    Note {
        file: &property.place.file,
        line: property.place.line,
        statement: None,
        text: &property.text,
        message: Some(&property.message),
        rank: Rank::Failing,
        role: None,
        label: None,
        reason: values,
        facts: Vec::new(),
        occurrences: step.map(occurrence).into_iter().collect(),
    }
}
