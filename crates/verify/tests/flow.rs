//! What a flow-sensitive explanation has to say of branches.

use crate::traces as common;

use common::Example;
use expect_test::expect;
use whydunit_encode::Inputs;
use whydunit_explain::Method;

const FLOW: (Method, Inputs) = (Method::FlowSensitive, Inputs::Fixed);
const PLAIN: (Method, Inputs) = (Method::ErrorInvariants, Inputs::Fixed);

/// Every invariant is an error invariant, but the relevant assignment is not explained: Definition 4 alone is violated.
#[test]
fn a_reached_step_without_a_reason() {
    let example = Example {
        options: "--function f --input c=1 --input z=0",
        text: "void f(int c, int z) {
  int x = 1;
  if (c == 1)
    x = 0;
  //@ assert x != 0 && z > 0;
}
",
    };
    let text = "
        @z <= 0
        -- given
        @z <= 0 && c == 1
        -- given
        z <= 0
        -- 4 assign
        x == 0";
    example.refuted(
        FLOW,
        text,
        &expect!["nothing says why the branch at step 3 is taken, on which step 4 depends"],
    );
    example.holds(PLAIN, text);
}

/// Inside a branch its condition is no fact about the state: what is needed of it has to be said.
#[test]
fn a_condition_is_no_fact() {
    let example = Example {
        options: "--function f --input y=-5",
        text: "void f(int y) {
  int x = 1;
  if (y < 0) {
    x = y;
  }
  //@ assert x >= 0;
}
",
    };
    let text = "
        @y <= -1
        -- given
        y <= -1
        -- 3 condition
        true
        -- 4 assign
        x <= -1";
    example.refuted(
        FLOW,
        text,
        &expect!["the invariant of interval 2 does not make the run fail from position 3 on"],
    );
    let text = "
        @y <= -1
        -- given
        y <= -1
        -- 4 assign
        x <= -1";
    example.holds(FLOW, text);
    // Without flow, the branch is what makes sure that `y` is negative.
    let plain = "
        true
        -- 3 condition
        y <= -1
        -- 4 assign
        x <= -1";
    example.holds(PLAIN, plain);
}

/// The failing step itself has to be reached.
#[test]
fn a_branch_around_the_failure() {
    let example = Example {
        options: "--function f --input y=-5",
        text: "extern void reach_error(void);
void f(int y) {
  int x = y + 1;
  if (x < 0)
    reach_error();
}
",
    };
    let text = "
        @y <= -2
        -- given
        y <= -2
        -- 3 assign
        x <= -1
        -- 4 condition
        true";
    example.holds(FLOW, text);
    example.refuted(
        FLOW,
        "true",
        &expect![[r#"
            nothing says why the branch at step 2 is taken, on which step 3 depends
            the invariant of interval 0 does not make the run fail from position 2 on"#]],
    );
    example.holds(PLAIN, "true");
}

/// Every iteration's condition is around the later ones.
#[test]
fn a_loop() {
    let example = Example {
        options: "--function f --input n=2",
        text: "void f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s = s + 5;
  //@ assert s != 10;
}
",
    };
    let text = "
        @n == 2
        -- given
        n == 2
        -- 2 assign
        n == 2 && s == 0
        -- 3 assign
        n == 2 && s == 0 && i == 0
        -- 4 assign
        n == 2 && s == 5 && i == 0
        -- 3 assign
        n == 2 && s == 5 && i == 1
        -- 4 assign
        n == 2 && s == 10 && i == 1
        -- 3 assign
        n == 2 && s == 10 && i == 2
        -- 3 frame
        s == 10";
    example.holds(FLOW, text);
    // The last time around, the loop could have gone on.
    let without_end = text.replace(
        "
        -- 3 assign
        n == 2 && s == 10 && i == 2
        -- 3 frame
        s == 10",
        "
        -- 3 assign
        s == 10",
    );
    example.refuted(
        FLOW,
        &without_end,
        &expect!["the invariant of interval 7 does not make the run fail from position 9 on"],
    );
    // The invariant has to hold all the time between.
    let interrupted = "
        true
        -- 4 assign
        s >= 5 && s != 10
        -- 3 assign
        s >= 5
        -- 4 assign
        s == 10";
    example.refuted(
        PLAIN,
        interrupted,
        &expect![[r#"
            the invariant of interval 2 does not make the run fail from position 7 on
            the invariant of interval 1 does not make the run fail from position 5 on
            the invariant of interval 0 does not make the run fail from position 4 on"#]],
    );
}

/// An invariant that both ends of its interval have, but not what lies between.
#[test]
fn an_interval_with_a_hole() {
    let example = Example {
        options: "--function f",
        text: "void f(void) {
  int x = 0;
  x = 5;
  x = 0;
  //@ assert x != 0;
}
",
    };
    let text = "
        true
        -- 2 assign
        x == 0";
    example.refuted(
        PLAIN,
        text,
        &expect![[r#"
            conjunct 0 need not hold at position 2"#]],
    );
    let text = "
        true
        -- 4 assign
        x == 0";
    example.holds(PLAIN, text);
}

/// The index has to be said: another one would have written elsewhere.
#[test]
fn an_address_that_matters() {
    let example = Example {
        options: "--function f --input i=2",
        text: "void f(int i) {
  int a[4] = {1, 1, 1, 1};
  a[i] = 0;
  //@ assert a[2] != 0;
}
",
    };
    let text = "
        @i == 2
        -- given
        i == 2
        -- 3 assign
        a[2] == 0";
    example.holds(FLOW, text);
    // In the plain form, that the address was this one is part of the step.
    let text = "
        true
        -- 3 assign
        a[2] == 0";
    example.holds(PLAIN, text);
    example.refuted(
        FLOW,
        text,
        &expect!["the invariant of interval 0 does not make the run fail from position 5 on"],
    );
}
