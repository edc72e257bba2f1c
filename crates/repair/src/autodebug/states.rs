//! The states the method compares: hypothesised (`R_i`) and actual (`Q_i`), at every execution point.
//!
//! `R_i` is the path-based weakest precondition of the postcondition: cells are replaced by what was assigned to
//! them, branch predicates leave it alone. `Q_i^F` collects what the steps before `i` established and nothing
//! has overwritten since, `Q_i^B` is the weakest precondition of the branch predicates from `i` on. Both hold.
//!
//! Runs are long and states are kept for a bounded number of points, with a bounded number of predicates each:
//! the nearest ones.

use std::rc::Rc;

use whydunit_interp::{Cell, CellObject};

use super::linear::Linear;
use super::points::{Act, Kind};
use super::predicate::Predicate;
use super::relop::Relop;
use crate::limits::{MOST_FACTS, MOST_TERMS};

/// Where a fact comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    Precondition,
    /// Index of the act, and of the predicate in it.
    Act(usize, usize),
    /// Deduced, from one that came from there.
    Deduced(Option<(usize, usize)>),
}

impl Origin {
    /// The act it comes from in the end, and the predicate in it.
    pub(crate) fn act(self) -> Option<(usize, usize)> {
        match self {
            Origin::Precondition => None,
            Origin::Act(act, position) => Some((act, position)),
            Origin::Deduced(from) => from,
        }
    }
}

/// A predicate that holds at a point.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) predicate: Predicate,
    pub(crate) origin: Origin,
}

pub(crate) type Facts = Rc<Vec<Rc<Fact>>>;

/// The predicates of one conjunction; `None` for one that was given up.
pub(crate) type Hypothesis = Rc<Vec<Option<Rc<Predicate>>>>;

/// `R` before every act, and after the last.
#[derive(Debug)]
pub(crate) struct Hypotheses {
    pub(crate) before: Vec<Hypothesis>,
    /// Acts that some predicate's value depends on: the pwpSlice.
    pub(crate) slice: Vec<usize>,
}

/// pwp along the whole trace.
pub(crate) fn hypotheses(acts: &[Act], conjunction: &[Predicate]) -> Hypotheses {
    let bottom: Vec<_> =
        conjunction.iter().map(|predicate| Some(Rc::new(predicate.clone()))).collect();
    let mut current: Hypothesis = Rc::new(bottom);
    let mut before = Vec::with_capacity(acts.len() + 1);
    let mut slice = Vec::new();
    before.push(Rc::clone(&current));
    for (index, act) in acts.iter().enumerate().rev() {
        if matches!(act.kind, Kind::Branch(_)) {
            before.push(Rc::clone(&current));
            continue;
        }
        let affects =
            |predicate: &Predicate| predicate.expr.mentions(true, &|cell| touches(act, cell));
        if current.iter().flatten().any(|predicate| affects(predicate)) {
            let mut changes_value = false;
            let next = current.iter().map(|predicate| {
                let predicate = predicate.as_ref()?;
                if !affects(predicate) {
                    return Some(Rc::clone(predicate));
                }
                let is_value = predicate.expr.mentions(false, &|cell| touches(act, cell));
                changes_value |= is_value;
                let replaced = predicate.substitute(&|cell| act.replacement(cell));
                (replaced.expr.terms.len() <= MOST_TERMS).then(|| Rc::new(replaced))
            });
            current = Rc::new(next.collect());
            if changes_value {
                slice.push(index);
            }
        }
        before.push(Rc::clone(&current));
    }
    before.reverse();
    slice.reverse();
    Hypotheses { before, slice }
}

/// Does the act define the cell?
pub(crate) fn touches(act: &Act, cell: Cell) -> bool {
    match &act.kind {
        Kind::Assign(assign) => assign.cell == cell,
        Kind::Bytes { object, offset, size, .. } => {
            cell.object == CellObject::Memory(*object)
                && u64::from(cell.offset) < offset + size
                && *offset < u64::from(cell.offset) + u64::from(cell.size)
        }
        Kind::Branch(_) => false,
    }
}

