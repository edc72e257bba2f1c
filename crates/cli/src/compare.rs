//! Does a changed program behave like a reference version of it, within bounds or at all?
//!
//! **Method.** A product program (self-composition): both versions are compiled by themselves and put into one
//! [`Program`](whydunit_program::Program) (`merge`), each with a world of its own (`world`, `support.c`): `exit` ends only the one
//! that calls it, what goes to standard output is kept in a log. A driver (`driver`, `inputs`) calls the reference and
//! then the program on the same inputs, on storage of their own, and checks that exit codes, output, results, arrays behind pointers and globals of the same
//! name agree. The search of `whydunit-find` looks for a run on which one of these checks, or one inside of the program, fails. What it finds
//! is translated back (`plan`) to a run of the start function, and counts only if the two programs, each run by itself, really
//! behave differently (`replay`).
//!
//! **Legal inputs** are those on which no check of the reference fails: its contracts and assertions become assumptions, and failures
//! inside of it are ignored.
//!
//! **Bounds.** Pointer parameters point to arrays of a fixed size (and are null only if the start function asks), never to the same
//! array. Arguments of `main` are any numbers if nothing but the number matters (`arguments`), short strings otherwise; their
//! count is the one given or at most the largest index that occurs. [`Comparison::Same`] says `proved` only if none of these bounds was set and
//! the search was exhaustive.
//!
//! **Limits.** What cannot be compared makes the answer [`Comparison::Unknown`], with the reason: standard input, nondeterministic calls, functions
//! without a body, pointers inside of parameters, globals or results (a result that points into an argument is fine), `long double`, unions,
//! output by formats that are no literals, more output than the log holds. Not part of the behaviour are: standard error, `static` variables of functions, globals
//! that only the changed program has, the heap, and whether a run ends at all.

mod arguments;
mod build;
mod command;
mod compile;
mod driver;
mod format;
mod globals;
mod inputs;
mod merge;
mod plan;
mod replay;
mod shape;
mod storage;
mod walk;
mod world;

use std::path::{Path, PathBuf};

use whydunit_find::{Given, Request, Search, Stopped, Verdict};
use whydunit_interp::{CheckSet, Failure, InputValues, RunSpec};
use whydunit_program::{CheckKind, FunctionId, Program};
use whydunit_solver::Budget;

use crate::args::CommonArgs;
use crate::input;
use crate::outcome::Problem;

pub(crate) use command::check;
use compile::Recipe;
use driver::{Product, Settings, Spot, Subject, product};
use plan::Run;

/// A reference version, ready to be compared with.
#[derive(Debug)]
pub(crate) struct Reference {
    recipe: Recipe,
    program: Program,
    start: FunctionId,
    support: Program,
    checks: CheckSet,
    given: InputValues,
}

/// The answer.
#[derive(Clone, Debug)]
pub(crate) enum Comparison {
    /// No input makes a difference: none at all, or none within the bounds.
    Same {
        proved: bool,
    },
    Different(Difference),
    /// Why nothing can be said.
    Unknown(String),
}

/// A run of the start function on which the program and the reference behave differently: both were run.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Difference {
    /// `argv[1]` and up.
    pub(crate) args: Vec<Vec<u8>>,
    pub(crate) stdin: Vec<u8>,
    pub(crate) inputs: InputValues,
    /// What the program does, in words: `returns 3 instead of 4`.
    pub(crate) what: String,
}

/// Elements of arrays behind pointers, round by round.
const ELEMENTS: [u32; 2] = [4, 8];

impl Reference {
    /// Compiles the reference, which takes the place of the program's file of the same name, or of the whole program.
    pub(crate) fn new(args: &CommonArgs, reference: &Path) -> Result<Reference, Problem> {
        let recipe = Recipe::new(args)?;
        let (program, start) = recipe.reference(args, reference)?;
        let support = recipe.support()?;
        let checks = input::config(args)?.checks;
        let mut given = InputValues::new();
        for assignment in &args.start.inputs {
            given
                .parse_assignment(assignment)
                .map_err(|problem| anyhow::anyhow!("--input {assignment}: {problem}"))?;
        }
        Ok(Reference { recipe, program, start, support, checks, given })
    }

