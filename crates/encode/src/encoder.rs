//! The state of an encoding while it walks along the trace.
//!
//! One walk serves both forms of formula:
//! - *equations* ([`Style::Equations`]): every write makes a new variable and an equation, which belongs to the step. Steps can be taken out one by one;
//! - *functions* ([`Style::Functions`]): values are terms over the inputs. Nothing can be taken out, but constants fold, so addresses stay
//!   constant unless an input decides them.
//!
//! Every value is carried together with the value it had in the run; what the walk computes is compared with what the
//! trace recorded, and a difference ends the encoding ([`EncodeError`]): a defect of ours, never an explanation.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_interp::{ObjectId, ObjectKind};
use whydunit_program::{CheckKind, FunctionId, LocalId, Point, Program, Target};
use whydunit_source::Span;
use whydunit_term::{Op, Sort, Term, Terms};
use whydunit_trace::{ErrorTrace, Step};

use crate::initial::Initial;
use crate::memory::{Memory, Time};
use crate::storage::{Range, Value, apply};

/// An encoding gap: the walk does not agree with the run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("step {step}: {message}")]
pub struct EncodeError {
    pub step: usize,
    pub message: String,
}

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

/// What one step contributes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contribution {
    /// `x' = e`, one for each new variable.
    pub(crate) equations: Vec<Term>,
    /// Addresses were those of the run.
    pub(crate) guards: Vec<Term>,
    /// Checks that the step passed.
    pub(crate) facts: Vec<Term>,
    /// The branch went the way it went, the assumption held.
    pub(crate) condition: Option<Term>,
    /// What is followed at all; only kept apart from facts where values are functions of the inputs.
    pub(crate) limits: Vec<Term>,
}

/// A new variable of a formula of equations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definition {
    pub variable: Term,
    pub range: Range,
    pub step: u32,
    /// What the step makes it equal to.
    pub value: Term,
    /// What it was in the run.
    pub known: Term,
}

/// A value that the program does not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputVariable {
    pub variable: Term,
    /// What it was in the run.
    pub known: Term,
    /// Addresses are given, not chosen: they are never free.
    pub is_address: bool,
    pub step: u32,
    /// Index in [`ErrorTrace::inputs`].
    pub record: u32,
}

/// Contents that no step has set and that nothing is known of but what the run found there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unset {
    pub variable: Term,
    pub known: Term,
    pub range: Range,
}

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

