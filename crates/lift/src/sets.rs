//! Sets of assignments that replaced together let the check pass, for the statements that users see.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_explain::{Judged, Judgement, MinimalSet};
use whydunit_interp::Cell;
use whydunit_report::{Reason, RelevantReport, Replaced, Role};

use super::might_have_been::reported_ending;
use super::source_level::SourceLevel;
use super::tried::Trials;

impl SourceLevel<'_> {
    /// The sets as numbers of listed steps, each once, and each as a sentence.
    pub(super) fn sets(&self, judgement: &Judgement) -> (Vec<Vec<usize>>, Vec<String>) {
        let mut sets: BTreeMap<(usize, Vec<usize>), String> = BTreeMap::new();
        for set in &judgement.sets {
            let members = self.members(judgement, set);
            let steps: Vec<usize> = members.keys().copied().collect();
            if !steps.is_empty() {
                let words = || self.set_words(set, &members);
                sets.entry((set.members.len(), steps)).or_insert_with(words);
            }
        }
        sets.into_iter().map(|((_, steps), text)| (steps, text)).unzip()
    }

    /// The statements of all sets that are as small as the smallest.
    pub(super) fn in_smallest_sets(
        &self,
        judgement: &Judgement,
        trials: &Trials,
    ) -> Vec<RelevantReport> {
        let size = |set: &MinimalSet| set.members.len();
        let smallest = judgement.sets.iter().map(size).min().unwrap_or(0);
        let mut entries: BTreeMap<usize, RelevantReport> = BTreeMap::new();
        let sets = judgement.sets.iter().enumerate();
        for (number, set) in sets.filter(|(_, set)| size(set) == smallest) {
            let ending = trials.of_set(number).map(|ended| reported_ending(&ended.how));
            let members = self.members(judgement, set);
            for (&step, parts) in &members {
                let is_early = parts.iter().all(|judged| self.is_early(judged));
                if is_early || entries.contains_key(&step) {
                    continue;
                }
                let is_input = parts.iter().any(|judged| self.is_input(judged.step));
                let role = if is_input { Role::Input } else { Role::Assign };
                let replaced = Some(Replaced { ending, ..self.passing(set, &members, step) });
                let reason = Reason { replaced, ..Reason::default() };
                entries.insert(step, self.entry(step, role, None, reason));
            }
        }
        entries.into_values().collect()
    }

    /// The assignments of a set, by the listed step that they belong to.
    fn members<'j>(
        &self,
        judgement: &'j Judgement,
        set: &MinimalSet,
    ) -> BTreeMap<usize, Vec<&'j Judged>> {
        let mut members: BTreeMap<usize, Vec<&Judged>> = BTreeMap::new();
        for judged in set.members.iter().filter_map(|&member| judgement.judged.get(member)) {
            if let Some(step) = self.shown_as(judged.step) {
                members.entry(step).or_default().push(judged);
            }
        }
        members
    }

    /// What the assignments of one statement are to be replaced by.
    fn of_statement(&self, set: &MinimalSet, parts: &[&Judged]) -> Vec<(Cell, u64)> {
        let cells: BTreeSet<Cell> =
            parts.iter().flat_map(|judged| judged.target.iter().copied()).collect();
        set.replaced.iter().copied().filter(|(cell, _)| cells.contains(cell)).collect()
    }

    /// How the check is passed when this statement and the others of the set are replaced.
    fn passing(
        &self,
        set: &MinimalSet,
        members: &BTreeMap<usize, Vec<&Judged>>,
        step: usize,
    ) -> Replaced {
        let had = |parts: &Vec<&Judged>| match parts.last() {
            Some(last) => self.had_been(last.step, &self.of_statement(set, parts)),
            None => String::new(),
        };
        let others: Vec<String> = members
            .iter()
            .filter(|&(&other, _)| other != step)
            .map(|(&other, parts)| format!("{} in line {}", had(parts), self.reports[other].line))
            .collect();
        let then = "the check would have passed";
        let then = match others.as_slice() {
            [] => then.to_owned(),
            others => format!("and {}, {then}", others.join(" and ")),
        };
        let with = self.other_inputs(&set.execution, |_| true);
        let had = members.get(&step).map(had).unwrap_or_default();
        Replaced { with, had, then, is_far_fetched: false, ending: None }
    }

    /// `replacing line 9 alone (x by 1) lets the check pass`.
    fn set_words(&self, set: &MinimalSet, members: &BTreeMap<usize, Vec<&Judged>>) -> String {
        let texts: Vec<String> = members
            .iter()
            .map(|(&step, parts)| {
                let replaced = self.of_statement(set, parts);
                let by =
                    parts.last().map_or(Vec::new(), |last| self.replaced_by(last.step, &replaced));
                let alone = if members.len() == 1 { " alone" } else { "" };
                let by = match by.as_slice() {
                    [] => String::new(),
                    by => format!(" ({})", by.join(", ")),
                };
                format!("line {}{alone}{by}", self.reports[step].line)
            })
            .collect();
        let with = self.other_inputs(&set.execution, |_| true);
        let with = match with.as_slice() {
            [] => String::new(),
            with => format!("with {}, ", with.join(", ")),
        };
        let together = if members.len() > 1 { " together" } else { "" };
        format!("{with}replacing {}{together} lets the check pass", texts.join(" and "))
    }
}
