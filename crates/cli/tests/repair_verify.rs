//! `whydunit repair --verify`: the machine's C compiler is asked about repairs, and what it says is shown.

use crate::command_support;
use crate::common;

use std::path::Path;

use command_support::Directory;
use common::{c_compiler, run_with_input};
use serde_json::{Value, json};

const REPAIRS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/repair");

fn has_compiler() -> bool {
    let is_there = c_compiler(&[]).is_some();
    if !is_there {
        whydunit_testing::missing("there is no C compiler");
    }
    is_there
}

/// Copies of a program and its suite.
fn copied(from: &str, program: &str, faulty: Option<(&str, &str)>) -> Directory {
    let read = |name: String| {
        let path = Path::new(REPAIRS).join(from).join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
    };
    let mut text = read(format!("{program}.c"));
    if let Some((original, faulty)) = faulty {
        assert!(text.contains(original), "{program} should have `{original}`");
        text = text.replacen(original, faulty, 1);
    }
    let suite = read(format!("{program}.toml"));
    Directory::with(&[("p.c", text.as_str()), ("t.toml", suite.as_str())])
}

/// The repairs of the report.
fn repairs(directory: &Directory, args: &[&str], compiler: Option<&str>) -> Vec<Value> {
    let mut all = vec!["repair", "p.c", "--native", "--verify", "--format", "json"];
    all.extend(args);
    let mut command = directory.command(&all);
    if let Some(compiler) = compiler {
        command.env("CC", compiler);
    }
    let output = run_with_input(&mut command, b"");
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    report["failures"][0]["repairs"].as_array().cloned().unwrap_or_default()
}

fn verified(repairs: &[Value]) -> Vec<&Value> {
    repairs.iter().map(|repair| &repair["verified"]).collect()
}

#[test]
fn programs_with_output_agree() {
    if !has_compiler() {
        return;
    }
    let directory = copied("own", "triangle", None);
    let found = repairs(&directory, &["--tests", "t.toml"], None);
    assert_eq!(verified(&found), [&json!(true)]);
    assert_eq!(found[0]["edits"][0]["new"], "||");
    let text = directory.says(&["repair", "p.c", "--tests", "t.toml", "--native", "--verify"]);
    assert!(text.contains("; the C compiler agrees\n"), "{text}");
    let text = directory.says(&["repair", "p.c", "--tests", "t.toml"]);
    assert!(!text.contains("C compiler"), "{text}");
}

#[test]
fn functions_with_contracts_agree() {
    if !has_compiler() {
        return;
    }
    let directory = copied("table1", "max", Some(("s < a[i]", "s > a[i]")));
    let args = ["--tests", "t.toml", "--function", "max", "--max-repairs", "1"];
    assert_eq!(verified(&repairs(&directory, &args, None)), [&json!(true)]);
}

#[test]
fn functions_with_expected_results_agree() {
    if !has_compiler() {
        return;
    }
    let directory = copied("own", "sales", None);
    let args = ["--tests", "t.toml", "--function", "sales", "--max-repairs", "1"];
    let found = repairs(&directory, &args, None);
    assert_eq!(verified(&found), [&json!(true)]);
    let remarks = found[0]["remarks"].to_string();
    assert!(!remarks.contains("C compiler"), "all tests were asked about: {remarks}");
}

/// Headers, macros of the command line, and several files in several directories.
#[test]
fn programs_of_several_files_agree() {
    if !has_compiler() {
        return;
    }
    let directory = Directory::with(&[
        (
            "p.c",
            "#include \"lib/f.h\"\n#include <stdio.h>\nint main(void) { printf(\"%d\\n\", f(N)); return 0; }\n",
        ),
        ("lib/f.h", "#include \"own.h\"\nint f(int x);\n"),
        ("lib/own.h", "#define ONE 1\n"),
        ("lib/f.c", "#include \"f.h\"\nint f(int x) { return x - ONE; }\n"),
        ("t.toml", "[[test]]\nstdout = \"4\\n\"\n"),
    ]);
    let args = ["lib/f.c", "-D", "N=3", "--tests", "t.toml", "--max-repairs", "1"];
    assert_eq!(verified(&repairs(&directory, &args, None)), [&json!(true)]);
}

