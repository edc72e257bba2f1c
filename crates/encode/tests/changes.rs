//! Programs that are hard to follow with another value: every number that a step assigned is changed to several others, and where the formula has an
//! answer, the interpreter must give the same one. *Unknown* is an answer, too; how many answers there are is part of the expectation.

use crate::change_support as changes;
use crate::common;

use changes::{Change, candidates};
use common::{Setting, failing_text};
use whydunit_encode::{Inputs, SymbolicRun};
use whydunit_term::Terms;

/// Compares all changes; at least `least` percent of them must have an answer.
fn check(name: &str, options: &str, least: usize, text: &str) {
    let text = format!(
        "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n{text}\n"
    );
    let setting = Setting { stdin: b"12 7 abc\n".to_vec(), ..Setting::of(options) };
    let failing =
        failing_text(name, &text, &setting).unwrap_or_else(|| panic!("{name} should fail"));
    let trace = &failing.trace;
    let mut terms = Terms::new();
    let run = SymbolicRun::encode(&failing.program, trace, &mut terms, Inputs::Fixed)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let (mut answered, mut total) = (0, 0);
    for (step, executed, cell) in candidates(&failing, &run) {
        let known = run.writes(step).last().and_then(|written| terms.value(written.known));
        let known = known.expect("a candidate writes a constant") as u64;
        for bits in [0, 1, 2, 3, 7, u64::MAX, known.wrapping_add(1), known.wrapping_sub(1), 1 << 30]
        {
            let change = Change { step, executed, cell, bits };
            let (predicted, seen) = change.outcomes(&failing, &run, &mut terms);
            total += 1;
            if let Some(predicted) = predicted {
                answered += 1;
                let line = failing.program.sources.line_column(trace.steps[step].span).line - 4;
                assert_eq!(predicted, seen, "{name}, line {line}: {known} becomes {bits:#x}");
            }
        }
    }
    assert!(100 * answered >= least * total, "{name}: {answered} of {total} have an answer");
}

#[test]
fn arrays_and_records() {
    check(
        "bit-field at a computed index",
        "",
        50,
        "struct b { unsigned x : 3, y : 5; } a[4];
         int main(void) { int i = 1; a[i].x = 5; int j = a[1].y; assert(a[2].x == 5 + j); }",
    );
    check(
        "uninitialised elements",
        "",
        80,
        "int main(void) { int a[3]; a[0] = 0; int i = 1; a[i] = 7; int b = a[1]; int k = 2; assert(k == 1 || b == 9); }",
    );
    check(
        "an element that nobody set",
        "",
        80,
        "int main(void) { int a[3]; int i = 1; a[i] = 2; int k = 4; return a[2] + k; }",
    );
    check("rows", "", 50,
        "int m[3][4]; static int sum(int *row) { int s = 0; for (int i = 0; i < 4; i++) s += row[i]; return s; }
         int main(void) { int r = 1; m[r][2] = 5; m[2][r] = 6; int k = 1; assert(sum(m[k]) != 5); }");
    check(
        "packed",
        "",
        50,
        "struct __attribute__((packed)) p { char c; int v; } a[4];
         int main(void) { int i = 1; a[i].v = 7; a[2].v = 8; assert(a[1].v + a[i].c != 7); }",
    );
    check(
        "12 bytes each",
        "-m32",
        50,
        "struct s { int n; double d; } a[3];
         int main(void) { int i = 1; a[i].n = 7; a[0].d = 2; assert(a[1].n != 7); }",
    );
    check(
        "a word in bytes",
        "",
        50,
        "unsigned char b[16]; int main(void) { int i = 4; b[4] = 1; b[6] = 2; unsigned w = *(unsigned *)(b + i); assert(w != 0x20001); }",
    );
    check(
        "copies of copies",
        "",
        90,
        "struct s { int a[8]; } x, y, t; int main(void) { x.a[1] = 3; y.a[1] = 4;
         for (int i = 0; i < 5; i++) { t = x; x = y; y = t; } assert(x.a[1] == 7); }",
    );
}

#[test]
fn storage_from_the_heap() {
    check(
        "realloc",
        "",
        50,
        "int main(void) { int *p = malloc(8); p[0] = 5; int n = 16; p = realloc(p, n); p[2] = 1; assert(p[0] == 6); }",
    );
    check(
        "realloc to nothing",
        "",
        30,
        "int main(void) { char *p = malloc(4); int n = 3; p = realloc(p, n); assert(p == 0); }",
    );
    check(
        "malloc of computed size",
        "",
        80,
        "int main(void) { int n = 3; char *p = malloc(n); if (!p) return 0; p[2] = 1; int k = p[2]; assert(k != 1); free(p); }",
    );
    check(
        "calloc",
        "",
        80,
        "int main(void) { int n = 3; int *p = calloc(n, 4); if (!p) return 0; p[1] = n; assert(p[1] != 3); }",
    );
    check(
        "a pointer table",
        "",
        30,
        "int x = 1, y = 2, z = 3; int main(void) { int *t[3] = { &x, &y, &z }; int i = 1; **(&t[i]) = 7; assert(y != 7); }",
    );
}

#[test]
fn library_functions() {
    check(
        "printf",
        "",
        30,
        "int main(void) { char b[4]; b[0] = 'a'; b[1] = 'b'; b[2] = 0; printf(\"%s\", b); int k = 3; assert(k == 4); }",
    );
    check(
        "printf that fails",
        "",
        0,
        "int main(void) { char b[2]; b[0] = 'a'; b[1] = 'b'; printf(\"%s\", b); return 0; }",
    );
    check(
        "sprintf",
        "",
        0,
        "int main(void) { char b[4]; int x = 123; sprintf(b, \"%d\", x); assert(b[0] != '1'); }",
    );
    check(
        "scanf",
        "",
        0,
        "int main(void) { int a[3] = { 0 }; int i = 1; scanf(\"%d\", &a[i]); assert(a[1] != 12); }",
    );
    check(
        "ungetc",
        "",
        30,
        "int main(void) { int c = 'x'; ungetc(c, stdin); int d = getchar(); assert(d != 'x'); }",
    );
    check(
        "strings",
        "",
        60,
        "int main(void) { char b[8]; strcpy(b, \"abc\"); int i = 2; b[i] = 'z'; int n = strlen(b); assert(n != 3 || b[2] != 'z'); }",
    );
}

#[test]
fn contracts() {
    check(
        "old contents",
        "--function f --input a=[3,4] --input n=2",
        30,
        "/*@ ensures \\forall integer k; 0 <= k < n ==> a[k] == \\old(a[k]) + 1; */
         int f(int *a, int n) { a[0] = a[0] + 1; int d = 2; a[1] = a[1] + d; return 0; }",
    );
    check("valid", "", 60,
        "int main(void) { int n = 3; char *p = malloc(n); int m = 3; //@ assert \\valid(p + (0..m));
         return 0; }");
}

/// A chain of copies as long as the trace needs no stack.
#[test]
fn long_chains_of_copies() {
    let text = "#include <assert.h>
        struct s { int a[8]; } x, y, t;
        int main(void) { x.a[1] = 3; y.a[1] = 4;
        for (int i = 0; i < 20000; i++) { t = x; x = y; y = t; } assert(x.a[1] == 7); }";
    let failing = failing_text("chain", text, &Setting::default()).expect("it should fail");
    let mut terms = Terms::new();
    SymbolicRun::encode(&failing.program, &failing.trace, &mut terms, Inputs::Fixed)
        .expect("it should be encoded");
}
