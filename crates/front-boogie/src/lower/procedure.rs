//! A procedure as a function: its parameters, contract, body, and what happens on entry and return.
//!
//! On entry: what is assumed of the parameters, preconditions, the state that `old` speaks of,
//! unset variables. Before each return: the postconditions. A procedure without body changes what
//! it may change to anything that its postcondition allows; it counts as library code, so that its
//! steps belong to the calls.

use rustc_hash::FxHashMap;
use whydunit_program::{
    CheckKind, Expr, FunctionId, LocalId, LocalRole, Place, Projection, SourceKind, StmtKind,
    TerminatorKind,
};

use crate::module::{Procedure, Variable};

use super::Res;
use super::body::{Draft, Lowering, Unset};
use super::choice::first_assumptions;
use super::world::World;

pub(crate) fn lower_body(world: &mut World<'_>, index: usize, id: FunctionId) -> Draft {
    let module = world.module;
    let procedure = &module.procedures[index];
    let mut lowering = Lowering::new(world, index, id);
    match &procedure.body {
        Some(body) => {
            lowering.add_variables(&body.variables, procedure.param_count);
            lowering.preconditions(procedure);
            let entry = lowering.emitted();
            let mut assumptions = FxHashMap::default();
            first_assumptions(&body.stmts, &mut assumptions);
            lowering.statements(&body.stmts, &assumptions);
            lowering.begin(body.end, SourceKind::Implicit);
            lowering.leave();
            let unset = lowering.unset_variables(&body.variables[procedure.param_count..]);
            lowering.complete(entry, unset)
        }
        None => {
            lowering.add_variables(&procedure.variables, procedure.param_count);
            lowering.preconditions(procedure);
            let entry = lowering.emitted();
            lowering.any_effect(procedure);
            lowering.complete(entry, Vec::new())
        }
    }
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
            self.clause(CheckKind::Requires, clause);
        }
    }

    /// The postconditions and the return; belongs to the statement at hand.
    pub(crate) fn leave(&mut self) {
        let procedure = &self.module().procedures[self.procedure];
        let (source, span) = (self.source, self.span);
        for clause in &procedure.ensures {
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
    fn unset_variables(&mut self, variables: &[Variable]) -> Vec<Unset> {
        let first = self.module().procedures[self.procedure].param_count;
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
