//! The papers' examples, and programs that tell the definitions of responsibility apart.

/// A program with the lines that each criterion finds. Lines of parameters are those of the inputs.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    pub(crate) options: &'static str,
    /// Whatever blocks counts, as in the papers.
    pub(crate) relevance: &'static [u32],
    /// Relevance by what the program states itself.
    pub(crate) own: &'static [u32],
    pub(crate) coreachable: &'static [u32],
    pub(crate) restrictive: &'static [u32],
    pub(crate) becoming: &'static [u32],
    pub(crate) blocking: &'static [u32],
}

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "an input hides an assignment",
        text: include_str!("../../../../tests/papers/havoc_hides_assignment.c"),
        options: "--input nondet#1=5",
        relevance: &[6],
        own: &[6],
        coreachable: &[6],
        restrictive: &[3, 4, 5],
        becoming: &[],
        blocking: &[3, 4, 5],
    },
    Case {
        name: "an input decides alone",
        text: include_str!("../../../../tests/papers/input_decides_alone.c"),
        options: "--input nondet#1=-1",
        relevance: &[4],
        own: &[4],
        coreachable: &[4],
        restrictive: &[3],
        becoming: &[],
        blocking: &[3],
    },
    Case {
        name: "assigned twice",
        text: include_str!("../../../../tests/papers/assigned_twice.c"),
        options: "",
        relevance: &[4],
        own: &[4],
        coreachable: &[4],
        restrictive: &[4],
        becoming: &[4],
        blocking: &[4],
    },
    Case {
        name: "sums",
        text: include_str!("../../../../tests/papers/sums.c"),
        options: "--function sums --input x=-1 --input y=0 --input z=0",
        relevance: &[2, 3, 4],
        own: &[2, 3, 4],
        coreachable: &[2, 3, 4],
        restrictive: &[3, 4],
        becoming: &[3, 4],
        blocking: &[3, 4, 5],
    },
    Case {
        name: "zeroed by a branch",
        text: include_str!("../../../../tests/papers/zeroed_by_branch.c"),
        options: "--function xZero --input input=0",
        relevance: &[1, 3, 5],
        own: &[1, 3, 5],
        coreachable: &[1, 3, 5],
        restrictive: &[3, 5],
        becoming: &[3, 5],
        blocking: &[2, 3, 5],
    },
    Case {
        name: "the last assignment",
        text: include_str!("../../../../tests/papers/last_assignment.c"),
        options: "",
        relevance: &[5],
        own: &[5],
        coreachable: &[5],
        restrictive: &[5],
        becoming: &[5],
        blocking: &[5],
    },
    Case {
        name: "an assumption on an assignment and an input",
        text: include_str!("../../../../tests/papers/assumption_on_both.c"),
        options: "--input nondet#1=1",
        relevance: &[3, 4],
        own: &[3, 4],
        coreachable: &[3, 4],
        restrictive: &[3],
        becoming: &[],
        blocking: &[3],
    },
    Case {
        name: "an assumption on an input",
        text: include_str!("../../../../tests/papers/assumption_on_input.c"),
        options: "--input nondet#1=1",
        relevance: &[4],
        own: &[4],
        coreachable: &[4],
        restrictive: &[3],
        becoming: &[],
        blocking: &[3],
    },
    Case {
        name: "another side that never returns",
        text: include_str!("../../../../tests/papers/other_side_never_returns.c"),
        options: "--function endless --input x=0 --input z=0",
        relevance: &[2],
        own: &[2],
        coreachable: &[2],
        restrictive: &[],
        becoming: &[],
        blocking: &[],
    },
    Case {
        name: "down and up",
        text: include_str!("../../../../tests/papers/down_and_up.c"),
        options: "",
        relevance: &[4, 5, 6],
        own: &[4, 5, 6],
        coreachable: &[4, 5, 6],
        restrictive: &[4, 5, 6],
        becoming: &[4, 5, 6],
        blocking: &[4, 5, 6],
    },
    Case {
        name: "zeroed when two",
        text: include_str!("../../../../tests/papers/zeroed_when_two.c"),
        options: "",
        relevance: &[6, 9],
        own: &[6, 9],
        coreachable: &[6, 9],
        restrictive: &[6, 9],
        becoming: &[6, 9],
        blocking: &[6, 9],
    },
    Case {
        name: "set by a branch",
        text: include_str!("../../../../tests/papers/set_by_branch.c"),
        options: "",
        relevance: &[4, 7],
        own: &[4, 7],
        coreachable: &[4, 7],
        restrictive: &[4, 7],
        becoming: &[4, 7],
        blocking: &[4, 7],
    },
    Case {
        name: "an inner branch",
        text: include_str!("../../../../tests/papers/inner_branch.c"),
        options: "",
        relevance: &[3, 4, 7],
        own: &[3, 4, 7],
        coreachable: &[3, 4, 7],
        restrictive: &[3, 4, 7],
        becoming: &[3, 4, 7],
        blocking: &[3, 4, 7],
    },
    Case {
        name: "user input",
        text: include_str!("../../../../tests/papers/user_input.c"),
        options: "--input nondet#1=2",
        relevance: &[6, 9],
        own: &[6, 9],
        coreachable: &[6, 9],
        restrictive: &[5, 9],
        becoming: &[9],
        blocking: &[5, 9],
    },
    Case {
        // No reachable state has another `a`, but some state does.
        name: "either of two",
        text: "int main(void) {
  int a = 1;
  int b = 2;
  int either = (a == 1) | (b == 2);
  //@ assert either == 0;
}
",
        options: "",
        relevance: &[4],
        own: &[4],
        coreachable: &[3, 4],
        restrictive: &[4],
        becoming: &[4],
        blocking: &[4],
    },
    Case {
        // With another index before it, the assignment is read.
        name: "an index that is always the same",
        text: "int main(void) {
  int a[2] = {7, 0};
  int i = 1;
  a[0] = 0;
  int x = a[i];
  //@ assert x != 0;
}
",
        options: "",
        relevance: &[2, 3, 5],
        own: &[2, 5],
        coreachable: &[2, 3, 4, 5],
        restrictive: &[2, 3, 5],
        becoming: &[2, 3, 5],
        blocking: &[2, 3, 5],
    },
    Case {
        // Only the assigned value meets an input that blocks.
        name: "a value and an input that exclude each other",
        text: "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);
int main(void) {
  int x = 1;
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(!(x == 1 & n == 0));
  //@ assert 0;
}
",
        options: "--input nondet#1=1",
        relevance: &[4],
        own: &[4],
        coreachable: &[4],
        restrictive: &[3],
        becoming: &[],
        blocking: &[],
    },
    Case {
        // The first assumption is restrictive anyway, the second one becomes so.
        name: "an assumption behind an input",
        text: "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);
int main(void) {
  int unread = 1;
  int y = 1;
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0);
  __VERIFIER_assume(y == 1);
  //@ assert 0;
}
",
        options: "--input nondet#1=1",
        relevance: &[4, 5],
        own: &[4, 5],
        coreachable: &[4, 5],
        restrictive: &[3, 4],
        becoming: &[4],
        blocking: &[3, 4],
    },
    Case {
        // The error precondition excludes that the branch goes the other way; without it, that is a blocking execution.
        name: "a parameter decides the branch",
        text: "int check(int a) {
  int unread = 3;
  int x = 1;
  if (a > 0) {
    //@ assert x == 0;
  }
  return unread;
}
",
        options: "--function check --input a=1",
        relevance: &[1, 3],
        own: &[1, 3],
        coreachable: &[1, 3],
        restrictive: &[3],
        becoming: &[3],
        blocking: &[2, 3],
    },
    Case {
        // The second input makes up for whatever the first is.
        name: "an input masks another",
        text: "unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  unsigned more = a + 3;
  unsigned sum = more + b;
  //@ assert sum != 8;
}
",
        options: "--input nondet#1=3 --input nondet#2=2",
        relevance: &[4, 5, 6],
        own: &[4, 5, 6],
        coreachable: &[4, 5, 6],
        restrictive: &[5, 6],
        becoming: &[],
        blocking: &[5, 6],
    },
    Case {
        // Parameters and results are assignments of the call and the return.
        name: "a result that matters and one that does not",
        text: "unsigned next(unsigned n) {
  return n + 1;
}
int main(void) {
  unsigned a = next(4);
  unsigned b = next(6);
  //@ assert a != 5;
  return b;
}
",
        options: "",
        relevance: &[2, 5],
        own: &[2, 5],
        coreachable: &[2, 5],
        restrictive: &[2, 5],
        becoming: &[2, 5],
        blocking: &[2, 5],
    },
    Case {
        // Another number overflows on the way, and that is all that it does.
        name: "a number that only overflows",
        text: "int main(void) {
  int n = 5;
  int more = n + 2147483000;
  int x = 1;
  //@ assert x == 0;
  return more;
}
",
        options: "",
        relevance: &[2, 4],
        own: &[4],
        coreachable: &[2, 4],
        restrictive: &[2, 4],
        becoming: &[2, 4],
        blocking: &[2, 4],
    },
    Case {
        // The first index decides the branch and may lie outside; where it does, that comes first.
        name: "a check before a branch",
        text: "int main(void) {
  int a[2] = {7, 7};
  int i = 1;
  int x = a[i];
  if (i > 0) {
    //@ assert x != 7;
  }
}
",
        options: "",
        relevance: &[2, 3, 4],
        own: &[2, 3, 4],
        coreachable: &[2, 3, 4],
        restrictive: &[2, 3, 4],
        becoming: &[2, 3, 4],
        blocking: &[2, 3, 4],
    },
    Case {
        // The branch goes another way only where the index before it is outside already.
        name: "a check that hides a branch",
        text: "int main(void) {
  int a[2] = {7, 7};
  int i = 1;
  int x = a[i];
  if (i < 2) {
    //@ assert x != 7;
  }
}
",
        options: "",
        relevance: &[2, 3, 4],
        own: &[2, 4],
        coreachable: &[2, 3, 4],
        restrictive: &[2, 3, 4],
        becoming: &[2, 3, 4],
        blocking: &[2, 3, 4],
    },
];
