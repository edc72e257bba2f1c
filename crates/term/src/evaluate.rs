//! The value of a term under a model.
//!
//! Evaluation is lazy where that matters: `And` and `Or` stop at the first operand that decides them, `Ite` looks at
//! the chosen side only. A term whose value depends on an opaque application has no value. The walk keeps its own
//! stack, so nesting is limited by memory alone; each term is evaluated at most once per [`Evaluator`].

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::fold::fold;
use crate::{Model, Op, Term, Terms};

impl Terms {
    /// The value of `term` when the variables have the values of `model`; `None` when it depends on an
    /// [`Op::Opaque`] application. For many terms under one model, use an [`Evaluator`].
    pub fn evaluate(&self, term: Term, model: &Model) -> Option<u128> {
        Evaluator::new(model).value(self, term)
    }
}

/// Evaluates terms of one store under one model and remembers the values: evaluating many terms that share parts
/// costs as much as the parts together.
#[derive(Debug)]
pub struct Evaluator<'a> {
    model: &'a Model,
    /// Variables beside the model.
    further: Model,
    /// Values of older terms, under a model that this one adds variables to.
    base: Option<&'a Evaluator<'a>>,
    cache: Cache,
    stack: Vec<Frame>,
}

/// A term being evaluated.
#[derive(Debug)]
struct Frame {
    term: Term,
    /// How many operands have been looked at.
    next: u32,
    /// Has one of them no value?
    unknown: bool,
}

/// What is known about a term after looking at its operands so far.
enum Step {
    Done(Option<u128>),
    /// The operand at that position is needed.
    Need(Term),
}

impl<'a> Evaluator<'a> {
    pub fn new(model: &'a Model) -> Evaluator<'a> {
        Evaluator {
            model,
            further: Model::new(),
            base: None,
            cache: Cache::default(),
            stack: Vec::new(),
        }
    }

    /// Evaluates under the model of `base` with further variables, which `base` has not met in any term. What `base`
    /// has evaluated is not evaluated again: many small extensions of one large model are cheap.
    pub fn over(base: &'a Evaluator<'a>) -> Evaluator<'a> {
        Evaluator { base: Some(base), ..Evaluator::new(base.model) }
    }

    /// Gives a variable a value that no term evaluated so far depends on.
    pub fn set(&mut self, terms: &Terms, variable: Term, value: u128) {
        self.further.set_term(terms, variable, value);
    }

    fn variable(&self, symbol: crate::Symbol) -> u128 {
        match self.base {
            _ if self.further.contains(symbol) => self.further.get(symbol),
            Some(base) => base.variable(symbol),
            None => self.model.get(symbol),
        }
    }

    /// The value of a term; see [`Terms::evaluate`]. All calls must pass the same store, which may have grown.
    pub fn value(&mut self, terms: &Terms, term: Term) -> Option<u128> {
        if let Some(known) = self.known(terms, term) {
            return known;
        }
        self.stack.push(Frame { term, next: 0, unknown: false });
        while let Some(mut frame) = self.stack.pop() {
            match self.step(terms, &mut frame) {
                Step::Done(value) => self.cache.insert(terms, frame.term, value),
                Step::Need(operand) => {
                    self.stack.push(frame);
                    self.stack.push(Frame { term: operand, next: 0, unknown: false });
                }
            }
        }
        self.known(terms, term).expect("the walk should have reached its root")
    }

    fn known(&self, terms: &Terms, term: Term) -> Option<Option<u128>> {
        match terms.op(term) {
            Op::Constant(_) => Some(terms.value(term)),
            Op::Variable(symbol) => Some(Some(self.variable(symbol) & terms.sort(term).mask())),
            Op::Opaque(_) => Some(None),
            _ => self.cache.get(term).or_else(|| self.base?.cache.get(term)),
        }
    }

    fn step(&self, terms: &Terms, frame: &mut Frame) -> Step {
        let node = terms.node(frame.term);
        match node.op {
            Op::And => self.connective(terms, node.children, frame, 0),
            Op::Or => self.connective(terms, node.children, frame, 1),
            Op::Ite => {
                let Some(condition) = self.known(terms, node.children[0]) else {
                    return Step::Need(node.children[0]);
                };
                let chosen = match condition {
                    None => return Step::Done(None),
                    Some(1) => node.children[1],
                    Some(_) => node.children[2],
                };
                self.known(terms, chosen).map_or(Step::Need(chosen), Step::Done)
            }
            op => {
                let mut values = SmallVec::<[u128; 4]>::new();
                for &operand in node.children {
                    match self.known(terms, operand) {
                        None => return Step::Need(operand),
                        Some(None) => return Step::Done(None),
                        Some(Some(value)) => values.push(value),
                    }
                }
                let width = node.children.last().map_or(1, |&operand| terms.width(operand));
                Step::Done(fold(op, width, &values))
            }
        }
    }

    /// `And` (`deciding` is 0) or `Or` (`deciding` is 1).
    fn connective(
        &self,
        terms: &Terms,
        operands: &[Term],
        frame: &mut Frame,
        deciding: u128,
    ) -> Step {
        while let Some(&operand) = operands.get(frame.next as usize) {
            match self.known(terms, operand) {
                None => return Step::Need(operand),
                Some(None) => frame.unknown = true,
                Some(Some(value)) if value == deciding => return Step::Done(Some(deciding)),
                Some(Some(_)) => {}
            }
            frame.next += 1;
        }
        Step::Done((!frame.unknown).then_some(deciding ^ 1))
    }
}

/// Values by term: a hash map as long as few terms of the store have one, then arrays indexed by term.
#[derive(Debug, Default)]
struct Cache {
    sparse: FxHashMap<Term, Option<u128>>,
    /// Empty until the map has given way to the arrays.
    states: Vec<State>,
    values: Vec<u128>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Missing,
    Unknown,
    Known,
}

impl Cache {
    /// The arrays take over when at least one in that many terms has a value: filling them then costs no more
    /// than a constant times the evaluations already done.
    const DENSITY: usize = 8;

    fn get(&self, term: Term) -> Option<Option<u128>> {
        match self.states.get(term.index()) {
            None | Some(State::Missing) if self.sparse.is_empty() => None,
            None | Some(State::Missing) => self.sparse.get(&term).copied(),
            Some(State::Unknown) => Some(None),
            Some(State::Known) => Some(Some(self.values[term.index()])),
        }
    }

    fn insert(&mut self, terms: &Terms, term: Term, value: Option<u128>) {
        if self.states.is_empty() {
            self.sparse.insert(term, value);
            if self.sparse.len() * Cache::DENSITY >= terms.len() {
                self.become_dense(terms);
            }
        } else {
            self.insert_dense(terms, term, value);
        }
    }

    fn become_dense(&mut self, terms: &Terms) {
        self.states = vec![State::Missing; terms.len()];
        self.values = vec![0; terms.len()];
        for (term, value) in std::mem::take(&mut self.sparse) {
            self.insert_dense(terms, term, value);
        }
    }

    fn insert_dense(&mut self, terms: &Terms, term: Term, value: Option<u128>) {
        if term.index() >= self.states.len() {
            self.states.resize(terms.len(), State::Missing);
            self.values.resize(terms.len(), 0);
        }
        self.states[term.index()] = if value.is_some() { State::Known } else { State::Unknown };
        self.values[term.index()] = value.unwrap_or(0);
    }
}
