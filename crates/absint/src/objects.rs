//! Storage as the analysis sees it: objects, their slots, and the dimensions that stand for what they hold.
//!
//! An object is a local of a call instance, a global, what one allocation site makes, or what an input points to. Its type says which slots it
//! has: a slot for each scalar outside of arrays, and one for all elements of an array together (of an array of records: one for each
//! scalar field). A union, and whatever has no type we know, is one slot of which nothing is known. Slots do not overlap (bit-fields may share bytes, not bits), so an
//! access that is not exactly a slot or an element of one concerns every slot it touches.

use rustc_hash::FxHashMap;
use whydunit_program::address::MAX_OBJECT;
use whydunit_program::{
    BitField, FunctionId, GlobalId, IntKind, LocalId, Point, Program, Type, TypeId, TypeTable,
};

use crate::graph::Context;
use crate::limits::{LARGEST_ELEMENT, MOST_SLOTS};
use crate::numeric::Dim;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ObjectId(pub(crate) u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SlotId(pub(crate) u32);

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Origin {
    Local(Context, LocalId),
    /// What a call instance returns.
    Result(Context),
    Global(GlobalId),
    /// Has an address and nothing else.
    Function(FunctionId),
    /// All blocks that the statement allocates.
    Heap(Context, Point),
    /// Variable-length arrays and `alloca`: all that the statement makes. They go with their function.
    Stack(Context, Point),
    /// What a pointer parameter of the start function points to. It is null if there is nothing.
    Input(LocalId),
    /// What a pointer that comes from outside points to, with each run of the statement.
    Outside(Context, Point),
}

/// No object is as large.
pub(crate) const OBJECT_END: i128 = MAX_OBJECT as i128;

#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) origin: Origin,
    /// In bytes, where the type says it; otherwise [`Quantity::Size`] may.
    pub(crate) size: Option<u64>,
    /// Bytes that [`Quantity::Size`] counts as one: the size of an element.
    pub(crate) unit: u64,
    pub(crate) slots: Vec<SlotId>,
    /// An input of which a contract says how long it is: it may be empty.
    pub(crate) is_stated: bool,
    pub(crate) is_const: bool,
    /// Pointers reach it.
    pub(crate) is_in_memory: bool,
}

/// How a slot's bytes are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Int(IntKind),
    /// Pointers are kept as offsets in units of what they point to.
    Pointer {
        unit: i128,
    },
    /// Floating-point numbers, unions, parts of bytes: anything.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    pub(crate) object: ObjectId,
    /// In bytes from the start of the object, of the first element.
    pub(crate) offset: u64,
    /// Of one element, in bytes.
    pub(crate) size: u64,
    /// 1 for a scalar.
    pub(crate) count: u64,
    /// Bytes from one element to the next.
    pub(crate) stride: u64,
    pub(crate) content: Content,
    /// Which bits of these bytes it is, if not all: slots of bits may share bytes.
    pub(crate) bits: Option<BitField>,
}

impl Slot {
    /// Does it lie at the same place of what starts at `start` as another of what starts at `origin`, and look the same?
    pub(crate) fn corresponds(&self, start: i128, other: &Slot, origin: i128) -> bool {
        let shape = |slot: &Slot| (slot.size, slot.count, slot.stride, slot.content, slot.bits);
        i128::from(self.offset) - start == i128::from(other.offset) - origin
            && shape(self) == shape(other)
    }

    pub(crate) fn is_array(&self) -> bool {
        self.count != 1
    }

    pub(crate) fn end(&self) -> u64 {
        match self.count {
            0 => self.offset,
            count => self.offset + (count - 1) * self.stride + self.size,
        }
    }
}

/// What a dimension stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Quantity {
    /// The integer in a scalar slot, or the offset of the pointer there; of an array: any element.
    Value(SlotId),
    /// How many elements from the first on have been given a value.
    Filled(SlotId),
    /// The index of the first zero among the elements of an array.
    FirstZero(SlotId),
    /// The size of an object whose type does not say it, in its units. Of what inputs point to: 0 if they are null.
    Size(ObjectId),
}

