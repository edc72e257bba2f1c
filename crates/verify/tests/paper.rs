//! The programs of flow-sensitive fault localization (Figs. 1, 2, 5, 7), with the paper's invariants written down by hand: right
//! explanations hold, and wrong ones are refuted, each for its own reason.

use crate::traces as common;

use common::Example;
use expect_test::expect;
use whydunit_encode::Inputs;
use whydunit_explain::Method;

const FLOW: (Method, Inputs) = (Method::FlowSensitive, Inputs::Fixed);
const FLOW_FREE: (Method, Inputs) = (Method::FlowSensitive, Inputs::Free);
const RECURSIVE: (Method, Inputs) = (Method::RecursiveFlowSensitive, Inputs::Fixed);
const PLAIN: (Method, Inputs) = (Method::ErrorInvariants, Inputs::Fixed);
const PLAIN_FREE: (Method, Inputs) = (Method::ErrorInvariants, Inputs::Free);

const FIGURE_1: Example = Example {
    options: "--function f --input input=41",
    text: "void f(int input) {
  int x = 1;
  int y = input - 42;
  if (y < 0) {
    x = 0;
  }
  //@ assert x != 0;
}
",
};

#[test]
fn figure_1() {
    let flow = "
        @input <= 41
        -- given
        input <= 41
        -- 3 assign
        y <= -1
        -- 4 condition
        true
        -- 5 assign
        x == 0";
    for how in [FLOW, FLOW_FREE, RECURSIVE] {
        FIGURE_1.holds(how, flow);
    }
    let plain = "
        true
        -- 5 assign
        x == 0";
    FIGURE_1.holds(PLAIN, plain);
    FIGURE_1.holds(PLAIN_FREE, plain);
}

/// For machine numbers `input < 42` is not enough unless the subtraction is known not to overflow, as it is.
#[test]
fn figure_1_with_values_of_the_run() {
    let text = "
        @input == 41
        -- given
        input == 41
        -- 3 assign
        y == -1
        -- 4 condition
        true
        -- 5 assign
        x == 0";
    FIGURE_1.holds(FLOW, text);
    FIGURE_1.holds(FLOW_FREE, text);
}

/// `y == -1` does not follow from `input <= 41` and the subtraction; with fixed inputs, it follows from the run.
#[test]
fn a_sequence_that_is_not_inductive() {
    let text = "
        @input <= 41
        -- given
        input <= 41
        -- 3 assign
        y == -1
        -- 4 condition
        true
        -- 5 assign
        x == 0";
    FIGURE_1.holds(FLOW, text);
    FIGURE_1.refuted(FLOW_FREE, text, &expect!["conjunct 2 need not hold at position 3"]);
}

