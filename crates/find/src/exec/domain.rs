//! The search as an instance of the semantics: every value is a term over the inputs, every condition a Boolean one.

use whydunit_program::obligation::{Condition, Exact, Obligation, Otherwise};
use whydunit_program::{
    CheckKind, Class, Expr, ExprKind, FunctionId, GlobalId, LocalId, Place, TypeId, TypeTable,
};
use whydunit_semantics::{
    Algebra, Base, Domain, Element, Guard, Located, Operands, Quantifier, Scalars, Site,
};
use whydunit_source::Span;
use whydunit_term::{Op, Term};

use super::interval::Interval;
use super::state::State;
use super::{CutReason, Exec, Run, Stop};

/// An address while its place is looked up: known offsets are added at once, at the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) base: Term,
    pub(crate) offset: u64,
}

impl Algebra for Exec<'_> {
    type Bits = Term;

    fn apply(&mut self, op: Op, operands: &[Term]) -> Term {
        self.terms.apply(op, operands)
    }

    fn bits(&mut self, width: u32, value: u128) -> Term {
        self.terms.bits(width, value)
    }

    fn boolean(&mut self, value: bool) -> Term {
        self.terms.bool(value)
    }

    fn width_of(&self, value: Term) -> u32 {
        self.terms.width(value)
    }
}

impl Exec<'_> {
    pub(crate) fn class(&self, ty: TypeId) -> Class {
        Class::of(&self.program.types, ty)
    }

    /// The value of a scalar expression, as wide as its type.
    pub(crate) fn expr(&mut self, state: &mut State, expr: &Expr) -> Run<Term> {
        self.strictly(|this| whydunit_semantics::expr(this, expr, state))
    }

    /// The truth of a scalar expression.
    pub(crate) fn condition(&mut self, state: &mut State, expr: &Expr) -> Run<Term> {
        self.strictly(|this| whydunit_semantics::condition(this, expr, state))
    }

    /// An index, as wide as a pointer.
    pub(crate) fn index(&mut self, state: &mut State, index: &Expr) -> Run<Term> {
        self.strictly(|this| whydunit_semantics::index(this, index, state))
    }

    /// Do the ranges of the operands show that the obligation is met?
    fn is_surely_met(&mut self, condition: &Condition, operands: &Operands<Term>) -> bool {
        let Condition::Within { number, low, high } = *condition else { return false };
        let op = match number {
            Exact::Negation => Op::Neg,
            Exact::Sum => Op::Add,
            Exact::Difference => Op::Sub,
            Exact::Product => Op::Mul,
            Exact::Operand(_) | Exact::Quotient | Exact::Shifted | Exact::Truncated => {
                return false;
            }
        };
        let intervals: Vec<Interval> =
            operands.iter().map(|&(operand, _)| self.interval(operand)).collect();
        let exact = Interval::of_operation(op, &intervals);
        exact.is_some_and(|exact| low <= exact.low && exact.high <= high)
    }
}

