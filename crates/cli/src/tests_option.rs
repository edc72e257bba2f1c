//! `--tests` and `--reference`: from the command line to a suite and the programs it is for.

use anyhow::anyhow;
use whydunit_suite::Loaded;

use crate::args::{CommonArgs, TestsArgs};
use crate::input::{self, Subject};
use crate::outcome::Problem;

/// What is to be tested, and how.
#[derive(Debug)]
pub(crate) struct Testing {
    pub(crate) suite: Loaded,
    pub(crate) subject: Subject,
    /// A correct version.
    pub(crate) reference: Option<Subject>,
    /// The options, with the start function that the suite names.
    pub(crate) common: CommonArgs,
}

/// Reads the suite, compiles the programs, and holds the suite against them.
pub(crate) fn load(tests: &TestsArgs, common: &CommonArgs) -> Result<Testing, Problem> {
    refuse_single_run(common)?;
    let suite = whydunit_suite::read(&tests.tests).map_err(Problem::Diagnostics)?;
    let mut common = common.clone();
    if common.start.function.is_none() {
        common.start.function.clone_from(&suite.function);
    }
    let subject = input::compile(&common)?;
    let mistakes = suite.examine(&subject.program, subject.start);
    if !mistakes.is_empty() {
        return Err(Problem::Diagnostics(mistakes));
    }
    let reference = match tests.reference.as_slice() {
        [] => None,
        files => {
            let mut theirs = common.clone();
            theirs.files = files.to_vec();
            if !subject.program.is_main(subject.start) {
                let name = &subject.program.function(subject.start).name;
                theirs.start.function = Some(name.clone());
            }
            Some(input::compile(&theirs).map_err(of_reference)?)
        }
    };
    Ok(Testing { suite, subject, reference, common })
}

/// What has no place in a file says which program it is about; commands that would help are for the other one.
fn of_reference(problem: Problem) -> Problem {
    let Problem::Diagnostics(mut diagnostics) = problem else { return problem };
    for diagnostic in diagnostics.iter_mut().filter(|it| it.place.is_none()) {
        diagnostic.message = format!("--reference: {}", diagnostic.message);
        diagnostic.notes.retain(|note| !note.starts_with("whydunit "));
    }
    Problem::Diagnostics(diagnostics)
}

/// A suite has inputs of its own.
fn refuse_single_run(common: &CommonArgs) -> Result<(), Problem> {
    let given = [
        ("--input", !common.start.inputs.is_empty()),
        ("--stdin", common.start.stdin.is_some()),
        ("arguments after `--`", !common.args.is_empty()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((what, _)) => Err(anyhow!(
            "{what} cannot be used together with --tests: each test has its own inputs"
        )
        .into()),
        None => Ok(()),
    }
}
