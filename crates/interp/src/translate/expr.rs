//! Expressions: values into slots, conditions into jumps.

use whydunit_program::address::leaves_view;
use whydunit_program::{BinaryOp, Expr, ExprKind, PlaceBase, Type, TypeId, UnaryOp};

use super::Class;
use super::emit::{Emitter, Label};
use super::place::Purpose;
use crate::code::{Arith, Compare, Node, Op, Scalar, Slot};

impl<'p> Emitter<'_, 'p> {
    /// A slot that holds the value; not to be written.
    pub(super) fn value(&mut self, expr: &'p Expr) -> Slot {
        self.value_to(expr, None)
    }

    /// Puts the value into `want` if there is one. `want` is only written by the last instruction
    /// on each path, so it may be a local that the expression reads.
    pub(super) fn value_to(&mut self, expr: &'p Expr, want: Option<Slot>) -> Slot {
        let node = Node::Expr(expr);
        match &expr.kind {
            ExprKind::Int(value) => {
                let slot = self.constant(*value as u64);
                self.deliver(slot, want, node)
            }
            ExprKind::Float(value) => {
                let bits = match self.class(expr.ty) {
                    Class::Single => u64::from((*value as f32).to_bits()),
                    _ => value.to_bits(),
                };
                let slot = self.constant(bits);
                self.deliver(slot, want, node)
            }
            ExprKind::Load(place) => self.load(place, want),
            ExprKind::AddrOf(place) => self.address(place, Purpose::Address, want),
            ExprKind::Decay(place) => {
                let whole = place.path.is_empty() && !matches!(place.base, PlaceBase::Deref(_));
                let len = match self.context.program.types.get(place.ty) {
                    Type::Array { len: Some(_), .. } => u32::try_from(self.size(place.ty)).ok(),
                    _ => None,
                };
                match len {
                    Some(len) if !whole => {
                        let a = self.address(place, Purpose::Access, None);
                        let dst = want.unwrap_or_else(|| self.temp());
                        self.emit(Op::Decay { dst, a, len }, node);
                        dst
                    }
                    _ => self.address(place, Purpose::Access, want),
                }
            }
            ExprKind::FunctionAddr(function) => {
                let slot = self.constant(self.context.layout.function(*function));
                self.deliver(slot, want, node)
            }
            ExprKind::Unary(op, operand) => self.unary(expr, *op, operand, want),
            ExprKind::Binary(op, left, right) => {
                let mark = self.mark();
                let wraps = self.class(left.ty).kind(self.context.target()).0 == Scalar::U32
                    && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
                let (a, b) = if wraps {
                    (self.low_bits(left, left.ty, 4), self.low_bits(right, left.ty, 4))
                } else {
                    (self.value(left), self.value(right))
                };
                self.reset(mark);
                let dst = want.unwrap_or_else(|| self.temp());
                let op = self.binary(*op, left, (dst, a, b));
                self.emit(op, node);
                dst
            }
            ExprKind::And(..) | ExprKind::Or(..) => self.truth(expr, want),
            ExprKind::Cond(cond, then, otherwise) => {
                let dst = want.unwrap_or_else(|| self.temp());
                let (is_false, end) = (self.label(), self.label());
                self.jump_unless(cond, is_false);
                self.lazy += 1;
                self.value_to(then, Some(dst));
                self.emit(Op::Jump { target: end.0 }, node);
                self.place(is_false);
                self.value_to(otherwise, Some(dst));
                self.lazy -= 1;
                self.place(end);
                dst
            }
            ExprKind::Cast(operand) => self.cast(expr, operand, want),
            ExprKind::PtrAdd(pointer, index) => {
                let mark = self.mark();
                let a = self.value(pointer);
                let index = self.distance(index);
                let pointee = self.context.program.types.pointee(pointer.ty);
                let size = pointee.map_or(1, |pointee| self.size(pointee));
                if size <= u64::from(u16::MAX) {
                    self.reset(mark);
                }
                self.step_pointer(a, index, size, want, node)
            }
            ExprKind::PtrDiff(left, right) => {
                let mark = self.mark();
                let a = self.value(left);
                let b = self.value(right);
                self.reset(mark);
                let dst = want.unwrap_or_else(|| self.temp());
                self.emit(Op::PtrDiff { dst, a, b }, node);
                let pointee = self.context.program.types.pointee(left.ty);
                let by = pointee.map_or(1, |pointee| self.size(pointee)).max(1) as u32;
                if by > 1 {
                    self.emit(Op::DivideExact { dst, a: dst, by }, node);
                }
                dst
            }
            ExprKind::Quantifier { .. } | ExprKind::Valid { .. } | ExprKind::Old { .. } => {
                self.emit(Op::Unsupported, node);
                self.constant(0)
            }
        }
    }

    /// A value of which only the low `size` bytes matter: integer conversions that keep them need
    /// not be carried out.
    pub(super) fn low_bits(&mut self, expr: &'p Expr, ty: TypeId, size: u32) -> Slot {
        let mut expr = expr;
        if matches!(self.class(ty), Class::Int { .. }) {
            while let ExprKind::Cast(operand) = &expr.kind
                && let Class::Int { kind, .. } = self.class(expr.ty)
                && matches!(self.class(operand.ty), Class::Int { .. } | Class::Bool)
                && kind.size() >= size
            {
                expr = operand;
            }
        }
        self.value(expr)
    }

    fn deliver(&mut self, slot: Slot, want: Option<Slot>, node: Node<'p>) -> Slot {
        match want {
            Some(dst) if dst != slot => {
                self.emit(Op::Move { dst, src: slot }, node);
                dst
            }
            _ => slot,
        }
    }

    fn unary(
        &mut self,
        expr: &'p Expr,
        op: UnaryOp,
        operand: &'p Expr,
        want: Option<Slot>,
    ) -> Slot {
        let node = Node::Expr(expr);
        let mark = self.mark();
        let a = self.value(operand);
        self.reset(mark);
        let dst = want.unwrap_or_else(|| self.temp());
        let class = self.class(operand.ty);
        let (kind, signed) = class.kind(self.context.target());
        match op {
            UnaryOp::Neg if class.is_float() => {
                self.emit(Op::NegFloat { single: class == Class::Single, dst, a }, node);
            }
            UnaryOp::Neg => self.emit(Op::NegInt { kind, signed, dst, a }, node),
            UnaryOp::BitNot => self.emit(Op::BitNot { kind, dst, a }, node),
            UnaryOp::Not if class.is_float() => {
                // The destination may be the operand's own slot only once the operand is used up.
                self.emit(Op::FloatNotZero { single: class == Class::Single, dst, a }, node);
                self.emit(Op::IsZero { dst, a: dst }, node);
            }
            UnaryOp::Not => self.emit(Op::IsZero { dst, a }, node),
        }
        dst
    }

    fn binary(&self, op: BinaryOp, left: &Expr, slots: (Slot, Slot, Slot)) -> Op {
        let (dst, a, b) = slots;
        let class = self.class(left.ty);
        if op.is_comparison() {
            return comparison(op, class, self.context.target(), slots);
        }
        match (op, class) {
            (BinaryOp::BitAnd, _) => return Op::And { dst, a, b },
            (BinaryOp::BitOr, _) => return Op::Or { dst, a, b },
            (BinaryOp::BitXor, _) => return Op::Xor { dst, a, b },
            _ => {}
        }
        let arith = match op {
            BinaryOp::Add => Arith::Add,
            BinaryOp::Sub => Arith::Sub,
            BinaryOp::Mul => Arith::Mul,
            BinaryOp::Div => Arith::Div,
            BinaryOp::Rem => Arith::Rem,
            BinaryOp::Shl => Arith::Shl,
            _ => Arith::Shr,
        };
        match (class, arith) {
            (Class::Double, Arith::Add) => return Op::AddF64 { dst, a, b },
            (Class::Double, Arith::Sub) => return Op::SubF64 { dst, a, b },
            (Class::Double, Arith::Mul) => return Op::MulF64 { dst, a, b },
            (Class::Double, _) => return Op::DivF64 { dst, a, b },
            (Class::Single, op) => return Op::ArithF32 { op, dst, a, b },
            _ => {}
        }
        let (kind, signed) = class.kind(self.context.target());
        match (kind, signed, arith) {
            (Scalar::I32, _, Arith::Add) => Op::AddI32 { dst, a, b },
            (Scalar::I32, _, Arith::Sub) => Op::SubI32 { dst, a, b },
            (Scalar::I32, _, Arith::Mul) => Op::MulI32 { dst, a, b },
            (Scalar::I32, _, Arith::Div) => Op::DivI32 { dst, a, b },
            (Scalar::I32, _, Arith::Rem) => Op::RemI32 { dst, a, b },
            (Scalar::U32, _, Arith::Add) => Op::AddU32 { dst, a, b },
            (Scalar::U32, _, Arith::Sub) => Op::SubU32 { dst, a, b },
            (Scalar::U32, _, Arith::Mul) => Op::MulU32 { dst, a, b },
            (Scalar::W64, true, Arith::Add) => Op::AddI64 { dst, a, b },
            (Scalar::W64, true, Arith::Sub) => Op::SubI64 { dst, a, b },
            (Scalar::W64, true, Arith::Mul) => Op::MulI64 { dst, a, b },
            (Scalar::W64, false, Arith::Add) => Op::AddU64 { dst, a, b },
            (Scalar::W64, false, Arith::Sub) => Op::SubU64 { dst, a, b },
            (Scalar::W64, false, Arith::Mul) => Op::MulU64 { dst, a, b },
            _ => Op::ArithInt { op: arith, kind, signed, dst, a, b },
        }
    }

    /// 0 or 1 as the condition is false or true.
    fn truth(&mut self, expr: &'p Expr, want: Option<Slot>) -> Slot {
        let node = Node::Expr(expr);
        let dst = want.unwrap_or_else(|| self.temp());
        let (is_false, end) = (self.label(), self.label());
        self.jump_unless(expr, is_false);
        let (zero, one) = (self.constant(0), self.constant(1));
        self.emit(Op::Move { dst, src: one }, node);
        self.emit(Op::Jump { target: end.0 }, node);
        self.place(is_false);
        self.emit(Op::Move { dst, src: zero }, node);
        self.place(end);
        dst
    }

    fn cast(&mut self, expr: &'p Expr, operand: &'p Expr, want: Option<Slot>) -> Slot {
        let node = Node::Expr(expr);
        let target = self.context.target();
        let (from, to) = (self.class(operand.ty), self.class(expr.ty));
        let (from_kind, from_signed) = from.kind(target);
        let (kind, signed) = to.kind(target);
        let single = from == Class::Single;
        let mark = self.mark();
        let keeps = match (from, to) {
            (_, Class::Other) => true,
            (Class::Double, Class::Double) | (Class::Single, Class::Single) => true,
            (Class::Bool, Class::Bool) | (Class::Pointer, Class::Pointer) => true,
            (Class::Bool | Class::Int { .. }, Class::Int { .. } | Class::Pointer) => {
                is_canonical(from_kind, from_signed, kind, signed)
            }
            _ => false,
        };
        let types = &self.context.program.types;
        if keeps && !leaves_view(types, operand.ty, expr.ty) {
            return self.value_to(operand, want);
        }
        let a = self.value(operand);
        self.reset(mark);
        let dst = want.unwrap_or_else(|| self.temp());
        let op = match (from, to) {
            (Class::Double | Class::Single, Class::Bool) => Op::FloatNotZero { single, dst, a },
            (_, Class::Bool) => Op::NotZero { dst, a },
            (Class::Pointer, Class::Pointer) => Op::Canonical { dst, a },
            (Class::Double, Class::Single) => Op::Narrow { dst, a },
            (Class::Single, Class::Double) => Op::Widen { dst, a },
            (Class::Double | Class::Single, _) => Op::FloatToInt { kind, signed, single, dst, a },
            (_, Class::Double | Class::Single) => {
                let signed = from_signed || from_kind != Scalar::W64;
                Op::IntToFloat { signed, single: to == Class::Single, dst, a }
            }
            (Class::Pointer, _) => {
                self.emit(Op::Canonical { dst, a }, node);
                if kind == Scalar::W64 {
                    return dst;
                }
                Op::Convert { kind, dst, a: dst }
            }
            _ => Op::Convert { kind, dst, a },
        };
        self.emit(op, node);
        dst
    }

    // Conditions.

    /// Jumps if the condition is false, goes on otherwise.
    pub(super) fn jump_unless(&mut self, expr: &'p Expr, target: Label) {
        self.jump(expr, target, false);
    }

    pub(super) fn jump_if(&mut self, expr: &'p Expr, target: Label) {
        self.jump(expr, target, true);
    }

    /// Jumps if the truth of the condition is `when`.
    fn jump(&mut self, expr: &'p Expr, target: Label, when: bool) {
        let node = Node::Expr(expr);
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.jump(operand, target, !when),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let is_and = matches!(expr.kind, ExprKind::And(..));
                if is_and == when {
                    // The other operand decides only if this one does not.
                    let skip = self.label();
                    self.jump(left, skip, !when);
                    self.lazy += 1;
                    self.jump(right, target, when);
                    self.lazy -= 1;
                    self.place(skip);
                } else {
                    self.jump(left, target, when);
                    self.lazy += 1;
                    self.jump(right, target, when);
                    self.lazy -= 1;
                }
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let class = self.class(left.ty);
                let null = |e: &Expr| e.as_int() == Some(0);
                let by_value = match class {
                    Class::Bool | Class::Int { .. } => true,
                    // Null is never a view, so equality with it needs no canonical form.
                    Class::Pointer => {
                        matches!(op, BinaryOp::Eq | BinaryOp::Ne) && (null(left) || null(right))
                    }
                    _ => false,
                };
                let mark = self.mark();
                let a = self.value(left);
                let b = self.value(right);
                self.reset(mark);
                if by_value {
                    let (_, signed) = class.kind(self.context.target());
                    self.emit(compare_and_jump(*op, signed, when, a, b, target.0), node);
                } else {
                    let dst = self.temp();
                    let op = comparison(*op, class, self.context.target(), (dst, a, b));
                    self.emit(op, node);
                    self.emit(jump_on(dst, when, target), node);
                    self.reset(mark);
                }
            }
            ExprKind::Cast(operand)
                if matches!(self.class(expr.ty), Class::Bool)
                    && !self.class(operand.ty).is_float() =>
            {
                self.jump(operand, target, when);
            }
            _ => {
                let mark = self.mark();
                let mut a = self.value(expr);
                let class = self.class(expr.ty);
                if class.is_float() {
                    let dst = self.temp();
                    self.emit(Op::FloatNotZero { single: class == Class::Single, dst, a }, node);
                    a = dst;
                }
                self.reset(mark);
                self.emit(jump_on(a, when, target), node);
            }
        }
    }
}

