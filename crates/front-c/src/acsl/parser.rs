//! The token cursor and the operators, by precedence climbing.

use whydunit_program::{BinaryOp, UnaryOp};

use super::AcslError;
use super::ast::{SpecExpr, SpecKind};
use super::lexer::{Token, TokenKind};
use crate::limits::MAX_ANNOTATION_DEPTH;

type Parse<T = SpecExpr> = Result<T, AcslError>;

#[derive(Debug)]
pub(super) struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    pos: usize,
    depth: u32,
}

/// How an infix operator combines its operands.
#[derive(Clone, Copy)]
enum Infix {
    Op(BinaryOp),
    /// Several in a row are a conjunction: `a <= b < c`.
    Compare(BinaryOp),
    And,
    Or,
    Xor,
    Implies,
    Iff,
}

/// Operator and its precedence; higher binds tighter.
fn infix(text: &str) -> Option<(Infix, u8)> {
    use BinaryOp::*;
    Some(match text {
        "<==>" => (Infix::Iff, 1),
        "==>" => (Infix::Implies, 2),
        "||" => (Infix::Or, 3),
        "^^" => (Infix::Xor, 4),
        "&&" => (Infix::And, 5),
        "|" => (Infix::Op(BitOr), 6),
        "^" => (Infix::Op(BitXor), 7),
        "&" => (Infix::Op(BitAnd), 8),
        "==" => (Infix::Compare(Eq), 9),
        "!=" | "≠" => (Infix::Compare(Ne), 9),
        "<" => (Infix::Compare(Lt), 10),
        "<=" | "≤" => (Infix::Compare(Le), 10),
        ">" => (Infix::Compare(Gt), 10),
        ">=" | "≥" => (Infix::Compare(Ge), 10),
        "<<" => (Infix::Op(Shl), 11),
        ">>" => (Infix::Op(Shr), 11),
        "+" => (Infix::Op(Add), 12),
        "-" => (Infix::Op(Sub), 12),
        "*" => (Infix::Op(Mul), 13),
        "/" => (Infix::Op(Div), 13),
        "%" => (Infix::Op(Rem), 13),
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    pub(super) fn new(tokens: Vec<Token<'a>>) -> Parser<'a> {
        Parser { tokens, pos: 0, depth: 0 }
    }

    pub(super) fn token(&self) -> Token<'a> {
        self.token_at(0)
    }

    /// The token `ahead` of the current one; the end marker past the end.
    pub(super) fn token_at(&self, ahead: usize) -> Token<'a> {
        self.tokens[(self.pos + ahead).min(self.tokens.len() - 1)]
    }

    pub(super) fn peek(&self) -> &'a str {
        self.token().text
    }

    pub(super) fn at_end(&self) -> bool {
        self.token().kind == TokenKind::End
    }

    pub(super) fn bump(&mut self) -> Token<'a> {
        let token = self.token();
        self.pos = (self.pos + 1).min(self.tokens.len() - 1);
        token
    }

    /// End of the token before the current one.
    pub(super) fn previous_end(&self) -> usize {
        self.pos.checked_sub(1).map_or(0, |previous| self.tokens[previous].end)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.peek() == text && !self.at_end();
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Parse<()> {
        if self.eat(text) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{text}`")))
    }

    pub(super) fn unexpected(&self, wanted: &str) -> AcslError {
        let token = self.token();
        let message = match token.kind {
            TokenKind::End => format!("the annotation ends where {wanted} is expected"),
            _ => format!("expected {wanted}, found `{}`", token.text),
        };
        AcslError { message, offset: token.start }
    }

    pub(super) fn error_at<T>(&self, offset: usize, message: impl Into<String>) -> Parse<T> {
        Err(AcslError { message: message.into(), offset })
    }

    /// Runs `parse` one level deeper.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.depth += 1;
        if self.depth > MAX_ANNOTATION_DEPTH {
            return self.error_at(self.token().start, "nesting too deep");
        }
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// A term or predicate.
    pub(super) fn expression(&mut self) -> Parse {
        self.nested(|parser| {
            let condition = parser.infix_expression(1)?;
            if !parser.eat("?") {
                return Ok(condition);
            }
            let then = parser.expression()?;
            parser.expect(":")?;
            let otherwise = parser.expression()?;
            let (start, end) = (condition.start, otherwise.end);
            let kind = SpecKind::Cond(Box::new(condition), Box::new(then), Box::new(otherwise));
            Ok(SpecExpr::new(kind, start, end))
        })
    }

    fn infix_expression(&mut self, minimum: u8) -> Parse {
        let mut left = self.unary()?;
        let mut operators = 0;
        while let Some((operator, precedence)) = infix(self.peek()) {
            if precedence < minimum || self.at_end() {
                break;
            }
            operators += 1;
            if operators > MAX_ANNOTATION_DEPTH {
                return self.error_at(self.token().start, "expression too long");
            }
            self.bump();
            left = match operator {
                Infix::Compare(first) => self.comparison(left, first, precedence)?,
                Infix::Implies => {
                    let right = self.nested(|parser| parser.infix_expression(precedence))?;
                    join(operator, left, right)
                }
                _ => {
                    let right = self.nested(|parser| parser.infix_expression(precedence + 1))?;
                    join(operator, left, right)
                }
            };
        }
        Ok(left)
    }

    /// `left op a op b ...`, where the operators are of one precedence.
    fn comparison(&mut self, left: SpecExpr, first: BinaryOp, precedence: u8) -> Parse {
        let mut right = self.nested(|parser| parser.infix_expression(precedence + 1))?;
        let mut all = join(Infix::Op(first), left, right.clone());
        let mut operators = 0;
        while let Some((Infix::Compare(next), level)) = infix(self.peek())
            && level == precedence
        {
            operators += 1;
            if operators > MAX_ANNOTATION_DEPTH {
                return self.error_at(self.token().start, "expression too long");
            }
            self.bump();
            let last = self.nested(|parser| parser.infix_expression(precedence + 1))?;
            let link = join(Infix::Op(next), right, last.clone());
            all = join(Infix::And, all, link);
            right = last;
        }
        Ok(all)
    }

    pub(super) fn unary(&mut self) -> Parse {
        let token = self.token();
        if token.kind == TokenKind::Punct {
            let operand = |parser: &mut Self| {
                parser.bump();
                parser.nested(Self::unary).map(Box::new)
            };
            let kind = match token.text {
                "!" => SpecKind::Unary(UnaryOp::Not, operand(self)?),
                "-" => SpecKind::Unary(UnaryOp::Neg, operand(self)?),
                "~" => SpecKind::Unary(UnaryOp::BitNot, operand(self)?),
                "*" => SpecKind::Deref(operand(self)?),
                "&" => SpecKind::AddrOf(operand(self)?),
                "+" => operand(self)?.kind,
                _ => return self.postfix(),
            };
            return Ok(SpecExpr::new(kind, token.start, self.previous_end()));
        }
        self.postfix()
    }
}

fn join(operator: Infix, left: SpecExpr, right: SpecExpr) -> SpecExpr {
    let (start, end) = (left.start, right.end);
    let (left, right) = (Box::new(left), Box::new(right));
    let kind = match operator {
        Infix::Op(op) | Infix::Compare(op) => SpecKind::Binary(op, left, right),
        Infix::And => SpecKind::And(left, right),
        Infix::Or => SpecKind::Or(left, right),
        Infix::Xor => SpecKind::Xor(left, right),
        Infix::Implies => SpecKind::Implies(left, right),
        Infix::Iff => SpecKind::Iff(left, right),
    };
    SpecExpr::new(kind, start, end)
}
