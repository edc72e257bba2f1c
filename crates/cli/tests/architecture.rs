//! Each crate may use only what lies below it. The list is the architecture: an edge that is not
//! here does not exist, and adding one is a decision to be made in `ARCHITECTURE.md`.

use std::collections::BTreeSet;
use std::path::Path;

/// Every crate with the crates of this workspace that it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("term", &[]),
    ("solver", &["term"]),
    ("program", &["source"]),
    ("front-c", &["source", "program"]),
    ("front-boogie", &["source", "program"]),
    ("interp", &["source", "program"]),
    ("trace", &["source", "program", "interp"]),
    ("claim", &["term", "program", "interp", "trace"]),
    ("encode", &["source", "term", "program", "interp", "trace", "claim"]),
    ("absint", &["source", "program"]),
    ("explain", &["source", "term", "solver", "program", "interp", "trace", "claim", "encode"]),
    // The second opinion on claims: it shares their form with what makes them, and no meaning of C.
    ("verify", &["term", "solver", "program", "interp", "trace", "claim"]),
    // Of `encode` only the meaning of operations: the search has all paths, not one trace.
    ("find", &["source", "term", "solver", "program", "interp", "trace", "encode"]),
    ("scope", &["source", "solver", "program", "interp", "trace", "find"]),
    ("harness", &["source", "program", "interp"]),
    ("suite", &["source", "program", "interp"]),
    // Changed texts are compiled by whoever asks for repairs.
    (
        "repair",
        &[
            "source", "term", "solver", "program", "interp", "trace", "encode", "absint",
            "explain", "find", "suite",
        ],
    ),
    ("report", &["source"]),
    (
        "cli",
        &[
            "source",
            "term",
            "program",
            "solver",
            "front-c",
            "front-boogie",
            "interp",
            "trace",
            "encode",
            "absint",
            "explain",
            "verify",
            "find",
            "scope",
            "harness",
            "suite",
            "repair",
            "report",
        ],
    ),
];

#[test]
fn crates_depend_only_on_what_lies_below() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/ should exist");
    let listed: BTreeSet<String> = ALLOWED.iter().map(|(name, _)| name.to_string()).collect();
    let present: BTreeSet<String> = std::fs::read_dir(crates)
        .expect("crates/ should be readable")
        .map(|entry| entry.expect("entries should be readable").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    assert_eq!(listed, present, "every crate has its line in the list of allowed edges");

    for (name, allowed) in ALLOWED {
        let manifest = std::fs::read_to_string(crates.join(name).join("Cargo.toml"))
            .expect("every crate should have a manifest");
        let dependencies =
            manifest.split("[dependencies]").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
        for line in dependencies.lines() {
            let Some(rest) = line.strip_prefix("whydunit-") else { continue };
            let used = rest.split(['.', ' ', '=']).next().unwrap_or("");
            assert!(allowed.contains(&used), "crate {name} must not depend on {used}");
        }
    }
}

/// Terms and solvers serve any language.
#[test]
fn the_reasoning_core_does_not_know_c() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/ should exist");
    for name in ["term", "solver"] {
        for file in rust_files(&crates.join(name).join("src")) {
            let text = std::fs::read_to_string(&file).expect("sources should be readable");
            let is_about_c = |line: &&str| {
                let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.into_iter().any(|word| {
                    matches!(word, "whydunit_program" | "whydunit_trace" | "malloc" | "printf")
                })
            };
            let found = text.lines().find(is_about_c);
            assert_eq!(found, None, "{} speaks of programs", file.display());
        }
    }
}

/// Only the command prints, exits or reads the environment.
#[test]
fn only_cli_touches_the_outside() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/ should exist");
    for (name, _) in ALLOWED.iter().filter(|(name, _)| *name != "cli") {
        for file in rust_files(&crates.join(name).join("src")) {
            let text = std::fs::read_to_string(&file).expect("sources should be readable");
            let code = text.split("#[cfg(test)]").next().unwrap_or("");
            for forbidden in ["println!", "eprintln!", "std::process::exit", "env::var"] {
                assert!(!code.contains(forbidden), "{} uses {forbidden}", file.display());
            }
        }
    }
}

fn rust_files(directory: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        // Modules of these names are compiled for tests only.
        if path.file_stem().is_some_and(|name| name == "tests" || name == "testing") {
            continue;
        }
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
