//! What the run should have satisfied: pre- and postcondition over its cells.
//!
//! The postcondition is the conjunction of all `ensures` clauses that are checked where the failing one is, not
//! of the failing one alone. Of a failed assertion it is the condition. Past the paper, which knows violated
//! postconditions only: of a failed check of the language (an index, a divisor, a pointer) it is what the check
//! demands, and of code that must not be reached it is that the last decision before it falls otherwise.

use whydunit_interp::Cell;
use whydunit_program::{
    BinaryOp, CheckKind, Expr, ExprKind, Place, PlaceBase, Projection, SourceKind, Stmt, StmtKind,
    TerminatorKind, Type,
};
use whydunit_source::Span;
use whydunit_trace::StepKind;

use super::linear::{Key, Linear};
use super::place::At;
use super::points::Act;
use super::predicate::{Formula, Predicate};
use super::relop::Relop;
use super::run::Run;
use crate::limits::MOST_ALTERNATIVES;

/// The predicates of the precondition that hold, as they do when the run starts.
pub(crate) fn precondition(run: &Run<'_>) -> Vec<Predicate> {
    let mut held = Vec::new();
    for (index, step) in run.trace.steps.iter().enumerate() {
        let is_entry = step.frame == 0 && step.kind == StepKind::Check(CheckKind::Requires);
        if !is_entry {
            if index >= run.trace.first_executed() {
                break;
            }
            continue;
        }
        let Some(StmtKind::Check { cond, .. }) = run.program.stmt_at(step.point).map(|s| &s.kind)
        else {
            continue;
        };
        let at = At::step(index, step.frame);
        let holds = |predicate: &Predicate| run.holds(predicate, index, 0) != Some(false);
        let (alternatives, _) =
            run.formula(cond, true, &at).conjunctions(MOST_ALTERNATIVES, &holds);
        let alternative = alternatives.into_iter().find(|all| all.iter().all(holds));
        for predicate in alternative.into_iter().flatten() {
            if !held.contains(&predicate) {
                held.push(predicate);
            }
        }
    }
    held
}

/// What the run should have satisfied at its end.
#[derive(Debug)]
pub(crate) struct Postcondition {
    pub(crate) formula: Formula,
    /// Of a failed check of the language: the operand that it is about.
    pub(crate) operand: Option<Operand>,
}

/// An index, a divisor or a pointer as it is written in the statement that failed.
#[derive(Debug)]
pub(crate) struct Operand {
    pub(crate) span: Span,
    pub(crate) value: Linear,
    /// Does it stand next to an operator? Then something longer needs parentheses.
    pub(crate) is_operand: bool,
}

pub(crate) fn postcondition(run: &Run<'_>, acts: &[Act]) -> Option<Postcondition> {
    let only = |formula| Postcondition { formula, operand: None };
    let time = run.trace.steps.len().checked_sub(1)?;
    let step = &run.trace.steps[time];
    let mut at = At::step(time, step.frame);
    at.snapshot = entry_of(run, step.frame);
    let stmt = run.program.stmt_at(step.point);
    match stmt.map(|stmt| &stmt.kind) {
        Some(StmtKind::Check { kind: CheckKind::Contract, .. }) => {
            let block =
                &run.program.function(step.point.function).blocks()[step.point.block.index()];
            let range = clauses_around(run, &block.stmts, step.point.index as usize);
            let is_return = matches!(block.terminator.kind, TerminatorKind::Return(_));
            let ends = range.end == block.stmts.len() && is_return;
            let chosen = match ends {
                true => &block.stmts[range],
                false => std::slice::from_ref(stmt?),
            };
            let clauses = chosen.iter().filter_map(|stmt| match &stmt.kind {
                StmtKind::Check { cond, .. } => Some(run.formula(cond, true, &at)),
                _ => None,
            });
            Some(only(Formula::all(clauses.collect())))
        }
        Some(StmtKind::Check { cond, kind, .. }) if *kind != CheckKind::Unreach => {
            match run.formula(cond, true, &at) {
                Formula::Known(_) => not_reached(acts).map(only),
                formula => Some(only(formula)),
            }
        }
        _ => language_check(run, &at).or_else(|| not_reached(acts).map(only)),
    }
}

