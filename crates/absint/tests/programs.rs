//! The programs of the repository: what is proved of them, and that no run of them contradicts it.

use crate::support;

use crate::directives;

use std::path::Path;

use directives::{Directives, Run};
use expect_test::expect_file;
use support::{Known, analysed, programs};
use whydunit_front_c::{Options, Start, compile_each};
use whydunit_interp::{CheckSet, InputValues, RunSpec};
use whydunit_program::{FunctionId, Program, Target};

/// A program with the runs that its head describes.
struct Subject {
    program: Program,
    start: FunctionId,
    checks: CheckSet,
    runs: Vec<RunSpec>,
}

/// What an option of the command line is given, each time.
fn given<'w>(words: &'w [String], name: &str) -> Vec<&'w str> {
    let pairs = words.windows(2).filter(|pair| pair[0] == name);
    pairs.map(|pair| pair[1].as_str()).collect()
}

fn read(path: &Path) -> Option<Subject> {
    let text = std::fs::read_to_string(path).expect("programs are readable");
    let directives = Directives::read(&text);
    let words = &directives.options;
    let owned = |list: Vec<&str>| list.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let has_flag = |flag: &str| directives.cflags.iter().any(|word| word == flag);
    let function = directives.get("function").or(given(words, "--function").first().copied());
    let options = Options {
        function: function.map(str::to_owned),
        requires: owned(given(words, "--requires")),
        ensures: owned(given(words, "--ensures")),
        std: directives
            .cflags
            .iter()
            .find_map(|word| word.strip_prefix("-std="))
            .map(str::to_owned),
        defines: directives
            .cflags
            .iter()
            .filter_map(|word| word.strip_prefix("-D"))
            .map(str::to_owned)
            .collect(),
        target: if has_flag("-m32") { Target::Ilp32 } else { Target::Lp64 },
        ..Options::default()
    };
    let directory = path.parent().expect("a file is in a directory");
    let others = directives.files.iter().map(|name| directory.join(name));
    let files: Vec<_> = std::iter::once(path.to_owned()).chain(others).collect();
    let inputs: Vec<_> = files.iter().map(whydunit_front_c::InputFile::new).collect();
    let compiled = compile_each(&inputs, &options).ok()?;
    let Start::Function(start) = compiled.start else { return None };
    let list = directives.get("checks").or(given(words, "--checks").first().copied());
    let checks = CheckSet::parse(list.unwrap_or_default()).expect("the list is well-formed");
    let spec = |run: &Run| {
        let mut inputs = InputValues::new();
        for assignment in run.inputs.iter().map(String::as_str).chain(given(words, "--input")) {
            inputs.parse_assignment(assignment).expect("inputs are well-formed");
        }
        RunSpec { args: run.args.clone(), stdin: run.stdin.clone(), inputs, ..RunSpec::new(start) }
    };
    let mut runs: Vec<RunSpec> = directives.runs.iter().map(spec).collect();
    runs.push(spec(&directives.whole_run()));
    runs.extend(directives.passing_run().iter().map(spec));
    Some(Subject { program: compiled.program, start, checks, runs })
}

/// Holds all runs of all programs of a directory against what is said of them.
fn no_run_contradicts(directory: &str, at_least: usize) {
    let (mut problems, mut unfinished, mut looked_at) = (Vec::new(), Vec::new(), 0);
    for path in programs(directory) {
        let Some(subject) = read(&path) else { continue };
        let known = Known::new(&subject.program, subject.start, subject.checks);
        looked_at += 1;
        if !known.analysis.is_complete() {
            unfinished.push(path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
        }
        for spec in &subject.runs {
            if let Some(problem) = known.contradiction(spec) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                problems.push(format!("{name}: {problem}"));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(unfinished.is_empty(), "nothing is known of {}", unfinished.join(", "));
    assert!(looked_at >= at_least, "only {looked_at} programs");
}

#[test]
fn programs_with_failures() {
    no_run_contradicts("find/fails", 55);
}

#[test]
fn programs_without_failures() {
    no_run_contradicts("find/safe", 45);
}

#[test]
fn programs_of_checks() {
    no_run_contradicts("checks", 230);
}

#[test]
fn programs_of_the_language() {
    no_run_contradicts("language", 60);
}

#[test]
fn programs_of_the_library() {
    no_run_contradicts("library", 20);
}

/// What fails is never said to hold, what holds is proved as far as the list says.
#[test]
fn what_is_proved() {
    let mut list = String::new();
    let (mut proved, mut all) = (0, 0);
    for path in programs("find/safe") {
        let Some(subject) = read(&path) else { continue };
        let analysis = analysed(&subject.program, subject.start, subject.checks, 60);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let open = analysis.properties().iter().filter(|one| !one.is_proved).count();
        let said = match (analysis.is_complete(), analysis.holds()) {
            (true, true) => "proved".to_owned(),
            (true, false) => format!("{open} open"),
            (false, _) => "not complete".to_owned(),
        };
        list.push_str(&format!("{name}: {said}\n"));
        proved += usize::from(analysis.holds());
        all += 1;
    }
    list.push_str(&format!("\n{proved} of {all}\n"));
    expect_file!["proved.txt"].assert_eq(&list);
    for path in programs("find/fails") {
        let Some(subject) = read(&path) else { continue };
        let analysis = analysed(&subject.program, subject.start, subject.checks, 60);
        assert!(!analysis.holds(), "{} fails", path.display());
    }
}
