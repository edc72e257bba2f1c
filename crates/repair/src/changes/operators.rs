//! Another operator: `<` for `<=`, `+` for `-`, `&&` for `||`, operands exchanged, an operand or a negation left out.

use whydunit_program::{BinaryOp, Expr, ExprKind, UnaryOp};
use whydunit_source::Span;

use super::{Form, Generator, Site, Use, core, cost};
use crate::Edit;

const RELATIONS: [BinaryOp; 6] =
    [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
const ARITHMETIC: [BinaryOp; 5] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem];
const BITS: [BinaryOp; 5] =
    [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::Shl, BinaryOp::Shr];

impl<'p> Generator<'p> {
    pub(super) fn operators(&mut self, site: &Site<'p>) {
        match &site.expr.kind {
            ExprKind::Binary(op, left, right) => self.binary(site, *op, left, right),
            ExprKind::PtrAdd(left, right) if site.form == Form::Step => {
                self.step(site, left, right);
            }
            ExprKind::And(left, right) => self.logical(site, left, right, "&&", "||"),
            ExprKind::Or(left, right) => self.logical(site, left, right, "||", "&&"),
            ExprKind::Unary(op, operand) => {
                // `!x` and `-x` without the operator; of `~x` too.
                let piece = self.piece(operand);
                let is_negated_test = *op == UnaryOp::Not;
                let cost = if is_negated_test { cost::TOKEN } else { cost::DISTANT_TOKEN };
                self.replace(site, &piece, cost);
            }
            ExprKind::Cond(condition, yes, no) => {
                let kind = ExprKind::Cond(condition.clone(), no.clone(), yes.clone());
                self.exchange(site, yes, no, kind);
            }
            _ => {}
        }
    }

