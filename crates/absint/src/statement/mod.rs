//! What statements do.

mod calls;
mod whole;

use whydunit_program::obligation::OF_VARIADIC;
use whydunit_program::{Body, Callee, CheckKind, Expr, InputOrigin, LocalId, Place, Stmt};
use whydunit_semantics::{Block, Call, Execution, LibraryCall};
use whydunit_source::Span;

use crate::access::Access;
use crate::blocks::{Fresh, Layout};
use crate::eval::Value;
use crate::machine::{Machine, Reached};
use crate::objects::{ObjectId, Origin};

impl<'p> Machine<'_, 'p> {
    /// A statement that is not a call into a body.
    pub(crate) fn statement(&mut self, stmt: &'p Stmt) -> Reached<()> {
        whydunit_semantics::statement(self, stmt, &mut ())
    }
}

impl<'p> Execution<'p> for Machine<'_, 'p> {
    /// Which execution is meant is not known here: nothing is said of any.
    fn is_expected(&self, (): &()) -> bool {
        false
    }

    fn is_start(&self, (): &()) -> bool {
        self.is_start
    }

    fn assigned(&mut self, value: &Expr, (): &mut ()) -> Reached<Value> {
        self.by_cases(|machine| machine.eval(value))
    }

    fn store(&mut self, place: &Place, value: Value, (): &mut ()) -> Reached<()> {
        Machine::store(self, place, &value)
    }

    fn copy(&mut self, to: &Place, from: &Place, bytes: u64, (): &mut ()) -> Reached<()> {
        self.copy_place(to, from, bytes)
    }

    fn zero(&mut self, place: &Place, bytes: u64, (): &mut ()) -> Reached<()> {
        self.zero_place(place, bytes)
    }

    fn input(&mut self, place: &Place, _: &InputOrigin, _: Span, (): &mut ()) -> Reached<()> {
        self.receive(place)
    }

    fn call(&mut self, call: Call<'p>, (): &mut ()) -> Reached<()> {
        Machine::call(self, &call)
    }

    fn next_argument(&mut self, place: &Place, _: Value, span: Span, (): &mut ()) -> Reached<()> {
        self.require_that(OF_VARIADIC, span, false);
        let value = self.anything(place.ty);
        Machine::store(self, place, &value)
    }

    fn assume(&mut self, condition: &Expr, (): &mut ()) -> Reached<()> {
        Machine::assume(self, condition, true)
    }

    fn state(&mut self, kind: CheckKind, condition: &Expr, (): &mut ()) -> Reached<()> {
        self.check(kind, condition)
    }

    fn begin(&mut self, local: LocalId, (): &mut ()) -> Reached<()> {
        let object = self.objects.local(self.context, self.function, local);
        self.begin_life(object);
        self.unset(object);
        Ok(())
    }

    fn end(&mut self, local: LocalId, (): &mut ()) -> Reached<()> {
        let object = self.objects.local(self.context, self.function, local);
        self.end_array(local, object);
        self.end_life(object);
        Ok(())
    }

    fn array(
        &mut self,
        local: LocalId,
        block: Block<Value, Option<bool>>,
        (): &mut (),
    ) -> Reached<()> {
        let holder = self.objects.local(self.context, self.function, local);
        let ty = self.program.function(self.function).local(local).ty;
        let origin = Origin::Stack(self.context, self.point);
        let element = self.program.types.pointee(ty);
        let layout = Layout { origin, element, is_whole: true, fresh: Fresh::Nothing };
        let bytes = self.size(&block.bytes);
        let mut pointer = self.new_block(&bytes, layout);
        pointer.targets.may_be_null = false;
        if let [slot] = self.objects.get(holder).slots.clone()[..] {
            self.store_scalar(slot, &Value::Pointer(pointer), true);
        }
        Ok(())
    }

    fn keep(&mut self, _: u32, (): &mut ()) -> Reached<()> {
        Ok(())
    }
}

impl Machine<'_, '_> {
    pub(crate) fn receive(&mut self, place: &Place) -> Reached<()> {
        let value = match self.program.types.pointee(place.ty) {
            Some(_) => Value::Pointer(self.pointer_from_outside(place.ty)),
            None => self.anything(place.ty),
        };
        match self.program.types.is_scalar(place.ty) {
            true => self.store(place, &value),
            false => {
                let location = self.locate(place, Access::Write)?;
                for target in location.targets.known.clone() {
                    for slot in self.objects.get(target.object).slots.clone() {
                        self.spoil(slot);
                    }
                }
                if location.targets.is_unknown {
                    self.forget_memory();
                }
                Ok(())
            }
        }
    }

    /// A variable-length array goes with the hidden pointer to it.
    fn end_array(&mut self, local: LocalId, holder: ObjectId) {
        if !self.program.function(self.function).local(local).is_vla {
            return;
        }
        if let [slot] = self.objects.get(holder).slots[..] {
            let targets = self.state.targets(slot);
            self.state.dead.extend(targets.known.iter().map(|target| target.object));
        }
    }

    pub(crate) fn end_life(&mut self, object: ObjectId) {
        self.drop_object(object);
        if self.objects.get(object).is_in_memory {
            self.state.dead.insert(object);
        }
    }

    fn call(&mut self, call: &Call<'_>) -> Reached<()> {
        let (dest, args) = (call.dest, call.args);
        let id = match call.callee {
            Callee::Direct(id) => *id,
            Callee::Pointer(pointer) => return self.call_pointer(pointer, dest, args, call.stmt),
        };
        match &self.program.function(id).body {
            Body::Intrinsic(intrinsic) => {
                let values = self.arguments(args)?;
                let call = LibraryCall {
                    intrinsic: *intrinsic,
                    args: &values,
                    passed: args,
                    dest,
                    span: call.stmt.span,
                };
                match (dest, whydunit_semantics::library(self, &call, &mut ())?) {
                    (Some(dest), Some(value)) => self.store(dest, &value),
                    _ => Ok(()),
                }
            }
            Body::Undefined => {
                self.arguments(args)?;
                match dest {
                    Some(dest) => self.receive(dest),
                    None => Ok(()),
                }
            }
            Body::Blocks(_) => self.call_summary(id, dest, args, call.stmt),
        }
    }

    fn arguments(&mut self, args: &[Expr]) -> Reached<Vec<Value>> {
        args.iter().map(|arg| self.eval(arg)).collect()
    }

    /// What globals hold before the start.
    pub(crate) fn initialise_global(&mut self, id: whydunit_program::GlobalId) {
        let global = self.program.global(id);
        let object = self.objects.global(id);
        if global.is_undefined {
            self.set_to_anything(object);
            return;
        }
        for slot in self.objects.get(object).slots.clone() {
            self.set_slot_to_zero(slot);
        }
        crate::initial::initialise(self, id, object);
    }
}
