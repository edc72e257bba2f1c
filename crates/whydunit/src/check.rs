//! Every failure that a search finds, each with an input; or what was looked at.

mod assumed;
mod causes;
mod files;
mod findings;
mod inconsistent;
mod proofs;
mod ways;

use std::path::PathBuf;

use whydunit_find::{AssumptionKind, Search};
use whydunit_interp::prepare;
use whydunit_lift as present;
use whydunit_program::{CheckKind, Program};
use whydunit_project::{Error, Language, Options, Outcome, has_inputs, run_spec, stdin_program};

use crate::search::{self, Scope, Wanted};
use crate::session::given;
use crate::{CheckOptions, Checked, Session, endless, input_names, leaks};
pub(crate) use causes::{Lines, groups};

/// Options that do not go together, or not with this program.
pub(crate) fn examine(files: &[PathBuf], args: &CheckOptions) -> Result<(), Error> {
    if let Some(file) = &args.write_witness {
        files::WitnessForm::of(file)?;
    }
    let language = Language::of(files)?;
    let is_in_a_file = !files.iter().any(|file| stdin_program::is_name(file));
    let unusable = |message: &str| Err(Error::unusable(message));
    if args.emit_test.is_some() && !is_in_a_file {
        return unusable("--emit-test: a test needs the program in a file, not on standard input");
    }
    if language == Language::Boogie && args.emit_test.is_some() {
        return unusable("--emit-test: tests are written for C programs only");
    }
    if language == Language::Boogie && args.write_witness.is_some() {
        return unusable("--write-witness: witnesses are written of C programs only");
    }
    language.examine_search(&args.search)
}

pub(crate) fn check(session: &Session, args: &CheckOptions) -> Result<Checked, Error> {
    let common = session.options();
    examine(&common.files, args)?;
    let config = session.config()?;
    let spec = run_spec(common, session.subject())?;
    let program = session.program();
    input_names::warn_about_program(&common.observer, program, &spec.inputs);
    let analysis = proofs::analyse(common, args, program, spec.function, &config);
    let trusted =
        analysis.as_ref().filter(|it| proofs::are_sound(program, spec.function, &config, it));
    let searched = proofs::without_what_is_proved(&config, trusted);
    let compiled = prepare(program);
    let given = given(common, &spec);
    let proved = proofs::proved_points(program, trusted);
    let scope = Scope {
        program,
        compiled: &compiled,
        spec: &spec,
        given,
        config: &config,
        proved: &proved,
    };
    let unended = endless::stated(program, &compiled, &spec, &config);
    let mut found = match trusted.filter(|analysis| analysis.holds()) {
        // Its only run does not end: there is nothing behind that.
        _ if unended.is_some() && !has_inputs(program, spec.function) => {
            proofs::nothing_to_search(program, &spec)
        }
        Some(_) if proofs::suffice(common, args, scope) => {
            proofs::nothing_to_search(program, &spec)
        }
        _ => {
            let scope = Scope { config: &searched, ..scope };
            search::search(common, &args.search, scope, Wanted::Failures(args.traces))?
        }
    };
    assumed::add_unchecked(program, spec.function, config.checks, &mut found);
    if config.checks.contains(CheckKind::AllocFail) {
        // It is an input of each call, and nothing that is taken for granted.
        found.coverage.assumptions.retain(|it| it.kind != AssumptionKind::Alloc);
    }
    let ended = leaks::runs(common, scope);
    let lost = leaks::all(scope, &ended);
    leaks::note_coverage(&mut found, scope, ended.len());
    know_failures(common, program, &found);
    let mut findings = findings::findings(common, scope, &found, args.with_steps);
    let mut files = Vec::new();
    if let Some(file) = &args.emit_test {
        files.extend(files::tests(common, program, file, &mut findings));
    }
    if let Some(file) = &args.write_witness {
        files.extend(files::witnesses(common, scope, file, &mut findings)?);
    }
    let mut report = findings.report;
    report.inconsistent = inconsistent::inconsistent(common, &args.search, scope);
    let mut outcome = search::outcome(&found);
    let mut suspected = match unended {
        None => endless::suspected(common, &args.search, scope),
        Some(_) => Vec::new(),
    };
    suspected.extend(found.unended.iter().cloned());
    if endless::add(common, scope, &mut report, unended, &suspected) {
        outcome = Outcome::Failure;
    }
    if endless::add_stated(common, &mut report, lost.into_iter()) {
        outcome = Outcome::Failure;
    }
    if let Some(analysis) = analysis.filter(|_| args.proofs) {
        report.proofs =
            Some(proofs::report(program, config.checks.in_force(program.arithmetic), &analysis));
    }
    report.origin = present::origin(program);
    Ok(Checked { report, outcome, files })
}

/// What a search has found is known before its failures are looked at closely.
fn know_failures(common: &Options, program: &Program, found: &Search) {
    let mut report = present::verdict_report(program, &common.budget, found);
    let failures = found.failures.iter();
    report.failures = failures
        .map(|failure| present::failure_report(program, &failure.failure, &[], None))
        .collect();
    report.origin = present::origin(program);
    common.observer.known(|| report, search::outcome(found));
}

#[cfg(test)]
mod tests;