    fn binary(&mut self, site: &Site<'p>, op: BinaryOp, left: &'p Expr, right: &'p Expr) {
        if site.form == Form::Step {
            self.step(site, left, right);
            return;
        }
        let is_float = self.is_float(left.ty);
        if let Some(span) = self.operator_between(left, right, op.symbol()) {
            let families: [&[BinaryOp]; 3] = [&RELATIONS, &ARITHMETIC, &BITS];
            for other in families.into_iter().flatten().copied() {
                let is_same_family =
                    families.iter().any(|one| one.contains(&op) && one.contains(&other));
                let is_decision = matches!(site.used, Use::Decision | Use::Truth);
                let from_value = !op.is_comparison() && other.is_comparison() && is_decision;
                if other == op || !(is_same_family || from_value && site.form == Form::Plain) {
                    continue;
                }
                if is_pointless(other, right) {
                    continue;
                }
                if is_float && (other == BinaryOp::Rem || BITS.contains(&other)) {
                    continue;
                }
                let ty = if other.is_comparison() { self.int } else { site.expr.ty };
                let kind = ExprKind::Binary(other, Box::new(left.clone()), Box::new(right.clone()));
                let with = Expr::new(kind, ty, site.expr.span);
                let with = if ty == site.expr.ty {
                    with
                } else {
                    Expr::new(ExprKind::Cast(Box::new(with)), site.expr.ty, site.expr.span)
                };
                let edit = Edit { span, new: other.symbol().to_owned() };
                self.offer(site, edit, with, distance(op, other));
            }
        }
        if site.form == Form::Compound
            && let Some(span) = self.operator_between(left, right, &format!("{}=", op.symbol()))
        {
            // `x += e` becomes `x = e`.
            let edit = Edit { span, new: "=".to_owned() };
            let with = self.piece(right).converted(site.expr.ty).expr;
            self.offer(site, edit, with, cost::TOKEN);
        }
        if site.form == Form::Plain && !op.is_comparison() {
            let (l, r) = (self.piece(left), self.piece(right));
            self.replace(site, &l, cost::LEFT_OUT);
            if !matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                self.replace(site, &r, cost::LEFT_OUT);
            }
            let is_symmetric = matches!(
                op,
                BinaryOp::Add
                    | BinaryOp::Mul
                    | BinaryOp::BitAnd
                    | BinaryOp::BitOr
                    | BinaryOp::BitXor
            );
            if !is_symmetric && left.ty == right.ty {
                let kind = ExprKind::Binary(op, Box::new(right.clone()), Box::new(left.clone()));
                self.exchange(site, left, right, kind);
            }
        }
    }

    fn logical(
        &mut self,
        site: &Site<'p>,
        left: &'p Expr,
        right: &'p Expr,
        symbol: &str,
        other: &str,
    ) {
        if let Some(span) = self.operator_between(left, right, symbol) {
            let (l, r) = (Box::new(left.clone()), Box::new(right.clone()));
            let kind = if other == "&&" { ExprKind::And(l, r) } else { ExprKind::Or(l, r) };
            let with = Expr::new(kind, site.expr.ty, site.expr.span);
            self.offer(site, Edit { span, new: other.to_owned() }, with, cost::TOKEN);
        }
        let (l, r) = (self.piece(left), self.piece(right));
        self.replace(site, &l, cost::LEFT_OUT);
        self.replace(site, &r, cost::LEFT_OUT);
    }

    /// The texts of two operands change places.
    fn exchange(&mut self, site: &Site<'p>, first: &Expr, second: &Expr, kind: ExprKind) {
        let (first, second) = (core(first).span, core(second).span);
        if first.file != second.file || first.end > second.start {
            return;
        }
        let between = self.text(Span::new(first.file, first.end, second.start));
        let span = Span::new(first.file, first.start, second.end);
        let new = format!("{}{between}{}", self.text(second), self.text(first));
        let with = Expr::new(kind, site.expr.ty, site.expr.span);
        self.offer(site, Edit { span, new }, with, cost::DISTANT_TOKEN);
    }

    /// `x++`: down instead of up, or by two.
    fn step(&mut self, site: &Site<'p>, left: &Expr, right: &Expr) {
        let text = site.text.trim();
        let (from, to) = if text.contains("++") { ("++", "--") } else { ("--", "++") };
        let Some(at) = site.text.find(from) else { return };
        let start = site.expr.span.start + at as u32;
        let span = Span::new(site.expr.span.file, start, start + 2);
        let changed = |amount: i128| {
            let kind = match &site.expr.kind {
                ExprKind::Binary(_, l, r) => ExprKind::Binary(
                    if to == "++" { BinaryOp::Add } else { BinaryOp::Sub },
                    l.clone(),
                    Box::new(Expr::int(amount, r.ty, r.span)),
                ),
                _ => {
                    let signed = if to == "++" { amount } else { -amount };
                    let index = Expr::int(signed, right.ty, right.span);
                    ExprKind::PtrAdd(Box::new(left.clone()), Box::new(index))
                }
            };
            Expr::new(kind, site.expr.ty, site.expr.span)
        };
        self.offer(site, Edit { span, new: to.to_owned() }, changed(1), cost::TOKEN);
    }
}

/// `e * 1`, `e / 1`, `e + 0` and the like: what leaves the other operand as it is, or nothing of it, is said without the operator.
fn is_pointless(op: BinaryOp, right: &Expr) -> bool {
    let ExprKind::Int(value) = core(right).kind else { return false };
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => matches!(value, 0 | 1),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Shl | BinaryOp::Shr => value == 0,
        _ => false,
    }
}

/// Operators that differ by one character or by equality are mistaken for each other more often.
fn distance(from: BinaryOp, to: BinaryOp) -> u32 {
    use BinaryOp::{Add, Eq, Ge, Gt, Le, Lt, Ne, Sub};
    match (from, to) {
        (Lt, Le) | (Le, Lt) | (Gt, Ge) | (Ge, Gt) | (Eq, Ne) | (Ne, Eq) => cost::NEIGHBOUR,
        (Add, Sub) | (Sub, Add) => cost::NEIGHBOUR,
        (Lt, Gt) | (Gt, Lt) | (Le, Ge) | (Ge, Le) => cost::NEIGHBOUR + 1,
        _ if from.is_comparison() == to.is_comparison() => cost::TOKEN,
        _ => cost::DISTANT_TOKEN,
    }
}
