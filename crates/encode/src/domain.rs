//! Traces as an instance of the semantics: every value is a term together with the value that it had in the run.

use whydunit_program::obligation::{Obligation, Otherwise};
use whydunit_program::{
    CheckKind, Class, Expr, ExprKind, FunctionId, GlobalId, LocalId, Place, TypeId, TypeTable,
};
use whydunit_semantics::{
    Algebra, Base, Domain, Element, Guard, Located, Operands, Quantifier, Scalars, Site,
};
use whydunit_source::Span;
use whydunit_term::Op;

use crate::encoder::{Encoder, Evaluated, Halt, Scope};
use crate::number::low_word;
use crate::place::{Spot, Target};
use crate::pointer::Origin;
use crate::storage::Value;

impl Algebra for Encoder<'_> {
    type Bits = Value;

    fn apply(&mut self, op: Op, operands: &[Value]) -> Value {
        Encoder::apply(self, op, operands)
    }

    fn bits(&mut self, width: u32, value: u128) -> Value {
        Encoder::bits(self, width, value)
    }

    fn boolean(&mut self, value: bool) -> Value {
        Encoder::truth(self, value)
    }

    fn width_of(&self, value: Value) -> u32 {
        self.terms.width(value.known)
    }
}

impl Encoder<'_> {
    pub(crate) fn class(&self, ty: TypeId) -> Class {
        Class::of(&self.program.types, ty)
    }

    /// The value of a scalar expression, as wide as its type.
    pub(crate) fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Value> {
        match self.holes_at(expr) {
            Some(holes) => self.value_of_hole(&holes, expr, scope),
            None => whydunit_semantics::expr(self, expr, scope),
        }
    }

    /// The truth of a scalar expression.
    pub(crate) fn condition(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Value> {
        match self.holes_at(expr) {
            Some(holes) => self.condition_of_hole(&holes, expr, scope),
            None => whydunit_semantics::condition(self, expr, scope),
        }
    }

    /// An operand that is only evaluated when a condition holds. Where the run did not evaluate it and it cannot
    /// be evaluated in the run's state, it is unknown.
    ///
    /// `class` is that of a scalar operand; `Other` stands for a condition.
    pub(crate) fn lazily(
        &mut self,
        when: Value,
        class: Class,
        operand: impl FnOnce(&mut Self) -> Evaluated<Value>,
    ) -> Evaluated<Value> {
        if when.is_constant() && !when.is_true() {
            return Ok(self.placeholder(class));
        }
        if when.is_constant() {
            return operand(self);
        }
        let (speculative, result) = self.under(when, |this| (this.is_speculative(), operand(this)));
        match result {
            Err(Halt::Violated | Halt::Gap(_)) if speculative => {
                let known = self.placeholder(class).known;
                let sort = self.terms.sort(known);
                let term = self.unknown("unevaluated", sort);
                Ok(Value { term, known })
            }
            result => result,
        }
    }

    fn placeholder(&mut self, class: Class) -> Value {
        match class {
            Class::Other => self.truth(false),
            _ => self.bits(class.width(), 0),
        }
    }

    /// An array as a pointer to its first element, confined to the array as it was in the run.
    fn confined(&mut self, address: Value, bytes: u64, scope: &Scope) -> Value {
        if scope.at.is_some() {
            return address;
        }
        let known = low_word(self.known(address));
        let root = Encoder::canonical(self, Value::constant(address.known));
        let root = low_word(self.known(root));
        let view = self.trace.view_at(root, bytes).filter(|_| !self.in_specification());
        let Some(view) = view.filter(|&view| view != known) else { return address };
        let width = self.pointer_width();
        let view = Encoder::bits(self, width, view.into());
        if address.is_constant() {
            return view;
        }
        let same = self.unchanged(address);
        self.only_when(same, view, "part")
    }

    /// Specifications are evaluated on whole objects: the interpreter makes no confined pointers there.
    pub(crate) fn in_specification(&self) -> bool {
        use whydunit_program::StmtKind;
        match self.program.stmt_at(self.point()).map(|stmt| &stmt.kind) {
            Some(StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) => {
                cond.is_specification(&self.program.types)
            }
            _ => false,
        }
    }
}

