//! Which parameters are strings?
//!
//! A `char *` that is scanned for its end has to have one: a loop follows it and is left by nothing but what it reads, one of these tests being
//! whether that is zero. The scan may be in the function itself or in one that the pointer is passed to, the library's own included. Loops that
//! are also left by something else (`i < n`) say nothing: what they look at need not end.

use rustc_hash::FxHashSet;
use whydunit_program::{
    BinaryOp, BlockId, Callee, Cfg, Expr, ExprKind, Function, FunctionId, LocalId, LoopInfo, Place,
    PlaceBase, Program, StmtKind, TerminatorKind, UnaryOp,
};

/// Is the parameter followed to the zero that ends it?
pub(crate) fn is_scanned(program: &Program, function: FunctionId, parameter: LocalId) -> bool {
    let types = &program.types;
    let pointee = types.pointee(program.function(function).local(parameter).ty);
    let is_text = pointee.is_some_and(|to| types.int_kind(to).is_some_and(|kind| kind.bits == 8));
    is_text && scans(program, function, parameter, &mut FxHashSet::default())
}

fn scans(
    program: &Program,
    id: FunctionId,
    parameter: LocalId,
    seen: &mut FxHashSet<(FunctionId, LocalId)>,
) -> bool {
    if !seen.insert((id, parameter)) {
        return false;
    }
    let function = program.function(id);
    let derived = Derived::of(program, function, parameter);
    let cfg = Cfg::new(function.blocks());
    cfg.loops().iter().any(|info| derived.scans_in(function, &cfg, info))
        || derived.passed(function).any(|(callee, position)| {
            let callee_info = program.function(callee);
            position < callee_info.param_count
                && !callee_info.blocks().is_empty()
                && scans(program, callee, LocalId(position), seen)
        })
}

/// Locals that hold the pointer or one moved along from it, and locals that hold what was read through these.
struct Derived {
    pointers: FxHashSet<LocalId>,
    characters: FxHashSet<LocalId>,
}

impl Derived {
    fn of(program: &Program, function: &Function, parameter: LocalId) -> Derived {
        let mut derived = Derived {
            pointers: std::iter::once(parameter).collect(),
            characters: FxHashSet::default(),
        };
        loop {
            let known = derived.pointers.len() + derived.characters.len();
            for stmt in function.blocks().iter().flat_map(|block| &block.stmts) {
                let StmtKind::Assign { place, value } = &stmt.kind else { continue };
                let Some(local) = whole_local(place) else { continue };
                let is_pointer = program.types.pointee(value.ty).is_some();
                if is_pointer && derived.points(value) {
                    derived.pointers.insert(local);
                } else if derived.is_character(value) {
                    derived.characters.insert(local);
                }
            }
            if derived.pointers.len() + derived.characters.len() == known {
                return derived;
            }
        }
    }

    /// The pointer itself, moved or not.
    fn points(&self, expr: &Expr) -> bool {
        match &expr.without_casts().kind {
            ExprKind::Load(place) => {
                whole_local(place).is_some_and(|local| self.pointers.contains(&local))
            }
            ExprKind::PtrAdd(pointer, _) => self.points(pointer),
            ExprKind::AddrOf(place) => self.is_behind(place),
            _ => false,
        }
    }

    fn is_behind(&self, place: &Place) -> bool {
        matches!(&place.base, PlaceBase::Deref(pointer) if self.points(pointer))
    }

    /// What stands behind the pointer, or a copy of that.
    fn is_character(&self, expr: &Expr) -> bool {
        match &expr.without_casts().kind {
            ExprKind::Load(place) => {
                self.is_behind(place)
                    || whole_local(place).is_some_and(|local| self.characters.contains(&local))
            }
            _ => false,
        }
    }

    fn mentions(&self, expr: &Expr) -> bool {
        expr.any(&mut |part| self.is_character(part))
    }

    /// Is the condition decided by a character being zero?
    fn tests_end(&self, condition: &Expr) -> bool {
        let condition = condition.without_casts();
        match &condition.kind {
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => {
                let is_zero = |expr: &Expr| expr.without_casts().as_int() == Some(0);
                (self.is_character(a) && is_zero(b)) || (self.is_character(b) && is_zero(a))
            }
            ExprKind::Unary(UnaryOp::Not, a) => self.tests_end(a),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let both = self.mentions(a) && self.mentions(b);
                both && (self.tests_end(a) || self.tests_end(b))
            }
            _ => self.is_character(condition),
        }
    }

    /// Is the loop left by what it reads only, and by its end?
    fn scans_in(&self, function: &Function, cfg: &Cfg, info: &LoopInfo) -> bool {
        let mut ends = false;
        for &block in &info.blocks {
            let leaves = |next: &BlockId| !info.contains(*next);
            if !cfg.successors(block).iter().any(leaves) {
                continue;
            }
            match &function.blocks()[block.index()].terminator.kind {
                TerminatorKind::Branch { cond, .. } if self.mentions(cond) => {
                    ends |= self.tests_end(cond);
                }
                TerminatorKind::Switch { value, cases, .. } if self.is_character(value) => {
                    ends |= cases.iter().any(|case| (case.low..=case.high).contains(&0));
                }
                _ => return false,
            }
        }
        ends
    }

    /// The functions that the pointer is passed to, with the position.
    fn passed<'p>(
        &'p self,
        function: &'p Function,
    ) -> impl Iterator<Item = (FunctionId, u32)> + use<'p> {
        let stmts = function.blocks().iter().flat_map(|block| &block.stmts);
        stmts.flat_map(move |stmt| {
            let (callee, args) = match &stmt.kind {
                StmtKind::Call { callee: Callee::Direct(callee), args, .. } => (*callee, &args[..]),
                _ => (FunctionId(0), &[][..]),
            };
            let positions = (0..).zip(args).filter(|(_, arg)| self.points(arg));
            positions.map(move |(position, _)| (callee, position))
        })
    }
}

fn whole_local(place: &Place) -> Option<LocalId> {
    match place.base {
        PlaceBase::Local(local) if place.path.is_empty() => Some(local),
        _ => None,
    }
}
