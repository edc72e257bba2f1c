//! Atomic predicates `expr relop const`, and formulas over them in disjunctive normal form.

use std::rc::Rc;

use whydunit_interp::Cell;
use whydunit_source::Span;

use super::linear::{Key, Linear};
use super::relop::Relop;
use crate::limits::MOST_PREDICATES;

/// Where in the source a comparison stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AtomSite {
    /// The comparison, or the scalar that is tested.
    pub(crate) whole: Span,
    /// Its operands; `None` when a scalar is tested.
    pub(crate) sides: Option<(Span, Span)>,
    /// The predicate is the opposite of what is written.
    pub(crate) is_negated: bool,
    /// Left operand minus right operand, with its constant.
    pub(crate) written: Linear,
    pub(crate) relop: Relop,
}

/// `expr relop constant`, where `expr` has no constant.
#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    pub(crate) expr: Linear,
    pub(crate) relop: Relop,
    pub(crate) constant: i128,
    pub(crate) site: Option<Rc<AtomSite>>,
}

/// Same expressions up to sign and a common factor; the relational operator and the constant adjusted to it.
type Canonical = (Linear, Relop, i128);

impl Predicate {
    /// `left relop 0`.
    pub(crate) fn new(left: &Linear, relop: Relop) -> Predicate {
        let constant = left.constant.wrapping_neg();
        Predicate { expr: left.without_constant(), relop, constant, site: None }
    }

    /// Everything on the left: `full relop 0`.
    pub(crate) fn full(&self) -> Linear {
        Linear { terms: self.expr.terms.clone(), constant: self.constant.wrapping_neg() }
    }

    pub(crate) fn negated(&self) -> Predicate {
        Predicate { relop: self.relop.negated(), ..self.clone() }
    }

    pub(crate) fn substitute(&self, by: &dyn Fn(Cell) -> Option<Linear>) -> Predicate {
        let site = self.site.clone();
        Predicate { site, ..Predicate::new(&self.full().substitute(by), self.relop) }
    }

    /// The sign of the term that sorts first is positive.
    pub(crate) fn canonical(&self) -> Canonical {
        let first = self.expr.terms.iter().min_by(|a, b| a.key.cmp(&b.key));
        if first.is_some_and(|term| term.coefficient < 0) {
            let flipped = self.constant.wrapping_neg();
            (self.expr.times(-1), self.relop.flipped(), flipped)
        } else {
            (self.expr.clone(), self.relop, self.constant)
        }
    }

    /// Truth where no variable is left.
    pub(crate) fn known(&self) -> Option<bool> {
        self.expr.terms.is_empty().then(|| self.relop.holds(0, self.constant))
    }

    /// `s-a[i=2]<0`
    pub(crate) fn show(&self, name: &dyn Fn(Cell) -> String) -> String {
        format!("{}{}{}", self.expr.show(name), self.relop.shown(), self.constant)
    }
}

impl PartialEq for Predicate {
    fn eq(&self, other: &Predicate) -> bool {
        let shares = self.expr.terms.first().is_none_or(|t| other.expr.coefficient(&t.key) != 0);
        shares
            && self.expr.terms.len() == other.expr.terms.len()
            && self.canonical() == other.canonical()
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Known(bool),
    Atom(Predicate),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    /// Constants are worked in: what is left is a constant, or has none.
    pub(crate) fn all(parts: Vec<Formula>) -> Formula {
        Formula::joined(parts, true)
    }

    pub(crate) fn any(parts: Vec<Formula>) -> Formula {
        Formula::joined(parts, false)
    }

    fn joined(parts: Vec<Formula>, all: bool) -> Formula {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Formula::Known(value) if value == all => {}
                Formula::Known(value) => return Formula::Known(value),
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Formula::Known(all),
            1 => kept.remove(0),
            _ if all => Formula::And(kept),
            _ => Formula::Or(kept),
        }
    }

