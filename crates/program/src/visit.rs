//! What do expressions, places and statements consist of?
//!
//! `operands` are the expressions directly below something: those in a place (the pointer, then the indices, left to right)
//! count as operands of what the place stands in. `walk` and `any` go through all levels, outer expressions first. A
//! [`Visitor`] is for questions that depend on what stands around a part: how a place is used, what is evaluated lazily.
//! Contracts are statements (`Check`, `Assume`, `Snapshot`) and are visited like others. Changing parts is in [`crate::Fold`].
//!
//! Walks recurse as deep as expressions are nested; front ends keep that within what a stack holds.

use crate::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, Place, PlaceBase, Projection, StmtKind,
    TerminatorKind, TypeTable,
};

/// How a place is used where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Read,
    Write,
    /// Not accessed: its address is taken, by `&` or because an array becomes a pointer.
    Address,
}

/// Goes through functions part by part, outer parts first. A method that does not call `visit_parts` skips what is inside.
pub trait Visitor<'p>: Sized {
    fn expr(&mut self, expr: &'p Expr) {
        expr.visit_parts(self);
    }

    fn place(&mut self, place: &'p Place, _used: Use) {
        place.visit_parts(self);
    }

    /// A function that is called by its name.
    fn callee(&mut self, _callee: FunctionId) {}
}

/// The operands of an expression, shared or mutable.
macro_rules! operands {
    ($kind:expr, $place:path) => {
        match $kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {
                ([None, None, None], Default::default())
            }
            ExprKind::Load(place) | ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                $place(place)
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Old { expr: a, .. } => {
                ([Some(a), None, None], Default::default())
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::PtrAdd(a, b)
            | ExprKind::PtrDiff(a, b) => ([Some(a), Some(b), None], Default::default()),
            ExprKind::Cond(a, b, c)
            | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
            | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
                ([Some(a), Some(b), Some(c)], Default::default())
            }
        }
    };
}

/// At most three expressions, and the path of a place.
type Operands<'e> = ([Option<&'e Expr>; 3], &'e [Projection]);
type OperandsMut<'e> = ([Option<&'e mut Expr>; 3], &'e mut [Projection]);

fn of_place(place: &Place) -> Operands<'_> {
    let pointer: Option<&Expr> = match &place.base {
        PlaceBase::Deref(pointer) => Some(pointer),
        PlaceBase::Local(_) | PlaceBase::Global(_) => None,
    };
    ([pointer, None, None], &place.path)
}

fn of_place_mut(place: &mut Place) -> OperandsMut<'_> {
    let pointer: Option<&mut Expr> = match &mut place.base {
        PlaceBase::Deref(pointer) => Some(pointer),
        PlaceBase::Local(_) | PlaceBase::Global(_) => None,
    };
    ([pointer, None, None], &mut place.path)
}

fn each((few, path): Operands<'_>) -> impl Iterator<Item = &Expr> {
    let indices = path.iter().filter_map(|step| match step {
        Projection::Index(index) => Some(&**index),
        Projection::Field(_) => None,
    });
    few.into_iter().flatten().chain(indices)
}

fn each_mut((few, path): OperandsMut<'_>) -> impl Iterator<Item = &mut Expr> {
    let indices = path.iter_mut().filter_map(|step| match step {
        Projection::Index(index) => Some(&mut **index),
        Projection::Field(_) => None,
    });
    few.into_iter().flatten().chain(indices)
}

impl Expr {
    /// The expressions directly below, left to right.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        each(operands!(&self.kind, of_place))
    }

    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        each_mut(operands!(&mut self.kind, of_place_mut))
    }

    /// The place that it reads, or whose address it takes.
    pub fn place(&self) -> Option<(&Place, Use)> {
        match &self.kind {
            ExprKind::Load(place) => Some((place, Use::Read)),
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => Some((place, Use::Address)),
            _ => None,
        }
    }

    /// Calls `found` on the expression and everything in it, outer parts first.
    pub fn walk<'e>(&'e self, found: &mut (impl FnMut(&'e Expr) + ?Sized)) {
        found(self);
        self.operands().for_each(|operand| operand.walk(found));
    }

    /// Does it hold of the expression or of anything in it? Stops at the first.
    pub fn any<'e>(&'e self, holds: &mut (impl FnMut(&'e Expr) -> bool + ?Sized)) -> bool {
        holds(self) || self.operands().any(|operand| operand.any(holds))
    }

    /// Does it use what only specifications have: quantifiers, `\valid`, `\old`, or integers of 128 bits?
    pub fn is_specification(&self, types: &TypeTable) -> bool {
        self.any(&mut |part| {
            types.int_kind(part.ty).is_some_and(|kind| kind.bits == 128)
                || matches!(
                    part.kind,
                    ExprKind::Quantifier { .. } | ExprKind::Valid { .. } | ExprKind::Old { .. }
                )
        })
    }

    pub fn visit_parts<'p>(&'p self, visitor: &mut impl Visitor<'p>) {
        match self.place() {
            Some((place, used)) => visitor.place(place, used),
            None => self.operands().for_each(|operand| visitor.expr(operand)),
        }
    }
}

