#![allow(clippy::print_stderr, reason = "x")]
#[path = "../../encode/tests/common/mod.rs"]
mod suite;
use whydunit_encode::Inputs;
use whydunit_explain::{Method, explain};
use whydunit_solver::{Budget, Embedded, Solve};
use whydunit_term::Terms;
use whydunit_verify::*;
use std::time::Instant;
#[test]
fn suite() {
    let embedded = || -> Box<dyn Solve> { Box::new(Embedded::new()) };
    let mut total = 0;
    let dump = std::env::var("DUMP").is_ok();
    for failing in suite::failing_programs("checks") {
        for (method, inputs) in [(Method::FlowSensitive, Inputs::Fixed), (Method::ErrorInvariants, Inputs::Fixed), (Method::FlowSensitive, Inputs::Free), (Method::ErrorInvariants, Inputs::Free), (Method::RecursiveFlowSensitive, Inputs::Fixed)] {
            let mut terms = Terms::new();
            let start = Instant::now();
            let options = whydunit_explain::Options { method, inputs, budget: Budget::unlimited().with_deadline(Instant::now() + std::time::Duration::from_secs(10)) };
            let e = match explain(&failing.program, &failing.trace, &mut terms, &options) { Ok(e) => e, Err(e) => { eprintln!("{}: {e}", failing.name); continue } };
            let explained = start.elapsed();
            if dump { for (interval, set) in e.invariants() {
                let t: Vec<String> = set.iter().map(|&c| format!("#{c} {}{}", e.conjuncts[c as usize].text, if e.conjuncts[c as usize].is_exact {"!"} else {""})).collect();
                eprintln!("   [{}..{}] {}", interval.from, interval.to, t.join(" && "));
                if let Some(r) = e.relevant.iter().find(|r| r.step.index() == interval.to) {
                    let step = failing.trace.step(r.step);
                    let line = failing.program.sources.line_column(step.span).line;
                    eprintln!("     -- {} {:?} line {line}: {} {:?}", interval.to, r.role, failing.program.sources.text(step.span).lines().next().unwrap_or(""), r.why.left_alone);
                } else { eprintln!("     -- {} ", interval.to); }
            } }
            if explained.as_secs() >= 1 || std::env::var("VERBOSE").is_ok() { eprintln!("{} explained {explained:?} steps {} intervals {}", failing.name, failing.trace.steps.len(), e.intervals.len()); }
            let start = Instant::now();
            let options = Options { solver: &embedded, proofs: Proofs::Induction, budget: Budget::unlimited().with_deadline(Instant::now() + std::time::Duration::from_secs(20)) };
            let v = verify(&failing.program, &failing.trace, &e, &mut terms, &options);
            total += 1;
            let took = start.elapsed();
            if v != Ok(Verdict::Holds) {
                let text = match &v { Ok(Verdict::Refuted(c)) => c.iter().take(4).map(ToString::to_string).collect::<Vec<_>>().join("; "), other => format!("{other:?}") };
                eprintln!("{} {method:?} {inputs:?} steps {} {:?}: {text}", failing.name, failing.trace.steps.len(), failing.trace.failure.kind);
            }
            if took.as_secs() >= 2 || explained.as_secs() >= 3 { eprintln!("{} {method:?} {inputs:?}: explained {explained:?} verified {took:?} steps {}", failing.name, failing.trace.steps.len()); }
        }
    }
    eprintln!("{total}");
}
