//! Names that mean nothing in the program yet.

use std::collections::BTreeSet;

use crate::scan::Scan;

/// Hands out names that no file of the program mentions.
#[derive(Debug)]
pub(crate) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    pub(crate) fn new<'s, 't: 's>(scans: impl Iterator<Item = &'s Scan<'t>>) -> Names {
        let words = scans.flat_map(|scan| scan.tokens.iter().map(|&token| scan.word(token)));
        Names { taken: words.map(str::to_owned).collect() }
    }

    /// `wanted`, or something like it.
    pub(crate) fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}
