//! All changes in one program: which one is in force is an input.
//!
//! At every site stands a decision over the number of the change, so the program is translated once and run with each
//! number (a mutant schema: Untch, Offutt, Harrold, "Mutation Analysis Using Mutant Schemata", 1993). The changes of one
//! site have consecutive numbers: outside of its range a site costs two comparisons, inside a binary search.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{
    BinaryOp, Block, BlockId, Callee, Expr, ExprKind, FunctionId, Global, GlobalId, Local, LocalId,
    LocalRole, Place, PlaceBase, Point, Program, Stmt, StmtKind, SwitchCase, Terminator,
    TerminatorKind, TypeId,
};
use whydunit_source::Span;

use crate::changes::{Change, Variant};
use crate::pool::callees;

/// The input that says which change is in force; 0 is none.
pub(crate) const CHOICE: &str = "whydunit_choice";

#[derive(Debug)]
pub(crate) struct Schema {
    pub(crate) program: Program,
    /// The number of each change, in the order in which they were given; `None` for those that only their text defines.
    pub(crate) numbers: Vec<Option<i128>>,
}

/// Changes with the same places.
struct Slot {
    at: Vec<Span>,
    first: i128,
    with: Vec<Expr>,
}

#[derive(Default)]
struct Slots {
    all: Vec<Slot>,
    by_span: FxHashMap<Span, Vec<usize>>,
    statements: FxHashMap<Point, Vec<(i128, StmtKind)>>,
    guards: FxHashMap<Point, Vec<Guard>>,
    inserted: FxHashMap<Point, Vec<(i128, StmtKind)>>,
    /// Points that guards lead to.
    targets: FxHashSet<Point>,
}

/// Before a point, with this choice: unless the condition holds, the run goes on elsewhere.
struct Guard {
    choice: i128,
    keep: Expr,
    dead: Vec<LocalId>,
    otherwise: Point,
}

impl Schema {
    pub(crate) fn new(program: &Program, int: TypeId, changes: &[Change]) -> Schema {
        let (slots, numbers) = number(changes);
        let mut program = program.clone();
        let choice = GlobalId(program.globals.len() as u32);
        let span =
            program.functions.first().map_or(Span::at(whydunit_source::FileId(0), 0), |f| f.span);
        program.globals.push(Global {
            name: CHOICE.to_owned(),
            ty: int,
            span,
            declaration: span,
            is_const: false,
            is_literal: false,
            owner: None,
            is_undefined: true,
            init: Vec::new(),
        });
        let callees: Vec<Vec<FunctionId>> = (0..program.functions.len())
            .map(|index| callees(&program, FunctionId(index as u32)))
            .collect();
        for (index, called) in callees.iter().enumerate() {
            if program.functions[index].is_library {
                continue;
            }
            let results: Vec<Local> = called
                .iter()
                .map(|callee| {
                    let called = program.function(*callee);
                    Local {
                        name: String::new(),
                        ty: called.signature.result,
                        span: called.span,
                        role: LocalRole::Temporary,
                        in_memory: false,
                        is_vla: false,
                    }
                })
                .collect();
            let function = &mut program.functions[index];
            let mut builder = Builder {
                slots: &slots,
                choice,
                int,
                callees: called,
                locals: function.locals.len(),
            };
            let id = FunctionId(index as u32);
            if let whydunit_program::Body::Blocks(blocks) = &mut function.body {
                builder.function(id, blocks);
            }
            function.locals.extend(results);
        }
        Schema { program, numbers }
    }
}

