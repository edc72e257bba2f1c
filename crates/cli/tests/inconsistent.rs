//! `whydunit check`: conditions that go one way in every run of their function.

use std::fmt::Write as _;
use std::process::Command;

use crate::command_support::Directory;
use crate::common;
use crate::rng::Rng;
use expect_test::{Expect, expect};
use serde_json::Value;
use whydunit_testing::{count, parallel};

/// What is said of a program: the line, the claim, and the lines that decide it.
fn found(text: &str, arguments: &[&str]) -> Vec<(u64, String, Vec<u64>)> {
    let directory = Directory::with(&[("prog.c", text)]);
    let output = common::whydunit()
        .current_dir(directory.path())
        .args(["check", "prog.c", "--format", "json", "--timeout", "60"])
        .args(arguments)
        .output()
        .expect("whydunit should start");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let list = report["inconsistent"].as_array().cloned().unwrap_or_default();
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    list.iter()
        .map(|one| {
            let lines = one["lines"].as_array().map_or(&[][..], Vec::as_slice);
            let message = one["message"].as_str().unwrap_or_default().to_owned();
            (number(&one["line"]), message, lines.iter().map(number).collect())
        })
        .collect()
}

fn check(text: &str, arguments: &[&str], expected: &Expect) {
    let mut said = String::new();
    for (line, message, lines) in found(text, arguments) {
        writeln!(said, "{line}: {message} {lines:?}").expect("writing to a string should work");
    }
    expected.assert_eq(&said);
}

#[test]
fn conditions_that_contradict_what_came_before() {
    check(
        "int f(int x, int y)
{
    if (x > 4) {
        y = x + 1;
        if (y < 5)
            return 1;
    }
    return 0;
}
int main(void) { return f(3, 2); }
",
        &[],
        &expect![[r#"
            5: `y < 5` is never true here [3, 4]
        "#]],
    );
}

#[test]
fn an_assignment_for_a_comparison() {
    check(
        "int f(int choice)
{
    int result = 7;
    if (choice = 1)
        result = 8;
    return result;
}
int main(void) { return f(3); }
",
        &[],
        &expect![[r#"
            4: `choice = 1` is always true here [4]
        "#]],
    );
}

/// Settings, values that only this caller passes, loops that run a number of times, and conditions that go either way for some input.
#[test]
fn what_is_no_contradiction() {
    check(
        "static int verbose = 0;
int f(int x)
{
    if (verbose)
        return 1;
    if (x < 0)
        return 2;
    for (int i = 0; i < 3; i++)
        x += i > 1;
    while (1) {
        if (x > 100)
            break;
        x = 101;
    }
    return x == 101 ? 3 : 4;
}
int elsewhere(int x);
int main(void) { return f(3) + elsewhere(4); }
",
        &[],
        &expect![[r#""#]],
    );
}

/// Which pointers a function gets is tried in part only: NULL where it asks, different objects, no cycles.
#[test]
fn nothing_is_said_where_pointers_come_in() {
    for (function, text) in [
        ("f", "int f(int *p) { int *q = p; if (q) return 1; return 0; }"),
        ("f", "int f(int *p, int *r) { int *q = p; if (q == r) return 1; return 0; }"),
        (
            "f",
            "static int *p; void set(int *to) { p = to; } int f(int x) { int *q = p; if (q && x) return 1; return 0; }",
        ),
        (
            "f",
            "struct s { int *p; }; int f(struct s a, int x) { int *q = a.p; if (q) return x; return 0; }",
        ),
    ] {
        assert_eq!(found(text, &["--function", function]), [], "{text}");
    }
}

/// A function of two numbers with conditions of its own making, one a line, each written `C(line, condition)`.
fn generated(rng: &mut Rng) -> String {
    let mut text = String::from("int f(int x, int y)\n{\n    int z = 0;\n");
    let mut open = 0;
    for _ in 0..rng.below(6) + 4 {
        let line = text.lines().count() + 1;
        let variable = ["x", "y", "z"][rng.below(3)];
        let other = ["x", "y", "z"][rng.below(3)];
        let number = rng.between(-6, 6);
        let operator = ["<", "<=", ">", ">=", "==", "!="][rng.below(6)];
        match rng.below(4) {
            0 => writeln!(text, "    z = {other} / 2 + {number};"),
            1 if open > 0 => {
                open -= 1;
                writeln!(text, "    }}")
            }
            _ => {
                open += 1;
                writeln!(text, "    if (C({line}, {variable} {operator} {number})) {{")
            }
        }
        .expect("writing to a string should work");
    }
    text.push_str(&"    }\n".repeat(open));
    text.push_str("    return z;\n}\n");
    text
}

/// Which conditions held, and which did not, on a grid of inputs, by the machine's compiler: bit 1 and bit 2 of a number for each line.
fn observed(text: &str) -> Vec<u64> {
    let program = format!(
        "#include <stdio.h>\n#include <limits.h>\nstatic int seen[64];\nstatic int see(int line, int held) {{ seen[line] |= held ? 1 : 2; return held; }}\n\
         #define C(line, condition) see(line, condition)\n#line 1\n{text}\n\
         int main(void) {{ int far[] = {{ INT_MIN, -1000, 1000, INT_MAX }};\n\
         for (int x = -44; x <= 44; x++) for (int y = -44; y <= 44; y++) f(x > 40 ? far[x - 41] : x, y > 40 ? far[y - 41] : y);\n\
         for (int line = 0; line < 64; line++) printf(\"%d \", seen[line]); return 0; }}\n"
    );
    let directory = Directory::with(&[("prog.c", &program)]);
    let built = Command::new("cc")
        .current_dir(directory.path())
        .args(["-w", "-o", "prog", "prog.c"])
        .status();
    assert!(built.expect("the C compiler should start").success(), "{program}");
    let output = Command::new(directory.file("prog")).output().expect("the program should run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

/// No condition that is said to go one way goes the other way when the program is compiled; and those that went one way on all inputs are mostly found.
#[test]
fn said_only_of_what_no_run_does() {
    let programs = count("WHYDUNIT_INCONSISTENT", 24, 600);
    let numbers: Vec<u64> = (1..=programs).collect();
    let results = parallel(&numbers, |number| {
        let mut rng = Rng::new(*number);
        let text = generated(&mut rng);
        let plain =
            "#define C(line, condition) (condition)\n#line 1 \"prog.c\"\n".to_owned() + &text;
        let seen = observed(&text);
        let said = found(&plain, &["--function", "f"]);
        for (line, message, _) in &said {
            let line = usize::try_from(*line).expect("a line");
            let refuted = if message.contains("never") { 1 } else { 2 };
            assert_eq!(seen[line] & refuted, 0, "line {line}: {message}\n{text}");
        }
        let one_way = seen.iter().filter(|seen| matches!(seen, 1 | 2)).count();
        (said.len(), one_way)
    });
    let said: usize = results.iter().map(|(said, _)| said).sum();
    let one_way: usize = results.iter().map(|(_, one_way)| one_way).sum();
    assert!(said > 0 && said <= one_way, "{said} are said, {one_way} were seen");
}
