//! A run that a search has found, with its inputs named as a person would name them.
//!
//! Searches number calls: `nondet#1`, `read_sensor#2`. Where a variable receives the value and no other input goes by its name, its name
//! says more. The renamed run is run again and taken only if it does the same.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_interp::{Compiled, Config, InputRecord, InputValue, NoObserver, RunResult, RunSpec};

/// A run and what it did.
#[derive(Debug)]
pub(crate) struct ReadableRun {
    pub(crate) spec: RunSpec,
    pub(crate) result: RunResult,
}

pub(crate) fn readable_run(
    compiled: &Compiled<'_>,
    config: &Config,
    found: &RunSpec,
) -> ReadableRun {
    let run = |spec: &RunSpec| compiled.run(spec, config, &mut |_, _| {}, &mut NoObserver);
    let result = run(found);
    let spec = renamed(found, &result);
    if spec.inputs != found.inputs {
        let again = run(&spec);
        if again.ending == result.ending && again.inputs == result.inputs {
            return ReadableRun { spec, result: again };
        }
    }
    ReadableRun { spec: found.clone(), result }
}

/// Without inputs that nothing asks for, and by variables where they have the name for themselves.
fn renamed(found: &RunSpec, result: &RunResult) -> RunSpec {
    let mut by_variable: BTreeMap<&str, Vec<&InputRecord>> = BTreeMap::new();
    for record in &result.inputs {
        if let Some(variable) = &record.variable {
            by_variable.entry(variable).or_default().push(record);
        }
    }
    let taken: BTreeSet<&str> = result.inputs.iter().map(|record| base(&record.name)).collect();
    let mut names: BTreeMap<&str, InputValue> = BTreeMap::new();
    let mut replaced: BTreeSet<&str> = BTreeSet::new();
    for (variable, records) in by_variable {
        let values: Option<Vec<InputValue>> =
            records.iter().map(|record| scalar(found.inputs.get(&record.name)?)).collect();
        let Some(mut values) = values.filter(|_| !taken.contains(variable)) else { continue };
        replaced.extend(records.iter().map(|record| record.name.as_str()));
        let value = if values.len() == 1 { values.remove(0) } else { InputValue::List(values) };
        names.insert(variable, value);
    }
    for (name, value) in found.inputs.iter().filter(|(_, value)| scalar(value).is_none()) {
        let Some(variable) = receiver(name, result).filter(|variable| !taken.contains(variable))
        else {
            continue;
        };
        replaced.insert(name);
        names.insert(variable, value.clone());
    }
    let is_kept =
        |name: &str| !replaced.contains(name) && !result.unused_inputs.iter().any(|it| it == name);
    let mut spec = RunSpec { inputs: Default::default(), ..found.clone() };
    let kept = found.inputs.iter().filter(|(name, _)| is_kept(name));
    kept.for_each(|(name, value)| spec.inputs.set(name, value.clone()));
    names.into_iter().for_each(|(name, value)| spec.inputs.set(name, value));
    spec
}

/// The variable that receives an array or record and nothing else, and that nothing else goes to.
fn receiver<'r>(name: &str, result: &'r RunResult) -> Option<&'r str> {
    let is_part = |record: &InputRecord| {
        record.name.strip_prefix(name).is_some_and(|rest| rest.starts_with(['[', '.']))
    };
    let parts = result.inputs.iter().filter(|record| is_part(record));
    let mut variables: Vec<&str> =
        parts.map(|record| record.variable.as_deref().map(base)).collect::<Option<_>>()?;
    variables.dedup();
    let [variable] = variables[..] else { return None };
    let others = result.inputs.iter().filter(|record| !is_part(record));
    let goes_there = |record: &InputRecord| record.variable.as_deref().map(base) == Some(variable);
    (!others.into_iter().any(goes_there)).then_some(variable)
}

/// The variable that an input is a part of.
fn base(name: &str) -> &str {
    let name = name.trim_start_matches("(*");
    name.split(['[', '.', ')', '#']).next().unwrap_or(name)
}

fn scalar(value: &InputValue) -> Option<InputValue> {
    match value {
        InputValue::Int(_) | InputValue::Float(_) | InputValue::Name(_) => Some(value.clone()),
        _ => None,
    }
}
