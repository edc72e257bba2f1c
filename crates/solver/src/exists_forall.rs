//! Is there a choice of some variables for which a formula holds whatever the others are?
//!
//! Counterexample-guided: one solver proposes values for the chosen variables that work for all counterexamples so far; another
//! one, which knows the opposite of the formula, looks for a counterexample to the proposal. Each counterexample is put into the
//! formula and asserted to the first. Both keep what they learn.

use whydunit_term::{Model, Substitution, Term, Terms};

use crate::limits::ROUND_COST;
use crate::{Answer, Budget, Reason, Solve};

/// The end of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExistsForall {
    /// Values for the chosen variables that always work.
    Witness(Model),
    /// There are none.
    Impossible,
    Unknown {
        reason: Reason,
        /// Counterexamples that any witness has to withstand: values of the other variables.
        counterexamples: Vec<Model>,
    },
}

/// Values for the variables of `formula` outside `forall` that make it true for all values of those in `forall`.
///
/// The two solvers are new ones: nothing has been asserted to them. The budget's conflicts are those of both together.
pub fn exists_forall(
    proposer: &mut dyn Solve,
    verifier: &mut dyn Solve,
    terms: &mut Terms,
    forall: &[Term],
    formula: Term,
    budget: &Budget,
) -> ExistsForall {
    let exists: Vec<Term> = terms
        .variables(&[formula])
        .into_iter()
        .filter(|variable| !forall.contains(variable))
        .collect();
    let opposite = terms.not(formula);
    verifier.assert(terms, opposite);
    let mut counterexamples = Vec::new();
    let spent = |proposer: &dyn Solve, verifier: &dyn Solve| {
        proposer.statistics().conflicts + verifier.statistics().conflicts
    };
    let before = spent(proposer, verifier);
    let mut rounds = 0;
    // Whatever the first proposal is, it should at least work for something.
    let mut next = assignment(terms, forall, &Model::new());
    loop {
        rounds += ROUND_COST;
        let instance = next.apply(terms, formula);
        proposer.assert(terms, instance);
        let rest = match budget.after(spent(proposer, verifier) - before + rounds) {
            Ok(rest) => rest,
            Err(reason) => return ExistsForall::Unknown { reason, counterexamples },
        };
        let proposal = match proposer.check(terms, &[], &rest) {
            Answer::Sat(model) => model,
            Answer::Unsat(_) => return ExistsForall::Impossible,
            Answer::Unknown(reason) => return ExistsForall::Unknown { reason, counterexamples },
        };
        let assumptions = equations(terms, &exists, &proposal);
        let rest = match budget.after(spent(proposer, verifier) - before + rounds) {
            Ok(rest) => rest,
            Err(reason) => return ExistsForall::Unknown { reason, counterexamples },
        };
        match verifier.check(terms, &assumptions, &rest) {
            Answer::Unsat(_) => {
                return ExistsForall::Witness(restricted(terms, &exists, &proposal));
            }
            Answer::Sat(model) => {
                next = assignment(terms, forall, &model);
                counterexamples.push(restricted(terms, forall, &model));
            }
            Answer::Unknown(reason) => return ExistsForall::Unknown { reason, counterexamples },
        }
    }
}

fn value_of(terms: &Terms, variable: Term, model: &Model) -> u128 {
    let symbol = terms.symbol(variable).expect("only variables should be quantified");
    model.get(symbol)
}

fn assignment(terms: &mut Terms, variables: &[Term], model: &Model) -> Substitution {
    let mut substitution = Substitution::new();
    for &variable in variables {
        let value = value_of(terms, variable, model);
        let value = terms.constant(terms.sort(variable), value);
        substitution.insert(terms, variable, value);
    }
    substitution
}

fn equations(terms: &mut Terms, variables: &[Term], model: &Model) -> Vec<Term> {
    let mut list = Vec::with_capacity(variables.len());
    for &variable in variables {
        let value = value_of(terms, variable, model);
        let value = terms.constant(terms.sort(variable), value);
        list.push(terms.eq(variable, value));
    }
    list
}

fn restricted(terms: &Terms, variables: &[Term], model: &Model) -> Model {
    let mut result = Model::new();
    for &variable in variables {
        result.set_term(terms, variable, value_of(terms, variable, model));
    }
    result
}
