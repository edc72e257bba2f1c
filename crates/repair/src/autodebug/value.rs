//! Expressions along the run as numbers: the shared semantics over what the trace recorded.

use whydunit_interp::{Cell, CellObject};
use whydunit_program::obligation::Obligation;
use whydunit_program::{
    BinaryOp, BitField, CheckKind, Class, Expr, FunctionId, GlobalId, LocalId, Place, Program,
    StmtKind, TypeId, TypeTable,
};
use whydunit_semantics::{Base, Bits, Concrete, Domain, Operands, Site, Store, exact};
use whydunit_trace::{ErrorTrace, Step};

use super::place::At;
use super::relop::Relop;
use super::run::{Number, Run};
use crate::limits::MOST_INSTANCES;

impl Run<'_> {
    /// The number an expression has in the run.
    pub(crate) fn value(&self, expr: &Expr, at: &At) -> Option<Number> {
        let value = self.evaluation(at).expr(expr, &mut ()).ok()?;
        let class = Class::of(&self.program.types, expr.ty);
        Some(match class {
            Class::Float { width: 32 } => {
                Number::Real(f32::from_bits(value.unsigned() as u32).into())
            }
            Class::Float { .. } => Number::Real(f64::from_bits(value.word())),
            _ => Number::Int(value.integer(class)),
        })
    }

    pub(crate) fn truth(&self, expr: &Expr, at: &At) -> Option<bool> {
        self.evaluation(at).condition(expr, &mut ()).ok().map(Bits::is_true)
    }

    fn evaluation(&self, at: &At) -> Concrete<Along<'_>> {
        let store = Along { run: self, at: at.clone(), outer: Vec::new(), instances: 0 };
        Concrete::with_bound(store, at.bound.clone())
    }
}

/// The state before a step of the run.
struct Along<'a> {
    run: &'a Run<'a>,
    at: At,
    /// The moments that `\old` is looked at from, outermost first.
    outer: Vec<At>,
    instances: i128,
}

/// Nothing is known of the value.
struct Unknown;

impl Along<'_> {
    /// The cell of some bytes of an object.
    fn cell(&self, address: u64, size: u32, bits: Option<(u8, u8)>) -> Result<Cell, Unknown> {
        let (object, offset) = self.run.trace.locate(address).ok_or(Unknown)?;
        let offset = u32::try_from(offset).map_err(|_| Unknown)?;
        Ok(Cell { object: CellObject::Memory(object.id), offset, size, bits })
    }

    /// Specifications are evaluated on whole objects: the run makes no confined pointers there.
    fn in_specification(&self) -> bool {
        let program = self.run.program;
        let step = self.run.trace.steps.get(self.at.time);
        match step.and_then(|step| program.stmt_at(step.point)).map(|stmt| &stmt.kind) {
            Some(StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) => {
                cond.is_specification(&program.types)
            }
            _ => false,
        }
    }

    fn contents(&self, cell: Cell) -> Result<u128, Unknown> {
        self.run.bits(cell, self.at.contents()).map(u128::from).ok_or(Unknown)
    }
}

