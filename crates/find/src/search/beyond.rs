//! What lies beyond the bounds of a round? Iterations, inputs, and values that are not followed.

use whydunit_program::{Cfg, CheckKind, FunctionId, LoopId, Program, SourceKind, SourceStmtId};
use whydunit_solver::{Answer, Reason};
use whydunit_source::Span;
use whydunit_term::Term;

use super::verdict::BEYOND_SIZES;
use super::verdict::{Explored, Looked};
use super::{Round, Rounds};
use crate::exec::{Bounds, Cut, CutReason, Executed, Stack};
use crate::inputs::Reader;
use crate::limits::{MOST_ASSUMED, MOST_STATED};
use crate::{Assumption, AssumptionKind, LoopCoverage, RecursionCoverage};

/// What would a deeper round reach?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Growth {
    Nothing,
    /// Larger inputs, while their bounds grow.
    Inputs,
    /// More iterations or calls.
    Paths,
}

impl Rounds<'_> {
    /// What lies beyond the bounds, and what does the round rest on?
    pub(super) fn look_beyond(
        &mut self,
        executed: &Executed,
        bounds: Bounds,
    ) -> Result<Round, Reason> {
        let explored = self.explored(executed)?;
        if explored == Explored::TooFewElements && bounds.elements < MOST_STATED {
            self.elements = bounds.elements.saturating_mul(4).min(MOST_STATED);
            return Ok(Round::Larger);
        }
        let before = std::mem::take(&mut self.looked);
        self.looked.unwind = bounds.unwind;
        let mut given_up: Vec<Stack> = Vec::new();
        if let Err(reason) = self.look_beyond_all(executed, bounds, &before, &mut given_up) {
            // What the round before has looked at still counts.
            self.looked = before;
            return Err(reason);
        }
        if explored != Explored::Something && self.failures.is_empty() {
            self.doubt_all(explored);
        }
        Ok(Round::Complete)
    }

    fn look_beyond_all(
        &mut self,
        executed: &Executed,
        bounds: Bounds,
        before: &Looked,
        given_up: &mut Vec<Stack>,
    ) -> Result<(), Reason> {
        let can_grow = self.look_beyond_cuts(executed, bounds, given_up)?;
        self.look_at_undecided(executed);
        self.coverage.dead.clear();
        let is_everything = can_grow == Growth::Nothing && executed.granted.is_empty();
        if self.wants_dead_arms && is_everything {
            self.look_for_dead_arms(executed);
        }
        self.look_beyond_values(executed, given_up);
        given_up.extend(executed.fixed_answers.iter().cloned());
        for Assumption { kind, what, place } in executed.granted.iter().cloned() {
            self.looked.assume(kind, what, place);
        }
        // Bounds on inputs that did not grow with the last round will not grow any more.
        let is_final = self.looked.inputs == before.inputs && before.unwind >= MOST_ASSUMED / 2;
        self.looked.is_exhausted = match can_grow {
            Growth::Nothing => true,
            Growth::Inputs => is_final,
            Growth::Paths => false,
        };
        // Behind a gap nothing is reached anyway.
        if self.failures.is_empty() && self.coverage.gaps.is_empty() {
            self.doubt_recursion(executed)?;
            let behind = self.behind(&*given_up);
            self.doubt_unreached(executed, behind)?;
        }
        Ok(())
    }

    /// Operations on values that were never given: the machine knows by single bits whether they decide, so that a run may fail there or go on.
    fn look_at_undecided(&mut self, executed: &Executed) {
        let budget = self.typical_budget();
        let mut open = executed.undecided.clone();
        open.dedup_by_key(|(_, place)| *place);
        let conditions: Vec<Term> = open.iter().map(|(when, _)| *when).collect();
        let mut question = executed.assumptions.clone();
        question.push(self.terms.or(&conditions));
        if open.is_empty() || matches!(self.ask(&question, &budget), Answer::Unsat(_)) {
            return;
        }
        let message = "whether a value that was never given decides here is not followed";
        for (_, place) in open {
            self.add_gap(message.to_owned(), Some(place));
        }
    }

    /// Which of our limits on values can a run exceed? Not knowing counts as yes.
    fn look_beyond_values(&mut self, executed: &Executed, given_up: &mut Vec<Stack>) {
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
            let is_met = |(number, _): &&(usize, Stack)| {
                executed.sites[executed.violations[*number].site].kind == kind
            };
            given_up.extend(executed.limits.iter().filter(is_met).map(|(_, at)| at.clone()));
            self.looked.ranges.push(range_words(self.program, kind, place));
        }
    }

    fn look_beyond_cuts(
        &mut self,
        executed: &Executed,
        bounds: Bounds,
        given_up: &mut Vec<Stack>,
    ) -> Result<Growth, Reason> {
        let mut assumptions = executed.assumptions.clone();
        let any = self.any_violation(executed);
        assumptions.push(self.terms.not(any));
        let mut reasons: Vec<(CutReason, Vec<&Cut>)> = Vec::new();
        for cut in &executed.cuts {
            match reasons.iter_mut().find(|(reason, _)| *reason == cut.reason) {
                Some((_, cuts)) => cuts.push(cut),
                None => reasons.push((cut.reason.clone(), vec![cut])),
            }
        }
        let all: Vec<Term> = executed.cuts.iter().map(|cut| cut.condition).collect();
        let all = self.terms.or(&all);
        // With a check that was given up, a deeper round may still find a failure.
        let nothing = match self.coverage.gaps.is_empty() {
            true => Growth::Nothing,
            false => Growth::Paths,
        };
        if all == Term::FALSE {
            return Ok(nothing);
        }
        let budget = self.request.budget.clone();
        let mut question = assumptions.clone();
        question.push(all);
        if all != Term::TRUE {
            match self.ask(&question, &budget) {
                Answer::Unsat(_) => return Ok(nothing),
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(_) => {}
            }
        }
        let mut growth = Growth::Nothing;
        for (reason, cuts) in reasons {
            let conditions: Vec<Term> = cuts.iter().map(|cut| cut.condition).collect();
            let condition = self.terms.or(&conditions);
            question.truncate(assumptions.len());
            question.push(condition);
            match self.ask(&question, &budget) {
                Answer::Unsat(_) => continue,
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(model) => {
                    if let CutReason::Loop(..) | CutReason::Jump(_) | CutReason::Recursion(_) =
                        reason
                    {
                        let mut reader = Reader::new(self.program, &self.terms, &model);
                        let spec = reader.run(executed, self.request.spec);
                        self.note_unended(spec);
                    }
                }
            }
            growth = growth.max(match &reason {
                CutReason::Loop(..) | CutReason::Jump(_) | CutReason::Recursion(_) => Growth::Paths,
                CutReason::Input(_) | CutReason::Size(..) => Growth::Inputs,
                CutReason::Gap(..) | CutReason::CheckOff(..) | CutReason::Range(_) => {
                    Growth::Nothing
                }
            });
            given_up.extend(cuts.iter().map(|cut| cut.at.clone()));
            self.cover(reason, &cuts, bounds.unwind);
        }
        Ok(growth)
    }

    fn cover(&mut self, reason: CutReason, cuts: &[&Cut], unwind: u32) {
        match reason {
            CutReason::Size(words, place) => {
                if !self.looked.inputs.contains(&words) {
                    self.looked.inputs.push(words.clone());
                }
                if !self.behind(cuts.iter().map(|cut| &cut.at)).is_empty() {
                    let message = format!("{BEYOND_SIZES} {words}");
                    self.looked.doubt(message, place);
                }
                self.looked.assume(AssumptionKind::Size, words, place);
            }
            CutReason::CheckOff(words, place) => {
                if !self.behind(cuts.iter().map(|cut| &cut.at)).is_empty() {
                    self.looked.doubt(words.clone(), place);
                }
                self.looked.assume(AssumptionKind::CheckOff, words, place);
            }
            CutReason::Loop(function, id) => {
                let place = loop_place(self.program, function, id);
                let covered = LoopCoverage { place, iterations: unwind };
                if !self.looked.loops.contains(&covered) {
                    self.looked.loops.push(covered);
                }
            }
            CutReason::Jump(place) => {
                self.looked.loops.push(LoopCoverage { place, iterations: unwind });
            }
            CutReason::Recursion(function) => {
                let function = self.program.function(function);
                self.looked.recursions.push(RecursionCoverage {
                    function: function.name.clone(),
                    place: function.span,
                    depth: unwind,
                });
            }
            CutReason::Input(words) => self.looked.inputs.push(words),
            CutReason::Range(words) => self.looked.ranges.push(words),
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
