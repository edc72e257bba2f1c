//! Boogie programs with mistakes, and options that are for C programs only.

use crate::boogie_support;

use boogie_support::{said, says, whydunit, whydunit_on};
use expect_test::expect;

#[test]
fn mistakes_have_places() {
    says(
        "run",
        &[],
        "procedure main()\n{\n  x := 1;\n}\n",
        expect![[r#"
        error: `x` is not declared
         --> prog.bpl:3:3
          |
        3 |   x := 1;
          |   ^
        exit code 2
    "#]],
    );
    says(
        "check",
        &[],
        "procedure main()\n{\n  assert 1 + 2;\n}\n",
        expect![[r#"
        error: expected bool, found int
         --> prog.bpl:3:10
          |
        3 |   assert 1 + 2;
          |          ^
        exit code 2
    "#]],
    );
    says(
        "explain",
        &[],
        "procedure main( {\n",
        expect![[r#"
        error: expected a name, found `{`
         --> prog.bpl:1:17
          |
        1 | procedure main( {
          |                 ^
        exit code 2
    "#]],
    );
    says(
        "check",
        &["--ensures", "x >"],
        "procedure main(x: int) { }\n",
        expect![[r#"
        error: expected an expression, found the end of the text
         --> --ensures:1:4
          |
        1 | x >
          |    ^
        exit code 2
    "#]],
    );
    says(
        "run",
        &["--function", "nowhere"],
        "procedure main() { }\n",
        expect![[r#"
        error: there is no procedure `nowhere`
         |
         = note: procedures with a body: `main`
        exit code 2
    "#]],
    );
    let text = "procedure a() { }\nprocedure b() { }\n";
    says(
        "run",
        &[],
        text,
        expect![[r#"
        error: there is no procedure `main`; say with `--function` where to start
         |
         = note: --function a for a()
         = note: --function b for b()
        exit code 2
    "#]],
    );
}

#[test]
fn what_is_for_c_programs_only() {
    let text = "procedure main(x: int)\n{\n  assert x != 1;\n}\n";
    says(
        "check",
        &["--emit-test", "t.c"],
        text,
        expect![[r#"
        error: --emit-test: tests are written for C programs only
        exit code 2
    "#]],
    );
    says(
        "check",
        &["--write-witness", "w.yml"],
        text,
        expect![[r#"
        error: --write-witness: witnesses are written of C programs only
        exit code 2
    "#]],
    );
    says(
        "check",
        &["--witness", "w.yml"],
        text,
        expect![[r#"
        error: --witness: witnesses are followed in C programs only
        exit code 2
    "#]],
    );
    says(
        "trace",
        &["--witness", "w.yml"],
        text,
        expect![[r#"
        error: --witness: witnesses are followed in C programs only
        exit code 2
    "#]],
    );
    says(
        "run",
        &["--stdin", "prog.bpl"],
        text,
        expect![[r#"
        error: a Boogie program has no standard input
        exit code 2
    "#]],
    );
    says(
        "run",
        &["--", "1"],
        text,
        expect![[r#"
        error: a Boogie program has no arguments; give inputs by --input
        exit code 2
    "#]],
    );
    says(
        "run",
        &["-I", ".", "-m32"],
        text,
        expect![[r#"
        warning: -I is for C programs and has no effect here
        warning: -m32 is for C programs and has no effect here
        note: the procedure finished; no check failed
        exit code 0
    "#]],
    );
    let files = [("prog.bpl", text), ("other.c", "int f(void) { return 0; }\n")];
    let mixed = whydunit_on(&["check", "other.c", "prog.bpl"], &files);
    expect![[r#"
        error: prog.bpl is Boogie and other.c is C: the files of one program are of one language
        exit code 2
    "#]]
    .assert_eq(&said(&mixed));
}

#[test]
fn the_formula_of_a_trace() {
    let text = "procedure main(x: int)\n{\n  var y: int;\n  y := x + 1;\n  assert y != 8;\n}\n";
    let output = whydunit(&["trace", "prog.bpl", "--input", "x=7", "--format", "smt2"], text);
    assert_eq!(output.status.code(), Some(1));
    let formula = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(formula.contains("(check-sat)"), "{formula}");
}
