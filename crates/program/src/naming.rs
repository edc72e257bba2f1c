//! Names of parts of objects, as a C programmer would write them.

use crate::{Type, TypeId, TypeTable};

/// The path from an object of type `ty` to the part at `offset` of `size` bytes: `""` for the whole,
/// `.x`, `[3].name[2]`, ... Where the type does not tell (raw bytes, odd overlaps) the rest is given as
/// a byte range `<4..6>`. Of a union's members the first that fits is named.
pub fn cell_path(types: &TypeTable, ty: TypeId, offset: u64, size: u64) -> String {
    let mut path = String::new();
    if descend(types, ty, offset, size, &mut path).is_none() {
        path.push_str(&format!("<{offset}..{}>", offset + size));
    }
    path
}

/// The path from an object of type `ty` to the bit-field that starts at bit `bit` and is `width` bits
/// wide, and the field's type.
pub fn bit_field_path(
    types: &TypeTable,
    ty: TypeId,
    bit: u64,
    width: u8,
) -> Option<(String, TypeId)> {
    match types.get(ty) {
        Type::Array { elem, .. } => {
            let bits = types.size_of(*elem).filter(|&size| size > 0)? * 8;
            let (rest, found) = bit_field_path(types, *elem, bit % bits, width)?;
            Some((format!("[{}]{rest}", bit / bits), found))
        }
        Type::Record(id) => types.record(*id).fields.iter().find_map(|field| {
            if let Some(bits) = field.bits {
                let is_it = bits.bit_offset == bit && bits.width == width;
                return is_it.then(|| (format!(".{}", field.name), field.ty));
            }
            let inside = bit.checked_sub(field.offset * 8)?;
            let (rest, found) = bit_field_path(types, field.ty, inside, width)?;
            let dot = if field.name.is_empty() { "" } else { "." };
            Some((format!("{dot}{}{rest}", field.name), found))
        }),
        _ => None,
    }
}

/// The path to a run of bytes that is a part of its own (`.name`), or some elements of an array
/// (`.name[2..5]`), and the type: of the part, or an element's. `None` where the type does not tell.
pub fn range_path(
    types: &TypeTable,
    ty: TypeId,
    offset: u64,
    size: u64,
) -> Option<(String, TypeId)> {
    let mut path = String::new();
    if let Some(part) = descend(types, ty, offset, size, &mut path) {
        return Some((path, part));
    }
    match types.get(ty) {
        Type::Array { elem, .. } => {
            let each = types.size_of(*elem).filter(|&size| size > 0)?;
            let (first, last) = (offset / each, (offset + size).checked_sub(1)? / each);
            if first == last {
                let (rest, part) = range_path(types, *elem, offset % each, size)?;
                return Some((format!("[{first}]{rest}"), part));
            }
            let whole = offset.is_multiple_of(each) && size.is_multiple_of(each);
            whole.then(|| (format!("[{first}..{last}]"), *elem))
        }
        Type::Record(id) => types.record(*id).fields.iter().find_map(|field| {
            let inside = offset.checked_sub(field.offset).filter(|_| field.bits.is_none())?;
            let open_ended = matches!(types.get(field.ty), Type::Array { len: None, .. });
            if !open_ended && inside + size > types.size_of(field.ty)? {
                return None;
            }
            let (rest, part) = range_path(types, field.ty, inside, size)?;
            let dot = if field.name.is_empty() { "" } else { "." };
            Some((format!("{dot}{}{rest}", field.name), part))
        }),
        _ => None,
    }
}

impl TypeTable {
    /// Type of the part of `ty` at `offset` of `size` bytes; `None` where the type does not tell.
    pub fn part_at(&self, ty: TypeId, offset: u64, size: u64) -> Option<TypeId> {
        descend(self, ty, offset, size, &mut String::new())
    }
}

/// Appends the path to the part and returns its type; leaves `path` alone when there is none.
fn descend(
    types: &TypeTable,
    ty: TypeId,
    offset: u64,
    size: u64,
    path: &mut String,
) -> Option<TypeId> {
    let whole = || (offset == 0 && types.size_of(ty) == Some(size)).then_some(ty);
    let reset = path.len();
    match types.get(ty) {
        Type::Array { elem, .. } => {
            let elem_size = types.size_of(*elem).filter(|&size| size > 0)?;
            if offset % elem_size + size > elem_size {
                return whole();
            }
            path.push_str(&format!("[{}]", offset / elem_size));
            let found = descend(types, *elem, offset % elem_size, size, path);
            if found.is_none() {
                path.truncate(reset);
            }
            found
        }
        Type::Record(id) => {
            let record = types.record(*id);
            if whole().is_some() && !record.is_union && record.fields.len() != 1 {
                return Some(ty);
            }
            for field in &record.fields {
                let inside = offset.checked_sub(field.offset);
                let open_ended = matches!(types.get(field.ty), Type::Array { len: None, .. });
                let field_size = types.size_of(field.ty).unwrap_or(0);
                let Some(inside) = inside.filter(|at| at + size <= field_size || open_ended) else {
                    continue;
                };
                if !field.name.is_empty() {
                    path.push('.');
                    path.push_str(&field.name);
                }
                if field.bits.is_some() {
                    return Some(field.ty);
                }
                if let Some(found) = descend(types, field.ty, inside, size, path) {
                    return Some(found);
                }
                path.truncate(reset);
            }
            whole()
        }
        _ => whole(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, Record, Target};

    #[test]
    fn paths_follow_the_type() {
        let mut types = TypeTable::new(Target::Lp64);
        let (int, char) = (types.int(32, true), types.int(8, true));
        let name = types.array(char, Some(8));
        let field = |name: &str, ty, offset| Field {
            name: name.into(),
            ty,
            offset,
            bits: None,
            declaration: None,
        };
        let record = types.add_record(Record {
            tag: Some("user".into()),
            is_union: false,
            fields: vec![field("name", name, 0), field("id", int, 8)],
            size: 12,
            align: 4,
            complete: true,
        });
        let user = types.intern(Type::Record(record));
        let users = types.array(user, Some(3));
        assert_eq!(cell_path(&types, int, 0, 4), "");
        assert_eq!(cell_path(&types, user, 8, 4), ".id");
        assert_eq!(cell_path(&types, users, 12 + 3, 1), "[1].name[3]");
        assert_eq!(cell_path(&types, users, 24, 12), "[2]");
        assert_eq!(cell_path(&types, int, 1, 1), "<1..2>");
    }
}
