//! Decisions that should have fallen otherwise. Past the paper, which modifies a branch predicate only where its
//! terms occur in the postcondition.
//!
//! Three kinds of branches are looked at: those around an assignment without which the negative predicate would
//! hold, those whose other arm may assign what it speaks of, and those that lie before the `return` that set it.
//! Of each, the neighbours of its predicate that are false where it was true are proposed: another bound, another
//! relational operator, another variable.

use whydunit_interp::{Cell, CellObject};
use whydunit_program::SourceKind;
use whydunit_trace::{MayAssign, StepKind};

use super::contract::entry_of;
use super::evidence::Conjunct;
use super::linear::{Key, Linear, Term};
use super::modify::exchanged;
use super::predicate::Predicate;
use super::relop::Relop;
use super::session::Session;
use crate::limits::{MOST_TURNED, MOST_VARIABLES_IN_PLACE};

impl Session<'_, '_> {
    pub(crate) fn other_decisions(&mut self, evidence: usize, conjunct: &Conjunct, atom: usize) {
        let mut branches: Vec<usize> = Vec::new();
        let mut add = |branch: usize| {
            if !branches.contains(&branch) && branches.len() < MOST_TURNED {
                branches.push(branch);
            }
        };
        let entry = self.run.trace.steps.last().map_or(0, |step| entry_of(self.run, step.frame));
        let slice = conjunct.hypotheses.slice.iter().rev().filter(|&&act| self.chosen[act]);
        for &act in slice.clone() {
            let Some(after) = conjunct.before(act + 1, atom) else { continue };
            if self.run.holds(&after, self.acts[act].step, entry) == Some(true) {
                self.branch_around(act).into_iter().for_each(&mut add);
            }
        }
        for (act, _) in self.acts.iter().enumerate().rev().filter(|(act, _)| self.chosen[*act]) {
            let Some(r) = conjunct.before(act, atom) else { continue };
            if self.other_side_assigns(act, &r) {
                add(act);
            }
        }
        for &act in slice {
            let own = &self.acts[act];
            if self.run.program.source_stmt(own.source).kind == SourceKind::Return {
                let before = (0..act)
                    .rev()
                    .filter(|&branch| self.chosen[branch] && self.acts[branch].frame == own.frame);
                before.for_each(&mut add);
            }
        }
        for branch in branches {
            if let Some(r) = conjunct.before(branch, atom) {
                self.turn(evidence, branch, &r);
            }
        }
    }

    /// The decision in whose scope an act lies.
    fn branch_around(&self, act: usize) -> Option<usize> {
        let around = self.run.trace.steps[self.acts[act].step].scope?.index();
        self.acts.binary_search_by_key(&around, |act| act.step).ok()
    }

    /// May the arm that was not taken assign something that the predicate speaks of?
    fn other_side_assigns(&self, act: usize, r: &Predicate) -> bool {
        let found = &self.acts[act];
        let step = &self.run.trace.steps[found.step];
        let StepKind::Branch { others, .. } = step.kind else { return false };
        let is_object = |cell: Cell, object: Option<_>| {
            object.is_some_and(|object| cell.object == CellObject::Memory(object))
        };
        self.run.trace.arms[others as usize].iter().any(|place| {
            r.expr.mentions(false, &|cell| match *place {
                MayAssign::Local { local, .. } => {
                    cell.object == CellObject::Register { frame: found.frame, local }
                        || is_object(cell, self.run.local_object(found.frame, local, found.step))
                }
                MayAssign::Global { global, .. } => is_object(cell, self.run.global_object(global)),
                MayAssign::Pointee(_) | MayAssign::Memory => {
                    matches!(cell.object, CellObject::Memory(_))
                }
            })
        })
    }

    /// Predicates like that of the branch under which the run would have gone the other way.
    fn turn(&mut self, evidence: usize, act: usize, r: &Predicate) {
        let found = &self.acts[act];
        let Some(branch) = found.branch().filter(|branch| branch.is_editable) else { return };
        if !self.is_allowed(found) {
            return;
        }
        for q in branch.predicates.clone() {
            let Some(site) = q.site.clone() else { continue };
            let pair = self.pair(&q, r);
            for version in self.neighbours(act, &q) {
                if self.run.holds(&version, self.acts[act].step, 0) == Some(false) {
                    self.compare(evidence, act, &version, &pair, &site);
                }
            }
        }
    }

    /// The predicate with another relational operator, another bound, another variable; nearest first.
    fn neighbours(&self, act: usize, q: &Predicate) -> Vec<Predicate> {
        let plain = Predicate { site: None, ..q.clone() };
        let with_relop = |relop: Relop| Predicate { relop, ..plain.clone() };
        let mut found: Vec<Predicate> = Vec::new();
        found.extend(q.relop.neighbour().map(with_relop));
        found.extend([1, -1].map(|by| Predicate { constant: q.constant + by, ..plain.clone() }));
        let others = [Relop::Lt, Relop::Le, Relop::Gt, Relop::Ge, Relop::Eq, Relop::Ne];
        found.extend(others.map(with_relop));
        let types = &self.run.program.types;
        for old in &q.expr.terms {
            let variables = self.scope(act).variables().into_iter().filter(|variable| {
                types.int_kind(variable.ty).is_some()
                    && q.expr.coefficient(&Key::Cell(variable.cell)) == 0
            });
            for variable in variables.take(MOST_VARIABLES_IN_PLACE) {
                let new = Term { key: Key::Cell(variable.cell), via: None, coefficient: 1 };
                let full: Linear = exchanged(&q.full(), old, &new);
                found.push(Predicate::new(&full, q.relop));
            }
        }
        found
    }
}
