//! Choices that nothing determines: `*` and `goto` with several targets.
//!
//! A choice is an input of its own. Tools write `if (c)` as `goto A, B` with `assume c` and `assume
//! !c` behind the labels; such a pair is a branch on `c`: whoever chooses otherwise is stopped by
//! the assumption.

use rustc_hash::FxHashMap;
use whydunit_program::{BlockId, Expr, InputOrigin, StmtKind};

use crate::module::{self, ExprKind, Stmt};
use crate::syntax::Operator;

use super::body::Lowering;

impl Lowering<'_, '_> {
    /// A truth value that is an input.
    pub(crate) fn choice(&mut self, origin: &str) -> Expr {
        let ty = self.world.program.types.bool();
        let place = self.temporary(ty);
        let origin = InputOrigin::Nondet(origin.into());
        self.emit(StmtKind::Input { place: place.clone(), origin });
        Expr::load(place)
    }

    /// One of several targets; each that is not taken but the last is a choice against it.
    pub(crate) fn choose_target(&mut self, targets: &[BlockId]) {
        let mut rest = targets;
        while let [first, others @ ..] = rest {
            match others {
                [] => {
                    self.end(whydunit_program::TerminatorKind::Goto(*first));
                    return;
                }
                [last] => {
                    let cond = self.choice("goto");
                    self.branch(cond, *last, *first);
                    return;
                }
                _ => {
                    let cond = self.choice("goto");
                    let next = self.new_block();
                    self.branch(cond, next, *first);
                    self.switch_to(next);
                    rest = others;
                }
            }
        }
    }
}

/// The assumption that comes first behind each label.
pub(crate) fn first_assumptions<'s>(
    stmts: &'s [Stmt],
    found: &mut FxHashMap<&'s str, &'s module::Expr>,
) {
    for (position, stmt) in stmts.iter().enumerate() {
        match &stmt.kind {
            module::StmtKind::Label(label) => {
                let mut rest = stmts[position..].iter();
                let next = rest.find(|it| !matches!(it.kind, module::StmtKind::Label(_)));
                if let Some(Stmt { kind: module::StmtKind::Assume(condition), .. }) = next {
                    found.insert(label, condition);
                }
            }
            module::StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|arm| first_assumptions(&arm.body, found));
                first_assumptions(otherwise.as_deref().unwrap_or(&[]), found);
            }
            module::StmtKind::While { body, .. } => first_assumptions(body, found),
            _ => {}
        }
    }
}

/// Is one of the conditions the other's negation, by its form?
pub(crate) fn are_opposite(left: &module::Expr, right: &module::Expr) -> bool {
    if let ExprKind::Not(inner) = &left.kind
        && same(inner, right)
    {
        return true;
    }
    if let ExprKind::Not(inner) = &right.kind
        && same(left, inner)
    {
        return true;
    }
    let (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d)) = (&left.kind, &right.kind)
    else {
        return false;
    };
    use Operator::{Eq, Ge, Gt, Le, Lt, Ne};
    let straight =
        matches!((op, other), (Lt, Ge) | (Ge, Lt) | (Le, Gt) | (Gt, Le) | (Eq, Ne) | (Ne, Eq));
    let mirrored =
        matches!((op, other), (Lt, Le) | (Le, Lt) | (Ge, Gt) | (Gt, Ge) | (Eq, Ne) | (Ne, Eq));
    straight && same(a, c) && same(b, d) || mirrored && same(a, d) && same(b, c)
}

/// The same expression, wherever it stands. Expressions that bind variables count as different.
fn same(left: &module::Expr, right: &module::Expr) -> bool {
    let heads = match (&left.kind, &right.kind) {
        (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Bv(a), ExprKind::Bv(b)) => a == b && left.ty == right.ty,
        (ExprKind::Var(a), ExprKind::Var(b)) => a == b,
        (ExprKind::Apply(a, _), ExprKind::Apply(b, _)) => a == b,
        (ExprKind::Binary(a, ..), ExprKind::Binary(b, ..)) => a == b,
        (ExprKind::Extract(_, a, b), ExprKind::Extract(_, c, d)) => (a, b) == (c, d),
        (ExprKind::Old(_), ExprKind::Old(_))
        | (ExprKind::Not(_), ExprKind::Not(_))
        | (ExprKind::Neg(_), ExprKind::Neg(_))
        | (ExprKind::If(..), ExprKind::If(..))
        | (ExprKind::Select(..), ExprKind::Select(..))
        | (ExprKind::Update(..), ExprKind::Update(..)) => true,
        _ => false,
    };
    let (a, b) = (left.children(), right.children());
    heads && a.len() == b.len() && a.into_iter().zip(b).all(|(a, b)| same(a, b))
}
