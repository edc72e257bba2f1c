//! Input that cannot be used is refused with a message that names the place, and budgets hold.

use crate::common;
use crate::expectation;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};

use common::{Case, json_report, parallel, programs, whydunit};
use expectation::{Expectation, Finding};

/// The programs of `tests/programs/bad`: refused by the front end, or ended by a construct that is not supported.
#[test]
fn refused_programs() {
    let cases = programs("bad");
    let results = parallel(&cases, |case| {
        refused(case).map_err(|problem| format!("{}: {problem}", case.name()))
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("programs", cases.len(), &failures);
}

fn refused(case: &Case) -> Result<(), String> {
    let output = case.whydunit("run");
    let got = match json_report(&output) {
        Ok(report) if report["run"]["ending"] == "limit" => limit(&report),
        Ok(report) if report["error"].is_object() => Some(first_error(&output, &case.path)?),
        Ok(_) => None,
        Err(_) => Some(first_error(&output, &case.path)?),
    };
    match (expectation::expectation(case)?, got) {
        (Expectation::None { .. }, None) if output.status.code() == Some(0) => Ok(()),
        (Expectation::Some(expected), Some(got)) if output.status.code() == Some(2) => {
            expectation::compare(case, &expected, &got)
        }
        (expected, got) => Err(format!(
            "expected {expected:?}\n    got {got:?}, {}\n{}",
            output.status,
            common::indented(&stderr(&output))
        )),
    }
}

fn limit(report: &serde_json::Value) -> Option<Finding> {
    let run = &report["run"];
    Some(Finding {
        kind: "error".into(),
        line: run["place"]["line"].as_u64()? as usize,
        column: run["place"]["column"].as_u64()? as usize,
        message: run["message"].as_str()?.to_string(),
    })
}

/// `error: message`, then `--> file:line:column` on the next line.
fn first_error(output: &Output, path: &Path) -> Result<Finding, String> {
    let stderr = stderr(output);
    let mut lines = stderr.lines();
    let message = lines
        .find_map(|line| line.strip_prefix("error: "))
        .ok_or_else(|| format!("no error message:\n{stderr}"))?;
    let place = lines
        .next()
        .and_then(|line| line.trim_start().strip_prefix("--> "))
        .ok_or_else(|| format!("the message names no place:\n{stderr}"))?;
    let mut parts = place.rsplitn(3, ':');
    let mut number = || parts.next().and_then(|part| part.parse().ok());
    let (column, line) = (number(), number());
    let file = parts.next().unwrap_or_default();
    if Path::new(file).file_name() != path.file_name() {
        return Err(format!("the message is about {file}: {message}"));
    }
    Ok(Finding {
        kind: "error".into(),
        line: line.ok_or("no line")?,
        column: column.ok_or("no column")?,
        message: message.to_string(),
    })
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A directory with one file in it.
struct Scratch {
    directory: tempfile::TempDir,
    file: PathBuf,
}

fn scratch(contents: impl AsRef<[u8]>) -> Scratch {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let file = directory.path().join("input.c");
    fs::write(&file, contents).expect("writing a file should work");
    Scratch { directory, file }
}

/// Runs `whydunit ARGS` and wants exit code 2 and a message that contains all of these.
#[track_caller]
fn refuses(args: &[&str], wanted: &[&str]) {
    let output = whydunit().args(args).output().expect("whydunit should start");
    let stderr = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}\n{stderr}", output.status);
    assert!(!stderr.contains("panicked"), "{stderr}");
    for text in wanted {
        assert!(stderr.contains(text), "{args:?}: no {text:?} in\n{stderr}");
    }
    common::error_document::check(args, &output, &|words| {
        let mut command = whydunit();
        command.args(words);
        command
    });
}

#[track_caller]
fn refuses_source(source: impl AsRef<[u8]>, wanted: &[&str]) {
    let input = scratch(source);
    refuses(&["run", input.file.to_str().expect("a plain path")], wanted);
}

#[test]
fn missing_file() {
    refuses(&["run", "no/such/file.c"], &["no/such/file.c"]);
}

#[test]
fn directory_for_a_file() {
    let input = scratch("");
    let path = input.directory.path().to_str().expect("a plain path").to_string();
    refuses(&["run", &path], &[&path]);
}

#[test]
fn no_file_at_all() {
    refuses(&["run"], &["FILE"]);
}

#[test]
fn unknown_command_and_options() {
    let input = scratch("int main(void) { return 0; }\n");
    let file = input.file.to_str().expect("a plain path");
    refuses(&["frobnicate", file], &["frobnicate"]);
    refuses(&["run", file, "--no-such-option"], &["--no-such-option"]);
    refuses(&["run", file, "--checks", "speed"], &["unknown check `speed`"]);
    refuses(&["run", file, "--max-steps", "many"], &["--max-steps"]);
    refuses(&["run", file, "--timeout=-1"], &["--timeout"]);
    refuses(&["run", file, "--format", "yaml"], &["yaml"]);
    refuses(&["run", file, "--input", "x"], &["--input x"]);
    refuses(&["run", file, "--input", "x=[1,"], &["--input x=[1,"]);
    refuses(&["run", file, "--input", "x=NO_SUCH"], &["--input x", "`NO_SUCH`"]);
    let outputs = ["--format", "json", "--output", "a.json", "--output", "b"];
    refuses(&[&["run", file], &outputs[..]].concat(), &["--output b", "which form?"]);
    refuses(&["run", file, "--function", "nothing"], &["`nothing`"]);
    refuses(&["run", file, "--stdin", "no/such/input"], &["no/such/input"]);
    refuses(&["run", file, "--ensures", "\\result =="], &["ensures"]);
}

#[test]
fn file_without_main() {
    let two = "int f(int x) { return x; }\nint g(void) { return 1; }\n";
    refuses_source(two, &["no function `main`", "--function f", "int g(void)"]);
}

#[test]
fn empty_file() {
    refuses_source("", &["no function `main`"]);
}

#[test]
fn binary_file() {
    let bytes: Vec<u8> =
        (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    refuses_source(&bytes, &["input.c:1:"]);
    let program = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0";
    refuses_source(program, &["input.c", "a compiled program", ".c files"]);
    refuses_source(b"int main(void) { return 0; }\n\0\0\0", &["input.c:2:"]);
}

#[test]
fn text_that_is_not_utf8_is_no_problem_in_comments_and_strings() {
    let input = scratch(
        b"/* caf\xe9 */\n#include <stdio.h>\nint main(void) { return puts(\"\xe9\") < 0; }\n",
    );
    let output = whydunit().arg("run").arg(&input.file).output().expect("whydunit should start");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(output.stdout, b"\xe9\n");
}

/// Nesting that no person writes: refused with a place or accepted, but never a crash, and soon.
#[test]
fn nesting_bombs() {
    let bombs = [
        (
            "parentheses",
            format!(
                "int main(void) {{ return {}0{}; }}\n",
                "(".repeat(100_000),
                ")".repeat(100_000)
            ),
        ),
        ("open parentheses", format!("int x = {};\n", "(".repeat(100_000))),
        (
            "braces",
            format!(
                "int main(void) {{ {} {} return 0; }}\n",
                "{".repeat(50_000),
                "}".repeat(50_000)
            ),
        ),
        ("unary", format!("int main(void) {{ int x = 0; return {}x; }}\n", "- ".repeat(100_000))),
        ("pointers", format!("int {}p;\nint main(void) {{ return 0; }}\n", "*".repeat(50_000))),
        ("brackets", format!("int a{};\nint main(void) {{ return 0; }}\n", "[1]".repeat(50_000))),
        ("conditional", format!("int main(void) {{ return {} 0; }}\n", "1 ? 0 :".repeat(30_000))),
        (
            "else if",
            format!(
                "int main(void) {{ int x = 0; {} ; return 0; }}\n",
                "if (x) x++; else ".repeat(20_000)
            ),
        ),
        (
            "initialiser",
            format!(
                "int a[] = {}0{};\nint main(void) {{ return 0; }}\n",
                "{".repeat(50_000),
                "}".repeat(50_000)
            ),
        ),
        ("sum", format!("int main(void) {{ int x = 0; return x{}; }}\n", " + x".repeat(50_000))),
    ];
    for (name, source) in bombs {
        let input = scratch(source);
        let started = Instant::now();
        let mut command = whydunit();
        command.args(["run", "--timeout", "20"]).arg(&input.file);
        let output = common::run_with_input(&mut command, b"");
        let stderr = stderr(&output);
        match output.status.code() {
            Some(0) => {}
            Some(2) => assert!(stderr.contains("input.c:"), "{name}: no place in\n{stderr}"),
            _ => panic!("{name}: {}\n{}", output.status, stderr.get(..2000).unwrap_or(&stderr)),
        }
        assert!(started.elapsed() < Duration::from_secs(30), "{name}: {:?}", started.elapsed());
    }
}

/// Runs out of the budget in time, with exit code 3, and says where it stood.
#[track_caller]
fn stops(source: &str, options: &[&str], wanted: &[&str]) {
    let input = scratch(source);
    let started = Instant::now();
    // That some of them are proved endless is looked at elsewhere.
    let mut command = whydunit();
    command.args(["run", "--checks", "-termination"]).args(options).arg(&input.file);
    let output = command.output().expect("whydunit should start");
    let stderr = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{}\n{stderr}", output.status);
    for text in wanted {
        assert!(stderr.contains(text), "no {text:?} in\n{stderr}");
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

const ENDLESS_LOOP: &str =
    "int main(void)\n{\n    unsigned x = 0;\n    for (;;)\n        x++;\n}\n";

#[test]
fn endless_loop() {
    stops(ENDLESS_LOOP, &["--max-steps", "10000"], &["10000 steps", "--max-steps", "input.c:"]);
    stops(ENDLESS_LOOP, &["--timeout", "1"], &["--timeout", "input.c:"]);
    stops("int main(void)\n{\n    while (1) ;\n}\n", &["--timeout", "0.5"], &["input.c:3:"]);
    stops("int main(void)\n{\n    L: goto L;\n}\n", &["--timeout", "0.5"], &["input.c:3:"]);
}

/// What the program reads and writes counts, too.
#[test]
fn endless_output_and_input() {
    let flood = "#include <stdio.h>\nint main(void)\n{\n    for (;;)\n        puts(\"x\");\n}\n";
    stops(flood, &["--timeout", "1"], &["--timeout", "input.c:5:9"]);
    let wide = "#include <stdio.h>\nint main(void)\n{\n    printf(\"%2000000000d\", 1);\n    return 0;\n}\n";
    stops(wide, &["--memory", "64"], &["64 MiB", "--memory", "input.c:4:5"]);

    let input = scratch("#include <stdio.h>\nint main(void) { return getchar() == 'x'; }\n");
    let read = |mut command: std::process::Command| {
        let started = Instant::now();
        let output = command.arg(&input.file).output().expect("whydunit should start");
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(stderr(&output).contains("standard input"), "{}", stderr(&output));
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    };
    let mut endless = whydunit();
    endless.args(["run", "--memory", "16"]);
    endless.stdin(fs::File::open("/dev/zero").expect("an endless file should exist"));
    read(endless);
    let (silent, _writer) = std::io::pipe().expect("a pipe should be possible");
    let mut waiting = whydunit();
    waiting.args(["run", "--timeout", "0.5"]).stdin(silent);
    read(waiting);
}

#[test]
fn endless_recursion() {
    let plain = "int f(int x)\n{\n    return f(x) + 1;\n}\nint main(void) { return f(1); }\n";
    stops(plain, &[], &["input.c:3:12", "recursion"]);
    stops(plain, &["--max-steps", "5000"], &["5000 steps", "input.c:3:"]);
    let heavy = "int f(int x)\n{\n    char big[100000];\n    big[0] = (char)x;\n    return f(x) + big[0];\n}\nint main(void) { return f(1); }\n";
    stops(heavy, &["--memory", "64"], &["input.c:"]);
    let mutual = "int g(int x);\nint f(int x) { return g(x); }\nint g(int x) { return f(x); }\nint main(void) { return f(1); }\n";
    stops(mutual, &[], &["input.c:"]);
}

#[test]
fn allocation_bomb() {
    let bomb = "#include <stdlib.h>\n#include <string.h>\nint main(void)\n{\n    for (;;) {\n        char *p = malloc(1 << 20);\n        if (p) memset(p, 1, 1 << 20);\n    }\n}\n";
    stops(bomb, &["--memory", "64"], &["64 MiB", "--memory", "input.c:"]);
    let small = "#include <stdlib.h>\nint main(void)\n{\n    for (;;)\n        malloc(8);\n}\n";
    stops(small, &["--memory", "64"], &["64 MiB", "input.c:5:9"]);
    let array = "static char big[1000000000];\nint main(void) { return big[5]; }\n";
    stops(array, &["--memory", "64"], &["64 MiB"]);
    let vla = "int main(void)\n{\n    unsigned long n = 1ul << 40;\n    char v[n];\n    return v[0] = 0;\n}\n";
    stops(vla, &["--memory", "64"], &["64 MiB", "input.c:4:"]);
}

#[test]
fn output_bomb() {
    let source = "#include <stdio.h>\nint main(void)\n{\n    for (;;)\n        puts(\"more and more\");\n}\n";
    stops(source, &["--timeout", "1"], &["--timeout", "input.c:5:9"]);
}

/// Interpreted code reaches nothing of the machine: what it writes to a file stays in memory.
#[test]
fn no_access_to_the_machine() {
    let input = scratch(
        "#include <stdio.h>\n#include <stdlib.h>\nint main(void)\n{\n    FILE *f = fopen(\"/etc/passwd\", \"r\");\n    \
         printf(\"%d \", f == NULL);\n    f = fopen(\"made_by_a_program\", \"w\");\n    printf(\"%d \", f == NULL);\n    \
         printf(\"%d \", getenv(\"HOME\") == NULL);\n    return 0;\n}\n",
    );
    let mut command = whydunit();
    command.arg("run").arg("input.c").current_dir(input.directory.path()).env("HOME", "/root");
    let output = command.output().expect("whydunit should start");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1 0 1 ", "{}", stderr(&output));
    let files = fs::read_dir(input.directory.path()).expect("the directory should be readable");
    assert_eq!(files.count(), 1);
}

/// Inputs that do not become what was written are pointed out.
#[test]
fn inputs_that_do_not_fit() {
    let input = scratch("int f(int x, unsigned char c) { return x + c; }\n");
    let warnings = |options: &[&str]| {
        let mut command = whydunit();
        command.args(["run", "--function", "f"]).args(options).arg(&input.file);
        let output = command.output().expect("whydunit should start");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stderr(&output)
    };
    let text = warnings(&["--input", "x=4294967297", "--input", "y=3"]);
    assert!(text.contains("4294967297 does not fit in int: 1 is used"), "{text}");
    assert!(text.contains("no input is called `y`"), "{text}");
    let text = warnings(&["--input", "x=0.5"]);
    assert!(text.contains("0.5 does not fit in int: 0 is used"), "{text}");
    let text = warnings(&["--input", "x=0xffffffff", "--input", "c=-1"]);
    assert!(!text.contains("warning"), "{text}");
}

#[test]
fn several_reports_of_one_run() {
    let input = scratch("int main(void) { int z = 0; return 1 / z; }\n");
    let file = input.file.with_extension("json");
    let mut command = whydunit();
    command.args(["run", "--format", "json", "--format", "text", "--output"]).arg(&file);
    let output = command.arg(&input.file).output().expect("whydunit should start");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("division by zero"), "{}", stderr(&output));
    let text = fs::read_to_string(&file).expect("the report should have been written");
    let report: serde_json::Value = serde_json::from_str(&text).expect("it should be JSON");
    assert_eq!(report["verdict"], "fails");
}
