//! How near is a line to what fails? By the variables that it has in common with the failing step, and those that these come from.
//!
//! That another outcome of some decision makes a run end elsewhere is easy; a line that has nothing to do with the values that fail is a worse reason than one that has.
//! An approximation by names: who assigns when is not looked at, what is reached through pointers is the pointer's.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whydunit_program::{
    Callee, Expr, FunctionId, GlobalId, LocalId, Place, PlaceBase, Point, Program, StmtKind,
    TerminatorKind,
};

use crate::limits::ROUNDS_OF_FLOW;
use crate::spectra::{Line, Places};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Variable {
    Local(FunctionId, LocalId),
    Global(GlobalId),
}

/// 1 for lines with the variables of the step at `end`, half of that for those that these are computed from, and so on.
pub(crate) fn nearness(program: &Program, end: Point) -> FxHashMap<Line, f64> {
    let mut near: BTreeMap<Variable, f64> =
        decisive(program, end).into_iter().map(|variable| (variable, 1.0)).collect();
    for _ in 0..ROUNDS_OF_FLOW {
        let before = near.clone();
        for (index, function) in program.functions.iter().enumerate() {
            if function.is_library {
                continue;
            }
            let Ok(index) = u32::try_from(index) else { continue };
            let id = FunctionId(index);
            for stmt in function.blocks().iter().flat_map(|block| &block.stmts) {
                sources(program, id, &stmt.kind, &before, &mut near);
            }
        }
    }
    let mut lines: FxHashMap<Line, f64> = FxHashMap::default();
    for (point, own) in Places::new(program).lines() {
        let worth = at(program, *point)
            .into_iter()
            .filter_map(|variable| near.get(&variable).copied())
            .fold(0.0, f64::max);
        for line in own {
            let known = lines.entry(*line).or_insert(0.0);
            *known = known.max(worth);
        }
    }
    lines
}

/// The variables of a step.
fn at(program: &Program, point: Point) -> Vec<Variable> {
    let mut found = Vec::new();
    match program.stmt_at(point) {
        Some(stmt) => of_stmt(point.function, &stmt.kind, &mut found),
        None => {
            if let Some(expr) = program.terminator_at(point).kind.operand() {
                of_expr(point.function, expr, &mut found);
            }
        }
    }
    found
}

/// Of a step that goes through a pointer or an index the variables of these: what is stored there seldom matters. Of others all.
fn decisive(program: &Program, point: Point) -> Vec<Variable> {
    let Some(stmt) = program.stmt_at(point) else { return at(program, point) };
    let mut found = Vec::new();
    if let StmtKind::Assign { place, .. } = &stmt.kind {
        through(point.function, place, &mut found);
    }
    for expr in stmt.kind.operands() {
        expr.walk(&mut |part| {
            if let Some((place, _)) = part.place() {
                through(point.function, place, &mut found);
            }
        });
    }
    if found.is_empty() { at(program, point) } else { found }
}

/// The variables that say where a place is, if any do.
fn through(function: FunctionId, place: &Place, into: &mut Vec<Variable>) {
    if place.operands().next().is_some() {
        of_place(function, place, into);
    }
}

fn of_stmt(function: FunctionId, kind: &StmtKind, into: &mut Vec<Variable>) {
    match kind {
        StmtKind::Assign { place, .. } => of_place(function, place, into),
        StmtKind::Call { dest: Some(place), .. } => of_place(function, place, into),
        _ => {}
    }
    kind.operands().for_each(|expr| of_expr(function, expr, into));
}

fn of_expr(function: FunctionId, expr: &Expr, into: &mut Vec<Variable>) {
    expr.walk(&mut |part| {
        if let Some((place, _)) = part.place() {
            into.extend(base(function, place));
        }
    });
}

fn of_place(function: FunctionId, place: &Place, into: &mut Vec<Variable>) {
    into.extend(base(function, place));
    place.operands().for_each(|expr| of_expr(function, expr, into));
}

fn base(function: FunctionId, place: &Place) -> Option<Variable> {
    match &place.base {
        PlaceBase::Local(local) => Some(Variable::Local(function, *local)),
        PlaceBase::Global(global) => Some(Variable::Global(*global)),
        PlaceBase::Deref(_) => None,
    }
}

/// Where a statement gives one of the variables its value: those of that value.
fn sources(
    program: &Program,
    function: FunctionId,
    kind: &StmtKind,
    before: &BTreeMap<Variable, f64>,
    near: &mut BTreeMap<Variable, f64>,
) {
    let mut add = |from: &Expr, at: FunctionId, worth: f64| {
        let mut found = Vec::new();
        of_expr(at, from, &mut found);
        for variable in found {
            let known = near.entry(variable).or_insert(0.0);
            *known = known.max(worth);
        }
    };
    let worth = |place: &Place| {
        let mut all = Vec::new();
        of_place(function, place, &mut all);
        all.first().and_then(|variable| before.get(variable)).copied()
    };
    match kind {
        StmtKind::Assign { place, value } => {
            if let Some(worth) = worth(place) {
                add(value, function, worth / 2.0);
            }
        }
        StmtKind::Call { dest, callee, args } => {
            let Callee::Direct(callee) = callee else { return };
            let called = program.function(*callee);
            for (number, arg) in (0..called.param_count).zip(args) {
                // An argument is the parameter under another name.
                let parameter = Variable::Local(*callee, LocalId(number));
                if let Some(worth) = before.get(&parameter) {
                    add(arg, function, *worth);
                }
            }
            let Some(worth) = dest.as_ref().and_then(worth) else { return };
            for block in called.blocks() {
                if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
                    add(value, *callee, worth / 2.0);
                }
            }
        }
        _ => {}
    }
}
