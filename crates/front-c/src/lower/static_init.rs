//! Initial values of objects with static storage: constants only.

use std::collections::BTreeMap;

use whydunit_program::{FloatKind, Global, GlobalId, GlobalInit, InitValue, Type, TypeId};
use whydunit_source::Span;

use super::expr::encode_units;
use super::initialiser::Init;
use super::world::{Definition, GlobalInfo};
use super::{Res, Unit};
use crate::sema::constant::Constant;
use crate::sema::ctype::{ArrayLen, Kind, Ty};

/// The parts of an initial value, collected out of order.
#[derive(Default)]
struct Image {
    parts: Vec<GlobalInit>,
    /// Bytes that bit-fields share.
    shared: BTreeMap<u64, u8>,
}

impl Image {
    fn bytes(&mut self, offset: u64, bytes: Vec<u8>) {
        if bytes.iter().any(|&byte| byte != 0) {
            self.parts.push(GlobalInit { offset, value: InitValue::Bytes(bytes) });
        }
    }

    fn bits(&mut self, bit_offset: u64, width: u8, value: i128) {
        for bit in 0..u64::from(width) {
            let at = bit_offset + bit;
            let byte = self.shared.entry(at / 8).or_insert(0);
            *byte |= ((value >> bit & 1) as u8) << (at % 8);
        }
    }

    fn finish(mut self) -> Vec<GlobalInit> {
        for (offset, byte) in std::mem::take(&mut self.shared) {
            self.bytes(offset, vec![byte]);
        }
        self.parts.sort_by_key(|part| part.offset);
        let mut out: Vec<GlobalInit> = Vec::new();
        for part in self.parts {
            if let (
                Some(GlobalInit { offset, value: InitValue::Bytes(last) }),
                InitValue::Bytes(bytes),
            ) = (out.last_mut(), &part.value)
                && *offset + last.len() as u64 == part.offset
            {
                last.extend_from_slice(bytes);
                continue;
            }
            out.push(part);
        }
        out
    }
}

