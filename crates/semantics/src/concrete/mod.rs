//! Numbers themselves: the instance that evaluates expressions over the storage of one state.
//!
//! Contracts at run time, address guards and the states along a run are read this way. Whoever uses it says where storage is ([`Store`]); everything
//! else is the shared semantics. Arithmetic is that of the constants of terms, bit by bit.

mod operate;
mod shortcut;

use whydunit_program::obligation::Obligation;
use whydunit_program::{
    BitField, CheckKind, Class, Expr, ExprKind, FunctionId, GlobalId, LocalId, Place, PlaceBase,
    Target, TypeId, TypeTable,
};
use whydunit_source::Span;
use whydunit_term::{Op, Sort};

use crate::algebra::Algebra;
use crate::domain::{Domain, Guard, Operands, Quantifier, Scalars, Site};
use crate::place::{Base, Element, Located};
use crate::{arithmetic, convert};

pub use operate::{cast, exact, operate, operate_unary};

/// The lowest word of a value, which is all that addresses have.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the rest is what is left out")]
fn low_word(bits: u128) -> u64 {
    bits as u64
}

/// Bits of some width, or a Boolean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    sort: Sort,
    bits: u128,
}

impl Bits {
    /// The low bits of a number.
    pub fn new(width: u32, bits: u128) -> Bits {
        let sort = Sort::Bits(width);
        Bits { sort, bits: bits & sort.mask() }
    }

    pub fn of_class(class: Class, bits: u128) -> Bits {
        Bits::new(class.width(), bits)
    }

    /// Zeros above the width.
    pub fn unsigned(self) -> u128 {
        self.bits
    }

    /// Read in two's complement.
    pub fn signed(self) -> i128 {
        let unused = 128 - self.sort.width();
        (self.bits << unused).cast_signed() >> unused
    }

    /// The integer (or address) that a value of the class is.
    pub fn integer(self, class: Class) -> i128 {
        // Unsigned numbers of 128 bits do not exist.
        if class.signed() { self.signed() } else { self.bits.cast_signed() }
    }

    /// An address, or another word.
    pub fn word(self) -> u64 {
        low_word(self.bits)
    }

    pub fn is_true(self) -> bool {
        self.bits != 0
    }
}

/// The state that expressions are read in.
pub trait Store<'p> {
    type Stop;

    fn types(&self) -> &'p TypeTable;

    fn is_checked(&self, kind: CheckKind) -> bool;

    /// An obligation is not met.
    fn violated(
        &mut self,
        obligation: &Obligation,
        operands: &Operands<Bits>,
        site: Site<'_>,
    ) -> Self::Stop;

    /// Something that is not followed.
    fn unsupported(&mut self, what: &str) -> Self::Stop;

    /// Where a local lives, and its type.
    fn local(&mut self, local: LocalId) -> Result<(Base<u64>, TypeId), Self::Stop>;

    fn global(&mut self, global: GlobalId) -> Result<(u64, TypeId), Self::Stop>;

    fn function(&mut self, function: FunctionId) -> Result<u64, Self::Stop>;

    fn register(&mut self, local: LocalId, class: Class) -> Result<u128, Self::Stop>;

    /// The scalar at an address; its bits above the class do not count.
    fn load(&mut self, place: &Place, address: u64) -> Result<u128, Self::Stop>;

    /// The value of a bit-field of the record at an address, not extended.
    fn load_bits(
        &mut self,
        place: &Place,
        address: u64,
        bits: BitField,
    ) -> Result<u128, Self::Stop>;

    /// The address in the whole object.
    fn canonical(&mut self, address: u64) -> u64;

    /// A pointer to the first element of an array of that many bytes, as one that is good for this array only. Unless the store keeps
    /// such pointers, it is good for the whole object: nothing is accessed through it but by the expression itself.
    fn confine(&mut self, address: u64, bytes: u64) -> u64 {
        let _ = bytes;
        address
    }

    /// The address that is `index` elements of `size` bytes away, as `sum` has it by its bits.
    fn sum(&mut self, address: u64, index: i128, size: u64, sum: u64) -> Result<u64, Self::Stop> {
        let _ = (address, index, size);
        Ok(sum)
    }

    /// May these bytes be read, from an offset of a pointer on?
    fn is_valid(&mut self, address: u64, offset: i64, bytes: u64) -> Result<bool, Self::Stop>;

    /// Goes to the state that was kept under a number; what it gives is handed back to [`Store::leave_old`].
    fn enter_old(&mut self, slot: u32) -> Result<(), Self::Stop>;

    fn leave_old(&mut self);

    /// The position in what is read, before something that decides an address is evaluated.
    fn mark(&self) -> usize {
        0
    }

    /// An index or a pointer that decides an address was evaluated; `mark` is from before.
    fn steered(&mut self, expr: &Expr, by: Steering, value: Bits, mark: usize) {
        let _ = (expr, by, value, mark);
    }

    /// One more value of a quantifier is looked at.
    fn count(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }
}