/// The first step of the call that a frame stands for.
pub(crate) fn entry_of(run: &Run<'_>, frame: u32) -> usize {
    let call = run.trace.frames.get(frame as usize).and_then(|frame| frame.call);
    call.map_or(run.trace.first_executed(), |call| call.index() + 1)
}

/// The clauses that are checked one after the other around a position.
fn clauses_around(run: &Run<'_>, stmts: &[Stmt], position: usize) -> std::ops::Range<usize> {
    let is_clause = |stmt: &Stmt| {
        matches!(stmt.kind, StmtKind::Check { kind: CheckKind::Contract, .. })
            && run.program.source_stmt(stmt.source).kind == SourceKind::Annotation
    };
    let before = stmts[..position].iter().rev().take_while(|stmt| is_clause(stmt)).count();
    let after = stmts[position..].iter().take_while(|stmt| is_clause(stmt)).count();
    position - before..position + after
}

/// The last decision should have fallen otherwise.
fn not_reached(acts: &[Act]) -> Option<Formula> {
    let branch = acts.iter().rev().filter(|act| act.number > 0).find_map(Act::branch)?;
    let predicates = branch.predicates.iter();
    let parts = predicates.map(|predicate| Formula::Atom(predicate.negated()));
    Some(Formula::any(parts.collect())).filter(|formula| !matches!(formula, Formula::Known(_)))
}

/// What the failing operation demands.
fn language_check(run: &Run<'_>, at: &At) -> Option<Postcondition> {
    let failure = &run.trace.failure;
    let step = run.trace.steps.last()?;
    let mut search = Search { run, at, kind: failure.kind, span: failure.span, found: None };
    match run.program.stmt_at(step.point).map(|stmt| &stmt.kind) {
        Some(StmtKind::Assign { place, value }) => {
            search.expr(value);
            search.place(place);
        }
        Some(StmtKind::Call { args, .. }) => args.iter().for_each(|arg| search.expr(arg)),
        Some(_) => {}
        None => {
            let operand = run.program.terminator_at(step.point).kind.operand();
            operand.into_iter().for_each(|expr| search.expr(expr));
        }
    }
    search.found
}

/// Looks for the operation that failed.
struct Search<'s, 'r> {
    run: &'s Run<'r>,
    at: &'s At,
    kind: CheckKind,
    /// Where the run failed.
    span: Span,
    found: Option<Postcondition>,
}

