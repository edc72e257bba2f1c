//! One activation of a function: block by block in the order that brings states together.

use std::collections::BTreeMap;
use std::rc::Rc;

use whydunit_program::{
    BlockId, Callee, CheckKind, Expr, FunctionId, LoopId, Point, StmtKind, TerminatorKind,
};
use whydunit_term::Term;

use super::memory::Fill;
use super::order::{Move, Order, Position};
use super::path::Path;
use super::pointer::Storage;
use super::state::{Register, State};
use super::{CutReason, Exec, Run, Stop};
use crate::limits::{FREE_ITERATIONS, MOST_ITERATIONS};
use crate::{AssumptionKind, outside};

/// A state that waits to be executed at its position.
struct Waiting {
    state: State,
    /// The path at the entry of each loop around the position: where it has not changed, going on was never a choice.
    entries: Vec<Path>,
    /// Jumps back that belong to no loop.
    astray: u32,
}

impl<'a> Exec<'a> {
    /// Executes the body of the function on top of the stack. The state that comes back has the result as its only register.
    /// `None` when no path returns.
    pub(super) fn body(&mut self, state: State, function: FunctionId) -> Run<Vec<State>> {
        self.points.push(Point { function, block: BlockId(0), index: 0 });
        let returned = self.blocks(state, function);
        self.points.pop();
        returned
    }

    fn blocks(&mut self, state: State, function: FunctionId) -> Run<Vec<State>> {
        let order = self.order(function);
        let mut waiting: BTreeMap<Position, Vec<Waiting>> = BTreeMap::new();
        let mut returned: Vec<State> = Vec::new();
        let mut result_object = None;
        let start = order.start();
        let entries = vec![state.path.clone(); start.turns.len()];
        waiting.insert(start, vec![Waiting { state, entries, astray: 0 }]);
        while let Some((position, group)) = waiting.pop_first() {
            let entries = group.first().map(|first| first.entries.clone()).unwrap_or_default();
            // The fewest of all: only what has gone back that often on every way is cut off.
            let astray = group.iter().map(|waiting| waiting.astray).min().unwrap_or(0);
            let states = group.into_iter().map(|waiting| waiting.state).collect();
            for mut state in State::join_all(self.terms, states) {
                let exits = match self.block(&mut state, function, position.block) {
                    Ok(exits) => exits,
                    Err(Stop::Path) => continue,
                    Err(stop) => return Err(stop),
                };
                match exits {
                    Exits::Return(value) => {
                        let outcome = self.leave(&mut state, function, value, &mut result_object);
                        match outcome {
                            Ok(()) => returned.push(state),
                            Err(Stop::Path) => {}
                            Err(stop) => return Err(stop),
                        }
                    }
                    Exits::Blocks(exits) => {
                        for (target, path) in exits {
                            let state = State { path, ..state.clone() };
                            let from = (&position, &entries[..], astray);
                            let go = self.go(state, function, &order, from, target)?;
                            if let Some((position, next)) = go {
                                waiting.entry(position).or_default().push(next);
                            }
                        }
                    }
                }
            }
        }
        Ok(State::join_all(self.terms, returned))
    }

    /// Moves a state along an edge; `None` when that is beyond the bounds or impossible.
    fn go(
        &mut self,
        mut state: State,
        function: FunctionId,
        order: &Rc<Order>,
        (position, entries, mut astray): (&Position, &[Path], u32),
        target: BlockId,
    ) -> Run<Option<(Position, Waiting)>> {
        let (next, kind) = order.follow(position, target);
        let kept = next.turns.len().min(entries.len());
        let mut entries: Vec<Path> = entries
            .iter()
            .zip(next.turns.iter().zip(&position.turns))
            .take(kept)
            .take_while(|(_, (new, old))| new.id == old.id)
            .map(|(path, _)| path.clone())
            .collect();
        entries.resize(next.turns.len(), state.path.clone());
        match kind {
            Move::Forward => {}
            Move::Again(id) => {
                let turn = next.turns.last().map_or(0, |turn| turn.iteration);
                let entry = entries.last().cloned().unwrap_or_default();
                if !self.may_go_on(&mut state, function, id, turn, &entry)? {
                    return Ok(None);
                }
            }
            Move::Astray => {
                astray += 1;
                if astray > self.bounds.unwind {
                    let block = &self.program.function(function).blocks()[target.index()];
                    let place = block.stmts.first().map_or(block.terminator.span, |stmt| stmt.span);
                    return ended(self.cut::<()>(&mut state, CutReason::Jump(place)));
                }
            }
        }
        Ok(Some((next, Waiting { state, entries, astray })))
    }

