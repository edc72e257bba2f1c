//! Declarators, parameters, and the bodies of functions.

use rustc_hash::FxHashMap;

use super::declaration::Context;
use super::words::{is_qualifier, mangle};
use super::{Meaning, Normalise, Normaliser};
use crate::text::scan::Kind;

/// What a declarator declares, as far as reading on depends on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarator {
    /// Index in the output of the declared name.
    pub(super) name: Option<usize>,
    /// Set if the name is declared as a function.
    pub(super) function: Option<Function>,
    /// What the name is has been settled: a suffix binds to it, or a pointer in parentheses does.
    settled: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Function {
    /// Names without types: `f(a, b)`, or nothing at all.
    pub(super) is_old_style: bool,
    /// Index in the output of each parameter's name.
    parameters: Vec<usize>,
}

impl Normaliser<'_> {
    /// Copies a declarator. If `may_be_abstract`, the name may be missing (a type name, a parameter).
    pub(super) fn declarator(&mut self, may_be_abstract: bool) -> Normalise<Declarator> {
        self.nested(|normaliser| normaliser.declarator_here(may_be_abstract))
    }

    fn declarator_here(&mut self, may_be_abstract: bool) -> Normalise<Declarator> {
        let mut out = Declarator::default();
        let mut is_pointer = false;
        loop {
            if self.at_attribute() {
                self.drop_attributes();
            } else if self.peek() == "*" || is_qualifier(self.peek()) {
                is_pointer = true;
                self.bump();
            } else {
                break;
            }
        }
        if self.name_at(0).is_some() && !self.at_asm() {
            out.name = Some(self.out.len());
            self.bump();
        } else if self.peek() == "(" && self.parenthesis_is_declarator(may_be_abstract) {
            self.bump();
            out = self.declarator(may_be_abstract)?;
            self.eat(")");
        }
        loop {
            // Between a declarator and its suffixes, attributes say nothing that matters.
            if self.peek() == "[" && !self.at_attribute() {
                self.bump();
                while is_qualifier(self.peek()) || self.peek() == "static" {
                    self.bump();
                }
                self.expression_until(&[])?;
                self.eat("]");
                out.settled = true;
            } else if self.peek() == "(" {
                let function = self.parameters()?;
                if !out.settled {
                    out.function = Some(function);
                    out.settled = true;
                }
            } else {
                break;
            }
        }
        out.settled |= is_pointer;
        Ok(out)
    }

    /// Is the parenthesis here around a declarator, rather than around parameters?
    fn parenthesis_is_declarator(&self, may_be_abstract: bool) -> bool {
        let mut ahead = 1;
        // A calling convention or the like may come first.
        if self.peek_at(ahead) == "__attribute__" {
            return true;
        }
        while is_qualifier(self.peek_at(ahead)) {
            ahead += 1;
        }
        match self.peek_at(ahead) {
            "*" | "(" | "[" => true,
            ")" => false,
            _ => !may_be_abstract || !self.type_starts_at(ahead),
        }
    }

    fn parameters(&mut self) -> Normalise<Function> {
        let mut function = Function::default();
        self.bump();
        if self.peek() == "..." && self.peek_at(1) == ")" {
            self.skip();
        }
        let old_style = self.name_at(0).is_some()
            && !self.type_starts_at(0)
            && matches!(self.peek_at(1), "," | ")");
        if self.peek() == ")" || old_style {
            function.is_old_style = true;
            while self.name_at(0).is_some() {
                function.parameters.push(self.out.len());
                self.bump();
                if !self.eat(",") {
                    break;
                }
            }
        } else {
            // Types declared among parameters are of no use outside.
            self.scoped(|normaliser| normaliser.typed_parameters(&mut function))?;
        }
        if self.peek() != ")" {
            self.expression_until(&[])?;
        }
        self.eat(")");
        Ok(function)
    }

    fn typed_parameters(&mut self, function: &mut Function) -> Normalise {
        while !matches!(self.peek(), ")" | "") && !self.eat("...") {
            let start = self.pos;
            self.specifiers(Context::Parameter)?;
            let declarator = self.declarator(true)?;
            if let Some(name) = declarator.name {
                function.parameters.push(name);
                let text = self.out[name].text.clone();
                let recorded = self.declared.take();
                self.declare(&text, Meaning::Ordinary);
                self.declared = recorded;
            }
            self.drop_attributes();
            if self.at_asm() {
                self.skip_asm();
            }
            if !self.eat(",") || self.pos == start {
                break;
            }
        }
        Ok(())
    }

    /// The rest of a function definition, from behind its declarator.
    pub(super) fn function(&mut self, function: Function) -> Normalise {
        let names: Vec<String> =
            function.parameters.iter().map(|&at| self.out[at].text.to_string()).collect();
        if function.is_old_style {
            self.old_style_declarations(&names)?;
        }
        let mut scope = FxHashMap::default();
        for (&at, name) in function.parameters.iter().zip(names) {
            let hides_type = !function.is_old_style && self.is_typedef(&name);
            if hides_type {
                self.out[at].text = mangle(&name).into();
            }
            let meaning = if hides_type { Meaning::Renamed } else { Meaning::Ordinary };
            if self.meaning(&name).is_some() {
                scope.insert(name, meaning);
            }
        }
        self.scopes.push(scope);
        self.in_function = true;
        // Annotations between the declarator and the body belong to nothing.
        let result = self.block_in_scope();
        self.in_function = false;
        self.scopes.pop();
        result
    }

    /// Declarations between `f(a, b)` and the body, completed by those that are left out.
    fn old_style_declarations(&mut self, names: &[String]) -> Normalise {
        let outer = self.declared.replace(Vec::new());
        while !self.at_end() && self.peek() != "{" {
            let start = self.pos;
            self.declaration(Context::Block)?;
            if self.pos == start {
                self.bump();
            }
        }
        let declared = std::mem::replace(&mut self.declared, outer).unwrap_or_default();
        for name in names.iter().filter(|name| !declared.contains(name)) {
            let span = self.here();
            self.push_word("int", span);
            self.out.push(crate::text::Token {
                kind: Kind::Ident,
                text: name.clone().into(),
                span,
            });
            self.push_word(";", span);
        }
        Ok(())
    }
}
