//! Keeping operands in order: what the statements of a later operand write, and whether an earlier
//! operand reads it.
//!
//! Operands are lowered to pure expressions that are evaluated only where they are finally used. When
//! lowering a later operand emitted statements that may change what an earlier one reads, the earlier
//! value goes into a temporary, assigned before those statements.

use whydunit_program::{
    Expr, ExprKind, GlobalId, LocalId, LocalRole, Place, PlaceBase, Projection, Stmt, StmtKind,
    Type, TypeId,
};
use whydunit_source::Span;

use super::Unit;
use super::builder::Mark;
use super::operand::{Operand, OperandKind, Val};

/// What a stretch of statements may write.
#[derive(Default, Debug)]
pub(crate) struct Writes {
    /// Anything that pointers or callees reach.
    memory: bool,
    locals: Vec<LocalId>,
    globals: Vec<GlobalId>,
}

impl Writes {
    /// The writes of a call.
    pub(crate) fn of_call() -> Writes {
        Writes { memory: true, ..Writes::default() }
    }

    pub(crate) fn of_place(place: &Place) -> Writes {
        let mut writes = Writes::default();
        writes.add_place(place);
        writes
    }

    fn is_empty(&self) -> bool {
        !self.memory && self.locals.is_empty() && self.globals.is_empty()
    }

    fn add_place(&mut self, place: &Place) {
        match &place.base {
            PlaceBase::Local(local) => self.locals.push(*local),
            PlaceBase::Global(global) => self.globals.push(*global),
            PlaceBase::Deref(_) => self.memory = true,
        }
    }

    fn add_stmt(&mut self, stmt: &Stmt) {
        if let Some(place) = stmt.kind.destination() {
            self.add_place(place);
        }
        match &stmt.kind {
            // What reads an argument moves its list on.
            StmtKind::Call { .. } | StmtKind::VaArg { .. } => self.memory = true,
            StmtKind::AllocVla { local, .. } => self.locals.push(*local),
            _ => {}
        }
    }
}

impl Unit<'_> {
    fn writes_since(&self, mark: Mark) -> Writes {
        let mut writes = Writes::default();
        let tail = self.func.blocks[mark.block].stmts.iter().skip(mark.index);
        let later = self.func.blocks[mark.blocks..].iter().flat_map(|block| &block.stmts);
        for stmt in tail.chain(later) {
            writes.add_stmt(stmt);
        }
        writes
    }

    /// May a pointer or a callee reach this local?
    fn is_addressable(&self, local: LocalId) -> bool {
        let local = &self.func.locals[local.index()];
        match local.role {
            LocalRole::Temporary | LocalRole::Result | LocalRole::Bound => {
                !self.world.types.table.is_scalar(local.ty)
            }
            LocalRole::Parameter | LocalRole::Variable => {
                self.func.address_taken.contains(&local.name)
                    || !self.world.types.table.is_scalar(local.ty)
            }
        }
    }

    fn expr_reads(&self, expr: &Expr, writes: &Writes) -> bool {
        expr.any(&mut |part| match &part.kind {
            ExprKind::Load(place) => match &place.base {
                PlaceBase::Local(local) => {
                    writes.locals.contains(local) || (writes.memory && self.is_addressable(*local))
                }
                PlaceBase::Global(global) => writes.memory || writes.globals.contains(global),
                PlaceBase::Deref(_) => {
                    writes.memory
                        || !writes.globals.is_empty()
                        || writes.locals.iter().any(|&local| self.is_addressable(local))
                }
            },
            ExprKind::Quantifier { .. } | ExprKind::Valid { .. } | ExprKind::Old { .. } => {
                !writes.is_empty()
            }
            _ => false,
        })
    }

    /// Does finding the place (not reading it) depend on what was written?
    pub(crate) fn place_reads(&self, place: &Place, writes: &Writes) -> bool {
        place.operands().any(|operand| self.expr_reads(operand, writes))
    }

    /// Keeps `expr` as it was at `mark` if statements emitted since may have changed it.
    pub(crate) fn protect(&mut self, mark: Mark, expr: &mut Expr) {
        if self.is_untouched(mark) {
            return;
        }
        let writes = self.writes_since(mark);
        self.protect_from(&writes, mark, expr);
    }

    fn protect_from(&mut self, writes: &Writes, mark: Mark, expr: &mut Expr) {
        if writes.is_empty() || !self.expr_reads(expr, writes) {
            return;
        }
        let local = self.raw_temporary(expr.ty, expr.span);
        let place = Place::local(local, expr.ty, expr.span);
        let value = std::mem::replace(expr, Expr::load(place.clone()));
        let (span, source) = (value.span, self.func.source);
        let stmt = Stmt { kind: StmtKind::Assign { place, value }, span, source };
        self.func.blocks[mark.block].stmts.insert(mark.index, stmt);
    }

    fn raw_temporary(&mut self, ty: TypeId, span: Span) -> LocalId {
        self.func.locals.push(whydunit_program::Local {
            name: String::new(),
            ty,
            span,
            role: LocalRole::Temporary,
            in_memory: false,
            is_vla: false,
        });
        LocalId(self.func.locals.len() as u32 - 1)
    }

    pub(crate) fn protect_val(&mut self, mark: Mark, val: &mut Val) {
        if !matches!(self.world.types.table.get(val.expr.ty), Type::Void) {
            self.protect(mark, &mut val.expr);
        }
    }

    /// Fixes the place that was found at `mark` (its pointer and indices, not its contents).
    pub(crate) fn protect_place(&mut self, mark: Mark, place: &mut Place) {
        if !self.is_untouched(mark) {
            let writes = self.writes_since(mark);
            self.protect_place_from(&writes, mark, place);
        }
    }

    pub(crate) fn protect_place_from(&mut self, writes: &Writes, mark: Mark, place: &mut Place) {
        for step in place.path.iter_mut().rev() {
            if let Projection::Index(index) = step {
                self.protect_from(writes, mark, index);
            }
        }
        if let PlaceBase::Deref(pointer) = &mut place.base {
            self.protect_from(writes, mark, pointer);
        }
    }

    pub(crate) fn protect_operand(&mut self, mark: Mark, operand: &mut Operand) {
        match &mut operand.kind {
            OperandKind::Place(place) => self.protect_place(mark, place),
            OperandKind::VariableArray(expr)
            | OperandKind::Value(expr)
            | OperandKind::Function(expr) => self.protect(mark, expr),
        }
    }
}
