//! Types and their layout.
//!
//! Types are interned: equal types have equal [`TypeId`]s. Records are nominal (one [`RecordId`] per
//! declaration) and carry their finished layout, so nobody below a front end computes offsets.

use crate::number::of_position;
use rustc_hash::FxHashMap;
use whydunit_source::Span;

/// A type of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub u32);

/// A `struct` or `union` of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordId(pub u32);

/// An `enum` of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EnumId(pub u32);

/// Data model of the machine the program is meant for. Always little-endian, two's complement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// 64-bit `long` and pointers.
    Lp64,
    /// 32-bit `long` and pointers (`-m32`).
    Ilp32,
}

impl Target {
    /// Bytes of a pointer.
    pub fn pointer_bytes(self) -> u64 {
        match self {
            Target::Lp64 => 8,
            Target::Ilp32 => 4,
        }
    }

    /// Bits of a pointer.
    pub fn pointer_width(self) -> u32 {
        match self {
            Target::Lp64 => 64,
            Target::Ilp32 => 32,
        }
    }
}

/// An integer of 8, 16, 32, 64 bits; 128 only in specifications, where it stands for the
/// mathematical integers of contracts (evaluation reports a limit rather than wrapping there).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntKind {
    /// How wide it is.
    pub bits: u8,
    /// Is it read in two's complement?
    pub signed: bool,
}

impl IntKind {
    /// The smallest number of the type.
    pub fn least(self) -> i128 {
        if self.signed { i128::MIN >> (128 - self.bits) } else { 0 }
    }

    /// The largest number of the type; of 128 bits without sign: the largest that is kept.
    pub fn most(self) -> i128 {
        match self.signed {
            true => i128::MAX >> (128 - self.bits),
            false => i128::try_from(u128::MAX >> (128 - self.bits)).unwrap_or(i128::MAX),
        }
    }

    /// The number of the type that has the same low bits: what a machine keeps.
    pub fn wrap(self, value: i128) -> i128 {
        let unused = 128 - u32::from(self.bits);
        match self.signed {
            true => (value << unused) >> unused,
            false if unused == 0 => value,
            false => value & ((1 << self.bits) - 1),
        }
    }
}

/// Floating-point types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// `float`, binary32.
    F32,
    /// `double`, binary64.
    F64,
    /// `long double`: computed as binary64, stored in the target's size for it.
    Long,
}

/// What a function takes and gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// What it returns.
    pub result: TypeId,
    /// What it takes, in order.
    pub params: Vec<TypeId>,
    /// May more arguments follow?
    pub variadic: bool,
}

/// A type of C.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `_Bool`: one byte, holds 0 or 1; conversion to it tests against zero.
    Bool,
    /// Any other integer; `char` is `Int` with 8 bits. Enumerations have an [`EnumId`] for display.
    Int(IntKind),
    /// An enumeration; behaves as the integer it is represented by.
    Enum(EnumId),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer, to a type.
    Pointer(TypeId),
    /// `len` is `None` for flexible, incomplete and variable-length arrays.
    Array {
        /// The type of an element.
        elem: TypeId,
        /// How many elements.
        len: Option<u64>,
    },
    /// A `struct` or `union`.
    Record(RecordId),
    /// A function; values of it are pointers.
    Function(Signature),
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct EnumInfo {
    /// Its tag.
    pub name: Option<String>,
    /// The integer that represents it.
    pub repr: IntKind,
    /// Enumerators in declaration order.
    pub values: Vec<(String, i64)>,
}

/// Position of a bit-field, counted in bits from the start of the record (little-endian).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitField {
    /// The first bit.
    pub bit_offset: u64,
    /// How many bits.
    pub width: u8,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// Empty for an anonymous struct or union member.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Byte offset in the record (for a bit-field: of the byte its first bit lies in).
    pub offset: u64,
    /// Of a bit-field: which bits.
    pub bits: Option<BitField>,
    /// Its declaration, as it is shown: the first of several with their specifiers. `None` of what no text declares.
    pub declaration: Option<Span>,
}

