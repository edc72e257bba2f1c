//! What is as expected, or only looks otherwise: white space under each mode, loops that end, runs that break a check themselves.

use crate::expected_support::{Asked, rows};

use expect_test::expect;

/// Exit code 0 where all is as expected; a run that was cut off is never called endless.
#[test]
fn as_expected_or_not() {
    rows(
        "explain",
        &[
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("a  b \nc\n");
  return 0;
}
"#,
                    wanted: Some("a  b \nc\n"),
                    options: &["--compare-output", "exact"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds-within-bound"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("a  b \nc\n");
  return 0;
}
"#,
                    wanted: Some("a  b\nc\n"),
                    options: &["--compare-output", "exact"],
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 3: line 1 of the output is "a  b ", expected "a  b": a space is too much
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("a  b \nc\n");
  return 0;
}
"#,
                    wanted: Some("a  b\nc\n\n"),
                    options: &["--compare-output", "lines"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds-within-bound"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("a  b \nc\n");
  return 0;
}
"#,
                    wanted: Some("a b\nc\n"),
                    options: &["--compare-output", "lines"],
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 3: line 1 of the output is "a  b ", expected "a b": a space is too much
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("a  b \nc\n");
  return 0;
}
"#,
                    wanted: Some("a b c"),
                    options: &["--compare-output", "tokens"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds-within-bound"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("a  b \nc\n");
  return 0;
}
"#,
                    wanted: Some("a b\n\nc"),
                    options: &["--compare-output", "tokens"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds-within-bound"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("a  b \nc\n");
  return 0;
}
"#,
                    wanted: Some("a b c d"),
                    options: &["--compare-output", "tokens"],
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 4: the output ends before "d" in line 1
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("a  b \nc\n");
  return 0;
}
"#,
                    wanted: Some("abc"),
                    options: &["--compare-output", "tokens"],
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 3: line 1 of the output is "a  b ", expected "abc": a space is too much
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  double x = 1.0 / 3;
  printf("x = %.4f\n", x);
  return 0;
}
"#,
                    wanted: Some("x = 0.3333\n"),
                    options: &["--compare-output", "exact"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds-within-bound"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  double x = 1.0 / 3;
  printf("x = %.4f\n", x);
  return 0;
}
"#,
                    wanted: Some("x = 0.33\n"),
                    options: &["--compare-output", "exact"],
                    ..Asked::default()
                },
                expect![[r#"
                    1 output, line 4: line 1 of the output is "x = 0.3333", expected "x = 0.33": `%.4f` writes "0.3333", not "0.33"
                    lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  double x = 1.0 / 3;
  printf("x = %.4f\n", x);
  return 0;
}
"#,
                    wanted: Some("x = 0.33\n"),
                    options: &["--compare-output", "numbers=0.01"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds-within-bound"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  double x = 1.0 / 3;
  printf("x = %.4f\n", x);
  return 0;
}
"#,
                    wanted: Some("x = 0.36\n"),
                    options: &["--compare-output", "numbers=0.01"],
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 4: line 1 of the output: x is 0.3333, expected 0.36
                lines [3] [3]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  double x = 1.0 / 3;
  printf("x = %.4f\n", x);
  return 0;
}
"#,
                    wanted: Some("y = 0.33\n"),
                    options: &["--compare-output", "numbers=0.01"],
                    ..Asked::default()
                },
                expect![[r#"
                1 output, line 4: line 1 of the output is "x = 0.3333", expected "y = 0.33"
                lines [] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  long n = 0;
  for (long i = 0; i < 50000; i++)
    n += i & 1;
  printf("%ld\n", n);
  return 0;
}
"#,
                    wanted: Some("25000\n"),
                    ..Asked::default()
                },
                expect![[r#"
                0 holds-within-bound"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  long n = 0;
  for (long i = 0; i < 50000; i++)
    n += i & 1;
  printf("%ld\n", n);
  return 0;
}
"#,
                    wanted: Some("25000\n"),
                    options: &["--max-steps", "50000"],
                    ..Asked::default()
                },
                expect![[r#"
                3 fails no end within 50000 steps"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int n = 27;
  while (n != 1)
    n = n % 2 ? 3 * n + 1 : n / 2;
  printf("%d\n", n);
  return 0;
}
"#,
                    wanted: Some("1\n"),
                    options: &["--max-steps", "100"],
                    ..Asked::default()
                },
                expect![[r#"
                3 fails no end within 100 steps"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
static int forever(unsigned n) {
  return n == 0 ? 0 : forever(n - 1);
}
int main(void) {
  return forever(3);
}
"#,
                    options: &["--expect-exit", "0"],
                    ..Asked::default()
                },
                expect![[r#"
                0 holds-within-bound"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  return 0;
}
"#,
                    wanted: Some(""),
                    ..Asked::default()
                },
                expect![[r#"
                0 holds-within-bound"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int a[2] = { 1, 2 };
  printf("%d\n", a[2]);
  return 0;
}
"#,
                    wanted: Some("3\n"),
                    ..Asked::default()
                },
                expect![[r#"
                1 bounds, line 4: index 2 is out of bounds of a[2]
                lines [3] []"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  unsigned i = 0;
  while (i != 5)
    i += 2;
  return 0;
}
"#,
                    wanted: Some("\n"),
                    options: &["--max-steps", "30000"],
                    ..Asked::default()
                },
                expect![[r#"
                3 fails no end within 30000 steps"#]],
            ),
        ],
    );
}
