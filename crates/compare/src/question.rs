//! One comparison, from the product of both programs to the answer.

use std::time::{Duration, Instant};

use whydunit_find::{Given, Request, Search, Stopped, Verdict};
use whydunit_interp::{CheckSet, Config, Ending, Failure, InputValue, NoObserver, RunSpec, run};
use whydunit_program::{CheckKind, FunctionId, Program};
use whydunit_solver::Budget;

use super::driver::{Product, Settings, Spot, Subject, product};
use super::plan::Run;
use super::replay::Pair;
use super::storage::Storage;
use super::{Comparison, Difference, Reference, sample};
use crate::limits::{MOST_STEPS_ON_SMALL, MOST_TIME_OF_A_ROUND};

/// Elements of arrays behind pointers, round by round. The later ones are for references that need so many.
const ELEMENTS: [u32; 4] = [4, 8, 16, 64];

/// What is known in the end.
pub(super) struct Answer {
    pub(super) differences: Vec<Difference>,
    pub(super) comparison: Comparison,
    has_arrays: bool,
    /// The reference comes to an end on some input.
    is_handled: bool,
}

impl Answer {
    fn unknown(reason: impl Into<String>) -> Answer {
        let comparison = Comparison::Unknown(reason.into());
        Answer { differences: Vec::new(), comparison, has_arrays: false, is_handled: true }
    }
}

/// One comparison.
pub(super) struct Question<'a> {
    pub(super) reference: &'a Reference,
    pub(super) subject: &'a (Program, FunctionId),
    pub(super) budget: &'a Budget,
    pub(super) unwind: Option<u32>,
    pub(super) argument_count: Option<usize>,
}

impl Question<'_> {
    pub(super) fn answer(&self, first_only: bool) -> Answer {
        let mut held = None;
        for elements in ELEMENTS {
            let found = self.round(elements, first_only);
            match found.comparison {
                Comparison::Unknown(_) if !found.is_handled && found.has_arrays => {
                    held = held.or(Some(found));
                }
                // More elements than fit into the time: fewer were looked at.
                Comparison::Unknown(_) if held.is_some() => break,
                Comparison::Same { proved: false, .. } if found.has_arrays && held.is_none() => {
                    held = Some(found);
                }
                _ => return found,
            }
        }
        held.unwrap_or_else(|| Answer::unknown("no time"))
    }

    fn round(&self, elements: u32, first_only: bool) -> Answer {
        let reference = self.reference;
        let start = reference.program.function(reference.start);
        let name = &self.subject.0.function(self.subject.1).name;
        let reference_start = match start.name == *name {
            true => Some(reference.start),
            false => reference.program.find_function(name),
        };
        let Some(reference_start) = reference_start else {
            return Answer::unknown(format!("the reference has no `{name}`"));
        };
        let settings = Settings {
            checks: reference.checks,
            elements,
            given: &reference.given,
            argument_count: self.argument_count,
        };
        let ours = (&self.subject.0, self.subject.1);
        let theirs = (&reference.program, reference_start);
        let product = match product(ours, theirs, &reference.support, settings) {
            Ok(product) => product,
            Err(reason) => return Answer::unknown(reason),
        };
        debug_assert_eq!(whydunit_program::validate(&product.program), Vec::<String>::new());
        let pair = Pair::new(ours, theirs, &product.plan, reference.checks, self.budget.deadline);
        self.examine(&product, &pair, first_only)
    }

    fn examine(&self, product: &Product, pair: &Pair<'_>, first_only: bool) -> Answer {
        let mut found = self.search(product, first_only);
        let mut differences = self.real(product, pair, &found);
        if first_only && found.verdict == Verdict::Fails && differences.is_empty() {
            found = self.search(product, false);
            differences = self.real(product, pair, &found);
        }
        let mut comparison = verdict(product, &found);
        if differences.is_empty() && !matches!(comparison, Comparison::Same { proved: true, .. }) {
            differences.extend(self.tried(product, pair));
        }
        let mut is_handled = true;
        if let Some(first) = differences.first() {
            comparison = Comparison::Different(first.clone());
        } else if matches!(comparison, Comparison::Same { .. }) && !self.is_handled(product) {
            comparison = Comparison::Unknown("the reference handles no input looked at".into());
            is_handled = false;
        }
        let has_arrays = !product.plan.pointers.is_empty();
        Answer { differences, comparison, has_arrays, is_handled }
    }

    fn search(&self, product: &Product, first_only: bool) -> Search {
        let spec = self.spec(product);
        let request = Request {
            program: &product.program,
            spec: &spec,
            given: Given::default(),
            checks: self.checks(),
            unwind: self.unwind,
            max_steps: None,
            modular: false,
            state_is_open: false,
            proved: &[],
            runs_per_failure: 1,
            first_only,
            patience: Some(self.patience()),
            budget: self.budget.clone(),
        };
        whydunit_find::search(&request, &mut |_| {})
    }

    /// Loops without an end are followed for a part of the time.
    fn patience(&self) -> Duration {
        let left = self.budget.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        left.map_or(MOST_TIME_OF_A_ROUND, |left| (left / 3).min(MOST_TIME_OF_A_ROUND))
    }

    fn spec(&self, product: &Product) -> RunSpec {
        let mut spec = RunSpec::new(product.start);
        spec.inputs = self.reference.given.clone();
        spec
    }

    /// The comparison itself is made of assertions; those of the program are gone if they are not wanted.
    fn checks(&self) -> CheckSet {
        self.reference.checks.with(CheckKind::Assert)
    }

    /// Is there an input that both programs come to an end with? Otherwise nothing was compared.
    fn is_handled(&self, product: &Product) -> bool {
        let config = Config {
            checks: self.checks(),
            max_steps: Some(MOST_STEPS_ON_SMALL),
            deadline: self.budget.deadline,
            interrupt: self.budget.interrupt.clone(),
            ..Config::default()
        };
        let spec = self.spec(product);
        let plain = run(&product.program, &spec, &config, &mut |_, _| {}, &mut NoObserver);
        if matches!(plain.ending, Ending::Finished { .. }) {
            return true;
        }
        let found = self.search(&product.reaching(), false);
        found.failures.iter().any(|failure| failure.failure.stack.len() == 1)
    }

    /// The differences among what a search has found, each seen in runs of both programs.
    fn real(&self, product: &Product, pair: &Pair<'_>, found: &Search) -> Vec<Difference> {
        let mut differences: Vec<Difference> = Vec::new();
        for failure in &found.failures {
            if is_in_reference(product, &failure.failure) {
                continue;
            }
            for spec in &failure.runs {
                let run = product.plan.run(&spec.inputs);
                let seen = pair.difference(&run);
                let words = seen.or_else(|| self.unseen(product, &failure.failure, spec));
                let Some(what) = words else { continue };
                let run = pair.tidy(shortened(product, pair, run));
                let what = pair.difference(&run).unwrap_or(what);
                let difference = Difference::new(run, what);
                if !differences.contains(&difference) {
                    differences.push(difference);
                }
            }
        }
        differences
    }

    /// A difference on one of a few small inputs.
    fn tried(&self, product: &Product, pair: &Pair<'_>) -> Option<Difference> {
        if !self.reference.given.is_empty() {
            return None;
        }
        let (program, start) = self.subject;
        let mut runs = sample::runs(&product.plan, program, *start).into_iter();
        runs.find_map(|run| {
            if pair.is_out_of_time() {
                return None;
            }
            let what = pair.difference_on_small(&run, MOST_STEPS_ON_SMALL)?;
            Some(Difference::new(shortened(product, pair, run), what))
        })
    }

    /// What only the product shows: results that are no numbers. It was run by the interpreter, too.
    fn unseen(&self, product: &Product, failure: &Failure, spec: &RunSpec) -> Option<String> {
        let types = &product.program.types;
        let [ours, theirs] = product.results?;
        let ty = product.program.global(ours).ty;
        let is_number = types.is_scalar(ty) && types.pointee(ty).is_none();
        let is_result = matches!(product.subject(failure.span)?, (Subject::Result, Spot::Check));
        if failure.stack.len() > 1 || is_number || !is_result {
            return None;
        }
        let config = Config { checks: self.checks(), ..Config::default() };
        let mut storage = Storage::new(&product.program);
        run(&product.program, spec, &config, &mut |_, _| {}, &mut storage);
        let (path, ours, theirs) =
            storage.global(ours)?.first_difference(storage.global(theirs)?)?;
        Some(match types.pointee(ty) {
            Some(_) => "returns another pointer".to_owned(),
            None => format!("returns {ours} in `{path}` instead of {theirs}"),
        })
    }
}

