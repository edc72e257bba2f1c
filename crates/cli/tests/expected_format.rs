//! Output whose values are right and written in another way; decisions that make output right only by chance; suites that say what counts as the same output.

use crate::command_support::Directory;
use crate::common::whydunit;
use crate::expected_support::{Asked, rows};

use expect_test::expect;

/// The conversion is named, at its place in the literal.
#[test]
fn wrong_formats() {
    let asked = |program, wanted| Asked { program, wanted: Some(wanted), ..Asked::default() };
    rows(
        "explain",
        &[
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  char c = 'A';\n  printf(\"%d\\n\", c);\n  return 0;\n}\n",
                    "A\n",
                ),
                expect![[r#"
                    1 output, line 4: line 1 of the output is "65", expected "A": `%d` writes the number of 'A'
                    lines [] []"#]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int n = 66;\n  printf(\"%c\\n\", n);\n  return 0;\n}\n",
                    "66\n",
                ),
                expect![[r#"
                    1 output, line 4: line 1 of the output is "B", expected "66": `%c` writes the character with the number 66
                    lines [] []"#]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int h = 1, m = 5;\n  printf(\"%02d:%d\\n\", h, m);\n  return 0;\n}\n",
                    "01:05\n",
                ),
                expect![[r#"
                    1 output, line 4: line 1 of the output is "01:5", expected "01:05": `%d` writes "5", not "05"
                    lines [] []"#]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  double x = 2.5;\n  printf(\"%f\\n\", x);\n  return 0;\n}\n",
                    "2.50\n",
                ),
                expect![[r#"
                    1 output, line 4: line 1 of the output is "2.500000", expected "2.50": `%f` writes "2.500000", not "2.50"
                    lines [] []"#]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int x = 255;\n  printf(\"x %d\\n\", x);\n  return 0;\n}\n",
                    "x ff\n",
                ),
                expect![[r#"
                    1 output, line 4: line 1 of the output is "x 255", expected "x ff": `%d` writes "255", not "ff"
                    lines [] []"#]],
            ),
            // Through a buffer.
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  char b[20];\n  int n = 7;\n  sprintf(b, \"<%d>\", n);\n  puts(b);\n  return 0;\n}\n",
                    "<007>\n",
                ),
                expect![[r#"
                    1 output, line 5: line 1 of the output is "<7>", expected "<007>": `%d` writes "7", not "007"
                    lines [] []"#]],
            ),
            // Another value is no other format.
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int n = 65;\n  printf(\"%d\\n\", n);\n  return 0;\n}\n",
                    "B\n",
                ),
                expect![[r#"
                    1 output, line 4: line 1 of the output is "65", expected "B"
                    lines [] []"#]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  double x = 2.5;\n  printf(\"%.2f\\n\", x);\n  return 0;\n}\n",
                    "2.75\n",
                ),
                expect![[r#"
                    1 output, line 4: line 1 of the output: x is 2.50, expected 2.75
                    lines [3] [3]"#]],
            ),
            // A newline that is missing, at the end of its literal.
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  printf(\"a\");\n  printf(\"b\\n\");\n  return 0;\n}\n",
                    "a\nb\n",
                ),
                expect![[r#"
                    1 output, line 3: line 1 of the output is "ab", expected "a": a new line is missing
                    lines [] []"#]],
            ),
        ],
    );
}

/// What a run prints that fails a check then is not as expected; and a loop that is kept going works on what is behind its data.
#[test]
fn decisions_that_hit_by_chance() {
    let asked =
        |program, stdin, wanted| Asked { program, stdin, wanted: Some(wanted), ..Asked::default() };
    rows(
        "explain",
        &[
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int a[3] = {1, 2, 3}, found = 0;\n  for (int i = 0; i < 3; i++)\n    if (a[i] > 1) { printf(\"YES\\n\"); found = 1; break; }\n  for (int i = 0; i < 3; i++) found += a[i];\n  printf(\"NO\\n\");\n  return 0;\n}\n",
                    "",
                    "YES\n",
                ),
                expect![[r#"
                    1 output, line 7: line 2 of the output is "NO", expected no more: "NO" is too much
                    lines [] [3,4,6]"#]],
            ),
            // The last element is not printed: the run that prints it fails behind it.
            (
                asked(
                    "#include <stdio.h>\nstruct node { int v; struct node *next; };\nint main(void) {\n  struct node b = {2, 0}, a = {1, &b};\n  for (struct node *p = &a; p->next; p = p->next)\n    printf(\"%d \", p->v);\n  printf(\"\\n\");\n  return 0;\n}\n",
                    "",
                    "1 2 \n",
                ),
                expect![[r#"
                    1 output, line 5: line 1 of the output is "1 ", expected "1 2 ": p->next is false
                    lines [4,5] [4,5]"#]],
            ),
            // The comparison, not one more round of the loop.
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int a[4] = {5, 5, 9, 0}, n = 2, ok = 1;\n  for (int i = 1; i < n && ok; i++)\n    if (a[i] > a[i - 1]) ok = 0;\n  if (ok) printf(\"up\\n\"); else printf(\"down\\n\");\n  return 0;\n}\n",
                    "",
                    "down\n",
                ),
                expect![[r#"
                    1 output, line 6: line 1 of the output is "up", expected "down": ok is true
                    lines [3,4,5] [3,4]"#]],
            ),
        ],
    );
}

/// A suite says what counts as the same output, for all of its tests or for one.
#[test]
fn modes_of_a_suite() {
    let folder = Directory::with(&[
        ("p.c", "#include <stdio.h>\nint main(void) {\n  printf(\"1   2 \\n\");\n  return 0;\n}\n"),
        (
            "suite.toml",
            "compare-output = \"tokens\"\n\n[[test]]\nname = \"words\"\nstdout = \"1 2\"\n\n[[test]]\nname = \"bytes\"\nstdout = \"1 2\\n\"\ncompare-output = \"exact\"\n\n[[test]]\nname = \"other\"\nstdout = \"1 3\"\n",
        ),
        ("wrong.toml", "compare-output = \"words\"\n\n[[test]]\nstdout = \"1 2\"\n"),
    ]);
    let told = |arguments: &[&str]| {
        let output = whydunit().current_dir(folder.path()).args(arguments).output();
        let output = output.expect("it should run");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        format!("{}{}", text(&output.stdout), text(&output.stderr))
    };
    expect![[r#"
        failed  bytes  line 1 of the output is "1   2 ", expected "1 2"
        failed  other  line 1 of the output is "1   2 ", expected "1 3"

        2 of 3 tests fail
        bytes alone: whydunit run p.c
    "#]]
    .assert_eq(&told(&["run", "p.c", "--tests", "suite.toml"]));
    expect![[r#"
        error: unknown comparison `words` (known: exact, lines, tokens, numbers=EPS)
         --> wrong.toml:1:18
          |
        1 | compare-output = "words"
          |                  ^
    "#]]
    .assert_eq(&told(&["run", "p.c", "--tests", "wrong.toml"]));
    let explained = told(&["explain", "p.c", "--tests", "suite.toml", "--test", "bytes"]);
    expect![[r#"error: line 1 of the output is "1   2 ", expected "1 2": a space is too much                                                                                                                       p.c:3"#]].assert_eq(explained.lines().next().unwrap_or_default());
}
