//! An expected value as conditions over what the program has: numbers, characters of strings, fields, elements, what pointers point to.
//!
//! Each part is a condition of its own, so that the first that does not hold can be asked about alone.

use whydunit_interp::InputValue;
use whydunit_program::{
    BinaryOp, Expr, ExprKind, Place, PlaceBase, Program, Projection, Type, TypeId,
};

use crate::check::{between, character, compare};

/// A condition, and how it is written.
pub(crate) struct Part {
    pub(crate) condition: Expr,
    pub(crate) text: String,
}

/// The parts of an expected value of a place; what has no form as a condition (functions by name, bytes of another type) is left out.
pub(crate) fn of_place(
    program: &mut Program,
    place: &Place,
    wanted: &InputValue,
    name: &str,
    into: &mut Vec<Part>,
) {
    match (program.types.get(place.ty).clone(), wanted) {
        (Type::Array { elem, .. }, InputValue::List(values)) => {
            for (value, index) in values.iter().zip(0..) {
                let part = element(program, place, index, elem);
                of_place(program, &part, value, &format!("{name}[{index}]"), into);
            }
        }
        (Type::Array { elem, .. }, InputValue::Bytes(text)) => {
            // The end belongs to it.
            for (&byte, index) in text.iter().chain(&[0]).zip(0..) {
                let part = element(program, place, index, elem);
                character_is(program, Expr::load(part), byte, &format!("{name}[{index}]"), into);
            }
        }
        (Type::Record(id), InputValue::Fields(values)) => {
            let fields = program.types.record(id).fields.clone();
            for (field, index) in fields.iter().zip(0..) {
                let given = values.iter().find(|(name, _)| *name == field.name);
                if let Some((_, value)) = given {
                    let mut part = place.clone();
                    part.path.push(Projection::Field(index));
                    part.ty = field.ty;
                    of_place(program, &part, value, &format!("{name}.{}", field.name), into);
                }
            }
        }
        (_, InputValue::List(values)) => {
            // What a pointer points to: element by element.
            let PlaceBase::Deref(pointer) = &place.base else { return };
            let (pointer, index_type) = (pointer.clone(), program.types.int(64, true));
            for (value, index) in values.iter().zip(0..) {
                let at = Box::new(Expr::int(index, index_type, place.span));
                let kind = ExprKind::PtrAdd(pointer.clone(), at);
                let pointer = Expr::new(kind, pointer.ty, place.span);
                let element = Place::deref(pointer, place.ty, place.span);
                of_place(program, &element, value, &format!("{name}[{index}]"), into);
            }
        }
        _ => of_value(program, Expr::load(place.clone()), wanted, name, into),
    }
}

fn element(program: &mut Program, place: &Place, index: i128, ty: TypeId) -> Place {
    let at = Expr::int(index, program.types.int(64, true), place.span);
    let mut part = place.clone();
    part.path.push(Projection::Index(Box::new(at)));
    part.ty = ty;
    part
}

/// The same of a value.
pub(crate) fn of_value(
    program: &mut Program,
    value: Expr,
    wanted: &InputValue,
    name: &str,
    into: &mut Vec<Part>,
) {
    let is_integer = program.types.int_kind(value.ty);
    match (program.types.get(value.ty).clone(), wanted) {
        (_, InputValue::Int(number)) if is_integer.is_some() => {
            let number = is_integer.map_or(*number, |kind| kind.wrap(*number));
            let condition = compare(program, BinaryOp::Eq, value, number);
            into.push(Part { condition, text: format!("{name} == {number}") });
        }
        (Type::Float(_), InputValue::Int(_) | InputValue::Float(_)) => {
            let number = match wanted {
                InputValue::Float(number) => *number,
                InputValue::Int(number) => *number as f64,
                _ => return,
            };
            // What the type can hold of it.
            let held = match program.types.size_of(value.ty) {
                Some(4) => f64::from(number as f32),
                _ => number,
            };
            if !held.is_nan() {
                let condition = between(program, &value, held, held);
                into.push(Part { condition, text: format!("{name} == {number}") });
            }
        }
        (Type::Pointer(_), InputValue::Null | InputValue::Int(0)) => {
            let condition = compare(program, BinaryOp::Eq, value, 0);
            into.push(Part { condition, text: format!("{name} == NULL") });
        }
        (Type::Pointer(_), InputValue::Bytes(text)) => {
            points_somewhere(program, &value, name, into);
            for (&byte, index) in text.iter().chain(&[0]).zip(0..) {
                let Some(shown) = character(program, &value, index) else { return };
                character_is(program, shown, byte, &format!("{name}[{index}]"), into);
            }
        }
        (Type::Pointer(to), _) if program.types.size_of(to).is_some() => {
            points_somewhere(program, &value, name, into);
            let (span, is_list) = (value.span, matches!(wanted, InputValue::List(_)));
            let target = Place::deref(value, to, span);
            let name = if is_list { name.to_owned() } else { format!("(*{name})") };
            of_place(program, &target, wanted, &name, into);
        }
        _ => {}
    }
}

/// Without that nothing behind it is looked at.
fn points_somewhere(program: &mut Program, value: &Expr, name: &str, into: &mut Vec<Part>) {
    let condition = compare(program, BinaryOp::Ne, value.clone(), 0);
    into.push(Part { condition, text: format!("{name} != NULL") });
}

fn character_is(program: &mut Program, value: Expr, byte: u8, name: &str, into: &mut Vec<Part>) {
    let Some(kind) = program.types.int_kind(value.ty) else { return };
    // Characters with and without a sign have the same bytes.
    let number = match kind.bits {
        8 => kind.wrap(i128::from(byte)),
        _ => i128::from(byte.cast_signed()),
    };
    let condition = compare(program, BinaryOp::Eq, value, number);
    let shown = match byte {
        0 => "'\\0'".to_owned(),
        byte => format!("'{}'", byte.escape_ascii()),
    };
    into.push(Part { condition, text: format!("{name} == {shown}") });
}
