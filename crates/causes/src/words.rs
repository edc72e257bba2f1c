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

type IsOfKind<'a> = &'a dyn Fn(AttemptKind) -> bool;

/// The part of the line that the strongest evidence is about, and the evidence, strongest first.
pub(crate) fn tell(told: &Told<'_>) -> (Option<Span>, Vec<Evidence>) {
    let mut found: Vec<(f64, Option<Span>, Evidence)> = Vec::new();
    let kinds: [(EvidenceKind, IsOfKind<'_>, f64); 4] = [
        // What a person could write says more than what cannot be written; a further statement can undo anything, so it says least.
        (EvidenceKind::Edit, &|kind| kind.is_edit() && kind != AttemptKind::Insertion, 0.2),
        (EvidenceKind::Edit, &|kind| kind == AttemptKind::Insertion, -0.3),
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
            let worth = |it: &Turned| self.scene.worth(it);
            one.is_clean
                .cmp(&other.is_clean)
                .then_with(|| worth(one).total_cmp(&worth(other)))
                .then_with(|| balance(one).total_cmp(&balance(other)))
                .then_with(|| other.attempt.cost.cmp(&one.attempt.cost))
                .then_with(|| other.attempt.edit.cmp(&one.attempt.edit))
        })
    }

    fn change(&self, turned: &Turned) -> String {
        let sources = &self.scene.request.program.sources;
        let old = sources.text(turned.attempt.edit.span);
        let new = turned.attempt.edit.new.as_str();
        // Of long texts what differs: the rest is in the source.
        let is_long = old.len().max(new.len()) > LONGEST_SHOWN;
        let (old, new) = match turned.attempt.kind {
            AttemptKind::Edit if is_long && new.contains(old) && !old.is_empty() => {
                ("", new.split(old).max_by_key(|part| part.len()).unwrap_or(new))
            }
            AttemptKind::Edit if is_long => apart(old, new),
            _ => (old, new),
        };
        let (old, new) = (shortened(old), shortened(new));
        match turned.attempt.kind {
            AttemptKind::Omission => "left out".to_owned(),
            AttemptKind::Guard => "with a check in front of it".to_owned(),
            AttemptKind::Insertion => format!("with `{}` in front of it", new.trim()),
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

    /// What becomes of the tests, and whether runs get as far as they did.
    fn outcome(&self, turned: &Turned) -> String {
        let outcome = self.tests(turned);
        match (self.scene.is_generated && !turned.goes_on, turned.turned()) {
            (false, _) => outcome,
            (true, 1) => format!("{outcome} (it ends sooner)"),
            (true, _) => format!("{outcome} (they end sooner)"),
        }
    }

    fn tests(&self, turned: &Turned) -> String {
        let (failing, passing) = (turned.failing.len(), turned.passing.len());
        let kept = passing - turned.broken();
        let made = self.scene.is_generated;
        if self.scene.is_passed_only {
            return match turned.failing.len() {
                1 => "the run gets past this check and fails later".to_owned(),
                all => format!(
                    "{} of {all} failing runs get past this check, and not all to the end",
                    turned.turned()
                ),
            };
        }
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
                (true, 1, _) => {
                    format!("this run does not fail, {passing} of {passing} nearby go on as before")
                }
                (true, _, 0) => format!("this run and {} nearby do not fail", failing - 1),
                (true, ..) => format!(
                    "this run and {} nearby do not fail, {passing} others as before",
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
            (true, _) => format!("{fails}, {kept} of {passing} nearby go on as before"),
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

    /// Who executes the line, or takes a branch of it one way.
    fn spectrum(&self) -> Option<Evidence> {
        let (failing, passing) = self.watched;
        let differs = |(fails, passes): (usize, usize)| fails * passing > passes * failing;
        let (kind, tests, others) = match self.scene.is_generated {
            true => (EvidenceKind::Contrast, "failing runs nearby", "that pass"),
            false => (EvidenceKind::Tests, "failing tests", "passing ones"),
        };
        let told = |what: &str, (fails, passes): (usize, usize)| {
            format!("{what} {fails} of {failing} {tests} and {passes} of {passing} {others}")
        };
        let outcome = self.at.outcome;
        let of_outcome = (outcome.fails, outcome.passes);
        let text = match outcome.way {
            _ if differs(self.at.executed) => told("executed by", self.at.executed),
            Some(way) if differs(of_outcome) => {
                told(&format!("its condition is {way} in"), of_outcome)
            }
            _ => return None,
        };
        Some(Evidence { kind, text })
    }
}

/// The parts of two texts that are not the same, from word to word.
fn apart<'t>(old: &'t str, new: &'t str) -> (&'t str, &'t str) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut start: usize =
        old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let is_inside = |text: &str, at: usize| {
        text[..at].chars().next_back().is_some_and(is_word)
            && text[at..].chars().next().is_some_and(is_word)
    };
    while start > 0 && (is_inside(old, start) || is_inside(new, start)) {
        start -= old[..start].chars().next_back().map_or(1, char::len_utf8);
    }
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let mut end: usize = old_rest
        .chars()
        .rev()
        .zip(new_rest.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum();
    while end > 0
        && (is_inside(old_rest, old_rest.len() - end) || is_inside(new_rest, new_rest.len() - end))
    {
        let at = old_rest.len() - end;
        end -= old_rest[at..].chars().next().map_or(1, char::len_utf8);
    }
    (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end])
}

fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((at, _)) => format!("{} ...", text[..at].trim_end()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs() {
        assert_eq!(apart("a < b", "a <= b"), ("", "="));
        assert_eq!(apart("count", "counter"), ("count", "counter"));
        assert_eq!(apart("n - 1", "n + 1"), ("-", "+"));
        assert_eq!(apart("a && b", "(a && b) || c"), ("a && b", "(a && b) || c"));
        assert_eq!(apart("a && b", "a && b && c"), ("", " && c"));
        assert_eq!(apart("x", "x"), ("", ""));
    }
}
