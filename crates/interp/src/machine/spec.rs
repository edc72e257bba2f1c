//! Specifications at run time: quantifiers, `\valid`, `\old`, and mathematical integers.
//!
//! Their expressions are evaluated by the shared semantics over the machine's state, which is slow and simple. Integers of contracts are
//! computed in 128 bits; what does not fit there is our limit, never a wrong answer.

use std::rc::Rc;

use whydunit_program::obligation::{Obligation, Otherwise};
use whydunit_program::{
    BinaryOp, BitField, CheckKind, Class, ExprKind, FunctionId, GlobalId, LocalId, Place, StmtKind,
    TypeId, TypeTable, UnaryOp,
};
use whydunit_semantics::{Base, Bits, Concrete, Operands, Site, Store};

use super::arith::float;
use super::{Machine, Snapshot};
use crate::Observer;
use crate::code::{Arith, BitSite, Node};
use crate::memory::{Access, Reason};
use crate::stop::Stop;
use crate::translate::{class_of, scalar_of};

/// The machine's state as specifications see it.
struct Spec<'s, 'r, 'p, O> {
    machine: &'s mut Machine<'r, 'p, O>,
    registers: &'s [u64],
    /// The states that `\old` has gone back to, innermost last.
    old: Vec<Rc<Snapshot>>,
}

fn beyond() -> Stop {
    Stop::Limit("a specification needs integers of more than 128 bits".into())
}

impl<O: Observer> Machine<'_, '_, O> {
    /// The truth of the current check's or assumption's condition.
    pub(super) fn specification(&mut self, registers: &[u64]) -> Result<bool, Stop> {
        let Node::Stmt(stmt) = self.here().node else { return Ok(true) };
        let (StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) = &stmt.kind else {
            return Ok(true);
        };
        let store = Spec { machine: self, registers, old: Vec::new() };
        let mut evaluation = Concrete::new(store);
        whydunit_semantics::condition(&mut evaluation, cond, &mut ()).map(Bits::is_true)
    }
}

impl<O: Observer> Spec<'_, '_, '_, O> {
    /// The machine's own word on an operation that is not defined.
    fn broken(&mut self, site: Site<'_>, operands: &Operands<Bits>) -> Result<u64, Stop> {
        let (expr, place) = match site {
            Site::Expr(expr) => (Some(expr), None),
            Site::Index(place, position) => (None, Some((place, position))),
        };
        if let Some((place, position)) = place {
            let index = operands[0].0.signed();
            let message = self.machine.index_message_at(place, position, index);
            let message = message.unwrap_or_else(|| format!("index {index} outside its array"));
            return Err(Stop::fault(CheckKind::Bounds, message));
        }
        let Some(expr) = expr else { return Ok(0) };
        let types = &self.machine.program.types;
        let (value, class) = operands[0];
        let (kind, signed) = class_of(types, expr.ty).kind(types.target());
        let word = |(value, class): (Bits, Class)| value.integer(class) as u64;
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Neg, _) => {
                self.machine.negate(kind, signed, word(operands[0]))
            }
            ExprKind::Binary(op, ..) => {
                let op = match op {
                    BinaryOp::Add => Arith::Add,
                    BinaryOp::Sub => Arith::Sub,
                    BinaryOp::Mul => Arith::Mul,
                    BinaryOp::Div => Arith::Div,
                    BinaryOp::Rem => Arith::Rem,
                    BinaryOp::Shl => Arith::Shl,
                    _ => Arith::Shr,
                };
                self.machine.arith_int(op, kind, signed, word(operands[0]), word(operands[1]))
            }
            _ => {
                let value = float(class.width() == 32, value.word());
                self.machine.float_to_int(kind, signed, value)
            }
        }
    }

    /// The registers that are looked at.
    fn seen(&self) -> &[u64] {
        self.old.last().map_or(self.registers, |old| &old.registers)
    }
}

