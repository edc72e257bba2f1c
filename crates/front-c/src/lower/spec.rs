//! Contracts: when their clauses are checked, and in which state their parts are evaluated.
//!
//! `requires` is checked on entry, `ensures` before every return, assertions where they stand, loop
//! invariants each time the head of the loop is reached. `\old(e)` is evaluated on entry into a
//! temporary; under a quantifier, where it has a different value each time round, the memory on entry
//! is kept instead. In postconditions parameters mean their values on entry.

use lang_c::ast::{Declaration, Declarator};
use lang_c::span::Node;
use rustc_hash::FxHashMap;
use whydunit_program::{CheckKind, Expr, LocalId, LocalRole, Place, SourceKind, StmtKind};
use whydunit_source::Span;

use super::function::{declared_name, parameter_names};
use super::operand::Val;
use super::world::Contract;
use super::{Res, Unit};
use crate::acsl::{self, Clause, ClauseKind, SpecExpr, SpecKind};
use crate::sema::ctype::Ty;

/// A clause of a contract with the place of its annotation and the parameter names it uses.
#[derive(Clone, Debug)]
pub(crate) struct BoundClause {
    pub(crate) clause: Clause,
    pub(crate) base: Span,
    pub(crate) params: Vec<Option<String>>,
    /// Given as an option: it has no place in the program, so its checks are where they are made.
    pub(crate) is_option: bool,
}

/// A clause to be checked before each return.
#[derive(Clone, Debug)]
pub(crate) struct Postcondition {
    clause: Clause,
    base: Span,
    names: Names,
    is_option: bool,
}

/// A condition to be checked at the head of a loop.
#[derive(Clone, Debug)]
pub(crate) struct Invariant {
    clause: Clause,
    base: Span,
}

/// What the names of a clause mean beyond what is in scope.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    pub(super) locals: FxHashMap<String, (LocalId, Ty)>,
    /// Temporaries that hold `\old(e)`, by the position of `e`.
    pub(super) olds: FxHashMap<(usize, usize), (LocalId, Ty)>,
    pub(super) snapshot: Option<u32>,
}

