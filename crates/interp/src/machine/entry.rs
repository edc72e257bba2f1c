//! How a run begins: globals, the start function's frame, its parameters.

use whydunit_program::{FunctionId, GlobalId, InitValue, InputOrigin, LocalId, Type};

use super::input::Source;
use super::{Frame, Machine, NO_CALL};
use crate::code::{FunctionKind, NO_SLOT, Scalar};
use crate::memory::{Content, Located};
use crate::stop::Stop;
use crate::translate::{global_size, scalar_of};
use crate::{Cell, Detail, ObjectKind, Observer};

impl<O: Observer> Machine<'_, '_, O> {
    /// Sets everything up; returns the stack with the start function's frame.
    pub(super) fn begin(&mut self) -> Result<Vec<u64>, Stop> {
        self.globals()?;
        let stdin = self.spec.stdin;
        let index = self.new_object(stdin.len() as u64, Content::Zero, ObjectKind::Stdin, None)?;
        self.memory.set_bytes(index, 0, stdin);
        self.stdin.entry = index;
        self.undefined_globals()?;
        let start = self.spec.function;
        let code = &self.code.functions[start.index()];
        let name = &self.program.function(start).name;
        if code.kind != FunctionKind::Code {
            return Err(Stop::Limit(format!("{name} has no body to run")));
        }
        let mut stack = code.template.clone();
        self.push_frame(Frame {
            function: start,
            base: 0,
            call: NO_CALL,
            dst: NO_SLOT,
            flag: NO_SLOT,
            serial: 0,
            extra: None,
        });
        if self.program.is_main(start) {
            self.main_parameters(&mut stack)?;
        } else {
            self.parameters(&mut stack)?;
        }
        Ok(stack)
    }

    fn globals(&mut self) -> Result<(), Stop> {
        for (index, global) in self.program.globals.iter().enumerate() {
            let id = GlobalId(index as u32);
            let size = global_size(self.program, global.ty);
            let kind = ObjectKind::Global(id);
            let entry = self.new_object(size, Content::Zero, kind, Some(global.ty))?;
            debug_assert_eq!(self.memory.address_of(entry), self.layout.global(id));
        }
        for index in 0..self.program.functions.len() {
            let id = FunctionId(index as u32);
            let address = self.memory.add_function(id)?;
            debug_assert_eq!(address, self.layout.function(id));
        }
        let pointer_size = self.program.types.target().pointer_bytes() as usize;
        for (index, global) in self.program.globals.iter().enumerate() {
            let (entry, _) = self.memory.locate(self.layout.global(GlobalId(index as u32)));
            for part in &global.init {
                let address = match &part.value {
                    InitValue::Bytes(bytes) => {
                        self.memory.set_bytes(entry, part.offset as usize, bytes);
                        continue;
                    }
                    InitValue::GlobalAddr(global, addend) => {
                        self.layout.global(*global).wrapping_add_signed(*addend)
                    }
                    InitValue::FunctionAddr(function) => self.layout.function(*function),
                };
                let bytes = &address.to_le_bytes()[..pointer_size];
                self.memory.set_bytes(entry, part.offset as usize, bytes);
            }
        }
        Ok(())
    }

    /// Globals that nobody defines, and those that values were given for.
    fn undefined_globals(&mut self) -> Result<(), Stop> {
        for (index, global) in self.program.globals.iter().enumerate() {
            let (entry, _) = self.memory.locate(self.layout.global(GlobalId(index as u32)));
            let is_named = !global.is_literal && global.owner.is_none();
            let given = if is_named { self.inputs.given(&global.name) } else { None };
            if given.is_some() || global.is_undefined {
                let source =
                    Source { origin: InputOrigin::Global, span: global.span, variable: None };
                let at = Located { index: entry, start: 0 };
                self.input_storage(&source, at, global.ty, &global.name, given)?;
                if global.is_undefined && self.program.types.size_of(global.ty).is_none() {
                    self.memory.set_assumed_size(entry);
                }
            }
            if global.is_const {
                self.memory.set_const(entry);
            }
        }
        Ok(())
    }

    /// Puts a scalar into a parameter of the start function; returns its cell.
    fn set_parameter(
        &mut self,
        stack: &mut [u64],
        local: LocalId,
        bits: u64,
    ) -> Result<Cell, Stop> {
        let function = self.program.function(self.spec.function);
        let info = function.local(local);
        let kind = scalar_of(&self.program.types, info.ty).unwrap_or(Scalar::W64);
        if !info.in_memory {
            stack[local.index()] = bits;
            return Ok(Cell::register(0, local, kind.size()));
        }
        let address = self.new_local(local.0)?;
        stack[local.index()] = address;
        self.memory.write(address, 0, kind.value_size(), bits)?;
        let (index, _) = self.memory.locate(address);
        Ok(self.cell(Located { index, start: 0 }, kind.size()))
    }

