//! Into call instances and back.

use whydunit_program::{Expr, ExprKind, FunctionId, LocalId, Place};

use crate::eval::{Pointer, Value, range_of};
use crate::graph::Context;
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::objects::{Content, Origin, SlotId};

impl Machine<'_, '_> {
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
}