/// The same run with arrays that are as short as they can be.
fn shortened(product: &Product, pair: &Pair<'_>, mut run: Run) -> Run {
    for pointer in &product.plan.pointers {
        let Some(InputValue::List(values)) = run.inputs.get(&pointer.name).cloned() else {
            continue;
        };
        for length in 1..values.len() {
            let mut shorter = run.clone();
            shorter.inputs.set(&pointer.name, InputValue::List(values[..length].to_vec()));
            if pair.difference(&shorter).is_some() {
                run = shorter;
                break;
            }
        }
    }
    run
}

/// Such an input is not one that the program has to handle.
fn is_in_reference(product: &Product, failure: &Failure) -> bool {
    let is_called = failure.stack.iter().any(|entry| entry.function == product.starts[1]);
    let spot = product.subject(failure.span).map(|(_, spot)| spot);
    is_called || (failure.stack.len() == 1 && spot == Some(Spot::ReferenceValue))
}

/// What a search without a real difference means.
fn verdict(product: &Product, found: &Search) -> Comparison {
    let coverage = &found.coverage;
    let ours = found.failures.iter().find(|failure| !is_in_reference(product, &failure.failure));
    if let Some(unreal) = ours {
        let what = match product.subject(unreal.failure.span) {
            Some((Subject::Output, _)) => "output that is written in different ways",
            _ => "a difference that is none when the programs are run",
        };
        return Comparison::Unknown(what.into());
    }
    if let Some(gap) = coverage.gaps.first() {
        let message = gap.message.strip_prefix("not supported: ").unwrap_or(&gap.message);
        return Comparison::Unknown(message.to_owned());
    }
    if coverage.stopped == Some(Stopped::Interrupted) {
        return Comparison::Unknown("interrupted".into());
    }
    let is_exhausted = match found.verdict {
        Verdict::Holds => true,
        Verdict::HoldsWithinBound => false,
        Verdict::Unknown => {
            let doubt = coverage.doubts.first().map(|doubt| doubt.message.clone());
            return Comparison::Unknown(doubt.unwrap_or("not enough time or memory".into()));
        }
        // All failures are in the reference, and all others are excluded.
        Verdict::Fails if coverage.unwind == 0 => {
            return Comparison::Unknown("not enough time or memory".into());
        }
        Verdict::Fails => {
            coverage.stopped.is_none()
                && coverage.loops.is_empty()
                && coverage.recursions.is_empty()
                && coverage.inputs.is_empty()
        }
    };
    Comparison::Same {
        proved: is_exhausted && product.is_complete,
        has_inputs: coverage.has_inputs,
    }
}
