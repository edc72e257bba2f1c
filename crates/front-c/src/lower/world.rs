//! What all translation units of a program share: its growing tables and its external names.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{
    Body, Function, FunctionId, Global, GlobalId, SourceKind, SourceStmt, SourceStmtId, TypeId,
};
use whydunit_source::{SourceMap, Span};

use crate::Options;
use crate::acsl::Clause;
use crate::library::{FileInput, FileUse};
use crate::sema::ctype::{FnTy, Kind, Ty, Types};
use whydunit_source::Diagnostic;

/// How far a global or function has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Definition {
    Declared,
    /// `int x;` at file scope: defined as zero unless something better comes.
    Tentative(Span),
    Defined(Span),
}

#[derive(Clone, Debug)]
pub(crate) struct FunctionInfo {
    pub(crate) ty: Ty,
    pub(crate) definition: Definition,
    /// The definition is `inline`: other files may have one too, and a real one replaces it.
    pub(crate) is_inline: bool,
    /// First reference or declaration.
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct GlobalInfo {
    pub(crate) ty: Ty,
    pub(crate) definition: Definition,
    /// Some expression or initialiser mentions it.
    pub(crate) is_referenced: bool,
}

impl GlobalInfo {
    pub(crate) fn new(ty: Ty, definition: Definition) -> GlobalInfo {
        GlobalInfo { ty, definition, is_referenced: false }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ExternalName {
    Function(FunctionId),
    Global(GlobalId),
}

/// A contract written before a declaration: its clauses and the parameter names they use.
#[derive(Clone, Debug)]
pub(crate) struct Contract {
    pub(crate) clauses: Vec<(Clause, Span)>,
    pub(crate) params: Vec<Option<String>>,
}

pub(crate) struct World {
    pub(crate) sources: SourceMap,
    pub(crate) types: Types,
    pub(crate) globals: Vec<Global>,
    pub(crate) global_infos: Vec<GlobalInfo>,
    pub(crate) functions: Vec<Function>,
    pub(crate) function_infos: Vec<FunctionInfo>,
    pub(crate) source_stmts: Vec<SourceStmt>,
    pub(crate) externals: FxHashMap<String, ExternalName>,
    /// Names of the functions that the user's files define.
    pub(crate) user_defined: FxHashSet<String>,
    /// Those of them that are visible to other files.
    pub(crate) user_external: FxHashSet<String>,
    /// Types of the library's functions, for calls of functions nobody declared.
    pub(crate) library_types: FxHashMap<String, Ty>,
    /// What the program does with files.
    pub(crate) file_use: FileUse,
    /// Files whose contents are inputs.
    pub(crate) file_inputs: Vec<FileInput>,
    /// Library units lowered so far, by name.
    pub(crate) loaded_units: FxHashSet<&'static str>,
    pub(crate) contracts: FxHashMap<String, Contract>,
    /// The function that `--requires` and `--ensures` are about.
    pub(crate) start: String,
    pub(crate) start_clauses: Vec<(Clause, Span)>,
    pub(crate) errors: Vec<Diagnostic>,
    pub(crate) warnings: Vec<Diagnostic>,
}

impl World {
    pub(crate) fn new(sources: SourceMap, options: &Options) -> World {
        World {
            sources,
            types: Types::new(options.target),
            globals: Vec::new(),
            global_infos: Vec::new(),
            functions: Vec::new(),
            function_infos: Vec::new(),
            source_stmts: Vec::new(),
            externals: FxHashMap::default(),
            user_defined: FxHashSet::default(),
            user_external: FxHashSet::default(),
            library_types: FxHashMap::default(),
            file_use: FileUse::default(),
            file_inputs: options.file_inputs.clone(),
            loaded_units: FxHashSet::default(),
            contracts: FxHashMap::default(),
            start: options.function.clone().unwrap_or_else(|| "main".into()),
            start_clauses: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }

    pub(crate) fn add_source_stmt(
        &mut self,
        span: Span,
        kind: SourceKind,
        function: Option<FunctionId>,
    ) -> SourceStmtId {
        self.source_stmts.push(SourceStmt { span, kind, function });
        SourceStmtId(self.source_stmts.len() as u32 - 1)
    }

    pub(crate) fn add_global(&mut self, global: Global, info: GlobalInfo) -> GlobalId {
        self.globals.push(global);
        self.global_infos.push(info);
        GlobalId(self.globals.len() as u32 - 1)
    }

    pub(crate) fn add_function(
        &mut self,
        name: &str,
        ty: Ty,
        is_static: bool,
        is_library: bool,
        span: Span,
    ) -> FunctionId {
        let signature = match self.types.kind(ty).clone() {
            Kind::Function(function) => self.types.signature(&function),
            _ => {
                let result = self.types.int();
                let function =
                    FnTy { result, params: [].into(), variadic: false, prototyped: false };
                self.types.signature(&function)
            }
        };
        self.functions.push(Function {
            name: name.to_owned(),
            signature,
            span,
            is_static,
            is_library,
            locals: Vec::new(),
            param_count: 0,
            body: Body::Undefined,
        });
        self.function_infos.push(FunctionInfo {
            ty,
            definition: Definition::Declared,
            is_inline: false,
            span,
        });
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// The program-level type of a global.
    pub(crate) fn set_global_type(&mut self, id: GlobalId, ty: Ty) {
        let ir: TypeId = self.types.ir(ty);
        self.globals[id.index()].ty = ir;
        self.global_infos[id.index()].ty = ty;
    }
}
