//! One of the two programs without an outside: it may end without ending the other, and what it writes is kept.
//!
//! - `exit` and `abort` set a flag of the program's own and return; behind every call that may have led there the flag is asked,
//!   and the caller returns, too.
//! - What goes to standard output becomes items of a log: bytes, and values together with the way in which they are written. Standard
//!   error is not compared.
//! - In the reference a failing check means that the input is not a legal one: checks that are written out become assumptions.
//!   Preconditions of the start function are assumptions in both.
//! - What is read comes from storage that both share (`reading`).
//! - What cannot be made the same for both (the clock, functions without a body, ...) becomes
//!   `Unsupported` where it stands: a search that gets there answers *unknown*.

use std::collections::BTreeSet;

use whydunit_interp::CheckSet;
use whydunit_program::{
    Block, BlockId, Body, Callee, CheckKind, Expr, ExprKind, FunctionId, GlobalId, InitValue,
    Intrinsic, Place, PlaceBase, Program, Stmt, StmtKind, Terminator, TerminatorKind, Type, TypeId,
};

use super::arguments;
use super::build::{call, constant, load_global, new_local, zero_global};
use super::merge::Part;
use super::reading::Shared;
use super::support::Support;

/// One of the two programs in the product.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) part: Part,
    pub(super) start: FunctionId,
    pub(super) is_reference: bool,
    pub(super) support: Support,
}

/// What becomes of a statement.
pub(super) enum Change {
    Keep,
    Replace(Vec<StmtKind>),
    /// The program ends after these.
    End(Vec<StmtKind>),
}

pub(super) fn unsupported(what: impl Into<String>) -> Change {
    Change::Replace(vec![StmtKind::Unsupported { what: what.into() }])
}

/// Rewrites all functions of one side. `numeric` says that arguments of `main` are stored as numbers.
pub(super) fn isolate(
    program: &mut Program,
    side: &Side,
    shared: &Shared,
    checks: CheckSet,
    numeric: bool,
) -> Result<(), String> {
    let mut world = World {
        side,
        shared,
        checks,
        numeric,
        ending: BTreeSet::new(),
        input: stream(program, &side.part, "stdin"),
        out: stream(program, &side.part, "stdout"),
        error: stream(program, &side.part, "stderr"),
    };
    world.examine_addresses(program)?;
    world.ending = world.functions_that_end(program);
    for index in side.part.functions.clone() {
        world.rewrite(program, FunctionId(index as u32));
    }
    Ok(())
}

fn stream(program: &Program, part: &Part, name: &str) -> Option<GlobalId> {
    let mut globals = part.globals.clone();
    let at = globals.find(|&at| {
        let global = &program.globals[at];
        global.name == name && !global.is_literal && global.owner.is_none()
    });
    at.map(|at| GlobalId(at as u32))
}

/// What is around one of the programs.
pub(super) struct World<'a> {
    pub(super) side: &'a Side,
    pub(super) shared: &'a Shared,
    checks: CheckSet,
    numeric: bool,
    /// Functions that may end the program.
    ending: BTreeSet<FunctionId>,
    pub(super) input: Option<GlobalId>,
    pub(super) out: Option<GlobalId>,
    pub(super) error: Option<GlobalId>,
}

