//! What there is to tell, before anything is folded: each statement that matters with its weight and what it lies in.

use std::collections::{BTreeMap, BTreeSet};

use super::Pins;
use super::spans::{Over, Spans};
use crate::text::{Occurrence, Repetitions, blocks, invariant_at, occurrences, statements};
use crate::words::{Wording, list, reason_worded, repeated_reason, values};
use crate::{ExplanationReport, Label, Reason, RelevantReport, Role, StepReport};

/// A row, to be laid out by whoever knows how much room there is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BriefRow {
    /// The step that it tells of, or the first of them.
    pub(crate) position: usize,
    pub(crate) file: String,
    pub(crate) line: u32,
    /// None outside of functions.
    pub(crate) function: Option<String>,
    pub(crate) label: Option<Label>,
    pub(crate) text: RowText,
    /// From long to short.
    pub(crate) reasons: Vec<String>,
    /// Names and expressions that the reasons speak of: where the statement is too long, they are to be seen.
    pub(crate) about: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RowText {
    /// A statement in a line of the source.
    Source { line_text: String, column: u32, statement: String },
    /// Words in place of several statements.
    Words(String),
}

/// How much is lost when a row goes. The figures order the kinds; nothing else rests on them.
pub(super) mod weight {
    /// A condition or check that merely let the run through.
    pub(in super::super) const PLAIN: u32 = 1;
    /// It hands a value on, or leaves something as it was.
    pub(in super::super) const HANDED: u32 = 2;
    /// It sets a value, or goes the way on which one was not set.
    pub(in super::super) const SETS: u32 = 3;
    /// Another value leads elsewhere; the condition around the failing check; the size of what was overrun.
    pub(in super::super) const DECIDES: u32 = 4;
    /// It stays.
    pub(in super::super) const PINNED: u32 = 1000;
}

pub(super) struct Item<'r> {
    /// The steps, ascending; of a folded call the one that made it.
    pub(super) steps: Vec<usize>,
    pub(super) row: BriefRow,
    pub(super) weight: u32,
    /// What it lies in, outermost first: positions in [`Chain::groups`].
    pub(super) inside: Vec<usize>,
    /// Facts that it brought about.
    pub(super) establishes: Vec<&'r str>,
    /// It is a declaration: what the failing check is about.
    pub(super) declares: bool,
    /// The last line that it tells of, where it tells of several.
    pub(super) last_line: u32,
    /// How many statements it stands for.
    pub(super) count: usize,
}

/// What can be told in one row: a span of the run, or the calls of one function in a repetition.
pub(super) struct Group {
    pub(super) end: usize,
    /// The step that made the call; none of a loop.
    pub(super) caller: Option<usize>,
    pub(super) is_often: bool,
}

pub(super) struct Chain<'r> {
    pub(super) steps: &'r [StepReport],
    pub(super) explanation: &'r ExplanationReport,
    pub(super) items: Vec<Item<'r>>,
    pub(super) groups: Vec<Group>,
    pub(super) repetitions: Repetitions,
    pub(super) spans: Spans,
    /// Whole lines, where they are known.
    pub(super) lines: BTreeMap<(&'r str, u32), &'r str>,
}

