//! Frames, and what a function pointer points to.

use whydunit_program::{CheckKind, FunctionId, InputOrigin, Type};

use super::{Frame, Machine, NO_CALL};
use crate::code::{CallSite, FunctionKind, NO_SLOT};
use crate::memory::What;
use crate::stop::Stop;
use crate::{Budget, Cell, Detail, Observer};

/// The library's function that runs what `atexit` registered; there if the program uses `atexit`.
const AT_EXIT: &str = "__whydunit_at_exit";

/// Arguments of an intrinsic; nearly all have few.
#[derive(Debug)]
pub(super) struct Called {
    few: [u64; 6],
    len: usize,
    many: Vec<u64>,
}

impl Called {
    pub(super) fn as_slice(&self) -> &[u64] {
        if self.many.is_empty() { &self.few[..self.len] } else { &self.many }
    }
}

impl FromIterator<u64> for Called {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Called {
        let mut called = Called { few: [0; 6], len: 0, many: Vec::new() };
        for value in values {
            if called.len < called.few.len() {
                called.few[called.len] = value;
            } else {
                if called.many.is_empty() {
                    called.many.extend_from_slice(&called.few);
                }
                called.many.push(value);
            }
            called.len += 1;
        }
        called
    }
}

impl<O: Observer> Machine<'_, '_, O> {
    pub(super) fn push_frame(&mut self, frame: Frame) {
        if O::DETAIL >= Detail::Steps {
            let caller = self.frames.last().map(|frame| frame.serial);
            let call = (frame.call != NO_CALL).then(|| self.code.infos[frame.call as usize].point);
            self.observer.enter(frame.serial, frame.function, call, caller);
        }
        self.next_serial = self.next_serial.wrapping_add(1);
        self.frames.push(frame);
    }

    /// Makes a frame for a function with code and passes the arguments. Returns the frame's first
    /// slot and the instruction to go on with; the current instruction is the call.
    #[inline]
    pub(super) fn enter_function(
        &mut self,
        stack: &mut Vec<u64>,
        caller_base: usize,
        callee: FunctionId,
        site: &CallSite,
    ) -> Result<(usize, usize), Stop> {
        let code = self.code;
        let function = &code.functions[callee.index()];
        if self.frames.len() >= self.max_call_depth {
            return Err(Stop::Budget(Budget::CallDepth));
        }
        let base = stack.len();
        if stack.capacity() - base < function.template.len() {
            self.grow_stack(stack, function.template.len())?;
        }
        stack.extend_from_slice(&function.template);
        let params = function.param_count as usize;
        for (index, &slot) in site.args.iter().take(params).enumerate() {
            stack[base + index] = stack[caller_base + slot as usize];
        }
        self.push_frame(Frame {
            function: callee,
            base,
            call: self.pc as u32 - 1,
            dst: site.dst,
            flag: site.flag,
            serial: self.next_serial,
            extra: None,
        });
        if function.is_variadic {
            let bits: Vec<u64> =
                site.args.iter().map(|&slot| stack[caller_base + slot as usize]).collect();
            self.keep_variadic(params, &bits, &site.arg_types);
        }
        Ok((base, function.entry as usize))
    }

    #[cold]
    fn grow_stack(&mut self, stack: &mut Vec<u64>, more: usize) -> Result<(), Stop> {
        stack.reserve(more);
        self.stack_bytes = 8 * stack.capacity() as u64;
        self.poll()
    }

    pub(super) fn leave_frame(&mut self, registers: &[u64]) -> Frame {
        let frame = self.frames.last().expect("a running machine should have a frame");
        let has_storage = frame.extra.is_some()
            || !self.code.functions[frame.function.index()].memory_locals.is_empty();
        if has_storage {
            self.end_frame_storage(registers);
        }
        let frame = self.frames.pop().expect("a running machine should have a frame");
        if O::DETAIL >= Detail::Steps {
            self.observer.leave(frame.serial);
        }
        frame
    }

    /// What happens when a frame without a caller returns.
    pub(super) fn start_returned(&self, value: Option<u64>, function: FunctionId) -> Stop {
        if let Some(code) = self.exit_code {
            return Stop::Exit { code, handlers: false };
        }
        let is_main = self.program.is_main(function);
        Stop::Exit { code: if is_main { value.unwrap_or(0) as i32 } else { 0 }, handlers: is_main }
    }