fn jump_on(a: Slot, when: bool, target: Label) -> Op {
    if when { Op::JumpIf { a, target: target.0 } } else { Op::JumpIfNot { a, target: target.0 } }
}

/// Is a canonical value of the first kind a canonical value of the second?
fn is_canonical(from: Scalar, from_signed: bool, to: Scalar, to_signed: bool) -> bool {
    to == Scalar::W64
        || from == to
        || (from.size() < to.size() && !from_signed)
        || (from.size() <= to.size() && from_signed && to_signed)
}

fn comparison(
    op: BinaryOp,
    class: Class,
    target: whydunit_program::Target,
    (dst, a, b): (Slot, Slot, Slot),
) -> Op {
    let compare = match op {
        BinaryOp::Eq => Compare::Eq,
        BinaryOp::Ne => Compare::Ne,
        BinaryOp::Lt => Compare::Lt,
        BinaryOp::Le => Compare::Le,
        BinaryOp::Gt => Compare::Gt,
        _ => Compare::Ge,
    };
    match class {
        Class::Double | Class::Single => {
            return Op::CmpFloat { op: compare, single: class == Class::Single, dst, a, b };
        }
        Class::Pointer if target == whydunit_program::Target::Ilp32 => {
            return Op::CmpNarrow { op: compare, dst, a, b };
        }
        Class::Pointer => return Op::CmpPointer { op: compare, dst, a, b },
        _ => {}
    }
    let (_, signed) = class.kind(target);
    match (compare, signed) {
        (Compare::Eq, _) => Op::CmpEq { dst, a, b },
        (Compare::Ne, _) => Op::CmpNe { dst, a, b },
        (Compare::Lt, true) => Op::CmpLtS { dst, a, b },
        (Compare::Le, true) => Op::CmpLeS { dst, a, b },
        (Compare::Gt, true) => Op::CmpLtS { dst, a: b, b: a },
        (Compare::Ge, true) => Op::CmpLeS { dst, a: b, b: a },
        (Compare::Lt, false) => Op::CmpLtU { dst, a, b },
        (Compare::Le, false) => Op::CmpLeU { dst, a, b },
        (Compare::Gt, false) => Op::CmpLtU { dst, a: b, b: a },
        (Compare::Ge, false) => Op::CmpLeU { dst, a: b, b: a },
    }
}

fn compare_and_jump(op: BinaryOp, signed: bool, when: bool, a: Slot, b: Slot, target: u32) -> Op {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    let op = match (op, when) {
        (op, true) => op,
        (Eq, false) => Ne,
        (Ne, false) => Eq,
        (Lt, false) => Ge,
        (Le, false) => Gt,
        (Gt, false) => Le,
        (_, false) => Lt,
    };
    match (op, signed) {
        (Eq, _) => Op::JumpEq { a, b, target },
        (Ne, _) => Op::JumpNe { a, b, target },
        (Lt, true) => Op::JumpLtS { a, b, target },
        (Le, true) => Op::JumpLeS { a, b, target },
        (Gt, true) => Op::JumpLtS { a: b, b: a, target },
        (_, true) => Op::JumpLeS { a: b, b: a, target },
        (Lt, false) => Op::JumpLtU { a, b, target },
        (Le, false) => Op::JumpLeU { a, b, target },
        (Gt, false) => Op::JumpLtU { a: b, b: a, target },
        (_, false) => Op::JumpLeU { a: b, b: a, target },
    }
}
