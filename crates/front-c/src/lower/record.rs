//! Structure and union declarations.

use lang_c::ast::{StructDeclaration, StructField, StructKind, StructType};
use lang_c::span::Node;
use whydunit_program::RecordId;
use whydunit_source::Span;

use super::specifier::Attributes;
use super::{Res, Unit};
use crate::sema::ctype::{ArrayLen, Kind, Ty};
use crate::sema::layout::{self, Member, RecordAttributes};
use crate::sema::scope::Tag;
use crate::text::display_name;

impl Unit<'_> {
    pub(crate) fn record_type(
        &mut self,
        node: &StructType,
        attributes: &Attributes,
        span: Span,
    ) -> Res<Ty> {
        let is_union = node.kind.node == StructKind::Union;
        let tag = node.identifier.as_ref().map(|tag| tag.node.name.as_str());
        let Some(declarations) = &node.declarations else {
            let Some(tag) = tag else { return Err(self.error(span, "a structure without a tag")) };
            let id = match self.scopes.tag(tag) {
                Some(found) => self.same_kind(found, is_union, tag, span)?,
                None => self.declare_record(Some(tag), is_union),
            };
            return Ok(self.types().intern(Kind::Record(id)));
        };
        let id = match tag.and_then(|tag| self.scopes.tag_here(tag)) {
            Some(found) => {
                let tag = tag.unwrap_or("");
                let id = self.same_kind(found, is_union, tag, span)?;
                if self.types().table.record(id).complete {
                    let message = format!("`{}` is defined twice", display_name(tag));
                    return Err(self.error(span, message));
                }
                id
            }
            None => self.declare_record(tag, is_union),
        };
        let mut members = Vec::new();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::Field(field) => self.members(field, id, &mut members)?,
                StructDeclaration::StaticAssert(assertion) => self.static_assert(assertion)?,
            }
        }
        self.check_members(&members, span)?;
        let attributes = RecordAttributes {
            packed: attributes.packed,
            align: attributes.align,
            pack: attributes.pack,
        };
        layout::complete(self.types(), id, &members, attributes);
        Ok(self.types().intern(Kind::Record(id)))
    }

    fn declare_record(&mut self, tag: Option<&str>, is_union: bool) -> RecordId {
        let shown = tag.map(|tag| display_name(tag).into_owned());
        let id = self.types().add_record(shown, is_union);
        if let Some(tag) = tag {
            self.scopes.declare_tag(tag, Tag::Record(id));
        }
        id
    }

    fn same_kind(&mut self, found: Tag, is_union: bool, tag: &str, span: Span) -> Res<RecordId> {
        match found {
            Tag::Record(id) if self.types().table.record(id).is_union == is_union => Ok(id),
            _ => {
                let message =
                    format!("`{}` was declared as another kind of tag", display_name(tag));
                Err(self.error(span, message))
            }
        }
    }

    fn members(
        &mut self,
        field: &Node<StructField>,
        record: RecordId,
        members: &mut Vec<Member>,
    ) -> Res<()> {
        let span = self.span_of(field);
        let (base, attributes) = self.specifier_qualifiers(&field.node.specifiers, span)?;
        if field.node.declarators.is_empty() {
            // An anonymous member, if the type has members to offer.
            if let Kind::Record(inner) = *self.types().kind(base)
                && self.types().table.record(inner).complete
            {
                members.push(Member {
                    name: String::new(),
                    ty: base,
                    width: None,
                    packed: attributes.packed,
                    align: attributes.align,
                    declaration: Some(span),
                });
            }
            return Ok(());
        }
        for (index, declarator) in field.node.declarators.iter().enumerate() {
            let span = self.span_of(declarator);
            let declaration = match index {
                0 => self.span_between(field, declarator),
                _ => span,
            };
            let mut attributes = attributes.clone();
            let (name, ty) = match &declarator.node.declarator {
                Some(node) => {
                    self.attributes(&node.node.extensions, &mut attributes);
                    let declared = self.declarator(base, node)?;
                    let ty = self.resized(declared.ty, &attributes);
                    (declared.name.map(|name| name.node.name.clone()), ty)
                }
                None => (None, base),
            };
            let width = match &declarator.node.bit_width {
                Some(width) => Some(self.bit_width(width, ty, name.is_some())?),
                None => None,
            };
            let shown = name.as_deref().map_or("", |name| name);
            if self.types().is_function(ty) {
                let message = format!("the member `{}` is a function", display_name(shown));
                return Err(self.error(span, message));
            }
            let is_flexible =
                matches!(self.types().kind(ty), Kind::Array { len: ArrayLen::Unknown, .. });
            let is_self = matches!(*self.types().kind(ty), Kind::Record(id) if id == record);
            if is_self || (!is_flexible && !self.types().is_complete(ty)) {
                let message = format!(
                    "the member `{}` has the incomplete type `{}`",
                    display_name(shown),
                    self.display(ty)
                );
                return Err(self.error(span, message));
            }
            if self.types().is_variable(ty) {
                self.unsupported("an array of variable length in a structure", span);
                return Err(self.error(span, "a member cannot have a variable length"));
            }
            members.push(Member {
                name: name.map(|name| display_name(&name).into_owned()).unwrap_or_default(),
                ty,
                width,
                packed: attributes.packed,
                align: attributes.align,
                declaration: Some(declaration),
            });
        }
        Ok(())
    }

    fn bit_width(
        &mut self,
        width: &Node<lang_c::ast::Expression>,
        ty: Ty,
        is_named: bool,
    ) -> Res<u8> {
        let span = self.span_of(width);
        let value = self.constant_expression(width, "the width of a bit-field")?;
        let target = self.types().target();
        let limit = match self.types().kind(ty) {
            Kind::Bool => 1,
            _ => match self.types().int_ty(ty) {
                Some(int) => i128::from(int.bits(target)),
                None => return Err(self.error(span, "a bit-field must have an integer type")),
            },
        };
        if value < 0 || value > limit || (value == 0 && is_named) {
            return Err(
                self.error(span, format!("a bit-field of this type cannot have {value} bits"))
            );
        }
        Ok(value as u8)
    }

    fn check_members(&mut self, members: &[Member], span: Span) -> Res<()> {
        let mut names: Vec<&str> = members
            .iter()
            .map(|member| member.name.as_str())
            .filter(|name| !name.is_empty())
            .collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(self.error(span, format!("two members are called `{}`", pair[0]))),
            None => Ok(()),
        }
    }
}
