//! What does running a test cost beside the steps of the program?
//!
//! `cargo bench -p whydunit-suite` prints, for each program, how long the front end takes (most of it is the preprocessor), how
//! long it takes until the first test has been run (the program is translated for that), and how long a thousand tests take, on
//! one thread and on all. Nothing here asserts: machines differ and are noisy. Each figure is the best of several tries.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use whydunit_front_c::{Compiled, Options, Start};
use whydunit_interp::{Config, InputValue};
use whydunit_suite::{Runner, Suite, Test};

const TRIES: usize = 7;
const TESTS: usize = 1000;

fn main() {
    println!(
        "{:<12} {:>12} {:>12} {:>12} {:>12} {:>12} {:>12}",
        "program", "front end", "first test", "one thread", "per test", "all threads", "steps/test"
    );
    measure("middle", "benches/programs/middle.c", |number, test| {
        for (name, value) in [("x", number % 7), ("y", number % 5), ("z", number % 3)] {
            test.inputs.set(name, InputValue::Int(value as i128));
        }
    });
    measure("sort", "benches/programs/sort.c", |number, test| {
        let values = (0..8).map(|i| InputValue::Int(((number + 3) * (i + 7) % 11) as i128));
        test.inputs.set("a", InputValue::List(values.collect()));
        test.inputs.set("n", InputValue::Int(8));
    });
    measure("calculator", "../../tests/suites/calculator/calculator.c", |number, test| {
        test.stdin = format!("x = {number} + 4 * 2\nx / (3 - 1)\n").into_bytes();
    });
}

fn measure(name: &str, file: &str, fill: impl Fn(usize, &mut Test)) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let front_end = best(|| drop(compile(file.clone())));
    let compiled = compile(file);
    let Start::Function(start) = compiled.start else { panic!("{name} should have a start") };
    let tests = (0..TESTS).map(|number| {
        let mut test = Test::default();
        fill(number, &mut test);
        test
    });
    let suite = Suite { tests: tests.collect() };
    let config = Config { max_steps: Some(1_000_000), ..Config::default() };
    let first = best(|| {
        let runner = Runner::new(&compiled.program, start, config.clone());
        assert!(runner.run(&suite.tests[0]).verdict.is_passed(), "{name} should pass its tests");
    });
    let runner = Runner::new(&compiled.program, start, config);
    let steps: u64 = suite.tests.iter().map(|test| runner.run(test).steps).sum();
    let alone = best(|| suite.tests.iter().for_each(|test| drop(runner.run(test))));
    let together = best(|| drop(runner.run_all(&suite)));
    println!(
        "{name:<12} {front_end:>12.1?} {first:>12.1?} {alone:>12.1?} {:>12.1?} {together:>12.1?} {:>12.1}",
        alone / TESTS as u32,
        steps as f64 / TESTS as f64,
    );
}

fn best(mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..TRIES).map(time).min().unwrap_or_default()
}

fn compile(file: PathBuf) -> Compiled {
    match whydunit_front_c::compile(&[file], &Options::default()) {
        Ok(compiled) => compiled,
        Err(problems) => panic!("the program should compile: {problems:?}"),
    }
}
