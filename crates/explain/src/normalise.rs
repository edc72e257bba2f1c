//! From machine terms to small facts: what, in this run, made a condition hold.
//!
//! A condition is taken apart along the run: of a disjunction one side that held, of a conditional expression its condition and the side chosen. Comparisons of machine
//! arithmetic become linear facts over the integers; where a sum might wrap around, and neither the types nor the checks that
//! the step passed exclude that, a side fact says that it does not. The facts together imply the condition, for all values of the types.

use whydunit_encode::TraceFormula;
use whydunit_solver::Budget;
use whydunit_term::{Op, Term, Terms};

use crate::conjunction::{Conjunction, Literal, bounded};
use crate::express::linear_term;
use crate::linear::{Bounds, MOST_VARIABLES, Relation, Sum, Vector, relate};
use crate::variables::{Number, Variables};
use crate::widen::widen;

/// Longer conditions are cut down to the values of the run.
const LONGEST_TEXT: usize = 40;

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
    /// Reductions still allowed for one condition.
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
        Normaliser {
            terms,
            variables,
            formula,
            budget,
            given,
            found: Vec::new(),
            facts,
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
        let inner = self.terms.children(atom).first().copied();
        let is_fact = match (self.terms.op(atom), inner) {
            (Op::Not, Some(inner)) => self.no_overflow(inner) || self.comparison(inner, false),
            _ => self.comparison(atom, true),
        };
        let found = std::mem::replace(&mut self.found, before);
        // A side fact would be an assumption of ours.
        let is_fact = is_fact && found.len() <= 1;
        if is_fact {
            for literal in found {
                self.given.facts.add(self.terms, self.variables, literal);
            }
        }
        is_fact
    }

    /// An operation that does not overflow: its exact result fits.
    fn no_overflow(&mut self, term: Term) -> bool {
        match self.overflowing(term) {
            Some((sum, number)) => {
                let fits = Bounds {
                    low: Some(number.low()),
                    high: Some(number.high()),
                    ..Bounds::default()
                };
                self.bounds(&sum, &fits);
                true
            }
            None => false,
        }
    }

    /// The exact result of an operation that is asked whether it overflows.
    fn overflowing(&mut self, term: Term) -> Option<(Sum, Number)> {
        let op = self.terms.op(term);
        let is_signed = matches!(
            op,
            Op::SAddOverflow | Op::SSubOverflow | Op::SMulOverflow | Op::NegOverflow
        );
        let children = self.terms.children(term).to_vec();
        let width = self.terms.width(*children.first()?);
        if width > 64 || self.terms.sort(children[0]).is_bool() {
            return None;
        }
        let number = Number { width, is_signed };
        let sum = match (op, children.as_slice()) {
            (Op::SAddOverflow | Op::UAddOverflow, &[a, b]) => {
                let (a, b) = (self.value(a, is_signed)?, self.value(b, is_signed)?);
                a.plus(&b, 1)?
            }
            (Op::SSubOverflow | Op::USubOverflow, &[a, b]) => {
                let (a, b) = (self.value(a, is_signed)?, self.value(b, is_signed)?);
                a.plus(&b, -1)?
            }
            (Op::SMulOverflow | Op::UMulOverflow, &[a, b]) => {
                let (a, b) = if self.terms.value(a).is_some() { (b, a) } else { (a, b) };
                let factor = number.read(self.terms.value(b)?);
                self.value(a, is_signed)?.times(factor)?
            }
            (Op::NegOverflow, &[a]) => self.value(a, true)?.times(-1)?,
            _ => return None,
        };
        Some((sum, number))
    }

    // Conditions.

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

    /// A comparison of numbers as a linear fact; false if it is none.
    fn comparison(&mut self, term: Term, positive: bool) -> bool {
        let op = self.terms.op(term);
        if let Some((sum, number)) = self.overflowing(term) {
            if !positive {
                return false;
            }
            let Some(value) = self.sum_in_run(&sum) else { return false };
            let over = if value > number.high() {
                Bounds::at_least(number.high() + 1)
            } else {
                Bounds::at_most(number.low() - 1)
            };
            self.bounds(&sum, &over);
            return true;
        }
        let &[a, b] = self.terms.children(term) else { return false };
        if self.terms.sort(a).is_bool() || self.terms.width(a) > 64 {
            return false;
        }
        let (is_signed, relation) = match op {
            Op::SLt | Op::SLe => (true, Relation::AtMost),
            Op::ULt | Op::ULe => (false, Relation::AtMost),
            Op::Eq if positive => (self.looks_signed(&[a, b]), Relation::Equal),
            Op::Eq => (self.looks_signed(&[a, b]), Relation::Unequal),
            _ => return false,
        };
        if op == Op::Eq && self.equation(a, b, relation) {
            return true;
        }
        let (Some(a), Some(b)) = (self.value(a, is_signed), self.value(b, is_signed)) else {
            return false;
        };
        let is_strict = matches!(op, Op::SLt | Op::ULt);
        let difference = match (op, positive) {
            (Op::Eq, _) | (_, true) => a.plus(&b, -1),
            (_, false) => b.plus(&a, -1),
        };
        let strict = relation == Relation::AtMost && is_strict == positive;
        let Some(difference) = difference.and_then(|sum| {
            if strict { sum.plus(&Sum::constant(1), 1) } else { Some(sum) }
        }) else {
            return false;
        };
        if let Ok((vector, bounds)) = relate(&difference, relation) {
            self.linear(vector, bounds);
        }
        true
    }

    /// `a == b` where one variable decides: it has one solution, however the sums wrap around.
    fn equation(&mut self, a: Term, b: Term, relation: Relation) -> bool {
        let width = self.terms.width(a);
        let before = self.found.len();
        let sum = self.modular(a, width).zip(self.modular(b, width));
        let sum = sum.and_then(|(a, b)| a.plus(&b, -1));
        if let Some(sum) = &sum
            && let &[(variable, coefficient @ (1 | -1))] = sum.parts.as_slice()
            && let Some(number) = self.variables.number(self.terms, variable)
            && number.width == width
        {
            let value = number.read(number.bits(-coefficient * sum.constant));
            let vector = Vector(smallvec::smallvec![(variable, 1)]);
            let bounds = match relation {
                Relation::Equal => Bounds::exactly(value),
                _ => Bounds::other_than(value),
            };
            self.linear(vector, bounds);
            return true;
        }
        self.found.truncate(before);
        false
    }

    fn looks_signed(&self, list: &[Term]) -> bool {
        let variables = self.terms.variables(list);
        let number = |&variable: &Term| self.variables.number(self.terms, variable);
        variables.iter().filter_map(number).all(|number| number.is_signed)
    }

    // Numbers.

    /// A term as a sum, exactly, with the reading asked for.
    fn value(&mut self, term: Term, is_signed: bool) -> Option<Sum> {
        let width = self.terms.width(term);
        if width > 64 {
            return None;
        }
        let number = Number { width, is_signed };
        if let Some(bits) = self.terms.value(term) {
            return Some(Sum::constant(number.read(bits)));
        }
        if self.variables.number(self.terms, term) == Some(number) && self.is_variable(term) {
            return Some(Sum::variable(term));
        }
        let sum = self.modular(term, width)?;
        // The sum is right but for a multiple of 2^width: the one of the run.
        let actual = number.read(self.variables.bits(self.terms, term)?);
        let offset = actual - self.sum_in_run(&sum)?;
        let sum = sum.plus(&Sum::constant(offset), 1)?;
        let fits =
            Bounds { low: Some(number.low()), high: Some(number.high()), ..Bounds::default() };
        self.bounds(&sum, &fits);
        Some(sum)
    }

    /// A sum that equals the term modulo `2^width`.
    fn modular(&mut self, term: Term, width: u32) -> Option<Sum> {
        if let Some(bits) = self.terms.value(term) {
            return Some(Sum::constant(Number { width, is_signed: true }.read(bits)));
        }
        if self.is_variable(term) {
            self.variables.number(self.terms, term)?;
            return Some(Sum::variable(term));
        }
        let op = self.terms.op(term);
        let children = self.terms.children(term).to_vec();
        match (op, children.as_slice()) {
            (Op::Add, list) => {
                let mut sum = Sum::default();
                for &child in list {
                    sum = sum.plus(&self.modular(child, width)?, 1)?;
                }
                Some(sum)
            }
            (Op::Sub, &[a, b]) => self.modular(a, width)?.plus(&self.modular(b, width)?, -1),
            (Op::Neg, &[a]) => self.modular(a, width)?.times(-1),
            (Op::BitNot, &[a]) => self.modular(a, width)?.times(-1)?.plus(&Sum::constant(-1), 1),
            (Op::Mul, &[a, b]) => {
                let (a, b) = if self.terms.value(a).is_some() { (b, a) } else { (a, b) };
                let factor = Number { width, is_signed: true }.read(self.terms.value(b)?);
                self.modular(a, width)?.times(factor)
            }
            (Op::Concat, &[high, low]) if self.terms.value(low) == Some(0) => {
                let shift = self.terms.width(low);
                self.modular(high, width - shift)?.times(1 << shift)
            }
            (Op::SignExtend(_), &[inner]) => self.value(inner, true),
            (Op::ZeroExtend(_), &[inner]) => self.value(inner, false),
            (Op::Extract { low: 0, .. }, &[inner]) if self.terms.width(inner) <= 64 => {
                let whole = self.terms.width(inner);
                self.modular(inner, whole)
            }
            (Op::Ite, &[cond, then, otherwise]) => {
                let taken = self.variables.is_true(self.terms, cond);
                self.truth(cond, taken);
                self.modular(if taken { then } else { otherwise }, width)
            }
            _ => None,
        }
    }

    fn is_variable(&self, term: Term) -> bool {
        matches!(self.terms.op(term), Op::Variable(_))
    }

    fn sum_in_run(&mut self, sum: &Sum) -> Option<i128> {
        let mut total = sum.constant;
        for &(variable, coefficient) in &sum.parts {
            total += coefficient * self.variables.value(self.terms, variable)?;
        }
        Some(total)
    }

    // Facts.

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

    // Terms that are no linear facts.

    fn settle(&mut self, term: Term) {
        if self.terms.value(term).is_some() {
            return;
        }
        self.depth += 1;
        let term = self.with_known_values(term);
        if self.terms.value(term).is_some() {
            return;
        }
        let variables = self.terms.variables(&[term]);
        if self.depth > 8 {
            return self.values_of_run(term);
        }
        // Addresses first: what is left speaks of numbers.
        let pointers = variables.iter().copied().filter(|&x| self.variables.is_pointer(x));
        let pointers: Vec<Term> = pointers.collect();
        if !pointers.is_empty() && !self.is_readable(term) {
            let mut rest = term;
            for pointer in pointers {
                rest = self.fixed(rest, pointer);
            }
            return self.truth(rest, true);
        }
        if variables.len() > 1
            && let Some(&enough) = variables.iter().find(|&&x| self.suffices(term, x))
        {
            return self.value_of_run(enough);
        }
        if let Some(chosen) = self.chosen_side(term) {
            return self.truth(chosen, true);
        }
        let is_readable = self.is_readable(term);
        if let &[variable] = variables.as_slice()
            && let Some(number) = self.variables.number(self.terms, variable)
            && let Some(value) = self.variables.value(self.terms, variable)
        {
            let given = self.given.term;
            let bounds = match self.variables.may_search() {
                true => widen(self.terms, self.budget, given, term, (variable, number, value)),
                false => Bounds::exactly(value),
            };
            // A half-line says more than a formula, and a formula more than a few values.
            let is_half_line = bounds.low.is_none() || bounds.high.is_none();
            if is_half_line || !is_readable {
                let alone = Vector(smallvec::smallvec![(variable, 1)]);
                self.found.push(Literal::Linear(alone, bounds));
                return;
            }
        }
        if variables.len() <= 2 && is_readable {
            self.found.push(Literal::Term(term));
            return;
        }
        self.values_of_run(term);
    }

    fn with_known_values(&mut self, term: Term) -> Term {
        let mut pairs = Vec::new();
        for variable in self.terms.variables(&[term]) {
            if let Some(value) = self.facts.known(variable)
                && let Some(number) = self.variables.number(self.terms, variable)
            {
                pairs.push((variable, self.terms.bits(number.width, number.bits(value))));
            }
        }
        self.terms.substitute(term, &pairs)
    }

    /// The term with a conditional expression in it decided as in the run, and the decision as a fact.
    fn chosen_side(&mut self, term: Term) -> Option<Term> {
        let order = self.terms.post_order(&[term]);
        let choice = order.into_iter().find(|&inner| {
            self.terms.op(inner) == Op::Ite && !self.terms.sort(inner).is_bool()
        })?;
        let &[cond, then, otherwise] = self.terms.children(choice) else { return None };
        let taken = self.variables.bits(self.terms, cond)? == 1;
        self.truth(cond, taken);
        let side = if taken { then } else { otherwise };
        Some(self.terms.substitute(term, &[(choice, side)]))
    }

    fn is_readable(&self, term: Term) -> bool {
        !self.terms.contains_opaque(term)
            && self
                .variables
                .renderer
                .render(self.terms, term)
                .is_some_and(|text| text.len() <= LONGEST_TEXT)
    }

    /// Does the value of this one variable decide?
    fn suffices(&mut self, term: Term, variable: Term) -> bool {
        let Some(bits) = self.variables.bits(self.terms, variable) else { return false };
        let sort = self.terms.sort(variable);
        let value = self.terms.constant(sort, bits);
        self.terms.substitute(term, &[(variable, value)]) == Term::TRUE
    }

    fn fixed(&mut self, term: Term, variable: Term) -> Term {
        let Some(bits) = self.variables.bits(self.terms, variable) else { return term };
        self.value_of_run(variable);
        let sort = self.terms.sort(variable);
        let value = self.terms.constant(sort, bits);
        if let Some(given) = self.given.term {
            let given = self.terms.substitute(given, &[(variable, value)]);
            self.assume(given);
        }
        self.terms.substitute(term, &[(variable, value)])
    }

    fn value_of_run(&mut self, variable: Term) {
        let Some(bits) = self.variables.bits(self.terms, variable) else { return };
        match self.variables.number(self.terms, variable) {
            Some(number) => self.found.push(Literal::equal(variable, number.read(bits))),
            None => {
                let sort = self.terms.sort(variable);
                let value = self.terms.constant(sort, bits);
                let same = self.terms.eq(variable, value);
                self.found.push(Literal::Term(same));
            }
        }
    }

    /// Last resort: the variables have the values of the run, those that are needed.
    fn values_of_run(&mut self, term: Term) {
        let mut variables = self.terms.variables(&[term]);
        // What was set late is left out first, if anything can be.
        variables.sort_by_key(|&x| std::cmp::Reverse((self.set_at(x), x)));
        let mut constants = Vec::new();
        for &variable in &variables {
            let Some(bits) = self.variables.bits(self.terms, variable) else { continue };
            let sort = self.terms.sort(variable);
            let value = self.terms.constant(sort, bits);
            constants.push((variable, value));
        }
        if constants.len() <= 12 {
            let mut index = 0;
            while index < constants.len() {
                let mut without = constants.clone();
                without.remove(index);
                match self.terms.substitute(term, &without) == Term::TRUE {
                    true => constants = without,
                    false => index += 1,
                }
            }
        }
        for (variable, _) in constants {
            self.value_of_run(variable);
        }
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
