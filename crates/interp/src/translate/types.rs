//! How types are computed with and stored.

use whydunit_program::{FloatKind, Target, Type, TypeId, TypeTable};

use crate::code::Scalar;

/// What kind of value a scalar type has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Bool,
    Int {
        kind: Scalar,
        signed: bool,
    },
    Pointer,
    /// `double` and `long double` are both computed as binary64.
    Double,
    Single,
    /// 128 bits: specifications only.
    Wide,
    /// Not scalar.
    Other,
}

impl Class {
    pub(crate) fn is_float(self) -> bool {
        matches!(self, Class::Double | Class::Single)
    }

    /// The kind of a value of this class in a slot; pointers count as unsigned.
    pub(crate) fn kind(self, target: Target) -> (Scalar, bool) {
        match self {
            Class::Bool => (Scalar::U8, false),
            Class::Int { kind, signed } => (kind, signed),
            Class::Pointer if target == Target::Ilp32 => (Scalar::U32, false),
            Class::Single => (Scalar::U32, false),
            Class::Pointer | Class::Double | Class::Wide | Class::Other => (Scalar::W64, false),
        }
    }
}

pub(crate) fn class_of(types: &TypeTable, ty: TypeId) -> Class {
    match types.get(ty) {
        Type::Bool => Class::Bool,
        Type::Pointer(_) => Class::Pointer,
        Type::Float(FloatKind::F32) => Class::Single,
        Type::Float(FloatKind::F64 | FloatKind::Long) => Class::Double,
        Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_) => Class::Other,
        Type::Int(_) | Type::Enum(_) => {
            let int = types.int_kind(ty).expect("an integer type should have a kind");
            let kind = match (int.bits, int.signed) {
                (8, false) => Scalar::U8,
                (8, true) => Scalar::I8,
                (16, false) => Scalar::U16,
                (16, true) => Scalar::I16,
                (32, false) => Scalar::U32,
                (32, true) => Scalar::I32,
                (64, _) => Scalar::W64,
                _ => return Class::Wide,
            };
            Class::Int { kind, signed: int.signed }
        }
    }
}

/// How a scalar type lies in memory; `None` if it is not scalar or too wide.
pub(crate) fn scalar_of(types: &TypeTable, ty: TypeId) -> Option<Scalar> {
    if let Type::Float(FloatKind::Long) = types.get(ty) {
        return Some(match types.target() {
            Target::Lp64 => Scalar::Long16,
            Target::Ilp32 => Scalar::Long12,
        });
    }
    match class_of(types, ty) {
        Class::Wide | Class::Other => None,
        class => Some(class.kind(types.target()).0),
    }
}