impl World<'_> {
    /// Functions that are rewritten where they are called must not be called through pointers.
    fn examine_addresses(&self, program: &Program) -> Result<(), String> {
        let mut taken = BTreeSet::new();
        for index in self.side.part.functions.clone() {
            program.functions[index].walk(&mut |expr| {
                if let ExprKind::FunctionAddr(id) = expr.kind {
                    taken.insert(id);
                }
            });
        }
        for index in self.side.part.globals.clone() {
            for part in &program.globals[index].init {
                if let InitValue::FunctionAddr(id) = part.value {
                    taken.insert(id);
                }
            }
        }
        for id in taken {
            let function = program.function(id);
            let is_special = match function.body {
                Body::Intrinsic(intrinsic) => self.is_special(intrinsic),
                Body::Undefined => true,
                Body::Blocks(_) => false,
            };
            if is_special {
                return Err(format!("`{}` is called through a pointer", function.name));
            }
        }
        let mut functions = self.side.part.functions.clone();
        if functions.any(|index| program.functions[index].name == "__whydunit_at_exit") {
            return Err("functions that run at exit".into());
        }
        Ok(())
    }

    fn is_special(&self, intrinsic: Intrinsic) -> bool {
        use Intrinsic as I;
        !matches!(
            intrinsic,
            I::Malloc
                | I::Calloc
                | I::Realloc
                | I::Free
                | I::Alloca
                | I::Memcpy
                | I::Memmove
                | I::Memset
                | I::Sprintf
                | I::Snprintf
                | I::Math(_)
        )
    }

    fn functions_that_end(&self, program: &Program) -> BTreeSet<FunctionId> {
        use Intrinsic::{Abort, Exit, QuickExit};
        let mut ending = BTreeSet::new();
        loop {
            let before = ending.len();
            for index in self.side.part.functions.clone() {
                let function = &program.functions[index];
                if let Body::Intrinsic(Exit | QuickExit | Abort) = function.body {
                    ending.insert(FunctionId(index as u32));
                }
                let stmts = function.blocks().iter().flat_map(|block| &block.stmts);
                let may_end = stmts.into_iter().any(|stmt| match &stmt.kind {
                    StmtKind::Call { callee: Callee::Direct(callee), .. } => {
                        ending.contains(callee)
                    }
                    StmtKind::Call { callee: Callee::Pointer(_), .. } => !ending.is_empty(),
                    _ => false,
                });
                if may_end {
                    ending.insert(FunctionId(index as u32));
                }
            }
            if ending.len() == before {
                return ending;
            }
        }
    }

    fn rewrite(&self, program: &mut Program, id: FunctionId) {
        let function = &mut program.functions[id.index()];
        let blocks = match &mut function.body {
            Body::Blocks(blocks) => std::mem::take(blocks),
            Body::Intrinsic(_) | Body::Undefined => return,
        };
        let result = function.signature.result;
        let mut rewritten = Rewritten { blocks: vec![None; blocks.len()], leave: None, result };
        for (index, block) in blocks.into_iter().enumerate() {
            self.block(program, id, (BlockId(index as u32), block), &mut rewritten);
        }
        let blocks = rewritten.blocks.into_iter();
        let blocks = blocks.map(|block| block.expect("every block should have been filled"));
        program.functions[id.index()].body = Body::Blocks(blocks.collect());
    }

    /// A block that may end the program in the middle becomes several; the first keeps its number.
    fn block(
        &self,
        program: &mut Program,
        id: FunctionId,
        (mut current, block): (BlockId, Block),
        rewritten: &mut Rewritten,
    ) {
        let mut stmts = Vec::new();
        for mut stmt in block.stmts {
            let (span, source) = (stmt.span, stmt.source);
            let made = |kind| Stmt { kind, span, source };
            match self.change(program, id, &stmt) {
                Change::Replace(kinds) => stmts.extend(kinds.into_iter().map(made)),
                Change::End(kinds) => {
                    stmts.extend(kinds.into_iter().map(made));
                    let kind = TerminatorKind::Goto(rewritten.leave(program, &stmt));
                    let terminator = Terminator { kind, span, source };
                    rewritten.blocks[current.index()] = Some(Block { stmts, terminator });
                    return;
                }
                Change::Keep if !self.may_end(&stmt.kind) => stmts.push(stmt),
                Change::Keep => {
                    let (before, after) = settle_result(program, id, &mut stmt);
                    stmts.extend(before.map(made));
                    let then = rewritten.leave(program, &stmt);
                    stmts.push(stmt);
                    let otherwise = rewritten.reserve();
                    let cond = load_global(program, self.side.support.ended, span);
                    let kind = TerminatorKind::Branch { cond, then, otherwise };
                    let terminator = Terminator { kind, span, source };
                    let stmts =
                        std::mem::replace(&mut stmts, after.map(made).into_iter().collect());
                    rewritten.blocks[current.index()] = Some(Block { stmts, terminator });
                    current = otherwise;
                }
            }
        }
        rewritten.blocks[current.index()] = Some(Block { stmts, terminator: block.terminator });
    }

    fn may_end(&self, kind: &StmtKind) -> bool {
        match kind {
            StmtKind::Call { callee: Callee::Direct(callee), .. } => self.ending.contains(callee),
            StmtKind::Call { callee: Callee::Pointer(_), .. } => !self.ending.is_empty(),
            _ => false,
        }
    }

    fn change(&self, program: &mut Program, id: FunctionId, stmt: &Stmt) -> Change {
        match &stmt.kind {
            StmtKind::Check { kind, cond, .. } => self.check(id, *kind, cond),
            StmtKind::Input { place, origin } => self.asked(program, id, place, origin),
            StmtKind::Call { dest, callee: Callee::Direct(callee), args } => {
                let function = program.function(*callee);
                let in_library = program.function(id).is_library;
                if !in_library && dest.is_some() && function.is_library && function.name == "puts" {
                    return unsupported("the result of `puts`");
                }
                match function.body {
                    Body::Undefined => {
                        let name = &function.name;
                        unsupported(format!("`{name}`, which has no body"))
                    }
                    Body::Intrinsic(intrinsic) => self.library_call(
                        program,
                        intrinsic,
                        (dest.as_ref(), args),
                        stmt,
                        in_library,
                    ),
                    Body::Blocks(_) if self.numeric && id == self.side.start => {
                        self.number(program, *callee, dest.as_ref(), args)
                    }
                    Body::Blocks(_) => Change::Keep,
                }
            }
            _ => Change::Keep,
        }
    }

    fn check(&self, id: FunctionId, kind: CheckKind, cond: &Expr) -> Change {
        let is_precondition = kind == CheckKind::Requires && id == self.side.start;
        if is_precondition || (self.side.is_reference && self.checks.contains(kind)) {
            return Change::Replace(vec![StmtKind::Assume { cond: cond.clone() }]);
        }
        // The comparison itself needs checks that may be switched off for the programs.
        if self.checks.contains(kind) { Change::Keep } else { Change::Replace(Vec::new()) }
    }

    /// In `main`, with arguments that are numbers: what would be parsed is read.
    fn number(
        &self,
        program: &Program,
        callee: FunctionId,
        dest: Option<&Place>,
        args: &[Expr],
    ) -> Change {
        let Some((width, _)) = arguments::parsed(program, self.side.start, callee, args) else {
            return Change::Keep;
        };
        let function = self.side.support.numbers[width as usize];
        let args = vec![args[0].clone()];
        Change::Replace(vec![StmtKind::Call {
            dest: dest.cloned(),
            callee: Callee::Direct(function),
            args,
        }])
    }

    fn library_call(
        &self,
        program: &mut Program,
        intrinsic: Intrinsic,
        (dest, args): (Option<&Place>, &[Expr]),
        stmt: &Stmt,
        in_library: bool,
    ) -> Change {
        use Intrinsic as I;
        let support = &self.side.support;
        let span = stmt.span;
        match (intrinsic, args) {
            (I::Exit | I::QuickExit, [code]) => {
                Change::End(vec![call(support.exit, vec![code.clone()])])
            }
            (I::Abort, _) if !self.checks.contains(CheckKind::Abort) => {
                Change::End(vec![call(support.abort, Vec::new())])
            }
            (I::Abort, _) if self.side.is_reference => {
                let int = program.types.int(32, true);
                Change::Replace(vec![StmtKind::Assume { cond: constant(0, int, span) }])
            }
            (I::Abort, _) => Change::Keep,
            (I::Printf, [format, values @ ..]) => {
                self.formatted(program, None, format, values, (dest, in_library), span)
            }
            (I::Fprintf, [to, format, values @ ..]) => {
                self.formatted(program, Some(to), format, values, (dest, in_library), span)
            }
            (I::Fputc, [byte, to]) => {
                let args = [&[byte.clone()][..], &self.streams(program, to, span)].concat();
                let callee = Callee::Direct(support.fputc);
                Change::Replace(vec![StmtKind::Call { dest: dest.cloned(), callee, args }])
            }
            // What is written there would have to be compared as well.
            (I::FileFind, _) => unsupported("a program that opens files".to_owned()),
            (I::Vprintf | I::Vfprintf, _) => {
                unsupported(format!("output by `{}`", intrinsic.name()))
            }
            (
                I::Getchar
                | I::Ungetc
                | I::Feof
                | I::Clearerr
                | I::Scanf
                | I::Fscanf
                | I::Vscanf
                | I::Vfscanf,
                _,
            ) => self.reads(program, intrinsic, dest, args, span),
            _ => Change::Keep,
        }
    }
}

