//! Can whoever chooses an input decide whether the program fails?
//!
//! An external input is *security-relevant* in a program when, with the inputs before it as in the run, some value of it
//! surely leads to this error, whatever later inputs are and whichever path they take, and some value avoids it. Both are
//! searched for within bounds, in copies of the program in which to avoid the error is a failure ([`crate::variant`]):
//! a value is sure when the search finds nothing that avoids the error with it. Where a search ends at its bounds, values that stand in the program are tried: a loop that
//! never ends is nothing that a search comes to the end of. Both values are shown by runs of the program itself, and how the other one ends is told
//! ([`Counterfactual`]): a run that a contract or an assumption excludes avoids nothing.

use whydunit_counterfactual::{Avoided, Counterfactual, Ended, counterfactual, is_same_error};
use whydunit_find::{AssumptionKind, Coverage, FoundFailure, Given, Request, Search, search};
use whydunit_interp::{Compiled, Config, InputValue, NoObserver, RunSpec, prepare};
use whydunit_program::{CheckKind, InputOrigin, Program};
use whydunit_solver::Budget;
use whydunit_source::Span;
use whydunit_trace::{ErrorTrace, StepIndex};

use crate::limits::{
    CANDIDATES, CONFIRMING_STEPS, MOST_ENDLESS, MOST_OTHERS, OTHER_STEPS, PATIENCE,
};
use crate::others::{has_inputs, other_values, with_inputs};
use crate::variant::{Variant, number, receivers, variant};

/// What an input of the trace can do in the whole program.
#[derive(Clone, Debug)]
pub struct ProgramInput {
    /// Position in `ErrorTrace::inputs`.
    pub record: u32,
    pub power: ProgramPower,
}

#[derive(Clone, Debug)]
pub enum ProgramPower {
    /// One value surely leads to the error, within the bounds of the coverage; the other avoids it.
    Decides(Box<Decision>),
    /// Within the bounds, no value avoids the error, or none surely leads to it.
    DoesNotDecide(Box<Coverage>),
    Unknown(String),
}

#[derive(Clone, Debug)]
pub struct Decision {
    /// Zero-extended from the type of the input.
    pub failing: u64,
    pub passing: u64,
    /// What happens with that instead.
    pub avoided: Avoided,
    /// Where another check fails.
    pub place: Option<Span>,
    /// A run with each of the values.
    pub failing_run: RunSpec,
    pub passing_run: RunSpec,
    /// What was looked at to be sure of the failing value.
    pub coverage: Coverage,
}

/// How far searches go.
#[derive(Clone, Debug, Default)]
pub struct SecurityOptions {
    /// Iterations of loops and depth of recursions; grows by itself where it is `None`.
    pub unwind: Option<u32>,
    pub budget: Budget,
}

/// Asks about every external input of the trace, in order.
pub fn program_inputs(
    program: &Program,
    trace: &ErrorTrace,
    options: &SecurityOptions,
) -> Vec<ProgramInput> {
    let question = Question::new(program, trace, options);
    let external = trace.inputs.iter().zip(0..).filter(|(record, _)| record.origin.is_external());
    external.map(|(_, record)| ProgramInput { record, power: question.power(record) }).collect()
}

/// How the run of the trace ends with other values of some inputs (positions in [`ErrorTrace::inputs`], and bits).
pub fn replayed(
    program: &Program,
    trace: &ErrorTrace,
    changes: &[(u32, u64)],
    budget: &Budget,
) -> Ended {
    let unknown = || Ended {
        how: Counterfactual::Unknown("another value could not be tried".into()),
        place: None,
    };
    let Some(spec) = with_inputs(program, trace, changes) else { return unknown() };
    let compiled = prepare(program);
    let (ending, result) =
        counterfactual(program, &compiled, trace, &spec, CONFIRMING_STEPS, budget);
    match has_inputs(&result.inputs, changes) {
        true => ending,
        false => unknown(),
    }
}

