//! What we write we can read, and it leads to the same failure: for every program of the checks that fails on its inputs.

use crate::witness_support;

use std::fs;
use std::path::{Path, PathBuf};

use whydunit_find::{
    Agreement, FailingRun, Replay, read_witness, witness_differences, write_graphml, write_yaml,
};
use whydunit_interp::{Ending, NoObserver};
use whydunit_program::InputOrigin;
use witness_support::{Case, load};

const TIME: &str = "2026-01-31T12:00:00Z";

fn programs(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .expect("should be readable")
        .map(|entry| entry.expect("should be readable").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".c") && !name.ends_with(".inc.c")
        })
        .collect();
    files.sort();
    files
}

/// Writes and reads back; tells how many inputs the run has that a witness can tell.
fn round_trip(case: &Case) -> Option<usize> {
    let compiled = case.compiled();
    let run = FailingRun::record(&case.program, &compiled, &case.spec, &case.config()).ok()?;
    let result = compiled.run(&case.spec, &case.config(), &mut |_, _| {}, &mut NoObserver);
    let Ending::Failed(expected) = &result.ending else { return None };
    assert_eq!(run.failure(), expected);
    let inputs = result.inputs.iter().filter(|input| input.origin != InputOrigin::Stdin).count();
    for text in [write_graphml(&run, TIME), write_yaml(&run, TIME)] {
        let name = &case.name;
        let witness = read_witness(&text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
        assert_eq!(witness_differences(&case.program, &witness), [""; 0], "{name}\n{text}");
        match case.replay(&witness) {
            Replay::Fails { spec, failure, agreement } => {
                assert_eq!(*failure, *expected, "{name}\n{text}");
                assert_eq!(agreement, Agreement::AtTarget, "{name}\n{text}");
                let again = compiled.run(&spec, &case.config(), &mut |_, _| {}, &mut NoObserver);
                let values = |inputs: &[whydunit_interp::InputRecord]| -> Vec<(String, u64)> {
                    inputs.iter().map(|input| (input.name.clone(), input.bits)).collect()
                };
                assert_eq!(values(&again.inputs), values(&result.inputs), "{name}\n{text}");
            }
            other => panic!("{name}: {other:?}\n{text}"),
        }
    }
    Some(inputs)
}

#[test]
fn programs_of_the_checks_fail_again() {
    let mut with_inputs = Vec::new();
    let mut failing = 0;
    for path in programs("../../tests/programs/checks") {
        let Some(case) = load(&path) else { continue };
        if let Some(inputs) = round_trip(&case) {
            failing += 1;
            if inputs > 0 {
                with_inputs.push(case.name);
            }
        }
    }
    assert!(failing > 120, "{failing} programs fail");
    assert!(with_inputs.len() > 15, "{with_inputs:?}");
}

/// The inputs of a run found from a witness of another tool survive as well.
#[test]
fn replayed_witnesses_are_written_and_read_again() {
    let mut count = 0;
    for path in programs("tests/witnesses") {
        let mut case = load(&path).expect("should compile");
        let stem = path.with_extension("");
        for kind in ["results.yml", "cbmc.json", "start.yml"] {
            let file = format!("{}.{kind}", stem.display());
            let Ok(text) = fs::read_to_string(file) else { continue };
            let witness = read_witness(&text).expect("should be readable");
            let Replay::Fails { spec, .. } = case.replay(&witness) else {
                panic!("{}: {kind} does not fail", case.name);
            };
            case.spec = *spec;
            assert!(round_trip(&case).is_some_and(|inputs| inputs > 0), "{} {kind}", case.name);
            count += 1;
        }
    }
    assert_eq!(count, 9);
}
