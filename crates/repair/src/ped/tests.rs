//! The paper's figures and examples, and what each rule does, on small programs.

use std::path::Path;

use expect_test::{Expect, expect};
use whydunit_absint::{Bounds, Mined};
use whydunit_interp::{CompactLog, Config, InputValue, RunSpec, prepare};
use whydunit_program::{Point, Program, StmtKind};
use whydunit_source::FileId;
use whydunit_trace::{ErrorTrace, build};

use super::{Alternative, Choice, Diagnosis, Level, PedOptions, Solution, Values, diagnose};
use crate::changes::{Variant, changes};
use crate::engine::int_of;

struct Example {
    program: Program,
    start: whydunit_program::FunctionId,
    file: FileId,
}

impl Example {
    fn new(text: &str) -> Example {
        let file = Path::new("program.c");
        let input = whydunit_front_c::InputFile {
            text: Some(text.as_bytes().to_vec()),
            ..whydunit_front_c::InputFile::new(file)
        };
        let function = if text.contains("main(") { "main" } else { "f" };
        let options = whydunit_front_c::Options {
            function: Some(function.to_owned()),
            ..whydunit_front_c::Options::default()
        };
        let compiled =
            whydunit_front_c::compile_each(&[input], &options).expect("it should compile");
        let whydunit_front_c::Start::Function(start) = compiled.start else {
            panic!("the start should be clear");
        };
        let file = compiled.program.sources.find("program.c").expect("the file should be there");
        Example { program: compiled.program, start, file }
    }

    fn trace(&self, inputs: &[(&str, i128)]) -> ErrorTrace {
        let compiled = prepare(&self.program);
        let mut spec = RunSpec::new(self.start);
        for (name, value) in inputs {
            spec.inputs.set(*name, InputValue::Int(*value));
        }
        let config = Config::default();
        let mut log = CompactLog::new();
        let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
        build(&self.program, &compiled, &spec, &config, &result, &log).expect("it should fail")
    }

    /// The small changes whose new text is one of these, each with its weight.
    fn alternatives(&self, wanted: &[(&str, &str, u32)]) -> Vec<Alternative> {
        let all = changes(&self.program, int_of(&self.program), &[self.file], &[], &|_| true);
        let mut found = Vec::new();
        for change in all.into_iter().filter(|change| !matches!(change.variant, Variant::Text)) {
            let old = self.program.sources.text(change.edit.span);
            let entry = wanted.iter().find(|(from, to, _)| *from == old && *to == change.edit.new);
            if let Some(&(from, to, weight)) = entry {
                found.push(Alternative { change, weight, entry: format!("{from} becomes {to}") });
            }
        }
        assert!(!found.is_empty(), "there should be such changes");
        found
    }

    fn diagnose(
        &self,
        traces: &[ErrorTrace],
        alternatives: &[Alternative],
        mined: &Mined,
        options: &PedOptions,
    ) -> Diagnosis {
        diagnose(&self.program, traces, alternatives, mined, &[self.file], options)
    }

    /// The point of the assignment to a local with this text.
    fn assignment(&self, text: &str) -> Point {
        let mut found = None;
        for (function, body) in self.program.functions.iter().enumerate() {
            for (block, content) in body.blocks().iter().enumerate() {
                for (index, stmt) in content.stmts.iter().enumerate() {
                    let source = self.program.source_stmt(stmt.source).span;
                    if matches!(stmt.kind, StmtKind::Assign { .. })
                        && self.program.sources.text(source) == text
                    {
                        let function = whydunit_program::FunctionId(function as u32);
                        let block = whydunit_program::BlockId(block as u32);
                        found = Some(Point { function, block, index: index as u32 });
                    }
                }
            }
        }
        found.expect("the statement should be there")
    }

    fn show(&self, diagnosis: &Diagnosis, alternatives: &[Alternative]) -> String {
        let mut text = String::new();
        for solution in &diagnosis.solutions {
            text += &self.solution(solution, alternatives);
            text.push('\n');
        }
        text + &diagnosis.notes.join("\n")
    }

    fn solution(&self, solution: &Solution, alternatives: &[Alternative]) -> String {
        let fix = |fix: &super::Fix| {
            let text = self.program.sources.text(fix.span);
            let step = fix.step.map_or(String::new(), |step| format!("step {step}: "));
            match &fix.what {
                Choice::Alternative(index) => {
                    format!("{step}`{text}`, {}", alternatives[*index].entry)
                }
                Choice::Free(values) => format!("{step}`{text}` is {}", numbers(values)),
            }
        };
        let fixes: Vec<String> = solution.fixes.iter().map(fix).collect();
        let end = match solution.leaves_at {
            Some(step) => format!("leaves at {step}"),
            None => "passes".to_owned(),
        };
        let cuts = if solution.only_cuts { ", only cuts" } else { "" };
        format!("{} ({end}{cuts})", fixes.join(" and "))
    }
}

