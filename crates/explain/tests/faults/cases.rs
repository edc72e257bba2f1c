//! Which faults are looked at: drawn evenly over the executed lines, then over the kinds a line allows, until a check fails.
//!
//! Half of the cases are faults in random programs, one each; the other half are in the hand-written ones, the same number in each.
//!
//! A fault counts when the run with it has another state than the run without it before a check fails. Runs are deterministic and the texts differ in
//! one line, so this is so whenever the check that fails is not in the changed statement itself. Those faults are left out: every explanation shows
//! the failing statement.

use std::collections::BTreeSet;

use whydunit_program::Program;
use whydunit_trace::ErrorTrace;

use super::families::{FAMILIES, planted};
use super::generate;
use super::generate::rng::Rng;
use super::mutate::{Mutant, mutants};
use super::subject::{compile, error_trace, executed_lines, output};
use crate::common::parallel;

const HAND_WRITTEN: [(&str, &str); 14] = [
    ("bank", include_str!("programs/bank.c")),
    ("binary_search", include_str!("programs/binary_search.c")),
    ("bubble_sort", include_str!("programs/bubble_sort.c")),
    ("dates", include_str!("programs/dates.c")),
    ("linked_list", include_str!("programs/linked_list.c")),
    ("matrix", include_str!("programs/matrix.c")),
    ("numbers", include_str!("programs/numbers.c")),
    ("numerals", include_str!("programs/numerals.c")),
    ("queue", include_str!("programs/queue.c")),
    ("stack", include_str!("programs/stack.c")),
    ("statistics", include_str!("programs/statistics.c")),
    ("strings", include_str!("programs/strings.c")),
    ("tokenizer", include_str!("programs/tokenizer.c")),
    ("vending", include_str!("programs/vending.c")),
];

/// A program that fails because of one changed line.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) is_random: bool,
    pub(crate) mutant: Mutant,
    /// The text with the fault.
    pub(crate) text: String,
    pub(crate) program: Program,
    pub(crate) trace: ErrorTrace,
}

/// Which faults are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// Something wrong is done.
    Wrong,
    /// Something is not done.
    Omitted,
}

/// `count` cases; the same for the same numbers.
pub(crate) fn collect(count: usize, seed: u64, wanted: Wanted) -> Vec<Case> {
    let half = count / 2;
    let numbers: Vec<u64> = (0..(count - half) as u64).collect();
    let random = parallel(&numbers, |&number| random_case(seed, number, wanted));
    let programs: Vec<usize> = (0..HAND_WRITTEN.len()).collect();
    let written = parallel(&programs, |&index| {
        let (name, text) = HAND_WRITTEN[index];
        let share = (half + HAND_WRITTEN.len() - 1 - index) / HAND_WRITTEN.len();
        let mut rng = Rng::new(seed);
        Subject::new(name, text, false).cases(&mut rng, share, wanted)
    });
    random.into_iter().chain(written.into_iter().flatten()).collect()
}

/// So many cases of each family of programs; the same for the same numbers.
pub(crate) fn collect_families(each: usize, seed: u64) -> Vec<Case> {
    let wanted: Vec<usize> = (0..FAMILIES.len() * each).collect();
    parallel(&wanted, |&number| {
        let (kind, family) = FAMILIES[number % FAMILIES.len()];
        let mut rng = Rng::new(seed.wrapping_mul(1_000).wrapping_add(number as u64));
        let (good, mutant) = planted(kind, family, &mut rng);
        let name = format!("family_{number}");
        // The line is the fault: without it nothing fails.
        drop(Subject::new(&name, &good, true));
        let text = mutant.apply(&good);
        let program = compile(&text).unwrap_or_else(|| panic!("{name} should be C:\n{text}"));
        let trace = error_trace(&program).unwrap_or_else(|| panic!("{name} should fail:\n{text}"));
        Case { name, is_random: true, mutant, text, program, trace }
    })
}

fn random_case(seed: u64, number: u64, wanted: Wanted) -> Case {
    let first = seed.wrapping_mul(1_000_000).wrapping_add(number * 100);
    for attempt in first.. {
        let text = generate::program(attempt);
        let name = format!("random_{attempt}");
        let subject = Subject::new(&name, &text, true);
        if let Some(case) = subject.cases(&mut Rng::new(attempt), 1, wanted).pop() {
            return case;
        }
    }
    unreachable!("seeds do not end")
}

/// A correct program.
struct Subject<'a> {
    name: &'a str,
    text: &'a str,
    is_random: bool,
    program: Program,
}

impl<'a> Subject<'a> {
    fn new(name: &'a str, text: &'a str, is_random: bool) -> Subject<'a> {
        let program = compile(text).unwrap_or_else(|| panic!("{name} should be C:\n{text}"));
        assert!(output(&program).is_some(), "{name} should be correct:\n{text}");
        Subject { name, text, is_random, program }
    }

    fn cases(&self, rng: &mut Rng, count: usize, wanted: Wanted) -> Vec<Case> {
        let executed = executed_lines(&self.program);
        let is_wanted = |mutant: &Mutant| {
            executed.contains(&mutant.line)
                && mutant.kind.is_omission() == (wanted == Wanted::Omitted)
        };
        let mut left: Vec<Mutant> = mutants(self.text).into_iter().filter(is_wanted).collect();
        let mut found: Vec<Case> = Vec::new();
        while found.len() < count && !left.is_empty() {
            let mutant = draw(rng, &mut left);
            let is_known =
                |case: &Case| (case.mutant.line, case.mutant.kind) == (mutant.line, mutant.kind);
            if found.iter().any(is_known) {
                continue;
            }
            let text = mutant.apply(self.text);
            let Some(program) = compile(&text) else { continue };
            let Some(trace) = error_trace(&program) else { continue };
            if program.sources.line_column(trace.failure.span).line != mutant.line {
                let name = self.name.to_owned();
                let is_random = self.is_random;
                found.push(Case { name, is_random, mutant, text, program, trace });
            }
        }
        found
    }
}

/// Takes one out: any line with the same chance, then any kind, then any change.
fn draw(rng: &mut Rng, left: &mut Vec<Mutant>) -> Mutant {
    let lines: BTreeSet<u32> = left.iter().map(|mutant| mutant.line).collect();
    let line = *rng.pick(&lines.into_iter().collect::<Vec<_>>());
    let of_line = left.iter().filter(|mutant| mutant.line == line);
    let kinds: BTreeSet<_> = of_line.map(|mutant| mutant.kind).collect();
    let kind = *rng.pick(&kinds.into_iter().collect::<Vec<_>>());
    let fitting: Vec<usize> =
        (0..left.len()).filter(|&at| left[at].line == line && left[at].kind == kind).collect();
    left.remove(*rng.pick(&fitting))
}
