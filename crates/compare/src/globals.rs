//! Which globals can a program change, and which of them can be told apart by name?

use std::collections::BTreeSet;

use whydunit_program::{GlobalId, Place, PlaceBase, Program, Use, Visitor};

use super::merge::Part;
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
    let mut found = Changed(BTreeSet::new());
    for index in side.part.functions.clone() {
        program.functions[index].visit_parts(&mut found);
    }
    let Changed(mut changed) = found;
    for index in side.part.globals.clone() {
        for part in &program.globals[index].init {
            if let whydunit_program::InitValue::GlobalAddr(id, _) = part.value {
                changed.insert(id);
            }
        }
    }
    changed
}

struct Changed(BTreeSet<GlobalId>);

impl<'p> Visitor<'p> for Changed {
    fn place(&mut self, place: &'p Place, used: Use) {
        if let PlaceBase::Global(id) = place.base
            && used != Use::Read
        {
            self.0.insert(id);
        }
        place.visit_parts(self);
    }
}
