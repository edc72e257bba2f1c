//! Declarations at the top of a file.

use crate::lexer::TokenKind;
use crate::problem::Problem;
use crate::syntax::{
    Contract, Decl, Function, Header, Ident, Implementation, Procedure, TypeDecl, TypeExpr,
    TypeKind, Variable,
};

use super::{Parser, Res};

impl Parser {
    pub(super) fn declarations(&mut self) -> Res<Vec<Decl>> {
        let mut decls = Vec::new();
        while *self.peek() != TokenKind::End {
            self.declaration(&mut decls)?;
        }
        Ok(decls)
    }

    fn declaration(&mut self, decls: &mut Vec<Decl>) -> Res<()> {
        let word = match self.peek() {
            TokenKind::Word { text, escaped: false } => text.clone(),
            _ => return Err(self.unexpected("a declaration")),
        };
        match word.as_str() {
            "type" => self.types(decls),
            "const" => self.constants(decls),
            "var" => {
                self.advance();
                self.attributes()?;
                let variables = self.variables(true)?;
                self.expect(";")?;
                decls.extend(variables.into_iter().map(Decl::Var));
                Ok(())
            }
            "axiom" => {
                self.advance();
                self.attributes()?;
                let condition = self.expression()?;
                self.expect(";")?;
                decls.push(Decl::Axiom(condition));
                Ok(())
            }
            "function" => {
                self.advance();
                let function = self.function()?;
                decls.push(Decl::Function(function));
                self.uses(decls)
            }
            "procedure" => {
                self.advance();
                let procedure = self.procedure()?;
                decls.push(Decl::Procedure(procedure));
                Ok(())
            }
            "implementation" => {
                self.advance();
                self.attributes()?;
                let header = self.header()?;
                let body = self.body()?;
                let attributes = std::mem::take(&mut self.attributes);
                decls.push(Decl::Implementation(Implementation { attributes, header, body }));
                Ok(())
            }
            "datatype" | "pure" | "yield" | "action" | "async" | "atomic" | "left" | "right"
            | "both" => {
                let message = format!("`{word}` declarations are not supported");
                Err(Problem::new(self.span(), message))
            }
            _ => Err(self.unexpected("a declaration")),
        }
    }

