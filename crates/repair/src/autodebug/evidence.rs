//! The algorithm: points from the last to the first, negative predicates in order, explicit evidence of type I
//! and type II, then implicit evidence.
//!
//! An evidence that was found at a point is found again at the points before it. There only what is new is
//! looked at: the statement in between.

use std::rc::Rc;

use super::contract::Operand;
use super::linear::{Key, Linear, Piece, Term};
use super::predicate::Predicate;
use super::session::{Pair, Session};
use super::states::{Fact, Hypotheses, Origin};
use super::{Evidence, EvidenceKind};
use crate::limits::{MOST_BRANCHES, MOST_MATCHES, MOST_SLICE};

/// A conjunction of the postcondition on its way through the trace.
pub(crate) struct Conjunct {
    /// Index among the conjunctions.
    pub(crate) number: usize,
    pub(crate) hypotheses: Hypotheses,
    pub(crate) is_negative: Vec<bool>,
}

impl Conjunct {
    pub(crate) fn before(&self, act: usize, atom: usize) -> Option<Rc<Predicate>> {
        self.hypotheses.before[act][atom].clone()
    }
}

impl Session<'_, '_> {
    /// All evidence of one conjunction, with what would remove it. Returns the predicates with explicit evidence.
    pub(crate) fn compare_states(&mut self, conjunct: &Conjunct) -> Vec<usize> {
        let atoms: Vec<usize> =
            (0..conjunct.is_negative.len()).filter(|&atom| conjunct.is_negative[atom]).collect();
        let mut type_one: Vec<Option<usize>> = vec![None; conjunct.is_negative.len()];
        let mut type_two: Vec<Vec<(Origin, usize)>> = vec![Vec::new(); conjunct.is_negative.len()];
        for index in (0..self.acts.len()).rev() {
            if !self.chosen[index] || self.is_over() {
                continue;
            }
            for &atom in &atoms {
                let Some(r) = conjunct.before(index, atom) else { continue };
                if r.known() == Some(false) {
                    let evidence = match type_one[atom] {
                        Some(evidence) => evidence,
                        None => {
                            let kind = EvidenceKind::TypeOne;
                            let new = self.record(conjunct, kind, Some(index), None, &r);
                            type_one[atom] = Some(new);
                            new
                        }
                    };
                    let is_first = self.evidence[evidence].point == self.acts[index].number;
                    self.type_one(evidence, conjunct, (index, atom), is_first);
                } else if !r.expr.terms.is_empty() {
                    self.type_two(conjunct, (index, atom), &r, &mut type_two[atom]);
                }
            }
        }
        let is_explicit = |atom: usize| type_one[atom].is_some() || !type_two[atom].is_empty();
        let (explicit, implicit): (Vec<usize>, Vec<usize>) =
            atoms.into_iter().partition(|&atom| is_explicit(atom));
        for atom in implicit {
            self.implicit(conjunct, atom, EvidenceKind::Implicit);
        }
        explicit
    }

    /// Changes the operand of the operation that failed: without its constant, one of its variables alone, one more
    /// or one less.
    pub(crate) fn failed_operand(&mut self, operand: &Operand) {
        let Some(act) = self.acts.len().checked_sub(1) else { return };
        if self.acts[act].number == 0 || !self.is_allowed(&self.acts[act]) {
            return;
        }
        let name = |cell| self.run.name(cell);
        let e = operand.value.show(&name);
        self.evidence.push(Evidence {
            kind: EvidenceKind::Operation,
            conjunction: 0,
            point: self.acts[act].number,
            q: None,
            r: e.clone(),
        });
        let evidence = self.evidence.len() - 1;
        let value = &operand.value;
        let mut versions = Vec::new();
        if !value.terms.is_empty() {
            versions.push(value.without_constant());
        }
        let alone = |term: &Term| Linear { terms: vec![term.clone()], constant: 0 };
        versions.extend(value.terms.iter().map(alone));
        versions.extend([-1, 1].map(|by| value.plus(&Linear::constant(by))));
        let scope = self.scope(act);
        let is_number = value.terms.is_empty();
        for version in versions.iter().filter(|version| is_number || !version.terms.is_empty()) {
            let pair = Pair { e: e.clone(), c: version.show(&name) };
            let is_simple = version.terms.len() + usize::from(version.constant != 0) <= 1;
            for text in scope.texts(version, value) {
                let text = match operand.is_operand && !is_simple {
                    true => format!("({text})"),
                    false => text,
                };
                let edit = scope.edit(operand.span, &text);
                self.propose(evidence, act, edit, &pair, "operand");
            }
        }
    }

    fn record(
        &mut self,
        conjunct: &Conjunct,
        kind: EvidenceKind,
        index: Option<usize>,
        q: Option<&Predicate>,
        r: &Predicate,
    ) -> usize {
        self.evidence.push(Evidence {
            kind,
            conjunction: conjunct.number,
            point: index.map_or(1, |index| self.acts[index].number),
            q: q.map(|q| self.show(q)),
            r: self.show(r),
        });
        self.evidence.len() - 1
    }

