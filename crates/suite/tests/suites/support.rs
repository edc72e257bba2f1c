//! Programs and suites from texts.

use std::path::PathBuf;

use whydunit_front_c::{Compiled, InputFile, Options, Start};
use whydunit_interp::Config;
use whydunit_program::FunctionId;
use whydunit_suite::{Loaded, Runner, Suite};

pub(crate) struct Subject {
    compiled: Compiled,
    start: FunctionId,
}

/// `function` is where it starts; empty for `main`.
pub(crate) fn subject(text: &str, function: &str) -> Subject {
    let file = InputFile { text: Some(text.as_bytes().to_vec()), ..InputFile::new("test.c") };
    let function = (!function.is_empty()).then(|| function.to_owned());
    let options = Options { function, ..Options::default() };
    let compiled = match whydunit_front_c::compile_each(&[file], &options) {
        Ok(compiled) => compiled,
        Err(problems) => panic!("the program should compile: {problems:?}\n{text}"),
    };
    let Start::Function(start) = compiled.start else { panic!("no start in\n{text}") };
    Subject { compiled, start }
}

impl Subject {
    pub(crate) fn runner(&self) -> Runner<'_> {
        self.runner_with(Some(10_000))
    }

    pub(crate) fn runner_with(&self, max_steps: Option<u64>) -> Runner<'_> {
        self.runner_under(Config { max_steps, ..Config::default() })
    }

    pub(crate) fn runner_under(&self, config: Config) -> Runner<'_> {
        Runner::new(&self.compiled.program, self.start, config)
    }

    /// What in the suite does not fit the program.
    pub(crate) fn mistakes(&self, suite: &Loaded) -> Vec<String> {
        let mistakes = suite.examine(&self.compiled.program, self.start);
        mistakes.iter().map(ToString::to_string).collect()
    }
}

/// A suite from the text of a TOML file, or what is wrong with it.
pub(crate) fn suite(text: &str) -> Result<Loaded, String> {
    let directory = tempfile::tempdir().expect("a scratch directory should be available");
    let file: PathBuf = directory.path().join("suite.toml");
    std::fs::write(&file, text).expect("scratch files should be writable");
    let scratch = format!("{}/", directory.path().display());
    whydunit_suite::read(&[file]).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        lines.join("\n").replace(&scratch, "")
    })
}

/// How each test of a suite went: `passed`, or in words.
pub(crate) fn outcomes(subject: &Subject, suite: &Suite) -> Vec<String> {
    let runner = subject.runner();
    let ran = runner.run_all(suite);
    ran.iter()
        .map(|outcome| match outcome.verdict.is_passed() {
            true => "passed".to_owned(),
            false => runner.in_words(&outcome.verdict),
        })
        .collect()
}