impl<'r> Chain<'r> {
    pub(super) fn of(
        steps: &'r [StepReport],
        explanation: &'r ExplanationReport,
        pins: &Pins<'_>,
    ) -> Chain<'r> {
        let failing = steps.len().saturating_sub(1);
        let occurrences = occurrences(steps, explanation);
        let wanted: BTreeSet<usize> =
            occurrences.iter().map(|it| it.entry.position).chain([failing]).collect();
        let repetitions = Repetitions::of(steps, wanted.iter().copied());
        let spans = Spans::of(steps, &wanted);
        let groups: Vec<Group> = spans
            .over
            .iter()
            .map(|span| Group {
                end: span.end,
                caller: match span.what {
                    Over::Call { caller } => Some(caller),
                    Over::Loop => None,
                },
                is_often: false,
            })
            .collect();
        let entries = explanation.relevant.iter();
        let lines = entries.map(|entry| ((&*entry.file, entry.line), &*entry.line_text)).collect();
        let mut chain =
            Chain { steps, explanation, items: Vec::new(), groups, repetitions, spans, lines };
        let mut often: BTreeMap<(usize, String), usize> = BTreeMap::new();
        for block in blocks(&occurrences, &chain.repetitions, false) {
            let told: Vec<Vec<Occurrence<'r>>> = match block.is_folded {
                true => statements(block.occurrences),
                false => block.occurrences.iter().map(|it| vec![*it]).collect(),
            };
            for group in told {
                let mut item = chain.item(&group, pins);
                item.inside = chain.around(&item.steps);
                if let Some(region) = block.region
                    && let Some(repeated) = chain.repeated_call(region, &item, &mut often)
                {
                    item.inside.push(repeated);
                }
                chain.items.push(item);
            }
        }
        chain
    }

    /// The spans around all of these steps, outermost first.
    fn around(&self, steps: &[usize]) -> Vec<usize> {
        let (Some(&first), Some(&last)) = (steps.first(), steps.last()) else { return Vec::new() };
        let before = self.spans.over.partition_point(|span| span.start <= first);
        (0..before).filter(|&at| last < self.spans.over[at].end).collect()
    }

    /// Of a statement of a function that is called again and again, and is not active at the failure: these calls.
    fn repeated_call(
        &mut self,
        region: usize,
        item: &Item<'_>,
        often: &mut BTreeMap<(usize, String), usize>,
    ) -> Option<usize> {
        let stack = self.spans.stack(*item.steps.first()?);
        let call =
            stack.iter().find(|call| call.start > region && !self.spans.is_live(&call.function))?;
        let caller = call.caller?;
        let key = (region, call.function.clone());
        let end = item.steps.last()? + 1;
        let groups = &mut self.groups;
        let at = *often.entry(key).or_insert_with(|| {
            groups.push(Group { end, caller: Some(caller), is_often: true });
            groups.len() - 1
        });
        let group = groups.get_mut(at)?;
        group.end = group.end.max(end);
        Some(at)
    }

    fn item(&self, group: &[Occurrence<'r>], pins: &Pins<'_>) -> Item<'r> {
        let Occurrence { entry, step } = group[0];
        let positions: Vec<usize> = group.iter().map(|it| it.entry.position).collect();
        let is_pinned = pins.contains(&(entry.file.as_str(), entry.line));
        let own = group.iter().map(|it| self.weight(it)).max().unwrap_or(weight::PLAIN);
        let is_outside = entry.reason.declaration.as_ref().is_some_and(|it| !it.is_local);
        let facts = group.iter().flat_map(|it| &it.entry.reason.establishes);
        let about = group.iter().flat_map(|it| {
            let names = it.step.writes.iter().map(|write| &write.name);
            it.entry.reason.uses.iter().chain(names)
        });
        Item {
            row: BriefRow {
                position: positions[0],
                file: entry.file.clone(),
                line: entry.line,
                function: (!is_outside).then(|| step.function.clone()),
                label: group.iter().find_map(|it| it.entry.mark()),
                text: RowText::Source {
                    line_text: entry.line_text.clone(),
                    column: entry.column,
                    statement: entry.text.clone(),
                },
                reasons: self.reasons(group),
                about: about.cloned().collect(),
            },
            steps: positions,
            weight: if is_pinned { weight::PINNED } else { own },
            inside: Vec::new(),
            establishes: facts.map(String::as_str).collect(),
            declares: entry.role == Role::Declaration,
            last_line: entry.line,
            count: 1,
        }
    }

    fn weight(&self, Occurrence { entry, step }: &Occurrence<'_>) -> u32 {
        let is_way = self.spans.leads_to_failure(entry.position);
        match entry.role {
            Role::Declaration => weight::DECIDES,
            _ if is_way => weight::DECIDES,
            Role::Assign | Role::Input if step.kind == "call" => weight::HANDED,
            Role::Assign | Role::Input if entry.label.is_some() => weight::DECIDES,
            Role::Assign | Role::Input => weight::SETS,
            Role::Condition | Role::Frame if self.is_guard(step) => weight::DECIDES,
            Role::Frame if step.taken.is_some() => weight::SETS,
            Role::Frame => weight::HANDED,
            Role::Condition if entry.reason.otherwise.is_some() => weight::HANDED,
            Role::Condition | Role::Check | Role::Call => weight::PLAIN,
        }
    }

    /// Is this the innermost condition around the failing check? It let the run get there.
    fn is_guard(&self, step: &StepReport) -> bool {
        let Some(failing) = self.steps.last() else { return false };
        let is_same_call = self.spans.live.last().is_some_and(|call| call.start <= step.index);
        let is_same_round =
            step.iterations.iter().zip(&failing.iterations).all(|(left, right)| left == right);
        is_same_call
            && is_same_round
            && step.depth == failing.depth
            && step.scope + 1 == failing.scope
    }

    fn reasons(&self, group: &[Occurrence<'r>]) -> Vec<String> {
        let Occurrence { entry, step } = group[0];
        if entry.reason.declaration.is_some() {
            return vec![entry.why.clone()];
        }
        let mut reasons: Vec<String> = match group {
            [_] => {
                let when = self.repetitions.when(&[entry.position]);
                let when = if when.is_empty() { when } else { format!("{when}: ") };
                self.said(entry.role, &entry.reason, step)
                    .map(|said| format!("{when}{said}"))
                    .collect()
            }
            several => {
                let steps: Vec<usize> = several.iter().map(|it| it.entry.position).collect();
                let times = self.repetitions.when(&steps);
                let pairs: Vec<_> = several.iter().map(|it| (it.entry, it.step)).collect();
                let mut said: Vec<String> = Wording::shorter_and_shorter(false)
                    .map(|wording| repeated_reason(&pairs, &times, wording.most_facts))
                    .collect();
                let last = several.last().and_then(|it| values(&it.step.writes, 1));
                let is_frame =
                    |(entry, _): &&(&RelevantReport, &StepReport)| entry.role == Role::Frame;
                let outcome = step.taken.as_deref();
                if let (Some((frame, _)), Some(outcome)) = (pairs.iter().find(is_frame), outcome) {
                    said.extend(missed(frame.role, &frame.reason, &format!("{outcome} {times}")));
                }
                // What a call hands on is told in the function.
                match last.filter(|_| step.kind != "call") {
                    Some(last) => said.push(format!("{last} in the end")),
                    None => said.push(times),
                }
                said
            }
        };
        reasons.dedup();
        reasons
    }

    /// From long to short: with the facts that it rests on, without them, and the value alone.
    fn said<'s>(
        &self,
        role: Role,
        reason: &'s Reason,
        step: &'s StepReport,
    ) -> impl Iterator<Item = String> + use<'s> {
        let sets = matches!(role, Role::Assign | Role::Input);
        let whole = Wording::shorter_and_shorter(false)
            .map(move |wording| reason_worded(role, reason, step, wording));
        let alone = Reason { uses: Vec::new(), ..reason.clone() };
        let short: Vec<String> = Wording::shorter_and_shorter(false)
            .filter(|_| reason.replaced.is_none())
            .map(|wording| reason_worded(role, &alone, step, wording))
            .collect();
        let value = values(&step.writes, 1).filter(|_| sets);
        let missed = step.taken.as_deref().and_then(|outcome| missed(role, reason, outcome));
        whole.chain(short).chain(value).chain(missed).chain(step.taken.clone())
    }

    /// Facts that hold at this position and are needed from there on.
    pub(super) fn facts_at(&self, position: usize) -> &'r [String] {
        invariant_at(self.explanation, position).map_or(&[], |invariant| &invariant.parts)
    }

    pub(super) fn into_rows(self) -> Vec<BriefRow> {
        self.items.into_iter().map(|item| item.row).collect()
    }
}

/// What was not set on this way, in few words: `false; otherwise x could be set`.
fn missed(role: Role, reason: &Reason, outcome: &str) -> Option<String> {
    let is_told = role == Role::Frame && !reason.left_alone.is_empty();
    is_told.then(|| format!("{outcome}; otherwise {} could be set", list(&reason.left_alone, 1)))
}
