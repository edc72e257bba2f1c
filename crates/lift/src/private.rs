//! Storage that only functions of the library know: what they remember from call to call.
//!
//! Facts about it are needed, and say nothing to whoever reads them; what it decides shows in what the calls return.

use std::collections::BTreeSet;

use whydunit_explain::{Explanation, Held, Storage};
use whydunit_interp::{Cell, CellObject, ObjectKind};
use whydunit_program::{Function, FunctionId, GlobalId, Place, PlaceBase, Program, Use, Visitor};
use whydunit_term::Terms;
use whydunit_trace::{ErrorTrace, StepIndex, cell_name};

use super::source_level::SourceLevel;

/// Objects of the library that no function of the user names, and whose address nobody takes.
#[derive(Debug)]
pub(super) struct Private {
    globals: BTreeSet<GlobalId>,
    /// Functions of the library that keep files: blocks that they ask for are theirs.
    keepers: BTreeSet<FunctionId>,
}

impl Private {
    pub(super) fn of(program: &Program) -> Private {
        let is_own = |id: &GlobalId| {
            let global = program.global(*id);
            !global.is_literal && !program.sources.file(global.span.file).is_user()
        };
        let ids = (0..program.globals.len() as u32).map(GlobalId);
        let mut globals: BTreeSet<GlobalId> = ids.filter(is_own).collect();
        let keepers = keepers(program);
        if globals.is_empty() {
            return Private { globals, keepers };
        }
        let mut shared = Shared::default();
        for function in &program.functions {
            shared.visit(function);
        }
        globals.retain(|id| !shared.found.contains(id));
        Private { globals, keepers }
    }

    pub(super) fn is_private(&self, trace: &ErrorTrace, object: CellObject) -> bool {
        let CellObject::Memory(id) = object else { return false };
        trace.object(id).is_some_and(|object| match object.info.kind {
            ObjectKind::Global(global) => self.globals.contains(&global),
            ObjectKind::Heap { .. } => {
                let maker = object.created.checked_sub(1).map(StepIndex);
                maker.is_some_and(|maker| self.keepers.contains(&trace.step(maker).point.function))
            }
            _ => false,
        })
    }

    /// The conjuncts of an explanation that speak of nothing else, or of what has no name.
    pub(super) fn conjuncts(
        &self,
        program: &Program,
        trace: &ErrorTrace,
        explanation: &Explanation,
        terms: &Terms,
    ) -> BTreeSet<u32> {
        // Results on the way from one statement to the next have no name that a user knows.
        let is_nameless = |held: Held| {
            let (Held::Range(range) | Held::Past { range, .. }) = held else { return false };
            let Storage::Register { frame, local } = range.storage else { return false };
            cell_name(program, trace, Cell::register(frame, local, range.size)).is_none()
        };
        let nameless: BTreeSet<_> = explanation
            .state
            .iter()
            .filter(|state| is_nameless(state.held))
            .map(|state| state.variable)
            .collect();
        let of_library = |held: Held| {
            let (Held::Range(range) | Held::Past { range, .. }) = held else { return false };
            match range.storage {
                Storage::Object(id) => self.is_private(trace, CellObject::Memory(id)),
                _ => false,
            }
        };
        let variables: BTreeSet<_> = explanation
            .state
            .iter()
            .filter(|state| of_library(state.held))
            .map(|state| state.variable)
            .collect();
        if variables.is_empty() && nameless.is_empty() {
            return BTreeSet::new();
        }
        let is_private = |term| {
            let found = terms.variables(&[term]);
            !found.is_empty() && found.iter().all(|variable| variables.contains(variable))
                || found.iter().any(|variable| nameless.contains(variable))
        };
        let conjuncts = (0..).zip(&explanation.conjuncts);
        conjuncts.filter(|(_, conjunct)| is_private(conjunct.term)).map(|(at, _)| at).collect()
    }
}

/// Where the library keeps files.
const FILES: &str = "<library>/files/";

fn keepers(program: &Program) -> BTreeSet<FunctionId> {
    let is_keeper = |function: &Function| {
        function.is_library && program.sources.file(function.span.file).name().starts_with(FILES)
    };
    let functions = (0..).map(FunctionId).zip(&program.functions);
    functions.filter(|(_, function)| is_keeper(function)).map(|(id, _)| id).collect()
}

impl SourceLevel<'_> {
    /// Is it the name of something that only functions of the library know, where a step speaks of it?
    pub(super) fn is_private_name(&self, step: StepIndex, name: &str) -> bool {
        let program = self.program;
        let root = name.split(['.', '[']).next().unwrap_or(name);
        let frame = self.trace.step(step).frame as usize;
        let function = program.function(self.trace.frames[frame].function);
        if function.locals.iter().any(|local| local.name == root) {
            return function.is_library;
        }
        let of_that_name = |id: &&GlobalId| program.global(**id).name == root;
        let others = (0..program.globals.len() as u32).map(GlobalId);
        let mut others = others.filter(|id| !self.private.globals.contains(id));
        self.private.globals.iter().any(|id| of_that_name(&id))
            && !others.any(|id| of_that_name(&&id))
    }
}

/// What more than functions of the library know.
#[derive(Default)]
struct Shared {
    found: BTreeSet<GlobalId>,
    is_library: bool,
}

impl Shared {
    fn visit(&mut self, function: &Function) {
        self.is_library = function.is_library;
        function.visit_parts(self);
    }
}

impl<'p> Visitor<'p> for Shared {
    fn place(&mut self, place: &'p Place, used: Use) {
        if let PlaceBase::Global(id) = place.base
            && (used == Use::Address || !self.is_library)
        {
            self.found.insert(id);
        }
        place.visit_parts(self);
    }
}
