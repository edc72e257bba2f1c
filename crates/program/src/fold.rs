//! How are the parts of functions and globals changed: renumbered, renamed, moved, replaced?
//!
//! A [`Fold`] changes in place. Its methods are called on every reference to a type, a function or a global, on every span,
//! and on expressions and places before what they consist of; one that does not call `fold_parts` leaves the inside as it is.

use whydunit_source::Span;

use crate::visit::Parts;
use crate::{
    Body, Callee, Expr, ExprKind, Function, FunctionId, Global, GlobalId, InitValue, Place,
    PlaceBase, SourceStmtId, StmtKind, TypeId,
};

/// Something that changes parts of a program in place. Each method is called with a part before its own parts, and goes on into them unless it is overridden.
pub trait Fold: Sized {
    /// An expression.
    fn expr(&mut self, expr: &mut Expr) {
        expr.fold_parts(self);
    }

    /// A place that is read, written or pointed to.
    fn place(&mut self, place: &mut Place) {
        place.fold_parts(self);
    }

    /// A type.
    fn ty(&mut self, _ty: &mut TypeId) {}

    /// The name of a function.
    fn function(&mut self, _id: &mut FunctionId) {}

    /// The name of a global.
    fn global(&mut self, _id: &mut GlobalId) {}

    /// A place in the source.
    fn span(&mut self, _span: &mut Span) {}

    /// The statement of the source that something belongs to.
    fn source(&mut self, _source: &mut SourceStmtId) {}
}

impl Expr {
    /// Hands all parts to the fold, but not the whole.
    pub fn fold_parts(&mut self, fold: &mut impl Fold) {
        fold.ty(&mut self.ty);
        fold.span(&mut self.span);
        match &mut self.kind {
            ExprKind::FunctionAddr(id) => fold.function(id),
            ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                fold.place(place);
            }
            _ => self.operands_mut().for_each(|operand| fold.expr(operand)),
        }
    }
}

impl Place {
    /// Hands all parts to the fold, but not the whole.
    pub fn fold_parts(&mut self, fold: &mut impl Fold) {
        fold.ty(&mut self.ty);
        fold.span(&mut self.span);
        if let PlaceBase::Global(id) = &mut self.base {
            fold.global(id);
        }
        self.operands_mut().for_each(|operand| fold.expr(operand));
    }
}

impl StmtKind {
    /// Hands all parts to the fold, but not the whole.
    pub fn fold_parts(&mut self, fold: &mut impl Fold) {
        if let StmtKind::Call { callee: Callee::Direct(callee), .. } = self {
            fold.function(callee);
        }
        let Parts { places, value, args, .. } = self.parts_mut();
        places.into_iter().flatten().for_each(|(place, _)| fold.place(place));
        value.into_iter().chain(args).for_each(|expr| fold.expr(expr));
    }
}

impl Function {
    /// Hands all parts to the fold, but not the whole.
    pub fn fold_parts(&mut self, fold: &mut impl Fold) {
        fold.ty(&mut self.signature.result);
        self.signature.params.iter_mut().for_each(|param| fold.ty(param));
        fold.span(&mut self.span);
        for local in &mut self.locals {
            fold.ty(&mut local.ty);
            fold.span(&mut local.span);
        }
        let Body::Blocks(blocks) = &mut self.body else { return };
        for block in blocks {
            for stmt in &mut block.stmts {
                fold.span(&mut stmt.span);
                fold.source(&mut stmt.source);
                stmt.kind.fold_parts(fold);
            }
            fold.span(&mut block.terminator.span);
            fold.source(&mut block.terminator.source);
            if let Some(value) = block.terminator.kind.operand_mut() {
                fold.expr(value);
            }
        }
    }
}

impl Global {
    /// Type, spans and what the initial value refers to. Not the function that a `static` local belongs to: that is where its
    /// name is known, and nothing that the global needs.
    pub fn fold_parts(&mut self, fold: &mut impl Fold) {
        fold.ty(&mut self.ty);
        fold.span(&mut self.span);
        fold.span(&mut self.declaration);
        for part in &mut self.init {
            match &mut part.value {
                InitValue::Bytes(_) => {}
                InitValue::GlobalAddr(id, _) => fold.global(id),
                InitValue::FunctionAddr(id) => fold.function(id),
            }
        }
    }
}