    /// Changes the form of a predicate without variables.
    fn type_one(
        &mut self,
        evidence: usize,
        conjunct: &Conjunct,
        (index, atom): (usize, usize),
        is_first: bool,
    ) {
        let upto = if is_first { self.acts.len() } else { index + 1 };
        for act in index..upto {
            if let (Some(after), true) = (conjunct.before(act + 1, atom), self.chosen[act]) {
                self.establish(evidence, act, &after);
            }
        }
        if is_first {
            self.match_all(evidence, conjunct, (index, atom));
            for act in index..upto {
                self.loosely(evidence, conjunct, (act, atom));
            }
        } else {
            self.loosely(evidence, conjunct, (index, atom));
        }
    }

    /// Matches the predicate to what holds, along its slice.
    fn match_all(&mut self, evidence: usize, conjunct: &Conjunct, (index, atom): (usize, usize)) {
        let facts = self.actual(index);
        let slice: Vec<usize> =
            conjunct.hypotheses.slice.iter().copied().filter(|&act| act >= index).collect();
        for fact in facts.iter().take(MOST_MATCHES) {
            if self.is_over() {
                return;
            }
            for &act in slice.iter().take(MOST_SLICE) {
                let Some(after) = conjunct.before(act + 1, atom) else { continue };
                if let Some(q) = self.still_there(fact, act) {
                    self.match_to(evidence, act, &after, &q);
                }
            }
        }
    }

    /// The form a fact has before an act, if nothing in between has overwritten it.
    fn still_there(&self, fact: &Rc<Fact>, act: usize) -> Option<Predicate> {
        let of = |states: &[Option<super::states::Facts>]| {
            let facts = states[act].clone()?;
            let same = facts.iter().find(|own| own.origin == fact.origin || Rc::ptr_eq(own, fact));
            same.map(|own| own.predicate.clone())
        };
        of(&self.backward).or_else(|| of(&self.forward))
    }

    /// Modifications that make the predicates alike in one term.
    fn loosely(&mut self, evidence: usize, conjunct: &Conjunct, (act, atom): (usize, usize)) {
        if self.acts[act].number == 0 || !self.chosen[act] {
            return;
        }
        let Some(after) = conjunct.before(act + 1, atom) else { return };
        let Some(cell) = self.acts[act].assign().map(|assign| assign.cell) else { return };
        if after.expr.has(cell) {
            self.exchange(evidence, act, &after);
        }
        self.redirect(evidence, act, &after);
    }

    fn type_two(
        &mut self,
        conjunct: &Conjunct,
        (index, atom): (usize, usize),
        r: &Rc<Predicate>,
        known: &mut Vec<(Origin, usize)>,
    ) {
        let facts = self.required(index);
        let expr = r.canonical().0;
        let size = r.expr.terms.len();
        for fact in facts.iter() {
            let q = &fact.predicate;
            if q.expr.terms.len() != size || q.canonical().0 != expr {
                continue;
            }
            let evidence = match known.iter().find(|(own, _)| same_origin(*own, fact.origin)) {
                Some((_, evidence)) => *evidence,
                None => {
                    let kind = EvidenceKind::TypeTwo;
                    let new = self.record(conjunct, kind, Some(index), Some(q), r);
                    known.push((fact.origin, new));
                    new
                }
            };
            let is_first = self.evidence[evidence].point == self.acts[index].number;
            if is_first {
                self.change_actual(evidence, conjunct, (index, atom), fact);
                self.change_hypothesis(evidence, conjunct, (index, atom));
            } else {
                self.change_at(evidence, conjunct, (index, atom), fact);
            }
        }
    }

    /// Changes `q` to `r`: in the branch it comes from, or in an assignment before that.
    fn change_actual(
        &mut self,
        evidence: usize,
        conjunct: &Conjunct,
        (index, atom): (usize, usize),
        fact: &Rc<Fact>,
    ) {
        let Some((from, position)) = fact.origin.act() else { return };
        if let (Some(r), Some(_)) = (conjunct.before(from, atom), self.acts[from].branch()) {
            self.decide(evidence, (from, position), &r);
        }
        for act in
            (index..from.min(self.acts.len())).filter(|&act| self.chosen[act]).collect::<Vec<_>>()
        {
            self.match_actual(evidence, conjunct, (act, atom), fact);
        }
    }

    /// An assignment that turns `q` after it into `r` before it.
    fn match_actual(
        &mut self,
        evidence: usize,
        conjunct: &Conjunct,
        (act, atom): (usize, usize),
        fact: &Rc<Fact>,
    ) {
        if self.acts[act].assign().is_none() || act + 1 >= self.acts.len() {
            return;
        }
        if let (Some(q), Some(r)) = (self.still_there(fact, act + 1), conjunct.before(act, atom)) {
            self.match_to(evidence, act, &q, &r);
        }
    }

