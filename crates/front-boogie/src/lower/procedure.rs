//! A procedure as a function: its parameters, contract, body, and what happens on entry and return.
//!
//! On entry: what is assumed of the parameters, preconditions, the state that `old` speaks of,
//! unset variables. Before each return: the postconditions. A procedure without body changes what
//! it may change to anything that its postcondition allows; it counts as library code, so that its
//! steps belong to the calls.

use rustc_hash::FxHashMap;
use whydunit_program::{
    BlockId, CheckKind, Expr, FunctionId, LocalId, LocalRole, Place, Projection, SourceKind,
    StmtKind, TerminatorKind,
};

use crate::module::{Procedure, Variable};

use super::body::{Draft, Lowering, Unset};
use super::choice::first_assumptions;
use super::world::World;
use super::{Gap, Res};

pub(crate) fn lower_body(world: &mut World<'_>, index: usize, id: FunctionId) -> Draft {
    let module = world.module;
    let procedure = &module.procedures[index];
    let mut lowering = Lowering::new(world, index, id);
    let Some((first, others)) = procedure.bodies.split_first() else {
        lowering.add_variables(&procedure.variables, procedure.param_count);
        lowering.preconditions(procedure);
        let entry = lowering.emitted();
        lowering.not_followed(procedure);
        lowering.any_effect(procedure);
        return lowering.complete(entry, Vec::new());
    };
    lowering.add_variables(&first.variables, procedure.param_count);
    lowering.preconditions(procedure);
    let entry = lowering.emitted();
    lowering.not_followed(procedure);
    let mut unset = Vec::new();
    let shared = procedure.variables.len();
    for (number, body) in std::iter::once(first).chain(others).enumerate() {
        lowering.implementation = number;
        if number > 0 {
            lowering.variables.truncate(shared);
            lowering.add_variables(&body.variables[shared..], 0);
            lowering.labels.clear();
        }
        let next = (number < others.len()).then(|| lowering.choose_implementation(procedure));
        let mut assumptions = FxHashMap::default();
        first_assumptions(&body.stmts, &mut assumptions);
        lowering.statements(&body.stmts, &assumptions);
        lowering.begin(body.end, SourceKind::Implicit);
        lowering.leave();
        let own = if number == 0 { procedure.param_count } else { shared };
        unset.extend(lowering.unset_variables(own, &body.variables[own..]));
        if let Some(next) = next {
            lowering.switch_to(next);
        }
    }
    lowering.complete(entry, unset)
}

impl Lowering<'_, '_> {
    fn add_variables(&mut self, variables: &[Variable], params: usize) {
        for (index, variable) in variables.iter().enumerate() {
            let role = if index < params { LocalRole::Parameter } else { LocalRole::Variable };
            let ty = self.world.stored(&variable.ty, variable.span).ok();
            let local = ty.map(|ty| self.add_local(&variable.name, ty, variable.span, role));
            self.variables.push(local);
        }
    }

    fn preconditions(&mut self, procedure: &Procedure) {
        let is_start = self.procedure == self.world.start;
        for (index, variable) in procedure.params().iter().enumerate() {
            let Some(local) = self.variables[index] else { continue };
            self.begin(variable.span, SourceKind::Annotation);
            if is_start {
                let place = self.local_place(local, variable.span);
                match self.range_conditions(place, &variable.ty) {
                    Ok(conditions) => {
                        conditions
                            .into_iter()
                            .for_each(|cond| self.emit(StmtKind::Assume { cond }));
                    }
                    Err(gap) => self.unsupported(gap),
                }
            }
            if let Some(condition) = &variable.condition
                && let Err(gap) = self.assume(condition)
            {
                self.unsupported(gap);
            }
        }
        for clause in &procedure.requires {
            // A free one is what implementations may rely on, whoever calls: callers need not keep it, so nothing of a call is
            // excluded by it.
            if is_start || !clause.is_free {
                self.clause(CheckKind::Requires, clause);
            }
        }
    }

    /// What changes the meaning of the procedure, and is not followed.
    fn not_followed(&mut self, procedure: &Procedure) {
        for (name, span) in &procedure.attributes {
            self.begin(*span, SourceKind::Annotation);
            self.unsupported(Gap::new(format!("the attribute `{{:{name}}}`"), *span));
        }
    }

    /// Goes on in this implementation or, in the block that is returned, in the next.
    fn choose_implementation(&mut self, procedure: &Procedure) -> BlockId {
        self.begin(procedure.span, SourceKind::Implicit);
        let cond = self.choice("implementation");
        let (next, this) = (self.new_block(), self.new_block());
        self.branch(cond, next, this);
        self.switch_to(this);
        next
    }

    /// The postconditions and the return; belongs to the statement at hand.
    pub(crate) fn leave(&mut self) {
        let procedure = &self.module().procedures[self.procedure];
        let (source, span) = (self.source, self.span);
        // Free ones are for callers: they prove nothing here.
        let is_start = self.procedure == self.world.start;
        let (free, own): (Vec<_>, Vec<_>) =
            procedure.ensures.iter().partition(|clause| clause.is_free);
        for clause in own {
            self.clause(CheckKind::Contract, clause);
        }
        for clause in free.into_iter().filter(|_| !is_start) {
            self.clause(CheckKind::Contract, clause);
        }
        self.resume(source, span);
        self.give_back();
    }

    pub(crate) fn give_back(&mut self) {
        let procedure = &self.module().procedures[self.procedure];
        let span = self.span;
        let results: Vec<Option<LocalId>> =
            self.variables[procedure.param_count..procedure.variables.len()].to_vec();
        let result_type = self.world.program.function(self.function).signature.result;
        let value = match results.as_slice() {
            [] => None,
            [Some(local)] => Some(Expr::load(self.local_place(*local, span))),
            [None] => Some(Expr::int(0, result_type, span)),
            _ => {
                let all = self.results_of(self.procedure, result_type);
                for (position, local) in results.iter().enumerate() {
                    let Some(local) = local else { continue };
                    let from = self.local_place(*local, span);
                    let path = vec![Projection::Field(position as u32)];
                    let to = Place { path, ty: from.ty, ..all.clone() };
                    self.assign(to, Expr::load(from));
                }
                Some(Expr::load(all))
            }
        };
        self.end(TerminatorKind::Return(value));
    }

    /// What is an input unless it is surely set before it is read.
    /// `first` is the number of the first of them.
    fn unset_variables(&mut self, first: usize, variables: &[Variable]) -> Vec<Unset> {
        let mut unset = Vec::new();
        for (index, variable) in variables.iter().enumerate() {
            let Some(local) = self.variables[first + index] else { continue };
            self.begin(variable.span, SourceKind::Declaration);
            let place = self.local_place(local, variable.span);
            let mut conditions: Vec<Res<Expr>> = match self.range_conditions(place, &variable.ty) {
                Ok(ranges) => ranges.into_iter().map(Ok).collect(),
                Err(gap) => vec![Err(gap)],
            };
            if let Some(condition) = &variable.condition {
                conditions.push(self.condition(condition));
            }
            let (source, span) = (self.source, self.span);
            unset.push(Unset { local, source, span, conditions });
        }
        unset
    }

    fn complete(mut self, entry: usize, unset: Vec<Unset>) -> Draft {
        let span = self.module().procedures[self.procedure].span;
        self.begin(span, SourceKind::Implicit);
        let kept = self.keep_entry();
        let after = entry + kept.len();
        self.insert_at_entry(entry, kept);
        self.finish(after, unset)
    }
}
