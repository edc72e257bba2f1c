//! Hand-written programs: the lines that each criterion names, and the same by trying everything.

use crate::brute;
use crate::common;

use std::collections::BTreeSet;

use brute::reference::{Assignment, Reference, assignments};
use common::{Failing, Setting, failing_text, line_of};
use whydunit_encode::Inputs;
use whydunit_explain::{Counting, Criterion, JudgeOptions, Verdict, judge};
use whydunit_interp::InputRecord;
use whydunit_program::Type;
use whydunit_solver::Budget;
use whydunit_term::Terms;
use whydunit_trace::StepIndex;

/// The numbers of lines count from the line after the opening quote; inputs are bytes or truth values, with all that they may be.
struct Example {
    name: &'static str,
    text: &'static str,
    relevant: &'static [u32],
    /// As `relevant`, where other checks of the machine's count.
    with_checks: &'static [u32],
    restrictive: &'static [u32],
    becoming: &'static [u32],
    more_blocking: &'static [u32],
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "an input hides what was assigned before",
        text: "extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char x = 1;
  unsigned char z = 3;
  z = __VERIFIER_nondet_uchar();
  __VERIFIER_assert(z > 10);
  return x;
}",
        relevant: &[5],
        with_checks: &[5],
        restrictive: &[3, 4],
        becoming: &[],
        more_blocking: &[3, 4],
    },
    Example {
        name: "the second of two equal assignments",
        text: "int main(void) {
  unsigned char x = 7;
  x = 7;
  __VERIFIER_assert(x > 10);
  return 0;
}",
        relevant: &[3],
        with_checks: &[3],
        restrictive: &[3],
        becoming: &[3],
        more_blocking: &[3],
    },
    Example {
        name: "a condition and what it guards",
        text: "extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char input = __VERIFIER_nondet_uchar();
  signed char x = 1;
  int y = input - 42;
  if (y < 0) {
    x = 0;
  }
  __VERIFIER_assert(x != 0);
  return 0;
}",
        relevant: &[3, 5, 7],
        with_checks: &[3, 5, 7],
        restrictive: &[4, 5, 7],
        becoming: &[7],
        more_blocking: &[4, 5, 7],
    },
    Example {
        name: "an assumption over an input and an assignment",
        text: "extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char y = 42;
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x < 200 && y >= 23);
  __VERIFIER_assert(0);
  return 0;
}",
        relevant: &[3, 4],
        with_checks: &[3, 4],
        restrictive: &[3],
        becoming: &[],
        more_blocking: &[3],
    },
    Example {
        name: "an if taken both ways in one loop",
        text: "int main(void) {
  unsigned char s = 0;
  for (unsigned char i = 0; i < 2; i++) {
    if (i == 1)
      s = 4;
    else
      s = 9;
  }
  __VERIFIER_assert(s != 4);
  return 0;
}",
        relevant: &[3, 5],
        with_checks: &[3, 5],
        restrictive: &[3, 5],
        becoming: &[3, 5],
        more_blocking: &[3, 5],
    },
    Example {
        name: "a result that matters and one that does not",
        text: "static unsigned char twice(unsigned char n) { return n + n; }
int main(void) {
  unsigned char a = twice(3);
  unsigned char b = twice(5);
  __VERIFIER_assert(b != 10);
  return a;
}",
        relevant: &[1, 4],
        with_checks: &[1, 4],
        restrictive: &[1, 4],
        becoming: &[1, 4],
        more_blocking: &[1, 4],
    },
    Example {
        name: "two inputs that can mask each other",
        text: "extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  _Bool x = __VERIFIER_nondet_bool();
  _Bool y = __VERIFIER_nondet_bool();
  unsigned char sum = x ^ y;
  __VERIFIER_assert(sum != 0);
  return 0;
}",
        relevant: &[4, 5],
        with_checks: &[4, 5],
        restrictive: &[5],
        becoming: &[],
        more_blocking: &[5],
    },
    Example {
        name: "an index computed from a relevant value",
        text: "int main(void) {
  unsigned char a[4] = {0, 5, 6, 7};
  unsigned char i = 1;
  unsigned char k = i * 2;
  a[k] = 0;
  __VERIFIER_assert(a[2] != 0);
  return 0;
}",
        relevant: &[3, 4, 5],
        with_checks: &[3, 4, 5],
        restrictive: &[3, 4, 5],
        becoming: &[3, 4, 5],
        more_blocking: &[3, 4, 5],
    },
    Example {
        name: "recursion",
        text: "static unsigned char down(unsigned char n, unsigned char unused) {
  if (n == 0)
    return 1;
  return down(n - 1, n);
}
int main(void) {
  unsigned char r = down(2, 0);
  __VERIFIER_assert(r != 1);
  return 0;
}",
        relevant: &[3, 4, 7],
        with_checks: &[3, 4, 7],
        restrictive: &[3, 4, 7],
        becoming: &[3, 4, 7],
        more_blocking: &[3, 4, 7],
    },
];

