//! `whydunit explain` with methods that judge assignments, as text at 80 columns and as JSON, and the explanation in which relevance marks the
//! lines of another one. Regenerate with `UPDATE_EXPECT=1`.

use crate::small;

use expect_test::expect;
use serde_json::{Value, json};
use small::{check, report};

const USER_INPUT: &str = include_str!("../../../tests/papers/user_input.c");
const INNER_BRANCH: &str = include_str!("../../../tests/papers/inner_branch.c");
const ASSIGNED_TWICE: &str = include_str!("../../../tests/papers/assigned_twice.c");
const DOWN_AND_UP: &str = include_str!("../../../tests/papers/down_and_up.c");
const NEVER_RETURNS: &str = include_str!("../../../tests/papers/other_side_never_returns.c");
const ON_BOTH: &str = include_str!("../../../tests/papers/assumption_on_both.c");
const SUMS: &str = include_str!("../../../tests/papers/sums.c");

#[test]
fn lines_are_marked() {
    check(
        &["--input", "y=2", "--verify"],
        USER_INPUT,
        &expect![[r#"
            error: y != 3 does not hold                                            prog.c:11
                   with y = 2; fails whenever y == 2

              Where to look first:
                 7 | if (y == 2)
                   |   `!=` for `==`: this run and 1 nearby do not fail, 7 others as before
                 9 | y = y + 1;
                   |   `-` for `+`: 1 of 2 failing runs do not fail, 7 of 7 nearby go on as
                   |   before

               6@│ y = __VERIFIER_nondet_int();   an input: y == 2
               7 │ if (y == 2)                    true
               9*│   y = y + 1;                   makes y == 3, because y == 2
              11 │ //@ assert y != 3;             y is 3

              3 of 4 executed statements matter. * another value here, @ another input here
              would have led elsewhere.
              Every claim was verified with the embedded solver.
              Attacker-controlled: y = 2 fails, y = 0 does not.
              reproduce: whydunit run prog.c --input y=2
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn what_only_relevance_names() {
    check(
        &[],
        ASSIGNED_TWICE,
        &expect![[r#"
            error: x > 10 does not hold                                             prog.c:5

              Where to look first:
                 4 | x = 7;
                   |   `14` for `7`: this run does not fail

               3 │ int x = 7;           makes x <= 10
               5 │ //@ assert x > 10;   x is 7

              1 of 2 executed statements matters.
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn reasons() {
    check(
        &["--input", "y=2", "--method", "relevance", "--verify"],
        USER_INPUT,
        &expect![[r#"
        error: y != 3 does not hold                                            prog.c:11
               with y = 2

           6@│ y = __VERIFIER_nondet_int();   had y been 0 here, line 7 would not have
             │                                been taken
           9*│   y = y + 1;                   had y been 0 here, the check would have
             │                                passed
          11 │ //@ assert y != 3;             y is 3

          2 of 4 executed statements matter.
          * another value here, @ another input here would have led elsewhere.
          Every claim was verified with the embedded solver.
          Attacker-controlled: y = 2 fails, y = 0 does not.
          1 of 2 relevant steps is the program's own; last input: y (line 6).
          reproduce: whydunit run prog.c --input y=2
    "#]],
    );
}

#[test]
fn fields_of_the_report() {
    let report = report(USER_INPUT, &["--input", "y=2"]);
    let failure = &report["failures"][0];
    let explanations = failure["explanations"].as_array().expect("there should be a list");
    let methods: Vec<_> = explanations.iter().map(|it| (&it["method"], &it["inputs"])).collect();
    assert_eq!(
        methods,
        [(&json!("flow-sensitive"), &json!("fixed")), (&json!("relevance"), &json!("free"))]
    );
    let labels: Vec<_> = explanations[0]["relevant"]
        .as_array()
        .expect("there should be a list")
        .iter()
        .map(|entry| (&entry["line"], &entry["label"]))
        .collect();
    let guard = (&json!(7), &Value::Null);
    assert_eq!(labels, [(&json!(6), &json!("admitting")), guard, (&json!(9), &json!("enforcing"))]);
    assert_eq!(explanations[0].get("unknown"), None);
    assert_eq!(
        explanations[1],
        json!({
            "method": "relevance", "inputs": "free", "status": "complete",
            "relevant": [
                {
                    "step": 1, "file": "prog.c", "line": 6, "column": 3,
                    "text": "y = __VERIFIER_nondet_int()", "role": "input", "label": "admitting",
                    "why": "had y been 0 here, line 7 would not have been taken",
                    "ending": "ends",
                },
                {
                    "step": 3, "file": "prog.c", "line": 9, "column": 5, "text": "y = y + 1",
                    "role": "assign", "label": "enforcing",
                    "why": "had y been 0 here, the check would have passed",
                    "ending": "ends",
                },
            ],
            "lines": [6, 9], "invariants": [], "general": null, "general_scope": "path",
            "statements": { "relevant": 2, "executed": 4 }, "verified": null,
            "inputs_that_matter": [], "unknown": [],
        })
    );
    assert_eq!(
        failure["security"],
        json!({
            "classification": "security",
            "inputs": [
                {
                    "name": "y", "failing_value": "2", "passing_value": "0", "level": "program",
                    "avoided": "ends",
                },
            ],
            "level": "program", "reason": null,
            "last_admitting_input": { "name": "y", "file": "prog.c", "line": 6 },
            "enforcing_share": { "enforcing": 1, "relevant": 2 },
        })
    );
}

/// They are there when the run starts: no line receives them.
#[test]
fn inputs_that_no_statement_receives() {
    let options = ["--function", "sums", "--input", "z=-1", "--method", "relevance"];
    check(
        &options,
        SUMS,
        &expect![[r#"
            error: x >= 0 does not hold                                             prog.c:6
                   with x = 0, y = 0, z = -1

               3*│ x = x + y;           had x been 1 here, the check would have passed
               4*│ x = x + z;           had x been 0 here, the check would have passed
               6 │ //@ assert x >= 0;   x is -1

              2 of 3 executed statements matter.
              * another value here would have led elsewhere.
              Had z been 0, the check would have passed.
              Attacker-controlled: z = -1 fails, z = 0 does not.
              2 of 3 relevant steps are the program's own; last input: z (line 2).
              reproduce: whydunit run prog.c --function sums --input z=-1
        "#]],
    );
    let report = report(SUMS, &options);
    let explanation = &report["failures"][0]["explanations"][0];
    assert_eq!(explanation["lines"], json!([3, 4]));
    let inputs = explanation["inputs_that_matter"].as_array().expect("there should be a list");
    let names: Vec<_> = inputs.iter().map(|input| (&input["name"], &input["label"])).collect();
    let admitting = json!("admitting");
    // Whatever x is, y and z can make up for it; what z cannot make up for is a y with which the first sum overflows, and that is another check.
    assert_eq!(names, [(&json!("z"), &admitting)]);
}

#[test]
fn conditionals_as_a_whole() {
    check(
        &["--method", "branch-relevance"],
        INNER_BRANCH,
        &expect![[r#"
        error: x == 0 does not hold                                            prog.c:18

           3*│ int y = 0;           had y been 1 here, line 5 would not have been taken
           7*│   x = 1;             had x been 0 here, the check would have passed
          18 │ //@ assert x == 0;   x is 1

          2 of 6 executed statements matter.
          * another value here would have led elsewhere.
          Which way line 8 goes does not matter.
          reproduce: whydunit run prog.c
    "#]],
    );
    let report = report(INNER_BRANCH, &["--method", "branch-relevance"]);
    let explanation = &report["failures"][0]["explanations"][0];
    let skipped = &explanation["irrelevant_conditionals"];
    assert_eq!(skipped.as_array().map(Vec::len), Some(1));
    assert_eq!((&skipped[0]["line"], &skipped[0]["text"]), (&json!(8), &json!("z == 0")));
}

#[test]
fn smallest_sets() {
    check(
        &["--method", "minimal-set"],
        DOWN_AND_UP,
        &expect![[r#"
            error: x == 0 does not hold                                             prog.c:7

               4 │ int x = 1;           had x been 0 here, the check would have passed
               5 │ x--;                 had x been -1 here, the check would have passed
               6 │ x++;                 had x been 0 here, the check would have passed
               7 │ //@ assert x == 0;   x is 1

              Replacing line 4 alone (x by 0) lets the check pass.
              Replacing line 5 alone (x by -1) lets the check pass.
              Replacing line 6 alone (x by 0) lets the check pass.
              reproduce: whydunit run prog.c
        "#]],
    );
    let report = report(DOWN_AND_UP, &["--method", "minimal-set"]);
    let explanation = &report["failures"][0]["explanations"][0];
    assert_eq!(explanation["sets"], json!([[0], [1], [2]]));
    assert_eq!(explanation["inputs"], "fixed");
}

#[test]
fn sets_of_several_statements() {
    let source = "int main(void) {
  int x = 0;
  int y = 0;
  //@ assert x == 1 && y == 2;
  return 0;
}
";
    check(
        &["--method", "minimal-set"],
        source,
        &expect![[r#"
        error: x == 1 && y == 2 does not hold                                   prog.c:4

           2 │ int x = 0;                     had x been 1 here, and y been 2 in line 3,
             │                                the check would have passed
           3 │ int y = 0;                     had y been 2 here, and x been 1 in line 2,
             │                                the check would have passed
           4 │ //@ assert x == 1 && y == 2;   x is 0

          Replacing line 2 (x by 1) and line 3 (y by 2) together lets the check pass.
          reproduce: whydunit run prog.c
    "#]],
    );
}

#[test]
fn branches_whose_other_side_leads_away() {
    let options = ["--function", "endless", "--method", "relevance", "--scope", "program"];
    check(
        &options,
        NEVER_RETURNS,
        &expect![[r#"
            error: assertion failed: 0                                             prog.c:19
                   with x = 0, z = 0

               6 │ if (x == 0)       had it gone the other way here, the run would have
                 │                   ended without failing
               8 │     if (z == 0)   had it gone the other way here, the program would not
                 │                   have ended within 20028 steps
              19 │     assert(0);

              2 of 3 executed statements matter.
              Had x been 1, line 6 would not have been taken.
              Had z been 1, line 8 would not have been taken, and the run would never have
              ended.
              Attacker-controlled: x = 0 fails, x = 1 does not; z = 0 fails, with z = 1 it
              never ends.
              0 of 2 relevant steps are the program's own; last input: z (line 2).
              reproduce: whydunit run prog.c --function endless
        "#]],
    );
}

#[test]
fn definitions_for_comparison() {
    let methods = "restrictive,becoming-restrictive,more-blocking,coreachable,unsat-core";
    check(
        &["--method", methods],
        ON_BOTH,
        &expect![[r#"
            error: assertion failed: 0                                              prog.c:6
                   with x = 0

            restrictive: which assigned values can make a later condition fail?

               3 │ int y = 42;   had y been 0 here, the assumption in line 5 would not have
                 │               held, which excludes the run
               6 │ assert(0);

              1 of 3 executed statements matters.

            becoming-restrictive: which assigned values make a condition able to fail that
            was not before?

               6 │ assert(0);

              No open value makes a condition fail that could not fail before.

            more-blocking: which open values let more executions get stuck?

               3 │ int y = 42;   had y been 0 here, the assumption in line 5 would not have
                 │               held, which excludes the run
               6 │ assert(0);

              1 of 3 executed statements matters.

            coreachable: where would another value lead away from some state?

               3 │ int y = 42;                        y is 42
               4 │ int x = __VERIFIER_nondet_int();   x is 0
               6 │ assert(0);

              2 of 3 executed statements matter.

            unsat-core: which assignments are in the core that the solver gives?

               3 │ int y = 42;                        y is 42
               4 │ int x = __VERIFIER_nondet_int();   x is 0
               6 │ assert(0);

              2 of 3 executed statements matter.
              reproduce: whydunit run prog.c
        "#]],
    );
}

/// What a call passes and what it returns are assignments of their own.
#[test]
fn parameters_and_results() {
    let source = "static int half(int n, int unused) {
  return n / 2;
}
int main(void) {
  int a = 3;
  int b = half(a, 7);
  half(b, 9);
  //@ assert b != 1;
  return 0;
}
";
    check(
        &["--method", "relevance"],
        source,
        &expect![[r#"
        error: b != 1 does not hold                                             prog.c:8

               main()
           5*│ int a = 3;            had a been 0 here, the check would have passed
           6*│ int b = half(a, 7);   had n in half() been 0 here, the check would have
             │                       passed
               half()
           2*│ return n / 2;         had b in main() been 0 here, the check would have
             │                       passed
               main()
           8 │ //@ assert b != 1;    b is 1

          3 of 4 executed statements matter.
          * another value here would have led elsewhere.
          reproduce: whydunit run prog.c
    "#]],
    );
}

/// Replacing an index follows the real access.
#[test]
fn an_index_from_a_value_that_matters() {
    let source = "static int table[4] = { 7, 5, 0, 5 };
int main(void) {
  int k = 1;
  int i = k + 1;
  int d = table[i];
  return 10 / d;
}
";
    check(
        &["--method", "relevance"],
        source,
        &expect![[r#"
        error: division by zero: 10 / 0                                         prog.c:6

           3*│ int k = 1;          had k been 0 here, the check would have passed
           4*│ int i = k + 1;      had i been 0 here, the check would have passed
           5*│ int d = table[i];   had d been 1 here, the check would have passed
           6 │ return 10 / d;      d is 0

          3 of 3 executed statements matter.
          * another value here would have led elsewhere.
          reproduce: whydunit run prog.c
    "#]],
    );
}

#[test]
fn structures_set_as_a_whole() {
    let source = "struct point { int x, y, z; };
int main(void) {
  struct point p = { 1, 2, 3 };
  struct point q = p;
  //@ assert q.y != 2;
  return 0;
}
";
    check(
        &["--method", "relevance"],
        source,
        &expect![[r#"
            error: q.y != 2 does not hold                                           prog.c:5

               3*│ struct point p = { 1, 2, 3 };   had p.y been 0 here, the check would have
                 │                                 passed
               4*│ struct point q = p;             had q.y been 0 here, the check would have
                 │                                 passed
               5 │ //@ assert q.y != 2;            q.y is 2

              2 of 2 executed statements matter.
              * another value here would have led elsewhere.
              reproduce: whydunit run prog.c
        "#]],
    );
}

#[test]
fn loops_are_folded() {
    let source = "int main(void) {
  int sum = 0;
  for (int i = 1; i <= 4; i++) {
    if (i % 2 == 0)
      sum += i;
  }
  //@ assert sum != 6;
  return 0;
}
";
    check(
        &["--method", "relevance"],
        source,
        &expect![[r#"
            error: sum != 6 does not hold                                           prog.c:7

               2*│ int sum = 0;           had sum been -6 here, the check would have passed
               3*│ int i = 1              had i been 1001 here, i <= 4 would have been false
                 │                        in iteration 1
               5*│     sum += i;          in iterations 2 and 4; had sum been 0 the last
                 │                        time, the check would have passed
               7 │ //@ assert sum != 6;   sum is 6

              4 of 6 executed statements matter.
              * another value here would have led elsewhere.
              reproduce: whydunit run prog.c
        "#]],
    );
    check(
        &[],
        source,
        &expect![[r#"
            error: sum != 6 does not hold                                           prog.c:7

              Where to look first:
                 5 | sum += i;
                   |   `-=` for `+=`: this run does not fail
                 4 | if (i % 2 == 0)
                   |   `!=` for `==`: this run does not fail
                 2 | int sum = 0;
                   |   `-1` for `0`: this run does not fail

               2*│ int sum = 0;           makes sum == 0
               3*│ int i = 1              makes i == 1
               4 │   if (i % 2 == 0)      false or true in iterations 1–4; the other side
                 │                        could have set sum
               5*│     sum += i;          in iterations 2 and 4; sum is 6 then
               7 │ //@ assert sum != 6;   sum is 6

              6 of 6 executed statements matter. * another value here would have led
              elsewhere.
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn library_functions() {
    let source = "#include <string.h>
int main(void) {
  char name[8];
  strcpy(name, \"abc\");
  size_t length = strlen(name);
  //@ assert length != 3;
  return 0;
}
";
    check(
        &["--method", "relevance"],
        source,
        &expect![[r#"
            error: length != 3 does not hold                                        prog.c:6

               4*│ strcpy(name, "abc");            name is "abc"
               5*│ size_t length = strlen(name);   had length been 0 here, the check would
                 │                                 have passed
               6 │ //@ assert length != 3;         length is 3

              2 of 2 executed statements matter.
              * another value here would have led elsewhere.
              reproduce: whydunit run prog.c
        "#]],
    );
}

/// Each can make up for the other: only the last one decides.
#[test]
fn two_inputs_that_mask_each_other() {
    let source = "int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int() & 3;
  int y = __VERIFIER_nondet_int() & 3;
  //@ assert x != y;
  return 0;
}
";
    check(
        &[],
        source,
        &expect![[r#"
            error: x != y does not hold                                             prog.c:5
                   with nondet#1 = 0, nondet#2 = 0
                   fails whenever 0 <= nondet#1 && nondet#1 <= 3 && nondet#2 == nondet#1 &&
                   0 <= nondet#2 && nondet#2 <= 3

              Where to look first:
                 3 | int x = __VERIFIER_nondet_int() & 3;
                   |   `(__VERIFIER_nondet_int() & 3) - 1` for
                   |   `__VERIFIER_nondet_int() & 3`: 9 of 9 failing runs …y go on as before
                 4 | int y = __VERIFIER_nondet_int() & 3;
                   |   `(__VERIFIER_nondet_int() & 3) + 1` for
                   |   `__VERIFIER_nondet_int() & 3`: 9 of 9 failing runs …y go on as before

               3*│ int x = __VERIFIER_nondet_int()…   an input: x == nondet#2
               4@│ int y = __VERIFIER_nondet_int()…   an input: x == y
               5 │ //@ assert x != y;                 x is 0 and y is 0

              2 of 2 executed statements matter. * another value here, @ another input here
              would have led elsewhere.
              Attacker-controlled: nondet#2 = 0 fails, nondet#2 = 1 does not.
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn nothing_that_an_attacker_decides() {
    let source = "int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 1;
  //@ assert y == 0;
  return x;
}
";
    check(
        &[],
        source,
        &expect![[r#"
            error: y == 0 does not hold                                             prog.c:5
                   with x = 0; fails for every input

              Where to look first:
                 4 | int y = 1;
                   |   `0` for `1`: this run and 6 nearby do not fail

               4*│ int y = 1;           makes y != 0
               5 │ //@ assert y == 0;   y is 1

              1 of 2 executed statements matters. * another value here would have led
              elsewhere.
              Not attacker-controlled: no input alone decides whether it fails.
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

#[test]
fn recursion() {
    let source = "static int down(int n) {
  if (n == 0)
    return 0;
  return down(n - 1);
}
int main(void) {
  int r = down(2);
  //@ assert r == 1;
  return 0;
}
";
    check(
        &["--method", "relevance"],
        source,
        &expect![[r#"
            error: r == 1 does not hold                                             prog.c:8

                   main()
               7*│ int r = down(2);      had n in down() been INT_MIN here, line 4 would
                 │                       have failed another check
                   down()
               3*│   return 0;           in nested call 3: had the result been 1 here, the
                 │                       check would have passed
               4*│ return down(n - 1);   in 4 nested calls; had r in main() been 1 the last
                 │                       time, the check would have passed
                   main()
               8 │ //@ assert r == 1;    r is 0

              3 of 4 executed statements matter.
              * another value here would have led elsewhere.
              reproduce: whydunit run prog.c
        "#]],
    );
}
