//! What globals hold before the first statement.

use whydunit_program::{GlobalId, GlobalInit, InitValue};

use crate::eval::{Pointer, Value};
use crate::limits::MOST_INITIAL_ELEMENTS;
use crate::machine::Machine;
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::objects::{Content, ObjectId, Quantity, Slot, SlotId};
use crate::state::{Target, Targets};

/// Sets the slots of a global, which are zero, to its initial value.
pub(crate) fn initialise(machine: &mut Machine<'_, '_>, id: GlobalId, object: ObjectId) {
    let global = machine.program.global(id);
    if global.init.is_empty() {
        return;
    }
    let bytes = bytes_of(&global.init);
    for slot_id in machine.objects.get(object).slots.clone() {
        let slot = *machine.objects.slot(slot_id);
        match slot.content {
            Content::Int(_) => integers(machine, slot_id, &slot, &bytes),
            Content::Pointer { .. } => pointers(machine, slot_id, &slot, &global.init, &bytes),
            Content::Other => machine.spoil(slot_id),
        }
    }
}

/// The bytes that are given as such, with their offsets.
fn bytes_of(init: &[GlobalInit]) -> Vec<(u64, u8)> {
    let mut bytes = Vec::new();
    for part in init {
        if let InitValue::Bytes(given) = &part.value {
            bytes.extend(
                given.iter().enumerate().map(|(at, byte)| (part.offset + at as u64, *byte)),
            );
        }
    }
    bytes.sort_unstable_by_key(|(at, _)| *at);
    bytes
}

fn byte_at(bytes: &[(u64, u8)], at: u64) -> u8 {
    match bytes.binary_search_by_key(&at, |(offset, _)| *offset) {
        Ok(found) => bytes[found].1,
        Err(_) => 0,
    }
}

fn element(bytes: &[(u64, u8)], slot: &Slot, index: u64) -> u128 {
    let start = slot.offset + index * slot.stride;
    let all =
        (0..slot.size).rev().fold(0, |sum, at| sum << 8 | u128::from(byte_at(bytes, start + at)));
    // Bits above those of a bit-field go when the number is reduced to its width.
    all >> slot.bits.map_or(0, |bits| bits.bit_offset)
}

fn integers(machine: &mut Machine<'_, '_>, id: SlotId, slot: &Slot, bytes: &[(u64, u8)]) {
    let Content::Int(kind) = slot.content else { return };
    if slot.count > MOST_INITIAL_ELEMENTS {
        machine.spoil(id);
        return;
    }
    let mut range: Option<Interval> = None;
    let mut first_zero = None;
    for index in 0..slot.count {
        let raw = Interval::point(element(bytes, slot, index) as i128);
        let value = raw.wrap(kind.bits, kind.signed);
        if value == Interval::point(0) && first_zero.is_none() {
            first_zero = Some(index);
        }
        range = Some(range.map_or(value, |known| known.join(value)));
    }
    let Some(range) = range else { return };
    machine.store_scalar(id, &Value::Int(Number::range(range)), true);
    if !slot.is_array() {
        return;
    }
    let dim = machine.objects.dim(Quantity::FirstZero(id));
    match first_zero {
        Some(index) => {
            machine.state.terminated.insert(id);
            machine.state.numbers.assign(dim, &Number::point(i128::from(index)));
        }
        None => {
            machine.state.terminated.remove(&id);
            machine.state.numbers.forget(dim);
        }
    }
}

fn pointers(
    machine: &mut Machine<'_, '_>,
    id: SlotId,
    slot: &Slot,
    init: &[GlobalInit],
    bytes: &[(u64, u8)],
) {
    let is_inside = |part: &&GlobalInit| part.offset >= slot.offset && part.offset < slot.end();
    let is_number = |(at, byte): &(u64, u8)| *at >= slot.offset && *at < slot.end() && *byte != 0;
    let has_bytes = bytes.iter().any(is_number);
    let mut value: Option<Value> = None;
    let mut set = 0;
    for part in init.iter().filter(is_inside) {
        let pointer = match part.value {
            InitValue::GlobalAddr(global, addend) => {
                let object = machine.objects.global(global);
                let targets = Targets::one(Target::whole(object));
                Pointer { targets, offset: Number::point(i128::from(addend)) }
            }
            InitValue::FunctionAddr(function) => {
                let target = Target::whole(machine.objects.function(function));
                Pointer { targets: Targets::one(target), offset: Number::point(0) }
            }
            InitValue::Bytes(_) => continue,
        };
        set += 1;
        let pointer = Value::Pointer(pointer);
        value = Some(match value {
            Some(known) => crate::eval::joined(known, pointer),
            None => pointer,
        });
    }
    let Some(mut value) = value else { return };
    if has_bytes {
        value = Value::Pointer(Pointer::unknown());
    } else if set < slot.count {
        value = crate::eval::joined(value, Value::Pointer(Pointer::null()));
    }
    machine.store_scalar(id, &value, true);
}