pub(crate) struct Encoder<'a> {
    pub(crate) program: &'a Program,
    pub(crate) trace: &'a ErrorTrace,
    pub(crate) terms: &'a mut Terms,
    pub(crate) style: Style,
    pub(crate) addresses: Addresses,
    pub(crate) memory: Memory,
    pub(crate) initial: Initial,
    /// The step being encoded.
    pub(crate) step: u32,
    pub(crate) contributions: Vec<Contribution>,
    /// The moment before each step.
    pub(crate) times: Vec<Time>,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) inputs: Vec<InputVariable>,
    pub(crate) unset: Vec<Unset>,
    /// The run up to the first step, when the walk begins there with any contents.
    pub(crate) before: Option<crate::suffix::Before>,
    /// Contents that the walk began with.
    pub(crate) state: Vec<Unset>,
    /// Conditions under which the operand being evaluated is evaluated at all.
    pub(crate) under: Vec<Value>,
    /// The condition that fails at the end.
    pub(crate) violated: Option<Term>,
    /// It is not one of the step's checks: it says that the step reads what it read.
    pub(crate) is_guessed: bool,
    pub(crate) locals: Rc<LocalObjects>,
    /// When objects were found to exist.
    pub(crate) created: Rc<FxHashMap<ObjectId, Time>>,
    /// The expression that is being read.
    pub(crate) reading: Option<Span>,
    pub(crate) activated: usize,
    pub(crate) snapshots: Rc<Snapshots>,
    /// How many bytes are given back to standard input, from each step on that changes it.
    pub(crate) pushed_back: Rc<Vec<(u32, u32)>>,
    /// What each step read, for re-evaluation; kept only for functions.
    pub(crate) read_log: Vec<(u32, Range, Option<Time>)>,
    /// Inputs are constants. Formulas of equations say so in `ψ` instead.
    pub(crate) constant_inputs: bool,
    /// The variables of inputs by their records, when a step is evaluated again.
    pub(crate) given_inputs: Rc<FxHashMap<u32, Term>>,
    /// A step is evaluated again with other values: what it leaves need not be what the run left.
    pub(crate) is_replay: bool,
    /// What the step at hand stores in place of what it computes.
    pub(crate) stored_instead: Option<Term>,
    /// What the step would have stored otherwise.
    pub(crate) not_stored: Option<Term>,
    /// The selector of what the step at hand assigns.
    pub(crate) selected: Option<crate::selectable::Selected>,
    /// The selectors of its inputs, by record, with what is open of them.
    pub(crate) selected_inputs: Vec<(u32, Term, Option<crate::replace::Opened>)>,
    /// What may stand in place of expressions of the program.
    pub(crate) offering: Option<crate::changeable::Offering<'a>>,
    /// What the step at hand stores at a scalar place.
    pub(crate) stored: Option<Value>,
    /// An input (by its record) that is another one.
    pub(crate) input_instead: Option<(u32, Term)>,
    /// A side is executed that the run may not have taken: its values may break its own checks.
    pub(crate) is_hypothetical: bool,
    pub(crate) effort: crate::sides::Effort,
    /// Functions of frames that the run did not have; they follow those of the trace.
    pub(crate) virtual_frames: Vec<FunctionId>,
    pub(crate) choices: Vec<crate::sides::Choice>,
    /// Conditionals that are taken with all their sides: the step of the branch, and the last step before the join is past.
    pub(crate) unions: Rc<std::collections::BTreeMap<u32, u32>>,
    /// Contents that are open.
    pub(crate) opened: Vec<crate::replace::Opened>,
    /// The step that the first of `contributions` belongs to.
    pub(crate) first: u32,
    /// What links were in the run.
    pub(crate) link_values: Vec<(Term, Term)>,
    /// Values after joins, with what they were made of: the moment of the write and the conjunction.
    pub(crate) joined_reads: FxHashMap<Range, (Time, Term, Value)>,
    /// The last value after joins, with the moment of the write and the step of the read.
    pub(crate) last_joined: FxHashMap<Range, (Time, u32, Value)>,
    /// Only in the flow-sensitive form: every read of the present contents goes through the joins before it.
    pub(crate) frames: Option<crate::frames::Frames>,
}

/// The objects that have been a local of a frame, in order, with the number of steps before each.
pub(crate) type LocalObjects = FxHashMap<(u32, LocalId), Vec<(u32, ObjectId)>>;
/// The moments that a frame kept under a number, with the steps that kept them.
pub(crate) type Snapshots = FxHashMap<(u32, u32), Vec<(u32, Time)>>;

pub(crate) fn local_objects(trace: &ErrorTrace) -> LocalObjects {
    let mut locals = LocalObjects::default();
    for object in &trace.objects {
        if let ObjectKind::Local { frame, local, .. } = object.info.kind {
            locals.entry((frame, local)).or_default().push((object.created, object.id));
        }
    }
    locals
}