/// What decides an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steering {
    Index,
    Pointer,
}

/// An evaluation over a state.
#[derive(Debug)]
pub struct Concrete<S> {
    pub store: S,
    /// Variables of quantifiers, outermost first.
    bound: Vec<(LocalId, i128)>,
}

impl<S> Concrete<S> {
    pub fn new(store: S) -> Concrete<S> {
        Concrete { store, bound: Vec::new() }
    }

    /// With values for variables of quantifiers.
    pub fn with_bound(store: S, bound: Vec<(LocalId, i128)>) -> Concrete<S> {
        Concrete { store, bound }
    }

    #[inline]
    fn bound_variable(&self, local: LocalId) -> Option<i128> {
        self.bound.iter().rev().find(|(var, _)| *var == local).map(|(_, value)| *value)
    }
}

impl<S> Algebra for Concrete<S> {
    type Bits = Bits;

    #[inline]
    fn apply(&mut self, op: Op, operands: &[Bits]) -> Bits {
        if let Some(result) = shortcut::operation(op, operands) {
            return result;
        }
        let of = |operand: &Bits| (operand.sort, operand.bits);
        let result = match operands {
            [a] => op.evaluate([of(a)]),
            [a, b] => op.evaluate([of(a), of(b)]),
            [a, b, c] => op.evaluate([of(a), of(b), of(c)]),
            _ => None,
        };
        let (sort, bits) = result.expect("operations should have operands that fit them");
        Bits { sort, bits }
    }

    fn bits(&mut self, width: u32, value: u128) -> Bits {
        Bits::new(width, value)
    }

    fn boolean(&mut self, value: bool) -> Bits {
        Bits { sort: Sort::Bool, bits: value.into() }
    }

    fn width_of(&self, value: Bits) -> u32 {
        value.sort.width()
    }

    #[inline]
    fn resized(&mut self, value: Bits, width: u32, signed: bool) -> Bits {
        let bits = if signed { value.signed().cast_unsigned() } else { value.bits };
        Bits::new(width, bits)
    }
}

impl<S> Concrete<S> {
    fn pointer<'p>(&self, address: u64) -> Bits
    where
        S: Store<'p>,
    {
        Bits::new(self.target().pointer_width(), address.into())
    }

    fn target<'p>(&self) -> Target
    where
        S: Store<'p>,
    {
        self.store.types().target()
    }

    fn steering<'p>(
        &mut self,
        expr: &Expr,
        by: Steering,
        evaluate: impl FnOnce(&mut Self) -> Result<Bits, S::Stop>,
    ) -> Result<Bits, S::Stop>
    where
        S: Store<'p>,
    {
        let mark = self.store.mark();
        let value = evaluate(self)?;
        self.store.steered(expr, by, value, mark);
        Ok(value)
    }

    /// A sum that the program forms.
    fn sum<'p>(&mut self, address: u64, index: Bits, size: u64) -> Result<u64, S::Stop>
    where
        S: Store<'p>,
    {
        let sum = self.moved(address, index, size);
        self.store.sum(address, index.signed(), size, sum)
    }

    /// An address some bytes further.
    fn moved<'p>(&self, address: u64, index: Bits, size: u64) -> u64
    where
        S: Store<'p>,
    {
        let delta = index.signed().wrapping_mul(size.into());
        self.pointer(address.wrapping_add(low_word(delta.cast_unsigned()))).word()
    }
}

