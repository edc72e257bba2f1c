//! Does the program make sense? Looks up names and finds types; its result is a [`Module`].
//!
//! All problems are collected, so a user sees them at once. After a problem an expression has a
//! type that fits everything, so one mistake gives one message.

mod expression;
mod scope;
mod statement;
mod types;

use rustc_hash::FxHashMap;
use whydunit_source::Span;

use crate::module::{Clause, Const, Expr, Function, Module, Procedure, Type, Variable};
use crate::problem::Problem;
use crate::syntax::{self, Decl};

use scope::{Scope, States};

/// What declarations of the same kind are called.
type Names = FxHashMap<String, usize>;

struct Checker<'s> {
    module: Module,
    type_names: Names,
    /// Synonyms with their parameters and what they stand for.
    synonyms: FxHashMap<String, &'s syntax::TypeDecl>,
    const_names: Names,
    global_names: Names,
    function_names: Names,
    procedure_names: Names,
    problems: Vec<Problem>,
    /// How deep the expression at hand lies.
    depth: u32,
}

pub(crate) fn check(decls: &[Decl]) -> Result<Module, Vec<Problem>> {
    let mut checker = Checker::new(Module::default());
    checker.declare_types(decls);
    checker.declare_values(decls);
    checker.declare_procedures(decls);
    checker.define(decls);
    if checker.problems.is_empty() { Ok(checker.module) } else { Err(checker.problems) }
}

/// Checks a condition that does not stand in the program as one more clause of a procedure.
pub(crate) fn check_clause(
    module: &mut Module,
    decls: &[Decl],
    procedure: usize,
    condition: syntax::Expr,
    is_postcondition: bool,
) -> Result<Clause, Vec<Problem>> {
    let mut checker = Checker::new(std::mem::take(module));
    checker.name_again(decls);
    let span = condition.span;
    let written = syntax::Clause { is_free: false, condition, span };
    let clause = checker.contract_clause(procedure, &written, is_postcondition);
    *module = checker.module;
    if checker.problems.is_empty() { Ok(clause) } else { Err(checker.problems) }
}

