//! How changed texts become programs, and how changed programs are judged.
//!
//! With a contract, an assertion or a `main` the judge is a bounded search for failing inputs. Where only tests say what is
//! expected, there is no judge besides them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use whydunit_compare::{Comparison, Difference, Reference};
use whydunit_find::{Gap, Request, Search, Stopped, Verdict};
use whydunit_interp::{Config, Ending, NoObserver, RunSpec, prepare};
use whydunit_project::{Error, SearchOptions, recompile, stdin_program};
use whydunit_repair::{Built, Edit, Judged, Judgement, Oracle, Standard, lines_before};
use whydunit_solver::Budget;
use whydunit_source::FileId;
use whydunit_suite::{Reason, Runner, Suite, Test, expect_from};

use super::standard;
use super::target::{Site, Target, site, test};
use crate::limits::{MOST_STEPS_OF_A_FOUND_RUN, TIME_OF_A_SEARCH, UNWIND};

/// Builds changed texts and judges them: the validator of a search for repairs.
#[derive(Debug)]
pub struct Validator<'a> {
    search: &'a SearchOptions,
    config: &'a Config,
    target: &'a Target,
    deadline: Option<Instant>,
    /// What there is to judge by besides the tests.
    judge: Judge,
}

#[derive(Debug)]
enum Judge {
    Checks,
    Reference(Box<Reference>),
    Nobody(&'static str),
}

impl<'a> Validator<'a> {
    /// Judges by what there is: the reference, the program's own contracts and checks, or nothing.
    ///
    /// # Errors
    /// The reference is no program.
    pub fn new(
        search: &'a SearchOptions,
        config: &'a Config,
        target: &'a Target,
        deadline: Option<Instant>,
    ) -> Result<Validator<'a>, Error> {
        let program = &target.subject.program;
        let is_judged = target.text(config.checks).rule().is_some() || target.is_made;
        let fails_a_check = matches!(target.shown.reason, Reason::Check(_));
        let judge = if let [reference] = target.common.tests.reference.as_slice() {
            Judge::Reference(Box::new(Reference::new(&target.common, reference)?))
        } else if target.reference.is_some() {
            Judge::Nobody("a reference of several files is not compared by search")
        } else if is_judged || fails_a_check && program.is_main(target.subject.start) {
            Judge::Checks
        } else {
            Judge::Nobody("there is no contract and no reference to judge by")
        };
        Ok(Validator { search, config, target, deadline, judge })
    }

    /// The files of the command line, with their texts where these are changed.
    fn files(&self, texts: &[(FileId, Vec<u8>)]) -> Vec<(PathBuf, Vec<u8>)> {
        let sources = &self.target.subject.program.sources;
        let name_of = |path: &PathBuf| match stdin_program::is_name(path) {
            true => stdin_program::NAME.to_owned(),
            false => path.to_string_lossy().into_owned(),
        };
        let text_of = |path: &PathBuf| {
            let id = sources.find(&name_of(path))?;
            let changed = texts.iter().find(|(file, _)| *file == id);
            let text = match changed {
                Some((_, text)) => text.clone(),
                None => sources.file(id).all_bytes(),
            };
            Some((path.clone(), text))
        };
        self.target.common.files.iter().filter_map(text_of).collect()
    }

    fn budget(&self) -> Budget {
        let left = crate::within(self.deadline, TIME_OF_A_SEARCH * 2);
        Budget::unlimited()
            .with_memory(self.target.common.budget.bytes())
            .with_interrupt(self.target.common.budget.cancel.flag())
            .with_deadline(Instant::now() + left)
    }

