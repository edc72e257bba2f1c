//! A directory of tests: `NAME.in` is the standard input of the test NAME, `NAME.out` the output that is expected, `NAME.args` the
//! arguments and `NAME.code` the exit code. Any of them may be missing.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use whydunit_host::Budget;
use whydunit_source::Diagnostic;

use super::{Loaded, Origin, SuiteFile, bytes_of, text_of};
use crate::{Suite, Test, natural_order};

const ENDINGS: [&str; 4] = ["in", "out", "args", "code"];

pub(super) fn read(directory: &Path, budget: &Budget) -> Result<Loaded, Vec<Diagnostic>> {
    let name = directory.display();
    let entries = std::fs::read_dir(directory)
        .map_err(|error| vec![Diagnostic::error(format!("cannot read `{name}`: {error}"))])?;
    let mut names: Vec<String> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| !path.is_dir())
        .filter_map(|path| {
            let ending = path.extension()?.to_str()?;
            let stem = path.file_stem()?.to_str()?.to_owned();
            ENDINGS.contains(&ending).then_some(stem)
        })
        .collect();
    names.sort_by(|a, b| natural_order::compare(a, b));
    names.dedup();
    if names.is_empty() {
        let problem = Diagnostic::error(format!("there are no tests in `{name}`"));
        let note = "a test is a file NAME.in, with NAME.out for the expected output";
        return Err(vec![problem.note(note)]);
    }
    let file = Arc::new(SuiteFile { name: name.to_string(), text: String::new() });
    let mut loaded = Loaded::default();
    let mut problems = Vec::new();
    let mut tests = Vec::new();
    for name in names {
        match test(directory, name, budget) {
            Ok(test) => tests.push(test),
            Err(problem) => problems.push(problem),
        }
        loaded.origins.push(Origin { file: Arc::clone(&file), parts: BTreeMap::new() });
    }
    loaded.suite = Suite { tests };
    if problems.is_empty() { Ok(loaded) } else { Err(problems) }
}

fn test(directory: &Path, name: String, budget: &Budget) -> Result<Test, Diagnostic> {
    let path = |ending: &str| directory.join(format!("{name}.{ending}"));
    let bytes =
        |ending: &str| path(ending).exists().then(|| bytes_of(&path(ending), budget)).transpose();
    let text =
        |ending: &str| path(ending).exists().then(|| text_of(&path(ending), budget)).transpose();
    let mut test = Test { stdin: bytes("in")?.unwrap_or_default(), ..Test::default() };
    test.expected.stdout = bytes("out")?;
    if let Some(args) = text("args")? {
        let open = || {
            let file = path("args");
            Diagnostic::error(format!("`{}`: a quote is not closed", file.display()))
        };
        // A file that was written on Windows has the same words.
        let words = shlex::split(&args.replace("\r\n", "\n")).ok_or_else(open)?;
        test.args = words.into_iter().map(String::into_bytes).collect();
    }
    if let Some(code) = text("code")? {
        let code = code.trim();
        let parsed = code.parse::<u8>().map_err(|_| {
            let file = path("code");
            let file = file.display();
            Diagnostic::error(format!("`{file}`: `{code}` is not an exit code from 0 to 255"))
        })?;
        test.expected.exit_code = Some(parsed.into());
    }
    test.name = name;
    Ok(test)
}
