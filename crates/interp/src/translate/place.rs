//! Places: how to find the storage an expression or statement speaks of.

use whydunit_program::{
    Expr, ExprKind, LocalId, Place, PlaceBase, Projection, Target, Type, TypeId,
};

use super::emit::Emitter;
use crate::Detail;
use crate::code::{BitSite, Node, Op, Scalar, Slot};

/// Where a place is, once the instructions for its address have run.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlaceCode {
    Register(LocalId),
    /// At the address in `base` plus `offset`.
    Memory {
        base: Slot,
        offset: u32,
    },
    /// Element `index` of scalars that lie at the address in `base`.
    Indexed {
        base: Slot,
        index: Slot,
        kind: Scalar,
    },
    /// A bit-field of the record at the address in `base` plus `offset`.
    Bits {
        base: Slot,
        offset: u32,
        site: u32,
    },
}

/// May the place lie just past the end of its array?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Access,
    Address,
}

impl<'p> Emitter<'_, 'p> {
    pub(super) fn find_place(&mut self, place: &'p Place, purpose: Purpose) -> PlaceCode {
        let node = Node::Place(place);
        let (mut base, mut ty, mut whole) = match &place.base {
            PlaceBase::Local(local) => {
                if !self.local(*local).in_memory {
                    return PlaceCode::Register(*local);
                }
                if !self.known.contains(*local) {
                    self.emit(Op::EnsureLive { slot: local.0 }, node);
                    if self.lazy == 0 {
                        self.known.insert(*local);
                    }
                }
                (local.0, self.local(*local).ty, true)
            }
            PlaceBase::Global(global) => {
                let address = self.context.layout.global(*global);
                let ty = self.context.program.global(*global).ty;
                (self.constant(address), ty, !self.is_incomplete(ty))
            }
            PlaceBase::Deref(pointer) => {
                if let Some(found) = self.element_of_pointer(place, pointer) {
                    return found;
                }
                let base = self.value(pointer);
                let ty = self.context.program.types.pointee(pointer.ty).unwrap_or(place.ty);
                (base, ty, false)
            }
        };
        let mut offset: u64 = 0;
        for (position, projection) in place.path.iter().enumerate() {
            let is_last = position + 1 == place.path.len();
            match projection {
                Projection::Field(field) => {
                    let Type::Record(record) = self.context.program.types.get(ty) else { break };
                    let field = &self.context.program.types.record(*record).fields[*field as usize];
                    if let Some(bits) = field.bits {
                        let signed = self
                            .context
                            .program
                            .types
                            .int_kind(field.ty)
                            .is_some_and(|kind| kind.signed);
                        self.code().bits.push(BitSite { field: bits, signed });
                        let site = self.code().bits.len() as u32 - 1;
                        let (base, offset) = self.fold_offset(base, offset, node);
                        return PlaceCode::Bits { base, offset, site };
                    }
                    offset += field.offset;
                    ty = field.ty;
                    whole = false;
                }
                Projection::Index(index) => {
                    let Type::Array { elem, len } = *self.context.program.types.get(ty) else {
                        break;
                    };
                    let limit = match (purpose, is_last) {
                        (Purpose::Address, true) => len.map(|len| len.saturating_add(1)),
                        _ => len,
                    };
                    let size = self.size(elem);
                    let in_range = |value: i128| {
                        value >= 0 && limit.is_some_and(|limit| value < i128::from(limit))
                    };
                    match index.as_int() {
                        Some(value) if in_range(value) => offset += value as u64 * size,
                        _ => {
                            let slot = match len {
                                Some(_) => self.value(index),
                                None => self.distance(index),
                            };
                            let kind = self.scalar(elem).filter(|_| is_last);
                            // An object that is just this array has the bounds of the array.
                            let implied = whole && kind.is_some() && purpose == Purpose::Access;
                            if let Some(limit) = limit.filter(|_| !implied) {
                                let len = limit.min(u64::from(u32::MAX)) as u32;
                                let position = position.min(usize::from(u16::MAX)) as u16;
                                let index = slot;
                                self.emit(Op::CheckIndex { position, index, len, base }, node);
                            }
                            if let Some(kind) = kind
                                && u64::from(kind.size()) == size
                            {
                                let base = self.add_offset(base, offset, node);
                                return PlaceCode::Indexed { base, index: slot, kind };
                            }
                            base = self.step_pointer(base, slot, size, None, node);
                        }
                    }
                    ty = elem;
                    whole = false;
                }
            }
        }
        let (base, offset) = self.fold_offset(base, offset, node);
        PlaceCode::Memory { base, offset }
    }

    /// `p[i]` and `*(p + i)` of scalars.
    fn element_of_pointer(&mut self, place: &'p Place, pointer: &'p Expr) -> Option<PlaceCode> {
        let ExprKind::PtrAdd(base, index) = &pointer.kind else { return None };
        if !place.path.is_empty() {
            return None;
        }
        let kind = self.scalar(place.ty)?;
        let pointee = self.context.program.types.pointee(pointer.ty)?;
        if self.size(pointee) != u64::from(kind.size()) {
            return None;
        }
        let base = self.value(base);
        let index = self.distance(index);
        Some(PlaceCode::Indexed { base, index, kind })
    }

    fn is_incomplete(&self, ty: TypeId) -> bool {
        self.context.program.types.size_of(ty).is_none()
    }

    /// An offset that fits an instruction, the rest added to the base.
    fn fold_offset(&mut self, base: Slot, offset: u64, node: Node<'p>) -> (Slot, u32) {
        match u32::try_from(offset) {
            Ok(offset) => (base, offset),
            Err(_) => (self.add_offset(base, offset, node), 0),
        }
    }

    fn add_offset(&mut self, base: Slot, offset: u64, node: Node<'p>) -> Slot {
        if offset == 0 {
            return base;
        }
        let dst = self.temp();
        match u32::try_from(offset) {
            Ok(offset) => self.emit_offset(dst, base, offset, node),
            Err(_) => {
                let index = self.constant(offset);
                self.emit_sum(1, (dst, base, index), node);
            }
        }
        dst
    }

    /// `dst = base + offset`.
    pub(super) fn emit_offset(&mut self, dst: Slot, base: Slot, offset: u32, node: Node<'p>) {
        let op = match self.context.target() {
            Target::Lp64 => Op::AddOffset { dst, a: base, offset },
            Target::Ilp32 => Op::NarrowOffset { dst, a: base, offset },
        };
        self.emit(op, node);
    }

    /// `dst = a + index * scale`.
    fn emit_sum(&mut self, scale: u16, (dst, a, index): (Slot, Slot, Slot), node: Node<'p>) {
        let op = match self.context.target() {
            Target::Lp64 => Op::PtrAdd { scale, dst, a, index },
            Target::Ilp32 => Op::NarrowAdd { scale, dst, a, index },
        };
        self.emit(op, node);
    }

    /// How far a pointer is moved: a signed number as wide as a pointer, or wider. Unsigned ones of 64 bits are read as signed
    /// by whoever uses them.
    pub(super) fn distance(&mut self, index: &'p Expr) -> Slot {
        let a = self.value(index);
        let (kind, _) = self.class(index.ty).kind(self.context.target());
        if self.context.target() == Target::Lp64 || kind != Scalar::U32 {
            return a;
        }
        let dst = self.temp();
        self.emit(Op::Convert { kind: Scalar::I32, dst, a }, Node::Expr(index));
        dst
    }

    /// `base + index * size` in bytes.
    pub(super) fn step_pointer(
        &mut self,
        base: Slot,
        index: Slot,
        size: u64,
        want: Option<Slot>,
        node: Node<'p>,
    ) -> Slot {
        match u16::try_from(size) {
            Ok(scale) => {
                let dst = want.unwrap_or_else(|| self.temp());
                self.emit_sum(scale, (dst, base, index), node);
                dst
            }
            Err(_) => {
                let scaled = self.temp();
                let scale = size.min(u64::from(u32::MAX)) as u32;
                self.emit(Op::Scale { dst: scaled, a: index, scale }, node);
                let dst = want.unwrap_or(scaled);
                self.emit_sum(1, (dst, base, scaled), node);
                dst
            }
        }
    }

    /// The address of a place in memory.
    pub(super) fn address(
        &mut self,
        place: &'p Place,
        purpose: Purpose,
        want: Option<Slot>,
    ) -> Slot {
        let node = Node::Place(place);
        match self.find_place(place, purpose) {
            PlaceCode::Memory { base, offset: 0 } => match want {
                Some(dst) => {
                    self.emit(Op::Move { dst, src: base }, node);
                    dst
                }
                None => base,
            },
            PlaceCode::Memory { base, offset } => {
                let dst = want.unwrap_or_else(|| self.temp());
                self.emit_offset(dst, base, offset, node);
                dst
            }
            PlaceCode::Indexed { base, index, kind } => {
                self.step_pointer(base, index, u64::from(kind.size()), want, node)
            }
            // Neither has an address; the front end never asks for it.
            PlaceCode::Register(_) | PlaceCode::Bits { .. } => {
                self.emit(Op::Unsupported, node);
                self.constant(0)
            }
        }
    }

    /// The value stored at a scalar place.
    pub(super) fn load(&mut self, place: &'p Place, want: Option<Slot>) -> Slot {
        let node = Node::Place(place);
        let mark = self.mark();
        let found = self.find_place(place, Purpose::Access);
        if let PlaceCode::Register(local) = found {
            return self.read_register(local, node, want);
        }
        self.reset(mark);
        let dst = want.unwrap_or_else(|| self.temp());
        let kind = self.scalar(place.ty);
        let op = match found {
            PlaceCode::Memory { base: address, offset } => match kind {
                Some(Scalar::I32) => Op::LoadI32 { dst, address, offset },
                Some(Scalar::U8) => Op::LoadU8 { dst, address, offset },
                Some(Scalar::I8) => Op::LoadI8 { dst, address, offset },
                Some(Scalar::W64) => Op::LoadW64 { dst, address, offset },
                Some(kind) => Op::Load { kind, dst, address, offset },
                None => Op::Unsupported,
            },
            PlaceCode::Indexed { base, index, kind } => match kind {
                Scalar::I32 => Op::LoadIndexI32 { dst, base, index },
                Scalar::U8 => Op::LoadIndexU8 { dst, base, index },
                Scalar::I8 => Op::LoadIndexI8 { dst, base, index },
                Scalar::W64 => Op::LoadIndexW64 { dst, base, index },
                _ => Op::LoadIndex { kind, dst, base, index },
            },
            PlaceCode::Bits { base, offset, site } => {
                let address = self.add_offset(base, u64::from(offset), node);
                Op::LoadBits { dst, address, site }
            }
            PlaceCode::Register(_) => Op::Unsupported,
        };
        self.emit(op, node);
        dst
    }

    pub(super) fn read_register(
        &mut self,
        local: LocalId,
        node: Node<'p>,
        want: Option<Slot>,
    ) -> Slot {
        if !self.known.contains(local) {
            let flag = self.track(local);
            self.emit(Op::CheckInit { slot: local.0, flag }, node);
            if self.lazy == 0 {
                self.known.insert(local);
            }
        }
        if self.context.detail == Detail::Everything {
            let size = self.register_size(local);
            self.emit(Op::NoteRead { size, slot: local.0 }, node);
        }
        match want {
            Some(dst) if dst != local.0 => {
                self.emit(Op::Move { dst, src: local.0 }, node);
                dst
            }
            _ => local.0,
        }
    }

    /// Stores a scalar at a place that is not a register.
    pub(super) fn store(&mut self, place: &'p Place, src: Slot) {
        let node = Node::Place(place);
        let found = self.find_place(place, Purpose::Access);
        let kind = self.scalar(place.ty);
        let op = match found {
            PlaceCode::Memory { base: address, offset } => match kind {
                Some(Scalar::I32 | Scalar::U32) => Op::StoreI32 { address, src, offset },
                Some(Scalar::I8 | Scalar::U8) => Op::StoreB8 { address, src, offset },
                Some(Scalar::W64) => Op::StoreW64 { address, src, offset },
                Some(kind) => Op::Store { kind, address, src, offset },
                None => Op::Unsupported,
            },
            PlaceCode::Indexed { base, index, kind } => match kind {
                Scalar::I32 | Scalar::U32 => Op::StoreIndexI32 { base, index, src },
                Scalar::I8 | Scalar::U8 => Op::StoreIndexB8 { base, index, src },
                Scalar::W64 => Op::StoreIndexW64 { base, index, src },
                _ => Op::StoreIndex { kind, base, index, src },
            },
            PlaceCode::Bits { base, offset, site } => {
                let address = self.add_offset(base, u64::from(offset), node);
                Op::StoreBits { address, src, site }
            }
            PlaceCode::Register(local) => {
                if local.0 != src {
                    self.emit(Op::Move { dst: local.0, src }, node);
                }
                self.set_flag(local);
                self.wrote(local);
                return;
            }
        };
        self.emit(op, node);
    }
}
