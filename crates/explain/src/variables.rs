//! The variables of a trace formula: how their bits are read, and what they were in the run.

use rustc_hash::FxHashSet;
use whydunit_encode::{Renderer, ShownKind};
use whydunit_term::{Evaluator, Model, Term, Terms};

use crate::conjunction::Literal;
use crate::limits::{MOST_SEARCHES, WIDEST};

/// Reads variables and evaluates terms as in the run.
#[derive(Debug)]
pub(crate) struct Variables<'a> {
    pub(crate) renderer: &'a Renderer<'a>,
    evaluator: Evaluator<'a>,
    searches_left: u32,
    /// Variables of which facts give the value of the run because nothing weaker of a readable size was found.
    pub(crate) fixed: FxHashSet<Term>,
}

/// A variable as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number {
    pub(crate) width: u32,
    pub(crate) is_signed: bool,
}

impl Number {
    pub(crate) fn low(self) -> i128 {
        if self.width > WIDEST {
            return -(1 << WIDEST);
        }
        if self.is_signed { -(1 << (self.width - 1)) } else { 0 }
    }

    pub(crate) fn high(self) -> i128 {
        if self.width > WIDEST {
            return 1 << WIDEST;
        }
        if self.is_signed { (1 << (self.width - 1)) - 1 } else { (1 << self.width) - 1 }
    }

    pub(crate) fn contains(self, value: i128) -> bool {
        (self.low()..=self.high()).contains(&value)
    }

    pub(crate) fn read(self, bits: u128) -> i128 {
        let unused = 128 - self.width;
        match self.is_signed {
            true => ((bits << unused) as i128) >> unused,
            false => bits as i128,
        }
    }

    pub(crate) fn bits(self, value: i128) -> u128 {
        (value as u128) & (u128::MAX >> (128 - self.width))
    }
}

impl<'a> Variables<'a> {
    pub(crate) fn new(renderer: &'a Renderer<'a>, run: &'a Model) -> Variables<'a> {
        Variables {
            renderer,
            evaluator: Evaluator::new(run),
            searches_left: MOST_SEARCHES,
            fixed: FxHashSet::default(),
        }
    }

    /// Is one more search allowed? Counts it.
    pub(crate) fn may_search(&mut self) -> bool {
        let may = self.searches_left > 0;
        self.searches_left = self.searches_left.saturating_sub(1);
        may
    }

    pub(crate) fn kind(&self, variable: Term) -> ShownKind {
        self.renderer.variable(variable).map_or(ShownKind::Signed, |shown| shown.kind)
    }

    pub(crate) fn is_pointer(&self, variable: Term) -> bool {
        self.kind(variable) == ShownKind::Pointer
    }

    /// `None` for what is no number: floating point, and bits too many to count with.
    pub(crate) fn number(&self, terms: &Terms, variable: Term) -> Option<Number> {
        let width = terms.sort(variable).width();
        let is_signed = match self.kind(variable) {
            ShownKind::Float => return None,
            ShownKind::Signed => true,
            ShownKind::Unsigned | ShownKind::Pointer => false,
        };
        (width <= 64 && !terms.sort(variable).is_bool()).then_some(Number { width, is_signed })
    }

    /// What a term was in the run; `None` where that rests on something unknown.
    pub(crate) fn bits(&mut self, terms: &Terms, term: Term) -> Option<u128> {
        self.evaluator.value(terms, term)
    }

    pub(crate) fn is_true(&mut self, terms: &Terms, term: Term) -> bool {
        self.bits(terms, term) == Some(1)
    }

    /// The fact that a variable has the value of the run, when nothing weaker is looked for.
    pub(crate) fn as_in_run(&mut self, terms: &mut Terms, variable: Term) -> Option<Literal> {
        let bits = self.bits(terms, variable)?;
        self.fixed.insert(variable);
        Some(match self.number(terms, variable) {
            Some(number) => Literal::equal(variable, number.read(bits)),
            None => {
                let value = terms.constant(terms.sort(variable), bits);
                Literal::Term(terms.eq(variable, value))
            }
        })
    }

    /// What a variable was in the run, as a number.
    pub(crate) fn value(&mut self, terms: &Terms, variable: Term) -> Option<i128> {
        let number = self.number(terms, variable)?;
        Some(number.read(self.bits(terms, variable)?))
    }
}
