//! What does a verdict rest on, and what forbids it?
//!
//! A round in which no check fails says something only if it has looked at something. It is *in doubt* where no input meets the
//! preconditions, where every run was given up, where a path ended at something that we assumed while checks lie behind it, and where a check was reached by
//! no run although paths that may lead to it were given up. What was taken for granted without ending any path is named as an assumption.

use rustc_hash::FxHashSet;
use whydunit_program::{CheckKind, Point, StmtKind};
use whydunit_solver::{Answer, Reason};
use whydunit_source::Span;
use whydunit_term::Term;

use super::Rounds;
use crate::behind::Behind;
use crate::exec::{CutReason, Executed, Stack};
use crate::inputs::Reader;
use crate::{Assumption, AssumptionKind, Coverage, Gap, LoopCoverage, RecursionCoverage, Verdict};

/// Of a check that lies beyond the bounds.
const BEYOND_BOUNDS: &str = "no run within the bounds comes to this check";

/// Of a run that asks for more than a size that was assumed; the size follows.
pub(super) const BEYOND_SIZES: &str = "a run goes beyond";

impl Gap {
    /// Is it the bounds alone that keep the search from an answer?
    pub fn is_beyond_bounds(&self) -> bool {
        self.message == BEYOND_BOUNDS || self.message.starts_with(BEYOND_SIZES)
    }
}

/// What a complete round has looked at.
#[derive(Clone, Default, Debug)]
pub(super) struct Looked {
    pub(super) loops: Vec<LoopCoverage>,
    pub(super) recursions: Vec<RecursionCoverage>,
    /// Bounds on inputs, in words.
    pub(super) inputs: Vec<String>,
    /// Bounds on values that no round widens, in words.
    pub(super) ranges: Vec<String>,
    pub(super) assumptions: Vec<Assumption>,
    /// What keeps the round from being a verdict, other than gaps.
    pub(super) doubts: Vec<Gap>,
    pub(super) unwind: u32,
    /// Preconditions and assumptions exclude every run.
    pub(super) is_vacuous: bool,
    /// Nothing lies beyond that a deeper round would reach.
    pub(super) is_exhausted: bool,
}

impl Looked {
    pub(super) fn doubt(&mut self, message: String, place: Option<Span>) {
        let doubt = Gap { message, place };
        if !self.doubts.contains(&doubt) {
            self.doubts.push(doubt);
        }
    }

    pub(super) fn assume(&mut self, kind: AssumptionKind, what: String, place: Option<Span>) {
        let assumption = Assumption { kind, what, place };
        if !self.assumptions.contains(&assumption) {
            self.assumptions.push(assumption);
        }
    }

    fn is_bounded(&self) -> bool {
        let Looked { loops, recursions, inputs, ranges, .. } = self;
        !(loops.is_empty() && recursions.is_empty() && inputs.is_empty() && ranges.is_empty())
    }

    /// The verdict if no failure was found.
    pub(super) fn verdict(&self, coverage: &Coverage) -> Verdict {
        if !coverage.gaps.is_empty() || !self.doubts.is_empty() || self.unwind == 0 {
            Verdict::Unknown
        } else if self.is_exhausted && !self.is_bounded() {
            Verdict::Holds
        } else {
            Verdict::HoldsWithinBound
        }
    }

    /// Bounds are assumptions, too.
    pub(super) fn all_assumptions(&self) -> Vec<Assumption> {
        let bound = |what: String, place| Assumption { kind: AssumptionKind::Bound, what, place };
        let is_size = |words: &&String| {
            let size = |known: &Assumption| {
                known.kind == AssumptionKind::Size && known.what == words.as_str()
            };
            self.assumptions.iter().any(size)
        };
        let mut all: Vec<Assumption> = Vec::new();
        for covered in &self.loops {
            let what = match covered.iterations {
                1 => "the loop is left after 1 iteration at the latest".to_owned(),
                count => format!("the loop is left after {count} iterations at the latest"),
            };
            all.push(bound(what, Some(covered.place)));
        }
        for covered in &self.recursions {
            let what = format!("`{}` calls itself to depth {}", covered.function, covered.depth);
            all.push(bound(what, Some(covered.place)));
        }
        let words = self.inputs.iter().filter(|words| !is_size(words)).chain(&self.ranges);
        all.extend(words.map(|words| bound(words.clone(), None)));
        all.extend(self.assumptions.iter().cloned());
        all
    }
}

/// Did any run meet the preconditions and assumptions?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Explored {
    Something,
    /// More elements behind pointers might.
    TooFewElements,
    Nothing,
}

