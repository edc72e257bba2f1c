//! The loop that executes instructions.
//!
//! Common cases are done here; whatever may fail, is rare or has several parts is a call into the
//! family's own file. `self.pc` is only brought up to date before such calls.

use whydunit_program::address::FARTHEST_INDEX;
use whydunit_program::{CheckKind, StmtKind};

use super::arith::{arith_f32, compare, float, int_to_float};
use super::calls::Called;
use super::{Machine, NO_CALL};
use crate::code::{Arith, FunctionKind, NO_SLOT, Node, Op, Scalar, raw};
use crate::stop::Stop;
use crate::{Cell, Detail, Observer};

impl<O: Observer> Machine<'_, '_, O> {
    /// Runs until something stops it. `returned` receives the result of the start function.
    pub(super) fn execute(&mut self, stack: &mut Vec<u64>, returned: &mut Option<u64>) -> Stop {
        let mut pc = self.code.functions[self.frame().function.index()].body as usize;
        let mut stop = self.dispatch::<false>(stack, returned, pc);
        while let Stop::Shadow(is_on) = stop {
            pc = self.pc;
            stop = match is_on {
                true => self.dispatch::<true>(stack, returned, pc),
                false => self.dispatch::<false>(stack, returned, pc),
            };
        }
        if O::DETAIL == Detail::Steps
            && let Some(log) = self.observer.log()
        {
            let remaining = self.code.infos[self.pc - 1].remaining;
            log.stopped(&self.code.steps, self.steps - u64::from(remaining));
        }
        stop
    }