impl<'s> Checker<'s> {
    fn new(module: Module) -> Checker<'s> {
        Checker {
            module,
            type_names: Names::default(),
            synonyms: FxHashMap::default(),
            const_names: Names::default(),
            global_names: Names::default(),
            function_names: Names::default(),
            procedure_names: Names::default(),
            problems: Vec::new(),
            depth: 0,
        }
    }

    fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Problem::new(span, message));
    }

    fn show(&self, ty: &Type) -> String {
        self.module.type_text(ty)
    }

    /// The tables of names of a module that was checked before.
    fn name_again(&mut self, decls: &'s [Decl]) {
        let names = |list: Vec<&String>| -> Names {
            list.into_iter().enumerate().map(|(index, name)| (name.clone(), index)).collect()
        };
        self.type_names = names(self.module.types.iter().map(|ty| &ty.name).collect());
        self.const_names = names(self.module.consts.iter().map(|it| &it.name).collect());
        self.global_names = names(self.module.globals.iter().map(|it| &it.name).collect());
        self.function_names = names(self.module.functions.iter().map(|it| &it.name).collect());
        self.procedure_names = names(self.module.procedures.iter().map(|it| &it.name).collect());
        for decl in decls {
            if let Decl::Type(ty) = decl
                && ty.synonym.is_some()
            {
                self.synonyms.insert(ty.name.name.clone(), ty);
            }
        }
    }

    fn declare_values(&mut self, decls: &'s [Decl]) {
        for decl in decls {
            match decl {
                Decl::Const { is_unique, variable } => {
                    let ty = self.resolve(&variable.ty, &[]);
                    self.new_value_name(&variable.name);
                    let (name, span) = (variable.name.name.clone(), variable.name.span);
                    self.const_names.insert(name.clone(), self.module.consts.len());
                    let is_unique = *is_unique;
                    self.module.consts.push(Const { name, ty, span, is_unique });
                }
                Decl::Var(variable) => {
                    let ty = self.resolve(&variable.ty, &[]);
                    self.new_value_name(&variable.name);
                    let (name, span) = (variable.name.name.clone(), variable.name.span);
                    self.global_names.insert(name.clone(), self.module.globals.len());
                    self.module.globals.push(Variable { name, ty, span, condition: None });
                }
                Decl::Function(function) => self.declare_function(function),
                _ => {}
            }
        }
    }

    fn new_value_name(&mut self, name: &syntax::Ident) {
        let is_known =
            self.const_names.contains_key(&name.name) || self.global_names.contains_key(&name.name);
        if is_known {
            self.problem(name.span, format!("`{}` is declared twice", name.name));
        }
    }

    fn declare_function(&mut self, function: &syntax::Function) {
        let name = function.name.name.clone();
        let params: Vec<Type> =
            function.params.iter().map(|(_, ty)| self.resolve(ty, &function.type_params)).collect();
        let result = self.resolve(&function.result, &function.type_params);
        if self.function_names.insert(name.clone(), self.module.functions.len()).is_some() {
            self.problem(function.name.span, format!("the function `{name}` is declared twice"));
        }
        self.module.functions.push(Function {
            name,
            span: function.name.span,
            is_polymorphic: !function.type_params.is_empty(),
            params,
            result,
            body: None,
            builtin: function.builtin.clone(),
        });
    }

    fn declare_procedures(&mut self, decls: &[Decl]) {
        for decl in decls {
            let Decl::Procedure(procedure) = decl else { continue };
            let name = procedure.header.name.name.clone();
            let span = procedure.header.name.span;
            if self.procedure_names.insert(name.clone(), self.module.procedures.len()).is_some() {
                self.problem(span, format!("the procedure `{name}` is declared twice"));
            }
            let variables = self.header_variables(&procedure.header);
            let mut modifies = Vec::new();
            for global in &procedure.contract.modifies {
                match self.global_names.get(&global.name) {
                    Some(&index) => modifies.push(index),
                    None => {
                        let message = format!("`{}` is not a global variable", global.name);
                        self.problem(global.span, message);
                    }
                }
            }
            modifies.sort_unstable();
            modifies.dedup();
            self.module.procedures.push(Procedure {
                name,
                span,
                is_polymorphic: !procedure.header.type_params.is_empty(),
                variables,
                param_count: procedure.header.params.len(),
                requires: Vec::new(),
                ensures: Vec::new(),
                modifies,
                bodies: Vec::new(),
                attributes: procedure.attributes.clone(),
            });
        }
    }

    /// Parameters and results, without their conditions.
    fn header_variables(&mut self, header: &syntax::Header) -> Vec<Variable> {
        let all = header.params.iter().chain(&header.results);
        all.map(|variable| Variable {
            name: variable.name.name.clone(),
            ty: self.resolve(&variable.ty, &header.type_params),
            span: variable.span,
            condition: None,
        })
        .collect()
    }

    /// Everything that has parts to be checked once all names are known.
    fn define(&mut self, decls: &[Decl]) {
        for decl in decls {
            match decl {
                Decl::Var(variable) => {
                    let Some(condition) = &variable.condition else { continue };
                    let condition = self.condition(condition, &mut Scope::of_globals());
                    let index = self.global_names.get(&variable.name.name).copied();
                    if let Some(index) = index {
                        self.module.globals[index].condition = Some(condition);
                    }
                }
                Decl::Axiom(condition) => {
                    let axiom = self.condition(condition, &mut Scope::of_constants());
                    self.module.axioms.push(axiom);
                }
                Decl::Function(function) => self.function_body(function),
                Decl::Procedure(procedure) => self.procedure(procedure),
                Decl::Implementation(implementation) => self.implementation(implementation),
                Decl::Type(_) | Decl::Const { .. } => {}
            }
        }
    }

    fn function_body(&mut self, function: &syntax::Function) {
        let Some(body) = &function.body else { return };
        let Some(&index) = self.function_names.get(&function.name.name) else { return };
        let mut scope = Scope::of_constants();
        scope.type_params = function.type_params.clone();
        for (position, (name, _)) in function.params.iter().enumerate() {
            let ty = self.module.functions[index].params.get(position).cloned();
            if let (Some(name), Some(ty)) = (name, ty)
                && scope.add_formal(&name.name, position, ty)
            {
                self.problem(name.span, format!("`{}` is declared twice", name.name));
            }
        }
        let result = self.module.functions[index].result.clone();
        let body = self.expression(body, &mut scope);
        self.expect_type(&body, &result);
        self.module.functions[index].body = Some(body);
    }

    fn procedure(&mut self, procedure: &syntax::Procedure) {
        let Some(&index) = self.procedure_names.get(&procedure.header.name.name) else { return };
        let header = &procedure.header;
        let mut scope = self.procedure_scope(index, States::One);
        scope.type_params = header.type_params.clone();
        for (position, variable) in header.params.iter().chain(&header.results).enumerate() {
            if let Some(condition) = &variable.condition {
                let condition = self.condition(condition, &mut scope);
                if let Some(known) = self.module.procedures[index].variables.get_mut(position) {
                    known.condition = Some(condition);
                }
            }
        }
        for clause in &procedure.contract.requires {
            let clause = self.contract_clause(index, clause, false);
            self.module.procedures[index].requires.push(clause);
        }
        for clause in &procedure.contract.ensures {
            let clause = self.contract_clause(index, clause, true);
            self.module.procedures[index].ensures.push(clause);
        }
        if let Some(body) = &procedure.body {
            let variables = self.module.procedures[index].variables.clone();
            self.body(index, header, variables, body);
        }
    }

    fn contract_clause(
        &mut self,
        procedure: usize,
        clause: &syntax::Clause,
        is_postcondition: bool,
    ) -> Clause {
        let states = if is_postcondition { States::Two } else { States::One };
        let mut scope = self.procedure_scope(procedure, states);
        if !is_postcondition {
            scope.hide_results(self.module.procedures[procedure].param_count);
        }
        let condition = self.condition(&clause.condition, &mut scope);
        Clause { is_free: clause.is_free, condition, span: clause.span }
    }

    /// Parameters and results by their names in the declaration.
    fn procedure_scope(&mut self, index: usize, states: States) -> Scope {
        let mut scope = Scope::of_globals();
        scope.states = states;
        for (position, variable) in self.module.procedures[index].variables.iter().enumerate() {
            scope.add_local(&variable.name, position, variable.ty.clone());
        }
        scope
    }

    fn condition(&mut self, condition: &syntax::Expr, scope: &mut Scope) -> Expr {
        let condition = self.expression(condition, scope);
        self.expect_type(&condition, &Type::Bool);
        condition
    }
}
