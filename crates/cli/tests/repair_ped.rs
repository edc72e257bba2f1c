//! The examples of Balakrishnan and Ganai's "PED: Proof-guided Error Diagnosis by Triangulation of Program Error Causes" (SEFM 2008)
//! from the command line, and the options of `whydunit repair --method ped`.

use crate::command_support;
use crate::repair_support;

use std::fs;
use std::path::{Path, PathBuf};

use command_support::Directory;
use repair_support::diagnosis::{Diagnosis, Solution};
use repair_support::session::{repairs_of, report};
use serde_json::Value;

const LEVELS: [&str; 4] = ["default", "no-inv", "with-inv", "relevant"];

/// The report on one of the paper's programs, which fails.
fn diagnosed(args: &[&str]) -> (Value, Diagnosis) {
    let args = [&["--method", "ped"], args].concat();
    let report = report(&figures(), &args, 1);
    let diagnosis = Diagnosis::of(&report).expect("there should be a diagnosis");
    (report, diagnosis)
}

fn figures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ped/figures")
}

/// The number of the line with this text.
fn line_of(file: &str, text: &str) -> usize {
    let program = fs::read_to_string(figures().join(file)).expect("the program should be there");
    let index = program.lines().position(|line| line.contains(text));
    index.unwrap_or_else(|| panic!("{file} should have {text}")) + 1
}

fn summaries(diagnosis: &Diagnosis) -> Vec<String> {
    diagnosis.solutions.iter().map(Solution::summary).collect()
}

/// Fig. 2 and 3.
#[test]
fn the_loop_condition_is_first_on_every_level() {
    let line = line_of("sum.c", "i <= n");
    for level in LEVELS {
        let (report, diagnosis) = diagnosed(&["sum.c", "--ped-level", level]);
        assert_eq!(report["repairing"]["diagnosis"]["level"], level);
        assert_eq!(diagnosis.steps, 23, "{level}");
        let first = format!("{line}: i <= n -> `<=` becomes `<`");
        assert_eq!(summaries(&diagnosis).first(), Some(&first), "{level}");
        let repairs = repairs_of(&report);
        assert_eq!(repairs[0].summary(), format!("{line}: <= -> <"), "{level}");
        // The program takes no input: there is one run.
        assert_eq!(repairs[0].grade, "this-run", "{level}");
    }
}

/// Section 4.1: the proof that no index is negative rests on `i = 0`.
#[test]
fn statements_that_proofs_rest_on_are_trusted() {
    let line = line_of("sum.c", "i = 0");
    let (report, diagnosis) = diagnosed(&["sum.c", "--ped-level", "relevant"]);
    let mut fixes = diagnosis.solutions.iter().flat_map(|solution| &solution.fixes);
    assert!(fixes.all(|fix| fix.text != "i = 0"), "{:?}", summaries(&diagnosis));
    let trusted = report["repairing"]["diagnosis"]["trusted"].as_array().expect("a list of lines");
    assert!(trusted.iter().any(|trusted| *trusted == line), "{trusted:?}");
    let first_step = |level| {
        let (report, _) = diagnosed(&["sum.c", "--ped-level", level, "--show-evidence"]);
        let diagnosis = &report["repairing"]["diagnosis"];
        (diagnosis["trusted"].clone(), diagnosis["program"][0].as_str().unwrap_or("").to_owned())
    };
    assert_eq!(first_step("relevant").1, "1: i = 0;");
    let (trusted, step) = first_step("with-inv");
    assert_eq!(trusted, Value::Array(Vec::new()));
    assert!(step.starts_with("1: i = ndSel1 "), "{step}");
}

/// Fig. 4.
#[test]
fn the_repair_program_is_shown_with_evidence() {
    let (report, _) = diagnosed(&["sum.c", "--ped-level", "relevant", "--show-evidence"]);
    let program = report["repairing"]["diagnosis"]["program"].as_array().expect("a program");
    let lines: Vec<&str> = program.iter().filter_map(Value::as_str).collect();
    let numbered = lines.iter().zip(1..).filter(|(line, number)| {
        line.split_once(": ").is_some_and(|(before, _)| before == number.to_string())
    });
    assert_eq!(numbered.count(), 24, "{lines:#?}");
    assert!(lines[1].starts_with("2: if (ndSel2 "), "{}", lines[1]);
    assert!(lines[2].starts_with("3: i = ndSel3 "), "{}", lines[2]);
    assert_eq!(lines[22..], ["23: if (in_bounds(values[i])) goto END;", "24: ERR();", "END:"]);
    let (report, _) = diagnosed(&["sum.c"]);
    assert!(report["repairing"]["diagnosis"]["program"].is_null());
}

