//! Statements: what may be assigned where, and where jumps lead.

use rustc_hash::FxHashSet;
use whydunit_source::Span;

use crate::module::{Arm, Body, Clause, Expr, Stmt, StmtKind, Target, Type, Var, Variable};
use crate::parser::counted;
use crate::syntax::{self, Ident};

use super::Checker;
use super::scope::{Found, Scope, States};
use super::types::{fits, infer, instantiate};

/// What statements of one body need to know.
struct Place {
    procedure: usize,
    scope: Scope,
    labels: FxHashSet<String>,
    /// Labels of the statements around, and of loops also nothing.
    around: Vec<Option<String>>,
    loops: usize,
}

impl Checker<'_> {
    pub(super) fn implementation(&mut self, implementation: &syntax::Implementation) {
        let header = &implementation.header;
        let name = &header.name;
        let Some(&index) = self.procedure_names.get(&name.name) else {
            self.problem(name.span, format!("the procedure `{}` is not declared", name.name));
            return;
        };
        let mut variables = self.header_variables(header);
        let declared = &self.module.procedures[index];
        let agrees = header.params.len() == declared.param_count
            && variables.len() == declared.variables.len()
            && variables
                .iter()
                .zip(&declared.variables)
                .all(|(a, b)| fits(&a.ty, &b.ty) || declared.is_polymorphic);
        if !agrees {
            let message =
                format!("parameters or results differ from those of the procedure `{}`", name.name);
            self.problem(name.span, message);
            return;
        }
        for (variable, declared) in variables.iter_mut().zip(&declared.variables) {
            variable.condition = declared.condition.clone();
        }
        let attributes = implementation.attributes.iter().cloned();
        self.module.procedures[index].attributes.extend(attributes);
        self.body(index, header, variables, &implementation.body);
    }

    /// Checks a body.
    pub(super) fn body(
        &mut self,
        procedure: usize,
        header: &syntax::Header,
        mut variables: Vec<Variable>,
        body: &syntax::Body,
    ) {
        let mut scope = Scope::of_globals();
        scope.states = States::Two;
        scope.type_params = header.type_params.clone();
        let mut taken = Vec::new();
        for (index, variable) in variables.iter().enumerate() {
            if scope.add_local(&variable.name, index, variable.ty.clone()) {
                taken.push((variable.span, variable.name.clone()));
            }
        }
        for local in &body.locals {
            let ty = self.resolve(&local.ty, &header.type_params);
            let name = local.name.name.clone();
            if scope.add_local(&name, variables.len(), ty.clone()) {
                taken.push((local.name.span, name.clone()));
            }
            variables.push(Variable { name, ty, span: local.span, condition: None });
        }
        for (span, name) in taken {
            self.problem(span, format!("`{name}` is declared twice"));
        }
        let first_local = variables.len() - body.locals.len();
        for (position, local) in body.locals.iter().enumerate() {
            if let Some(condition) = &local.condition {
                let condition = self.condition(condition, &mut scope);
                variables[first_local + position].condition = Some(condition);
            }
        }
        let mut labels = FxHashSet::default();
        self.collect_labels(&body.stmts, &mut labels);
        let mut place = Place { procedure, scope, labels, around: Vec::new(), loops: 0 };
        let stmts = self.statements(&body.stmts, &mut place);
        let known = &mut self.module.procedures[procedure].bodies;
        known.push(Body { variables, stmts, end: body.end });
    }

    fn collect_labels(&mut self, stmts: &[syntax::Stmt], labels: &mut FxHashSet<String>) {
        for stmt in stmts {
            match &stmt.kind {
                syntax::StmtKind::Label(label) if !labels.insert(label.name.clone()) => {
                    let message = format!("the label `{}` is there twice", label.name);
                    self.problem(label.span, message);
                }
                syntax::StmtKind::If { arms, otherwise } => {
                    for arm in arms {
                        self.collect_labels(&arm.body, labels);
                    }
                    self.collect_labels(otherwise.as_deref().unwrap_or(&[]), labels);
                }
                syntax::StmtKind::While { body, .. } => self.collect_labels(body, labels),
                _ => {}
            }
        }
    }

    fn statements(&mut self, stmts: &[syntax::Stmt], place: &mut Place) -> Vec<Stmt> {
        let mut label = None;
        let mut checked = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            let kind = self.statement(stmt, label.take(), place);
            if let StmtKind::Label(name) = &kind {
                label = Some(name.clone());
            }
            checked.push(Stmt { kind, span: stmt.span });
        }
        checked
    }

    fn statement(
        &mut self,
        stmt: &syntax::Stmt,
        label: Option<String>,
        place: &mut Place,
    ) -> StmtKind {
        match &stmt.kind {
            syntax::StmtKind::Label(label) => StmtKind::Label(label.name.clone()),
            syntax::StmtKind::Assert(e) => StmtKind::Assert(self.condition(e, &mut place.scope)),
            syntax::StmtKind::Assume(e) => StmtKind::Assume(self.condition(e, &mut place.scope)),
            syntax::StmtKind::Havoc(names) => {
                let vars = names.iter().filter_map(|name| self.assigned(name, place));
                StmtKind::Havoc(vars.map(|(var, _)| var).collect())
            }
            syntax::StmtKind::Assign(targets, values) => self.assign(targets, values, place),
            syntax::StmtKind::Call { results, procedure, args } => {
                self.call(results, procedure, args, place)
            }
            syntax::StmtKind::If { arms, otherwise } => {
                place.around.push(label);
                let arms = arms
                    .iter()
                    .map(|arm| Arm {
                        guard: self.guard(arm.guard.as_ref(), place),
                        guard_span: arm.guard_span,
                        body: self.statements(&arm.body, place),
                    })
                    .collect();
                let otherwise =
                    otherwise.as_ref().map(|otherwise| self.statements(otherwise, place));
                place.around.pop();
                StmtKind::If { arms, otherwise }
            }
            syntax::StmtKind::While { guard, guard_span, invariants, body } => {
                let guard = self.guard(guard.as_ref(), place);
                let invariants = invariants
                    .iter()
                    .map(|clause| Clause {
                        is_free: clause.is_free,
                        condition: self.condition(&clause.condition, &mut place.scope),
                        span: clause.span,
                    })
                    .collect();
                place.around.push(label);
                place.loops += 1;
                let body = self.statements(body, place);
                place.loops -= 1;
                place.around.pop();
                StmtKind::While { guard, guard_span: *guard_span, invariants, body }
            }
            syntax::StmtKind::Break(label) => {
                match label {
                    None if place.loops == 0 => {
                        self.problem(stmt.span, "`break` stands in no loop");
                    }
                    Some(label) if !place.around.contains(&Some(label.name.clone())) => {
                        let message =
                            format!("`break` stands in no statement labelled `{}`", label.name);
                        self.problem(label.span, message);
                    }
                    _ => {}
                }
                StmtKind::Break(label.as_ref().map(|label| label.name.clone()))
            }
            syntax::StmtKind::Goto(labels) => {
                for label in labels {
                    if !place.labels.contains(&label.name) {
                        let message = format!("the label `{}` is not there", label.name);
                        self.problem(label.span, message);
                    }
                }
                StmtKind::Goto(labels.iter().map(|label| label.name.clone()).collect())
            }
            syntax::StmtKind::Return => StmtKind::Return,
            syntax::StmtKind::Unsupported(what) => StmtKind::Unsupported(what),
        }
    }

    fn guard(&mut self, guard: Option<&syntax::Expr>, place: &mut Place) -> Option<Expr> {
        guard.map(|guard| self.condition(guard, &mut place.scope))
    }

    /// A variable that is to receive a value.
    fn assigned(&mut self, name: &Ident, place: &Place) -> Option<(Var, Type)> {
        let procedure = &self.module.procedures[place.procedure];
        let message = match place.scope.find(&name.name) {
            Found::Known(Var::Local(index), _) if index < procedure.param_count => {
                format!("the parameter `{}` cannot be changed", name.name)
            }
            Found::Known(var, ty) => return Some((var, ty)),
            Found::Hidden | Found::Unknown => match self.global_names.get(&name.name) {
                Some(&index) => {
                    if !procedure.modifies.contains(&index) {
                        let message = format!(
                            "`{}` is changed, but the procedure `{}` has no `modifies {}`",
                            name.name, procedure.name, name.name
                        );
                        self.problem(name.span, message);
                    }
                    return Some((Var::Global(index), self.module.globals[index].ty.clone()));
                }
                None if self.const_names.contains_key(&name.name) => {
                    format!("the constant `{}` cannot be changed", name.name)
                }
                None => format!("`{}` is not declared", name.name),
            },
        };
        self.problem(name.span, message);
        None
    }

    fn assign(
        &mut self,
        targets: &[syntax::Target],
        values: &[syntax::Expr],
        place: &mut Place,
    ) -> StmtKind {
        let mut checked = Vec::new();
        let mut known: Vec<Var> = Vec::new();
        for (target, value) in targets.iter().zip(values) {
            let value = self.expression(value, &mut place.scope);
            let Some((var, mut ty)) = self.assigned(&target.name, place) else { continue };
            if known.contains(&var) {
                let message = format!("`{}` is assigned twice at once", target.name.name);
                self.problem(target.name.span, message);
            }
            known.push(var);
            let mut indices = Vec::new();
            for keys in &target.indices {
                let (keys, value) = self.keys(&ty, target.span, keys, &mut place.scope);
                indices.push(keys);
                ty = value;
            }
            self.expect_type(&value, &ty);
            checked.push((Target { var, indices, ty, span: target.span }, value));
        }
        let (targets, values) = checked.into_iter().unzip();
        StmtKind::Assign(targets, values)
    }

    fn call(
        &mut self,
        results: &[Ident],
        procedure: &Ident,
        args: &[syntax::Expr],
        place: &mut Place,
    ) -> StmtKind {
        let args: Vec<Expr> =
            args.iter().map(|arg| self.expression(arg, &mut place.scope)).collect();
        let targets: Vec<(Var, Type, Span)> = results
            .iter()
            .filter_map(|name| self.assigned(name, place).map(|(var, ty)| (var, ty, name.span)))
            .collect();
        let Some(&index) = self.procedure_names.get(&procedure.name) else {
            let message = format!("the procedure `{}` is not declared", procedure.name);
            self.problem(procedure.span, message);
            return StmtKind::Unsupported("an unknown procedure");
        };
        let callee = self.module.procedures[index].clone_header();
        let counts = [
            (callee.param_count, args.len(), "argument", "arguments"),
            (callee.variables.len() - callee.param_count, results.len(), "result", "results"),
        ];
        for (expected, given, one, many) in counts {
            if expected != given {
                let message = format!(
                    "the procedure `{}` has {}, not {given}",
                    procedure.name,
                    counted(expected, one, many)
                );
                self.problem(procedure.span, message);
            }
        }
        let mut bindings = Default::default();
        for (param, arg) in callee.variables[..callee.param_count].iter().zip(&args) {
            infer(param, &arg.ty, &mut bindings);
            let param = callee.instance(param, &bindings);
            self.expect_type(arg, &param);
        }
        for (position, (var, ty, span)) in targets.iter().enumerate() {
            if targets[..position].iter().any(|(other, ..)| other == var) {
                self.problem(*span, "this variable receives two results");
            }
            let Some(result) = callee.variables.get(callee.param_count + position) else { break };
            infer(result, ty, &mut bindings);
            let result = callee.instance(result, &bindings);
            if !fits(&result, ty) {
                let (expected, found) = (self.show(ty), self.show(&result));
                self.problem(*span, format!("the result is {found}, the variable {expected}"));
            }
        }
        let own = &self.module.procedures[place.procedure].modifies;
        let missing: Vec<usize> =
            callee.modifies.iter().copied().filter(|global| !own.contains(global)).collect();
        for global in missing {
            let message = format!(
                "`{}` is changed by `{}`, but the procedure `{}` has no `modifies {0}`",
                self.module.globals[global].name,
                procedure.name,
                self.module.procedures[place.procedure].name,
            );
            self.problem(procedure.span, message);
        }
        let results = targets
            .into_iter()
            .map(|(var, ty, span)| Target { var, indices: Vec::new(), ty, span })
            .collect();
        StmtKind::Call { results, procedure: index, args }
    }
}

/// What a call needs to know of a procedure.
struct Callee {
    variables: Vec<Type>,
    param_count: usize,
    modifies: Vec<usize>,
    is_polymorphic: bool,
}

impl Callee {
    fn instance(&self, ty: &Type, bindings: &rustc_hash::FxHashMap<String, Type>) -> Type {
        if self.is_polymorphic { instantiate(ty, bindings) } else { ty.clone() }
    }
}

impl crate::module::Procedure {
    fn clone_header(&self) -> Callee {
        Callee {
            variables: self.variables.iter().map(|variable| variable.ty.clone()).collect(),
            param_count: self.param_count,
            modifies: self.modifies.clone(),
            is_polymorphic: self.is_polymorphic,
        }
    }
}
