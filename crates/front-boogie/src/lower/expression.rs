//! Expressions of the source to values.
//!
//! Truth values are computed as `int` 0 or 1, whatever they are stored as. A function with a body
//! is written out: its parameters are the values of the arguments, so names cannot be confused.

use std::rc::Rc;

use whydunit_program::{BinaryOp, Expr, ExprKind as IrKind, Place, Projection, UnaryOp};
use whydunit_source::Span;

use crate::limits::{DEEPEST_LOWERED, LARGEST_EXPRESSION};
use crate::module::{self, ExprKind, Type, Var};
use crate::syntax::Operator;

use super::body::{Env, Lowering, Mode, Value};
use super::map::{MapKind, MapValue};
use super::walk::extent;
use super::world::function_type;
use super::{Gap, Res};

impl Lowering<'_, '_> {
    /// Counts parts of the statement's expressions.
    pub(crate) fn grow(&mut self, parts: usize, span: Span) -> Res<()> {
        self.size += parts;
        if self.size > LARGEST_EXPRESSION {
            return Err(Gap::new("an expression of that size (functions written out)", span));
        }
        Ok(())
    }

    /// Counts a copy of an expression.
    pub(crate) fn grow_by(&mut self, expr: &Expr, span: Span) -> Res<()> {
        let (parts, depth) = extent(expr);
        if self.depth + depth > DEEPEST_LOWERED {
            return Err(Gap::new("an expression of that depth (functions written out)", span));
        }
        self.grow(parts, span)
    }

    pub(crate) fn condition(&mut self, expr: &module::Expr) -> Res<Expr> {
        let outer = std::mem::replace(&mut self.mode, Mode::Condition);
        let result = self.scalar(expr);
        self.mode = outer;
        result
    }

    /// The value of an expression that is no map.
    pub(crate) fn scalar(&mut self, expr: &module::Expr) -> Res<Expr> {
        match self.value(expr)? {
            Value::Scalar(value) => Ok(value),
            Value::Map(_) => Err(Gap::new("a map where a number is needed", expr.span)),
        }
    }

    fn map_value(&mut self, expr: &module::Expr) -> Res<Rc<MapValue>> {
        match self.value(expr)? {
            Value::Map(map) => Ok(map),
            Value::Scalar(_) => Err(Gap::new("a number where a map is needed", expr.span)),
        }
    }

    pub(crate) fn value(&mut self, expr: &module::Expr) -> Res<Value> {
        self.depth += 1;
        let result = if self.depth > DEEPEST_LOWERED {
            Err(Gap::new("an expression of that depth", expr.span))
        } else {
            self.grow(1, expr.span).and_then(|()| self.any(expr))
        };
        self.depth -= 1;
        result.map(|value| match value {
            // The place in the source is that of the use, not that of what a name stands for.
            Value::Scalar(value) => Value::Scalar(Expr { span: expr.span, ..value }),
            map => map,
        })
    }

