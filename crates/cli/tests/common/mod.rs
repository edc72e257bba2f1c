//! What the tests that run programs share: the directory of programs, the comments at their head, and how
//! the command and the C compiler are run.
//!
//! A program may start with comments that say how it is to be run:
//!
//! ```text
//! // cflags: -std=gnu89 -m32     for the C compiler and for whydunit
//! // files: other.inc.c          further files of the program, from the same directory
//! // args: one two               its arguments
//! // stdin: line\n               its standard input, with the escapes of C
//! // whydunit: --checks all      further options of whydunit
//! ```

#![allow(dead_code, reason = "each test uses a part of this")]

pub(crate) mod error_document;

use std::ffi::OsStr;
use std::fs;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A C program of the test suite.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) path: PathBuf,
    pub(crate) source: String,
    pub(crate) cflags: Vec<String>,
    pub(crate) files: Vec<PathBuf>,
    pub(crate) args: Vec<String>,
    pub(crate) stdin: Vec<u8>,
    pub(crate) whydunit: Vec<String>,
}

impl Case {
    pub(crate) fn load(path: &Path) -> Case {
        let bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let source = String::from_utf8_lossy(&bytes).into_owned();
        let mut case = Case {
            path: path.to_path_buf(),
            source: String::new(),
            cflags: Vec::new(),
            files: Vec::new(),
            args: Vec::new(),
            stdin: Vec::new(),
            whydunit: Vec::new(),
        };
        for line in source.lines() {
            let Some((key, value)) = line.strip_prefix("// ").and_then(|l| l.split_once(':'))
            else {
                break;
            };
            let words = || value.split_whitespace().map(str::to_string);
            match key {
                "cflags" => case.cflags = words().collect(),
                "files" => case.files = words().map(|name| path.with_file_name(name)).collect(),
                "args" => case.args = words().collect(),
                "stdin" => case.stdin = unescape(value.trim_start()),
                "whydunit" => case.whydunit = words().collect(),
                _ => break,
            }
        }
        case.source = source;
        case
    }

    pub(crate) fn name(&self) -> String {
        self.path.file_stem().unwrap_or(OsStr::new("?")).to_string_lossy().into_owned()
    }

    pub(crate) fn is_m32(&self) -> bool {
        self.cflags.iter().any(|flag| flag == "-m32")
    }

    /// `whydunit COMMAND` on this program, with the report as JSON.
    pub(crate) fn whydunit(&self, command: &str) -> Output {
        let mut run = whydunit();
        run.arg(command).args(["--format", "json", "--timeout", "30"]);
        run.args(&self.cflags).args(&self.whydunit).arg(&self.path).args(&self.files);
        if !self.args.is_empty() {
            run.arg("--").args(&self.args);
        }
        run_with_input(&mut run, &self.stdin)
    }
}

/// The programs of one directory under `tests/programs`, by name. `WHYDUNIT_TEST` narrows them down to those whose
/// name contains it.
pub(crate) fn programs(directory: &str) -> Vec<Case> {
    let root = programs_dir().join(directory);
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    let mut paths: Vec<PathBuf> = fs::read_dir(&root)
        .unwrap_or_else(|e| panic!("{}: {e}", root.display()))
        .map(|entry| entry.expect("the directory should be readable").path())
        .filter(|path| path.extension() == Some(OsStr::new("c")))
        .filter(|path| !path.to_string_lossy().ends_with(".inc.c"))
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .collect();
    paths.sort();
    paths.iter().map(|path| Case::load(path)).collect()
}

pub(crate) fn programs_dir() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    root.canonicalize().expect("tests/programs should exist")
}

/// The command under test, unaffected by the environment of the person who runs the tests.
pub(crate) fn whydunit() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whydunit"));
    command.env("NO_COLOR", "1").env("COLUMNS", "200").stdin(Stdio::null());
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs a command with these bytes on its standard input.
pub(crate) fn run_with_input(command: &mut Command, input: &[u8]) -> Output {
    let mut file = tempfile::tempfile().expect("a temporary file should be possible");
    file.write_all(input).and_then(|()| file.rewind()).expect("writing it should work");
    command
        .stdin(file)
        .output()
        .unwrap_or_else(|e| panic!("{}: {e}", command.get_program().to_string_lossy()))
}

/// Like `Command::output`, with an end to it: `None` when the limit was reached.
pub(crate) fn output_within(command: &mut Command, limit: Duration) -> Option<Output> {
    let mut stdout = tempfile::tempfile().expect("a temporary file should be possible");
    let handle = stdout.try_clone().expect("a handle can be duplicated");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(handle)
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}", command.get_program().to_string_lossy()));
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().expect("waiting for a child should work") {
            let mut bytes = Vec::new();
            stdout.rewind().expect("rewinding should work");
            std::io::Read::read_to_end(&mut stdout, &mut bytes).expect("reading should work");
            return Some(Output { status, stdout: bytes, stderr: Vec::new() });
        }
        if started.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// The machine's C compiler, if it has one that can make programs with these flags.
pub(crate) fn c_compiler(flags: &[&str]) -> Option<String> {
    let compiler = std::env::var("CC").ok().filter(|cc| !cc.trim().is_empty());
    let compiler = compiler.unwrap_or_else(|| "cc".to_string());
    let directory = tempfile::tempdir().ok()?;
    let source = directory.path().join("probe.c");
    fs::write(&source, "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n").ok()?;
    let made = Command::new(&compiler)
        .args(flags)
        .arg(&source)
        .arg("-o")
        .arg(directory.path().join("probe"))
        .stderr(Stdio::null())
        .status();
    made.is_ok_and(|status| status.success()).then_some(compiler)
}

#[allow(unused_imports, reason = "benchmarks use a part of this")]
pub(crate) use whydunit_testing::parallel;

/// Where two outputs part, with the line numbers.
pub(crate) fn difference(expected: &str, got: &str) -> Option<String> {
    if expected == got {
        return None;
    }
    let mut text = String::new();
    let (mut left, mut right) = (expected.lines(), got.lines());
    let (mut line, mut shown) = (0, 0);
    loop {
        line += 1;
        match (left.next(), right.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                shown += 1;
                if shown > 6 {
                    text.push_str("    ...\n");
                    break;
                }
                let show = |side: Option<&str>| side.map_or("(end)".into(), |s| format!("{s:?}"));
                text.push_str(&format!("    line {line}: expected {}\n", show(a)));
                text.push_str(&format!("    line {line}:      got {}\n", show(b)));
            }
        }
    }
    if text.is_empty() {
        text = format!("    expected {expected:?}\n         got {got:?}\n");
    }
    Some(text)
}

/// A report of `--format json`, or the reason why there is none.
pub(crate) fn json_report(output: &Output) -> Result<serde_json::Value, String> {
    serde_json::from_slice(&output.stdout).map_err(|_| {
        let stderr = String::from_utf8_lossy(&output.stderr);
        format!("no report, {}\n{}", output.status, indented(stderr.trim_end()))
    })
}

pub(crate) fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

/// Fails the test with everything that went wrong.
pub(crate) fn finish(what: &str, total: usize, failures: &[String]) {
    assert!(total > 0, "there should be {what} to test");
    if !failures.is_empty() {
        let list = failures.join("\n");
        panic!("{} of {total} {what} failed:\n\n{list}", failures.len());
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next() {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'0') => 0,
            Some(b'x') => {
                let digits: String = rest.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&digits, 16).expect("two hexadecimal digits should follow \\x")
            }
            Some(other) => other,
            None => b'\\',
        });
    }
    bytes
}
