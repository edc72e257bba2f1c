//! How the tests of a suite went, for a terminal: a line for each test that fails, and a summary.

use super::TextOptions;
use super::style::Style;
use crate::limits::WIDEST_NAME;
use crate::{TestOutcome, TestVerdict};

/// With `unfold` every test has a line.
pub(super) fn tests_text(tests: &[TestOutcome], options: &TextOptions, out: &mut String) {
    let is_listed = |test: &&TestOutcome| options.unfold || test.verdict == TestVerdict::Failed;
    let listed: Vec<&TestOutcome> = tests.iter().filter(is_listed).collect();
    let width = |text: &str| text.chars().count();
    let names = listed.iter().map(|test| width(&test.name)).filter(|&it| it <= WIDEST_NAME).max();
    let names = names.unwrap_or(0);
    let verdicts = listed.iter().map(|test| width(verdict(test.verdict).0)).max().unwrap_or(0);
    for test in &listed {
        let (word, style) = verdict(test.verdict);
        let padding = " ".repeat(verdicts - width(word));
        let painted = style.paint(word, options.colour);
        let line = format!("{painted}{padding}  {:names$}  {}", test.name, test.message);
        out.push_str(line.trim_end());
        out.push('\n');
    }
    if !listed.is_empty() {
        out.push('\n');
    }
    summary(tests, options, out);
}

fn verdict(verdict: TestVerdict) -> (&'static str, Style) {
    match verdict {
        TestVerdict::Passed => ("passed", Style::Success),
        TestVerdict::Failed => ("failed", Style::Error),
        TestVerdict::Unjudged => ("not judged", Style::Warning),
        TestVerdict::NotRun => ("not run", Style::Warning),
    }
}

fn summary(tests: &[TestOutcome], options: &TextOptions, out: &mut String) {
    let count = |verdict| tests.iter().filter(|test| test.verdict == verdict).count();
    let total = tests.len();
    let noun = if total == 1 { "test" } else { "tests" };
    let (passed, failed) = (count(TestVerdict::Passed), count(TestVerdict::Failed));
    let (title, style) = match (passed, failed) {
        (_, 1..) => {
            let verb = if failed == 1 { "fails" } else { "fail" };
            (format!("{failed} of {total} {noun} {verb}"), Style::Error)
        }
        (1, 0) if total == 1 => ("the test passes".to_owned(), Style::Success),
        (passed, 0) if passed == total => (format!("all {total} tests pass"), Style::Success),
        (passed, 0) => {
            let verb = if passed == 1 { "passes" } else { "pass" };
            (format!("{passed} of {total} {noun} {verb}"), Style::Warning)
        }
    };
    out.push_str(&style.paint(&title, options.colour));
    out.push('\n');
    for (why, count) in reasons(tests, TestVerdict::Unjudged) {
        let verb = if count == 1 { "is" } else { "are" };
        out.push_str(&format!("{count} {verb} not judged: {why}\n"));
    }
    for (why, count) in reasons(tests, TestVerdict::NotRun) {
        let verb = if count == 1 { "was" } else { "were" };
        out.push_str(&format!("{count} {verb} not run: {why}\n"));
    }
    let again = tests.iter().find_map(|test| Some((&test.name, test.reproduce.as_ref()?)));
    if let Some((name, command)) = again {
        out.push_str(&format!("{name} alone: {command}\n"));
    }
}

/// The messages of tests with a verdict, in the order of the suite, each with the number of its tests.
fn reasons(tests: &[TestOutcome], verdict: TestVerdict) -> Vec<(&str, usize)> {
    let mut reasons: Vec<(&str, usize)> = Vec::new();
    for test in tests.iter().filter(|test| test.verdict == verdict) {
        match reasons.iter_mut().find(|(why, _)| *why == test.message) {
            Some((_, count)) => *count += 1,
            None => reasons.push((&test.message, 1)),
        }
    }
    reasons
}