    /// Begins to run what `atexit` registered, if there is something and it does not run already.
    pub(super) fn begin_exit(&mut self, code: i32, stack: &mut Vec<u64>) -> bool {
        let Some(function) = self.program.find_function(AT_EXIT) else { return false };
        let function_code = &self.code.functions[function.index()];
        if self.exit_code.is_some() || function_code.kind != FunctionKind::Code {
            return false;
        }
        self.exit_code = Some(code);
        // What was left of the current stretch will not be executed.
        self.steps -= u64::from(self.here().remaining);
        let base = stack.len();
        stack.extend_from_slice(&function_code.template);
        self.push_frame(Frame {
            function,
            base,
            call: NO_CALL,
            dst: NO_SLOT,
            flag: NO_SLOT,
            serial: self.next_serial,
            extra: None,
        });
        true
    }

    /// The function that a call through a pointer reaches.
    pub(super) fn resolve_callee(&self, address: u64, site: &CallSite) -> Result<FunctionId, Stop> {
        let text = self.callee_text();
        if self.memory.is_null(address) {
            let message = match address {
                0 => format!("null function pointer called{text}"),
                _ => {
                    format!("wild function pointer called{text}: no function lies at {address:#x}")
                }
            };
            return Err(Stop::fault(CheckKind::Null, message));
        }
        let (index, offset) = self.memory.locate(address);
        let function = match self.memory.entry(index).map(|entry| &entry.what) {
            Some(What::Function(function)) if offset == 0 => *function,
            _ => {
                return Err(Stop::fault(
                    CheckKind::Null,
                    format!("wild function pointer called{text}: no function lies at {address:#x}"),
                ));
            }
        };
        let signature = &self.program.function(function).signature;
        let (params, args) = (signature.params.len(), site.args.len());
        if args < params || (args > params && !signature.variadic) {
            return Err(Stop::fault(CheckKind::Null, self.argument_mismatch(function, args)));
        }
        for (number, (&param, &arg)) in signature.params.iter().zip(&site.arg_types).enumerate() {
            if !self.passes_as(arg, param) {
                let types = &self.program.types;
                return Err(Stop::fault(
                    CheckKind::Null,
                    format!(
                        "{} called through a pointer of another type: argument {} is {}, not {}",
                        self.program.function(function).name,
                        number + 1,
                        types.display(arg),
                        types.display(param),
                    ),
                ));
            }
        }
        Ok(function)
    }

    /// Would the machine pass both types in the same way?
    fn passes_as(&self, arg: whydunit_program::TypeId, param: whydunit_program::TypeId) -> bool {
        let types = &self.program.types;
        let shape = |ty| match types.get(ty) {
            Type::Float(kind) => (1, types.size_of(ty).map(|_| *kind as u64)),
            Type::Record(_) => (2, types.size_of(ty)),
            _ => (0, types.size_of(ty)),
        };
        arg == param || shape(arg) == shape(param)
    }

    pub(super) fn argument_mismatch(&self, function: FunctionId, args: usize) -> String {
        let function = self.program.function(function);
        let params = function.signature.params.len();
        format!("{} takes {params} arguments, called with {args}", function.name)
    }

    /// Calls a function that has no code: an intrinsic, or one that is not defined.
    pub(super) fn call_outside(
        &mut self,
        function: FunctionId,
        site: &CallSite,
        args: &[u64],
    ) -> Result<u64, Stop> {
        match self.code.functions[function.index()].kind {
            FunctionKind::Intrinsic(intrinsic) => self.intrinsic(intrinsic, args),
            FunctionKind::Undefined | FunctionKind::Code => {
                let Some(ty) = site.result else { return Ok(0) };
                let name = self.program.function(function).name.clone();
                let cell = self.result_cell(site);
                Ok(self.named_input(InputOrigin::Undefined(name), ty, cell))
            }
        }
    }

    /// The cell that the result of a call goes through.
    pub(super) fn result_cell(&self, site: &CallSite) -> Cell {
        let local =
            if site.dst_is_local { whydunit_program::LocalId(site.dst) } else { Cell::RESULT };
        let size = site.result.and_then(|ty| self.program.types.size_of(ty)).unwrap_or(8);
        Cell::register(self.frame().serial, local, size as u32)
    }
}
