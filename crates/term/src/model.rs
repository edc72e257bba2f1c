//! Values of variables.

use rustc_hash::FxHashMap;

use crate::{Symbol, Term, Terms};

/// Values for variables; a variable without one is zero (false).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Model {
    values: FxHashMap<Symbol, u128>,
}

impl Model {
    pub fn new() -> Model {
        Model::default()
    }

    pub fn set(&mut self, symbol: Symbol, value: u128) {
        self.values.insert(symbol, value);
    }

    /// Sets the value of a term that is a variable.
    pub fn set_term(&mut self, terms: &Terms, variable: Term, value: u128) {
        let symbol = terms.symbol(variable).expect("only variables should be given values");
        self.set(symbol, value & terms.sort(variable).mask());
    }

    pub fn get(&self, symbol: Symbol) -> u128 {
        self.values.get(&symbol).copied().unwrap_or(0)
    }

    pub fn contains(&self, symbol: Symbol) -> bool {
        self.values.contains_key(&symbol)
    }

    /// In the order in which the symbols were declared.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, u128)> {
        let mut list: Vec<(Symbol, u128)> = self.values.iter().map(|(&k, &v)| (k, v)).collect();
        list.sort_unstable();
        list.into_iter()
    }
}
