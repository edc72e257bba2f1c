//! What a trace knows beyond the order of its steps: scopes, what other sides may assign, address guards,
//! iterations. Program in, one line a step out; `UPDATE_EXPECT=1` rewrites the listings.
//!
//! A line reads: number, kind, source text, `in N` for the branch whose scope it lies in, `#i.j` for the
//! iterations of the loops around it, `others: …` for what the sides not taken may assign, `at: …` and
//! `through: …` for the indices and pointers that decided which cells were meant.

use std::fmt::Write;

use expect_test::{Expect, expect};
use whydunit_front_c::{Options, compile_preprocessed};
use whydunit_interp::{CompactLog, Config, Ending, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_trace::{ErrorTrace, GuardKind, MayAssign, Scalar, Step, StepKind, build};

fn check(source: &str, expected: &Expect) {
    let program = compile_preprocessed("test.c", source, &Options::default())
        .unwrap_or_else(|problems| panic!("{problems:?}"))
        .program;
    let main = program.find_function("main").expect("a test program should have a main function");
    let (spec, config) = (RunSpec::new(main), Config::default());
    let compiled = prepare(&program);
    let mut log = CompactLog::new();
    let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
    assert!(matches!(result.ending, Ending::Failed(_)), "{:?}", result.ending);
    let trace = build(&program, &compiled, &spec, &config, &result, &log)
        .unwrap_or_else(|error| panic!("{error:?}"));
    expected.assert_eq(&listing(&program, &trace));
}

fn listing(program: &Program, trace: &ErrorTrace) -> String {
    let mut out = String::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let _ = write!(out, "{index:<2} {}", describe(program, trace, step));
        if let Some(scope) = step.scope {
            let _ = write!(out, " in {}", scope.0);
        }
        let loops = &trace.contexts[step.context as usize].loops;
        if !loops.is_empty() {
            let numbers: Vec<String> = loops.iter().map(|(_, number)| number.to_string()).collect();
            let _ = write!(out, " #{}", numbers.join("."));
        }
        if let StepKind::Branch { others, .. } = step.kind {
            let places = trace.arms[others as usize].iter();
            let names: Vec<String> =
                places.map(|place| place_name(program, trace, step, place)).collect();
            if !names.is_empty() {
                let _ = write!(out, " others: {}", names.join(" "));
            }
        }
        for guard in trace.guards(step) {
            let text = program.sources.text(guard.span);
            match guard.kind {
                GuardKind::Index => drop(write!(out, " at: {text} == {}", guard.value)),
                GuardKind::Pointer => drop(write!(out, " through: {text}")),
            }
        }
        out.push('\n');
    }
    out
}

fn describe(program: &Program, trace: &ErrorTrace, step: &Step) -> String {
    let text = program.sources.text(program.source_stmt(step.source).span);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match step.kind {
        StepKind::Assign => format!("assign `{text}`"),
        StepKind::Input => format!("input {}", trace.inputs_of(step)[0].name),
        StepKind::Branch { taken, .. } => format!("branch `{text}` side {taken}"),
        StepKind::ScopeEnd(end) => format!("end of {}", end.branch.0),
        StepKind::Call { .. } => format!("call `{text}`"),
        StepKind::Return => format!("return `{text}`"),
        StepKind::Jump => format!("jump `{text}`"),
        StepKind::Assume => format!("assume `{text}`"),
        StepKind::Check(kind) => format!("check {}", kind.name()),
        StepKind::Other => format!("other `{text}`"),
    }
}

fn place_name(program: &Program, trace: &ErrorTrace, step: &Step, place: &MayAssign) -> String {
    match place {
        MayAssign::Local { local, offset, size } => {
            let function = trace.frames[step.frame as usize].function;
            let local = program.function(function).local(*local);
            format!("{}<{offset}..{}>", local.name, offset + size)
        }
        MayAssign::Global { global, offset, size } => {
            format!("{}<{offset}..{}>", program.global(*global).name, offset + size)
        }
        MayAssign::Pointee(Scalar::Int { size }) => format!("*int{}", 8 * size),
        MayAssign::Pointee(Scalar::Float { size }) => format!("*float{}", 8 * size),
        MayAssign::Pointee(Scalar::Pointer) => "**".into(),
        MayAssign::Memory => "*".into(),
    }
}

