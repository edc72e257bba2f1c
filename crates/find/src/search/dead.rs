//! Arms of branches that no run takes.
//!
//! A round in which nothing lies beyond the bounds has followed every run. Models of the conditions under which branches go either way cover arms, several at once, until the solver
//! says that nothing covers the rest. Conditions without variables are left out: whoever writes `while (1)` means it.

use whydunit_program::{ExprKind, Point, Stmt, StmtKind, TerminatorKind};
use whydunit_solver::Answer;
use whydunit_source::Span;
use whydunit_term::Term;

use super::Rounds;
use crate::DeadArm;
use crate::exec::Executed;
use crate::inputs::Reader;
use crate::limits::MOST_DEAD;

struct Arm {
    branch: Point,
    then: bool,
    taken: Term,
}

impl Rounds<'_> {
    /// Sets what is known of them; nothing if the time does not suffice.
    pub(super) fn look_for_dead_arms(&mut self, executed: &Executed) {
        self.coverage.dead.clear();
        if executed.open_terms().is_empty() {
            // There is one run: what it does not do is no contradiction.
            return;
        }
        let budget = self.typical_budget();
        // A run that has failed a check goes nowhere: that none of the first so many has failed, by their number.
        let mut passed = vec![Term::TRUE];
        for violation in &executed.violations {
            let passes = self.terms.not(violation.condition);
            let before = passed.last().copied().unwrap_or(Term::TRUE);
            passed.push(self.terms.and(&[before, passes]));
        }
        let mut open: Vec<Arm> = Vec::new();
        for (branch, taken) in &executed.decided {
            if !self.is_decided_by_values(*branch) {
                continue;
            }
            for (then, taken) in [(true, &taken[0]), (false, &taken[1])] {
                let taken = self.taken(&passed, taken);
                open.push(Arm { branch: *branch, then, taken });
            }
        }
        open.sort_by_key(|arm| (arm.branch, arm.then));
        loop {
            let all: Vec<Term> = open.iter().map(|arm| arm.taken).collect();
            let some = self.terms.or(&all);
            if some == Term::FALSE {
                break;
            }
            let mut question = executed.assumptions.clone();
            question.push(some);
            match self.ask(&question, &budget) {
                Answer::Sat(model) => {
                    let mut reader = Reader::new(self.program, &self.terms, &model);
                    let before = open.len();
                    open.retain(|arm| !reader.holds(arm.taken));
                    if open.len() == before {
                        // The model rests on operations that have no values.
                        return;
                    }
                }
                Answer::Unsat(_) => break,
                Answer::Unknown(_) => return,
            }
        }
        let any = self.any_violation(executed);
        let passes = self.terms.not(any);
        for arm in open {
            if self.coverage.dead.len() >= MOST_DEAD {
                return;
            }
            let other =
                executed.decided.get(&arm.branch).map(|taken| &taken[usize::from(arm.then)]);
            let other = self.taken(&passed, other.map_or(&[], Vec::as_slice));
            let mut question = executed.assumptions.clone();
            question.extend([other, passes]);
            if let Answer::Sat(model) = self.ask(&question, &budget) {
                let run =
                    Reader::new(self.program, &self.terms, &model).run(executed, self.request.spec);
                self.coverage.dead.push(DeadArm { branch: arm.branch, then: arm.then, run });
            }
        }
    }

    fn taken(&mut self, passed: &[Term], visits: &[(Term, usize)]) -> Term {
        let visits = visits.iter().map(|&(when, before)| self.terms.and(&[passed[before], when]));
        let visits: Vec<Term> = visits.collect();
        self.terms.or(&visits)
    }

    fn is_decided_by_values(&self, branch: Point) -> bool {
        match &self.program.terminator_at(branch).kind {
            TerminatorKind::Branch { cond, .. } => {
                let block = &self.program.function(branch.function).blocks()[branch.block.index()];
                // `if (x = 1)`: what is decided on is a constant, but it was assigned on the way.
                let is_inside = |inner: Span, outer: Span| {
                    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
                };
                let assigns = |stmt: &Stmt| {
                    matches!(stmt.kind, StmtKind::Assign { .. }) && is_inside(stmt.span, cond.span)
                };
                cond.any(&mut |part| matches!(part.kind, ExprKind::Load(_)))
                    || block.stmts.iter().any(assigns)
            }
            _ => false,
        }
    }
}
