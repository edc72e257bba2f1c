//! Types as C declarations.

use whydunit_program::{Program, Type, TypeId};

use crate::Unsupported;

/// `name` declared with a type: `int (*name)(char)`, `struct node name[3]`.
///
/// `base` is the innermost type as the program writes it where that is known; a record without a tag
/// has no other name.
pub(crate) fn declaration(
    program: &Program,
    ty: TypeId,
    name: &str,
    base: Option<&str>,
) -> Result<String, Unsupported> {
    let types = &program.types;
    let mut declarator = name.to_owned();
    let mut ty = ty;
    loop {
        match types.get(ty) {
            Type::Pointer(to) => {
                declarator = match types.get(*to) {
                    Type::Function(_) | Type::Array { .. } => format!("(*{declarator})"),
                    _ => format!("*{declarator}"),
                };
                ty = *to;
            }
            Type::Array { elem, len } => {
                let len = len.map_or(String::new(), |len| len.to_string());
                declarator.push_str(&format!("[{len}]"));
                ty = *elem;
            }
            Type::Function(signature) => {
                let params: Result<Vec<_>, _> =
                    signature.params.iter().map(|&ty| declaration(program, ty, "", None)).collect();
                let mut params = params?;
                if signature.variadic {
                    params.push("...".into());
                }
                if params.is_empty() {
                    params.push("void".into());
                }
                declarator.push_str(&format!("({})", params.join(", ")));
                ty = signature.result;
            }
            _ => break,
        }
    }
    let base = match (base, types.get(ty)) {
        (Some(base), _) => base.to_owned(),
        (None, Type::Record(id)) if types.record(*id).tag.is_none() => {
            return Err(Unsupported::new(
                "a type of the program has no name to declare its values with",
            ));
        }
        (None, _) => types.display(ty),
    };
    Ok(if declarator.is_empty() { base } else { format!("{base} {declarator}") })
}

/// What is left of a type without its pointers and arrays, and how many there were.
pub(crate) fn innermost(program: &Program, ty: TypeId) -> (TypeId, usize) {
    let (mut ty, mut depth) = (ty, 0);
    while let Type::Pointer(to) | Type::Array { elem: to, .. } = program.types.get(ty) {
        ty = *to;
        depth += 1;
    }
    (ty, depth)
}

/// Is it a record that can only be named by what the program calls it?
pub(crate) fn is_nameless(program: &Program, ty: TypeId) -> bool {
    let (inner, _) = innermost(program, ty);
    matches!(program.types.get(inner), Type::Record(id) if program.types.record(*id).tag.is_none())
}
