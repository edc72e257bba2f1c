//! `whydunit check`: every failure that a search finds, each with an input; or what was looked at.

mod assumed;
mod causes;
mod files;
mod findings;
mod proofs;
mod ways;

pub(crate) use assumed::called;
pub(crate) use causes::{Lines, groups};
pub(crate) use files::compiler_flags;
use whydunit_find::Search;
use whydunit_interp::prepare;
use whydunit_program::Program;

use crate::args::{CheckArgs, CommonArgs};
use crate::input::{self, Pipe};
use crate::language::Language;
use crate::outcome::{Outcome, Problem};
use crate::output::{self, Outputs, Text};
use crate::search::{self, Scope, Wanted};
use crate::{compare, input_names, interrupt, present};

pub(crate) fn check(args: &CheckArgs) -> Result<Outcome, Problem> {
    if let Some(reference) = &args.reference {
        return compare::check(args, reference);
    }
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
    input_names::warn_about_program(&program, &spec.inputs);
    let analysis = proofs::analyse(args, &program, spec.function, &config);
    let trusted =
        analysis.as_ref().filter(|it| proofs::are_sound(&program, spec.function, &config, it));
    let searched = proofs::without_what_is_proved(&config, trusted);
    let compiled = prepare(&program);
    let given = input::given(common, &spec);
    let proved = proofs::proved_points(&program, trusted);
    let scope = Scope {
        program: &program,
        compiled: &compiled,
        spec: &spec,
        given,
        config: &config,
        proved: &proved,
    };
    let mut found = match trusted.filter(|analysis| analysis.holds()) {
        Some(_) if proofs::suffice(args, scope) => proofs::nothing_to_search(&program, &spec),
        _ => {
            let scope = Scope { config: &searched, ..scope };
            search::search(common, &args.search, scope, Wanted::Failures(args.traces))?
        }
    };
    assumed::add_unchecked(&program, spec.function, config.checks, &mut found);
    know_failures(common, &program, &found);
    let mut findings = findings::findings(common, scope, &found, outputs.wants_steps());
    if let Some(file) = &args.emit_test {
        files::write_tests(common, &program, file, &mut findings)?;
    }
    if let Some(file) = &args.write_witness {
        files::write_witnesses(scope, file, &mut findings)?;
    }
    let mut report = findings.report;
    if let Some(analysis) = analysis.filter(|_| args.proofs) {
        report.proofs =
            Some(proofs::report(&program, config.checks.in_force(program.arithmetic), &analysis));
    }
    report.origin = output::origin(&program);
    outputs.write(&report, Text { is_result: true, unfold: false }, None)?;
    Ok(search::outcome(&found))
}

/// What a search has found is known before its failures are looked at closely.
fn know_failures(common: &CommonArgs, program: &Program, found: &Search) {
    let mut report = search::verdict_report(program, &common.budget, found);
    let failures = found.failures.iter();
    report.failures = failures
        .map(|failure| present::failure_report(program, &failure.failure, &[], None))
        .collect();
    report.origin = output::origin(program);
    interrupt::know(&report, search::outcome(found));
}

#[cfg(test)]
mod tests;
