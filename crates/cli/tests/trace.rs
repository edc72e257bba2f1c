//! `whydunit trace`: every failing program's run replays exactly and ends where it failed, and the listing
//! reads well. Regenerate the listings with `UPDATE_EXPECT=1`.

use crate::common;
use crate::expectation;

use common::{Case, json_report, parallel, programs};
use expect_test::{Expect, expect};
use expectation::Expectation;

/// Building a trace replays the run; a run that does not replay is reported as an internal error.
#[test]
fn every_failing_program_replays() {
    let cases: Vec<Case> = programs("checks")
        .into_iter()
        .filter(|case| matches!(expectation::expectation(case), Ok(Expectation::Some(_))))
        .collect();
    let results = parallel(&cases, |case| {
        replays(case).map_err(|problem| format!("{}: {problem}", case.name()))
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("traces", cases.len(), &failures);
}

fn replays(case: &Case) -> Result<(), String> {
    let output = case.whydunit("trace");
    if output.status.code() != Some(1) {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let report = json_report(&output)?;
    let failure = &report["failures"][0];
    let steps = failure["trace"]["steps"].as_array().ok_or("the report has no steps")?;
    if failure["trace"]["length"].as_u64() != Some(steps.len() as u64) {
        return Err("the length is not the number of steps".into());
    }
    for (index, step) in steps.iter().enumerate() {
        if step["index"].as_u64() != Some(index as u64) || step["text"] == "" {
            return Err(format!("step {index} is not well-formed: {step}"));
        }
    }
    Ok(())
}

/// The listing of a program's run.
fn check(options: &[&str], source: &str, expected: &Expect) {
    check_in_columns(200, options, source, expected);
}

fn check_in_columns(columns: usize, options: &[&str], source: &str, expected: &Expect) {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
    let output = common::whydunit()
        .current_dir(directory.path())
        .env("COLUMNS", columns.to_string())
        .args(["trace", "prog.c"])
        .args(options)
        .output()
        .expect("whydunit should start");
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(1), "{text}");
    expected.assert_eq(&text);
}

#[test]
fn a_branch_and_its_scope() {
    check(
        &["--function", "foo", "--input", "input=41"],
        "#include <assert.h>
void foo(int input) {
  int x = 1;
  int y = input - 42;
  if (y < 0) {
    x = 0;
  }
  assert(x != 0);
}
",
        &expect![[r#"
                   foo() in prog.c
               2 │ input               input = 41
               3 │ int x = 1           x = 1
               4 │ int y = input - 42  y = -1
               5 │ y < 0               true
               6 │   x = 0             x = 0
               8 │ assert(x != 0)

            error: assertion failed: x != 0
             --> prog.c:8:3
              |
            8 |   assert(x != 0);
              |   ^^^^^^^^^^^^^^ assert
              |
              = note: input: input = 41
        "#]],
    );
}

#[test]
fn an_early_return_keeps_the_rest_in_scope() {
    check(
        &["--function", "f", "--input", "n=3"],
        "int f(int n) {
  if (n == 0)
    return 0;
  n = n - 3;
  return 10 / n;
}
",
        &expect![[r#"
                   f() in prog.c
               1 │ n                n = 3
               2 │ n == 0           false
               4 │   n = n - 3      n = 0
               5 │   return 10 / n

            error: division by zero: 10 / 0
             --> prog.c:5:10
              |
            5 |   return 10 / n;
              |          ^^^^^^ div
              |
              = note: input: n = 3
        "#]],
    );
}

#[test]
fn loops_are_numbered_and_folded() {
    check(
        &[],
        "int a[10];
int main(void) {
  int i, sum = 0;
  for (i = 0; i <= 10; i++) {
    if (i % 2)
      continue;
    sum += a[i];
  }
  a[i] = sum;
  return 0;
}
",
        &expect![[r#"
                   main() in prog.c
               3 │ sum = 0          sum = 0
               4 │ i = 0            i = 0
                 │ · iteration 1 of the loop at line 4
               4 │ i <= 10          true
               5 │   i % 2          false
               7 │     sum += a[i]  sum = 0, (i == 0)
               4 │   i++            i = 1
                 │ … iterations 2–9 of the loop at line 4 (32 steps) …
                 │ · iteration 10 of the loop at line 4
               4 │ i <= 10          true
               5 │   i % 2          true
               6 │     continue;
               4 │   i++            i = 10
                 │ · iteration 11 of the loop at line 4
               4 │ i <= 10          true
               5 │   i % 2          false
               7 │     sum += a[i]  (i == 10)

            error: index 10 is out of bounds of a[10]
             --> prog.c:7:12
              |
            7 |     sum += a[i];
              |            ^^^^ bounds
        "#]],
    );
}

#[test]
fn nested_loops_with_break() {
    check(
        &[],
        "#include <assert.h>
int main(void) {
  int n = 0;
  for (int i = 0; i < 2; i++) {
    int j = 0;
    while (1) {
      if (j == 2) break;
      n++;
      j++;
    }
  }
  assert(n != 4);
}
",
        &expect![[r#"
                   main() in prog.c
               3 │ int n = 0       n = 0
               4 │ int i = 0       i = 0
                 │ · iteration 1 of the loop at line 4
               4 │ i < 2           true
               5 │   int j = 0     j = 0
                 │   · iteration 1 of the loop at line 6
               7 │   j == 2        false
               8 │     n++         n = 1
               9 │     j++         j = 1
                 │   · iteration 2 of the loop at line 6
               7 │   j == 2        false
               8 │     n++         n = 2
               9 │     j++         j = 2
                 │   · iteration 3 of the loop at line 6
               7 │   j == 2        true
               7 │     break;
               4 │   i++           i = 1
                 │ · iteration 2 of the loop at line 4
               4 │ i < 2           true
               5 │   int j = 0     j = 0
                 │   · iteration 1 of the loop at line 6
               7 │   j == 2        false
               8 │     n++         n = 3
               9 │     j++         j = 1
                 │   · iteration 2 of the loop at line 6
               7 │   j == 2        false
               8 │     n++         n = 4
               9 │     j++         j = 2
                 │   · iteration 3 of the loop at line 6
               7 │   j == 2        true
               7 │     break;
               4 │   i++           i = 2
                 │ · iteration 3 of the loop at line 4
               4 │ i < 2           false
              12 │ assert(n != 4)

            error: assertion failed: n != 4
              --> prog.c:12:3
               |
            12 |   assert(n != 4);
               |   ^^^^^^^^^^^^^^ assert
        "#]],
    );
}

#[test]
fn calls_are_indented_and_library_steps_belong_to_the_caller() {
    check(
        &["--", "abcdefgh"],
        "#include <string.h>
struct user { char name[8]; int admin; };
static int set(struct user *u, const char *name) {
  u->admin = 0;
  strcpy(u->name, name);
  return u->admin;
}
int main(int argc, char **argv) {
  struct user u;
  return set(&u, argv[1]);
}
",
        &expect![[r#"
                   main() in prog.c
               8 │ argc                     argc = 2
               8 │ argv                     argv[1] = "abcdefgh"
              10 │ return set(&u, argv[1])  u = &u, name = argv[1] "abcdefgh"
                     set() in prog.c
               4 │   u->admin = 0           u.admin = 0
               5 │   strcpy(u->name, name)  u.name = "abcdefgh"

            error: write of 1 byte just past the end of u.name[8], in strcpy
             --> prog.c:5:3
              |
            5 |   strcpy(u->name, name);
              |   ^^^^^^^^^^^^^^^^^^^^^ bounds
              |
              = note: inputs: argc = 2, argv[1] = "abcdefgh"
              = note: in set, called at prog.c:10:10
        "#]],
    );
}

#[test]
fn switches_and_fall_through() {
    check(
        &["--input", "k=2"],
        "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  int n = 0;
  switch (k) {
    case 1: n = 10; break;
    case 2: n = 20;
    case 3: n += 1; break;
    default: n = -1;
  }
  if (n == 21) reach_error();
  return 0;
}
",
        &expect![[r#"
                   main() in prog.c
               4 │ int k = __VERIFIER_nondet_int()  k = 2
               5 │ int n = 0                        n = 0
               6 │ k                                case 2
               8 │   n = 20                         n = 20
               9 │   n += 1                         n = 21
               9 │   break;
              12 │ n == 21                          true
              12 │   reach_error()

            error: reach_error() was reached
              --> prog.c:12:16
               |
            12 |   if (n == 21) reach_error();
               |                ^^^^^^^^^^^^^ unreach
               |
               = note: input: k = 2
        "#]],
    );
}

#[test]
fn recursion() {
    check(
        &["--function", "down", "--input", "n=2"],
        "int down(int n) {
  if (n < 0)
    return 1 / (n + 1);
  return down(n - 1);
}
",
        &expect![[r#"
                   down() in prog.c
               1 │ n                           n = 2
               2 │ n < 0                       false
               4 │   return down(n - 1)        n = 1
                     down() in prog.c
               2 │   n < 0                     false
               4 │     return down(n - 1)      n = 0
                       down() in prog.c
               2 │     n < 0                   false
               4 │       return down(n - 1)    n = -1
                         down() in prog.c
               2 │       n < 0                 true
               3 │         return 1 / (n + 1)

            error: division by zero: 1 / 0
             --> prog.c:3:12
              |
            3 |     return 1 / (n + 1);
              |            ^^^^^^^^^^^ div
              |
              = note: input: n = 2
              = note: in down, called at prog.c:4:10 (3 times)
        "#]],
    );
}

#[test]
fn pointers_are_shown_by_what_they_point_to() {
    check(
        &[],
        "#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node second = { 2, NULL };
  struct node first = { 1, &second };
  int values[3] = { 5, 6, 7 };
  int *p = &values[1];
  struct node *n = first.next;
  *p = n->value;
  n = n->next;
  return n->value;
}
",
        &expect![[r#"
                   main() in prog.c
               4 │ struct node second = { 2, NULL }    second = {.value = 2, .next = NULL}
               5 │ struct node first = { 1, &second }  first = {.value = 1, .next = &second}
               6 │ int values[3] = { 5, 6, 7 }         values = {5, 6, 7}
               7 │ int *p = &values[1]                 p = &values[1]
               8 │ struct node *n = first.next         n = &second
               9 │ *p = n->value                       values[1] = 2
              10 │ n = n->next                         n = NULL
              11 │ return n->value

            error: null pointer dereferenced: n
              --> prog.c:11:10
               |
            11 |   return n->value;
               |          ^^^^^^^^ null
        "#]],
    );
}

#[test]
fn values_of_every_type() {
    check(
        &[],
        "#include <assert.h>
enum colour { RED, GREEN };
union both { unsigned u; unsigned char bytes[4]; };
struct flags { unsigned low : 3; unsigned high : 5; };
int main(void) {
  char c = 'x';
  double d = 1.5;
  float f = -0.25f;
  _Bool b = 7;
  enum colour e = GREEN;
  unsigned long big = 0xffffffffffffffff;
  union both u;
  struct flags flags = { 5, 17 };
  const char *s = \"text\";
  int (*fn)(void) = main;
  u.u = 0x01020304;
  assert(u.bytes[0] == 1);
}
",
        &expect![[r#"
                   main() in prog.c
               6 │ char c = 'x'                            c = 120 'x'
               7 │ double d = 1.5                          d = 1.5
               8 │ float f = -0.25f                        f = -0.25
               9 │ _Bool b = 7                             b = true
              10 │ enum colour e = GREEN                   e = GREEN
              11 │ unsigned long big = 0xffffffffffffffff  big = 18446744073709551615
              13 │ struct flags flags = { 5, 17 }          flags = {.low = 5, .high = 17}
              14 │ const char *s = "text"                  s = "text"
              15 │ int (*fn)(void) = main                  fn = main
              16 │ u.u = 0x01020304                        u.u = 16909060
              17 │ assert(u.bytes[0] == 1)

            error: assertion failed: u.bytes[0] == 1
              --> prog.c:17:3
               |
            17 |   assert(u.bytes[0] == 1);
               |   ^^^^^^^^^^^^^^^^^^^^^^^ assert
        "#]],
    );
}

#[test]
fn heap_objects_are_called_what_the_program_calls_them() {
    check(
        &[],
        "#include <stdlib.h>
#include <string.h>
struct node { char *key; int value; struct node *next; };
int main(void) {
  struct node *n = malloc(sizeof *n), copy;
  n->key = malloc(4);
  n->value = -1;
  n->next = NULL;
  copy = *n;
  *n = copy;
  strcpy(n->key, \"four\");
  return 0;
}
",
        &expect![[r#"
                   main() in prog.c
               5 │ struct node *n = malloc(sizeof *n)  n = line 5's block
               6 │ n->key = malloc(4)                  n->key = line 6's block
               7 │ n->value = -1                       n->value = -1
               8 │ n->next = NULL                      n->next = NULL
               9 │ copy = *n                           copy = {.key = line 6's block, .value = -1, .next = NULL}
              10 │ *n = copy                           *n = {.key = line 6's block, .value = -1, .next = NULL}
              11 │ strcpy(n->key, "four")              n->key = "four"

            error: write of 1 byte at offset 4 of a 4-byte block from malloc (line 6), in strcpy
              --> prog.c:11:3
               |
            11 |   strcpy(n->key, "four");
               |   ^^^^^^^^^^^^^^^^^^^^^^ bounds
        "#]],
    );
}

#[test]
fn listings_keep_to_the_width() {
    check_in_columns(
        80,
        &["--function", "pick"],
        "#include <string.h>
struct entry { char text[100]; int numbers[20]; };
int pick(int which_of_the_many_possible_alternatives) {
  struct entry e;
  int first_of_all_the_results = 1, second_of_all_the_results = -2147483647;
  strcpy(e.text, \"a rather long text that goes on and on, longer than eighty columns\");
  memset(e.numbers, 1, sizeof e.numbers);
  first_of_all_the_results = first_of_all_the_results + second_of_all_the_results * 1;
  return first_of_all_the_results / which_of_the_many_possible_alternatives;
}
",
        &expect![[r#"
                   pick() in prog.c
               3 │ which_of_the_many_possible_alternatives       which_of_the_many…tives = 0
               5 │ int first_of_all_the_results = 1              first_of_all_the_…sults = 1
               5 │ second_of_all_the_results = -2147483647       second_of…lts = -2147483647
               6 │ strcpy(e.text, "a rather long te…y columns")  e.text = "a rather long te…
               7 │ memset(e.numbers, 1, sizeof e.numbers)        e.numbers = {16843009 <rep…
               8 │ first_of_all_the_results = first…results * 1  first_of_…lts = -2147483646
               9 │ return first_of_all_the_results …lternatives

            error: division by zero: -2147483646 / 0
             --> prog.c:9:10
              |
            9 |   return first_of_all_the_results / which_of_the_many_possible_alternatives;
              |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ div
              |
              = note: input: which_of_the_many_possible_alternatives = 0
        "#]],
    );
}

#[test]
fn deep_recursion_is_folded() {
    check(
        &[],
        "static int down(int n) {
  if (n == 0)
    return 1 / n;
  return down(n - 1);
}
int main(void) {
  return down(10000);
}
",
        &expect![[r#"
                   main() in prog.c
               7 │ return down(10000)                n = 10000
                     down() in prog.c
               2 │   n == 0                          false
               4 │     return down(n - 1)            n = 9999
                       down() in prog.c
               2 │     n == 0                        false
               4 │       return down(n - 1)          n = 9998
                         down() in prog.c
               2 │       n == 0                      false
               4 │         return down(n - 1)        n = 9997
                 │         … 9994 nested calls (19988 steps) …
                           down() in prog.c
               2 │         n == 0                    false
               4 │           return down(n - 1)      n = 2
                             down() in prog.c
               2 │           n == 0                  false
               4 │             return down(n - 1)    n = 1
                               down() in prog.c
               2 │             n == 0                false
               4 │               return down(n - 1)  n = 0
                                 down() in prog.c
               2 │               n == 0              true
               3 │                 return 1 / n

            error: division by zero: 1 / 0
             --> prog.c:3:12
              |
            3 |     return 1 / n;
              |            ^^^^^ div
              |
              = note: in down, called at prog.c:4:10 (10000 times)
              = note: in down, called at prog.c:7:10
        "#]],
    );
}
