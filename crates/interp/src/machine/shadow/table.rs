//! What does an instruction make of unset values, and which of them decide something there?

use whydunit_program::obligation::{Condition, Exact};
use whydunit_program::shadow::{self, Partial};
use whydunit_program::{BinaryOp, CheckKind, Class, UnaryOp};

use super::arithmetic::{operator, widened};
use super::{Machine, Made, Poison};
use crate::code::{FunctionKind, Op, Scalar, Slot};
use crate::stop::Stop;
use crate::{Detail, Observer};

impl<O: Observer> Machine<'_, '_, O> {
    /// What the instruction does to unset values. Fails where one decides something.
    pub(in crate::machine) fn shadow(&mut self, op: Op, registers: &[u64]) -> Result<(), Stop> {
        match self.made(op, registers)? {
            Made::Set(None) => {}
            Made::Set(Some(slot)) => self.set_poison(slot, None),
            Made::Unset(slot, poison) => self.set_poison(slot, Some(poison)),
        }
        Ok(())
    }

    /// The value decides something.
    pub(super) fn used(&mut self, slot: Slot) -> Result<(), Stop> {
        match self.poison(slot) {
            Some(poison) => self.decides(poison),
            None => Ok(()),
        }
    }

    pub(super) fn used_if(&mut self, is_open: bool, slots: &[Slot]) -> Result<(), Stop> {
        match is_open {
            true => slots.iter().try_for_each(|&slot| self.used(slot)),
            false => Ok(()),
        }
    }