/// `Q^F` before each of the chosen acts, and after the last.
pub(crate) fn forward(acts: &[Act], start: &[Fact], chosen: &[bool]) -> Vec<Option<Facts>> {
    let mut facts: Vec<Rc<Fact>> = start.iter().cloned().map(Rc::new).collect();
    let mut kept = Vec::with_capacity(acts.len() + 1);
    for (index, act) in acts.iter().enumerate() {
        kept.push(chosen[index].then(|| Rc::new(facts.clone())));
        match &act.kind {
            Kind::Branch(branch) => {
                for (position, predicate) in branch.predicates.iter().enumerate() {
                    let origin = Origin::Act(index, position);
                    let predicate = Predicate::clone(predicate);
                    if !facts.iter().any(|fact| fact.predicate == predicate) {
                        facts.push(Rc::new(Fact { predicate, origin }));
                    }
                }
            }
            Kind::Assign(assign) => {
                let known = equivalence(&facts, assign.cell, &assign.value);
                kill(&mut facts, act);
                if let Some(value) = known {
                    let left =
                        Linear::of(super::linear::Key::Cell(assign.cell), assign.via.clone());
                    let mut predicate = Predicate::new(&left.minus(&value), Relop::Eq);
                    predicate.expr.forget_indices(assign.cell);
                    facts.push(Rc::new(Fact { predicate, origin: Origin::Act(index, 0) }));
                }
            }
            Kind::Bytes { .. } => kill(&mut facts, act),
        }
        if facts.len() > MOST_FACTS {
            facts.remove(0);
        }
    }
    kept.push(Some(Rc::new(facts)));
    kept
}

/// The value that is assigned, in terms that still have their meaning after the assignment: a left-hand side
/// that occurs on the right is replaced by what is known about it.
fn equivalence(facts: &[Rc<Fact>], cell: Cell, value: &Linear) -> Option<Linear> {
    if value.terms.len() > MOST_TERMS {
        return None;
    }
    if !value.has(cell) {
        return Some(value.clone());
    }
    let known = facts.iter().rev().find_map(|fact| solved(&fact.predicate, cell))?;
    let replaced = value.substitute(&|own| (own == cell).then(|| known.clone()));
    (!replaced.has(cell) && replaced.terms.len() <= MOST_TERMS).then_some(replaced)
}

/// An equality solved for a cell.
pub(crate) fn solved(predicate: &Predicate, cell: Cell) -> Option<Linear> {
    if predicate.relop != Relop::Eq {
        return None;
    }
    let key = super::linear::Key::Cell(cell);
    let coefficient = predicate.expr.coefficient(&key);
    if coefficient.abs() != 1 {
        return None;
    }
    let mut rest = predicate.full();
    rest.terms.retain(|term| term.key != key);
    let rest = rest.times(-coefficient);
    (!rest.has(cell)).then_some(rest)
}

fn kill(facts: &mut Vec<Rc<Fact>>, act: &Act) {
    facts.retain(|fact| !fact.predicate.expr.mentions(false, &|cell| touches(act, cell)));
    let Kind::Assign(assign) = &act.kind else { return };
    for fact in facts.iter_mut() {
        if fact.predicate.expr.has_index(assign.cell) {
            Rc::make_mut(fact).predicate.expr.forget_indices(assign.cell);
        }
    }
}

/// `Q^B` before each of the chosen acts, and after the last.
pub(crate) fn backward(acts: &[Act], chosen: &[bool]) -> Vec<Option<Facts>> {
    let mut facts: Vec<Rc<Fact>> = Vec::new();
    let mut kept = vec![Some(Facts::default())];
    for (index, act) in acts.iter().enumerate().rev() {
        match &act.kind {
            Kind::Branch(branch) => {
                for (position, predicate) in branch.predicates.iter().enumerate() {
                    let origin = Origin::Act(index, position);
                    let predicate = Predicate::clone(predicate);
                    facts.push(Rc::new(Fact { predicate, origin }));
                }
            }
            _ => {
                let affected =
                    |fact: &Fact| fact.predicate.expr.mentions(true, &|cell| touches(act, cell));
                for fact in &mut facts {
                    if affected(fact) {
                        let predicate = fact.predicate.substitute(&|cell| act.replacement(cell));
                        *fact = Rc::new(Fact { predicate, origin: fact.origin });
                    }
                }
                facts.retain(|fact| fact.predicate.expr.terms.len() <= MOST_TERMS);
            }
        }
        if facts.len() > MOST_FACTS {
            facts.drain(..facts.len() - MOST_FACTS);
        }
        kept.push(chosen[index].then(|| Rc::new(facts.clone())));
    }
    kept.reverse();
    kept
}
