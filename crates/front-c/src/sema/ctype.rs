//! C types, interned.
//!
//! Equal unqualified types have equal [`TyId`]s; a [`Ty`] adds qualifiers. Records and enumerations
//! share their ids with the program's [`TypeTable`], where their layout lives; what C knows beyond it
//! (the C type of each field) is kept here. Each C type has one program type ([`Types::ir`]):
//! qualifiers vanish, and a variable-length array becomes its innermost element of constant size,
//! since only that has a size everybody can compute with.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_program::{
    EnumId, FloatKind, Record, RecordId, Signature, Target, Type, TypeId, TypeTable,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TyId(u32);

/// A C type with its qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ty {
    pub(crate) id: TyId,
    pub(crate) is_const: bool,
    pub(crate) is_volatile: bool,
}

impl Ty {
    pub(crate) fn unqualified(self) -> Ty {
        Ty { id: self.id, is_const: false, is_volatile: false }
    }

    pub(crate) fn with_const(self, is_const: bool) -> Ty {
        Ty { is_const: self.is_const || is_const, ..self }
    }

    pub(crate) fn with_quals_of(self, other: Ty) -> Ty {
        Ty {
            id: self.id,
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
        }
    }
}

/// The integer types, in order of rank and signed before unsigned (but for the three `char`s).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum IntTy {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    /// The mathematical integers of contracts.
    Integer,
}

impl IntTy {
    pub(crate) fn rank(self) -> u8 {
        match self {
            IntTy::Char | IntTy::SChar | IntTy::UChar => 1,
            IntTy::Short | IntTy::UShort => 2,
            IntTy::Int | IntTy::UInt => 3,
            IntTy::Long | IntTy::ULong => 4,
            IntTy::LongLong | IntTy::ULongLong => 5,
            IntTy::Integer => 6,
        }
    }

    pub(crate) fn is_signed(self) -> bool {
        !matches!(
            self,
            IntTy::UChar | IntTy::UShort | IntTy::UInt | IntTy::ULong | IntTy::ULongLong
        )
    }

    pub(crate) fn bits(self, target: Target) -> u8 {
        match self.rank() {
            1 => 8,
            2 => 16,
            3 => 32,
            4 => target.pointer_bytes() as u8 * 8,
            5 => 64,
            _ => 128,
        }
    }

    pub(crate) fn to_unsigned(self) -> IntTy {
        match self {
            IntTy::Char | IntTy::SChar | IntTy::UChar => IntTy::UChar,
            IntTy::Short | IntTy::UShort => IntTy::UShort,
            IntTy::Int | IntTy::UInt => IntTy::UInt,
            IntTy::Long | IntTy::ULong => IntTy::ULong,
            IntTy::LongLong | IntTy::ULongLong => IntTy::ULongLong,
            IntTy::Integer => IntTy::Integer,
        }
    }

    fn name(self) -> &'static str {
        match self {
            IntTy::Char => "char",
            IntTy::SChar => "signed char",
            IntTy::UChar => "unsigned char",
            IntTy::Short => "short",
            IntTy::UShort => "unsigned short",
            IntTy::Int => "int",
            IntTy::UInt => "unsigned int",
            IntTy::Long => "long",
            IntTy::ULong => "unsigned long",
            IntTy::LongLong => "long long",
            IntTy::ULongLong => "unsigned long long",
            IntTy::Integer => "integer",
        }
    }
}

/// How many elements an array type has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ArrayLen {
    Known(u64),
    /// `[]`: incomplete or flexible.
    Unknown,
    /// Computed at run time. The number is unique to one evaluation of one declarator; the function
    /// being lowered knows which temporary holds the length.
    Variable(u32),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FnTy {
    pub(crate) result: Ty,
    pub(crate) params: Rc<[Ty]>,
    pub(crate) variadic: bool,
    /// False for `f()` and K&R definitions: arguments are not checked against parameters.
    pub(crate) prototyped: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Void,
    Bool,
    Int(IntTy),
    Enum(EnumId),
    Float(FloatKind),
    /// A type that can be declared but not computed with (`_Complex`, 128-bit integers).
    Opaque {
        what: &'static str,
        size: u64,
    },
    Pointer(Ty),
    Array {
        elem: Ty,
        len: ArrayLen,
    },
    Record(RecordId),
    Function(FnTy),
}

