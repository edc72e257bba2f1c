//! Failing runs of small programs, and explanations of them written down by hand.

#![allow(dead_code, reason = "each test uses its part")]

pub(crate) mod c_text;
pub(crate) mod draft;

use std::path::{Path, PathBuf};

use expect_test::Expect;
use whydunit_encode::Inputs;
use whydunit_explain::{Explanation, Method};
use whydunit_interp::{CheckSet, CompactLog, Config, Ending, InputValues, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_solver::{Budget, Embedded, Solve};
use whydunit_term::Terms;
use whydunit_trace::{ErrorTrace, build};
use whydunit_verify::{Options, Proofs, Verdict, verify};

/// A program and one failing run of it.
#[derive(Debug)]
pub(crate) struct Failing {
    pub(crate) name: String,
    pub(crate) program: Program,
    pub(crate) trace: ErrorTrace,
}

/// The failing run of a text with options such as `--function f --input x=1`.
pub(crate) fn failing_text(options: &str, text: &str) -> Failing {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let path = directory.path().join("prog.c");
    std::fs::write(&path, text).expect("writing it should work");
    failing("text", &path, options)
}

/// The failing run of a file whose first line says `// options: …`.
pub(crate) fn failing_file(path: &Path) -> Failing {
    let text = std::fs::read_to_string(path).expect("the program should be readable");
    let first = text.lines().next().unwrap_or_default();
    let options = first.strip_prefix("// options:").expect("the first line should be options");
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    failing(&name, path, options)
}

fn failing(name: &str, path: &Path, words: &str) -> Failing {
    let mut options = whydunit_front_c::Options::default();
    let mut config = Config::default();
    let mut function = "main".to_owned();
    let mut inputs = InputValues::new();
    let mut stdin = Vec::new();
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("the option should have a value").to_owned();
        match word {
            "--function" => {
                function = value();
                options.function = Some(function.clone());
            }
            "--input" => inputs.parse_assignment(&value()).expect("the input should be readable"),
            "--checks" => config.checks = CheckSet::parse(&value()).expect("a list of checks"),
            "--stdin" => stdin = value().into_bytes(),
            other => panic!("{name}: unknown option {other}"),
        }
    }
    let files: Vec<PathBuf> = vec![path.to_path_buf()];
    let program = match whydunit_front_c::compile(&files, &options) {
        Ok(compiled) => compiled.program,
        Err(problems) => panic!("{name}: {problems:?}"),
    };
    let start = program.find_function(&function).unwrap_or_else(|| panic!("{name}: {function}"));
    let mut spec = RunSpec::new(start);
    spec.inputs = inputs;
    spec.stdin = stdin;
    let trace = {
        let compiled = prepare(&program);
        let mut log = CompactLog::new();
        let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
        assert!(matches!(result.ending, Ending::Failed(_)), "{name}: {:?}", result.ending);
        build(&program, &compiled, &spec, &config, &result, &log).expect("the run should replay")
    };
    Failing { name: name.to_owned(), program, trace }
}

/// The programs beside the tests, by name.
pub(crate) fn program_paths() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("the programs should be there")
        .map(|entry| entry.expect("the directory should be readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .collect();
    paths.sort();
    paths
}

pub(crate) fn embedded() -> Box<dyn Solve> {
    Box::new(Embedded::new())
}

/// The embedded solver, without limits.
pub(crate) fn unlimited() -> Options<'static> {
    Options { solver: &embedded, proofs: Proofs::Induction, budget: Budget::unlimited() }
}

/// A program with options, for explanations written down by hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Example {
    pub(crate) options: &'static str,
    pub(crate) text: &'static str,
}

impl Example {
    pub(crate) fn holds(&self, how: (Method, Inputs), text: &str) {
        assert_eq!(self.verdict(how, text, |_| {}), Verdict::Holds);
    }

    /// The complaints, one on a line.
    pub(crate) fn refuted(&self, how: (Method, Inputs), text: &str, expected: &Expect) {
        self.refuted_after(how, text, |_| {}, expected);
    }

    /// As [`Example::refuted`], after a change to the explanation.
    pub(crate) fn refuted_after(
        &self,
        how: (Method, Inputs),
        text: &str,
        change: impl FnOnce(&mut Explanation),
        expected: &Expect,
    ) {
        match self.verdict(how, text, change) {
            Verdict::Refuted(complaints) => {
                let lines: Vec<String> = complaints.iter().map(ToString::to_string).collect();
                expected.assert_eq(&lines.join("\n"));
            }
            other => panic!("should be refuted: {other:?}"),
        }
    }

    fn verdict(
        &self,
        how: (Method, Inputs),
        text: &str,
        change: impl FnOnce(&mut Explanation),
    ) -> Verdict {
        let failing = failing_text(self.options, self.text);
        let mut terms = Terms::new();
        let mut explanation = draft::explanation(&failing, &mut terms, how, text);
        change(&mut explanation);
        verify(&failing.program, &failing.trace, &explanation, &mut terms, &unlimited())
            .expect("the trace should be encoded")
    }
}
