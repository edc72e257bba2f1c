//! The product of two programs: a function that calls both on the same inputs and checks that they did the same.
//!
//! The reference is called first: where one of its checks fails the run ends, and the input counts as one that the program need not
//! handle. Each thing that is compared is one check, at a place of its own in a text that exists for this purpose only
//! ([`Subject`]), so that the place of a failure says what differs.

use whydunit_interp::{CheckSet, InputValues};
use whydunit_program::{
    Block, BlockId, Body, Callee, Expr, Function, FunctionId, GlobalId, Local, LocalId, LocalRole,
    Place, Program, Signature, SourceKind, SourceStmt, SourceStmtId, Stmt, StmtKind, Terminator,
    TerminatorKind, Type, TypeId,
};
use whydunit_source::{FileId, Span};

use super::build::{constant, place_of_global};
use super::merge::{Part, append};
use super::plan::Plan;
use super::shape::{alike, is_plain};
use super::support;
use super::world::{self, Side};
use super::{arguments, build, inputs, reading};

/// What is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// Returned, or ended by itself.
    Ending,
    ExitCode,
    Result,
    Output,
    /// What a pointer parameter points to.
    Pointee(String),
    Global(String),
}

/// A place in the text of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    Check,
    ReferenceValue,
    ProgramValue,
}

#[derive(Debug)]
pub(super) struct Product {
    pub(super) program: Program,
    pub(super) start: FunctionId,
    /// The start functions of the program and of the reference.
    pub(super) starts: [FunctionId; 2],
    pub(super) plan: Plan,
    /// Where the results are kept, if there are any.
    pub(super) results: Option<[GlobalId; 2]>,
    /// No bound but those of the search is set to the inputs.
    pub(super) is_complete: bool,
    file: FileId,
    subjects: Vec<Subject>,
}

impl Product {
    /// What a place in the comparison itself is about.
    pub(super) fn subject(&self, span: Span) -> Option<(&Subject, Spot)> {
        if span.file != self.file {
            return None;
        }
        let spot = match span.start % LINE {
            0 => Spot::Check,
            1 => Spot::ReferenceValue,
            _ => Spot::ProgramValue,
        };
        Some((self.subjects.get((span.start / LINE) as usize)?, spot))
    }

    /// The same product that compares nothing: it fails wherever both programs come to an end.
    pub(super) fn reaching(&self) -> Product {
        let mut program = self.program.clone();
        let int = program.types.int(32, true);
        if let Body::Blocks(blocks) = &mut program.functions[self.start.index()].body {
            for stmt in blocks.iter_mut().flat_map(|block| &mut block.stmts) {
                if let StmtKind::Check { cond, .. } = &mut stmt.kind {
                    *cond = constant(0, int, cond.span);
                }
            }
        }
        Product { program, plan: self.plan.clone(), subjects: self.subjects.clone(), ..*self }
    }
}

/// Every subject has a line of this many bytes, its end included: one for the check and one for each value.
pub(super) const LINE: u32 = 4;

/// What the product is made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    pub(super) checks: CheckSet,
    /// Elements behind pointers.
    pub(super) elements: u32,
    pub(super) given: &'a InputValues,
    pub(super) argument_count: Option<usize>,
}

/// Puts both programs together. The error says what cannot be compared.
pub(super) fn product(
    (program, start): (&Program, FunctionId),
    (reference, reference_start): (&Program, FunctionId),
    support: &Program,
    settings: Settings<'_>,
) -> Result<Product, String> {
    let mut product = program.clone();
    let part = Part::whole(program);
    let reference_part = append(&mut product, reference);
    let mut side = |part: Part, start, is_reference| {
        let support = support::add(&mut product, support);
        Side { part, start, is_reference, support }
    };
    let reference_start = reference_part.function(reference_start);
    let sides = [side(part, start, false), side(reference_part, reference_start, true)];
    let is_main = program.is_main(start);
    if is_main != product.is_main(reference_start) {
        return Err("only one of the programs has a `main`".into());
    }
    examine_signatures(&product, &sides)?;
    let usage = sides.each_ref().map(|side| arguments::usage(&product, side.start));
    let usage = usage[0].both(usage[1]);
    let shared = reading::share(&mut product, &sides);
    let is_numeric = is_main && usage.is_numeric;
    for side in &sides {
        world::isolate(&mut product, side, &shared, settings.checks, is_numeric)?;
    }
    let mut driver = Driver::new(product, sides, is_main);
    let passed = if is_main {
        inputs::arguments(&mut driver, usage, settings.argument_count)
    } else {
        inputs::parameters(&mut driver, settings)?
    };
    driver.share_undefined_globals()?;
    reading::restrict(&mut driver, &shared);
    driver.call_both(passed);
    driver.compare()?;
    Ok(driver.finish())
}