#[test]
fn no_reason_for_the_branch() {
    let text = "
        true
        -- 5 assign
        x == 0";
    let expected = expect![[r#"
        nothing says why the branch at step 3 is taken, on which step 4 depends
        the invariant of interval 0 does not make the run fail from position 3 on"#]];
    FIGURE_1.refuted(FLOW, text, &expected);
    FIGURE_1.refuted(FLOW_FREE, text, &expected);
}

#[test]
fn an_invariant_too_weak() {
    let text = "
        @input <= 41
        -- given
        input <= 41
        -- 3 assign
        y <= 0
        -- 4 condition
        true
        -- 5 assign
        x == 0";
    FIGURE_1.refuted(
        FLOW,
        text,
        &expect![[r#"
            nothing says why the branch at step 3 is taken, on which step 3 depends
            the invariant of interval 2 does not make the run fail from position 3 on"#]],
    );
    let text = "
        true
        -- 5 assign
        x <= 0";
    FIGURE_1.refuted(
        PLAIN,
        text,
        &expect!["the invariant of interval 1 does not make the run fail from position 6 on"],
    );
}

#[test]
fn an_invariant_that_the_run_does_not_have() {
    let text = "
        @input <= 41
        -- given
        input <= 41
        -- 3 assign
        y <= -2
        -- 4 condition
        true
        -- 5 assign
        x == 0";
    FIGURE_1.refuted(FLOW, text, &expect!["conjunct 2 need not hold at position 3"]);
    let text = "
        true
        -- 4 condition
        x == 0";
    FIGURE_1.refuted(PLAIN, text, &expect!["conjunct 0 need not hold at position 4"]);
}

#[test]
fn the_first_invariant_is_the_condition_of_failure() {
    let text = "
        @input <= 42
        -- given
        input <= 42
        -- 3 assign
        y <= -1
        -- 4 condition
        true
        -- 5 assign
        x == 0";
    // The subtraction takes 42 to 0.
    FIGURE_1.refuted(
        FLOW_FREE,
        text,
        &expect![[r#"
            conjunct 2 need not hold at position 3
            the invariant of interval 1 does not make the run fail from position 2 on
            the invariant of interval 0 does not make the run fail from position 0 on"#]],
    );
    FIGURE_1.refuted(
        FLOW,
        text,
        &expect![[r#"
            the invariant of interval 1 does not make the run fail from position 2 on
            the invariant of interval 0 does not make the run fail from position 0 on"#]],
    );
}

/// Whichever way the branch goes, it does not matter.
#[test]
fn figure_2() {
    let text = "void f(int input) {
  int x = 0;
  int y = input - 42;
  if (y < 0) {
    y = 0;
  }
  //@ assert x != 0;
}
";
    let explanation = "
        true
        -- 2 assign
        x == 0";
    for options in ["--function f --input input=41", "--function f --input input=50"] {
        for how in [FLOW, FLOW_FREE, RECURSIVE, PLAIN, PLAIN_FREE] {
            Example { options, text }.holds(how, explanation);
        }
    }
}

const FIGURE_5: Example = Example {
    options: "--function process --input x=0 --input y=-1",
    text: include_str!("../../../tests/papers/locking.c"),
};

#[test]
fn figure_5() {
    let flow = "
        @x == 0 && @y <= -1
        -- given
        x == 0 && @y <= -1
        -- given
        x == 0 && y <= -1
        -- 5 assign
        x == 0 && y <= -1 && lock == 1
        -- 10 condition
        x == 0 && y <= -1 && lock == 1 && y != 0
        -- 11 assign
        x == 0 && lock == 1 && z <= -1
        -- 13 frame
        lock == 1 && z <= -1
        -- 16 frame
        lock == 1";
    // The branch before `z = y` changes nothing: what it says of `y` is known.
    let shorter = flow.replace(
        "
        -- 10 condition
        x == 0 && y <= -1 && lock == 1 && y != 0",
        "",
    );
    for how in [FLOW, FLOW_FREE, RECURSIVE] {
        FIGURE_5.holds(how, flow);
        FIGURE_5.holds(how, &shorter);
    }
    let plain = "
        true
        -- 5 assign
        lock == 1";
    FIGURE_5.holds(PLAIN, plain);
}

#[test]
fn a_frame_that_is_left_out() {
    let text = "
        @x == 0 && @y <= -1
        -- given
        x == 0 && @y <= -1
        -- given
        x == 0 && y <= -1
        -- 5 assign
        x == 0 && y <= -1 && lock == 1
        -- 11 assign
        x == 0 && lock == 1 && z <= -1
        -- 13 frame
        lock == 1";
    FIGURE_5.refuted(
        FLOW,
        text,
        &expect!["the invariant of interval 5 does not make the run fail from position 12 on"],
    );
}

const FIGURE_7: Example = Example {
    options: "--function absolute --input input=-1",
    text: "int absolute(int input) {
  int sign, abs;
  abs = input;
  if (input == 0)
    return 0;
  if (input < 0) {
    sign = -1;
  } else {
    sign = 1;
  }
  if (sign == -1) {
    sign = input * -1;
  } else {
    abs = input;
  }
  //@ assert abs >= 0;
  return abs;
}
",
};

#[test]
fn figure_7() {
    let text = "
        @input <= -1
        -- given
        input <= -1
        -- 3 assign
        input <= -1 && abs <= -1
        -- 6 condition
        abs <= -1
        -- 7 assign
        abs <= -1 && sign == -1
        -- 11 frame
        abs <= -1";
    for how in [FLOW, FLOW_FREE, RECURSIVE] {
        FIGURE_7.holds(how, text);
    }
    let plain = "
        @input <= -1
        -- given
        input <= -1
        -- 3 assign
        abs <= -1";
    FIGURE_7.holds(PLAIN, plain);
    FIGURE_7.holds(PLAIN_FREE, plain);
}

/// Nothing then says why the other side of the last branch is not taken.
#[test]
fn a_value_that_a_branch_left_alone() {
    let text = "
        @input <= -1
        -- given
        input <= -1
        -- 3 assign
        input <= -1 && abs <= -1
        -- 6 condition
        abs <= -1";
    FIGURE_7.refuted(
        FLOW,
        text,
        &expect!["the invariant of interval 3 does not make the run fail from position 6 on"],
    );
}