impl Unit<'_> {
    /// The clauses of the annotations outside functions that stand before `offset` and have not been
    /// taken yet.
    fn take_annotations(&mut self, offset: usize) -> Vec<(Clause, Span)> {
        let mut clauses = Vec::new();
        while let Some(annotation) = self.text.annotations.get(self.next_annotation) {
            if annotation.text_offset > offset {
                break;
            }
            self.next_annotation += 1;
            if annotation.in_function {
                continue;
            }
            match acsl::parse_annotation(&annotation.text, annotation.span) {
                Ok(parsed) => {
                    clauses.extend(parsed.into_iter().map(|clause| (clause, annotation.span)));
                }
                Err(error) => {
                    let span = acsl::place(annotation.span, error.offset, error.offset);
                    let error = self.error(span, error.message);
                    self.report(error);
                }
            }
        }
        clauses
    }

    /// Keeps a contract that stands before a declaration for the function it declares.
    pub(crate) fn attach_contract(&mut self, node: &Node<Declaration>) {
        let clauses = self.take_annotations(node.span.start);
        if clauses.is_empty() {
            return;
        }
        let Some(declarator) = node.node.declarators.first() else { return };
        let declarator = &declarator.node.declarator;
        if let Some(name) = declared_name(declarator) {
            let params = parameter_names(declarator);
            let contract = Contract { clauses, params };
            self.world.contracts.insert(name.node.name.clone(), contract);
        }
    }

    /// All clauses that apply to a function defined here.
    pub(crate) fn contract_of(
        &mut self,
        name: &str,
        offset: usize,
        declarator: &Node<Declarator>,
    ) -> Vec<BoundClause> {
        let params = parameter_names(declarator);
        let mut out = Vec::new();
        let earlier = self.world.contracts.get(name).cloned();
        if let Some(Contract { clauses, params }) = earlier {
            let bind = |(clause, base)| BoundClause {
                clause,
                base,
                params: params.clone(),
                is_option: false,
            };
            out.extend(clauses.into_iter().map(bind));
        }
        let own = self.take_annotations(offset);
        let mut add = |(clause, base), is_option| {
            out.push(BoundClause { clause, base, params: params.clone(), is_option });
        };
        own.into_iter().for_each(|clause| add(clause, false));
        if name == self.world.start && !self.is_library {
            self.world.start_clauses.iter().for_each(|clause| add(clause.clone(), true));
        }
        out
    }

    /// Emits the preconditions and prepares the postconditions.
    pub(crate) fn begin_contract(
        &mut self,
        clauses: Vec<BoundClause>,
        params: &[(Option<String>, LocalId, Ty)],
    ) -> Res<()> {
        for bound in clauses {
            let mut names = Names::default();
            for (name, (_, local, ty)) in bound.params.iter().zip(params) {
                if let Some(name) = name {
                    names.locals.insert(name.clone(), (*local, *ty));
                }
            }
            let BoundClause { clause, base, is_option, .. } = bound;
            let entry = self.world.source_stmts[self.func.implicit.index()].span;
            match clause.kind {
                ClauseKind::Requires => {
                    let place = is_option.then_some(entry);
                    self.check_clause(CheckKind::Requires, &clause, base, &names, place);
                }
                ClauseKind::Ensures => {
                    self.freeze_parameters(&clause, &mut names);
                    if let Some(expr) = &clause.expr {
                        self.freeze_olds(expr, base, &mut names, &mut Vec::new())?;
                    }
                    let post = Postcondition { clause, base, names, is_option };
                    self.func.postconditions.push(post);
                }
                ClauseKind::Assert | ClauseKind::LoopInvariant | ClauseKind::Ignored { .. } => {}
            }
        }
        let result = self.func.result;
        if !self.func.postconditions.is_empty() && !self.types().is_void(result) {
            let span = self.world.source_stmts[self.func.implicit.index()].span;
            let local = self.add_local("\\result", result, LocalRole::Result, span);
            self.func.result_local = Some(local);
        }
        Ok(())
    }

    /// Parameters that the function may change are copied on entry for its postconditions.
    fn freeze_parameters(&mut self, clause: &Clause, names: &mut Names) {
        let Some(expr) = &clause.expr else { return };
        let mut mentioned: Vec<(String, LocalId, Ty)> = names
            .locals
            .iter()
            .filter(|(name, (_, ty))| {
                expr.mentions(name)
                    && self.func.changed_names.contains(*name)
                    && self.world.types.is_scalar(*ty)
            })
            .map(|(name, &(local, ty))| (name.clone(), local, ty))
            .collect();
        mentioned.sort_by_key(|&(_, local, _)| local);
        for (name, local, ty) in mentioned {
            let (ir, span) = {
                let local = &self.func.locals[local.index()];
                (local.ty, local.span)
            };
            let copy = self.temporary(ty.unqualified(), span);
            let whydunit_program::PlaceBase::Local(copy_local) = copy.base else { continue };
            let value = Expr::load(Place::local(local, ir, span));
            self.emit_assign(copy, value, span);
            names.locals.insert(name, (copy_local, ty));
        }
    }

    /// Evaluates `\old(e)` on entry where it does not depend on a quantifier.
    fn freeze_olds(
        &mut self,
        expr: &SpecExpr,
        base: Span,
        names: &mut Names,
        bound: &mut Vec<String>,
    ) -> Res<()> {
        match &expr.kind {
            SpecKind::Old(inner) => {
                if bound.iter().any(|name| inner.mentions(name)) {
                    if names.snapshot.is_none() {
                        let slot = self.func.snapshots;
                        self.func.snapshots += 1;
                        names.snapshot = Some(slot);
                        self.emit(StmtKind::Snapshot { slot }, base);
                    }
                    return Ok(());
                }
                let val = self.spec_value(inner, base, names)?;
                let span = val.span();
                if !self.types().is_scalar(val.ty) {
                    return Err(
                        self.error(span, "`\\old` of something that is not a number or pointer")
                    );
                }
                let place = self.temporary(val.ty, span);
                let whydunit_program::PlaceBase::Local(local) = place.base else { return Ok(()) };
                names.olds.insert((inner.start, inner.end), (local, val.ty));
                self.emit_assign(place, val.expr, span);
                Ok(())
            }
            SpecKind::Quantifier { var, .. } => {
                bound.push(var.clone());
                let result = expr
                    .children()
                    .into_iter()
                    .try_for_each(|child| self.freeze_olds(child, base, names, bound));
                bound.pop();
                result
            }
            _ => expr
                .children()
                .into_iter()
                .try_for_each(|child| self.freeze_olds(child, base, names, bound)),
        }
    }

    /// Emits the check of a clause, as an annotation of its own unless another place is given.
    fn check_clause(
        &mut self,
        kind: CheckKind,
        clause: &Clause,
        base: Span,
        names: &Names,
        place: Option<Span>,
    ) {
        let Some(expr) = &clause.expr else { return };
        let source = self.func.source;
        let span = place.unwrap_or_else(|| acsl::place(base, clause.start, clause.end));
        if place.is_none() {
            self.begin_source(span, SourceKind::Annotation);
        }
        match self.spec_condition(expr, base, names) {
            Ok(mut cond) => {
                if place.is_some() {
                    cond.span = span;
                }
                self.emit(StmtKind::Check { kind, cond, text: clause.text.clone() }, span);
            }
            Err(error) => self.report(error),
        }
        self.func.source = source;
    }

    /// Checks the postconditions of a return; the value then comes from the `\result` local.
    pub(crate) fn check_postconditions(
        &mut self,
        value: Option<Val>,
        span: Span,
    ) -> Res<Option<Val>> {
        if self.func.postconditions.is_empty() {
            return Ok(value);
        }
        let mut returned = value;
        if let (Some(local), Some(val)) = (self.func.result_local, &returned) {
            let ty = val.ty;
            let ir = self.func.locals[local.index()].ty;
            let place = Place::local(local, ir, span);
            self.emit_assign(place.clone(), val.expr.clone(), span);
            returned = Some(Val::new(Expr::load(place), ty));
        }
        for post in self.func.postconditions.clone() {
            // Falling off the end leaves no result to speak about.
            let needs_result = post.clause.expr.as_ref().is_some_and(mentions_result);
            if needs_result && returned.is_none() {
                continue;
            }
            let place = post.is_option.then_some(span);
            self.check_clause(CheckKind::Contract, &post.clause, post.base, &post.names, place);
        }
        Ok(returned)
    }

    /// Takes the postconditions for granted: nothing else is known of the function.
    pub(super) fn assume_postconditions(&mut self) {
        for post in self.func.postconditions.clone() {
            let Some(expr) = &post.clause.expr else { continue };
            let span = acsl::place(post.base, post.clause.start, post.clause.end);
            self.begin_source(span, SourceKind::Annotation);
            match self.spec_condition(expr, post.base, &post.names) {
                Ok(cond) => self.emit(StmtKind::Assume { cond }, span),
                Err(error) => self.report(error),
            }
        }
    }

    /// An annotation inside a function.
    pub(crate) fn annotation_statement(&mut self, index: usize) {
        let Some(annotation) = self.text.annotations.get(index) else { return };
        let base = annotation.span;
        let clauses = match acsl::parse_annotation(&annotation.text, base) {
            Ok(clauses) => clauses,
            Err(error) => {
                let span = acsl::place(base, error.offset, error.offset);
                let error = self.error(span, error.message);
                self.report(error);
                return;
            }
        };
        for clause in clauses {
            match clause.kind {
                ClauseKind::Assert => {
                    self.check_clause(CheckKind::Contract, &clause, base, &Names::default(), None);
                }
                ClauseKind::LoopInvariant => {
                    self.func.pending_invariants.push(Invariant { clause, base });
                }
                ClauseKind::Requires | ClauseKind::Ensures | ClauseKind::Ignored { .. } => {}
            }
        }
    }

    pub(crate) fn check_invariants(&mut self, invariants: &[Invariant]) {
        for Invariant { clause, base } in invariants {
            self.check_clause(CheckKind::Contract, clause, *base, &Names::default(), None);
        }
    }
}

pub(super) fn mentions_result(expr: &SpecExpr) -> bool {
    matches!(expr.kind, SpecKind::Result) || expr.children().into_iter().any(mentions_result)
}
