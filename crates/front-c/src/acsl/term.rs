//! Operands: literals, names, `\valid` and its relatives, casts, selections.

use whydunit_program::BinaryOp;

use super::AcslError;
use super::ast::{Builtin, SpecExpr, SpecKind, SpecType};
use super::bounds::{self, Binder};
use super::lexer::TokenKind;
use super::parser::Parser;

type Parse<T = SpecExpr> = Result<T, AcslError>;

impl Parser<'_> {
    /// An operand followed by selections and indices.
    pub(super) fn postfix(&mut self) -> Parse {
        let mut base = self.primary()?;
        for _ in 0..200 {
            let start = base.start;
            let kind = match self.peek() {
                "[" => {
                    self.bump();
                    let index = self.range()?;
                    self.expect("]")?;
                    SpecKind::Index(Box::new(base), Box::new(index))
                }
                "." => {
                    self.bump();
                    SpecKind::Member(Box::new(base), self.name("a member's name")?)
                }
                "->" => {
                    self.bump();
                    SpecKind::Arrow(Box::new(base), self.name("a member's name")?)
                }
                _ => return Ok(base),
            };
            base = SpecExpr::new(kind, start, self.previous_end());
        }
        self.error_at(self.token().start, "expression too long")
    }

    fn name(&mut self, what: &str) -> Parse<String> {
        if self.token().kind != TokenKind::Name {
            return Err(self.unexpected(what));
        }
        Ok(self.bump().text.to_owned())
    }

    /// An expression, or `lo .. hi`.
    fn range(&mut self) -> Parse {
        let start = self.token().start;
        if self.peek() == ".." {
            return self.error_at(start, "a range needs both bounds");
        }
        let low = self.expression()?;
        if !self.eat("..") {
            return Ok(low);
        }
        if matches!(self.peek(), ")" | "]") {
            return self.error_at(start, "a range needs both bounds");
        }
        let high = self.expression()?;
        let end = high.end;
        Ok(SpecExpr::new(SpecKind::Range(Box::new(low), Box::new(high)), start, end))
    }

    fn primary(&mut self) -> Parse {
        let token = self.token();
        let text = || token.text.to_owned();
        let kind = match token.kind {
            TokenKind::Int => SpecKind::Int(text()),
            TokenKind::Float => SpecKind::Float(text()),
            TokenKind::Char => SpecKind::Char(text()),
            TokenKind::Str => SpecKind::Str(text()),
            TokenKind::Backslash => return self.backslash(),
            TokenKind::Name if token.text == "sizeof" => return self.sizeof(),
            TokenKind::Name => return self.named(),
            TokenKind::Punct if token.text == "(" => return self.parenthesis(),
            _ => return Err(self.unexpected("a term")),
        };
        self.bump();
        Ok(SpecExpr::new(kind, token.start, token.end))
    }

    fn named(&mut self) -> Parse {
        let token = self.bump();
        let kind = match token.text {
            "true" => SpecKind::Bool(true),
            "false" => SpecKind::Bool(false),
            name if self.peek() == "(" => {
                let arguments = self.arguments()?;
                SpecKind::Call(name.to_owned(), arguments)
            }
            name => SpecKind::Name(name.to_owned()),
        };
        Ok(SpecExpr::new(kind, token.start, self.previous_end()))
    }

    /// `( a, b )`
    fn arguments(&mut self) -> Parse<Vec<SpecExpr>> {
        self.expect("(")?;
        let mut arguments = Vec::new();
        if self.eat(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.range()?);
            if !self.eat(",") {
                self.expect(")")?;
                return Ok(arguments);
            }
        }
    }

    fn sizeof(&mut self) -> Parse {
        let start = self.bump().start;
        self.expect("(")?;
        let kind = match self.type_name(false)? {
            Some(ty) => SpecKind::SizeofType(ty),
            None => SpecKind::SizeofExpr(Box::new(self.expression()?)),
        };
        self.expect(")")?;
        Ok(SpecExpr::new(kind, start, self.previous_end()))
    }

    /// A cast, or an expression or range in parentheses.
    fn parenthesis(&mut self) -> Parse {
        let start = self.bump().start;
        if let Some(ty) = self.type_name(true)? {
            self.expect(")")?;
            let operand = self.nested(Self::cast_operand)?;
            let end = operand.end;
            return Ok(SpecExpr::new(SpecKind::Cast(ty, Box::new(operand)), start, end));
        }
        let inner = self.range()?;
        self.expect(")")?;
        Ok(SpecExpr::new(inner.kind, start, self.previous_end()))
    }

    fn cast_operand(&mut self) -> Parse {
        match self.peek() {
            "-" | "+" | "!" | "~" | "*" | "&" => self.unary(),
            _ => self.postfix(),
        }
    }

    /// The type name that stands here, if one does. A lone name is taken for one if it is in the
    /// parentheses of a cast: what follows them is then an operand.
    fn type_name(&mut self, in_cast: bool) -> Parse<Option<SpecType>> {
        let mut ahead = 0;
        let mut words = Vec::new();
        let mut certain = false;
        while self.token_at(ahead).kind == TokenKind::Name {
            let word = self.token_at(ahead).text;
            if !is_type_word(word) {
                let follows_tag = words.last().is_some_and(|word: &String| {
                    matches!(word.as_str(), "struct" | "union" | "enum")
                });
                let has_type = words.iter().any(|word| !is_qualifier(word));
                if !follows_tag && has_type {
                    break;
                }
            } else if !is_qualifier(word) {
                certain = true;
            }
            words.push(word.to_owned());
            ahead += 1;
        }
        let mut pointers = 0;
        while matches!(self.token_at(ahead).text, "*" | "const" | "volatile") {
            pointers += usize::from(self.token_at(ahead).text == "*");
            ahead += 1;
        }
        if words.is_empty() || self.token_at(ahead).text != ")" {
            return if certain { Err(self.unexpected("a type name")) } else { Ok(None) };
        }
        let next = self.token_at(ahead + 1);
        let operand_follows = match next.kind {
            TokenKind::End => false,
            TokenKind::Punct => matches!(next.text, "(" | "!" | "~"),
            _ => true,
        };
        // `(name *)` is no expression, so it is a type.
        if !certain && pointers == 0 && !(in_cast && operand_follows) {
            return Ok(None);
        }
        for _ in 0..ahead {
            self.bump();
        }
        Ok(Some(SpecType { words, pointers }))
    }

    fn backslash(&mut self) -> Parse {
        let token = self.bump();
        let kind = match token.text {
            "\\result" => SpecKind::Result,
            "\\null" => SpecKind::Null,
            "\\true" => SpecKind::Bool(true),
            "\\false" => SpecKind::Bool(false),
            "\\old" => SpecKind::Old(Box::new(self.single_argument(token.text)?)),
            "\\at" => return self.at(token.start),
            "\\valid" | "\\valid_read" => {
                return self.valid(token.start, token.text == "\\valid_read");
            }
            "\\abs" => SpecKind::Builtin(Builtin::Abs, vec![self.single_argument(token.text)?]),
            "\\min" | "\\max" => {
                let which = if token.text == "\\min" { Builtin::Min } else { Builtin::Max };
                let arguments = self.arguments()?;
                if arguments.len() != 2 {
                    return self
                        .error_at(token.start, format!("`{}` takes two arguments", token.text));
                }
                SpecKind::Builtin(which, arguments)
            }
            "\\forall" | "\\exists" => {
                return self.quantifier(token.start, token.text == "\\forall");
            }
            other => return self.error_at(token.start, format!("`{other}` is not supported")),
        };
        Ok(SpecExpr::new(kind, token.start, self.previous_end()))
    }

    fn single_argument(&mut self, name: &str) -> Parse {
        self.label()?;
        let offset = self.token().start;
        let mut arguments = self.arguments()?;
        match (arguments.pop(), arguments.is_empty()) {
            (Some(argument), true) => Ok(argument),
            _ => self.error_at(offset, format!("`{name}` takes one argument")),
        }
    }

    /// `{Here}` behind a builtin. Only the current state is meant by those that are supported.
    fn label(&mut self) -> Parse<()> {
        if self.eat("{") {
            let offset = self.token().start;
            if self.name("a label")? != "Here" {
                return self.error_at(offset, "only the label `Here` is supported here");
            }
            self.expect("}")?;
        }
        Ok(())
    }

    /// `\at(e, Label)`
    fn at(&mut self, start: usize) -> Parse {
        self.expect("(")?;
        let inner = self.expression()?;
        self.expect(",")?;
        let offset = self.token().start;
        let label = self.name("a label")?;
        self.expect(")")?;
        let end = self.previous_end();
        match label.as_str() {
            "Pre" | "Old" => Ok(SpecExpr::new(SpecKind::Old(Box::new(inner)), start, end)),
            "Here" | "Post" => Ok(SpecExpr::new(inner.kind, start, end)),
            _ => self.error_at(offset, format!("the label `{label}` is not supported")),
        }
    }

    fn valid(&mut self, start: usize, read_only: bool) -> Parse {
        self.label()?;
        let offset = self.token().start;
        let arguments = self.arguments()?;
        let end = self.previous_end();
        let mut all: Option<SpecExpr> = None;
        for argument in arguments {
            let (pointer, lo, hi) = memory_range(argument)?;
            let [pointer, lo, hi] = [pointer, lo, hi].map(Box::new);
            let one = SpecExpr::new(SpecKind::Valid { pointer, lo, hi, read_only }, start, end);
            all = Some(match all {
                None => one,
                Some(all) => SpecExpr::new(SpecKind::And(Box::new(all), Box::new(one)), start, end),
            });
        }
        match all {
            Some(all) => Ok(all),
            None => self.error_at(offset, "`\\valid` takes a pointer"),
        }
    }

    /// `\forall integer i, j; guard ==> body`
    fn quantifier(&mut self, start: usize, forall: bool) -> Parse {
        let mut binders = Vec::new();
        loop {
            let mut words = Vec::new();
            while self.token().kind == TokenKind::Name
                && (self.token_at(1).kind == TokenKind::Name || self.token_at(1).text == "*")
            {
                words.push(self.bump().text.to_owned());
            }
            if words.is_empty() && binders.is_empty() {
                return Err(self.unexpected("the type of a variable"));
            }
            if self.peek() == "*" {
                return self.error_at(self.token().start, "only integers can be quantified over");
            }
            let offset = self.token().start;
            let name = self.name("the name of a variable")?;
            if words.is_empty() {
                words =
                    binders.last().map(|binder: &Binder| binder.words.clone()).unwrap_or_default();
            }
            binders.push(Binder { words, name, offset });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")?;
        let body = self.expression()?;
        bounds::quantify(forall, binders, body, start)
    }
}

