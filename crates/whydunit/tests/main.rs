//! What the library leaves to its users: messages, progress, cancellation, files.

use std::sync::{Arc, Mutex};

use whydunit::{
    Cancel, CheckOptions, Encoding, Error, ExplainOptions, Inputs, MessageKind, Monitor, Observer,
    Options, Outcome, Report, RunFormula, Session, TraceOptions,
};

/// Writes down what it hears.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    fn note(&self, text: String) {
        self.0.lock().expect("nobody should have panicked").push(text);
    }

    fn has(&self, text: &str) -> bool {
        self.0.lock().expect("nobody should have panicked").iter().any(|heard| heard == text)
    }
}

impl Monitor for Heard {
    fn phase(&self, what: &str) {
        self.note(format!("phase: {what}"));
    }

    fn message(&self, kind: MessageKind, text: &str) {
        self.note(format!("{kind:?}: {text}"));
    }

    fn known(&self, report: &Report, outcome: Outcome) {
        self.note(format!("known: {} {outcome:?}", report.failures.len()));
    }
}

const INDEX: &str = "int get(int i) {\n  int a[4] = {0};\n  return a[i];\n}\n";

#[test]
fn a_monitor_hears_what_happens() {
    let heard = Heard::default();
    let mut options = Options::of_text("get.c", INDEX);
    options.observer = Observer::new(heard.clone());
    options.start.inputs = vec!["i=7".to_owned(), "j=1".to_owned()];
    let session = Session::open(options).expect("the program should compile");
    let answer = session.explain(&ExplainOptions::default()).expect("there should be an answer");
    assert_eq!(answer.outcome, Outcome::Failure);
    for expected in [
        "phase: reading the program",
        "Note: no main: starting in `get` (--function chooses another)",
        "Warning: no input is called `j`",
        "known: 1 OutOfBudget",
        "phase: explaining: flow-sensitive",
    ] {
        assert!(heard.has(expected), "{expected} is not in {:#?}", heard.0);
    }
}

#[test]
fn cancelled_work_says_what_is_known() {
    let cancel = Cancel::default();
    let mut options = Options::of_text("get.c", INDEX);
    options.budget.cancel = cancel.clone();
    let session = Session::open(options).expect("the program should compile");
    cancel.cancel();
    let checked = session.check(&CheckOptions::default()).expect("there should be an answer");
    assert_eq!(checked.outcome, Outcome::OutOfBudget);
}

#[test]
fn one_session_answers_many_questions() {
    let session =
        Session::open(Options::of_text("get.c", INDEX)).expect("the program should compile");
    for _ in 0..2 {
        let checked = session.check(&CheckOptions::default()).expect("there should be an answer");
        assert_eq!(checked.outcome, Outcome::Failure);
    }
    let formula = TraceOptions {
        formula: Some(RunFormula { inputs: Inputs::Free, encoding: Encoding::Plain }),
        ..TraceOptions::default()
    };
    let traced = session.trace(&formula).expect("there should be an answer");
    assert!(traced.formula.is_some_and(|text| text.contains("(check-sat)")));
    assert!(traced.trace.is_some());
}

#[test]
fn tests_come_from_files() {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let suite = directory.path().join("suite.toml");
    let text = "function = \"get\"\n[[test]]\ninputs = { i = 1 }\nresult = 0\n[[test]]\ninputs = { i = 4 }\n";
    std::fs::write(&suite, text).expect("writing should work");
    let mut options = Options::of_text("get.c", INDEX);
    options.tests.tests.push(suite);
    let session = Session::open(options).expect("the program and the suite should be readable");
    let answer = session.run_suite().expect("there should be an answer");
    assert_eq!(answer.outcome, Outcome::Failure);
    assert_eq!(answer.report.tests.map(|tests| tests.len()), Some(2));
}

#[test]
fn generated_files_are_returned() {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let file = directory.path().join("get.c");
    std::fs::write(&file, INDEX).expect("writing should work");
    let session = Session::open(Options::of([file])).expect("the program should compile");
    let witness = directory.path().join("witness.yml");
    let options = CheckOptions { write_witness: Some(witness.clone()), ..CheckOptions::default() };
    let checked = session.check(&options).expect("there should be an answer");
    assert_eq!(checked.files.len(), 1);
    assert_eq!(checked.files[0].path, witness);
    assert!(!witness.exists(), "writing is left to who asks");
}

#[test]
fn what_cannot_be_used_is_an_error() {
    let open = |options| Session::open(options).map(|_| ()).expect_err("it should be refused");
    assert!(matches!(open(Options::of(["no such file.c"])), Error::Diagnostics(_)));
    let several =
        Options::of_text("two.c", "int f(int x) { return x; } int g(int x) { return x; }");
    let Error::Start(unclear) = open(several) else { panic!("it is not clear where to start") };
    let names: Vec<&str> = unclear.candidates.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["f", "g"]);
    let mut wrong = Options::of_text("get.c", INDEX);
    wrong.start.checks = Some("speed".to_owned());
    let error = open(wrong);
    assert_eq!(error.outcome(), Outcome::Unusable);
    assert!(error.to_string().starts_with("--checks: "), "{error}");
}
