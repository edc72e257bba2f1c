//! Of all inputs that lead to a failure, one that a person would have chosen.
//!
//! Everything is first tried at its plainest value (zero, the end of input, `a`), all at once and then in halves; what cannot
//! have it gets the smallest value that it can have. Each trial is a question to the solver about the same formula.

use whydunit_program::{Program, Type, TypeId};
use whydunit_solver::{Answer, Budget, Goal, Optimum, Signedness, Solve, optimum};
use whydunit_term::{Evaluator, Model, Sort, Term, Terms};

use crate::exec::{EventKind, Executed, Shape};
use crate::limits::MOST_PARTS;

/// A part of the inputs and how its values are liked.
#[derive(Clone, Copy, Debug)]
struct Part {
    term: Term,
    preference: Preference,
    /// Whether a run asks for it at all.
    when: Term,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Preference {
    Signed,
    Unsigned,
    Float,
    Character,
    /// A character of a text that had better end.
    Text,
    /// A condition that had better hold.
    Likely,
    /// A condition that had better not hold.
    Unlikely,
}

struct Search<'a> {
    solver: &'a mut dyn Solve,
    terms: &'a mut Terms,
    assumptions: Vec<Term>,
    model: Model,
    budget: &'a Budget,
    /// Parts that could not have their plainest value: each costs many questions.
    hard: usize,
}

/// A model of the assumptions with plain values.
pub(crate) fn typical(
    program: &Program,
    solver: &mut dyn Solve,
    terms: &mut Terms,
    executed: &Executed,
    assumptions: &[Term],
    model: Model,
    budget: &Budget,
) -> Model {
    let parts = parts(program, terms, executed);
    let assumptions = assumptions.to_vec();
    let mut search = Search { solver, terms, assumptions, model, budget, hard: 0 };
    search.settle(&parts[..parts.len().min(MOST_PARTS)]);
    search.model
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.budget.exceeded().is_some() || self.hard > 24
    }

    fn value(&self, term: Term) -> u128 {
        Evaluator::new(&self.model).value(self.terms, term).unwrap_or(0)
    }

    /// Adds conditions if they can hold together with what is settled.
    fn try_add(&mut self, conditions: &[Term]) -> bool {
        let mut evaluator = Evaluator::new(&self.model);
        let holds = conditions
            .iter()
            .all(|&term| evaluator.value(self.terms, term).is_some_and(|v| v != 0));
        if holds {
            self.assumptions.extend_from_slice(conditions);
            return true;
        }
        let before = self.assumptions.len();
        self.assumptions.extend_from_slice(conditions);
        match self.solver.check(self.terms, &self.assumptions, self.budget) {
            Answer::Sat(model) => {
                self.model = model;
                true
            }
            Answer::Unsat(_) | Answer::Unknown(_) => {
                self.assumptions.truncate(before);
                false
            }
        }
    }

    fn settle(&mut self, parts: &[Part]) {
        if parts.is_empty() || self.is_over() {
            return;
        }
        let preferences: Vec<Term> = parts.iter().map(|part| self.plainest(part)).collect();
        if self.try_add(&preferences) {
            return;
        }
        match parts {
            [only] => {
                self.hard += 1;
                self.smallest(only);
            }
            _ => {
                let (first, second) = parts.split_at(parts.len() / 2);
                self.settle(first);
                self.settle(second);
            }
        }
    }

    fn plainest(&mut self, part: &Part) -> Term {
        let preference = match part.preference {
            Preference::Likely => part.term,
            Preference::Unlikely => self.terms.not(part.term),
            Preference::Signed | Preference::Unsigned | Preference::Float | Preference::Text => {
                self.equals(part.term, 0)
            }
            Preference::Character => self.equals(part.term, b'a'.into()),
        };
        // What no run asks for may be anything.
        self.terms.implies(part.when, preference)
    }

    fn equals(&mut self, term: Term, value: u128) -> Term {
        let value = self.terms.bits(self.terms.width(term), value);
        self.terms.eq(term, value)
    }

    fn within(&mut self, term: Term, low: u128, high: u128) -> [Term; 2] {
        let width = self.terms.width(term);
        let (low, high) = (self.terms.bits(width, low), self.terms.bits(width, high));
        [self.terms.ule(low, term), self.terms.ule(term, high)]
    }

    /// The best value of a part that cannot have the plainest.
    fn smallest(&mut self, part: &Part) {
        let width = self.terms.sort(part.term).width();
        match part.preference {
            Preference::Likely | Preference::Unlikely => {}
            Preference::Character | Preference::Text => {
                for plain in [b'a', b'0', b'1', b'A', b' ', b'\n', b'-', 0] {
                    let preference = self.equals(part.term, plain.into());
                    if self.try_add(&[preference]) {
                        return;
                    }
                }
                let printable = self.within(part.term, 0x21, 0x7e);
                let _ = self.try_add(&printable);
                self.fix(part.term);
            }
            Preference::Float => {
                for plain in
                    [1.0, -1.0, 2.0, 0.5, 3.0, 10.0, -2.0, -10.0, 100.0, 1e3, 1e6, 1e9, -1e9]
                {
                    let bits = match width {
                        32 => u128::from((plain as f32).to_bits()),
                        _ => u128::from(f64::to_bits(plain)),
                    };
                    let preference = self.equals(part.term, bits);
                    if self.try_add(&[preference]) {
                        return;
                    }
                }
                self.fix(part.term);
            }
            Preference::Unsigned => {
                for high in [16, 1 << 8, 1 << 16] {
                    if high < Sort::Bits(width).mask() {
                        let small = self.within(part.term, 0, high);
                        if self.try_add(&small) {
                            break;
                        }
                    }
                }
                self.optimise(part.term, Goal::Smallest);
            }
            Preference::Signed => self.near_zero(part.term, width),
        }
    }

    /// The value of a signed number that is nearest to zero, positive rather than negative.
    fn near_zero(&mut self, term: Term, width: u32) {
        let mask = Sort::Bits(width).mask();
        let highest = mask >> 1;
        for limit in [16, 1 << 8, 1 << 12, 1 << 16, highest] {
            if limit > highest {
                continue;
            }
            let positive = self.within(term, 1, limit);
            if self.try_add(&positive) {
                self.optimise(term, Goal::Smallest);
                return;
            }
            let negative = self.within(term, mask - limit + 1, mask);
            if self.try_add(&negative) {
                self.optimise(term, Goal::Largest);
                return;
            }
        }
        self.fix(term);
    }

    /// Unsigned order is right for either sign once the sign is settled.
    fn optimise(&mut self, term: Term, goal: Goal) {
        let goal = (goal, Signedness::Unsigned);
        let found = optimum(self.solver, self.terms, term, goal, &self.assumptions, self.budget);
        match found {
            Optimum::Found { model, .. } | Optimum::Unknown { best: Some((_, model)), .. } => {
                self.model = model;
            }
            Optimum::Infeasible(_) | Optimum::Unknown { best: None, .. } => {}
        }
        self.fix(term);
    }

    fn fix(&mut self, term: Term) {
        let value = self.value(term);
        let settled = match self.terms.sort(term) {
            Sort::Bool if value != 0 => term,
            Sort::Bool => self.terms.not(term),
            Sort::Bits(_) => self.equals(term, value),
        };
        self.assumptions.push(settled);
    }
}

