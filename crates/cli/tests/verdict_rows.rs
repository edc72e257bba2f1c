//! Programs of which *holds* would be wrong, one by one: what is said of each, and the exit code.

use crate::command_support;

use command_support::Directory;

/// A program, the options of `check`, the exit code, and what the output has to contain.
type Row = (&'static str, &'static str, &'static [&'static str], i32, &'static str);

const ROWS: &[Row] = &[
    (
        "a.c",
        "#include <stddef.h>\nint f(const char *s) { size_t i = 0; while (s[i]) i++; return s[i + 1]; }\n",
        &["--function", "f"],
        1,
        "read of 1 byte just past the end of what s points to",
    ),
    (
        "a.c",
        "static int n;\nvoid push(void) { if (n < 9) n++; }\nint last(int d) { if (n > 1) return 1 / (d - d); return n; }\n",
        &["--function", "last"],
        1,
        "division by zero",
    ),
    (
        "a.c",
        "//@ requires x > 5 && x < 3;\nint f(int x) { return 1 / (x - x); }\n",
        &["--function", "f"],
        3,
        "no input meets the precondition",
    ),
    (
        "a.c",
        "//@ requires \\valid_read(a + (0 .. 99));\nint f(const int *a) { return a[0] / (a[1] - a[1]); }\n",
        &["--function", "f"],
        1,
        "division by zero",
    ),
    (
        "a.c",
        "void reach_error(void);\nint main(void) { int a[2] = {0, 0}, i = 2; a[i] = 1; reach_error(); return 0; }\n",
        &["--checks", "unreach"],
        3,
        "the check bounds is off",
    ),
    (
        "a.c",
        "int f(unsigned x) { volatile char b[10000]; b[x % 100] = 1; return f(x + 1); }\n",
        &["--function", "f", "--unwind", "4"],
        3,
        "every run calls `f` again",
    ),
    (
        "a.c",
        "#include <assert.h>\n//@ ensures \\result == n * 2;\nextern int twice(int n);\nint main(void) { int t = twice(3); assert(t == 6); return 0; }\n",
        &[],
        0,
        "`twice` keeps its contract",
    ),
    (
        "a.c",
        "#include <assert.h>\n//@ ensures \\result == n * 2;\nextern int twice(int n);\nint main(void) { int t = twice(3); assert(t == 6); return 0; }\n",
        &["--modular"],
        0,
        "holds",
    ),
    (
        "a.c",
        "//@ requires n > 0;\nextern int twice(int n);\nint f(int k) { return twice(k); }\n",
        &["--function", "f"],
        1,
        "precondition of twice is broken",
    ),
    (
        "a.c",
        "int f(int x)\n{\n  //@ assert x < 10;\n  return x;\n}\n",
        &["--function", "f", "--checks", "assert"],
        0,
        "`x < 10` is not checked: contract is off",
    ),
    (
        "a.c",
        "int f(int x)\n{\n  //@ assert x < 10;\n  return x;\n}\n",
        &["--function", "f", "--checks", "assert", "-m32"],
        0,
        "`x < 10` is not checked: contract is off",
    ),
    (
        "a.c",
        "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; return 1 / (fgetc(f) - 1); }\n",
        &[],
        3,
        "not supported: a file that can be opened",
    ),
    (
        "a.c",
        "#include <stdlib.h>\nint main(void) { return 1 / (rand() % 3 - 2); }\n",
        &[],
        1,
        "with rand#1 = 2",
    ),
    (
        "a.c",
        "#include <stdlib.h>\n#include <string.h>\nint main(void) { char b[4]; char *e = getenv(\"E\"); if (e) strcpy(b, e); return 0; }\n",
        &[],
        1,
        "with e = \"aaaa\"",
    ),
    (
        "a.c",
        "extern void *__VERIFIER_nondet_pointer(void);\nint main(void) { int *p = __VERIFIER_nondet_pointer(); if (p) return *p; return 0; }\n",
        &[],
        1,
        "bounds",
    ),
    (
        "a.bpl",
        "procedure main() returns (r: int)\n  free ensures r == 1;\n  ensures r > 0;\n{ r := 0; }\n",
        &[],
        1,
        "r > 0 does not hold",
    ),
    (
        "a.bpl",
        "procedure main() { var a: [int]int; a[-1] := 3; assert a[-1] == 4; }\n",
        &[],
        3,
        "no run within the bounds comes to this check",
    ),
    (
        "a.bpl",
        "procedure main() { var x: int; x := 9223372036854775807; x := x + 1; assert false; }\n",
        &[],
        3,
        "integers of up to 64 bits",
    ),
    (
        "a.bpl",
        "procedure P(x: int);\n  requires x > 0;\nimplementation P(x: int) { assert x > 0; }\nimplementation P(x: int) { assert x > 5; }\n",
        &[],
        1,
        "assertion failed: x > 5",
    ),
    (
        "a.bpl",
        "procedure main() { var {:assumption} a: bool; a := a && true; assert a; }\n",
        &[],
        3,
        "the attribute `{:assumption}`",
    ),
    (
        "a.bpl",
        "procedure {:selective_checking} main(x: int) { assert x > 0; }\n",
        &[],
        3,
        "the attribute `{:selective_checking}`",
    ),
];

#[test]
fn what_cannot_be_said_to_hold_is_not() {
    let mut wrong = Vec::new();
    for (name, text, options, code, words) in ROWS {
        let directory = Directory::with(&[(name, text)]);
        let mut args = vec!["check", name, "--timeout", "20"];
        args.extend_from_slice(options);
        let said = directory.says(&args);
        let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
        if !flat.contains(words) || !flat.ends_with(&format!("exit code {code}")) {
            wrong.push(format!("{text}{options:?}: not {code}, `{words}`:\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Values behind a `void *` are bytes, also in a program that has no type for them.
#[test]
fn bytes_behind_a_pointer_to_anything() {
    let text = "extern void *__VERIFIER_nondet_pointer(void);\nint main(void) { int *p = __VERIFIER_nondet_pointer(); return p ? *p : 0; }\n";
    let directory = Directory::with(&[("a.c", text)]);
    for (value, code) in [("[1,0,0,0]", 0), ("[1]", 1), ("[]", 1)] {
        let input = format!("nondet#1={value}");
        let output = directory.output(&["run", "a.c", "--input", &input]);
        assert_eq!(output.status.code(), Some(code), "{value}");
    }
}