fn examine_signatures(program: &Program, sides: &[Side; 2]) -> Result<(), String> {
    let [ours, theirs] = sides.each_ref().map(|side| &program.function(side.start).signature);
    let types = &program.types;
    let name = &program.function(sides[0].start).name;
    if program.is_main(sides[0].start) {
        return Ok(());
    }
    let mut params = ours.params.iter().zip(&theirs.params);
    let is_same = ours.params.len() == theirs.params.len()
        && params.all(|(&a, &b)| alike(types, a, b))
        && alike(types, ours.result, theirs.result);
    match is_same {
        true if ours.variadic || theirs.variadic => {
            Err(format!("`{name}` has a variable number of arguments"))
        }
        true => Ok(()),
        false => Err(format!("`{name}` has other parameters or another result in the reference")),
    }
}

/// The function in the making.
pub(super) struct Driver {
    pub(super) program: Program,
    pub(super) sides: [Side; 2],
    pub(super) is_main: bool,
    pub(super) plan: Plan,
    pub(super) is_complete: bool,
    /// What pointers of the program and of the reference point to.
    pub(super) arrays: Vec<Array>,
    pub(super) int: TypeId,
    params: Vec<Local>,
    stmts: Vec<StmtKind>,
    /// What comes before `stmts`, in pieces: behind each, where the condition holds, there is something that cannot be compared.
    segments: Vec<(Vec<StmtKind>, Expr, String)>,
    /// Where the program and the reference leave what they return.
    pub(super) returned: [Option<GlobalId>; 2],
    /// The same, where both return something.
    pub(super) results: Option<[GlobalId; 2]>,
    pub(super) file: FileId,
    pub(super) subjects: Vec<Subject>,
}

/// Storage behind one pointer parameter, of the program and of the reference.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) name: String,
    pub(super) storage: [GlobalId; 2],
    pub(super) elems: [TypeId; 2],
    pub(super) length: u32,
}

impl Driver {
    fn new(mut program: Program, sides: [Side; 2], is_main: bool) -> Driver {
        let file = FileId(program.sources.files().count() as u32);
        Driver {
            int: program.types.int(32, true),
            program,
            sides,
            is_main,
            plan: Plan::default(),
            is_complete: true,
            arrays: Vec::new(),
            params: Vec::new(),
            stmts: Vec::new(),
            segments: Vec::new(),
            returned: [None, None],
            results: None,
            file,
            subjects: Vec::new(),
        }
    }

    /// The place of everything that is compared by no check.
    pub(super) fn span(&self) -> Span {
        self.program.function(self.sides[0].start).span
    }

    pub(super) fn push(&mut self, kind: StmtKind) {
        self.stmts.push(kind);
    }

    pub(super) fn int(&self, value: i128) -> Expr {
        constant(value, self.int, self.span())
    }

    /// A parameter of the comparison: an input of that name.
    pub(super) fn param(&mut self, name: &str, ty: TypeId) -> Place {
        let local = LocalId(self.params.len() as u32);
        self.params.push(Local {
            name: name.to_owned(),
            ty,
            span: self.span(),
            role: LocalRole::Parameter,
            in_memory: !self.program.types.is_scalar(ty),
            is_vla: false,
        });
        Place::local(local, ty, self.span())
    }

    pub(super) fn copy(&mut self, to: Place, from: Place) {
        let bytes = self.program.types.size_of(from.ty).unwrap_or(0);
        self.push(StmtKind::Copy { to, from, bytes });
    }

