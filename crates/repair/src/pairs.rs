//! Two or three changes together, where no single one helps.
//!
//! A change that makes some failing tests pass and keeps the passing ones is a step in the right direction; the rest is
//! searched for in the program that has it. Faults that hide each other completely are not found this way.

use rustc_hash::FxHashSet;
use whydunit_program::{Program, SourceStmtId};
use whydunit_source::{FileId, Span};
use whydunit_suite::{Runner, Suite};

use crate::changes::{self, Change, Variant};
use crate::coverage::Executed;
use crate::engine::{Candidate, Engine, int_of};
use crate::limits::{
    DEAREST_GUARD_OF_A_PAIR, DEAREST_OF_A_PAIR, MEASURED_ON, MOST_FIRST, MOST_FOLLOWED,
};
use crate::model::Built;
use crate::trial::{self, Setting};
use crate::{Edit, evidence};

/// A change, or several, that some failing tests pass with.
struct Partial {
    edits: Vec<Edit>,
    cost: u32,
    source: SourceStmtId,
}

pub(crate) fn search(engine: &mut Engine<'_>, failing: &[Executed]) {
    let mut executed = Executed::default();
    for one in failing {
        executed.extend(one);
    }
    let start = Partial { edits: Vec::new(), cost: 0, source: SourceStmtId(u32::MAX) };
    let most = engine.request.options.max_edits;
    extend(engine, &start, &executed, most);
}

/// Looks for a further change, and where that is not enough for yet another.
fn extend(engine: &mut Engine<'_>, so_far: &Partial, executed: &Executed, left: usize) {
    for first in steps_forward(engine, so_far, executed) {
        if engine.is_late() || engine.is_satisfied() {
            return;
        }
        let mut pool = completions(engine, &first);
        if !pool.is_empty() {
            engine.consider(&mut pool);
        }
    }
    if left > 2 && !engine.is_satisfied() {
        for first in steps_forward(engine, so_far, executed).into_iter().take(MOST_FOLLOWED) {
            if engine.is_late() || engine.is_satisfied() {
                return;
            }
            extend(engine, &first, executed, left - 1);
        }
    }
}

/// The program with the edits so far.
fn built(engine: &mut Engine<'_>, edits: &[Edit]) -> Option<Built> {
    if edits.is_empty() {
        let program = engine.program.clone();
        return Some(Built { program, start: engine.request.start });
    }
    engine.build(edits)
}

/// The files that may be changed, as they are numbered in a program that was compiled again.
fn files_in(engine: &Engine<'_>, program: &Program) -> Vec<FileId> {
    let names =
        engine.request.options.files.iter().map(|id| engine.program.sources.file(*id).name());
    names.filter_map(|name| program.sources.find(name)).collect()
}

/// An edit of a program that was compiled again, with the file's number in the original.
fn in_original(engine: &Engine<'_>, program: &Program, edit: &Edit) -> Option<Edit> {
    let file = engine.program.sources.find(program.sources.file(edit.span.file).name())?;
    Some(Edit { span: Span { file, ..edit.span }, new: edit.new.clone() })
}

fn setting<'b>(engine: &Engine<'_>, built: &'b Built) -> Setting<'b> {
    Setting {
        program: &built.program,
        start: built.start,
        int: int_of(&built.program),
        config: engine.config.clone(),
        deadline: engine.request.options.deadline,
    }
}

