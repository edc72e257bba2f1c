//! Functions with a failure behind something that a search could stop at.

use super::rng::Rng;

/// What has to be said of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expected {
    /// The failure can be reached.
    Found,
    /// It cannot be decided, or nothing can be explored.
    Unknown,
    /// There is none: only what that rests on is of interest.
    Holds,
}

#[derive(Clone, Debug)]
pub(crate) struct Planted {
    pub(crate) text: String,
    /// The same without the failure.
    pub(crate) twin: Option<String>,
    pub(crate) options: Vec<&'static str>,
    pub(crate) expected: Expected,
    /// A kind of assumption that has to be named.
    pub(crate) rests_on: Option<&'static str>,
}

/// One program of each kind for a seed.
pub(crate) const KINDS: &[fn(&mut Rng) -> Planted] = &[
    precondition,
    empty_precondition,
    empty_assumption,
    stated_size,
    assumed_size,
    state,
    state_of_its_own,
    check_off,
    wrapped,
    string,
    loop_end,
    recursion,
    contract_of_callee,
    precondition_of_callee,
    file,
    nondet_pointer,
    any_check_off,
    argument,
    standard_input,
    behind_a_record,
    null_pointer,
    called_through_pointer,
    postcondition,
    loop_invariant,
];

const FUNCTION: &[&str] = &["--function", "f"];

/// A statement that fails, or does not.
fn failure(rng: &mut Rng, is_planted: bool) -> String {
    let number = rng.between(1, 9);
    match (rng.below(4), is_planted) {
        (0, true) => format!("return {number} / (x - x);"),
        (1, true) => format!("{{ int t[{number}] = {{0}}; return t[x - x + {number}]; }}"),
        (2, true) => "__builtin_unreachable();".to_owned(),
        (_, true) => format!("//@ assert x - x == {number};\n  return 0;"),
        (0, false) => format!("return x / {number};"),
        (1, false) => format!("{{ int t[{number}] = {{0}}; return t[{}]; }}", number - 1),
        _ => "return 1;".to_owned(),
    }
}

/// Statements that change nothing of interest.
fn filler(rng: &mut Rng) -> String {
    match rng.below(3) {
        0 => String::new(),
        1 => format!("  unsigned w = {};\n  w ^= (unsigned)x;\n", rng.between(0, 99)),
        _ => format!("  int w = x == {} ? 1 : 2;\n  w = w + 1;\n", rng.between(-9, 9)),
    }
}

pub(crate) fn both(
    rng: &mut Rng,
    expected: Expected,
    options: &[&'static str],
    make: impl Fn(&mut Rng, bool) -> String,
) -> Planted {
    let mut again = rng.clone();
    Planted {
        text: make(rng, true),
        twin: Some(make(&mut again, false)),
        options: options.to_vec(),
        expected,
        rests_on: None,
    }
}

fn precondition(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let low = rng.between(-1000, 1000);
        let (high, at) = (low + rng.between(2, 500), low + 1);
        let (filler, failure) = (filler(rng), failure(rng, planted));
        format!(
            "//@ requires {low} < x && x < {high};\nint f(int x)\n{{\n{filler}  if (x == {at})\n  {failure}\n  return 0;\n}}\n"
        )
    })
}

fn empty_precondition(rng: &mut Rng) -> Planted {
    let low = rng.between(-1000, 1000);
    let high = low + rng.between(-5, 1);
    let failure = failure(rng, true);
    Planted {
        text: format!("//@ requires x > {low} && x < {high};\nint f(int x)\n{{\n  {failure}\n}}\n"),
        twin: None,
        options: FUNCTION.to_vec(),
        expected: Expected::Unknown,
        rests_on: None,
    }
}

fn empty_assumption(rng: &mut Rng) -> Planted {
    let low = rng.between(-1000, 1000);
    let failure = failure(rng, true);
    Planted {
        text: format!(
            "extern void __VERIFIER_assume(int);\nint f(int x)\n{{\n  __VERIFIER_assume(x > {low});\n  __VERIFIER_assume(x < {low});\n  {failure}\n}}\n"
        ),
        twin: None,
        options: FUNCTION.to_vec(),
        expected: Expected::Unknown,
        rests_on: None,
    }
}

fn stated_size(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let size = rng.between(33, 200);
        let (at, value) = (rng.between(32, size - 1), rng.between(-99, 99));
        let failure = failure(rng, planted);
        format!(
            "//@ requires \\valid_read(a + (0 .. {}));\nint f(const int *a, int x)\n{{\n  if (a[{at}] == {value})\n  {failure}\n  return 0;\n}}\n",
            size - 1
        )
    })
}

