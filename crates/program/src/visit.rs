//! What do expressions, places and statements consist of?
//!
//! `operands` are the expressions directly below something: those in a place (the pointer, then the indices, left to right)
//! count as operands of what the place stands in. `walk` and `any` go through all levels, outer expressions first. A
//! [`Visitor`] is for questions that depend on what stands around a part: how a place is used, what is evaluated lazily.
//! Contracts are statements (`Check`, `Assume`, `Snapshot`) and are visited like others. Changing parts is in [`crate::Fold`].
//!
//! Walks recurse as deep as expressions are nested; front ends keep that within what a stack holds.

use crate::syntax::{Syntax, strength};
use crate::{
    BinaryOp, Block, Callee, Expr, ExprKind, Function, FunctionId, LocalId, Place, PlaceBase,
    Projection, StmtKind, TerminatorKind, TypeTable,
};

/// How a place is used where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Its value is used.
    Read,
    /// It gets a value.
    Write,
    /// Not accessed: its address is taken, by `&` or because an array becomes a pointer.
    Address,
}

/// Goes through functions part by part, outer parts first. A method that does not call `visit_parts` skips what is inside.
pub trait Visitor<'p>: Sized {
    /// An expression, before its parts.
    fn expr(&mut self, expr: &'p Expr) {
        expr.visit_parts(self);
    }

    /// A place, before its parts.
    fn place(&mut self, place: &'p Place, _used: Use) {
        place.visit_parts(self);
    }

    /// A function that is called by its name.
    fn callee(&mut self, _callee: FunctionId) {}
}

/// The operands of an expression, shared or mutable, and how they are joined.
macro_rules! operands {
    ($kind:expr, $place:path, $deref:path) => {{
        let (syntax, operands) = match $kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {
                (Syntax::Leaf, [None, None, None])
            }
            ExprKind::Load(place) | ExprKind::Decay(place) => {
                return (Syntax::Place, $place(place));
            }
            ExprKind::AddrOf(place) => return (Syntax::Address, $place(place)),
            ExprKind::Unary(op, a) => (Syntax::Prefix(op.symbol()), [Some(a), None, None]),
            ExprKind::Cast(a) => (Syntax::Cast, [Some(a), None, None]),
            ExprKind::Binary(op, a, b) => (Syntax::binary(*op), [Some(a), Some(b), None]),
            ExprKind::And(a, b) => (Syntax::Infix("&&", strength::AND), [Some(a), Some(b), None]),
            ExprKind::Or(a, b) => (Syntax::Infix("||", strength::OR), [Some(a), Some(b), None]),
            ExprKind::PtrAdd(a, b) => (Syntax::binary(BinaryOp::Add), [Some(a), Some(b), None]),
            ExprKind::PtrDiff(a, b) => (Syntax::binary(BinaryOp::Sub), [Some(a), Some(b), None]),
            ExprKind::Cond(a, b, c) => (Syntax::Conditional, [Some(a), Some(b), Some(c)]),
            ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
            | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
                (Syntax::Specification, [Some(a), Some(b), Some(c)])
            }
            ExprKind::Old { expr: a, .. } => (Syntax::Specification, [Some(a), None, None]),
        };
        (syntax, (operands.map(|operand| operand.map($deref)), Default::default()))
    }};
}

/// At most three expressions, and the path of a place.
pub(crate) type Operands<'e> = ([Option<&'e Expr>; 3], &'e [Projection]);
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
    pub(crate) fn parts(&self) -> (Syntax, Operands<'_>) {
        operands!(&self.kind, of_place, AsRef::as_ref)
    }

    fn parts_mut(&mut self) -> (Syntax, OperandsMut<'_>) {
        operands!(&mut self.kind, of_place_mut, AsMut::as_mut)
    }

    /// How its operands are joined.
    pub fn syntax(&self) -> Syntax {
        self.parts().0
    }

    /// The two operands of an expression that is written with an operator between them.
    pub fn infix(&self) -> Option<(&Expr, &Expr)> {
        match self.parts() {
            (Syntax::Infix(..), ([Some(left), Some(right), _], _)) => Some((left, right)),
            _ => None,
        }
    }

    /// The expressions directly below, left to right.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        each(self.parts().1)
    }

    /// The expressions directly below, in the order of evaluation.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        each_mut(self.parts_mut().1)
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

    /// Hands all parts to the visitor, but not the whole.
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

    /// The expressions directly below, in the order of evaluation.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        each_mut(of_place_mut(self))
    }

    /// Hands all parts to the visitor, but not the whole.
    pub fn visit_parts<'p>(&'p self, visitor: &mut impl Visitor<'p>) {
        self.operands().for_each(|operand| visitor.expr(operand));
    }
}