impl<'a> Domain<'a> for Exec<'a> {
    type Scope = State;
    type Address = Spot;
    type Stop = Stop;

    fn types(&self) -> &'a TypeTable {
        &self.program.types
    }

    fn is_checked(&self, kind: CheckKind) -> bool {
        self.checks.contains(kind)
    }

    fn expr(&mut self, expr: &Expr, state: &mut State) -> Run<Term> {
        match self.carry {
            Some(_) => self.part_of_carried(state, expr),
            None => whydunit_semantics::expr(self, expr, state),
        }
    }

    fn oblige(
        &mut self,
        obligation: &Obligation,
        operands: &mut Operands<Term>,
        site: Site<'_>,
        state: &mut State,
    ) -> Run<()> {
        if self.is_surely_met(&obligation.condition, operands) {
            return Ok(());
        }
        self.demand_values(state, site.span())?;
        let holds = self.holds(&obligation.condition, operands);
        if obligation.otherwise == Otherwise::Limit {
            let message = "a specification needs integers of more than 128 bits".to_owned();
            let fails = self.terms.not(holds);
            return self.cut_when(state, fails, CutReason::Gap(message, Some(site.span())));
        }
        self.check(state, obligation.kind, holds, site.span())
    }

    fn unsupported(&mut self, what: &str, span: Span, state: &mut State) -> Stop {
        self.note_unfollowed(what);
        match self.gap::<()>(state, what, span) {
            Err(stop) => stop,
            Ok(()) => Stop::Path,
        }
    }

    fn lazy_value(
        &mut self,
        guard: Guard<'_, Term>,
        _: Class,
        state: &mut State,
        operand: &Expr,
    ) -> Run<Option<Term>> {
        self.lazily(state, guard.truth, |this, state| this.expr(state, operand))
    }

    fn lazy_truth(
        &mut self,
        guard: Guard<'_, Term>,
        state: &mut State,
        operand: &Expr,
    ) -> Run<Option<Term>> {
        self.lazily(state, guard.truth, |this, state| this.condition(state, operand))
    }

    fn canonical(&mut self, pointer: Term) -> Term {
        Exec::canonical(self, pointer)
    }

    fn comparable(&mut self, a: Term, b: Term) -> (Term, Term) {
        (Exec::canonical(self, a), Exec::canonical(self, b))
    }

    fn advance(
        &mut self,
        pointer: Term,
        index: Term,
        size: u64,
        span: Span,
        state: &mut State,
    ) -> Run<Term> {
        self.step_pointer(state, pointer, index, size, span)
    }

    fn distance(&mut self, a: Term, b: Term, size: u64, class: Class) -> Term {
        let bytes = self.bytes_between(a, b);
        let size = self.pointer_bits(size);
        let elements = self.terms.apply(Op::SDiv, &[bytes, size]);
        self.terms.resize(elements, class.width(), true)
    }

    fn function(&mut self, function: FunctionId) -> Run<Term> {
        let entry = self.functions[function.index()];
        Ok(self.address(entry))
    }

    fn local(&mut self, local: LocalId, state: &mut State) -> Run<(Base<Spot>, TypeId)> {
        let info = self.local_info(local);
        let (ty, in_memory) = (info.ty, info.in_memory);
        if !in_memory {
            return Ok((Base::Register(local), ty));
        }
        let base = self.local_address(state, local);
        Ok((Base::Address(Spot { base, offset: 0 }), ty))
    }

    fn global(&mut self, global: GlobalId, _: &mut State) -> Run<(Spot, TypeId)> {
        let entry = self.globals[global.index()];
        Ok((Spot { base: self.address(entry), offset: 0 }, self.program.global(global).ty))
    }

    /// An element is found by the access, so the distance is not checked before it.
    fn pointee(&mut self, pointer: &Expr, is_element: bool, state: &mut State) -> Run<Spot> {
        let ExprKind::PtrAdd(base, index) = &pointer.kind else {
            let base = self.expr(state, pointer)?;
            return Ok(Spot { base, offset: 0 });
        };
        let size = self.program.types.pointee_size(pointer.ty);
        let base = self.expr(state, base)?;
        let index = self.index(state, index)?;
        if !self.is_wide() && !is_element {
            let base = self.step_pointer(state, base, index, size, pointer.span)?;
            return Ok(Spot { base, offset: 0 });
        }
        self.check_far(state, index, pointer.span)?;
        Ok(Spot { base: self.part(base, index, None, size), offset: 0 })
    }

    fn field(&mut self, address: Spot, offset: u64) -> Spot {
        Spot { offset: address.offset + offset, ..address }
    }

    fn element(
        &mut self,
        array: Spot,
        index: Term,
        element: Element,
        state: &mut State,
    ) -> Run<Spot> {
        if element.len.is_none() {
            self.check_far(state, index, element.span)?;
        }
        Ok(Spot { base: self.part(array.base, index, element.len, element.size), ..array })
    }

    fn load(&mut self, place: &Place, located: Located<Spot>, state: &mut State) -> Run<Term> {
        self.load_located(state, place, located)
    }

    fn address_of(
        &mut self,
        place: &Place,
        located: Located<Spot>,
        state: &mut State,
    ) -> Run<Term> {
        match located {
            Located::Memory(spot) => Ok(self.member(spot.base, spot.offset)),
            Located::Register(_) | Located::Bits(..) => {
                self.gap(state, "the address of something that has none", place.span)
            }
        }
    }

    fn confine(&mut self, pointer: Term, bytes: u64, _: &mut State) -> Run<Term> {
        // Specifications are evaluated on whole objects: no confined pointers are made there.
        Ok(if self.is_specification { pointer } else { self.view(pointer, bytes) })
    }

    fn quantifier(&mut self, quantifier: Quantifier<'_, Term>, state: &mut State) -> Run<Term> {
        self.unrolled(state, quantifier)
    }

    fn valid(
        &mut self,
        pointer: Term,
        size: u64,
        bounds: (Term, Term),
        state: &mut State,
    ) -> Run<Term> {
        self.is_valid(state, pointer, size, bounds)
    }

    fn old(&mut self, slot: u32, expr: &Expr, state: &mut State) -> Run<Term> {
        self.in_snapshot(state, slot, expr)
    }
}
