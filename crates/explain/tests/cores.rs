//! The reported statements against minimal cores of the flow-sensitive formula.
//!
//! Two ways to the same answer: the walk computes invariants, a core drops statements one by one and asks the solver. What is reported has to be
//! enough for the solver too, and there should be little in it that the solver could do without: conditions (which are no parts of that formula)
//! aside, nearly nothing.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::common;

use std::collections::BTreeSet;

use common::{Failing, failing_programs, parallel};
use whydunit_encode::{Addresses, Flow, Grouping, Inputs, Part, PartKind, TraceFormula};
use whydunit_explain::{Method, Options, Role, explain};
use whydunit_program::SourceStmtId;
use whydunit_solver::{Answer, Budget, Embedded, Solve};
use whydunit_term::{Term, Terms};
use whydunit_trace::StepIndex;

/// Longer traces take the solver too long.
const LONGEST: usize = 400;

struct Comparison {
    name: String,
    /// The reported statements alone exclude that the check holds.
    is_enough: bool,
    reported: usize,
    /// Reported for what they set, though the others are enough.
    dispensable: usize,
}

fn compare(failing: &Failing) -> Option<Comparison> {
    let Failing { name, program, trace } = failing;
    if trace.steps.len() > LONGEST {
        return None;
    }
    // Copies of a value that was never given are told, and the formula does not speak of them.
    let mut steps = (0..trace.steps.len()).filter_map(|step| u32::try_from(step).ok());
    if steps.any(|step| trace.carried(StepIndex(step)).next().is_some()) {
        return None;
    }
    let mut terms = Terms::new();
    let budget = Budget::default();
    let options = Options { method: Method::FlowSensitive, inputs: Inputs::Fixed, budget };
    let explanation = explain(program, trace, &mut terms, &options).expect("it should be encoded");
    let sources = |wanted: &dyn Fn(Role) -> bool| -> BTreeSet<SourceStmtId> {
        let relevant = explanation.relevant.iter().filter(|relevant| wanted(relevant.role));
        relevant.map(|relevant| trace.step(relevant.step).source).collect()
    };
    let reported = sources(&|_| true);
    let conditions = sources(&|role| matches!(role, Role::Condition | Role::Check));

    let form = whydunit_encode::Options {
        flow: Flow::Sensitive,
        addresses: Addresses::Guarded,
        inputs: Inputs::Fixed,
    };
    let formula = TraceFormula::encode(program, trace, &mut terms, form).expect("as before");
    let mut solver = Embedded::new();
    let groups = formula.groups(&mut terms, trace, Grouping::Part);
    let mut asserted = formula.hard(&mut terms);
    asserted.extend(formula.selected(&mut terms, &groups));
    asserted.push(formula.passes(&mut terms));
    for term in asserted {
        solver.assert(&mut terms, term);
    }
    let source_of = |part: &Part| match part.kind {
        PartKind::Step => trace.steps[part.step as usize].source,
        PartKind::Frame(frame) => trace.step(formula.frames[frame as usize].branch).source,
    };
    let mut refutes = |terms: &mut Terms, kept: &BTreeSet<SourceStmtId>| {
        let chosen = groups.iter().filter(|group| {
            let part = &formula.parts[group.parts[0] as usize];
            (part.step as usize) < trace.first_executed() || kept.contains(&source_of(part))
        });
        let chosen: Vec<Term> = chosen.map(|group| group.selector).collect();
        matches!(solver.check(terms, &chosen, &Budget::default()), Answer::Unsat(_))
    };
    let is_enough = refutes(&mut terms, &reported);
    let mut kept = reported.clone();
    for source in reported.iter().rev().filter(|source| !conditions.contains(source)) {
        kept.remove(source);
        if !is_enough || !refutes(&mut terms, &kept) {
            kept.insert(*source);
        }
    }
    let dispensable = reported.len() - kept.len();
    Some(Comparison { name: name.clone(), is_enough, reported: reported.len(), dispensable })
}

#[test]
fn what_is_reported_is_enough_and_hardly_more() {
    let programs = failing_programs("checks");
    let compared: Vec<Comparison> = parallel(&programs, compare).into_iter().flatten().collect();
    let not_enough: Vec<&str> = compared
        .iter()
        .filter(|comparison| !comparison.is_enough)
        .map(|comparison| comparison.name.as_str())
        .collect();
    assert_eq!(not_enough, [""; 0], "what is reported does not explain the failure");
    let reported: usize = compared.iter().map(|comparison| comparison.reported).sum();
    let dispensable: usize = compared.iter().map(|comparison| comparison.dispensable).sum();
    eprintln!(
        "{} programs: {reported} statements reported, {dispensable} of them dispensable",
        compared.len()
    );
    for comparison in compared.iter().filter(|comparison| comparison.dispensable > 0) {
        eprintln!("    {}: {}", comparison.name, comparison.dispensable);
    }
    assert!(compared.len() > 100, "most of the programs should be short enough");
    assert!(dispensable * 20 <= reported, "a core would be much smaller");
}
