//! Another statement in front of one: a variable set, or a step of it, or a text printed that is printed elsewhere.
//!
//! What is missing stands nowhere, so the places where something could stand are tried with little that could. A repair is looked for among smaller changes; these say where one may
//! be.

use whydunit_program::{BinaryOp, Expr, ExprKind, SourceKind, SourceStmtId, StmtKind};
use whydunit_source::Span;

use super::{Change, Generator, Variant, cost};
use crate::Edit;
use crate::limits::{MOST_COPIED_CALLS, MOST_INSERTED_VARIABLES};
use crate::piece::Sort;
use crate::pool::Origin;

impl<'p> Generator<'p> {
    /// In front of the statements that `wanted` lets through.
    pub(super) fn inserted(&self, wanted: &dyn Fn(SourceStmtId) -> bool) -> Vec<Change> {
        let copied = self.copied();
        let mut found = Vec::new();
        for parts in self.statements() {
            let is_place = matches!(parts.kind, SourceKind::Expression | SourceKind::Return);
            if !is_place || !wanted(parts.source) {
                continue;
            }
            let (at, source, span) = (parts.first, parts.source, parts.span);
            let mut add = |text: String, stmt: StmtKind| {
                let edit = Edit { span: Span::at(span.file, span.start), new: text };
                let variant = Variant::Insertion { at, stmt };
                found.push(Change { edit, variant, cost: cost::STATEMENT, source });
            };
            for (name, load) in self.variables_at(span) {
                let Some((place, _)) = load.place() else { continue };
                let number = |value: i128| Expr::int(value, load.ty, span);
                for value in [0, 1] {
                    let stmt = StmtKind::Assign { place: place.clone(), value: number(value) };
                    add(format!("{name} = {value}; "), stmt);
                }
                for (op, symbol) in [(BinaryOp::Add, "++"), (BinaryOp::Sub, "--")] {
                    let kind = ExprKind::Binary(op, Box::new(load.clone()), Box::new(number(1)));
                    let value = Expr::new(kind, load.ty, span);
                    add(
                        format!("{name}{symbol}; "),
                        StmtKind::Assign { place: place.clone(), value },
                    );
                }
            }
            for (text, stmt) in &copied {
                add(format!("{text}; "), stmt.clone());
            }
        }
        found
    }

    /// Integers in scope that the function can set.
    fn variables_at(&self, span: Span) -> Vec<(String, Expr)> {
        let pieces = self.pool.at(span.start);
        let variables = pieces.filter(|one| {
            one.is_place && one.origin == Origin::Variable && one.sort == Sort::Integer
        });
        let is_wide = |ty| self.program.types.int_kind(ty).is_some_and(|kind| kind.bits >= 32);
        variables
            .filter(|one| is_wide(one.piece.expr.ty))
            .take(MOST_INSERTED_VARIABLES)
            .map(|one| (one.piece.text.clone(), one.piece.expr.clone()))
            .collect()
    }

    /// Calls of the function that name no variable, each text once.
    fn copied(&self) -> Vec<(String, StmtKind)> {
        let blocks = self.program.function(self.function).blocks();
        let mut found: Vec<(String, StmtKind)> = Vec::new();
        for stmt in blocks.iter().flat_map(|block| &block.stmts) {
            let StmtKind::Call { dest: None, args, .. } = &stmt.kind else { continue };
            let reads = |part: &Expr| matches!(part.kind, ExprKind::Load(_));
            if args.iter().any(|arg| arg.any(&mut |part| reads(part))) {
                continue;
            }
            let text = self.text(stmt.span);
            if !text.contains('"') || found.iter().any(|(known, _)| known == text) {
                continue;
            }
            found.push((text.to_owned(), stmt.kind.clone()));
        }
        found.truncate(MOST_COPIED_CALLS);
        found
    }
}
