//! Storage that conditions speak of: variables, members, elements, and what was saved before the call.

use whydunit_program::{
    ExprKind, LocalId, LocalRole, Place, PlaceBase, Projection, StmtKind, Type, TypeId,
};

use super::{Conditions, POSTFIX, PRIMARY, Text, UNARY};
use crate::Unsupported;
use crate::ctype::declaration;

impl<'a> Conditions<'a, '_> {
    fn local(&mut self, id: LocalId) -> Result<Text, Unsupported> {
        let local = self.function.local(id);
        if let Some((_, name)) = self.known.iter().find(|(known, _)| *known == id) {
            return Ok(Text::new(name.clone(), PRIMARY));
        }
        match local.role {
            LocalRole::Result => Ok(Text::new(self.result.clone(), PRIMARY)),
            LocalRole::Temporary => self.frozen(id),
            _ => Ok(Text::new(local.name.clone(), PRIMARY)),
        }
    }

    /// A temporary that holds what something was on entry.
    fn frozen(&mut self, id: LocalId) -> Result<Text, Unsupported> {
        let stmts = self.function.blocks().iter().flat_map(|block| &block.stmts);
        let mut values = stmts.filter_map(|stmt| match &stmt.kind {
            StmtKind::Assign { place, value }
                if place.path.is_empty() && place.base == PlaceBase::Local(id) =>
            {
                Some(value)
            }
            _ => None,
        });
        let (Some(value), None, false) = (values.next(), values.next(), self.in_place) else {
            return Err(Unsupported::new("the condition uses a value that has no name in C"));
        };
        let value = value.clone();
        let rendered = self.expr(&value)?;
        let is_parameter = |place: &Place| match place.base {
            PlaceBase::Local(id) => self.function.local(id).role == LocalRole::Parameter,
            _ => false,
        };
        // Parameters of the caller of the function keep their values.
        if let ExprKind::Load(place) = &value.kind
            && place.path.is_empty()
            && is_parameter(place)
        {
            return Ok(rendered);
        }
        let name = self.names.fresh("old");
        let declared = declaration(self.program, self.function.local(id).ty, &name, None)?;
        let declared = declared.replace("integer ", "long long ");
        self.saved.push(format!("{declared} = {};", rendered.text));
        self.known.push((id, name.clone()));
        Ok(Text::new(name, PRIMARY))
    }

    pub(super) fn place(&mut self, place: &Place) -> Result<Text, Unsupported> {
        let types = &self.program.types;
        let mut path = place.path.as_slice();
        let (mut text, mut ty) = match &place.base {
            PlaceBase::Local(id) => (self.local(*id)?, self.function.local(*id).ty),
            PlaceBase::Global(id) => {
                let global = self.program.global(*id);
                let is_visible = global.owner.is_none() || self.in_place;
                if !is_visible {
                    return Err(Unsupported::new(format!(
                        "{} is local to a function",
                        global.name
                    )));
                }
                let name = match global.is_literal {
                    true => self.program.sources.text(global.span).to_owned(),
                    false => global.name.clone(),
                };
                (Text::new(name, PRIMARY), global.ty)
            }
            PlaceBase::Deref(pointer) => {
                let pointee = types.pointee(pointer.ty).unwrap_or(place.ty);
                match (&pointer.kind, path) {
                    (ExprKind::PtrAdd(base, index), _) => {
                        let (base, index) = (self.expr(base)?, self.index(index)?);
                        let text = format!("{}[{}]", base.at(POSTFIX), index.text);
                        (Text::new(text, POSTFIX), pointee)
                    }
                    (_, [Projection::Field(_), ..]) => {
                        let base = self.expr(pointer)?;
                        let (mut name, mut ty) = ("", pointee);
                        // Members of a member without a name are reached directly.
                        while name.is_empty()
                            && let [Projection::Field(field), rest @ ..] = path
                        {
                            path = rest;
                            (name, ty) = self.field(ty, *field);
                        }
                        (Text::new(format!("{}->{name}", base.at(POSTFIX)), POSTFIX), ty)
                    }
                    _ => {
                        let base = self.expr(pointer)?;
                        (Text::new(format!("*{}", base.at(UNARY)), UNARY), pointee)
                    }
                }
            }
        };
        for projection in path {
            text = match projection {
                Projection::Field(field) => {
                    let (name, field_ty) = self.field(ty, *field);
                    ty = field_ty;
                    if name.is_empty() {
                        continue;
                    }
                    Text::new(format!("{}.{name}", text.at(POSTFIX)), POSTFIX)
                }
                Projection::Index(index) => {
                    if let Type::Array { elem, .. } = types.get(ty) {
                        ty = *elem;
                    }
                    let index = self.index(index)?;
                    Text::new(format!("{}[{}]", text.at(POSTFIX), index.text), POSTFIX)
                }
            };
        }
        Ok(text)
    }

    fn field(&self, record: TypeId, field: u32) -> (&'a str, TypeId) {
        let types = &self.program.types;
        let Type::Record(id) = types.get(record) else { return ("", record) };
        let field = &types.record(*id).fields[field as usize];
        (&field.name, field.ty)
    }
}
