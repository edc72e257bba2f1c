//! Calls that are not entered: recursion beyond a depth, and what would make the graph too large.
//!
//! A function with such calls has one more instance, which stands for all of them: it starts with what any of them hands over, everything else being
//! unknown, and what it returns is what each of them gets. Whatever pointers and globals reach may have changed meanwhile. Nothing is returned
//! before a run through the function has been found that does, so results are a least fixpoint like the states.

use std::collections::BTreeMap;

use whydunit_program::{Body, CheckKind, Expr, FunctionId, GlobalId, LocalId, Place, Stmt};

use crate::eval::{Pointer, Value};
use crate::fixpoint::LAST_STOPS;
use crate::graph::{Context, Graph, NodeId};
use crate::limits::SUMMARY_PATIENCE;
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::state::{State, Target};

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
    /// Functions that a call through a pointer may lead to.
    with_addresses: Vec<FunctionId>,
}

impl Summaries {
    pub(crate) fn new(graph: &Graph<'_>) -> Summaries {
        let one = |&(function, context, entry): &(FunctionId, Context, NodeId)| {
            (function, Summary { context, entry, returned: None, changes: 0 })
        };
        let with_addresses = graph.with_addresses.clone();
        Summaries { of: graph.summaries.iter().map(one).collect(), with_addresses }
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
                if summary.changes > SUMMARY_PATIENCE {
                    next.range = old.range.widen(next.range, &LAST_STOPS);
                }
                if summary.changes > 2 * SUMMARY_PATIENCE {
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
        self.call_one_of(&[function], dest, args, stmt)
    }

    /// A call that leads to one of some functions.
    fn call_one_of(
        &mut self,
        functions: &[FunctionId],
        dest: Option<&Place>,
        args: &[Expr],
        stmt: &Stmt,
    ) -> Reached<()> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let value = self.eval(arg)?;
            values.push(self.detached(value));
        }
        let results = functions.iter().filter_map(|function| self.hand_over(*function, &values));
        let Some(returned) = results.reduce(Returned::join) else { return Err(Unreachable) };
        self.forget_everything();
        let Some(dest) = dest else { return Ok(()) };
        self.require_that(CheckKind::Uninit, stmt.span, returned.has_value);
        let value = match self.anything(dest.ty) {
            Value::Int(any) => {
                let given = if returned.has_value { returned.range } else { any.range };
                let range = any.range.meet(given).unwrap_or(any.range);
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

    /// A call through a pointer.
    pub(crate) fn call_pointer(
        &mut self,
        pointer: &Expr,
        dest: Option<&Place>,
        args: &[Expr],
        stmt: &Stmt,
    ) -> Reached<()> {
        let Pointer { targets, offset } = self.eval_pointer(pointer)?;
        let functions: Option<Vec<FunctionId>> =
            targets.known.iter().map(|target| self.objects.as_function(target.object)).collect();
        let is_start = self.state.numbers.range(&offset) == Interval::point(0);
        let fits = |function: &FunctionId| {
            let info = self.program.function(*function);
            let takes = &info.signature.params;
            let has_result = dest.is_none_or(|dest| dest.ty == info.signature.result);
            matches!(info.body, Body::Blocks(_))
                && has_result
                && takes.len() == args.len()
                && takes.iter().zip(args).all(|(ty, arg)| *ty == arg.ty)
        };
        let functions =
            functions.filter(|known| is_start && !targets.is_unknown && known.iter().all(fits));
        let is_there = functions.is_some() && !targets.may_be_null;
        self.require_that(CheckKind::Null, stmt.span, is_there);
        match functions {
            Some(functions) if is_there || self.checks.contains(CheckKind::Null) => {
                self.call_one_of(&functions, dest, args, stmt)
            }
            _ => self.call_anything(dest, args, stmt),
        }
    }

    /// A call that may lead to whatever has an address, and further.
    fn call_anything(&mut self, dest: Option<&Place>, args: &[Expr], stmt: &Stmt) -> Reached<()> {
        for arg in args {
            self.eval(arg)?;
        }
        for &function in &self.summaries.with_addresses {
            self.hand_over(function, &[]);
        }
        self.forget_everything();
        if let Some(obligations) = &mut self.obligations {
            obligations.is_partial = true;
        }
        let Some(dest) = dest else { return Ok(()) };
        self.require_that(CheckKind::Uninit, stmt.span, false);
        let value = self.anything(dest.ty);
        self.store(dest, &value)
    }

    /// Hands values to the instance that stands for calls of a function; what it returns, if it does.
    fn hand_over(&mut self, function: FunctionId, values: &[Value]) -> Option<Returned> {
        let summary = self.summaries.of.get(&function)?;
        let outer = std::mem::replace(&mut self.state, State::top());
        self.begin_instance(summary.context, function, values);
        let entered = std::mem::replace(&mut self.state, outer);
        self.summary_calls.push((summary.entry, entered));
        summary.returned
    }

    /// What is known of a value without the state that it was computed in.
    fn detached(&self, value: Value) -> Value {
        match value {
            Value::Int(number) => Value::Int(Number::range(self.state.numbers.range(&number))),
            Value::Pointer(pointer) if pointer.targets.is_null() => Value::Pointer(Pointer::null()),
            Value::Pointer(pointer) if self.is_of_functions(&pointer) => Value::Pointer(pointer),
            Value::Pointer(_) => Value::Pointer(Pointer::unknown()),
            Value::Other => Value::Other,
        }
    }

    /// The address of a function says the same everywhere.
    fn is_of_functions(&self, pointer: &Pointer) -> bool {
        let is_function = |target: &Target| self.objects.as_function(target.object).is_some();
        pointer.offset == Number::point(0)
            && !pointer.targets.is_unknown
            && pointer.targets.known.iter().all(is_function)
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
