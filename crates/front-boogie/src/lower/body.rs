//! The function being made: its blocks and locals, and what names mean at the place at hand.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_program::{
    BinaryOp, Block, BlockId, Expr, ExprKind, FunctionId, InputOrigin, Local, LocalId, LocalRole,
    Place, SourceKind, SourceStmtId, Stmt, StmtKind, Terminator, TerminatorKind, TypeId, UnaryOp,
};
use whydunit_source::Span;

use crate::module::{Module, Type};

use super::map::MapValue;
use super::world::World;
use super::{Gap, Res};

/// A function without what is still to be put in at its entry.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) locals: Vec<Local>,
    pub(crate) blocks: Vec<Block>,
    /// Where in block 0 the variables begin.
    pub(crate) entry: usize,
    /// Variables that are inputs if they may be read before they are set.
    pub(crate) variables: Vec<Unset>,
}

/// A result or local variable of the source.
#[derive(Clone, Debug)]
pub(crate) struct Unset {
    pub(crate) local: LocalId,
    pub(crate) source: SourceStmtId,
    pub(crate) span: Span,
    /// What is assumed of its value when it is an input: its `where` clause, the bits it has; or what
    /// we do not support about that.
    pub(crate) conditions: Vec<Res<Expr>>,
}

/// A value of the source: a scalar, or a map that may not be stored anywhere.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Scalar(Expr),
    Map(Rc<MapValue>),
}

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// The condition of a check or an assumption: quantifiers and `old` can be said as such.
    Condition,
    /// Anywhere else: they become statements before.
    Plain,
}

/// What names mean inside expressions.
#[derive(Clone, Default, Debug)]
pub(crate) struct Env {
    pub(crate) formals: Vec<Value>,
    pub(crate) bound: FxHashMap<u32, Value>,
    pub(crate) is_old: bool,
}

/// Where `break` leads.
#[derive(Clone, Debug)]
pub(crate) struct Exit {
    pub(crate) label: Option<String>,
    pub(crate) is_loop: bool,
    pub(crate) block: BlockId,
}

pub(crate) struct Lowering<'w, 'm> {
    pub(crate) world: &'w mut World<'m>,
    pub(crate) function: FunctionId,
    pub(crate) procedure: usize,
    /// Which of its implementations.
    pub(crate) implementation: usize,
    pub(crate) locals: Vec<Local>,
    /// By number of the source's variable; `None` if its type is not supported.
    pub(crate) variables: Vec<Option<LocalId>>,
    blocks: Vec<(Vec<Stmt>, Option<Terminator>)>,
    current: usize,
    pub(crate) source: SourceStmtId,
    pub(crate) span: Span,
    pub(crate) env: Env,
    pub(crate) mode: Mode,
    /// Functions being written out, outermost first.
    pub(crate) unfolding: Vec<usize>,
    pub(crate) depth: u32,
    /// Parts of the expressions of the statement at hand.
    pub(crate) size: usize,
    pub(crate) labels: FxHashMap<String, BlockId>,
    pub(crate) exits: Vec<Exit>,
    /// Copies of globals as they were on entry.
    pub(crate) old_copies: Vec<(usize, LocalId)>,
    pub(crate) needs_snapshot: bool,
    /// Where it is known: the globals that are not what they were on entry.
    pub(crate) changed_globals: Option<Vec<usize>>,
}

impl<'w, 'm> Lowering<'w, 'm> {
    pub(crate) fn new(
        world: &'w mut World<'m>,
        procedure: usize,
        function: FunctionId,
    ) -> Lowering<'w, 'm> {
        let span = world.module.procedures[procedure].span;
        let source = world.source(span, SourceKind::Implicit, function);
        Lowering {
            world,
            function,
            procedure,
            implementation: 0,
            locals: Vec::new(),
            variables: Vec::new(),
            blocks: vec![(Vec::new(), None)],
            current: 0,
            source,
            span,
            env: Env::default(),
            mode: Mode::Plain,
            unfolding: Vec::new(),
            depth: 0,
            size: 0,
            labels: FxHashMap::default(),
            exits: Vec::new(),
            old_copies: Vec::new(),
            needs_snapshot: false,
            changed_globals: None,
        }
    }