/// Section 4.4: each branch alone could be changed, but for both runs only what comes before.
#[test]
fn a_change_mends_all_runs_that_were_found() {
    let (_, diagnosis) =
        diagnosed(&["two_traces.c", "--function", "choose", "--ped-level", "no-inv"]);
    let single = diagnosis.solutions.iter().filter(|solution| solution.fixes.len() == 1);
    let lines: Vec<usize> = single.map(|solution| solution.fixes[0].line).collect();
    assert_eq!(lines, [line_of("two_traces.c", "x = 0")], "{:?}", summaries(&diagnosis));
    assert_eq!(diagnosis.first_naming(&lines), Some(1), "{:?}", summaries(&diagnosis));
}

/// Section 4.4 without being told of the second way: it is looked for, however rarely it is taken, and the value that does for both ways becomes an edit.
#[test]
fn every_way_to_the_failure_is_looked_for() {
    for condition in ["c > 4", "c == 77777", "c % 1000 == 999", "c < -4 || (c & 15) == 9"] {
        let text = format!(
            "int choose(int c)
{{
    int w = 1;
    if ({condition})
        w = w + 2;
    else
        w = w + 3;
    //@ assert w <= 2;
    return w;
}}
"
        );
        let directory = Directory::with(&[("choose.c", &text)]);
        for level in &LEVELS[1..] {
            let args =
                ["choose.c", "--function", "choose", "--method", "ped", "--ped-level", level];
            let report = report(directory.path(), &args, 1);
            let diagnosis = Diagnosis::of(&report).expect("there should be a diagnosis");
            let single = diagnosis.solutions.iter().filter(|solution| solution.fixes.len() == 1);
            let lines: Vec<usize> = single.map(|solution| solution.fixes[0].line).collect();
            assert!(lines.iter().all(|line| *line == 3), "{condition}, {level}: {lines:?}");
            let repairs = repairs_of(&report);
            let found: Vec<_> =
                repairs.iter().map(|repair| (repair.summary(), &*repair.grade)).collect();
            assert_eq!(found, [("3: 1 -> -1".to_owned(), "proved")], "{condition}, {level}");
        }
    }
}

fn sum() -> Directory {
    let text = fs::read_to_string(figures().join("sum.c")).expect("the program should be there");
    Directory::with(&[("sum.c", &text)])
}

#[test]
fn a_library_can_be_extended() {
    let directory = sum();
    directory.write("mine.toml", "operator.\"<=\".\"!=\" = 60\n");
    let first = |more: &[&str]| {
        let args = [&["sum.c", "--method", "ped"], more].concat();
        repairs_of(&report(directory.path(), &args, 1))[0].summary()
    };
    let line = line_of("sum.c", "i <= n");
    assert_eq!(first(&[]), format!("{line}: <= -> <"));
    assert_eq!(first(&["--annotations", "mine.toml"]), format!("{line}: <= -> !="));
    // What a later file says goes before what an earlier one does.
    directory.write("less.toml", "operator.\"<=\".\"!=\" = 29\n");
    let both = ["--annotations", "mine.toml", "--annotations", "less.toml"];
    assert_eq!(first(&both), format!("{line}: <= -> <"));
}

#[test]
fn mistakes_in_a_library_are_told_with_their_place() {
    let directory = sum();
    directory.write("mine.toml", "swap.operands = 5\n\noperator.\"<=\".\"<<<\" = 40\n");
    let output =
        directory.output(&["repair", "sum.c", "--method", "ped", "--annotations", "mine.toml"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--> mine.toml:3:15\n"), "{said}");
    assert!(output.stdout.is_empty(), "nothing is repaired then");

    let missing = ["repair", "sum.c", "--method", "ped", "--annotations", "none.toml"];
    let output = directory.output(&missing);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("none.toml"), "{said}");
}

#[test]
fn unknown_levels_are_refused() {
    let output = sum().output(&["repair", "sum.c", "--method", "ped", "--ped-level", "nonsense"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(LEVELS.iter().all(|level| said.contains(level)), "{said}");
}

#[test]
fn an_edit_that_both_methods_name_is_shown_once() {
    let line = line_of("sum.c", "i <= n");
    let methods = |args: &[&str]| {
        let report = report(&figures(), &[&["sum.c"], args].concat(), 1);
        let repairs = report["failures"][0]["repairs"].as_array().expect("repairs").clone();
        let of_edit = |repair: &Value| {
            let edit = &repair["edits"][0];
            (edit["line"] == line && edit["old"] == "<=" && edit["new"] == "<")
                .then(|| repair["method"].as_str().unwrap_or_default().to_owned())
        };
        repairs.iter().filter_map(of_edit).collect::<Vec<_>>()
    };
    assert_eq!(methods(&[]), ["autodebug+ped"]);
    assert_eq!(methods(&["--method", "autodebug,ped"]), ["autodebug+ped"]);
    assert_eq!(methods(&["--method", "ped"]), ["ped"]);
    assert_eq!(methods(&["--method", "autodebug"]), ["autodebug"]);
}
