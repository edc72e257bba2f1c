//! Explanations that once were false or silent, one by one: exactly what is said of each. What is said of *holds* is in `verdict_rows.rs`; of little time, in `explain_partial.rs`.

use expect_test::{Expect, expect};

use crate::command_support::Directory;

fn check(text: &str, args: &[&str], expected: &Expect) {
    let directory = Directory::with(&[("a.c", text)]);
    expected.assert_eq(&directory.says(args));
}

/// Storage that holds what it held at the start, because a store went elsewhere.
#[test]
fn static_storage() {
    check(
        r#"#include <assert.h>
static int table[3];
void f(int k) {
  if (k >= 0 && k < 3)
    table[k] = 1;
  assert(table[2] == 1);
}
"#,
        &["explain", "a.c", "--function", "f", "--input", "k=1", "--verify"],
        &expect![[r#"
            --- stdout
            error: assertion failed: table[2] == 1                                                                                                                                                             a.c:6
                   with k = 1; fails whenever 0 <= k && k <= 1

              Where to look first:
                 4 | if (k >= 0 && k < 3)
                   |   its condition is false in 5 of 7 failing runs nearby and 0 of 1 that pass
                 5 | table[k] = 1;
                   |   `k + 1` for `k`: 1 of 7 failing runs do not fail, 0 of 1 nearby go on as before

               4 │ if (k >= 0 && k < 3)     true, because 0 <= k && k <= 1
               5 │   table[k] = 1;          does not set table[2], because k != 2
               6 │ assert(table[2] == 1);   table[2] is 0

              2 of 2 executed statements matter.
              Every claim was verified with the embedded solver.
              Attacker-controlled: k = 1 fails, k = 2 does not.
              reproduce: whydunit run a.c --function f --input k=1
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// The branch in a function that left file-scope state alone.
#[test]
fn a_call_that_did_nothing() {
    check(
        r#"#include <assert.h>
static int count;
static void add(int x) {
  if (x > 5)
    count++;
}
int main(void) {
  add(3);
  add(4);
  assert(count == 1);
  return 0;
}
"#,
        &["explain", "a.c", "--verify"],
        &expect![[r#"
            --- stdout
            error: assertion failed: count == 1                                                                                                                                                               a.c:10

              Where to look first:
                 9 | add(4);
                   |   `6` for `4`: this run does not fail
                 8 | add(3);
                   |   `30` for `3`: this run does not fail
                 4 | if (x > 5)
                   |   `3` for `5`: this run does not fail

                   main()
               8*│ add(3);               makes x <= 5
                   add()
               4 │ if (x > 5)            false, because x <= 5; the other side could have set count
                   main()
               9*│ add(4);               makes x <= 5
                   add()
               4 │ if (x > 5)            false, because x <= 5; the other side could have set count
                   main()
              10 │ assert(count == 1);   count is 0

              3 of 4 executed statements matter. * another value here would have led elsewhere.
              Every claim was verified with the embedded solver.
              reproduce: whydunit run a.c
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// That an argument is there is an input.
#[test]
fn missing_arguments() {
    check(
        r#"int main(int argc, char **argv) { return argv[1][0]; }
"#,
        &["explain", "a.c", "--verify"],
        &expect![[r#"
            --- stdout
            error: null pointer dereferenced: argv[1]                                                                                                                                                          a.c:1
                   with argc = 1; fails whenever argc == 1

              Where to look first:
                 1 | int main(int argc, char **argv) { return argv[1][0]; }
                   |   `0` for `1`: this run does not fail, 0 of 4 nearby go on as before

               1 │ return argv[1][0]   argv[1] is NULL

              Every claim was verified with the embedded solver.
              Attacker-controlled: without arguments it fails, with the argument "a" it does not.
              reproduce: whydunit run a.c
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// Below the array.
#[test]
fn a_quotient_as_index() {
    check(
        r#"int f(int k) {
  unsigned v[2] = {0, 0};
  v[k / 64] |= 1;
  return (int)v[0];
}
"#,
        &["explain", "a.c", "--function", "f", "--input", "k=-200", "--verify"],
        &expect![[r#"
            --- stdout
            error: index -3 is out of bounds of v[2]                                                                                                                                                           a.c:3
                   with k = -200; fails whenever k <= -64

              Where to look first:
                 3 | v[k / 64] |= 1;
                   |   with a check in front of it: this run and 8 nearby do not fail, 7 others as before
                 2 | unsigned v[2] = {0, 0};
                   |   `4` for `2`: 1 of 9 failing runs do not fail, 7 of 7 nearby go on as before

               2 │ unsigned v[2] = {0, 0};   v has 2 elements
               3 │ v[k / 64] |= 1;           k is -200

              The statement executed before it does not matter: the inputs alone decide.
              Every claim was verified with the embedded solver.
              Attacker-controlled: k = -200 fails, k = 0 does not.
              reproduce: whydunit run a.c --function f --input k=-200
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// And above it: another condition.
#[test]
fn a_quotient_as_index_above() {
    check(
        r#"int f(int k) {
  unsigned v[2] = {0, 0};
  v[k / 64] |= 1;
  return (int)v[0];
}
"#,
        &["explain", "a.c", "--function", "f", "--input", "k=200", "--verify"],
        &expect![[r#"
            --- stdout
            error: index 3 is out of bounds of v[2]                                                                                                                                                            a.c:3
                   with k = 200; fails whenever k >= 128

              Where to look first:
                 2 | unsigned v[2] = {0, 0};
                   |   `unsigned v[20] = {0, 0};` for `unsigned v[2] = {0, 0};`: 8 of 9 failing runs do not fail, 8 of 8 nearby go on as before
                 3 | v[k / 64] |= 1;
                   |   with a check in front of it: this run and 8 nearby do not fail, 8 others as before

               2 │ unsigned v[2] = {0, 0};   v has 2 elements
               3 │ v[k / 64] |= 1;           k is 200

              The statement executed before it does not matter: the inputs alone decide.
              Every claim was verified with the embedded solver.
              Attacker-controlled: k = 200 fails, k = 0 does not.
              reproduce: whydunit run a.c --function f --input k=200
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// What a library function is handed.
#[test]
fn null_for_a_library_function() {
    check(
        r#"#include <string.h>
int main(void) { char *n = 0; strcpy(n, "a"); return 0; }
"#,
        &["explain", "a.c", "--verify"],
        &expect![[r#"
            --- stdout
            error: null pointer dereferenced in strcpy                                                                                                                                                         a.c:2

              Where to look first:
                 2 | int main(void) { char *n = 0; strcpy(n, "a"); return 0; }
                   |   left out: this run does not fail

               2 │ char *n = 0      makes n == NULL
               2 │ strcpy(n, "a")

              The one statement executed before it matters.
              Every claim was verified with the embedded solver.
              not decided: line 2 (the answer depends on abstracted operations)
              reproduce: whydunit run a.c
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// Wide characters without an end.
#[test]
fn text_without_an_end() {
    check(
        r#"#include <wchar.h>
int main(void) {
  wchar_t d[2] = {L'a', L'b'};
  wprintf(L"%ls", d);
  return 0;
}
"#,
        &["explain", "a.c", "--verify"],
        &expect![[r#"
            --- stdout
            error: read of 4 bytes just past the end of d[2], in wprintf                                                                                                                                       a.c:4

              Where to look first:
                 3 | wchar_t d[2] = {L'a', L'b'};
                   |   `3` for `2`: this run does not fail
                 4 | wprintf(L"%ls", d);
                   |   left out: this run does not fail (it ends sooner)

               3 │ wchar_t d[2] = {L'a', L'b'};   d has 2 elements
               3*│ wchar_t d[2] = {L'a', L'b'};   makes d[0] == 97 and d[1] == 98
               4 │ wprintf(L"%ls", d);

              The one statement executed before it matters. * another value here would have led elsewhere.
              Every claim was verified with the embedded solver.
              reproduce: whydunit run a.c
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// Who never ends does not fail.
#[test]
fn an_arm_that_never_ends() {
    check(
        r#"#include <assert.h>
int f(int a) {
  int s = 0;
  if (a > 9)
    for (;;)
      s ^= 1;
  assert(s != 0);
  return s;
}
"#,
        &["explain", "a.c", "--function", "f", "--input", "a=1", "--verify"],
        &expect![[r#"
            --- stdout
            error: assertion failed: s != 0                                                                                                                                                                    a.c:7
                   with a = 1; fails whenever a <= 9

              Where to look first:
                 3 | int s = 0;
                   |   `-1` for `0`: this run and 7 nearby do not fail

               3*│ int s = 0;        makes s == 0
               4 │ if (a > 9)        false, because a <= 9; otherwise the program would never have ended
               7 │ assert(s != 0);   s is 0

              2 of 2 executed statements matter. * another value here would have led elsewhere.
              Every claim was verified with the embedded solver.
              Attacker-controlled: a = 1 fails, with a = 10 it never ends.
              reproduce: whydunit run a.c --function f --input a=1
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// Its answer is an input like any other.
#[test]
fn a_function_without_a_body() {
    check(
        r#"#include <assert.h>
extern int user_input(void);
int main(void) {
  int x = 0, y = user_input();
  if (y > 0)
    x = 1;
  assert(x == 1);
  return 0;
}
"#,
        &["explain", "a.c", "--verify"],
        &expect![[r#"
            --- stdout
            error: assertion failed: x == 1                                                                                                                                                                    a.c:7
                   with y = 0; fails whenever y <= 0

              Where to look first:
                 4 | int x = 0, y = user_input();
                   |   `1` for `0`: this run and 3 nearby do not fail, 3 others as before
                 5 | if (y > 0)
                   |   `1` for `y`: this run and 3 nearby do not fail, 3 others as before

               4*│ int x = 0          makes x != 1
               4@│ y = user_input()   an input: y <= 0
               5 │ if (y > 0)         false, because y <= 0; the other side could have set x
               7 │ assert(x == 1);    x is 0

              3 of 3 executed statements matter. * another value here, @ another input here would have led elsewhere.
              Every claim was verified with the embedded solver.
              Attacker-controlled: y = 0 fails, y = 1 does not.
              reproduce: whydunit run a.c --outside user_input
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// And can be given as one.
#[test]
fn a_function_without_a_body_given() {
    check(
        r#"#include <assert.h>
extern int user_input(void);
int main(void) {
  int x = 0, y = user_input();
  if (y > 0)
    x = 1;
  assert(x == 1);
  return 0;
}
"#,
        &["explain", "a.c", "--input", "nondet#1=-2", "--verify"],
        &expect![[r#"
            --- stdout
            error: assertion failed: x == 1                                                                                                                                                                    a.c:7
                   with y = -2; fails whenever y <= 0

              Where to look first:
                 4 | int x = 0, y = user_input();
                   |   `1` for `0`: this run and 5 nearby do not fail, 3 others as before
                 5 | if (y > 0)
                   |   `1` for `y`: this run and 5 nearby do not fail, 3 others as before

               4*│ int x = 0          makes x != 1
               4@│ y = user_input()   an input: y <= 0
               5 │ if (y > 0)         false, because y <= 0; the other side could have set x
               7 │ assert(x == 1);    x is 0

              3 of 3 executed statements matter. * another value here, @ another input here would have led elsewhere.
              Every claim was verified with the embedded solver.
              Attacker-controlled: y = -2 fails, y = 1 does not.
              reproduce: whydunit run a.c --input 'nondet#1=-2'
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// What it excludes is no other way.
#[test]
fn a_precondition() {
    check(
        r#"//@ requires n >= 1;
int f(int n) {
  int a[2] = {1, 2};
  return 1 / (n - 1) + a[0];
}
"#,
        &["explain", "a.c", "--function", "f", "--input", "n=1", "--verify"],
        &expect![[r#"
            --- stdout
            error: division by zero: 1 / 0                                                                                                                                                                     a.c:4
                   with n = 1; fails whenever n == 1

              Where to look first:
                 4 | return 1 / (n - 1) + a[0];
                   |   `(n * (n - 1))` for `n`: this run does not fail, 3 of 3 nearby go on as before

               4 │ return 1 / (n - 1) + a[0];   n is 1

              None of the 2 statements before it matters: the inputs alone decide.
              Every claim was verified with the embedded solver.
              Attacker-controlled: n = 1 fails, n = 2 does not.
              reproduce: whydunit run a.c --function f --input n=1
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// The end of standard input decides.
#[test]
fn no_standard_input() {
    check(
        r#"#include <stdio.h>
int main(void) {
  char buf[100];
  int len = 0, c;
  while ((c = getchar()) != EOF && len < 100)
    buf[len++] = (char)c;
  return buf[0];
}
"#,
        &["explain", "a.c", "--verify"],
        &expect![[r#"
            --- stdout
            error: buf[0] is used uninitialised                                                                                                                                                                a.c:7

              Where to look first:
                 5 | while ((c = getchar()) != EOF && len < 100)
                   |   `==` for `!=`: this run does not fail
                 7 | return buf[0];
                   |   `c` for `buf[0]`: this run does not fail

               3 │ char buf[100];                                gives buf[0] no value
               5*│ while ((c = getchar()) != EOF && len < 100)   false, because standard input has ended; the other side could have set buf[0]
               7 │ return buf[0];

              1 of 2 executed statements matters. * another value here would have led elsewhere.
              Every claim was verified with the embedded solver.
              Attacker-controlled: without standard input it fails, with standard input "x" it does not.
              reproduce: whydunit run a.c
              more: --chain (all that matters), --output report.html, --method relevance
            --- exit code 1
        "#]],
    );
}

/// An end of the program keeps the check from failing.
#[test]
fn an_exit() {
    check(
        r#"#include <stdlib.h>
int f(int a) {
  if (a > 9)
    exit(3);
  //@ assert 0;
  return a;
}
"#,
        &[
            "explain",
            "a.c",
            "--function",
            "f",
            "--input",
            "a=1",
            "--method",
            "branch-relevance",
            "--verify",
        ],
        &expect![[r#"
            --- stdout
            error: 0 does not hold                                                                                                                                                                             a.c:5
                   with a = 1

               3 │ if (a > 9)      had it gone the other way here, the run would have ended without failing
               5 │ //@ assert 0;

              The one statement executed before it matters.
              Had a been 1001, line 3 would have been taken.
              Every claim was verified with the embedded solver.
              Attacker-controlled: a = 1 fails, a = 10 does not.
              reproduce: whydunit run a.c --function f --input a=1
            --- exit code 1
        "#]],
    );
}

/// Of a program with one run, a repair is known to mend this run only.
#[test]
fn a_repair_without_inputs() {
    check(
        r#"#include <assert.h>
int main(void) {
  int a[3] = {1, 2, 3}, sum = 0;
  for (int i = 0; i <= 3; i++)
    sum += a[i];
  assert(sum == 6);
  return 0;
}
"#,
        &["repair", "a.c", "--timeout", "20"],
        &expect![[r#"
            --- stdout
            error: index 3 is out of bounds of a[3]
             --> a.c:5:12
              |
            5 |     sum += a[i];
              |            ^^^^ bounds

            repair 1 of 3: line 4: `<=` becomes `<`
              this run, the only one there is, no longer fails
              suggested by what a failing run shows (--show-evidence)
            --- a/a.c
            +++ b/a.c
            @@ -1,7 +1,7 @@
             #include <assert.h>
             int main(void) {
               int a[3] = {1, 2, 3}, sum = 0;
            -  for (int i = 0; i <= 3; i++)
            +  for (int i = 0; i < 3; i++)
                 sum += a[i];
               assert(sum == 6);
               return 0;

            repair 2 of 3: line 4: `3` becomes `2`
              this run, the only one there is, no longer fails
              suggested by what a failing run shows (--show-evidence)
            --- a/a.c
            +++ b/a.c
            @@ -1,7 +1,7 @@
             #include <assert.h>
             int main(void) {
               int a[3] = {1, 2, 3}, sum = 0;
            -  for (int i = 0; i <= 3; i++)
            +  for (int i = 0; i <= 2; i++)
                 sum += a[i];
               assert(sum == 6);
               return 0;

            repair 3 of 3: line 4: `i` becomes `sum`
              this run, the only one there is, no longer fails
            --- a/a.c
            +++ b/a.c
            @@ -1,7 +1,7 @@
             #include <assert.h>
             int main(void) {
               int a[3] = {1, 2, 3}, sum = 0;
            -  for (int i = 0; i <= 3; i++)
            +  for (int i = 0; sum <= 3; i++)
                 sum += a[i];
               assert(sum == 6);
               return 0;

            75 changes tried in 77 runs; 3 compiled, 3 searched for failing inputs
            --- exit code 1
        "#]],
    );
}