impl Unit<'_> {
    /// A nameless global, for compound literals outside functions.
    pub(crate) fn hidden_global(&mut self, ty: Ty, span: Span) -> GlobalId {
        let ir = self.types().ir(ty);
        self.world.add_global(
            Global {
                name: String::new(),
                ty: ir,
                span,
                declaration: span,
                is_const: ty.is_const,
                is_literal: true,
                owner: None,
                is_undefined: false,
                init: Vec::new(),
            },
            GlobalInfo::new(ty, Definition::Defined(span)),
        )
    }

    /// Sets the initial value of a global.
    pub(crate) fn initialise_global(&mut self, id: GlobalId, ty: Ty, init: &Init<'_>) -> Res<()> {
        let mut image = Image::default();
        self.image(ty, init, 0, &mut image)?;
        self.fit_flexible_member(id, ty, init);
        self.world.globals[id.index()].init = image.finish();
        Ok(())
    }

    /// An object whose flexible array member is initialised is larger than its type.
    fn fit_flexible_member(&mut self, id: GlobalId, ty: Ty, init: &Init<'_>) {
        let (Kind::Record(record), Init::Parts(parts)) = (self.types().kind(ty).clone(), init)
        else {
            return;
        };
        let Some((&last, part)) = parts.last_key_value() else { return };
        let fields = self.types().field_types(record);
        if last as usize + 1 != fields.len() {
            return;
        }
        let field_ty = fields[last as usize];
        let Kind::Array { elem, len: ArrayLen::Unknown | ArrayLen::Known(0) } =
            *self.types().kind(field_ty)
        else {
            return;
        };
        let len = part.array_len();
        let offset = self.types().table.record(record).fields[last as usize].offset;
        let full = self.types().array(elem, ArrayLen::Known(len));
        let size = offset + self.types().size_of(full).unwrap_or(0);
        let align = self.types().table.record(record).align.max(1);
        let size = size.next_multiple_of(align).max(self.types().table.record(record).size);
        let wider = self.types().with_last_field(record, full, size);
        let wider = self.types().intern(Kind::Record(wider));
        self.world.globals[id.index()].ty = self.world.types.ir(wider);
    }

    fn image(&mut self, ty: Ty, init: &Init<'_>, offset: u64, image: &mut Image) -> Res<()> {
        match init {
            Init::Empty => Ok(()),
            Init::String { units, width, .. } => {
                image.bytes(offset, encode_units(units, *width));
                Ok(())
            }
            Init::Expr(expr) => {
                let expr_span = self.span_of(*expr);
                if self.types().is_record(ty) {
                    return self.record_image(ty, expr, offset, image);
                }
                let constant = self.static_constant(ty, expr)?;
                let ir = self.types().ir(ty);
                self.constant_image(constant, ir, offset, image, expr_span)
            }
            Init::Parts(parts) => {
                for (&index, part) in parts {
                    let part_ty = self.part_type(ty, index);
                    if let Kind::Record(record) = *self.types().kind(ty) {
                        let field = &self.types().table.record(record).fields[index as usize];
                        let (at, bits) = (offset + field.offset, field.bits);
                        if let (Some(bits), Init::Expr(expr)) = (bits, part) {
                            let expr_span = self.span_of(*expr);
                            let Constant::Int(value) = self.static_constant(part_ty, expr)? else {
                                return Err(self.error(expr_span, "not an integer constant"));
                            };
                            image.bits(offset * 8 + bits.bit_offset, bits.width, value);
                            continue;
                        }
                        self.image(part_ty, part, at, image)?;
                    } else {
                        let size = self.types().size_of(part_ty).unwrap_or(0);
                        let at = offset + index.saturating_mul(size);
                        self.image(part_ty, part, at, image)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// A record given as a whole: GNU C takes compound literals as constants.
    fn record_image(
        &mut self,
        ty: Ty,
        expr: &lang_c::span::Node<lang_c::ast::Expression>,
        offset: u64,
        image: &mut Image,
    ) -> Res<()> {
        let span = self.span_of(expr);
        if let lang_c::ast::Expression::CompoundLiteral(literal) = &expr.node {
            let literal_ty = self.type_name(&literal.node.type_name)?;
            if literal_ty.id == ty.id {
                let (init, _) = self.match_list(ty, &literal.node.initializer_list, span)?;
                return self.image(ty, &init, offset, image);
            }
        }
        Err(self.error(span, "the initial value of a static object must be constant"))
    }

    pub(super) fn static_constant(
        &mut self,
        ty: Ty,
        expr: &lang_c::span::Node<lang_c::ast::Expression>,
    ) -> Res<Constant> {
        let span = self.span_of(expr);
        if let Some(what) = self.types().opaque(ty) {
            return Err(self.error(span, format!("{what} are not supported")));
        }
        // Lowered as outside any function: compound literals become globals.
        let function = self.func.id.take();
        let val = self.without_effects(|unit| unit.value(expr));
        self.func.id = function;
        let val = self.assign_convert(val?, ty, "initialise from")?;
        match self.evaluate(&val.expr) {
            Some(constant) => Ok(constant),
            None => {
                if let Some(constant) = self.constant_object(&val.expr) {
                    return Ok(constant);
                }
                Err(self.error(span, "the initial value of a static object must be constant"))
            }
        }
    }

    /// gcc folds reads of `const` objects with constant values in initialisers.
    fn constant_object(&mut self, expr: &whydunit_program::Expr) -> Option<Constant> {
        use whydunit_program::{ExprKind, PlaceBase};
        match &expr.kind {
            ExprKind::Load(place) if place.path.is_empty() => {
                let PlaceBase::Global(id) = place.base else { return None };
                let global = &self.world.globals[id.index()];
                if !global.is_const || global.is_undefined {
                    return None;
                }
                let table = &self.world.types.table;
                let kind = table.int_kind(global.ty)?;
                let mut bytes = [0u8; 16];
                for part in &global.init {
                    let InitValue::Bytes(value) = &part.value else { return None };
                    let at = part.offset as usize;
                    bytes.get_mut(at..at + value.len())?.copy_from_slice(value);
                }
                let raw = i128::from_le_bytes(bytes);
                Some(Constant::Int(kind.wrap(raw)))
            }
            ExprKind::Cast(inner) => {
                let inner = self.constant_object(inner)?;
                crate::sema::constant::cast(inner, expr.ty, &self.world.types.table)
            }
            _ => self.evaluate(expr),
        }
    }

    fn constant_image(
        &mut self,
        constant: Constant,
        ty: TypeId,
        offset: u64,
        image: &mut Image,
        span: Span,
    ) -> Res<()> {
        let table = &self.world.types.table;
        let size = table.size_of(ty).unwrap_or(0) as usize;
        match constant {
            Constant::Int(value) => {
                image.bytes(offset, value.to_le_bytes().into_iter().take(size).collect());
            }
            Constant::Float(value) => {
                let mut bytes = match table.get(ty) {
                    Type::Float(FloatKind::F32) => (value as f32).to_le_bytes().to_vec(),
                    _ => value.to_le_bytes().to_vec(),
                };
                bytes.resize(size, 0);
                image.bytes(offset, bytes);
            }
            Constant::Global(id, addend) => {
                if size as u64 != table.target().pointer_bytes() {
                    return Err(self.error(span, "an address does not fit here"));
                }
                let value = InitValue::GlobalAddr(id, addend);
                image.parts.push(GlobalInit { offset, value });
            }
            Constant::Function(id) => {
                if size as u64 != table.target().pointer_bytes() {
                    return Err(self.error(span, "an address does not fit here"));
                }
                image.parts.push(GlobalInit { offset, value: InitValue::FunctionAddr(id) });
            }
        }
        Ok(())
    }
}
