//! Programs that are given as text, and what their tests expect.

use std::collections::BTreeSet;
use std::path::Path;

use whydunit_causes::{Cause, Findings, Request, causes};
use whydunit_interp::{Config, InputValues};
use whydunit_program::{FunctionId, Program};
use whydunit_suite::{OutputMode, Runner, Suite, Test, expect_from};

pub(crate) const NAME: &str = "program.c";

pub(crate) fn compiled(text: &str, function: &str) -> (Program, FunctionId) {
    let input = whydunit_front_c::InputFile {
        text: Some(text.as_bytes().to_vec()),
        ..whydunit_front_c::InputFile::new(Path::new(NAME))
    };
    let options = whydunit_front_c::Options {
        function: Some(function.to_owned()),
        ..whydunit_front_c::Options::default()
    };
    let compiled = whydunit_front_c::compile_each(&[input], &options)
        .unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    match compiled.start {
        whydunit_front_c::Start::Function(start) => (compiled.program, start),
        whydunit_front_c::Start::Unclear(_) => panic!("{function} should be there"),
    }
}

/// Tests with these inputs, one for each text such as `n=3 a=[1,2,3]`, that expect what the correct program returns.
pub(crate) fn suite(correct: &str, faulty: &str, function: &str, inputs: &[&str]) -> Suite {
    let test = |(number, words): (usize, &&str)| {
        let mut values = InputValues::new();
        for word in words.split_whitespace() {
            values.parse_assignment(word).expect("the input should be readable");
        }
        Test { name: format!("{}", number + 1), inputs: values, ..Test::default() }
    };
    let mut suite = Suite { tests: inputs.iter().enumerate().map(test).collect() };
    let ((good, good_start), (bad, bad_start)) =
        (compiled(correct, function), compiled(faulty, function));
    let config = || Config { max_steps: Some(100_000), ..Config::default() };
    let reference = Runner::new(&good, good_start, config());
    let own = Runner::new(&bad, bad_start, config());
    let left_out = expect_from(&reference, &own, &mut suite);
    assert!(left_out.is_empty(), "the correct program should pass all tests");
    suite
}

pub(crate) fn found(program: &Program, start: FunctionId, suite: &Suite) -> Findings {
    let file = program.sources.find(NAME).expect("the file should be there");
    causes(&Request {
        program,
        start,
        config: Config { max_steps: Some(100_000), ..Config::default() },
        mode: OutputMode::Exact,
        suite,
        files: vec![file],
        relevant: BTreeSet::new(),
        deadline: None,
        builder: None,
    })
}

/// The line of a cause, and all of its text.
pub(crate) fn line<'p>(program: &'p Program, cause: &Cause) -> (u32, &'p str) {
    let sources = &program.sources;
    let line = sources.line_column(cause.span).line;
    (line, sources.file(cause.span.file).line_text(line).unwrap_or_default().trim())
}