/// A `struct` or `union` with its layout.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag.
    pub tag: Option<String>,
    /// Do all members lie at the start?
    pub is_union: bool,
    /// In the order of declaration.
    pub fields: Vec<Field>,
    /// In bytes, padding included.
    pub size: u64,
    /// What its address is a multiple of.
    pub align: u64,
    /// False while only declared.
    pub complete: bool,
}

/// All types of one program.
#[derive(Clone, Debug)]
pub struct TypeTable {
    target: Target,
    types: Vec<Type>,
    index: FxHashMap<Type, TypeId>,
    records: Vec<Record>,
    enums: Vec<EnumInfo>,
}

impl TypeTable {
    /// Without any types.
    pub fn new(target: Target) -> TypeTable {
        TypeTable {
            target,
            types: Vec::new(),
            index: FxHashMap::default(),
            records: Vec::new(),
            enums: Vec::new(),
        }
    }

    /// The machine that sizes are for.
    #[inline]
    pub fn target(&self) -> Target {
        self.target
    }

    /// The number of a type, the same for equal types.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let id = TypeId(of_position(self.types.len()));
        self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    /// A type by its number.
    #[inline]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// Looks up a type that must already exist; `None` if nobody interned it.
    pub fn lookup(&self, ty: &Type) -> Option<TypeId> {
        self.index.get(ty).copied()
    }

    /// A new record; it differs from all others.
    pub fn add_record(&mut self, record: Record) -> RecordId {
        self.records.push(record);
        RecordId(of_position(self.records.len() - 1))
    }

