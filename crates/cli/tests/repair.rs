//! `whydunit repair`: what it prints, what it writes, and how it ends.

#![expect(clippy::print_stderr, reason = "tests say what they skip")]

mod command_support;
mod common;
mod repair_support;

use std::path::Path;
use std::process::Command;

use command_support::Directory;
use common::json_report;
use expect_test::{Expect, expect};
use repair_support::session::{Repair, repairs_of};
use serde_json::Value;

const LARGEST: &str = "/*@ requires 0 < n <= 4 && \\valid(a + (0 .. n - 1));
    ensures \\forall integer k; 0 <= k < n ==> \\result >= a[k];
    ensures \\exists integer k; 0 <= k < n && \\result == a[k]; */
int largest(const int *a, int n)
{
    int best = a[0];
    for (int i = 1; i < n; i++) {
        if (a[i] < best)
            best = a[i];
    }
    return best;
}
";
const LARGEST_SUITE: &str = r#"function = "largest"

[[table]]
columns = ["a", "n"]
rows = [
    [[5], 1],
    [[2, 8], 2],
    [[8, 2], 2],
    [[3, 9, 4], 3],
    [[-3, -9, -4, -3], 4],
]
"#;

const DISTANCE: &str = "int distance(int a, int b)
{
    if (a > b)
        return a + b;
    return b + a;
}
";
const DISTANCE_SUITE: &str = r#"function = "distance"

[[table]]
columns = ["a", "b", "result"]
rows = [
    [7, 3, 4],
    [3, 7, 4],
    [-2, 5, 7],
    [5, -2, 7],
    [0, 0, 0],
]
"#;

const DIGITS: &str = "#include <stdio.h>

