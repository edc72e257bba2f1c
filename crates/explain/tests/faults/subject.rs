//! Compiling and running a text: how it ends, what it prints, which lines it executes.
//!
//! Texts are ordinary C files. The few headers they use are expanded here rather than by the machine's preprocessor, which would cost more than
//! all the rest; line numbers stay.

use std::collections::BTreeSet;

use whydunit_front_c::{Options, compile_preprocessed};
use whydunit_interp::{CompactLog, Config, Ending, NoObserver, Observer, RunSpec, Stream, prepare};
use whydunit_program::{Point, Program};
use whydunit_trace::{ErrorTrace, build};

/// Enough for every program here; what runs longer has lost the end of a loop.
const MAX_STEPS: u64 = 20_000;

/// The program of a text; `None` when it is not C.
pub(crate) fn compile(text: &str) -> Option<Program> {
    compile_preprocessed("program.c", &expanded(text), &Options::default())
        .ok()
        .map(|compiled| compiled.program)
}

fn expanded(text: &str) -> String {
    let mut result = String::with_capacity(2 * text.len());
    for line in text.lines() {
        match line.trim_start() {
            "#include <assert.h>" => result.push_str("void __whydunit_assert(int, const char *);"),
            "#include <stdio.h>" => result.push_str("int printf(const char *, ...);"),
            "#include <stdlib.h>" => {
                result.push_str("void *malloc(unsigned long); void free(void *); void exit(int);");
            }
            "#include <string.h>" => result.push_str(
                "void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long); int strcmp(const char *, const char *);",
            ),
            statement => {
                let inner = statement.strip_prefix("assert(").and_then(|s| s.strip_suffix(");"));
                match inner {
                    Some(condition) => {
                        let shown = condition.replace('\\', "\\\\").replace('"', "\\\"");
                        let indent = &line[..line.len() - statement.len()];
                        result.push_str(&format!(
                            "{indent}__whydunit_assert(({condition}) != 0, \"{shown}\");"
                        ));
                    }
                    None => result.push_str(line),
                }
            }
        }
        result.push('\n');
    }
    result
}

fn spec(program: &Program) -> RunSpec {
    RunSpec::new(program.find_function("main").expect("every program here has a main function"))
}

fn config() -> Config {
    Config { max_steps: Some(MAX_STEPS), ..Config::default() }
}

/// Runs a program; what it printed, if it came to its end and returned 0.
pub(crate) fn output(program: &Program) -> Option<String> {
    let mut printed = Vec::new();
    let mut keep = |_: Stream, bytes: &[u8]| printed.extend_from_slice(bytes);
    let result =
        whydunit_interp::run(program, &spec(program), &config(), &mut keep, &mut NoObserver);
    let is_success = result.ending == Ending::Finished { exit_code: 0 };
    is_success.then(|| String::from_utf8_lossy(&printed).into_owned())
}

/// The trace of a run that fails.
pub(crate) fn error_trace(program: &Program) -> Option<ErrorTrace> {
    let (spec, config) = (spec(program), config());
    let compiled = prepare(program);
    let mut log = CompactLog::new();
    let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
    if !matches!(result.ending, Ending::Failed(_)) {
        return None;
    }
    Some(build(program, &compiled, &spec, &config, &result, &log).expect("the run should replay"))
}

/// The lines that a run executes.
pub(crate) fn executed_lines(program: &Program) -> BTreeSet<u32> {
    let mut recorder = Recorder { program, lines: BTreeSet::new() };
    let mut nothing = |_: Stream, _: &[u8]| {};
    whydunit_interp::run(program, &spec(program), &config(), &mut nothing, &mut recorder);
    recorder.lines
}

struct Recorder<'p> {
    program: &'p Program,
    lines: BTreeSet<u32>,
}

impl Observer for Recorder<'_> {
    fn step(&mut self, point: Point, _frame: u32) {
        if !self.program.function(point.function).is_library {
            let (span, _) = self.program.origin_of(point);
            self.lines.insert(self.program.sources.line_column(span).line);
        }
    }
}