#[derive(Debug)]
pub(crate) struct Types {
    /// The program's types.
    pub(crate) table: TypeTable,
    kinds: Vec<Kind>,
    index: FxHashMap<Kind, TyId>,
    /// Program type of each C type once somebody asked.
    irs: Vec<Option<TypeId>>,
    /// C types of the fields, by record. Invariant: as long as `table.record(id).fields`.
    fields: Vec<Vec<Ty>>,
    next_variable_len: u32,
    va_list: Option<Ty>,
}

impl Types {
    pub(crate) fn new(target: Target) -> Types {
        Types {
            table: TypeTable::new(target),
            kinds: Vec::new(),
            index: FxHashMap::default(),
            irs: Vec::new(),
            fields: Vec::new(),
            next_variable_len: 0,
            va_list: None,
        }
    }

    pub(crate) fn target(&self) -> Target {
        self.table.target()
    }

    pub(crate) fn intern(&mut self, kind: Kind) -> Ty {
        let id = match self.index.get(&kind) {
            Some(&id) => id,
            None => {
                let id = TyId(self.kinds.len() as u32);
                self.kinds.push(kind.clone());
                self.irs.push(None);
                self.index.insert(kind, id);
                id
            }
        };
        Ty { id, is_const: false, is_volatile: false }
    }

    pub(crate) fn kind(&self, ty: Ty) -> &Kind {
        &self.kinds[ty.id.0 as usize]
    }

    pub(crate) fn void(&mut self) -> Ty {
        self.intern(Kind::Void)
    }

    pub(crate) fn int(&mut self) -> Ty {
        self.intern(Kind::Int(IntTy::Int))
    }

    pub(crate) fn integer(&mut self, int: IntTy) -> Ty {
        self.intern(Kind::Int(int))
    }

    pub(crate) fn double(&mut self) -> Ty {
        self.intern(Kind::Float(FloatKind::F64))
    }

    /// `size_t`.
    pub(crate) fn size(&mut self) -> Ty {
        let int = match self.target() {
            Target::Lp64 => IntTy::ULong,
            Target::Ilp32 => IntTy::UInt,
        };
        self.integer(int)
    }

    /// `ptrdiff_t`.
    pub(crate) fn ptrdiff(&mut self) -> Ty {
        let int = match self.target() {
            Target::Lp64 => IntTy::Long,
            Target::Ilp32 => IntTy::Int,
        };
        self.integer(int)
    }

    pub(crate) fn pointer(&mut self, to: Ty) -> Ty {
        self.intern(Kind::Pointer(to))
    }

    pub(crate) fn array(&mut self, elem: Ty, len: ArrayLen) -> Ty {
        self.intern(Kind::Array { elem, len })
    }

    pub(crate) fn function(&mut self, function: FnTy) -> Ty {
        self.intern(Kind::Function(function))
    }

    pub(crate) fn fresh_variable_len(&mut self) -> ArrayLen {
        self.next_variable_len += 1;
        ArrayLen::Variable(self.next_variable_len)
    }

    /// `__builtin_va_list`: an array of one record of three words, so that it is passed by address.
    pub(crate) fn va_list(&mut self) -> Ty {
        if let Some(ty) = self.va_list {
            return ty;
        }
        let record = self.add_record(Some("__va_list_tag".into()), false);
        let word = self.size();
        let members = ["frame", "next", "reserved"].map(|name| crate::sema::layout::Member {
            name: name.into(),
            ty: word,
            width: None,
            packed: false,
            align: None,
            declaration: None,
        });
        let attributes = crate::sema::layout::RecordAttributes::default();
        crate::sema::layout::complete(self, record, &members, attributes);
        let record = self.intern(Kind::Record(record));
        let ty = self.array(record, ArrayLen::Known(1));
        self.va_list = Some(ty);
        ty
    }

    pub(crate) fn add_record(&mut self, tag: Option<String>, is_union: bool) -> RecordId {
        let id = self.table.add_record(Record {
            tag,
            is_union,
            fields: Vec::new(),
            size: 0,
            align: 1,
            complete: false,
        });
        self.fields.resize(id.0 as usize + 1, Vec::new());
        id
    }

    pub(crate) fn set_field_types(&mut self, record: RecordId, fields: Vec<Ty>) {
        self.fields[record.0 as usize] = fields;
    }

    pub(crate) fn field_types(&self, record: RecordId) -> &[Ty] {
        &self.fields[record.0 as usize]
    }

