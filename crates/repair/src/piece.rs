//! Parts that changed expressions are made of: what they mean, and how they are written.
//!
//! Meaning and text are built side by side. The text is what the user gets, the meaning is what is tried out on the
//! tests by the thousand; what passes is compiled again from its text, so a mistake in this correspondence costs a
//! candidate, never a wrong answer.

use whydunit_program::{BinaryOp, Expr, ExprKind, Type, TypeId, TypeTable, UnaryOp, strength};
use whydunit_source::Span;

#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) expr: Expr,
    pub(crate) text: String,
    pub(crate) strength: u8,
}

/// How an expression of the program binds where its text is a bare expression.
pub(crate) fn strength_of(expr: &Expr, text: &str) -> u8 {
    let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    match &expr.kind {
        _ if is_word || is_enclosed(text) => strength::PRIMARY,
        // An implicit conversion is written like its operand.
        ExprKind::Cast(inner) if inner.span == expr.span => strength_of(inner, text),
        ExprKind::Int(_) if text.starts_with('-') => strength::UNARY,
        ExprKind::Load(_) if text.starts_with('*') => strength::UNARY,
        _ => expr.syntax().strength(),
    }
}

fn is_representable(expr: &Expr, types: &TypeTable) -> bool {
    !expr.any(&mut |part| match (&part.kind, types.int_kind(part.ty)) {
        (ExprKind::Int(value), Some(kind)) if kind.bits < 128 => {
            let bits = u32::from(kind.bits) - u32::from(kind.signed);
            let (low, high) = (if kind.signed { -(1i128 << bits) } else { 0 }, (1i128 << bits) - 1);
            !(low..=high).contains(value)
        }
        _ => false,
    })
}

/// Is it one pair of parentheses?
fn is_enclosed(text: &str) -> bool {
    if !text.starts_with('(') || !text.ends_with(')') {
        return false;
    }
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1 == text.len();
        }
    }
    false
}

impl Piece {
    pub(crate) fn new(expr: Expr, text: impl Into<String>) -> Piece {
        let text = text.into();
        let strength = strength_of(&expr, &text);
        Piece { expr, text, strength }
    }

    pub(crate) fn int(value: i128, ty: TypeId, span: Span) -> Piece {
        Piece::new(Expr::int(value, ty, span), value.to_string())
    }

    /// Does the number, if it is one, fit its type? A constant beyond it has another type in C.
    pub(crate) fn is_representable(&self, types: &TypeTable) -> bool {
        is_representable(&self.expr, types)
    }

    /// In parentheses where it binds less tightly.
    pub(crate) fn within(&self, least: u8) -> String {
        if self.strength >= least { self.text.clone() } else { format!("({})", self.text) }
    }

    /// Both operands must have the same type, which the result has too unless the operator compares.
    pub(crate) fn binary(op: BinaryOp, left: &Piece, right: &Piece, int: TypeId) -> Piece {
        let own = op.strength();
        // `a < b == c` is legal, and nobody wants to read it; likewise `a & b == c`.
        let least = if own >= strength::SUM { own } else { strength::SUM };
        let text = format!(
            "{} {} {}",
            left.within(least),
            op.symbol(),
            right.within(own.max(least - 1) + 1)
        );
        let ty = if op.is_comparison() { int } else { left.expr.ty };
        let kind = ExprKind::Binary(op, Box::new(left.expr.clone()), Box::new(right.expr.clone()));
        Piece { expr: Expr::new(kind, ty, left.expr.span), text, strength: own }
    }

    pub(crate) fn and(&self, right: &Piece, int: TypeId) -> Piece {
        let text = format!("{} && {}", self.within(strength::AND), right.within(strength::AND + 1));
        let kind = ExprKind::And(Box::new(self.expr.clone()), Box::new(right.expr.clone()));
        Piece { expr: Expr::new(kind, int, self.expr.span), text, strength: strength::AND }
    }

    pub(crate) fn or(&self, right: &Piece, int: TypeId) -> Piece {
        // Compilers warn of `a && b || c` without parentheses.
        let within = |piece: &Piece| match piece.strength {
            strength::AND => format!("({})", piece.text),
            _ => piece.within(strength::OR),
        };
        let text = format!("{} || {}", within(self), within(right));
        let kind = ExprKind::Or(Box::new(self.expr.clone()), Box::new(right.expr.clone()));
        Piece { expr: Expr::new(kind, int, self.expr.span), text, strength: strength::OR }
    }

    pub(crate) fn unary(op: UnaryOp, operand: &Piece, int: TypeId) -> Piece {
        let inner = operand.within(strength::UNARY);
        let text = if op == UnaryOp::Neg && inner.starts_with('-') {
            format!("-({inner})")
        } else {
            format!("{}{inner}", op.symbol())
        };
        let ty = if op == UnaryOp::Not { int } else { operand.expr.ty };
        let kind = ExprKind::Unary(op, Box::new(operand.expr.clone()));
        Piece { expr: Expr::new(kind, ty, operand.expr.span), text, strength: strength::UNARY }
    }

    /// Both values must have the same type.
    pub(crate) fn conditional(condition: &Piece, yes: &Piece, no: &Piece) -> Piece {
        let text = format!(
            "{} ? {} : {}",
            condition.within(strength::OR),
            yes.within(strength::CONDITIONAL + 1),
            no.within(strength::CONDITIONAL)
        );
        let [c, y, n] = [condition, yes, no].map(|piece| Box::new(piece.expr.clone()));
        let expr = Expr::new(ExprKind::Cond(c, y, n), yes.expr.ty, yes.expr.span);
        Piece { expr, text, strength: strength::CONDITIONAL }
    }

    /// As C's operators take it: what is smaller than an `int` becomes one.
    pub(crate) fn promoted(&self, types: &TypeTable, int: TypeId) -> Piece {
        match types.int_kind(self.expr.ty) {
            Some(kind) if kind.bits < 32 => self.converted(int),
            _ => self.clone(),
        }
    }

    /// As a value of this type, where C converts without being told.
    pub(crate) fn converted(&self, to: TypeId) -> Piece {
        let mut piece = self.clone();
        if piece.expr.ty != to {
            let span = piece.expr.span;
            piece.expr = Expr::new(ExprKind::Cast(Box::new(piece.expr)), to, span);
        }
        piece
    }
}

/// Kinds of values that can stand for each other without a cast.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Sort {
    Integer,
    Float,
    Pointer(TypeId),
}

impl Sort {
    pub(crate) fn of(types: &TypeTable, ty: TypeId) -> Option<Sort> {
        match types.get(ty) {
            Type::Pointer(to) => Some(Sort::Pointer(*to)),
            Type::Float(_) => Some(Sort::Float),
            _ => types.int_kind(ty).map(|_| Sort::Integer),
        }
    }
}
