//! Numbers themselves: the instance that evaluates expressions over the storage of one state.
//!
//! Contracts at run time, address guards and the states along a run are read this way. Whoever uses it says where storage is ([`Store`]); everything
//! else is the shared semantics. Arithmetic is that of the constants of terms, bit by bit.

use whydunit_program::obligation::{self, Condition, Obligation, Operand};
use whydunit_program::{
    BinaryOp, BitField, CheckKind, Class, Expr, ExprKind, FunctionId, GlobalId, LocalId, Place,
    Target, TypeId, TypeTable, UnaryOp,
};
use whydunit_source::Span;
use whydunit_term::{Op, Sort};

use crate::algebra::Algebra;
use crate::domain::{Domain, Guard, Operands, Quantifier, Scalars, Site};
use crate::place::{Base, Element, Located};

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
}

impl<S> Algebra for Concrete<S> {
    type Bits = Bits;

    #[inline]
    fn apply(&mut self, op: Op, operands: &[Bits]) -> Bits {
        if let Some(result) = quick(op, operands) {
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

/// What contracts mostly consist of: comparisons, sums and truth values, without the look at all operations and the sorts of their operands that the general way
/// takes. What that takes, the benchmark `ratios` shows (`contracts at run time`).
#[inline]
fn quick(op: Op, operands: &[Bits]) -> Option<Bits> {
    let truth = |truth: bool| Some(Bits { sort: Sort::Bool, bits: truth.into() });
    match *operands {
        [Bits { sort: Sort::Bool, bits }] => match op {
            Op::Not => truth(bits == 0),
            _ => None,
        },
        [a, b] if a.sort == b.sort => match op {
            Op::Eq => truth(a.bits == b.bits),
            Op::And if a.sort.is_bool() => truth(a.bits & b.bits == 1),
            Op::ULt => truth(a.bits < b.bits),
            Op::ULe => truth(a.bits <= b.bits),
            Op::SLt => truth(a.signed() < b.signed()),
            Op::SLe => truth(a.signed() <= b.signed()),
            Op::Add => Some(Bits::new(a.sort.width(), a.bits.wrapping_add(b.bits))),
            Op::Sub => Some(Bits::new(a.sort.width(), a.bits.wrapping_sub(b.bits))),
            Op::Mul => Some(Bits::new(a.sort.width(), a.bits.wrapping_mul(b.bits))),
            _ => None,
        },
        _ => None,
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

    fn oblige(
        &mut self,
        obligation: &Obligation,
        operands: &mut Operands<Bits>,
        site: Site<'_>,
        (): &mut (),
    ) -> Result<(), S::Stop> {
        match is_met(&obligation.condition, operands) {
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
            Located::Register(local) => {
                let bound = self.bound.iter().rev().find(|(var, _)| *var == local);
                match bound {
                    Some((_, value)) => value.cast_unsigned(),
                    None => self.store.register(local, class)?,
                }
            }
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

/// Is a condition met by these numbers? Integers are compared as they are; only floating numbers take the way over bit-vectors.
#[inline]
fn is_met(condition: &Condition, operands: &Operands<Bits>) -> bool {
    let operand = |which| {
        let (value, class) = match which {
            Operand::First => operands[0],
            Operand::Second => operands[1],
        };
        value.integer(class)
    };
    // A floating operand that must not be zero is one, too.
    let is_float = operands[0].1.is_float();
    let met = if is_float { None } else { condition.is_met(operand) };
    met.unwrap_or_else(|| Concrete::new(()).holds(condition, operands).is_true())
}

/// `a op b` on mathematical integers, as far as they fit 128 bits; nothing where it is undefined.
pub fn exact(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    let class = Class::Int { width: 128, signed: true };
    let of = |number: i128| (Bits::new(128, number.cast_unsigned()), class);
    operate(op, of(a), of(b)).map(|result| match op.is_comparison() {
        true => result.bits.cast_signed(),
        false => result.signed(),
    })
}

/// `a op b`, for numbers of the class of the first (the count of a shift may be of another); a comparison gives an `int`. Nothing where it is undefined.
pub fn operate(op: BinaryOp, a: (Bits, Class), b: (Bits, Class)) -> Option<Bits> {
    let mut numbers = Concrete::new(());
    let class = a.1;
    if op.is_comparison() {
        let truth = numbers.compare(op, class, a.0, b.0);
        return Some(numbers.truth_value(truth, Class::INT));
    }
    let is_defined =
        obligation::of_binary(op, class).all(|obligation| is_met(&obligation.condition, &[a, b]));
    if !is_defined {
        return None;
    }
    let count = Class::Int { width: b.1.width(), signed: false };
    let b = match op {
        BinaryOp::Shl | BinaryOp::Shr => numbers.cast(b.0, count, class),
        _ => b.0,
    };
    numbers.binary(op, class, a.0, b, true)
}

/// `op a`, for an operator other than `!`. Nothing where it is undefined.
pub fn operate_unary(op: UnaryOp, (a, class): (Bits, Class)) -> Option<Bits> {
    let mut numbers = Concrete::new(());
    let is_defined = obligation::of_unary(op, class)
        .all(|obligation| is_met(&obligation.condition, &[(a, class)]));
    is_defined.then(|| numbers.unary(op, class, a, true))
}

/// A number as one of another class. Nothing where it does not fit and that is undefined.
pub fn cast(value: Bits, from: Class, to: Class) -> Option<Bits> {
    let mut numbers = Concrete::new(());
    if to == Class::Bool {
        let truth = numbers.is_nonzero(value, from);
        return Some(numbers.truth_value(truth, to));
    }
    let is_defined = obligation::of_conversion(from, to)
        .is_none_or(|obligation| is_met(&obligation.condition, &[(value, from)]));
    is_defined.then(|| numbers.cast(value, from, to))
}

#[cfg(test)]
mod tests {
    use whydunit_program::obligation::Exact;

    use super::*;

    /// The short way and the general one, on every pair of bytes.
    #[test]
    fn quick_operations_are_the_operations() {
        let ops = [Op::Eq, Op::ULt, Op::ULe, Op::SLt, Op::SLe, Op::Add, Op::Sub, Op::Mul, Op::UDiv];
        for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
            let operands = [Bits::new(8, a), Bits::new(8, b)];
            for op in ops {
                let general = op.evaluate(operands.map(|operand| (operand.sort, operand.bits)));
                let (sort, bits) = general.expect("bytes should fit these operations");
                let Some(quick) = quick(op, &operands) else { continue };
                assert_eq!(quick, Bits { sort, bits }, "{op:?} of {a} and {b}");
            }
            for (width, signed) in [(4, true), (4, false), (16, true), (16, false)] {
                let resized = Concrete::new(()).resized(operands[0], width, signed);
                let number = if signed { operands[0].signed() } else { a as i128 };
                assert_eq!(resized, Bits::new(width, number.cast_unsigned()));
            }
        }
    }

    /// Both ways of asking, on every pair of bytes: numbers as they are, and their bits.
    #[test]
    fn conditions_over_numbers_are_those_over_bits() {
        let number = |exact| Condition::Within { number: exact, low: -100, high: 90 };
        let exact = [
            Exact::Operand(Operand::First),
            Exact::Operand(Operand::Second),
            Exact::Negation,
            Exact::Sum,
            Exact::Difference,
            Exact::Product,
        ];
        for signed in [false, true] {
            let class = Class::Int { width: 8, signed };
            let of_type = |exact| Condition::within_type(exact, class.int_kind());
            let of_operators = [BinaryOp::Div, BinaryOp::Rem, BinaryOp::Shl, BinaryOp::Add]
                .into_iter()
                .flat_map(|op| obligation::of_binary(op, class))
                .map(|obligation| obligation.condition);
            let conditions: Vec<Condition> = of_operators
                .chain(exact.map(number))
                .chain(exact.map(of_type))
                .chain([Condition::NotZero(Operand::First)])
                .collect();
            for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
                let operands = [(Bits::new(8, a), class), (Bits::new(8, b), class)];
                for condition in &conditions {
                    let by_bits = Concrete::new(()).holds(condition, &operands).is_true();
                    // The quotient by zero is demanded of nobody: the divisor was, before.
                    let is_quotient =
                        matches!(condition, Condition::Within { number: Exact::Quotient, .. });
                    if b != 0 || !is_quotient {
                        assert_eq!(
                            is_met(condition, &operands),
                            by_bits,
                            "{condition:?} of {a} and {b}, signed: {signed}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn mathematical_numbers_have_an_end() {
        let class = Class::Int { width: 128, signed: true };
        let of = |a: i128, b: i128| {
            [(Bits::new(128, a as u128), class), (Bits::new(128, b as u128), class)]
        };
        let fits = |exact| Condition::within_type(exact, class.int_kind());
        assert!(!is_met(&fits(Exact::Sum), &of(i128::MAX, 1)));
        assert!(!is_met(&fits(Exact::Quotient), &of(i128::MIN, -1)));
        assert!(!is_met(&fits(Exact::Shifted), &of(1, 127)));
        assert!(is_met(&fits(Exact::Shifted), &of(-1, 127)));
        assert!(is_met(&fits(Exact::Shifted), &of(0, 127)));
    }
}
