//! The state of an encoding while it walks along the trace.
//!
//! One walk serves both forms of formula:
//! - *equations* ([`Style::Equations`]): every write makes a new variable and an equation, which belongs to the step. Steps can be taken out one by one;
//! - *functions* ([`Style::Functions`]): values are terms over the inputs. Nothing can be taken out, but constants fold, so addresses stay
//!   constant unless an input decides them.
//!
//! Every value is carried together with the value it had in the run; what the walk computes is compared with what the
//! trace recorded, and a difference ends the encoding ([`EncodeError`]): a defect of ours, never an explanation.

use whydunit_claim::Inputs;
use whydunit_program::{FunctionId, LocalId, Point, Program, Target};
use whydunit_source::Span;
use whydunit_term::{Op, Sort, Term, Terms};
use whydunit_trace::{ErrorTrace, Step};

use crate::arms::Arms;
use crate::ending::Ending;
use crate::generated::{Contribution, Generated};
use crate::history::History;
use crate::hypothesis::Hypothesis;
use crate::initial::Initial;
use crate::joins::Joining;
use crate::memory::{Memory, Time};
use crate::mode::Mode;
use crate::readers::Read;
use crate::storage::{Value, apply};
use crate::suffix::Suffix;

/// An encoding gap: the walk does not agree with the run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("step {step}: {message}")]
pub struct EncodeError {
    pub step: usize,
    pub message: String,
    /// No defect: whoever asked for the encoding has said that it is enough.
    pub is_given_up: bool,
}

/// Asked before every step of a walk: shall it end there?
pub type IsEnough<'a> = &'a dyn Fn(&Terms) -> bool;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    Equations,
    Functions,
}

/// What happens to the dependence of an access on its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addresses {
    /// The access is to the cell of the run, and a guard says that the address was this one.
    Guarded,
    /// The access is to whichever cell of the object the address names; an address outside of it
    /// leaves the trace.
    Exact,
}

/// Why the evaluation of a step ends early.
#[derive(Clone, Debug)]
pub(crate) enum Halt {
    /// A check does not hold here: the end of the trace, or an operand that the run did not evaluate.
    Violated,
    Gap(String),
}

pub(crate) type Evaluated<T> = Result<T, Halt>;

/// Where names are looked up while an expression is evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) frame: u32,
    /// Contents are read as they were then (`\old`); `None`: as they are.
    pub(crate) at: Option<Time>,
    /// Variables of quantifiers.
    pub(crate) bound: Vec<(LocalId, i128)>,
}

impl Scope {
    pub(crate) fn new(frame: u32) -> Scope {
        Scope { frame, at: None, bound: Vec::new() }
    }
}

/// The state of a walk, and what it has beside the plain walk: a part for each, in a file of its own.
pub(crate) struct Encoder<'a> {
    pub(crate) program: &'a Program,
    pub(crate) trace: &'a ErrorTrace,
    pub(crate) terms: &'a mut Terms,
    pub(crate) style: Style,
    pub(crate) addresses: Addresses,
    /// Fixed ones are constants. Formulas of equations say so in `ψ` instead.
    pub(crate) inputs: Inputs,
    pub(crate) memory: Memory,
    pub(crate) initial: Initial,
    /// The step being encoded.
    pub(crate) step: u32,
    /// The expression that is being read.
    pub(crate) reading: Option<Span>,
    /// What each step read, for re-evaluation; kept only for functions.
    pub(crate) read_log: Vec<Read>,
    pub(crate) generated: Generated,
    pub(crate) history: History,
    pub(crate) ending: Ending,
    pub(crate) hypothesis: Hypothesis,
    pub(crate) mode: Mode<'a>,
    /// Where the walk begins in the middle.
    pub(crate) suffix: Option<Suffix>,
    pub(crate) arms: Arms,
    /// Only in the flow-sensitive form.
    pub(crate) joins: Option<Joining>,
    pub(crate) is_enough: Option<IsEnough<'a>>,
}

