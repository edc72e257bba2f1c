//! How explanations are laid out as text: folding, widths, sections. The explanations here are made by hand, so that each shape is
//! there; `explain.rs` has those of programs. Regenerate with `UPDATE_EXPECT=1`.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use whydunit_report::{
    ExplanationReport, ExplanationStatus, FailureReport, InputReport, InvariantReport, Place,
    Property, Reason, RelevantReport, Report, Role, StatementCount, StepReport, TextOptions,
    TraceReport, Verdict, WriteReport, reason_in_words, to_text,
};

/// A run of a made-up program, as it grows.
struct Run {
    source: Vec<&'static str>,
    steps: Vec<StepReport>,
    relevant: Vec<RelevantReport>,
    invariants: Vec<InvariantReport>,
    function: &'static str,
    depth: u32,
    /// Iterations and lines of the loops around the next step.
    loops: Vec<(u32, u32)>,
}

impl Run {
    fn new(source: &'static str) -> Run {
        Run {
            source: source.lines().collect(),
            steps: Vec::new(),
            relevant: Vec::new(),
            invariants: Vec::new(),
            function: "f",
            depth: 0,
            loops: Vec::new(),
        }
    }

    fn line(&self, line: u32) -> &'static str {
        self.source[line as usize - 1]
    }

    /// A step on a line; `text` is the statement in it.
    fn step(&mut self, line: u32, text: &str) -> &mut StepReport {
        let line_text = self.line(line);
        let column = line_text.find(text).unwrap_or_else(|| panic!("{text} in {line_text}"));
        self.steps.push(StepReport {
            index: self.steps.len(),
            kind: "assign",
            file: "prog.c".into(),
            line,
            column: column as u32 + 1,
            text: text.into(),
            function: self.function.into(),
            writes: Vec::new(),
            taken: None,
            depth: self.depth,
            scope: 0,
            iterations: self.loops.iter().map(|&(_, iteration)| iteration).collect(),
            loop_lines: self.loops.iter().map(|&(line, _)| line).collect(),
            guards: Vec::new(),
        });
        self.steps.last_mut().expect("a step was just added")
    }

    fn sets(&mut self, line: u32, text: &str, name: &str, value: i64) -> &mut Run {
        let write = WriteReport { name: name.into(), value: value.to_string() };
        self.step(line, text).writes.push(write);
        self
    }

    fn decides(&mut self, line: u32, text: &str, taken: bool) -> &mut Run {
        let step = self.step(line, text);
        step.kind = "branch";
        step.taken = Some(taken.to_string());
        self
    }

    /// The last step matters.
    fn matters(&mut self, role: Role, reason: Reason) -> &mut Run {
        let step = self.steps.last().expect("a step should come first");
        let entry = RelevantReport {
            step: step.index,
            file: step.file.clone(),
            line: step.line,
            column: step.column,
            text: step.text.clone(),
            role,
            label: None,
            why: reason_in_words(role, &reason, step),
            line_text: self.line(step.line).into(),
            reason,
        };
        self.relevant.push(entry);
        self
    }

    /// What holds from the next step on.
    fn holds(&mut self, parts: &[&str]) -> &mut Run {
        let from = self.steps.len();
        if let Some(last) = self.invariants.last_mut() {
            last.to = from - 1;
        }
        let formula = if parts.is_empty() { "1".to_owned() } else { parts.join(" && ") };
        self.invariants.push(InvariantReport {
            from,
            to: from,
            formula: Some(formula),
            conjuncts: parts.len(),
            exact: false,
            parts: parts.iter().map(|&part| part.into()).collect(),
        });
        self
    }

    fn explanation(&self) -> ExplanationReport {
        let statements: BTreeSet<(u32, u32)> =
            self.relevant.iter().map(|entry| (entry.line, entry.column)).collect();
        ExplanationReport {
            method: "flow-sensitive",
            inputs: "fixed",
            status: ExplanationStatus::Complete,
            relevant: self.relevant.clone(),
            lines: Vec::new(),
            general: self.invariants.first().and_then(|first| first.formula.clone()),
            invariants: self.invariants.clone(),
            statements: StatementCount { relevant: statements.len(), executed: 9 },
            verified: None,
            keeps_to_path: false,
            question: "what makes it fail, and why did it come to that?",
            verification: None,
        }
    }

    /// The failure of the last step.
    fn failure(&self, message: &str) -> FailureReport {
        let step = self.steps.last().expect("a run should have steps");
        FailureReport {
            property: Property {
                kind: "assert",
                place: Place {
                    file: step.file.clone(),
                    line: step.line,
                    column: step.column,
                    end_line: step.line,
                    end_column: step.column + 1,
                    line_text: self.line(step.line).into(),
                },
                text: step.text.clone(),
                message: message.into(),
                values: Vec::new(),
            },
            inputs: Vec::new(),
            trace: Some(TraceReport { length: self.steps.len(), steps: self.steps.clone() }),
            explanations: vec![self.explanation()],
            stack: Vec::new(),
            reproduce: None,
        }
    }
}

