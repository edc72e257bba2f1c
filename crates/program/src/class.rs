//! How scalar types are computed with.

use crate::{FloatKind, IntKind, Target, Type, TypeId, TypeTable};

/// The kind of number that a value of a scalar type is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// `_Bool`, a byte.
    Bool,
    Int {
        width: u32,
        signed: bool,
    },
    Pointer {
        width: u32,
    },
    /// `long double` is computed as `double`.
    Float {
        width: u32,
    },
    /// Not scalar.
    Other,
}

impl Class {
    /// `int`
    pub const INT: Class = Class::Int { width: 32, signed: true };

    pub fn of(types: &TypeTable, ty: TypeId) -> Class {
        match types.get(ty) {
            Type::Bool => Class::Bool,
            Type::Int(_) | Type::Enum(_) => {
                let kind = types.int_kind(ty).expect("an integer type should have a kind");
                Class::Int { width: kind.bits.into(), signed: kind.signed }
            }
            Type::Pointer(_) => Class::Pointer { width: types.target().pointer_width() },
            Type::Float(FloatKind::F32) => Class::Float { width: 32 },
            Type::Float(FloatKind::F64 | FloatKind::Long) => Class::Float { width: 64 },
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => Class::Other,
        }
    }

    /// `size_t`
    pub fn size(target: Target) -> Class {
        Class::Int { width: target.pointer_width(), signed: false }
    }

    /// How indexes are computed with.
    pub fn index(target: Target) -> Class {
        Class::Int { width: target.pointer_width(), signed: true }
    }

    /// Width of a value in bits.
    pub fn width(self) -> u32 {
        match self {
            Class::Bool => 8,
            Class::Int { width, .. } | Class::Pointer { width } | Class::Float { width } => width,
            Class::Other => 8,
        }
    }

    pub fn signed(self) -> bool {
        matches!(self, Class::Int { signed: true, .. })
    }

    pub fn is_float(self) -> bool {
        matches!(self, Class::Float { .. })
    }

    pub fn is_pointer(self) -> bool {
        matches!(self, Class::Pointer { .. })
    }

    /// An integer of specifications: it stands for a mathematical one.
    pub fn is_mathematical(self) -> bool {
        self.width() == 128
    }

    /// The integer that a value that is not a floating one is kept as.
    pub fn int_kind(self) -> IntKind {
        let bits = u8::try_from(self.width()).expect("no scalar should be wider than 128 bits");
        IntKind { bits, signed: self.signed() }
    }
}
