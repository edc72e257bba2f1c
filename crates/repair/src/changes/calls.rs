//! Another function of the same type, or the same one with two arguments exchanged.

use whydunit_program::{Body, Callee, FunctionId, Point, Stmt, StmtKind};
use whydunit_source::Span;

use super::operator::converted;
use super::{Generator, core, cost, is_part_of_the_specification};
use crate::Edit;

impl<'p> Generator<'p> {
    pub(super) fn other_functions(&mut self, stmt: &'p Stmt, at: Point) {
        let StmtKind::Call { dest, callee: Callee::Direct(callee), args } = &stmt.kind else {
            return;
        };
        let program = self.program;
        let function = program.function(*callee);
        let text = self.text(stmt.span);
        if let Some(rest) = text.strip_prefix(function.name.as_str())
            && rest.trim_start().starts_with('(')
            && !function.is_library
        {
            let end = stmt.span.start + function.name.len() as u32;
            let span = Span::new(stmt.span.file, stmt.span.start, end);
            for (index, other) in program.functions.iter().enumerate() {
                let id = FunctionId(index as u32);
                let is_defined = matches!(other.body, Body::Blocks(_))
                    && !other.is_library
                    && other.name != "main"
                    && !is_part_of_the_specification(&other.name);
                if id == *callee || !is_defined || other.signature != function.signature {
                    continue;
                }
                let with = StmtKind::Call {
                    dest: dest.clone(),
                    callee: Callee::Direct(id),
                    args: args.clone(),
                };
                let edit = Edit { span, new: other.name.clone() };
                self.propose_statement(stmt, at, edit, with, cost::TOKEN);
            }
        }
    }

    pub(crate) fn exchanged_arguments(&mut self, stmt: &'p Stmt, at: Point) {
        let StmtKind::Call { dest, callee: Callee::Direct(callee), args } = &stmt.kind else {
            return;
        };
        let name = &self.program.function(*callee).name;
        for (index, first) in args.iter().enumerate() {
            for (further, second) in args.iter().enumerate().skip(index + 1) {
                let (one, other) = (core(first), core(second));
                let sorts = (self.sort(one.ty), self.sort(other.ty));
                if sorts.0.is_none() || sorts.0 != sorts.1 {
                    continue;
                }
                let (a, b) = (core(first).span, core(second).span);
                if !self.is_editable(a) || a.file != b.file || a.end > b.start {
                    continue;
                }
                let between = self.text(Span::new(a.file, a.end, b.start));
                let new = format!("{}{between}{}", self.text(b), self.text(a));
                let span = Span::new(a.file, a.start, b.end);
                if new == self.text(span) {
                    continue;
                }
                let mut args = args.clone();
                args[index] = converted(other, first.ty);
                args[further] = converted(one, second.ty);
                let with =
                    StmtKind::Call { dest: dest.clone(), callee: Callee::Direct(*callee), args };
                // Inputs come in the order in which they come.
                let is_reading = name.contains("scanf");
                let price = cost::TOKEN + if is_reading { cost::READING } else { 0 };
                self.propose_statement(stmt, at, Edit { span, new }, with, price);
            }
        }
    }
}
