//! What a statement reads and writes through subscripts, pointers and divisions, said in terms of the values that hold
//! before it.
//!
//! A statement of the source is several of the representation: `buf[i++] = *s++` copies `i` and `s` to temporaries,
//! steps them, and assigns. Following the assignments to locals gives back what each subscript is before the statement
//! begins, which is where a guard stands. What depends on a call, or on memory that the statement has changed by then,
//! cannot be said there and is left out.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use whydunit_program::{
    BinaryOp, Callee, Expr, ExprKind, LocalId, LocalRole, Place, PlaceBase, Projection, Stmt,
    StmtKind, Terminator, Type, TypeId, expr_to_c, place_to_c,
};

use super::{Generator, core};
use crate::piece::{Piece, Sort};
use crate::pool::locals_of;

/// An array whose size is known.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sized {
    pub(super) name: String,
    pub(super) length: u64,
    /// An element is one byte.
    pub(super) is_bytes: bool,
}

/// What a statement may not do with every value.
#[derive(Clone, Debug)]
pub(super) enum Access {
    /// A subscript; of an array, or of a pointer.
    Index {
        index: Piece,
        array: Option<Sized>,
    },
    /// A pointer to what is read or written.
    Pointer(Piece),
    /// A pointer that is not to be null.
    Base(Piece),
    Divisor(Piece),
}

impl Access {
    fn key(&self) -> (u8, &str, Option<&str>) {
        match self {
            Access::Index { index, array } => {
                (0, &index.text, array.as_ref().map(|array| array.name.as_str()))
            }
            Access::Pointer(piece) => (1, &piece.text, None),
            Access::Base(piece) => (2, &piece.text, None),
            Access::Divisor(piece) => (3, &piece.text, None),
        }
    }
}

impl<'p> Generator<'p> {
    /// The accesses of the parts of one statement, which begins at `offset` of the text; each once.
    pub(super) fn accesses(
        &self,
        stmts: &[&'p Stmt],
        terminator: Option<&'p Terminator>,
        offset: u32,
    ) -> Vec<Access> {
        let mut walker = Walker {
            generator: self,
            offset,
            known: FxHashMap::default(),
            is_changed: false,
            found: Vec::new(),
        };
        for stmt in stmts {
            walker.stmt(&stmt.kind);
        }
        if let Some(terminator) = terminator {
            terminator.kind.operand().into_iter().for_each(|expr| walker.read(expr));
        }
        let mut found = walker.found;
        let mut seen: BTreeSet<(u8, String, Option<String>)> = BTreeSet::new();
        found.retain(|access| {
            let (kind, text, array) = access.key();
            seen.insert((kind, text.to_owned(), array.map(str::to_owned)))
        });
        found
    }

    /// As C writes it, without the conversions that C adds by itself.
    pub(super) fn spelled(&self, expr: &Expr) -> String {
        let mut bare = expr.clone();
        without_conversions(&mut bare);
        expr_to_c(self.program, self.program.function(self.function), &bare)
    }

    /// The type of what the first `count` projections of a place lead to.
    pub(super) fn type_along(&self, place: &Place, count: usize) -> Option<TypeId> {
        let types = &self.program.types;
        let mut ty = match &place.base {
            PlaceBase::Deref(pointer) => types.pointee(pointer.ty)?,
            PlaceBase::Local(local) => self.program.function(self.function).local(*local).ty,
            PlaceBase::Global(global) => self.program.global(*global).ty,
        };
        for projection in place.path.get(..count)? {
            ty = match (projection, types.get(ty)) {
                (Projection::Field(index), Type::Record(record)) => {
                    types.record(*record).fields.get(*index as usize)?.ty
                }
                (Projection::Index(_), Type::Array { elem, .. }) => *elem,
                _ => return None,
            };
        }
        Some(ty)
    }
}

struct Walker<'g, 'p> {
    generator: &'g Generator<'p>,
    offset: u32,
    /// What locals hold that were assigned to, by the values before the statement; `None` where that cannot be said.
    known: FxHashMap<LocalId, Option<Expr>>,
    /// Memory may not be what it was.
    is_changed: bool,
    found: Vec<Access>,
}

impl Walker<'_, '_> {
    fn stmt(&mut self, kind: &StmtKind) {
        if matches!(kind, StmtKind::Check { .. } | StmtKind::Assume { .. }) {
            return;
        }
        kind.operands().for_each(|expr| self.read(expr));
        match kind {
            StmtKind::Assign { place, value } => {
                self.access(place);
                let value = self.before(value);
                self.write(place, value);
            }
            StmtKind::Copy { to, from, .. } => {
                self.access(to);
                self.access(from);
                self.write(to, None);
            }
            StmtKind::Call { dest, callee, args } => {
                let function = match callee {
                    Callee::Direct(id) => Some(self.generator.program.function(*id)),
                    Callee::Pointer(_) => None,
                };
                // What comes without a body may look at what it is given.
                if function
                    .is_some_and(|function| function.is_library || function.blocks().is_empty())
                {
                    args.iter().for_each(|arg| self.base(core(arg)));
                }
                self.is_changed = true;
                if let Some(dest) = dest {
                    self.access(dest);
                    self.write(dest, None);
                }
            }
            StmtKind::Zero { place }
            | StmtKind::Input { place, .. }
            | StmtKind::VaArg { place, .. } => self.write(place, None),
            _ => {}
        }
    }

