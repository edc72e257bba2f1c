//! Calls and returns: values that pass between frames.

use whydunit_claim::{Range, Storage};
use whydunit_interp::{BulkSource, Cell, CellObject, ObjectId, ObjectKind};
use whydunit_program::address::MAX_OBJECT;
use whydunit_program::{
    Body, Callee, CheckKind, Expr, ExprKind, FunctionId, LocalId, Place, StmtKind,
};
use whydunit_term::Term;
use whydunit_trace::StepKind;

use super::Addresses;
use super::memory::Filling;
use super::place::Field;
use super::pointer::Located;
use super::statement::{range_of, value_range};
use super::walk::{Evaluated, Scope, Walk, gap};

/// An argument: a scalar, or a record that lies somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument {
    Scalar(Term),
    Record(Located),
}

impl<'a> Walk<'a> {
    pub(super) fn call(
        &mut self,
        dest: Option<&Place>,
        callee: &Callee,
        args: &[Expr],
        scope: &mut Scope,
    ) -> Evaluated<()> {
        let function = match callee {
            Callee::Direct(function) => *function,
            Callee::Pointer(pointer) => self.called_through(pointer, scope)?,
        };
        let values = args.iter().map(|arg| self.value_or_record(arg, scope));
        let values = values.collect::<Evaluated<Vec<Argument>>>()?;
        if let StepKind::Call { callee: frame } = self.current().kind {
            return self.pass(frame, &values);
        }
        if let Body::Intrinsic(intrinsic) = self.program.function(function).body {
            let scalars: Vec<Term> = values
                .iter()
                .map(|value| match value {
                    Argument::Scalar(value) => *value,
                    Argument::Record(located) => located.offset,
                })
                .collect();
            return self.intrinsic(intrinsic, (&scalars, args), dest, scope);
        }
        // A function that is not defined gives an input.
        match (dest, self.last_input()) {
            (Some(dest), Some(value)) if self.program.types.is_scalar(dest.ty) => {
                self.store(dest, value, scope)
            }
            _ => Ok(()),
        }
    }

    /// The function that a pointer leads to; another one leaves the trace.
    fn called_through(&mut self, pointer: &Expr, scope: &mut Scope) -> Evaluated<FunctionId> {
        let pointer = self.expr(pointer, scope)?;
        let address = self.known(pointer)? as u64;
        let same = self.unchanged(pointer)?;
        let Some(function) = self.trace.function_at(address) else {
            let other = self.terms.not(same);
            self.require(other)?;
            return gap(format!("no function at {address:#x}"));
        };
        match self.addresses {
            Addresses::Guarded => self.guard(pointer)?,
            Addresses::Exact => self.calls(pointer, same)?,
        }
        Ok(function)
    }