fn number(changes: &[Change]) -> (Slots, Vec<Option<i128>>) {
    let mut order: Vec<usize> = (0..changes.len()).collect();
    let key = |index: &usize| match &changes[*index].variant {
        Variant::Value { at, .. } => (0, at.clone(), None),
        Variant::Statement { at, .. } => (1, Vec::new(), Some(*at)),
        Variant::Guard { at, .. } => (2, Vec::new(), Some(*at)),
        Variant::Insertion { at, .. } => (3, Vec::new(), Some(*at)),
        Variant::Text => (4, Vec::new(), None),
    };
    order.sort_by_cached_key(|index| (key(index), *index));
    let mut numbers = vec![None; changes.len()];
    let mut slots = Slots::default();
    let mut next = 1;
    for index in order {
        match &changes[index].variant {
            Variant::Value { at, with } => match slots.all.last_mut() {
                Some(slot) if slot.at == *at => slot.with.push(with.clone()),
                _ => {
                    let id = slots.all.len();
                    for span in at {
                        slots.by_span.entry(*span).or_default().push(id);
                    }
                    slots.all.push(Slot { at: at.clone(), first: next, with: vec![with.clone()] });
                }
            },
            Variant::Statement { at, with } => {
                slots.statements.entry(*at).or_default().push((next, with.clone()));
            }
            Variant::Guard { at, keep, dead, otherwise } => {
                slots.targets.insert(*otherwise);
                slots.guards.entry(*at).or_default().push(Guard {
                    choice: next,
                    keep: keep.clone(),
                    dead: dead.clone(),
                    otherwise: *otherwise,
                });
            }
            Variant::Insertion { at, stmt } => {
                slots.inserted.entry(*at).or_default().push((next, stmt.clone()));
            }
            Variant::Text => continue,
        }
        numbers[index] = Some(next);
        next += 1;
    }
    (slots, numbers)
}

struct Builder<'a> {
    slots: &'a Slots,
    choice: GlobalId,
    int: TypeId,
    /// What can be called for its result, and the first local that holds one.
    callees: &'a [FunctionId],
    locals: usize,
}

/// Calls that come before a statement with these choices.
type Calls = Vec<Call>;

struct Call {
    choice: i128,
    callee: FunctionId,
    /// Receives the result.
    place: Place,
}

