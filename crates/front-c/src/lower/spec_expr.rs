//! The terms and predicates of contracts.
//!
//! Integers are mathematical: C integers are converted to a 128-bit type and computed with there.
//! Pointers and floating-point numbers are as in C.

use whydunit_program::{BinaryOp, Expr, ExprKind, LocalId, LocalRole, Place, StmtKind, UnaryOp};
use whydunit_source::Span;

use super::operand::{Operand, OperandKind, Val};
use super::spec::Names;
use super::{Res, Unit};
use crate::acsl::{self, Builtin, SpecExpr, SpecKind, SpecType};
use crate::sema::ctype::{FnTy, IntTy, Kind, Ty};
use crate::sema::literal;
use crate::sema::scope::{Symbol, SymbolKind, Tag};

/// The surroundings of a term.
struct Context<'c> {
    base: Span,
    names: &'c Names,
    /// Variables of the quantifiers around it, innermost last.
    bound: Vec<(String, LocalId)>,
}

impl Context<'_> {
    fn span(&self, expr: &SpecExpr) -> Span {
        acsl::place(self.base, expr.start, expr.end)
    }
}

impl Unit<'_> {
    pub(super) fn spec_condition(
        &mut self,
        expr: &SpecExpr,
        base: Span,
        names: &Names,
    ) -> Res<Expr> {
        let val = self.spec_value(expr, base, names)?;
        self.require_scalar(&val, "a condition")?;
        Ok(val.expr)
    }

    pub(super) fn spec_value(&mut self, expr: &SpecExpr, base: Span, names: &Names) -> Res<Val> {
        let mut context = Context { base, names, bound: Vec::new() };
        self.term(expr, &mut context)
    }

    fn mathematical(&mut self, val: Val) -> Val {
        if self.types().is_integer(val.ty) {
            let integer = self.types().integer(IntTy::Integer);
            return self.convert(val, integer);
        }
        val
    }

    fn term(&mut self, expr: &SpecExpr, context: &mut Context<'_>) -> Res<Val> {
        let span = context.span(expr);
        let int = self.types().int();
        match &expr.kind {
            SpecKind::Int(text) => match integer_literal(text) {
                Some(value) => {
                    let integer = self.types().integer(IntTy::Integer);
                    Ok(self.int_val(value, integer, span))
                }
                None => Err(self.error(span, "this number is too large")),
            },
            SpecKind::Float(text) => {
                let digits = text.trim_end_matches(['f', 'F', 'l', 'L', 'd', 'D']);
                match digits.parse::<f64>() {
                    Ok(value) => {
                        let double = self.types().double();
                        let ir = self.types().ir(double);
                        Ok(Val::new(Expr::new(ExprKind::Float(value), ir, span), double))
                    }
                    Err(_) => Err(self.error(span, "malformed number")),
                }
            }
            SpecKind::Char(token) => match literal::character(token) {
                Some((value, _)) => {
                    let integer = self.types().integer(IntTy::Integer);
                    Ok(self.int_val(value, integer, span))
                }
                None => Err(self.error(span, "malformed character")),
            },
            SpecKind::Bool(value) => Ok(self.int_val(i128::from(*value), int, span)),
            SpecKind::Null => {
                let void = self.types().void();
                let pointer = self.types().pointer(void);
                Ok(self.int_val(0, pointer, span))
            }
            SpecKind::Old(inner) => self.old(inner, context, span),
            SpecKind::Unary(op, operand) => {
                let operand = self.term(operand, context)?;
                self.spec_unary(*op, operand, span)
            }
            SpecKind::AddrOf(operand) => {
                let operand = self.spec_operand(operand, context)?;
                self.address_of_operand(operand, span)
            }
            SpecKind::Binary(op, left, right) => {
                let left = self.term(left, context)?;
                let right = self.term(right, context)?;
                self.spec_binary(*op, left, right, span)
            }
            SpecKind::And(a, b) => {
                let (a, b) = (self.predicate(a, context)?, self.predicate(b, context)?);
                Ok(self.int_expr(ExprKind::And(Box::new(a.expr), Box::new(b.expr)), span))
            }
            SpecKind::Or(a, b) => {
                let (a, b) = (self.predicate(a, context)?, self.predicate(b, context)?);
                Ok(self.int_expr(ExprKind::Or(Box::new(a.expr), Box::new(b.expr)), span))
            }
            SpecKind::Implies(a, b) => {
                let a = self.predicate(a, context)?;
                let a_span = a.span();
                let not = self.int_expr(ExprKind::Unary(UnaryOp::Not, Box::new(a.expr)), a_span);
                let b = self.predicate(b, context)?;
                Ok(self.int_expr(ExprKind::Or(Box::new(not.expr), Box::new(b.expr)), span))
            }
            SpecKind::Iff(a, b) => self.compare_truths(BinaryOp::Eq, a, b, context, span),
            SpecKind::Xor(a, b) => self.compare_truths(BinaryOp::Ne, a, b, context, span),
            SpecKind::Cond(cond, a, b) => {
                let cond = self.predicate(cond, context)?;
                let (a, b) = (self.term(a, context)?, self.term(b, context)?);
                self.spec_conditional(cond, a, b, span)
            }
            SpecKind::Cast(to, operand) => {
                let operand = self.term(operand, context)?;
                let to = self.spec_type(to, span)?;
                self.explicit_cast(operand, to, span)
            }
            SpecKind::SizeofType(ty) => {
                let ty = self.spec_type(ty, span)?;
                let size = self.size_value(ty, span)?;
                Ok(self.mathematical(size))
            }
            SpecKind::SizeofExpr(operand) => {
                let operand = self.spec_operand(operand, context)?;
                let size = self.size_value(operand.ty, span)?;
                Ok(self.mathematical(size))
            }
            SpecKind::Builtin(builtin, args) => self.spec_builtin(*builtin, args, context, span),
            SpecKind::Call(name, args) => self.spec_call(name, args, context, span),
            SpecKind::Quantifier { forall, var, lo, hi, body } => {
                let lo = self.spec_integer(lo, context)?;
                let hi = self.spec_integer(hi, context)?;
                let integer = self.types().integer(IntTy::Integer);
                let local = self.add_local(var, integer, LocalRole::Bound, span);
                context.bound.push((var.clone(), local));
                let body = self.predicate(body, context);
                context.bound.pop();
                let kind = ExprKind::Quantifier {
                    forall: *forall,
                    var: local,
                    lo: Box::new(lo.expr),
                    hi: Box::new(hi.expr),
                    body: Box::new(body?.expr),
                };
                Ok(self.int_expr(kind, span))
            }
            SpecKind::Valid { pointer, lo, hi, .. } => {
                let pointer = self.term(pointer, context)?;
                if !self.types().is_pointer(pointer.ty) {
                    return Err(self.error(span, "`\\valid` needs a pointer"));
                }
                let lo = self.spec_integer(lo, context)?;
                let hi = self.spec_integer(hi, context)?;
                let kind = ExprKind::Valid {
                    pointer: Box::new(pointer.expr),
                    lo: Box::new(lo.expr),
                    hi: Box::new(hi.expr),
                };
                Ok(self.int_expr(kind, span))
            }
            SpecKind::Range(..) => Err(self.error(span, "a range has no value")),
            SpecKind::Str(_)
            | SpecKind::Name(_)
            | SpecKind::Result
            | SpecKind::Deref(_)
            | SpecKind::Index(..)
            | SpecKind::Member(..)
            | SpecKind::Arrow(..) => {
                let operand = self.spec_operand(expr, context)?;
                let val = self.value_of(operand)?;
                Ok(val)
            }
        }
    }

    fn int_expr(&mut self, kind: ExprKind, span: Span) -> Val {
        let int = self.types().int();
        let ir = self.types().ir(int);
        Val::new(Expr::new(kind, ir, span), int)
    }

    fn predicate(&mut self, expr: &SpecExpr, context: &mut Context<'_>) -> Res<Val> {
        let val = self.term(expr, context)?;
        self.require_scalar(&val, "a condition")?;
        Ok(val)
    }

    fn spec_integer(&mut self, expr: &SpecExpr, context: &mut Context<'_>) -> Res<Val> {
        let val = self.term(expr, context)?;
        if !self.types().is_integer(val.ty) {
            return Err(self.error(context.span(expr), "an integer is needed here"));
        }
        Ok(self.mathematical(val))
    }

    fn compare_truths(
        &mut self,
        op: BinaryOp,
        a: &SpecExpr,
        b: &SpecExpr,
        context: &mut Context<'_>,
        span: Span,
    ) -> Res<Val> {
        let a = self.predicate(a, context)?;
        let a = self.truth(a);
        let b = self.predicate(b, context)?;
        let b = self.truth(b);
        Ok(self.comparison(op, a.expr, b.expr, span))
    }

    fn spec_unary(&mut self, op: UnaryOp, operand: Val, span: Span) -> Res<Val> {
        self.require_scalar(&operand, "the operand")?;
        if op == UnaryOp::Not {
            return Ok(self.int_expr(ExprKind::Unary(op, Box::new(operand.expr)), span));
        }
        let operand = self.mathematical(operand);
        if self.types().is_pointer(operand.ty)
            || (op == UnaryOp::BitNot && !self.types().is_integer(operand.ty))
        {
            return Err(self.error(span, format!("`{}` needs a number", op.symbol())));
        }
        let (ty, ir) = (operand.ty, operand.expr.ty);
        let kind = match (op, &operand.expr.kind) {
            (UnaryOp::Neg, ExprKind::Int(value)) => ExprKind::Int(-value),
            (UnaryOp::Neg, ExprKind::Float(value)) => ExprKind::Float(-value),
            _ => ExprKind::Unary(op, Box::new(operand.expr)),
        };
        Ok(Val::new(Expr::new(kind, ir, span), ty))
    }

    fn spec_binary(&mut self, op: BinaryOp, left: Val, right: Val, span: Span) -> Res<Val> {
        self.require_scalar(&left, "the left operand")?;
        self.require_scalar(&right, "the right operand")?;
        let is_pointer = self.types().is_pointer(left.ty) || self.types().is_pointer(right.ty);
        let (left, right) = (self.mathematical(left), self.mathematical(right));
        if !is_pointer {
            return self.arithmetic(op, left, right, span);
        }
        // Offsets of pointers are as wide as pointers.
        let narrow = |unit: &mut Self, val: Val| {
            if unit.types().is_integer(val.ty) && !op.is_comparison() {
                let ptrdiff = unit.types().ptrdiff();
                return unit.convert(val, ptrdiff);
            }
            val
        };
        let (left, right) = (narrow(self, left), narrow(self, right));
        let result = self.binary_values(op, left, right, span)?;
        Ok(self.mathematical_unless_truth(op, result))
    }

    fn mathematical_unless_truth(&mut self, op: BinaryOp, val: Val) -> Val {
        if op.is_comparison() { val } else { self.mathematical(val) }
    }

    fn spec_conditional(&mut self, cond: Val, a: Val, b: Val, span: Span) -> Res<Val> {
        let (a, b) = (self.mathematical(a), self.mathematical(b));
        let both_numbers = self.types().is_arithmetic(a.ty) && self.types().is_arithmetic(b.ty);
        let ty = if both_numbers {
            self.common_type(&a, &b)
        } else if self.types().is_pointer(a.ty) {
            a.ty
        } else {
            b.ty
        };
        if !self.types().is_scalar(ty) {
            return Err(self.error(span, "a number or pointer is needed here"));
        }
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        let ir = self.types().ir(ty);
        let kind = ExprKind::Cond(Box::new(cond.expr), Box::new(a.expr), Box::new(b.expr));
        Ok(Val::new(Expr::new(kind, ir, span), ty))
    }

    fn spec_builtin(
        &mut self,
        builtin: Builtin,
        args: &[SpecExpr],
        context: &mut Context<'_>,
        span: Span,
    ) -> Res<Val> {
        let mut vals = Vec::new();
        for arg in args {
            let val = self.term(arg, context)?;
            self.require_scalar(&val, "an argument")?;
            vals.push(self.mathematical(val));
        }
        match (builtin, vals.as_slice()) {
            (Builtin::Abs, [a]) => {
                let integer = self.types().integer(IntTy::Integer);
                let zero = self.int_val(0, integer, span);
                let cond = self.spec_binary(BinaryOp::Lt, a.clone(), zero, span)?;
                let negated = self.spec_unary(UnaryOp::Neg, a.clone(), span)?;
                self.spec_conditional(cond, negated, a.clone(), span)
            }
            (Builtin::Min, [a, b]) => {
                let cond = self.spec_binary(BinaryOp::Lt, a.clone(), b.clone(), span)?;
                self.spec_conditional(cond, a.clone(), b.clone(), span)
            }
            (Builtin::Max, [a, b]) => {
                let cond = self.spec_binary(BinaryOp::Gt, a.clone(), b.clone(), span)?;
                self.spec_conditional(cond, a.clone(), b.clone(), span)
            }
            _ => Err(self.error(span, "wrong number of arguments")),
        }
    }

    /// A call in a contract happens once, before the clause is evaluated.
    fn spec_call(
        &mut self,
        name: &str,
        args: &[SpecExpr],
        context: &mut Context<'_>,
        span: Span,
    ) -> Res<Val> {
        if !context.bound.is_empty() {
            let message = format!("`{name}` cannot be called under a quantifier");
            return Err(self.error(span, message));
        }
        let callee = self.identifier(name, span)?;
        let Kind::Function(FnTy { result, params, .. }) = self.types().kind(callee.ty).clone()
        else {
            return Err(self.error(span, format!("`{name}` is not a function")));
        };
        let OperandKind::Function(Expr { kind: ExprKind::FunctionAddr(id), .. }) = callee.kind
        else {
            return Err(self.error(span, format!("`{name}` is not a function")));
        };
        if params.len() != args.len() || !self.types().is_scalar(result) {
            let message = format!("`{name}` cannot be called like this in a contract");
            return Err(self.error(span, message));
        }
        let mut lowered = Vec::new();
        for (arg, &param) in args.iter().zip(params.iter()) {
            let val = self.term(arg, context)?;
            lowered.push(self.assign_convert(val, param, "pass")?.expr);
        }
        let place = self.temporary(result.unqualified(), span);
        let callee = whydunit_program::Callee::Direct(id);
        self.emit(StmtKind::Call { dest: Some(place.clone()), callee, args: lowered }, span);
        Ok(Val::new(Expr::load(place), result.unqualified()))
    }

    fn old(&mut self, inner: &SpecExpr, context: &mut Context<'_>, span: Span) -> Res<Val> {
        if let Some(&(local, ty)) = context.names.olds.get(&(inner.start, inner.end)) {
            let ir = self.types().ir(ty);
            return Ok(Val::new(Expr::load(Place::local(local, ir, span)), ty));
        }
        let Some(slot) = context.names.snapshot else {
            return Err(self.error(span, "`\\old` is only supported in `ensures`"));
        };
        let val = self.term(inner, context)?;
        self.require_scalar(&val, "the operand of `\\old`")?;
        let (ty, ir) = (val.ty, val.expr.ty);
        let kind = ExprKind::Old { slot, expr: Box::new(val.expr) };
        Ok(Val::new(Expr::new(kind, ir, span), ty))
    }

    /// Terms that denote places.
    fn spec_operand(&mut self, expr: &SpecExpr, context: &mut Context<'_>) -> Res<Operand> {
        let span = context.span(expr);
        match &expr.kind {
            SpecKind::Name(name) => {
                if let Some(&(_, local)) = context.bound.iter().rev().find(|(n, _)| n == name) {
                    let integer = self.types().integer(IntTy::Integer);
                    let ir = self.types().ir(integer);
                    return Ok(Operand::place(Place::local(local, ir, span), integer));
                }
                if let Some(&(local, ty)) = context.names.locals.get(name) {
                    let ir = self.func.locals[local.index()].ty;
                    return Ok(Operand::place(Place::local(local, ir, span), ty));
                }
                self.identifier(name, span)
            }
            SpecKind::Result => match self.func.result_local {
                Some(local) => {
                    let ir = self.func.locals[local.index()].ty;
                    let ty = self.func.result;
                    Ok(Operand::place(Place::local(local, ir, span), ty))
                }
                None => Err(self.error(
                    span,
                    "`\\result` is only there in `ensures` of a function with a result",
                )),
            },
            SpecKind::Str(token) => self.string_literal(std::slice::from_ref(token), span),
            SpecKind::Deref(pointer) => {
                let pointer = self.term(pointer, context)?;
                self.dereference(pointer, span)
            }
            SpecKind::Index(base, index) => {
                let base = self.spec_operand(base, context)?;
                let index = self.term(index, context)?;
                if !self.types().is_integer(index.ty) {
                    return Err(self.error(span, "an index must be an integer"));
                }
                if !self.types().is_array(base.ty) && !self.types().is_pointer(base.ty) {
                    return Err(self.error(span, "only arrays and pointers can be indexed"));
                }
                let ptrdiff = self.types().ptrdiff();
                let index = self.convert(index, ptrdiff);
                self.index_operand(base, index, span)
            }
            SpecKind::Member(record, name) => {
                let record = self.spec_operand(record, context)?;
                let OperandKind::Place(place) = record.kind else {
                    return Err(self.error(span, "only structures have members"));
                };
                self.field_of(place, record.ty, name, span, span)
            }
            SpecKind::Arrow(pointer, name) => {
                let pointer = self.term(pointer, context)?;
                let record = self.dereference(pointer, span)?;
                let OperandKind::Place(place) = record.kind else {
                    return Err(self.error(span, "only structures have members"));
                };
                self.field_of(place, record.ty, name, span, span)
            }
            _ => {
                let val = self.term(expr, context)?;
                Ok(self.operand_of_val(val))
            }
        }
    }

    /// A type name in a contract.
    fn spec_type(&mut self, ty: &SpecType, span: Span) -> Res<Ty> {
        let words: Vec<&str> = ty
            .words
            .iter()
            .map(String::as_str)
            .filter(|word| !matches!(*word, "const" | "volatile"))
            .collect();
        let has = |word: &str| words.contains(&word);
        let longs = words.iter().filter(|&&word| word == "long").count();
        let pick = |signed: IntTy, unsigned: IntTy| if has("unsigned") { unsigned } else { signed };
        let base = match words.as_slice() {
            ["integer"] => self.types().integer(IntTy::Integer),
            ["real"] | ["double"] => self.types().double(),
            ["boolean"] => self.types().int(),
            ["void"] => self.types().void(),
            ["_Bool"] => self.types().intern(Kind::Bool),
            ["float"] => self.types().intern(Kind::Float(whydunit_program::FloatKind::F32)),
            ["struct" | "union", tag] => match self.scopes.tag(tag) {
                Some(Tag::Record(id)) => self.types().intern(Kind::Record(id)),
                _ => return Err(self.error(span, format!("there is no structure `{tag}`"))),
            },
            ["enum", tag] => match self.scopes.tag(tag) {
                Some(Tag::Enum(id)) => self.types().intern(Kind::Enum(id)),
                _ => return Err(self.error(span, format!("there is no enumeration `{tag}`"))),
            },
            _ if has("char") && has("signed") => self.types().integer(IntTy::SChar),
            _ if has("char") => self.types().integer(pick(IntTy::Char, IntTy::UChar)),
            _ if has("short") => self.types().integer(pick(IntTy::Short, IntTy::UShort)),
            _ if longs == 2 => self.types().integer(pick(IntTy::LongLong, IntTy::ULongLong)),
            _ if longs == 1 => self.types().integer(pick(IntTy::Long, IntTy::ULong)),
            _ if has("int") || has("unsigned") || has("signed") => {
                self.types().integer(pick(IntTy::Int, IntTy::UInt))
            }
            [name] => match self.scopes.lookup(name) {
                Some(Symbol { kind: SymbolKind::Typedef { .. }, ty, .. }) => *ty,
                _ => return Err(self.error(span, format!("`{name}` is not a type"))),
            },
            _ => return Err(self.error(span, "this is not a type")),
        };
        let mut out = base;
        for _ in 0..ty.pointers {
            out = self.types().pointer(out);
        }
        Ok(out)
    }
}

/// An integer as C writes it, of any size that fits.
fn integer_literal(text: &str) -> Option<i128> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return i128::from_str_radix(hex, 16).ok();
    }
    if let Some(binary) = digits.strip_prefix("0b").or_else(|| digits.strip_prefix("0B")) {
        return i128::from_str_radix(binary, 2).ok();
    }
    if digits.len() > 1 && digits.starts_with('0') {
        return i128::from_str_radix(&digits[1..], 8).ok();
    }
    digits.parse().ok()
}
