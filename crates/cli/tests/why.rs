//! `whydunit why`: any question about a run.

use crate::expected_support::{Asked, rows};

use expect_test::expect;

/// Each form of question.
#[test]
fn questions() {
    rows("why", &[
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "total", "--at", "14"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "n", "--at", "4#3"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "n", "--at", "4"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "total * 2", "--at", "12"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "big", "--at", "p.c:16"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--expect", "total > 10", "--at", "12"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--expect", "total == 5", "--at", "14"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--ran", "5"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--ran", "5#1"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--ran", "13"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--not-run", "13"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--not-run", "5"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--not-run", "5", "--during", "11#1"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--not-run", "5", "--during", "11#3"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--printed", "1"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--printed", "1:1"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--printed", "1:7"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--printed", "2"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--ends"],
                ..Asked::default()
            },
            expect![[""]],
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
            expect![[""]],
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
            expect![[""]],
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
            expect![[""]],
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
            expect![[""]],
        ),
    ]);
}

/// Places that do not exist, values that do not, too many questions: exit code 2.
#[test]
fn what_cannot_be_asked() {
    rows("why", &[
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "total", "--at", "2"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "total", "--at", "99"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "nothing", "--at", "14"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "total +", "--at", "14"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "total", "--at", "14#2"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "total", "--at", "13"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--ran", "other.c:5"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--ran", "0"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--not-run", "5", "--during", "11#9"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--printed", "3"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--printed", "1:99"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--printed", "0"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--value", "total"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                options: &["--ran", "5", "--ends"],
                ..Asked::default()
            },
            expect![[""]],
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
  puts(big ? "big" : "small");
  return big;
}
"#,
                stdin: "4\n",
                ..Asked::default()
            },
            expect![[""]],
        ),
    ]);
}