impl<'a> Encoder<'a> {
    pub(crate) fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        terms: &'a mut Terms,
        style: Style,
        addresses: Addresses,
    ) -> Encoder<'a> {
        Encoder {
            program,
            trace,
            terms,
            style,
            addresses,
            memory: Memory::default(),
            initial: Initial::default(),
            step: 0,
            contributions: Vec::new(),
            times: Vec::new(),
            definitions: Vec::new(),
            inputs: Vec::new(),
            unset: Vec::new(),
            before: None,
            state: Vec::new(),
            under: Vec::new(),
            violated: None,
            is_guessed: false,
            locals: Rc::default(),
            created: Rc::default(),
            reading: None,
            activated: 0,
            snapshots: Rc::default(),
            pushed_back: Rc::default(),
            read_log: Vec::new(),
            constant_inputs: false,
            given_inputs: Rc::default(),
            is_replay: false,
            stored_instead: None,
            selected: None,
            selected_inputs: Vec::new(),
            not_stored: None,
            offering: None,
            stored: None,
            input_instead: None,
            opened: Vec::new(),
            is_hypothetical: false,
            effort: crate::sides::Effort::default(),
            virtual_frames: Vec::new(),
            choices: Vec::new(),
            unions: Rc::default(),
            first: 0,
            link_values: Vec::new(),
            joined_reads: FxHashMap::default(),
            last_joined: FxHashMap::default(),
            frames: None,
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
            None => self.virtual_frames[frame as usize - real],
        }
    }

    pub(crate) fn contribution(&mut self) -> &mut Contribution {
        let position = (self.step - self.first) as usize;
        &mut self.contributions[position]
    }

    /// Notes when objects begin to exist.
    pub(crate) fn activate_objects(&mut self) {
        while let Some(object) = self.trace.objects.get(self.activated)
            && object.created <= self.step
        {
            Rc::make_mut(&mut self.created).insert(object.id, self.memory.now());
            self.activated += 1;
        }
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

    // Checks.

    /// Is a check of this kind made?
    pub(crate) fn checks(&self, kind: CheckKind) -> bool {
        self.trace.checks.contains(kind) || self.program.arithmetic.is_limit(kind)
    }

    fn conditional(&mut self, condition: Value) -> Term {
        let mut result = condition;
        for index in (0..self.under.len()).rev() {
            let when = self.under[index];
            result = self.implied(when, result);
        }
        result.term
    }

    /// Is the operand at hand one that the run did not evaluate?
    pub(crate) fn is_speculative(&self) -> bool {
        self.under.iter().any(|when| !when.is_true())
    }

    /// Something that must hold here for the run to go on. In the run it held, unless this is the end.
    pub(crate) fn require(&mut self, condition: Value) -> Evaluated<()> {
        if condition.is_true() || self.is_hypothetical {
            let fact = self.conditional(condition);
            if fact != Term::TRUE {
                self.contribution().facts.push(fact);
            }
            return Ok(());
        }
        if self.is_speculative() {
            let fact = self.conditional(condition);
            self.contribution().facts.push(fact);
            return Err(Halt::Violated);
        }
        if self.is_last() {
            // An operand that is not evaluated breaks no check.
            self.violated = Some(self.conditional(condition));
            return Err(Halt::Violated);
        }
        Err(Halt::Gap("a check fails that the run passed".into()))
    }

    /// As [`Encoder::require`], where checks of this kind are made.
    pub(crate) fn check(&mut self, kind: CheckKind, condition: Value) -> Evaluated<()> {
        if self.program.arithmetic.is_limit(kind) {
            return self.follow_only(condition);
        }
        if !self.checks(kind) {
            return Ok(());
        }
        self.require(condition)
    }

    /// Something without which the run is not followed. In the run it held.
    fn follow_only(&mut self, condition: Value) -> Evaluated<()> {
        let is_known = condition.is_true();
        if !is_known && !self.is_speculative() && !self.is_hypothetical {
            return Err(Halt::Gap("a limit is exceeded that the run kept to".into()));
        }
        let limit = self.conditional(condition);
        if limit != Term::TRUE {
            let functions = self.style == Style::Functions;
            let contribution = self.contribution();
            let list = if functions { &mut contribution.limits } else { &mut contribution.facts };
            list.push(limit);
        }
        if is_known || self.is_hypothetical { Ok(()) } else { Err(Halt::Violated) }
    }

    /// An address (or what decides one) was what it was. Returns what to go on with: the value of the run.
    pub(crate) fn guard(&mut self, value: Value) -> Value {
        let same = self.unchanged(value);
        let guard = self.conditional(same);
        if guard != Term::TRUE {
            self.contribution().guards.push(guard);
        }
        Value::constant(value.known)
    }

    pub(crate) fn gap(&self, message: impl Into<String>) -> EncodeError {
        EncodeError { step: self.step as usize, message: message.into() }
    }

    pub(crate) fn point(&self) -> Point {
        self.current().point
    }
}
