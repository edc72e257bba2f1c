//! The start of a run: globals, parameters of the start function, arguments of `main`.

use whydunit_program::{GlobalId, InitValue, LocalId, SharedState, Type, TypeId};
use whydunit_term::{Sort, Term};
use whydunit_trace::{ArmEffects, MayAssign};

use super::input::Arguments;
use super::memory::{Cell, EntryId, Fill};
use super::path::Path;
use super::pointer::{Assumed, ObjectInfo, Storage};
use super::shape::{PointerFacts, Room};
use super::state::{Register, State, Stdin};
use super::{Exec, Run, Stop};
use crate::AssumptionKind;
use crate::limits::FEW_ARGUMENTS;
use crate::strings::is_scanned;
use crate::syntax::{argument_count, is_compared_with_null, reads_parameters, states_size};
use whydunit_program::Class;

impl Exec<'_> {
    /// Executes the program from its start to its end, as far as the bounds allow.
    pub(crate) fn run(&mut self) -> Result<(), whydunit_solver::Reason> {
        let mut state = State {
            path: Path::root(),
            memory: super::memory::Memory::default(),
            registers: Vec::new(),
            blocks: Vec::new(),
            snapshots: Vec::new(),
            stdin: Stdin {
                position: 0,
                is_over: Term::FALSE,
                is_stuck: Term::FALSE,
                at_end: Term::FALSE,
                pushed_back: Vec::new(),
            },
        };
        match self.whole_run(&mut state) {
            Ok(()) | Err(Stop::Path) => Ok(()),
            Err(Stop::Budget(reason)) => Err(reason),
        }
    }

    fn whole_run(&mut self, state: &mut State) -> Run<()> {
        self.make_globals(state)?;
        let function = self.spec.function;
        let start = self.program.function(function);
        let unset = Register { value: Term::FALSE, is_set: Term::FALSE };
        state.registers = vec![unset; start.locals.len()];
        self.stack.push((function, state.path.clone()));
        let is_main = self.program.is_main(function);
        if is_main && start.param_count > 0 && reads_parameters(start) {
            self.main_parameters(state)?;
        } else if is_main && start.param_count > 0 {
            self.unused_parameters(state);
        } else {
            self.parameters(state)?;
        }
        let span = start.span;
        let states = self.body(state.take(), function)?;
        self.join_into(state, states, span)?;
        if is_main { self.at_exit(state, span) } else { Ok(()) }
    }

    fn make_globals(&mut self, state: &mut State) -> Run<()> {
        for global in &self.program.globals {
            let size = self.program.types.size_of(global.ty).unwrap_or(0);
            let is_const = global.is_const || global.is_literal;
            let size_term = self.pointer_bits(size);
            let name = &global.name;
            let is_open = global.is_undefined && self.program.types.size_of(global.ty).is_none();
            let info = ObjectInfo {
                size: size_term,
                largest: size,
                storage: Storage::Static,
                is_const,
                assumed: match is_open {
                    true => Assumed::Size(
                        format!("nothing of `{name}`, whose size is not declared").into(),
                    ),
                    false => Assumed::Nothing,
                },
            };
            let entry = self.new_object(state, info, Fill::Zero);
            self.globals.push(entry);
        }
        let shared = match self.state_is_open {
            true => SharedState::at(self.program, self.spec.function),
            false => SharedState::default(),
        };
        for index in 0..self.program.globals.len() {
            let entry = self.globals[index];
            let global = self.program.global(GlobalId(index as u32));
            self.initialise(state, entry, global.ty, &global.init);
            let is_named = !global.is_literal && global.owner.is_none();
            let given = if is_named { self.spec.inputs.get(&global.name) } else { None };
            let is_open = global.is_undefined || shared.open.contains(&GlobalId(index as u32));
            if given.is_some() || is_open {
                let shape = self.shape(state, (entry, 0), global.ty, &global.name, 0, given)?;
                let shape = given.map_or(shape, |given| super::Shape::Given(given.clone()));
                self.done.inputs.push((global.name.clone(), shape));
            }
        }
        for global in shared.kept.into_iter().map(|id| self.program.global(id)) {
            if self.spec.inputs.get(&global.name).is_none() {
                let what = format!("`{}` is as the program initialises it", global.name);
                self.grant(AssumptionKind::State, what, Some(global.span));
            }
        }
        Ok(())
    }

    /// Writes initial values as the scalars of the type, so that reads find them whole.
    fn initialise(
        &mut self,
        state: &mut State,
        entry: EntryId,
        ty: TypeId,
        init: &[whydunit_program::GlobalInit],
    ) {
        if init.is_empty() {
            return;
        }
        let size = self.size_of(ty) as usize;
        let mut image = vec![0_u8; size];
        for part in init {
            let bytes = match &part.value {
                InitValue::Bytes(bytes) => bytes.clone(),
                InitValue::GlobalAddr(global, addend) => {
                    let base = self.address_number(self.globals[global.index()]);
                    self.address_bytes(base.wrapping_add_signed(*addend))
                }
                InitValue::FunctionAddr(function) => {
                    self.address_bytes(self.address_number(self.functions[function.index()]))
                }
            };
            let start = part.offset as usize;
            let end = (start + bytes.len()).min(size);
            if start < end {
                image[start..end].copy_from_slice(&bytes[..end - start]);
            }
        }
        self.write_image(state, entry, ty, 0, &image);
    }

    fn address_bytes(&self, address: u64) -> Vec<u8> {
        let size = self.program.types.target().pointer_bytes() as usize;
        address.to_le_bytes()[..size].to_vec()
    }

    fn write_image(
        &mut self,
        state: &mut State,
        entry: EntryId,
        ty: TypeId,
        offset: u32,
        image: &[u8],
    ) {
        let size = self.size_of(ty);
        let bytes = &image[offset as usize..(offset + size) as usize];
        if bytes.iter().all(|&byte| byte == 0) {
            return;
        }
        match *self.program.types.get(ty) {
            Type::Array { elem, len } => {
                let step = self.size_of(elem);
                for index in 0..len.unwrap_or(0) as u32 {
                    self.write_image(state, entry, elem, offset + index * step, image);
                }
            }
            Type::Record(id) if !self.program.types.record(id).is_union => {
                let record = self.program.types.record(id);
                let has_bits = record.fields.iter().any(|field| field.bits.is_some());
                if has_bits {
                    self.write_bytes(state, entry, offset, bytes);
                    return;
                }
                for field in &record.fields {
                    self.write_image(state, entry, field.ty, offset + field.offset as u32, image);
                }
            }
            _ if self.program.types.is_scalar(ty) && size <= 8 => {
                let mut word = [0; 16];
                word[..bytes.len()].copy_from_slice(bytes);
                let value = self.terms.bits(8 * size, u128::from_le_bytes(word));
                if let Some(object) = state.memory.get_mut(entry) {
                    object.write(self.terms, offset, Cell { size, value, is_set: Term::TRUE });
                }
            }
            _ => self.write_bytes(state, entry, offset, bytes),
        }
    }

    fn write_bytes(&mut self, state: &mut State, entry: EntryId, offset: u32, bytes: &[u8]) {
        for (index, &byte) in bytes.iter().enumerate() {
            let value = self.terms.bits(8, byte.into());
            if let Some(object) = state.memory.get_mut(entry) {
                let cell = Cell { size: 1, value, is_set: Term::TRUE };
                object.write(self.terms, offset + index as u32, cell);
            }
        }
    }

    fn set_parameter(&mut self, state: &mut State, index: usize, value: Term) -> Run<()> {
        let local = &self.program.function(self.spec.function).locals[index];
        let (in_memory, ty, span) = (local.in_memory, local.ty, local.span);
        let value = if in_memory {
            let address = self.new_local(state, ty);
            self.store_scalar(state, address, ty, value, span)?;
            address
        } else {
            value
        };
        state.registers[index] = Register { value, is_set: Term::TRUE };
        Ok(())
    }

    fn parameters(&mut self, state: &mut State) -> Run<()> {
        let function = self.program.function(self.spec.function);
        let open = |&local: &LocalId| self.spec.inputs.get(&function.local(local).name).is_none();
        let pointees: Vec<TypeId> = function
            .params()
            .filter(open)
            .filter_map(|local| self.program.types.pointee(function.local(local).ty))
            .collect();
        let mut others = pointees.clone();
        others.sort_unstable();
        others.dedup();
        // Two names for one object make a difference only if something is written by one of them.
        let writes =
            |effect: &MayAssign| matches!(effect, MayAssign::Pointee(_) | MayAssign::Memory);
        if others.len() < pointees.len()
            && ArmEffects::new(self.program).effects(self.spec.function).iter().any(writes)
        {
            self.input_bound("pointers that point to different objects".to_owned());
        }
        for local in function.params() {
            let info = function.local(local);
            let given = self.spec.inputs.get(&info.name);
            let shape = if self.class(info.ty) == Class::Other {
                let address = self.new_local(state, info.ty);
                state.registers[local.index()] = Register { value: address, is_set: Term::TRUE };
                let targets = self.targets(address);
                let entry = targets.known[0].entry;
                self.shape(state, (entry, 0), info.ty, &info.name, 0, given)?
            } else if let Some(pointee) = self.program.types.pointee(info.ty) {
                let about = PointerFacts {
                    room: match states_size(function, local) {
                        true => Room::Stated,
                        false if is_scanned(self.program, self.spec.function, local) => Room::Text,
                        false => Room::Assumed,
                    },
                    may_be_null: is_compared_with_null(function, local),
                };
                let (value, shape) = self.pointer_shape(
                    state,
                    pointee,
                    &info.name,
                    1,
                    Some(about),
                    given,
                    info.span,
                )?;
                self.set_parameter(state, local.index(), value)?;
                shape
            } else {
                let value = self.input_value(info.ty, given);
                self.set_parameter(state, local.index(), value)?;
                super::Shape::Scalar { ty: info.ty, value }
            };
            let shape = given.map_or(shape, |given| super::Shape::Given(given.clone()));
            self.done.inputs.push((info.name.clone(), shape));
        }
        Ok(())
    }

    /// `argc` and `argv` that nobody looks at.
    fn unused_parameters(&mut self, state: &mut State) {
        let count = self.program.function(self.spec.function).param_count;
        for index in 0..count as usize {
            let ty = self.program.function(self.spec.function).locals[index].ty;
            let width = self.class(ty).width();
            let value = self.terms.bits(width, u128::from(index == 0));
            state.registers[index] = Register { value, is_set: Term::TRUE };
        }
    }

    fn main_parameters(&mut self, state: &mut State) -> Run<()> {
        let function = self.program.function(self.spec.function);
        let width = self.class(function.local(LocalId(0)).ty).width();
        let mut strings = Vec::new();
        let count;
        let name = self.spec.program_name.clone().into_bytes();
        let mut addresses = vec![self.given_string(state, &name)];
        if self.given.args {
            for argument in &self.spec.args {
                addresses.push(self.given_string(state, argument));
            }
            count = self.terms.bits(width, self.spec.args.len() as u128 + 1);
            addresses.push(self.pointer_bits(0));
        } else {
            let most = argument_count(function).max(FEW_ARGUMENTS);
            let open = self.variable("argc", Sort::Bits(width));
            let (one, limit) =
                (self.terms.bits(width, 1), self.terms.bits(width, most as u128 + 1));
            let (low, high) = (self.terms.sle(one, open), self.terms.sle(open, limit));
            self.done.assumptions.extend([low, high]);
            count = open;
            for number in 1..=most {
                let (address, length, bytes) = self.open_string(state);
                let number = self.terms.bits(width, number.into());
                let exists = self.terms.slt(number, count);
                let null = self.pointer_bits(0);
                addresses.push(self.terms.ite(exists, address, null));
                strings.push((length, bytes));
            }
            addresses.push(self.pointer_bits(0));
            let characters = self.bounds.characters;
            self.input_bound(format!("up to {most} arguments of up to {characters} characters"));
            self.done.arguments = Some(Arguments { count, strings });
        }
        self.set_parameter(state, 0, count)?;
        if function.param_count < 2 {
            return Ok(());
        }
        let pointer = self.program.types.target().pointer_bytes();
        let size = pointer * addresses.len() as u64;
        // `argv` ends with the null pointer at `argv[argc]`.
        let used = self.terms.resize(count, self.pointer_width(), true);
        let one = self.pointer_bits(1);
        let used = self.terms.add(used, one);
        let bytes = self.pointer_bits(pointer);
        let info = ObjectInfo {
            size: self.terms.mul(used, bytes),
            largest: size,
            storage: Storage::Input,
            is_const: false,
            assumed: Assumed::Nothing,
        };
        let vector = self.new_object(state, info, Fill::Zero);
        for (index, &value) in addresses.iter().enumerate() {
            if let Some(object) = state.memory.get_mut(vector) {
                let cell = Cell { size: pointer as u32, value, is_set: Term::TRUE };
                object.write(self.terms, index as u32 * pointer as u32, cell);
            }
        }
        let address = self.address(vector);
        self.set_parameter(state, 1, address)?;
        if function.param_count > 2 {
            let environment = self.new_sized(state, pointer, Storage::Input, Fill::Zero);
            let address = self.address(environment);
            self.set_parameter(state, 2, address)?;
        }
        Ok(())
    }

    fn given_string(&mut self, state: &mut State, text: &[u8]) -> Term {
        let entry = self.new_sized(state, text.len() as u64 + 1, Storage::Input, Fill::Zero);
        self.write_bytes(state, entry, 0, text);
        self.address(entry)
    }

    /// A string of any length up to the bound: its address, length and characters.
    fn open_string(&mut self, state: &mut State) -> (Term, Term, Vec<Term>) {
        let most = self.bounds.characters;
        let width = self.pointer_width();
        let length = self.variable("length", Sort::Bits(width));
        let limit = self.pointer_bits(most.into());
        let short = self.terms.ule(length, limit);
        self.done.assumptions.push(short);
        let one = self.pointer_bits(1);
        let info = ObjectInfo {
            size: self.terms.add(length, one),
            largest: u64::from(most) + 1,
            storage: Storage::Input,
            is_const: false,
            assumed: Assumed::Nothing,
        };
        let entry = self.new_object(state, info, Fill::Zero);
        let zero = self.terms.bits(8, 0);
        let mut bytes = Vec::new();
        for index in 0..most {
            let byte = self.variable("argument", Sort::Bits(8));
            let some = self.terms.ne(byte, zero);
            self.done.assumptions.push(some);
            let here = self.pointer_bits(index.into());
            let is_part = self.terms.ult(here, length);
            let value = self.terms.ite(is_part, byte, zero);
            if let Some(object) = state.memory.get_mut(entry) {
                object.write(self.terms, index, Cell { size: 1, value, is_set: Term::TRUE });
            }
            bytes.push(byte);
        }
        (self.address(entry), length, bytes)
    }
}
