//! Values some bits of which were never given one, on their way through registers.
//!
//! The machine's loop knows nothing of them. Where a read meets storage that is not wholly initialised, the run goes on in a second copy of the loop, which asks
//! [`Machine::shadow`] before each instruction: what would its result be unset in, and does what has no value decide something? It goes back to the
//! first loop as soon as no register holds such a value any more. In memory the mask of each byte says which bits are set; where an unset value that was
//! stored comes from is kept beside it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whydunit_program::obligation::{Condition, Exact, Operand};
use whydunit_program::shadow::{self, Partial};
use whydunit_program::{
    BinaryOp, CheckKind, Class, Expr, ExprKind, Intrinsic, LocalId, LocalRole, PlaceBase, UnaryOp,
};

use super::Machine;
use crate::code::{Arith, FunctionKind, NO_SLOT, Node, Op, Scalar, Slot};
use crate::memory::{Access, Located, MemoryFault, Reason};
use crate::stop::Stop;
use crate::{CellObject, ObjectId, Observer, Subject};

/// What is known of a value some bits of which are unset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Poison {
    /// The unset bits of the canonical value.
    unset: u64,
    /// See [`Partial::distinct`].
    distinct: u32,
    /// Where the value is missing: index into [`Shadows::origins`].
    origin: u32,
    /// The storage that was read for it last, by the instruction at `pc`.
    read: ReadFrom,
    pc: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReadFrom {
    Register(Slot),
    Memory(Located, u8),
    /// A list of variadic arguments.
    Passed,
}

/// Storage that was never given a value.
#[derive(Clone, Debug)]
struct Origin {
    cell: OriginCell,
    /// As messages call it, and where it was declared or allocated.
    name: String,
    line: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum OriginCell {
    Register { frame: u32, slot: Slot },
    Memory { object: ObjectId, offset: u32, size: u8 },
}

/// Registers that hold unset values, and where such values come from.
#[derive(Default, Debug)]
pub(super) struct Shadows {
    /// By position in the stack.
    slots: FxHashMap<usize, Poison>,
    /// Variadic arguments, by the frame's number and their index.
    variadic: FxHashMap<(u32, usize), Poison>,
    origins: Vec<Origin>,
    known: FxHashMap<OriginCell, u32>,
    /// Bytes in memory that hold (parts of) unset values which came from elsewhere.
    stored: BTreeMap<(ObjectId, u32), u32>,
    /// Arguments of the call that is being made.
    passing: Vec<(usize, Poison)>,
    /// What the instruction stores, or what it has read in a way of its own.
    carried: Option<Poison>,
}

impl Shadows {
    fn is_clean(&self) -> bool {
        self.slots.is_empty() && self.variadic.is_empty()
    }
}

/// What an instruction makes of its operands.
enum Made {
    /// The result has all its bits, or there is none.
    Set(Option<Slot>),
    Unset(Slot, Poison),
}

impl<'p, O: Observer> Machine<'_, 'p, O> {
    fn local_count(&self) -> usize {
        self.program.function(self.frame().function).locals.len()
    }

    /// What is known of an operand, read by the current instruction.
    fn poison(&self, slot: Slot) -> Option<Poison> {
        let position = self.frame().base + slot as usize;
        let poison = *self.shadows.slots.get(&position)?;
        let is_local = (slot as usize) < self.local_count();
        Some(match is_local {
            true => Poison { read: ReadFrom::Register(slot), pc: self.pc, ..poison },
            false => poison,
        })
    }

    fn partial(&self, slot: Slot, registers: &[u64]) -> Partial {
        let bits = registers[slot as usize];
        match self.poison(slot) {
            Some(poison) => Partial { bits, unset: poison.unset, distinct: poison.distinct },
            None => Partial::set(bits),
        }
    }

    fn set_poison(&mut self, slot: Slot, poison: Option<Poison>) {
        let position = self.frame().base + slot as usize;
        match poison.filter(|poison| poison.unset != 0) {
            Some(poison) => drop(self.shadows.slots.insert(position, poison)),
            None => drop(self.shadows.slots.remove(&position)),
        }
    }

