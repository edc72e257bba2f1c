//! One type for one type: records and enumerations that several files define alike are merged.
//!
//! Every file that includes a header has its own copy of the header's types. Copies with the same
//! tag, the same layout and (again, up to copies) the same field types are the same type to C
//! programmers, and to everything that compares types by number.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whydunit_program::{EnumId, Fold, Program, RecordId, Signature, Type, TypeId};

pub(crate) fn unify(program: &mut Program) {
    let mut classes = Classes::new(program);
    while classes.refine(program) {}
    if classes.are_trivial() {
        return;
    }
    let mut mapper = Mapper { classes, memo: FxHashMap::default() };
    for index in 0..program.types.record_count() {
        let id = RecordId(index as u32);
        let fields: Vec<TypeId> =
            program.types.record(id).fields.iter().map(|field| field.ty).collect();
        let mapped: Vec<TypeId> = fields.into_iter().map(|ty| mapper.map(ty, program)).collect();
        for (field, ty) in program.types.record_mut(id).fields.iter_mut().zip(mapped) {
            field.ty = ty;
        }
    }
    let mut functions = std::mem::take(&mut program.functions);
    let mut globals = std::mem::take(&mut program.globals);
    let mut unified = Unified { mapper, program };
    functions.iter_mut().for_each(|function| function.fold_parts(&mut unified));
    globals.iter_mut().for_each(|global| global.fold_parts(&mut unified));
    program.functions = functions;
    program.globals = globals;
}

/// Which records and enumerations count as the same: each has the number of its class, which is the
/// number of the class's first member.
struct Classes {
    records: Vec<u32>,
    enums: Vec<u32>,
}

impl Classes {
    fn new(program: &Program) -> Classes {
        let types = &program.types;
        let mut first: BTreeMap<String, u32> = BTreeMap::new();
        let mut records: Vec<u32> = (0..types.record_count() as u32)
            .map(|index| {
                let record = types.record(RecordId(index));
                let fields: Vec<_> = record
                    .fields
                    .iter()
                    .map(|field| (&field.name, field.offset, field.bits))
                    .collect();
                let key = format!(
                    "{:?} {} {} {} {} {fields:?}",
                    record.tag, record.is_union, record.complete, record.size, record.align
                );
                *first.entry(key).or_insert(index)
            })
            .collect();
        let enums = (0..types.enum_count() as u32)
            .map(|index| {
                let info = types.enum_info(EnumId(index));
                let key = format!("enum {:?} {:?} {:?}", info.name, info.repr, info.values);
                *first.entry(key).or_insert(index)
            })
            .collect();
        // A record that is only declared is the one that other files define under its tag.
        for index in 0..records.len() {
            let record = types.record(RecordId(index as u32));
            if record.complete || record.tag.is_none() {
                continue;
            }
            let mut defined: Vec<u32> = (0..records.len())
                .filter(|&other| {
                    let other = types.record(RecordId(other as u32));
                    other.complete && other.tag == record.tag && other.is_union == record.is_union
                })
                .map(|other| records[other])
                .collect();
            defined.dedup();
            if let [only] = defined.as_slice() {
                records[index] = *only;
            }
        }
        Classes { records, enums }
    }

    fn are_trivial(&self) -> bool {
        let trivial = |classes: &[u32]| classes.iter().enumerate().all(|(i, &c)| i as u32 == c);
        trivial(&self.records) && trivial(&self.enums)
    }

    /// Takes out of their class the records whose field types differ from its first member's; true
    /// if any did.
    fn refine(&mut self, program: &Program) -> bool {
        let shape = |index: u32| -> Vec<String> {
            let record = program.types.record(RecordId(index));
            record.fields.iter().map(|field| self.shape(field.ty, program)).collect()
        };
        let mut split: BTreeMap<(u32, String), u32> = BTreeMap::new();
        let mut next = self.records.clone();
        let mut changed = false;
        for (index, &class) in self.records.iter().enumerate() {
            let record = program.types.record(RecordId(index as u32));
            if class == index as u32 || !record.complete {
                continue;
            }
            let own = shape(index as u32);
            if own == shape(class) {
                continue;
            }
            changed = true;
            next[index] = *split.entry((class, own.join(";"))).or_insert(index as u32);
        }
        self.records = next;
        changed
    }

    /// A type as text, with classes in place of records and enumerations.
    fn shape(&self, ty: TypeId, program: &Program) -> String {
        match program.types.get(ty) {
            Type::Record(id) => format!("record {}", self.records[id.0 as usize]),
            Type::Enum(id) => format!("enum {}", self.enums[id.0 as usize]),
            Type::Pointer(to) => format!("*{}", self.shape(*to, program)),
            Type::Array { elem, len } => format!("[{len:?}]{}", self.shape(*elem, program)),
            Type::Function(signature) => {
                let params: Vec<String> =
                    signature.params.iter().map(|&param| self.shape(param, program)).collect();
                let result = self.shape(signature.result, program);
                format!("({} {})->{result}", params.join(","), signature.variadic)
            }
            other => format!("{other:?}"),
        }
    }
}

struct Unified<'p> {
    mapper: Mapper,
    program: &'p mut Program,
}

impl Fold for Unified<'_> {
    fn ty(&mut self, ty: &mut TypeId) {
        *ty = self.mapper.map(*ty, self.program);
    }
}

struct Mapper {
    classes: Classes,
    memo: FxHashMap<TypeId, TypeId>,
}

impl Mapper {
    fn map(&mut self, ty: TypeId, program: &mut Program) -> TypeId {
        if let Some(&mapped) = self.memo.get(&ty) {
            return mapped;
        }
        let shape = match program.types.get(ty).clone() {
            Type::Record(id) => Type::Record(RecordId(self.classes.records[id.0 as usize])),
            Type::Enum(id) => Type::Enum(EnumId(self.classes.enums[id.0 as usize])),
            Type::Pointer(to) => Type::Pointer(self.map(to, program)),
            Type::Array { elem, len } => Type::Array { elem: self.map(elem, program), len },
            Type::Function(signature) => Type::Function(Signature {
                result: self.map(signature.result, program),
                params: signature.params.iter().map(|&param| self.map(param, program)).collect(),
                variadic: signature.variadic,
            }),
            other => other,
        };
        let mapped = program.types.intern(shape);
        self.memo.insert(ty, mapped);
        mapped
    }
}
