//! `whydunit trace`: the failing run, step by step.

use whydunit::{Language, Outcome, RunFormula, Session, TraceOptions};
use whydunit_report::CAUSES;

use crate::args::{Format, TraceArgs};
use crate::outcome::{Problem, print_hint};
use crate::output::{Outputs, Text};
use crate::stdin::{self, Pipe};

pub(crate) fn trace(args: &TraceArgs) -> Result<Outcome, Problem> {
    let outputs = Outputs::with_formula(&args.common.output)?;
    let search = args.search.options();
    Language::of(&args.common.files)?.examine_search(&search)?;
    let mut session = Session::open(args.common.options()?)?;
    stdin::supply(&mut session, Pipe::Read)?;
    let asked = RunFormula { inputs: args.reading.into(), encoding: args.encoding.into() };
    let formula = outputs.wants(Format::Smt2).then_some(asked);
    let mut traced = session.trace(&TraceOptions { formula, search })?;
    let has_failed = !traced.report.failures.is_empty();
    let text = Text { is_result: has_failed, unfold: args.unfold, causes: CAUSES };
    outputs.write(&mut traced.report, text, traced.formula.as_deref())?;
    if !has_failed && outputs.wants(Format::Text) {
        print_hint(traced.hint.as_deref());
    }
    Ok(traced.outcome)
}