impl<'p, O: Observer> Store<'p> for Spec<'_, '_, 'p, O> {
    type Stop = Stop;

    fn types(&self) -> &'p TypeTable {
        &self.machine.program.types
    }

    fn is_checked(&self, kind: CheckKind) -> bool {
        self.machine.checks.contains(kind)
    }

    fn violated(
        &mut self,
        obligation: &Obligation,
        operands: &Operands<Bits>,
        site: Site<'_>,
    ) -> Stop {
        let (value, class) = operands[0];
        if obligation.kind == CheckKind::Div && class.is_mathematical() {
            let symbol = match site {
                Site::Expr(expr) => match &expr.kind {
                    ExprKind::Binary(op, ..) => op.symbol(),
                    _ => "/",
                },
                Site::Index(..) => "/",
            };
            let value = value.signed();
            let message = format!("division by zero in a specification: {value} {symbol} 0");
            return Stop::fault(CheckKind::Div, message);
        }
        if obligation.otherwise == Otherwise::Limit || class.is_mathematical() {
            return beyond();
        }
        match self.broken(site, operands) {
            Err(stop) => stop,
            Ok(_) => Stop::Limit("a specification and the machine differ".into()),
        }
    }

    fn unsupported(&mut self, what: &str) -> Stop {
        Stop::Limit(format!("{what} is not supported in a specification"))
    }

    fn local(&mut self, local: LocalId) -> Result<(Base<u64>, TypeId), Stop> {
        let info = self.machine.program.function(self.machine.frame().function).local(local);
        if !info.in_memory {
            return Ok((Base::Register(local), info.ty));
        }
        // What did not exist yet is looked at as it is now.
        let old = self.old.last().map_or(0, |old| old.registers[local.index()]);
        let address = if old != 0 { old } else { self.registers[local.index()] };
        Ok((Base::Address(address), info.ty))
    }

    fn global(&mut self, global: GlobalId) -> Result<(u64, TypeId), Stop> {
        let ty = self.machine.program.global(global).ty;
        Ok((self.machine.layout.global(global), ty))
    }

    fn function(&mut self, function: FunctionId) -> Result<u64, Stop> {
        Ok(self.machine.layout.function(function))
    }

    fn register(&mut self, local: LocalId, _: Class) -> Result<u128, Stop> {
        let function = self.machine.frame().function;
        let flag = self.machine.code.functions[function.index()].flags.get(&local.0);
        if flag.is_some_and(|&flag| self.seen()[flag as usize] == 0)
            && self.machine.checks.contains(CheckKind::Uninit)
        {
            let name = &self.machine.program.function(function).local(local).name;
            return Err(Stop::fault(CheckKind::Uninit, format!("{name} is used uninitialised")));
        }
        if let Some(stop) = self.machine.unset_register(local) {
            return Err(stop);
        }
        let bits = self.seen()[local.index()];
        if self.old.is_empty() {
            self.machine.note_register_read(local, bits);
        }
        Ok(bits.into())
    }

    fn load(&mut self, place: &Place, address: u64) -> Result<u128, Stop> {
        let Some(kind) = scalar_of(&self.machine.program.types, place.ty) else {
            return Err(Stop::Limit("a record as a value in a specification".into()));
        };
        let bits = match self.old.last() {
            Some(old) => {
                let size = kind.value_size();
                self.machine.memory.read_old(old.memory, address, 0, size)?
            }
            None => self.machine.load_checked(kind, address, 0)?,
        };
        Ok(bits.into())
    }

    fn load_bits(&mut self, _: &Place, address: u64, field: BitField) -> Result<u128, Stop> {
        if !self.old.is_empty() {
            return Err(Stop::Limit("\\old of a bit-field is not supported".into()));
        }
        let site = BitSite { field, signed: false };
        self.machine.load_bits(address, site).map(u128::from)
    }

    fn canonical(&mut self, address: u64) -> u64 {
        self.machine.memory.canonical(address)
    }

    fn sum(&mut self, address: u64, index: i128, size: u64, _: u64) -> Result<u64, Stop> {
        // One that does not fit is too far for every object.
        let index = index.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        self.machine.sum(address, index, size as i64)
    }

    fn is_valid(&mut self, address: u64, offset: i64, bytes: u64) -> Result<bool, Stop> {
        match self.machine.memory.range(address, offset, bytes, Access::Read) {
            Ok(_) => Ok(true),
            Err(fault) => match fault.reason {
                Reason::PastAssumedSize { .. } => Err(Stop::Memory(fault)),
                _ => Ok(false),
            },
        }
    }

    fn enter_old(&mut self, slot: u32) -> Result<(), Stop> {
        let extra = self.machine.frame().extra.as_ref();
        let kept = extra.and_then(|extra| extra.snapshots.iter().find(|(kept, _)| *kept == slot));
        let Some((_, snapshot)) = kept else {
            return Err(Stop::Limit("\\old before anything was kept".into()));
        };
        self.old.push(Rc::clone(snapshot));
        Ok(())
    }

    fn leave_old(&mut self) {
        self.old.pop();
    }

    fn count(&mut self) -> Result<(), Stop> {
        let machine = &mut *self.machine;
        machine.idle += 1;
        if machine.idle & 0x3fff == 0 || machine.steps + machine.idle > machine.max_steps {
            machine.poll()?;
        }
        Ok(())
    }
}
