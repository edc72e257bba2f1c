//! Statements and bodies of procedures.

use whydunit_source::Span;

use crate::lexer::TokenKind;
use crate::problem::Problem;
use crate::syntax::{Arm, Body, Clause, Guard, Stmt, StmtKind, Target};

use super::{Parser, Res};

impl Parser {
    /// `{ var ...; statements }`
    pub(super) fn body(&mut self) -> Res<Body> {
        self.expect("{")?;
        let mut locals = Vec::new();
        while self.accept_word("var") {
            locals.append(&mut self.variables(true)?);
            self.expect(";")?;
        }
        let stmts = self.statements()?;
        let end = self.expect("}")?;
        Ok(Body { locals, stmts, end })
    }

    /// Statements up to a closing brace, which stays.
    fn statements(&mut self) -> Res<Vec<Stmt>> {
        let mut stmts = Vec::new();
        while !self.is_sign("}") {
            if *self.peek() == TokenKind::End {
                return Err(self.unexpected("`}`"));
            }
            stmts.push(self.statement()?);
        }
        Ok(stmts)
    }

    fn block(&mut self) -> Res<Vec<Stmt>> {
        self.nested(|parser| {
            parser.expect("{")?;
            let stmts = parser.statements()?;
            parser.expect("}")?;
            Ok(stmts)
        })
    }

    fn statement(&mut self) -> Res<Stmt> {
        let start = self.span();
        let TokenKind::Word { text, escaped: false } = self.peek() else {
            let kind = self.named_statement()?;
            return Ok(Stmt { kind, span: self.since(start) });
        };
        let kind = match text.as_str() {
            "assert" => self.condition_statement(StmtKind::Assert)?,
            "assume" => self.condition_statement(StmtKind::Assume)?,
            "havoc" => {
                self.advance();
                let names = self.idents("a variable")?;
                self.expect(";")?;
                StmtKind::Havoc(names)
            }
            "call" => self.call()?,
            "if" => return self.if_statement(),
            "while" => return self.while_statement(),
            "break" => {
                self.advance();
                let label =
                    if self.is_sign(";") { None } else { Some(self.ident("a label or `;`")?) };
                self.expect(";")?;
                StmtKind::Break(label)
            }
            "goto" => {
                self.advance();
                self.attributes()?;
                let labels = self.idents("a label")?;
                self.expect(";")?;
                StmtKind::Goto(labels)
            }
            "return" => {
                self.advance();
                self.attributes()?;
                if !self.is_sign(";") {
                    let message = "`return` takes no value: assign to the result variable";
                    return Err(Problem::new(self.span(), message));
                }
                self.expect(";")?;
                StmtKind::Return
            }
            "var" => {
                let message = "variables are declared at the start of the procedure's body";
                return Err(Problem::new(start, message));
            }
            "yield" | "async" | "par" if self.is_concurrent() => {
                while !self.is_sign(";") && *self.peek() != TokenKind::End {
                    self.advance();
                }
                self.expect(";")?;
                StmtKind::Unsupported("concurrency")
            }
            _ => self.named_statement()?,
        };
        Ok(Stmt { kind, span: self.since(start) })
    }

    /// `yield`, `async` and `par` are names unless something that makes a statement of them
    /// follows.
    fn is_concurrent(&self) -> bool {
        !matches!(self.peek_after(1), TokenKind::Sign(":=" | ":" | "[" | ","))
    }

    fn condition_statement(&mut self, make: fn(crate::syntax::Expr) -> StmtKind) -> Res<StmtKind> {
        self.advance();
        self.attributes()?;
        let condition = self.expression()?;
        self.expect(";")?;
        Ok(make(condition))
    }

