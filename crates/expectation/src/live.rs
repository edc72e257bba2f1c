//! Which temporaries are still read at a point? What one holds that nothing reads any more is held by nobody.

use rustc_hash::FxHashSet;
use whydunit_program::{
    Cfg, Function, LocalId, LocalRole, Place, PlaceBase, Point, Stmt, StmtKind, Terminator, Use,
    Visitor,
};

/// Temporaries of one function that are read later, from the beginning of each block.
pub(crate) struct Live<'p> {
    function: &'p Function,
    at: Vec<FxHashSet<LocalId>>,
    successors: Vec<Vec<usize>>,
}

#[derive(Default)]
struct Reads(Vec<LocalId>);

impl<'p> Visitor<'p> for Reads {
    fn place(&mut self, place: &'p Place, used: Use) {
        if let PlaceBase::Local(local) = place.base
            && (used != Use::Write || !place.path.is_empty())
        {
            self.0.push(local);
        }
        place.visit_parts(self);
    }
}

impl<'p> Live<'p> {
    pub(crate) fn of(function: &'p Function) -> Live<'p> {
        let cfg = Cfg::new(function.blocks());
        let blocks = function.blocks();
        let successors = (0..)
            .map(whydunit_program::BlockId)
            .take(blocks.len())
            .map(|block| cfg.successors(block).iter().map(|next| next.index()).collect())
            .collect();
        let mut live = Live { function, at: vec![FxHashSet::default(); blocks.len()], successors };
        loop {
            let mut is_same = true;
            for block in (0..blocks.len()).rev() {
                let found = live.before(block, 0);
                is_same &= found == live.at[block];
                live.at[block] = found;
            }
            if is_same {
                return live;
            }
        }
    }

    /// Is it read at this statement (or the end of its block), or behind it?
    pub(crate) fn is_read_from(&self, local: LocalId, point: Point) -> bool {
        self.before(point.block.index(), point.index as usize).contains(&local)
    }

    /// Is it read behind this statement?
    pub(crate) fn is_read_behind(&self, local: LocalId, point: Point) -> bool {
        let block = point.block.index();
        let is_stmt = (point.index as usize) < self.function.blocks()[block].stmts.len();
        let found = match is_stmt {
            true => self.before(block, point.index as usize + 1),
            false => self.behind(block),
        };
        found.contains(&local)
    }

    fn behind(&self, block: usize) -> FxHashSet<LocalId> {
        self.successors[block].iter().flat_map(|&next| self.at[next].iter().copied()).collect()
    }

    fn before(&self, block: usize, index: usize) -> FxHashSet<LocalId> {
        let mut live = self.behind(block);
        let found = &self.function.blocks()[block];
        self.add(&mut live, &reads_of_terminator(&found.terminator));
        for stmt in found.stmts.iter().skip(index).rev() {
            if let Some(Place { base: PlaceBase::Local(local), path, .. }) = stmt.kind.destination()
                && path.is_empty()
            {
                live.remove(local);
            }
            self.add(&mut live, &reads_of(stmt));
        }
        live
    }

    fn add(&self, live: &mut FxHashSet<LocalId>, read: &[LocalId]) {
        let temporaries =
            read.iter().filter(|&&local| self.function.local(local).role == LocalRole::Temporary);
        live.extend(temporaries);
    }
}

fn reads_of(stmt: &Stmt) -> Vec<LocalId> {
    let mut reads = Reads::default();
    if !matches!(stmt.kind, StmtKind::Live { .. } | StmtKind::Dead { .. }) {
        stmt.kind.visit_parts(&mut reads);
    }
    reads.0
}

fn reads_of_terminator(terminator: &Terminator) -> Vec<LocalId> {
    let mut reads = Reads::default();
    terminator.kind.operand().into_iter().for_each(|value| reads.expr(value));
    reads.0
}
