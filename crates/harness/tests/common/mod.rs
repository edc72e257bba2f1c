//! What the tests of this crate share: a program as C text with directives, run by the interpreter, made into a test, built
//! and run by the machine's C compiler.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod directives;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use whydunit_front_c::{Options, compile};
use whydunit_harness::{EmittedTest, Request, Unsupported, emit};
use whydunit_interp::{
    CheckSet, Config, Ending, Failure, InputValues, NoObserver, RunResult, RunSpec, prepare,
};
use whydunit_program::{Program, Target};

use directives::Run;

/// How a program is read and where it starts.
#[derive(Clone, Default, Debug)]
pub(crate) struct Setting {
    pub(crate) function: Option<String>,
    pub(crate) checks: Option<String>,
    pub(crate) requires: Vec<String>,
    pub(crate) ensures: Vec<String>,
    pub(crate) defines: Vec<String>,
    pub(crate) std: Option<String>,
    pub(crate) m32: bool,
}

/// A compiled program with the files it came from.
pub(crate) struct Subject {
    pub(crate) program: Program,
    files: Vec<String>,
    setting: Setting,
}

impl Subject {
    pub(crate) fn compile(files: &[PathBuf], setting: &Setting) -> Subject {
        let options = Options {
            function: setting.function.clone(),
            requires: setting.requires.clone(),
            ensures: setting.ensures.clone(),
            defines: setting.defines.clone(),
            std: setting.std.clone(),
            target: if setting.m32 { Target::Ilp32 } else { Target::Lp64 },
            ..Options::default()
        };
        let compiled = compile(files, &options)
            .unwrap_or_else(|errors| panic!("{}: {errors:?}", files[0].display()));
        let files = files.iter().map(|path| path.display().to_string()).collect();
        Subject { program: compiled.program, files, setting: setting.clone() }
    }

    pub(crate) fn spec(&self, run: &Run) -> RunSpec {
        let name = self.setting.function.as_deref().unwrap_or("main");
        let function = self.program.find_function(name).expect("the start function exists");
        let mut inputs = InputValues::new();
        for assignment in &run.inputs {
            inputs.parse_assignment(assignment).expect("inputs are well-formed");
        }
        RunSpec {
            args: run.args.clone(),
            stdin: run.stdin.clone(),
            inputs,
            ..RunSpec::new(function)
        }
    }

    pub(crate) fn run(&self, spec: &RunSpec) -> RunResult {
        let checks = self.checks();
        let config = Config { checks, max_steps: Some(1_000_000), ..Config::default() };
        prepare(&self.program).run(spec, &config, &mut |_, _| {}, &mut NoObserver)
    }

    pub(crate) fn checks(&self) -> CheckSet {
        let checks = self.setting.checks.as_deref();
        checks.map_or_else(CheckSet::default, |list| {
            CheckSet::parse(list).expect("the list of checks is well-formed")
        })
    }

    pub(crate) fn failure(&self, run: &Run) -> Failure {
        match self.run(&self.spec(run)).ending {
            Ending::Failed(failure) => failure,
            ending => panic!("{}: no failure but {ending:?}", self.files[0]),
        }
    }

    pub(crate) fn line(&self, failure: &Failure) -> u32 {
        self.program.sources.line_column(failure.span).line
    }

    /// The test of a failure with the inputs of a run.
    pub(crate) fn emit(
        &self,
        failure: &Failure,
        run: &Run,
        test: &Path,
    ) -> Result<EmittedTest, Unsupported> {
        self.emit_run(failure, &self.spec(run), test)
    }

    pub(crate) fn emit_run(
        &self,
        failure: &Failure,
        spec: &RunSpec,
        test: &Path,
    ) -> Result<EmittedTest, Unsupported> {
        let result = self.run(spec);
        let mut flags: Vec<String> =
            self.setting.defines.iter().map(|define| format!("-D{define}")).collect();
        flags.extend(self.setting.std.iter().map(|std| format!("-std={std}")));
        if self.setting.m32 {
            flags.push("-m32".into());
        }
        emit(&Request {
            program: &self.program,
            spec,
            inputs: &result.inputs,
            failure,
            files: &self.files,
            flags: &flags,
            test_file: &test.display().to_string(),
            compiler: "cc",
        })
    }
}

pub(crate) fn has_c_compiler() -> bool {
    Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Writes the file and carries out the command.
pub(crate) fn build_and_run(emitted: &EmittedTest, test: &Path) -> Output {
    std::fs::write(test, &emitted.text).expect("the test can be written");
    let mut shell = Command::new("sh");
    shell.args(["-c", &emitted.command]).stdin(std::process::Stdio::null());
    shell.output().expect("there is a shell")
}

/// What the program and its compiler said.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Did the failure show at its line? `Err` says what happened instead.
pub(crate) fn shows(
    output: &Output,
    emitted: &EmittedTest,
    file: &str,
    line: u32,
) -> Result<(), String> {
    let said = said(output);
    let place = format!("{}:{line}", file.rsplit('/').next().unwrap_or(file));
    if said.contains("error: ") && !said.contains("runtime error: ") && !said.contains("ERROR: ") {
        return Err(format!("does not compile: {said}\n{}", emitted.text));
    }
    if output.status.success() {
        return Err(format!("does not show\n{}", emitted.text));
    }
    let is_named = said
        .match_indices(&place)
        .any(|(at, _)| !said[at + place.len()..].starts_with(|c: char| c.is_ascii_digit()));
    if is_named { Ok(()) } else { Err(format!("{place} is not named: {said}\n{}", emitted.text)) }
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// The C programs of a directory in alphabetical order, without parts of other programs.
pub(crate) fn programs(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("the programs are there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("entries are readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| !path.to_string_lossy().ends_with(".inc.c"))
        .collect();
    files.sort();
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    files.retain(|path| path.to_string_lossy().contains(&wanted));
    files
}
