//! Explanations that are not well-formed, one defect each.

use crate::traces as common;

use common::Example;
use expect_test::{Expect, expect};
use whydunit_encode::Inputs;
use whydunit_explain::{Explanation, Held, Method, Role};
use whydunit_trace::StepIndex;

const FLOW: (Method, Inputs) = (Method::FlowSensitive, Inputs::Fixed);

const EXAMPLE: Example = Example {
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

const RIGHT: &str = "
    @input <= 41
    -- given
    input <= 41
    -- 3 assign
    y <= -1
    -- 4 condition
    true
    -- 5 assign
    x == 0";

fn check(change: impl FnOnce(&mut Explanation), expected: &Expect) {
    EXAMPLE.refuted_after(FLOW, RIGHT, change, expected);
}

#[test]
fn the_example_is_right() {
    EXAMPLE.holds(FLOW, RIGHT);
}

#[test]
fn positions_without_an_interval() {
    check(|it| it.intervals.clear(), &expect!["there are no intervals"]);
    check(
        |it| it.intervals[0].from = 1,
        &expect![[r#"
            interval 0 should begin at position 0, not 1
            interval 0 ends before it begins"#]],
    );
    check(
        |it| it.intervals[2].to -= 1,
        &expect![[r#"
            interval 2 ends before it begins
            interval 3 should begin at position 3, not 4"#]],
    );
    check(|it| it.intervals[1].from += 1, &expect!["interval 1 should begin at position 1, not 2"]);
    check(|it| it.intervals[4].to -= 1, &expect!["the intervals should end at position 6, not 5"]);
}

#[test]
fn positions_with_two_intervals() {
    check(|it| it.intervals[1].to += 1, &expect!["interval 2 should begin at position 4, not 3"]);
}

#[test]
fn changes_of_what_is_not_there() {
    check(
        |it| it.intervals[2].lost.push(3),
        &expect!["interval 2 loses conjunct 3, which the one before does not have"],
    );
    check(
        |it| it.intervals[2].gained.push(9),
        &expect!["interval 2 gains conjunct 9 out of order, twice or without its being there"],
    );
    check(
        |it| it.intervals[2].gained.push(2),
        &expect![[r#"
            interval 2 gains conjunct 2 out of order, twice or without its being there
            interval 2 gains conjunct 2 out of order, twice or without its being there
            interval 3 loses conjunct 2, which the one before does not have"#]],
    );
}

#[test]
fn relevant_steps() {
    check(
        |it| drop(it.relevant.remove(0)),
        &expect!["step 2 lies between two intervals, but is not called relevant"],
    );
    check(
        |it| {
            let mut extra = it.relevant[0].clone();
            extra.step = StepIndex(1);
            it.relevant.insert(0, extra);
        },
        &expect![
            "step 1 is called relevant, but lies between no two intervals, or is out of order"
        ],
    );
    check(
        |it| it.relevant.swap(0, 1),
        &expect![[r#"
            step 2 lies between two intervals, but is not called relevant
            step 2 is called relevant, but lies between no two intervals, or is out of order"#]],
    );
    // Inputs that exist before the run starts are not steps of the program.
    check(
        |it| {
            let mut extra = it.relevant[0].clone();
            extra.step = StepIndex(0);
            extra.role = Role::Input;
            it.relevant.insert(0, extra);
        },
        &expect![
            "step 0 is called relevant, but lies between no two intervals, or is out of order"
        ],
    );
}

#[test]
fn neighbours_are_different() {
    let text = RIGHT.replace("-- 3 assign", "-- 2 assign\n input <= 41\n -- 3 assign");
    EXAMPLE.refuted(
        FLOW,
        &text,
        &expect!["step 1 lies between two intervals with the same invariant"],
    );
}

#[test]
fn roles() {
    check(|it| it.relevant[0].role = Role::Input, &expect!["the role Input does not fit step 2"]);
    check(|it| it.relevant[1].role = Role::Assign, &expect!["the role Assign does not fit step 3"]);
    // The other side sets nothing.
    check(
        |it| {
            it.relevant[1].role = Role::Frame;
            it.relevant[1].why.left_alone.push("x".to_owned());
        },
        &expect!["the role Frame does not fit step 3"],
    );
    check(
        |it| it.relevant[1].why.left_alone.push("x".to_owned()),
        &expect!["the role Condition does not fit step 3"],
    );
    check(|it| it.relevant[2].role = Role::Check, &expect!["the role Check does not fit step 4"]);
}

#[test]
fn reasons() {
    check(
        |it| it.relevant[0].why.establishes.push(0),
        &expect!["conjunct 0 is no reason for step 2"],
    );
    check(|it| it.relevant[1].why.uses.push(3), &expect!["conjunct 3 is no reason for step 3"]);
}

#[test]
fn texts() {
    check(
        |it| it.conjuncts[1].text.clear(),
        &expect!["conjunct 1 has no text, or a formula that says nothing"],
    );
}

/// A formula over something that is not part of the state. Nothing is left of the invariant then.
#[test]
fn formulas() {
    check(
        |it| it.state.retain(|state| !matches!(state.held, Held::Input(_))),
        &expect![[r#"
            conjunct 0 is no condition on the state of the program
            the invariant of interval 0 does not make the run fail from position 0 on"#]],
    );
    check(
        |it| it.conjuncts[0].term = it.state[0].variable,
        &expect![[r#"
            conjunct 0 is no condition on the state of the program
            the invariant of interval 0 does not make the run fail from position 0 on"#]],
    );
    check(
        |it| {
            for state in &mut it.state {
                if state.held == Held::Input(0) {
                    state.held = Held::Input(7);
                }
            }
        },
        &expect![[r#"
            conjunct 0 speaks of something that has no contents at position 0
            the invariant of interval 0 does not make the run fail from position 0 on"#]],
    );
}
