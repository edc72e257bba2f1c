//! The solver inside: bit-blasting and CaDiCaL.
//!
//! Asserted terms wait until the next query, because translating them is what a budget has to cover. Then conjunctions
//! are taken apart, equations `x = t` whose variable nobody has met yet bind the variable to the bits of `t`, and the rest
//! becomes clauses. Assumptions become literals.
//!
//! A satisfying assignment is a model only if it does not rest on results of uninterpreted functions. Consistency of those
//! is added pair by pair as assignments violate it; what is still satisfiable then is evaluated without their results, and only
//! what holds even so is reported as satisfiable.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use whydunit_term::{Evaluator, Model, Op, Term, Terms};

use crate::blast::Blaster;
use crate::blast::applications::{self, Application};
use crate::gates::{Assignment, Bit, Clauses};
use crate::sat::{Outcome, Sat};
use crate::{Answer, Budget, Core, Reason, Solve, Statistics, Verdict};

/// Decides by translation to propositional logic.
#[derive(Debug)]
pub struct Embedded {
    blaster: Blaster,
    clauses: Clauses,
    sat: Sat,
    /// Asserted and not yet looked at.
    pending: VecDeque<Term>,
    /// Conjuncts that are not definitions, to become clauses.
    conjuncts: VecDeque<Term>,
    asserted: Vec<Term>,
    queries: u64,
}

impl Default for Embedded {
    fn default() -> Embedded {
        Embedded::new()
    }
}

impl Embedded {
    pub fn new() -> Embedded {
        Embedded {
            blaster: Blaster::new(),
            clauses: Clauses::default(),
            sat: Sat::new(),
            pending: VecDeque::new(),
            conjuncts: VecDeque::new(),
            asserted: Vec::new(),
            queries: 0,
        }
    }

    /// Bytes held outside the SAT solver.
    fn held(&self) -> u64 {
        self.blaster.memory() + self.clauses.memory()
    }

    fn translate(&mut self, terms: &mut Terms, term: Term, budget: &Budget) -> Result<(), Reason> {
        let held = self.clauses.memory() + self.sat.memory();
        self.blaster.translate(terms, term, budget, held)
    }

    /// Brings everything asserted so far into the SAT solver.
    fn absorb(&mut self, terms: &mut Terms, budget: &Budget) -> Result<(), Reason> {
        while let Some(&term) = self.pending.front() {
            let node = terms.node(term);
            if node.op == Op::And {
                self.pending.pop_front();
                for &child in node.children.iter().rev() {
                    self.pending.push_front(child);
                }
                continue;
            }
            if !self.define(terms, term, budget)? {
                self.conjuncts.push_back(term);
            }
            self.pending.pop_front();
        }
        while let Some(&term) = self.conjuncts.front() {
            self.translate(terms, term, budget)?;
            let bit = self.blaster.bit(terms, term);
            self.clauses.assert(&mut self.blaster.gates, &mut self.sat, bit);
            self.conjuncts.pop_front();
        }
        Ok(())
    }

    fn learn_lemmas(&mut self) {
        for lemma in self.blaster.gates.take_lemmas() {
            self.clauses.assert(&mut self.blaster.gates, &mut self.sat, lemma);
        }
    }