    /// The conjunctions of the disjunctive normal form, at most `limit`, and whether that is all of them. Past the
    /// limit, those come first whose predicates hold.
    pub(crate) fn conjunctions(
        &self,
        limit: usize,
        holds: &dyn Fn(&Predicate) -> bool,
    ) -> (Vec<Vec<Predicate>>, bool) {
        let mut is_complete = true;
        let conjunctions = self.expand(limit, holds, &mut is_complete);
        (conjunctions, is_complete)
    }

    fn expand(
        &self,
        limit: usize,
        holds: &dyn Fn(&Predicate) -> bool,
        is_complete: &mut bool,
    ) -> Vec<Vec<Predicate>> {
        match self {
            Formula::Known(true) => vec![Vec::new()],
            Formula::Known(false) => Vec::new(),
            Formula::Atom(predicate) => vec![vec![predicate.clone()]],
            Formula::Or(parts) => {
                let all: Vec<_> =
                    parts.iter().flat_map(|part| part.expand(limit, holds, is_complete)).collect();
                cut(all, limit, holds, is_complete)
            }
            Formula::And(parts) => {
                let mut product: Vec<Vec<Predicate>> = vec![Vec::new()];
                for part in parts {
                    let choices = part.expand(limit, holds, is_complete);
                    let longest = product.iter().map(Vec::len).max().unwrap_or(0);
                    let fewer = limit.min((MOST_PREDICATES / longest.max(1)).max(1));
                    product = cut(combined(product, &choices), fewer, holds, is_complete);
                }
                product
            }
        }
    }
}

/// Every conjunction with every choice, without those that exclude themselves.
fn combined(product: Vec<Vec<Predicate>>, choices: &[Vec<Predicate>]) -> Vec<Vec<Predicate>> {
    let mut longer = Vec::with_capacity(product.len() * choices.len());
    let Some((last, others)) = choices.split_last() else { return longer };
    for so_far in product {
        longer.extend(others.iter().filter_map(|choice| joined(so_far.clone(), choice)));
        longer.extend(joined(so_far, last));
    }
    longer
}

/// A conjunction with more predicates; `None` when they exclude each other.
fn joined(mut conjunction: Vec<Predicate>, choice: &[Predicate]) -> Option<Vec<Predicate>> {
    let count = conjunction.len();
    for predicate in choice {
        if conjunction[..count].iter().any(|old| excludes(old, predicate)) {
            return None;
        }
        if !conjunction.contains(predicate) {
            conjunction.push(predicate.clone());
        }
    }
    Some(conjunction)
}

/// Can they not hold together? Only what shows on the same expression is seen.
fn excludes(left: &Predicate, right: &Predicate) -> bool {
    if left.relop != Relop::Eq || left.expr.terms.len() != right.expr.terms.len() {
        return false;
    }
    let ((left, _, value), (right, relop, constant)) = (left.canonical(), right.canonical());
    left == right && !relop.holds(value, constant)
}

/// Uses the cells that a conjunction fixes to numbers: what follows from them is dropped. `None` when they
/// contradict each other.
pub(crate) fn simplified(conjunction: Vec<Predicate>) -> Option<Vec<Predicate>> {
    let fixed: Vec<(Cell, i128)> = conjunction
        .iter()
        .filter(|predicate| predicate.relop == Relop::Eq && predicate.expr.terms.len() == 1)
        .filter_map(|predicate| match (&predicate.expr.terms[0].key, predicate.canonical().2) {
            (Key::Cell(cell), value) => Some((*cell, value)),
            _ => None,
        })
        .collect();
    let value = |cell: Cell| fixed.iter().find(|(own, _)| *own == cell).map(|(_, value)| *value);
    let mut kept = Vec::new();
    for predicate in conjunction {
        let fixes = predicate.relop == Relop::Eq && predicate.expr.terms.len() == 1;
        match predicate.substitute(&|cell| value(cell).map(Linear::constant)).known() {
            Some(false) => return None,
            Some(true) if !fixes => {}
            _ => kept.push(predicate),
        }
    }
    Some(kept)
}

