//! Initialising objects at run time: locals and compound literals.

use lang_c::ast::CompoundLiteral;
use lang_c::span::Node;
use whydunit_program::{Expr, LocalRole, Place, Projection, StmtKind};
use whydunit_source::Span;

use super::assign::Target;
use super::expr::encode_units;
use super::initialiser::Init;
use super::operand::Operand;
use super::{Res, Unit};
use crate::sema::ctype::{ArrayLen, Kind, Ty};

impl Unit<'_> {
    /// Stores an initialiser into a place that has just begun to live.
    pub(crate) fn store_initialiser(
        &mut self,
        place: Place,
        ty: Ty,
        init: &Init<'_>,
        span: Span,
    ) -> Res<()> {
        let is_aggregate = self.types().is_array(ty) || self.types().is_record(ty);
        if is_aggregate && !matches!(init, Init::Expr(_)) && !self.covers(ty, init) {
            self.emit(StmtKind::Zero { place: place.clone() }, span);
        }
        self.store_parts(place, ty, init, None, span)
    }

    /// Does the initialiser give every part a value (so that zeroing first would be wasted)?
    fn covers(&mut self, ty: Ty, init: &Init<'_>) -> bool {
        match init {
            Init::Empty => false,
            Init::Expr(_) => true,
            Init::String { units, .. } => match *self.types().kind(ty) {
                Kind::Array { len: ArrayLen::Known(len), .. } => units.len() as u64 + 1 >= len,
                _ => false,
            },
            Init::Parts(parts) => {
                let needed = match self.world.types.kind(ty) {
                    Kind::Array { len: ArrayLen::Known(len), .. } => *len,
                    Kind::Record(record) if self.world.types.table.record(*record).is_union => {
                        return self.covers_union(ty, parts.iter().next());
                    }
                    Kind::Record(record) => self.world.types.field_types(*record).len() as u64,
                    _ => return false,
                };
                parts.len() as u64 == needed
                    && parts.iter().all(|(&index, part)| {
                        let part_ty = self.part_type(ty, index);
                        self.covers(part_ty, part)
                    })
            }
        }
    }

    fn covers_union(&mut self, ty: Ty, part: Option<(&u64, &Init<'_>)>) -> bool {
        let Some((&index, part)) = part else { return false };
        let part_ty = self.part_type(ty, index);
        self.types().size_of(part_ty) == self.types().size_of(ty) && self.covers(part_ty, part)
    }

    fn store_parts(
        &mut self,
        place: Place,
        ty: Ty,
        init: &Init<'_>,
        bits: Option<u8>,
        span: Span,
    ) -> Res<()> {
        match init {
            Init::Empty => {
                let is_scalar = self.types().is_scalar(ty);
                if is_scalar && place.path.is_empty() {
                    // `int x = {};`
                    let int = self.types().int();
                    let zero = self.int_val(0, int, span);
                    let zero = self.convert(zero, ty);
                    self.emit_assign(place, zero.expr, span);
                }
                Ok(())
            }
            Init::Expr(expr) => {
                let expr_span = self.span_of(*expr);
                let stmt_span = if place.path.is_empty() { span } else { expr_span };
                let target = Target { place, ty, bits };
                self.initialise(target, expr, stmt_span)
            }
            Init::String { units, width, expr } => {
                let expr_span = self.span_of(*expr);
                self.store_string(place, ty, units, *width, expr_span)
            }
            Init::Parts(parts) => {
                for (&index, part) in parts {
                    let part_ty = self.part_type(ty, index);
                    let mut part_place = place.clone();
                    let mut bits = None;
                    if let Kind::Record(record) = *self.types().kind(ty) {
                        let fields = &self.types().table.record(record).fields;
                        bits = fields[index as usize].bits.map(|bits| bits.width);
                        part_place.path.push(Projection::Field(index as u32));
                    } else {
                        let size_t = self.types().ptrdiff();
                        let ir = self.types().ir(size_t);
                        let index = Expr::int(i128::from(index), ir, span);
                        part_place.path.push(Projection::Index(Box::new(index)));
                    }
                    part_place.ty = self.types().ir(part_ty);
                    self.store_parts(part_place, part_ty, part, bits, span)?;
                }
                Ok(())
            }
        }
    }

    /// Initialises one part from an expression; a call stores its result directly.
    fn initialise(
        &mut self,
        target: Target,
        expr: &Node<lang_c::ast::Expression>,
        span: Span,
    ) -> Res<()> {
        let mark = self.mark();
        if let lang_c::ast::Expression::Call(call) = &expr.node {
            let call_span = self.span_of(expr);
            if self.call_into(call, &target, mark, call_span, span)? {
                return Ok(());
            }
        }
        let val = self.value(expr)?;
        let val = self.assign_convert(val, target.ty, "initialise from")?;
        self.emit_assign(target.place, val.expr, span);
        Ok(())
    }

    fn store_string(
        &mut self,
        place: Place,
        ty: Ty,
        units: &[u32],
        width: u64,
        span: Span,
    ) -> Res<()> {
        let mut units = units.to_vec();
        if let Kind::Array { len: ArrayLen::Known(len), .. } = *self.types().kind(ty)
            && (units.len() as u64) < len
        {
            units.push(0);
        }
        if units.is_empty() {
            return Ok(());
        }
        let bytes = encode_units(&units, width);
        let count = bytes.len() as u64;
        let id = self.literal_global(&bytes, units.len() as u64, width, span);
        let literal_ty = self.world.globals[id.index()].ty;
        let from = Place::global(id, literal_ty, span);
        self.emit(StmtKind::Copy { to: place, from, bytes: count }, span);
        Ok(())
    }

    /// `(type){ ... }`: a fresh object of the enclosing block, or a global outside functions.
    pub(crate) fn compound_literal(
        &mut self,
        literal: &CompoundLiteral,
        span: Span,
    ) -> Res<Operand> {
        let (ty, attributes) = self.type_name_with_attributes(&literal.type_name)?;
        let (init, ty) = self.match_list(ty, &literal.initializer_list, span)?;
        if !self.types().is_complete(ty) || self.types().is_variable(ty) {
            let message = format!("a compound literal of type `{}`", self.display(ty));
            return Err(self.error(span, message));
        }
        if self.func.id.is_none() || attributes.is_static {
            let id = self.hidden_global(ty, span);
            self.initialise_global(id, ty, &init)?;
            let ir = self.types().ir(ty);
            return Ok(Operand::place(Place::global(id, ir, span), ty));
        }
        let local = self.add_local("", ty, LocalRole::Temporary, span);
        self.own_local(local);
        self.emit(StmtKind::Live { local }, span);
        let ir = self.types().ir(ty);
        let place = Place::local(local, ir, span);
        self.store_initialiser(place.clone(), ty, &init, span)?;
        Ok(Operand::place(place, ty))
    }
}
