//! Do all arms of a branch come to their join?
//!
//! An arm that ends the program, or stays in a loop for ever, never gets to what comes behind the join: which way the branch goes then matters, whatever the arms set. Read from the
//! text of the program: where an arm may end it, that counts ([`Ends`]). Whether it does so in the run is tried ([`Arms`]).
//!
//! Scopes end with joins and with functions, ends of the program do not: in `if (a > 9) exit(3); x = 1; assert(x == 0);`, or with the `if` in a function that is called before, nothing behind the join
//! lies in the scope of the branch. So the flow-sensitive methods ask for these branches by name ([`kept_alive`]). An arm in which another check fails is not among them: passing checks is taken for granted.

use rustc_hash::FxHashMap;
use whydunit_claim::Otherwise;
use whydunit_counterfactual::{Avoided, Counterfactual, Different, Replay, Skipped, Switched};
use whydunit_program::{
    Block, BlockId, Body, Callee, FunctionId, Intrinsic, Program, StmtKind, TerminatorKind,
};
use whydunit_solver::Budget;
use whydunit_trace::{ArmEffects, ErrorTrace, Step, StepIndex, StepKind};

use crate::limits::{ARM_STEPS, MOST_ARM_STEPS, TRIED_TIMES};

/// Which functions may end the program.
pub(crate) struct Ends<'p> {
    program: &'p Program,
    ends: Vec<bool>,
}

impl<'p> Ends<'p> {
    pub(crate) fn new(program: &'p Program) -> Ends<'p> {
        use Intrinsic::{Abort, Exit, QuickExit};
        let is_exit = |body: &Body| matches!(body, Body::Intrinsic(Exit | QuickExit | Abort));
        let ends = program.functions.iter().map(|function| is_exit(&function.body)).collect();
        let mut found = Ends { program, ends };
        loop {
            let next: Vec<bool> = (0..program.functions.len() as u32)
                .map(|id| {
                    let function = FunctionId(id);
                    let blocks = program.function(function).blocks();
                    found.ends[function.index()]
                        || (0..blocks.len() as u32).any(|at| found.ends_in(function, BlockId(at)))
                })
                .collect();
            if next == found.ends {
                return found;
            }
            found.ends = next;
        }
    }

    fn ends_in(&self, function: FunctionId, block: BlockId) -> bool {
        let block = &self.program.function(function).blocks()[block.index()];
        block.stmts.iter().any(|stmt| match &stmt.kind {
            StmtKind::Call { callee: Callee::Direct(callee), .. } => self.ends[callee.index()],
            _ => false,
        })
    }

    /// May some arm of the branch at the end of a block not come to the join?
    pub(crate) fn may_end(
        &self,
        effects: &mut ArmEffects<'_>,
        function: FunctionId,
        block: BlockId,
    ) -> bool {
        let blocks = self.program.function(function).blocks();
        let arms = blocks[block.index()].terminator.kind.successors();
        arms.into_iter().any(|arm| self.arm_may_end(effects, function, block, arm))
    }

    /// May one of the arms?
    fn arm_may_end(
        &self,
        effects: &mut ArmEffects<'_>,
        function: FunctionId,
        block: BlockId,
        arm: BlockId,
    ) -> bool {
        let blocks = self.program.function(function).blocks();
        let join = effects.cfg(function).post_dominator(block);
        reachable_until(blocks, arm, join).into_iter().any(|at| {
            let is_end = matches!(blocks[at.index()].terminator.kind, TerminatorKind::Unreachable);
            is_end || self.ends_in(function, at) || !comes_to(blocks, at, join)
        })
    }
}

/// Runs in which a branch is sent to another arm.
pub(crate) struct Arms<'p> {
    program: &'p Program,
    trace: &'p ErrorTrace,
    replay: Option<Replay<'p>>,
    /// Steps that may still be run.
    steps: u64,
}

impl<'p> Arms<'p> {
    pub(crate) fn new(program: &'p Program, trace: &'p ErrorTrace) -> Arms<'p> {
        Arms { program, trace, replay: None, steps: MOST_ARM_STEPS }
    }

    /// An arm that was not taken, and from which the run itself would never have come to the join.
    pub(crate) fn stays_away(
        &mut self,
        budget: &Budget,
        branch: StepIndex,
        end: StepIndex,
    ) -> Option<u32> {
        let arms = self.other_arms(branch);
        arms.into_iter()
            .map(|(arm, _)| arm)
            .find(|&arm| self.avoids(budget, branch, end, arm).is_some())
    }

    /// The arms that were not taken, with their blocks; none of branches in library functions.
    fn other_arms(&self, branch: StepIndex) -> Vec<(u32, BlockId)> {
        let step = self.trace.step(branch);
        let StepKind::Branch { taken, .. } = step.kind else { return Vec::new() };
        if self.trace.frames[step.frame as usize].is_library {
            return Vec::new();
        }
        let arms = self.program.terminator_at(step.point).kind.successors();
        let own = arms[taken as usize];
        (0..).zip(arms).filter(|&(_, block)| block != own).collect()
    }

    /// What happens on an arm from which the run itself would never have come to the join.
    fn avoids(
        &mut self,
        budget: &Budget,
        branch: StepIndex,
        end: StepIndex,
        arm: u32,
    ) -> Option<Avoided> {
        let longest = 2 * self.trace.steps.len() as u64 + ARM_STEPS;
        if self.steps < longest || budget.exceeded().is_some() {
            return None;
        }
        let replay = self.replay.get_or_insert_with(|| Replay::new(self.program, self.trace));
        let (branch, end) = (branch.index(), end.index());
        let different = Different {
            switched: Some(Switched { branch, arm }),
            skipped: &[Skipped { branch, end }],
            ..Different::default()
        };
        let tried = replay.follow(&different, longest, budget);
        self.steps = self.steps.saturating_sub(tried.steps);
        match tried.ended.how {
            Counterfactual::Avoids(avoided) if tried.is_inside => Some(avoided),
            _ => None,
        }
    }
}

