//! Conditions along the run as formulas over atomic predicates.
//!
//! Quantifiers are written out over the range they have in the run, of a long range the instances that decide them
//! and some others. A comparison with `?:` in it is taken apart
//! into its cases; what the `?:` tests is decided by the run where the program cannot change it.

use std::ops::RangeInclusive;
use std::rc::Rc;

use whydunit_program::{BinaryOp, Expr, ExprKind, UnaryOp};
use whydunit_source::Span;

use super::linear::Linear;
use super::place::At;
use super::predicate::{AtomSite, Formula, Predicate};
use super::relop::Relop;
use super::run::{Number, Run};
use crate::limits::{MOST_INSTANCES, MOST_WRITTEN};

impl Run<'_> {
    /// A condition (or its opposite) as a formula over atomic predicates.
    pub(crate) fn formula(&self, expr: &Expr, positive: bool, at: &At) -> Formula {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.formula(operand, !positive, at),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let is_and = matches!(expr.kind, ExprKind::And(..));
                let parts =
                    vec![self.formula(left, positive, at), self.formula(right, positive, at)];
                if is_and == positive { Formula::all(parts) } else { Formula::any(parts) }
            }
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right)
                if right.as_int() == Some(0) && is_truth(left) =>
            {
                self.formula(left, positive == (*op == BinaryOp::Ne), at)
            }
            ExprKind::Cast(operand) if is_truth(operand) => self.formula(operand, positive, at),
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                let range = (self.value(lo, at), self.value(hi, at));
                let (Some(Number::Int(lo)), Some(Number::Int(hi))) = range else {
                    return self.known(expr, positive, at);
                };
                if hi.saturating_sub(lo) > MOST_INSTANCES {
                    return self.known(expr, positive, at);
                }
                let within = |instance: i128| {
                    let mut at = at.clone();
                    at.bound.push((*var, instance));
                    at
                };
                let is_conjunction = *forall == positive;
                let decides = |instance: i128| {
                    let truth = self.truth(body, &within(instance)).map(|own| own == positive);
                    truth == Some(!is_conjunction)
                };
                let written = written_out(lo..=hi, &decides);
                let written = written.into_iter();
                let instances = written.map(|own| self.formula(body, positive, &within(own)));
                let instances = instances.collect();
                if *forall == positive { Formula::all(instances) } else { Formula::any(instances) }
            }
            ExprKind::Old { expr, .. } => self.formula(expr, positive, &at.at_entry()),
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right)
                if is_truth(left) && is_truth(right) =>
            {
                let same = positive == (*op == BinaryOp::Eq);
                let both = |left_holds: bool, right_holds: bool| {
                    let left = self.formula(left, left_holds, at);
                    Formula::all(vec![left, self.formula(right, right_holds, at)])
                };
                Formula::any(vec![both(true, same), both(false, !same)])
            }
            ExprKind::Binary(op, ..) if op.is_comparison() && has_choice(expr) => {
                match self.split(expr, at) {
                    Split::Decided(decided) => self.formula(&decided, positive, at),
                    Split::Open(cases) => {
                        let Cases { holds, fails, then, otherwise } = *cases;
                        let then = self.formula(&then, positive, at);
                        let otherwise = self.formula(&otherwise, positive, at);
                        let then = Formula::all(vec![holds, then]);
                        Formula::any(vec![then, Formula::all(vec![fails, otherwise])])
                    }
                }
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let sides = (self.linear(left, at), self.linear(right, at));
                let (Some(left_side), Some(right_side)) = sides else {
                    return self.known(expr, positive, at);
                };
                let relop = Relop::of(*op).expect("a comparison should have an operator");
                let sides = Some((left.span, right.span));
                atom(left_side.minus(&right_side), relop, (expr, sides), positive)
            }
            _ => match self.linear(expr, at) {
                Some(linear) => atom(linear, Relop::Ne, (expr, None), positive),
                None => self.known(expr, positive, at),
            },
        }
    }

    /// Takes the first `?:` out of a comparison. What it tests is decided by the run where the program cannot
    /// change it: inputs, and the contents at the start.
    fn split(&self, expr: &Expr, at: &At) -> Split {
        let Some(cond) = first_choice(expr) else { return Split::Decided(expr.clone()) };
        let choose = |truth: bool| {
            let mut chosen = expr.clone();
            choose_first(&mut chosen, truth);
            chosen
        };
        match self.settled(self.formula(&cond, true, at), at) {
            Formula::Known(truth) => Split::Decided(choose(truth)),
            holds => {
                let fails = self.settled(self.formula(&cond, false, at), at);
                let (then, otherwise) = (choose(true), choose(false));
                Split::Open(Box::new(Cases { holds, fails, then, otherwise }))
            }
        }
    }

    /// Decides by the run what the program cannot change.
    fn settled(&self, formula: Formula, at: &At) -> Formula {
        match formula {
            Formula::Atom(predicate) => {
                let is_changeable =
                    predicate.expr.cells().into_iter().any(|cell| self.is_changed(cell));
                match self.holds(&predicate, at.time, at.snapshot).filter(|_| !is_changeable) {
                    Some(truth) => Formula::Known(truth),
                    None => Formula::Atom(predicate),
                }
            }
            Formula::And(parts) => {
                Formula::all(parts.into_iter().map(|part| self.settled(part, at)).collect())
            }
            Formula::Or(parts) => {
                Formula::any(parts.into_iter().map(|part| self.settled(part, at)).collect())
            }
            known @ Formula::Known(_) => known,
        }
    }

    fn known(&self, expr: &Expr, positive: bool, at: &At) -> Formula {
        Formula::Known(self.truth(expr, at).is_none_or(|truth| truth == positive))
    }
}

