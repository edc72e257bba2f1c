//! Which inputs make the program fail the way the witness says?
//!
//! A run guided by the witness ([`super::guide`]) decides values for the inputs as they are asked for; then the program runs once more
//! on these values alone, and only that run counts. If it does not fail at the target, other readings of the witness
//! are tried: values that make branches go as stated, one more each time; the order of statements instead of their lines; elements
//! behind a pointer as all there are; single deviations where an input had a second candidate. At most [`MOST_ATTEMPTS`] runs.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_interp::{
    Compiled, Config, Ending, Failure, InputValues, NoObserver, RunSpec, prepare,
};

use super::guide::{Decision, Guide, Plan, Policy};
use super::initial::add_stated;
use super::places::Places;
use super::steer::Requirement;
use super::visits::Visits;
use super::{Witness, WitnessFormat, WitnessPath, property};
use crate::Request;
use crate::limits::{MOST_ATTEMPTS, MOST_CHOICES, MOST_RESTARTS, MOST_STEPS};

/// What became of a witness.
#[derive(Clone, Debug)]
pub enum Replay {
    /// This run fails.
    Fails { spec: Box<RunSpec>, failure: Box<Failure>, agreement: Agreement },
    /// The witness leaves inputs open, and none of the values tried for them leads to its target. These inputs it states;
    /// a search for the others may still find the failure.
    Partial {
        inputs: InputValues,
        /// Arguments of the program, if it states them.
        args: Option<Vec<Vec<u8>>>,
    },
    /// Everything is stated, and the run does not fail.
    Rejected { why: String },
}

/// Does the run fail where the witness says?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Agreement {
    AtTarget,
    /// The witness names no place, or only (an automaton) one on the way to it.
    NoTarget,
    /// It fails, but somewhere else or for another reason: what the witness says instead, in words.
    Elsewhere {
        stated: String,
    },
}

impl Agreement {
    fn is_final(&self) -> bool {
        !matches!(self, Agreement::Elsewhere { .. })
    }
}

/// Finds the run that a witness describes. Of several paths the first that fails at its target counts.
pub fn replay_witness(request: &Request<'_>, witness: &Witness) -> Replay {
    let places = Places::new(request.program);
    let compiled = prepare(request.program);
    let mut failing: Option<(RunSpec, Failure, Agreement)> = None;
    let mut partial = None;
    let mut rejection = None;
    for path in &witness.paths {
        let is_loose = witness.format == WitnessFormat::GraphMl;
        let visits = Visits::new(&places, path);
        let left = MOST_ATTEMPTS;
        let mut search =
            Attempts { request, compiled: &compiled, places: &places, visits: &visits, left };
        let mut is_first = true;
        search.run(&mut |attempt| {
            if let Ending::Failed(failure) = &attempt.ending {
                let agreement = agreement(&places, path, failure, is_loose);
                let is_final = agreement.is_final();
                if is_final || failing.is_none() {
                    failing = Some((attempt.spec.clone(), failure.clone(), agreement));
                }
                return is_final;
            }
            // Only the first attempt counts: deviations leave open what the witness states.
            if std::mem::replace(&mut is_first, false) {
                if attempt.has_open() {
                    partial.get_or_insert_with(|| attempt.stated(request.spec));
                } else {
                    rejection.get_or_insert_with(|| describe(request, &attempt.ending));
                }
            }
            false
        });
        if failing.as_ref().is_some_and(|(.., agreement)| agreement.is_final()) {
            break;
        }
    }
    match (failing, partial, rejection) {
        (Some((spec, failure, agreement)), ..) => {
            Replay::Fails { spec: Box::new(spec), failure: Box::new(failure), agreement }
        }
        (None, Some((inputs, args)), _) => Replay::Partial { inputs, args },
        (None, None, rejection) => {
            let why = rejection.unwrap_or_else(|| "there was no time to run it".into());
            Replay::Rejected { why }
        }
    }
}

fn agreement(
    places: &Places<'_>,
    path: &WitnessPath,
    failure: &Failure,
    is_loose: bool,
) -> Agreement {
    if let Some(property) = &path.property
        && !property.admits(failure.kind)
    {
        return Agreement::Elsewhere { stated: property.text.clone() };
    }
    match &path.target {
        None => Agreement::NoTarget,
        Some(target) if property::is_at(places, failure, target, is_loose) => Agreement::AtTarget,
        // The last edge of an automaton may be long before the violation.
        Some(_) if is_loose => Agreement::NoTarget,
        Some(target) => {
            let file = target.file.as_deref().map(|file| format!("{file}:")).unwrap_or_default();
            Agreement::Elsewhere { stated: format!("a failure at {file}{}", target.line) }
        }
    }
}

/// One reading of the witness and where it led.
struct Attempt {
    spec: RunSpec,
    ending: Ending,
    /// Inputs stated about the start of the run.
    initial: InputValues,
    decisions: Vec<Decision>,
    choices: Vec<usize>,
    astray: Option<Vec<Requirement>>,
    /// Inputs of the run that neither the witness nor the user gave.
    is_open: bool,
}

impl Attempt {
    fn has_open(&self) -> bool {
        let is_ours = matches!(
            self.ending,
            Ending::Limit { .. } | Ending::OutOfRange { .. } | Ending::OutOfBudget { .. }
        );
        self.is_open || is_ours
    }