impl<'a> Store<'a> for Along<'a> {
    type Stop = Unknown;

    fn types(&self) -> &'a TypeTable {
        &self.run.program.types
    }

    fn is_checked(&self, kind: CheckKind) -> bool {
        self.run.trace.checks.contains(kind)
    }

    fn violated(&mut self, _: &Obligation, _: &Operands<Bits>, _: Site<'_>) -> Unknown {
        Unknown
    }

    fn unsupported(&mut self, _: &str) -> Unknown {
        Unknown
    }

    fn local(&mut self, local: LocalId) -> Result<(Base<u64>, TypeId), Unknown> {
        let function = self.run.function_of(self.at.frame).ok_or(Unknown)?;
        let info = self.run.program.function(function).locals.get(local.index()).ok_or(Unknown)?;
        let Some(object) = self.run.local_object(self.at.frame, local, self.at.time) else {
            return Ok((Base::Register(local), info.ty));
        };
        let object = self.run.trace.object(object).ok_or(Unknown)?;
        Ok((Base::Address(object.info.address), info.ty))
    }

    fn global(&mut self, global: GlobalId) -> Result<(u64, TypeId), Unknown> {
        let object = self.run.global_object(global).ok_or(Unknown)?;
        let object = self.run.trace.object(object).ok_or(Unknown)?;
        Ok((object.info.address, self.run.program.global(global).ty))
    }

    fn function(&mut self, function: FunctionId) -> Result<u64, Unknown> {
        Ok(self.run.trace.function_address(function))
    }

    fn register(&mut self, local: LocalId, class: Class) -> Result<u128, Unknown> {
        let cell = self.run.local_cell(self.at.frame, local, self.at.time).ok_or(Unknown)?;
        let bits = self.contents(cell)?;
        // Wider integers of specifications are kept in 64 bits.
        let is_extended = class.is_mathematical() && class.signed();
        Ok(if is_extended { i128::from(bits as i64) as u128 } else { bits })
    }

    fn load(&mut self, place: &Place, address: u64) -> Result<u128, Unknown> {
        let size = self.run.program.types.size_of(place.ty).ok_or(Unknown)?;
        let size = u32::try_from(size).map_err(|_| Unknown)?;
        self.contents(self.cell(address, size, None)?)
    }

    fn load_bits(&mut self, _: &Place, address: u64, bits: BitField) -> Result<u128, Unknown> {
        let first = (bits.bit_offset % 8) as u8;
        let size = (u32::from(first) + u32::from(bits.width)).div_ceil(8);
        let address = address.wrapping_add(bits.bit_offset / 8);
        self.contents(self.cell(address, size, Some((first, bits.width)))?)
    }

    fn canonical(&mut self, address: u64) -> u64 {
        // A pointer that is confined to a part of an object stands for the place in the object at the same distance.
        let target = self.run.program.types.target();
        self.run.trace.pointer_entry(target, address).map_or(address, |entry| {
            let root = entry.object.info.address.wrapping_add(entry.offset);
            root.wrapping_add(address.wrapping_sub(entry.start))
        })
    }

    fn confine(&mut self, address: u64, bytes: u64) -> u64 {
        if self.in_specification() {
            return address;
        }
        let root = self.canonical(address);
        self.run.trace.view_at(root, bytes).unwrap_or(address)
    }

    fn is_valid(&mut self, address: u64, offset: i64, bytes: u64) -> Result<bool, Unknown> {
        let trace = self.run.trace;
        let Some(entry) = trace.pointer_entry(self.run.program.types.target(), address) else {
            return Ok(false);
        };
        let time = self.at.contents();
        let is_alive = entry.object.created as usize <= time
            && entry.object.released.is_none_or(|steps| time < steps as usize);
        let start = i128::from(address) - i128::from(entry.start) + i128::from(offset);
        let end = start + i128::from(bytes);
        Ok(is_alive && start >= 0 && end <= i128::from(entry.size))
    }

    fn enter_old(&mut self, _: u32) -> Result<(), Unknown> {
        let entry = self.at.at_entry();
        self.outer.push(std::mem::replace(&mut self.at, entry));
        Ok(())
    }

    fn leave_old(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.at = outer;
        }
    }

    fn count(&mut self) -> Result<(), Unknown> {
        self.instances += 1;
        if self.instances > MOST_INSTANCES { Err(Unknown) } else { Ok(()) }
    }
}

/// For each step: the number that is assigned there, checked, or decided on, where it is known. Tests hold it against the run.
pub fn numbers_along(program: &Program, trace: &ErrorTrace) -> Vec<Option<Number>> {
    let run = Run::new(program, trace);
    let number = |(time, step): (usize, &Step)| {
        let expr = match program.stmt_at(step.point).map(|stmt| &stmt.kind) {
            Some(StmtKind::Assign { value, .. }) => value,
            Some(StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) => cond,
            Some(_) => return None,
            None => program.terminator_at(step.point).kind.operand()?,
        };
        run.value(expr, &At::step(time, step.frame))
    };
    trace.steps.iter().enumerate().map(number).collect()
}

/// The operator that is written like this.
pub(crate) fn operator(symbol: &str) -> Option<BinaryOp> {
    use BinaryOp::{BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr};
    [Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor].into_iter().find(|op| op.symbol() == symbol)
}

/// What an operator makes of two numbers; nothing where it is undefined.
pub(crate) fn binary(op: BinaryOp, left: Number, right: Number) -> Option<Number> {
    if let Some(relop) = Relop::of(op) {
        let truth = match (left, right) {
            (Number::Int(a), Number::Int(b)) => relop.holds(a, b),
            (a, b) => relop.holds(a.as_real(), b.as_real()),
        };
        return Some(Number::Int(truth.into()));
    }
    if let (Number::Int(a), Number::Int(b)) = (left, right) {
        return exact(op, a, b).map(Number::Int);
    }
    let (a, b) = (left.as_real(), right.as_real());
    Some(Number::Real(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => return None,
    }))
}