impl Place {
    /// The pointer that is followed, then the indices.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        each(of_place(self))
    }

    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        each_mut(of_place_mut(self))
    }

    pub fn visit_parts<'p>(&'p self, visitor: &mut impl Visitor<'p>) {
        self.operands().for_each(|operand| visitor.expr(operand));
    }
}

/// The places of a statement and its other expressions.
pub(crate) struct Parts<P, E, A> {
    /// Each with its use.
    pub(crate) places: [Option<(P, Use)>; 2],
    pub(crate) value: Option<E>,
    pub(crate) args: A,
}

/// The parts of a statement, shared or mutable.
macro_rules! parts {
    ($kind:expr) => {{
        let (places, value) = match $kind {
            StmtKind::Assign { place, value } | StmtKind::VaArg { place, list: value } => {
                ([Some((place, Use::Write)), None], Some(value))
            }
            StmtKind::Zero { place } | StmtKind::Input { place, .. } => {
                ([Some((place, Use::Write)), None], None)
            }
            StmtKind::Copy { to, from, .. } => {
                ([Some((to, Use::Write)), Some((from, Use::Read))], None)
            }
            StmtKind::Call { dest, callee, args } => {
                let dest = dest.into_iter().next().map(|dest| (dest, Use::Write));
                let pointer = match callee {
                    Callee::Direct(_) => None,
                    Callee::Pointer(pointer) => Some(pointer),
                };
                return Parts { places: [dest, None], value: pointer, args };
            }
            StmtKind::Assume { cond: value }
            | StmtKind::Check { cond: value, .. }
            | StmtKind::AllocVla { count: value, .. } => ([None, None], Some(value)),
            StmtKind::Live { .. }
            | StmtKind::Dead { .. }
            | StmtKind::Snapshot { .. }
            | StmtKind::Unsupported { .. } => ([None, None], None),
        };
        Parts { places, value, args: Default::default() }
    }};
}

impl StmtKind {
    fn parts(&self) -> Parts<&Place, &Expr, &[Expr]> {
        parts!(self)
    }

    pub(crate) fn parts_mut(&mut self) -> Parts<&mut Place, &mut Expr, &mut [Expr]> {
        parts!(self)
    }

    /// The place that the statement writes. The local that holds a variable-length array's address is not a place.
    pub fn destination(&self) -> Option<&Place> {
        let mut places = self.parts().places.into_iter().flatten();
        places.find(|(_, used)| *used == Use::Write).map(|(place, _)| place)
    }

    /// The expressions that stand directly in it, those in its places first.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let Parts { places, value, args } = self.parts();
        let in_places = places.into_iter().flatten().flat_map(|(place, _)| place.operands());
        in_places.chain(value).chain(args)
    }

    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let Parts { places, value, args } = self.parts_mut();
        let in_places = places.into_iter().flatten().flat_map(|(place, _)| place.operands_mut());
        in_places.chain(value).chain(args)
    }

    pub fn visit_parts<'p>(&'p self, visitor: &mut impl Visitor<'p>) {
        let Parts { places, value, args } = self.parts();
        places.into_iter().flatten().for_each(|(place, used)| visitor.place(place, used));
        if let StmtKind::Call { callee: Callee::Direct(callee), .. } = self {
            visitor.callee(*callee);
        }
        value.into_iter().chain(args).for_each(|expr| visitor.expr(expr));
    }
}

impl TerminatorKind {
    /// What a branch or a `switch` looks at, or what is returned.
    pub fn operand(&self) -> Option<&Expr> {
        match self {
            TerminatorKind::Branch { cond: value, .. }
            | TerminatorKind::Switch { value, .. }
            | TerminatorKind::Return(Some(value)) => Some(value),
            TerminatorKind::Goto(_)
            | TerminatorKind::Return(None)
            | TerminatorKind::Unreachable => None,
        }
    }

    pub fn operand_mut(&mut self) -> Option<&mut Expr> {
        match self {
            TerminatorKind::Branch { cond: value, .. }
            | TerminatorKind::Switch { value, .. }
            | TerminatorKind::Return(Some(value)) => Some(value),
            TerminatorKind::Goto(_)
            | TerminatorKind::Return(None)
            | TerminatorKind::Unreachable => None,
        }
    }
}

impl Block {
    /// The expressions that stand directly in its statements and its terminator.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let in_stmts = self.stmts.iter().flat_map(|stmt| stmt.kind.operands());
        in_stmts.chain(self.terminator.kind.operand())
    }

    pub fn visit_parts<'p>(&'p self, visitor: &mut impl Visitor<'p>) {
        self.stmts.iter().for_each(|stmt| stmt.kind.visit_parts(visitor));
        self.terminator.kind.operand().into_iter().for_each(|expr| visitor.expr(expr));
    }
}

impl Function {
    /// The expressions that stand directly in its statements and terminators.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        self.blocks().iter().flat_map(Block::operands)
    }

    /// Calls `found` on every expression of the body and everything in it, outer parts first.
    pub fn walk<'e>(&'e self, found: &mut (impl FnMut(&'e Expr) + ?Sized)) {
        self.operands().for_each(|expr| expr.walk(found));
    }

    pub fn visit_parts<'p>(&'p self, visitor: &mut impl Visitor<'p>) {
        self.blocks().iter().for_each(|block| block.visit_parts(visitor));
    }
}
