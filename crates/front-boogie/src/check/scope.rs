//! What names mean at a place.

use rustc_hash::FxHashMap;

use crate::module::{Type, Var};
use crate::syntax::Ident;

/// Which states an expression may speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum States {
    /// None: axioms and functions know constants only.
    Zero,
    One,
    /// `old` is allowed.
    Two,
}

#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) states: States,
    pub(super) type_params: Vec<Ident>,
    names: FxHashMap<String, (Var, Type)>,
    /// Innermost last.
    bound: Vec<(String, u32, Type)>,
    /// Results from this local on are not to be seen.
    hidden_from: Option<usize>,
}

/// What a lookup found among the names of the procedure or function.
pub(super) enum Found {
    Known(Var, Type),
    Hidden,
    Unknown,
}

impl Scope {
    pub(super) fn of_constants() -> Scope {
        Scope {
            states: States::Zero,
            type_params: Vec::new(),
            names: FxHashMap::default(),
            bound: Vec::new(),
            hidden_from: None,
        }
    }

    pub(super) fn of_globals() -> Scope {
        Scope { states: States::One, ..Scope::of_constants() }
    }

    /// Says whether the name was taken.
    pub(super) fn add_local(&mut self, name: &str, index: usize, ty: Type) -> bool {
        self.names.insert(name.to_owned(), (Var::Local(index), ty)).is_some()
    }

    pub(super) fn add_formal(&mut self, name: &str, index: usize, ty: Type) -> bool {
        self.names.insert(name.to_owned(), (Var::Formal(index), ty)).is_some()
    }

    pub(super) fn hide_results(&mut self, from: usize) {
        self.hidden_from = Some(from);
    }

    pub(super) fn bind(&mut self, name: &str, id: u32, ty: Type) {
        self.bound.push((name.to_owned(), id, ty));
    }

    pub(super) fn unbind(&mut self, count: usize) {
        self.bound.truncate(self.bound.len().saturating_sub(count));
    }

    pub(super) fn find(&self, name: &str) -> Found {
        if let Some((_, id, ty)) = self.bound.iter().rev().find(|(known, ..)| known == name) {
            return Found::Known(Var::Bound(*id), ty.clone());
        }
        match self.names.get(name) {
            Some((Var::Local(index), _))
                if self.hidden_from.is_some_and(|first| *index >= first) =>
            {
                Found::Hidden
            }
            Some((var, ty)) => Found::Known(*var, ty.clone()),
            None => Found::Unknown,
        }
    }
}
