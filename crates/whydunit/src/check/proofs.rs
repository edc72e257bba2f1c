//! What the static analysis proves: checks that need not be searched, and proofs for people.

use std::collections::BTreeSet;
use std::time::Instant;

use whydunit_absint::{Analysis, Options, Property, analyse as analyse_program};
use whydunit_find::{Coverage, Search, Verdict, has_other_answers};
use whydunit_host::stretched;
use whydunit_interp::{CheckSet, Config, RunSpec};
use whydunit_program::{BlockId, CheckKind, FunctionId, Point, Program, Stmt, StmtKind, called};
use whydunit_project::Options as Common;
use whydunit_report::ProofReport;

use super::assumed;
use crate::CheckOptions;
use crate::limits::{MOST_TIME_FOR_PROOFS, SHARE_FOR_PROOFS};
use crate::search::{self, Scope};

/// The analysis of all runs; `None` where the search is not about all runs of the program as it stands.
pub(super) fn analyse<'p>(
    common: &Common,
    args: &CheckOptions,
    program: &'p Program,
    start: FunctionId,
    config: &Config,
) -> Option<Analysis<'p>> {
    if args.search.modular || args.search.witness.is_some() {
        return None;
    }
    let checks = config.checks.in_force(program.arithmetic);
    let time = stretched(MOST_TIME_FOR_PROOFS).min(common.budget.timeout() / SHARE_FOR_PROOFS);
    let options = Options {
        // What is proved of other checks rests on accesses that are allowed, be they checked or not.
        checks: CheckKind::ALL
            .into_iter()
            .filter(|kind| checks.contains(*kind) || kind.is_memory())
            .collect(),
        deadline: Instant::now().checked_add(time),
        mines: args.proofs,
    };
    Some(analyse_program(program, start, &options))
}

/// Do proofs hold for all runs there can be? The analysis goes on behind an access as if it were allowed, be it checked or not, and of the
/// system's answers it knows those of runs only.
pub(super) fn are_sound(
    program: &Program,
    start: FunctionId,
    config: &Config,
    analysis: &Analysis<'_>,
) -> bool {
    let is_unchecked = |property: &Property| {
        let kind = property.kind;
        kind.is_memory() && !config.checks.contains(kind) && !property.is_proved
    };
    !has_other_answers(program, start) && !analysis.properties().iter().any(is_unchecked)
}

/// Is the proof of all checks the whole answer? Not if preconditions leave no run, nor if functions call themselves, perhaps for ever: that is
/// left to a search.
pub(super) fn suffice(common: &Common, args: &CheckOptions, scope: Scope<'_>) -> bool {
    let Scope { program, spec, .. } = scope;
    let is_condition = |stmt: &Stmt| match stmt.kind {
        StmtKind::Assume { .. } => true,
        StmtKind::Check { kind, .. } => kind == CheckKind::Requires,
        _ => false,
    };
    let called = called(program, spec.function);
    let mut stmts =
        called.iter().flat_map(|&id| program.function(id).blocks()).flat_map(|block| &block.stmts);
    !assumed::is_recursive(program, &called)
        && (!stmts.any(is_condition)
            || search::is_vacuous(common, &args.search, scope) == Some(false))
}

/// No input makes a check fail.
pub(super) fn nothing_to_search(program: &Program, spec: &RunSpec) -> Search {
    let assumptions = assumed::by_proofs(program, spec.function);
    let coverage = Coverage { assumptions, ..Coverage::default() };
    Search { verdict: Verdict::Holds, failures: Vec::new(), unended: Vec::new(), coverage }
}

/// Points whose checks all hold in every run.
pub(super) fn proved_points(program: &Program, analysis: Option<&Analysis<'_>>) -> Vec<Point> {
    let Some(analysis) = analysis.filter(|analysis| analysis.covers_all_runs()) else {
        return Vec::new();
    };
    let open: BTreeSet<Point> = analysis
        .properties()
        .iter()
        .filter(|property| !property.is_proved)
        .map(|property| property.point)
        .collect();
    let mut proved = Vec::new();
    for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
        for (block, contents) in (0..).map(BlockId).zip(function.blocks()) {
            let points =
                (0..=contents.stmts.len() as u32).map(|index| Point { function: id, block, index });
            proved.extend(points.filter(|point| !open.contains(point)));
        }
    }
    proved
}

/// Checks that can be left to their proofs: a run goes the same way without them.
const SEPARABLE: [CheckKind; 5] =
    [CheckKind::Overflow, CheckKind::Shift, CheckKind::Div, CheckKind::Assert, CheckKind::Unreach];

/// The checks that a search has to look at: kinds of which every condition is proved are left out.
pub(super) fn without_what_is_proved(config: &Config, analysis: Option<&Analysis<'_>>) -> Config {
    let mut config = config.clone();
    let Some(analysis) = analysis.filter(|analysis| analysis.covers_all_runs()) else {
        return config;
    };
    let properties = analysis.properties();
    let is_open = |kind: CheckKind| {
        properties.iter().any(|property| property.kind == kind && !property.is_proved)
    };
    for kind in SEPARABLE {
        if !is_open(kind) {
            config.checks = config.checks.without(kind);
        }
    }
    config
}

/// All conditions of checks in the user's files.
pub(super) fn report(
    program: &Program,
    checks: CheckSet,
    analysis: &Analysis<'_>,
) -> Vec<ProofReport> {
    let mut properties = analysis.properties();
    properties.retain(|property| checks.contains(property.kind));
    let is_shown = |property: &&Property| {
        let file = program.sources.file(property.span.file);
        file.is_user() && !program.function(property.point.function).is_library
    };
    let mut list: Vec<ProofReport> = Vec::new();
    for property in properties.iter().filter(is_shown) {
        let has_ends = properties.iter().any(|other| {
            (other.point, other.kind, other.span) == (property.point, property.kind, property.span)
                && other.side != property.side
        });
        let is_range =
            has_ends && property.kind != CheckKind::Assert && property.kind != CheckKind::Contract;
        let place = program.sources.line_column(property.span);
        let proved = property.is_proved;
        let one = ProofReport {
            kind: property.kind.name(),
            file: program.sources.file(property.span.file).name().to_owned(),
            line: place.line,
            column: place.column,
            text: program.sources.text(property.span).to_owned(),
            part: is_range.then(|| {
                let end = if property.side == 0 { "lower end" } else { "upper end" };
                end.to_owned()
            }),
            proved,
            because: if proved { analysis.because(property) } else { None },
            rests_on: if proved {
                lines(program, &analysis.rests_on(property))
            } else {
                Vec::new()
            },
        };
        if !list.contains(&one) {
            list.push(one);
        }
    }
    list
}

fn lines(program: &Program, points: &[Point]) -> Vec<u32> {
    let line = |point: &Point| {
        let (span, _) = program.origin_of(*point);
        let is_user = !span.is_empty() && program.sources.file(span.file).is_user();
        is_user.then(|| program.sources.line_column(span).line)
    };
    points.iter().filter_map(line).collect::<BTreeSet<u32>>().into_iter().collect()
}