    pub(super) fn take_poison(&mut self, slot: Slot) -> Option<Poison> {
        let position = self.frame().base + slot as usize;
        self.shadows.slots.remove(&position)
    }

    /// A register is given a value from outside of the program.
    pub(super) fn forget_poison(&mut self, position: usize) {
        self.shadows.slots.remove(&position);
    }

    /// Is the register's value unset in part? For those who look at registers without instructions.
    pub(super) fn unset_register(&mut self, local: LocalId) -> Option<Stop> {
        if self.shadows.slots.is_empty() {
            return None;
        }
        self.poison(local.0).map(|poison| self.decided(poison))
    }

    /// Between statements: temporaries are used up, and what has no value at all is known by its flag. Can the run go on without shadows?
    pub(super) fn is_clean(&mut self, registers: &[u64]) -> bool {
        let (base, locals) = (self.frame().base, self.local_count());
        let flags = &self.code.functions[self.frame().function.index()].flags;
        self.shadows.slots.retain(|&position, _| {
            let Some(slot) = position.checked_sub(base) else { return true };
            let is_flagged = || {
                let flag = u32::try_from(slot).ok().and_then(|slot| flags.get(&slot));
                flag.is_some_and(|&flag| registers[flag as usize] == 0)
            };
            slot < locals && !is_flagged()
        });
        self.shadows.is_clean()
    }

    // Before an instruction.

    /// What the instruction does to unset values. Fails where one decides something.
    pub(super) fn shadow(&mut self, op: Op, registers: &[u64]) -> Result<(), Stop> {
        match self.made(op, registers)? {
            Made::Set(None) => {}
            Made::Set(Some(slot)) => self.set_poison(slot, None),
            Made::Unset(slot, poison) => self.set_poison(slot, Some(poison)),
        }
        Ok(())
    }

    /// The value decides something.
    fn used(&mut self, slot: Slot) -> Result<(), Stop> {
        match self.poison(slot) {
            Some(poison) => Err(self.decided(poison)),
            None => Ok(()),
        }
    }

    fn used_if(&mut self, is_open: bool, slots: &[Slot]) -> Result<(), Stop> {
        match is_open {
            true => slots.iter().try_for_each(|&slot| self.used(slot)),
            false => Ok(()),
        }
    }