    fn any(&mut self, expr: &module::Expr) -> Res<Value> {
        let span = expr.span;
        let scalar = match &expr.kind {
            ExprKind::Bool(value) => self.truth(*value, span),
            ExprKind::Int(value) => self.integer_literal(*value, span)?,
            ExprKind::Bv(value) => {
                let ty = self.world.computed(&expr.ty, span)?;
                Expr::int(*value as i128, ty, span)
            }
            ExprKind::Var(var) => return self.variable(*var, span),
            ExprKind::Apply(function, args) => return self.apply(*function, args, span),
            ExprKind::Old(operand) => {
                let outer = std::mem::replace(&mut self.env.is_old, true);
                let result = self.value(operand);
                self.env.is_old = outer;
                return result;
            }
            ExprKind::Not(operand) => {
                let operand = self.scalar(operand)?;
                self.not(operand)
            }
            ExprKind::Neg(operand) => self.negation(operand, span)?,
            ExprKind::Binary(op, left, right) => self.operation(*op, left, right, span)?,
            ExprKind::If(cond, then, otherwise) => {
                let cond = self.scalar(cond)?;
                let then = self.value(then)?;
                let otherwise = self.value(otherwise)?;
                return self.choose_value(cond, then, otherwise, &expr.ty);
            }
            ExprKind::Select(map, keys) => {
                let map = self.map_value(map)?;
                let indices = self.indices(keys)?;
                return self.select(&map, indices, span);
            }
            ExprKind::Update(map, keys, value) => {
                let map = self.map_value(map)?;
                let indices = self.indices(keys)?;
                let value = self.value(value)?;
                let ty = map.ty.clone();
                let kind = MapKind::Update(map, indices, value);
                return Ok(Value::Map(Rc::new(MapValue { ty, kind })));
            }
            ExprKind::Extract(operand, high, low) => self.extract(operand, *high, *low, span)?,
            ExprKind::Quantifier { forall, vars, body } => {
                self.quantifier(*forall, vars, body, span)?
            }
            ExprKind::Lambda { vars, body } => {
                let env = Box::new(self.env.clone());
                let kind = MapKind::Lambda(vars.clone(), Rc::new((**body).clone()), env);
                return Ok(Value::Map(Rc::new(MapValue { ty: expr.ty.clone(), kind })));
            }
            ExprKind::Let(values, body) => {
                for (id, value) in values {
                    let value = self.value(value)?;
                    self.env.bound.insert(*id, value);
                }
                return self.value(body);
            }
            ExprKind::Unsupported(what) => return Err(Gap::new(*what, span)),
        };
        Ok(Value::Scalar(scalar))
    }

    fn integer_literal(&mut self, value: Option<i128>, span: Span) -> Res<Expr> {
        match value.filter(|value| i64::try_from(*value).is_ok()) {
            Some(value) => Ok(self.number(value, span)),
            None => Err(Gap::new("integers of more than 64 bits", span)),
        }
    }

    fn negation(&mut self, operand: &module::Expr, span: Span) -> Res<Expr> {
        if let ExprKind::Int(Some(value)) = operand.kind {
            return self.integer_literal(Some(-value), span);
        }
        let operand = self.scalar(operand)?;
        let ty = operand.ty;
        Ok(Expr::new(IrKind::Unary(UnaryOp::Neg, Box::new(operand)), ty, span))
    }

    fn variable(&mut self, var: Var, span: Span) -> Res<Value> {
        match var {
            Var::Global(index) => self.global_value(index, span),
            Var::Const(index) => {
                let id = self.world.constant(index)?;
                let place = Place::global(id, self.world.program.global(id).ty, span);
                let ty = self.module().consts[index].ty.clone();
                self.load(place, &ty)
            }
            Var::Local(index) => {
                let (place, ty) = self.variable_place(index, span)?;
                self.load(place, &ty)
            }
            Var::Formal(index) => self.bound_value(self.env.formals.get(index).cloned(), span),
            Var::Bound(id) => self.bound_value(self.env.bound.get(&id).cloned(), span),
        }
    }

    fn bound_value(&mut self, value: Option<Value>, span: Span) -> Res<Value> {
        let value = value.ok_or_else(|| Gap::new("this name", span))?;
        if let Value::Scalar(expr) = &value {
            self.grow_by(expr, span)?;
        }
        Ok(value)
    }

    /// A parameter, result or local of the procedure.
    pub(crate) fn variable_place(&mut self, index: usize, span: Span) -> Res<(Place, Type)> {
        let procedure = &self.module().procedures[self.procedure];
        let known = match procedure.bodies.get(self.implementation) {
            Some(body) => body.variables.get(index),
            None => procedure.variables.get(index),
        };
        let Some(variable) = known else { return Err(Gap::new("this name", span)) };
        match self.variables.get(index) {
            Some(Some(local)) => Ok((self.local_place(*local, span), variable.ty.clone())),
            _ => {
                self.world.stored(&variable.ty, span)?;
                Err(Gap::new("this name", span))
            }
        }
    }

