//! What each definition of responsibility says of the papers' examples and of programs that tell the definitions apart, and which inputs
//! decide whether a run fails.

#[path = "criteria/cases.rs"]
mod cases;
use crate::common;

use std::collections::BTreeSet;

use cases::CASES;
use common::{Failing, Setting, failing_text, line_of};
use expect_test::expect;
use whydunit_encode::Inputs;
use whydunit_explain::{
    Blocked, Counting, Criterion, JudgeOptions, Judgement, Label, Power, Status, Verdict,
    input_powers, judge,
};
use whydunit_solver::Budget;
use whydunit_term::Terms;

fn failing(name: &str, text: &str, options: &str) -> Failing {
    failing_text(name, text, &Setting::of(options))
        .unwrap_or_else(|| panic!("{name}: it should fail"))
}

/// As the papers have it: whatever blocks counts.
fn judged(failing: &Failing, criterion: Criterion, inputs: Inputs) -> Judgement {
    judged_by(failing, criterion, inputs, Counting::OtherChecks)
}

fn judged_by(
    failing: &Failing,
    criterion: Criterion,
    inputs: Inputs,
    counting: Counting,
) -> Judgement {
    let options = JudgeOptions { criterion, inputs, counting, budget: Budget::unlimited() };
    judge(&failing.program, &failing.trace, &mut Terms::new(), &options)
        .unwrap_or_else(|error| panic!("{}: {error}", failing.name))
}

fn relevant_lines(failing: &Failing, judgement: &Judgement) -> Vec<u32> {
    let lines: BTreeSet<u32> = judgement
        .relevant()
        .map(|(judged, _)| line_of(&failing.program, &failing.trace, judged.step))
        .collect();
    lines.into_iter().collect()
}