fn cut(
    mut conjunctions: Vec<Vec<Predicate>>,
    limit: usize,
    holds: &dyn Fn(&Predicate) -> bool,
    is_complete: &mut bool,
) -> Vec<Vec<Predicate>> {
    if conjunctions.len() > limit {
        *is_complete = false;
        conjunctions.sort_by_cached_key(|conjunction| {
            conjunction.iter().filter(|predicate| !holds(predicate)).count()
        });
        conjunctions.truncate(limit);
    }
    conjunctions
}

#[cfg(test)]
mod tests {
    use whydunit_interp::Cell;
    use whydunit_program::LocalId;

    use super::{Formula, Linear, Predicate, Relop, simplified};

    fn variable(number: u32) -> Linear {
        Linear::cell(Cell::register(0, LocalId(number), 4))
    }

    fn name(cell: Cell) -> String {
        match cell.object {
            whydunit_interp::CellObject::Register { local, .. } => format!("v{}", local.0),
            whydunit_interp::CellObject::Memory(_) => "?".to_owned(),
        }
    }

    fn is(number: u32, value: i128) -> Formula {
        Formula::Atom(Predicate::new(&variable(number).minus(&Linear::constant(value)), Relop::Eq))
    }

    fn shown(formula: &Formula, limit: usize) -> (Vec<String>, bool) {
        let (conjunctions, is_complete) = formula.conjunctions(limit, &|_| false);
        let text = |all: &Vec<Predicate>| {
            all.iter().map(|predicate| predicate.show(&name)).collect::<Vec<_>>().join(" ")
        };
        (conjunctions.iter().map(text).collect(), is_complete)
    }

    #[test]
    fn the_constant_is_on_the_right() {
        let left = variable(0).times(2).minus(&variable(1)).plus(&Linear::constant(3));
        let predicate = Predicate::new(&left, Relop::Le);
        assert_eq!(predicate.show(&name), "2*v0-v1<=-3");
        assert_eq!(predicate.negated().show(&name), "2*v0-v1>-3");
        let other_way = Predicate::new(&left.times(-1), Relop::Ge);
        assert_eq!(other_way.show(&name), "-2*v0+v1>=3");
        assert!(predicate == other_way, "the same predicate with its sides exchanged");
        assert!(predicate != predicate.negated());
    }

    #[test]
    fn a_predicate_without_variables_is_known() {
        let nothing = variable(0).minus(&variable(0)).plus(&Linear::constant(1));
        let predicate = Predicate::new(&nothing, Relop::Eq);
        assert_eq!((predicate.show(&name).as_str(), predicate.known()), ("0=-1", Some(false)));
    }

    #[test]
    fn disjunctive_normal_form() {
        let either = Formula::any(vec![is(0, 1), is(1, 2)]);
        let both = Formula::all(vec![either.clone(), is(2, 3), either]);
        let expected = ["v0=1 v2=3", "v0=1 v2=3 v1=2", "v1=2 v2=3 v0=1", "v1=2 v2=3"];
        let expected: Vec<String> = expected.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(shown(&both, 10), (expected.clone(), true));
        let (few, is_complete) = shown(&both, 2);
        assert_eq!((few.len(), is_complete), (2, false));
        let impossible = Formula::all(vec![is(0, 1), is(0, 2)]);
        assert_eq!(shown(&impossible, 10), (Vec::new(), true));
        assert_eq!(shown(&Formula::all(vec![Formula::Known(true), is(0, 1)]), 10).0, ["v0=1"]);
    }

    #[test]
    fn fixed_cells_decide_other_predicates() {
        let (conjunctions, _) = Formula::all(vec![is(0, 1), is(1, 2)]).conjunctions(4, &|_| true);
        let order = |relop: Relop| Predicate::new(&variable(0).minus(&variable(1)), relop);
        let mut sorted = conjunctions[0].clone();
        sorted.push(order(Relop::Lt));
        assert_eq!(simplified(sorted).expect("it can hold").len(), 2);
        let mut reversed = conjunctions[0].clone();
        reversed.push(order(Relop::Gt));
        assert!(simplified(reversed).is_none());
    }
}
