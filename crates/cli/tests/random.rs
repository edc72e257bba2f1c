//! Random well-defined programs print the same under whydunit as from the machine's C compiler.
//!
//! Programs of our own generator, 500 by default; more with
//!
//! ```text
//! WHYDUNIT_RANDOM_COUNT=5000 WHYDUNIT_RANDOM_SEED=1000 cargo test --release -p whydunit-cli --test tests random -- --nocapture
//! ```
//!
//! and csmith's (`WHYDUNIT_CSMITH_COUNT`, 50 by default) where it is installed (Debian: `csmith`, `libcsmith-dev`).
//! A program that differs is kept under `target/tmp/random` and its path printed.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::common;
use crate::generator;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use common::{c_compiler, difference, indented, output_within, parallel, whydunit};

/// Programs per file: starting the C compiler costs more than compiling.
const BATCH: u64 = 25;

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} should be a number")),
        Err(_) => default,
    }
}

/// Where programs that differ are kept.
fn kept() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random");
    fs::create_dir_all(&directory).expect("the build directory should be writable");
    directory
}

#[test]
fn our_generator() {
    let Some(compiler) = c_compiler(&[]) else {
        whydunit_testing::missing("no C compiler to compare with");
        return;
    };
    let count = setting("WHYDUNIT_RANDOM_COUNT", 250);
    let first = setting("WHYDUNIT_RANDOM_SEED", 1);
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let batches: Vec<(u64, u64)> = (first..first + count)
        .step_by(BATCH as usize)
        .map(|seed| (seed, (seed + BATCH).min(first + count)))
        .collect();
    let results = parallel(&batches, |&(from, to)| {
        if agree(&compiler, scratch.path(), from, to).is_ok() {
            return Vec::new();
        }
        // One program's failure hides those after it.
        (from..to)
            .filter_map(|seed| agree(&compiler, scratch.path(), seed, seed + 1).err())
            .collect::<Vec<String>>()
    });
    let failures: Vec<String> = results.into_iter().flatten().collect();
    common::finish("random programs", count as usize, &failures);
}

/// Makes a file of the programs with these seeds and runs it both ways.
fn agree(compiler: &str, scratch: &Path, from: u64, to: u64) -> Result<(), String> {
    let stem = format!("random_{from}_{}", to - 1);
    let source = scratch.join(format!("{stem}.c"));
    fs::write(&source, generator::file(from..to)).expect("writing a file should work");
    let expected = match native(compiler, &source, &[], Duration::from_secs(20)) {
        Ok(Some(expected)) => expected,
        Ok(None) => panic!("{stem}: the generator made a program that does not end"),
        Err(problem) => panic!("{stem}: the generator made a bad program: {problem}"),
    };
    let result = match interpreted(&source, &[], 60) {
        Ok(got) => difference(&expected, &got).map_or(Ok(()), Err),
        Err(problem) => Err(problem.text()),
    };
    let result = result.map_err(|problem| {
        let kept = kept().join(format!("{stem}.c"));
        let _ = fs::copy(&source, &kept);
        format!("{}:\n{problem}", kept.display())
    });
    let _ = fs::remove_file(&source);
    result
}

/// What the program prints when the C compiler makes it; `None` when it does not end in time.
fn native(
    compiler: &str,
    source: &Path,
    flags: &[&str],
    limit: Duration,
) -> Result<Option<String>, String> {
    let program = source.with_extension("native");
    let made = Command::new(compiler)
        .args(["-O0", "-w", "-ffp-contract=off"])
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(&program)
        .output()
        .map_err(|e| format!("{compiler}: {e}"))?;
    if !made.status.success() {
        return Err(String::from_utf8_lossy(&made.stderr).into_owned());
    }
    let output = output_within(&mut Command::new(&program), limit);
    let _ = fs::remove_file(&program);
    let Some(output) = output else { return Ok(None) };
    match output.status.code() {
        Some(0) => Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned())),
        _ => Err(output.status.to_string()),
    }
}

enum Problem {
    OutOfBudget,
    Other(String),
}

impl Problem {
    fn text(self) -> String {
        match self {
            Problem::OutOfBudget => "    out of budget\n".into(),
            Problem::Other(text) => text,
        }
    }
}

/// What the program prints under whydunit.
fn interpreted(source: &Path, flags: &[&str], seconds: u32) -> Result<String, Problem> {
    let mut command = whydunit();
    command.arg("run").args(["--timeout", &seconds.to_string()]).args(flags).arg(source);
    let output = command.output().expect("whydunit should start");
    match output.status.code() {
        Some(0) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Some(3) => Err(Problem::OutOfBudget),
        _ => {
            let stderr = String::from_utf8_lossy(&output.stderr);
            Err(Problem::Other(format!("    {}\n{}", output.status, indented(stderr.trim_end()))))
        }
    }
}

#[test]
fn csmith() {
    let Some(compiler) = c_compiler(&[]) else {
        whydunit_testing::missing("no C compiler to compare with");
        return;
    };
    if Command::new("csmith").arg("--version").output().is_err() {
        whydunit_testing::missing("csmith is not installed");
        return;
    }
    let include = csmith_headers();
    let count = setting("WHYDUNIT_CSMITH_COUNT", 50);
    let first = setting("WHYDUNIT_CSMITH_SEED", 1);
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let seeds: Vec<u64> = (first..first + count).collect();
    let results =
        parallel(&seeds, |&seed| csmith_program(&compiler, &include, scratch.path(), seed));
    let compared = results.iter().filter(|result| !matches!(result, Ok(false))).count();
    eprintln!("csmith: {compared} of {count} programs compared, the others run too long");
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("csmith programs", compared, &failures);
}

/// Distributions have them in a directory of their own, with or without the version in its name.
fn csmith_headers() -> String {
    let entries = fs::read_dir("/usr/include").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.join("csmith.h").exists()).collect();
    found.sort();
    let directory = found.pop().unwrap_or_else(|| PathBuf::from("/usr/include"));
    directory.to_string_lossy().into_owned()
}

/// `Ok(false)` when one side takes too long.
fn csmith_program(
    compiler: &str,
    include: &str,
    scratch: &Path,
    seed: u64,
) -> Result<bool, String> {
    // csmith keeps a `platform.info` in its working directory, written without a lock: two at once in one
    // directory read each other's half-written file.
    let directory = scratch.join(seed.to_string());
    fs::create_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let source = directory.join(format!("csmith_{seed}.c"));
    let made = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--max-funcs", "4", "--max-block-depth", "3"])
        .arg("--output")
        .arg(&source)
        .current_dir(&directory)
        .status();
    if !made.is_ok_and(|status| status.success()) {
        return Err(format!("csmith fails with seed {seed}"));
    }
    let flags = ["-I", include];
    let Some(expected) = native(compiler, &source, &flags, Duration::from_secs(2))? else {
        return Ok(false);
    };
    let result = match interpreted(&source, &flags, 10) {
        Ok(got) => difference(&expected, &got).map_or(Ok(true), Err),
        Err(Problem::OutOfBudget) => Ok(false),
        Err(problem) => Err(problem.text()),
    };
    let result = result.map_err(|problem| {
        let kept = kept().join(format!("csmith_{seed}.c"));
        let _ = fs::copy(&source, &kept);
        format!("{}:\n{problem}", kept.display())
    });
    let _ = fs::remove_file(&source);
    result
}
