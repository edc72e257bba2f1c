//! Ctrl-C at any moment: every command ends soon, with one whole document and a documented exit code.
#![cfg(unix)]

use crate::command_support;
use crate::common;

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use command_support::Directory;
use serde_json::Value;

/// Runs for ever, and does not fail.
pub(crate) const ENDLESS: &str = "int main(void) { unsigned x = 1; for (;;) x = x * 3 + 1; }\n";

/// Fails after many steps that all matter.
const LONG: &str = "#include <assert.h>
int main(void) {
  int a[50], s = 0;
  for (int i = 0; i < 50; i++) a[i] = i;
  for (int k = 0; k < 2000; k++)
    for (int i = 0; i < 50; i++) { if (a[i] % 3 == k % 3) s += a[i]; else s ^= k; a[i] = (a[i] + k) % 50; }
  assert(s == -1);
}
";

/// No solver shows in a minute that these products are equal.
pub(crate) const HARD: &str = "void f(unsigned a, unsigned b, unsigned c) {
  unsigned x = (a + b) * c * (a ^ c), y = (a * c + b * c) * (c ^ a);
  //@ assert x == y;
}
";

/// Fails at once, and no small change mends it.
pub(crate) const BROKEN: &str = "/*@ requires n >= 0 && n <= 6;
    ensures \\result == n * n * n + 7 * n + 3; */
int f(int n) {
  int s = 1, t = 2, u = 3;
  for (int i = 0; i < n; i++) { s = s + t * u; t = t + u; u = s - t; if (s > 100) s = s - 50; }
  for (int i = 0; i < n; i++) { u = u + s; s = u - t; }
  return s + t + u;
}
";

const COMMANDS: [(&str, &[&str]); 8] = [
    ("run of an endless program", &["run", "endless.c"]),
    ("trace of a long run", &["trace", "long.c"]),
    ("explain of a long run", &["explain", "long.c"]),
    ("relevance of a long run", &["explain", "long.c", "--method", "relevance"]),
    ("invariants, verified", &["explain", "long.c", "--method", "error-invariants", "--verify"]),
    ("check of something hard", &["check", "hard.c", "--function", "f"]),
    ("explain that searches", &["explain", "hard.c", "--function", "f"]),
    ("repair", &["repair", "broken.c", "--function", "f"]),
];

/// Until a command has to be over. It takes about a second; machines that run tests are busy.
const SOON: Duration = Duration::from_secs(6);

/// Before that a command may not have begun to listen.
const STARTED: Duration = Duration::from_millis(700);

/// Moments, spread over the phases; the same in every run of the test.
fn moments(seed: u64) -> Vec<Duration> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % 1000
    };
    [150, 700, 2200].map(|base| Duration::from_millis(base + next() * base / 1000)).to_vec()
}

#[test]
fn every_command_ends_soon_with_what_is_known() {
    let directory = Directory::with(&[
        ("endless.c", ENDLESS),
        ("long.c", LONG),
        ("hard.c", HARD),
        ("broken.c", BROKEN),
    ]);
    let mut problems = Vec::new();
    let (mut tried, mut interrupted) = (0, 0);
    for (number, (name, words)) in COMMANDS.iter().enumerate() {
        // The late moments of all commands take half a minute.
        let late = usize::from(number % 4 == 3 || whydunit_testing::is_all());
        for moment in moments(number as u64 + 1).into_iter().take(2 + late) {
            tried += 1;
            match interrupt(&directory, words, moment) {
                Ok(true) => interrupted += 1,
                Ok(false) => {}
                Err(problem) => problems.push(format!("{name}, after {moment:?}: {problem}")),
            }
        }
    }
    assert!(interrupted >= COMMANDS.len(), "only {interrupted} were still running");
    common::finish("interrupts", tried, &problems);
}

/// Was it interrupted, or over before?
fn interrupt(directory: &Directory, words: &[&str], moment: Duration) -> Result<bool, String> {
    let mut command = directory.command(words);
    command.args(["--format", "json"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().map_err(|error| error.to_string())?;
    std::thread::sleep(moment);
    let id = child.id().to_string();
    let sent = Instant::now();
    Command::new("kill").args(["-INT", &id]).output().map_err(|error| error.to_string())?;
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let took = sent.elapsed();
    if took > SOON {
        return Err(format!("it went on for {took:?}"));
    }
    judged(&output, moment)
}

fn judged(output: &Output, moment: Duration) -> Result<bool, String> {
    let said = || String::from_utf8_lossy(&output.stderr).into_owned();
    let Some(code) = output.status.code() else {
        let is_early = moment < STARTED && output.stdout.is_empty();
        return if is_early { Ok(false) } else { Err(format!("{}\n{}", output.status, said())) };
    };
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("exit code {code}, {error}\n{}", said()))?;
    let mut limits = report["limits"].as_array().into_iter().flatten();
    let is_interrupted =
        limits.any(|limit| limit["what"] == "interrupt" && limit["reached"] == true);
    let is_known = report["verdict"] == "fails";
    match (is_interrupted, code) {
        (true, 3) => Ok(true),
        (true, 1) if is_known => Ok(true),
        (false, 0 | 1) => Ok(false),
        _ => Err(format!("exit code {code}, {}, {}", report["verdict"], report["limits"])),
    }
}
