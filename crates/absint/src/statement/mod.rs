//! What statements do.

mod calls;
mod whole;

use whydunit_program::{Body, Callee, CheckKind, Expr, ExprKind, LocalId, Place, Stmt, StmtKind};

use crate::access::Access;
use crate::blocks::{Fresh, Layout};
use crate::eval::Value;
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::objects::{OBJECT_END, ObjectId, Origin};

impl Machine<'_, '_> {
    /// A statement that is not a call into a body.
    pub(crate) fn statement(&mut self, stmt: &Stmt) -> Reached<()> {
        match &stmt.kind {
            StmtKind::Assign { place, value } => self.assign(place, value),
            StmtKind::Zero { place } => self.zero(place),
            StmtKind::Copy { to, from, bytes } => self.copy(to, from, *bytes),
            StmtKind::Input { place, .. } => self.input(place),
            StmtKind::Call { dest, callee, args } => self.call(dest.as_ref(), callee, args, stmt),
            StmtKind::VaArg { place, list } => {
                self.eval(list)?;
                self.demand_that(CheckKind::Uninit, stmt.span, false);
                let value = self.anything(place.ty);
                self.store(place, &value)
            }
            StmtKind::Assume { cond } => self.assume(cond, true),
            StmtKind::Check { kind: CheckKind::Requires, cond, .. } if self.is_start => {
                self.assume(cond, true)
            }
            StmtKind::Check { kind, cond, .. } => self.check(*kind, cond),
            StmtKind::Live { local } => {
                let object = self.objects.local(self.context, self.function, *local);
                self.begin_life(object);
                self.unset(object);
                Ok(())
            }
            StmtKind::Dead { local } => {
                let object = self.objects.local(self.context, self.function, *local);
                self.end_array(*local, object);
                self.end_life(object);
                Ok(())
            }
            StmtKind::AllocVla { local, count } => self.allocate_array(*local, count, stmt),
            StmtKind::Snapshot { .. } => Ok(()),
            StmtKind::Unsupported { .. } => {
                if let Some(obligations) = &mut self.obligations {
                    obligations.is_partial = true;
                }
                Err(Unreachable)
            }
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr) -> Reached<()> {
        if !self.program.types.is_scalar(place.ty)
            && let ExprKind::Load(from) = &value.kind
        {
            let bytes = self.program.types.size_of(place.ty).unwrap_or(0);
            return self.copy(place, from, bytes);
        }
        let value = self.by_cases(|machine| machine.eval(value))?;
        self.store(place, &value)
    }

    pub(crate) fn input(&mut self, place: &Place) -> Reached<()> {
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

    fn call(
        &mut self,
        dest: Option<&Place>,
        callee: &Callee,
        args: &[Expr],
        stmt: &Stmt,
    ) -> Reached<()> {
        let id = match callee {
            Callee::Direct(id) => *id,
            Callee::Pointer(pointer) => return self.call_pointer(pointer, dest, args, stmt),
        };
        match &self.program.function(id).body {
            Body::Intrinsic(intrinsic) => self.intrinsic(*intrinsic, dest, args, stmt),
            Body::Undefined => {
                for arg in args {
                    self.eval(arg)?;
                }
                match dest {
                    Some(dest) => self.input(dest),
                    None => Ok(()),
                }
            }
            Body::Blocks(_) => self.call_summary(id, dest, args, stmt),
        }
    }

    fn allocate_array(&mut self, local: LocalId, count: &Expr, stmt: &Stmt) -> Reached<()> {
        let number = self.eval_int(count)?;
        let range = self.state.numbers.range(&number);
        // As a signed number it has to be positive.
        let allowed = Interval::new(1, OBJECT_END);
        self.demand_that(CheckKind::Bounds, stmt.span, range.is_subset_of(allowed));
        let holder = self.objects.local(self.context, self.function, local);
        let ty = self.program.function(self.function).local(local).ty;
        let unit = self
            .program
            .types
            .pointee(ty)
            .and_then(|to| self.program.types.size_of(to))
            .unwrap_or(1);
        let unit = i128::from(unit);
        let size = Number::new(
            number.linear.as_ref().and_then(|linear| linear.scale(unit)),
            range.mul(Interval::point(unit)),
        );
        let origin = Origin::Stack(self.context, self.point);
        let element = self.program.types.pointee(ty);
        let layout = Layout { origin, element, is_whole: true, fresh: Fresh::Nothing };
        let mut pointer = self.new_block(&size, layout);
        pointer.targets.may_be_null = false;
        if let [slot] = self.objects.get(holder).slots.clone()[..] {
            self.store_scalar(slot, &Value::Pointer(pointer), true);
        }
        Ok(())
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