    /// Compares the program, some of its files with other texts, to the reference. `argument_count` is the number of arguments of
    /// `main` (any small number if `None`).
    pub(crate) fn compare(
        &self,
        args: &CommonArgs,
        texts: &[(PathBuf, String)],
        budget: &Budget,
        unwind: Option<u32>,
        argument_count: Option<usize>,
    ) -> Result<Comparison, Problem> {
        let subject = self.recipe.program(args, texts)?;
        let question =
            Question { reference: self, subject: &subject, budget, unwind, argument_count };
        Ok(question.answer(true).1)
    }

    /// As [`Reference::compare`], with one input for each thing that differs.
    pub(crate) fn differences(
        &self,
        args: &CommonArgs,
        texts: &[(PathBuf, String)],
        budget: &Budget,
        unwind: Option<u32>,
        argument_count: Option<usize>,
    ) -> Result<(Vec<Difference>, Comparison), Problem> {
        let subject = self.recipe.program(args, texts)?;
        let question =
            Question { reference: self, subject: &subject, budget, unwind, argument_count };
        Ok(question.answer(false))
    }
}

/// One comparison.
struct Question<'a> {
    reference: &'a Reference,
    subject: &'a (Program, FunctionId),
    budget: &'a Budget,
    unwind: Option<u32>,
    argument_count: Option<usize>,
}

