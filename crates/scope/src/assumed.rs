//! Conditions on inputs as expressions of the program.
//!
//! What a claim says of inputs is a term. A search assumes it in a copy of the program, so it has to be an expression there. A bit-vector of up to 64 bits is kept in an
//! unsigned number of 64 bits whose other bits are zero; results are cut to their width. So no operation can break a check, and all widths are alike. Floating-point numbers, wider sums and what
//! an encoder has abstracted have no such form.

use whydunit_program::{BinaryOp, Expr, ExprKind, Program, TypeId, UnaryOp};
use whydunit_source::Span;
use whydunit_term::{Op, Sort, Term, Terms};

use crate::limits::{DEEPEST_CONDITION, LARGEST_CONDITION, WIDEST};

/// Makes expressions of terms; `input` says what stands for a variable, as a number of its own type.
pub(crate) struct Assumed<'a, F> {
    terms: &'a Terms,
    input: F,
    int: TypeId,
    wide: TypeId,
    span: Span,
    /// Parts that may still be made: a term is a graph, an expression a tree.
    left: usize,
}

impl<'a, F: Fn(Term) -> Option<Expr>> Assumed<'a, F> {
    pub(crate) fn new(program: &mut Program, terms: &'a Terms, span: Span, input: F) -> Self {
        let (int, wide) = (program.types.int(32, true), program.types.int(64, false));
        Assumed { terms, input, int, wide, span, left: LARGEST_CONDITION }
    }

    /// A Boolean term as an `int` that is 0 or 1.
    pub(crate) fn condition(&mut self, term: Term) -> Option<Expr> {
        self.truth(term, DEEPEST_CONDITION)
    }

    fn truth(&mut self, term: Term, depth: usize) -> Option<Expr> {
        let depth = self.enter(depth)?;
        if let Some(value) = self.terms.value(term) {
            return Some(Expr::int(i128::from(value != 0), self.int, self.span));
        }
        let children = self.terms.children(term);
        match (self.terms.op(term), children) {
            (Op::Not, &[operand]) => {
                let operand = self.truth(operand, depth)?;
                Some(self.not(operand))
            }
            (op @ (Op::And | Op::Or), [first, rest @ ..]) => {
                let mut all = self.truth(*first, depth)?;
                for &operand in rest {
                    let operands = (Box::new(all), Box::new(self.truth(operand, depth)?));
                    let kind = match op {
                        Op::And => ExprKind::And(operands.0, operands.1),
                        _ => ExprKind::Or(operands.0, operands.1),
                    };
                    all = Expr::new(kind, self.int, self.span);
                }
                Some(all)
            }
            (Op::Eq, &[a, b]) if self.terms.sort(a) == Sort::Bool => {
                let (a, b) = (self.truth(a, depth)?, self.truth(b, depth)?);
                Some(self.compare(BinaryOp::Eq, a, b))
            }
            (Op::Xor, &[a, b]) => {
                let (a, b) = (self.truth(a, depth)?, self.truth(b, depth)?);
                Some(self.compare(BinaryOp::Ne, a, b))
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let condition = self.truth(condition, depth)?;
                let (then, otherwise) = (self.truth(then, depth)?, self.truth(otherwise, depth)?);
                Some(self.choice(condition, then, otherwise, self.int))
            }
            (Op::Eq, &[a, b]) => {
                let (a, b) = (self.bits(a, depth)?, self.bits(b, depth)?);
                Some(self.compare(BinaryOp::Eq, a, b))
            }
            (op @ (Op::ULt | Op::ULe | Op::SLt | Op::SLe), &[a, b]) => {
                let width = self.terms.width(a);
                let (mut a, mut b) = (self.bits(a, depth)?, self.bits(b, depth)?);
                if matches!(op, Op::SLt | Op::SLe) {
                    // With the sign turned over, signed order is unsigned order.
                    (a, b) = (self.turned(a, width), self.turned(b, width));
                }
                let strict = matches!(op, Op::ULt | Op::SLt);
                Some(self.compare(if strict { BinaryOp::Lt } else { BinaryOp::Le }, a, b))
            }
            _ => None,
        }
    }

