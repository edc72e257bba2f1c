//! The last pass over a function: unreachable blocks go, and locals that need memory are marked.

use whydunit_program::{
    Block, BlockId, Local, Place, PlaceBase, SourceKind, SourceStmt, StmtKind, SwitchCase,
    Terminator, TerminatorKind, TypeTable, Use, Visitor,
};
use whydunit_source::Span;

use super::{FnState, World};

pub(super) fn finish(state: FnState, world: &World, span: Span) -> (Vec<Local>, Vec<Block>) {
    let implicit = state.implicit;
    let mut locals = state.locals;
    let drafts: Vec<Block> = state
        .blocks
        .into_iter()
        .map(|draft| Block {
            stmts: draft.stmts,
            // Only blocks that nothing reaches are left without an end.
            terminator: draft.terminator.unwrap_or(Terminator {
                kind: TerminatorKind::Unreachable,
                span,
                source: implicit,
            }),
        })
        .collect();
    let blocks = reachable_blocks(drafts, &world.source_stmts);
    mark_memory(&mut locals, &blocks, &world.types.table);
    (locals, blocks)
}

/// Drops unreachable blocks and numbers the rest in their old order.
fn reachable_blocks(mut blocks: Vec<Block>, sources: &[SourceStmt]) -> Vec<Block> {
    thread_jumps(&mut blocks, sources);
    let mut reached = vec![false; blocks.len()];
    let mut work = vec![0usize];
    while let Some(index) = work.pop() {
        if std::mem::replace(&mut reached[index], true) {
            continue;
        }
        work.extend(blocks[index].terminator.kind.successors().iter().map(|block| block.index()));
    }
    let mut numbers = vec![BlockId(0); blocks.len()];
    let mut next = 0;
    for (index, &is_reached) in reached.iter().enumerate() {
        if is_reached {
            numbers[index] = BlockId(next);
            next += 1;
        }
    }
    let mut out: Vec<Block> = Vec::new();
    for (block, is_reached) in blocks.into_iter().zip(reached) {
        if !is_reached {
            continue;
        }
        let mut block = block;
        map_targets(&mut block.terminator.kind, |target| numbers[target.index()]);
        out.push(block);
    }
    out
}

/// Jumps to empty blocks that only jump on go straight to the end of the chain. A jump that the user
/// wrote (`break`) stays: it is a step people recognise.
fn thread_jumps(blocks: &mut [Block], sources: &[SourceStmt]) {
    let is_written = |block: &Block| {
        let source = sources.get(block.terminator.source.index());
        source.is_some_and(|source| source.kind == SourceKind::Jump)
    };
    let forward: Vec<Option<BlockId>> = blocks
        .iter()
        .map(|block| match block.terminator.kind {
            TerminatorKind::Goto(target) if block.stmts.is_empty() && !is_written(block) => {
                Some(target)
            }
            _ => None,
        })
        .collect();
    let resolve = |start: BlockId| {
        let mut at = start;
        // A cycle of empty blocks (`for (;;);`) has no end: stay at its entry.
        for _ in 0..forward.len() {
            match forward[at.index()] {
                Some(next) => at = next,
                None => return at,
            }
        }
        start
    };
    for block in blocks.iter_mut() {
        map_targets(&mut block.terminator.kind, resolve);
    }
}

fn map_targets(kind: &mut TerminatorKind, map: impl Fn(BlockId) -> BlockId) {
    match kind {
        TerminatorKind::Goto(target) => *target = map(*target),
        TerminatorKind::Branch { then, otherwise, .. } => {
            *then = map(*then);
            *otherwise = map(*otherwise);
        }
        TerminatorKind::Switch { cases, default, .. } => {
            for SwitchCase { target, .. } in cases {
                *target = map(*target);
            }
            *default = map(*default);
        }
        TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
    }
}

fn mark_memory(locals: &mut [Local], blocks: &[Block], types: &TypeTable) {
    for local in locals.iter_mut() {
        local.in_memory |= !types.is_scalar(local.ty);
    }
    let mut marker = Marker { locals };
    blocks.iter().for_each(|block| block.visit_parts(&mut marker));
    // Bytes are copied between addresses.
    for stmt in blocks.iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Copy { to, from, .. } = &stmt.kind {
            [to, from].into_iter().for_each(|place| marker.mark(place));
        }
    }
}

struct Marker<'a> {
    locals: &'a mut [Local],
}

impl Marker<'_> {
    fn mark(&mut self, place: &Place) {
        if let PlaceBase::Local(local) = place.base {
            self.locals[local.index()].in_memory = true;
        }
    }
}

impl<'p> Visitor<'p> for Marker<'_> {
    fn place(&mut self, place: &'p Place, used: Use) {
        if used == Use::Address {
            self.mark(place);
        }
        place.visit_parts(self);
    }
}
