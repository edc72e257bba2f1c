//! Facts in the program's words.

use crate::analysis::Analysis;
use crate::numeric::{Dim, Linear, Octagon};
use crate::objects::{Origin, Quantity, SlotId};

/// A conjunction of comparisons; `true` where nothing is known.
pub(crate) fn octagon(analysis: &Analysis<'_>, octagon: &Octagon) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest: Vec<Linear> = Vec::new();
    let all = octagon.constraints();
    for form in &all {
        let has_names = form.terms.iter().all(|(dim, _)| name(analysis, *dim).is_some());
        if !has_names || is_type_limit(form) {
            continue;
        }
        rest.push(form.clone());
    }
    // Two opposite bounds are an equation.
    while !rest.is_empty() {
        let form = rest.remove(0);
        let opposite = form.scale(-1);
        let equal = opposite.and_then(|wanted| rest.iter().position(|other| *other == wanted));
        if let Some(position) = equal {
            rest.remove(position);
        }
        parts.push(comparison(analysis, &form, equal.is_some()));
    }
    if parts.is_empty() { "true".to_owned() } else { parts.join(" && ") }
}

/// Bounds that every value of a type of the machine has say nothing.
fn is_type_limit(form: &Linear) -> bool {
    let [(_, factor)] = form.terms.as_slice() else {
        return form.constant.unsigned_abs() >= 1 << 30;
    };
    let limit = if *factor > 0 { -form.constant } else { form.constant };
    // Also just beyond: where a sum was compared.
    let powers = [7_u32, 8, 15, 16, 31, 32, 63, 64];
    let mut limits = powers.iter().flat_map(|power| [1_i128 << power, -(1_i128 << power)]);
    limits.any(|wide| wide.unsigned_abs() >= 1 << 15 && limit.abs_diff(wide) <= 64)
        || [-128, 127, 255].contains(&limit)
}

/// `form <= 0` (or `== 0`) as C: positive terms on the left.
fn comparison(analysis: &Analysis<'_>, form: &Linear, is_equation: bool) -> String {
    // A single negative term reads better the other way round.
    let flips = form.terms.iter().all(|(_, factor)| *factor < 0);
    let (form, op) = match (flips, is_equation) {
        (true, true) => (form.scale(-1).unwrap_or_else(|| form.clone()), "=="),
        (true, false) => (form.scale(-1).unwrap_or_else(|| form.clone()), ">="),
        (false, true) => (form.clone(), "=="),
        (false, false) => (form.clone(), "<="),
    };
    let side = |wanted: i128| {
        let terms = form.terms.iter().filter(|(_, factor)| factor.signum() == wanted);
        terms
            .map(|(dim, factor)| {
                let name = name(analysis, *dim).unwrap_or_default();
                match factor.abs() {
                    1 => name,
                    many => format!("{many} * {name}"),
                }
            })
            .collect::<Vec<_>>()
            .join(" + ")
    };
    let (left, right) = (side(1), side(-1));
    let constant = -form.constant;
    let right = match (right.is_empty(), constant) {
        (true, constant) => constant.to_string(),
        (false, 0) => right,
        (false, constant) if constant > 0 => format!("{right} + {constant}"),
        (false, constant) => format!("{right} - {}", constant.unsigned_abs()),
    };
    let left = if left.is_empty() { "0".to_owned() } else { left };
    format!("{left} {op} {right}")
}

/// What a dimension is called; `None` for what users do not know.
pub(crate) fn name(analysis: &Analysis<'_>, dim: Dim) -> Option<String> {
    let slot = |id: SlotId| slot_name(analysis, id);
    match analysis.objects.quantity(dim) {
        Quantity::Value(id) => {
            let base = slot(id)?;
            let info = analysis.objects.slot(id);
            match info.content {
                crate::objects::Content::Pointer { .. } => Some(format!("offset({base})")),
                _ if info.is_array() => Some(format!("{base}[..]")),
                _ => Some(base),
            }
        }
        Quantity::Filled(id) => Some(format!("initialised({})", slot(id)?)),
        Quantity::FirstZero(id) => Some(format!("strlen({})", slot(id)?)),
        Quantity::Size(object) => match analysis.objects.get(object).origin {
            Origin::Input(local) => {
                let start = analysis.graph.instances[0].function;
                let name = &analysis.graph.program.function(start).local(local).name;
                Some(format!("length({name})"))
            }
            _ => None,
        },
    }
}

fn slot_name(analysis: &Analysis<'_>, id: SlotId) -> Option<String> {
    use whydunit_program::LocalRole;
    let program = analysis.graph.program;
    let slot = analysis.objects.slot(id);
    let (base, ty) = match analysis.objects.get(slot.object).origin {
        Origin::Local(context, local) => {
            let function = program.function(analysis.graph.function_of(context));
            let info = function.local(local);
            let is_shown = !function.is_library
                && matches!(info.role, LocalRole::Parameter | LocalRole::Variable);
            (is_shown.then(|| info.name.clone())?, info.ty)
        }
        Origin::Global(id) => {
            let global = program.global(id);
            ((!global.is_literal).then(|| global.name.clone())?, global.ty)
        }
        _ => return None,
    };
    if let Some(bits) = slot.bits {
        let bit = 8 * slot.offset + bits.bit_offset;
        let (path, _) = whydunit_program::bit_field_path(&program.types, ty, bit, bits.width)?;
        return Some(format!("{base}{path}"));
    }
    let path = if slot.offset == 0 && slot.end() == program.types.size_of(ty)? {
        String::new()
    } else {
        whydunit_program::cell_path(&program.types, ty, slot.offset, slot.size)
    };
    Some(format!("{base}{path}"))
}
