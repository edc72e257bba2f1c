//! Trace queries answered by the embedded solver and, from the same terms exported to SMT-LIB, by z3:
//! `cargo bench -p whydunit-encode --bench queries`.
//!
//! Ten programs, three questions about the failing run of each:
//! - *fixed*: `ψ ∧ TF ∧ φ` with the run's inputs (unsatisfiable: every explanation starts here);
//! - *again*: do other inputs fail on the same path?
//! - *passes*: do other inputs pass the check on the same path?
//!
//! z3's time is that of its process on the exported file (`z3 -T:60 file`), reading included; the embedded solver's is from terms to answer.
//! Without z3 only the embedded solver is timed.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::Command;
use std::time::{Duration, Instant};

use common::{Setting, failing_text};
use whydunit_encode::{Addresses, Flow, Inputs, Options, TraceFormula};
use whydunit_solver::{Answer, Budget, Embedded, NamedAssertion, QueryOptions, Solve, write_query};
use whydunit_term::{Term, Terms};

const PROGRAMS: &[(&str, &str, &str)] = &[
    (
        "absolute",
        "--function f --input x=-2147483647",
        "int f(int x) { int a = x; if (x < 0) a = -x; int b = a * 3 % 1000; assert(b != 941); return b; }",
    ),
    (
        "gcd",
        "--function f --input a=1071 --input b=462",
        "int f(unsigned a, unsigned b) { while (b != 0) { unsigned r = a % b; a = b; b = r; } assert(a != 21); return a; }",
    ),
    (
        "triangle",
        "--function f --input a=3 --input b=3 --input c=5",
        "int f(int a, int b, int c) { int k = 0; if (a == b) k += 1; if (a == c) k += 2; if (b == c) k += 3;
         if (k == 0) return 0; if (k == 1 && a + b <= c + 1) k = 9; assert(k != 9); return k; }",
    ),
    (
        "bubble",
        "--function f --input a=[7,3,9,1,8,2,6,4]",
        "int f(int a[8]) { for (int i = 0; i < 8; i++) for (int j = 0; j + 1 < 8 - i; j++)
         if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
         assert(a[3] != 4); return 0; }",
    ),
    (
        "binary_search",
        "--function f --input key=77",
        "int f(int key) { int a[64]; for (int i = 0; i < 64; i++) a[i] = 3 * i + 2; int lo = 0, hi = 64;
         while (lo < hi) { int mid = (lo + hi) / 2; if (a[mid] < key) lo = mid + 1; else hi = mid; }
         assert(lo < 64 && a[lo] != key); return lo; }",
    ),
    (
        "hash",
        "--function f --input x=305419896",
        "unsigned f(unsigned x) { unsigned h = 2166136261u; for (int i = 0; i < 4; i++) { h ^= x & 255; h *= 16777619u; x >>= 8; }
         assert(h % 1000 != 597); return h; }",
    ),
    (
        "parse",
        "--function f --input s=\"1234x\"",
        "int f(char *s) { int n = 0; while (*s >= '0' && *s <= '9') { n = n * 10 + (*s - '0'); s++; }
         assert(n != 1234); return n; }",
    ),
    (
        "accounts",
        "--function f --input amount=700 --input rate=5",
        "struct account { int balance, fee; }; static void pay(struct account *a, int n) { if (n > a->balance) a->fee += 10; else a->balance -= n; }
         int f(int amount, int rate) { struct account list[3] = { { 500, 0 }, { 900, 0 }, { 100, 0 } };
         for (int i = 0; i < 30; i++) { pay(&list[i % 3], amount / (i + 1)); list[i % 3].balance += list[i % 3].balance * rate / 1000; }
         assert(list[0].fee + list[1].fee + list[2].fee < 30); return 0; }",
    ),
    (
        "average",
        "--function f --input a=1.5 --input b=2.25",
        "int f(double a, double b) { double m = (a + b) / 2; assert(m * 4 != 7.5); return 0; }",
    ),
    (
        "long_loop",
        "--function f --input n=3",
        "int f(int n) { int s = n; for (int i = 0; i < 2000; i++) { s = s * 5 + i; s &= 0xffff; if (s == n + 70000) return 1; }
         assert(s < 0); return s; }",
    ),
];

