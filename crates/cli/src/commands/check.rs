//! `whydunit check`: every failure that a search finds, each with an input; or what was looked at.

use whydunit::{Outcome, Session};
use whydunit_report::CAUSES;

use super::reference;
use crate::args::CheckArgs;
use crate::destination;
use crate::outcome::Problem;
use crate::output::{Outputs, Text};
use crate::stdin::{self, Pipe};

pub(crate) fn check(args: &CheckArgs) -> Result<Outcome, Problem> {
    if let Some(reference) = &args.reference {
        return reference::check(args, reference);
    }
    let outputs = Outputs::of(&args.common.output)?;
    for (option, file) in
        [("--emit-test", &args.emit_test), ("--write-witness", &args.write_witness)]
    {
        file.iter().try_for_each(|file| destination::possible(option, file))?;
    }
    let options = args.options(outputs.wants_steps());
    options.examine(&args.common.files)?;
    let mut session = Session::open(args.common.options()?)?;
    // Standard input is what is searched for: a pipe counts only if `--stdin -` says so.
    stdin::supply(&mut session, Pipe::Ignore)?;
    let mut checked = session.check(&options)?;
    let written = checked.files.drain(..).map(|file| destination::file(&file.path, file.text));
    let written = written.collect();
    let text = Text { is_result: true, unfold: false, causes: CAUSES };
    outputs.write_with(&mut checked.report, text, None, written)?;
    Ok(checked.outcome)
}
