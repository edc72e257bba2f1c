//! Is there a choice of some variables for which a formula holds whatever the others are?
//!
//! Counterexample-guided: one solver proposes values for the chosen variables that work for all counterexamples so far; another
//! one, which knows the opposite of the formula, looks for a counterexample to the proposal. Each counterexample is put into the
//! formula and asserted to the first. Both keep what they learn.
//!
//! A counterexample is a number for each of the others. Where a term over the chosen variables does as well ([`boundaries`]), it is taken in its place: *however large `s` is, `-1 - s` speaks against it* ends in one round what numbers would
//! take four billion for.

use whydunit_term::{Evaluator, Model, Substitution, Term, Terms};

use crate::invert::boundaries;
use crate::limits::{MOST_SOLVED_TERMS, ROUND_COST};
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
    let solutions = Solutions::new(terms, forall, formula);
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
                next = solutions.instance(terms, forall, formula, &model);
                counterexamples.push(restricted(terms, forall, &model));
            }
            Answer::Unknown(reason) => return ExistsForall::Unknown { reason, counterexamples },
        }
    }
}

/// Terms that may stand for a variable in an instance.
struct Solutions(Vec<Vec<Term>>);

impl Solutions {
    fn new(terms: &mut Terms, forall: &[Term], formula: Term) -> Solutions {
        if terms.size(formula) > MOST_SOLVED_TERMS {
            return Solutions(vec![Vec::new(); forall.len()]);
        }
        Solutions(forall.iter().map(|&variable| boundaries(terms, formula, variable)).collect())
    }

    /// A counterexample with as many terms in place of numbers as still speak against the proposal, which is part of the model.
    fn instance(
        &self,
        terms: &mut Terms,
        forall: &[Term],
        formula: Term,
        model: &Model,
    ) -> Substitution {
        let mut current = model.clone();
        let mut chosen: Vec<Option<Term>> = vec![None; forall.len()];
        for (position, &variable) in forall.iter().enumerate() {
            for &solution in &self.0[position] {
                // The others of the quantified variables are numbers here.
                let solution = assignment(terms, forall, &current).apply(terms, solution);
                let Some(value) = Evaluator::new(&current).value(terms, solution) else { continue };
                let mut tried = current.clone();
                tried.set_term(terms, variable, value);
                if Evaluator::new(&tried).value(terms, formula) == Some(0) {
                    current = tried;
                    chosen[position] = Some(solution);
                    break;
                }
            }
        }
        let mut substitution = assignment(terms, forall, &current);
        for (&variable, chosen) in forall.iter().zip(chosen) {
            if let Some(solution) = chosen {
                substitution.insert(terms, variable, solution);
            }
        }
        substitution
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
