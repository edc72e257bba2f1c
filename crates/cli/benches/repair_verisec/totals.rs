//! What the table comes to, level by level.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::repair_support::bench::seconds;
use super::repair_support::faults::Entry;
use super::{Seen, lines_of};

/// Solutions that a user looks at.
const LOOKED_AT: usize = 3;

#[derive(Default)]
pub(crate) struct Totals(BTreeMap<String, Level>);

#[derive(Default)]
struct Level {
    errors: usize,
    /// The fault is named by the first solution, and by one of those that are looked at.
    first: usize,
    early: usize,
    /// Errors that the paper has, too, and how many of them have no more solutions here.
    compared: usize,
    no_more: usize,
    programs: BTreeSet<String>,
    unpatched: BTreeSet<String>,
    accepted: usize,
    time: Duration,
    longest: Duration,
}

impl Totals {
    pub(crate) fn count(
        &mut self,
        level: &str,
        error: &Entry,
        seen: &Result<Seen, String>,
        published: Option<&Entry>,
    ) {
        let totals = self.0.entry(level.to_owned()).or_default();
        totals.errors += 1;
        totals.programs.insert(error.text("program").to_owned());
        if !seen.as_ref().is_ok_and(Seen::is_accepted) {
            totals.unpatched.insert(error.text("program").to_owned());
        }
        let fixes = published.and_then(|entry| entry.texts(level).first()?.parse::<usize>().ok());
        totals.compared += usize::from(fixes.is_some());
        let Ok(seen) = seen else { return };
        let rank = seen.diagnosis.first_naming(&lines_of(error));
        totals.first += usize::from(rank == Some(1));
        totals.early += usize::from(rank.is_some_and(|rank| rank <= LOOKED_AT));
        let is_no_more = fixes.is_some_and(|fixes| seen.diagnosis.solutions.len() <= fixes);
        totals.no_more += usize::from(is_no_more);
        totals.accepted += usize::from(seen.is_accepted());
        totals.time += seen.time;
        totals.longest = totals.longest.max(seen.time);
    }

    pub(crate) fn print(&self, level: &str) {
        let Some(totals) = self.0.get(level) else { return };
        println!(
            "{level}: of {} errors, the fault is named first for {}, within the first {LOOKED_AT} for {}; \
             no more fixes than the paper for {} of {}",
            totals.errors, totals.first, totals.early, totals.no_more, totals.compared
        );
        println!(
            "  the first patch is accepted for {} errors, for every error of {} of {} programs; {} s in all, longest {} s",
            totals.accepted,
            totals.programs.len() - totals.unpatched.len(),
            totals.programs.len(),
            seconds(totals.time),
            seconds(totals.longest)
        );
    }
}