impl<'p, S: Store<'p>> Domain<'p> for Concrete<S> {
    type Scope = ();
    type Address = u64;
    type Stop = S::Stop;

    fn types(&self) -> &'p TypeTable {
        self.store.types()
    }

    fn is_checked(&self, kind: CheckKind) -> bool {
        self.store.is_checked(kind)
    }

    fn expr(&mut self, expr: &Expr, scope: &mut ()) -> Result<Bits, S::Stop> {
        match &expr.kind {
            ExprKind::Binary(op, left, right) if !op.is_comparison() => {
                let (a, b) = (self.expr(left, scope)?, self.expr(right, scope)?);
                let class = Class::of(self.types(), left.ty);
                if let Some(result) = shortcut::binary(*op, class, a, b) {
                    return Ok(result);
                }
                let right = (b, Class::of(self.types(), right.ty));
                arithmetic::binary(self, *op, (a, class), right, expr, scope)
            }
            ExprKind::Cast(operand) => {
                let value = self.expr(operand, scope)?;
                let types = self.types();
                let (from, to) = (Class::of(types, operand.ty), Class::of(types, expr.ty));
                match shortcut::convert(value, from, to) {
                    Some(result) => Ok(result),
                    None => convert::convert(self, value, (operand, expr), scope),
                }
            }
            ExprKind::Load(place) => {
                let variable = match &place.base {
                    PlaceBase::Local(local) => self.bound_variable(*local),
                    PlaceBase::Global(_) | PlaceBase::Deref(_) => None,
                };
                match variable {
                    Some(value) => {
                        let class = Class::of(self.types(), place.ty);
                        Ok(Bits::of_class(class, value.cast_unsigned()))
                    }
                    None => crate::expr(self, expr, scope),
                }
            }
            _ => crate::expr(self, expr, scope),
        }
    }

    fn condition(&mut self, condition: &Expr, scope: &mut ()) -> Result<Bits, S::Stop> {
        match &condition.kind {
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let class = Class::of(self.types(), left.ty);
                if !matches!(class, Class::Int { .. }) {
                    return crate::condition(self, condition, scope);
                }
                let (a, b) = (self.expr(left, scope)?, self.expr(right, scope)?);
                let truth = match shortcut::compare(*op, class, a, b) {
                    Some(truth) => self.boolean(truth),
                    None => self.compare(*op, class, a, b),
                };
                Ok(truth)
            }
            _ => crate::condition(self, condition, scope),
        }
    }

    fn oblige(
        &mut self,
        obligation: &Obligation,
        operands: &mut Operands<Bits>,
        site: Site<'_>,
        (): &mut (),
    ) -> Result<(), S::Stop> {
        match operate::is_met(&obligation.condition, operands) {
            true => Ok(()),
            false => Err(self.store.violated(obligation, operands, site)),
        }
    }

    fn unsupported(&mut self, what: &str, _: Span, (): &mut ()) -> S::Stop {
        self.store.unsupported(what)
    }

    fn lazy_value(
        &mut self,
        guard: Guard<'_, Bits>,
        _: Class,
        scope: &mut (),
        operand: &Expr,
    ) -> Result<Option<Bits>, S::Stop> {
        guard.truth.is_true().then(|| self.expr(operand, scope)).transpose()
    }

    fn lazy_truth(
        &mut self,
        guard: Guard<'_, Bits>,
        scope: &mut (),
        operand: &Expr,
    ) -> Result<Option<Bits>, S::Stop> {
        guard.truth.is_true().then(|| self.condition(operand, scope)).transpose()
    }

    fn canonical(&mut self, pointer: Bits) -> Bits {
        let address = self.store.canonical(pointer.word());
        self.pointer(address)
    }

    fn comparable(&mut self, a: Bits, b: Bits) -> (Bits, Bits) {
        (self.canonical(a), self.canonical(b))
    }

    fn advance(
        &mut self,
        pointer: Bits,
        index: Bits,
        size: u64,
        _: Span,
        (): &mut (),
    ) -> Result<Bits, S::Stop> {
        let address = self.sum(pointer.word(), index, size)?;
        Ok(self.pointer(address))
    }

    fn distance(&mut self, a: Bits, b: Bits, size: u64, class: Class) -> Bits {
        let (a, b) = (self.canonical(a), self.canonical(b));
        let bytes = self.apply(Op::Sub, &[a, b]);
        let size = self.pointer(size);
        let elements = self.apply(Op::SDiv, &[bytes, size]);
        self.resized(elements, class.width(), true)
    }

    fn function(&mut self, function: FunctionId) -> Result<Bits, S::Stop> {
        let address = self.store.function(function)?;
        Ok(self.pointer(address))
    }

    fn local(&mut self, local: LocalId, (): &mut ()) -> Result<(Base<u64>, TypeId), S::Stop> {
        self.store.local(local)
    }

    fn global(&mut self, global: GlobalId, (): &mut ()) -> Result<(u64, TypeId), S::Stop> {
        self.store.global(global)
    }

    fn pointee(&mut self, pointer: &Expr, _: bool, scope: &mut ()) -> Result<u64, S::Stop> {
        if let ExprKind::PtrAdd(base, index) = &pointer.kind {
            let size = self.types().pointee_size(pointer.ty);
            let base = self.steering(base, Steering::Pointer, |this| this.expr(base, scope))?;
            let index = self.subscript(index, scope)?;
            return self.sum(base.word(), index, size);
        }
        self.steering(pointer, Steering::Pointer, |this| this.expr(pointer, scope)).map(Bits::word)
    }

    fn subscript(&mut self, index: &Expr, scope: &mut ()) -> Result<Bits, S::Stop> {
        self.steering(index, Steering::Index, |this| crate::index(this, index, scope))
    }

    fn field(&mut self, address: u64, offset: u64) -> u64 {
        self.pointer(address.wrapping_add(offset)).word()
    }

    fn element(
        &mut self,
        array: u64,
        index: Bits,
        element: Element,
        (): &mut (),
    ) -> Result<u64, S::Stop> {
        Ok(self.moved(array, index, element.size))
    }

    fn load(&mut self, place: &Place, located: Located<u64>, (): &mut ()) -> Result<Bits, S::Stop> {
        let class = Class::of(self.types(), place.ty);
        let bits = match located {
            Located::Register(local) => match self.bound_variable(local) {
                Some(value) => value.cast_unsigned(),
                None => self.store.register(local, class)?,
            },
            Located::Memory(_) if class == Class::Other => {
                return Err(self.store.unsupported("a record as a value"));
            }
            Located::Memory(address) => self.store.load(place, address)?,
            Located::Bits(address, bits, signed) => {
                let field = self.store.load_bits(place, address, bits)?;
                let field = Bits::new(bits.width.into(), field);
                return Ok(self.resized(field, class.width(), signed));
            }
        };
        Ok(Bits::of_class(class, bits))
    }

    fn address_of(
        &mut self,
        _: &Place,
        located: Located<u64>,
        (): &mut (),
    ) -> Result<Bits, S::Stop> {
        match located {
            Located::Memory(address) => Ok(self.pointer(address)),
            Located::Register(_) | Located::Bits(..) => {
                Err(self.store.unsupported("the address of something that has none"))
            }
        }
    }

    fn confine(&mut self, pointer: Bits, bytes: u64, (): &mut ()) -> Result<Bits, S::Stop> {
        let address = self.store.confine(pointer.word(), bytes);
        Ok(self.pointer(address))
    }

    fn quantifier(
        &mut self,
        quantifier: Quantifier<'_, Bits>,
        scope: &mut (),
    ) -> Result<Bits, S::Stop> {
        let Quantifier { forall, var, low, high, body } = quantifier;
        for value in low.signed()..=high.signed() {
            self.store.count()?;
            self.bound.push((var, value));
            let truth = self.condition(body, scope);
            self.bound.pop();
            if truth?.is_true() != forall {
                return Ok(self.boolean(!forall));
            }
        }
        Ok(self.boolean(forall))
    }

    fn valid(
        &mut self,
        pointer: Bits,
        size: u64,
        (low, high): (Bits, Bits),
        (): &mut (),
    ) -> Result<Bits, S::Stop> {
        let (low, high) = (low.signed(), high.signed());
        if high < low {
            return Ok(self.boolean(true));
        }
        let count = high.checked_sub(low).and_then(|last| last.checked_add(1));
        let bytes = count.and_then(|count| count.checked_mul(size.into()));
        let Some(bytes) = bytes.and_then(|bytes| u64::try_from(bytes).ok()) else {
            // More than any object has.
            return Ok(self.boolean(false));
        };
        let offset = low.checked_mul(size.into()).and_then(|offset| i64::try_from(offset).ok());
        let Some(offset) = offset else { return Ok(self.boolean(false)) };
        let is_valid = self.store.is_valid(pointer.word(), offset, bytes)?;
        Ok(self.boolean(is_valid))
    }

    fn old(&mut self, slot: u32, expr: &Expr, scope: &mut ()) -> Result<Bits, S::Stop> {
        self.store.enter_old(slot)?;
        let result = self.expr(expr, scope);
        self.store.leave_old();
        result
    }
}
