//! Deduction: what follows from the predicates of a state by transitivity and equality.

use std::rc::Rc;

use super::linear::Linear;
use super::predicate::Predicate;
use super::relop::Relop;
use super::states::{Fact, Origin, solved};
use crate::limits::{LONGEST_COMBINED, MOST_COMBINED, MOST_DEDUCED_AT_A_POINT};

/// The facts and what follows from them, until nothing new does or there are enough.
pub(crate) fn closure(facts: &[Rc<Fact>]) -> Vec<Rc<Fact>> {
    let mut all: Vec<Rc<Fact>> = facts.to_vec();
    let mut position = 0;
    let most = facts.len() + MOST_DEDUCED_AT_A_POINT;
    while position < all.len() && all.len() < most {
        let current = Rc::clone(&all[position]);
        for other in 0..position {
            let other = Rc::clone(&all[other]);
            let (first, second) = (&current.predicate, &other.predicate);
            if !first.expr.terms.iter().any(|t| second.expr.coefficient(&t.key) != 0) {
                continue;
            }
            // What is compared stays with the inequality; an equality only renames.
            let from = if first.relop == Relop::Eq { &other } else { &current };
            let origin = Origin::Deduced(from.origin.act());
            for predicate in deduced(first, second) {
                let is_new = predicate.known().is_none()
                    && predicate.expr.terms.len() <= LONGEST_COMBINED
                    && !all.iter().any(|fact| fact.predicate == predicate);
                if is_new && all.len() < most {
                    all.push(Rc::new(Fact { predicate, origin }));
                }
            }
        }
        position += 1;
    }
    all
}

/// What follows from the predicates of a conjunction, without these.
pub(crate) fn consequences(conjunction: &[Predicate]) -> Vec<Predicate> {
    let facts = conjunction.iter().take(MOST_COMBINED).cloned();
    let facts: Vec<Rc<Fact>> =
        facts.map(|predicate| Rc::new(Fact { predicate, origin: Origin::Precondition })).collect();
    closure(&facts).iter().skip(facts.len()).map(|fact| fact.predicate.clone()).collect()
}

/// What two predicates imply together.
pub(crate) fn deduced(left: &Predicate, right: &Predicate) -> Vec<Predicate> {
    let mut found = Vec::new();
    if left.expr.terms.len() > LONGEST_COMBINED || right.expr.terms.len() > LONGEST_COMBINED {
        return found;
    }
    if left.relop == Relop::Eq {
        found.extend(replaced(right, left));
    }
    if right.relop == Relop::Eq {
        found.extend(replaced(left, right));
    }
    if left.relop != Relop::Eq && right.relop != Relop::Eq {
        found.extend(transitive(left, right));
    }
    found
}

/// A predicate with a cell replaced by what an equality says it is.
fn replaced(predicate: &Predicate, equality: &Predicate) -> Option<Predicate> {
    equality.expr.cells().into_iter().filter(|cell| predicate.expr.has(*cell)).find_map(|cell| {
        let value = solved(equality, cell)?;
        let mut replaced = predicate.substitute(&|own| (own == cell).then(|| value.clone()));
        replaced.site = None;
        Some(replaced)
    })
}

/// `a < b` and `b <= c` give `a < c`: the sum of two inequalities in which a cell cancels out.
fn transitive(left: &Predicate, right: &Predicate) -> Option<Predicate> {
    let (left, left_strict) = at_most(left)?;
    let (right, right_strict) = at_most(right)?;
    let cancels = left.terms.iter().any(|term| {
        right
            .terms
            .iter()
            .any(|other| other.key == term.key && other.coefficient == -term.coefficient)
    });
    if !cancels {
        return None;
    }
    let relop = if left_strict || right_strict { Relop::Lt } else { Relop::Le };
    Some(Predicate::new(&left.plus(&right), relop))
}

/// As `linear <= 0` or `linear < 0`.
fn at_most(predicate: &Predicate) -> Option<(Linear, bool)> {
    let full = predicate.full();
    Some(match predicate.relop {
        Relop::Lt => (full, true),
        Relop::Le => (full, false),
        Relop::Gt => (full.times(-1), true),
        Relop::Ge => (full.times(-1), false),
        Relop::Eq | Relop::Ne => return None,
    })
}

#[cfg(test)]
mod tests {
    use whydunit_interp::Cell;
    use whydunit_program::LocalId;

    use super::{Linear, Predicate, Relop, consequences};

    fn variable(number: u32) -> Linear {
        Linear::cell(Cell::register(0, LocalId(number), 4))
    }

    fn name(cell: Cell) -> String {
        match cell.object {
            whydunit_interp::CellObject::Register { local, .. } => {
                ["x", "y", "z", "w"][local.index()].to_owned()
            }
            whydunit_interp::CellObject::Memory(_) => "?".to_owned(),
        }
    }

    /// `left - right relop constant`.
    fn compare(left: u32, right: u32, relop: Relop, constant: i128) -> Predicate {
        let difference = variable(left).minus(&variable(right));
        Predicate::new(&difference.minus(&Linear::constant(constant)), relop)
    }

    fn from(predicates: &[Predicate]) -> Vec<String> {
        consequences(predicates).iter().map(|predicate| predicate.show(&name)).collect()
    }

    #[test]
    fn inequalities_are_transitive() {
        let (x_y, y_z) = (compare(0, 1, Relop::Lt, 0), compare(1, 2, Relop::Le, 2));
        assert_eq!(from(&[x_y.clone(), y_z]), ["-z+x<2"]);
        assert_eq!(from(&[x_y.clone(), compare(2, 3, Relop::Lt, 0)]), Vec::<String>::new());
        // `y > z` points the other way.
        assert_eq!(from(&[x_y, compare(1, 2, Relop::Gt, 0)]), Vec::<String>::new());
    }

    #[test]
    fn equalities_replace() {
        let found = from(&[compare(0, 1, Relop::Eq, 3), compare(1, 2, Relop::Ge, 0)]);
        assert_eq!(found, ["x-z>=3"]);
    }

    #[test]
    fn deduction_goes_on_until_nothing_is_new() {
        let chain =
            [compare(0, 1, Relop::Lt, 0), compare(1, 2, Relop::Lt, 0), compare(2, 3, Relop::Lt, 0)];
        let mut found = from(&chain);
        found.sort();
        assert_eq!(found.len(), 3, "x < z, y < w, x < w: {found:?}");
    }
}
