//! From machine terms to small facts: what, in this run, made a condition hold.
//!
//! A condition is taken apart along the run: of a disjunction one side that held, of a conditional expression its condition and the side chosen. Comparisons of machine
//! arithmetic become linear facts over the integers; where a sum might wrap around, and neither the types nor the checks that
//! the step passed exclude that, a side fact says that it does not. The facts together imply the condition, for all values of the types.

mod comparison;
mod settle;
mod sum;

use whydunit_encode::TraceFormula;
use whydunit_solver::Budget;
use whydunit_term::{Op, Term, Terms};

use crate::conjunction::{Conjunction, Literal, bounded};
use crate::express::linear_term;
use crate::limits::MOST_VARIABLES;
use crate::linear::{Bounds, Sum, Vector};
use crate::variables::Variables;

/// What the checks of a step make sure of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    facts: Conjunction,
    /// As a term, for the solver.
    term: Option<Term>,
}

pub(crate) struct Normaliser<'n, 'a> {
    pub(crate) terms: &'n mut Terms,
    pub(crate) variables: &'n mut Variables<'a>,
    pub(crate) formula: &'a TraceFormula,
    pub(crate) budget: &'n Budget,
    pub(crate) given: Given,
    /// Facts found so far.
    found: Vec<Literal>,
    /// What is known anyway.
    facts: &'n Conjunction,
    /// Of these, how many say what is so in this run (a sum does not wrap around, a condition went this way), to make sense of a condition that does not say so itself.
    side_facts: usize,
    /// Reductions made of one condition.
    depth: u32,
}

impl<'n, 'a> Normaliser<'n, 'a> {
    pub(crate) fn new(
        terms: &'n mut Terms,
        variables: &'n mut Variables<'a>,
        formula: &'a TraceFormula,
        budget: &'n Budget,
        facts: &'n Conjunction,
    ) -> Normaliser<'n, 'a> {
        let given = Given::default();
        let found = Vec::new();
        Normaliser {
            terms,
            variables,
            formula,
            budget,
            given,
            found,
            facts,
            side_facts: 0,
            depth: 0,
        }
    }

    /// Lets facts of a step's checks be used.
    pub(crate) fn assume(&mut self, fact: Term) {
        self.given = Given { facts: self.certain(fact), term: Some(fact) };
    }

    /// Facts that imply the condition, which held in the run.
    pub(crate) fn literals(&mut self, condition: Term) -> Vec<Literal> {
        self.depth = 0;
        self.truth(condition, true);
        std::mem::take(&mut self.found)
    }

    /// Facts that imply the bounds of a sum in which a variable is replaced by a value.
    pub(crate) fn replaced(&mut self, literal: &Literal, variable: Term, by: Term) -> Vec<Literal> {
        self.depth = 0;
        match literal {
            Literal::Linear(vector, bounds) => {
                let number = self.variables.number(self.terms, variable);
                let value = number.and_then(|number| self.value(by, number.is_signed));
                let sum = value.and_then(|value| vector.sum().replace(variable, &value));
                match sum {
                    Some(sum) => self.bounds(&sum, bounds),
                    None => {
                        self.found.clear();
                        let term = literal_term(self.terms, self.variables, literal);
                        let term = self.terms.substitute(term, &[(variable, by)]);
                        self.truth(term, true);
                    }
                }
            }
            Literal::Term(term) => {
                let term = self.terms.substitute(*term, &[(variable, by)]);
                self.truth(term, true);
            }
            Literal::Unset(_) => self.found.push(literal.clone()),
        }
        std::mem::take(&mut self.found)
    }

    /// Facts about single variables that imply a fact about several.
    pub(crate) fn split_up(&mut self, literal: &Literal) -> Vec<Literal> {
        match literal {
            Literal::Linear(vector, bounds) => self.split(vector, bounds),
            other => self.found.push(other.clone()),
        }
        std::mem::take(&mut self.found)
    }

    /// What a condition says for certain, without choosing.
    pub(crate) fn certain(&mut self, condition: Term) -> Conjunction {
        let mut atoms = Vec::new();
        let mut pending = vec![condition];
        while let Some(term) = pending.pop() {
            match self.terms.op(term) {
                Op::And => pending.extend(self.terms.children(term)),
                _ => atoms.push(term),
            }
        }
        let given = std::mem::take(&mut self.given);
        // That one sum does not wrap around may be needed to say it of another one.
        loop {
            let before = atoms.len();
            atoms.retain(|&atom| !self.is_certain(atom));
            if atoms.len() == before {
                break;
            }
        }
        std::mem::replace(&mut self.given, given).facts
    }

    /// Adds an atom to what is given, if it is a linear fact as it stands.
    fn is_certain(&mut self, atom: Term) -> bool {
        let before = std::mem::take(&mut self.found);
        let side_facts = self.side_facts;
        let inner = self.terms.children(atom).first().copied();
        let is_fact = match (self.terms.op(atom), inner) {
            (Op::Not, Some(inner)) => self.no_overflow(inner) || self.comparison(inner, false),
            _ => self.comparison(atom, true),
        };
        let found = std::mem::replace(&mut self.found, before);
        // A side fact would be an assumption of ours, and so would be one of several facts in place of one.
        let is_fact = is_fact && self.side_facts == side_facts && found.len() <= 1;
        if is_fact {
            for literal in found {
                self.given.facts.add(self.terms, self.variables, literal);
            }
        }
        is_fact
    }

