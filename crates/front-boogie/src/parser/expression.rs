//! Expressions, by binding strength: `<==>`, `==>`, `&&` and `||`, comparisons, `++`, sums,
//! products, signs, `[…]`.

use crate::lexer::TokenKind;
use crate::problem::Problem;
use crate::syntax::{Binder, Expr, ExprKind, Ident, Operator};

use super::{DEEPEST_EXPRESSION, Parser, Res};

const RELATIONS: &[(&str, Operator)] = &[
    ("==", Operator::Eq),
    ("!=", Operator::Ne),
    ("<=", Operator::Le),
    (">=", Operator::Ge),
    ("<:", Operator::Subtype),
    ("<", Operator::Lt),
    (">", Operator::Gt),
];
const CONCATENATION: &[(&str, Operator)] = &[("++", Operator::Concat)];
const SUMS: &[(&str, Operator)] = &[("+", Operator::Add), ("-", Operator::Sub)];
const PRODUCTS: &[(&str, Operator)] = &[
    ("*", Operator::Mul),
    ("/", Operator::RealDiv),
    ("div", Operator::Div),
    ("mod", Operator::Mod),
];

fn binary(op: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
}

impl Parser {
    pub(super) fn expression(&mut self) -> Res<Expr> {
        self.nested(|parser| {
            let mut left = parser.implication()?;
            let mut length = 0;
            while parser.accept("<==>") {
                let right = parser.implication()?;
                left = binary(Operator::Iff, left, right);
                parser.lengthen(&mut length)?;
            }
            Ok(left)
        })
    }

    /// A chain of operators of one strength is a tree as deep as the chain is long.
    fn lengthen(&self, length: &mut u32) -> Res<()> {
        *length += 1;
        if *length > DEEPEST_EXPRESSION {
            return Err(Problem::new(self.span(), "this expression is too long"));
        }
        Ok(())
    }

    fn implication(&mut self) -> Res<Expr> {
        let mut left = self.logical()?;
        if self.accept("==>") {
            let right = self.nested(Parser::implication)?;
            return Ok(binary(Operator::Implies, left, right));
        }
        let mut length = 0;
        while self.accept("<==") {
            let right = self.logical()?;
            left = binary(Operator::Follows, left, right);
            self.lengthen(&mut length)?;
        }
        Ok(left)
    }

    fn logical(&mut self) -> Res<Expr> {
        let mut left = self.relation()?;
        let (sign, other, op) = match self.peek() {
            TokenKind::Sign("&&") => ("&&", "||", Operator::And),
            TokenKind::Sign("||") => ("||", "&&", Operator::Or),
            _ => return Ok(left),
        };
        let mut length = 0;
        while self.accept(sign) {
            let right = self.relation()?;
            left = binary(op, left, right);
            self.lengthen(&mut length)?;
        }
        if self.is_sign(other) {
            let message = "`&&` and `||` can be mixed only with parentheses";
            return Err(Problem::new(self.span(), message));
        }
        Ok(left)
    }

    fn relation(&mut self) -> Res<Expr> {
        let left = self.chain(CONCATENATION, |parser| {
            parser.chain(SUMS, |parser| parser.chain(PRODUCTS, Parser::power))
        })?;
        let Some(op) = self.operator(RELATIONS) else { return Ok(left) };
        let right = self.chain(CONCATENATION, |parser| {
            parser.chain(SUMS, |parser| parser.chain(PRODUCTS, Parser::power))
        })?;
        if RELATIONS.iter().any(|(sign, _)| self.is_sign(sign)) {
            let message = "a comparison of a comparison needs parentheses";
            return Err(Problem::new(self.span(), message));
        }
        Ok(binary(op, left, right))
    }

    fn operator(&mut self, operators: &[(&str, Operator)]) -> Option<Operator> {
        let found = operators.iter().find(|(text, _)| self.is_sign(text) || self.is_word(text));
        let op = found.map(|(_, op)| *op)?;
        self.advance();
        Some(op)
    }

    fn chain(
        &mut self,
        operators: &[(&str, Operator)],
        operand: impl Fn(&mut Parser) -> Res<Expr>,
    ) -> Res<Expr> {
        let mut left = operand(self)?;
        let mut length = 0;
        while let Some(op) = self.operator(operators) {
            let right = operand(self)?;
            left = binary(op, left, right);
            self.lengthen(&mut length)?;
        }
        Ok(left)
    }

    fn power(&mut self) -> Res<Expr> {
        let base = self.unary()?;
        if self.accept("**") {
            let exponent = self.nested(Parser::power)?;
            return Ok(binary(Operator::Power, base, exponent));
        }
        Ok(base)
    }

    fn unary(&mut self) -> Res<Expr> {
        let start = self.span();
        if self.accept("!") {
            let operand = Box::new(self.nested(Parser::unary)?);
            return Ok(Expr { span: start.to(operand.span), kind: ExprKind::Not(operand) });
        }
        if self.accept("-") {
            let operand = Box::new(self.nested(Parser::unary)?);
            return Ok(Expr { span: start.to(operand.span), kind: ExprKind::Neg(operand) });
        }
        let mut expr = self.indexed()?;
        while self.accept(":") {
            let ty = self.type_expr()?;
            let kind = ExprKind::Coerce(Box::new(expr), ty);
            expr = Expr { kind, span: self.since(start) };
        }
        Ok(expr)
    }

