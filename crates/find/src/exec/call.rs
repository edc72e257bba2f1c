//! Calls: of functions with a body, through pointers, and the passing of arguments and results.

use std::rc::Rc;

use whydunit_program::obligation::{OF_CALLEE, OF_VARIADIC};
use whydunit_program::{
    Body, Callee, Class, Expr, ExprKind, FunctionId, InputOrigin, Place, TypeId,
};
use whydunit_semantics::{Call, LibraryCall, Located};
use whydunit_source::Span;
use whydunit_term::Term;

use super::memory::Cell;
use super::pointer::Entry;
use super::state::{Register, State};
use super::{CutReason, Exec, Run, Stop};
use crate::limits::MAX_DEPTH;

/// What is passed: a scalar, or the address of a record.
pub(super) type Argument = (Term, TypeId);

impl Exec<'_> {
    pub(super) fn call(&mut self, state: &mut State, call: &Call<'_>) -> Run<()> {
        let callees = match call.callee {
            Callee::Direct(function) => vec![(Term::TRUE, *function)],
            Callee::Pointer(pointer) => self.pointed_functions(state, pointer, call.args.len())?,
        };
        let is_inside = |(_, callee): &(Term, FunctionId)| {
            let callee = self.program.function(*callee);
            matches!(callee.body, Body::Blocks(_)) && !callee.signature.variadic
        };
        let is_inside = callees.iter().all(is_inside);
        let mut passed = Vec::with_capacity(call.args.len());
        let mut passing = Vec::with_capacity(call.args.len());
        for arg in call.args {
            let (value, is_set) = match &arg.kind {
                ExprKind::Load(place) if self.class(arg.ty) == Class::Other => {
                    (self.address_of(state, place, false)?, Term::TRUE)
                }
                _ if is_inside => self.carried(state, arg)?,
                _ => (self.expr(state, arg)?, Term::TRUE),
            };
            passed.push((value, arg.ty));
            passing.push(is_set);
        }
        if let [(_, function)] = callees[..] {
            self.passing = passing;
            return self.call_function(state, call, function, passed);
        }
        let mut ways = Vec::new();
        for (when, function) in callees {
            let mut way = state.clone();
            way.path = way.path.with(self.terms, when);
            if way.path.is_impossible() {
                continue;
            }
            self.passing.clone_from(&passing);
            match self.call_function(&mut way, call, function, passed.clone()) {
                Ok(()) => ways.push(way),
                Err(Stop::Path) => {}
                Err(stop) => return Err(stop),
            }
        }
        self.join_into(state, ways, call.stmt.span)
    }

    /// Goes on with the states of several ways as one.
    pub(super) fn join_into(&mut self, state: &mut State, ways: Vec<State>, span: Span) -> Run<()> {
        let mut joined = State::join_all(self.terms, ways);
        let Some(first) = joined.pop() else { return Err(Stop::Path) };
        for mut other in joined {
            let message = "standard input that is read differently on two ways that meet again";
            match self.gap::<()>(&mut other, message, span) {
                Ok(()) | Err(Stop::Path) => {}
                Err(stop) => return Err(stop),
            }
        }
        *state = first;
        Ok(())
    }

    /// Executes one thing where a condition holds and another elsewhere.
    pub(super) fn either_way(
        &mut self,
        state: &mut State,
        condition: Term,
        span: Span,
        then: &mut dyn FnMut(&mut Self, &mut State) -> Run<Term>,
        otherwise: &mut dyn FnMut(&mut Self, &mut State) -> Run<Term>,
    ) -> Run<Term> {
        match condition {
            Term::TRUE => return then(self, state),
            Term::FALSE => return otherwise(self, state),
            _ => {}
        }
        let denied = self.terms.not(condition);
        let mut ways = Vec::new();
        for (when, is_first) in [(condition, true), (denied, false)] {
            let mut way = state.clone();
            way.path = way.path.with(self.terms, when);
            if way.path.is_impossible() {
                continue;
            }
            match if is_first { then(self, &mut way) } else { otherwise(self, &mut way) } {
                Ok(value) => {
                    way.registers.push(Register { value, is_set: Term::TRUE });
                    ways.push(way);
                }
                Err(Stop::Path) => {}
                Err(stop) => return Err(stop),
            }
        }
        self.join_into(state, ways, span)?;
        let result = state.registers.pop().expect("the result should have been joined");
        Ok(result.value)
    }

    /// The functions that a pointer may point to; everything else fails.
    fn pointed_functions(
        &mut self,
        state: &mut State,
        pointer: &Expr,
        args: usize,
    ) -> Run<Vec<(Term, FunctionId)>> {
        let span = pointer.span;
        let pointer = self.expr(state, pointer)?;
        let targets = self.targets(pointer);
        let mut found = Vec::new();
        let mut good = Term::FALSE;
        for target in &targets.known {
            let Entry::Function(function) = self.entries[target.entry as usize] else { continue };
            let zero = self.pointer_bits(0);
            let at_start = self.terms.eq(target.offset, zero);
            let when = self.terms.and(&[target.when, at_start]);
            let signature = &self.program.function(function).signature;
            let params = signature.params.len();
            if args < params || (args > params && !signature.variadic) {
                continue;
            }
            good = self.terms.or(&[good, when]);
            found.push((when, function));
        }
        self.check(state, OF_CALLEE, good, span)?;
        match &mut found[..] {
            [] => Err(Stop::Path),
            [only] => {
                only.0 = Term::TRUE;
                Ok(found)
            }
            _ => Ok(found),
        }
    }

    fn call_function(
        &mut self,
        state: &mut State,
        call: &Call<'_>,
        function: FunctionId,
        args: Vec<Argument>,
    ) -> Run<()> {
        let callee = self.program.function(function);
        let (dest, span) = (call.dest, call.stmt.span);
        match &callee.body {
            Body::Undefined => match dest {
                Some(place) => {
                    let origin = InputOrigin::Undefined(callee.name.clone());
                    self.input_statement(state, place, &origin, span)
                }
                None => Ok(()),
            },
            Body::Intrinsic(intrinsic) => {
                let values: Vec<Term> = args.iter().map(|&(value, _)| value).collect();
                let call = LibraryCall {
                    intrinsic: *intrinsic,
                    args: &values,
                    passed: call.args,
                    dest,
                    span,
                };
                let result = whydunit_semantics::library(self, &call, state)?;
                match (dest, result) {
                    (Some(place), Some(value)) => {
                        let width = self.class(place.ty).width();
                        let value = self.terms.resize(value, width, true);
                        self.store_place(state, place, value)
                    }
                    _ => Ok(()),
                }
            }
            Body::Blocks(_) => {
                let params = callee.signature.params.len();
                if args.len() < params || (args.len() > params && !callee.signature.variadic) {
                    return self.check(state, OF_CALLEE, Term::FALSE, span);
                }
                let result = self.enter(state, function, args, span)?;
                match dest {
                    Some(place) => self.store_result(state, place, result, span),
                    None => Ok(()),
                }
            }
        }
    }

    /// Executes a function that has a body; returns its result.
    pub(super) fn enter(
        &mut self,
        state: &mut State,
        function: FunctionId,
        args: Vec<Argument>,
        span: Span,
    ) -> Run<Register> {
        let callee = self.program.function(function);
        let passing = std::mem::take(&mut self.passing);
        if self.modular && self.has_contract(function) {
            let is_set = self.terms.and(&passing);
            self.check_set(state, is_set, span)?;
            return self.by_contract(state, function, args, span);
        }
        if !self.may_enter(state, function)? {
            return self.cut(state, CutReason::Recursion(function));
        }
        let suspended = state.suspend();
        let unset = Register { value: Term::FALSE, is_set: Term::FALSE };
        state.registers = vec![unset; callee.locals.len()];
        self.stack.push((function, state.path.clone()));
        self.calls.push(self.user_span(span));
        let outer = self.library_call;
        self.library_call = if callee.is_library { outer.or(Some(span)) } else { None };

        let entered = self.pass(state, function, (args, passing), span).and_then(|()| {
            let states = self.body(state.take(), function)?;
            self.join_into(state, states, span)
        });

        self.library_call = outer;
        self.stack.pop();
        self.calls.pop();
        entered?;
        let result = state.registers.pop().unwrap_or(unset);
        state.resume(suspended);
        Ok(result)
    }

    /// Is one more activation within the bounds (and possible)?
    fn may_enter(&mut self, state: &State, function: FunctionId) -> Run<bool> {
        if self.stack.len() >= MAX_DEPTH {
            return Ok(false);
        }
        let active = self.stack.iter().filter(|(known, _)| *known == function).count() as u32;
        if active == 0 {
            return Ok(true);
        }
        let first = self.stack.iter().find(|(known, _)| *known == function);
        let is_choice = first.is_some_and(|(_, path)| !path.is(&state.path));
        if is_choice && active >= 2 && !self.may_happen(&state.path)? {
            return Err(Stop::Path);
        }
        Ok(active <= self.bounds.unwind || !(is_choice || self.bounds.strict))
    }

    pub(super) fn pass(
        &mut self,
        state: &mut State,
        function: FunctionId,
        (args, passing): (Vec<Argument>, Vec<Term>),
        span: Span,
    ) -> Run<()> {
        let callee = self.program.function(function);
        let params = callee.param_count as usize;
        for (index, &(value, ty)) in args.iter().take(params).enumerate() {
            let local = &callee.locals[index];
            let (in_memory, param_ty) = (local.in_memory, local.ty);
            if self.class(param_ty) == Class::Other {
                let size = self.size_of(param_ty);
                let address = self.new_local(state, param_ty);
                self.copy(state, address, value, size, span)?;
                state.registers[index] = Register { value: address, is_set: Term::TRUE };
                continue;
            }
            let class = self.class(ty);
            let width = self.class(param_ty).width();
            let value = self.terms.resize(value, width, class.signed());
            let is_set = passing.get(index).copied().unwrap_or(Term::TRUE);
            state.registers[index] = if in_memory {
                let address = self.new_local(state, param_ty);
                self.store_when_set(state, address, param_ty, (value, is_set), span)?;
                Register { value: address, is_set: Term::TRUE }
            } else {
                Register { value, is_set }
            };
        }
        if callee.signature.variadic {
            self.variadics.push(Rc::new(args.into_iter().skip(params).collect()));
            let number = self.variadics.len() - 1;
            self.variadic_frames.push((self.stack.len(), number));
        }
        Ok(())
    }

    fn store_result(
        &mut self,
        state: &mut State,
        place: &Place,
        result: Register,
        span: Span,
    ) -> Run<()> {
        if self.class(place.ty) == Class::Other {
            let to = self.address_of(state, place, false)?;
            let size = self.size_of(place.ty);
            if result.is_set != Term::TRUE {
                return self.gap(state, "a record that is returned on some paths only", span);
            }
            self.copy(state, to, result.value, size, place.span)?;
            self.end_pointee(state, result.value);
            return Ok(());
        }
        let width = self.class(place.ty).width();
        let value = if result.value == Term::FALSE {
            self.terms.bits(width, 0)
        } else {
            self.terms.resize(result.value, width, false)
        };
        match self.locate_place(state, place, false)? {
            Located::Register(local) => {
                state.registers[local.index()] = Register { value, is_set: result.is_set };
                Ok(())
            }
            Located::Memory(address) => {
                let size = self.value_size(place.ty);
                self.store(state, address, Cell { size, value, is_set: result.is_set }, place.span)
            }
            Located::Bits(address, bits, _) => {
                self.store_bits(state, address, bits, value, place.span)
            }
        }
    }

    // Variadic arguments: a `va_list` holds the number of the call and the index of the next argument.

    pub(super) fn va_start(&mut self, state: &mut State, list: Term, span: Span) -> Run<()> {
        let depth = self.stack.len();
        let frame = self.variadic_frames.iter().rev().find(|(known, _)| *known == depth);
        let number = frame.map_or(0, |&(_, number)| number);
        let size = self.program.types.target().pointer_bytes() as u32;
        let value = self.pointer_bits(number as u64);
        self.store(state, list, Cell { size, value, is_set: Term::TRUE }, span)?;
        let second = self.second_word(list);
        let value = self.pointer_bits(0);
        self.store(state, second, Cell { size, value, is_set: Term::TRUE }, span)
    }

    fn second_word(&mut self, list: Term) -> Term {
        let size = self.program.types.target().pointer_bytes();
        let delta = self.pointer_bits(size);
        self.terms.add(list, delta)
    }

    /// The next argument of a list; a record is given by its address.
    pub(super) fn next_variadic(
        &mut self,
        state: &mut State,
        list: Term,
        span: Span,
    ) -> Run<Argument> {
        let size = self.program.types.target().pointer_bytes() as u32;
        let number = self.load(state, list, size, span)?;
        let second = self.second_word(list);
        let index = self.load(state, second, size, span)?;
        let (Some(number), Some(index)) = (self.terms.value(number), self.terms.value(index))
        else {
            return self.gap(state, "a list of arguments that depends on inputs", span);
        };
        let Some(arguments) = self.variadics.get(number as usize).cloned() else {
            return self.gap(state, "a list of arguments of unknown origin", span);
        };
        let Some(&argument) = arguments.get(index as usize) else {
            self.check(state, OF_VARIADIC, Term::FALSE, span)?;
            return Err(Stop::Path);
        };
        let next = self.pointer_bits(index as u64 + 1);
        self.store(state, second, Cell { size, value: next, is_set: Term::TRUE }, span)?;
        Ok(argument)
    }

    pub(super) fn va_arg(
        &mut self,
        state: &mut State,
        list: Term,
        wanted: TypeId,
        span: Span,
    ) -> Run<Term> {
        let (value, ty) = self.next_variadic(state, list, span)?;
        let (from, to) = (self.class(ty), self.class(wanted));
        let is_float = |class| matches!(class, Class::Float { .. });
        let fits = match (from, to) {
            (Class::Other, Class::Other) => self.size_of(ty) == self.size_of(wanted),
            (Class::Other, _) | (_, Class::Other) => false,
            _ if is_float(from) || is_float(to) => from == to,
            _ => true,
        };
        if !fits {
            self.check(state, OF_VARIADIC, Term::FALSE, span)?;
            return Err(Stop::Path);
        }
        if to == Class::Other {
            return Ok(value);
        }
        Ok(self.terms.resize(value, to.width(), from.signed()))
    }
}
