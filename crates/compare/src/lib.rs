//! Does a changed program behave like a reference version of it, within bounds or at all?
//!
//! **Method.** A product program (self-composition): both versions are compiled by themselves and put into one
//! [`Program`] (`merge`), each with a world of its own (`world`, `support.c`): `exit` ends only the one
//! that calls it, what goes to standard output is kept in a log. A driver (`driver`, `inputs`, `agreement`) calls the reference and
//! then the program on the same inputs, on storage of their own, and checks that exit codes, output, results, arrays behind pointers and globals of the same
//! name agree. The search of `whydunit-find` looks for a run on which one of these checks, or one inside of the program, fails. What it finds
//! is translated back (`plan`) to a run of the start function, and counts only if the two programs, each run by itself, really
//! behave differently (`replay`).
//!
//! **Legal inputs** are those on which no check of the reference fails: its contracts and assertions become assumptions, and failures
//! inside of it are ignored. Inputs that the program excludes by a precondition or an assumption do not count either. If no input looked at is
//! legal, the answer is *unknown*.
//!
//! **Bounds.** Pointer parameters point to arrays of a fixed size (and are null only if the start function asks), never to the same
//! array. Arguments of `main` are any numbers if nothing but the number matters (`arguments`), short strings otherwise; their
//! count is the one given or at most the largest index that occurs. Standard input (`reading`, `scanning`) is a few bytes, or a few whole numbers if only numbers are
//! read. [`Comparison::Same`] says `proved` only if none of these bounds was set and the search was exhaustive. Where it was not, a few small
//! inputs are tried besides (`sample`): they lead deeper into loops, and to runs that do not end.
//!
//! **Limits.** What cannot be compared makes the answer [`Comparison::Unknown`], with the reason: functions
//! without a body, pointers inside of parameters, globals or results (a result that points into an argument is fine), `long double`, unions,
//! standard input that is read both as text and as numbers, output by formats that are no literals, more output than the log holds. Not part of
//! the behaviour are: standard error, `static` variables of functions, globals that only the changed program has, the heap, and (but for what is
//! tried) whether a run ends at all. A result that is a record or a pointer is compared in a run of the product only.

mod agreement;
mod arguments;
mod build;
mod compile;
mod driver;
mod format;
mod globals;
mod inputs;
mod limits;
mod merge;
mod output;
mod plan;
mod question;
mod reading;
mod replay;
mod sample;
mod scanning;
mod shape;
mod storage;
mod support;
mod world;

use std::path::{Path, PathBuf};

use whydunit_interp::{CheckSet, InputValues};
use whydunit_program::{FunctionId, Program};
use whydunit_project::{Error, Options};
use whydunit_solver::Budget;

use compile::Recipe;
use plan::Run;
use question::Question;

/// A reference version, ready to be compared with.
#[derive(Debug)]
pub struct Reference {
    recipe: Recipe,
    program: Program,
    start: FunctionId,
    support: Program,
    checks: CheckSet,
    given: InputValues,
}

/// The answer.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// No input makes a difference: none at all, or none within the bounds.
    Same {
        /// Not only within bounds.
        proved: bool,
        /// Runs differ by inputs; otherwise there is one.
        has_inputs: bool,
    },
    /// This input makes one.
    Different(Difference),
    /// Why nothing can be said.
    Unknown(String),
}

/// A run of the start function on which the program and the reference behave differently: both were run.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// `argv[1]` and up.
    pub args: Vec<Vec<u8>>,
    /// Standard input.
    pub stdin: Vec<u8>,
    /// Values of the other inputs.
    pub inputs: InputValues,
    /// What the program does, in words: `returns 3 instead of 4`.
    pub what: String,
}

impl Difference {
    fn new(run: Run, what: String) -> Difference {
        let Run { args, stdin, inputs } = run;
        Difference { args, stdin, inputs, what }
    }
}

impl Reference {
    /// Compiles the reference, which takes the place of the program's file of the same name, or of the whole program.
    ///
    /// # Errors
    /// Why it is no program.
    pub fn new(args: &Options, reference: &Path) -> Result<Reference, Error> {
        let recipe = Recipe::new(args)?;
        let (program, start) = recipe.reference(args, reference)?;
        let support = recipe.support()?;
        let checks = whydunit_project::config(args)?.checks;
        let mut given = InputValues::new();
        for assignment in &args.start.inputs {
            given
                .parse_assignment(assignment)
                .map_err(|problem| Error::Unusable(format!("--input {assignment}: {problem}")))?;
        }
        Ok(Reference { recipe, program, start, support, checks, given })
    }

    /// Compares the program, some of its files with other texts, to the reference. `argument_count` is the number of arguments of
    /// `main` (any small number if `None`).
    ///
    /// # Errors
    /// Why the changed files are no program.
    pub fn compare(
        &self,
        args: &Options,
        texts: &[(PathBuf, Vec<u8>)],
        budget: &Budget,
        unwind: Option<u32>,
        argument_count: Option<usize>,
    ) -> Result<Comparison, Error> {
        let subject = self.recipe.program(args, texts)?;
        let question =
            Question { reference: self, subject: &subject, budget, unwind, argument_count };
        Ok(question.answer(true).comparison)
    }

    /// As [`Reference::compare`], with one input for each thing that differs.
    ///
    /// # Errors
    /// Why the changed files are no program.
    pub fn differences(
        &self,
        args: &Options,
        texts: &[(PathBuf, Vec<u8>)],
        budget: &Budget,
        unwind: Option<u32>,
        argument_count: Option<usize>,
    ) -> Result<(Vec<Difference>, Comparison), Error> {
        let subject = self.recipe.program(args, texts)?;
        let question =
            Question { reference: self, subject: &subject, budget, unwind, argument_count };
        let answer = question.answer(false);
        Ok((answer.differences, answer.comparison))
    }
}
