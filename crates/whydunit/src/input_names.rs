//! Inputs that the command line names and the program does not have.

use whydunit_interp::{InputValues, RunResult};
use whydunit_program::Program;
use whydunit_project::{Observer, may_name_input};
use whydunit_source::similar;

/// Says which of the given inputs did not become what the user wrote.
pub(crate) fn warn_about_run(observer: &Observer, result: &RunResult) {
    let records = result.inputs.iter();
    let known: Vec<&str> = records
        .flat_map(|input| [Some(input.name.as_str()), input.variable.as_deref()])
        .flatten()
        .map(|name| name.split(['[', '.']).next().unwrap_or(name))
        .collect();
    for name in &result.unused_inputs {
        warn(observer, name, &known);
    }
    for problem in &result.misfit_inputs {
        observer.warn(format!("--input: {problem}"));
    }
}

/// Says which of the given inputs no run can have.
pub(crate) fn warn_about_program(observer: &Observer, program: &Program, inputs: &InputValues) {
    let unknown = inputs.names().filter(|name| !may_name_input(program, name));
    warn_about_names(observer, program, unknown);
}

/// Says of names that the program has no such inputs.
pub(crate) fn warn_about_names<'n>(
    observer: &Observer,
    program: &Program,
    names: impl Iterator<Item = &'n str>,
) {
    let functions = program.functions.iter().filter(|function| !function.is_library);
    let locals = functions.flat_map(|function| function.locals.iter());
    let globals = program.globals.iter().filter(|global| global.is_undefined);
    let known: Vec<&str> = locals
        .map(|local| local.name.as_str())
        .chain(globals.map(|global| global.name.as_str()))
        .collect();
    for name in names {
        warn(observer, name, &known);
    }
}

fn warn(observer: &Observer, name: &str, known: &[&str]) {
    let meant = similar(name, known.iter().copied());
    let meant = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
    observer.warn(format!("no input is called `{name}`{meant}"));
}