/// All parts of the inputs. Lengths and counts come first: they decide how much else there is.
fn parts(program: &Program, terms: &Terms, executed: &Executed) -> Vec<Part> {
    let mut collector = Collector { program, terms, lengths: Vec::new(), values: Vec::new() };
    if let Some(arguments) = &executed.arguments {
        collector.length(arguments.count, Term::TRUE);
        for (length, bytes) in &arguments.strings {
            collector.length(*length, Term::TRUE);
            for &byte in bytes {
                collector.value(byte, Preference::Character, Term::TRUE);
            }
        }
    }
    for (_, shape) in &executed.inputs {
        collector.shape(shape, Term::TRUE, Preference::Unlikely);
    }
    for event in &executed.events {
        if !matches!(event.kind, EventKind::Number(_) | EventKind::Unset { .. })
            && terms.value(event.when).is_none()
        {
            // Standard input had better end before.
            let (term, when) = (event.when, Term::TRUE);
            collector.lengths.push(Part { term, preference: Preference::Unlikely, when });
        }
        match &event.kind {
            EventKind::Number(number) => {
                collector.shape(&number.shape, event.when, Preference::Unlikely)
            }
            EventKind::Byte(byte) => collector.value(*byte, Preference::Character, event.when),
            EventKind::Integer { value, signed, .. } => {
                let preference = if *signed { Preference::Signed } else { Preference::Unsigned };
                collector.value(*value, preference, event.when);
            }
            EventKind::Float(value) => collector.value(*value, Preference::Float, event.when),
            EventKind::Word { length, bytes } => {
                collector.length(*length, event.when);
                for &byte in bytes {
                    collector.value(byte, Preference::Character, event.when);
                }
            }
            EventKind::Unset { ty, value, .. } => {
                let preference = collector.preference(*ty);
                collector.value(*value, preference, event.when);
            }
            EventKind::Literal(_) | EventKind::Junk => {}
        }
    }
    let Collector { mut lengths, values, .. } = collector;
    lengths.extend(values);
    lengths
}

struct Collector<'a> {
    program: &'a Program,
    terms: &'a Terms,
    lengths: Vec<Part>,
    values: Vec<Part>,
}

impl Collector<'_> {
    fn length(&mut self, term: Term, when: Term) {
        if self.terms.value(term).is_none() {
            self.lengths.push(Part { term, preference: Preference::Unsigned, when });
        }
    }

    fn value(&mut self, term: Term, preference: Preference, when: Term) {
        if self.terms.value(term).is_none() {
            self.values.push(Part { term, preference, when });
        }
    }

    /// `null` says how null is liked: less than something as the input itself, more inside of one, where lists and trees
    /// had better end.
    fn shape(&mut self, shape: &Shape, when: Term, null: Preference) {
        match shape {
            Shape::Scalar { ty, value } => self.value(*value, self.preference(*ty), when),
            Shape::List(elements) => {
                for element in elements {
                    self.shape(element, when, Preference::Likely);
                }
            }
            Shape::Fields(fields) => {
                for (_, shape) in fields {
                    self.shape(shape, when, Preference::Likely);
                }
            }
            Shape::Pointer { is_null, count, elements } => {
                if self.terms.value(*is_null).is_none() {
                    self.lengths.push(Part { term: *is_null, preference: null, when });
                }
                self.length(*count, when);
                for element in elements {
                    self.shape(element, when, Preference::Likely);
                }
            }
            Shape::Function { .. } | Shape::Given(_) | Shape::Null => {}
        }
    }

    fn preference(&self, ty: TypeId) -> Preference {
        match self.program.types.get(ty) {
            Type::Float(_) => Preference::Float,
            Type::Int(kind) if kind.bits == 8 => Preference::Text,
            _ if self.program.types.int_kind(ty).is_some_and(|kind| kind.signed) => {
                Preference::Signed
            }
            _ => Preference::Unsigned,
        }
    }
}
