//! Calls and returns: passing values between frames.

use whydunit_interp::{Cell, CellObject, ObjectId, ObjectKind};
use whydunit_program::obligation::Access;
use whydunit_program::{Body, Callee, Expr, ExprKind, FunctionId, Place, StmtKind, Type, TypeId};
use whydunit_semantics::{Call, LibraryCall};
use whydunit_term::{Sort, Term};
use whydunit_trace::StepKind;

use crate::encoder::{Encoder, Evaluated, Halt, Scope, Style};
use crate::limits::MOST_FUNCTIONS;
use crate::number::{in_object, low_word, of_position};
use crate::pointer::Located;
use crate::step::{range_of, value_range};
use crate::storage::{Range, Storage, Value};

/// An argument: a scalar, or a record that lies somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument {
    Scalar(Value),
    Record(Located),
}

impl<'a> Encoder<'a> {
    pub(crate) fn call_step(&mut self, call: &Call<'a>, scope: &mut Scope) -> Evaluated<()> {
        let function = match call.callee {
            Callee::Direct(function) => *function,
            Callee::Pointer(pointer) => self.called_through(pointer, scope)?,
        };
        let mut values = Vec::with_capacity(call.args.len());
        for arg in call.args {
            values.push(self.argument(arg, scope)?);
        }
        if let StepKind::Call { callee: frame } = self.current().kind {
            return self.pass(frame, &values);
        }
        let program = self.program;
        match (&program.function(function).body, call.dest) {
            (Body::Intrinsic(intrinsic), dest) => {
                let scalars: Vec<Value> = values
                    .iter()
                    .map(|value| match value {
                        Argument::Scalar(value) => *value,
                        Argument::Record(located) => located.offset,
                    })
                    .collect();
                let call = LibraryCall {
                    intrinsic: *intrinsic,
                    args: &scalars,
                    passed: call.args,
                    dest,
                    span: call.stmt.span,
                };
                match (dest, whydunit_semantics::library(self, &call, scope)?) {
                    (Some(dest), Some(value)) => {
                        let class = self.class(dest.ty);
                        let value = self.resize(value, class.width(), class.signed());
                        self.store(dest, value, scope)
                    }
                    _ => Ok(()),
                }
            }
            (Body::Undefined | Body::Blocks(_), Some(dest)) => match self.last_input() {
                Some(value) if self.program.types.is_scalar(dest.ty) => {
                    self.store(dest, value, scope)
                }
                _ => Ok(()),
            },
            (Body::Undefined | Body::Blocks(_), None) => Ok(()),
        }
    }

    /// The function that a pointer leads to; another one leaves the trace.
    fn called_through(&mut self, pointer: &Expr, scope: &mut Scope) -> Evaluated<FunctionId> {
        let ty = pointer.ty;
        let pointer = self.expr(pointer, scope)?;
        let address = low_word(self.known(pointer));
        let Some(function) = self.trace.function_at(address) else {
            let other = self.is_another_function(pointer, ty);
            self.require(other)?;
            return Err(Halt::Gap(format!("no function at {address:#x}")));
        };
        let same = self.unchanged(pointer);
        match self.addresses {
            crate::Addresses::Guarded => {
                self.guard(pointer);
            }
            crate::Addresses::Exact if self.style == Style::Equations => self.require(same)?,
            crate::Addresses::Exact => {
                let leads = self.is_another_function(pointer, ty);
                let leads = self.either(same, leads);
                self.require(leads)?;
                // Another function is another way of the program.
                self.contribution().condition = Some(same.term);
            }
        }
        Ok(function)
    }

    /// Where no function is: does the pointer lead to one?
    fn is_another_function(&mut self, pointer: Value, ty: TypeId) -> Value {
        let same = self.unchanged(pointer);
        if self.style == Style::Equations {
            return self.not(same);
        }
        let width = self.pointer_width();
        let types = &self.program.types;
        let signature = types.pointee(ty).map(|to| types.get(to));
        let fits = |function: &FunctionId| {
            let own = &self.program.function(*function).signature;
            matches!(signature, Some(Type::Function(called)) if called == own)
        };
        let functions = (0..of_position(self.program.functions.len())).map(FunctionId);
        let functions: Vec<FunctionId> = functions.filter(fits).take(MOST_FUNCTIONS).collect();
        let mut usable = self.truth(false);
        for function in functions {
            let address = self.trace.function_address(function);
            let address = self.bits(width, address.into());
            let is_this = self.equal(pointer, address);
            usable = self.either(usable, is_this);
        }
        let elsewhere = self.unknown("another function", Sort::Bool);
        let null = self.is_nearly_null(pointer);
        let none = self.either(same, null);
        let otherwise = self.terms.ite(none.term, Term::FALSE, elsewhere);
        let term = self.terms.ite(usable.term, Term::TRUE, otherwise);
        Value { term, known: Term::FALSE }
    }

