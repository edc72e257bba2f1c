//! Another operand: a variable, field or element in place of one, an operand that was forgotten.

use whydunit_program::{BinaryOp, Expr, ExprKind, Place, PlaceBase, Projection, Type, TypeId};
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

    /// The same place with another field, or the same index into another array.
    fn neighbours(&mut self, site: &Site<'p>) {
        self.other_arrays(site, cost::TOKEN);
        self.exchanged_subscripts(site);
        self.other_fields(site, cost::NEIGHBOUR + 1);
    }

    /// `b[i]` for `a[i]`.
    pub(crate) fn other_arrays(&mut self, site: &Site<'p>, price: u32) {
        let Some(place) = place_of(site.expr) else { return };
        for (other, text) in self.same_index_elsewhere(place, site.text) {
            self.replace(site, &Piece::new(at_place(site.expr, other), text), price);
        }
    }

    /// `p->b` for `p->a`, and `p->b[i]` for `p->a[i]`.
    pub(crate) fn other_fields(&mut self, site: &Site<'p>, price: u32) {
        let Some(place) = place_of(site.expr) else { return };
        for (other, text) in self.neighbouring_fields(place, site.text) {
            self.replace(site, &Piece::new(at_place(site.expr, other), text), price);
        }
    }

    /// The place with another field of the same type as the last one, and how it is written.
    pub(super) fn neighbouring_fields(&self, place: &Place, text: &str) -> Vec<(Place, String)> {
        let types = &self.program.types;
        let found = place.path.iter().rposition(|one| matches!(one, Projection::Field(_)));
        let Some((at, Projection::Field(own))) = found.map(|at| (at, &place.path[at])) else {
            return Vec::new();
        };
        let Some(Type::Record(record)) = self.type_along(place, at).map(|ty| types.get(ty)) else {
            return Vec::new();
        };
        let fields = &types.record(*record).fields;
        let (own_ty, own_name) = (fields[*own as usize].ty, &fields[*own as usize].name);
        let elements = place.path.len() - at - 1;
        let Some(named) = without_subscripts(text, elements) else { return Vec::new() };
        let Some(head) = named.strip_suffix(own_name.as_str()) else { return Vec::new() };
        let is_alike = |ty: TypeId| match (types.get(own_ty), types.get(ty)) {
            (Type::Array { elem: one, .. }, Type::Array { elem: other, .. }) => one == other,
            _ => elements == 0 && self.sort(own_ty).is_some() && self.sort(ty) == self.sort(own_ty),
        };
        let mut others = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            let is_named = !field.name.is_empty() && field.bits.is_none();
            if index == *own as usize || !is_named || !is_alike(field.ty) {
                continue;
            }
            let mut other = place.clone();
            other.path[at] = Projection::Field(index as u32);
            if elements == 0 {
                other.ty = field.ty;
            }
            others.push((other, format!("{head}{}{}", field.name, &text[named.len()..])));
        }
        others
    }

    /// `a[j][i]` for `a[i][j]`.
    pub(crate) fn exchanged_subscripts(&mut self, site: &Site<'p>) {
        let (ExprKind::Load(place) | ExprKind::AddrOf(place)) = &site.expr.kind else { return };
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
        let with = at_place(site.expr, exchanged);
        self.propose(site, edit, with, cost::DISTANT_TOKEN);
    }

    /// The element after the one that a pointer points to, and the one before.
    fn moved(&mut self, site: &Site<'p>) {
        let is_variable = matches!(site.expr.kind, ExprKind::Load(_) | ExprKind::PtrAdd(..));
        if is_variable && site.form == Form::Plain {
            let further = u32::from(site.used == Use::Operand);
            for op in [BinaryOp::Add, BinaryOp::Sub] {
                self.computed_with(site, op, 1, cost::DISTANT_TOKEN + further);
            }
        }
    }

    /// `e + 1` for `e`, and the like; of pointers, elements on or back.
    pub(crate) fn computed_with(&mut self, site: &Site<'p>, op: BinaryOp, value: i128, price: u32) {
        let own = Piece::new(site.expr.clone(), site.text);
        let (ty, span) = (site.expr.ty, site.expr.span);
        if let Some(Sort::Pointer(_)) = self.sort(ty) {
            let by = match op {
                BinaryOp::Add => value,
                BinaryOp::Sub => -value,
                _ => return,
            };
            let kind =
                ExprKind::PtrAdd(Box::new(own.expr), Box::new(Expr::int(by, self.int, span)));
            let text = format!("{} {} {value}", own.text, op.symbol());
            self.replace(site, &Piece::new(Expr::new(kind, ty, span), text), price);
        } else if let Some(Sort::Integer) = self.sort(ty) {
            let own = own.promoted(&self.program.types, self.int);
            let number = Piece::int(value, own.expr.ty, span);
            let piece = Piece::binary(op, &own, &number, self.int);
            self.replace(site, &piece, price);
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
            for (op, value, price) in [
                (BinaryOp::Add, 1, cost::DISTANT_TOKEN),
                (BinaryOp::Sub, 1, cost::DISTANT_TOKEN),
                (BinaryOp::Mul, 2, cost::ADDED),
                (BinaryOp::Div, 2, cost::ADDED),
            ] {
                self.computed_with(site, op, value, price);
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

fn place_of(expr: &Expr) -> Option<&Place> {
    match &expr.kind {
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => Some(place),
        _ => None,
    }
}

/// The same use of another place.
fn at_place(expr: &Expr, place: Place) -> Expr {
    let mut with = expr.clone();
    with.kind = match with.kind {
        ExprKind::Load(_) => {
            with.ty = place.ty;
            ExprKind::Load(place)
        }
        ExprKind::Decay(_) => ExprKind::Decay(place),
        _ => ExprKind::AddrOf(place),
    };
    with
}

/// The text before this many subscripts at its end.
fn without_subscripts(text: &str, count: usize) -> Option<&str> {
    let mut rest = text;
    for _ in 0..count {
        let inner = rest.trim_end().strip_suffix(']')?;
        let mut depth = 1;
        let open = inner.char_indices().rev().find(|(_, c)| {
            depth += i32::from(*c == ']') - i32::from(*c == '[');
            depth == 0
        })?;
        rest = &inner[..open.0];
    }
    Some(rest)
}
