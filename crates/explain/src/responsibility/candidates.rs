//! Values that are worth trying in place of one that the run had, the plainest first.

use whydunit_program::{Arithmetic, FloatKind, Function, FunctionId, Program, Type, TypeId};
use whydunit_trace::ErrorTrace;

/// How many values are tried.
pub(super) const COUNT: usize = 10;

/// The `number`-th value to try; `known` is that of the run.
pub(super) fn value(
    (program, trace): (&Program, &ErrorTrace),
    ty: Option<TypeId>,
    width: u32,
    known: u128,
    number: usize,
) -> u128 {
    let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    match ty.map(|ty| program.types.get(ty)) {
        Some(Type::Bool) => known ^ 1,
        Some(Type::Float(kind)) => float(*kind, known, number),
        Some(Type::Pointer(to)) if matches!(program.types.get(*to), Type::Function(_)) => {
            let fits = |function: &&Function| match program.types.get(*to) {
                Type::Function(signature) => function.signature == *signature,
                _ => false,
            };
            let chosen = program.functions.iter().filter(fits).nth(number.wrapping_sub(1));
            let position = chosen.and_then(|chosen| {
                program.functions.iter().position(|function| std::ptr::eq(function, chosen))
            });
            position.map_or(0, |index| trace.function_address(FunctionId(index as u32)).into())
        }
        Some(Type::Pointer(to)) => {
            let size = u128::from(program.types.size_of(*to).unwrap_or(1).max(1));
            match number {
                0 => 0,
                // Elements around the one that it pointed to.
                1 => known.wrapping_add(size) & mask,
                2 => known.wrapping_sub(size) & mask,
                3 => known.wrapping_add(2 * size) & mask,
                4 => known.wrapping_sub(2 * size) & mask,
                5 => known.wrapping_add(3 * size) & mask,
                // Where there was nothing, something might have been.
                _ => {
                    let objects =
                        trace.objects.iter().rev().filter(|object| object.released.is_none());
                    let found = objects.filter(|object| object.info.size >= 4).nth(number - 6);
                    found.map_or(known, |object| object.info.address.into())
                }
            }
        }
        _ => {
            // Of mathematical integers there is no largest one, and very large ones are not followed.
            let is_mathematical = program.arithmetic == Arithmetic::Mathematical && width == 64;
            let largest = if is_mathematical { 1 << 19 } else { mask >> 1 };
            let smallest = largest.wrapping_neg().wrapping_sub(u128::from(!is_mathematical));
            let list: [u128; COUNT] = [
                0,
                1,
                known.wrapping_add(1),
                known.wrapping_sub(1),
                u128::MAX,
                known.wrapping_neg(),
                known.wrapping_add(1000),
                known.wrapping_sub(1000),
                largest,
                smallest,
            ];
            list[number] & mask
        }
    }
}

fn float(kind: FloatKind, known: u128, number: usize) -> u128 {
    let from_bits = |bits: u128| match kind {
        FloatKind::F32 => f32::from_bits(bits as u32).into(),
        FloatKind::F64 | FloatKind::Long => f64::from_bits(bits as u64),
    };
    let run: f64 = from_bits(known);
    let value =
        [0.0, 1.0, run + 1.0, run - 1.0, -1.0, -run, run * 2.0, run / 2.0, 1e30, -1e30][number];
    match kind {
        FloatKind::F32 => (value as f32).to_bits().into(),
        FloatKind::F64 | FloatKind::Long => value.to_bits().into(),
    }
}
