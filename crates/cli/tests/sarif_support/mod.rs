//! What SARIF has to be: valid by the schema of the standard, and usable by the viewers that people have.
//!
//! The schema is not part of this repository: the crate that the form is built with ships it, and cargo knows where.

#![allow(dead_code, reason = "each test uses a part of this")]

mod odd;
mod viewers;

use std::path::Path;
use std::process::Command;

use jsonschema::Validator;
use serde_json::Value;

pub(crate) use odd::Odd;
use viewers::expectations;

/// Shown of what is wrong with one file.
const MOST_PROBLEMS: usize = 5;

/// The schema of SARIF 2.1.0, formats included.
pub(crate) fn standard() -> Validator {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    // Packages of other platforms need not be there.
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &host()])
        .arg("--manifest-path")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .output()
        .expect("cargo should run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo should write JSON");
    let manifest = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|package| package["name"] == "serde-sarif")
        .and_then(|package| package["manifest_path"].as_str())
        .expect("serde-sarif should be among the packages");
    let schema = Path::new(manifest).with_file_name("src").join("schema.json");
    let schema = std::fs::read_to_string(&schema).expect("serde-sarif should come with the schema");
    // A bracket in the pattern of languages stands for itself; not every reader of patterns guesses that.
    let schema = schema.replace("{2}]?$", "{2}\\\\]?$");
    let schema = serde_json::from_str(&schema).expect("the schema should be JSON");
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("the schema should be usable")
}

/// The platform that this is compiled for.
fn host() -> String {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(compiler).arg("-vV").output().expect("the compiler should run");
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("the compiler should know its host").to_owned()
}

/// Everything that is wrong with a log, by the standard and for viewers. `root` is where relative names start.
pub(crate) fn problems(standard: &Validator, log: &Value, root: &Path) -> Vec<String> {
    let errors = standard.iter_errors(log);
    let mut problems: Vec<String> = errors
        .take(MOST_PROBLEMS)
        .map(|error| format!("schema: {}: {error}", error.instance_path()))
        .collect();
    problems.extend(expectations(log, root).into_iter().take(MOST_PROBLEMS));
    problems
}