/// Tests that a search has made, of a program with values from outside.
#[test]
fn made_tests_agree() {
    if !has_compiler() {
        return;
    }
    let program = "extern int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n\
        \x20   int t[4] = { 0 };\n\
        \x20   int i = __VERIFIER_nondet_int();\n\
        \x20   if (i >= 0 && i <= 4)\n\
        \x20       t[i] = 1;\n\
        \x20   return 0;\n\
        }\n";
    let directory = Directory::with(&[("p.c", program)]);
    let found = repairs(&directory, &["--max-repairs", "1"], None);
    assert_eq!(verified(&found), [&json!(true)]);
}

/// A compiler that compiles something else than the preprocessor shows.
#[cfg(unix)]
fn other_compiler(directory: &Directory) -> String {
    use std::os::unix::fs::PermissionsExt;
    let compiler = c_compiler(&[]).expect("there should be a compiler");
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in *\" -E \"*) exec {compiler} \"$@\";; esac\nexec {compiler} -DOTHER \"$@\"\n"
    );
    directory.write("cc.sh", script);
    let path = directory.file("cc.sh");
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, permissions).expect("it should become executable");
    path.display().to_string()
}

#[cfg(unix)]
#[test]
fn repairs_that_do_not_pass_when_compiled_are_told() {
    if !has_compiler() {
        return;
    }
    let program = "#include <stdio.h>\n\
        int main(void) {\n\
        \x20   int x = 2;\n\
        #ifdef OTHER\n\
        \x20   x = 3;\n\
        #endif\n\
        \x20   printf(\"%d\\n\", x - 1);\n\
        \x20   return 0;\n\
        }\n";
    let directory = Directory::with(&[
        ("p.c", program),
        ("t.toml", "[[test]]\nname = \"three\"\nstdout = \"3\\n\"\n"),
    ]);
    let compiler = other_compiler(&directory);
    let found = repairs(&directory, &["--tests", "t.toml", "--max-repairs", "1"], Some(&compiler));
    assert_eq!(verified(&found), [&json!(false)]);
    let remarks = found[0]["remarks"].to_string();
    assert!(
        remarks.contains("compiled by the C compiler, three fails: line 1 of the output is"),
        "{remarks}"
    );
    let args = [
        "repair",
        "p.c",
        "--tests",
        "t.toml",
        "--native",
        "--verify",
        "--apply",
        "--max-repairs",
        "1",
    ];
    let output = run_with_input(directory.command(&args).env("CC", &compiler), b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("; compiled by the C compiler it does not pass\n"), "{text}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("--apply: no repair passes when it is compiled"), "{said}");
    assert_eq!(directory.read("p.c"), program);
}

/// A compiler that only preprocesses.
#[cfg(unix)]
#[test]
fn without_a_usable_compiler_nothing_is_claimed() {
    use std::os::unix::fs::PermissionsExt;
    if !has_compiler() {
        return;
    }
    let directory = copied("own", "triangle", None);
    let compiler = c_compiler(&[]).expect("there should be a compiler");
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in *\" -E \"*) exec {compiler} \"$@\";; esac\necho no license >&2\nexit 1\n"
    );
    directory.write("cc.sh", script);
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(directory.file("cc.sh"), permissions)
        .expect("it should become executable");
    let compiler = directory.file("cc.sh").display().to_string();
    let found = repairs(&directory, &["--tests", "t.toml"], Some(&compiler));
    assert_eq!(verified(&found), [&Value::Null]);
    let remarks = found[0]["remarks"].to_string();
    assert!(remarks.contains("not checked by the C compiler: no license"), "{remarks}");
}
