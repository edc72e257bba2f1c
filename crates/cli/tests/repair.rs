//! `whydunit repair`: what it finds for each kind of failure, what it prints, and how it ends.

use crate::command_support;
use crate::repair_support;

use command_support::Directory;
use expect_test::{Expect, expect};
use repair_support::programs::{DIGITS, DISTANCE, DISTANCE_SUITE, LARGEST, LARGEST_SUITE};
use repair_support::session::{Repair, passing_repairs, report};

/// What a command says, without the number of changes that it took to say so.
fn says(directory: &Directory, args: &[&str], expected: &Expect) {
    let said = directory.says(args);
    let lines = said.lines().map(|line| match line.split_once(" changes tried in ") {
        Some(_) => "(changes tried, runs)\n".to_owned(),
        None => format!("{line}\n"),
    });
    expected.assert_eq(&lines.collect::<String>());
}

fn largest() -> Directory {
    Directory::with(&[("largest.c", LARGEST), ("largest.toml", LARGEST_SUITE)])
}

fn distance() -> Directory {
    Directory::with(&[("distance.c", DISTANCE), ("distance.toml", DISTANCE_SUITE)])
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
              all 5 tests pass; proved against the contract of largest: no input makes it fail
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

            (changes tried, runs)
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
              |     ^^^^ termination
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

            (changes tried, runs)
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
    let report = report(directory.path(), &["days.c", "--function", "days_in"], 1);
    let repairs = passing_repairs(&report);
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
    let report = report(directory.path(), &["clamp.c"], 1);
    let repairs = passing_repairs(&report);
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
    let one = report(directory.path(), &one, 1);
    assert!(passing_repairs(&one).is_empty(), "{one}");
    let two = report(directory.path(), &two, 1);
    let repairs = passing_repairs(&two);
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

/// What passes the tests alone may be wrong elsewhere; a contract finds that, and the input becomes a test.
#[test]
fn counterexamples_become_tests() {
    let contract = "/*@ requires -1000 <= x <= 1000;
    ensures \\result == (x < 0 ? -x : x); */
";
    let function = "int absolute(int x)
{
    if (x > 0)
        return -x;
    return x;
}
";
    let suite = "function = \"absolute\"\n\n[[table]]\ncolumns = [\"x\", \"result\"]\nrows = [[0, 0], [1, 1]]\n";
    let directory = Directory::with(&[("bare.c", function), ("absolute.toml", suite)]);
    let specified = format!("{contract}{function}");
    directory.write("absolute.c", &specified);

    let options = ["--tests", "absolute.toml", "--max-repairs", "20"];
    let bare = report(directory.path(), &[&["bare.c"], options.as_slice()].concat(), 1);
    let is_right = |repair: &Repair, text: &str, contract: &str| {
        let text = repair.applied(text).expect("the edits should fit");
        directory.write("repaired.c", format!("{contract}{text}"));
        let check = ["check", "repaired.c", "--function", "absolute"];
        directory.output(&check).status.code() == Some(0)
    };
    let by_tests = passing_repairs(&bare);
    assert!(by_tests.iter().all(|repair| repair.grade == "tests"), "{by_tests:?}");
    assert!(
        !by_tests.iter().all(|repair| is_right(repair, function, contract)),
        "the suite should be weak"
    );

    let judged = report(directory.path(), &[&["absolute.c"], options.as_slice()].concat(), 1);
    let found = judged["repairing"]["counterexamples"].as_u64();
    assert!(found.is_some_and(|count| count >= 1), "{}", judged["repairing"]);
    let repairs = passing_repairs(&judged);
    assert!(!repairs.is_empty());
    for repair in &repairs {
        assert!(repair.is_accepted() && repair.total > 2, "{repair:?}");
        assert!(is_right(repair, &specified, ""), "{repair:?}");
    }
}

#[test]
fn a_reference_judges() {
    let directory = distance();
    directory.write("right.c", DISTANCE.replace(" + ", " - "));
    let suite = "function = \"distance\"\n\n[[table]]\ncolumns = [\"a\", \"b\"]\nrows = [[4, 1], [1, 4], [2, 2]]\n";
    directory.write("inputs.toml", suite);
    let args = ["distance.c", "--tests", "inputs.toml", "--reference", "right.c"];
    let report = report(directory.path(), &args, 1);
    let repairs = passing_repairs(&report);
    let first = repairs.first().expect("there should be a repair");
    assert!(first.is_accepted(), "{first:?}");
    let text = first.applied(DISTANCE).expect("the edits should fit");
    directory.write("repaired.c", text);
    let check = ["check", "repaired.c", "--reference", "right.c", "--function", "distance"];
    assert_eq!(directory.output(&check).status.code(), Some(0), "{first:?}");
}