    /// Does it behave like the reference?
    fn compare(&self, reference: &Reference, built: &Built, texts: &[(FileId, Vec<u8>)]) -> Judged {
        let common = &self.target.common;
        let unwind = Some(self.search.unwind.unwrap_or(UNWIND));
        let files = self.files(texts);
        let answer =
            reference.compare(common, &files, &self.budget(), unwind, self.argument_count());
        let has_inputs = !matches!(answer, Ok(Comparison::Same { has_inputs: false, .. }));
        let judgement = match answer {
            Ok(Comparison::Same { proved: true, .. }) => Judgement::Proved,
            Ok(Comparison::Same { proved: false, .. }) => Judgement::Bounded,
            Ok(Comparison::Different(difference)) => self.expected(built, difference),
            Ok(Comparison::Unknown(why)) => {
                Judgement::Unknown(format!("not compared with the reference: {why}"))
            }
            Err(_) => Judgement::Unknown("not compared with the reference".to_owned()),
        };
        let name =
            self.target.common.tests.reference.first().map(|file| file.display().to_string());
        let rule = name.map(|name| format!("reference {name}"));
        Judged { judgement, standard: Standard { rule, has_inputs } }
    }

    /// A difference as a test that expects what the reference does.
    fn expected(&self, built: &Built, difference: Difference) -> Judgement {
        let Difference { args, stdin, inputs, what } = difference;
        let name = format!("counterexample: {what}");
        let files = self.target.shown.spec.files.clone();
        let mut suite =
            Suite { tests: vec![Test { name, args, stdin, files, inputs, ..Test::default() }] };
        if let Some(reference) = &self.target.reference {
            let judge = Runner::new(&reference.program, reference.start, self.config.clone());
            let own = Runner::new(&built.program, built.start, self.config.clone());
            expect_from(&judge, &own, &mut suite);
        }
        match suite.tests.pop() {
            Some(test) => Judgement::Counterexample(Box::new(test)),
            None => Judgement::Unknown("the reference does not pass the difference".to_owned()),
        }
    }

    /// The number of arguments that most tests have.
    fn argument_count(&self) -> Option<usize> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for test in &self.target.suite.tests {
            *counts.entry(test.args.len()).or_default() += 1;
        }
        counts.into_iter().max_by_key(|(_, tests)| *tests).map(|(count, _)| count)
    }

    fn search(&self, built: &Built, edits: &[Edit]) -> Judged {
        let mut found = self.failures_of(built, true);
        let mut remaining = None;
        let mut judgement = self.counterexample(built, edits, &found, &mut remaining);
        if judgement.is_none() && remaining.is_some() {
            // What was found first is an old failure: are there others?
            found = self.failures_of(built, false);
            judgement = self.counterexample(built, edits, &found, &mut remaining);
        }
        let rule = match remaining {
            Some(_) => standard::mended_rule(&self.target.failures),
            None => self.target.text(self.config.checks).kept_rule(built),
        };
        let standard = Standard { rule, has_inputs: found.coverage.has_inputs };
        let judgement = judgement.unwrap_or_else(|| without_counterexample(&found, remaining));
        Judged { judgement, standard }
    }

    /// A failing input that speaks against the repair. One on which the program failed in the same way before, by a check that
    /// no failing test fails, does not; it is put into `remaining`.
    fn counterexample(
        &self,
        built: &Built,
        edits: &[Edit],
        found: &Search,
        remaining: &mut Option<Site>,
    ) -> Option<Judgement> {
        let original = &self.target.subject;
        let compiled = prepare(&original.program);
        let max_steps = Some(self.config.max_steps.unwrap_or(MOST_STEPS_OF_A_FOUND_RUN));
        let config = Config { max_steps, ..self.config.clone() };
        for failure in &found.failures {
            let Some(run) = failure.runs.first() else { continue };
            let (kind, line) = site(&built.program, &failure.failure);
            let file = built.program.sources.file(failure.failure.span.file).name();
            let lines = lines_before(edits, &original.program.sources, file, line);
            let spec = RunSpec { function: original.start, ..run.clone() };
            let before = compiled.run(&spec, &config, &mut |_, _| {}, &mut NoObserver);
            let before = match &before.ending {
                Ending::Failed(failure) => Some(site(&original.program, failure)),
                _ => None,
            };
            let name = format!("counterexample: {}", failure.failure.message);
            let counterexample = Box::new(test(&name, run));
            let other = before.filter(|before| !self.target.failures.contains(before));
            let Some(other) = other else {
                return Some(Judgement::Counterexample(counterexample));
            };
            if other.0 != kind || !lines.contains(&other.1) {
                return Some(Judgement::OwnCounterexample(counterexample));
            }
            *remaining = Some(other);
        }
        None
    }

    /// To the usual depth; deeper where checks lie beyond it, as `check` goes, unless the user has named a depth.
    fn failures_of(&self, built: &Built, first_only: bool) -> Search {
        let unwind = Some(self.search.unwind.unwrap_or(UNWIND));
        let found = self.failures_within(built, first_only, unwind);
        let is_beyond = found.verdict == Verdict::Unknown
            && found.coverage.stopped.is_none()
            && found.coverage.gaps.is_empty()
            && found.coverage.doubts.iter().all(Gap::is_beyond_bounds);
        if !is_beyond || self.search.unwind.is_some() {
            return found;
        }
        let deeper = self.failures_within(built, first_only, None);
        match deeper.verdict {
            Verdict::Unknown => found,
            _ => deeper,
        }
    }

    fn failures_within(&self, built: &Built, first_only: bool, unwind: Option<u32>) -> Search {
        let base = &self.target.shown.spec;
        let spec = RunSpec {
            program_name: base.program_name.clone(),
            files: base.files.clone(),
            ..RunSpec::new(built.start)
        };
        let request = Request {
            program: &built.program,
            spec: &spec,
            given: Default::default(),
            checks: self.config.checks,
            unwind,
            max_steps: self.config.max_steps,
            modular: self.search.modular,
            state_is_open: true,
            proved: &[],
            runs_per_failure: 1,
            first_only,
            patience: Some(TIME_OF_A_SEARCH),
            budget: self.budget(),
        };
        whydunit_find::search(&request, &mut |_| {})
    }
}

