//! Another operand: a variable, field or element in place of one, an operand that was forgotten.

use whydunit_program::{BinaryOp, Expr, ExprKind, Place, PlaceBase, Projection, Type};
use whydunit_source::Span;

use super::{Form, Generator, Site, Use, cost};
use crate::Edit;
use crate::piece::{Piece, Sort};
use crate::pool::Origin;

impl<'p> Generator<'p> {
    pub(super) fn operands(&mut self, site: &Site<'p>) {
        let Some(sort) = self.sort(site.expr.ty) else { return };
        self.neighbours(site);
        let is_leaf = matches!(
            site.expr.kind,
            ExprKind::Load(_)
                | ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::Decay(_)
                | ExprKind::AddrOf(_)
        );
        let ingredients: Vec<(Piece, Origin)> = self
            .pool
            .at(site.expr.span.start)
            .filter(|one| one.sort == sort || is_number(one.sort) && is_number(sort))
            .map(|one| (one.piece.clone(), one.origin))
            .collect();
        for (piece, origin) in &ingredients {
            let is_constant = matches!(site.expr.kind, ExprKind::Int(_) | ExprKind::Float(_));
            let price = match origin {
                Origin::Variable => cost::TOKEN,
                Origin::Field | Origin::Element | Origin::Written => cost::EXPRESSION,
                Origin::Call => cost::CALL,
            };
            if is_leaf {
                let same_type = piece.expr.ty == site.expr.ty;
                let further = u32::from(is_constant) * 2 + u32::from(!same_type);
                self.replace(site, piece, price + further);
            } else if site.used == Use::Whole || is_arithmetic(&site.expr.kind) {
                self.replace(site, piece, price + 4);
            }
        }
        match sort {
            Sort::Integer | Sort::Float => self.added(site, &ingredients),
            Sort::Pointer(_) => self.moved(site),
        }
    }

    /// The same place with another field, or the same index into another array of the record.
    fn neighbours(&mut self, site: &Site<'p>) {
        let (ExprKind::Load(place) | ExprKind::AddrOf(place)) = &site.expr.kind else { return };
        for (other, text) in self.same_index_elsewhere(place, site.text) {
            let mut expr = site.expr.clone();
            expr.kind = match expr.kind {
                ExprKind::Load(_) => ExprKind::Load(other),
                _ => ExprKind::AddrOf(other),
            };
            self.replace(site, &Piece::new(expr, text), cost::TOKEN);
        }
        self.subscripts(site, place);
        let ExprKind::Load(place) = &site.expr.kind else { return };
        let types = &self.program.types;
        let Some((prefix, record)) = field_of(place, types) else { return };
        let Some(Projection::Field(own)) = place.path.last() else { return };
        let own_name = &types.record(record).fields[*own as usize].name;
        let Some(head) = site.text.strip_suffix(own_name.as_str()) else { return };
        for (index, field) in types.record(record).fields.iter().enumerate() {
            if index == *own as usize
                || field.bits.is_some()
                || self.sort(field.ty) != self.sort(place.ty)
            {
                continue;
            }
            let mut other = prefix.clone();
            other.path.push(Projection::Field(index as u32));
            other.ty = field.ty;
            let expr = whydunit_program::Expr::load(other);
            let piece = Piece::new(expr, format!("{head}{}", field.name));
            self.replace(site, &piece, cost::NEIGHBOUR + 1);
        }
    }

    /// `a[j][i]` for `a[i][j]`.
    fn subscripts(&mut self, site: &Site<'p>, place: &'p Place) {
        let mut exchanged = place.clone();
        let mut found: Vec<(Span, &mut Expr)> = Vec::new();
        if let PlaceBase::Deref(pointer) = &mut exchanged.base
            && let ExprKind::PtrAdd(_, index) = &mut pointer.kind
        {
            found.push((super::core(index).span, index));
        }
        for projection in &mut exchanged.path {
            if let Projection::Index(index) = projection {
                found.push((super::core(index).span, index));
            }
        }
        let [(first, one), (second, other)] = found.as_mut_slice() else { return };
        let (first, second) = (*first, *second);
        if one.ty != other.ty || first.file != second.file || first.end > second.start {
            return;
        }
        std::mem::swap(*one, *other);
        let new = format!(
            "{}{}{}",
            self.text(second),
            self.text(Span::new(first.file, first.end, second.start)),
            self.text(first)
        );
        if first.start < site.expr.span.start || second.end > site.expr.span.end {
            return;
        }
        let edit = Edit { span: Span::new(first.file, first.start, second.end), new };
        let mut with = site.expr.clone();
        with.kind = match with.kind {
            ExprKind::Load(_) => ExprKind::Load(exchanged),
            _ => ExprKind::AddrOf(exchanged),
        };
        self.offer(site, edit, with, cost::DISTANT_TOKEN);
    }

