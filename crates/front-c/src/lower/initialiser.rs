//! Initialisers, matched to what they initialise (C11 6.7.9).
//!
//! Braces may be left out, designators jump, later initialisers override earlier ones. The result is
//! a tree with the shape of the object that holds an expression at each initialised part; parts that
//! do not occur are zero.

use std::collections::BTreeMap;

use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;
use whydunit_source::Span;

use super::{Res, Unit};
use crate::limits::MAX_RANGE;
use crate::sema::ctype::{ArrayLen, IntTy, Kind, Ty};
use crate::sema::literal;

/// What one part of an object is initialised with.
#[derive(Clone, Debug)]
pub(crate) enum Init<'n> {
    /// Nothing: zero.
    Empty,
    /// A scalar's value, or a whole record's.
    Expr(&'n Node<Expression>),
    /// The elements of an array of characters, the terminating zero not included.
    String { units: Vec<u32>, width: u64, expr: &'n Node<Expression> },
    /// Array elements by index, or record members by field number. Of a union: one at most.
    Parts(BTreeMap<u64, Init<'n>>),
}

struct Cursor<'n> {
    items: &'n [Node<InitializerListItem>],
    at: usize,
    /// The item whose designators have been followed already.
    followed: Option<usize>,
}

impl<'n> Cursor<'n> {
    fn new(items: &'n [Node<InitializerListItem>]) -> Cursor<'n> {
        Cursor { items, at: 0, followed: None }
    }

    fn peek(&self) -> Option<&'n Node<InitializerListItem>> {
        self.items.get(self.at)
    }

    /// The designators of the next item that are still to be followed.
    fn designation(&self) -> &'n [Node<Designator>] {
        match self.peek() {
            Some(item) if self.followed != Some(self.at) => &item.node.designation,
            _ => &[],
        }
    }
}

impl<'n> Init<'n> {
    fn part(&mut self, index: u64, is_union: bool) -> &mut Init<'n> {
        if !matches!(self, Init::Parts(_)) {
            *self = Init::Parts(BTreeMap::new());
        }
        match self {
            Init::Parts(parts) => {
                if is_union {
                    parts.retain(|&other, _| other == index);
                }
                parts.entry(index).or_insert(Init::Empty)
            }
            _ => unreachable!("the node should have been given parts"),
        }
    }

    /// Number of elements an array needs to hold this.
    pub(crate) fn array_len(&self) -> u64 {
        match self {
            Init::Empty | Init::Expr(_) => 0,
            Init::String { units, .. } => units.len() as u64 + 1,
            Init::Parts(parts) => parts.last_key_value().map_or(0, |(&index, _)| index + 1),
        }
    }
}

