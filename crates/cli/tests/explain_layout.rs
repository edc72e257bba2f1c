//! How explanations are laid out as text: title, reasons, sections, widths, colours. The explanations here are made by hand;
//! `explain.rs` has those of programs. Regenerate with `UPDATE_EXPECT=1`.

use crate::made_up;

use expect_test::expect;
use made_up::{Run, check, check_with, establishes, input, text, uses};
use whydunit_report::{ExplanationStatus, FailureReport, Reason, Role, TextOptions, WriteReport};

const ABS: &str = "int absValue(int input) {
  int sign, abs;
  abs = input;
  if (input < 0) {
    sign = -1;
  }
  if (sign == -1) {
    sign = input * -1;
  }
  //@ assert abs >= 0;
}";

fn absolute() -> Run {
    let mut run = Run::new(ABS);
    run.holds(&["input <= -1"]);
    run.sets(3, "abs = input", "abs", -1).matters(Role::Assign, establishes(&["abs <= -1"]));
    run.holds(&["input <= -1", "abs <= -1"]);
    run.decides(4, "input < 0", true).matters(Role::Condition, uses(&["input <= -1"]));
    run.holds(&["abs <= -1"]);
    run.sets(5, "sign = -1", "sign", -1).matters(Role::Assign, establishes(&["sign == -1"]));
    run.holds(&["abs <= -1", "sign == -1"]);
    run.decides(7, "sign == -1", true);
    let frame = Reason { left_alone: vec!["abs".into()], ..uses(&["sign == -1"]) };
    run.matters(Role::Frame, frame).holds(&["abs <= -1"]);
    run.sets(8, "sign = input * -1", "sign", 1);
    run.step(10, "abs >= 0");
    run
}

fn absolute_failure(run: &Run) -> FailureReport {
    let mut failure = run.failure("assertion failed: abs >= 0");
    failure.inputs.push(input("input", "-1"));
    failure.property.values.push(WriteReport::new("abs", "-1"));
    failure.reproduce = Some("whydunit run prog.c --function absValue --input input=-1".into());
    failure
}

