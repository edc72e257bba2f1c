//! `whydunit run --tests` with suites and options that cannot be used, or that say something else than is meant.

use crate::command_support;

use command_support::Directory;
use expect_test::{Expect, expect};

const SUM: &str = "int total;
int sum(int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return total = s;
}
";

fn directory() -> Directory {
    let suite = "function = \"sum\"\n[[test]]\ninputs = { a = [1], n = 1 }\n";
    Directory::with(&[("sum.c", SUM), ("good.c", SUM), ("sum.toml", suite)])
}

fn says(directory: &Directory, args: &[&str], expected: &Expect) {
    expected.assert_eq(&directory.says(args));
}

#[test]
fn suites_that_cannot_be_used() {
    let directory = directory();
    directory.write("syntax.toml", "[[test]]\nname = \"x\n");
    directory.write("keys.toml", "functoin = \"sum\"\n[[test]]\nreslt = 3\nargs = 3\n");
    directory.write("types.toml", "[[test]]\nresult = \"abc\"\n[[test]]\nafter = { totl = 1 }\n");
    directory.write("unknown.toml", "function = \"summ\"\n[[test]]\n");
    directory.write("file.toml", "[[test]]\nstdin-file = \"sum.tml\"\n");
    for (suite, expected) in [
        (
            "syntax.toml",
            expect![[r#"
            --- stderr
            error: invalid basic string, expected `"`
             --> syntax.toml:2:10
              |
            2 | name = "x
              |          ^
            --- exit code 2
        "#]],
        ),
        (
            "keys.toml",
            expect![[r#"
            --- stderr
            error: unknown key `functoin`
             --> keys.toml:1:1
              |
            1 | functoin = "sum"
              | ^
              |
              = note: did you mean `function`?
            error: unknown key `reslt`
             --> keys.toml:3:1
              |
            3 | reslt = 3
              | ^
              |
              = note: did you mean `result`?
            error: expected a list of strings, found an integer
             --> keys.toml:4:8
              |
            4 | args = 3
              |        ^
            --- exit code 2
        "#]],
        ),
        (
            "types.toml",
            expect![[r#"
            --- stderr
            note: no main: starting in `sum` (--function chooses another)
            error: "abc" is not a value of type int
             --> types.toml:2:1
              |
            2 | result = "abc"
              | ^
            error: no global and no pointer parameter is called `totl`; did you mean `total`?
             --> types.toml:4:11
              |
            4 | after = { totl = 1 }
              |           ^
            --- exit code 2
        "#]],
        ),
        (
            "unknown.toml",
            expect![[r#"
            --- stderr
            error: there is no function `summ` to start in; did you mean `sum`?
             |
             = note: whydunit run sum.c --tests unknown.toml --function sum  int sum(int *a, int n)
            --- exit code 2
        "#]],
        ),
        (
            "file.toml",
            expect![[r#"
            --- stderr
            error: no such file: `sum.tml`
             --> file.toml:2:14
              |
            2 | stdin-file = "sum.tml"
              |              ^
              |
              = note: did you mean `sum.toml`?
            --- exit code 2
        "#]],
        ),
        (
            "sum.tml",
            expect![[r#"
            --- stderr
            error: no such file: `sum.tml`
             |
             = note: did you mean `sum.toml`?
            --- exit code 2
        "#]],
        ),
    ] {
        says(&directory, &["run", "sum.c", "--tests", suite], &expected);
    }
}

#[test]
fn options_that_do_not_go_together() {
    let directory = directory();
    for (further, expected) in [
        (
            &["--input", "n=3"][..],
            expect![[r#"
            --- stderr
            error: --input cannot be used together with --tests: each test has its own inputs
            --- exit code 2
        "#]],
        ),
        (
            &["--stdin", "sum.c"],
            expect![[r#"
            --- stderr
            error: --stdin cannot be used together with --tests: each test has its own inputs
            --- exit code 2
        "#]],
        ),
        (
            &["--", "3"],
            expect![[r#"
            --- stderr
            error: arguments after `--` cannot be used together with --tests: each test has its own inputs
            --- exit code 2
        "#]],
        ),
        (
            &["--format", "html"],
            expect![[r#"
            --- stderr
            error: --tests: how tests went is reported as text or as json
            --- exit code 2
        "#]],
        ),
    ] {
        says(&directory, &[&["run", "sum.c", "--tests", "sum.toml"], further].concat(), &expected);
    }
    says(
        &directory,
        &["run", "sum.c", "--reference", "good.c"],
        &expect![[r#"
        --- stderr
        error: the following required arguments were not provided:
          --tests <PATH>

        Usage: whydunit run --tests <PATH> --reference <FILE> <FILE>... [-- <ARGS>...]

        For more information, try '--help'.
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["run", "sum.c", "--all-tests"],
        &expect![[r#"
        --- stderr
        error: the following required arguments were not provided:
          --tests <PATH>

        Usage: whydunit run --tests <PATH> --all-tests <FILE>... [-- <ARGS>...]

        For more information, try '--help'.
        --- exit code 2
    "#]],
    );
}

#[test]
fn inputs_that_nobody_asks_for_are_warned_about() {
    let directory = directory();
    directory.write(
        "names.toml",
        "[[test]]\ninputs = { b = [1], m = 0 }\n[[test]]\ninputs = { a = [99999999999], n = 0 }\n",
    );
    let args = ["run", "good.c", "--function", "sum", "--tests", "names.toml"];
    says(
        &directory,
        &args,
        &expect![[r#"
        --- stdout
        all 2 tests pass
        --- stderr
        warning: no input is called `b`
        warning: no input is called `m`
        warning: the value 99999999999 does not fit in int: 1215752191 is used
        --- exit code 0
    "#]],
    );
}