impl<'a> Domain<'a> for Encoder<'a> {
    type Scope = Scope;
    type Address = Spot;
    type Stop = Halt;

    fn types(&self) -> &'a TypeTable {
        &self.program.types
    }

    fn is_checked(&self, kind: CheckKind) -> bool {
        self.checks(kind)
    }

    fn oblige(
        &mut self,
        obligation: &Obligation,
        operands: &mut Operands<Value>,
        _: Site<'_>,
        _: &mut Scope,
    ) -> Evaluated<()> {
        let holds = self.holds(&obligation.condition, operands);
        let is_limit = self.program.arithmetic.is_limit(obligation.kind);
        match obligation.otherwise {
            // What exceeds the integers of specifications has ended the run as a limit.
            Otherwise::Limit => self.require(holds),
            Otherwise::Trap if !is_limit => self.require(holds),
            Otherwise::Trap | Otherwise::Machine => self.check(obligation.kind, holds),
        }
    }

    fn unsupported(&mut self, what: &str, _: Span, _: &mut Scope) -> Halt {
        Halt::Gap(what.to_owned())
    }

    fn expr(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Value> {
        Encoder::expr(self, expr, scope)
    }

    fn condition(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Value> {
        Encoder::condition(self, expr, scope)
    }

    fn lazy_value(
        &mut self,
        guard: Guard<'_, Value>,
        class: Class,
        scope: &mut Scope,
        operand: &Expr,
    ) -> Evaluated<Option<Value>> {
        self.lazily(guard.truth, class, |this| this.expr(operand, scope)).map(Some)
    }

    fn lazy_truth(
        &mut self,
        guard: Guard<'_, Value>,
        scope: &mut Scope,
        operand: &Expr,
    ) -> Evaluated<Option<Value>> {
        self.lazily(guard.truth, Class::Other, |this| this.condition(operand, scope)).map(Some)
    }

    /// Not followed for other numbers: no circuit of ours has 128 bits of a floating number.
    fn mathematical(&mut self, value: Value, from: Class, to: Class) -> Value {
        let converted = self.cast(value, from, to);
        let same = self.unchanged(value);
        self.only_when(same, converted, "conversion")
    }

    fn canonical(&mut self, pointer: Value) -> Value {
        Encoder::canonical(self, pointer)
    }

    fn comparable(&mut self, a: Value, b: Value) -> (Value, Value) {
        (self.canonical_beside(a, b), self.canonical_beside(b, a))
    }

    fn advance(
        &mut self,
        pointer: Value,
        index: Value,
        size: u64,
        _: Span,
        _: &mut Scope,
    ) -> Evaluated<Value> {
        self.step_pointer(pointer, index, size)
    }

    fn distance(&mut self, a: Value, b: Value, size: u64, class: Class) -> Value {
        let (a, b) = self.comparable(a, b);
        let bytes = Encoder::apply(self, Op::Sub, &[a, b]);
        let width = self.pointer_width();
        let size = Encoder::bits(self, width, size.into());
        let elements = Encoder::apply(self, Op::SDiv, &[bytes, size]);
        self.resize(elements, class.width(), true)
    }

    fn function(&mut self, function: FunctionId) -> Evaluated<Value> {
        let address = self.trace.function_address(function);
        let width = self.pointer_width();
        Ok(Encoder::bits(self, width, address.into()))
    }

    fn local(&mut self, local: LocalId, scope: &mut Scope) -> Evaluated<(Base<Spot>, TypeId)> {
        let info = self.program.function(self.function_of(scope.frame)).local(local);
        if !info.in_memory {
            return Ok((Base::Register(local), info.ty));
        }
        let object = self.local_object(scope.frame, local);
        let Some(object) = object.and_then(|id| self.trace.object(id)) else {
            return Err(Halt::Gap(format!("{} has no storage", info.name)));
        };
        Ok((Base::Address(self.spot(object.info.address)), info.ty))
    }

    fn global(&mut self, global: GlobalId, _: &mut Scope) -> Evaluated<(Spot, TypeId)> {
        let ty = self.program.global(global).ty;
        match crate::initial::global_object(self.trace, global) {
            Some(object) => Ok((self.spot(object.info.address), ty)),
            None => Err(Halt::Gap("a global has no storage".into())),
        }
    }

    /// The address depends on the pointer; that of `p[i]` on both. An element is looked for from the pointer, anything else from the sum.
    fn pointee(&mut self, pointer: &Expr, is_element: bool, scope: &mut Scope) -> Evaluated<Spot> {
        let named = Encoder::truth(self, true);
        let ExprKind::PtrAdd(base, index) = &pointer.kind else {
            let pointer = self.expr(pointer, scope)?;
            let origin = Some(Origin { pointer, named });
            return Ok(Spot {
                address: pointer,
                origin,
                steering: [pointer].into_iter().collect(),
            });
        };
        let base = self.expr(base, scope)?;
        let index = whydunit_semantics::index(self, index, scope)?;
        let size = self.program.types.pointee_size(pointer.ty);
        let (address, origin) = if is_element {
            Encoder::element(self, base, index, size)?
        } else {
            let pointer = self.step_pointer(base, index, size)?;
            (pointer, Origin { pointer, named })
        };
        let steering = [base, index].into_iter().collect();
        Ok(Spot { address, origin: Some(origin), steering })
    }

    fn check_index(
        &mut self,
        array: &mut Spot,
        (obligation, is_access): (&Obligation, bool),
        index: &mut Operands<Value>,
        site: Site<'_>,
        scope: &mut Scope,
    ) -> Evaluated<()> {
        let Site::Index(place, position) = site else {
            return self.oblige(obligation, index, site, scope);
        };
        let inside = self.holds(&obligation.condition, index);
        let rest = &place.path[position + 1..];
        let origin = array.origin.as_mut().filter(|_| is_access);
        Encoder::check_index(self, (place, rest), inside, origin)
    }

    fn field(&mut self, spot: Spot, offset: u64) -> Spot {
        Spot { address: self.add(spot.address, offset), ..spot }
    }

    fn element(
        &mut self,
        mut array: Spot,
        index: Value,
        element: Element,
        _: &mut Scope,
    ) -> Evaluated<Spot> {
        array.steering.push(index);
        let width = self.pointer_width();
        let scale = Encoder::bits(self, width, element.size.into());
        let delta = Encoder::apply(self, Op::Mul, &[index, scale]);
        array.address = Encoder::apply(self, Op::Add, &[array.address, delta]);
        Ok(array)
    }

    fn load(
        &mut self,
        place: &Place,
        located: Located<Spot>,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        if let Located::Register(local) = located
            && let Some((_, value)) = scope.bound.iter().rev().find(|(bound, _)| *bound == local)
        {
            return Ok(self.constant(self.class(place.ty), (*value).cast_unsigned()));
        }
        let target = self.target_of(place, located, scope);
        self.load_target(place, target, scope)
    }

    fn address_of(
        &mut self,
        place: &Place,
        located: Located<Spot>,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        match self.target_of(place, located, scope) {
            Target::Memory(found) if found.bits.is_none() => Ok(found.address),
            _ => Err(Halt::Gap("the address of something that has none".into())),
        }
    }

    fn confine(&mut self, pointer: Value, bytes: u64, scope: &mut Scope) -> Evaluated<Value> {
        Ok(self.confined(pointer, bytes, scope))
    }

    fn quantifier(
        &mut self,
        quantifier: Quantifier<'_, Value>,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        self.written_out(quantifier, scope)
    }

    fn valid(
        &mut self,
        pointer: Value,
        size: u64,
        bounds: (Value, Value),
        _: &mut Scope,
    ) -> Evaluated<Value> {
        self.is_valid(pointer, size, bounds)
    }

    fn old(&mut self, slot: u32, expr: &Expr, scope: &mut Scope) -> Evaluated<Value> {
        self.in_snapshot(slot, expr, scope)
    }
}
