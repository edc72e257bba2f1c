//! Steps that matter by what they did not do, or by being there at all: stores that went to other objects, copies of other sizes, jumps, calls. Exact lines, and verified.

use crate::small;

use serde_json::json;
use small::report;

/// The flow-sensitive explanation has exactly these lines, the faulty one among them, and is verified.
fn check(program: &str, faulty: u32, lines: &[u32]) {
    let report = report(program, &["--method", "flow-sensitive", "--verify"]);
    let explanation = &report["failures"][0]["explanations"][0];
    assert_eq!(explanation["lines"], json!(lines), "{program}");
    assert!(lines.contains(&faulty), "{program}");
    assert_eq!(explanation["verified"], json!(true), "{program}");
}

#[test]
fn a_pointer_that_was_chosen() {
    check(
        r#"#include <assert.h>
int main(void) {
  int x = 0, y = 0, c = 1;
  int *p = c ? &y : &x;
  *p = 1;
  assert(x == 1);
  return y;
}
"#,
        4,
        &[3, 4, 5],
    );
}

#[test]
fn a_pointer_that_a_branch_set() {
    check(
        r#"#include <assert.h>
int main(void) {
  int x = 0, y = 0, c = 1;
  int *p = &x;
  if (c)
    p = &y;
  *p = 1;
  assert(x == 1);
  return y;
}
"#,
        5,
        &[3, 5, 6, 7],
    );
}

#[test]
fn a_fill_that_is_too_short() {
    check(
        r#"#include <assert.h>
#include <string.h>
int main(void) {
  unsigned char b[8];
  int n = 3;
  memset(b, 0, 8);
  memset(b, 7, n);
  assert(b[5] == 7);
  return 0;
}
"#,
        5,
        &[5, 6, 7],
    );
}

#[test]
fn a_copy_that_is_too_short() {
    check(
        r#"#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    unsigned char from[8], to[8];
    int n = 5;
    memset(from, 7, sizeof from);
    memset(to, 0, sizeof to);
    n = n - 1;
    memcpy(to, from, n);
    assert(to[4] == 7);
    return 0;
}
"#,
        9,
        &[6, 8, 9, 10],
    );
}

#[test]
fn a_copy_to_the_other_array() {
    check(
        r#"#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    unsigned char left[8], right[8];
    int side = 1;
    memset(left, 0, 8);
    memset(right, 0, 8);
    unsigned char *to = side ? left : right;
    memset(to, 7, 8);
    assert(right[3] == 7);
    return 0;
}
"#,
        9,
        &[6, 8, 9, 10],
    );
}

#[test]
fn a_pointer_that_a_call_returned() {
    check(
        r#"#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int a[4], b[4];
static int *row(int which) {
    if (which == 2)
        return b;
    return a;
}
int main(void) {
    int *to = row(1);
    to[2] = 5;
    assert(b[2] == 5);
    return 0;
}
"#,
        6,
        &[6, 8, 11, 12],
    );
}

#[test]
fn a_callee_by_a_pointer() {
    check(
        r#"#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int level;
static void set_low(void) {
    level = 3;
}
static void set_high(void) {
    level = 12;
}
int main(void) {
    void (*set)(void) = set_low;
    int wanted = 6;
    if (wanted < 4)
        set = set_high;
    set();
    assert(level == 12);
    return 0;
}
"#,
        14,
        &[6, 12, 13, 14, 16],
    );
}

#[test]
fn a_callee_without_arguments() {
    check(
        r#"#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int level;
static void set_low(void) {
    level = 3;
}
static void set_high(void) {
    level = 12;
}
int main(void) {
    set_high();
    set_low();
    assert(level == 12);
    return 0;
}
"#,
        13,
        &[6, 13],
    );
}

#[test]
fn a_break() {
    check(
        r#"#include <assert.h>
int main(void) {
  int a[5] = {1, 2, 3, 4, 5}, sum = 0;
  for (int i = 0; i < 5; i++) {
    if (i == 2)
      break;
    sum += a[i];
  }
  assert(sum == 12);
  return 0;
}
"#,
        6,
        &[3, 4, 5, 6, 7],
    );
}

#[test]
fn a_continue() {
    check(
        r#"#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    int a[5] = {2, 3, 4, 5, 6};
    int sum = 0;
    int i = 0;
    while (i < 5) {
        int now = a[i++];
        if (now == 4)
            continue;
        sum += now;
    }
    assert(sum == 5);
    return 0;
}
"#,
        11,
        &[5, 6, 7, 8, 9, 10, 11, 12],
    );
}

#[test]
fn an_early_return() {
    check(
        r#"#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int total;
static int calls;
static void add(int x) {
    calls++;
    if (x < 100)
        return;
    total += 1;
}
int main(void) {
    add(3);
    add(4);
    assert(total == 9);
    return 0;
}
"#,
        9,
        &[8, 9, 13, 14],
    );
}

#[test]
fn two_list_nodes_are_never_one_cell() {
    let report = report(
        r#"#include <assert.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = head;
    head = n;
  }
  for (struct node *n = head; n; n = n->next)
    if (n->v == 2)
      n->v = 9;
  assert(head->v == 9);
  return 0;
}
"#,
        &["--method", "flow-sensitive"],
    );
    let steps = report["failures"][0]["trace"]["steps"].as_array().expect("steps are a list");
    let set = steps.iter().filter(|step| step["text"] == "n->v = i");
    let mut cells: Vec<String> = set.map(|step| step["writes"][0]["cell"].to_string()).collect();
    assert_eq!(cells.len(), 4);
    cells.dedup();
    assert_eq!(cells.len(), 4, "{cells:?}");
    assert!(cells.iter().all(|cell| cell.contains("\"path\":\".v\"")), "{cells:?}");
}

#[test]
fn calls_and_jumps_are_steps() {
    let report = report(
        r#"#include <assert.h>
static int total;
static void add(int x) {
  if (x < 100)
    return;
  total += x;
}
static void set_low(void) {
  total = 1;
}
int main(void) {
  set_low();
  add(5);
  assert(total == 6);
  return 0;
}
"#,
        &["--method", "flow-sensitive"],
    );
    let steps = report["failures"][0]["trace"]["steps"].as_array().expect("steps are a list");
    let calls = steps.iter().filter(|step| !step["call"].is_null());
    let called: Vec<&str> = calls.filter_map(|step| step["call"]["function"].as_str()).collect();
    assert_eq!(called, ["set_low", "add"]);
}
