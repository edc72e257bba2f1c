//! How judgements are laid out as text: marks, what is not decided, inputs, sets, and who can trigger the failure. They are made by
//! hand; `explain_relevance.rs` has those of programs. Regenerate with `UPDATE_EXPECT=1`.

use crate::made_up;

use expect_test::expect;
use made_up::{Run, check, check_with, input};
use whydunit_report::{
    AdmittingInput, Avoided, Classification, ConditionalReport, DecidingInput, EnforcingShare,
    ExplanationReport, ExplanationStatus, FailureReport, InputKind, InputThatMatters, JudgedReport,
    Label, Reason, Replaced, Role, SecurityLevel, SecurityReport, TextOptions, UndecidedReport,
};

const SOURCE: &str = "int f(int n) {
  int x = 1;
  int y = read();
  if (y > 0)
    x = n;
  assert(x == 1);
}";

fn had(with: &[&str], had: &str, then: &str) -> Reason {
    let with = with.iter().map(|&text| text.into()).collect();
    let (had, then) = (had.into(), then.into());
    let ending = Some(whydunit_report::EndingReport::Ends);
    let replaced = Some(Replaced { with, had, then, is_far_fetched: false, ending });
    Reason { replaced, ..Reason::default() }
}

/// A run of which two steps are judged to matter.
fn run() -> Run {
    let mut run = Run::new(SOURCE);
    run.sets(2, "int x = 1", "x", 1);
    run.sets(3, "int y = read()", "y", 1);
    run.matters(Role::Input, had(&[], "y been 0", "line 4 would not have been taken"));
    run.decides(4, "y > 0", true);
    run.sets(5, "x = n", "x", 2);
    run.matters(Role::Assign, had(&["n = 3"], "x been 1", "the check would have passed"));
    run.step(6, "assert(x == 1)");
    run.relevant[0].label = Some(Label::Admitting);
    run.relevant[1].label = Some(Label::Enforcing);
    run
}

fn failure(change: impl FnOnce(&mut ExplanationReport)) -> FailureReport {
    let run = run();
    let mut failure = run.failure("assertion failed: x == 1");
    failure.inputs.push(input("n", "2"));
    let explanation = &mut failure.explanations[0];
    explanation.method = "relevance";
    explanation.judged = Some(JudgedReport { nothing: "Nothing.", ..JudgedReport::default() });
    change(explanation);
    failure
}

fn judged(change: impl FnOnce(&mut JudgedReport)) -> FailureReport {
    failure(|explanation| change(explanation.judged.get_or_insert_default()))
}

fn undecided(step: usize, line: u32, why: &str) -> UndecidedReport {
    let (file, text) = ("prog.c".into(), String::new());
    UndecidedReport { step, file, line, column: 1, text, why: why.into() }
}

