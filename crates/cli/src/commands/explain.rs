//! `whydunit explain`: why the run fails.

use whydunit::{Language, Options, Outcome, Session};

use crate::args::{ExplainArgs, Format};
use crate::outcome::{Problem, print_hint};
use crate::output::{Outputs, Text};
use crate::stdin::{self, Pipe};

pub(crate) fn explain(args: &ExplainArgs) -> Result<Outcome, Problem> {
    let outputs = Outputs::of(&args.common.output)?;
    let options = args.options(outputs.wants_page());
    options.examine()?;
    Language::of(&args.common.files)?.examine_search(&options.search)?;
    let suite = args.expect.suite();
    let has_suite = suite.is_given();
    let mut session = Session::open(Options { tests: suite, ..args.common.options()? })?;
    // Each test has its own.
    if !has_suite {
        stdin::supply(&mut session, Pipe::Read)?;
    }
    let mut answer = session.explain(&options)?;
    let has_failed = !answer.report.failures.is_empty();
    let text = Text { is_result: has_failed, unfold: args.unfold, causes: args.causes() };
    outputs.write(&mut answer.report, text, None)?;
    if !has_failed && outputs.wants(Format::Text) {
        print_hint(answer.hint.as_deref());
    }
    Ok(answer.outcome)
}