    /// Binds the variable of a definition, if the term is one.
    fn define(&mut self, terms: &mut Terms, term: Term, budget: &Budget) -> Result<bool, Reason> {
        let node = terms.node(term);
        let definitions = match (node.op, node.children) {
            (Op::Variable(_), _) => [(term, Term::TRUE), (term, Term::TRUE)],
            (Op::Not, &[operand]) => [(operand, Term::FALSE), (operand, Term::FALSE)],
            (Op::Eq, &[a, b]) => [(a, b), (b, a)],
            _ => return Ok(false),
        };
        for (variable, value) in definitions {
            if terms.symbol(variable).is_none() || self.blaster.is_translated(variable) {
                continue;
            }
            self.translate(terms, value, budget)?;
            // The value may contain the variable.
            if !self.blaster.is_translated(variable) {
                self.blaster.bind(terms, variable, value);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn run(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Verdict {
        self.queries += 1;
        match self.prepare(terms, assumptions, budget) {
            Ok(query) => self.search(terms, assumptions, &query, budget),
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    fn prepare(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Query, Reason> {
        if let Some(reason) = budget.exceeded_by(self.held() + self.sat.memory()) {
            return Err(reason);
        }
        self.absorb(terms, budget)?;
        let mut query = Query::default();
        let mut seen = FxHashSet::default();
        for &assumption in assumptions {
            self.translate(terms, assumption, budget)?;
            let bit = self.blaster.bit(terms, assumption);
            match self.blaster.gates.known(bit).value() {
                Some(true) => {}
                Some(false) => query.impossible = query.impossible.or(Some(assumption)),
                None => {
                    let literal = self.clauses.literal(&mut self.sat, bit);
                    if seen.insert(literal) {
                        query.literals.push((assumption, literal));
                    }
                }
            }
        }
        self.learn_lemmas();
        self.clauses.finish(&self.blaster.gates, &mut self.sat, budget)?;
        Ok(query)
    }

    fn search(
        &mut self,
        terms: &Terms,
        assumptions: &[Term],
        query: &Query,
        budget: &Budget,
    ) -> Verdict {
        if let Some(assumption) = query.impossible {
            return Verdict::Unsat(Core(vec![assumption]));
        }
        let literals: Vec<i32> = query.literals.iter().map(|&(_, literal)| literal).collect();
        let before = self.sat.conflicts();
        loop {
            let rest = match budget.after(self.sat.conflicts() - before) {
                Ok(rest) => rest,
                Err(reason) => return Verdict::Unknown(reason),
            };
            match self.sat.solve(&literals, &rest, self.held()) {
                Outcome::Satisfiable => {}
                Outcome::Unsatisfiable => return Verdict::Unsat(self.core(query)),
                Outcome::Stopped(reason) => return Verdict::Unknown(reason),
            }
            if self.blaster.applications.is_empty() {
                return Verdict::Sat;
            }
            match self.refine(terms, budget) {
                Ok(true) => {}
                Ok(false) => {
                    let model = self.model(terms);
                    if self.rests_on_abstraction(terms, assumptions, &model) {
                        return Verdict::Unknown(Reason::Abstracted);
                    }
                    return Verdict::Sat;
                }
                Err(reason) => return Verdict::Unknown(reason),
            }
        }
    }

    fn core(&mut self, query: &Query) -> Core {
        let failed = query.literals.iter().filter(|&&(_, literal)| self.sat.failed(literal));
        Core(failed.map(|&(assumption, _)| assumption).collect())
    }

    /// Adds consistency of uninterpreted functions where the assignment lacks it. Was there such a place?
    fn refine(&mut self, terms: &Terms, budget: &Budget) -> Result<bool, Reason> {
        let Embedded { blaster, clauses, sat, .. } = self;
        let in_use = |application: &&Application| {
            application.result.iter().any(|&bit| clauses.known_literal(bit).is_some())
        };
        let mut assignment = Assignment::new(&blaster.gates, clauses, sat);
        let pairs =
            applications::violations(terms, blaster.applications.iter().filter(in_use), |term| {
                assignment.value(blaster.row(terms, term))
            });
        for &(a, b) in &pairs {
            let row = |term| blaster.row(terms, term).to_vec();
            let (results_a, results_b) = (row(a), row(b));
            let operands_a: Vec<Vec<Bit>> = terms.children(a).iter().map(|&c| row(c)).collect();
            let operands_b: Vec<Vec<Bit>> = terms.children(b).iter().map(|&c| row(c)).collect();
            let operands =
                operands_a.iter().zip(&operands_b).map(|(a, b)| (a.as_slice(), b.as_slice()));
            let consistent =
                applications::consistency(&mut blaster.gates, operands, (&results_a, &results_b));
            clauses.assert(&mut blaster.gates, sat, consistent);
        }
        clauses.finish(&blaster.gates, sat, budget)?;
        Ok(!pairs.is_empty())
    }

    /// Does the model leave open whether everything asserted and assumed is true?
    fn rests_on_abstraction(&self, terms: &Terms, assumptions: &[Term], model: &Model) -> bool {
        let mut evaluator = Evaluator::new(model);
        let mut all = self.asserted.iter().chain(assumptions);
        all.any(|&term| evaluator.value(terms, term).is_none())
    }

    fn model(&mut self, terms: &Terms) -> Model {
        let Embedded { blaster, clauses, sat, .. } = self;
        let mut assignment = Assignment::new(&blaster.gates, clauses, sat);
        let mut model = Model::new();
        for &variable in blaster.variables() {
            let value = assignment.value(blaster.row(terms, variable));
            model.set_term(terms, variable, value);
        }
        model
    }
}

impl Solve for Embedded {
    fn assert(&mut self, terms: &mut Terms, term: Term) {
        debug_assert!(terms.sort(term).is_bool(), "only Booleans should be asserted");
        self.pending.push_back(term);
        self.asserted.push(term);
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Answer {
        match self.run(terms, assumptions, budget) {
            Verdict::Sat => Answer::Sat(self.model(terms)),
            Verdict::Unsat(core) => Answer::Unsat(core),
            Verdict::Unknown(reason) => Answer::Unknown(reason),
        }
    }

    fn decide(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Verdict {
        self.run(terms, assumptions, budget)
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            queries: self.queries,
            conflicts: self.sat.conflicts(),
            gates: self.blaster.gates.len() as u64,
            variables: self.sat.variables(),
            clauses: self.sat.clauses(),
            memory: self.held() + self.sat.memory(),
        }
    }
}

/// The assumptions of one query.
#[derive(Debug, Default)]
struct Query {
    /// Assumptions with distinct literals, in order.
    literals: Vec<(Term, i32)>,
    /// The first assumption known to be false.
    impossible: Option<Term>,
}
