//! Which variables can be changed through pointers: those whose address is taken somewhere in the program.

use rustc_hash::FxHashSet;
use whydunit_interp::ObjectKind;
use whydunit_program::{GlobalId, InitValue, LocalId, Place, PlaceBase, Program, Use, Visitor};

#[derive(Debug, Default)]
pub(super) struct Exposed {
    locals: FxHashSet<(u32, LocalId)>,
    globals: FxHashSet<GlobalId>,
}

impl Exposed {
    pub(super) fn new(program: &Program) -> Exposed {
        let mut exposed = Exposed::default();
        for (function, number) in program.functions.iter().zip(0..) {
            function.visit_parts(&mut AddressesTaken { function: number, exposed: &mut exposed });
        }
        for init in program.globals.iter().flat_map(|global| &global.init) {
            if let InitValue::GlobalAddr(other, _) = init.value {
                exposed.globals.insert(other);
            }
        }
        exposed
    }

    pub(super) fn is_reachable(&self, program: &Program, kind: &ObjectKind) -> bool {
        match kind {
            ObjectKind::Local { function, local, .. } => {
                self.locals.contains(&(function.0, *local))
            }
            ObjectKind::Global(id) => {
                let global = program.global(*id);
                !global.is_const && !global.is_literal && self.globals.contains(id)
            }
            ObjectKind::Stdin => false,
            _ => true,
        }
    }
}

struct AddressesTaken<'a> {
    function: u32,
    exposed: &'a mut Exposed,
}

impl<'p> Visitor<'p> for AddressesTaken<'_> {
    fn place(&mut self, place: &'p Place, used: Use) {
        if used == Use::Address {
            match place.base {
                PlaceBase::Local(local) => {
                    self.exposed.locals.insert((self.function, local));
                }
                PlaceBase::Global(global) => {
                    self.exposed.globals.insert(global);
                }
                PlaceBase::Deref(_) => {}
            }
        }
        place.visit_parts(self);
    }
}
