//! The last pass over a function: unreachable blocks go, and locals that need memory are marked.

use whydunit_program::{
    Block, BlockId, Expr, ExprKind, Local, Place, PlaceBase, Projection, SourceKind, SourceStmt,
    StmtKind, SwitchCase, Terminator, TerminatorKind, TypeTable,
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
    for block in blocks {
        for stmt in &block.stmts {
            marker.stmt(&stmt.kind);
        }
        match &block.terminator.kind {
            TerminatorKind::Branch { cond, .. } => marker.expr(cond),
            TerminatorKind::Switch { value, .. } => marker.expr(value),
            TerminatorKind::Return(Some(value)) => marker.expr(value),
            TerminatorKind::Goto(_)
            | TerminatorKind::Return(None)
            | TerminatorKind::Unreachable => {}
        }
    }
}

struct Marker<'a> {
    locals: &'a mut [Local],
}

impl Marker<'_> {
    fn stmt(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { place, value } => {
                self.place(place);
                self.expr(value);
            }
            StmtKind::Zero { place } | StmtKind::Input { place, .. } => self.place(place),
            StmtKind::Copy { to, from, .. } => {
                self.address(to);
                self.address(from);
            }
            StmtKind::Call { dest, callee, args } => {
                if let Some(dest) = dest {
                    self.place(dest);
                }
                if let whydunit_program::Callee::Pointer(pointer) = callee {
                    self.expr(pointer);
                }
                args.iter().for_each(|arg| self.expr(arg));
            }
            StmtKind::VaArg { place, list } => {
                self.place(place);
                self.expr(list);
            }
            StmtKind::Assume { cond } | StmtKind::Check { cond, .. } => self.expr(cond),
            StmtKind::AllocVla { count, .. } => self.expr(count),
            StmtKind::Live { .. }
            | StmtKind::Dead { .. }
            | StmtKind::Snapshot { .. }
            | StmtKind::Unsupported { .. } => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
            ExprKind::Load(place) => self.place(place),
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => self.address(place),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.expr(operand),
            ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::PtrAdd(a, b)
            | ExprKind::PtrDiff(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Cond(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Quantifier { lo, hi, body, .. } => {
                self.expr(lo);
                self.expr(hi);
                self.expr(body);
            }
            ExprKind::Valid { pointer, lo, hi } => {
                self.expr(pointer);
                self.expr(lo);
                self.expr(hi);
            }
            ExprKind::Old { expr, .. } => self.expr(expr),
        }
    }

    fn place(&mut self, place: &Place) {
        if let PlaceBase::Deref(pointer) = &place.base {
            self.expr(pointer);
        }
        for step in &place.path {
            if let Projection::Index(index) = step {
                self.expr(index);
            }
        }
    }

    fn address(&mut self, place: &Place) {
        if let PlaceBase::Local(local) = place.base {
            self.locals[local.index()].in_memory = true;
        }
        self.place(place);
    }
}