/// Changes with which more tests pass than before, best first.
fn steps_forward(engine: &mut Engine<'_>, so_far: &Partial, executed: &Executed) -> Vec<Partial> {
    let Some(built) = built(engine, &so_far.edits) else { return Vec::new() };
    let int = int_of(&built.program);
    let files = files_in(engine, &built.program);
    let is_first = so_far.edits.is_empty();
    let wanted = |stmt: SourceStmtId| !is_first || executed.contains(&stmt);
    let mut all = changes::changes(&built.program, int, &files, &[], &wanted);
    all.retain(takes_part);
    let runner = Runner::new(&built.program, built.start, engine.config.clone());
    let (failing, passing) = engine.suite.tests.split_at(engine.failing_now());
    let still: Vec<_> =
        failing.iter().filter(|test| !runner.run(test).verdict.is_passed()).collect();
    let guards = passing.iter().step_by((passing.len() / MEASURED_ON.1).max(1)).take(MEASURED_ON.1);
    let spread = still.iter().step_by((still.len() / MEASURED_ON.0).max(1)).take(MEASURED_ON.0);
    let tests: Vec<_> = spread.map(|test| (*test).clone()).collect();
    let count = tests.len();
    let measured = Suite { tests: tests.into_iter().chain(guards.cloned()).collect() };
    let matrix = trial::matrix(&setting(engine, &built), &all, &measured);
    engine.findings.tried.changes += all.len();
    engine.findings.tried.runs += (all.len() * measured.tests.len()) as u64;
    let mut found: Vec<(usize, u32, &Change)> = Vec::new();
    for (row, change) in matrix.iter().zip(&all) {
        let gained = row.iter().take(count).filter(|passes| **passes).count();
        if gained > 0 && row.iter().skip(count).all(|passes| *passes) {
            found.push((gained, change.cost, change));
        }
    }
    found.sort_by_key(|(gained, cost, change)| (count - gained, *cost, change.edit.clone()));
    let mut seen = FxHashSet::default();
    found
        .into_iter()
        .filter_map(|(_, cost, change)| {
            let further = in_original(engine, &built.program, &change.edit)?;
            let edits = combined(&so_far.edits, &further)?;
            let is_new = seen.insert(evidence::effect(&engine.program.sources, &edits));
            is_new.then_some(Partial { edits, cost: so_far.cost + cost, source: change.source })
        })
        .take(MOST_FIRST)
        .collect()
}

/// Changes that complete a partial repair.
fn completions(engine: &mut Engine<'_>, first: &Partial) -> Vec<Candidate> {
    let Some(built) = built(engine, &first.edits) else { return Vec::new() };
    let files = files_in(engine, &built.program);
    let runner = Runner::new(&built.program, built.start, engine.config.clone());
    let mut suite = engine.suite.clone();
    suite.tests.sort_by_cached_key(|test| runner.run(test).verdict.is_passed());
    let mut all = changes::changes(&built.program, int_of(&built.program), &files, &[], &|_| true);
    all.retain(takes_part);
    let tried = trial::passing(&setting(engine, &built), &all, &suite);
    engine.findings.tried.changes += all.len();
    engine.findings.tried.runs += tried.runs;
    let mut pool = Vec::new();
    for index in tried.passing {
        let further = in_original(engine, &built.program, &all[index].edit);
        let Some(edits) = further.and_then(|edit| combined(&first.edits, &edit)) else { continue };
        pool.push(Candidate {
            edits,
            cost: first.cost + all[index].cost,
            source: Some(first.source),
            evidence: None,
            change: None,
            is_deferred: false,
        });
    }
    pool
}

fn takes_part(change: &Change) -> bool {
    let is_guard = matches!(change.variant, Variant::Guard { .. });
    change.cost <= if is_guard { DEAREST_GUARD_OF_A_PAIR } else { DEAREST_OF_A_PAIR }
}

/// The edits of the original and a further one whose place is in the changed text; `None` where they touch each other.
fn combined(before: &[Edit], further: &Edit) -> Option<Vec<Edit>> {
    let mut before = before.to_vec();
    before.sort();
    let mut shift: i64 = 0;
    let (start, end) = (i64::from(further.span.start), i64::from(further.span.end));
    for edit in before.iter().filter(|edit| edit.span.file == further.span.file) {
        let at = i64::from(edit.span.start) + shift;
        let behind = at + edit.new.len() as i64;
        if end <= at {
            break;
        }
        if start < behind {
            return None;
        }
        shift += edit.new.len() as i64 - i64::from(edit.span.end - edit.span.start);
    }
    let place = |offset: i64| u32::try_from(offset - shift).ok();
    let span = Span::new(further.span.file, place(start)?, place(end)?);
    before.push(Edit { span, new: further.new.clone() });
    before.sort();
    Some(before)
}