/// Nothing says that there are so many elements.
fn assumed_size(rng: &mut Rng) -> Planted {
    let (at, value) = (rng.between(40, 200), rng.between(-99, 99));
    let failure = failure(rng, true);
    Planted {
        text: format!(
            "int f(const int *a, int x)\n{{\n  if (a[{at}] == {value})\n  {failure}\n  return 0;\n}}\n"
        ),
        twin: None,
        options: FUNCTION.to_vec(),
        expected: Expected::Unknown,
        rests_on: Some("size"),
    }
}

fn state(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let value = rng.between(1, 99);
        let (declared, set, test) = match rng.below(3) {
            0 => ("static int st;", "st = v;", format!("st == {value}")),
            1 => ("static int st[3];", "st[1] = v;", format!("st[1] == {value}")),
            _ => ("static struct { int a, b; } st;", "st.b = v;", format!("st.b == {value}")),
        };
        let failure = failure(rng, planted);
        format!(
            "{declared}\nvoid set(int v)\n{{\n  {set}\n}}\nint f(int x)\n{{\n  if ({test})\n  {failure}\n  return 0;\n}}\n"
        )
    })
}

/// What only the function itself writes is as it was initialised: that is said.
fn state_of_its_own(rng: &mut Rng) -> Planted {
    let text = format!(
        "int f(int x)\n{{\n  static unsigned calls = {};\n  calls++;\n  return x ^ (int)(calls & 1);\n}}\n",
        rng.between(0, 9)
    );
    Planted {
        twin: Some(text.clone()),
        options: FUNCTION.to_vec(),
        expected: Expected::Holds,
        rests_on: Some("state"),
        text,
    }
}

fn check_off(rng: &mut Rng) -> Planted {
    let (size, value) = (rng.between(1, 9), rng.between(-9, 9));
    Planted {
        text: format!(
            "#include <assert.h>\nint f(int x)\n{{\n  int t[{size}] = {{0}};\n  int i = {size} + (x & 1);\n  t[i] = {value};\n  assert(x != x);\n  return t[0];\n}}\n"
        ),
        twin: None,
        options: vec!["--function", "f", "--checks", "assert"],
        expected: Expected::Unknown,
        rests_on: Some("check-off"),
    }
}

/// Arithmetic goes on as the machine does it.
fn wrapped(rng: &mut Rng) -> Planted {
    let options = ["--function", "f", "--checks", "assert"];
    both(rng, Expected::Found, &options, |rng, planted| {
        let by = rng.between(1, 99);
        let test = if planted { "y > x".to_owned() } else { format!("y - {by} == x") };
        format!(
            "#include <assert.h>\nint f(int x)\n{{\n  int y = x + {by};\n  assert({test});\n  return 0;\n}}\n"
        )
    })
}

fn string(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let beyond = if planted { rng.between(1, 3) } else { 0 };
        let (head, at) = match rng.below(4) {
            0 => ("  unsigned i = 0;\n  while (s[i])\n    i++;\n", "i"),
            1 => (
                "  const char *p = s;\n  for (; *p != 0; p++) ;\n  unsigned long i = (unsigned long)(p - s);\n",
                "i",
            ),
            2 => ("  unsigned long i = strlen(s);\n", "i"),
            _ => (
                "  unsigned i = 0;\n  for (;;) {\n    char c = s[i];\n    if (!c)\n      break;\n    i++;\n  }\n",
                "i",
            ),
        };
        format!(
            "#include <string.h>\nint f(const char *s)\n{{\n{head}  return s[{at} + {beyond}];\n}}\n"
        )
    })
}

/// Fewer rounds than the failure needs: nothing is said of what was not reached.
fn loop_end(rng: &mut Rng) -> Planted {
    let rounds = rng.between(9, 90);
    let failure = failure(rng, true);
    Planted {
        text: format!(
            "int f(int x)\n{{\n  unsigned s = 0;\n  for (int i = 0; i < {rounds}; i++)\n    s ^= (unsigned)(x & i);\n  if (x > 1000)\n  {failure}\n  return 0;\n}}\n"
        ),
        twin: None,
        options: vec!["--function", "f", "--unwind", "4"],
        expected: Expected::Unknown,
        rests_on: Some("bound"),
    }
}

fn recursion(rng: &mut Rng) -> Planted {
    let step = rng.between(1, 9);
    Planted {
        text: format!("unsigned f(unsigned x)\n{{\n  return f(x + {step}u) + 1;\n}}\n"),
        twin: None,
        options: vec!["--function", "f", "--unwind", "8"],
        expected: Expected::Unknown,
        rests_on: None,
    }
}

fn contract_of_callee(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let (low, high) = (rng.between(0, 9), rng.between(20, 99));
        let at = if planted { rng.between(low, high) } else { high + 1 };
        let failure = failure(rng, true);
        format!(
            "//@ ensures {low} <= \\result && \\result <= {high};\nextern int level(int n);\nint f(int x)\n{{\n  if (level(x) == {at})\n  {failure}\n  return 0;\n}}\n"
        )
    })
}

