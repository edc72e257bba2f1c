//! What a witness states about the start of the run: parameters of the start function, undefined globals, arguments of `main`.

use std::collections::BTreeMap;

use whydunit_interp::{InputValue, InputValues, RunSpec};
use whydunit_program::{LocalId, Program};

use super::visits::Visits;
use super::{Relation, Subject};
use crate::limits::MOST_ELEMENTS;

/// Adds what is stated to the specification; the names of the added inputs come back.
///
/// With `as_lists` the elements stated behind a pointer are all there are. That is for the caller to try last: whether there
/// are more no witness can say.
pub(super) fn add_stated(
    program: &Program,
    visits: &Visits,
    keep_args: bool,
    as_lists: bool,
    spec: &mut RunSpec,
) -> InputValues {
    let function = program.function(spec.function);
    let is_main = program.is_main(spec.function);
    let mut added = InputValues::new();
    let mut arguments: BTreeMap<String, i128> = BTreeMap::new();
    for stated in visits.facts() {
        let Subject::Variable(name) = &stated.fact.subject else { continue };
        if stated.fact.relation != Relation::Equal {
            continue;
        }
        let in_start = stated.scope.as_deref().is_none_or(|scope| scope == function.name);
        let base = base(name);
        let is_parameter = in_start && function.params().any(|id| function.local(id).name == base);
        if is_parameter && is_main {
            if let InputValue::Int(value) = stated.fact.value {
                arguments.entry(name.clone()).or_insert(value);
            }
            continue;
        }
        let is_global = program
            .globals
            .iter()
            .any(|global| global.is_undefined && global.name == base && global.owner.is_none());
        let name = input_name(name);
        if (is_parameter || is_global)
            && spec.inputs.get(&name).is_none()
            && spec.inputs.get(base).is_none()
            && added.get(&name).is_none()
        {
            added.set(name, stated.fact.value.clone());
        }
    }
    if as_lists {
        added = lists(program, spec, &added);
    }
    for (name, value) in added.iter() {
        spec.inputs.set(name, value.clone());
    }
    if is_main && !keep_args && function.param_count >= 2 {
        let name = |index| function.local(LocalId(index)).name.as_str();
        if let Some(args) = command_line(&arguments, name(0), name(1)) {
            spec.args = args;
        }
    }
    added
}

/// The variable that a place is part of or reached from.
fn base(name: &str) -> &str {
    let start = name.trim_start_matches(['(', '*']);
    start
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')))
        .map_or(start, |end| &start[..end])
}

/// The interpreter calls the first element behind `p` `p[0]`.
fn input_name(name: &str) -> String {
    match name.strip_prefix('*') {
        Some(pointer) => format!("{pointer}[0]"),
        None => name.to_owned(),
    }
}

/// Complete runs of elements `a[0]`, `a[1]`, ... of pointer parameters as one list.
fn lists(program: &Program, spec: &RunSpec, added: &InputValues) -> InputValues {
    let function = program.function(spec.function);
    let mut result = added.clone();
    for parameter in function.params().map(|id| function.local(id)) {
        if program.types.pointee(parameter.ty).is_none() {
            continue;
        }
        let element = |index: usize| added.get(&format!("{}[{index}]", parameter.name)).cloned();
        let elements: Vec<InputValue> = (0..MOST_ELEMENTS).map_while(element).collect();
        if !elements.is_empty() {
            result.set(parameter.name.clone(), InputValue::List(elements));
        }
    }
    result
}

/// The arguments of the program, from what is stated about `argc` and `argv[i][j]`.
fn command_line(stated: &BTreeMap<String, i128>, argc: &str, argv: &str) -> Option<Vec<Vec<u8>>> {
    let count = stated.get(argc).copied().unwrap_or_else(|| {
        let is_there = |index: &i128| stated.contains_key(&format!("{argv}[{index}][0]"));
        (1..MOST_ELEMENTS as i128).take_while(is_there).count() as i128 + 1
    });
    if count <= 1 && !stated.contains_key(argc) {
        return None;
    }
    let count = usize::try_from(count).ok().filter(|count| *count <= MOST_ELEMENTS)?;
    let argument = |index: usize| -> Vec<u8> {
        (0..MOST_ELEMENTS)
            .map_while(|at| stated.get(&format!("{argv}[{index}][{at}]")))
            .map(|value| *value as u8)
            .take_while(|byte| *byte != 0)
            .collect()
    };
    Some((1..count).map(argument).collect())
}
