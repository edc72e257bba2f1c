//! How encoding grows with the length of the trace: `cargo bench -p whydunit-encode --bench growth`.
//!
//! For traces of about 1,000, 10,000 and 100,000 steps of several programs: time and memory per step of each form, and both relative to the
//! shortest trace of the same program. Linear growth shows as ratios near 1.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{Failing, Setting, failing_text};
use whydunit_encode::{Addresses, Flow, Inputs, Options, SymbolicRun, TraceFormula};
use whydunit_term::Terms;

/// Programs with a loop of `N` iterations, and steps per iteration.
const PROGRAMS: &[(&str, u64, &str)] = &[
    (
        "counting",
        3,
        "int main(void) { int s = 0; for (int i = 0; i < N; i++) s += i & 3; assert(s < 0); }",
    ),
    (
        "branches",
        7,
        "int main(void) { int s = 0, t = 0, k = 0;
         for (int i = 0; i < N; i++) { if (i % 3 == 0) s++; else if (i & 1) t++; if (s > t + N) k = i; }
         assert(k + s < 0); }",
    ),
    (
        "array",
        5,
        "int a[64]; int main(void) { unsigned h = 1;
         for (int i = 0; i < N; i++) { h = h * 1103515245u + 12345u; a[h >> 26] += i & 7; if (a[i & 63] > 1000) a[0] = 0; }
         assert(a[0] == -1); }",
    ),
    (
        "calls",
        8,
        "struct p { int x, y; }; struct p q; struct p *r = &q;
         static int twice(int x) { return x < 500 ? 2 * x : x - 300; }
         static void move(struct p *p, int d) { p->x = twice(p->x) + d; struct p c = *p; p->y = c.x ^ p->y; }
         int main(void) { for (int i = 0; i < N; i++) move(r, i & 3); assert(q.x < 0); }",
    ),
    (
        "strings",
        6,
        "char text[128]; int main(void) { unsigned n = 0;
         for (int i = 0; i < N / 40 + 1; i++) { strcpy(text, \"a word and another\"); n += strlen(text) + (text[i & 7] == 'w'); }
         assert(n == 0); }",
    ),
];

fn failing(text: &str, steps: u64, each: u64) -> Failing {
    let text =
        format!("#include <assert.h>\n#include <string.h>\n#define N {}\n{text}\n", steps / each);
    failing_text("bench", &text, &Setting::default()).expect("the program should fail")
}

fn measure(failing: &Failing, form: &str) -> (Duration, usize, usize) {
    let mut terms = Terms::new();
    let start = Instant::now();
    match form {
        "functions" => {
            SymbolicRun::encode(&failing.program, &failing.trace, &mut terms, Inputs::Free)
                .expect("the trace should be encoded");
        }
        _ => {
            let flow = if form == "plain" { Flow::Plain } else { Flow::Sensitive };
            let options = Options { flow, addresses: Addresses::Guarded, inputs: Inputs::Fixed };
            TraceFormula::encode(&failing.program, &failing.trace, &mut terms, options)
                .expect("the trace should be encoded");
        }
    }
    (start.elapsed(), terms.len(), terms.memory())
}

fn main() {
    println!(
        "{:10} {:10} {:>9} {:>10} {:>8} {:>9} {:>11} {:>9}",
        "program", "form", "steps", "time", "us/step", "ratio", "terms/step", "ratio"
    );
    for &(name, each, text) in PROGRAMS {
        for form in ["plain", "flow", "functions"] {
            let mut first: Option<(f64, f64)> = None;
            for steps in [1_000, 10_000, 100_000] {
                let failing = failing(text, steps, each);
                let length = failing.trace.steps.len();
                let best = (0..3).map(|_| measure(&failing, form)).min();
                let (time, terms, _) = best.expect("there are three");
                let per_step = time.as_secs_f64() * 1e6 / length as f64;
                let terms_per_step = terms as f64 / length as f64;
                let (base_time, base_terms) = *first.get_or_insert((per_step, terms_per_step));
                println!(
                    "{name:10} {form:10} {length:9} {:8.1}ms {per_step:8.2} {:8.2}x {terms_per_step:11.2} {:8.2}x",
                    time.as_secs_f64() * 1e3,
                    per_step / base_time,
                    terms_per_step / base_terms
                );
            }
        }
    }
}
