//! What inputs are called where one has to be told from the others: facts about all inputs, inputs that decide.
//!
//! An input goes by the variable that received it. Where a variable receives several, one after another, they are numbered: `value#1`,
//! `value#2`; the name alone means the variable.

use rustc_hash::FxHashMap;
use whydunit_interp::InputRecord;

use crate::ErrorTrace;
use crate::names::with_arrows;

impl ErrorTrace {
    /// A name for each of [`ErrorTrace::inputs`], no two the same.
    pub fn input_names(&self) -> Vec<String> {
        let name =
            |record: &InputRecord| with_arrows(record.variable.as_deref().unwrap_or(&record.name));
        let names: Vec<String> = self.inputs.iter().map(name).collect();
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        for name in &names {
            *counts.entry(name).or_default() += 1;
        }
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let unique = names.iter().map(|name| {
            if counts[name.as_str()] == 1 {
                return name.clone();
            }
            let number = numbers.entry(name).or_default();
            *number += 1;
            format!("{name}#{number}")
        });
        unique.collect()
    }
}
