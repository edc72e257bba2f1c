//! Address guards: which addresses of a step depended on values, and on which.
//!
//! The run is concrete, so `a[i] = e` wrote a known cell; that it was *this* cell depended on `i`. The guard
//! `i == 5` keeps the dependence. Guards are found by evaluating the step's expressions
//! once more over the values the run read, independent of the interpreter's bytecode. Where that
//! cannot follow (specifications, library routines) the step keeps the guards found up to there.

use rustc_hash::FxHashMap;
use whydunit_interp::CheckSet;
use whydunit_program::obligation::Obligation;
use whydunit_program::{
    BitField, CheckKind, Class, Expr, ExprKind, FunctionId, GlobalId, LocalId, Place, Point,
    Program, StmtKind, TerminatorKind, TypeId, TypeTable,
};
use whydunit_semantics::{Base, Bits, Concrete, Domain, Operands, Site, Steering, Store};
use whydunit_source::Span;

use crate::Access;

/// The expression under `span` (an index or a pointer) had this value, and the address followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressGuard {
    /// The index or pointer in the source.
    pub span: Span,
    /// What of the two it is.
    pub kind: GuardKind,
    /// The value that it had.
    pub value: i128,
}

/// What decided an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuardKind {
    /// An index of an array or of pointer arithmetic.
    Index,
    /// A pointer.
    Pointer,
}

/// Where the variables of the run lie that pointers reach.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    pub(crate) locals: FxHashMap<(u32, LocalId), u64>,
    pub(crate) globals: FxHashMap<GlobalId, u64>,
}

/// The run that a step belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting<'p, 'a> {
    pub(crate) program: &'p Program,
    pub(crate) checks: CheckSet,
    pub(crate) variables: &'a Variables,
    pub(crate) frame: u32,
}

/// Appends the guards of the step at `point`, which read `reads` in that order.
pub(crate) fn address_guards(
    setting: Setting<'_, '_>,
    point: Point,
    reads: &[Access],
    out: &mut Vec<AddressGuard>,
) {
    if reads.is_empty() {
        return;
    }
    let program = setting.program;
    let mut evaluation = Evaluation(Concrete::new(Recorded { setting, point, reads, out }));
    let _ = match program.stmt_at(point).map(|stmt| &stmt.kind) {
        Some(StmtKind::Assign { place, value }) => evaluation.assignment(place, value),
        Some(StmtKind::Input { place, .. } | StmtKind::Zero { place }) => evaluation.place(place),
        Some(StmtKind::Call { args, .. }) => args.iter().try_for_each(|arg| evaluation.expr(arg)),
        Some(StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) => evaluation.expr(cond),
        Some(_) => Ok(()),
        None => match &program.terminator_at(point).kind {
            TerminatorKind::Branch { cond: value, .. }
            | TerminatorKind::Switch { value, .. }
            | TerminatorKind::Return(Some(value)) => evaluation.expr(value),
            _ => Ok(()),
        },
    };
}

struct Evaluation<'p, 'a>(Concrete<Recorded<'p, 'a>>);

impl Evaluation<'_, '_> {
    fn assignment(&mut self, place: &Place, value: &Expr) -> Result<(), Unfollowed> {
        self.expr(value)?;
        self.place(place)
    }

    fn place(&mut self, place: &Place) -> Result<(), Unfollowed> {
        whydunit_semantics::locate(&mut self.0, place, false, &mut ()).map(drop)
    }

    /// Of a record only its place is looked up: it is copied as a whole.
    fn expr(&mut self, expr: &Expr) -> Result<(), Unfollowed> {
        match &expr.kind {
            ExprKind::Load(place) if self.0.types().is_record(expr.ty) => self.place(place),
            _ => self.0.expr(expr, &mut ()).map(drop),
        }
    }
}

/// The step cannot be followed further.
struct Unfollowed;

/// What a step read, in order.
struct Recorded<'p, 'a> {
    setting: Setting<'p, 'a>,
    point: Point,
    /// What is still to be read.
    reads: &'a [Access],
    out: &'a mut Vec<AddressGuard>,
}

impl Recorded<'_, '_> {
    fn next(&mut self) -> Result<u128, Unfollowed> {
        let (read, rest) = self.reads.split_first().ok_or(Unfollowed)?;
        self.reads = rest;
        Ok(read.bits.into())
    }
}

impl<'p> Store<'p> for Recorded<'p, '_> {
    type Stop = Unfollowed;

    fn types(&self) -> &'p TypeTable {
        &self.setting.program.types
    }

    fn is_checked(&self, kind: CheckKind) -> bool {
        self.setting.checks.contains(kind)
    }

    fn violated(&mut self, _: &Obligation, _: &Operands<Bits>, _: Site<'_>) -> Unfollowed {
        Unfollowed
    }

    fn unsupported(&mut self, _: &str) -> Unfollowed {
        Unfollowed
    }

    fn local(&mut self, local: LocalId) -> Result<(Base<u64>, TypeId), Unfollowed> {
        let info = self.setting.program.function(self.point.function).local(local);
        if !info.in_memory {
            return Ok((Base::Register(local), info.ty));
        }
        let known = self.setting.variables.locals.get(&(self.setting.frame, local));
        known.map(|&address| (Base::Address(address), info.ty)).ok_or(Unfollowed)
    }

    fn global(&mut self, global: GlobalId) -> Result<(u64, TypeId), Unfollowed> {
        let address = self.setting.variables.globals.get(&global).copied().ok_or(Unfollowed)?;
        Ok((address, self.setting.program.global(global).ty))
    }

    fn function(&mut self, _: FunctionId) -> Result<u64, Unfollowed> {
        Err(Unfollowed)
    }

    fn register(&mut self, _: LocalId, _: Class) -> Result<u128, Unfollowed> {
        self.next()
    }

    fn load(&mut self, _: &Place, _: u64) -> Result<u128, Unfollowed> {
        self.next()
    }

    fn load_bits(&mut self, _: &Place, _: u64, _: BitField) -> Result<u128, Unfollowed> {
        self.next()
    }

    /// Pointers that are confined to parts of objects have several spellings. What a comparison of such ones steers is not an address in practice.
    fn canonical(&mut self, address: u64) -> u64 {
        address
    }

    fn is_valid(&mut self, _: u64, _: i64, _: u64) -> Result<bool, Unfollowed> {
        Err(Unfollowed)
    }

    fn enter_old(&mut self, _: u32) -> Result<(), Unfollowed> {
        Err(Unfollowed)
    }

    fn leave_old(&mut self) {}

    fn mark(&self) -> usize {
        self.reads.len()
    }

    fn steered(&mut self, expr: &Expr, by: Steering, value: Bits, mark: usize) {
        if self.reads.len() == mark {
            return;
        }
        let kind = match by {
            Steering::Index => GuardKind::Index,
            Steering::Pointer => GuardKind::Pointer,
        };
        let value = value.integer(Class::of(&self.setting.program.types, expr.ty));
        self.out.push(AddressGuard { span: expr.span, kind, value });
    }
}