    /// A scalar's value, or where a record lies; a record without bytes lies nowhere.
    fn value_or_record(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Argument> {
        match &expr.kind {
            ExprKind::Load(place) if !self.program.types.is_scalar(expr.ty) => {
                let size = self.size_of(expr.ty);
                self.bytes_of(place, size, scope).map(Argument::Record)
            }
            _ => self.expr(expr, scope).map(Argument::Scalar),
        }
    }

    /// Writes the parameters of a new frame.
    fn pass(&mut self, frame: u32, args: &[Argument]) -> Evaluated<()> {
        let trace = self.trace;
        for access in trace.writes(self.current()) {
            let argument = self.parameter(frame, access.cell.object).and_then(|at| args.get(at));
            let value = match argument {
                Some(Argument::Scalar(value)) => *value,
                // Among variadic arguments a record is known by its address.
                Some(Argument::Record(_)) => self.bits(64, access.bits),
                None => return gap("a call writes something that is no parameter"),
            };
            self.put(access.cell, value)?;
        }
        for bulk in trace.bulk_writes(self.current()) {
            let position = self.parameter(frame, CellObject::Memory(bulk.object));
            let Some(&Argument::Record(source)) = position.and_then(|at| args.get(at)) else {
                return gap("a record parameter without a record");
            };
            let cell = Cell::memory(bulk.object, bulk.offset as u32, bulk.size as u32);
            let target = self.located_cell(cell)?;
            self.copy_located(&target, &source, bulk.size)?;
        }
        Ok(())
    }

    /// Which argument a parameter of the new frame receives.
    fn parameter(&self, frame: u32, object: CellObject) -> Option<usize> {
        let (owner, local) = match object {
            CellObject::Register { frame, local } => (frame, local),
            CellObject::Memory(id) => match self.trace.object(id)?.info.kind {
                ObjectKind::Local { frame, local, .. } => (frame, local),
                _ => return None,
            },
        };
        let function = self.program.function(self.function_of(frame));
        let variadic = local.index().checked_sub(function.locals.len());
        let position = variadic.map_or(local.index(), |at| function.param_count as usize + at);
        (owner == frame).then_some(position)
    }

    pub(super) fn return_from(&mut self, value: Option<&Expr>, scope: &mut Scope) -> Evaluated<()> {
        let value = match value {
            Some(value) if self.program.types.is_scalar(value.ty) || self.size_of(value.ty) > 0 => {
                Some((self.value_or_record(value, scope)?, self.size_of(value.ty)))
            }
            _ => None,
        };
        let frame = &self.trace.frames[scope.frame as usize];
        let (Some(caller), Some(call)) = (frame.caller, frame.call) else { return Ok(()) };
        let point = self.trace.step(call).point;
        let Some(StmtKind::Call { dest: Some(dest), .. }) =
            self.program.stmt_at(point).map(|stmt| &stmt.kind)
        else {
            return Ok(());
        };
        let mut outer = Scope::new(caller);
        match value {
            Some((Argument::Scalar(value), _)) => self.store(dest, value, &mut outer),
            Some((Argument::Record(source), size)) => {
                let (target, aim) = self.written_bytes_of(dest, size, &mut outer)?;
                self.copy_located(&target, &source, size)?;
                self.store_elsewhere(&aim)
            }
            None => self.write_unexplained(),
        }
    }

    /// Writes that nothing else explains, as the run made them: they depend on all that the step read.
    pub(super) fn write_unexplained(&mut self) -> Evaluated<()> {
        let writes = self.trace.writes(self.current());
        if writes.is_empty() {
            return Ok(());
        }
        let same = self.same_reads(|_| true)?;
        for access in writes {
            let range = value_range(access.cell);
            let value = self.bits(8 * range.size, access.bits);
            let value = self.only_when(same, value, "written");
            match access.cell.bits {
                None => self.write(range, value, Term::TRUE)?,
                Some((shift, width)) => {
                    let located = self.located_cell(access.cell)?;
                    let field = Field { shift: shift.into(), width: width.into(), signed: false };
                    self.store_field(&located, access.cell.size, field, value)?;
                }
            }
        }
        Ok(())
    }

    /// Runs of bytes, as the run moved them.
    pub(super) fn fill_as_recorded(&mut self) {
        for bulk in self.trace.bulk_writes(self.current()) {
            let filling = match bulk.source {
                BulkSource::Copy { object, offset } => Filling::Copy {
                    from: Storage::Object(object),
                    offset: offset as u32,
                    at: self.memory.now(),
                },
                BulkSource::Fill(byte) => Filling::Repeat(self.bits(8, byte)),
            };
            let storage = Storage::Object(bulk.object);
            self.fill(Range::new(storage, bulk.offset as u32, bulk.size as u32), filling);
        }
    }

    /// The next variadic argument. Which one that is, the path decides.
    pub(super) fn va_arg(
        &mut self,
        place: &Place,
        list: &Expr,
        scope: &mut Scope,
    ) -> Evaluated<()> {
        let list = self.expr(list, scope)?;
        self.stays(list)?;
        let is_argument = |cell: Cell| match cell.object {
            CellObject::Register { frame, local } if local != Cell::RESULT => {
                local.index() >= self.program.function(self.function_of(frame)).locals.len()
            }
            _ => false,
        };
        let reads = self.trace.reads(self.current()).iter();
        let argument = reads.rev().find(|access| is_argument(access.cell));
        let Some(argument) = argument.filter(|_| self.program.types.is_scalar(place.ty)) else {
            self.write_unexplained()?;
            self.fill_as_recorded();
            return Ok(());
        };
        let (value, _) = self.read(range_of(argument.cell), None)?;
        // The list moves on; the last write is the argument's.
        if let [moves @ .., _] = self.trace.writes(self.current()) {
            for access in moves {
                let range = range_of(access.cell);
                let value = self.bits(8 * range.size, access.bits);
                self.write(range, value, Term::TRUE)?;
            }
        }
        let class = self.class(place.ty);
        let value = self.terms.resize(value, class.width, class.is_signed());
        self.store(place, value, scope)
    }

    /// A variable-length array.
    pub(super) fn alloc_vla(
        &mut self,
        local: LocalId,
        count: &Expr,
        scope: &mut Scope,
    ) -> Evaluated<()> {
        let is_signed = self.class(count.ty).is_signed();
        let count = self.expr(count, scope)?;
        let count = self.terms.resize(count, 64, is_signed);
        let zero = self.bits(64, 0_u32);
        let is_positive = self.terms.slt(zero, count);
        self.check(CheckKind::Bounds, is_positive)?;
        let ty = self.program.function(self.function_of(scope.frame)).local(local).ty;
        let each = self.bits(64, self.pointee_size(ty));
        let overflows = self.terms.umul_overflow(count, each);
        let fits = self.terms.not(overflows);
        let size = self.terms.mul(count, each);
        let limit = self.bits(64, MAX_OBJECT);
        let is_small = self.terms.ult(size, limit);
        let is_possible = self.terms.and(&[fits, is_small]);
        self.require(is_possible)?;
        if let Some(object) = self.made_here() {
            self.write(Range::new(Storage::Extent(object), 0, 8), size, Term::TRUE)?;
        }
        // Addresses are given, not computed.
        self.write_recorded()
    }

    /// The block that this step allocated.
    pub(super) fn made_here(&self) -> Option<ObjectId> {
        let objects = &self.trace.objects;
        let step = self.step as u32;
        let first = objects.partition_point(|object| object.created <= step);
        let made = objects[first..].iter().take_while(|object| object.created == step + 1);
        let is_block = |kind: &ObjectKind| {
            matches!(
                kind,
                ObjectKind::Heap { .. } | ObjectKind::Vla { .. } | ObjectKind::Alloca { .. }
            )
        };
        made.filter(|object| is_block(&object.info.kind)).map(|object| object.id).next()
    }
}
