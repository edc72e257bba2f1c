//! How well is a repair founded, and against what?
//!
//! That no input makes a check fail is one thing; that the program does what it should is another. Who says so is a *standard*: a contract, an
//! assertion, a reference. So
//!
//! | grade | the standard | inputs | the search |
//! |---|---|---|---|
//! | [`Grade::Proved`] | there is one | there are some | is complete |
//! | [`Grade::Bounded`] | there is one | there are some | is complete within bounds |
//! | [`Grade::Tests`] | tests of the user's; generated ones where nothing else is known | any | any, or none |
//! | [`Grade::Checks`] | none | there are some | is complete, or within bounds |
//! | [`Grade::ThisRun`] | any | none: there is one run only | any |
//! | [`Grade::Refuted`] | any | one that fails is known | |
//!
//! A grade is not an order: how repairs are ordered depends on what the search says ([`Searched`]), whatever the standard is, which is the same for all of
//! them.

/// How well a repair is founded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Grade {
    /// No input makes it fail the standard.
    Proved,
    /// No input within bounds does.
    Bounded,
    /// All tests pass.
    Tests,
    /// No check fails any more.
    Checks,
    /// The one run there is, or that was looked at, no longer fails.
    ThisRun,
    /// All tests pass, but a search has found an input that fails.
    Refuted,
}

/// What a search for failing inputs says about a repair, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Searched {
    /// No input fails.
    Complete,
    /// No input within the bounds does.
    WithinBounds,
    /// It has no answer, or there was nothing to search for.
    Undecided,
    /// One does.
    Refuted,
}

/// What there is to hold a repaired program against, besides the tests.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Standard {
    /// What says what is right, in words: `the contract of f`.
    pub rule: Option<String>,
    /// Some runs differ by their inputs.
    pub has_inputs: bool,
}

/// Who says what tests expect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestsBy {
    /// The user has given them.
    User,
    /// A search has generated them: what passes is expected to do what it did.
    Search,
}

/// The checks that a run is under, in words.
const CHECKS: &str = "the checks that are on";

/// One of them, in words.
const CHECK: &str = "the check that failed";

/// The run that failed, in words.
const THIS_RUN: &str = "this run";

/// What is known about a repair that passes its tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a> {
    pub(crate) searched: Searched,
    pub(crate) standard: &'a Standard,
    pub(crate) tests_by: TestsBy,
    /// Tests that it passes.
    pub(crate) tests: usize,
    /// Another failure is still there: the standard is no more than the checks that were to be mended.
    pub(crate) is_partial: bool,
}

impl Known<'_> {
    /// The grade, and against what it is given, in a few words.
    pub(crate) fn grade(&self) -> (Grade, String) {
        let Standard { rule, has_inputs } = self.standard;
        match (self.searched, rule) {
            (Searched::Refuted, rule) => {
                (Grade::Refuted, rule.clone().unwrap_or_else(|| CHECKS.to_owned()))
            }
            (Searched::Complete, Some(rule)) if *has_inputs => (Grade::Proved, rule.clone()),
            (Searched::WithinBounds, Some(rule)) if *has_inputs => (Grade::Bounded, rule.clone()),
            _ => self.without_rule(),
        }
    }

    /// Where nothing says what is right for other inputs, or not whether they do it.
    fn without_rule(&self) -> (Grade, String) {
        let has_answer = self.searched <= Searched::WithinBounds;
        match self.tests_by {
            TestsBy::User => (Grade::Tests, counted(self.tests, "")),
            TestsBy::Search if has_answer && self.standard.has_inputs => {
                let checks = if self.is_partial { CHECK } else { CHECKS };
                (Grade::Checks, checks.to_owned())
            }
            // A program without inputs has one run, however many tests there are.
            TestsBy::Search if has_answer || self.tests < 2 => {
                (Grade::ThisRun, THIS_RUN.to_owned())
            }
            TestsBy::Search => (Grade::Tests, counted(self.tests, "generated ")),
        }
    }
}

fn counted(tests: usize, which: &str) -> String {
    match tests {
        1 => format!("1 {which}test"),
        several => format!("{several} {which}tests"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Searched; 4] =
        [Searched::Complete, Searched::WithinBounds, Searched::Undecided, Searched::Refuted];

    /// Every combination, with what has to hold of its grade.
    #[test]
    fn no_grade_says_more_than_is_known() {
        for searched in ALL {
            for rule in [None, Some("the contract of f".to_owned())] {
                for has_inputs in [false, true] {
                    for tests_by in [TestsBy::User, TestsBy::Search] {
                        for tests in [1, 6] {
                            let standard = Standard { rule: rule.clone(), has_inputs };
                            let standard = &standard;
                            let is_partial = false;
                            holds(&Known { searched, standard, tests_by, tests, is_partial });
                        }
                    }
                }
            }
        }
    }

    fn holds(known: &Known<'_>) {
        let Known { searched, standard, tests_by, tests, .. } = *known;
        let (grade, against) = known.grade();
        let is_allowed = match grade {
            Grade::Proved => {
                searched == Searched::Complete && standard.has_inputs && standard.rule.is_some()
            }
            Grade::Bounded => {
                searched == Searched::WithinBounds && standard.has_inputs && standard.rule.is_some()
            }
            Grade::Checks => {
                searched <= Searched::WithinBounds && standard.has_inputs && standard.rule.is_none()
            }
            Grade::Tests => against.starts_with(&tests.to_string()),
            Grade::ThisRun => tests_by == TestsBy::Search && against == "this run",
            Grade::Refuted => true,
        };
        assert!(is_allowed, "{known:?}: {grade:?}, {against}");
        assert_eq!(grade == Grade::Refuted, searched == Searched::Refuted, "{known:?}");
        // Nothing is won by silence.
        let is_decided = searched <= Searched::WithinBounds && standard.has_inputs;
        let is_strong = matches!(grade, Grade::Proved | Grade::Bounded | Grade::Checks);
        let is_left_to_tests = tests_by == TestsBy::User && standard.rule.is_none();
        assert_eq!(is_strong, is_decided && !is_left_to_tests, "{known:?}: {grade:?}");
    }

    #[test]
    fn against_what_is_said_in_words() {
        let open = Standard { rule: None, has_inputs: true };
        let closed = Standard::default();
        let against = |searched, standard, tests_by, tests| {
            Known { searched, standard, tests_by, tests, is_partial: false }.grade().1
        };
        let complete = Searched::Complete;
        assert_eq!(against(complete, &open, TestsBy::User, 1), "1 test");
        assert_eq!(against(complete, &open, TestsBy::Search, 6), "the checks that are on");
        assert_eq!(against(complete, &closed, TestsBy::Search, 1), "this run");
        let partial = Known {
            searched: Searched::WithinBounds,
            standard: &open,
            tests_by: TestsBy::Search,
            tests: 6,
            is_partial: true,
        };
        assert_eq!(partial.grade(), (Grade::Checks, "the check that failed".to_owned()));
        assert_eq!(against(Searched::Undecided, &open, TestsBy::Search, 6), "6 generated tests");
    }
}
