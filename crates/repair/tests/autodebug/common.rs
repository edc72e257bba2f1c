//! Failing runs of programs that are given as text.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use whydunit_front_c::Options;
use whydunit_interp::{CompactLog, Config, Ending, InputValues, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_trace::{ErrorTrace, build};

/// A program and one failing run of it.
#[derive(Debug)]
pub(crate) struct Failing {
    pub(crate) program: Program,
    pub(crate) trace: ErrorTrace,
}

static COUNT: AtomicU32 = AtomicU32::new(0);

/// The program of a text.
pub(crate) fn compile(text: &str, function: &str) -> Result<Program, String> {
    let options = Options { function: Some(function.to_owned()), ..Options::default() };
    with_file(text, |path| {
        let compiled = whydunit_front_c::compile(&[path], &options);
        compiled.map(|compiled| compiled.program).map_err(|problems| format!("{problems:?}"))
    })
}

fn with_file<T>(text: &str, action: impl FnOnce(PathBuf) -> T) -> T {
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let directory =
        std::env::temp_dir().join(format!("whydunit-autodebug-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory should be possible");
    let path = directory.join("prog.c");
    std::fs::write(&path, text).expect("writing it should work");
    let result = action(path);
    std::fs::remove_dir_all(&directory).expect("removing it should work");
    result
}

/// The failing run of a text; `None` when it does not fail. `options` are words such as
/// `--function f --input x=1`.
pub(crate) fn failing(text: &str, options: &str) -> Option<Failing> {
    with_file(text, |path| failing_file(path, options))
}

pub(crate) fn failing_file(path: PathBuf, words: &str) -> Option<Failing> {
    let mut options = Options::default();
    let config = Config { max_steps: Some(1_000_000), ..Config::default() };
    let mut function = "main".to_owned();
    let mut inputs = InputValues::new();
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        let value = words.next().expect("the option should have a value");
        match word {
            "--function" => {
                function = value.to_owned();
                options.function = Some(function.clone());
            }
            "--requires" => options.requires.push(value.to_owned()),
            "--ensures" => options.ensures.push(value.to_owned()),
            // Functions without a body are inputs here in any case.
            "--outside" => {}
            "--input" => inputs.parse_assignment(value).expect("the input should be readable"),
            word => panic!("unknown option {word}"),
        }
    }
    let program = match whydunit_front_c::compile(&[path], &options) {
        Ok(compiled) => compiled.program,
        Err(problems) => panic!("{problems:?}"),
    };
    let start = program.find_function(&function).expect("the function should be there");
    let mut spec = RunSpec::new(start);
    spec.inputs = inputs;
    let trace = {
        let compiled = prepare(&program);
        let mut log = CompactLog::new();
        let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
        if !matches!(result.ending, Ending::Failed(_)) {
            return None;
        }
        build(&program, &compiled, &spec, &config, &result, &log).expect("the run should replay")
    };
    Some(Failing { program, trace })
}
