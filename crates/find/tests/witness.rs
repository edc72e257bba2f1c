//! Witnesses in the manner of several tools, written for small programs: which run do they lead to?
//!
//! Every file in `witnesses` belongs to the program with the same first part of its name. It must fail on the line that `//~ kind`
//! marks, unless a part of its name says otherwise: `elsewhere` (fails, but not where the witness says), `partial`, `rejected`.

use crate::witness_support;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect;
use whydunit_find::{Agreement, Replay, read_witness, witness_differences};
use whydunit_interp::{Ending, InputValues, NoObserver};
use witness_support::{Case, load};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witnesses")
}

/// Programs with the witnesses that belong to them.
fn witnesses() -> Vec<(Case, Vec<PathBuf>)> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory())
        .expect("should be readable")
        .map(|entry| entry.expect("should be readable").path())
        .collect();
    files.sort();
    let stem = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.split('.').next().unwrap_or_default().to_owned()
    };
    let is_program = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
    let (programs, witnesses): (Vec<_>, Vec<_>) = files.into_iter().partition(is_program);
    programs
        .iter()
        .map(|program| {
            let own = witnesses.iter().filter(|path| stem(path) == stem(program)).cloned();
            (load(program).expect("should compile"), own.collect())
        })
        .collect()
}

fn shown(inputs: &InputValues) -> String {
    let mut text = String::new();
    for (name, value) in inputs.iter() {
        write!(text, " {name}={value:?}").expect("a string should take text");
    }
    text
}

/// What became of the witness, in one line.
fn outcome(case: &Case, path: &Path) -> String {
    let text = fs::read_to_string(path).expect("should be readable");
    let witness = match read_witness(&text) {
        Ok(witness) => witness,
        Err(problem) => return format!("unreadable: {problem}"),
    };
    let compiled = case.compiled();
    match case.replay(&witness) {
        Replay::Fails { spec, failure, agreement } => {
            let again = compiled.run(&spec, &case.config(), &mut |_, _| {}, &mut NoObserver);
            assert_eq!(again.ending, Ending::Failed((*failure).clone()));
            assert_eq!(again.unused_inputs, [""; 0]);
            let line = case.program.sources.line_column(failure.span).line;
            let marked = case.source.lines().nth(line as usize - 1).unwrap_or("");
            let mark = format!("//~ {}", failure.kind.name());
            assert!(marked.ends_with(&mark), "{} fails in line {line}", path.display());
            let agreement = match agreement {
                Agreement::AtTarget => "fails:".to_owned(),
                Agreement::NoTarget => "fails, no target:".to_owned(),
                Agreement::Elsewhere { stated } => format!("fails, not ({stated}):"),
            };
            let mut text = agreement + &shown(&spec.inputs);
            for argument in &spec.args {
                write!(text, " {:?}", String::from_utf8_lossy(argument))
                    .expect("a string should take text");
            }
            text
        }
        Replay::Partial { inputs, .. } => format!("partial:{}", shown(&inputs)),
        Replay::Rejected { why } => format!("rejected: {why}"),
    }
}