/// All objects and dimensions that an analysis has met.
#[derive(Debug)]
pub(crate) struct Objects<'p> {
    program: &'p Program,
    objects: Vec<Object>,
    by_origin: FxHashMap<Origin, ObjectId>,
    slots: Vec<Slot>,
    quantities: Vec<Quantity>,
    dims: FxHashMap<Quantity, Dim>,
}

impl<'p> Objects<'p> {
    pub(crate) fn new(program: &'p Program) -> Objects<'p> {
        Objects {
            program,
            objects: Vec::new(),
            by_origin: FxHashMap::default(),
            slots: Vec::new(),
            quantities: Vec::new(),
            dims: FxHashMap::default(),
        }
    }

    pub(crate) fn get(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.objects.len() as u32).map(ObjectId)
    }

    pub(crate) fn slot(&self, id: SlotId) -> &Slot {
        &self.slots[id.0 as usize]
    }

    pub(crate) fn quantity(&self, dim: Dim) -> Quantity {
        self.quantities[dim.0 as usize]
    }

    pub(crate) fn dim(&mut self, quantity: Quantity) -> Dim {
        let quantities = &mut self.quantities;
        *self.dims.entry(quantity).or_insert_with(|| {
            quantities.push(quantity);
            Dim(quantities.len() as u32 - 1)
        })
    }

    pub(crate) fn known_dim(&self, quantity: Quantity) -> Option<Dim> {
        self.dims.get(&quantity).copied()
    }

    pub(crate) fn value_dim(&mut self, slot: SlotId) -> Dim {
        self.dim(Quantity::Value(slot))
    }

    pub(crate) fn local(
        &mut self,
        context: Context,
        function: FunctionId,
        local: LocalId,
    ) -> ObjectId {
        let info = self.program.function(function).local(local);
        let is_in_memory = info.in_memory;
        self.object(Origin::Local(context, local), Extent::Of(info.ty), is_in_memory)
    }

    pub(crate) fn result(&mut self, context: Context, function: FunctionId) -> ObjectId {
        let ty = self.program.function(function).signature.result;
        self.object(Origin::Result(context), Extent::Of(ty), false)
    }

    pub(crate) fn global(&mut self, global: GlobalId) -> ObjectId {
        let info = self.program.global(global);
        let (ty, is_const) = (info.ty, info.is_const);
        let id = self.object(Origin::Global(global), Extent::Of(ty), true);
        self.objects[id.0 as usize].is_const = is_const;
        id
    }

    pub(crate) fn function(&mut self, function: FunctionId) -> ObjectId {
        let extent = Extent::Open { element: None, is_whole: false };
        self.object(Origin::Function(function), extent, false)
    }

