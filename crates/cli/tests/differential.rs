//! Every construct of the language and every function of the library: the program's output and exit code
//! are those of the same program made by the machine's C compiler.

use crate::common;

use std::path::Path;
use std::process::Command;

use common::{Case, c_compiler, difference, indented, json_report, parallel, programs};

#[test]
fn language() {
    compare("language");
}

#[test]
fn library() {
    compare("library");
}

fn compare(directory: &str) {
    let Some(compiler) = c_compiler(&[]) else {
        whydunit_testing::missing("no C compiler to compare with");
        return;
    };
    let has_m32 = c_compiler(&["-m32"]).is_some();
    let cases: Vec<Case> = programs(directory)
        .into_iter()
        .filter(|case| {
            let skipped = case.is_m32() && !has_m32;
            if skipped {
                let name = case.name();
                whydunit_testing::missing(&format!(
                    "{name} ({compiler} -m32 makes no programs here)"
                ));
            }
            !skipped
        })
        .collect();
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let results = parallel(&cases, |case| check(case, &compiler, scratch.path()));
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("programs", cases.len(), &failures);
}

fn check(case: &Case, compiler: &str, scratch: &Path) -> Result<(), String> {
    let (expected_code, expected) =
        native(case, compiler, scratch).map_err(|problem| format!("{}: {problem}", case.name()))?;
    let output = case.whydunit("run");
    let report = json_report(&output).map_err(|problem| format!("{}: {problem}", case.name()))?;
    let mut problems = String::new();
    let code = report["run"]["exit_code"].as_i64().map(|code| code & 0xff);
    if code != Some(i64::from(expected_code)) {
        let found = code.map_or("no exit code".into(), |code| format!("exit code {code}"));
        problems.push_str(&format!("    {found}, expected {expected_code}\n"));
        let property = &report["failures"][0]["property"];
        let place = if property.is_object() { property } else { &report["run"]["place"] };
        let message = report["run"]["message"].as_str().unwrap_or_default();
        problems.push_str(&format!("    {}:{}: {message}\n", place["line"], place["column"]));
    }
    if !output.status.success() {
        problems.push_str(&indented(String::from_utf8_lossy(&output.stderr).trim_end()));
    }
    let got = report["stdout"].as_str().unwrap_or_default();
    problems.push_str(&difference(&expected, got).unwrap_or_default());
    if problems.is_empty() { Ok(()) } else { Err(format!("{}:\n{problems}", case.name())) }
}

/// Exit code and output of the program as the C compiler makes it.
fn native(case: &Case, compiler: &str, scratch: &Path) -> Result<(i32, String), String> {
    let program = scratch.join(case.name());
    let made = Command::new(compiler)
        .args(["-O0", "-w"])
        .args(&case.cflags)
        .arg(&case.path)
        .args(&case.files)
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .output()
        .map_err(|e| format!("{compiler}: {e}"))?;
    if !made.status.success() {
        return Err(format!(
            "the C compiler refuses it\n{}",
            String::from_utf8_lossy(&made.stderr)
        ));
    }
    let output = common::run_with_input(Command::new(&program).args(&case.args), &case.stdin);
    let code = output.status.code().ok_or_else(|| format!("natively: {}", output.status))?;
    Ok((code, String::from_utf8_lossy(&output.stdout).into_owned()))
}