/// The branches whose other arm would have ended the program, or would never have ended, by their steps.
///
/// Every branch of the trace that the text allows to end it is tried; of a statement in a loop the last few times, which speak for the others.
pub(crate) fn kept_alive(
    program: &Program,
    trace: &ErrorTrace,
    budget: &Budget,
) -> FxHashMap<usize, Otherwise> {
    let ends = Ends::new(program);
    let mut effects = ArmEffects::new(program);
    let mut arms = Arms::new(program, trace);
    let mut closed: FxHashMap<usize, StepIndex> = FxHashMap::default();
    for (index, step) in (0..).zip(&trace.steps) {
        if let StepKind::ScopeEnd(end) = step.kind {
            closed.insert(end.branch.index(), StepIndex(index));
        }
    }
    let last = StepIndex(trace.steps.len() as u32 - 1);
    let mut may_end: FxHashMap<(FunctionId, BlockId, u32), bool> = FxHashMap::default();
    let mut known: FxHashMap<(FunctionId, BlockId, u32), (u32, Option<Otherwise>)> =
        FxHashMap::default();
    let mut found = FxHashMap::default();
    for index in (0..trace.steps.len()).rev() {
        let branch = StepIndex(index as u32);
        let Step { point, .. } = *trace.step(branch);
        for (arm, block) in arms.other_arms(branch) {
            let key = (point.function, point.block, arm);
            let may_end = *may_end
                .entry(key)
                .or_insert_with(|| ends.arm_may_end(&mut effects, key.0, key.1, block));
            if !may_end {
                continue;
            }
            // Where the check lies in the scope, a run that leaves the function may end anywhere.
            let is_open = !closed.contains_key(&index);
            if is_open && comes_to(program.function(key.0).blocks(), block, None) {
                continue;
            }
            let (times, latest) = known.get(&key).copied().unwrap_or_default();
            let otherwise = match times < TRIED_TIMES {
                true => {
                    let end = closed.get(&index).copied().unwrap_or(last);
                    otherwise(arms.avoids(budget, branch, end, arm))
                }
                false => latest,
            };
            known.insert(key, (times + 1, otherwise));
            if let Some(otherwise) = otherwise {
                found.insert(index, otherwise);
                break;
            }
        }
    }
    found
}

fn otherwise(avoided: Option<Avoided>) -> Option<Otherwise> {
    match avoided? {
        Avoided::Ends => Some(Otherwise::Ends),
        Avoided::NeverEnds => Some(Otherwise::NeverEnds),
        Avoided::FailsElsewhere => None,
    }
}

/// Is there a way from a block to the join, or out of the function?
fn comes_to(blocks: &[Block], block: BlockId, join: Option<BlockId>) -> bool {
    reachable_until(blocks, block, join).into_iter().any(|at| {
        let content = &blocks[at.index()];
        successors(content).into_iter().any(|next| Some(next) == join)
            || matches!(content.terminator.kind, TerminatorKind::Return(_))
    }) || Some(block) == join
}

/// Blocks on some way from `start` that does not pass `stop`; `stop` itself is not among them.
fn reachable_until(blocks: &[Block], start: BlockId, stop: Option<BlockId>) -> Vec<BlockId> {
    let mut found = Vec::new();
    let mut work = vec![start];
    while let Some(block) = work.pop() {
        if Some(block) != stop && !found.contains(&block) {
            found.push(block);
            work.extend(successors(&blocks[block.index()]));
        }
    }
    found
}

/// Where control goes from a block: `while (1)` is not left.
fn successors(block: &Block) -> Vec<BlockId> {
    match &block.terminator.kind {
        kind @ TerminatorKind::Branch { cond, then, otherwise } => match cond.as_int() {
            Some(0) => vec![*otherwise],
            Some(_) => vec![*then],
            None => kind.successors(),
        },
        kind => kind.successors(),
    }
}
