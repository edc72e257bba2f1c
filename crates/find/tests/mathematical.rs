//! Searches in programs over mathematical integers: our limits are bounds of the verdict, never failures.
//!
//! The programs are C whose `long` is taken for a mathematical integer.

use std::io::Write;

use whydunit_find::{Given, Request, Search, Verdict, search};
use whydunit_interp::{CheckSet, InputValue, RunSpec};
use whydunit_program::Arithmetic;
use whydunit_solver::Budget;

const RANGE: &str = "integer inputs from -2^40 to 2^40";

fn search_in(text: &str, inputs: &[(&str, i128)]) -> Search {
    let mut file = tempfile::Builder::new().suffix(".c").tempfile().expect("a file");
    file.write_all(text.as_bytes()).expect("text is written");
    let options = whydunit_front_c::Options { function: Some("f".into()), ..Default::default() };
    let compiled = whydunit_front_c::compile(&[file.path().to_owned()], &options).expect(text);
    let mut program = compiled.program;
    program.arithmetic = Arithmetic::Mathematical;
    let mut spec = RunSpec::new(program.find_function("f").expect("f is defined"));
    for (name, value) in inputs {
        spec.inputs.set(*name, InputValue::Int(*value));
    }
    let request = Request {
        program: &program,
        spec: &spec,
        given: Given::default(),
        // Our limits are watched whatever is asked for.
        checks: CheckSet::parse("assert").expect("a list of checks"),
        unwind: None,
        max_steps: None,
        modular: false,
        state_is_open: false,
        proved: &[],
        runs_per_failure: 1,
        first_only: false,
        patience: None,
        budget: Budget::default(),
    };
    search(&request, &mut |_| {})
}

/// The verdict, the bounds on values, and the inputs of the first failure.
fn summary(search: &Search) -> (Verdict, Vec<&str>, Vec<(String, InputValue)>) {
    let bounds = search.coverage.inputs.iter().map(String::as_str).collect();
    let inputs = search.failures.first().map_or_else(Vec::new, |failure| {
        let given = failure.runs[0].inputs.iter();
        given.map(|(name, value)| (name.to_owned(), value.clone())).collect()
    });
    (search.verdict, bounds, inputs)
}

#[test]
fn sums_of_inputs_stay_within_64_bits() {
    let text = "#include <assert.h>\nvoid f(long x) { assert(x + 1 > x); }";
    assert_eq!(summary(&search_in(text, &[])), (Verdict::HoldsWithinBound, vec![RANGE], vec![]));
}

#[test]
fn a_failure_within_the_range_is_found_and_small() {
    let text = "#include <assert.h>\nvoid f(long x) { long y = x * 3; assert(y != 21); }";
    let inputs = vec![("x".to_owned(), InputValue::Int(7))];
    let found = search_in(text, &[]);
    assert_eq!((found.verdict, summary(&found).2), (Verdict::Fails, inputs));
}

#[test]
fn what_overflows_is_the_end_of_what_is_looked_at() {
    // With wrapped results the assertion would fail.
    let text = "#include <assert.h>\nvoid f(long x) {\n  long y = x * 8388608;\n  assert(y >= 0 || x < 0);\n}";
    let bounds = vec![RANGE, "integers of up to 64 bits (line 3 needs others)"];
    assert_eq!(summary(&search_in(text, &[])), (Verdict::HoldsWithinBound, bounds, vec![]));
}

#[test]
fn a_failure_before_an_overflow_is_a_failure() {
    let text = "#include <assert.h>\nvoid f(long x) {\n  assert(x != 5);\n  long y = x * 9223372036854775807;\n  assert(y < 0);\n}";
    let found = search_in(text, &[]);
    let lines: Vec<usize> =
        found.failures.iter().map(|it| line(text, it.failure.span.start)).collect();
    assert_eq!((found.verdict, lines), (Verdict::Fails, vec![3, 5]));
}

fn line(text: &str, offset: u32) -> usize {
    text[..offset as usize].matches('\n').count() + 1
}

#[test]
fn keys_outside_of_the_window() {
    let text =
        "#include <assert.h>\nlong m[32];\nvoid f(long k) {\n  m[k] = 1;\n  assert(m[k] == 1);\n}";
    let bounds = vec![RANGE, "the keys of maps that are followed (line 4 needs others)"];
    assert_eq!(summary(&search_in(text, &[])), (Verdict::HoldsWithinBound, bounds, vec![]));
}

#[test]
fn a_given_value_is_not_restricted() {
    let text = "#include <assert.h>\nvoid f(long x) { assert(x != 4611686018427387904); }";
    let value = 1_i128 << 62;
    assert_eq!(search_in(text, &[("x", value)]).verdict, Verdict::Fails);
    assert_eq!(search_in(text, &[]).verdict, Verdict::HoldsWithinBound);
    assert_eq!(summary(&search_in(text, &[("x", 3)])), (Verdict::Holds, vec![], vec![]));
}

#[test]
fn a_single_run_beyond_64_bits() {
    let text = "#include <assert.h>\nvoid f(void) {\n  long x = 1;\n  for (int i = 0; i < 70; i++)\n    x = x * 2;\n  assert(x == 0);\n}";
    assert_eq!(search_in(text, &[]).verdict, Verdict::Unknown);
}
