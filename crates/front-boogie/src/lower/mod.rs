//! From a checked [`Module`] to the one intermediate representation.
//!
//! Only what the start procedure reaches becomes part of the program. Integers are 64-bit numbers
//! whose overflow is a limit of ours, maps are arrays over a window of their keys, functions with a
//! body are written out where they are applied, functions without are constant maps. Whatever has
//! no value of its own is made an explicit input. A construct we cannot express becomes an
//! `Unsupported` statement where it stands.

mod axioms;
mod bits;
mod body;
mod choice;
mod effect;
mod expression;
mod integer;
mod layout;
mod map;
mod old;
mod procedure;
mod quantifier;
mod ranges;
mod statement;
mod store;
mod unset;
mod walk;
mod world;

use whydunit_program::{FunctionId, Program};
use whydunit_source::{SourceMap, Span};

use crate::module::Module;
use crate::problem::Problem;

use world::World;

/// Something that we do not support, and where.
#[derive(Clone, Debug)]
pub(crate) struct Gap {
    what: String,
    span: Span,
}

impl Gap {
    fn new(what: impl Into<String>, span: Span) -> Gap {
        Gap { what: what.into(), span }
    }
}

type Res<T> = Result<T, Gap>;

pub(crate) struct Lowered {
    pub(crate) program: Program,
    pub(crate) start: FunctionId,
    pub(crate) warnings: Vec<Problem>,
}

/// Invariant: the procedure `start` has a body.
pub(crate) fn lower(module: &Module, sources: SourceMap, start: usize) -> Lowered {
    let mut world = World::new(module, sources, start);
    let id = world.function_of(start);
    let mut first = procedure::lower_body(&mut world, start, id);
    while let Some((index, id)) = world.queue.pop_front() {
        let draft = procedure::lower_body(&mut world, index, id);
        let draft = unset::with_inputs(draft);
        world.finish_function(id, draft);
    }
    axioms::assume_all(&mut world, &mut first);
    let first = unset::with_inputs(first);
    world.finish_function(id, first);
    unset::mark_globals(&mut world.program, id);
    Lowered { program: world.program, start: id, warnings: world.warnings }
}