impl Question<'_> {
    fn answer(&self, first_only: bool) -> (Vec<Difference>, Comparison) {
        let mut answer = Comparison::Unknown("no time".into());
        for (round, elements) in ELEMENTS.into_iter().enumerate() {
            let (differences, found) = self.round(elements, first_only);
            match found {
                Ok((Comparison::Same { proved: false }, true)) if round + 1 < ELEMENTS.len() => {
                    answer = Comparison::Same { proved: false };
                }
                // More elements than fit into the time: fewer were looked at.
                Ok((Comparison::Unknown(_), _)) if round > 0 => break,
                Ok((found, _)) => return (differences, found),
                Err(reason) => return (differences, Comparison::Unknown(reason)),
            }
        }
        (Vec::new(), answer)
    }

    /// Also says whether more elements would make a difference.
    fn round(
        &self,
        elements: u32,
        first_only: bool,
    ) -> (Vec<Difference>, Result<(Comparison, bool), String>) {
        let reference = self.reference;
        let start = reference.program.function(reference.start);
        let name = &self.subject.0.function(self.subject.1).name;
        let reference_start = match start.name == *name {
            true => Some(reference.start),
            false => reference.program.find_function(name),
        };
        let Some(reference_start) = reference_start else {
            return (Vec::new(), Err(format!("the reference has no `{name}`")));
        };
        let settings = Settings {
            checks: reference.checks,
            elements,
            given: &reference.given,
            argument_count: self.argument_count,
        };
        let product = match product(
            (&self.subject.0, self.subject.1),
            (&reference.program, reference_start),
            &reference.support,
            settings,
        ) {
            Ok(product) => product,
            Err(reason) => return (Vec::new(), Err(reason)),
        };
        debug_assert_eq!(whydunit_program::validate(&product.program), Vec::<String>::new());
        let has_arrays = !product.plan.pointers.is_empty();
        let (differences, found) = self.examine(&product, reference_start, first_only);
        (differences, Ok((found, has_arrays)))
    }

    fn examine(
        &self,
        product: &Product,
        reference_start: FunctionId,
        first_only: bool,
    ) -> (Vec<Difference>, Comparison) {
        let mut found = self.search(product, first_only);
        let mut differences = self.real(product, reference_start, &found);
        if first_only && found.verdict == Verdict::Fails && differences.is_empty() {
            found = self.search(product, false);
            differences = self.real(product, reference_start, &found);
        }
        if let Some(first) = differences.first() {
            let first = first.clone();
            return (differences, Comparison::Different(first));
        }
        (differences, verdict(product, &found))
    }

    fn search(&self, product: &Product, first_only: bool) -> Search {
        let mut spec = RunSpec::new(product.start);
        spec.inputs = self.reference.given.clone();
        let request = Request {
            program: &product.program,
            spec: &spec,
            given: Given::default(),
            // The comparison itself is made of assertions; those of the program are gone if they are not wanted.
            checks: self.reference.checks.with(CheckKind::Assert),
            unwind: self.unwind,
            max_steps: None,
            modular: false,
            runs_per_failure: 1,
            first_only,
            patience: None,
            budget: self.budget.clone(),
        };
        whydunit_find::search(&request, &mut |_| {})
    }

    /// The differences among what a search has found, each seen in runs of both programs.
    fn real(
        &self,
        product: &Product,
        reference_start: FunctionId,
        found: &Search,
    ) -> Vec<Difference> {
        let mut differences: Vec<Difference> = Vec::new();
        for failure in &found.failures {
            if is_in_reference(product, &failure.failure) {
                continue;
            }
            for spec in &failure.runs {
                let run = product.plan.run(&spec.inputs);
                let seen = self.seen(product, reference_start, &run);
                let words = seen.or_else(|| unseen(product, &failure.failure));
                let Some(what) = words else { continue };
                let run = self.shortened(product, reference_start, run);
                let what = self.seen(product, reference_start, &run).unwrap_or(what);
                let Run { args, inputs } = run;
                let difference = Difference { args, stdin: Vec::new(), inputs, what };
                if !differences.contains(&difference) {
                    differences.push(difference);
                }
            }
        }
        differences
    }

    fn seen(&self, product: &Product, reference_start: FunctionId, run: &Run) -> Option<String> {
        let renamed = product.plan.renamed(run);
        let (program, start) = self.subject;
        let ours = replay::Side { program, start: *start, run };
        let theirs = replay::Side {
            program: &self.reference.program,
            start: reference_start,
            run: &renamed,
        };
        let pointers: Vec<(String, String)> = product
            .plan
            .parameters
            .iter()
            .filter(|(name, _)| product.plan.pointers.iter().any(|pointer| pointer.name == *name))
            .cloned()
            .collect();
        let checks = self.reference.checks;
        replay::difference(ours, theirs, &pointers, checks, self.budget.deadline)
    }

    /// The same run with arrays that are as short as they can be.
    fn shortened(&self, product: &Product, reference_start: FunctionId, mut run: Run) -> Run {
        use whydunit_interp::InputValue;
        for pointer in &product.plan.pointers {
            let Some(InputValue::List(values)) = run.inputs.get(&pointer.name).cloned() else {
                continue;
            };
            for length in 1..values.len() {
                let mut shorter = run.clone();
                shorter.inputs.set(&pointer.name, InputValue::List(values[..length].to_vec()));
                if self.seen(product, reference_start, &shorter).is_some() {
                    run = shorter;
                    break;
                }
            }
        }
        run
    }
}

/// Such an input is not one that the program has to handle.
fn is_in_reference(product: &Product, failure: &Failure) -> bool {
    let is_called = failure.stack.iter().any(|entry| entry.function == product.starts[1]);
    let spot = product.subject(failure.span).map(|(_, spot)| spot);
    is_called || (failure.stack.len() == 1 && spot == Some(Spot::ReferenceValue))
}

/// What only the product shows: results that are no numbers. It was run by the interpreter, too.
fn unseen(product: &Product, failure: &Failure) -> Option<String> {
    if failure.stack.len() > 1 {
        return None;
    }
    let start = product.program.function(product.starts[0]);
    let types = &product.program.types;
    let result = start.signature.result;
    let is_number = types.is_scalar(result) && types.pointee(result).is_none();
    match product.subject(failure.span)? {
        (Subject::Result, Spot::Check) if !is_number => Some("returns another result".into()),
        _ => None,
    }
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
        Verdict::Unknown => return Comparison::Unknown("not enough time or memory".into()),
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
    Comparison::Same { proved: is_exhausted && product.is_complete }
}
