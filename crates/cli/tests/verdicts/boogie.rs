//! Boogie procedures with a failure behind something that a search could stop at.

use super::planted::{Expected, Planted, both};
use super::rng::Rng;

/// One program of each kind for a seed.
pub(crate) const KINDS: &[fn(&mut Rng) -> Planted] = &[
    precondition,
    empty_precondition,
    empty_assumption,
    free_clause,
    contract_of_callee,
    precondition_of_callee,
    invariant,
    loop_end,
    state,
    havoc,
    choice,
    beyond_64_bits,
    beyond_the_window,
    second_implementation,
];

fn unknown(text: String) -> Planted {
    Planted { text, twin: None, options: Vec::new(), expected: Expected::Unknown, rests_on: None }
}

fn precondition(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let low = rng.between(-1000, 1000);
        let at = if planted { low + 1 } else { low };
        format!("procedure main(x: int)\n  requires {low} < x;\n{{\n  assert x != {at};\n}}\n")
    })
}

fn empty_precondition(rng: &mut Rng) -> Planted {
    let low = rng.between(-1000, 1000);
    unknown(format!(
        "procedure main(x: int)\n  requires x > {low} && x < {low};\n{{\n  assert false;\n}}\n"
    ))
}

fn empty_assumption(rng: &mut Rng) -> Planted {
    let low = rng.between(-1000, 1000);
    unknown(format!(
        "procedure main(x: int)\n{{\n  assume x > {low};\n  assume x < {low};\n  assert false;\n}}\n"
    ))
}

/// Free clauses are for the other side.
fn free_clause(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let least = rng.between(1, 9);
        let result = if planted { 0 } else { least };
        format!(
            "procedure main() returns (r: int)\n  free ensures r == {least};\n  ensures r >= {least};\n{{\n  r := {result};\n}}\n"
        )
    })
}

fn contract_of_callee(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let (low, high) = (rng.between(0, 9), rng.between(20, 99));
        let at = if planted { rng.between(low, high) } else { high + 1 };
        format!(
            "procedure level(n: int) returns (r: int);\n  ensures {low} <= r && r <= {high};\nprocedure main(x: int)\n{{\n  var r: int;\n  call r := level(x);\n  assert r != {at};\n}}\n"
        )
    })
}

fn precondition_of_callee(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let low = rng.between(-9, 9);
        let least = if planted { low } else { low + 1 };
        format!(
            "procedure level(n: int) returns (r: int);\n  requires n > {low};\nprocedure main(x: int)\n{{\n  var r: int;\n  if (x >= {least}) {{\n    call r := level(x);\n  }}\n}}\n"
        )
    })
}

fn invariant(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let rounds = rng.between(2, 4);
        let most = if planted { rounds - 1 } else { rounds };
        format!(
            "procedure main()\n{{\n  var i: int;\n  i := 0;\n  while (i < {rounds})\n    invariant i <= {most};\n  {{\n    i := i + 1;\n  }}\n}}\n"
        )
    })
}

/// Fewer rounds than the failure needs.
fn loop_end(rng: &mut Rng) -> Planted {
    let rounds = rng.between(9, 90);
    let text = format!(
        "procedure main(x: int)\n{{\n  var i: int;\n  i := 0;\n  while (i < {rounds})\n  {{\n    i := i + 1;\n  }}\n  assert x != 3;\n}}\n"
    );
    Planted { options: vec!["--unwind", "4"], rests_on: Some("bound"), ..unknown(text) }
}

fn state(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let value = rng.between(-99, 99);
        let test =
            if planted { format!("g != {value}") } else { format!("g != {value} || g == {value}") };
        format!("var g: int;\nprocedure main()\n{{\n  assert {test};\n}}\n")
    })
}

fn havoc(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let (low, high) = (rng.between(-9, 0), rng.between(1, 9));
        let at = if planted { high } else { high + 1 };
        format!(
            "procedure main()\n{{\n  var x: int;\n  havoc x;\n  assume {low} <= x && x <= {high};\n  assert x != {at};\n}}\n"
        )
    })
}

fn choice(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let value = rng.between(1, 9);
        let other = if planted { value } else { value + 1 };
        format!(
            "procedure main()\n{{\n  var x: int;\n  x := 0;\n  if (*) {{\n    x := {value};\n  }}\n  assert x != {other};\n}}\n"
        )
    })
}

/// A limit of ours ends every run before the check.
fn beyond_64_bits(rng: &mut Rng) -> Planted {
    let by = rng.between(1, 99);
    unknown(format!(
        "procedure main()\n{{\n  var x: int;\n  x := 9223372036854775807;\n  x := x + {by};\n  assert false;\n}}\n"
    ))
}

fn beyond_the_window(rng: &mut Rng) -> Planted {
    let (key, value) = (rng.between(-9, -1), rng.between(1, 99));
    unknown(format!(
        "procedure main()\n{{\n  var a: [int]int;\n  a[{key}] := {value};\n  assert a[{key}] == {value} + 1;\n}}\n"
    ))
}

fn second_implementation(rng: &mut Rng) -> Planted {
    both(rng, Expected::Found, &[], |rng, planted| {
        let value = rng.between(-99, 99);
        let second = if planted { value } else { value + 1 };
        format!(
            "procedure main();\nimplementation main()\n{{\n  assert {value} != {value} + 1;\n}}\nimplementation main()\n{{\n  assert {second} != {value};\n}}\n"
        )
    })
}
