//! Another variable on the left of an assignment.

use whydunit_program::{Expr, ExprKind, Place, Point, Stmt, StmtKind};

use super::{Form, Generator, core, cost, form};
use crate::Edit;
use crate::pool::Origin;

impl<'p> Generator<'p> {
    pub(super) fn targets(&mut self, stmt: &'p Stmt, place: &'p Place, value: &'p Expr, at: Point) {
        let Some(sort) = self.sort(place.ty) else { return };
        if !self.is_editable(place.span) {
            return;
        }
        let own = self.text(place.span);
        let value_core = core(value);
        let written = form(self.program, value_core, self.text(value_core.span));
        if written == Form::Step {
            return;
        }
        let others: Vec<(Place, String, Origin)> = self
            .pool
            .at(place.span.start)
            .filter(|one| one.sort == sort && one.is_place && one.piece.text != own)
            .filter_map(|one| match &one.piece.expr.kind {
                ExprKind::Load(place) => Some((place.clone(), one.piece.text.clone(), one.origin)),
                _ => None,
            })
            .collect();
        for (mut other, text, origin) in others {
            if other.ty != place.ty {
                continue;
            }
            other.span = place.span;
            let value = match (written, &value_core.kind) {
                (Form::Compound, ExprKind::Binary(op, left, right)) if left.ty == other.ty => {
                    let kind = ExprKind::Binary(*op, Box::new(Expr::load(other.clone())), right.clone());
                    Expr::new(kind, value_core.ty, value_core.span)
                }
                (Form::Compound, _) => continue,
                _ => value.clone(),
            };
            if value.ty != other.ty {
                continue;
            }
            let edit = Edit { span: place.span, new: text };
            let price = match origin {
                Origin::Variable => cost::DISTANT_TOKEN,
                _ => cost::EXPRESSION + 1,
            };
            self.offer_statement(stmt, at, edit, StmtKind::Assign { place: other, value }, price);
        }
    }
}