    pub(crate) fn as_function(&self, id: ObjectId) -> Option<FunctionId> {
        match self.get(id).origin {
            Origin::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Blocks of elements of a type, as many as the block is long. Its length is counted in elements if there is no rest.
    pub(crate) fn block(
        &mut self,
        origin: Origin,
        element: Option<TypeId>,
        is_whole: bool,
    ) -> ObjectId {
        self.object(origin, Extent::Open { element, is_whole }, true)
    }

    pub(crate) fn set_stated(&mut self, id: ObjectId) {
        self.objects[id.0 as usize].is_stated = true;
    }

    fn object(&mut self, origin: Origin, extent: Extent, is_in_memory: bool) -> ObjectId {
        if let Some(&known) = self.by_origin.get(&origin) {
            return known;
        }
        let id = ObjectId(self.objects.len() as u32);
        let types = &self.program.types;
        let mut layout = Vec::new();
        let mut unit = 1;
        let size = match extent {
            Extent::Of(ty) => {
                if types.size_of(ty).is_some() {
                    lay_out(types, ty, 0, Repeat::ONCE, &mut layout);
                }
                types.size_of(ty)
            }
            Extent::Open { element, is_whole } => {
                let element =
                    element.filter(|ty| !matches!(types.get(*ty), Type::Void | Type::Function(_)));
                let stride = element.and_then(|ty| types.size_of(ty));
                if let (Some(ty), Some(stride @ 1..=LARGEST_ELEMENT)) = (element, stride) {
                    unit = if is_whole { stride } else { 1 };
                    let repeat = Repeat { count: OPEN, stride };
                    lay_out(types, ty, 0, repeat, &mut layout);
                }
                None
            }
        };
        let mut slots = Vec::with_capacity(layout.len());
        for part in layout {
            slots.push(SlotId(self.slots.len() as u32));
            let Part { offset, size, repeat: Repeat { count, stride }, content, bits } = part;
            let stride = if count == 1 { size } else { stride };
            self.slots.push(Slot { object: id, offset, size, count, stride, content, bits });
        }
        let (is_const, is_stated) = (false, false);
        self.objects.push(Object { origin, size, unit, slots, is_stated, is_const, is_in_memory });
        self.by_origin.insert(origin, id);
        id
    }
}

/// What is said about how large an object is.
#[derive(Clone, Copy)]
enum Extent {
    Of(TypeId),
    /// Some number of elements, of a type if that is known; with nothing left over if that is.
    Open {
        element: Option<TypeId>,
        is_whole: bool,
    },
}

/// More elements than any object has.
const OPEN: u64 = 1 << 32;

#[derive(Clone, Copy)]
struct Repeat {
    count: u64,
    stride: u64,
}

impl Repeat {
    const ONCE: Repeat = Repeat { count: 1, stride: 0 };
}

/// What becomes a slot.
struct Part {
    offset: u64,
    size: u64,
    repeat: Repeat,
    content: Content,
    bits: Option<BitField>,
}

/// The bytes that a bit-field lies in from the byte of its first bit on, and where in them.
pub(crate) fn bytes_of_bits(field: BitField, offset: u64) -> (u64, BitField) {
    let bit_offset = field.bit_offset - 8 * offset;
    let size = (bit_offset + u64::from(field.width)).div_ceil(8);
    (size, BitField { bit_offset, ..field })
}

fn lay_out(types: &TypeTable, ty: TypeId, offset: u64, repeat: Repeat, into: &mut Vec<Part>) {
    let Some(size) = types.size_of(ty) else { return };
    let is_whole = into.len() >= MOST_SLOTS;
    let part = |content: Content| Part { offset, size, repeat, content, bits: None };
    match types.get(ty) {
        Type::Void | Type::Function(_) => {}
        Type::Array { elem, len: Some(len) } => {
            let Some(elem_size) = types.size_of(*elem) else { return };
            // Rows of rows are one row, as long as nothing lies between the elements.
            let joined = match repeat.count {
                1 => Some(Repeat { count: *len, stride: elem_size }),
                count if repeat.stride == elem_size * len => {
                    count.checked_mul(*len).map(|count| Repeat { count, stride: elem_size })
                }
                _ => None,
            };
            match joined {
                Some(inner) if *len > 0 => lay_out(types, *elem, offset, inner, into),
                _ => into.push(part(Content::Other)),
            }
        }
        Type::Record(id) if !types.record(*id).is_union && !is_whole => {
            for field in &types.record(*id).fields {
                match (field.bits, types.int_kind(field.ty)) {
                    (None, _) => lay_out(types, field.ty, offset + field.offset, repeat, into),
                    (Some(bits), Some(kind)) if repeat.count == 1 && bits.width > 0 => {
                        let content = Content::Int(IntKind { bits: bits.width, ..kind });
                        let (size, bits) = bytes_of_bits(bits, field.offset);
                        let offset = offset + field.offset;
                        into.push(Part { offset, size, repeat, content, bits: Some(bits) });
                    }
                    // Those of many records are left out: reads of them know nothing.
                    _ => {}
                }
            }
        }
        Type::Pointer(to) => {
            let unit = i128::from(types.size_of(*to).unwrap_or(1).max(1));
            into.push(part(Content::Pointer { unit }));
        }
        Type::Bool | Type::Int(_) | Type::Enum(_) => {
            let kind = types.int_kind(ty).unwrap_or(IntKind { bits: 8, signed: false });
            into.push(part(Content::Int(kind)));
        }
        _ => into.push(part(Content::Other)),
    }
}
