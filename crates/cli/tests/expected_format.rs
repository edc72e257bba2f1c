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
                expect![[""]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int n = 66;\n  printf(\"%c\\n\", n);\n  return 0;\n}\n",
                    "66\n",
                ),
                expect![[""]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int h = 1, m = 5;\n  printf(\"%02d:%d\\n\", h, m);\n  return 0;\n}\n",
                    "01:05\n",
                ),
                expect![[""]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  double x = 2.5;\n  printf(\"%f\\n\", x);\n  return 0;\n}\n",
                    "2.50\n",
                ),
                expect![[""]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int x = 255;\n  printf(\"x %d\\n\", x);\n  return 0;\n}\n",
                    "x ff\n",
                ),
                expect![[""]],
            ),
            // Through a buffer.
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  char b[20];\n  int n = 7;\n  sprintf(b, \"<%d>\", n);\n  puts(b);\n  return 0;\n}\n",
                    "<007>\n",
                ),
                expect![[""]],
            ),
            // Another value is no other format.
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int n = 65;\n  printf(\"%d\\n\", n);\n  return 0;\n}\n",
                    "B\n",
                ),
                expect![[""]],
            ),
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  double x = 2.5;\n  printf(\"%.2f\\n\", x);\n  return 0;\n}\n",
                    "2.75\n",
                ),
                expect![[""]],
            ),
            // A newline that is missing, at the end of its literal.
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  printf(\"a\");\n  printf(\"b\\n\");\n  return 0;\n}\n",
                    "a\nb\n",
                ),
                expect![[""]],
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
                expect![[""]],
            ),
            // The last element is not printed: the run that prints it fails behind it.
            (
                asked(
                    "#include <stdio.h>\nstruct node { int v; struct node *next; };\nint main(void) {\n  struct node b = {2, 0}, a = {1, &b};\n  for (struct node *p = &a; p->next; p = p->next)\n    printf(\"%d \", p->v);\n  printf(\"\\n\");\n  return 0;\n}\n",
                    "",
                    "1 2 \n",
                ),
                expect![[""]],
            ),
            // The comparison, not one more round of the loop.
            (
                asked(
                    "#include <stdio.h>\nint main(void) {\n  int a[4] = {5, 5, 9, 0}, n = 2, ok = 1;\n  for (int i = 1; i < n && ok; i++)\n    if (a[i] > a[i - 1]) ok = 0;\n  if (ok) printf(\"up\\n\"); else printf(\"down\\n\");\n  return 0;\n}\n",
                    "",
                    "down\n",
                ),
                expect![[""]],
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
    expect![[""]].assert_eq(&told(&["run", "p.c", "--tests", "suite.toml"]));
    expect![[""]].assert_eq(&told(&["run", "p.c", "--tests", "wrong.toml"]));
    let explained = told(&["explain", "p.c", "--tests", "suite.toml", "--test", "bytes"]);
    expect![[""]].assert_eq(explained.lines().next().unwrap_or_default());
}