impl Unit<'_> {
    /// Matches an initialiser to a type. An array of unknown length gets one; the type comes back.
    pub(crate) fn match_initialiser<'n>(
        &mut self,
        ty: Ty,
        initialiser: &'n Node<Initializer>,
    ) -> Res<(Init<'n>, Ty)> {
        let mut init = Init::Empty;
        self.fill(ty, &mut init, initialiser)?;
        let ty = self.sized(ty, &init);
        Ok((init, ty))
    }

    pub(crate) fn match_list<'n>(
        &mut self,
        ty: Ty,
        items: &'n [Node<InitializerListItem>],
        span: Span,
    ) -> Res<(Init<'n>, Ty)> {
        let mut init = Init::Empty;
        self.fill_braced(ty, &mut init, items, span)?;
        let ty = self.sized(ty, &init);
        Ok((init, ty))
    }

    fn sized(&mut self, ty: Ty, init: &Init<'_>) -> Ty {
        match *self.types().kind(ty) {
            Kind::Array { elem, len: ArrayLen::Unknown } => {
                let len = init.array_len();
                self.types().array(elem, ArrayLen::Known(len)).with_quals_of(ty)
            }
            _ => ty,
        }
    }

    fn fill<'n>(
        &mut self,
        ty: Ty,
        init: &mut Init<'n>,
        initialiser: &'n Node<Initializer>,
    ) -> Res<()> {
        let span = self.span_of(initialiser);
        match &initialiser.node {
            Initializer::Expression(expr) => {
                if let Some(string) = self.string_for(ty, expr)? {
                    *init = string;
                    return Ok(());
                }
                if self.types().is_array(ty) {
                    // GNU: an array may be initialised by a compound literal of its type.
                    if let Expression::CompoundLiteral(literal) = &expr.node {
                        return self.fill_braced(ty, init, &literal.node.initializer_list, span);
                    }
                    return Err(self.error(span, "an array needs an initialiser in braces"));
                }
                *init = Init::Expr(expr);
                Ok(())
            }
            Initializer::List(items) => self.fill_braced(ty, init, items, span),
        }
    }

    fn fill_braced<'n>(
        &mut self,
        ty: Ty,
        init: &mut Init<'n>,
        items: &'n [Node<InitializerListItem>],
        span: Span,
    ) -> Res<()> {
        *init = Init::Empty;
        if self.types().is_array(ty) || self.types().is_record(ty) {
            if let [only] = items
                && only.node.designation.is_empty()
                && let Initializer::Expression(expr) = &only.node.initializer.node
                && let Some(string) = self.string_for(ty, expr)?
            {
                *init = string;
                return Ok(());
            }
            if !self.types().is_complete(ty) && self.types().is_record(ty) {
                let message = format!("`{}` is incomplete", self.display(ty));
                return Err(self.error(span, message));
            }
            *init = Init::Parts(BTreeMap::new());
            let mut cursor = Cursor::new(items);
            return self.fill_parts(ty, init, &mut cursor, true, &[]);
        }
        match items.first() {
            None => Ok(()),
            Some(first) => self.fill(ty, init, &first.node.initializer),
        }
    }

    /// A string literal, if it can initialise an array of this type.
    fn string_for<'n>(&mut self, ty: Ty, expr: &'n Node<Expression>) -> Res<Option<Init<'n>>> {
        let Expression::StringLiteral(tokens) = &expr.node else { return Ok(None) };
        let Some(elem) = self.types().element(ty) else { return Ok(None) };
        let Kind::Int(elem) = *self.types().kind(elem) else { return Ok(None) };
        let Some((encoding, mut units)) = literal::string(&tokens.node) else {
            let span = self.span_of(expr);
            return Err(self.error(span, "malformed string literal"));
        };
        let target = self.types().target();
        let fits = match encoding.element() {
            IntTy::Char => elem.bits(target) == 8,
            other => elem.bits(target) == other.bits(target),
        };
        if !fits {
            return Ok(None);
        }
        if let Kind::Array { len: ArrayLen::Known(len), .. } = *self.types().kind(ty) {
            units.truncate(len as usize);
        }
        let width = u64::from(elem.bits(target) / 8);
        Ok(Some(Init::String { units, width, expr }))
    }

    /// Fills an aggregate from a list. Without braces of its own it takes what it needs and leaves
    /// the rest; `first` are designators of the first item that lead into this aggregate.
    fn fill_parts<'n>(
        &mut self,
        ty: Ty,
        init: &mut Init<'n>,
        cursor: &mut Cursor<'n>,
        braced: bool,
        first: &'n [Node<Designator>],
    ) -> Res<()> {
        let is_union = match *self.types().kind(ty) {
            Kind::Record(record) => self.types().table.record(record).is_union,
            _ => false,
        };
        let count = self.part_count(ty);
        let mut index: u64 = 0;
        if let Some((designator, rest)) = first.split_first() {
            index = self.designated(ty, init, designator, rest, cursor, is_union)?;
        }
        while let Some(item) = cursor.peek() {
            if let Some((designator, rest)) = cursor.designation().split_first() {
                if !braced {
                    return Ok(());
                }
                index = self.designated(ty, init, designator, rest, cursor, is_union)?;
                continue;
            }
            if count.is_some_and(|count| index >= count) {
                if !braced {
                    return Ok(());
                }
                let span = self.span_of(item);
                self.warn(span, "more initialisers than there are elements");
                cursor.at += 1;
                continue;
            }
            let part_ty = self.part_type(ty, index);
            self.fill_next(part_ty, init.part(index, is_union), cursor)?;
            index += 1;
            if is_union {
                index = count.unwrap_or(1).max(1);
            }
        }
        Ok(())
    }

    /// The next undesignated item, for one part.
    fn fill_next<'n>(&mut self, ty: Ty, init: &mut Init<'n>, cursor: &mut Cursor<'n>) -> Res<()> {
        let Some(item) = cursor.peek() else { return Ok(()) };
        let initialiser = &item.node.initializer;
        let is_aggregate = self.types().is_array(ty) || self.types().is_record(ty);
        if let (true, Initializer::Expression(expr)) = (is_aggregate, &initialiser.node) {
            if let Some(string) = self.string_for(ty, expr)? {
                *init = string;
                cursor.at += 1;
                return Ok(());
            }
            let whole = self.types().is_record(ty) && self.is_value_of(ty, expr);
            if !whole {
                let before = cursor.at;
                self.fill_parts(ty, init, cursor, false, &[])?;
                if cursor.at == before {
                    // An aggregate without members takes nothing.
                    *init = Init::Empty;
                }
                return Ok(());
            }
        }
        cursor.at += 1;
        self.fill(ty, init, initialiser)
    }

    fn is_value_of(&mut self, ty: Ty, expr: &Node<Expression>) -> bool {
        if matches!(expr.node, Expression::Constant(_) | Expression::StringLiteral(_)) {
            return false;
        }
        self.type_of(expr).is_ok_and(|operand| operand.ty.id == ty.id)
    }

    /// Follows a designator and initialises what it names; returns the index that comes after it.
    fn designated<'n>(
        &mut self,
        ty: Ty,
        init: &mut Init<'n>,
        designator: &'n Node<Designator>,
        rest: &'n [Node<Designator>],
        cursor: &mut Cursor<'n>,
        is_union: bool,
    ) -> Res<u64> {
        let span = self.span_of(designator);
        let after = |index: u64| if is_union { u64::MAX } else { index + 1 };
        match &designator.node {
            Designator::Member(name) => {
                let Kind::Record(record) = *self.types().kind(ty) else {
                    return Err(self.error(span, "a member is named, but this is no structure"));
                };
                let shown = crate::text::display_name(&name.node.name).into_owned();
                let Some(path) = self.types().find_field(record, &shown) else {
                    let message = format!("`{}` has no member `{shown}`", self.display(ty));
                    return Err(self.error(span, message));
                };
                let mut node = init;
                let mut part_ty = ty;
                for &index in &path {
                    let union_here = match *self.types().kind(part_ty) {
                        Kind::Record(record) => self.types().table.record(record).is_union,
                        _ => false,
                    };
                    node = node.part(u64::from(index), union_here);
                    part_ty = self.part_type(part_ty, u64::from(index));
                }
                self.fill_designated(part_ty, node, rest, cursor)?;
                Ok(after(u64::from(path[0])))
            }
            Designator::Index(expr) => {
                let index = self.designator_index(ty, expr)?;
                let part_ty = self.part_type(ty, index);
                self.fill_designated(part_ty, init.part(index, false), rest, cursor)?;
                Ok(index + 1)
            }
            Designator::Range(range) => {
                let low = self.designator_index(ty, &range.node.from)?;
                let high = self.designator_index(ty, &range.node.to)?;
                if low > high || high - low > MAX_RANGE {
                    return Err(self.error(span, "this range of elements is empty or too large"));
                }
                let part_ty = self.part_type(ty, low);
                self.fill_designated(part_ty, init.part(low, false), rest, cursor)?;
                let value = init.part(low, false).clone();
                for index in low + 1..=high {
                    *init.part(index, false) = value.clone();
                }
                Ok(high + 1)
            }
        }
    }

    fn fill_designated<'n>(
        &mut self,
        ty: Ty,
        init: &mut Init<'n>,
        rest: &'n [Node<Designator>],
        cursor: &mut Cursor<'n>,
    ) -> Res<()> {
        cursor.followed = Some(cursor.at);
        if rest.is_empty() {
            return self.fill_next(ty, init, cursor);
        }
        if !self.types().is_array(ty) && !self.types().is_record(ty) {
            let span = self.span_of(&rest[0]);
            return Err(self.error(span, "this designator leads into a value without parts"));
        }
        self.fill_parts(ty, init, cursor, false, rest)
    }

    fn designator_index(&mut self, ty: Ty, expr: &Node<Expression>) -> Res<u64> {
        let span = self.span_of(expr);
        let value = self.constant_expression(expr, "an array designator")?;
        let Kind::Array { len, .. } = *self.types().kind(ty) else {
            return Err(self.error(span, "an element is named, but this is no array"));
        };
        let index = u64::try_from(value).ok().filter(|&index| match len {
            ArrayLen::Known(len) => index < len,
            _ => index < u64::MAX / 2,
        });
        match index {
            Some(index) => Ok(index),
            None => Err(self.error(span, format!("the array has no element {value}"))),
        }
    }

    /// Number of parts of an aggregate; `None` if the initialiser decides.
    fn part_count(&mut self, ty: Ty) -> Option<u64> {
        match *self.types().kind(ty) {
            Kind::Array { len: ArrayLen::Known(len), .. } => Some(len),
            Kind::Record(record) => Some(self.types().field_types(record).len() as u64),
            _ => None,
        }
    }

    pub(crate) fn part_type(&mut self, ty: Ty, index: u64) -> Ty {
        match *self.types().kind(ty) {
            Kind::Array { elem, .. } => elem.with_quals_of(ty),
            Kind::Record(record) => {
                self.types().field_types(record).get(index as usize).copied().unwrap_or(ty)
            }
            _ => ty,
        }
    }
}
