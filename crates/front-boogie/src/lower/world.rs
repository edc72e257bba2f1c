//! What all procedures share: the program being made, its globals, and who is yet to be lowered.
//!
//! A global, constant or function without body becomes a global of the program when it is first
//! used.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use whydunit_program::{
    Arithmetic, Body, Function, FunctionId, Global, GlobalId, GlobalInit, InitValue, Program,
    Signature, SourceKind, SourceStmt, SourceStmtId, Target, Type as IrType, TypeId, TypeTable,
};
use whydunit_source::{SourceMap, Span};

use crate::module::{Module, Type};
use crate::problem::Problem;

use super::body::Draft;
use super::layout::{Layout, MapLayout, unique_constants};
use super::{Gap, Res, axioms};

#[derive(Debug)]
pub(crate) struct World<'m> {
    pub(crate) module: &'m Module,
    pub(crate) start: usize,
    pub(crate) program: Program,
    pub(crate) layout: Layout<'m>,
    pub(crate) globals: FxHashMap<usize, GlobalId>,
    pub(crate) consts: FxHashMap<usize, GlobalId>,
    pub(crate) functions: FxHashMap<usize, GlobalId>,
    /// Values that axioms give to constants.
    pub(crate) known_values: FxHashMap<usize, i128>,
    procedures: FxHashMap<usize, FunctionId>,
    /// Procedures that have an id, but no body yet.
    pub(crate) queue: VecDeque<(usize, FunctionId)>,
    pub(crate) warnings: Vec<Problem>,
}

