//! Pointers out of their objects: a run with another distance between a pointer and its object does what the formula of the run says, for
//! everything that can be asked of a pointer, with 64-bit and with 32-bit pointers.

use crate::change_support as changes;
use crate::common;

use changes::{Change, candidates};
use common::{Setting, failing_text};
use whydunit_encode::{Inputs, SymbolicRun};
use whydunit_term::Terms;

/// Declarations, statements, and a pointer to 16 bytes.
const OBJECTS: [(&str, &str, &str); 5] = [
    ("char a[16];", "", "a"),
    ("", "int a[4] = { 0 };", "(char *)a"),
    ("", "char *a = calloc(16, 1);", "a"),
    ("struct { int x; char a[16]; int y; } s;", "", "s.a"),
    ("char m[3][16];", "", "m[1]"),
];

/// What is asked of `q`, which is `p + d`.
const QUESTIONS: [&str; 10] = [
    "q < p",
    "p < q",
    "q <= p",
    "q == p",
    "q - p == 3",
    "(intptr_t)q - (intptr_t)p == 3",
    "(char *)(uintptr_t)q == q",
    "*q == 0",
    "q[2] == 0",
    "p[d] == 0",
];

const DISTANCES: [i32; 22] = [
    i32::MIN,
    -100_000,
    -4_097,
    -4_096,
    -100,
    -17,
    -16,
    -2,
    -1,
    0,
    1,
    4,
    13,
    14,
    15,
    16,
    17,
    100,
    4_112,
    4_113,
    100_000,
    i32::MAX,
];

/// Changes the number that the line with `change` assigns; at least `least` percent of the distances must have an answer.
fn check(name: &str, options: &str, least: usize, text: &str) {
    let text = format!(
        "#include <assert.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n{text}\n"
    );
    let line = text.lines().position(|line| line.contains("change")).expect("a line to change");
    let failing = failing_text(name, &text, &Setting::of(options))
        .unwrap_or_else(|| panic!("{name} should fail"));
    let mut terms = Terms::new();
    let run = SymbolicRun::encode(&failing.program, &failing.trace, &mut terms, Inputs::Fixed)
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let line_of = |step: usize| {
        let span = failing.trace.steps[step].span;
        failing.program.sources.line_column(span).line as usize
    };
    let found = candidates(&failing, &run);
    let found = found.into_iter().find(|&(step, ..)| line_of(step) == line + 1);
    let (step, executed, cell) = found.unwrap_or_else(|| panic!("{name}: nothing to change"));
    let mut answered = 0;
    for distance in DISTANCES {
        let change = Change { step, executed, cell, bits: u64::from(distance as u32) };
        let (predicted, seen) = change.outcomes(&failing, &run, &mut terms);
        if let Some(predicted) = predicted {
            answered += 1;
            assert_eq!(predicted, seen, "{name} {options}: {distance}");
        }
    }
    let total = DISTANCES.len();
    assert!(100 * answered >= least * total, "{name}: {answered} of {total} have an answer");
}

#[test]
fn questions() {
    for (declaration, setup, pointer) in OBJECTS {
        for question in QUESTIONS {
            for options in ["", "-m32"] {
                let text = format!(
                    "{declaration}\nint main(void) {{ {setup}
                     char *p = {pointer}; int x = 0;
                     int d = 3; // change
                     char *q = p + d;
                     if ({question}) x = 1; else x = 2;
                     assert(x == 3); }}"
                );
                let name = format!("{question} of {pointer}");
                check(&name, options, 90, &text);
            }
        }
    }
}

/// The access itself is what fails.
#[test]
fn failing_accesses() {
    for (declaration, setup, pointer) in OBJECTS {
        for distance in [-100, -1, 16, 100, 4_000] {
            for access in ["char *q = p + d; *q = 1;", "p[d] = 1;"] {
                for options in ["", "-m32"] {
                    let text = format!(
                        "{declaration}\nint main(void) {{ {setup}
                         char *p = {pointer};
                         int d = {distance}; // change
                         {access} }}"
                    );
                    check(&format!("{access} of {pointer}"), options, 90, &text);
                }
            }
        }
    }
}

/// An index may be wrong, or the place that it counts from: which of them fails makes no difference to the failure.
#[test]
fn index_and_access() {
    for (declaration, access) in [
        ("struct { int head, items[4], tail, size; } g = { 0, { 0 }, 4, 4 };", "r->items[r->tail]"),
        ("struct { int head, tail, items[4]; } g = { 0, 5, { 0 } };", "r->items[r->tail]"),
        ("struct { int a[2][3], n; } g = { { { 1 }, { 2 } }, 2 };", "r->a[r->n][0]"),
        ("struct { int a[2][3], n; } g = { { { 1 }, { 2 } }, 3 };", "r->a[0][r->n]"),
    ] {
        for options in ["", "-m32"] {
            let text = format!(
                "{declaration}\nint main(void) {{
                 int d = 0; // change
                 void *p = (char *)&g + d; __typeof__(g) *r = p;
                 {access} = 1; }}"
            );
            check(&format!("{access} of {declaration}"), options, 60, &text);
        }
    }
}
