//! Broken and strange programs never make whydunit panic: the programs of the test suite, mutated.
//!
//! A short run is part of the suite; an hour of it with
//!
//! ```text
//! WHYDUNIT_FUZZ_SECONDS=3600 WHYDUNIT_FUZZ_SEED=7 cargo test --release -p whydunit-cli --test tests fuzz -- --nocapture
//! ```
//!
//! Whatever a mutant is, whydunit has to end with one of its exit codes. Mutants that break this are kept under
//! `target/tmp/fuzz` and their paths printed.

#![expect(clippy::print_stderr, reason = "a long run says how far it came")]

use crate::common;
use crate::rng;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use common::{parallel, programs, whydunit};
use rng::Rng;

#[test]
fn mutants() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let limit = Duration::from_secs(setting("WHYDUNIT_FUZZ_SECONDS").unwrap_or(10));
    let seed = setting("WHYDUNIT_FUZZ_SEED").unwrap_or(1);
    let corpus: Vec<Vec<String>> = ["language", "library", "checks", "bad"]
        .iter()
        .flat_map(|directory| programs(directory))
        .map(|case| tokens(&case.source))
        .collect();
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    fs::create_dir_all(&kept).expect("the build directory should be writable");
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let started = Instant::now();
    let lanes = [seed.wrapping_mul(2), seed.wrapping_mul(2) + 1];
    let results = parallel(&lanes, |&lane| {
        let mut rng = Rng::new(lane);
        let (mut count, mut failures) = (0u64, Vec::new());
        while started.elapsed() < limit && failures.len() < 10 {
            count += 1;
            let name = format!("mutant_{lane}_{count}.c");
            let path = scratch.path().join(&name);
            let source = mutant(&corpus, &mut rng);
            fs::write(&path, &source).expect("writing a file should work");
            if let Err(problem) = survives(&path) {
                let kept = kept.join(&name);
                let _ = fs::write(&kept, &source);
                failures.push(format!("{}: {problem}", kept.display()));
            }
            let _ = fs::remove_file(&path);
        }
        (count, failures)
    });
    let count: u64 = results.iter().map(|(count, _)| count).sum();
    let failures: Vec<String> = results.into_iter().flat_map(|(_, failures)| failures).collect();
    eprintln!("{count} mutants in {:?}", started.elapsed());
    common::finish("mutants", count as usize, &failures);
}

fn survives(path: &Path) -> Result<(), String> {
    let mut command = whydunit();
    command.args(["run", "--max-steps", "20000", "--timeout", "5", "--memory", "512"]).arg(path);
    let started = Instant::now();
    let output = command.output().map_err(|e| e.to_string())?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    if !matches!(output.status.code(), Some(0..=3)) || stderr.contains("panicked at") {
        let last: Vec<&str> = stderr.lines().filter(|line| !line.trim().is_empty()).collect();
        return Err(format!(
            "{}\n{}",
            output.status,
            last[last.len().saturating_sub(8)..].join("\n")
        ));
    }
    if started.elapsed() > Duration::from_secs(20) {
        return Err(format!("took {:?}", started.elapsed()));
    }
    Ok(())
}

/// Words, numbers, literals, spaces and single signs; joined they give the text again.
fn tokens(source: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 1,
        c if c.is_whitespace() => 2,
        _ => 3,
    };
    let mut last = 0;
    for c in source.chars() {
        let now = class(c);
        match tokens.last_mut() {
            Some(token) if now == last && now != 3 => token.push(c),
            _ => tokens.push(c.to_string()),
        }
        last = now;
    }
    tokens
}

/// Tokens that are likely to matter somewhere.
const SPICE: [&str; 48] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "->",
    ".",
    "...",
    "=",
    "==",
    "?",
    ":",
    "<<",
    "-1",
    "0",
    "2147483648",
    "0x",
    "1e999",
    "'",
    "\"",
    "\\",
    "int",
    "struct s",
    "union",
    "enum",
    "typedef",
    "static",
    "extern",
    "void",
    "sizeof",
    "_Generic",
    "_Static_assert(0, \"\")",
    "__attribute__((packed))",
    "typeof(x)",
    "goto x",
    "case 1:",
    "default:",
    "return",
    "#",
    "//@ assert",
    "/*@ requires \\forall",
    "__builtin_va_list",
    "({",
];

fn mutant(corpus: &[Vec<String>], rng: &mut Rng) -> String {
    let mut program = rng.pick(corpus).clone();
    for _ in 0..rng.between(1, 4) {
        if program.is_empty() {
            break;
        }
        let at = rng.below(program.len());
        let end = (at + rng.between(1, 12) as usize).min(program.len());
        match rng.below(9) {
            0 => drop(program.drain(at..end)),
            1 => {
                let copy = program[at..end].to_vec();
                let to = rng.below(program.len());
                program.splice(to..to, copy);
            }
            2 => {
                let other = rng.pick(corpus);
                let from = rng.below(other.len());
                let until = (from + rng.between(1, 30) as usize).min(other.len());
                program.splice(at..at, other[from..until].to_vec());
            }
            3 => {
                let to = rng.below(program.len());
                program.swap(at, to);
            }
            4 => program[at] = rng.pick(&SPICE).to_string(),
            5 => program.insert(at, rng.pick(&SPICE).to_string()),
            6 => program.truncate(at),
            7 => {
                let number = rng.bits() >> rng.below(64);
                program[at] =
                    if rng.percent(50) { format!("{number}") } else { format!("0x{number:x}u") };
            }
            _ => {
                let same = program[at].clone();
                let other = rng.pick(&program).clone();
                program
                    .iter_mut()
                    .filter(|token| **token == same)
                    .for_each(|token| token.clone_from(&other));
            }
        }
    }
    program.concat()
}
