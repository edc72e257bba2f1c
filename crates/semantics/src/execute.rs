//! Statements.

use whydunit_program::address::MAX_OBJECT;
use whydunit_program::obligation::{self, Condition, Exact, Operand};
use whydunit_program::{
    BinaryOp, Callee, CheckKind, Class, Expr, ExprKind, InputOrigin, LocalId, Place, Stmt, StmtKind,
};
use whydunit_source::Span;

use crate::domain::{Domain, Site};
use crate::evaluate::index;

/// An instance that executes statements: their effects on storage, calls, and what is stated.
pub trait Execution<'p>: Domain<'p> {
    /// Is what is executed the function that runs start in? What it requires is assumed.
    fn is_start(&self, scope: &Self::Scope) -> bool;

    /// The value that a scalar is assigned.
    fn assigned(&mut self, value: &Expr, scope: &mut Self::Scope) -> Result<Self::Value, Self::Stop>
    where
        Self: Sized,
    {
        self.expr(value, scope)
    }

    /// A scalar place gets a value.
    fn store(
        &mut self,
        place: &Place,
        value: Self::Value,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    /// Copies bytes between places; what has no value stays without.
    fn copy(
        &mut self,
        to: &Place,
        from: &Place,
        bytes: u64,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    /// All bytes of a record or an array become zero.
    fn zero(
        &mut self,
        place: &Place,
        bytes: u64,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    /// A place receives what the program does not determine.
    fn input(
        &mut self,
        place: &Place,
        origin: &InputOrigin,
        span: Span,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    fn call(&mut self, call: Call<'p>, scope: &mut Self::Scope) -> Result<(), Self::Stop>;

    /// The next variadic argument of a list.
    fn next_argument(
        &mut self,
        place: &Place,
        list: Self::Value,
        span: Span,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    fn assume(&mut self, condition: &Expr, scope: &mut Self::Scope) -> Result<(), Self::Stop>;

    /// Is the program's expectation asked here? Only in one execution of its check; elsewhere it says nothing.
    fn is_expected(&self, scope: &Self::Scope) -> bool;

    /// A check that the program states.
    fn state(
        &mut self,
        kind: CheckKind,
        condition: &Expr,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    /// A new instance of a local begins to live.
    fn begin(&mut self, local: LocalId, scope: &mut Self::Scope) -> Result<(), Self::Stop>;

    /// The storage of a local ends.
    fn end(&mut self, local: LocalId, scope: &mut Self::Scope) -> Result<(), Self::Stop>;

    /// A variable-length array; its address is kept in the local.
    fn array(
        &mut self,
        local: LocalId,
        block: Block<Self::Value, Self::Truth>,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    /// Keeps the state under a number, for `\old`.
    fn keep(&mut self, slot: u32, scope: &mut Self::Scope) -> Result<(), Self::Stop>;
}

/// A call, as it stands in the program.
#[derive(Clone, Copy, Debug)]
pub struct Call<'e> {
    pub dest: Option<&'e Place>,
    pub callee: &'e Callee,
    pub args: &'e [Expr],
    pub stmt: &'e Stmt,
}

/// A block of storage that is asked for.
#[derive(Clone, Debug)]
pub struct Block<V, T> {
    /// As a `size_t`.
    pub bytes: V,
    /// The number of bytes is what was asked for (a product may not fit), and no more than an object can have.
    pub is_possible: T,
}

/// Executes a statement.
pub fn statement<'p, D: Execution<'p>>(
    domain: &mut D,
    stmt: &'p Stmt,
    scope: &mut D::Scope,
) -> Result<(), D::Stop> {
    let types = domain.types();
    match &stmt.kind {
        StmtKind::Assign { place, value } => {
            if types.is_scalar(place.ty) {
                let value = domain.assigned(value, scope)?;
                return domain.store(place, value, scope);
            }
            let ExprKind::Load(from) = &value.kind else {
                return Err(domain.unsupported("a record as a value", value.span, scope));
            };
            domain.copy(place, from, types.size_of(place.ty).unwrap_or(0), scope)
        }
        StmtKind::Zero { place } => {
            if types.is_scalar(place.ty) {
                let zero = domain.constant(Class::of(types, place.ty), 0);
                return domain.store(place, zero, scope);
            }
            domain.zero(place, types.size_of(place.ty).unwrap_or(0), scope)
        }
        StmtKind::Copy { to, from, bytes } => domain.copy(to, from, *bytes, scope),
        StmtKind::Input { place, origin } => domain.input(place, origin, stmt.span, scope),
        StmtKind::Call { dest, callee, args } => {
            domain.call(Call { dest: dest.as_ref(), callee, args, stmt }, scope)
        }
        StmtKind::VaArg { place, list } => {
            let list = domain.expr(list, scope)?;
            domain.next_argument(place, list, stmt.span, scope)
        }
        StmtKind::Assume { cond } => domain.assume(cond, scope),
        StmtKind::Check { kind: CheckKind::Requires, cond, .. } if domain.is_start(scope) => {
            domain.assume(cond, scope)
        }
        StmtKind::Check { kind: CheckKind::Expectation, .. } if !domain.is_expected(scope) => {
            Ok(())
        }
        StmtKind::Check { kind, cond, .. } => domain.state(*kind, cond, scope),
        StmtKind::Live { local } => domain.begin(*local, scope),
        StmtKind::Dead { local } => domain.end(*local, scope),
        StmtKind::AllocVla { local, count } => {
            let (_, ty) = domain.local(*local, scope)?;
            let size = types.pointee_size(ty);
            let length = index(domain, count, scope)?;
            let obligation = obligation::of_length();
            let mut operands = [(length, Class::index(types.target()))];
            if domain.is_checked(obligation.kind) {
                domain.oblige(&obligation, &mut operands, Site::Expr(count), scope)?;
            }
            let [(length, _)] = operands;
            let size = domain.constant(Class::size(types.target()), size.into());
            let block = product(domain, length, size);
            domain.array(*local, block, scope)
        }
        StmtKind::Snapshot { slot } => domain.keep(*slot, scope),
        StmtKind::Unsupported { what } => {
            Err(domain.unsupported(&format!("not supported: {what}"), stmt.span, scope))
        }
    }
}

/// A block of `count` times `size` bytes.
pub(crate) fn product<'p, D: Domain<'p>>(
    domain: &mut D,
    count: D::Value,
    size: D::Value,
) -> Block<D::Value, D::Truth> {
    let class = Class::size(domain.types().target());
    let fits = Condition::within_type(Exact::Product, class.int_kind());
    let operands = [(count, class), (size, class)];
    let is_exact = domain.holds(&fits, &operands);
    let [(count, _), (size, _)] = operands;
    let bytes = domain.binary(BinaryOp::Mul, class, count, size, false);
    let bytes = bytes.expect("integers should have a product");
    let block = block(domain, bytes);
    Block { is_possible: domain.and(is_exact, block.is_possible), ..block }
}

/// A block of that many bytes.
pub(crate) fn block<'p, D: Domain<'p>>(
    domain: &mut D,
    bytes: D::Value,
) -> Block<D::Value, D::Truth> {
    let class = Class::size(domain.types().target());
    let number = Exact::Operand(Operand::First);
    let small = Condition::Within { number, low: 0, high: i128::from(MAX_OBJECT) - 1 };
    let is_possible = domain.holds(&small, &[(bytes.clone(), class)]);
    Block { bytes, is_possible }
}
