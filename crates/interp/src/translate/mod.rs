//! From the IR to instructions.
//!
//! Each function is translated twice: the first pass finds out which constants it needs and which
//! locals may be read before they are written, the second knows the layout of the frame and keeps
//! its result. Observed runs get code of their own, with explicit instructions that report steps,
//! reads, writes and branches, so that unobserved runs pay nothing for them.

mod analysis;
mod emit;
mod expr;
mod place;
mod stmt;
mod types;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use whydunit_program::{Body, FunctionId, GlobalId, Program, Target};

use crate::Detail;
use crate::code::{Code, FunctionCode, FunctionKind};
use crate::memory::{FUNCTION_SIZE, static_addresses};
use analysis::Analysis;
use emit::Emitter;

pub(crate) use types::{Class, class_of, scalar_of};

/// Addresses of globals and functions, the same in every run.
#[derive(Debug)]
pub(crate) struct Layout {
    globals: Vec<u64>,
    functions: Vec<u64>,
}

impl Layout {
    pub(crate) fn new(program: &Program) -> Layout {
        let sizes = program.globals.iter().map(|global| global_size(program, global.ty));
        let functions = program.functions.iter().map(|_| FUNCTION_SIZE);
        let mut globals = static_addresses(program.types.target(), sizes.chain(functions));
        let functions = globals.split_off(program.globals.len());
        Layout { globals, functions }
    }

    pub(crate) fn global(&self, id: GlobalId) -> u64 {
        self.globals[id.index()]
    }

    pub(crate) fn function(&self, id: FunctionId) -> u64 {
        self.functions[id.index()]
    }
}

/// Bytes of a global's storage; incomplete types have none.
pub(crate) fn global_size(program: &Program, ty: whydunit_program::TypeId) -> u64 {
    program.types.size_of(ty).unwrap_or(0)
}

pub(crate) fn translate<'p>(program: &'p Program, layout: &Layout, detail: Detail) -> Code<'p> {
    let mut code = Code {
        ops: Vec::new(),
        infos: Vec::new(),
        functions: Vec::new(),
        calls: Vec::new(),
        switches: Vec::new(),
        bits: Vec::new(),
        types: Vec::new(),
        steps: Arc::default(),
    };
    let returns_nothing: Vec<bool> =
        program.functions.iter().map(|f| analysis::may_return_nothing(program, f)).collect();
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let function_code = match &function.body {
            Body::Blocks(blocks) if !blocks.is_empty() => {
                let analysis = Analysis::new(function, &returns_nothing);
                let context =
                    Context { program, layout, detail, returns_nothing: &returns_nothing };
                let mut first = Emitter::new(context, id, &analysis, &mut code);
                first.function();
                let plan = first.discard();
                let mut second = Emitter::with_plan(context, id, &analysis, &mut code, plan);
                second.function();
                second.finish()
            }
            Body::Intrinsic(intrinsic) => {
                without_code(function, FunctionKind::Intrinsic(*intrinsic))
            }
            Body::Blocks(_) | Body::Undefined => without_code(function, FunctionKind::Undefined),
        };
        code.functions.push(function_code);
    }
    code
}

fn without_code(function: &whydunit_program::Function, kind: FunctionKind) -> FunctionCode {
    FunctionCode {
        kind,
        entry: 0,
        body: 0,
        template: Vec::new(),
        memory_locals: Vec::new(),
        flags: FxHashMap::default(),
        param_count: function.signature.params.len() as u32,
        is_variadic: function.signature.variadic,
    }
}

/// What the translation of every function needs to know.
#[derive(Clone, Copy)]
struct Context<'a, 'p> {
    program: &'p Program,
    layout: &'a Layout,
    detail: Detail,
    returns_nothing: &'a [bool],
}

impl Context<'_, '_> {
    fn target(&self) -> Target {
        self.program.types.target()
    }
}