    /// Changes `r` so that it holds, by the assignments of its slice.
    fn change_hypothesis(
        &mut self,
        evidence: usize,
        conjunct: &Conjunct,
        (index, atom): (usize, usize),
    ) {
        for act in conjunct.hypotheses.slice.clone() {
            let is_candidate = act >= index && self.chosen[act];
            if let (Some(after), true) = (conjunct.before(act + 1, atom), is_candidate) {
                self.establish(evidence, act, &after);
            }
        }
    }

    fn change_at(
        &mut self,
        evidence: usize,
        conjunct: &Conjunct,
        (act, atom): (usize, usize),
        fact: &Rc<Fact>,
    ) {
        if let Some(after) = conjunct.before(act + 1, atom) {
            self.establish(evidence, act, &after);
        }
        self.match_actual(evidence, conjunct, (act, atom), fact);
    }

    /// A constraint that the trace lacks.
    pub(crate) fn implicit(&mut self, conjunct: &Conjunct, atom: usize, kind: EvidenceKind) {
        if self.is_over() {
            return;
        }
        let Some(top) = conjunct.before(0, atom) else { return };
        let evidence = self.record(conjunct, kind, None, None, &top);
        self.missing_iterations(evidence, conjunct, atom);
        let slice = conjunct.hypotheses.slice.clone();
        for &act in slice.iter().rev().take(MOST_SLICE) {
            if let Some(after) = conjunct.before(act + 1, atom) {
                self.establish(evidence, act, &after);
            }
        }
        let branches: Vec<usize> = (0..self.acts.len())
            .rev()
            .filter(|&act| self.chosen[act] && self.acts[act].branch().is_some())
            .take(MOST_BRANCHES)
            .collect();
        for exchange in [false, true] {
            for &act in &branches {
                let count = self.acts[act].branch().map_or(0, |branch| branch.predicates.len());
                let Some(r) = conjunct.before(act, atom).filter(|_| !self.is_over()) else {
                    continue;
                };
                for position in 0..count {
                    if !self.is_related((act, position), &r) {
                        continue;
                    }
                    match exchange {
                        false => self.decide(evidence, (act, position), &r),
                        true => self.exchange_in_branch(evidence, (act, position), &r),
                    }
                }
            }
        }
        self.match_all(evidence, conjunct, (0, atom));
        let assignments: Vec<usize> = (0..self.acts.len())
            .rev()
            .filter(|&act| self.chosen[act] && self.acts[act].assign().is_some())
            .collect();
        for &act in &assignments {
            self.loosely(evidence, conjunct, (act, atom));
        }
        self.other_elements(evidence, conjunct, atom, &assignments);
        self.other_decisions(evidence, conjunct, atom);
    }

    /// Do a branch predicate and a hypothesised one speak of something in common?
    fn is_related(&self, (act, position): (usize, usize), r: &Predicate) -> bool {
        let predicates = self.acts[act].branch().map(|branch| &branch.predicates);
        predicates
            .and_then(|all| all.get(position))
            .is_some_and(|q| q.expr.cells().into_iter().any(|cell| r.expr.has(cell)))
    }

    /// Elements that constraints are known about, but not the one that the predicate speaks of: lets the index
    /// lead to them.
    fn other_elements(
        &mut self,
        evidence: usize,
        conjunct: &Conjunct,
        atom: usize,
        assignments: &[usize],
    ) {
        let facts = self.actual(0);
        for &act in assignments {
            let Some(cell) = self.acts[act].assign().map(|assign| assign.cell) else { continue };
            let Some(after) = conjunct.before(act + 1, atom) else { continue };
            if !after.expr.has_index(cell) {
                continue;
            }
            for term in &after.expr.terms {
                let Some((index, value)) = index_of(&term.via) else { continue };
                for fact in facts.iter().take(MOST_MATCHES) {
                    for wanted in same_array(&fact.predicate, &term.key) {
                        if wanted != value {
                            let pair = self.pair(&after, &fact.predicate);
                            self.reindex(evidence, act, (&index, wanted), &pair);
                        }
                    }
                }
                for wanted in [value + 1, value - 1] {
                    let pair = self.pair(&after, &after);
                    self.reindex(evidence, act, (&index, wanted), &pair);
                }
            }
        }
    }
}

fn same_origin(left: Origin, right: Origin) -> bool {
    left == right || (left.act().is_some() && left.act() == right.act())
}

/// The last index by which an element was reached.
fn index_of(via: &Option<Rc<super::linear::Via>>) -> Option<(Linear, i128)> {
    via.iter().flat_map(|via| via.pieces.iter().rev()).find_map(|piece| match piece {
        Piece::Index(index, value) if !index.terms.is_empty() => Some((index.clone(), *value)),
        _ => None,
    })
}

/// Indices of the elements of the same array that a predicate speaks of.
fn same_array(predicate: &Predicate, key: &Key) -> Vec<i128> {
    let Key::Cell(cell) = key else { return Vec::new() };
    let cells = predicate.expr.cells();
    let same = cells.iter().filter(|own| own.object == cell.object && own.size == cell.size);
    let first = |offset: u32| i128::from(offset) / i128::from(cell.size.max(1));
    same.filter(|own| own.offset != cell.offset).map(|own| first(own.offset)).collect()
}