impl Rounds<'_> {
    /// Is there a run at all that nothing excludes?
    pub(super) fn explored(&mut self, executed: &Executed) -> Result<Explored, Reason> {
        if executed.excluded.is_empty() {
            return Ok(Explored::Something);
        }
        let budget = self.request.budget.clone();
        let mut question = executed.assumptions.clone();
        let excluded = self.terms.or(&executed.excluded);
        question.push(self.terms.not(excluded));
        match self.ask(&question, &budget) {
            Answer::Sat(_) => return Ok(Explored::Something),
            Answer::Unknown(reason) => return Err(reason),
            Answer::Unsat(_) => {}
        }
        question.pop();
        let is_size = |reason: &CutReason| matches!(reason, CutReason::Input(_));
        let cuts = executed.cuts.iter().filter(|cut| is_size(&cut.reason) && !cut.at.is_empty());
        let conditions: Vec<Term> = cuts.map(|cut| cut.condition).collect();
        question.push(self.terms.or(&conditions));
        match self.ask(&question, &budget) {
            Answer::Sat(_) => Ok(Explored::TooFewElements),
            Answer::Unsat(_) => Ok(Explored::Nothing),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// No run was explored: why not.
    pub(super) fn doubt_all(&mut self, explored: Explored) {
        let program = self.program;
        let start = program.function(self.request.spec.function);
        let mut stmts = start.blocks().iter().flat_map(|block| &block.stmts);
        let precondition = stmts.find_map(|stmt| match &stmt.kind {
            StmtKind::Check { kind: CheckKind::Requires, cond, .. } => Some(cond.span),
            _ => None,
        });
        let message = match (explored, precondition) {
            (Explored::TooFewElements, _) => {
                "the precondition asks for more elements than memory allows: nothing was explored"
            }
            (_, Some(_)) => "no input meets the precondition: nothing was explored",
            (_, None) => "no run meets all assumptions of the program: nothing was explored",
        };
        self.looked.is_vacuous = true;
        self.looked.doubt(message.to_owned(), precondition);
    }

    /// Do all runs end in calls that were not followed? Such a recursion does not end.
    pub(super) fn doubt_recursion(&mut self, executed: &Executed) -> Result<(), Reason> {
        let Some(first) = self.looked.recursions.first().cloned() else { return Ok(()) };
        let is_recursion = |reason: &CutReason| matches!(reason, CutReason::Recursion(_));
        let cuts = executed.cuts.iter().filter(|cut| is_recursion(&cut.reason));
        let mut ended: Vec<Term> = cuts.map(|cut| cut.condition).collect();
        ended.extend_from_slice(&executed.excluded);
        let mut question = executed.assumptions.clone();
        let ended = self.terms.or(&ended);
        question.push(self.terms.not(ended));
        let budget = self.request.budget.clone();
        match self.ask(&question, &budget) {
            Answer::Unsat(_) => {
                let name = &first.function;
                let message =
                    format!("every run calls `{name}` again: none was followed to its end");
                self.looked.doubt(message, Some(first.place));
                Ok(())
            }
            Answer::Sat(_) => Ok(()),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// Checks that lie behind places where paths were given up.
    pub(super) fn behind<'s>(
        &self,
        places: impl IntoIterator<Item = &'s Stack>,
    ) -> FxHashSet<Point> {
        let request = self.request;
        let mut behind = Behind::new(self.program, request.checks, request.spec.function);
        let mut seen: FxHashSet<&Stack> = FxHashSet::default();
        let mut found = FxHashSet::default();
        for at in places {
            if !seen.insert(at) {
                continue;
            }
            match at.is_empty() {
                true => found.extend(behind.all()),
                false => found.extend(behind.points(at)),
            }
        }
        found
    }

    /// Of checks in the user's functions that may lie behind what was given up: which did no run reach?
    pub(super) fn doubt_unreached(
        &mut self,
        executed: &Executed,
        behind: FxHashSet<Point>,
    ) -> Result<(), Reason> {
        let mut open: Vec<Point> = behind
            .into_iter()
            .filter(|point| !self.program.function(point.function).is_library)
            .filter(|point| !self.request.proved.contains(point))
            .collect();
        open.sort_unstable();
        let passed = self.passed_limits(executed);
        let budget = self.request.budget.clone();
        let visits = |point: &Point| executed.reached.get(point).map_or(&[][..], |known| known);
        let condition = |this: &mut Self, point: &Point| {
            let mut times = Vec::new();
            for &(when, violations) in visits(point) {
                let within = passed.get(violations).copied().unwrap_or(Term::TRUE);
                times.push(this.terms.and(&[when, within]));
            }
            this.terms.or(&times)
        };
        let conditions: Vec<Term> = open.iter().map(|point| condition(self, point)).collect();
        let mut open: Vec<(Point, Term)> = open.into_iter().zip(conditions).collect();
        open.retain(|(_, when)| *when != Term::TRUE);
        while open.iter().any(|(_, when)| *when != Term::FALSE) {
            let any: Vec<Term> = open.iter().map(|(_, when)| *when).collect();
            let mut question = executed.assumptions.clone();
            question.push(self.terms.or(&any));
            let model = match self.ask(&question, &budget) {
                Answer::Unsat(_) => break,
                Answer::Unknown(reason) => return Err(reason),
                Answer::Sat(model) => model,
            };
            let mut reader = Reader::new(self.program, &self.terms, &model);
            let before = open.len();
            open.retain(|(_, when)| !reader.holds(*when));
            if open.len() == before {
                // The model rests on operations that have no values.
                break;
            }
        }
        for (point, _) in open {
            let (span, _) = self.program.origin_of(point);
            let message = BEYOND_BOUNDS.to_owned();
            self.looked.doubt(message, Some(span));
        }
        Ok(())
    }

    /// By the number of violations before: no limit of ours was met so far.
    fn passed_limits(&mut self, executed: &Executed) -> Vec<Term> {
        let mut passed = Vec::new();
        let mut so_far = Term::TRUE;
        let mut limits = executed.limits.iter().peekable();
        if executed.limits.is_empty() {
            return passed;
        }
        for (index, violation) in executed.violations.iter().enumerate() {
            passed.push(so_far);
            if limits.next_if(|(number, _)| *number == index).is_some() {
                let within = self.terms.not(violation.condition);
                so_far = self.terms.and(&[so_far, within]);
            }
        }
        passed.push(so_far);
        passed
    }
}
