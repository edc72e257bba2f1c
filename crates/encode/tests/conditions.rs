//! Conditions at positions of the trace, in C: branches, the failing check, and both moved back to the start.

use crate::common;

use common::{Failing, Setting, failing_text};
use expect_test::{Expect, expect};
use whydunit_encode::{Grouping, Inputs, Options, Renderer, SymbolicRun, TraceFormula};
use whydunit_term::{Term, Terms};
use whydunit_trace::StepKind;

fn failing(options: &str, text: &str) -> Failing {
    let text = format!("#include <assert.h>\n{text}");
    failing_text("conditions", &text, &Setting::of(options)).expect("it should fail")
}

/// Each condition as it held, then as a condition on the state at the start; last the failing check.
fn check(options: &str, text: &str, expected: &Expect) {
    let failing = failing(options, text);
    let trace = &failing.trace;
    let mut terms = Terms::new();
    let formula = TraceFormula::encode(&failing.program, trace, &mut terms, Options::default())
        .expect("encoded");
    let renderer = Renderer::new(&failing.program, trace, &formula);
    let start = trace.first_executed();
    let mut lines = String::new();
    let mut show = |terms: &mut Terms, step: usize, what: &str, term: Term| {
        let back = formula.moved_back(terms, term, step, start);
        let text = |term| renderer.render(terms, term).unwrap_or_else(|| "?".into());
        lines.push_str(&format!("{what}: {} <- {}\n", text(term), text(back)));
    };
    for (index, step) in trace.steps.iter().enumerate() {
        if let (StepKind::Branch { .. } | StepKind::Assume, Some(condition)) =
            (step.kind, formula.condition(index))
        {
            let line = failing.program.sources.line_column(step.span).line;
            show(&mut terms, index, &line.to_string(), condition);
        }
    }
    show(&mut terms, trace.steps.len() - 1, "check", formula.check);
    expected.assert_eq(&lines);
}

#[test]
fn conditions_move_back_through_assignments() {
    check(
        "--function f --input input=-1",
        "int f(int input) {
  int abs = input;
  int limit = 2 * input + 5;
  if (limit < 4)
    abs = abs - 1;
  unsigned u = input;
  if (u > 10)
    abs++;
  assert(abs >= 0 && limit != 7);
  return abs;
}",
        &expect![[r#"
            5: limit < 4 <- input * 2 + 5 < 4
            8: u >= 11 <- (unsigned)input >= 11
            check: abs >= 0 && limit != 7 <- (input & 0x7fffffff) != 1 && input >= 0
        "#]],
    );
}

#[test]
fn names_are_those_of_the_program() {
    check(
        "--function f --input n=2 --input a=[4,5,6]",
        "struct point { int x, y; };
int f(int a[3], int n) {
  struct point p = { n, 3 };
  struct point *q = &p;
  q->y = a[n] + p.x;
  if (q->y > a[0])
    q->x = 1;
  char c = (char)q->y;
  assert(c != 8 || p.x > 5);
  return 0;
}",
        &expect![[r#"
            7: a[0] < p.y <- a[0] < a[2] + n
            check: c != 8 || p.x >= 6 <- (unsigned char)(a[2] + n) != 8
        "#]],
    );
}

#[test]
fn checks_of_every_kind_have_conditions() {
    for (options, text, expected) in [
        (
            "--function f --input n=7",
            "int a[4]; int f(int n) { return a[n]; }",
            expect![[r#"
            check: (unsigned)n < 4 <- (unsigned)n < 4
        "#]],
        ),
        (
            "--function f --input n=0",
            "int f(int n) { return 10 / n; }",
            expect![[r#"
            check: n != 0 <- n != 0
        "#]],
        ),
        (
            "--function f --input n=40",
            "int f(int n) { return 1 << n; }",
            expect![[r#"
            check: (unsigned)n < 32 <- (unsigned)n < 32
        "#]],
        ),
        (
            "--function f --input n=2147483647",
            "int f(int n) { return n + 1; }",
            expect![[r#"
            check: n != 2147483647 <- n != 2147483647
        "#]],
        ),
        (
            "--function f --input p=NULL",
            "int f(int *p) { return *p; }",
            expect![[r#"
                check: p != NULL <- p != NULL
            "#]],
        ),
        (
            "--function f --input x=-1.5",
            "int f(double x) { double y = x * 2; assert(y >= 0); return 0; }",
            expect![[r#"
                check: y >= 0.0 <- x * 2.0 >= 0.0
            "#]],
        ),
    ] {
        check(options, text, &expected);
    }
}

/// Prefixes and suffixes split the parts, contents follow the steps, groups cover everything once.
#[test]
fn positions_and_groups() {
    let failing = failing(
        "--function f --input n=3",
        "int f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s = s + i;
  assert(s != 3);
  return s;
}",
    );
    let trace = &failing.trace;
    let mut terms = Terms::new();
    let formula = TraceFormula::encode(&failing.program, trace, &mut terms, Options::default())
        .expect("encoded");
    for step in 0..=trace.steps.len() {
        let (before, after) = (formula.prefix(step), formula.suffix(step));
        assert_eq!([before, after].concat(), formula.parts);
        assert!(before.iter().all(|part| (part.step as usize) < step));
        assert!(after.iter().all(|part| part.step as usize >= step));
    }
    // Every definition is what its range holds right after its step, and until it is written again.
    for definition in &formula.definitions {
        let after = definition.step as usize + 1;
        let contents = formula.contents(&mut terms, definition.range, after);
        assert_eq!(contents, Some(definition.variable));
        let state = formula.state(&mut terms, after);
        assert!(state.contains(&(definition.range, definition.variable)));
    }
    let count = |grouping| {
        let mut terms = terms.clone();
        let groups = formula.groups(&mut terms, trace, grouping);
        let covered: usize = groups.iter().map(|group| group.parts.len()).sum();
        assert_eq!(covered, formula.parts.len(), "{grouping:?}");
        groups.len()
    };
    assert_eq!(count(Grouping::Part), formula.parts.len());
    // The parameter, `s = 0`, `i = 0`, `i < n`, `s = s + i`, `i++`.
    assert_eq!(count(Grouping::Source), 6);
    // The parameter, `s = 0`, `i = 0`, the loop.
    assert_eq!(count(Grouping::Loop), 4);
}

/// A replaced value touches only the steps that depend on it.
#[test]
fn replacing_evaluates_what_depends() {
    let failing = failing(
        "--function f --input n=3",
        "int f(int n) {
  int x = n;
  int s = 0;
  for (int i = 0; i < 50; i++)
    s = s + i;
  int y = x + 1;
  assert(y != 4);
  return s;
}",
    );
    let trace = &failing.trace;
    let mut terms = Terms::new();
    let run =
        SymbolicRun::encode(&failing.program, trace, &mut terms, Inputs::Free).expect("encoded");
    let step = trace.first_executed();
    let written = run.writes(step)[0];
    let value = terms.variable_bits("v", 32);
    let replaced = run
        .replace(&failing.program, trace, &mut terms, step, written.range, value)
        .expect("replaced");
    // `y = x + 1` (which must not overflow) and the check.
    assert_eq!(replaced.evaluated, 2);
    let [(_, obligation)] = replaced.obligations[..] else { panic!("{replaced:?}") };
    assert_eq!(obligation.decision, Term::TRUE);
    let texts = [obligation.facts, replaced.check].map(|term| terms.display(term).to_string());
    expect![[r#"
        (not (= v:32 #x7fffffff))
        (not (= v:32 #x00000003))"#]]
    .assert_eq(&texts.join("\n"));
}