/// The blocks of a function in the making.
struct Rewritten {
    blocks: Vec<Option<Block>>,
    /// Returns some value that nobody looks at.
    leave: Option<BlockId>,
    result: TypeId,
}

impl Rewritten {
    fn reserve(&mut self) -> BlockId {
        self.blocks.push(None);
        BlockId(self.blocks.len() as u32 - 1)
    }

    fn leave(&mut self, program: &mut Program, at: &Stmt) -> BlockId {
        if let Some(known) = self.leave {
            return known;
        }
        let value = match program.types.get(self.result) {
            Type::Void => None,
            Type::Float(_) => Some(Expr::new(ExprKind::Float(0.0), self.result, at.span)),
            Type::Record(_) => {
                let zero = zero_global(program, "nothing", self.result, at.span);
                Some(load_global(program, zero, at.span))
            }
            _ => Some(constant(0, self.result, at.span)),
        };
        let kind = TerminatorKind::Return(value);
        let terminator = Terminator { kind, span: at.span, source: at.source };
        let id = self.reserve();
        self.blocks[id.index()] = Some(Block { stmts: Vec::new(), terminator });
        self.leave = Some(id);
        id
    }
}

/// The result of a call that may have ended the program is stored only if it has not: what comes before and behind the call.
fn settle_result(
    program: &mut Program,
    id: FunctionId,
    stmt: &mut Stmt,
) -> (Option<StmtKind>, Option<StmtKind>) {
    let StmtKind::Call { dest: Some(dest), .. } = &mut stmt.kind else { return (None, None) };
    if matches!(dest.base, PlaceBase::Local(_)) && dest.path.is_empty() {
        return (None, None);
    }
    let in_memory = !program.types.is_scalar(dest.ty);
    let local = new_local(program, id, dest.ty, dest.span);
    let held = Place::local(local, dest.ty, dest.span);
    let place = std::mem::replace(dest, held.clone());
    let store = StmtKind::Assign { place, value: Expr::load(held) };
    (in_memory.then_some(StmtKind::Live { local }), Some(store))
}