    /// Globals that neither program defines have the same contents in both.
    fn share_undefined_globals(&mut self) -> Result<(), String> {
        let [ours, theirs] = self.sides.each_ref().map(|side| side.part.globals.clone());
        for id in theirs.map(|at| GlobalId(at as u32)) {
            let global = self.program.global(id);
            if !global.is_undefined {
                continue;
            }
            let name = global.name.clone();
            if !is_plain(&self.program.types, global.ty) {
                return Err(format!("the contents of `{name}`, which is defined nowhere"));
            }
            let mut others = ours.clone().map(|at| GlobalId(at as u32));
            let Some(other) = others.find(|&other| {
                let global = self.program.global(other);
                global.name == name && global.is_undefined
            }) else {
                continue;
            };
            if !alike(&self.program.types, global.ty, self.program.global(other).ty) {
                return Err(format!("`{name}` has another type in the reference"));
            }
            self.program.globals[id.index()].is_undefined = false;
            let span = self.span();
            let to = place_of_global(&self.program, id, span);
            let from = place_of_global(&self.program, other, span);
            self.copy(to, from);
        }
        for at in ours {
            let global = &self.program.globals[at];
            if global.is_undefined && !is_plain(&self.program.types, global.ty) {
                return Err(format!("the contents of `{}`, which is defined nowhere", global.name));
            }
        }
        Ok(())
    }

    fn call_both(&mut self, [ours, theirs]: [Vec<Expr>; 2]) {
        let span = self.span();
        let results = self.sides.each_ref().map(|side| {
            let result = self.program.function(side.start).signature.result;
            (*self.program.types.get(result) != Type::Void).then_some(result)
        });
        let mut held = [None, None];
        for (index, args) in [(1, theirs), (0, ours)] {
            let global = results[index]
                .map(|ty| build::zero_global(&mut self.program, "the result", ty, span));
            let dest = global.map(|global| place_of_global(&self.program, global, span));
            let callee = Callee::Direct(self.sides[index].start);
            self.push(StmtKind::Call { dest, callee, args });
            held[index] = global;
        }
        self.returned = held;
        if let [Some(ours), Some(theirs)] = held {
            self.results = Some([ours, theirs]);
        }
    }

    /// Where the condition holds nothing can be said.
    pub(super) fn stop_where(&mut self, cond: Expr, what: &str) {
        let stmts = std::mem::take(&mut self.stmts);
        self.segments.push((stmts, cond, what.to_owned()));
    }

    fn finish(mut self) -> Product {
        let text = "...\n".repeat(self.subjects.len());
        let added = self.program.sources.add_internal("<comparison>", text);
        debug_assert_eq!(added, self.file);
        let span = self.span();
        let source = SourceStmtId(self.program.source_stmts.len() as u32);
        let kind = SourceKind::Implicit;
        self.program.source_stmts.push(SourceStmt { span, kind, function: None });
        let block = |stmts: Vec<StmtKind>, kind| Block {
            stmts: stmts.into_iter().map(|kind| Stmt { kind, span, source }).collect(),
            terminator: Terminator { kind, span, source },
        };
        let mut blocks = Vec::new();
        for (stmts, cond, what) in std::mem::take(&mut self.segments) {
            let next = blocks.len() as u32 + 1;
            let (then, otherwise) = (BlockId(next), BlockId(next + 1));
            blocks.push(block(stmts, TerminatorKind::Branch { cond, then, otherwise }));
            let stop = vec![StmtKind::Unsupported { what }];
            blocks.push(block(stop, TerminatorKind::Return(None)));
        }
        blocks.push(block(std::mem::take(&mut self.stmts), TerminatorKind::Return(None)));
        let result = self.program.types.void();
        let params: Vec<TypeId> = self.params.iter().map(|param| param.ty).collect();
        self.program.functions.push(Function {
            name: "whydunit_compare".into(),
            signature: Signature { result, params, variadic: false },
            span,
            is_static: false,
            is_library: false,
            param_count: self.params.len() as u32,
            locals: self.params,
            body: Body::Blocks(blocks),
        });
        Product {
            start: FunctionId(self.program.functions.len() as u32 - 1),
            starts: self.sides.each_ref().map(|side| side.start),
            program: self.program,
            plan: self.plan,
            results: self.results,
            is_complete: self.is_complete,
            file: self.file,
            subjects: self.subjects,
        }
    }
}
