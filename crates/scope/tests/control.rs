//! Control relevance of branches in small programs, each with its one right answer.

use crate::common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::failing;
use whydunit_program::CheckKind;
use whydunit_scope::{Away, ControlVerdict, ControlView, Undecided, control_relevance};
use whydunit_solver::Budget;

/// Verdicts by line, in the order of the trace: `7: finishes`, `9: there`.
fn verdicts(text: &str, inputs: &[&str]) -> Vec<String> {
    let (program, trace) = failing(text, inputs);
    let view = control_relevance(&program, &trace, &Budget::unlimited());
    let line = |span| program.sources.line_column(span).line;
    let words = |verdict: &ControlVerdict| match verdict {
        ControlVerdict::LeadsThere => "there".to_owned(),
        ControlVerdict::Unknown(Undecided::Repeated) => "repeated".to_owned(),
        ControlVerdict::Unknown(reason) => format!("{reason:?}"),
        ControlVerdict::Relevant { away, .. } => match away {
            Away::Finishes => "finishes".to_owned(),
            Away::Fails { kind, place, .. } => format!("{} in {}", kind.name(), line(*place)),
            Away::Stops { place } => format!("stops in {}", line(*place)),
            Away::GoesOn { place } => format!("goes on in {}", line(*place)),
        },
    };
    view.branches
        .iter()
        .map(|branch| format!("{}: {}", line(trace.step(branch.step).span), words(&branch.verdict)))
        .collect()
}

/// Fault localization and relevance analysis, section 2.5: the assignment does not matter, the condition around it does.
#[test]
fn the_other_side_never_returns() {
    let text = "#include <assert.h>
void f(int x, int z) {
  int y;
  if (x == 0) {
    if (z == 0) {
      y = 1;
    } else {
      while (1) {
      }
    }
    assert(0);
  }
}";
    assert_eq!(verdicts(text, &["x=0", "z=0"]), ["4: finishes", "5: goes on in 8"]);
}

#[test]
fn a_side_that_joins_before_the_error_leads_there() {
    let text = "#include <assert.h>
void f(int x) {
  int y = 0;
  if (x > 0)
    y = 1;
  else
    y = 2;
  assert(y == 3);
}";
    assert_eq!(verdicts(text, &["x=1"]), ["4: there"]);
    assert_eq!(verdicts(text, &["x=0"]), ["4: there"]);
}

#[test]
fn other_failures_and_exits_lead_away_what_is_excluded_does_not() {
    let text = "#include <assert.h>
#include <stdlib.h>
void __VERIFIER_assume(int);
void f(int x) {
  int a[2] = {0, 0};
  if (x == 9)
    a[x + 4] = 1;
  if (x == 8)
    __VERIFIER_assume(x > 3);
  if (x == 7)
    exit(3);
  if (x == 6)
    abort();
  assert(x != 1);
}";
    let expected = ["6: bounds in 7", "8: Excluded", "10: finishes", "12: stops in 13"];
    assert_eq!(verdicts(text, &["x=1"]), expected);
}

#[test]
fn every_side_of_a_switch_is_tried() {
    let text = "#include <assert.h>
int f(int x) {
  switch (x) {
  case 0:
  case 1:
    x = 5;
    break;
  case 2:
    return 0;
  default:
    x = 6;
  }
  assert(x == 7);
  return 1;
}";
    let (program, trace) = failing(text, &["x=1"]);
    let view = control_relevance(&program, &trace, &Budget::unlimited());
    let [branch] = &view.branches[..] else { panic!("{view:?}") };
    // The cases 0 and 1 share their statements.
    let verdict = ControlVerdict::Relevant { side: 2, away: Away::Finishes, execution: Vec::new() };
    assert_eq!(branch.verdict, verdict);
}

/// In the run the other side leads to the error as well; with `z = 7` the path is the same and the other side is not.
#[test]
fn other_executions_along_the_path_count() {
    let text = "#include <assert.h>
void f(int x, int z) {
  int y = 0;
  if (x <= 0)
    y = z;
  assert(y == 7);
}";
    let (program, trace) = failing(text, &["x=1", "z=2"]);
    let view = control_relevance(&program, &trace, &Budget::unlimited());
    let [branch] = &view.branches[..] else { panic!("{view:?}") };
    let execution = vec![(1, 7)];
    let verdict = ControlVerdict::Relevant { side: 0, away: Away::Finishes, execution };
    assert_eq!(branch.verdict, verdict);
}

#[test]
fn of_a_loop_the_last_decisions_are_switched() {
    let text = "#include <assert.h>
void f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += i;
  }
  assert(s != 21);
}";
    let verdicts = verdicts(text, &["n=7"]);
    let expected = [
        "4: repeated",
        "4: repeated",
        "4: repeated",
        "4: repeated",
        "4: finishes",
        "4: finishes",
        "4: finishes",
        "4: finishes",
    ];
    assert_eq!(verdicts, expected);
}

#[test]
fn a_decision_in_a_called_function() {
    let text = "#include <assert.h>
static int sign(int x) {
  if (x < 0)
    return -1;
  return 1;
}
void f(int x) {
  int s = sign(x);
  assert(s > 0);
}";
    assert_eq!(verdicts(text, &["x=-3"]), ["3: finishes"]);
}

#[test]
fn without_a_budget_nothing_is_known() {
    let text = "#include <assert.h>\nvoid f(int x) { if (x) assert(x != 1); }";
    let (program, trace) = failing(text, &["x=1"]);
    assert_eq!(trace.failure.kind, CheckKind::Assert);
    let budget = Budget::unlimited().with_interrupt(Arc::new(AtomicBool::new(true)));
    let view: ControlView = control_relevance(&program, &trace, &budget);
    assert_eq!(view.branches[0].verdict, ControlVerdict::Unknown(Undecided::Budget));
    assert!(!view.is_complete());
}