fn precondition_of_callee(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let low = rng.between(-9, 9);
        let least = if planted { low } else { low + 1 };
        format!(
            "//@ requires n > {low};\nextern int level(int n);\nint f(int x)\n{{\n  if (x >= {least})\n    return level(x);\n  return 0;\n}}\n"
        )
    })
}

fn file(rng: &mut Rng) -> Planted {
    let failure = failure(rng, true);
    Planted {
        text: format!(
            "#include <stdio.h>\nint f(int x)\n{{\n  FILE *in = fopen(\"data\", \"r\");\n  if (in != NULL)\n  {failure}\n  return 0;\n}}\n"
        ),
        twin: None,
        options: FUNCTION.to_vec(),
        expected: Expected::Unknown,
        rests_on: Some("outside"),
    }
}

fn nondet_pointer(rng: &mut Rng) -> Planted {
    let at = rng.between(0, 9);
    Planted {
        text: format!(
            "extern void *__VERIFIER_nondet_pointer(void);\nint main(void)\n{{\n  int *p = __VERIFIER_nondet_pointer();\n  if (p)\n    return p[{at}];\n  return 0;\n}}\n"
        ),
        twin: None,
        options: Vec::new(),
        expected: Expected::Found,
        rests_on: None,
    }
}

/// What a memory check that is off would have said comes before the failure: nothing is known behind it.
fn any_check_off(rng: &mut Rng) -> Planted {
    let number = rng.between(1, 9);
    let (off, statement) = match rng.below(3) {
        0 => ("-bounds", format!("int t[{number}] = {{0}};\n  t[x - x + {number}] = 1;")),
        1 => ("-null", "int *p = x == x ? 0 : &x;\n  *p = 1;".to_owned()),
        _ => ("-lifetime", "int *p = &x;\n  { int y = x; p = &y; }\n  x = *p;".to_owned()),
    };
    let options = match off {
        "-bounds" => "--checks=-bounds",
        "-null" => "--checks=-null",
        _ => "--checks=-lifetime",
    };
    Planted {
        text: format!("int f(int x)\n{{\n  {statement}\n  __builtin_unreachable();\n}}\n"),
        twin: None,
        options: vec!["--function", "f", options],
        expected: Expected::Unknown,
        rests_on: Some("check-off"),
    }
}

fn argument(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let count = rng.between(2, 3);
        let letter = char::from(b'a' + rng.below(26) as u8);
        let failure = failure(rng, planted);
        format!(
            "int main(int argc, char **argv)\n{{\n  int x = argc;\n  if (argc == {count} && argv[1][0] == '{letter}')\n  {failure}\n  return 0;\n}}\n"
        )
    })
}

fn standard_input(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let letter = char::from(b'a' + rng.below(26) as u8);
        let test = if rng.percent(50) { format!("x == '{letter}'") } else { "x == EOF".to_owned() };
        let failure = failure(rng, planted);
        format!(
            "#include <stdio.h>\nint main(void)\n{{\n  int x = getchar();\n  if ({test})\n  {failure}\n  return 0;\n}}\n"
        )
    })
}

fn behind_a_record(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let value = rng.between(-99, 99);
        let failure = failure(rng, planted);
        format!(
            "struct node {{ int key; struct node *next; }};\n//@ requires \\valid(n);\nint f(struct node *n, int x)\n{{\n  if (n->key == {value})\n  {failure}\n  return 0;\n}}\n"
        )
    })
}

/// Only a contract says that a pointer is none.
fn null_pointer(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let value = rng.between(1, 99);
        let failure = failure(rng, planted);
        format!(
            "//@ requires p == 0;\nint f(int *p, int x)\n{{\n  if (!p && x == {value})\n  {failure}\n  return 0;\n}}\n"
        )
    })
}

fn called_through_pointer(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let value = rng.between(-99, 99);
        let failure = failure(rng, planted);
        format!(
            "static int bad(int x)\n{{\n  {failure}\n}}\nstatic int good(int x)\n{{\n  return x & 1;\n}}\nint f(int x)\n{{\n  int (*op)(int) = x == {value} ? bad : good;\n  return op(x);\n}}\n"
        )
    })
}

fn postcondition(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let value = rng.between(-99, 99);
        let (least, at) = (value - i64::from(planted), value);
        format!(
            "//@ ensures \\result >= {at};\nint f(int x)\n{{\n  return x > {at} ? x : {least};\n}}\n"
        )
    })
}

fn loop_invariant(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, FUNCTION, |rng, planted| {
        let most = rng.between(2, 5);
        let limit = if planted { most - 1 } else { most };
        format!(
            "//@ requires 0 <= n && n <= {most};\nint f(int n)\n{{\n  int i = 0;\n  while (i < n)\n    i++;\n  //@ assert i <= {limit};\n  return i;\n}}\n"
        )
    })
}
