//! Reports of searches whose results are made up: runs that are known to fail, and any coverage.

use std::time::Duration;

use expect_test::{Expect, expect};
use whydunit_find::{
    Coverage, FoundFailure, Gap, LoopCoverage, RecursionCoverage, Search, Stopped, Verdict,
};
use whydunit_interp::{Compiled, Config, Ending, InputValues, NoObserver, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_project::{Options, Outcome, compile, config, run_spec};
use whydunit_report::{Report, TextOptions, to_json, to_text};
use whydunit_source::Span;

use super::findings::findings;
use crate::search::{Scope, outcome};
use crate::session::given;

/// The index is wrong from line 3 on, whichever array it is used with.
const ONE_CAUSE: &str = "int f(int n, int d) {
  int a[8] = {0}, b[4] = {0};
  int i = n - 1;
  int r = a[i];
  r += b[i];
  if (d == 7)
    r = 100 / (d - 7);
  return r;
}
";

const LOOPS: &str = "extern int next(void);
int main(void) {
  int sum = 0;
  while (next()) {
    sum++;
  }
  for (int i = 0; i < next(); i++) sum--;
  return 0;
}
";

/// A program in a file `prog.c`, and what the options say of it.
struct Checked {
    options: Options,
    program: Program,
    config: Config,
    spec: RunSpec,
}

impl Checked {
    fn new(source: &str, options: &[&str]) -> Checked {
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        let file = directory.path().join("prog.c");
        std::fs::write(&file, source).expect("writing it should work");
        let mut given = Options::of([file]);
        for pair in options.chunks(2) {
            match *pair {
                ["--function", name] => given.start.function = Some(name.to_owned()),
                ["--timeout", seconds] => {
                    let seconds = seconds.parse().expect("a number of seconds");
                    given.budget.timeout = Some(Duration::from_secs(seconds));
                }
                _ => panic!("no such option: {pair:?}"),
            }
        }
        let subject = compile(&mut given).expect("the program should compile");
        let config = config(&given).expect("the options should be usable");
        let spec = run_spec(&given, &subject).expect("the inputs should be usable");
        Checked { options: given, program: subject.program, config, spec }
    }

    /// The failure that all of these inputs lead to.
    fn failure(&self, compiled: &Compiled<'_>, runs: &[&[&str]]) -> FoundFailure {
        let spec = |assignments: &&[&str]| {
            let mut inputs = InputValues::new();
            for assignment in *assignments {
                inputs.parse_assignment(assignment).expect(assignment);
            }
            RunSpec { inputs, ..self.spec.clone() }
        };
        let runs: Vec<RunSpec> = runs.iter().map(spec).collect();
        let result = compiled.run(&runs[0], &self.config, &mut |_, _| {}, &mut NoObserver);
        let Ending::Failed(failure) = result.ending else { panic!("{:?}", result.ending) };
        FoundFailure { failure, runs }
    }

    /// The report of a search that found these failures, each with one or several runs.
    fn report(&self, failures: &[&[&[&str]]], verdict: Verdict, coverage: Coverage) -> Report {
        self.report_with(false, failures, verdict, coverage)
    }

    /// The same, with or without the way to each failure.
    fn report_with(
        &self,
        with_steps: bool,
        failures: &[&[&[&str]]],
        verdict: Verdict,
        coverage: Coverage,
    ) -> Report {
        let compiled = prepare(&self.program);
        let failures = failures.iter().map(|runs| self.failure(&compiled, runs)).collect();
        let search = Search { verdict, failures, coverage, unended: Vec::new() };
        let scope = Scope {
            program: &self.program,
            compiled: &compiled,
            spec: &self.spec,
            given: given(&self.options, &self.spec),
            config: &self.config,
            proved: &[],
        };
        findings(&self.options, scope, &search, with_steps).report
    }

    /// The first place where the program's text has these words.
    fn place(&self, text: &str) -> Span {
        let (id, file) = self
            .program
            .sources
            .files()
            .find(|(_, file)| file.is_user() && file.text().contains(text))
            .expect("the text should be there");
        let start = file.text().find(text).expect("the text should be there") as u32;
        Span::new(id, start, start + text.len() as u32)
    }

    /// The report as users see it, the file called by its name alone.
    fn text(&self, report: &Report) -> String {
        let text = to_text(report, &TextOptions { width: 80, ..TextOptions::default() });
        self.without_directory(&text)
    }

    fn without_directory(&self, text: &str) -> String {
        let directory = self.options.files[0].parent().expect("the file is in a directory");
        text.replace(&format!("{}/", directory.display()), "")
    }
}

fn check_text(checked: &Checked, report: &Report, expected: &Expect) {
    let text = checked.text(report);
    expected.assert_eq(&text);
}

