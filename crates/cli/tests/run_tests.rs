//! `whydunit run --tests`: what it prints for each form of suite, and with a reference; and the same tests judged with programs
//! from the machine's C compiler.

use crate::command_support;
use crate::common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use command_support::Directory;
use common::{c_compiler, json_report, run_with_input, whydunit};
use expect_test::{Expect, expect};

const SUM: &str = "int total;
//@ requires n >= 0;
int sum(int *a, int n) {
    int s = 0;
    for (int i = 1; i < n; i++) s += a[i];
    total = s;
    if (n == 4) while (1) s ^= 1;
    return s;
}
";
const GOOD: &str = "int total;
int sum(int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return total = s;
}
";
const SUITE: &str = r#"function = "sum"

[[test]]
name = "empty"
inputs = { a = [], n = 0 }
result = 0

[[test]]
inputs = { a = [1, 2, 3], n = 3 }
result = 6

[[test]]
inputs = { a = [0, 2], n = 2 }
after = { total = 3 }

[[table]]
name = "small"
columns = ["a", "n", "result"]
rows = [
    [[0, 1], 2, 1],
    [[4, 1], 3, 5],
    [[4, 1, 2, 3], 4, 10],
    [[4, 1], -1, 5],
]
"#;

fn directory() -> Directory {
    Directory::with(&[("sum.c", SUM), ("good.c", GOOD), ("sum.toml", SUITE)])
}

fn says(directory: &Directory, args: &[&str], expected: &Expect) {
    expected.assert_eq(&directory.says(args));
}