impl<'a> Encoder<'a> {
    /// A walk from the start that makes equations.
    pub(crate) fn equations(
        program: &'a Program,
        trace: &'a ErrorTrace,
        terms: &'a mut Terms,
        addresses: Addresses,
    ) -> Encoder<'a> {
        let history = History::of(trace);
        let encoder = Encoder::functions(program, trace, terms, Inputs::Free, history);
        Encoder { style: Style::Equations, addresses, ..encoder }
    }

    /// A walk that makes functions of the inputs.
    pub(crate) fn functions(
        program: &'a Program,
        trace: &'a ErrorTrace,
        terms: &'a mut Terms,
        inputs: Inputs,
        history: History,
    ) -> Encoder<'a> {
        Encoder {
            program,
            trace,
            terms,
            style: Style::Functions,
            addresses: Addresses::Exact,
            inputs,
            memory: Memory::default(),
            initial: Initial::default(),
            step: 0,
            reading: None,
            read_log: Vec::new(),
            generated: Generated::default(),
            history,
            ending: Ending::default(),
            hypothesis: Hypothesis::default(),
            mode: Mode::Run,
            suffix: None,
            arms: Arms::default(),
            joins: None,
            is_enough: None,
        }
    }

    pub(crate) fn current(&self) -> &'a Step {
        let trace: &'a ErrorTrace = self.trace;
        &trace.steps[self.step as usize]
    }

    pub(crate) fn is_last(&self) -> bool {
        self.step as usize + 1 == self.trace.steps.len()
    }

    pub(crate) fn target(&self) -> Target {
        self.program.types.target()
    }

    pub(crate) fn pointer_width(&self) -> u32 {
        self.target().pointer_width()
    }

    pub(crate) fn function_of(&self, frame: u32) -> FunctionId {
        let real = self.trace.frames.len();
        match self.trace.frames.get(frame as usize) {
            Some(frame) => frame.function,
            None => self.arms.function_of(frame as usize - real),
        }
    }

    pub(crate) fn contribution(&mut self) -> &mut Contribution {
        self.generated.contribution(self.step)
    }

    // Values.

    pub(crate) fn apply(&mut self, op: Op, operands: &[Value]) -> Value {
        apply(self.terms, op, operands)
    }

    pub(crate) fn bits(&mut self, width: u32, value: u128) -> Value {
        Value::bits(self.terms, width, value)
    }

    pub(crate) fn known(&self, value: Value) -> u128 {
        value.known_bits(self.terms)
    }

    pub(crate) fn not(&mut self, value: Value) -> Value {
        self.apply(Op::Not, &[value])
    }

    pub(crate) fn both(&mut self, a: Value, b: Value) -> Value {
        self.apply(Op::And, &[a, b])
    }

    pub(crate) fn either(&mut self, a: Value, b: Value) -> Value {
        self.apply(Op::Or, &[a, b])
    }

    pub(crate) fn implied(&mut self, a: Value, b: Value) -> Value {
        let not_a = self.not(a);
        self.either(not_a, b)
    }

    pub(crate) fn equal(&mut self, a: Value, b: Value) -> Value {
        self.apply(Op::Eq, &[a, b])
    }

    /// The value has what it had in the run.
    pub(crate) fn unchanged(&mut self, value: Value) -> Value {
        self.equal(value, Value::constant(value.known))
    }

    pub(crate) fn truth(&mut self, value: bool) -> Value {
        Value::constant(self.terms.bool(value))
    }

    /// `value` where `when` holds (as it does in the run), something unknown elsewhere.
    pub(crate) fn only_when(&mut self, when: Value, value: Value, what: &str) -> Value {
        if when.term == Term::TRUE {
            return value;
        }
        let sort = self.terms.sort(value.known);
        let unknown = self.unknown(what, sort);
        Value { term: self.terms.ite(when.term, value.term, unknown), known: value.known }
    }

    /// An unknown value, different from every other unknown value: the store grows with each of them.
    pub(crate) fn unknown(&mut self, what: &str, sort: Sort) -> Term {
        let name = format!("{what}@{}?{}", self.step, self.terms.len());
        self.terms.opaque(&name, sort, &[])
    }

    pub(crate) fn gap(&self, message: impl Into<String>) -> EncodeError {
        EncodeError { step: self.step as usize, message: message.into(), is_given_up: false }
    }

    /// Goes on only while nobody has said that it is enough.
    pub(crate) fn go_on(&self) -> Result<(), EncodeError> {
        match self.is_enough.is_some_and(|is_enough| is_enough(self.terms)) {
            true => Err(EncodeError {
                is_given_up: true,
                ..self.gap("the formula for the run takes too long, or too much room")
            }),
            false => Ok(()),
        }
    }

    pub(crate) fn point(&self) -> Point {
        self.current().point
    }
}
