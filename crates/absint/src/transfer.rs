//! What statements do.

use whydunit_program::{
    Body, Callee, CheckKind, Expr, ExprKind, FunctionId, LocalId, Place, Stmt, StmtKind,
};

use crate::access::{Access, Hit};
use crate::blocks::{Fresh, Layout};
use crate::eval::{Pointer, Value, range_of};
use crate::graph::Context;
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::objects::{Content, LARGEST, ObjectId, Origin, Quantity, Slot, SlotId};

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

    /// The slots that a place of the program is made of, all of each; `None` where that is not known.
    pub(crate) fn whole_slots(
        &mut self,
        place: &Place,
        bytes: u64,
    ) -> Reached<Option<(ObjectId, i128, Vec<SlotId>)>> {
        let location = self.locate(place, Access::Write)?;
        let size = Number::point(i128::from(bytes));
        self.reach(&location, &size, Access::Write, place.span)?;
        let Some(target) = location.targets.single() else { return Ok(None) };
        let object = self.objects.get(target.object);
        let Some(at) = self.state.numbers.range(&location.offset).as_point() else {
            return Ok(None);
        };
        if self.is_several(target.object) {
            return Ok(None);
        }
        let at = at + i128::from(target.start);
        let end = at + i128::from(bytes);
        let mut slots = Vec::new();
        for id in object.slots.clone() {
            let slot = self.objects.slot(id);
            let (from, to) = (i128::from(slot.offset), i128::from(slot.end()));
            if from >= end || to <= at {
                continue;
            }
            if from < at || to > end {
                return Ok(None);
            }
            slots.push(id);
        }
        Ok(Some((target.object, at, slots)))
    }

    /// Parts of whatever the place may be were written, perhaps with what has no value.
    pub(crate) fn spoil_place(&mut self, place: &Place, bytes: u64) -> Reached<()> {
        let location = self.quietly(|machine| machine.locate(place, Access::Write))?;
        if location.targets.is_unknown {
            self.forget_memory();
            self.forget_all_values_given();
        }
        for target in location.targets.known.clone() {
            let slots = match self.hit(target, &location, bytes) {
                Hit::Scalar(slot) | Hit::Element(slot, _) => vec![slot],
                Hit::Parts(slots) => slots,
            };
            for slot in slots {
                self.spoil(slot);
                self.forget_values_given(slot);
            }
        }
        Ok(())
    }

    fn zero(&mut self, place: &Place) -> Reached<()> {
        let bytes = self.program.types.size_of(place.ty).unwrap_or(0);
        match self.whole_slots(place, bytes)? {
            Some((_, _, slots)) => {
                for slot in slots {
                    self.set_slot_to_zero(slot);
                }
                Ok(())
            }
            None => self.spoil_place(place, bytes),
        }
    }

    pub(crate) fn set_slot_to_zero(&mut self, id: SlotId) {
        let slot = *self.objects.slot(id);
        let value = match slot.content {
            Content::Int(_) => Value::Int(Number::point(0)),
            Content::Pointer { .. } => Value::Pointer(Pointer::null()),
            Content::Other => Value::Other,
        };
        self.state.empty.remove(&id);
        self.store_scalar(id, &value, true);
        if slot.is_array() {
            let dim = self.objects.dim(Quantity::FirstZero(id));
            self.state.terminated.insert(id);
            self.state.numbers.assign(dim, &Number::point(0));
        }
    }

    fn copy(&mut self, to: &Place, from: &Place, bytes: u64) -> Reached<()> {
        let source = self.whole_source(from, bytes)?;
        let Some((_, start, slots)) = self.whole_slots(to, bytes)? else {
            return self.spoil_place(to, bytes);
        };
        for id in slots {
            let slot = *self.objects.slot(id);
            match self.corresponding(&slot, start, source.as_ref()) {
                Some(other) => self.copy_slot(other, id),
                None => {
                    // The bytes are some bytes; whether they have values is not known.
                    self.spoil(id);
                    self.forget_values_given(id);
                    if source.is_some() && self.source_is_set(&source) {
                        self.state.set.insert(id);
                    }
                }
            }
        }
        Ok(())
    }

    /// The slot of a source that is copied to a slot of what starts at `start`.
    fn corresponding(
        &self,
        slot: &Slot,
        start: i128,
        source: Option<&(i128, Vec<SlotId>)>,
    ) -> Option<SlotId> {
        let (origin, slots) = source?;
        let is_it = |other: &SlotId| slot.corresponds(start, self.objects.slot(*other), *origin);
        slots.iter().copied().find(is_it)
    }

    fn source_is_set(&self, source: &Option<(i128, Vec<SlotId>)>) -> bool {
        source
            .as_ref()
            .is_some_and(|(_, slots)| slots.iter().all(|slot| self.state.set.contains(slot)))
    }

    /// Slots that a source is made of; also a literal of another length than the array that it sets.
    fn whole_source(&mut self, from: &Place, bytes: u64) -> Reached<Option<(i128, Vec<SlotId>)>> {
        let location = self.locate(from, Access::Read)?;
        let size = Number::point(i128::from(bytes));
        self.reach(&location, &size, Access::Read, from.span)?;
        let Some(target) = location.targets.single() else { return Ok(None) };
        let Some(at) = self.state.numbers.range(&location.offset).as_point() else {
            return Ok(None);
        };
        let at = at + i128::from(target.start);
        let end = at + i128::from(bytes);
        let slots = self.objects.get(target.object).slots.iter().copied();
        let slots = slots.filter(|slot| {
            let slot = self.objects.slot(*slot);
            i128::from(slot.offset) < end && i128::from(slot.end()) > at
        });
        Ok(Some((at, slots.collect())))
    }

    fn copy_slot(&mut self, from: SlotId, to: SlotId) {
        let slot = *self.objects.slot(from);
        let dim = self.objects.value_dim(from);
        let own = self.objects.value_dim(to);
        let range = self.state.numbers.bounds(dim);
        if slot.is_array() {
            self.state.numbers.assign(own, &Number::new(None, range));
        } else {
            let linear = Some(crate::numeric::Linear::dim(dim));
            self.state.numbers.assign(own, &Number::new(linear, range));
        }
        self.state.remove_values(to);
        self.state.change(to);
        let elements: Vec<i128> = self
            .state
            .elements
            .iter()
            .filter_map(|(slot, at)| (*slot == from).then_some(*at))
            .collect();
        self.state.elements.extend(elements.into_iter().map(|at| (to, at)));
        match self.state.pointers.get(&from).cloned() {
            Some(targets) => self.state.pointers.insert(to, targets),
            None => self.state.pointers.remove(&to),
        };
        let mirror = |set: &mut std::collections::BTreeSet<SlotId>| match set.contains(&from) {
            true => set.insert(to),
            false => set.remove(&to),
        };
        mirror(&mut self.state.set);
        mirror(&mut self.state.empty);
        mirror(&mut self.state.terminated);
        for quantity in [Quantity::Filled, Quantity::FirstZero] {
            if let Some(known) = self.objects.known_dim(quantity(from)) {
                let range = self.state.numbers.bounds(known);
                let own = self.objects.dim(quantity(to));
                self.state.numbers.assign(own, &Number::new(None, range));
            } else if let Some(own) = self.objects.known_dim(quantity(to)) {
                self.state.numbers.forget(own);
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

    /// Hands the arguments to a call instance.
    pub(crate) fn enter(
        &mut self,
        callee: Context,
        function: FunctionId,
        args: &[Expr],
    ) -> Reached<()> {
        let info = self.program.function(function);
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.eval(arg)?);
        }
        let mut sources = Vec::with_capacity(args.len());
        for arg in args {
            sources.push(match (&arg.kind, self.program.types.is_scalar(arg.ty)) {
                (ExprKind::Load(place), false) => {
                    let bytes = self.program.types.size_of(arg.ty).unwrap_or(0);
                    self.quietly(|machine| machine.whole_source(place, bytes))?
                }
                _ => None,
            });
        }
        for local in 0..info.locals.len() as u32 {
            let object = self.objects.local(callee, function, LocalId(local));
            self.begin_life(object);
            let is_parameter = local < info.param_count;
            let index = local as usize;
            if !is_parameter {
                if !info.local(LocalId(local)).in_memory {
                    self.unset(object);
                }
                continue;
            }
            let slots = self.objects.get(object).slots.clone();
            match (values.get(index), slots.as_slice()) {
                (Some(value), [slot]) if !self.objects.slot(*slot).is_array() => {
                    self.store_scalar(*slot, value, true);
                }
                (Some(_), slots) => {
                    let source = sources.get(index).cloned().flatten();
                    self.unset(object);
                    for slot in slots {
                        let own = *self.objects.slot(*slot);
                        match self.corresponding(&own, 0, source.as_ref()) {
                            Some(other) => self.copy_slot(other, *slot),
                            None => self.spoil(*slot),
                        }
                    }
                }
                (None, _) => self.unset(object),
            }
        }
        let result = self.objects.result(callee, function);
        self.unset(result);
        Ok(())
    }

    /// `return value;`
    pub(crate) fn give_back(&mut self, value: Option<&Expr>) -> Reached<()> {
        let Some(value) = value else { return Ok(()) };
        let object = self.objects.result(self.context, self.function);
        let slots = self.objects.get(object).slots.clone();
        match (&value.kind, self.program.types.is_scalar(value.ty)) {
            (ExprKind::Load(place), false) => {
                let bytes = self.program.types.size_of(value.ty).unwrap_or(0);
                let source = self.whole_source(place, bytes)?;
                for slot in slots {
                    let own = *self.objects.slot(slot);
                    match self.corresponding(&own, 0, source.as_ref()) {
                        Some(other) => self.copy_slot(other, slot),
                        None => self.spoil(slot),
                    }
                }
            }
            _ => {
                let value = self.by_cases(|machine| machine.eval(value))?;
                if let [slot] = slots.as_slice() {
                    self.store_scalar(*slot, &value, true);
                }
            }
        }
        Ok(())
    }

    /// Behind a call instance: its result is stored, its locals are gone. Runs in the caller.
    pub(crate) fn leave(
        &mut self,
        callee: Context,
        function: FunctionId,
        dest: Option<&Place>,
    ) -> Reached<()> {
        let result = self.objects.result(callee, function);
        let slots = self.objects.get(result).slots.clone();
        if let Some(dest) = dest {
            match (slots.as_slice(), self.program.types.is_scalar(dest.ty)) {
                ([slot], true) => {
                    let value = self.result_value(*slot, dest);
                    let is_set = self.state.set.contains(slot);
                    self.store(dest, &value)?;
                    if !is_set {
                        self.unset_result(dest)?;
                    }
                }
                _ => {
                    let bytes = self.program.types.size_of(dest.ty).unwrap_or(0);
                    match self.whole_slots(dest, bytes)? {
                        Some((_, start, own)) => {
                            let source = (0, slots);
                            for id in own {
                                let slot = *self.objects.slot(id);
                                match self.corresponding(&slot, start, Some(&source)) {
                                    Some(other) => self.copy_slot(other, id),
                                    None => self.spoil(id),
                                }
                            }
                        }
                        None => self.spoil_place(dest, bytes)?,
                    }
                }
            }
        }
        self.drop_object(result);
        for local in 0..self.program.function(function).locals.len() as u32 {
            let object = self.objects.local(callee, function, LocalId(local));
            self.end_life(object);
        }
        for id in self.objects.ids() {
            let is_gone = matches!(self.objects.get(id).origin, Origin::Stack(context, _) if context == callee);
            if is_gone && self.state.allocated.contains(&id) {
                self.state.dead.insert(id);
            }
        }
        Ok(())
    }

    /// What a call should have given was not given.
    pub(crate) fn unset_result(&mut self, dest: &Place) -> Reached<()> {
        match self.quietly(|machine| machine.scalar_slot(dest))? {
            Some(own) => self.state.remove_values(own),
            None => {
                let bytes = self.program.types.size_of(dest.ty).unwrap_or(0);
                self.spoil_place(dest, bytes)?;
            }
        }
        Ok(())
    }

    fn result_value(&mut self, slot: SlotId, dest: &Place) -> Value {
        let info = *self.objects.slot(slot);
        let dim = self.objects.value_dim(slot);
        let range = self.state.numbers.bounds(dim);
        let linear = Some(crate::numeric::Linear::dim(dim));
        match info.content {
            Content::Int(kind) => {
                let range = range.meet(range_of(kind)).unwrap_or(range_of(kind));
                Value::Int(Number::new(linear, range))
            }
            Content::Pointer { unit } => {
                let offset = Number::new(
                    linear.and_then(|linear| linear.scale(unit)),
                    range.mul(Interval::point(unit)),
                );
                Value::Pointer(Pointer { targets: self.state.targets(slot), offset })
            }
            Content::Other => self.anything(dest.ty),
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
        let allowed = Interval::new(1, LARGEST);
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
