//! A program from standard input: `whydunit explain -`.

use crate::command_support;
use crate::common;

use expect_test::expect;

use command_support::Directory;

const DIVIDES: &str = "int main(void)\n{\n    int zero = 0;\n    return 1 / zero;\n}\n";

#[test]
fn a_program_is_read_from_standard_input() {
    let directory = Directory::with(&[]);
    expect![[r#"
        --- stdout
        error: division by zero: 1 / 0
         --> <stdin>:4:12
          |
        4 |     return 1 / zero;
          |            ^^^^^^^^ div
          |
          = note: reproduce: whydunit run -

        fails: 1 failure found
          `whydunit explain` instead of `whydunit run` says why
        --- exit code 1
    "#]]
    .assert_eq(&directory.says_with_input(&["check", "-"], DIVIDES));
    let absolute = "int absolute(int x) { return x < 0 ? -x : x; }\n";
    let args = ["check", "-", "--ensures", "\\result > 0", "--requires", "x > -9"];
    expect![[r#"
        --- stdout
        error: \result > 0 does not hold
         --> <stdin>:1:23
          |
        1 | int absolute(int x) { return x < 0 ? -x : x; }
          |                       ^^^^^^^^^^^^^^^^^^^^^ contract
          |
          = note: with x = 0
          = note: reproduce: whydunit run - --function absolute --input x=0 --requires 'x > -9' --ensures '\result > 0'

        fails: 1 failure found
          `whydunit explain` instead of `whydunit run` says why
        --- stderr
        note: no main: starting in `absolute` (--function chooses another)
        --- exit code 1
    "#]].assert_eq(&directory.says_with_input(&args, absolute));
}

#[test]
fn headers_are_found_from_where_we_are() {
    let directory = Directory::with(&[("here.h", "#define ZERO 0\n")]);
    let text = "#include \"here.h\"\nint main(void) { return 1 / ZERO; }\n";
    expect![[r#"
        --- stderr
        error: division by zero: 1 / 0
         --> <stdin>:2:25
          |
        2 | int main(void) { return 1 / ZERO; }
          |                         ^^^^^^^^ div
        --- exit code 1
    "#]]
    .assert_eq(&directory.says_with_input(&["run", "-"], text));
}

#[test]
fn mistakes_are_shown_in_the_text() {
    let directory = Directory::with(&[]);
    let syntax = "int main(void)\n{\n    return 0\n}\n";
    expect![[r#"
        --- stderr
        error: expected ';' before '}' token
         --> <stdin>:3:13
          |
        3 |     return 0
          |             ^
        --- exit code 2
    "#]]
    .assert_eq(&directory.says_with_input(&["run", "-"], syntax));
    let header = "\u{feff}#include \"nowhere.h\"\nint main(void) { return 0; }\n";
    expect![[r#"
        --- stderr
        error: cannot find the header `nowhere.h`
         --> <stdin>:1:10
          |
        1 | #include "nowhere.h"
          |          ^
          |
          = note: no `nowhere.h` in the directories around; say where it is with `-I DIR`
          = note: of system headers whydunit brings those of standard C; others are the compiler's
        --- exit code 2
    "#]]
    .assert_eq(&directory.says_with_input(&["run", "-"], header));
    let open = "int main(void) { return 0; } /* never closed";
    expect![[r#"
        --- stderr
        error: unterminated comment
         --> <stdin>:1:30
          |
        1 | int main(void) { return 0; } /* never closed
          |                              ^
        --- exit code 2
    "#]]
    .assert_eq(&directory.says_with_input(&["run", "-"], open));
    expect![[r#"
        --- stderr
        error: this is not a text file: it contains a NUL byte
         --> <stdin>:1:4
          |
        1 | int
          |    ^
        --- exit code 2
    "#]]
    .assert_eq(&directory.says_with_input(&["run", "-"], "int\0"));
    expect![[r#"
        --- stderr
        error: there is no function `main` to start in
         |
         = note: the program defines no function
        --- exit code 2
    "#]]
    .assert_eq(&directory.says_with_input(&["run", "-"], ""));
}

/// The program's own standard input is empty, or a file.
#[test]
fn standard_input_of_the_program_is_another() {
    let text = "#include <stdio.h>\nint main(void) { int c = getchar(); printf(\"%d\\n\", c); return 0; }\n";
    let directory = Directory::with(&[("input.txt", "A")]);
    expect![[r#"
        --- stdout
        -1
        --- stderr
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]]
    .assert_eq(&directory.says_with_input(&["run", "-"], text));
    expect![[r#"
        --- stdout
        65
        --- stderr
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]]
    .assert_eq(&directory.says_with_input(&["run", "-", "--stdin", "input.txt"], text));
    expect![[r#"
        --- stderr
        error: --stdin -: standard input is the program itself; use --stdin FILE
        --- exit code 2
    "#]]
    .assert_eq(&directory.says_with_input(&["run", "-", "--stdin", "-"], text));
}

#[test]
fn reports_call_it_by_its_name() {
    let directory = Directory::with(&[]);
    let mut command = directory.command(&["explain", "-", "--format", "json"]);
    let output = common::run_with_input(&mut command, DIVIDES.as_bytes());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let failure = &report["failures"][0];
    assert_eq!(failure["property"]["file"], "<stdin>");
    assert_eq!(failure["property"]["line"], 4);
    assert_eq!(failure["reproduce"], "whydunit run -");
}

/// Bytes that are no UTF-8 stay what they are.
#[test]
fn bytes_stay_what_they_are() {
    let directory = Directory::with(&[]);
    let text = b"#include <stdio.h>\nint main(void) { return puts(\"\xe9\") < 0; }\n";
    let output = common::run_with_input(&mut directory.command(&["run", "-"]), text);
    assert_eq!(output.stdout, b"\xe9\n", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn boogie_needs_to_be_named() {
    let directory = Directory::with(&[]);
    let text = "procedure main(x: int) { assert x != 5; }\n";
    expect![[r#"
        --- stdout
        error: assertion failed: x != 5
         --> <stdin>:1:33
          |
        1 | procedure main(x: int) { assert x != 5; }
          |                                 ^^^^^^ assert
          |
          = note: with x = 5
          = note: reproduce: whydunit run - -x boogie --input x=5

        fails: 1 failure found
          `whydunit explain` instead of `whydunit run` says why
        --- exit code 1
    "#]]
    .assert_eq(&directory.says_with_input(&["check", "-", "-x", "boogie"], text));
}

#[test]
fn a_test_needs_a_file() {
    let directory = Directory::with(&[]);
    let args = ["check", "-", "--emit-test", "t.c"];
    expect![[r#"
        --- stderr
        error: --emit-test: a test needs the program in a file, not on standard input
        --- exit code 2
    "#]]
    .assert_eq(&directory.says_with_input(&args, DIVIDES));
}
