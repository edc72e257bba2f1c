//! Evidence in a phrase.

use whydunit_repair::AttemptKind;
use whydunit_source::Span;

use crate::experiments::Turned;
use crate::limits::LONGEST_SHOWN;
use crate::rank::{AtLine, Scene};
use crate::{Evidence, EvidenceKind};

/// What is told of a line.
pub(crate) struct Told<'a> {
    pub(crate) scene: &'a Scene<'a>,
    pub(crate) at: &'a AtLine<'a>,
    /// Failing and passing tests whose lines were compared.
    pub(crate) watched: (usize, usize),
    /// The shares of failing tests whose first wrong byte is text that the line writes, and a value.
    pub(crate) wrong: [f64; 2],
}

/// The part of the line that the strongest evidence is about, and the evidence, strongest first.
pub(crate) fn tell(told: &Told<'_>) -> (Option<Span>, Vec<Evidence>) {
    let mut found: Vec<(f64, Option<Span>, Evidence)> = Vec::new();
    let kinds: [(EvidenceKind, &dyn Fn(AttemptKind) -> bool, f64); 3] = [
        // What a person could write says more than what cannot be written.
        (EvidenceKind::Edit, &|kind| kind.is_edit(), 0.2),
        (
            EvidenceKind::Switch,
            &|kind| matches!(kind, AttemptKind::Always(_) | AttemptKind::Opposite),
            0.1,
        ),
        (EvidenceKind::Value, &|kind| kind == AttemptKind::Value, 0.0),
    ];
    for (kind, wanted, bonus) in kinds {
        let own = told.at.turned.iter().copied().filter(|it| wanted(it.attempt.kind));
        let Some(best) = told.best(own) else { continue };
        let text = format!("{}: {}", told.change(best), told.outcome(best));
        let weight = best.share(told.failing()) - best.broken_share() + bonus;
        found.push((weight, Some(best.attempt.edit.span), Evidence { kind, text }));
    }
    if let Some(once) = told.once() {
        let has_switch = found.iter().any(|(_, _, it)| it.kind == EvidenceKind::Switch);
        if !has_switch {
            found.push((0.0, None, Evidence { kind: EvidenceKind::Switch, text: once }));
        }
    }
    found.extend(told.wrong().map(|evidence| (-0.4, None, evidence)));
    found.extend(told.spectrum().map(|evidence| (-0.5, None, evidence)));
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    let span = found.iter().find_map(|(_, span, _)| *span);
    (span, found.into_iter().map(|(_, _, evidence)| evidence).collect())
}

