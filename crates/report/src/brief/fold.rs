//! Items are folded, the least loss first, until few enough are left.

use super::items::{BriefRow, Chain, Group, Item, RowText, weight};
use crate::StepReport;
use crate::limits::FEWEST_SET_UP;
use crate::words::{brings_about, list, values};

/// What can be done next, and what is lost by it for each row that is saved, in tenths of a weight.
#[derive(Clone, Copy)]
enum Fold {
    Drop(usize),
    Group(usize),
    /// An item with the one after it.
    Merge(usize),
}

impl<'r> Chain<'r> {
    pub(super) fn fold_to(&mut self, most: usize) {
        for group in 0..self.groups.len() {
            if self.groups[group].caller.is_none() {
                self.fold_loop(group);
            }
        }
        self.fold_set_up();
        while self.items.len() > most.max(1) {
            let Some(fold) = self.cheapest() else { break };
            match fold {
                Fold::Drop(at) => drop(self.items.remove(at)),
                Fold::Group(group) => self.fold_call(group),
                Fold::Merge(at) => self.merge(at),
            }
        }
    }

    /// Of a loop that ended only what lasts is told: what brought about a fact that is needed behind it, else what it set last.
    fn fold_loop(&mut self, group: usize) {
        let lasting = self.facts_at(self.groups[group].end);
        let is_inside = |item: &Item<'_>| item.inside.contains(&group);
        let is_lasting = |item: &Item<'_>| {
            item.establishes.iter().any(|fact| lasting.iter().any(|lasts| lasts == fact))
        };
        let has_lasting = self.items.iter().any(|item| is_inside(item) && is_lasting(item));
        let last_set =
            self.items.iter().rposition(|item| is_inside(item) && item.weight >= weight::SETS);
        let mut at = 0;
        self.items.retain(|item| {
            let is_last = Some(at) == last_set;
            at += 1;
            let stays = if has_lasting { is_lasting(item) } else { is_last || last_set.is_none() };
            !is_inside(item) || item.weight >= weight::PINNED || stays
        });
    }

    /// What every run executes before an input or a branch decides anything.
    fn fold_set_up(&mut self) {
        // Without inputs there is one run, and nothing that others share.
        if !self.steps.iter().any(|step| step.kind == "input") {
            return;
        }
        let decides = |step: &StepReport| matches!(step.kind, "input" | "branch");
        let Some(first) = self.steps.iter().position(decides) else { return };
        let is_set_up = |item: &Item<'_>| {
            item.row.position < first
                && item.weight < weight::PINNED
                && !item.declares
                && !item.steps.iter().any(|&step| self.spans.leads_to_failure(step))
        };
        // What the check is about is told by itself.
        let from = self.items.iter().take_while(|item| item.declares).count();
        let count = self.items[from..].iter().take_while(|item| is_set_up(item)).count();
        if count < FEWEST_SET_UP {
            return;
        }
        let folded: Vec<Item<'r>> = self.items.drain(from..from + count).collect();
        let said: Vec<String> =
            folded.iter().filter_map(|item| item.row.reasons.last().cloned()).collect();
        let lines = lines_of(&folded);
        let Some(first) = folded.into_iter().next() else { return };
        let reasons = (1..=said.len()).rev().map(|most| list(&said, most)).collect();
        let text = RowText::Words(format!("set-up{lines}"));
        let row = BriefRow { text, reasons, label: None, ..first.row };
        self.items.insert(from, Item { row, weight: weight::SETS, count, ..first });
    }

    fn cheapest(&self) -> Option<Fold> {
        let drops = self
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| item.weight <= weight::PLAIN && item.count == 1)
            .map(|(at, _)| (0, Fold::Drop(at)));
        let groups = (0..self.groups.len())
            .filter_map(|group| Some((self.loss(group)?, Fold::Group(group))));
        let last = self.items.len().saturating_sub(1);
        let merges = (0..last).filter_map(|at| {
            let (left, right) = (&self.items[at], &self.items[at + 1]);
            let is_free = left.weight < weight::PINNED && right.weight < weight::PINNED;
            let is_same =
                left.row.function == right.row.function && left.row.file == right.row.file;
            // Neighbours of different functions have little in common.
            let apart = if is_same { 0 } else { 40 };
            let spread = u32::try_from(left.count + right.count).unwrap_or(u32::MAX).min(30);
            let loss = 10 * left.weight.min(right.weight) + 10 + spread + apart;
            is_free.then_some((loss, Fold::Merge(at)))
        });
        drops.chain(groups).chain(merges).min_by_key(|(loss, _)| *loss).map(|(_, fold)| fold)
    }

    /// What is lost for each row that is saved when this call is told in one row; none if nothing is saved.
    fn loss(&self, group: usize) -> Option<u32> {
        let caller = self.groups[group].caller?;
        let members = self.items.iter().filter(|item| item.inside.contains(&group));
        let hidden: Vec<u32> =
            members.map(|item| item.weight).filter(|&weight| weight < weight::PINNED).collect();
        let has_row = self.items.iter().any(|item| item.steps.contains(&caller));
        let saved = hidden.len().checked_sub(usize::from(!has_row)).filter(|&saved| saved > 0)?;
        // The best of what is hidden is told in the row of the call.
        let best = hidden.iter().max().copied().unwrap_or_default();
        let lost = hidden.iter().sum::<u32>() - best;
        Some(10 * lost / u32::try_from(saved).unwrap_or(u32::MAX))
    }

    /// The row of the call in place of all that happened in it.
    fn fold_call(&mut self, group: usize) {
        let Some(caller) = self.groups[group].caller else { return };
        let is_hidden =
            |item: &Item<'_>| item.inside.contains(&group) && item.weight < weight::PINNED;
        let (brought, is_needed) = self.brought_back(group);
        let Some(at) = self.items.iter().position(is_hidden) else { return };
        let hidden = self.items.iter().filter(|item| is_hidden(item));
        let best = hidden.map(|item| item.weight).max().unwrap_or_default();
        match self.items.iter_mut().find(|item| item.steps.contains(&caller)) {
            Some(item) => {
                let when = item.row.reasons.iter().any(|reason| reason.starts_with("in iteration"));
                if !brought.is_empty() && !when {
                    item.row.reasons = brought;
                }
                // Of a call that leaves nothing behind that is needed, it is enough that it returned.
                let own = if is_needed { best.min(weight::SETS) } else { weight::PLAIN };
                item.weight = item.weight.max(own);
            }
            None => {
                let item = self.call_item(caller, group, brought);
                self.items.insert(at, item);
            }
        }
        self.items.retain(|item| !is_hidden(item));
    }

    fn call_item(&self, caller: usize, group: usize, reasons: Vec<String>) -> Item<'r> {
        let step = &self.steps[caller];
        let line_text = self.lines.get(&(&*step.file, step.line)).copied().unwrap_or_default();
        let outer: Vec<usize> = self
            .items
            .iter()
            .find(|item| item.inside.contains(&group))
            .map(|item| item.inside.iter().take_while(|&&other| other != group).copied().collect())
            .unwrap_or_default();
        Item {
            steps: vec![caller],
            row: BriefRow {
                position: caller,
                file: step.file.clone(),
                line: step.line,
                function: Some(step.function.clone()),
                label: None,
                text: RowText::Source {
                    line_text: line_text.to_owned(),
                    column: step.column,
                    statement: step.text.clone(),
                },
                reasons,
                about: Vec::new(),
            },
            weight: weight::SETS,
            inside: outer,
            establishes: Vec::new(),
            declares: false,
            last_line: step.line,
            count: 1,
        }
    }

    /// What a call that did its part leaves behind: what it returned, else the last that it set. Is anything of it known to be needed?
    fn brought_back(&self, group: usize) -> (Vec<String>, bool) {
        let Group { end, is_often, .. } = &self.groups[group];
        let members = || self.items.iter().filter(|item| item.inside.contains(&group));
        let lasting = self.facts_at(*end);
        let mut facts: Vec<String> = Vec::new();
        for fact in members().flat_map(|item| &item.establishes) {
            if lasting.iter().any(|lasts| lasts == fact) && !facts.iter().any(|known| known == fact)
            {
                facts.push((*fact).to_owned());
            }
        }
        let is_needed = !facts.is_empty() || self.explanation.invariants.is_empty();
        let returned = end
            .checked_sub(1)
            .and_then(|last| self.steps.get(last))
            .filter(|step| step.kind == "return" && !is_often)
            .and_then(|step| values(&step.writes, 1));
        let mut reasons: Vec<String> = (1..=facts.len().min(2))
            .rev()
            .map(|most| format!("{} {}", brings_about(&facts), list(&facts, most)))
            .collect();
        reasons.extend(returned);
        if reasons.is_empty() {
            let sets = |item: &&Item<'_>| item.weight >= weight::SETS;
            let last = members().rfind(sets).or_else(|| members().next_back());
            reasons.extend(last.and_then(|item| item.row.reasons.last().cloned()));
        }
        (reasons, is_needed)
    }

    /// Two neighbours in one row, with what they come to.
    fn merge(&mut self, at: usize) {
        let right = self.items.remove(at + 1);
        let left = &mut self.items[at];
        left.last_line = right.last_line;
        left.count += right.count;
        left.weight = left.weight.max(right.weight);
        left.steps.extend(right.steps);
        left.establishes.extend(right.establishes);
        let shared = left.inside.iter().zip(&right.inside).take_while(|(one, other)| one == other);
        let shared = shared.count();
        left.inside.truncate(shared);
        let lines = match left.last_line > left.row.line && left.row.file == right.row.file {
            true => format!("to line {}: ", left.last_line),
            false => String::new(),
        };
        left.row.text = RowText::Words(format!("… {lines}{} statements", left.count));
        left.row.label = left.row.label.or(right.row.label);
        left.row.reasons = right.row.reasons;
        left.row.about = right.row.about;
    }
}

/// `, lines 3–7`, if they ascend in one file.
fn lines_of(items: &[Item<'_>]) -> String {
    let (Some(first), Some(last)) = (items.first(), items.last()) else { return String::new() };
    let is_one_file = items.iter().all(|item| item.row.file == first.row.file);
    match is_one_file && last.row.line > first.row.line {
        true => format!(", lines {}–{}", first.row.line, last.row.line),
        false => String::new(),
    }
}