impl Search<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        match expr.place() {
            Some((place, _)) => self.place(place),
            None => expr.operands().for_each(|operand| self.expr(operand)),
        }
        let ExprKind::Binary(op, _, right) = &expr.kind else { return };
        if self.kind == CheckKind::Overflow && expr.span == self.span {
            self.fits(expr);
        }
        let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        if divides && self.kind == CheckKind::Div && self.found.is_none() {
            let divisor = self.run.linear(right, self.at);
            let is_zero = self.run.value(right, self.at).is_some_and(|v| v.as_real() == 0.0);
            if let (Some(divisor), true) = (divisor, is_zero) {
                let required = vec![Predicate::new(&divisor, Relop::Ne)];
                self.require(
                    required,
                    Operand { span: right.span, value: divisor, is_operand: true },
                );
            }
        }
    }

    fn place(&mut self, place: &Place) {
        let types = &self.run.program.types;
        if let PlaceBase::Deref(pointer) = &place.base {
            self.expr(pointer);
            match (&pointer.kind, self.kind) {
                (ExprKind::PtrAdd(base, index), CheckKind::Bounds) => self.element(base, index),
                (_, CheckKind::Bounds) => self.target(pointer),
                (_, CheckKind::Null) => {
                    let is_null = self.run.value(pointer, self.at).and_then(|v| v.as_int());
                    if let (Some(0), Some(linear)) = (is_null, self.run.linear(pointer, self.at)) {
                        let required = vec![Predicate::new(&linear, Relop::Ne)];
                        self.require(
                            required,
                            Operand { span: pointer.span, value: linear, is_operand: true },
                        );
                    }
                }
                _ => {}
            }
        }
        let mut ty = match &place.base {
            PlaceBase::Local(local) => {
                let function = self.run.function_of(self.at.frame);
                function.map(|id| self.run.program.function(id).local(*local).ty)
            }
            PlaceBase::Global(global) => Some(self.run.program.global(*global).ty),
            PlaceBase::Deref(pointer) => types.pointee(pointer.ty),
        };
        for projection in &place.path {
            ty = match (projection, ty.map(|ty| types.get(ty))) {
                (Projection::Index(index), Some(Type::Array { elem, len })) => {
                    self.expr(index);
                    if let (Some(len), CheckKind::Bounds) = (len, self.kind) {
                        self.in_range(index, i128::from(*len));
                    }
                    Some(*elem)
                }
                (Projection::Field(field), Some(Type::Record(id))) => {
                    types.record(*id).fields.get(*field as usize).map(|field| field.ty)
                }
                _ => None,
            };
        }
    }

    /// `pointer[index]` lies in the object that the pointer leads into.
    fn element(&mut self, pointer: &Expr, index: &Expr) {
        let types = &self.run.program.types;
        let size = types.pointee(pointer.ty).and_then(|to| types.size_of(to)).unwrap_or(1).max(1);
        let address = self.run.value(pointer, self.at).and_then(|value| value.as_int());
        let address = address.and_then(|address| u64::try_from(address).ok());
        if let Some((object, offset)) = address.and_then(|at| self.run.trace.locate(at)) {
            let elements = (object.info.size as i64 - offset) / size as i64;
            self.in_range(index, elements.into());
        }
    }

    /// `*pointer` lies in the object that the pointer belongs to.
    fn target(&mut self, pointer: &Expr) {
        let types = &self.run.program.types;
        let size = types.pointee(pointer.ty).and_then(|to| types.size_of(to)).unwrap_or(1).max(1);
        let address = self.run.value(pointer, self.at).and_then(|value| value.as_int());
        let address = address.and_then(|address| u64::try_from(address).ok());
        let entry = address.and_then(|at| self.run.trace.pointer_entry(types.target(), at));
        let (Some(entry), Some(linear)) = (entry, self.run.linear(pointer, self.at)) else {
            return;
        };
        let base = Linear::of(Key::Address(entry.object.id, size), None);
        let inside = linear.minus(&base).minus(&Linear::constant((entry.offset / size).into()));
        let below = inside.minus(&Linear::constant((entry.size / size).into()));
        let required = vec![Predicate::new(&inside, Relop::Ge), Predicate::new(&below, Relop::Lt)];
        self.require(required, Operand { span: pointer.span, value: linear, is_operand: true });
    }

    /// The result of an operation lies in the range of its type.
    fn fits(&mut self, expr: &Expr) {
        let Some(kind) = self.run.program.types.int_kind(expr.ty).filter(|kind| kind.bits <= 64)
        else {
            return;
        };
        let Some(exact) = self.run.exactly(expr, self.at) else { return };
        let (low, high) = match kind.signed {
            true => (-(1i128 << (kind.bits - 1)), (1i128 << (kind.bits - 1)) - 1),
            false => (0, (1i128 << kind.bits) - 1),
        };
        let above = exact.minus(&Linear::constant(low));
        let below = exact.minus(&Linear::constant(high));
        let required = vec![Predicate::new(&above, Relop::Ge), Predicate::new(&below, Relop::Le)];
        self.require(required, Operand { span: expr.span, value: exact, is_operand: true });
    }

    fn in_range(&mut self, index: &Expr, length: i128) {
        let value = self.run.value(index, self.at).and_then(|value| value.as_int());
        let outside = value.is_some_and(|value| value < 0 || value >= length);
        if let (true, Some(linear)) = (outside, self.run.linear(index, self.at)) {
            let below = linear.minus(&Linear::constant(length));
            let required =
                vec![Predicate::new(&linear, Relop::Ge), Predicate::new(&below, Relop::Lt)];
            self.require(required, Operand { span: index.span, value: linear, is_operand: false });
        }
    }

    fn require(&mut self, predicates: Vec<Predicate>, operand: Operand) {
        if self.found.is_none() {
            let formula = Formula::all(predicates.into_iter().map(Formula::Atom).collect());
            self.found = Some(Postcondition { formula, operand: Some(operand) });
        }
    }
}

/// Cells whose contents at the start a postcondition speaks of.
pub(crate) fn entry_cells(predicates: &[Predicate]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for term in predicates.iter().flat_map(|predicate| &predicate.expr.terms) {
        if let Key::Entry(cell) = term.key
            && !cells.contains(&cell)
        {
            cells.push(cell);
        }
    }
    cells
}