    fn parameters(&mut self, stack: &mut [u64]) -> Result<(), Stop> {
        let function = self.program.function(self.spec.function);
        for local in function.params() {
            let info = function.local(local);
            let (name, ty) = (info.name.as_str(), info.ty);
            let source = Source { origin: InputOrigin::Parameter, span: info.span, variable: None };
            let given = self.inputs.given(name);
            if scalar_of(&self.program.types, ty).is_none() {
                let address = self.new_local(local.0)?;
                stack[local.index()] = address;
                let (index, _) = self.memory.locate(address);
                let at = Located { index, start: 0 };
                self.input_storage(&source, at, ty, name, given)?;
                continue;
            }
            let bits = match self.program.types.pointee(ty) {
                Some(pointee) => self.pointer_input(&source, name, pointee, given, true)?,
                None => given.map_or(0, |value| self.scalar_bits(ty, value)),
            };
            let cell = self.set_parameter(stack, local, bits)?;
            self.record_input(name, ty, &source, cell, bits);
            self.announce_input();
        }
        Ok(())
    }

    /// `argc`, `argv`, `envp`.
    fn main_parameters(&mut self, stack: &mut [u64]) -> Result<(), Stop> {
        let function = self.program.function(self.spec.function);
        if function.param_count == 0 {
            return Ok(());
        }
        let spec = self.spec;
        let count = spec.args.len() + 1;
        let (argc, span) = (function.local(LocalId(0)).ty, function.local(LocalId(0)).span);
        let source = Source { origin: InputOrigin::Argv, span, variable: None };
        let cell = self.set_parameter(stack, LocalId(0), count as u64)?;
        self.record_input("argc", argc, &source, cell, count as u64);
        self.announce_input();
        if function.param_count < 2 {
            return Ok(());
        }
        let argv_span = function.local(LocalId(1)).span;
        let source = Source { origin: InputOrigin::Argv, span: argv_span, variable: None };
        let mut addresses = Vec::with_capacity(count + 1);
        let strings = std::iter::once(spec.program_name.as_bytes())
            .chain(spec.args.iter().map(Vec::as_slice));
        for (number, string) in strings.enumerate() {
            addresses.push(self.argument_string(number as u32, string, &source)?);
        }
        addresses.push(0);
        let argv = self.pointer_array(ObjectKind::ArgumentVector, &addresses)?;
        let cell = self.set_parameter(stack, LocalId(1), argv)?;
        self.tell_write(cell, argv);
        if function.param_count > 2 {
            let environment = self.pointer_array(ObjectKind::Environment, &[0])?;
            let cell = self.set_parameter(stack, LocalId(2), environment)?;
            self.tell_write(cell, environment);
        }
        Ok(())
    }

    /// The bytes of an argument are inputs; its end, and the program's own name, are given.
    fn argument_string(&mut self, number: u32, bytes: &[u8], source: &Source) -> Result<u64, Stop> {
        let size = bytes.len() as u64 + 1;
        let kind = ObjectKind::Argument(number);
        let index = self.new_object(size, Content::Zero, kind, None)?;
        self.memory.set_bytes(index, 0, bytes);
        if number > 0 && O::INPUTS {
            let char_type = self.char_type();
            for (position, &byte) in bytes.iter().enumerate() {
                let cell = self.cell(Located { index, start: position }, 1);
                let name = format!("argv[{number}][{position}]");
                self.record_input(&name, char_type, source, cell, u64::from(byte));
                self.announce_input();
            }
        }
        Ok(self.memory.address_of(index))
    }

    fn pointer_array(&mut self, kind: ObjectKind, addresses: &[u64]) -> Result<u64, Stop> {
        let size = self.program.types.target().pointer_bytes();
        let index = self.new_object(size * addresses.len() as u64, Content::Zero, kind, None)?;
        for (position, &address) in addresses.iter().enumerate() {
            let at = Located { index, start: position * size as usize };
            self.memory.poke(at, size as usize, address);
            let cell = self.cell(at, size as u32);
            self.tell_write(cell, address);
        }
        Ok(self.memory.address_of(index))
    }

    fn tell_write(&mut self, cell: Cell, bits: u64) {
        if O::DETAIL >= Detail::Steps {
            self.observer.write(cell, bits);
        }
    }

    fn char_type(&self) -> whydunit_program::TypeId {
        let int = |signed| Type::Int(whydunit_program::IntKind { bits: 8, signed });
        let types = &self.program.types;
        types.lookup(&int(true)).unwrap_or_else(|| self.integer_type(1))
    }
}
