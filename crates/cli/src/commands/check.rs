//! `whydunit check`: every failure that a search finds, each with an input; or what was looked at.

use anyhow::Context;
use whydunit::{GeneratedFile, Outcome, Session};

use super::reference;
use crate::args::CheckArgs;
use crate::outcome::Problem;
use crate::output::{Outputs, Text};
use crate::stdin::{self, Pipe};

pub(crate) fn check(args: &CheckArgs) -> Result<Outcome, Problem> {
    if let Some(reference) = &args.reference {
        return reference::check(args, reference);
    }
    let outputs = Outputs::of(&args.common.output)?;
    let options = args.options(outputs.wants_steps());
    options.examine(&args.common.files)?;
    let mut session = Session::open(args.common.options()?)?;
    // Standard input is what is searched for: a pipe counts only if `--stdin -` says so.
    stdin::supply(&mut session, Pipe::Ignore)?;
    let mut checked = session.check(&options)?;
    for GeneratedFile { path, text } in &checked.files {
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    outputs.write(&mut checked.report, Text { is_result: true, unfold: false }, None)?;
    Ok(checked.outcome)
}
