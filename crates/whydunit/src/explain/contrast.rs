//! The passing run beside the failing one: how the two differ, for people to compare. A test that passes; where there is none, a run whose inputs are changed a little.

use std::time::Instant;

use rustc_hash::FxHashSet;
use whydunit_causes::passing_nearby;
use whydunit_expectation::{Contrast, Differing, Parting, contrast};
use whydunit_interp::{Config, RunSpec, prepare};
use whydunit_lift::place;
use whydunit_program::Program;
use whydunit_report::{ContrastReport, DifferingReport, FailureReport, PartingReport};
use whydunit_suite::{Runner, Test, value_text};
use whydunit_trace::value_text as bits_text;

use crate::Session;
use crate::limits::{SHARE_FOR_CONTRAST, STEPS_OF_CONTRAST, TIME_FOR_CONTRAST};

/// Of a run; `passing` are tests that pass. `None` where no run is known that does.
pub(super) fn beside(
    session: &Session,
    (spec, config): (&RunSpec, &Config),
    passing: &[(String, RunSpec)],
    failure: &FailureReport,
) -> Option<ContrastReport> {
    let program = session.program();
    let is_made = passing.is_empty();
    // A run that never ends has to be cut off somewhere: two runs have parted by then, or are not compared.
    let config = &if is_made { limited(config) } else { config.clone() };
    let near = if is_made { made(session, spec, config) } else { Vec::new() };
    let passing = if is_made { &near[..] } else { passing };
    if passing.is_empty() {
        return None;
    }
    let specs: Vec<&RunSpec> = passing.iter().map(|(_, spec)| spec).collect();
    let relevant = failure.explanations.iter().flat_map(|explanation| &explanation.relevant);
    let named: FxHashSet<(&str, u32)> = relevant.map(|row| (row.file.as_str(), row.line)).collect();
    let files = program.sources.files();
    let lines = files.flat_map(|(id, file)| {
        named.iter().filter(move |(name, _)| *name == file.name()).map(move |(_, line)| (id, *line))
    });
    let lines = lines.collect();
    let compiled = prepare(program);
    let found = contrast(program, &compiled, config, spec, &specs, &lines)?;
    let (name, _) = passing.get(found.index)?;
    let report = match is_made {
        true => report(program, (String::new(), Some(name.clone())), &found),
        false => report(program, (name.clone(), None), &found),
    };
    (report.parts.is_some() || report.value.is_some()).then_some(report)
}

/// With as many steps, and as much time, as a comparison beside the answer may take.
fn limited(config: &Config) -> Config {
    let now = Instant::now();
    let share = config.deadline.map(|end| {
        now + (end.saturating_duration_since(now) / SHARE_FOR_CONTRAST).min(TIME_FOR_CONTRAST)
    });
    let deadline = share.or(Some(now + TIME_FOR_CONTRAST));
    let max_steps =
        Some(config.max_steps.map_or(STEPS_OF_CONTRAST, |it| it.min(STEPS_OF_CONTRAST)));
    Config { deadline, max_steps, ..config.clone() }
}

/// Runs near one that fails or does not end, with the inputs that are others.
fn made(session: &Session, spec: &RunSpec, config: &Config) -> Vec<(String, RunSpec)> {
    let subject = session.subject();
    let runner = Runner::new(&subject.program, subject.start, config.clone());
    let test = Test {
        args: spec.args.clone(),
        stdin: spec.stdin.clone(),
        files: spec.files.clone(),
        inputs: spec.inputs.clone(),
        ..Test::default()
    };
    let made = passing_nearby(&runner, &test).into_iter();
    made.map(|other| (changed(&test, &other), runner.spec(&other))).collect()
}

/// The inputs that are others there: `n = 3`.
fn changed(test: &Test, other: &Test) -> String {
    let text = |bytes: &[u8]| format!("{:?}", String::from_utf8_lossy(bytes));
    if other.stdin != test.stdin {
        return format!("standard input {}", text(&other.stdin));
    }
    if other.args != test.args {
        let words: Vec<String> = other.args.iter().map(|arg| text(arg)).collect();
        return match words.len() {
            0 => "no arguments".to_owned(),
            1 => format!("the argument {}", words[0]),
            _ => format!("the arguments {}", words.join(" ")),
        };
    }
    let others = other.inputs.iter().filter(|(name, value)| test.inputs.get(name) != Some(*value));
    let words: Vec<String> =
        others.map(|(name, value)| format!("{name} = {}", value_text(value))).collect();
    words.join(", ")
}

fn report(
    program: &Program,
    (test, inputs): (String, Option<String>),
    found: &Contrast,
) -> ContrastReport {
    let text = |span| program.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = found.parting.map(|Parting { condition, holds_here }| {
        let at = place(program, condition);
        let (file, line, column) = (at.file, at.line, at.column);
        PartingReport { file, line, column, text: text(condition), holds: holds_here }
    });
    let value = found.value.clone().map(|Differing { name, span, ty, here, there }| {
        let at = place(program, span);
        let value = |bits| bits_text(program, None, ty, bits);
        let (failing, passing) = (value(here), value(there));
        let (file, line, column) = (at.file, at.line, at.column);
        DifferingReport { file, line, column, name, failing, passing }
    });
    ContrastReport { test, inputs, parts, value }
}
