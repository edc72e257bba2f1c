//! Another condition: negated, with a further conjunct or disjunct, or decided once and for all.

use whydunit_program::{ExprKind, UnaryOp};

use super::{Form, Generator, Site, Use, cost};
use crate::piece::{Piece, Sort};

impl<'p> Generator<'p> {
    pub(super) fn conditions(&mut self, site: &Site<'p>) {
        let is_truth = matches!(site.used, Use::Decision | Use::Truth);
        if !is_truth || site.form != Form::Plain {
            return;
        }
        let own = Piece::new(site.expr.clone(), site.text);
        let is_comparison =
            matches!(&site.expr.kind, ExprKind::Binary(op, ..) if op.is_comparison());
        let is_negation = matches!(site.expr.kind, ExprKind::Unary(UnaryOp::Not, _));
        if !is_comparison && !is_negation {
            let piece = Piece::unary(UnaryOp::Not, &own, self.int);
            self.replace(site, &piece, cost::TOKEN);
        }
        if site.used != Use::Decision {
            return;
        }
        for value in [0, 1] {
            let piece = Piece::int(value, self.int, site.expr.span);
            self.replace(site, &piece, cost::DECIDED);
        }
        // Comparisons that stand elsewhere in the function.
        let others: Vec<Piece> = self
            .pool
            .at(site.expr.span.start)
            .filter(|one| one.sort == Sort::Integer && is_condition(&one.piece))
            .map(|one| one.piece.clone())
            .collect();
        for other in others.iter().filter(|other| other.text != site.text) {
            self.replace(site, other, cost::ADDED_CONDITION);
            let and = own.and(other, self.int);
            self.replace(site, &and, cost::ADDED_CONDITION);
            let or = own.or(other, self.int);
            self.replace(site, &or, cost::ADDED_CONDITION);
        }
    }
}

fn is_condition(piece: &Piece) -> bool {
    match &piece.expr.kind {
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) => true,
        _ => false,
    }
}