    /// A result with these unset bits, for which the operands were read.
    pub(super) fn result(&self, dst: Slot, operands: &[Slot], unset: u64, distinct: u32) -> Made {
        let from = operands.iter().find_map(|&slot| self.poison(slot));
        match from.filter(|_| unset != 0) {
            Some(poison) => Made::Unset(dst, Poison { unset, distinct, ..poison }),
            None => Made::Set(Some(dst)),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one flat table; the arms are independent")]
    pub(super) fn made(&mut self, op: Op, registers: &[u64]) -> Result<Made, Stop> {
        self.shadows.carried = None;
        let word = |signed| Class::Int { width: 64, signed };
        let int = Class::INT;
        let unsigned = Class::Int { width: 32, signed: false };
        Ok(match op {
            Op::JumpIf { a, .. }
            | Op::JumpIfNot { a, .. }
            | Op::StepJumpIf { a, .. }
            | Op::StepJumpIfNot { a, .. } => {
                let is_open = self.partial(a, registers).truth() != 0;
                self.used_if(is_open, &[a])?;
                Made::Set(None)
            }
            Op::JumpEq { a, b, .. }
            | Op::JumpNe { a, b, .. }
            | Op::StepJumpEq { a, b, .. }
            | Op::StepJumpNe { a, b, .. } => {
                self.jump(BinaryOp::Eq, word(false), (a, b), registers)?
            }
            Op::JumpLtS { a, b, .. } | Op::StepJumpLtS { a, b, .. } => {
                self.jump(BinaryOp::Lt, word(true), (a, b), registers)?
            }
            Op::JumpLeS { a, b, .. } | Op::StepJumpLeS { a, b, .. } => {
                self.jump(BinaryOp::Le, word(true), (a, b), registers)?
            }
            Op::JumpLtU { a, b, .. } | Op::StepJumpLtU { a, b, .. } => {
                self.jump(BinaryOp::Lt, word(false), (a, b), registers)?
            }
            Op::JumpLeU { a, b, .. } | Op::StepJumpLeU { a, b, .. } => {
                self.jump(BinaryOp::Le, word(false), (a, b), registers)?
            }
            Op::Switch { value, .. } | Op::Use { slot: value } => {
                self.used(value)?;
                Made::Set(None)
            }
            Op::Call { site } => {
                self.pass(site)?;
                Made::Set(None)
            }
            Op::CallPointer { callee, site } => {
                self.used(callee)?;
                let code = self.code;
                let site_data = &code.calls[site as usize];
                let target = self.resolve_callee(registers[callee as usize], site_data)?;
                match self.code.functions[target.index()].kind {
                    FunctionKind::Code => {
                        self.pass(site)?;
                        Made::Set(None)
                    }
                    FunctionKind::Intrinsic(intrinsic) => self.called(Some(intrinsic), site)?,
                    FunctionKind::Undefined => self.called(None, site)?,
                }
            }
            Op::Intrinsic { site } => {
                let callee = self.code.calls[site as usize].callee;
                let kind = callee.map(|callee| self.code.functions[callee.index()].kind);
                let Some(FunctionKind::Intrinsic(intrinsic)) = kind else {
                    return self.called(None, site);
                };
                self.called(Some(intrinsic), site)?
            }
            Op::Return { src } => {
                let poison = self.poison(src);
                if self.frames.len() == 1 {
                    self.used(src)?;
                }
                self.leave(poison);
                Made::Set(None)
            }
            Op::ReturnNothing | Op::ReturnRecord { .. } => {
                if let Op::ReturnRecord { from, .. } = op {
                    self.used(from)?;
                }
                self.leave(None);
                Made::Set(None)
            }

            Op::Move { dst, src } => match self.poison(src) {
                Some(poison) => Made::Unset(dst, poison),
                None => Made::Set(Some(dst)),
            },
            Op::CheckInit { slot, flag } => match registers[flag as usize] {
                0 => Made::Unset(slot, self.unset_local(slot)),
                _ => Made::Set(None),
            },
            Op::ClearFlag { flag } => {
                let flags = &self.code.functions[self.frame().function.index()].flags;
                let local = flags.iter().find(|(_, found)| **found == flag).map(|(&it, _)| it);
                Made::Set(local)
            }
            Op::AllocVla { slot, count, .. } => {
                self.used(count)?;
                Made::Set(Some(slot))
            }

            Op::AddI32 { dst, a, b } => self.integer(BinaryOp::Add, int, (dst, a, b), registers)?,
            Op::SubI32 { dst, a, b } => self.integer(BinaryOp::Sub, int, (dst, a, b), registers)?,
            Op::MulI32 { dst, a, b } => self.integer(BinaryOp::Mul, int, (dst, a, b), registers)?,
            Op::DivI32 { dst, a, b } => self.integer(BinaryOp::Div, int, (dst, a, b), registers)?,
            Op::RemI32 { dst, a, b } => self.integer(BinaryOp::Rem, int, (dst, a, b), registers)?,
            Op::AddI64 { dst, a, b } => {
                self.integer(BinaryOp::Add, word(true), (dst, a, b), registers)?
            }
            Op::SubI64 { dst, a, b } => {
                self.integer(BinaryOp::Sub, word(true), (dst, a, b), registers)?
            }
            Op::MulI64 { dst, a, b } => {
                self.integer(BinaryOp::Mul, word(true), (dst, a, b), registers)?
            }
            Op::AddU32 { dst, a, b } => {
                self.integer(BinaryOp::Add, unsigned, (dst, a, b), registers)?
            }
            Op::SubU32 { dst, a, b } => {
                self.integer(BinaryOp::Sub, unsigned, (dst, a, b), registers)?
            }
            Op::MulU32 { dst, a, b } => {
                self.integer(BinaryOp::Mul, unsigned, (dst, a, b), registers)?
            }
            Op::AddU64 { dst, a, b } => {
                self.integer(BinaryOp::Add, word(false), (dst, a, b), registers)?
            }
            Op::SubU64 { dst, a, b } => {
                self.integer(BinaryOp::Sub, word(false), (dst, a, b), registers)?
            }
            Op::MulU64 { dst, a, b } => {
                self.integer(BinaryOp::Mul, word(false), (dst, a, b), registers)?
            }
            Op::ArithInt { op, kind, signed, dst, a, b } => {
                let class = Class::Int { width: 8 * kind.size(), signed };
                self.integer(operator(op), class, (dst, a, b), registers)?
            }
            Op::And { dst, a, b } => self.bitwise(BinaryOp::BitAnd, (dst, a, b), registers),
            Op::Or { dst, a, b } => self.bitwise(BinaryOp::BitOr, (dst, a, b), registers),
            Op::Xor { dst, a, b } => self.bitwise(BinaryOp::BitXor, (dst, a, b), registers),
            Op::NegInt { kind, signed, dst, a } => {
                let class = Class::Int { width: 8 * kind.size(), signed };
                let operand = self.partial(a, registers);
                let fits = Condition::within_type(Exact::Negation, class.int_kind());
                let is_open = signed
                    && self.checks.contains(CheckKind::Overflow)
                    && shadow::decides(&fits, class, operand, Partial::set(0));
                self.used_if(is_open, &[a])?;
                let unset = shadow::unary(UnaryOp::Neg, class, operand);
                self.result(dst, &[a], widened(class, unset), class.width())
            }
            Op::BitNot { kind, dst, a } => {
                let unset = kind.canonical(self.partial(a, registers).unset);
                self.result(dst, &[a], unset, 8 * kind.size())
            }
            Op::IsZero { dst, a } | Op::NotZero { dst, a } => {
                let unset = self.partial(a, registers).truth();
                self.result(dst, &[a], unset, 64)
            }
            Op::CmpEq { dst, a, b } | Op::CmpNe { dst, a, b } => {
                self.compared(BinaryOp::Eq, word(false), (dst, a, b), registers)
            }
            Op::CmpLtS { dst, a, b } => {
                self.compared(BinaryOp::Lt, word(true), (dst, a, b), registers)
            }
            Op::CmpLeS { dst, a, b } => {
                self.compared(BinaryOp::Le, word(true), (dst, a, b), registers)
            }
            Op::CmpLtU { dst, a, b } => {
                self.compared(BinaryOp::Lt, word(false), (dst, a, b), registers)
            }
            Op::CmpLeU { dst, a, b } => {
                self.compared(BinaryOp::Le, word(false), (dst, a, b), registers)
            }
            Op::Convert { kind, dst, a } => {
                let operand = self.partial(a, registers);
                let unset = kind.canonical(operand.unset);
                self.result(dst, &[a], unset, operand.distinct.min(8 * kind.size()))
            }

            Op::AddF64 { dst, a, b }
            | Op::SubF64 { dst, a, b }
            | Op::MulF64 { dst, a, b }
            | Op::DivF64 { dst, a, b } => self.result(dst, &[a, b], u64::MAX, 64),
            Op::ArithF32 { dst, a, b, .. } => self.result(dst, &[a, b], u32::MAX.into(), 64),
            Op::CmpFloat { dst, a, b, .. }
            | Op::CmpPointer { dst, a, b, .. }
            | Op::CmpNarrow { dst, a, b, .. } => self.result(dst, &[a, b], 1, 64),
            Op::NegFloat { dst, a, .. } => {
                self.result(dst, &[a], self.partial(a, registers).unset, 64)
            }
            Op::FloatNotZero { dst, a, .. } => self.result(dst, &[a], 1, 64),
            Op::IntToFloat { single, dst, a, .. } => {
                let all = if single { u32::MAX.into() } else { u64::MAX };
                self.result(dst, &[a], all, 64)
            }
            Op::FloatToInt { kind, dst, a, .. } => {
                self.used_if(self.checks.contains(CheckKind::Overflow), &[a])?;
                self.result(dst, &[a], kind.canonical(u64::MAX), 8 * kind.size())
            }
            Op::Widen { dst, a } => self.result(dst, &[a], u64::MAX, 64),
            Op::Narrow { dst, a } => self.result(dst, &[a], u32::MAX.into(), 64),

            Op::PtrAdd { scale, dst, a, index } | Op::NarrowAdd { scale, dst, a, index } => {
                self.moved((dst, a, index), scale.into(), registers)?
            }
            Op::Scale { dst, a, scale } => {
                let scale = Partial::set(scale.into());
                let operand = self.partial(a, registers);
                let unset = shadow::binary(BinaryOp::Mul, word(true), operand, scale);
                self.result(dst, &[a], unset, 64)
            }
            Op::PtrDiff { dst, a, b } => self.result(dst, &[a, b], u64::MAX, 64),
            Op::DivideExact { dst, a, .. }
            | Op::AddOffset { dst, a, .. }
            | Op::NarrowOffset { dst, a, .. }
            | Op::Canonical { dst, a } => self.result(dst, &[a], u64::MAX, 64),
            Op::Decay { dst, a, .. } => {
                self.used(a)?;
                Made::Set(Some(dst))
            }
            Op::CheckIndex { index, len, base, .. } => {
                self.used(base)?;
                let len = Partial::set(len.into());
                let index_value = self.partial(index, registers);
                let unset = shadow::binary(BinaryOp::Lt, word(false), index_value, len);
                let is_checked = self.checks.contains(CheckKind::Bounds);
                self.used_if(is_checked && unset != 0, &[index])?;
                Made::Set(None)
            }
            Op::LoadI32 { dst, address, offset } => {
                self.loaded(Scalar::I32, dst, (address, None), offset, registers)?
            }
            Op::LoadU8 { dst, address, offset } => {
                self.loaded(Scalar::U8, dst, (address, None), offset, registers)?
            }
            Op::LoadI8 { dst, address, offset } => {
                self.loaded(Scalar::I8, dst, (address, None), offset, registers)?
            }
            Op::LoadW64 { dst, address, offset } => {
                self.loaded(Scalar::W64, dst, (address, None), offset, registers)?
            }
            Op::Load { kind, dst, address, offset } => {
                self.loaded(kind, dst, (address, None), offset, registers)?
            }
            Op::LoadIndexI32 { dst, base, index } => {
                self.loaded(Scalar::I32, dst, (base, Some(index)), 0, registers)?
            }
            Op::LoadIndexU8 { dst, base, index } => {
                self.loaded(Scalar::U8, dst, (base, Some(index)), 0, registers)?
            }
            Op::LoadIndexI8 { dst, base, index } => {
                self.loaded(Scalar::I8, dst, (base, Some(index)), 0, registers)?
            }
            Op::LoadIndexW64 { dst, base, index } => {
                self.loaded(Scalar::W64, dst, (base, Some(index)), 0, registers)?
            }
            Op::LoadIndex { kind, dst, base, index } => {
                self.loaded(kind, dst, (base, Some(index)), 0, registers)?
            }
            Op::StoreI32 { address, src, .. }
            | Op::StoreB8 { address, src, .. }
            | Op::StoreW64 { address, src, .. }
            | Op::Store { address, src, .. }
            | Op::StoreBits { address, src, .. } => {
                self.used(address)?;
                self.shadows.carried = self.poison(src);
                Made::Set(None)
            }
            Op::StoreIndexI32 { base, index, src }
            | Op::StoreIndexB8 { base, index, src }
            | Op::StoreIndexW64 { base, index, src }
            | Op::StoreIndex { base, index, src, .. } => {
                self.used(base)?;
                self.used(index)?;
                self.shadows.carried = self.poison(src);
                Made::Set(None)
            }
            Op::LoadBits { dst, address, site } => {
                self.used(address)?;
                match self.unset_field(registers[address as usize], site) {
                    Some(poison) => Made::Unset(dst, poison),
                    None => Made::Set(Some(dst)),
                }
            }
            Op::Copy { to, from, .. } => {
                self.used(from)?;
                self.used(to)?;
                Made::Set(None)
            }
            Op::Zero { to, .. } | Op::StoreResult { to, .. } => {
                self.used(to)?;
                Made::Set(None)
            }
            Op::InputMemory { address } | Op::ResultMissing { address, .. } => {
                self.used(address)?;
                Made::Set(None)
            }
            Op::VaArg { dst, list, .. } => {
                self.used(list)?;
                Made::Set(Some(dst))
            }
            Op::InputRegister { dst } => Made::Set(Some(dst)),
            Op::Check { cond } | Op::Assume { cond } => {
                self.used(cond)?;
                Made::Set(None)
            }
            Op::WroteStep { size, slot } | Op::Wrote { size, slot } => {
                if O::DETAIL == Detail::Everything {
                    self.tell_carried(slot, size);
                }
                Made::Set(None)
            }
            Op::Enter { .. }
            | Op::Idle
            | Op::Step
            | Op::EnterStep { .. }
            | Op::NoteRead { .. }
            | Op::Took { .. }
            | Op::LogNarrow { .. }
            | Op::LogWide { .. }
            | Op::LogOpen
            | Op::LogClose
            | Op::Jump { .. }
            | Op::Unreachable
            | Op::SetFlag { .. }
            | Op::Live { .. }
            | Op::EnsureLive { .. }
            | Op::Dead { .. }
            | Op::DeadVla { .. }
            | Op::ParamScalar { .. }
            | Op::ParamRecord { .. }
            | Op::NotExpected { .. }
            | Op::Specification
            | Op::Snapshot { .. }
            | Op::Unsupported
            | Op::BadCall { .. } => Made::Set(None),
        })
    }
}
