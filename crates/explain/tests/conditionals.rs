//! Programs whose conditionals, calls and indexes are easily judged wrongly: the lines that relevance names, plain and branch-aware.

use crate::common;

use std::collections::BTreeSet;

use common::{Setting, failing_text, line_of};
use whydunit_explain::{Counting, Criterion, JudgeOptions, Verdict, judge};
use whydunit_solver::Budget;
use whydunit_term::Terms;

/// Lines count from the line after the opening quote. Inputs of the start function are not among them.
struct Case {
    name: &'static str,
    options: &'static str,
    text: &'static str,
    relevant: &'static [u32],
    branch_aware: &'static [u32],
}

const CASES: &[Case] = &[
    Case {
        name: "an `if` taken both ways in one loop",
        options: "",
        text: "
unsigned char odd, even;
int main(void) {
  unsigned char i = 0;
  while (i < 4) {
    if (i & 1)
      odd = odd + 1;
    else
      even = even + 1;
    i = i + 1;
  }
  __VERIFIER_assert(even != 2);
}",
        // How many odd numbers there are, nobody asks; the last of the four only ends the loop.
        relevant: &[3, 8, 9],
        branch_aware: &[3, 8, 9],
    },
    Case {
        name: "an inner join that is the outer one",
        options: "",
        text: "
int main(void) {
  unsigned char x = 0, y = 1, z = 1, w = 0;
  w = 2;
  if (y) {
    x = 1;
    if (z)
      w = 3;
  }
  __VERIFIER_assert(x == 0);
}",
        relevant: &[2, 5],
        branch_aware: &[2, 5],
    },
    Case {
        name: "what only an irrelevant conditional reads",
        options: "",
        text: "
unsigned char log;
int main(void) {
  unsigned char x = 1;
  unsigned char debug = 1;
  if (debug)
    log = 7;
  else
    log = x;
  __VERIFIER_assert(x == 0);
}",
        relevant: &[3, 4],
        branch_aware: &[3],
    },
    Case {
        name: "a branch at the very start",
        options: "--function f --input c=1",
        text: "
unsigned char r;
void f(unsigned char c) {
  if (c)
    r = 1;
  else
    r = 2;
  __VERIFIER_assert(r == 0);
}",
        relevant: &[4],
        branch_aware: &[4],
    },
    Case {
        name: "an early return",
        options: "",
        text: "
static unsigned char f(unsigned char a) {
  if (a > 3)
    return 1;
  unsigned char k = a;
  if (k)
    k = 2;
  return 0;
}
int main(void) {
  unsigned char v = 2;
  unsigned char r = f(v);
  __VERIFIER_assert(r == 1);
}",
        // Plainly, `k` decides that line 6 is executed; it does not matter that it is.
        relevant: &[4, 7, 10, 11],
        branch_aware: &[7, 10, 11],
    },
    Case {
        name: "a side that leaves the program",
        options: "",
        text: "
extern void exit(int);
int main(void) {
  unsigned char ok = 1;
  unsigned char x = 5;
  if (!ok)
    exit(0);
  __VERIFIER_assert(x == 0);
}",
        // The conditional sets nothing, but it keeps some from the check.
        relevant: &[3, 4],
        branch_aware: &[3, 4],
    },
    Case {
        name: "a return value that matters and one that does not",
        options: "",
        text: "
static unsigned char one(void) { return 1; }
static unsigned char two(void) { return 2; }
int main(void) {
  unsigned char a = one();
  unsigned char b = two();
  __VERIFIER_assert(a != 1);
  return b;
}",
        relevant: &[1],
        branch_aware: &[1],
    },
    Case {
        name: "an index computed from a value",
        options: "",
        text: "
unsigned char a[4] = {9, 9, 5, 9};
int main(void) {
  unsigned char k = 4;
  unsigned char i = k / 2;
  unsigned char spare = 1;
  a[spare] = 6;
  __VERIFIER_assert(a[i] != 5);
}",
        // `spare` could have been 2; what is stored in `a[1]` does not matter.
        relevant: &[3, 4, 5],
        branch_aware: &[3, 4, 5],
    },
    Case {
        name: "two inputs that mask each other",
        options: "--input nondet#1=1 --input nondet#2=2",
        text: "
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  unsigned char sum = x + y;
  __VERIFIER_assert(sum != 3);
}",
        // Whatever the first is, the second can make up for it; after the second nothing can.
        relevant: &[4, 5],
        branch_aware: &[4, 5],
    },
    Case {
        name: "recursion",
        options: "",
        text: "
static unsigned char down(unsigned char n) {
  if (n == 0)
    return 7;
  return down(n - 1);
}
int main(void) {
  unsigned char unused = 3;
  unsigned char n = 2;
  unsigned char r = down(n);
  __VERIFIER_assert(r != 7);
  return unused;
}",
        relevant: &[3, 4, 8, 9],
        branch_aware: &[3, 4, 8, 9],
    },
    Case {
        name: "both sides lead to the failure",
        options: "",
        text: "
int main(void) {
  unsigned char c = 1;
  unsigned char x;
  if (c)
    x = 1;
  else
    x = 3;
  __VERIFIER_assert((x & 1) == 0);
}",
        relevant: &[2, 5],
        branch_aware: &[2, 5],
    },
];

#[test]
fn lines_that_matter() {
    let mut wrong = Vec::new();
    for case in CASES {
        for (criterion, expected) in
            [(Criterion::Relevance, case.relevant), (Criterion::BranchRelevance, case.branch_aware)]
        {
            let found = lines(case, criterion);
            if found != expected {
                wrong.push(format!(
                    "{}, {}: {found:?}, expected {expected:?}",
                    case.name,
                    criterion.name()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn lines(case: &Case, criterion: Criterion) -> Vec<u32> {
    let text = format!("extern void __VERIFIER_assert(int);{}", case.text);
    let failing = failing_text(case.name, &text, &Setting::of(case.options));
    let failing = failing.unwrap_or_else(|| panic!("{} should fail", case.name));
    let (program, trace) = (&failing.program, &failing.trace);
    let inputs = criterion.default_inputs();
    let options =
        JudgeOptions { criterion, inputs, counting: Counting::Own, budget: Budget::unlimited() };
    let mut terms = Terms::new();
    let judgement = judge(program, trace, &mut terms, &options)
        .unwrap_or_else(|error| panic!("{}: {error}", case.name));
    for judged in &judgement.judged {
        let is_known = !matches!(judged.verdict, Verdict::Unknown(_));
        assert!(is_known, "{}, {}: {judged:?}", case.name, criterion.name());
    }
    let executed = trace.first_executed();
    let relevant = judgement.relevant().filter(|(judged, _)| judged.step.index() >= executed);
    let lines: BTreeSet<u32> =
        relevant.map(|(judged, _)| line_of(program, trace, judged.step) - 1).collect();
    lines.into_iter().collect()
}
