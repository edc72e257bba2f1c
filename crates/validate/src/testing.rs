//! `--tests` and `--reference`: from options to a suite and the programs it is for.

use std::path::PathBuf;

use whydunit_project::{Error, Options, Subject, UnclearStart, compile, files};
use whydunit_suite::Loaded;

/// What is to be tested, and how.
#[derive(Debug)]
pub struct Testing {
    pub suite: Loaded,
    pub subject: Subject,
    /// A correct version.
    pub reference: Option<Subject>,
    /// The options, with the start function that the suite names.
    pub common: Options,
}

/// Reads the suite, compiles the programs, and holds the suite against them.
///
/// # Errors
/// What is wrong with the suite, or with the programs.
pub fn load(common: &Options) -> Result<Testing, Error> {
    let tests = &common.tests;
    refuse_single_run(common)?;
    let mut suite = whydunit_suite::read_within(&tests.tests, &common.budget.host())
        .map_err(Error::diagnostics)?;
    let found = files(common)?;
    for test in &mut suite.suite.tests {
        test.files = test.files.over(&found);
    }
    let mut common = common.clone();
    if common.start.function.is_none() {
        common.start.function.clone_from(&suite.function);
    }
    let subject = compile(&mut common)?;
    let mistakes = suite.examine(&subject.program, subject.start);
    if !mistakes.is_empty() {
        return Err(Error::Diagnostics(mistakes));
    }
    let reference = match tests.reference.as_slice() {
        [] => None,
        files => Some(compile_reference(&common, &subject, files)?),
    };
    Ok(Testing { suite, subject, reference, common })
}

/// A correct version of the program, started in the same function.
///
/// # Errors
/// It is no program.
pub fn compile_reference(
    common: &Options,
    subject: &Subject,
    files: &[PathBuf],
) -> Result<Subject, Error> {
    let mut theirs = common.clone();
    theirs.files = files.to_vec();
    if !subject.program.is_main(subject.start) {
        let name = &subject.program.function(subject.start).name;
        theirs.start.function = Some(name.clone());
    }
    compile(&mut theirs).map_err(of_reference)
}

/// What has no place in a file says which program it is about; commands that would help are for the other one.
fn of_reference(problem: Error) -> Error {
    match problem {
        Error::Diagnostics(mut diagnostics) => {
            for diagnostic in diagnostics.iter_mut().filter(|it| it.place.is_none()) {
                diagnostic.message = format!("--reference: {}", diagnostic.message);
            }
            Error::Diagnostics(diagnostics)
        }
        Error::Start(UnclearStart { title, notes, .. }) => {
            let title = format!("--reference: {title}");
            Error::Start(UnclearStart { title, notes, candidates: Vec::new() })
        }
        other => other,
    }
}

/// A suite has inputs of its own.
fn refuse_single_run(common: &Options) -> Result<(), Error> {
    let given = [
        ("--input", !common.start.inputs.is_empty()),
        ("--stdin", common.start.stdin.is_some()),
        ("arguments after `--`", !common.args.is_empty()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((what, _)) => Err(Error::Unusable(format!(
            "{what} cannot be used together with --tests: each test has its own inputs"
        ))),
        None => Ok(()),
    }
}