    fn argument(&mut self, arg: &Expr, scope: &mut Scope) -> Evaluated<Argument> {
        match &arg.kind {
            ExprKind::Load(place) if !self.program.types.is_scalar(arg.ty) => {
                let size = self.size_of(arg.ty);
                let located = self.locate_place(place, size, Access::Read, scope)?;
                Ok(Argument::Record(located))
            }
            _ => self.expr(arg, scope).map(Argument::Scalar),
        }
    }

    /// Writes the parameters of a new frame.
    fn pass(&mut self, frame: u32, args: &[Argument]) -> Evaluated<()> {
        let trace = self.trace;
        let step = self.current();
        for access in trace.writes(step) {
            let Some(position) = self.parameter(frame, access.cell.object) else {
                return Err(Halt::Gap("a call writes something that is no parameter".into()));
            };
            let range = range_of(access.cell);
            let part = value_range(range, access.cell);
            let value = match args.get(position).copied() {
                Some(Argument::Scalar(value)) => value,
                // Among variadic arguments a record is known by its address.
                Some(Argument::Record(_)) => self.bits(8 * part.size, access.bits.into()),
                None => return Err(Halt::Gap("a parameter without an argument".into())),
            };
            let value = self.resize(value, 8 * part.size.min(8), false);
            let value = self.resize(value, 8 * part.size, false);
            self.write(part, value);
            if range.size > part.size {
                let rest = Range::new(range.storage, part.end(), range.size - part.size);
                let zero = self.bits(8 * rest.size, 0);
                self.write(rest, zero);
            }
        }
        for bulk in trace.bulk_writes(step) {
            let object = CellObject::Memory(bulk.object);
            let position = self.parameter(frame, object);
            let Some(Argument::Record(located)) = position.and_then(|at| args.get(at)) else {
                return Err(Halt::Gap("a record parameter without a record".into()));
            };
            let target = self.whole(bulk.object);
            self.copy_located(&target, &located.clone(), bulk.size)?;
        }
        Ok(())
    }

    fn whole(&mut self, object: ObjectId) -> Located {
        let width = self.pointer_width();
        let size = self.trace.object(object).map_or(0, |object| object.info.size);
        Located { object, offset: self.bits(width, 0), low: 0, high: size }
    }

    /// Which argument a parameter of the new frame receives.
    fn parameter(&self, frame: u32, object: CellObject) -> Option<usize> {
        let function = self.program.function(self.function_of(frame));
        let local = match object {
            CellObject::Register { frame: owner, local } if owner == frame => local,
            CellObject::Memory(id) => match self.trace.object(id)?.info.kind {
                ObjectKind::Local { frame: owner, local, .. } if owner == frame => local,
                _ => return None,
            },
            CellObject::Register { .. } => return None,
        };
        match local.index().checked_sub(function.locals.len()) {
            Some(variadic) => Some(function.param_count as usize + variadic),
            None => Some(local.index()),
        }
    }

    pub(crate) fn return_from(&mut self, value: Option<&Expr>, scope: &mut Scope) -> Evaluated<()> {
        let frame = &self.trace.frames[scope.frame as usize];
        let (caller, call) = (frame.caller, frame.call);
        let record = match value {
            Some(value) if !self.program.types.is_scalar(value.ty) => match &value.kind {
                ExprKind::Load(place) if self.size_of(value.ty) > 0 => {
                    let size = self.size_of(value.ty);
                    Some((self.locate_place(place, size, Access::Read, scope)?, size))
                }
                _ => None,
            },
            _ => None,
        };
        let scalar = match value {
            Some(value) if self.program.types.is_scalar(value.ty) => Some(self.expr(value, scope)?),
            _ => None,
        };
        let (Some(caller), Some(call)) = (caller, call) else { return Ok(()) };
        let dest = match self.program.stmt_at(self.trace.step(call).point).map(|stmt| &stmt.kind) {
            Some(StmtKind::Call { dest: Some(dest), .. }) => dest,
            _ => return Ok(()),
        };
        let mut outer = Scope::new(caller);
        match (scalar, record) {
            (Some(value), _) => self.store(dest, value, &mut outer),
            (None, Some((source, size))) => {
                let target = self.locate_place(dest, size, Access::Write, &mut outer)?;
                self.copy_located(&target, &source, size)
            }
            (None, None) => self.write_rest(),
        }
    }

