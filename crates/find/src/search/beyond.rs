//! What lies beyond the bounds of a round? Iterations, inputs, and values that are not followed.

use whydunit_program::{Cfg, CheckKind, FunctionId, LoopId, Program, SourceKind, SourceStmtId};
use whydunit_solver::{Answer, Reason};
use whydunit_source::Span;
use whydunit_term::Term;

use super::Rounds;
use crate::exec::{CutReason, Executed};
use crate::{LoopCoverage, RecursionCoverage};

impl Rounds<'_> {
    /// What lies beyond the bounds? True when nothing does that a deeper round would reach.
    pub(super) fn look_beyond(&mut self, executed: &Executed, unwind: u32) -> Result<bool, Reason> {
        let is_exhausted = self.look_beyond_cuts(executed, unwind)?;
        self.look_beyond_values(executed);
        Ok(is_exhausted)
    }

    /// Which of our limits on values can a run exceed? Not knowing counts as yes.
    fn look_beyond_values(&mut self, executed: &Executed) {
        let arithmetic = self.program.arithmetic;
        if !executed.sites.iter().any(|site| arithmetic.is_limit(site.kind)) {
            return;
        }
        let times = self.first_failures(executed);
        let budget = self.typical_budget();
        for kind in CheckKind::ALL.into_iter().filter(|&kind| arithmetic.is_limit(kind)) {
            let of_kind = executed.sites.iter().zip(&times).filter(|(site, _)| site.kind == kind);
            let conditions: Vec<Term> = of_kind.flat_map(|(_, times)| times).copied().collect();
            let mut question = executed.assumptions.clone();
            question.push(self.terms.or(&conditions));
            let place = match self.ask(&question, &budget) {
                Answer::Unsat(_) => continue,
                Answer::Unknown(_) => None,
                Answer::Sat(model) => {
                    self.first_violation(executed, &model).map(|site| executed.sites[site].span)
                }
            };
            self.ranges.push(range_words(self.program, kind, place));
        }
    }

    fn look_beyond_cuts(&mut self, executed: &Executed, unwind: u32) -> Result<bool, Reason> {
        let mut assumptions = executed.assumptions.clone();
        let any = self.any_violation(executed);
        assumptions.push(self.terms.not(any));
        self.coverage.loops.clear();
        self.coverage.recursions.clear();
        self.coverage.inputs.clear();
        self.ranges.clear();
        let kept = self.coverage.gaps.len();
        let mut reasons: Vec<(CutReason, Vec<Term>)> = Vec::new();
        for cut in &executed.cuts {
            match reasons.iter_mut().find(|(reason, _)| *reason == cut.reason) {
                Some((_, conditions)) => conditions.push(cut.condition),
                None => reasons.push((cut.reason.clone(), vec![cut.condition])),
            }
        }
        let all: Vec<Term> = executed.cuts.iter().map(|cut| cut.condition).collect();
        let all = self.terms.or(&all);
        if all == Term::FALSE {
            return Ok(kept == 0);
        }
        let budget = self.request.budget.clone();
        let mut question = assumptions.clone();
        question.push(all);
        if all != Term::TRUE {
            match self.ask(&question, &budget) {
                Answer::Unsat(_) => return Ok(kept == 0),
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(_) => {}
            }
        }
        let mut can_grow = false;
        for (reason, conditions) in reasons {
            let condition = self.terms.or(&conditions);
            question.truncate(assumptions.len());
            question.push(condition);
            match self.ask(&question, &budget) {
                Answer::Unsat(_) => continue,
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(_) => {}
            }
            can_grow |= !matches!(reason, CutReason::Gap(..) | CutReason::Range(_));
            self.cover(reason, unwind);
        }
        Ok(!can_grow)
    }

    fn cover(&mut self, reason: CutReason, unwind: u32) {
        match reason {
            CutReason::Loop(function, id) => {
                let place = loop_place(self.program, function, id);
                let covered = LoopCoverage { place, iterations: unwind };
                if !self.coverage.loops.contains(&covered) {
                    self.coverage.loops.push(covered);
                }
            }
            CutReason::Jump(place) => {
                self.coverage.loops.push(LoopCoverage { place, iterations: unwind });
            }
            CutReason::Recursion(function) => {
                let function = self.program.function(function);
                self.coverage.recursions.push(RecursionCoverage {
                    function: function.name.clone(),
                    place: function.span,
                    depth: unwind,
                });
            }
            CutReason::Input(words) => self.coverage.inputs.push(words),
            CutReason::Range(words) => self.ranges.push(words),
            CutReason::Gap(message, place) => self.add_gap(message, place),
        }
    }
}

/// The values that were followed, when more of them are met at `place`.
pub(super) fn range_words(program: &Program, kind: CheckKind, place: Option<Span>) -> String {
    let words = match kind {
        CheckKind::Overflow => "integers of up to 64 bits",
        CheckKind::Bounds => "the keys of maps that are followed",
        CheckKind::Div => "divisors other than 0",
        _ => "values that are followed",
    };
    match place {
        None => words.to_owned(),
        Some(place) => format!("{words} ({} needs others)", line_name(program, place)),
    }
}

fn line_name(program: &Program, place: Span) -> String {
    let sources = &program.sources;
    let line = sources.line_column(place).line;
    let user_files = sources.files().filter(|(_, file)| file.is_user()).count();
    match user_files {
        0 | 1 => format!("line {line}"),
        _ => format!("{}:{line}", sources.file(place.file).name()),
    }
}

/// The condition of a loop, or the first statement in it.
fn loop_place(program: &Program, function: FunctionId, id: LoopId) -> Span {
    let function = program.function(function);
    let blocks = function.blocks();
    let cfg = Cfg::new(blocks);
    let info = cfg.loop_info(id);
    let mut statements = Vec::new();
    for &block in std::iter::once(&info.header).chain(&info.blocks) {
        let block = &blocks[block.index()];
        statements.extend(block.stmts.iter().map(|stmt| stmt.source));
        statements.push(block.terminator.source);
    }
    let is_condition =
        |source: &&SourceStmtId| program.source_stmt(**source).kind == SourceKind::Condition;
    let found = statements.iter().find(is_condition).or(statements.first());
    found.map_or(function.span, |source| program.source_stmt(*source).span)
}
