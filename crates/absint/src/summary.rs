//! Calls that are not entered: recursion beyond a depth, and what would make the graph too large.
//!
//! A function with such calls has one more instance, which stands for all of them: it starts with what any of them hands over, everything else being
//! unknown, and what it returns is what each of them gets. Whatever pointers and globals reach may have changed meanwhile. Nothing is returned
//! before a run through the function has been found that does, so results are a least fixpoint like the states.

use std::collections::BTreeMap;

use whydunit_program::{CheckKind, Expr, FunctionId, GlobalId, LocalId, Place, Stmt};

use crate::eval::{Pointer, Value};
use crate::fixpoint::LAST_STOPS;
use crate::graph::{Context, NodeId};
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::state::State;

/// What a function returns to calls that are not entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Returned {
    /// Of an integer.
    range: Interval,
    has_value: bool,
}

impl Returned {
    fn join(self, other: Returned) -> Returned {
        Returned {
            range: self.range.join(other.range),
            has_value: self.has_value && other.has_value,
        }
    }
}

/// Changes of what a function returns before it is widened.
const PATIENCE: u32 = 4;

#[derive(Clone, Debug)]
struct Summary {
    context: Context,
    entry: NodeId,
    returned: Option<Returned>,
    changes: u32,
}

/// The instances that stand for calls which are not entered.
#[derive(Clone, Default, Debug)]
pub(crate) struct Summaries {
    of: BTreeMap<FunctionId, Summary>,
}

impl Summaries {
    pub(crate) fn new(instances: &[(FunctionId, Context, NodeId)]) -> Summaries {
        let one = |&(function, context, entry): &(FunctionId, Context, NodeId)| {
            (function, Summary { context, entry, returned: None, changes: 0 })
        };
        Summaries { of: instances.iter().map(one).collect() }
    }

    /// Does the instance stand for calls that are not entered?
    pub(crate) fn contain(&self, function: FunctionId, context: Context) -> bool {
        self.of.get(&function).is_some_and(|summary| summary.context == context)
    }

    pub(crate) fn knows(&self, function: FunctionId, returned: Returned) -> bool {
        let known = self.of.get(&function).and_then(|summary| summary.returned);
        known.is_some_and(|known| known.join(returned) == known)
    }

    /// The function may also return this.
    pub(crate) fn note(&mut self, function: FunctionId, returned: Returned) {
        let Some(summary) = self.of.get_mut(&function) else { return };
        summary.changes += 1;
        summary.returned = Some(match summary.returned {
            None => returned,
            Some(old) => {
                let mut next = old.join(returned);
                if summary.changes > PATIENCE {
                    next.range = old.range.widen(next.range, &LAST_STOPS);
                }
                if summary.changes > 2 * PATIENCE {
                    next.range = Interval::TOP;
                }
                next
            }
        });
    }
}

impl Machine<'_, '_> {
    /// A call of a function whose body is not entered here.
    pub(crate) fn call_summary(
        &mut self,
        function: FunctionId,
        dest: Option<&Place>,
        args: &[Expr],
        stmt: &Stmt,
    ) -> Reached<()> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let value = self.eval(arg)?;
            values.push(self.detached(value));
        }
        let summaries = self.summaries;
        let Some(summary) = summaries.of.get(&function) else { return Err(Unreachable) };
        let outer = std::mem::replace(&mut self.state, State::top());
        self.begin_instance(summary.context, function, &values);
        let entered = std::mem::replace(&mut self.state, outer);
        self.summary_calls.push((summary.entry, entered));
        let Some(returned) = summary.returned else { return Err(Unreachable) };
        self.forget_everything();
        let Some(dest) = dest else { return Ok(()) };
        self.demand_that(CheckKind::Uninit, stmt.span, returned.has_value);
        let value = match self.anything(dest.ty) {
            Value::Int(any) => {
                let range = any.range.meet(returned.range).unwrap_or(any.range);
                Value::Int(Number::range(range))
            }
            other => other,
        };
        if self.program.types.is_scalar(dest.ty) {
            self.store(dest, &value)?;
            if !returned.has_value {
                self.unset_result(dest)?;
            }
            return Ok(());
        }
        let bytes = self.program.types.size_of(dest.ty).unwrap_or(0);
        self.whole_slots(dest, bytes)?;
        self.spoil_place(dest, bytes)
    }

    /// What is known of a value without the state that it was computed in.
    fn detached(&self, value: Value) -> Value {
        match value {
            Value::Int(number) => Value::Int(Number::range(self.state.numbers.range(&number))),
            Value::Pointer(pointer) if pointer.targets.is_null() => Value::Pointer(Pointer::null()),
            Value::Pointer(_) => Value::Pointer(Pointer::unknown()),
            Value::Other => Value::Other,
        }
    }

    /// The state of an instance that any call may have led to: its parameters hold the values, or anything if there are none.
    pub(crate) fn begin_instance(
        &mut self,
        context: Context,
        function: FunctionId,
        values: &[Value],
    ) {
        for (id, global) in self.program.globals.iter().enumerate() {
            // Constants cannot have changed.
            if global.is_const {
                self.initialise_global(GlobalId(id as u32));
            }
        }
        let info = self.program.function(function);
        for number in 0..info.locals.len() as u32 {
            let local = LocalId(number);
            let object = self.objects.local(context, function, local);
            if number >= info.param_count {
                if !info.local(local).in_memory {
                    self.unset(object);
                }
                continue;
            }
            self.set_to_anything(object);
            let value = values.get(number as usize);
            let slots = self.objects.get(object).slots.clone();
            if let ([slot], Some(value @ (Value::Int(_) | Value::Pointer(_)))) = (&slots[..], value)
                && self.program.types.is_scalar(info.local(local).ty)
            {
                self.store_scalar(*slot, value, true);
            }
        }
    }

    /// What the function returns from here, for those who called it without entering it.
    pub(crate) fn returned(&mut self) -> Returned {
        let object = self.objects.result(self.context, self.function);
        match self.objects.get(object).slots[..] {
            [slot] => {
                let dim = self.objects.value_dim(slot);
                let range = self.state.numbers.bounds(dim);
                Returned { range, has_value: self.state.set.contains(&slot) }
            }
            _ => Returned { range: Interval::TOP, has_value: false },
        }
    }
}
