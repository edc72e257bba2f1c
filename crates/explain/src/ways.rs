//! Which pointer leads to a block, as far as the facts themselves say so?
//!
//! A block has no name. Where a fact about it stands beside another one that says which pointer holds its address, wherever the first is needed, the block is
//! called by that pointer: `node == the block from line 12 && node->value <= -1`.

use rustc_hash::FxHashMap;
use whydunit_claim::Interval;
use whydunit_program::Program;
use whydunit_term::{Term, Terms};
use whydunit_trace::{TraceObject, object_name};

use crate::conjunction::Literal;

/// Positions `from..to` at which a conjunct is part of the invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reign {
    from: usize,
    to: usize,
}

/// When conjuncts hold, and which pointers hold which addresses.
pub(crate) struct Ways {
    reigns: Vec<Vec<Reign>>,
    /// When some conjunct speaks of a variable.
    uses: FxHashMap<Term, Vec<Reign>>,
    /// By address: pointers and when they are known to hold it.
    holders: FxHashMap<i128, Vec<(Term, Vec<Reign>)>>,
}

impl Ways {
    pub(crate) fn of(terms: &Terms, literals: &[Literal], intervals: &[Interval]) -> Ways {
        let mut reigns: Vec<Vec<Reign>> = vec![Vec::new(); literals.len()];
        for interval in intervals {
            for &lost in &interval.lost {
                if let Some(last) = reigns[lost as usize].last_mut() {
                    last.to = interval.from;
                }
            }
            for &gained in &interval.gained {
                reigns[gained as usize].push(Reign { from: interval.from, to: usize::MAX });
            }
        }
        let mut uses: FxHashMap<Term, Vec<Reign>> = FxHashMap::default();
        let mut holders: FxHashMap<i128, Vec<(Term, Vec<Reign>)>> = FxHashMap::default();
        for (literal, reigns) in literals.iter().zip(&reigns) {
            for variable in literal.variables(terms) {
                uses.entry(variable).or_default().extend(reigns);
            }
            if let Literal::Linear(vector, bounds) = literal
                && let (Some(variable), Some(address)) = (vector.single(), bounds.value())
            {
                holders.entry(address).or_default().push((variable, reigns.clone()));
            }
        }
        Ways { reigns, uses, holders }
    }

    pub(crate) fn reigns(&self, conjunct: usize) -> &[Reign] {
        self.reigns.get(conjunct).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn uses(&self, variable: Term) -> &[Reign] {
        self.uses.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The text with a pointer in place of the block; `None` if the block does not occur, or no one pointer is known to lead there all the time.
    pub(crate) fn led<'n>(
        &self,
        object: &TraceObject,
        text: &str,
        used: &[Reign],
        name: &dyn Fn(Term) -> Option<&'n str>,
        program: &Program,
    ) -> Option<String> {
        let block = object_name(program, object);
        if !text.contains(&block) || used.is_empty() {
            return None;
        }
        let lasts = |held: &[Reign]| {
            used.iter().all(|use_| held.iter().any(|by| by.from <= use_.from && use_.to <= by.to))
        };
        let holders = self.holders.get(&i128::from(object.info.address))?;
        let names = holders.iter().filter(|(_, held)| lasts(held)).filter_map(|(at, _)| name(*at));
        // One that leads through another block is no name yet.
        let plain = names.filter(|name| !name.contains("the ") && !name.contains('\\'));
        let shortest = plain.min_by_key(|name| (name.len(), *name))?;
        Some(text.replace(&format!("({block})"), shortest).replace(&block, shortest))
    }
}