impl Told<'_> {
    fn failing(&self) -> usize {
        self.scene.sample.failing.len()
    }

    /// What turns most and breaks least, and of that what costs least.
    fn best<'t>(&self, all: impl Iterator<Item = &'t Turned>) -> Option<&'t Turned> {
        let failing = self.failing();
        all.max_by(|one, other| {
            let balance = |it: &Turned| it.share(failing) - it.broken_share();
            one.is_clean
                .cmp(&other.is_clean)
                .then_with(|| balance(one).total_cmp(&balance(other)))
                .then_with(|| other.attempt.cost.cmp(&one.attempt.cost))
                .then_with(|| other.attempt.edit.cmp(&one.attempt.edit))
        })
    }

    fn change(&self, turned: &Turned) -> String {
        let sources = &self.scene.request.program.sources;
        let old = shortened(sources.text(turned.attempt.edit.span));
        let new = shortened(&turned.attempt.edit.new);
        match turned.attempt.kind {
            AttemptKind::Omission => "left out".to_owned(),
            AttemptKind::Guard => "with a check in front of it".to_owned(),
            AttemptKind::Edit if old.is_empty() => format!("with `{new}` added"),
            AttemptKind::Edit if new.is_empty() => format!("without `{old}`"),
            AttemptKind::Edit => format!("`{new}` for `{old}`"),
            AttemptKind::Always(value) => {
                format!("`{old}` always {}", if value { "true" } else { "false" })
            }
            AttemptKind::Opposite => format!("the opposite of `{old}`"),
            AttemptKind::Value => format!("{new} as the value of `{old}`"),
        }
    }

    /// What becomes of the tests.
    fn outcome(&self, turned: &Turned) -> String {
        let (failing, passing) = (turned.failing.len(), turned.passing.len());
        let kept = passing - turned.broken();
        let made = self.scene.is_generated;
        if turned.is_clean {
            let (failing, passing) = self.scene.total;
            return match (made, failing, passing) {
                (false, 1, 0) => "the failing test passes".to_owned(),
                (false, 1, _) => {
                    format!("the failing test passes, {passing} of {passing} others still do")
                }
                (false, 2, 0) => "both failing tests pass".to_owned(),
                (false, 2, _) => {
                    format!("both failing tests pass, {passing} of {passing} others still do")
                }
                (false, _, 0) => format!("all {failing} failing tests pass"),
                (false, ..) => {
                    format!(
                        "all {failing} failing tests pass, {passing} of {passing} others still do"
                    )
                }
                (true, 1, 0) => "this run does not fail".to_owned(),
                (true, 1, _) => format!(
                    "this run does not fail, {passing} of {passing} nearby runs go on as before"
                ),
                (true, _, 0) => format!("this run and {} nearby ones do not fail", failing - 1),
                (true, ..) => format!(
                    "this run and {} nearby ones do not fail, {passing} of {passing} others go on as before",
                    failing - 1
                ),
            };
        }
        let turns = turned.turned();
        let fails = match (made, turns == failing, failing) {
            (false, true, 1) => "the failing test passes".to_owned(),
            (false, ..) => format!("{turns} of {failing} failing tests pass"),
            (true, true, 1) => "this run does not fail".to_owned(),
            (true, ..) => format!("{turns} of {failing} failing runs do not fail"),
        };
        match (made, passing) {
            (_, 0) => fails,
            (false, _) => format!("{fails}, {kept} of {passing} others still do"),
            (true, _) => format!("{fails}, {kept} of {passing} nearby runs go on as before"),
        }
    }

    /// One decision of a run, once.
    fn once(&self) -> Option<String> {
        let row = self.at.once?;
        let turned = row.iter().filter(|passes| **passes).count();
        let runs = if self.scene.is_generated { "runs do not fail" } else { "tests pass" };
        (turned > 0).then(|| {
            format!(
                "one decision here the other way, once: {turned} of {} failing {runs}",
                row.len()
            )
        })
    }

    /// What it prints.
    fn wrong(&self) -> Option<Evidence> {
        let [text, value] = self.wrong;
        let (share, what) = if text >= value { (text, "text") } else { (value, "value") };
        let failing = self.watched.0;
        // A count of tests again, whatever was lost on the way.
        let count = (1..=failing).find(|&count| count as f64 >= share * failing as f64 - 0.5)?;
        (share > 0.0).then(|| Evidence {
            kind: EvidenceKind::Tests,
            text: format!(
                "prints the first wrong {what} of the output in {count} of {failing} failing tests"
            ),
        })
    }

    /// Who executes the line.
    fn spectrum(&self) -> Option<Evidence> {
        let (fails, passes) = self.at.executed;
        let (failing, passing) = self.watched;
        if passing == 0 || fails * passing <= passes * failing {
            return None;
        }
        let (kind, what) = match self.scene.is_generated {
            true => (EvidenceKind::Contrast, ("failing runs nearby", "that pass")),
            false => (EvidenceKind::Tests, ("failing tests", "passing ones")),
        };
        let text = format!(
            "executed by {fails} of {failing} {} and {passes} of {passing} {}",
            what.0, what.1
        );
        Some(Evidence { kind, text })
    }
}

fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((at, _)) => format!("{} ...", text[..at].trim_end()),
        None => text,
    }
}
