//! `whydunit why`: any question about a run.

use whydunit::{Outcome, Session};
use whydunit_report::CAUSES;

use crate::args::{Format, WhyArgs};
use crate::outcome::{Problem, print_hint};
use crate::output::{Outputs, Text};
use crate::stdin::{self, Pipe};

pub(crate) fn why(args: &WhyArgs) -> Result<Outcome, Problem> {
    let common = &args.common;
    let outputs = Outputs::of(&common.output)?;
    let options = args.options(outputs.wants_page());
    let question = args.question().ok_or_else(|| anyhow::anyhow!("there is no question"))?;
    let mut session = Session::open(common.options()?)?;
    stdin::supply(&mut session, Pipe::Read)?;
    let mut answer = session.why(&question, &options)?;
    let is_explained = !answer.report.failures.is_empty();
    outputs.write(
        &mut answer.report,
        Text { is_result: true, unfold: args.unfold, causes: CAUSES },
        None,
    )?;
    if !is_explained && outputs.wants(Format::Text) {
        print_hint(answer.hint.as_deref());
    }
    Ok(answer.outcome)
}