    /// `e[i, j]`, `e[i := v]`, `e[8:0]`, any number of them.
    fn indexed(&mut self) -> Res<Expr> {
        let mut expr = self.atom()?;
        let mut length = 0;
        while self.accept("[") {
            let start = expr.span;
            self.lengthen(&mut length)?;
            let bound = self.bit_position();
            if let Some(high) = bound
                && self.accept(":")
            {
                let Some(low) = self.bit_position() else {
                    return Err(self.unexpected("the number of a bit"));
                };
                self.expect("]")?;
                let kind = ExprKind::Extract(Box::new(expr), high, low);
                expr = Expr { kind, span: self.since(start) };
                continue;
            }
            let keys = self.expressions("]", &[":="])?;
            let map = Box::new(expr);
            let kind = if self.accept(":=") {
                let value = Box::new(self.expression()?);
                ExprKind::Update(map, keys, value)
            } else {
                ExprKind::Select(map, keys)
            };
            self.expect("]")?;
            expr = Expr { kind, span: self.since(start) };
        }
        Ok(expr)
    }

    /// A number, taken only when a colon or the end of the brackets shows that it is one of a bit.
    fn bit_position(&mut self) -> Option<u32> {
        let TokenKind::Int(digits) = self.peek() else { return None };
        let before_colon = *self.peek_after(1) == TokenKind::Sign(":");
        let after_colon = self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Sign(":");
        let position = digits.parse().ok().filter(|_| before_colon || after_colon)?;
        self.advance();
        Some(position)
    }

    /// Expressions up to one of the signs, which stays; none at all are fine.
    pub(super) fn expressions(&mut self, end: &str, other_ends: &[&str]) -> Res<Vec<Expr>> {
        if self.is_sign(end) || other_ends.iter().any(|sign| self.is_sign(sign)) {
            return Ok(Vec::new());
        }
        self.some_expressions()
    }

    pub(super) fn some_expressions(&mut self) -> Res<Vec<Expr>> {
        let mut list = vec![self.expression()?];
        while self.accept(",") {
            list.push(self.expression()?);
        }
        Ok(list)
    }

    fn atom(&mut self) -> Res<Expr> {
        let span = self.span();
        let simple = match self.peek() {
            TokenKind::Int(digits) => Some(ExprKind::Int(digits.clone())),
            TokenKind::Bv { digits, width } => Some(ExprKind::Bv {
                digits: digits.clone(),
                width: width.parse().unwrap_or(u32::MAX),
            }),
            TokenKind::Real => Some(ExprKind::Real),
            TokenKind::Float => Some(ExprKind::Float),
            _ if self.is_word("true") => Some(ExprKind::Bool(true)),
            _ if self.is_word("false") => Some(ExprKind::Bool(false)),
            _ => None,
        };
        if let Some(kind) = simple {
            self.advance();
            return Ok(Expr { kind, span });
        }
        if self.accept("(") {
            let inner = self.nested(Parser::parenthesised)?;
            self.expect(")")?;
            return Ok(Expr { kind: inner.kind, span: self.since(span) });
        }
        if self.is_word("if") {
            return self.conditional();
        }
        let conversion = ["old", "int", "real"].into_iter().find(|word| self.is_word(word));
        if let Some(word) = conversion {
            self.advance();
            self.expect("(")?;
            let operand = self.expression()?;
            self.expect(")")?;
            let whole = self.since(span);
            let kind = match word {
                "old" => ExprKind::Old(Box::new(operand)),
                _ => ExprKind::Apply(Ident { name: word.into(), span }, vec![operand]),
            };
            return Ok(Expr { kind, span: whole });
        }
        if self.is_sign("|") {
            return Err(Problem::new(span, "code expressions are not supported"));
        }
        let name = self.ident("an expression")?;
        if self.accept("(") {
            let args = self.expressions(")", &[])?;
            self.expect(")")?;
            return Ok(Expr { kind: ExprKind::Apply(name, args), span: self.since(span) });
        }
        Ok(Expr { kind: ExprKind::Name(name.name), span })
    }

    fn conditional(&mut self) -> Res<Expr> {
        let start = self.span();
        self.expect_word("if")?;
        let condition = Box::new(self.expression()?);
        self.expect_word("then")?;
        let then = Box::new(self.expression()?);
        self.expect_word("else")?;
        let otherwise = Box::new(self.expression()?);
        let kind = ExprKind::If(condition, then, otherwise);
        Ok(Expr { kind, span: self.since(start) })
    }

    /// What stands between parentheses: binders, or an expression.
    fn parenthesised(&mut self) -> Res<Expr> {
        let start = self.span();
        let binders =
            [("forall", Binder::Forall), ("exists", Binder::Exists), ("lambda", Binder::Lambda)];
        for (word, binder) in binders {
            if self.accept_word(word) {
                let type_params = self.type_params()?;
                let vars = if self.is_sign("::") { Vec::new() } else { self.variables(true)? };
                self.expect("::")?;
                let body = Box::new(self.triggered()?);
                let kind = ExprKind::Bind { binder, type_params, vars, body };
                return Ok(Expr { kind, span: self.since(start) });
            }
        }
        if self.accept_word("var") {
            let names = self.idents("a name")?;
            self.expect(":=")?;
            let values = self.some_expressions()?;
            if names.len() != values.len() {
                let message = format!("{} names, but {} values", names.len(), values.len());
                return Err(Problem::new(start, message));
            }
            self.expect(";")?;
            let body = Box::new(self.expression()?);
            let kind = ExprKind::Let(names.into_iter().zip(values).collect(), body);
            return Ok(Expr { kind, span: self.since(start) });
        }
        self.expression()
    }

    /// The body of a quantifier behind its attributes and triggers, which are for provers only.
    fn triggered(&mut self) -> Res<Expr> {
        while self.is_sign("{") {
            if self.starts_attribute() {
                self.attributes()?;
            } else {
                self.advance();
                self.expressions("}", &[])?;
                self.expect("}")?;
            }
        }
        self.expression()
    }
}