#[test]
fn the_side_that_was_not_taken() {
    check(
        "void reach_error(void);
int main(void) {
  int sign = -1, abs = -5;
  if (sign != -1) { abs = 5; }
  if (abs < 0) reach_error();
  return 0;
}",
        &expect![[r#"
            0  assign `int sign = -1`
            1  assign `abs = -5`
            2  branch `sign != -1` side 1 others: abs<0..4>
            3  end of 2
            4  branch `abs < 0` side 0
            5  check unreach in 4
        "#]],
    );
}

#[test]
fn an_if_in_a_loop_taken_both_ways() {
    check(
        "void reach_error(void);
int main(void) {
  int i, n = 0;
  for (i = 0; i < 2; i++) {
    if (i == 1)
      n = 7;
  }
  if (n == 7) reach_error();
  return 0;
}",
        &expect![[r#"
            0  assign `n = 0`
            1  assign `i = 0`
            2  branch `i < 2` side 0 #1
            3  branch `i == 1` side 1 in 2 #1 others: n<0..4>
            4  end of 3 in 2 #1
            5  assign `i++` in 2 #1
            6  branch `i < 2` side 0 in 2 #2
            7  branch `i == 1` side 0 in 6 #2
            8  assign `n = 7` in 7 #2
            9  end of 7 in 6 #2
            10 assign `i++` in 6 #2
            11 branch `i < 2` side 1 in 6 #3 others: i<0..4> n<0..4>
            12 end of 11 #3
            13 end of 6 #3
            14 end of 2 #3
            15 branch `n == 7` side 0
            16 check unreach in 15
        "#]],
    );
}

#[test]
fn continue_break_and_nested_loops() {
    check(
        "void reach_error(void);
int main(void) {
  int i = 0, n = 0;
  while (i < 2) {
    int j = 0;
    i++;
    if (i == 1) continue;
    while (1) { if (j++ == 1) break; n++; }
  }
  if (n) reach_error();
  return 0;
}",
        &expect![[r#"
            0  assign `int i = 0`
            1  assign `n = 0`
            2  branch `i < 2` side 0 #1
            3  assign `int j = 0` in 2 #1
            4  assign `i++` in 2 #1
            5  branch `i == 1` side 0 in 2 #1 others: n<0..4> j<0..4> <0..4>
            6  jump `continue;` in 5 #1
            7  end of 5 in 2 #1
            8  branch `i < 2` side 0 in 2 #2
            9  assign `int j = 0` in 8 #2
            10 assign `i++` in 8 #2
            11 branch `i == 1` side 1 in 8 #2
            12 branch `1` side 0 in 11 #2.1
            13 assign `j++ == 1` in 12 #2.1
            14 assign `j++ == 1` in 12 #2.1
            15 branch `j++ == 1` side 1 in 12 #2.1
            16 assign `n++` in 15 #2.1
            17 branch `1` side 0 in 15 #2.2
            18 assign `j++ == 1` in 17 #2.2
            19 assign `j++ == 1` in 17 #2.2
            20 branch `j++ == 1` side 0 in 17 #2.2 others: n<0..4> j<0..4> <0..4>
            21 jump `break;` in 20 #2
            22 end of 20 in 11 #2
            23 end of 17 in 11 #2
            24 end of 15 in 11 #2
            25 end of 12 in 11 #2
            26 end of 11 in 8 #2
            27 branch `i < 2` side 1 in 8 #3 others: i<0..4> n<0..4> j<0..4> <0..4>
            28 end of 27 #3
            29 end of 8 #3
            30 end of 2 #3
            31 branch `n` side 0
            32 check unreach in 31
        "#]],
    );
}

#[test]
fn an_early_return_ends_its_scope_with_the_call() {
    check(
        "void reach_error(void);
int g;
int f(int x) { if (x == 0) return 1; g = x; return 0; }
int main(void) {
  int r = f(3);
  if (r == 0 && g == 3) reach_error();
  return 0;
}",
        &expect![[r#"
            0  call `int r = f(3)`
            1  branch `x == 0` side 1
            2  assign `g = x` in 1
            3  return `return 0` in 1
            4  end of 1
            5  branch `r == 0 && g == 3` side 0
            6  check unreach in 5
        "#]],
    );
}

#[test]
fn calls_and_pointers_on_the_other_side() {
    check(
        "void reach_error(void);
int g, h;
void set(int *p) { *p = 1; g = 2; }
void twice(int *p) { set(p); h = 3; }
int main(void) {
  int x = 0;
  if (x) twice(&x); else x = 4;
  if (x == 4) reach_error();
  return 0;
}",
        &expect![[r#"
            0  assign `int x = 0`
            1  branch `x` side 1 others: g<0..4> h<0..4> *int32
            2  assign `x = 4` in 1
            3  end of 1
            4  branch `x == 4` side 0
            5  check unreach in 4
        "#]],
    );
}

#[test]
fn switch_sides() {
    check(
        "void reach_error(void);
int main(void) {
  int k = 2, a = 0, b = 0, c = 0;
  switch (k) {
    case 1: a = 1; break;
    case 2: b = 1;
    case 3: c = 1; break;
    default: a = 9;
  }
  if (b + c == 2) reach_error();
  return 0;
}",
        &expect![[r#"
            0  assign `int k = 2`
            1  assign `a = 0`
            2  assign `b = 0`
            3  assign `c = 0`
            4  branch `k` side 1 others: a<0..4> c<0..4>
            5  assign `b = 1` in 4
            6  assign `c = 1` in 4
            7  jump `break;` in 4
            8  end of 4
            9  branch `b + c == 2` side 0
            10 check unreach in 9
        "#]],
    );
}

#[test]
fn address_guards() {
    check(
        "struct s { int v[4]; };
int main(void) {
  int a[8] = { 0 }, i = 2;
  struct s t[2] = { { { 0 } } };
  int *p = a;
  a[i + 1] = 5;
  t[i - 1].v[a[3] - 4] = 6;
  p[i] = a[i] + (i > 5 ? a[9] : t[1].v[i]);
  *(p + 3) = 1;
  return a[a[3] * 8];
}",
        &expect![[r#"
            0  assign `int a[8] = { 0 }`
            1  assign `int a[8] = { 0 }`
            2  assign `i = 2`
            3  assign `struct s t[2] = { { { 0 } } }`
            4  assign `struct s t[2] = { { { 0 } } }`
            5  assign `int *p = a`
            6  assign `a[i + 1] = 5` at: i + 1 == 3
            7  assign `t[i - 1].v[a[3] - 4] = 6` at: i - 1 == 1 at: a[3] - 4 == 1
            8  assign `p[i] = a[i] + (i > 5 ? a[9] : t[1].v[i])` at: i == 2 at: i == 2 through: p at: i == 2
            9  assign `*(p + 3) = 1` through: p
            10 return `return a[a[3] * 8]` at: a[3] * 8 == 8
        "#]],
    );
}

#[test]
fn recursion_and_overlapping_union_members() {
    check(
        "void reach_error(void);
union u { int whole; unsigned char bytes[4]; };
int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
  union u u;
  u.whole = 0;
  u.bytes[1] = depth(2);
  if (u.whole == 512) reach_error();
  return 0;
}",
        &expect![[r#"
            0  assign `u.whole = 0`
            1  call `u.bytes[1] = depth(2)`
            2  branch `return n == 0 ? 0 : 1 + depth(n - 1)` side 1 others: <0..4>
            3  call `return n == 0 ? 0 : 1 + depth(n - 1)` in 2
            4  branch `return n == 0 ? 0 : 1 + depth(n - 1)` side 1 in 2 others: <0..4>
            5  call `return n == 0 ? 0 : 1 + depth(n - 1)` in 4
            6  branch `return n == 0 ? 0 : 1 + depth(n - 1)` side 0 in 4 others: <0..4> <0..4>
            7  assign `return n == 0 ? 0 : 1 + depth(n - 1)` in 6
            8  end of 6 in 4
            9  return `return n == 0 ? 0 : 1 + depth(n - 1)` in 4
            10 assign `return n == 0 ? 0 : 1 + depth(n - 1)` in 4
            11 end of 4 in 2
            12 return `return n == 0 ? 0 : 1 + depth(n - 1)` in 2
            13 assign `return n == 0 ? 0 : 1 + depth(n - 1)` in 2
            14 end of 2
            15 return `return n == 0 ? 0 : 1 + depth(n - 1)`
            16 assign `u.bytes[1] = depth(2)`
            17 branch `u.whole == 512` side 0
            18 check unreach in 17
        "#]],
    );
}
