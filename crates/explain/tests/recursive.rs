//! Two algorithms, one answer: the recursive reference (FSEI) and the one walk name the same lines, on every failing program of the suite.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::common;

use std::collections::BTreeSet;

use common::{Failing, failing_programs, line_of, load, parallel, program_paths};
use whydunit_encode::Inputs;
use whydunit_explain::{Method, Options, explain};
use whydunit_solver::Budget;
use whydunit_term::Terms;

/// The reference is quadratic.
const LONGEST: usize = 3_000;

fn lines(failing: &Failing, method: Method) -> BTreeSet<u32> {
    let Failing { program, trace, .. } = failing;
    let options = Options { method, inputs: Inputs::Fixed, budget: Budget::default() };
    let explanation = explain(program, trace, &mut Terms::new(), &options)
        .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
    let steps = explanation.relevant.iter().map(|relevant| relevant.step);
    steps.map(|step| line_of(program, trace, step)).collect()
}

#[test]
fn both_algorithms_name_the_same_lines() {
    let mut programs = failing_programs("checks");
    let broken = program_paths("language");
    programs.extend(broken.iter().filter_map(|path| load(path, "--ensures \\result!=0")));
    programs.retain(|failing| failing.trace.steps.len() <= LONGEST);
    let different: Vec<String> = parallel(&programs, |failing| {
        let fast = lines(failing, Method::FlowSensitive);
        let reference = lines(failing, Method::RecursiveFlowSensitive);
        let name = &failing.name;
        (fast != reference).then(|| format!("{name}: {fast:?}, FSEI: {reference:?}"))
    })
    .into_iter()
    .flatten()
    .collect();
    assert_eq!(different, [""; 0]);
    eprintln!("{} programs, the same lines in each", programs.len());
    assert!(programs.len() > 200, "most of the programs should be short enough");
}
