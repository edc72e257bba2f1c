//! Quantifiers, over ranges that are found or follow from the type.
//!
//! In conditions of checks and assumptions a range stays a quantifier. Elsewhere a short range is
//! written out and a long one becomes a loop before the statement.

use whydunit_program::{BinaryOp, Expr, ExprKind as IrKind, LocalRole, TerminatorKind};
use whydunit_source::Span;

use crate::limits::{MOST_WRITTEN_OUT, WIDEST_QUANTIFIED};
use crate::module::{self, Bound, ExprKind, Type};
use crate::problem::Problem;

use super::body::{Lowering, Mode, Value};
use super::ranges::{Limit, Ranges, Side, offset_from};
use super::world::function_type;
use super::{Gap, Res};

/// A range of indices, both ends included.
type Range = (Expr, Expr);

impl Lowering<'_, '_> {
    pub(crate) fn quantifier(
        &mut self,
        forall: bool,
        vars: &[Bound],
        body: &module::Expr,
        span: Span,
    ) -> Res<Expr> {
        let known = Ranges::of(forall, vars, body);
        let ranges =
            vars.iter().map(|var| self.range(var, &known, body)).collect::<Res<Vec<Range>>>()?;
        self.nest(forall, vars, &ranges, body, span)
    }

    fn nest(
        &mut self,
        forall: bool,
        vars: &[Bound],
        ranges: &[Range],
        body: &module::Expr,
        span: Span,
    ) -> Res<Expr> {
        let (Some((var, vars)), Some((range, ranges))) = (vars.split_first(), ranges.split_first())
        else {
            return self.scalar(body);
        };
        self.for_all(forall, &var.name, range.clone(), span, &mut |this, index| {
            let key = this.key(index, &var.ty)?;
            this.env.bound.insert(var.id, Value::Scalar(key));
            this.nest(forall, vars, ranges, body, span)
        })
    }

    fn range(&mut self, var: &Bound, known: &Ranges<'_>, body: &module::Expr) -> Res<Range> {
        let count = match &var.ty {
            // No type is empty.
            _ if !body.mentions(&|other| other == module::Var::Bound(var.id)) => 1,
            Type::Int => return self.integer_range(var, known, body),
            Type::Bool | Type::User(..) => self.world.layout.window(&var.ty),
            Type::Bv(width) if *width <= WIDEST_QUANTIFIED => 1 << width,
            Type::Bv(width) => {
                return Err(Gap::new(format!("a quantifier over all of bv{width}"), var.span));
            }
            Type::Map(..) => return Err(Gap::new("a quantifier over maps", var.span)),
            ty => {
                self.world.stored(ty, var.span)?;
                return Err(Gap::new("a quantifier over this type", var.span));
            }
        };
        let last = i128::from(count) - 1;
        Ok((self.number(0, var.span), self.number(last, var.span)))
    }