#[test]
fn each_definition_finds_its_lines() {
    let mut wrong = Vec::new();
    for case in CASES {
        let failing = failing(case.name, case.text, case.options);
        let expected = [
            (Criterion::Relevance, Counting::OtherChecks, case.relevance),
            (Criterion::Relevance, Counting::Own, case.own),
            (Criterion::Coreachable, Counting::OtherChecks, case.coreachable),
            (Criterion::Restrictive, Counting::OtherChecks, case.restrictive),
            (Criterion::BecomingRestrictive, Counting::OtherChecks, case.becoming),
            (Criterion::MoreBlocking, Counting::OtherChecks, case.blocking),
        ];
        for (criterion, counting, lines) in expected {
            let judgement = judged_by(&failing, criterion, Inputs::Free, counting);
            let found = relevant_lines(&failing, &judgement);
            let status = judgement.status;
            if found != lines || status != Status::Complete {
                let name = format!("{}: {} ({counting:?})", case.name, criterion.name());
                wrong.push(format!("{name}: {found:?}, {status:?}, not {lines:?}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// A step whose triple leads away without it is in every core; what else is in one is up to the solver.
#[test]
fn cores_contain_what_is_relevant() {
    for case in CASES {
        let failing = failing(case.name, case.text, case.options);
        let cores = judged(&failing, Criterion::UnsatCore, Inputs::Free);
        let relevant = judged(&failing, Criterion::Relevance, Inputs::Free);
        assert_eq!(cores.status, Status::Complete, "{}", case.name);
        assert_eq!(cores.judged.len(), relevant.judged.len(), "{}", case.name);
        for (core, exact) in cores.judged.iter().zip(&relevant.judged) {
            match (&core.verdict, &exact.verdict) {
                (Verdict::Relevant(core), Verdict::Relevant(exact)) => {
                    assert_eq!(core.label, exact.label, "{}", case.name);
                    assert!(!core.replaced.is_empty(), "{}", case.name);
                }
                (Verdict::Relevant(core), _) => {
                    assert_eq!(core.replaced, [], "{}", case.name);
                }
                (_, exact) => assert!(matches!(exact, Verdict::Irrelevant(_)), "{}", case.name),
            }
        }
    }
}

/// What the program states itself is among what blocks, and what else blocks is some other check, with each value that is found.
#[test]
fn the_readings_of_relevance_differ_by_other_checks() {
    for case in CASES {
        let failing = failing(case.name, case.text, case.options);
        for inputs in [Inputs::Fixed, Inputs::Free] {
            let all = judged(&failing, Criterion::Relevance, inputs);
            let own = judged_by(&failing, Criterion::Relevance, inputs, Counting::Own);
            assert_eq!(own.judged.len(), all.judged.len(), "{}", case.name);
            for (own, all) in own.judged.iter().zip(&all.judged) {
                assert_eq!((own.step, &own.target), (all.step, &all.target), "{}", case.name);
                match (&own.verdict, &all.verdict) {
                    (Verdict::Relevant(own), Verdict::Relevant(all)) => {
                        assert_eq!(own.label, all.label, "{}", case.name);
                        assert!(Counting::Own.counts(own.blocked), "{}", case.name);
                    }
                    (Verdict::Irrelevant(_), Verdict::Relevant(all)) => {
                        assert_eq!(all.blocked, Blocked::OtherFailure, "{}", case.name);
                    }
                    (Verdict::Irrelevant(_), Verdict::Irrelevant(_)) => {}
                    verdicts => panic!("{}: {verdicts:?}", case.name),
                }
            }
        }
    }
}

/// With the inputs of the run, nothing but the assigned value is open, and the definitions agree.
#[test]
fn with_fixed_inputs_the_definitions_agree() {
    for case in CASES {
        let failing = failing(case.name, case.text, case.options);
        let relevance = judged(&failing, Criterion::Relevance, Inputs::Fixed);
        let is_assignment = |label: Option<Label>| label == Some(Label::Enforcing);
        let expected: Vec<_> = relevance
            .relevant()
            .filter(|(_, witness)| is_assignment(witness.label))
            .map(|(judged, _)| (judged.step, &judged.target))
            .collect();
        for criterion in
            [Criterion::Restrictive, Criterion::BecomingRestrictive, Criterion::MoreBlocking]
        {
            let judgement = judged(&failing, criterion, Inputs::Fixed);
            let found: Vec<_> =
                judgement.relevant().map(|(judged, _)| (judged.step, &judged.target)).collect();
            assert_eq!(found, expected, "{}: {criterion:?}", case.name);
        }
    }
}

/// The execution, the value and the step of each witness, in words.
fn witnesses(text: &str, options: &str, criterion: Criterion) -> String {
    let failing = failing("witnesses", text, options);
    let (program, trace) = (&failing.program, &failing.trace);
    let name = |cell| whydunit_trace::cell_name(program, trace, cell).unwrap_or_default();
    let inputs = |list: &[(u32, u64)]| -> Vec<String> {
        let one = |&(record, value): &(u32, u64)| {
            format!("{} = {}", trace.inputs[record as usize].name, value as i32)
        };
        list.iter().map(one).collect()
    };
    let cells = |list: &[(whydunit_interp::Cell, u64)]| -> Vec<String> {
        list.iter().map(|&(cell, value)| format!("{} = {}", name(cell), value as i32)).collect()
    };
    let judgement = judged(&failing, criterion, Inputs::Free);
    judgement
        .relevant()
        .map(|(judged, witness)| {
            format!(
                "{}: from {:?} {:?}, {:?}, then {:?}: line {} {:?}",
                line_of(program, trace, judged.step),
                inputs(&witness.execution),
                cells(&witness.state),
                cells(&witness.replaced),
                inputs(&witness.continuation),
                line_of(program, trace, witness.blocked_at),
                witness.blocked
            )
        })
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn witnesses_say_why() {
    // The trace blocks as it is: nothing is replaced.
    let hidden = include_str!("../../../tests/papers/havoc_hides_assignment.c");
    expect![[r#"
        3: from [] [], [], then ["nondet#1 = 1005"]: line 7 CheckPasses
        4: from [] [], [], then ["nondet#1 = 1005"]: line 7 CheckPasses
        5: from [] [], [], then ["nondet#1 = 1005"]: line 7 CheckPasses"#]]
    .assert_eq(&witnesses(hidden, "--input nondet#1=5", Criterion::Restrictive));
    expect![[r#"
        3: from [] [], ["x = 0"], then ["nondet#1 = 1005"]: line 7 CheckPasses
        4: from [] [], ["y = 0"], then ["nondet#1 = 1005"]: line 7 CheckPasses
        5: from [] [], ["z = 0"], then ["nondet#1 = 1005"]: line 7 CheckPasses"#]]
    .assert_eq(&witnesses(hidden, "--input nondet#1=5", Criterion::MoreBlocking));
    let both = include_str!("../../../tests/papers/assumption_on_both.c");
    expect![[r#"3: from [] [], ["y = 0"], then []: line 5 Assumption"#]].assert_eq(&witnesses(
        both,
        "--input nondet#1=1",
        Criterion::Restrictive,
    ));
    expect![[r#"3: from [] [], ["y = 0"], then []: line 5 Assumption"#]].assert_eq(&witnesses(
        both,
        "--input nondet#1=1",
        Criterion::MoreBlocking,
    ));
    let either = "int main(void) {
  int a = 1;
  int b = 2;
  int either = (a == 1) | (b == 2);
  //@ assert either == 0;
}
";
    expect![[r#"
        3: from [] ["a = -1"], ["b = -1"], then []: line 5 CheckPasses
        4: from [] [], ["either = 0"], then []: line 5 CheckPasses"#]]
    .assert_eq(&witnesses(either, "", Criterion::Coreachable));
}

/// What is said of each input from outside, by name.
fn powers(text: &str, options: &str) -> String {
    let failing = failing("powers", text, options);
    let (program, trace) = (&failing.program, &failing.trace);
    let powers = input_powers(program, trace, &mut Terms::new(), &Budget::unlimited())
        .expect("the trace should be encoded");
    let inputs = |list: &[(u32, u64)]| -> Vec<String> {
        let one = |&(record, value): &(u32, u64)| {
            format!("{} = {}", trace.inputs[record as usize].name, value as i32)
        };
        list.iter().map(one).collect()
    };
    let one = |found: &whydunit_explain::InputPower| {
        let name = &trace.inputs[found.record as usize].name;
        match &found.power {
            Power::Decides { before, failing, passing, after } => {
                let (failing, passing) = (*failing as i32, *passing as i32);
                let (before, after) = (inputs(before), inputs(after));
                format!(
                    "{name}: after {before:?} {failing} fails, {passing} with {after:?} does not"
                )
            }
            Power::DoesNotDecide => format!("{name} does not decide"),
            Power::Unknown(reason) => format!("{name}: {reason}"),
        }
    };
    powers.iter().map(one).collect::<Vec<_>>().join("\n")
}

const HEADER: &str = "int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); void __VERIFIER_assume(int);\n";

#[test]
fn inputs_that_decide() {
    let user_input = include_str!("../../../tests/papers/user_input.c");
    expect!["nondet#1: after [] 2 fails, 0 with [] does not"]
        .assert_eq(&powers(user_input, "--input nondet#1=2"));
    let hidden = include_str!("../../../tests/papers/havoc_hides_assignment.c");
    expect!["nondet#1: after [] 5 fails, 1005 with [] does not"]
        .assert_eq(&powers(hidden, "--input nondet#1=5"));
    let parameters = include_str!("../../../tests/papers/sums.c");
    let run = "--function sums --input x=-1 --input y=0 --input z=0";
    expect![[r#"
        x does not decide
        y does not decide
        z: after [] 0 fails, 1 with [] does not"#]]
    .assert_eq(&powers(parameters, run));
}

#[test]
fn inputs_that_others_make_up_for() {
    let masked = format!(
        "{HEADER}int main(void) {{
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  unsigned unread = __VERIFIER_nondet_uint();
  unsigned sum = a + b;
  //@ assert sum != 8;
  return unread;
}}
"
    );
    let run = "--input nondet#1=3 --input nondet#2=5 --input nondet#3=1";
    expect![[r#"
        nondet#1 does not decide
        nondet#2: after [] 5 fails, 0 with [] does not
        nondet#3 does not decide"#]]
    .assert_eq(&powers(&masked, run));
    // What the last input can do is to be excluded: that avoids nothing, and the first decides alone.
    let ended = format!(
        "{HEADER}int main(void) {{
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(y > 0);
  //@ assert x > 0;
}}
"
    );
    expect![[r#"
        nondet#1: after [] -5 fails, 1 with [] does not
        nondet#2 does not decide"#]]
    .assert_eq(&powers(&ended, "--input nondet#1=-5 --input nondet#2=3"));
    // The run's own value is not sure, another is; the passing one needs another later input.
    let either = format!(
        "{HEADER}int main(void) {{
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int bad = (x == 50) | (y == 3);
  //@ assert !bad;
}}
"
    );
    expect![[r#"
        nondet#1: after [] 50 fails, 1 with ["nondet#2 = -1"] does not
        nondet#2: after [] 3 fails, 0 with [] does not"#]]
    .assert_eq(&powers(&either, "--input nondet#1=1 --input nondet#2=3"));
    // After the run's own first input nothing can avoid the failure.
    let beginning = format!(
        "{HEADER}int main(void) {{
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int bad = (x == 0) | (y == 3);
  //@ assert !bad;
}}
"
    );
    expect![[r#"
        nondet#1: after [] 0 fails, 1 with [] does not
        nondet#2: after ["nondet#1 = -1"] 3 fails, 7 with [] does not"#]]
    .assert_eq(&powers(&beginning, "--input nondet#1=0 --input nondet#2=7"));
}

#[test]
fn without_time_everything_is_unknown() {
    let case = &CASES[0];
    let failing = failing(case.name, case.text, case.options);
    let budget = Budget::unlimited().with_deadline(std::time::Instant::now());
    for criterion in Criterion::ALL {
        let options = JudgeOptions {
            criterion,
            inputs: Inputs::Free,
            counting: Counting::OtherChecks,
            budget: budget.clone(),
        };
        let judgement = judge(&failing.program, &failing.trace, &mut Terms::new(), &options)
            .expect("the trace should be encoded");
        assert_eq!(judgement.status, Status::Partial, "{criterion:?}");
        assert_eq!(judgement.relevant().count(), 0, "{criterion:?}");
    }
    let powers = input_powers(&failing.program, &failing.trace, &mut Terms::new(), &budget)
        .expect("the trace should be encoded");
    assert!(matches!(powers[0].power, Power::Unknown(_)));
}
