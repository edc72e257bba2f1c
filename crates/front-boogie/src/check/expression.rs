//! Types of expressions.

use rustc_hash::FxHashMap;
use whydunit_source::Span;

use crate::limits::DEEPEST_CHECKED;
use crate::module::{Bound, Expr, ExprKind, Type, Var};
use crate::parser::counted;
use crate::syntax::{self, Binder, Ident, Operator};

use super::Checker;
use super::scope::{Found, Scope, States};
use super::types::{fits, infer, instantiate};

/// The type of what is wrong already.
const WRONG: Type = Type::Beyond("an expression with errors");

impl Checker<'_> {
    pub(super) fn expression(&mut self, expr: &syntax::Expr, scope: &mut Scope) -> Expr {
        self.depth += 1;
        let checked = if self.depth > DEEPEST_CHECKED {
            if self.depth == DEEPEST_CHECKED + 1 {
                self.problem(expr.span, "this expression is nested too deeply");
            }
            (ExprKind::Unsupported("too deep an expression"), WRONG)
        } else {
            self.any(expr, scope)
        };
        self.depth -= 1;
        let (kind, ty) = checked;
        Expr { kind, ty, span: expr.span }
    }

    /// Complains unless the expression has that type.
    pub(super) fn expect_type(&mut self, expr: &Expr, expected: &Type) {
        if !fits(&expr.ty, expected) {
            let (expected, found) = (self.show(expected), self.show(&expr.ty));
            self.problem(expr.span, format!("expected {expected}, found {found}"));
        }
    }

    fn boxed(&mut self, expr: &syntax::Expr, scope: &mut Scope) -> Box<Expr> {
        Box::new(self.expression(expr, scope))
    }

    fn typed(&mut self, expr: &syntax::Expr, ty: &Type, scope: &mut Scope) -> Box<Expr> {
        let expr = self.boxed(expr, scope);
        self.expect_type(&expr, ty);
        expr
    }

    fn any(&mut self, expr: &syntax::Expr, scope: &mut Scope) -> (ExprKind, Type) {
        match &expr.kind {
            syntax::ExprKind::Bool(value) => (ExprKind::Bool(*value), Type::Bool),
            syntax::ExprKind::Int(digits) => (ExprKind::Int(digits.parse().ok()), Type::Int),
            syntax::ExprKind::Bv { digits, width } => self.bit_vector(expr.span, digits, *width),
            syntax::ExprKind::Real => (ExprKind::Unsupported("real numbers"), Type::Real),
            syntax::ExprKind::Float => {
                let what = "floating-point numbers";
                (ExprKind::Unsupported(what), Type::Beyond(what))
            }
            syntax::ExprKind::Name(name) => self.name(expr.span, name, scope),
            syntax::ExprKind::Apply(function, args) => self.apply(function, args, scope),
            syntax::ExprKind::Old(operand) => {
                if scope.states != States::Two {
                    let message = "`old` can stand only in bodies, invariants and postconditions";
                    self.problem(expr.span, message);
                }
                let operand = self.boxed(operand, scope);
                let ty = operand.ty.clone();
                (ExprKind::Old(operand), ty)
            }
            syntax::ExprKind::Not(operand) => {
                (ExprKind::Not(self.typed(operand, &Type::Bool, scope)), Type::Bool)
            }
            syntax::ExprKind::Neg(operand) => {
                let operand = self.boxed(operand, scope);
                let ty = self.expect_number(&operand);
                (ExprKind::Neg(operand), ty)
            }
            syntax::ExprKind::Binary(op, left, right) => self.binary(*op, left, right, scope),
            syntax::ExprKind::If(condition, then, otherwise) => {
                let condition = self.typed(condition, &Type::Bool, scope);
                let then = self.boxed(then, scope);
                let otherwise = self.typed(otherwise, &then.ty, scope);
                let ty = then.ty.clone();
                (ExprKind::If(condition, then, otherwise), ty)
            }
            syntax::ExprKind::Select(map, keys) => {
                let map = self.boxed(map, scope);
                let (keys, value) = self.keys(&map.ty, expr.span, keys, scope);
                (ExprKind::Select(map, keys), value)
            }
            syntax::ExprKind::Update(map, keys, value) => {
                let map = self.boxed(map, scope);
                let (keys, ty) = self.keys(&map.ty, expr.span, keys, scope);
                let value = self.typed(value, &ty, scope);
                let ty = map.ty.clone();
                (ExprKind::Update(map, keys, value), ty)
            }
            syntax::ExprKind::Extract(operand, high, low) => {
                let operand = self.boxed(operand, scope);
                let ty = match self.expect_bits(&operand) {
                    Some(width) if high < low || *high > width => {
                        let message = format!("bv{width} has no bits [{high}:{low}]");
                        self.problem(expr.span, message);
                        WRONG
                    }
                    _ => Type::Bv(high.saturating_sub(*low)),
                };
                (ExprKind::Extract(operand, *high, *low), ty)
            }
            syntax::ExprKind::Bind { binder, type_params, vars, body } => {
                if !type_params.is_empty() {
                    let ty = if *binder == Binder::Lambda { WRONG } else { Type::Bool };
                    return (ExprKind::Unsupported("a quantifier over types"), ty);
                }
                self.bind(*binder, vars, body, scope)
            }
            syntax::ExprKind::Let(values, body) => {
                let checked: Vec<Expr> =
                    values.iter().map(|(_, value)| self.expression(value, scope)).collect();
                let mut bound = Vec::new();
                for ((name, _), value) in values.iter().zip(checked) {
                    let id = self.fresh();
                    scope.bind(&name.name, id, value.ty.clone());
                    bound.push((id, value));
                }
                let body = self.boxed(body, scope);
                scope.unbind(values.len());
                let ty = body.ty.clone();
                (ExprKind::Let(bound, body), ty)
            }
            syntax::ExprKind::Coerce(operand, ty) => {
                let type_params = scope.type_params.clone();
                let ty = self.resolve(ty, &type_params);
                let operand = self.typed(operand, &ty, scope);
                (operand.kind, ty)
            }
        }
    }

    fn fresh(&mut self) -> u32 {
        self.module.bound_count += 1;
        self.module.bound_count - 1
    }

    fn bit_vector(&mut self, span: Span, digits: &str, width: u32) -> (ExprKind, Type) {
        let value = digits.parse::<u128>().ok();
        let fits = match value {
            Some(value) => width >= 128 || value >> width == 0,
            None => width > 128,
        };
        if !fits {
            self.problem(span, format!("{digits} does not fit into {width} bits"));
        }
        (ExprKind::Bv(value.unwrap_or(0)), Type::Bv(width))
    }

    fn name(&mut self, span: Span, name: &str, scope: &Scope) -> (ExprKind, Type) {
        match scope.find(name) {
            Found::Known(var, ty) => return (ExprKind::Var(var), ty),
            Found::Hidden => {
                let message = format!("the result `{name}` has no value before the procedure runs");
                self.problem(span, message);
                return (ExprKind::Unsupported("a result"), WRONG);
            }
            Found::Unknown => {}
        }
        if let Some(&index) = self.const_names.get(name) {
            let ty = self.module.consts[index].ty.clone();
            return (ExprKind::Var(Var::Const(index)), ty);
        }
        if let Some(&index) = self.global_names.get(name) {
            if scope.states == States::Zero {
                let message = format!("the variable `{name}` can stand in no axiom or function");
                self.problem(span, message);
            }
            let ty = self.module.globals[index].ty.clone();
            return (ExprKind::Var(Var::Global(index)), ty);
        }
        self.problem(span, format!("`{name}` is not declared"));
        (ExprKind::Unsupported("an unknown name"), WRONG)
    }

    fn apply(
        &mut self,
        name: &Ident,
        args: &[syntax::Expr],
        scope: &mut Scope,
    ) -> (ExprKind, Type) {
        let args: Vec<Expr> = args.iter().map(|arg| self.expression(arg, scope)).collect();
        if name.name == "int" || name.name == "real" {
            let ty = if name.name == "int" { Type::Int } else { Type::Real };
            return (ExprKind::Unsupported("real numbers"), ty);
        }
        let Some(&index) = self.function_names.get(&name.name) else {
            self.problem(name.span, format!("the function `{}` is not declared", name.name));
            return (ExprKind::Unsupported("an unknown function"), WRONG);
        };
        let function = &self.module.functions[index];
        let (params, result) = (function.params.clone(), function.result.clone());
        let is_polymorphic = function.is_polymorphic;
        if params.len() != args.len() {
            let message = format!(
                "the function `{}` takes {}, not {}",
                name.name,
                counted(params.len(), "argument", "arguments"),
                args.len()
            );
            self.problem(name.span, message);
            return (ExprKind::Unsupported("a wrong application"), result);
        }
        let mut bindings = FxHashMap::default();
        if is_polymorphic {
            params.iter().zip(&args).for_each(|(param, arg)| infer(param, &arg.ty, &mut bindings));
        }
        for (param, arg) in params.iter().zip(&args) {
            let param = if is_polymorphic { instantiate(param, &bindings) } else { param.clone() };
            self.expect_type(arg, &param);
        }
        let result = if is_polymorphic { instantiate(&result, &bindings) } else { result };
        (ExprKind::Apply(index, args), result)
    }

    /// The keys of a map of type `map`, and the type of its values.
    pub(super) fn keys(
        &mut self,
        map: &Type,
        span: Span,
        keys: &[syntax::Expr],
        scope: &mut Scope,
    ) -> (Vec<Expr>, Type) {
        let keys: Vec<Expr> = keys.iter().map(|key| self.expression(key, scope)).collect();
        let (expected, value) = match map {
            Type::Map(expected, value) => (expected.clone(), (**value).clone()),
            Type::Beyond(what) => return (keys, Type::Beyond(what)),
            other => {
                let found = self.show(other);
                self.problem(span, format!("expected a map, found {found}"));
                return (keys, WRONG);
            }
        };
        if expected.len() != keys.len() {
            let count = counted(expected.len(), "key", "keys");
            self.problem(span, format!("the map has {count}, not {}", keys.len()));
        }
        for (key, expected) in keys.iter().zip(&expected) {
            self.expect_type(key, expected);
        }
        (keys, value)
    }

    /// The type of the number, if it is one.
    fn expect_number(&mut self, expr: &Expr) -> Type {
        match &expr.ty {
            Type::Int | Type::Real | Type::Beyond(_) => expr.ty.clone(),
            other => {
                let found = self.show(other);
                self.problem(expr.span, format!("expected int, found {found}"));
                WRONG
            }
        }
    }

    fn expect_bits(&mut self, expr: &Expr) -> Option<u32> {
        match &expr.ty {
            Type::Bv(width) => Some(*width),
            Type::Beyond(_) => None,
            other => {
                let found = self.show(other);
                self.problem(expr.span, format!("expected a bit vector, found {found}"));
                None
            }
        }
    }

    fn binary(
        &mut self,
        op: Operator,
        left: &syntax::Expr,
        right: &syntax::Expr,
        scope: &mut Scope,
    ) -> (ExprKind, Type) {
        let (left, right) = (self.boxed(left, scope), self.boxed(right, scope));
        let ty = match op {
            Operator::Iff
            | Operator::Implies
            | Operator::Follows
            | Operator::And
            | Operator::Or => {
                self.expect_type(&left, &Type::Bool);
                self.expect_type(&right, &Type::Bool);
                Type::Bool
            }
            Operator::Eq | Operator::Ne => {
                if !fits(&left.ty, &right.ty) {
                    let (a, b) = (self.show(&left.ty), self.show(&right.ty));
                    let span = left.span.to(right.span);
                    let message = format!("`{}` compares {a} with {b}", op.text());
                    self.problem(span, message);
                }
                Type::Bool
            }
            Operator::Subtype => {
                return (ExprKind::Unsupported("the order `<:`"), Type::Bool);
            }
            Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => {
                let number = self.expect_number(&left);
                self.expect_type(&right, &number);
                Type::Bool
            }
            Operator::Concat => match (self.expect_bits(&left), self.expect_bits(&right)) {
                (Some(left), Some(right)) => Type::Bv(left.saturating_add(right)),
                _ => WRONG,
            },
            Operator::Add | Operator::Sub | Operator::Mul => {
                let number = self.expect_number(&left);
                self.expect_type(&right, &number);
                number
            }
            Operator::Div | Operator::Mod => {
                self.expect_type(&left, &Type::Int);
                self.expect_type(&right, &Type::Int);
                Type::Int
            }
            Operator::RealDiv | Operator::Power => {
                self.expect_number(&left);
                self.expect_number(&right);
                return (ExprKind::Unsupported("real numbers"), Type::Real);
            }
        };
        let kind = match op {
            Operator::Follows => ExprKind::Binary(Operator::Implies, right, left),
            _ => ExprKind::Binary(op, left, right),
        };
        (kind, ty)
    }

    fn bind(
        &mut self,
        binder: Binder,
        vars: &[syntax::Variable],
        body: &syntax::Expr,
        scope: &mut Scope,
    ) -> (ExprKind, Type) {
        let type_params = scope.type_params.clone();
        let mut bound = Vec::new();
        for var in vars {
            let ty = self.resolve(&var.ty, &type_params);
            let id = self.fresh();
            let name = var.name.name.clone();
            scope.bind(&name, id, ty.clone());
            bound.push(Bound { id, name, ty, span: var.name.span });
        }
        let body = self.boxed(body, scope);
        scope.unbind(vars.len());
        match binder {
            Binder::Lambda => {
                let keys: Vec<Type> = bound.iter().map(|var| var.ty.clone()).collect();
                if keys.is_empty() {
                    return (ExprKind::Unsupported("a map without keys"), WRONG);
                }
                let ty = Type::Map(keys, Box::new(body.ty.clone()));
                (ExprKind::Lambda { vars: bound, body }, ty)
            }
            Binder::Forall | Binder::Exists => {
                self.expect_type(&body, &Type::Bool);
                let forall = binder == Binder::Forall;
                (ExprKind::Quantifier { forall, vars: bound, body }, Type::Bool)
            }
        }
    }
}