    /// A result with these unset bits, for which the operands were read.
    fn result(&self, dst: Slot, operands: &[Slot], unset: u64, distinct: u32) -> Made {
        let from = operands.iter().find_map(|&slot| self.poison(slot));
        match from.filter(|_| unset != 0) {
            Some(poison) => Made::Unset(dst, Poison { unset, distinct, ..poison }),
            None => Made::Set(Some(dst)),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one flat table; the arms are independent")]
    fn made(&mut self, op: Op, registers: &[u64]) -> Result<Made, Stop> {
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
                self.pass(site);
                Made::Set(None)
            }
            Op::CallPointer { callee, site } => {
                self.used(callee)?;
                let code = self.code;
                let site_data = &code.calls[site as usize];
                let target = self.resolve_callee(registers[callee as usize], site_data)?;
                match self.code.functions[target.index()].kind {
                    FunctionKind::Code => {
                        self.pass(site);
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
            Op::Enter { .. }
            | Op::Idle
            | Op::Step
            | Op::EnterStep { .. }
            | Op::WroteStep { .. }
            | Op::NoteRead { .. }
            | Op::Wrote { .. }
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

    fn jump(
        &mut self,
        op: BinaryOp,
        class: Class,
        (a, b): (Slot, Slot),
        registers: &[u64],
    ) -> Result<Made, Stop> {
        let (left, right) = (self.partial(a, registers), self.partial(b, registers));
        self.used_if(shadow::binary(op, class, left, right) != 0, &[a, b])?;
        Ok(Made::Set(None))
    }

    fn compared(
        &self,
        op: BinaryOp,
        class: Class,
        (dst, a, b): (Slot, Slot, Slot),
        registers: &[u64],
    ) -> Made {
        let (left, right) = (self.partial(a, registers), self.partial(b, registers));
        let unset = shadow::binary(op, class, left, right);
        self.result(dst, &[a, b], unset, 64)
    }

    fn bitwise(&self, op: BinaryOp, (dst, a, b): (Slot, Slot, Slot), registers: &[u64]) -> Made {
        let class = Class::Int { width: 64, signed: false };
        let (left, right) = (self.partial(a, registers), self.partial(b, registers));
        let unset = shadow::binary(op, class, left, right);
        let distinct = [left, right].iter().filter(|it| !it.is_set()).map(|it| it.distinct).max();
        self.result(dst, &[a, b], unset, distinct.unwrap_or(64))
    }

    /// Arithmetic whose operands decide what it is checked for fails.
    fn integer(
        &mut self,
        op: BinaryOp,
        class: Class,
        (dst, a, b): (Slot, Slot, Slot),
        registers: &[u64],
    ) -> Result<Made, Stop> {
        let (left, right) = (self.partial(a, registers), self.partial(b, registers));
        if left.is_set() && right.is_set() {
            return Ok(Made::Set(Some(dst)));
        }
        let is_open = |condition: Condition| shadow::decides(&condition, class, left, right);
        let fits = |number| Condition::within_type(number, class.int_kind());
        let is_checked = |kind| self.checks.contains(kind);
        let overflows = class.signed() && is_checked(CheckKind::Overflow);
        let is_used = match op {
            BinaryOp::Add => overflows && is_open(fits(Exact::Sum)),
            BinaryOp::Sub => overflows && is_open(fits(Exact::Difference)),
            BinaryOp::Mul => overflows && is_open(fits(Exact::Product)),
            // The machine's division traps, checked or not.
            BinaryOp::Div | BinaryOp::Rem => {
                is_open(Condition::NotZero(Operand::Second))
                    || class.signed() && is_open(fits(Exact::Quotient))
            }
            _ => {
                let number = Exact::Operand(Operand::Second);
                let high = i128::from(class.width()) - 1;
                is_checked(CheckKind::Shift) && is_open(Condition::Within { number, low: 0, high })
            }
        };
        self.used_if(is_used, &[a, b])?;
        let unset = shadow::binary(op, class, left, right);
        Ok(self.result(dst, &[a, b], widened(class, unset), class.width()))
    }

    /// A pointer that is moved by a number of elements.
    fn moved(
        &mut self,
        (dst, a, index): (Slot, Slot, Slot),
        scale: u64,
        registers: &[u64],
    ) -> Result<Made, Stop> {
        let class = Class::Int { width: 64, signed: true };
        let (pointer, by) = (self.partial(a, registers), self.partial(index, registers));
        let product = shadow::binary(BinaryOp::Mul, class, by, Partial::set(scale));
        let bits = by.bits.wrapping_mul(scale);
        let distance = Partial { bits, unset: product, distinct: 64 };
        let unset = shadow::binary(BinaryOp::Add, class, pointer, distance);
        // How far it may be moved depends on nothing but the number.
        let (low, high) = by.range(class);
        let reach = i128::from(whydunit_program::address::FARTHEST_INDEX);
        let is_far = low <= -reach || high >= reach;
        let is_checked = pointer.is_set() && self.checks.contains(CheckKind::Bounds);
        self.used_if(is_checked && is_far && !by.is_set(), &[index])?;
        Ok(self.result(dst, &[a, index], unset, 64))
    }

    // Reads.

    fn loaded(
        &mut self,
        kind: Scalar,
        dst: Slot,
        (address, index): (Slot, Option<Slot>),
        offset: u32,
        registers: &[u64],
    ) -> Result<Made, Stop> {
        self.used(address)?;
        let mut distance = i64::from(offset);
        if let Some(index) = index {
            self.used(index)?;
            let index = registers[index as usize].cast_signed();
            distance = index.wrapping_mul(i64::from(kind.size()));
        }
        let size = kind.value_size();
        let base = registers[address as usize];
        let found = self.memory.range(base, distance, u64::from(kind.size()), Access::Read);
        // What memory refuses is told by the load itself.
        let Ok(at) = found else { return Ok(Made::Set(Some(dst))) };
        Ok(match self.unset_memory(at, size, kind) {
            Some(poison) => Made::Unset(dst, poison),
            None => Made::Set(Some(dst)),
        })
    }

    fn unset_memory(&mut self, at: Located, size: u8, kind: Scalar) -> Option<Poison> {
        let unset = self.memory.unset_bits(at, usize::from(size));
        if unset == 0 {
            return None;
        }
        let first = unset.trailing_zeros() / 8;
        let origin = self.origin_of(at, size, first as usize);
        let read = ReadFrom::Memory(at, size);
        let distinct = 8 * u32::from(size);
        Some(Poison { unset: kind.canonical(unset), distinct, origin, read, pc: self.pc })
    }

    fn unset_field(&mut self, address: u64, site: u32) -> Option<Poison> {
        let site = self.code.bits[site as usize];
        let (at, unset) = self.unset_bits_of(address, site)?;
        let width = u32::from(site.field.width);
        if unset == 0 {
            return None;
        }
        let class = Class::Int { width, signed: site.signed };
        let size = site.touched();
        let first = (unset.trailing_zeros() + site.shift()) / 8;
        let origin = self.origin_of(at, size, first as usize);
        let read = ReadFrom::Memory(at, size);
        let unset = widened(class, unset);
        Some(Poison { unset, distinct: width, origin, read, pc: self.pc })
    }

    fn unset_local(&mut self, slot: Slot) -> Poison {
        let frame = self.frame();
        let (serial, function) = (frame.serial, self.program.function(frame.function));
        let local = function.local(LocalId(slot));
        let cell = OriginCell::Register { frame: serial, slot };
        let line = self.line(local.span);
        let name = match local.role {
            LocalRole::Temporary => "the result of a function that returned nothing".into(),
            _ => local.name.clone(),
        };
        let line = (local.role != LocalRole::Temporary).then_some(line);
        let kind = crate::translate::scalar_of(&self.program.types, local.ty);
        let kind = kind.unwrap_or(Scalar::W64);
        let origin = self.known_origin(cell, || Origin { cell, name, line });
        let (unset, distinct) = (kind.canonical(u64::MAX), 8 * u32::from(kind.value_size()));
        Poison { unset, distinct, origin, read: ReadFrom::Register(slot), pc: self.pc }
    }

    fn known_origin(&mut self, cell: OriginCell, make: impl FnOnce() -> Origin) -> u32 {
        if let Some(&known) = self.shadows.known.get(&cell) {
            return known;
        }
        let index = self.shadows.origins.len() as u32;
        self.shadows.origins.push(make());
        self.shadows.known.insert(cell, index);
        index
    }

    /// Where an unset byte of a scalar comes from: it was stored without a value, or nothing was ever stored there.
    fn origin_of(&mut self, at: Located, size: u8, byte: usize) -> u32 {
        let object = self.memory.id_of(at.index).unwrap_or(ObjectId(0));
        let offset = at.start as u32;
        if let Some(&origin) = self.shadows.stored.get(&(object, offset + byte as u32)) {
            return origin;
        }
        let cell = OriginCell::Memory { object, offset, size };
        if let Some(&known) = self.shadows.known.get(&cell) {
            return known;
        }
        let name = self.name_of_storage(at, u64::from(size));
        let line = self.declared_at(at);
        self.known_origin(cell, || Origin { cell, name, line })
    }

    /// The line in which a variable is declared. Blocks say themselves where they were allocated.
    fn declared_at(&self, at: Located) -> Option<String> {
        use crate::ObjectKind::{Local, Vla};
        match self.memory.object(at.index)?.kind {
            Local { function, local, .. } | Vla { function, local, .. } => {
                let local = self.program.function(function).local(local);
                (!local.name.is_empty()).then(|| self.line(local.span))
            }
            _ => None,
        }
    }

    // Calls.

    fn pass(&mut self, site: u32) {
        let code = self.code;
        let site = &code.calls[site as usize];
        let args = site.args.iter().enumerate();
        let passing = args.filter_map(|(index, &slot)| Some((index, self.poison(slot)?)));
        self.shadows.passing = passing.collect();
    }

    /// The frame that was just entered takes over its arguments.
    pub(super) fn arrive(&mut self) {
        let (base, serial) = (self.frame().base, self.frame().serial);
        let params = self.code.functions[self.frame().function.index()].param_count as usize;
        for (index, poison) in std::mem::take(&mut self.shadows.passing) {
            match index.checked_sub(params) {
                None => drop(self.shadows.slots.insert(base + index, poison)),
                Some(index) => drop(self.shadows.variadic.insert((serial, index), poison)),
            }
        }
    }

    /// A call of something that is not made of instructions.
    fn called(&mut self, intrinsic: Option<Intrinsic>, site: u32) -> Result<Made, Stop> {
        let code = self.code;
        let site = &code.calls[site as usize];
        let dst = (site.dst != NO_SLOT).then_some(site.dst);
        if let Some(Intrinsic::Math(_)) = intrinsic {
            let single = site.result.and_then(|ty| self.program.types.size_of(ty)) == Some(4);
            let all = if single { u32::MAX.into() } else { u64::MAX };
            return Ok(match dst {
                Some(dst) => self.result(dst, &site.args, all, 64),
                None => Made::Set(None),
            });
        }
        site.args.iter().try_for_each(|&slot| self.used(slot))?;
        Ok(Made::Set(dst))
    }

    /// The current frame is left, with a result.
    fn leave(&mut self, result: Option<Poison>) {
        let frame = self.frame();
        let (base, serial, dst) = (frame.base, frame.serial, frame.dst);
        self.shadows.slots.retain(|&position, _| position < base);
        self.shadows.variadic.retain(|&(frame, _), _| frame != serial);
        let Some(caller) = self.frames.len().checked_sub(2).map(|index| &self.frames[index]) else {
            return;
        };
        if dst != NO_SLOT {
            let position = caller.base + dst as usize;
            match result {
                Some(poison) => drop(self.shadows.slots.insert(position, poison)),
                None => drop(self.shadows.slots.remove(&position)),
            }
        }
    }

    /// A variadic argument is taken: where it is used as it is, it has to have a value.
    pub(super) fn taken_variadic(&mut self, frame: u32, index: usize) {
        let found = self.shadows.variadic.get(&(frame, index)).copied();
        self.shadows.carried = found.map(|it| Poison { read: ReadFrom::Passed, ..it });
    }

    /// What `va_arg` has just read goes into a register.
    pub(super) fn keep_variadic_poison(&mut self, dst: Slot) {
        let poison = self.shadows.carried.take();
        self.set_poison(dst, poison);
    }

    /// What was just taken from a list is used.
    pub(super) fn use_variadic(&mut self) -> Result<(), Stop> {
        match self.shadows.carried.take() {
            Some(poison) => Err(self.decided(poison)),
            None => Ok(()),
        }
    }

    // Stores.

    /// What was just stored at an address is unset as the instruction's operand was.
    pub(super) fn stored(&mut self, kind: Scalar, address: u64, offset: i64) {
        if let Some(poison) = self.shadows.carried.take() {
            self.mark_unset(kind, address, offset, poison);
        }
    }

    pub(super) fn mark_unset(&mut self, kind: Scalar, address: u64, offset: i64, poison: Poison) {
        let size = kind.value_size();
        let found = self.memory.range(address, offset, u64::from(size), Access::Read);
        let Ok(at) = found else { return };
        self.mark(at, size, poison.unset, poison);
    }

    fn mark(&mut self, at: Located, size: u8, unset: u64, poison: Poison) {
        self.memory.set_unset(at, usize::from(size), unset);
        let Some(object) = self.memory.id_of(at.index) else { return };
        let start = at.start as u32;
        for byte in (0..u32::from(size)).filter(|byte| unset >> (8 * byte) & 0xff != 0) {
            self.shadows.stored.insert((object, start + byte), poison.origin);
        }
    }

    /// The bits of a bit-field that were just stored; those beside it are as they were.
    pub(super) fn stored_bits(&mut self, address: u64, site: crate::code::BitSite) {
        let Some(poison) = self.shadows.carried.take() else { return };
        let Some((at, _)) = self.unset_bits_of(address, site) else { return };
        let field = shadow::low_bits(site.field.width.into());
        let moved = u128::from(poison.unset & field) << site.shift();
        let mut rest = moved;
        for byte in 0..site.touched() {
            let place = Located { start: at.start + usize::from(byte), ..at };
            let unset = (rest & 0xff) as u64 | self.memory.unset_bits(place, 1);
            if rest & 0xff != 0 {
                self.mark(place, 1, unset, poison);
            }
            rest >>= 8;
        }
    }

    /// Many bytes were copied: with them goes where they come from.
    pub(super) fn copied(&mut self, target: (ObjectId, u64), source: (ObjectId, u64), size: u64) {
        if self.shadows.stored.is_empty() {
            return;
        }
        let range = |(object, start): (ObjectId, u64)| {
            (object, start as u32)..(object, (start + size) as u32)
        };
        let from: Vec<_> =
            self.shadows.stored.range(range(source)).map(|(&k, &v)| (k, v)).collect();
        self.forget_stored(target, size);
        for ((_, offset), origin) in from {
            let offset = u64::from(offset) - source.1 + target.1;
            self.shadows.stored.insert((target.0, offset as u32), origin);
        }
    }

    /// The bytes have no value of their own any more.
    pub(super) fn forget_stored(&mut self, (object, start): (ObjectId, u64), size: u64) {
        if self.shadows.stored.is_empty() {
            return;
        }
        let range = (object, start as u32)..(object, (start + size) as u32);
        let keys: Vec<_> = self.shadows.stored.range(range).map(|(&key, _)| key).collect();
        for key in keys {
            self.shadows.stored.remove(&key);
        }
    }

    /// Bytes lose their value.
    pub(super) fn uninitialise(&mut self, at: Located, size: u64) {
        self.memory.uninitialise(at, size as usize);
        if let Some(object) = self.memory.id_of(at.index) {
            self.forget_stored((object, at.start as u64), size);
        }
    }

    /// What all this takes up, for the memory budget.
    pub(super) fn shadow_memory(&self) -> u64 {
        let shadows = &self.shadows;
        let each = (size_of::<Origin>() + size_of::<Poison>()) as u64;
        (shadows.origins.len() + shadows.stored.len() + shadows.slots.len()) as u64 * each
    }

    // What is told.

    /// A value that was never given decides something.
    #[cold]
    fn decided(&mut self, poison: Poison) -> Stop {
        let origin = self.shadows.origins[poison.origin as usize].clone();
        // In the library: it is about what the user's storage lacks.
        if self.user_call().is_some() {
            let message = self.in_library(format!("{} is used uninitialised", origin.name));
            let subject = Some(subject_of(origin.cell));
            return Stop::fault_about(CheckKind::Uninit, message, subject);
        }
        let (message, subject) = match poison.read {
            ReadFrom::Passed => (self.comes_from("an argument", &origin), None),
            ReadFrom::Register(slot) => self.decided_by_register(slot, &origin),
            ReadFrom::Memory(at, size) => {
                let node = self.code.infos[poison.pc - 1].node;
                self.focus = Some(node);
                let object = self.memory.id_of(at.index).unwrap_or(ObjectId(0));
                let read = OriginCell::Memory { object, offset: at.start as u32, size };
                if origin.cell.overlaps(read) {
                    let reason = Reason::Uninitialised { at };
                    let (access, size) = (Access::Read, size.into());
                    let fault = MemoryFault { access, address: 0, offset: 0, size, reason };
                    return Stop::Memory(Box::new(fault));
                }
                let storage = self.name_of_storage(at, size.into());
                let text = match node {
                    Node::Place(place) => self.program.sources.text(place.span),
                    _ => "",
                };
                let name = match text.is_empty() || text == storage {
                    true => storage,
                    false => format!("{text} ({storage})"),
                };
                (self.comes_from(&name, &origin), Some(subject_of(read)))
            }
        };
        Stop::fault_about(CheckKind::Uninit, message, subject)
    }

    fn decided_by_register(&mut self, slot: Slot, origin: &Origin) -> (String, Option<Subject>) {
        let (serial, function) = (self.frame().serial, self.frame().function);
        let local = self.program.function(function).local(LocalId(slot));
        let cell = OriginCell::Register { frame: serial, slot };
        let size = self.program.types.size_of(local.ty).unwrap_or(0);
        let subject = Subject { size, ..subject_of(cell) };
        if let Some(node) = self.reading(LocalId(slot)) {
            self.focus = Some(node);
        }
        match (origin.cell == cell, local.role == LocalRole::Temporary) {
            (true, true) => (format!("{} is used", origin.name), None),
            (false, true) => (self.comes_from("the result", origin), None),
            (true, false) => (format!("{} is used uninitialised", local.name), Some(subject)),
            (false, false) => (self.comes_from(&local.name, origin), Some(subject)),
        }
    }

    fn comes_from(&self, name: &str, origin: &Origin) -> String {
        let line = origin.line.as_ref().map_or_else(String::new, |line| format!(" ({line})"));
        format!("{name} comes from {}{line}, which has no value", origin.name)
    }

    /// Where the current instruction's part of the program reads a variable.
    fn reading(&self, local: LocalId) -> Option<Node<'p>> {
        let mut found = None;
        let mut look = |expr: &'p Expr| {
            expr.walk(&mut |part| {
                if let ExprKind::Load(place) = &part.kind
                    && place.path.is_empty()
                    && matches!(place.base, PlaceBase::Local(base) if base == local)
                {
                    found.get_or_insert(Node::Place(place));
                }
            });
        };
        match self.here().node {
            Node::Expr(expr) => look(expr),
            Node::Place(place) => place.operands().for_each(look),
            Node::Copy(to, from) => to.operands().chain(from.operands()).for_each(look),
            Node::Stmt(stmt) => stmt.kind.operands().for_each(look),
            Node::Terminator(terminator) => terminator.kind.operand().into_iter().for_each(look),
            Node::None => {}
        }
        found
    }
}

impl OriginCell {
    fn overlaps(self, other: OriginCell) -> bool {
        match (self, other) {
            (
                OriginCell::Memory { object, offset, size },
                OriginCell::Memory { object: of, offset: from, size: len },
            ) => object == of && offset < from + u32::from(len) && from < offset + u32::from(size),
            _ => self == other,
        }
    }
}

fn subject_of(cell: OriginCell) -> Subject {
    match cell {
        OriginCell::Register { frame, slot } => {
            let object = CellObject::Register { frame, local: LocalId(slot) };
            Subject { object, offset: 0, size: 8, array: None }
        }
        OriginCell::Memory { object, offset, size } => {
            let object = CellObject::Memory(object);
            Subject { object, offset: offset.into(), size: size.into(), array: None }
        }
    }
}

/// The bits of a class as those of the canonical value.
fn widened(class: Class, unset: u64) -> u64 {
    let width = class.width().min(64);
    let is_copied = class.signed() && unset >> (width - 1) & 1 == 1;
    if is_copied { unset | !shadow::low_bits(width) } else { unset }
}

fn operator(op: Arith) -> BinaryOp {
    match op {
        Arith::Add => BinaryOp::Add,
        Arith::Sub => BinaryOp::Sub,
        Arith::Mul => BinaryOp::Mul,
        Arith::Div => BinaryOp::Div,
        Arith::Rem => BinaryOp::Rem,
        Arith::Shl => BinaryOp::Shl,
        Arith::Shr => BinaryOp::Shr,
    }
}
