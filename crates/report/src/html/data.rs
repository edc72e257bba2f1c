//! What the page's script knows: runs, variables, loops, and what each view says of each step, as compact JSON.
//!
//! A run may have a hundred thousand steps, so columns are flat lists of numbers, every text stands there once, and so does every statement (a
//! place together with the way that it went): a step is the number of its statement. What few steps have (writes, guards) is a list of its own in which
//! each entry begins with the distance from the step of the entry before. Loops are activations rather than numbers in each step.
//! `script/data.js` reads this; the two change together.

use std::collections::HashMap;

use serde::Serialize;

use super::labels;
use super::sources::Sources;
use super::views::View;
use crate::loops::{LoopRun, loop_runs};
use crate::words::{inputs_text, invariant_text};
use crate::{FailureReport, PictureReport, Report, StepReport, TraceReport};

#[derive(Serialize)]
struct Data {
    texts: Vec<String>,
    /// Texts; the number of a file is its place here.
    files: Vec<u32>,
    roles: Vec<&'static str>,
    labels: Vec<&'static str>,
    failures: Vec<FailureData>,
}

#[derive(Serialize)]
struct FailureData {
    inputs: u32,
    message: u32,
    statements: Vec<StatementData>,
    /// The statement of each step.
    steps: Vec<u32>,
    /// Depth, number of steps, ...
    depths: Vec<u32>,
    loops: Vec<LoopData>,
    /// Name, frame (-1 for what belongs to no call), object and path (-1 for what is no storage of its own).
    variables: Vec<VariableData>,
    /// Distance, variable, value, ...
    writes: Vec<Value>,
    /// Distance, text, ...
    guards: Vec<u32>,
    views: Vec<ViewData>,
    /// Object, title, step with which it came to be, step with which it was gone (-1 for never), 1 for what was allocated, ...
    objects: Vec<i64>,
    /// Step (-1: behind the failing one), text, ...
    printed: Vec<i64>,
}

type VariableData = (u32, i64, i64, i64);

/// Kind, file, line, column, end line, end column, text, function, conditionals around it, side taken (-1 for none).
type StatementData = (u32, u32, u32, u32, u32, u32, u32, u32, u32, i64);

/// First step, end, line, first number, distances between the first steps of iterations; numbers if they are not consecutive.
type LoopData = (usize, usize, u32, u32, Vec<usize>, Vec<u32>);

#[derive(Serialize)]
struct ViewData {
    /// Step, role, label (-1 for none), reason, 1 for an aside, ...
    relevant: Vec<i64>,
    /// First step, text (-1: too long, -2: nothing needs to hold), ...
    invariants: Vec<i64>,
}

/// Numbers stand for themselves; most values are numbers, and no two are the same in a loop that counts.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Value {
    Number(i64),
    Text([u32; 1]),
}

