//! Statements and blocks.

use super::declaration::Context;
use super::{Normalise, Normaliser};

impl Normaliser<'_> {
    /// `{ ... }`
    pub(super) fn block(&mut self) -> Normalise {
        self.scoped(Self::block_in_scope)
    }

    /// A block whose scope is already open: the body of a function, with its parameters.
    pub(super) fn block_in_scope(&mut self) -> Normalise {
        self.bump();
        while !self.at_end() && self.peek() != "}" {
            self.block_item()?;
        }
        self.place_annotations();
        self.eat("}");
        Ok(())
    }

    fn block_item(&mut self) -> Normalise {
        self.place_annotations();
        let start = self.pos;
        if self.peek() == "_Static_assert" {
            self.static_assert()?;
        } else if self.declaration_starts() {
            self.declaration(Context::Block)?;
        } else {
            self.statement()?;
        }
        if self.pos == start {
            self.bump();
        }
        Ok(())
    }

    pub(super) fn declaration_starts(&self) -> bool {
        if self.at_attribute() {
            return self.declaration_follows_attributes();
        }
        self.type_starts_at(0) && self.peek_at(1) != ":"
    }

    /// Is there a declaration behind the attributes that stand here? If not, a statement has them.
    fn declaration_follows_attributes(&self) -> bool {
        let mut at = 0;
        while self.peek_at(at) == "__attribute__" || self.peek_at(at) == "[" {
            if self.peek_at(at) != "[" {
                at += 1;
            }
            let mut depth = 0usize;
            loop {
                match self.peek_at(at) {
                    "(" | "[" => depth += 1,
                    ")" | "]" => depth = depth.saturating_sub(1),
                    "" => return false,
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        self.type_starts_at(at)
    }

    /// A statement that another one controls. Annotations in front of it go into a block with it.
    fn substatement(&mut self) -> Normalise {
        if !self.annotation_waits() {
            return self.statement();
        }
        self.insert("{");
        self.place_annotations();
        self.statement()?;
        self.insert("}");
        Ok(())
    }

    pub(super) fn statement(&mut self) -> Normalise {
        self.nested(Self::statement_here)
    }

    fn statement_here(&mut self) -> Normalise {
        loop {
            self.drop_attributes();
            let colon = match self.peek() {
                "case" => {
                    self.bump();
                    self.expression_until(&[":", "...", ";"])?;
                    if self.eat("...") {
                        self.expression_until(&[":", ";"])?;
                    }
                    self.eat(":")
                }
                "default" => {
                    self.bump();
                    self.eat(":")
                }
                _ if self.peek_at(1) == ":" && self.name_at(0).is_some() => {
                    self.bump();
                    self.eat(":")
                }
                _ => break,
            };
            if !colon {
                return Ok(());
            }
            self.drop_statement_attributes();
            if self.label_needs_statement() {
                self.insert(";");
                return Ok(());
            }
        }
        self.unlabelled()
    }

    fn drop_statement_attributes(&mut self) {
        if self.at_attribute() && !self.declaration_follows_attributes() {
            self.drop_attributes();
        }
    }

    /// Newer C allows a label before a declaration and at the end of a block; the parser does not.
    fn label_needs_statement(&self) -> bool {
        matches!(self.peek(), "}" | "_Static_assert" | "")
            || self.declaration_starts()
            || self.annotation_waits()
    }

    fn unlabelled(&mut self) -> Normalise {
        match self.peek() {
            "{" => self.block(),
            "if" => self.if_statement(),
            "while" | "switch" => {
                self.bump();
                self.condition()?;
                self.substatement()
            }
            "do" => {
                self.bump();
                self.substatement()?;
                if self.eat("while") {
                    self.condition()?;
                    self.eat(";");
                }
                Ok(())
            }
            "for" => self.scoped(Self::for_statement),
            "goto" if self.peek_at(1) == "*" => self.unsupported("\"computed goto\""),
            "__label__" => {
                while !self.at_end() && self.peek() != ";" {
                    self.skip();
                }
                self.bump();
                Ok(())
            }
            _ if self.at_asm() => {
                let span = self.input[self.pos].span;
                self.skip_asm();
                self.insert_at("__whydunit_unsupported (", span);
                self.push_word("\"inline assembler\"", span);
                self.insert_at(")", span);
                if !self.eat(";") {
                    self.insert(";");
                }
                Ok(())
            }
            _ => self.expression_statement(),
        }
    }

    fn condition(&mut self) -> Normalise {
        if self.eat("(") {
            self.nested(|normaliser| normaliser.expression_until(&[]))?;
            self.eat(")");
        }
        Ok(())
    }

    fn if_statement(&mut self) -> Normalise {
        loop {
            self.bump();
            self.condition()?;
            self.substatement()?;
            if !self.eat("else") {
                return Ok(());
            }
            if self.peek() != "if" || self.annotation_waits() {
                return self.substatement();
            }
        }
    }

    fn for_statement(&mut self) -> Normalise {
        self.bump();
        if self.eat("(") {
            if self.declaration_starts() {
                self.declaration(Context::Block)?;
            } else {
                self.expression_until(&[";"])?;
                self.eat(";");
            }
            self.expression_until(&[";"])?;
            self.eat(";");
            self.expression_until(&[])?;
            self.eat(")");
        }
        self.substatement()
    }

    /// Replaces the statement up to its semicolon.
    fn unsupported(&mut self, what: &'static str) -> Normalise {
        let span = self.input[self.pos].span;
        while !self.at_end() && self.peek() != ";" {
            self.skip();
        }
        self.insert_at("__whydunit_unsupported (", span);
        self.push_word(what, span);
        self.insert_at(")", span);
        self.eat(";");
        Ok(())
    }

    fn expression_statement(&mut self) -> Normalise {
        if let (Some(first), Some(_)) = (self.name_at(0), self.name_at(1)) {
            return Err(self.unknown_type(first));
        }
        if matches!(self.peek(), "return" | "goto" | "break" | "continue" | "else") {
            self.bump();
        }
        self.expression_until(&[";"])?;
        self.eat(";");
        Ok(())
    }
}