#[test]
fn failures_of_one_cause_are_one_finding() {
    let checked = Checked::new(ONE_CAUSE, &["--function", "f"]);
    let failures: &[&[&[&str]]] =
        &[&[&["n=0", "d=0"], &["n=9", "d=0"]], &[&["n=5", "d=0"]], &[&["n=1", "d=7"]]];
    let report = checked.report(failures, Verdict::Fails, Coverage::default());
    check_text(
        &checked,
        &report,
        &expect![[r#"
        error: index -1 is out of bounds of a[8]
         --> prog.c:4:11
          |
        4 |   int r = a[i];
          |           ^^^^ bounds
          |
          = note: with n = 0, d = 0
          = note: also with n = 9, d = 0
          = note: same cause: prog.c:5: index 4 is out of bounds of b[4] (with n = 5, d = 0)
          = note: reproduce: whydunit run prog.c --function f --input d=0 --input n=0

        error: division by zero: 100 / 0
         --> prog.c:7:9
          |
        7 |     r = 100 / (d - 7);
          |         ^^^^^^^^^^^^^ div
          |
          = note: with n = 1, d = 7
          = note: reproduce: whydunit run prog.c --function f --input d=7 --input n=1

        fails: 3 failures found, with 2 causes
          `whydunit explain` instead of `whydunit run` says why
    "#]],
    );
}

#[test]
fn fields_of_the_report() {
    let checked = Checked::new(ONE_CAUSE, &["--function", "f", "--timeout", "7"]);
    let failures: &[&[&[&str]]] = &[&[&["n=0", "d=0"], &["n=9", "d=0"]], &[&["n=5", "d=0"]]];
    let report = checked.report(failures, Verdict::Fails, Coverage::default());
    expect![[r#"
        {
          "schema": 2,
          "verdict": "fails",
          "assumptions": [],
          "failures": [
            {
              "property": {
                "kind": "bounds",
                "file": "prog.c",
                "line": 4,
                "column": 11,
                "end_line": 4,
                "end_column": 15,
                "text": "a[i]",
                "message": "index -1 is out of bounds of a[8]"
              },
              "inputs": [
                {
                  "name": "n",
                  "value": "0",
                  "origin": "parameter",
                  "external": true,
                  "file": "prog.c",
                  "line": 1
                },
                {
                  "name": "d",
                  "value": "0",
                  "origin": "parameter",
                  "external": true,
                  "file": "prog.c",
                  "line": 1
                }
              ],
              "stack": [
                {
                  "function": "f",
                  "called_at": null
                }
              ],
              "reproduce": "whydunit run prog.c --function f --input d=0 --input n=0",
              "group": 1,
              "further_runs": [
                {
                  "inputs": [
                    {
                      "name": "n",
                      "value": "9",
                      "origin": "parameter",
                      "external": true,
                      "file": "prog.c",
                      "line": 1
                    },
                    {
                      "name": "d",
                      "value": "0",
                      "origin": "parameter",
                      "external": true,
                      "file": "prog.c",
                      "line": 1
                    }
                  ],
                  "reproduce": "whydunit run prog.c --function f --input d=0 --input n=9"
                }
              ]
            },
            {
              "property": {
                "kind": "bounds",
                "file": "prog.c",
                "line": 5,
                "column": 8,
                "end_line": 5,
                "end_column": 12,
                "text": "b[i]",
                "message": "index 4 is out of bounds of b[4]"
              },
              "inputs": [
                {
                  "name": "n",
                  "value": "5",
                  "origin": "parameter",
                  "external": true,
                  "file": "prog.c",
                  "line": 1
                },
                {
                  "name": "d",
                  "value": "0",
                  "origin": "parameter",
                  "external": true,
                  "file": "prog.c",
                  "line": 1
                }
              ],
              "stack": [
                {
                  "function": "f",
                  "called_at": null
                }
              ],
              "reproduce": "whydunit run prog.c --function f --input d=0 --input n=5",
              "group": 1
            }
          ],
          "limits": [
            {
              "what": "unwind",
              "value": "0",
              "reached": false
            },
            {
              "what": "timeout",
              "value": "7",
              "reached": false
            },
            {
              "what": "memory",
              "value": "4096",
              "reached": false
            }
          ]
        }
    "#]]
    .assert_eq(&checked.without_directory(&to_json(&report)));
}

/// Forms that show the way to each failure change nothing for those that do not.
#[test]
fn steps_are_added_where_they_are_shown() {
    let checked = Checked::new(ONE_CAUSE, &["--function", "f"]);
    let failures: &[&[&[&str]]] = &[&[&["n=0", "d=0"]], &[&["n=1", "d=7"]]];
    let plain = checked.report(failures, Verdict::Fails, Coverage::default());
    let shown = checked.report_with(true, failures, Verdict::Fails, Coverage::default());
    assert!(plain.failures.iter().all(|failure| failure.trace.is_none()));
    let steps: Vec<Vec<&str>> = shown
        .failures
        .iter()
        .map(|failure| {
            let trace = failure.trace.as_ref().expect("there should be steps");
            trace.steps.iter().map(|step| step.text.as_str()).collect()
        })
        .collect();
    assert_eq!(steps[0].last(), Some(&"int r = a[i]"), "{:?}", steps[0]);
    assert_eq!(steps[1].last(), Some(&"r = 100 / (d - 7)"), "{:?}", steps[1]);
    let values: Vec<String> = shown.failures[1]
        .property
        .values
        .iter()
        .map(|value| format!("{} = {}", value.name, value.value))
        .collect();
    assert_eq!(values, ["d = 7"]);
    assert_eq!(checked.text(&plain), checked.text(&shown));
}

/// Calls are numbered by the search; users see the variables.
#[test]
fn inputs_go_by_the_names_of_variables() {
    let source = "extern int read_sensor(void);
int main(void) {
  int value = read_sensor();
  for (int i = 0; i < 2; i++) {
    int step = read_sensor();
    value += step;
  }
  //@ assert value != 12;
  return read_sensor();
}
";
    let checked = Checked::new(source, &[]);
    let run: &[&str] =
        &["read_sensor#1=5", "read_sensor#2=3", "read_sensor#3=4", "read_sensor#9=1"];
    let report = checked.report(&[&[run]], Verdict::Fails, Coverage::default());
    let reproduce = report.failures[0].reproduce.as_deref().expect("there should be a command");
    assert_eq!(
        checked.without_directory(reproduce),
        "whydunit run prog.c --input 'step=[3,4]' --input value=5"
    );
}

/// The name of a parameter cannot stand for a call as well.
#[test]
fn names_that_mean_two_things_are_not_used() {
    let source = "extern int next(void);
int f(int x) {
  int y = x;
  { int x = next(); y += x; }
  return 1 / (y - 3);
}
";
    let checked = Checked::new(source, &["--function", "f"]);
    let report = checked.report(&[&[&["x=1", "next#1=2"]]], Verdict::Fails, Coverage::default());
    let reproduce = report.failures[0].reproduce.as_deref().expect("there should be a command");
    assert!(reproduce.ends_with("--function f --input 'next#1=2' --input x=1"), "{reproduce}");
}

#[test]
fn verdicts_in_words() {
    let checked = Checked::new(LOOPS, &[]);
    let one_loop = Coverage {
        loops: vec![LoopCoverage { place: checked.place("next())"), iterations: 12 }],
        recursions: vec![RecursionCoverage {
            function: "main".into(),
            place: checked.place("main"),
            depth: 8,
        }],
        inputs: vec!["standard input of up to 16 bytes".into()],
        unwind: 12,
        ..Coverage::default()
    };
    let two_loops = Coverage {
        loops: vec![
            LoopCoverage { place: checked.place("next())"), iterations: 1 },
            LoopCoverage { place: checked.place("i < next()"), iterations: 1 },
        ],
        unwind: 1,
        ..Coverage::default()
    };
    let gap = Gap {
        message: "the function `fopen` is not supported".into(),
        place: Some(checked.place("sum++")),
    };
    let cases = [
        (Verdict::Holds, Coverage::default()),
        (Verdict::HoldsWithinBound, one_loop.clone()),
        (Verdict::HoldsWithinBound, Coverage { stopped: Some(Stopped::Time), ..two_loops.clone() }),
        (
            Verdict::HoldsWithinBound,
            Coverage { stopped: Some(Stopped::Interrupted), ..two_loops.clone() },
        ),
        (Verdict::Unknown, Coverage { gaps: vec![gap.clone(), gap], ..two_loops }),
        (Verdict::Unknown, Coverage { stopped: Some(Stopped::Memory), ..Coverage::default() }),
    ];
    let texts: Vec<String> = cases
        .into_iter()
        .map(|(verdict, coverage)| checked.text(&checked.report(&[], verdict, coverage)))
        .collect();
    expect![[r#"
        holds: no input makes a check fail
        --
        holds within 12 iterations of line 4 (loop `while (next())`), recursion of
          `main` to depth 8, standard input of up to 16 bytes
          a larger --unwind looks further
          --input fixes an input, --requires narrows it; `whydunit help limits` says
            more
        --
        holds within 1 iteration of lines 4 and 7
          stopped after 60 s; a larger --timeout looks further
        --
        holds within 1 iteration of lines 4 and 7
          stopped by Ctrl-C
        --
        unknown: no failure found, but not everything could be looked at
          looked at: 1 iteration of lines 4 and 7
          line 5: the function `fopen` is not supported
          a larger --unwind looks further
          --input fixes an input, --requires narrows it; `whydunit help limits` says
            more
        --
        unknown: no failure found, but not everything could be looked at
          stopped at 4096 MiB; a larger --memory looks further
    "#]]
    .assert_eq(&texts.join("--\n"));
}

#[test]
fn exit_codes_follow_the_verdict() {
    let code = |verdict: Verdict, stopped: Option<Stopped>| {
        let coverage = Coverage { stopped, ..Coverage::default() };
        outcome(&Search { verdict, failures: Vec::new(), coverage, unended: Vec::new() })
    };
    assert_eq!(code(Verdict::Fails, Some(Stopped::Interrupted)), Outcome::Failure);
    assert_eq!(code(Verdict::Holds, None), Outcome::NoFailure);
    assert_eq!(code(Verdict::HoldsWithinBound, Some(Stopped::Time)), Outcome::NoFailure);
    assert_eq!(code(Verdict::HoldsWithinBound, Some(Stopped::Interrupted)), Outcome::OutOfBudget);
    assert_eq!(code(Verdict::Unknown, None), Outcome::OutOfBudget);
}
