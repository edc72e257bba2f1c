//! What assumptions state: C expressions such as `x == (5) && y == -3;` as comparisons of a variable or a result with a constant.
//!
//! Precedence climbing over at most [`MOST_TOKENS`] tokens and [`DEEPEST`] levels. Conjunctions are taken apart (`;` conjoins,
//! too); anything else that is no comparison with a constant states nothing to us and is left out.

use whydunit_interp::InputValue;
use whydunit_program::{BinaryOp, Class, UnaryOp};

use super::literal;
use super::number::{Number, class_named};
use super::{Fact, Relation, Subject};
use crate::limits::{DEEPEST, LONGEST_NAME, MOST_TOKENS};

/// The comparisons with constants that must hold for the text to hold, in its order.
pub(crate) fn facts(text: &str) -> Vec<Fact> {
    let mut facts = Vec::new();
    for part in text.split(';') {
        let Some(tokens) = tokens(part) else { continue };
        if tokens.is_empty() {
            continue;
        }
        let mut parser = Parser { tokens: &tokens, at: 0, depth: 0 };
        if let Some(expr) = parser.binary(0)
            && parser.at == tokens.len()
        {
            state(expr, true, &mut facts);
        }
    }
    facts
}

/// A variable as [`Subject::Variable`] names it: without spaces, `p->x` as `(*p).x`, no parentheses around the whole.
pub(crate) fn variable(text: &str) -> Option<String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, depth: 0 };
    match parser.binary(0)? {
        Expr::Variable(name) if parser.at == tokens.len() => Some(name),
        _ => None,
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token<'t> {
    Name(&'t str),
    Constant(Number),
    Sign(&'t str),
}

/// Longest first.
const SIGNS: &[&str] = &[
    "->", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "::", "(", ")", "[", "]", ".", "+", "-",
    "*", "/", "%", "<", ">", "&", "|", "^", "~", "!", "?", ":", ",", "=",
];

fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\\');
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if tokens.len() >= MOST_TOKENS {
            return None;
        }
        let is_number = first.is_ascii_digit()
            || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        let length = if is_number {
            let length = literal::number_length(rest);
            tokens.push(Token::Constant(literal::number(&rest[..length])?));
            length
        } else if first == '\'' {
            let (value, length) = literal::character(rest)?;
            tokens.push(Token::Constant(Number::int(value)));
            length
        } else if is_word(first) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            tokens.push(match &rest[..length] {
                "NULL" => Token::Constant(Number::null()),
                "true" | "TRUE" => Token::Constant(Number::int(1)),
                "false" | "FALSE" => Token::Constant(Number::int(0)),
                name => Token::Name(name),
            });
            length
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign))?;
            tokens.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

#[derive(Clone, PartialEq, Debug)]
enum Expr {
    Constant(Number),
    Variable(String),
    Not(Box<Expr>),
    States(Fact),
    /// Flat, so that long chains are not deep.
    And(Vec<Expr>),
    /// Something that is not followed.
    Other,
}

impl Expr {
    fn variable(name: String) -> Expr {
        if name.len() > LONGEST_NAME { Expr::Other } else { Expr::Variable(name) }
    }
}

struct Parser<'t> {
    tokens: &'t [Token<'t>],
    at: usize,
    depth: usize,
}

