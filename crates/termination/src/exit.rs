//! What could have ended it? A decision of the last round whose other arm leads out of the loop, or past the call.

use whydunit_program::{BlockId, Cfg, FunctionId, LoopInfo, Program, TerminatorKind};

use crate::round::{Kind, Round};
use crate::scout::{Scouted, Seen};
use crate::{Endless, Proof};

/// The answer, with what could have ended the round. `None` where nothing of the program's own was executed at all.
pub(crate) fn endless(
    program: &Program,
    scouted: &Scouted,
    round: &Round,
    proof: Proof,
) -> Option<Endless> {
    let steps = &scouted.steps[round.from..round.to];
    let is_own = |seen: &&Seen| !program.function(seen.at.point.function).is_library;
    let last = steps.iter().rev().find(is_own).map(|seen| seen.at).or(scouted.before)?;
    let (exit, recursion) = match round.kind {
        Kind::Loop(frame) => (of_loop(program, scouted, steps, frame), None),
        Kind::Recursion { function, from, to } => {
            (of_recursion(program, scouted, steps, function, from, to), Some(function))
        }
    };
    let exit = exit.and_then(|seen| Some((seen.at, seen.taken?)));
    Some(Endless { proof, recursion, exit, last })
}

/// The condition of the loop itself if there is one, else the last decision that stayed inside.
fn of_loop<'s>(
    program: &Program,
    scouted: &Scouted,
    steps: &'s [Seen],
    frame: u32,
) -> Option<&'s Seen> {
    let function = *scouted.functions.get(&frame)?;
    if program.function(function).is_library {
        return None;
    }
    let cfg = Cfg::new(program.function(function).blocks());
    let own = || steps.iter().filter(|seen| seen.frame == frame);
    let contains_all = |it: &&LoopInfo| own().all(|seen| it.contains(seen.at.point.block));
    let around = cfg.loops().iter().filter(contains_all).max_by_key(|it| it.depth)?;
    let leaves = |seen: &&Seen| {
        let targets = successors(program, seen);
        let stays = seen.taken.and_then(|taken| targets.get(taken as usize).copied());
        stays.is_some_and(|block| around.contains(block))
            && targets.iter().any(|target| !around.contains(*target))
    };
    let is_condition = |seen: &&Seen| {
        let block = seen.at.point.block;
        block == around.header || cfg.successors(block).contains(&around.header)
    };
    let exits: Vec<&Seen> = own().filter(leaves).collect();
    exits.iter().rev().find(|seen| is_condition(seen)).or(exits.last()).copied()
}

/// The last decision with an arm from which the call is not reached.
fn of_recursion<'s>(
    program: &Program,
    scouted: &Scouted,
    steps: &'s [Seen],
    function: FunctionId,
    from: u32,
    to: u32,
) -> Option<&'s Seen> {
    // The call that leads on, in the frame that the round begins in.
    let depth = scouted.stack.iter().position(|called| called.frame == from)?;
    let next = scouted.stack.get(depth + 1).filter(|_| from != to)?;
    let call = next.call?.block;
    let cfg = Cfg::new(program.function(function).blocks());
    let reaches = |start: BlockId| cfg.reachable_until(start, None).contains(&call);
    let avoids = |seen: &&&Seen| {
        let targets = successors(program, seen);
        seen.frame == from && targets.iter().any(|target| !reaches(*target))
    };
    steps.iter().rev().collect::<Vec<_>>().iter().find(avoids).copied()
}

fn successors(program: &Program, seen: &Seen) -> Vec<BlockId> {
    let point = seen.at.point;
    let kind = &program.terminator_at(point).kind;
    let is_decision = program.stmt_at(point).is_none()
        && match kind {
            TerminatorKind::Branch { cond, .. } => cond.without_casts().as_int().is_none(),
            TerminatorKind::Switch { value, .. } => value.without_casts().as_int().is_none(),
            _ => false,
        };
    match is_decision && seen.taken.is_some() {
        true => kind.successors().to_vec(),
        false => Vec::new(),
    }
}