    #[expect(clippy::cognitive_complexity, reason = "one flat dispatch; the arms are independent")]
    fn dispatch<const SHADOWED: bool>(
        &mut self,
        stack: &mut Vec<u64>,
        returned: &mut Option<u64>,
        mut pc: usize,
    ) -> Stop {
        let code = self.code;
        let ops: &[Op] = &code.ops;
        let mut base = self.frame().base;
        'frame: loop {
            let registers: &mut [u64] = &mut stack[base..];
            macro_rules! r {
                ($slot:expr) => {
                    registers[$slot as usize]
                };
            }
            macro_rules! attempt {
                ($result:expr) => {{
                    self.pc = pc;
                    match $result {
                        Ok(value) => value,
                        Err(stop) => return Stop::from(stop),
                    }
                }};
            }
            // What has no value is followed by the other loop, from this instruction on.
            macro_rules! shadowed {
                ($result:expr) => {{
                    self.pc = pc;
                    match $result {
                        Ok(value) => value,
                        Err(stop) if stop.is_unset_read() => {
                            self.pc = pc - 1;
                            return Stop::Shadow(true);
                        }
                        Err(stop) => return Stop::from(stop),
                    }
                }};
            }
            macro_rules! load {
                ($dst:expr, $kind:expr, $address:expr, $offset:expr) => {{
                    let (address, offset) = ($address, $offset);
                    r!($dst) = match self.load_fast($kind, address, offset) {
                        Some(bits) => bits,
                        None if SHADOWED => attempt!(self.load_anyway($kind, address, offset)),
                        None => shadowed!(self.load_slow($kind, address, offset)),
                    };
                }};
            }
            macro_rules! store {
                ($kind:expr, $address:expr, $offset:expr, $bits:expr) => {{
                    let (address, offset, bits) = ($address, $offset, $bits);
                    if self.store_fast($kind, address, offset, bits).is_none() {
                        attempt!(self.store_slow($kind, address, offset, bits));
                    }
                    if SHADOWED {
                        self.stored($kind, address, offset);
                    }
                }};
            }
            // An index so large that its offset could wrap is refused before it is scaled.
            macro_rules! element {
                ($kind:expr, $index:expr) => {{
                    let index = r!($index) as i64;
                    if index.unsigned_abs() >= FARTHEST_INDEX {
                        attempt!(self.far_index(index))
                    }
                    index * i64::from($kind.size())
                }};
            }
            macro_rules! signed {
                ($op:expr, $kind:expr, $dst:expr, $a:expr, $b:expr, $exact:expr) => {{
                    let (a, b) = (r!($a), r!($b));
                    let exact: Option<i64> = $exact(a as i64, b as i64);
                    r!($dst) = match exact {
                        Some(exact) => exact as u64,
                        None => attempt!(self.arith_int($op, $kind, true, a, b)),
                    };
                }};
            }
            macro_rules! jump {
                ($cond:expr, $target:expr) => {
                    if $cond {
                        pc = $target as usize;
                    }
                };
            }
            macro_rules! log {
                (|$log:ident, $frame:ident| $action:expr) => {
                    if O::DETAIL == Detail::Steps
                        && let Some($log) = self.observer.log()
                    {
                        let $frame = self.frames.last().map_or(0, |frame| frame.serial);
                        $action;
                    }
                };
            }
            macro_rules! intervene {
                () => {
                    if O::DETAIL == Detail::Everything && self.observer.wants_heap() {
                        self.show_heap(stack);
                        continue 'frame;
                    }
                    if O::DETAIL == Detail::Everything
                        && let Some((cell, bits)) = self.observer.intervene()
                    {
                        self.intervene(stack, cell, bits);
                        while let Some((cell, bits)) = self.observer.intervene() {
                            self.intervene(stack, cell, bits);
                        }
                        continue 'frame;
                    }
                };
            }
            macro_rules! step_jump {
                ($cond:expr, $target:expr) => {{
                    self.steps += 1;
                    if self.steps >= self.poll_at {
                        attempt!(self.poll());
                    }
                    log!(|log, frame| log.stretch(pc as u32 - 1, frame));
                    pc = if $cond { $target as usize } else { pc + 1 };
                }};
            }
            loop {
                let op = ops[pc];
                pc += 1;
                if SHADOWED {
                    self.pc = pc;
                    if op.begins_statement() && self.is_clean(registers) {
                        self.pc = pc - 1;
                        return Stop::Shadow(false);
                    }
                    attempt!(self.shadow(op, registers));
                }
                match op {
                    Op::Enter { steps } => {
                        self.steps += u64::from(steps);
                        if self.steps >= self.poll_at {
                            attempt!(self.poll());
                        }
                        log!(|log, frame| log.stretch(pc as u32 - 1, frame));
                    }
                    Op::Idle => {
                        self.idle += 1;
                        if self.idle & 0x3fff == 0 || self.steps + self.idle > self.max_steps {
                            attempt!(self.poll());
                        }
                        if O::DETAIL == Detail::Everything {
                            let serial = self.frame().serial;
                            self.observer.idle(code.infos[pc - 1].point, serial);
                        }
                    }
                    Op::Step => {
                        let point = code.infos[pc - 1].point;
                        let serial = self.frame().serial;
                        self.observer.step(point, serial);
                        intervene!();
                    }
                    Op::EnterStep { steps } => {
                        self.steps += u64::from(steps);
                        if self.steps >= self.poll_at {
                            attempt!(self.poll());
                        }
                        let serial = self.frame().serial;
                        self.observer.step(code.infos[pc - 1].point, serial);
                        intervene!();
                    }
                    Op::WroteStep { size, slot } => {
                        let cell = self.register_cell(slot, u32::from(size));
                        self.observer.write(cell, raw(u32::from(size), r!(slot)));
                        let serial = self.frame().serial;
                        self.observer.step(code.infos[pc - 1].point, serial);
                        intervene!();
                    }
                    Op::NoteRead { size, slot } => {
                        let cell = self.register_cell(slot, u32::from(size));
                        self.observer.read(cell, raw(u32::from(size), r!(slot)));
                    }
                    Op::Wrote { size, slot } => {
                        let cell = self.register_cell(slot, u32::from(size));
                        self.observer.write(cell, raw(u32::from(size), r!(slot)));
                    }
                    Op::Took { successor } => {
                        let point = code.infos[pc - 1].point;
                        let chosen = self.observer.redirect(point, successor).min(1);
                        self.observer.branch(point, chosen);
                        // The jump that follows is that of this side.
                        match (successor, chosen) {
                            (0, 1) => pc += 2,
                            (1, 0) => pc -= 2,
                            _ => {}
                        }
                    }
                    Op::LogNarrow { slot } => log!(|log, _frame| log.narrow(r!(slot) as u32)),
                    Op::LogWide { slot } => log!(|log, _frame| log.wide(r!(slot))),
                    Op::LogOpen => log!(|log, _frame| log.open()),
                    Op::LogClose => log!(|log, _frame| log.close()),

                    Op::Jump { target } => pc = target as usize,
                    Op::JumpIf { a, target } => {
                        if r!(a) != 0 {
                            pc = target as usize;
                        }
                    }
                    Op::JumpIfNot { a, target } => {
                        if r!(a) == 0 {
                            pc = target as usize;
                        }
                    }
                    Op::JumpEq { a, b, target } => jump!(r!(a) == r!(b), target),
                    Op::JumpNe { a, b, target } => jump!(r!(a) != r!(b), target),
                    Op::JumpLtS { a, b, target } => jump!((r!(a) as i64) < r!(b) as i64, target),
                    Op::JumpLeS { a, b, target } => jump!(r!(a) as i64 <= r!(b) as i64, target),
                    Op::JumpLtU { a, b, target } => jump!(r!(a) < r!(b), target),
                    Op::JumpLeU { a, b, target } => jump!(r!(a) <= r!(b), target),
                    Op::StepJumpEq { a, b, target } => step_jump!(r!(a) == r!(b), target),
                    Op::StepJumpNe { a, b, target } => step_jump!(r!(a) != r!(b), target),
                    Op::StepJumpLtS { a, b, target } => {
                        step_jump!((r!(a) as i64) < r!(b) as i64, target)
                    }
                    Op::StepJumpLeS { a, b, target } => {
                        step_jump!(r!(a) as i64 <= r!(b) as i64, target)
                    }
                    Op::StepJumpLtU { a, b, target } => step_jump!(r!(a) < r!(b), target),
                    Op::StepJumpLeU { a, b, target } => step_jump!(r!(a) <= r!(b), target),
                    Op::StepJumpIf { a, target } => step_jump!(r!(a) != 0, target),
                    Op::StepJumpIfNot { a, target } => step_jump!(r!(a) == 0, target),
                    Op::Switch { value, site } => {
                        let site = &code.switches[site as usize];
                        let mut successor = site.successor(r!(value));
                        if O::DETAIL == Detail::Everything {
                            let point = code.infos[pc - 1].point;
                            let last = site.targets.len() as u32 - 1;
                            successor = self.observer.redirect(point, successor).min(last);
                            self.observer.branch(point, successor);
                        }
                        pc = site.targets[successor as usize] as usize;
                    }
                    Op::Call { site } => {
                        let site = &code.calls[site as usize];
                        let callee = site.callee.expect("a direct call should name its callee");
                        (base, pc) = attempt!(self.enter_function(stack, base, callee, site));
                        if SHADOWED {
                            self.arrive();
                        }
                        continue 'frame;
                    }
                    Op::CallPointer { callee, site } => {
                        let address = r!(callee);
                        let site = &code.calls[site as usize];
                        let callee = attempt!(self.resolve_callee(address, site));
                        if code.functions[callee.index()].kind == FunctionKind::Code {
                            (base, pc) = attempt!(self.enter_function(stack, base, callee, site));
                            if SHADOWED {
                                self.arrive();
                            }
                            continue 'frame;
                        }
                        let args: Called = site.args.iter().map(|&slot| r!(slot)).collect();
                        let result = attempt!(self.call_outside(callee, site, args.as_slice()));
                        if site.dst != NO_SLOT {
                            r!(site.dst) = result;
                        }
                        if site.flag != NO_SLOT {
                            r!(site.flag) = 1;
                        }
                    }
                    Op::Intrinsic { site } => {
                        let call = &code.calls[site as usize];
                        let callee = call.callee.expect("a direct call should name its callee");
                        let args: Called = call.args.iter().map(|&slot| r!(slot)).collect();
                        let result = attempt!(self.call_outside(callee, call, args.as_slice()));
                        if call.dst != NO_SLOT {
                            r!(call.dst) = result;
                        }
                        if call.flag != NO_SLOT {
                            r!(call.flag) = 1;
                        }
                    }
                    Op::Return { .. } | Op::ReturnNothing | Op::ReturnRecord { .. } => {
                        let value = match op {
                            Op::Return { src } => Some(r!(src)),
                            Op::ReturnRecord { from, size } => {
                                attempt!(self.keep_record(r!(from), size));
                                None
                            }
                            _ => {
                                self.record.bytes.clear();
                                None
                            }
                        };
                        self.pc = pc;
                        let frame = self.leave_frame(registers);
                        stack.truncate(base);
                        if frame.call == NO_CALL {
                            if self.exit_code.is_none() {
                                *returned = value;
                            }
                            return self.start_returned(value, frame.function);
                        }
                        base = self.frame().base;
                        pc = frame.call as usize + 1;
                        if frame.dst != NO_SLOT {
                            stack[base + frame.dst as usize] = value.unwrap_or(0);
                        }
                        if frame.flag != NO_SLOT {
                            stack[base + frame.flag as usize] = u64::from(value.is_some());
                        }
                        continue 'frame;
                    }
                    Op::Unreachable => {
                        self.pc = pc;
                        return Stop::Limit(
                            "control reached a place that the front end took for unreachable"
                                .into(),
                        );
                    }

                    Op::Move { dst, src } => r!(dst) = r!(src),
                    Op::CheckInit { slot, flag } => {
                        if !SHADOWED && r!(flag) == 0 {
                            if self.checks.contains(CheckKind::Uninit) {
                                self.pc = pc - 1;
                                return Stop::Shadow(true);
                            }
                            r!(slot) = attempt!(self.uninitialised_local(slot));
                            r!(flag) = 1;
                        }
                    }
                    Op::SetFlag { flag } => r!(flag) = 1,
                    Op::ClearFlag { flag } => r!(flag) = 0,
                    Op::Live { slot } => {
                        r!(slot) = attempt!(self.live_local(slot, r!(slot)));
                    }
                    Op::EnsureLive { slot } => {
                        if r!(slot) == 0 {
                            r!(slot) = attempt!(self.new_local(slot));
                        }
                    }
                    Op::Dead { slot } => {
                        self.end_local(r!(slot));
                        r!(slot) = 0;
                    }
                    Op::DeadVla { slot } => self.end_vla(r!(slot)),
                    Op::AllocVla { slot, count, scale } => {
                        r!(slot) = attempt!(self.alloc_vla(slot, r!(count), scale, r!(slot)));
                    }
                    Op::ParamScalar { kind, slot } => {
                        let poison = if SHADOWED { self.take_poison(slot) } else { None };
                        r!(slot) = attempt!(self.param_scalar(slot, kind, r!(slot)));
                        if let Some(poison) = poison {
                            self.mark_unset(kind, r!(slot), 0, poison);
                        }
                    }
                    Op::ParamRecord { slot, size } => {
                        r!(slot) = attempt!(self.param_record(slot, size, r!(slot)));
                    }

                    Op::AddI32 { dst, a, b } => {
                        signed!(Arith::Add, Scalar::I32, dst, a, b, |a: i64, b: i64| fit32(a + b));
                    }
                    Op::SubI32 { dst, a, b } => {
                        signed!(Arith::Sub, Scalar::I32, dst, a, b, |a: i64, b: i64| fit32(a - b));
                    }
                    Op::MulI32 { dst, a, b } => {
                        signed!(Arith::Mul, Scalar::I32, dst, a, b, |a: i64, b: i64| fit32(a * b));
                    }
                    Op::DivI32 { dst, a, b } => {
                        signed!(Arith::Div, Scalar::I32, dst, a, b, |a: i64, b: i64| (a as i32)
                            .checked_div(b as i32)
                            .map(i64::from));
                    }
                    Op::RemI32 { dst, a, b } => {
                        signed!(Arith::Rem, Scalar::I32, dst, a, b, |a: i64, b: i64| (a as i32)
                            .checked_rem(b as i32)
                            .map(i64::from));
                    }
                    Op::AddI64 { dst, a, b } => {
                        signed!(Arith::Add, Scalar::W64, dst, a, b, i64::checked_add);
                    }
                    Op::SubI64 { dst, a, b } => {
                        signed!(Arith::Sub, Scalar::W64, dst, a, b, i64::checked_sub);
                    }
                    Op::MulI64 { dst, a, b } => {
                        signed!(Arith::Mul, Scalar::W64, dst, a, b, i64::checked_mul);
                    }
                    Op::AddU32 { dst, a, b } => {
                        r!(dst) = u64::from((r!(a) as u32).wrapping_add(r!(b) as u32));
                    }
                    Op::SubU32 { dst, a, b } => {
                        r!(dst) = u64::from((r!(a) as u32).wrapping_sub(r!(b) as u32));
                    }
                    Op::MulU32 { dst, a, b } => {
                        r!(dst) = u64::from((r!(a) as u32).wrapping_mul(r!(b) as u32));
                    }
                    Op::AddU64 { dst, a, b } => r!(dst) = r!(a).wrapping_add(r!(b)),
                    Op::SubU64 { dst, a, b } => r!(dst) = r!(a).wrapping_sub(r!(b)),
                    Op::MulU64 { dst, a, b } => r!(dst) = r!(a).wrapping_mul(r!(b)),
                    Op::ArithInt { op, kind, signed, dst, a, b } => {
                        r!(dst) = attempt!(self.arith_int(op, kind, signed, r!(a), r!(b)));
                    }
                    Op::And { dst, a, b } => r!(dst) = r!(a) & r!(b),
                    Op::Or { dst, a, b } => r!(dst) = r!(a) | r!(b),
                    Op::Xor { dst, a, b } => r!(dst) = r!(a) ^ r!(b),
                    Op::NegInt { kind, signed, dst, a } => {
                        r!(dst) = attempt!(self.negate(kind, signed, r!(a)));
                    }
                    Op::BitNot { kind, dst, a } => r!(dst) = kind.canonical(!r!(a)),
                    Op::IsZero { dst, a } => r!(dst) = u64::from(r!(a) == 0),
                    Op::NotZero { dst, a } => r!(dst) = u64::from(r!(a) != 0),
                    Op::CmpEq { dst, a, b } => r!(dst) = u64::from(r!(a) == r!(b)),
                    Op::CmpNe { dst, a, b } => r!(dst) = u64::from(r!(a) != r!(b)),
                    Op::CmpLtS { dst, a, b } => {
                        r!(dst) = u64::from((r!(a) as i64) < r!(b) as i64);
                    }
                    Op::CmpLeS { dst, a, b } => {
                        r!(dst) = u64::from(r!(a) as i64 <= r!(b) as i64);
                    }
                    Op::CmpLtU { dst, a, b } => r!(dst) = u64::from(r!(a) < r!(b)),
                    Op::CmpLeU { dst, a, b } => r!(dst) = u64::from(r!(a) <= r!(b)),
                    Op::Convert { kind, dst, a } => r!(dst) = kind.canonical(r!(a)),

                    Op::AddF64 { dst, a, b } => {
                        r!(dst) = (f64::from_bits(r!(a)) + f64::from_bits(r!(b))).to_bits();
                    }
                    Op::SubF64 { dst, a, b } => {
                        r!(dst) = (f64::from_bits(r!(a)) - f64::from_bits(r!(b))).to_bits();
                    }
                    Op::MulF64 { dst, a, b } => {
                        r!(dst) = (f64::from_bits(r!(a)) * f64::from_bits(r!(b))).to_bits();
                    }
                    Op::DivF64 { dst, a, b } => {
                        r!(dst) = (f64::from_bits(r!(a)) / f64::from_bits(r!(b))).to_bits();
                    }
                    Op::ArithF32 { op, dst, a, b } => r!(dst) = arith_f32(op, r!(a), r!(b)),
                    Op::CmpFloat { op, single, dst, a, b } => {
                        r!(dst) = compare(op, float(single, r!(a)), float(single, r!(b)));
                    }
                    Op::NegFloat { single, dst, a } => {
                        r!(dst) = r!(a) ^ if single { 1 << 31 } else { 1 << 63 };
                    }
                    Op::FloatNotZero { single, dst, a } => {
                        r!(dst) = u64::from(float(single, r!(a)) != 0.0);
                    }
                    Op::IntToFloat { signed, single, dst, a } => {
                        r!(dst) = int_to_float(signed, single, r!(a));
                    }
                    Op::FloatToInt { kind, signed, single, dst, a } => {
                        r!(dst) = attempt!(self.float_to_int(kind, signed, float(single, r!(a))));
                    }
                    Op::Widen { dst, a } => r!(dst) = float(true, r!(a)).to_bits(),
                    Op::Narrow { dst, a } => {
                        r!(dst) = u64::from((f64::from_bits(r!(a)) as f32).to_bits());
                    }

                    Op::CmpPointer { op, dst, a, b } => {
                        let (a, b) = (r!(a), r!(b));
                        r!(dst) = if (a ^ b) >> 32 == 0 {
                            compare(op, a, b)
                        } else {
                            compare(op, self.memory.canonical(a), self.memory.canonical(b))
                        };
                    }
                    Op::CmpNarrow { op, dst, a, b } => {
                        let (a, b) = (self.memory.canonical(r!(a)), self.memory.canonical(r!(b)));
                        r!(dst) = compare(op, a, b);
                    }
                    Op::PtrAdd { scale, dst, a, index } => {
                        let (address, index) = (r!(a), r!(index) as i64);
                        let delta = index.wrapping_mul(i64::from(scale));
                        let sum = address.wrapping_add_signed(delta);
                        let is_near = index.unsigned_abs() < FARTHEST_INDEX;
                        r!(dst) = if (sum ^ address) >> 32 == 0 && is_near {
                            sum
                        } else {
                            attempt!(self.far_pointer(address, index, i64::from(scale)))
                        };
                    }
                    Op::NarrowAdd { scale, dst, a, index } => {
                        let (address, index) = (r!(a), r!(index) as i64);
                        r!(dst) = attempt!(self.narrow_sum(address, index, i64::from(scale)));
                    }
                    Op::Scale { dst, a, scale } => {
                        r!(dst) = (r!(a) as i64).saturating_mul(i64::from(scale)) as u64;
                    }
                    Op::PtrDiff { dst, a, b } => {
                        let (a, b) = (r!(a), r!(b));
                        r!(dst) = self.pointer_difference(a, b);
                    }
                    Op::DivideExact { dst, a, by } => {
                        r!(dst) = (r!(a) as i64 / i64::from(by)) as u64;
                    }
                    Op::AddOffset { dst, a, offset } => {
                        r!(dst) = r!(a).wrapping_add(u64::from(offset));
                    }
                    Op::NarrowOffset { dst, a, offset } => {
                        r!(dst) = self.narrow_member(r!(a), u64::from(offset));
                    }
                    Op::Canonical { dst, a } => r!(dst) = self.memory.canonical(r!(a)),
                    Op::Decay { dst, a, len } => {
                        let address = self.memory.view(r!(a), u64::from(len));
                        r!(dst) = address;
                        if O::DETAIL == Detail::Everything {
                            let root = self.memory.canonical(address);
                            self.observer.view(address, u64::from(len), root);
                        }
                    }
                    Op::CheckIndex { position, index, len, base } => {
                        if r!(index) >= u64::from(len) {
                            attempt!(self.bad_index(r!(index), position, r!(base)));
                        }
                    }
                    Op::LoadI32 { dst, address, offset } => {
                        load!(dst, Scalar::I32, r!(address), i64::from(offset));
                    }
                    Op::LoadU8 { dst, address, offset } => {
                        load!(dst, Scalar::U8, r!(address), i64::from(offset));
                    }
                    Op::LoadI8 { dst, address, offset } => {
                        load!(dst, Scalar::I8, r!(address), i64::from(offset));
                    }
                    Op::LoadW64 { dst, address, offset } => {
                        load!(dst, Scalar::W64, r!(address), i64::from(offset));
                    }
                    Op::Load { kind, dst, address, offset } => {
                        load!(dst, kind, r!(address), i64::from(offset));
                    }
                    Op::LoadIndexI32 { dst, base, index } => {
                        load!(dst, Scalar::I32, r!(base), element!(Scalar::I32, index));
                    }
                    Op::LoadIndexU8 { dst, base, index } => {
                        load!(dst, Scalar::U8, r!(base), element!(Scalar::U8, index));
                    }
                    Op::LoadIndexI8 { dst, base, index } => {
                        load!(dst, Scalar::I8, r!(base), element!(Scalar::I8, index));
                    }
                    Op::LoadIndexW64 { dst, base, index } => {
                        load!(dst, Scalar::W64, r!(base), element!(Scalar::W64, index));
                    }
                    Op::LoadIndex { kind, dst, base, index } => {
                        load!(dst, kind, r!(base), element!(kind, index));
                    }
                    Op::StoreI32 { address, src, offset } => {
                        store!(Scalar::I32, r!(address), i64::from(offset), r!(src));
                    }
                    Op::StoreB8 { address, src, offset } => {
                        store!(Scalar::U8, r!(address), i64::from(offset), r!(src));
                    }
                    Op::StoreW64 { address, src, offset } => {
                        store!(Scalar::W64, r!(address), i64::from(offset), r!(src));
                    }
                    Op::Store { kind, address, src, offset } => {
                        store!(kind, r!(address), i64::from(offset), r!(src));
                    }
                    Op::StoreIndexI32 { base, index, src } => {
                        store!(Scalar::I32, r!(base), element!(Scalar::I32, index), r!(src));
                    }
                    Op::StoreIndexB8 { base, index, src } => {
                        store!(Scalar::U8, r!(base), element!(Scalar::U8, index), r!(src));
                    }
                    Op::StoreIndexW64 { base, index, src } => {
                        store!(Scalar::W64, r!(base), element!(Scalar::W64, index), r!(src));
                    }
                    Op::StoreIndex { kind, base, index, src } => {
                        store!(kind, r!(base), element!(kind, index), r!(src));
                    }
                    Op::LoadBits { dst, address, site } => {
                        let site = code.bits[site as usize];
                        r!(dst) = match SHADOWED {
                            true => attempt!(self.load_bits_anyway(r!(address), site)),
                            false => shadowed!(self.load_bits(r!(address), site)),
                        };
                    }
                    Op::StoreBits { address, src, site } => {
                        let site = code.bits[site as usize];
                        attempt!(self.store_bits(r!(address), site, r!(src)));
                        if SHADOWED {
                            self.stored_bits(r!(address), site);
                        }
                    }
                    Op::Copy { to, from, size } => {
                        attempt!(self.copy_bytes(r!(to), r!(from), u64::from(size)));
                    }
                    Op::Zero { to, size } => {
                        attempt!(self.fill_bytes(r!(to), u64::from(size), 0));
                    }
                    Op::StoreResult { to, size } => attempt!(self.store_record(r!(to), size)),
                    Op::ResultMissing { flag, address, size } => {
                        if r!(flag) == 0 {
                            attempt!(self.result_missing(r!(address), size));
                        }
                    }

                    Op::InputRegister { dst } => r!(dst) = attempt!(self.input_register(dst)),
                    Op::InputMemory { address } => attempt!(self.input_memory(r!(address))),
                    Op::VaArg { dst, list, site } => {
                        let ty = code.types[site as usize];
                        r!(dst) = attempt!(self.va_arg(r!(list), ty));
                        if SHADOWED {
                            self.keep_variadic_poison(dst);
                        }
                    }
                    Op::Check { cond } => {
                        if r!(cond) == 0 {
                            attempt!(self.check_failed());
                        }
                    }
                    Op::NotExpected { target } => {
                        self.expected += 1;
                        let asked = self.program.expectation.as_ref().map(|it| it.occurrence);
                        if asked != Some(self.expected) {
                            pc = target as usize;
                        }
                    }
                    Op::Assume { cond } => {
                        if r!(cond) == 0 {
                            self.pc = pc;
                            return Stop::Assumption { is_precondition: false };
                        }
                    }
                    Op::Specification => {
                        if !attempt!(self.specification(registers)) {
                            attempt!(self.check_failed());
                        }
                    }
                    Op::Use { .. } => {}
                    Op::Snapshot { slot } => self.take_snapshot(slot, registers),
                    Op::Unsupported => {
                        self.pc = pc;
                        let what = match code.infos[pc - 1].node {
                            Node::Stmt(stmt) => match &stmt.kind {
                                StmtKind::Unsupported { what } => what.clone(),
                                _ => "this statement is not supported".into(),
                            },
                            _ => "this expression is not supported".into(),
                        };
                        return Stop::Limit(what);
                    }
                    Op::BadCall { site } => {
                        self.pc = pc;
                        let site = &code.calls[site as usize];
                        let callee = site.callee.expect("a direct call should name its callee");
                        return Stop::fault(
                            CheckKind::Null,
                            self.argument_mismatch(callee, site.args.len()),
                        );
                    }
                }
            }
        }
    }

    fn register_cell(&self, slot: u32, size: u32) -> Cell {
        Cell::register(self.frame().serial, whydunit_program::LocalId(slot), size)
    }
}

#[inline(always)]
fn fit32(value: i64) -> Option<i64> {
    (i64::from(value as i32) == value).then_some(value)
}