#[test]
fn witnesses_of_other_tools_lead_to_the_failure() {
    let mut lines = String::new();
    for (case, witnesses) in witnesses() {
        for path in witnesses {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let outcome = outcome(&case, &path).replace(&format!("{}/", directory().display()), "");
            let expected = match () {
                () if name.contains(".elsewhere.") => "fails, not",
                () if name.contains(".partial.") => "partial:",
                () if name.contains(".rejected.") => "rejected:",
                () => "fails:",
            };
            assert!(outcome.starts_with(expected), "{name}: {outcome}");
            writeln!(lines, "{name}\n    {outcome}").expect("a string should take text");
        }
    }
    expect![[r#"
        arguments.start.yml
            fails: "" "go"
        branches.branching.yml
            fails: nondet#1=Int(1) nondet#2=Int(1) nondet#5=Int(1) nondet#6=Int(1) nondet#7=Int(20)
        branches.ultimate.graphml
            fails: nondet#1=Int(1) nondet#2=Int(1) nondet#5=Int(1) nondet#6=Int(1) nondet#7=Int(20)
        functions.callers.graphml
            fails: nondet#1=Int(-5) nondet#2=Int(1000000) nondet#3=Int(113) nondet#4=Int(10) nondet#5=Int(4)
        functions.cbmc.json
            fails: nondet#1=Int(-5) nondet#2=Int(1000000) nondet#3=Int(113) nondet#4=Int(9) nondet#5=Int(6)
        functions.cpachecker.graphml
            fails: nondet#1=Int(-5) nondet#2=Int(1000000) nondet#3=Int(113) nondet#4=Int(10) nondet#5=Int(4)
        functions.elsewhere.yml
            fails, not (a failure at ./tasks/functions.c:17): nondet#1=Int(-5) nondet#2=Int(1000000) nondet#3=Int(113) nondet#4=Int(12) nondet#5=Int(0)
        functions.other-property.elsewhere.yml
            fails, not (CHECK( init(main()), LTL(G ! overflow) )): nondet#1=Int(-5) nondet#2=Int(1000000) nondet#3=Int(113) nondet#4=Int(12) nondet#5=Int(0)
        functions.results.yml
            fails: nondet#1=Int(-5) nondet#2=Int(1000000) nondet#3=Int(113) nondet#4=Int(12) nondet#5=Int(0)
        loop.assumptions.yml
            fails: nondet#1=Int(4) nondet#2=Int(6) nondet#3=Int(7)
        loop.avoid.yml
            fails: nondet#1=Int(4) nondet#2=Int(6) nondet#3=Int(7)
        loop.cbmc.json
            fails: nondet#1=Int(4) nondet#2=Int(6) nondet#3=Int(7)
        loop.cpachecker.graphml
            fails: nondet#1=Int(4) nondet#2=Int(6) nondet#3=Int(7)
        loop.names.cbmc.json
            fails: nondet#1=Int(4) nondet#2=Int(6) nondet#3=Int(7)
        loop.partial.graphml
            partial: nondet#2=Int(6)
        loop.partial.yml
            partial:
        loop.rejected.graphml
            rejected: the run ends with exit code 0
        loop.rejected.yml
            rejected: the run ends with exit code 0
        loop.results.yml
            fails: nondet#1=Int(4) nondet#2=Int(6) nondet#3=Int(7)
        loop.symbiotic.graphml
            fails: nondet#1=Int(4) nondet#2=Int(6) nondet#3=Int(7)
        loop.ultimate.graphml
            fails: nondet#1=Int(4) nondet#2=Int(6) nondet#3=Int(7)
        memory.cbmc.json
            fails: nondet#1=Int(5) nondet#2=Int(5)
        memory.rejected.yml
            rejected: the run ends with exit code 0
        memory.results.yml
            fails: nondet#1=Int(3) nondet#2=Int(3)
        memory.symbiotic.graphml
            fails: nondet#1=Int(8) nondet#2=Int(8)
        parameters.cbmc.json
            fails: (*r).from=Int(0) (*r).to=Int(0) bias=Int(1) n=Int(4) values[0]=Int(41)
        parameters.partial.yml
            partial: bias=Int(2) n=Int(3) values[2]=Int(40)
        parameters.start.yml
            fails: (*r).from=Int(1) (*r).to=Int(3) bias=Int(2) n=Int(3) values[2]=Int(40)
        relations.constants.yml
            fails: nondet#1=Int(101) nondet#2=Int(-7) nondet#3=Int(-1)
        relations.partial.yml
            partial: nondet#2=Int(-9)
    "#]].assert_eq(&lines);
}

#[test]
fn a_witness_can_belong_to_another_program() {
    let case = load(&directory().join("loop.c")).expect("should compile");
    let read = |name: &str| {
        let text = fs::read_to_string(directory().join(name)).expect("should be readable");
        read_witness(&text).expect("should be readable")
    };
    let mut witness = read("loop.results.yml");
    let differences = witness_differences(&case.program, &witness);
    assert_eq!(differences.len(), 1, "{differences:?}");
    assert!(differences[0].starts_with("the witness is for another version of "));
    witness.program_hashes.clear();
    assert_eq!(witness_differences(&case.program, &witness), [""; 0]);
    witness.pointer_bits = Some(32);
    let bits = "the witness is for a 32-bit machine, the program for 64 bits";
    assert_eq!(witness_differences(&case.program, &witness), [bits]);
    let split = read("memory.cbmc.json").split();
    assert_eq!(split.len(), 2, "one for each property");
}
