//! `whydunit check`: every failure that a search finds, each with an input; or what was looked at.

mod causes;
mod files;
mod findings;

use whydunit_interp::prepare;
use whydunit_report::MessageKind;

use crate::args::CheckArgs;
use crate::input::{self, Pipe};
use crate::language::Language;
use crate::outcome::{Outcome, Problem, print_message};
use crate::output::{self, Outputs, Text};
use crate::outside::may_name_input;
use crate::search::{self, Scope, Wanted};

pub(crate) fn check(args: &CheckArgs) -> Result<Outcome, Problem> {
    let common = &args.common;
    let outputs = Outputs::of(&common.output)?;
    if let Some(file) = &args.write_witness {
        files::WitnessForm::of(file)?;
    }
    Language::of(&common.files)?.examine_check(args)?;
    let config = input::config(common)?;
    let subject = input::compile(common)?;
    // Standard input is what is searched for: a pipe counts only if `--stdin -` says so.
    let spec = input::run_spec(common, &subject, Pipe::Ignore)?;
    let program = subject.program;
    for name in spec.inputs.names().filter(|name| !may_name_input(&program, name)) {
        print_message(MessageKind::Warning, format!("no input is called `{name}`"));
    }
    let compiled = prepare(&program);
    let given = input::given(common, &spec);
    let scope =
        Scope { program: &program, compiled: &compiled, spec: &spec, given, config: &config };
    let found = search::search(common, &args.search, scope, Wanted::Failures(args.traces))?;
    let mut findings = findings::findings(common, scope, &found);
    if let Some(file) = &args.emit_test {
        files::write_tests(common, &program, file, &mut findings)?;
    }
    if let Some(file) = &args.write_witness {
        files::write_witnesses(scope, file, &mut findings)?;
    }
    let mut report = findings.report;
    report.origin = output::origin(&program);
    outputs.write(&report, Text { is_result: true, unfold: false }, None)?;
    Ok(search::outcome(&found))
}

#[cfg(test)]
mod tests;
