//! Text of programs: C syntax for expressions (people read these), a plain listing for whole
//! functions (tests and `--dump` read these).

use std::fmt::Write;

use crate::{
    BinaryOp, Body, Callee, Expr, ExprKind, Function, LocalRole, Place, PlaceBase, Program,
    Projection, StmtKind, Syntax, TerminatorKind, Type, UnaryOp, strength,
};

/// The expression in C syntax, with the program's own names.
pub fn expr_to_c(program: &Program, function: &Function, expr: &Expr) -> String {
    let mut printer = Printer { program, function, out: String::new() };
    printer.expr(expr, 0);
    printer.out
}

/// The place in C syntax: `a[i]`, `p->next`, `*q`.
pub fn place_to_c(program: &Program, function: &Function, place: &Place) -> String {
    let mut printer = Printer { program, function, out: String::new() };
    printer.place(place, 0);
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    function: &'p Function,
    out: String,
}

impl Printer<'_> {
    fn parenthesised(&mut self, needed: bool, body: impl FnOnce(&mut Self)) {
        if needed {
            self.out.push('(');
        }
        body(self);
        if needed {
            self.out.push(')');
        }
    }

    fn expr(&mut self, expr: &Expr, outer: u8) {
        let (syntax, (operands, _)) = expr.parts();
        let own = syntax.strength();
        let needed = own < outer;
        match (syntax, operands) {
            (Syntax::Prefix(symbol), [Some(operand), ..]) => self.parenthesised(needed, |p| {
                p.out.push_str(symbol);
                let is_nested = operand.syntax() == Syntax::Prefix(UnaryOp::Neg.symbol());
                p.expr(operand, if is_nested { strength::POSTFIX } else { own });
            }),
            (Syntax::Infix(symbol, _), [Some(left), Some(right), _]) => {
                self.parenthesised(needed, |p| {
                    p.expr(left, own);
                    let _ = write!(p.out, " {symbol} ");
                    p.expr(right, own + 1);
                })
            }
            (Syntax::Conditional, [Some(cond), Some(then), Some(otherwise)]) => {
                self.parenthesised(needed, |p| {
                    p.expr(cond, strength::OR);
                    p.out.push_str(" ? ");
                    p.expr(then, 0);
                    p.out.push_str(" : ");
                    p.expr(otherwise, own);
                });
            }
            (Syntax::Cast, [Some(operand), ..]) => self.parenthesised(needed, |p| {
                let _ = write!(p.out, "({})", p.program.types.display(expr.ty));
                p.expr(operand, own);
            }),
            _ => self.other(expr, outer),
        }
    }

    /// What has no operands that are joined by C's operators: constants, names, places and what contracts have words for.
    fn other(&mut self, expr: &Expr, outer: u8) {
        match &expr.kind {
            ExprKind::Int(value) => self.integer(*value, expr),
            ExprKind::Float(value) => {
                let _ = write!(self.out, "{value:?}");
            }
            ExprKind::FunctionAddr(id) => self.out.push_str(&self.program.function(*id).name),
            ExprKind::AddrOf(place) => self.parenthesised(strength::UNARY < outer, |p| {
                p.out.push('&');
                p.place(place, strength::UNARY);
            }),
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                let name = self.local_name(*var);
                let word = if *forall { "\\forall" } else { "\\exists" };
                let arrow = if *forall { "==>" } else { "&&" };
                let _ = write!(self.out, "({word} integer {name}; ");
                self.expr(lo, BinaryOp::Le.strength());
                let _ = write!(self.out, " <= {name} <= ");
                self.expr(hi, BinaryOp::Le.strength());
                let _ = write!(self.out, " {arrow} ");
                self.expr(body, strength::AND);
                self.out.push(')');
            }
            ExprKind::Valid { pointer, lo, hi } => {
                self.out.push_str("\\valid(");
                self.expr(pointer, strength::SUM);
                self.out.push_str(" + (");
                self.expr(lo, 0);
                self.out.push_str(" .. ");
                self.expr(hi, 0);
                self.out.push_str("))");
            }
            ExprKind::Old { expr, .. } => {
                self.out.push_str("\\old(");
                self.expr(expr, 0);
                self.out.push(')');
            }
            _ => {
                if let Some((place, _)) = expr.place() {
                    self.place(place, outer);
                }
            }
        }
    }

    fn integer(&mut self, value: i128, expr: &Expr) {
        if value == 0 && matches!(self.program.types.get(expr.ty), Type::Pointer(_)) {
            self.out.push_str("NULL");
            return;
        }
        let _ = write!(self.out, "{value}");
    }

    fn local_name(&self, id: crate::LocalId) -> String {
        let local = self.function.local(id);
        match local.role {
            LocalRole::Result => "\\result".into(),
            LocalRole::Temporary => format!("tmp{}", id.0),
            _ => local.name.clone(),
        }
    }

    fn place(&mut self, place: &Place, outer: u8) {
        let types = &self.program.types;
        let mut path = place.path.as_slice();
        let mut ty = match &place.base {
            PlaceBase::Local(id) => {
                self.out.push_str(&self.local_name(*id));
                self.function.local(*id).ty
            }
            PlaceBase::Global(id) => {
                let global = self.program.global(*id);
                if global.is_literal {
                    let text = self.program.sources.text(global.span);
                    self.out.push_str(if text.is_empty() { "\"...\"" } else { text });
                } else {
                    self.out.push_str(&global.name);
                }
                global.ty
            }
            PlaceBase::Deref(pointer) => {
                let pointee = types.pointee(pointer.ty).unwrap_or(place.ty);
                match (&pointer.kind, path) {
                    (ExprKind::PtrAdd(base, index), _) => {
                        self.expr(base, strength::POSTFIX);
                        self.out.push('[');
                        self.expr(index, 0);
                        self.out.push(']');
                        pointee
                    }
                    (_, [Projection::Field(field), rest @ ..]) if types.is_record(pointee) => {
                        self.expr(pointer, strength::POSTFIX);
                        self.out.push_str("->");
                        path = rest;
                        self.field(pointee, *field)
                    }
                    (_, []) => {
                        self.parenthesised(strength::UNARY < outer, |p| {
                            p.out.push('*');
                            p.expr(pointer, strength::UNARY);
                        });
                        pointee
                    }
                    _ => {
                        self.out.push_str("(*");
                        self.expr(pointer, strength::UNARY);
                        self.out.push(')');
                        pointee
                    }
                }
            }
        };
        for projection in path {
            match projection {
                Projection::Field(field) => {
                    self.out.push('.');
                    ty = self.field(ty, *field);
                }
                Projection::Index(index) => {
                    self.out.push('[');
                    self.expr(index, 0);
                    self.out.push(']');
                    if let Type::Array { elem, .. } = types.get(ty) {
                        ty = *elem;
                    }
                }
            }
        }
    }

    /// Writes a field's name and returns its type; an unnamed member leaves no trace in the text.
    fn field(&mut self, record: crate::TypeId, field: u32) -> crate::TypeId {
        let Type::Record(id) = self.program.types.get(record) else { return record };
        let field = &self.program.types.record(*id).fields[field as usize];
        if field.name.is_empty() {
            let trimmed = self.out.trim_end_matches('.').trim_end_matches("->").len();
            self.out.truncate(trimmed);
        } else {
            self.out.push_str(&field.name);
        }
        field.ty
    }
}