    /// Writes that nothing else explains, as the run made them: they depend on all that the step read.
    pub(crate) fn write_rest(&mut self) -> Evaluated<()> {
        let trace = self.trace;
        let writes = trace.writes(self.current());
        if writes.is_empty() {
            return Ok(());
        }
        let same = self.same_reads()?;
        for access in writes {
            let value = self.as_recorded(access, same);
            let part = value_range(range_of(access.cell), access.cell);
            match access.cell.bits {
                None => self.write(part, value),
                Some((shift, width)) => {
                    let located = self.whole_cell(access.cell)?;
                    let site = crate::place::BitSite {
                        shift: shift.into(),
                        width: width.into(),
                        signed: false,
                    };
                    self.store_bits(&located, access.cell.size, site, value)?;
                }
            }
        }
        Ok(())
    }

    fn whole_cell(&mut self, cell: Cell) -> Evaluated<Located> {
        let CellObject::Memory(object) = cell.object else {
            return Err(Halt::Gap("a bit-field in a register".into()));
        };
        let width = self.pointer_width();
        let offset = self.bits(width, cell.offset.into());
        Ok(Located { object, offset, low: 0, high: u64::from(cell.offset + cell.size) })
    }

    /// The value that the run wrote, known as long as `same` holds.
    pub(crate) fn as_recorded(&mut self, access: &whydunit_trace::Access, same: Value) -> Value {
        let part = value_range(range_of(access.cell), access.cell);
        let value = self.bits(8 * part.size, access.bits.into());
        self.only_when(same, value, "written")
    }

    /// The next variadic argument.
    pub(crate) fn va_arg(
        &mut self,
        place: &Place,
        list: Value,
        scope: &mut Scope,
    ) -> Evaluated<()> {
        let trace = self.trace;
        let step = self.current();
        self.stays(list)?;
        let is_argument = |object: CellObject| match object {
            CellObject::Register { frame, local } => {
                let function = self.program.function(self.function_of(frame));
                local != Cell::RESULT && local.index() >= function.locals.len()
            }
            CellObject::Memory(_) => false,
        };
        let argument = trace.reads(step).iter().rev().find(|read| is_argument(read.cell.object));
        let scalar = self.program.types.is_scalar(place.ty);
        let (Some(argument), true) = (argument, scalar) else {
            self.write_rest()?;
            for bulk in trace.bulk_writes(step) {
                self.bulk_as_recorded(bulk)?;
            }
            return Ok(());
        };
        let value = self.read(range_of(argument.cell), None)?;
        // The list moves on by one; which argument is next, the path decides.
        for access in &trace.writes(step)[..trace.writes(step).len().saturating_sub(1)] {
            let range = range_of(access.cell);
            let value = self.bits(8 * range.size, access.bits.into());
            self.write(range, value);
        }
        let width = self.class(place.ty).width();
        let signed = self.class(place.ty).signed();
        let value = self.resize(value, width, signed);
        self.store(place, value, scope)
    }

    /// A run of bytes, as the run moved it.
    pub(crate) fn bulk_as_recorded(&mut self, bulk: &whydunit_trace::BulkWrite) -> Evaluated<()> {
        use whydunit_interp::BulkSource;
        let filling = match bulk.source {
            BulkSource::Copy { object, offset } => crate::memory::Filling::Copy {
                from: Storage::Object(object),
                offset: in_object(offset),
                time: self.memory.now(),
            },
            BulkSource::Fill(byte) => crate::memory::Filling::Repeat(self.bits(8, byte.into())),
        };
        if let crate::memory::Filling::Copy { from, offset, .. } = filling
            && self.style == Style::Functions
        {
            let range = Range::new(from, offset, in_object(bulk.size));
            self.read_log.push((self.step, range, None));
        }
        let storage = Storage::Object(bulk.object);
        self.fill(Range::new(storage, in_object(bulk.offset), in_object(bulk.size)), filling);
        Ok(())
    }

    /// The block that this step allocated.
    pub(crate) fn made_here(&self) -> Option<ObjectId> {
        let objects = &self.trace.objects;
        let start = objects.partition_point(|object| object.created <= self.step);
        let is_block = |kind: &ObjectKind| {
            matches!(
                kind,
                ObjectKind::Heap { .. } | ObjectKind::Vla { .. } | ObjectKind::Alloca { .. }
            )
        };
        let made = objects[start..].iter().take_while(|object| object.created == self.step + 1);
        made.filter(|object| is_block(&object.info.kind)).map(|object| object.id).next()
    }

    /// The address of new storage is given, not computed.
    pub(crate) fn write_address(&mut self) -> Evaluated<()> {
        let trace = self.trace;
        for access in trace.writes(self.current()) {
            let range = range_of(access.cell);
            let value = self.bits(8 * range.size, access.bits.into());
            self.write(range, value);
        }
        Ok(())
    }
}