/// The arguments of the run of the trace with other values of some inputs.
pub fn arguments_with(
    program: &Program,
    trace: &ErrorTrace,
    changes: &[(u32, u64)],
) -> Option<Vec<Vec<u8>>> {
    with_inputs(program, trace, changes).map(|spec| spec.args)
}

pub(crate) struct Question<'a> {
    pub(crate) program: &'a Program,
    pub(crate) trace: &'a ErrorTrace,
    pub(crate) options: &'a SecurityOptions,
    pub(crate) compiled: Compiled<'a>,
    /// Of each input the step that takes it.
    receivers: Vec<Option<StepIndex>>,
}

/// What a search for runs that avoid the error says.
pub(crate) enum Searched {
    By(RunSpec),
    /// Within these bounds, never.
    Never(Box<Coverage>),
    Undecided(String),
}

/// A value that avoids the error.
struct Passing {
    value: u64,
    run: RunSpec,
    avoided: Avoided,
    place: Option<Span>,
}

impl<'a> Question<'a> {
    pub(crate) fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        options: &'a SecurityOptions,
    ) -> Question<'a> {
        let (compiled, receivers) = (prepare(program), receivers(trace));
        Question { program, trace, options, compiled, receivers }
    }

    fn power(&self, record: u32) -> ProgramPower {
        if let Some(reason) = self.options.budget.exceeded() {
            return ProgramPower::Unknown(reason.to_string());
        }
        self.answer(record as usize).unwrap_or_else(ProgramPower::Unknown)
    }

    fn answer(&self, position: usize) -> Result<ProgramPower, String> {
        let from_streams =
            |origin: &InputOrigin| matches!(origin, InputOrigin::Stdin | InputOrigin::Argv);
        if self.trace.inputs[position..].iter().any(|record| from_streams(&record.origin)) {
            return Err("arguments and standard input are not looked at one by one".into());
        }
        let searched =
            self.variant(position, None).and_then(|open| Ok((self.search(&open, true)?, open)));
        let avoided = match &searched {
            Ok((found, open)) => self.avoided(open, found),
            Err(reason) => Searched::Undecided(reason.clone()),
        };
        let tried = |reason: String| self.tried(position).ok_or(reason);
        let passing = match avoided {
            Searched::By(run) => self.confirmed(&run, position).or_else(tried)?,
            Searched::Never(coverage) => match beyond(&coverage) {
                None => return Ok(ProgramPower::DoesNotDecide(coverage)),
                Some(reason) => tried(reason)?,
            },
            Searched::Undecided(reason) => tried(reason)?,
        };
        let Passing { value: passing, run: passing_run, avoided, place } = passing;
        let decides = |failing, failing_run, coverage| {
            let decision =
                Decision { failing, passing, avoided, place, failing_run, passing_run, coverage };
            Ok(ProgramPower::Decides(Box::new(decision)))
        };
        if position + 1 == self.trace.inputs.len() {
            // Nothing is left open: it is the run of the trace.
            let failing = self.trace.inputs[position].bits;
            return decides(failing, self.trace.spec.clone(), Coverage::default());
        }
        let (found, open) = searched?;
        let candidates = self.candidates(&open, &found, position);
        for &failing in &candidates {
            let tried = self.variant(position, Some(failing))?;
            let found = self.search(&tried, true)?;
            let coverage = match self.avoided(&tried, &found) {
                Searched::By(_) => continue,
                Searched::Undecided(reason) => return Err(reason),
                Searched::Never(coverage) => *coverage,
            };
            let failing_run = self.failing_run(position, failing, &found)?;
            return decides(failing, failing_run, coverage);
        }
        let tried = candidates.len();
        Err(format!("none of {tried} failing values leads to the error for certain"))
    }

    /// A value that avoids the error, by trying.
    fn tried(&self, position: usize) -> Option<Passing> {
        let mut best: Option<Passing> = None;
        let mut endless = 0;
        let values = other_values(self.program, &self.trace.inputs[position]);
        for value in values.into_iter().take(MOST_OTHERS) {
            if endless == MOST_ENDLESS || self.options.budget.exceeded().is_some() {
                break;
            }
            let changes = [(position as u32, value)];
            let Some(run) = with_inputs(self.program, self.trace, &changes) else { continue };
            let (ending, is_long) = self.ending(&run, &changes);
            endless += usize::from(is_long);
            let Counterfactual::Avoids(avoided) = ending.how else { continue };
            if best.as_ref().is_none_or(|best| avoided < best.avoided) {
                best = Some(Passing { value, run, avoided, place: ending.place });
            }
            if avoided == Avoided::Ends {
                break;
            }
        }
        best
    }

    /// How a run ends that has to have these inputs, and whether it took all the steps that it may.
    pub(crate) fn ending(&self, run: &RunSpec, inputs: &[(u32, u64)]) -> (Ended, bool) {
        let steps = 8 * self.trace.steps.len() as u64 + OTHER_STEPS;
        let (ending, result) = counterfactual(
            self.program,
            &self.compiled,
            self.trace,
            run,
            steps,
            &self.options.budget,
        );
        let is_long = result.steps >= steps;
        match has_inputs(&result.inputs, inputs) {
            true => (ending, is_long),
            false => {
                let how = Counterfactual::Unknown("a run does not ask for the input".into());
                (Ended { how, place: None }, is_long)
            }
        }
    }

    /// A run of a copy that avoids the error, as one of the program.
    fn confirmed(&self, run: &RunSpec, position: usize) -> Result<Passing, String> {
        let run = self.pinned(run, position);
        let (value, ending) = self.value_in(&run, position)?;
        let place = ending.place;
        match ending.how {
            Counterfactual::Avoids(avoided) => Ok(Passing { value, run, avoided, place }),
            Counterfactual::FailsHere | Counterfactual::Excluded => {
                Err("a run that seemed to avoid the error does not".into())
            }
            Counterfactual::Unknown(reason) => Err(reason),
        }
    }

    pub(crate) fn variant(&self, pinned: usize, value: Option<u64>) -> Result<Variant, String> {
        variant(self.program, self.trace, &self.receivers, pinned, value)
    }

    /// Searches a copy; arguments and standard input that the run had are given, or open as well.
    pub(crate) fn search(&self, variant: &Variant, is_given: bool) -> Result<Search, String> {
        if let Some(reason) = self.options.budget.exceeded() {
            return Err(reason.to_string());
        }
        let records = &self.trace.inputs;
        let has =
            |origin: InputOrigin| is_given && records.iter().any(|record| record.origin == origin);
        let request = Request {
            program: &variant.program,
            spec: &variant.spec,
            given: Given { args: has(InputOrigin::Argv), stdin: has(InputOrigin::Stdin) },
            checks: self.trace.checks.with(CheckKind::Unreach),
            unwind: self.options.unwind,
            max_steps: None,
            modular: false,
            state_is_open: false,
            proved: &[],
            runs_per_failure: CANDIDATES,
            first_only: false,
            patience: Some(PATIENCE),
            budget: self.options.budget.clone(),
        };
        Ok(search(&request, &mut |_| {}))
    }

    /// A run of the copy that does not fail as the trace did; one that ends well is preferred.
    pub(crate) fn avoided(&self, variant: &Variant, search: &Search) -> Searched {
        let others =
            || search.failures.iter().filter(|found| !is_same_error(self.trace, &found.failure));
        let is_end = |found: &&FoundFailure| {
            (found.failure.kind, found.failure.span) == (CheckKind::Unreach, variant.end)
        };
        if let Some(found) = others().find(is_end).or_else(|| others().next())
            && let Some(run) = found.runs.first()
        {
            return Searched::By(run.clone());
        }
        let coverage = &search.coverage;
        match (coverage.stopped, coverage.gaps.first()) {
            (Some(_), _) => Searched::Undecided("the budget ran out".into()),
            (None, Some(gap)) => Searched::Undecided(gap.message.clone()),
            (None, None) => Searched::Never(Box::new(coverage.clone())),
        }
    }

    /// Values with which the program may fail: that of the run first.
    fn candidates(&self, open: &Variant, search: &Search, position: usize) -> Vec<u64> {
        let compiled = prepare(&open.program);
        let mut values = vec![self.trace.inputs[position].bits];
        let failing =
            search.failures.iter().filter(|found| is_same_error(self.trace, &found.failure));
        for run in failing.flat_map(|found| &found.runs) {
            let result = compiled.run(run, &self.config(), &mut |_, _| {}, &mut NoObserver);
            if let Some(record) = result.inputs.get(position)
                && !values.contains(&record.bits)
            {
                values.push(record.bits);
            }
        }
        values.truncate(CANDIDATES);
        values
    }

    fn config(&self) -> Config {
        Config {
            checks: self.trace.checks,
            max_steps: Some(CONFIRMING_STEPS),
            deadline: self.options.budget.deadline,
            interrupt: self.options.budget.interrupt.clone(),
            memory_limit: self.options.budget.memory,
            ..Config::default()
        }
    }

    /// A run of a copy as one of the program: with the run's own inputs before `position`.
    fn pinned(&self, run: &RunSpec, position: usize) -> RunSpec {
        let mut run = run.clone();
        for record in &self.trace.inputs[..position] {
            if !matches!(record.origin, InputOrigin::Argv | InputOrigin::Stdin) {
                let value = number(self.program, record.ty, record.bits);
                run.inputs.set(&record.name, InputValue::Int(value));
            }
        }
        run
    }

    /// The input's value in a run of the program, and how that ends.
    fn value_in(&self, run: &RunSpec, position: usize) -> Result<(u64, Ended), String> {
        let (ending, result) = counterfactual(
            self.program,
            &self.compiled,
            self.trace,
            run,
            CONFIRMING_STEPS,
            &self.options.budget,
        );
        let record = result.inputs.get(position).ok_or("a run does not ask for the input")?;
        Ok((record.bits, ending))
    }

    /// A run of the program with the failing value: the trace's own where it has that.
    fn failing_run(
        &self,
        position: usize,
        failing: u64,
        search: &Search,
    ) -> Result<RunSpec, String> {
        let record = &self.trace.inputs[position];
        let candidates = if record.bits == failing {
            vec![self.trace.spec.clone()]
        } else {
            let found = search.failures.iter().flat_map(|found| found.runs.first());
            let value = InputValue::Int(number(self.program, record.ty, failing));
            let complete = |run: &RunSpec| {
                let mut run = self.pinned(run, position);
                run.inputs.set(&record.name, value.clone());
                run
            };
            found.map(complete).collect()
        };
        for run in candidates {
            let (value, ended) = self.value_in(&run, position)?;
            if (value, ended.how) == (failing, Counterfactual::FailsHere) {
                return Ok(run);
            }
        }
        Err("the run with the failing value could not be repeated".into())
    }
}

/// What a search that found nothing has not looked at, in words.
pub(crate) fn beyond(coverage: &Coverage) -> Option<String> {
    let times = coverage.loops.iter().map(|bound| bound.iterations).min();
    let depth = coverage.recursions.iter().map(|bound| bound.depth).min();
    let others = coverage.assumptions.iter().find(|assumption| {
        !matches!(assumption.kind, AssumptionKind::Alloc | AssumptionKind::Termination)
    });
    match (times, depth) {
        (Some(times), _) => Some(format!("no loop was followed more than {times} times")),
        (None, Some(depth)) => Some(format!("calls were followed to depth {depth}")),
        (None, None) => {
            coverage.inputs.first().cloned().or_else(|| others.map(|it| it.what.clone()))
        }
    }
}
