//! Moving conditions back along the trace: weakest preconditions by substitution.
//!
//! A condition over the variables at one position becomes one over the variables at an earlier position when every variable that
//! a step in between sets is replaced by what the step set it to. Definitions refer to earlier variables only, so replacing them in
//! ascending order needs one pass; only the definitions that the condition depends on are touched.

use rustc_hash::FxHashMap;
use whydunit_term::{Substitution, Term, Terms};

use crate::formula::TraceFormula;

impl TraceFormula {
    /// `condition`, over variables before step `from`, as one over variables before step `to`.
    pub fn moved_back(&self, terms: &mut Terms, condition: Term, from: usize, to: usize) -> Term {
        let mut needed = std::collections::BTreeSet::new();
        let mut pending = vec![condition];
        while let Some(term) = pending.pop() {
            for variable in terms.variables(&[term]) {
                let Some(&index) = self.definition_of.get(&variable) else { continue };
                let step = self.definitions[index as usize].step as usize;
                if (to..from).contains(&step) && needed.insert(index) {
                    pending.push(self.definitions[index as usize].value);
                }
            }
        }
        let mut substitution = Substitution::new();
        for index in needed {
            let definition = &self.definitions[index as usize];
            let value = substitution.apply(terms, definition.value);
            substitution.insert(terms, definition.variable, value);
        }
        substitution.apply(terms, condition)
    }

    /// What must hold before step `to` so that, if the trace is followed to step `from`, the condition holds there: the branches,
    /// assumptions and passed checks in between imply it.
    pub fn weakest_precondition(
        &self,
        terms: &mut Terms,
        condition: Term,
        from: usize,
        to: usize,
    ) -> Term {
        let path = terms.and(&self.path[to..from]);
        let implied = terms.implies(path, condition);
        self.moved_back(terms, implied, from, to)
    }

    /// The step that sets a variable of the formula.
    pub fn defining_step(&self, variable: Term) -> Option<usize> {
        let index = *self.definition_of.get(&variable)?;
        Some(self.definitions[index as usize].step as usize)
    }
}

pub(crate) fn index_definitions(
    definitions: &[crate::generated::Definition],
) -> FxHashMap<Term, u32> {
    definitions.iter().zip(0..).map(|(definition, index)| (definition.variable, index)).collect()
}