fn failing(example: &Example) -> Failing {
    failing_text(example.name, example.text, &Setting::default())
        .unwrap_or_else(|| panic!("{} should fail", example.name))
}

fn lines(failing: &Failing, steps: impl Iterator<Item = usize>) -> Vec<u32> {
    let lines: BTreeSet<u32> = steps
        .map(|step| line_of(&failing.program, &failing.trace, StepIndex(step as u32)))
        .collect();
    lines.into_iter().collect()
}

fn judged_lines(failing: &Failing, criterion: Criterion, counting: Counting) -> Vec<u32> {
    let budget = Budget::unlimited();
    let options = JudgeOptions { criterion, inputs: Inputs::Free, counting, budget };
    let judgement = judge(&failing.program, &failing.trace, &mut Terms::new(), &options)
        .expect("the trace should be encoded");
    for judged in &judgement.judged {
        assert!(!matches!(judged.verdict, Verdict::Unknown(_)), "{}: {judged:?}", failing.name);
    }
    lines(failing, judgement.relevant().map(|(judged, _)| judged.step.index()))
}

fn expected(example: &Example) -> [(Criterion, Counting, &'static [u32]); 5] {
    [
        (Criterion::Relevance, Counting::Own, example.relevant),
        (Criterion::Relevance, Counting::OtherChecks, example.with_checks),
        (Criterion::Restrictive, Counting::OtherChecks, example.restrictive),
        (Criterion::BecomingRestrictive, Counting::OtherChecks, example.becoming),
        (Criterion::MoreBlocking, Counting::OtherChecks, example.more_blocking),
    ]
}

#[test]
fn judged() {
    let mut wrong = Vec::new();
    for example in EXAMPLES {
        let failing = failing(example);
        for (criterion, counting, lines) in expected(example) {
            let found = judged_lines(&failing, criterion, counting);
            wrong.extend(difference(example, criterion, lines, &found));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn difference(
    example: &Example,
    criterion: Criterion,
    expected: &[u32],
    found: &[u32],
) -> Option<String> {
    let (name, criterion) = (example.name, criterion.name());
    (expected != found).then(|| format!("{name}: {criterion}: {found:?} instead of {expected:?}"))
}

#[test]
fn tried() {
    let mut wrong = Vec::new();
    for example in EXAMPLES {
        let failing = failing(example);
        let domain = |record: &InputRecord| match failing.program.types.get(record.ty) {
            Type::Bool => vec![0, 1],
            Type::Int(kind) if kind.bits == 8 => (0..256).collect(),
            _ => panic!("{}: too many values", example.name),
        };
        let domains = failing.trace.inputs.iter().map(domain).collect();
        let reference = Reference::new(&failing, domains);
        for (criterion, counting, lines_expected) in expected(example) {
            let is_named = |assignment: &Assignment| match criterion {
                Criterion::Relevance => reference.is_relevant(*assignment, counting),
                _ if assignment.is_input => false,
                Criterion::Restrictive => reference.is_restrictive(*assignment),
                Criterion::BecomingRestrictive => reference.becomes_restrictive(*assignment),
                _ => reference.blocks_more(*assignment),
            };
            let named: Vec<Assignment> =
                assignments(&failing.trace).into_iter().filter(is_named).collect();
            let found = lines(&failing, named.iter().map(|assignment| assignment.step));
            wrong.extend(difference(example, criterion, lines_expected, &found));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
