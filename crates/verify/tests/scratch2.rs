#![allow(clippy::print_stderr, reason = "x")]
mod common;
use whydunit_encode::Inputs;
use whydunit_explain::{Method, explain};
use whydunit_solver::Budget;
use whydunit_term::Terms;
use whydunit_verify::*;
use std::time::Instant;
#[test]
fn one() {
    let file = std::env::var("FILE").unwrap();
    let failing = common::failing_file(std::path::Path::new(&file));
    for method in [Method::FlowSensitive, Method::ErrorInvariants] {
        let mut terms = Terms::new();
        let start = Instant::now();
        let options = whydunit_explain::Options { method, inputs: Inputs::Fixed, budget: Budget::unlimited() };
        let e = explain(&failing.program, &failing.trace, &mut terms, &options).unwrap();
        for (interval, set) in e.invariants().take(12) {
            let t: Vec<String> = set.iter().map(|&c| format!("#{c} {}{}", e.conjuncts[c as usize].text, if e.conjuncts[c as usize].is_exact {"!"} else {""})).collect();
            eprintln!("   [{}..{}] {}", interval.from, interval.to, t.join(" && "));
        }
        eprintln!("{method:?} explained {:?} steps {} intervals {}", start.elapsed(), failing.trace.steps.len(), e.intervals.len());
        let start = Instant::now();
        let v = verify(&failing.program, &failing.trace, &e, &mut terms, &common::unlimited());
        eprintln!("{:?} {:?}", start.elapsed(), v);
    }
}
