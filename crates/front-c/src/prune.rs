//! Only what the program can use: functions and globals that nothing refers to are dropped.
//!
//! Functions of the user's that are visible outside their file stay, and so do the user's variables;
//! unused library functions, `static` functions, literals and mere declarations go.

use whydunit_program::{
    Body, Callee, Expr, ExprKind, Function, FunctionId, Global, GlobalId, InitValue, Place,
    PlaceBase, Program, Projection, StmtKind, TerminatorKind,
};

#[derive(Clone, Copy)]
enum Item {
    Function(FunctionId),
    Global(GlobalId),
}

pub(crate) fn prune(program: &mut Program, start: &str) {
    let mut keep_functions = vec![false; program.functions.len()];
    let mut keep_globals = vec![false; program.globals.len()];
    let mut work = roots(program, start);
    while let Some(item) = work.pop() {
        let seen = match item {
            Item::Function(id) => &mut keep_functions[id.index()],
            Item::Global(id) => &mut keep_globals[id.index()],
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        match item {
            Item::Function(id) => {
                let function = &mut program.functions[id.index()];
                references_of_function(function, &mut |reference| work.push(reference.item()));
            }
            Item::Global(id) => {
                let global = &mut program.globals[id.index()];
                references_of_global(global, &mut |reference| work.push(reference.item()));
            }
        }
    }
    renumber(program, &keep_functions, &keep_globals);
}

fn roots(program: &Program, start: &str) -> Vec<Item> {
    let functions = program.functions.iter().enumerate().filter(|(_, function)| {
        let is_defined = matches!(function.body, Body::Blocks(_));
        is_defined && !function.is_library && (!function.is_static || function.name == start)
    });
    let globals = program.globals.iter().enumerate().filter(|(_, global)| {
        let is_user = program.sources.file(global.span.file).is_user();
        is_user && !global.is_literal && !global.is_undefined && global.owner.is_none()
    });
    functions
        .map(|(index, _)| Item::Function(FunctionId(index as u32)))
        .chain(globals.map(|(index, _)| Item::Global(GlobalId(index as u32))))
        .collect()
}

fn numbering(keep: &[bool]) -> Vec<u32> {
    let mut next = 0;
    keep.iter()
        .map(|&kept| {
            let number = next;
            next += u32::from(kept);
            number
        })
        .collect()
}

fn renumber(program: &mut Program, keep_functions: &[bool], keep_globals: &[bool]) {
    let functions = numbering(keep_functions);
    let globals = numbering(keep_globals);
    let mut update = |reference: Reference<'_>| match reference {
        Reference::Function(id) => *id = FunctionId(functions[id.index()]),
        Reference::Global(id) => *id = GlobalId(globals[id.index()]),
    };
    let mut index = 0;
    program.functions.retain(|_| {
        index += 1;
        keep_functions[index - 1]
    });
    index = 0;
    program.globals.retain(|_| {
        index += 1;
        keep_globals[index - 1]
    });
    for function in &mut program.functions {
        references_of_function(function, &mut update);
    }
    for global in &mut program.globals {
        references_of_global(global, &mut update);
        if let Some(owner) = &mut global.owner {
            if keep_functions[owner.index()] {
                *owner = FunctionId(functions[owner.index()]);
            } else {
                global.owner = None;
            }
        }
    }
    for stmt in &mut program.source_stmts {
        stmt.function = stmt
            .function
            .filter(|id| keep_functions[id.index()])
            .map(|id| FunctionId(functions[id.index()]));
    }
}

enum Reference<'a> {
    Function(&'a mut FunctionId),
    Global(&'a mut GlobalId),
}

impl Reference<'_> {
    fn item(&self) -> Item {
        match self {
            Reference::Function(id) => Item::Function(**id),
            Reference::Global(id) => Item::Global(**id),
        }
    }
}

type Visitor<'v> = dyn FnMut(Reference<'_>) + 'v;

fn references_of_global(global: &mut Global, visit: &mut Visitor<'_>) {
    for part in &mut global.init {
        match &mut part.value {
            InitValue::Bytes(_) => {}
            InitValue::GlobalAddr(id, _) => visit(Reference::Global(id)),
            InitValue::FunctionAddr(id) => visit(Reference::Function(id)),
        }
    }
}

fn references_of_function(function: &mut Function, visit: &mut Visitor<'_>) {
    let Body::Blocks(blocks) = &mut function.body else { return };
    for block in blocks {
        for stmt in &mut block.stmts {
            references_of_stmt(&mut stmt.kind, visit);
        }
        match &mut block.terminator.kind {
            TerminatorKind::Branch { cond, .. } => in_expr(cond, visit),
            TerminatorKind::Switch { value, .. } => in_expr(value, visit),
            TerminatorKind::Return(Some(value)) => in_expr(value, visit),
            TerminatorKind::Goto(_)
            | TerminatorKind::Return(None)
            | TerminatorKind::Unreachable => {}
        }
    }
}

fn references_of_stmt(kind: &mut StmtKind, visit: &mut Visitor<'_>) {
    match kind {
        StmtKind::Assign { place, value } => {
            in_place(place, visit);
            in_expr(value, visit);
        }
        StmtKind::Zero { place } | StmtKind::Input { place, .. } => in_place(place, visit),
        StmtKind::Copy { to, from, .. } => {
            in_place(to, visit);
            in_place(from, visit);
        }
        StmtKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                in_place(dest, visit);
            }
            match callee {
                Callee::Direct(id) => visit(Reference::Function(id)),
                Callee::Pointer(pointer) => in_expr(pointer, visit),
            }
            args.iter_mut().for_each(|arg| in_expr(arg, visit));
        }
        StmtKind::VaArg { place, list } => {
            in_place(place, visit);
            in_expr(list, visit);
        }
        StmtKind::Assume { cond } | StmtKind::Check { cond, .. } => in_expr(cond, visit),
        StmtKind::AllocVla { count, .. } => in_expr(count, visit),
        StmtKind::Live { .. }
        | StmtKind::Dead { .. }
        | StmtKind::Snapshot { .. }
        | StmtKind::Unsupported { .. } => {}
    }
}

fn in_place(place: &mut Place, visit: &mut Visitor<'_>) {
    match &mut place.base {
        PlaceBase::Local(_) => {}
        PlaceBase::Global(id) => visit(Reference::Global(id)),
        PlaceBase::Deref(pointer) => in_expr(pointer, visit),
    }
    for step in &mut place.path {
        if let Projection::Index(index) = step {
            in_expr(index, visit);
        }
    }
}

fn in_expr(expr: &mut Expr, visit: &mut Visitor<'_>) {
    match &mut expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => {}
        ExprKind::FunctionAddr(id) => visit(Reference::Function(id)),
        ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
            in_place(place, visit);
        }
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => in_expr(operand, visit),
        ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::PtrAdd(a, b)
        | ExprKind::PtrDiff(a, b) => {
            in_expr(a, visit);
            in_expr(b, visit);
        }
        ExprKind::Cond(a, b, c) => {
            in_expr(a, visit);
            in_expr(b, visit);
            in_expr(c, visit);
        }
        ExprKind::Quantifier { lo, hi, body, .. } => {
            in_expr(lo, visit);
            in_expr(hi, visit);
            in_expr(body, visit);
        }
        ExprKind::Valid { pointer, lo, hi } => {
            in_expr(pointer, visit);
            in_expr(lo, visit);
            in_expr(hi, visit);
        }
        ExprKind::Old { expr, .. } => in_expr(expr, visit),
    }
}