/// A comparison without its first `?:`.
enum Split {
    Decided(Expr),
    Open(Box<Cases>),
}

struct Cases {
    holds: Formula,
    fails: Formula,
    then: Expr,
    otherwise: Expr,
}

/// The operands in which a `?:` is looked for.
fn arithmetic_operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(_, left, right) => vec![left, right],
        ExprKind::Unary(UnaryOp::Neg, operand) | ExprKind::Cast(operand) => vec![operand],
        _ => Vec::new(),
    }
}

fn has_choice(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Cond(..)) || arithmetic_operands(expr).into_iter().any(has_choice)
}

fn first_choice(expr: &Expr) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Cond(cond, ..) => Some(Expr::clone(cond)),
        _ => arithmetic_operands(expr).into_iter().find_map(first_choice),
    }
}

/// Replaces the first `?:` by one of its cases.
fn choose_first(expr: &mut Expr, truth: bool) -> bool {
    match &mut expr.kind {
        ExprKind::Cond(_, then, otherwise) => {
            let case = if truth { Expr::clone(then) } else { Expr::clone(otherwise) };
            *expr = case;
            true
        }
        ExprKind::Binary(_, left, right) => choose_first(left, truth) || choose_first(right, truth),
        ExprKind::Unary(UnaryOp::Neg, operand) | ExprKind::Cast(operand) => {
            choose_first(operand, truth)
        }
        _ => false,
    }
}

/// Of a long range, the instances that decide the quantifier, and some others.
fn written_out(range: RangeInclusive<i128>, decides: &dyn Fn(i128) -> bool) -> Vec<i128> {
    let length = range.end().saturating_sub(*range.start()) + 1;
    if length <= MOST_WRITTEN as i128 {
        return range.collect();
    }
    let (deciding, others): (Vec<i128>, Vec<i128>) = range.partition(|&instance| decides(instance));
    let mut chosen: Vec<i128> = deciding.into_iter().take(MOST_WRITTEN / 2).collect();
    chosen.extend(others.into_iter().take(MOST_WRITTEN - chosen.len()));
    chosen.sort_unstable();
    chosen
}

fn atom(
    written: Linear,
    relop: Relop,
    (expr, sides): (&Expr, Option<(Span, Span)>),
    positive: bool,
) -> Formula {
    let mut predicate = Predicate::new(&written, if positive { relop } else { relop.negated() });
    if let Some(known) = predicate.known() {
        return Formula::Known(known);
    }
    let site = AtomSite { whole: expr.span, sides, is_negated: !positive, written, relop };
    predicate.site = Some(Rc::new(site));
    Formula::Atom(predicate)
}

fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Cast(operand) => is_truth(operand),
        ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Unary(UnaryOp::Not, _)
        | ExprKind::Quantifier { .. }
        | ExprKind::Valid { .. } => true,
        _ => false,
    }
}