    /// A record by its number.
    #[inline]
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// To complete one that was only declared.
    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.0 as usize]
    }

    /// How many records there are.
    pub fn record_count(&self) -> usize {
        self.records.len()
    }

    /// How many enumerations there are.
    pub fn enum_count(&self) -> usize {
        self.enums.len()
    }

    /// A new enumeration; it differs from all others.
    pub fn add_enum(&mut self, info: EnumInfo) -> EnumId {
        self.enums.push(info);
        EnumId(of_position(self.enums.len() - 1))
    }

    /// The value of the enumeration constant of that name.
    pub fn enum_constant(&self, name: &str) -> Option<i64> {
        let mut constants = self.enums.iter().flat_map(|info| &info.values);
        constants.find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// An enumeration by its number.
    #[inline]
    pub fn enum_info(&self, id: EnumId) -> &EnumInfo {
        &self.enums[id.0 as usize]
    }

    /// To complete one that was only declared.
    pub fn enum_info_mut(&mut self, id: EnumId) -> &mut EnumInfo {
        &mut self.enums[id.0 as usize]
    }

    /// `void`.
    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    /// `_Bool`.
    pub fn bool(&mut self) -> TypeId {
        self.intern(Type::Bool)
    }

    /// An integer of that many bits.
    pub fn int(&mut self, bits: u8, signed: bool) -> TypeId {
        self.intern(Type::Int(IntKind { bits, signed }))
    }

    /// A pointer to the type.
    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        self.intern(Type::Pointer(to))
    }

    /// An array of the type.
    pub fn array(&mut self, elem: TypeId, len: Option<u64>) -> TypeId {
        self.intern(Type::Array { elem, len })
    }

    /// The integer a scalar integer type is computed as (`_Bool` as 8-bit unsigned).
    pub fn int_kind(&self, id: TypeId) -> Option<IntKind> {
        match self.get(id) {
            Type::Bool => Some(IntKind { bits: 8, signed: false }),
            Type::Int(kind) => Some(*kind),
            Type::Enum(id) => Some(self.enum_info(*id).repr),
            _ => None,
        }
    }

    /// What a pointer points to.
    #[inline]
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Size of what a pointer of that type points to; 1 where it has none.
    pub fn pointee_size(&self, pointer: TypeId) -> u64 {
        self.pointee(pointer).and_then(|ty| self.size_of(ty)).unwrap_or(1)
    }

    /// Is it a number or a pointer?
    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(
            self.get(id),
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_)
        )
    }

    /// Is it a `struct` or `union`?
    pub fn is_record(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Record(_))
    }

    /// Size in bytes; `None` for incomplete types. `void` and functions count as 1 (GNU arithmetic).
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function(_) | Type::Bool => Some(1),
            Type::Int(kind) => Some(u64::from(kind.bits) / 8),
            Type::Enum(id) => Some(u64::from(self.enum_info(*id).repr.bits) / 8),
            Type::Float(FloatKind::F32) => Some(4),
            Type::Float(FloatKind::F64) => Some(8),
            Type::Float(FloatKind::Long) => Some(match self.target {
                Target::Lp64 => 16,
                Target::Ilp32 => 12,
            }),
            Type::Pointer(_) => Some(self.target.pointer_bytes()),
            Type::Array { elem, len } => self.size_of(*elem)?.checked_mul((*len)?),
            Type::Record(id) => {
                let record = self.record(*id);
                record.complete.then_some(record.size)
            }
        }
    }

    /// What addresses of the type are multiples of.
    pub fn align_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Array { elem, .. } => self.align_of(*elem),
            Type::Record(id) => self.record(*id).align.max(1),
            Type::Int(kind) if self.target == Target::Ilp32 => (u64::from(kind.bits) / 8).min(4),
            Type::Float(FloatKind::F64 | FloatKind::Long) if self.target == Target::Ilp32 => 4,
            _ => self.size_of(id).unwrap_or(1).max(1),
        }
    }

    /// The type as a C programmer writes it (`unsigned char *`, `struct point [4]`).
    pub fn display(&self, id: TypeId) -> String {
        match self.get(id) {
            Type::Void => "void".into(),
            Type::Bool => "_Bool".into(),
            Type::Int(kind) => self.int_name(*kind),
            Type::Enum(id) => match &self.enum_info(*id).name {
                Some(name) => format!("enum {name}"),
                None => self.int_name(self.enum_info(*id).repr),
            },
            Type::Float(FloatKind::F32) => "float".into(),
            Type::Float(FloatKind::F64) => "double".into(),
            Type::Float(FloatKind::Long) => "long double".into(),
            Type::Pointer(to) => match self.get(*to) {
                Type::Function(signature) => {
                    let params: Vec<_> =
                        signature.params.iter().map(|&param| self.display(param)).collect();
                    format!("{} (*)({})", self.display(signature.result), params.join(", "))
                }
                _ => {
                    let to = self.display(*to);
                    let space = if to.ends_with('*') { "" } else { " " };
                    format!("{to}{space}*")
                }
            },
            Type::Array { elem, len } => {
                let len = len.map_or(String::new(), |len| len.to_string());
                format!("{} [{len}]", self.display(*elem))
            }
            Type::Record(id) => {
                let record = self.record(*id);
                let word = if record.is_union { "union" } else { "struct" };
                format!("{word} {}", record.tag.as_deref().unwrap_or("<anonymous>"))
            }
            Type::Function(signature) => {
                let params: Vec<_> =
                    signature.params.iter().map(|&param| self.display(param)).collect();
                format!("{} ({})", self.display(signature.result), params.join(", "))
            }
        }
    }

    fn int_name(&self, kind: IntKind) -> String {
        if kind.bits == 128 {
            return "integer".into();
        }
        let base = match (kind.bits, self.target) {
            (8, _) => "char",
            (16, _) => "short",
            (32, _) => "int",
            (_, Target::Lp64) => "long",
            (_, Target::Ilp32) => "long long",
        };
        if kind.signed { base.into() } else { format!("unsigned {base}") }
    }
}