    /// The element after the one that a pointer points to, and the one before.
    fn moved(&mut self, site: &Site<'p>) {
        let is_variable = matches!(site.expr.kind, ExprKind::Load(_) | ExprKind::PtrAdd(..));
        let long = Type::Int(whydunit_program::IntKind {
            bits: self.program.types.target().pointer_bytes() as u8 * 8,
            signed: true,
        });
        let Some(long) = self.program.types.lookup(&long) else { return };
        if !is_variable || site.form != Form::Plain {
            return;
        }
        let own = Piece::new(site.expr.clone(), site.text);
        for by in [1, -1] {
            let index = whydunit_program::Expr::int(by, long, site.expr.span);
            let kind = ExprKind::PtrAdd(Box::new(site.expr.clone()), Box::new(index));
            let expr = whydunit_program::Expr::new(kind, site.expr.ty, site.expr.span);
            let sign = if by > 0 { '+' } else { '-' };
            let text = format!("{} {sign} 1", own.text);
            let further = u32::from(site.used == Use::Operand);
            self.replace(site, &Piece::new(expr, text), cost::DISTANT_TOKEN + further);
        }
    }

    /// `e + 1`, `e - 1`, `e * 2`, `e / 2`, `e + x` ...
    fn added(&mut self, site: &Site<'p>, ingredients: &[(Piece, Origin)]) {
        let is_truth = matches!(site.used, Use::Decision | Use::Truth);
        let is_comparison = matches!(&site.expr.kind, ExprKind::Binary(op, ..) if op.is_comparison())
            || matches!(site.expr.kind, ExprKind::And(..) | ExprKind::Or(..));
        if is_truth || is_comparison || site.form == Form::Compound {
            return;
        }
        let own = Piece::new(site.expr.clone(), site.text).promoted(&self.program.types, self.int);
        let ty = own.expr.ty;
        let is_literal = matches!(site.expr.kind, ExprKind::Int(_) | ExprKind::Float(_));
        let is_float = self.is_float(site.expr.ty);
        // `e + 2` becomes `e + 3` by its constant.
        let has_constant = matches!(&site.expr.kind, ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, _, right)
            if matches!(super::core(right).kind, ExprKind::Int(_)));
        if !is_literal && !is_float && !has_constant {
            let span = site.expr.span;
            let with = |value| Piece::int(value, ty, span);
            for (op, value, price) in [
                (BinaryOp::Add, 1, cost::DISTANT_TOKEN),
                (BinaryOp::Sub, 1, cost::DISTANT_TOKEN),
                (BinaryOp::Mul, 2, cost::ADDED),
                (BinaryOp::Div, 2, cost::ADDED),
            ] {
                let piece = Piece::binary(op, &own, &with(value), self.int);
                self.replace(site, &piece, price);
            }
        }
        if is_literal || site.used == Use::Operand && !matches!(site.expr.kind, ExprKind::Load(_)) {
            return;
        }
        for (other, origin) in ingredients {
            if *origin == Origin::Element && site.used != Use::Whole {
                continue;
            }
            let other = other.converted(ty);
            let further = 2 * u32::from(*origin != Origin::Variable)
                + 4 * u32::from(site.used == Use::Operand);
            // What accumulates is written first: `s = s + e`.
            let is_receiver = site.receiver == Some(other.text.as_str());
            let add = if is_receiver {
                Piece::binary(BinaryOp::Add, &other, &own, self.int)
            } else {
                Piece::binary(BinaryOp::Add, &own, &other, self.int)
            };
            self.replace(site, &add, cost::ADDED + further - 2 * u32::from(is_receiver));
            for op in [BinaryOp::Sub, BinaryOp::Mul] {
                let piece = Piece::binary(op, &own, &other, self.int);
                self.replace(site, &piece, cost::ADDED + further + 1);
            }
            if is_receiver {
                let piece = Piece::binary(BinaryOp::Sub, &other, &own, self.int);
                self.replace(site, &piece, cost::ADDED + further);
            }
        }
    }
}

fn is_arithmetic(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Binary(op, ..) if !op.is_comparison())
}

fn is_number(sort: Sort) -> bool {
    matches!(sort, Sort::Integer | Sort::Float)
}

/// The place of the record, and the record, of which the place is a field.
fn field_of(
    place: &Place,
    types: &whydunit_program::TypeTable,
) -> Option<(Place, whydunit_program::RecordId)> {
    let mut prefix = place.clone();
    let Projection::Field(_) = prefix.path.pop()? else { return None };
    // The type of the prefix: followed from the base.
    let mut ty = base_type(place, types)?;
    for projection in &prefix.path {
        ty = match (projection, types.get(ty)) {
            (Projection::Field(index), Type::Record(record)) => {
                types.record(*record).fields.get(*index as usize)?.ty
            }
            (Projection::Index(_), Type::Array { elem, .. }) => *elem,
            _ => return None,
        };
    }
    let Type::Record(record) = types.get(ty) else { return None };
    prefix.ty = ty;
    Some((prefix, *record))
}

/// Known for pointers only by their types; of variables the caller's function would have to be asked, so these are
/// left to the fields in scope.
fn base_type(
    place: &Place,
    types: &whydunit_program::TypeTable,
) -> Option<whydunit_program::TypeId> {
    match &place.base {
        whydunit_program::PlaceBase::Deref(pointer) => types.pointee(pointer.ty),
        _ => None,
    }
}