    fn bits(&mut self, term: Term, depth: usize) -> Option<Expr> {
        let depth = self.enter(depth)?;
        let width = self.terms.width(term);
        if width > WIDEST {
            return None;
        }
        if let Some(value) = self.terms.value(term) {
            return Some(self.number(value));
        }
        let children = self.terms.children(term);
        match (self.terms.op(term), children) {
            (Op::Variable(_), _) => {
                let value = (self.input)(term)?;
                let value = Expr::new(ExprKind::Cast(Box::new(value)), self.wide, self.span);
                Some(self.cut(value, width))
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let condition = self.truth(condition, depth)?;
                let (then, otherwise) = (self.bits(then, depth)?, self.bits(otherwise, depth)?);
                Some(self.choice(condition, then, otherwise, self.wide))
            }
            (Op::FromBool, &[operand]) => {
                let operand = self.truth(operand, depth)?;
                Some(self.choice(operand, self.number(1), self.number(0), self.wide))
            }
            (Op::BitNot, &[a]) => {
                let a = self.bits(a, depth)?;
                let mask = self.number(mask(width));
                Some(self.binary(BinaryOp::BitXor, a, mask))
            }
            (Op::Neg, &[a]) => {
                let a = self.bits(a, depth)?;
                let negated = self.binary(BinaryOp::Sub, self.number(0), a);
                Some(self.cut(negated, width))
            }
            (Op::ZeroExtend(_), &[a]) => self.bits(a, depth),
            (Op::SignExtend(_), &[a]) => {
                let from = self.terms.width(a);
                let a = self.bits(a, depth)?;
                let sign = self.number(1 << (from - 1));
                let turned = self.turned(a, from);
                let extended = self.binary(BinaryOp::Sub, turned, sign);
                Some(self.cut(extended, width))
            }
            (Op::Extract { low, .. }, &[a]) => {
                let a = self.bits(a, depth)?;
                let amount = Expr::int(low.into(), self.int, self.span);
                let shifted = self.binary(BinaryOp::Shr, a, amount);
                Some(self.cut(shifted, width))
            }
            (Op::Concat, &[high, low]) => {
                let amount = Expr::int(self.terms.width(low).into(), self.int, self.span);
                let (high, low) = (self.bits(high, depth)?, self.bits(low, depth)?);
                let high = self.binary(BinaryOp::Shl, high, amount);
                Some(self.binary(BinaryOp::BitOr, high, low))
            }
            (op, &[a, b]) => {
                let op = arithmetic(op)?;
                let (a, b) = (self.bits(a, depth)?, self.bits(b, depth)?);
                let result = self.binary(op, a, b);
                Some(self.cut(result, width))
            }
            _ => None,
        }
    }

    fn enter(&mut self, depth: usize) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        depth.checked_sub(1)
    }

    fn number(&self, value: u128) -> Expr {
        // Bit-vectors of up to 64 bits have values of up to 64 bits.
        Expr::int(i128::try_from(value).unwrap_or(0), self.wide, self.span)
    }

    fn binary(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), self.wide, self.span)
    }

    fn compare(&self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        Expr::new(ExprKind::Binary(op, Box::new(a), Box::new(b)), self.int, self.span)
    }

    fn not(&self, operand: Expr) -> Expr {
        Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(operand)), self.int, self.span)
    }

    fn choice(&self, condition: Expr, then: Expr, otherwise: Expr, ty: TypeId) -> Expr {
        let kind = ExprKind::Cond(Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr::new(kind, ty, self.span)
    }

    fn cut(&self, value: Expr, width: u32) -> Expr {
        if width == WIDEST {
            return value;
        }
        self.binary(BinaryOp::BitAnd, value, self.number(mask(width)))
    }

    fn turned(&self, value: Expr, width: u32) -> Expr {
        self.binary(BinaryOp::BitXor, value, self.number(1 << (width - 1)))
    }
}

fn mask(width: u32) -> u128 {
    (1 << width) - 1
}

/// Operations whose result in 64 bits, cut to the width, is the result.
fn arithmetic(op: Op) -> Option<BinaryOp> {
    match op {
        Op::Add => Some(BinaryOp::Add),
        Op::Sub => Some(BinaryOp::Sub),
        Op::Mul => Some(BinaryOp::Mul),
        Op::BitAnd => Some(BinaryOp::BitAnd),
        Op::BitOr => Some(BinaryOp::BitOr),
        Op::BitXor => Some(BinaryOp::BitXor),
        _ => None,
    }
}