/// The assertions of one question.
fn question(kind: &str, formula: &TraceFormula, terms: &mut Terms) -> Vec<Term> {
    let mut list = formula.hard(terms);
    list.extend(formula.parts.iter().map(|part| part.term));
    let passes = formula.passes(terms);
    if kind == "again" {
        list.push(terms.not(passes));
        let same: Vec<Term> =
            formula.inputs.iter().map(|input| terms.eq(input.variable, input.known)).collect();
        let same = terms.and(&same);
        list.push(terms.not(same));
    } else {
        list.push(passes);
    }
    list
}

fn embedded(terms: &mut Terms, assertions: &[Term]) -> (Duration, &'static str) {
    let start = Instant::now();
    let mut solver = Embedded::new();
    for &term in assertions {
        solver.assert(terms, term);
    }
    let budget = Budget { deadline: Some(start + Duration::from_secs(60)), ..Budget::default() };
    let answer = match solver.check(terms, &[], &budget) {
        Answer::Sat(_) => "sat",
        Answer::Unsat(_) => "unsat",
        Answer::Unknown(_) => "unknown",
    };
    (start.elapsed(), answer)
}

fn z3(terms: &Terms, assertions: &[Term]) -> Option<(Duration, String)> {
    let list: Vec<NamedAssertion> =
        assertions.iter().map(|&term| NamedAssertion { name: None, comment: None, term }).collect();
    let mut text = String::new();
    write_query(&mut text, terms, &list, &QueryOptions::default()).ok()?;
    let directory = tempfile::tempdir().ok()?;
    let file = directory.path().join("query.smt2");
    std::fs::write(&file, text).ok()?;
    let start = Instant::now();
    let output = Command::new("z3").arg("-T:60").arg(&file).output().ok()?;
    let answer = String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or("").to_owned();
    Some((start.elapsed(), answer))
}

fn main() {
    println!(
        "{:14} {:7} {:>6} {:>8} {:>9} {:>8} {:>9} {:>8} {:>7}",
        "program", "query", "steps", "terms", "embedded", "", "z3", "", "ratio"
    );
    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    for &(name, options, text) in PROGRAMS {
        let text = format!("#include <assert.h>\n{text}\n");
        let failing = failing_text(name, &text, &Setting::of(options))
            .unwrap_or_else(|| panic!("{name} should fail"));
        for kind in ["fixed", "again", "passes"] {
            let inputs = if kind == "fixed" { Inputs::Fixed } else { Inputs::Free };
            let mut terms = Terms::new();
            let form = Options { flow: Flow::Plain, addresses: Addresses::Guarded, inputs };
            let formula = TraceFormula::encode(&failing.program, &failing.trace, &mut terms, form)
                .expect("the trace should be encoded");
            let assertions = question(kind, &formula, &mut terms);
            let peer = z3(&terms, &assertions);
            let size = terms.len();
            let (time, answer) = embedded(&mut terms, &assertions);
            ours += time;
            let (peer_time, peer_answer) = peer.unwrap_or_else(|| (Duration::ZERO, "-".into()));
            theirs += peer_time;
            println!(
                "{name:14} {kind:7} {:6} {size:8} {:7.1}ms {answer:>8} {:7.1}ms {peer_answer:>8} {:6.2}x",
                failing.trace.steps.len(),
                time.as_secs_f64() * 1e3,
                peer_time.as_secs_f64() * 1e3,
                time.as_secs_f64() / peer_time.as_secs_f64().max(1e-9),
            );
        }
    }
    println!(
        "total: embedded {:.2} s, z3 {:.2} s, ratio {:.2}",
        ours.as_secs_f64(),
        theirs.as_secs_f64(),
        ours.as_secs_f64() / theirs.as_secs_f64().max(1e-9)
    );
}
