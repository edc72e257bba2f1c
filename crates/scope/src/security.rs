//! Can whoever chooses an input decide whether the program fails?
//!
//! An external input is *security-relevant* in a program when, with the inputs before it as in the run, some value of it
//! surely leads to this error, whatever later inputs are and whichever path they take, and some value avoids it. Both are
//! searched for within bounds, in copies of the program in which to avoid the error is a failure ([`crate::variant`]):
//! a value is sure when the search finds nothing that avoids the error with it. Both values are shown by runs of the program itself.

use whydunit_find::{Coverage, FoundFailure, Given, Request, Search, search};
use whydunit_interp::{
    Compiled, Config, Ending, Failure, InputValue, NoObserver, RunSpec, prepare,
};
use whydunit_program::{CheckKind, InputOrigin, Program};
use whydunit_solver::Budget;
use whydunit_trace::{ErrorTrace, StepIndex};

use crate::limits::{CANDIDATES, CONFIRMING_STEPS, PATIENCE};
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
    let (compiled, receivers) = (prepare(program), receivers(trace));
    let question = Question { program, trace, options, compiled, receivers };
    let external = trace.inputs.iter().zip(0..).filter(|(record, _)| record.origin.is_external());
    external.map(|(_, record)| ProgramInput { record, power: question.power(record) }).collect()
}

struct Question<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    options: &'a SecurityOptions,
    compiled: Compiled<'a>,
    /// Of each input the step that takes it.
    receivers: Vec<Option<StepIndex>>,
}

/// What a search for runs that avoid the error says.
enum Avoided {
    By(RunSpec),
    /// Within these bounds, never.
    Never(Box<Coverage>),
    Undecided(String),
}

impl Question<'_> {
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
        let open = self.variant(position, None)?;
        let found = self.search(&open)?;
        let passing_run = match self.avoided(&open, &found) {
            Avoided::By(run) => self.pinned(&run, position),
            Avoided::Never(coverage) => return Ok(ProgramPower::DoesNotDecide(coverage)),
            Avoided::Undecided(reason) => return Err(reason),
        };
        let (passing, ending) = self.value_in(&passing_run, position)?;
        if let Ending::Failed(failure) = &ending
            && self.is_this_error(failure)
        {
            return Err("a run that seemed to avoid the error does not".into());
        }
        let candidates = self.candidates(&open, &found, position);
        for &failing in &candidates {
            let tried = self.variant(position, Some(failing))?;
            let found = self.search(&tried)?;
            let coverage = match self.avoided(&tried, &found) {
                Avoided::By(_) => continue,
                Avoided::Undecided(reason) => return Err(reason),
                Avoided::Never(coverage) => *coverage,
            };
            let failing_run = self.failing_run(position, failing, &found)?;
            let decision = Decision { failing, passing, failing_run, passing_run, coverage };
            return Ok(ProgramPower::Decides(Box::new(decision)));
        }
        let tried = candidates.len();
        Err(format!("none of {tried} failing values leads to the error for certain"))
    }

    fn variant(&self, pinned: usize, value: Option<u64>) -> Result<Variant, String> {
        variant(self.program, self.trace, &self.receivers, pinned, value)
    }

    fn search(&self, variant: &Variant) -> Result<Search, String> {
        if let Some(reason) = self.options.budget.exceeded() {
            return Err(reason.to_string());
        }
        let records = &self.trace.inputs;
        let has = |origin: InputOrigin| records.iter().any(|record| record.origin == origin);
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

    fn is_this_error(&self, failure: &Failure) -> bool {
        let error = &self.trace.failure;
        (failure.kind, failure.span) == (error.kind, error.span)
    }

    /// A run of the copy that does not fail as the trace did; one that ends well is preferred.
    fn avoided(&self, variant: &Variant, search: &Search) -> Avoided {
        let others = || search.failures.iter().filter(|found| !self.is_this_error(&found.failure));
        let is_end = |found: &&FoundFailure| {
            (found.failure.kind, found.failure.span) == (CheckKind::Unreach, variant.end)
        };
        if let Some(found) = others().find(is_end).or_else(|| others().next())
            && let Some(run) = found.runs.first()
        {
            return Avoided::By(run.clone());
        }
        let coverage = &search.coverage;
        match (coverage.stopped, coverage.gaps.first()) {
            (Some(_), _) => Avoided::Undecided("the budget ran out".into()),
            (None, Some(gap)) => Avoided::Undecided(gap.message.clone()),
            (None, None) => Avoided::Never(Box::new(coverage.clone())),
        }
    }

    /// Values with which the program may fail: that of the run first.
    fn candidates(&self, open: &Variant, search: &Search, position: usize) -> Vec<u64> {
        let compiled = prepare(&open.program);
        let mut values = vec![self.trace.inputs[position].bits];
        let failing = search.failures.iter().filter(|found| self.is_this_error(&found.failure));
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
    fn value_in(&self, run: &RunSpec, position: usize) -> Result<(u64, Ending), String> {
        let result = self.compiled.run(run, &self.config(), &mut |_, _| {}, &mut NoObserver);
        let record = result.inputs.get(position).ok_or("a run does not ask for the input")?;
        match result.ending {
            Ending::Limit { message, .. } | Ending::OutOfRange { message, .. } => Err(message),
            Ending::OutOfBudget { .. } => Err("the budget ran out".into()),
            ending => Ok((record.bits, ending)),
        }
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
            if let (bits, Ending::Failed(failure)) = self.value_in(&run, position)?
                && bits == failing
                && self.is_this_error(&failure)
            {
                return Ok(run);
            }
        }
        Err("the run with the failing value could not be repeated".into())
    }
}