/// How tightly a binary operator binds; from loose to tight.
fn strength(sign: &str) -> Option<u8> {
    Some(match sign {
        "?" | ":" | "," | "=" => return None,
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | "<=" | ">" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<&'t Token<'t>> {
        self.tokens.get(self.at)
    }

    fn peek_sign(&self) -> Option<&'t str> {
        match self.peek() {
            Some(Token::Sign(sign)) => Some(sign),
            _ => None,
        }
    }

    fn accept(&mut self, sign: &str) -> bool {
        let found = self.peek_sign() == Some(sign);
        self.at += usize::from(found);
        found
    }

    fn binary(&mut self, loosest: u8) -> Option<Expr> {
        let mut left = self.unary()?;
        while let Some(sign) = self.peek_sign()
            && let Some(strength) = strength(sign)
            && strength > loosest
        {
            self.at += 1;
            let right = self.nested(|parser| parser.binary(strength))?;
            left = combine(sign, left, right);
        }
        Some(left)
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn unary(&mut self) -> Option<Expr> {
        let Some(sign @ ("-" | "+" | "~" | "!" | "*" | "&")) = self.peek_sign() else {
            return self.postfix();
        };
        self.at += 1;
        let operand = self.nested(Parser::unary)?;
        Some(match (sign, operand) {
            ("!", operand) => Expr::Not(Box::new(operand)),
            ("*", Expr::Variable(name)) => Expr::variable(format!("*{name}")),
            (_, Expr::Constant(operand)) => {
                let result = match sign {
                    "+" => operand.plus(),
                    "-" => operand.unary(UnaryOp::Neg),
                    "~" => operand.unary(UnaryOp::BitNot),
                    _ => None,
                };
                result.map_or(Expr::Other, Expr::Constant)
            }
            _ => Expr::Other,
        })
    }

    fn postfix(&mut self) -> Option<Expr> {
        let mut expr = self.primary()?;
        loop {
            if self.accept("[") {
                let index = self.nested(|parser| parser.binary(0))?;
                if !self.accept("]") {
                    return None;
                }
                let index = match index {
                    Expr::Constant(index) => index.value(),
                    _ => InputValue::Null,
                };
                expr = match (expr, index) {
                    (Expr::Variable(name), InputValue::Int(index)) => {
                        Expr::variable(format!("{name}[{index}]"))
                    }
                    _ => Expr::Other,
                };
            } else if let Some(sign @ ("." | "->" | "::")) = self.peek_sign() {
                self.at += 1;
                let Some(Token::Name(field)) = self.peek() else { return None };
                self.at += 1;
                expr = match (expr, sign) {
                    // `main::x`: the scope is said elsewhere.
                    (_, "::") => Expr::Variable((*field).to_owned()),
                    (Expr::Variable(name), "->") => Expr::variable(format!("(*{name}).{field}")),
                    (Expr::Variable(name), _) if name.starts_with('*') => {
                        Expr::variable(format!("({name}).{field}"))
                    }
                    (Expr::Variable(name), _) => Expr::variable(format!("{name}.{field}")),
                    _ => Expr::Other,
                };
            } else {
                return Some(expr);
            }
        }
    }

    fn primary(&mut self) -> Option<Expr> {
        let token = self.peek()?;
        self.at += 1;
        match token {
            Token::Constant(value) => Some(Expr::Constant(*value)),
            Token::Name(name) => Some(Expr::Variable((*name).to_owned())),
            Token::Sign("(") => {
                if let Some(to) = self.accept_cast() {
                    let operand = self.nested(Parser::unary)?;
                    return Some(match (operand, to) {
                        (Expr::Constant(operand), Some(to)) => {
                            operand.cast(to).map_or(Expr::Other, Expr::Constant)
                        }
                        (operand, _) => operand,
                    });
                }
                let inner = self.nested(|parser| parser.binary(0))?;
                self.accept(")").then_some(inner)
            }
            Token::Sign(_) => None,
        }
    }

    /// The rest of `(unsigned char)`: the class that it converts to, where it is one of numbers. Pointers, and variables that are
    /// converted, keep their values wherever these are ones that can be given.
    fn accept_cast(&mut self) -> Option<Option<Class>> {
        let Some(Token::Name(first)) = self.peek() else { return None };
        const WORDS: &[&str] = &[
            "int", "unsigned", "signed", "char", "short", "long", "float", "double", "void",
            "_Bool", "bool", "struct", "union", "enum", "const",
        ];
        if !WORDS.contains(first) && !first.ends_with("_t") {
            return None;
        }
        let rest = &self.tokens[self.at..];
        let is_inside = |token: &Token<'_>| matches!(token, Token::Name(_) | Token::Sign("*"));
        let length = rest.iter().take_while(|token| is_inside(token)).count();
        if rest.get(length) != Some(&Token::Sign(")")) {
            return None;
        }
        self.at += length + 1;
        let word = |token: &Token<'t>| match token {
            Token::Name(name) => Some(*name),
            _ => None,
        };
        let words: Option<Vec<&str>> = rest[..length].iter().map(word).collect();
        Some(words.and_then(|words| class_named(&words)))
    }
}

fn combine(sign: &str, left: Expr, right: Expr) -> Expr {
    let relation = match sign {
        "==" => Relation::Equal,
        "!=" => Relation::NotEqual,
        "<" => Relation::Less,
        "<=" => Relation::LessEqual,
        ">" => Relation::Greater,
        ">=" => Relation::GreaterEqual,
        "&&" => {
            return Expr::And(match left {
                Expr::And(mut parts) => {
                    parts.push(right);
                    parts
                }
                left => vec![left, right],
            });
        }
        _ => {
            let (Expr::Constant(left), Expr::Constant(right)) = (left, right) else {
                return Expr::Other;
            };
            let result = operator(sign).and_then(|op| left.binary(op, right));
            return result.map_or(Expr::Other, Expr::Constant);
        }
    };
    match (left, right) {
        (Expr::Variable(name), Expr::Constant(value)) => {
            Expr::States(fact(&name, relation, value.value()))
        }
        (Expr::Constant(value), Expr::Variable(name)) => {
            Expr::States(fact(&name, relation.swapped(), value.value()))
        }
        _ => Expr::Other,
    }
}

/// The operator of numbers that is written like this.
fn operator(sign: &str) -> Option<BinaryOp> {
    use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
    let operators = [Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor];
    operators.into_iter().find(|op| op.symbol() == sign)
}

/// Collects what `expr` (or its negation) states.
fn state(expr: Expr, holds: bool, facts: &mut Vec<Fact>) {
    match expr {
        Expr::And(parts) if holds => parts.into_iter().for_each(|part| state(part, true, facts)),
        Expr::Not(inner) => state(*inner, !holds, facts),
        Expr::States(fact) => {
            let relation = if holds { fact.relation } else { fact.relation.negated() };
            facts.push(Fact { relation, ..fact });
        }
        Expr::Variable(name) => {
            let relation = if holds { Relation::NotEqual } else { Relation::Equal };
            facts.push(fact(&name, relation, InputValue::Int(0)));
        }
        Expr::And(_) | Expr::Constant(_) | Expr::Other => {}
    }
}

fn fact(name: &str, relation: Relation, value: InputValue) -> Fact {
    let subject = match name {
        "\\result" | "__result" => Subject::Result,
        name => Subject::Variable(name.to_owned()),
    };
    Fact { subject, relation, value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let show = |fact: Fact| {
            let subject = match fact.subject {
                Subject::Variable(name) => name,
                Subject::Result => "RESULT".into(),
            };
            format!("{subject} {:?} {:?}", fact.relation, fact.value)
        };
        facts(text).into_iter().map(show).collect()
    }

    #[test]
    fn what_tools_write() {
        let cases: &[(&str, &[&str])] = &[
            ("x == (5);", &["x Equal Int(5)"]),
            ("x==5;y == (-3); ", &["x Equal Int(5)", "y Equal Int(-3)"]),
            ("(x == 5 && (y != 3u))", &["x Equal Int(5)", "y NotEqual Int(3)"]),
            ("\\result == -2147483648", &["RESULT Equal Int(-2147483648)"]),
            (
                "\\result == (-9223372036854775807LL - 1)",
                &["RESULT Equal Int(-9223372036854775808)"],
            ),
            ("0x10UL == a[ 2 ]", &["a[2] Equal Int(16)"]),
            ("p->x <= 7 && 3 < s . y", &["(*p).x LessEqual Int(7)", "s.y Greater Int(3)"]),
            ("(*p).x == 1", &["(*p).x Equal Int(1)"]),
            (
                "!(x < 4) && !y && z",
                &["x GreaterEqual Int(4)", "y Equal Int(0)", "z NotEqual Int(0)"],
            ),
            (
                "c == 'a' && d == '\\n' && e == '\\x41'",
                &["c Equal Int(97)", "d Equal Int(10)", "e Equal Int(65)"],
            ),
            ("f == 1.5f && g == -0x1.8p1", &["f Equal Float(1.5)", "g Equal Float(-3.0)"]),
            ("p == NULL && q == (void *)0", &["p Equal Null", "q Equal Int(0)"]),
            ("x == ((unsigned char )200)", &["x Equal Int(200)"]),
            ("main::x == 4", &["x Equal Int(4)"]),
            ("x == 1 << 4", &["x Equal Int(16)"]),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text), *expected, "{text}");
        }
    }

    #[test]
    fn what_states_nothing_about_a_constant() {
        for text in [
            "x > y",
            "x == 5 || x == 6",
            "x + 1 == 5",
            "f(x) == 3",
            "",
            ";;",
            "1",
            "\"s\"",
            "x ==",
            "== 5",
            "(((",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
        assert_eq!(shown("x > y; z == 3"), ["z Equal Int(3)"], "the rest still counts");
    }

    #[test]
    fn depth_is_bounded_and_chains_are_not() {
        let deep = format!("{}x{} == 1", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(shown(&deep), [""; 0]);
        let nots = format!("{}x", "!".repeat(100_000));
        assert_eq!(shown(&nots), [""; 0]);
        let chain = vec!["x == 1"; 5000].join(" && ");
        assert_eq!(shown(&chain).len(), 5000);
    }

    #[test]
    fn names_of_variables() {
        for (text, name) in [(" ( x )", "x"), ("p -> f", "(*p).f"), ("a[2l]", "a[2]"), ("*p", "*p")]
        {
            assert_eq!(variable(text).as_deref(), Some(name), "{text}");
        }
        assert_eq!(variable("x + 1"), None);
    }
}