    /// Inputs and arguments that the witness states beyond those of the request.
    fn stated(&self, asked: &RunSpec) -> (InputValues, Option<Vec<Vec<u8>>>) {
        let mut inputs = self.initial.clone();
        for decision in self.decisions.iter().filter(|decision| decision.is_stated) {
            if let Some(value) = &decision.value {
                inputs.set(decision.name.clone(), value.clone());
            }
        }
        (inputs, (self.spec.args != asked.args).then(|| self.spec.args.clone()))
    }
}

struct Attempts<'a, 'p> {
    request: &'a Request<'a>,
    compiled: &'a Compiled<'p>,
    places: &'a Places<'a>,
    visits: &'a Visits,
    left: usize,
}

impl Attempts<'_, '_> {
    /// Tries readings until one is accepted.
    fn run(&mut self, accept: &mut dyn FnMut(&Attempt) -> bool) {
        let mut plan = Plan::default();
        // One more branch goes as stated each time.
        let mut choices = loop {
            let Some(attempt) = self.attempt(Policy::Walk, false, &plan) else { return };
            if accept(&attempt) {
                return;
            }
            let before = plan.required.len();
            for required in attempt.astray.into_iter().flatten() {
                if !plan.required.contains(&required) {
                    plan.required.push(required);
                }
            }
            if plan.required.len() == before {
                break attempt.choices;
            }
        };
        for (policy, as_lists) in [(Policy::InOrder, false), (Policy::Walk, true)] {
            let Some(attempt) = self.attempt(policy, as_lists, &plan) else { return };
            if accept(&attempt) {
                return;
            }
        }
        choices.truncate(MOST_CHOICES);
        for candidate in [1, 2] {
            for &choice in &choices {
                plan.deviations = BTreeMap::from([(choice, candidate)]);
                let Some(attempt) = self.attempt(Policy::Walk, false, &plan) else { return };
                if accept(&attempt) {
                    return;
                }
            }
        }
    }

    /// `None` when there shall be no more.
    fn attempt(&mut self, policy: Policy, as_lists: bool, plan: &Plan) -> Option<Attempt> {
        if self.left == 0 || self.request.budget.exceeded().is_some() {
            return None;
        }
        self.left -= 1;
        let request = self.request;
        let config = Config {
            checks: request.checks,
            max_steps: Some(request.max_steps.unwrap_or(MOST_STEPS)),
            deadline: request.budget.deadline,
            memory_limit: request.budget.memory,
            ..Config::default()
        };
        let mut spec = request.spec.clone();
        let keep_args = request.given.args;
        let initial = add_stated(request.program, self.visits, keep_args, as_lists, &mut spec);
        let mut values = spec.inputs.clone();
        let mut guide;
        let mut restarts = 0;
        loop {
            spec.inputs = values.clone();
            let given = &request.spec.inputs;
            guide = Guide::new(self.places, self.visits, policy, plan, given);
            self.compiled.run(&spec, &config, &mut |_, _| {}, &mut guide);
            for decision in &guide.decisions {
                if let Some(value) = &decision.value {
                    values.set(decision.name.clone(), value.clone());
                }
            }
            restarts += 1;
            if !guide.must_restart || restarts > MOST_RESTARTS {
                break;
            }
        }
        spec.inputs = values;
        let result = self.compiled.run(&spec, &config, &mut |_, _| {}, &mut NoObserver);
        // Values that nothing asked for say nothing about the run.
        let mut needed = InputValues::new();
        for (name, value) in spec.inputs.iter() {
            let is_users = request.spec.inputs.get(name).is_some();
            if is_users || !result.unused_inputs.iter().any(|unused| unused == name) {
                needed.set(name, value.clone());
            }
        }
        spec.inputs = needed;
        let stated: BTreeSet<&str> = guide
            .decisions
            .iter()
            .filter(|decision| decision.is_stated)
            .map(|decision| decision.name.as_str())
            .collect();
        let is_given =
            |name: &str| initial.get(name).is_some() || request.spec.inputs.get(name).is_some();
        let is_open = result.inputs.iter().any(|input| {
            let name = input.name.as_str();
            let whole = name.split(['.', '[']).next().unwrap_or(name);
            let is_known = stated.contains(name)
                || is_given(name)
                || is_given(whole)
                || input.variable.as_deref().is_some_and(is_given);
            !is_known
        });
        let ending = result.ending;
        let Guide { decisions, choices, astray, .. } = guide;
        Some(Attempt { spec, ending, initial, decisions, choices, astray, is_open })
    }
}

fn describe(request: &Request<'_>, ending: &Ending) -> String {
    let sources = &request.program.sources;
    match ending {
        Ending::Finished { exit_code } => format!("the run ends with exit code {exit_code}"),
        Ending::Aborted { place, .. } => format!("the run aborts at {}", sources.describe(*place)),
        Ending::AssumptionFailed { place, text, .. } => {
            format!("the run breaks the assumption `{text}` at {}", sources.describe(*place))
        }
        Ending::Trapped { message, place, .. }
        | Ending::OutOfRange { message, place, .. }
        | Ending::Limit { message, place, .. } => {
            format!("{message} at {}", sources.describe(*place))
        }
        Ending::OutOfBudget { place, .. } => {
            format!("the run does not end within the budget (at {})", sources.describe(*place))
        }
        Ending::Failed(failure) => failure.message.clone(),
    }
}
