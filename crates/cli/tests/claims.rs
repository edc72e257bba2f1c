//! Claims about all inputs, held against the C compiler: *fails whenever C* is compiled together with the program, and both are run on a grid of inputs.
//!
//! `WHYDUNIT_CLAIMS=100000 cargo test --release -p whydunit-cli --test claims` tries that many programs.

#[path = "claims/made.rs"]
mod made;

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Programs that are made without further wishes.
const PROGRAMS: u64 = 60;

/// Inputs that every claim is tried on: what the programs compare with, and the ends of the type.
const INPUTS: &str = "-2147483647 - 1, -2147483647, -1000, -65, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, \
                      12, 13, 14, 15, 16, 17, 31, 32, 33, 64, 100, 1023, 65536, 2147483646, 2147483647";

struct Claim {
    general: String,
    line: u64,
}

enum Answer {
    /// No failure was found.
    Holds,
    Fails(Option<Claim>),
}

#[test]
fn claims_about_all_inputs_are_true() {
    let wanted = std::env::var("WHYDUNIT_CLAIMS").ok().and_then(|text| text.parse().ok());
    let count = wanted.unwrap_or(PROGRAMS);
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let (mut failing, mut claims) = (0, 0);
    let mut wrong = Vec::new();
    for seed in 1..=count {
        let text = made::program(seed);
        let file = directory.path().join("made.c");
        std::fs::write(&file, &text).expect("writing it should work");
        let Answer::Fails(claim) = explained(&file, seed) else { continue };
        failing += 1;
        let Some(claim) = claim else { continue };
        claims += 1;
        if let Some(inputs) = counterexample(directory.path(), &text, &claim) {
            wrong.push(format!(
                "seed {seed}: line {} does not fail with {inputs}, said to fail whenever {}\n{text}",
                claim.line, claim.general
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {claims} claims are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    // Nothing is won by silence.
    assert!(failing * 4 >= count, "only {failing} of {count} programs fail");
    assert!(claims * 10 >= failing * 6, "only {claims} of {failing} explanations say when");
}

/// What is said of a program's first failure.
fn explained(file: &Path, seed: u64) -> Answer {
    let output = Command::new(env!("CARGO_BIN_EXE_whydunit"))
        .args(["explain", "--function", "f", "--format", "json", "--timeout", "60"])
        .arg(file)
        .output()
        .expect("the program should start");
    match output.status.code() {
        Some(0) => return Answer::Holds,
        Some(1) => {}
        code => {
            panic!("seed {seed}: exit code {code:?}: {}", String::from_utf8_lossy(&output.stderr))
        }
    }
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("the output should be JSON");
    let failure = &report["failures"][0];
    let explanation = &failure["explanations"][0];
    let claim = match (explanation["general"].as_str(), explanation["general_scope"].as_str()) {
        (Some(general), Some("program")) => Some(Claim {
            general: general.to_owned(),
            line: failure["property"]["line"].as_u64().expect("a failure should have a line"),
        }),
        _ => None,
    };
    Answer::Fails(claim)
}

/// Inputs that meet the condition and with which the program does not fail at the line, found by the C compiler.
fn counterexample(directory: &Path, text: &str, claim: &Claim) -> Option<String> {
    let mut source = String::from("#include <setjmp.h>\n#include <stdio.h>\nstatic jmp_buf out;\n");
    // The program keeps its lines.
    let program = text.replacen("#include <assert.h>", "", 1);
    let _ =
        writeln!(source, "#define assert(c) do {{ if (!(c)) longjmp(out, __LINE__); }} while (0)");
    let _ = writeln!(source, "#line 1\n{program}\n{}", made::RESET);
    let _ = writeln!(source, "static int claimed(int a, int b) {{ return {}; }}", claim.general);
    let _ = writeln!(
        source,
        "int main(void) {{\n    static const int in[] = {{{INPUTS}}};\n    const int n = sizeof in / sizeof in[0];\n\
         \x20   for (volatile int i = 0; i < n; i++)\n        for (volatile int j = 0; j < n; j++) {{\n\
         \x20           if (!claimed(in[i], in[j])) continue;\n            reset();\n            int line = setjmp(out);\n\
         \x20           if (line == 0) f(in[i], in[j]);\n            if (line == {}) continue;\n\
         \x20           printf(\"a = %d, b = %d\", in[i], in[j]);\n            return 1;\n        }}\n    return 0;\n}}",
        claim.line
    );
    let (file, program) = (directory.join("claimed.c"), directory.join("claimed"));
    std::fs::write(&file, source).expect("writing it should work");
    let compiled = Command::new("cc")
        .args(["-std=gnu11", "-O0", "-w", "-o"])
        .arg(&program)
        .arg(&file)
        .output()
        .expect("there should be a C compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&program).output().expect("the program should start");
    match output.status.code() {
        Some(0) => None,
        _ => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
    }
}
