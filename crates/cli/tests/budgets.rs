//! Which budget ended it: programs of which there is always more to find out, under one budget that is small, and others that are not. The answer names that
//! one and no other, and a budget of processor time is kept as any other.
#![cfg(target_os = "linux")]

use crate::command_support;
use crate::common;
use crate::interrupts::{BROKEN, ENDLESS, HARD};

use std::process::Stdio;
use std::time::{Duration, Instant};

use command_support::Directory;
use serde_json::Value;

/// Takes more memory than anybody gives.
const GREEDY: &str = "#include <stdlib.h>
int main(void) { for (;;) { char *p = malloc(1 << 20); if (p) for (int i = 0; i < 1 << 20; i++) p[i] = 1; } }
";

/// Fails after many steps that all matter.
const LONG: &str = "#include <assert.h>
int main(void) {
  int a[50], s = 0;
  for (int i = 0; i < 50; i++) a[i] = i;
  for (int k = 0; k < 20000; k++)
    for (int i = 0; i < 50; i++) { if (a[i] % 3 == k % 3) s += a[i] & 7; else s ^= k; a[i] = (a[i] + k) % 50; }
  assert(s == -1);
}
";

const COMMANDS: [(&str, &[&str]); 6] = [
    ("run of an endless program", &["run", "endless.c", "--checks", "-termination"]),
    ("explain of a long run", &["explain", "long.c"]),
    ("relevance of a long run", &["explain", "long.c", "--method", "relevance"]),
    ("check of something hard", &["check", "hard.c", "--function", "f"]),
    ("explain that searches", &["explain", "hard.c", "--function", "f"]),
    ("repair", &["repair", "broken.c", "--function", "f"]),
];

/// Seconds of the processors.
const CPU_TIME: f64 = 0.6;

fn directory() -> Directory {
    Directory::with(&[
        ("endless.c", ENDLESS),
        ("greedy.c", GREEDY),
        ("long.c", LONG),
        ("hard.c", HARD),
        ("broken.c", BROKEN),
    ])
}

/// The report, and the processor time that was used, as far as somebody saw who looked on.
fn report(directory: &Directory, words: &[&str]) -> Result<(Value, f64), String> {
    let mut command = directory.command(words);
    command.args(["--format", "json", "--output", "report"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let stat = format!("/proc/{}/stat", child.id());
    let (begin, mut used) = (Instant::now(), 0.0_f64);
    let ended = loop {
        let text = std::fs::read_to_string(&stat).unwrap_or_default();
        let fields = text.rsplit_once(')').map_or("", |(_, behind)| behind).split_whitespace();
        let ticks: f64 = fields.skip(11).take(2).filter_map(|it| it.parse::<f64>().ok()).sum();
        used = used.max(ticks / 100.0);
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(ended) => break ended,
            None if begin.elapsed() > Duration::from_secs(120) => {
                let _ = child.kill();
                return Err("it does not end".to_owned());
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let report = serde_json::from_str(&directory.read("report"))
        .map_err(|error| format!("{ended}, {error}"))?;
    let code = ended.code();
    let fails = |report: &Value| report["verdict"] == "fails";
    if code != Some(3) && !(code == Some(1) && fails(&report)) {
        return Err(format!("{ended}"));
    }
    Ok((report, used))
}

/// Budgets that the report says were reached.
fn reached(report: &Value) -> Vec<String> {
    let of_budget = |what: &str| ["timeout", "memory", "cpu-time", "interrupt"].contains(&what);
    let mut all: Vec<String> = report["limits"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|limit| limit["reached"] == true)
        .filter_map(|limit| limit["what"].as_str().filter(|what| of_budget(what)))
        .map(str::to_owned)
        .collect();
    all.dedup();
    all
}

#[test]
fn time_of_the_processors_ends_every_phase_and_is_named() {
    let directory = directory();
    let seconds = CPU_TIME.to_string();
    let mut problems = Vec::new();
    for (name, words) in COMMANDS {
        let budget = ["--cpu-time", &seconds, "--timeout", "100"];
        match report(&directory, &[words, &budget].concat()) {
            Ok((report, used)) => {
                let reached = reached(&report);
                // A failure that was explained before the end of its causes is an answer.
                let is_complete = report["verdict"] == "fails" && reached.is_empty();
                if reached != ["cpu-time"] && !is_complete {
                    problems.push(format!("{name}: {reached:?} in {}", report["limits"]));
                }
                if used > CPU_TIME * 1.1 + 0.3 {
                    problems.push(format!("{name}: {used} s of {CPU_TIME}"));
                }
            }
            Err(problem) => problems.push(format!("{name}: {problem}")),
        }
    }
    common::finish("commands", COMMANDS.len(), &problems);
}

#[test]
fn memory_that_ends_it_is_named() {
    let directory = directory();
    let budget = ["--memory", "100", "--timeout", "100"];
    let mut problems = Vec::new();
    for words in [["run", "greedy.c"], ["explain", "greedy.c"]] {
        match report(&directory, &[&words[..], &budget].concat()) {
            Ok((report, _)) if reached(&report) == ["memory"] => {}
            Ok((report, _)) => problems.push(format!("{words:?}: {}", report["limits"])),
            Err(problem) => problems.push(format!("{words:?}: {problem}")),
        }
    }
    common::finish("commands", 2, &problems);
}