int main(void)
{
    int n, digits = 0;
    if (scanf(\"%d\", &n) != 1 || n < 0)
        return 1;
    while (n > 0) {
        digits++;
        n = n % 10;
    }
    printf(\"%d\\n\", digits);
    return 0;
}
";

fn says(directory: &Directory, args: &[&str], expected: &Expect) {
    expected.assert_eq(&directory.says(args));
}

fn largest() -> Directory {
    Directory::with(&[("largest.c", LARGEST), ("largest.toml", LARGEST_SUITE)])
}

fn distance() -> Directory {
    Directory::with(&[("distance.c", DISTANCE), ("distance.toml", DISTANCE_SUITE)])
}

/// The report of `whydunit repair ARGS`, whose exit code is this.
fn report(directory: &Directory, args: &[&str], code: i32) -> Value {
    let output = directory.output(&[&["repair", "--format", "json"], args].concat());
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    json_report(&output).unwrap_or_else(|why| panic!("{why}"))
}

/// The repairs in it, all of which must have passed all tests.
fn repairs(report: &Value) -> Vec<Repair> {
    let repairs = repairs_of(report);
    for repair in &repairs {
        assert!(repair.total > 0 && repair.passed == repair.total, "{repair:?}");
    }
    repairs
}

fn summaries(report: &Value) -> Vec<String> {
    repairs(report)
        .iter()
        .map(|repair| format!("{} ({})", repair.summary(), repair.grade))
        .collect()
}

#[test]
fn a_contract_and_a_suite() {
    let args = ["repair", "largest.c", "--tests", "largest.toml", "--max-repairs", "1"];
    says(
        &largest(),
        &args,
        &expect![[r#"
        --- stdout
        error: \forall integer k; 0 <= k < n ==> \result >= a[k] does not hold
         --> largest.c:2:13
          |
        2 |     ensures \forall integer k; 0 <= k < n ==> \result >= a[k];
          |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ contract
          |
          = note: inputs: a = {2, 8}, n = 2
          = note: 4 of 5 tests fail

        repair: line 8: `<` becomes `>`
          all 5 tests pass; proved: no input makes it fail
          suggested by what a failing run shows (--show-evidence)
        --- a/largest.c
        +++ b/largest.c
        @@ -5,7 +5,7 @@
         {
             int best = a[0];
             for (int i = 1; i < n; i++) {
        -        if (a[i] < best)
        +        if (a[i] > best)
                     best = a[i];
             }
             return best;

        171 changes tried in 192 runs; 1 compiled, 1 searched for failing inputs
        --- exit code 1
    "#]],
    );
}

#[test]
fn a_loop_without_end() {
    let directory = Directory::with(&[
        ("digits.c", DIGITS),
        ("tests/zero.in", "0"),
        ("tests/zero.out", "0\n"),
        ("tests/one.in", "7"),
        ("tests/one.out", "1\n"),
        ("tests/three.in", "482"),
        ("tests/three.out", "3\n"),
    ]);
    let args = ["repair", "digits.c", "--tests", "tests", "--max-repairs", "1"];
    says(
        &directory,
        &args,
        &expect![[r#"
        --- stdout
        error: one: did not end within 1000000 steps (at line 9)
         --> digits.c:3:5
          |
        3 | int main(void)
          |     ^^^^ test
          |
          = note: 2 of 3 tests fail

        repair: line 10: `%` becomes `/`
          all 3 tests pass; judged by the tests alone
          there is no contract and no reference to judge by
        --- a/digits.c
        +++ b/digits.c
        @@ -7,7 +7,7 @@
                 return 1;
             while (n > 0) {
                 digits++;
        -        n = n % 10;
        +        n = n / 10;
             }
             printf("%d\n", digits);
             return 0;

        184 changes tried in 199 runs; 1 compiled, 1 searched for failing inputs
        --- exit code 1
    "#]],
    );
}

/// Without a suite, the failing inputs are searched for.
#[test]
fn an_access_out_of_bounds_without_tests() {
    let program = "int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

int days_in(int month)
{
    if (month < 1 || month > 12)
        return 0;
    return days[month];
}
";
    let directory = Directory::with(&[("days.c", program)]);
    let report = report(&directory, &["days.c", "--function", "days_in"], 1);
    let repairs = repairs(&report);
    let first = repairs.first().expect("there should be a repair");
    assert!(first.is_accepted(), "{first:?}");
    assert_eq!(report["failures"][0]["property"]["kind"], "bounds");
    assert_no_failure(&directory, "days.c", first, &["--function", "days_in"]);
}

#[test]
fn an_assertion_without_tests() {
    let program = "#include <assert.h>

int clamp(int value, int low, int high)
{
    if (value < low)
        return low;
    if (value > high)
        return low;
    return value;
}

int main(int argc, char **argv)
{
    int value = argc * 40;
    int clamped = clamp(value, 10, 100);
    assert(clamped == value || value > 100 && clamped == 100);
    return 0;
}
";
    let directory = Directory::with(&[("clamp.c", program)]);
    let report = report(&directory, &["clamp.c"], 1);
    let repairs = repairs(&report);
    let first = repairs.first().expect("there should be a repair");
    assert_eq!(first.summary(), "8: low -> high");
    assert_no_failure(&directory, "clamp.c", first, &[]);
}

/// `check` finds nothing in the file with the repair.
fn assert_no_failure(directory: &Directory, file: &str, repair: &Repair, options: &[&str]) {
    let text = repair.applied(&directory.read(file)).expect("the edits should fit");
    directory.write("repaired.c", text);
    let output = directory.output(&[&["check", "repaired.c"], options].concat());
    assert_eq!(output.status.code(), Some(0), "{repair:?}");
}

#[test]
fn two_faults_need_two_edits() {
    let directory = distance();
    let one = ["distance.c", "--tests", "distance.toml", "--max-edits", "1"];
    let two = ["distance.c", "--tests", "distance.toml", "--max-edits", "2"];
    assert_eq!(summaries(&report(&directory, &one, 1)), [""; 0]);
    let two = report(&directory, &two, 1);
    let repairs = repairs(&two);
    let first = repairs.first().expect("there should be a repair");
    assert_eq!(first.edits.len(), 2, "{first:?}");
    let lines: Vec<usize> = first.edits.iter().map(|edit| edit.line).collect();
    assert_eq!(lines, [4, 5]);
}

#[test]
fn nothing_to_repair() {
    let directory = distance();
    directory.write("distance.c", DISTANCE.replace(" + ", " - "));
    says(
        &directory,
        &["repair", "distance.c", "--tests", "distance.toml"],
        &expect![[r#"
        --- stderr
        note: 5 of 5 tests pass and none fails: nothing to repair
        --- exit code 0
    "#]],
    );
}

#[test]
fn no_repair() {
    let directory = distance();
    let suite = "[[table]]\ncolumns = [\"a\", \"b\", \"result\"]\nrows = [[1, 0, 8123], [2, 0, -977], [0, 1, 6]]\n";
    directory.write("odd.toml", suite);
    let output = directory.output(&[
        "repair",
        "distance.c",
        "--function",
        "distance",
        "--tests",
        "odd.toml",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("\nno repair was found\n"), "{said}");
    assert!(said.contains("3 of 3 tests fail"), "{said}");
}

/// What is known by then is told.
#[test]
fn time_runs_out() {
    let program = "int f(unsigned n)\n{\n    unsigned h = 17;\n    for (unsigned i = 0; i < 100000000; i++)\n        h = h * 31 + n;\n    return h == 5;\n}\n";
    let suite = "function = \"f\"\n\n[[test]]\ninputs = { n = 3 }\nresult = 2\n";
    let directory = Directory::with(&[("f.c", program), ("f.toml", suite)]);
    let output = directory.output(&["repair", "f.c", "--tests", "f.toml", "--timeout", "2"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("time ran out"), "{said}");
}

#[test]
fn suites_that_cannot_be_used() {
    let directory = distance();
    directory.write("bad.toml", "[[test]]\ninput = { a = 1 }\n");
    says(
        &directory,
        &["repair", "distance.c", "--tests", "bad.toml"],
        &expect![[r#"
        --- stderr
        error: unknown key `input`
         --> bad.toml:2:1
          |
        2 | input = { a = 1 }
          | ^
          |
          = note: did you mean `inputs`?
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["repair", "distance.c", "--tests", "missing.toml"],
        &expect![[r#"
        --- stderr
        error: no such file: `missing.toml`
        --- exit code 2
    "#]],
    );
}

#[test]
fn boogie_programs_are_not_repaired() {
    let directory = Directory::with(&[("p.bpl", "procedure p() { assert false; }\n")]);
    says(
        &directory,
        &["repair", "p.bpl"],
        &expect![[r#"
        --- stderr
        error: repair changes C programs; Boogie programs are explained only
        --- exit code 2
    "#]],
    );
}

/// The suite alone would take `return 1`; the contract knows better, and says so with a test.
#[test]
fn counterexamples_become_tests() {
    let program = "/*@ requires -1000 <= x <= 1000;
    ensures \\result >= 0 && (\\result == x || \\result == -x); */
int absolute(int x)
{
    if (x > 0)
        return -x;
    return x;
}
";
    let suite = "function = \"absolute\"\n\n[[table]]\ncolumns = [\"x\"]\nrows = [[0], [1]]\n";
    let directory = Directory::with(&[("absolute.c", program), ("absolute.toml", suite)]);
    let report = report(&directory, &["absolute.c", "--tests", "absolute.toml"], 1);
    let counterexamples = report["repairing"]["counterexamples"].as_u64();
    assert!(counterexamples.is_some_and(|count| count >= 1), "{}", report["repairing"]);
    let repairs = repairs(&report);
    let first = repairs.first().expect("there should be a repair");
    assert_eq!((first.summary().as_str(), first.grade.as_str()), ("5: > -> <", "proved"));
    assert!(first.total > 2, "the counterexamples should be among the tests: {first:?}");
    let without_contract = program.split_once("*/\n").expect("there is a contract").1;
    directory.write("absolute.c", without_contract);
    let output = directory.output(&["run", "absolute.c", "--tests", "absolute.toml"]);
    assert_eq!(output.status.code(), Some(0), "the suite itself expects nothing");
}

#[test]
fn a_reference_judges() {
    let directory = distance();
    directory.write("right.c", DISTANCE.replace(" + ", " - "));
    let suite = "function = \"distance\"\n\n[[table]]\ncolumns = [\"a\", \"b\"]\nrows = [[4, 1], [1, 4], [2, 2]]\n";
    directory.write("inputs.toml", suite);
    let args = ["distance.c", "--tests", "inputs.toml", "--reference", "right.c"];
    let report = report(&directory, &args, 1);
    let repairs = repairs(&report);
    let first = repairs.first().expect("there should be a repair");
    assert!(first.is_accepted(), "{first:?}");
    let text = first.applied(DISTANCE).expect("the edits should fit");
    directory.write("repaired.c", text);
    let check = ["check", "repaired.c", "--reference", "right.c", "--function", "distance"];
    assert_eq!(directory.output(&check).status.code(), Some(0), "{first:?}");
}

/// The file is written only when that is asked for, and then by the first repair.
#[test]
fn apply_writes_the_first() {
    let directory = largest();
    let args = ["largest.c", "--tests", "largest.toml"];
    let report = report(&directory, &args, 1);
    assert_eq!(directory.read("largest.c"), LARGEST);
    let repairs = repairs(&report);
    let wanted = repairs[0].applied(LARGEST).expect("the edits should fit");
    let output = directory.output(&["repair", "largest.c", "--tests", "largest.toml", "--apply"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(directory.read("largest.c"), wanted);
    says(
        &directory,
        &["repair", "largest.c", "--tests", "largest.toml", "--apply"],
        &expect![[r#"
        --- stderr
        note: 5 of 5 tests pass and none fails: nothing to repair
        --- exit code 0
    "#]],
    );
    assert_eq!(directory.read("largest.c"), wanted);
}

#[test]
fn nothing_is_applied_where_nothing_helps() {
    let directory = distance();
    let args = ["repair", "distance.c", "--tests", "distance.toml", "--max-edits", "1", "--apply"];
    let output = directory.output(&args);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no repair to apply"));
    assert_eq!(directory.read("distance.c"), DISTANCE);
}

/// The diffs that are shown are taken by the tools that people use.
#[test]
fn patch_and_git_accept_the_diffs() {
    let tools: [&[&str]; 2] = [&["patch", "-p1", "--fuzz=0", "-i"], &["git", "apply"]];
    let programs =
        [("largest.c", LARGEST, LARGEST_SUITE), ("distance.c", DISTANCE, DISTANCE_SUITE)];
    // The last line may have no end.
    let cut = DISTANCE.trim_end();
    let programs = programs.into_iter().chain([("cut.c", cut, DISTANCE_SUITE)]);
    for (name, text, suite) in programs {
        let directory = Directory::with(&[(name, text), ("suite.toml", suite)]);
        let report = report(&directory, &[name, "--tests", "suite.toml"], 1);
        for repair in repairs(&report) {
            let wanted = repair.applied(text).expect("the edits should fit");
            directory.write("the.diff", &repair.patch);
            for tool in tools {
                directory.write(name, text);
                if let Some(said) = run_tool(tool, "the.diff", directory.path()) {
                    assert_eq!(directory.read(name), wanted, "{tool:?}: {said}\n{}", repair.patch);
                } else {
                    eprintln!("skipped: there is no `{}`", tool[0]);
                }
            }
        }
    }
}

/// What a tool says of a diff; `None` where there is no such tool.
fn run_tool(tool: &[&str], diff: &str, directory: &Path) -> Option<String> {
    let mut command = Command::new(tool[0]);
    // Not the repository that the directory may be in.
    command.env("GIT_CEILING_DIRECTORIES", directory.parent()?);
    let output = command.args(&tool[1..]).arg(diff).current_dir(directory).output().ok()?;
    Some(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

#[test]
fn sarif_has_fixes() {
    let directory = largest();
    let args = ["repair", "largest.c", "--tests", "largest.toml", "--format", "sarif"];
    let report = json_report(&directory.output(&args)).unwrap_or_else(|why| panic!("{why}"));
    let fixes = report["runs"][0]["results"][0]["fixes"].as_array().expect("there should be fixes");
    let replacement = &fixes[0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(replacement["deletedRegion"]["startLine"], 8);
    assert!(replacement["insertedContent"]["text"].is_string(), "{replacement}");
}

#[test]
fn html_shows_the_diff() {
    let directory = largest();
    let args = ["repair", "largest.c", "--tests", "largest.toml", "-o", "repair.html"];
    assert_eq!(directory.output(&args).status.code(), Some(1));
    let page = directory.read("repair.html");
    assert!(page.contains("if (a[i] &gt; best)"), "the new line should be there");
    assert!(page.contains("if (a[i] &lt; best)"), "the old line should be there");
}

/// Reports of repairs are as the schema says; so are those without a repair.
#[test]
fn reports_fit_the_schema() {
    let output = largest().output(&["schema"]);
    let schema = json_report(&output).unwrap_or_else(|why| panic!("{why}"));
    let schema = jsonschema::validator_for(&schema).expect("the schema should be one");
    let (with, without) = (largest(), distance());
    let reports = [
        report(&with, &["largest.c", "--tests", "largest.toml", "--show-evidence"], 1),
        report(&without, &["distance.c", "--tests", "distance.toml", "--max-edits", "1"], 1),
    ];
    for report in &reports {
        let problems: Vec<String> = schema
            .iter_errors(report)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(problems, [""; 0]);
        assert!(report["repairing"]["complete"].is_boolean(), "{report}");
    }
}
