//! What a procedure without body does: anything that its contract allows.
//!
//! What it may modify, and its results, become inputs, and the postconditions are assumed. Where a
//! postcondition says what a variable is (`ensures m == old(m)[p := v]`, as tools write it), the
//! variable is assigned instead: that is the same, and nobody has to guess. Variables are settled one
//! after the other, each when everything that its value depends on is.

use whydunit_program::{InputOrigin, SourceKind, StmtKind};

use crate::module::{Expr, ExprKind, Procedure, Target, Type, Var};
use crate::syntax::Operator;

use super::Res;
use super::body::Lowering;

/// A part of a postcondition.
struct Part<'e> {
    clause: usize,
    condition: &'e Expr,
    /// It was made true by an assignment.
    is_done: bool,
}

impl Lowering<'_, '_> {
    pub(crate) fn any_effect(&mut self, procedure: &Procedure) {
        self.begin(procedure.span, SourceKind::Implicit);
        let results = procedure.param_count..procedure.variables.len();
        for index in results.clone() {
            if let Some(local) = self.variables[index]
                && self.locals[local.index()].in_memory
            {
                self.emit(StmtKind::Live { local });
            }
        }
        let globals = procedure.modifies.iter().map(|&global| Var::Global(global));
        let changing: Vec<Var> = globals.chain(results.map(Var::Local)).collect();
        let mut parts = Vec::new();
        for (clause, ensures) in procedure.ensures.iter().enumerate() {
            let conditions = conjuncts(&ensures.condition).into_iter();
            parts.extend(conditions.map(|condition| Part { clause, condition, is_done: false }));
        }
        self.changed_globals = Some(Vec::new());
        let settled = self.settle(procedure, &changing, &mut parts);
        self.changed_globals = None;
        if let Err(gap) = settled.and_then(|()| self.assume_declared(&changing)) {
            self.unsupported(gap);
        }
        for (clause, ensures) in procedure.ensures.iter().enumerate() {
            if parts.iter().any(|part| part.clause == clause && !part.is_done)
                && let Err(gap) = self.assume(&ensures.condition)
            {
                self.unsupported(gap);
            }
        }
        self.give_back();
    }

    /// Gives every variable a value.
    fn settle(
        &mut self,
        procedure: &Procedure,
        changing: &[Var],
        parts: &mut [Part<'_>],
    ) -> Res<()> {
        let mut open = changing.to_vec();
        let origin = InputOrigin::Undefined(procedure.name.clone());
        while !open.is_empty() {
            let ready = parts.iter().enumerate().find_map(|(index, part)| {
                let (var, value) = definition(part.condition, &open)?;
                (!depends(value, &open)).then(|| (index, var, value.clone()))
            });
            let var = match ready {
                Some((index, var, value)) => {
                    let ty = self.type_of(var);
                    let span = procedure.span;
                    let target = Target { var, indices: Vec::new(), ty, span };
                    self.assignment(&[target], &[value])?;
                    parts[index].is_done = true;
                    var
                }
                None => {
                    // One that nothing defines, else one of those that define each other.
                    let is_defined =
                        |var: &Var| parts.iter().any(|part| defines(part.condition, *var));
                    let var = *open.iter().find(|var| !is_defined(var)).unwrap_or(&open[0]);
                    let (place, ty) = self.var_place(var, procedure.span)?;
                    self.input(place, &ty, origin.clone())?;
                    var
                }
            };
            open.retain(|other| *other != var);
            if let (Var::Global(global), Some(changed)) = (var, &mut self.changed_globals) {
                changed.push(global);
            }
        }
        Ok(())
    }

    fn type_of(&self, var: Var) -> Type {
        let module = self.module();
        match var {
            Var::Global(index) => module.globals[index].ty.clone(),
            Var::Local(index) => module.procedures[self.procedure].variables[index].ty.clone(),
            _ => Type::Beyond("a constant"),
        }
    }
}

fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Binary(Operator::And, left, right) => {
            let mut parts = conjuncts(left);
            parts.append(&mut conjuncts(right));
            parts
        }
        _ => vec![condition],
    }
}

/// The condition as `variable == value`, for a variable that has no value yet and a value that does
/// not depend on it.
fn definition<'e>(condition: &'e Expr, open: &[Var]) -> Option<(Var, &'e Expr)> {
    let ExprKind::Binary(Operator::Eq | Operator::Iff, left, right) = &condition.kind else {
        return None;
    };
    [(left, right), (right, left)].into_iter().find_map(|(side, value)| match side.kind {
        ExprKind::Var(var) if open.contains(&var) && !depends(value, &[var]) => {
            Some((var, &**value))
        }
        _ => None,
    })
}

fn defines(condition: &Expr, var: Var) -> bool {
    definition(condition, &[var]).is_some()
}

/// Does the value depend on what the variables are after the call?
fn depends(value: &Expr, vars: &[Var]) -> bool {
    match &value.kind {
        ExprKind::Var(var) => vars.contains(var),
        // Of globals, what they were; a result is the same in `old`.
        ExprKind::Old(operand) => {
            operand.mentions(&|var| matches!(var, Var::Local(_)) && vars.contains(&var))
        }
        _ => value.children().into_iter().any(|part| depends(part, vars)),
    }
}