fn numbers(values: &Values) -> String {
    match (values.range, values.each.as_slice()) {
        (Some((low, high)), _) if low == high => low.to_string(),
        (Some((low, high)), _) => format!("{low} to {high}"),
        (None, each) => {
            let each: Vec<String> = each.iter().map(|(_, value)| value.to_string()).collect();
            each.join(", ")
        }
    }
}

fn at(level: Level) -> PedOptions {
    PedOptions { level, passed_checks: false, ..PedOptions::default() }
}

/// Fig. 2; the elements have values, so that only the bounds are at fault.
const SUM: &str = "int sum(int *a, int n) {
  int i, s = 0;
  for (i = 0; i <= n; ++i) {
    s = s + a[i];
  }
  return s;
}
int main(void) {
  int a[10] = {0};
  sum(a, 10);
  return 0;
}
";

const RELATIONS: [(&str, &str, u32); 3] = [("<=", "<", 30), ("<=", ">=", 20), ("<=", ">", 10)];

#[test]
fn figures_3_and_4() {
    let example = Example::new(SUM);
    let trace = example.trace(&[]);
    let found = example.diagnose(&[trace], &[], &Mined::default(), &at(Level::Default));
    assert_eq!(found.steps, 23);
    expect![[r#"
        1: i = ndSel1 ? ndRes1 : 0;
        2: if (ndSel2 ? ndRes2 : i > n) goto END;
        3: i = ndSel3 ? ndRes3 : i + 1;
        4: if (ndSel4 ? ndRes4 : i > n) goto END;
        5: i = ndSel5 ? ndRes5 : i + 1;
        6: if (ndSel6 ? ndRes6 : i > n) goto END;
        7: i = ndSel7 ? ndRes7 : i + 1;
        8: if (ndSel8 ? ndRes8 : i > n) goto END;
        9: i = ndSel9 ? ndRes9 : i + 1;
        10: if (ndSel10 ? ndRes10 : i > n) goto END;
        11: i = ndSel11 ? ndRes11 : i + 1;
        12: if (ndSel12 ? ndRes12 : i > n) goto END;
        13: i = ndSel13 ? ndRes13 : i + 1;
        14: if (ndSel14 ? ndRes14 : i > n) goto END;
        15: i = ndSel15 ? ndRes15 : i + 1;
        16: if (ndSel16 ? ndRes16 : i > n) goto END;
        17: i = ndSel17 ? ndRes17 : i + 1;
        18: if (ndSel18 ? ndRes18 : i > n) goto END;
        19: i = ndSel19 ? ndRes19 : i + 1;
        20: if (ndSel20 ? ndRes20 : i > n) goto END;
        21: i = ndSel21 ? ndRes21 : i + 1;
        22: if (ndSel22 ? ndRes22 : i > n) goto END;
        23: if (in_bounds(a[i])) goto END;
        24: ERR();
        END:"#]]
    .assert_eq(&found.program_text.join("\n"));
    expect![[r#"
        step 1: `i = 0` is -10 to -1 (passes)
        step 3: `++i` is -9 to 0 (passes)
        step 5: `++i` is -8 to 1 (passes)
        step 7: `++i` is -7 to 2 (passes)
        step 9: `++i` is -6 to 3 (passes)
        step 11: `++i` is -5 to 4 (passes)
        step 13: `++i` is -4 to 5 (passes)
        step 15: `++i` is -3 to 6 (passes)
        step 17: `++i` is -2 to 7 (passes)
        step 19: `++i` is -1 to 8 (passes)
        step 21: `++i` is 0 to 9 (passes)
        step 22: `i <= n` is 0 (leaves at 22)
        step 20: `i <= n` is 0 (leaves at 20)
        step 18: `i <= n` is 0 (leaves at 18)
        step 16: `i <= n` is 0 (leaves at 16)
        step 14: `i <= n` is 0 (leaves at 14)
        step 12: `i <= n` is 0 (leaves at 12)
        step 10: `i <= n` is 0 (leaves at 10)
        step 8: `i <= n` is 0 (leaves at 8)
        step 6: `i <= n` is 0 (leaves at 6)
        step 4: `i <= n` is 0 (leaves at 4)
        step 2: `i <= n` is 0 (leaves at 2, only cuts)
    "#]]
    .assert_eq(&example.show(&found, &[]));
}

#[test]
fn figure_2_with_a_library() {
    let example = Example::new(SUM);
    let library = example.alternatives(&RELATIONS);
    let trace = example.trace(&[]);
    let found = example.diagnose(&[trace], &library, &Mined::default(), &PedOptions::default());
    expect!["2: if (ndSel2 == 3 ? i >= n : ndSel2 == 2 ? i < n : ndSel2 == 1 ? i <= n : i > n) goto END;"].assert_eq(&found.program_text[1]);
    expect![[r#"
        `i <= n`, <= becomes < (leaves at 22)
        `++i` is 0 to 9 (passes)
        `i <= n`, <= becomes >= (leaves at 2, only cuts)
        `i <= n`, <= becomes > (leaves at 2, only cuts)
        `i = 0` is 11 to 2147483647 (leaves at 2, only cuts)
    "#]]
    .assert_eq(&example.show(&found, &library));
}

fn check(text: &str, inputs: &[&[(&str, i128)]], level: Level, expected: Expect) {
    let example = Example::new(text);
    let traces: Vec<ErrorTrace> = inputs.iter().map(|inputs| example.trace(inputs)).collect();
    let found = example.diagnose(&traces, &[], &Mined::default(), &at(level));
    expected.assert_eq(&example.show(&found, &[]));
}

#[test]
fn proofs_bound_values_and_make_code_trusted() {
    let example = Example::new(SUM);
    let first = example.assignment("i = 0");
    let mut mined = Mined::default();
    let traces = [example.trace(&[])];
    let show = |mined: &Mined, options: &PedOptions| {
        example.show(&example.diagnose(&traces, &[], mined, options), &[])
    };
    expect![[r#"
        `i = 0` is -10 to -1 (passes)
        `++i` is 0 to 9 (passes)
        `i <= n` is 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0 (leaves at 22)
    "#]]
    .assert_eq(&show(&mined, &at(Level::NoInv)));
    let bounds = |low, high| Bounds { low: Some(low), high: Some(high) };
    mined.results.insert(first, bounds(0, 10));
    expect![[r#"
        `++i` is 0 to 9 (passes)
        `i = 0` is 1 (leaves at 22)
        `i <= n` is 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0 (leaves at 22)
    "#]]
    .assert_eq(&show(&mined, &at(Level::WithInv)));
    // The bounds of the paper hold for what the loop computes from another start, too.
    mined.results.insert(example.assignment("++i"), bounds(-1, 10));
    expect![[r#"
        `++i` is 0 to 9 (passes)
        `i <= n` is 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0 (leaves at 22)
    "#]]
    .assert_eq(&show(&mined, &at(Level::WithInv)));
    mined.results.remove(&example.assignment("++i"));
    mined.trusted.insert(first);
    expect![[r#"
        `++i` is 0 to 9 (passes)
        `i <= n` is 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0 (leaves at 22)
    "#]]
    .assert_eq(&show(&mined, &at(Level::Relevant)));
    // With another start some access before the last one fails.
    let strict = PedOptions { level: Level::WithInv, ..PedOptions::default() };
    expect![[r#"
        `++i` is 0 to 9 (passes)
        `i <= n` is 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0 (leaves at 22)
    "#]]
    .assert_eq(&show(&mined, &strict));
}

/// Section 4.3.
const CHAIN: &str = "#include <assert.h>
int f(int z) {
  int x = z + 1;
  int y = x + 2;
  assert(y < 3);
  return y;
}
";

#[test]
fn use_def_chains() {
    check(
        CHAIN,
        &[&[("z", 5)]],
        Level::NoInv,
        expect![[r#"
        `int x = z + 1` is -2147483648 to 0 (passes)
        `int y = x + 2` is -2147483648 to 2 (passes)
    "#]],
    );
}

/// Section 4.4.
const TWO_TRACES: &str = "void reach_error(void);
int f(int c) {
  int x;
  x = 0;
  if (c) { x = x + 2; } else { x = x + 3; }
  if (x > 1) reach_error();
  return x;
}
";

#[test]
fn two_traces() {
    check(
        TWO_TRACES,
        &[&[("c", 1)]],
        Level::NoInv,
        expect![[r#"
        `x = 0` is -2147483648 to -1 (passes)
        `x = x + 2` is -2147483648 to 1 (passes)
        `c` is 0 (leaves at 2)
    "#]],
    );
    check(
        TWO_TRACES,
        &[&[("c", 1)], &[("c", 0)]],
        Level::NoInv,
        expect![[r#"
        `x = 0` is -2147483648 to -1 (passes)
    "#]],
    );
}

/// A change of one step would do, one of the statement would not.
const TWICE: &str = "#include <assert.h>
int main(void) {
  int x = 0;
  for (int i = 0; i < 2; i++) {
    x = x + 1;
  }
  assert(x == 0);
  return x;
}
";

#[test]
fn repeated_statements_change_together() {
    let example = Example::new(TWICE);
    let library = example.alternatives(&[("+", "-", 30)]);
    let traces = [example.trace(&[])];
    let show = |level: Level| {
        let options = PedOptions { max_changes: 1, ..at(level) };
        example.show(&example.diagnose(&traces, &library, &Mined::default(), &options), &library)
    };
    expect![[r#"
        step 4: `x = x + 1`, + becomes - (passes)
        step 7: `x = x + 1`, + becomes - (passes)
        step 1: `int x = 0` is -2 (passes)
        step 2: `int i = 0` is -2147483648 to -1 (leaves at 9)
        step 9: `i < 2` is 1 (leaves at 9)
        step 5: `i++` is -2147483648 to 0 (leaves at 9)
        step 8: `i++` is -2147483648 to 1 (leaves at 9)
        step 6: `i < 2` is 0 (leaves at 6)
        step 3: `i < 2` is 0 (leaves at 3, only cuts)
    "#]]
    .assert_eq(&show(Level::Default));
    expect![[r#"
        `int x = 0` is -2 (passes)
        `int i = 0` is -2147483648 to -1 (leaves at 9)
        `i < 2` is 1, 1, 1 (leaves at 9)
        `i++` is -2147483648 to 1 (leaves at 9)
    "#]]
    .assert_eq(&show(Level::NoInv));
}

/// No statement that both runs execute can be blamed.
const NOTHING_SHARED: &str = "void reach_error(void);
int f(int c) {
  int x;
  if (c) { x = 2; } else { x = 3; }
  if (x > 1) reach_error();
  return x;
}
";

#[test]
fn sets_where_no_single_change_repairs_all_traces() {
    check(
        NOTHING_SHARED,
        &[&[("c", 1)], &[("c", 0)]],
        Level::NoInv,
        expect![[r#"
            `x = 2` is -2147483648 to 1 and `x = 3` is -2147483648 to 1 (passes)
            no single change is enough: sets of changes were looked for
            no change of statements that all traces execute repairs all of them: sets of changes, each of them for some traces"#]],
    );
}

/// A check is missing, and another one is in the wrong place.
const NO_CHECK: &str = "int f(int n) {
  int a[4] = {0};
  int used = 0;
  int lost = 0;
  while (n > 0) {
    a[used] = n;
    used = used + 1;
    n = n - 1;
  }
  lost = used;
  return a[0] + lost;
}
";

#[test]
fn guards_and_statements() {
    let example = Example::new(NO_CHECK);
    let library = crate::annotations::Library::shipped();
    let int = int_of(&example.program);
    let all =
        crate::annotations::alternatives(&library, &example.program, int, &[example.file], &|_| {
            true
        });
    let guards: Vec<Alternative> = all
        .into_iter()
        .filter(|one| matches!(one.change.variant, Variant::Guard { .. }))
        .map(|one| {
            let entry = one.change.edit.new.split_whitespace().collect::<Vec<_>>().join(" ");
            Alternative { change: one.change, weight: one.weight, entry }
        })
        .collect();
    let trace = example.trace(&[("n", 6)]);
    let options = PedOptions { most: 6, ..PedOptions::default() };
    let found =
        example.diagnose(std::slice::from_ref(&trace), &guards, &Mined::default(), &options);
    expect![[r#"
        `a[used] = n`, if (used < sizeof(a) / sizeof(*a)) (passes)
        `a[used] = n`, if (used < sizeof(a) / sizeof(*a) - 1) (passes)
        `a[used] = n`, if (used >= sizeof(a) / sizeof(*a)) break; (leaves at 15)
        `a[used] = n`, if (used < lost - 1) (passes)
        `a[used] = n`, if (used < lost) (passes)
        `a[used] = n`, if (used >= sizeof(a) / sizeof(*a) - 1) break; (leaves at 11)
    "#]]
    .assert_eq(&example.show(&found, &guards));
    let assignments = example.alternatives(&[("used", "lost", 20), ("+", "-", 10)]);
    let found = example.diagnose(&[trace], &assignments, &Mined::default(), &PedOptions::default());
    expect![[r#"
        `a[used] = n`, used becomes lost (passes)
        `used = used + 1`, used becomes lost (passes)
        `used = used + 1`, used becomes lost (passes)
        `n > 0` is 1, 1, 1, 1, 0 (leaves at 14)
        `n = n - 1` is 2147483647, 2147483647, 2147483647, -1 (leaves at 14)
    "#]]
    .assert_eq(&example.show(&found, &assignments));
}
