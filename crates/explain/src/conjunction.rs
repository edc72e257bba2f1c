//! A conjunction of small facts, kept small: what is implied is not kept, what is known is put in.
//!
//! Linear facts are bounds of vectors, so that two facts about the same sum become one; a variable with a known value is replaced by it in all others. Whatever
//! is no linear fact is kept as a term. Every change is written to a journal: the walk along a trace makes thousands of them, each touching few facts, and
//! afterwards any earlier state can be told from the entries.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use whydunit_encode::Range;
use whydunit_term::{Term, Terms};

use crate::journal::{Entry, LinearEntry};
use crate::linear::{Bounds, Relation, Sum, Vector, relate};
use crate::variables::Variables;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Literal {
    Linear(Vector, Bounds),
    /// Anything else, as a Boolean term.
    Term(Term),
    /// Nothing has given this storage a value.
    Unset(Range),
}

impl Literal {
    pub(crate) fn equal(variable: Term, value: i128) -> Literal {
        Literal::Linear(Vector(smallvec::smallvec![(variable, 1)]), Bounds::exactly(value))
    }

    pub(crate) fn variables(&self, terms: &Terms) -> Vec<Term> {
        match self {
            Literal::Linear(vector, _) => vector.variables().collect(),
            Literal::Term(term) => terms.variables(&[*term]),
            Literal::Unset(_) => Vec::new(),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Uses {
    vectors: BTreeSet<Vector>,
    terms: BTreeSet<Term>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Conjunction {
    linear: BTreeMap<Vector, Bounds>,
    terms: BTreeSet<Term>,
    unset: BTreeSet<Range>,
    uses: FxHashMap<Term, Uses>,
    journal: Vec<Entry>,
    /// Variables that have come in since this was last asked.
    arrivals: Vec<Term>,
}

impl Conjunction {
    pub(crate) fn journal(&self) -> &[Entry] {
        &self.journal
    }

    pub(crate) fn mentions(&self, variable: Term) -> bool {
        self.uses.contains_key(&variable)
    }

    pub(crate) fn take_arrivals(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.arrivals)
    }

    pub(crate) fn unset(&self) -> impl Iterator<Item = Range> + '_ {
        self.unset.iter().copied()
    }

    pub(crate) fn is_unset(&self, range: Range) -> bool {
        self.unset.contains(&range)
    }

    pub(crate) fn literals(&self) -> impl Iterator<Item = Literal> + '_ {
        let linear = self.linear.iter();
        let linear = linear.map(|(vector, bounds)| Literal::Linear(vector.clone(), bounds.clone()));
        let terms = self.terms.iter().map(|&term| Literal::Term(term));
        linear.chain(terms).chain(self.unset.iter().map(|&range| Literal::Unset(range)))
    }

    /// The value that a variable is known to have.
    pub(crate) fn known(&self, variable: Term) -> Option<i128> {
        let alone = Vector(smallvec::smallvec![(variable, 1)]);
        self.linear.get(&alone).and_then(Bounds::value)
    }

    pub(crate) fn add(&mut self, terms: &Terms, variables: &Variables<'_>, literal: Literal) {
        match literal {
            Literal::Linear(vector, bounds) => self.add_linear(terms, variables, vector, &bounds),
            Literal::Term(term) => self.add_term(terms, term),
            Literal::Unset(range) => self.add_unset(range),
        }
    }

    fn add_linear(
        &mut self,
        terms: &Terms,
        variables: &Variables<'_>,
        vector: Vector,
        bounds: &Bounds,
    ) {
        let mut pending = vec![(vector, bounds.clone())];
        while let Some((vector, bounds)) = pending.pop() {
            let Some((vector, bounds)) = self.with_known_values(vector, bounds) else { continue };
            let bounds = match vector.single().and_then(|x| variables.number(terms, x)) {
                Some(number) => bounds.within(number.low(), number.high()),
                None => bounds,
            };
            if bounds.is_free() || self.range(terms, variables, &vector).implies(&bounds) {
                continue;
            }
            let before = self.linear.get(&vector).cloned().unwrap_or_default();
            let after = before.meet(&bounds);
            if after == before {
                continue;
            }
            let single = vector.single();
            self.set(vector, Some(after));
            // What is known of one variable may settle facts about several.
            let Some(variable) = single else { continue };
            let others: Vec<Vector> = match self.uses.get(&variable) {
                Some(uses) => {
                    uses.vectors.iter().filter(|other| other.0.len() > 1).cloned().collect()
                }
                None => Vec::new(),
            };
            for other in others {
                let Some(bounds) = self.linear.get(&other).cloned() else { continue };
                if self.known(variable).is_some() {
                    self.set(other.clone(), None);
                    pending.push((other, bounds));
                } else if self.range_by_parts(terms, variables, &other).implies(&bounds) {
                    self.set(other, None);
                }
            }
        }
    }

    /// The fact with known values put in; `None` if nothing is left to say.
    fn with_known_values(&self, vector: Vector, bounds: Bounds) -> Option<(Vector, Bounds)> {
        if vector.0.len() < 2 {
            return Some((vector, bounds));
        }
        let mut sum = vector.sum();
        for variable in vector.variables() {
            if let Some(value) = self.known(variable) {
                sum = sum.replace(variable, &Sum::constant(value))?;
            }
        }
        if sum.parts.len() == vector.0.len() {
            return Some((vector, bounds));
        }
        bounded(&sum, &bounds)
    }

    /// What is known of a vector: by itself, or by its variables.
    fn range(&self, terms: &Terms, variables: &Variables<'_>, vector: &Vector) -> Bounds {
        let by_parts = match vector.single() {
            Some(_) => Bounds::default(),
            None => self.range_by_parts(terms, variables, vector),
        };
        match self.linear.get(vector) {
            Some(known) => known.meet(&by_parts),
            None => by_parts,
        }
    }

    fn range_by_parts(&self, terms: &Terms, variables: &Variables<'_>, vector: &Vector) -> Bounds {
        let mut low = Some(0_i128);
        let mut high = Some(0_i128);
        for &(variable, coefficient) in &vector.0 {
            let alone = Vector(smallvec::smallvec![(variable, 1)]);
            let known = self.linear.get(&alone);
            let Some(number) = variables.number(terms, variable) else {
                return Bounds::default();
            };
            let least = known.and_then(|known| known.low).unwrap_or_else(|| number.low());
            let most = known.and_then(|known| known.high).unwrap_or_else(|| number.high());
            let (least, most) = if coefficient > 0 { (least, most) } else { (most, least) };
            low = low.zip(coefficient.checked_mul(least)).and_then(|(a, b)| a.checked_add(b));
            high = high.zip(coefficient.checked_mul(most)).and_then(|(a, b)| a.checked_add(b));
        }
        Bounds { low, high, holes: SmallVec::new() }
    }

    pub(crate) fn implies(
        &self,
        terms: &Terms,
        variables: &Variables<'_>,
        literal: &Literal,
    ) -> bool {
        match literal {
            Literal::Linear(vector, bounds) => {
                match self.with_known_values(vector.clone(), bounds.clone()) {
                    None => bounded_holds(&vector.sum(), bounds, |x| self.known(x)),
                    Some((vector, bounds)) => {
                        let range = self.range(terms, variables, &vector);
                        let range = match vector.single().and_then(|x| variables.number(terms, x)) {
                            Some(number) => range.meet(&Bounds {
                                low: Some(number.low()),
                                high: Some(number.high()),
                                ..Bounds::default()
                            }),
                            None => range,
                        };
                        range.implies(&bounds)
                    }
                }
            }
            Literal::Term(term) => self.terms.contains(term),
            Literal::Unset(range) => self.unset.contains(range),
        }
    }

    /// Literals that mention one of these variables.
    pub(crate) fn literals_about(&self, variables: &[Term]) -> Vec<Literal> {
        let mut found = BTreeSet::new();
        for uses in variables.iter().filter_map(|variable| self.uses.get(variable)) {
            for vector in &uses.vectors {
                if let Some(bounds) = self.linear.get(vector) {
                    found.insert(Literal::Linear(vector.clone(), bounds.clone()));
                }
            }
            found.extend(uses.terms.iter().map(|&term| Literal::Term(term)));
        }
        found.into_iter().collect()
    }

    /// Facts that exclude more single values than `most`.
    pub(crate) fn riddled(&self, variable: Term, most: usize) -> Vec<Literal> {
        let vectors = self.uses.get(&variable).into_iter().flat_map(|uses| &uses.vectors);
        let riddled = vectors.filter_map(|vector| Some((vector, self.linear.get(vector)?)));
        riddled
            .filter(|(_, bounds)| bounds.holes.len() > most)
            .map(|(vector, bounds)| Literal::Linear(vector.clone(), bounds.clone()))
            .collect()
    }

    /// Facts that are no linear ones about a variable.
    pub(crate) fn terms_about(&self, variable: Term) -> Vec<Term> {
        self.uses.get(&variable).map_or_else(Vec::new, |uses| uses.terms.iter().copied().collect())
    }

    /// Facts about this and other variables, if they are more than `most`.
    pub(crate) fn entangled(&self, variable: Term, most: usize) -> Vec<Literal> {
        let Some(uses) = self.uses.get(&variable).filter(|uses| uses.vectors.len() > most) else {
            return Vec::new();
        };
        let several = uses.vectors.iter().filter(|vector| vector.0.len() > 1);
        let several: Vec<Literal> = several
            .filter_map(|vector| {
                Some(Literal::Linear(vector.clone(), self.linear.get(vector)?.clone()))
            })
            .collect();
        if several.len() > most { several } else { Vec::new() }
    }

    /// Takes out a literal, if it is there.
    pub(crate) fn remove(&mut self, terms: &Terms, literal: &Literal) {
        match literal {
            Literal::Linear(vector, bounds) => {
                if self.linear.get(vector) == Some(bounds) {
                    self.set(vector.clone(), None);
                }
            }
            Literal::Term(term) => self.remove_term(terms, *term),
            Literal::Unset(range) => {
                if self.unset.remove(range) {
                    self.journal.push(Entry::Unset(*range, true));
                }
            }
        }
    }

    /// Takes over the literals of another conjunction as they are.
    pub(crate) fn become_like(&mut self, terms: &Terms, other: &Conjunction) {
        let mine: BTreeSet<Literal> = self.literals().collect();
        let theirs: BTreeSet<Literal> = other.literals().collect();
        for literal in mine.difference(&theirs) {
            self.remove(terms, literal);
        }
        for literal in theirs.difference(&mine) {
            match literal {
                Literal::Linear(vector, bounds) => self.set(vector.clone(), Some(bounds.clone())),
                Literal::Term(term) => self.add_term(terms, *term),
                Literal::Unset(range) => self.add_unset(*range),
            }
        }
    }

    fn add_term(&mut self, terms: &Terms, term: Term) {
        if self.terms.insert(term) {
            self.journal.push(Entry::Term(term, false));
            for variable in terms.variables(&[term]) {
                self.using(variable).terms.insert(term);
            }
        }
    }

    fn add_unset(&mut self, range: Range) {
        if self.unset.insert(range) {
            self.journal.push(Entry::Unset(range, false));
        }
    }

    /// Takes out everything that mentions a variable.
    pub(crate) fn take(&mut self, terms: &Terms, variable: Term) -> Vec<Literal> {
        let Some(uses) = self.uses.get(&variable).cloned() else { return Vec::new() };
        let mut taken = Vec::new();
        for vector in uses.vectors {
            if let Some(bounds) = self.linear.get(&vector).cloned() {
                taken.push(Literal::Linear(vector.clone(), bounds));
                self.set(vector, None);
            }
        }
        for term in uses.terms {
            taken.push(Literal::Term(term));
            self.remove_term(terms, term);
        }
        taken
    }

    fn remove_term(&mut self, terms: &Terms, term: Term) {
        if self.terms.remove(&term) {
            self.journal.push(Entry::Term(term, true));
            for variable in terms.variables(&[term]) {
                if let Some(uses) = self.uses.get_mut(&variable) {
                    uses.terms.remove(&term);
                }
                self.forget_unused(variable);
            }
        }
    }

    fn set(&mut self, vector: Vector, bounds: Option<Bounds>) {
        let is_present = bounds.is_some();
        let after = bounds.clone();
        let before = match bounds {
            Some(bounds) => self.linear.insert(vector.clone(), bounds),
            None => self.linear.remove(&vector),
        };
        if before.is_some() != is_present {
            for variable in vector.variables() {
                if is_present {
                    self.using(variable).vectors.insert(vector.clone());
                } else {
                    if let Some(uses) = self.uses.get_mut(&variable) {
                        uses.vectors.remove(&vector);
                    }
                    self.forget_unused(variable);
                }
            }
        }
        self.journal.push(Entry::Linear(Box::new(LinearEntry { vector, before, after })));
    }

    fn using(&mut self, variable: Term) -> &mut Uses {
        let arrivals = &mut self.arrivals;
        self.uses.entry(variable).or_insert_with(|| {
            arrivals.push(variable);
            Uses::default()
        })
    }

    fn forget_unused(&mut self, variable: Term) {
        let is_unused = |uses: &Uses| uses.vectors.is_empty() && uses.terms.is_empty();
        if self.uses.get(&variable).is_some_and(is_unused) {
            self.uses.remove(&variable);
        }
    }
}

/// `bounds` of a sum as bounds of its vector. `None` if there is no variable in it.
pub(crate) fn bounded(sum: &Sum, bounds: &Bounds) -> Option<(Vector, Bounds)> {
    let mut found: Option<(Vector, Bounds)> = None;
    let mut meet = |sum: Option<Sum>, relation: Relation| {
        if let Some(Ok((vector, bounds))) = sum.map(|sum| relate(&sum, relation)) {
            let bounds = match &found {
                Some((_, known)) => known.meet(&bounds),
                None => bounds,
            };
            found = Some((vector, bounds));
        }
    };
    if let Some(value) = bounds.value() {
        meet(sum.plus(&Sum::constant(-value), 1), Relation::Equal);
        return found;
    }
    if let Some(high) = bounds.high {
        meet(sum.plus(&Sum::constant(-high), 1), Relation::AtMost);
    }
    if let Some(low) = bounds.low {
        meet(Sum::constant(low).plus(sum, -1), Relation::AtMost);
    }
    for &hole in &bounds.holes {
        meet(sum.plus(&Sum::constant(-hole), 1), Relation::Unequal);
    }
    found
}

fn bounded_holds(sum: &Sum, bounds: &Bounds, known: impl Fn(Term) -> Option<i128>) -> bool {
    let mut total = sum.constant;
    for &(variable, coefficient) in &sum.parts {
        let Some(value) = known(variable) else { return false };
        total += coefficient * value;
    }
    bounds.contains(total)
}
