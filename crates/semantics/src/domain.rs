//! What an instance of the semantics provides.

use whydunit_program::obligation::{Condition, Obligation};
use whydunit_program::{
    BinaryOp, CheckKind, Class, Expr, FunctionId, GlobalId, LocalId, Place, TypeId, TypeTable,
    UnaryOp,
};
use whydunit_source::Span;

use crate::place::{Base, Element, Located};

/// Numbers and truth values. Operations are total: what they demand has been demanded before, or is not checked.
pub trait Scalars {
    /// What stands for a scalar, as wide as its class.
    type Value: Clone;
    /// What stands for a truth value.
    type Truth: Clone;

    /// The number with these bits; those above its width do not count.
    fn constant(&mut self, class: Class, bits: u128) -> Self::Value;

    /// `op a`. With `fits` the exact result has been demanded to lie in the class; else it is reduced to it, here or by [`Domain::reduce`].
    fn unary(&mut self, op: UnaryOp, class: Class, a: Self::Value, fits: bool) -> Self::Value;

    /// `a op b` on operands of one class, likewise; the count of a shift is below the width. `None`: the class has no such operator.
    fn binary(
        &mut self,
        op: BinaryOp,
        class: Class,
        a: Self::Value,
        b: Self::Value,
        fits: bool,
    ) -> Option<Self::Value>;

    /// A comparison of numbers of one class; pointers as the numbers that they are.
    fn compare(
        &mut self,
        op: BinaryOp,
        class: Class,
        a: Self::Value,
        b: Self::Value,
    ) -> Self::Truth;

    /// A number as one of another class: reduced, rounded or extended. A floating number becomes an integer as the conversion instruction of that width has it.
    fn cast(&mut self, value: Self::Value, from: Class, to: Class) -> Self::Value;

    fn is_nonzero(&mut self, value: Self::Value, class: Class) -> Self::Truth;

    /// 1 or 0.
    fn truth_value(&mut self, truth: Self::Truth, class: Class) -> Self::Value;

    fn truth(&mut self, truth: bool) -> Self::Truth;

    fn not(&mut self, truth: Self::Truth) -> Self::Truth;

    fn and(&mut self, a: Self::Truth, b: Self::Truth) -> Self::Truth;

    fn or(&mut self, a: Self::Truth, b: Self::Truth) -> Self::Truth;

    /// One of two numbers of a class.
    fn select(&mut self, when: Self::Truth, a: Self::Value, b: Self::Value) -> Self::Value;

    /// Does a condition hold for these operands?
    fn holds(&mut self, condition: &Condition, operands: &Operands<Self::Value>) -> Self::Truth;
}

/// The operands that a demand speaks of; what stands for them may be made more precise once it is met.
pub type Operands<V> = [(V, Class)];

/// What demands something.
#[derive(Clone, Copy, Debug)]
pub enum Site<'e> {
    /// An operator or a conversion.
    Expr(&'e Expr),
    /// The index at that position of a place's path.
    Index(&'e Place, usize),
}

impl Site<'_> {
    pub fn span(self) -> Span {
        match self {
            Site::Expr(expr) => expr.span,
            Site::Index(place, _) => place.span,
        }
    }
}

/// A condition under which an operand is evaluated.
#[derive(Clone, Debug)]
pub struct Guard<'e, T> {
    pub truth: T,
    /// The expression that `truth` is about ...
    pub expr: &'e Expr,
    /// ... and what it has to be.
    pub is: bool,
}

