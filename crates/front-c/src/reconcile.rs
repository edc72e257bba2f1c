//! Uses made to fit what they reach: calls the functions, accesses the globals.
//!
//! A call is lowered against the declaration its file sees, which may say less than the definition
//! (`f()`, no declaration at all) or name its own copies of types. Once everything is linked, numbers
//! are converted to what the function takes, arguments it does not take are dropped, and a call that
//! lacks arguments becomes an unsupported construct where it stands.

use whydunit_program::{
    Block, Body, Callee, Expr, ExprKind, Fold, Function, Global, Local, LocalId, LocalRole, Place,
    PlaceBase, Program, Signature, Stmt, StmtKind, Type, TypeId, TypeTable,
};

pub(crate) fn reconcile(program: &mut Program) {
    view_globals(program);
    let callees: Vec<(String, Signature, bool)> = program
        .functions
        .iter()
        .map(|function| {
            let is_open = matches!(function.body, Body::Undefined);
            (function.name.clone(), function.signature.clone(), is_open)
        })
        .collect();
    for function in &mut program.functions {
        let Function { body: Body::Blocks(blocks), locals, .. } = function else { continue };
        for block in blocks {
            reconcile_block(block, locals, &callees, &program.types);
        }
    }
}

/// A file may know what a global pointer points to by a type of its own (its copy of a record that
/// another file defines differently): such a use reaches the storage through a converted address.
fn view_globals(program: &mut Program) {
    let Program { types, functions, globals, .. } = program;
    let mut views = Views { types, globals };
    functions.iter_mut().for_each(|function| function.fold_parts(&mut views));
}

struct Views<'p> {
    types: &'p mut TypeTable,
    globals: &'p [Global],
}

impl Fold for Views<'_> {
    fn place(&mut self, place: &mut Place) {
        let types = &mut *self.types;
        if let PlaceBase::Global(id) = place.base
            && let stored = self.globals[id.index()].ty
            && (place.path.is_empty() && place.ty != stored)
            && (types.pointee(stored).is_some() && types.pointee(place.ty).is_some())
        {
            let span = place.span;
            let (to_stored, to_used) = (types.pointer(stored), types.pointer(place.ty));
            let address = ExprKind::AddrOf(Place::global(id, stored, span));
            let address = Expr::new(address, to_stored, span);
            let converted = Expr::new(ExprKind::Cast(Box::new(address)), to_used, span);
            place.base = PlaceBase::Deref(Box::new(converted));
        }
        place.fold_parts(self);
    }
}

fn reconcile_block(
    block: &mut Block,
    locals: &mut Vec<Local>,
    callees: &[(String, Signature, bool)],
    types: &TypeTable,
) {
    let mut index = 0;
    while index < block.stmts.len() {
        let stmt = &mut block.stmts[index];
        index += 1;
        let (span, source) = (stmt.span, stmt.source);
        let StmtKind::Call { dest, callee: Callee::Direct(id), args } = &mut stmt.kind else {
            continue;
        };
        let (name, signature, is_open) = &callees[id.index()];
        if *is_open {
            continue;
        }
        if args.len() < signature.params.len() {
            let what = format!(
                "a call of `{name}` with {} of {} arguments",
                args.len(),
                signature.params.len()
            );
            stmt.kind = StmtKind::Unsupported { what };
            continue;
        }
        if !signature.variadic {
            args.truncate(signature.params.len());
        }
        for (arg, &param) in args.iter_mut().zip(&signature.params) {
            // Pointers of any kind are passed alike.
            if !(types.pointee(arg.ty).is_some() && types.pointee(param).is_some()) {
                convert(arg, param, types);
            }
        }
        let passable =
            args.iter().zip(&signature.params).all(|(arg, &param)| alike(types, arg.ty, param));
        let result_fits = match dest {
            Some(place) if !matches!(types.get(signature.result), Type::Void) => {
                alike(types, place.ty, signature.result)
            }
            _ => true,
        };
        if !passable || !result_fits {
            let what = format!("a call of `{name}` with types that its definition does not have");
            stmt.kind = StmtKind::Unsupported { what };
            continue;
        }
        let Some(place) = dest else { continue };
        if place.ty == signature.result {
            continue;
        }
        if matches!(types.get(signature.result), Type::Void) {
            *dest = None;
            continue;
        }
        // The result goes through a temporary of the function's own type.
        let local = LocalId(locals.len() as u32);
        locals.push(Local {
            name: String::new(),
            ty: signature.result,
            span,
            role: LocalRole::Temporary,
            in_memory: !types.is_scalar(signature.result),
            is_vla: false,
        });
        let result = Place::local(local, signature.result, span);
        let target = std::mem::replace(place, result.clone());
        let kind = if types.is_record(target.ty) {
            let bytes = types.size_of(target.ty).unwrap_or(0);
            StmtKind::Copy { to: target, from: result, bytes }
        } else {
            let mut value = Expr::load(result);
            convert(&mut value, target.ty, types);
            StmtKind::Assign { place: target, value }
        };
        block.stmts.insert(index, Stmt { kind, span, source });
        index += 1;
    }
}

/// Can a value of one type arrive as the other: two scalars, or records of one size?
fn alike(types: &TypeTable, left: TypeId, right: TypeId) -> bool {
    let is_scalar = types.is_scalar(left);
    is_scalar == types.is_scalar(right)
        && (is_scalar || types.size_of(left) == types.size_of(right))
}

fn convert(expr: &mut Expr, to: TypeId, types: &TypeTable) {
    if expr.ty == to || !types.is_scalar(to) || !types.is_scalar(expr.ty) {
        return;
    }
    let is_float = |ty: TypeId| matches!(types.get(ty), Type::Float(_));
    let is_pointer = |ty: TypeId| matches!(types.get(ty), Type::Pointer(_));
    if (is_float(expr.ty) && is_pointer(to)) || (is_pointer(expr.ty) && is_float(to)) {
        return;
    }
    let span = expr.span;
    let inner = std::mem::replace(expr, Expr::int(0, to, span));
    *expr = Expr::new(ExprKind::Cast(Box::new(inner)), to, span);
}
