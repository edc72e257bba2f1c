//! Two solvers for every question.
//!
//! Answers are compared, models evaluated, and cores put to the other solver. The first contradiction ends everything: it is kept
//! with the query as SMT-LIB text, and from then on there are no answers.

use whydunit_term::{Evaluator, Model, Term, Terms};

use crate::smtlib::{NamedAssertion, QueryOptions, write_query};
use crate::{Answer, Budget, Core, Reason, Solve, Statistics};

/// Asks two solvers and compares what they say.
#[derive(Debug)]
pub struct CrossCheck<A, B> {
    first: A,
    second: B,
    asserted: Vec<Term>,
    disagreement: Option<Disagreement>,
}

/// A query that one of two solvers answers wrongly.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("two solvers disagree: {what}")]
pub struct Disagreement {
    pub what: String,
    /// The query as SMT-LIB text.
    pub query: String,
}

impl<A: Solve, B: Solve> CrossCheck<A, B> {
    pub fn new(first: A, second: B) -> CrossCheck<A, B> {
        CrossCheck { first, second, asserted: Vec::new(), disagreement: None }
    }

    /// The contradiction that was found, if any.
    pub fn disagreement(&self) -> Option<&Disagreement> {
        self.disagreement.as_ref()
    }

    fn compare(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, String> {
        let first = self.first.check(terms, assumptions, budget);
        let second = self.second.check(terms, assumptions, budget);
        for (name, answer) in [("first", &first), ("second", &second)] {
            if let Answer::Sat(model) = answer
                && !self.is_model(terms, assumptions, model)
            {
                return Err(format!("the model of the {name} solver is none"));
            }
        }
        match (&first, &second) {
            (Answer::Sat(_), Answer::Unsat(_)) => {
                return Err("satisfiable says the first, unsatisfiable the second".to_owned());
            }
            (Answer::Unsat(_), Answer::Sat(_)) => {
                return Err("unsatisfiable says the first, satisfiable the second".to_owned());
            }
            _ => {}
        }
        if let Answer::Unsat(Core(core)) = &first
            && let Answer::Sat(_) = self.second.check(terms, core, budget)
        {
            return Err("the core of the first solver is satisfiable, says the second".to_owned());
        }
        if let Answer::Unsat(Core(core)) = &second
            && let Answer::Sat(_) = self.first.check(terms, core, budget)
        {
            return Err("the core of the second solver is satisfiable, says the first".to_owned());
        }
        Ok(if matches!(first, Answer::Unknown(_)) { second } else { first })
    }

    fn is_model(&self, terms: &Terms, assumptions: &[Term], model: &Model) -> bool {
        let mut evaluator = Evaluator::new(model);
        let mut all = self.asserted.iter().chain(assumptions);
        // What does not depend on the variables alone cannot be judged here.
        all.all(|&term| evaluator.value(terms, term) != Some(0))
    }

    fn query(&self, terms: &Terms, assumptions: &[Term]) -> String {
        let asserted =
            self.asserted.iter().map(|&term| NamedAssertion { name: None, comment: None, term });
        let assumed = assumptions.iter().enumerate().map(|(index, &term)| NamedAssertion {
            name: Some(format!("assumption {}", index + 1)),
            comment: None,
            term,
        });
        let assertions: Vec<NamedAssertion> = asserted.chain(assumed).collect();
        let mut text = String::new();
        write_query(&mut text, terms, &assertions, &QueryOptions::default())
            .expect("a string should take any text");
        text
    }
}

impl<A: Solve, B: Solve> Solve for CrossCheck<A, B> {
    fn assert(&mut self, terms: &mut Terms, term: Term) {
        self.asserted.push(term);
        self.first.assert(terms, term);
        self.second.assert(terms, term);
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Answer {
        if self.disagreement.is_none() {
            match self.compare(terms, assumptions, budget) {
                Ok(answer) => return answer,
                Err(what) => {
                    let query = self.query(terms, assumptions);
                    self.disagreement = Some(Disagreement { what, query });
                }
            }
        }
        let message = self.disagreement.as_ref().map(Disagreement::to_string);
        Answer::Unknown(Reason::External(message.unwrap_or_default()))
    }

    fn statistics(&self) -> Statistics {
        self.first.statistics()
    }
}
