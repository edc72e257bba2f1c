//! `whydunit check --reference`: pairs of programs in `tests/compare`.
//!
//! `NAME.c` is compared with `NAME.reference.c`. Comments at its head say with which options, and what is to be found:
//!
//! ```text
//! // options: --function f
//! // expect: differs: returns 1 instead of 0      one line for each difference, without the input
//! // expect: same                                 proved, or: same within bounds
//! // expect: unknown: REASON
//! ```
//!
//! `PROGRAM` stands for the name of the file. Differences of whole programs are also shown by the machine's C compiler.

use crate::common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{c_compiler, output_within, parallel, run_with_input};

struct Pair {
    name: String,
    text: String,
    options: Vec<String>,
    expected: Vec<String>,
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/compare")
}

fn pairs() -> Vec<Pair> {
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    let files = std::fs::read_dir(directory()).expect("tests/compare should exist");
    let names = files.map(|file| file.expect("it should be readable").file_name());
    let mut names: Vec<String> = names
        .filter_map(|name| name.to_string_lossy().strip_suffix(".c").map(str::to_owned))
        .filter(|name| !name.ends_with(".reference") && name.contains(&wanted))
        .collect();
    names.sort();
    names.into_iter().map(Pair::load).collect()
}

impl Pair {
    fn load(name: String) -> Pair {
        let text = std::fs::read_to_string(directory().join(format!("{name}.c")));
        let text = text.expect("it should be text");
        let all = |key: &str| {
            let lines = text.lines().take_while(|line| line.starts_with("// "));
            let values = lines.filter_map(|line| line.strip_prefix("// ")?.strip_prefix(key));
            values.map(|value| value.trim().to_owned()).collect::<Vec<_>>()
        };
        let options = all("options:").join(" ");
        Pair {
            options: options.split_whitespace().map(str::to_owned).collect(),
            expected: all("expect:"),
            name,
            text,
        }
    }

    fn compared(&self) -> Output {
        let mut command = common::whydunit();
        command.current_dir(directory());
        command.args(["check", "--timeout", "60", "--reference"]);
        command.args([format!("{}.reference.c", self.name), format!("{}.c", self.name)]);
        command.args(&self.options).output().expect("whydunit should start")
    }

    /// What was found, as `expect:` says it; the inputs of differences.
    fn found(&self, output: &Output) -> (Vec<String>, Vec<String>) {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let reference = format!("{}.reference.c", self.name);
        let mut inputs = Vec::new();
        let mut found = Vec::new();
        for line in text.lines() {
            let line = line.replace(&reference, "REFERENCE");
            let line = line.replace(&format!("{}.c", self.name), "PROGRAM");
            found.push(match line.split_once(" (with ") {
                Some((what, input)) => {
                    inputs.push(input.trim_end_matches(')').to_owned());
                    what.replace("differs from REFERENCE", "differs")
                }
                None if line.ends_with("on every input") => "same".to_owned(),
                None if line.ends_with("in the only run there is") => "same".to_owned(),
                None if line.starts_with("behaves like") => "same within bounds".to_owned(),
                None => line.replace("not known whether it behaves like REFERENCE", "unknown"),
            });
        }
        (found, inputs)
    }
}

#[test]
fn pairs_of_programs() {
    let pairs = pairs();
    assert!(!pairs.is_empty());
    let problems = parallel(&pairs, |pair| {
        let output = pair.compared();
        let (found, _) = pair.found(&output);
        let code = match pair.expected.first().map_or("", String::as_str) {
            expected if expected.starts_with("differs") => 1,
            expected if expected.starts_with("same") => 0,
            _ => 3,
        };
        let is_good = found == pair.expected && output.status.code() == Some(code);
        let errors = String::from_utf8_lossy(&output.stderr);
        (!is_good).then(|| {
            let (name, expected, status) = (&pair.name, &pair.expected, output.status);
            format!("{name}: {found:?} ({status}), expected {expected:?}\n{errors}")
        })
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn differences_of_programs_are_differences_for_the_c_compiler() {
    let Some(compiler) = c_compiler(&[]) else {
        whydunit_testing::missing("no C compiler");
        return;
    };
    let pairs: Vec<Pair> = pairs().into_iter().filter(is_shown).collect();
    let problems = parallel(&pairs, |pair| {
        let output = pair.compared();
        let (_, inputs) = pair.found(&output);
        let different = |input: &String| {
            let built = tempfile::tempdir().expect("a temporary directory should be possible");
            let [ours, theirs] = ["", ".reference"].map(|suffix| {
                let source = directory().join(format!("{}{suffix}.c", pair.name));
                run_built(&compiler, &source, &built.path().join(format!("a{suffix}")), input)
            });
            ours != theirs
        };
        let is_good = !inputs.is_empty() && inputs.iter().all(different);
        (!is_good).then(|| format!("{}: {inputs:?}", pair.name))
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A whole program that differs by what it prints or how it exits.
fn is_shown(pair: &Pair) -> bool {
    let is_seen = |expected: &String| {
        ["differs: prints", "differs: exits"].iter().any(|way| expected.starts_with(way))
    };
    let reference = std::fs::read_to_string(directory().join(format!("{}.reference.c", pair.name)));
    let reference = reference.expect("it should be text");
    // The exit code of a `main` without a result is anything.
    let have_results = [&pair.text, &reference].iter().all(|text| text.contains("int main("));
    have_results && pair.expected.iter().all(is_seen)
}

/// Builds a program and runs it on an input as `check --reference` writes it: output and exit code.
fn run_built(compiler: &str, source: &Path, binary: &Path, input: &str) -> (Vec<u8>, Option<i32>) {
    let built = Command::new(compiler).arg("-w").arg(source).arg("-o").arg(binary).status();
    assert!(built.is_ok_and(|status| status.success()), "{} should compile", source.display());
    let (words, stdin) = match input.split_once("standard input \"") {
        Some((words, text)) => (words, unescaped(text.trim_end_matches('"'))),
        None => (input, Vec::new()),
    };
    let mut command = Command::new(binary);
    let args = words.split_whitespace().skip_while(|&word| word != "--").skip(1);
    command.args(args.map(|word| word.trim_matches('\'')));
    if stdin.is_empty() {
        let limit = std::time::Duration::from_secs(20);
        let output = output_within(&mut command, limit).expect("the program should end");
        return (output.stdout, output.status.code());
    }
    let output = run_with_input(&mut command, &stdin);
    (output.stdout, output.status.code())
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            bytes.extend(c.to_string().bytes());
            continue;
        }
        match rest.next() {
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('r') => bytes.push(b'\r'),
            Some('x') => {
                let digits: String = rest.by_ref().take(2).collect();
                bytes.push(u8::from_str_radix(&digits, 16).expect("two digits should follow"));
            }
            Some(other) => bytes.extend(other.to_string().bytes()),
            None => {}
        }
    }
    bytes
}
