//! `whydunit repair`: changes of the program with which its tests pass.
//!
//! Tests are given, or made from what a search finds. `whydunit_repair` proposes and tries; what it cannot know, how texts
//! become programs and how programs are judged, is in `workshop`.

mod compiled;
mod diagnosis;
mod report;
mod standard;
mod target;
mod workshop;
mod written;

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use whydunit_interp::Config;
use whydunit_repair::ped::Level;
use whydunit_repair::{Findings, Grade, Library, Options, Proofs, Request, TestsBy};
use whydunit_report::MessageKind;

use crate::args::{PedLevel, RepairArgs, RepairMethod};
use crate::language::Language;
use crate::limits::{KEPT_AFTER_REPAIR, KEPT_FOR_COMPILER};
use crate::outcome::{Outcome, Problem, print_message};
use crate::output::{Outputs, Text};
use crate::{input, interrupt, progress};
use target::{Found, Target};
use workshop::CliWorkshop;

pub(crate) fn repair(args: &RepairArgs) -> Result<Outcome, Problem> {
    let outputs = Outputs::of(&args.common.output)?;
    if Language::of(&args.common.files)? != Language::C {
        return Err(anyhow!("repair changes C programs; Boogie programs are explained only").into());
    }
    let mut config = input::config(&args.common)?;
    let mut target = match target::find(args, &config)? {
        Found::Target(target) => target,
        Found::Nothing(report, outcome) => {
            outputs.write(&report, Text { is_result: false, unfold: false }, None)?;
            return Ok(outcome);
        }
    };
    interrupt::know(&report::without_repairs(args, &target)?, Outcome::OutOfBudget);
    let kept = match args.verify {
        true => KEPT_AFTER_REPAIR + KEPT_FOR_COMPILER.min(args.common.budget.timeout() / 4),
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
        && let Some((kind, fewer, other)) = target.without_benign_check(args, &config)?
    {
        let found = search(args, &fewer, &other, deadline)?;
        if has_repair(&found) {
            let message = format!(
                "the check `{}` is left out: tests that fail it do what is expected all the same",
                kind.name()
            );
            print_message(MessageKind::Warning, message);
            (config, target, findings) = (fewer, other, found);
        }
    }
    let agreements = match args.verify {
        true => compiled::ask(&target, &before_the_end(&config, KEPT_AFTER_REPAIR), &mut findings),
        false => vec![compiled::Agreement::default(); findings.repairs.len()],
    };
    let report = report::report(args, &target, &findings, &agreements)?;
    outputs.write(&report, Text { is_result: true, unfold: false }, None)?;
    let is_refused = agreements.first().is_some_and(|best| best.verified == Some(false));
    if args.apply && is_refused {
        let message = "--apply: no repair passes when it is compiled by the C compiler; left alone";
        print_message(MessageKind::Note, message.to_owned());
    } else if args.apply {
        written::apply_best(&target.subject.program, &findings)?;
    }
    Ok(if has_repair(&findings) || !findings.is_cut_short {
        Outcome::Failure
    } else {
        Outcome::OutOfBudget
    })
}

fn search(
    args: &RepairArgs,
    config: &Config,
    target: &Target,
    deadline: Option<Instant>,
) -> Result<Findings, Problem> {
    let subject = &target.subject;
    let workshop = CliWorkshop::new(args, config, target, deadline)?;
    let options = Options {
        max_edits: args.max_edits as usize,
        most: args.max_repairs as usize,
        deadline,
        dice: args.dice,
        relevant: target.relevant.clone(),
        by_evidence: uses(args, RepairMethod::Autodebug),
        by_proofs: proofs(args)?,
        files: target.files.clone(),
    };
    let request = Request {
        program: &subject.program,
        start: subject.start,
        suite: target.suite.clone(),
        tests_by: if target.is_made { TestsBy::Search } else { TestsBy::User },
        config: config.clone(),
        workshop: &workshop,
        options,
    };
    Ok(whydunit_repair::repair(&request, &mut |what| progress::phase(what)))
}

/// Both methods are used where none is named.
fn uses(args: &RepairArgs, method: RepairMethod) -> bool {
    args.methods.is_empty() || args.methods.contains(&method)
}

fn proofs(args: &RepairArgs) -> Result<Option<Proofs>, Problem> {
    let mut library = Library::shipped();
    for file in &args.annotations {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read the annotations {name}"))?;
        library = library.extended_with(&text, &name).map_err(Problem::Diagnostics)?;
    }
    let level = args.ped_level.map(|level| match level {
        PedLevel::Default => Level::Default,
        PedLevel::NoInv => Level::NoInv,
        PedLevel::WithInv => Level::WithInv,
        PedLevel::Relevant => Level::Relevant,
    });
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

/// What is left of the time, and no more than this.
pub(crate) fn within(deadline: Option<Instant>, most: Duration) -> Duration {
    match deadline {
        Some(end) => end.saturating_duration_since(Instant::now()).min(most),
        None => most,
    }
}
