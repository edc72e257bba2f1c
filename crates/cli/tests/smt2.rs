//! `whydunit trace --format smt2`: what it prints, and that other solvers refute it.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::common;
use crate::expectation;

use std::process::Command;

use common::{Case, parallel, programs, run_with_input};
use expect_test::expect;
use expectation::Expectation;

const ABSOLUTE: &str = "#include <assert.h>
int absolute(int input)
{
    int abs = input;
    if (input < -5)
        abs = -input;
    assert(abs >= 0);
    return abs;
}
";

fn formula(options: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("abs.c"), ABSOLUTE).expect("writing it should work");
    let output = common::whydunit()
        .current_dir(directory.path())
        .args(["trace", "abs.c", "--function", "absolute", "--input", "input=-1"])
        .args(["--format", "smt2"])
        .args(options)
        .output()
        .expect("whydunit should start");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the formula should be text")
}

#[test]
fn one_named_assertion_per_step() {
    expect![[r#"
        ; abs.c:7:5: assertion failed: abs >= 0
        (set-option :produce-unsat-cores true)
        (set-logic QF_BV)
        (declare-fun |input input| () (_ BitVec 32))
        (declare-fun input@0 () (_ BitVec 32))
        (declare-fun abs@1 () (_ BitVec 32))
        (assert (! (= |input input| #xffffffff) :named given0))
        ; input
        (assert (! (= |input input| input@0) :named |step0:abs.c:2|))
        ; int abs = input
        (assert (! (= input@0 abs@1) :named |step1:abs.c:4|))
        ; input < -5
        (assert (! (bvsle #xfffffffb input@0) :named |step2:abs.c:5|))
        ; abs >= 0
        (assert (! (bvsle #x00000000 abs@1) :named check))
        (check-sat)
        (get-unsat-core)
    "#]]
    .assert_eq(&formula(&[]));
}

/// Fig. 1 of flow-sensitive fault localization: the condition is no step, it guards what stands in its arm, or what another arm sets is unchanged.
#[test]
fn conditions_guard_their_arms() {
    expect![[r#"
        ; abs.c:7:5: assertion failed: abs >= 0
        (set-option :produce-unsat-cores true)
        (set-logic QF_BV)
        (declare-fun |input input| () (_ BitVec 32))
        (declare-fun input@0 () (_ BitVec 32))
        (declare-fun abs@1 () (_ BitVec 32))
        (declare-fun framed@2!1 () Bool)
        (declare-fun |abs'4!2| () (_ BitVec 32))
        (assert (! (= |input input| #xffffffff) :named given0))
        (assert (! (or (= abs@1 |abs'4!2|) (not framed@2!1)) :named given1))
        ; input
        (assert (! (= |input input| input@0) :named |step0:abs.c:2|))
        ; int abs = input
        (assert (! (= input@0 abs@1) :named |step1:abs.c:4|))
        ; unchanged by the other arm of input < -5
        (assert (! (or (bvslt input@0 #xfffffffb) framed@2!1) :named |frame3:abs.c:5|))
        ; abs >= 0
        (assert (! (bvsle #x00000000 |abs'4!2|) :named check))
        (check-sat)
        (get-unsat-core)
    "#]]
    .assert_eq(&formula(&["--encoding", "flow-sensitive"]));
}

/// With free inputs nothing says which value the input has.
#[test]
fn inputs_can_be_free() {
    let fixed = formula(&["--inputs", "fixed"]);
    let free = formula(&["--inputs", "free"]);
    assert!(fixed.contains("(= |input input| #xffffffff)"), "{fixed}");
    assert!(!free.contains("#xffffffff"), "{free}");
}

#[test]
fn only_traces_have_formulas() {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("abs.c"), ABSOLUTE).expect("writing it should work");
    let run = |arguments: &[&str]| {
        common::whydunit()
            .current_dir(directory.path())
            .args(arguments)
            .output()
            .expect("it should start")
    };
    let start = ["abs.c", "--function", "absolute", "--format", "smt2"];
    let output = run(&[&["run"][..], &start].concat());
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("--format smt2 is for `whydunit trace`"), "{message}");
    // A run that does not fail has no trace.
    let output = run(&[&["trace"][..], &start, &["--input", "input=1"]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
}

/// `ψ ∧ TF ∧ φ` of every failing program, for every solver that is there.
#[test]
fn other_solvers_refute_every_trace() {
    let solvers: Vec<(&str, &[&str])> =
        [("z3", &["-in", "-T:10"][..]), ("cvc5", &["--lang", "smt2", "--tlimit=10000"][..])]
            .into_iter()
            .filter(|(name, _)| {
                let found = Command::new(name).arg("--version").output().is_ok();
                if !found {
                    whydunit_testing::missing(&format!("{name} is not installed"));
                }
                found
            })
            .collect();
    let cases: Vec<Case> = programs("checks")
        .into_iter()
        .filter(|case| matches!(expectation::expectation(case), Ok(Expectation::Some(_))))
        .collect();
    let results = parallel(&cases, |case| {
        let encodings = ["plain", "flow-sensitive"];
        encodings.into_iter().try_fold(0, |slow, encoding| {
            let answered = refuted(case, encoding, &solvers);
            let problem = |problem| format!("{}, {encoding}: {problem}", case.name());
            answered.map(|more| slow + more).map_err(problem)
        })
    });
    let slow = results.iter().flatten().sum::<usize>();
    if slow > 0 {
        eprintln!("{slow} formulas are too hard for another solver within its time");
    }
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    common::finish("formulas", cases.len(), &failures);
    assert!(slow <= 8, "{slow} formulas were not answered");
}

/// The number of solvers that did not answer in time.
fn refuted(case: &Case, encoding: &str, solvers: &[(&str, &[&str])]) -> Result<usize, String> {
    let mut run = common::whydunit();
    run.arg("trace").args(["--format", "smt2", "--timeout", "30", "--encoding", encoding]);
    run.args(&case.cflags).args(&case.whydunit).arg(&case.path).args(&case.files);
    if !case.args.is_empty() {
        run.arg("--").args(&case.args);
    }
    let output = run_with_input(&mut run, &case.stdin);
    if output.status.code() != Some(1) || output.stdout.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut slow = 0;
    for (name, arguments) in solvers {
        let mut solver = Command::new(name);
        solver.args(*arguments);
        let answer = run_with_input(&mut solver, &output.stdout);
        let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
        match answer.lines().next() {
            Some("unsat") => {}
            Some("timeout") | None => slow += 1,
            Some(_) if answer.contains("interrupted by timeout") => slow += 1,
            Some(_) => return Err(format!("{name} says {answer}")),
        }
    }
    Ok(slow)
}
