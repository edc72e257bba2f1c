//! Attributes and assembler.
//!
//! Of the attributes, those that change what a program means are kept, in their plain spelling
//! (`packed`, not `__packed__`); the others are dropped wherever they stand.

use super::{Normalise, Normaliser};

/// Attributes that change layout, lifetime or linkage.
const KEPT: [&str; 14] = [
    "packed",
    "aligned",
    "mode",
    "vector_size",
    "constructor",
    "destructor",
    "cleanup",
    "alias",
    "noreturn",
    "transparent_union",
    "scalar_storage_order",
    "whydunit_constexpr",
    "whydunit_static",
    "whydunit_unqualified",
];

impl Normaliser<'_> {
    /// Does an attribute, GNU or C23, stand here?
    pub(super) fn at_attribute(&self) -> bool {
        self.peek() == "__attribute__" || (self.peek() == "[" && self.peek_at(1) == "[")
    }

    /// Reads an attribute list; the text to put where the parser accepts one, if any of it is kept.
    pub(super) fn attribute(&mut self) -> Option<String> {
        if self.peek() == "[" {
            self.skip_brackets();
            return None;
        }
        self.skip();
        if self.peek() != "(" || self.peek_at(1) != "(" {
            return None;
        }
        let start = self.pos + 2;
        self.skip_brackets();
        let end = self.pos.saturating_sub(2).max(start);
        let mut kept = Vec::new();
        let mut at = start;
        while at < end {
            let name = plain_name(&self.input[at].text).to_owned();
            let mut depth = 0usize;
            let mut text = name.clone();
            at += 1;
            while at < end {
                match self.input[at].text.as_ref() {
                    "," if depth == 0 => break,
                    "(" => depth += 1,
                    ")" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                text.push_str(&self.input[at].text);
                text.push(' ');
                at += 1;
            }
            at += 1;
            if KEPT.contains(&name.as_str()) {
                kept.push(text.trim_end().to_owned());
            }
        }
        (!kept.is_empty()).then(|| format!("__attribute__(({}))", kept.join(", ")))
    }

    /// Copies what is kept of the attributes that stand here.
    pub(super) fn attributes(&mut self) {
        while self.at_attribute() {
            let span = self.here();
            if let Some(text) = self.attribute() {
                self.push_word(text, span);
            }
        }
    }

    /// Drops the attributes that stand here.
    pub(super) fn drop_attributes(&mut self) {
        while self.at_attribute() {
            self.attribute();
        }
    }

    /// Does assembler stand here? (`asm` alone may be an ordinary name.)
    pub(super) fn at_asm(&self) -> bool {
        match self.peek() {
            "__asm__" => true,
            "asm" => matches!(self.peek_at(1), "(" | "volatile" | "goto" | "inline"),
            _ => false,
        }
    }

    /// Drops `asm qualifiers (...)`.
    pub(super) fn skip_asm(&mut self) {
        self.skip();
        while matches!(self.peek(), "volatile" | "goto" | "inline" | "const") {
            self.skip();
        }
        if self.peek() == "(" {
            self.skip_brackets();
        }
    }

    /// Drops assembler names and copies attributes, as they follow a declarator.
    pub(super) fn declarator_suffix(&mut self) {
        loop {
            if self.at_asm() {
                self.skip_asm();
            } else if self.at_attribute() {
                self.attributes();
            } else {
                return;
            }
        }
    }

    /// `_Static_assert(condition, "message");`
    pub(super) fn static_assert(&mut self) -> Normalise {
        self.bump();
        if self.eat("(") {
            self.expression_until(&[","])?;
            if self.eat(",") {
                self.expression_until(&[])?;
            } else {
                self.insert(", \"\"");
            }
            self.eat(")");
        }
        self.eat(";");
        Ok(())
    }
}

/// `__packed__` and `packed` are the same.
fn plain_name(name: &str) -> &str {
    name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name)
}