    /// A copy of `record` whose last field has another type and whose size is larger to hold it: the
    /// type of an object whose flexible array member has an initialiser.
    pub(crate) fn with_last_field(&mut self, record: RecordId, last: Ty, size: u64) -> RecordId {
        let mut copy = self.table.record(record).clone();
        let mut fields = self.fields[record.0 as usize].clone();
        copy.size = size;
        if let (Some(field), Some(ty)) = (copy.fields.last_mut(), fields.last_mut()) {
            *ty = last;
            field.ty = self.ir(last);
        }
        let id = self.table.add_record(copy);
        self.fields.resize(id.0 as usize + 1, Vec::new());
        self.fields[id.0 as usize] = fields;
        id
    }

    /// The path of field indices to the member `name`, through anonymous members.
    pub(crate) fn find_field(&self, record: RecordId, name: &str) -> Option<Vec<u32>> {
        let fields = &self.table.record(record).fields;
        for (index, field) in fields.iter().enumerate() {
            if field.name == name {
                return Some(vec![index as u32]);
            }
        }
        for (index, field) in fields.iter().enumerate() {
            if !field.name.is_empty() {
                continue;
            }
            let Kind::Record(inner) = self.kind(self.fields[record.0 as usize][index]) else {
                continue;
            };
            if let Some(mut path) = self.find_field(*inner, name) {
                path.insert(0, index as u32);
                return Some(path);
            }
        }
        None
    }

    /// The program type that stands for a C type.
    pub(crate) fn ir(&mut self, ty: Ty) -> TypeId {
        if let Some(id) = self.irs[ty.id.0 as usize] {
            return id;
        }
        let shape = match self.kind(ty).clone() {
            Kind::Void => Type::Void,
            Kind::Bool => Type::Bool,
            Kind::Int(int) => Type::Int(whydunit_program::IntKind {
                bits: int.bits(self.target()),
                signed: int.is_signed(),
            }),
            Kind::Enum(id) => Type::Enum(id),
            Kind::Float(kind) => Type::Float(kind),
            Kind::Opaque { size, .. } => {
                let byte = self.table.int(8, false);
                Type::Array { elem: byte, len: Some(size) }
            }
            Kind::Pointer(to) => {
                let to = self.constant_element(to);
                Type::Pointer(self.ir(to))
            }
            Kind::Array { elem, len } => match len {
                ArrayLen::Known(len) if !self.is_variable(elem) => {
                    Type::Array { elem: self.ir(elem), len: Some(len) }
                }
                _ => {
                    let elem = self.constant_element(elem);
                    Type::Array { elem: self.ir(elem), len: None }
                }
            },
            Kind::Record(id) => Type::Record(id),
            Kind::Function(function) => Type::Function(self.signature(&function)),
        };
        let id = self.table.intern(shape);
        self.irs[ty.id.0 as usize] = Some(id);
        id
    }

    pub(crate) fn signature(&mut self, function: &FnTy) -> Signature {
        Signature {
            result: self.ir(function.result),
            params: function.params.iter().map(|&param| self.ir(param)).collect(),
            variadic: function.variadic,
        }
    }

    /// Strips the variable-length dimensions of an array: `int [n][3]` gives `int [3]`.
    pub(crate) fn constant_element(&self, ty: Ty) -> Ty {
        match self.kind(ty) {
            Kind::Array { elem, .. } if self.is_variable(ty) => self.constant_element(*elem),
            _ => ty,
        }
    }