/// A listing of one function: blocks, statements, terminators.
pub fn print_function(program: &Program, function: &Function) -> String {
    let mut out = String::new();
    let params: Vec<String> = function
        .params()
        .map(|id| {
            let local = function.local(id);
            format!("{}: {}", local.name, program.types.display(local.ty))
        })
        .collect();
    let result = program.types.display(function.signature.result);
    let _ = write!(out, "fn {}({}) -> {result}", function.name, params.join(", "));
    match &function.body {
        Body::Undefined => out.push_str(" undefined\n"),
        Body::Intrinsic(_) => out.push_str(" intrinsic\n"),
        Body::Blocks(blocks) => {
            out.push_str(" {\n");
            for (index, block) in blocks.iter().enumerate() {
                let _ = writeln!(out, "b{index}:");
                for stmt in &block.stmts {
                    let _ = writeln!(out, "  {}", print_stmt(program, function, &stmt.kind));
                }
                let _ = writeln!(
                    out,
                    "  {}",
                    print_terminator(program, function, &block.terminator.kind)
                );
            }
            out.push_str("}\n");
        }
    }
    out
}

/// All functions of the program itself, in order; library functions are left out.
pub fn print_program(program: &Program) -> String {
    let functions = program.functions.iter().filter(|function| !function.is_library);
    functions.map(|function| print_function(program, function)).collect::<Vec<_>>().join("\n")
}

