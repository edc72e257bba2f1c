//! `old(e)`: globals as they were on entry to the procedure.
//!
//! A global that the procedure may not modify is what it was. In conditions of checks and
//! assumptions the memory on entry is kept (`Snapshot`, `Old`); elsewhere, and where something that
//! changes is used as a key, a copy of the global is made on entry.

use std::rc::Rc;

use whydunit_program::{Expr, ExprKind, LocalId, LocalRole, Place, PlaceBase, Stmt, StmtKind};
use whydunit_source::Span;

use crate::module::Type;

use super::Res;
use super::body::{Lowering, Mode, Value};
use super::map::{MapKind, MapValue};
use super::walk::reads_now;

/// Each function keeps one state: that on entry.
const SLOT: u32 = 0;

impl Lowering<'_, '_> {
    /// A global, on entry if the expression at hand is about that state.
    pub(crate) fn global_value(&mut self, index: usize, span: Span) -> Res<Value> {
        let module = self.module();
        let ty = module.globals[index].ty.clone();
        let may_differ = match &self.changed_globals {
            Some(changed) => changed.contains(&index),
            None => module.procedures[self.procedure].modifies.contains(&index),
        };
        let is_old = self.env.is_old && may_differ;
        if !is_old {
            let place = self.global_place(index, span)?;
            return self.load(place, &ty);
        }
        if matches!(ty, Type::Map(..)) {
            let kind = MapKind::Old(index);
            return Ok(Value::Map(Rc::new(MapValue { ty, kind })));
        }
        let place = match self.mode {
            Mode::Condition => self.global_place(index, span)?,
            Mode::Plain => self.old_copy(index, span)?,
        };
        let value = self.load_scalar(place, &ty)?;
        Ok(Value::Scalar(self.on_entry(value)))
    }

    pub(crate) fn global_place(&mut self, index: usize, span: Span) -> Res<Place> {
        let id = self.world.global(index)?;
        let ty = self.world.program.global(id).ty;
        Ok(Place::global(id, ty, span))
    }

    /// The expression in the state on entry; in plain expressions it is about copies already.
    fn on_entry(&mut self, expr: Expr) -> Expr {
        if self.mode == Mode::Plain {
            return expr;
        }
        self.needs_snapshot = true;
        let (ty, span) = (expr.ty, expr.span);
        Expr::new(ExprKind::Old { slot: SLOT, expr: Box::new(expr) }, ty, span)
    }

    pub(crate) fn select_old(
        &mut self,
        global: usize,
        map: &MapValue,
        indices: Vec<Expr>,
        value: &Type,
        span: Span,
    ) -> Res<Value> {
        let params = self.world.program.function(self.function).param_count as usize;
        let (locals, program) = (&self.locals, &self.world.program);
        let changes = |base: &PlaceBase| match base {
            PlaceBase::Local(local) => {
                local.index() >= params && locals[local.index()].role != LocalRole::Bound
            }
            PlaceBase::Global(global) => !program.global(*global).is_const,
            PlaceBase::Deref(_) => true,
        };
        let is_stable = !indices.iter().any(|index| reads_now(index, &changes));
        let is_scalar = !matches!(value, Type::Map(..));
        if self.mode == Mode::Condition && is_stable && is_scalar {
            let place = self.global_place(global, span)?;
            let cell = self.cell(&place, &map.ty, indices, span)?;
            let loaded = self.load_scalar(cell, value)?;
            return Ok(Value::Scalar(self.on_entry(loaded)));
        }
        let place = self.old_copy(global, span)?;
        let cell = self.cell(&place, &map.ty, indices, span)?;
        self.load(cell, value)
    }

    /// The copy of a global that is made on entry.
    pub(crate) fn old_copy(&mut self, index: usize, span: Span) -> Res<Place> {
        let known = self.old_copies.iter().find(|(global, _)| *global == index);
        let local = match known {
            Some(&(_, local)) => local,
            None => {
                let place = self.global_place(index, span)?;
                let name = format!("old({})", self.module().globals[index].name);
                let local = self.add_local(&name, place.ty, span, LocalRole::Variable);
                self.old_copies.push((index, local));
                local
            }
        };
        Ok(self.local_place(local, span))
    }

    /// The statements that keep the state on entry.
    pub(crate) fn keep_entry(&mut self) -> Vec<Stmt> {
        let procedure = &self.module().procedures[self.procedure];
        let (span, source) = (procedure.span, self.source);
        let mut stmts = Vec::new();
        let mut add = |kind| stmts.push(Stmt { kind, span, source });
        if self.needs_snapshot {
            add(StmtKind::Snapshot { slot: SLOT });
        }
        let copies: Vec<(usize, LocalId)> = self.old_copies.clone();
        for (global, local) in copies {
            let Ok(from) = self.global_place(global, span) else { continue };
            let to = self.local_place(local, span);
            if self.locals[local.index()].in_memory {
                add(StmtKind::Live { local });
            }
            add(StmtKind::Assign { place: to, value: Expr::load(from) });
        }
        stmts
    }
}
