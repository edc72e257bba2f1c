//! Types, and lists of typed names.

use crate::lexer::TokenKind;
use crate::limits::WIDEST_PARSED;
use crate::problem::Problem;
use crate::syntax::{Ident, TypeExpr, TypeKind, Variable};

use super::{Parser, Res};

/// `bv32` is a type, though lexed as a name.
fn bit_width(word: &str) -> Option<u32> {
    let digits = word.strip_prefix("bv")?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| {
        digits.parse().ok().filter(|&width| width <= WIDEST_PARSED).unwrap_or(WIDEST_PARSED)
    })
}

impl Parser {
    pub(super) fn type_expr(&mut self) -> Res<TypeExpr> {
        self.nested(Parser::any_type)
    }

    fn any_type(&mut self) -> Res<TypeExpr> {
        let start = self.span();
        if self.is_sign("<") || self.is_sign("[") {
            return self.map_type();
        }
        if self.starts_type_atom() && !self.is_plain_name() {
            return self.type_atom();
        }
        let name = self.ident("a type")?;
        let mut args = Vec::new();
        while self.starts_type_atom() {
            args.push(self.type_atom()?);
        }
        if self.is_sign("[") || self.is_sign("<") {
            args.push(self.map_type()?);
        }
        Ok(TypeExpr { kind: TypeKind::Named(name, args), span: self.since(start) })
    }

    fn map_type(&mut self) -> Res<TypeExpr> {
        let start = self.span();
        let type_params = self.type_params()?;
        self.expect("[")?;
        let mut keys = Vec::new();
        if !self.is_sign("]") {
            keys.push(self.type_expr()?);
            while self.accept(",") {
                keys.push(self.type_expr()?);
            }
        }
        self.expect("]")?;
        let value = Box::new(self.type_expr()?);
        Ok(TypeExpr { kind: TypeKind::Map { type_params, keys, value }, span: self.since(start) })
    }

    /// A name that is no built-in type.
    fn is_plain_name(&self) -> bool {
        self.name_ahead().is_some_and(|name| bit_width(name).is_none())
    }

    fn starts_type_atom(&self) -> bool {
        self.is_sign("(")
            || ["int", "bool", "real"].iter().any(|word| self.is_word(word))
            || self.name_ahead().is_some()
    }

    fn type_atom(&mut self) -> Res<TypeExpr> {
        let start = self.span();
        if self.accept("(") {
            let inner = self.type_expr()?;
            self.expect(")")?;
            return Ok(TypeExpr { span: self.since(start), ..inner });
        }
        let built_in = [("int", TypeKind::Int), ("bool", TypeKind::Bool), ("real", TypeKind::Real)];
        for (word, kind) in built_in {
            if self.accept_word(word) {
                return Ok(TypeExpr { kind, span: start });
            }
        }
        if let TokenKind::Word { text, escaped: false } = self.peek()
            && let Some(width) = bit_width(text)
        {
            self.advance();
            return Ok(TypeExpr { kind: TypeKind::Bv(width), span: start });
        }
        let name = self.ident("a type")?;
        Ok(TypeExpr { kind: TypeKind::Named(name, Vec::new()), span: start })
    }

    /// `<a, b>`, or nothing.
    pub(super) fn type_params(&mut self) -> Res<Vec<Ident>> {
        if !self.accept("<") {
            return Ok(Vec::new());
        }
        let params = self.idents("a type variable")?;
        self.expect(">")?;
        Ok(params)
    }

    /// `x, y: int where e, z: bool`: at least one name. Names of one group share their type and
    /// condition.
    pub(super) fn variables(&mut self, may_have_conditions: bool) -> Res<Vec<Variable>> {
        let mut variables = Vec::new();
        loop {
            self.attributes()?;
            let names = self.idents("a name")?;
            self.expect(":")?;
            let ty = self.type_expr()?;
            let is_alone = names.len() == 1;
            let end = ty.span;
            let mut condition = None;
            if self.is_word("where") {
                if !may_have_conditions {
                    return Err(Problem::new(self.span(), "a `where` clause cannot stand here"));
                }
                self.advance();
                condition = Some(self.expression()?);
            }
            for name in names {
                let span = if is_alone { name.span.to(end) } else { name.span };
                let (ty, condition) = (ty.clone(), condition.clone());
                variables.push(Variable { name, ty, condition, span });
            }
            if !self.accept(",") {
                return Ok(variables);
            }
        }
    }
}