    pub(crate) fn module(&self) -> &'m Module {
        self.world.module
    }

    // Sources and places.

    /// What is emitted from here on belongs to a statement of the source.
    pub(crate) fn begin(&mut self, span: Span, kind: SourceKind) {
        self.source = self.world.source(span, kind, self.function);
        self.span = span;
        self.size = 0;
    }

    pub(crate) fn resume(&mut self, source: SourceStmtId, span: Span) {
        self.source = source;
        self.span = span;
    }

    // Blocks.

    pub(crate) fn new_block(&mut self) -> BlockId {
        self.blocks.push((Vec::new(), None));
        BlockId(self.blocks.len() as u32 - 1)
    }

    pub(crate) fn switch_to(&mut self, block: BlockId) {
        self.current = block.index();
    }

    pub(crate) fn emit(&mut self, kind: StmtKind) {
        let stmt = Stmt { kind, span: self.span, source: self.source };
        self.blocks[self.current].0.push(stmt);
    }

    pub(crate) fn emitted(&self) -> usize {
        self.blocks[self.current].0.len()
    }

    /// Ends the block at hand, unless it has ended already.
    pub(crate) fn end(&mut self, kind: TerminatorKind) {
        let terminator = Terminator { kind, span: self.span, source: self.source };
        self.blocks[self.current].1.get_or_insert(terminator);
    }

    pub(crate) fn branch(&mut self, cond: Expr, then: BlockId, otherwise: BlockId) {
        self.end(TerminatorKind::Branch { cond, then, otherwise });
    }

    pub(crate) fn assign(&mut self, place: Place, value: Expr) {
        self.emit(StmtKind::Assign { place, value });
    }

    pub(crate) fn unsupported(&mut self, gap: Gap) {
        let stmt = Stmt {
            kind: StmtKind::Unsupported { what: gap.what },
            span: gap.span,
            source: self.source,
        };
        self.blocks[self.current].0.push(stmt);
    }

    /// The blocks that can be reached, renumbered.
    pub(crate) fn finish(mut self, entry: usize, variables: Vec<Unset>) -> Draft {
        let (source, span) = (self.source, self.span);
        let mut is_reached = vec![false; self.blocks.len()];
        let mut work = vec![0usize];
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut is_reached[block], true) {
                continue;
            }
            let terminator = self.blocks[block].1.get_or_insert(Terminator {
                kind: TerminatorKind::Unreachable,
                span,
                source,
            });
            work.extend(terminator.kind.successors().into_iter().map(BlockId::index));
        }
        let mut number = Vec::with_capacity(self.blocks.len());
        let mut next = 0;
        for &is_reached in &is_reached {
            number.push(next);
            next += u32::from(is_reached);
        }
        let renumber = |target: &mut BlockId| *target = BlockId(number[target.index()]);
        let mut blocks = Vec::new();
        for ((stmts, terminator), _) in self.blocks.into_iter().zip(is_reached).filter(|it| it.1) {
            let Some(mut terminator) = terminator else { continue };
            match &mut terminator.kind {
                TerminatorKind::Goto(target) => renumber(target),
                TerminatorKind::Branch { then, otherwise, .. } => {
                    renumber(then);
                    renumber(otherwise);
                }
                _ => {}
            }
            blocks.push(Block { stmts, terminator });
        }
        Draft { locals: self.locals, blocks, entry, variables }
    }

    /// All statements so far of the block at hand.
    pub(crate) fn take_statements(&mut self) -> Vec<Stmt> {
        std::mem::take(&mut self.blocks[self.current].0)
    }

    /// Puts statements at a position of block 0.
    pub(crate) fn insert_at_entry(&mut self, position: usize, stmts: Vec<Stmt>) {
        self.blocks[0].0.splice(position..position, stmts);
    }

    // Locals.

    pub(crate) fn add_local(
        &mut self,
        name: &str,
        ty: TypeId,
        span: Span,
        role: LocalRole,
    ) -> LocalId {
        let in_memory = !self.world.program.types.is_scalar(ty);
        self.locals.push(Local { name: name.into(), ty, span, role, in_memory, is_vla: false });
        LocalId(self.locals.len() as u32 - 1)
    }

    pub(crate) fn temporary(&mut self, ty: TypeId) -> Place {
        let span = self.span;
        let local = self.add_local("", ty, span, LocalRole::Temporary);
        if !self.world.program.types.is_scalar(ty) {
            self.emit(StmtKind::Live { local });
        }
        Place::local(local, ty, span)
    }

    /// Where several results of a procedure are together; called like the procedure.
    pub(crate) fn results_of(&mut self, procedure: usize, ty: TypeId) -> Place {
        let (span, module) = (self.span, self.module());
        let name = &module.procedures[procedure].name;
        let local = self.add_local(name, ty, span, LocalRole::Variable);
        self.emit(StmtKind::Live { local });
        Place::local(local, ty, span)
    }

    pub(crate) fn local_place(&self, local: LocalId, span: Span) -> Place {
        Place::local(local, self.locals[local.index()].ty, span)
    }

    // Small expressions.

    pub(crate) fn int32(&mut self) -> TypeId {
        self.world.program.types.int(32, true)
    }

    pub(crate) fn int64(&mut self) -> TypeId {
        self.world.program.types.int(64, true)
    }

    pub(crate) fn truth(&mut self, value: bool, span: Span) -> Expr {
        let ty = self.int32();
        Expr::int(i128::from(value), ty, span)
    }

    pub(crate) fn number(&mut self, value: i128, span: Span) -> Expr {
        let ty = self.int64();
        Expr::int(value, ty, span)
    }

    /// Operands have the same type; comparisons are of type `int`.
    pub(crate) fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        let ty = if op.is_comparison() { self.int32() } else { left.ty };
        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
    }

    pub(crate) fn not(&mut self, operand: Expr) -> Expr {
        let span = operand.span;
        let ty = self.int32();
        Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(operand)), ty, span)
    }

    pub(crate) fn and(&mut self, left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        let ty = self.int32();
        Expr::new(ExprKind::And(Box::new(left), Box::new(right)), ty, span)
    }

    pub(crate) fn or(&mut self, left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        let ty = self.int32();
        Expr::new(ExprKind::Or(Box::new(left), Box::new(right)), ty, span)
    }

    /// Both sides have the same type.
    pub(crate) fn choose(&mut self, cond: Expr, then: Expr, otherwise: Expr) -> Expr {
        let (ty, span) = (then.ty, cond.span.to(otherwise.span));
        let kind = ExprKind::Cond(Box::new(cond), Box::new(then), Box::new(otherwise));
        Expr::new(kind, ty, span)
    }

    pub(crate) fn cast(&mut self, expr: Expr, ty: TypeId) -> Expr {
        if expr.ty == ty {
            return expr;
        }
        let span = expr.span;
        Expr::new(ExprKind::Cast(Box::new(expr)), ty, span)
    }

    // Inputs.

    /// The place receives any value of its type.
    pub(crate) fn input(&mut self, place: Place, ty: &Type, origin: InputOrigin) -> Res<()> {
        self.emit(StmtKind::Input { place: place.clone(), origin });
        for cond in self.range_conditions(place, ty)? {
            self.emit(StmtKind::Assume { cond });
        }
        Ok(())
    }

    /// What distinguishes the values of the type among those that its storage can hold.
    pub(crate) fn range_conditions(&mut self, place: Place, ty: &Type) -> Res<Vec<Expr>> {
        if !has_spare_bits(ty) {
            return Ok(Vec::new());
        }
        let span = place.span;
        let outer = std::mem::replace(&mut self.mode, Mode::Condition);
        let result = self.in_range(place, ty, span);
        self.mode = outer;
        Ok(vec![result?])
    }
}

/// Can the storage of a value hold what is no value?
fn has_spare_bits(ty: &Type) -> bool {
    match ty {
        Type::Bv(width) => !matches!(width, 8 | 16 | 32 | 64),
        Type::Map(_, value) => has_spare_bits(value),
        _ => false,
    }
}
