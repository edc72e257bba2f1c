//! Inputs: what is left open, under which name, and when it is asked for.
//!
//! Inputs that exist from the start have a [`Shape`]. Those that the run asks for are [`Event`]s: the path condition says whether a
//! run gets there, and since events are noted in the order of execution, those of one run in their order are its inputs.

use whydunit_interp::InputValue;
use whydunit_program::{Arithmetic, Class, InputOrigin, Place, TypeId};
use whydunit_semantics::Located;
use whydunit_source::Span;
use whydunit_term::{Sort, Term};

use super::interval::Interval;
use super::memory::Fill;
use super::pointer::Storage;
use super::shape::{PointerFacts, Room};
use super::state::{Register, State};
use super::{CutReason, Exec, Run};
use crate::limits::MATHEMATICAL_BITS;

/// A value among the inputs, of any type.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Scalar {
        ty: TypeId,
        value: Term,
    },
    List(Vec<Shape>),
    Fields(Vec<(String, Shape)>),
    /// A pointer to the first of `count` elements, or null.
    Pointer {
        is_null: Term,
        count: Term,
        elements: Vec<Shape>,
    },
    /// One of the program's functions: the address, and the names of those that it may be.
    Function {
        address: Term,
        names: Vec<(u64, String)>,
    },
    Given(InputValue),
    Null,
}

/// A value asked for by number: `nondet#3`, `f#1`.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) base: String,
    pub(crate) shape: Shape,
}

#[derive(Clone, Debug)]
pub(crate) enum EventKind {
    Number(Number),
    /// Storage that is read before it is written, while that is not checked.
    Unset {
        name: String,
        ty: TypeId,
        value: Term,
    },
    /// The next byte of standard input.
    Byte(Term),
    /// A number in standard input, between blanks.
    Integer {
        value: Term,
        signed: bool,
        radix: u32,
    },
    Float(Term),
    /// A word in standard input, between blanks: bytes, and how many of them.
    Word {
        length: Term,
        bytes: Vec<Term>,
    },
    /// A character that the format asks for.
    Literal(u8),
    /// Text that is no number.
    Junk,
}

#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) when: Term,
    pub(crate) kind: EventKind,
}

/// `argc` and the strings behind `argv`, the program's name not included.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    pub(crate) count: Term,
    pub(crate) strings: Vec<(Term, Vec<Term>)>,
}

