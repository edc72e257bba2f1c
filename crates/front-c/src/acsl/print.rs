//! Contracts as text, fully parenthesised.

use std::fmt;

use super::ast::{Builtin, Clause, ClauseKind, SpecExpr, SpecKind, SpecType};

impl fmt::Display for SpecType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.words.join(" "))?;
        if self.pointers > 0 {
            write!(f, " {}", "*".repeat(self.pointers))?;
        }
        Ok(())
    }
}

impl fmt::Display for SpecExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SpecKind::Int(text)
            | SpecKind::Float(text)
            | SpecKind::Char(text)
            | SpecKind::Str(text)
            | SpecKind::Name(text) => write!(f, "{text}"),
            SpecKind::Bool(value) => write!(f, "\\{value}"),
            SpecKind::Null => write!(f, "\\null"),
            SpecKind::Result => write!(f, "\\result"),
            SpecKind::Old(a) => write!(f, "\\old({a})"),
            SpecKind::Unary(op, a) => write!(f, "{}{a}", op.symbol()),
            SpecKind::Deref(a) => write!(f, "*{a}"),
            SpecKind::AddrOf(a) => write!(f, "&{a}"),
            SpecKind::Binary(op, a, b) => write!(f, "({a} {} {b})", op.symbol()),
            SpecKind::And(a, b) => write!(f, "({a} && {b})"),
            SpecKind::Or(a, b) => write!(f, "({a} || {b})"),
            SpecKind::Xor(a, b) => write!(f, "({a} ^^ {b})"),
            SpecKind::Implies(a, b) => write!(f, "({a} ==> {b})"),
            SpecKind::Iff(a, b) => write!(f, "({a} <==> {b})"),
            SpecKind::Cond(a, b, c) => write!(f, "({a} ? {b} : {c})"),
            SpecKind::Index(a, b) => write!(f, "{a}[{b}]"),
            SpecKind::Member(a, name) => write!(f, "{a}.{name}"),
            SpecKind::Arrow(a, name) => write!(f, "{a}->{name}"),
            SpecKind::Cast(ty, a) => write!(f, "({ty}){a}"),
            SpecKind::SizeofType(ty) => write!(f, "sizeof({ty})"),
            SpecKind::SizeofExpr(a) => write!(f, "sizeof({a})"),
            SpecKind::Builtin(which, list) => {
                let name = match which {
                    Builtin::Abs => "\\abs",
                    Builtin::Min => "\\min",
                    Builtin::Max => "\\max",
                };
                write!(f, "{name}({})", separated(list))
            }
            SpecKind::Call(name, list) => write!(f, "{name}({})", separated(list)),
            SpecKind::Quantifier { forall, var, lo, hi, body } => {
                let word = if *forall { "\\forall" } else { "\\exists" };
                write!(f, "({word} {var} in {lo} .. {hi}; {body})")
            }
            SpecKind::Valid { pointer, lo, hi, read_only } => {
                let word = if *read_only { "\\valid_read" } else { "\\valid" };
                write!(f, "{word}({pointer} + ({lo} .. {hi}))")
            }
            SpecKind::Range(lo, hi) => write!(f, "({lo} .. {hi})"),
        }
    }
}

fn separated(list: &[SpecExpr]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keyword = match &self.kind {
            ClauseKind::Assert => "assert",
            ClauseKind::Requires => "requires",
            ClauseKind::Ensures => "ensures",
            ClauseKind::LoopInvariant => "loop invariant",
            ClauseKind::Ignored { keyword } => {
                return write!(f, "ignored {keyword}: {}", self.text);
            }
        };
        match &self.expr {
            Some(expr) => write!(f, "{keyword} {expr}"),
            None => write!(f, "{keyword}"),
        }
    }
}
