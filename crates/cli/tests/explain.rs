//! `whydunit explain`: what it says about small programs, as text at 80 columns. Regenerate with `UPDATE_EXPECT=1`.

use crate::common;
use crate::small;

use expect_test::expect;
use serde_json::json;
use small::{ABSOLUTE, IRRELEVANT_BRANCH, LOCKING, TAKEN_BRANCH, check, report};

#[test]
fn a_branch_that_is_taken() {
    let start = ["--function", "reset", "--input", "input=41"];
    let both = ["--method", "flow-sensitive,error-invariants"];
    check(
        &[&start[..], &both].concat(),
        TAKEN_BRANCH,
        &expect![[r#"
            error: x != 0 does not hold                                             prog.c:7
                   with input = 41

            flow-sensitive: what makes it fail, and why did it come to that?
                   fails whenever -2147483606 <= input && input <= 41

               3 │ int y = input - 42;   makes y <= -1, because input <= 41
               4 │ if (y < 0) {          true, because y <= -1
               5 │   x = 0;              makes x == 0
               7 │ //@ assert x != 0;    x is 0

              3 of 4 executed statements matter.

            error-invariants: what makes it fail, given the path?
                   fails for every input that takes this path

               5 │   x = 0;             makes x == 0
               7 │ //@ assert x != 0;   x is 0

              1 of 4 executed statements matters.
              reproduce: whydunit run prog.c --function reset --input input=41
        "#]],
    );
}

#[test]
fn a_branch_that_does_not_matter() {
    for input in ["input=41", "input=42"] {
        let report = report(IRRELEVANT_BRANCH, &["--function", "reset", "--input", input]);
        let explanation = &report["failures"][0]["explanations"][0];
        assert_eq!(explanation["lines"], json!([2]));
        // With less, the subtraction overflows: another check.
        assert_eq!(explanation["general"], "input >= -2147483606");
    }
    let options = ["--function", "reset", "--input", "input=41"];
    check(
        &options,
        IRRELEVANT_BRANCH,
        &expect![[r#"
            error: x != 0 does not hold                                             prog.c:7
                   with input = 41; fails whenever input >= -2147483606

              Where to look first:
                 2 | int x = 0;
                   |   `-1` for `0`: this run and 8 nearby do not fail

               2*│ int x = 0;           makes x == 0
               7 │ //@ assert x != 0;   x is 0

              1 of 4 executed statements matters. * another value here would have led
              elsewhere.
              Attacker-controlled: input = 41 fails, input = -2147483607 fails at line 3
              instead.
              reproduce: whydunit run prog.c --function reset --input input=41
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn branches_that_leave_a_variable_alone() {
    let options = ["--function", "process", "--input", "x=0", "--input", "y=-1"];
    check(
        &options,
        LOCKING,
        &expect![[r#"
            error: lock == 0 does not hold                                         prog.c:20
                   with x = 0, y = -1; fails whenever x == 0 && y <= -1

              Where to look first:
                 5 | lock = 1;
                   |   `0` for `1`: this run and 8 nearby do not fail, 30 others as before
                11 | z = y;
                   |   `lock` for `y`: this run and 8 nearby do not fail, 30 others as
                   |   before
                13 | if (x != 0) {
                   |   `lock` for `x`: this run and 8 nearby do not fail, 30 others as
                   |   before

               5*│ lock = 1;               makes lock != 0
              10 │ if (y != 0) {           true, because y <= -1
              11*│   z = y;                makes z <= 0, because y <= 0
              13 │ if (x != 0) {           false; the other side could have set lock
              16 │ } else if (z > 0) {     false; the other side could have set lock
              20 │ //@ assert lock == 0;   lock is 1

              5 of 8 executed statements matter. * another value here would have led
              elsewhere.
              Attacker-controlled: y = -1 fails, y = 0 does not.
              reproduce: whydunit run prog.c --function process --input x=0 --input y=-1
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn a_missing_assignment() {
    let options = ["--function", "absolute", "--input", "input=-1", "--verify"];
    check(
        &options,
        ABSOLUTE,
        &expect![[r#"
            error: abs >= 0 does not hold                                          prog.c:19
                   with input = -1; fails whenever -2147483647 <= input && input <= -1

              Where to look first:
                 4 | abs = input;
                   |   `input * -1` for `input`: this run and 3 nearby do not fail, 4 others
                   |   as before
                15 | sign = input * -1;
                   |   `abs` for `sign`: this run and 3 nearby do not fail, 4 others as
                   |   before
                 5 | if (input == 0)
                   |   `<=` for `==`: this run and 3 nearby do not fail, 4 others as before
                   |   (they end sooner)

               4*│   abs = input;               makes abs <= -1
               5 │   if (input == 0)            false
               8 │ … to line 14: 2 statements   true; the other side could have set abs
              19 │   //@ assert abs >= 0;       abs is -1

              5 of 7 executed statements matter. * another value here would have led
              elsewhere.
              Every claim was verified with the embedded solver.
              Attacker-controlled: input = -1 fails, input = 0 does not.
              reproduce: whydunit run prog.c --function absolute --input input=-1
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn free_inputs() {
    let options = ["--function", "absolute", "--input", "input=-1", "--inputs", "free"];
    check(
        &options,
        ABSOLUTE,
        &expect![[r#"
            error: abs >= 0 does not hold                                          prog.c:19
                   with input = -1; fails whenever -2147483647 <= input && input <= -1

              Where to look first:
                 4 | abs = input;
                   |   `input * -1` for `input`: this run and 3 nearby do not fail, 4 others
                   |   as before
                15 | sign = input * -1;
                   |   `abs` for `sign`: this run and 3 nearby do not fail, 4 others as
                   |   before
                 5 | if (input == 0)
                   |   `<=` for `==`: this run and 3 nearby do not fail, 4 others as before
                   |   (they end sooner)

               4*│ abs = input;           makes abs <= -1
               5 │ if (input == 0)        false
               8 │   sign = -1;           makes sign == -1
              14 │ if (sign == -1) {      true; the other side could have set abs
              19 │ //@ assert abs >= 0;   abs is -1

              5 of 7 executed statements matter. * another value here would have led
              elsewhere.
              Attacker-controlled: input = -1 fails, input = 0 does not.
              reproduce: whydunit run prog.c --function absolute --input input=-1
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn a_loop_that_goes_too_far() {
    check(
        &["--verify"],
        "int a[10];
static int sum(int n) {
  int s = 0;
  for (int i = 0; i <= n; i++)
    s += a[i];
  return s;
}
int main(void) {
  return sum(10);
}
",
        &expect![[r#"
            error: index 10 is out of bounds of a[10]                               prog.c:5

              Where to look first:
                 5 | s += a[i];
                   |   `i` for `a[i]`: this run does not fail
                 4 | for (int i = 0; i <= n; i++)
                   |   `<` for `<=`: this run does not fail

               1 │ int a[10];          a has 10 elements
                   main()
               9*│   return sum(10);   makes n >= 10
                   sum()
               4*│   int i = 0         makes i + 10 <= n and i >= 0, because n >= 10
               4 │   i <= n            in iteration 11: true
               4*│   i++               in iterations 1–10; i is 10 then
               5 │     s += a[i];      in iteration 11: i is 10

              4 of 6 executed statements matter. * another value here would have led
              elsewhere.
              Every claim was verified with the embedded solver.
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn nondeterministic_values_are_inputs() {
    check(
        &["--input", "nondet#1=3"],
        "int __VERIFIER_nondet_int(void);
int main(void) {
  int unused = 5;
  int x = __VERIFIER_nondet_int();
  int y = 12;
  if (x > 2)
    y = x - 3;
  return 100 / y;
}
",
        &expect![[r#"
            error: division by zero: 100 / 0                                        prog.c:8
                   with x = 3; fails whenever x == 3

              Where to look first:
                 6 | if (x > 2)
                   |   `3` for `2`: this run does not fail, 15 of 15 nearby go on as before
                 7 | y = x - 3;
                   |   `2` for `3`: this run does not fail, 9 of 15 nearby go on as before
                 8 | return 100 / y;
                   |   `(y + (x > 2))` for `y`: this run does not fail, 9 of 15 nearby go on
                   |   as before

               4@│ int x = __VERIFIER_nondet_int();   an input: x == 3
               6 │ if (x > 2)                         true
               7*│   y = x - 3;                       makes y == 0, because x == 3
               8 │ return 100 / y;                    y is 0

              3 of 5 executed statements matter. * another value here, @ another input here
              would have led elsewhere.
              Attacker-controlled: x = 3 fails, x = 0 does not.
              reproduce: whydunit run prog.c --input 'nondet#1=3'
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn a_null_pointer() {
    check(
        &[],
        "#include <stddef.h>
struct entry { int key; int value; };
static struct entry table[3] = { { 1, 10 }, { 2, 20 }, { 3, 30 } };
static struct entry *find(int key) {
  struct entry *found = NULL;
  for (int i = 0; i < 3; i++) {
    if (table[i].key == key)
      found = &table[i];
  }
  return found;
}
int main(void) {
  struct entry *e = find(7);
  return e->value;
}
",
        &expect![[r#"
            error: null pointer dereferenced: e                                    prog.c:14

              Where to look first:
                 7 | if (table[i].key == key)
                   |   `!=` for `==`: this run does not fail
                13 | struct entry *e = find(7);
                   |   `1` for `7`: this run does not fail
                14 | return e->value;
                   |   `table` for `e`: this run does not fail

                   main()
              13*│ struct entry *e = find(7);    makes key != table[0].key and 2 more
                   find()
               5*│ struct entry *found = NULL;   makes found == NULL
               6*│ int i = 0                     makes i == 0
               7 │   if (table[i].key == key)    in iterations 1–3
              10*│ return found;                 makes e == NULL, because found == NULL
                   main()
              14 │ return e->value;              e is NULL

              7 of 7 executed statements matter. * another value here would have led
              elsewhere.
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn a_value_that_was_never_set() {
    check(
        &["--function", "level", "--input", "mode=2"],
        "int level(int mode) {
  int result;
  if (mode == 0)
    result = 1;
  if (mode == 1)
    result = 2;
  return result;
}
",
        &expect![[r#"
            error: result is used uninitialised                                     prog.c:7
                   with mode = 2; fails whenever mode != 0 && mode != 1

              Where to look first:
                 3 | if (mode == 0)
                   |   `(mode == 1)` for `mode`: this run and 6 nearby do not fail, 2 others
                   |   as before
                 7 | return result;
                   |   `mode == 0` for `result`: 7 of 7 failing runs do not fail, 1 of 2
                   |   nearby go on as before
                 5 | if (mode == 1)
                   |   `>=` for `==`: 4 of 7 failing runs do not fail, 2 of 2 nearby go on
                   |   as before

               2 │ int result;      gives result no value
               3 │ if (mode == 0)   false, because mode != 0 && mode != 1; the other side
                 │                  could have set result
               5 │ if (mode == 1)   false, because mode != 1; the other side could have set
                 │                  result
               7 │ return result;

              2 of 2 executed statements matter.
              Attacker-controlled: mode = 2 fails, mode = 0 does not.
              reproduce: whydunit run prog.c --function level --input mode=2
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn nothing_matters() {
    let source = "#include <assert.h>
int f(int x) {
  x++;
  assert(0);
  return x;
}
";
    check(
        &["--function", "f"],
        source,
        &expect![[r#"
            error: assertion failed: 0                                              prog.c:4
                   with x = 0; fails whenever x <= 2147483646

               4 │ assert(0);

              The statement executed before it does not matter: the inputs alone decide.
              Attacker-controlled: x = 0 fails, x = 2147483647 fails at line 3 instead.
              reproduce: whydunit run prog.c --function f
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn several_files() {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.path().join(name), text).expect("writing it should work");
    };
    write("main.c", "int half(int x);\nint main(void) {\n  int d = 3;\n  return half(d - 3);\n}\n");
    write("half.c", "int half(int x) {\n  return 10 / x;\n}\n");
    let output = common::whydunit()
        .current_dir(directory.path())
        .env("COLUMNS", "80")
        .args(["explain", "main.c", "half.c"])
        .output()
        .expect("whydunit should start");
    expect![[r#"
        error: division by zero: 10 / 0                                         half.c:2

          Where to look first:
             4 | main.c: return half(d - 3);
               |   `+` for `-`: this run does not fail
             3 | main.c: int d = 3;
               |   `2` for `3`: this run does not fail
             2 | return 10 / x;
               |   `*` for `/`: this run does not fail

               main() in main.c
           3*│ int d = 3;            makes d == 3
           4*│ return half(d - 3);   makes x == 0, because d == 3
               half() in half.c
           2 │ return 10 / x;        x is 0

          2 of 2 executed statements matter. * another value here would have led
          elsewhere.
          reproduce: whydunit run main.c half.c
          more: --chain (all that matters), --output report.html, --method relevance
    "#]]
    .assert_eq(&String::from_utf8_lossy(&output.stdout));
}
