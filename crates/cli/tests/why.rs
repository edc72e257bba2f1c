//! `whydunit why`: any question about a run.

use crate::expected_support::{Asked, rows};

use expect_test::expect;

/// Each form of question.
#[test]
fn questions() {
    rows(
        "why",
        &[
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "total", "--at", "14"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 14: total is 5
                lines [4,5,9,10,11] [5,9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "n", "--at", "4#3"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 4: n is 2
                lines [9,10,11] [9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "n", "--at", "4"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 4: n is 3
                lines [9,10,11] [9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "total * 2", "--at", "12"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 12: total * 2 is 10
                lines [4,5,9,10,11] [5,9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "big", "--at", "p.c:16"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 16: big is 0
                lines [4,5,8,9,10,11,12] [5,8,9,10,11,15]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--expect", "total > 10", "--at", "12"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 12: total > 10 does not hold
                lines [4,5,9,10,11] [5,9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--expect", "total == 5", "--at", "14"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--ran", "5"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 5: line 5 was executed (time 2 of 2)
                lines [4,9,10,11] [9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--ran", "5#1"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 5: line 5 was executed (time 1 of 2)
                lines [4,9,10,11] [9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--ran", "13"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 12: line 13 was not executed: total > 10 is false
                lines [4,5,9,10,11] [5,9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--not-run", "13"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 12: line 13 was not executed: total > 10 is false
                lines [4,5,9,10,11] [5,9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--not-run", "5"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--not-run", "5", "--during", "11#1"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 4: line 5 was not executed: n > 1 is false
                lines [9,10,11] [9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--not-run", "5", "--during", "11#3"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--printed", "1"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 14: line 1 of the output: total is 5
                lines [4,5,9,10,11] [5,9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--printed", "1:1"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 14: line 1 of the output is "total 5"
                lines [] [5,9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--printed", "1:7"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 14: line 1 of the output: total is 5
                lines [4,5,9,10,11] [5,9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--printed", "2"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 15: line 2 of the output: "end" is end
                lines [] [5,9,10,11]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--ends"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 16: the run ends here, with exit code 0
                lines [] [5,9,10,11,15]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int i = 0;
  while (i < 2)
    ;
  return 0;
}
"#,
                    stdin: "4\n",
                    options: &["--ends"],
                    ..Asked::default()
                },
                expect![[r#"
                    0 termination, line 4: never ends: i < 2 stays true: no round changes i
                    lines [3,4] [3]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n = 0;
  return 1 / n;
}
"#,
                    stdin: "4\n",
                    options: &["--ends"],
                    ..Asked::default()
                },
                expect![[r#"
                0 div, line 4: division by zero: 1 / 0
                lines [3] [3]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int f(int n) {
  int m = n;
  return m;
}
int main(void) {
  int n;
  scanf("%d", &n);
  if (n > 10)
    return f(n);
  return 0;
}
"#,
                    stdin: "4\n",
                    options: &["--not-run", "4"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 9: line 4 was not executed: n > 10 is false
                lines [8] [8]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n;
  scanf("%d", &n);
  for (;;) {
    if (n < 5)
      break;
    n--;
    n -= 2;
  }
  return 0;
}
"#,
                    stdin: "4\n",
                    options: &["--not-run", "9"],
                    ..Asked::default()
                },
                expect![[r#"
                0 question, line 6: line 9 was not executed: n < 5 is true
                lines [4] [4]"#]],
            ),
        ],
    );
}

/// Places that do not exist, values that do not, too many questions: exit code 2.
#[test]
fn what_cannot_be_asked() {
    rows(
        "why",
        &[
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "total", "--at", "2"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: line 2: no statement of the program begins there"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "total", "--at", "99"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: line 99: no statement of the program begins there"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "nothing", "--at", "14"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: `nothing` is not declared here"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "total +", "--at", "14"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: expected a term, found `)`"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "total", "--at", "14#2"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: that line was executed once in this run"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "total", "--at", "13"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: that line was not executed in this run (--not-run asks why)"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--ran", "other.c:5"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: other.c:5: no statement of the program begins there"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--ran", "0"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: invalid value '0' for '--ran <PLACE>': `0` is not the number of a line"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--not-run", "5", "--during", "11#9"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: the line of --during was executed 4 times in this run"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--printed", "3"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: the output has no line 3"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--printed", "1:99"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: line 1 of the output has no column 99"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--printed", "0"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: invalid value '0' for '--printed <N[:COLUMN]>': `0` is not the number of a line or a column"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--value", "total"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: the following required arguments were not provided: --at <PLACE>"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    options: &["--ran", "5", "--ends"],
                    ..Asked::default()
                },
                expect![[r#"
                2 error: the argument '--ran <PLACE>' cannot be used with '--ends'"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int total;
static void add(int n) {
  if (n > 1)
    total += n;
}
int main(void) {
  int n, big = 0;
  scanf("%d", &n);
  for (int i = 0; i < n; i++)
    add(i);
  if (total > 10)
    big = 1;
  printf("total %d\n", total);
  puts("end");
  return big;
}
"#,
                    stdin: "4\n",
                    ..Asked::default()
                },
                expect![
                    "2 error: the following required arguments were not provided: <--value <EXPR>|--expect <COND>|--ran <PLACE>|--not-run <PLACE>|--printed <N[:COLUMN]>|--printed-stderr <N[:COLUMN]>|--ends>"
                ],
            ),
        ],
    );
}
