//! Planted faults: is the faulty line among those that an explanation reports, and how few are they?
//!
//! ```text
//! cargo test -p whydunit-explain --test tests faults -- --nocapture
//! ```
//!
//! prints both figures, for all faults and by kind. `WHYDUNIT_FAULT_COUNT` (200) faults are planted, others with another
//! `WHYDUNIT_FAULT_SEED` (1). Faults whose line is not reported are listed; with `WHYDUNIT_FAULT_DUMP` set to a directory all programs are written
//! there. How programs and faults are made, and what counts, is told in `docs/evaluation.md`.

#![expect(clippy::print_stdout, reason = "the figures are what this test is for")]

use crate::common;
#[path = "faults/planted.rs"]
mod planted;

use std::fs;
use std::path::Path;
use std::time::Instant;

use common::{parallel, setting};
use planted::{Case, Finding, Tally, Wanted, collect, collect_families};
use whydunit_encode::Inputs;
use whydunit_explain::{Method, Options, explain};
use whydunit_solver::Budget;
use whydunit_term::Terms;

/// Of the faults that leave something out, so many per hundred others are looked at.
const OMITTED_PERCENT: usize = 20;

fn findings(cases: &[Case], method: Method) -> Vec<Finding> {
    parallel(cases, |case| {
        let options = Options { method, inputs: Inputs::Fixed, budget: Budget::unlimited() };
        let mut terms = Terms::new();
        let start = Instant::now();
        let explanation = explain(&case.program, &case.trace, &mut terms, &options)
            .unwrap_or_else(|error| panic!("{}: {error}", describe(case)));
        Finding::new(case, &explanation, start.elapsed())
    })
}

fn describe(case: &Case) -> String {
    let (mutant, failure) = (&case.mutant, &case.trace.failure);
    let place = case.program.sources.line_column(failure.span);
    format!(
        "{}:{} ({}): `{}` became `{}`; line {} fails: {}",
        case.name,
        mutant.line,
        mutant.kind.name(),
        mutant.was.trim(),
        mutant.now.trim(),
        place.line,
        failure.text
    )
}

/// Lists the faults that were not reported.
fn show_misses(cases: &[Case], findings: &[Finding]) {
    for (case, finding) in cases.iter().zip(findings).filter(|(_, finding)| !finding.is_hit) {
        println!("    missed {}; reported {:?}", describe(case), finding.reported);
    }
}

/// The case that took longest.
fn show_slowest(cases: &[Case], findings: &[Finding]) {
    let slowest = cases.iter().zip(findings).max_by_key(|(_, finding)| finding.time);
    if let Some((case, finding)) = slowest {
        println!("    slowest, {:.2} s: {}", finding.time.as_secs_f64(), describe(case));
    }
}

/// Writes the programs to the directory that was asked for, each with its fault and its explanation as a comment at the end.
fn dump(cases: &[Case], findings: &[Finding]) {
    let Ok(directory) = std::env::var("WHYDUNIT_FAULT_DUMP") else { return };
    for (number, (case, finding)) in cases.iter().zip(findings).enumerate() {
        let directory =
            Path::new(&directory).join(if finding.is_hit { "reported" } else { "missed" });
        fs::create_dir_all(&directory).expect("the directory should be possible");
        let mut comment = format!("// {}\n// reported {:?}\n", describe(case), finding.reported);
        for line in &finding.listing {
            comment.push_str(&format!("// {line}\n"));
        }
        let path = directory.join(format!("{number:03}_{}.c", case.name));
        fs::write(path, format!("{}{comment}", case.text)).expect("writing should work");
    }
}

#[test]
fn planted_faults_are_reported() {
    let count = setting("WHYDUNIT_FAULT_COUNT", 200) as usize;
    let seed = setting("WHYDUNIT_FAULT_SEED", 1);
    let cases = collect(count, seed, Wanted::Wrong);
    let found = findings(&cases, Method::FlowSensitive);
    let tally = Tally::new(found.clone());
    let found_plain = findings(&cases, Method::ErrorInvariants);
    let plain = Tally::new(found_plain.clone());
    println!("flow-sensitive:   {}", tally.summary());
    print!("{}", tally.by_origin());
    print!("{}", tally.by_size());
    print!("{}", tally.by_kind());
    show_misses(&cases, &found);
    show_slowest(&cases, &found);
    dump(&cases, &found);
    println!("error-invariants: {}", plain.summary());
    print!("{}", plain.by_kind());
    show_slowest(&cases, &found_plain);

    let omitted = collect(count * OMITTED_PERCENT / 100, seed, Wanted::Omitted);
    let found_omitted = Tally::new(findings(&omitted, Method::FlowSensitive));
    println!("left out, flow-sensitive (not counted above): {}", found_omitted.summary());
    print!("{}", found_omitted.by_kind());

    assert_eq!(tally.len(), count);
    assert!(tally.hit_rate() >= 0.95, "{}", tally.summary());
    assert!(tally.median_share() <= 0.25, "{}", tally.summary());
}

/// Cases of each family, and the share of them whose line has to be reported, by kind. The line is known exactly, so anything else is a blind spot.
const EACH: usize = 6;

#[test]
fn faults_in_state_calls_jumps_and_targets_are_reported() {
    let seed = setting("WHYDUNIT_FAULT_SEED", 1);
    let cases = collect_families(setting("WHYDUNIT_FAMILY_COUNT", EACH as u64) as usize, seed);
    let found = findings(&cases, Method::FlowSensitive);
    let tally = Tally::new(found.clone());
    println!("families, flow-sensitive: {}", tally.summary());
    print!("{}", tally.by_kind());
    show_misses(&cases, &found);
    let plain = Tally::new(findings(&cases, Method::ErrorInvariants));
    println!("families, error-invariants: {}", plain.summary());
    print!("{}", plain.by_kind());
    dump(&cases, &found);
    for (name, share) in tally.shares() {
        assert!(share >= 0.95, "{name}: {share}");
    }
}
