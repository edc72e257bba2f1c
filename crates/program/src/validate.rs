//! Checks the conventions of this crate on a whole program.
//!
//! A front end that breaks one has a bug; finding it here beats a wrong answer three crates later.
//! The test suite validates every program it compiles.

use crate::{
    BinaryOp, Block, BlockId, Callee, Expr, ExprKind, Function, Place, PlaceBase, Program,
    Projection, StmtKind, TerminatorKind, Type, TypeId, Use, Visitor,
};

/// All violations, as sentences that name the function and the place.
pub fn validate(program: &Program) -> Vec<String> {
    let mut problems = Vec::new();
    for function in &program.functions {
        let mut checker = Checker { program, function, problems: &mut problems, at: String::new() };
        checker.function();
    }
    problems
}

struct Checker<'p> {
    program: &'p Program,
    function: &'p Function,
    problems: &'p mut Vec<String>,
    at: String,
}

impl Checker<'_> {
    fn report(&mut self, message: impl AsRef<str>) {
        let problem = format!("{}{}: {}", self.function.name, self.at, message.as_ref());
        self.problems.push(problem);
    }

    fn function(&mut self) {
        let params = self.function.signature.params.len();
        let is_defined = !self.function.blocks().is_empty();
        if is_defined && params != self.function.param_count as usize {
            self.report(format!(
                "{params} parameter types, {} parameters",
                self.function.param_count
            ));
        }
        for (index, block) in self.function.blocks().iter().enumerate() {
            self.block(index, block);
        }
    }

    fn block(&mut self, index: usize, block: &Block) {
        for (position, stmt) in block.stmts.iter().enumerate() {
            self.at = format!(" b{index}[{position}]");
            self.source(stmt.source.index());
            self.stmt(&stmt.kind);
        }
        self.at = format!(" b{index} end");
        self.source(block.terminator.source.index());
        for target in block.terminator.kind.successors() {
            self.target(target);
        }
        match &block.terminator.kind {
            TerminatorKind::Branch { cond, .. } => self.scalar(cond),
            TerminatorKind::Switch { value, .. } => {
                self.expr(value);
                if self.program.types.int_kind(value.ty).is_none() {
                    self.report("switch on something other than an integer");
                }
            }
            TerminatorKind::Return(Some(value)) => {
                self.value(value);
                if value.ty != self.function.signature.result {
                    self.mismatch("return", value.ty, self.function.signature.result);
                }
            }
            _ => {}
        }
    }

    fn source(&mut self, index: usize) {
        if index >= self.program.source_stmts.len() {
            self.report("no such source statement");
        }
    }

    fn target(&mut self, target: BlockId) {
        if target.index() >= self.function.blocks().len() {
            self.report(format!("jump to missing block b{}", target.0));
        }
    }

    fn mismatch(&mut self, what: &str, left: TypeId, right: TypeId) {
        let types = &self.program.types;
        let message = format!("{what}: {} against {}", types.display(left), types.display(right));
        self.report(message);
    }

    fn stmt(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { place, value } => {
                self.place(place);
                self.value(value);
                if place.ty != value.ty {
                    self.mismatch("assignment", place.ty, value.ty);
                }
            }
            StmtKind::Call { dest, callee, args } => self.call(dest.as_ref(), callee, args),
            _ => {
                if let Some(local) = kind.local() {
                    self.local(local.index());
                }
                kind.visit_parts(self);
            }
        }
    }

    fn call(&mut self, dest: Option<&Place>, callee: &Callee, args: &[Expr]) {
        for arg in args {
            self.value(arg);
        }
        let signature = match callee {
            Callee::Direct(id) => match self.program.functions.get(id.index()) {
                Some(function) => function.signature.clone(),
                None => return self.report("call of a missing function"),
            },
            Callee::Pointer(pointer) => {
                self.scalar(pointer);
                let pointee = self.program.types.pointee(pointer.ty);
                match pointee.map(|ty| self.program.types.get(ty)) {
                    Some(Type::Function(signature)) => signature.clone(),
                    _ => {
                        return self.report("call through something other than a function pointer");
                    }
                }
            }
        };
        if let Some(dest) = dest {
            self.place(dest);
            if dest.ty != signature.result {
                self.mismatch("call result", dest.ty, signature.result);
            }
        }
    }

    fn local(&mut self, index: usize) {
        if index >= self.function.locals.len() {
            self.report("no such local");
        }
    }

    /// A value that may also be a record.
    fn value(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Load(place) if self.program.types.is_record(expr.ty) => self.place(place),
            _ => self.scalar(expr),
        }
    }

    fn scalar(&mut self, expr: &Expr) {
        if !self.program.types.is_scalar(expr.ty) {
            let ty = self.program.types.display(expr.ty);
            self.report(format!("value of type {ty} where a scalar is needed"));
        }
        self.expr(expr);
    }

    /// Operands are scalars, and their types fit the operator.
    fn expr(&mut self, expr: &Expr) {
        expr.visit_parts(self);
        match &expr.kind {
            ExprKind::FunctionAddr(id) if id.index() >= self.program.functions.len() => {
                self.report("address of a missing function");
            }
            ExprKind::Load(place) if place.ty != expr.ty => {
                self.mismatch("load", expr.ty, place.ty);
            }
            ExprKind::Decay(place)
                if !matches!(self.program.types.get(place.ty), Type::Array { .. }) =>
            {
                self.report("decay of something other than an array");
            }
            ExprKind::Binary(op, left, right) => {
                let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                let both_pointers = self.program.types.pointee(left.ty).is_some()
                    && self.program.types.pointee(right.ty).is_some();
                if left.ty != right.ty && !is_shift && !both_pointers {
                    self.mismatch(op.symbol(), left.ty, right.ty);
                }
            }
            ExprKind::PtrAdd(left, _) | ExprKind::PtrDiff(left, _)
                if self.program.types.pointee(left.ty).is_none() =>
            {
                self.report("pointer arithmetic on something other than a pointer");
            }
            ExprKind::Cond(_, then, otherwise) if then.ty != expr.ty || otherwise.ty != expr.ty => {
                self.mismatch("?:", then.ty, otherwise.ty);
            }
            ExprKind::Quantifier { var, .. } => self.local(var.index()),
            _ => {}
        }
    }

    fn place(&mut self, place: &Place) {
        let types = &self.program.types;
        let mut ty = match &place.base {
            PlaceBase::Local(id) => match self.function.locals.get(id.index()) {
                Some(local) => local.ty,
                None => return self.report("no such local"),
            },
            PlaceBase::Global(id) => match self.program.globals.get(id.index()) {
                Some(global) => global.ty,
                None => return self.report("no such global"),
            },
            PlaceBase::Deref(pointer) => {
                self.scalar(pointer);
                match types.pointee(pointer.ty) {
                    Some(ty) => ty,
                    None => return self.report("dereference of something other than a pointer"),
                }
            }
        };
        for projection in &place.path {
            match (projection, types.get(ty)) {
                (Projection::Field(index), Type::Record(id)) => {
                    match types.record(*id).fields.get(*index as usize) {
                        Some(field) => ty = field.ty,
                        None => return self.report("no such field"),
                    }
                }
                (Projection::Index(index), Type::Array { elem, .. }) => {
                    ty = *elem;
                    self.scalar(index);
                }
                _ => return self.report("path does not fit the type"),
            }
        }
        if ty != place.ty && !differs_only_in_length(self.program, ty, place.ty) {
            self.mismatch("place", place.ty, ty);
        }
    }
}

impl<'p> Visitor<'p> for Checker<'_> {
    fn expr(&mut self, expr: &'p Expr) {
        self.scalar(expr);
    }

    fn place(&mut self, place: &'p Place, _: Use) {
        Checker::place(self, place);
    }
}

/// Flexible and trailing arrays are given an open length by their place.
fn differs_only_in_length(program: &Program, declared: TypeId, used: TypeId) -> bool {
    match (program.types.get(declared), program.types.get(used)) {
        (Type::Array { elem: declared, .. }, Type::Array { elem: used, .. }) => declared == used,
        _ => false,
    }
}
