//! Expressions and type names.

use super::declaration::Context;
use super::words::{is_qualifier, is_storage_or_qualifier, is_type_word};
use super::{Meaning, Normalise, Normaliser};
use crate::text::Token;
use crate::text::scan::Kind;

impl Normaliser<'_> {
    /// Copies an expression up to one of `stops`, an unmatched closing bracket or the end.
    pub(super) fn expression_until(&mut self, stops: &[&str]) -> Normalise {
        while !self.at_end() {
            let text = self.peek();
            if stops.contains(&text) {
                return Ok(());
            }
            match text {
                ")" | "]" | "}" => return Ok(()),
                "(" => self.parenthesis()?,
                "[" if self.at_attribute() && !self.after_operand() => self.drop_attributes(),
                "[" => {
                    self.bump();
                    self.nested(|normaliser| normaliser.expression_until(&[]))?;
                    self.eat("]");
                }
                "{" => self.braces()?,
                "?" => self.conditional(stops)?,
                "&&" if self.in_function && !self.after_operand() && self.name_at(1).is_some() => {
                    let span = self.input[self.pos].span;
                    self.insert_at("( ( void * ) 0 )", span);
                    self.skip();
                    self.skip();
                }
                _ if self.input[self.pos].kind == Kind::Ident => self.word()?,
                _ => self.bump(),
            }
        }
        Ok(())
    }

    /// Can the token before this one end an operand?
    fn after_operand(&self) -> bool {
        self.out.last().is_some_and(|token| match token.kind {
            Kind::Ident => !matches!(token.text.as_ref(), "return" | "case" | "sizeof"),
            Kind::Number | Kind::Char | Kind::Str => true,
            _ => matches!(token.text.as_ref(), ")" | "]" | "}" | "++" | "--"),
        })
    }

    /// `? a : b`, and the GNU form without `a`.
    fn conditional(&mut self, stops: &[&str]) -> Normalise {
        self.bump();
        if self.peek() == ":" {
            self.insert("__whydunit_same ( )");
        } else {
            let mut stops = stops.to_vec();
            stops.retain(|&stop| stop != ",");
            stops.push(":");
            self.nested(|normaliser| normaliser.expression_until(&stops))?;
        }
        self.eat(":");
        Ok(())
    }

    fn parenthesis(&mut self) -> Normalise {
        if self.peek_at(1) == "{" {
            self.bump();
            self.nested(Self::block)?;
            self.eat(")");
        } else if self.type_starts_at(1) {
            self.bump();
            self.literal_storage();
            self.type_name()?;
            self.eat(")");
            if self.peek() == "{" {
                self.compound_literal()?;
            }
        } else {
            self.bump();
            self.nested(|normaliser| normaliser.expression_until(&[]))?;
            self.eat(")");
        }
        Ok(())
    }

    /// The storage class of a compound literal, which newer C allows and the parser does not: static storage is told by an attribute.
    fn literal_storage(&mut self) {
        let is_storage = |word: &str| matches!(word, "static" | "register" | "_Thread_local");
        while is_storage(self.peek()) {
            let (span, is_static) = (self.here(), self.peek() != "register");
            self.skip();
            if is_static {
                self.push_word("__attribute__((__whydunit_static__))".to_owned(), span);
            }
        }
    }

    /// `sizeof (T)`, and `sizeof (T){ ... }`, which the parser wants in parentheses.
    fn sizeof_type(&mut self) -> Normalise {
        self.bump();
        let operand = self.out.len();
        let span = self.input[self.pos].span;
        self.bump();
        self.type_name()?;
        self.eat(")");
        if self.peek() != "{" {
            return Ok(());
        }
        let open = Token { kind: Kind::Punct, text: "(".into(), span };
        self.out.insert(operand, open);
        self.compound_literal()?;
        loop {
            match self.peek() {
                "[" => {
                    self.bump();
                    self.nested(|normaliser| normaliser.expression_until(&[]))?;
                    self.eat("]");
                }
                "." | "->" => {
                    self.bump();
                    self.bump();
                }
                _ => break,
            }
        }
        self.insert(")");
        Ok(())
    }

    /// The braces of a compound literal, which the parser wants not to be empty.
    fn compound_literal(&mut self) -> Normalise {
        if self.peek_at(1) == "}" {
            self.bump();
            self.insert("0");
            self.bump();
            return Ok(());
        }
        self.braces()
    }

    /// An initialiser in braces.
    pub(super) fn braces(&mut self) -> Normalise {
        self.bump();
        self.nested(|normaliser| normaliser.expression_until(&[]))?;
        self.eat("}");
        Ok(())
    }

    /// An identifier or keyword in an expression.
    fn word(&mut self) -> Normalise {
        match self.peek() {
            "_Alignof" => self.alignof(),
            "sizeof" if self.peek_at(1) == "(" && self.type_starts_at(2) => self.sizeof_type(),
            "__typeof" => self.typeof_type(),
            "__builtin_types_compatible_p" if self.peek_at(1) == "(" => self.types_compatible(),
            "__builtin_va_arg" if self.peek_at(1) == "(" => {
                self.bump();
                self.bump();
                self.expression_until(&[","])?;
                self.eat(",");
                self.type_name()?;
                self.eat(")");
                Ok(())
            }
            "__builtin_offsetof" if self.peek_at(1) == "(" => {
                self.bump();
                self.bump();
                self.type_name()?;
                self.expression_until(&[])?;
                self.eat(")");
                Ok(())
            }
            "__real__" | "__real" | "__imag__" | "__imag" => {
                Err(self.error("complex numbers are not supported"))
            }
            "_Generic" if self.peek_at(1) == "(" => self.generic(),
            "__attribute__" => {
                self.drop_attributes();
                Ok(())
            }
            _ => {
                self.name();
                Ok(())
            }
        }
    }

    /// Copies a name, or the name of its own that a parameter was given.
    pub(super) fn name(&mut self) {
        let is_member =
            self.out.last().is_some_and(|token| matches!(token.text.as_ref(), "." | "->"));
        let renamed = !is_member && self.meaning(self.peek()) == Some(Meaning::Renamed);
        let mangled = renamed.then(|| super::words::mangle(self.peek()));
        self.bump();
        if let (Some(mangled), Some(last)) = (mangled, self.out.last_mut()) {
            last.text = mangled.into();
        }
    }

    /// `_Alignof` of a type, or (GNU) of an expression, which becomes the type of the expression.
    fn alignof(&mut self) -> Normalise {
        self.bump();
        if self.peek() == "(" && !self.type_starts_at(1) {
            self.insert("( __typeof");
            self.parenthesis()?;
            self.insert(")");
        } else if self.name_at(0).is_some() {
            self.insert("( __typeof (");
            self.name();
            loop {
                match self.peek() {
                    "." | "->" => {
                        self.bump();
                        self.bump();
                    }
                    "[" => {
                        self.bump();
                        self.nested(|normaliser| normaliser.expression_until(&[]))?;
                        self.eat("]");
                    }
                    _ => break,
                }
            }
            self.insert(") )");
        }
        Ok(())
    }

    /// `_Generic(expression, type: value, default: value)`
    fn generic(&mut self) -> Normalise {
        self.bump();
        self.bump();
        self.expression_until(&[","])?;
        while self.eat(",") {
            if self.peek() == "default" {
                self.bump();
            } else {
                self.type_name()?;
            }
            self.eat(":");
            self.expression_until(&[","])?;
        }
        self.eat(")");
        Ok(())
    }

    /// Turns the types into null pointers to them, which are expressions.
    fn types_compatible(&mut self) -> Normalise {
        self.bump();
        self.bump();
        loop {
            self.insert("( __typeof (");
            self.typedef_guard();
            self.type_name()?;
            self.insert(") * ) 0");
            if !self.eat(",") {
                break;
            }
        }
        self.eat(")");
        Ok(())
    }

    /// `typeof (...)`
    pub(super) fn typeof_type(&mut self) -> Normalise {
        self.bump();
        if self.peek() != "(" {
            return Ok(());
        }
        self.bump();
        if self.type_starts_at(0) {
            self.typedef_guard();
            self.type_name()?;
        } else {
            self.nested(|normaliser| normaliser.expression_until(&[]))?;
        }
        self.eat(")");
        Ok(())
    }

    /// The parser tries an expression first inside `typeof`, and takes the name of a type for one.
    fn typedef_guard(&mut self) {
        if self.name_at(0).is_some() {
            self.insert("__attribute__(())");
        }
    }

    pub(super) fn type_name(&mut self) -> Normalise {
        self.specifiers(Context::TypeName)?;
        self.declarator(true)?;
        self.drop_attributes();
        Ok(())
    }

    /// Does a type name or declaration start `ahead` tokens from here?
    pub(super) fn type_starts_at(&self, ahead: usize) -> bool {
        let word = self.peek_at(ahead);
        if self.input.get(self.pos + ahead).is_none_or(|token| token.kind != Kind::Ident) {
            return false;
        }
        match word {
            "struct" | "union" | "enum" | "__typeof" | "typedef" | "_Alignas" | "__auto_type"
            | "_BitInt" => true,
            // In front of a type as a rule, but nothing else is certain before it has been read.
            "__attribute__" => true,
            _ => {
                is_type_word(word)
                    || is_qualifier(word)
                    || is_storage_or_qualifier(word)
                    || self.is_typedef(word)
            }
        }
    }
}
