//! Another variable, element or array on the left of an assignment.

use whydunit_program::{Expr, ExprKind, Place, PlaceBase, Point, Projection, Stmt, StmtKind};

use super::{Form, Generator, core, cost, form};
use crate::pool::Origin;
use crate::{Edit, walk};

impl<'p> Generator<'p> {
    pub(super) fn targets(&mut self, stmt: &'p Stmt, place: &'p Place, value: &'p Expr, at: Point) {
        let Some(sort) = self.sort(place.ty) else { return };
        if !self.is_editable(place.span) {
            return;
        }
        let own = self.text(place.span);
        let value_core = core(value);
        let written = form(self.program, value_core, self.text(value_core.span));
        let mut others: Vec<(Place, String, u32)> = Vec::new();
        for (other, text) in self.same_index_elsewhere(place, own) {
            others.push((other, text, cost::TOKEN));
        }
        let in_scope = self.pool.at(place.span.start);
        for one in in_scope.filter(|one| one.sort == sort && one.is_place && one.piece.text != own)
        {
            if let ExprKind::Load(other) = &one.piece.expr.kind {
                let price = match one.origin {
                    Origin::Variable => cost::DISTANT_TOKEN,
                    _ => cost::EXPRESSION + 1,
                };
                others.push((other.clone(), one.piece.text.clone(), price));
            }
        }
        for (mut other, text, price) in others {
            if other.ty != place.ty {
                continue;
            }
            other.span = place.span;
            let mut value = value.clone();
            if written != Form::Plain {
                // `x += e` and `x++` read what they write.
                read_elsewhere(&mut value, place, &other);
            }
            let edit = Edit { span: place.span, new: text };
            self.offer_statement(stmt, at, edit, StmtKind::Assign { place: other, value }, price);
        }
    }

    /// `b[i]` for `a[i]`, of arrays that are variables themselves; of pointers the pointer is an expression of its own.
    pub(super) fn same_index_elsewhere(&self, place: &Place, own: &str) -> Vec<(Place, String)> {
        let is_array = matches!(place.base, PlaceBase::Local(_) | PlaceBase::Global(_))
            && matches!(place.path.first(), Some(Projection::Index(_)));
        let Some(open) = own.find('[').filter(|_| is_array) else { return Vec::new() };
        let mut found = Vec::new();
        for one in self.pool.at(place.span.start) {
            if let ExprKind::Decay(array) = &one.piece.expr.kind
                && array.path.is_empty()
                && array.base != place.base
                && self.base_type(array) == self.base_type(place)
            {
                let other = Place { base: array.base.clone(), ..place.clone() };
                let sign = if own.starts_with('&') { "&" } else { "" };
                found.push((other, format!("{sign}{}{}", one.piece.text, &own[open..])));
            }
        }
        found
    }

    /// The type of the elements of an array that is a variable.
    fn base_type(&self, place: &Place) -> Option<whydunit_program::TypeId> {
        let function = self.program.function(self.function);
        let ty = match place.base {
            PlaceBase::Local(local) => function.local(local).ty,
            PlaceBase::Global(global) => self.program.global(global).ty,
            PlaceBase::Deref(_) => return None,
        };
        match self.program.types.get(ty) {
            whydunit_program::Type::Array { elem, .. } => Some(*elem),
            _ => None,
        }
    }
}

fn read_elsewhere(value: &mut Expr, from: &Place, to: &Place) {
    if let ExprKind::Load(place) = &mut value.kind
        && place.base == from.base
        && place.path == from.path
    {
        *place = to.clone();
        return;
    }
    walk::rewrite_children(value, &mut |child| read_elsewhere(child, from, to));
}
