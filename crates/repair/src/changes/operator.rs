//! Operators as they are written, and what is needed to compute with them.

use whydunit_program::{BinaryOp, Expr, ExprKind, TypeId, TypeTable, UnaryOp, strength};

use super::{Form, Site, cost};

pub(super) const RELATIONS: [BinaryOp; 6] =
    [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
pub(super) const ARITHMETIC: [BinaryOp; 5] =
    [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem];
pub(super) const BITS: [BinaryOp; 5] =
    [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::Shl, BinaryOp::Shr];

/// An operator as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operator {
    Binary(BinaryOp),
    And,
    Or,
    Increment,
    Decrement,
    /// `=`, `+=` and the like.
    Assign(Option<BinaryOp>),
}

impl Operator {
    pub(crate) fn parse(symbol: &str) -> Option<Operator> {
        let binary = |symbol: &str| {
            let all = [&RELATIONS[..], &ARITHMETIC, &BITS];
            all.into_iter().flatten().copied().find(|op| op.symbol() == symbol)
        };
        Some(match symbol {
            "&&" => Operator::And,
            "||" => Operator::Or,
            "++" => Operator::Increment,
            "--" => Operator::Decrement,
            "=" => Operator::Assign(None),
            _ => match (binary(symbol), symbol.strip_suffix('=').and_then(binary)) {
                (Some(op), _) => Operator::Binary(op),
                (None, Some(op)) if !op.is_comparison() => Operator::Assign(Some(op)),
                _ => return None,
            },
        })
    }

    pub(crate) fn symbol(self) -> String {
        match self {
            Operator::Binary(op) => op.symbol().to_owned(),
            Operator::And => "&&".to_owned(),
            Operator::Or => "||".to_owned(),
            Operator::Increment => "++".to_owned(),
            Operator::Decrement => "--".to_owned(),
            Operator::Assign(op) => format!("{}=", op.map_or("", BinaryOp::symbol)),
        }
    }

    /// Can the one be written where the other stands?
    pub(crate) fn is_akin(self, other: Operator) -> bool {
        let class = |operator: Operator| match operator {
            Operator::Binary(_) | Operator::And | Operator::Or => 0,
            Operator::Increment | Operator::Decrement => 1,
            Operator::Assign(_) => 2,
        };
        class(self) == class(other)
    }

    /// How tightly it binds, of operators between two operands.
    pub(super) fn strength(self) -> u8 {
        match self {
            Operator::Binary(op) => op.strength(),
            Operator::And => strength::AND,
            _ => strength::OR,
        }
    }
}

impl Operator {
    /// What a change to another one costs: those that differ by one character or by equality are mistaken for each
    /// other more often.
    pub(crate) fn distance(self, to: Operator) -> u32 {
        use BinaryOp::{Add, Eq, Ge, Gt, Le, Lt, Ne, Sub};
        let (Operator::Binary(from), Operator::Binary(to)) = (self, to) else {
            return cost::TOKEN;
        };
        match (from, to) {
            (Lt, Le) | (Le, Lt) | (Gt, Ge) | (Ge, Gt) | (Eq, Ne) | (Ne, Eq) => cost::NEIGHBOUR,
            (Add, Sub) | (Sub, Add) => cost::NEIGHBOUR,
            (Lt, Gt) | (Gt, Lt) | (Le, Ge) | (Ge, Le) => cost::NEIGHBOUR + 1,
            _ if from.is_comparison() == to.is_comparison() => cost::TOKEN,
            _ => cost::DISTANT_TOKEN,
        }
    }
}

/// The operator of a site and its operands. `x++` has the operand 1.
pub(crate) fn operator_of<'p>(site: &Site<'p>) -> Option<(Operator, &'p Expr, &'p Expr)> {
    let (op, left, right) = match &site.expr.kind {
        ExprKind::Binary(op, left, right) => (Operator::Binary(*op), left, right),
        ExprKind::And(left, right) => (Operator::And, left, right),
        ExprKind::Or(left, right) => (Operator::Or, left, right),
        ExprKind::PtrDiff(left, right) => (Operator::Binary(BinaryOp::Sub), left, right),
        ExprKind::PtrAdd(left, right) => {
            let is_negative = match &right.kind {
                ExprKind::Int(value) => *value < 0,
                kind => {
                    matches!(kind, ExprKind::Unary(UnaryOp::Neg, inner) if inner.span == right.span)
                }
            };
            let op = if is_negative { BinaryOp::Sub } else { BinaryOp::Add };
            (Operator::Binary(op), left, right)
        }
        _ => return None,
    };
    let written = match (site.form, op) {
        (Form::Plain, op) => op,
        (Form::Compound, Operator::Binary(op)) => Operator::Assign(Some(op)),
        (Form::Step, _) if site.text.contains("++") => Operator::Increment,
        (Form::Step, _) => Operator::Decrement,
        _ => return None,
    };
    Some((written, left, right))
}

pub(super) fn negated(expr: &Expr) -> Expr {
    match &expr.kind {
        ExprKind::Int(value) => Expr::int(-value, expr.ty, expr.span),
        ExprKind::Unary(UnaryOp::Neg, inner) => (**inner).clone(),
        _ => {
            let kind = ExprKind::Unary(UnaryOp::Neg, Box::new(expr.clone()));
            Expr::new(kind, expr.ty, expr.span)
        }
    }
}

pub(super) fn converted(expr: &Expr, to: TypeId) -> Expr {
    match expr.ty == to {
        true => expr.clone(),
        false => Expr::new(ExprKind::Cast(Box::new(expr.clone())), to, expr.span),
    }
}

/// The type in which C computes with two integers.
pub(super) fn common_type(
    types: &TypeTable,
    left: TypeId,
    right: TypeId,
    int: TypeId,
) -> Option<TypeId> {
    let (one, other) = (types.int_kind(left)?, types.int_kind(right)?);
    let (left, one) = if one.bits < 32 { (int, types.int_kind(int)?) } else { (left, one) };
    let (right, other) = if other.bits < 32 { (int, types.int_kind(int)?) } else { (right, other) };
    let takes_left = (one.bits, !one.signed) >= (other.bits, !other.signed);
    Some(if takes_left { left } else { right })
}