impl<'m> World<'m> {
    pub(crate) fn new(module: &'m Module, sources: SourceMap, start: usize) -> World<'m> {
        let program = Program {
            sources,
            types: TypeTable::new(Target::Lp64),
            globals: Vec::new(),
            functions: Vec::new(),
            source_stmts: Vec::new(),
            arithmetic: Arithmetic::Mathematical,
            expectation: None,
        };
        World {
            module,
            start,
            program,
            layout: Layout::new(module, start),
            globals: FxHashMap::default(),
            consts: FxHashMap::default(),
            functions: FxHashMap::default(),
            known_values: axioms::known_values(module),
            procedures: FxHashMap::default(),
            queue: VecDeque::new(),
            warnings: Vec::new(),
        }
    }

    pub(crate) fn source(
        &mut self,
        span: Span,
        kind: SourceKind,
        function: FunctionId,
    ) -> SourceStmtId {
        self.program.source_stmts.push(SourceStmt { span, kind, function: Some(function) });
        SourceStmtId(self.program.source_stmts.len() as u32 - 1)
    }

    pub(crate) fn stored(&mut self, ty: &Type, span: Span) -> Res<TypeId> {
        let stored = self.layout.stored(&mut self.program.types, ty);
        stored.map_err(|what| Gap::new(what, span))
    }

    pub(crate) fn computed(&mut self, ty: &Type, span: Span) -> Res<TypeId> {
        let computed = self.layout.computed(&mut self.program.types, ty);
        computed.map_err(|what| Gap::new(what, span))
    }

    pub(crate) fn map(&mut self, ty: &Type, span: Span) -> Res<MapLayout> {
        let layout = self.layout.map(&mut self.program.types, ty);
        layout.map_err(|what| Gap::new(what, span))
    }

    /// The type of the results of a procedure, all together.
    pub(crate) fn result_type(&mut self, procedure: usize) -> TypeId {
        let module = self.module;
        let results = module.procedures[procedure].results();
        let types: Vec<(String, TypeId)> = results
            .iter()
            .map(|result| {
                let ty = self.stored(&result.ty, result.span);
                // A result that we cannot represent is never read.
                (result.name.clone(), ty.unwrap_or_else(|_| self.program.types.bool()))
            })
            .collect();
        match types.as_slice() {
            [] => self.program.types.void(),
            [(_, ty)] => *ty,
            _ => self.results_record(&module.procedures[procedure].name, &types),
        }
    }

    fn results_record(&mut self, procedure: &str, results: &[(String, TypeId)]) -> TypeId {
        let types = &mut self.program.types;
        let (mut offset, mut align) = (0u64, 1);
        let mut fields = Vec::new();
        for (name, ty) in results {
            let own = types.align_of(*ty);
            align = align.max(own);
            offset = offset.next_multiple_of(own);
            let name = name.clone();
            fields.push(whydunit_program::Field {
                name,
                ty: *ty,
                offset,
                bits: None,
                declaration: None,
            });
            offset += types.size_of(*ty).unwrap_or(0);
        }
        let record = types.add_record(whydunit_program::Record {
            tag: Some(format!("results of {procedure}")),
            is_union: false,
            fields,
            size: offset.next_multiple_of(align),
            align,
            complete: true,
        });
        types.intern(IrType::Record(record))
    }

    /// The function that a procedure becomes; it is lowered later.
    pub(crate) fn function_of(&mut self, procedure: usize) -> FunctionId {
        if let Some(&id) = self.procedures.get(&procedure) {
            return id;
        }
        let declared = &self.module.procedures[procedure];
        let id = FunctionId(self.program.functions.len() as u32);
        let result = self.result_type(procedure);
        // A parameter that we cannot represent is left out: nobody can use it, or call the
        // procedure.
        let params: Vec<TypeId> = declared
            .params()
            .iter()
            .filter_map(|param| self.stored(&param.ty, param.span).ok())
            .collect();
        self.program.functions.push(Function {
            name: declared.name.clone(),
            param_count: params.len() as u32,
            signature: Signature { result, params, variadic: false },
            span: declared.span,
            is_static: false,
            is_library: declared.bodies.is_empty(),
            locals: Vec::new(),
            body: Body::Undefined,
        });
        self.procedures.insert(procedure, id);
        if procedure != self.start {
            self.queue.push_back((procedure, id));
        }
        id
    }

    pub(crate) fn finish_function(&mut self, id: FunctionId, draft: Draft) {
        let function = &mut self.program.functions[id.index()];
        function.locals = draft.locals;
        function.body = Body::Blocks(draft.blocks);
    }

    fn add_global(&mut self, name: &str, ty: TypeId, span: Span, is_const: bool) -> GlobalId {
        self.program.globals.push(Global {
            name: name.to_owned(),
            ty,
            span,
            declaration: span,
            is_const,
            is_literal: false,
            owner: None,
            is_undefined: false,
            init: Vec::new(),
        });
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    pub(crate) fn global(&mut self, index: usize) -> Res<GlobalId> {
        if let Some(&id) = self.globals.get(&index) {
            return Ok(id);
        }
        let variable = &self.module.globals[index];
        let ty = self.stored(&variable.ty, variable.span)?;
        let id = self.add_global(&variable.name, ty, variable.span, false);
        self.globals.insert(index, id);
        Ok(id)
    }

    pub(crate) fn constant(&mut self, index: usize) -> Res<GlobalId> {
        if let Some(&id) = self.consts.get(&index) {
            return Ok(id);
        }
        let declared = &self.module.consts[index];
        let ty = self.stored(&declared.ty, declared.span)?;
        let id = self.add_global(&declared.name, ty, declared.span, true);
        if let Some(value) = self.value_of_constant(index) {
            let size = self.program.types.size_of(ty).unwrap_or(0) as usize;
            let bytes = value.to_le_bytes()[..size.min(16)].to_vec();
            let value = InitValue::Bytes(bytes);
            self.program.globals[id.index()].init = vec![GlobalInit { offset: 0, value }];
        }
        self.consts.insert(index, id);
        Ok(id)
    }

    /// What a constant is known to be: by an axiom, or one of the different ones of its type.
    pub(crate) fn value_of_constant(&self, index: usize) -> Option<i128> {
        if let Some(&value) = self.known_values.get(&index) {
            return Some(value);
        }
        let declared = &self.module.consts[index];
        if !declared.is_unique || !matches!(declared.ty, Type::User(..)) {
            return None;
        }
        let position =
            unique_constants(self.module, &declared.ty).position(|name| name == declared.name);
        position.map(|position| position as i128)
    }

    /// The constant map that a function without body is.
    pub(crate) fn unknown_function(&mut self, index: usize, span: Span) -> Res<GlobalId> {
        if let Some(&id) = self.functions.get(&index) {
            return Ok(id);
        }
        let function = &self.module.functions[index];
        let ty = function_type(self.module, index);
        let ty = self.stored(&ty, span)?;
        let id = self.add_global(&function.name, ty, function.span, true);
        self.functions.insert(index, id);
        Ok(id)
    }
}

/// The type of a function without body, as a map.
pub(crate) fn function_type(module: &Module, index: usize) -> Type {
    let function = &module.functions[index];
    if function.params.is_empty() {
        return function.result.clone();
    }
    Type::Map(function.params.clone(), Box::new(function.result.clone()))
}
