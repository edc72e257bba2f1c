//! Names of parts of objects, as a C programmer would write them.

use crate::{Type, TypeId, TypeTable};

/// The path from an object of type `ty` to the part at `offset` of `size` bytes: `""` for the whole,
/// `.x`, `[3].name[2]`, ... Where the type does not tell (raw bytes, odd overlaps) the rest is given as
/// a byte range `<4..6>`. Of a union's members the first that fits is named.
pub fn cell_path(types: &TypeTable, ty: TypeId, offset: u64, size: u64) -> String {
    let mut path = String::new();
    let found = descend(types, ty, offset, size, &mut path);
    if !found {
        path.push_str(&format!("<{offset}..{}>", offset + size));
    }
    path
}

fn descend(types: &TypeTable, ty: TypeId, offset: u64, size: u64, path: &mut String) -> bool {
    if types.is_scalar(ty) {
        return offset == 0 && types.size_of(ty) == Some(size);
    }
    let reset = path.len();
    match types.get(ty) {
        Type::Array { elem, .. } => {
            let Some(elem_size) = types.size_of(*elem).filter(|&size| size > 0) else {
                return false;
            };
            if offset % elem_size + size > elem_size {
                return offset == 0 && types.size_of(ty) == Some(size);
            }
            path.push_str(&format!("[{}]", offset / elem_size));
            if descend(types, *elem, offset % elem_size, size, path) {
                return true;
            }
        }
        Type::Record(id) => {
            let record = types.record(*id);
            if offset == 0 && size == record.size && !record.is_union && record.fields.len() != 1 {
                return true;
            }
            for field in &record.fields {
                let inside = offset.checked_sub(field.offset);
                let (Some(inside), Some(field_size)) = (inside, types.size_of(field.ty)) else {
                    continue;
                };
                let open_ended = matches!(types.get(field.ty), Type::Array { len: None, .. });
                if inside + size > field_size && !open_ended {
                    continue;
                }
                if !field.name.is_empty() {
                    path.push('.');
                    path.push_str(&field.name);
                }
                if field.bits.is_some() || descend(types, field.ty, inside, size, path) {
                    return true;
                }
                path.truncate(reset);
            }
            return offset == 0 && size == record.size;
        }
        _ => return offset == 0 && types.size_of(ty) == Some(size),
    }
    path.truncate(reset);
    false
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
        let field =
            |name: &str, ty, offset| Field { name: name.into(), ty, offset, bits: None };
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
