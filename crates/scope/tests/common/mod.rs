//! Failing runs of small C programs.

use whydunit_interp::{CompactLog, Config, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_trace::{ErrorTrace, build};

/// The trace of `f` on these inputs (`x=1`).
pub(crate) fn failing(text: &str, inputs: &[&str]) -> (Program, ErrorTrace) {
    failing_in(text, "f", inputs)
}

/// The trace of a function on these inputs.
pub(crate) fn failing_in(text: &str, function: &str, inputs: &[&str]) -> (Program, ErrorTrace) {
    let program = compiled(text, function);
    let mut spec = RunSpec::new(program.find_function(function).expect("it should be defined"));
    for input in inputs {
        spec.inputs.parse_assignment(input).expect(input);
    }
    let compiled = prepare(&program);
    let (config, mut log) = (Config::default(), CompactLog::new());
    let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
    let trace = build(&program, &compiled, &spec, &config, &result, &log).expect(text);
    drop(compiled);
    (program, trace)
}

pub(crate) fn compiled(text: &str, function: &str) -> Program {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let file = directory.path().join("prog.c");
    std::fs::write(&file, text).expect("writing it should work");
    let options =
        whydunit_front_c::Options { function: Some(function.into()), ..Default::default() };
    whydunit_front_c::compile(&[file], &options).expect(text).program
}
