//! Programs built by hand, for tests.

use whydunit_program::{
    Arithmetic, BinaryOp, Block, BlockId, Body, Expr, ExprKind, Function, FunctionId, Global,
    GlobalId, Intrinsic, Local, LocalId, LocalRole, Place, PlaceBase, Program, Projection,
    Signature, SourceKind, SourceStmt, SourceStmtId, Stmt, StmtKind, Target, Terminator,
    TerminatorKind, TypeId, TypeTable,
};
use whydunit_source::{FileId, SourceMap, Span};

use crate::{Config, Ending, NoObserver, RunResult, RunSpec, run};

/// Builds a program function by function; statements go to the current block.
pub(crate) struct Builder {
    pub(crate) program: Program,
    blocks: Vec<Block>,
    locals: Vec<Local>,
    params: u32,
}

pub(crate) fn span() -> Span {
    Span::at(FileId(0), 0)
}

impl Builder {
    pub(crate) fn new() -> Builder {
        Builder::for_target(Target::Lp64)
    }

    pub(crate) fn for_target(target: Target) -> Builder {
        let mut sources = SourceMap::new();
        sources.add("test.c", "line one\nline two\n");
        let types = TypeTable::new(target);
        let source_stmts =
            vec![SourceStmt { span: span(), kind: SourceKind::Expression, function: None }];
        let program = Program {
            sources,
            types,
            globals: vec![],
            functions: vec![],
            source_stmts,
            arithmetic: Arithmetic::Machine,
            expectation: None,
        };
        let mut builder = Builder { program, blocks: vec![], locals: vec![], params: 0 };
        builder.block();
        builder
    }

    pub(crate) fn int(&mut self) -> TypeId {
        self.program.types.int(32, true)
    }

    pub(crate) fn global(&mut self, name: &str, ty: TypeId) -> GlobalId {
        self.program.globals.push(Global {
            name: name.into(),
            ty,
            span: span(),
            declaration: span(),
            is_const: false,
            is_literal: false,
            owner: None,
            is_undefined: false,
            init: vec![],
        });
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    pub(crate) fn local(&mut self, name: &str, ty: TypeId) -> LocalId {
        let in_memory = !self.program.types.is_scalar(ty);
        self.any_local(name, ty, in_memory)
    }

    pub(crate) fn any_local(&mut self, name: &str, ty: TypeId, in_memory: bool) -> LocalId {
        let role = LocalRole::Variable;
        let name = name.into();
        self.locals.push(Local { name, ty, span: span(), role, in_memory, is_vla: false });
        LocalId(self.locals.len() as u32 - 1)
    }

    pub(crate) fn local_mut(&mut self, local: LocalId) -> &mut Local {
        &mut self.locals[local.index()]
    }

    pub(crate) fn param(&mut self, name: &str, ty: TypeId) -> LocalId {
        assert_eq!(self.params as usize, self.locals.len(), "parameters come first");
        self.params += 1;
        self.local(name, ty)
    }

    /// Starts a new block.
    pub(crate) fn block(&mut self) -> BlockId {
        let terminator =
            Terminator { kind: TerminatorKind::Unreachable, span: span(), source: SourceStmtId(0) };
        self.blocks.push(Block { stmts: vec![], terminator });
        BlockId(self.blocks.len() as u32 - 1)
    }

    pub(crate) fn push(&mut self, kind: StmtKind) {
        let stmt = Stmt { kind, span: span(), source: SourceStmtId(0) };
        self.blocks.last_mut().expect("a block").stmts.push(stmt);
    }

    pub(crate) fn end(&mut self, kind: TerminatorKind) {
        self.blocks.last_mut().expect("a block").terminator.kind = kind;
    }

    pub(crate) fn assign(&mut self, place: Place, value: Expr) {
        self.push(StmtKind::Assign { place, value });
    }

    pub(crate) fn function(&mut self, name: &str, result: TypeId) -> FunctionId {
        let locals = std::mem::take(&mut self.locals);
        let params = locals[..self.params as usize].iter().map(|local| local.ty).collect();
        let function = Function {
            name: name.into(),
            signature: Signature { result, params, variadic: false },
            span: span(),
            is_static: false,
            is_library: false,
            locals,
            param_count: std::mem::take(&mut self.params),
            body: Body::Blocks(std::mem::take(&mut self.blocks)),
        };
        self.program.functions.push(function);
        self.block();
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    pub(crate) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        params: Vec<TypeId>,
        result: TypeId,
    ) -> FunctionId {
        self.program.functions.push(Function {
            name: intrinsic.name().into(),
            signature: Signature { result, params, variadic: false },
            span: span(),
            is_static: false,
            is_library: false,
            locals: vec![],
            param_count: 0,
            body: Body::Intrinsic(intrinsic),
        });
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    // Expressions.

    pub(crate) fn num(&mut self, value: i128) -> Expr {
        let ty = self.int();
        Expr::int(value, ty, span())
    }

    pub(crate) fn place(&self, local: LocalId) -> Place {
        Place::local(local, self.locals[local.index()].ty, span())
    }

    pub(crate) fn load(&self, local: LocalId) -> Expr {
        Expr::load(self.place(local))
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let ty = if op.is_comparison() { self.int() } else { left.ty };
        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span())
    }

    pub(crate) fn index(&mut self, base: PlaceBase, elem: TypeId, index: Expr) -> Place {
        let path = vec![Projection::Index(Box::new(index))];
        Place { base, path, ty: elem, span: span() }
    }

    pub(crate) fn run(&self, function: FunctionId) -> RunResult {
        self.run_with(function, &Config::default())
    }

    pub(crate) fn run_with(&self, function: FunctionId, config: &Config) -> RunResult {
        let spec = RunSpec::new(function);
        run(&self.program, &spec, config, &mut |_, _| {}, &mut NoObserver)
    }
}

pub(crate) fn failure(result: RunResult) -> (whydunit_program::CheckKind, String) {
    match result.ending {
        Ending::Failed(failure) => (failure.kind, failure.message),
        other => panic!("expected a failure, got {other:?}"),
    }
}
