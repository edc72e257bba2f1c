//! Places: from a base along a path to where a value lies.

use whydunit_program::obligation;
use whydunit_program::{BinaryOp, BitField, Class, LocalId, Place, PlaceBase, Projection, Type};
use whydunit_source::Span;

use crate::domain::{Domain, Scalars, Site};

/// What a place starts from.
#[derive(Clone, Debug)]
pub enum Base<A> {
    /// A scalar local that no pointer reaches.
    Register(LocalId),
    Address(A),
}

/// Where a place is.
#[derive(Clone, Debug)]
pub enum Located<A> {
    Register(LocalId),
    Memory(A),
    /// A bit-field: of the record at the address, and whether its values have a sign.
    Bits(A, BitField, bool),
}

/// One of the elements of an array.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// Of an element, in bytes.
    pub size: u64,
    /// The index has been demanded to be less; `None`: how many there are is for the access to say.
    pub len: Option<u64>,
    /// Of the place.
    pub span: Span,
}

/// Finds a place. With `may_be_end` the last index may lie just past the end of its array.
pub fn locate<'p, D: Domain<'p>>(
    domain: &mut D,
    place: &Place,
    may_be_end: bool,
    scope: &mut D::Scope,
) -> Result<Located<D::Address>, D::Stop> {
    let types = domain.types();
    let (mut address, mut ty) = match &place.base {
        PlaceBase::Local(local) => match domain.local(*local, scope)? {
            (Base::Register(local), _) => return Ok(Located::Register(local)),
            (Base::Address(address), ty) => (address, ty),
        },
        PlaceBase::Global(global) => domain.global(*global, scope)?,
        PlaceBase::Deref(pointer) => {
            let ty = types.pointee(pointer.ty).unwrap_or(place.ty);
            let is_scalar = place.path.is_empty() && types.is_scalar(place.ty);
            (domain.pointee(pointer, is_scalar && !may_be_end, scope)?, ty)
        }
    };
    for (position, projection) in place.path.iter().enumerate() {
        let is_last = position + 1 == place.path.len();
        match (projection, types.get(ty)) {
            (Projection::Field(index), Type::Record(record)) => {
                let field = &types.record(*record).fields[*index as usize];
                if let Some(bits) = field.bits {
                    let signed = types.int_kind(field.ty).is_some_and(|kind| kind.signed);
                    return Ok(Located::Bits(address, bits, signed));
                }
                address = domain.field(address, field.offset);
                ty = field.ty;
            }
            (Projection::Index(index), &Type::Array { elem, len }) => {
                let value = domain.subscript(index, scope)?;
                let class = Class::index(types.target());
                let mut operands = [(value, class)];
                if let Some(len) = len {
                    let obligation = obligation::of_index(len, may_be_end && is_last);
                    if domain.is_checked(obligation.kind) {
                        let site = Site::Index(place, position);
                        let is_access =
                            !may_be_end && !matches!(types.get(place.ty), Type::Array { .. });
                        let check = (&obligation, is_access);
                        domain.check_index(&mut address, check, &mut operands, site, scope)?;
                    }
                }
                let [(value, _)] = operands;
                let size = types.size_of(elem).unwrap_or(0);
                let element = Element { size, len, span: place.span };
                address = domain.element(address, value, element, scope)?;
                ty = elem;
            }
            _ => break,
        }
    }
    Ok(Located::Memory(address))
}

/// An index as one as wide as a pointer. One that does not fit is too far for every object, on the same side.
pub(crate) fn widen_index<S: Scalars>(
    scalars: &mut S,
    value: S::Value,
    from: Class,
    to: Class,
) -> S::Value {
    if from.width() <= to.width() {
        return scalars.cast(value, from, to);
    }
    let wide = Class::Int { width: from.width(), signed: true };
    let kind = to.int_kind();
    let small = scalars.cast(value.clone(), wide, to);
    let back = scalars.cast(small.clone(), to, wide);
    let fits = scalars.compare(BinaryOp::Eq, wide, back, value.clone());
    let zero = scalars.constant(wide, 0);
    let is_negative = scalars.compare(BinaryOp::Lt, wide, value, zero);
    let lowest = scalars.constant(to, kind.least().cast_unsigned());
    let highest = scalars.constant(to, kind.most().cast_unsigned());
    let farthest = scalars.select(is_negative, lowest, highest);
    scalars.select(fits, small, farthest)
}
