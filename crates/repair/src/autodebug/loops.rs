//! Missing loop iterations: a loop that would have added the missing constraint, had it run further.
//!
//! For every loop that the run left by its condition, the iterations that are missing are told by the elements
//! that the predicate speaks of and the loop did not come to. The condition, the initialisation of the counter
//! or its step is changed so that they are run. Past the paper, the same is tried the other way: an iteration too
//! many, and a loop that is not entered.

use whydunit_interp::Cell;

use super::evidence::Conjunct;
use super::linear::{Key, Linear};
use super::points::Act;
use super::predicate::Predicate;
use super::relop::Relop;
use super::session::{Pair, Session};
use crate::limits::MOST_EXITS;

/// How far a bound is moved when the elements do not tell.
const NEAR: [i128; 2] = [1, -1];

impl Session<'_, '_> {
    pub(crate) fn missing_iterations(&mut self, evidence: usize, conjunct: &Conjunct, atom: usize) {
        let exits = self.exits();
        for exit in exits {
            let Some(r) = conjunct.before(exit, atom) else { continue };
            let Some(top) = conjunct.before(0, atom) else { continue };
            let branch = self.acts[exit].branch().expect("an exit should be a branch").clone();
            for predicate in &branch.predicates {
                self.move_bound(evidence, exit, predicate, &r, &top);
            }
            for predicate in &branch.predicates {
                self.move_counter(evidence, exit, predicate, &r, &top);
                self.turn_round(evidence, exit, predicate, &r);
            }
        }
    }

    /// Branches by which loops were left, one for each condition, the last instance of each; then those of loops
    /// that the run was still in.
    fn exits(&self) -> Vec<usize> {
        let mut exits: Vec<usize> = Vec::new();
        for has_left in [true, false] {
            for (index, act) in self.acts.iter().enumerate().rev() {
                let is_exit = act.branch().is_some_and(|branch| {
                    branch.exit_of.is_some_and(|(_, stays)| stays != has_left) && branch.is_editable
                });
                let is_known = || exits.iter().any(|&exit| self.acts[exit].source == act.source);
                if is_exit && exits.len() < MOST_EXITS && !is_known() {
                    exits.push(index);
                }
            }
        }
        exits
    }

    /// The condition holds for further iterations.
    fn move_bound(
        &mut self,
        evidence: usize,
        exit: usize,
        left_when: &Predicate,
        r: &Predicate,
        top: &Predicate,
    ) {
        let Some(site) = left_when.site.clone() else { return };
        let pair = self.pair(left_when, r);
        let mut distances: Vec<i128> = Vec::new();
        let first = self.loop_start(exit);
        for counter in left_when.expr.cells() {
            let sets = |act: &Act| act.assign().is_some_and(|assign| assign.cell == counter);
            if !self.acts[first..exit].iter().any(sets) {
                continue;
            }
            let Some(now) = self.int(counter, exit) else { continue };
            let coefficient = left_when.expr.coefficient(&Key::Cell(counter));
            for element in elements(top).into_iter().chain(elements(r)) {
                let further = (element - now + coefficient.signum()) * coefficient.signum();
                if further != 0 && further.abs() <= 8 && !distances.contains(&further) {
                    distances.push(further);
                }
            }
        }
        distances.sort_by_key(|distance| distance.abs());
        distances.retain(|distance| !NEAR.contains(distance));
        if let Some(relop) = left_when.relop.neighbour() {
            // `i < n` left by `i - n >= 0`: `i <= n` is left by `i - n > 0`.
            let version = Predicate { relop, ..left_when.clone() };
            self.compare(evidence, exit, &version, &pair, &site);
        }
        for distance in NEAR.into_iter().chain(distances) {
            let constant = left_when.constant + distance;
            let version = Predicate { constant, ..left_when.clone() };
            self.compare(evidence, exit, &version, &pair, &site);
        }
    }

