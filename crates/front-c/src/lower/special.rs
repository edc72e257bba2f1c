//! Functions that mean something to whydunit itself: assertions, assumptions, errors, annotations.

use lang_c::ast::{CallExpression, Constant as AstConstant, Expression};
use lang_c::span::Node;
use whydunit_program::{CheckKind, Expr, StmtKind};
use whydunit_source::Span;

use super::operand::Operand;
use super::{Res, Unit};
use crate::library::{self, FileUse};
use crate::sema::ctype::{IntTy, Kind, Ty};
use crate::sema::literal;

/// Jumps between functions and threads have no meaning in the representation; neither have built-ins of
/// the compiler that we know nothing of.
const UNSUPPORTED_FUNCTIONS: &[&str] =
    &["longjmp", "_longjmp", "siglongjmp", "__builtin_longjmp", "fork", "vfork"];

fn is_setjmp(name: &str) -> bool {
    matches!(name, "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "__builtin_setjmp")
}

fn is_unsupported(name: &str) -> bool {
    UNSUPPORTED_FUNCTIONS.contains(&name)
        || name.strip_prefix("__builtin_").is_some_and(|plain| !has_body(name) && !has_body(plain))
        || name.starts_with("pthread_")
        || name.starts_with("thrd_")
        || name.starts_with("mtx_")
        || name.starts_with("cnd_")
        || name.starts_with("__sync_")
        || name.starts_with("__atomic_")
        || name.starts_with("__c11_atomic_")
}

fn has_body(name: &str) -> bool {
    library::knows(name, FileUse::default())
}

impl Unit<'_> {
    /// Is a call of `name` lowered by [`Unit::special_call`]?
    pub(super) fn is_special(&self, name: &str) -> bool {
        match name {
            "reach_error" | "__VERIFIER_error" => true,
            _ if self.world.user_defined.contains(name) => false,
            // `assert` as a function: the header was forgotten, or the program declares its own.
            "__whydunit_assert"
            | "assert"
            | "__VERIFIER_assert"
            | "__CPROVER_assert"
            | "__assert_fail"
            | "__assert"
            | "__VERIFIER_assume"
            | "__CPROVER_assume"
            | "__builtin_assume"
            | "__builtin_unreachable"
            | "__whydunit_annotation"
            | "__whydunit_unsupported" => true,
            _ if is_setjmp(name) => true,
            _ => self.is_builtin(name) || is_unsupported(name),
        }
    }

    /// Lowers a call of a function that is special to us; `None` if it is not.
    pub(super) fn special_call(
        &mut self,
        name: &str,
        call: &CallExpression,
        span: Span,
    ) -> Res<Option<Operand>> {
        if !self.is_special(name) {
            return Ok(None);
        }
        match name {
            "__whydunit_assert" | "assert" | "__VERIFIER_assert" | "__CPROVER_assert" => {
                self.assertion(call, span)?;
            }
            "__assert_fail" | "__assert" => {
                let text = match call.arguments.first() {
                    Some(argument) => string_argument(argument).unwrap_or_default(),
                    None => String::new(),
                };
                self.fail(CheckKind::Assert, text, span);
            }
            "__VERIFIER_assume" | "__CPROVER_assume" | "__builtin_assume" => {
                let Some(argument) = call.arguments.first() else {
                    return Err(self.error(span, format!("`{name}` takes 1 argument")));
                };
                let cond = self.scalar(argument, "an assumption")?;
                self.emit(StmtKind::Assume { cond: cond.expr }, span);
            }
            "reach_error" | "__VERIFIER_error" | "__builtin_unreachable" => {
                for argument in &call.arguments {
                    self.effect(argument)?;
                }
                self.fail(CheckKind::Unreach, format!("{name}()"), span);
            }
            "__whydunit_annotation" => {
                if let Some(index) = call.arguments.first().and_then(integer_argument) {
                    self.annotation_statement(index);
                }
            }
            "__whydunit_unsupported" => {
                let what = call.arguments.first().and_then(string_argument);
                self.unsupported(what.as_deref().unwrap_or("this construct"), span);
                let int = self.types().int();
                return Ok(Some(Operand::value(self.int_val(0, int, span))));
            }
            // Called, it returns 0; only `longjmp` makes it return again.
            _ if is_setjmp(name) => {
                for argument in &call.arguments {
                    self.effect(argument)?;
                }
                let int = self.types().int();
                return Ok(Some(Operand::value(self.int_val(0, int, span))));
            }
            _ if !self.is_builtin(name) => {
                self.unsupported(&format!("`{name}`"), span);
                let int = self.types().int();
                return Ok(Some(Operand::value(self.int_val(0, int, span))));
            }
            _ => return self.builtin_call(name, call, span).map(Some),
        }
        Ok(Some(Operand::value(self.void_val(span))))
    }

    fn assertion(&mut self, call: &CallExpression, span: Span) -> Res<()> {
        let Some(argument) = call.arguments.first() else {
            return Err(self.error(span, "an assertion takes a condition"));
        };
        let mut cond = self.scalar(argument, "an assertion")?;
        // What fails is the assertion, not the comparison in it.
        cond.expr.span = span;
        let text = match call.arguments.get(1).and_then(string_argument) {
            Some(text) => text,
            None => self.world.sources.text(self.span_of(argument)).to_owned(),
        };
        self.emit(StmtKind::Check { kind: CheckKind::Assert, cond: cond.expr, text }, span);
        Ok(())
    }

    fn fail(&mut self, kind: CheckKind, text: String, span: Span) {
        let int = self.types().int();
        let ir = self.types().ir(int);
        let cond = Expr::int(0, ir, span);
        self.emit(StmtKind::Check { kind, cond, text }, span);
    }

    /// The type that the name of an undeclared source of inputs promises.
    pub(super) fn nondet_type(&mut self, suffix: &str) -> Ty {
        let int = match suffix {
            "bool" | "_Bool" => return self.types().intern(Kind::Bool),
            "char" => IntTy::Char,
            "schar" => IntTy::SChar,
            "uchar" | "unsigned_char" => IntTy::UChar,
            "short" => IntTy::Short,
            "ushort" | "unsigned_short" => IntTy::UShort,
            "uint" | "unsigned" | "unsigned_int" | "u32" | "uint32_t" => IntTy::UInt,
            "long" => IntTy::Long,
            "ulong" | "unsigned_long" | "size_t" => IntTy::ULong,
            "longlong" | "long_long" => IntTy::LongLong,
            "ulonglong" | "unsigned_long_long" => IntTy::ULongLong,
            "float" => {
                return self.types().intern(Kind::Float(whydunit_program::FloatKind::F32));
            }
            "double" => return self.types().double(),
            "pointer" => {
                let void = self.types().void();
                return self.types().pointer(void);
            }
            _ => IntTy::Int,
        };
        self.types().integer(int)
    }
}

/// The contents of a string literal given as an argument.
pub(super) fn string_argument(argument: &Node<Expression>) -> Option<String> {
    let Expression::StringLiteral(tokens) = &argument.node else { return None };
    let (_, units) = literal::string(&tokens.node)?;
    let bytes: Vec<u8> = units.into_iter().map(|unit| unit as u8).collect();
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn integer_argument(argument: &Node<Expression>) -> Option<usize> {
    let Expression::Constant(constant) = &argument.node else { return None };
    let AstConstant::Integer(integer) = &constant.node else { return None };
    integer.number.parse().ok().or((integer.number.is_empty()).then_some(0))
}
