//! Several programs in one: what does the second look like behind the first?
//!
//! Functions, globals, files and source statements keep their order and move up by the number that is there already; types are
//! interned again. Records stay apart even where both programs declare the same one: storage is copied between the two by bytes.

use std::collections::BTreeMap;
use std::ops::Range;

use whydunit_program::{
    Body, Callee, EnumId, Expr, ExprKind, Function, FunctionId, Global, GlobalId, InitValue, Place,
    PlaceBase, Program, Projection, RecordId, Signature, SourceStmt, SourceStmtId, StmtKind,
    TerminatorKind, Type, TypeId, TypeTable,
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
    program.globals.extend(other.globals.iter().map(|global| mover.global(global)));
    program.functions.extend(other.functions.iter().map(|function| mover.function(function)));
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
    fn ty(&mut self, id: TypeId) -> TypeId {
        if let Some(&known) = self.types.get(&id) {
            return known;
        }
        let ty = match self.from.get(id).clone() {
            Type::Pointer(to) => Type::Pointer(self.ty(to)),
            Type::Array { elem, len } => Type::Array { elem: self.ty(elem), len },
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
            result: self.ty(signature.result),
            params: signature.params.iter().map(|&param| self.ty(param)).collect(),
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
            field.ty = self.ty(field.ty);
        }
        *self.to.record_mut(new) = record;
        new
    }

    fn span(&self, span: Span) -> Span {
        Span { file: FileId(span.file.0 + self.files), ..span }
    }

    fn source(&self, id: SourceStmtId) -> SourceStmtId {
        SourceStmtId(id.0 + self.source_stmts)
    }

    fn function_id(&self, id: FunctionId) -> FunctionId {
        FunctionId(id.0 + self.functions)
    }

    fn global_id(&self, id: GlobalId) -> GlobalId {
        GlobalId(id.0 + self.globals)
    }

    fn source_stmt(&self, stmt: &SourceStmt) -> SourceStmt {
        SourceStmt {
            span: self.span(stmt.span),
            kind: stmt.kind,
            function: stmt.function.map(|id| self.function_id(id)),
        }
    }

    fn global(&mut self, global: &Global) -> Global {
        let mut global = global.clone();
        global.ty = self.ty(global.ty);
        global.span = self.span(global.span);
        global.owner = global.owner.map(|id| self.function_id(id));
        for part in &mut global.init {
            match &mut part.value {
                InitValue::Bytes(_) => {}
                InitValue::GlobalAddr(id, _) => *id = self.global_id(*id),
                InitValue::FunctionAddr(id) => *id = self.function_id(*id),
            }
        }
        global
    }

    fn function(&mut self, function: &Function) -> Function {
        let mut function = function.clone();
        function.signature = self.signature(&function.signature);
        function.span = self.span(function.span);
        for local in &mut function.locals {
            local.ty = self.ty(local.ty);
            local.span = self.span(local.span);
        }
        let Body::Blocks(blocks) = &mut function.body else { return function };
        for block in blocks {
            for stmt in &mut block.stmts {
                stmt.span = self.span(stmt.span);
                stmt.source = self.source(stmt.source);
                self.stmt(&mut stmt.kind);
            }
            let terminator = &mut block.terminator;
            terminator.span = self.span(terminator.span);
            terminator.source = self.source(terminator.source);
            match &mut terminator.kind {
                TerminatorKind::Branch { cond: expr, .. }
                | TerminatorKind::Switch { value: expr, .. }
                | TerminatorKind::Return(Some(expr)) => self.expr(expr),
                TerminatorKind::Goto(_)
                | TerminatorKind::Return(None)
                | TerminatorKind::Unreachable => {}
            }
        }
        function
    }

    fn stmt(&mut self, kind: &mut StmtKind) {
        match kind {
            StmtKind::Assign { place, value } | StmtKind::VaArg { place, list: value } => {
                self.place(place);
                self.expr(value);
            }
            StmtKind::Zero { place } | StmtKind::Input { place, .. } => self.place(place),
            StmtKind::Copy { to, from, .. } => {
                self.place(to);
                self.place(from);
            }
            StmtKind::Call { dest, callee, args } => {
                if let Some(dest) = dest {
                    self.place(dest);
                }
                match callee {
                    Callee::Direct(id) => *id = self.function_id(*id),
                    Callee::Pointer(pointer) => self.expr(pointer),
                }
                args.iter_mut().for_each(|arg| self.expr(arg));
            }
            StmtKind::Assume { cond: expr }
            | StmtKind::Check { cond: expr, .. }
            | StmtKind::AllocVla { count: expr, .. } => self.expr(expr),
            StmtKind::Live { .. }
            | StmtKind::Dead { .. }
            | StmtKind::Snapshot { .. }
            | StmtKind::Unsupported { .. } => {}
        }
    }

    fn place(&mut self, place: &mut Place) {
        place.ty = self.ty(place.ty);
        place.span = self.span(place.span);
        match &mut place.base {
            PlaceBase::Local(_) => {}
            PlaceBase::Global(id) => *id = self.global_id(*id),
            PlaceBase::Deref(pointer) => self.expr(pointer),
        }
        for step in &mut place.path {
            if let Projection::Index(index) = step {
                self.expr(index);
            }
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        expr.ty = self.ty(expr.ty);
        expr.span = self.span(expr.span);
        match &mut expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => {}
            ExprKind::FunctionAddr(id) => *id = self.function_id(*id),
            ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                self.place(place);
            }
            ExprKind::Unary(_, operand)
            | ExprKind::Cast(operand)
            | ExprKind::Old { expr: operand, .. } => self.expr(operand),
            ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::PtrAdd(a, b)
            | ExprKind::PtrDiff(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Cond(a, b, c)
            | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
            | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
        }
    }
}