#[test]
fn marks_and_reasons() {
    check(
        failure(|_| {}),
        &expect![[r#"
        error: assertion failed: x == 1                                         prog.c:6
               with n = 2

           3@│ int y = read();   had y been 0 here, line 4 would not have been taken
           5*│   x = n;          with n = 3, had x been 1 here, the check would have
             │                   passed
           6 │ assert(x == 1);

          2 of 9 executed statements matter.
          * another value here, @ another input here would have led elsewhere.
    "#]],
    );
}

#[test]
fn narrow_terminals() {
    let options = TextOptions { width: 60, ..TextOptions::default() };
    check_with(
        failure(|_| {}),
        &options,
        &expect![[r#"
        error: assertion failed: x == 1                     prog.c:6
               with n = 2

           3@│ int y = read();   had y been 0 here, line 4 would not
             │                   have been taken
           5*│   x = n;          with n = 3, had x been 1 here, the
             │                   check would have passed
           6 │ assert(x == 1);

          2 of 9 executed statements matter.
          * another value here, @ another input here would have led
          elsewhere.
    "#]],
    );
}

#[test]
fn what_is_not_decided_is_named() {
    let failure = failure(|explanation| {
        explanation.status = ExplanationStatus::Partial;
        let judged = explanation.judged.get_or_insert_default();
        judged.unknown = vec![
            undecided(0, 2, "the time limit was reached"),
            undecided(2, 4, "the time limit was reached"),
            undecided(4, 6, "the answer depends on abstracted operations"),
        ];
    });
    check(
        failure,
        &expect![[r#"
        error: assertion failed: x == 1                                         prog.c:6
               with n = 2

           3@│ int y = read();   had y been 0 here, line 4 would not have been taken
           5*│   x = n;          with n = 3, had x been 1 here, the check would have
             │                   passed
           6 │ assert(x == 1);

          partial: not everything could be decided
          2 of 9 executed statements matter.
          * another value here, @ another input here would have led elsewhere.
          not decided: lines 2 and 4 (the time limit was reached)
          not decided: line 6 (the answer depends on abstracted operations)
    "#]],
    );
}

/// That nothing matters is said only where everything was decided.
#[test]
fn nothing_matters() {
    let nothing = |status| {
        failure(|explanation| {
            explanation.status = status;
            explanation.relevant.clear();
            explanation.statements.relevant = 0;
        })
    };
    check(
        nothing(ExplanationStatus::Complete),
        &expect![[r#"
        error: assertion failed: x == 1                                         prog.c:6
               with n = 2

           6 │ assert(x == 1);

          Nothing.
    "#]],
    );
    check(
        nothing(ExplanationStatus::Partial),
        &expect![[r#"
        error: assertion failed: x == 1                                         prog.c:6
               with n = 2

           6 │ assert(x == 1);

          partial: not everything could be decided
    "#]],
    );
}

#[test]
fn inputs_sets_and_conditionals() {
    let failure = judged(|judged| {
        let inputs = (0..7).map(|index| InputThatMatters {
            name: format!("a[{index}]"),
            label: Some(Label::Admitting),
            why: format!("had a[{index}] been 0, line 4 would not have been taken"),
            ending: None,
            step: None,
        });
        judged.inputs_that_matter = inputs.collect();
        judged.sets = Some(vec![vec![3], vec![0, 1]]);
        judged.set_texts = vec![
            "replacing line 5 alone (x by 1) lets the check pass".into(),
            "replacing line 2 (x by 3) and line 3 (y by 0) together lets the check pass".into(),
        ];
        judged.irrelevant_conditionals = Some(vec![ConditionalReport {
            step: 2,
            file: "prog.c".into(),
            line: 4,
            column: 7,
            text: "y > 0".into(),
        }]);
    });
    check(
        failure,
        &expect![[r#"
        error: assertion failed: x == 1                                         prog.c:6
               with n = 2

           3@│ int y = read();   had y been 0 here, line 4 would not have been taken
           5*│   x = n;          with n = 3, had x been 1 here, the check would have
             │                   passed
           6 │ assert(x == 1);

          * another value here, @ another input here would have led elsewhere.
          Had a[0] been 0, line 4 would not have been taken.
          Had a[1] been 0, line 4 would not have been taken.
          Had a[2] been 0, line 4 would not have been taken.
          Had a[3] been 0, line 4 would not have been taken.
          Had a[4] been 0, line 4 would not have been taken.
          Further inputs that matter: a[5] and a[6].
          Replacing line 5 alone (x by 1) lets the check pass.
          Replacing line 2 (x by 3) and line 3 (y by 0) together lets the check pass.
          Which way line 4 goes does not matter.
    "#]],
    );
}

#[test]
fn who_can_trigger_it() {
    let last_line = |change: &dyn Fn(&mut SecurityReport)| {
        let mut security = SecurityReport {
            classification: Classification::Security,
            inputs: vec![DecidingInput {
                name: "y".into(),
                kind: InputKind::Value,
                failing_value: "1".into(),
                passing_value: "0".into(),
                level: SecurityLevel::Program,
                avoided: Avoided::Ends,
                avoided_line: None,
                with: Vec::new(),
            }],
            level: SecurityLevel::Program,
            reason: None,
            last_admitting_input: None,
            enforcing_share: None,
            has_external_inputs: true,
        };
        change(&mut security);
        let mut failure = failure(|_| {});
        failure.security = Some(security);
        let text = made_up::text(failure, &TextOptions { width: 80, ..TextOptions::default() });
        text.lines().last().unwrap_or_default().trim_start().to_owned()
    };
    expect![[r#"
          Attacker-controlled: y = 1 fails, y = 0 does not.
          Attacker-controlled: y = 1 fails, y = 0 fails in another way.
          Attacker-controlled: y = 1 fails, with y = 0 it never ends.
          Attacker-controlled: with n = 3, y = 1 fails, y = 0 does not.
          Not attacker-controlled: no input alone decides whether it fails.
          Not known whether an attacker can trigger it.
          Not known whether an attacker can trigger it (the time limit was reached).
          * another value here, @ another input here would have led elsewhere.
          1 of 2 relevant steps is the program's own; last input: y (line 3)."#]]
    .assert_eq(
        &[
            last_line(&|_| {}),
            last_line(&|it| it.inputs[0].avoided = Avoided::FailsElsewhere),
            last_line(&|it| it.inputs[0].avoided = Avoided::NeverEnds),
            last_line(&|it| it.inputs[0].with = vec!["n = 3".into()]),
            last_line(&|it| it.classification = Classification::NotSecurity),
            last_line(&|it| it.classification = Classification::Unknown),
            last_line(&|it| {
                it.classification = Classification::Unknown;
                it.reason = Some("the time limit was reached".into());
            }),
            // Where nobody outside has a say there is nothing to be said.
            last_line(&|it| it.has_external_inputs = false),
            last_line(&|it| {
                let (name, file) = ("y".into(), "prog.c".into());
                it.last_admitting_input = Some(AdmittingInput { name, file, line: 3 });
                it.enforcing_share = Some(EnforcingShare { enforcing: 1, relevant: 2 });
            }),
        ]
        .join("\n"),
    );
}

/// The lines of one explanation with the marks of another; then what only the other one names.
#[test]
fn two_explanations_as_one() {
    let mut failure = judged(|judged| {
        judged.inputs_that_matter = vec![InputThatMatters {
            name: "n".into(),
            label: Some(Label::Admitting),
            why: "had n been 1, the check would have passed".into(),
            ending: None,
            step: None,
        }];
    });
    let mut told = run().explanation();
    told.relevant.remove(0);
    told.relevant[0].reason = made_up::establishes(&["x >= 2"]);
    told.general = Some("n >= 2".into());
    failure.explanations.insert(0, told);
    failure.is_joined = true;
    check(
        failure,
        &expect![[r#"
            error: assertion failed: x == 1                                         prog.c:6
                   with n = 2; fails whenever n >= 2

               5*│   x = n;          makes x >= 2
               6 │ assert(x == 1);

              2 of 9 executed statements matter. * another value here would have led
              elsewhere.
              Inputs that matter: n.
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}

/// That another value would have failed, too, is said only to those who ask.
#[test]
fn other_failures_are_not_pointed_out() {
    let mut failure = failure(|explanation| {
        for entry in &mut explanation.relevant {
            let replaced = entry.reason.replaced.as_mut().expect("values should be replaced");
            replaced.is_far_fetched = true;
        }
    });
    let mut told = run().explanation();
    told.relevant.clear();
    failure.explanations.insert(0, told);
    failure.is_joined = true;
    let text = made_up::text(failure, &TextOptions::default());
    assert!(!text.contains("Other lines"), "{text}");
}