#[test]
fn failing_tests_have_a_line_each() {
    let directory = directory();
    says(
        &directory,
        &["run", "sum.c", "--tests", "sum.toml"],
        &expect![[r#"
        --- stdout
        failed  test 2   returned 5, expected 6
        failed  test 3   after the run total is 2, expected 3
        failed  small 2  line 5: read of 4 bytes just past the end of what a points to (8 bytes)
        failed  small 3  did not end within 1000000 steps (at line 7)

        4 of 7 tests fail
        1 is not judged: the inputs do not meet the precondition n >= 0
        test 2 alone: whydunit run sum.c --function sum --input 'a=[1,2,3]' --input n=3
        --- exit code 1
    "#]],
    );
    says(
        &directory,
        &["run", "sum.c", "--tests", "sum.toml", "--all-tests", "--max-steps", "500"],
        &expect![[r#"
            --- stdout
            passed      empty
            failed      test 2   returned 5, expected 6
            failed      test 3   after the run total is 2, expected 3
            passed      small 1
            failed      small 2  line 5: read of 4 bytes just past the end of what a points to (8 bytes)
            failed      small 3  did not end within 500 steps (at line 7)
            not judged  small 4  the inputs do not meet the precondition n >= 0

            4 of 7 tests fail
            1 is not judged: the inputs do not meet the precondition n >= 0
            test 2 alone: whydunit run sum.c --function sum --input 'a=[1,2,3]' --input n=3
            --- exit code 1
        "#]],
    );
}

#[test]
fn a_correct_program_passes() {
    let directory = directory();
    directory.write("one.toml", "[[test]]\ninputs = { a = [3], n = 1 }\nresult = 3\n");
    says(
        &directory,
        &["run", "good.c", "--tests", "one.toml"],
        &expect![[r#"
        --- stdout
        the test passes
        --- stderr
        note: no main: starting in `sum` (--function chooses another)
        --- exit code 0
    "#]],
    );
    directory.write("two.toml", "[[test]]\n[[test]]\ninputs = { a = [3], n = 1 }\nresult = 3\n");
    says(
        &directory,
        &["run", "good.c", "--tests", "one.toml", "--tests", "two.toml", "--function", "sum"],
        &expect![[r#"
            --- stdout
            all 3 tests pass
            --- exit code 0
        "#]],
    );
}

#[test]
fn a_reference_says_what_to_expect() {
    let directory = directory();
    directory.write(
        "open.toml",
        "[[table]]\ncolumns = [\"a\", \"n\"]\nrows = [[[], 0], [[1, 2], 3], [[1, 2], 4], [[0, 2], 2], [[5, 2], 2]]\n",
    );
    says(
        &directory,
        &["run", "sum.c", "--tests", "open.toml", "--reference", "good.c"],
        &expect![[r#"
            --- stdout
            failed  test 5  returned 2, expected 7

            1 of 5 tests fails
            2 are not judged: the reference itself fails: line 4: read of 4 bytes just past the end of what a points to (8 bytes)
            test 5 alone: whydunit run sum.c --function sum --input 'a=[5,2]' --input n=2
            --- stderr
            note: no main: starting in `sum` (--function chooses another)
            --- exit code 1
        "#]],
    );
    says(
        &directory,
        &["run", "sum.c", "--tests", "sum.toml", "--reference", "good.c", "--all-tests"],
        &expect![[r#"
            --- stdout
            passed      empty
            failed      test 2   returned 5, expected 6
            not judged  test 3   the reference itself fails: after the run total is 2, expected 3
            passed      small 1
            not judged  small 2  the reference itself fails: line 4: read of 4 bytes just past the end of what a points to (8 bytes)
            failed      small 3  did not end within 1000000 steps (at line 7)
            not judged  small 4  the reference itself fails: returned 0, expected 5

            2 of 7 tests fail
            1 is not judged: the reference itself fails: after the run total is 2, expected 3
            1 is not judged: the reference itself fails: line 4: read of 4 bytes just past the end of what a points to (8 bytes)
            1 is not judged: the reference itself fails: returned 0, expected 5
            test 2 alone: whydunit run sum.c --function sum --input 'a=[1,2,3]' --input n=3
            --- exit code 1
        "#]],
    );
    directory.write("other.c", "int product(int *a, int n) { return a[0] * n; }\n");
    says(
        &directory,
        &["run", "sum.c", "--tests", "sum.toml", "--reference", "other.c"],
        &expect![[r#"
            --- stderr
            error: --reference: there is no function `sum` to start in
            --- exit code 2
        "#]],
    );
}

#[test]
fn directories_of_inputs_and_outputs() {
    let program = "#include <stdio.h>
int main(int argc, char **argv) {
    int n;
    while (scanf(\"%d\", &n) == 1) printf(\"%d\\n\", n * argc);
    return argc > 2 && argv[1][0] == 'x';
}
";
    let directory = Directory::with(&[
        ("times.c", program),
        ("tests/2.in", "1\n2\n"),
        ("tests/2.out", "1\n2\n"),
        ("tests/10.in", "3 4\n"),
        ("tests/10.out", "3\n5\n"),
        ("tests/args.in", "3\n"),
        ("tests/args.args", "'x y' \"\"\n"),
        ("tests/args.out", "9\n"),
        ("tests/args.code", "0\n"),
        ("tests/checked.in", "99999999\n"),
        ("tests/checked.args", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22\n"),
        ("nothing/README", "no tests\n"),
    ]);
    says(
        &directory,
        &["run", "times.c", "--tests", "tests", "--all-tests"],
        &expect![[r#"
        --- stdout
        passed  2
        failed  10       line 2 of the output is "4", expected "5"
        failed  args     exit code 1, expected 0
        failed  checked  line 4: 99999999 * 23 does not fit in int

        3 of 4 tests fail
        10 alone: printf '3 4\n' | whydunit run times.c
        --- exit code 1
    "#]],
    );
    says(
        &directory,
        &["run", "times.c", "--tests", "nothing"],
        &expect![[r#"
        --- stderr
        error: there are no tests in `nothing`
         |
         = note: a test is a file NAME.in, with NAME.out for the expected output
        --- exit code 2
    "#]],
    );
}

#[test]
fn reports_in_json_have_all_tests() {
    let directory = directory();
    directory.write(
        "few.toml",
        "[[table]]\ncolumns = [\"a\", \"n\", \"result\"]\nrows = [[[0, 1], 2, 1], [[0, 1], 3, 1], [[1], 1, 1], [[], -1, 0]]\n",
    );
    let args = ["run", "sum.c", "--function", "sum", "--tests", "few.toml", "--format", "json"];
    says(
        &directory,
        &args,
        &expect![[r#"
        --- stdout
        {
          "schema": 2,
          "verdict": "fails",
          "assumptions": [],
          "failures": [
            {
              "property": {
                "kind": "bounds",
                "file": "sum.c",
                "line": 5,
                "column": 38,
                "end_line": 5,
                "end_column": 42,
                "text": "a[i]",
                "message": "read of 4 bytes just past the end of what a points to (8 bytes)"
              },
              "inputs": [
                {
                  "name": "a",
                  "value": "{0, 1}",
                  "origin": "parameter",
                  "external": true,
                  "file": "sum.c",
                  "line": 3
                },
                {
                  "name": "n",
                  "value": "3",
                  "origin": "parameter",
                  "external": true,
                  "file": "sum.c",
                  "line": 3
                }
              ],
              "stack": [
                {
                  "function": "sum",
                  "called_at": null
                }
              ],
              "reproduce": "whydunit run sum.c --function sum --input 'a=[0,1]' --input n=3"
            }
          ],
          "limits": [],
          "tests": [
            {
              "name": "test 1",
              "verdict": "passed",
              "message": "",
              "steps": 10
            },
            {
              "name": "test 2",
              "verdict": "failed",
              "message": "line 5: read of 4 bytes just past the end of what a points to (8 bytes)",
              "steps": 8,
              "place": {
                "file": "sum.c",
                "line": 5,
                "column": 38,
                "end_line": 5,
                "end_column": 42
              },
              "reproduce": "whydunit run sum.c --function sum --input 'a=[0,1]' --input n=3"
            },
            {
              "name": "test 3",
              "verdict": "failed",
              "message": "returned 0, expected 1",
              "steps": 7,
              "reproduce": "whydunit run sum.c --function sum --input 'a=[1]' --input n=1"
            },
            {
              "name": "test 4",
              "verdict": "unjudged",
              "message": "the inputs do not meet the precondition n >= 0",
              "steps": 1
            }
          ]
        }
        --- exit code 1
    "#]],
    );
    let out_of_time = [&args[..], &["--timeout", "0"]].concat();
    let output = directory.output(&out_of_time);
    assert_eq!(output.status.code(), Some(3));
    let report = json_report(&output).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["limits"][0]["what"], "timeout");
    for test in report["tests"].as_array().expect("there should be tests") {
        assert_eq!(test["verdict"], "not-run");
    }
    says(
        &directory,
        &["run", "sum.c", "--tests", "sum.toml", "--timeout", "0"],
        &expect![[r#"
        --- stdout
        0 of 7 tests pass
        7 were not run: time ran out
        --- exit code 3
    "#]],
    );
}

fn suites() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suites");
    root.canonicalize().expect("tests/suites should exist")
}

/// Names of the failing tests as whydunit finds them.
fn failing(program: &Path, suite: &Path) -> BTreeSet<String> {
    let mut command = whydunit();
    command.arg("run").arg(program).arg("--tests").arg(suite).args(["--format", "json"]);
    let output = run_with_input(&mut command, b"");
    let report = json_report(&output).unwrap_or_else(|problem| panic!("{problem}"));
    let tests = report["tests"].as_array().expect("there should be tests");
    let failing = tests.iter().filter(|test| test["verdict"] == "failed");
    failing.map(|test| test["name"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Names of the tests in a directory that a native program fails.
fn natively_failing(program: &Path, suite: &Path) -> BTreeSet<String> {
    let inputs = fs::read_dir(suite).expect("the suite should be readable");
    let inputs = inputs.map(|entry| entry.expect("the suite should be readable").path());
    inputs
        .filter(|path| path.extension().is_some_and(|ending| ending == "in"))
        .filter(|path| {
            let input = fs::read(path).expect("inputs should be readable");
            let expected = fs::read(path.with_extension("out")).expect("outputs are there");
            let output = run_with_input(&mut Command::new(program), &input);
            let code = fs::read_to_string(path.with_extension("code"));
            let code = code.ok().map(|code| code.trim().parse::<i32>().expect("a number"));
            output.stdout != expected || code.is_some_and(|it| output.status.code() != Some(it))
        })
        .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn the_same_tests_fail_as_with_the_c_compiler() {
    let Some(compiler) = c_compiler(&[]) else {
        whydunit_testing::missing("no C compiler to compare with");
        return;
    };
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let directory = suites().join("calculator");
    let suite = directory.join("tests");
    for (name, fails) in [("calculator", false), ("forgetful", true)] {
        let source = directory.join(format!("{name}.c"));
        let program = scratch.path().join(name);
        let made = Command::new(&compiler).arg("-w").arg(&source).arg("-o").arg(&program).status();
        assert!(made.is_ok_and(|status| status.success()), "{name} should compile");
        let failing = failing(&source, &suite);
        assert_eq!(failing, natively_failing(&program, &suite), "{name}");
        assert_eq!(!failing.is_empty(), fails, "{name}");
    }
}

#[test]
fn a_function_is_tested_by_its_results() {
    let directory = suites().join("median");
    let suite = directory.join("median.toml");
    for (name, expected) in [
        ("median", &[][..]),
        ("stops-early", &["backwards", "even 2", "even 3"]),
        ("runs-over", &["backwards", "even 2", "even 3"]),
    ] {
        let failing = failing(&directory.join(format!("{name}.c")), &suite);
        assert!(failing.iter().eq(expected), "{name}: {failing:?}");
    }
}
