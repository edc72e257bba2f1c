//! Which checks lie behind a place where a path was given up?
//!
//! By the text of the program: what can be executed after a statement in its function, in those that are called there, and in the callers behind
//! their calls. A check whose operands are constants that meet it is none. That plain variables have values is not counted: every
//! statement would be a check.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::CheckSet;
use whydunit_program::{
    BlockId, Body, Callee, Cfg, CheckKind, Class, Expr, ExprKind, FunctionId, Intrinsic, Place,
    PlaceBase, Point, Program, Projection, StmtKind, Type, obligation,
};

/// Answers for one program, one set of checks and one start.
#[derive(Debug)]
pub(crate) struct Behind<'p> {
    program: &'p Program,
    checks: CheckSet,
    start: FunctionId,
    graphs: FxHashMap<FunctionId, Cfg>,
}

impl<'p> Behind<'p> {
    pub(crate) fn new(program: &'p Program, checks: CheckSet, start: FunctionId) -> Behind<'p> {
        let checks = checks.in_force(program.arithmetic);
        Behind { program, checks, start, graphs: FxHashMap::default() }
    }

    /// The points with checks that can be executed after a path has ended. `at` are the points of the active functions, the
    /// innermost last.
    pub(crate) fn points(&mut self, at: &[Point]) -> FxHashSet<Point> {
        let mut found = FxHashSet::default();
        let mut called = FxHashSet::default();
        for (depth, &point) in at.iter().enumerate() {
            let is_innermost = depth + 1 == at.len();
            if is_innermost && self.count(point) > 1 {
                found.insert(point);
            }
            self.collect(point, &mut found, &mut called);
        }
        found
    }

    /// All points with checks of what can be executed from the start on.
    pub(crate) fn all(&mut self) -> FxHashSet<Point> {
        let mut found = FxHashSet::default();
        self.collect_function(self.start, &mut found, &mut FxHashSet::default());
        found
    }

    fn collect(
        &mut self,
        from: Point,
        found: &mut FxHashSet<Point>,
        called: &mut FxHashSet<FunctionId>,
    ) {
        let program = self.program;
        let blocks = program.function(from.function).blocks();
        let graph = self.graphs.entry(from.function).or_insert_with(|| Cfg::new(blocks));
        let mut reached: FxHashSet<BlockId> = FxHashSet::default();
        let mut open = graph.successors(from.block).to_vec();
        while let Some(block) = open.pop() {
            if reached.insert(block) {
                open.extend_from_slice(graph.successors(block));
            }
        }
        for index in from.index + 1..=blocks[from.block.index()].stmts.len() as u32 {
            self.look(Point { index, ..from }, found, called);
        }
        for block in reached {
            for index in 0..=blocks[block.index()].stmts.len() as u32 {
                self.look(Point { block, index, ..from }, found, called);
            }
        }
    }

    fn collect_function(
        &mut self,
        function: FunctionId,
        found: &mut FxHashSet<Point>,
        called: &mut FxHashSet<FunctionId>,
    ) {
        if !called.insert(function) {
            return;
        }
        let blocks = self.program.function(function).blocks();
        for (number, block) in blocks.iter().enumerate() {
            for index in 0..=block.stmts.len() as u32 {
                let block = BlockId(number as u32);
                self.look(Point { function, block, index }, found, called);
            }
        }
    }

    fn look(
        &mut self,
        point: Point,
        found: &mut FxHashSet<Point>,
        called: &mut FxHashSet<FunctionId>,
    ) {
        if self.count(point) > 0 {
            found.insert(point);
        }
        if let Some(stmt) = self.program.stmt_at(point)
            && let StmtKind::Call { callee: Callee::Direct(callee), .. } = stmt.kind
        {
            self.collect_function(callee, found, called);
        }
    }

    /// How many checks a statement or terminator makes.
    fn count(&self, point: Point) -> usize {
        let Some(stmt) = self.program.stmt_at(point) else {
            let operand = self.program.terminator_at(point).kind.operand();
            return operand.map_or(0, |operand| self.in_expr(point.function, operand));
        };
        let own = match &stmt.kind {
            StmtKind::Check { kind, cond, .. } => {
                // What the start function demands of its inputs is assumed.
                let is_assumed = *kind == CheckKind::Requires && point.function == self.start;
                let is_met = cond.as_int().is_some_and(|value| value != 0);
                usize::from(self.is_on(*kind) && !is_assumed && !is_met)
            }
            StmtKind::AllocVla { .. } => usize::from(self.is_on(CheckKind::Bounds)),
            StmtKind::Call { callee: Callee::Pointer(_), .. } => {
                usize::from(self.is_on(CheckKind::Null))
            }
            StmtKind::Call { callee: Callee::Direct(callee), .. } => {
                match self.program.function(*callee).body {
                    Body::Intrinsic(intrinsic) => usize::from(self.is_checked(intrinsic)),
                    Body::Blocks(_) | Body::Undefined => 0,
                }
            }
            _ => 0,
        };
        let function = point.function;
        let written = stmt.kind.destination().map_or(0, |place| self.in_access(function, place));
        let operands = stmt.kind.operands().map(|operand| self.in_expr(function, operand));
        own + written + operands.sum::<usize>()
    }

    fn is_on(&self, kind: CheckKind) -> bool {
        let kind = if kind == CheckKind::Requires { CheckKind::Contract } else { kind };
        self.checks.contains(kind) && !self.program.arithmetic.is_limit(kind)
    }

    fn is_checked(&self, intrinsic: Intrinsic) -> bool {
        match intrinsic {
            Intrinsic::Abort => self.is_on(CheckKind::Abort),
            Intrinsic::Malloc
            | Intrinsic::Calloc
            | Intrinsic::Alloca
            | Intrinsic::Exit
            | Intrinsic::QuickExit
            | Intrinsic::VaEnd
            | Intrinsic::Getchar
            | Intrinsic::Seed
            | Intrinsic::Math(_) => false,
            _ => [CheckKind::Bounds, CheckKind::Null, CheckKind::Lifetime]
                .into_iter()
                .any(|kind| self.is_on(kind)),
        }
    }

    fn in_expr(&self, function: FunctionId, expr: &Expr) -> usize {
        let own = match &expr.kind {
            ExprKind::Load(place) => self.in_access(function, place),
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => self.in_path(function, place),
            ExprKind::Unary(op, a) => self.of(obligation::of_unary(*op, self.class(a)), a, a),
            ExprKind::Binary(op, a, b) => self.of(obligation::of_binary(*op, self.class(a)), a, b),
            ExprKind::Cast(a) => {
                let to = Class::of(&self.program.types, expr.ty);
                let obligation = obligation::of_conversion(self.class(a), to);
                usize::from(obligation.is_some_and(|obligation| self.is_on(obligation.kind)))
            }
            _ => 0,
        };
        own + expr.operands().map(|operand| self.in_expr(function, operand)).sum::<usize>()
    }

    fn class(&self, expr: &Expr) -> Class {
        Class::of(&self.program.types, expr.ty)
    }

    /// Those obligations that constants do not meet by themselves.
    fn of(&self, obligations: obligation::Obligations, a: &Expr, b: &Expr) -> usize {
        let (left, right) = (a.without_casts().as_int(), b.without_casts().as_int());
        let is_open = |obligation: &obligation::Obligation| match obligation.kind {
            CheckKind::Div => right.is_none_or(|divisor| divisor == 0),
            // A quotient overflows only where the divisor is -1.
            CheckKind::Overflow if obligation.otherwise == obligation::Otherwise::Trap => {
                right.is_none_or(|divisor| divisor == -1)
            }
            CheckKind::Shift => right.is_none(),
            _ => left.is_none() || right.is_none(),
        };
        obligations.filter(|obligation| self.is_on(obligation.kind) && is_open(obligation)).count()
    }

    fn in_access(&self, function: FunctionId, place: &Place) -> usize {
        let is_pointer = matches!(place.base, PlaceBase::Deref(_));
        let kinds = [CheckKind::Null, CheckKind::Lifetime, CheckKind::Bounds];
        let is_checked = is_pointer && kinds.into_iter().any(|kind| self.is_on(kind));
        usize::from(is_checked) + self.in_path(function, place)
    }

    /// Indexes that are not constants inside their arrays.
    fn in_path(&self, function: FunctionId, place: &Place) -> usize {
        if !self.is_on(CheckKind::Bounds) {
            return 0;
        }
        let types = &self.program.types;
        let mut ty = match &place.base {
            PlaceBase::Local(local) => Some(self.program.function(function).local(*local).ty),
            PlaceBase::Global(global) => Some(self.program.global(*global).ty),
            PlaceBase::Deref(pointer) => types.pointee(pointer.ty),
        };
        let mut open = 0;
        for step in &place.path {
            ty = match (step, ty.map(|ty| types.get(ty))) {
                (Projection::Field(field), Some(Type::Record(id))) => {
                    types.record(*id).fields.get(*field as usize).map(|field| field.ty)
                }
                (Projection::Index(index), Some(Type::Array { elem, len })) => {
                    let index = index.without_casts().as_int();
                    let is_inside =
                        |len: u64| index.is_some_and(|index| (0..i128::from(len)).contains(&index));
                    open += usize::from(!len.is_some_and(is_inside));
                    Some(*elem)
                }
                _ => None,
            };
        }
        open
    }
}