#[test]
fn a_short_program() {
    check(
        absolute_failure(&absolute()),
        &expect![[r#"
            error: assertion failed: abs >= 0                                      prog.c:10
                   with input = -1; fails whenever input <= -1

               3 │ abs = input;           makes abs <= -1
               4 │ if (input < 0) {       true, because input <= -1
               5 │   sign = -1;           makes sign == -1
               7 │ if (sign == -1) {      true; the other side could have set abs
              10 │ //@ assert abs >= 0;   abs is -1

              4 of 9 executed statements matter.
              reproduce: whydunit run prog.c --function absValue --input input=-1
        "#]],
    );
}

#[test]
fn several_methods_are_sections() {
    let run = absolute();
    let mut failure = absolute_failure(&run);
    let mut plain = run.explanation();
    plain.method = "error-invariants";
    plain.question = "what makes it fail, given the path?";
    plain.general_scope = "path";
    plain.relevant.truncate(1);
    plain.statements.relevant = 1;
    plain.verification = Some("verified with z3".into());
    failure.explanations.push(plain);
    check(
        failure,
        &expect![[r#"
            error: assertion failed: abs >= 0                                      prog.c:10
                   with input = -1

            flow-sensitive: what makes it fail, and why did it come to that?
                   fails whenever input <= -1

               3 │ abs = input;           makes abs <= -1
               4 │ if (input < 0) {       true, because input <= -1
               5 │   sign = -1;           makes sign == -1
               7 │ if (sign == -1) {      true; the other side could have set abs
              10 │ //@ assert abs >= 0;   abs is -1

              4 of 9 executed statements matter.

            error-invariants: what makes it fail, given the path?
                   on this path, fails whenever input <= -1

               3 │ abs = input;           makes abs <= -1
              10 │ //@ assert abs >= 0;   abs is -1

              1 of 9 executed statements matters.
              verified with z3
              reproduce: whydunit run prog.c --function absValue --input input=-1
        "#]],
    );
}

#[test]
fn colours() {
    let options = TextOptions { width: 80, colour: true, ..TextOptions::default() };
    check_with(
        absolute_failure(&absolute()),
        &options,
        &expect![[r#"
            [1;31merror:[0m [1massertion failed: abs >= 0[0m                                      prog.c:10
                   with input = -1; fails whenever input <= -1

            [1;34m   3[0m [1;34m│[0m abs = input;           [36mmakes abs <= -1[0m
            [1;34m   4[0m [1;34m│[0m if (input < 0) {       [36mtrue, because input <= -1[0m
            [1;34m   5[0m [1;34m│[0m   sign = -1;           [36mmakes sign == -1[0m
            [1;34m   7[0m [1;34m│[0m if (sign == -1) {      [36mtrue; the other side could have set abs[0m
            [1;31m  10[0m [1;34m│[0m //@ assert abs >= 0;   [1;31mabs is -1[0m

              4 of 9 executed statements matter.
              reproduce: whydunit run prog.c --function absValue --input input=-1
        "#]],
    );
}

#[test]
fn a_partial_explanation_says_so() {
    let mut failure = absolute_failure(&absolute());
    failure.explanations[0].status = ExplanationStatus::Partial;
    let text = text(failure, &TextOptions::default());
    assert!(text.contains("partial: the budget ran out"), "{text}");
}

#[test]
fn nothing_matters() {
    let source = "int f(int x) {\n  x++;\n  assert(0);\n}";
    let run = |general: &str| {
        let mut run = Run::new(source);
        run.holds(&[]);
        run.sets(2, "x++", "x", 1).step(3, "assert(0)");
        let mut failure = run.failure("assertion failed: 0");
        failure.explanations[0].general = Some(general.into());
        failure.inputs.push(input("x", "0"));
        failure
    };
    check(
        run("1"),
        &expect![[r#"
            error: assertion failed: 0                                              prog.c:3
                   with x = 0; fails for every input

               3 │ assert(0);

              None of the 9 statements before it matters: the check fails whatever they do.
        "#]],
    );
    check(
        run("x <= 0"),
        &expect![[r#"
            error: assertion failed: 0                                              prog.c:3
                   with x = 0; fails whenever x <= 0

               3 │ assert(0);

              None of the 9 statements before it matters: the inputs alone decide.
        "#]],
    );
    let mut without_inputs = run("1");
    without_inputs.inputs.clear();
    without_inputs.explanations[0].general = None;
    without_inputs.explanations[0].statements.executed = 1;
    check(
        without_inputs,
        &expect![[r#"
            error: assertion failed: 0                                              prog.c:3

               3 │ assert(0);

              The statement executed before it does not matter: the check fails whatever it
              does.
        "#]],
    );
}

#[test]
fn narrow_terminals_and_long_lines() {
    let mut run = Run::new(
        "\tresult_of_the_whole_computation = first_operand_of_it + second_operand_of_it; /* hm */
\tif (result_of_the_whole_computation > second_operand_of_it) {
\t\tassert(result_of_the_whole_computation == 0);",
    );
    run.holds(&["second_operand_of_it >= 1", "first_operand_of_it - second_operand_of_it >= 17"]);
    run.sets(
        1,
        "result_of_the_whole_computation = first_operand_of_it + second_operand_of_it",
        "result_of_the_whole_computation",
        1,
    );
    run.matters(
        Role::Assign,
        Reason {
            establishes: vec!["result_of_the_whole_computation >= 19".into()],
            uses: vec![
                "second_operand_of_it >= 1".into(),
                "first_operand_of_it - second_operand_of_it >= 17".into(),
            ],
            ..Reason::default()
        },
    );
    run.holds(&[
        "result_of_the_whole_computation >= 19",
        "result_of_the_whole_computation - second_operand_of_it >= 18",
    ]);
    run.decides(2, "result_of_the_whole_computation > second_operand_of_it", true);
    run.matters(
        Role::Frame,
        Reason {
            uses: vec!["result_of_the_whole_computation - second_operand_of_it >= 18".into()],
            left_alone: ["result_of_the_whole_computation", "b", "c", "d"].map(Into::into).into(),
            ..Reason::default()
        },
    );
    run.holds(&["result_of_the_whole_computation >= 19"]);
    run.step(3, "assert(result_of_the_whole_computation == 0)");
    let mut failure = run.failure("assertion failed: result_of_the_whole_computation == 0");
    failure.property.place.file = "a/long/way/down/to/prog.c".into();
    failure.inputs = vec![input("first_operand_of_it", "36"), input("second_operand_of_it", "1")];
    let options = TextOptions { width: 60, ..TextOptions::default() };
    check_with(
        failure,
        &options,
        &expect![[r#"
            error: assertion failed: result_of_the_whole_computation ==
                   0
                   at a/long/way/down/to/prog.c:3
                   with first_operand_of_it = 36,
                   second_operand_of_it = 1
                   fails whenever second_operand_of_it >= 1 &&
                   first_operand_of_it - second_operand_of_it >= 17

               1 │ result_of_the_w…ation …   result_of_the_whole_computa
                 │                           tion is 1
               2 │ result_of_the_who…of_it   true
               3 │     assert(result_…= 0)

              2 of 9 executed statements matter.
        "#]],
    );
}
