//! What the library does itself: storage, text, and the functions of `math.h`.
//!
//! Search and formulas may know less of a library function than the machine, never otherwise: what the machine computes must
//! be possible for them.

use whydunit_interp::{CheckSet, RunSpec, prepare};
use whydunit_program::CheckKind::{Bounds, Overflow};

use super::checker::checker_differs;
use super::evaluators::{
    Outcome, analysis_differs, compile, formula_differs, function, machine, native, search_differs,
    traced,
};
use super::hold::FUNCTIONS_TOGETHER;
use super::known::Disagreements;
use super::programs::{Subject, fails, hold_programs, passes};
use super::table::{Row, denials, functions};
use super::types::{DOUBLE, FLOAT, Scalar};

const ONE: [&str; 27] = [
    "sqrt", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh",
    "acosh", "atanh", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "floor", "ceil",
    "round", "trunc", "rint", "fabs",
];
const TWO: [&str; 7] = ["atan2", "pow", "hypot", "fmod", "fmin", "fmax", "copysign"];

fn values(ty: Scalar, numbers: &[f64]) -> Vec<u64> {
    let bits = |&value: &f64| match ty.bits {
        32 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    };
    numbers.iter().map(bits).collect()
}

fn rows() -> Vec<Row> {
    let singles = [0.0, -0.0, 0.75, -2.5, 1e10, f64::INFINITY, f64::NAN];
    let pairs = [0.0, -1.5, 2.0, f64::INFINITY, f64::NAN];
    let mut rows = Vec::new();
    for (ty, suffix) in [(DOUBLE, ""), (FLOAT, "f")] {
        for name in ONE.into_iter().chain(["nearbyint"]) {
            let row = Row::new(&[ty], ty, format!("{name}{suffix}(a)"));
            rows.push(row.over(&[values(ty, &singles)]));
        }
        for name in TWO {
            let row = Row::new(&[ty, ty], ty, format!("{name}{suffix}(a, b)"));
            rows.push(row.over(&[values(ty, &pairs), values(ty, &pairs)]));
        }
        let row = Row::new(&[ty, ty, ty], ty, format!("fma{suffix}(a, b, c)"));
        let few = values(ty, &[0.1, -3.0]);
        rows.push(row.over(&[few.clone(), few.clone(), few]));
    }
    rows
}

#[test]
fn mathematics() {
    let rows = rows();
    let program = compile(&functions(&rows));
    let compiled = prepare(&program);
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let native = native(&rows, scratch.path());
    let checks = CheckSet::default();
    let mut found = Disagreements::default();
    let mut results = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let start = function(&program, &format!("f_{index}"));
        for (number, tuple) in row.tuples.iter().enumerate() {
            let outcome = machine(&compiled, start, tuple, checks);
            if native.as_ref().is_some_and(|native| native[index][number] != outcome) {
                let example = format!("{}: {outcome:x?}", row.values(tuple));
                found.add("machine", "", &row.name, example);
            }
            let Outcome::Value(bits) = outcome else { panic!("{}: {outcome:?}", row.name) };
            results.push((index, tuple.clone(), bits));
        }
    }
    for results in results.chunks(FUNCTIONS_TOGETHER) {
        hold_denials(&rows, results, &mut found);
    }
    found.hold_against_list("mathematics");
}

/// Everybody else about what the machine has computed: each function denies one result, and fails.
fn hold_denials(rows: &[Row], results: &[(usize, Vec<u64>, u64)], found: &mut Disagreements) {
    let program = compile(&denials(rows, results));
    let checks = CheckSet::default();
    for (number, (index, tuple, _)) in results.iter().enumerate() {
        let row = &rows[*index];
        let spec = RunSpec::new(function(&program, &format!("deny_{number}")));
        let mut add = |evaluator: &str, message: String| {
            found.add(evaluator, "", &row.name, format!("{}: {message}", row.values(tuple)));
        };
        let trace = match traced(&program, &spec, checks) {
            Ok(trace) => trace,
            Err(outcome) => {
                add("machine", format!("{outcome:?} in the second text"));
                continue;
            }
        };
        let expected = Some((trace.failure.kind, trace.failure.span));
        for (_, message) in search_differs(&program, &spec, checks, expected).0 {
            add("find", message);
        }
        if let Some(problem) = analysis_differs(&program, &spec, checks).0 {
            add("absint", problem);
        }
        for (_, message) in formula_differs(&program, &trace) {
            add("encode", message);
        }
        for (_, message) in checker_differs(&program, &trace).0 {
            add("verify", message);
        }
    }
}

const STORAGE: [Subject; 16] = [
    passes(
        "calloc",
        "int *p = calloc(3, 4); if (!p) return; __VERIFIER_assert(p[2] == 0); free(p);",
    ),
    passes(
        "calloc too large",
        "unsigned long n = 1UL << 62; int *p = calloc(n, 8); __VERIFIER_assert(p == 0);",
    ),
    passes("malloc of nothing", "char *p = malloc(0); free(p);"),
    passes(
        "realloc keeps",
        "int *p = malloc(8); if (!p) return; p[0] = 5; p[1] = 6; p = realloc(p, 16); if (!p) return; __VERIFIER_assert(p[1] == 6); free(p);",
    ),
    passes(
        "realloc shrinks",
        "int *p = malloc(8); if (!p) return; p[0] = 5; p = realloc(p, 4); if (!p) return; __VERIFIER_assert(p[0] == 5); free(p);",
    ),
    passes(
        "realloc of null",
        "int *p = realloc(0, 4); if (!p) return; *p = 3; __VERIFIER_assert(*p == 3); free(p);",
    ),
    passes("alloca", "int n = 3; int *p = alloca(n * 4); p[2] = 4; __VERIFIER_assert(p[2] == 4);"),
    passes("free of null", "free(0);"),
    passes("memset pattern", "int x; memset(&x, 0x1ff, sizeof x); __VERIFIER_assert(x == -1);"),
    passes(
        "memmove overlaps",
        "int a[4] = {1, 2, 3, 4}; memmove(a + 1, a, 12); __VERIFIER_assert(a[1] == 1 && a[3] == 3);",
    ),
    passes(
        "memcpy of nothing",
        "char a[1] = {7}, b[1] = {8}; memcpy(a, b, 0); __VERIFIER_assert(a[0] == 7);",
    ),
    passes(
        "memcmp",
        "char a[3] = {1, 2, -3}, b[3] = {1, 2, 3}; int r = memcmp(a, b, 3); __VERIFIER_assert(r > 0);",
    ),
    passes(
        "strings",
        "char b[8]; strcpy(b, \"abc\"); int n = strlen(b), c = strcmp(b, \"abd\"); __VERIFIER_assert(n == 3 && c < 0);",
    ),
    passes(
        "numbers in text",
        "int n = atoi(\"  -42x\"); long m = strtol(\"0x1f\", 0, 0); __VERIFIER_assert(n == -42 && m == 31);",
    ),
    fails(Overflow, "abs", "int x = -2147483647 - 1; int r = abs(x);"),
    fails(Bounds, "sprintf", "char b[3]; int x = 123; sprintf(b, \"%d\", x);"),
];

#[test]
fn storage() {
    hold_programs("storage", &STORAGE);
}
