//! Traces to encode: programs given as text, and those of `tests/programs` with the comments that say how to
//! run them.

#![allow(dead_code, reason = "each test uses its part")]

use std::path::{Path, PathBuf};

use whydunit_front_c::Options;
use whydunit_interp::{CheckSet, CompactLog, Config, Ending, RunSpec, prepare};
use whydunit_program::{Program, Target};
use whydunit_trace::{ErrorTrace, build};

/// A program and one failing run of it.
#[derive(Debug)]
pub(crate) struct Failing {
    pub(crate) name: String,
    pub(crate) program: Program,
    pub(crate) trace: ErrorTrace,
}

/// How a program is run.
#[derive(Clone, Default, Debug)]
pub(crate) struct Setting {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) args: Vec<String>,
    pub(crate) stdin: Vec<u8>,
    /// `-D` and the like, and whydunit's own options.
    pub(crate) options: Vec<String>,
}

impl Setting {
    /// From words such as `--function f --input x=1 --checks all -m32`.
    pub(crate) fn of(options: &str) -> Setting {
        let options = options.split_whitespace().map(str::to_owned).collect();
        Setting { options, ..Setting::default() }
    }
}

/// The failing run of a text; `None` when it does not fail.
pub(crate) fn failing_text(name: &str, text: &str, setting: &Setting) -> Option<Failing> {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let path = directory.path().join("prog.c");
    std::fs::write(&path, text).expect("writing it should work");
    failing(name, &path, setting)
}

pub(crate) fn failing(name: &str, path: &Path, setting: &Setting) -> Option<Failing> {
    let mut options = Options::default();
    let mut config = Config { max_steps: Some(3_000_000), ..Config::default() };
    let mut function = "main".to_owned();
    let mut inputs = whydunit_interp::InputValues::new();
    let mut words = setting.options.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("the option should have a value").clone();
        match word.as_str() {
            "--function" => {
                function = value();
                options.function = Some(function.clone());
            }
            "--input" => inputs.parse_assignment(&value()).expect("the input should be readable"),
            "--checks" => config.checks = CheckSet::parse(&value()).expect("a list of checks"),
            "--requires" => options.requires.push(value()),
            "--ensures" => options.ensures.push(value()),
            "-m32" => options.target = Target::Ilp32,
            "-I" => options.include_dirs.push(value()),
            word => {
                if let Some(define) = word.strip_prefix("-D") {
                    options.defines.push(define.to_owned());
                } else if let Some(standard) = word.strip_prefix("-std=") {
                    options.std = Some(standard.to_owned());
                }
            }
        }
    }
    let files: Vec<PathBuf> =
        std::iter::once(path.to_path_buf()).chain(setting.files.iter().cloned()).collect();
    let program = match whydunit_front_c::compile(&files, &options) {
        Ok(compiled) => compiled.program,
        Err(problems) => panic!("{name}: {problems:?}"),
    };
    let start = program.find_function(&function).unwrap_or_else(|| panic!("{name}: {function}"));
    let mut spec = RunSpec::new(start);
    spec.inputs = inputs;
    spec.stdin.clone_from(&setting.stdin);
    spec.args = setting.args.iter().map(|arg| arg.clone().into_bytes()).collect();
    let trace = {
        let compiled = prepare(&program);
        let mut log = CompactLog::new();
        let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
        if !matches!(result.ending, Ending::Failed(_)) {
            return None;
        }
        build(&program, &compiled, &spec, &config, &result, &log).expect("the run should replay")
    };
    Some(Failing { name: name.to_owned(), program, trace })
}

/// The programs of a directory under `tests/programs`; `WHYDUNIT_TEST` narrows them down by name.
pub(crate) fn program_paths(directory: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(directory);
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("the programs should be there")
        .map(|entry| entry.expect("the directory should be readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| !path.to_string_lossy().ends_with(".inc.c"))
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .collect();
    paths.sort();
    paths
}

/// All failing programs of a directory under `tests/programs`.
pub(crate) fn failing_programs(directory: &str) -> Vec<Failing> {
    program_paths(directory).iter().filter_map(|path| load(path, "")).collect()
}

/// The failing run of a program of `tests/programs`, with further options.
pub(crate) fn load(path: &Path, options: &str) -> Option<Failing> {
    let bytes = std::fs::read(path).expect("the program should be readable");
    let source = String::from_utf8_lossy(&bytes);
    let mut setting = Setting::default();
    for line in source.lines() {
        let Some((key, value)) = line.strip_prefix("// ").and_then(|line| line.split_once(':'))
        else {
            break;
        };
        let words = || value.split_whitespace().map(str::to_owned);
        match key {
            "cflags" | "whydunit" => setting.options.extend(words()),
            "files" => setting.files = words().map(|name| path.with_file_name(name)).collect(),
            "args" => setting.args = words().collect(),
            "stdin" => setting.stdin = unescape(value.trim_start()),
            _ => break,
        }
    }
    let is_expected = source.contains("//~") && !source.contains("//~ none");
    if !is_expected && options.is_empty() {
        return None;
    }
    setting.options.extend(options.split_whitespace().map(str::to_owned));
    let name = path.file_stem()?.to_string_lossy().into_owned();
    failing(&name, path, &setting)
}

fn unescape(text: &str) -> Vec<u8> {
    text.replace("\\n", "\n").replace("\\t", "\t").replace("\\0", "\0").into_bytes()
}
