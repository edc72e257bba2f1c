//! Text that is composed in storage before it is printed, and text on standard error: the value that was converted is asked about.

use crate::command_support::Directory;
use crate::expected_support::{Asked, rows};

use expect_test::expect;

/// Through `snprintf`, `strcpy`, `strcat`, a loop and `puts`.
#[test]
fn composed_text() {
    rows(
        "explain",
        &[
            // Sprintf, printed with %s.
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  char line[40];
  int words = 3;
  words = words - 1;
  sprintf(line, "words %d", words);
  printf("%s\n", line);
  return 0;
}
"#,
                    wanted: Some("words 3\n"),
                    ..Asked::default()
                },
                expect![[r#"
                    1 output, line 6: line 1 of the output: words is 2, expected 3
                    lines [4,5] [4,5]"#]],
            ),
            // Snprintf, copied, puts.
            (
                Asked {
                    program: r#"#include <stdio.h>
#include <string.h>
int main(void) {
  char number[20], line[40];
  int a = 4, b = 5;
  snprintf(number, sizeof number, "%d", a * b);
  strcpy(line, "area ");
  strcat(line, number);
  puts(line);
  return 0;
}
"#,
                    wanted: Some("area 18\n"),
                    ..Asked::default()
                },
                expect![[r#"
                    1 output, line 9: line 1 of the output: line is area 20, expected area 18
                    lines [5,6,7,8] [5,6,7,8]"#]],
            ),
            // Composed twice, copied by a loop.
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  char name[20], line[60], shown[60];
  int id = 7;
  sprintf(name, "n%d", id);
  sprintf(line, "<%s>", name);
  int i = 0;
  while ((shown[i] = line[i]) != 0)
    i++;
  fputs(shown, stdout);
  return 0;
}
"#,
                    wanted: Some("<n8>"),
                    ..Asked::default()
                },
                expect![[r#"
                    1 output, line 10: line 1 of the output: shown is <n7>, expected <n8>
                    lines [4,5,6,7,8,9] [4,6,7,8,9]"#]],
            ),
            // A record with text in it.
            (
                Asked {
                    program: r#"#include <stdio.h>
struct entry { char text[16]; };
int main(void) {
  struct entry a, b;
  int price = 12;
  sprintf(a.text, "%04d", price);
  b = a;
  printf("[%s]\n", b.text);
  return 0;
}
"#,
                    wanted: Some("[0013]\n"),
                    ..Asked::default()
                },
                expect![[r#"
                    1 output, line 6: line 1 of the output: price is 0012, expected 0013
                    lines [5] [5]"#]],
            ),
        ],
    );
}

/// A line of standard error.
#[test]
fn standard_error() {
    rows(
        "why",
        &[
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  int used = 5, most = 3;
  printf("working\n");
  if (used > most)
    fprintf(stderr, "used %d of %d\n", used, most);
  return 0;
}
"#,
                    options: &["--printed-stderr", "1:6"],
                    ..Asked::default()
                },
                expect![[r#"
                    0 question, line 6: line 1 of the error output: used is 5
                    lines [3,5] [3]"#]],
            ),
            (
                Asked {
                    program: r#"#include <stdio.h>
int main(void) {
  printf("working\n");
  return 0;
}
"#,
                    options: &["--printed-stderr", "1"],
                    ..Asked::default()
                },
                expect!["2 error: the error output has no line 1"],
            ),
        ],
    );
}

/// The passing test that goes the same way for longest is shown beside.
#[test]
fn a_test_that_passes_is_shown_beside() {
    let program = r#"#include <stdio.h>
int main(void) {
  int n, best = 0, x;
  scanf("%d", &n);
  for (int i = 0; i < n; i++) {
    scanf("%d", &x);
    if (x > best)
      best = x;
  }
  printf("%d\n", best);
  return 0;
}
"#;
    let suite = r#"[[test]]
name = "negative"
stdin = "2\n-3 -4\n"
stdout = "-3\n"
[[test]]
name = "rising"
stdin = "2\n1 4\n"
stdout = "4\n"
[[test]]
name = "zero"
stdin = "2\n0 -4\n"
stdout = "0\n"
"#;
    let directory = Directory::with(&[("p.c", program), ("suite.toml", suite)]);
    let output = directory.output(&["explain", "p.c", "--tests", "suite.toml"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let beside: Vec<&str> = text.lines().filter(|line| line.contains("compare:")).collect();
    expect!["  compare: test zero passes; in line 6 x is -3, there 0"]
        .assert_eq(&beside.join("\n"));
}