fn print_stmt(program: &Program, function: &Function, kind: &StmtKind) -> String {
    let expr = |expr: &Expr| expr_to_c(program, function, expr);
    let place = |place: &Place| place_to_c(program, function, place);
    let local = |id: crate::LocalId| {
        let local = function.local(id);
        if local.role == LocalRole::Temporary { format!("tmp{}", id.0) } else { local.name.clone() }
    };
    match kind {
        StmtKind::Assign { place: to, value } => format!("{} = {}", place(to), expr(value)),
        StmtKind::Copy { to, from, bytes } => {
            format!("copy {bytes} bytes {} <- {}", place(to), place(from))
        }
        StmtKind::Input { place: to, origin } => format!("input {} ({})", place(to), origin.name()),
        StmtKind::Call { dest, callee, args } => {
            let dest = dest.as_ref().map_or(String::new(), |dest| format!("{} = ", place(dest)));
            let callee = match callee {
                Callee::Direct(id) => program.function(*id).name.clone(),
                Callee::Pointer(pointer) => format!("(*{})", expr(pointer)),
            };
            let args: Vec<String> = args.iter().map(expr).collect();
            format!("{dest}call {callee}({})", args.join(", "))
        }
        StmtKind::VaArg { place: to, list } => format!("{} = va_arg({})", place(to), expr(list)),
        StmtKind::Check { kind, cond, .. } => format!("check {} {}", kind.name(), expr(cond)),
        StmtKind::Snapshot { slot } => format!("snapshot {slot}"),
        StmtKind::Unsupported { what } => format!("unsupported: {what}"),
        _ => {
            let subject = kind.local().map(local).or_else(|| kind.destination().map(place));
            let value = kind.operands().last().filter(|_| kind.destination().is_none()).map(expr);
            let parts = match (subject, value) {
                (Some(subject), Some(length)) => format!("{subject}[{length}]"),
                (subject, value) => subject.or(value).unwrap_or_default(),
            };
            format!("{} {parts}", kind.word())
        }
    }
}

fn print_terminator(program: &Program, function: &Function, kind: &TerminatorKind) -> String {
    let expr = |expr: &Expr| expr_to_c(program, function, expr);
    match kind {
        TerminatorKind::Goto(target) => format!("goto b{}", target.0),
        TerminatorKind::Branch { cond, then, otherwise } => {
            format!("if {} goto b{} else b{}", expr(cond), then.0, otherwise.0)
        }
        TerminatorKind::Switch { value, cases, default } => {
            let cases: Vec<String> = cases
                .iter()
                .map(|case| match case.low == case.high {
                    true => format!("{}: b{}", case.low, case.target.0),
                    false => format!("{} ... {}: b{}", case.low, case.high, case.target.0),
                })
                .collect();
            format!("switch {} [{}] else b{}", expr(value), cases.join(", "), default.0)
        }
        TerminatorKind::Return(Some(value)) => format!("return {}", expr(value)),
        TerminatorKind::Return(None) => "return".into(),
        TerminatorKind::Unreachable => "unreachable".into(),
    }
}