    fn write(&mut self, place: &Place, value: Option<Expr>) {
        let function = self.generator.program.function(self.generator.function);
        match place.base {
            PlaceBase::Local(local) => {
                let is_whole = place.path.is_empty();
                self.known.insert(local, value.filter(|_| is_whole));
                self.is_changed |= function.local(local).in_memory;
            }
            _ => self.is_changed = true,
        }
    }

    /// All accesses in an expression.
    fn read(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Load(place) => self.access(place),
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor)
                if self.generator.sort(divisor.ty) == Some(Sort::Integer) =>
            {
                if let Some(piece) = self.piece(divisor) {
                    self.found.push(Access::Divisor(piece));
                }
            }
            _ => {}
        }
        expr.operands().for_each(|child| self.read(child));
    }

    fn access(&mut self, place: &Place) {
        if let PlaceBase::Deref(pointer) = &place.base {
            match &core(pointer).kind {
                ExprKind::PtrAdd(base, index) => {
                    let array = match &core(base).kind {
                        ExprKind::Decay(array) => self.sized(array, array.path.len()),
                        _ => None,
                    };
                    self.index(index, array);
                    self.base(core(base));
                }
                _ => self.base(core(pointer)),
            }
            if place.path.is_empty()
                && let Some(piece) = self.piece(pointer)
                && !matches!(core(&piece.expr).kind, ExprKind::Decay(_))
            {
                self.found.push(Access::Pointer(piece));
            }
        }
        for (at, projection) in place.path.iter().enumerate() {
            if let Projection::Index(index) = projection {
                let array = self.sized(place, at);
                self.index(index, array);
            }
        }
    }

    fn index(&mut self, index: &Expr, array: Option<Sized>) {
        if let Some(index) = self.piece(index) {
            self.found.push(Access::Index { index, array });
        }
    }

    fn base(&mut self, pointer: &Expr) {
        if let ExprKind::Load(_) = pointer.kind
            && self.generator.program.types.pointee(pointer.ty).is_some()
            && let Some(piece) = self.piece(pointer)
        {
            self.found.push(Access::Base(piece));
        }
    }

    /// The array at the beginning of a place, where it has a name and a size.
    fn sized(&self, place: &Place, count: usize) -> Option<Sized> {
        let generator = self.generator;
        let ty = generator.type_along(place, count)?;
        let types = &generator.program.types;
        let Type::Array { elem, len: Some(length) } = types.get(ty) else { return None };
        let is_bytes = types.size_of(*elem) == Some(1);
        // All elements have the same size.
        let first = |projection: &Projection| match projection {
            Projection::Index(index) => {
                Projection::Index(Box::new(Expr::int(0, index.ty, index.span)))
            }
            Projection::Field(field) => Projection::Field(*field),
        };
        let path = place.path[..count].iter().map(first).collect();
        let prefix = Place { path, ty, ..place.clone() };
        let whole = Expr::new(ExprKind::AddrOf(prefix.clone()), ty, place.span);
        if !self.is_sayable(&whole) {
            return None;
        }
        let function = generator.program.function(generator.function);
        let name = place_to_c(generator.program, function, &prefix);
        Some(Sized { name, length: *length, is_bytes })
    }

    /// The expression before the statement, with its text; `None` for constants and for what cannot be said there.
    fn piece(&self, expr: &Expr) -> Option<Piece> {
        let expr = self.before(core(expr))?;
        let text = self.generator.spelled(&expr);
        let is_variable = reads_memory(&expr);
        (is_variable && self.is_sayable(&expr)).then(|| Piece::new(expr, text))
    }

    /// Are all variables in it such that can be named where the statement begins?
    fn is_sayable(&self, expr: &Expr) -> bool {
        let function = self.generator.program.function(self.generator.function);
        let mut locals = BTreeSet::new();
        locals_of(expr, &mut locals);
        locals.iter().all(|&local| {
            let role = function.locals.get(local.index()).map(|local| local.role);
            matches!(role, Some(LocalRole::Variable | LocalRole::Parameter))
                && self.generator.pool.is_visible(local, self.offset)
        })
    }

    /// The value of an expression that is evaluated now, by the values before the statement.
    fn before(&self, expr: &Expr) -> Option<Expr> {
        let mut result = expr.clone();
        self.substitute(&mut result).then_some(result)
    }

    fn substitute(&self, expr: &mut Expr) -> bool {
        if let ExprKind::Load(place) = &expr.kind {
            let function = self.generator.program.function(self.generator.function);
            let replaced = match place.base {
                PlaceBase::Local(local) => match self.known.get(&local) {
                    Some(value) if place.path.is_empty() => Some(value.clone()),
                    Some(_) => Some(None),
                    None if self.is_changed && function.local(local).in_memory => Some(None),
                    None => None,
                },
                _ if self.is_changed => Some(None),
                _ => None,
            };
            match replaced {
                Some(Some(value)) => {
                    *expr = Expr { span: expr.span, ..value };
                    return true;
                }
                Some(None) => return false,
                None => {}
            }
        }
        let mut all = true;
        expr.operands_mut().for_each(|child| all &= self.substitute(child));
        all
    }
}

fn reads_memory(expr: &Expr) -> bool {
    expr.any(&mut |part| matches!(part.kind, ExprKind::Load(_)))
}

fn without_conversions(expr: &mut Expr) {
    while let ExprKind::Cast(inner) = &mut expr.kind {
        if inner.span != expr.span {
            break;
        }
        let inner = std::mem::replace(&mut **inner, Expr::int(0, expr.ty, expr.span));
        *expr = inner;
    }
    expr.operands_mut().for_each(without_conversions);
}
