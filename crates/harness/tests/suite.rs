//! The programs in `tests/programs/find`: each failing one fails in the interpreter as its first line says, and the emitted
//! test fails at that line under the machine's C compiler, but not with inputs that pass; the safe ones are valid C and
//! pass on the inputs they name.

use crate::common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::directives::{Directives, Run};
use common::{Setting, Subject, build_and_run, has_c_compiler, programs, repository, said, shows};
use whydunit_interp::Ending;

const KINDS: [&str; 11] = [
    "assert", "bounds", "null", "lifetime", "div", "overflow", "shift", "uninit", "unreach",
    "contract", "abort",
];

fn directory(verdict: &str) -> PathBuf {
    repository().join("tests/programs/find").join(verdict)
}

fn read(path: &Path) -> Directives {
    Directives::read(&std::fs::read_to_string(path).expect("programs are readable"))
}

fn subject(path: &Path, directives: &Directives) -> Subject {
    let setting = Setting {
        function: directives.get("function").map(str::to_owned),
        checks: directives.get("checks").map(str::to_owned),
        ..Setting::default()
    };
    Subject::compile(&[path.to_owned()], &setting)
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn complain(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n\n"));
}

#[test]
fn failing_programs_fail_as_they_say() {
    let mut problems = Vec::new();
    for path in programs(&directory("fails")) {
        let directives = read(&path);
        let subject = subject(&path, &directives);
        let result = subject.run(&subject.spec(&directives.whole_run()));
        let found = match &result.ending {
            Ending::Failed(failure) => {
                format!("kind={} line={}", failure.kind.name(), subject.line(failure))
            }
            ending => format!("{ending:?}"),
        };
        let said = directives.find.get(1..3).unwrap_or_default().join(" ");
        if found != said {
            problems.push(format!("{}: {found}, not {said}", name(&path)));
        }
        if !result.unused_inputs.is_empty() {
            problems.push(format!("{}: unused {:?}", name(&path), result.unused_inputs));
        }
        if let Some(run) = directives.passing_run() {
            let ending = subject.run(&subject.spec(&run)).ending;
            if !matches!(ending, Ending::Finished { .. }) {
                problems.push(format!("{}: should pass, but {ending:?}", name(&path)));
            }
        }
    }
    complain(&problems);
}

#[test]
fn emitted_tests_fail_and_pass_as_the_runs_do() {
    if !has_c_compiler() {
        skip();
        return;
    }
    let scratch = tempfile::tempdir().expect("a temporary directory");
    let problems = whydunit_testing::parallel(&programs(&directory("fails")), |path| {
        let mut problems = Vec::new();
        let directives = read(path);
        let subject = subject(path, &directives);
        let failing = directives.whole_run();
        let failure = subject.failure(&failing);
        let line = subject.line(&failure);
        let test = scratch.path().join(format!("{}_test.c", name(path)));
        let mut check = |run: &Run, should_fail: bool| {
            let emitted = match subject.emit(&failure, run, &test) {
                Ok(emitted) => emitted,
                Err(reason) => return problems.push(format!("{}: no test: {reason}", name(path))),
            };
            let output = build_and_run(&emitted, &test);
            if should_fail {
                if let Err(problem) = shows(&output, &emitted, &path.to_string_lossy(), line) {
                    problems.push(format!("{}: {problem}", name(path)));
                }
            } else if !output.status.success() {
                let said = said(&output);
                problems.push(format!(
                    "{}: fails with good inputs: {said}\n{}",
                    name(path),
                    emitted.text
                ));
            }
        };
        check(&failing, true);
        if let Some(run) = directives.passing_run() {
            check(&run, false);
        }
        problems
    });
    complain(&problems.concat());
}

#[test]
fn safe_programs_are_valid_and_pass() {
    let compiler = has_c_compiler();
    let mut problems = Vec::new();
    for path in programs(&directory("safe")) {
        let directives = read(&path);
        let subject = subject(&path, &directives);
        let runs =
            if directives.runs.is_empty() { vec![Run::default()] } else { directives.runs.clone() };
        for run in runs {
            let result = subject.run(&subject.spec(&run));
            if !matches!(result.ending, Ending::Finished { .. }) || !result.unused_inputs.is_empty()
            {
                problems.push(format!("{}: {run:?}: {:?}", name(&path), result.ending));
            }
        }
        if compiler {
            let mut cc = Command::new("cc");
            cc.args(["-Wall", "-Wno-unused-function", "-Werror", "-fsyntax-only"]).arg(&path);
            let output = cc.output().expect("the compiler runs");
            if !output.status.success() {
                problems.push(format!("{}: {}", name(&path), said(&output)));
            }
        }
    }
    complain(&problems);
}

/// A suite that lost its programs must not pass.
#[test]
fn the_suite_is_complete() {
    if std::env::var("WHYDUNIT_TEST").is_ok() {
        return;
    }
    let fails: Vec<Directives> =
        programs(&directory("fails")).iter().map(|path| read(path)).collect();
    let safe = programs(&directory("safe"));
    assert!(fails.len() >= 38 && safe.len() >= 34, "{} fail, {} are safe", fails.len(), safe.len());
    for kind in KINDS {
        let count = fails.iter().filter(|program| program.get("kind") == Some(kind)).count();
        assert!(count > 0, "no program fails with {kind}");
    }
    for path in programs(&directory("fails")).iter().chain(&safe) {
        let verdict = path.parent().and_then(Path::file_name).unwrap_or_default();
        assert_eq!(
            read(path).find.first().map(String::as_str),
            verdict.to_str(),
            "{}",
            path.display()
        );
    }
}

fn skip() {
    whydunit_testing::missing("there is no C compiler `cc`");
}