    /// Does the size of the type depend on values at run time?
    pub(crate) fn is_variable(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Array { len: ArrayLen::Variable(_), .. } => true,
            Kind::Array { elem, .. } => self.is_variable(*elem),
            _ => false,
        }
    }

    pub(crate) fn size_of(&mut self, ty: Ty) -> Option<u64> {
        if self.is_variable(ty) {
            return None;
        }
        let ir = self.ir(ty);
        self.table.size_of(ir)
    }

    pub(crate) fn align_of(&mut self, ty: Ty) -> u64 {
        let ir = self.ir(ty);
        self.table.align_of(ir)
    }

    /// Complete object type (or `void`/function, which GNU C lets have size 1).
    pub(crate) fn is_complete(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Void => false,
            Kind::Array { len: ArrayLen::Unknown, .. } => false,
            Kind::Array { elem, .. } => self.is_complete(*elem),
            Kind::Record(id) => self.table.record(*id).complete,
            _ => true,
        }
    }

    pub(crate) fn is_void(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Void)
    }

    pub(crate) fn is_integer(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Bool | Kind::Int(_) | Kind::Enum(_))
    }

    pub(crate) fn is_float(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Float(_))
    }

    pub(crate) fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub(crate) fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Pointer(_))
    }

    pub(crate) fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub(crate) fn is_record(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Record(_))
    }

    /// What is unsupported about the type, if anything.
    pub(crate) fn opaque(&self, ty: Ty) -> Option<&'static str> {
        match self.kind(ty) {
            Kind::Opaque { what, .. } => Some(what),
            _ => None,
        }
    }

    pub(crate) fn is_array(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Array { .. })
    }

    pub(crate) fn is_function(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Function(_))
    }

    pub(crate) fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            Kind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Element type with the array's own qualifiers, which belong to the elements.
    pub(crate) fn element(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            Kind::Array { elem, .. } => Some(elem.with_quals_of(ty)),
            _ => None,
        }
    }

    /// The integer type an integer, `_Bool` or enumeration is computed as before promotion.
    pub(crate) fn int_ty(&self, ty: Ty) -> Option<IntTy> {
        match self.kind(ty) {
            Kind::Bool => Some(IntTy::UChar),
            Kind::Int(int) => Some(*int),
            Kind::Enum(id) => {
                let repr = self.table.enum_info(*id).repr;
                Some(match (repr.bits, repr.signed) {
                    (8, true) => IntTy::SChar,
                    (8, false) => IntTy::UChar,
                    (16, true) => IntTy::Short,
                    (16, false) => IntTy::UShort,
                    (32, true) => IntTy::Int,
                    (32, false) => IntTy::UInt,
                    (_, true) if self.target() == Target::Lp64 => IntTy::Long,
                    (_, false) if self.target() == Target::Lp64 => IntTy::ULong,
                    (_, true) => IntTy::LongLong,
                    (_, false) => IntTy::ULongLong,
                })
            }
            _ => None,
        }
    }

    pub(crate) fn is_signed(&self, ty: Ty) -> bool {
        self.int_ty(ty).is_some_and(IntTy::is_signed)
    }

    /// Compatible types (C11 6.2.7), qualifiers aside.
    pub(crate) fn compatible(&self, a: Ty, b: Ty) -> bool {
        if a.id == b.id {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (Kind::Enum(_), Kind::Int(int)) => self.int_ty(a) == Some(*int),
            (Kind::Int(int), Kind::Enum(_)) => self.int_ty(b) == Some(*int),
            (Kind::Pointer(a), Kind::Pointer(b)) => {
                a.is_const == b.is_const
                    && a.is_volatile == b.is_volatile
                    && self.compatible(*a, *b)
            }
            (Kind::Array { elem: a, len: m }, Kind::Array { elem: b, len: n }) => {
                let lengths_agree = match (m, n) {
                    (ArrayLen::Known(m), ArrayLen::Known(n)) => m == n,
                    _ => true,
                };
                lengths_agree && self.compatible(*a, *b)
            }
            (Kind::Function(a), Kind::Function(b)) => {
                if !self.compatible(a.result, b.result) {
                    return false;
                }
                if !a.prototyped || !b.prototyped {
                    return true;
                }
                a.variadic == b.variadic
                    && a.params.len() == b.params.len()
                    && a.params.iter().zip(b.params.iter()).all(|(&a, &b)| self.compatible(a, b))
            }
            _ => false,
        }
    }

    /// Like [`Types::compatible`], but for declarations in different files: records with the same
    /// tag count as the same type.
    pub(crate) fn agree_across_files(&self, a: Ty, b: Ty) -> bool {
        if a.id == b.id {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (Kind::Record(a), Kind::Record(b)) => {
                let (a, b) = (self.table.record(*a), self.table.record(*b));
                a.is_union == b.is_union
                    && (a.tag == b.tag || a.tag.is_none() || b.tag.is_none())
                    && (!a.complete || !b.complete || a.size == b.size)
            }
            (Kind::Enum(_), Kind::Enum(_)) => self.int_ty(a) == self.int_ty(b),
            (Kind::Pointer(a), Kind::Pointer(b)) => self.agree_across_files(*a, *b),
            (Kind::Array { elem: a, len: m }, Kind::Array { elem: b, len: n }) => {
                let lengths_agree = match (m, n) {
                    (ArrayLen::Known(m), ArrayLen::Known(n)) => m == n,
                    _ => true,
                };
                lengths_agree && self.agree_across_files(*a, *b)
            }
            (Kind::Function(a), Kind::Function(b)) => {
                self.agree_across_files(a.result, b.result)
                    && (!a.prototyped
                        || !b.prototyped
                        || (a.variadic == b.variadic
                            && a.params.len() == b.params.len()
                            && (a.params.iter().zip(b.params.iter()))
                                .all(|(&a, &b)| self.agree_across_files(a, b))))
            }
            _ => self.compatible(a, b),
        }
    }

    /// Do the fields of the two types lie at the same places? What is not a record has none.
    pub(crate) fn have_same_fields(&self, a: Ty, b: Ty) -> bool {
        match (self.kind(a), self.kind(b)) {
            (Kind::Array { elem: a, .. }, Kind::Array { elem: b, .. }) => {
                self.have_same_fields(*a, *b)
            }
            (Kind::Record(a), Kind::Record(b)) if a != b => {
                let (left, right) = (self.table.record(*a), self.table.record(*b));
                if !left.complete || !right.complete {
                    return true;
                }
                let types = self.field_types(*a).iter().zip(self.field_types(*b));
                let mut fields = left.fields.iter().zip(&right.fields).zip(types);
                left.fields.len() == right.fields.len()
                    && fields.all(|((left, right), (&a, &b))| {
                        left.offset == right.offset
                            && left.bits == right.bits
                            && self.is_record(a) == self.is_record(b)
                            && self.is_array(a) == self.is_array(b)
                            && self.have_same_fields(a, b)
                    })
            }
            _ => true,
        }
    }

    /// The type two compatible declarations of one object or function amount to.
    pub(crate) fn composite(&self, a: Ty, b: Ty) -> Ty {
        match (self.kind(a), self.kind(b)) {
            (Kind::Array { len: ArrayLen::Unknown, .. }, Kind::Array { .. }) => b,
            (Kind::Function(f), Kind::Function(g)) if !f.prototyped && g.prototyped => b,
            _ => a,
        }
    }

    /// The type as C writes it, for messages.
    pub(crate) fn display(&self, ty: Ty) -> String {
        let qualifier = match (ty.is_const, ty.is_volatile) {
            (true, true) => "const volatile ",
            (true, false) => "const ",
            (false, true) => "volatile ",
            (false, false) => "",
        };
        match self.kind(ty) {
            Kind::Void => format!("{qualifier}void"),
            Kind::Bool => format!("{qualifier}_Bool"),
            Kind::Int(int) => format!("{qualifier}{}", int.name()),
            Kind::Enum(id) => {
                let name = self.table.enum_info(*id).name.as_deref();
                format!("{qualifier}enum {}", name.unwrap_or("<anonymous>"))
            }
            Kind::Float(kind) => format!("{qualifier}{}", float_name(*kind)),
            Kind::Opaque { what, .. } => format!("{qualifier}{what}"),
            Kind::Pointer(to) => {
                let star = if qualifier.is_empty() { "" } else { qualifier.trim_end() };
                match self.kind(*to) {
                    Kind::Function(function) => {
                        let (result, params) = self.display_function(function);
                        format!("{result} (*{star})({params})")
                    }
                    Kind::Array { elem, len } => {
                        format!("{} (*{star})[{}]", self.display(*elem), display_len(*len))
                    }
                    _ => {
                        let to = self.display(*to);
                        let space = if to.ends_with('*') { "" } else { " " };
                        format!("{to}{space}*{star}")
                    }
                }
            }
            Kind::Array { elem, len } => {
                format!("{} [{}]", self.display(elem.with_quals_of(ty)), display_len(*len))
            }
            Kind::Record(id) => {
                let record = self.table.record(*id);
                let word = if record.is_union { "union" } else { "struct" };
                format!("{qualifier}{word} {}", record.tag.as_deref().unwrap_or("<anonymous>"))
            }
            Kind::Function(function) => {
                let (result, params) = self.display_function(function);
                format!("{result} ({params})")
            }
        }
    }

    fn display_function(&self, function: &FnTy) -> (String, String) {
        let mut params: Vec<_> = function.params.iter().map(|&param| self.display(param)).collect();
        if function.variadic {
            params.push("...".into());
        } else if function.prototyped && params.is_empty() {
            params.push("void".into());
        }
        (self.display(function.result), params.join(", "))
    }
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F32 => "float",
        FloatKind::F64 => "double",
        FloatKind::Long => "long double",
    }
}

fn display_len(len: ArrayLen) -> String {
    match len {
        ArrayLen::Known(len) => len.to_string(),
        ArrayLen::Unknown => String::new(),
        ArrayLen::Variable(_) => "*".into(),
    }
}
