//! How many of these terms are violated? A totalizer, extended as higher bounds are asked for.

use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::encodings::card::{BoundUpper, BoundUpperIncremental, Encode, Totalizer};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::types::{Lit, Var};
use whydunit_term::{Sort, Symbol, Term, Terms};

use crate::Solve;

pub(super) struct Counter {
    totalizer: Totalizer,
    variables: BasicVarManager,
    /// What the totalizer's variables stand for.
    meaning: FxHashMap<Var, Term>,
}

impl Counter {
    pub(super) fn new(terms: &mut Terms, counted: &[Term]) -> Counter {
        let mut variables = BasicVarManager::default();
        let mut meaning = FxHashMap::default();
        let mut literals: Vec<Lit> = Vec::with_capacity(counted.len());
        for &term in counted {
            let variable = variables.new_var();
            meaning.insert(variable, terms.not(term));
            literals.push(variable.pos_lit());
        }
        Counter { totalizer: Totalizer::from_iter(literals), variables, meaning }
    }

    /// A term that implies that at most so many of the terms are violated; nothing if that says nothing. Variables made for it
    /// are added to `hidden`.
    pub(super) fn at_most(
        &mut self,
        bound: usize,
        solver: &mut dyn Solve,
        terms: &mut Terms,
        hidden: &mut FxHashSet<Symbol>,
    ) -> Option<Term> {
        if bound >= self.totalizer.n_lits() {
            return None;
        }
        let mut clauses = Cnf::default();
        self.totalizer
            .encode_ub_change(bound..=bound, &mut clauses, &mut self.variables)
            .expect("a bound below the number of terms should be encoded in memory");
        for clause in &clauses {
            let members: Vec<Term> =
                clause.iter().map(|&literal| self.term(literal, terms, hidden)).collect();
            let clause = terms.or(&members);
            solver.assert(terms, clause);
        }
        let bounds = self.totalizer.enforce_ub(bound).expect("the bound should have been encoded");
        let members: Vec<Term> =
            bounds.iter().map(|&literal| self.term(literal, terms, hidden)).collect();
        Some(terms.and(&members))
    }

    fn term(&mut self, literal: Lit, terms: &mut Terms, hidden: &mut FxHashSet<Symbol>) -> Term {
        let variable = *self.meaning.entry(literal.var()).or_insert_with(|| {
            let variable = terms.fresh("count", Sort::Bool);
            hidden.extend(terms.symbol(variable));
            variable
        });
        if literal.is_neg() { terms.not(variable) } else { variable }
    }
}
