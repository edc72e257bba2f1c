//! Which variables can be changed through pointers: those whose address is taken somewhere in the program.

use rustc_hash::FxHashSet;
use whydunit_interp::ObjectKind;
use whydunit_program::{
    Callee, Expr, ExprKind, GlobalId, InitValue, LocalId, Place, PlaceBase, Program, Projection,
    StmtKind, TerminatorKind,
};

#[derive(Debug, Default)]
pub(super) struct Exposed {
    locals: FxHashSet<(u32, LocalId)>,
    globals: FxHashSet<GlobalId>,
}

impl Exposed {
    pub(super) fn new(program: &Program) -> Exposed {
        let mut exposed = Exposed::default();
        for (function, number) in program.functions.iter().zip(0..) {
            for block in function.blocks() {
                for stmt in &block.stmts {
                    exposed.statement(number, &stmt.kind);
                }
                match &block.terminator.kind {
                    TerminatorKind::Branch { cond: value, .. }
                    | TerminatorKind::Switch { value, .. }
                    | TerminatorKind::Return(Some(value)) => exposed.expr(number, value),
                    _ => {}
                }
            }
        }
        for init in program.globals.iter().flat_map(|global| &global.init) {
            if let InitValue::GlobalAddr(other, _) = init.value {
                exposed.globals.insert(other);
            }
        }
        exposed
    }

    pub(super) fn is_reachable(&self, program: &Program, kind: &ObjectKind) -> bool {
        match kind {
            ObjectKind::Local { function, local, .. } => {
                self.locals.contains(&(function.0, *local))
            }
            ObjectKind::Global(id) => {
                let global = program.global(*id);
                !global.is_const && !global.is_literal && self.globals.contains(id)
            }
            ObjectKind::Stdin => false,
            _ => true,
        }
    }

    fn statement(&mut self, function: u32, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { place, value } | StmtKind::VaArg { place, list: value } => {
                self.place(function, place);
                self.expr(function, value);
            }
            StmtKind::Zero { place } | StmtKind::Input { place, .. } => self.place(function, place),
            StmtKind::Copy { to, from, .. } => {
                self.place(function, to);
                self.place(function, from);
            }
            StmtKind::Call { dest, callee, args } => {
                dest.iter().for_each(|dest| self.place(function, dest));
                if let Callee::Pointer(pointer) = callee {
                    self.expr(function, pointer);
                }
                args.iter().for_each(|arg| self.expr(function, arg));
            }
            StmtKind::Assume { cond: value }
            | StmtKind::Check { cond: value, .. }
            | StmtKind::AllocVla { count: value, .. } => self.expr(function, value),
            StmtKind::Live { .. }
            | StmtKind::Dead { .. }
            | StmtKind::Snapshot { .. }
            | StmtKind::Unsupported { .. } => {}
        }
    }

    fn place(&mut self, function: u32, place: &Place) {
        if let PlaceBase::Deref(pointer) = &place.base {
            self.expr(function, pointer);
        }
        for projection in &place.path {
            if let Projection::Index(index) = projection {
                self.expr(function, index);
            }
        }
    }

    fn expr(&mut self, function: u32, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
            ExprKind::Load(place) => self.place(function, place),
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                match place.base {
                    PlaceBase::Local(local) => drop(self.locals.insert((function, local))),
                    PlaceBase::Global(global) => drop(self.globals.insert(global)),
                    PlaceBase::Deref(_) => {}
                }
                self.place(function, place);
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Old { expr: a, .. } => {
                self.expr(function, a);
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::PtrAdd(a, b)
            | ExprKind::PtrDiff(a, b) => {
                self.expr(function, a);
                self.expr(function, b);
            }
            ExprKind::Cond(a, b, c)
            | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
            | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
                self.expr(function, a);
                self.expr(function, b);
                self.expr(function, c);
            }
        }
    }
}
