//! CBMC on a program of the suite.
//!
//! CBMC 6 needs a bound for loops and recursion: it is called with `--unwind` 1, 2, 4, ... 1024 until it decides the program,
//! and the times of all calls count. What decides a program that fails is a counterexample at the stated line (`reach_error`
//! is given a body that asserts false: there, any), with unwinding assertions off, so that they do not come first; for a safe
//! program success with unwinding assertions on. Knowing which of the two to ask for is in CBMC's favour. `malloc` never fails
//! for us, so it does not for CBMC.
//!
//! Left out: programs with contracts (CBMC does not read ACSL) or arguments (which for CBMC need not be strings), and checks
//! that CBMC does not have.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::directives::Directives;

const CHECKS: [&str; 8] = [
    "--no-standard-checks",
    "--bounds-check",
    "--pointer-check",
    "--div-by-zero-check",
    "--signed-overflow-check",
    "--undefined-shift-check",
    "--no-malloc-may-fail",
    "--stop-on-fail",
];
const REACH_ERROR: &str = "void reach_error(void) { __CPROVER_assert(0, \"reached\"); }
void __VERIFIER_error(void) { __CPROVER_assert(0, \"reached\"); }
";
const DEEPEST: u32 = 1024;

pub(crate) struct Cbmc {
    command: String,
    pub(crate) version: String,
    /// Of the process and the preprocessor it calls.
    pub(crate) start_time: Duration,
    scratch: TempDir,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Decided,
    /// A failure that the program does not have: CBMC takes a library function or an undefined one otherwise than we do.
    Differs,
    Open,
}

/// A program that CBMC can be asked about.
pub(crate) struct Task<'a> {
    path: &'a Path,
    function: Option<&'a str>,
    fails: bool,
    /// Where a failure counts.
    line: Option<&'a str>,
}

impl<'a> Task<'a> {
    pub(crate) fn new(
        path: &'a Path,
        text: &str,
        directives: &'a Directives,
        fails: bool,
    ) -> Option<Task<'a>> {
        let kind = directives.get("kind");
        let is_unknown = matches!(kind, Some("uninit" | "contract" | "abort"));
        let is_other = ["//@", "/*@", "argv"].iter().any(|part| text.contains(part));
        if is_unknown || is_other {
            return None;
        }
        let line = if kind == Some("unreach") { None } else { directives.get("line") };
        Some(Task { path, function: directives.get("function"), fails, line })
    }

    fn is_at(&self, place: &str) -> bool {
        let mut words = place.split_whitespace();
        let found = words.find(|word| *word == "line").and_then(|_| words.next());
        self.fails && (self.line.is_none() || found == self.line)
    }
}

impl Cbmc {
    pub(crate) fn find() -> Option<Cbmc> {
        let command = std::env::var("CBMC").unwrap_or_else(|_| "cbmc".to_owned());
        let output = Command::new(&command).arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let scratch = tempfile::tempdir().ok()?;
        std::fs::write(scratch.path().join("reach_error.c"), REACH_ERROR).ok()?;
        let empty = scratch.path().join("empty.c");
        std::fs::write(&empty, "int main(void) { return 0; }\n").ok()?;
        let start = Instant::now();
        Command::new(&command).arg(&empty).output().ok()?;
        Some(Cbmc { command, version, start_time: start.elapsed(), scratch })
    }

    /// The time until the program is decided or the limit is reached, and which of the two.
    pub(crate) fn search(&self, task: &Task<'_>, limit: Duration) -> (Duration, Answer) {
        let start = Instant::now();
        let mut unwind = 1;
        while unwind <= DEEPEST {
            let Some(output) = self.call(task, unwind, start + limit) else {
                break;
            };
            let said = String::from_utf8_lossy(&output.stdout);
            match violated(&said) {
                None if !task.fails && said.contains("VERIFICATION SUCCESSFUL") => {
                    return (start.elapsed(), Answer::Decided);
                }
                Some(place) if task.is_at(place) => return (start.elapsed(), Answer::Decided),
                Some(place) if !place.contains("unwinding assertion") => {
                    return (start.elapsed(), Answer::Differs);
                }
                _ => {}
            }
            unwind *= 2;
        }
        (start.elapsed(), Answer::Open)
    }

    fn call(&self, task: &Task<'_>, unwind: u32, deadline: Instant) -> Option<Output> {
        let reach_error: PathBuf = self.scratch.path().join("reach_error.c");
        let assertions =
            if task.fails { "--no-unwinding-assertions" } else { "--unwinding-assertions" };
        let mut command = Command::new(&self.command);
        command.arg(task.path).arg(reach_error).args(CHECKS).arg(assertions);
        command.arg("--unwind").arg(unwind.to_string());
        if let Some(function) = task.function {
            command.arg("--function").arg(function);
        }
        let child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        finish(child.ok()?, deadline)
    }
}

/// What a process prints, unless it takes too long.
fn finish(mut child: Child, deadline: Instant) -> Option<Output> {
    let mut stdout = child.stdout.take()?;
    std::thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut stdout, &mut bytes).map(|_| bytes)
        });
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                _ => break None,
            }
        };
        if status.is_none() {
            child.kill().ok()?;
            child.wait().ok()?;
        }
        let stdout = reader.join().ok()?.ok()?;
        status.map(|status| Output { status, stdout, stderr: Vec::new() })
    })
}

/// Place and description of the property that a counterexample violates.
fn violated(said: &str) -> Option<&str> {
    said.split_once("Violated property:").map(|(_, place)| place)
}