fn establishes(facts: &[&str]) -> Reason {
    Reason { establishes: facts.iter().map(|&fact| fact.into()).collect(), ..Reason::default() }
}

fn uses(facts: &[&str]) -> Reason {
    Reason { uses: facts.iter().map(|&fact| fact.into()).collect(), ..Reason::default() }
}

fn input(name: &str, value: &str) -> InputReport {
    InputReport {
        name: name.into(),
        value: value.into(),
        origin: "parameter",
        external: false,
        file: "prog.c".into(),
        line: 1,
    }
}

fn text(failure: FailureReport, options: &TextOptions) -> String {
    let mut report = Report::new(Verdict::Fails);
    report.failures.push(failure);
    to_text(&report, options)
}

fn check(failure: FailureReport, expected: &Expect) {
    check_with(failure, &TextOptions { width: 80, ..TextOptions::default() }, expected);
}

fn check_with(failure: FailureReport, options: &TextOptions, expected: &Expect) {
    let text = text(failure, options);
    for line in text.lines().filter(|_| !options.colour) {
        assert!(line.chars().count() <= options.width, "{line}");
        assert_eq!(line, line.trim_end());
    }
    expected.assert_eq(&text);
}

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
    failure.property.values.push(WriteReport { name: "abs".into(), value: "-1".into() });
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
                 ┊ input <= -1 && abs <= -1
               4 │ if (input < 0) {       true, because input <= -1
               5 │   sign = -1;           makes sign == -1
                 ┊ abs <= -1 && sign == -1
               7 │ if (sign == -1) {      true, because sign == -1; the other side could
                 │                        have set abs
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
    plain.keeps_to_path = true;
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
                 ┊ input <= -1 && abs <= -1
               4 │ if (input < 0) {       true, because input <= -1
               5 │   sign = -1;           makes sign == -1
                 ┊ abs <= -1 && sign == -1
               7 │ if (sign == -1) {      true, because sign == -1; the other side could
                 │                        have set abs
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
    let options = TextOptions { width: 80, colour: true, unfold: false };
    check_with(
        absolute_failure(&absolute()),
        &options,
        &expect![[r#"
            [1;31merror:[0m [1massertion failed: abs >= 0[0m                                      prog.c:10
                   with input = -1; fails whenever input <= -1

            [1;34m   3 │[0m abs = input;           makes abs <= -1
                 [1;34m┊[0m [36minput <= -1 && abs <= -1[0m
            [1;34m   4 │[0m if (input < 0) {       true, because input <= -1
            [1;34m   5 │[0m   sign = -1;           makes sign == -1
                 [1;34m┊[0m [36mabs <= -1 && sign == -1[0m
            [1;34m   7 │[0m if (sign == -1) {      true, because sign == -1; the other side could
            [1;34m     │[0m                        have set abs
            [1;34m  10 │[0m //@ assert abs >= 0;   abs is -1

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

const LOOP: &str = "int f(int n) {
  int s = 0;
  for (int i = 0; i <= n; i++)
    s += a[i];
  return s;
}";

/// Ten good iterations; the eleventh reads one too many.
fn overrun() -> Run {
    let mut run = Run::new(LOOP);
    run.holds(&["n >= 10"]);
    run.sets(2, "int s = 0", "s", 0);
    run.sets(3, "int i = 0", "i", 0).matters(Role::Assign, establishes(&["i == 0"]));
    for iteration in 1..=11u32 {
        run.loops = vec![(3, iteration)];
        let i = iteration - 1;
        let lower = if i < 8 { "i >= 0".to_owned() } else { format!("i >= {i}") };
        run.holds(&[&lower, "n >= 10"]);
        run.decides(3, "i <= n", true).matters(Role::Condition, uses(&["n >= 10"]));
        run.holds(&[&lower]);
        run.sets(4, "s += a[i]", "s", 1);
        if iteration <= 10 {
            let after = format!("i >= {iteration}");
            run.sets(3, "i++", "i", iteration.into());
            run.matters(Role::Assign, establishes(&[&after]));
        }
    }
    run
}

#[test]
fn iterations_are_folded() {
    let mut failure = overrun().failure("read of 4 bytes at offset 40 of int a[10]");
    failure.property.values.push(WriteReport { name: "i".into(), value: "10".into() });
    failure.inputs.push(input("n", "10"));
    check(
        failure,
        &expect![[r#"
            error: read of 4 bytes at offset 40 of int a[10]                        prog.c:4
                   with n = 10; fails whenever n >= 10

               3 │ int i = 0      makes i == 0
               3 │ i <= n         true in iterations 1–11, because n >= 10
               3 │ i++            in iterations 1–10; i is 10 then
                 ┊ iterations 1–8: i >= 0 && n >= 10
                 ┊ iteration 9: i >= 8 && n >= 10
                 ┊ iteration 10: i >= 9 && n >= 10
                 ┊ iteration 11: i >= 10 && n >= 10
               4 │   s += a[i];   in iteration 11: i is 10

              3 of 9 executed statements matter.
        "#]],
    );
}

#[test]
fn unfolded_there_is_a_line_for_each_step() {
    let failure = overrun().failure("read of 4 bytes at offset 40 of int a[10]");
    let unfolded = TextOptions { width: 80, unfold: true, ..TextOptions::default() };
    let text = text(failure, &unfolded);
    let rows = |line: &str| text.lines().filter(|row| row.contains(line)).count();
    assert_eq!((rows("│ i <= n"), rows("│ i++")), (11, 10), "{text}");
    assert!(text.contains("in iteration 3: makes i >= 3"), "{text}");
}

#[test]
fn an_iteration_that_matters_alone_keeps_its_order() {
    let mut run = Run::new("int f(void) {\n  while (i < 5) {\n    x = y;\n    y = 1;\n  }\n}");
    run.holds(&[]);
    for iteration in 1..=3 {
        run.loops = vec![(2, iteration)];
        run.decides(2, "i < 5", true).sets(3, "x = y", "x", 0);
        if iteration == 3 {
            run.matters(Role::Assign, establishes(&["x == 1"]));
            break;
        }
        run.sets(4, "y = 1", "y", 1);
        if iteration == 2 {
            run.matters(Role::Assign, establishes(&["y == 1"])).holds(&["y == 1"]);
        }
    }
    check(
        run.failure("assertion failed: x == 0"),
        &expect![[r#"
            error: assertion failed: x == 0                                         prog.c:3
                   fails for every input

               4 │ y = 1;   in iteration 2: makes y == 1
               3 │ x = y;   in iteration 3: makes x == 1
               3 │ x = y;   in iteration 3

              2 of 9 executed statements matter.
        "#]],
    );
}

#[test]
fn loops_in_loops_and_calls_in_loops() {
    let mut run = Run::new(
        "int f(void) {
  for (i = 0; i < 3; i++)
    for (j = 0; j < 2; j++)
      g(j);
}
void g(int j) {
  total += j;
  assert(total < 3);
}",
    );
    run.holds(&[]);
    for outer in 1..=3 {
        for inner in 1..=2 {
            (run.function, run.depth, run.loops) = ("f", 0, vec![(2, outer), (3, inner)]);
            run.sets(4, "g(j)", "j", i64::from(inner) - 1);
            run.matters(Role::Assign, establishes(&["j >= 0"]));
            (run.function, run.depth, run.loops) = ("g", 1, Vec::new());
            run.sets(7, "total += j", "total", i64::from(outer));
            run.matters(Role::Assign, Reason::default());
            run.step(8, "total < 3");
        }
    }
    check(
        run.failure("assertion failed: total < 3"),
        &expect![[r#"
            error: assertion failed: total < 3                                      prog.c:8
                   fails for every input

                   f() in prog.c
               4 │     g(j);            6 times in iterations 1–3; each time j >= 0
                   g() in prog.c
               7 │ total += j;          6 times in iterations 1–3; total is 3 then
               8 │ assert(total < 3);   in iteration 2

              2 of 9 executed statements matter.
        "#]],
    );
}

#[test]
fn recursion_is_folded() {
    let mut run =
        Run::new("int f(int n) {\n  if (n == 0)\n    return 1 / n;\n  return f(n - 1);\n}");
    run.holds(&["n >= 0"]);
    for depth in 0..20u32 {
        run.depth = depth;
        run.decides(2, "n == 0", false);
        let n = 19 - i64::from(depth);
        run.sets(4, "return f(n - 1)", "n", n).matters(Role::Assign, Reason::default());
    }
    run.depth = 20;
    run.decides(2, "n == 0", true).matters(Role::Condition, uses(&["n == 0"]));
    run.step(3, "return 1 / n");
    check(
        run.failure("division by zero: 1 / 0"),
        &expect![[r#"
            error: division by zero: 1 / 0                                          prog.c:3
                   fails whenever n >= 0

               2 │ if (n == 0)        in nested call 21: true, because n == 0
               4 │ return f(n - 1);   20 times; n is 0 then
               3 │   return 1 / n;    in nested call 21

              2 of 9 executed statements matter.
        "#]],
    );
}

#[test]
fn long_explanations_are_cut_in_the_middle() {
    let source: String = (1..=60).map(|line| format!("  x{line} = x{};\n", line - 1)).collect();
    let mut run = Run::new(Box::leak(source.into_boxed_str()));
    run.holds(&[]);
    for line in 1..=60u32 {
        let fact = format!("x{line} == 0");
        run.sets(line, &format!("x{line} = x{}", line - 1), "x", 0);
        if line < 60 {
            run.matters(Role::Assign, establishes(&[&fact])).holds(&[&fact, "y"]);
        }
    }
    let failure = run.failure("assertion failed");
    let text = text(failure, &TextOptions { width: 80, ..TextOptions::default() });
    assert!(text.contains("┊ … 20 more lines (--unfold shows all) …"), "{text}");
    let rows = text.lines().filter(|row| row.contains('│')).count();
    assert_eq!(rows, 40, "{text}");
    assert!(!text.contains("&& y"), "{text}");
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
            left_alone: Vec::new(),
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
            establishes: Vec::new(),
            uses: vec!["result_of_the_whole_computation - second_operand_of_it >= 18".into()],
            left_alone: ["result_of_the_whole_computation", "b", "c", "d"].map(Into::into).into(),
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
                   with first_operand_of_it = 36, second_operand_of_it =
                   1
                   fails whenever second_operand_of_it >= 1 &&
                   first_operand_of_it - second_operand_of_it >= 17

               1 │ result_of_the_who…hm */   makes
                 │                           result_of_the_whole_computa
                 │                           tion >= 19, because … >= 17
                 ┊ result_of_the_whole_computation >= 19 &&
                 ┊ result_of_the_whole_computation -
                 ┊ second_operand_of_it >= 18
               2 │ if (result_of_the…it) {   true, because
                 │                           result_of_the_whole_computa
                 │                           tion - second_operan…2 more
               3 │     assert(result…= 0);

              2 of 9 executed statements matter.
        "#]],
    );
}
