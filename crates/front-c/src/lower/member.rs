//! Members of structures and unions: access and offsets.

use lang_c::ast::{MemberExpression, MemberOperator, OffsetMember, OffsetOfExpression};
use whydunit_program::{Expr, ExprKind, GlobalId, Place, PlaceBase, Projection, Type};
use whydunit_source::Span;

use super::operand::{Operand, OperandKind, Val};
use super::{Res, Unit};
use crate::sema::ctype::{Kind, Ty};

impl Unit<'_> {
    pub(super) fn member(&mut self, member: &MemberExpression, span: Span) -> Res<Operand> {
        let name = &member.identifier.node.name;
        let record = match member.operator.node {
            MemberOperator::Direct => self.operand(&member.expression)?,
            MemberOperator::Indirect => {
                let pointer = self.value(&member.expression)?;
                let Some(to) = self.types().pointee(pointer.ty) else {
                    let message = format!(
                        "`->` needs a pointer to a structure, but this is `{}`",
                        self.display(pointer.ty)
                    );
                    return Err(self.error(span, message));
                };
                if !self.types().is_record(to) {
                    let message = format!(
                        "`->` needs a pointer to a structure or union, but this is `{}`",
                        self.display(pointer.ty)
                    );
                    return Err(self.error(span, message));
                }
                let pointer_span = pointer.span();
                self.dereference(pointer, pointer_span)?
            }
        };
        let place = match (record.kind, self.types().is_record(record.ty)) {
            (OperandKind::Place(place), true) => place,
            _ => {
                let message = format!(
                    "`.{name}` needs a structure or union, but this is `{}`",
                    self.display(record.ty)
                );
                return Err(self.error(span, message));
            }
        };
        let name_span = self.span_of(&member.identifier);
        self.field_of(place, record.ty, name, span, name_span)
    }

    /// The member `name` of a record place.
    pub(crate) fn field_of(
        &mut self,
        mut place: Place,
        record_ty: Ty,
        name: &str,
        span: Span,
        name_span: Span,
    ) -> Res<Operand> {
        let Kind::Record(record) = *self.types().kind(record_ty) else {
            return Err(self.error(span, "not a structure or union"));
        };
        if !self.types().table.record(record).complete {
            let message = format!("`{}` is declared but not defined", self.display(record_ty));
            return Err(self.error(span, message));
        }
        let Some(path) = self.types().find_field(record, name) else {
            let message = format!("`{}` has no member `{name}`", self.display(record_ty));
            return Err(self.error(name_span, message));
        };
        let mut ty = record_ty;
        let mut bits = None;
        let mut is_last = true;
        for index in path {
            let Kind::Record(record) = *self.types().kind(ty) else { break };
            let quals = ty;
            let info = self.types().table.record(record);
            is_last &= info.is_union || index as usize + 1 == info.fields.len();
            bits = info.fields[index as usize].bits.map(|bits| bits.width);
            ty = self.types().field_types(record)[index as usize].with_quals_of(quals);
            place.path.push(Projection::Field(index));
        }
        place.ty = self.types().ir(ty);
        place.span = span;
        // Trailing arrays of structures reached through pointers are used as flexible ones.
        if is_last
            && matches!(place.base, PlaceBase::Deref(_))
            && let Type::Array { elem, len: Some(0 | 1) } = *self.types().table.get(place.ty)
            && self.is_trailing(&place)
        {
            place.ty = self.types().table.array(elem, None);
        }
        Ok(Operand { kind: OperandKind::Place(place), ty, bits, span })
    }

    /// Do all steps of the path lead to the last field of their record?
    fn is_trailing(&self, place: &Place) -> bool {
        let table = &self.world.types.table;
        let PlaceBase::Deref(pointer) = &place.base else { return false };
        let Some(mut ty) = table.pointee(pointer.ty) else { return false };
        for step in &place.path {
            let (Projection::Field(index), Type::Record(record)) = (step, table.get(ty)) else {
                return false;
            };
            let record = table.record(*record);
            if !record.is_union && *index as usize + 1 != record.fields.len() {
                return false;
            }
            ty = record.fields[*index as usize].ty;
        }
        true
    }

    pub(super) fn offset_of(&mut self, offset_of: &OffsetOfExpression, span: Span) -> Res<Val> {
        let mut ty = self.type_name(&offset_of.type_name)?;
        let size_t = self.types().size();
        let mut offset = self.int_val(0, size_t, span);
        let designator = &offset_of.designator.node;
        let base = OffsetMember::Member(designator.base.clone());
        let members = std::iter::once(&base).chain(designator.members.iter().map(|m| &m.node));
        for member in members {
            match member {
                OffsetMember::Member(name) | OffsetMember::IndirectMember(name) => {
                    let name_span = self.span_of(name);
                    let place = Place::global(GlobalId(0), self.types().ir(ty), span);
                    let field = self.field_of(place, ty, &name.node.name, span, name_span)?;
                    let OperandKind::Place(place) = field.kind else { continue };
                    let mut record_ty = ty;
                    for step in place.path {
                        let (Projection::Field(index), &Kind::Record(record)) =
                            (step, self.types().kind(record_ty))
                        else {
                            continue;
                        };
                        let at = self.types().table.record(record).fields[index as usize].offset;
                        let at = self.int_val(i128::from(at), size_t, span);
                        offset = self.add_sizes(offset, at, span);
                        record_ty = self.types().field_types(record)[index as usize];
                    }
                    ty = field.ty;
                }
                OffsetMember::Index(index) => {
                    let Some(elem) = self.types().element(ty) else {
                        return Err(self.error(span, "`offsetof` indexes something not an array"));
                    };
                    let index = self.value(index)?;
                    let index = self.convert(index, size_t);
                    let size = self.types().size_of(elem).unwrap_or(1);
                    let size = self.int_val(i128::from(size), size_t, span);
                    let at = self.arithmetic(whydunit_program::BinaryOp::Mul, index, size, span)?;
                    offset = self.add_sizes(offset, at, span);
                    ty = elem;
                }
            }
        }
        Ok(offset)
    }

    fn add_sizes(&mut self, a: Val, b: Val, span: Span) -> Val {
        let (ty, ir) = (a.ty, a.expr.ty);
        match (self.evaluate_int(&a.expr), self.evaluate_int(&b.expr)) {
            (Some(a), Some(b)) => Val::new(Expr::int(a + b, ir, span), ty),
            _ => {
                let op = whydunit_program::BinaryOp::Add;
                let kind = ExprKind::Binary(op, Box::new(a.expr), Box::new(b.expr));
                Val::new(Expr::new(kind, ir, span), ty)
            }
        }
    }
}