impl Exec<'_> {
    pub(super) fn note_event(&mut self, state: &State, kind: EventKind) {
        let when = state.path.condition();
        self.done.events.push(Event { when, kind });
    }

    /// `nondet` or the name of the function that is asked.
    pub(super) fn base_name(origin: &InputOrigin) -> String {
        origin.answered_by().unwrap_or("nondet").to_owned()
    }

    pub(super) fn note_number(
        &mut self,
        state: &State,
        origin: &InputOrigin,
        ty: TypeId,
        value: Term,
        given: Option<&InputValue>,
    ) {
        let shape = match given {
            Some(given) => Shape::Given(given.clone()),
            None => Shape::Scalar { ty, value },
        };
        let number = Number { base: Self::base_name(origin), shape };
        self.note_event(state, EventKind::Number(number));
    }

    /// The place receives a value that the program does not determine.
    pub(super) fn input_statement(
        &mut self,
        state: &mut State,
        place: &Place,
        origin: &InputOrigin,
        span: Span,
    ) -> Run<()> {
        // Names in functions of the library are none of the user's.
        let is_library = matches!(origin, InputOrigin::Library { .. } | InputOrigin::Random(_));
        let variable = self.variable_name(place).filter(|_| !is_library);
        let given = variable.and_then(|name| self.spec.inputs.get(&name)).cloned();
        if let Some(InputValue::List(_)) = given
            && self.class(place.ty) != Class::Other
        {
            return self.gap(state, "a list of values for one variable", span);
        }
        if let Class::Other = self.class(place.ty) {
            let to = self.address_of(state, place, false)?;
            let size = self.size_of(place.ty);
            let fresh = self.new_sized(state, size.into(), Storage::Input, Fill::Zero);
            let shape = self.shape(state, (fresh, 0), place.ty, "nondet", 0, given.as_ref())?;
            let from = self.address(fresh);
            self.copy(state, to, from, size, span)?;
            self.end_object(state, fresh);
            let number = Number { base: Self::base_name(origin), shape };
            self.note_event(state, EventKind::Number(number));
            return Ok(());
        }
        if let Some(pointee) = self.program.types.pointee(place.ty) {
            let base = Self::base_name(origin);
            // A pointer out of nowhere need not lead to anything; what a function of the outside returns does.
            let room = match origin {
                InputOrigin::Nondet(_) => Room::Any,
                InputOrigin::Library { .. } => Room::Text,
                _ => Room::Assumed,
            };
            let about = PointerFacts { room, may_be_null: true };
            let (value, shape) =
                self.pointer_shape(state, pointee, &base, 1, Some(about), given.as_ref(), span)?;
            self.note_event(state, EventKind::Number(Number { base, shape }));
            return self.store_place(state, place, value);
        }
        let located = self.locate_place(state, place, false)?;
        let value = self.input_value(place.ty, given.as_ref());
        self.note_number(state, origin, place.ty, value, given.as_ref());
        match located {
            Located::Register(local) => {
                state.registers[local.index()] = Register { value, is_set: Term::TRUE };
                Ok(())
            }
            Located::Memory(address) => self.store_scalar(state, address, place.ty, value, span),
            Located::Bits(address, bits, _) => self.store_bits(state, address, bits, value, span),
        }
    }

    /// A scalar that is not a pointer: given, or any. Mathematical integers are any within [`MATHEMATICAL_BITS`].
    pub(super) fn input_value(&mut self, ty: TypeId, given: Option<&InputValue>) -> Term {
        let class = self.class(ty);
        let width = class.width();
        if let Some(given) = given {
            return self.given_scalar(class, given);
        }
        let variable = self.variable("input", Sort::Bits(width));
        if class == Class::Bool {
            let bit = self.terms.extract(variable, 0, 0);
            return self.terms.zero_extend(bit, 8);
        }
        if self.program.arithmetic == Arithmetic::Mathematical && class.signed() {
            self.restrict(variable, width);
        }
        variable
    }

    fn restrict(&mut self, input: Term, width: u32) {
        let bits = MATHEMATICAL_BITS.min(width - 2);
        let low = self.terms.bits(width, (-1_i128 << bits) as u128);
        let high = self.terms.bits(width, 1 << bits);
        let is_above = self.terms.sle(low, input);
        let is_below = self.terms.sle(input, high);
        self.done.assumptions.extend([is_above, is_below]);
        self.intervals.insert(input, Interval { low: -1 << bits, high: 1 << bits });
        self.bound_once(CutReason::Range(format!("integer inputs from -2^{bits} to 2^{bits}")));
    }

    pub(super) fn given_scalar(&mut self, class: Class, given: &InputValue) -> Term {
        let width = class.width();
        let float = |value: f64| match width {
            32 => u128::from((value as f32).to_bits()),
            _ => u128::from(value.to_bits()),
        };
        let bits = match (given, class) {
            (InputValue::Int(value), Class::Float { .. }) => float(*value as f64),
            (InputValue::Int(value), Class::Bool) => u128::from(*value != 0),
            (InputValue::Int(value), _) => *value as u128,
            (InputValue::Float(value), Class::Float { .. }) => float(*value),
            (InputValue::Float(value), Class::Bool) => u128::from(*value != 0.0),
            (InputValue::Float(value), _) => *value as i128 as u128,
            (InputValue::Bytes(bytes), _) => bytes.first().copied().unwrap_or(0).into(),
            (InputValue::List(values), _) => {
                let first = values.first().cloned().unwrap_or(InputValue::Int(0));
                return self.given_scalar(class, &first);
            }
            (InputValue::Name(name), _) => match self.program.types.enum_constant(name) {
                Some(value) => value as u128,
                None => {
                    let function = self.program.find_function(name);
                    let entry = function.map(|function| self.functions[function.index()]);
                    entry.map_or(0, |entry| self.address_number(entry).into())
                }
            },
            (InputValue::Fields(_) | InputValue::Null, _) => 0,
        };
        self.terms.bits(width, bits)
    }

    /// A bound on the inputs that holds for the whole search.
    pub(super) fn input_bound(&mut self, words: String) {
        self.bound_once(CutReason::Input(words));
    }

    fn bound_once(&mut self, reason: CutReason) {
        if !self.done.cuts.iter().any(|cut| cut.reason == reason) {
            let at = self.here();
            self.done.cuts.push(super::Cut { reason, condition: Term::TRUE, at });
        }
    }

    /// Where the start function is declared: the place of everything that exists before it begins.
    pub(super) fn start_span(&self) -> Span {
        self.program.function(self.spec.function).span
    }
}