    /// Is another iteration within the bounds?
    fn may_go_on(
        &mut self,
        state: &mut State,
        function: FunctionId,
        id: LoopId,
        iteration: u32,
        entry: &Path,
    ) -> Run<bool> {
        let is_choice = !state.path.is(entry);
        let limit = if self.bounds.strict || is_choice {
            self.bounds.unwind
        } else {
            let unwind = self.bounds.unwind;
            unwind.saturating_mul(unwind).saturating_mul(FREE_ITERATIONS).min(MOST_ITERATIONS)
        };
        if iteration > limit {
            if is_choice && !self.may_happen(&state.path)? {
                return Ok(false);
            }
            return match self.cut::<()>(state, CutReason::Loop(function, id)) {
                Err(Stop::Path) | Ok(()) => Ok(false),
                Err(stop) => Err(stop),
            };
        }
        // Asking costs more than a few iterations of most loops.
        let ask =
            is_choice && iteration >= 3 && (iteration.is_power_of_two() || iteration % 8 == 3);
        Ok(!ask || self.may_happen(&state.path)?)
    }

    /// Executes the statements of a block and says where to go.
    fn block(&mut self, state: &mut State, function: FunctionId, block: BlockId) -> Run<Exits<'a>> {
        let program = self.program;
        let mut point = Point { function, block, index: 0 };
        let block = &program.function(function).blocks()[block.index()];
        for stmt in &block.stmts {
            self.arrive(state, point);
            self.count_statement()?;
            let before = state.path.condition();
            let outcome = self.statement(state, stmt);
            if self.may_exclude(&stmt.kind) {
                self.note_excluded(before, state);
            }
            outcome?;
            point.index += 1;
        }
        self.arrive(state, point);
        self.count_statement()?;
        let terminator = &block.terminator;
        Ok(match &terminator.kind {
            TerminatorKind::Goto(target) => Exits::Blocks(vec![(*target, state.path.clone())]),
            TerminatorKind::Branch { cond, then, otherwise } => {
                let condition = self.condition(state, cond)?;
                let denied = self.terms.not(condition);
                self.note_decision(state, point, [condition, denied]);
                Exits::Blocks(self.sides(&state.path, [(*then, condition), (*otherwise, denied)]))
            }
            TerminatorKind::Switch { value, cases, default } => {
                let class = self.class(value.ty);
                let value = self.expr(state, value)?;
                let mut sides: Vec<(BlockId, Term)> = Vec::new();
                let mut none = Term::TRUE;
                for case in cases {
                    let matches = whydunit_semantics::in_case(self, case, class, value);
                    let denied = self.terms.not(matches);
                    none = self.terms.and(&[none, denied]);
                    match sides.iter_mut().find(|(target, _)| *target == case.target) {
                        Some((_, when)) => *when = self.terms.or(&[*when, matches]),
                        None => sides.push((case.target, matches)),
                    }
                }
                match sides.iter_mut().find(|(target, _)| target == default) {
                    Some((_, when)) => *when = self.terms.or(&[*when, none]),
                    None => sides.push((*default, none)),
                }
                Exits::Blocks(self.sides(&state.path, sides))
            }
            TerminatorKind::Return(value) => Exits::Return(value.as_ref()),
            TerminatorKind::Unreachable => return Err(Stop::Path),
        })
    }

    /// Notes when a branch goes which way.
    fn note_decision(&mut self, state: &State, branch: Point, arms: [Term; 2]) {
        if self.program.function(branch.function).is_library {
            return;
        }
        let path = state.path.condition();
        let taken = arms.map(|arm| self.terms.and(&[path, arm]));
        let before = self.done.violations.len();
        let known = self.done.decided.entry(branch).or_default();
        for (known, taken) in known.iter_mut().zip(taken) {
            let visit = (taken, before);
            if taken != Term::FALSE && known.last() != Some(&visit) {
                known.push(visit);
            }
        }
    }

    /// Notes that execution has come to a point.
    fn arrive(&mut self, state: &State, point: Point) {
        if let Some(here) = self.points.last_mut() {
            *here = point;
        }
        if !self.program.function(point.function).is_library {
            let visit = (state.path.condition(), self.done.violations.len());
            let visits = self.done.reached.entry(point).or_default();
            if visits.last() != Some(&visit) {
                visits.push(visit);
            }
        }
        if let Some(stmt) = self.program.stmt_at(point)
            && let StmtKind::Call { callee: Callee::Direct(callee), .. } = stmt.kind
            && let Some(what) = outside::answer(self.program, callee)
        {
            if outside::is_fixed(self.program, callee) {
                let at = self.here();
                self.done.fixed_answers.push(at);
            }
            let place = self.user_span(stmt.span);
            self.grant(AssumptionKind::Outside, what, Some(place));
        }
    }

    /// A function of the library has come to what is not supported: what is known rests on its other answers.
    pub(super) fn note_unfollowed(&mut self, what: &str) {
        let Some(place) = self.library_call else { return };
        let functions =
            self.stack.iter().rev().map(|(function, _)| self.program.function(*function));
        let Some(called) = functions.take_while(|function| function.is_library).last() else {
            return;
        };
        let what = what.strip_prefix("not supported: ").unwrap_or(what);
        let words = outside::unfollowed(&called.name, what);
        self.grant(AssumptionKind::Outside, words, Some(place));
    }

    /// Conditions on the inputs: runs that do not meet them are not looked at.
    fn may_exclude(&self, kind: &StmtKind) -> bool {
        match kind {
            StmtKind::Assume { .. } => true,
            StmtKind::Check { kind, .. } => *kind == CheckKind::Requires && self.stack.len() == 1,
            _ => false,
        }
    }

    fn note_excluded(&mut self, before: Term, state: &State) {
        let kept = self.terms.not(state.path.condition());
        let excluded = self.terms.and(&[before, kept]);
        if excluded != Term::FALSE {
            self.done.excluded.push(excluded);
        }
    }

    fn sides(
        &mut self,
        path: &Path,
        sides: impl IntoIterator<Item = (BlockId, Term)>,
    ) -> Vec<(BlockId, Path)> {
        let mut exits = Vec::new();
        for (target, when) in sides {
            let path = path.with(self.terms, when);
            if when != Term::FALSE && !path.is_impossible() {
                exits.push((target, path));
            }
        }
        exits
    }

    /// Ends the activation: its storage goes, its result stays.
    fn leave(
        &mut self,
        state: &mut State,
        function: FunctionId,
        value: Option<&Expr>,
        result_object: &mut Option<u32>,
    ) -> Run<()> {
        let unset = Register { value: Term::FALSE, is_set: Term::FALSE };
        let result = match value {
            None => unset,
            Some(value) if !self.program.types.is_scalar(value.ty) => {
                let size = self.size_of(value.ty);
                let whydunit_program::ExprKind::Load(place) = &value.kind else {
                    return self.gap(state, "a record as a value", value.span);
                };
                let from = self.address_of(state, place, false)?;
                let entry = match *result_object {
                    Some(entry) => {
                        state.memory.insert(entry, super::memory::Object::new(Fill::Unset));
                        entry
                    }
                    None => self.new_sized(state, size.into(), Storage::Local, Fill::Unset),
                };
                *result_object = Some(entry);
                let to = self.address(entry);
                self.copy(state, to, from, size, value.span)?;
                Register { value: to, is_set: Term::TRUE }
            }
            Some(value) => {
                // What the run's first function gives back leaves the program.
                if self.stack.len() == 1 {
                    Register { value: self.expr(state, value)?, is_set: Term::TRUE }
                } else {
                    let (value, is_set) = self.carried(state, value)?;
                    Register { value, is_set }
                }
            }
        };
        for (index, local) in self.program.function(function).locals.iter().enumerate() {
            let register = state.registers[index];
            if local.in_memory && register.is_set != Term::FALSE {
                self.end_pointee(state, register.value);
            }
        }
        for block in std::mem::take(&mut state.blocks) {
            self.end_object(state, block);
        }
        state.snapshots.clear();
        state.registers = vec![result];
        Ok(())
    }
}

enum Exits<'p> {
    Blocks(Vec<(BlockId, Path)>),
    Return(Option<&'p Expr>),
}

fn ended<T>(result: Run<()>) -> Run<Option<T>> {
    match result {
        Ok(()) | Err(Stop::Path) => Ok(None),
        Err(stop) => Err(stop),
    }
}
