//! Expressions put together from what is in scope: comparisons of two values for a condition, sums and differences for a
//! value. Large, so these come after everything that touches fewer tokens.

use whydunit_program::{BinaryOp, ExprKind};

use super::{Form, Generator, Site, Use, cost};
use crate::limits::{MOST_COMBINED_VALUES, MOST_SYNTHESISED_CONDITIONS};
use crate::piece::{Piece, Sort};
use crate::pool::Origin;

impl<'p> Generator<'p> {
    pub(super) fn synthesis(&mut self, site: &Site<'p>) {
        if site.form != Form::Plain {
            return;
        }
        match site.used {
            Use::Decision => self.comparisons(site),
            Use::Whole => {
                self.computed(site);
                self.conditional(site);
            }
            Use::Truth | Use::Operand => {}
        }
    }

    /// Numbers at a place, plain ones first.
    fn numbers(&self, site: &Site<'p>) -> Vec<Piece> {
        let mut found: Vec<(Origin, Piece)> = self
            .pool
            .at(site.expr.span.start)
            .filter(|one| one.sort == Sort::Integer && is_simple(&one.piece))
            .map(|one| (one.origin, one.piece.converted(self.int)))
            .collect();
        found.sort_by_key(|(origin, _)| *origin);
        found.truncate(MOST_COMBINED_VALUES);
        found.into_iter().map(|(_, piece)| piece).collect()
    }

    fn comparisons(&mut self, site: &Site<'p>) {
        let own = Piece::new(site.expr.clone(), site.text);
        let numbers = self.numbers(site);
        let constants: Vec<Piece> = self
            .pool
            .constants()
            .iter()
            .map(|&value| Piece::int(value, self.int, site.expr.span))
            .collect();
        for (index, left) in numbers.iter().enumerate() {
            let others = numbers[index + 1..].iter().map(|piece| (piece, 0));
            for (right, further) in others.chain(constants.iter().map(|piece| (piece, 1))) {
                for op in [
                    BinaryOp::Lt,
                    BinaryOp::Le,
                    BinaryOp::Gt,
                    BinaryOp::Ge,
                    BinaryOp::Eq,
                    BinaryOp::Ne,
                ] {
                    let test = Piece::binary(op, left, right, self.int);
                    self.replace(site, &test, cost::COMPARISON + further);
                    let and = own.and(&test, self.int);
                    self.replace(site, &and, cost::ADDED_COMPARISON + further);
                    let or = own.or(&test, self.int);
                    self.replace(site, &or, cost::ADDED_COMPARISON + further);
                }
            }
        }
    }

    /// `c ? e : f` where `e` stands now, and the other way round.
    fn conditional(&mut self, site: &Site<'p>) {
        if self.sort(site.expr.ty) != Some(Sort::Integer) {
            return;
        }
        let own = Piece::new(site.expr.clone(), site.text);
        let mut others = self.numbers(site);
        if let ExprKind::Binary(op, left, right) = &site.expr.kind
            && !op.is_comparison()
        {
            others.extend([self.piece(left), self.piece(right)]);
        }
        let named: Vec<Piece> = self
            .pool
            .at(site.expr.span.start)
            .filter(|one| matches!(one.piece.expr.kind, ExprKind::Int(_)))
            .map(|one| one.piece.converted(site.expr.ty))
            .collect();
        for op in [BinaryOp::Add, BinaryOp::Sub] {
            others.extend(named.iter().map(|value| Piece::binary(op, &own, value, self.int)));
        }
        let mut conditions = self.numbers(site);
        let written = self.pool.at(site.expr.span.start);
        conditions.extend(
            written
                .filter(|one| matches!(&one.piece.expr.kind, ExprKind::Binary(op, ..) if op.is_comparison()))
                .map(|one| one.piece.clone()),
        );
        conditions.truncate(MOST_SYNTHESISED_CONDITIONS);
        others.truncate(MOST_SYNTHESISED_CONDITIONS);
        for condition in &conditions {
            for other in others.iter().filter(|other| other.text != own.text) {
                let other = other.converted(site.expr.ty);
                for (yes, no) in [(&own, &other), (&other, &own)] {
                    let piece = Piece::conditional(condition, yes, no);
                    self.replace(site, &piece, cost::CONDITIONAL);
                }
            }
        }
    }

    fn computed(&mut self, site: &Site<'p>) {
        if self.sort(site.expr.ty) != Some(Sort::Integer) {
            return;
        }
        let numbers = self.numbers(site);
        for left in &numbers {
            for right in &numbers {
                for op in [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul] {
                    let is_symmetric = op != BinaryOp::Sub;
                    if is_symmetric && left.text > right.text
                        || !is_symmetric && left.text == right.text
                    {
                        continue;
                    }
                    let piece = Piece::binary(op, left, right, self.int);
                    self.replace(site, &piece, cost::COMPUTED + u32::from(op == BinaryOp::Mul));
                }
            }
        }
    }
}

/// One value read from memory.
fn is_simple(piece: &Piece) -> bool {
    matches!(piece.expr.kind, ExprKind::Load(_))
}
