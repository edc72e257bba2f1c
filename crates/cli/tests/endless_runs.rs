//! Runs that never end, and runs that only take long: what `explain`, `run` and `check` say of them without being told what was expected.

use crate::expected_support::{Asked, rows};

use expect_test::expect;

/// Each with what keeps it going; all claims are verified.
#[test]
fn explained() {
    rows(
        "explain",
        &[
            // Loops without steps.
            (
                Asked {
                    program: r#"int main(void) {
  int n = 2;
  n++;
  for (;;)
    ;
}
"#,
                    ..Asked::default()
                },
                expect![],
            ),
            // A counter that moves away.
            (
                Asked {
                    program: r#"int main(void) {
  int sum = 0;
  for (int i = 3; i >= 0; i++)
    sum ^= i;
  return sum;
}
"#,
                    ..Asked::default()
                },
                expect![],
            ),
            // An unsigned counter.
            (
                Asked {
                    program: r#"int main(void) {
  unsigned i;
  for (i = 4; i >= 0; i--)
    ;
  return 0;
}
"#,
                    ..Asked::default()
                },
                expect![],
            ),
            // A condition that the body leaves alone.
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n, rounds = 0;
  scanf("%d", &n);
  while (n > 1) {
    int half = n / 2;
    rounds++;
    if (n % 2 == 0)
      n = half;
  }
  return rounds;
}
"#,
                    stdin: "6\n",
                    ..Asked::default()
                },
                expect![],
            ),
            // A recursion that passes the same argument.
            (
                Asked {
                    program: r#"static int depth(int n) {
  if (n == 0)
    return 0;
  return 1 + depth(n);
}
int main(void) {
  return depth(3);
}
"#,
                    ..Asked::default()
                },
                expect![],
            ),
            // A recursion that moves past its end.
            (
                Asked {
                    program: r#"static unsigned fact(int n) {
  if (n == 1)
    return 1;
  return n * fact(n - 1);
}
int main(void) {
  return fact(0) != 1;
}
"#,
                    ..Asked::default()
                },
                expect![],
            ),
            // End of input in a loop.
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n = 0;
  while (getchar() != '.')
    n = 1;
  return n;
}
"#,
                    stdin: "abc",
                    ..Asked::default()
                },
                expect![],
            ),
            // It is not checked.
            (
                Asked {
                    program: r#"int main(void) {
  for (;;)
    ;
}
"#,
                    options: &["--checks", "-termination", "--max-steps", "5000"],
                    ..Asked::default()
                },
                expect![],
            ),
            // A list with a cycle.
            (
                Asked {
                    program: r#"struct node { int key; struct node *next; };
int main(void) {
  struct node c = { 3, 0 }, b = { 2, &c }, a = { 1, &b };
  c.next = &b;
  int last = 0;
  for (struct node *p = &a; p != 0; p = p->next)
    last = p->key;
  return last;
}
"#,
                    ..Asked::default()
                },
                expect![],
            ),
        ],
    );
}

/// With time to spare: was it only cut off?
#[test]
fn runs() {
    rows(
        "run",
        &[
            // A run that is cut off.
            (
                Asked {
                    program: r#"int main(void) {
  unsigned n = 1;
  while (n != 0)
    n = n * 3 + 1;
  return 0;
}
"#,
                    options: &["--max-steps", "100000"],
                    ..Asked::default()
                },
                expect![],
            ),
            // A run that never ends.
            (
                Asked {
                    program: r#"int main(void) {
  unsigned n = 1, i = 0;
  while (n != 0)
    i++;
  return 0;
}
"#,
                    options: &["--max-steps", "100000"],
                    ..Asked::default()
                },
                expect![],
            ),
        ],
    );
}

/// Inputs are looked for.
#[test]
fn checked() {
    rows(
        "check",
        &[
            // Inputs that keep a loop going.
            (
                Asked {
                    program: r#"int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), steps = 0;
  if (n < 1 || n > 1000)
    return 0;
  while (n != 1) {
    if (n % 2 == 0)
      n = n / 2;
    else if (n != 27)
      n = n + 1;
  }
  return steps;
}
"#,
                    ..Asked::default()
                },
                expect![],
            ),
            // A step of zero.
            (
                Asked {
                    program: r#"int count(int from, int to, int step) {
  int n = 0;
  if (from < 0 || to > 100 || step < 0 || step > 100)
    return 0;
  for (int i = from; i < to; i += step)
    n ^= 1;
  return n;
}
"#,
                    options: &["--function", "count"],
                    ..Asked::default()
                },
                expect![],
            ),
            // All loops end.
            (
                Asked {
                    program: r#"int sum(int n) {
  int s = 0;
  for (int i = 0; i < n && i < 10; i++)
    s += i;
  return s;
}
"#,
                    options: &["--function", "sum"],
                    ..Asked::default()
                },
                expect![],
            ),
        ],
    );
}
