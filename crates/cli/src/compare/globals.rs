//! Which globals can a program change, and which of them can be told apart by name?

use std::collections::BTreeSet;

use whydunit_program::{ExprKind, GlobalId, Place, PlaceBase, Program, StmtKind};

use super::merge::Part;
use super::walk;
use super::world::Side;

/// Variables of the user's outside of functions that are no constants.
pub(super) fn visible(program: &Program, part: &Part) -> Vec<GlobalId> {
    let globals = part.globals.clone().map(|at| GlobalId(at as u32));
    globals
        .filter(|&id| {
            let global = program.global(id);
            let is_user = program.sources.file(global.span.file).is_user();
            is_user && !global.is_literal && !global.is_const && global.owner.is_none()
        })
        .collect()
}

/// Those that something in the program may write: they are assigned, or their address is taken.
pub(super) fn changed(program: &Program, side: &Side) -> BTreeSet<GlobalId> {
    let mut changed = BTreeSet::new();
    let mut written = |place: &Place| {
        if let PlaceBase::Global(id) = place.base {
            changed.insert(id);
        }
    };
    for index in side.part.functions.clone() {
        let function = &program.functions[index];
        for stmt in function.blocks().iter().flat_map(|block| &block.stmts) {
            match &stmt.kind {
                StmtKind::Assign { place, .. }
                | StmtKind::Zero { place }
                | StmtKind::Copy { to: place, .. }
                | StmtKind::Input { place, .. }
                | StmtKind::Call { dest: Some(place), .. }
                | StmtKind::VaArg { place, .. } => written(place),
                _ => {}
            }
        }
        walk::function(function, &mut |expr| {
            if let ExprKind::AddrOf(place) | ExprKind::Decay(place) = &expr.kind {
                written(place);
            }
        });
    }
    for index in side.part.globals.clone() {
        for part in &program.globals[index].init {
            if let whydunit_program::InitValue::GlobalAddr(id, _) = part.value {
                changed.insert(id);
            }
        }
    }
    changed
}