impl Builder<'_> {
    /// The calls that the changes of an expression need.
    fn calls(&self, expr: &Expr, into: &mut Calls) {
        for &slot in self.slots.by_span.get(&expr.span).into_iter().flatten() {
            let slot = &self.slots.all[slot];
            for (number, with) in (slot.first..).zip(&slot.with) {
                self.results(with, number, into);
            }
        }
        expr.operands().for_each(|child| self.calls(child, into));
    }

    fn results(&self, expr: &Expr, number: i128, into: &mut Calls) {
        if let ExprKind::Load(place) = &expr.kind
            && let PlaceBase::Local(local) = place.base
            && let Some(index) = local.index().checked_sub(self.locals)
            && let Some(&callee) = self.callees.get(index)
        {
            into.push(Call { choice: number, callee, place: place.clone() });
        }
        expr.operands().for_each(|child| self.results(child, number, into));
    }

    fn choice(&self, span: Span) -> Expr {
        let base = PlaceBase::Global(self.choice);
        Expr::load(Place { base, path: Vec::new(), ty: self.int, span })
    }

    fn compared(&self, op: BinaryOp, number: i128, span: Span) -> Box<Expr> {
        let number = Expr::int(number, self.int, span);
        let kind = ExprKind::Binary(op, Box::new(self.choice(span)), Box::new(number));
        Box::new(Expr::new(kind, self.int, span))
    }

    fn function(&mut self, function: FunctionId, blocks: &mut Vec<Block>) {
        let originals = blocks.len();
        let mut calls: FxHashMap<(usize, usize), Calls> = FxHashMap::default();
        for (number, block) in blocks.iter_mut().enumerate() {
            for (index, stmt) in block.stmts.iter().enumerate() {
                let mut needed = Calls::new();
                if !matches!(stmt.kind, StmtKind::Check { .. } | StmtKind::Assume { .. }) {
                    stmt.kind.operands().for_each(|expr| self.calls(expr, &mut needed));
                }
                calls.insert((number, index), needed);
            }
            let mut needed = Calls::new();
            if let Some(expr) = block.terminator.kind.operand() {
                self.calls(expr, &mut needed);
            }
            calls.insert((number, block.stmts.len()), needed);
            for stmt in &mut block.stmts {
                if !matches!(stmt.kind, StmtKind::Check { .. } | StmtKind::Assume { .. }) {
                    stmt.kind.operands_mut().for_each(|expr| self.rewrite(expr, None));
                }
            }
            if let Some(expr) = block.terminator.kind.operand_mut() {
                self.rewrite(expr, None);
            }
        }
        // Blocks that begin at points which guards lead to, and the jumps there.
        let mut begins: FxHashMap<Point, BlockId> = FxHashMap::default();
        let mut jumps: Vec<(BlockId, Point)> = Vec::new();
        for number in 0..originals {
            let count = blocks[number].stmts.len();
            for index in (0..=count).rev() {
                let block = BlockId(number as u32);
                let point = Point { function, block, index: index as u32 };
                if let Some(variants) = self.slots.statements.get(&point) {
                    self.split(blocks, number, index, variants);
                }
                let needed = calls.get(&(number, index));
                if let Some(needed) = needed.filter(|needed| !needed.is_empty()) {
                    self.precede(blocks, number, index, needed);
                }
                if let Some(inserted) = self.slots.inserted.get(&point) {
                    self.insert(blocks, number, index, inserted);
                }
                if let Some(guards) = self.slots.guards.get(&point) {
                    self.guard(blocks, number, index, guards, &mut jumps);
                }
                if self.slots.targets.contains(&point) {
                    let begin = if index == 0 { block } else { self.cut(blocks, number, index) };
                    begins.insert(point, begin);
                }
            }
        }
        for (from, to) in jumps {
            let target = begins.get(&to).copied().unwrap_or(to.block);
            blocks[from.index()].terminator.kind = TerminatorKind::Goto(target);
        }
    }

    /// `open`: the span of an enclosing expression, whose decision stands for this one too.
    fn rewrite(&self, expr: &mut Expr, open: Option<Span>) {
        if let ExprKind::Cast(inner) = &mut expr.kind
            && inner.span == expr.span
        {
            self.rewrite(inner, open);
            return;
        }
        let span = expr.span;
        expr.operands_mut().for_each(|child| self.rewrite(child, Some(span)));
        if open == Some(span) {
            return;
        }
        for &slot in self.slots.by_span.get(&span).into_iter().flatten() {
            self.decide(expr, &self.slots.all[slot]);
        }
    }

    fn decide(&self, expr: &mut Expr, slot: &Slot) {
        let span = expr.span;
        let last = slot.first + slot.with.len() as i128 - 1;
        let inside = ExprKind::And(
            self.compared(BinaryOp::Ge, slot.first, span),
            self.compared(BinaryOp::Le, last, span),
        );
        let inside = Box::new(Expr::new(inside, self.int, span));
        let changed = Box::new(self.tree(&slot.with, slot.first, expr.ty, span));
        let ty = expr.ty;
        let original = Box::new(std::mem::replace(expr, Expr::int(0, ty, span)));
        *expr = Expr::new(ExprKind::Cond(inside, changed, original), ty, span);
    }

    fn tree(&self, with: &[Expr], first: i128, ty: TypeId, span: Span) -> Expr {
        if let [only] = with {
            let only = only.clone();
            return if only.ty == ty {
                only
            } else {
                Expr::new(ExprKind::Cast(Box::new(only)), ty, span)
            };
        }
        let (low, high) = with.split_at(with.len() / 2);
        let middle = first + low.len() as i128;
        let test = self.compared(BinaryOp::Lt, middle, span);
        let low = Box::new(self.tree(low, first, ty, span));
        let high = Box::new(self.tree(high, middle, ty, span));
        Expr::new(ExprKind::Cond(test, low, high), ty, span)
    }

    /// What follows a point becomes a block of its own.
    fn cut(&self, blocks: &mut Vec<Block>, number: usize, index: usize) -> BlockId {
        let rest = blocks[number].stmts.split_off(index);
        let (span, source) = match rest.first() {
            Some(stmt) => (stmt.span, stmt.source),
            None => (blocks[number].terminator.span, blocks[number].terminator.source),
        };
        let after = BlockId(blocks.len() as u32);
        let goto = Terminator { kind: TerminatorKind::Goto(after), span, source };
        let terminator = std::mem::replace(&mut blocks[number].terminator, goto);
        blocks.push(Block { stmts: rest, terminator });
        after
    }

    /// Guards before a point. Where each leads to is known when all blocks are: `jumps` says which are to be set.
    fn guard(
        &self,
        blocks: &mut Vec<Block>,
        number: usize,
        index: usize,
        guards: &[Guard],
        jumps: &mut Vec<(BlockId, Point)>,
    ) {
        let after = self.cut(blocks, number, index);
        let goto = blocks[number].terminator.clone();
        let (span, source) = (goto.span, goto.source);
        let mut cases = Vec::new();
        for guard in guards {
            let leave = BlockId(blocks.len() as u32);
            let dead = guard.dead.iter().map(|&local| Stmt {
                kind: StmtKind::Dead { local },
                span,
                source,
            });
            blocks.push(Block { stmts: dead.collect(), terminator: goto.clone() });
            jumps.push((leave, guard.otherwise));
            let target = BlockId(blocks.len() as u32);
            cases.push(SwitchCase { low: guard.choice, high: guard.choice, target });
            let kind =
                TerminatorKind::Branch { cond: guard.keep.clone(), then: after, otherwise: leave };
            blocks.push(Block { stmts: Vec::new(), terminator: Terminator { kind, span, source } });
        }
        let kind = TerminatorKind::Switch { value: self.choice(span), cases, default: after };
        blocks[number].terminator = Terminator { kind, span, source };
    }

    /// A statement before the point, with each of these choices.
    fn insert(
        &self,
        blocks: &mut Vec<Block>,
        number: usize,
        index: usize,
        inserted: &[(i128, StmtKind)],
    ) {
        let after = self.cut(blocks, number, index);
        let goto = blocks[number].terminator.clone();
        let (span, source) = (goto.span, goto.source);
        let mut cases = Vec::new();
        for (choice, kind) in inserted {
            let target = BlockId(blocks.len() as u32);
            cases.push(SwitchCase { low: *choice, high: *choice, target });
            let stmts = vec![Stmt { kind: kind.clone(), span, source }];
            blocks.push(Block { stmts, terminator: goto.clone() });
        }
        let kind = TerminatorKind::Switch { value: self.choice(span), cases, default: after };
        blocks[number].terminator = Terminator { kind, span, source };
    }

    /// Calls before the statement, with those choices that use their results.
    fn precede(&self, blocks: &mut Vec<Block>, number: usize, index: usize, calls: &Calls) {
        let after = self.cut(blocks, number, index);
        let goto = blocks[number].terminator.clone();
        let (span, source) = (goto.span, goto.source);
        let mut cases: Vec<SwitchCase> = Vec::new();
        let mut by_choice: BTreeMap<i128, Vec<&Call>> = BTreeMap::new();
        for call in calls {
            by_choice.entry(call.choice).or_default().push(call);
        }
        for (choice, needed) in by_choice {
            let target = BlockId(blocks.len() as u32);
            cases.push(SwitchCase { low: choice, high: choice, target });
            let stmts = needed.into_iter().map(|call| {
                let kind = StmtKind::Call {
                    dest: Some(call.place.clone()),
                    callee: Callee::Direct(call.callee),
                    args: Vec::new(),
                };
                Stmt { kind, span, source }
            });
            let stmts = stmts.collect();
            blocks.push(Block { stmts, terminator: goto.clone() });
        }
        let value = self.choice(span);
        blocks[number].terminator = Terminator {
            kind: TerminatorKind::Switch { value, cases, default: after },
            span,
            source,
        };
    }

    /// A decision before the statement, and a block for each of its variants.
    fn split(
        &self,
        blocks: &mut Vec<Block>,
        number: usize,
        index: usize,
        variants: &[(i128, StmtKind)],
    ) {
        let rest = blocks[number].stmts.split_off(index + 1);
        let original = blocks[number].stmts.pop().expect("the statement should be there");
        let (span, source) = (original.span, original.source);
        let goto = |target: usize| Terminator {
            kind: TerminatorKind::Goto(BlockId(target as u32)),
            span,
            source,
        };
        let after = blocks.len();
        let terminator = std::mem::replace(&mut blocks[number].terminator, goto(after));
        blocks.push(Block { stmts: rest, terminator });
        let mut cases = Vec::new();
        for (choice, kind) in variants {
            let target = BlockId(blocks.len() as u32);
            cases.push(SwitchCase { low: *choice, high: *choice, target });
            let stmt = Stmt { kind: kind.clone(), span: original.span, source: original.source };
            blocks.push(Block { stmts: vec![stmt], terminator: goto(after) });
        }
        let default = BlockId(blocks.len() as u32);
        blocks.push(Block { stmts: vec![original], terminator: goto(after) });
        let value = self.choice(span);
        blocks[number].terminator =
            Terminator { kind: TerminatorKind::Switch { value, cases, default }, span, source };
    }
}
