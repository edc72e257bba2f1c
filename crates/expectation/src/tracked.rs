//! One block of the heap, tracked through a copy of the program: is it still allocated?
//!
//! The copy has a variable that leads to the block from the call that allocates it to the one that frees it, and is null otherwise. It is set like any other, so what explains
//! values explains why the block was not freed: a branch that passed a `free` by, an argument that was another pointer.

use rustc_hash::FxHashMap;
use whydunit_program::{
    BinaryOp, Body, Callee, Expr, ExprKind, FunctionId, Global, GlobalId, Intrinsic, Place, Point,
    Program, Stmt, StmtKind, TypeId,
};
use whydunit_source::Span;

use crate::check::int;
use crate::record::Execution;

/// As it is called where facts are shown.
const NAME: &str = "still_allocated";
/// How often the allocating call was made.
const COUNT: &str = "allocations";

/// The copy, and where things are in it.
pub(crate) struct Tracked {
    pub(crate) program: Program,
    pub(crate) pointer: Place,
    /// How many statements were put in front of each statement that has some in its block.
    inserted: FxHashMap<(u32, u32), Vec<u32>>,
}

/// The block that this execution of a call returns; `is_only`: the call is made once in the run. `None` if nothing receives it.
pub(crate) fn tracked(program: &Program, allocated: Execution, is_only: bool) -> Option<Tracked> {
    let Some(Stmt { kind: StmtKind::Call { dest: Some(dest), .. }, span, .. }) =
        program.stmt_at(allocated.point)
    else {
        return None;
    };
    let (dest, span) = (dest.clone(), *span);
    let mut copy = program.clone();
    let byte = copy.types.int(8, false);
    let pointer_type = copy.types.pointer(byte);
    let int = int(&mut copy);
    let pointer = global(&mut copy, NAME, pointer_type, span);
    let count = (!is_only).then(|| global(&mut copy, COUNT, int, span));
    let maker = Maker { pointer: pointer.clone(), count, pointer_type, int };
    let ends = |wanted: Intrinsic| {
        (0..).map(FunctionId).take(program.functions.len()).filter(move |id| {
            matches!(program.function(*id).body, Body::Intrinsic(found) if found == wanted)
        })
    };
    let ends: Vec<FunctionId> = ends(Intrinsic::Free).chain(ends(Intrinsic::Realloc)).collect();
    let mut inserted = FxHashMap::default();
    for (number, function) in (0..).zip(&mut copy.functions) {
        let Body::Blocks(blocks) = &mut function.body else { continue };
        for (block, found) in (0..).zip(blocks.iter_mut()) {
            let mut before = Vec::new();
            let mut stmts = Vec::with_capacity(found.stmts.len());
            for (index, stmt) in (0..).zip(std::mem::take(&mut found.stmts)) {
                before.push(stmts.len() - usize::try_from(index).unwrap_or(0));
                let mut put = |kind| {
                    stmts.push(Stmt { kind, span: stmt.span, source: stmt.source });
                };
                if let StmtKind::Call { callee, args, .. } = &stmt.kind
                    && let Some(freed) = args.first()
                    && (program.types.pointee(freed.ty).is_some())
                {
                    match callee {
                        Callee::Direct(id) if ends.contains(id) => put(maker.freed(freed, None)),
                        Callee::Direct(_) => {}
                        Callee::Pointer(callee) => {
                            for &end in &ends {
                                put(maker.freed(freed, Some((callee, end))));
                            }
                        }
                    }
                }
                let is_it = allocated.point
                    == Point {
                        function: FunctionId(number),
                        block: whydunit_program::BlockId(block),
                        index,
                    };
                let (span, source) = (stmt.span, stmt.source);
                stmts.push(stmt);
                if is_it {
                    for kind in maker.allocated(&dest, allocated.occurrence, span) {
                        stmts.push(Stmt { kind, span, source });
                    }
                }
            }
            before.push(stmts.len() - before.len());
            found.stmts = stmts;
            let before = before.into_iter().map(|it| u32::try_from(it).unwrap_or(u32::MAX));
            inserted.insert((number, block), before.collect());
        }
    }
    Some(Tracked { program: copy, pointer, inserted })
}

impl Tracked {
    /// Where a statement of the program is in the copy, what was put in front of it behind it.
    pub(crate) fn at(&self, execution: Execution) -> Execution {
        let Point { function, block, index } = execution.point;
        let before = self.inserted.get(&(function.0, block.0));
        let before = before.and_then(|it| it.get(usize::try_from(index).ok()?));
        let point = Point { index: index + before.copied().unwrap_or(0), ..execution.point };
        Execution { point, ..execution }
    }
}

fn global(program: &mut Program, name: &str, ty: TypeId, span: Span) -> Place {
    let id = GlobalId(u32::try_from(program.globals.len()).unwrap_or(u32::MAX));
    program.globals.push(Global {
        name: name.to_owned(),
        ty,
        span,
        declaration: span,
        is_const: false,
        is_literal: false,
        owner: None,
        is_undefined: false,
        init: Vec::new(),
    });
    Place::global(id, ty, span)
}

/// Makes the statements.
struct Maker {
    pointer: Place,
    count: Option<Place>,
    pointer_type: TypeId,
    int: TypeId,
}

impl Maker {
    fn as_pointer(&self, value: &Expr) -> Expr {
        Expr::new(ExprKind::Cast(Box::new(value.clone())), self.pointer_type, value.span)
    }

    fn equal(&self, a: Expr, b: Expr) -> Expr {
        let span = a.span;
        Expr::new(ExprKind::Binary(BinaryOp::Eq, Box::new(a), Box::new(b)), self.int, span)
    }

    fn set(&self, when: Expr, value: Expr) -> StmtKind {
        let (span, otherwise) = (when.span, Expr::load(self.pointer.clone()));
        let kind = ExprKind::Cond(Box::new(when), Box::new(value), Box::new(otherwise));
        let value = Expr::new(kind, self.pointer_type, span);
        StmtKind::Assign { place: self.pointer.clone(), value }
    }

    /// Null from here on if this pointer leads to it, and the function that is called (where that depends) frees it.
    fn freed(&self, freed: &Expr, called: Option<(&Expr, FunctionId)>) -> StmtKind {
        let is_it = self.equal(self.as_pointer(freed), Expr::load(self.pointer.clone()));
        let when = match called {
            None => is_it,
            Some((callee, end)) => {
                let address = Expr::new(ExprKind::FunctionAddr(end), callee.ty, callee.span);
                let is_end = self.equal(callee.clone(), address);
                let kind = ExprKind::And(Box::new(is_end), Box::new(is_it));
                Expr::new(kind, self.int, callee.span)
            }
        };
        let null = Expr::int(0, self.pointer_type, freed.span);
        self.set(when, null)
    }

    fn allocated(&self, dest: &Place, occurrence: u64, span: Span) -> Vec<StmtKind> {
        let value = self.as_pointer(&Expr::load(dest.clone()));
        let Some(count) = &self.count else {
            return vec![StmtKind::Assign { place: self.pointer.clone(), value }];
        };
        let one = Box::new(Expr::int(1, self.int, span));
        let next = ExprKind::Binary(BinaryOp::Add, Box::new(Expr::load(count.clone())), one);
        let next = Expr::new(next, self.int, span);
        let wanted = Expr::int(i128::from(occurrence), self.int, span);
        let is_wanted = self.equal(Expr::load(count.clone()), wanted);
        let counted = StmtKind::Assign { place: count.clone(), value: next };
        vec![counted, self.set(is_wanted, value)]
    }
}
