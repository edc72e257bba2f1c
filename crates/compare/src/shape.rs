//! Types of the two programs: do they mean the same storage, and which scalars does it consist of?

use whydunit_program::{Expr, FloatKind, Place, Program, Projection, Type, TypeId, TypeTable};

use crate::limits::MOST_LEAVES;

/// Are storage and meaning of both the same? Records behind pointers count by their names.
pub(super) fn alike(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    if a == b {
        return true;
    }
    if let (Some(a), Some(b)) = (types.int_kind(a), types.int_kind(b)) {
        return a == b;
    }
    match (types.get(a), types.get(b)) {
        (Type::Pointer(a), Type::Pointer(b)) => match (types.get(*a), types.get(*b)) {
            (Type::Record(_), Type::Record(_)) => types.display(*a) == types.display(*b),
            _ => alike(types, *a, *b),
        },
        (Type::Array { elem: a, len: m }, Type::Array { elem: b, len: n }) => {
            m == n && alike(types, *a, *b)
        }
        (Type::Record(a), Type::Record(b)) => {
            let (a, b) = (types.record(*a), types.record(*b));
            let mut fields = a.fields.iter().zip(&b.fields);
            a.is_union == b.is_union
                && (a.size, a.complete, a.fields.len()) == (b.size, b.complete, b.fields.len())
                && fields.all(|(a, b)| {
                    (&a.name, a.offset, a.bits) == (&b.name, b.offset, b.bits)
                        && alike(types, a.ty, b.ty)
                })
        }
        (Type::Function(a), Type::Function(b)) => {
            a.variadic == b.variadic
                && a.params.len() == b.params.len()
                && alike(types, a.result, b.result)
                && a.params.iter().zip(&b.params).all(|(&a, &b)| alike(types, a, b))
        }
        _ => false,
    }
}

/// Is it storage whose bytes mean the same wherever they are?
pub(super) fn is_plain(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Bool | Type::Int(_) | Type::Enum(_) => true,
        Type::Float(kind) => *kind != FloatKind::Long,
        Type::Array { elem, len } => len.is_some() && is_plain(types, *elem),
        Type::Record(id) => {
            let record = types.record(*id);
            record.complete
                && !record.is_union
                && record.fields.iter().all(|field| is_plain(types, field.ty))
        }
        Type::Void | Type::Pointer(_) | Type::Function(_) => false,
    }
}

/// The scalars that two plain places of alike types consist of, in pairs. `None` if there are too many.
pub(super) fn leaves(program: &mut Program, a: Place, b: Place) -> Option<Vec<(Place, Place)>> {
    let mut leaves = Vec::new();
    let mut work = vec![(a, b)];
    while let Some((a, b)) = work.pop() {
        if leaves.len() + work.len() > MOST_LEAVES {
            return None;
        }
        match (program.types.get(a.ty).clone(), program.types.get(b.ty).clone()) {
            (Type::Array { elem: x, len }, Type::Array { elem: y, .. }) => {
                if len.unwrap_or(0) > MOST_LEAVES as u64 {
                    return None;
                }
                let index = program.types.int(64, true);
                for at in (0..len.unwrap_or(0)).rev() {
                    let step = |place: &Place, ty| {
                        let at = Expr::int(at.into(), index, place.span);
                        inner(place, Projection::Index(Box::new(at)), ty)
                    };
                    work.push((step(&a, x), step(&b, y)));
                }
            }
            (Type::Record(x), Type::Record(y)) => {
                let fields = |id| {
                    let fields = &program.types.record(id).fields;
                    fields.iter().map(|field| field.ty).collect::<Vec<_>>()
                };
                let pairs = fields(x).into_iter().zip(fields(y)).enumerate();
                let pairs: Vec<_> = pairs.collect();
                for (at, (x, y)) in pairs.into_iter().rev() {
                    let step = Projection::Field(at as u32);
                    work.push((inner(&a, step.clone(), x), inner(&b, step, y)));
                }
            }
            _ => leaves.push((a, b)),
        }
    }
    Some(leaves)
}

fn inner(place: &Place, step: Projection, ty: TypeId) -> Place {
    let mut path = place.path.clone();
    path.push(step);
    Place { base: place.base.clone(), path, ty, span: place.span }
}