    fn truth(&mut self, term: Term, positive: bool) {
        if self.terms.value(term).is_some() {
            return;
        }
        let op = self.terms.op(term);
        let children = self.terms.children(term).to_vec();
        match (op, positive) {
            (Op::Not, _) => self.truth(children[0], !positive),
            (Op::And, true) | (Op::Or, false) => {
                for child in children {
                    self.truth(child, positive);
                }
            }
            (Op::And, false) | (Op::Or, true) => self.one_of(term, &children, positive),
            (Op::Ite, _) => {
                let taken = self.variables.is_true(self.terms, children[0]);
                self.truth(children[0], taken);
                self.truth(if taken { children[1] } else { children[2] }, positive);
            }
            (Op::Xor | Op::Eq, _) if self.terms.sort(children[0]).is_bool() => {
                for child in children {
                    let held = self.variables.is_true(self.terms, child);
                    self.truth(child, held);
                }
            }
            _ => {
                let before = self.found.len();
                if !self.comparison(term, positive) {
                    self.found.truncate(before);
                    let term = if positive { term } else { self.terms.not(term) };
                    self.settle(term);
                }
            }
        }
    }

    /// Of several conditions that would do, one that held: the one that brings in the fewest variables.
    fn one_of(&mut self, whole: Term, children: &[Term], positive: bool) {
        let mut best: Option<(usize, Vec<Literal>)> = None;
        let before = std::mem::take(&mut self.found);
        for &child in children {
            let Some(value) = self.variables.bits(self.terms, child) else { continue };
            if (value == 1) != positive {
                continue;
            }
            self.truth(child, positive);
            let found = std::mem::take(&mut self.found);
            let mut cost = 0;
            for literal in &found {
                let variables = literal.variables(self.terms);
                cost += 1 + 4 * variables.iter().filter(|&&x| !self.facts.mentions(x)).count();
                cost += variables.len();
                // Where something lies says less than what it is.
                cost += 2 * variables.iter().filter(|&&x| self.variables.is_pointer(x)).count();
            }
            if best.as_ref().is_none_or(|&(least, _)| cost < least) {
                best = Some((cost, found));
            }
        }
        self.found = before;
        match best {
            Some((_, found)) => self.found.extend(found),
            // Which one held rests on something unknown.
            None => {
                let term = if positive { whole } else { self.terms.not(whole) };
                self.values_of_run(term);
            }
        }
    }

    fn bounds(&mut self, sum: &Sum, bounds: &Bounds) {
        if let Some((vector, bounds)) = bounded(sum, bounds) {
            self.linear(vector, bounds);
        }
    }

    fn linear(&mut self, vector: Vector, bounds: Bounds) {
        let literal = Literal::Linear(vector, bounds);
        let given = &self.given.facts;
        if given.implies(self.terms, self.variables, &literal) {
            return;
        }
        let Literal::Linear(vector, bounds) = literal else { return };
        let bounds = self.without_given(&vector, bounds);
        if vector.0.len() > MOST_VARIABLES {
            self.split(&vector, &bounds);
        } else {
            self.found.push(Literal::Linear(vector, bounds));
        }
    }

    /// Limits that are given anyway are not said again.
    fn without_given(&self, vector: &Vector, mut bounds: Bounds) -> Bounds {
        let implies = |bounds: Bounds| {
            let literal = Literal::Linear(vector.clone(), bounds);
            self.given.facts.implies(self.terms, self.variables, &literal)
        };
        if bounds.value().is_some() {
            return bounds;
        }
        if let Some(low) = bounds.low
            && implies(Bounds::at_least(low))
        {
            bounds.low = None;
        }
        if let Some(high) = bounds.high
            && implies(Bounds::at_most(high))
        {
            bounds.high = None;
        }
        bounds
    }

    /// A fact about many variables as facts about each: the one set last gets the leeway.
    fn split(&mut self, vector: &Vector, bounds: &Bounds) {
        let mut parts: Vec<(Term, i128, i128)> = Vec::new();
        for &(variable, coefficient) in &vector.0 {
            let Some(value) = self.variables.value(self.terms, variable) else { return };
            parts.push((variable, coefficient, value));
        }
        let total: i128 = parts.iter().map(|&(_, a, value)| a * value).sum();
        let latest = parts.iter().map(|&(variable, ..)| self.set_at(variable)).max();
        let one_sided = match (bounds.low, bounds.high, bounds.holes.is_empty()) {
            (Some(low), None, true) => Some((1, total - low)),
            (None, Some(high), true) => Some((-1, high - total)),
            _ => None,
        };
        for (variable, coefficient, value) in parts {
            let fact = match one_sided {
                None => Bounds::exactly(value),
                Some((sign, leeway)) => {
                    let slack = match Some(self.set_at(variable)) == latest {
                        true => leeway / coefficient.abs(),
                        false => 0,
                    };
                    match sign * coefficient.signum() {
                        1 => Bounds::at_least(value - slack),
                        _ => Bounds::at_most(value + slack),
                    }
                }
            };
            self.found.push(Literal::Linear(Vector(smallvec::smallvec![(variable, 1)]), fact));
        }
    }

    fn set_at(&self, variable: Term) -> Option<usize> {
        self.formula.defining_step(variable)
    }
}

/// A literal as a Boolean term over its variables.
pub(crate) fn literal_term(
    terms: &mut Terms,
    variables: &Variables<'_>,
    literal: &Literal,
) -> Term {
    match literal {
        Literal::Linear(vector, bounds) => {
            linear_term(terms, vector, bounds, |terms, variable| variables.number(terms, variable))
        }
        Literal::Term(term) => *term,
        Literal::Unset(_) => Term::TRUE,
    }
}
