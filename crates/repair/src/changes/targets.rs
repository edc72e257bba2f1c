//! Another variable, element or array on the left of an assignment.

use whydunit_program::{Expr, ExprKind, Place, PlaceBase, Point, Projection, Stmt, StmtKind};

use super::{Form, Generator, core, cost, form};
use crate::Edit;
use crate::pool::Origin;

/// What another target of an assignment is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Target {
    /// The same index in another array.
    Array,
    /// Another field of the same record.
    Field,
    Variable,
    /// An element, or a field of another record.
    Other,
}

impl<'p> Generator<'p> {
    pub(crate) fn targets(
        &mut self,
        wanted: &dyn Fn(Target) -> bool,
        (stmt, at): (&'p Stmt, Point),
        place: &'p Place,
        value: &'p Expr,
    ) {
        if !self.is_editable(place.span) {
            return;
        }
        let value_core = core(value);
        let written = form(self.program, value_core, self.text(value_core.span));
        for (target, mut other, text) in self.other_targets(place) {
            if other.ty != place.ty || !wanted(target) {
                continue;
            }
            let price = match target {
                Target::Array | Target::Field => cost::TOKEN,
                Target::Variable => cost::DISTANT_TOKEN,
                Target::Other => cost::EXPRESSION + 1,
            };
            other.span = place.span;
            let mut value = value.clone();
            if written != Form::Plain {
                // `x += e` and `x++` read what they write.
                read_elsewhere(&mut value, place, &other);
            }
            let edit = Edit { span: place.span, new: text };
            self.propose_statement(stmt, at, edit, StmtKind::Assign { place: other, value }, price);
        }
    }

    fn other_targets(&self, place: &Place) -> Vec<(Target, Place, String)> {
        let own = self.text(place.span);
        let named = |target: Target| move |(place, text): (Place, String)| (target, place, text);
        let mut others: Vec<(Target, Place, String)> = Vec::new();
        others.extend(self.same_index_elsewhere(place, own).into_iter().map(named(Target::Array)));
        others.extend(self.neighbouring_fields(place, own).into_iter().map(named(Target::Field)));
        let Some(sort) = self.sort(place.ty) else { return Vec::new() };
        let in_scope = self.pool.at(place.span.start);
        for one in in_scope.filter(|one| one.sort == sort && one.is_place && one.piece.text != own)
        {
            if let ExprKind::Load(other) = &one.piece.expr.kind {
                let target = match one.origin {
                    Origin::Variable => Target::Variable,
                    _ => Target::Other,
                };
                others.push((target, other.clone(), one.piece.text.clone()));
            }
        }
        others
    }

    /// `b[i]` for `a[i]`, of arrays that are variables themselves; of pointers the pointer is an expression of its own.
    pub(super) fn same_index_elsewhere(&self, place: &Place, own: &str) -> Vec<(Place, String)> {
        let is_array = matches!(place.base, PlaceBase::Local(_) | PlaceBase::Global(_))
            && matches!(place.path.first(), Some(Projection::Index(_)));
        let Some(open) = own.find('[').filter(|_| is_array) else { return Vec::new() };
        let mut found = Vec::new();
        for array in self.pool.arrays_at(place.span.start) {
            if array.place.base != place.base
                && self.base_type(&array.place) == self.base_type(place)
            {
                let other = Place { base: array.place.base.clone(), ..place.clone() };
                let sign = if own.starts_with('&') { "&" } else { "" };
                found.push((other, format!("{sign}{}{}", array.name, &own[open..])));
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
    value.operands_mut().for_each(|child| read_elsewhere(child, from, to));
}