    /// The counter starts elsewhere, or takes other steps.
    fn move_counter(
        &mut self,
        evidence: usize,
        exit: usize,
        left_when: &Predicate,
        r: &Predicate,
        top: &Predicate,
    ) {
        let first = self.loop_start(exit);
        let pair = self.pair(left_when, r);
        for counter in left_when.expr.cells() {
            let sets = |act: &Act| act.assign().is_some_and(|assign| assign.cell == counter);
            let steps: Vec<usize> = (first..exit).filter(|&act| sets(&self.acts[act])).collect();
            let init = (0..first).rev().find(|&act| sets(&self.acts[act]));
            if let Some(init) = init {
                // A loop that was not entered does not tell the step.
                let step = steps.first().and_then(|&act| self.step_of(act, counter)).unwrap_or(1);
                let mut starts = vec![-step];
                if let Some(now) = self.int_after(counter, init) {
                    let missing = elements(top).into_iter().chain(elements(r));
                    starts.extend(missing.map(|element| element - now));
                }
                starts.push(step);
                for start in starts {
                    self.shift(evidence, init, start, &pair);
                }
            }
            for &act in steps.iter().take(2) {
                let Some(step) = self.step_of(act, counter) else { continue };
                for other in [1, -1, -step, step + 1, step - 1] {
                    self.shift(evidence, act, other - step, &pair);
                }
            }
        }
    }

    /// The comparison the other way round.
    fn turn_round(&mut self, evidence: usize, exit: usize, left_when: &Predicate, r: &Predicate) {
        let Some(site) = left_when.site.clone() else { return };
        let pair = self.pair(left_when, r);
        let mut relops = vec![left_when.relop.flipped(), left_when.relop.negated()];
        relops.extend(left_when.relop.flipped().neighbour());
        if left_when.relop == Relop::Eq {
            relops.extend([Relop::Ge, Relop::Le]);
        }
        for relop in relops {
            let version = Predicate { relop, ..left_when.clone() };
            self.compare(evidence, exit, &version, &pair, &site);
        }
    }

    fn shift(&mut self, evidence: usize, act: usize, by: i128, pair: &Pair) {
        if by == 0 {
            return;
        }
        let Some(assign) = self.acts[act].assign() else { return };
        let wanted = assign.value.plus(&Linear::constant(by));
        self.set_value(evidence, act, &wanted, pair);
    }

    /// The first act of the visit of the loop that ended at `exit`.
    fn loop_start(&self, exit: usize) -> usize {
        let Some((id, _)) = self.acts[exit].branch().and_then(|branch| branch.exit_of) else {
            return exit;
        };
        let frame = self.acts[exit].frame;
        let inside = |act: usize| {
            let act = &self.acts[act];
            let step = &self.run.trace.steps[act.step];
            let context = &self.run.trace.contexts[step.context as usize];
            act.frame > frame
                || (act.frame == frame && context.loops.iter().any(|(own, _)| *own == id))
        };
        let mut first = exit;
        while first > 0 && inside(first - 1) {
            first -= 1;
        }
        first
    }

    fn step_of(&self, act: usize, counter: Cell) -> Option<i128> {
        let value = &self.acts[act].assign()?.value;
        value.minus(&Linear::cell(counter)).as_constant()
    }

    fn int(&self, cell: Cell, act: usize) -> Option<i128> {
        self.run.cell_value(cell, self.acts[act].step)?.as_int()
    }

    fn int_after(&self, cell: Cell, act: usize) -> Option<i128> {
        self.run.cell_value(cell, self.acts[act].step + 1)?.as_int()
    }
}

/// Indices of the elements that a predicate speaks of.
fn elements(predicate: &Predicate) -> Vec<i128> {
    let mut found = Vec::new();
    for cell in predicate.expr.cells() {
        if matches!(cell.object, whydunit_interp::CellObject::Memory(_)) {
            let index = i128::from(cell.offset) / i128::from(cell.size.max(1));
            if !found.contains(&index) {
                found.push(index);
            }
        }
    }
    found
}
