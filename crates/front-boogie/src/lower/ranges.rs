//! Which integers can a quantifier's variable be, where it matters?
//!
//! Of `forall i :: 0 <= i && i < n ==> p` only those instances matter in which the antecedent
//! holds; in general, the comparisons that must hold for an instance to decide the quantifier. A
//! bound may lead to another variable (`i < j && j < n`), whose own bound is taken then. Where a
//! side has no bound but the variable is a key of a map, keys outside of the map's window have
//! nothing to tell.

use crate::module::{Bound, Expr, ExprKind, Type, Var};
use crate::syntax::Operator;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Low,
    High,
}

/// `base + offset`, itself included.
#[derive(Clone, Debug)]
pub(super) struct Limit<'e> {
    pub(super) base: Option<&'e Expr>,
    pub(super) offset: i128,
}

/// A limit of one variable, as a fact states it.
#[derive(Clone, Debug)]
struct Candidate<'e> {
    var: u32,
    side: Side,
    limit: Limit<'e>,
}

/// What is known of the variables of one quantifier.
#[derive(Debug)]
pub(super) struct Ranges<'e> {
    vars: Vec<u32>,
    candidates: Vec<Candidate<'e>>,
}

impl<'e> Ranges<'e> {
    pub(super) fn of(forall: bool, vars: &[Bound], body: &'e Expr) -> Ranges<'e> {
        let mut facts = Vec::new();
        collect_facts(body, !forall, &mut facts);
        let mut ranges =
            Ranges { vars: vars.iter().map(|var| var.id).collect(), candidates: Vec::new() };
        for (fact, holds) in facts {
            ranges.add(fact, holds);
        }
        ranges
    }

    fn add(&mut self, fact: &'e Expr, holds: bool) {
        let ExprKind::Binary(op, left, right) = &fact.kind else { return };
        if left.ty != Type::Int {
            return;
        }
        let op = if holds { *op } else { negated(*op) };
        // As `left + strict <= right`.
        let orders: &[(&'e Expr, &'e Expr, i128)] = match op {
            Operator::Lt => &[(left, right, 1)],
            Operator::Le => &[(left, right, 0)],
            Operator::Gt => &[(right, left, 1)],
            Operator::Ge => &[(right, left, 0)],
            Operator::Eq => &[(left, right, 0), (right, left, 0)],
            _ => &[],
        };
        for &(small, large, strict) in orders {
            let (small, small_offset) = sum(small);
            let (large, large_offset) = sum(large);
            if let Some(var) = self.variable(small) {
                let offset = large_offset - small_offset - strict;
                let limit = Limit { base: large, offset };
                self.candidates.push(Candidate { var, side: Side::High, limit });
            }
            if let Some(var) = self.variable(large) {
                let offset = small_offset + strict - large_offset;
                let limit = Limit { base: small, offset };
                self.candidates.push(Candidate { var, side: Side::Low, limit });
            }
        }
    }

    fn variable(&self, expr: Option<&Expr>) -> Option<u32> {
        match expr?.kind {
            ExprKind::Var(Var::Bound(id)) if self.vars.contains(&id) => Some(id),
            _ => None,
        }
    }

    /// A limit that does not depend on the variables of the quantifier.
    pub(super) fn limit(&self, var: u32, side: Side) -> Option<Limit<'e>> {
        self.limit_without(var, side, &mut Vec::new())
    }

    fn limit_without(&self, var: u32, side: Side, tried: &mut Vec<u32>) -> Option<Limit<'e>> {
        tried.push(var);
        let own: Vec<&Candidate<'e>> =
            self.candidates.iter().filter(|it| it.var == var && it.side == side).collect();
        let is_bound = |var: Var| matches!(var, Var::Bound(id) if self.vars.contains(&id));
        let closed =
            own.iter().find(|it| it.limit.base.is_none_or(|base| !base.mentions(&is_bound)));
        if let Some(candidate) = closed {
            return Some(candidate.limit.clone());
        }
        own.iter().find_map(|candidate| {
            let next = self.variable(candidate.limit.base).filter(|next| !tried.contains(next))?;
            let limit = self.limit_without(next, side, tried)?;
            Some(Limit { offset: limit.offset + candidate.limit.offset, ..limit })
        })
    }
}

fn negated(op: Operator) -> Operator {
    match op {
        Operator::Lt => Operator::Ge,
        Operator::Le => Operator::Gt,
        Operator::Gt => Operator::Le,
        Operator::Ge => Operator::Lt,
        Operator::Ne => Operator::Eq,
        _ => Operator::Ne,
    }
}

/// What has a known truth when `expr` is `holds`.
fn collect_facts<'e>(expr: &'e Expr, holds: bool, facts: &mut Vec<(&'e Expr, bool)>) {
    match (&expr.kind, holds) {
        (ExprKind::Not(operand), _) => collect_facts(operand, !holds, facts),
        (ExprKind::Binary(Operator::And, left, right), true)
        | (ExprKind::Binary(Operator::Or, left, right), false) => {
            collect_facts(left, holds, facts);
            collect_facts(right, holds, facts);
        }
        (ExprKind::Binary(Operator::Implies, left, right), false) => {
            collect_facts(left, true, facts);
            collect_facts(right, false, facts);
        }
        _ => facts.push((expr, holds)),
    }
}

/// `e + 3 - 1` as `e` and 2; a number has no `e`.
pub(super) fn sum(expr: &Expr) -> (Option<&Expr>, i128) {
    match &expr.kind {
        ExprKind::Int(Some(value)) if i64::try_from(*value).is_ok() => (None, *value),
        ExprKind::Neg(operand) => match sum(operand) {
            (None, value) => (None, -value),
            _ => (Some(expr), 0),
        },
        ExprKind::Binary(op @ (Operator::Add | Operator::Sub), left, right) => {
            let (left, left_offset) = sum(left);
            let (right, right_offset) = sum(right);
            match (op, left, right) {
                (Operator::Add, base, None) | (Operator::Add, None, base) => {
                    (base, left_offset + right_offset)
                }
                (Operator::Sub, base, None) => (base, left_offset - right_offset),
                _ => (Some(expr), 0),
            }
        }
        _ => (Some(expr), 0),
    }
}

/// `v + offset` for a variable `v` of an expression: the offset.
pub(super) fn offset_from(expr: &Expr, var: u32) -> Option<i128> {
    let (base, offset) = sum(expr);
    match base?.kind {
        ExprKind::Var(Var::Bound(id)) if id == var => Some(offset),
        _ => None,
    }
}
