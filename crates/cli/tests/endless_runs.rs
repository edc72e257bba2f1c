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
                expect![[r#"
                    1 termination, line 4: never ends: no condition could end the loop
                    lines [] []"#]],
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
                expect![[r#"
                    1 termination, line 3: never ends: i >= 0 stays true until `i++` overflows
                    lines [3] [3]"#]],
            ),
            // The end of input comes for ever; rounds before took characters.
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int c, n = 0;
  while ((c = getchar()) != '\n')
    n++;
  return n;
}
"#,
                    stdin: "ab",
                    ..Asked::default()
                },
                expect![[r#"
                    1 termination, line 4: never ends: (c = getchar()) != '\n' stays true until `n++` overflows
                    lines [4] [4]"#]],
            ),
            // Nothing changes it, nothing that is reached, nothing that makes a difference.
            (
                Asked {
                    program: r#"int main(void) {
  int i = 0, j;
  do {
    for (j = 0; j < 3; j++)
      ;
  } while (i < 5);
  return j;
}
"#,
                    ..Asked::default()
                },
                expect![[r#"
                    1 termination, line 6: never ends: i < 5 stays true: no round changes i
                    lines [2,6] [2,4]"#]],
            ),
            (
                Asked {
                    program: r#"int main(void) {
  int n = 3;
  while (n != 1) {
    if (n % 2 == 0)
      n /= 2;
    else if (n > 3)
      n = 3 * n + 1;
  }
  return n;
}
"#,
                    ..Asked::default()
                },
                expect![[r#"
                    1 termination, line 3: never ends: n != 1 stays true: no round changes n, `n /= 2` and `n = 3 * n + 1` are not reached
                    lines [2,3,4,6] [2]"#]],
            ),
            (
                Asked {
                    program: r#"int main(void) {
  int low = 0, high = 7;
  while (low < high) {
    int middle = (low + high) / 2;
    if (middle < 6)
      low = middle;
    else
      high = middle;
  }
  return low;
}
"#,
                    ..Asked::default()
                },
                expect![[r#"
                    1 termination, line 3: never ends: low < high stays true: `low = middle` leaves low as it was
                    lines [2,3,4,5,6,8] [2,4,6,8]"#]],
            ),
            // Changed by turns: of that nothing is said.
            (
                Asked {
                    program: r#"int main(void) {
  int n = 4;
  while (n > 0) {
    if (n == 4)
      n = 3;
    else
      n = 4;
  }
  return n;
}
"#,
                    ..Asked::default()
                },
                expect![[r#"
                    1 termination, line 3: never ends: n > 0 stays true
                    lines [2,3,4,5,7] [2,5,7]"#]],
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
                expect![[r#"
                    1 termination, line 3: never ends: i >= 0 stays true: i is unsigned, never below 0
                    lines [] []"#]],
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
                expect![[r#"
                    1 termination, line 5: never ends: n > 1 stays true until `rounds++` overflows
                    lines [4,5,6,8,9] [4,6,9]"#]],
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
                expect![[r#"
                    1 termination, line 2: `depth` calls itself for ever: n == 0 stays false
                    lines [2,4,7] [4,7]"#]],
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
                expect![[r#"
                    1 termination, line 2: `fact` calls itself for ever: n == 1 stays false until `n - 1` overflows
                    lines [2,4,7] [4,7]"#]],
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
                expect![[r#"
                    1 termination, line 4: never ends: getchar() != '.' stays true
                    lines [4] [4]"#]],
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
                expect!["3 unknown 5000"],
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
                expect![[r#"
                    1 termination, line 6: never ends: p != 0 stays true
                    lines [3,4,6] [3,4,6]"#]],
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
                expect!["3 unknown 100000"],
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
                expect![[r#"
                    1 termination, line 3: never ends: n != 0 stays true: no round changes n
                    lines "#]],
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
                expect![[r#"
                    1 termination, line 6: never ends: n != 1 stays true: no round changes n, `n = n / 2` and `n = n + 1` are not reached
                    lines "#]],
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
                expect![[r#"
                    1 termination, line 5: never ends: i < to stays true: `i += step` leaves i as it was
                    lines "#]],
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
                expect!["0 holds 16, 60, 4096"],
            ),
        ],
    );
}