    fn types(&mut self, decls: &mut Vec<Decl>) -> Res<()> {
        self.advance();
        self.attributes()?;
        if self.is_word("finite") && matches!(self.peek_after(1), TokenKind::Word { .. }) {
            self.advance();
        }
        loop {
            let name = self.ident("the name of a type")?;
            let mut params = Vec::new();
            while self.name_ahead().is_some() {
                params.push(self.ident("a type variable")?);
            }
            let synonym = if self.accept("=") { Some(self.type_expr()?) } else { None };
            decls.push(Decl::Type(TypeDecl { name, params, synonym }));
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(())
    }

    fn constants(&mut self, decls: &mut Vec<Decl>) -> Res<()> {
        self.advance();
        self.attributes()?;
        let is_unique = self.accept_word("unique");
        let variables = self.variables(false)?;
        // The order of constants under `<:` is not followed.
        if self.accept_word("extends") {
            while !self.is_sign(";") && *self.peek() != TokenKind::End {
                self.advance();
            }
        } else {
            self.accept_word("complete");
        }
        let constants = variables.into_iter().map(|variable| Decl::Const { is_unique, variable });
        decls.extend(constants);
        if self.is_word("uses") {
            return self.uses(decls);
        }
        self.expect(";")?;
        Ok(())
    }

    /// `uses { axiom ...; }`: which axioms go with a function or constant is for provers; they are
    /// axioms like others.
    fn uses(&mut self, decls: &mut Vec<Decl>) -> Res<()> {
        if !self.accept_word("uses") {
            return Ok(());
        }
        self.expect("{")?;
        while !self.is_sign("}") {
            self.declaration(decls)?;
        }
        self.expect("}")?;
        Ok(())
    }

    fn function(&mut self) -> Res<Function> {
        let attributes = self.attributes()?;
        let is_builtin = |name: &str| matches!(name, "bvbuiltin" | "builtin");
        let builtin = attributes.into_iter().find(|attribute| is_builtin(&attribute.name));
        let name = self.ident("the name of a function")?;
        let type_params = self.type_params()?;
        self.expect("(")?;
        let mut params = Vec::new();
        if !self.is_sign(")") {
            self.formals(&mut params)?;
        }
        self.expect(")")?;
        let result = if self.accept_word("returns") {
            self.expect("(")?;
            let mut results = Vec::new();
            self.formals(&mut results)?;
            self.expect(")")?;
            let span = name.span;
            let only = results.pop().filter(|_| results.is_empty());
            only.ok_or_else(|| Problem::new(span, "a function has one result"))?.1
        } else {
            self.expect(":")?;
            self.type_expr()?
        };
        let body = if self.accept("{") {
            let body = self.expression()?;
            self.expect("}")?;
            Some(body)
        } else {
            if !self.is_word("uses") {
                self.expect(";")?;
            }
            None
        };
        let builtin = builtin.and_then(|attribute| attribute.text);
        Ok(Function { name, type_params, params, result, body, builtin })
    }

    /// `x, y: int, bool`: arguments of functions need no names.
    fn formals(&mut self, formals: &mut Vec<(Option<Ident>, TypeExpr)>) -> Res<()> {
        loop {
            self.attributes()?;
            let first = self.type_expr()?;
            let mut names = vec![first];
            // `x, y: int` is known to be a list of names only at the colon.
            while self.is_sign(",") && self.is_plain(&names) && self.leads_to_colon() {
                self.advance();
                names.push(self.type_expr()?);
            }
            if self.accept(":") {
                let ty = self.type_expr()?;
                for name in names {
                    let TypeKind::Named(name, args) = name.kind else {
                        return Err(Problem::new(name.span, "expected the name of a parameter"));
                    };
                    if let Some(extra) = args.first() {
                        return Err(Problem::new(extra.span, "expected `:` or `,`"));
                    }
                    formals.push((Some(name), ty.clone()));
                }
            } else {
                formals.extend(names.into_iter().map(|ty| (None, ty)));
            }
            if !self.accept(",") {
                return Ok(());
            }
        }
    }

    fn is_plain(&self, types: &[TypeExpr]) -> bool {
        types.iter().all(|ty| matches!(&ty.kind, TypeKind::Named(_, args) if args.is_empty()))
    }

    /// At a comma: do names and commas lead to a colon?
    fn leads_to_colon(&self) -> bool {
        let mut ahead = 1;
        while matches!(self.peek_after(ahead), TokenKind::Word { .. }) {
            match self.peek_after(ahead + 1) {
                TokenKind::Sign(":") => return true,
                TokenKind::Sign(",") => ahead += 2,
                _ => return false,
            }
        }
        false
    }

    fn header(&mut self) -> Res<Header> {
        let name = self.ident("the name of a procedure")?;
        let type_params = self.type_params()?;
        let params = self.parameter_list()?;
        let results = if self.accept_word("returns") { self.parameter_list()? } else { Vec::new() };
        Ok(Header { name, type_params, params, results })
    }

    fn parameter_list(&mut self) -> Res<Vec<Variable>> {
        self.expect("(")?;
        let list = if self.is_sign(")") { Vec::new() } else { self.variables(true)? };
        self.expect(")")?;
        Ok(list)
    }

    fn procedure(&mut self) -> Res<Procedure> {
        self.attributes()?;
        let header = self.header()?;
        let has_body = !self.accept(";");
        let contract = self.contract()?;
        let body = if has_body { Some(self.body()?) } else { None };
        let attributes = std::mem::take(&mut self.attributes);
        Ok(Procedure { attributes, header, contract, body })
    }

    fn contract(&mut self) -> Res<Contract> {
        let mut contract = Contract::default();
        loop {
            let start = self.span();
            let is_free = self.accept_word("free");
            if self.accept_word("requires") {
                contract.requires.push(self.clause(is_free, start)?);
            } else if self.accept_word("ensures") {
                contract.ensures.push(self.clause(is_free, start)?);
            } else if self.accept_word("modifies") {
                if !self.is_sign(";") {
                    contract.modifies.append(&mut self.idents("a variable")?);
                }
                self.expect(";")?;
            } else if is_free {
                return Err(self.unexpected("`requires` or `ensures`"));
            } else {
                return Ok(contract);
            }
        }
    }
}
