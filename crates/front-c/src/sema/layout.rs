//! Layout of structures and unions, as the System V ABIs and gcc have it.
//!
//! Bit-fields are packed one after the other from the least significant bit. Unless the field is packed
//! or `#pragma pack` is in force, one that would span more units of its declared type than the type has
//! starts at the next such unit. A zero-width bit-field moves to the next boundary of its type, packed
//! or not. Unnamed bit-fields take space but are not fields, and do not raise the record's alignment.

use whydunit_program::{BitField, Field, RecordId, Target, Type};
use whydunit_source::Span;

use super::ctype::{Ty, Types};

#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Empty for an anonymous member or an unnamed bit-field.
    pub(crate) name: String,
    pub(crate) ty: Ty,
    /// Width of a bit-field.
    pub(crate) width: Option<u8>,
    pub(crate) packed: bool,
    /// From `aligned(n)` or `_Alignas`.
    pub(crate) align: Option<u64>,
    pub(crate) declaration: Option<Span>,
}

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct RecordAttributes {
    pub(crate) packed: bool,
    pub(crate) align: Option<u64>,
    /// `#pragma pack(n)`: no member is aligned more strictly than this.
    pub(crate) pack: Option<u64>,
}

/// Gives `record` its members. Sizes that do not fit in 64 bits saturate.
pub(crate) fn complete(
    types: &mut Types,
    record: RecordId,
    members: &[Member],
    attributes: RecordAttributes,
) {
    let is_union = types.table.record(record).is_union;
    let mut fields = Vec::new();
    let mut field_types = Vec::new();
    // Position of the next free bit; stays 0 in a union.
    let mut position: u128 = 0;
    let mut size_bits: u128 = 0;
    let mut align: u64 = 1;
    for member in members {
        let ir = types.ir(member.ty);
        let size = types.table.size_of(ir).unwrap_or(0);
        let natural = member_alignment(types, member.ty);
        let packed = attributes.packed || member.packed;
        let start = if is_union { 0 } else { position };
        let (at, end) = match member.width {
            Some(0) => {
                position = start.next_multiple_of(u128::from(natural) * 8);
                size_bits = size_bits.max(position);
                continue;
            }
            Some(width) => {
                let width = u128::from(width);
                let unit = u128::from(natural) * 8;
                let mut at = start;
                if let Some(wanted) = member.align {
                    at = at.next_multiple_of(u128::from(wanted) * 8);
                }
                let units_spanned = (at % unit + width).div_ceil(unit);
                let may_move = !packed && attributes.pack.is_none();
                if may_move && units_spanned > u128::from(size) * 8 / unit {
                    at = at.next_multiple_of(unit);
                }
                (at, at + width)
            }
            None => {
                let wanted = alignment(natural, packed, member.align, attributes.pack);
                let at = start.div_ceil(8).next_multiple_of(u128::from(wanted));
                (at * 8, (at + u128::from(size)) * 8)
            }
        };
        if member.width.is_none() || !member.name.is_empty() {
            let bits = member.width.map(|width| BitField { bit_offset: at as u64, width });
            let offset = u64::try_from(at / 8).unwrap_or(u64::MAX);
            let (name, declaration) = (member.name.clone(), member.declaration);
            fields.push(Field { name, ty: ir, offset, bits, declaration });
            field_types.push(member.ty);
            // gcc lets `#pragma pack` decide alone how much a bit-field aligns its record.
            let packed = packed && (member.width.is_none() || attributes.pack.is_none());
            align = align.max(alignment(natural, packed, member.align, attributes.pack));
        }
        size_bits = size_bits.max(end);
        if !is_union {
            position = end;
        }
    }
    if let Some(wanted) = attributes.align {
        align = align.max(wanted);
    }
    let size = size_bits.div_ceil(8).next_multiple_of(u128::from(align));
    let size = u64::try_from(size).unwrap_or(u64::MAX);
    let entry = types.table.record_mut(record);
    entry.fields = fields;
    entry.size = size;
    entry.align = align;
    entry.complete = true;
    types.set_field_types(record, field_types);
}

/// Alignment of a member, after what the attributes say about it.
fn alignment(natural: u64, packed: bool, wanted: Option<u64>, pack: Option<u64>) -> u64 {
    let align = match (packed, wanted) {
        (true, Some(wanted)) => wanted,
        (true, None) => 1,
        (false, wanted) => natural.max(wanted.unwrap_or(1)),
    };
    align.min(pack.unwrap_or(align)).max(1)
}

/// Alignment as a member: on i386, 8-byte scalars are 4-aligned inside records.
fn member_alignment(types: &mut Types, ty: Ty) -> u64 {
    let ir = types.ir(ty);
    let align = types.table.align_of(ir);
    match (types.target(), types.table.get(ir)) {
        (Target::Ilp32, Type::Int(_) | Type::Float(_) | Type::Enum(_)) => align.min(4),
        _ => align,
    }
}