pub(super) fn data(report: &Report, views: &[Vec<View<'_>>], sources: &Sources<'_>) -> String {
    let mut texts = Texts::default();
    let failures: Vec<FailureData> = report
        .failures
        .iter()
        .zip(views)
        .map(|(failure, views)| failure_data(failure, views, sources, &mut texts))
        .collect();
    let data = Data {
        files: sources.files.iter().map(|file| texts.number(file.name)).collect(),
        roles: labels::ROLES.iter().map(|&role| labels::role_in_words(role)).collect(),
        labels: labels::LABELS.iter().map(|&label| labels::label_in_words(label)).collect(),
        failures,
        texts: texts.list,
    };
    serde_json::to_string(&data).expect("numbers and texts should always be JSON")
}

fn failure_data(
    failure: &FailureReport,
    views: &[View<'_>],
    sources: &Sources<'_>,
    texts: &mut Texts,
) -> FailureData {
    let no_steps = TraceReport { length: 0, steps: Vec::new() };
    let steps = failure.trace.as_ref().unwrap_or(&no_steps).steps.as_slice();
    let mut statements: Interned<StatementData> = Interned::default();
    let numbers =
        steps.iter().map(|step| statements.number(statement_data(step, sources, texts))).collect();
    let mut variables: Interned<VariableData> = Interned::default();
    FailureData {
        inputs: texts.number(&inputs_text(&failure.inputs)),
        message: texts.number(&failure.property.message),
        steps: numbers,
        depths: runs_of(steps.iter().map(|step| step.depth)),
        loops: loop_runs(steps).iter().map(loop_data).collect(),
        writes: writes(steps, &mut variables, texts),
        guards: guards(steps, texts),
        views: views.iter().map(|view| view_data(view, texts)).collect(),
        objects: objects(&failure.picture, texts),
        printed: printed(&failure.picture, texts),
        statements: statements.list,
        variables: variables.list,
    }
}

fn statement_data(step: &StepReport, sources: &Sources<'_>, texts: &mut Texts) -> StatementData {
    (
        texts.number(step.kind),
        sources.number(&step.file),
        step.line,
        step.column,
        step.end_line,
        step.end_column,
        texts.number(&step.text),
        texts.number(&step.function),
        step.scope,
        step.taken.as_ref().map_or(-1, |taken| i64::from(texts.number(taken))),
    )
}

/// Each number once, with how often it comes.
fn runs_of(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut runs: Vec<u32> = Vec::new();
    for number in numbers {
        match runs.as_mut_slice() {
            [.., last, count] if *last == number => *count += 1,
            _ => runs.extend([number, 1]),
        }
    }
    runs
}

fn loop_data(run: &LoopRun) -> LoopData {
    let pairs = || run.iterations.iter().zip(run.iterations.iter().skip(1));
    let distances = pairs().map(|((_, start), (_, next))| next - start).collect();
    let is_consecutive = pairs().all(|((number, _), (next, _))| number + 1 == *next);
    let numbers =
        if is_consecutive { Vec::new() } else { run.iterations.iter().map(|it| it.0).collect() };
    let first = run.iterations.first().map_or(1, |&(number, _)| number);
    (run.start, run.end, run.line, first, distances, numbers)
}

fn objects(picture: &PictureReport, texts: &mut Texts) -> Vec<i64> {
    let number = |step: usize| i64::try_from(step).unwrap_or(i64::MAX);
    let mut data = Vec::new();
    for it in &picture.objects {
        data.extend([texts.number(&it.object), texts.number(&it.title)].map(i64::from));
        data.extend([number(it.made), it.gone.map_or(-1, number), i64::from(it.is_allocated)]);
    }
    data
}

fn printed(picture: &PictureReport, texts: &mut Texts) -> Vec<i64> {
    let mut data = Vec::new();
    for it in &picture.printed {
        data.push(it.step.map_or(-1, |step| i64::try_from(step).unwrap_or(i64::MAX)));
        data.push(texts.number(&it.text).into());
    }
    data
}

fn writes(
    steps: &[StepReport],
    variables: &mut Interned<VariableData>,
    texts: &mut Texts,
) -> Vec<Value> {
    let mut writes = Vec::new();
    let mut before = 0;
    for (index, step) in steps.iter().enumerate() {
        for write in &step.writes {
            let frame = write.frame.map_or(-1, i64::from);
            let (object, path) = match &write.cell {
                Some(cell) => (texts.number(&cell.object).into(), texts.number(&cell.path).into()),
                None => (-1, -1),
            };
            let variable = variables.number((texts.number(&write.name), frame, object, path));
            writes.push(Value::Number((index - before) as i64));
            writes.push(Value::Number(i64::from(variable)));
            writes.push(value(&write.value, texts));
            before = index;
        }
    }
    writes
}

/// A number only if a script writes it in the same way.
fn value(text: &str, texts: &mut Texts) -> Value {
    const LARGEST: i64 = 1 << 53;
    match text.parse::<i64>() {
        Ok(number) if number.abs() <= LARGEST && number.to_string() == text => {
            Value::Number(number)
        }
        _ => Value::Text([texts.number(text)]),
    }
}

fn guards(steps: &[StepReport], texts: &mut Texts) -> Vec<u32> {
    let mut guards = Vec::new();
    let mut before = 0;
    for (index, step) in steps.iter().enumerate().filter(|(_, step)| !step.guards.is_empty()) {
        guards.extend([(index - before) as u32, texts.number(&step.guards.join(", "))]);
        before = index;
    }
    guards
}

fn view_data(view: &View<'_>, texts: &mut Texts) -> ViewData {
    let mut relevant = Vec::new();
    for entry in &view.relevant {
        let role = labels::ROLES.iter().position(|&role| role == entry.role);
        let label = labels::LABELS.iter().position(|&label| Some(label) == entry.label);
        let number = |position: Option<usize>| position.map_or(-1, |position| position as i64);
        let why = i64::from(texts.number(&entry.why));
        relevant.extend([entry.step as i64, number(role), number(label), why]);
        relevant.push(i64::from(entry.is_aside));
    }
    let mut invariants = Vec::new();
    for invariant in view.explanation.iter().flat_map(|explanation| &explanation.invariants) {
        let text = match invariant_text(invariant) {
            _ if invariant.conjuncts == 0 => -2,
            Some(text) => i64::from(texts.number(&text)),
            None => -1,
        };
        invariants.extend([invariant.from as i64, text]);
    }
    ViewData { relevant, invariants }
}

/// Every text once.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Texts {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }
}

/// Every item once.
struct Interned<T> {
    list: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T> Default for Interned<T> {
    fn default() -> Interned<T> {
        Interned { list: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Interned<T> {
    fn number(&mut self, item: T) -> u32 {
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(item).or_insert(next);
        if number == next {
            self.list.push(item);
        }
        number
    }
}