    /// What a place holds, as it is computed with.
    pub(crate) fn load_scalar(&mut self, place: Place, ty: &Type) -> Res<Expr> {
        let span = place.span;
        if place.path.iter().any(|part| matches!(part, Projection::Index(_))) {
            self.grow(place.path.len(), span)?;
        }
        let loaded = Expr::load(place);
        if *ty == Type::Bool {
            return Ok(loaded);
        }
        let computed = self.world.computed(ty, span)?;
        Ok(self.cast(loaded, computed))
    }

    /// The value as it is stored.
    pub(crate) fn storable(&mut self, value: Expr, ty: &Type) -> Res<Expr> {
        let stored = self.world.stored(ty, value.span)?;
        Ok(match value.as_int() {
            Some(number) => Expr::int(number, stored, value.span),
            None => match value.kind {
                // What was widened to be computed with.
                IrKind::Cast(inner) if inner.ty == stored && is_load(&inner) => *inner,
                _ => self.cast(value, stored),
            },
        })
    }

    fn operation(
        &mut self,
        op: Operator,
        left: &module::Expr,
        right: &module::Expr,
        span: Span,
    ) -> Res<Expr> {
        if matches!(op, Operator::Eq | Operator::Ne) {
            let ty = if matches!(left.ty, Type::Beyond(_)) { &right.ty } else { &left.ty };
            let (a, b) = (self.value(left)?, self.value(right)?);
            let is_scalar = matches!(a, Value::Scalar(_));
            let equal = self.equal(a, b, ty, span)?;
            return Ok(match (op, equal.kind) {
                (Operator::Ne, IrKind::Binary(BinaryOp::Eq, a, b)) if is_scalar => {
                    self.binary(BinaryOp::Ne, *a, *b)
                }
                (Operator::Ne, kind) => self.not(Expr { kind, ..equal }),
                (_, kind) => Expr { kind, ..equal },
            });
        }
        if op == Operator::Concat {
            return self.concatenation(left, right, span);
        }
        let (a, b) = (self.scalar(left)?, self.scalar(right)?);
        Ok(match op {
            Operator::And => self.and(a, b),
            Operator::Or => self.or(a, b),
            Operator::Implies => {
                let a = self.not(a);
                self.or(a, b)
            }
            Operator::Iff => {
                let ty = self.int32();
                let (a, b) = (self.cast(a, ty), self.cast(b, ty));
                self.binary(BinaryOp::Eq, a, b)
            }
            _ => self.arithmetic(op, a, b, span)?,
        })
    }

    fn apply(&mut self, index: usize, args: &[module::Expr], span: Span) -> Res<Value> {
        let module = self.module();
        let function = &module.functions[index];
        if let Some(builtin) = &function.builtin {
            return Ok(Value::Scalar(self.builtin(builtin, args, &function.result, span)?));
        }
        if let Some(body) = &function.body {
            if self.unfolding.contains(&index) {
                return Err(Gap::new(format!("the recursive function `{}`", function.name), span));
            }
            let formals = args.iter().map(|arg| self.value(arg)).collect::<Res<Vec<Value>>>()?;
            let inner = Env { formals, ..Env::default() };
            let outer = std::mem::replace(&mut self.env, inner);
            self.unfolding.push(index);
            let result = self.value(body);
            self.unfolding.pop();
            self.env = outer;
            return result;
        }
        if function.is_polymorphic {
            return Err(Gap::new("polymorphism", span));
        }
        let id = self.world.unknown_function(index, span)?;
        let place = Place::global(id, self.world.program.global(id).ty, span);
        let ty = function_type(module, index);
        if args.is_empty() {
            return self.load(place, &ty);
        }
        let indices = self.indices(args)?;
        self.select(&MapValue { ty, kind: MapKind::Stored(place) }, indices, span)
    }
}

fn is_load(expr: &Expr) -> bool {
    matches!(expr.kind, IrKind::Load(_))
}
