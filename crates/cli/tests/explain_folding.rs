//! What repeats in an explanation is told once: loops, calls in loops, recursion; and what is still too long is cut. Regenerate with
//! `UPDATE_EXPECT=1`.

use crate::made_up;

use expect_test::expect;
use made_up::{Run, check, establishes, input, text, uses};
use whydunit_report::{Reason, Role, TextOptions, WriteReport};

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
    failure.property.values.push(WriteReport::new("i", "10"));
    failure.inputs.push(input("n", "10"));
    check(
        failure,
        &expect![[r#"
            error: read of 4 bytes at offset 40 of int a[10]                        prog.c:4
                   with n = 10; fails whenever n >= 10

               3 │ int i = 0      makes i == 0
               3 │ i <= n         true in iterations 1–11, because n >= 10
               3 │ i++            in iterations 1–10; i is 10 then
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
        }
        run.sets(4, "y = 1", "y", 1);
        if iteration == 2 {
            run.matters(Role::Assign, establishes(&["y == 1"])).holds(&["y == 1"]);
        }
    }
    run.loops.clear();
    run.step(6, "}");
    check(
        run.failure("assertion failed: x == 0"),
        &expect![[r#"
            error: assertion failed: x == 0                                         prog.c:6
                   fails for every input

               4 │     y = 1;   in iteration 2: makes y == 1
               6 │ }

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

                   f()
               4 │     g(j);            6 times in iterations 1–3; makes j >= 0
                   g()
               7 │ total += j;          6 times in iterations 1–3; total is 3 then
               8 │ assert(total < 3);   in iteration 2 (outer loop: 3)

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

               2 │ if (n == 0)        in nested call 21: true
               4 │ return f(n - 1);   in 20 nested calls; n is 0 then
               3 │   return 1 / n;    in nested call 21

              2 of 9 executed statements matter.
        "#]],
    );
}

#[test]
fn of_long_explanations_every_part_has_a_row() {
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
    let lines = text.lines().count();
    assert!(lines <= 25, "{lines} lines\n{text}");
    let mut told: Vec<u32> = Vec::new();
    for row in text.lines() {
        let Some((number, said)) = row.split_once('│') else { continue };
        let Ok(first) = number.trim().parse::<u32>() else { continue };
        let last = said.split_once("to line ").and_then(|(_, rest)| rest.split_once(':'));
        let last = last.map_or(Ok(first), |(last, _)| last.parse());
        told.extend(first..=last.unwrap_or(first));
    }
    assert_eq!(told, (1..=60).collect::<Vec<u32>>(), "nothing is left out\n{text}");
}
