//! How checking grows with the trace: `cargo bench -p whydunit-verify`.
//!
//! Three programs, each with runs of about 100, 1,000, 10,000 and 100,000 steps: a loop over an array, a string that is scanned, a small state
//! machine. Printed: the steps, the intervals and conjuncts of the explanation, and the time to find it and to check it.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::{failing_text, unlimited};
use whydunit_encode::Inputs;
use whydunit_explain::{Method, Options, explain};
use whydunit_solver::Budget;
use whydunit_term::Terms;
use whydunit_verify::verify;

/// Name, steps per iteration, text with `N` for the number of iterations.
const PROGRAMS: &[(&str, usize, &str)] = &[
    (
        "array",
        6,
        "int a[N]; int main(void) { for (int i = 0; i < N; i++) a[i] = i % 7;
         int s = 0; for (int i = 0; i <= N; i++) s += a[i]; return s; }",
    ),
    (
        "scan",
        9,
        "#include <assert.h>\nchar s[N + 1]; int main(void) { for (int i = 0; i < N; i++) s[i] = 'a' + i % 3;
         int n = 0; for (char *p = s; *p; p++) if (*p == 'b') n++; assert(n < N / 3); return 0; }",
    ),
    (
        "machine",
        6,
        "#include <assert.h>\nint main(void) { int state = 0, seen = 0; for (int i = 0; i < N; i++) {
         switch (state) { case 0: state = 2; break; case 1: state = 0; seen++; break; default: state = 1; } }
         assert(state != N % 3); return seen; }",
    ),
];

fn main() {
    println!(
        "{:8} {:16} {:>7} {:>9} {:>9} {:>10} {:>10}  verdict",
        "program", "method", "steps", "intervals", "conjuncts", "explained", "checked"
    );
    for &(name, per_iteration, text) in PROGRAMS {
        for method in [Method::ErrorInvariants, Method::FlowSensitive] {
            for steps in [100, 1_000, 10_000, 100_000] {
                let iterations = (steps / per_iteration / 3 * 3).to_string();
                let failing = failing_text("", &text.replace('N', &iterations));
                let mut terms = Terms::new();
                let budget = Budget::unlimited();
                let options = Options { method, inputs: Inputs::Fixed, budget };
                let start = Instant::now();
                let explanation = explain(&failing.program, &failing.trace, &mut terms, &options)
                    .expect("the trace should be encoded");
                let explained = start.elapsed();
                let start = Instant::now();
                let (program, trace) = (&failing.program, &failing.trace);
                let verdict = verify(program, trace, &explanation, &mut terms, &unlimited());
                let verdict: String = format!("{verdict:?}").chars().take(60).collect();
                println!(
                    "{name:8} {:16} {:7} {:9} {:9} {:9.3}s {:9.3}s  {verdict}",
                    method.name(),
                    trace.steps.len(),
                    explanation.intervals.len(),
                    explanation.conjuncts.len(),
                    explained.as_secs_f64(),
                    start.elapsed().as_secs_f64(),
                );
            }
        }
    }
}
