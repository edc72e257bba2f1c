//! Which inputs might keep a loop going round in one state? A program in which that is a failed check, for a search.
//!
//! In front of each loop whose end is not plain a copy remembers the variables that the loop sets and reads, and checks in the next round that one of them has another value. What fails that check is a suspect only: other storage may
//! have changed, or the next round is another one. Whoever searches runs the original and asks for a proof.

use rustc_hash::FxHashSet;
use whydunit_program::{
    BinaryOp, BlockId, Body, Cfg, CheckKind, Expr, ExprKind, Function, FunctionId, Local, LocalId,
    LocalRole, LoopInfo, Place, PlaceBase, Program, Stmt, StmtKind, TypeId, UnaryOp, Use, Visitor,
};
use whydunit_source::Span;

use crate::counted::is_counted;

/// The copy; `None` if all loops of these functions are plainly left, or none can be watched.
#[must_use]
pub fn suspects(program: &Program, functions: &[FunctionId]) -> Option<Program> {
    let mut copy = program.clone();
    let mut is_any = false;
    for &id in functions {
        let function = program.function(id);
        if function.is_library || function.blocks().is_empty() {
            continue;
        }
        let cfg = Cfg::new(function.blocks());
        let live = Liveness::of(function, &cfg);
        for info in cfg.loops().iter().filter(|info| !is_counted(program, function, &cfg, info)) {
            let watched = watched(program, function, info, &live);
            if !watched.is_empty() {
                watch(&mut copy, id, &cfg, info, &watched);
                is_any = true;
            }
        }
    }
    is_any.then_some(copy)
}

/// Variables that the loop sets and that a round reads before it sets them.
fn watched(
    program: &Program,
    function: &Function,
    info: &LoopInfo,
    live: &Liveness,
) -> Vec<LocalId> {
    let mut set: Vec<LocalId> = Vec::new();
    for block in &info.blocks {
        for stmt in &function.blocks()[block.index()].stmts {
            set.extend(stmt.kind.destination().and_then(whole_local));
        }
    }
    set.sort_unstable();
    set.dedup();
    let deciding = deciding(function, info);
    set.retain(|local| {
        let variable = function.local(*local);
        let is_number = program.types.is_scalar(variable.ty) && !variable.in_memory;
        is_number && deciding.contains(local) && live.at[info.header.index()].contains(local)
    });
    set
}

/// Variables that decisions of the loop depend on, by what is assigned in it.
fn deciding(function: &Function, info: &LoopInfo) -> FxHashSet<LocalId> {
    let blocks = || info.blocks.iter().map(|block| &function.blocks()[block.index()]);
    let mut reads = Reads::default();
    for block in blocks() {
        block.terminator.kind.operand().into_iter().for_each(|it| reads.expr(it));
    }
    let mut found: FxHashSet<LocalId> = reads.0.into_iter().collect();
    loop {
        let before = found.len();
        for stmt in blocks().flat_map(|block| &block.stmts) {
            let to = stmt.kind.destination().and_then(whole_local);
            if to.is_some_and(|to| found.contains(&to)) {
                let mut reads = Reads::default();
                stmt.kind.visit_parts(&mut reads);
                found.extend(reads.0);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn whole_local(place: &Place) -> Option<LocalId> {
    match place.base {
        PlaceBase::Local(local) if place.path.is_empty() => Some(local),
        _ => None,
    }
}

/// Which variables are read before they are set, from the beginning of each block.
struct Liveness {
    at: Vec<FxHashSet<LocalId>>,
}

#[derive(Default)]
struct Reads(Vec<LocalId>);

impl<'p> Visitor<'p> for Reads {
    fn place(&mut self, place: &'p Place, used: Use) {
        if let PlaceBase::Local(local) = place.base
            && used != Use::Write
        {
            self.0.push(local);
        }
        place.visit_parts(self);
    }
}

impl Liveness {
    fn of(function: &Function, cfg: &Cfg) -> Liveness {
        let blocks = function.blocks();
        let mut at: Vec<FxHashSet<LocalId>> = vec![FxHashSet::default(); blocks.len()];
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (index, block) in blocks.iter().enumerate().rev() {
                let id = BlockId(u32::try_from(index).unwrap_or(u32::MAX));
                let mut live: FxHashSet<LocalId> = FxHashSet::default();
                for next in cfg.successors(id) {
                    live.extend(&at[next.index()]);
                }
                let mut reads = Reads::default();
                block.terminator.kind.operand().into_iter().for_each(|it| reads.expr(it));
                live.extend(reads.0);
                for stmt in block.stmts.iter().rev() {
                    if let Some(local) = stmt.kind.destination().and_then(whole_local) {
                        live.remove(&local);
                    }
                    if let Some(local) = stmt.kind.local() {
                        live.remove(&local);
                    }
                    let mut reads = Reads::default();
                    stmt.kind.visit_parts(&mut reads);
                    live.extend(reads.0);
                }
                if live.len() > at[index].len() {
                    at[index] = live;
                    is_done = false;
                }
            }
        }
        Liveness { at }
    }
}

/// Puts the copies and the check in front of a loop's rounds.
fn watch(program: &mut Program, id: FunctionId, cfg: &Cfg, info: &LoopInfo, watched: &[LocalId]) {
    let int = program.types.int(32, true);
    let header = info.header.index();
    let function = &mut program.functions[id.index()];
    let at = function.blocks()[header].stmts.first();
    let terminator = &function.blocks()[header].terminator;
    let (span, source) =
        at.map_or((terminator.span, terminator.source), |stmt| (stmt.span, stmt.source));
    let has_begun = fresh(function, int, span);
    let pairs: Vec<(LocalId, LocalId)> = watched
        .iter()
        .map(|&local| (local, fresh(function, function.local(local).ty, span)))
        .collect();
    let load = |function: &Function, local: LocalId| {
        Expr::load(Place::local(local, function.local(local).ty, span))
    };
    let assign = |function: &Function, to: LocalId, value: Expr| {
        let place = Place::local(to, function.local(to).ty, span);
        Stmt { kind: StmtKind::Assign { place, value }, span, source }
    };
    let mut same = load(function, has_begun);
    for &(local, copy) in &pairs {
        let (a, b) = (load(function, local), load(function, copy));
        let equal = ExprKind::Binary(BinaryOp::Eq, Box::new(a), Box::new(b));
        let equal = Expr::new(equal, int, span);
        same = Expr::new(ExprKind::And(Box::new(same), Box::new(equal)), int, span);
    }
    let cond = Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(same)), int, span);
    let text = "the round changes something".to_owned();
    let kind = StmtKind::Check { kind: CheckKind::Termination, cond, text };
    let mut before = vec![Stmt { kind, span, source }];
    for &(local, copy) in &pairs {
        let value = load(function, local);
        before.push(assign(function, copy, value));
    }
    before.push(assign(function, has_begun, Expr::int(1, int, span)));
    let reset = assign(function, has_begun, Expr::int(0, int, span));
    let Body::Blocks(blocks) = &mut function.body else { return };
    blocks[header].stmts.splice(0..0, before);
    for outside in cfg.predecessors(info.header).iter().filter(|block| !info.contains(**block)) {
        blocks[outside.index()].stmts.push(reset.clone());
    }
}

fn fresh(function: &mut Function, ty: TypeId, span: Span) -> LocalId {
    let local = LocalId(u32::try_from(function.locals.len()).unwrap_or(u32::MAX));
    let (name, role) = (String::new(), LocalRole::Temporary);
    function.locals.push(Local { name, ty, span, role, in_memory: false, is_vla: false });
    local
}
