//! Conditions under which an access is allowed, made of what is in scope where the statement begins.

use std::collections::BTreeSet;

use whydunit_program::{BinaryOp, Expr, ExprKind, LocalId, PlaceBase, StmtKind, Type};

use super::accesses::{Access, Sized};
use super::operator::Operator;
use super::{Generator, core};
use crate::limits::{MOST_ARRAYS_OF_AN_ACCESS, MOST_COMPARED, MOST_IN_SCOPE, MOST_ROOM};
use crate::piece::{Piece, Sort};
use crate::pool::{Ingredient, NamedArray, Origin, locals_of};

/// What an access is held against.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Limit {
    /// The size of the array.
    Size,
    /// A little less, as terminators and further accesses need room.
    Room,
    /// What it is compared with elsewhere in the function.
    Compared,
    /// Another variable of its type, or a name for a number.
    InScope,
    Null,
    /// A divisor.
    Zero,
    /// Subscripts below zero.
    Negative,
}

/// A condition under which a statement is executed.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) limit: Limit,
    pub(super) keep: Piece,
    /// The opposite, as it is written.
    pub(super) leave: String,
}

/// Both sides of a comparison that stands somewhere in the function, as C writes them.
pub(super) struct Compared<'p> {
    sides: [(String, &'p Expr); 2],
}

impl<'p> Generator<'p> {
    /// The comparisons of the function.
    pub(super) fn compared(&self) -> Vec<Compared<'p>> {
        let program = self.program;
        let mut work: Vec<&'p Expr> = program.function(self.function).operands().collect();
        let mut found = Vec::new();
        work.reverse();
        while let Some(expr) = work.pop() {
            work.extend(expr.operands());
            if let ExprKind::Binary(op, left, right) = &expr.kind
                && op.is_comparison()
                && program.sources.file(expr.span.file).is_user()
            {
                let side = |side: &'p Expr| (self.spelled(core(side)), core(side));
                found.push(Compared { sides: [side(left), side(right)] });
            }
        }
        found
    }

    /// Conditions for an access of a statement that begins at `offset`; the function has `uses` accesses of its kind.
    pub(super) fn tests(
        &self,
        access: &Access,
        compared: &[Compared<'p>],
        offset: u32,
        uses: usize,
    ) -> Vec<Test> {
        let mut found = Vec::new();
        match access {
            Access::Index { index, array } => {
                if let Some(array) = array {
                    let rooms = (0..=uses.clamp(1, MOST_ROOM) as u64).filter(|k| *k < array.length);
                    found.extend(rooms.filter_map(|room| self.within_array(index, array, room)));
                }
                let is_signed =
                    self.program.types.int_kind(index.expr.ty).is_some_and(|kind| kind.signed);
                let zero = Piece::int(0, self.int, index.expr.span);
                if is_signed {
                    found.extend(self.test(Limit::Negative, index, BinaryOp::Ge, &zero));
                }
                self.relative(index, compared, offset, &mut found);
            }
            Access::Pointer(pointer) => {
                self.before_ends(pointer, offset, uses, &mut found);
                self.relative(pointer, compared, offset, &mut found);
            }
            Access::Base(pointer) => {
                let text = self.program.sources.file(pointer.expr.span.file).text();
                let name = if text.contains("NULL") { "NULL" } else { "0" };
                let null = Expr::int(0, pointer.expr.ty, pointer.expr.span);
                let null = Piece::new(null, name);
                found.extend(self.test(Limit::Null, pointer, BinaryOp::Ne, &null));
            }
            Access::Divisor(divisor) => {
                let zero = Piece::int(0, divisor.expr.ty, divisor.expr.span);
                found.extend(self.test(Limit::Zero, divisor, BinaryOp::Ne, &zero));
            }
        }
        found
    }

    fn test(&self, limit: Limit, left: &Piece, op: BinaryOp, right: &Piece) -> Option<Test> {
        let span = left.expr.span;
        let expr = self.operated(Operator::Binary(op), &left.expr, &right.expr, span)?;
        let text = |op: BinaryOp| Piece::binary(op, left, right, self.int).text;
        let keep = Piece { expr, text: text(op), strength: op.strength() };
        Some(Test { limit, keep, leave: text(op.opposite()) })
    }

    /// `i < sizeof(a) - room`. As the size has no sign, this keeps out what is below zero as well.
    fn within_array(&self, index: &Piece, array: &Sized, room: u64) -> Option<Test> {
        let index = index.promoted(&self.program.types, self.int);
        let (ty, span) = (index.expr.ty, index.expr.span);
        let kind = self.program.types.int_kind(ty)?;
        let bound = Piece::int(i128::from(array.length - room), ty, span);
        if !bound.is_representable(&self.program.types) {
            return None;
        }
        let below = Piece::binary(BinaryOp::Lt, &index, &bound, self.int);
        let within = match kind.signed {
            true => {
                let zero = Piece::int(0, ty, span);
                Piece::binary(BinaryOp::Ge, &index, &zero, self.int).and(&below, self.int)
            }
            false => below,
        };
        let size = array.size(room);
        let strength = BinaryOp::Lt.strength();
        let text = |op: BinaryOp| format!("{} {} {size}", index.within(strength + 1), op.symbol());
        let keep = Piece { expr: within.expr, text: text(BinaryOp::Lt), strength };
        let limit = if room == 0 { Limit::Size } else { Limit::Room };
        Some(Test { limit, keep, leave: text(BinaryOp::Ge) })
    }

    /// `p < a + sizeof(a)` for the arrays in scope.
    fn before_ends(&self, pointer: &Piece, offset: u32, uses: usize, found: &mut Vec<Test>) {
        let types = &self.program.types;
        let Some(pointee) = types.pointee(pointer.expr.ty) else { return };
        let origins = self.origins(&pointer.expr);
        let is_pointed_to = |array: &&NamedArray| match array.place.base {
            PlaceBase::Local(local) => origins.contains(&local),
            _ => true,
        };
        for array in
            self.pool.arrays_at(offset).filter(is_pointed_to).take(MOST_ARRAYS_OF_AN_ACCESS)
        {
            let Type::Array { elem, len: Some(length) } = types.get(array.place.ty) else {
                continue;
            };
            if *elem != pointee {
                continue;
            }
            let is_bytes = types.size_of(*elem) == Some(1);
            let sized = Sized { name: array.name.clone(), length: *length, is_bytes };
            for room in 0..=uses.clamp(1, MOST_ROOM) as u64 {
                let Some(end) = length.checked_sub(room).filter(|end| *end > 0) else { break };
                let (ty, span) = (pointer.expr.ty, pointer.expr.span);
                let begin = Expr::new(ExprKind::Decay(array.place.clone()), ty, span);
                let index = Expr::int(i128::from(end), self.int, span);
                let kind = ExprKind::PtrAdd(Box::new(begin), Box::new(index));
                let text = format!("{} + {}", array.name, sized.size(room));
                let end = Piece::new(Expr::new(kind, ty, span), text);
                let limit = if room == 0 { Limit::Size } else { Limit::Room };
                found.extend(self.test(limit, pointer, BinaryOp::Lt, &end));
            }
        }
    }

    /// The locals that what is assigned to a pointer is made of, directly or by way of other locals.
    fn origins(&self, pointer: &Expr) -> BTreeSet<LocalId> {
        let mut found = BTreeSet::new();
        locals_of(pointer, &mut found);
        loop {
            let before = found.len();
            for block in self.program.function(self.function).blocks() {
                for stmt in &block.stmts {
                    if let StmtKind::Assign { place, value } = &stmt.kind
                        && let PlaceBase::Local(local) = place.base
                        && found.contains(&local)
                    {
                        locals_of(value, &mut found);
                    }
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// Against what it is compared with elsewhere, and against other variables.
    fn relative(
        &self,
        subject: &Piece,
        compared: &[Compared<'p>],
        offset: u32,
        found: &mut Vec<Test>,
    ) {
        let Some(sort) = self.sort(subject.expr.ty) else { return };
        let in_scope: Vec<&Ingredient> =
            self.pool.at(offset).filter(|one| one.sort == sort).collect();
        let mut bounds: Vec<Piece> = Vec::new();
        for Compared { sides: [(left, one), (right, other)] } in compared {
            let opposite = match (left == &subject.text, right == &subject.text) {
                (true, false) => other,
                (false, true) => one,
                _ => continue,
            };
            let text = self.text(opposite.span);
            let written = in_scope.iter().find(|one| one.piece.text == text);
            let bound = match (&opposite.kind, written) {
                // Where an array begins, nothing ends.
                (ExprKind::Decay(_), _) => continue,
                (_, Some(one)) => one.piece.clone(),
                (ExprKind::Int(value), None) if *value > 0 && sort == Sort::Integer => {
                    Piece::new((*opposite).clone(), text)
                }
                _ => continue,
            };
            if !bounds.iter().any(|known| known.text == bound.text) {
                bounds.push(bound);
            }
        }
        bounds.truncate(MOST_COMPARED);
        for bound in &bounds {
            found.extend(self.test(Limit::Compared, subject, BinaryOp::Lt, bound));
            found.extend(self.test(Limit::Compared, subject, BinaryOp::Le, bound));
            found.extend(self.below_by_one(Limit::Compared, subject, bound));
        }
        let is_other = |one: &&&Ingredient| {
            let text = one.piece.text.as_str();
            let is_name = match one.origin {
                Origin::Variable | Origin::Field => {
                    one.piece.expr.ty == subject.expr.ty
                        && matches!(one.piece.expr.kind, ExprKind::Load(_))
                }
                Origin::Written => one.is_named_number(),
                _ => false,
            };
            is_name
                && !words(&subject.text).any(|word| word == text)
                && !bounds.iter().any(|known| known.text == text)
        };
        for one in in_scope.iter().filter(is_other).take(MOST_IN_SCOPE) {
            found.extend(self.test(Limit::InScope, subject, BinaryOp::Lt, &one.piece));
            found.extend(self.below_by_one(Limit::InScope, subject, &one.piece));
        }
    }

    /// `i < n - 1`.
    fn below_by_one(&self, limit: Limit, subject: &Piece, bound: &Piece) -> Option<Test> {
        let one = Piece::int(1, self.int, bound.expr.span);
        let text = Piece::binary(BinaryOp::Sub, bound, &one, self.int).text;
        let expr = match self.sort(bound.expr.ty)? {
            Sort::Pointer(_) => {
                let index = Expr::int(-1, self.int, bound.expr.span);
                let kind = ExprKind::PtrAdd(Box::new(bound.expr.clone()), Box::new(index));
                Expr::new(kind, bound.expr.ty, bound.expr.span)
            }
            _ => {
                let span = bound.expr.span;
                self.operated(Operator::Binary(BinaryOp::Sub), &bound.expr, &one.expr, span)?
            }
        };
        self.test(limit, subject, BinaryOp::Lt, &Piece::new(expr, text))
    }
}

impl Sized {
    /// How many elements it has, less some.
    fn size(&self, room: u64) -> String {
        let name = &self.name;
        let count = match self.is_bytes {
            true => format!("sizeof({name})"),
            false => format!("sizeof({name}) / sizeof(*{name})"),
        };
        match room {
            0 => count,
            _ => format!("{count} - {room}"),
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