/// What a search says that has nothing against the repair. What `check` would not call *holds* is unknown here, too.
fn without_counterexample(found: &Search, remaining: Option<Site>) -> Judgement {
    let coverage = &found.coverage;
    if let Some((kind, line)) = remaining {
        let why = format!("line {line} still fails as before ({kind}): another failure");
        return match coverage.stopped.is_none() && coverage.gaps.is_empty() {
            true => Judgement::BoundedBut(why),
            false => Judgement::Unknown(why),
        };
    }
    match found.verdict {
        Verdict::Holds => Judgement::Proved,
        Verdict::HoldsWithinBound => Judgement::Bounded,
        Verdict::Fails | Verdict::Unknown => {
            let unclear = coverage.gaps.first().or(coverage.doubts.first());
            let why = match (&coverage.stopped, unclear) {
                (Some(Stopped::Interrupted), _) => {
                    "the search for failing inputs was interrupted".to_owned()
                }
                (Some(Stopped::Memory), _) => {
                    "the search for failing inputs ran out of memory".to_owned()
                }
                (Some(_), _) => "the search for failing inputs ran out of time".to_owned(),
                (None, Some(gap)) => {
                    format!("the search for failing inputs met a limit: {}", gap.message)
                }
                (None, None) => "the search for failing inputs has no answer".to_owned(),
            };
            Judgement::Unknown(why)
        }
    }
}

impl Oracle for Validator<'_> {
    fn build(&self, texts: &[(FileId, Vec<u8>)]) -> Result<Built, String> {
        let mut common = self.target.common.clone();
        let start = self.target.subject.start;
        common.start.function = Some(self.target.subject.program.function(start).name.clone());
        let subject =
            recompile(&common, &self.files(texts)).map_err(|problems| problems.join("; "))?;
        Ok(Built { program: subject.program, start: subject.start })
    }

    fn judge(&self, built: &Built, edits: &[Edit], texts: &[(FileId, Vec<u8>)]) -> Judged {
        match &self.judge {
            Judge::Checks => self.search(built, edits),
            Judge::Reference(reference) => self.compare(reference, built, texts),
            Judge::Nobody(why) => Judged {
                judgement: Judgement::NotAsked((*why).to_owned()),
                standard: Standard::default(),
            },
        }
    }
}
