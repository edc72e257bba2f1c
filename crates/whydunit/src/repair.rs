//! Changes of the program with which its tests pass.
//!
//! Tests are given, or made from what a search finds. `whydunit_repair` proposes and tries; what it cannot know, how texts
//! become programs and how programs are judged, is in `whydunit_validate`.

mod diagnosis;
mod generated;
mod report;

use std::time::{Duration, Instant};

use whydunit_host::{Budget, read_text};
use whydunit_interp::Config;
use whydunit_project::{Error, Language, Outcome};
use whydunit_repair::{Findings, Grade, Library, Options, Proofs, Request, TestsBy, apply_bytes};
use whydunit_validate::{Agreement, Target, Validator, ask, within};

use crate::limits::{KEPT_AFTER_REPAIR, KEPT_FOR_COMPILER, MOST_BYTES_OF_ANNOTATIONS};
use crate::{PatchedFile, RepairMethod, RepairOptions, Repaired, Session};
use generated::Found;

pub(crate) fn repair(session: &Session, args: &RepairOptions) -> Result<Repaired, Error> {
    let common = session.options();
    if Language::of(&common.files)? != Language::C {
        let message = "repair changes C programs; Boogie programs are explained only";
        return Err(Error::unusable(message));
    }
    let mut config = session.config()?;
    let mut target = match generated::find(session, args, &config)? {
        Found::Target(target) => target,
        Found::Nothing(report, outcome) => {
            return Ok(Repaired { report: *report, outcome, best: None, is_refused: false });
        }
    };
    let known = || report::without_repairs(args, &target);
    common.observer.known(known, Outcome::OutOfBudget);
    let kept = match args.verify && common.native.is_allowed {
        true => KEPT_AFTER_REPAIR + KEPT_FOR_COMPILER.min(common.budget.timeout() / 4),
        false => KEPT_AFTER_REPAIR,
    };
    let deadline = before_the_end(&config, kept).deadline;
    // All failures of the program may have one cause; if not, the first is repaired alone.
    let alone = target.first_failure_only(&config);
    let half = deadline.map(|end| Instant::now() + within(Some(end), Duration::MAX) / 2);
    let first_deadline = if alone.is_some() { half } else { deadline };
    let mut findings = search(args, &config, &target, first_deadline)?;
    if let Some(alone) = alone.filter(|_| !has_repair(&findings)) {
        *target = alone;
        findings = search(args, &config, &target, deadline)?;
    }
    if !has_repair(&findings)
        && let Some((kind, fewer, other)) = target.without_benign_check(&config)?
    {
        let found = search(args, &fewer, &other, deadline)?;
        if has_repair(&found) {
            let message = format!(
                "the check `{}` is left out: tests that fail it do what is expected all the same",
                kind.name()
            );
            common.observer.warn(message);
            (config, target, findings) = (fewer, other, found);
        }
    }
    let agreements = match (args.verify, common.native.is_allowed) {
        (true, true) => ask(&target, &before_the_end(&config, KEPT_AFTER_REPAIR), &mut findings),
        (true, false) => {
            let why = "that would run the program on this machine; --native allows it";
            common.observer.warn(format!("--verify: the C compiler was not asked: {why}"));
            vec![Agreement::unasked(why); findings.repairs.len()]
        }
        (false, _) => vec![Agreement::default(); findings.repairs.len()],
    };
    let report = report::report(args, &target, &findings, &agreements);
    let outcome = match has_repair(&findings) || !findings.is_cut_short {
        true => Outcome::Failure,
        false => Outcome::OutOfBudget,
    };
    Ok(Repaired {
        report,
        outcome,
        best: best(&target, &findings),
        is_refused: agreements.first().is_some_and(|best| best.verified == Some(false)),
    })
}

/// The files that the first repair changes, unless it is known to fail.
fn best(target: &Target, findings: &Findings) -> Option<Vec<PatchedFile>> {
    let best = findings.repairs.first().filter(|repair| repair.grade != Grade::Refuted)?;
    let mut files: Vec<_> = best.edits.iter().map(|edit| edit.span.file).collect();
    files.sort_unstable();
    files.dedup();
    let sources = &target.subject.program.sources;
    let patched = |file| {
        let source = sources.file(file);
        PatchedFile {
            name: source.name().to_owned(),
            before: source.all_bytes(),
            after: apply_bytes(sources, file, &best.edits),
        }
    };
    Some(files.into_iter().map(patched).collect())
}

fn search(
    args: &RepairOptions,
    config: &Config,
    target: &Target,
    deadline: Option<Instant>,
) -> Result<Findings, Error> {
    let subject = &target.subject;
    let validator = Validator::new(&args.search, config, target, deadline)?;
    let options = Options {
        max_edits: args.max_edits as usize,
        most: args.max_repairs as usize,
        deadline,
        dice: args.dice,
        relevant: target.relevant.clone(),
        by_evidence: uses(args, RepairMethod::Autodebug),
        by_proofs: proofs(args, &target.common.budget.host())?,
        files: target.files.clone(),
    };
    let request = Request {
        program: &subject.program,
        start: subject.start,
        suite: target.suite.clone(),
        tests_by: if target.is_made { TestsBy::Search } else { TestsBy::User },
        config: config.clone(),
        oracle: &validator,
        options,
    };
    Ok(whydunit_repair::repair(&request, &mut |what| target.common.observer.phase(what)))
}

/// Both methods are used where none is named.
fn uses(args: &RepairOptions, method: RepairMethod) -> bool {
    args.methods.is_empty() || args.methods.contains(&method)
}

fn proofs(args: &RepairOptions, budget: &Budget) -> Result<Option<Proofs>, Error> {
    let mut library = Library::shipped();
    for file in &args.annotations {
        let name = file.display().to_string();
        let text = read_text(file, MOST_BYTES_OF_ANNOTATIONS, budget)
            .map_err(Error::read(format!("cannot read the annotations {name}")))?;
        library = library.extended_with(&text, &name).map_err(Error::Diagnostics)?;
    }
    let level = args.ped_level;
    Ok(uses(args, RepairMethod::Ped).then_some(Proofs { level, library }))
}

/// Is there one that is not known to fail?
fn has_repair(findings: &Findings) -> bool {
    findings.repairs.iter().any(|repair| repair.grade != Grade::Refuted)
}

/// With less time.
fn before_the_end(config: &Config, kept: Duration) -> Config {
    let deadline = config.deadline.map(|end| end.checked_sub(kept).unwrap_or(end));
    Config { deadline, ..config.clone() }
}
