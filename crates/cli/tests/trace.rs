//! `whydunit trace`: every failing program's run replays exactly and ends where it failed, and the listing
//! reads well. Regenerate the listings with `UPDATE_EXPECT=1`.

mod common;
#[path = "common/expectation.rs"]
mod expectation;

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
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
    let output = common::whydunit()
        .current_dir(directory.path())
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
        &expect![[r#""#]],
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
        &expect![[r#""#]],
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
        &expect![[r#""#]],
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
        &expect![[r#""#]],
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
        &expect![[r#""#]],
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
        &expect![[r#""#]],
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
        &expect![[r#""#]],
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
        &expect![[r#""#]],
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
        &expect![[r#""#]],
    );
}
