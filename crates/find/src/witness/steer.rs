//! Which input would make a branch go the other way?
//!
//! Many witnesses state branches rather than values. Where a guided run takes another side than stated, the condition tells what
//! must hold of its variables; those that received an input directly give requirements on that input for the next run.

use whydunit_interp::{Cell, CellObject};
use whydunit_program::{
    BinaryOp, Expr, ExprKind, FunctionId, LocalId, Place, PlaceBase, Point, Program, UnaryOp,
};

use super::Relation;
use super::receivers::Receiver;

/// What must hold of the input with that number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Requirement {
    pub(super) decision: usize,
    pub(super) relation: Relation,
    pub(super) constant: i128,
}

/// Where the value of an input went.
#[derive(Clone, Debug)]
pub(super) struct Holders {
    /// The local that took it, named or not.
    local: Option<(FunctionId, LocalId)>,
    receivers: Vec<Receiver>,
}

impl Holders {
    pub(super) fn new(cell: Cell, point: Option<Point>, receivers: Vec<Receiver>) -> Holders {
        let local = match (cell.object, point) {
            (CellObject::Register { local, .. }, Some(point)) => Some((point.function, local)),
            _ => None,
        };
        Holders { local, receivers }
    }

    fn holds(&self, program: &Program, function: FunctionId, place: &Place) -> bool {
        if !place.path.is_empty() {
            return false;
        }
        let info = program.function(function);
        let (name, scope) = match place.base {
            PlaceBase::Local(local) if self.local == Some((function, local)) => return true,
            PlaceBase::Local(local) => (&info.local(local).name, Some(&info.name)),
            PlaceBase::Global(global) => (&program.global(global).name, None),
            PlaceBase::Deref(_) => return false,
        };
        self.receivers.iter().any(|receiver| {
            receiver.is_exact && receiver.name == *name && receiver.scope.as_ref() == scope
        })
    }
}

/// Requirements on the latest inputs that the condition speaks of, so that it becomes `wanted`.
pub(super) fn requirements(
    program: &Program,
    function: FunctionId,
    cond: &Expr,
    wanted: bool,
    inputs: &[Holders],
) -> Vec<Requirement> {
    let mut found = Vec::new();
    collect(cond, wanted, &mut |place, relation, constant| {
        let is_it = |holders: &Holders| holders.holds(program, function, place);
        if let Some(decision) = inputs.iter().rposition(is_it) {
            found.push(Requirement { decision, relation, constant });
        }
    });
    found
}

type Found<'f> = &'f mut dyn FnMut(&Place, Relation, i128);

fn collect(cond: &Expr, wanted: bool, found: Found<'_>) {
    match &cond.kind {
        ExprKind::Unary(UnaryOp::Not, operand) => collect(operand, !wanted, found),
        ExprKind::Cast(operand) => collect(operand, wanted, found),
        ExprKind::Load(place) => {
            found(place, if wanted { Relation::NotEqual } else { Relation::Equal }, 0);
        }
        ExprKind::And(left, right) if wanted => {
            collect(left, wanted, found);
            collect(right, wanted, found);
        }
        ExprKind::Or(left, right) if !wanted => {
            collect(left, wanted, found);
            collect(right, wanted, found);
        }
        // One side is enough.
        ExprKind::And(left, _) | ExprKind::Or(left, _) => collect(left, wanted, found),
        ExprKind::Binary(op, left, right) => {
            let Some(relation) = relation(*op) else { return };
            let relation = if wanted { relation } else { relation.negated() };
            match (loaded(left), right.as_int(), left.as_int(), loaded(right)) {
                // `(x == 3) != 0`
                (None, Some(0), ..) if matches!(op, BinaryOp::Ne | BinaryOp::Eq) => {
                    collect(left, wanted == (*op == BinaryOp::Ne), found);
                }
                (Some(place), Some(constant), ..) => found(place, relation, constant),
                (.., Some(constant), Some(place)) => found(place, relation.swapped(), constant),
                _ => {}
            }
        }
        _ => {}
    }
}

fn loaded(expr: &Expr) -> Option<&Place> {
    match &expr.kind {
        ExprKind::Load(place) => Some(place),
        ExprKind::Cast(operand) => loaded(operand),
        _ => None,
    }
}

fn relation(op: BinaryOp) -> Option<Relation> {
    Some(match op {
        BinaryOp::Eq => Relation::Equal,
        BinaryOp::Ne => Relation::NotEqual,
        BinaryOp::Lt => Relation::Less,
        BinaryOp::Le => Relation::LessEqual,
        BinaryOp::Gt => Relation::Greater,
        BinaryOp::Ge => Relation::GreaterEqual,
        _ => return None,
    })
}
