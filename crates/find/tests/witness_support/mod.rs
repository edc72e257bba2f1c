//! What the tests of witnesses share: programs from files with the comments at their head, and requests to replay.

#![allow(dead_code, reason = "each test uses a part of this")]

use std::fs;
use std::path::{Path, PathBuf};

use whydunit_find::{Given, Replay, Request, Witness, replay_witness};
use whydunit_front_c::{Options, compile};
use whydunit_interp::{CheckSet, Compiled, Config, InputValues, RunSpec, prepare};
use whydunit_program::{Program, Target};
use whydunit_solver::Budget;

pub(crate) const MOST_STEPS: u64 = 1_000_000;

/// A program and the run that the comments at its head describe.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) program: Program,
    pub(crate) spec: RunSpec,
    pub(crate) checks: CheckSet,
}

/// `None` when the program does not compile or has nothing to start in.
pub(crate) fn load(path: &Path) -> Option<Case> {
    let source = String::from_utf8_lossy(&fs::read(path).expect("should be readable")).into_owned();
    let words = |key: &str| -> Vec<String> {
        let line = source.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap_or("").split_whitespace().map(str::to_owned).collect()
    };
    let mut options = Options::default();
    let mut checks = CheckSet::default();
    let mut inputs = InputValues::new();
    if words("// cflags:").iter().any(|flag| flag == "-m32") {
        options.target = Target::Ilp32;
    }
    options.function = words("// function:").first().cloned();
    let mut given = words("// whydunit:").into_iter();
    while let (Some(option), Some(value)) = (given.next(), given.next()) {
        match option.as_str() {
            "--function" => options.function = Some(value),
            "--input" => inputs.parse_assignment(&value).expect("should be an assignment"),
            "--checks" => checks = CheckSet::parse(&value).expect("should be checks"),
            "--requires" => options.requires.push(value),
            "--ensures" => options.ensures.push(value),
            _ => return None,
        }
    }
    let directory = path.parent().unwrap_or(Path::new("."));
    let others = words("// files:").into_iter().map(|name| directory.join(name));
    let files: Vec<PathBuf> = std::iter::once(path.to_owned()).chain(others).collect();
    let program = compile(&files, &options).ok()?.program;
    let start = program.find_function(options.function.as_deref().unwrap_or("main"))?;
    let mut spec = RunSpec::new(start);
    spec.inputs = inputs;
    spec.args = words("// args:").into_iter().map(String::into_bytes).collect();
    if let Some(text) = source.lines().find_map(|line| line.strip_prefix("// stdin: ")) {
        spec.stdin = text.replace("\\n", "\n").into_bytes();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Some(Case { name, source, program, spec, checks })
}

impl Case {
    pub(crate) fn compiled(&self) -> Compiled<'_> {
        prepare(&self.program)
    }

    pub(crate) fn config(&self) -> Config {
        Config { checks: self.checks, max_steps: Some(MOST_STEPS), ..Config::default() }
    }

    /// Replays without the inputs of the case's own run; what no witness can say (standard input) stays.
    pub(crate) fn replay(&self, witness: &Witness) -> Replay {
        let mut spec = RunSpec::new(self.spec.function);
        spec.stdin = self.spec.stdin.clone();
        let request = Request {
            program: &self.program,
            spec: &spec,
            given: Given::default(),
            checks: self.checks,
            unwind: None,
            max_steps: Some(MOST_STEPS),
            modular: false,
            state_is_open: false,
            proved: &[],
            runs_per_failure: 1,
            first_only: true,
            patience: None,
            budget: Budget::unlimited(),
        };
        replay_witness(&request, witness)
    }
}
