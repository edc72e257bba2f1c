//! Exit codes and results that are not what was expected, and runs that do not end.

use crate::expected_support::{Asked, rows};

use expect_test::expect;

/// What it ended with, or returned.
#[test]
fn exits_and_results() {
    rows(
        "explain",
        &[
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n;
  scanf("%d", &n);
  return n > 3;
}
"#,
                    stdin: "4\n",
                    options: &["--expect-exit", "0"],
                    ..Asked::default()
                },
                expect![[r#"
                1 exit-code, line 5: exit code 1, expected 0
                lines [4] [4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int code = 2;
  exit(code);
}
"#,
                    options: &["--expect-exit", "1"],
                    ..Asked::default()
                },
                expect![[r#"
                1 exit-code, line 5: exit code 2, expected 1
                lines [4] [4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n;
  scanf("%d", &n);
  if (n < 0)
    abort();
  return 0;
}
"#,
                    stdin: "-1\n",
                    options: &["--expect-exit", "0"],
                    ..Asked::default()
                },
                expect![[r#"
                1 exit-code, line 7: no exit code: it was aborted, expected 0
                lines [5,6] [5]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int fail(int n) {
  if (n == 0)
    return 3;
  return 0;
}
int main(void) {
  int other = 7;
  return fail(other - 7);
}
"#,
                    options: &["--expect-exit", "0"],
                    ..Asked::default()
                },
                expect![[r#"
                1 exit-code, line 9: exit code 3, expected 0
                lines [3,4,8,9] [4,8,9]"#]],
            ),
            (
                Asked {
                    program: r#"int twice(int n) {
  int m = n + 1;
  return m * 2;
}
"#,
                    options: &["--function", "twice", "--input", "n=3", "--expect-result", "6"],
                    ..Asked::default()
                },
                expect![[r#"
                1 result, line 3: returned 8, expected 6
                lines [2] [2]"#]],
            ),
            (
                Asked {
                    program: r#"int max(int a, int b) {
  int best = a;
  if (b < a)
    best = b;
  return best;
}
"#,
                    options: &[
                        "--function",
                        "max",
                        "--input",
                        "a=1",
                        "--input",
                        "b=2",
                        "--expect-result",
                        "2",
                    ],
                    ..Asked::default()
                },
                expect![[r#"
                1 result, line 5: returned 1, expected 2
                lines [2,3] [2]"#]],
            ),
            (
                Asked {
                    program: r#"unsigned char low(int n) {
  return n >> 1;
}
"#,
                    options: &["--function", "low", "--input", "n=511", "--expect-result", "254"],
                    ..Asked::default()
                },
                expect![[r#"
                1 result, line 2: returned 255, expected 254
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"int sum(const int *a, int n) {
  int s = 0;
  for (int i = 1; i < n; i++)
    s += a[i];
  return s;
}
"#,
                    options: &[
                        "--function",
                        "sum",
                        "--input",
                        "a=[5,6]",
                        "--input",
                        "n=2",
                        "--expect-result",
                        "11",
                    ],
                    ..Asked::default()
                },
                expect![[r#"
                1 result, line 5: returned 6, expected 11
                lines [2,3,4] [2,3,4]"#]],
            ),
            (
                Asked {
                    program: r#"long parity(long n) {
  return n % 2;
}
"#,
                    options: &["--function", "parity", "--input", "n=-3", "--expect-result", "1"],
                    ..Asked::default()
                },
                expect![[r#"
                1 result, line 2: returned -1, expected 1
                lines [] []"#]],
            ),
        ],
    );
}

/// A state comes back: the condition that keeps the run in the loop, and why it does not change.
#[test]
fn runs_that_do_not_end() {
    rows(
        "explain",
        &[
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int i = 0;
  while (i < 3)
    ;
  return i;
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                    1 termination, line 4: never ends: i < 3 stays true: no round changes i
                    lines [3,4] [3]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int i = 0, j = 0;
  while (i < 3)
    j = 1;
  return i + j;
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                    1 termination, line 4: never ends: i < 3 stays true: no round changes i
                    lines [3,4] [3]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n, i = 0;
  scanf("%d", &n);
  while (i < 4) {
    if (n > 2)
      continue;
    i++;
  }
  return 0;
}
"#,
                    stdin: "3\n",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                    1 termination, line 5: never ends: i < 4 stays true: no round changes i, `i++` is not reached
                    lines [3,4,5,6,7] [3,4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int i = 0;
  do {
    i = 1 - i;
  } while (i < 2);
  return 0;
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                1 termination, line 6: never ends: i < 2 stays true
                lines [3,5,6] [3,5]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
struct node { struct node *next; };
int main(void) {
  struct node a, b;
  a.next = &b;
  b.next = &a;
  int n = 0;
  for (struct node *p = &a; p; p = p->next)
    n = 1;
  return n;
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                1 termination, line 8: never ends: p stays true
                lines [5,6,8] [5,6,8]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int low = 0, high = 4;
  while (low < high) {
    int mid = (low + high) / 2;
    if (mid < 3)
      low = mid;
    else
      high = mid;
  }
  return low;
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                    1 termination, line 4: never ends: low < high stays true: `low = mid` leaves low as it was
                    lines [3,4,5,6,7,9] [3,5,7,9]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n, sum = 0, i = 1;
  scanf("%d", &n);
  while (i < n) {
    int x;
    if (scanf("%d", &x) == 1)
      i++;
  }
  return sum;
}
"#,
                    stdin: "4 1 2\n",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                    1 termination, line 5: never ends: i < n stays true: no round changes i and n, `i++` is not reached
                    lines [3,4,5,7,8] [3,4,7,8]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n = 0;
  while (n == 0)
    scanf("%d", &n);
  return n;
}
"#,
                    stdin: "abc\n",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                    1 termination, line 4: never ends: n == 0 stays true: no round changes n
                    lines [3,4,5] [3]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int c;
  while ((c = getchar()) != 'x')
    ;
  return c;
}
"#,
                    stdin: "ab\n",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                    1 termination, line 4: never ends: (c = getchar()) != 'x' stays true: `c = getchar()` leaves c as it was
                    lines [4] [4]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  unsigned i = 0;
  while (i != 5)
    i = (i + 2) % 6;
  return 0;
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                1 termination, line 4: never ends: i != 5 stays true
                lines [3,4,5] [3,5]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int wait(int ready) {
  while (!ready)
    ;
  return 1;
}
int main(void) {
  int state = 1;
  return wait(state - 1);
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                    1 termination, line 3: never ends: !ready stays true: no round changes ready
                    lines [3,8,9] [8,9]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int a[3] = { 1, 2, 0 };
  int at = 0;
  while (at != 3)
    at = a[at];
  return 0;
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                1 termination, line 5: never ends: at != 3 stays true
                lines [3,4,5,6] [3,4,6]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n = 5;
  while (n > 0) {
    if (n == 3)
      n++;
    else
      n--;
  }
  return 0;
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                1 termination, line 4: never ends: n > 0 stays true
                lines [3,4,5,6,8] [3,6,8]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int x = 6, y = 4;
  while (x != 0) {
    int t = x;
    x = y;
    y = t;
  }
  return y;
}
"#,
                    stdin: "",
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                },
                expect![[r#"
                1 termination, line 4: never ends: x != 0 stays true
                lines [3,4,5,6,7] [3,5,6,7]"#]],
            ),
        ],
    );
}
