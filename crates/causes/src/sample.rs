//! Which tests, if not all? Those that take different ways first.

use std::collections::BTreeMap;

use crate::spectra::Spectrum;

/// Up to `most` of `candidates` (tests with what each executes): one of each way through the program, the short ones first, then a second one of each, and so on.
pub(crate) fn varied(candidates: &[(usize, &Spectrum)], most: usize) -> Vec<usize> {
    let mut ways: BTreeMap<&[u64], Vec<(u64, usize)>> = BTreeMap::new();
    for (test, spectrum) in candidates {
        ways.entry(spectrum.way()).or_default().push((spectrum.steps, *test));
    }
    let mut ways: Vec<Vec<(u64, usize)>> = ways.into_values().collect();
    ways.iter_mut().for_each(|tests| tests.sort_unstable());
    ways.sort_unstable_by_key(|tests| tests.first().copied());
    let longest = ways.iter().map(Vec::len).max().unwrap_or(0);
    let rounds = (0..longest).flat_map(|round| ways.iter().filter_map(move |way| way.get(round)));
    rounds.map(|(_, test)| *test).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_each_way_first() {
        let spectrum = |way: u64, steps| Spectrum::of_way(vec![way], steps);
        let all = [spectrum(1, 9), spectrum(1, 3), spectrum(2, 5), spectrum(1, 4)];
        let candidates: Vec<(usize, &Spectrum)> = all.iter().enumerate().collect();
        assert_eq!(varied(&candidates, 3), [1, 2, 3]);
        assert_eq!(varied(&candidates, 9), [1, 2, 3, 0]);
    }
}
