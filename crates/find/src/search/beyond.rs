//! What lies beyond the bounds of a round?

use whydunit_program::{Cfg, FunctionId, LoopId, Program, SourceKind, SourceStmtId};
use whydunit_solver::{Answer, Reason};
use whydunit_source::Span;
use whydunit_term::Term;

use super::Rounds;
use crate::exec::{CutReason, Executed};
use crate::{LoopCoverage, RecursionCoverage};

impl Rounds<'_> {
    /// What lies beyond the bounds? True when nothing does.
    pub(super) fn look_beyond(&mut self, executed: &Executed, unwind: u32) -> Result<bool, Reason> {
        let mut assumptions = executed.assumptions.clone();
        let any = self.any_violation(executed);
        assumptions.push(self.terms.not(any));
        self.coverage.loops.clear();
        self.coverage.recursions.clear();
        self.coverage.inputs.clear();
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
            can_grow |= !matches!(reason, CutReason::Gap(..));
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
            CutReason::Gap(message, place) => self.add_gap(message, place),
        }
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
