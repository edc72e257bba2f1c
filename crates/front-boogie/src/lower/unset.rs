//! Which variables may be read before they are set? Those are inputs.
//!
//! Locals and results get an explicit input where they are declared; globals are marked as defined
//! nowhere. "Surely set" is a forward analysis of the blocks; a part of a map that is set does not
//! set the map. A call is taken to read every global that the procedure, or one it calls, ever
//! reads.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{
    Block, Callee, FunctionId, GlobalId, InputOrigin, LocalId, Place, PlaceBase, Program, Stmt,
    StmtKind,
};

use super::body::Draft;
use super::walk::each_read;

/// The place that a statement sets as a whole.
fn written(stmt: &Stmt) -> Option<&PlaceBase> {
    let place = stmt.kind.destination()?;
    place.path.is_empty().then_some(&place.base)
}

/// The variables, by their index, that may be read before they are set.
fn unset_reads(
    blocks: &[Block],
    start: usize,
    count: usize,
    index_of: &dyn Fn(&PlaceBase) -> Option<usize>,
    called: &dyn Fn(&Callee) -> Vec<usize>,
) -> Vec<bool> {
    let mut found = vec![false; count];
    // `None`: not reached yet.
    let mut entry: Vec<Option<Vec<bool>>> = vec![None; blocks.len()];
    entry[0] = Some(vec![false; count]);
    let mut work = vec![0usize];
    while let Some(block) = work.pop() {
        let Some(mut set) = entry[block].clone() else { continue };
        let first = if block == 0 { start } else { 0 };
        let look = |set: &[bool], found: &mut [bool], base: &PlaceBase, is_old: bool| {
            if let Some(index) = index_of(base) {
                found[index] |= is_old || !set[index];
            }
        };
        for stmt in &blocks[block].stmts[first..] {
            for expr in stmt.kind.operands() {
                each_read(expr, &mut |base, is_old| look(&set, &mut found, base, is_old));
            }
            if let StmtKind::Call { callee, .. } = &stmt.kind {
                for index in called(callee) {
                    found[index] |= !set[index];
                }
            }
            if let Some(index) = written(stmt).and_then(index_of) {
                set[index] = true;
            }
        }
        let terminator = &blocks[block].terminator.kind;
        if let Some(expr) = terminator.operand() {
            each_read(expr, &mut |base, is_old| look(&set, &mut found, base, is_old));
        }
        for target in terminator.successors() {
            let known = &mut entry[target.index()];
            let changed = match known {
                None => {
                    *known = Some(set.clone());
                    true
                }
                Some(known) => {
                    let mut changed = false;
                    for (known, now) in known.iter_mut().zip(&set) {
                        changed |= *known && !*now;
                        *known &= *now;
                    }
                    changed
                }
            };
            if changed {
                work.push(target.index());
            }
        }
    }
    found
}

/// Puts in the inputs of variables that may be read unset.
pub(crate) fn with_inputs(mut draft: Draft) -> Draft {
    let mut positions = vec![None; draft.locals.len()];
    for (position, variable) in draft.variables.iter().enumerate() {
        positions[variable.local.index()] = Some(position);
    }
    let position = |base: &PlaceBase| match base {
        PlaceBase::Local(local) => positions[local.index()],
        _ => None,
    };
    let count = draft.variables.len();
    let mut needed = unset_reads(&draft.blocks, draft.entry, count, &position, &|_| Vec::new());
    // What is assumed of one may speak of another.
    let mut work: Vec<usize> = (0..count).filter(|&index| needed[index]).collect();
    while let Some(index) = work.pop() {
        for condition in draft.variables[index].conditions.iter().flatten() {
            each_read(condition, &mut |base, _| {
                if let Some(other) = position(base)
                    && !needed[other]
                {
                    needed[other] = true;
                    work.push(other);
                }
            });
        }
    }
    let mut stmts = Vec::new();
    let variables = std::mem::take(&mut draft.variables);
    let is_memory = |local: LocalId| draft.locals[local.index()].in_memory;
    for (variable, needed) in variables.iter().zip(&needed) {
        let (span, source, local) = (variable.span, variable.source, variable.local);
        if is_memory(local) {
            stmts.push(Stmt { kind: StmtKind::Live { local }, span, source });
        }
        if *needed {
            let place = Place::local(local, draft.locals[local.index()].ty, span);
            let origin = InputOrigin::Uninitialised;
            stmts.push(Stmt { kind: StmtKind::Input { place, origin }, span, source });
        }
    }
    for (variable, _) in variables.iter().zip(&needed).filter(|(_, needed)| **needed) {
        let (span, source) = (variable.span, variable.source);
        for condition in &variable.conditions {
            let kind = match condition {
                Ok(cond) => StmtKind::Assume { cond: cond.clone() },
                Err(gap) => StmtKind::Unsupported { what: gap.what.clone() },
            };
            stmts.push(Stmt { kind, span, source });
        }
    }
    draft.blocks[0].stmts.splice(draft.entry..draft.entry, stmts);
    draft
}

/// Globals that the run may read before it sets them are inputs, unless they have a value.
pub(crate) fn mark_globals(program: &mut Program, start: FunctionId) {
    let index_of = |base: &PlaceBase| match base {
        PlaceBase::Global(GlobalId(id)) => Some(*id as usize),
        _ => None,
    };
    let known: RefCell<FxHashMap<FunctionId, Vec<usize>>> = RefCell::default();
    let called = |callee: &Callee| match callee {
        Callee::Direct(id) => {
            let mut known = known.borrow_mut();
            known.entry(*id).or_insert_with(|| globals_read(program, id.index())).clone()
        }
        Callee::Pointer(_) => Vec::new(),
    };
    let count = program.globals.len();
    let blocks = program.function(start).blocks();
    let unset = unset_reads(blocks, 0, count, &index_of, &called);
    drop(known);
    for (global, unset) in program.globals.iter_mut().zip(unset) {
        global.is_undefined = unset && global.init.is_empty();
    }
}

/// All globals that a function and those it calls ever read.
fn globals_read(program: &Program, function: usize) -> Vec<usize> {
    let mut globals = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut work = vec![function];
    while let Some(function) = work.pop() {
        if !seen.insert(function) {
            continue;
        }
        let mut read = |base: &PlaceBase, _: bool| {
            if let PlaceBase::Global(GlobalId(id)) = base {
                globals.insert(*id as usize);
            }
        };
        for block in program.functions[function].blocks() {
            block.operands().for_each(|expr| each_read(expr, &mut read));
            for stmt in &block.stmts {
                if let StmtKind::Call { callee: Callee::Direct(id), .. } = &stmt.kind {
                    work.push(id.index());
                }
            }
        }
    }
    globals.into_iter().collect()
}
