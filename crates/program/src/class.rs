//! How scalar types are computed with.

use crate::{FloatKind, IntKind, Target, Type, TypeId, TypeTable};

/// The kind of number that a value of a scalar type is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// `_Bool`, a byte.
    Bool,
    /// An integer, computed with in its own width.
    Int {
        /// Bits.
        width: u32,
        /// Is it read in two's complement?
        signed: bool,
    },
    /// An address.
    Pointer {
        /// Bits.
        width: u32,
    },
    /// `long double` is computed as `double`.
    Float {
        /// Bits.
        width: u32,
    },
    /// Not scalar.
    Other,
}

impl Class {
    /// `int`
    pub const INT: Class = Class::Int { width: 32, signed: true };

    /// Asked for every operand wherever expressions are evaluated, so it is inlined, like what it consists of.
    #[inline]
    pub fn of(types: &TypeTable, ty: TypeId) -> Class {
        match types.get(ty) {
            Type::Bool => Class::Bool,
            Type::Int(kind) => Class::of_int(*kind),
            Type::Enum(info) => Class::of_int(types.enum_info(*info).repr),
            Type::Pointer(_) => Class::Pointer { width: types.target().pointer_width() },
            Type::Float(FloatKind::F32) => Class::Float { width: 32 },
            Type::Float(FloatKind::F64 | FloatKind::Long) => Class::Float { width: 64 },
            Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => Class::Other,
        }
    }

    #[inline]
    fn of_int(kind: IntKind) -> Class {
        Class::Int { width: kind.bits.into(), signed: kind.signed }
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
    #[inline]
    pub fn width(self) -> u32 {
        match self {
            Class::Bool => 8,
            Class::Int { width, .. } | Class::Pointer { width } | Class::Float { width } => width,
            Class::Other => 8,
        }
    }

    /// Is it a signed integer?
    #[inline]
    pub fn signed(self) -> bool {
        matches!(self, Class::Int { signed: true, .. })
    }

    /// Is it a floating-point number?
    #[inline]
    pub fn is_float(self) -> bool {
        matches!(self, Class::Float { .. })
    }

    /// Is it an address?
    #[inline]
    pub fn is_pointer(self) -> bool {
        matches!(self, Class::Pointer { .. })
    }

    /// An integer of specifications: it stands for a mathematical one.
    #[inline]
    pub fn is_mathematical(self) -> bool {
        self.width() == 128
    }

    /// The integer that a value that is not a floating one is kept as.
    pub fn int_kind(self) -> IntKind {
        let bits = u8::try_from(self.width()).expect("no scalar should be wider than 128 bits");
        IntKind { bits, signed: self.signed() }
    }
}