    /// A label or an assignment.
    fn named_statement(&mut self) -> Res<StmtKind> {
        let name = self.ident("a statement")?;
        if self.accept(":") {
            return Ok(StmtKind::Label(name));
        }
        let mut targets = vec![self.target(name)?];
        while self.accept(",") {
            let name = self.ident("a variable")?;
            targets.push(self.target(name)?);
        }
        let at = self.span();
        if !self.accept(":=") {
            return Err(self.unexpected("`:=` or `:`"));
        }
        self.attributes()?;
        let values = self.some_expressions()?;
        if values.len() != targets.len() {
            let message = format!(
                "{} assigned, but {}",
                counted(targets.len(), "variable is", "variables are"),
                counted(values.len(), "value is given", "values are given")
            );
            return Err(Problem::new(at, message));
        }
        self.expect(";")?;
        Ok(StmtKind::Assign(targets, values))
    }

    fn target(&mut self, name: crate::syntax::Ident) -> Res<Target> {
        let start = name.span;
        let mut indices = Vec::new();
        while self.accept("[") {
            indices.push(self.expressions("]", &[])?);
            self.expect("]")?;
        }
        Ok(Target { name, indices, span: self.since(start) })
    }

    fn call(&mut self) -> Res<StmtKind> {
        self.advance();
        self.attributes()?;
        if self.is_word("forall") {
            while !self.is_sign(";") && *self.peek() != TokenKind::End {
                self.advance();
            }
            self.expect(";")?;
            return Ok(StmtKind::Unsupported("`call forall`"));
        }
        let mut names = self.idents("the name of a procedure")?;
        let (results, procedure) = if self.accept(":=") {
            (names, self.ident("the name of a procedure")?)
        } else if names.len() == 1 && self.is_sign("(") {
            (Vec::new(), names.remove(0))
        } else {
            return Err(self.unexpected("`:=` or `(`"));
        };
        self.expect("(")?;
        let args = self.expressions(")", &[])?;
        self.expect(")")?;
        self.expect(";")?;
        Ok(StmtKind::Call { results, procedure, args })
    }

    /// The rest of `if (e)` or `if (*)` behind the keyword, with the place of the condition; that
    /// of `*` is all of it, as a star tells nothing.
    fn guard(&mut self, keyword: Span) -> Res<(Guard, Span)> {
        self.attributes()?;
        self.expect("(")?;
        if self.is_sign("*") && *self.peek_after(1) == TokenKind::Sign(")") {
            self.advance();
            self.expect(")")?;
            return Ok((None, self.since(keyword)));
        }
        let guard = self.expression()?;
        let span = guard.span;
        self.expect(")")?;
        Ok((Some(guard), span))
    }

    fn if_statement(&mut self) -> Res<Stmt> {
        let start = self.span();
        let mut arms = Vec::new();
        let otherwise = loop {
            let keyword = self.span();
            self.expect_word("if")?;
            let (guard, guard_span) = self.guard(keyword)?;
            let body = self.block()?;
            arms.push(Arm { guard, guard_span, body });
            if !self.accept_word("else") {
                break None;
            }
            if !self.is_word("if") {
                break Some(self.block()?);
            }
        };
        Ok(Stmt { kind: StmtKind::If { arms, otherwise }, span: self.since(start) })
    }

    fn while_statement(&mut self) -> Res<Stmt> {
        let start = self.span();
        self.advance();
        let (guard, guard_span) = self.guard(start)?;
        let mut invariants = Vec::new();
        loop {
            let start = self.span();
            let is_free = self.accept_word("free");
            if !self.is_word("invariant") {
                if is_free {
                    return Err(self.unexpected("`invariant`"));
                }
                break;
            }
            self.advance();
            invariants.push(self.clause(is_free, start)?);
        }
        let body = self.block()?;
        let kind = StmtKind::While { guard, guard_span, invariants, body };
        Ok(Stmt { kind, span: self.since(start) })
    }

    /// The rest of a clause behind its keyword.
    pub(super) fn clause(&mut self, is_free: bool, start: Span) -> Res<Clause> {
        self.attributes()?;
        let condition = self.expression()?;
        let span = self.since(start);
        self.expect(";")?;
        Ok(Clause { is_free, condition, span })
    }
}

pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
