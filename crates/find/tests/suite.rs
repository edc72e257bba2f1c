//! The programs in `tests/programs/find`: every planted failure is found, no other is reported, what is safe holds; and each
//! found run is reproduced by its emitted test under the machine's C compiler.
use crate::common;

use std::path::Path;
use std::time::Duration;

use common::directives::{Directives, Run};
use common::{Setting, Subject, build_and_run, has_c_compiler, programs, repository, shows};
use whydunit_find::{Given, Request, Search, Verdict, search};
use whydunit_solver::Budget;

fn read(path: &Path) -> (Directives, Subject) {
    let text = std::fs::read_to_string(path).expect("programs are readable");
    let directives = Directives::read(&text);
    let setting = Setting {
        function: directives.get("function").map(str::to_owned),
        checks: directives.get("checks").map(str::to_owned),
        ..Setting::default()
    };
    let subject = Subject::compile(&[path.to_owned()], &setting);
    (directives, subject)
}

fn searched(subject: &Subject, patience: Option<Duration>) -> Search {
    let request = Request {
        program: &subject.program,
        spec: &subject.spec(&Run::default()),
        given: Given::default(),
        checks: subject.checks(),
        unwind: None,
        max_steps: None,
        modular: false,
        state_is_open: true,
        proved: &[],
        runs_per_failure: 1,
        first_only: false,
        patience,
        budget: Budget::default(),
    };
    search(&request, &mut |_| {})
}

/// Calls `check` for every program of a directory; what it returns is a complaint.
fn each(directory: &str, check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let all = programs(&repository().join("tests/programs/find").join(directory));
    assert!(all.len() >= 30, "only {} programs in {directory}", all.len());
    let problems: Vec<String> = whydunit_testing::parallel(&all, |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        check(path).err().map(|problem| format!("{name}: {problem}"))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n\n"));
}

#[test]
fn planted_failures_are_found_and_reproduced() {
    let compiler = has_c_compiler();
    if !compiler {
        whydunit_testing::missing("there is no C compiler to build emitted tests with");
    }
    let scratch = tempfile::tempdir().expect("a temporary directory");
    each("fails", |path| {
        let (directives, subject) = read(path);
        let search = searched(&subject, None);
        let found: Vec<String> = search
            .failures
            .iter()
            .map(|found| {
                let kind = found.failure.kind.name();
                format!("kind={kind} line={}", subject.line(&found.failure))
            })
            .collect();
        let said = directives.find.get(1..3).unwrap_or_default().join(" ");
        if found != [said.clone()] {
            return Err(format!("{found:?}, not {said}; {:?}", search.coverage));
        }
        let found = &search.failures[0];
        let result = subject.run(&found.runs[0]);
        if !matches!(&result.ending, whydunit_interp::Ending::Failed(failure) if *failure == found.failure)
        {
            return Err(format!("does not replay: {:?}", result.ending));
        }
        if !compiler {
            return Ok(());
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let test = scratch.path().join(format!("{name}_test.c"));
        let emitted = subject
            .emit_run(&found.failure, &found.runs[0], &test)
            .map_err(|reason| format!("no test: {reason}"))?;
        let output = build_and_run(&emitted, &test);
        shows(&output, &emitted, &path.to_string_lossy(), subject.line(&found.failure))
    });
}

#[test]
fn safe_programs_hold() {
    // Arguments of any length have no bound that could be reached.
    const OPEN_ARGUMENTS: [&str; 2] = ["exact_fit.c", "option_value.c"];
    each("safe", |path| {
        let (directives, subject) = read(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_bounded = directives.find.iter().any(|word| word == "bounded")
            || OPEN_ARGUMENTS.contains(&&*name);
        // What ends is followed to its end, on however slow a machine.
        let patience = if is_bounded { None } else { Some(Duration::from_secs(600)) };
        let search = searched(&subject, patience);
        let expected = if is_bounded { Verdict::HoldsWithinBound } else { Verdict::Holds };
        if search.verdict == expected {
            return Ok(());
        }
        let failures: Vec<&str> =
            search.failures.iter().map(|found| found.failure.message.as_str()).collect();
        Err(format!("{:?}: {failures:?} {:?}", search.verdict, search.coverage))
    });
}
