//! What holds at the start of every run: axioms and the conditions of globals, as far as they
//! concern what the program uses.
//!
//! An axiom about constants and functions that nothing uses cannot matter. `axiom c == 5` gives a
//! constant its value; every other axiom that does is an assumption at the start.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{BinaryOp, Place, SourceKind, StmtKind};

use crate::limits::MOST_UNIQUE;
use crate::module::{Expr, ExprKind, Module, Type, Var};
use crate::syntax::Operator;

use super::body::{Draft, Lowering};
use super::world::{World, function_type};

/// Constants of numbers whose value is stated by an axiom of its own.
pub(crate) fn known_values(module: &Module) -> FxHashMap<usize, i128> {
    let mut known = FxHashMap::default();
    // A value may be stated in terms of another; each round finds at least one more.
    loop {
        let before = known.len();
        for axiom in &module.axioms {
            if let Some((constant, value)) = definition(module, axiom, &known) {
                known.entry(constant).or_insert(value);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

/// The axiom as `constant == value`.
fn definition(
    module: &Module,
    axiom: &Expr,
    known: &FxHashMap<usize, i128>,
) -> Option<(usize, i128)> {
    let (left, right) = match &axiom.kind {
        ExprKind::Binary(Operator::Eq | Operator::Iff, left, right) => (left, right),
        ExprKind::Var(Var::Const(index)) => return Some((*index, 1)),
        ExprKind::Not(operand) => match operand.kind {
            ExprKind::Var(Var::Const(index)) => return Some((index, 0)),
            _ => return None,
        },
        _ => return None,
    };
    for (side, other) in [(left, right), (right, left)] {
        let ExprKind::Var(Var::Const(index)) = side.kind else { continue };
        if let Some(value) = constant_value(other, known) {
            let fits = match module.consts[index].ty {
                Type::Int => i64::try_from(value).is_ok(),
                Type::Bool => true,
                Type::Bv(width) => width <= 64,
                _ => false,
            };
            return fits.then_some((index, value));
        }
    }
    None
}

fn constant_value(expr: &Expr, known: &FxHashMap<usize, i128>) -> Option<i128> {
    match &expr.kind {
        ExprKind::Bool(value) => Some(i128::from(*value)),
        ExprKind::Int(value) => *value,
        ExprKind::Bv(value) => i128::try_from(*value).ok(),
        ExprKind::Var(Var::Const(index)) => known.get(index).copied(),
        ExprKind::Neg(operand) => constant_value(operand, known)?.checked_neg(),
        ExprKind::Binary(op, left, right) => {
            let (a, b) = (constant_value(left, known)?, constant_value(right, known)?);
            match op {
                Operator::Add => a.checked_add(b),
                Operator::Sub => a.checked_sub(b),
                Operator::Mul => a.checked_mul(b),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Constants and functions without body that an expression depends on.
#[derive(Default)]
struct Symbols {
    consts: FxHashSet<usize>,
    functions: FxHashSet<usize>,
    unfolded: FxHashSet<usize>,
}

impl Symbols {
    fn collect(&mut self, module: &Module, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(Var::Const(index)) => {
                self.consts.insert(*index);
            }
            ExprKind::Apply(index, _) => {
                let function = &module.functions[*index];
                match &function.body {
                    Some(body) if self.unfolded.insert(*index) => self.collect(module, body),
                    None if function.builtin.is_none() => {
                        self.functions.insert(*index);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        expr.children().into_iter().for_each(|child| self.collect(module, child));
    }

    /// Nothing else says what closed axioms are about.
    fn concern(&self, world: &World<'_>) -> bool {
        let is_closed = self.consts.is_empty() && self.functions.is_empty();
        is_closed
            || self.consts.iter().any(|index| world.consts.contains_key(index))
            || self.functions.iter().any(|index| world.functions.contains_key(index))
    }
}

/// Puts the assumptions at the entry of the start procedure.
pub(crate) fn assume_all(world: &mut World<'_>, draft: &mut Draft) {
    let (module, start) = (world.module, world.start);
    let id = world.function_of(start);
    let mut lowering = Lowering::new(world, start, id);
    lowering.locals = std::mem::take(&mut draft.locals);
    lowering.axioms(module);
    lowering.global_conditions(module);
    lowering.ranges(module);
    lowering.different_constants(module);
    let assumptions = lowering.take_statements();
    draft.locals = std::mem::take(&mut lowering.locals);
    draft.entry += assumptions.len();
    draft.blocks[0].stmts.splice(0..0, assumptions);
}

impl Lowering<'_, '_> {
    /// Without a condition that we cannot follow, runs that it excludes would be reported: then there
    /// is no run that we can follow.
    fn assume_initially(&mut self, condition: &Expr) {
        self.begin(condition.span, SourceKind::Annotation);
        if let Err(gap) = self.assume(condition) {
            self.unsupported(gap);
        }
    }

    fn axioms(&mut self, module: &Module) {
        let mut left: Vec<(&Expr, Symbols)> = module
            .axioms
            .iter()
            .filter(|axiom| {
                let known = &self.world.known_values;
                // Two axioms that give different values contradict each other: one of them stays.
                definition(module, axiom, known)
                    .is_none_or(|(constant, value)| known.get(&constant) != Some(&value))
            })
            .map(|axiom| {
                let mut symbols = Symbols::default();
                symbols.collect(module, axiom);
                (axiom, symbols)
            })
            .collect();
        // An axiom may bring in names that make others matter.
        loop {
            let position = left.iter().position(|(_, symbols)| symbols.concern(self.world));
            let Some(position) = position else { return };
            let (axiom, _) = left.remove(position);
            self.assume_initially(axiom);
        }
    }

    fn global_conditions(&mut self, module: &Module) {
        let mut done = FxHashSet::default();
        loop {
            let mut used: Vec<usize> = self.world.globals.keys().copied().collect();
            used.sort_unstable();
            let Some(index) = used.into_iter().find(|index| !done.contains(index)) else { return };
            done.insert(index);
            if let Some(condition) = &module.globals[index].condition {
                self.assume_initially(condition);
            }
        }
    }

    /// Storage of globals may hold what is no value of their types.
    fn ranges(&mut self, module: &Module) {
        let sorted = |known: &FxHashMap<usize, whydunit_program::GlobalId>| {
            let mut list: Vec<_> = known.iter().map(|(&index, &id)| (index, id)).collect();
            list.sort_unstable();
            list
        };
        let mut all = Vec::new();
        for (index, id) in sorted(&self.world.globals) {
            all.push((id, module.globals[index].ty.clone()));
        }
        for (index, id) in sorted(&self.world.consts) {
            all.push((id, module.consts[index].ty.clone()));
        }
        for (index, id) in sorted(&self.world.functions) {
            all.push((id, function_type(module, index)));
        }
        for (id, ty) in all {
            let global = self.world.program.global(id);
            let (span, stored) = (global.span, global.ty);
            self.begin(span, SourceKind::Annotation);
            for cond in
                self.range_conditions(Place::global(id, stored, span), &ty).unwrap_or_default()
            {
                self.emit(StmtKind::Assume { cond });
            }
        }
    }

    /// `unique` constants of numbers; those of declared types have different values from the start.
    fn different_constants(&mut self, module: &Module) {
        let mut used: Vec<usize> = self.world.consts.keys().copied().collect();
        used.sort_unstable();
        used.retain(|&index| {
            let declared = &module.consts[index];
            declared.is_unique && matches!(declared.ty, Type::Int | Type::Bv(_) | Type::Bool)
        });
        used.truncate(MOST_UNIQUE);
        for (position, &second) in used.iter().enumerate() {
            for &first in &used[..position] {
                if module.consts[first].ty != module.consts[second].ty {
                    continue;
                }
                let span = module.consts[second].span;
                self.begin(span, SourceKind::Annotation);
                let mut load = |index: usize| {
                    let id = self.world.constant(index).ok()?;
                    let place = Place::global(id, self.world.program.global(id).ty, span);
                    self.load_scalar(place, &module.consts[index].ty).ok()
                };
                if let (Some(first), Some(second)) = (load(first), load(second)) {
                    let int64 = self.int64();
                    let (first, second) = (self.cast(first, int64), self.cast(second, int64));
                    let cond = self.binary(BinaryOp::Ne, first, second);
                    self.emit(StmtKind::Assume { cond });
                }
            }
        }
    }
}
