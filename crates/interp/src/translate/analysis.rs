//! Which locals certainly have a value (registers) or storage (objects) at which point?
//!
//! A forward must-analysis over the control-flow graph. It only removes checks: whatever it does not
//! know is tested at run time.

use whydunit_program::{
    Block, Callee, Function, LocalId, Place, PlaceBase, Program, StmtKind, TerminatorKind, Type,
};

/// A set of locals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LocalSet(Vec<u64>);

impl LocalSet {
    fn empty(locals: usize) -> LocalSet {
        LocalSet(vec![0; locals.div_ceil(64)])
    }

    fn full(locals: usize) -> LocalSet {
        LocalSet(vec![u64::MAX; locals.div_ceil(64)])
    }

    pub(super) fn contains(&self, local: LocalId) -> bool {
        self.0[local.index() / 64] & (1 << (local.index() % 64)) != 0
    }

    pub(super) fn insert(&mut self, local: LocalId) {
        self.0[local.index() / 64] |= 1 << (local.index() % 64);
    }

    pub(super) fn remove(&mut self, local: LocalId) {
        self.0[local.index() / 64] &= !(1 << (local.index() % 64));
    }

    /// Keeps what is in both; tells whether anything went.
    fn intersect(&mut self, other: &LocalSet) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            changed |= *mine & !theirs != 0;
            *mine &= theirs;
        }
        changed
    }
}

/// What holds at the start of each block.
#[derive(Debug)]
pub(super) struct Analysis {
    at_entry: Vec<LocalSet>,
}

impl Analysis {
    pub(super) fn new(function: &Function, returns_nothing: &[bool]) -> Analysis {
        let blocks = function.blocks();
        let locals = function.locals.len();
        let mut at_entry = vec![LocalSet::full(locals); blocks.len()];
        at_entry[0] = LocalSet::empty(locals);
        function.params().for_each(|param| at_entry[0].insert(param));
        let mut pending: Vec<usize> = vec![0];
        let mut visited = vec![false; blocks.len()];
        while let Some(block) = pending.pop() {
            visited[block] = true;
            let mut set = at_entry[block].clone();
            for stmt in &blocks[block].stmts {
                transfer(&mut set, function, &stmt.kind, returns_nothing);
            }
            for successor in blocks[block].terminator.kind.successors() {
                let successor = successor.index();
                if at_entry[successor].intersect(&set) || !visited[successor] {
                    pending.push(successor);
                }
            }
        }
        Analysis { at_entry }
    }

    pub(super) fn at_entry(&self, block: usize) -> LocalSet {
        self.at_entry[block].clone()
    }
}

/// The local that a place is the whole of.
pub(super) fn whole_local(place: &Place) -> Option<LocalId> {
    match place.base {
        PlaceBase::Local(local) if place.path.is_empty() => Some(local),
        _ => None,
    }
}

pub(super) fn transfer(
    set: &mut LocalSet,
    function: &Function,
    stmt: &StmtKind,
    returns_nothing: &[bool],
) {
    let register = stmt.destination().and_then(whole_local);
    let register = register.filter(|&local| !function.local(local).in_memory);
    match stmt {
        StmtKind::Call { callee, .. } => {
            let Some(local) = register else { return };
            let defined = match callee {
                Callee::Direct(id) => !returns_nothing[id.index()],
                Callee::Pointer(_) => !returns_nothing.contains(&true),
            };
            if defined {
                set.insert(local);
            } else {
                set.remove(local);
            }
        }
        StmtKind::AllocVla { local, .. } => set.insert(*local),
        StmtKind::Live { local } => {
            if function.local(*local).in_memory {
                set.insert(*local);
            } else {
                set.remove(*local);
            }
        }
        StmtKind::Dead { local } => set.remove(*local),
        _ => register.into_iter().for_each(|local| set.insert(local)),
    }
}

/// Can a function with a result return without giving one?
pub(super) fn may_return_nothing(program: &Program, function: &Function) -> bool {
    if matches!(program.types.get(function.signature.result), Type::Void) {
        return false;
    }
    let blocks = function.blocks();
    reachable(blocks)
        .into_iter()
        .zip(blocks)
        .any(|(seen, block)| seen && matches!(block.terminator.kind, TerminatorKind::Return(None)))
}

fn reachable(blocks: &[Block]) -> Vec<bool> {
    let mut seen = vec![false; blocks.len()];
    let mut pending = if blocks.is_empty() { Vec::new() } else { vec![0] };
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            pending.extend(blocks[block].terminator.kind.successors().iter().map(|b| b.index()));
        }
    }
    seen
}
