//! Which state may have changed before a function is called?
//!
//! Between the start of a program and a call of one of its functions, other functions may have written what has static storage. So for
//! a run that starts in a function other than `main`, what another function writes is as open as a parameter.
//!
//! A variable counts as written where a function assigns to it or takes its address. Library functions do not count.

use crate::limits::MOST_OPEN_BYTES;
use crate::number::of_position;
use rustc_hash::FxHashSet;

use crate::{Arithmetic, FunctionId, GlobalId, Place, PlaceBase, Program, Use, Visitor};

/// What has static storage and is written, as a function finds it that is not `main`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct SharedState {
    /// Any contents: another function writes it.
    pub open: Vec<GlobalId>,
    /// The initial contents, although they may have changed: only the function itself writes it, or it has no name that an
    /// input could be given by, or it is too large.
    pub kept: Vec<GlobalId>,
}

impl SharedState {
    /// As runs find it that start in the function.
    pub fn at(program: &Program, start: FunctionId) -> SharedState {
        let mut state = SharedState::default();
        if program.arithmetic != Arithmetic::Machine || program.is_main(start) {
            return state;
        }
        let mut by_others = FxHashSet::default();
        let mut by_itself = FxHashSet::default();
        for (index, function) in program.functions.iter().enumerate() {
            let is_start = index == start.index();
            let written = if is_start { &mut by_itself } else { &mut by_others };
            if !function.is_library {
                function.visit_parts(&mut Written(written));
            }
        }
        for (index, global) in program.globals.iter().enumerate() {
            let id = GlobalId(of_position(index));
            let is_fixed = global.is_const || global.is_literal || global.is_undefined;
            if is_fixed || !program.sources.file(global.span.file).is_user() {
                continue;
            }
            let has_name = global.owner.is_none()
                && program.globals.iter().filter(|other| other.name == global.name).count() == 1;
            let is_small =
                program.types.size_of(global.ty).is_some_and(|size| size <= MOST_OPEN_BYTES);
            if by_others.contains(&id) && has_name && is_small {
                state.open.push(id);
            } else if by_others.contains(&id) || by_itself.contains(&id) {
                state.kept.push(id);
            }
        }
        state
    }
}

/// The variables that functions write or take the address of.
struct Written<'s>(&'s mut FxHashSet<GlobalId>);

impl<'p> Visitor<'p> for Written<'_> {
    fn place(&mut self, place: &'p Place, used: Use) {
        if let PlaceBase::Global(global) = place.base
            && used != Use::Read
        {
            self.0.insert(global);
        }
        place.visit_parts(self);
    }
}