/// The places of a statement and its other expressions.
pub(crate) struct Parts<P, E, A> {
    /// What the statement is called in listings.
    word: &'static str,
    /// Each with its use.
    pub(crate) places: [Option<(P, Use)>; 2],
    pub(crate) value: Option<E>,
    pub(crate) args: A,
}

/// The parts of a statement, shared or mutable.
macro_rules! parts {
    ($kind:expr) => {{
        let (word, places, value) = match $kind {
            StmtKind::Assign { place, value } => {
                ("assign", [Some((place, Use::Write)), None], Some(value))
            }
            StmtKind::VaArg { place, list } => {
                ("va_arg", [Some((place, Use::Write)), None], Some(list))
            }
            StmtKind::Zero { place } => ("zero", [Some((place, Use::Write)), None], None),
            StmtKind::Input { place, .. } => ("input", [Some((place, Use::Write)), None], None),
            StmtKind::Copy { to, from, .. } => {
                ("copy", [Some((to, Use::Write)), Some((from, Use::Read))], None)
            }
            StmtKind::Call { dest, callee, args } => {
                let dest = dest.into_iter().next().map(|dest| (dest, Use::Write));
                let pointer = match callee {
                    Callee::Direct(_) => None,
                    Callee::Pointer(pointer) => Some(pointer),
                };
                return Parts { word: "call", places: [dest, None], value: pointer, args };
            }
            StmtKind::Assume { cond } => ("assume", [None, None], Some(cond)),
            StmtKind::Check { cond, .. } => ("check", [None, None], Some(cond)),
            StmtKind::AllocVla { count, .. } => ("vla", [None, None], Some(count)),
            StmtKind::Live { .. } => ("live", [None, None], None),
            StmtKind::Dead { .. } => ("dead", [None, None], None),
            StmtKind::Snapshot { .. } => ("snapshot", [None, None], None),
            StmtKind::Unsupported { .. } => ("unsupported", [None, None], None),
        };
        Parts { word, places, value, args: Default::default() }
    }};
}

impl StmtKind {
    fn parts(&self) -> Parts<&Place, &Expr, &[Expr]> {
        parts!(self)
    }

    pub(crate) fn parts_mut(&mut self) -> Parts<&mut Place, &mut Expr, &mut [Expr]> {
        parts!(self)
    }

    /// What the statement is called in listings.
    pub fn word(&self) -> &'static str {
        self.parts().word
    }

    /// The place that the statement writes. The local that holds a variable-length array's address is not a place.
    pub fn destination(&self) -> Option<&Place> {
        let mut places = self.parts().places.into_iter().flatten();
        places.find(|(_, used)| *used == Use::Write).map(|(place, _)| place)
    }

    /// The local whose storage it begins or ends.
    pub fn local(&self) -> Option<LocalId> {
        match self {
            StmtKind::Live { local }
            | StmtKind::Dead { local }
            | StmtKind::AllocVla { local, .. } => Some(*local),
            _ => None,
        }
    }

    /// The expressions that stand directly in it, those in its places first.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let Parts { places, value, args, .. } = self.parts();
        let in_places = places.into_iter().flatten().flat_map(|(place, _)| place.operands());
        in_places.chain(value).chain(args)
    }

    /// The expressions directly below, in the order of evaluation.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let Parts { places, value, args, .. } = self.parts_mut();
        let in_places = places.into_iter().flatten().flat_map(|(place, _)| place.operands_mut());
        in_places.chain(value).chain(args)
    }

    /// Hands all parts to the visitor, but not the whole.
    pub fn visit_parts<'p>(&'p self, visitor: &mut impl Visitor<'p>) {
        let Parts { places, value, args, .. } = self.parts();
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

    /// The expression that decides where control goes.
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

    /// Hands all parts to the visitor, but not the whole.
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

    /// Hands all parts to the visitor, but not the whole.
    pub fn visit_parts<'p>(&'p self, visitor: &mut impl Visitor<'p>) {
        self.blocks().iter().for_each(|block| block.visit_parts(visitor));
    }
}