/// Splits what `\valid` is applied to: a pointer, and the first and last index from it.
fn memory_range(argument: SpecExpr) -> Parse<(SpecExpr, SpecExpr, SpecExpr)> {
    let (start, end) = (argument.start, argument.end);
    let zero = || SpecExpr::new(SpecKind::Int("0".to_owned()), end, end);
    match argument.kind {
        SpecKind::Binary(BinaryOp::Add, pointer, range)
            if matches!(range.kind, SpecKind::Range(..)) =>
        {
            let SpecKind::Range(lo, hi) = range.kind else { unreachable!("the guard has looked") };
            no_range(&pointer)?;
            Ok((*pointer, *lo, *hi))
        }
        // `&a[lo .. hi]`
        SpecKind::AddrOf(place) => match place.kind {
            SpecKind::Index(array, range) if matches!(range.kind, SpecKind::Range(..)) => {
                let SpecKind::Range(lo, hi) = range.kind else {
                    unreachable!("the guard has looked")
                };
                no_range(&array)?;
                Ok((*array, *lo, *hi))
            }
            kind => {
                let place = SpecExpr::new(kind, place.start, place.end);
                no_range(&place)?;
                let pointer = SpecExpr::new(SpecKind::AddrOf(Box::new(place)), start, end);
                Ok((pointer, zero(), zero()))
            }
        },
        SpecKind::Index(array, range) if matches!(range.kind, SpecKind::Range(..)) => {
            Err(AcslError {
                message: "`\\valid` takes pointers: write `&a[lo .. hi]`".to_owned(),
                offset: array.start,
            })
        }
        kind => {
            let pointer = SpecExpr::new(kind, start, end);
            no_range(&pointer)?;
            Ok((pointer, zero(), zero()))
        }
    }
}

/// Refuses ranges where no set of values can stand.
pub(super) fn no_range(expr: &SpecExpr) -> Parse<()> {
    if matches!(expr.kind, SpecKind::Range(..)) {
        let message = "a range can only be added to the pointer that `\\valid` is about".to_owned();
        return Err(AcslError { message, offset: expr.start });
    }
    expr.children().into_iter().try_for_each(no_range)
}

fn is_qualifier(word: &str) -> bool {
    matches!(word, "const" | "volatile")
}

pub(super) fn is_type_word(word: &str) -> bool {
    is_qualifier(word)
        || matches!(
            word,
            "void"
                | "char"
                | "short"
                | "int"
                | "long"
                | "float"
                | "double"
                | "signed"
                | "unsigned"
                | "_Bool"
                | "struct"
                | "union"
                | "enum"
                | "integer"
                | "real"
                | "boolean"
        )
}
