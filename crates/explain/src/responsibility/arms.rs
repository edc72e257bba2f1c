//! Do all arms of a branch come to their join?
//!
//! An arm that ends the program, or stays in a loop for ever, never gets to what comes behind the join: which way the branch goes then matters, whatever the arms set. Read from the
//! text of the program: where an arm may end it, that counts ([`Ends`]). Whether it does so in the run is tried ([`Arms`]).

use whydunit_counterfactual::{Counterfactual, Different, Replay, Skipped, Switched};
use whydunit_program::{
    BlockId, Body, Callee, Cfg, FunctionId, Intrinsic, Program, StmtKind, TerminatorKind,
};
use whydunit_solver::Budget;
use whydunit_trace::{ErrorTrace, Sides, StepIndex, StepKind};

use crate::limits::{ARM_STEPS, MOST_ARM_STEPS};

/// Which functions may end the program.
pub(super) struct Ends<'p> {
    program: &'p Program,
    ends: Vec<bool>,
}

impl<'p> Ends<'p> {
    pub(super) fn new(program: &'p Program) -> Ends<'p> {
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
    pub(super) fn may_end(
        &self,
        sides: &mut Sides<'_>,
        function: FunctionId,
        block: BlockId,
    ) -> bool {
        let blocks = self.program.function(function).blocks();
        let cfg = sides.cfg(function);
        let join = cfg.post_dominator(block);
        let arms = blocks[block.index()].terminator.kind.successors();
        let inside = arms.into_iter().flat_map(|arm| cfg.reachable_until(arm, join));
        inside.filter(|&at| Some(at) != join).any(|at| {
            let is_end = matches!(blocks[at.index()].terminator.kind, TerminatorKind::Unreachable);
            is_end || self.ends_in(function, at) || !comes_to(self.program, cfg, function, at, join)
        })
    }
}

/// Runs in which a branch is sent to another arm.
pub(super) struct Arms<'p> {
    program: &'p Program,
    trace: &'p ErrorTrace,
    replay: Option<Replay<'p>>,
    /// Steps that may still be run.
    steps: u64,
}

impl<'p> Arms<'p> {
    pub(super) fn new(program: &'p Program, trace: &'p ErrorTrace) -> Arms<'p> {
        Arms { program, trace, replay: None, steps: MOST_ARM_STEPS }
    }

    /// An arm that was not taken, and from which the run itself would never have come to the join.
    pub(super) fn stays_away(
        &mut self,
        budget: &Budget,
        branch: StepIndex,
        end: StepIndex,
    ) -> Option<u32> {
        let step = self.trace.step(branch);
        let StepKind::Branch { taken, .. } = step.kind else { return None };
        if self.trace.frames[step.frame as usize].is_library {
            return None;
        }
        let arms = self.program.terminator_at(step.point).kind.successors();
        let own = arms[taken as usize];
        let replay = self.replay.get_or_insert_with(|| Replay::new(self.program, self.trace));
        let longest = 2 * self.trace.steps.len() as u64 + ARM_STEPS;
        for (arm, block) in (0..).zip(arms) {
            if block == own || self.steps < longest || budget.exceeded().is_some() {
                continue;
            }
            let (branch, end) = (branch.index(), end.index());
            let different = Different {
                switched: Some(Switched { branch, arm }),
                skipped: &[Skipped { branch, end }],
                ..Different::default()
            };
            let tried = replay.follow(&different, longest, budget);
            self.steps = self.steps.saturating_sub(tried.steps);
            if tried.is_inside && matches!(tried.ended.how, Counterfactual::Avoids(_)) {
                return Some(arm);
            }
        }
        None
    }
}

/// Is there a way from a block to the join, or out of the function?
fn comes_to(
    program: &Program,
    cfg: &Cfg,
    function: FunctionId,
    block: BlockId,
    join: Option<BlockId>,
) -> bool {
    let blocks = program.function(function).blocks();
    let is_out = |at: &BlockId| {
        Some(*at) == join
            || cfg.successors(*at).iter().any(|next| Some(*next) == join)
            || matches!(blocks[at.index()].terminator.kind, TerminatorKind::Return(_))
    };
    cfg.reachable_until(block, join).iter().any(is_out)
}