/// An instance: scalars, checks, lazy operands and storage.
///
/// `expr` and `condition` are what the evaluation calls for every operand, so that an instance can put something else in their place.
pub trait Domain<'p>: Scalars {
    /// The state that names are looked up in.
    type Scope;
    /// An address while its place is being looked up.
    type Address;
    /// Why an evaluation ends early.
    type Stop;

    fn types(&self) -> &'p TypeTable;

    /// Are checks of this kind made?
    fn is_checked(&self, kind: CheckKind) -> bool;

    /// The operands meet the obligation from here on, or the evaluation ends.
    fn oblige(
        &mut self,
        obligation: &Obligation,
        operands: &mut Operands<Self::Value>,
        site: Site<'_>,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    /// Something that the program may do and we do not follow.
    fn unsupported(&mut self, what: &str, span: Span, scope: &mut Self::Scope) -> Self::Stop;

    /// The value of a scalar expression.
    fn expr(&mut self, expr: &Expr, scope: &mut Self::Scope) -> Result<Self::Value, Self::Stop>
    where
        Self: Sized,
    {
        crate::expr(self, expr, scope)
    }

    /// The truth of a scalar expression.
    fn condition(&mut self, expr: &Expr, scope: &mut Self::Scope) -> Result<Self::Truth, Self::Stop>
    where
        Self: Sized,
    {
        crate::condition(self, expr, scope)
    }

    /// The truth of an expression as a number.
    fn decided(
        &mut self,
        condition: &Expr,
        class: Class,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>
    where
        Self: Sized,
    {
        let truth = crate::condition(self, condition, scope)?;
        Ok(self.truth_value(truth, class))
    }

    /// A result that need not fit its class, brought into it.
    fn reduce(&mut self, value: Self::Value, class: Class) -> Result<Self::Value, Self::Stop> {
        let _ = class;
        Ok(value)
    }

    /// An index as a signed number as wide as a pointer.
    fn widen_index(&mut self, value: Self::Value, from: Class) -> Self::Value
    where
        Self: Sized,
    {
        let target = self.types().target();
        crate::place::widen_index(self, value, from, Class::index(target))
    }

    /// The index of an array lies in it from here on. `is_access`: what the place holds is wanted, not its address.
    fn check_index(
        &mut self,
        array: &mut Self::Address,
        (obligation, is_access): (&Obligation, bool),
        index: &mut Operands<Self::Value>,
        site: Site<'_>,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop> {
        let _ = (array, is_access);
        self.oblige(obligation, index, site, scope)
    }

    /// The index of an element that a place names.
    fn subscript(
        &mut self,
        index: &Expr,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>
    where
        Self: Sized,
    {
        crate::index(self, index, scope)
    }

    /// `condition ? then : otherwise`.
    fn choose(
        &mut self,
        condition: &Expr,
        arms: (&Expr, &Expr),
        class: Class,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>
    where
        Self: Sized,
    {
        crate::choose(self, condition, arms, class, scope)
    }

    /// An operand that is evaluated only where the guard holds; `None` where it never is.
    fn lazy_value(
        &mut self,
        guard: Guard<'_, Self::Truth>,
        class: Class,
        scope: &mut Self::Scope,
        operand: &Expr,
    ) -> Result<Option<Self::Value>, Self::Stop>;

    /// The same of a condition.
    fn lazy_truth(
        &mut self,
        guard: Guard<'_, Self::Truth>,
        scope: &mut Self::Scope,
        operand: &Expr,
    ) -> Result<Option<Self::Truth>, Self::Stop>;

    /// A floating number as a mathematical integer.
    fn mathematical(&mut self, value: Self::Value, from: Class, to: Class) -> Self::Value {
        self.cast(value, from, to)
    }

    // Pointers.

    /// The address in the whole object, for a pointer that is confined to a part of it: what conversions see.
    fn canonical(&mut self, pointer: Self::Value) -> Self::Value;

    /// Two pointers as comparisons see them.
    fn comparable(&mut self, a: Self::Value, b: Self::Value) -> (Self::Value, Self::Value);

    /// `pointer + index`, in elements of `size` bytes.
    fn advance(
        &mut self,
        pointer: Self::Value,
        index: Self::Value,
        size: u64,
        span: Span,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>;

    /// `a - b` in elements of `size` bytes, as a number of the class.
    fn distance(&mut self, a: Self::Value, b: Self::Value, size: u64, class: Class) -> Self::Value;

    fn function(&mut self, function: FunctionId) -> Result<Self::Value, Self::Stop>;

    // Storage.

    /// Where a local lives, and its type.
    fn local(
        &mut self,
        local: LocalId,
        scope: &mut Self::Scope,
    ) -> Result<(Base<Self::Address>, TypeId), Self::Stop>;

    /// Where a global lives, and its type.
    fn global(
        &mut self,
        global: GlobalId,
        scope: &mut Self::Scope,
    ) -> Result<(Self::Address, TypeId), Self::Stop>;

    /// Where the pointer of a dereference points to. `is_element`: the scalar there is what is wanted, so the sum of `p[i]` is not formed: the access looks for
    /// the element from `p` (see [`whydunit_program::address`]).
    fn pointee(
        &mut self,
        pointer: &Expr,
        is_element: bool,
        scope: &mut Self::Scope,
    ) -> Result<Self::Address, Self::Stop>;

    /// That many bytes further.
    fn field(&mut self, address: Self::Address, offset: u64) -> Self::Address;

    /// The element of an array.
    fn element(
        &mut self,
        array: Self::Address,
        index: Self::Value,
        element: Element,
        scope: &mut Self::Scope,
    ) -> Result<Self::Address, Self::Stop>;

    /// The scalar stored at a place.
    fn load(
        &mut self,
        place: &Place,
        located: Located<Self::Address>,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>;

    /// `&place`
    fn address_of(
        &mut self,
        place: &Place,
        located: Located<Self::Address>,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>;

    /// A pointer to the first element of an array of that many bytes, as one that is good for this array only.
    fn confine(
        &mut self,
        pointer: Self::Value,
        bytes: u64,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>;

    // Specifications.

    /// `\forall` or `\exists` over `low ..= high`, both mathematical integers; the body is evaluated up to the first value that decides.
    fn quantifier(
        &mut self,
        quantifier: Quantifier<'_, Self::Value>,
        scope: &mut Self::Scope,
    ) -> Result<Self::Truth, Self::Stop>;

    /// `\valid(pointer + (low .. high))` in elements of `size` bytes; `low` and `high` are mathematical integers.
    fn valid(
        &mut self,
        pointer: Self::Value,
        size: u64,
        bounds: (Self::Value, Self::Value),
        scope: &mut Self::Scope,
    ) -> Result<Self::Truth, Self::Stop>;

    /// The expression in the state that was kept under a number.
    fn old(
        &mut self,
        slot: u32,
        expr: &Expr,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>;
}

/// A bounded quantifier whose bounds have been evaluated.
#[derive(Clone, Debug)]
pub struct Quantifier<'e, V> {
    pub forall: bool,
    pub var: LocalId,
    pub low: V,
    pub high: V,
    pub body: &'e Expr,
}