    fn integer_range(
        &mut self,
        var: &Bound,
        known: &Ranges<'_>,
        body: &module::Expr,
    ) -> Res<Range> {
        let (low, high) = (known.limit(var.id, Side::Low), known.limit(var.id, Side::High));
        let (mut lo, mut hi) = (None, None);
        if low.is_none() || high.is_none() {
            let Some((first, last)) = self.window_of(var, body) else {
                let what = format!("the quantifier over all integers `{}`", var.name);
                return Err(Gap::new(what, var.span));
            };
            if low.is_none() {
                lo = Some(first);
            }
            if high.is_none() {
                hi = Some(last);
            }
            let from = lo.map_or(String::new(), |first| format!(" from {first}"));
            let to = hi.map_or(String::new(), |last| format!(" up to {last}"));
            let message = format!("the quantifier over `{}` is followed{from}{to} only", var.name);
            let warning = Problem::new(var.span, message);
            if !self.world.warnings.contains(&warning) {
                self.world.warnings.push(warning);
            }
        }
        let mut end = |limit: Option<Limit<'_>>, window: Option<i128>| match limit {
            Some(limit) => self.limit(&limit, var.span),
            None => Ok(self.number(window.unwrap_or(0), var.span)),
        };
        Ok((end(low, lo)?, end(high, hi)?))
    }

    fn limit(&mut self, limit: &Limit<'_>, span: Span) -> Res<Expr> {
        let offset = i64::try_from(limit.offset)
            .map_err(|_| Gap::new("integers of more than 64 bits", span))?;
        let Some(base) = limit.base else { return Ok(self.number(offset.into(), span)) };
        let base = self.scalar(base)?;
        if let Some(value) = base.as_int() {
            return Ok(self.number(value.saturating_add(offset.into()), span));
        }
        let (op, by) = match offset {
            0 => return Ok(base),
            1.. => (BinaryOp::Add, i128::from(offset)),
            _ => (BinaryOp::Sub, -i128::from(offset)),
        };
        let by = self.number(by, span);
        Ok(self.binary(op, base, by))
    }

    /// The values for which all keys that are this variable, or differ from it by a number, lie in
    /// their windows.
    fn window_of(&mut self, var: &Bound, body: &module::Expr) -> Option<(i128, i128)> {
        let mut uses: Vec<(Type, usize, i128)> = Vec::new();
        let module = self.module();
        body.visit(&mut |part| {
            let (map, keys) = match &part.kind {
                ExprKind::Select(map, keys) | ExprKind::Update(map, keys, _) => {
                    (map.ty.clone(), keys)
                }
                ExprKind::Apply(index, args) if module.functions[*index].builtin.is_none() => {
                    (function_type(module, *index), args)
                }
                _ => return,
            };
            for (position, key) in keys.iter().enumerate() {
                if let Some(offset) = offset_from(key, var.id) {
                    uses.push((map.clone(), position, offset));
                }
            }
        });
        let mut range: Option<(i128, i128)> = None;
        for (map, position, offset) in uses {
            let Ok(layout) = self.world.map(&map, var.span) else { continue };
            let Some(&window) = layout.windows.get(position) else { continue };
            let (first, last) = (-offset, i128::from(window) - 1 - offset);
            let (lo, hi) = range.unwrap_or((first, last));
            range = Some((lo.max(first), hi.min(last)));
        }
        range
    }

    /// `body` for all (or some) indices of a range.
    pub(crate) fn for_all(
        &mut self,
        forall: bool,
        name: &str,
        (lo, hi): Range,
        span: Span,
        body: &mut dyn FnMut(&mut Self, Expr) -> Res<Expr>,
    ) -> Res<Expr> {
        if self.mode == Mode::Condition {
            let ty = self.int64();
            let var = self.add_local(name, ty, span, LocalRole::Bound);
            let index = Expr::load(self.local_place(var, span));
            let body = Box::new(body(self, index)?);
            let (lo, hi) = (Box::new(lo), Box::new(hi));
            let ty = self.int32();
            return Ok(Expr::new(IrKind::Quantifier { forall, var, lo, hi, body }, ty, span));
        }
        if let (Some(first), Some(last)) = (lo.as_int(), hi.as_int())
            && last - first < MOST_WRITTEN_OUT
        {
            let mut instances = Vec::new();
            for index in first..=last {
                let index = self.number(index, span);
                instances.push(body(self, index)?);
            }
            return Ok(self.joined(forall, instances, span));
        }
        self.quantifier_loop(forall, (lo, hi), span, body)
    }

    /// A balanced tree of conjunctions or disjunctions.
    fn joined(&mut self, forall: bool, mut instances: Vec<Expr>, span: Span) -> Expr {
        match instances.len() {
            0 => self.truth(forall, span),
            1 => instances.remove(0),
            count => {
                let rest = instances.split_off(count / 2);
                let left = self.joined(forall, instances, span);
                let right = self.joined(forall, rest, span);
                if forall { self.and(left, right) } else { self.or(left, right) }
            }
        }
    }

    fn quantifier_loop(
        &mut self,
        forall: bool,
        (lo, hi): Range,
        span: Span,
        body: &mut dyn FnMut(&mut Self, Expr) -> Res<Expr>,
    ) -> Res<Expr> {
        let (int64, truth) = (self.int64(), self.world.program.types.bool());
        let result = self.temporary(truth);
        let index = self.temporary(int64);
        let last = self.temporary(int64);
        self.assign(result.clone(), Expr::int(i128::from(forall), truth, span));
        self.assign(index.clone(), lo);
        self.assign(last.clone(), hi);
        let (head, inside) = (self.new_block(), self.new_block());
        let (decided, next, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.end(TerminatorKind::Goto(head));
        self.switch_to(head);
        let goes_on = self.binary(BinaryOp::Le, Expr::load(index.clone()), Expr::load(last));
        self.branch(goes_on, inside, exit);
        self.switch_to(inside);
        let instance = match body(self, Expr::load(index.clone())) {
            Ok(instance) => instance,
            Err(gap) => {
                self.unsupported(gap);
                self.truth(forall, span)
            }
        };
        if forall {
            self.branch(instance, next, decided);
        } else {
            self.branch(instance, decided, next);
        }
        self.switch_to(decided);
        self.assign(result.clone(), Expr::int(i128::from(!forall), truth, span));
        self.end(TerminatorKind::Goto(exit));
        self.switch_to(next);
        let one = self.number(1, span);
        let more = self.binary(BinaryOp::Add, Expr::load(index.clone()), one);
        self.assign(index, more);
        self.end(TerminatorKind::Goto(head));
        self.switch_to(exit);
        Ok(Expr::load(result))
    }
}
