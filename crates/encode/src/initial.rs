//! What storage holds before any step writes it.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::ObjectKind;
use whydunit_program::{GlobalId, InitValue, Place, PlaceBase, Program, Use, Visitor};
use whydunit_trace::{ErrorTrace, TraceObject};

use crate::number::to_position;
use crate::storage::{Range, Storage};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents {
    pub(crate) bits: u128,
    /// The program and the way it was started decide the bits.
    pub(crate) is_determined: bool,
    /// Nothing has given these bytes a value.
    pub(crate) is_indeterminate: bool,
}

/// Bytes of initialised globals, made once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Initial {
    globals: FxHashMap<GlobalId, Rc<[u8]>>,
    /// Globals that some statement of the program writes or takes the address of; found when asked for first.
    written: Option<Rc<Written>>,
}

#[derive(Debug, Default)]
struct Written(FxHashSet<GlobalId>);

impl<'p> Visitor<'p> for Written {
    fn place(&mut self, place: &'p Place, used: Use) {
        if let (PlaceBase::Global(global), Use::Write | Use::Address) = (&place.base, used) {
            self.0.insert(*global);
        }
        place.visit_parts(self);
    }
}

impl Written {
    fn of(program: &Program) -> Written {
        let mut written = Written::default();
        for function in &program.functions {
            function.visit_parts(&mut written);
        }
        for init in program.globals.iter().flat_map(|global| &global.init) {
            if let InitValue::GlobalAddr(other, _) = init.value {
                written.0.insert(other);
            }
        }
        written
    }
}

impl Initial {
    /// May some statement of the program write the variable?
    pub(crate) fn may_be_written(&mut self, program: &Program, global: GlobalId) -> bool {
        let written = self.written.get_or_insert_with(|| Rc::new(Written::of(program)));
        written.0.contains(&global)
    }

    /// `recorded` is what the run found there, if it looked.
    pub(crate) fn contents(
        &mut self,
        program: &Program,
        trace: &ErrorTrace,
        range: Range,
        recorded: Option<u64>,
    ) -> Contents {
        let determined = |bits| Contents { bits, is_determined: true, is_indeterminate: false };
        let found = |is_indeterminate| Contents {
            bits: recorded.unwrap_or(0).into(),
            is_determined: false,
            is_indeterminate,
        };
        let object = match range.storage {
            Storage::Object(id) => trace.object(id),
            // Facts about storage say at once when they begin to hold; registers begin without a value.
            Storage::Extent(_) => return determined(0),
            Storage::Alive(_) => return determined(1),
            Storage::Register { .. } | Storage::PushedBack(_) => return found(true),
        };
        let Some(object) = object else { return found(true) };
        match &object.info.kind {
            ObjectKind::Global(id) => {
                let bytes = self.global(program, trace, *id, object);
                determined(little_endian(&bytes, range))
            }
            ObjectKind::Argument(number) => {
                let bytes = match number.checked_sub(1) {
                    None => trace.spec.program_name.as_bytes(),
                    Some(index) => trace.spec.args.get(index as usize).map_or(&[][..], |a| a),
                };
                determined(little_endian(bytes, range))
            }
            ObjectKind::Stdin => determined(little_endian(&trace.spec.stdin, range)),
            ObjectKind::Heap { function: "calloc", .. }
            | ObjectKind::ArgumentVector
            | ObjectKind::Environment => determined(0),
            ObjectKind::Pointee { .. } => found(false),
            ObjectKind::Local { .. }
            | ObjectKind::Heap { .. }
            | ObjectKind::Vla { .. }
            | ObjectKind::Alloca { .. } => found(true),
        }
    }

    fn global(
        &mut self,
        program: &Program,
        trace: &ErrorTrace,
        id: GlobalId,
        object: &TraceObject,
    ) -> Rc<[u8]> {
        let make = || {
            let pointer = to_position(program.types.target().pointer_bytes());
            let mut bytes = vec![0; to_position(object.info.size)];
            let mut put = |offset: u64, part: &[u8]| {
                let start = to_position(offset).min(bytes.len());
                let end = (start + part.len()).min(bytes.len());
                bytes[start..end].copy_from_slice(&part[..end - start]);
            };
            for part in &program.global(id).init {
                match &part.value {
                    InitValue::Bytes(list) => put(part.offset, list),
                    InitValue::GlobalAddr(other, addend) => {
                        let address = global_address(trace, *other).wrapping_add_signed(*addend);
                        put(part.offset, &address.to_le_bytes()[..pointer]);
                    }
                    InitValue::FunctionAddr(function) => {
                        let address = trace.function_address(*function);
                        put(part.offset, &address.to_le_bytes()[..pointer]);
                    }
                }
            }
            Rc::from(bytes)
        };
        Rc::clone(self.globals.entry(id).or_insert_with(make))
    }
}

/// Globals are the first objects of every run, in order.
pub(crate) fn global_object(trace: &ErrorTrace, id: GlobalId) -> Option<&TraceObject> {
    let object = trace.objects.get(id.index())?;
    matches!(object.info.kind, ObjectKind::Global(found) if found == id).then_some(object)
}

fn global_address(trace: &ErrorTrace, id: GlobalId) -> u64 {
    global_object(trace, id).map_or(0, |object| object.info.address)
}

/// Bytes beyond the end are zero.
fn little_endian(bytes: &[u8], range: Range) -> u128 {
    let mut value = 0;
    for index in (0..range.size.min(16)).rev() {
        let byte = bytes.get((range.offset + index) as usize).copied().unwrap_or(0);
        value = value << 8 | u128::from(byte);
    }
    value
}
