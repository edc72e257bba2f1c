//! Several programs in one: what does the second look like behind the first?
//!
//! Functions, globals, files and source statements keep their order and move up by the number that is there already; types are
//! interned again. Records stay apart even where both programs declare the same one: storage is copied between the two by bytes.

use std::collections::BTreeMap;
use std::ops::Range;

use whydunit_program::{
    EnumId, Fold, Function, FunctionId, Global, GlobalId, Program, RecordId, Signature, SourceStmt,
    SourceStmtId, Type, TypeId, TypeTable,
};
use whydunit_source::{FileId, Span};

/// Where the parts of an appended program are.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) functions: Range<usize>,
    pub(super) globals: Range<usize>,
}

impl Part {
    pub(super) fn whole(program: &Program) -> Part {
        Part { functions: 0..program.functions.len(), globals: 0..program.globals.len() }
    }

    pub(super) fn function(&self, id: FunctionId) -> FunctionId {
        FunctionId(id.0 + self.functions.start as u32)
    }
}

/// Adds all of `other` to `program`.
pub(super) fn append(program: &mut Program, other: &Program) -> Part {
    let part = Part {
        functions: program.functions.len()..program.functions.len() + other.functions.len(),
        globals: program.globals.len()..program.globals.len() + other.globals.len(),
    };
    let files = program.sources.files().count() as u32;
    for (_, file) in other.sources.files() {
        if file.is_user() {
            program.sources.add(file.name(), file.text());
        } else {
            program.sources.add_internal(file.name(), file.text());
        }
    }
    let mut mover = Mover {
        from: &other.types,
        to: &mut program.types,
        files,
        functions: part.functions.start as u32,
        globals: part.globals.start as u32,
        source_stmts: program.source_stmts.len() as u32,
        types: BTreeMap::new(),
        records: BTreeMap::new(),
        enums: BTreeMap::new(),
    };
    program.source_stmts.extend(other.source_stmts.iter().map(|stmt| mover.source_stmt(stmt)));
    program.globals.extend(other.globals.iter().map(|global| mover.moved_global(global)));
    program.functions.extend(other.functions.iter().map(|function| mover.moved_function(function)));
    part
}

struct Mover<'a> {
    from: &'a TypeTable,
    to: &'a mut TypeTable,
    files: u32,
    functions: u32,
    globals: u32,
    source_stmts: u32,
    types: BTreeMap<TypeId, TypeId>,
    records: BTreeMap<RecordId, RecordId>,
    enums: BTreeMap<EnumId, EnumId>,
}

impl Mover<'_> {
    fn type_id(&mut self, id: TypeId) -> TypeId {
        if let Some(&known) = self.types.get(&id) {
            return known;
        }
        let ty = match self.from.get(id).clone() {
            Type::Pointer(to) => Type::Pointer(self.type_id(to)),
            Type::Array { elem, len } => Type::Array { elem: self.type_id(elem), len },
            Type::Record(record) => Type::Record(self.record(record)),
            Type::Enum(id) => {
                let (from, to) = (self.from, &mut *self.to);
                let new = self.enums.entry(id);
                Type::Enum(*new.or_insert_with(|| to.add_enum(from.enum_info(id).clone())))
            }
            Type::Function(signature) => Type::Function(self.signature(&signature)),
            ty @ (Type::Void | Type::Bool | Type::Int(_) | Type::Float(_)) => ty,
        };
        let new = self.to.intern(ty);
        self.types.insert(id, new);
        new
    }

    fn signature(&mut self, signature: &Signature) -> Signature {
        Signature {
            result: self.type_id(signature.result),
            params: signature.params.iter().map(|&param| self.type_id(param)).collect(),
            variadic: signature.variadic,
        }
    }

    /// The record exists before its fields are moved: they may lead back to it.
    fn record(&mut self, id: RecordId) -> RecordId {
        if let Some(&known) = self.records.get(&id) {
            return known;
        }
        let mut record = self.from.record(id).clone();
        let new = self.to.add_record(record.clone());
        self.records.insert(id, new);
        for field in &mut record.fields {
            field.ty = self.type_id(field.ty);
        }
        *self.to.record_mut(new) = record;
        new
    }

    fn function_id(&self, id: FunctionId) -> FunctionId {
        FunctionId(id.0 + self.functions)
    }

    fn source_stmt(&mut self, stmt: &SourceStmt) -> SourceStmt {
        let mut stmt = stmt.clone();
        self.span(&mut stmt.span);
        stmt.function = stmt.function.map(|id| self.function_id(id));
        stmt
    }

    fn moved_global(&mut self, global: &Global) -> Global {
        let mut global = global.clone();
        global.fold_parts(self);
        global.owner = global.owner.map(|id| self.function_id(id));
        global
    }

    fn moved_function(&mut self, function: &Function) -> Function {
        let mut function = function.clone();
        function.fold_parts(self);
        function
    }
}

impl Fold for Mover<'_> {
    fn ty(&mut self, ty: &mut TypeId) {
        *ty = self.type_id(*ty);
    }

    fn function(&mut self, id: &mut FunctionId) {
        *id = self.function_id(*id);
    }

    fn global(&mut self, id: &mut GlobalId) {
        id.0 += self.globals;
    }

    fn span(&mut self, span: &mut Span) {
        span.file = FileId(span.file.0 + self.files);
    }

    fn source(&mut self, source: &mut SourceStmtId) {
        source.0 += self.source_stmts;
    }
}
